"""A dispute on a page: the questions of ``canasta check`` alone, answered by taps, then the verdict.

``serve`` offers it to all who watch a game; a page without a game asks about a ruleset.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.cli.check import check_command
from canasta_cli.cli.disputes import (
    GAME_OVER,
    DisputeForm,
    card,
    cards,
    discard,
    hand,
    melds,
    number,
    numbers,
    one_meld,
    table_melds,
    taken,
)
from canasta_cli.cli.form import NONE, problem_of
from canasta_cli.cli.judging import house_rules_that_decide, read_as
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.cli.scoring import winner
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.show.layout import Blocks, Style, Text, inert, plain
from canasta_cli.show.verdict import brief_blocks
from canasta_cli.web.game import card_keys

if TYPE_CHECKING:
    from canasta_cli.cli.disputes import Row
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.scorebook import LoadedGame
    from canasta_cli.show.keys import Json
    from canasta_cli.web.game import WatchedGame

MOST_ANSWERS, LONGEST_ANSWER = 40, 200
"""The answers to the questions of a dispute, and the characters of one: more than any has."""
MOST_KEPT = 300
"""The questions whose verdicts are kept for the next request, which repeats those before its last answer."""

Keys = tuple[str, Mapping[str, str]]
CARDS: Keys = ("cards", {})
MELDS: Keys = ("melds", {})
TEXT: Keys = ("text", {})
KEYS: dict[Callable[[str], str], Keys] = {
    card: ("card", {}),
    discard: ("card", {NONE: "no discard", "down": "face down"}),
    cards: CARDS,
    taken: MELDS,
    hand: CARDS,
    melds: MELDS,
    table_melds: ("melds", {NONE: NONE}),
    one_meld: MELDS,
    number: ("number", {}),
    numbers: ("numbers", {}),
}
"""The keys of a page for an answer, and answers that are words, by how it is read; others are texts."""
CLAUSES = ("draw", "take pile with", "meld", "discard", "out")
"""Words of a turn."""
STYLES = {Style.GOOD: "good", Style.BAD: "bad", Style.NOTICE: "notice", Style.QUIET: "quiet"}


class Referee:
    """Asks about disputes of one game. It knows what everybody sees: totals, and which hand is next."""

    def __init__(self) -> None:
        self._of: LoadedGame | Ruleset | None = None
        self._form: DisputeForm | None = None

    def check(self, watched: "WatchedGame", arguments: Mapping[str, object]) -> "Json":
        """Return what :meth:`answer` does, about a game that is watched."""
        loaded = watched.loaded
        if loaded is None:
            raise NotUnderstood(watched.trouble)
        # Cards of a hand in play are not for everybody.
        game = loaded.game._replace(deal=None)
        public = loaded._replace(standing=loaded.standing._replace(game=game))
        return self.answer(RulesetChoice(loaded.ruleset, public), arguments, of=loaded)

    def answer(
        self,
        choice: RulesetChoice,
        arguments: Mapping[str, object],
        *,
        of: "LoadedGame | Ruleset",
    ) -> "Json":
        """Return the question after some ``answers``, each as it is typed, or the verdict.

        ``kept`` are the answers that could be taken; if the next one could not, ``wrong`` says why. What the
        answers are about, ``of``, is the same object as long as earlier verdicts hold.
        """
        answers, form = _answers_of(arguments), self._begin(choice, of)
        kept, wrong = _answer_all(form, answers)
        field = form.next()
        found = {"kept": kept, "wrong": wrong}
        found |= card_keys(form.choice.ruleset)
        if field is None:
            return {**found, "question": None, "lines": _lines(_verdict(form))}
        return {**found, "question": _question(field), "lines": _lines(field.above)}

    def _begin(self, choice: RulesetChoice, of: "LoadedGame | Ruleset") -> DisputeForm:
        """Return a form without answers, which has the verdicts of earlier requests about the same."""
        before = self._form
        if before is None or of is not self._of or len(before.judged) >= MOST_KEPT:
            before = DisputeForm(check_command, choice)
        form = DisputeForm(check_command, before.choice)
        form.judged = before.judged
        self._of, self._form = of, form
        return form


def _answers_of(arguments: Mapping[str, object]) -> list[str]:
    match arguments.get("answers"):
        case [*texts] if len(texts) <= MOST_ANSWERS:
            typed = [text for text in texts if isinstance(text, str)]
            if len(typed) == len(texts) and all(len(each) <= LONGEST_ANSWER for each in typed):
                return typed
    raise NotUnderstood("answers are texts")


def _answer_all(form: DisputeForm, answers: Sequence[str]) -> tuple[int, str]:
    """Answer the questions of a form; return how many answers it took, and why not the next one."""
    for kept, text in enumerate(answers):
        try:
            field = form.next()
            if field is None:
                return kept, ""
            answer = field.answer(text)
            if kept == len(answers) - 1:  # the others were accepted before
                field.doubt(answer)
        except CanastaError as error:
            return kept, problem_of(error)
        form.keep(field.name, answer)
    return len(answers), ""


def _question(field: "Row") -> "Json":
    """Return a question: its choices, each with what is sent for it, and the keys for another answer."""
    keys, words = KEYS.get(field.read, TEXT) if field.read else ("", {})
    choices = [
        {"words": inert(each.words), "answer": str(number) if field.numbered else each.words}
        for number, each in enumerate(field.choices, start=1)
    ]
    named = {each.words for each in field.choices} | {field.enter}
    choices += [
        {"words": says, "answer": word} for word, says in words.items() if word not in named
    ]
    if field.meaning:
        choices.append({"words": inert(field.meaning), "answer": field.default})
    helps = field.help() if callable(field.help) else (Text(field.help),)
    return {
        "asks": inert(field.question),
        "help": " ".join(inert(each.line) for each in helps if isinstance(each, Text)),
        "choices": choices,
        "keys": keys,
        "words": CLAUSES if keys == "text" else (),
    }


def _verdict(form: DisputeForm) -> Blocks:
    if form.line[0] == GAME_OVER.command:
        text, _ = winner([*map(int, form.line[1:])], form.choice, sides=form.sides)
        return tuple(text())
    ruling = form.ruling(form.line)
    dispute, _ = form.judged[form.line]
    house = house_rules_that_decide(dispute, form.choice, ruling)
    head, *more = brief_blocks(ruling, form.choice.basis, house, guided=True, narrow=True)
    return (head, *read_as(dispute), *more)


def _lines(blocks: Blocks) -> "list[Json]":
    """Return blocks as lines of text, each with the name of its style."""
    return [
        {
            "text": line.strip(),
            "style": STYLES.get(block.style, "") if isinstance(block, Text) else "",
        }
        for block in blocks
        for line in plain((block,))
        if line
    ]
