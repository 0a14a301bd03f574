"""Ask for a hand on a terminal: one side after the other, then how it ended, then whether to save it.

The command ``hand`` calls it.
"""

import shutil
from collections.abc import Iterable

from canasta_cli.cli.guided_answers import (
    CANASTAS,
    MELDED,
    NOBODY,
    STOCK,
    THREES,
    TOPICS,
    AskedOfSide,
    example_of,
    guess_alone,
    guess_out,
    help_blocks,
    is_whole,
    nothing_of,
    out_words,
    prompt_of,
    read_alone,
    read_answer,
    read_out,
)
from canasta_cli.cli.hand_arguments import read_hand, split_line
from canasta_cli.cli.prompts import NO, YES, ask_until_read, one_of, show
from canasta_cli.engine.figures import BLACK, POINTS, RED, red_threes
from canasta_cli.engine.game.warnings import HandWarning, warnings_of
from canasta_cli.engine.score import HandCount, count_hand_of
from canasta_cli.errors import NotationError, NotUnderstood
from canasta_cli.model.game import Hand, Out, Tally, join
from canasta_cli.model.history import HandTallied
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.hands import HandInput, record_hand, unlisted_cards
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game, preview
from canasta_cli.scorekeeper.tallies import fields
from canasta_cli.show.finding import message
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.show.sheet import against_blocks, part_in_words, running_count, summary_blocks
from canasta_cli.show.standing import hand_warnings
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, listed

# The questions about a hand, the answers given so far, and which question comes next.

OUT, ALONE = "out", "alone"
WHOLE_HAND = -1


class FormQuestion(NamedTuple):
    """A question about a topic: of one side, or (``place`` is WHOLE_HAND) of the whole hand."""

    place: int
    topic: str


class Given(NamedTuple):
    """An answer as typed, and what it adds to the tallies of the sides, by their places.

    ``whole``: it is the whole tally of its side, so that nothing else is asked about that side.
    """

    text: str
    parts: dict[int, Tally]
    whole: bool = False


Answers = dict[FormQuestion, Given]


class HandForm:
    """The answers about the next hand of a game.

    ``given`` keeps an answer until another one replaces it; ``done`` are the questions that need not
    be asked again, in the order of their answers. A question in ``implied`` was not asked, since the
    cards show its answer; one in ``asked`` is asked in any case.
    """

    def __init__(self, loaded: LoadedGame) -> None:
        """Begin without answers."""
        self.loaded = loaded
        self.names = [side.name for side in loaded.game.sides]
        ending = (ALONE, OUT) if loaded.ruleset.seats.alone else (OUT,)
        self.questions = [
            *(FormQuestion(place, topic) for place in range(len(self.names)) for topic in TOPICS),
            *(FormQuestion(WHOLE_HAND, topic) for topic in ending),
        ]
        self.given: Answers = {}
        self.done: list[FormQuestion] = []
        self.implied: set[FormQuestion] = set()
        self.asked: set[FormQuestion] = set()

    def tallies(self, before: FormQuestion | None = None) -> tuple[Tally, ...]:
        """Return each side's tally as far as it was given, or as given before a question."""
        at = len(self.questions) if before is None else self.questions.index(before)
        return _joined([self.given[q] for q in self.questions[:at] if q in self.given], self.names)

    def count(self, tallies: tuple[Tally, ...]) -> HandCount:
        """Count the hand with these tallies, and the penalties recorded during it."""
        game = self.loaded.game
        return count_hand_of(game, game.with_pending(tallies), self.loaded.ruleset)

    def next(self) -> FormQuestion | None:
        """Return the next question; drop the answers to those that earlier answers include."""
        for question in self.questions:
            if question not in self.done:
                if not self._is_answered(question):
                    return question
                self.given.pop(question, None)
        return None

    def imply(self, question: FormQuestion) -> Answers:
        """Answer who went out if the cards show it, and keep that; empty if it must be asked."""
        guess = self.guess(question) if question.topic == OUT else ""
        if not guess or question in self.asked:
            return {}
        answers = self.read(question, guess)
        self.keep(answers)
        self.implied.add(question)
        return answers

    def may_be_concealed(self) -> bool:
        """True if the cards show who went out, but not if it was concealed, which scores more."""
        out = FormQuestion(WHOLE_HAND, OUT)
        plain = any(tally.out is Out.PLAIN for tally in self.tallies())
        return out in self.implied and plain and bool(self.loaded.ruleset.out.concealed)

    def conceal(self) -> None:
        """Keep that the side that went out did so concealed."""
        out = FormQuestion(WHOLE_HAND, OUT)
        self.keep(self.read(out, f"{self.given[out].text} {Out.CONCEALED.value}"))

    def guess(self, question: FormQuestion) -> str:
        """Return the likely answer to a question about the whole hand; empty without one."""
        game, tallies = self.loaded.game, self.tallies(question)
        if question.topic == OUT:
            return guess_out(tallies, game, self.loaded.ruleset)
        return guess_alone(tallies, game, self.loaded.ruleset) if question.topic == ALONE else ""

    def keep(self, answers: Answers) -> None:
        """Add answers. Those that the cards implied before are looked at again."""
        for question in self.implied:
            self.given.pop(question, None)
        self.done = [question for question in self.done if question not in self.implied]
        self.implied.clear()
        self.given.update(answers)
        self.done += [question for question in answers if question not in self.done]

    def endings(self) -> list[str]:
        """List the topics of the whole hand that can be asked about again."""
        return [question.topic for question in self.done if question.place == WHOLE_HAND]

    def back(self) -> bool:
        """Return to the question answered last; false if there is none."""
        return bool(self.done) and self._reopen(self.done[-1:])

    def reopen(self, name: str) -> None:
        """Ask again about a side or a topic of the whole hand, with the answers given as defaults."""
        places = [place for place, side in enumerate(self.names) if side == name]
        self._reopen([each for each in self.done if each.place in places or each.topic == name])

    def _reopen(self, questions: list[FormQuestion]) -> bool:
        self.done = [question for question in self.done if question not in questions]
        self.asked.update(questions)
        return True

    def read(self, question: FormQuestion, text: str) -> Answers:
        """Read an answer to a question; to the first one, also the whole hand on one line.

        Raises :class:`~canasta_cli.errors.CanastaError` for an answer that can't be understood.
        """
        game = self.loaded.game
        if question.topic == OUT:
            return {question: _about_all(read_out(text, game), self.names)}
        if question.topic == ALONE:
            return {question: _about_all(read_alone(text, game), self.names)}
        if question == self.questions[0] and len(split_line(text)) > 1:
            return whole_hand(_read_line(text, self.loaded), self.loaded.ruleset)
        part = read_answer(question.topic, text, self._asked(question)) if text else Tally()
        return {question: Given(text, {question.place: part}, is_whole(part, question.topic))}

    def problem(self, answers: Answers) -> str:
        """Return what the rules refuse with new answers and not without them; empty for nothing.

        A whole tally is judged when all are known.
        """
        if any(given.whole for given in answers.values()):
            return ""
        first = min(map(self.questions.index, answers))
        before = self.tallies(self.questions[first])
        others = [self.given[q] for q in self.questions[:first] if q in self.given]
        after = _joined([*others, *answers.values()], self.names)
        ignored = _asked_later(self.questions[first])
        due = _DUE.get(self.questions[first].topic, ())
        known = {each for each in self._refused(before) if each[0] not in due}
        new = (each for each in self._refused(after) if each not in known)
        return next((words for rule, words in new if rule not in ignored), "")

    def is_wrong(self, question: FormQuestion) -> bool:
        """True if the rules refuse what was given, whatever the answers from a question on are."""
        later = {rule for each in self.questions for rule in _asked_later(each)}
        return any(rule not in later for rule, _ in self._refused(self.tallies(question)))

    def _refused(self, tallies: tuple[Tally, ...]) -> list[tuple[str, str]]:
        counted = self.count(tallies)
        found = (
            finding for verdict in (*counted.sides, counted.table) for finding in verdict.refused
        )
        return [(finding.rule, message(finding)) for finding in found]

    def _is_answered(self, question: FormQuestion) -> bool:
        """True if answers to earlier questions include the answer to this one."""
        tallies = self.tallies(question)
        if question.place == WHOLE_HAND:
            if all(tally.score is not None for tally in tallies):
                return True
            if question.topic == ALONE:
                return any(tally.alone for tally in tallies)
            return any(tally.went_out or tally.stock for tally in tallies)
        if any(self.given[q].whole for q in self.done if q.place == question.place):
            return True
        tally = tallies[question.place]
        if question.topic == THREES:
            return bool(tally.threes or tally.figure(RED) or tally.figure(BLACK))
        return question.topic == MELDED and (
            not tally.figures or bool(tally.melds or tally.figure(POINTS))
        )

    def _asked(self, question: FormQuestion) -> AskedOfSide:
        tallies = self.tallies(question)
        seen = (tallies[question.place], *reversed(tallies[: question.place]))
        in_cards = next((bool(t.melds) for t in seen if t.melds or t.figure(POINTS)), None)
        hands = len(self.loaded.game.sides[question.place].players)
        return AskedOfSide(self.loaded.ruleset, hands, in_cards)


def whole_hand(tallies: tuple[Tally, ...], ruleset: Ruleset) -> Answers:
    """Return the answers that the whole tallies of all sides are."""
    typed = [write_tally(tally_in_game_words(tally, ruleset)) for tally in tallies]
    return {
        FormQuestion(place, CANASTAS): Given(typed[place], {place: tally}, whole=True)
        for place, tally in enumerate(tallies)
    }


def _read_line(text: str, loaded: LoadedGame) -> tuple[Tally, ...]:
    try:
        return read_hand(
            [text], loaded.game, lambda: loaded.ruleset, dealer="", forced=False
        ).tallies
    except NotationError:
        raise
    except NotUnderstood as error:
        # How to correct a command line is of no use here.
        raise NotUnderstood(error.message) from error


def _joined(given: list[Given], names: list[str]) -> tuple[Tally, ...]:
    return tuple(
        join(tuple(each.parts[place] for each in given if place in each.parts))
        for place in range(len(names))
    )


def _about_all(parts: dict[int, Tally], names: list[str]) -> Given:
    """Return the answer to a question about the whole hand, with its shortest full text."""
    if not parts:
        return Given(NOBODY, parts)
    ((place, part),) = parts.items()
    how = "" if part.out is Out.PLAIN else f" {write_tally(part)}"
    return Given(STOCK if part.stock else part.alone or f"{names[place]}{how}", parts)


_ENDING = ("tally.alone", "out.canastas", "out.red-threes", "meld.black-threes")
_COUNTED = ("tally.canasta-points",)
# Rules about facts that several questions ask for: they are due at the last of these.
_DUE = {MELDED: _COUNTED, OUT: _ENDING, ALONE: _ENDING[:1]}


def _asked_later(question: FormQuestion) -> tuple[str, ...]:
    """Name the rules about facts that a later question asks for."""
    counted = _COUNTED if question.topic == CANASTAS else ()
    if question.topic == OUT:
        return counted
    return (*counted, *(_ENDING[1:] if question.topic == ALONE else _ENDING))


# Ask for a hand on a terminal: one side after the other, then how it ended, then whether to save
# it.

FORCE = "force"
QUESTIONS: dict[str, str] = {YES: "Save?", FORCE: "Save anyway?", "": "This can't be saved."}


def prompt_for_hand(
    book: Scorebook, name: str | None, *, dealer: str, forced: bool, stop_turns: bool = False
) -> HandInput | None:
    """Ask for the next hand of a game; ``None`` if the user decides not to save it.

    ``stop_turns`` as in :class:`~canasta_cli.scorekeeper.hands.HandInput`.
    """
    loaded = load_game(book.journal, name)
    # A game that takes no hand, or a wrong dealer, is refused before anything is typed.
    nothing = (Tally(),) * len(loaded.game.sides)
    first = HandInput(nothing, dealer=dealer, stop_turns=stop_turns)
    record_hand(book, name, first, dry_run=True)
    given = _prompt_for_hand(loaded, dealer=dealer, forced=forced)
    return None if given is None else given._replace(stop_turns=stop_turns)


def _prompt_for_hand(loaded: LoadedGame, *, dealer: str, forced: bool) -> HandInput | None:
    form, number = HandForm(loaded), len(loaded.game.hands) + 1
    show(
        Text(
            f"Hand {number} of {loaded.game.name}, dealt by {dealer or loaded.standing.dealer}.",
            Style.TITLE,
        ),
        Text(f"Example: {example_of(loaded.ruleset, _players(loaded))}"),
        Text("Enter: none · ?: help · Ctrl-C: stop", Style.QUIET),
    )
    while True:
        _ask_all(form)
        answer = _decide(form)
        if answer == NO:
            return None
        if answer in (YES, FORCE):
            given = HandInput(form.tallies(), dealer=dealer, expected=number)
            return given._replace(forced=forced or answer == FORCE)
        if answer is None:
            form.back()
        elif answer == Out.CONCEALED.value:
            form.conceal()
        else:
            form.reopen(answer)


def complete_hand(book: Scorebook, name: str | None, given: HandInput) -> HandInput:
    """Ask how a hand ended if its tallies don't say it: who played alone, who went out."""
    loaded = load_game(book.journal, name)
    form = HandForm(loaded)
    form.keep(whole_hand(given.tallies, loaded.ruleset))
    question = form.next()
    if question is None or form.is_wrong(question):
        return given
    record_hand(book, name, given, dry_run=True)
    while question is not None:
        _ask(form, question)
        question = form.next()
    show(BLANK)
    return given._replace(tallies=form.tallies(), expected=len(loaded.game.hands) + 1)


def _ask_all(form: HandForm) -> None:
    """Ask until nothing is missing; what the cards show is only printed."""
    while (question := form.next()) is not None:
        if answers := form.imply(question):
            show(BLANK)
            _echo(form, question, answers)
        else:
            _ask(form, question)


def _players(loaded: LoadedGame) -> list[tuple[str, ...]]:
    return [side.players for side in loaded.game.sides]


def _ask(form: HandForm, question: FormQuestion) -> None:
    """Ask a question until its answer can be kept, then print what it means; or go back."""
    default = _introduce(form, question)
    refused: str | None = None

    def read(text: str) -> Answers:
        nonlocal refused
        text = text or default
        answers = form.read(question, text)
        problem = form.problem(answers)
        if problem and text != refused:
            refused = text
            raise NotUnderstood(f"{problem}; to keep it, type it again")
        return answers

    prompt = _prompt(form, question, default)
    answers = ask_until_read(prompt, read, lambda: _help(form), first=not form.done)
    if answers is None:
        form.back()
    else:
        form.keep(answers)
        _echo(form, question, answers)


def _help(form: HandForm) -> Iterable[Block]:
    return help_blocks(form.loaded.ruleset, _players(form.loaded))


def _introduce(form: HandForm, question: FormQuestion) -> str:
    """Print the heading of a side, or the choices of a question; return the answer that Enter gives."""
    game, ruleset = form.loaded.game, form.loaded.ruleset
    before = form.given.get(question)
    keep = before.text if before else ""
    if question.topic == OUT:
        words = " / ".join(out_words(game))
        more = [f"{form.names[0]} c if concealed"] if ruleset.out.concealed else []
        special = [f"{form.names[0]} special:{hand.name}" for hand in ruleset.special.hands[:1]]
        more += [f"{each} for a special hand" for each in special]
        hint = f" ({', '.join(more)})" if more else ""
        show(BLANK, Text(f"Who went out? {words}{hint}", Style.TITLE))
        return keep or form.guess(question)
    if question.topic == ALONE:
        players = " / ".join((*game.players, NOBODY))
        show(BLANK, Text(f"Who played alone? {players}", Style.TITLE))
        return keep or form.guess(question)
    if question.place != (form.done[-1].place if form.done else WHOLE_HAND):
        side = game.sides[question.place]
        players = "" if side.players == (side.name,) else f" ({listed(side.players)})"
        show(BLANK, Text(f"{side.name}{players}", Style.TITLE))
    if keep and question.place != WHOLE_HAND:
        show(Text(f"Enter keeps {keep}; “none” clears it.", Style.QUIET, 2))
    return keep


def _prompt(form: HandForm, question: FormQuestion, default: str) -> str:
    if question.place == WHOLE_HAND:
        return f"{question.topic.capitalize()}{f' [{default}]' if default else ''}: "
    hands = len(form.loaded.game.sides[question.place].players)
    return f"  {prompt_of(question.topic, form.loaded.ruleset, hands)}: "


def _echo(form: HandForm, question: FormQuestion, answers: Answers) -> None:
    """Print what an answer means, and the points of the sides so far."""
    reached = max(each.place for each in form.done)
    if question.place == WHOLE_HAND:
        reached = len(form.names)
    sheets = form.count(form.tallies()).sheets[: reached + 1]
    meaning = _meaning(form, question, answers)
    show(Text(f"= {meaning} · {running_count(form.names, sheets)}", Style.GOOD, 2))


def _meaning(form: HandForm, question: FormQuestion, answers: Answers) -> str:
    """Return what an answer means: ``2 red threes``, ``Us went out``, ``nothing left for Them``."""
    parts = {place: part for given in answers.values() for place, part in given.parts.items()}
    if not parts:
        return "nobody went out" if question.topic == OUT else "nobody played alone"
    if len(parts) > 1:
        return "all sides"
    ((place, part),) = parts.items()
    name = form.names[place]
    words = part_in_words(part, fields(form.loaded.ruleset))
    if answers[question].whole and part.score is None and not red_threes(part):
        words += f", {nothing_of(THREES, form.loaded.ruleset)}"
    if question.topic == OUT and not part.stock:
        return f"{name} {words}"
    return words or f"{nothing_of(question.topic, form.loaded.ruleset)} for {name}"


def _decide(form: HandForm) -> str | None:
    """Show the whole hand; ask to save it: yes, no, force, or what to retype; ``None`` to go back.

    If the cards show who went out but not how, the answer can also be that it was concealed.
    """
    tallies = form.tallies()
    counted = form.count(tallies)
    warnings = _warnings(form.loaded, tallies) if counted.possible else ()
    _show_all(form, tallies, counted, warnings)
    agreed = () if counted.senseless else (YES if counted.possible else FORCE,)
    question = QUESTIONS[agreed[0] if agreed else ""]
    retyped = (*form.names, *form.endings())
    concealed = (Out.CONCEALED.value,) if form.may_be_concealed() else ()
    words = (*agreed, NO, *concealed)
    show(Text(f"{question} {' / '.join(words)} / {either(retyped)} to retype", Style.TITLE))
    default = YES if counted.possible and not warnings else ""
    prompt = f"Save [{default}]: " if default else "Save: "
    return ask_until_read(
        prompt, one_of((*words, *retyped), default), lambda: _help(form), first=not form.done
    )


def _warnings(loaded: LoadedGame, tallies: tuple[Tally, ...]) -> tuple[HandWarning, ...]:
    """Return the warnings that the hand will have."""
    after = preview(loaded, HandTallied(Hand(tallies)), "")
    unlisted = unlisted_cards(loaded, tallies) if loaded.game.deal is not None else ()
    return (*unlisted, *warnings_of(after.standing, len(after.game.hands)))


def _show_all(
    form: HandForm,
    tallies: tuple[Tally, ...],
    counted: HandCount,
    warnings: tuple[HandWarning, ...],
) -> None:
    columns = shutil.get_terminal_size().columns
    parts = fields(form.loaded.ruleset)
    # The stock is in the tally of one side, but it concerns all of them.
    meanings = [part_in_words(tally._replace(stock=False), parts) for tally in tallies]
    stock = (Text("The stock ran out.", Style.QUIET),) if any(t.stock for t in tallies) else ()
    show(
        BLANK,
        *summary_blocks(form.names, meanings, counted.sheets, form.loaded.ruleset, columns),
        *stock,
        *(() if counted.possible else against_blocks(counted, tuple(form.names), forced=False)),
        *hand_warnings(warnings),
    )
