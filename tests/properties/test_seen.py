"""The table as one player knows it: what everyone sees and the own hand, and nothing else.

Hands of every ruleset are played to the end. The cards that a player has not seen after some turn are
then dealt in another way, and the same turns follow: the player must see the same.
"""

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

import pytest
from hypothesis import given, settings
from random_hands import EXAMPLES, SMALL, TRIED, random_hand, seats_of, seeds
from sampling import tries

import canasta_cli as canasta
from canasta_cli.api.positions import resume
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import dealt, with_threes_out
from canasta_cli.model.cards import UNSUITED, Card, Cards
from canasta_cli.model.game import Game
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn
from canasta_cli.notation.turn import write_turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import FootWhen

everywhere = pytest.mark.parametrize("name", [*TRIED, *SMALL])
examples = settings(max_examples=EXAMPLES, deadline=None)
CHECKED = tries(3, 5)
"""The turns of a hand after which what takes long is checked."""


def _played(
    ruleset: Ruleset, game: Game, deal: Deal, turns: Iterable[RecordedTurn]
) -> Iterator[canasta.Position]:
    """Yield the table before the first of these turns and after each."""
    position = resume(canasta.Ruleset(ruleset), game, deal._replace(turns=(), left=None))
    yield position
    for recorded in turns:
        position = position.after(write_turn(recorded.turn))
        yield position


def _table(position: canasta.Position) -> Position:
    return position._before  # noqa: SLF001 - the engine's own table


def _picks_up(position: canasta.Position, player: str) -> bool:
    """True if a player has picked up cards as the turn begins."""
    return position.player == player and position.sizes[player] != _table(position).hand.size


def _ranks(cards: str | None) -> list[str] | None:
    """The ranks of cards; a suit that a turn doesn't name may be certain only from the hand."""
    return None if cards is None else [each[0] for each in canasta.cards(cards)]


def _public(position: canasta.Position) -> object:
    """What everyone at the table can see and count."""
    threes = [_ranks(cards) for cards in position.threes.values()]
    counts = (position.sizes, position.pile_size, position.stock)
    return threes, counts, position.melds, position.player, position.over, position.out


@everywhere
@examples
@given(seeds)
def test_a_player_sees_the_table_and_the_own_hand(name: str, seed: int) -> None:
    ruleset, game, deal, _ = random_hand(name, seed)
    player = Random(seed).choice(seats_of(game, ruleset).players)
    for position in _played(ruleset, game, deal, deal.turns):
        seen, table = position.seen_by(player), _table(position)
        if position.player == player:
            # The player has picked up what is due.
            table = table.at_start(ruleset)
            position = canasta.Position(position.rules, game, deal, table)  # noqa: PLW2901
        assert _public(seen) == _public(position)
        shown, every = ([card[0] for card in each.pile] for each in (seen, position))
        assert every[len(every) - len(shown) :] == shown
        assert _ranks(seen.hands[player]) == _ranks(position.hands[player])
        for other in set(seen.players) - {player}:
            known, have = (
                Counter(_ranks(each)) for each in (seen.known_cards[other], position.hands[other])
            )
            assert known <= have


@everywhere
@examples
@given(seeds)
def test_what_a_player_sees_can_be_played_on_and_saved(name: str, seed: int) -> None:
    ruleset, game, deal, whole = random_hand(name, seed)
    chance = Random(seed)
    player = chance.choice(seats_of(game, ruleset).players)
    # The cards drawn are named, as they are if turns were chosen by the library.
    turns = [RecordedTurn(step.ruling.play.turn) for step in whole.steps]
    positions = [*_played(ruleset, game, deal, turns)]
    for at in chance.sample(range(len(turns)), min(CHECKED, len(turns))):
        seen, later = (each.seen_by(player) for each in positions[at : at + 2])
        followed = seen.after(later.turns[-1])
        assert followed.turns == later.turns
        assert followed == later or _picks_up(later, player)
        assert seen.seen_by(player) == seen == pickle.loads(pickle.dumps(seen))  # noqa: S301 - its own
        kept = canasta.loads(canasta.dump(_in_play(ruleset, game, seen)))
        assert kept.differences == ()
        if name in canasta.ruleset_names() and not _picks_up(seen, player):
            assert kept.in_play == seen


def _in_play(ruleset: Ruleset, game: Game, position: canasta.Position) -> canasta.Game:
    begun = canasta.Game._of(game, canasta.Ruleset(ruleset))  # noqa: SLF001 - with its dealer
    return begun.with_in_play(position)


# Deal the cards that a player has not seen in another way.


class _Place(NamedTuple):
    """Where a card was dealt: its hand, foot or stock, and its number there."""

    bunch: tuple[Literal["hand", "foot", "stock"], str]
    at: int


def _dealt_places(deal: Deal) -> dict[_Place, Card]:
    bunches: list[tuple[tuple[Literal["hand", "foot", "stock"], str], Iterable[Card]]] = []
    for each in deal.hands:
        bunches += [(("hand", each.player), each.cards), (("foot", each.player), each.foot)]
    bunches.append((("stock", ""), deal.stock or ()))
    return {_Place(bunch, at): card for bunch, cards in bunches for at, card in enumerate(cards)}


def _with_cards(deal: Deal, cards: dict[_Place, Card]) -> Deal:
    """Return the deal with cards in other places."""
    bunches: dict[tuple[str, str], list[Card]] = {}
    for place in sorted(cards):
        bunches.setdefault(place.bunch, []).append(cards[place])
    hands = tuple(
        PlayerCards(
            each.player,
            Cards(bunches["hand", each.player]),
            Cards(bunches.get(("foot", each.player), ())),
        )
        for each in deal.hands
    )
    return deal._replace(hands=hands, stock=tuple(bunches["stock", ""]))


class _Cards:
    """The places from which the cards of each player came, while the turns of a hand are followed."""

    def __init__(self, ruleset: Ruleset, game: Game, deal: Deal) -> None:
        self.ruleset, self.deal, self.cards = ruleset, deal, _dealt_places(deal)
        table = dealt(deal, seats_of(game, ruleset), ruleset)
        self.aside = table.aside
        self.end = len(deal.stock or ()) - sum(packet.at_least for packet in table.aside)
        self.under = self._next(table)
        self.came = {player: self._bunch("hand", player) for player in table.players}
        for at, player in enumerate(table.players):
            before, table = table, with_threes_out(table, at, ruleset)
            self.came[player] += self._from_stock(before, table)

    def _next(self, table: Position) -> int:
        """The place of the next card of the stock."""
        return self.end - len(table.order or ())

    def _bunch(self, kind: str, player: str) -> list[_Place]:
        return [place for place in self.cards if place.bunch == (kind, player)]

    def _stock(self, places: range) -> list[_Place]:
        return [_Place(("stock", ""), at) for at in places]

    def _from_stock(self, before: Position, after: Position) -> list[_Place]:
        return self._stock(range(self._next(before), self._next(after)))

    def follow(self, before: Position, after: Position) -> None:
        """Add the cards that came to a player with a turn; never those that wait as bonus cards."""
        me = before.to_play
        came = self._from_stock(before, after)
        waits = after.bonus[me].size if not before.aside else 0
        self.came[before.player] += came[: len(came) - (waits or 0)]
        if before.feet[me].size and not after.feet[me].size:
            # The cards of a hand that was used up are all played.
            kept = [] if self.ruleset.deal.foot_when is FootWhen.HAND else self.came[before.player]
            self.came[before.player] = kept + self._bunch("foot", before.player)

    def unseen(self, table: Position, public: Position, player: str) -> list[_Place]:
        """List the places of the cards that a player has not seen, without threes.

        ``public`` is the table as somebody knows it who sees no hand at all.
        """
        # The player has picked up what is due, with cards instead of threes.
        begun = table.at_start(self.ruleset) if table.player == player else table
        places = self._stock(range(self._next(begun), self.end))
        if table.aside and table.aside == self.aside:
            places += self._stock(range(self.end, len(self.deal.stock or ())))
        if len(public.pile) < len(table.pile):
            places += self._stock(range(self.under))
        for at, name in enumerate(table.players):
            if table.feet[at].size and (name != player or begun.feet[at].size):
                places += self._bunch("foot", name)
            if name != player:
                hidden = Counter(table.hands[at].cards)
                hidden.subtract(public.hands[at].cards)
                places += self._hidden(self.came[name], hidden)
        return [place for place in places if not self.cards[place].rank.three]

    def _hidden(self, came: Sequence[_Place], hidden: Counter[Card]) -> Iterator[_Place]:
        for place in came:
            card = self.cards[place]
            for each in (card, UNSUITED[card]):
                if hidden[each] > 0:
                    hidden[each] -= 1
                    yield place
                    break


@everywhere
@examples
@given(seeds)
def test_a_player_sees_the_same_if_unseen_cards_are_dealt_in_another_way(
    name: str, seed: int
) -> None:
    ruleset, game, deal, _ = random_hand(name, seed)
    chance = Random(seed)
    player = chance.choice(seats_of(game, ruleset).players)
    cards = _Cards(ruleset, game, deal)
    positions = [*_played(ruleset, game, deal, deal.turns)]
    nobody = [*_played(ruleset, game, deal._replace(hands=(), stock=None), deal.turns)]
    checked = {0, *chance.sample(range(len(positions)), min(CHECKED, len(positions)))}
    for at, position in enumerate(positions):
        if at:
            cards.follow(_table(positions[at - 1]), _table(position))
        if at not in checked:
            continue
        seen = position.seen_by(player)
        places = cards.unseen(_table(position), _table(nobody[at]), player)
        others = [cards.cards[place] for place in places]
        chance.shuffle(others)
        again = _with_cards(deal, cards.cards | dict(zip(places, others, strict=True)))
        *_, other = _played(ruleset, game, again, deal.turns[:at])
        assert at or other != position
        same = other.seen_by(player)
        assert same == seen
        assert (repr(same), same.turns) == (repr(seen), seen.turns)
        assert (same.hands, same.known_cards) == (seen.hands, seen.known_cards)
        assert (same.sizes, same.pile, same.stock) == (seen.sizes, seen.pile, seen.stock)
        assert pickle.dumps(same) == pickle.dumps(seen)
        if not seen.over:
            saved = (canasta.dump(_in_play(ruleset, game, each)) for each in (same, seen))
            assert len(set(saved)) == 1
