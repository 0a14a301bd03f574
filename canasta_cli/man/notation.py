"""The page canasta-notation(5): the notation of cards, melds, turns and tallies."""

from collections.abc import Iterator, Mapping

from canasta_cli.engine.canastas import pay_parameter
from canasta_cli.engine.figures import figure_names
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    as_sentence,
    literal,
    see_also,
)
from canasta_cli.model.cards import FOUR_TO_ACE, Rank, Shape, Suit
from canasta_cli.notation.cards import COUNTED_FROM
from canasta_cli.notation.tally import EXAMPLE, TOKENS
from canasta_cli.notation.turn import CLAUSES
from canasta_cli.notation.turn import EXAMPLE as TURN
from canasta_cli.rules import library
from canasta_cli.rules.declared import PARAMETERS
from canasta_cli.rules.load import changed
from canasta_cli.rules.names import TOPICS
from canasta_cli.rules.vocabulary import GENERAL, Grade
from canasta_cli.words import either

ALSO_READ: dict[Rank, tuple[str, ...]] = {
    Rank.TEN: ("10",),
    Rank.JOKER: ("*", "🃏", "joker", "jkr"),
    Rank.BLACK_THREE: ("3S", "3C"),
    Rank.RED_THREE: ("3H", "3D"),
}


# The kinds of canasta on the page; those of the other ranks are like those of sevens.
GRADES = (
    *GENERAL,
    Grade.WILD_DEUCES,
    Grade.WILD_JOKERS,
    Grade.SEVENS,
    Grade.SEVENS_MIXED,
)
SUITS: dict[Suit, tuple[str, str]] = {
    Suit.CLUBS: ("clubs", "♣"),
    Suit.DIAMONDS: ("diamonds", "♦"),
    Suit.HEARTS: ("hearts", "♥"),
    Suit.SPADES: ("spades", "♠"),
}


MELDS: tuple[tuple[str, Shape, str], ...] = (
    ("KKKK22W", Shape.SET, "a set: four kings, two deuces and a joker"),
    ("4xK+2x2+W", Shape.SET, "the same, with counts"),
    ("4H5H6H", Shape.RUN, "a sequence of one suit, if the ruleset has sequences (`melds.runs`)"),
    ("H:4-T", Shape.RUN, "a sequence by its suit, its lowest and its highest card"),
    ("222WW", Shape.WILD, "wild cards alone, if the ruleset has such melds (`melds.wild_only`)"),
    ("3x3B", Shape.THREES, "black threes"),
)


def notation_page(examples: tuple[Code, ...]) -> Page:
    """Return the page about the notation; ``examples`` are command lines with tallies."""
    payers = {grade.value: pay_parameter(grade) for grade in GRADES}
    paid = dict.fromkeys(payers.values(), 1) | {"threes.lay_black": "always"}
    figures = figure_names(changed(library.ruleset(library.DEFAULT), paid))
    return Page(
        f"{PROGRAM}-notation",
        5,
        "how cards, melds, turns and tallies are written",
        (
            _description_section(),
            Section("Cards", tuple(_cards())),
            _melds_section(),
            _lay_offs_section(),
            _turns_section(),
            _tally_section(),
            _figures_section(figures, payers),
            _irregularities_section(),
            Section("Examples", examples),
            see_also(
                f"{PROGRAM}(1)", f"{PROGRAM}-hand(1)", f"{PROGRAM}-count(1)", f"{PROGRAM}-rules(5)"
            ),
        ),
    )


def _description_section() -> Section:
    return Section(
        "Description",
        (
            Paragraph(
                "Cards are written in the same way on the command line, in game files and "
                "in answers: you can type cards exactly as the program prints them. Case "
                "doesn’t matter. The program never writes a character that a shell treats "
                "specially, but a tally contains spaces and needs quotes."
            ),
            Code((f"{PROGRAM} count {EXAMPLE}",)),
            Paragraph(
                "Seven kings; three queens with a deuce; two red threes; this side went out."
            ),
        ),
    )


def _melds_section() -> Section:
    return Section(
        "Melds",
        (
            Paragraph("A meld is written as its cards, without spaces, in any order."),
            *(Item(literal(form), as_sentence(description)) for form, _, description in MELDS),
            Paragraph(
                "The ruleset decides whether the cards form a legal meld. If the "
                "ruleset merges melds of the same rank, two melds of one rank count as one."
            ),
        ),
    )


def _lay_offs_section() -> Section:
    return Section(
        "Lay-offs",
        (
            Paragraph(
                "Cards added to a meld on the table are written after the name of the meld "
                "and a colon. Without a name, cards are added to the side’s meld of that "
                "rank, if there is one. In games that allow several melds of a rank, cards "
                "that form a meld by themselves start a new one."
            ),
            Item("`K:W`", "A joker onto the kings."),
            Item("`H:8H9H`", "Two hearts onto a sequence, which is named by its suit."),
            Item("`W:22`", "Two deuces onto the meld of wild cards."),
            Item(
                "`K2:KK`",
                "Two kings onto the second meld of kings, in games that allow several.",
            ),
        ),
    )


def _turns_section() -> Section:
    return Section(
        "Turns",
        (
            Paragraph(
                "A turn consists of clauses, each a word followed by cards. It needs no "
                "quotes, and words can be shortened to any unambiguous prefix. The player "
                "can be named in front: `Ann: draw discard 4`. Commas between clauses, and "
                "`drew`, `took`, `melded` and `discarded`, are understood too. So are cards in words: "
                "`a ten`, `three kings and a joker`, `black three`."
            ),
            *(Item(literal(row.form), as_sentence(row.meaning)) for row in CLAUSES),
            Code((f"{PROGRAM} check turn {TURN}",)),
        ),
    )


def _tally_section() -> Section:
    return Section(
        "Tally",
        (
            Paragraph(
                "A tally lists everything one side has at the end of a hand, separated by "
                'spaces, in any order. A side without anything has an empty tally: `""`.'
            ),
            *(
                Item(
                    f"<{row.form}>" if row.form.isupper() else literal(row.form),
                    as_sentence(row.meaning),
                )
                for row in TOKENS
            ),
            Paragraph(
                "A space may follow or replace a colon before a value (`left: JJ4`, `left JJ4`, "
                "`points 1,200`), and `bonus:-20` is `penalty:20`."
            ),
        ),
    )


def _figures_section(figures: Mapping[str, str], payers: Mapping[str, str]) -> Section:
    return Section(
        "Figures",
        (
            Paragraph(
                "To give counts instead of cards, use a name and a number. Cards and figures "
                "in the same tally are added up, so give nothing twice."
            ),
            *(
                Item(f"`{name}:`<N>", _figure(description, payers.get(name)))
                for name, description in figures.items()
            ),
            Paragraph(
                "Other ranks are written like sevens: `aces:`, `kings-mixed:`. A kind of canasta "
                "can be counted if the ruleset has a price for it; every ruleset knows "
                f"`{Grade.NATURAL.value}` and `{Grade.MIXED.value}`."
            ),
        ),
    )


def _irregularities_section() -> Section:
    return Section(
        "Irregularities",
        (
            Paragraph(
                "`penalty:` takes a number of points, or one of these names if the ruleset "
                "has a price for it:"
            ),
            *(
                Item(literal(topic.name), f"{topic.says.rstrip('.')} (`{topic.path}`).")
                for topic in TOPICS.values()
            ),
        ),
    )


_WILD = {Rank.DEUCE: ", which is wild in most games", Rank.JOKER: ", which is wild"}


def _cards() -> Iterator[Block]:
    naturals = FOUR_TO_ACE
    yield Item(
        " ".join(literal(rank.value) for rank in naturals),
        f"The cards from {naturals[0].many} up to {naturals[-1].many}: "
        + ", ".join(
            f"{literal(rank.value)} is {rank.one}" for rank in naturals if rank.value.isalpha()
        )
        + f".{_also(Rank.TEN)}",
    )
    for rank in Rank:
        if not rank.four_to_ace:
            description = f"{rank.one[0].upper()}{rank.one[1:]}{_WILD.get(rank, '')}."
            yield Item(literal(rank.value), description + _also(rank))
    yield Paragraph("A three must be red or black: `3` alone is refused.")
    yield Paragraph(
        "Cards can be separated by commas: `KKK2` and `K,K,K,2` are the same. `7xK` is seven kings; "
        "a card and a count are joined by `+`: `4xK+2x2+W`. The program uses a count for "
        f"{COUNTED_FROM} or more equal cards. A single card may be named in words: `ten`, `queen`."
    )
    yield Paragraph(
        "A suit is needed only where it matters, as in sequences. It follows the rank: "
        + either(f"`K{suit.value}` or `K{sign}` ({name})" for suit, (name, sign) in SUITS.items())
        + ". The suit can also come first, followed by a number for the rank; then every card of the "
        "meld is written this way: `H13` is the king of hearts, `H1` the ace of hearts."
    )


def _also(rank: Rank) -> str:
    forms = ALSO_READ.get(rank, ())
    return f" Also accepted: {' '.join(map(literal, forms))}." if forms else ""


def _figure(description: str, payer: str | None) -> str:
    # The words of a property are about any rank; the figure is about one.
    words = description if payer is None or payer.startswith("ranks.") else PARAMETERS[payer].says
    return as_sentence(f"{words} (`{payer}`)" if payer else description)
