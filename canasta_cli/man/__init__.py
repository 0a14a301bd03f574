"""The manual: pages as values, read off what the program itself knows, and two ways to set them."""

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

# The pages whose word is not the last part of their name: that one is a command's.
WORDS = {f"{PROGRAM}-rules(5)": "rules-file"}
COMPLETIONS = {
    "bash": "canasta.bash",
    "zsh": "_canasta",
    "fish": "canasta.fish",
    "powershell": "canasta.ps1",
}


@cache
def pages() -> tuple[Page, ...]:
    """Every page: the program, its commands in their order, and the forms of text."""
    from canasta_cli.man.commands import command_pages, main_page
    from canasta_cli.man.games import game_page
    from canasta_cli.man.notation import notation_page
    from canasta_cli.man.rulesets import rules_page

    return (main_page(), *command_pages(), notation_page(), rules_page(), game_page())


def page_names() -> list[str]:
    """The words by which ``canasta man`` knows the pages."""
    return list(_by_word())


def find_page(word: str) -> Page:
    """The page of a word: ``hand``, ``canasta-hand``, ``hand.1``, or an unmistakable beginning.

    Raises :class:`~canasta_cli.errors.NotUnderstood` with the near misses.
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
    """The files of the manual in their folder, with their texts."""
    return {page.file: as_roff(page) for page in pages()}


def completions() -> dict[str, str]:
    """The completion scripts of the shells by the names of their files."""
    from canasta_cli.cli.upkeep import completion_script

    return {file: completion_script(shell) for shell, file in COMPLETIONS.items()}


def write(folder: str) -> None:
    """Write every page below ``folder``, and remove pages of ours that are no longer any."""
    found = files()
    for name in _lying(folder) - set(found):
        os.unlink(os.path.join(folder, name))
    for name, text in found.items():
        _write(os.path.join(folder, name), text)


def _lying(folder: str) -> set[str]:
    """The pages of ours that lie below a folder; nothing else there is touched."""
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
