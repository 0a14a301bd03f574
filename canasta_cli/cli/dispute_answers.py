"""How answers to the questions of ``canasta check`` are read: as people type them, into canonical text."""

import re

from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Rank
from canasta_cli.notation.cards import (
    one_card,
    read_cards,
    scan_melds,
    scan_onto,
    whole,
    write_cards,
    write_meld,
    write_onto,
)
from canasta_cli.notation.turn import read_turn, write_turn


def card(typed: str) -> str:
    """Read one card."""
    found = one_card(typed)
    if found is None:
        raise NotUnderstood(f"“{typed}” is not one card", fix="Example: 9")
    return found.symbol


def cards(typed: str) -> str:
    """Read cards."""
    return write_cards(read_cards(typed))


def hand(typed: str) -> str:
    """Read all cards of a hand; other answers say that they are not few."""
    return "" if typed.lower() in ("no", "many", "enough") else cards(typed)


def melds(typed: str) -> str:
    """Read melds and lay-offs, or that there are none."""
    if typed.lower() in ("none", "no", "nothing"):
        return "none"
    return " ".join(map(write_meld, scan_melds(typed.replace(", ", " "))))


def one_meld(typed: str) -> str:
    """Read a whole meld, or the name of one: ``K``, ``kings``, ``H`` for a sequence, ``W``."""
    rank = next((rank for rank in Rank if typed.lower() in (rank.many, rank.noun, rank.one)), None)
    name = typed if rank is None else rank.value
    if len(name) == 1:
        return write_onto(scan_onto(whole(name)))
    melds = scan_melds(typed)
    if len(melds) != 1:
        raise NotUnderstood(f"“{typed}” is not one meld", fix="Examples: 7xK; or K for kings")
    return write_meld(melds[0])


def discard(typed: str) -> str:
    """Read a discard: a card, or ``none`` or ``down``."""
    return typed.lower() if typed.lower() in ("none", "down") else card(typed)


def turn(typed: str) -> str:
    """Read a turn."""
    return write_turn(read_turn(typed))


def yes_or_no(typed: str) -> str:
    """Read yes or no, also in a sentence: ``he said no``."""
    words = re.findall("[a-z]+", typed.lower())
    found = [word for word in ("yes", "no") if word.startswith(typed.lower()) or word in words]
    if len(found) != 1:
        raise NotUnderstood(f"answer yes or no, not “{typed}”")
    return found[0]


def beginning(typed: str) -> str:
    """Read how a turn began: with a draw from the stock, or with the pile."""
    for word, beginning in (
        ("stock", "stock"),
        ("drew", "stock"),
        ("draw", "stock"),
        ("pile", "pile"),
    ):
        if word.startswith(typed.lower()):
            return beginning
    raise NotUnderstood(f"answer stock or pile, not “{typed}”")


def number(typed: str) -> str:
    """Read a whole number, with or without commas, or in words up to ten."""
    from canasta_cli.notation.cards import NUMBERS

    if typed.lower() in NUMBERS:
        return str(NUMBERS.index(typed.lower()) + 1)
    digits = typed.replace(",", "")
    if not digits.removeprefix("-").isdecimal():
        raise NotUnderstood(f"“{typed}” is not a whole number", fix="Example: 1,640")
    return str(int(digits))


def numbers(typed: str) -> str:
    """Read several whole numbers."""
    words = [word.rstrip(",") for word in typed.split()]
    return " ".join(number(word) for word in words if word.lower() != "and")
