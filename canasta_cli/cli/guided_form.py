"""The questions about a hand, the answers given so far, and which question comes next."""

from canasta_cli.cli.guided_answers import (
    CANASTAS,
    MELDED,
    THREES,
    TOPICS,
    Asked,
    is_whole,
    read_answer,
)
from canasta_cli.cli.guided_ending import (
    NOBODY,
    STOCK,
    guess_alone,
    guess_out,
    read_alone,
    read_out,
)
from canasta_cli.cli.hand_arguments import read_hand, split_line
from canasta_cli.engine.figures import BLACK, POINTS, RED
from canasta_cli.engine.score import HandCount, count_hand_of
from canasta_cli.errors import NotationError, NotUnderstood
from canasta_cli.model.game import Out, Tally, join
from canasta_cli.notation.tally import write_tally
from canasta_cli.rules.names import tally_in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.show.finding import message
from canasta_cli.values import NamedTuple

OUT, ALONE = "out", "alone"
WHOLE_HAND = -1


class Question(NamedTuple):
    """A question about a topic: of one side, or (``place`` is WHOLE_HAND) of the whole hand."""

    place: int
    topic: str


class Given(NamedTuple):
    """An answer as typed, and what it adds to the tallies of the sides, by their places.

    ``whole``: it is the whole tally of its side, so that nothing else is asked about that side.
    """

    text: str
    parts: dict[int, Tally]
    whole: bool = False


Answers = dict[Question, Given]


class Form:
    """The answers about the next hand of a game.

    ``given`` keeps an answer until another one replaces it; ``done`` are the questions that need not
    be asked again, in the order of their answers. A question in ``implied`` was not asked, since the
    cards show its answer; one in ``asked`` is asked in any case.
    """

    def __init__(self, loaded: LoadedGame) -> None:
        """Begin without answers."""
        self.loaded = loaded
        self.names = [side.name for side in loaded.game.sides]
        ending = (ALONE, OUT) if loaded.ruleset.seats.alone else (OUT,)
        self.questions = [
            *(Question(place, topic) for place in range(len(self.names)) for topic in TOPICS),
            *(Question(WHOLE_HAND, topic) for topic in ending),
        ]
        self.given: Answers = {}
        self.done: list[Question] = []
        self.implied: set[Question] = set()
        self.asked: set[Question] = set()

    def tallies(self, before: Question | None = None) -> tuple[Tally, ...]:
        """Return each side's tally as far as it was given, or as given before a question."""
        at = len(self.questions) if before is None else self.questions.index(before)
        return _joined([self.given[q] for q in self.questions[:at] if q in self.given], self.names)

    def count(self, tallies: tuple[Tally, ...]) -> HandCount:
        """Count the hand with these tallies, and the penalties recorded during it."""
        game = self.loaded.game
        return count_hand_of(game, game.with_pending(tallies), self.loaded.ruleset)

    def next(self) -> Question | None:
        """Return the next question; drop the answers to those that earlier answers include."""
        for question in self.questions:
            if question not in self.done:
                if not self._is_answered(question):
                    return question
                self.given.pop(question, None)
        return None

    def imply(self, question: Question) -> Answers:
        """Answer who went out if the cards show it, and keep that; empty if it must be asked."""
        guess = self.guess(question) if question.topic == OUT else ""
        if not guess or question in self.asked:
            return {}
        answers = self.read(question, guess)
        self.keep(answers)
        self.implied.add(question)
        return answers

    def may_be_concealed(self) -> bool:
        """True if the cards show who went out, but not if it was concealed, which scores more."""
        out = Question(WHOLE_HAND, OUT)
        plain = any(tally.out is Out.PLAIN for tally in self.tallies())
        return out in self.implied and plain and bool(self.loaded.ruleset.out.concealed)

    def conceal(self) -> None:
        """Keep that the side that went out did so concealed."""
        out = Question(WHOLE_HAND, OUT)
        self.keep(self.read(out, f"{self.given[out].text} {Out.CONCEALED.value}"))

    def guess(self, question: Question) -> str:
        """Return the likely answer to a question about the whole hand; empty without one."""
        game, tallies = self.loaded.game, self.tallies(question)
        if question.topic == OUT:
            return guess_out(tallies, game, self.loaded.ruleset)
        return guess_alone(tallies, game, self.loaded.ruleset) if question.topic == ALONE else ""

    def keep(self, answers: Answers) -> None:
        """Add answers. Those that the cards implied before are looked at again."""
        for question in self.implied:
            self.given.pop(question, None)
        self.done = [question for question in self.done if question not in self.implied]
        self.implied.clear()
        self.given.update(answers)
        self.done += [question for question in answers if question not in self.done]

    def endings(self) -> list[str]:
        """List the topics of the whole hand that can be asked about again."""
        return [question.topic for question in self.done if question.place == WHOLE_HAND]

    def back(self) -> bool:
        """Return to the question answered last; false if there is none."""
        return bool(self.done) and self._reopen(self.done[-1:])

    def reopen(self, name: str) -> None:
        """Ask again about a side or a topic of the whole hand, with the answers given as defaults."""
        places = [place for place, side in enumerate(self.names) if side == name]
        self._reopen([each for each in self.done if each.place in places or each.topic == name])

    def _reopen(self, questions: list[Question]) -> bool:
        self.done = [question for question in self.done if question not in questions]
        self.asked.update(questions)
        return True

    def read(self, question: Question, text: str) -> Answers:
        """Read an answer to a question; to the first one, also the whole hand on one line.

        Raises :class:`~canasta_cli.errors.CanastaError` for an answer that can't be understood.
        """
        game = self.loaded.game
        if question.topic == OUT:
            return {question: _about_all(read_out(text, game), self.names)}
        if question.topic == ALONE:
            return {question: _about_all(read_alone(text, game), self.names)}
        if question == self.questions[0] and len(split_line(text)) > 1:
            return whole_hand(_read_line(text, self.loaded), self.loaded.ruleset)
        part = read_answer(question.topic, text, self._asked(question)) if text else Tally()
        return {question: Given(text, {question.place: part}, is_whole(part, question.topic))}

    def problem(self, answers: Answers) -> str:
        """Return what the rules refuse with new answers and not without them; empty for nothing.

        A whole tally is judged when all are known.
        """
        if any(given.whole for given in answers.values()):
            return ""
        first = min(map(self.questions.index, answers))
        before = self.tallies(self.questions[first])
        others = [self.given[q] for q in self.questions[:first] if q in self.given]
        after = _joined([*others, *answers.values()], self.names)
        ignored = _asked_later(self.questions[first])
        due = _DUE.get(self.questions[first].topic, ())
        known = {each for each in self._refused(before) if each[0] not in due}
        new = (each for each in self._refused(after) if each not in known)
        return next((words for rule, words in new if rule not in ignored), "")

    def is_wrong(self, question: Question) -> bool:
        """True if the rules refuse what was given, whatever the answers from a question on are."""
        later = {rule for each in self.questions for rule in _asked_later(each)}
        return any(rule not in later for rule, _ in self._refused(self.tallies(question)))

    def _refused(self, tallies: tuple[Tally, ...]) -> list[tuple[str, str]]:
        counted = self.count(tallies)
        found = (
            finding for verdict in (*counted.sides, counted.table) for finding in verdict.refused
        )
        return [(finding.rule, message(finding)) for finding in found]

    def _is_answered(self, question: Question) -> bool:
        """True if answers to earlier questions include the answer to this one."""
        tallies = self.tallies(question)
        if question.place == WHOLE_HAND:
            if all(tally.score is not None for tally in tallies):
                return True
            if question.topic == ALONE:
                return any(tally.alone for tally in tallies)
            return any(tally.went_out or tally.stock for tally in tallies)
        if any(self.given[q].whole for q in self.done if q.place == question.place):
            return True
        tally = tallies[question.place]
        if question.topic == THREES:
            return bool(tally.threes or tally.figure(RED) or tally.figure(BLACK))
        return question.topic == MELDED and (
            not tally.figures or bool(tally.melds or tally.figure(POINTS))
        )

    def _asked(self, question: Question) -> Asked:
        tallies = self.tallies(question)
        seen = (tallies[question.place], *reversed(tallies[: question.place]))
        in_cards = next((bool(t.melds) for t in seen if t.melds or t.figure(POINTS)), None)
        hands = len(self.loaded.game.sides[question.place].players)
        return Asked(self.loaded.ruleset, hands, in_cards)


def whole_hand(tallies: tuple[Tally, ...], ruleset: Ruleset) -> Answers:
    """Return the answers that the whole tallies of all sides are."""
    typed = [write_tally(tally_in_game_words(tally, ruleset)) for tally in tallies]
    return {
        Question(place, CANASTAS): Given(typed[place], {place: tally}, whole=True)
        for place, tally in enumerate(tallies)
    }


def _read_line(text: str, loaded: LoadedGame) -> tuple[Tally, ...]:
    try:
        return read_hand(
            [text], loaded.game, lambda: loaded.ruleset, dealer="", forced=False
        ).tallies
    except NotationError:
        raise
    except NotUnderstood as error:
        # How to correct a command line is of no use here.
        raise NotUnderstood(error.message) from error


def _joined(given: list[Given], names: list[str]) -> tuple[Tally, ...]:
    return tuple(
        join(tuple(each.parts[place] for each in given if place in each.parts))
        for place in range(len(names))
    )


def _about_all(parts: dict[int, Tally], names: list[str]) -> Given:
    """Return the answer to a question about the whole hand, with its shortest full text."""
    if not parts:
        return Given(NOBODY, parts)
    ((place, part),) = parts.items()
    how = "" if part.out is Out.PLAIN else f" {write_tally(part)}"
    return Given(STOCK if part.stock else part.alone or f"{names[place]}{how}", parts)


_ENDING = ("tally.alone", "out.canastas", "out.red-threes", "meld.black-threes")
_COUNTED = ("tally.canasta-points",)
# Rules about facts that several questions ask for: they are due at the last of these.
_DUE = {MELDED: _COUNTED, OUT: _ENDING, ALONE: _ENDING[:1]}


def _asked_later(question: Question) -> tuple[str, ...]:
    """Name the rules about facts that a later question asks for."""
    counted = _COUNTED if question.topic == CANASTAS else ()
    if question.topic == OUT:
        return counted
    return (*counted, *(_ENDING[1:] if question.topic == ALONE else _ENDING))
