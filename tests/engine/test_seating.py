"""Seat two to six players, with named sides and without."""

import pytest
from looping import for_each_case

from canasta_cli.engine.game.standing import (
    at_the_table,
    check_dealer,
    dealers_of,
    first_dealer,
    seat,
    seating,
)
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Side
from canasta_cli.rules import library

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def _seated(rules: str, players: int, *named: Side) -> dict[str, tuple[str, ...]]:
    sides = seat(NAMES[:players], named, library.ruleset(rules))
    assert len({side.name for side in sides}) == len(sides)
    return {side.name: side.players for side in sides}


BY_SEATS: tuple[tuple[str, int, dict[str, tuple[str, ...]]], ...] = (
    ("two-player", 2, {"Ann": ("Ann",), "Bob": ("Bob",)}),
    ("three-player", 3, {"Ann": ("Ann",), "Bob": ("Bob",), "Cat": ("Cat",)}),
    ("three-player-solo", 3, {"Ann": ("Ann",), "Bob": ("Bob",), "Cat": ("Cat",)}),
    ("classic", 4, {"Us": ("Ann", "Cat"), "Them": ("Bob", "Dan")}),
    ("five-player", 5, {"Us": ("Ann", "Cat"), "Them": ("Bob", "Dan", "Eve")}),
    ("six-player", 6, {"Us": ("Ann", "Cat", "Eve"), "Them": ("Bob", "Dan", "Fay")}),
    (
        "six-player-three-teams",
        6,
        {"Ann+Dan": ("Ann", "Dan"), "Bob+Eve": ("Bob", "Eve"), "Cat+Fay": ("Cat", "Fay")},
    ),
)


@for_each_case(("rules", "players", "sides"), BY_SEATS)
def test_partners_sit_opposite_each_other(
    rules: str, players: int, sides: dict[str, tuple[str, ...]]
) -> None:
    found = _seated(rules, players)
    expected = library.ruleset(rules).seats.sides
    if rules == "five-player" and expected[0] > expected[1]:
        sides = {"Us": ("Ann", "Cat", "Eve"), "Them": ("Bob", "Dan")}
    assert found == sides


NAMED: tuple[tuple[str, int, tuple[Side, ...], dict[str, tuple[str, ...]]], ...] = (
    (
        "classic",
        4,
        (Side("Reds", ("Ann", "Bob")),),
        {"Reds": ("Ann", "Bob"), "Them": ("Cat", "Dan")},
    ),
    (
        "classic",
        4,
        (Side("Them", ("Ann", "Bob")),),
        {"Them": ("Ann", "Bob"), "Us": ("Cat", "Dan")},
    ),
    (
        "classic",
        4,
        (Side("Reds", ("Ann", "Dan")), Side("Blues", ("Bob", "Cat"))),
        {"Reds": ("Ann", "Dan"), "Blues": ("Bob", "Cat")},
    ),
    ("two-player", 2, (Side("Me", ("Ann",)),), {"Me": ("Ann",), "Bob": ("Bob",)}),
    (
        "six-player-three-teams",
        6,
        (Side("Us", ("Ann", "Bob")), Side("Them", ("Cat", "Dan"))),
        {"Us": ("Ann", "Bob"), "Them": ("Cat", "Dan"), "Eve+Fay": ("Eve", "Fay")},
    ),
)


@for_each_case(("rules", "players", "named", "sides"), NAMED)
def test_named_sides_stay_as_they_are_and_the_rest_is_one_side(
    rules: str, players: int, named: tuple[Side, ...], sides: dict[str, tuple[str, ...]]
) -> None:
    assert _seated(rules, players, *named) == sides


def test_the_rest_never_gets_a_name_that_is_taken() -> None:
    """Two sides with the same name can't be distinguished, and a file would lose one of them."""
    found = seat(("Ann", "Bob"), (Side("Bob", ("Ann",)),), library.ruleset("two-player"))
    assert len({side.name for side in found}) == 2


REFUSED: tuple[tuple[str, tuple[str, ...], tuple[Side, ...], str], ...] = (
    ("classic", ("Ann", "Bob", "Ann", "Dan"), (), "“Ann” is named twice"),
    ("classic", ("Ann", " ", "Cat", "Dan"), (), "a player's name is empty"),
    ("classic", NAMES[:3], (), "classic is for 4 players; 3 are named"),
    (
        "classic",
        NAMES[:4],
        (Side("Us", ("Ann", "Bob")), Side("Us", ("Cat", "Dan"))),
        "two sides have the same name",
    ),
    ("classic", NAMES[:4], (Side("Us", ("Ann", "Eve")),), "“Eve” is on a side but is not a player"),
    (
        "classic",
        NAMES[:4],
        (Side("Us", ("Ann", "Bob")), Side("Them", ("Bob", "Dan"))),
        "“Bob” is on two sides",
    ),
    (
        "classic",
        NAMES[:4],
        (Side("Us", ("Ann",)),),
        "classic is played 2 against 2; the sides given are Us (1 player) and Them (3 players)",
    ),
)


@for_each_case(("rules", "players", "named", "says"), REFUSED)
def test_seats_that_do_not_fit_are_refused_with_an_explanation(
    rules: str, players: tuple[str, ...], named: tuple[Side, ...], says: str
) -> None:
    with pytest.raises(NotUnderstood) as caught:
        seat(players, named, library.ruleset(rules))
    assert caught.value.message == says
    assert caught.value.fix


@for_each_case(("rules", "players"), [(row[0], row[1]) for row in BY_SEATS])
def test_the_player_before_the_first_deals_unless_they_sit_out(rules: str, players: int) -> None:
    ruleset = library.ruleset(rules)
    sides = seat(NAMES[:players], (), ruleset)
    dealer = first_dealer(NAMES[:players], sides, ruleset)
    larger = max(sides, key=lambda side: len(side.players))
    last = NAMES[players - 1]
    if ruleset.one_sits_out and larger.players[-1] == last:
        assert dealer == NAMES[players - 2]
    else:
        assert dealer == last


@for_each_case(("hand", "seats"), [(1, "A B C D"), (2, "A B C E"), (3, "A D C E"), (4, "A B C D")])
def test_partners_sit_opposite_each_other_even_if_a_player_sits_out(hand: int, seats: str) -> None:
    rules = library.ruleset("five-player")
    players = tuple("ABCDE")
    game = Game("five", players, seat(players, (), rules), "D")
    assert at_the_table(game, hand, rules) == tuple(seats.split())


def test_a_file_without_a_dealer_gets_the_dealer_of_a_new_game() -> None:
    rules = library.ruleset("five-player")
    players = tuple("ABCDE")
    game = Game("five", players, seat(players, (), rules), "")
    assert dealers_of(game, rules) == ("D",)


def test_a_player_who_sits_out_does_not_deal() -> None:
    rules = library.ruleset("five-player")
    players = tuple("ABCDE")
    game = Game("five", players, seat(players, (), rules), "D")
    check_dealer("D", game, 1, rules)
    with pytest.raises(NotUnderstood, match="E sits out hand 1"):
        check_dealer("E", game, 1, rules)
    check_dealer("E", game, 2, rules)
    with pytest.raises(NotUnderstood, match="D sits out hand 2"):
        check_dealer("D", game, 2, rules)


def test_the_first_at_the_table_begins_if_the_dealer_sits_out() -> None:
    rules = library.ruleset("five-player")
    players = tuple("ABCDE")
    game = Game("five", players, seat(players, (), rules), "D")
    for dealer, begins in (("E", "A"), ("D", "A"), ("A", "B")):
        assert seating(game, dealer, 1, (0, 0), rules).players[0] == begins


def test_the_order_at_the_table_is_that_of_the_seats_not_of_the_names() -> None:
    rules = library.ruleset("five-player")
    tables = []
    for players in (tuple("ABCDE"), tuple("EDCBA")):
        game = Game("five", players, seat(players, (), rules), players[3])
        every = [at_the_table(game, hand, rules) for hand in range(1, 7)]
        tables.append([[players.index(player) for player in table] for table in every])
    assert tables[0] == tables[1]
