"""Several values of a fact are named in one phrase that people understand."""

import pytest

from canasta_cli.engine.fact_values import ENOUGH, name_melds

NO_MELDS, NO_KINGS, KINGS, CANASTA = EVERY = (
    "your side has no melds",
    "your side has no kings",
    "your side has kings",
    "your side has a canasta of kings",
)
NAMED: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = (
    (EVERY[1:], EVERY, "your side has melds"),
    (EVERY[:2], EVERY, "your side has no kings"),
    (EVERY[2:], EVERY, "your side has kings"),
    (EVERY[1:3], EVERY, "your side has melds, but no canasta of kings"),
    (EVERY[:3], EVERY, "your side has no canasta of kings"),
    ((NO_MELDS, CANASTA), EVERY, "your side has no melds or a canasta of kings"),
    (EVERY, (*EVERY, ENOUGH), "your side lacks canastas that it needs to go out"),
    ((CANASTA, ENOUGH), (*EVERY, ENOUGH), ENOUGH),
    ((ENOUGH,), (*EVERY, ENOUGH), ENOUGH),
)


@pytest.mark.parametrize(("says", "every", "named"), NAMED)
def test_melds_are_named_by_what_they_have_in_common(
    says: tuple[str, ...], every: tuple[str, ...], named: str
) -> None:
    assert name_melds(says, every) == named
