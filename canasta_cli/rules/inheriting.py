"""Find the origin of a value that a ruleset takes from the ruleset it extends."""

from canasta_cli.rules.schema import Origin, Ruleset


def inherited_origin(
    path: str, parent: Ruleset, *, row: Origin | None, main: tuple[str, ...], own_game: bool
) -> Origin:
    """Return the origin of a value that a ruleset file neither sets nor lists by name.

    ``row`` is the general row that covers it (``*`` or ``pile.*``), ``main`` the sources that
    describe the file's game. ``own_game`` is true if the file describes a different game, not
    its parent with house rules. The value is *seen* only if one of ``main`` states it.
    """
    origin = parent.origins[path]
    if row is not None and (origin.status == "unknown" or row.status in ("house", "unknown")):
        return row
    if origin.status not in ("seen", "inherited"):
        return origin if row is None else row._replace(status=origin.status)
    stating = tuple(key for key in origin.sources if key in main)
    if stating:
        return origin._replace(status="seen", sources=stating)
    if row is not None:
        return row._replace(status="inherited")
    if not own_game or origin.status == "inherited":
        return origin
    note = f"; {origin.note}" if origin.note else ""
    return Origin("inherited", origin.sources, f"from {parent.name}{note}")
