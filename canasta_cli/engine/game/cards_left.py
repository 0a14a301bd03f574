"""Rules ``left.*``: the cards that players show when a recorded hand is over."""

from collections.abc import Iterator, Sequence

from canasta_cli.engine.game.card_counts import surplus
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.points import VALUED, points_of, unit_of_points
from canasta_cli.engine.rule import Act, Answer, Do, Rule, Topic, Verdict, judge, refusal
from canasta_cli.engine.view import EMPTY, Held, without
from canasta_cli.model.cards import Cards
from canasta_cli.model.turn import PlayerCards
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed


class Closing(NamedTuple):
    """The table after the last turn, and the cards that each player shows."""

    position: Position
    left: Sequence[PlayerCards]

    def shown(self, player: str) -> PlayerCards | None:
        """The cards that a player shows; ``None`` if they are missing."""
        return next((each for each in self.left if each.player == player), None)

    @property
    def left_over(self) -> Iterator["LeftOver"]:
        """Yield every hand and foot that must be shown, with the cards shown.

        Players of whose cards only the points are given are left out.
        """
        position = self.position
        for at, player in enumerate(position.players):
            shown = self.shown(player)
            if shown is not None and shown.points is not None:
                continue
            hand, waiting = position.hands[at], position.bonus[at]
            hand = hand.plus(waiting.cards, waiting.unseen)
            yield LeftOver(player, "", hand, None if shown is None else shown.cards)
            foot = shown.foot if shown is not None and shown.foot else None
            if position.feet[at].size or foot:
                yield LeftOver(player, "foot", position.feet[at], foot)


class LeftOver(NamedTuple):
    """A hand or foot at the end: as recorded by the turns, and as it is shown."""

    player: str
    kind: str
    given: Held
    shown: Cards | None

    @property
    def cards(self) -> Cards:
        """Its cards: those shown, otherwise those known from the turns."""
        return self.given.cards if self.shown is None else self.shown

    @property
    def name(self) -> str:
        """Name the player, and the foot if it is one."""
        return f"{self.player} ({self.kind})" if self.kind else self.player


def judge_left(closing: Closing, ruleset: Ruleset) -> Verdict:
    """Ask every rule ``left.*``."""
    return judge(closing, LEFT, ruleset)


def _over(case: Closing, ruleset: Ruleset) -> Answer:
    if case.position.ending is not None:
        return None
    return refusal(
        "the hand is not over: it's {player}'s turn",
        {"player": case.position.player},
        fix="record the last turns first; to end the hand here, type",
        do=Do(Act.END_HAND),
    )


def _count(case: Closing, ruleset: Ruleset) -> Answer:
    """Refuse hands whose sizes don't match the turns; players not named have their known cards."""
    wrong = [bunch for bunch in case.left_over if len(bunch.cards) != bunch.given.at_least]
    if not wrong:
        return None
    each = "; ".join(
        f"{bunch.name} should have {count_of(bunch.given.at_least, 'card')} "
        f"({len(bunch.shown or ()) or 'none'} given)"
        for bunch in wrong
    )
    return refusal(
        "the number of cards is wrong: {each}",
        {"each": each},
        needed=wrong[0].given.size,
        have=len(wrong[0].cards),
        fix="give all the cards",
        do=Do(Act.SHOW_LEFT, " ".join(_asked(case, wrong))),
    )


def _asked(case: Closing, wrong: list[LeftOver]) -> Iterator[str]:
    """Yield the words to type for each player: the hand, and the foot after a slash."""
    for player in dict.fromkeys(bunch.player for bunch in wrong):
        feet = [bunch for bunch in case.left_over if bunch.player == player and bunch.kind]
        yield f"{player}=…" + ("/…" if any(bunch.given.unseen for bunch in feet) else "")


def _known(case: Closing, ruleset: Ruleset) -> Answer:
    for bunch in case.left_over:
        missing = without(bunch.cards, bunch.given.cards)[1]
        if missing:
            return refusal(
                "{player} must still have {missing}, which is not among the cards given",
                {
                    "player": bunch.name,
                    "missing": listed(
                        card.symbol if card.suit else card.rank.one for card in missing
                    ),
                },
                fix="check the cards again, or amend the turn in which it was played",
            )
    return None


def _conserved(case: Closing, ruleset: Ruleset) -> Answer:
    position = case.position
    shown = tuple(Held(bunch.cards) for bunch in case.left_over)
    nothing = (EMPTY,) * len(position.players)
    given = position.replace(hands=shown, feet=nothing, bonus=nothing)
    found = surplus(given, ruleset, position)
    if found is None:
        return None
    card, have, most = found
    return refusal(
        "that makes {have} {many} on the table and in the hands; the deck has {most}",
        {"many": card.rank.many, "most": most},
        needed=most,
        have=have,
        fix="count the cards in the hands again",
    )


def _points(case: Closing, ruleset: Ruleset) -> Answer:
    """Refuse points that no cards make, or that are less than those of the cards known."""
    step = unit_of_points(ruleset)
    for at, player in enumerate(case.position.players):
        shown = case.shown(player)
        points = None if shown is None else shown.points
        if points is None:
            continue
        known = points_of(case.position.hands[at].cards, ruleset)
        if points % step:
            return refusal(
                "{player} can't have {have:point} left; card points are multiples of {step}",
                {"player": player, "step": step},
                have=points,
                fix="add up the card points again",
            )
        if points < known:
            return refusal(
                "{player} must still have cards worth {needed:point}, more than {have}",
                {"player": player},
                needed=known,
                have=points,
                fix="add up the card points again, or amend the turn in which the cards were played",
            )
    return None


LEFT = Topic[Closing](
    Rule("left.over", "Players show their cards when the hand is over.", (), _over),
    Rule(
        "left.count",
        "All players show all the cards they have left, including a foot not picked up.",
        ("deal.cards", "deal.foot"),
        _count,
    ),
    Rule(
        "left.known",
        "A card that a player is known to have stays in the hand until it is played.",
        (),
        _known,
    ),
    Rule(
        "left.cards",
        "No card can appear more often than the deck has it.",
        ("deck.packs", "deck.jokers", "melds.runs"),
        _conserved,
    ),
    Rule(
        "left.points",
        "The points of cards left in a hand are those of real cards, and at least those of the cards "
        "known.",
        VALUED,
        _points,
    ),
)
