"""``canasta check`` alone on a terminal: ask which dispute it is, then the facts that can matter.

The command ``check`` calls it.
"""

import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy

import click

from canasta_cli.cli.form import Form, FormField, complain, pick_one
from canasta_cli.cli.judging import Preview, recorded_facts
from canasta_cli.cli.options import show
from canasta_cli.cli.ruleset_choice import RulesetChoice, choose_ruleset
from canasta_cli.cli.scoring import check_totals
from canasta_cli.cli.session import current_session
from canasta_cli.engine.fact_values import CAN_GO_OUT, Value
from canasta_cli.engine.facts import FACTS as ROWS
from canasta_cli.engine.melds import judge_meld
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.view import Question
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.model.cards import Card, Cards, LayOff, Onto, Rank, WildRanks, is_run, meld_under
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.notation.cards import (
    EXPECTED,
    one_card,
    read_cards,
    read_meld,
    scan_melds,
    scan_onto,
    whole,
    write_cards,
    write_meld,
    write_onto,
)
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.rules.names import in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.finding import message
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.show.verdict import options_of
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, points

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


def hand(typed: str) -> str:
    """Read all cards of a hand; other answers say that they are not few."""
    if typed.lower() in ("yes", "no", "y", "n"):
        raise NotUnderstood(
            f"“{typed}” is not cards", fix="Name all of them: KK774; or press Enter"
        )
    return "" if typed.lower() in ("many", "enough") else cards(typed)


def melds(typed: str) -> str:
    """Read melds and lay-offs, or that there are none."""
    if typed.lower() in ("none", "no", "nothing"):
        return "none"
    return " ".join(map(write_meld, scan_melds(typed.replace(", ", " "))))


def table_melds(typed: str) -> str:
    """Read the melds of a side, or that it has none."""
    return melds(typed)


def one_meld(typed: str) -> str:
    """Read a whole meld, or the name of one: ``K``, ``kings``, ``H`` for a sequence, ``W``."""
    rank = next((rank for rank in Rank if typed.lower() in (rank.many, rank.noun, rank.one)), None)
    name = typed if rank is None else rank.value
    if len(name) == 1:
        return write_onto(scan_onto(whole(name)))
    melds = scan_melds(typed)
    if len(melds) != 1:
        raise NotUnderstood(f"“{typed}” is not one meld", fix="Examples: 7xK; or K for kings")
    return write_meld(melds[0])


def discard(typed: str) -> str:
    """Read a discard: a card, or ``none`` or ``down``."""
    return typed.lower() if typed.lower() in ("none", "down") else card(typed)


def turn(typed: str) -> str:
    """Read a turn in full; what one in short means depends on the table, so the command reads it."""
    with suppress(NotationError):
        return write_turn(read_turn(typed))
    return typed


def yes_or_no(typed: str) -> str:
    """Read yes or no, also in a sentence: ``he said no``."""
    words = re.findall("[a-z]+", typed.lower())
    found = [word for word in ("yes", "no") if word.startswith(typed.lower()) or word in words]
    if len(found) != 1:
        raise NotUnderstood(f"answer yes or no, not “{typed}”")
    return found[0]


def beginning(typed: str) -> str:
    """Read how a turn began: with a draw from the stock, or with the pile."""
    words = {"stock": "stock", "drew": "stock", "draw": "stock", "pile": "pile"}
    return pick_one(typed, words, ("stock", "pile"))


def number(typed: str) -> str:
    """Read a whole number, with or without commas, or in words up to ten."""
    from canasta_cli.notation.cards import NUMBERS

    if typed.lower() in NUMBERS:
        return str(NUMBERS.index(typed.lower()) + 1)
    digits = typed.replace(",", "")
    if not digits.removeprefix("-").isdecimal():
        raise NotUnderstood(f"“{typed}” is not a whole number", fix="Example: 1,640")
    return str(int(digits))


def numbers(typed: str) -> str:
    """Read several whole numbers."""
    words = [word.rstrip(",") for word in typed.split()]
    return " ".join(number(word) for word in words if word.lower() != "and")


# The questions that `canasta check` asks on a terminal: the disputes, their plays, and the facts.

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
            if self.choices:
                with suppress(NotUnderstood):
                    return pick_one(typed, dict(self.choices))
            raise


class DisputeKind(NamedTuple):
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


TABLE_HELP = "Write each meld in one word: KKK2, or H:4-6 for a sequence of hearts."
MELD_HELP = (
    f"{TABLE_HELP} Cards added to a meld on the table go after its rank: 7:77 adds two sevens to "
    "the sevens, K:W a joker to the kings."
)
KINDS: tuple[DisputeKind, ...] = (
    DisputeKind(
        "take the pile",
        "pickup",
        (
            Prompt("The top card of the pile?", CARDS, card, required=True),
            Prompt(
                "Which cards from your hand go with it? For example 99 or 9W",
                "Name the cards that are melded with the top card, or press Enter to lay it off.",
                cards,
                empty="lay it off on a meld",
            ),
        ),
        _pile,
    ),
    DisputeKind(
        "meld or open",
        "meld",
        (Prompt("Which melds? For example KKK QQ2", MELD_HELP, melds, required=True),),
        lambda answers, _: [*answers[0].split()],
    ),
    DisputeKind(
        "add to a meld",
        "meld",
        (
            Prompt(
                "Which meld on the table? All its cards (7xK), or only its rank (K)",
                "Write its cards, as in KKK2 or H:4-T; or K for kings, H for a sequence of hearts.",
                one_meld,
                required=True,
            ),
            Prompt("Which cards are added?", CARDS, cards, required=True),
        ),
        _adding,
    ),
    DisputeKind(
        "discard",
        "discard",
        (
            Prompt(
                "Which card? none: end the turn without a discard",
                f"{CARDS[:-1]}; or none.",
                discard,
                required=True,
            ),
        ),
        lambda answers, _: [answers[0]],
    ),
    DisputeKind(
        "go out",
        "out",
        (
            Prompt(
                "What do you meld in this turn? For example KKK, or 7:77 to add to the sevens",
                MELD_HELP,
                melds,
            ),
            Prompt(
                "Your last discard?",
                "Name the card, down for a card laid face down, or none.",
                discard,
                empty="none",
            ),
        ),
        _out,
    ),
    DisputeKind("the stock is empty", "pass", (), lambda *_: []),
    DisputeKind(
        "a whole turn",
        "turn",
        (
            Prompt(
                "The turn? For example draw, meld KKK, discard 4",
                "Say what the player did, in order: draw or take, meld, discard or out. "
                "Or in short: KKK 4, p66 4.",
                turn,
                required=True,
            ),
        ),
        lambda answers, _: [*answers[0].split()],
    ),
    DisputeKind(
        "is the game over?",
        "winner",
        (
            Prompt(
                "The totals of all sides? For example 5230 5310",
                "Write the total of each side, with spaces between them.",
                numbers,
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
    "cards": cards,
    "pile": cards,
    "card": card,
    "melds": table_melds,
    "number": number,
    "flag": yes_or_no,
    "answer": yes_or_no,
    "choice": beginning,
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
        "Your side's melds before this turn? Like 7xK QQ2, or none",
        "Write the cards of each meld in one word, or none; or choose a number.",
    ),
    Fact.PARTNER_MELDS: (
        "Which melds did others of your side lay? For example 777, or none",
        TABLE_HELP,
    ),
    Fact.THEIR_MELDS: ("The other side's melds? For example 7xK 555, or none", TABLE_HELP),
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
    Fact.OUT: ("Which cards are in your hand?", CARDS),
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
        "Which cards are in your hand?",
        f"{CARDS} Name all of them.",
        empty="unknown, but plenty",
        read=hand,
    ),
}
"""The question about each fact that an option can give."""
OTHER_MELDS = FactPrompt(
    Prompt(
        "What else do you meld at once? For example AAA KK2",
        MELD_HELP,
        melds,
        empty="nothing",
    ),
    lambda answer: [] if answer == "none" else ["--then", answer],
)
"""The question about melds laid down before the rest of the pile is picked up."""


# `canasta check` alone on a terminal: ask which dispute it is, then the facts that can matter.

MOST_FACTS = 5
"""Maximum number of facts that are asked about one dispute."""
HOW = "Enter: the answer shown after it. ? helps, back returns, Ctrl-C stops."
PILE, GAME_OVER = KINDS[0], KINDS[-1]
# Facts that no rule asks for, although another value than the usual one can change the answer:
# those that are asked before all others, and after them.
FIRST, LAST = (Fact.ASKED,), (Fact.FIRST_TURN, Fact.HAND)


class DisputeForm(Form[object, str]):
    """The answers so far, and what is known before them: the ruleset and game in use.

    A question is named by the menu, its place among those about the play, its fact, or the other melds.
    ``options`` are those of the command; ``previews`` are the answers to command lines asked so far.
    Once nothing is missing, ``line`` is the command line that asks the same.
    """

    def __init__(
        self, context: click.Context, options: tuple[str, ...], choice: RulesetChoice
    ) -> None:
        """Begin without answers."""
        super().__init__()
        self.context, self.options, self.choice = context, options, choice
        self.previews: dict[tuple[str, ...], Ruling] = {}
        self.line: tuple[str, ...] = ()

    def next(self) -> FormField[object, str] | None:
        """Return the question after the answers so far."""
        if MENU not in self.done:
            return self._field(MENU, MENU)
        kind = KINDS[int(self.given[MENU]) - 1]
        for place, prompt in enumerate(kind.prompts):
            if place not in self.done:
                return self._field(place, _from_game(self, kind, prompt, first=place == 0))
        play = tuple(self.given[place] for place in range(len(kind.prompts)))
        self.line = (kind.command, *kind.arguments(play, self.choice.ruleset.wild_ranks))
        if kind is not GAME_OVER:
            return self._next_about_facts(kind)
        check_totals(play[0].split(), self.choice.ruleset)
        return None

    def _next_about_facts(self, kind: DisputeKind) -> FormField[object, str] | None:
        """Return the next question about a fact, and add the answers to those before to the line."""
        asked = [name for name in self.done if isinstance(name, Fact)]
        for known in asked:
            reply = self.given[known]
            self.line += tuple(FACTS[known].options(reply) if reply else ())
        fact = _deciding(self, self.line, asked) if len(asked) < MOST_FACTS else None
        if fact is not None:
            return self._field(fact, _fact_prompt(self, fact, self.line))
        if OTHER_MELDS in self.done:
            more = self.given[OTHER_MELDS]
            self.line += tuple(OTHER_MELDS.options(more) if more else ())
        elif kind is PILE and _lacks_points(self, self.line):
            return self._field(OTHER_MELDS, OTHER_MELDS.prompt)
        return None

    def _field(self, name: object, prompt: Prompt) -> FormField[object, str]:
        def wrong_meld(answer: str) -> str:
            return _of_several_ranks(_melds_in(prompt, answer), self.choice.ruleset)

        def read(typed: str) -> str:
            answer = prompt.answer(typed)
            if prompt.read in (table_melds, one_meld) and (wrong := wrong_meld(answer)):
                raise NotUnderstood(wrong, fix="Put a space between two melds: KKK 777")
            # An answer with which nothing can be asked is refused at once.
            trial = copy(self)
            trial.given, trial.done = {**self.given, name: answer}, [*self.done, name]
            trial.next()
            return answer

        return FormField(
            name,
            read,
            lambda: _question(prompt),
            lambda: (Text(prompt.help),),
            doubt=wrong_meld,
            again=prompt is not MENU,
        )


def settle_dispute(
    context: click.Context, rules: str | None, house: tuple[str, ...], game: str | None
) -> int:
    """Ask about a dispute, print its answer and the command that asks the same."""
    db = current_session().db
    options = [("-r", rules), ("-g", game), ("--db", db), *(("--house", each) for each in house)]
    given = tuple(word for name, value in options if value for word in (name, value))
    form = DisputeForm(context, given, choose_ruleset(rules, house, game))
    basis = form.choice.basis
    show(Text(f"{basis[:1].upper()}{basis[1:]}.", Style.TITLE), Text(HOW, Style.QUIET))
    while True:
        form.fill()
        try:
            return _answer(form, form.line)
        except CanastaError as error:  # such as totals of too few sides
            complain(error)
            form.back()


def _melds_in(prompt: Prompt, answer: str) -> tuple[MeldOrLayOff, ...]:
    """Return the melds that an answer names."""
    if prompt.read is turn:
        with suppress(NotationError):  # in short, it is read on the table
            return read_turn(answer).melded
    is_melds = prompt.read in (melds, table_melds, one_meld) and answer not in ("", "none")
    return scan_melds(answer) if is_melds and len(answer) > 1 else ()


def _of_several_ranks(melded: Iterable[MeldOrLayOff], rules: Ruleset) -> str:
    """Say which meld has cards of several ranks: that is rather a slip than a play."""
    for meld in melded:
        if isinstance(meld, LayOff):
            continue
        for found in judge_meld(meld_under(rules.wild_ranks, meld), rules).refused:
            if found.rule == "meld.kind" and found.reason.needed == 1:
                return message(found)
    return ""


def _lacks_points(form: DisputeForm, line: tuple[str, ...]) -> bool:
    """True if only points of the initial meld may be missing: other melds can add them."""
    ruling = _preview(form, line)
    verdicts = [each.verdict for each in ruling.depends if each.legal is False]
    refused = [each for verdict in verdicts or (ruling.verdict,) for each in verdict.refused]
    return bool(refused) and all(each.rule == "opening.minimum" for each in refused)


def _from_game(form: DisputeForm, kind: DisputeKind, prompt: Prompt, *, first: bool) -> Prompt:
    """Add to a question about a play the default from the game in use."""
    loaded = form.choice.loaded
    if form.choice.ruleset.melds.runs:
        prompt = prompt._replace(asks=prompt.asks.replace("(7xK), or", "(7xK or H:4-T), or"))
    if loaded is None or not first:
        return prompt
    if kind is GAME_OVER:
        return prompt._replace(default=" ".join(map(str, loaded.standing.totals)))
    known = recorded_facts(loaded, None, None)
    if kind is PILE and known is not None and known.top is not None:
        return prompt._replace(default=known.top.symbol)
    return prompt


def _deciding(form: DisputeForm, line: tuple[str, ...], asked: list[Fact]) -> Fact | None:
    """Return the next fact that can change the answer; ``None`` if there is none."""
    ruling = _preview(form, line)
    if ruling.verdict.legal is False:
        return None
    unknown = [each for each in ruling.verdict.unknown if isinstance(each, Fact) and each in FACTS]
    if Fact.MELDS in unknown and Fact.OPENED in unknown:
        unknown.remove(Fact.OPENED)  # the melds show it
    for fact in (*FIRST, *unknown, *LAST):
        if fact not in asked and (fact in unknown or _matters(form, fact, line, ruling)):
            return fact
    return None


def _matters(form: DisputeForm, fact: Fact, line: tuple[str, ...], ruling: Ruling) -> bool:
    """True if some value of a fact gives another answer than if it is not given."""
    for options in _values(fact, line, ruling):
        with suppress(CanastaError):  # the fact is known already
            if _preview(form, (*line, *options)).verdict.legal is not ruling.verdict.legal:
                return True
    return False


def _values(fact: Fact, line: tuple[str, ...], ruling: Ruling) -> list[tuple[str, ...]]:
    """List options for the values of a fact that no rule asks for."""
    if fact is not Fact.HAND:
        return [("--asked", "no")] if fact is Fact.ASKED else [("--first-turn",), ("--later-turn",)]
    question = _question_of(ruling, line)
    assumed = Fact.HAND in dict(ruling.assumed)
    if not assumed or question.uses_up_hand or line[0] in ("turn", "pass"):
        return []
    played = question.played
    natural = ruling.verdict.ruleset.wild_ranks.natural
    other = next((rank for rank in natural if not played.of(rank)), natural[-1])
    hands = (played, played + Cards([Card(other)]))
    return [("--hand", write_cards(hand)) for hand in hands if hand]


def _question_of(ruling: Ruling, line: tuple[str, ...]) -> Question:
    play = ruling.play
    return Question(play.turn, play.view, ruling.verdict.ruleset, out=line[0] == "out")


def _preview(form: DisputeForm, line: tuple[str, ...]) -> Ruling:
    """Return the answer to a command line, without printing it."""
    if line not in form.previews:
        found = Preview()
        _run(form, line, found)
        form.previews[line] = found.ruling
    return form.previews[line]


def _run(form: DisputeForm, line: tuple[str, ...], state: object) -> int:
    """Run a command line of ``canasta check``, or ``winner``; ``state`` is what its context holds."""
    name, *arguments = (*line, *form.options)
    group = form.context.command
    if name == GAME_OVER.command:
        group = form.context.find_root().command
    assert isinstance(group, click.Group)  # noqa: S101 - it contains the command
    command = group.get_command(form.context, name)
    assert command is not None  # noqa: S101 - only commands of the table are run
    try:
        with command.make_context(name, arguments, form.context, obj=state) as context:
            status: int | None = command.invoke(context)
    except click.UsageError as error:
        from canasta_cli.cli.error_messages import from_click

        raise from_click(error) from error
    return status or 0


def _fact_prompt(form: DisputeForm, fact: Fact, line: tuple[str, ...]) -> Prompt:
    """Return the question about a fact, with its values in this question or from the game."""
    prompt, loaded = FACTS[fact].prompt, form.choice.loaded
    if fact in (Fact.MELDS, Fact.THEIR_MELDS):
        return prompt._replace(choices=_melds(form, fact, line))
    if loaded is None:
        return prompt
    if fact is Fact.DEAL:
        return prompt._replace(default=str(len(loaded.game.hands) + 1))
    if fact is Fact.TOTAL:
        totals = loaded.standing.totals
        sides = zip(loaded.game.sides, totals, strict=True)
        choices = tuple((f"{side.name} {points(total)}", str(total)) for side, total in sides)
        same = str(totals[0]) if len(set(totals)) == 1 else ""
        return prompt._replace(choices=choices, default=same)
    return prompt


# Choices without their subject, in the words of a list.
_CHOICES = {"no melds": "none", "melds": "some (or type them)"}


def _melds(form: DisputeForm, fact: Fact, line: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the kinds of melds that lead to different answers, each with an example of it."""
    ruling, row = _preview(form, line), ROWS[fact]
    groups: dict[object, list[tuple[Value, str]]] = {}
    every = []
    for value in row.values(_question_of(ruling, line)):
        given = FACTS[fact].prompt.read(str(value.given))
        try:
            found = _preview(form, (*line, *FACTS[fact].options(given)))
        except CanastaError:  # the cards given leave too few for this example
            continue
        every.append(value)
        same = groups.setdefault((found.verdict.legal, found.condition, found.ways), [])
        same.append((value, given))
    if len(groups) == 1:
        return ()
    named = {
        row.name(tuple(value for value, _ in group), tuple(every)): group[0][1]
        for group in groups.values()
    }
    few = "too few canastas" if any(says.endswith(CAN_GO_OUT) for says in named) else ""
    rules = ruling.verdict.ruleset

    def words(says: str) -> str:
        enough = says.endswith(CAN_GO_OUT)
        after = few if few and not enough else says.partition(" has ")[2].replace(" has ", " ")
        return _CHOICES.get(after) or in_game_words(after, rules)

    return tuple((words(says), given) for says, given in named.items())


def _answer(form: DisputeForm, line: tuple[str, ...]) -> int:
    """Print the answer, and the command line that asks the same."""
    from canasta_cli.man.page import wrap_command

    show(BLANK)
    status = _run(form, line, form.context.obj)
    before = "canasta" if line[0] == GAME_OVER.command else "canasta check"
    command = f"{before} {shlex.join((*line, *form.options))}"
    lines = wrap_command(command, shutil.get_terminal_size().columns - 3)
    show(BLANK, Text("The same question:", Style.QUIET), *(Text(each, indent=2) for each in lines))
    return status


def _question(prompt: Prompt) -> Iterator[Block]:
    """Format a question with its choices, and the answer that Enter gives, if it gives one."""
    empty = prompt.default or ("" if prompt.required else prompt.empty)
    asks, hint = prompt.asks, f"Enter: {empty}" if empty else ""
    if hint:
        asks = f"{asks[:-1]}; {hint})" if asks.endswith(")") else f"{asks} ({hint})"
    yield Text(asks)
    for number, (words, _) in enumerate(prompt.choices, start=1):
        yield Text(f"{number} {words}", indent=2)
