"""Ruleset files, house rules and records: what is accepted, and every problem with its line."""

import re
import shlex
from copy import deepcopy
from inspect import getsource

import pytest
from looping import for_each, for_each_case

from canasta_cli.cli.ruleset_choice import parse_value, with_house
from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.model.cards import FOUR_TO_ACE, Rank
from canasta_cli.rules import library
from canasta_cli.rules import load as load_module
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.rules.library import shown
from canasta_cli.rules.load import (
    LONGEST_FILE,
    changed,
    contradictions,
    differences,
    from_data,
    load,
    packaged,
    parsed,
    to_data,
)
from canasta_cli.rules.parameter import EARNED, NONE
from canasta_cli.rules.schema import Origin, Ruleset
from canasta_cli.show.hand import with_packs
from canasta_cli.show.rulesets import rule_file, toml_line
from canasta_cli.untrusted import lines_of
from canasta_cli.words import did_you_mean

CLASSIC = library.ruleset("classic")


def _load(text: str) -> Ruleset:
    return load(text, "mine", library.ruleset)


def test_a_file_changes_what_it_sets_and_inherits_the_rest() -> None:
    rules = _load('extends = "classic"\n[end]\ntarget = 7000\n[deck]\njokers = 6\n')
    assert differences(CLASSIC, rules) == ("deck.jokers", "end.target")
    assert rules.house == ("deck.jokers", "end.target")
    assert (rules.name, rules.base, rules.title) == ("mine", "classic", "Classic Canasta")


def test_a_file_that_extends_nothing_has_the_defaults() -> None:
    rules = _load("[end]\ntarget = 7000\n")
    assert (rules.base, rules.title, rules.about) == ("classic", "Classic Canasta", "")
    assert all(
        rules.value(path) == statement.default
        for path, statement in PARAMETERS.items()
        if path != "end.target"
    )


def test_a_packaged_ruleset_is_its_own_base() -> None:
    rules = packaged('extends = "classic"\ntitle = "Mine"\nabout = "a"', "mine", library.ruleset)
    assert (rules.base, rules.title, rules.about) == ("mine", "Mine", "a")


def test_a_row_of_sources_says_where_a_value_comes_from() -> None:
    text = 'extends = "classic"\n[sources]\n"end.target" = "inferred: a note: with a colon"\n'
    origin = _load(text).origin("end.target")
    assert origin == Origin("inferred", (), "a note: with a colon")


def test_a_dotted_key_sets_a_parameter_too() -> None:
    assert changed(CLASSIC, {"end.target": 7000}) == changed(CLASSIC, {"end": {"target": 7000}})


def test_only_what_really_differs_becomes_a_house_rule() -> None:
    assert changed(CLASSIC, {"end.target": 5000}) == CLASSIC
    assert changed(CLASSIC, {"end.target": 7000}).house == ("end.target",)


def test_the_house_fills_what_no_source_gives() -> None:
    """Even with the value of its placeholder."""
    origins = {**CLASSIC.origins, "end.tie": "unknown"}
    silent = CLASSIC._replace(origins=origins)
    assert silent.unknown == ("end.tie",)
    filled = changed(silent, {"end.tie": "draw"})
    assert (filled.unknown, filled.house) == ((), ("end.tie",))


def test_a_new_file_leaves_open_what_no_source_gives() -> None:
    silent = CLASSIC._replace(origins={**CLASSIC.origins, "end.tie": "unknown"})
    text = rule_file(silent)
    assert "#   end.tie" in text
    assert (
        'FILL IN: undocumented. Remove the # and set the value that you play with:\n# tie = "draw"'
        in text
    )


HOUSES = (
    'extends = "classic"\n[end]\ntarget = 7000\n[deck]\njokers = 6\n',
    'extends = "six-player"\ntitle = "Ours"\n[opening]\ntiers = [{ points = 90 }]\n',
    'extends = "classic"\ntitle = \'The "real" game\'\n[end]\ntarget = 7000\n',
    'extends = "classic"\ntitle = "Back\\\\slash"\n',
    'extends = "classic"\n[end]\ntarget = 7000\n[sources]\n"end.target" = "seen pagat: once"\n',
    "[end]\ntarget = 7000\n",
)


@for_each_case("text", HOUSES)
def test_a_new_file_from_a_house_file_plays_the_same_game(text: str) -> None:
    rules = _load(text)
    again = load(rule_file(rules), "again", library.ruleset)
    assert differences(rules, again) == ()


BROKEN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("= 3", ("“mine” is not valid TOML", "Invalid statement")),
    ("[" * 5000, ("“mine” is over a limit", "nested too deeply")),
    ("#" * (LONGEST_FILE + 1), ("“mine” has 200,001 characters; a ruleset may have 200,000",)),
    ("extends = 3", ("“mine”: extends must be the name of one ruleset, in quotes",)),
    ('extends = "clasic"', ("“mine” extends clasic, but there is no ruleset “clasic”",)),
    ("title = 3", ("line 1: title: expected text in quotes",)),
    ("\nabout = []", ("line 2: about: expected text in quotes",)),
    (
        "main_sources = [1]",
        ('line 1: main_sources: expected keys of sources, for example ["pagat"]',),
    ),
    ("sources = 3", ("line 1: sources: expected a table of parameters and their sources",)),
    (
        "[ends]\ntarget = 1",
        ("line 1: ends: there is no such parameter. Did you mean “end",),
    ),
    ("end = 3", ("line 1: end: expected the parameters of a group, below a line [end]",)),
    ("[end]\n\ntaget = 1", ("line 3: end.taget: there is no such parameter", "mean “end.target”?")),
    (
        "[end]\ntarget = 0\ntie = 3",
        (
            'line 2: end.target: expected a whole number from 1 to 1,000,000, or "none", not 0',
            "line 3: end.tie: 3 is not one of draw, play-on",
        ),
    ),
    (
        '[sources]\n"end.goal" = "seen pagat"\n"end.tie" = "heard pagat"\n"end.deals" = 3',
        (
            "sources.end.goal: there is no such parameter",
            "sources.end.tie: must start with seen, cited, inherited, inferred, unknown or house",
            "sources.end.deals: must start with seen, cited, inherited, inferred, unknown or house",
        ),
    ),
)


@for_each_case(("text", "says"), BROKEN)
def test_every_fault_of_a_file_is_named_with_its_line(text: str, says: tuple[str, ...]) -> None:
    with pytest.raises(RulesetError) as caught:
        _load(text)
    for each in says:
        assert each in caught.value.message
    assert caught.value.status == 3


def test_house_changes_are_refused_with_every_fault() -> None:
    with pytest.raises(RulesetError) as caught:
        changed(CLASSIC, {"end.target": "far", "deck.jkers": 6})
    assert [problem.partition(":")[0] for problem in caught.value.problems] == [
        "end.target",
        "deck.jkers",
    ]
    assert caught.value.facts()["fix"] == caught.value.fix


def test_a_file_of_house_changes_is_a_table() -> None:
    assert parsed("[end]\ntarget = 7000", "house.toml") == {"end": {"target": 7000}}
    with pytest.raises(RulesetError, match=r"house\.toml.*is not valid TOML"):
        parsed("[", "house.toml")


# For each contradiction, one house rule that has it and one that does not.
CONTRADICTED: tuple[tuple[str, dict[str, object], dict[str, object]], ...] = (
    (
        "the sides have 5 players, but the game has 4 (seats.players)",
        {"seats.sides": [2, 3]},
        {"seats.sides": [3, 1]},
    ),
    (
        "a game needs at least 2 sides",
        {"seats.sides": [4]},
        {"seats.sides": [1, 1, 1, 1]},
    ),
    (
        "one player can play alone only if the sides are [1, 1, 1]",
        {"seats.partners": "alone"},
        {"seats.partners": "alone", "seats.players": 3, "seats.sides": [1, 1, 1]},
    ),
    (
        "a player can sit out only if one side has one player more than the other",
        {"seats.partners": "sitting-out"},
        {"seats.partners": "sitting-out", "seats.players": 5, "seats.sides": [3, 2]},
    ),
    (
        "2 packs (deck.packs) have 4 red threes, so 4 values are needed, not 2",
        {"threes.red": [100, 200]},
        {"threes.red": [100, 200], "deck.packs": 1},
    ),
    (
        "a canasta can't be smaller than the smallest meld",
        {"melds.smallest": 8},
        {"melds.smallest": 7},
    ),
    (
        "the largest meld can't be smaller than a canasta",
        {"melds.largest": 6},
        {"melds.largest": 7},
    ),
    (
        "needs either a target or a number of deals (end.deals), and not both",
        {"end.deals": 4},
        {"end.target": 1},
    ),
    (
        "needs either a target or a number of deals (end.deals), and not both",
        {"end.target": "none"},
        {"end.target": "none", "end.deals": 4},
    ),
    (
        "the second tier must start at deal 2 or later",
        {"opening.basis": "deal"},
        {"opening.basis": "deal", "opening.tiers": [{"points": 50}, {"from": 2, "points": 90}]},
    ),
    (
        "wild cards can be locked only if they can form melds",
        {"melds.wild_lock": "any"},
        {"melds.wild_lock": "any", "melds.wild_only": True},
    ),
    (
        "the game has no wild cards",
        {"ranks.2.wild": False, "deck.jokers": 0},
        {"ranks.2.wild": False, "ranks.4.wild": True, "deck.jokers": 0},
    ),
    (
        "at least one rank from four up to ace, or deuces, must not be wild",
        {"ranks.*.wild": True},
        {"ranks.4-A.wild": True, "ranks.2.wild": False},
    ),
    (
        "deuces can be melded as wild cards only if they are wild",
        {"melds.wild_only": True, "melds.wild_as": "deuces", "ranks.2.wild": False},
        {"melds.wild_only": True, "melds.wild_as": "any", "ranks.2.wild": False},
    ),
    (
        "deuces can be locked as wild cards only if they are wild",
        {"melds.wild_only": True, "melds.wild_lock": "deuces", "ranks.2.wild": False},
        {"melds.wild_only": True, "melds.wild_lock": "any", "ranks.2.wild": False},
    ),
    (
        "nines can't be wild and have a rule of natural cards; leave out ranks.9.discard",
        {"ranks.9.wild": True, "ranks.9.discard": "own"},
        {"ranks.9.wild": True, "ranks.9.discard": "never"},
    ),
    *(
        (
            f"{rank.many} can't be wild and have a rule of natural cards; leave out ranks.",
            {f"ranks.{rank.value}.wild": True, f"ranks.{rank.value}.pile": "blocks"},
            {f"ranks.{rank.value}.wild": False, f"ranks.{rank.value}.pile": "blocks"},
        )
        for rank in (*FOUR_TO_ACE, Rank.DEUCE)
    ),
)


@for_each_case(("says", "wrong", "right"), CONTRADICTED)
def test_what_no_ruleset_can_want_at_once_is_refused(
    says: str, wrong: dict[str, object], right: dict[str, object]
) -> None:
    with pytest.raises(RulesetError) as caught:
        changed(CLASSIC, wrong)
    assert says in caught.value.message
    assert not list(contradictions(changed(CLASSIC, right)))


def test_every_contradiction_has_a_case_above() -> None:
    """The cases have as many different sentences as the rulesets' contradictions."""
    source = getsource(load_module)
    sentences = re.findall(r'yield f?"(?:ranks|seats|melds|threes|end|opening)\.', source)
    of_ranks = "can't be wild and have a rule of natural cards"
    cases = {of_ranks if of_ranks in says else says for says, _, _ in CONTRADICTED}
    assert len(cases) == len(sentences) > 0


def test_a_contradiction_is_told_with_the_line_of_its_parameter() -> None:
    with pytest.raises(RulesetError, match=r"line 3: seats\.sides"):
        _load('extends = "classic"\n[seats]\nsides = [3, 2]\n')


def test_a_record_without_a_younger_parameter_has_its_default() -> None:
    """A game continues after the program has gained a parameter that its record lacks."""
    data = deepcopy(to_data(CLASSIC))
    values, origins = data["values"], data["origins"]
    assert isinstance(values, dict)
    assert isinstance(origins, dict)
    del values["end.tie"], origins["end.tie"]
    read = from_data(data)
    assert differences(read, CLASSIC) == ()
    assert read.origin("end.tie").status == "inferred"


DAMAGED: tuple[dict[str, object], ...] = (
    {},
    {"name": "x", "values": [], "origins": {}},
    {"name": "x", "values": {}, "origins": 3},
    {"name": "x", "values": {"end.goal": 3}, "origins": {}},
    {"name": "x", "values": {"end.target": -3}, "origins": {}},
    {"name": "x", "values": {}, "origins": {"end.target": ""}},
)


@for_each_case("data", DAMAGED)
def test_a_damaged_record_of_rules_is_said_to_be_one(data: dict[str, object]) -> None:
    with pytest.raises(RulesetError):
        from_data(data)


def test_a_value_is_shown_as_a_person_reads_it() -> None:
    assert shown(CLASSIC, "end.target") == "5,000"


def test_the_nearest_word_is_offered_or_none() -> None:
    assert did_you_mean("end.targt", PARAMETERS) == " Did you mean “end.target”?"
    assert did_you_mean("xyzzy", PARAMETERS) == ""


def test_an_unknown_library_name_is_a_fault_of_the_file() -> None:
    def empty(name: str) -> Ruleset:
        raise NotUnderstood(f"there is no {name}")

    with pytest.raises(RulesetError, match="but there is no classic"):
        load('extends = "classic"', "mine", empty)


PLACES = '''a = 1
[end]
target = 5
"x.y" = 2
long = """
target = 6
[deck]
"""
[[hands]]
Us = 1
[[hands]]
Us = 2
dealer . name = 3
'''


@for_each_case(
    ("table", "key", "which", "line"),
    [
        ("", "a", 1, 1),
        ("end", "", 1, 2),
        ("end", "target", 1, 3),
        ("end", "x.y", 1, 4),
        ("end", "missing", 1, None),
        ("deck", "", 1, None),
        ("hands", "Us", 1, 10),
        ("hands", "Us", 2, 12),
        ("hands", "dealer.name", 2, 13),
        ("hands", "Us", 3, None),
    ],
)
def test_a_key_is_found_on_its_line(table: str, key: str, which: int, line: int | None) -> None:
    """A key or table inside a multi-line string is ignored."""
    assert lines_of(PLACES).get((table, which, key)) == line


def test_a_long_string_of_one_line_ends_on_it() -> None:
    assert lines_of('a = """x"""\nb = 1') == {("", 1, "a"): 1, ("", 1, "b"): 2}


@for_each_case("name", library.names())
def test_every_value_is_typed_in_toml_and_plain_ones_as_they_are_shown(name: str) -> None:
    rules = library.ruleset(name)
    for path, statement in PARAMETERS.items():
        kind, value = statement.kind, rules.value(path)
        written = kind.write(value)
        plain = isinstance(written, int) or written in kind.choices or written == NONE
        shown_as = re.sub(r" cards?$", "", kind.show(value))
        for text in (toml_line(written), *([shown_as] if plain and kind is not EARNED else [])):
            assert kind.read(parse_value(path, text, rules)) == value, (path, text)


def test_the_example_that_an_error_gives_can_be_typed() -> None:
    for path, statement in PARAMETERS.items():
        kind = statement.kind
        kind.read(parse_value(path, kind.example, CLASSIC))
        for word in kind.choices:
            kind.read(parse_value(path, word, CLASSIC))


@for_each_case(
    ("change", "expected"),
    [
        ("end.target=7,500", "7,500"),
        ("end.target = 7500", "7,500"),
        ("melds.runs=yes", "yes"),
        ("melds.runs=No", "no"),
        ("melds.runs=true", "yes"),
        ("melds.wild_ratio=half-to-four", "half-to-four"),
        ("out.needs=2", "2 canastas"),
        ('out.needs=[{ count = 2 }, { of = ["run"] }]', "2 canastas, including 1 sequence"),
        ("threes.red=1, 3, 5, 1000", "1: 1 · 2: 3 · 3: 5 · 4: 1,000"),
        ('threes.red_earned={ count = 1, of = ["sevens"] }', "1 canasta of sevens"),
        ("threes.red_earned=meld", "a meld"),
        ("ranks.4-7.held={ over = 3, points = 500 }", "500 for more than 3"),
        ("ranks.4-7.held=none", "none"),
        ("pile.take=5", "5 cards"),
        ("seats.partners=fixed", "fixed"),
    ],
)
def test_a_house_rule_is_typed_in_toml_or_a_plain_word(change: str, expected: str) -> None:
    path = change.partition("=")[0].strip().replace("4-7", "4")
    assert shown(with_house(CLASSIC, [change]), path) == expected


@for_each_case(
    "change",
    [
        "end.target=much",
        "end.target=7,50",
        f"end.target={'1,' * 3000}111",
        "melds.runs=perhaps",
        "pile.take=5 cards",
        # These are the words in which values are shown.
        "out.needs=2 canastas, including 1 sequence",
        "opening.tiers=below 0: 20 · from 0: 60",
        "threes.red=1: 1 · 2: 3 · 3: 5 · 4: 1,000",
        "threes.red_earned=a meld",
        "ranks.4.held=500 for more than 3",
        "seats.sides=2 against 2",
    ],
)
def test_other_words_are_refused_with_what_is_expected(change: str) -> None:
    path = change.partition("=")[0]
    with pytest.raises(NotUnderstood, match="these house rules can't be used") as caught:
        with_house(CLASSIC, [change])
    message = str(caught.value)
    assert f"{path}: " in message
    assert "expected" in message or "is not one of" in message


@for_each_case("path", ["out.needs", "opening.tiers", "threes.red", "ranks.4.held"])
def test_a_list_or_a_table_is_refused_with_a_line_that_works(path: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        with_house(CLASSIC, [f"{path}=some words"])
    example, option, rule = shlex.split(caught.value.fix.splitlines()[0])
    assert (example, option) == ("Example:", "--house")
    assert rule.startswith(f"{path}=")
    with_house(CLASSIC, [rule])


@for_each(library.names())
def test_more_packs_bring_the_values_that_depend_on_them(name: str) -> None:
    rules = library.ruleset(name)
    for packs in (rules.deck.packs + 1, rules.deck.packs + 2):
        house = with_packs(rules, packs)
        with pytest.raises(NotUnderstood) as caught:
            with_house(rules, [f"deck.packs={packs}"])
        assert f"For {packs} packs: {house}" in caught.value.fix
        more = with_house(rules, [each for each in shlex.split(house) if "=" in each])
        assert more.deck.packs == packs
        assert more.threes.red[: 2 * rules.deck.packs - 1] == rules.threes.red[:-1]
        assert more.threes.red[-1] >= rules.threes.red[-1]


def test_three_packs_of_the_classic_game_have_the_scale_of_games_with_three_packs() -> None:
    assert with_packs(library.ruleset("classic"), 3) == (
        "--house deck.packs=3 --house deck.jokers=6 "
        "--house 'threes.red=[100, 200, 300, 400, 500, 1000]'"
    )
