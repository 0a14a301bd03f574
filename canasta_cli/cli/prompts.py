"""Ask on a terminal: one line at a time, or one of some words."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import click

from canasta_cli.cli.options import print_answer
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Block, Style, Text, inert


def ask(prompt: str) -> str:
    """Ask for one line. Raises :class:`click.Abort` at Ctrl-C and at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it makes the line editable
    try:
        # Not click's prompt: it hides the length of the prompt from readline, which wraps long lines.
        return input(inert(prompt)).strip()
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def show(*blocks: Block) -> None:
    """Print blocks between two questions."""
    print_answer(Answer(lambda: blocks, dict), as_json=False)


def complain(sentence: str) -> None:
    """Print what is wrong with an answer; the question follows again."""
    end = "" if sentence.endswith(("?", ".")) else "."
    show(Text(f"{sentence[:1].upper()}{sentence[1:]}{end}", Style.BAD))


def pick_word(answer: str, words: Iterable[str]) -> str | None:
    """Return the word that an answer names or begins, in any case; ``None`` if there isn't exactly one."""
    typed = answer.lower()
    found = [word for word in words if typed and word.lower().startswith(typed)]
    exact = [word for word in found if word.lower() == typed]
    return (exact or found)[0] if exact or len(found) == 1 else None


YES, NO = "yes", "no"


def agree(question: str, *, default: bool) -> bool:
    """Ask a question until the answer is yes or no; Enter gives the default."""
    usual = YES if default else NO
    while True:
        answer = ask(f"{question} {YES} / {NO} (Enter: {usual}): ")
        word = pick_word(answer or usual, (YES, NO))
        if word is not None:
            return word == YES
        complain(f"please answer {YES} or {NO}")


@contextmanager
def prefilled(text: str) -> Iterator[bool]:
    """Put a text into the next line that is typed; yield whether that is possible."""
    try:
        import readline
    except ImportError:
        yield False
        return
    readline.set_startup_hook(lambda: readline.insert_text(text))
    try:
        yield True
    finally:
        readline.set_startup_hook(None)
