"""The page canasta-notation(5): how cards, melds, turns and tallies are written."""

from collections.abc import Iterator

from canasta_cli.cli.scoring import hand_command
from canasta_cli.engine.counting.figures import figure_names
from canasta_cli.engine.counting.irregularities import TOPICS
from canasta_cli.engine.melds.grading import GRADINGS
from canasta_cli.man.commands import examples, words_of
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    ended,
    listed,
    literal,
    see,
)
from canasta_cli.model.cards import Rank, Suit
from canasta_cli.model.melds import Shape
from canasta_cli.notation.cards import COUNTED_FROM
from canasta_cli.notation.clauses import CLAUSES
from canasta_cli.notation.clauses import EXAMPLE as TURN
from canasta_cli.notation.tally import EXAMPLE, TOKENS
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.schema import PARAMETERS

ALSO_READ: dict[Rank, tuple[str, ...]] = {
    Rank.TEN: ("10",),
    Rank.JOKER: ("*", "🃏", "joker", "jkr"),
    Rank.BLACK_THREE: ("3S", "3C"),
    Rank.RED_THREE: ("3H", "3D"),
}


SUITS: dict[Suit, tuple[str, str]] = {
    Suit.CLUBS: ("clubs", "♣"),
    Suit.DIAMONDS: ("diamonds", "♦"),
    Suit.HEARTS: ("hearts", "♥"),
    Suit.SPADES: ("spades", "♠"),
}


MELDS: tuple[tuple[str, Shape, str], ...] = (
    ("KKKK22W", Shape.SET, "a set: four kings, two deuces and a joker"),
    ("4xK+2x2+W", Shape.SET, "the same, counted"),
    ("4H5H6H", Shape.RUN, "a run of one suit, where the ruleset has runs (`melds.runs`)"),
    ("H:4-T", Shape.RUN, "a run by its suit, its lowest and its highest card"),
    ("222WW", Shape.WILD, "wild cards alone, where the ruleset has such melds (`melds.wild_only`)"),
    ("3x3B", Shape.THREES, "black threes"),
)


def notation_page() -> Page:
    """How cards, melds and tallies are written."""
    grades = {row.pays: 1 for row in GRADINGS} | {"threes.black_laid": True}
    figures = figure_names(changed(library.ruleset(library.DEFAULT), grades))
    payers = {row.grade.value: row.pays for row in GRADINGS}
    return Page(
        f"{PROGRAM}-notation",
        5,
        "how cards, melds, turns and tallies are written",
        (
            Section(
                "Description",
                (
                    Paragraph(
                        "One notation serves on the command line, in game files and in answers. "
                        "What the program writes it also reads. Upper and lower case are the same. "
                        "Nothing in what it writes means anything to a shell, but a tally has "
                        "spaces and therefore goes in quotes."
                    ),
                    Code((f"{PROGRAM} count {EXAMPLE}",)),
                    Paragraph(
                        "Seven kings; three queens with a deuce; two red threes; and this side "
                        "went out."
                    ),
                ),
            ),
            Section("Cards", tuple(_cards())),
            Section(
                "Melds",
                (
                    Paragraph("A meld is its cards in one word, in any order."),
                    *(Item(literal(form), ended(says)) for form, _, says in MELDS),
                    Paragraph(
                        "Whether the cards may lie so is for the ruleset to say. Where it merges "
                        "melds of one rank, two words of one rank are one meld."
                    ),
                ),
            ),
            Section(
                "Onto a meld",
                (
                    Paragraph(
                        "In a play, the name of a meld on the table and a colon stand in front of "
                        "the cards added to it. Without it, cards of a rank that the side has "
                        "melded join that meld; where a game lets sets lie apart, a whole new one does."
                    ),
                    Item("`K:W`", "A joker onto the kings."),
                    Item("`H:8H9H`", "Onto a run, by its suit."),
                    Item("`W:22`", "Onto the wild meld."),
                    Item("`K2:KK`", "Onto the second meld of kings, where there may be two."),
                ),
            ),
            Section(
                "Turns",
                (
                    Paragraph(
                        "A turn is clauses: words and cards. The words delimit, so a turn needs no "
                        "quotes, and any unambiguous beginning of a word will do. A line may begin "
                        "with who plays: `Ann: draw discard 4`."
                    ),
                    *(Item(literal(row.form), ended(row.says)) for row in CLAUSES),
                    Code((f"{PROGRAM} check turn {TURN}",)),
                ),
            ),
            Section(
                "Tally",
                (
                    Paragraph(
                        "What one side has at the end of a hand: words with spaces between them, "
                        'in any order. A side that has nothing has an empty tally: `""`.'
                    ),
                    *(
                        Item(
                            f"<{row.form}>" if row.form.isupper() else literal(row.form),
                            ended(row.says),
                        )
                        for row in TOKENS
                    ),
                ),
            ),
            Section(
                "Figures",
                (
                    Paragraph(
                        "Who counts piles instead of cards gives a name and a number. Cards and "
                        "figures may stand together and add up, so nothing is said twice."
                    ),
                    *(
                        Item(f"`{name}:`<N>", _figure(says, payers.get(name)))
                        for name, says in figures.items()
                    ),
                    Paragraph(
                        "A grade can be named where the ruleset pays for it apart; every ruleset "
                        f"knows `{GRADINGS[-2].grade.value}` and `{GRADINGS[-1].grade.value}`."
                    ),
                ),
            ),
            Section(
                "Irregularities",
                (
                    Paragraph(
                        "What `penalty:` may name instead of a number of points, where the ruleset "
                        "puts a price to it:"
                    ),
                    *(
                        Item(literal(topic.name), f"{topic.says.rstrip('.')} (`{topic.path}`).")
                        for topic in TOPICS.values()
                    ),
                ),
            ),
            Section("Examples", (examples(words_of(hand_command)),)),
            see(
                f"{PROGRAM}(1)", f"{PROGRAM}-hand(1)", f"{PROGRAM}-count(1)", f"{PROGRAM}-rules(5)"
            ),
        ),
    )


def _cards() -> Iterator[Block]:
    naturals = tuple(rank for rank in Rank if rank.natural)
    yield Item(
        " ".join(literal(rank.value) for rank in naturals),
        f"The natural cards, from {naturals[0].many} up to {naturals[-1].many}: "
        + ", ".join(
            f"{literal(rank.value)} is {rank.one}" for rank in naturals if rank.value.isalpha()
        )
        + f".{_also(Rank.TEN)}",
    )
    for rank in Rank:
        if not rank.natural:
            says = f"{rank.one[0].upper()}{rank.one[1:]}{', which is wild' if rank.wild else ''}."
            yield Item(literal(rank.value), says + _also(rank))
    yield Paragraph("A three is always one or the other: a bare `3` is refused.")
    yield Paragraph(
        "Cards follow each other with or without commas: `KKK2` and `K,K,K,2` are the same. "
        "Several of one are counted: `7xK`; between a card and a count stands a `+`: "
        f"`4xK+2x2+W`. From {COUNTED_FROM} of one card on the program itself counts them."
    )
    yield Paragraph(
        "A suit is given only where it matters, since in sets it does not. It follows the rank: "
        + listed(
            tuple(f"`K{suit.value}` or `K{sign}` ({name})" for suit, (name, sign) in SUITS.items()),
            "or",
        )
        + ". A word that begins with a suit is read suit first throughout, with the number of the "
        "rank: `H13` is the king of hearts, `H1` its ace."
    )


def _also(rank: Rank) -> str:
    forms = ALSO_READ.get(rank, ())
    return f" Also read: {' '.join(map(literal, forms))}." if forms else ""


def _figure(says: str, payer: str | None) -> str:
    return ended(f"{PARAMETERS[payer].says} (`{payer}`)" if payer else says)
