"""Other names for players, and who sat where in each hand: in every place where a game has a name."""

from collections.abc import Iterator

import pytest
from looping import for_each_case

from canasta_cli.errors import NoLongerKept
from canasta_cli.model.cards import NO_CARDS
from canasta_cli.model.game import Arrival, Award, Game, Hand, Pending, Side, Sign, Tally
from canasta_cli.model.seats import (
    as_begun,
    as_played,
    as_seated,
    everyone,
    name_after,
    named_after_players,
    players_at,
    rename_player,
    seated,
    side_names_after,
    substitutes,
    with_arrival,
    without_hand,
)
from canasta_cli.model.turn import Deal, PlayerCards, RecordedTurn, Turn

FOUR = ("Ann", "Bob", "Cat", "Dan")
SIDES = (Side("Us", ("Ann", "Cat")), Side("Them", ("Bob", "Dan")))
TURNS = tuple(RecordedTurn(Turn((), player)) for player in FOUR)
PLAYED = Deal(
    turns=TURNS,
    left=(PlayerCards("Cat", NO_CARDS), PlayerCards("Bob", NO_CARDS)),
    hands=(PlayerCards("Cat", NO_CARDS),),
)
HANDS = (
    Hand((Tally(alone="Cat"), Tally()), "Cat"),
    Hand((Tally(), Tally()), "Dan", played=PLAYED, from_turns=(Tally(alone="Cat"), Tally())),
)
GAME = Game("friday", FOUR, SIDES, "Cat", hands=HANDS, deal=PLAYED._replace(dealer="Cat"))


def _names(value: object) -> Iterator[str]:
    """Yield every text in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, RecordedTurn):
        yield from _names(value.turn)
    elif not isinstance(value, dict | int | None):
        for part in value:  # type: ignore[attr-defined]
            yield from _names(part)


def test_a_renamed_player_has_the_new_name_everywhere() -> None:
    game = rename_player(GAME, "Cat", "Kat")
    assert "Cat" in set(_names(GAME))
    assert "Cat" not in set(_names(game))
    assert list(_names(game)) == [{"Cat": "Kat"}.get(name, name) for name in _names(GAME)]


def test_renamed_back_it_is_the_same_game() -> None:
    assert rename_player(rename_player(GAME, "Cat", "Kat"), "Kat", "Cat") == GAME


@for_each_case(
    ("side", "renamed"),
    [
        (Side("Ann", ("Ann",)), Side("Eve", ("Eve",))),
        (Side("Ann+Cat", ("Ann", "Cat")), Side("Eve+Cat", ("Eve", "Cat"))),
        (Side("Us", ("Ann", "Cat")), Side("Us", ("Eve", "Cat"))),
        (Side("Bob", ("Bob",)), Side("Bob", ("Bob",))),
    ],
)
def test_a_side_named_after_the_player_is_renamed_too(side: Side, renamed: Side) -> None:
    fine = Pending(side.name, Award(Sign.PENALTY, 100))
    hand = Hand((Tally(),), "Ann", awarded=(fine,))
    game = Game("duel", ("Ann",), (side,), "Ann", hands=(hand,), pending=(fine,))
    found = rename_player(game, "Ann", "Eve")
    assert found.sides == (renamed,)
    assert found.pending == found.hands[0].awarded == (fine._replace(side=renamed.name),)


@for_each_case(
    ("side", "renamed"),
    [
        ("Zoe/Lee", "Zoë/Lee"),
        ("lee & zoe", "lee & Zoë"),
        ("Lee und Zoe", "Lee und Zoë"),
        ("Zoe", "Zoë"),
        ("Zoe's", "Zoë's"),
        ("Zoes", "Zoes"),
        ("Kitchen", "Kitchen"),
    ],
)
def test_a_new_name_replaces_the_old_one_as_a_word_in_the_name_of_the_side(
    side: str, renamed: str
) -> None:
    sides = (Side("Zoe again", ("Mia", "Tom")), Side(side, ("Zoe", "Lee")))
    game = Game("friday", ("Mia", "Zoe", "Tom", "Lee"), sides, "Lee")
    # Only in the side of that player.
    assert side_names_after(game, "Zoe", "Zoë") == ("Zoe again", renamed)
    left = seated(with_arrival(game._replace(hands=HANDS), Arrival(2, 1, "Eve")))
    assert side_names_after(left, "Zoe", "Zoë") == ("Zoe again", renamed)


def test_names_with_signs_and_letters_of_other_scripts_are_words_too() -> None:
    assert name_after("A.* (x) / בני", {"A.* (x)": "Bo", "בני": "דן"}) == "Bo / דן"
    assert name_after("Ann/Ann Lee", {"Ann": "Eve", "Ann Lee": "Cat"}) == "Eve/Cat"


def test_sides_named_after_players_are_named_after_those_who_play_now() -> None:
    before = (Side("Mia/Tom", ("Mia", "Tom")), Side("Kitchen", ("Zoe", "Lee")))
    now = (Side("x", ("Tom", "Lee")), Side("y", ("Zoe", "Mia")))
    assert [side.name for side in named_after_players(before, now)] == ["Tom/Lee", "Kitchen"]


def test_a_rename_may_name_the_sides_itself() -> None:
    fine = Pending("Us", Award(Sign.PENALTY, 100))
    found = rename_player(GAME._replace(pending=(fine,)), "Cat", "Kat", ("We", "Them"))
    assert (found.side_names, found.pending[0].side) == (("We", "Them"), "We")
    with pytest.raises(ValueError, match="fit the sides"):
        rename_player(GAME, "Cat", "Kat", ("We",))


def _came(game: Game, *arrivals: Arrival) -> Game:
    """Return a game with substitutes, one after the other."""
    for each in arrivals:
        game = seated(with_arrival(game, each))
    return game


# Hands 1 and 2 are over, hand 3 is in play.
EVE = _came(GAME, Arrival(2, 2, "Eve"))


def test_a_substitute_has_the_seat_from_that_hand_on() -> None:
    assert EVE.players == ("Ann", "Bob", "Eve", "Dan")
    assert EVE.sides[0] == Side("Us", ("Ann", "Eve"))
    assert [players_at(EVE, hand)[2] for hand in (1, 2, 3)] == ["Cat", "Eve", "Eve"]
    assert everyone(EVE) == (*FOUR, "Eve")
    assert list(substitutes(EVE)) == [(Arrival(2, 2, "Eve"), "Cat")]


def test_earlier_hands_have_the_names_of_those_who_played_them() -> None:
    first, second = (as_played(EVE, hand, at) for at, hand in enumerate(EVE.hands, start=1))
    assert first == HANDS[0]
    assert second.played is not None
    assert second.dealer == "Dan"
    assert [each.turn.player for each in second.played.turns] == ["Ann", "Bob", "Eve", "Dan"]
    assert second.played.left == (PlayerCards("Eve", NO_CARDS), PlayerCards("Bob", NO_CARDS))
    assert second.played.hands == (PlayerCards("Eve", NO_CARDS),)
    assert second.from_turns[0].alone == "Eve"


def test_a_hand_in_play_keeps_those_who_were_dealt_its_cards() -> None:
    waits = _came(GAME, Arrival(4, 2, "Eve"))
    assert (waits.players, waits.sides, waits.hands, waits.deal) == (FOUR, SIDES, HANDS, GAME.deal)
    assert (players_at(waits, 3)[2], players_at(waits, 4)[2]) == ("Cat", "Eve")
    assert everyone(waits) == (*FOUR, "Eve")
    over = seated(waits._replace(hands=(*waits.hands, Hand((Tally(), Tally()))), deal=None))
    assert over.players == ("Ann", "Bob", "Eve", "Dan")
    assert as_begun(over).hands[:2] == HANDS


def test_the_player_may_come_back_or_take_another_seat() -> None:
    back = _came(EVE, Arrival(3, 2, "Cat"))
    assert (back.players, back.deal) == (FOUR, GAME.deal)
    assert as_played(back, back.hands[0], 1) == HANDS[0]
    moved = _came(EVE, Arrival(3, 1, "Cat"))
    assert moved.players == ("Ann", "Cat", "Eve", "Dan")
    assert as_played(moved, moved.hands[0], 1) == HANDS[0]


def test_substitutes_may_be_recorded_in_any_order() -> None:
    fay, gus = Arrival(2, 2, "Fay"), Arrival(3, 2, "Gus")
    one, other = _came(GAME, fay, gus), _came(GAME, gus, fay)
    assert one == other
    assert [players_at(one, hand)[2] for hand in (1, 2, 3)] == ["Cat", "Fay", "Gus"]


CHAIN = Arrival(3, 2, "Eve"), Arrival(3, 0, "Cat")


@pytest.mark.parametrize("arrivals", [CHAIN, CHAIN[::-1]])
def test_those_who_come_with_one_hand_may_come_in_any_order(arrivals: tuple[Arrival, ...]) -> None:
    game = GAME
    for each in arrivals:
        game = with_arrival(game, each)
    assert seated(game).players == ("Cat", "Bob", "Eve", "Dan")
    assert as_begun(seated(game)).hands == GAME.hands


@for_each_case(
    ("arrivals", "says"),
    [
        ((Arrival(3, 0, "Cat"),), "Cat would have two seats from hand 3 on"),
        ((Arrival(2, 0, "Cat"), Arrival(3, 2, "Eve")), "Cat would have two seats from hand 2 on"),
        (
            (Arrival(3, 0, "Cat"), Arrival(3, 2, "Ann")),
            "Cat and Ann would exchange their seats with hand 3",
        ),
        (
            (Arrival(2, 0, "Bob"), Arrival(2, 1, "Cat"), Arrival(2, 2, "Ann")),
            "Bob and Ann would exchange their seats with hand 2",
        ),
    ],
)
def test_nobody_has_two_seats_or_exchanges_them(arrivals: tuple[Arrival, ...], says: str) -> None:
    game = GAME
    for each in arrivals:
        game = with_arrival(game, each)
    with pytest.raises(NoLongerKept, match=says):
        seated(game)


def test_from_the_first_hand_on_it_is_the_player_who_began() -> None:
    game = _came(GAME, Arrival(1, 2, "Eve"))
    assert game == _came(game, Arrival(1, 2, "Eve"))
    assert (game.players[2], game.arrivals, game.first_players) == ("Eve", (), ())


def test_a_renamed_player_is_renamed_in_the_hands_of_others_too() -> None:
    game = rename_player(EVE, "Cat", "Kat")
    assert everyone(game) == ("Ann", "Bob", "Kat", "Dan", "Eve")
    assert as_played(game, game.hands[0], 1).dealer == "Kat"


def test_a_dropped_hand_moves_the_substitutes() -> None:
    game = _came(EVE, Arrival(3, 1, "Gus"), Arrival(4, 0, "Fay"))
    found = without_hand(game._replace(hands=game.hands[:1]), 2)
    assert found.arrivals == (Arrival(2, 1, "Gus"), Arrival(2, 2, "Eve"), Arrival(3, 0, "Fay"))
    assert found.players == game.players


def test_who_comes_with_the_first_hand_once_a_hand_is_dropped_began_the_game() -> None:
    game = _came(EVE, Arrival(3, 1, "Gus"))
    found = without_hand(game._replace(hands=game.hands[1:]), 1)
    began = ("Ann", "Bob", "Eve", "Dan")
    assert (found.first_players, found.arrivals) == (began, (Arrival(2, 1, "Gus"),))
    begun = without_hand(found._replace(hands=()), 1)
    assert (begun.first_players, begun.arrivals, begun.players) == ((), (), game.players)


def test_of_several_who_come_with_one_hand_in_one_seat_the_last_stays() -> None:
    game = _came(GAME, Arrival(2, 2, "Zoe"), Arrival(3, 2, "Eve"))
    found = without_hand(game._replace(hands=game.hands[:1]), 2)
    assert found.arrivals == (Arrival(2, 2, "Eve"),)


def test_a_dropped_hand_may_not_make_an_exchange_of_two_changes() -> None:
    game = _came(GAME, Arrival(2, 0, "Zoe"), Arrival(3, 2, "Ann"), Arrival(3, 0, "Cat"))
    with pytest.raises(NoLongerKept, match="Cat and Ann would exchange their seats with hand 2"):
        without_hand(game._replace(hands=game.hands[:1]), 2)


def test_a_hand_with_the_names_of_that_time_becomes_one_with_those_of_the_seats() -> None:
    hands = enumerate(EVE.hands, start=1)
    assert all(as_seated(EVE, as_played(EVE, hand, at), at) == hand for at, hand in hands)
    assert as_begun(GAME) == GAME
