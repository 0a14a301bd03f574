"""A hand of Canasta as an environment of PettingZoo, in which agents choose turns step by step.

    env = CanastaEnv(canasta_cli.ruleset("classic"))

It needs the extra ``rl``; docs/how-to/train-a-player.md has examples.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from canasta_cli.api import plays
from canasta_cli.api.errors import ArgumentError, GameError, checked
from canasta_cli.api.games import Game
from canasta_cli.api.positions import PartialTurn
from canasta_cli.api.rulesets import Ruleset

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    message = f'{error.name} is not installed. To install: pip install "canasta-cli[rl]"'
    raise ModuleNotFoundError(message, name=error.name) from None

RANKS, SUITS = "456789TJQKA", "CDHS"
SPARE = 8
"""The number of actions for steps that have no action of their own, which hardly ever occur."""
_MOST = 1_000_000
_SUIT = re.compile(f"(?<=[{RANKS}2])[{SUITS}]")
_FIRST = re.compile(r"(^|onto )(3.|.)1(?=:|$)")
_TOP = re.compile(r"^\S+ (?=with|onto)")
_THREES = {"3C": "3B", "3S": "3B", "3D": "3R", "3H": "3R"}
_NO_SEQUENCE = ("3B", "3R", "2", "W")
_cards = lru_cache(10_000)(plays.cards)
Values = Iterator[tuple[str, int]]


class CanastaEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A hand under some rules, dealt by each ``reset``; ``player_0`` is the first player of the game.

    An action is a step of a turn, as ``Position.plays`` has them. ``actions[number]`` is its text:
    ``discard K``, ``meld KK2``, ``meld K:W`` to add a joker to the kings, ``meld K2:K`` to add a king to the
    second meld of kings, ``take with KK`` and ``take onto K`` for the pile; ``draw`` names no cards.
    The list follows from the rules alone: a number has the same meaning in every hand.

    ``observation`` has the value of each of ``features`` as float32, found from what the agent may know: cards
    are counted, points are whole points, and 1 is true. The agent and its side come first, others in the
    order of their turns. ``action_mask`` has 1 for each legal action, and no 1 while others play.

    Rewards are 0 until the hand ends. Then each agent gets the points of its side in this hand, minus the
    mean of those of the other sides; ``infos`` have the side's own ``points``.
    """

    metadata = {"name": "canasta_v0", "render_modes": []}  # noqa: RUF012 - as in the base class

    @checked
    def __init__(self, rules: Ruleset) -> None:
        """Raise ``UndefinedRules`` if some values of the rules are undefined."""
        self.rules = rules
        self.turn: PartialTurn | None = None
        self.agent_selection = ""
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.suits = SUITS if rules["melds.runs"] else ""
        naturals = [f"{rank}{suit}" for rank in RANKS for suit in self.suits or ("",)]
        self.kinds = (*naturals, *_NO_SEQUENCE)
        self.wild = {"W", *(rank for rank in f"{RANKS}2" if rules[f"ranks.{rank}.wild"])}
        self.melds = tuple(self._every_meld())
        self.actions = tuple(dict.fromkeys(self._every_action()))
        self._numbers = {text: number for number, text in enumerate(self.actions)}
        self._chance = np.random.default_rng()
        self.reset()
        self.features = tuple(name for name, _ in self._values(self.agent_selection))
        seen = Box(-_MOST, _MOST, (len(self.features),), np.float32)
        mask = Box(0, 1, (len(self.actions),), np.int8)
        spaces = Dict({"observation": seen, "action_mask": mask}), Discrete(len(self.actions))
        self._spaces = dict.fromkeys(self.possible_agents, spaces)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent sees."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first hand of a game; with ``options={"game": game}`` the next hand of that game.

        Raises ``GameError`` for a game that has other rules.
        """
        game = self._game_of(**options or {})
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.game = game
        """The game without the hand in play."""
        self.table = self.game.shuffled(self._chance.shuffle)
        """The hand with every card known, before the turn that is being chosen."""
        self._players = dict(zip(self.possible_agents, self.game.players, strict=True))
        self.agents = [agent for agent, name in self._players.items() if name in self.table.players]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = self.terminations.copy()
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self._begin_turn()

    def step(self, action: int | None) -> None:
        """Take a step of a turn. Raises ``ValueError`` for one that is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._plays:
            raise ValueError(f"action {action} is not legal now: choose one of action_mask")
        self._cumulative_rewards[agent] = 0.0
        turn = self._plays[int(action)]
        if turn.whole:
            self.table = self.table.after(turn)
            self._begin_turn()
        else:
            self.turn = turn
            self._offer(turn.plays())
        if self.table.over:
            self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees now."""
        mask = np.zeros(len(self.actions), np.int8)
        if agent == self.agent_selection:
            mask[[*self._plays]] = 1
        values = [value for _, value in self._values(agent)]
        return {"observation": np.array(values, np.float32), "action_mask": mask}

    @checked
    def _game_of(self, game: Game | None = None, **others: Any) -> Game:
        """Return the game that the options of ``reset`` ask for."""
        for name in others:  # other names are ignored, as the tests of PettingZoo require
            if get_close_matches(name, ["game"]):
                raise ArgumentError(f"there is no option “{name}”. Did you mean “game”?")
        if game is None:
            return Game(self.possible_agents, self.rules)
        if game.rules != self.rules:
            raise GameError(
                "the rules of the game are not those of the environment",
                "Make an environment for them: CanastaEnv(game.rules).",
            )
        return game

    def _begin_turn(self) -> None:
        self.turn = None
        self._offer(self.table.plays())
        if not (self._plays or self.table.over):  # nobody can go on
            self.table = self.table.after("end stock")
        self.agent_selection = self.possible_agents[self.game.players.index(self.table.player)]

    def _offer(self, plays: Iterable[PartialTurn]) -> None:
        """Number the steps that can come next."""
        self._plays = dict[int, PartialTurn]()
        spare = iter(range(len(self.actions) - SPARE, len(self.actions)))
        for play in plays:
            number = self._numbers.get(self._action(play.step))
            number = next(spare, None) if number is None else number
            if number is not None:
                self._plays.setdefault(number, play)

    def _end(self) -> None:
        """Give the rewards of a hand that is over."""
        sides = self.game.with_played(self.table).hands[-1].sides
        points = {side.name: side.points for side in sides}
        for agent, side in product(self.agents, self.table.sides):
            if self._players[agent] in side.players:
                own = self.infos[agent]["points"] = points[side.name]
                self.rewards[agent] = own - (sum(points.values()) - own) / (len(points) - 1)
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _values(self, agent: str) -> Values:
        """Yield each feature of an observation with its value."""
        me, turn = self._players[agent], self.turn
        before = self.table.seen_by(me)
        seen = before if turn is None else self.table.after(turn).seen_by(me)
        yield from self._counts("my hand", seen.known_cards[me])
        yield from self._counts("pile", "".join(seen.pile))
        yield from self._counts("top of the pile", "".join(seen.pile[-1:]))
        at = seen.players.index(me)
        order = (*seen.players[at:], *seen.players[:at])
        for place, name in enumerate(order):
            who = f"player {place} after me" if place else "me"
            if place:
                yield from self._counts(f"known cards of {who}", seen.known_cards[name])
            yield f"size of the hand of {who}", seen.sizes[name]
            yield f"size of the foot of {who}", seen.feet[name]
        standings = {side.name: side for side in self.game.standing.sides}
        side_of = {player: side.name for side in seen.sides for player in side.players}
        sides = dict.fromkeys(side_of[player] for player in order)
        for number, name in enumerate(sides, start=1):
            side = f"side {number}" if number > 1 else "my side"
            threes = Counter(map(self._kind, _cards(seen.threes[name])))
            yield f"red threes of {side}", threes["3R"]
            yield f"black threes of {side}", threes["3B"]
            yield f"total of {side}", standings[name].total
            yield f"minimum of {side}", standings[name].minimum or 0
            yield f"opened before this turn: {side}", bool(before.melds[name])
            yield from self._values_of_melds(side, seen.melds[name])
        yield "size of the pile", seen.pile_size
        yield "size of the stock", seen.stock
        yield "my turn", agent == self.agent_selection
        yield "drawn in this turn", turn is not None and turn.drawn is not None
        yield "pile taken in this turn", turn is not None and turn.takes_pile

    def _values_of_melds(self, side: str, melds: Iterable[str]) -> Values:
        """Yield the size of each meld, and how many cards of it are wild; of a sequence, its lowest rank."""
        found, numbers = dict[str, tuple[str, ...]](), Counter[str]()
        for meld in map(_cards, melds):
            naturals = [card for card in meld if card[0] not in self.wild]
            ranks = {"3B" if card[0] == "3" else card[0] for card in naturals}
            name = naturals[0][1] if len(ranks) > 1 else min(ranks, default="W")
            numbers[name] += 1
            found[_FIRST.sub(r"\1\2", f"{name}{numbers[name]}")] = meld
        for name in self.melds:
            meld = found.get(name, ())
            yield f"size of {name} of {side}", len(meld)
            yield f"wild in {name} of {side}", sum(card[0] in self.wild for card in meld)
            if name[0] in SUITS:
                yield f"lowest of {name} of {side}", RANKS.find(meld[0][0]) + 4 if meld else 0

    def _counts(self, what: str, text: str) -> Values:
        """Yield how many cards of each kind there are."""
        counts = Counter(map(self._kind, _cards(text)))
        return ((f"{what}: {kind}", counts[kind]) for kind in self.kinds)

    def _kind(self, card: str) -> str:
        return card if card in self.kinds else _THREES.get(card, card[0])

    def _action(self, step: str) -> str:
        """Return the action that a step is: its text without cards that nobody chooses."""
        verb, _, rest = (step if self.suits else _SUIT.sub("", step)).partition(" ")
        if verb in ("draw", "foot", "special"):
            return verb
        rest = _FIRST.sub(r"\1\2", _TOP.sub("", rest))
        return f"{verb} {rest}".strip() or "end"

    def _every_meld(self) -> Iterator[str]:
        """Yield the names of the melds that a side may have, such as ``K``, ``K2`` for its second of kings."""
        packs: Any = self.rules["deck.packs"]
        one = self.rules["melds.same_rank"] == "merged" and self.rules["melds.largest"] == "none"
        most = 1 if one else 2 * packs
        for name in (*RANKS, "3B", "W", *self.suits):
            yield from (f"{name}{number or ''}" for number in (0, *range(2, most + 1)))

    def _every_action(self) -> Iterator[str]:
        """Yield the texts of all actions; the last are the spare ones."""
        size: Any = self.rules["melds.smallest"]
        yield from ("draw", "foot", "special", "out", "end", "end stock", "discard down")
        yield from (f"discard {kind}" for kind in self.kinds)
        yield from (f"meld {cards}" for cards in self._every_lay(size, size))
        yield from (f"take with {cards}" for cards in self._every_lay(size - 1, size))
        for name in self.melds:
            own = [kind for kind in self.kinds if name[0] in (kind[0], kind[-1])]
            wild = [kind for kind in self.kinds if kind[0] in self.wild and name[0] not in SUITS]
            yield from (f"meld {name}:{kind}" for kind in (*own, *wild))
            yield f"take onto {name}"
            if self.rules["melds.same_rank"] == "apart" and name[0] in RANKS:
                lays = map("".join, combinations_with_replacement(own, size - 1))
                yield from (f"take with {cards} onto {name}" for cards in lays)
        yield from (f"join {rank}" for rank in RANKS)
        yield from (f"spare {number}" for number in range(1, SPARE + 1))

    def _every_lay(self, number: int, size: int) -> Iterator[str]:
        """Yield each choice of some cards for a meld of a size: all of one rank, or of a sequence."""
        for rank in (*RANKS, "3"):
            kinds = [kind for kind in self.kinds if kind[0] in {rank, *self.wild}]
            yield from map("".join, combinations_with_replacement(kinds, number))
        for suit, at in product(self.suits, range(len(RANKS) - size + 1)):
            run = [f"{rank}{suit}" for rank in RANKS[at : at + size]]
            yield from map("".join, combinations(run, number))
