"""The questions about a hand in words of the ruleset, and the answers as players type them at the table.

The forms of ``hand`` and ``amend`` call it.
"""

import re
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, pairwise, takewhile

from canasta_cli.engine.items import MINUS, POINTS, RED, check_spelling
from canasta_cli.engine.points import everything, points_of, unit_of_points
from canasta_cli.errors import CanastaError, NotationError, NotUnderstood, Unclear
from canasta_cli.model.cards import FOUR_TO_ACE, Cards, Rank
from canasta_cli.model.game import BOOKS, Tally, join
from canasta_cli.notation.cards import (
    SIGN,
    SMALLEST,
    cards_or_none,
    check_articles,
    check_counts,
    check_number_before_rank,
    counted,
    is_card,
    is_left,
    is_none,
    read_cards,
    with_signs_apart,
    write_cards,
)
from canasta_cli.notation.spoken import (
    ARTICLES,
    DIGIT_RANKS,
    NUMBERS,
    RANKS,
    STOPS,
    THREE,
    TOGETHER,
    Phrase,
    Token,
    as_written,
    check_length,
    first_phrase,
    number_of_word,
    refuse_plural,
    whole,
    words,
)
from canasta_cli.notation.spoken import THREES as THREES_IN_WORDS
from canasta_cli.notation.tally import (
    CARDS,
    COUNT,
    OF_ANY_KIND,
    doubtful_digits,
    grade_meant,
    is_grade,
    is_word,
    read_tally,
    with_plain_signs,
)
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.tallies import Field, canasta_fields, three_fields, with_figures
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, either, listed, whole_number

# Understand the answers about one side of a hand, as players type them at the table.

# What is asked about each side, in this order.
CANASTAS, MELDED, THREES, LEFT = TOPICS = ("canastas", "melded", "threes", "left")
# Ranks whose canastas are a kind of their own in some rulesets.
_RANKED = ("sevens", "aces")
# Words that may stand around numbers and mean nothing more.
_FILLERS = (*OF_ANY_KIND, "and", "+", "of", "card", "cards", "points", "point", "melded")
_LAID = "laid"
# Cards as an answer names them that would be digits: a five, 2 fives and a four.
_NOUNS = "|".join(each for rank in FOUR_TO_ACE for each in (rank.noun, rank.many))
_NUMBER = rf"\d+|{'|'.join(NUMBERS)}"
_CARD_NOUNS = rf"(?:{_NOUNS}|deuces?|jokers?)"
_IN_WORDS = rf"(?:an?|\d+) {_CARD_NOUNS}"
_SPOKEN = rf"(?:an?|{_NUMBER}) {_CARD_NOUNS}"
_CARDS_IN_WORDS = rf"{_IN_WORDS}(?:, {_IN_WORDS})*(?: and {_IN_WORDS})?|{_SPOKEN}"
# An answer about cards left that says so itself: two jacks and a four left.
_ALL_LEFT = re.compile(rf"({_SPOKEN}(?:(?: and|,) {_SPOKEN})*) left", re.IGNORECASE)


def _left_of(key: str) -> Callable[[re.Match[str]], str]:
    """Return what writes cards, or their points, as a word of a tally."""

    def write(found: re.Match[str]) -> str:
        number = whole_number(found[1]) or 0
        if number >= _FEWEST_POINTS and not cards_or_none(found[1]):
            return f"{MINUS}:{number}"
        return f"{key}:{'+'.join(each.text for each in as_written([*words(found[1])]))}"

    return write


# What the program prints about a part of a tally, and the words of the tally for it. Each number and word is
# tried from its beginning only: from each of its characters, a long one would take minutes.
_DIGITS = r"(?<!\d)\d+"
_BOOK = r"(?:canastas?|books?)\b"
_NONE = rf"(?:(?:red )?threes|melds?|points?|cards?|{_BOOK})"
_NUMBER_PRINTED = r"(?<![\d,])[\d,]+"
_PRINTED = tuple(
    (re.compile(printed, re.IGNORECASE), word)
    for printed, word in (
        # The two groups of a number; a second group that can be cards stays apart.
        (r"(?<!\S)(?<!:\s)(\d)\s(?!(?:10|[24-9])+\b)(\d{3})(?![^\s,])", r"\1\2"),
        (r"\bpts?\b", "points"),
        (r"(?<=:\d) (?:and|&|\+) (?=[a-z-]+:)", " "),
        (r"(?<![\w-])([a-z][a-z-]+:) +(?=\w)", r"\1"),
        (
            rf"(?<![^\s,])(?:nothing (?:melded|left)|left:?none|(?:no|0) {_NONE}(?: melded| left)?)\b(?!:)",
            " ",
        ),
        (
            rf"({_NUMBER_PRINTED}) (?:card points? left\b|points? left(?= *(?:,|$)))",
            r"minus:\1",
        ),
        (r"\bleft:? *([\d,]+) points?\b(?!:)", r"minus:\1"),
        (r"\b(?:minus|less) +([\d,]+)(?: points?)?(?= *(?:,|$|out\b))", r"minus:\1"),
        (r"(?<!\S)-([\d,]+) points?(?= *(?:,|$|out\b))", r"minus:\1"),
        (rf"({_NUMBER_PRINTED}) card points? melded\b", r"points:\1"),
        (rf"(-[\d,]+|{_NUMBER_PRINTED}) points? in all\b", r"score:\1"),
        (r"\b(\d+) black threes? laid out\b", r"black:\1"),
        (
            rf"(?<![\w:+-])({_CARDS_IN_WORDS}|[\w+]+) left(?: \(-[\d,]+\))?(?= *(?:,|$))",
            _left_of("left"),
        ),
        (rf"(?<![\w+])({_CARDS_IN_WORDS}|[\w+]+) in a foot\b", _left_of("foot")),
        (r"\bwent out with the special hand ", "special:"),
        (r"\bwent out concealed\b", "concealed"),
        (r"\bwent out\b", "out"),
        (r"\bthe stock ran out\b", "stock"),
        (r"(\b\w+|\"[^\"]+\") played alone\b", r"alone:\1"),
    )
)
_GRADE = rf"(?:({'|'.join((*BOOKS, *BOOKS.values(), 'pure', 'wild'))}) )?"
_OF_RANK = re.compile(rf"({_DIGITS}) {_GRADE}{_BOOK} of {_GRADE}(\w+s)\b", re.IGNORECASE)
# Colours are canastas, natural or mixed, or threes: beside one of these words they are canastas, with at
# most twelve words between.
_WORDS_BETWEEN = "|".join(("and", "or", "of", *BOOKS, *BOOKS.values(), "pure", "red", "black"))
_BETWEEN = rf"(?:[\s,]+(?:\d{{1,2}}|{_WORDS_BETWEEN})){{0,12}}"
_COLOURED_BOOK = re.compile(rf"\b(red|black)(?={_BETWEEN}[\s,]+{_BOOK})", re.IGNORECASE)
_THREE_AFTER = rf"(?! *(?:{'|'.join(THREES_IN_WORDS)})\b)"
_COLOURED = re.compile(
    r"(?<!\S)(?:(\d{1,2}) (red|black)s?|(red|black)s? ([^3\D]|\d\d))(?![^\s,])" + _THREE_AFTER,
    re.IGNORECASE,
)
# A number or an article before canastas, or colours of canastas or threes.
_NUMBER_WORD = re.compile(
    rf"(?<!\S)({'|'.join((*ARTICLES, *NUMBERS))})(?=\s+([a-z-]+)\b(\s+{_BOOK})?)", re.IGNORECASE
)
_RED_THREE = re.compile(r"(?<!\b\d )(?<!\b\d\d )\breds? 3(?!\S)", re.IGNORECASE)
_GRADES = {"red": "natural", "black": "mixed"}
_THREES = re.compile(r"(?:\d+x)?(?:3[rb])+", re.IGNORECASE)
_COUNTED = re.compile(r"(\d{1,2})?([a-z][a-z-]*)\Z")
# A lone number below it is a count of something rather than card points.
_FEWEST_POINTS = 20
_SHORTEST = 3
_LONGEST_ANSWER = 2_000
# More cards than two hands have left.
_MOST_HELD = 30
_SOME_CARDS = rf"(?:{_NUMBER}) cards?"
_NUMBER_OF = re.compile(rf"(?<!\S){_SOME_CARDS}\b(?! *points?)", re.IGNORECASE)
_NUMBER_LEFT = re.compile(
    rf"\bleft:? *{_SOME_CARDS}\b(?! *points?)|{_NUMBER_OF.pattern} left\b", re.IGNORECASE
)
_POINTS = ("points", "point", "minus", "-")
_IN_HAND = re.compile(
    r"\b(?:(?:left )?in (?:(?:the|my|our|their) )?hands?|left over|stuck with)\b", re.IGNORECASE
)
_BETWEEN_CARDS = re.compile(rf"\w,? {LEFT}:? \w", re.IGNORECASE)
_ONE_CARD = r"(?:10|[4-9tjqk2wTJQKAW])"
# A list that the program prints is of digits, with an “and”; three kings in another one may be a meld.
_FACES = "|".join(rank.many for rank in Rank if not (rank.three or rank.value in DIGIT_RANKS))
_MELD = rf"(?!(?:1|2|one|two) )(?:{_NUMBER}) (?:{_FACES})(?:, {_IN_WORDS}){{0,9}}"
_LIST_BEFORE_LEFT = re.compile(
    rf"(?i)(?<![\w:+-])(?:{_IN_WORDS}(?:, {_IN_WORDS})+|{_MELD},? and {_SPOKEN}) left\b"
)
_WILD_CARDS = re.compile(r"(?i)\bwild cards?\b")
_CARDS_BEFORE_LEFT = re.compile(rf"(?<!\S)({_ONE_CARD}(?:,? {_ONE_CARD})+) left(?= *(?:,|$))")


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
    check_length(text, _LONGEST_ANSWER)
    text = with_plain_signs(_IN_HAND.sub(LEFT, text))
    if topic == LEFT and (whole_answer := _ALL_LEFT.fullmatch(text)):
        text = _left_of(LEFT)(whole_answer)
    _check_held(text, topic)
    text, ruleset = _NUMBER_WORD.sub(_in_digits, text), asked.ruleset
    kinds = canasta_fields(ruleset)
    if topic not in (THREES, LEFT):
        _check_counts_after(text, kinds)
        text = _with_colours(text, asked, topic)
    text = _with_kinds(text, kinds)
    for printed, word in _PRINTED:
        text = printed.sub(word, text)
    if is_none(text.strip(" ,"), is_answer=True):
        return Tally()
    typed, after = _around_left(text, topic)
    # Raises for a word of the notation with a mistake.
    notation = " ".join(word for word in (*typed, *after) if is_word(word))
    known = read_tally(notation)
    check_digits(notation, ruleset)
    check_spelling(known, ruleset)
    if topic == LEFT and (known.left or known.figure(MINUS) or _BETWEEN_CARDS.search(text)):
        topic = MELDED  # a whole tally, of which the other words are melds
        typed, after = _around_left(text, topic)
    bare = [word for word in typed if not (is_word(word) or is_left(word))]
    left = [word for word in (*filter(is_left, typed), *after) if not is_word(word)]
    if topic == LEFT or after:
        check_number_before_rank(text.lower().rpartition(LEFT)[2], melds=False)
    if topic == LEFT:
        if not left and known == with_figures({POINTS: known.figure(POINTS)}):
            known = with_figures({MINUS: known.figure(POINTS)})
        return join((known, _left(left, asked)))
    if after and not left:
        raise NotUnderstood("“left” has no cards after it; write left:JJ4, or minus:25")
    part = _threes(bare, ruleset) if topic == THREES else _melds(bare, ruleset, topic)
    melded = join((known, part))
    # A sign alone doesn't show if cards or points follow it.
    return join((melded, _left(left, asked._replace(in_cards=not melded.figure(POINTS)))))


def _check_held(text: str, topic: str) -> None:
    """Refuse cards without their ranks, and those of which only the last may be left: ``5 5 left``.

    Refuse also that there is nothing of what another question is about: ``no red threes``.
    """
    other = "meld|canasta" if topic in (THREES, LEFT) else "three|left"
    if nothing := re.fullmatch(rf"(?i)(?=(?:no|0|nothing) )[^,:]*\b(?:{other})\w*", text):
        raise Unclear(f"“{nothing[0]}” answers another question")
    check_counts(text)
    if wild := _WILD_CARDS.search(text):
        raise Unclear(
            f"“{wild[0]}”: deuces or jokers?",
            fix="Write them as cards: 22W",
        )
    if number := (_NUMBER_OF if topic == LEFT else _NUMBER_LEFT).search(text):
        raise Unclear(
            f"“{number[0]}”: which ones?",
            fix="Name them: left:JJ4. Or their points: minus:25",
        )
    if listed_before := _LIST_BEFORE_LEFT.search(text):
        fix = "Write left: and the cards left, as in left:JJ4"
        raise Unclear(f"“{listed_before[0]}”: are all of these left?", fix=fix)
    if held := _CARDS_BEFORE_LEFT.search(text):
        cards = counted("".join(held[1].replace(",", " ").split()).upper())
        raise Unclear(f"“{held[1]}”: are all of these left?", fix=f"Write left:{cards}")


def _in_digits(found: re.Match[str]) -> str:
    """Return digits for a number or an article before canastas; before other words it stays."""
    number, word, book = found.groups()
    counts = book or is_grade(word.lower()) or word.lower() in (*OF_ANY_KIND, *_GRADES)
    return str(number_of_word(number.lower())) if counts else number


def _with_kinds(text: str, kinds: Sequence[Field]) -> str:
    """Return a text with canastas as one word each: ``1 dirty book of sevens``, ``dirty sevens:1``."""
    for kind in kinds:
        for name in kind.also:
            if " " in name:
                text = re.sub(rf"(?i)(?<![\w-]){name}: *(?=\d)", f"{kind.name}:", text)
    return _OF_RANK.sub(partial(_of_rank, {kind.name for kind in kinds}), text)


def _of_rank(known: Container[str], found: re.Match[str]) -> str:
    """Return canastas of a rank as a word of a tally, without the rank if those of all ranks count the same.

    ``known`` are the kinds of canasta. Without a grade, a rank that is not one of them stays as it was.
    """
    count, before, after, rank = (each and each.lower() for each in found.groups())
    grade = before or after
    if not grade:
        return f"{rank}:{count}" if rank in known else found[0]
    names = [f"{grade}-{rank}"]
    if grade_meant(grade) == "natural":
        names.append(rank)
    if rank not in known:
        names.append(grade)
    name = next((each for each in names if grade_meant(each) in known), names[0])
    return f"{name}:{count}"


def _around_left(text: str, topic: str) -> tuple[list[str], list[str]]:
    """Return the words before and after ``left``; an answer about cards left has none before it."""
    tokens = list(with_signs_apart(words(text), (), melds=topic != LEFT))
    spoken = [token.text.strip(",:").lower() for token in tokens]
    words_of_left = spoken if topic == LEFT else spoken[:-1]
    at = spoken.index(LEFT) if LEFT in words_of_left else len(tokens)
    before, after = tokens[:at], tokens[at + 1 :]
    if topic == LEFT:
        before, after = [], [*before, *after]
    # The other questions expect numbers of things, too: 2 sevens are two canastas of sevens.
    return _texts(before), _texts(as_written(after, TOGETHER))


def _texts(tokens: Sequence[Token]) -> list[str]:
    return [word.rstrip(STOPS) or word for each in tokens if (word := each.text.strip(","))]


def read_in_words(text: str, ruleset: Ruleset, refused: NotationError) -> Tally:
    """Read a tally in the words of these questions and of answers. Raises ``refused`` if it isn't one.

    The notation has refused it. Raises :class:`~canasta_cli.errors.Unclear` for words with several meanings.
    """
    asked = AskedOfSide(ruleset)
    try:
        return read_answer(CANASTAS, _with_colours(text, asked), asked)
    except Unclear:
        raise
    except NotationError as error:
        # Past a first word that only these answers know, the word at which they stop is the reason.
        found, first = error.token, refused.token
        reason = refused if found.rstrip(":") == first or ":" in first else error
        raise _as_typed(reason, text) from None
    except CanastaError:
        raise refused from None


def _as_typed(error: NotationError, line: str) -> NotationError:
    """Return an error with its place in a line as it was typed, if its word is there."""
    begin = error.text.rfind(" ", 0, error.start) + 1
    at = line.find(error.text[begin:].split(" ")[0])
    if at >= 0 and error.text != line:
        start = at + error.start - begin
        error.text, error.start, error.end = line, start, start + error.end - error.start
    return error


def _with_colours(text: str, asked: AskedOfSide, topic: str = "") -> str:
    """Return a text with its colours as canastas, as of ``1 red canasta``, or as threes: ``red:2``.

    Colours alone are threes if the melds are given in other words; otherwise they answer the question
    about a topic, and in a tally they are refused. Raises :class:`~canasta_cli.errors.Unclear`.
    """
    text, books = _COLOURED_BOOK.subn(lambda found: _GRADES[found[1].lower()], text)
    if _RED_THREE.search(text):
        raise Unclear(
            "“red 3” could be one red three, or three",
            fix=f"Write {RED}:1 or {RED}:3. In cards: 3R or 3x3R",
        )
    first = _COLOURED.search(text)
    if first is None:
        return text
    others = Tally()
    with suppress(CanastaError):
        others = read_answer(CANASTAS, _COLOURED.sub(" ", text), asked)
    threes = topic == MELDED or others.melds or any(map(others.figure, _GRADES.values()))
    if books or not (threes or topic or re.search(_BOOK, text, re.IGNORECASE)):
        kind, three = _as_counts(first)
        raise Unclear(
            f"“{first[0]}” could be canastas or threes",
            fix=f"Write {kind} for canastas or {three} for threes",
        )

    return _COLOURED.sub(lambda found: _as_counts(found)[bool(threes)], text)


def _as_counts(found: re.Match[str]) -> tuple[str, str]:
    """Return a number and a colour as a count of canastas, and as one of threes."""
    count, colour = int(found[1] or found[4]), (found[2] or found[3]).lower()
    return f"{_GRADES[colour]}:{count}", f"{colour}:{count}"


def is_whole(part: Tally, topic: str) -> bool:
    """True if an answer is the whole tally of a side: it says what comes last in a tally."""
    last = part.left or part.feet or part.figure(MINUS)
    return part.score is not None or (topic != LEFT and bool(last))


def _melds(bare: Sequence[str], ruleset: Ruleset, topic: str) -> Tally:
    """Read numbers of canastas, card points, or melds as cards, in an answer about a topic."""
    values: dict[str, int] = {}
    numbers, cards, threes = list[str](), list[str](), list[str]()
    kinds, typed = canasta_fields(ruleset), " ".join(bare)
    _check_kinds(bare, kinds)
    if _by_name(kinds).keys().isdisjoint(word.lower() for word in bare):
        bare = [token.text for token in as_written([whole(word) for word in bare], TOGETHER)]
    rest = [word for word in bare if word.lower() not in (*_FILLERS, _LAID)]
    suited = _are_cards(rest, kinds, ruleset)
    named = ""
    while rest:
        if phrase := _cards_in_words(rest, kinds):
            (threes if phrase.symbols.endswith(("3R", "3B")) else cards).append(phrase.symbols)
            del rest[: phrase.words]
            continue
        if _THREES.fullmatch(rest[0]):  # never 3 runs
            threes.append(rest.pop(0))
            continue
        kind, number, used = _count(rest, kinds, suited=suited)
        if kind is not None:
            values[kind.name] = number + values.get(kind.name, 0)
            named = named or ("" if rest[0][0].isdigit() else rest[0])
        elif whole_number(rest[0]) is not None:
            numbers.append(rest[0])
        else:
            cards.append(rest[0])
        del rest[:used]
    counts_first = topic == CANASTAS
    in_points = {number for number, word in pairwise(bare) if word.lower() in ("point", "points")}
    if counts_first and not (values or cards or in_points) and len(numbers) == 1:
        _check_kind(numbers[0], kinds)
    points = _points(numbers, cards, ruleset, in_points, expected=bool(values) or not counts_first)
    says_laid = _LAID in typed.lower().split()
    laid = f"{_LAID}:" * (says_laid or ruleset.black_laid)
    threes = threes or [""] * says_laid  # “laid:” alone is refused
    melds = read_tally(" ".join((*cards, *(laid + each for each in threes))), typed=True)
    check_melds(typed, melds, ruleset, named)
    return join((with_figures(values), melds, with_figures({POINTS: points})))


def check_melds(typed: str, tally: Tally, ruleset: Ruleset, named: str = "") -> None:
    """Refuse melds of wild cards in words that can be one, as in ``4 jokers 3 deuces``.

    A kind of canasta that is ``named`` without a number may be about the cards of one beside it.
    """
    melds, rules = [meld.cards for meld in tally.melds], ruleset.melds
    wild = [each for each in melds if {card.rank for card in each} <= {*ruleset.wild_ranks.wild}]
    one, count = sum(wild, Cards()), len(wild)
    cards = next((each for each in (*melds, one) if len(each) >= rules.canasta), None)
    if named and cards:
        raise Unclear(
            f"“{named}” stands beside the cards of a canasta",
            fix=f"Leave it out if you mean {write_cards(cards)}. For one more: {named.lower()}:1",
        )
    in_words = rules.wild_only and Rank.JOKER.noun in typed.lower()
    if in_words and count > 1 and max(map(len, wild)) >= SMALLEST:
        raise Unclear(
            f"the wild cards could be one meld, or {count}",
            fix=f"Write {write_cards(one)} for one or {' '.join(map(write_cards, wild))} for {count}",
        )


def _cards_in_words(rest: Sequence[str], kinds: Sequence[Field]) -> Phrase | None:
    """Read cards in words at the front, such as 7 kings, or cards one by one: 8 8 8 2.

    In some games 2 sevens are canastas.
    """
    singles = [*takewhile(lambda word: word.lower() in RANKS, rest)]
    if len(singles) >= SMALLEST:
        return Phrase(" ".join(singles), len(singles))
    phrase = first_phrase(rest)
    name = rest[phrase.words - 1].lower() if phrase else ""
    return None if any(name in (kind.one, *kind.also) for kind in kinds) else phrase


def _are_cards(bare: Sequence[str], kinds: tuple[Field, ...], ruleset: Ruleset) -> bool:
    """True where suits matter and ``4c`` is a card, not a count of canastas, as beside ``1m`` or points.

    Raises :class:`~canasta_cli.errors.Unclear` for one that can be both, and for ``3B`` beside ``2R``.
    """
    glued = [word for word in bare if re.fullmatch(r"\d[a-z]", word, re.IGNORECASE)]
    cards = [*filter(is_card, glued)]
    colours = [word for word in glued if word[1] in "rRbB"]
    few = ruleset.melds.runs and len(cards) < SMALLEST  # no sequence
    is_counted = len(cards) < len(glued) or any(
        whole_number(word) is not None and not cards_or_none(word) for word in bare
    )
    for word in cards:
        unsure = {*colours} - {*cards} if word in colours else few and not is_counted
        if unsure and (kind := _kind(word[1].lower(), kinds, counted=True)):
            raise Unclear(
                f"“{word}” could be {word[0]} {kind.many}, or a card",
                fix=f"Write {kind.name}:{word[0]} for {kind.many}, or 1x{word.upper()} for the card",
            )
    return ruleset.melds.runs and not few


def _count(
    rest: Sequence[str], kinds: tuple[Field, ...], *, suited: bool
) -> tuple[Field | None, int, int]:
    """Read a count of canastas at the front: its kind, the count, and the words that it takes.

    The kind is ``None`` if there is no count; then one word is taken. ``suited``: ``4c`` is a card.
    """
    first = rest[0].lower()
    number = int(first) if first.isdecimal() and len(first) <= 2 else None  # noqa: PLR2004
    for length in (2, 1):
        phrase = " ".join(rest[number is not None :][:length]).lower()
        glued = _COUNTED.match(phrase)
        if glued and glued[1] and number is None and length == 1:
            if (suited or len(phrase) >= _SHORTEST) and cards_or_none(phrase):
                continue
            if found := _kind(glued[2], kinds, counted=True):
                return found, int(glued[1]), 1
        elif phrase and (found := _kind(phrase, kinds, counted=number is not None)):
            taken = min(length, len(rest) - (number is not None))
            return found, 1 if number is None else number, taken + (number is not None)
    return None, 0, 1


def _by_name(kinds: Sequence[Field]) -> dict[str, Field]:
    """Return the kinds of canasta by each of their names."""
    return {name: kind for kind in kinds for name in (*kind.also, kind.one, kind.many)}


def _kind(word: str, kinds: tuple[Field, ...], *, counted: bool) -> Field | None:
    """Find the kind of canasta with a name, or after a number with any beginning of one."""
    names = _by_name(kinds)
    exact = names.get(word) or names.get(word.removesuffix("s"))
    if exact or not (counted or len(word) >= _SHORTEST):
        return exact
    short = "points".startswith(word)  # 20p are points
    found = [each for each in names.items() if each[0].startswith(word) and not short]
    if not found and (is_grade(word) or word in _RANKED):
        known = either(kind.also[0] for kind in kinds)
        raise NotUnderstood(f"“{word}” is not a kind of canasta in these rules; write {known}")
    if not found or (not counted and cards_or_none(word)):
        return None
    shortest, kind = min(found, key=lambda each: len(each[0]))
    others = [other.also[0] for name, other in found if other is not kind and shortest not in name]
    if others:
        names_of = dict.fromkeys((kind.also[0], *others))
        raise Unclear(f"“{word}” could be {either(names_of)}; write more letters")
    return kind


def _check_counts_after(text: str, kinds: tuple[Field, ...]) -> None:
    """Refuse a number or a kind of canastas after their kind: ``clean 3 dirty 2``, ``natural sevens``."""
    also = [name for kind in kinds for name in kind.also if not name.endswith(OF_ANY_KIND)]
    names = sorted((*also, *(f"{name}s" for name in also)), key=len, reverse=True)
    meant = {name[:length]: name for name in names for length in range(_SHORTEST, len(name) + 1)}
    typed = text.lower().replace(", ", " , ").split()
    bare = " ".join(each for each in typed if each not in OF_ANY_KIND)
    words = re.findall(rf"\b(?:{'|'.join(names)})\b|\S+", bare)
    for at, (before, kind, number) in enumerate(zip(("", *words), words, words[1:], strict=False)):
        is_first = before != "of" and not before.isdecimal()
        is_count = kind in meant and is_first and re.fullmatch(r"1?\d", number)
        if is_count and not first_phrase(words[at + 1 : at + 3]):
            raise Unclear(
                f"“{kind} {number}” could be {number} {kind}, or {kind} and another number",
                fix=f"Write {meant[kind]}:{number}, or {meant[kind]}:1 and what the {number} counts",
            )
    for kind, other in pairwise(words):
        if {kind, other} <= {*names} and {kind, other} & {*_RANKED}:
            raise Unclear(
                f"“{kind} {other}” could be one canasta, or two",
                fix=f"Write 1 {other} for one, or 1 {kind} 1 {other} for two",
            )


def _check_kinds(bare: Sequence[str], kinds: tuple[Field, ...]) -> None:
    """Refuse a number of canastas without their kind, and words without a number: 2 canastas."""
    for number, word in pairwise(bare):
        if number.isdecimal() and word.lower() in OF_ANY_KIND:
            _check_kind(number, kinds)
    if bare and {word.lower() for word in bare} <= {*_FILLERS}:
        if word := next((each for each in bare if each.lower() in OF_ANY_KIND), ""):
            _check_kind(word, kinds)
        raise NotUnderstood(f"“{bare[0]}” stands alone; write a number with it, or cards")


def _check_kind(word: str, kinds: Sequence[Field]) -> None:
    """Refuse canastas without their kind; a lone small number could be some, of any kind, or points."""
    number = whole_number(word)
    if number is None or number < _FEWEST_POINTS:
        known = either(f"{number or 1} {kind.also[0]}" for kind in kinds)
        raise Unclear(f"“{word}” of which kind? Write {known}")


def _points(
    numbers: list[str], cards: list[str], ruleset: Ruleset, in_points: set[str], *, expected: bool
) -> int:
    """Return the card points among numbers, those ``in_points`` included; cards go to ``cards``."""
    unsaid, beside = [each for each in numbers if each not in in_points], bool(cards)
    melds = [each for each in unsaid if _is_meld(each, ruleset, expected=expected, cards=beside)]
    points = [each for each in numbers if each not in melds]
    cards += melds
    if cards and (unsure := next((word for word in points if word not in in_points), "")):
        read_tally(" ".join(cards))  # A misspelt word is the reason: 7 kimgs.
        raise Unclear(f"“{unsure}” between cards {_could_be(unsure)}")
    if len(points) > 1:
        raise Unclear(f"write the card points as one number, not “{' '.join(points)}”")
    return whole_number(points[0]) or 0 if points else 0


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


def _is_meld(word: str, ruleset: Ruleset, *, expected: bool, cards: bool) -> bool:
    """True if digits are a meld: 4444, 5552. With points given or expected, only if they must be."""
    wild = {rank.value for rank in ruleset.wild_ranks.wild}
    if len(word) < _SHORTEST or len(set(word) - wild) > 1 or not set(word) <= DIGIT_RANKS:
        return False
    number = int(word)
    if cards or number % unit_of_points(ruleset) or number > everything(ruleset):
        return True
    if not expected:
        raise Unclear(
            f"is {word} a meld, or {count_of(number, 'point')}?",
            fix=f"Write {counted(word)} for the meld or {POINTS}:{word} for the points",
        )
    return False


def _threes(bare: Sequence[str], ruleset: Ruleset) -> Tally:
    """Read red threes, and black ones where they are laid out: as numbers or as cards."""
    kinds = three_fields(ruleset)
    values: dict[str, int] = {}
    parts: list[Tally] = []
    typed = [word for word in bare if word.lower() != "and"]
    rest = [word.lower() for word in typed]
    fix = "write 2 or 3R3R"
    while rest:
        word = rest.pop(0)
        count = number_of_word("two" if word == "both" else word)
        if word == "all" and not {*rest[:1]} & {*THREE}:
            count = kinds[0].most
            del rest[: bool(rest) and number_of_word(rest[0]) == count]
        word = str(count or word)
        if not word.isdecimal():
            word = typed[-len(rest) - 1]
            cards = cards_or_none(word)
            if not cards or not all(card.rank.three for card in cards):
                raise NotUnderstood(f"“{word}” is not a number of red threes; {fix}")
            parts.append(Tally(threes=Cards(cards)))
            continue
        free = [each for each in kinds if each.name not in values]
        named = [each for each in free if rest and f"{each.name}s".startswith(rest[0])]
        if named:
            rest.pop(0)
        if rest and rest[0] in THREES_IN_WORDS and (named or rest[0] != word):
            rest.pop(0)
        if not free:
            raise NotUnderstood(f"“{' '.join(typed)}” has two numbers of {kinds[0].many}; {fix}")
        kind = (named or free)[0]
        if kind.most is not None and int(word) > kind.most:
            raise NotUnderstood(f"the deck has only {kind.most} {kind.many}")
        values[kind.name] = int(word)
    return join((with_figures(values), *parts))


def _left(bare: Sequence[str], asked: AskedOfSide) -> Tally:
    """Read the cards left in the hands and feet, or their points."""
    as_points = any(word.lower() in _POINTS for word in bare)
    typed = [word for word in bare if word.lower() not in (*_FILLERS, *_POINTS, LEFT)]
    check_articles(typed)
    has_cards = any(whole_number(word.lstrip(SIGN)) is None for word in typed) or (
        len(typed) > 1 and all(map(is_card, typed))
    )
    held, feet, points = list[str](), list[str](), 0
    into = held
    for word in typed:
        if word.lower() in ("foot", "feet"):
            into = feet
        elif as_points or (not has_cards and _is_points(word, asked)):
            number = whole_number(word.lstrip(SIGN))
            if number is None:
                raise NotUnderstood(f"“{word}” is not a number of points")
            points += number
        elif cards := word.lstrip(SIGN):
            into.append(cards)
    if into is feet and not feet:
        raise NotUnderstood("“foot” has no cards after it; write foot:55K")
    for token in words(" ".join(held)):
        refuse_plural(token)
    left = tuple(map(read_cards, held))
    if len(left) > asked.hands:
        left = (sum(left, Cards()),)
    shown = Tally(left=left, feet=tuple(map(read_cards, feet)))
    return join((shown, with_figures({MINUS: points})))


def _is_points(word: str, asked: AskedOfSide) -> bool:
    """True for digits that are points and not cards, by how the melds were given.

    Digits alone that can be both are refused even after points, as they are in a tally.
    """
    signed, digits = is_left(word), word.lstrip(SIGN)
    by_points = asked.in_cards is False or (asked.in_cards is None and signed)
    whole_unit = not (whole_number(digits) or 0) % unit_of_points(asked.ruleset)
    expected = by_points and whole_unit and (signed or len(digits) > 1)
    if expected and signed:
        return True
    return are_points(digits, asked.ruleset, is_count=not (signed or expected)) or expected


def check_digits(tally: str, ruleset: Ruleset) -> str:
    """Return a tally with ``points:`` before digits that can't be a meld, after a count or without cards.

    Raises :class:`~canasta_cli.errors.Unclear` for digits that are cards in the notation, and can be meant as
    points or a count as well.
    """
    for meaning, before, digits in reversed([*doubtful_digits(tally)]):
        number = digits.text
        if meaning == CARDS:
            signed = before == SIGN
            are_points(number, ruleset, key="left:" if signed else before, is_count=not signed)
        elif meaning == COUNT:
            if not before and len(read_tally(tally).melds) > 1:
                raise Unclear(f"“{number}” between cards {_could_be(number)}")
            if not _is_meld(number, ruleset, expected=False, cards=False):
                tally = f"{tally[: digits.start]}{POINTS}:{tally[digits.start :]}"
        else:
            raise Unclear(
                f"“{before} {number}” could be one number, or a number and a meld",
                fix=f"Write {before},{number} for the number or {number} {before} with a meld",
            )
    return tally


def are_points(digits: str, ruleset: Ruleset, *, key: str = "left:", is_count: bool) -> bool:
    """True for digits left that can only be points; false if they are cards, or worth the same.

    Raises :class:`~canasta_cli.errors.Unclear` if they can be both, or (``is_count``) a number of cards.
    """
    number = whole_number(digits)
    try:
        cards = read_cards(digits)
    except NotationError:
        if {*digits} == {"3"}:  # no points: threes that lack their colours
            raise
        return True
    if number is None:
        return False
    first, *more = cards
    names = f"the cards {listed(card.symbol for card in cards)}" if more else first.rank.one
    ways = {names: f"{key}{counted(write_cards(cards))} for {'the cards' if more else names}"}
    can_be = number <= everything(ruleset) and not number % unit_of_points(ruleset)
    is_worth = number == points_of(cards, ruleset)
    if can_be and not is_worth:
        ways[count_of(number, "point")] = f"{MINUS}:{digits} for the points"
    # 25 is a deuce and a five, and as many points: both are the same.
    if is_count and number <= _MOST_HELD and not (is_worth and more):
        ways[count_of(number, "card")] = f"all the cards, as in {key}JJ4"
    if len(ways) > 1:
        raise Unclear(f"is {digits} {', or '.join(ways)}?", fix=f"Write {either(ways.values())}")
    return False
