r"""Escapes for JSON and TOML: no character in them can control a terminal or reverse a line.

JSON and TOML parse an escape like ``\u202e`` as the character, so names stay exact.
"""

from __future__ import annotations

# A name of this form is true for type checkers, and costs no import of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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
