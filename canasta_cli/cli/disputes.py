"""``canasta check`` alone on a terminal: ask which dispute it is, then the facts that can matter.

The command ``check`` calls it. First stand the questions: the disputes, their plays, the facts, and how answers
are read. ``DisputeForm.next`` finds the next one by asking the rules.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial

import click

from canasta_cli.api.asking import answered
from canasta_cli.cli.form import (
    KEYS,
    NO,
    NONE,
    YES,
    YES_OR_NO,
    Form,
    FormChoice,
    FormField,
    complain,
)
from canasta_cli.cli.judging import (
    Dispute,
    answer_dispute,
    in_full,
    inquire,
    recorded_facts,
    totals_by_side,
    turn_on_table,
)
from canasta_cli.cli.options import print_answer, searching, show
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.cli.scoring import check_totals, winner
from canasta_cli.engine.facts import FACTS, Condition
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.conditions import THAT_RANK, TOP_RANK
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.meld_domains import CANASTAS_NEEDED, HAS, MELDED
from canasta_cli.engine.turn.stated import illegal_melds
from canasta_cli.engine.turn.taking import any_lays_off
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.model.cards import LayOff, MeldCards, Onto, Rank, WildRanks, is_run, meld_under
from canasta_cli.model.turn import Take
from canasta_cli.notation.cards import (
    check_number_before_rank,
    is_none,
    one_card,
    read_cards,
    read_meld,
    scan_cards,
    scan_melds,
    scan_onto,
    scan_typed_melds,
    write_cards,
    write_meld,
    write_onto,
)
from canasta_cli.notation.spoken import EXPECTED, NUMBERS, as_written, whole, words
from canasta_cli.notation.turn import read_turn, without_player_and_note, write_turn
from canasta_cli.rules.book import explaining
from canasta_cli.rules.names import in_game_words
from canasta_cli.show.depending import options_of
from canasta_cli.show.finding import message
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text, terminal_width
from canasta_cli.show.verdict import bonus_needs, brief_blocks
from canasta_cli.values import NamedTuple
from canasta_cli.words import as_sentence, count_of, either, listed, whole_number

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
    check_number_before_rank(typed, melds=False)
    return write_cards(read_cards(typed))


def taken(typed: str) -> str:
    """Read the cards that go with the top card of the pile; other melds after them keep their words."""
    check_number_before_rank(typed, melds=False, takes=True)
    if Take(None, read_cards(typed)).is_one_meld:
        return write_cards(read_cards(typed))
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
    if is_none(typed, is_answer=True):
        return NONE
    return " ".join(map(write_meld, scan_typed_melds(typed.replace(", ", " "))))


def one_meld(typed: str) -> str:
    """Read a whole meld, or the name of one: ``K``, ``kings``, ``H`` for a sequence, ``W``."""
    rank = next((rank for rank in Rank if typed.lower() in (rank.many, rank.noun, rank.one)), None)
    name = typed if rank is None else rank.value
    if rank is not None or len(name) == 1:
        return write_onto(scan_onto(whole(name)))
    melds = scan_typed_melds(typed)
    if len(melds) != 1 or isinstance(melds[0], LayOff):
        raise NotUnderstood(f"“{typed}” is not one meld", fix="Examples: 7xK; or K for kings")
    return write_meld(melds[0])


def discard(typed: str) -> str:
    """Read a discard: a card, or ``none`` or ``down``."""
    if is_none(typed):
        return NONE
    return "down" if typed.lower() == "down" else card(typed)


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


def _arguments(answers: Answers, wild: WildRanks) -> list[str]:
    """Return the words of the command line that give the answers about a play."""
    if "onto" not in answers:
        return [word for name, answer in answers.items() for word in words_of(name, answer)]
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


def words_of(name: Name, answer: str) -> tuple[str, ...]:
    """Return an answer as arguments, or with the option that is the name of its question or of its fact."""
    if not answer:
        return ()
    if answer.startswith("--"):
        return tuple(answer.split())
    if isinstance(name, Fact):
        names = options_of(FACTS[name])
        is_flag = _kind_of(name) == "flag"
        return (names[0 if answer == YES else 1],) if is_flag else (names[0], answer)
    if answer == NONE and name != DISCARD:
        return ()
    return (name, answer) if name.startswith("--") else tuple(answer.split())


class DisputeKind(NamedTuple):
    """A dispute: its words in the menu, its words in a sentence, its command, and the questions.

    ``weak`` are words that name it in a sentence that names no other. Questions are named like options of the
    command; others are its arguments.
    """

    name: str
    key: str
    command: str
    fields: tuple[Row, ...]
    weak: str = ""


KINDS_OF_DISPUTE: tuple[DisputeKind, ...] = (
    DisputeKind(
        "take the pile",
        "pile frozen pickup",
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
        weak="pick",
    ),
    DisputeKind(
        "meld or open",
        "meld",
        "meld",
        (Row("melds", "Which melds? For example KKK QQ2", MELD_HELP, melds),),
        weak="open opening",
    ),
    DisputeKind(
        "add to a meld",
        "add",
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
        weak="off",
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
        "game wins",
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
    choices=tuple(
        FormChoice(kind.name, kind.key, key=kind.key, weak=kind.weak) for kind in KINDS_OF_DISPUTE
    ),
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
    "melds": melds,
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


# `canasta check` alone on a terminal: ask which dispute it is, then the facts that can matter.

MOST_FACTS, MOST_QUESTIONS = 5, 11
"""Maximum number of questions about facts before the first answer, and in all."""
HOW = Text("Enter: the answer in (brackets)", Style.QUIET)
# Facts that an answer assumes, which are asked for after all others, and the commands about a play that
# may use up the hand.
LAST = (Fact.FIRST_TURN, Fact.HAND)
WHOLE = ("out", "turn", "pass")


class DisputeForm(Form[Name, str]):
    """The answers so far, and what is known before them: the ruleset and game in use.

    ``questions`` are the commands that read a question; ``judged`` are those read so far, each with its
    answer, by their lines. ``known`` are questions that the rules or the hand in play answer.
    Once nothing is missing, ``line`` is the command line that asks the same.
    """

    def __init__(self, questions: click.Group, choice: RulesetChoice) -> None:
        """Begin without answers."""
        super().__init__()
        self.questions, self.choice = questions, choice
        self.judged: dict[tuple[str, ...], tuple[Dispute, Ruling]] = {}
        self.line: tuple[str, ...] = ()
        facts = recorded_facts(choice.loaded, None)
        if facts and facts.top:
            self.given[TOP] = facts.top.symbol
        if facts or not explaining("stock.last-red-three", choice.ruleset):
            self.given[LAST_THREE] = ""
        self.known = frozenset(self.given)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides of the game in use."""
        return self.choice.loaded.game.side_names if self.choice.loaded else ()

    def ruling(self, *more: str) -> Ruling:
        """Return the answer to the question that ``line`` asks, perhaps with more options."""
        line = (*self.line, *more)
        if line not in self.judged:
            dispute = in_full(_read_line(line, self.questions), self.choice)
            with searching():
                self.judged[line] = dispute, answered(inquire(dispute, self.choice))
        return self.judged[line][1]

    def next(self) -> Row | None:
        """Return the question after the answers so far."""
        if MENU.name not in self.done:
            return MENU
        kind = next(kind for kind in KINDS_OF_DISPUTE if kind.key == self.given[MENU.name])
        for field in kind.fields:
            if field.name not in {*self.done, *self.known}:
                return self._checked(field)
        play = {field.name: self.given[field.name] for field in kind.fields}
        command = "turn" if play.get(LAST_THREE) else kind.command
        self.line = (command, *_arguments(play, self.choice.ruleset.wild_ranks))
        if kind is GAME_OVER:
            check_totals([*self.line[1:]], self.choice.ruleset)
            return None
        asked = [name for name in self.done if name not in (MENU.name, *play)]
        for known in dict.fromkeys(asked):
            self.line += words_of(known, self.given[known])
        more = self._next_about_facts(kind, asked)
        return None if more is None else self._checked(more)

    def back(self) -> None:
        """Ask again the question that was answered last, not those before it about the same fact."""
        name = self.done.pop()
        if name in self.done:
            self.given[name] = ""

    def _next_about_facts(self, kind: DisputeKind, asked: Sequence[Name]) -> Row | None:
        """Return the question about the next fact, or about other melds.

        Once a fact is asked again, or after many, the answer so far stands above.
        """
        fact = _deciding(self, asked) if len(asked) < MOST_QUESTIONS else None
        if (fact is None or fact in asked) and kind is PILE and OTHER_MELDS.name not in asked:
            unknown = self.ruling().verdict.unknown
            if _lacks_melds(self):
                # Without the total, the answer would not name the points that the side needs to open.
                asks_total = Fact.TOTAL in unknown and Fact.TOTAL not in asked
                return QUESTIONS[Fact.TOTAL] if asks_total else OTHER_MELDS
        if fact is None:
            return None
        field, choices = QUESTIONS[fact], _melds(self, fact)
        field = field._replace(choices=choices, numbered=True) if choices else field
        if not _is_answered((*asked, fact)):
            return field
        is_new = self.given[asked[-1]] or not _is_answered(asked)
        above = _short_answer(self) if is_new else ()
        enter = DONT_KNOW if fact in asked else field.enter
        return field._replace(numbered=bool(field.choices), enter=enter, above=above)

    def _checked(self, field: Row) -> Row:
        """Return a question whose answer is refused at once if nothing can be asked with it."""

        def doubt(answer: str) -> str:
            if field.read is one_meld and len(answer) > len("3B"):  # all its cards, not a name
                laid = [each for each in scan_melds(answer) if isinstance(each, MeldCards)]
                for _, found in illegal_melds(laid, self.choice.ruleset):
                    raise NotUnderstood(message(found))
            trial = copy(self)
            trial.given, trial.done = {**self.given, field.name: answer}, [*self.done, field.name]
            trial.next()
            return ""

        def helps() -> Iterable[Block]:
            rule = EXPLAINED.get(field.name, "")
            explained = explaining(rule, self.choice.ruleset)
            says = " ".join((str(field.help), *(each.text for each in explained)))
            for part in () if self.choice.ruleset.melds.runs else SEQUENCES:
                says = says.replace(part, "")
            yield Text(says, Style.QUIET, 2)

        return _in_game(self, field._replace(help=helps, doubt=doubt))


def settle_dispute(questions: click.Group, choice: RulesetChoice, given: list[str]) -> int:
    """Ask about a dispute, print its answer and the command that asks the same, with the given options."""
    form = DisputeForm(questions, choice)
    show(Text(as_sentence(choice.basis), Style.TITLE), HOW, KEYS)
    while True:
        form.fill()
        try:
            return _answer(form, given)
        except CanastaError as error:  # such as totals of too few sides
            complain(error)
            form.back()


def _turn_in_play(typed: str, choice: RulesetChoice) -> str:
    """Read a turn; if it can be several in the hand in play, ask which."""
    from canasta_cli.cli.playing import choose_turn
    from canasta_cli.scorekeeper.playing import SeveralTurns

    text = turn(typed)
    try:
        turn_on_table(text, choice)
    except SeveralTurns as several:
        player, _, _ = without_player_and_note(text)
        return write_turn(choose_turn(several)._replace(player=player))
    return text


_ADDED = {"opening.minimum", "opening.contains"}
"""Rules about an initial meld that other melds of the same turn can satisfy."""


def _lacks_melds(form: DisputeForm) -> bool:
    """True if only points or melds of the initial meld may be missing: other melds can add them."""
    ruling = form.ruling()
    verdicts = [each.verdict for each in ruling.depends if each.legal is False]
    refused = [each for verdict in verdicts or (ruling.verdict,) for each in verdict.refused]
    return bool(refused) and all(each.rule in _ADDED for each in refused)


def _in_game(form: DisputeForm, field: Row) -> Row:
    """Add to a question what the rules and the game in use know about it."""
    loaded, name, rules = form.choice.loaded, field.name, form.choice.ruleset
    if field.enter == LAY_OFF and not any_lays_off(rules):
        field = field._replace(enter=NONE)
    if rules.pile.always_frozen or not rules.pile.natural_wild:
        field = field._replace(question=field.question.replace(WITH_WILD, ""))
    if rules.melds.runs:
        field = field._replace(question=field.question.replace("(7xK), or", "(7xK or H:4-T), or"))
    if name in (Fact.HAND, Fact.OUT) and form.line[0] == "turn":
        field = field._replace(question=HAND_BEFORE, enter=DONT_KNOW)
    if loaded is None:
        return field
    if field.read is turn:
        field = field._replace(read=partial(_turn_in_play, choice=form.choice))
    totals = [*map(str, loaded.standing.totals)]
    if name is Fact.TOTAL:
        choices = tuple(map(FormChoice, totals_by_side(loaded), totals))
        field = field._replace(choices=choices, numbered=True)
    if name is TOTALS:
        asks = field.question.replace("all sides", listed(form.sides))
        field = field._replace(question=asks)
    if TOP in form.known:
        asks = field.question.replace("go with it", f"go with {form.given[TOP]}")
        field = field._replace(question=asks)
    defaults = {
        TOTALS: " ".join(totals),
        Fact.TOTAL: totals[0] if len(set(totals)) == 1 else "",
    }
    return field._replace(default=defaults.get(name, ""))


def _deciding(form: DisputeForm, asked: Sequence[Name]) -> Fact | None:
    """Return the next fact that can change the answer; ``None`` if there is none."""
    ruling = form.ruling()
    if ruling.verdict.legal is False:
        return None
    unknown = [
        each for each in ruling.verdict.unknown if isinstance(each, Fact) and each in QUESTIONS
    ]
    if Fact.OPENED in unknown and Fact.MELDS in unknown and Fact.MELDS not in asked:
        unknown.remove(Fact.OPENED)  # the melds show it
    # After a partner's yes, a discard that doesn't use up the hand is refused.
    given, command = ruling.play.given, form.line[0]
    binds = command == "turn" and ruling.play.asked and given.ended and not given.goes_out
    asks_hand = binds or (command not in WHOLE and OTHER_MELDS.name not in asked)
    asks_last = ruling.verdict.legal and (binds or not _is_answered((*asked, "")))
    last = LAST if asks_hand else LAST[:1]
    assumed = [each for each in last if asks_last and each in dict(ruling.assumed)]
    first = [Fact.ASKED] if _refused_by_partner(form) else []
    pays = bonus_needs(ruling) if ruling.verdict.legal else ()
    new = [each for each in (*first, *unknown, *assumed, *pays) if each not in asked]
    skipped = [each for each in unknown if asked.count(each) == 1 and not form.given[each]]
    return next(iter((*new, *skipped)), None)


def _is_answered(asked: Sequence[Name]) -> bool:
    """True if these questions follow a first answer: one of them asks again, or they are many."""
    return len(asked) > min(len(set(asked)), MOST_FACTS)


def _short_answer(form: DisputeForm) -> Blocks:
    """Return the answer so far with its reason, without what is assumed and sources."""
    head, *more = brief_blocks(form.ruling(), form.choice.basis, (), guided=True)
    reasons = (each for each in more if isinstance(each, Text) and each.style == Style.PLAIN)
    return (BLANK, head, *reasons, BLANK)


def _refused_by_partner(form: DisputeForm) -> bool:
    """True if a partner's no changes the answer."""
    with suppress(CanastaError):  # the answer is known already
        refused = form.ruling(*words_of(Fact.ASKED, NO))
        return refused.verdict.legal is not form.ruling().verdict.legal
    return False


def _read_line(line: tuple[str, ...], questions: click.Group) -> Dispute:
    """Read the question that a command line asks."""
    name, *arguments = line
    try:
        with click.Context(questions, parent=click.get_current_context(silent=True)) as context:
            command = questions.get_command(context, name)
            assert command is not None  # noqa: S101 - only commands of the table are asked
            with command.make_context(name, arguments, context) as inner:
                dispute = command.invoke(inner)
    except click.UsageError as error:
        from canasta_cli.cli.error_messages import from_click

        raise from_click(error) from error
    assert isinstance(dispute, Dispute)  # noqa: S101 - as each of these commands returns
    return dispute._replace(guided=True)


MOST_CHARACTERS = 45
"""Maximum length of the words for a kind of melds that can be chosen by number."""


def _melds(form: DisputeForm, fact: Fact) -> tuple[FormChoice[str], ...]:
    """Return the kinds of melds with different answers, each with an example, if few words can name them."""
    if fact not in (Fact.MELDS, Fact.THEIR_MELDS):
        return ()
    ruling = form.ruling()
    rules, named = ruling.verdict.ruleset, dict[str, str]()
    for one in ruling.depends:
        given = [str(each.given) for each in one.conditions if each.fact is fact]
        if fact is Fact.MELDS and Condition(Fact.OPENED, False) in one.conditions:
            named.setdefault("none", "none")
        about = [each for each in one.premises if each.fact is fact]
        if any(each.says in CANASTAS_NEEDED.values() for each in about):
            return _numbers_of_canastas(ruling)
        for each in about:
            words = each.says.removeprefix(HAS[fact].format("")).removeprefix(MELDED.format(""))
            says_less = len(about) > 1 or each.example in (THAT_RANK, TOP_RANK)
            if says_less or len(words) > MOST_CHARACTERS:
                return ()
            if given:
                named.setdefault(in_game_words(words, rules), melds(given[0]))
    every = sorted(named.items(), key=lambda choice: choice[1] != "none")
    return tuple([FormChoice(words, given) for words, given in every])


def _numbers_of_canastas(ruling: Ruling) -> tuple[FormChoice[str], ...]:
    """Return the numbers of canastas up to what a side needs; none where it needs some of several kinds."""
    needs = ruling.verdict.ruleset.out.needs
    named = ["no canasta", "one canasta", "two canastas", "three canastas"][: needs[0].number + 1]
    numbered = needs[0].number < len(named) and not any(each.of for each in needs)
    return tuple(
        [FormChoice(each, f"--canastas {at}") for at, each in enumerate(named) if numbered]
    )


def _answer(form: DisputeForm, options: Sequence[str]) -> int:
    """Print the answer, and the command line that asks the same with some options."""
    from canasta_cli.man.page import wrap_command

    line = form.line
    show(BLANK)
    if line[0] == GAME_OVER.command:
        print_answer(*winner([*map(int, line[1:])], form.choice, sides=form.sides))
        status, reasons, before = 0, set[str](), "canasta"
    else:
        reasons = set(map(message, form.ruling().verdict.refused))
        status, before = answer_dispute(form.judged[line][0], form.choice), "canasta check"
    command = f"{before} {shlex.join((*line, *options))}"
    lines = wrap_command(command, terminal_width() - 3)
    show(BLANK, Text("The same question:", Style.QUIET), *(Text(each, indent=2) for each in lines))
    if len(reasons) > 1:
        more = count_of(len(reasons) - 1, "more reason")
        show(Text(f"To see {more}, add --why.", Style.QUIET))
    return status
