"""A hand as typed on the command line: a tally for each side, or the cards players show."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from canasta_cli.errors import NotationError, NotUnderstood
from canasta_cli.model.game import Game
from canasta_cli.model.tally import Tally
from canasta_cli.notation.tally import EXAMPLE, read_tally
from canasta_cli.scorekeeper.hands import HandInput
from canasta_cli.scorekeeper.scorebook import pick, pick_side
from canasta_cli.words import count_of, listed

if TYPE_CHECKING:
    from canasta_cli.model.deal import PlayerCards


def read_hand(texts: Sequence[str], game: Game, *, dealer: str, forced: bool) -> HandInput:
    """Read one tally for each side: in the order of the sides, or each with its side's name."""
    names = [side.name for side in game.sides]
    named = [_named(text, game) for text in texts]
    if not texts:
        raise NotUnderstood(
            "the tallies are missing",
            remedy=f"Give a tally for each of {listed(names)}. Example: canasta hand {EXAMPLE} "
            '"AAA 5555 left:JJ4"',
        )
    if any(name for name, _ in named) and not all(name for name, _ in named):
        raise NotUnderstood(
            "some tallies have a side's name and some have none",
            remedy=f'Name them all, or none. Example: canasta hand {names[0]}="7xK out" …',
        )
    _check_number([name for name, _ in named], names)
    by_side = dict(named) if named[0][0] else dict(zip(names, (t for _, t in named), strict=True))
    tallies = tuple(read_side(by_side[name], name) for name in names)
    return HandInput(with_full_names(tallies, game), dealer=dealer, forced=forced)


def _check_number(given: list[str], names: list[str]) -> None:
    """Check that each side has exactly one tally."""
    twice = [name for name in given if name and given.count(name) > 1]
    each = f'Give a tally for each of {listed(names)}; write "" for an empty one.'
    if twice:
        raise NotUnderstood(f"the tally of {twice[0]} is given twice", remedy=each)
    if len(given) > len(names):
        raise NotUnderstood(
            f"{count_of(len(given), 'tally', 'tallies')} for {count_of(len(names), 'side')}",
            remedy="Put each side's tally in quotes. "
            f'Example: canasta hand {EXAMPLE} "AAA 5555 left:JJ4"',
        )
    if len(given) < len(names):
        missing = [n for n in names if n not in given] if given[0] else names[len(given) :]
        example = " ".join((EXAMPLE, *('""' for _ in names[1:])))
        raise NotUnderstood(
            f"there is no tally for {listed(missing)}",
            remedy=f"{each} Example: canasta hand {example}",
        )


def _named(text: str, game: Game) -> tuple[str, str]:
    """Split a text into a side's name and its tally; without a name, the name is empty."""
    for name in (*_names(game), *game.players):
        if text.startswith(f"{name}="):
            return pick_side(name, game), text[len(name) + 1 :]
    head, equals, tally = text.partition("=")
    if not equals or ":" in head or " " in head.strip():
        return "", text
    return pick_side(head, game), tally


def _names(game: Game) -> list[str]:
    return [side.name for side in game.sides]


def read_side(text: str, name: str) -> Tally:
    """Read one side's tally; an error names the side."""
    try:
        return read_tally(text)
    except NotationError as error:
        error.message = f"{name}: {error.message}"
        raise


def with_full_names(tallies: tuple[Tally, ...], game: Game) -> tuple[Tally, ...]:
    """Complete the name of the player who played alone, as the game spells it."""
    players = list(game.players)
    return tuple(
        tally._replace(alone=pick(tally.alone, players, "player", NotUnderstood))
        if tally.alone
        else tally
        for tally in tallies
    )


def read_shown(words: tuple[str, ...]) -> "tuple[PlayerCards, ...]":
    """Read the cards players show at the end of a hand, each as ``PLAYER=CARDS``."""
    return tuple(_shown(word) for word in words)


def _shown(text: str) -> "PlayerCards":
    from canasta_cli.notation.deal import read_player_left

    player, equals, cards = text.partition("=")
    if not equals or not player:
        raise NotUnderstood(
            f"no cards are given for “{text}”" if not equals else f"no player is given in “{text}”",
            remedy="Give each player with the cards left. Example: canasta left Bob=A4",
        )
    try:
        return read_player_left(player, cards)
    except NotationError as error:
        error.message = f"{player}: {error.message}"
        raise
