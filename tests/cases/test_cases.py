"""Check the cases of tallies, minimums and ends of games."""

import re

from casefiles import Case, cases
from looping import for_each

from canasta_cli.engine.game.standing import outcome
from canasta_cli.engine.melds import RULES_OF_GOING_OUT, RULES_OF_MELD
from canasta_cli.engine.points import minimum
from canasta_cli.engine.score import RULES_OF_SIDE, RULES_OF_TALLIES, HandCount, count_hand
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.library import sources

HANDS = cases("scoring/*.toml") + cases("tallies/*.toml")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
HOUSE_RULE = "house"
# The keys of cases, by the folder or file.
ALL = {"id", "rules", "source", "says", "house"}
KEYS = {
    "scoring": "tallies refused scores",
    "tallies": "tallies refused scores",
    "play": (
        "ask recorded legal refused refused_includes unknown not_asked points bonus over "
        "mentions not_mentions divides error fix ways needed have after assumes condition "
        "frozen cards unsure short special more best canastas open takes"
    ),
    "turns": (
        "turns upcard stock hands totals refused unknown deal_refused then left left_refused "
        "tallies"
    ),
    "rests": "ask legal rule rests_on cites prints prints_not waits assumed",
    "minimum": "minimum total deal",
    "winner": "winner totals hands over margin",
}


def _players(case: Case) -> tuple[tuple[str, ...], ...]:
    """Return the players of each side, named in the order of the tallies."""
    names = iter(NAMES)
    return tuple(tuple(next(names) for _ in range(size)) for size in case.rules.seats.sides)


def _counted(case: Case) -> HandCount:
    tallies = tuple(read_tally(text) for text in case.data["tallies"])
    return count_hand(tallies, _players(case), case.rules)


def _refused(counted: HandCount) -> set[str]:
    return {f.rule for verdict in (*counted.sides, counted.table) for f in verdict.refused}


@for_each(HANDS, lambda case: case.id)
def test_a_hand_scores_or_is_refused_as_in_its_source(case: Case) -> None:
    """The score is that of the source, or the hand is refused by the rules that the source names."""
    counted = _counted(case)
    assert _refused(counted) == set(case.data.get("refused", ())), case.data["says"]
    if "scores" in case.data:
        assert [sheet.total for sheet in counted.sheets] == case.data["scores"], case.data["says"]


@for_each(cases("minimum*.toml"), lambda case: case.id)
def test_a_side_needs_the_points_of_the_source_to_open(case: Case) -> None:
    deal = case.data.get("deal", 1)
    assert minimum(case.data["total"], deal, case.rules).points == case.data["minimum"]


@for_each(cases("winner*.toml"), lambda case: case.id)
def test_a_game_ends_as_in_its_source(case: Case) -> None:
    found = outcome(case.data["totals"], case.data.get("hands", 1), case.rules)
    winner = 0 if found.winner is None else found.winner + 1
    assert (found.over, winner, found.margin) == (
        case.data["over"],
        case.data["winner"],
        case.data["margin"],
    )


def test_every_case_has_a_unique_name_and_a_known_source() -> None:
    every = cases("**/*.toml")
    assert len({case.data["id"] for case in every}) == len(every)
    for case in every:
        for key in case.data["source"].replace(",", " ").split():
            assert key in sources() or key == HOUSE_RULE, case.id


def test_every_key_of_a_case_is_compared() -> None:
    """A misspelt key would compare nothing."""
    for case in cases("**/*.toml"):
        kind = re.split("[./-]", case.file)[0]
        assert set(case.data) <= ALL | {*KEYS[kind].split()}, case.id


def test_every_rule_of_tallies_refuses_a_case() -> None:
    refused = {rule for case in HANDS for rule in case.data.get("refused", ())}
    topics = (RULES_OF_MELD, RULES_OF_GOING_OUT, RULES_OF_SIDE, RULES_OF_TALLIES)
    assert refused == {rule.id for topic in topics for rule in topic}
