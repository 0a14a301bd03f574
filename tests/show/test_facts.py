"""Every fact that a rule may need has an option that tells it."""

from canasta_cli.engine.rule import Fact
from canasta_cli.show.verdict import SETTLES


def test_every_fact_can_be_told() -> None:
    assert set(SETTLES) == set(Fact)
