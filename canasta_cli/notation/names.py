"""A player's name inside a line: as it is, or in double quotes if it is more than a plain word."""

import re

_PLAIN_NAME = r'[^\s":,#\\]+\Z'


def read_name(text: str) -> str:
    """Read a word as a name; empty if it is not one."""
    if not text.startswith('"'):
        return text
    import json  # few names are quoted

    try:
        name = json.loads(text, strict=False)
    except ValueError:
        return ""
    return name if isinstance(name, str) else ""


def write_name(name: str) -> str:
    """Format a name as one word; :func:`read_name` reads it back."""
    if name.isalnum() or re.match(_PLAIN_NAME, name):
        return name
    import json

    return json.dumps(name, ensure_ascii=False)
