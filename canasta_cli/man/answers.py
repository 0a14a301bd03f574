"""The page canasta-json(5) and the JSON Schema, made from the keys of every answer."""

import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

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
    see_also,
)
from canasta_cli.show import (
    amendments,
    book,
    card,
    database,
    games,
    hand,
    log,
    minimum,
    rulesets,
    sheet,
    standing,
    suggestion,
    table,
    verdict,
    verify,
)
from canasta_cli.show.answer import SCHEMA
from canasta_cli.show.keys import KeyRow, Keys, Part, key, optional

ANSWERS: dict[str, tuple[type[Keys], ...]] = {
    "new": (games.BegunKeys,),
    "again": (games.BegunKeys,),
    "hand": (hand.HandKeys,),
    "count": (sheet.CountKeys,),
    "score": (standing.ScoreKeys,),
    "next": (standing.NextKeys,),
    "show": (hand.ReviewKeys,),
    "deal": (table.DealKeys,),
    "turn": (table.TurnKeys,),
    "left": (hand.HandKeys,),
    "pile": (table.TableKeys,),
    "melds": (table.TableKeys,),
    "minimum": (minimum.MinimumKeys, standing.MinimumsKeys),
    "winner": (minimum.WinnerKeys,),
    "check": (verdict.VerdictKeys, verdict.SpecialKeys, verdict.UnderKeys),
    "suggest opening": (suggestion.OpeningsKeys,),
    "suggest out": (suggestion.WaysKeys,),
    "suggest discard": (suggestion.DiscardsKeys,),
    "moves": (suggestion.MovesKeys,),
    "undo": (log.UndoKeys,),
    "redo": (log.UndoKeys,),
    "amend": (
        hand.HandKeys,
        amendments.AmendedKeys,
        amendments.DroppedHandKeys,
        amendments.DroppedKeys,
        amendments.SwappedKeys,
    ),
    "change": (amendments.RulesChangeKeys,),
    "penalty": (standing.PenaltyKeys,),
    "note": (standing.NoteKeys,),
    "log": (log.LogKeys,),
    "games": (games.GamesKeys,),
    "use": (games.BegunKeys,),
    "rename": (games.RenamedKeys,),
    "players list": (games.PeopleKeys,),
    "players rename": (games.PlayerRenamedKeys,),
    "players merge": (games.PlayerRenamedKeys,),
    "sub": (games.SubstituteKeys,),
    "finish": (games.FinishedKeys,),
    "archive": (games.ArchivedKeys,),
    "delete": (games.DeletedKeys,),
    "stats": (games.StatsKeys, games.GroupsKeys),
    "rules list": (rulesets.ListKeys,),
    "rules show": (rulesets.ShowKeys,),
    "rules card": (card.CardKeys,),
    "rules book": (book.BookKeys,),
    "rules explain": (rulesets.RuleListKeys, rulesets.ExplainKeys),
    "rules diff": (rulesets.DiffKeys,),
    "rules new": (rulesets.RuleFileKeys,),
    "rules check": (rulesets.RuleCheckKeys,),
    "rules penalties": (rulesets.PenaltiesKeys,),
    "import": (verify.ImportKeys,),
    "verify": (verify.FilesKeys, verify.StreamKeys, verify.SummaryKeys),
    "backup": (database.BackupKeys,),
    "restore": (database.RestoreKeys,),
    "config": (database.ConfigKeys,),
    "doctor": (database.HealthKeys, database.SalvageKeys),
}
"""The answer of each command with --json; the names of commands within ``check`` are left out."""


class ErrorKeys(Keys):
    """An error."""

    error: str = key("What is wrong.")
    fix: str = optional("How to correct it, only if known.")
    token: str = optional("The part of the input that can’t be read, only if one can’t.")
    place: str = optional("Its place in the input, from 1, only with `token`.")
    expected: str = optional("What is valid there, only with `token`.")
    example: str = optional("A valid input, only with `token`.")


def json_page() -> Page:
    """Return the page about JSON: every answer with its keys, then the objects within."""
    answers = dict.fromkeys(keys for found in ANSWERS.values() for keys in found)
    objects = (each for keys in answers for each in objects_in(keys) if each not in answers)
    return Page(
        f"{PROGRAM}-json",
        5,
        "the keys of JSON answers",
        (
            _description_section(),
            Section("Answers", tuple(block for keys in answers for block in _described(keys))),
            Section(
                "Objects",
                tuple(block for keys in dict.fromkeys(objects) for block in _described(keys)),
            ),
            Section("Errors", (Paragraph(ERRORS), *_items(ErrorKeys))),
            see_also(f"{PROGRAM}(1)", f"{PROGRAM}-notation(5)", f"{PROGRAM}-game(5)"),
        ),
    )


def title_of(keys: type[Keys]) -> str:
    """Return the title of an object."""
    return (keys.__doc__ or "").rstrip(".")


def objects_in(keys: type[Keys]) -> Iterator[type[Keys]]:
    """Yield the objects whose keys an object has, and those within it, with all that these have."""
    parts = [row.keys for row in keys.all_rows() if isinstance(row, Part)]
    inner = [row.objects for row in keys.all_rows() if isinstance(row, KeyRow)]
    for each in (*parts, *filter(None, inner)):
        yield each
        yield from objects_in(each)


def types_of(keys: type[Keys]) -> Mapping[str, Any]:
    """Return the types of the keys of an object, without those of its parts."""
    declared = get_type_hints(keys)
    rows = {id(row): name for name, row in vars(keys).items()}
    own = (row for row in keys.all_rows() if isinstance(row, KeyRow))
    return {row.name: declared[rows[id(row)]] for row in own}


def _is_keys(kind: Any) -> bool:
    return isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Keys)


ERRORS = (
    "After an error, nothing is on standard output, and one object on standard error. The exit status "
    f"is that of {PROGRAM}(1)."
)


def _description_section() -> Section:
    return Section(
        "Description",
        (
            Paragraph(
                "With --json, a command writes one JSON document on one line to standard output. "
                "For many games, `canasta verify` writes a document for each game."
            ),
            Code((f"{PROGRAM} next --json",)),
            Paragraph(
                f"Every document has `schema`, the version of the keys: {SCHEMA}. New keys may be added "
                "to a version; if a key changes its meaning or disappears, the version changes. "
                "`canasta man json --schema` prints the JSON Schema of all answers, with the types of "
                "the keys."
            ),
            Paragraph(
                "`points` is the result of one hand, `total` always the running total. Cards, melds, "
                "turns and tallies are in the notation of canasta-notation(5). Control characters "
                "and marks that change the direction of text are written as escapes."
            ),
            Paragraph(
                "`canasta export --format json` writes a game file instead; see canasta-game(5)."
            ),
        ),
    )


def _described(keys: type[Keys]) -> Iterator[Block]:
    yield Subheading(title_of(keys))
    others = [title_of(row.keys) for row in keys.all_rows() if isinstance(row, Part)]
    if others:
        named = " and ".join(f"“{each}”" for each in others)
        own = len(others) < len(keys.all_rows())
        yield Paragraph(f"Has the keys of {named}, and:" if own else f"Has the keys of {named}.")
    yield from _items(keys)


def _items(keys: type[Keys]) -> Iterator[Item]:
    for row in keys.all_rows():
        if isinstance(row, KeyRow):
            by = f" By {', then '.join(row.by)}." if row.by else ""
            see = f" See “{title_of(row.objects)}”." if row.objects else ""
            yield Item(literal(row.name), f"{row.says}{by}{see}")


# The JSON Schema of all answers.

_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def json_schema() -> Mapping[str, Any]:
    """Return the JSON Schema of what commands print with --json: one for each command, and ``error``.

    Other keys are allowed, since new ones may be added to a version.
    """
    answers: dict[str, tuple[type[Keys], ...]] = {
        definition(name): found for name, found in ANSWERS.items()
    }
    answers["error"] = (ErrorKeys,)
    every: list[type[Keys]] = [each for found in answers.values() for each in found]
    every += [inner for each in every for inner in objects_in(each)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What {PROGRAM} prints with --json",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in answers],
        "$defs": {
            **{name: _answer_schema(found) for name, found in answers.items()},
            **{definition(title_of(keys)): _object_schema(keys) for keys in dict.fromkeys(every)},
        },
    }


def definition(title: str) -> str:
    """Return a title as the name of a definition: ``A game file`` as ``a-game-file``."""
    return "-".join(re.findall(r"\w+", title.lower()))


def _answer_schema(keys: tuple[type[Keys], ...]) -> Mapping[str, Any]:
    version = {"schema": {"const": SCHEMA}}
    answers = [_type_schema(each) for each in keys]
    return {"properties": version, "required": [*version], "anyOf": answers}


def _object_schema(keys: type[Keys]) -> Mapping[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    types = types_of(keys)
    # A key of its own replaces one of another object.
    for row in sorted(keys.all_rows(), key=lambda row: isinstance(row, KeyRow)):
        if isinstance(row, Part):
            part = _object_schema(row.keys)
            properties |= part["properties"]
            required += [] if row.optional else part["required"]
        else:
            says = row.says.replace("`", "")
            properties[row.name] = {"description": says, **_type_schema(types[row.name])}
            required += [] if row.optional else [row.name]
    return {
        "title": title_of(keys),
        "type": "object",
        "properties": properties,
        "required": list(dict.fromkeys(required)),
    }


def _type_schema(kind: Any) -> Mapping[str, Any]:
    inner = get_args(kind)
    if _is_keys(kind):
        return {"$ref": f"#/$defs/{definition(title_of(kind))}"}
    if isinstance(kind, UnionType):
        return {"anyOf": [_type_schema(each) for each in inner]}
    if get_origin(kind) is list:
        return {"type": "array", "items": _type_schema(inner[0])}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _type_schema(inner[1])}
    return {} if kind is object else {"type": _TYPES[kind]}
