"""Cards left in hand, written short: a minus sign stands for ``left:``, as in ``AAA -JJ4``."""

from collections.abc import Container, Iterable, Iterator

from canasta_cli.model.cards import Cards
from canasta_cli.notation.cards import scan_cards
from canasta_cli.notation.reader import Token

SIGN = "-"
# Card points end in these digits.
_POINTS = ("0", "5")
_RANKS = frozenset("2456789")


def with_signs_apart(tokens: Iterable[Token], keys: Container[str]) -> Iterator[Token]:
    """Split words before each sign: ``5555-JJ4`` are two words.

    A word with a colon stays whole, and so does a value: a word after one of the ``keys``, with
    its colon or without.
    """
    key = ""
    for token in tokens:
        rest = token
        is_value = f"{key}:" in keys
        while not is_value and SIGN in rest.text[1:-1] and ":" not in rest.text:
            at = rest.text.index(SIGN, 1)
            yield rest._replace(end=rest.start + at)
            rest = rest.after(at)
        yield rest
        key = token.text.lower().removesuffix(":")


def is_left(text: str) -> bool:
    """True for a word of cards left in hand, with their sign."""
    return text.startswith(SIGN) and len(text) > 1


def scan_left(token: Token) -> Cards:
    """Read cards left in hand, after their sign. Refuses digits that could be points: ``-25``."""
    digits = token.text[1:]
    if digits.isdecimal() and len(digits) > 1 and digits.endswith(_POINTS):
        cards = set(digits.replace("10", "")) <= _RANKS
        token.fail(
            f"“{token.text}” could be {'cards or ' if cards else ''}points",
            expected=f"Write {f'left:{digits} for cards, ' if cards else ''}minus:{digits} for points",
            example=f"{'left' if cards else 'minus'}:{digits}",
        )
    return Cards(scan_cards(token.after(1)))
