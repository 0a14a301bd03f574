"""Know the people who play: their games, and different spellings that may mean one person.

The commands ``players``, ``new`` and ``stats`` call it, and the completion of names.
"""

from collections.abc import Iterable, Sequence

from canasta_cli.errors import CanastaError
from canasta_cli.journal.store import Journal
from canasta_cli.scorekeeper.scorebook import load_uncounted
from canasta_cli.values import NamedTuple

# List the people of all games.


class Person(NamedTuple):
    """A person, with the spelling of the newest game; names that differ only in case are one person.

    ``games`` are the names of their games, oldest first, ``last`` is the latest date of a game, and
    ``spellings`` are all spellings, the newest first.
    """

    name: str
    games: tuple[str, ...]
    last: str
    spellings: tuple[str, ...]


class Seated(NamedTuple):
    """A game as a list of people needs it: its name, its date and all who played in it."""

    game: str
    date: str
    names: tuple[str, ...]


def person_key(name: str) -> str:
    """Return what is the same in all spellings of a name that differ only in case."""
    from unicodedata import normalize

    return normalize("NFC", name).casefold()


def known_people(journal: Journal) -> tuple[Person, ...]:
    """Return the people of all games, by name. Games that can't be read are left out."""
    counted = journal.counted_games()
    games: list[Seated] = []
    for line in journal.games():
        try:
            names: Sequence[str] = (
                tuple(each.player for each in counted[line.id].players)
                if line.id in counted
                else load_uncounted(journal, line.name).players
            )
        except CanastaError:
            continue
        games.append(Seated(line.name, line.started, tuple(names)))
    return people_of(games)


def people_of(games: Iterable[Seated]) -> tuple[Person, ...]:
    """Return the people of some games, oldest game first, by name."""
    found: dict[str, Person] = {}
    for game in games:
        for name in game.names:
            key = person_key(name)
            old = found.get(key, Person(name, (), "", ()))
            others = tuple(each for each in old.spellings if each != name)
            games_now = (*old.games, *((game.game,) if game.game not in old.games else ()))
            found[key] = Person(name, games_now, max(old.last, game.date), (name, *others))
    return tuple(person for _, person in sorted(found.items()))


LIKENESS = 0.75
"""How alike two names are that may be one person's: ``Jonas`` and ``Jonah`` are 0.8."""


def similar_people(name: str, people: Iterable[Person]) -> tuple[Person, ...]:
    """Return the people whose names are spelled much like a name, the most similar first."""
    from difflib import get_close_matches

    key = person_key(name)
    others = {person_key(each.name): each for each in people if person_key(each.name) != key}
    return tuple(others[each] for each in get_close_matches(key, list(others), 3, LIKENESS))
