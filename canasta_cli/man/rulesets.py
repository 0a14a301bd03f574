"""The page canasta-rules(5): the format of ruleset files, and every parameter."""

from collections.abc import Iterator, Mapping

from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    as_sentence,
    literal,
    see_also,
)
from canasta_cli.rules import library
from canasta_cli.rules.declared import GROUPS, PARAMETERS
from canasta_cli.rules.groups_ranks import Ranks
from canasta_cli.rules.load import HEADERS
from canasta_cli.rules.names import joined
from canasta_cli.rules.parameter import Param
from canasta_cli.rules.schema import STATUSES
from canasta_cli.rules.vocabulary import name_of, write_ranks
from canasta_cli.show.rulesets import toml_line
from canasta_cli.words import listed

STATUS_WORDS: dict[str, str] = {
    "seen": "Found in the sources whose keys follow, which describe this game. Sources after the word "
    "`cited` are said to state it too, but were not checked.",
    "cited": "Not checked: only said to be stated by the sources whose keys follow.",
    "inherited": "Taken from the ruleset that this one extends. The sources whose keys follow "
    "describe that game, or say of this one only that the rest is the same.",
    "inferred": "Not stated by any source, but it follows from what they say.",
    "unknown": "Undocumented: set it as a house rule before starting a game.",
    "house": "A house rule, like every value that your own file sets without a source.",
}


HEADER_WORDS: dict[str, str] = {
    "title": "The name that is shown to people.",
    "about": "A description of the game, of one or more sentences.",
    "extends": "The ruleset that this one is based on: values that the file does not set are taken "
    "from it. Without this line, they are the defaults below.",
    "main_sources": "Keys of the sources that describe this game as a whole: a value that is "
    "taken from the other ruleset, and that one of them states, is `seen`.",
    "sources": "A table: the source of each value.",
}


LONGEST_TERM = 60
RULES_EXAMPLE = """\
extends = "classic"
title = "Our Friday Canasta"

[melds]
max_wilds = 2

[out]
needs = [{ count = 2 }]

[end]
target = 7500

[sources]
"melds.max_wilds" = "house: agreed at Easter"
"""


def rules_page() -> Page:
    """Return the page about ruleset files."""
    return Page(
        f"{PROGRAM}-rules",
        5,
        "the format of ruleset files, and every parameter",
        (
            Section(
                "Description",
                (
                    Paragraph(
                        "A ruleset is a file in TOML (https://toml.io). It sets parameters, in "
                        "groups; parameters that it does not set have the values of the ruleset "
                        "that it extends. To write one, start with `canasta rules new mine.toml`: "
                        "the file contains every parameter with its meaning. Check it with "
                        "`canasta rules check mine.toml`, and play by it with `canasta new --rules "
                        "mine.toml` and the players. A game keeps the rules it started with, even "
                        "if the file changes."
                    ),
                    Paragraph(
                        "A single house rule needs no file: --house `end.target=7500` sets one "
                        "parameter by its dotted name, which is its group and its name. --house "
                        "takes a file too."
                    ),
                ),
            ),
            Section("Example", (Code(tuple(RULES_EXAMPLE.splitlines())),)),
            Section(
                "Header",
                tuple(Item(literal(key), HEADER_WORDS[key]) for key in HEADERS),
            ),
            Section("Sources", tuple(_statuses())),
            Section("Parameters", tuple(_parameters())),
            Section("Packaged rulesets", tuple(_rulesets())),
            Section("Keys of sources", tuple(_keys())),
            see_also(
                f"{PROGRAM}(1)", f"{PROGRAM}-rules(1)", f"{PROGRAM}-new(1)", f"{PROGRAM}-game(5)"
            ),
        ),
    )


def _statuses() -> Iterator[Block]:
    yield Paragraph(
        "`[sources]` has a line for a parameter: its dotted name in quotes, a status, keys of sources, "
        'and a comment after a colon. A line for `"*"` is for all parameters that the file does not '
        'set, and one for `"pile.*"` for those of a group; a line for one parameter takes precedence. '
        "A value that is not set, and has only such a line, is at most `inherited`. "
        "A part of a list has a line of its own if its sources are other ones: "
        '`"opening.tiers[5]"` is the fifth tier. A line such as `"rule.hand.holds"` is for a rule '
        "that reads no parameter. "
        "`canasta rules show` prints the sources with each value. Your own file needs none."
    )
    for status in STATUSES:
        yield Item(literal(status), STATUS_WORDS[status])


def _parameters() -> Iterator[Block]:
    yield Paragraph(
        "Each parameter is shown with its default, the value that most sources give for the classic "
        'game. `"none"` means that a ruleset does not have it: no limit, no points, not played.'
    )
    defaults = _defaults()
    for group, kind in GROUPS.items():
        if kind is Ranks:
            yield from _ranks(defaults)
            continue
        yield Subheading(f"[{group}]")
        yield Paragraph((kind.__doc__ or "").strip())
        for name, statement in kind.params.items():
            yield _parameter(name, statement, defaults[f"{group}.{name}"])


def _ranks(defaults: Mapping[str, str]) -> Iterator[Block]:
    """Describe the table of ranks: each property once, with the ranks that can have it."""
    yield Subheading("[ranks.RANK]")
    yield Paragraph(
        "A table for a rank, in which all its properties are optional: `[ranks.A]`, `[ranks.3B]`. Ranks are "
        "written as cards: `4` to `9`, `T`, `J`, `Q`, `K`, `A`, `2` (deuces), `W` (jokers), `3B` and `3R` "
        "(black and red threes). A table may be for a range (`[ranks.4-7]`), for several ranks "
        '(`[ranks."7,A"]`), or for all (`[ranks."*"]`); one for fewer ranks takes precedence. The '
        "same goes for --house `ranks.8-K.points=5` and for lines of `[sources]`."
    )
    for name, each in Ranks.properties.items():
        paths = [name_of(rank.value, name) for rank in each.ranks]
        shown = [
            f"`{ranks} = {defaults[path]}`" for ranks, path in joined(paths, defaults.__getitem__)
        ]
        allowed = PARAMETERS[paths[0]].allowed
        text = [as_sentence(each.says), *([as_sentence(allowed)] if allowed else [])]
        if not (each.kind.choices or each.kind.example.isdigit()):
            text.append(f"For example `{each.kind.example}`.")
        having = listed(write_ranks(each.ranks, ()).split(","))
        text += [f"For {having}.", f"Default: {listed(shown)}."]
        yield Item(literal(name), " ".join(text))


def _parameter(name: str, statement: Param, default: str) -> Item:
    """Return a parameter with its default; a long default goes into the description."""
    kind = statement.kind
    description = [as_sentence(statement.says)]
    if statement.allowed and kind.says != statement.says:
        description.append(as_sentence(statement.allowed))
    line = f"{name} = {default}"
    if len(line) > LONGEST_TERM:
        description.append(f"Default: `{default}`")
    elif not (kind.choices or kind.example.isdigit() or kind.example == default):
        description.append(f"Another example: `{kind.example}`")
    return Item(literal(name if len(line) > LONGEST_TERM else line), " ".join(description))


def _defaults() -> dict[str, str]:
    """Return every parameter's default in the syntax of a ruleset file."""
    return {
        path: toml_line(statement.kind.write(statement.default))
        for path, statement in PARAMETERS.items()
    }


def _rulesets() -> Iterator[Block]:
    for name in library.names():
        rules = library.ruleset(name)
        about = " ".join(rules.about.split())
        yield Item(literal(name), f"{rules.title}. {about}".strip())


def _keys() -> Iterator[Block]:
    for source in library.sources().values():
        yield Item(literal(source.key), f"{source.title} ({source.where}).")
