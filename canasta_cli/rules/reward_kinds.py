"""How points for many cards at once are read, written and shown; their values are in ``rewards``."""

import re

from canasta_cli.rules.kinds import FLAG, NEEDS, NONE, Kind, plain, rows_or_none, table_of, whole
from canasta_cli.rules.rewards import Collection, SpecialHand

POINTS = whole()


def _read_collection(value: object) -> Collection:
    table = table_of(value, ("points", "needs"))
    return Collection(POINTS.read(table.get("points", 0)), NEEDS.read(table.get("needs", 1)))


COLLECTIONS: Kind[tuple[Collection, ...]] = Kind(
    f'a list: points, and the canastas that a side needs for them, or "{NONE}"',
    '[{ points = 2000, needs = [{ count = 5, of = ["natural"] }] }]',
    lambda value: tuple(_read_collection(each) for each in rows_or_none(value, "collections")),
    lambda value: (
        [{"points": row.points, "needs": NEEDS.write(row.needs)} for row in value] or NONE
    ),
    lambda value: " · ".join(f"{NEEDS.show(row.needs)}: {row.points:,}" for row in value) or NONE,
)


# The words of a special hand, see SpecialHand; compiled on first use.
_MADE = r"(?:([2-9TJQKAWNDMS])\1*(?: (?!$)|$))+"


def _read_special(value: object) -> SpecialHand:
    table = table_of(value, ("name", "cards", "points", "wins"))
    name, made = table.get("name"), table.get("cards")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise ValueError(f"expected a name in lower-case letters, not {plain(name)}")
    if not isinstance(made, str) or not re.fullmatch(_MADE, made):
        raise ValueError(f"expected sets of cards such as AA DD NNN, not {plain(made)}")
    return SpecialHand(
        name, made, POINTS.read(table.get("points", 0)), FLAG.read(table.get("wins", False))
    )


def _read_specials(value: object) -> tuple[SpecialHand, ...]:
    hands = tuple(_read_special(each) for each in rows_or_none(value, "special hands"))
    if len({hand.name for hand in hands}) < len(hands):
        raise ValueError("two special hands have the same name")
    return hands


def _write_specials(hands: tuple[SpecialHand, ...]) -> object:
    return [
        {"name": hand.name, "cards": hand.made, "points": hand.points}
        | ({"wins": True} if hand.wins else {})
        for hand in hands
    ] or NONE


SPECIALS: Kind[tuple[SpecialHand, ...]] = Kind(
    "a list; “cards” has a word for each set, with a letter for each card: a rank (A to 4, 2, W), 3 (a "
    "three), N (natural cards of one rank), D (only deuces or only jokers), M (any wild cards), S (like N "
    f'or D); for example AA NNN is two aces and three natural cards of one rank; or "{NONE}"',
    '[{ name = "pairs", cards = "NN NN NN NN NN NN NN", points = 2500 }]',
    _read_specials,
    _write_specials,
    lambda hands: (
        " · ".join(
            f"{hand.name} ({hand.made}): {hand.points:,}{' and the game' if hand.wins else ''}"
            for hand in hands
        )
        or NONE
    ),
)
