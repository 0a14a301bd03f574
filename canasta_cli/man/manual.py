"""The pages of the manual: find one by its name, and write all to files."""

import os

from canasta_cli.errors import NotUnderstood
from canasta_cli.man.page import PROGRAM, Page
from canasta_cli.man.roff import as_roff
from canasta_cli.values import NamedTuple

# Pages with a name of their own for `canasta man`, because a command has the usual one.
WORDS = {f"{PROGRAM}-rules(5)": "rules-file"}


class Manual(NamedTuple):
    """Every page, in the order of the manual."""

    pages: tuple[Page, ...]

    def names(self) -> list[str]:
        """Return the names of the pages for ``canasta man``."""
        return list(self._by_name())

    def find(self, word: str) -> Page:
        """Return the page named ``hand``, ``canasta-hand`` or ``hand.1``; an unambiguous prefix will do.

        Raises :class:`~canasta_cli.errors.NotUnderstood` with close matches.
        """
        known = self._by_name()
        plain = word.lower()
        for page in known.values():
            if plain in (page.reference, f"{page.name}.{page.section}"):
                return page
        plain = plain.removeprefix(f"{PROGRAM}-")
        starting = [name for name in known if plain and name.startswith(plain)]
        if plain in known or len(starting) == 1:
            return known[plain if plain in known else starting[0]]
        raise NotUnderstood(
            f"there is no page “{word}”.{self._near(plain, starting)}",
            fix=f"The pages: {', '.join(known)}",
        )

    def files(self) -> dict[str, str]:
        """Return the files of the manual, relative to its folder, with their content."""
        return {page.file: as_roff(page) for page in self.pages}

    def write(self, folder: str) -> None:
        """Write every page below ``folder``, and remove pages of this program that no longer exist."""
        found = self.files()
        for name in self._existing(folder) - set(found):
            os.unlink(os.path.join(folder, name))
        for name, text in found.items():
            write_text(os.path.join(folder, name), text)

    def _by_name(self) -> dict[str, Page]:
        return {
            WORDS.get(page.reference, page.name.removeprefix(f"{PROGRAM}-")): page
            for page in self.pages
        }

    def _near(self, word: str, starting: list[str]) -> str:
        from difflib import get_close_matches

        close = starting[:5] or get_close_matches(word, self.names(), n=3, cutoff=0.5)
        return f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""

    def _existing(self, folder: str) -> set[str]:
        """Return the existing pages of this program below a folder; other files are ignored."""
        parts = {os.path.dirname(page.file) for page in self.pages}
        return {
            f"{part}/{name}"
            for part in parts
            if os.path.isdir(os.path.join(folder, part))
            for name in os.listdir(os.path.join(folder, part))
            if name.startswith((f"{PROGRAM}.", f"{PROGRAM}-"))
        }


def write_text(path: str, text: str) -> None:
    """Write a file, and create its folder; lines end the same way on every system."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
