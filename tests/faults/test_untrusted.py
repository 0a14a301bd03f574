"""Texts from strangers: bounded before a reader sees them, and free inside quotes."""

import json
from contextlib import suppress

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli import untrusted
from canasta_cli.untrusted import (
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_HEADERS,
    MOST_LINES,
    MOST_PARTS,
    MOST_TOKENS,
    Unreadable,
    parse_json,
    parse_toml,
)

OVER_TOML: dict[str, tuple[str, str]] = {
    "parts of a key": ("a." * 40_000 + "a = 1", "a key of more than 8 parts (at line 1)"),
    "parts with spaces": ("\na" + " . a" * MOST_PARTS + " = 1", "8 parts (at line 2)"),
    "parts in quotes": ("a" + '."."' * MOST_PARTS + " = 1", "8 parts"),
    "parts of a header": ("[a" + ".a" * MOST_PARTS + "]", "8 parts"),
    "parts in an inline table": ("x = { a" + ".a" * MOST_PARTS + " = 1 }", "8 parts"),
    "headers": ("[[a]]\n" * (MOST_HEADERS + 1), "more than 20,000 tables (at line 20,001)"),
    "lists": ("x = " + "[" * 3000, "nested too deeply"),
    "tables": ("x = " + "{a=" * (MOST_DEPTH + 1), "nested too deeply"),
    "digits": ("x = " + "1" * 5000, "a number of more than 100 digits"),
    "negative digits": ("x = [-" + "1" * MOST_DIGITS + "]", "100 digits"),
    "hexadecimal digits": ("x = 0x" + "f" * 5000, "100 digits"),
    "words": ("x = [" + "1," * (MOST_TOKENS // 2) + "]", "more than 600,000 words and signs"),
    "lines": ("\n" * (MOST_LINES + 1), "more than 250,000 lines"),
    "characters": ("#" * 4_000_001, "more than 4,000,000 characters"),
}  # fmt: skip
OVER_JSON: dict[str, tuple[str, str]] = {
    "lists": ("[" * 3000, "nested too deeply"),
    "tables": ('{"":' * (MOST_DEPTH + 1), "nested too deeply"),
    "digits": ("[1" + "0" * 5000 + "]", "a number of more than 100 digits"),
    "words": ("[" + "1," * (MOST_TOKENS // 2) + "1]", "more than 600,000 words and signs"),
    "characters": ("[" + " " * 4_000_000, "more than 4,000,000 characters"),
}


@for_each_case(("text", "says"), OVER_TOML.values())
def test_toml_over_a_limit_never_reaches_its_reader(
    text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted, "_read", lambda *_: pytest.fail("the reader was called"))
    with pytest.raises(Unreadable) as caught:
        parse_toml(text)
    assert caught.value.what == "over a limit"
    assert says in caught.value.problem


@for_each_case(("text", "says"), OVER_JSON.values())
def test_json_over_a_limit_never_reaches_its_reader(
    text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted, "_read", lambda *_: pytest.fail("the reader was called"))
    with pytest.raises(Unreadable) as caught:
        parse_json(text)
    assert caught.value.what == "over a limit"
    assert says in caught.value.problem


WITHIN = (
    "x." + "y." * (MOST_PARTS - 2) + "z = 1",
    "1" * 100_000 + " = 1",
    "x = { " + "1" * 100_000 + " = 1 }",
    "x = " + "1" * MOST_DIGITS,
    "x = 1.5\ny = 1979-05-27T07:32:00.999Z\nz = [1.0, 2.0]",
    'x = """' + "[" * 1000 + "\n" * 1000 + "a." * 1000 + '"""',
    "x = '''" + "{" * 1000 + "'" * 2 + "1" * 1000 + "'''",
    'x = "' + "[.{" * 1000 + '"',
    "x = '" + "[.{" * 1000 + "'",
    "# " + "[" * 1000 + "." * 1000 + "1" * 1000,
    'x = """a""""',
    'x = """\\""" [[[ """',
    "[a]\n[[b]]\nc = [\n[1],\n[2],\n]",
)  # fmt: skip


@for_each_case("text", WITHIN)
def test_what_is_within_the_limits_is_parsed(text: str) -> None:
    assert parse_toml(text) is not None


TROUBLE = (ValueError("x"), RecursionError(), MemoryError(), OverflowError("x"), KeyError("x"))


@for_each_case("error", TROUBLE, name=lambda error: type(error).__name__)
def test_an_error_of_a_reader_means_that_the_text_cannot_be_read(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("tomllib.loads", fail)
    monkeypatch.setattr("json.loads", fail)
    for parse in (parse_toml, parse_json):
        with pytest.raises(Unreadable):
            parse("")


def test_a_message_quotes_little_of_a_text() -> None:
    name = "x" * 100_000
    with pytest.raises(Unreadable) as caught:
        parse_toml(f"[{name}]\n[{name}]")
    assert len(str(caught.value)) < 1000
    with pytest.raises(Unreadable, match="” appears twice") as caught:
        parse_json(f'{{"{name}": 1, "{name}": 2}}')
    assert len(str(caught.value)) < 1000


def test_half_of_a_surrogate_pair_is_refused_and_a_whole_one_is_a_letter() -> None:
    with pytest.raises(Unreadable, match="half of a surrogate pair"):
        parse_json('["\\uD83D"]')
    assert parse_json('["\\uD83D\\uDE00", "\\\\ud83d"]') == ["😀", "\\ud83d"]


texts = st.text() | st.text("'\"\\[]{}.,=#\n\r\t 1a🃏", max_size=40)
values = st.recursive(
    texts | st.integers(-(10**MOST_DIGITS) // 100, 10**MOST_DIGITS // 100) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(texts, values, max_size=4))
def test_whatever_is_written_with_few_parts_and_digits_is_parsed(table: dict[str, object]) -> None:
    assert parse_json(json.dumps(table)) == table
    assert parse_toml(tomli_w.dumps(table)) == table


@given(st.text("'\"\\[]{}.,=#\n 1ax\u2028", max_size=60) | st.text())
def test_any_text_is_parsed_or_unreadable(text: str) -> None:
    for parse in (parse_toml, parse_json):
        with suppress(Unreadable):
            parse(text)
