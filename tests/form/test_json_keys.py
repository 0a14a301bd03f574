"""Every JSON answer fits the schema that is published, and every key that it describes is written.

All commands of the transcripts are run with ``--json``; ``make test`` takes a sample, and looks for no key
that is never written.
"""

import json
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import click
import pytest
from command_line import fix_environment
from golden.test_transcripts import TRANSCRIPTS, played
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from looping import for_each_case
from make_fixtures import FOLDER, database_name
from sampling import EVERY, sample

from canasta_cli.cli import canasta, main
from canasta_cli.cli.manual import commands, manual_of, root
from canasta_cli.man.formats import (
    ErrorAnswer,
    definition,
    json_schema,
    objects_in,
    title_of,
    types_of,
)
from canasta_cli.man.page import as_text
from canasta_cli.show.keys import ANSWERS, Answer
from canasta_cli.show.layout import SCHEMA

pytestmark = pytest.mark.usefixtures("judged_once")

# Commands whose long or changing answers are in no transcript.
MORE = """\
$ canasta rules list
$ canasta rules penalties
$ canasta rules penalties -r hand-and-foot
$ canasta rules show classic
$ canasta rules explain
$ canasta new Ann Bob Cat Dan -r brazilian
$ canasta hand --points 8000 0
$ canasta doctor --since 0123456789abcdef
$ canasta log -g stopped --db ../sent.db
"""
Written = set[tuple[str, str]]


@cache
def every_object() -> list[type[Answer]]:
    """Return every object that is described."""
    answers: list[type[Answer]] = [keys for found in ANSWERS.values() for keys in found]
    answers.append(ErrorAnswer)
    return list(dict.fromkeys(each for keys in answers for each in (keys, *objects_in(keys))))


def validator(keys: type[Answer]) -> Draft202012Validator:
    """Return what checks an object; in tests it may have no other keys than those described."""
    return _closed().evolve(schema={**_closed().schema, "$ref": f"#/$defs/{name_of(keys)}"})


@cache
def _closed() -> Draft202012Validator:
    schema = dict(json_schema())
    del schema["anyOf"]
    definitions = {
        name: {**each, "additionalProperties": False} if "title" in each else each
        for name, each in schema["$defs"].items()
    }
    return Draft202012Validator({**schema, "$defs": definitions})


def name_of(keys: type[Answer]) -> str:
    """Return the name of an object's definition in the schema."""
    return definition(title_of(keys))


# The types of the keys of an object, which are evaluated each time that they are read.
_types: Callable[[Any], Mapping[str, Any]] = cache(types_of)


def keys_in(document: dict[str, Any], keys: type[Answer]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a document, and of the objects within it, each with the title of its object."""
    types = _types(keys)
    for name, row in keys.rows_of().items():
        if name in document:
            yield title_of(row.owner), name
            yield from _within(document[name], types[name])


def _within(value: Any, kind: Any) -> Iterator[tuple[str, str]]:
    """Yield the keys of the objects in a value of a type."""
    if value is None:
        return
    if isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Answer):
        yield from keys_in(value, kind)
        return
    inner = [each for each in get_args(kind) if each not in (str, type(None))]
    values = value.values() if get_origin(kind) is dict else value
    for each in values if get_origin(kind) in (Sequence, dict) else (value,):
        yield from (key for kind in inner for key in _within(each, kind))


def _command(words: list[str]) -> tuple[str, bool]:
    """Return the command of a line, and whether it has ``--json``; an unknown one is empty."""
    context: click.Context = root(canasta)
    command: click.Command = canasta
    path: list[str] = []
    while isinstance(command, click.Group):
        try:
            name, found, words = command.resolve_command(context, words)
        except (click.ClickException, IndexError):
            return "", bool(words)
        assert found is not None
        path.append(name or "")
        context, command = click.Context(found, parent=context), found
    answers = " ".join(path)
    takes = any(each.name == "as_json" for each in command.get_params(context))
    return answers if answers in ANSWERS else path[0], takes


class Answers:
    """Runs the lines of transcripts with ``--json``; collects keys, and answers that don't fit."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.written: Written = set()
        self.wrong: list[str] = []

    def run(self, line: str) -> list[str]:
        """Run a line, with ``--json`` if its command has it, and check what it prints."""
        words = shlex.split(line)[1:]
        command, takes = _command(words)
        at = words.index("--") if "--" in words else len(words)
        main([*words[:at], *(["--json"] if takes and "--json" not in words else []), *words[at:]])
        printed = self.capsys.readouterr()
        if takes:
            for text in printed.out.splitlines() if command else ():
                self._check(json.loads(text), tuple(ANSWERS[command]), line)
            for text in printed.err.splitlines():
                if text.startswith("{"):
                    self._check(json.loads(text), (ErrorAnswer,), line)
        return []

    def _check(
        self, document: dict[str, Any], described: tuple[type[Answer], ...], line: str
    ) -> None:
        assert document.pop("schema") == SCHEMA, line
        if "next_hand" in document and document["over"]:
            needed = [side[each] for side in document["sides"] for each in ("minimum", "to_target")]
            if any(each is not None for each in (document["dealer"], *needed)):
                self.wrong.append(f"{line}: the game is over, and yet something comes next")
        fitting = [keys for keys in described if validator(keys).is_valid(document)]
        for keys in fitting[:1]:
            self.written |= set(keys_in(document, keys))
        if not fitting:
            found = [best_match(validator(keys).iter_errors(document)) for keys in described]
            self.wrong += [f"{line}: {each.json_path}: {each.message}" for each in found if each]


def test_every_answer_fits_the_schema_and_every_described_key_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = Answers(capsys)
    # No command says who sends an entry from a page.
    shutil.copyfile(FOLDER / database_name(), tmp_path / "sent.db")
    texts = [MORE, *(file.read_text(encoding="utf-8") for file in sample(TRANSCRIPTS, 4))]
    for number, text in enumerate(texts):
        folder = tmp_path / str(number)
        folder.mkdir()
        fix_environment(monkeypatch, str(folder / "canasta.db"))
        monkeypatch.chdir(folder)
        played(text, folder, answers.run)
    assert "\n".join(answers.wrong) == ""
    every = {
        (title_of(row.owner), name)
        for keys in every_object()
        for name, row in keys.rows_of().items()
    }
    unwritten = sorted(every - answers.written) if EVERY else []
    assert "\n".join(map(str, unwritten)) == ""


def test_the_schema_is_one_and_leaves_room_for_new_keys() -> None:
    Draft202012Validator.check_schema(json_schema())
    schema = Draft202012Validator(json_schema())
    renamed = {"schema": SCHEMA, "game": "friday", "date": "2026-11-20", "recorded": True}
    assert schema.is_valid(renamed)
    assert schema.is_valid({**renamed, "new": 1})
    assert not schema.is_valid({**renamed, "schema": SCHEMA + 1})
    assert not schema.is_valid({"schema": SCHEMA})


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man", "json", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(json_schema()))
    assert main(["man", "hand", "--schema"]) == 2
    assert "canasta man json --schema" in capsys.readouterr().err


@for_each_case(
    "change",
    [
        {"finished": "2"},
        {"canastas": {"natural": 1.5}},
        {"best": {"points": 5}},
        {"average": True},
        {"unheard": 1},
    ],
)
def test_a_key_of_another_type_does_not_fit(change: dict[str, object]) -> None:
    player = next(keys for keys in every_object() if title_of(keys) == "A player in canasta stats")
    numbers = [each for each in types_of(player) if types_of(player)[each] is int]
    document: dict[str, object] = {
        "player": "Ann",
        "average": 2.5,
        "canastas": {},
        "best": None,
        **dict.fromkeys(numbers, 1),
    }
    assert validator(player).is_valid(document)
    assert not validator(player).is_valid({**document, **change})


def test_the_definitions_of_the_schema_have_different_names() -> None:
    names = [name_of(keys) for keys in every_object()]
    names += [definition(command) for command in ANSWERS]
    assert [each for each in names if names.count(each) > 1] == []


def test_every_command_with_json_has_its_answer_described() -> None:
    found = set()
    for context in commands(root(canasta)):
        inner = commands(context) if isinstance(context.command, click.Group) else (context,)
        for each in inner:
            words = each.command_path.split()[1:]
            if any(parameter.name == "as_json" for parameter in each.command.get_params(each)):
                found.add(_command(words)[0])
    assert found == set(ANSWERS)


def test_every_key_is_on_the_page() -> None:
    text = " ".join(as_text(manual_of(root(canasta))["json"]).split())
    for keys in every_object():
        for name, row in keys.rows_of().items():
            assert f" {name} {row.says.replace('`', '').split()[0]}" in text, name


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("total", "running total"),
        ("winner", "The name of the side that has won"),
        ("margin", "null until the game is over"),
    ],
)
def test_a_key_has_the_same_meaning_in_every_answer(key: str, words: str) -> None:
    rows = [row for keys in every_object() for row in keys.rows_of().values()]
    described = [row.says for row in rows if row.name == key]
    assert described
    assert [each for each in described if words not in each] == []
