"""Judge a play: ask every rule about it, and find its result; and find why rulesets differ.

Everything that is played, asked, generated or recorded is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from canasta_cli.engine.melds import RULES_OF_GOING_OUT, judge_meld, may_grow_legal, meld_is_legal
from canasta_cli.engine.points import in_packs, points_of
from canasta_cli.engine.rule import (
    Elsewhere,
    Fact,
    Findings,
    Gap,
    Judgement,
    Missing,
    Part,
    checks_of,
    legal_by,
)
from canasta_cli.engine.turn.case import KEPT_TO_GO_ON, CaseKind, Play, play_topic
from canasta_cli.engine.turn.discarding import DISCARDING, DRAWING, FEET, OTHER_DISCARDS
from canasta_cli.engine.turn.going_out import (
    HOLDING,
    LEAVING,
    SPECIAL,
    as_going_out,
    concealed,
    find_special,
    holds,
    keep,
    keep_opening,
    may_go_out,
    shown_cards,
    whole_hand,
)
from canasta_cli.engine.turn.laying import ADDING, LAYING, completed
from canasta_cli.engine.turn.opening import OPENING
from canasta_cli.engine.turn.taking import PICKUP, freezes, pile_after
from canasta_cli.engine.view import Held, View, kept, key_of
from canasta_cli.model.cards import Cards, LayOff, Meld, MeldCards, Rank, meld_under
from canasta_cli.model.turn import ShowSpecial, StockEnds, Turn
from canasta_cli.rules.library import Substance
from canasta_cli.rules.vocabulary import Grade, SameRank, SpecialHand, StockEnd
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.engine.facts import Possibility, Premises
    from canasta_cli.engine.table import Placement
    from canasta_cli.rules.schema import Ruleset


# Judge a play: ask every rule about it, and find its result.

_ANSWERS = {True: "legal", False: "illegal", None: "still open"}
_OF_PASSING = {True: "you may pass", False: "you must take the pile", None: "still open"}


class After(NamedTuple):
    """The table if the play stands; ``None`` is unknown."""

    melds: tuple[Meld, ...] | None
    hand: Held
    frozen: bool | None
    pile: int | None
    opened: bool | None
    over: bool | None


Assumed = tuple[tuple[Fact, str], ...]
"""Facts that an answer assumes, each with the assumption in words."""


class Ruling(NamedTuple):
    """A verdict on a play; the result of the play is computed when it is asked for.

    If facts are missing that matter, ``depends`` are the ways to fill them in, and ``witnesses`` a table
    with each answer, with every fact that was looked at. ``alternatives`` are premises of which each is
    enough to ``allow`` the play, or to forbid it; there are none if they would be too many. ``ways`` are
    all answers with their premises. ``refusing`` are the verdicts on the tables on which it is illegal.
    ``assumed`` are the facts that the answer assumes, each with the assumption.

    If a question leaves cards open, ``found`` are ways to play it that differ; there may be ``more``.
    """

    play: Play
    verdict: Judgement
    depends: tuple[Possibility, ...] = ()
    witnesses: tuple[Possibility, ...] = ()
    alternatives: tuple[Premises, ...] = ()
    allow: bool = True
    ways: tuple[tuple[bool | None, Premises], ...] = ()
    refusing: tuple[Judgement, ...] = ()
    assumed: Assumed = ()
    found: tuple[Ruling, ...] = ()
    more: bool = False

    @property
    def open(self) -> bool:
        """True if it depends on facts, and no table was found with one of the answers."""
        decided = {each.legal for each in self.witnesses}
        return self.verdict.legal is None and not {True, False} <= decided

    @property
    def reasons_differ(self) -> bool:
        """True if a play is not always illegal for the same reason."""
        reasons = [each.refused[0].reason for each in self.refusing]
        # Of suits that don't fit, some stand for all.
        return Fact.SUITS in self.verdict.unknown or any(each != reasons[0] for each in reasons)

    @property
    def answers(self) -> Mapping[bool | None, str]:
        """The words of each answer in front of “if”: a side that may not pass must take the pile."""
        passes = StockEnds in self.play.kinds and self.play.view.stock == 0
        return _OF_PASSING if passes else _ANSWERS

    @property
    def condition(self) -> str:
        """The condition of an answer, and what it is otherwise, in words; empty if it has none."""
        from canasta_cli.engine.facts import any_of  # loaded with the answers that have a condition

        says = f"{self.answers[self.allow]} if {any_of(self.alternatives)}{self.otherwise}"
        return says if self.alternatives else ""

    @property
    def otherwise(self) -> str:
        """The end of the condition: what the answer is if none of the alternatives is true."""
        return f"; otherwise {self.answers[not self.allow].replace('illegal', 'not')}"

    @property
    def freezes(self) -> bool:
        """True if the discard freezes the pile, which no card in it has frozen before."""
        play, before = self.play, self.play.at_end
        frozen = before.frozen or any(freezes(card, play.ruleset) for card in before.pile)
        if play.goes_out or frozen or play.ruleset.pile.always_frozen:
            return False
        return any(freezes(card, play.ruleset) for card in play.discarded)

    @property
    def assuming(self) -> str:
        """The assumptions of the answer in words; empty if it assumes nothing."""
        return listed(says for _, says in self.assumed) if self.assumed else ""

    @property
    def value(self) -> int:
        """The card points melded."""
        play = self.play
        cards = [card for lay in play.melded for card in lay.cards]
        cards += [*((play.take.top,) if play.take.top else ()), *play.take.shown]
        return points_of(cards, play.ruleset)

    @property
    def canastas(self) -> tuple[Grade, ...]:
        """The grades of the canastas that this play completes."""
        return completed(self.play, self.play.ruleset)

    @property
    def concealed(self) -> bool | None:
        """True if this is going out concealed; ``None`` if unknown, or if it is not going out."""
        return concealed(self.play, self.play.ruleset) if self.play.goes_out else None

    @property
    def special(self) -> SpecialHand | None:
        """The special hand that is shown, if it is one of the ruleset."""
        return find_special(shown_cards(self.play), self.verdict.ruleset)

    @property
    def bonus(self) -> int | None:
        """Points for going out, or for the special hand; ``None`` if unknown or not going out."""
        pays = self.bonuses
        return pays[0] if len(pays) == 1 else None

    @property
    def bonuses(self) -> tuple[int, ...]:
        """The points that going out may pay: two if it is unknown if it is concealed."""
        if not self.play.goes_out:
            return ()
        if self.play.turn.special is not None:
            return (self.special.points,) if self.special else ()
        out, hidden = self.verdict.ruleset.out, self.concealed
        if hidden is None and out.concealed:
            return (out.bonus, out.bonus + out.concealed)
        return (out.bonus + (out.concealed if hidden else 0),)

    @property
    def bonus_needs(self) -> tuple[Fact, ...]:
        """The missing facts that decide what going out pays."""
        return (Fact.PARTNER_MELDS,) if len(self.bonuses) > 1 else ()

    @property
    def outcome(self) -> Substance:
        """The result of the answer: if it is legal, what it scores, and the reasons against it."""
        result = self.verdict.legal, self.value, self.canastas, self.bonuses
        lacks = tuple([each.value for each in self.verdict.unknown if isinstance(each, Gap)])
        return Substance(result, self.verdict.refused, lacks)

    @property
    def after(self) -> After:
        """The table if the play stands."""
        play, left = self.play, pile_after(self.play, self.play.ruleset)
        pile, frozen = left.size, left.frozen
        if play.discard is not None:
            pile = None if pile is None else pile + (len(play.discard.cards) or 1)
            if any(freezes(card, play.ruleset) for card in play.discard.cards):
                frozen = True
        opened = True if play.placements else play.opened
        return After(play.melds, play.left, frozen, pile, opened, _over(play))


# In the order of the findings: the turn's beginning and end, each meld, all melds together.
RULES_OF_TURN = play_topic(*DRAWING, *DISCARDING, *PICKUP)
RULES_OF_ALL_MELDS = play_topic(*LAYING, *ADDING, *OPENING, *HOLDING, *FEET, *LEAVING)
RULES_OF_SPECIAL_HANDS = play_topic(holds, whole_hand, *SPECIAL)


def rule_on(turn: Turn, view: View, ruleset: Ruleset, *, as_out: bool = False) -> Ruling:
    """Judge a part of a turn; ``as_out``: the question is if the player may go out like this."""
    play = Play(turn, view, ruleset, as_out=as_out)
    return Ruling(play, verdict_of(play))


def verdict_of(play: Play) -> Judgement:
    """Ask all rules of play about a play that is set up on the table."""
    if undocumented := tuple(_undocumented(play)):
        return Judgement(play.ruleset, (), undocumented)
    findings = Findings(play.ruleset)
    if play.whole or play.shape.types != (ShowSpecial,):
        findings.ask(play, RULES_OF_TURN)
    if ShowSpecial in play.kinds:
        return findings.ask(play, RULES_OF_SPECIAL_HANDS).verdict()
    for each in play.placements:
        if not each.stray:
            findings.add(_on_table(each, play))
    findings.ask(play, RULES_OF_ALL_MELDS)
    findings.miss((), _looked_at(play))
    if Fact.SUITS in findings.unknown:
        # Cards that may be a sequence may be a canasta, with which the side can go out.
        kept = (keep.id, keep_opening.id)
        findings.found = [each for each in findings.found if each.ok or each.rule not in kept]
    elif play.goes_out:
        findings.ask(as_going_out(play, play.ruleset), RULES_OF_GOING_OUT)
    if not (findings.found or findings.unknown):
        findings.ask(play, OTHER_DISCARDS)
    return findings.verdict()


def _undocumented(play: Play) -> Iterator[Missing]:
    """Yield the undocumented values that decide if cards are a new meld, or join one on the table."""
    ruleset = play.ruleset
    if not ruleset.unknown or ruleset.melds.same_rank is not SameRank.APART:
        return
    top, onto, shown = play.take.top, play.take.onto, play.take.hand
    taking = [MeldCards(Cards((top, *shown)))] if top is not None and onto is None and shown else []
    for lay in (*taking, *play.take.then, *play.melded):
        if not isinstance(lay, LayOff):
            meld = meld_under(ruleset.wild_ranks, lay)
            yield from judge_meld(meld, ruleset, going_out=True).unknown


def _looked_at(play: Play) -> Iterator[Fact | Part]:
    """Yield missing facts that decide what a play is, although no rule lacks them."""
    yield from [Part(Fact.MELDS, key) for key in play.unplaced]
    keeps = play.left.at_least
    if KEPT_TO_GO_ON <= keeps < KEPT_TO_GO_ON + play.hidden_threes:
        yield Part(Fact.PILE, Elsewhere.THREES)
    extra = play.ruleset.opening.extra_cards
    opens = bool(extra and play.placements and not play.opened)
    if opens and play.view.stock is None and keeps < KEPT_TO_GO_ON + extra:
        yield Fact.STOCK  # how many cards come for opening depends on it
    if play.goes_out is None and StockEnds not in play.kinds:
        if play.left.size is None:
            yield Fact.HAND
        elif play.foot is None:
            yield Fact.FOOT
        else:
            yield play.bonus if isinstance(play.bonus, Fact) else Fact.HAND


OF_PLAY = (RULES_OF_TURN, RULES_OF_ALL_MELDS)


def all_allowed(placements: tuple[Placement, ...], ruleset: Ruleset, *, going_out: bool) -> bool:
    """True if each of the melds that a play makes or adds to is legal alone, for certain."""
    return all([meld_is_legal(each.after, ruleset, going_out=going_out) for each in placements])


def is_legal(play: Play) -> bool | None:
    """True if every rule of play allows a whole turn, false if one refuses it: both for certain.

    ``None`` if only the findings tell, which are not built here.
    """
    ruleset, melds, out = play.ruleset, play.placements, play.goes_out
    if out is None or (melds and not all_allowed(melds, ruleset, going_out=out)):
        return None
    asked = checks_of(OF_PLAY, play.key, ruleset)
    if not asked and not out:
        return True
    if ruleset.unknown or ShowSpecial in play.shape.types or CaseKind.STRAYS in play.key:
        return None
    for _, each in asked:
        legal = legal_by(play, each, ruleset)
        if not legal:
            return legal
    return may_go_out(play, ruleset) if out else True


def _on_table(laid: Placement, play: Play) -> Judgement:
    """Judge a meld by the rules of melding; unknown if it may join a meld that is not given."""
    ruleset = play.ruleset
    found = judge_meld(laid.after, ruleset, going_out=play.goes_out)
    if Fact.SUITS in found.unknown and found.legal is False:
        # With their suits, the cards may be added to a sequence.
        return Judgement(ruleset, (), (Fact.SUITS,))
    if play.melds is None and found.legal is False:
        allowed = tuple([each for each in found.found if each.ok])
        if ruleset.melds.runs and laid.after.size == 1 and laid.after.rank and not laid.after.suit:
            # In its suit, a single card may also go onto a sequence.
            return Judgement(ruleset, allowed, (Fact.SUITS,))
        if play.unplaced and _may_join(laid.after, play):
            return Judgement(ruleset, allowed, (Fact.MELDS,))
    return found


def _may_join(meld: Meld, play: Play) -> bool:
    """True if the cards of a new meld may be legal as a part of one that is not known."""
    ruleset = play.ruleset
    key = key_of(meld)
    if key not in play.unplaced and meld.suit not in play.unplaced:
        return False
    if meld.rank is None or key is not meld.rank or meld.suit in play.unplaced:
        return True
    more = in_packs(meld.rank, ruleset) - len(meld.naturals)
    return may_grow_legal(meld, more, ruleset, going_out=play.goes_out)


def _over(play: Play) -> bool | None:
    """True if the hand ends with this play; ``None`` if unknown."""
    if play.goes_out or StockEnds in play.kinds:
        return True
    empties = play.ruleset.stock.end is StockEnd.TURN and play.ended
    if play.drew_last_three or (empties and play.stock == 0):
        return True
    threes = any(draw.cards and not kept(draw.cards, play.ruleset) for draw in play.draws)
    return None if play.stock is None and (empties or threes) else play.goes_out


class DiscardVerdict(NamedTuple):
    """A rank of a hand, and the verdict on discarding it."""

    rank: Rank
    verdict: Judgement


# Find why several rulesets answer one question differently.

# The parameters that decide if going out is concealed, and what it pays.
CONCEALED = ("out.concealed_lay_off", "out.concealed_pile")
BONUS = "out.bonus"
DECIDES_CONCEALED = (*CONCEALED, "out.concealed", BONUS)


class Divide(NamedTuple):
    """A rule whose findings differ, and its parameter that tells the rulesets apart.

    ``refused`` names the rulesets under which the rule refuses the play, ``allowed`` the others.
    ``rule`` is ``None`` if they allow the play and only the pay for going out differs.
    """

    rule: str | None
    parameter: str | None
    refused: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def compare(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """List every rule on which the rulesets disagree, in the order of the findings."""
    return (*_rules(rulings), *_pay(rulings))


def _rules(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    verdicts = [ruling.verdict for ruling in rulings]
    if len({verdict.legal for verdict in verdicts}) < 2:
        return ()
    findings = [finding for verdict in verdicts for finding in verdict.refused]
    reads: dict[str, dict[str, None]] = {}
    for finding in findings:
        reads.setdefault(finding.rule, {}).update(dict.fromkeys(finding.reads))
    against = [{finding.rule for finding in verdict.refused} for verdict in verdicts]
    found = []
    for rule, paths in reads.items():
        judged = list(zip(rulings, against, strict=True))
        refused = [ruling for ruling, rules in judged if rule in rules]
        allowed = [ruling for ruling, rules in judged if rule not in rules]
        path = _parting(paths, refused, allowed) or _differing(paths, rulings)
        found.append(Divide(rule, path, _names(refused), _names(allowed)))
    return tuple(found)


def _pay(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """Name the difference in pay among the rulesets that allow the play, if there is one."""
    allowed = tuple(ruling for ruling in rulings if ruling.verdict.legal is not False)
    if len({ruling.bonuses for ruling in allowed}) < 2:
        return ()
    return (Divide(None, _differing(_paying(allowed), allowed), (), _names(allowed)),)


def _paying(rulings: tuple[Ruling, ...]) -> tuple[str, ...]:
    """List the parameters that can make the pay for a play different."""
    if any(ruling.special for ruling in rulings):
        return ("special.hands",)
    hidden = {ruling.concealed for ruling in rulings}
    if hidden == {False}:
        return (BONUS,)
    return DECIDES_CONCEALED if len(hidden) > 1 else DECIDES_CONCEALED[len(CONCEALED) :]


def _names(rulings: list[Ruling] | tuple[Ruling, ...]) -> tuple[str, ...]:
    return tuple(ruling.verdict.ruleset.name for ruling in rulings)


def _parting(paths: Iterable[str], one: list[Ruling], other: list[Ruling]) -> str | None:
    """The first of the parameters that has no value in both groups of rulesets."""
    apart = (path for path in paths if _values(path, one).isdisjoint(_values(path, other)))
    return next(apart, None)


def _differing(paths: Iterable[str], rulings: tuple[Ruling, ...]) -> str | None:
    """The first of the parameters for which the rulesets have different values."""
    return next((path for path in paths if len(_values(path, rulings)) > 1), None)


def _values(path: str, rulings: list[Ruling] | tuple[Ruling, ...]) -> set[object]:
    return {ruling.verdict.ruleset.value(path) for ruling in rulings}
