"""The same question asked in another way: by typing it, as a turn, and of a hand in play."""

from collections.abc import Iterator
from random import Random

from canasta_cli import Position
from missing_facts.games import RANKS, Game, game, rank
from missing_facts.questions import HOUSE, NO_OPTIONS, Answer, Question, ask_command, typed
from missing_facts.sentences import cards_of
from missing_facts.tables import Facts, Play

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def ways(question: Question, facts: Facts, rng: Random) -> Iterator[tuple[list[str], Answer]]:
    """Yield other ways to ask, each as typed with its answer."""
    if not question.play.typed_only:
        command = question.command(facts)
        yield command, ask_command(command)
    turn = as_turn(question, facts, rng)
    if turn is not None:
        yield turn, ask_command(turn)


def as_turn(question: Question, facts: Facts, rng: Random) -> list[str] | None:
    """Return a part of a turn as the turn of just these clauses; ``None`` if there is no such turn.

    After a draw, the hand has a card more and the stock one less than before it.
    """
    play, of = question.played(facts), question.game
    # Alone, “out” leaves all cards open; the answer of a partner would be a clause.
    other = play.kind == "turn" or play.typed_only or _may_be_discarded(play)
    if other or "asked" in facts or play.words == "out":
        return None
    before: Facts = {
        name: value for name, value in facts.items() if name not in {"drew", *NO_OPTIONS}
    }
    words = _with_out(play, of, facts) if play.out else play.words
    if play.kind == "pass":
        before = {"stock": 0, **before}
    if not play.whole:
        number = int(of["deal.draw"])
        if facts.get("drew") != "stock" or "shown" in facts or _leaves_one(play, facts, number):
            return None
        # A player who draws several cards has melded some before a last one is discarded.
        if "down" in play.words and number > 1 and "hand" not in facts:
            return None
        drawn: list[str] = []
        if "hand" in facts:
            hand = cards_of(str(facts["hand"]))
            drawable = [card for card in hand if rank(card) not in ("3R", "3B")]
            if len(drawable) < number or len(hand) == number:
                return None
            drawn = rng.sample(drawable, number)
            for card in drawn:
                hand.remove(card)
            before["hand"] = "".join(hand)
        if "stock" in facts:
            before["stock"] = int(facts["stock"]) + number
        words = " ".join(filter(None, ("draw", "".join(drawn), words)))
    rules = ["-r", question.name, *typed({path: of.house[path] for path in facts.get(HOUSE, ())})]
    return ["check", "turn", *words.split(), *typed(before), *rules]


def _may_be_discarded(play: Play) -> bool:
    """True if a single card stands after melds: in a turn, it could be laid off or discarded."""
    *_, last = ["", *play.words.split()]
    return play.kind == "meld" and ":" not in last and len(cards_of(last)) == 1


def _with_out(play: Play, of: Game, facts: Facts) -> str:
    """Return clauses that go out; asked as going out, a hand that is not given may have one to discard."""
    words = play.words.removesuffix(" out")
    discards = of["discard.final"] in ("required", "face-down") and "hand" not in facts
    return words + " discard down" * (discards and "discard" not in words) + " out"


def _leaves_one(play: Play, facts: Facts, drawn: int) -> bool:
    """True if a card is left to be discarded: it is named in a turn, and needn't be if asked as going out."""
    held = len(cards_of(str(facts["hand"]))) if "hand" in facts else drawn
    left = held - len(play.hand)
    return play.out and "discard" not in play.words and (left == 1 or (left > 0 and held == drawn))


# A hand in play.


def moments(name: str, rng: Random, turns: int) -> Iterator[tuple[Position, str]]:
    """Play a hand at random; yield positions, each with a turn that is legal or looks like one."""
    of = game(name)
    players = NAMES[: int(of["seats.players"])]
    position = Position.shuffled(of.rules, players, rng.shuffle)
    for _ in range(turns):
        turn = None if position.over else position.random_turn(rng.shuffle)
        if turn is None:
            return
        yield position, turn
        yield position, _changed(turn, position, rng)
        position = position.after(turn)


def _changed(turn: str, position: Position, rng: Random) -> str:
    """Change a turn: another discard, one meld fewer, a card more or fewer in a meld."""
    words, hand = turn.split(), cards_of(position.hands[position.player] or "")
    at = rng.randrange(len(words))
    if "discard" in words and rng.random() < 0.5 and hand:
        words[words.index("discard") + 1] = rng.choice(hand)
    elif "meld" in words[:at] and rank(words[at][0]) in RANKS and words[at][0].isupper():
        words[at] += rng.choice((words[at][-1], "2", ""))
    return " ".join(words)


def facts_of(position: Position) -> Facts:
    """Return what the player knows at a position, as facts."""
    player = position.player
    (side,) = (side for side in position.sides if player in side.players)
    others = [meld for name, melds in position.melds.items() for meld in melds if name != side.name]
    return {
        "hand": position.hands[player],
        "melds": " ".join(position.melds[side.name]) or "none",
        "their_melds": " ".join(others) or "none",
        "pile": " ".join(position.pile) or "none",
        "stock": position.stock,
        "red_threes": cards_of(position.threes[side.name]).count("3R"),
        "first_turn": player not in [turn.player for turn in position.turns],
        "total": 0,
        "deal": 1,
    }
