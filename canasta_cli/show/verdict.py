"""A verdict: one line, then every reason with its rule, its sources and its remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.engine.rule import Fact
from canasta_cli.model.cards import Card, Cards
from canasta_cli.notation.cards import write_cards
from canasta_cli.notation.melds import write_meld
from canasta_cli.rules.load import shown
from canasta_cli.rules.schema import PARAMETERS, Ruleset
from canasta_cli.show.finding import finding_blocks, finding_json, message
from canasta_cli.show.layout import BLANK, Block, Blocks, Style, Text
from canasta_cli.words import listed, points

if TYPE_CHECKING:
    from canasta_cli.engine.known import Held
    from canasta_cli.engine.plays.compare import Divide
    from canasta_cli.engine.plays.referee import Ruling
    from canasta_cli.engine.rule import Finding, Untold, Verdict

WORDS = {
    True: ("LEGAL", Style.GOOD),
    False: ("ILLEGAL", Style.BAD),
    None: ("LEGAL AS FAR AS KNOWN", Style.NOTICE),
}
# What would settle a question, by the fact that is missing.
SETTLES = {
    Fact.HAND: "--hand CARDS (all the cards held)",
    Fact.OPENED: "--opened or --unopened",
    Fact.MELDS: '--melds "7777 QQ2" (the melds of the side)',
    Fact.TOTAL: "--total N or --minimum N",
    Fact.DEAL: "--deal N",
    Fact.FROZEN: '--pile "9 3B 5", or --frozen or --not-frozen',
    Fact.PILE: '--pile "9 3B 5" (all its cards, the top one last)',
    Fact.PILE_SIZE: "--pile-size N",
    Fact.DREW: "--drew stock or --drew pile",
    Fact.ASKED: "--asked yes or --asked no",
    Fact.TOP: "--top CARD",
    Fact.FIRST_TURN: "--first-turn or --later-turn",
    Fact.RED_THREES: "--red-threes N (those that the side has laid out)",
    Fact.SUITS: "the suits of the cards: 4H5H6H, or H:4-T for a run of hearts",
    Fact.THEIR_MELDS: '--their-melds "7xK 555" (the melds of the other side)',
    Fact.STOCK: "--stock N (cards left in the stock)",
    Fact.FOOT: "--foot or --no-foot (whether the player still has one to take up)",
    Fact.PARTNER_FOOT: "--partner-foot or --no-partner-foot (the same of the partner)",
    Fact.OUT: "--hand CARDS (all the cards held: whether the player goes out)",
}


LONGEST = 200
"""Characters of a value that stands beside those of other rulesets."""


def ruling_blocks(ruling: Ruling, whence: str) -> Blocks:
    """The whole answer to a question of play."""
    word, style = WORDS[ruling.verdict.legal]
    head = Text(f"{word}{_worth(ruling)} ({whence})", style)
    return (head, *answer_blocks(ruling.verdict))


def answer_blocks(verdict: Verdict) -> Blocks:
    """Every reason of a verdict, what was not told, and what rests on a weak value."""
    return (*_reasons(verdict), *_missing(verdict), *_rests(verdict))


def notices(verdict: Verdict) -> Blocks:
    """What is worth a word though nothing stands against it."""
    told = [finding for finding in verdict.findings if finding.reason.notice]
    return tuple([Text(f"{_sentence(finding)}.", Style.NOTICE, 2) for finding in told])


def verdict_blocks(verdict: Verdict) -> Blocks:
    """What stands against something, where that is not a play; nothing if nothing does."""
    return _reasons(verdict) if verdict.refused else ()


def _worth(ruling: Ruling) -> str:
    """What the play comes to, behind the verdict."""
    parts = []
    if ruling.value:
        parts.append(f"{points(ruling.value)} points melded")
    if ruling.canastas:
        parts.append(_canastas([grade.value for grade in ruling.canastas]))
    if ruling.bonus is not None and ruling.verdict.legal is not False:
        how = {True: "concealed, ", False: "", None: ""}[ruling.concealed]
        what = "the special hand" if ruling.play.turn.special else "going out"
        parts.append(f"{how}{points(ruling.bonus)} for {what}")
    return f": {', '.join(parts)}" if parts else ""


def _canastas(grades: list[str]) -> str:
    """The canastas completed: ``natural and mixed canasta``, ``2 natural canastas``."""
    if len(set(grades)) == len(grades):
        return f"{listed(grades)} canasta"
    counts = {grade: grades.count(grade) for grade in grades}
    return f"{listed([f'{number} {grade}' for grade, number in counts.items()])} canastas"


def _reasons(verdict: Verdict) -> Blocks:
    blocks: list[Block] = []
    for finding in verdict.refused or _telling(verdict):
        blocks += finding_blocks(finding, verdict.ruleset)
    return tuple(blocks)


def _telling(verdict: Verdict) -> tuple[Finding, ...]:
    """Of what speaks for a play, the findings that say something of its own."""
    plain = ("meld.", "hand.")
    return tuple(f for f in verdict.findings if f.reason.notice or not f.rule.startswith(plain))


def _sentence(finding: Finding) -> str:
    text = message(finding)
    return f"{text[:1].upper()}{text[1:]}"


def _missing(verdict: Verdict) -> Blocks:
    return () if verdict.legal is False else missing_blocks(verdict.unknown)


def missing_blocks(unknown: tuple[Untold, ...]) -> Blocks:
    """The facts that were not told, each as the option that would tell it."""
    if not unknown:
        return ()
    settling = {
        what: SETTLES[what] if isinstance(what, Fact) else _house(what.value)
        for what in unknown
        # All the cards held tell of themselves whether the player goes out.
        if what is not Fact.HAND or Fact.OUT not in unknown
    }
    return (
        Text("Not told, and it could matter:"),
        *(Text(each, indent=2) for each in settling.values()),
    )


def _house(path: str) -> str:
    """How a value is given that no source of the ruleset gives."""
    return f"--house {path}=… ({PARAMETERS[path].says}; no source gives it)"


def _rests(verdict: Verdict) -> Blocks:
    """A refusal that rests on values that no source states, or that the house set, says so."""
    weak: dict[str, dict[str, None]] = {}
    for finding in verdict.refused:
        for path, origin in verdict.origins(finding):
            if origin.status in ("inferred", "house"):
                said = f"{path} = {shown(verdict.ruleset, path)}"
                weak.setdefault(origin.status, {})[said] = None
    return tuple(
        Text(f"rests on {', '.join(values)}: {status}", Style.NOTICE, 2)
        for status, values in weak.items()
    )


def ruling_json(ruling: Ruling) -> Mapping[str, Any]:
    """The keys of every ``canasta check``."""
    verdict = ruling.verdict
    return {
        "legal": verdict.legal,
        "ruleset": verdict.ruleset.name,
        "unknown": [each.value for each in verdict.unknown],
        "findings": [finding_json(verdict, finding) for finding in verdict.findings],
        "value": ruling.value,
        "canastas": [grade.value for grade in ruling.canastas],
        "bonus": ruling.bonus,
        "concealed": ruling.concealed,
        "special": None if ruling.special is None else ruling.special.name,
        "after": _after(ruling),
    }


def _after(ruling: Ruling) -> Mapping[str, Any]:
    after = ruling.after
    return {
        "melds": None if after.melds is None else [write_meld(meld) for meld in after.melds],
        "hand": _held(after.hand),
        "frozen": after.frozen,
        "pile": after.pile,
        "opened": after.opened,
        "over": after.over,
    }


def _held(held: Held) -> str | None:
    """The cards left in the hand; none where they are not all known."""
    if held.unseen != 0:
        return None
    return write_cards(Cards(Card(rank) for rank, n in held.cards.items() for _ in range(n)))


def under_blocks(rulings: tuple[Ruling, ...], difference: Divide | None) -> Blocks:
    """The answers of several rulesets side by side, and what makes the difference."""
    blocks: list[Block] = []
    allowed = [ruling for ruling in rulings if ruling.verdict.legal is not False]
    differ = len({_worth(ruling) for ruling in allowed}) > 1
    for ruling in rulings:
        word, style = WORDS[ruling.verdict.legal]
        worth = _worth(ruling) if differ and ruling in allowed else ""
        blocks.append(Text(f"{ruling.verdict.ruleset.name}: {word}{worth}", style))
        blocks += [Text(f"{_sentence(each)}.", indent=2) for each in ruling.verdict.refused]
        if ruling.verdict.legal is None:
            blocks += _missing(ruling.verdict)
    blocks.append(BLANK)
    if difference is not None:
        blocks += _difference(rulings, difference)
    elif len({ruling.verdict.legal for ruling in rulings}) > 1:
        blocks.append(Text("As far as is known they agree."))
    else:
        blocks.append(Text("They agree."))
    return tuple(blocks)


def _difference(rulings: tuple[Ruling, ...], difference: Divide) -> list[Block]:
    from textwrap import shorten

    path = difference.parameter
    what = "what going out so pays" if difference.rule is None else f"rule {difference.rule}"
    blocks: list[Block] = [Text(f"What makes the difference: {what}")]
    if path is not None:
        blocks += [
            Text(
                f"{path} = {shorten(value, LONGEST, placeholder=' …')}: {', '.join(names)}",
                indent=2,
            )
            for value, names in _by_value(rulings, path).items()
        ]
    return blocks


def _by_value(rulings: tuple[Ruling, ...], path: str) -> Mapping[str, list[str]]:
    values: dict[str, list[str]] = {}
    for ruling in rulings:
        rules: Ruleset = ruling.verdict.ruleset
        values.setdefault(shown(rules, path), []).append(rules.name)
    return values


def under_json(rulings: tuple[Ruling, ...], difference: Divide | None) -> Mapping[str, Any]:
    """The keys of a question with ``--under``."""
    return {
        "answers": [ruling_json(ruling) for ruling in rulings],
        "difference": None if difference is None else difference._asdict(),
    }
