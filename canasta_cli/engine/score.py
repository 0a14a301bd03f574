"""Judge and count all tallies of a hand; rules ``tally.*``: what sides can't have at its end.

The score-keeper, the library and the checks of recorded games call it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from canasta_cli.engine.items import (
    BLACK,
    ITEMS,
    MINUS,
    POINTS,
    RED,
    Sheet,
    canastas,
    figure_names,
    in_hands,
    merged,
    on_table,
    pool,
    red_threes,
    sheets,
)
from canasta_cli.engine.melds import RULES_OF_GOING_OUT, judge_meld, wilds_allowed, with_canastas
from canasta_cli.engine.points import (
    PAID,
    VALUED,
    WILD,
    everything,
    grades,
    in_packs,
    least_of_canasta,
    open_melds,
    surpluses,
    unit_of_points,
    value,
)
from canasta_cli.engine.rule import (
    Answer,
    Judgement,
    RuleFinding,
    Topic,
    judge,
    refusal,
    rule,
    verdict_of_all,
)
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    Cards,
    Rank,
    Shape,
    meld_under,
    together,
    unsuited_run,
)
from canasta_cli.model.game import Game, Tally
from canasta_cli.rules.library import Substance
from canasta_cli.rules.names import TOPICS, behind, figure_word, penalty
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import OF_RANKS, Grade, SameRank, WildsIn, named
from canasta_cli.rules.vocabulary import canastas as words
from canasta_cli.values import NamedTuple
from canasta_cli.words import closest, listed

# Judge all tallies of a hand, and count a sheet for each.


class HandCount(NamedTuple):
    """A counted hand: a sheet and a verdict for each side, and a verdict for all together."""

    sheets: tuple[Sheet, ...]
    sides: tuple[Judgement, ...]
    table: Judgement

    @property
    def verdicts(self) -> tuple[Judgement, ...]:
        """The verdicts of all sides, then that of the table."""
        return (*self.sides, self.table)

    @property
    def possible(self) -> bool:
        """True if no rule refuses any of the tallies."""
        return all(verdict.legal is not False for verdict in self.verdicts)

    def refused(self, names: Iterable[str]) -> Iterator[tuple[str, RuleFinding]]:
        """Yield the reasons against the tallies, each with its side; empty for all together."""
        for side, verdict in zip((*names, ""), self.verdicts, strict=True):
            for finding in verdict.refused:
                yield side, finding

    @property
    def senseless(self) -> bool:
        """True if a tally names a figure that these rules don't have; not even force records it."""
        return any(f.rule == "tally.figures" for side in self.sides for f in side.refused)

    @property
    def beyond_deck(self) -> bool:
        """True if it has more cards of a rank than the deck: a mistake, unless the deck is another one."""
        return any(f.rule == "tally.packs" for f in self.table.refused)

    @property
    def can_be_forced(self) -> bool:
        """True if it may be right although the rules refuse it."""
        return not (self.senseless or self.beyond_deck)


def count_hand(
    tallies: tuple[Tally, ...], players: tuple[tuple[str, ...], ...], ruleset: Ruleset
) -> HandCount:
    """Judge and count a hand; ``tallies`` and ``players`` are in the same order of sides."""
    pooled = pool(tallies, ruleset)
    sides = tuple(
        judge_side(table, own, _in_play(names, ruleset), ruleset)
        for table, own, names in zip(pooled, tallies, players, strict=True)
    )
    table = judge(HandTallies(tallies, players), RULES_OF_TALLIES, ruleset)
    return HandCount(sheets=sheets(tallies, ruleset), sides=sides, table=table)


@lru_cache(maxsize=1_000)
def judge_side(pooled: Tally, own: Tally, players: int, ruleset: Ruleset) -> Judgement:
    """Judge all that can be judged of one side's tally without the other sides'.

    Melds are judged as they are on the table (``pooled``), the rest as the side itself gave it
    (``own``); the two differ only if partners for one hand pool their melds. A tally with a score
    has no melds, and may say that the side went out.
    """
    found = [
        judge_meld(meld, ruleset, going_out=pooled.went_out)
        for meld in merged(pooled.melds, ruleset)
    ]
    if own.out is not None and own.score is None:
        going_out = with_canastas(canastas(pooled, ruleset), red_threes(pooled), ruleset)
        found.append(judge(going_out, RULES_OF_GOING_OUT, ruleset))
    found.append(judge(SideTally(own, pooled, players), RULES_OF_SIDE, ruleset))
    return verdict_of_all(found, ruleset)


def _in_play(names: tuple[str, ...], ruleset: Ruleset) -> int:
    """The number of a side's players who are dealt cards."""
    if ruleset.one_sits_out:
        return min(len(names), *ruleset.seats.sides)
    return len(names)


def count_hand_of(game: Game, tallies: tuple[Tally, ...], ruleset: Ruleset) -> HandCount:
    """Judge and count one hand of a game."""
    return count_hand(tallies, tuple(side.players for side in game.sides), ruleset)


def count_one_side(tally: Tally, ruleset: Ruleset) -> HandCount:
    """Judge and count one side's tally, without those of the others.

    Where a player may play alone, a side that went out is counted as that player's: the question
    concerns the whole table.
    """
    alone = ruleset.one_alone
    names = tuple(str(number) for number in range(2 if alone else max(ruleset.seats.sides)))
    side = tally._replace(alone=names[0] if alone and tally.went_out else None)
    return count_hand((side,), (names,), ruleset)


def outcome_of(counted: HandCount) -> Substance:
    """Return what a count comes to: its sheets, and the reasons against the tallies."""
    refused = (finding for verdict in counted.verdicts for finding in verdict.refused)
    return Substance((counted.possible, counted.sheets), tuple(refused))


def undocumented_in(counted: HandCount, ruleset: Ruleset) -> tuple[str, ...]:
    """List the undocumented values on which the count of a hand, or its verdicts, would depend."""
    read = {what.value for side in counted.sides for what in side.unknown}
    for sheet in counted.sheets:
        read.update(behind_sheet(sheet, ruleset))
    return tuple(path for path in ruleset.unknown if path in read)


def behind_sheet(sheet: Sheet, ruleset: Ruleset) -> tuple[str, ...]:
    """List the undocumented values on which one side's sheet depends."""
    if not ruleset.unknown:
        return ()
    read = {path for line in sheet.lines for path in read_by(line.item, ruleset)}
    return tuple(path for path in ruleset.unknown if path in read)


def read_by(item: str, ruleset: Ruleset) -> tuple[str, ...]:
    """List the parameters that a scoring item reads."""
    (reads,) = (each.reads for each in ITEMS if each.id == item)
    return behind(reads, ruleset)


# Canastas that a tally gives as numbers: if the deck has the cards for them, and their least points.
#
# A canasta takes its seven cards (``melds.canasta``) from one rank and the wild cards, so numbers are held
# against the deck as cards are: two packs have eight kings, enough for one natural canasta of kings, or for
# two mixed ones, never for both kinds at once.

MAKING_CANASTAS = (
    *(WILD, "melds.canasta", "melds.min_naturals", "melds.max_wilds", "melds.wild_ratio"),
    *("ranks.*.wilds", "ranks.*.canasta_from", "melds.same_rank", "deck.packs", "deck.jokers"),
    *(*PAID, *VALUED),
)
"""The parameters that decide which cards make canastas, how many there are, and what they are worth."""
Numbers = Mapping[Grade, int]
"""The number of canastas of each grade."""


class _Need(NamedTuple):
    """The fewest wild cards and the fewest card points with which some canastas can be made."""

    wilds: int
    points: int


class _Use(NamedTuple):
    """One way to use a rank: how many canastas of the general grades it gives, and their need."""

    natural: int
    mixed: int
    need: _Need


def least_points(numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset) -> int | None:
    """The card points that canastas of ``sides`` sides are worth at least; ``None``: not enough cards.

    Cards in ``seen`` are elsewhere. Sequences are held only against the suits of the deck.
    """
    size, wild_ranks = ruleset.melds.canasta, ruleset.wild_ranks
    wilds = sum(_left(rank, seen, ruleset) for rank in wild_ranks.wild)
    others = {
        grade: number
        for grade, number in numbers.items()
        if (grade.general or grade) not in (Grade.NATURAL, Grade.MIXED)
    }
    if not all(number <= _most(grade, ruleset) for grade, number in others.items()):
        return None
    wild_canastas = sum(
        number for grade, number in others.items() if (grade.general or grade) is Grade.WILD
    )
    sets = _least_need(numbers, seen, sides, ruleset)
    if sets is None or sets.wilds + size * wild_canastas > wilds:
        return None
    return sets.points + sum(
        number * least_of_canasta(grade, ruleset) for grade, number in others.items()
    )


def most_canastas(grade: Grade, number: int, seen: Cards, sides: int, ruleset: Ruleset) -> int:
    """The most canastas of one grade that the deck has cards for, up to a number."""

    def lacks(more: int) -> bool:
        return least_points({grade: more}, seen, sides, ruleset) is None

    return bisect_left(range(1, number + 1), True, key=lacks)


def _left(rank: Rank, seen: Cards, ruleset: Ruleset) -> int:
    """The cards of a rank that are not elsewhere; none if more are seen than the deck has."""
    return max(in_packs(rank, ruleset) - seen.of(rank), 0)


def _most(grade: Grade, ruleset: Ruleset) -> int:
    """The most canastas of a grade that is neither natural nor mixed, in a deck used for nothing else."""
    size = ruleset.melds.canasta
    if grade is Grade.RUN:
        # Two sequences of seven don't fit between four and ace: each suit of a pack gives one.
        in_suit = len(FOUR_TO_ACE) // size
        return 4 * ruleset.deck.packs * in_suit
    if grade is Grade.THREES:
        threes = (Rank.RED_THREE, Rank.BLACK_THREE)
        return sum(in_packs(rank, ruleset) for rank in threes) // size
    if grade.rank is None:
        return sum(in_packs(rank, ruleset) for rank in ruleset.wild_ranks.wild) // size
    return in_packs(grade.rank, ruleset) // (ruleset.ranks.canasta_from[grade.rank] or size)


def _least_need(numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset) -> _Need | None:
    """The least that natural and mixed canastas need; ``None`` if the ranks don't have the cards."""
    natural, mixed = numbers.get(Grade.NATURAL, 0), numbers.get(Grade.MIXED, 0)
    best = {(0, 0): _Need(0, 0)}
    for rank in ruleset.wild_ranks.natural:
        uses = tuple(_uses(rank, numbers, seen, sides, ruleset))
        further: dict[tuple[int, int], _Need] = {}
        for (had, had_mixed), need in best.items():
            for use in uses:
                now = min(natural, had + use.natural), min(mixed, had_mixed + use.mixed)
                added = _Need(need.wilds + use.need.wilds, need.points + use.need.points)
                other = further.get(now, added)
                # The fewest of each, which may be two ways: too low rather than too high.
                further[now] = _Need(*map(min, added, other))
        best = further
    return best.get((natural, mixed))


def _uses(
    rank: Rank, numbers: Numbers, seen: Cards, sides: int, ruleset: Ruleset
) -> Iterator[_Use]:
    """Yield the numbers of canastas for which a rank has the cards; those paid by the rank are all in."""
    paid, have = grades(ruleset), _left(rank, seen, ruleset)
    size, merged = ruleset.melds.canasta, ruleset.melds.same_rank is SameRank.MERGED
    own, own_mixed = OF_RANKS[rank, Grade.NATURAL], OF_RANKS[rank, Grade.MIXED]
    most_wilds = _most_wilds(rank, ruleset)
    most = have // max(size - most_wilds, 1)
    most = min(most, sides) if merged else most
    for natural in range(min(most, have // size) + 1):
        for mixed in range(most - natural + 1):
            if own in paid and natural != numbers.get(own, 0):
                continue
            if own_mixed in paid and mixed != numbers.get(own_mixed, 0):
                continue
            left = have - size * natural
            wilds = max(mixed, size * mixed - left)
            if wilds <= mixed * most_wilds:
                points = natural * size * value(rank, ruleset) + mixed * least_of_canasta(
                    own_mixed, ruleset
                )
                general = natural * (own not in paid), mixed * (own_mixed not in paid)
                yield _Use(*general, _Need(wilds, points))


def _most_wilds(rank: Rank, ruleset: Ruleset) -> int:
    """The most wild cards in a canasta of a rank."""
    melds = ruleset.melds
    if ruleset.ranks.wilds[rank] is WildsIn.NEVER:
        return 0
    most = min(melds.max_wilds, melds.canasta - melds.min_naturals)
    fits = (
        wilds
        for wilds in range(most, 0, -1)
        if wilds_allowed(melds.canasta - wilds, wilds, melds.wild_ratio) >= wilds
    )
    return next(fits, 0)


# Rules `tally.*`: what one side can't have at the end of a hand.


class SideTally(NamedTuple):
    """One side's tally, and the number of its players in play.

    ``pooled`` is what counts for the side: with partners for one hand, the tallies of both.
    """

    tally: Tally
    pooled: Tally
    players: int


@rule(
    "tally.figures",
    "A tally may give numbers for the kinds of canasta that the game scores, for card points, and "
    "for red or black threes.",
    (WILD, *PAID, "threes.lay_black", "deal.foot"),
)
def _figures(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.tally.figures:
        return None
    names = tuple(figure_names(ruleset))
    unexpected = [figure.name for figure in case.tally.figures if figure.name not in names]
    if not unexpected:
        return None
    word, *words = (figure_word(name, ruleset) for name in (unexpected[0], *names))
    return refusal(
        "“{name}:” can't be counted in this game",
        {"name": word},
        fix=_choices(word, words, "words for counts"),
    )


def _choices(word: str, names: Sequence[str], what: str) -> str:
    """List the names that are allowed instead of a word, after the one that it may mean."""
    found, known = closest(word, names), f"{what} are {listed(names)}"
    return f"did you mean “{found[0]}”? The {known}" if found else f"the {known}"


@rule(
    "tally.suits",
    "In games with sequences, a sequence is written with its suit.",
    (WILD, "melds.runs"),
    when=lambda rules: rules.melds.runs,
)
def _suits(case: SideTally, ruleset: Ruleset) -> Answer:
    """Refuse a meld that can only be a sequence and lacks its suit."""
    wild_ranks = ruleset.wild_ranks
    unsuited = [meld for meld in case.pooled.melds if unsuited_run(meld.cards, wild_ranks)]
    if not unsuited:
        return None
    return refusal(
        "{meld} can only be a sequence, and its suit is missing",
        {"meld": unsuited[0]},
        fix="name the suit: 4H5H6H, or H:4-T for a sequence of hearts from four to ten",
    )


@rule("tally.steps", "All points are multiples of five in most games.", VALUED)
def _steps(case: SideTally, ruleset: Ruleset) -> Answer:
    step = unit_of_points(ruleset)
    numbers = [case.tally.figure(POINTS), case.tally.figure(MINUS), case.tally.score or 0]
    numbers += [award.points for award in case.tally.awards if award.points is not None]
    odd = [number for number in numbers if number % step]
    if not odd:
        return None
    return refusal(
        "{points} is not a multiple of {step}; all points of a hand are",
        {"points": odd[0], "step": step},
        fix=f"count again; perhaps {odd[0] - odd[0] % step} or {odd[0] - odd[0] % step + step}",
    )


@rule("tally.score", "A score is the result of a whole hand: cards and counts are not added to it.")
def _score(case: SideTally, ruleset: Ruleset) -> Answer:
    tally = case.tally
    if tally.score is None or not (tally.cards or tally.figures or tally.special):
        return None
    return refusal(
        "“score:{score}” is the whole hand; nothing else can be counted with it",
        {"score": tally.score},
        fix="leave out the score, or the cards and counts; "
        "out, stock, penalty: and bonus: may stay",
    )


@rule(
    "tally.canasta-points",
    "The cards of canastas are worth at least as much as the lowest cards that make them; a mixed "
    "canasta has a wild card.",
    MAKING_CANASTAS,
)
def _canasta_points(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.pooled.figures:
        return None
    numbers, have = _numbers((case.pooled,), ruleset), case.pooled.figure(POINTS)
    least = least_points(numbers, case.pooled.cards, 1, ruleset) if numbers else None
    if least is None or have >= least:
        return None
    return refusal(
        "“points:{have}” is too low; the cards of {canastas} are worth at least {needed}"
        if have
        else "the card points are missing; the cards of {canastas} are worth at least {needed}",
        {"canastas": words(sum(numbers.values()))},
        needed=least,
        have=have,
        fix="give the card points of all melded cards, including those in canastas: "
        f"points:{least} or more",
    )


@rule("tally.hands", "Only players who did not go out have cards left.", ("seats.sides",))
def _hands(case: SideTally, ruleset: Ruleset) -> Answer:
    hands, most = len(case.tally.left), case.players - (1 if case.tally.went_out else 0)
    if hands <= most:
        return None
    return refusal(
        "this tally has “left:” {have:time}; at most {needed:player} of this side can have cards left"
        if most
        else "a player who goes out has no cards left, and nobody else is on this side",
        needed=most,
        have=hands,
        fix="write “left:” once for each player with cards left; a player who goes out has none",
    )


@rule(
    "tally.red-threes-left",
    "Red threes are not kept in the hand; one left at the end costs what the game says.",
    ("ranks.3R.left",),
)
def _red_three_left(case: SideTally, ruleset: Ruleset) -> Answer:
    have = sum(bunch.of(Rank.RED_THREE) for bunch in (*case.tally.left, *case.tally.feet))
    if not have or ruleset.ranks.left[Rank.RED_THREE] is not None:
        return None
    return refusal(
        "this side has {have:red three} left in hand",
        have=have,
        fix="if it was laid out, write it as a separate word: 3R",
    )


@rule(
    "tally.black-laid",
    "Black threes are laid out outside melds only in games that score them.",
    ("threes.lay_black",),
)
def _black_laid(case: SideTally, ruleset: Ruleset) -> Answer:
    if ruleset.black_laid or not case.tally.threes.of(Rank.BLACK_THREE):
        return None
    return refusal(
        "black threes are not laid out under these rules",
        fix="write melded black threes as 3B3B3B, those left in a hand as left:3B",
    )


@rule("tally.foot", "Only some games deal a foot.", ("deal.foot",))
def _foot(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.tally.feet or ruleset.deal.foot is not None:
        return None
    return refusal("these rules have no foot", fix="write cards left in a hand as left:55K")


@rule("tally.special", "A special hand is one that the game names.", ("special.hands",))
def _special(case: SideTally, ruleset: Ruleset) -> Answer:
    name = case.tally.special
    if name is None or named(name, ruleset.special.hands) is not None:
        return None
    names = tuple(hand.name for hand in ruleset.special.hands)
    return refusal(
        "“{name}” is not a special hand of these rules",
        {"name": name},
        fix=_choices(name, names, "special hands") if names else "write out or concealed instead",
    )


@rule(
    "tally.penalty",
    "A penalty can be given by name only if the game sets its points.",
    tuple(topic.path for topic in TOPICS.values()),
)
def _topics(case: SideTally, ruleset: Ruleset) -> Answer:
    given = [award.topic for award in case.tally.awards if award.topic is not None]
    unexpected = [topic for topic in given if penalty(topic, ruleset) is None]
    if not unexpected:
        return None
    known = tuple(topic for topic in TOPICS if penalty(topic, ruleset) is not None)
    agreed = "write the points that you agree on: penalty:100"
    return refusal(
        "these rules give no penalty for “{name}”",
        {"name": unexpected[0]},
        fix=f"{_choices(unexpected[0], known, 'penalties')}; or {agreed}" if known else agreed,
    )


@rule(
    "tally.same-rank",
    "If a side may start a second meld of a rank after a canasta, only one of them can be "
    "unfinished.",
    (WILD, "melds.same_rank", "melds.canasta"),
    when=lambda rules: rules.melds.same_rank is SameRank.AFTER_CANASTA,
)
def _same_rank(case: SideTally, ruleset: Ruleset) -> Answer:
    short = [
        meld.rank
        for meld in (meld_under(ruleset.wild_ranks, each) for each in case.pooled.melds)
        if meld.shape is Shape.SET and meld.size < ruleset.melds.canasta
    ]
    twice = next((rank for rank in short if rank and short.count(rank) > 1), None)
    if twice is None:
        return None
    return refusal(
        "there are two melds of {rank}, and neither is a canasta",
        {"rank": twice.many},
        fix="write them as one meld; a second meld of a rank may start when the first is a canasta",
    )


@rule(
    "tally.finished",
    "In some games a side may not go out while certain melds are unfinished.",
    (WILD, "out.finished", "melds.canasta", "melds.same_rank"),
    when=lambda rules: bool(rules.out.finished),
)
def _finished(case: SideTally, ruleset: Ruleset) -> Answer:
    if not case.tally.went_out or case.tally.special is not None:
        return None
    found = open_melds(merged(case.pooled.melds, ruleset), ruleset)
    if not found:
        return None
    return refusal(
        "{meld} is unfinished; the side could not go out with it",
        {"meld": found[0]},
        fix="check the cards of the meld, or who went out",
    )


@rule(
    "tally.feet",
    "Only a player who did not go out can have a foot left; in some games, no player of the "
    "side that goes out can.",
    ("deal.foot", "out.partner_foot", "seats.sides"),
    when=lambda rules: rules.deal.foot is not None,
)
def _feet(case: SideTally, ruleset: Ruleset) -> Answer:
    have, most = len(case.tally.feet), case.players
    if case.tally.went_out:
        most = 0 if ruleset.out.partner_foot else most - 1
    if have <= most:
        return None
    return refusal(
        "a side that goes out can have {needed:foot|feet} left; this side has {have}"
        if case.tally.went_out
        else "this side has {have:foot|feet} left; it can have {needed}",
        needed=most,
        have=have,
        fix="write one foot: for each player who didn't pick it up; write other cards as left:",
    )


@rule(
    "tally.special-melds",
    "A side that shows a special hand has no melds.",
    ("special.hands",),
    when=lambda rules: bool(rules.special.hands),
)
def _special_melds(case: SideTally, ruleset: Ruleset) -> Answer:
    if case.tally.special is None or not case.pooled.melds:
        return None
    return refusal(
        "a side that shows a special hand has no melds",
        fix="leave out the melds, or write out instead of special:",
    )


RULES_OF_SIDE = Topic[SideTally](
    _figures,
    _suits,
    _steps,
    _score,
    _canasta_points,
    _hands,
    _red_three_left,
    _black_laid,
    _foot,
    _special,
    _topics,
    _same_rank,
    _finished,
    _feet,
    _special_melds,
)


# Rules `tally.*`: what all sides together can't have at the end of a hand.


class HandTallies(NamedTuple):
    """All sides' tallies, with the players of each side."""

    tallies: tuple[Tally, ...]
    players: tuple[tuple[str, ...], ...]


@rule("tally.one-out", "A hand ends when one player goes out.")
def _one_out(case: HandTallies, ruleset: Ruleset) -> Answer:
    out = sum(tally.went_out for tally in case.tallies)
    if out <= 1:
        return None
    return refusal(
        "{have:side} went out; only one can",
        needed=1,
        have=out,
        fix="keep “out” or “concealed” only for the side that ended the hand",
    )


@rule("tally.stock", "A hand ends with an empty stock only if nobody goes out.")
def _stock(case: HandTallies, ruleset: Ruleset) -> Answer:
    stock = any(tally.stock for tally in case.tallies)
    if not stock or not any(tally.went_out for tally in case.tallies):
        return None
    return refusal(
        "the stock ran out and a side went out; a hand ends in only one of these ways",
        fix="keep “stock” only if nobody went out",
    )


@rule(
    "tally.packs",
    "No card can appear more often than the deck has it.",
    ("deck.packs", "deck.jokers"),
)
def _packs(case: HandTallies, ruleset: Ruleset) -> Answer:
    cards = together(tally.cards for tally in case.tallies)
    if not cards and not any(tally.figures for tally in case.tallies):
        return None
    counts = Counter(cards.by_rank())
    counts[Rank.RED_THREE] += sum(tally.figure(RED) for tally in case.tallies)
    counts[Rank.BLACK_THREE] += sum(tally.figure(BLACK) for tally in case.tallies)
    over = [(f"{have} {many}", most) for _, many, have, most in surpluses(counts, cards, ruleset)]
    if not over:
        return None
    return refusal(
        "that makes {over}",
        {
            "over": "; the deck has ".join(map(str, over[0]))
            if len(over) == 1
            else listed(f"{cards} (the deck has {most})" for cards, most in over)
        },
        fix="count the cards on the table and in the hands again",
    )


def _numbers(tallies: Sequence[Tally], ruleset: Ruleset) -> Mapping[Grade, int]:
    """The canastas that some tallies give as numbers."""
    given = {
        grade: sum(tally.figure(grade.value) for tally in tallies) for grade in grades(ruleset)
    }
    return +Counter(given)


@rule(
    "tally.canastas",
    "The deck has the cards for every canasta; a side can't have more than one of a rank where its "
    "melds of a rank are one.",
    MAKING_CANASTAS,
)
def _canastas(case: HandTallies, ruleset: Ruleset) -> Answer:
    """Hold canastas given as numbers against the deck: first those of each side, then all together."""
    if not any(tally.figures for tally in case.tallies):
        return None
    for tallies in (*((each,) for each in case.tallies), case.tallies):
        numbers = _numbers(tallies, ruleset)
        seen = together(tally.cards for tally in tallies)
        if not numbers or least_points(numbers, seen, len(tallies), ruleset) is not None:
            continue
        (grade, number), *others = numbers.items()
        most = None if others else most_canastas(grade, number, seen, len(tallies), ruleset)
        cards = "doesn't have the cards" if most is None else f"has cards for {most or 'none'}"
        return refusal(
            "{canastas} can't be{together}: the deck {cards}",
            {
                "canastas": listed(words(each, (kind,)) for kind, each in numbers.items()),
                "together": "" if len(tallies) == 1 else " in one hand",
                "cards": cards,
            },
            needed=most,
            have=None if others else number,
            fix="count the canastas again, or write their cards: 7xK QQQQQ22",
        )
    return None


@rule(
    "tally.points",
    "Melds and hands together are worth no more than the whole deck.",
    ("deck.packs", "deck.jokers", *VALUED),
)
def _points(case: HandTallies, ruleset: Ruleset) -> Answer:
    have = sum(on_table(tally, ruleset) + in_hands(tally, ruleset) for tally in case.tallies)
    if not have or have <= (most := everything(ruleset)):
        return None
    return refusal(
        "that makes {have:card point}; the whole deck is worth {needed}",
        needed=most,
        have=have,
        fix="give only card values in points: and minus:, without bonuses and red threes",
    )


@rule(
    "tally.alone",
    "In games where one player plays alone each hand, a tally names that player: "
    "the first to take the pile, or who went out if nobody took it.",
    ("seats.partners",),
)
def _alone(case: HandTallies, ruleset: Ruleset) -> Answer:
    named = [
        (tally.alone, place) for place, tally in enumerate(case.tallies) if tally.alone is not None
    ]
    # A score needs no partners: it is the player's own.
    out = any(tally.went_out and tally.score is None for tally in case.tallies)
    if not named and not (ruleset.one_alone and out):
        return None
    if not ruleset.one_alone:
        return refusal(
            "no player plays alone under these rules",
            fix=f"leave out alone:{named[0][0]}",
        )
    if len(named) > 1:
        return refusal(
            "{have:tally|tallies} name who played alone",
            needed=1,
            have=len(named),
            fix="only one player plays alone: write it once, in that player's tally",
        )
    if not named:
        return refusal(
            "no tally names who played alone",
            fix="add alone:NAME to the tally of the player who took the pile first, or who went out "
            "if nobody took it",
        )
    name, place = named[0]
    if name in case.players[place]:
        return None
    return refusal(
        "the tally of {owner} has alone:{name}",
        {"name": name, "owner": case.players[place][0]},
        fix="move it to the tally of the player who played alone",
    )


RULES_OF_TALLIES = Topic[HandTallies](_one_out, _stock, _packs, _canastas, _points, _alone)
