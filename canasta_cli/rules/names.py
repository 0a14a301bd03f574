"""The names of parameters, of irregularities, and of canastas in a game's own words; undocumented parameters.

Messages, answers and lists name them with it.

A penalty is an ``Irregularity`` here; its points are in ``Penalty`` in ``rules/groups.py``, its sentence
in ``book.toml``.
"""

import re
from collections.abc import Hashable, Iterable, Iterator

from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Rank
from canasta_cli.model.game import BOOKS, Tally
from canasta_cli.rules import vocabulary
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Grade
from canasta_cli.values import NamedTuple
from canasta_cli.words import as_sentence, did_you_mean, either, quoted

# The names of parameters: those that a name stands for, and one name for several ranks.


class NoParameter(ValueError):
    """A name that is not a parameter's; the message continues “there is no such parameter”."""


def parameters(name: str, *, others: Iterable[str] = (), hint: bool = True) -> tuple[str, ...]:
    """Return the parameters that a name, or a former one, stands for: one, or one for each of several ranks.

    Raises :class:`NoParameter`; ``others`` are names that may be meant besides those of parameters.
    Without ``hint``, no similar name is looked for: that takes a millisecond.
    """
    # Loaded here and below, since rules name only parameters that exist.
    from canasta_cli.rules.groups import PARAMETERS, RENAMED, Ranks

    name = RENAMED.get(name, name)
    if name in PARAMETERS:
        return (name,)
    parts = vocabulary.split(name)
    if parts is None:
        raise NoParameter(_similar(name, others) if hint else "")
    of, key = parts
    renamed = RENAMED.get(vocabulary.name_of(vocabulary.EVERY, key), "")
    key = renamed.rpartition(".")[2] or key
    try:
        named = vocabulary.read_ranks(of)
    except ValueError as error:
        raise NoParameter(f": {error}") from None
    found = Ranks.properties.get(key)
    if found is None:
        before = vocabulary.name_of(of, "")
        raise NoParameter(
            _after(did_you_mean(key, Ranks.properties, before=before)) if hint else ""
        )
    if of == vocabulary.EVERY:
        named = found.ranks
    lacking = [rank for rank in named if rank not in found.ranks]
    if lacking:
        having = vocabulary.write_ranks(found.ranks, ()).split(",")
        raise NoParameter(f": {lacking[0].many} have no {key}; only {either(having)} can have it")
    return tuple(vocabulary.name_of(rank.value, key) for rank in named)


def _similar(name: str, others: Iterable[str]) -> str:
    """Return the end of a message about an unknown name of a single parameter."""
    from canasta_cli.rules.groups import PARAMETERS, Ranks

    group, _, rest = name.partition(".")
    if group == vocabulary.GROUP and rest:
        key = rest if rest in Ranks.properties else "points"
        example = vocabulary.name_of(vocabulary.rank_meant(rest) or "K", key)
        return f": expected a rank and its property, for example {example}"
    if rank := vocabulary.rank_meant(name):
        return (
            f". Did you mean a property of a rank, such as “{vocabulary.name_of(rank, 'points')}”?"
        )
    return _after(did_you_mean(name, [*PARAMETERS, *others]))


def _after(hint: str) -> str:
    return f".{hint}" if hint else ""


def by_name(
    paths: Iterable[str], ruleset: Ruleset, *, sources: bool = False
) -> list[tuple[str, str]]:
    """Join the ranks for which a ruleset has the same value: each name, and one of its parameters.

    With ``sources``, they are joined only if their values also have the same origin. Undocumented
    values are never joined, since each must be set.
    """

    def alike(path: str) -> Hashable:
        if path in ruleset.unknown:
            return path
        return ruleset.value(path), ruleset.origins[path] if sources else None

    return vocabulary.together(paths, ruleset.origins, alike)


def behind(reads: Iterable[str], ruleset: Ruleset) -> tuple[str, ...]:
    """List the parameters that names stand for under a ruleset.

    A name of several ranks stands only for those with a rule of their own.
    """
    return tuple(dict.fromkeys(path for name in reads for path in _standing_for(name, ruleset)))


def _standing_for(name: str, ruleset: Ruleset) -> Iterator[str]:
    parts = vocabulary.split(name)
    if name in ruleset.origins or parts is None:
        yield name
        return
    of, key = parts
    for rank in vocabulary.read_ranks(of):
        path = vocabulary.name_of(rank.value, key)
        if path in ruleset.origins:
            unusual = ruleset.value(path) != ruleset.ranks.usual[key][rank]
            if unusual or path in ruleset.unknown:
                yield path


# The words of a game for its canastas: games with a foot have books, clean ones and dirty ones.

# A grade stands before a canasta or a rank. Compiled on first use: few games have books.
_GRADE = (
    r"\b(?:natural|mixed)(?=(?:(?:,| or| and) (?:natural|mixed|wild))* canastas?\b)"
    rf"|\bmixed(?= (?:{'|'.join(rank.many for rank in Rank)})\b)"
)
_CANASTA = r"\bcanasta(?=s?\b)"
COLOURS = {Grade.NATURAL: "red book", Grade.MIXED: "black book"}
"""Other names of books that players type."""


def has_books(ruleset: Ruleset) -> bool:
    """True if the players of a game call its canastas books: games with a foot."""
    return ruleset.deal.foot is not None


def in_game_words(phrase: str, ruleset: Ruleset) -> str:
    """Return a phrase with canastas in the words of the game: ``2 clean books``.

    Natural cards stay natural: two natural fives are not a book.
    """
    if not has_books(ruleset):
        return phrase
    return re.sub(_CANASTA, "book", re.sub(_GRADE, lambda found: BOOKS[found[0]], phrase))


def canastas(count: int, of: tuple[Grade, ...], ruleset: Ruleset) -> str:
    """Format a number of canastas in the words of the game: ``2 natural or mixed canastas``."""
    return in_game_words(vocabulary.canastas(count, of), ruleset)


def canasta_name(grade: Grade, ruleset: Ruleset) -> str:
    """Return the name of one canasta in the words of the game: ``natural canasta``, ``dirty book``."""
    return in_game_words(vocabulary.canasta_name(grade), ruleset)


def grade_name(grade: Grade, ruleset: Ruleset) -> str:
    """Return the name of a grade in the words of the game: ``natural``, ``dirty``."""
    name = vocabulary.grade_name(grade)
    return BOOKS.get(name, in_game_words(name, ruleset)) if has_books(ruleset) else name


def figure_word(name: str, ruleset: Ruleset) -> str:
    """Return the word of a figure in a tally, in the words of the game: ``clean``, ``dirty-sevens``."""
    try:
        grade = Grade(name)
    except ValueError:  # card points, threes
        return name
    return grade_name(grade, ruleset).replace(" ", "-")


def tally_in_game_words(tally: Tally, ruleset: Ruleset) -> Tally:
    """Return a tally with its figures in the words of the game; it is written for people only."""
    if not tally.figures:
        return tally
    figures = (figure._replace(name=figure_word(figure.name, ruleset)) for figure in tally.figures)
    return tally._replace(figures=tuple(figures))


# Refuse to guess undocumented values of a ruleset.

# The parameters of suggestions: groups, and properties of ranks.
GROUPS_OF_SUGGESTIONS = ("deck", "melds", "ranks.*.points", "ranks.*.wilds", "opening", "out.needs")


MOST_EXPLAINED = 4
"""Rules that an error explains; of more, it gives only the names."""


def refuse(ruleset: Ruleset, missing: Iterable[str]) -> None:
    """Raise :class:`~canasta_cli.errors.NotUnderstood`, naming each value, if any are missing."""
    missing = tuple(missing)
    if not missing:
        return
    # Loaded here, since most rulesets are documented.
    from canasta_cli.rules.groups import PARAMETERS

    head = f"these rules of {ruleset.name} are undocumented; set them as house rules:"
    one = f"--house {missing[0]}=…"
    many = f"{one} for each, or use a file made with: canasta rules new mine.toml --from {quoted(ruleset.base)}"
    if len(missing) <= MOST_EXPLAINED:
        lines = [f"  {path}: {PARAMETERS[path].says}" for path in missing]
    else:
        lines = [f"  {', '.join(missing)}"]
        many += f"\nWhat they mean: canasta rules show {quoted(ruleset.base)}"
    raise NotUnderstood("\n".join((head, *lines)), fix=f"Add {one if len(missing) == 1 else many}")


def refuse_group(ruleset: Ruleset, *groups: str) -> None:
    """Raise ``NotUnderstood`` if values of some groups or parameters are undocumented."""
    refuse(ruleset, undocumented(ruleset, *groups))


def undocumented(ruleset: Ruleset, *groups: str) -> tuple[str, ...]:
    """Return the undocumented values of some groups or parameters."""
    if not ruleset.unknown:
        return ()
    named = {path for name in groups if "." in name for path in parameters(name)}
    return tuple([p for p in ruleset.unknown if p in named or p.split(".")[0] in groups])


# Irregularities: their names in a tally, their costs, and what the sources say to do.

KEPT_RED_THREE = "undeclared-red-three"


class Irregularity(NamedTuple):
    """An irregularity: the name that players type, the parameter with its cost, and what to do.

    ``path`` is empty if no source gives a cost. ``todo`` is what the rulebook doesn't say about the
    parameter, ``sources`` are those of both. ``words`` describe it if its parameter doesn't. ``short``
    names it on a sheet if its name doesn't read well there.
    """

    name: str
    path: str
    sources: tuple[str, ...]
    todo: str = ""
    words: str = ""
    short: str = ""

    @property
    def label(self) -> str:
        """The irregularity on a sheet, in a list or on a card."""
        return self.short or self.name.replace("-", " ")

    @property
    def says(self) -> str:
        """Describe the irregularity in the words of its parameter, or of what to do."""
        # Loaded here, since few answers describe a penalty.
        from canasta_cli.rules.groups import PARAMETERS

        return as_sentence(self.words or (PARAMETERS[self.path].says if self.path else self.todo))


# Only what a source says; printed rules known only from memory are left out.
_EVERY: tuple[Irregularity, ...] = (
    Irregularity(
        KEPT_RED_THREE,
        "ranks.3R.left",
        ("parlett", "kartenspiele"),
        "Some tables let a forgotten one be laid out at the player's next turn.",
        words="each red three that a player still holds at the end of the hand",
    ),
    Irregularity(
        "cannot-go-out",
        "penalty.cannot_go_out",
        ("parlett",),
        short="unable to go out after a yes",
    ),
    Irregularity(
        "out-against-no",
        "penalty.out_against_no",
        ("parlett",),
        short="going out after the partner's no",
    ),
    Irregularity(
        "illegal-take", "penalty.illegal_take", ("parlett",), short="pile taken without a meld"
    ),
    Irregularity(
        "exposed-card",
        "",
        ("rummy-games-two", "bicycle-two"),
        "Showing cards by accident costs a penalty in four-player games, but no source gives its amount: "
        "agree on one, and write penalty:POINTS.",
    ),
    Irregularity(
        "insufficient-opening",
        "",
        ("rummy-games-two", "bicycle-two"),
        "An initial meld below the minimum costs a penalty in four-player games, but no source gives its "
        "amount: take back the melds, or agree on points.",
    ),
    Irregularity(
        "wrong-deal",
        "",
        ("gamerules-answers",),
        "If hands have the wrong number of cards, deal again.",
    ),
    Irregularity(
        "draw-out-of-turn",
        "",
        ("gamerules-answers",),
        "This source sets no penalty: agree on one, or play on with the drawn card face up.",
    ),
)
IRREGULARITIES: dict[str, Irregularity] = {topic.name: topic for topic in _EVERY}
TOPICS: dict[str, Irregularity] = {topic.name: topic for topic in _EVERY if topic.path}


def penalty(topic: str, ruleset: Ruleset) -> int | None:
    """Points that an irregularity costs; ``None`` if the ruleset gives no cost."""
    found = TOPICS.get(topic)
    value = ruleset.value(found.path) if found else None
    return value if isinstance(value, int) else None
