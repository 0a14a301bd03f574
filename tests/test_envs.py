"""The environment for learners: PettingZoo's own tests, and what its numbers stand for.

These tests need the extra ``rl``. They are skipped without it; where ``CI`` is set they fail instead.
"""

import doctest
import os
import random
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from looping import for_each_case
from random_hands import EXAMPLES
from sampling import sample

import canasta_cli as canasta

try:
    import numpy as np
    from pettingzoo.test import api_test, seed_test

    from canasta_cli.envs import SPARE, CanastaEnv
except ImportError as error:
    if os.environ.get("CI"):
        raise
    pytest.skip(f"{error.name} is not installed (extra “rl”)", allow_module_level=True)

SAMPLE = ("classic", "three-player", "five-player", "modern-american", "hand-and-foot", "samba")
RULESETS = canasta.ruleset_names() if len(SAMPLE) < EXAMPLES else SAMPLE


def environment(name: str = "classic") -> CanastaEnv:
    """Return the environment of a ruleset, with its undefined values as they are shown."""
    rules = canasta.ruleset(name)
    return CanastaEnv(rules.with_house({each: rules[each] for each in rules.undefined}))


def play(env: CanastaEnv, seed: int, **options: Any) -> list[tuple[str, dict[str, Any], str]]:
    """Play a hand at random; return who chose, what they saw, and the action."""
    env.reset(seed=seed, options=options)
    chance, chosen = np.random.default_rng(seed), []
    while not any(env.terminations.values()):
        agent = env.agent_selection
        seen, reward, *_ = env.last()
        assert reward == 0
        action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        chosen.append((agent, seen, env.actions[action]))
        env.step(action)
    return chosen


def value(env: CanastaEnv, agent: str, feature: str) -> float:
    """Return the value of a feature for an agent."""
    return float(env.observe(agent)["observation"][env.features.index(feature)])


@for_each_case("name", sample(RULESETS, 2))
def test_it_passes_the_tests_of_pettingzoo(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # Its own environments with a mask are exempt by name; turns are shown by ``table.turns``.
        warnings.filterwarnings("ignore", message="Environment has not defined a render")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(environment(name), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: environment(name), num_cycles=20)


@for_each_case("name", RULESETS)
def test_every_step_has_a_number_of_its_own(name: str) -> None:
    env = environment(name)
    assert len(set(env.actions)) == len(env.actions)
    assert len(set(env.features)) == len(env.features)
    for seed in range(EXAMPLES // 2):
        env.reset(seed=seed)
        chance = random.Random(seed)
        while not env.table.over:
            turn = env.turn
            plays = env.table.plays() if turn is None else turn.plays()
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask.sum() == len(plays)
            assert not mask[-SPARE:].any(), [play.step for play in plays]
            env.step(chance.choice(np.flatnonzero(mask).tolist()))


def test_an_action_does_what_its_text_says() -> None:
    env = environment()
    texts = [text for _, _, text in play(env, 1)]
    begun = [text.split()[0] for text in texts if text.startswith(("draw", "take"))]
    turns = [turn for turn in env.table.turns if not turn.endswith("end stock")]
    assert begun == ["take" if turn.takes_pile else "draw" for turn in turns]
    discards = [text for text in texts if text.startswith("discard")]
    assert discards == [f"discard {turn.discard}" for turn in env.table.turns if turn.discard]
    melded = sum(text.startswith("meld") for text in texts)
    assert melded >= sum(len(turn.melds) for turn in env.table.turns) > 0
    assert env.actions == environment().actions


def test_an_observation_has_the_cards_of_the_agent_after_each_step() -> None:
    env = environment()
    env.reset(seed=5)
    agent = env.agent_selection
    before = canasta.cards(env.table.hands[agent] or "")
    assert value(env, agent, "size of the hand of me") == len(before)
    drawn = env.table.next_draw or ""
    env.step(env.actions.index("draw"))
    assert value(env, agent, "drawn in this turn")
    assert value(env, agent, f"my hand: {drawn}") == before.count(drawn) + 1
    discard = next(text for text in env.actions if text == f"discard {drawn}")
    env.step(env.actions.index(discard))
    assert value(env, agent, f"my hand: {drawn}") == before.count(drawn)
    assert value(env, env.agent_selection, f"top of the pile: {drawn}")
    assert not value(env, agent, "my turn")


def test_an_agent_sees_the_same_whatever_the_others_hold() -> None:
    env, seen = environment(), []
    for others in ("44455566677", "TTTJJJQQQKK"):
        env.reset(seed=1)
        hands = {"player_0": "456789TJQKA", "player_1": others}
        env.table = canasta.Position.deal(env.rules, env.agents, upcard="9", hands=hands)
        seen.append([env.observe(agent)["observation"].tolist() for agent in env.agents])
    assert [one == other for one, other in zip(*seen, strict=True)] == [True, False, True, True]


def test_the_card_to_be_drawn_changes_nothing_that_can_be_chosen_before() -> None:
    env = environment()
    env.reset(seed=1)
    while not env.table.over:
        if env.turn is None and env.table.stock:
            seen = env.table.seen_by(env.table.player)
            takes = seen.plays(drawn="none")
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask[env.actions.index("draw")]
            assert mask.sum() == 1 + len(takes)
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[-1]))


def test_rewards_are_what_a_side_is_ahead() -> None:
    env = environment()
    play(env, 2)
    points = [side.points for side in env.game.with_played(env.table).hands[-1].sides]
    assert env.rewards["player_0"] == points[0] - points[1] == -env.rewards["player_1"]
    assert env.rewards["player_0"] == env.rewards["player_2"] != 0
    assert [env.infos[f"player_{seat}"]["points"] for seat in range(2)] == points
    env = environment("hand-and-foot-3-teams")
    play(env, 2)
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_game_goes_on_with_its_totals() -> None:
    env = environment()
    game = canasta.Game(["Ann", "Bob", "Cat", "Dan"], env.rules).with_hand(
        "score:1500", "score:-20"
    )
    env.reset(seed=1, options={"game": game})
    assert env.table.players[0] == "Bob"
    assert env.agent_selection == "player_1"
    assert value(env, "player_1", "total of my side") == -20
    assert value(env, "player_1", "minimum of side 2") == 90
    play(env, 4, game=game)
    assert len(env.game.with_played(env.table).hands) == 2
    env.reset()
    assert value(env, "player_0", "total of my side") == 0


def test_only_a_game_of_the_same_rules_goes_on() -> None:
    env, house = environment(), {"end.target": 3000}
    samba, short = canasta.ruleset("samba"), canasta.ruleset("classic", house)
    two = canasta.ruleset("two-player")
    for rules in (samba, short, two):
        game = canasta.Game([f"player {seat}" for seat in range(rules.players)], rules)
        with pytest.raises(canasta.GameError, match="not those of the environment"):
            env.reset(options={"game": game})
        CanastaEnv(rules).reset(options={"game": game})
    with pytest.raises(canasta.ArgumentError, match="game must be a Game or None, not 'friday'"):
        env.reset(options={"game": "friday"})
    with pytest.raises(canasta.ArgumentError, match=r"“gmae”\. Did you mean “game”"):
        env.reset(options={"gmae": env.game})
    with pytest.raises(canasta.ArgumentError, match="rules must be a Ruleset, not 'classic'"):
        CanastaEnv("classic")  # type: ignore[arg-type]


def test_other_sides_come_in_the_order_of_their_turns() -> None:
    env = environment("hand-and-foot-3-teams")
    game = canasta.Game(env.possible_agents, env.rules).with_hand("score:5", "score:10", "score:15")
    env.reset(options={"game": game})
    totals = [f"total of {side}" for side in ("my side", "side 2", "side 3")]
    assert [value(env, "player_0", total) for total in totals] == [5, 10, 15]
    assert [value(env, "player_4", total) for total in totals] == [10, 15, 5]


def test_an_action_that_is_not_legal_is_refused() -> None:
    env = environment()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal now"):
        env.step(env.actions.index("discard K"))


def test_it_uses_no_chance_but_its_own() -> None:
    env = environment()
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    first = [text for _, _, text in play(env, 7)]
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]  # noqa: NPY002
    assert [text for _, _, text in play(environment(), 7)] == first


def test_rules_with_undefined_values_are_refused() -> None:
    with pytest.raises(canasta.UndefinedRules):
        CanastaEnv(canasta.ruleset("mexicana"))


def test_without_pettingzoo_one_line_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import canasta_cli.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        'ModuleNotFoundError: pettingzoo is not installed. To install: pip install "canasta-cli[rl]"'
    )


def test_the_page_shows_what_happens() -> None:
    page = Path(__file__).parent.parent / "docs" / "how-to" / "train-a-player.md"
    shown = "\n".join(re.findall(r"```pycon\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    lines = doctest.DocTestParser().get_doctest(shown, {}, page.name, page.name, 0)
    result = doctest.DocTestRunner().run(lines)
    assert result.attempted > 10
    assert result.failed == 0
