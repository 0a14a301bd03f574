"""Find the ways to play what a question leaves open in a known hand.

The cards that take the pile may be open, the melds that use up the hand, or both. Each way that is found
is judged like a question that names its cards.
"""

from collections.abc import Iterator

from canasta_cli.engine.facts import Condition, Possibility
from canasta_cli.engine.movegen.effort import Effort
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import turn_of, ways_to_open
from canasta_cli.engine.movegen.starts import Start
from canasta_cli.engine.movegen.ways import Way
from canasta_cli.engine.points import in_packs, is_laid_out
from canasta_cli.engine.rule import Fact, Finding, Verdict
from canasta_cli.engine.turn.case import Play, view_under
from canasta_cli.engine.turn.going_out import FINAL_DISCARD, WHOLE_HAND
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.settle import Ask, settle
from canasta_cli.engine.turn.taking import distinguished, in_suits, takings
from canasta_cli.engine.view import UNKNOWN, Drew, Held, Question, View, like, without
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Rank
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    Join,
    MeldDown,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.values import NamedTuple
from canasta_cli.words import either

MOST_PLAYS = 60
"""The number of ways to go out that are judged for one question."""
JUDGED = 20
"""The work of judging one of them."""
AN_ASK = 10
"""The work that takes as long as asking the rules once."""
LARGEST_HAND = 13
"""The number of cards up to which each card that can be drawn is tried with the hand."""
_NEEDS = {
    Fact.HAND: "your other cards allow it",
    Fact.MELDS: "your side's melds allow it",
    Fact.DRAWN: "the cards you draw allow it",
    Fact.PILE: "the cards of the pile allow it",
}


def search(question: Question, ask: Ask, effort: Effort | None = None) -> Ruling:
    """Answer a question; if it leaves cards of a known hand open, find the ways to play it.

    If there are any, they are the ``found`` of the ruling. If the question names cards and the answer
    is no, the fix is a way that is legal.
    """
    effort = effort or Effort()
    every = _Search(question, ask, effort)
    if every.is_open:
        return every.answer()._replace(asked=effort.spent // AN_ASK)
    ruling = settle(question, ask)._replace(asked=0)
    asked = _less_named(question, ruling) if ruling.verdict.legal is False else None
    if asked is None:
        return ruling
    others = _Search(question._replace(turn=asked), ask, effort)
    ways = others.found(True) if others.is_open else ()
    return _with_fix(ruling, ways) if ways else ruling


def _less_named(question: Question, ruling: Ruling) -> Turn | None:
    """Return the turn without the melds that go out, without the cards that take the pile, or with it."""
    turn, top = question.turn, question.view.top
    if turn.melded and (question.out or turn.goes_out):
        open_melds = [each for each in turn.clauses if not isinstance(each, MeldDown)]
        return turn._replace(clauses=tuple(open_melds))
    if turn.take is not None:
        return _with_take(turn, turn.take._replace(hand=NO_CARDS, onto=None))
    if StockEnds in question.kinds and ruling.play.stock == 0 and top is not None:
        return Turn((Take(top),), turn.player)
    return None


def _with_take(turn: Turn, take: Take) -> Turn:
    every = [take if isinstance(each, Take) else each for each in turn.clauses]
    return turn._replace(clauses=tuple(every))


def _with_fix(ruling: Ruling, ways: tuple[Ruling, ...]) -> Ruling:
    """Name the first way as the fix of the deciding reason."""
    verdict = ruling.verdict
    first = verdict.refused[0]
    reason = first.reason._replace(instead=ways[0].play.turn, do=None)
    better = Finding(False, lambda: reason)
    better.row = first.row
    found = tuple([better if each == first else each for each in verdict.found])
    return ruling._replace(verdict=verdict._replace(found=found), found=ways)


class _Out(NamedTuple):
    """A turn that goes out: what the question gives of it, and the cards left to play."""

    begun: Play
    left: Held
    last: Discard | None


class _Search:
    """A search for the ways to play what a question leaves open.

    ``untried`` is true if there were too many to find them all, ``cut`` if some were found but not judged.
    """

    def __init__(self, question: Question, ask: Ask, effort: Effort) -> None:
        self.question, self.ask, self.effort = question, ask, effort
        self.ruleset = question.ruleset
        self.view = view_under(question.ruleset, question.view)
        self.untried = self.cut = False
        self.out = self._out(question.turn)
        self.is_open = _open_take(question.turn) is not None or self.out is not None
        self._ways_out: dict[Turn, list[Turn]] = {}

    def answer(self) -> Ruling:
        """Return the answer: yes if there is a way, and no only if there certainly is none."""
        by_card = self._by_card_drawn()
        if by_card is not None:
            return by_card
        known = self.view.hand is not None
        ruling = settle(self.question, self.best) if known else self._surely()
        self.untried |= self.cut and ruling.verdict.legal is False
        missing = self._missing()
        if ruling.verdict.legal is False and missing is not None:
            return self._with_anything(ruling, missing)
        return ruling._replace(found=self.found(ruling.verdict.legal), more=self.untried)

    def found(self, legal: bool | None) -> tuple[Ruling, ...]:
        """List the ways with an answer, the first of those that differ in nothing that matters."""
        if legal is False:
            return ()
        *named, _ = self.each()
        some = [each for each in named if each.verdict.legal is legal]
        kinds = {_kind(each): each for each in reversed(some)}
        return tuple(reversed(kinds.values()))

    def each(self) -> Iterator[Ruling]:
        """Yield the answer about each way by itself, and about the turn as it is asked."""
        for turn in self._turns(self.view, self.question.turn):
            if self.effort.is_spent and turn is not self.question.turn:
                self.untried = True
                continue
            self.effort.spend(JUDGED)
            yield settle(self.question._replace(turn=turn), self.ask)

    def _surely(self) -> Ruling:
        """Return the best answer about cards that a partly known hand has; others may be better."""
        ruling = min(self.each(), key=_against)
        if ruling.verdict.legal is not None:
            return ruling
        return _undecided(ruling, Fact.HAND, _NEEDS[Fact.HAND])

    def best(self, asked: Question) -> Ruling:
        """Return the verdict on a legal way; if there is none, on the one that is closest to it."""
        best: Ruling | None = None
        for turn in self._turns(view_under(self.ruleset, asked.view), asked.turn):
            if best is not None and self.effort.is_spent:
                self.untried = True
                break
            self.effort.spend(JUDGED)
            ruling = self.ask(asked._replace(turn=turn))
            if best is None or _against(ruling) < _against(best):
                best = ruling
            if best.verdict.legal:
                break
        assert best is not None  # noqa: S101 - the turn as it is asked is one
        return best

    def _turns(self, view: View, asked: Turn) -> Iterator[Turn]:
        """Yield the ways to play a turn, and the turn as it is asked."""
        for turn in self._taking(view, asked):
            out = self._out(turn)
            if out is not None:
                yield from self._going_out(turn, out)
            elif turn is not asked:
                yield turn
        yield asked

    def _taking(self, view: View, turn: Turn) -> Iterator[Turn]:
        """Yield a turn with each way to take the pile, if that is open."""
        take = _open_take(turn)
        if take is None or take.top is None:
            yield turn
            return
        seen = view if view.top else view.replace(pile=(take.top,))
        cards = distinguished(view.held.cards, self.ruleset)
        for each in takings(seen, self.ruleset):
            if _same_top(each, take):
                suited = in_suits(each, cards, self.ruleset) if cards else (each,)
                for one in suited:
                    if not cards or not without(cards, one.hand)[1]:
                        yield _with_take(turn, take._replace(hand=one.hand, onto=one.onto))
        shown = view.held.cards
        if turn.clauses[-1] is take and not take.then and shown.size and not view.has_opened:
            yield from self._opening(turn, take, seen.replace(held=Held(shown)))

    def _opening(self, turn: Turn, take: Take, view: View) -> Iterator[Turn]:
        """Yield the turn with the fewest other melds that open, for each way to take the pile."""
        found = ways_to_open(view.replace(drew=Drew.PILE), self.ruleset, top=take.top)
        self.untried |= found.untried
        takes = [opens for way in found.ways if (opens := turn_of(way).take) is not None]
        kinds = {each.hand: each for each in reversed(takes) if _same_top(each, take)}
        for opens in sorted(kinds.values(), key=lambda each: each.hand.size):
            yield _with_take(turn, take._replace(hand=opens.hand, onto=opens.onto, then=opens.then))

    def _out(self, turn: Turn) -> _Out | None:
        """Return a turn that goes out, if cards are left to play; ``None`` if there are none.

        A turn that names melds leaves no others open.
        """
        ends = {NoDiscard, ShowSpecial} & {type(each) for each in turn.clauses}
        if ends or turn.melded or not (self.question.out or turn.goes_out):
            return None
        given = tuple([each for each in turn.clauses if not isinstance(each, Discard | GoOut)])
        begun, last = Play(Turn(given), self.view, self.ruleset), turn.discard
        left = begun.then.left
        lacks = any(stage.held.lacks(stage.played) for stage in begun.stages)
        lacks = lacks or (last is not None and bool(left.lacks(last.cards)))
        return None if lacks or left.cards.size <= (last is not None) else _Out(begun, left, last)

    def _going_out(self, turn: Turn, out: _Out) -> list[Turn]:
        """List the turn with each way to play the cards that are left."""
        if out.left.unseen or (out.left.unseen is None and self.view.hand is not None):
            return []
        if turn not in self._ways_out:
            cards, play = out.left.cards, out.begun
            melds = play.melds or tuple([each.after for each in play.placements])
            start = Start(play.turn.clauses, cards, cards, melds)
            found = ways_out(self.view, self.ruleset, start, out.last, effort=self.effort)
            self.untried |= found.untried
            ways = found.ways or ((found.refused.way,) if found.refused else ())
            first = {(way.discard is None, way.bonuses): way for way in reversed(ways)}
            every = dict.fromkeys([*reversed(first.values()), *ways[:MOST_PLAYS]])
            self.cut |= len(ways) > len(every)
            self._ways_out[turn] = [_turn_of(way, turn, out) for way in every]
        return self._ways_out[turn]

    def _missing(self) -> Fact | None:
        """The missing fact that may allow other ways; ``None`` if no fact does."""
        if self.view.hand is None or self.untried:
            return Fact.HAND
        if self.out and self.out.left.unseen != 0:
            return Fact.DRAWN if self.question.turn.draws else Fact.PILE
        melds = self.view.melds is None and self.view.has_opened is not False
        return Fact.MELDS if melds and self.out else None

    def _with_anything(self, ruling: Ruling, missing: Fact) -> Ruling:
        """Return the refusal if it holds whatever is missing; otherwise that it depends on that."""
        view = self.view.replace(held=UNKNOWN, minimum=0)
        if self.out:
            view = view.replace(melds=None, partner_melds=None, opened=None)
        asked = self.question._replace(view=view)
        whatever = _Search(asked, self.ask, self.effort).best(asked)
        # Other melds, or a discard, may do what the turn as it is asked does not.
        open_to = {
            WHOLE_HAND.id,
            *({FINAL_DISCARD.id} if self.question.turn.discard is None else ()),
        }
        found = tuple([each for each in whatever.verdict.found if each.rule not in open_to])
        verdict = whatever.verdict._replace(found=found)
        if verdict.legal is False:
            return whatever._replace(verdict=verdict)
        needs = "there is a way that was not tried" if self.untried else _NEEDS[missing]
        return _undecided(ruling, missing, needs)._replace(more=self.untried)

    def _by_card_drawn(self) -> Ruling | None:
        """Answer for each card that can be drawn, if the one drawn is not given."""
        turn, ruleset = self.question.turn, self.ruleset
        draws = [each for each in turn.draws if not each.cards]
        one = ruleset.deal.draw == 1 and self.view.order is None
        hand = self.view.hand
        if not (self.out and draws and one) or hand is None or hand.size > LARGEST_HAND:
            return None
        answers: dict[Rank, Ruling] = {}
        for rank in Rank:
            if in_packs(rank, ruleset) and not is_laid_out(rank, ruleset):
                draw = Draw(Cards((Card(rank),)))
                clauses = [draw if each is draws[0] else each for each in turn.clauses]
                named = self.question._replace(turn=turn._replace(clauses=tuple(clauses)))
                answers[rank] = search(named, self.ask, self.effort)
        found = tuple([way for each in answers.values() for way in each.found[:1]])
        *_, worst = sorted(answers.values(), key=_against)
        every = {each.verdict.legal for each in answers.values()}
        if every in ({True}, {False}):
            return worst._replace(found=found)
        if not {True, False} <= every:
            return _undecided(worst, Fact.DRAWN, _NEEDS[Fact.DRAWN])._replace(found=found)
        legal = [rank.one for rank, each in answers.items() if each.verdict.legal]
        says = "" if None in every else f"legal if you draw {either(legal)}; otherwise not"
        depends = tuple(
            [
                _if(Fact.DRAWN, f"you draw {rank.one}", rank.value, each.verdict)
                for rank, each in answers.items()
            ]
        )
        return _open(worst, Fact.DRAWN, says, depends)._replace(found=found)


def _open_take(turn: Turn) -> Take | None:
    """The clause that takes the pile with cards that are not named; ``None`` if there is none."""
    take = turn.take
    named = take is None or take.top is None or take.hand.size or take.onto is not None
    return None if named else take


def _same_top(one: Take, other: Take) -> bool:
    return one.top is not None and other.top is not None and like(one.top, other.top)


def _turn_of(way: Way, turn: Turn, out: _Out) -> Turn:
    """Return the turn with a way to play the cards that are left."""
    clauses = [each for each in turn.clauses if not isinstance(each, Discard | GoOut)]
    if way.special is not None:
        return turn._replace(clauses=(*clauses, ShowSpecial(out.left.cards)))
    melded, joins = way.melds, [Join(rank) for rank in way.joins]
    before = clauses[-1] if clauses and not joins else None
    if isinstance(before, MeldDown):
        melded = (*before.melded, *melded)
        clauses.pop()
    last = GoOut() if way.discard is None else out.last or Discard(Cards((way.discard,)))
    down: tuple[Clause, ...] = (MeldDown(melded),) if melded else ()
    return turn._replace(clauses=(*clauses, *joins, *down, last))


def _kind(ruling: Ruling) -> object:
    """What the table cares about: how the pile is taken, the last discard, and what is paid."""
    play = ruling.play
    take, wild_ranks = play.take, play.ruleset.wild_ranks
    shown = take and ([card.rank in wild_ranks for card in take.hand].count(True), take.hand.size)
    onto = take and take.onto
    return shown, onto, play.discard is None, ruling.bonuses, play.turn.special is None


def _against(ruling: Ruling) -> tuple[int, int]:
    """What is against a play, to compare plays: legal is less than open, and open than illegal."""
    legal = ruling.verdict.legal
    return (0 if legal else 1 if legal is None else 2), len(ruling.verdict.refused)


def _undecided(ruling: Ruling, missing: Fact, needs: str) -> Ruling:
    """Return a ruling that depends on a fact of which no value can stand for the others."""
    allowed = tuple([each for each in ruling.verdict.found if each.ok])
    legal = ruling.verdict._replace(found=allowed, unknown=())
    against = ruling.verdict._replace(found=ruling.verdict.refused, unknown=())
    refused = Possibility((Condition(missing, "", "does not allow it"),), against, forbidden=True)
    depends = (_if(missing, needs, "allows it", legal), refused)
    return _open(ruling, missing, f"legal if {needs}; otherwise not", depends)


def _if(fact: Fact, says: str, given: str, verdict: Verdict) -> Possibility:
    return Possibility((Condition(fact, says, given),), verdict)


def _open(
    ruling: Ruling, missing: Fact, condition: str, depends: tuple[Possibility, ...]
) -> Ruling:
    """Return a ruling that depends on a missing fact."""
    allowed = tuple([each for each in ruling.verdict.found if each.ok])
    unknown = tuple(dict.fromkeys((*ruling.verdict.unknown, missing)))
    verdict = Verdict(ruling.verdict.ruleset, allowed, unknown, ruling.verdict.again)
    return Ruling(ruling.play, verdict, depends, condition)
