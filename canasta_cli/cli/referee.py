"""A dispute on a page: the questions of ``canasta check`` alone, answered by taps, then the verdict.

``serve`` offers it to all who watch a game; a page without a game asks about a ruleset.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from canasta_cli.cli import disputes
from canasta_cli.cli.check import check_command
from canasta_cli.cli.disputes import GAME_OVER, DisputeForm, Row
from canasta_cli.cli.form import NONE, problem_of
from canasta_cli.cli.judging import house_rules_that_decide, read_as
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.cli.scoring import winner
from canasta_cli.engine.rule import Fact
from canasta_cli.errors import CanastaError
from canasta_cli.show.layout import Blocks, Style, Text, plain
from canasta_cli.show.verdict import brief_blocks
from canasta_cli.web.game import Arguments, WatchedGame, card_keys, inert_document, texts_of

if TYPE_CHECKING:
    from canasta_cli.show.keys import Json

MOST_ANSWERS = 40
"""The answers to the questions of a dispute: more than any has."""
MOST_KEPT = 300
"""The questions whose verdicts are kept for the next request, which repeats those before its last answer."""

KEYS: dict[Callable[[str], str] | None, str] = {
    None: "",
    disputes.card: "card",
    disputes.discard: "card",
    disputes.cards: "cards",
    disputes.taken: "melds",
    disputes.hand: "cards",
    disputes.melds: "melds",
    disputes.one_meld: "melds",
    disputes.number: "number",
    disputes.numbers: "numbers",
}
"""The keys of a page for an answer, by how it is read; others are texts."""
CLAUSES = ("draw", "take pile with", "meld", "discard", "out")
"""Words of a turn."""
STYLES = {Style.GOOD: "good", Style.BAD: "bad", Style.NOTICE: "notice", Style.QUIET: "quiet"}


class Referee:
    """Asks about disputes of one game. It knows what everybody sees: totals, and which hand is next."""

    def __init__(self) -> None:
        self._form: DisputeForm | None = None

    def check(self, watched: "WatchedGame", arguments: "Arguments") -> "Json":
        """Return what :meth:`answer` does, about a game that is watched."""
        loaded = watched.loaded
        # Cards of a hand in play are not for everybody.
        game = loaded.game._replace(deal=None)
        public = loaded._replace(standing=loaded.standing._replace(game=game))
        return self.answer(RulesetChoice(loaded.ruleset, public), arguments)

    def answer(self, choice: RulesetChoice, arguments: "Arguments") -> "Json":
        """Return the question after some ``answers``, each as it is typed, or the verdict.

        ``answered`` has the questions so far, each with its answer; if the next answer could not be
        taken, ``wrong`` says why.
        """
        form, before = DisputeForm(check_command, choice), self._form
        if before and before.choice == choice and len(before.judged) < MOST_KEPT:
            form.judged = before.judged
        self._form = form
        keys, answered, wrong = card_keys(choice.ruleset), list[str](), ""
        field = form.next()
        for text in texts_of(arguments, "answers", MOST_ANSWERS):
            if field is None:
                break
            try:
                answer = field.answer(text)
                field.doubt(answer)
            except CanastaError as error:
                wrong = problem_of(error)
                break
            words = {each["answer"]: each["words"] for each in _question(field)["choices"]}
            if KEYS.get(field.read) == "card":
                words |= {each["token"]: each["words"] for each in keys["cards"]}
            # An example may follow the question.
            answered.append(f"{field.question.partition('?')[0]}? {words.get(text, text)}")
            form.keep(field.name, answer)
            field = form.next()
        shown: Json = inert_document(
            {
                "answered": answered,
                "wrong": wrong,
                **keys,
                "question": field and _question(field),
                "lines": _lines(field.above if field else _verdict(form)),
            }
        )
        return shown


def _question(field: "Row") -> "Json":
    """Return a question: its choices, each with what is sent for it, and the keys for another answer."""
    keys, words = KEYS.get(field.read, "text"), dict[str, str]()
    if field.read is disputes.discard:
        words = {NONE: "no discard", "down": "face down"}
    elif field.read is disputes.melds and isinstance(field.name, Fact):  # those of a side
        words = {NONE: NONE}
    choices = [
        {"words": each.words, "answer": str(number) if field.numbered else each.words}
        for number, each in enumerate(field.choices, start=1)
    ]
    named = {each.words for each in field.choices} | {field.enter}
    choices += [
        {"words": says, "answer": word} for word, says in words.items() if word not in named
    ]
    if field.meaning:
        choices.append({"words": field.meaning, "answer": field.default})
    return {
        "asks": field.question,
        "help": " ".join(
            each.line for each in field.explains(first=True) if isinstance(each, Text)
        ),
        "choices": choices,
        "keys": keys,
        "words": CLAUSES if keys == "text" else (),
    }


def _verdict(form: DisputeForm) -> Blocks:
    if form.line[0] == GAME_OVER.command:
        text, _ = winner([*map(int, form.line[1:])], form.choice, sides=form.sides)
        return tuple(text())
    ruling = form.ruling()
    dispute, _ = form.judged[form.line]
    house = house_rules_that_decide(dispute, form.choice, ruling)
    head, *more = brief_blocks(ruling, form.choice.basis, house, guided=True, narrow=True)
    return (head, *read_as(dispute), *more)


def _lines(blocks: Blocks) -> "list[Json]":
    """Return blocks as lines of text, each with the name of its style."""
    return [
        {"text": line.strip(), "style": STYLES.get(getattr(block, "style", Style.PLAIN), "")}
        for block in blocks
        for line in plain((block,))
        if line
    ]
