"""The manual: pages generated from the program itself, and rendered as roff or as plain text."""

import os
from functools import cache

from canasta_cli.errors import NotUnderstood
from canasta_cli.man.page import PROGRAM, Page
from canasta_cli.man.roff import as_roff
from canasta_cli.man.text import as_text

__all__ = [
    "COMPLETIONS",
    "Page",
    "as_roff",
    "as_text",
    "completions",
    "files",
    "find_page",
    "page_names",
    "pages",
    "write",
    "write_completions",
]

# Pages with a name of their own for `canasta man`, because a command has the usual one.
WORDS = {f"{PROGRAM}-rules(5)": "rules-file"}
COMPLETIONS = {
    "bash": "canasta.bash",
    "zsh": "_canasta",
    "fish": "canasta.fish",
    "powershell": "canasta.ps1",
}


@cache
def pages() -> tuple[Page, ...]:
    """Return every page: the program, its commands in order, and the formats."""
    from canasta_cli.man.commands import command_pages, main_page
    from canasta_cli.man.games import game_page
    from canasta_cli.man.notation import notation_page
    from canasta_cli.man.rulesets import rules_page

    return (main_page(), *command_pages(), notation_page(), rules_page(), game_page())


def page_names() -> list[str]:
    """Return the names of the pages for ``canasta man``."""
    return list(_by_word())


def find_page(word: str) -> Page:
    """Return the page named ``hand``, ``canasta-hand`` or ``hand.1``; an unambiguous prefix will do.

    Raises :class:`~canasta_cli.errors.NotUnderstood` with close matches.
    """
    known = _by_word()
    plain = word.lower()
    for page in known.values():
        if plain in (page.reference, f"{page.name}.{page.section}"):
            return page
    plain = plain.removeprefix(f"{PROGRAM}-")
    starting = [name for name in known if plain and name.startswith(plain)]
    if plain in known or len(starting) == 1:
        return known[plain if plain in known else starting[0]]
    raise NotUnderstood(
        f"there is no page “{word}”.{_near(plain, starting)}",
        remedy=f"The pages: {', '.join(known)}",
    )


def _by_word() -> dict[str, Page]:
    return {
        WORDS.get(page.reference, page.name.removeprefix(f"{PROGRAM}-")): page for page in pages()
    }


def _near(word: str, starting: list[str]) -> str:
    from difflib import get_close_matches

    close = starting[:5] or get_close_matches(word, page_names(), n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""


def files() -> dict[str, str]:
    """Return the files of the manual, relative to its folder, with their content."""
    return {page.file: as_roff(page) for page in pages()}


def completions() -> dict[str, str]:
    """Return the completion scripts by file name."""
    from canasta_cli.cli.upkeep import completion_script

    return {file: completion_script(shell) for shell, file in COMPLETIONS.items()}


def write(folder: str) -> None:
    """Write every page below ``folder``, and remove pages of this program that no longer exist."""
    found = files()
    for name in _lying(folder) - set(found):
        os.unlink(os.path.join(folder, name))
    for name, text in found.items():
        _write(os.path.join(folder, name), text)


def _lying(folder: str) -> set[str]:
    """Return the existing pages of this program below a folder; other files are ignored."""
    parts = {os.path.dirname(file) for file in files()}
    return {
        f"{part}/{name}"
        for part in parts
        if os.path.isdir(os.path.join(folder, part))
        for name in os.listdir(os.path.join(folder, part))
        if name.startswith((f"{PROGRAM}.", f"{PROGRAM}-"))
    }


def write_completions(folder: str) -> None:
    """Write the completion scripts."""
    for name, text in completions().items():
        _write(os.path.join(folder, name), text)


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
