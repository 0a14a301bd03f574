"""A meld as the rules of melding judge it."""

from typing import NamedTuple

from canasta_cli.model.melds import Meld


class MeldOnTable(NamedTuple):
    """A meld as it is, or would be, on the table.

    ``going_out`` is true if the side goes out in the same turn; ``None`` if that is unknown.
    """

    meld: Meld
    going_out: bool | None = None
