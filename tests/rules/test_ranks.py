"""The table of ranks: the names of its parameters, files that use it, and how general all parameters are."""

import json
import re
import shlex
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case

from canasta_cli.cli import main
from canasta_cli.errors import RulesetError
from canasta_cli.model.cards import FOUR_TO_ACE, Rank
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS, Ranks
from canasta_cli.rules.load import changed, differences, from_data, load, to_data
from canasta_cli.rules.names import NoParameter, behind, by_name, parameters
from canasta_cli.rules.vocabulary import rank_meant, read_ranks, write_ranks

CLASSIC = library.ruleset("classic")
FILES = Path(__file__).parent.parent / "rulesets"
# The most parameters that a single ruleset may need.
MOST = 0.2


def _general(path: str) -> str:
    """Return the name of a parameter; a property of ranks is one parameter: ``ranks.*.canasta``."""
    name = path.rpartition(".")[2]
    return f"ranks.*.{name}" if path.startswith("ranks.") else path


def test_few_parameters_are_changed_by_a_single_ruleset() -> None:
    """A parameter for one game should be a value of a more general one, if the files stay readable.

    A ruleset changes a parameter if its value differs from that of the classic game, from which all
    rulesets come.
    """
    by: dict[str, set[str]] = {_general(path): set() for path in PARAMETERS}
    for name in library.names():
        for path in differences(CLASSIC, library.ruleset(name)):
            by[_general(path)].add(name)
    alone = sorted(path for path, names in by.items() if len(names) == 1)
    assert len(alone) <= MOST * len(by), alone


def test_every_property_of_ranks_has_its_parameters() -> None:
    found = defaultdict(set)
    for path in PARAMETERS:
        if path.startswith("ranks."):
            _, rank, name = path.split(".")
            found[name].add(Rank(rank))
    assert found == {name: set(each.ranks) for name, each in Ranks.properties.items()}


@for_each_case(
    ("text", "ranks"),
    [
        ("7", "7"),
        ("3B", "3B"),
        ("4-7", "4 5 6 7"),
        ("8-K", "8 9 T J Q K"),
        ("7,A", "7 A"),
        ("W, 4-5", "W 4 5"),
        ("4-6,5-7", "4 5 6 7"),
        ("*", " ".join(rank.value for rank in Rank)),
    ],
)
def test_ranks_are_named_alone_in_ranges_or_together(text: str, ranks: str) -> None:
    assert [rank.value for rank in read_ranks(text)] == ranks.split()


@given(st.sets(st.sampled_from(tuple(Rank)), min_size=1))
def test_any_ranks_are_named_and_read_back(ranks: set[Rank]) -> None:
    assert set(read_ranks(write_ranks(ranks, Rank))) == ranks


@for_each_case(
    ("name", "says"),
    [
        ("ranks.Z.points", "“Z” is not a rank. Ranks: 4 5 6"),
        ("ranks.k.points", "“k” is not a rank. Did you mean “K”?"),
        ("ranks.4-10.points", "“10” is not a rank. Did you mean “T”?"),
        ("ranks.K-9.points", "“K-9” is not a range"),
        ("ranks.9-9.points", "“9-9” is not a range"),
        ("ranks.3B-7.points", "“3B-7” is not a range"),
        ("ranks..points", "“” is not a rank"),
        ("ranks.K.pionts", "Did you mean “ranks.K.points”?"),
        ("ranks.*.canasat", "Did you mean “ranks.*.canasta”?"),
        ("ranks.W.wilds", "jokers have no wilds; only 4-A, 3B or 2 can have it"),
        ("ranks.4-A,W.pile", "jokers have no pile; only 4-A, 3B, 3R or 2 can have it"),
        ("ranks.3R.wild", "red threes have no wild; only 4-A or 2 can have it"),
        ("ranks.K", "for example ranks.K.points"),
        ("ranks.canasta", "for example ranks.K.canasta"),
        ("ranks.7.", "there is no such parameter"),
        ("kings", "such as “ranks.K.points”?"),
    ],
)
def test_a_wrong_name_of_ranks_is_explained(name: str, says: str) -> None:
    with pytest.raises(RulesetError, match=re.escape(says)):
        changed(CLASSIC, {name: 5})


@for_each_case(
    ("word", "rank"),
    [("tens", "T"), ("10", "T"), ("ace", "A"), ("1", "A"), ("joker", "W"), ("x", "")],
)
def test_a_rank_is_recognised_in_other_words(word: str, rank: str) -> None:
    assert rank_meant(word) == rank


def test_no_similar_name_is_looked_for_without_a_hint() -> None:
    for name in ("end.targt", "ranks.K.pionts"):
        with pytest.raises(NoParameter, match=r"^$"):
            parameters(name, hint=False)


def test_a_table_for_fewer_ranks_takes_precedence_whatever_the_order() -> None:
    for text in (
        "[ranks.7]\npoints = 20\n[ranks.4-9]\npoints = 8",
        "ranks.4-9.points = 8\nranks.7.points = 20",
    ):
        rules = changed(CLASSIC, tomllib.loads(text))
        points = {rank.value: rules.ranks.points[rank] for rank in FOUR_TO_ACE[:7]}
        assert points == {"4": 8, "5": 8, "6": 8, "7": 20, "8": 8, "9": 8, "T": 10}


def test_tables_for_as_many_ranks_contradict_each_other() -> None:
    with pytest.raises(RulesetError, match=r"ranks\.5-8\.points: ranks\.4-7\.points sets ranks\.5"):
        changed(CLASSIC, {"ranks.4-7.points": 8, "ranks.5-8.points": 7})


def test_all_ranks_are_those_that_can_have_the_property() -> None:
    assert parameters("ranks.*.empty_pile") == tuple(
        f"ranks.{r.value}.empty_pile" for r in (*FOUR_TO_ACE, Rank.DEUCE)
    )


def test_a_value_that_one_of_several_ranks_cannot_have_is_refused_for_it() -> None:
    with pytest.raises(RulesetError, match=r"for ranks\.3B\.pile, “none” is not one of blocks"):
        changed(CLASSIC, {"ranks.*.pile": "none"})


@for_each_case("value", [{"over": 2}, {"over": 2, "points": 5, "each": 1}, 1500, "many"])
def test_a_penalty_for_cards_held_needs_a_number_and_points(value: object) -> None:
    with pytest.raises(RulesetError, match=r"ranks\.5\.held: .*over"):
        changed(CLASSIC, {"ranks.5.held": value})


def test_sources_of_several_ranks_are_read_like_their_values() -> None:
    text = """extends = "classic"
[ranks.4-9]
points = 8
[sources]
"ranks.4-9.points" = "house: agreed"
"ranks.7.points" = "seen pagat: another note"
"""
    rules = load(text, "mine", library.ruleset)
    assert rules.origin("ranks.6.points").note == "agreed"
    assert rules.origin("ranks.7.points").sources == ("pagat",)
    assert from_data(json.loads(json.dumps(to_data(rules)))) == rules


def test_a_problem_is_placed_in_the_table_of_its_ranks() -> None:
    text = '[ranks]\nK.points = "x"\n[ranks."7,A"]\nwilds = "y"\n[ranks.Z]\n[ranks.5]\npionts = 3\n'
    with pytest.raises(RulesetError) as caught:
        load(text, "mine", library.ruleset)
    places = [problem.partition(": ")[0] for problem in caught.value.problems]
    assert places == ["line 2", "line 4", "line 7"]


def test_equal_ranks_share_a_name_and_undocumented_ones_do_not() -> None:
    rules = changed(CLASSIC, {"ranks.4-6.points": 7, "ranks.K.points": 7, "end.target": 7000})
    assert by_name(rules.house, rules) == [
        ("ranks.4-6,K.points", "ranks.4.points"),
        ("end.target", "end.target"),
    ]
    railroad = library.ruleset("railroad")
    assert len(by_name(railroad.unknown, railroad)) == len(railroad.unknown)


def test_a_rule_reads_only_ranks_with_a_rule_of_their_own() -> None:
    modern = library.ruleset("modern-american-pagat")
    assert behind(("ranks.4-A.wilds", "melds.canasta"), modern) == (
        "ranks.7.wilds",
        "ranks.A.wilds",
        "melds.canasta",
    )
    assert behind(("ranks.4-A.wilds",), CLASSIC) == ()
    assert behind(("ranks.3B.wilds",), CLASSIC) == ("ranks.3B.wilds",)


def _answer(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    main(shlex.split(line))
    printed = capsys.readouterr()
    return printed.out + printed.err


FILES_PLAYED: tuple[tuple[str, str, str], ...] = (
    ("kings", "count '7xK 7xQ' -r {}", "canastas of kings           1  × 1,000  1,000"),
    ("kings", "count 'kings:1 points:70' -r {}", "Total: 1,070"),
    ("kings", "check meld 7xK --hand 7xK456 --opened -r {}", "LEGAL"),
    ("nines", "count '9999' -r {}", "Total: 20"),
    ("fours", "rules card {}", "Wild cards: fours and jokers.#"),
    ("fours", "rules explain ranks.4.wild", "jokers always are, and threes never"),
    ("fours", "check meld KK4 --hand KK4567 --unopened --total 0 -r {}", "Your melds are worth 40"),
    ("fours", "count '6x2+4 444' -r {}", "has only wild cards"),
    ("wild-nines", "rules card {}", "Wild cards: nines, deuces and jokers.#"),
    ("wild-nines", "suggest opening --hand KK9AA2QJ8 --total 0 -r {}", "AA9"),
    ("nines", "check meld 999 KKK --hand 999KKK4 --unopened --total 0 -r {}", "45"),
)


@for_each_case(("name", "line", "says"), FILES_PLAYED)
def test_a_file_with_a_table_of_ranks_is_played_without_code(
    name: str, line: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = FILES / f"{name}.toml"
    assert main(["rules", "check", str(file)]) == 0
    assert says in _answer(line.format(file), capsys)
