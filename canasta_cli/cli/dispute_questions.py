"""The questions of ``canasta check`` alone: the disputes, their plays, the facts, and how answers are read.

The form in ``disputes.py`` asks them.
"""

from collections.abc import Callable, Mapping

from canasta_cli.cli.form import (
    NO,
    NONE,
    YES,
    YES_OR_NO,
    FormChoice,
    FormField,
)
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact
from canasta_cli.errors import NotationError, NotUnderstood
from canasta_cli.model.cards import LayOff, Onto, Rank, WildRanks, is_run, meld_under
from canasta_cli.model.turn import Take
from canasta_cli.notation.cards import (
    one_card,
    read_cards,
    read_meld,
    scan_cards,
    scan_melds,
    scan_onto,
    write_cards,
    write_meld,
    write_onto,
)
from canasta_cli.notation.spoken import EXPECTED, NUMBERS, as_written, whole, words
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.show.depending import options_of
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, whole_number

# How answers to the questions of `canasta check` are read: as people type them, into canonical
# text.


def card(typed: str) -> str:
    """Read one card."""
    found = one_card(typed)
    if found is None:
        raise NotUnderstood(f"“{typed}” is not one card", fix="Example: 9")
    return found.symbol


def cards(typed: str) -> str:
    """Read cards."""
    return write_cards(read_cards(typed))


def taken(typed: str) -> str:
    """Read the cards that go with the top card of the pile; other melds after them keep their words."""
    if Take(None, read_cards(typed)).is_one_meld:
        return cards(typed)
    tokens = as_written([*words(typed.replace(",", " "))])
    return " ".join(write_cards(scan_cards(token)) for token in tokens)


def hand(typed: str) -> str:
    """Read all cards of a hand; other answers say that they are not few."""
    if typed.lower() in ("yes", "no", "y", "n"):
        raise NotUnderstood(
            f"“{typed}” is not cards", fix="Name all of them: KK774; or answer: don't know"
        )
    return "" if typed.lower() in ("many", "enough", "plenty") else cards(typed)


def melds(typed: str) -> str:
    """Read melds and lay-offs, or that there are none."""
    if typed.lower() in ("none", "no", "nothing"):
        return NONE
    return " ".join(map(write_meld, scan_melds(typed.replace(", ", " "))))


def table_melds(typed: str) -> str:
    """Read the melds of a side, or that it has none."""
    return melds(typed)


def one_meld(typed: str) -> str:
    """Read a whole meld, or the name of one: ``K``, ``kings``, ``H`` for a sequence, ``W``."""
    rank = next((rank for rank in Rank if typed.lower() in (rank.many, rank.noun, rank.one)), None)
    name = typed if rank is None else rank.value
    if rank is not None or len(name) == 1:
        return write_onto(scan_onto(whole(name)))
    melds = scan_melds(typed)
    if len(melds) != 1:
        raise NotUnderstood(f"“{typed}” is not one meld", fix="Examples: 7xK; or K for kings")
    return write_meld(melds[0])


def discard(typed: str) -> str:
    """Read a discard: a card, or ``none`` or ``down``."""
    return typed.lower() if typed.lower() in (NONE, "down") else card(typed)


def turn(typed: str) -> str:
    """Read a turn in full; what one in short means depends on the table, so the command reads it."""
    try:
        return write_turn(read_turn(typed, typed=True))
    except NotationError:
        if " -" in f" {typed}":  # no option of the command is an answer
            raise
    return typed


NOT_PLAYED = "nothing"


def after_three(typed: str) -> str:
    """Read the clauses after the draw of the last red three, and return the arguments of the turn."""
    played = (
        "end stock" if typed.lower() == NOT_PLAYED else write_turn(read_turn(typed, typed=True))
    )
    return f"draw 3R {played} --stock 1"


def number(typed: str) -> str:
    """Read one whole number, possibly with spaces in it: ``1 640``."""
    found = whole_number(typed)
    return numbers(typed) if found is None else str(found)


def numbers(typed: str) -> str:
    """Read whole numbers, with or without commas, or in words up to ten."""
    found = []
    for word in (each.rstrip(",") for each in typed.split() if each.lower() != "and"):
        named = word.lower() in NUMBERS
        number = NUMBERS.index(word.lower()) + 1 if named else whole_number(word)
        if number is None:
            raise NotUnderstood(f"“{word}” is not a whole number", fix="Example: 1,640")
        found.append(str(number))
    return " ".join(found)


# The questions that `canasta check` asks on a terminal: the disputes, their plays, and the facts.

DONT_KNOW = "don't know"
TOP, TOTALS, LAST_THREE = "top", "totals", "last three"
DISCARD = "card"  # the only question of which “none” is typed in the command, too
CARDS = f"{EXPECTED}."
TOP_CARD = "The top card of the pile?"
HAND_BEFORE = "Which cards were in your hand before this turn?"
TOP_HELP = f"The card that was discarded last. {CARDS}"
# What the help says only in games with sequences.
SEQUENCES = (", or H:4-6 for a sequence of hearts", " or H:4-T", ", H for a sequence of hearts")
LAY_OFF = "lay it off on a meld"
WITH_WILD = " or 9W"
TABLE_HELP = f"Write each meld in one word: KKK2{SEQUENCES[0]}."
MELD_HELP = (
    f"{TABLE_HELP} Cards added to a meld on the table go after its rank: 7:77 adds two sevens to "
    "the sevens, K:W a joker to the kings."
)
Name = str | Fact
Row = FormField[Name, str]
Answers = Mapping[Name, str]


def _given(answers: Answers, _: WildRanks) -> list[str]:
    """Return the words of the command line that give some answers."""
    return [word for name, answer in answers.items() for word in words_of(name, answer)]


def words_of(name: Name, answer: str) -> tuple[str, ...]:
    """Return an answer as arguments, or with the option that is the name of its question or of its fact."""
    if not answer:
        return ()
    if isinstance(name, Fact):
        names = options_of(FACTS[name])
        is_flag = _kind_of(name) == "flag"
        return (names[0 if answer == YES else 1],) if is_flag else (names[0], answer)
    if answer == NONE and name != DISCARD:
        return ()
    return (name, answer) if name.startswith("--") else tuple(answer.split())


class DisputeKind(NamedTuple):
    """A dispute: its words in the menu, its words in a sentence, its command, and the questions.

    The names of these are options of the command; others are its arguments. ``arguments`` returns what is
    typed for them; it can depend on which ranks are wild.
    """

    name: str
    key: str
    command: str
    fields: tuple[Row, ...]
    arguments: Callable[[Answers, WildRanks], list[str]] = _given


def _adding(answers: Answers, wild: WildRanks) -> list[str]:
    meld, cards = answers["onto"], answers["added"]
    if len(meld) == 1 or meld == Rank.BLACK_THREE.value:  # its name
        return [f"{meld}:{cards}"]
    return [f"{_name_of(meld, wild)}:{cards}", "--melds", meld]


def _name_of(text: str, wild: WildRanks) -> str:
    """Return the name of a meld on the table, for a lay-off on it."""
    meld = read_meld(text)
    if isinstance(meld, LayOff):
        return text.partition(":")[0]
    if is_run(meld.cards):
        return write_onto(Onto(suit=next(iter(meld.cards)).suit))
    return write_onto(Onto(rank=meld_under(wild, meld).rank))


KINDS_OF_DISPUTE: tuple[DisputeKind, ...] = (
    DisputeKind(
        "take the pile",
        "pile frozen pickup / pick",
        "pickup",
        (
            Row(TOP, TOP_CARD, TOP_HELP, card),
            Row(
                "--with",
                f"Which cards from your hand go with it? For example 99{WITH_WILD}",
                "The cards that are melded with the top card.",
                taken,
                enter=LAY_OFF,
                empty="",
            ),
        ),
    ),
    DisputeKind(
        "meld or open",
        "meld / open opening",
        "meld",
        (Row("melds", "Which melds? For example KKK QQ2", MELD_HELP, melds),),
    ),
    DisputeKind(
        "add to a meld",
        "add / off",
        "meld",
        (
            Row(
                "onto",
                "Which meld on the table? All its cards (7xK), or only its rank (K)",
                f"Its cards, as in KKK2{SEQUENCES[1]}; or K for kings{SEQUENCES[2]}.",
                one_meld,
            ),
            Row("added", "Which cards are added?", f"The cards that join the meld. {CARDS}", cards),
        ),
        _adding,
    ),
    DisputeKind(
        "discard",
        "discard throw freeze",
        "discard",
        (
            Row(
                DISCARD,
                "Which card? none: end the turn without a discard",
                f"The card that ends the turn. {CARDS[:-1]}; or none.",
                discard,
            ),
        ),
    ),
    DisputeKind(
        "go out",
        "out partner",
        "out",
        (
            Row(
                "melds",
                "What do you meld in this turn? For example KKK, or 7:77 to add to the sevens",
                MELD_HELP,
                melds,
                enter=DONT_KNOW,
                empty="",
            ),
            Row(
                "--discard",
                "Your last discard?",
                "Name the card, down for a card laid face down, or none.",
                discard,
                enter=NONE,
                empty="",
            ),
        ),
    ),
    DisputeKind(
        "the stock is empty",
        "stock pass",
        "pass",
        (
            Row(
                LAST_THREE,
                "Was its last card a red three? Then type what was played after it, like discard 4",
                f"For example meld KKK, discard 4, or {NOT_PLAYED}. Enter: its last card was not a red three.",
                after_three,
                enter="no",
                also=(FormChoice(NO, ""),),
                empty="",
            ),
        ),
    ),
    DisputeKind(
        "a whole turn",
        "turn foot",
        "turn",
        (
            Row(
                "turn",
                "The turn? For example draw, meld KKK, discard 4",
                "What the player did, in order: draw or take, meld, discard or out. "
                "Or in short: KKK 4, p66 4.",
                turn,
            ),
        ),
    ),
    DisputeKind(
        "is the game over?",
        "game / wins",
        "winner",
        (
            Row(
                TOTALS,
                "The totals of all sides? For example 5230 5310",
                "Write the total of each side, with spaces between them.",
                numbers,
            ),
        ),
    ),
)
PILE, GAME_OVER = KINDS_OF_DISPUTE[0], KINDS_OF_DISPUTE[-1]
MENU: Row = Row(
    "menu",
    "Which dispute?",
    "Type the number of a dispute, or a word of its line.",
    choices=tuple(FormChoice(kind.name, kind.key, key=kind.key) for kind in KINDS_OF_DISPUTE),
    numbered=True,
)
OTHER_MELDS: Row = Row(
    "--then",
    "What else do you meld at once? For example AAA KK2",
    MELD_HELP,
    melds,
    enter="nothing",
    empty="",
)
"""The question about melds laid down before the rest of the pile is picked up."""
# Questions that the rulebook explains, too, by the rule of play that it is about.
EXPLAINED = {"--with": "pile.pair", Fact.FROZEN: "pile.frozen"}

_READERS: dict[str, Callable[[str], str]] = {
    "cards": cards,
    "pile": cards,
    "card": card,
    "melds": table_melds,
    "number": number,
}


def _about(fact: Fact, asks: str, help_text: str) -> Row:
    """Return the question about a fact; its type decides how it is answered."""
    kind = _kind_of(fact)
    row: Row = Row(fact, asks, help_text, _READERS.get(kind), enter=DONT_KNOW, empty="")
    return row._replace(choices=YES_OR_NO) if kind in ("flag", "answer") else row


def _kind_of(fact: Fact) -> str:
    row = FACTS[fact]
    return row.kind if row.direct else FACTS[row.by[0]].kind


_QUESTIONS: dict[Fact, tuple[str, str]] = {
    Fact.OPENED: (
        "Has your side opened?",
        "A side has opened once one of its players has melded in this hand.",
    ),
    Fact.FROZEN: (
        "Does a card in the pile freeze it?",
        f"In most games {either((Rank.DEUCE.one, Rank.JOKER.one, Rank.RED_THREE.one))} does.",
    ),
    Fact.MELDS: (
        "Your side's melds before this turn? Like 7xK QQ2, or none",
        "All melds that your side had on the table before this turn, each in one word; or none.",
    ),
    Fact.PARTNER_MELDS: (
        "Which melds did others of your side lay? For example 777, or none",
        f"All melds that others of your side laid, not you. {TABLE_HELP}",
    ),
    Fact.THEIR_MELDS: (
        "The other side's melds? For example 7xK 555, or none",
        f"All melds that the other side has on the table. {TABLE_HELP}",
    ),
    Fact.TOTAL: (
        "Your side's total before this hand?",
        "The total decides how many points your side needs to open.",
    ),
    Fact.DEAL: ("Which hand of the game is this?", "The first hand is 1."),
    Fact.PILE_SIZE: ("How many cards are in the pile?", "Count the top card too."),
    Fact.PILE: (
        "The cards of the pile, its top card last?",
        f"The whole pile, the card discarded last at the end. {CARDS}",
    ),
    Fact.TOP: (TOP_CARD, TOP_HELP),
    Fact.STOCK: ("How many cards were in the stock before this turn?", "0 if it was empty."),
    Fact.FIRST_TURN: (
        "Is this your first turn of the hand?",
        "Some plays are not allowed in the first turn.",
    ),
    Fact.RED_THREES: ("How many red threes has your side laid out?", "0 if it has none."),
    Fact.FOOT: (
        "Do you still have a foot to pick up?",
        "The foot is the second set of cards that each player gets.",
    ),
    Fact.PARTNER_FOOT: (
        "Does your partner still have a foot?",
        "Answer no once your partner has played from the foot.",
    ),
    Fact.OUT: ("Which cards are in your hand?", f"All cards that you hold. {CARDS}"),
}
QUESTIONS: dict[Fact, Row] = {
    **{fact: _about(fact, *words) for fact, words in _QUESTIONS.items()},
    Fact.DREW: Row(
        Fact.DREW,
        "How did this turn begin?",
        "A turn begins with a draw from the stock, or with taking the pile.",
        choices=(
            FormChoice("drew from the stock", "stock", key="drew"),
            FormChoice("took the pile", "pile", key="took"),
        ),
        numbered=True,
        enter=DONT_KNOW,
        empty="",
    ),
    Fact.ASKED: _about(
        Fact.ASKED,
        "Your partner's answer to “May I go out?”",
        "In most games the answer is binding if you ask.",
    )._replace(enter="not asked"),
    Fact.HAND: _about(Fact.HAND, *_QUESTIONS[Fact.OUT])._replace(
        read=hand, enter="unknown, but plenty"
    ),
}
"""The question about each fact that an option can give."""
