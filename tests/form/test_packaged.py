"""The packaged rulesets: every value has a source, and files are not redundant."""

import json
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from compiling import compiled_more, compiled_text
from looping import for_each, for_each_case
from sampling import sample, tries

from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules import library
from canasta_cli.rules.groups import GROUPS, PARAMETERS
from canasta_cli.rules.library import alternatives, written
from canasta_cli.rules.load import (
    HEADERS,
    contradictions,
    differences,
    from_data,
    load,
    names_in_row,
    to_data,
)
from canasta_cli.rules.names import parameters
from canasta_cli.rules.parameter import Declared
from canasta_cli.rules.schema import STATUSES, Ruleset, read_origin
from canasta_cli.rules.vocabulary import Group
from canasta_cli.show.rulesets import rule_file

FOLDER = Path(library.__file__).parent / "rulesets"
NAMES = library.names()


def _text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def _set_in(name: str) -> set[str]:
    """Return the parameters that the file itself sets."""
    return {path for each in _names_in(name) for path in parameters(each)}


def _names_in(name: str) -> set[str]:
    """Return the names by which the file sets parameters: ``ranks.4-7.points`` sets four."""
    table = tomllib.loads(_text(name))
    ranks = {f"ranks.{of}.{key}" for of, row in table.get("ranks", {}).items() for key in row}
    groups = [group for group in table if group in GROUPS and group != "ranks"]
    return ranks | {f"{group}.{key}" for group in groups for key in table[group]}


@for_each(NAMES)
def test_every_value_has_a_status_and_sources_that_exist(name: str) -> None:
    """A seen value names its sources, and a packaged ruleset has no house rules."""
    rules = library.ruleset(name)
    assert list(rules.origins)[: len(PARAMETERS)] == list(PARAMETERS)
    for path in rules.origins:
        origin = rules.origin(path)
        assert origin.status in STATUSES, path
        assert origin.status != "house", path
        assert {*origin.sources, *origin.cited} <= set(library.sources()), path
        assert origin.sources or origin.status != "seen", path
        assert origin.cited or origin.status != "cited", path
        assert (*origin.sources, *origin.cited, origin.note) != (
            "",
        ) or origin.status == "unknown", path


@for_each(NAMES)
def test_every_value_that_a_file_sets_has_its_own_row_of_sources(name: str) -> None:
    rows = set(tomllib.loads(_text(name))["sources"])
    general = {row for row in rows if row == "*" or row in {f"{group}.*" for group in GROUPS}}
    stated = {path for row in rows - general for path in names_in_row(row)}
    assert {path for path in _set_in(name) if f"{path.split('.')[0]}.*" not in rows} <= stated


@for_each(NAMES)
def test_every_row_of_sources_is_the_origin_of_what_it_names(name: str) -> None:
    rows = tomllib.loads(_text(name))["sources"]
    stated: dict[str, str] = {}
    # A row about fewer parameters takes precedence; general ones are for parameters without a row.
    for row in sorted(rows, key=lambda row: -len(names_in_row(row))):
        if row != "*" and row.removesuffix(".*") not in GROUPS:
            stated |= dict.fromkeys(names_in_row(row), rows[row])
    origins = library.ruleset(name).origins
    assert {path: origins[path] for path in stated} == stated


@for_each(NAMES)
def test_a_file_sets_only_what_differs_from_the_ruleset_it_extends(name: str) -> None:
    """A value given twice could be changed in one place only."""
    parent = tomllib.loads(_text(name)).get("extends")
    if parent is None:
        assert _set_in(name) == set(PARAMETERS)
    else:
        differing = set(differences(library.ruleset(parent), library.ruleset(name)))
        assert _set_in(name) == differing


@for_each(NAMES)
def test_a_packaged_ruleset_has_a_title_words_and_no_contradiction(name: str) -> None:
    rules = library.ruleset(name)
    assert (rules.name, rules.base) == (name, name)
    assert rules.title
    assert rules.about.strip()
    assert not list(contradictions(rules))
    assert not set(tomllib.loads(_text(name))) - set(HEADERS) - set(GROUPS)


@for_each(NAMES)
def test_the_compiled_form_equals_the_file(name: str) -> None:
    rules = load(_text(name), name, library.ruleset)._replace(base=name)
    assert from_data(to_data(rules)) == rules
    assert from_data(json.loads(json.dumps(to_data(rules)))) == rules


def _compile(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Import the compiled form of a ruleset, and no file, as an installed program does."""
    texts = {rules.name: compiled_text(rules), f"{rules.name}_more": compiled_more(rules)}
    for file, text in texts.items():
        module = ModuleType(file)
        exec(text, module.__dict__)  # noqa: S102 - our own text
        monkeypatch.setitem(sys.modules, f"canasta_cli.rules.rulesets.compiled.{file}", module)
    monkeypatch.setattr(library, "_text", None)
    # Some were looked for and not found.
    monkeypatch.setattr(library, "_compiled", library._compiled.__wrapped__)  # noqa: SLF001
    return library.ruleset.__wrapped__(rules.name)


@for_each_case("name", sample(NAMES, 3))
def test_a_compiled_ruleset_is_preferred_and_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as checkout:
        # As if none were compiled, also where the package is installed.
        checkout.setattr(library, "_compiled", lambda _name: None)
        rules = library.ruleset.__wrapped__(name)
        written = {path: library.written(rules, path) for path in PARAMETERS}
        acting = {path for path in PARAMETERS if library.acts(rules, path)}
    compiled = _compile(rules, monkeypatch)
    assert compiled == rules
    assert not isinstance(compiled.melds, Declared)
    assert (compiled.unknown, compiled.house) == (rules.unknown, rules.house)
    for path in PARAMETERS:
        assert library.written(compiled, path) == written[path]
        assert library.acts(compiled, path) is (path in acting)


def _recorded(rules: Ruleset) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(to_data(rules)))
    return data


@pytest.mark.parametrize("name", ["classic", "samba"])
def test_recorded_rules_are_read_alike_from_the_compiled_form(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With house rules too, also with those that only the declarations can read."""
    rules = library.ruleset(name)
    recorded = [_recorded(rules), {**_recorded(rules), "title": "Mine"}]
    for path in sample(PARAMETERS, 3):
        origins = {**rules.origins, path: "house"}
        recorded += [
            _recorded(other._replace(origins=origins)) for other in alternatives(path, rules)
        ]
    read = [from_data(data) for data in recorded]
    compiled = _compile(rules, monkeypatch)
    assert library.recorded(recorded[0]) is compiled
    simple = 0
    for data, expected in zip(recorded, read, strict=True):
        found = library.recorded(data)
        assert found == expected
        assert list(found.origins) == list(rules.origins)
        simple += type(found.end) is Group
    assert len(recorded) > simple > tries(10, 50)


def test_a_damaged_record_of_rules_is_refused_in_the_compiled_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = library.ruleset("classic")
    _compile(rules, monkeypatch)
    for path, value in (
        ("end.target", -3),
        ("end.target", 2_000_000),
        ("end.target", True),
        ("seats.players", 99),
        ("melds.runs", 1),
        ("melds.runs", "none"),
    ):
        data = _recorded(rules)
        data["values"][path] = value
        with pytest.raises(RulesetError, match=path):
            library.recorded(data)
    with pytest.raises(RulesetError):
        library.recorded({**_recorded(rules), "origins": []})


@for_each(NAMES)
def test_a_new_file_of_house_rules_changes_nothing_yet(name: str) -> None:
    rules = library.ruleset(name)
    again = load(rule_file(rules), "mine", library.ruleset)
    assert differences(rules, again) == ()
    assert again.origins == rules.origins
    assert again.base == rules.base


@for_each(NAMES)
def test_a_new_file_of_house_rules_is_read_with_every_mark_taken_off(name: str) -> None:
    """Each commented-out line is valid and has the current value."""
    rules = library.ruleset(name)
    lines = rule_file(rules).splitlines()
    keys = {path.rpartition(".")[2] for path in PARAMETERS}
    opened = [
        line.removeprefix("# ") if line.removeprefix("# ").split(" = ")[0] in keys else line
        for line in lines
    ]
    again = load("\n".join(opened), "mine", library.ruleset)
    assert differences(rules, again) == ()
    assert set(again.house) == set(PARAMETERS)


def test_the_list_is_in_its_order_and_lists_each_file_once() -> None:
    assert NAMES[0] == library.DEFAULT
    files = {file.stem for file in FOLDER.glob("*.toml")} - {"sources"}
    assert sorted(NAMES) == sorted(files)
    lines = (FOLDER / "order.txt").read_text(encoding="utf-8").splitlines()
    assert list(NAMES) == [line for line in lines if not line.startswith("# ")]
    assert all(library.headings().values())


def test_every_source_is_named_by_some_ruleset_and_says_where_it_is() -> None:
    named = {
        key
        for name in NAMES
        for row in library.ruleset(name).origins.values()
        for key in read_origin(row).sources
    }
    for key, source in library.sources().items():
        assert source.title
        assert source.where
        assert key == source.key
    assert named <= set(library.sources())


@pytest.mark.parametrize(
    ("word", "found"),
    [("classic", "classic"), ("six-player-t", "six-player-three-teams"), ("LEAF", "leaflet")],
)
def test_an_unambiguous_beginning_of_a_name_will_do(word: str, found: str) -> None:
    assert library.ruleset(word).name == found


@for_each_case(
    ("word", "says"),
    [
        ("three", "could be one of these: three-player, "),
        ("clasic", "Did you mean “classic”?"),
        ("", "there is no ruleset “”"),
        ("samba-of-mars", "there is no ruleset “samba-of-mars”"),
    ],
)
def test_a_name_that_is_none_is_answered_with_the_near_ones(word: str, says: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        library.ruleset(word)
    assert says in caught.value.message
    assert caught.value.fix


def test_a_value_is_asked_for_by_its_dotted_name_only() -> None:
    classic: Ruleset = library.ruleset("classic")
    assert classic.value("end.target") == 5000
    for path in ("end.goal", "end", "params.target", ""):
        with pytest.raises(KeyError):
            classic.value(path)


@for_each(PARAMETERS)
def test_every_parameter_has_words_a_kind_and_an_example_that_it_reads(path: str) -> None:
    statement = PARAMETERS[path]
    kind = statement.kind
    assert len(statement.says) > 5
    assert kind.says
    assert kind.read(kind.write(statement.default)) == statement.default
    assert kind.show(statement.default)
    kind.read(tomllib.loads(f"value = {kind.example}")["value"])
    kinds = {type(written(library.ruleset(name), path)) for name in NAMES}
    assert kinds <= {int, bool, str, list, dict}


def test_every_group_says_what_it_is() -> None:
    assert all(kind.__doc__ and kind.params for kind in GROUPS.values())
