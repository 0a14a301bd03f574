"""Fill in a form on a terminal: ask its fields one after the other, with help, defaults and a way back.

``hand``, ``left``, ``amend`` and ``check`` are forms, each with its own list of fields; so is a single
question. What can be typed is written here alone: a choice, ``?``, ``back``, ``none``, Enter, Ctrl-C and
Ctrl-D; whether to save what was typed; and what is kept of it if the form is stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

import click

from canasta_cli.cli.options import show
from canasta_cli.cli.session import current_session, typed_line, waiting, warn
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.show.layout import Block, Style, Text, inert
from canasta_cli.values import NamedTuple
from canasta_cli.words import as_sentence, either, plain_letters

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import Draft

K = TypeVar("K")
A = TypeVar("A")
HELP = ("?", "help")
BACK = "back"
NONE = "none"
DONT_KNOW = ("don't know", "i don't know", "dont know", "unknown", "dunno", "no idea", "not sure")
FIRST = "This is the first question; Ctrl-C stops."
KEYS = Text("?: help · back · Ctrl-C: stop", Style.QUIET)


class FormChoice(NamedTuple, Generic[A]):
    """An answer to choose: by its ``words``, by any beginning of one that no other has, or in a sentence.

    ``says`` explains it after ``?``. ``key`` has the words that stand for it in a sentence, if these are
    not ``words``; those of ``weak`` count only where no choice is named.
    """

    words: str
    answer: A
    says: str = ""
    key: str = ""
    weak: str = ""


class FormField(NamedTuple, Generic[K, A]):
    """A question of a form.

    ``above`` are lines that are shown once; ``question`` and ``below`` are shown again after help and
    after a mistake. ``help`` explains the question after ``?``. ``read`` returns the answer that a text is,
    and raises an error that is shown for any other; without it, only the choices are answers. ``choices``
    are listed, ``numbered`` on lines of their own; ``also`` are others. The prompt is ``label``, if there
    is one.

    Enter stands for the text ``default``, or else for the answer ``empty``, which is ``enter`` in words.
    Without both, it is refused. ``nothing`` is the answer ``none``, if that is one. ``doubt`` raises an
    error for an answer that can't be right, and says what is probably wrong with another, which must
    then be typed twice. ``line`` is a text to be edited.
    """

    name: K
    question: str = ""
    help: str | Callable[[], Iterable[Block]] = ""
    read: Callable[[str], A] | None = None
    choices: tuple[FormChoice[A], ...] = ()
    numbered: bool = False
    enter: str = ""
    default: str = ""
    empty: A | None = None
    nothing: A | None = None
    also: tuple[FormChoice[A], ...] = ()
    above: tuple[Block, ...] = ()
    below: str = ""
    label: str = ""
    line: str = ""
    doubt: Callable[[A], str] = lambda _: ""

    @property
    def prompt(self) -> str:
        """The text in front of what is typed."""
        if self.label:
            return f"{self.label} [{self.default}]: " if self.default else f"{self.label}: "
        return "" if self.line else "> "

    def asks(self) -> Iterator[Block]:
        """Yield the question with its choices, and with the meaning of Enter unless the prompt shows it."""
        hint = f"({self.enter})" if self.enter else ""
        if self.meaning:
            hint = "" if self.is_labelled else f"(Enter: {self.meaning})"
        inline = "" if self.numbered else " / ".join(each.words for each in self.choices)
        parts = filter(None, (self.question, inline, hint))
        if self.question:
            yield Text(" ".join(parts), Style.TITLE)
        if self.numbered:
            if self.read:
                yield Text("Or a number:", indent=2)
            for number, choice in enumerate(self.choices, start=1):
                yield Text(f"{number} {choice.words}", indent=2)
        if self.below:
            yield Text(self.below)

    @property
    def is_labelled(self) -> bool:
        """Return whether more than a sign stands in front of the cursor: it shows what Enter does."""
        return bool(self.label or self.line)

    @property
    def meaning(self) -> str:
        """What Enter means, in words; empty if it is refused."""
        if self.default or self.empty is None:
            return self.default
        return self.enter or NONE

    def explains(self, *, first: bool) -> Iterator[Block]:
        """Yield what ``?`` shows: about the question, each choice, and the keys if they aren't shown.

        The ``first`` question has none to go back to.
        """
        lines = [] if callable(self.help) else [self.help]
        yield from self.help() if callable(self.help) else ()
        lines += [f"{each.words}: {each.says}" for each in (*self.choices, *self.also) if each.says]
        if self.meaning and self.is_labelled:
            clears = self.empty is not None and self.nothing is not None and self.meaning != NONE
            cleared = f" {NONE}: nothing." if clears else ""
            back = "" if first else f" {BACK}: previous question"
            lines.append(f"Enter: {self.meaning}.{cleared}{back}")
        yield from (Text(line, Style.QUIET, 2) for line in lines if line)

    def answer(self, text: str) -> A:
        """Return the answer that a text is. Raises :class:`~canasta_cli.errors.CanastaError`."""
        word = text.lower().replace("’", "'")
        if self.default and not text:
            return self.answer(self.default)
        unknown = word in DONT_KNOW and not self.is_labelled
        # Where Enter means something else, such as “none”, who doesn't know is asked again.
        same_as_enter = unknown and (not self.enter or self.enter.lower().startswith(DONT_KNOW))
        if self.empty is not None and (word in ("", self.enter.lower()) or same_as_enter):
            return self.empty
        if word == NONE and self.nothing is not None:
            return self.nothing
        if not text or (unknown and self.choices):  # “no idea” is no “no”
            known = f"type {either(self._known)}" if self._known else "type an answer"
            raise NotUnderstood(f"please {known}; ? explains the question")
        return self._read(text)

    @property
    def _known(self) -> list[str]:
        """What can be typed to choose an answer."""
        if self.numbered:
            number = f"a number from 1 to {len(self.choices)}"
            return [f"an answer, or {number}" if self.read else number]
        enter = [self.enter] if self.choices and self.enter and self.empty is not None else []
        return [*(each.words for each in (*self.choices, *self.also)), *enter]

    def _read(self, text: str) -> A:
        choices = (*self.choices, *self.also)
        if self.numbered and text.isdecimal() and 0 < int(text) <= len(self.choices):
            return self.choices[int(text) - 1].answer
        if self.read is None:
            # A number that is not in the list is not a number inside its lines.
            typed = YES if text.lower().rstrip(".!") in AGREED else text
            return pick(typed, () if self.numbered and text.isdecimal() else choices, self._known)
        try:
            return self.read(text)
        except CanastaError:
            if not choices:
                raise
            with suppress(NotUnderstood):
                return pick(text, choices)
            raise


def pick(text: str, choices: Iterable[FormChoice[A]], known: Iterable[str] = ()) -> A:
    """Return the answer of the choice that a text is, or the only one that it begins or names, in any case.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, which names the choices, or those of ``known``.
    """
    choices = tuple(choices)
    found = next(filter(None, _fitting(text.lower(), choices)), [])
    if not found:
        raise NotUnderstood(f"please answer {either(known or [each.words for each in choices])}")
    answers = [choice.answer for choice in found]
    if answers.count(answers[0]) < len(answers):
        raise NotUnderstood(f"“{text}” could be {either(choice.words for choice in found)}")
    return answers[0]


DENIALS = ("not", "dont", "never", "without")


def affirmed(words: Sequence[str]) -> list[str]:
    """Return words without those that come after a “not”: ``it wasn't Ann``."""
    return [
        word
        for before, word in pairwise(("", *words))
        if not (before.lower() in DENIALS or before.lower().endswith(("n't", "n’t")))
    ]


def _fitting(typed: str, choices: Sequence[FormChoice[A]]) -> Iterator[list[FormChoice[A]]]:
    """Yield the choices that a text is, that it begins, one of whose words it begins, and that it names.

    It begins them without regard to accents, spaces and signs.
    """
    if not typed.strip():
        return
    # In a menu of topics one is asked about, not denied: may she not discard a joker?
    are_topics = any(each.weak for each in choices)
    meant = typed.split() if are_topics else affirmed(typed.split())
    words = [word.strip(".,:?!") for word in meant]
    # Inside a sentence, “no” may be about something else: JJ4, no, JJ5.
    named = {*words} - {YES, NO} | {words[0], words[-1]}
    yield [each for each in choices if each.words.lower() == typed]
    yield [each for each in choices if plain_letters(each.words).startswith(plain_letters(typed))]
    yield [each for each in choices if f" {typed}" in each.words.lower()]
    yield [
        each for each in choices if not named.isdisjoint(each.key.split() or [each.words.lower()])
    ]
    yield [each for each in choices if not named.isdisjoint(each.weak.split())]


# The question under a whole form: whether to save it.

SAVE = "save"
AGREED = ("ok", "okay", SAVE, "correct", "right", "that's right", "that’s right", "looks good")
"""Other words for yes, which are no answer in a sentence: don't save."""
YES, NO, FORCE = "yes", "no", "force"
NO_ENTER = "Enter is off: see the warning"
SAVES = {
    YES: "record it",
    FORCE: "record it although the rules refuse it, and mark it",
    NO: "record nothing",
}
GO_BACK = FormChoice(BACK, BACK, "type the last answer again")


def to_save(
    *,
    accepted: bool,
    can_be_forced: bool = True,
    warned: bool = False,
    others: tuple[FormChoice[str], ...] = (),
) -> FormField[str, str]:
    """Return the question whether to save what was typed; ``others`` are more answers to it.

    Enter saves it unless the rules refuse it or warn of it.
    """
    agreed = (YES if accepted else FORCE,) if accepted or can_be_forced else ()
    asks = "Save?" if accepted else "Save anyway?"
    return FormField(
        SAVE,
        asks if agreed else "This can't be saved.",
        choices=(*(FormChoice(word, word, SAVES[word]) for word in (*agreed, NO)), *others),
        enter=NO_ENTER if accepted and warned else "",
        default=YES if accepted and not warned else "",
    )


class Form(Generic[K, A]):
    """The answers to the fields of a form.

    ``given`` keeps an answer until another one replaces it, so that a field that is asked again can offer
    it; ``done`` are the fields that need not be asked again, in the order of their answers. ``decision``
    is the answer to the question whether to save it: yes, no, or force.
    """

    def __init__(self) -> None:
        """Begin without answers."""
        self.given: dict[K, A] = {}
        self.done: list[K] = []
        self.decision = ""
        self.is_silent = False

    def next(self) -> FormField[K, A] | None:
        """Return the field to ask now; ``None`` if nothing is missing."""
        raise NotImplementedError

    def saving(self) -> FormField[str, str] | None:
        """Return the question whether to save a form that is complete; ``None`` if that isn't asked."""
        return None

    def keep(self, name: K, answer: A) -> None:
        """Keep the answer to a field."""
        self.given[name] = answer
        self.done.append(name)

    def change(self, word: str) -> None:
        """Take an answer of this form's own to the question whether to save it; most forms have none."""

    def back(self) -> None:
        """Ask again the field that was answered last."""
        self.reopen(self.done[-1:])

    def reopen(self, names: Iterable[K]) -> None:
        """Ask fields again."""
        names = tuple(names)
        self.done = [name for name in self.done if name not in names]

    def show(self, *blocks: Block) -> None:
        """Print blocks, unless answers are typed again."""
        if not self.is_silent:
            show(*blocks)

    def recalled(self) -> Iterable[Block]:
        """Return the answers given so far as lines, to show them after they were typed again."""
        return ()

    def fill(self, draft: Draft | None = None, command: str = "") -> None:
        """Ask until nothing is missing. Raises :class:`click.Abort` at Ctrl-C.

        What a draft has is typed again first, as far as it can be read. What is typed is kept in it. If the
        form is stopped or not saved, the ``command`` that continues it is named.
        """
        typed = self._type_again(draft.lines) if draft and draft.lines else []
        stopped = True
        try:
            while (text := self._answer()) is not None:
                typed.append(text)
                if draft and not self.decision:
                    draft.keep(typed)
            stopped = self.decision == NO
        finally:
            if stopped and draft and draft.lines:
                from canasta_cli.cli.error_messages import format_warning

                line = f"What you typed is kept. To continue or drop it: {command}"
                warn(format_warning(current_session().addressed(line)))

    def _answer(self, text: str | None = None) -> str | None:
        """Have the next question answered, or take a text as its answer, and return the text.

        Return ``None`` if nothing is missing.
        """
        first, field = not self.done, self.next()
        if field is not None:
            typed, answer = _reply(field, text, first=first)
            if answer is None:
                self.back()
            else:
                self.keep(field.name, answer)
            return typed
        saving = None if self.decision else self.saving()
        if saving is None:
            return None
        typed, word = _reply(saving, text, first=False)
        if word is None or word == BACK:
            self.back()
        elif word in SAVES:
            self.decision = word
        else:
            self.change(word)
        return typed

    def _type_again(self, lines: Sequence[str]) -> list[str]:
        """Take lines typed earlier as answers, as far as they can be read; return these lines."""
        typed: list[str] = []
        self.is_silent = True
        with suppress(CanastaError):
            for text in lines:
                if self._answer(text) is None:
                    break
                typed.append(text)
        self.is_silent = False
        show(*self.recalled())
        return typed


Question = FormField[str, str] | Callable[[Mapping[str, str]], FormField[str, str] | None]


class Questions(Form[str, str]):
    """Questions that are asked one after the other; one may follow from the answers to those before it."""

    def __init__(self, *fields: Question) -> None:
        """Begin without answers."""
        super().__init__()
        self.fields = fields

    def next(self) -> FormField[str, str] | None:
        """Return the first question without an answer."""
        fields = (each(self.given) if callable(each) else each for each in self.fields)
        return next((field for field in fields if field and field.name not in self.done), None)


def ask_missing(given: Mapping[str, str | None], *fields: Question) -> dict[str, str]:
    """Ask for the answers that are not given, and return all of them."""
    form = Questions(*fields)
    for name, answer in given.items():
        if answer is not None:
            form.keep(name, answer)
    form.fill()
    return form.given


def ask_field(field: FormField[K, A], *, first: bool = True) -> A | None:
    """Ask until an answer can be read, and return it; ``None`` to go back.

    The ``first`` field of a form has none to go back to.
    """
    return _asked(field, first=first)[1]


def _reply(
    field: FormField[K, A], text: str | None, *, first: bool
) -> tuple[str, A] | tuple[str, None]:
    """Take a text typed earlier as the answer to a field; without one, ask for it."""
    if text is None:
        return _asked(field, first=first)
    return (BACK, None) if text == BACK else (text, field.answer(text))


def _asked(field: FormField[K, A], *, first: bool) -> tuple[str, A] | tuple[str, None]:
    """Return an answer as typed and as it was read; ``back`` and ``None`` to go back."""
    line = field.line
    doubted: str | None = None
    show(*field.above)
    while True:
        show(*field.asks())
        typed = ask(field.prompt, line)
        # What is typed behind the text to be edited can be one of these words, too.
        added = typed.removeprefix(line).strip().lower()
        word = added if added in (*HELP, BACK, NONE) else typed.lower()
        if word in HELP:
            show(*field.explains(first=first))
        elif word == BACK and first:
            show(Text(FIRST))
        elif word == BACK:
            return BACK, None
        else:
            line = typed if line and typed else field.line
            text = NONE if word == NONE else typed or field.default
            try:
                answer = field.answer(text)
                doubt = field.doubt(answer)
                if not doubt or text == doubted:
                    return text, answer
                doubted = text
                raise NotUnderstood(f"{doubt}. If it is right anyway, type it again.")
            except CanastaError as error:
                complain(error)


def ask(prompt: str, line: str = "") -> str:
    """Ask for one line, with a text in it to be edited.

    Raises :class:`click.Abort` at Ctrl-C and at the end of the input.
    """
    with suppress(ImportError):
        import readline  # importing it makes the line editable

        readline.set_startup_hook((lambda: readline.insert_text(f"{line} ")) if line else None)
    try:
        with waiting():
            # Not click's prompt: it hides the length of the prompt from readline, which wraps long lines.
            return typed_line(input(inert(prompt)).strip())
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def can_edit() -> bool:
    """Return whether a text can stand in the line that is typed."""
    try:
        import readline  # noqa: F401 - only a terminal with it can
    except ImportError:
        return False
    return True


@contextmanager
def problem_alone() -> Iterator[None]:
    """Drop how to correct a command line from an error, which is of no use in a form."""
    try:
        yield
    except NotationError:
        raise
    except NotUnderstood as error:
        raise NotUnderstood(error.message) from error


def complain(error: CanastaError) -> None:
    """Print what is wrong with an answer, and how to correct it."""
    show(Text(problem_of(error), Style.BAD))


def problem_of(error: CanastaError) -> str:
    """Say in one or two sentences what is wrong with an answer, and how to correct it."""
    problem = " ".join(each.strip() for each in error.message.splitlines())
    fix = error.expected if isinstance(error, NotationError) else error.fix.partition("\n")[0]
    return " ".join(as_sentence(each) for each in (problem, fix) if each)


YES_OR_NO = (FormChoice(YES, YES), FormChoice(NO, NO))


def agree(question: str, *, default: bool, says: str) -> bool:
    """Ask a single question until the answer is yes or no; Enter gives the default, ``?`` what it ``says``."""
    usual = YES if default else NO
    field = FormField(SAVE, question, says, choices=YES_OR_NO, default=usual)
    return ask_field(field) == YES


# What was half typed is kept in a draft, and offered again.


CONTINUES = "yes: go on with the answers typed so far. no: drop them, and begin again."


def continued(drafts: Sequence[Draft], empty: Draft, what: str) -> Draft:
    """Return the draft that the user wants to continue; the empty one if there is none.

    Each is shown in front of the question. The others are dropped.
    """
    for draft in drafts:
        show(Text(f"Typed: {_typed(draft)}", Style.QUIET))
        if agree(f"Continue {what} from what was typed?", default=True, says=CONTINUES):
            return draft
        show(Text("Dropped.", Style.QUIET))
        draft.drop()
    return empty


def drop_outdated(draft: Draft) -> None:
    """Drop a draft that is about an earlier hand; say why, and what was typed."""
    why = "Another hand was recorded meanwhile"
    show(Text(f"{why}; what you had typed is dropped: {_typed(draft)}", Style.QUIET))
    draft.drop()


def _typed(draft: Draft) -> str:
    """Return the lines of a draft on one line, without those that were typed again."""
    typed: list[str] = []
    for line in draft.lines:
        if line == BACK:
            del typed[-1:]
        else:
            typed.append(line)
    return " · ".join(line or NONE for line in typed)
