"""``canasta check`` alone on a terminal: ask which dispute it is, then the facts that can matter.

The command ``check`` calls it.

``DisputeForm.next`` finds the next question by asking the rules; what is asked is in ``dispute_questions.py``.
"""

import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial

import click

from canasta_cli.api.asking import answered
from canasta_cli.cli.dispute_questions import (
    DONT_KNOW,
    EXPLAINED,
    GAME_OVER,
    HAND_BEFORE,
    KINDS_OF_DISPUTE,
    LAST_THREE,
    LAY_OFF,
    MENU,
    OTHER_MELDS,
    PILE,
    QUESTIONS,
    SEQUENCES,
    TOP,
    TOTALS,
    WITH_WILD,
    DisputeKind,
    Name,
    Row,
    table_melds,
    turn,
    words_of,
)
from canasta_cli.cli.form import (
    KEYS,
    NO,
    NONE,
    Form,
    FormChoice,
    complain,
)
from canasta_cli.cli.judging import (
    Dispute,
    answer_dispute,
    in_full,
    inquire,
    recorded_facts,
    turn_on_table,
)
from canasta_cli.cli.options import print_answer, searching, show
from canasta_cli.cli.ruleset_choice import RulesetChoice, choose_ruleset
from canasta_cli.cli.scoring import check_totals, winner
from canasta_cli.cli.session import current_session
from canasta_cli.engine.facts import Condition
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.domains import OPENED
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.taking import any_lays_off
from canasta_cli.errors import CanastaError
from canasta_cli.notation.turn import without_player_and_note, write_turn
from canasta_cli.rules.book import chapters, explaining
from canasta_cli.rules.names import in_game_words
from canasta_cli.show.finding import message
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text, terminal_width
from canasta_cli.show.verdict import bonus_needs, brief_blocks
from canasta_cli.words import as_sentence, count_of, listed, points

# `canasta check` alone on a terminal: ask which dispute it is, then the facts that can matter.

MOST_FACTS, MOST_QUESTIONS = 5, 11
"""Maximum number of questions about facts before the first answer, and in all."""
HOW = Text("Enter: the answer in (brackets)", Style.QUIET)
# Facts that an answer assumes, which are asked for after all others, and the commands about a play that
# may use up the hand.
LAST = (Fact.FIRST_TURN, Fact.HAND)
WHOLE = ("out", "turn", "pass")


class DisputeForm(Form[Name, str]):
    """The answers so far, and what is known before them: the ruleset and game in use.

    ``questions`` are the commands that read a question; ``judged`` are those read so far, each with its
    answer, by their lines. ``known`` are questions that the rules or the hand in play answer.
    Once nothing is missing, ``line`` is the command line that asks the same.
    """

    def __init__(self, questions: click.Group, choice: RulesetChoice) -> None:
        """Begin without answers."""
        super().__init__()
        self.questions, self.choice = questions, choice
        self.judged: dict[tuple[str, ...], tuple[Dispute, Ruling]] = {}
        self.line: tuple[str, ...] = ()
        facts = recorded_facts(choice.loaded, None)
        if facts and facts.top:
            self.given[TOP] = facts.top.symbol
        if facts or not explaining("stock.last-red-three", chapters(choice.ruleset)):
            self.given[LAST_THREE] = ""
        self.known = frozenset(self.given)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides of the game in use."""
        return self.choice.loaded.game.side_names if self.choice.loaded else ()

    def ruling(self, line: tuple[str, ...]) -> Ruling:
        """Return the answer to the question that a command line asks."""
        if line not in self.judged:
            dispute = in_full(_read_line(line, self.questions), self.choice)
            with searching():
                self.judged[line] = dispute, answered(inquire(dispute, self.choice))
        return self.judged[line][1]

    def next(self) -> Row | None:
        """Return the question after the answers so far."""
        if MENU.name not in self.done:
            return MENU
        kind = next(kind for kind in KINDS_OF_DISPUTE if kind.key == self.given[MENU.name])
        for field in kind.fields:
            if field.name not in {*self.done, *self.known}:
                return self._checked(field)
        play = {field.name: self.given[field.name] for field in kind.fields}
        command = "turn" if play.get(LAST_THREE) else kind.command
        self.line = (command, *kind.arguments(play, self.choice.ruleset.wild_ranks))
        if kind is GAME_OVER:
            check_totals([*self.line[1:]], self.choice.ruleset)
            return None
        asked = [name for name in self.done if name not in (MENU.name, *play)]
        for known in dict.fromkeys(asked):
            self.line += words_of(known, self.given[known])
        more = self._next_about_facts(kind, asked)
        return None if more is None else self._checked(more)

    def back(self) -> None:
        """Ask again the question that was answered last, not those before it about the same fact."""
        name = self.done.pop()
        if name in self.done:
            self.given[name] = ""

    def _next_about_facts(self, kind: DisputeKind, asked: Sequence[Name]) -> Row | None:
        """Return the question about the next fact, or about other melds.

        Once a fact is asked again, or after many, the answer so far stands above.
        """
        fact = _deciding(self, self.line, asked) if len(asked) < MOST_QUESTIONS else None
        if (fact is None or fact in asked) and kind is PILE and OTHER_MELDS.name not in asked:
            unknown = self.ruling(self.line).verdict.unknown
            if _lacks_melds(self, self.line):
                # Without the total, the answer would not name the points that the side needs to open.
                asks_total = Fact.TOTAL in unknown and Fact.TOTAL not in asked
                return QUESTIONS[Fact.TOTAL] if asks_total else OTHER_MELDS
        if fact is None:
            return None
        field, choices = QUESTIONS[fact], _melds(self, fact, self.line)
        field = field._replace(choices=choices, numbered=True) if choices else field
        if not _is_answered((*asked, fact)):
            return field
        is_new = self.given[asked[-1]] or not _is_answered(asked)
        above = _short_answer(self, self.line) if is_new else ()
        enter = DONT_KNOW if fact in asked else field.enter
        return field._replace(numbered=bool(field.choices), enter=enter, above=above)

    def _checked(self, field: Row) -> Row:
        """Return a question whose answer is refused at once if nothing can be asked with it."""

        def doubt(answer: str) -> str:
            trial = copy(self)
            trial.given, trial.done = {**self.given, field.name: answer}, [*self.done, field.name]
            trial.next()
            return ""

        def helps() -> Iterable[Block]:
            rule = EXPLAINED.get(field.name, "")
            sentences = explaining(rule, chapters(self.choice.ruleset)) if rule else ()
            says = " ".join((str(field.help), *(each.text for each in sentences)))
            for part in () if self.choice.ruleset.melds.runs else SEQUENCES:
                says = says.replace(part, "")
            yield Text(says, Style.QUIET, 2)

        return _in_game(self, field._replace(help=helps, doubt=doubt))


def settle_dispute(
    questions: click.Group, rules: str | None, house: tuple[str, ...], game: str | None
) -> int:
    """Ask about a dispute, print its answer and the command that asks the same."""
    db = current_session().db
    options = [("-r", rules), ("-g", game), ("--db", db), *(("--house", each) for each in house)]
    given = [word for name, value in options if value for word in (name, value)]
    form = DisputeForm(questions, choose_ruleset(rules, house, game))
    basis = form.choice.basis
    show(Text(as_sentence(basis), Style.TITLE), HOW, KEYS)
    while True:
        form.fill()
        try:
            return _answer(form, given)
        except CanastaError as error:  # such as totals of too few sides
            complain(error)
            form.back()


def _turn_in_play(typed: str, choice: RulesetChoice) -> str:
    """Read a turn; if it can be several in the hand in play, ask which."""
    from canasta_cli.cli.playing import choose_turn
    from canasta_cli.scorekeeper.playing import SeveralTurns

    text = turn(typed)
    try:
        turn_on_table(text, choice)
    except SeveralTurns as several:
        player, _, _ = without_player_and_note(text)
        return write_turn(choose_turn(several)._replace(player=player))
    return text


_ADDED = {"opening.minimum", "opening.contains"}
"""Rules about an initial meld that other melds of the same turn can satisfy."""


def _lacks_melds(form: DisputeForm, line: tuple[str, ...]) -> bool:
    """True if only points or melds of the initial meld may be missing: other melds can add them."""
    ruling = form.ruling(line)
    verdicts = [each.verdict for each in ruling.depends if each.legal is False]
    refused = [each for verdict in verdicts or (ruling.verdict,) for each in verdict.refused]
    return bool(refused) and all(each.rule in _ADDED for each in refused)


def _in_game(form: DisputeForm, field: Row) -> Row:
    """Add to a question what the rules and the game in use know about it."""
    loaded, name, rules = form.choice.loaded, field.name, form.choice.ruleset
    if field.enter == LAY_OFF and not any_lays_off(rules):
        field = field._replace(enter=NONE)
    if rules.pile.always_frozen or not rules.pile.natural_wild:
        field = field._replace(question=field.question.replace(WITH_WILD, ""))
    if rules.melds.runs:
        field = field._replace(question=field.question.replace("(7xK), or", "(7xK or H:4-T), or"))
    if name in (Fact.HAND, Fact.OUT) and form.line[0] == "turn":
        field = field._replace(question=HAND_BEFORE, enter=DONT_KNOW)
    if loaded is None:
        return field
    if field.read is turn:
        field = field._replace(read=partial(_turn_in_play, choice=form.choice))
    totals = [*map(str, loaded.standing.totals)]
    if name is Fact.TOTAL:
        names = (
            f"{side.name} {points(int(total))}"
            for side, total in zip(loaded.game.sides, totals, strict=True)
        )
        field = field._replace(choices=tuple(map(FormChoice, names, totals)), numbered=True)
    if name is TOTALS:
        asks = field.question.replace("all sides", listed(form.sides))
        field = field._replace(question=asks)
    if TOP in form.known:
        asks = field.question.replace("go with it", f"go with {form.given[TOP]}")
        field = field._replace(question=asks)
    defaults = {
        TOTALS: " ".join(totals),
        Fact.TOTAL: totals[0] if len(set(totals)) == 1 else "",
    }
    return field._replace(default=defaults.get(name, ""))


def _deciding(form: DisputeForm, line: tuple[str, ...], asked: Sequence[Name]) -> Fact | None:
    """Return the next fact that can change the answer; ``None`` if there is none."""
    ruling = form.ruling(line)
    if ruling.verdict.legal is False:
        return None
    unknown = [
        each for each in ruling.verdict.unknown if isinstance(each, Fact) and each in QUESTIONS
    ]
    if Fact.OPENED in unknown and Fact.MELDS in unknown and Fact.MELDS not in asked:
        unknown.remove(Fact.OPENED)  # the melds show it
    # After a partner's yes, a discard that doesn't use up the hand is refused.
    given, is_turn = ruling.play.given, line[0] == "turn"
    binds = is_turn and ruling.play.asked and given.ended and not given.goes_out
    asks_hand = binds or (line[0] not in WHOLE and OTHER_MELDS.name not in asked)
    asks_last = ruling.verdict.legal and (binds or not _is_answered((*asked, "")))
    last = LAST if asks_hand else LAST[:1]
    assumed = [each for each in last if asks_last and each in dict(ruling.assumed)]
    first = [Fact.ASKED] if _refused_by_partner(form, line, ruling) else []
    pays = bonus_needs(ruling) if ruling.verdict.legal else ()
    new = [each for each in (*first, *unknown, *assumed, *pays) if each not in asked]
    skipped = [each for each in unknown if asked.count(each) == 1 and not form.given[each]]
    return next(iter((*new, *skipped)), None)


def _is_answered(asked: Sequence[Name]) -> bool:
    """True if these questions follow a first answer: one of them asks again, or they are many."""
    return len(asked) > min(len(set(asked)), MOST_FACTS)


def _short_answer(form: DisputeForm, line: tuple[str, ...]) -> Blocks:
    """Return the answer so far with its reason, without what is assumed and sources."""
    head, *more = brief_blocks(form.ruling(line), form.choice.basis, (), guided=True)
    reasons = (each for each in more if isinstance(each, Text) and each.style == Style.PLAIN)
    return (BLANK, head, *reasons, BLANK)


def _refused_by_partner(form: DisputeForm, line: tuple[str, ...], ruling: Ruling) -> bool:
    """True if a partner's no changes the answer."""
    with suppress(CanastaError):  # the answer is known already
        refused = form.ruling((*line, *words_of(Fact.ASKED, NO)))
        return refused.verdict.legal is not ruling.verdict.legal
    return False


def _read_line(line: tuple[str, ...], questions: click.Group) -> Dispute:
    """Read the question that a command line asks."""
    name, *arguments = line
    try:
        with click.Context(questions, parent=click.get_current_context(silent=True)) as context:
            command = questions.get_command(context, name)
            assert command is not None  # noqa: S101 - only commands of the table are asked
            with command.make_context(name, arguments, context) as inner:
                dispute = command.invoke(inner)
    except click.UsageError as error:
        from canasta_cli.cli.error_messages import from_click

        raise from_click(error) from error
    assert isinstance(dispute, Dispute)  # noqa: S101 - as each of these commands returns
    return dispute._replace(guided=True)


MOST_CHARACTERS = 45
"""Maximum length of the words for a kind of melds that can be chosen by number."""


def _melds(form: DisputeForm, fact: Fact, line: tuple[str, ...]) -> tuple[FormChoice[str], ...]:
    """Return the kinds of melds that lead to different answers, each with an example of it.

    Other facts than melds have none, and melds that can't be distinguished in a few words.
    """
    if fact not in (Fact.MELDS, Fact.THEIR_MELDS):
        return ()
    ruling = form.ruling(line)
    rules, named = ruling.verdict.ruleset, dict[str, str]()
    subject = "the other side has " if fact is Fact.THEIR_MELDS else "your side "
    for one in ruling.depends:
        given = [str(each.given) for each in one.conditions if each.fact is fact]
        if fact is Fact.MELDS and Condition(Fact.OPENED, False) in one.conditions:
            named.setdefault("none", "none")
        about = [
            each.removeprefix(subject)
            .removeprefix("then ")
            .removeprefix("has ")
            .removeprefix("melded ")
            .replace("doesn't have ", "not ", 1)
            for each in one.says
            if each.startswith(subject) and each != OPENED
        ]
        if len(about) > 1 or any(len(each) > MOST_CHARACTERS for each in about):
            return ()
        if given and about:
            named.setdefault(in_game_words(about[0], rules), table_melds(given[0]))
    every = sorted(named.items(), key=lambda choice: choice[1] != "none")
    return tuple([FormChoice(words, given) for words, given in every])


def _answer(form: DisputeForm, options: Sequence[str]) -> int:
    """Print the answer, and the command line that asks the same with some options."""
    from canasta_cli.man.page import wrap_command

    line = form.line
    show(BLANK)
    if line[0] == GAME_OVER.command:
        print_answer(*winner([*map(int, line[1:])], form.choice, sides=form.sides))
        status, reasons, before = 0, set[str](), "canasta"
    else:
        reasons = set(map(message, form.ruling(line).verdict.refused))
        status, before = answer_dispute(form.judged[line][0], form.choice), "canasta check"
    command = f"{before} {shlex.join((*line, *options))}"
    lines = wrap_command(command, terminal_width() - 3)
    show(BLANK, Text("The same question:", Style.QUIET), *(Text(each, indent=2) for each in lines))
    if len(reasons) > 1:
        more = count_of(len(reasons) - 1, "more reason")
        show(Text(f"To see {more}, add --why.", Style.QUIET))
    return status
