"""Ask on a terminal until an answer can be read, with help and the way back; or for one of some words."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import click

from canasta_cli.cli.options import print_answer
from canasta_cli.cli.session import waiting
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Block, Style, Text, inert
from canasta_cli.words import either

Read = TypeVar("Read")
HELP = ("?", "help")
BACK = "back"
PROMPT = "> "
FIRST = "This is the first question; Ctrl-C stops."


def ask(prompt: str) -> str:
    """Ask for one line. Raises :class:`click.Abort` at Ctrl-C and at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it makes the line editable
    try:
        with waiting():
            # Not click's prompt: it hides the length of the prompt from readline, which wraps long lines.
            return input(inert(prompt)).strip()
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def show(*blocks: Block) -> None:
    """Print blocks between two questions."""
    print_answer(Answer(lambda: blocks, dict), as_json=False)


def ask_until_read(
    prompt: str,
    read: Callable[[str], Read],
    help_blocks: Callable[[], Iterable[Block]],
    *,
    first: bool = False,
    label: Block | None = None,
    prefill: Callable[[], str] = str,
) -> Read | None:
    """Ask until an answer can be read, and return what was read; ``None`` to go back.

    ``?`` shows the help, and the ``first`` question has none to go back to. What ``read`` raises is
    printed, and the question is asked again, below its ``label`` if it has one. ``prefill`` returns the
    text that stands in the line before anything is typed: ``?`` and ``back`` may follow it.
    """
    while True:
        if label is not None:
            show(label)
        text = ask(prompt)
        added = text.removeprefix(prefill()).strip().lower()
        text = added if added in (*HELP, BACK) else text
        if text.lower() in HELP:
            show(*help_blocks())
        elif text.lower() == BACK and first:
            show(Text(FIRST))
        elif text.lower() == BACK:
            return None
        else:
            try:
                return read(text)
            except CanastaError as error:
                complain(error)


def complain(error: CanastaError) -> None:
    """Print in one or two sentences what is wrong with an answer, and how to correct it."""
    problem = " ".join(each.strip() for each in error.message.splitlines())
    fix = error.expected if isinstance(error, NotationError) else error.fix.partition("\n")[0]
    sentences = (_sentence(each) for each in (problem, fix) if each)
    show(Text(" ".join(sentences), Style.BAD))


def _sentence(text: str) -> str:
    end = "" if text.endswith(("?", ".")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}"


def pick_word(answer: str, words: Iterable[str]) -> str | None:
    """Return the word that an answer names or begins, in any case; ``None`` if there isn't exactly one."""
    typed = answer.lower()
    found = [word for word in words if typed and word.lower().startswith(typed)]
    exact = [word for word in found if word.lower() == typed]
    return (exact or found)[0] if exact or len(found) == 1 else None


def one_of(words: Iterable[str], default: str = "") -> Callable[[str], str]:
    """Return a function that reads one of some words, or any beginning of it; Enter is the default."""
    known = tuple(words)

    def read(text: str) -> str:
        word = pick_word(text or default, known)
        if word is None:
            raise NotUnderstood(f"please answer {either(known)}")
        return word

    return read


YES, NO = "yes", "no"


def agree(question: str, *, default: bool, first: bool = True) -> bool | None:
    """Ask a question until the answer is yes or no; Enter gives the default.

    ``None`` to go back, if there is a question before this one.
    """
    usual = YES if default else NO
    words = (YES, NO) if first else (YES, NO, BACK)
    asks = Text(f"{question} {' / '.join(words)} (Enter: {usual})", Style.TITLE)
    show(asks)
    answer = ask_until_read(PROMPT, one_of((YES, NO), usual), lambda: (asks,), first=first)
    return None if answer is None else answer == YES


@contextmanager
def prefilled(text: Callable[[], str]) -> Iterator[bool]:
    """Put a text into each line that is typed; yield whether that is possible."""
    try:
        import readline
    except ImportError:
        yield False
        return
    readline.set_startup_hook(lambda: readline.insert_text(text()))
    try:
        yield True
    finally:
        readline.set_startup_hook(None)
