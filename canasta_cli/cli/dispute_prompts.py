"""The questions that ``canasta check`` asks on a terminal: the disputes, their plays, and the facts."""

import re
from collections.abc import Callable

from canasta_cli.cli import dispute_answers as reading
from canasta_cli.engine.facts import FACTS as ROWS
from canasta_cli.engine.rule import Fact
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.model.cards import LayOff, Onto, Rank, WildRanks, is_run, meld_under
from canasta_cli.notation.cards import EXPECTED, read_meld, write_onto
from canasta_cli.show.verdict import options_of
from canasta_cli.values import NamedTuple
from canasta_cli.words import either

UNKNOWN = "don't know"
UNKNOWN_WORDS = ("", UNKNOWN, "dont know", "unknown")
CARDS = f"{EXPECTED}."


class Prompt(NamedTuple):
    """A question: its words, one sentence of help, and how an answer becomes canonical text.

    ``choices`` are numbered answers: their words and their text. ``default`` is the text that an
    empty answer stands for; without one, it means ``empty``. An empty answer to a ``required``
    question is asked again.
    """

    asks: str
    help: str
    read: Callable[[str], str]
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""
    empty: str = UNKNOWN
    required: bool = False

    def answer(self, typed: str) -> str:
        """Return an answer as canonical text; raise an error if it can't be read."""
        if typed.lower() in (*UNKNOWN_WORDS, self.empty):
            if self.required and not self.default:
                raise NotUnderstood("an answer is needed here", fix=self.help)
            return self.default if self.required or not typed else ""
        if typed.isdecimal() and 0 < int(typed) <= len(self.choices):
            return self.choices[int(typed) - 1][1]
        try:
            return self.read(typed)
        except CanastaError:
            begun = [
                text for words, text in self.choices if words.lower().startswith(typed.lower())
            ]
            if len(begun) == 1:
                return begun[0]
            raise


class Kind(NamedTuple):
    """A dispute: its words in the menu, its command, the questions, and the command's arguments.

    The arguments can depend on which ranks are wild.
    """

    name: str
    command: str
    prompts: tuple[Prompt, ...]
    arguments: Callable[[tuple[str, ...], WildRanks], list[str]]


def _pile(answers: tuple[str, ...], _: WildRanks) -> list[str]:
    top, hand = answers
    return [top, *(["--with", hand] if hand else [])]


def _adding(answers: tuple[str, ...], wild: WildRanks) -> list[str]:
    meld, cards = answers
    if len(meld) == 1:
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


def _out(answers: tuple[str, ...], _: WildRanks) -> list[str]:
    melds, last = answers
    return [*melds.split(), *(["--discard", last] if last and last != "none" else [])]


MELD_HELP = "Write each meld in one word: KKK2, 4H5H6H for a sequence, K:W for a joker on kings."
KINDS: tuple[Kind, ...] = (
    Kind(
        "take the pile",
        "pickup",
        (
            Prompt("The top card of the pile?", CARDS, reading.card, required=True),
            Prompt(
                "Which cards from your hand go with it? For example 99 or 9W",
                "Name the cards that are melded with the top card, or press Enter to lay it off.",
                reading.cards,
                empty="lay it off on a meld",
            ),
        ),
        _pile,
    ),
    Kind(
        "meld or open",
        "meld",
        (Prompt("Which melds? For example KKK QQ2", MELD_HELP, reading.melds, required=True),),
        lambda answers, _: [*answers[0].split()],
    ),
    Kind(
        "add to a meld",
        "meld",
        (
            Prompt(
                "Which meld on the table? All its cards (7xK), or only its rank (K)",
                "Write its cards, as in KKK2 or H:4-T; or K for kings, H for a sequence of hearts.",
                reading.one_meld,
                required=True,
            ),
            Prompt("Which cards are added?", CARDS, reading.cards, required=True),
        ),
        _adding,
    ),
    Kind(
        "discard",
        "discard",
        (
            Prompt(
                "Which card? none: end the turn without a discard",
                f"{CARDS[:-1]}; or none.",
                reading.discard,
                required=True,
            ),
        ),
        lambda answers, _: [answers[0]],
    ),
    Kind(
        "go out",
        "out",
        (
            Prompt("What do you meld in this turn? For example KKK 7:77", MELD_HELP, reading.melds),
            Prompt(
                "Your last discard?",
                "Name the card, down for a card laid face down, or none.",
                reading.discard,
                empty="none",
            ),
        ),
        _out,
    ),
    Kind("the stock is empty", "pass", (), lambda *_: []),
    Kind(
        "a whole turn",
        "turn",
        (
            Prompt(
                "The turn? For example draw, meld KKK, discard 4",
                "Say what the player did, in order: draw or take, meld, discard or out.",
                reading.turn,
                required=True,
            ),
        ),
        lambda answers, _: [*answers[0].split()],
    ),
    Kind(
        "is the game over?",
        "winner",
        (
            Prompt(
                "The totals of all sides? For example 5230 5310",
                "Write the total of each side, with spaces between them.",
                reading.numbers,
                required=True,
            ),
        ),
        lambda answers, _: [*answers[0].split()],
    ),
)


def read_kind(typed: str) -> str:
    """Return the number of the only dispute with this text, best at its beginning."""
    text = typed.lower().rstrip("?")
    names = [kind.name for kind in KINDS]
    found = [name for name in names if name.startswith(text)]
    found = found or [name for name in names if f" {text}" in name]
    if len(found) != 1:
        words = re.findall("[a-z]+", text)
        found = [name for name, key in zip(names, _KEYS, strict=True) if key in words]
    if len(found) != 1:
        raise NotUnderstood(
            f"“{typed}” is not one of these disputes",
            fix=f"Type a number from 1 to 8, or a word: {', '.join(_KEYS)}",
        )
    return str(names.index(found[0]) + 1)


_KEYS = ("pile", "meld", "add", "discard", "out", "stock", "turn", "game")
"""The word of each dispute by which it is found in a sentence."""


MENU = Prompt(
    "Which dispute?",
    f"Type the number of a dispute, or a word of it: {', '.join(_KEYS)}.",
    read_kind,
    choices=tuple((kind.name, str(number)) for number, kind in enumerate(KINDS, start=1)),
    required=True,
)


class FactPrompt(NamedTuple):
    """The question about a fact, and the options that give its answer."""

    prompt: Prompt
    options: Callable[[str], list[str]]


_READERS: dict[str, Callable[[str], str]] = {
    "cards": reading.cards,
    "pile": reading.cards,
    "card": reading.card,
    "melds": reading.melds,
    "number": reading.number,
    "flag": reading.yes_or_no,
    "answer": reading.yes_or_no,
    "choice": reading.beginning,
}


def _about(
    fact: Fact,
    asks: str,
    help_text: str,
    choices: tuple[tuple[str, str], ...] = (),
    empty: str = UNKNOWN,
    read: Callable[[str], str] | None = None,
) -> FactPrompt:
    """Return the question about a fact; its type decides how an answer is given, and usually read."""
    row = ROWS[fact]
    names, kind = options_of(row), row.kind if row.direct else ROWS[row.by[0]].kind
    words = f"{asks} (yes/no)" if kind in ("flag", "answer") else asks
    prompt = Prompt(words, help_text, read or _READERS[kind], choices, empty=empty)
    if kind == "flag":
        return FactPrompt(prompt, lambda answer: [names[0 if answer == "yes" else 1]])
    return FactPrompt(prompt, lambda answer: [names[0], answer])


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
        "Your side's melds? For example 7xK QQ2, or none",
        "Write the cards of each meld in one word, or none; or choose a number.",
    ),
    Fact.PARTNER_MELDS: (
        "Which melds did others of your side lay? For example 777, or none",
        MELD_HELP,
    ),
    Fact.THEIR_MELDS: ("The other side's melds? For example 7xK 555, or none", MELD_HELP),
    Fact.TOTAL: (
        "Your side's total before this hand?",
        "The total decides how many points your side needs to open.",
    ),
    Fact.DEAL: ("Which hand of the game is this?", "Count from 1."),
    Fact.PILE_SIZE: ("How many cards are in the pile?", "Count the top card too."),
    Fact.PILE: ("The cards of the pile, its top card last?", CARDS),
    Fact.TOP: ("The top card of the pile?", CARDS),
    Fact.STOCK: ("How many cards are left in the stock?", "0 if it is empty."),
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
    Fact.OUT: ("All the cards in your hand?", CARDS),
}
FACTS: dict[Fact, FactPrompt] = {
    **{fact: _about(fact, *words) for fact, words in _QUESTIONS.items()},
    Fact.DREW: _about(
        Fact.DREW,
        "How did this turn begin?",
        "Type 1 for a draw from the stock, 2 for taking the pile.",
        choices=(("with a draw", "stock"), ("with the pile", "pile")),
    ),
    Fact.ASKED: _about(
        Fact.ASKED,
        "Your partner's answer to “May I go out?”",
        "In most games the answer is binding if you ask.",
        empty="not asked",
    ),
    Fact.HAND: _about(
        Fact.HAND,
        "All your cards, if you have few?",
        CARDS,
        empty="enough cards",
        read=reading.hand,
    ),
}
"""The question about each fact that an option can give."""
OTHER_MELDS = FactPrompt(
    Prompt(
        "What else do you meld at once? For example AAA KK2",
        MELD_HELP,
        reading.melds,
        empty="nothing",
    ),
    lambda answer: [] if answer == "none" else ["--then", answer],
)
"""The question about melds laid down before the rest of the pile is picked up."""
