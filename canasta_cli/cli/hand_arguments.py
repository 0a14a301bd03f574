"""A hand as typed on the command line: a tally for each side, or the cards players show."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.errors import NotationError, NotUnderstood, Unclear
from canasta_cli.model.game import Game, Out, Tally
from canasta_cli.notation.cards import (
    cards_or_none,
    check_articles,
    check_number_before_rank,
)
from canasta_cli.notation.spoken import QUOTES, STOPS, TOGETHER, as_written, words
from canasta_cli.notation.tally import (
    EXAMPLE,
    POINTS,
    doubtful_digits,
    is_number,
    read_tally,
    with_plain_signs,
)
from canasta_cli.words import (
    count_of,
    listed,
    quoted,
    whole_number,
)

if TYPE_CHECKING:
    from canasta_cli.model.turn import PlayerCards
    from canasta_cli.rules.schema import Ruleset

Rules = Callable[[], "Ruleset"]
"""Loads the ruleset of a game, which only tallies in words need."""

SEPARATOR = "/"
"""Separates the tallies of the sides on one line."""


def read_hand(
    texts: Sequence[str],
    game: Game,
    rules: Rules,
    *,
    forced: bool = False,
    scores: bool = False,
    number: int | None = None,
) -> tuple[Tally, ...]:
    """Read one tally for each side: in the order of the sides, or each with its side's name.

    One text may contain all tallies, or one text each of their words, with a separator among them.
    ``scores``: the texts are only the points of each side. ``number``: that of the hand, from 1; by
    default it is the next one.
    """
    names = game.side_names
    parts = split_line(_separated(" ".join(texts), game))
    is_unquoted = len(parts) > 1 and not any(" " in text for text in texts)
    one_line = len(texts) == 1 or SEPARATOR in texts or is_unquoted
    texts = parts if one_line else texts
    command = f"canasta amend {number}" if number else "canasta hand"
    named = [_named(text, game) for text in texts]
    given = [name for name, _ in named]
    if any(given) and not all(given):
        raise NotUnderstood(
            "some tallies have a side's name and some have none",
            fix=f'Name them all, or none. Example: {command} {quoted(names[0])}="7xK out" …',
        )
    _check_number(given, names, command, scores=scores)
    if not (one_line or forced or scores):
        _check_quotes(texts, names, command)
    by_side = dict(named) if given[0] else dict(zip(names, (t for _, t in named), strict=True))
    if scores:
        by_side = {name: score_word(text, name) for name, text in by_side.items()}
    else:
        _check_numbers(by_side, command)
    hand = number or game.next_hand
    read = [read_side(by_side[name], name, rules) for name in names]
    if any(tally.figure(POINTS) for tally in read):
        _check_digits(by_side)
    return tuple(with_full_name(tally, game, hand) for tally in read)


def _check_digits(by_side: Mapping[str, str]) -> None:
    """Refuse digits alone beside a side in points: they could be points, or cards."""
    for name, text in by_side.items():
        digits = text.strip()
        if digits.isdecimal() and cards_or_none(digits):
            raise Unclear(
                f"{name}: “{digits}” could be points, or cards",
                fix=f"Write points:{digits}, or {'+'.join(digits)} for the cards",
            )


def _check_numbers(by_side: Mapping[str, str], command: str) -> None:
    """Refuse tallies that are a number each: of card points, or of the whole hand."""
    texts = by_side.values()
    numbers = [*map(whole_number, texts)]
    are_melds = all(cards_or_none(text) and not is_number(text) for text in texts)
    if None in numbers or are_melds:
        return
    points = " ".join(map(str, numbers))
    scores = " ".join(f"score:{number}" for number in numbers)
    scores = f"--points {points}" if command == "canasta hand" else scores
    raise Unclear(
        f"“{points}” could be points of the whole hand, or of cards",
        fix=f"Points of the whole hand: {command} {scores}\n"
        "Points of cards: points: and minus: before the numbers",
    )


def _check_quotes(texts: Sequence[str], names: Sequence[str], command: str) -> None:
    """Refuse going out as all that a side did: a tally without quotes is several arguments."""
    found = [at for at, text in enumerate(texts) if text.lower() in [out.value for out in Out]]
    if found:
        meant = " ".join((command, f'"{" ".join(texts)}"', *('""' for _ in names[1:])))
        raise NotUnderstood(
            f"“{texts[found[0]]}” would be the whole tally of {names[found[0]]}",
            fix=f"Put each side's tally in quotes. Example: {meant}",
        )


def score_word(text: str, side: str) -> str:
    """Return the word of a tally for a side's points of a whole hand."""
    found = re.match(r"(?:score:)?([^\s:]+(?:\s[0-9]{3})*)(.*)", text.strip())
    points, rest = found.groups() if found else (text, "")
    if whole_number(points) is None:
        raise NotUnderstood(
            f"{side}: “{points}” is not a number of points",
            fix="Give the points of each side. Example: canasta hand --points 1860 -20\n"
            "For cards: canasta hand",
        )
    rest = re.sub(r"(?i)^ *(?:points?|pts)(?!\S)", "", rest)
    return f"score:{points}{rest}"


def _example(names: Sequence[str], command: str, *, scores: bool) -> str:
    """Return a command line for a hand: its cards, or only the points of each side."""
    of_two = "--points 1860 -20" if scores else f'{EXAMPLE} "AAA 5555 left:JJ4"'
    return " ".join((command, of_two, *("340" if scores else '""' for _ in names[2:])))


def _separated(line: str, game: Game) -> str:
    """Put a separator before each name after the first: ``Us: 7xK out Them: AAA -4``."""
    names = [name for name in _names(game) if not cards_or_none(name)]
    begins = rf"(?i)\s((?:{'|'.join(map(re.escape, names))})\s?[:=])"
    is_named = names and SEPARATOR not in line and re.match(begins, f" {line}")
    apart = f" {SEPARATOR} "
    return re.sub(begins, rf"{apart}\1", f" {line}").removeprefix(apart) if is_named else line


def _names(game: Game) -> list[str]:
    """Return the names that a side has in front of its tally: ``Ann and Cat``, ``Us``, ``Ann``."""
    return [*(listed(side.players) for side in game.sides), *game.side_names, *game.players]


def split_line(line: str) -> list[str]:
    """Split a line at each ``/``, except in a name: in front of ``=``, or in double quotes."""
    parts, start = [], 0
    for word in words(line):
        named = word.text.find("=") + 1
        for at, letter in enumerate(word.text):
            if letter == SEPARATOR and at >= named and '"' not in word.text:
                parts.append(line[start : word.start + at])
                start = word.start + at + 1
    return [part.strip() for part in (*parts, line[start:])]


def read_line() -> str:
    """Read a hand of one line from standard input. Raises an error if another line follows."""
    # Imported here: other command lines read no input.
    from canasta_cli.cli.session import waiting
    from canasta_cli.files import read_file

    with waiting():
        # A terminal has no end that anybody would type after one line.
        lines = [sys.stdin.readline()] if sys.stdin.isatty() else read_file("-").splitlines()
    first, *more = [line for line in lines if line.strip()] or [""]
    if more:
        raise NotUnderstood(
            f"standard input has {count_of(len(more) + 1, 'line')}, but a hand is one line",
            fix=f"Write the tallies of all sides on one line, with “{SEPARATOR}” between them.",
        )
    return first


def _check_number(given: list[str], names: Sequence[str], command: str, *, scores: bool) -> None:
    """Check that each side has exactly one tally."""
    twice = [name for name in given if name and given.count(name) > 1]
    example = f"Example: {_example(names, command, scores=scores)}"
    each = f'Give a tally for each of {listed(names)}; write "" for an empty one.'
    each = "Give the points of each side." if scores else each
    if twice:
        raise NotUnderstood(f"the tally of {twice[0]} is given twice", fix=each)
    if len(given) > len(names):
        number = count_of(len(given), *(("number",) if scores else ("tally", "tallies")))
        quotes = f"Put each side's tally in quotes, or “{SEPARATOR}” between the sides. "
        raise NotUnderstood(
            f"{number} for {count_of(len(names), 'side')}",
            fix=f"{'' if scores else quotes}{example}",
        )
    if len(given) < len(names):
        missing = [n for n in names if n not in given] if any(given) else names[len(given) :]
        raise NotUnderstood(
            f"there {'are no points' if scores else 'is no tally'} for {listed(missing)}",
            fix=f"{each} {example}",
        )


def _named(text: str, game: Game) -> tuple[str, str]:
    """Split a text into a side's name and its tally; without a name, the name is empty.

    The name stands before ``=``; without it, only one that can't be read as cards is understood.
    """
    # Imported here, and below: counting a tally needs no database.
    from canasta_cli.scorekeeper.scorebook import pick_side

    if found := split_name(text, game):
        name, operator, tally = found
        return pick_side(name if operator == "=" else f"{name}{operator[0]}", game), tally
    if begun := named_first(text, game):
        name, tally = begun
        return pick_side(name, game), tally
    return "", text


def named_first(text: str, game: Game) -> tuple[str, str] | None:
    """Split ``Ann: 3R`` into the name of a side or a player, and the words after it."""
    for name in _names(game):
        after = text[len(name) :]
        begins = text.lower().startswith(name.lower()) and after.startswith((" ", ":"))
        if begins and not cards_or_none(name):
            return text[: len(name)], after.removeprefix(":").strip()
    return None


def split_name(text: str, game: Game) -> tuple[str, str, str] | None:
    """Split ``Us+=3R`` into a name, ``+=``, ``-=`` or ``=``, and the words after it.

    Return ``None`` if no name is in front.
    """
    names = "|".join(map(re.escape, _names(game)))
    found = re.match(rf"(?i)({names}|[^=: ]*?)\s*([+-]?=)", text)
    return (found[1], found[2], text[found.end() :]) if found else None


def read_side(text: str, name: str, rules: Rules, *, digits_are_cards: bool = False) -> Tally:
    """Read one side's tally as it was typed; an error names the side.

    ``digits_are_cards``: a word of digits after ``left:`` has one meaning, as in a file.
    """
    try:
        return read_typed(text, rules, digits_are_cards=digits_are_cards)
    except (NotationError, Unclear) as error:
        error.message = f"{name}: {error.message}"
        raise


def read_typed(text: str, rules: Rules, *, digits_are_cards: bool = False) -> Tally:
    """Read a tally as it was typed: in the notation, but without words of two meanings, or in words.

    Raises :class:`~canasta_cli.errors.NotationError` or :class:`~canasta_cli.errors.Unclear`.
    """
    if text[:1] in QUOTES:  # a mark at the end alone may belong to a name: alone:Lou'
        text = text.strip(QUOTES)
    text = with_plain_signs(text)
    check_number_before_rank(text)
    first = next(words(text), None)
    if first and first.text.lower().rstrip(STOPS) in TOGETHER:
        first.fail(f"cards are missing before “{first.text}”")
    try:
        tally = read_tally(text, typed=True)
    except NotationError as error:
        from canasta_cli.cli.guided_answers import read_in_words

        return read_in_words(text, rules(), error)
    if "joker" in text.lower():
        from canasta_cli.cli.guided_answers import check_melds

        check_melds(text, tally, rules())
    if " a " in text and (tally.left or tally.feet):
        held = re.sub(r"(?i).*?(\b(left|foot)\b|(?<!\S)-)", "", text, count=1)
        check_articles([token.text.rstrip(STOPS) for token in as_written([*words(held)])])
    if not digits_are_cards and any(doubtful_digits(text)):
        from canasta_cli.cli.guided_answers import check_digits

        return read_tally(check_digits(text, rules()), typed=True)
    return tally


def with_full_name(tally: Tally, game: Game, hand: int) -> Tally:
    """Return a tally of a hand, from 1, with the name of the seat of a player who played alone."""
    if not tally.alone or tally.alone.lower() == "nobody":
        return tally._replace(alone=None)
    from canasta_cli.scorekeeper.scorebook import pick_seat

    return tally._replace(alone=pick_seat(tally.alone, game, hand))


def split_words(line: str) -> tuple[str, ...]:
    """Split a line that was typed into a form as a shell would: ``"Ann Lee"=KK`` is one word."""
    import shlex

    try:
        return tuple(shlex.split(line))
    except ValueError:
        raise NotUnderstood("a quotation mark has no second one", fix="Type it again") from None


def read_shown(words: tuple[str, ...], command: str = "left") -> "tuple[PlayerCards, ...]":
    """Read the cards players show at the end of a hand, each as ``PLAYER=CARDS``."""
    return tuple(_shown(word, command) for word in words)


def _shown(text: str, command: str) -> "PlayerCards":
    from canasta_cli.notation.turn import read_player_left

    player, equals, cards = text.partition("=")
    if not equals or not player:
        raise NotUnderstood(
            f"no cards are given for “{text}”" if not equals else f"no player is given in “{text}”",
            fix=f"Give each player with the cards left. Example: canasta {command} Bob=A4",
        )
    try:
        return read_player_left(player, cards)
    except NotationError as error:
        error.message = f"{player}: {error.message}"
        raise
