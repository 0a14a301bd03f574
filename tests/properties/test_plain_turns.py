"""Turns followed in one step: the same verdicts and tables as when they are followed by clauses."""

from random import Random

import pytest
from hypothesis import given, settings
from random_hands import EXAMPLES, TRIED, random_hand, seats_of, seeds

from canasta_cli.engine.game.position import Position, plain
from canasta_cli.engine.game.replay import Step, follow, start
from canasta_cli.model.cards import NO_CARDS, Card, Cards, LayOff, MeldCards, Rank
from canasta_cli.model.turn import Clause, Deal, Discard, Draw, MeldDown, MeldOrLayOff, Take, Turn
from canasta_cli.rules.schema import Ruleset


def _with_card(lay: MeldOrLayOff, card: Card) -> MeldOrLayOff:
    cards = Cards((*lay.cards, card))
    return lay._replace(cards=cards) if isinstance(lay, LayOff) else MeldCards(cards)


def _spoilt_clause(clause: Clause, card: Card, random: Random) -> Clause:
    match clause:
        case Draw():
            return Draw(Cards((card,)))
        case Discard():
            return Discard(Cards((card,)))
        case MeldDown((first, *others)):
            return MeldDown((_with_card(first, card), *others))
        case Take() if random.random() < 1 / 2:
            return clause._replace(top=card)
        case Take():
            return clause._replace(hand=Cards((*list(clause.hand)[1:], card)))
        case _:
            return clause


def _spoilt(turn: Turn, random: Random) -> Turn:
    """Return a turn with a card that was mistyped, or of another player."""
    at = random.randrange(len(turn.clauses) + 1)
    if at == len(turn.clauses):
        return turn._replace(player=random.choice(["Ann", "Bob"]))
    clause = _spoilt_clause(turn.clauses[at], Card(random.choice(list(Rank))), random)
    return turn._replace(clauses=(*turn.clauses[:at], clause, *turn.clauses[at + 1 :]))


def _compare(position: Position, turn: Turn, ruleset: Ruleset) -> None:
    """Follow a turn in one step if it is plain, judge it, and judge it on the player's view."""
    after, one = follow(position, turn, ruleset)
    quick = one or Step(position, turn, ruleset)
    clause_by_clause = Step(position, turn, ruleset, position.seat(turn).view())
    assert after == quick.after == clause_by_clause.after
    assert one is not None or clause_by_clause.ruling.verdict.legal is True
    assert quick.legal in (None, clause_by_clause.ruling.verdict.legal)
    assert quick.ruling.verdict.findings == clause_by_clause.ruling.verdict.findings
    assert quick.ruling.verdict.unknown == clause_by_clause.ruling.verdict.unknown
    for name in ("value", "canastas", "concealed", "bonuses", "after"):
        assert getattr(quick.ruling, name) == getattr(clause_by_clause.ruling, name), name


def _known_in_part(deal: Deal, random: Random) -> Deal:
    """Return a deal of which some hands, some feet, the upcards or the stock are unknown."""
    some_hands = tuple([hand for hand in deal.hands if random.random() < 1 / 2])
    no_feet = tuple([hand._replace(foot=NO_CARDS) for hand in deal.hands])
    return random.choice(
        (
            deal._replace(upcards=()),
            deal._replace(hands=some_hands),
            deal._replace(hands=no_feet, upcards=deal.upcards[-1:]),
            deal._replace(stock=None),
            deal._replace(hands=some_hands, upcards=(), stock=None),
        )
    )


@pytest.mark.parametrize("whole", [True, False], ids=["all cards known", "known in part"])
@pytest.mark.parametrize("name", TRIED)
@given(seed=seeds)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_plain_turn_is_judged_like_one_followed_clause_by_clause(
    name: str, seed: int, *, whole: bool
) -> None:
    ruleset, game, deal, _ = random_hand(name, seed)
    random = Random(seed)
    deal = deal if whole else _known_in_part(deal, random)
    position = start(deal, seats_of(game, ruleset), ruleset)
    for recorded in deal.turns:
        _compare(position, recorded.turn, ruleset)
        _compare(position, _spoilt(recorded.turn, random), ruleset)
        position = Step(position, recorded.turn, ruleset).after


@pytest.mark.parametrize(
    ("name", "least"), [("classic", 0.7), ("hand-and-foot", 0.8), ("samba", 0.6)]
)
def test_most_turns_of_a_known_hand_are_plain(name: str, least: float) -> None:
    found = turns = 0
    for seed in range(0, 10, 2):
        ruleset, game, deal, _ = random_hand(name, seed)
        position = start(deal, seats_of(game, ruleset), ruleset)
        for recorded in deal.turns:
            turns += 1
            found += plain(position, recorded.turn, ruleset) is not None
            position = Step(position, recorded.turn, ruleset).after
    assert found >= least * turns, (found, turns)


def test_a_turn_of_unknown_cards_is_not_plain() -> None:
    ruleset, game, deal, _ = random_hand("classic", 2)
    unknown = start(deal._replace(stock=None), seats_of(game, ruleset), ruleset)
    assert plain(unknown, deal.turns[0].turn, ruleset) is None


def test_an_unknown_upcard_stays_in_the_pile_until_it_is_taken() -> None:
    """The hands and the stock are known: the player who takes the pile has an unknown card then."""
    ruleset, game, deal, _ = random_hand("classic", 2)
    position = start(deal._replace(upcards=()), seats_of(game, ruleset), ruleset)
    assert (position.pile, position.buried) == ((), 1)
    first = Cards([Card(Rank.NINE)] * 3)
    position = position.replace(
        pile=(Card(Rank.NINE),), hands=tuple(hand.plus(first) for hand in position.hands)
    )
    turn = Turn(
        (Take(Card(Rank.NINE), Cards([Card(Rank.NINE)] * 2)), Discard(Cards([Card(Rank.NINE)])))
    )
    _compare(position, turn, ruleset)
    after = Step(position, turn, ruleset).after
    assert (after.hands[0].unseen, after.buried) == (1, 0)
