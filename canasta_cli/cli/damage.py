"""Tell a damaged journal from a fault of the program. Loads nothing until something went wrong."""

from canasta_cli.errors import UnusableData

opened: list[str] = []
"""The journals that were opened, the last one last."""


def damage() -> UnusableData | None:
    """Blame an unexpected error on the journal that was open if it is damaged, and only then.

    A journal can be changed outside the program in more ways than anybody foresees.
    """
    if not opened or _is_sound(opened[-1]):
        return None
    from canasta_cli.journal.schema import DOCTOR

    return UnusableData(f"{opened[-1]} is damaged", remedy=DOCTOR)


def _is_sound(file: str) -> bool:
    from canasta_cli.cli.options import desk
    from canasta_cli.scorekeeper.health import examine

    try:
        with desk(file, examine=True) as here:
            return not examine(here, file).faults
    except Exception:  # noqa: BLE001 - what cannot even be examined is damaged
        return False
