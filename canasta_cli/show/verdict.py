"""Format a verdict: one line, then every reason with its fix, its rule and its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from canasta_cli.engine.rule import Fact
from canasta_cli.rules.library import shown
from canasta_cli.rules.names import by_name, canasta_name, canastas, in_game_words
from canasta_cli.rules.schema import HOUSE, STATED, whole
from canasta_cli.show.finding import finding_blocks, sentence, status_words
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.words import count_of, listed, points, shortened

if TYPE_CHECKING:
    from canasta_cli.engine.rule import Finding, Missing, Verdict
    from canasta_cli.engine.turn.judge import Ruling
    from canasta_cli.engine.turn.settle import Divide
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.rules.vocabulary import Grade


WORDS = {
    True: ("LEGAL", Style.GOOD),
    False: ("ILLEGAL", Style.BAD),
    None: ("IT DEPENDS", Style.NOTICE),
}
MOST_FOUND = 3
"""Maximum number of ways to play in the short answer to a question that leaves cards open."""
UNTRIED = "There are too many possible melds to try them all; there may be other ways."
SHORT = 60
"""Maximum length of a value that an answer assumes, in characters."""
LONGEST = 200
"""Maximum length of a value shown beside those of other rulesets, in characters."""


def ruling_blocks(ruling: Ruling, basis: str, house: tuple[str, ...] | None = None) -> Blocks:
    """Format the whole answer of a ``canasta check``.

    ``house`` are the house rules that decide it; if unknown, those that a refusal reads are named.
    """
    verdict, (word, style) = ruling.verdict, headline(ruling)
    depends = bool(ruling.depends or ruling.condition)
    earned = "" if verdict.legal is False or depends else points_of_play(ruling)
    head = (
        Text(f"{word}{earned} ({basis})", style),
        *_ways_it_depends(ruling),
        *assumed(ruling),
        *found_blocks(ruling),
        *freezing_blocks(ruling),
    )
    pays = _bonus_depends(ruling)
    if house is None:
        return (*head, *answer_blocks(ruling), *pays)
    return (*head, *_reasons(verdict), *_missing(verdict), *pays, *assumptions(ruling, house))


def headline(ruling: Ruling) -> tuple[str, str]:
    """Return the verdict in words, with what decides it if it depends."""
    word, style = WORDS[ruling.verdict.legal]
    if ruling.condition:
        return f"IT DEPENDS: {in_game_words(ruling.condition, ruling.verdict.ruleset)}", style
    return word, style


def _ways_it_depends(ruling: Ruling) -> Blocks:
    """Format the ways to fill in the missing facts, if the headline can't say them all."""
    if ruling.condition or not ruling.depends:
        return ()
    return tuple(
        Text(f"{ruling.answers[legal]} if {listed(conditions)}", indent=2)
        for legal, conditions in ruling.ways
    )


def assumed(ruling: Ruling) -> tuple[Text, ...]:
    """Say in one line what the answer assumes."""
    if not ruling.assumed:
        return ()
    says = in_game_words(ruling.assuming, ruling.verdict.ruleset)
    return (Text(f"Assuming {says}.", Style.QUIET, 2),)


def freezing_blocks(ruling: Ruling) -> Blocks:
    """Say if a legal discard freezes the pile."""
    freezes = ruling.verdict.legal is not False and ruling.freezes
    return (Text("It freezes the pile.", Style.NOTICE, 2),) if freezes else ()


def found_blocks(ruling: Ruling, most: int | None = None) -> Blocks:
    """Format the ways to play what the question leaves open, with their pay if that differs."""
    ways, blocks = ruling.found if ruling.verdict.legal is not False else (), []
    differ = len({way.bonuses for way in ways}) > 1
    if ways:
        from canasta_cli.notation.turn import write_turn  # few questions leave cards open

        named = [
            write_turn(way.play.turn._replace(player=None))
            + (f" ({either_bonus(way.bonuses)} for going out)" if differ else "")
            for way in ways[:most]
        ]
        more = len(ways) - len(named)
        text = "; or ".join(named) + (f"; {count_of(more, 'more way')}: --why" if more else "")
        blocks.append(Text(f"{text[:1].upper()}{text[1:]}.", indent=2))
    return (*blocks, *([Text(UNTRIED, Style.NOTICE, 2)] if ruling.more else []))


def _bonus_depends(ruling: Ruling) -> Blocks:
    """Format the missing facts that decide only what going out pays."""
    needs = bonus_needs(ruling)
    return bonus_needs_blocks(needs) if needs else ()


def bonus_needs(ruling: Ruling) -> tuple[Fact, ...]:
    """Return the missing facts that decide only what going out pays."""
    return () if ruling.verdict.legal is False else ruling.bonus_needs


def bonus_needs_blocks(needs: tuple[Fact, ...]) -> Blocks:
    """Format the missing facts that decide only the bonus, each with the option that gives it."""
    from canasta_cli.show.facts import name_with_options

    return (
        Text("The bonus for going out depends on:"),
        *(Text(name_with_options(fact), indent=2) for fact in needs),
    )


def answer_blocks(ruling: Ruling) -> Blocks:
    """Format every reason of a verdict, the missing facts, and assumed or house values."""
    verdict = ruling.verdict
    return (*_reasons(verdict), *_missing(verdict), *assumptions(ruling))


def notices(verdict: Verdict) -> Blocks:
    """Format remarks on a play that is legal."""
    noted = [finding for finding in verdict.findings if finding.reason.notice]
    return tuple([Text(sentence(finding), Style.NOTICE, 2) for finding in noted])


def verdict_blocks(verdict: Verdict) -> Blocks:
    """Format the reasons for refusing a deal or the cards left; empty if it is allowed."""
    return _reasons(verdict, every_source=False) if verdict.refused else ()


def points_of_play(ruling: Ruling) -> str:
    """Format the points of the play, to be shown after the verdict."""
    parts = []
    if ruling.value:
        parts.append(f"{count_of(ruling.value, 'point')} melded")
    if ruling.canastas:
        parts.append(_canastas(Counter(ruling.canastas), ruling.verdict.ruleset))
    if ruling.bonuses and ruling.verdict.legal is not False:
        out = "going out concealed" if ruling.concealed else "going out"
        what = "the special hand" if ruling.play.turn.special else out
        amount = either_bonus(ruling.bonuses)
        parts.append(f"{amount} for {what}")
    sign = ", " if ruling.verdict.legal is None else ": "
    return f"{sign}{', '.join(parts)}" if parts else ""


def either_bonus(bonuses: tuple[int, ...]) -> str:
    """Format what going out pays; ``100 or 200`` if only one of them can be right."""
    return " or ".join(map(points, bonuses))


def _canastas(counts: Counter[Grade], ruleset: Ruleset) -> str:
    """Format the canastas completed: ``natural canasta``, ``2 mixed canastas``."""
    return listed(
        canasta_name(grade, ruleset) if number == 1 else canastas(number, (grade,), ruleset)
        for grade, number in counts.items()
    )


def _reasons(verdict: Verdict, *, every_source: bool = True) -> Blocks:
    blocks: list[Block] = []
    for finding in verdict.refused or verdict.findings:
        blocks += finding_blocks(finding, verdict.ruleset, every_source=every_source)
    return tuple(blocks)


def findings_to_show(verdict: Verdict) -> tuple[Finding, ...]:
    """The findings to show briefly although the play is legal."""
    plain = ("meld.", "hand.")
    return tuple(f for f in verdict.findings if f.reason.notice or not f.rule.startswith(plain))


def _missing(verdict: Verdict) -> Blocks:
    return () if verdict.legal is False else missing_blocks(verdict.unknown)


def missing_blocks(unknown: tuple[Missing, ...]) -> Blocks:
    """Format the missing facts, each with the option that gives it."""
    if not unknown:
        return ()
    from canasta_cli.show.facts import name_with_options

    settling = {
        what: name_with_options(what) if isinstance(what, Fact) else _house(what.value)
        for what in unknown
        # With all cards of the hand, it is known if the player goes out.
        if what is not Fact.HAND or Fact.OUT not in unknown
    }
    return (
        Text("It depends on:"),
        *(Text(each, indent=2) for each in settling.values()),
    )


def _house(path: str) -> str:
    """Format an undocumented parameter as the option that sets it."""
    from canasta_cli.rules.declared import PARAMETERS

    return f"an undocumented rule: --house {path}=… ({PARAMETERS[path].says})"


MOST_ASKED = 50
"""How many times the rules are asked about other values for a short answer."""
MOST_NAMED = 2
"""The number of values that a line of a short answer names."""


def weak_values(ruling: Ruling, most: int | None = None) -> tuple[str, ...]:
    """Find what decides an answer and is not stated by a source, or is needed for a refusal.

    What decides the reason that is shown comes first.
    """
    rules = ruling.verdict.ruleset
    reasons = ruling.verdict.refused or findings_to_show(ruling.verdict)[-1:]
    deciding = [name for finding in reasons for name in finding.rests_on]
    weak = [name for name in deciding if rules.origin(name).status not in STATED]
    found = dict.fromkeys((*weak, *ruling.resting(most)))
    in_part = {whole(name) for name in found if whole(name) != name}
    return tuple([name for name in found if name not in in_part])


def assumptions(
    ruling: Ruling, house: tuple[str, ...] | None = None, *, brief: bool = False
) -> Blocks:
    """Name the values that decide an answer and that no source about the game states, by status.

    ``house`` are the house rules without which it would be different; if unknown, those are named of
    which another value would change it. Briefly, each line names only a few values.
    """
    rules = ruling.verdict.ruleset
    found = weak_values(ruling, MOST_ASKED if brief else None)
    if house is not None:
        found = (*house, *(name for name in found if rules.origin(name).status != HOUSE))
    by_words: dict[str, list[str]] = {}
    for name in found:
        by_words.setdefault(_known_as(name, rules), []).append(name)
    return tuple(
        Text(f"({words}: {_values(names, rules, brief=brief)})", Style.NOTICE, 2)
        for words, names in by_words.items()
    )


def _known_as(name: str, rules: Ruleset) -> str:
    """Say how a value is known that no source about the game states."""
    origin = rules.origin(name)
    if origin.status == "inherited":
        return f"{status_words(origin)}; no source about {rules.base} says"
    words = {"inferred": "assumed, no source", "house": "house rule"}
    return words.get(origin.status, status_words(origin))


def _values(names: list[str], rules: Ruleset, *, brief: bool) -> str:
    """List values by name; ranks with the same value are joined."""
    found = by_name(dict.fromkeys(names), rules)
    shown_now = found[:MOST_NAMED] if brief else found
    values = [f"{name} = {shortened(shown(rules, path), SHORT)}" for name, path in shown_now]
    if len(found) > len(shown_now):
        values.append("and more: --why")
    return ", ".join(values)


def under_blocks(
    rulings: tuple[Ruling, ...],
    differences: tuple[Divide, ...],
    houses: tuple[tuple[str, ...], ...],
    *,
    why: bool = False,
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
        for finding in refused or (ruling.verdict.findings if why else ()):
            blocks += finding_blocks(
                finding, ruling.verdict.ruleset, with_fix=False, every_source=why
            )
        if ruling.verdict.legal is None:
            blocks += _missing(ruling.verdict)
        blocks += assumptions(ruling, house, brief=not why)
    blocks.append(BLANK)
    if differences:
        blocks.append(Text("Why they differ:"))
        blocks += [line for each in differences for line in _difference(rulings, each)]
    elif len({ruling.verdict.legal for ruling in rulings}) > 1:
        blocks.append(Text("They agree on the facts given."))
    else:
        blocks.append(Text("They agree."))
    return tuple(blocks)


def _difference(rulings: tuple[Ruling, ...], difference: Divide) -> list[Block]:
    """Format a rule with the rulesets that it separates, and its parameter in each of them."""
    path = difference.parameter
    what = "the points for going out differ"
    if difference.rule is not None:
        what = f"rule {difference.rule} refuses it under {listed(difference.refused)}"
    blocks: list[Block] = [Text(what, indent=2)]
    if path is not None:
        blocks += [
            Text(
                f"{', '.join(names)}: {path} = {shortened(value, LONGEST)}",
                indent=4,
            )
            for value, names in _by_value(rulings, path).items()
        ]
    return blocks


def _by_value(rulings: tuple[Ruling, ...], path: str) -> Mapping[str, list[str]]:
    from canasta_cli.rules.load import shown

    values: dict[str, list[str]] = {}
    for ruling in rulings:
        rules: Ruleset = ruling.verdict.ruleset
        values.setdefault(shown(rules, path), []).append(rules.name)
    return values


def special_blocks(ruling: Ruling, basis: str) -> Blocks:
    """Format the verdict on a special hand, then every reason."""
    return (special_headline(ruling, basis), *answer_blocks(ruling))


def special_headline(ruling: Ruling, basis: str) -> Text:
    """Format the verdict on a special hand with its name and its points."""
    found = ruling.special
    word, style = headline(ruling)
    pays = ""
    if found is not None and ruling.verdict.legal is not False and not ruling.depends:
        pays = f": {found.name}, {count_of(found.points, 'point')}"
        pays += " and the game" if found.wins else ""
    return Text(f"{word}{pays} ({basis})", style)
