"""Rules ``left.*``: what the players show when a hand that was played is over."""

from collections.abc import Iterator
from typing import NamedTuple

from canasta_cli.engine.rule import Act, Do, Reason, Rule, Topic, Verdict, judge
from canasta_cli.engine.table.census import surplus
from canasta_cli.engine.table.position import NOTHING, Holding, Position, without
from canasta_cli.model.cards import Cards
from canasta_cli.model.deal import PlayerCards
from canasta_cli.rules.schema import Ruleset

Answer = Reason | None


class Closing(NamedTuple):
    """The table after the last turn, and what each player shows."""

    position: Position
    left: tuple[PlayerCards, ...]

    def shown(self, player: str) -> PlayerCards | None:
        """What a player shows; ``None`` where nobody said."""
        return next((each for each in self.left if each.player == player), None)

    @property
    def left_over(self) -> Iterator["LeftOver"]:
        """Every hand and every foot that must be shown, and what is shown of it."""
        position = self.position
        for at, player in enumerate(position.players):
            shown = self.shown(player)
            hand, waiting = position.hands[at], position.bonus[at]
            hand = hand.plus(waiting.cards, waiting.unseen)
            yield LeftOver(player, "", hand, None if shown is None else shown.cards)
            foot = shown.foot if shown is not None and shown.foot else None
            if position.feet[at].size or foot:
                yield LeftOver(player, "foot", position.feet[at], foot)


class LeftOver(NamedTuple):
    """A hand or a foot that is left: as the turns tell it, and as it is shown, where it is."""

    player: str
    kind: str
    told: Holding
    shown: Cards | None

    @property
    def cards(self) -> Cards:
        """What it holds: as it is shown, else as far as everybody knows."""
        return self.told.cards if self.shown is None else self.shown

    @property
    def name(self) -> str:
        """Whose it is, in words."""
        return f"{self.player} ({self.kind})" if self.kind else self.player


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
        remedy="record the last turns first; a hand that breaks off ends by force",
        do=Do(Act.END_HAND),
    )


def _count(case: Closing, ruleset: Ruleset) -> Answer:
    """Everybody shows as many cards as the turns left; who is not named holds what is known."""
    wrong = [bunch for bunch in case.left_over if len(bunch.cards) != bunch.told.size]
    if not wrong:
        return None
    each = "; ".join(
        f"{bunch.name} {bunch.told.size}, and "
        + ("nobody said which" if bunch.shown is None else f"{len(bunch.shown)} shown")
        for bunch in wrong
    )
    return Reason(
        False,
        "cards left by the turns: {each}",
        {"each": each},
        needed=wrong[0].told.size,
        have=len(wrong[0].cards),
        remedy="name them all",
        do=Do(Act.SHOW_LEFT, " ".join(_asked(case, wrong))),
    )


def _asked(case: Closing, wrong: list[LeftOver]) -> Iterator[str]:
    """What has to be said of each player: the hand, and behind a slash the foot."""
    for player in dict.fromkeys(bunch.player for bunch in wrong):
        feet = [bunch for bunch in case.left_over if bunch.player == player and bunch.kind]
        yield f"{player}=…" + ("/…" if any(bunch.told.unseen for bunch in feet) else "")


def _known(case: Closing, ruleset: Ruleset) -> Answer:
    for bunch in case.left_over:
        missing = without(bunch.cards, bunch.told.cards)[1]
        if missing:
            return Reason(
                False,
                "{player} is known to hold {missing} still, and does not show it",
                {"player": bunch.name, "missing": " ".join(card.symbol for card in missing)},
                remedy="look at the cards again, or mend the turn in which it was played",
            )
    return None


def _conserved(case: Closing, ruleset: Ruleset) -> Answer:
    position = case.position
    shown = tuple(Holding(bunch.cards) for bunch in case.left_over)
    nothing = (NOTHING,) * len(position.players)
    told = position._replace(hands=shown, feet=nothing, bonus=nothing)
    found = surplus(told, ruleset)
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


LEFT = Topic[Closing](
    Rule("left.over", "Hands are shown when the hand is over.", (), _over),
    Rule(
        "left.count",
        "Everybody shows all the cards that are left, those of a foot never taken up among them.",
        ("deal.cards", "deal.foot"),
        _count,
    ),
    Rule(
        "left.known",
        "Cards that everybody knows a player to hold are held until they are played.",
        (),
        _known,
    ),
    Rule(
        "left.cards",
        "No card can be shown more often than the packs hold it.",
        ("deck.packs", "deck.jokers"),
        _conserved,
    ),
)
