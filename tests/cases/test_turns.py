"""Check the cases of recorded hands: the rules that refuse each turn, and the final table."""

from collections.abc import Callable
from typing import Any

from casefiles import Case, cases
from looping import for_each
from replaying import Replay, replay

from canasta_cli.engine.catalogue import CHAPTERS
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.game.replay import table_after, tallies
from canasta_cli.engine.game.verification import Closing, DealtCase, judge_deal, judge_left
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, RecordedTurn
from canasta_cli.notation.cards import name_meld, read_order, write_cards, write_order
from canasta_cli.notation.tally import write_tally
from canasta_cli.notation.turn import read_hands, read_left, read_turn

TURNS = cases("turns/*.toml")
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def replayed(case: Case) -> Replay:
    """Replay the hand of a case turn by turn."""
    return replay(_deal(case), _seating(case), case.rules)


def _seating(case: Case) -> Seating:
    seats, sides = case.rules.seats.players, len(case.rules.seats.sides)
    totals = tuple(case.data.get("totals", (0,) * sides))
    return Seating(PLAYERS[:seats], tuple(at % sides for at in range(seats)), totals, 1)


def _deal(case: Case) -> Deal:
    data = case.data
    return Deal(
        upcards=read_order(data.get("upcard", "")),
        turns=tuple(RecordedTurn(read_turn(text)) for text in data["turns"]),
        hands=read_hands(data.get("hands", {})),
        stock=read_order(data["stock"]) if "stock" in data else None,
    )


@for_each(TURNS, lambda case: case.id)
def test_a_recorded_hand_is_judged_as_in_its_source(case: Case) -> None:
    """The rules that the case names refuse the turns that it names, and no others."""
    played = replayed(case)
    refused = {
        str(number): {finding.rule for finding in one.ruling.verdict.refused}
        for number, one in enumerate(played.steps, start=1)
        if one.ruling.verdict.refused
    }
    expected = {number: set(rules) for number, rules in case.data.get("refused", {}).items()}
    assert refused == expected, case.data["says"]
    unknown = {
        number: {each.value for each in one.ruling.verdict.unknown}
        for number, one in enumerate(played.steps, start=1)
    }
    for number, facts in case.data.get("unknown", {}).items():
        assert set(facts) <= unknown[int(number)]
    dealt = judge_deal(DealtCase(_deal(case), played.start), case.rules)
    assert {f.rule for f in dealt.refused} == set(case.data.get("deal_refused", ()))
    assert table_after(_deal(case), _seating(case), case.rules) == played.now
    for key, value in case.data.get("then", {}).items():
        assert _fact(played.now, key) == value, key
    if "left" in case.data:
        left = read_left(case.data["left"])
        verdict = judge_left(Closing(played.now, left), case.rules)
        assert {f.rule for f in verdict.refused} == set(case.data.get("left_refused", ()))
        if "tallies" in case.data:
            counted = tallies(played.now, left, case.rules)
            assert [write_tally(tally) for tally in counted] == case.data["tallies"]


def _fact(position: Position, key: str) -> Any:
    """Return one fact of the table in the form used in cases."""
    facts: dict[str, Callable[[], Any]] = {
        "stock": lambda: position.stock,
        "pile": lambda: write_order(position.pile),
        "pile_size": lambda: position.pile_size,
        "next": lambda: position.player,
        "over": lambda: "no" if position.ending is None else position.ending.how,
        "concealed": lambda: bool(position.ending and position.ending.concealed),
        "melds": lambda: [" ".join(map(name_meld, side)) for side in position.melds],
        "threes": lambda: [write_cards(side) for side in position.threes],
        "sizes": lambda: [hand.size for hand in position.hands],
        "alone": lambda: None if position.alone is None else position.players[position.alone],
        "feet": lambda: [foot.size for foot in position.feet],
        "bonus": lambda: [bonus.size for bonus in position.bonus],
        "known": lambda: [write_cards(hand.cards) for hand in position.hands],
    }
    return facts[key]()


def test_every_rule_of_recorded_hands_refuses_a_case() -> None:
    refused = {
        rule
        for case in TURNS
        for rules in (
            *case.data.get("refused", {}).values(),
            case.data.get("left_refused", ()),
            case.data.get("deal_refused", ()),
        )
        for rule in rules
    }
    chapter = dict(CHAPTERS)["A hand recorded turn by turn"]
    assert {rule.id for rule in chapter} - refused == set()
