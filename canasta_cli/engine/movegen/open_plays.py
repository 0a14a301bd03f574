"""Find ways to play what a question leaves open in a known hand.

The commands and the library call it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from canasta_cli.engine.facts import Condition, Possibility, Premise, Premises
from canasta_cli.engine.melds import canastas_needed
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.points import in_packs
from canasta_cli.engine.rule import Elsewhere, Fact, Judgement, RuleFinding, unknown_part
from canasta_cli.engine.turn.case import Play, view_under
from canasta_cli.engine.turn.conditions import MOST_ALTERNATIVES
from canasta_cli.engine.turn.discarding import red_threes
from canasta_cli.engine.turn.domains import OPENED, OPENS_WITH_PILE
from canasta_cli.engine.turn.going_out import final_discard, finished, whole_hand
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.meld_domains import Left, any_meld, canastas_elsewhere, write
from canasta_cli.engine.turn.opening import OPENING
from canasta_cli.engine.turn.settle import Ask, against, settle
from canasta_cli.engine.turn.stated import as_typed, contradictions
from canasta_cli.engine.turn.taking import distinguished, in_suits, takings
from canasta_cli.engine.view import UNKNOWN, Drew, Held, Question, View, is_laid_out, like, without
from canasta_cli.model.cards import NO_CARDS, Card, Cards, Meld, Rank, together
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
from canasta_cli.rules.vocabulary import ThreeMelds
from canasta_cli.values import lazy

if TYPE_CHECKING:
    from canasta_cli.engine.movegen.choices import Way
    from canasta_cli.rules.schema import Ruleset

# Find the ways to play what a question leaves open in a known hand.
#
# The cards that take the pile may be open, the melds that use up the hand, or both. Each way that
# is found is judged like a question that names its cards.

MOST_PLAYS = 60
"""The number of ways to go out that are judged for one question."""
JUDGED = 20
"""The work of judging one of them."""
TRIED_FIRST = 2
"""The number of ways, legal on tables before, that are tried on a table before others are looked for."""
ASKED = 5
"""The work of asking once about the values of missing facts."""
LARGEST_HAND = 13
"""The number of cards up to which each card that can be drawn is tried with the hand."""
_NEEDS = {
    Fact.HAND: "your other cards allow it",
    Fact.MELDS: "your side's melds allow it",
    Fact.DRAWN: "the cards you draw allow it",
    Fact.PILE: "the cards of the pile allow it",
}


def search(
    question: Question, ask: Ask, effort: Effort | None = None, *, with_ways: bool = True
) -> Ruling:
    """Answer a question; if it leaves cards of a known hand open, find the ways to play it.

    If there are any, they are the ``found`` of the ruling, unless only the answer is asked for. If the
    question names cards and the answer is no, the fix is a way that is legal.
    """
    if effort is None:
        effort = Effort()
        ask = _counted(ask, effort)
    every = _AnswerSearch(question, ask, effort)
    if every.is_open:
        return every.answer(with_ways=with_ways)
    ruling = settle(question, ask)
    # A person who asks to go out rarely names the discard.
    for turn in _with_discard(question) if not ruling.verdict.legal else ():
        discarded = settle(question._replace(turn=turn), ask)
        if against(discarded) < against(ruling):
            ruling = discarded._replace(found=(discarded,))
    # “May I go out?” of a hand that nobody has seen: its other cards may make up what is missing, so
    # a no is not certain.
    if every.names_no_melds and not ruling.verdict.legal:
        if ruling.verdict.legal is None:
            return every.without_more(ruling)
        if _may_meld_more(ruling):
            return every.refused_anyway or every.by_hand(ruling)
    if ruling.found:
        return ruling
    # The play as it is named is illegal. A legal one near it is its fix.
    asked = _less_named(question, ruling) if ruling.verdict.legal is False else None
    if asked is None:
        return ruling
    others = _AnswerSearch(question._replace(turn=asked), ask, effort)
    ways = others.found(True) if others.is_open else ()
    return _with_fix(ruling, ways) if ways else ruling


def _counted(ask: Ask, effort: Effort) -> Ask:
    """Return a function that asks, and counts the work: many values may be tried for each way to play."""

    def counted(question: Question) -> Ruling:
        effort.spend(ASKED)
        return ask(question)

    return counted


def _with_discard(question: Question) -> Iterator[Turn]:
    """Yield a turn that is asked as going out with a hand that nobody has seen, and a card face down."""
    turn = question.turn
    begun = turn.discard or {Draw, Take} & question.kinds
    if question.out and not begun and question.view.held.unseen is None:
        others = [each for each in turn.clauses if not isinstance(each, GoOut)]
        yield turn._replace(clauses=(*others, Discard(NO_CARDS)))


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
    better = RuleFinding(False, lambda: reason)
    better.row = first.row
    found = tuple([better if each == first else each for each in verdict.found])
    return ruling._replace(verdict=verdict._replace(found=found), found=ways)


class _AnswerSearch:
    """A search for the ways to play what a question leaves open.

    ``cut`` is true if some were found but not judged.
    """

    def __init__(self, question: Question, ask: Ask, effort: Effort) -> None:
        self.question, self.ask, self.effort = question, ask, effort
        self.ruleset = question.ruleset
        self.view = view_under(question.ruleset, question.view)
        self.cut = False
        self.out = self._out(question.turn, self.view)
        self.is_open = _open_take(question.turn) is not None or self.out is not None
        self._ways_out: dict[tuple[Turn, tuple[Meld, ...], int | None], list[Turn]] = {}
        self._legal: dict[Turn, list[Turn]] = {}

    def answer(self, *, with_ways: bool) -> Ruling:
        """Return the answer: yes if there is a way, and no only if there certainly is none."""
        by_card = self._by_card_drawn()
        if by_card is not None:
            return by_card
        known = self.view.hand is not None
        if not (known or self.view.held.cards.size):
            return self._with_any_hand()
        ruling = settle(self.question, self.best) if known else self._surely()
        self.effort.is_complete &= not self.cut or ruling.verdict.legal is not False
        missing = self._missing()
        if ruling.verdict.legal is False:
            if missing is not None:
                ruling = self._with_anything(ruling, missing)
            return self._by_suits(ruling) if ruling.verdict.legal is False else ruling
        ways = self.found(ruling.verdict.legal) if with_ways else ()
        return ruling._replace(found=ways, more=self.untried)

    def _by_suits(self, ruling: Ruling) -> Ruling:
        """Return that a refusal depends on the suits of the hand, if the play is legal with some."""
        every = [view.held.cards for view in self.view.in_each_suit(self.ruleset)]
        open_to = _undecided(ruling, Fact.SUITS, "the suits of your cards allow it")
        found = self._with_hands(open_to, every)
        return found if any(each.legal for each in found.depends) else ruling

    @property
    def names_no_melds(self) -> bool:
        """True if the question is if a player with an unknown hand may go out, and names no melds."""
        goes_out = self.question.out or self.question.turn.goes_out
        open_to = {MeldDown, ShowSpecial, NoDiscard}
        return goes_out and self.view.hand is None and open_to.isdisjoint(self.question.kinds)

    @property
    def untried(self) -> bool:
        """True if there were too many ways to find them all."""
        return not self.effort.is_complete

    def found(self, legal: bool | None) -> tuple[Ruling, ...]:
        """List the ways with an answer, the first of those that differ in nothing that matters."""
        if legal is False:
            return ()
        *named, _ = self.each
        some = [each for each in named if each.verdict.legal is legal]
        kinds = {_kind(each): each for each in reversed(some)}
        return tuple(reversed(kinds.values()))

    @lazy
    def each(self) -> tuple[Ruling, ...]:
        """The answers about each way by itself, and last about the turn as it is asked."""
        return tuple(self._each())

    def _each(self) -> Iterator[Ruling]:
        for turn in self._turns(self.view, self.question.turn):
            if turn is not self.question.turn and self.effort.stops():
                continue
            self.effort.spend(JUDGED)
            yield settle(self.question._replace(turn=turn), self.ask)

    def _with_any_hand(self) -> Ruling:
        """Return the answer for a hand of which no card is known: no, or that it depends on the hand."""
        *others, asked = self.each
        if asked.verdict.legal:
            return asked
        best = min((asked, *others), key=against)
        if best.verdict.legal is False:
            more = [each for each in (asked, *others) if _may_meld_more(each)]
            if not more:
                return asked
            best = min(more, key=against)
        return self.by_hand(best if asked.verdict.legal is False else asked)

    def _by_take(self, ruling: Ruling) -> Ruling:
        """Say with which cards the pile may be taken, if every way to take it is decided."""
        if self.out is not None or _open_take(self.question.turn) is None:
            return ruling
        found: dict[Premises, Ruling] = {}
        for way in self._ways_to_take():
            taken = _cards_that_take(way.play.given.take, self.view.held.cards, self.ruleset)
            alternatives = self._premises(way)
            if taken is None or alternatives is None:
                return ruling
            found |= {(*taken, *each): way for each in alternatives}
        found = {each: way for each, way in found.items() if not _is_included(each, found)}
        if not found or len(found) > MOST_ALTERNATIVES or self.ruleset.unknown:
            return ruling
        assumed = dict.fromkeys(each for way in found.values() for each in way.assumed)
        return ruling._replace(alternatives=tuple(found), assumed=tuple(assumed))

    def _ways_to_take(self) -> Iterable[Ruling]:
        """Settle each way to take the pile, also with other cards than those that are shown."""
        if not self.view.held.cards.size:
            return self.each
        turn = self.question.turn
        every = (*self._taking(self.view.replace(held=UNKNOWN), turn), turn)
        return [settle(self.question._replace(turn=each), self.ask) for each in every]

    def _premises(self, way: Ruling) -> Iterable[Premises] | None:
        """List the premises of which each is enough for a way to take the pile; ``None`` if it stays open."""
        turn, legal = self.question.turn, way.verdict.legal
        if legal or (legal is None and not (way.alternatives and way.allow)):
            return ((),) if legal else None
        alternatives = () if legal is False else way.alternatives
        # More melds of the turn may open, whatever the total is.
        may_open = turn.clauses[-1] is turn.take and not self.view.has_opened
        if not may_open or not _refused_only_by(_OF_OPENING, way):
            return alternatives
        others = [each for each in alternatives if all(it.fact is not Fact.TOTAL for it in each)]
        return (*others, (Premise(OPENS_WITH_PILE),))

    @lazy
    def refused_anyway(self) -> Ruling | None:
        """The refusal by rules that more melds don't satisfy, if they refuse what is named on every table."""
        satisfied = _satisfied_by_melds(self.question.turn)

        def ask(asked: Question) -> Ruling:
            ruling = self.ask(asked)
            found = [each for each in ruling.verdict.found if each.ok or each.rule not in satisfied]
            return ruling._replace(verdict=ruling.verdict._replace(found=tuple(found)))

        # Undocumented rules are tried one at a time, so several of them together may allow it.
        lacks_facts = not self.ruleset.unknown and ask(self.question).verdict.unknown
        if _open_take(self.question.turn) or not lacks_facts:
            return None
        ruling = settle(self.question, ask)
        return ruling if ruling.verdict.legal is False else None

    def by_hand(self, ruling: Ruling) -> Ruling:
        """Return that an answer depends on the hand, with a hand for each answer if they are found."""
        shown, natural = self.view.held.cards, self.ruleset.wild_ranks.natural
        ways = [each for each in self.each if each.verdict.legal is not False]
        turn = min(ways, key=against, default=ruling).play.turn
        needed = self.question._replace(turn=turn).played
        left = Left(self.question)
        ranks = [
            rank for rank in natural if left.of(rank) and not (needed.of(rank) or shown.of(rank))
        ]
        others = Cards([] if self.question.out or turn.goes_out else map(Card, ranks[:4]))
        named = shown + without(needed, shown)[0]
        few = ranks[: 1 if self.names_no_melds else 4]
        hands = [named + others, shown + Cards(map(Card, few))]
        canastas = together(meld.cards for meld in self._canastas(shown))
        if canastas.size:
            last = [Card(rank) for rank in ranks if not canastas.of(rank)]
            hands.append(shown + canastas + Cards(last[:1]))
        if _refused_only_by(_satisfied_by_melds(ruling.play.turn), ruling._replace(refusing=())):
            hands.append(
                named + others + Cards([Card(rank) for rank in ranks[4:] for _ in range(3)])
            )
        other = "other " if shown.size or self.question.played.size else ""
        lacks = any(each.rule == canastas_needed.id for each in ruling.verdict.refused)
        does = "complete the canastas that your side needs" if lacks else "allow it"
        open_to = _undecided(ruling, Fact.HAND, f"your {other}cards {does}")
        return self._by_take(self._with_hands(open_to, filter(len, dict.fromkeys(hands))))

    def without_more(self, ruling: Ruling) -> Ruling:
        """Add to each no a hand that melds nothing: other hands may have canastas of their own."""
        # A card that no meld of the side takes.
        taken = {meld.rank for meld in (*self.view.known_melds, *(self.view.partner_melds or ()))}
        ranks = [*self.ruleset.wild_ranks.natural]
        last = next((rank for rank in ranks if rank not in taken), ranks[0])
        named = as_typed(self.question.played)
        hand = Condition(Fact.HAND, named or last.value)

        def stated(each: Possibility) -> Possibility:
            given = any(one.fact is Fact.HAND for one in each.conditions)
            if each.legal is not False or given:
                return each
            return each._replace(conditions=(*each.conditions, hand))

        unknown = tuple(dict.fromkeys((*ruling.verdict.unknown, Fact.HAND)))
        return ruling._replace(
            verdict=ruling.verdict._replace(unknown=unknown),
            depends=tuple(map(stated, ruling.depends)),
            witnesses=tuple(map(stated, ruling.witnesses)),
        )

    def _with_hands(self, open_to: Ruling, hands: Iterable[Cards]) -> Ruling:
        """Add the hands that decide, and with each answer one on which all else is known."""
        view = self.question.view
        tried = [(as_typed(cards), view.replace(held=Held(cards))) for cards in hands]
        return self._with_examples(open_to, Fact.HAND, tried)

    def _with_examples(
        self, open_to: Ruling, fact: Fact, tried: Iterable[tuple[str, View]]
    ) -> Ruling:
        """Add the values of a fact that decide, and a table with each answer if they are found."""
        depends, tables = list[Possibility](), list[Possibility]()
        for given, view in tried:
            if self.effort.stops():
                break
            if any(contradictions(self.question.turn, view, self.ruleset)):
                continue
            found = search(self.question._replace(view=view), self.ask, self.effort)
            if found.verdict.legal is not None:
                depends.append(_if(fact, given, found.verdict))
            decided = depends[-1:] if found.verdict.legal is not None else ()
            # It is no for certain only if every way was tried, in every suit that cards may have.
            suits = not decided and any(True for _ in view.in_each_suit(self.ruleset))
            for each in found.witnesses or decided:
                if not each.legal and (suits or not self.effort.is_complete):
                    continue
                # A witness may have a hand of its own, such as the same cards with their suits.
                known = any(one.fact is fact for one in each.conditions)
                more = () if known else (Condition(fact, given),)
                tables.append(each._replace(conditions=(*more, *each.conditions)))
        witnesses = _one_of_each(tables)
        stopped = self.untried and not witnesses
        return open_to._replace(depends=tuple(depends), witnesses=witnesses, more=stopped)

    def _canastas(self, hand: Cards) -> tuple[Meld, ...]:
        """Return canastas that are enough to go out, beside the cards of a hand."""
        if not (self.question.out or self.question.turn.goes_out):
            return ()
        holding = self.question._replace(view=self.view.replace(held=Held(hand)))
        enough = next(canastas_elsewhere(holding), None)
        return () if enough is None else enough.melds

    def _melds_to_try(self) -> Iterator[tuple[str, View]]:
        """Yield no melds, and melds that take every card of the hand, with canastas to go out or nearly."""
        view = self.view
        if not (view.opened or view.canastas or view.partner_melds):
            yield "none", view.replace(melds=())
        left = self.out.left.cards if self.out else view.held.cards
        more = self._canastas(left)
        for meld in islice(any_meld(self.question), 1):
            yield write([meld]), view.replace(melds=(meld,))
        smallest, canasta = self.ruleset.melds.smallest, self.ruleset.melds.canasta
        for size in (smallest, canasta - 1, canasta):
            # Melds that are one card short become canastas themselves.
            there = () if size == canasta - 1 else more
            melds = [
                Meld(Cards([Card(rank)] * size), self.ruleset.wild_ranks)
                for rank in self.ruleset.wild_ranks.natural
                if left.of(rank) and all(meld.rank is not rank for meld in there)
            ]
            every = (*melds, *there)
            if every:
                yield write(every), view.replace(melds=every)

    def _surely(self) -> Ruling:
        """Return the best answer about cards that a partly known hand has; others may be better."""
        ruling = min(self.each, key=against)
        if ruling.verdict.legal is not None:
            return ruling
        return self.by_hand(ruling)

    def best(self, asked: Question) -> Ruling:
        """Return the verdict on a legal way; if there is none, on the one that is closest to it."""
        best: Ruling | None = None
        known = self._legal.setdefault(asked.turn, [])
        # A way that is legal on one table often is on others: then no other need be found.
        for turn in known[:TRIED_FIRST]:
            self.effort.spend(JUDGED)
            ruling = self.ask(asked._replace(turn=turn))
            if ruling.verdict.legal:
                return ruling
        for turn in self._turns(view_under(self.ruleset, asked.view), asked.turn):
            if best is not None and self.effort.stops():
                break
            self.effort.spend(JUDGED)
            ruling = self.ask(asked._replace(turn=turn))
            if best is None or against(ruling) < against(best):
                best = ruling
            if best.verdict.legal:
                known.insert(0, turn)
                break
        assert best is not None  # noqa: S101 - the turn as it is asked is one
        return self._open_to_others(best) if asked.view.some else best

    def _open_to_others(self, ruling: Ruling) -> Ruling:
        """Ask for the side's other melds if all that is against a play is cards that these may take."""
        refused = {each.rule for each in ruling.verdict.refused}
        # More canastas would need more red threes in some games.
        lifted = {whole_hand.id, final_discard.id}
        lifted |= set() if self.ruleset.out.red_threes else {canastas_needed.id}
        left_over = bool(refused) and refused <= lifted
        if not (left_over and ruling.play.melds_missing):
            return ruling
        what, parts = unknown_part(Fact.MELDS, Elsewhere.OTHERS)
        return ruling._replace(verdict=ruling.verdict.open_to(what)._replace(parts=parts))

    def _turns(self, view: View, asked: Turn) -> Iterator[Turn]:
        """Yield the ways to play a turn, and the turn as it is asked."""
        for turn in self._taking(view, asked):
            out = self._out(turn, view)
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
        # Loaded here, as in `_going_out`: a play that names all its cards is only judged.
        from canasta_cli.engine.movegen.initial_melds import turn_of, ways_to_open

        asked = view.replace(drew=Drew.PILE)
        found = ways_to_open(asked, self.ruleset, top=take.top, effort=self.effort)
        takes = [opens for way in found.ways if (opens := turn_of(way).take) is not None]
        kinds = {each.hand: each for each in reversed(takes) if _same_top(each, take)}
        for opens in sorted(kinds.values(), key=lambda each: each.hand.size):
            yield _with_take(turn, take._replace(hand=opens.hand, onto=opens.onto, then=opens.then))

    def _out(self, turn: Turn, view: View) -> Play | None:
        """Return what is given of a turn that goes out, if cards are left to play; ``None`` if there are none.

        A turn that names melds leaves no others open.
        """
        ends = {NoDiscard, ShowSpecial} & {type(each) for each in turn.clauses}
        if ends or turn.melded or not (self.question.out or turn.goes_out):
            return None
        given = tuple([each for each in turn.clauses if not isinstance(each, Discard | GoOut)])
        begun, last = Play(Turn(given), view, self.ruleset), turn.discard
        left = begun.left
        lacks = any(stage.lacks for stage in begun.stages)
        lacks = lacks or (last is not None and bool(left.lacks(last.cards)))
        unnamed = any(not draw.cards for draw in turn.draws)
        few = left.cards.size <= (last is not None) and not (unnamed or left.unseen)
        return None if lacks or few else begun

    def _going_out(self, turn: Turn, begun: Play) -> list[Turn]:
        """List the turn with each way to play the cards that are left."""
        left = begun.left
        if left.unseen or (left.unseen is None and self.view.hand is not None):
            return []
        from canasta_cli.engine.movegen.going_out import ways_out
        from canasta_cli.engine.movegen.legal_turns import Start

        key = turn, begun.known_melds, begun.view.red_threes
        if key not in self._ways_out:
            start = Start(begun.turn.clauses, begun.view, self.ruleset)
            found = ways_out(begun.view, self.ruleset, start, turn.discard, effort=self.effort)
            ways = found.ways or ((found.refused.way,) if found.refused else ())
            first = {(way.discard is None, way.bonuses): way for way in reversed(ways)}
            every = dict.fromkeys([*reversed(first.values()), *ways[:MOST_PLAYS]])
            self.cut |= len(ways) > len(every)
            self._ways_out[key] = [_turn_of(way, turn, begun) for way in every]
        return self._ways_out[key]

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
        refused = self._with_all_melds() if missing is Fact.MELDS else None
        whatever = self._with_whatever() if refused is None else refused
        if whatever.verdict.legal is False:
            return whatever
        if self.refused_anyway is not None:
            return self.refused_anyway
        if missing is Fact.HAND and not self.untried:
            return self.by_hand(ruling)
        needs = "there is a way that was not tried" if self.untried else _NEEDS[missing]
        depends = _undecided(ruling, missing, needs)._replace(more=self.untried)
        if missing is Fact.MELDS and not self.untried:
            return self._with_examples(depends, missing, self._melds_to_try())
        return depends

    def _with_whatever(self) -> Ruling:
        """Return the best answer with other cards, or other melds."""
        view = self.view.replace(held=UNKNOWN, minimum=0)
        known = self.view.hand is not None
        if known and self.out:
            view = view.replace(melds=None, partner_melds=None, opened=None)
        others = _AnswerSearch(self.question._replace(view=view), self.ask, self.effort)
        whatever = others.best(others.question) if known else others._with_any_hand()
        # Other melds, or a discard, may do what the turn as it is asked does not.
        open_to = {*_BY_MORE, *({final_discard.id} if self.question.turn.discard is None else ())}
        found = tuple([each for each in whatever.verdict.found if each.rule not in open_to])
        others_refuse = known or not all(each.ok for each in found)
        verdict = whatever.verdict._replace(found=found) if others_refuse else whatever.verdict
        return whatever._replace(verdict=verdict)

    def _with_all_melds(self) -> Ruling | None:
        """Return the refusal of a hand that can't be used up even by a side with a meld of every rank."""
        if self.ruleset.melds.threes is not ThreeMelds.NONE:
            return None
        melds = tuple(
            [
                Meld(Cards([Card(rank)] * 4), self.ruleset.wild_ranks)
                for rank in self.ruleset.wild_ranks.natural
            ]
        )
        canastas = [need.number for need in self.ruleset.out.needs]
        view = self.view.replace(melds=melds, canastas=sum(canastas), opened=True, minimum=0)
        asked = self.question._replace(view=view)
        best = _AnswerSearch(asked, self.ask, self.effort).best(asked)
        # Other melds may take more: sequences, wild cards, or further sets where one is full. None takes a
        # red three.
        rules, cards = self.ruleset.melds, self.view.held.cards
        wilds = self.ruleset.wild_ranks.count(cards)
        most = max(Counter(card.rank for card in cards).values(), default=0) + wilds
        full = rules.largest is not None and most + melds[0].size > rules.largest
        more = rules.runs or full or (rules.wild_only and wilds)
        stand = {red_threes.id} if more else {red_threes.id, whole_hand.id}
        reasons = tuple([each for each in best.verdict.refused if each.rule in stand])
        stands = bool(reasons) and self.effort.is_complete
        return best._replace(verdict=best.verdict._replace(found=reasons)) if stands else None

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
                draw = draws[0]._replace(cards=Cards((Card(rank),)))
                clauses = [draw if each is draws[0] else each for each in turn.clauses]
                named = self.question._replace(turn=turn._replace(clauses=tuple(clauses)))
                answers[rank] = search(named, self.ask, self.effort)
        found = tuple([way for each in answers.values() for way in each.found[:1]])
        *_, worst = sorted(answers.values(), key=against)
        every = {each.verdict.legal for each in answers.values()}
        if every in ({True}, {False}):
            return worst._replace(found=found)
        if not {True, False} <= every:
            open_to = next(each for each in answers.values() if each.verdict.legal is None)
            return _undecided(open_to, Fact.DRAWN, _NEEDS[Fact.DRAWN])._replace(found=found)
        legal = [rank.one for rank, each in answers.items() if each.verdict.legal]
        depends = tuple(
            [_if(Fact.DRAWN, rank.value, each.verdict) for rank, each in answers.items()]
        )
        premises = () if None in every else (Premise("you draw {}", tuple(legal)),)
        return _open(worst, Fact.DRAWN, depends, *premises)._replace(found=found)


def _open_take(turn: Turn) -> Take | None:
    """The clause that takes the pile with cards that are not named; ``None`` if there is none."""
    take = turn.take
    named = take is None or take.top is None or take.hand.size or take.onto is not None
    return None if named else take


def _cards_that_take(take: Take | None, shown: Cards, ruleset: "Ruleset") -> Premises | None:
    """Say which cards take the pile, unless they are shown or it is laid off; ``None`` for other melds."""
    if take is None or take.top is None:
        return None
    wilds, rank = ruleset.wild_ranks.count(take.hand), take.top.rank
    naturals = take.hand.of(rank)
    if take.hand.size != naturals + wilds or rank in ruleset.wild_ranks:
        return None
    cards = [_several(naturals, rank.one, rank.many)] * bool(naturals)
    cards += [_several(wilds, "a wild card", "wild cards")] * bool(wilds)
    holds = Premise(f"you hold {' with '.join(cards)}")
    return (holds,) if without(take.hand, shown)[0] else ()


def _is_included(premises: Premises, others: Iterable[Premises]) -> bool:
    """True if others are true wherever these are: a side with melds has opened."""
    true = {each.says for each in premises} | {OPENED for each in premises if each.opened}
    return any({it.says for it in each} < true for each in others if each != premises)


def _several(number: int, one: str, many: str) -> str:
    return {1: one, 2: f"two {many}"}.get(number, f"{number} {many}")


def _same_top(one: Take, other: Take) -> bool:
    return one.top is not None and other.top is not None and like(one.top, other.top)


def _turn_of(way: "Way", turn: Turn, begun: Play) -> Turn:
    """Return the turn with a way to play the cards that are left."""
    clauses = list(begun.given.clauses)
    if way.special is not None:
        return turn._replace(clauses=(*clauses, ShowSpecial(begun.left.cards)))
    melded, joins = way.melds, [Join(rank) for rank in way.joins]
    before = clauses[-1] if clauses and not joins else None
    if isinstance(before, MeldDown):
        melded = (*before.melded, *melded)
        clauses.pop()
    down: tuple[Clause, ...] = (MeldDown(melded),) if melded else ()
    last = () if way.discard is None else (turn.discard or Discard(Cards((way.discard,))),)
    # If the hand may have other cards, a discard alone would not end it.
    out = (GoOut(),) if not last or (turn.goes_out and begun.left.unseen is None) else ()
    return turn._replace(clauses=(*clauses, *joins, *down, *last, *out))


def _kind(ruling: Ruling) -> object:
    """The properties that matter to the table: how the pile is taken, the last discard, and what is paid."""
    play = ruling.play
    take, wild_ranks = play.take, play.ruleset.wild_ranks
    shown = wild_ranks.count(take.hand), take.hand.size
    return shown, take.onto, play.discard is None, ruling.bonuses, play.turn.special is None


_BY_MORE = (whole_hand.id, canastas_needed.id, finished.id)
"""Rules that more melds from a hand may satisfy: they use it up, and make canastas."""


_OF_OPENING = {each.id for each in OPENING}


def _may_meld_more(ruling: Ruling) -> bool:
    """True if more melds may make a play legal on one of the tables on which it is refused."""
    return _refused_only_by(_satisfied_by_melds(ruling.play.turn), ruling)


def _refused_only_by(rules: set[str], ruling: Ruling) -> bool:
    """True if no other rules than these refuse a play, on one of the tables on which it is refused."""
    every = [
        {each.rule for each in verdict.refused} for verdict in ruling.refusing or (ruling.verdict,)
    ]
    return any(refused and refused <= rules for refused in every)


def _satisfied_by_melds(turn: Turn) -> set[str]:
    """The rules that more melds satisfy: they open, go out or make canastas."""
    last = {final_discard.id} if turn.discard is None else set()
    return {*_BY_MORE, *last, *_OF_OPENING}


def _undecided(ruling: Ruling, missing: Fact, needs: str) -> Ruling:
    """Return a ruling that depends on a fact of which no value can stand for the others."""
    return _open(ruling, missing, (), Premise(needs))


def _if(fact: Fact, given: str, verdict: Judgement) -> Possibility:
    return Possibility((Condition(fact, given),), verdict)


def _open(
    ruling: Ruling, missing: Fact, depends: tuple[Possibility, ...], *premises: Premise
) -> Ruling:
    """Return a ruling that depends on a missing fact."""
    verdict = ruling.verdict.open_to(*dict.fromkeys((*ruling.verdict.unknown, missing)))
    alternatives = (premises,) if premises else ()
    return Ruling(ruling.play, verdict, depends, _one_of_each(depends), alternatives)


def _one_of_each(ways: Iterable[Possibility]) -> tuple[Possibility, ...]:
    """Return the first possibility with each answer."""
    found = {each.legal: each for each in reversed([*ways])}
    return tuple([found[legal] for legal in (True, False) if legal in found])
