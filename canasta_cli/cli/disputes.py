"""``canasta check`` alone on a terminal: ask which dispute it is, then the facts that can matter."""

import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress

import click

from canasta_cli.cli.dispute_prompts import FACTS, KINDS, MENU, OTHER_MELDS, UNKNOWN, Kind, Prompt
from canasta_cli.cli.facts import recorded_facts
from canasta_cli.cli.judging import Preview
from canasta_cli.cli.prompts import PROMPT, ask_until_read, complain, show
from canasta_cli.cli.ruleset_choice import RulesetChoice, choose_ruleset
from canasta_cli.engine.fact_values import ENOUGH
from canasta_cli.engine.facts import FACTS as VALUES
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.view import Question
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.model.cards import Card, Cards
from canasta_cli.notation.cards import write_cards
from canasta_cli.rules.names import in_game_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, points

MOST_FACTS = 5
"""Maximum number of facts that are asked about one dispute."""
HOW = "Press Enter if you don't know. ? helps, back returns, Ctrl-C stops."
PILE, GAME_OVER = KINDS[0], KINDS[-1]
# Facts that no rule asks for, although another value than the usual one can change the answer:
# those that are asked before all others, and after them.
FIRST, LAST = (Fact.ASKED,), (Fact.FIRST_TURN, Fact.HAND)


class Table(NamedTuple):
    """What is known before the first question: the command, and the ruleset and game in use.

    ``given`` are the options of the command; ``previews`` are the answers to questions asked so far.
    """

    context: click.Context
    given: tuple[str, ...]
    choice: RulesetChoice
    previews: dict[tuple[str, ...], Ruling]


class Finished(NamedTuple):
    """The command line that asks the same as all the answers together."""

    line: tuple[str, ...]


def settle_dispute(
    context: click.Context,
    rules: str | None,
    house: tuple[str, ...],
    game: str | None,
    db: str | None,
) -> int:
    """Ask about a dispute, print its answer and the command that asks the same."""
    options = [("-r", rules), ("-g", game), ("--db", db), *(("--house", each) for each in house)]
    given = tuple(word for name, value in options if value for word in (name, value))
    table = Table(context, given, choose_ruleset(rules, house, db, game), {})
    basis = table.choice.basis
    show(Text(f"{basis[:1].upper()}{basis[1:]}.", Style.TITLE), Text(HOW, Style.QUIET))
    answers: tuple[str, ...] = ()
    while True:
        step = _next(table, answers)
        if not isinstance(step, Finished):
            answers = _ask(table, step, answers)
            continue
        try:
            return _answer(table, step.line)
        except CanastaError as error:  # such as totals of too few sides
            complain(error)
            answers = answers[:-1]


def _ask(table: Table, prompt: Prompt, answers: tuple[str, ...]) -> tuple[str, ...]:
    """Ask until an answer fits the others, and return all of them; one fewer to go back."""
    show(*_question(prompt))

    def read(typed: str) -> tuple[str, ...]:
        more = (*answers, prompt.answer(typed))
        _next(table, more)
        return more

    more = ask_until_read(PROMPT, read, lambda: (Text(prompt.help),), first=not answers)
    return answers[:-1] if more is None else more


def _next(table: Table, answers: tuple[str, ...]) -> Prompt | Finished:
    """Return the question after some answers, or the command line if they are enough."""
    if not answers:
        return MENU
    kind = KINDS[int(answers[0]) - 1]
    play, replies = answers[1:][: len(kind.prompts)], answers[1 + len(kind.prompts) :]
    if len(play) < len(kind.prompts):
        return _from_game(table, kind, kind.prompts[len(play)], first=not play)
    line = (kind.command, *kind.arguments(play, table.choice.ruleset.wild_ranks))
    if kind is GAME_OVER:
        _check_number(play[0].split(), table.choice.ruleset)
        return Finished(line)
    return _next_about_facts(table, kind, line, replies)


def _next_about_facts(
    table: Table, kind: Kind, line: tuple[str, ...], replies: tuple[str, ...]
) -> Prompt | Finished:
    """Return the question after some replies about facts, or the command line."""
    asked: list[Fact] = []
    for reply in replies:
        fact = _next_fact(table, line, asked)
        if fact is None:
            break
        asked.append(fact)
        line = (*line, *(FACTS[fact].options(reply) if reply else ()))
    else:
        fact = _next_fact(table, line, asked)
        if fact is not None:
            return _fact_prompt(table, fact, line)
        if kind is PILE and _lacks_points(table, line):
            return OTHER_MELDS.prompt
        return Finished(line)
    more = replies[len(asked)]
    return Finished((*line, *(OTHER_MELDS.options(more) if more else ())))


def _next_fact(table: Table, line: tuple[str, ...], asked: list[Fact]) -> Fact | None:
    return None if len(asked) == MOST_FACTS else _deciding(table, line, asked)


def _lacks_points(table: Table, line: tuple[str, ...]) -> bool:
    """True if only points of the initial meld may be missing: other melds can add them."""
    ruling = _preview(table, line)
    verdicts = [each.verdict for each in ruling.depends if each.legal is False]
    refused = [each for verdict in verdicts or (ruling.verdict,) for each in verdict.refused]
    return bool(refused) and all(each.rule == "opening.minimum" for each in refused)


def _check_number(totals: list[str], rules: Ruleset) -> None:
    sides = len(rules.seats.sides)
    if len(totals) != sides and "seats.sides" not in rules.unknown:
        raise NotUnderstood(
            f"this game has {count_of(sides, 'side')}, not {len(totals)}",
            fix="Give one total for each side",
        )


def _from_game(table: Table, kind: Kind, prompt: Prompt, *, first: bool) -> Prompt:
    """Add to a question about a play the default from the game in use."""
    loaded = table.choice.loaded
    if table.choice.ruleset.melds.runs:
        prompt = prompt._replace(asks=prompt.asks.replace("(7xK), or", "(7xK or H:4-T), or"))
    if loaded is None or not first:
        return prompt
    if kind is GAME_OVER:
        return prompt._replace(default=" ".join(map(str, loaded.standing.totals)))
    known = recorded_facts(loaded, None, None)
    if kind is PILE and known is not None and known.top is not None:
        return prompt._replace(default=known.top.symbol)
    return prompt


def _deciding(table: Table, line: tuple[str, ...], asked: list[Fact]) -> Fact | None:
    """Return the next fact that can change the answer; ``None`` if there is none."""
    ruling = _preview(table, line)
    if ruling.verdict.legal is False:
        return None
    unknown = [each for each in ruling.verdict.unknown if isinstance(each, Fact) and each in FACTS]
    if Fact.MELDS in unknown and Fact.OPENED in unknown:
        unknown.remove(Fact.OPENED)  # the melds show it
    for fact in (*FIRST, *unknown, *LAST):
        if fact not in asked and (fact in unknown or _matters(table, fact, line, ruling)):
            return fact
    return None


def _matters(table: Table, fact: Fact, line: tuple[str, ...], ruling: Ruling) -> bool:
    """True if some value of a fact gives another answer than if it is not given."""
    for options in _values(fact, line, ruling):
        with suppress(CanastaError):  # the fact is known already
            if _preview(table, (*line, *options)).verdict.legal is not ruling.verdict.legal:
                return True
    return False


def _values(fact: Fact, line: tuple[str, ...], ruling: Ruling) -> list[tuple[str, ...]]:
    """List options for the values of a fact that no rule asks for."""
    if fact is not Fact.HAND:
        return [("--asked", "no")] if fact is Fact.ASKED else [("--first-turn",), ("--later-turn",)]
    question = _question_of(ruling, line)
    assumed = Fact.HAND in dict(ruling.assumed)
    if not assumed or question.uses_up_hand or line[0] in ("turn", "pass"):
        return []
    played = question.played
    natural = ruling.verdict.ruleset.wild_ranks.natural
    other = next((rank for rank in natural if not played.of(rank)), natural[-1])
    hands = (played, played + Cards([Card(other)]))
    return [("--hand", write_cards(hand)) for hand in hands if hand]


def _question_of(ruling: Ruling, line: tuple[str, ...]) -> Question:
    play = ruling.play
    return Question(play.turn, play.view, ruling.verdict.ruleset, out=line[0] == "out")


def _preview(table: Table, line: tuple[str, ...]) -> Ruling:
    """Return the answer to a command line, without printing it."""
    if line not in table.previews:
        found = Preview()
        _run(table, line, found)
        table.previews[line] = found.ruling
    return table.previews[line]


def _run(table: Table, line: tuple[str, ...], state: object) -> int:
    """Run a command line of ``canasta check``, or ``winner``; ``state`` is what its context holds."""
    name, *arguments = (*line, *table.given)
    group = table.context.command
    if name == GAME_OVER.command:
        group = table.context.find_root().command
    assert isinstance(group, click.Group)  # noqa: S101 - it contains the command
    command = group.get_command(table.context, name)
    assert command is not None  # noqa: S101 - only commands of the table are run
    try:
        with command.make_context(name, arguments, table.context, obj=state) as context:
            status: int | None = command.invoke(context)
    except click.UsageError as error:
        from canasta_cli.cli.error_messages import from_click

        raise from_click(error) from error
    return status or 0


def _fact_prompt(table: Table, fact: Fact, line: tuple[str, ...]) -> Prompt:
    """Return the question about a fact, with its values in this question or from the game."""
    prompt, loaded = FACTS[fact].prompt, table.choice.loaded
    if fact in (Fact.MELDS, Fact.THEIR_MELDS):
        return prompt._replace(choices=_melds(table, fact, line))
    if loaded is None:
        return prompt
    if fact is Fact.DEAL:
        return prompt._replace(default=str(len(loaded.game.hands) + 1))
    if fact is Fact.TOTAL:
        totals = loaded.standing.totals
        sides = zip(loaded.game.sides, totals, strict=True)
        choices = tuple((f"{side.name} {points(total)}", str(total)) for side, total in sides)
        same = str(totals[0]) if len(set(totals)) == 1 else ""
        return prompt._replace(choices=choices, default=same)
    return prompt


def _melds(table: Table, fact: Fact, line: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the kinds of melds that lead to different answers, each with an example of it."""
    ruling, row = _preview(table, line), VALUES[fact]
    groups: dict[object, list[tuple[str, str]]] = {}
    every = []
    for value in row.values(_question_of(ruling, line)):
        given = FACTS[fact].prompt.read(str(value.given))
        try:
            found = _preview(table, (*line, *FACTS[fact].options(given)))
        except CanastaError:  # the cards given leave too few for this example
            continue
        every.append(value.says)
        same = groups.setdefault((found.verdict.legal, found.condition, found.ways), [])
        same.append((value.says, given))
    if len(groups) == 1:
        return ()
    named = {
        row.name(tuple(says for says, _ in group), tuple(every)): group[0][1]
        for group in groups.values()
    }
    few = "too few canastas" if ENOUGH in named else ""
    rules = ruling.verdict.ruleset
    return tuple(
        (in_game_words(few if few and says != ENOUGH else says.partition(" has ")[2], rules), given)
        for says, given in named.items()
    )


def _answer(table: Table, line: tuple[str, ...]) -> int:
    """Print the answer, and the command line that asks the same."""
    from canasta_cli.man.page import wrap_command

    show(BLANK)
    status = _run(table, line, table.context.obj)
    before = "canasta" if line[0] == GAME_OVER.command else "canasta check"
    command = f"{before} {shlex.join((*line, *table.given))}"
    lines = wrap_command(command, shutil.get_terminal_size().columns - 3)
    show(BLANK, Text("The same question:", Style.QUIET), *(Text(each, indent=2) for each in lines))
    return status


def _question(prompt: Prompt) -> Iterator[Block]:
    """Format a question with its choices, and the meaning of an empty answer if it has one."""
    empty = prompt.default or ("" if prompt.required else prompt.empty)
    asks, hint = prompt.asks, f"Enter: {empty}" if empty and empty != UNKNOWN else ""
    if hint:
        asks = f"{asks[:-1]}; {hint})" if asks.endswith(")") else f"{asks} ({hint})"
    yield Text(asks)
    for number, (words, _) in enumerate(prompt.choices, start=1):
        yield Text(f"{number} {words}", indent=2)
