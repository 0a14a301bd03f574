"""Format ways to open and to go out, best first, or how much is missing.

The command ``suggest`` calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from canasta_cli.model.turn import Turn
from canasta_cli.notation.cards import name_meld
from canasta_cli.rules.vocabulary import SpecialHand, Tier, asked
from canasta_cli.show.depending import missing_blocks
from canasta_cli.show.finding import clauses_of, message
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import LONGEST_CELL, Block, Grid, Style, Text
from canasta_cli.show.verdict import bonus_needs_blocks, either_bonus, name_of
from canasta_cli.values import NamedTuple
from canasta_cli.words import as_sentence, count_of, points

if TYPE_CHECKING:
    from canasta_cli.engine.movegen.choices import NearMiss, Way, Ways
    from canasta_cli.engine.movegen.initial_melds import Openings
    from canasta_cli.engine.rule import Missing
    from canasta_cli.engine.turn.judge import DiscardVerdict


# Format ways to open and to go out, best first, or how much is missing.

NO_NEAR_WAY = "You can't get rid of all your cards with melds and lay-offs."
MORE = "Only some of the ways are listed."
NOT_ALL_TRIED = "The hand has too many possible melds to try them all; there may be other ways."


def join_facts(*many: Iterable[Missing]) -> tuple[Missing, ...]:
    """Join lists of missing facts, each fact once."""
    return tuple(dict.fromkeys(what for unknown in many for what in unknown))


def _melds(way: Way) -> str:
    if way.special is not None:
        wins = ", which wins the game" if way.special.wins else ""
        return f"the special hand “{way.special.name}”{wins}"
    begins = [clauses_of(Turn((way.take,)))] if way.take else []
    begins += [f"join {rank.value}" for rank in way.joins]
    melds = ", ".join((*begins, *([" ".join(map(name_meld, way.melds))] if way.melds else ())))
    takes = f" (with the {way.takes.symbol} from the pile)" if way.takes else ""
    last = f", discard {way.discard.symbol}" if way.discard else ""
    return f"{melds or 'nothing to meld'}{takes}{last}"


class OpeningsFound(NamedTuple):
    """The openings to show: what an initial meld needs, and the ways that were found.

    ``special`` is the special hand that the whole hand is; ``missing`` are the facts missing to
    show it.
    """

    needs: Tier
    found: Openings
    special: SpecialHand | None = None
    missing: tuple[Missing, ...] = ()

    @property
    def best(self) -> tuple[tuple[str, Way], ...]:
        """The best way by each measure, with the name of the measure."""
        named = (
            ("fewest cards", self.found.fewest_cards),
            ("most points", self.found.most_points),
            ("fewest wild cards", self.found.fewest_wilds),
        )
        return tuple((name, way) for name, way in named if way is not None)


def openings_blocks(opens: OpeningsFound, basis: str, ways: Ways | None) -> Iterator[Block]:
    """Format the best way by each measure, or all ``ways``, or how many points are missing."""
    unknown: tuple[Missing, ...] = ()
    if opens.found.possible:
        rows = opens.best if ways is None else tuple(("", way) for way in ways.ways)
        spared = dict.fromkeys(way.spared for _, way in rows if way.spared)
        what = _asked_for(opens.needs, [way.value for _, way in rows])
        yield Text(f"Ways to open {what} ({basis}):", Style.GOOD)
        lines = [
            (name, _melds(way), points(way.value), str(way.cards), str(way.wilds))
            for name, way in rows
        ]
        yield from _listed(("", "melds", "points", "cards", "wild"), lines, at=1)
        yield from (Text(as_sentence(text)) for text in spared)
        unknown = join_facts(*(way.unknown for _, way in rows))
        if ways is not None and ways.more:
            yield Text(MORE, Style.NOTICE)
    else:
        found = " was found" if opens.found.untried else ""
        style = Style.NOTICE if found else Style.BAD
        yield Text(f"No way to open{found or _lacking(opens)} ({basis}).", style)
        yield from _against(opens.found.refused)
    if opens.found.untried:
        yield Text(NOT_ALL_TRIED, Style.NOTICE)
    if opens.special is not None:
        name, wins = opens.special.name, " and the game" if opens.special.wins else ""
        pays = f"{count_of(opens.special.points, 'point')}{wins} if you show it instead of melding."
        yield Text(f"The whole hand is the special hand “{name}”: {pays}")
        unknown = join_facts(unknown, opens.missing)
    yield from missing_blocks(unknown)


def _asked_for(needs: Tier, values: Sequence[int]) -> str:
    """Format what an initial meld needs, and if some of the ways need no minimum."""
    if needs.canastas:
        return f"with {asked(needs)}"
    what = count_of(needs.points, "point")
    if all(value < needs.points for value in values):
        return f"without the minimum of {what}"
    less = any(value < needs.points for value in values)
    return f"with at least {what}" + (", or without a minimum" if less else "")


def _lacking(opens: OpeningsFound) -> str:
    needs, short = opens.needs, opens.found.short
    if opens.found.refused is not None:
        return ""
    if needs.canastas:
        return f": you need {asked(needs)}"
    if short and short == needs.points:
        return f": you have no melds that open, and need {count_of(short, 'point')}"
    return (
        f": your best melds are {count_of(short, 'point')} short of {asked(needs)}" if short else ""
    )


def _against(refused: NearMiss | None) -> Iterator[Text]:
    """Format why the nearest play is not legal."""
    if refused is not None:
        for finding in refused.against:
            yield Text(f"{_melds(refused.way)}: {message(finding)}.", indent=2)


def _rules(refused: NearMiss | None) -> list[str]:
    return [] if refused is None else [finding.rule for finding in refused.against]


def _listed(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], at: int) -> Iterator[Block]:
    """Format the ways as a table, or one below the other if melds are too long for it."""
    if all(len(row[at]) <= LONGEST_CELL for row in rows):
        yield Grid(heads, rows, left=range(at + 1), indent=2)
        return
    for row in rows:
        before = "".join(f"{cell}: " for cell in row[:at] if cell)
        facts = zip(heads[at + 1 :], row[at + 1 :], strict=True)
        yield Text(f"{before}{row[at]}", indent=2)
        yield Text(", ".join(f"{head} {cell}" for head, cell in facts if cell), indent=4)


class WayToLay(Answer):
    """A way to open or go out."""

    melds: Sequence[str] = key("The melds, in notation.", lambda it: list(map(name_meld, it.melds)))
    points: int = key("The points of the cards melded.", lambda it: it.value)
    cards: int = key("The number of cards melded.")
    wilds: int = key("The number of wild cards among them.")
    take: str | None = optional(
        "How the turn begins, only if the pile is taken.",
        lambda it: it.take and clauses_of(Turn((it.take,))),
    )
    joins: Sequence[str] = optional(
        "The ranks of the melds that cards are added to, only if there are any.",
        lambda it: [rank.value for rank in it.joins],
    )
    takes: str | None = optional(
        "The card of the pile that is melded, only if there is one.",
        lambda it: it.takes and it.takes.symbol,
    )
    discard: str | None = optional(
        "The discard, only if there is one.", lambda it: it.discard and it.discard.symbol
    )
    bonus: int | None = optional(
        "The points for going out, only when going out; null if that depends.", absent
    )
    gain: int | None = optional(
        "The points that going out gains, only when going out; null if that depends.", absent
    )
    special: str | None = optional(
        "The name of the special hand, only if it is one.",
        lambda it: it.special and it.special.name,
    )
    unknown: Sequence[str] = key(
        "The missing facts that could change the answer.",
        lambda it: [name_of(each) for each in (*it.unknown, *it.bonus_needs)],
    )


class WaysAnswer(Answer, of="suggest out"):
    """canasta suggest out."""

    possible: bool | None = key(
        "True if there is a way, false if there is none; null if missing facts decide, or not all were tried.",
        lambda it: it.possible,
    )
    best: WayToLay | None = key(
        "The best way; null for none.", lambda it: _way(it.ways[0]) if it.ways else None
    )
    refused: Sequence[str] = key(
        "The ids of the rules that refuse other ways.", lambda it: _rules(it.refused)
    )
    ways: Sequence[WayToLay] = key("The ways.", lambda it: list(map(_way, it.ways)))
    more: bool = key("True if there may be more.", lambda it: it.more or it.untried)
    complete: bool = key(
        "False if there were too many to try them all; there may be better ones.",
        lambda it: not it.untried,
    )
    unknown: Sequence[str] = key(
        "The missing facts that could change the answer.",
        lambda it: [
            name_of(each)
            for each in join_facts(
                it.unknown, *((*way.unknown, *way.bonus_needs) for way in it.ways)
            )
        ],
    )


def _as_ways(found: tuple[OpeningsFound, Ways]) -> Ways:
    opens, ways = found
    return ways._replace(refused=opens.found.refused, unknown=(*ways.unknown, *opens.missing))


class OpeningsAnswer(WaysAnswer, about=_as_ways, of="suggest opening"):
    """canasta suggest opening."""

    best: WayToLay | None = key(
        "The way with the fewest cards; null for none.",
        lambda it: _way_or_none(it[0].found.fewest_cards),
    )
    most_points: WayToLay | None = key(
        "The way with the most points; null for none.",
        lambda it: _way_or_none(it[0].found.most_points),
    )
    fewest_wilds: WayToLay | None = key(
        "The way with the fewest wild cards; null for none.",
        lambda it: _way_or_none(it[0].found.fewest_wilds),
    )
    short: int = key(
        "The points that the best way lacks; 0 if there is one.", lambda it: it[0].found.short
    )
    special: str | None = key(
        "The name of the special hand that the cards are; null for none.",
        lambda it: it[0].special and it[0].special.name,
    )


class DiscardsAnswer(Answer, of="suggest discard"):
    """canasta suggest discard."""

    refused: Sequence[str] = key("The ids of the rules that refuse others.")
    cards: Sequence[str] = key(
        "The ranks that may be discarded.", lambda it: [each.rank.value for each in it]
    )
    unsure: Sequence[str] = key(
        "Those of them that depend on missing facts.",
        lambda it: [each.rank.value for each in it if each.verdict.unknown],
    )
    unknown: Sequence[str] = key(
        "The missing facts that could change the answer.",
        lambda it: [name_of(each) for each in join_facts(*(card.verdict.unknown for card in it))],
    )


def _way(way: Way) -> WayToLay:
    gain = None if way.bonus is None else way.gain
    return WayToLay(way, **({"bonus": way.bonus, "gain": gain} if way.bonuses else {}))


def _way_or_none(way: Way | None) -> WayToLay | None:
    return None if way is None else _way(way)


def out_blocks(ways: Ways, basis: str, *, everything: bool) -> Iterator[Block]:
    """Format the best way to go out, or all; a way that depends on missing facts is followed by a sure one."""
    untried = [Text(NOT_ALL_TRIED, Style.NOTICE)] if ways.untried else []
    if not ways.ways:
        text = f"No way to go out{' was found' if ways.untried else ''} ({basis})."
        if ways.unknown:
            text = f"Whether you can go out depends on the following ({basis}):"
        none = not (ways.unknown or ways.untried)
        yield Text(text, Style.BAD if none else Style.NOTICE)
        # The headline replaces the first line of the list.
        yield from missing_blocks(ways.unknown)[1:]
        if none and ways.refused is None:
            yield Text(NO_NEAR_WAY, indent=2)
        yield from _against(ways.refused)
        yield from untried
        return
    shown = ways.ways
    if not everything:
        best, *others = ways.ways
        shown = (best, *[way for way in others if best.unknown and not way.unknown][:1])
    sure = any(not way.unknown for way in shown)
    rows = [
        (
            _melds(way),
            points(way.value) if way.melds else "",
            either_bonus(way.bonuses),
            points(way.gain - way.value - next(iter(way.bonuses), 0)),
            either_bonus(tuple(way.gain + each - way.bonuses[0] for each in way.bonuses)),
        )
        for way in shown
    ]
    can = "can" if sure else "may be able to"
    yield Text(f"You {can} go out ({basis}):", Style.GOOD if sure else Style.NOTICE)
    yield from _listed(("melds", "points", "going out", "bonuses", "total"), rows, at=0)
    if everything and ways.more:
        yield Text(MORE, Style.NOTICE)
    yield from untried
    yield from missing_blocks(join_facts(*(way.unknown for way in shown)))
    bonus_needs = dict.fromkeys(fact for way in shown for fact in way.bonus_needs)
    yield from bonus_needs_blocks(tuple(bonus_needs))


def _allowed(found: tuple[DiscardVerdict, ...]) -> list[DiscardVerdict]:
    return [each for each in found if each.verdict.legal is not False]


def discards_blocks(found: tuple[DiscardVerdict, ...], basis: str) -> Iterator[Block]:
    """Format the cards that may be discarded, and those that depend on missing facts.

    If there are none, give the reasons against the others.
    """
    cards = _allowed(found)
    if not cards:
        yield Text(f"You may not discard any of these cards ({basis}).", Style.BAD)
        for each in found:
            reasons = "; ".join(map(message, each.verdict.refused))
            yield Text(f"{each.rank.value}: {reasons}.", indent=2)
    for may, unsure, style in (("may", False, Style.PLAIN), ("may be able to", True, Style.NOTICE)):
        if some := [each.rank.value for each in cards if bool(each.verdict.unknown) is unsure]:
            yield Text(f"You {may} discard: {' '.join(some)} ({basis}).", style)
    yield from missing_blocks(join_facts(*(each.verdict.unknown for each in cards)))


def discards_answer(found: tuple[DiscardVerdict, ...]) -> DiscardsAnswer:
    """Return the answer of ``canasta suggest discard``."""
    refused = () if _allowed(found) else found
    rules = dict.fromkeys(finding.rule for each in refused for finding in each.verdict.refused)
    return DiscardsAnswer(_allowed(found), refused=list(rules))
