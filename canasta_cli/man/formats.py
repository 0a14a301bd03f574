"""The pages about formats: canasta-notation(5), -game(5), -rules(5) and -json(5), and the JSON Schema.

The text of each page, and of canasta(1), is in a file beside this module, in Markdown: headings, paragraphs,
indented code, and definition lists. ``{name}`` in it stands for what is made from the rows of the notation, the
parameters, the keys of answers, and the commands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from textwrap import dedent
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from canasta_cli import show
from canasta_cli.engine.items import figure_names
from canasta_cli.engine.points import pay_parameter
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    literal,
    read_source,
)
from canasta_cli.notation.gamefile import (
    HAND_KEYS,
    MOST_HANDS,
    MOST_PLAYERS,
    MOST_TURNS_OF_A_GAME,
)
from canasta_cli.notation.spoken import COUNTED_FROM
from canasta_cli.notation.tally import EXAMPLE, TOKENS
from canasta_cli.notation.turn import CLAUSES
from canasta_cli.notation.turn import EXAMPLE as TURN
from canasta_cli.rules import library
from canasta_cli.rules.groups import GROUPS, PARAMETERS, Ranks
from canasta_cli.rules.load import changed
from canasta_cli.rules.names import TOPICS
from canasta_cli.rules.parameter import Param
from canasta_cli.rules.vocabulary import GENERAL, Grade, name_of, together, write_ranks
from canasta_cli.show.keys import ANSWERS, Answer, absent, key, optional
from canasta_cli.show.layout import SCHEMA
from canasta_cli.show.rulesets import toml_line
from canasta_cli.untrusted import LONGEST_TEXT
from canasta_cli.words import as_sentence, either, listed

# Read the text of a page.

Parts = Mapping[str, str | Iterable[Block]]
"""What stands in the place of ``{name}`` in the text of a page: words, or blocks for a whole paragraph."""
_PLACE = re.compile(r"{([a-z_]+)}")


def read_page(name: str, parts: Parts) -> Page:
    """Return a page of section 5 from the file with its text."""
    title, *sections = read_source(name).removeprefix("# ").split("\n\n## ")
    return Page(f"{PROGRAM}-{name}", 5, title, tuple(_section(each, parts) for each in sections))


# Blank lines in code don't end it.
_PIECE = re.compile(r"(?: {4}.*\n*)+|(?:\S.*\n?)+")


def _section(text: str, parts: Parts) -> Section:
    heading, _, body = text.partition("\n")
    pieces = (piece.rstrip() for piece in _PIECE.findall(body))
    return Section(heading, tuple(block for each in pieces for block in _blocks(each, parts)))


_CODE = "    "


def _blocks(text: str, parts: Parts) -> Iterator[Block]:
    """Yield the blocks of a piece of a section; only a place that is all of it can have several."""
    place = _PLACE.fullmatch(text)
    if place and not isinstance(blocks := parts[place[1]], str):
        yield from blocks
        return
    text = _PLACE.sub(lambda found: str(parts[found[1]]), text)
    term, is_item, description = text.partition("\n: ")
    if text.startswith(_CODE):
        yield Code(tuple(dedent(text).splitlines()))
    elif is_item:
        yield Item(term, " ".join(description.split()))
    else:
        yield Paragraph(" ".join(text.split()))


# The page canasta-notation(5): the notation of cards, melds, turns and tallies.

# The kinds of canasta on the page; those of the other ranks are like those of sevens.
GRADES = (
    *GENERAL,
    Grade.WILD_DEUCES,
    Grade.WILD_JOKERS,
    Grade.SEVENS,
    Grade.SEVENS_MIXED,
)


def notation_page(examples: tuple[Code, ...]) -> Page:
    """Return the page about the notation; ``examples`` are command lines with tallies."""
    payers = {grade.value: pay_parameter(grade) for grade in GRADES}
    paid = dict.fromkeys(payers.values(), 1) | {"threes.lay_black": "always"}
    figures = figure_names(changed(library.ruleset(library.DEFAULT), paid))
    return read_page(
        "notation",
        {
            "tally": EXAMPLE,
            "counted_from": str(COUNTED_FROM),
            "clauses": (Item(literal(row.form), as_sentence(row.meaning)) for row in CLAUSES),
            "turn": TURN,
            "tokens": (
                Item(
                    f"<{row.form}>" if row.form.isupper() else literal(row.form),
                    as_sentence(row.meaning),
                )
                for row in TOKENS
            ),
            "figures": (
                Item(f"`{name}:`<N>", as_sentence(_figure(says, payers.get(name))))
                for name, says in figures.items()
            ),
            "irregularities": (
                Item(literal(topic.name), f"{topic.says.rstrip('.')} (`{topic.path}`).")
                for topic in TOPICS.values()
            ),
            "examples": examples,
        },
    )


def _figure(description: str, payer: str | None) -> str:
    if payer is None:
        return description
    # The words of a property are about any rank; the figure is about one.
    words = description if payer.startswith("ranks.") else PARAMETERS[payer].says
    return f"{words} (`{payer}`)"


# The page canasta-game(5): the format of game files.


def game_page() -> Page:
    """Return the page about game files, key by key."""
    return read_page(
        "game",
        {
            "most_players": str(MOST_PLAYERS),
            "most_hands": f"{MOST_HANDS:,}",
            "most_turns": f"{MOST_TURNS_OF_A_GAME:,}",
            "longest_text": f"{LONGEST_TEXT:,}",
            "hand_keys": either(map(literal, HAND_KEYS)),
        },
    )


# The page canasta-rules(5): the format of ruleset files, and every parameter.

LONGEST_TERM = 60


def rules_page() -> Page:
    """Return the page about ruleset files."""
    return read_page(
        "rules",
        {
            "parameters": _parameters(),
            "rulesets": (
                Item(literal(rules.name), f"{rules.title}. {rules.description}".strip())
                for rules in map(library.ruleset, library.names())
            ),
            "sources": (
                Item(literal(each.key), f"{each.title} ({each.where}).")
                for each in library.sources().values()
            ),
        },
    )


def _parameters() -> Iterator[Block]:
    defaults = {
        path: toml_line(statement.kind.write(statement.default))
        for path, statement in PARAMETERS.items()
    }
    for group, kind in GROUPS.items():
        if kind is Ranks:
            yield from _ranks(defaults)
            continue
        yield Subheading(f"[{group}]")
        yield Paragraph((kind.__doc__ or "").strip())
        for name in kind.params:
            yield _parameter(name, PARAMETERS[f"{group}.{name}"], defaults[f"{group}.{name}"])


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
            f"`{ranks} = {defaults[path]}`"
            for ranks, path in together(paths, defaults, defaults.__getitem__)
        ]
        allowed = PARAMETERS[paths[0]].allowed
        text = [
            as_sentence(PARAMETERS[paths[0]].says),
            *([as_sentence(allowed)] if allowed else []),
        ]
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


# The page canasta-json(5), and the JSON Schema: made from the keys of every answer.

for _module in iter_modules(show.__path__):
    # Every answer is entered in ANSWERS when its class is defined.
    import_module(f"{show.__name__}.{_module.name}")


class ErrorAnswer(Answer):
    """An error."""

    error: str = key("What is wrong.")
    fix: str | None = optional("How to correct it, only if known.")
    token: str | None = optional("The part of the input that can’t be read, only if one can’t.")
    place: str | None = optional("Its place in the input, from 1, only with `token`.")
    expected: str | None = optional("What is valid there, only with `token`.")
    example: str | None = optional("A valid input, only with `token`.")


def json_page(commands: Iterable[str]) -> Page:
    """Return the page about JSON: the answers of the commands with their keys, then the objects within."""
    answers = dict.fromkeys(keys for command in commands for keys in ANSWERS.get(command, ()))
    inner = dict.fromkeys(each for keys in answers for each in objects_in(keys))
    return read_page(
        "json",
        {
            "version": str(SCHEMA),
            "answers": (block for keys in answers for block in _described(keys)),
            "objects": (
                block for keys in inner if keys not in answers for block in _described(keys)
            ),
            "errors": _items(ErrorAnswer),
        },
    )


def title_of(keys: type[Answer]) -> str:
    """Return the title of an object."""
    return (keys.__doc__ or "").rstrip(".")


def objects_in(keys: type[Answer]) -> Iterator[type[Answer]]:
    """Yield the objects whose keys an object has, and those within it, with all that these have."""
    for each in (*extended(keys), *filter(None, map(_object_of, types_of(keys).values()))):
        yield each
        yield from objects_in(each)


def extended(keys: type[Answer]) -> tuple[type[Answer], ...]:
    """Return the object that an object extends, if it does."""
    return tuple(each for each in keys.__bases__ if each is not Answer)


def _object_of(kind: Any) -> type[Answer] | None:
    """Return the class of the objects in values of a type; ``None`` if they have none."""
    if isinstance(kind, type) and issubclass(kind, Answer):
        return kind
    return next(filter(None, map(_object_of, get_args(kind))), None)


def types_of(keys: type[Answer]) -> Mapping[str, Any]:
    """Return the types of the keys of an object."""
    declared = get_type_hints(keys)
    return {name: declared[name] for name in keys.rows_of()}


def _described(keys: type[Answer]) -> Iterator[Block]:
    yield Subheading(title_of(keys))
    for other in extended(keys):
        own = any(row.owner is keys for row in keys.rows_of().values())
        also = ", and:" if own else "."
        yield Paragraph(f"Has the keys of “{title_of(other)}”{also}")
    yield from _items(keys)


def _items(keys: type[Answer]) -> Iterator[Item]:
    types = types_of(keys)
    for name, row in keys.rows_of().items():
        if row.owner is keys:
            by = f" By {', then '.join(row.by)}." if row.by else ""
            found = _object_of(types[name])
            see = f" See “{title_of(found)}”." if found else ""
            yield Item(literal(name), f"{row.says}{by}{see}")


# The JSON Schema of all answers.

_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def json_schema() -> Mapping[str, Any]:
    """Return the JSON Schema of what commands print with --json: one for each command, and ``error``.

    Other keys are allowed, since new ones may be added to a version.
    """
    named: Mapping[str, Sequence[type[Answer]]] = {**ANSWERS, "error": (ErrorAnswer,)}
    answers = {definition(name): found for name, found in named.items()}
    every: list[type[Answer]] = [each for found in answers.values() for each in found]
    every += [inner for each in every for inner in objects_in(each)]
    version = {"properties": {"schema": {"const": SCHEMA}}, "required": ["schema"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What {PROGRAM} prints with --json",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in answers],
        "$defs": {
            **{
                name: {**version, "anyOf": list(map(_type_schema, found))}
                for name, found in answers.items()
            },
            **{definition(title_of(keys)): _object_schema(keys) for keys in dict.fromkeys(every)},
        },
    }


def definition(title: str) -> str:
    """Return a title as the name of a definition: ``A game file`` as ``a-game-file``."""
    return "-".join(re.findall(r"\w+", title.lower()))


def _object_schema(keys: type[Answer]) -> Mapping[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    types = types_of(keys)
    for name, row in keys.rows_of().items():
        says = row.says.replace("`", "")
        kind = types[name]
        if row.optional and row.get is not absent:
            kind = _if_there(kind)
        properties[name] = {"description": says, **_type_schema(kind)}
        required += [] if row.optional else [name]
    return {
        "title": title_of(keys),
        "type": "object",
        "properties": properties,
        "required": required,
    }


def _if_there(kind: Any) -> Any:
    """Return the type of an optional key that is there: without ``None``, which stands for its absence."""
    others = [each for each in get_args(kind) if each is not NoneType]
    return others[0] if isinstance(kind, UnionType) and len(others) == 1 else kind


def _type_schema(kind: Any) -> Mapping[str, Any]:
    inner = get_args(kind)
    if isinstance(kind, UnionType):
        return {"anyOf": [_type_schema(each) for each in inner]}
    if get_origin(kind) is Sequence:
        return {"type": "array", "items": _type_schema(inner[0])}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _type_schema(inner[1])}
    if issubclass(kind, Answer):
        return {"$ref": f"#/$defs/{definition(title_of(kind))}"}
    return {} if kind is object else {"type": _TYPES[kind]}
