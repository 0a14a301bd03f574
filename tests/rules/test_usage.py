"""Which parameters a game uses: only these are counted in the list of rulesets."""

from looping import for_each, for_each_case

from canasta_cli.rules import library
from canasta_cli.rules.groups import GROUPS, PARAMETERS
from canasta_cli.rules.load import changed, used, uses
from canasta_cli.rules.parameter import texts_in
from canasta_cli.show.rulesets import ListAnswer

CLASSIC = library.ruleset("classic")
BEYOND_CLASSIC = (
    "melds.wild_lock",
    "melds.long_runs",
    "talon.cards",
    "talon.aside",
    "special.hands",
    "deal.foot",
    "deal.foot_when",
    "out.partner_foot",
    "ranks.7.held",
    "ranks.2.canasta",
    "end.deals",
)


@for_each(BEYOND_CLASSIC)
def test_the_classic_game_does_not_use(path: str) -> None:
    assert not uses(CLASSIC, path)


@for_each_case(
    ("name", "path"),
    [
        ("classic", "melds.largest"),
        ("classic", "stock.forced_take"),
        ("samba", "melds.long_runs"),
        ("bolivia", "melds.wild_lock"),
        ("hand-and-foot", "deal.foot_when"),
        ("hand-and-foot", "end.deals"),
        ("modern-american", "talon.aside"),
        ("modern-american", "special.hands"),
        ("sevens", "ranks.7.held"),
    ],
)
def test_a_game_uses(name: str, path: str) -> None:
    assert uses(library.ruleset(name), path)


def test_a_game_uses_what_nobody_documented() -> None:
    royal = library.ruleset("royal")
    assert set(royal.unknown) <= set(used(royal))


def test_a_house_rule_brings_its_parameters_into_use() -> None:
    """A short sequence can cost points only where sequences are melds."""
    house = changed(CLASSIC, {"unfinished.short_run": 100})
    assert not uses(house, "unfinished.short_run_below")
    assert uses(changed(house, {"melds.runs": True}), "unfinished.short_run_below")


def test_ranks_with_the_same_value_and_sources_count_as_one() -> None:
    paths = [path for path in used(CLASSIC) if path.endswith(".points")]
    assert paths == ["ranks.4.points", "ranks.8.points", "ranks.A.points", "ranks.W.points"]


@for_each([path for path in PARAMETERS if PARAMETERS[path].when])
def test_a_condition_names_parameters_and_values_that_exist(path: str) -> None:
    when = PARAMETERS[path].when
    assert when is not None
    for gate in when.paths:
        assert gate in PARAMETERS
        if len(when.unless) == 1:
            PARAMETERS[gate].kind.write(when.unless[0])


def test_the_list_counts_what_was_read_about_the_game() -> None:
    """One line says that the sevens are otherwise the classic game: that is not ninety values."""
    rules = {
        each["name"]: each
        for each in ListAnswer((library.ruleset("sevens"),)).to_json()["rulesets"]
    }
    assert rules["sevens"]["statuses"]["seen"] == 4
    assert sum(rules["sevens"]["statuses"].values()) == len(used(library.ruleset("sevens")))


def test_every_parameter_is_described_once_in_the_order_of_declaration() -> None:
    declared = dict.fromkeys(
        (path.partition(".")[0], path.rpartition(".")[2]) for path in PARAMETERS
    )
    described = texts_in("parameters.toml")
    rows = [(group, name) for group, names in described.items() for name in names]
    assert sorted(rows) == sorted(declared)
    for group, kind in GROUPS.items():
        names = dict.fromkeys(name.rpartition(".")[2] for name in kind.params)
        assert list(described[group]) == list(names)
