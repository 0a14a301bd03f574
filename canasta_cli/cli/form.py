"""Fill in a form on a terminal: ask its fields one after the other, with help, defaults and a way back.

``hand``, ``amend`` and ``check`` are forms, each with its own list of fields; so is a single question.
What the keys mean is written here alone: ``?``, ``back``, ``none``, Enter, Ctrl-C and Ctrl-D.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

import click

from canasta_cli.cli.options import print_answer
from canasta_cli.cli.session import current_session, waiting, warn
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.scorekeeper.hands import Draft
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Block, Style, Text, inert
from canasta_cli.values import NamedTuple
from canasta_cli.words import either

K = TypeVar("K")
A = TypeVar("A")
HELP = ("?", "help")
BACK = "back"
NONE = "none"
PROMPT = "> "
FIRST = "This is the first question; Ctrl-C stops."


class FormField(NamedTuple, Generic[K, A]):
    """A question of a form.

    ``asks`` returns the lines above the ``prompt``, ``help`` those that ``?`` shows. ``read`` returns the
    answer that a text is, and raises an error that is shown for any other. ``default`` is the text that
    Enter stands for, ``nothing`` the answer ``none``, if that is one. ``doubt`` says what is probably wrong
    with an answer, which must then be typed twice. ``line`` is the text to be edited, ``again``: the lines
    above the prompt are shown again after a mistake.
    """

    name: K
    read: Callable[[str], A]
    asks: Callable[[], Iterable[Block]] = tuple
    help: Callable[[], Iterable[Block]] = tuple
    prompt: str = PROMPT
    default: str = ""
    nothing: A | None = None
    doubt: Callable[[A], str] = lambda _: ""
    line: str = ""
    again: bool = False


class Form(Generic[K, A]):
    """The answers to the fields of a form.

    ``given`` keeps an answer until another one replaces it, so that a field that is asked again can offer
    it; ``done`` are the fields that need not be asked again, in the order of their answers.
    """

    def __init__(self) -> None:
        """Begin without answers."""
        self.given: dict[K, A] = {}
        self.done: list[K] = []
        self.is_silent = False

    def next(self) -> FormField[K, A] | None:
        """Return the field to ask now; ``None`` if nothing is missing."""
        raise NotImplementedError

    def keep(self, name: K, answer: A) -> None:
        """Keep the answer to a field."""
        self.given[name] = answer
        self.done.append(name)

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

    def fill(self, draft: Draft | None = None) -> None:
        """Ask until nothing is missing. Raises :class:`click.Abort` at Ctrl-C.

        What a draft has is typed again first, as far as it can be read. What is typed is kept in it
        before the next question, so that the answer that ends the form is not.
        """
        typed = self._type_again(draft.lines) if draft and draft.lines else []
        while (field := self.next()) is not None:
            if draft:
                draft.keep(typed)
            found = _asked(field, first=not self.done)
            typed.append(found[0])
            self._take(field.name, found[1])

    def _take(self, name: K, answer: A | None) -> None:
        if answer is None:
            self.back()
        else:
            self.keep(name, answer)

    def _type_again(self, lines: Sequence[str]) -> list[str]:
        """Take lines typed earlier as answers, as far as they can be read; return these lines."""
        typed: list[str] = []
        self.is_silent = True
        with suppress(CanastaError):
            for text in lines:
                field = self.next()
                if field is None:
                    break
                self._take(field.name, None if text == BACK else _read(field, text))
                typed.append(text)
        self.is_silent = False
        show(*self.recalled())
        return typed


def _read(field: FormField[K, A], text: str) -> A:
    nothing = field.nothing if text.lower() == NONE else None
    return field.read(text) if nothing is None else nothing


def ask_field(field: FormField[K, A], *, first: bool = True) -> A | None:
    """Ask until an answer can be read, and return it; ``None`` to go back.

    The ``first`` field of a form has none to go back to.
    """
    return _asked(field, first=first)[1]


def _asked(field: FormField[K, A], *, first: bool) -> tuple[str, A | None]:
    """Return an answer as typed and as it was read; ``back`` and ``None`` to go back."""
    line = field.line
    doubted: str | None = None
    show(*field.asks())
    while True:
        typed = ask(field.prompt, line)
        # What is typed behind the text to be edited can be one of these words, too.
        added = typed.removeprefix(line).strip().lower()
        word = added if added in (*HELP, BACK, NONE) else typed.lower()
        try:
            if word in HELP:
                show(*field.help())
            elif word == BACK and first:
                show(Text(FIRST))
            elif word == BACK:
                return BACK, None
            else:
                line = typed if line and typed else field.line
                text = NONE if word == NONE else typed or field.default
                answer = _read(field, text)
                doubt = field.doubt(answer)
                if not doubt or text == doubted:
                    return text, answer
                doubted = text
                raise NotUnderstood(f"{doubt}. If that is how it was played, type it again.")
        except CanastaError as error:
            complain(error)
        if field.again:
            show(*field.asks())


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
            return input(inert(prompt)).strip()
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def can_edit() -> bool:
    """Return whether a text can stand in the line that is typed."""
    try:
        import readline  # noqa: F401 - only a terminal with it can
    except ImportError:
        return False
    return True


def show(*blocks: Block) -> None:
    """Print blocks between two questions."""
    if blocks:
        print_answer(Answer(lambda: blocks, dict), as_json=False)


def complain(error: CanastaError) -> None:
    """Print in one or two sentences what is wrong with an answer, and how to correct it."""
    problem = " ".join(each.strip() for each in error.message.splitlines())
    fix = error.expected if isinstance(error, NotationError) else error.fix.partition("\n")[0]
    sentences = (_sentence(each) for each in (problem, fix) if each)
    show(Text(" ".join(sentences), Style.BAD))


def _sentence(text: str) -> str:
    end = "" if text.endswith(("?", ".")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}"


# Answers that are one of some words.


def pick_one(text: str, words: Mapping[str, A], known: Iterable[str] = ()) -> A:
    """Return the value of the word that a text is, or of the only one that it begins, in any case.

    Raises :class:`~canasta_cli.errors.NotUnderstood`, which names the words, or those of ``known``.
    """
    typed = text.lower()
    found = [word for word in words if typed and word.lower().startswith(typed)]
    found = [word for word in found if word.lower() == typed] or found
    if not found:
        raise NotUnderstood(f"please answer {either(known or words)}")
    values = [words[word] for word in found]
    if values.count(values[0]) < len(values):
        raise NotUnderstood(f"“{text}” could be {either(found)}")
    return values[0]


def one_of(words: Iterable[str], known: Iterable[str] = ()) -> Callable[[str], str]:
    """Return a function that reads one of some words, or any beginning of it."""
    words = {word: word for word in words}
    known = tuple(known)
    return lambda text: pick_one(text, words, known)


SAVE = "save"
YES, NO = "yes", "no"


def yes_or_no(
    question: str, *, default: bool | None, first: bool = True, says: str = ""
) -> FormField[str, str]:
    """Return a question that is answered with yes or no; ``first``: without one to go back to.

    ``default`` is the meaning of Enter; ``None``: a warning stands above, and must not be missed.
    ``says`` explains the question after ``?``.
    """
    usual = "" if default is None else YES if default else NO
    words = (YES, NO) if first else (YES, NO, BACK)
    meaning = f"Enter: {usual}" if usual else NO_ENTER
    asks = Text(f"{question} {' / '.join(words)} ({meaning})", Style.TITLE)
    helps = Text(says or asks.line, Style.QUIET if says else Style.TITLE)
    read = one_of((YES, NO), words)
    read = read if usual else typed_out(read, words)
    return FormField(SAVE, read, lambda: (asks,), lambda: (helps,), default=usual)


NO_ENTER = "Enter is off: see the warning"


def typed_out(read: Callable[[str], A], words: Iterable[str]) -> Callable[[str], A]:
    """Return a function that reads an answer but refuses Enter, since a warning stands above."""

    def read_typed(text: str) -> A:
        if not text:
            raise NotUnderstood(
                "Enter isn't enough under a warning", fix=f"Type {either(tuple(words))}"
            )
        return read(text)

    return read_typed


def agree(question: str, *, default: bool, says: str = "") -> bool:
    """Ask a single question until the answer is yes or no; Enter gives the default."""
    return ask_field(yes_or_no(question, default=default, says=says)) == YES


# What was half typed is kept in a draft, and offered again.


CONTINUES = "yes: go on with the answers typed so far. no: drop them, and begin again."


def continued(drafts: Sequence[Draft], empty: Draft, what: str) -> Draft:
    """Return the draft that the user wants to continue; the empty one if there is none.

    Those that are declined are dropped. If there are several, typed on two terminals, each is shown.
    """
    for draft in drafts:
        which = f": {_typed(draft)}" if len(drafts) > 1 else ""
        if agree(f"Continue {what} where you stopped{which}?", default=True, says=CONTINUES):
            return draft
        draft.drop()
    return empty


def drop_outdated(draft: Draft, why: str, about: str = "it") -> None:
    """Drop a draft that is about something else now; say why, and what was typed."""
    show(Text(f"{why}; what you had typed for {about} is dropped: {_typed(draft)}", Style.QUIET))
    draft.drop()


def _typed(draft: Draft) -> str:
    """Return the lines of a draft on one line."""
    return " · ".join(line for line in draft.lines if line not in ("", BACK))


@contextmanager
def naming(draft: Draft, command: str) -> Iterator[None]:
    """Name the command that continues if the form is stopped after something was typed."""
    try:
        yield
    except click.Abort:
        if draft.lines:
            from canasta_cli.cli.error_messages import format_warning

            line = f"What you typed is kept. To continue: {command}"
            warn(format_warning(current_session().addressed(line)))
        raise
