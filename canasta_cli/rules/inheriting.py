"""Find the origin of a value that a ruleset takes from the ruleset it extends."""

from canasta_cli.rules.schema import CITED, FROM, STATED, Origin, Ruleset


def inherited_origin(
    path: str, parent: Ruleset, *, row: Origin | None, main: tuple[str, ...], own_game: bool
) -> Origin:
    """Return the origin of a value that a ruleset file neither sets nor lists by name.

    ``row`` is the general row that covers it (``*`` or ``pile.*``), ``main`` the sources that
    describe the file's game. ``own_game`` is true if the file describes a different game, not
    its parent with house rules. The value is *seen* only if one of ``main`` states it, and *cited* if
    one is only said to.
    """
    origin = parent.origins[path]
    if row is not None and (origin.status == "unknown" or row.status in ("house", "unknown")):
        return row
    if origin.status not in (*STATED, "inherited"):
        return origin if row is None else row._replace(status=origin.status)
    read, cited = (
        tuple(key for key in keys if key in main) for keys in (origin.sources, origin.cited)
    )
    if read or cited:
        return origin._replace(status="seen" if read else CITED, sources=read, cited=cited)
    if row is None and not own_game:
        return origin
    giver = origin.giver or parent.name
    of = origin if row is None else row
    note = of.note.removeprefix(FROM + giver).removeprefix("; ")
    says = f"{FROM}{giver}" + (f"; {note}" if note else "")
    return Origin("inherited", of.sources, says, of.cited)
