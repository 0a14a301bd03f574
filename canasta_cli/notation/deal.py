"""Cards of a played hand by player, as plain values."""

from collections.abc import Iterable, Mapping

from canasta_cli.model.cards import NO_CARDS, Cards
from canasta_cli.model.turn import PlayerCards
from canasta_cli.notation.cards import read_cards, write_cards
from canasta_cli.notation.reader import whole

MINUS = "minus:"
LONGEST_NUMBER = 6


def read_held(text: str) -> Cards:
    """Read the cards of a hand, possibly none. Raises :class:`~canasta_cli.errors.NotationError`."""
    return NO_CARDS if text.strip().lower() in ("", "none") else read_cards(text)


def read_player(player: str, text: str) -> PlayerCards:
    """Read the cards of one player: the hand, and after a slash the foot (``A4/KK5``).

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    hand, _, foot = text.partition("/")
    return PlayerCards(player, read_held(hand), read_held(foot))


def read_player_left(player: str, text: str) -> PlayerCards:
    """Read the cards that a player has left at the end, or only their points (``minus:45``).

    Raises :class:`~canasta_cli.errors.NotationError`.
    """
    token = whole(text.strip())
    if not token.text.lower().startswith(MINUS):
        return read_player(player, text)
    number = token.after(len(MINUS))
    digits = number.text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        number.fail(
            f"“{digits}” is not a number of points",
            expected=f"After {MINUS} write the card points left",
            example="Bob=minus:45",
        )
    return PlayerCards(player, NO_CARDS, points=int(digits))


def write_player(held: PlayerCards) -> str:
    """Format the cards of one player; :func:`read_player_left` reads them back."""
    if held.points is not None:
        return f"{MINUS}{held.points}"
    return write_cards(held.cards) + (f"/{write_cards(held.foot)}" if held.foot else "")


def read_hands(table: Mapping[str, str]) -> tuple[PlayerCards, ...]:
    """Read the cards of each player. Raises :class:`~canasta_cli.errors.NotationError`."""
    return tuple(read_player(player, text) for player, text in table.items())


def read_left(table: Mapping[str, str]) -> tuple[PlayerCards, ...]:
    """Read what each player has left at the end. Raises :class:`~canasta_cli.errors.NotationError`."""
    return tuple(read_player_left(player, text) for player, text in table.items())


def write_hands(hands: Iterable[PlayerCards]) -> dict[str, str]:
    """Format the cards of each player, by the player's name; :func:`read_left` reads them back."""
    return {each.player: write_player(each) for each in hands}
