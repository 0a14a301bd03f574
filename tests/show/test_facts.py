"""Every fact and action that the engine names has an option or a command."""

from canasta_cli.engine.rule import Act, Fact
from canasta_cli.show.finding import TYPED
from canasta_cli.show.verdict import SETTLES


def test_every_fact_can_be_told() -> None:
    assert set(SETTLES) == set(Fact)


def test_whatever_a_rule_may_advise_has_something_to_type() -> None:
    assert set(TYPED) == set(Act)
