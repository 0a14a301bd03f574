"""Read and write the text of ``.canasta.toml`` game files, and of the same in JSON."""

from typing import Any

from canasta_cli.errors import UnusableData
from canasta_cli.notation.comments import remarks
from canasta_cli.notation.document import GameFile, document_of, game_of
from canasta_cli.untrusted import Unreadable, lines_of, parse_json, parse_toml
from canasta_cli.words import json_text, toml_text


def read_game(text: str, name: str) -> GameFile:
    """Read a game file in TOML or JSON; ``name`` is used if the file gives none.

    Comments in TOML become notes of the game.

    Raises :class:`~canasta_cli.errors.UnusableData` with every fault and its line.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return game_of(_json(text), lambda _table, _key, _which: None, name)
    document = _toml(text)
    lines = lines_of(text)

    def where(table: str, key: str, which: int) -> int | None:
        """Return the line of a key, else of the list that contains it, else of its table."""
        keys = (key, key.partition(".")[0], "")
        return next((lines[table, which, k] for k in keys if (table, which, k) in lines), None)

    file = game_of(document, where, name)
    if "#" not in text:
        return file
    notes = (*file.game.notes, *remarks(text, lines, file.game))
    return file._replace(game=file.game._replace(notes=notes))


def _json(text: str) -> dict[str, Any]:
    try:
        document = parse_json(text)
    except Unreadable as error:
        raise UnusableData(str(error)) from None
    return document if isinstance(document, dict) else {}


def _toml(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except Unreadable as error:
        if _is_json(text):
            raise UnusableData("not a game file: a game in JSON is one object {…}") from None
        page = text.lstrip().startswith("<") or (text.startswith("# ") and "=" not in text)
        if page or text.startswith("game,"):
            raise UnusableData(
                "not a game file but a page or a table",
                fix="Export the game as TOML or JSON; only these can be read again.",
            ) from None
        raise UnusableData(str(error)) from None


def _is_json(text: str) -> bool:
    try:
        parse_json(text)
    except Unreadable:
        return False
    return True


def write_game(file: GameFile) -> str:
    """Format a game as the text of a game file, hand by hand."""
    document = document_of(file)
    tables = {key: document.pop(key) for key in ("house", "sides", "pending") if key in document}
    rows = {key: document.pop(key, []) for key in ("hands", "notes")}
    blocks = [_block("", document)]
    blocks += [_block(f"[{key}]", table) for key, table in tables.items()]
    blocks += [_block(f"[[{key}]]", row) for key, several in rows.items() for row in several]
    return toml_text("\n\n".join(blocks) + "\n")


def write_json(file: GameFile) -> str:
    """Format the same document as JSON."""
    return json_text(document_of(file), indent=2) + "\n"


def _block(head: str, table: dict[str, Any]) -> str:
    lines = [f"{_key(key)} = {_literal(value)}" for key, value in table.items()]
    return "\n".join([head, *lines] if head else lines)


def _key(key: str) -> str:
    return _dumps({key: 0}).removesuffix(" = 0")


def _literal(value: object) -> str:
    """Format a value on one line; the TOML writer would spread lists and tables over several.

    Each turn has a line of its own.
    """
    if isinstance(value, list) and any(" " in each for each in value if isinstance(each, str)):
        return "\n".join(("[", *(f"  {_literal(each)}," for each in value), "]"))
    if isinstance(value, list):
        return f"[{', '.join(_literal(each) for each in value)}]"
    if isinstance(value, dict):
        return (
            f"{{ {', '.join(f'{_key(key)} = {_literal(each)}' for key, each in value.items())} }}"
        )
    return _dumps({"x": value}).removeprefix("x = ")


def _dumps(table: dict[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(table).rstrip("\n")
