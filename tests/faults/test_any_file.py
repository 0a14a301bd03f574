"""A good file with anything put into it is read or refused: no error of another class comes out."""

import json
import tomllib
from contextlib import suppress

from hostile_files import GOOD
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta_cli.errors import CanastaError
from canasta_cli.rules import library
from canasta_cli.rules.load import changed, load, parsed
from canasta_cli.scorekeeper.files import check_text

GAME = f"""{GOOD}
[house]
end.target = 5000
[[hands]]
A = "7xK out"
B = "QQQ left:1x4"
score = {{ A = 1, B = 2 }}
[[hands]]
upcard = "9"
turns = ["A: draw discard 4", "B: draw discard 5"]
forced = [1]
hands = {{ A = "KKK" }}
left = {{}}
[[notes]]
after = 1
turn = 1
text = "x"  # y
[pending]
A = "penalty:100"
"""
RULES = """title = "Mine"
extends = "classic"
[end]
target = 7000
[opening]
tiers = [{ points = 50 }, { from = 1500, points = 90 }]
[sources]
"end.target" = "seen x"
"""
PIECES = (
    "[", "{", "]", "}", '"', "=", ".", '"""', "'''", "''", "\n", "1", "-1", "9" * 90, "9" * 5000, "0xf",
    "true", "[]", "{}", "1e400", "inf", "nan", "1979-05-27", "07:32:00", "[[a]]\n", "[a]\n", "a=[]\n",
    "\\u0000", "\\ud800", "\x00", ",", "A", "\ufeff", "\u2028", "hands", "*",
)  # fmt: skip
changes = st.lists(
    st.tuples(
        st.integers(0, 600),
        st.sampled_from((0, 0, 1, 4)),
        st.sampled_from(PIECES) | st.text(max_size=3),
    ),
    min_size=1,
    max_size=4,
)
fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _with(text: str, made: list[tuple[int, int, str]]) -> str:
    for place, taken, put in made:
        at = place % (len(text) + 1)
        text = text[:at] + put + text[at + taken :]
    return text


def test_the_unchanged_files_are_valid() -> None:
    assert check_text(GAME, "file", "name").game.hands
    assert load(RULES, "mine", library.ruleset).title == "Mine"


@fuzzed
@given(changes)
def test_any_game_file_is_checked_or_rejected(made: list[tuple[int, int, str]]) -> None:
    with suppress(CanastaError):
        check_text(_with(GAME, made), "file", "name")


@fuzzed
@given(changes)
def test_any_game_file_in_json_is_checked_or_rejected(made: list[tuple[int, int, str]]) -> None:
    with suppress(CanastaError):
        check_text(_with(json.dumps(tomllib.loads(GAME)), made), "file", "name")


@fuzzed
@given(changes)
def test_any_ruleset_file_is_loaded_or_rejected(made: list[tuple[int, int, str]]) -> None:
    text = _with(RULES, made)
    with suppress(CanastaError):
        load(text, "mine", library.ruleset)
    with suppress(CanastaError):
        changed(library.ruleset("classic"), parsed(text, "mine"))
