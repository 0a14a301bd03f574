"""The page canasta-rules(5): ruleset files, and every parameter."""

from collections.abc import Iterator

from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    ended,
    literal,
    see,
)
from canasta_cli.rules import library
from canasta_cli.rules.load import HEADERS
from canasta_cli.rules.parameter import Param
from canasta_cli.rules.schema import GROUPS, PARAMETERS, STATUSES
from canasta_cli.show.rulefile import toml_line

STATUS_WORDS: dict[str, str] = {
    "seen": "It was read in the sources whose keys follow.",
    "inferred": "No source says it in so many words; it follows from what they say.",
    "unknown": "Nobody knows. A game needs a value from its house before it can start.",
    "house": "The house has set it, as it has whatever a file of yours sets without a source.",
}


HEADER_WORDS: dict[str, str] = {
    "title": "The name that people read.",
    "about": "A sentence or more about this way to play.",
    "extends": "The ruleset that this one rests on: what the file does not set is as it is there. "
    "Without this line everything rests on the defaults below.",
    "sources": "A table: where each value comes from.",
}


LONGEST_TERM = 60
RULES_EXAMPLE = """\
extends = "classic"
title = "Canasta as on our Fridays"

[melds]
max_wilds = 2

[out]
needs = [{ count = 2 }]

[end]
target = 7500

[sources]
"melds.max_wilds" = "house: agreed after the quarrel at Easter"
"""


def rules_page() -> Page:
    """The ruleset file, and every parameter."""
    return Page(
        f"{PROGRAM}-rules",
        5,
        "ruleset files and their parameters",
        (
            Section(
                "Description",
                (
                    Paragraph(
                        "A ruleset is a file in TOML (https://toml.io) that says what can differ "
                        "from one table to the next. It sets parameters, in groups, and leaves "
                        "aside what is as in the ruleset that it extends. Begin with "
                        "`canasta rules new mine.toml`, which writes every parameter with its "
                        "words; look for mistakes with `canasta rules check mine.toml`; play by it "
                        "with `canasta new --rules mine.toml` and the players. A game keeps the "
                        "rules it was begun with, whatever becomes of the file."
                    ),
                    Paragraph(
                        "A single house rule needs no file: --house `end.target=7500` sets one "
                        "parameter by its dotted name, which is its group and its name. --house "
                        "takes a file, too."
                    ),
                ),
            ),
            Section("Example", (Code(tuple(RULES_EXAMPLE.splitlines())),)),
            Section(
                "Head of the file",
                tuple(Item(literal(key), HEADER_WORDS[key]) for key in HEADERS),
            ),
            Section("Sources", tuple(_statuses())),
            Section("Parameters", tuple(_parameters())),
            Section("Packaged rulesets", tuple(_rulesets())),
            Section("Keys of sources", tuple(_keys())),
            see(f"{PROGRAM}(1)", f"{PROGRAM}-rules(1)", f"{PROGRAM}-new(1)", f"{PROGRAM}-game(5)"),
        ),
    )


def _statuses() -> Iterator[Block]:
    yield Paragraph(
        "Under `[sources]` a parameter has a line: its dotted name in quotes, and a status, then "
        'keys of sources, then a remark after a colon. A row for `"*"` stands for all that the '
        'file does not set, and one for `"pile.*"` for a group; a row of its own goes before them. '
        "`canasta rules show` prints them with each value. A file of your own needs none."
    )
    for status in STATUSES:
        yield Item(literal(status), STATUS_WORDS[status])


def _parameters() -> Iterator[Block]:
    yield Paragraph(
        "The value shown with each parameter is the default, which is that of most sources for the "
        'classic game. `"none"` stands where a ruleset does without: no limit, nothing paid, not '
        "played."
    )
    defaults = _defaults()
    for group, kind in GROUPS.items():
        yield Subheading(f"[{group}]")
        yield Paragraph((kind.__doc__ or "").strip())
        for name, statement in kind.params.items():
            yield _parameter(name, statement, defaults[f"{group}.{name}"])


def _parameter(name: str, statement: Param, default: str) -> Item:
    """A parameter with its default; a long one stands among the words."""
    kind = statement.kind
    unit = f" ({statement.unit})" if statement.unit else ""
    says = [ended(statement.says)]
    if kind.says != statement.says:
        says.append(ended(f"{kind.says}{unit}"))
    line = f"{name} = {default}"
    if len(line) > LONGEST_TERM:
        says.append(f"The default: `{default}`")
    elif not (kind.choices or kind.example.isdigit() or kind.example == default):
        says.append(f"Another example: `{kind.example}`")
    return Item(literal(name if len(line) > LONGEST_TERM else line), " ".join(says))


def _defaults() -> dict[str, str]:
    """Every parameter's default as a ruleset file has it."""
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
        yield Item(literal(source.key), f"{source.title}; {source.where}".removesuffix("; "))
