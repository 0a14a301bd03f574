"""Rules ``deal.*`` and ``left.*``: the cards dealt and left; and the check of a recorded game, hand by hand.

The score-keeper and the library call it when a hand begins or ends, and for files.
"""

from collections.abc import Iterator, Mapping, Sequence

from canasta_cli.engine.game.position import Position, more_than_the_deck
from canasta_cli.engine.game.replay import follow, start, with_tallies
from canasta_cli.engine.game.standing import Standing, seat, seats_in_play, standing
from canasta_cli.engine.points import VALUED, WILD, deck_size, points_of, unit_of_points
from canasta_cli.engine.rule import (
    Act,
    Answer,
    Do,
    Judgement,
    Reason,
    RuleFinding,
    Topic,
    judge,
    refusal,
    rule,
)
from canasta_cli.engine.score import count_hand_of
from canasta_cli.engine.view import EMPTY, Held, kept, without
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.game import Game, Hand
from canasta_cli.model.seats import Seating, names_in_hand
from canasta_cli.model.turn import Deal, PlayerCards
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Upcard
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed

# Rules `deal.*`: the cards dealt in a recorded hand.


class DealtCase(NamedTuple):
    """The cards dealt, and the table before the first turn."""

    deal: Deal
    start: Position


def judge_deal(dealt: DealtCase, ruleset: Ruleset) -> Judgement:
    """Ask every rule ``deal.*``."""
    return judge(dealt, RULES_OF_DEAL, ruleset)


@rule("deal.hands", "Every player is dealt the same number of cards.", ("deal.cards",))
def _hands_dealt(case: DealtCase, ruleset: Ruleset) -> Answer:
    needed = ruleset.deal.cards
    wrong = next(
        (each for each in case.deal.hands if not _is_dealt(each, case.deal, ruleset)), None
    )
    if wrong is None:
        return None
    return refusal(
        "{player} was dealt {have:card}; a hand has {needed}",
        {"player": wrong.player},
        needed=needed,
        have=len(wrong.cards),
        fix="count the cards of the hand again",
    )


def _is_dealt(hand: PlayerCards, deal: Deal, ruleset: Ruleset) -> bool:
    """True if a hand is whole; if the stock is unknown, perhaps with what replaced threes, or only threes."""
    own, needed = kept(hand.cards, ruleset).size, ruleset.deal.cards
    threes = hand.cards.size - own
    return hand.cards.size == needed or (threes > 0 and deal.stock is None and own in (needed, 0))


@rule("deal.feet", "In some games every player is also dealt a foot.", ("deal.foot",))
def _feet(case: DealtCase, ruleset: Ruleset) -> Answer:
    needed = ruleset.deal.foot or 0
    wrong = next((hand for hand in case.deal.hands if len(hand.foot) not in (0, needed)), None)
    if wrong is None:
        return None
    return refusal(
        "{player} was dealt a foot of {have:card}; "
        + ("a foot has {needed}" if needed else "these rules have no foot"),
        {"player": wrong.player},
        needed=needed,
        have=len(wrong.foot),
        fix="count the cards of the foot again" if needed else "leave out the foot",
    )


def begins_pile(card: Card, ruleset: Ruleset) -> bool:
    """True if the pile may begin with this upcard."""
    black = card.rank is Rank.BLACK_THREE and not ruleset.deal.black_upcard
    return not (card.rank in ruleset.wild_ranks or card.rank is Rank.RED_THREE or black)


@rule(
    "deal.upcard",
    "The upcard begins the pile. A wild card or a red three, in some games a black three, is "
    "covered by the next card or buried in the stock; in some games there is no upcard.",
    (WILD, "deal.upcard", "deal.black_upcard"),
)
def _upcard(case: DealtCase, ruleset: Ruleset) -> Answer:
    """Refuse an upcard that can't begin the pile; nothing is checked if no card is given."""
    cards, rule = case.deal.upcards, ruleset.deal.upcard
    if not cards:
        return None
    unfit, top = [card for card in cards if not begins_pile(card, ruleset)], cards[-1].symbol
    began = [card for card in cards[:-1] if not (card in unfit or card.rank.three)]
    says = fix = words = ""
    if rule is Upcard.NONE:
        says = "no card is turned up in this game: the pile begins empty"
        fix = "deal without an upcard"
    elif cards[-1] in unfit:
        says = "the pile can't begin with {top}"
        fix = "bury it in the stock, and turn up another card"
        if rule is Upcard.COVERED:
            fix = "name the card turned up on it too, the top card last"
            words = '"W 9"'
    elif len(cards) > 1 and rule is Upcard.BURIED:
        says = "{given:upcard} given, but this game turns up only one"
        fix, words = "name only the top card", top
    elif began:
        says = "{first} can begin the pile, so no other card is turned up on it"
        fix, words = "name only the top card", top
    first = began[0] if began else cards[0]
    facts = {"top": top, "first": first.symbol, "given": len(cards)}
    do = Do(Act.NAME_UPCARD, words) if words else None
    return refusal(says, facts, fix=fix, do=do) if says else None


@rule(
    "deal.count",
    "No card can appear more often than the deck has it.",
    ("deck.packs", "deck.jokers", "melds.runs"),
)
def _count_dealt(case: DealtCase, ruleset: Ruleset) -> Answer:
    where = "dealt, turned up or in the stock"
    return more_than_the_deck(case.start, ruleset, where, "look for a mistyped card")


@rule(
    "deal.stock",
    "The stock is all cards that were not dealt or turned up.",
    ("deck.packs", "deck.jokers"),
)
def _stock(case: DealtCase, ruleset: Ruleset) -> Answer:
    deal = case.deal
    given = [each for each in deal.hands if each.foot or ruleset.deal.foot is None]
    up = bool(deal.upcards) or ruleset.deal.upcard is Upcard.NONE
    if deal.stock is None or len(given) < len(case.start.players) or not up:
        return None
    dealt = sum(len(each.cards + each.foot) for each in given) + len(deal.upcards)
    needed = deck_size(ruleset) - dealt
    have = len(deal.stock)
    return RuleFinding(
        have == needed,
        lambda: Reason(
            "the stock has {have:card}"
            + ("" if have == needed else "; {needed} are left after the deal"),
            needed=needed,
            have=have,
            fix="give all cards of the stock, or none",
        ),
    )


RULES_OF_DEAL = Topic[DealtCase](_hands_dealt, _feet, _upcard, _count_dealt, _stock)


# Rules `left.*`: the cards that players show when a recorded hand is over.


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
    def is_missing(self) -> bool:
        """Return whether it has cards that neither the turns nor the player show."""
        return self.shown is None and bool(self.given.unseen)

    @property
    def name(self) -> str:
        """Name the player, and the foot if it is one."""
        return self.named(self.player)

    def named(self, player: str) -> str:
        """Name the bunch after its player, by another name."""
        return f"{player} ({self.kind})" if self.kind else player


def judge_left(closing: Closing, ruleset: Ruleset) -> Judgement:
    """Ask every rule ``left.*``."""
    return judge(closing, RULES_OF_CARDS_LEFT, ruleset)


@rule("left.over", "Players show their cards when the hand is over.")
def _over(case: Closing, ruleset: Ruleset) -> Answer:
    if case.position.ending is not None:
        return None
    return refusal(
        "the hand is not over: it's {player}'s turn",
        {"player": case.position.player},
        fix="record the last turns first; to end the hand here, type",
        do=Do(Act.END_HAND),
    )


@rule(
    "left.count",
    "All players show all the cards they have left, including a foot not picked up.",
    ("deal.cards", "deal.foot"),
)
def _count_left(case: Closing, ruleset: Ruleset) -> Answer:
    """Refuse hands whose sizes don't match the turns; players not named have their known cards.

    While the hand goes on, nobody has shown any.
    """
    wrong = [bunch for bunch in case.left_over if len(bunch.cards) != bunch.given.at_least]
    if not wrong or case.position.ending is None:
        return None
    # Each player is a fact, so that a name of that time can replace the name.
    facts: dict[str, object] = {f"player{at}": bunch.player for at, bunch in enumerate(wrong)}
    given, missing = list[str](), list[str]()
    for at, bunch in enumerate(wrong):
        name, size = bunch.named(f"{{player{at}}}"), bunch.given.at_least
        shown = len(bunch.shown or ()) or "none"
        if bunch.is_missing:
            missing.append(f"{name} {size}")
        else:
            given.append(f"{name} should have {count_of(size, 'card')} ({shown} given)")
    others = f"missing: {listed(missing)}" if missing else ""
    each = "; ".join((*given, others) if others else given)
    typed = {**dict(_asked(case, wrong)), **dict(_kept(case, wrong, facts))}
    words = [typed[player] for player in case.position.players if player in typed]
    return refusal(
        f"the number of cards is wrong: {each}" if given else f"cards left in hands are {each}",
        facts,
        needed=wrong[0].given.size,
        have=len(wrong[0].cards),
        fix="give all the cards",
        do=Do(Act.SHOW_LEFT, " ".join(words)),
    )


def _kept(
    case: Closing, wrong: list[LeftOver], facts: dict[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield the players whose cards are right, with the words typed for them; add their ``facts``."""
    again = {bunch.player for bunch in wrong}
    for at, held in enumerate(each for each in case.left if each.player not in again):
        facts |= {f"kept{at}": held.player, f"cards{at}": held.cards, f"foot{at}": held.foot}
        if held.points is not None:
            yield held.player, f"{{kept{at}}}=minus:{held.points}"
        elif held.cards or held.foot:
            foot = f"/{{foot{at}}}" if held.foot else ""
            yield held.player, f"{{kept{at}}}={{cards{at}}}{foot}"


def _asked(case: Closing, wrong: list[LeftOver]) -> Iterator[tuple[str, str]]:
    """Yield players with the words to type for them: the hand, and the foot after a slash."""
    places = {bunch.player: at for at, bunch in enumerate(wrong)}
    for player, at in places.items():
        feet = [bunch for bunch in case.left_over if bunch.player == player and bunch.kind]
        yield (
            player,
            f"{{player{at}}}=…" + ("/…" if any(bunch.given.unseen for bunch in feet) else ""),
        )


@rule("left.known", "A card that a player is known to have stays in the hand until it is played.")
def _known(case: Closing, ruleset: Ruleset) -> Answer:
    for bunch in case.left_over:
        missing = without(bunch.cards, bunch.given.cards)[1]
        if missing:
            return refusal(
                bunch.named("{player}")
                + " must still have {missing}, missing from the cards given",
                {
                    "player": bunch.player,
                    "missing": listed(
                        card.symbol if card.suit else card.rank.one for card in missing
                    ),
                },
                fix="check the cards again, or amend the turn in which it was played",
            )
    return None


@rule(
    "left.cards",
    "No card can appear more often than the deck has it.",
    ("deck.packs", "deck.jokers", "melds.runs"),
)
def _conserved(case: Closing, ruleset: Ruleset) -> Answer:
    position = case.position
    shown = tuple(Held(bunch.cards) for bunch in case.left_over)
    nothing = (EMPTY,) * len(position.players)
    given = position.replace(hands=shown, feet=nothing, bonus=nothing)
    where, fix = "on the table and in the hands", "count the cards in the hands again"
    return more_than_the_deck(given, ruleset, where, fix, before=position)


@rule(
    "left.points",
    "The points of cards left in a hand are those of real cards, and at least those of the cards "
    "known.",
    VALUED,
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


RULES_OF_CARDS_LEFT = Topic[Closing](_over, _count_left, _known, _conserved, _points)


# Check a recorded game: count every score again, and judge every hand.


class Mismatch(NamedTuple):
    """An error in a recorded game.

    ``hand`` counts from 1, 0 is the game itself; ``side`` is ``None`` if it is not of one side.
    ``turn`` is the turn of a hand recorded turn by turn, from 1; one more than the last turn stands
    for the cards shown at the end. ``expected`` and ``found`` are points if a score is wrong;
    ``finding`` is the finding of a rule that refuses a tally or a turn. ``line`` is its line in a file.
    """

    hand: int
    side: str | None
    what: str
    expected: int | None = None
    found: int | None = None
    finding: RuleFinding | None = None
    turn: int = 0
    line: int | None = None


class Verified(NamedTuple):
    """Everything in a game that contradicts its rules, from the first hand on.

    ``standing`` is the game counted again, with every turn replayed; ``None`` if its players do not
    fit the rules.
    """

    differences: tuple[Mismatch, ...]
    standing: Standing | None


def verified(game: Game, ruleset: Ruleset) -> Verified:
    """Count a game again, and judge every hand."""
    try:
        seat(game.players, game.sides, ruleset)
    except NotUnderstood as error:
        return Verified((Mismatch(0, None, error.message),), None)
    found: dict[int, GoneThrough] = {}

    def played(hand: Hand, deal: Deal, seats: Seating, ruleset: Ruleset) -> Hand:
        """Replay a hand once, for both its tallies and the findings against its turns."""
        gone = found[seats.number] = gone_through(deal, seats, ruleset)
        return with_tallies(hand, deal, gone.now, ruleset)

    stand = standing(game, ruleset, played)
    return Verified((*_differences_of_hands(stand, found), *_in_play(stand)), stand)


class GoneThrough(NamedTuple):
    """A hand checked turn by turn: the table at its end, and the findings against each turn.

    Turn 0 is the deal; one more than the last turn stands for the cards shown at the end.
    """

    now: Position
    against: tuple[tuple[int, RuleFinding], ...]


def _differences_of_hands(stand: Standing, found: Mapping[int, GoneThrough]) -> Iterator[Mismatch]:
    names = [side.name for side in stand.game.sides]
    for played in stand.hands:
        if played.hand.played is not None:
            yield from _differences(stand.game, played.number, found[played.number])
        elif not played.hand.forced:
            counted = count_hand_of(stand.game, played.hand.tallies, stand.ruleset)
            for name, finding in counted.refused(names):
                yield Mismatch(played.number, name or None, "", finding=finding)
        for name, points, claimed in zip(names, played.points, played.hand.claimed, strict=False):
            if claimed is not None and claimed != points:
                yield Mismatch(played.number, name, "score", points, claimed)


def _in_play(stand: Standing) -> Iterator[Mismatch]:
    """Check the hand that is not over yet."""
    deal = stand.game.deal
    if deal is not None:
        seats = seats_in_play(stand, deal)
        gone = gone_through(deal, seats, stand.ruleset)
        yield from _differences(stand.game, seats.number, gone)


def gone_through(deal: Deal, seats: Seating, ruleset: Ruleset) -> GoneThrough:
    """Check the deal of a hand, its turns and the cards shown at its end, unless forced."""
    now = start(deal, seats, ruleset)
    dealt = judge_deal(DealtCase(deal, now), ruleset)
    found = [(0, finding) for finding in dealt.refused]
    for number, recorded in enumerate(deal.turns, 1):
        now, one = follow(now, recorded.turn, ruleset)
        if one is not None and not recorded.forced:
            found += [(number, finding) for finding in one.refused]
    if deal.left is not None and not deal.left_forced:
        closing = judge_left(Closing(now, deal.left), ruleset)
        found += [(len(deal.turns) + 1, finding) for finding in closing.refused]
    return GoneThrough(now, tuple(found))


def _differences(game: Game, hand: int, gone: GoneThrough) -> Iterator[Mismatch]:
    for turn, finding in named_as_then(gone.against, game, hand):
        yield Mismatch(hand, None, "", finding=finding, turn=turn)


def named_as_then(
    against: tuple[tuple[int, RuleFinding], ...], game: Game, hand: int
) -> tuple[tuple[int, RuleFinding], ...]:
    """Return findings against turns of a hand with the names of those who sat there then."""
    if not game.arrivals:
        return against
    names = names_in_hand(game, hand)
    return tuple((turn, finding.with_names(names)) for turn, finding in against)
