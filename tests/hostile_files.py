"""Make files that are costly to read: each test file is made by a function, none is stored.

The small ones take a naive parser a long time or much memory, or make it raise an unexpected class of
error. The large ones stay within every limit and must be read within the same time and memory.
"""

import json
from collections.abc import Callable
from typing import NamedTuple

HEAD = 'canasta = 1\nrules = "two-player"\nplayers = ["A", "B"]\n'
GOOD = f'{HEAD}[sides]\nA = ["A"]\nB = ["B"]\n'
NOTE = f"{GOOD}# x\n[[notes]]\nafter = 0\ntext = "
TURN = '"A: draw discard 4", # a\n'
DATA = {
    "canasta": 1,
    "rules": "two-player",
    "players": ["A", "B"],
    "sides": {"A": ["A"], "B": ["B"]},
}
LINE = json.dumps(DATA)


class Hostile(NamedTuple):
    """A file: the ending of its name, its text, and the exit status of its check."""

    ending: str
    make: Callable[[], str]
    status: int = 3


def _json(**more: object) -> str:
    return json.dumps({**DATA, **more})


TOML = ".canasta.toml"
GAMES: dict[str, Hostile] = {
    "one key of 40,000 parts": Hostile(TOML, lambda: "a." * 40_000 + "a = 1"),
    "one header of 40,000 parts": Hostile(TOML, lambda: "[" + "a." * 40_000 + "a]"),
    "an inline key of 40,000 parts": Hostile(TOML, lambda: "x={" + "a." * 40_000 + "a=1}"),
    "300,000 headers": Hostile(TOML, lambda: GOOD + "[[notes]]\n" * 300_000),
    "200,000 different headers": Hostile(
        TOML, lambda: GOOD + "".join(f"[x{n}]\n" for n in range(200_000))
    ),
    "20,000 headers of 8 parts": Hostile(
        TOML, lambda: "".join(f"[x{n}.b.c.d.e.f.g.h]\n" for n in range(20_000))
    ),
    "33,000 keys of 8 parts": Hostile(
        TOML, lambda: "".join(f"k{n}.b.c.d.e.f.g.h=1\n" for n in range(33_000))
    ),
    "100,000 keys": Hostile(TOML, lambda: "".join(f"k{n}=[]\n" for n in range(100_000))),
    "an integer of 5,000 digits": Hostile(TOML, lambda: f"{GOOD}x = {'1' * 5000}"),
    "a hexadecimal of 100,000 digits": Hostile(TOML, lambda: f"{GOOD}x = 0x{'f' * 100_000}"),
    "3,000 nested lists": Hostile(TOML, lambda: "x = " + "[" * 3000),
    "100,000 nested tables": Hostile(TOML, lambda: "x = " + "{a=" * 100_000),
    "290,000 numbers": Hostile(TOML, lambda: f"x = [{'1,' * 290_000}]"),
    "190,000 empty lists": Hostile(TOML, lambda: f"x = [{'[],' * 190_000}]"),
    "100,000 dates": Hostile(TOML, lambda: f"x = [{'1979-05-27T07:32:00Z,' * 100_000}]"),
    "a million empty lines": Hostile(TOML, lambda: GOOD + "\n" * 1_000_000),
    "200,000 comments": Hostile(TOML, lambda: GOOD + "#a\n" * 200_000, 0),
    "comments between turns": Hostile(
        TOML,
        lambda: GOOD + "[[hands]]\nturns = [\n" + TURN * 1500 + "# a\n" * 100_000 + "]\n",
        1,
    ),
    "a note of 3,900,000 letters": Hostile(
        TOML, lambda: NOTE + '"""' + "a" * 3_900_000 + '"""', 0
    ),
    "a note of quotes": Hostile(
        TOML, lambda: NOTE + "'''" + "a'" * 1_900_000 + "'''", 0
    ),
    "a note of escapes": Hostile(
        TOML, lambda: NOTE + '"' + r"\n" * 1_900_000 + '"', 0
    ),
    "a text without an end": Hostile(TOML, lambda: GOOD + '"""' + '\\""' * 1_300_000),
    "many texts without an end": Hostile(TOML, lambda: GOOD + "'\n\"\n" * 100_000),
    "a bracket before spaces": Hostile(TOML, lambda: f"x = [\n[{' ' * 100_000}1 ],\n]"),
    "a key before spaces": Hostile(TOML, lambda: f"{GOOD}a{' ' * 1_000_000}= 1"),
    "a name of 3,000,000 letters": Hostile(TOML, lambda: f'name = "{"n" * 3_000_000}"\n{GOOD}', 0),
    "a side of 100,000 digits": Hostile(
        TOML, lambda: f'{HEAD}[sides]\n{"1" * 100_000} = ["A"]\nB = ["B"]\n', 0
    ),
    "10,000 hands of a side with a long name": Hostile(
        TOML,
        lambda: f'{HEAD}[sides]\n{"s" * 100_000} = ["A"]\nB = ["B"]\n'
        + '[[hands]]\ndealer = "Z"\n' * 10_000,
    ),
    "10,000 mistakes": Hostile(TOML, lambda: GOOD + '[[hands]]\nA = "Z"\n' * 10_000),
    "150,000 turns": Hostile(
        TOML, lambda: GOOD + ("[[hands]]\nturns = [\n" + TURN * 1900 + "]\n") * 70
    ),
    "tallies of 19,000 letters": Hostile(
        TOML, lambda: GOOD + f'[[hands]]\nA = "{"K" * 19_000}"\n' * 100, 1
    ),
    "counts that are too large": Hostile(
        TOML, lambda: GOOD + f'[[hands]]\nA = "{"99999xK " * 2000}"\n' * 200
    ),
    "a ruleset with a name of 3,000,000 letters": Hostile(
        TOML, lambda: GOOD.replace("two-player", "x" * 3_000_000)
    ),
    "a house rule of 90 digits": Hostile(TOML, lambda: f"{GOOD}[house]\n'end.target' = {'9' * 90}"),
    "zeros": Hostile(TOML, lambda: "\0" * 1_000_000),
    "JSON: an integer of 5,000 digits": Hostile(".json", lambda: f'{{"x": {"1" * 5000}}}'),
    "JSON: 200,000 nested lists": Hostile(".json", lambda: '{"x":' + "[" * 200_000),
    "JSON: 190,000 empty lists": Hostile(".json", lambda: f'{{"x": [{"[]," * 190_000}0]}}'),
    "JSON: 2,000,000 numbers": Hostile(".json", lambda: f'{{"x": [{"1," * 1_900_000}0]}}'),
    "JSON: one of 140,000 keys twice": Hostile(
        ".json", lambda: "{" + "".join(f'"k{n}":0,' for n in range(140_000)) + '"z":0,"z":0}'
    ),
    "JSON: half of a surrogate pair": Hostile(".json", lambda: _json(notes=[{"after": 0, "text": "\ud800"}])),
    "JSON: infinite": Hostile(".json", lambda: _json(notes=[{"after": float("inf"), "text": ""}])),
    "JSON: 3,900,000 spaces": Hostile(".json", lambda: LINE + " " * 3_900_000, 0),
    "JSON Lines: a line of 17,000,000 letters": Hostile(
        ".jsonl", lambda: f"{LINE}\n{{{'x' * 17_000_000}\n{LINE}"
    ),
    "JSON Lines: 5,000,000 empty lines": Hostile(
        ".jsonl", lambda: LINE + "\n" * 5_000_000 + LINE, 0
    ),
    "JSON Lines: odd numbers and depths": Hostile(
        ".jsonl", lambda: f"{LINE}\n{{{'1' * 5000}\n{'{' * 5000}\n{LINE}"
    ),
}  # fmt: skip
RULES: dict[str, str] = {
    "a key of many parts": "a." * 40_000 + "a = 1",
    "20,000 unknown keys": "".join(f"k{n}=1\n" for n in range(20_000)),
    "10,000 unknown sources": "[sources]\n" + "".join(f"k{n} = 1\n" for n in range(10_000)),
    "a key of 190,000 letters": f'"{"x" * 190_000}" = 1',
    "an integer of 5,000 digits": f"[end]\ntarget = {'1' * 5000}",
    "a text where a number is expected": f"[end]\ntarget = '{'1' * 190_000}'",
    "a parent with a long name": f'extends = "{"x" * 190_000}"',
    "60,000 nested lists": "x = " + "[" * 60_000,
    "a bracket before spaces": f"x = [\n[{' ' * 100_000}1 ],\n]",
}  # fmt: skip
STREAMS: dict[str, tuple[Callable[[], bytes], int]] = {
    "100,000,000 empty lines": (lambda: b"\n" * 100_000_000, 3),
    "100,000,000 letters": (lambda: b"x" * 100_000_000, 3),
    "pretty JSON without an end": (lambda: b"{\n" + b'"x": 1,\n' * 12_000_000, 3),
    "JSON, then empty lines": (lambda: LINE.encode() + b"\n" * 100_000_000, 0),
}  # fmt: skip
