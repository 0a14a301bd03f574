"""Keep beside the entries of the journal what is no entry: lines typed into a form that is not finished.

Forms call it. What can't be kept now, as in a file that is read-only, is not kept: it stops nobody.
"""

from collections.abc import Mapping, Sequence
from json import dumps, loads

from canasta_cli.journal.store import Journal
from canasta_cli.scorekeeper.scorebook import LoadedGame

# Lines typed into a form about one hand of a game.

HAND, AMEND = "hand", "amend"
"""The forms whose lines are kept."""


class Draft:
    """The lines typed so far into a form about a hand, kept until the form is finished or declined.

    ``before`` is what the form began with: if that has changed, the lines are about something else.
    """

    def __init__(
        self, journal: Journal, name: str, before: Mapping[str, str], lines: Sequence[str]
    ) -> None:
        self.journal, self.name, self.before, self.lines = journal, name, before, lines

    def keep(self, lines: Sequence[str]) -> None:
        """Keep lines in place of those before."""
        value = dumps({"before": self.before, "lines": lines}, ensure_ascii=False)
        if list(lines) != list(self.lines) and self.journal.keep(self.name, value):
            self.lines = list(lines)

    def drop(self) -> None:
        """Forget the lines."""
        self.lines = []
        self.journal.keep(self.name, None)


def drafts_of(journal: Journal, loaded: LoadedGame, form: str) -> dict[int, Draft]:
    """Return the drafts of a form in a game, by the number of the hand."""
    prefix = _prefix(loaded, form)
    found: dict[int, Draft] = {}
    for name, value in journal.settings(prefix).items():
        try:
            number, kept = int(name.removeprefix(prefix)), loads(value)
            before, lines = dict(kept["before"]), [str(line) for line in kept["lines"]]
        except (ValueError, TypeError, LookupError):
            continue  # not as this program writes it
        found[number] = Draft(journal, name, before, lines)
    return found


def empty_draft(
    journal: Journal,
    loaded: LoadedGame,
    form: str,
    hand: int,
    before: Mapping[str, str] | None = None,
) -> Draft:
    """Return a draft without lines."""
    return Draft(journal, f"{_prefix(loaded, form)}{hand}", before or {}, ())


def _prefix(loaded: LoadedGame, form: str) -> str:
    # The time tells the game from another one with its number, if the file is replaced meanwhile.
    return f"typed {form} {loaded.line.id} {loaded.records[0].at} "
