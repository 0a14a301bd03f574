"""The sources of the rules that are common to all games."""

import json

import pytest

from canasta_cli.cli import main
from canasta_cli.engine.catalogue import SCORING, entries
from canasta_cli.rules.library import ruleset


def test_there_is_a_row_for_each_rule_that_reads_no_parameter() -> None:
    """Other rules may have one, too: for what their sentence says besides their parameters."""
    every = {rule.id: rule for rule in entries() if rule.chapter != SCORING}
    rows = {
        name.removeprefix("rule.")
        for name in ruleset("classic").origins
        if name.startswith("rule.")
    }
    assert {id_ for id_, rule in every.items() if not rule.reads} <= rows <= set(every)


def test_a_finding_about_a_common_rule_cites_who_states_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "meld", "K:K", "--melds", "QQQ", "--their-melds", "KKK", "--json"])
    findings = {each["rule"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    assert findings["meld.onto"]["sources"] == ["pagat", "leaflet", "gamerules"]
    assert findings["meld.onto"]["cited"] == []
    main(["check", "discard", "3R", "--json"])
    findings = {each["rule"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
    red_threes = findings["discard.red-threes"]
    assert red_threes["sources"] == ["gamerules", "gamerules-answers"]


def test_an_explained_rule_shows_who_states_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "explain", "turn.player", "--json"])
    explained = json.loads(capsys.readouterr().out)
    assert list(explained["sources"]) == [
        "pagat",
        "cardgames-io",
        "leaflet",
        "gamerules",
        "pagat-modern",
        "pennies-howstuffworks",
        "howstuffworks-samba",
    ]


def test_a_rule_explained_for_one_ruleset_shows_its_values_and_sources_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["rules", "explain", "ranks.3B.pile", "-r", "samba", "--json"])
    explained = json.loads(capsys.readouterr().out)
    assert list(explained["sources"]) == ["open-rules-samba"]
    assert explained["parameters"]["ranks.3B.pile"] == {
        "samba": {
            "value": "blocks",
            "status": "seen",
            "sources": ["open-rules-samba"],
            "cited": [],
            "quotes": explained["parameters"]["ranks.3B.pile"]["samba"]["quotes"],
        }
    }


def test_an_explained_rule_shows_the_status_of_each_rulesets_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["rules", "explain", "pile.one_card", "--all"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "bicycle: seen (bicycle)" in lines
    assert "leaflet: assumed (leaflet); it doesn't mention it" in lines
    assert "sevens: inherited (rummy-games-sevens); from classic; as in the classic game" in lines
