"""The questions about a hand in words of the ruleset, and the answers as players type them at the table.

The forms of ``hand`` and ``amend`` call it.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, pairwise

from canasta_cli.cli.form import FormChoice, pick
from canasta_cli.engine.items import MINUS, POINTS, RED, canastas, check_spelling, pool
from canasta_cli.engine.points import everything, lacking, unit_of_points
from canasta_cli.engine.score import count_hand
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood
from canasta_cli.model.cards import FOUR_TO_ACE, NO_CARDS, USUAL, meld_under
from canasta_cli.model.game import Game, Out, Tally, join
from canasta_cli.notation.cards import (
    DIGIT_RANKS,
    NUMBERS,
    SMALLEST,
    Phrase,
    as_written,
    first_phrase,
    is_left,
    read_cards,
    whole,
    with_signs_apart,
    words,
)
from canasta_cli.notation.tally import is_word, read_tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.tallies import Field, canasta_fields, three_fields, with_figures
from canasta_cli.show.layout import Block, Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed

# Understand the answers about one side of a hand, as players type them at the table.

# What is asked about each side, in this order.
CANASTAS, MELDED, THREES, LEFT = TOPICS = ("canastas", "melded", "threes", "left")
NOTHING = ("none", "nothing", "no", "-", "0")
# Kinds of canasta that only some rulesets score.
_EVERY_KIND = ("wild", "sequence", "sequences", "run", "runs", "sevens", "aces")
# Words that may stand around numbers and mean nothing more.
_CANASTAS = ("canasta", "canastas", "book", "books")
_FILLERS = (*_CANASTAS, "and", "of", "card", "cards", "points", "point", "melded")
# What the program prints about a part of a tally, and the words of the tally for it.
_PRINTED = tuple(
    (re.compile(printed, re.IGNORECASE), word)
    for printed, word in (
        (r"\b(?:nothing (?:melded|left)|no (?:red )?threes)\b", " "),
        (r"([\d,]+) card points? left\b", r"minus:\1"),
        (r"([\d,]+) card points? melded\b", r"points:\1"),
        (r"(-?[\d,]+) points? in all\b", r"score:\1"),
        (r"(\d+) (?:canastas?|books?) of (dirty|mixed|wild) (\w+s)\b", r"\2-\3:\1"),
        (r"(\d+) (?:canastas?|books?) of (\w+s)\b", r"\2:\1"),
        (r"(\d+) (wild) (?:canastas?|books?) of (\w+s)\b", r"\2-\3:\1"),
        (r"\b(\d+) black threes? laid out\b", r"black:\1"),
        (r"(?<![\w-])(\w+) left(?= *(?:,|$))", r"left:\1"),
        (r"(\w+) in a foot\b", r"foot:\1"),
        (r"\bwent out with the special hand ", "special:"),
        (r"\bwent out concealed\b", "concealed"),
        (r"\bwent out\b", "out"),
        (r"\bthe stock ran out\b", "stock"),
        (r"(\w+|\"[^\"]+\") played alone\b", r"alone:\1"),
    )
)
_RED_THREE = re.compile(r"(?<!\b\d )(?<!\b\d\d )\breds? 3(?!\S)", re.IGNORECASE)
_RED_COUNT = re.compile(
    r"(?<!\S)(?:(\d{1,2}) reds?(?! (?:3|threes?|books?|canastas?)\b)|reds? ([^3\D]|\d\d))(?!\S)",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(\d{1,2})?([a-z][a-z-]*)\Z")
_NUMBER = re.compile(r"\d{1,3}(,\d{3})+\Z|\d{1,7}\Z")
# A lone number below it is a count of something rather than card points.
_FEWEST_POINTS = 20
_SHORTEST = 3
_POINTS = ("points", "point", "minus", "-")


class AskedOfSide(NamedTuple):
    """The values on which the meaning of an answer depends.

    ``hands`` is the number of hands in which the side can have cards left. ``in_cards`` is true if
    melds were given as cards so far, false if they were given as points, ``None`` before either.
    """

    ruleset: Ruleset
    hands: int = 2
    in_cards: bool | None = None


def read_answer(topic: str, text: str, asked: AskedOfSide) -> Tally:
    """Read an answer to the question about a topic, or any part of a tally in the notation.

    Raises :class:`~canasta_cli.errors.CanastaError` for an answer that can't be understood.
    """
    for printed, word in _PRINTED:
        text = printed.sub(word, text)
    if text.strip(" ,").lower() in ("", *NOTHING):
        return Tally()
    text = text if topic in (THREES, LEFT) else _with_counts_of_red(text, asked.ruleset)
    tokens = list(with_signs_apart(words(text), ()))
    # The other questions expect numbers of things, too: 2 sevens are two canastas of sevens.
    tokens = as_written(tokens) if topic == LEFT else tokens
    typed = [token.text.strip(",") for token in tokens]
    # Raises for a word of the notation with a mistake.
    known = read_tally(" ".join(word for word in typed if is_word(word)))
    check_spelling(known, asked.ruleset)
    bare = [word for word in typed if word and not is_word(word)]
    if topic == LEFT and (known.left or known.figure(MINUS)):
        topic = MELDED  # a whole tally, of which the other words are melds
    left = [word for word in bare if is_left(word)] if topic != LEFT else []
    rest = [word for word in bare if word not in left]
    melded = join((known, _READ[topic](rest, asked)))
    if topic != LEFT:  # a sign alone doesn't show if cards or points follow it
        asked = asked._replace(in_cards=not melded.figure(POINTS))
    return join((melded, _left(left, asked)))


def read_in_words(text: str, ruleset: Ruleset, refused: NotationError) -> Tally:
    """Read a tally in the words of these questions and of answers. Raises ``refused`` if it isn't one.

    The notation has refused it; digits after a sign stay refused, unless the melds are given as points.
    """
    text = _with_counts_of_red(text, ruleset)
    try:
        found = read_answer(CANASTAS, text, AskedOfSide(ruleset))
    except CanastaError:
        raise refused from None
    if is_left(refused.token) and (found.melds or not found.figure(POINTS)):
        raise refused
    return found


def _with_counts_of_red(text: str, ruleset: Ruleset) -> str:
    """Return a text with red threes that are only counted as a figure: ``2 red``, ``red 2``.

    Red books are canastas. Raises :class:`~canasta_cli.errors.NotUnderstood` for ``red 3``.
    """
    if any(name.startswith(RED) for kind in canasta_fields(ruleset) for name in kind.also):
        return text
    if _RED_THREE.search(text):
        raise NotUnderstood(
            "“red 3” could be one red three, or three",
            fix=f"Write {RED}:1 or {RED}:3. In cards: 3R or 3x3R",
        )
    return _RED_COUNT.sub(lambda found: f"{RED}:{found[1] or found[2]}", text)


def is_whole(part: Tally, topic: str) -> bool:
    """True if an answer is the whole tally of a side: it says what comes last in a tally."""
    last = part.left or part.feet or part.figure(MINUS) or part.went_out or part.stock
    return part.score is not None or (topic != LEFT and bool(last))


def _melds(bare: Sequence[str], asked: AskedOfSide, *, counts_first: bool) -> Tally:
    """Read numbers of canastas, card points, or melds as cards."""
    values: dict[str, int] = {}
    numbers: list[str] = []
    cards: list[str] = []
    threes: list[str] = []
    kinds = canasta_fields(asked.ruleset)
    _check_kinds(bare, kinds)
    names = {name for kind in kinds for name in (kind.one, kind.many, *kind.also)}
    if names.isdisjoint(word.lower() for word in bare):
        bare = [token.text for token in as_written([whole(word) for word in bare])]
    rest = [word for word in bare if word.lower() not in _FILLERS]
    while rest:
        if phrase := _cards_in_words(rest, kinds):
            (threes if phrase.symbols.endswith(("3R", "3B")) else cards).append(phrase.symbols)
            del rest[: phrase.words]
            continue
        kind, number, used = _count(rest, kinds)
        if kind is not None:
            values[kind.name] = number + values.get(kind.name, 0)
        elif _NUMBER.match(rest[0]):
            numbers.append(rest[0])
        else:
            cards.append(rest[0])
        del rest[:used]
    if counts_first and not (values or cards) and len(numbers) == 1:
        _check_kind(numbers[0], kinds)
    points = _points(numbers, cards, asked, expected=bool(values) or not counts_first)
    melds = read_tally(" ".join(cards + threes))
    return join((with_figures(values), melds, with_figures({POINTS: points})))


def _cards_in_words(rest: Sequence[str], kinds: Sequence[Field]) -> Phrase | None:
    """Read cards in words at the front, such as 7 kings; in some games 2 sevens are canastas."""
    phrase = first_phrase(rest)
    name = rest[phrase.words - 1].lower() if phrase else ""
    return None if any(name in (kind.one, *kind.also) for kind in kinds) else phrase


def _count(rest: Sequence[str], kinds: tuple[Field, ...]) -> tuple[Field | None, int, int]:
    """Read a count of canastas at the front: its kind, the count, and the words that it takes.

    The kind is ``None`` if there is no count; then one word is taken.
    """
    first = rest[0].lower()
    number = int(first) if first.isdecimal() and len(first) <= 2 else None  # noqa: PLR2004
    for length in (2, 1):
        phrase = " ".join(rest[number is not None :][:length]).lower()
        glued = _COUNTED.match(phrase)
        if glued and glued[1] and number is None and length == 1:
            if len(phrase) >= _SHORTEST and _is_cards(phrase):
                continue
            if found := _kind(glued[2], kinds, counted=True):
                return found, int(glued[1]), 1
        elif phrase and (found := _kind(phrase, kinds, counted=number is not None)):
            taken = min(length, len(rest) - (number is not None))
            return found, 1 if number is None else number, taken + (number is not None)
    return None, 0, 1


def _kind(word: str, kinds: tuple[Field, ...], *, counted: bool) -> Field | None:
    """Find the kind of canasta with a name, or after a number with any beginning of one."""
    names = [(name, kind) for kind in kinds for name in (*kind.also, kind.one, kind.many)]
    exact = [kind for name, kind in names if word in (name, f"{name}s")]
    if exact or not (counted or len(word) >= _SHORTEST):
        return exact[0] if exact else None
    found = [(name, kind) for name, kind in names if name.startswith(word)]
    if not found and word in _EVERY_KIND:
        known = either(kind.also[0] for kind in kinds)
        raise NotUnderstood(f"“{word}” is not a kind of canasta in these rules; write {known}")
    if not found or (not counted and _is_cards(word)):
        return None
    shortest, kind = min(found, key=lambda each: len(each[0]))
    others = [other.also[0] for name, other in found if other is not kind and shortest not in name]
    if others:
        names_of = dict.fromkeys((kind.also[0], *others))
        raise NotUnderstood(f"“{word}” could be {either(names_of)}; write more letters")
    return kind


def _is_cards(word: str) -> bool:
    return all(letter in "akqjtw23456789" for letter in word)


def _check_kinds(bare: Sequence[str], kinds: tuple[Field, ...]) -> None:
    """Refuse a number of canastas without their kind: 2 canastas."""
    for number, word in pairwise(bare):
        if number.isdecimal() and word.lower() in _CANASTAS:
            _check_kind(number, kinds)


def _check_kind(number: str, kinds: tuple[Field, ...]) -> None:
    """Refuse a lone small number: it could be canastas of any kind, or points."""
    if len(number) < _SHORTEST and int(number) < _FEWEST_POINTS:
        raise NotUnderstood(
            f"“{number}” of which kind? Write {either(f'{number} {kind.also[0]}' for kind in kinds)}"
        )


def _points(numbers: list[str], cards: list[str], asked: AskedOfSide, *, expected: bool) -> int:
    """Return the card points among numbers; those that are cards, as in 5555, go to ``cards``."""
    points = [
        word for word in numbers if not _is_meld(word, asked, expected=expected, cards=bool(cards))
    ]
    cards += [word for word in numbers if word not in points]
    if points and cards:
        raise NotUnderstood(f"“{points[0]}” between cards {_could_be(points[0])}")
    if len(points) > 1:
        raise NotUnderstood(f"write the card points as one number, not “{' '.join(points)}”")
    return int(points[0].replace(",", "")) if points else 0


def _could_be(number: str) -> str:
    """Say what a number between cards could mean, and how to write it."""
    if set(number) == {"3"}:
        return f"has no colour; write {'3R' * len(number)} (red) or {'3B' * len(number)} (black)"
    if number.isdecimal() and 1 < int(number) < _FEWEST_POINTS:
        return (
            f"could be a count or points; write {number}xK for {number} kings, or points:{number}"
        )
    runs = ["".join(same) for _, same in groupby(number)]
    if len(runs) > 1 and len(max(runs, key=len)) >= SMALLEST and set(number) <= DIGIT_RANKS:
        return f"could be melds or points; write {' '.join(runs)} for melds, or points:{number}"
    return f"could be points; write points:{number}"


def _is_meld(word: str, asked: AskedOfSide, *, expected: bool, cards: bool) -> bool:
    """True if digits are a meld: 4444, 5552. With points given or expected, only if they must be."""
    wild = {rank.value for rank in asked.ruleset.wild_ranks.wild}
    if len(word) < _SHORTEST or len(set(word) - wild) > 1 or not set(word) <= DIGIT_RANKS:
        return False
    number = int(word)
    impossible = number % unit_of_points(asked.ruleset) or number > everything(asked.ruleset)
    return cards or not expected or bool(impossible)


def _threes(bare: Sequence[str], asked: AskedOfSide) -> Tally:
    """Read red threes, and black ones where they are laid out: as numbers or as cards."""
    kinds = three_fields(asked.ruleset)
    values: dict[str, int] = {}
    parts: list[Tally] = []
    typed = [word for word in bare if word.lower() != "and"]
    rest = [word.lower() for word in typed]
    while rest:
        word = rest.pop(0)
        word = str(NUMBERS.index(word) + 1) if word in NUMBERS else word
        if not word.isdecimal():
            parts.append(_three_cards(typed[-len(rest) - 1]))
            continue
        named = [each for each in kinds if rest and each.name.startswith(rest[0])]
        if named:
            rest.pop(0)
        free = [each for each in kinds if each.name not in values]
        if rest and rest[0] in ("three", "threes"):
            rest.pop(0)
        kind = (named or free or kinds)[0]
        if kind.most is not None and int(word[:3]) > kind.most:
            raise NotUnderstood(f"the deck has only {kind.most} {kind.many}")
        values[kind.name] = int(word)
    return join((with_figures(values), *parts))


def _three_cards(word: str) -> Tally:
    try:
        cards = read_cards(word)
    except NotationError:
        cards = NO_CARDS
    if not cards or not all(card.rank.three for card in cards):
        raise NotUnderstood(f"“{word}” is not a number of red threes; write 2 or 3R3R")
    return Tally(threes=cards)


def _left(bare: Sequence[str], asked: AskedOfSide) -> Tally:
    """Read the cards left in the hands and feet, or their points."""
    as_points = any(word.lower() in _POINTS for word in bare)
    typed = [word for word in bare if word.lower() not in (*_FILLERS, *_POINTS, "left")]
    has_cards = any(not _NUMBER.match(word.lstrip("-")) for word in typed)
    held: list[str] = []
    feet: list[str] = []
    into, points = held, 0
    for word in typed:
        if word.lower() in ("foot", "feet"):
            into = feet
        elif as_points or (not has_cards and _is_points(word, asked)):
            points += _number_left(word)
        elif cards := word.lstrip("-"):
            into.append(cards)
    if len(held) > asked.hands:
        held = ["+".join(held)]
    shown = Tally(left=tuple(map(read_cards, held)), feet=tuple(map(read_cards, feet)))
    return join((shown, with_figures({MINUS: points})))


def _number_left(word: str) -> int:
    number = word.lstrip("-")
    if not _NUMBER.match(number):
        raise NotUnderstood(f"“{word}” is not a number of points")
    return int(number.replace(",", ""))


def _is_points(word: str, asked: AskedOfSide) -> bool:
    """True for digits that are points and not cards, by how the melds were given."""
    number = abs(int(word.replace(",", "")))
    digits = word.lstrip("-").replace("10", "")
    cards = set(digits) <= set("2456789")
    if not cards or number % unit_of_points(asked.ruleset):
        return not cards
    several = len(digits) > 1 or (asked.in_cards is None and len(word) > 1)
    if asked.in_cards is False or (asked.in_cards is None and is_left(word)):
        return True
    if several:
        shown = word.lstrip("-")
        cards_of = listed(re.findall("10|.", shown))
        raise NotUnderstood(
            f"is {shown} the cards {cards_of}, or {count_of(number, 'point')}?",
            fix=f"Write left:{shown} or minus:{shown}",
        )
    return False


_READ: dict[str, Callable[[Sequence[str], AskedOfSide], Tally]] = {
    CANASTAS: partial(_melds, counts_first=True),
    MELDED: partial(_melds, counts_first=False),
    THREES: _threes,
    LEFT: _left,
}


# How a hand ended, as answered on a terminal: who went out, and who played alone.

STOCK, NOBODY = "stock", "nobody"


def read_out(text: str, game: Game) -> dict[int, Tally]:
    """Read who went out: a side or a player, with ``concealed`` or ``special:NAME`` after it.

    ``stock``: the stock ran out. ``nobody``: nobody went out, and it is not known why.
    """
    typed = [token.text for token in words(text) if token.text.lower() not in ("went", "out")]
    known = [word for word in typed if is_word(word) and word.lower() != STOCK]
    rest = [word for word in typed if word not in known]
    if len(rest) > 1 and Out.CONCEALED.value.startswith(rest[-1].lower()):
        known.append(rest.pop())
        known[-1] = Out.CONCEALED.value
    how = read_tally(" ".join(known))
    went = how if how.went_out else how._replace(out=Out.PLAIN)
    choices = [
        FormChoice(name, {place: went})
        for place, side in enumerate(game.sides)
        for name in (side.name, *side.players)
    ]
    others = (FormChoice(STOCK, {0: Tally(stock=True)}), FormChoice(NOBODY, dict[int, Tally]()))
    return pick(" ".join(rest), (*choices, *others), out_words(game))


def read_alone(text: str, game: Game) -> dict[int, Tally]:
    """Read who played alone, or ``nobody``."""
    choices = [
        FormChoice(player, {place: Tally(alone=player)})
        for place, side in enumerate(game.sides)
        for player in side.players
    ]
    return pick(text, (*choices, FormChoice(NOBODY, dict[int, Tally]())))


def out_words(game: Game) -> tuple[str, ...]:
    """List the answers to the question who went out."""
    return (*(side.name for side in game.sides), STOCK, NOBODY)


def guess_out(tallies: Sequence[Tally], game: Game, ruleset: Ruleset) -> str:
    """Guess the side that went out: the only one without cards left, if it had what that needs.

    Returns an empty text if no side or several could have gone out.
    """
    pooled = pool(tuple(tallies), ruleset)
    empty = _without_cards(tallies)
    if len(empty) != 1 or lacking(ruleset.out.needs, canastas(pooled[empty[0]], ruleset)):
        return ""
    return game.sides[empty[0]].name


def guess_alone(tallies: Sequence[Tally], game: Game, ruleset: Ruleset) -> str:
    """Guess the player who played alone: of those whose opponents can share their melds, one.

    Partners never have two melds of the same rank. If several can have been alone, it is the only
    player without cards left; otherwise the text is empty.
    """
    wild_ranks = ruleset.wild_ranks
    ranks = [{meld_under(wild_ranks, meld).rank for meld in tally.melds} for tally in tallies]
    others = [[each for at, each in enumerate(ranks) if at != place] for place in range(len(ranks))]
    possible = [
        place for place, each in enumerate(others) if len(set.union(*each)) == sum(map(len, each))
    ]
    found = possible if len(possible) == 1 else _without_cards(tallies)
    return game.sides[found[0]].players[0] if len(found) == 1 and found[0] in possible else ""


def _without_cards(tallies: Sequence[Tally]) -> list[int]:
    """List the places of the sides without cards left; those whose score alone is known are not."""
    return [
        place
        for place, tally in enumerate(tallies)
        if not (tally.left or tally.feet or tally.figure(MINUS) or tally.score is not None)
    ]


# The words of the questions about a hand: prompts, examples and help, in the words of the ruleset.

# Hands that show the notation; each game has the first one that its rules allow.
_LINES = (
    ("7xK QQQ2 2x3R out", "AAA -JJ4"),
    ("7xK QQQ2 2x3R", "AAA -JJ4"),
    ("7xK QQQ 2x3R", "AAA -JJ4"),
    ("KKKK QQQ 3R", "AAA -JJ4"),
)

_LONGEST = 7
"""Cards in the example of a sequence."""


def example_of(ruleset: Ruleset, players: Sequence[Sequence[str]]) -> str:
    """Return examples of the first answer about a side."""
    kinds = canasta_fields(ruleset)
    return f"1 {kinds[0].also[0]} 265, or {_melds_of_example(example_line(ruleset, players))}"


def _melds_of_example(line: str) -> str:
    """Return the melds of an example, which come first in it."""
    return " ".join(line.split()[:2])


def example_line(ruleset: Ruleset, players: Sequence[Sequence[str]]) -> str:
    """Return all tallies of a hand on one line, as an example that the rules allow."""
    rest = [""] * (len(players) - 2)
    lines = [(*line, *rest) for line in _LINES]
    if ruleset.seats.alone:
        lines = [(f"{first} alone:{players[0][0]}", *others) for first, *others in lines]
    seated = tuple(map(tuple, players))
    possible = (
        line for line in lines if count_hand(tuple(map(read_tally, line)), seated, ruleset).possible
    )
    return " / ".join(next(possible, lines[-1])).rstrip()


def _cards(ruleset: Ruleset) -> str:
    wild = ruleset.wild_ranks
    if wild is USUAL:
        return "Cards: A K Q J T 9-4, 2 deuce, W joker"
    return f"Cards: A K Q J T 9-4 2 W; wild: {' '.join(rank.value for rank in wild.wild)}"


def _sequence(ruleset: Ruleset) -> str:
    """Return an example of a sequence: the longest one without a wild rank, from the low cards up."""
    sequential = ruleset.wild_ranks.sequential
    parts = (list(part) for each, part in groupby(FOUR_TO_ACE, sequential.__contains__) if each)
    ranks = max(parts, key=len)[:_LONGEST]
    cards = f"{ranks[0].value}-{ranks[-1].value}"
    return f" H:{cards} ({cards} of hearts)"


def help_blocks(
    ruleset: Ruleset, players: Sequence[Sequence[str]], *, of_side: bool = False
) -> tuple[Block, ...]:
    """Return five lines about the answers under a ruleset; ``of_side``: about the tally of one side."""
    line = example_line(ruleset, players)
    one = f"All in one tally: {line.split(' / ')[0]}" if of_side else f"One line: {line}"
    return tuple(Text(each, Style.QUIET, 2) for each in (*_forms(ruleset, line), one))


def _forms(ruleset: Ruleset, line: str) -> tuple[str, ...]:
    """Return lines about cards, melds, counts and threes; ``line`` is an example of a hand."""
    kinds = canasta_fields(ruleset)
    counts = " ".join(f"{number} {kind.also[0]}" for number, kind in enumerate(kinds[:2], start=1))
    others = ", ".join(kind.also[0] for kind in kinds[2:])
    black = ", then black ones: 2 1" if ruleset.threes.black_laid else ": 2"
    foot = ", foot 55K" if ruleset.deal.foot is not None else ""
    return (
        _cards(ruleset),
        f"Melds: {_melds_of_example(line)}{_sequence(ruleset) if ruleset.melds.runs else ''}",
        f"Or counted: {counts} 265{f'; also {others}' if others else ''}",
        f"Red threes{black}. Left: JJ4{foot}; or -25",
    )
