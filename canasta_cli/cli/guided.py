"""The form of a hand on a terminal: one side after the other, then how it ended, then whether to save it.

The command ``hand`` calls it. ``questions_about`` lists its questions, in the order in which they are asked.

A new question is one ``HandQuestion`` there: its words, how an answer is read and guessed, the tallies
that include it, and the rules that wait for it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, product

from canasta_cli.cli.form import (
    FORCE,
    KEYS,
    NO,
    NONE,
    YES,
    Form,
    FormChoice,
    FormField,
    affirmed,
    continued,
    drop_outdated,
    pick,
    problem_alone,
    to_save,
)
from canasta_cli.cli.guided_answers import (
    CANASTAS,
    LEFT,
    MELDED,
    THREES,
    AskedOfSide,
    is_whole,
    read_answer,
)
from canasta_cli.cli.guided_examples import example_of, help_blocks
from canasta_cli.cli.hand_arguments import read_hand, score_word, split_line
from canasta_cli.cli.options import show
from canasta_cli.engine.game.standing import HandWarning
from canasta_cli.engine.items import BLACK, MINUS, POINTS, RED, canastas, in_hands, pool, red_threes
from canasta_cli.engine.points import lacking
from canasta_cli.engine.score import HandCount, count_hand_of
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.model.cards import meld_under
from canasta_cli.model.game import Game, Hand, Out, Tally, join
from canasta_cli.model.history import HandTallied
from canasta_cli.notation.spoken import words
from canasta_cli.notation.tally import is_word, read_tally, write_tally
from canasta_cli.rules.names import has_books, tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper import hands as drafts
from canasta_cli.scorekeeper.hands import HandInput, next_hand, record_hand, unlisted_cards
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game, preview
from canasta_cli.scorekeeper.tallies import check_typed, fields
from canasta_cli.show.finding import message
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.show.sheet import (
    against,
    against_blocks,
    part_in_words,
    running_count,
    summary_blocks,
)
from canasta_cli.show.standing import hand_warnings
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, listed

# How a hand ended, as answered on a terminal: who went out, and who played alone.

STOCK, NOBODY = "stock", "nobody"


def read_out(text: str, game: Game) -> dict[int, Tally]:
    """Read who went out: a side or a player, with ``concealed`` or ``special:NAME`` after it.

    ``stock``: the stock ran out. ``nobody``: nobody went out, and it is not known why.
    """
    typed = affirmed(
        [each.text for each in words(text) if each.text.lower() not in ("went", "out")]
    )
    known = [word for word in typed if is_word(word) and word.lower() != STOCK]
    rest = [word for word in typed if word not in known]
    if len(rest) > 1 and CONCEALED.startswith(rest[-1].lower()):
        rest.pop()
        known.append(CONCEALED)
    how = read_tally(" ".join(known))
    went = how if how.went_out else how._replace(out=Out.PLAIN)
    choices = [
        FormChoice(name, {place: went})
        for place, side in enumerate(game.sides)
        for name in (side.name, *side.players)
    ]
    choices += [
        FormChoice(STOCK, {0: Tally(stock=True)}),
        FormChoice(NOBODY, {}, key=f"{NOBODY} neither"),
    ]
    return pick(" ".join(rest), choices, out_words(game))


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
    return (*game.side_names, STOCK, NOBODY)


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


# The questions of the form: a row for each, about a side or about the whole hand.

ALONE, OUT, SCORE = "alone", "out", "score"
Guess = Callable[[tuple[Tally, ...], Game, Ruleset], str]


class HandQuestion(NamedTuple):
    """A question about each side, or (``whole``) about the whole hand.

    ``prompt`` is asked below ``head``, if there is one. ``nothing`` is the meaning of an empty answer.
    ``says`` explains the question after ``?``; without it, all answers are listed. ``known``: a tally
    includes the answer, so that nothing is asked. ``guess`` is the likely answer. ``due`` are rules that
    refuse nothing before this question, since it is the last one about what they judge.
    """

    topic: str
    prompt: str
    nothing: str
    says: str = ""
    known: Callable[[Tally], bool] = lambda _: False
    head: str = ""
    read: Callable[[str, Game], dict[int, Tally]] | None = None
    guess: Guess = lambda *_: ""
    due: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Return whether it is about the whole hand."""
        return self.read is not None


SCORES = (
    HandQuestion(
        SCORE,
        "Points",
        "0 points",
        "The points of the hand as you counted them: 1860. For cards: canasta hand",
    ),
)
"""The questions about a hand that is recorded by its points."""
_ALONE_RULE = "tally.alone"


def questions_about(game: Game, ruleset: Ruleset) -> tuple[HandQuestion, ...]:
    """Return the questions about a hand of a game, in the order in which they are asked."""
    alone = (_about_alone(game),) if ruleset.one_alone else ()
    return (*_about_side(game, ruleset), *alone, _about_out(game, ruleset))


def _about_side(game: Game, ruleset: Ruleset) -> Iterable[HandQuestion]:
    has_foot, black = ruleset.deal.foot is not None, ruleset.black_laid
    hands = "hands" if any(len(side.players) > 1 for side in game.sides) else "hand"
    books = "Books" if has_books(ruleset) else "Canastas"
    yield HandQuestion(CANASTAS, f"{books}, points or cards", "nothing melded")
    yield HandQuestion(
        MELDED,
        "Card points melded",
        "nothing melded",
        "The points of all cards this side melded, those of canastas too, without bonuses: 265. Or the "
        "melds as cards: KKK QQ2.",
        lambda tally: not tally.figures or bool(tally.melds or tally.figure(POINTS)),
        due=("tally.canasta-points",),
    )
    yield HandQuestion(
        THREES,
        "Red threes, black threes" if black else "Red threes",
        "no threes" if black else "no red threes",
        f"How many red threes this side laid out{', then the black ones: 2 1' if black else ': 2'}. "
        "Or the cards: 3R3R.",
        lambda tally: bool(tally.threes or tally.figure(RED) or tally.figure(BLACK)),
    )
    yield HandQuestion(
        LEFT,
        f"Left in {hands}{' and foot' if has_foot else ''}",
        "nothing left",
        "The cards that this side still holds: JJ4. Or their points: -25."
        + (" A foot that was never picked up: foot 55K." if has_foot else ""),
        lambda tally: tally.went_out and hands == "hand",
    )


def _about_alone(game: Game) -> HandQuestion:
    return HandQuestion(
        ALONE,
        "Alone",
        "nobody played alone",
        f"The player who played alone: {game.players[0]}. {NOBODY}: no player did.",
        lambda tally: bool(tally.alone),
        head=f"Who played alone? {' / '.join((*game.players, NOBODY))}",
        read=read_alone,
        guess=guess_alone,
        due=(_ALONE_RULE,),
    )


def _about_out(game: Game, ruleset: Ruleset) -> HandQuestion:
    first, has_concealed = game.sides[0], ruleset.out.concealed
    hints = [f"type “{first.name} c” if concealed"] if has_concealed else []
    special = ruleset.special.hands[:1]
    hints += [f"“{first.name} special:{hand.name}” for a special hand" for hand in special]
    hint = f" ({', '.join(hints)})" if hints else ""
    return HandQuestion(
        OUT,
        "Out",
        "nobody went out",
        f"Who went out: {either(game.side_names)}, or the name of a player, such as "
        f"{first.players[0]}.{f' If concealed: {first.name} c.' if has_concealed else ''} "
        f"{STOCK}: the stock ran out. {NOBODY}: the hand ended in another way, or it isn't known.",
        lambda tally: tally.has_ending,
        head=f"Who went out? {' / '.join(out_words(game))}{hint}",
        read=read_out,
        guess=guess_out,
        due=(_ALONE_RULE, "out.canastas", "out.red-threes", "meld.black-threes"),
    )


# The questions about a hand, the answers given so far, and which question comes next.

WHOLE_HAND = -1
CONCEALED = Out.CONCEALED.value


class FormQuestion(NamedTuple):
    """A question about a topic: of one side, or (``place`` is WHOLE_HAND) of the whole hand."""

    place: int
    topic: str


EXAMPLE_SCORE = "1860, or -20"


class Given(NamedTuple):
    """An answer as typed, and what it adds to the tallies of the sides, by their places.

    ``whole``: it is the whole tally of its side, so that nothing else is asked about that side. ``also``
    are the answers to other questions that the same text gives.
    """

    text: str
    parts: "dict[int, Tally]"
    whole: bool = False
    also: "tuple[tuple[FormQuestion, Given], ...]" = ()


class HandForm(Form[FormQuestion, Given]):
    """The answers about the next hand of a game, each with what it adds to the tallies.

    A question in ``implied`` was not asked, since the cards show its answer; one in ``asked`` is asked in
    any case. ``scores``: only the points of each side are asked for.
    """

    def __init__(self, loaded: LoadedGame, *, scores: bool = False) -> None:
        """Begin without answers."""
        super().__init__()
        self.loaded = loaded
        self.names = loaded.game.side_names
        self.scores = scores
        rows = SCORES if scores else questions_about(loaded.game, loaded.ruleset)
        self.rows = {row.topic: row for row in rows}
        self.questions = [
            FormQuestion(place, row.topic)
            for whole, part in groupby(rows, lambda row: row.whole)
            for place, row in product((WHOLE_HAND,) if whole else range(len(self.names)), part)
        ]
        self.implied: set[FormQuestion] = set()
        self.asked: set[FormQuestion] = set()

    def tallies(self, before: FormQuestion | None = None) -> tuple[Tally, ...]:
        """Return each side's tally as far as it was given, or as given before a question."""
        at = len(self.questions) if before is None else self.questions.index(before)
        return self._joined([self.given[q] for q in self.questions[:at] if q in self.given])

    def _joined(self, given: list[Given]) -> tuple[Tally, ...]:
        return tuple(
            join(tuple(each.parts[place] for each in given if place in each.parts))
            for place in range(len(self.names))
        )

    def count(self, tallies: tuple[Tally, ...]) -> HandCount:
        """Count the hand with these tallies, and the penalties recorded during it."""
        game = self.loaded.game
        return count_hand_of(game, game.with_pending(tallies), self.loaded.ruleset)

    def next(self) -> FormField[FormQuestion, Given] | None:
        """Return the next question; who went out is only printed if the cards show it."""
        question = self.missing()
        if question is not None and self._imply(question):
            question = self.missing()
        return None if question is None else self._field(question)

    def missing(self) -> FormQuestion | None:
        """Return the next question; drop the answers to those that earlier answers include."""
        for question in self.questions:
            if question not in self.done:
                if not self._is_answered(question):
                    return question
                self.given.pop(question, None)
        return None

    def _imply(self, question: FormQuestion) -> bool:
        """Answer who went out, and print it, if the cards show it."""
        guess = self.guess(question) if question.topic == OUT else ""
        if not guess or question in self.asked:
            return False
        self.show(BLANK)
        self.keep(question, self.read(question, guess))
        self.implied.add(question)
        return True

    def guess(self, question: FormQuestion) -> str:
        """Return the likely answer to a question; empty without one."""
        guess = self.rows[question.topic].guess
        return guess(self.tallies(question), self.loaded.game, self.loaded.ruleset)

    def _field(self, question: FormQuestion) -> FormField[FormQuestion, Given]:
        row, before = self.rows[question.topic], self.given.get(question)
        keep = before.text if before else self.guess(question)
        nothing = Given(NOBODY, {}) if row.whole else self.read(question, "")
        begins = not self.done or self.done[-1].place != question.place
        title = (BLANK,) if row.whole else (BLANK, self._title(question.place))
        return FormField(
            question,
            row.head,
            row.says or self._help,
            partial(self.read, question),
            enter="needed" if row.whole and not keep else "",
            default=keep,
            empty=None if row.whole else nothing,
            nothing=nothing,
            above=title if begins or row.whole else (),
            label=self._label(question),
            doubt=partial(self.doubt, question),
        )

    def _help(self) -> Iterable[Block]:
        """Return all answers about a side, and how to play by other rules."""
        yield from help_blocks(self.loaded.ruleset, _players(self.loaded))
        yield Text("For other rules: Ctrl-C, then canasta change", Style.QUIET, 2)

    def _label(self, question: FormQuestion) -> str:
        row = self.rows[question.topic]
        return row.prompt if row.whole else f"  {row.prompt}"

    def _title(self, place: int) -> Block:
        side = self.loaded.game.sides[place]
        players = "" if side.players == (side.name,) else f" ({listed(side.players)})"
        return Text(f"{side.name}{players}", Style.TITLE)

    def keep(self, name: FormQuestion, given: Given) -> None:
        """Keep an answer, and print what it means. What the cards implied before is looked at again."""
        self.add({name: given, **dict(given.also)})
        self.show(self._echo(name, given))

    def add(self, answers: dict[FormQuestion, Given]) -> None:
        """Add answers, in place of those that the cards implied before."""
        for question in self.implied:
            self.given.pop(question, None)
        self.done = [name for name in self.done if name not in self.implied]
        self.implied.clear()
        self.given.update(answers)
        self.done += [name for name in answers if name not in self.done]

    def saving(self) -> FormField[str, str] | None:
        """Return the question under the whole hand, whether to save it; it can be answered with what to retype.

        If the cards show who went out but not how, the answer can also be that it was concealed.
        """
        tallies = self.tallies()
        counted = self.count(tallies)
        warnings = _warnings(self.loaded, tallies) if counted.possible else ()
        plain = self.implied and any(tally.out is Out.PLAIN for tally in tallies)
        concealed = FormChoice(CONCEALED, CONCEALED, "the side that went out did so concealed")
        endings = [each.topic for each in self.questions if each.place == WHOLE_HAND]
        endings += [SWAP] if self.loaded.game.has_two_sides else []
        again = (*self.names, *(f"{each} ({MEANS[each]})" for each in endings))
        sides = (FormChoice(name, name, f"ask again about {name}") for name in self.names)
        field = to_save(
            accepted=counted.possible,
            can_be_forced=counted.can_be_forced,
            warned=bool(warnings),
            others=(concealed,) if plain and self.loaded.ruleset.out.concealed else (),
        )
        return field._replace(
            also=(*sides, *(FormChoice(each, each, f"change {MEANS[each]}") for each in endings)),
            above=tuple(_summary(self, tallies, counted, warnings)),
            below=f"To change an answer: {either(again)}",
            label="Save",
        )

    def change(self, word: str) -> None:
        """Take what to ask about again, that it was concealed, or that the sides are swapped."""
        out = FormQuestion(WHOLE_HAND, OUT)
        # WHOLE_HAND is the place of no side.
        asked = [q for q in self.questions if word in ((*self.names, "")[q.place], q.topic)]
        if word == CONCEALED:
            self.add({out: self.read(out, f"{self.given[out].text} {CONCEALED}")})
        elif done := [question for question in asked if question in self.done]:
            self.reopen(done)
        else:
            # Each side gets the tally of the other, or keeps its own. How the hand ended is asked again, or
            # shown by the cards.
            tallies = [
                each._replace(out=None, special=None, stock=False, alone=None)
                for each in self.tallies()[:: -1 if word == SWAP else 1]
            ]
            self.given.clear()
            self.done.clear()
            self.asked.update(asked)
            self.add(whole_hand(tuple(tallies), self.loaded, self.questions[0].topic))

    def reopen(self, names: Iterable[FormQuestion]) -> None:
        """Ask again, with the answers given as defaults, also what the cards show."""
        names = tuple(names)
        super().reopen(names)
        self.asked.update(names)

    def read(self, question: FormQuestion, text: str) -> Given:
        """Read an answer to a question; to the first one, also the whole hand on one line.

        Raises :class:`~canasta_cli.errors.CanastaError` for an answer that can't be understood.
        """
        game, read = self.loaded.game, self.rows[question.topic].read
        if read is not None:
            return self._about_all(read(text, game))
        if question == self.questions[0] and len(split_line(text)) > 1:
            answers = whole_hand(self._read_line(text), self.loaded, question.topic)
            return answers.pop(question)._replace(also=tuple(answers.items()))
        if self.scores:
            with problem_alone():
                points = read_tally(score_word(text or "0", self.names[question.place]))
            return Given(text, {question.place: points}, whole=True)
        part = self._read_part(question, text) if text else Tally()
        check_typed(part, self.loaded.ruleset)
        return Given(text, {question.place: part}, is_whole(part, question.topic))

    def _read_part(self, question: FormQuestion, text: str) -> Tally:
        """Read an answer about one side, with or without its names: ``Ann JJ4, Cat 9``."""
        side, asked = self.loaded.game.sides[question.place], self._asked_of(question)
        names = "|".join(map(re.escape, (side.name, *side.players)))
        without = re.sub(rf"(?i)(?<!\w)(?:{names})(?::|(?= ))", " ", text)
        with suppress(CanastaError):
            return read_answer(question.topic, text, asked)
        return read_answer(question.topic, without, asked)

    def _read_line(self, text: str) -> tuple[Tally, ...]:
        game, ruleset, scores = self.loaded.game, self.loaded.ruleset, self.scores
        with problem_alone():
            return read_hand([text], game, lambda: ruleset, scores=scores)

    def doubt(self, question: FormQuestion, given: Given) -> str:
        """Return what the rules refuse with a new answer and not without it; empty for nothing.

        A whole tally is judged when all are known.
        """
        if given.whole:
            return ""
        earlier = self.questions[: self.questions.index(question)]
        others = [self.given[q] for q in earlier if q in self.given]
        after = self._joined([*others, given])
        rows, due = [*self.rows.values()], self.rows[question.topic].due
        later = {rule for row in rows[[*self.rows].index(question.topic) + 1 :] for rule in row.due}
        known = {each for each in self._refused(self.tallies(question)) if each[0] not in due}
        new = [each for each in self._refused(after) if each not in known]
        if over := next((words for rule, words in new if rule == "tally.packs"), ""):
            earlier_too = ", also those of earlier answers (back)" if others else ""
            again = f"Count the cards again{earlier_too}"
            raise NotUnderstood(over, fix=f"{again}. For more packs: Ctrl-C, then canasta change")
        return next((words for rule, words in new if rule in due or rule not in later), "")

    def is_wrong(self, question: FormQuestion) -> bool:
        """True if the rules refuse what was given, whatever the answers from a question on are."""
        later = {rule for row in self.rows.values() for rule in row.due}
        return any(rule not in later for rule, _ in self._refused(self.tallies(question)))

    def _refused(self, tallies: tuple[Tally, ...]) -> list[tuple[str, str]]:
        found = against(self.count(tallies), self.names)
        return [(finding.rule, message(finding)) for _, finding in found]

    def _is_answered(self, question: FormQuestion) -> bool:
        """True if answers to earlier questions include the answer to this one."""
        row, tallies = self.rows[question.topic], self.tallies(question)
        if row.whole:
            every_score = all(tally.score is not None for tally in tallies)
            return every_score or any(map(row.known, tallies))
        of_side = (
            self.given[q] for q in self.questions if q in self.done and q.place == question.place
        )
        return any(given.whole for given in of_side) or row.known(tallies[question.place])

    def _asked_of(self, question: FormQuestion) -> AskedOfSide:
        tallies = self.tallies(question)
        seen = (tallies[question.place], *reversed(tallies[: question.place]))
        in_cards = next((bool(t.melds) for t in seen if t.melds or t.figure(POINTS)), None)
        hands = len(self.loaded.game.sides[question.place].players)
        return AskedOfSide(self.loaded.ruleset, hands, in_cards)

    def _about_all(self, parts: dict[int, Tally]) -> Given:
        """Return the answer to a question about the whole hand, with its shortest full text."""
        if not parts:
            return Given(NOBODY, parts)
        ((place, part),) = parts.items()
        how = "" if part.out is Out.PLAIN else f" {write_tally(part)}"
        text = STOCK if part.stock else part.alone or f"{self.names[place]}{how}"
        return Given(text, parts)

    def recalled(self) -> Iterable[Block]:
        """Return the answers in the order of the questions, as they are shown when they are typed."""
        shown = [q for q in self.questions if q in self.done and q not in self.implied]
        for place, answered in groupby(shown, lambda question: question.place):
            yield from (BLANK, *(() if place == WHOLE_HAND else (self._title(place),)))
            yield from (Text(f"{self._label(q)}: {self.given[q].text or NONE}") for q in answered)
        if shown:
            yield self._echo(shown[-1], self.given[shown[-1]])

    def _echo(self, question: FormQuestion, given: Given) -> Block:
        """Return what an answer means, and the points of the sides so far."""
        reached = max(question.place for question in self.done)
        if question.place == WHOLE_HAND:
            reached = len(self.names)
        sheets = self.count(self.tallies()).sheets[: reached + 1]
        meaning = self._meaning(question, given)
        return Text(f"= {meaning} · {running_count(self.names, sheets)}", Style.GOOD, 2)

    def _meaning(self, question: FormQuestion, given: Given) -> str:
        """Return what an answer means: ``2 red threes``, ``Us went out``, ``nothing left for Them``."""
        row = self.rows[question.topic]
        if given.also:
            return "all sides"
        if not given.parts:
            return row.nothing
        ((place, part),) = given.parts.items()
        name, words = self.names[place], part_in_words(part, fields(self.loaded.ruleset))
        deducted = in_hands(part, self.loaded.ruleset)
        if question.topic == LEFT and deducted and (part.left or part.feet):
            words += f" ({-deducted:,})"
        if given.whole and part.score is None and not red_threes(part):
            words += f", {self.rows[THREES].nothing}"
        if question.topic == OUT and not part.stock:
            return f"{name} {words}"
        return words or f"{row.nothing} for {name}"


def whole_hand(
    tallies: tuple[Tally, ...], loaded: LoadedGame, topic: str = CANASTAS
) -> dict[FormQuestion, Given]:
    """Return the answers that the whole tallies of all sides are."""
    typed = [
        write_tally(tally_in_game_words(tally, loaded.ruleset), typed=True) for tally in tallies
    ]
    return {
        FormQuestion(place, topic): Given(typed[place], {place: tally}, whole=True)
        for place, tally in enumerate(tallies)
    }


def _players(loaded: LoadedGame) -> list[tuple[str, ...]]:
    return [side.players for side in loaded.game.sides]


# The last question: whether to save the hand, or what to ask about again.

SWAP = "swap"
MEANS = {OUT: "who went out", ALONE: "who played alone", SWAP: "the sides"}


def _warnings(loaded: LoadedGame, tallies: tuple[Tally, ...]) -> tuple[HandWarning, ...]:
    """Return the warnings that the hand will have."""
    after = preview(loaded, HandTallied(Hand(tallies)), "")
    unlisted = unlisted_cards(loaded, tallies) if loaded.game.deal is not None else ()
    return (*unlisted, *after.standing.warnings_of(len(after.game.hands)))


def _summary(
    form: HandForm,
    tallies: tuple[Tally, ...],
    counted: HandCount,
    warnings: tuple[HandWarning, ...],
) -> Iterable[Block]:
    """Return the tallies and the sheets of the whole hand."""
    ruleset = form.loaded.ruleset
    parts = fields(ruleset)
    # The stock is in the tally of one side, but it concerns all of them.
    meanings = [part_in_words(tally._replace(stock=False), parts) for tally in tallies]
    yield BLANK
    yield from summary_blocks(form.names, meanings, counted.sheets, ruleset)
    if any(tally.stock for tally in tallies):
        yield Text("The stock ran out.", Style.QUIET)
    if not counted.possible:
        yield from against_blocks(counted, form.names, forced=False, with_rule=False)
    yield from hand_warnings(warnings, recorded=False)


# Ask for a whole hand, or only how it ended.


def prompt_for_hand(
    book: Scorebook,
    name: str | None,
    hand: HandInput,
    *,
    scores: bool,
) -> tuple[HandInput | None, drafts.Draft]:
    """Ask for the tallies of the next hand of a game, and return it with its draft.

    It is ``None`` if the user decides not to save it. ``scores``: ask only for the points of each side.
    """
    loaded = load_game(book.journal, name)
    # A game that takes no hand, or a wrong dealer, is refused before anything is typed.
    nothing = (Tally(),) * len(loaded.game.sides)
    record_hand(book.trial, name, hand._replace(tallies=nothing, forced=False, sent=None))
    number = loaded.game.next_hand
    draft = _draft_of_hand(book, loaded, drafts.POINTS if scores else drafts.HAND)
    by = hand.dealer or loaded.standing.dealer
    example = EXAMPLE_SCORE if scores else example_of(loaded.ruleset, _players(loaded))
    show(
        Text(f"Hand {number} of {loaded.game.name}, dealt by {by}.", Style.TITLE),
        Text(f"Example: {example}"),
        Text("Enter: none, or the answer in [brackets]", Style.QUIET),
        KEYS,
    )
    form = HandForm(loaded, scores=scores)
    form.fill(draft, f"canasta hand{' --points' if scores else ''}")
    if form.decision == NO:
        return None, draft
    forced = hand.forced or form.decision == FORCE
    given = hand._replace(tallies=form.tallies(), forced=forced, expected=next_hand(loaded))
    return given, draft


def _draft_of_hand(book: Scorebook, loaded: LoadedGame, form: str) -> drafts.Draft:
    """Return the draft of the next hand; name and drop those of earlier hands.

    One that follows a hand that was undone waits: redo restores that hand.
    """
    now = drafts.entry_before_next_hand(loaded)
    empty = drafts.empty_draft(book.journal, loaded, form, now)
    here: list[drafts.Draft] = []
    for after, found in drafts.drafts_of(book.journal, loaded, form):
        if after == now:
            here.append(found)
        elif after < now:
            drop_outdated(found)
    return continued(here, empty, f"hand {loaded.game.next_hand}")


def complete_hand(book: Scorebook, name: str | None, given: HandInput) -> HandInput:
    """Ask how a hand ended if its tallies don't say it: who played alone, who went out."""
    loaded = load_game(book.journal, name)
    form = HandForm(loaded)
    form.add(whole_hand(given.tallies, loaded))
    # It asks whatever the cards show, and nothing more.
    form.asked.update(form.questions)
    form.decision = YES
    question = form.missing()
    if question is None or form.is_wrong(question):
        return given
    record_hand(book.trial, name, given)
    form.fill()
    show(BLANK)
    return given._replace(tallies=form.tallies(), expected=next_hand(loaded))
