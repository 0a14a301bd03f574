"""Derive a ruleset's reference card from its parameters, and format it as text, as JSON and as a page.

The command ``rules card`` calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from canasta_cli.engine.points import (
    OF_ONE_RANK,
    WILD_MELDS,
    Unfinished,
    exists,
    pay_parameter,
    points_for,
)
from canasta_cli.model.cards import USUAL_WILD_RANKS, Rank
from canasta_cli.rules import library
from canasta_cli.rules.book import Sentence, sentences
from canasta_cli.rules.load import uses
from canasta_cli.rules.names import KEPT_RED_THREE, TOPICS, canasta_name, in_game_words
from canasta_cli.rules.schema import Ruleset, part_of
from canasta_cli.rules.vocabulary import (
    Basis,
    Grade,
    LaidBlack,
    Scale,
    WildsIn,
    asked,
    needs_in_words,
    write_ranks,
)
from canasta_cli.show.keys import Answer, key
from canasta_cli.show.layout import BLANK, Block, Blocks, Grid, Style, Text, fitted
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed, points

# Derive a ruleset's reference card from its parameters: card values, initial melds, bonuses, going
# out.

UNKNOWN, ASSUMED, INHERITED, HOUSE = "?", "*", "^", "#"
MARKS = {
    ASSUMED: "assumed, no source",
    INHERITED: "as in the game that this one is based on; no source about this one mentions it",
    UNKNOWN: "undocumented; agree on it before you play",
    HOUSE: "house rule",
}
OF_STATUS = {"unknown": UNKNOWN, "house": HOUSE, "inferred": ASSUMED, "inherited": INHERITED}
"""The marks of statuses; of several, the first is shown."""
# Longer values go on a line of their own instead of into a column.
LONGEST_VALUE = 8


class CardRow(NamedTuple):
    """A value in points with its label, and a mark if no source gives it."""

    label: str
    value: str
    mark: str = ""


class CardPart(NamedTuple):
    """A part of the card: rows of values, then remarks."""

    title: str
    rows: tuple[CardRow, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that may end with a mark."""
        return (*self.notes, *(row.mark or row.value for row in self.rows))


Pieces = Iterator[CardRow | str]


# Rows and remarks, each with the mark of its parameters.


def _mark(rules: Ruleset, paths: Iterable[str]) -> str:
    """Return the mark of a statement that rests on some parameters."""
    statuses = {rules.origin(path).status for path in paths}
    return next((mark for status, mark in OF_STATUS.items() if status in statuses), "")


def _row(rules: Ruleset, label: str, value: object, *paths: str) -> Pieces:
    """Yield a row, or a line if its value is long; none for a value of ``None``."""
    mark = _mark(rules, paths)
    if mark == UNKNOWN:
        yield CardRow(label, UNKNOWN)
    elif value is not None:
        text = points(value) if isinstance(value, int) else str(value)
        if len(text) > LONGEST_VALUE:
            yield f"{label}: {text}{mark}"
        else:
            yield CardRow(label, text, mark)


def _note(rules: Ruleset, about: str, text: str, *paths: str) -> str:
    """Format a remark; only what it is ``about`` if a parameter is undocumented."""
    mark = _mark(rules, paths)
    return f"{about}: {UNKNOWN}" if mark == UNKNOWN else f"{text}{mark}"


def summary(rules: Ruleset) -> tuple[str, str]:
    """Describe the players and the deck in one line, and the deal and the end of the game in another."""
    deal = rules.deal
    foot = f" and a foot of {deal.foot}" if deal.foot else ""
    of_foot = ("deal.foot",) if foot or "deal.foot" in rules.unknown else ()
    by_deals = rules.end.deals is not None
    end = (
        count_of(rules.end.deals or 0, "deal")
        if by_deals
        else f"to {points(rules.end.target or 0)}"
    )
    table = (
        ("players", count_of(rules.seats.players, "player"), "seats.players"),
        ("sides", " against ".join(map(str, rules.seats.sides)), "seats.sides"),
        ("packs", count_of(rules.deck.packs, "pack"), "deck.packs"),
        ("jokers", count_of(rules.deck.jokers, "joker"), "deck.jokers"),
    )
    play = (
        ("cards each", f"{count_of(deal.cards, 'card')} each{foot}", "deal.cards", *of_foot),
        ("draw", f"draw {deal.draw}", "deal.draw"),
        ("to", end, "end.deals" if by_deals else "end.target"),
    )
    first, second = (", ".join(_note(rules, *row) for row in rows) for rows in (table, play))
    return first, second


def parts(rules: Ruleset) -> tuple[CardPart, ...]:
    """Return the parts of the card that a ruleset uses."""
    found = {part.title: part for part in tables(rules)}
    remarks: dict[str, list[str]] = {}
    for each in sentences(rules):
        remarks.setdefault(each.on_card, []).append(marked(each, rules))
    every = (found.get(title, CardPart(title)) for title in _PARTS)
    # An undocumented parameter may have several remarks, which say the same.
    full = (
        part._replace(notes=(*part.notes, *dict.fromkeys(remarks.get(part.title, ()))))
        for part in every
    )
    return tuple(in_words(part, rules) for part in full if part.rows or part.notes)


def in_words(part: CardPart, rules: Ruleset) -> CardPart:
    """Return a part with its title in the words of the game: books instead of canastas."""
    return part._replace(title=in_game_words(part.title.lower(), rules).capitalize())


def tables(rules: Ruleset) -> tuple[CardPart, ...]:
    """Return the parts of the card without the sentences of the rulebook."""
    found: list[CardPart] = []
    for title, pieces in _PARTS.items():
        every = [*pieces(rules)]
        rows = tuple(piece for piece in every if isinstance(piece, CardRow))
        notes = tuple(piece for piece in every if isinstance(piece, str))
        found += [CardPart(title, rows, notes)] if every else []
    return tuple(found)


def marked(sentence: Sentence, rules: Ruleset) -> str:
    """Return a sentence of the rulebook with the mark of what it rests on."""
    return sentence.text + ("" if sentence.unknown else _mark(rules, sentence.rests_on))


def _values(rules: Ruleset) -> Pieces:
    ranks = rules.ranks.points
    path = "ranks.{}.points".format
    valued = [rank for rank in Rank if rank is not Rank.RED_THREE]
    for value in sorted({ranks[rank] for rank in valued}, reverse=True):
        same = [rank for rank in valued if ranks[rank] == value]
        yield from _row(rules, ranks_label(same), value, *(path(rank.value) for rank in same))
    wild, usual = rules.wild_ranks, set(USUAL_WILD_RANKS.wild)
    if others := usual.symmetric_difference(wild.wild):
        says = f"Wild cards: {listed(rank.many for rank in wild.wild)}."
        yield _note(rules, "wild cards", says, *(f"ranks.{rank.value}.wild" for rank in others))


def ranks_label(ranks: Iterable[Rank]) -> str:
    """Name ranks: natural ones by symbols and ranges, the others by words: ``4-7, black three``."""
    ranks = tuple(ranks)
    natural = [rank for rank in ranks if rank.four_to_ace]
    words = [rank.noun for rank in ranks if not rank.four_to_ace]
    first = natural[0].noun if len(natural) == 1 else write_ranks(natural, ())
    return ", ".join(filter(None, (first, *words)))


def _tiers(rules: Ruleset) -> Pieces:
    opening = rules.opening
    by_deal = opening.basis is Basis.DEAL
    starts = [1 if by_deal and tier.start is None else tier.start for tier in opening.tiers]
    if "opening.tiers" in rules.unknown:
        yield CardRow("points needed", UNKNOWN)
        return
    for at, tier in enumerate(opening.tiers):
        start, after = starts[at], next(iter(starts[at + 1 :]), None)
        if start is None:
            label = "any total" if after is None else f"total below {points(after)}"
        elif by_deal:
            single = after is not None and after - start == 1
            label = f"deal {start}" if single else f"from deal {start}"
        else:
            label = f"from {points(start)}"
        # A source that states the points states what they depend on.
        house = _mark(rules, ["opening.basis"]) == HOUSE
        paths = (part_of("opening.tiers", at + 1), *(["opening.basis"] if house else ()))
        yield from _row(rules, label, asked(tier), *paths)


def _canastas(rules: Ruleset) -> Pieces:
    for grade in Grade:
        path = pay_parameter(grade)
        if exists(grade, rules) and uses(rules, path):
            alone = _may_be_mixed(grade, rules) and not uses(rules, f"{path}_mixed")
            label = f"{'natural ' if alone else ''}{_canasta(grade, rules)}"
            yield from _row(rules, label, points_for(grade, rules), path)
    for at, row in enumerate(rules.bonus.collections):
        together = f"{in_game_words(needs_in_words(row.needs), rules)} together"
        yield from _row(rules, together, row.points, part_of("bonus.collections", at + 1))


def _canasta(grade: Grade, rules: Ruleset) -> str:
    """Name a canasta with the cards that its name alone doesn't give: ``sequence of 7 cards``."""
    if grade is Grade.RUN:
        return f"sequence of {count_of(rules.melds.canasta, 'card')}"
    if grade is Grade.WILD_JOKERS:
        return f"{canasta_name(Grade.WILD, rules)}{_with_jokers(rules)}"
    return canasta_name(grade, rules)


def _with_jokers(rules: Ruleset) -> str:
    """Return the jokers that give a meld of wild cards points of its own."""
    number = rules.ranks.canasta_from[Rank.JOKER]
    return " of jokers alone" if number is None else f" with {count_of(number, 'joker')}"


def _may_be_mixed(grade: Grade, rules: Ruleset) -> bool:
    """True if a grade is the natural one of a rank whose melds may have wild cards, too."""
    rank = grade.rank
    if rank is None or grade.general is not Grade.NATURAL:
        return False
    return rules.ranks.wilds[rank] is not WildsIn.NEVER


def _scale(rules: Ruleset, noun: str, scale: Scale, path: str) -> Pieces:
    """Yield the value of each three while each is worth the same, then those of several together."""
    if path in rules.unknown:
        yield CardRow(f"{noun}s", UNKNOWN)
        return
    alike = next((at for at, value in enumerate(scale) if value != (at + 1) * scale[0]), len(scale))
    if alike > 1 or len(scale) == 1:
        yield from _row(rules, f"each {noun}", scale[0], path)
    for at in range(alike if alike > 1 else 0, len(scale)):
        together = " together" if at else ""
        yield from _row(
            rules, f"{count_of(at + 1, noun)}{together}", scale[at], part_of(path, at + 1)
        )


def _threes(rules: Ruleset) -> Pieces:
    threes = rules.threes
    yield from _scale(rules, "red three", threes.red, "threes.red")
    if threes.lay_black is not LaidBlack.NEVER and threes.black is not None:
        yield from _scale(rules, "black three", threes.black, "threes.black")


def _out(rules: Ruleset) -> Pieces:
    out = rules.out
    yield from _row(rules, "going out", out.bonus, "out.bonus")
    yield from _row(rules, "concealed, in addition", out.concealed or None, "out.concealed")


def _left(rules: Ruleset) -> Pieces:
    for value in dict.fromkeys(rules.ranks.left.values()):
        same = [rank for rank in Rank if rules.ranks.left[rank] == value]
        known = [rank for rank in same if f"ranks.{rank.value}.left" not in rules.unknown]
        for rank in same:
            if rank not in known:
                yield CardRow(f"each {rank.noun} left", UNKNOWN)
        if known and value is not None:
            paths = (f"ranks.{rank.value}.left" for rank in known)
            yield from _row(rules, f"each {ranks_label(known)} left", -value, *paths)
    for rank in Rank:
        if (held := rules.ranks.held[rank]) is not None:
            label = f"more than {held.over} {rank.many} left in a hand"
            yield from _row(rules, label, -held.points, f"ranks.{rank.value}.held")
    for kind in (*OF_ONE_RANK, *WILD_MELDS):
        yield from _unfinished(rules, kind)
    if rules.unfinished.short_run is not None:
        both = ("unfinished.short_run", "unfinished.short_run_below")
        label = f"sequence below {count_of(rules.unfinished.short_run_below, 'card')}"
        yield from _row(rules, label, -rules.unfinished.short_run, *both)


def _unfinished(rules: Ruleset, kind: Unfinished) -> Pieces:
    """Yield what an unfinished meld costs: once if it costs the same with wild cards and without."""
    prices = {
        grade: rules.value(path)
        for grade, path in kind.prices.items()
        if exists(grade, rules) and uses(rules, path)
    }
    apart = len(set(prices.values())) > 1
    for grade, price in list(prices.items())[: None if apart else 1]:
        jokers = _with_jokers(rules) if grade is Grade.WILD_JOKERS else ""
        words = f"unfinished wild meld{jokers}" if jokers else kind.says
        if apart and grade.general is Grade.MIXED:
            words += " with wild cards"
        elif len(prices) == 1 and _may_be_mixed(grade, rules):
            words += " without wild cards"
        yield from _row(
            rules, words, -price if isinstance(price, int) else None, kind.prices[grade]
        )


def _special(rules: Ruleset) -> Pieces:
    hands = rules.special.hands
    if not hands:
        return
    # Few games have special hands.
    from canasta_cli.engine.turn.going_out import in_words

    for hand in hands:
        yield from _row(rules, f"{hand.name}: {in_words(hand.made)}", hand.points, "special.hands")
    wild = either(f"{rank.many} alone" for rank in rules.wild_ranks.wild)
    once = ", in one set at most" if any("S" in hand.made for hand in hands) else ""
    yield f"Each set or pair has its own rank. Wild: {wild}{once}."
    if winning := [hand.name for hand in hands if hand.wins]:
        yield f"The game is won with {either(winning)}."


def _penalties(rules: Ruleset) -> Pieces:
    for topic in TOPICS.values():
        if topic.name != KEPT_RED_THREE and uses(rules, topic.path):
            price = rules.value(topic.path)
            value = -price if isinstance(price, int) else None
            yield from _row(rules, topic.label, value, topic.path)


def _remarks_only(_rules: Ruleset) -> Pieces:
    """Yield nothing: sentences of the rulebook are all that the part has."""
    return iter(())


_PARTS: dict[str, Callable[[Ruleset], Pieces]] = {
    "Card values": _values,
    "To open": _tiers,
    "The discard pile": _remarks_only,
    "Wild cards": _remarks_only,
    "Canastas": _canastas,
    "Threes laid out": _threes,
    "Going out": _out,
    "Left at the end": _left,
    "Special hands": _special,
    "Irregularities": _penalties,
}


def marks(rules: Ruleset, card: tuple[CardPart, ...]) -> str:
    """Explain the marks that a card uses, in one line; empty if there are none."""
    return explained((*summary(rules), *(text for part in card for text in part.texts)), rules)


def explained(texts: Iterable[str], rules: Ruleset | None = None) -> str:
    """Explain the marks in some texts, in one line; empty if there are none.

    With ``rules``, the texts are about one game, which is named with the one that it is based on.
    """
    used, words = "".join(texts), MARKS
    if rules and (parent := library.extends(rules.base)):
        inherited = f"as in {parent}; no source about {rules.base} mentions it"
        words = {**MARKS, INHERITED: inherited}
    return "; ".join(f"{mark} {says}" for mark, says in words.items() if mark in used)


# Format a ruleset's reference card: as text, as JSON, and as a page to print.

# Labels are padded to this width, so that the values of all parts are in one column.
LABEL = 28


def card_blocks(rules: Ruleset, columns: int) -> Blocks:
    """Format the card as text of at most ``columns``."""
    card = parts(rules)
    blocks: list[Block] = [Text(f"{rules.title} ({rules.name})", Style.TITLE)]
    blocks += map(Text, summary(rules))
    widest = max(len(row.value) for part in card for row in part.rows)
    for part in card:
        blocks += [BLANK, Text(part.title, Style.TITLE), *_blocks_of_part(part, widest)]
    if explained := marks(rules, card):
        blocks += [BLANK, Text(explained, Style.QUIET)]
    return fitted(blocks, columns)


def _blocks_of_part(part: CardPart, widest: int) -> Blocks:
    rows = tuple((row.label.ljust(LABEL), row.value.rjust(widest), row.mark) for row in part.rows)
    grid = (Grid(("", "", ""), rows, (0, 2), indent=2),) if rows else ()
    return (*grid, *(Text(note, indent=2) for note in part.notes))


class RowOnCard(Answer):
    """A row of a reference card."""

    label: str = key("What the row is about.")
    value: str = key("Its value, as printed.")
    mark: str = key("A mark if no source gives the value; else empty.")


class PartOfCard(Answer):
    """A part of a reference card."""

    title: str = key("Its heading.")
    rows: Sequence[RowOnCard] = key("Its rows.", lambda it: RowOnCard.of_each(it.rows))
    notes: Sequence[str] = key("Remarks on it.")


class CardAnswer(Answer, of="rules card"):
    """canasta rules card."""

    ruleset: str = key("The name of the ruleset.", lambda it: it.name)
    title: str = key("Its title.")
    summary: Sequence[str] = key("The lines at its top.", summary)
    parts: Sequence[PartOfCard] = key("Its parts.", lambda it: PartOfCard.of_each(parts(it)))


def card_html(rules: Ruleset, links: tuple[tuple[str, str], ...] = ()) -> str:
    """Format the card as one self-contained HTML page, which fits one sheet of paper.

    ``links`` lead to the files of a site, each with its words.
    """
    from canasta_cli.show.export import render_page

    card = parts(rules)
    return render_page(
        "card",
        "reference card",
        links=links,
        title=rules.title,
        name=rules.name,
        summary=summary(rules),
        parts=card,
        marks=marks(rules, card),
    )
