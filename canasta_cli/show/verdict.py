"""Format a verdict: one line, every reason with its fix and sources, the missing facts; and as JSON.

The commands about a play and the library call it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact, Judgement, Missing, RuleFinding
from canasta_cli.model.cards import Card, Cards
from canasta_cli.notation.cards import name_meld, write_cards
from canasta_cli.rules.library import shown, written
from canasta_cli.rules.names import by_name, canasta_name, canastas, in_game_words
from canasta_cli.rules.schema import HOUSE, RULE, Ruleset
from canasta_cli.show.depending import (
    MOST_WAYS,
    against,
    assumed,
    conditions,
    depending,
    depending_because,
    headline,
    lacks_end,
    missing_blocks,
    name_with_options,
)
from canasta_cli.show.finding import (
    SHORT,
    Finding,
    NamedParameter,
    Parameter,
    clauses_of,
    fix_line,
    house_values,
    listed_values,
    reasons_blocks,
    sentence,
    some_of,
    stating,
    status_words,
    unstated,
)
from canasta_cli.show.keys import Answer, absent, key, optional
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.words import as_sentence, count_of, listed, points, shortened

if TYPE_CHECKING:
    from canasta_cli.engine.turn.judge import Divide, Ruling


# Format a verdict for the table: the answer, the reason that decides it, its fix, and its sources.

MOST_LINES = 2
"""Maximum number of lines about values that no source states, or about sources."""


def brief_blocks(
    ruling: Ruling,
    basis: str,
    house: tuple[str, ...],
    *,
    guided: bool,
    narrow: bool = False,
) -> Blocks:
    """Format the answer of a ``canasta check``; ``house`` are the house rules that decide it.

    After ``guided`` questions it names the facts that decide it, not their options. On a ``narrow`` screen
    it is shorter.
    """
    verdict, head = ruling.verdict, _head(ruling, basis, narrow=narrow)
    ways, freezing = found_blocks(ruling, MOST_FOUND), freezing_blocks(ruling)
    known = _known(ruling, house)
    if verdict.legal is None:
        below = conditions(ruling, MOST_WAYS, narrow=narrow)
        depends = depending(ruling, narrow=narrow, guided=guided)
        return (head, *below, *ways, *freezing, *depends, *known)
    found = shown_reasons(ruling) if verdict.worth_saying or verdict.refused else ()
    reasons = [Text(sentence(each), indent=2) for each in found[:1]]
    reasons += [Text(fix_line(each, guided=guided), indent=2) for each in found[:1] if not each.ok]
    needs = [FACTS[each].says for each in bonus_needs(ruling) if guided]
    reasons += [Text(f"The bonus depends on {each}.", Style.QUIET, 2) for each in needs]
    if verdict.legal:
        return (head, *assumed(ruling), *ways, *freezing, *reasons, *known, *_to_finish(ruling))
    return (head, *ways, *reasons, *assumed(ruling), *known)


def _head(ruling: Ruling, basis: str, *, narrow: bool = False) -> Text:
    """Format the headline, with the points of the play if it is legal in any case."""
    word, style = headline(ruling, narrow=narrow)
    hidden = ruling.verdict.legal is False or ruling.depends or ruling.alternatives
    return Text(f"{word}{'' if hidden else points_of_play(ruling)} ({basis})", style)


def _to_finish(ruling: Ruling) -> Blocks:
    says = Text("To finish the turn, add discard CARD or out.", Style.QUIET, 2)
    return (says,) if lacks_end(ruling) else ()


def _known(ruling: Ruling, house: tuple[str, ...]) -> Blocks:
    """Format what is known of the rules of the reasons shown: values without a source, and the sources."""
    weak = assumptions(ruling, house, brief=True)[:MOST_LINES]
    stated = dict.fromkeys(key for each in shown_reasons(ruling) for key in stating(each))
    if not stated or len(weak) == MOST_LINES:
        return weak
    return (*weak, Text(f"Sources: {some_of([*stated])}", Style.QUIET, 2))


# Format a verdict: one line, then every reason with its fix, its rule and its sources.

MOST_FOUND = 3
"""Maximum number of ways to play in the short answer to a question that leaves cards open."""
UNTRIED = "There are too many possible melds to try them all; there may be other ways."
LONGEST = 200
"""Maximum length of a value shown beside those of other rulesets, in characters."""


def ruling_blocks(ruling: Ruling, basis: str, house: tuple[str, ...] | None = None) -> Blocks:
    """Format the whole answer of a ``canasta check``.

    ``house`` are the house rules that decide it; if unknown, those that a refusal reads are named.
    """
    verdict = ruling.verdict
    head = (
        _head(ruling, basis),
        *conditions(ruling),
        *assumed(ruling),
        *found_blocks(ruling),
        *freezing_blocks(ruling),
        *depending_because(ruling),
    )
    reasons = (*_reasons(verdict, rulebook=house is not None), *_missing(verdict))
    pays = bonus_needs_blocks(bonus_needs(ruling))
    if house is None:
        return (*head, *reasons, *assumptions(ruling), *pays)
    return (*head, *reasons, *pays, *assumptions(ruling, house), *_to_finish(ruling))


def freezing_blocks(ruling: Ruling) -> Blocks:
    """Say if a legal discard freezes the pile."""
    freezes = ruling.verdict.legal is not False and ruling.freezes
    return (Text("It freezes the pile.", Style.NOTICE, 2),) if freezes else ()


def found_blocks(ruling: Ruling, most: int | None = None) -> Blocks:
    """Format the ways to play what the question leaves open, with their pay if that differs."""
    ways, blocks = ruling.found if ruling.verdict.legal is not False else (), []
    differ = len({way.bonuses for way in ways}) > 1
    named = [
        clauses_of(way.play.turn)
        + (f" ({either_bonus(way.bonuses)} for going out)" if differ else "")
        for way in ways[:most]
    ]
    if named:
        more = len(ways) - len(named)
        text = "; or ".join(named) + (f"; {count_of(more, 'more way')}" if more else "")
        blocks.append(Text(as_sentence(text), indent=2))
    return (*blocks, *([Text(UNTRIED, Style.NOTICE, 2)] if ruling.more else []))


def bonus_needs(ruling: Ruling) -> tuple[Fact, ...]:
    """Return the missing facts that decide only what going out pays."""
    if ruling.verdict.legal is False or not ruling.bonus_needs:
        return ()
    # With the melds of the others, those of the side show what the player has melded.
    is_given = ruling.play.view.partner_melds is not None
    return (Fact.MELDS,) if is_given else ruling.bonus_needs


def bonus_needs_blocks(needs: tuple[Fact, ...]) -> Blocks:
    """Format the missing facts that decide only the bonus, each with the option that gives it."""
    head = (Text("The bonus for going out depends on:"),) if needs else ()
    return (*head, *(Text(name_with_options(fact), indent=2) for fact in needs))


def notices(verdict: Judgement) -> Blocks:
    """Format remarks on a play that is legal."""
    noted = [finding for finding in verdict.findings if finding.reason.notice]
    return tuple([Text(sentence(finding), Style.NOTICE, 2) for finding in noted])


def verdict_blocks(verdict: Judgement) -> Blocks:
    """Format the reasons for refusing a deal or the cards left; empty if it is allowed."""
    return tuple(reasons_blocks(verdict.refused))


def _missing(verdict: Judgement) -> Blocks:
    return () if verdict.legal is False else missing_blocks(verdict.unknown)


def points_of_play(ruling: Ruling) -> str:
    """Format the points of the play, to be shown after the verdict."""
    parts = []
    if ruling.value:
        parts.append(f"{count_of(ruling.value, 'point')} melded")
    if counts := Counter(ruling.canastas):
        rules = ruling.verdict.ruleset
        kinds = (
            canasta_name(grade, rules) if number == 1 else canastas(number, (grade,), rules)
            for grade, number in counts.items()
        )
        parts.append(listed(kinds))
    if ruling.special is not None:
        wins = " and the game" if ruling.special.wins else ""
        parts += [ruling.special.name, f"{count_of(ruling.special.points, 'point')}{wins}"]
    elif ruling.bonuses and ruling.verdict.legal is not False:
        how = " concealed" if ruling.concealed else ""
        parts.append(f"{either_bonus(ruling.bonuses)} for going out{how}")
    sign = ", " if ruling.verdict.legal is None else ": "
    return f"{sign}{', '.join(parts)}" if parts else ""


def either_bonus(bonuses: tuple[int, ...]) -> str:
    """Format what going out pays, and what it pays if it is concealed, where that is unknown."""
    pays, *more = [*map(points, bonuses)] or [""]
    return f"{pays} ({more[0]} if concealed)" if more else pays


def _reasons(verdict: Judgement, *, rulebook: bool) -> Iterator[Block]:
    found = verdict.refused or verdict.findings
    return reasons_blocks(found, every_source=True, rulebook=rulebook)


MOST_NAMED = 1
"""The number of values that a line of a short answer names."""


def shown_reasons(ruling: Ruling) -> tuple[RuleFinding, ...]:
    """Return the reasons that a short answer shows; of a play that needs none, all that allow it."""
    verdict = ruling.verdict
    if verdict.refused:
        return verdict.refused[:1]
    if verdict.legal is None:
        reason = against(ruling)
        return () if reason is None else (reason,)
    found = verdict.worth_saying
    remarks = tuple([each for each in found if each.reason.notice])
    return remarks[:1] or found[-1:] or verdict.findings


def _unstated(ruling: Ruling) -> tuple[str, ...]:
    """List what the rules of the reasons rest on and no source states.

    What is legal needs every rule that allows it: the others come after those of the reason shown.
    """
    allowed = ruling.verdict.findings if ruling.verdict.legal else ()
    names = [name for each in (*shown_reasons(ruling), *allowed) for name in unstated(each)]
    return tuple(dict.fromkeys(names))


def assumptions(
    ruling: Ruling, house: tuple[str, ...] | None = None, *, brief: bool = False
) -> Blocks:
    """Name the values that no source about the game states, by status.

    They are those of the rules that decide.
    ``house`` are the house rules without which it would be different; if unknown, or if nothing else is
    known, those are named that the rules read. Briefly, each line names only a few values.
    """
    rules = ruling.verdict.ruleset
    # What must be given to decide is named there.
    missing = {each.value for each in ruling.verdict.unknown}
    names = [name for name in _unstated(ruling) if name not in missing]
    if house is not None:
        deciding = [*house, *(name for name in names if rules.origin(name).status != HOUSE)]
        known = deciding or any(map(stating, shown_reasons(ruling)))
        names = deciding if known else names
    by_words: dict[str, list[str]] = {}
    for name in names:
        by_words.setdefault(_known_as(name, rules), []).append(name)
    return tuple(
        Text(f"({words}: {_values(named, rules, brief=brief)})", Style.NOTICE, 2)
        for words, named in by_words.items()
    )


def assumed_values(ruling: Ruling) -> tuple[str, ...]:
    """List the values without a source of the rules that decide an answer."""
    return tuple([name for name in _unstated(ruling) if not name.startswith(RULE)])


def _known_as(name: str, rules: Ruleset) -> str:
    """Say how a value is known that no source about the game states."""
    origin = rules.origin(name)
    if origin.status == "inherited":
        return f"{status_words(origin)}; no source about {rules.base} mentions"
    words = {"inferred": "assumed, no source", "house": "house rule"}
    return words.get(origin.status, status_words(origin))


def _values(names: list[str], rules: Ruleset, *, brief: bool) -> str:
    """List values by name, or briefly in words; ranks with the same value are joined."""
    own = [name for name in names if name.startswith(RULE)]
    others = [name for name in names if name not in own]
    if brief:
        values = ["this rule"] * bool(own) + listed_values(rules, others)
        return some_of(values, MOST_NAMED)
    values = [name.replace(RULE, "rule ", 1) for name in own]
    values += [
        f"{name} = {shortened(shown(rules, path), SHORT)}" for name, path in by_name(others, rules)
    ]
    return ", ".join(values)


def under_blocks(
    rulings: tuple[Ruling, ...],
    differences: tuple[Divide, ...],
    houses: tuple[tuple[str, ...], ...],
    *,
    why: bool,
) -> Blocks:
    """Format the answers of several rulesets, what they rest on, and why they differ.

    With ``why``, all reasons are shown, and all values that no source about a game states.
    """
    blocks: list[Block] = []
    allowed = [ruling for ruling in rulings if ruling.verdict.legal is not False]
    differ = len({points_of_play(ruling) for ruling in allowed}) > 1
    for ruling, house in zip(rulings, houses, strict=True):
        word, style = headline(ruling)
        earned = differ and ruling in allowed and not ruling.depends
        points = points_of_play(ruling) if earned else ""
        blocks.append(Text(f"{ruling.verdict.ruleset.name}: {word}{points}", style))
        refused = ruling.verdict.refused
        found = refused or (ruling.verdict.findings if why else ())
        blocks += reasons_blocks(found, with_fix=False, every_source=why, rulebook=why)
        if ruling.verdict.legal is None:
            blocks += (*conditions(ruling), *_missing(ruling.verdict))
        blocks += assumptions(ruling, house, brief=not why)
    blocks.append(BLANK)
    if differences:
        blocks.append(Text("Why they differ:"))
        blocks += [line for each in differences for line in _difference(rulings, each)]
    else:
        depends = len({ruling.verdict.legal for ruling in rulings}) > 1
        blocks.append(Text("They differ in what they depend on." if depends else "They agree."))
    return tuple(blocks)


def _difference(rulings: tuple[Ruling, ...], difference: Divide) -> Iterator[Text]:
    """Yield a rule with the rulesets that it separates, and its parameter in each of them."""
    path = difference.parameter
    what = "the points for going out differ"
    if difference.rule is not None:
        what = f"rule {difference.rule} refuses it under {listed(difference.refused)}"
    yield Text(what, indent=2)
    values: dict[str, list[str]] = {}
    for rules in (ruling.verdict.ruleset for ruling in rulings if path is not None):
        values.setdefault(shown(rules, path or ""), []).append(rules.name)
    for value, names in values.items():
        yield Text(f"{', '.join(names)}: {path} = {shortened(value, LONGEST)}", indent=4)


# Return verdicts as JSON.


class Case(Answer):
    """A possibility."""

    facts: dict[str, object] = key(
        "Values of missing facts, by their names, as they can be typed or given to the library.",
        lambda it: {name_of(each.fact): each.given for each in it.conditions},
    )
    legal: bool | None = key("The answer then; null if other facts are missing.")
    unknown: Sequence[str] = key(
        "The facts that could still change it, if `legal` is null.",
        lambda it: list(map(name_of, _deciding(it.verdict))),
    )
    findings: Sequence[Finding] = key(
        "The findings that refuse it.", lambda it: Finding.of_each(it.verdict.refused)
    )


def _deciding(verdict: Judgement) -> tuple[Missing, ...]:
    return () if verdict.legal is not None else verdict.unknown


def name_of(missing: Missing) -> str:
    """Return the name of a missing fact, or the dotted name of an undocumented parameter.

    It is the keyword of the library; in the option of a command, hyphens stand for the underscores.
    """
    return missing.value if "." in missing.value else missing.value.replace("-", "_")


class TableAfter(Answer):
    """The table after a play."""

    melds: Sequence[str] | None = key(
        "The side’s melds, in notation; null if unknown.",
        lambda it: None if it.melds is None else list(map(name_meld, it.melds)),
    )
    hand: str | None = key(
        "The cards left in the player’s hand, in notation; null if unknown.",
        lambda it: (
            None if it.hand.unseen != 0 else write_cards(Cards(Card(c.rank) for c in it.hand.cards))
        ),
    )
    frozen: bool | None = key("True if the pile is frozen; null if unknown.")
    pile: int | None = key("The number of cards in the pile; null if unknown.")
    opened: bool | None = key("True if the side has made its initial meld; null if unknown.")
    over: bool | None = key("True if the hand is over; null if unknown.")


class WayToPlay(Answer):
    """A way to play."""

    play: str = key(
        "The clauses of the turn, in notation.",
        lambda it: clauses_of(it.play.turn),
    )
    points: int = key("The points of the cards melded.", lambda it: it.value)
    bonus: int | None = key(
        "The points for going out; null if unknown, or if the player does not go out."
    )
    concealed: bool | None = key(
        "True if the player goes out concealed; null if unknown or not asked."
    )


class Verdict(Answer, of="check"):
    """A verdict (canasta check)."""

    legal: bool | None = key(
        "True or false; null if it depends on missing facts.", lambda it: it.verdict.legal
    )
    ruleset: str = key("The name of the ruleset.", lambda it: it.verdict.ruleset.name)
    unknown: Sequence[str] = key(
        "The missing facts that decide it, if `legal` is null, and those that decide the points for going "
        "out. `suits` are written with the cards of a sequence; an undocumented parameter has its dotted "
        "name.",
        lambda it: [name_of(each) for each in (*_deciding(it.verdict), *bonus_needs(it))],
    )
    depends: Sequence[Case] = key(
        "The cases, if it depends on missing facts. The facts of a case can be typed as options, and "
        "give its answer.",
        lambda it: Case.of_each(it.depends),
    )
    witnesses: Sequence[Case] = key(
        "If it depends on missing facts, a table with each answer, with every fact that was looked at.",
        lambda it: Case.of_each(it.witnesses),
    )
    open: bool = key(
        "True if it depends on missing facts, and no values of them were found with both answers."
    )
    ways: Sequence[WayToPlay] = key(
        "Ways to play it that differ, if it leaves cards of the hand open; if it is illegal, "
        "the ways that are legal instead.",
        lambda it: WayToPlay.of_each(it.found),
    )
    finished: bool | None = optional(
        "Only for a whole turn: false if it lacks its end, so that it is legal so far.", absent
    )
    more: bool = key("True if there are too many possible melds to try them all.")
    assumes: Sequence[str] = key(
        "The facts about which something is assumed: `hand` (that it has the cards played, and "
        "no others if it must be used up, otherwise enough others), `melds` (that the side’s melds have "
        "nothing out of the ordinary that forbids the play).",
        lambda it: list(dict.fromkeys(name_of(fact) for fact, _ in it.assumed)),
    )
    assuming: str = key("What is assumed, in words; empty if nothing is.")
    condition: str = key(
        "When it is legal, in words, if it depends on missing facts: “legal if …; otherwise not”; empty "
        "if one sentence can’t say it.",
        lambda it: in_game_words(it.condition, it.verdict.ruleset),
    )
    findings: Sequence[Finding] = key(
        "The findings of the rules.", lambda it: Finding.of_each(it.verdict.findings)
    )
    assumed: Sequence[Parameter] = key(
        "Values that no source about the game states, and that the deciding rules read.",
        lambda it: _values_of(it.verdict.ruleset, assumed_values(it)),
    )
    points: int = key("The points of the cards melded.", lambda it: it.value)
    canastas: Sequence[str] = key(
        "The grades of the canastas completed.", lambda it: [grade.value for grade in it.canastas]
    )
    bonus: int | None = key(
        "The points for going out or for the special hand; null if the play pays none."
    )
    concealed: bool | None = key(
        "True if the player goes out concealed; null if unknown or not asked."
    )
    special: str | None = key(
        "The name of the special hand; null for none.", lambda it: it.special and it.special.name
    )
    house: dict[str, object] = key(
        "The house rules that decide it: their values by dotted name.",
        lambda it: house_values(it.verdict.ruleset, _house_read(it)),
    )
    after: TableAfter = key("The table once the play is made.", lambda it: TableAfter(it.after))
    cards: str | None = optional(
        "The cards of the special hand that is asked about, only if it is about one.",
        lambda it: it.play.turn.special and write_cards(it.play.turn.special.cards),
    )

    @property
    def refusals(self) -> Sequence[Finding]:
        """The findings of the rules that refuse the play."""
        return tuple(finding for finding in self.findings if not finding.ok)

    def __bool__(self) -> bool:
        """Raise ``TypeError``: a verdict has three values, so it can't be used as a condition."""
        raise TypeError(
            "a verdict may be undecided: compare verdict.legal with True, False or None"
        )


def _values_of(ruleset: Ruleset, names: Iterable[str]) -> list[Parameter]:
    return [Parameter(NamedParameter(ruleset, name)) for name in names]


def _house_read(ruling: Ruling) -> tuple[str, ...]:
    """List the house rules that a refusal reads, where those that decide are unknown."""
    read = {path for finding in ruling.verdict.refused for path in finding.reads}
    return tuple(path for path in ruling.verdict.ruleset.house if path in read)


def verdict_answer(
    ruling: Ruling, house: tuple[str, ...] | None = None, **given: object
) -> Verdict:
    """Return the answer of every ``canasta check``; ``house`` are the house rules that decide it, if known."""
    if house is not None:
        given["house"] = house_values(ruling.verdict.ruleset, house)
    return Verdict(ruling, **given)


class RulesetDifference(Answer):
    """A difference between rulesets."""

    rule: str | None = key("The id of the rule whose findings differ; null if only points differ.")
    refused_by: Sequence[str] = key(
        "The rulesets under which the rule refuses the play.", lambda it: it.refused
    )
    allowed_by: Sequence[str] = key("The rulesets under which it allows it.", lambda it: it.allowed)
    parameter: str | None = key("The parameter behind it; null if there is no single one.")
    values: dict[str, object] = key(
        "The value of the parameter under each ruleset, by the names of the rulesets."
    )


class UnderAnswer(Answer, of="check"):
    """canasta check --under."""

    answers: Sequence[Verdict] = key(
        "A verdict for each ruleset.", lambda it: Verdict.of_each(it.answers)
    )
    differences: Sequence[RulesetDifference] = key(
        "Why they differ.", lambda it: RulesetDifference.of_each(it.differences)
    )


def under_answer(
    rulings: tuple[Ruling, ...],
    differences: tuple[Divide, ...],
    houses: tuple[tuple[str, ...], ...],
) -> UnderAnswer:
    """Return the answer of ``--under``."""
    rulesets = [ruling.verdict.ruleset for ruling in rulings]

    def values(path: str | None) -> Mapping[str, object]:
        return {} if path is None else {rules.name: written(rules, path) for rules in rulesets}

    return UnderAnswer(
        None,
        answers=list(map(verdict_answer, rulings, houses)),
        differences=[
            RulesetDifference(each, values=values(each.parameter)) for each in differences
        ],
    )
