"""Every key of every JSON answer is described in canasta-json(5), and every described key is written.

All commands of the transcripts are run with ``--json``.
"""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from command_line import fix_environment
from test_transcripts import TRANSCRIPTS, played

from canasta_cli.cli import canasta, main
from canasta_cli.cli.manual import commands, manual_of, root
from canasta_cli.man.answers import ANSWERS, ERROR_KEYS
from canasta_cli.man.manual import as_text
from canasta_cli.show.answer import SCHEMA
from canasta_cli.show.keys import Keys, Object

# The key of every document.
VERSION = "schema"
# The keys of values of parameters, which can be tables of their own: canasta-rules(5) describes them.
VALUES = {"value", "values", "before", "after"}
# Commands whose long or changing answers are in no transcript.
MORE = """\
$ canasta rules list
$ canasta rules show classic
$ canasta rules explain
$ canasta new Ann Bob Cat Dan -r brazilian
$ canasta hand --points 8000 0
$ canasta doctor --since 0123456789abcdef
"""
Written = set[tuple[str, str]]


def _described() -> dict[str, Keys]:
    """Return every described object by its title."""
    found: dict[str, Keys] = {}
    for keys in (ERROR_KEYS, *(each for answers in ANSWERS.values() for each in answers)):
        found |= {keys.title: keys, **keys.objects()}
    return found


def _owner(keys: Keys, key: str) -> str:
    """Return the title of the object that describes a key."""
    if key in keys.own:
        return keys.title
    return next(_owner(other, key) for other in keys.also if key in other.every())


def undescribed(document: Any, keys: Keys, written: Written) -> Iterator[str]:
    """Yield the keys of a document that are not described; add all others to ``written``."""
    descriptions = keys.every()
    for key, value in document.items():
        if key not in descriptions:
            yield f"{keys.title}: {key}"
            continue
        written.add((_owner(keys, key), key))
        description = descriptions[key]
        if isinstance(description, Object):
            for each in _objects(value, len(description.by)):
                yield from undescribed(each, description.keys, written)
        elif key not in VALUES and not _plain(value):
            yield f"{keys.title}: {key} has keys of its own"


def _objects(value: Any, levels: int) -> list[dict[str, Any]]:
    """Return the objects of a value: itself, those of a list, or those by name."""
    for _ in range(levels):
        value = list(value.values()) if isinstance(value, dict) else _flat(value)
    return [] if value is None else value if isinstance(value, list) else [value]


def _flat(values: list[dict[str, Any]]) -> list[Any]:
    return [inner for each in values for inner in each.values()]


def _plain(value: Any) -> bool:
    """True if a value is no object, list of objects, or object of such values."""
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(each, dict) for each in values)


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
    """Runs the lines of transcripts with ``--json``, and collects keys that are not described."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.written: Written = set()
        self.undescribed: list[str] = []

    def run(self, line: str) -> list[str]:
        """Run a line, with ``--json`` if its command has it, and check what it prints."""
        words = shlex.split(line)[1:]
        command, takes = _command(words)
        at = words.index("--") if "--" in words else len(words)
        main([*words[:at], *(["--json"] if takes and "--json" not in words else []), *words[at:]])
        printed = self.capsys.readouterr()
        if takes:
            for text in printed.out.splitlines() if command else ():
                self._check(json.loads(text), ANSWERS[command], line)
            for text in printed.err.splitlines():
                if text.startswith("{"):
                    self._check(json.loads(text), (ERROR_KEYS,), line)
        return []

    def _check(self, document: dict[str, Any], described: tuple[Keys, ...], line: str) -> None:
        assert document.pop(VERSION) == SCHEMA, line
        keys = min(described, key=lambda each: len(set(each.every()) ^ set(document)))
        self.undescribed += [
            f"{line}: {each}" for each in undescribed(document, keys, self.written)
        ]


def test_every_written_key_is_described_and_every_described_key_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = Answers(capsys)
    # The keys of a value that decides an answer are the same however many are looked for.
    monkeypatch.setattr("canasta_cli.show.verdict.MOST_ASKED", 0)
    texts = [MORE, *(file.read_text(encoding="utf-8") for file in TRANSCRIPTS)]
    for number, text in enumerate(texts):
        folder = tmp_path / str(number)
        folder.mkdir()
        fix_environment(monkeypatch, str(folder / "canasta.db"))
        monkeypatch.chdir(folder)
        played(text, folder, answers.run)
    assert "\n".join(answers.undescribed) == ""
    every = {(title, key) for title, keys in _described().items() for key in keys.own}
    assert "\n".join(map(str, sorted(every - answers.written))) == ""


def test_a_key_that_is_not_described_is_found() -> None:
    inner = Keys("inner", {"each": "A number."})
    keys = Keys("outer", {"list": Object("A list.", inner), "map": "Values by name."})
    written: Written = set()
    assert list(undescribed({"list": [{"each": 1}], "map": {"a": 1}}, keys, written)) == []
    assert written == {("outer", "list"), ("inner", "each"), ("outer", "map")}
    faulty = {"list": [{"other": 1}], "map": {"a": {"b": 1}}, "new": 1}
    assert list(undescribed(faulty, keys, written)) == [
        "inner: other", "outer: map has keys of its own", "outer: new"
    ]  # fmt: skip


def test_objects_with_the_same_title_are_the_same() -> None:
    def every(keys: Keys) -> Iterator[Keys]:
        yield keys
        inner = (each.keys for each in keys.own.values() if isinstance(each, Object))
        for each in (*keys.also, *inner):
            yield from every(each)

    by_title: dict[str, Keys] = {}
    for answers in ANSWERS.values():
        for answer in answers:
            for keys in every(answer):
                assert by_title.setdefault(keys.title, keys) is keys, keys.title


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
    text = " ".join(as_text(manual_of(canasta).find("json")).split())
    for keys in _described().values():
        for key, description in keys.own.items():
            says = description.says if isinstance(description, Object) else description
            assert f" {key} {says.replace('`', '').split()[0]}" in text, (keys.title, key)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("total", "running total"),
        ("winner", "The name of the side that has won"),
        ("margin", "null until the game is over"),
    ],
)
def test_a_key_has_the_same_meaning_in_every_answer(key: str, words: str) -> None:
    described = [keys.own[key] for keys in _described().values() if key in keys.own]
    assert described
    assert [each for each in described if words not in str(each)] == []
