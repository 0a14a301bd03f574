"""Rules ``left.*``: what the players show when a hand that was played is over."""

from typing import NamedTuple

from canasta_cli.engine.position import Position, without
from canasta_cli.engine.rule import Reason, Rule, Verdict, judge
from canasta_cli.engine.turn import surplus
from canasta_cli.model.cards import Cards
from canasta_cli.model.deal import PlayerCards
from canasta_cli.rules.schema import Ruleset

Answer = Reason | None


class Closing(NamedTuple):
    """The table after the last turn, and what each player shows."""

    position: Position
    left: tuple[PlayerCards, ...]

    def shown(self, player: str) -> Cards | None:
        """What a player shows; ``None`` where nobody said."""
        return next((each.cards for each in self.left if each.player == player), None)


def judge_left(closing: Closing, ruleset: Ruleset) -> Verdict:
    """Whether a hand can be closed so."""
    return judge(closing, LEFT, ruleset)


def _over(case: Closing, ruleset: Ruleset) -> Answer:
    if case.position.ending is not None:
        return None
    return Reason(
        False,
        "the hand is not over: it is the turn of {player}",
        {"player": case.position.player},
        remedy="record the last turns first; a hand that breaks off ends with: canasta turn end stock",
    )


def _count(case: Closing, ruleset: Ruleset) -> Answer:
    """Everybody shows as many cards as the turns left; who is not named holds what is known."""
    wrong = [
        (player, hand.size, len(hand.cards) if shown is None else len(shown), shown is None)
        for player, hand in zip(case.position.players, case.position.hands, strict=True)
        if (len(hand.cards) if (shown := case.shown(player)) is None else len(shown)) != hand.size
    ]
    if not wrong:
        return None
    each = "; ".join(
        f"{player} {size}, and nobody said which"
        if untold
        else f"{player} {size}, and {have} shown"
        for player, size, have, untold in wrong
    )
    _, size, have, _ = wrong[0]
    return Reason(
        False,
        "cards left by the turns: {each}",
        {"each": each},
        needed=size,
        have=have,
        remedy=f"name them all: canasta left {' '.join(f'{name}=…' for name, *_ in wrong)}",
    )


def _known(case: Closing, ruleset: Ruleset) -> Answer:
    for player, hand in zip(case.position.players, case.position.hands, strict=True):
        shown = case.shown(player)
        missing = None if shown is None else without(shown, hand.cards)[1]
        if missing:
            return Reason(
                False,
                "{player} took {missing} with the pile and never played it, and does not show it",
                {"player": player, "missing": " ".join(card.symbol for card in missing)},
                remedy="look at the cards again, or mend the turn in which it was played",
            )
    return None


def _conserved(case: Closing, ruleset: Ruleset) -> Answer:
    position = case.position
    hands = tuple(
        hand if (shown := case.shown(player)) is None else hand._replace(cards=shown, unseen=0)
        for player, hand in zip(position.players, position.hands, strict=True)
    )
    found = surplus(position._replace(hands=hands), ruleset)
    if found is None or found == surplus(position, ruleset):
        return None
    card, have, most = found
    return Reason(
        False,
        "{have} {many} would be on the table and in the hands; the packs hold {most}",
        {"have": have, "many": card.rank.many, "most": most},
        needed=most,
        have=have,
        remedy="count the cards in the hands again",
    )


LEFT: tuple[Rule[Closing], ...] = (
    Rule("left.over", "Hands are shown when the hand is over.", (), _over),
    Rule("left.count", "Everybody shows all the cards that are left.", ("deal.cards",), _count),
    Rule("left.known", "Cards taken with the pile are held until they are played.", (), _known),
    Rule(
        "left.cards",
        "No card can be shown more often than the packs hold it.",
        ("deck.packs", "deck.jokers"),
        _conserved,
    ),
)
