"""Format the penalties of a hand that were recorded separately."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.notation.tally import write_award
from canasta_cli.show.keys import Keys
from canasta_cli.show.layout import Blocks, Style, Text

if TYPE_CHECKING:
    from canasta_cli.model.game import Pending


def award_text(penalty: Pending) -> str:
    """Format a penalty with its side: ``penalty:100 for Them``."""
    return f"{write_award(penalty.award)} for {penalty.side}"


def awards_blocks(awards: tuple[Pending, ...], hand: int, *, amended: bool) -> Blocks:
    """Number the penalties that count with a hand besides its tallies, as ``amend`` drops them."""
    if not awards:
        return ()
    if len(awards) == 1 and not amended:
        text = f"1 penalty recorded separately. To drop it: canasta amend {hand} --drop-penalty 1"
        return (Text(text, Style.QUIET),)
    head = "These penalties stay with the hand:" if amended else "Recorded separately:"
    return (
        Text(head, Style.NOTICE),
        *(Text(f"{at}. {award_text(each)}", indent=2) for at, each in enumerate(awards, start=1)),
        Text(f"To drop one: canasta amend {hand} --drop-penalty N", Style.QUIET),
    )


AWARD_KEYS = Keys(
    "A penalty",
    {
        "side": "The side that it is about.",
        "award": "The penalty or bonus, in notation: `penalty:50`.",
    },
)


def awards_json(awards: Iterable[Pending]) -> list[Mapping[str, Any]]:
    """Return penalties as JSON."""
    return [{"side": each.side, "award": write_award(each.award)} for each in awards]
