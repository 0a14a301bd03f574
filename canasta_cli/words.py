"""Format numbers, counts and lists for sentences, read numbers, find the word that was meant; and escapes.

It is the one place that chooses singular or plural. Every layer uses it for messages and answers, and
writers of JSON and TOML for characters that could harm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# Format numbers, counts and lists for sentences; the one place that chooses singular or plural.


def points(number: int) -> str:
    """Format a number with thousands separators: ``1,640``."""
    return f"{number:,}"


MOST_DIGITS = 9
_PLAIN = rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}(?:\.0{{1,2}})?"
_GROUPED = r"[+-]?[1-9][0-9]{0,2}([\s,.'’])[0-9]{3}(?:\1[0-9]{3})?(?:(?!\1)[.,]0{1,2})?"
MINUS_SIGNS = "-−–—"
"""A hyphen, and what is typed for one; the hyphen is first, so that they can be a class of a pattern."""
_MINUS = str.maketrans(MINUS_SIGNS, "-" * len(MINUS_SIGNS))


def whole_number(text: str) -> int | None:
    """Read a whole number, with or without thousands separators: ``1640``, ``1,640``, ``−20``, ``5 000``.

    A fraction of nothing is understood, as spreadsheets write it: ``120.0``. Return ``None`` for other texts.
    """
    plain = text.strip().translate(_MINUS)
    if not plain[-1:].isdigit():
        return None
    if plain.isdecimal() and plain.isascii() and len(plain) <= MOST_DIGITS:
        return int(plain)
    from re import fullmatch, sub  # few numbers need a pattern

    if not (fullmatch(_PLAIN, plain) or fullmatch(_GROUPED, plain)):
        return None
    return int(sub("[^0-9-]", "", sub(r"[.,]0{1,2}\Z", "", plain)))


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun: ``1 game``, ``2 games``.

    Give ``plural`` if it isn't the noun plus s.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def plain_letters(name: str) -> str:
    """Return the letters and digits of a name without accents, in lower case; a name without any as it is."""
    from unicodedata import normalize  # few names are typed in another way

    return "".join(filter(str.isalnum, normalize("NFKD", name).casefold())) or name


def capitalized(text: str) -> str:
    """Return a text with a capital at its beginning; its other letters stay."""
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(text: str) -> str:
    """Return a text with a capital, and with a full stop unless it ends as a sentence."""
    return f"{capitalized(text)}{'' if text.endswith(('?', '.')) else '.'}"


class ValueInTemplate:
    """A value in a template: ``{have}`` is ``1,640``, ``{have:wild card}`` ``2 wild cards``.

    A plural that is not the noun with an s follows a bar: ``{have:foot|feet}``.
    """

    def __init__(self, value: Any, words: Callable[[Any], str]) -> None:
        self._value, self._words = value, words

    def __getitem__(self, at: int) -> ValueInTemplate:
        """Return a part of the value: ``{talon.cards[0]}``."""
        return ValueInTemplate(self._value[at], self._words)

    def __format__(self, noun: str) -> str:
        """Format the value in its words, or as a count of a noun."""
        return count_of(self._value, *noun.split("|")) if noun else self._words(self._value)


def listed(words: Iterable[str]) -> str:
    """Join words with commas and “and”: ``Ann, Bob and Cat``.

    A comma before the last keeps them apart if one of them has an “or”.
    """
    return _joined(words, "and", " or ")


def either(words: Iterable[str]) -> str:
    """Join words with commas and “or”: ``natural, mixed or wild``.

    A comma before the last keeps alternatives apart if one of them has an “or” or a comma.
    """
    return _joined(words, "or", " or ", ", ")


def _joined(words: Iterable[str], before_last: str, *apart: str) -> str:
    """Join words with commas; before the last stands one only if a word has a text of ``apart``."""
    *most, last = words
    comma = "," if any(text in each for text in apart for each in (*most, last)) else ""
    return f"{', '.join(most)}{comma} {before_last} {last}" if most else last


_ALIKE = 0.6
# Short words are alike by chance, and a wrong guess sends people astray: “season” and “json” are 0.6,
# and so are many pairs of first names. Names of games and rulesets are longer, or few.
_SHORT_ALIKE = 0.7


def closest(word: str, words: Iterable[str], *, short: bool = False, most: int = 1) -> list[str]:
    """Return the words that are most similar to one that nobody knows, at most ``most`` of them.

    ``short`` words must be more similar. Capitals don't count.
    """
    from difflib import get_close_matches  # costs a millisecond, and only mistakes need it

    known = {each.lower(): each for each in words}
    least = _SHORT_ALIKE if short else _ALIKE
    return [known[each] for each in get_close_matches(word.lower(), known, most, least)]


def did_you_mean(word: str, words: Iterable[str], *, before: str = "", short: bool = False) -> str:
    """Return “ Did you mean …?” with the closest of some words, or an empty string.

    ``before`` is put before it. Of a name with dots, the part after the last one must be close too.
    """
    end = word.rpartition(".")[2]
    found = closest(word, words, short=short)
    near = [each for each in found if closest(end, [each.rpartition(".")[2]], short=short)]
    return f" Did you mean “{before}{near[0]}”?" if near else ""


def quoted(word: str) -> str:
    """Quote a word of a suggested command for the shell, if it needs that."""
    if word.isalnum() and word.isascii():
        return word
    from shlex import quote  # few words need it

    return quote(word)


MOST_SHOWN = 50
LONGEST_SHOWN = 500


def abridged(text: str, most: int = LONGEST_SHOWN) -> str:
    """Cut the middle out of a long text; its two ends are the most useful."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"


def shortened(text: str, most: int) -> str:
    """Join the words of a text with single spaces, and cut it after a word if it is too long."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    from textwrap import shorten  # takes as long to load as a verdict

    return shorten(text, most, placeholder=" …")


def first_of(lines: Sequence[str], noun: str, most: int = MOST_SHOWN) -> list[str]:
    """Return the first of many lines, each abridged, and a line that counts the rest."""
    more = len(lines) - most
    rest = [f"and {count_of(more, f'more {noun}')}"] if more > 0 else []
    return [*map(abridged, lines[:most]), *rest]


# Escapes for JSON and TOML: no character in them can control a terminal or reverse a line.
#
# JSON and TOML parse an escape like `\u202e` as the character, so names stay exact.

# The Unicode categories of control, format and unassigned characters, and of line separators.
_CONTROLLING = ("C", "Zl", "Zp")
_BEYOND_FOUR_DIGITS = 0x10000


def json_text(document: Any, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Format a document as JSON; ``ascii_only`` is for streams that can't encode other characters."""
    import json

    text = json.dumps(document, ensure_ascii=ascii_only, indent=indent)
    return _escaped(text, lambda letter: json.dumps(letter)[1:-1])


def toml_text(text: str) -> str:
    """Escape characters that could control a terminal in the text of a TOML file.

    All of them are inside strings, where TOML allows escapes.
    """
    return _escaped(text, _toml_escape)


def _toml_escape(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code < _BEYOND_FOUR_DIGITS else f"\\U{code:08x}"


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    if text.replace("\n", "").isprintable():
        return text
    from unicodedata import category

    found = {each for each in set(text) if not each.isprintable() and each != "\n"}
    escapes = {ord(each): escape(each) for each in found if category(each).startswith(_CONTROLLING)}
    return text.translate(escapes)
