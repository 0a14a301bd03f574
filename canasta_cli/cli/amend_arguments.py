"""What ``canasta amend`` corrects: which hand or part of it, and the tallies as typed."""

from collections.abc import Sequence

from canasta_cli.cli.hand_arguments import SEPARATOR, Rules, read_side, with_full_names
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Tally
from canasta_cli.scorekeeper.scorebook import pick_side
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit
from canasta_cli.values import NamedTuple

LONGEST_NUMBER = 12
LEFT = "left"


class Target(NamedTuple):
    """A hand, counted from 1, or the hands from one to another; ``part`` is a turn or ``left``."""

    hand: int
    last: int
    part: str = ""


def read_target(text: str) -> Target:
    """Read ``2`` (a hand), ``2-4`` (hands), ``2.7`` (a turn) or ``2.left`` (the cards left)."""
    hands, dot, part = text.partition(".")
    first, dash, last = hands.partition("-")
    numbers = (first, last) if dash else (first,)
    known = part.isdecimal() or part == LEFT or not dot
    if (
        all(number.isdecimal() for number in numbers)
        and len(text) < LONGEST_NUMBER
        and known
        and not (dot and dash)
    ):
        return Target(int(first), int(last or first), part)
    raise NotUnderstood(
        f"“{text}” is not a hand number",
        fix="Give a hand (2), one of its turns (2.7), the cards left in hand (2.left), or with "
        "--swap several hands (2-4). Example: canasta amend 2.7 draw discard 5",
    )


def read_edits(texts: Sequence[str], game: Game, rules: Rules) -> tuple[TallyEdit, ...]:
    """Read changes that each name a side: ``Us+=3R``, ``Us-=out``, ``Us="7xK out"``.

    Return none if they name no side, or if they are a whole tally for each side: these replace the
    hand.
    """
    found = [_named(text, game, rules) for text in _joined(texts)]
    edits = [each for each in found if each is not None]
    if edits and len(edits) < len(found):
        names = [side.name for side in game.sides]
        raise NotUnderstood(
            "some tallies have a side's name and some have none",
            fix=f'Name them all, or none. Example: canasta amend 3 {names[0]}="7xK out"',
        )
    replaced = [each.side for each in edits if each.operator is Operator.REPLACE]
    for side in replaced:
        if sum(each.side == side for each in edits) > 1:
            raise NotUnderstood(
                f"{side} has a new tally and other changes",
                fix=f"Give {side}'s tally once, or only changes of it (+= and -=).",
            )
    return () if len(replaced) == len(game.sides) else tuple(edits)


def check_sides(hand: int, texts: Sequence[str], game: Game) -> None:
    """Check that tallies are a whole hand, or that each names its side; ``hand`` is its number.

    Raises :class:`~canasta_cli.errors.NotUnderstood` with the way to change a part of one tally.
    """
    names = [side.name for side in game.sides]
    first, *words = texts or ("",)
    side = next((name for name in names if name.lower() == first.lower()), None)
    if side is None:
        if not texts or len(texts) >= len(names) or "=" in first or SEPARATOR in " ".join(texts):
            return
        side, words = names[0], [first.lstrip("+"), *words]
        problem = f"“{' '.join(texts)}” names no side"
    else:
        problem = f"“{first}” has no {'“+=” or “=”' if words else 'change'} after it"
    change = " ".join(words) or "3R"
    change = f'"{change}"' if " " in change else change
    raise NotUnderstood(
        problem,
        fix="Name the side and its change: += adds words, -= removes them, = replaces the tally. "
        f"Example: canasta amend {hand} {side}+={change}",
    )


def _joined(texts: Sequence[str]) -> list[str]:
    """Join a name with the change after it: ``Us +=3R``."""
    found: list[str] = []
    for text in texts:
        if found and text.startswith(("+=", "-=", "=")):
            found[-1] += text
        else:
            found.append(text)
    return found


def _named(text: str, game: Game, rules: Rules) -> TallyEdit | None:
    """Read a change of one side's tally; ``None`` if it names no side."""
    names = [side.name for side in game.sides]
    for name in (*names, *game.players):
        for operator in (Operator.ADD, Operator.REMOVE, Operator.REPLACE):
            if text.startswith(name + operator.value):
                return _edit(name, operator, text[len(name + operator.value) :], game, rules)
    head, equals, words = text.partition("=")
    if not equals or ":" in head or " " in head.strip():
        return None
    operator = next(
        (each for each in (Operator.ADD, Operator.REMOVE) if each.value == f"{head[-1:]}="),
        Operator.REPLACE,
    )
    if operator is not Operator.REPLACE:
        head = head[:-1]
    return _edit(head, operator, words, game, rules)


def _edit(name: str, operator: Operator, words: str, game: Game, rules: Rules) -> TallyEdit:
    side = pick_side(name, game)
    if operator is not Operator.REPLACE and not words.strip():
        raise NotUnderstood(
            f"“{name}{operator.value}” has no words after it",
            fix=f"Example: canasta amend 3 {side}{operator.value}3R",
        )
    return TallyEdit(side, operator, read_words(words, side, game, rules))


def read_words(words: str, side: str, game: Game, rules: Rules) -> Tally:
    """Read words of a side's tally, with the full name of a player who played alone."""
    (tally,) = with_full_names((read_side(words, side, rules),), game)
    return tally
