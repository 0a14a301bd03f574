"""Answer a question that lacks facts: find those that matter.

The library and the commands about a play call it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from sys import maxsize
from typing import TypeVar

from canasta_cli.engine.facts import Condition, Possibility
from canasta_cli.engine.melds import canastas_needed
from canasta_cli.engine.points import grade
from canasta_cli.engine.rule import Elsewhere, Fact, Gap, Judgement, Part, fact_of
from canasta_cli.engine.table import keys_of, runs_for
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.conditions import (
    Leaf,
    Node,
    Path,
    Tree,
    What,
    agree,
    deciding,
    grouped,
    in_words,
    key_of_meld,
    key_of_value,
    leaves,
)
from canasta_cli.engine.turn.domains import (
    OTHER_NATURALS,
    assumption,
    domain,
    hand_as_given,
    summed_up,
)
from canasta_cli.engine.turn.going_out import final_discard, keep, keep_opening, whole_hand
from canasta_cli.engine.turn.judge import Assumed, Ruling
from canasta_cli.engine.turn.meld_domains import (
    Assumption,
    Value,
    Values,
    all_melds,
    may_lie,
    value_of,
    write,
)
from canasta_cli.engine.turn.stated import as_typed
from canasta_cli.engine.view import Question, View
from canasta_cli.model.cards import NO_CARDS, LayOff, Meld, Onto, Suit, together
from canasta_cli.model.turn import (
    Discard,
    Draw,
    GoOut,
    MeldDown,
    MeldOrLayOff,
    ShowSpecial,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.rules.library import alternatives, written
from canasta_cli.rules.library import in_words as value_in_words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import WildRatio

LONGEST_VALUE = 30
"""Maximum length of a value in a condition, in characters."""

# Answer a question that lacks facts: branch on the first of them that was looked at, and ask again.

MOST_ASKED = 2_000
"""How many times the rules are asked about one question; beyond that, it stays open."""


class _CutOffError(Exception):
    """The rules would be asked about one question too often."""


Ask = Callable[[Question], Ruling]
T = TypeVar("T")


class _Search:
    """Asks a question again for every value of the facts that its rules look at and lack.

    ``assumed`` says what the answers assume, each with its fact; ``melds_first`` that what is asked
    first are the side's melds that the play is about.
    """

    def __init__(self, ask: Ask, *, melds_first: bool = False) -> None:
        self.ask, self.melds_first = ask, melds_first
        self.assumed: dict[Assumption, Fact] = {}
        self.left_out = set[tuple[What, object]]()
        self.answers: list[Judgement] = []
        self.signatures: dict[object, object] = {}
        self.asked = 0
        self.seen: dict[bool, Leaf] = {}

    @property
    def refusal(self) -> Judgement:
        """The verdict on a play that every answer refuses: with the reasons that all of them give.

        If they have none in common, it is that under the usual values.
        """
        usual = self.answers[0]
        common = tuple(
            each for each in usual.refused if all(each in other.refused for other in self.answers)
        )
        return usual._replace(found=common) if common else usual

    @property
    def refusing(self) -> tuple[Judgement, ...]:
        """The answers that refuse a play."""
        return tuple([each for each in self.answers if each.legal is False])

    @property
    def assumptions(self) -> Assumed:
        """What the answers assume, each with its fact."""
        of_each: dict[Fact, list[Assumption]] = {}
        for each, fact in self.assumed.items():
            of_each.setdefault(fact, []).append(each)
        return tuple([(fact, says) for fact, some in of_each.items() for says in summed_up(some)])

    def answers_to(self, question: Question, first: Judgement) -> Tree:
        """Return the answers; if the search for them is cut off, all that is missing decides them."""
        try:
            return self.tree(question)
        except _CutOffError:
            missing = tuple(dict.fromkeys((*first.unknown, *map(fact_of, first.parts))))
            return Leaf(first._replace(unknown=missing), question, ())

    def ruling(self, question: Question) -> Ruling:
        """Ask the rules once. Raises ``_CutOffError`` if that was too often."""
        self.asked += 1
        if self.asked > MOST_ASKED:
            raise _CutOffError
        return self.ask(question)

    def tree(self, question: Question, path: Path = ()) -> Tree:
        """Return the answers to a question; what is on the ``path`` is not branched on again."""
        verdict = self.ruling(question).verdict
        missing = self.missing(question, verdict, path)
        if missing:
            return self.branch(*missing, question, path)
        self.answers.append(verdict)
        leaf = Leaf(verdict, question, path)
        if verdict.legal is not None:
            self.seen.setdefault(verdict.legal, leaf)
        return leaf

    def missing(
        self, question: Question, verdict: Judgement, path: Path
    ) -> tuple[What, tuple[Value, ...]] | None:
        """Return what is missing and looked at first, with its values; ``None`` if nothing is."""
        # A rule refuses only with all facts that it reads, so what else is missing can't lift a no.
        looked_at = [] if verdict.legal is False else self.looked_at(question, verdict, path)
        every = ((what, self.values(what, question)) for what in looked_at)
        return next((each for each in every if each[1]), None)

    def looked_at(self, question: Question, verdict: Judgement, path: Path) -> list[What]:
        """List what is missing, in the order in which it is asked, as narrow as it was looked at."""

        def late(what: What) -> int:
            if what in (Fact.HAND, Fact.DRAWN):
                return 3  # other cards of the hand matter only if all else is known
            # First the fact that answers most: without an opening there are no melds. Which canastas or
            # unfinished melds lie elsewhere is asked when those of the ranks in question are known.
            if isinstance(what, Part) and what.key in _LAST:
                return 2
            own = self.melds_first and isinstance(what, Part) and what.fact is Fact.MELDS
            return not (own or what is Fact.OPENED)

        return sorted(_missing(question, verdict, path), key=late)

    def values(self, what: What, question: Question) -> tuple[Value, ...]:
        """Return the values of what is missing; of a parameter, one for each answer."""
        if isinstance(what, Gap):
            return self.of_gap(what, question)
        values = domain(what, question)
        known = question.view.held.unseen is not None or question.uses_up_hand
        if what is Fact.HAND and len(values) > 1 and not known:
            first, *others = values
            if Fact.HAND in self.ruling(first.asked).verdict.unknown:
                # A hand of which only the number is known is not enough to decide.
                usual = next((each for each in others if each.says == OTHER_NATURALS), others[0])
                others.remove(usual)
                return (usual._replace(unusual=""), *others)
        return values

    def branch(self, what: What, values: Sequence[Value], question: Question, path: Path) -> Tree:
        """Ask again for every value, the usual ones first."""
        usual = [value for value in values if not value.unusual] or list(values[:1])
        others = [value for value in values if value not in usual]
        follow = self.of_kinds(self.tree, what, question, path)
        allowed = self.of_kinds(self.allows, what, question, path)
        followed = [(value, follow(value)) for value in usual]
        only, yes = {then.legal for _, then in followed}, _assumed_answer(question)
        mentioned = only != {not yes} and not _asks_for(what, question)
        left_out = list[Value]()
        for value in others:
            before = len(self.answers)
            # If all usual values say yes, an unusual one that says no is assumed away, and the answer says
            # so. If they say no, or differ, it may turn the no into a yes, so it counts; but beside a yes,
            # one that only says no would have been mentioned.
            if only == {yes}:
                then, kept = followed[0][1], allowed(value)
            else:
                then = follow(value)
                kept = not mentioned or then.legal is not (not yes)
            if kept:
                followed.append((value, then))
            else:
                left_out.append(value)
                del self.answers[before:]
        self.note(what, left_out, [value for value, _ in followed])
        return grouped(what, followed)

    def of_kinds(
        self, find: Callable[[Question, Path], T], what: What, question: Question, path: Path
    ) -> Callable[[Value], T]:
        """Return a function of values, which finds the same for those that rules don't tell apart."""
        # A rank has dozens of possible melds, but few that rules tell apart: each kind is asked about once.
        found = dict[object, T]()

        def of(value: Value) -> T:
            key = self.signature(what, value)
            if key not in found:
                steps = [(what, value.given)]
                turn = value.asked.turn
                if what is Fact.HAND and turn is not question.turn:
                    drawn = together(each.cards for each in turn.draws)
                    steps.append((Fact.DRAWN, as_typed(drawn)))
                found[key] = find(value.asked, (*path, *steps))
            return found[key]

        return of

    def note(self, what: What, left_out: Iterable[Value], kept: list[Value]) -> None:
        """Remember what is assumed if some values are left out."""
        fact = fact_of(what)
        for value in left_out:
            self.left_out.add((what, key_of_value(value)))
            if isinstance(fact, Fact):
                self.assumed[assumption(what, value, kept)] = fact

    def allows(self, question: Question, path: Path) -> bool:
        """True if every answer is as it is usually, except for what is assumed not to be so."""
        verdict = self.ruling(question).verdict
        missing = self.missing(question, verdict, path)
        if missing is None:
            return verdict.legal is _assumed_answer(question)
        what, values = missing
        allowed = self.of_kinds(self.allows, what, question, path)
        # The last are the unusual ones, of which most are not allowed.
        return all(
            allowed(value)
            for value in reversed(values)
            if (what, key_of_value(value)) not in self.left_out
            and value.unusual not in self.assumed
        )

    def signature(self, what: What, value: Value) -> object:
        """Return a key: melds with equal keys have equal answers, whatever else is known.

        It is found once for each value, before anything else that is missing is known.
        """
        if not isinstance(what, Part):
            return what, key_of_value(value)
        one = what, value.given
        if one not in self.signatures:
            asked, ruleset = value.asked, value.asked.ruleset
            play, verdict, *_ = self.ruling(asked)
            # A rule that lacks an undocumented value finds nothing without it.
            filled = asked._replace(ruleset=ruleset.all_filled)
            known = self.ruling(filled).verdict.found if ruleset.unknown else ()
            found = tuple([(each.rule, each.ok) for each in (*verdict.found, *known)])
            # A rule about discards may ask if a meld of this size is closed.
            limit = ruleset.discard.empty_pile
            closed = limit if isinstance(limit, int) else ruleset.melds.canasta
            self.signatures[one] = (
                (found, frozenset(verdict.unknown), verdict.parts, value.serve),
                tuple([(_kind(meld, ruleset), meld.shape) for meld in play.known_melds]),
                tuple([(_kind(meld, ruleset), meld.size >= closed) for meld in value.melds]),
                tuple([_capacity(meld, asked) for meld in value.melds]),
            )
        return self.signatures[one]

    def of_gap(self, gap: Gap, question: Question) -> tuple[Value, ...]:
        """Return two values of an undocumented parameter that have different answers; else the usual one."""
        usual, *others = _gap_values(gap.value, question)
        first = self.filled(usual.asked)
        for other in others:
            then = self.filled(other.asked)
            if then is not None and not (first is not None and agree(first, then)):
                return usual, other
        return (usual,)

    def filled(self, question: Question) -> Tree | None:
        """Answer a question with the values that stand for undocumented ones; ``None`` if it can't be asked."""
        asked = question._replace(ruleset=question.ruleset.all_filled)
        search = _Search(self.ask)
        search.asked = self.asked
        try:
            return search.tree(asked)
        except (ArithmeticError, LookupError, ValueError):
            return None
        finally:
            self.asked = search.asked


def _kind(meld: Meld, ruleset: Ruleset) -> object:
    """The grade of a canasta if a rule may ask for it; otherwise true for a canasta."""
    found = grade(meld, ruleset)
    of = [each.of for each in ruleset.out.needs] + [each.of for each in ruleset.opening.tiers]
    return found if any(of) or ruleset.unknown else found is not None


def _capacity(meld: Meld, question: Question) -> object:
    """Return a key of what a meld can still take of a known hand: with equal keys, it takes the same."""
    held, rules = question.view.held, question.ruleset
    if held.unseen != 0 or not (question.leaves_cards_open or StockEnds in question.kinds):
        return None
    melds, free = rules.melds, rules.melds.wild_ratio is WildRatio.FREE
    if meld.rank is None or not free or melds.naturals_before_wild is not None:
        return key_of_meld(meld)
    cards = held.cards + together(draw.cards for draw in question.turn.draws)
    wilds = rules.wild_ranks.count(cards)
    most = cards.of(meld.rank) + wilds
    return (
        min(max(melds.canasta - meld.size, 0), most + 1),
        min(max(melds.max_wilds - meld.wilds, 0), wilds),
        min((melds.largest or maxsize) - meld.size, most),
        bool(meld.wilds),
    )


def _gap_values(path: str, question: Question) -> Values:
    """The value that stands for an undocumented one, then others that it may have."""
    filled, view = question.ruleset.filled(path), question.view
    melds = [*view.known_melds, *(view.partner_melds or ()), *(view.more or ())]
    melds += [*(view.their_melds or ()), *[meld for _, some in view.their_some for meld in some]]
    others = [
        each for each in alternatives(path, filled) if all(may_lie(meld, each) for meld in melds)
    ]
    usual, other = _has_value(path, filled)
    yield value_of(question._replace(ruleset=filled), usual, written(filled, path))
    for each in others:
        yield value_of(question._replace(ruleset=each), other, written(each, path))


def _has_value(path: str, filled: Ruleset) -> tuple[str, str]:
    """Say that a parameter has the value that stands for an undocumented one, and that it has another."""
    what, value = value_in_words(filled, path)
    rule = f"“{what}: {value if len(value) <= LONGEST_VALUE else 'as assumed'}”"
    return f"the rule is {rule}", f"the rule is not {rule}"


def _assumed_answer(question: Question) -> bool:
    """The answer that may rest on an assumption: that the play is legal, or that the pile must be taken."""
    return StockEnds not in question.kinds


def _asks_for(what: What, question: Question) -> bool:
    """True if a question is about adding cards to melds, so that an answer says which of them take these."""
    if not isinstance(what, Part):
        return False
    laid = [LayOff(onto, NO_CARDS) for onto in question.ontos]
    keys = [key for lay in laid for key in keys_of(lay, question.ruleset)]
    return what.key in keys


_LAST = (Elsewhere.CANASTAS, Elsewhere.UNFINISHED, Elsewhere.OTHERS)


def _missing(question: Question, verdict: Judgement, path: Path) -> list[What]:
    """List what is missing, as narrow as it was looked at."""
    passed = {what for what, _ in path}
    unknown = [*verdict.unknown, *map(fact_of, verdict.parts)]
    if Fact.HAND in unknown and (question.view.hand is not None or Fact.HAND in passed):
        # The hand is given: what is missing are the cards of the draw, or those that come with the pile.
        unnamed = any(not draw.cards for draw in question.turn.draws)
        size = question.view.pile_size
        came = Fact.DRAWN if unnamed else Fact.PILE_SIZE if size is None else Fact.PILE
        unknown = [came if what is Fact.HAND else what for what in unknown]
    found: list[What] = []
    for what in unknown:
        parts = [each for each in verdict.parts if isinstance(each, Part) and each.fact is what]
        if parts and what is Fact.MELDS and question.view.has_opened is None:
            found.append(Fact.OPENED)  # a side that has not opened has no melds
        found += parts or [what]
    return [what for what in dict.fromkeys(found) if what not in passed]


def settle(question: Question, ask: Ask) -> Ruling:
    """Answer a question: yes or no if the missing facts don't matter, otherwise what decides it.

    No is never said on an assumption, and yes only with the assumption beside it.
    """

    # Cached: the values of several facts lead to the same tables.
    @cache
    def ask_about(turn: Turn, view: View, ruleset: Ruleset) -> Ruling:
        return ask(Question(turn, view, ruleset, question.out))

    search = _Search(lambda asked: ask_about(asked.turn, asked.view, asked.ruleset))
    first = search.ask(question)
    try:
        tree = search.tree(question)
    except _CutOffError:
        # Where the melds alone decide, asking about them first ends sooner.
        search = _Search(search.ask, melds_first=True)
        tree = search.answers_to(question, first.verdict)
    if isinstance(tree, Node) or tree.legal is None:
        depends = _depending(question, first.verdict, tree)
        answers = [*leaves(tree)] if isinstance(tree, Node) else [*search.seen.values()]
        witnesses = tuple(_witnesses(answers))
        ways = witnesses if isinstance(tree, Leaf) else tuple(_possibilities(tree))
        ruling = first._replace(
            verdict=depends, assumed=search.assumptions, refusing=search.refusing
        )
        return in_words(ruling._replace(depends=ways, witnesses=witnesses), tree)
    if first.verdict.legal is False:
        return first
    found = tree.verdict if tree.legal else search.refusal
    # The reasons are those under values that undocumented rules may have; they stay so.
    verdict = found._replace(ruleset=question.ruleset, unknown=(), parts=())
    assumed = search.assumptions if tree.legal is _assumed_answer(question) else ()
    tables = tuple(_witnesses(search.seen.values())) if assumed else ()
    refusing = () if tree.legal else search.refusing
    return first._replace(verdict=verdict, assumed=assumed, witnesses=tables, refusing=refusing)


def with_last_card(ask: Ask) -> Ask:
    """Return a function that asks also what happens to the single card that is left after a play.

    It goes onto a meld. A person who asks to go out rarely says so, nor that it is discarded.
    """

    def asked(question: Question) -> Ruling:
        ruling, turn = ask(question), question.turn
        refused = {each.rule for each in ruling.verdict.refused}
        lifted = _OUT_WITH_CARD if question.out else _KEPT_CARD
        ends = turn.discard or (turn.goes_out and not question.out)
        if ends or not refused & lifted or not (question.out or refused <= lifted):
            return ruling
        every = [ask(question._replace(turn=each)) for each in _with_last_card(question)]
        allowed = [each for each in every if question.out or each.verdict.legal is not False]
        best = min((ruling, *allowed), key=against)
        return best if best is ruling else best._replace(found=(best,))

    return asked


_KEPT_CARD = {keep.id, keep_opening.id, canastas_needed.id}
"""Rules that refuse to keep a single card, which may be laid off."""
_OUT_WITH_CARD = {whole_hand.id, final_discard.id}
"""Rules that refuse to go out while it is left."""


def against(ruling: Ruling) -> tuple[int, int]:
    """The weight of the reasons against a play, to compare plays: less if it is legal, most if illegal."""
    legal = ruling.verdict.legal
    return (0 if legal else 1 if legal is None else 2), len(ruling.verdict.refused)


def _with_last_card(question: Question) -> Iterator[Turn]:
    """Yield the turn with the single card that is left: discarded, or laid off where that may be."""
    turn, known = question.turn, question.view.known_melds
    left = Play(turn, question.view, question.ruleset, as_out=True).left
    begun = question.out and {Draw, Take, ShowSpecial} & question.kinds
    if begun or left.cards.size != 1 or left.unseen:
        return
    others = tuple([each for each in turn.clauses if not isinstance(each, GoOut)])
    if question.out:
        yield turn._replace(clauses=(*others, Discard(left.cards)))
    if left.unseen is None or not (turn.melded or turn.take):
        return
    (card,), ranks = left.cards, [*left.cards.by_rank()]
    if card.rank in question.ruleset.wild_ranks:
        ranks = [*question.ranks, *[meld.rank for meld in known if meld.rank]]
    for onto in (*map(Onto, dict.fromkeys(ranks)), *runs_for(card, known)):
        down: tuple[MeldOrLayOff, ...] = (LayOff(onto, left.cards),)
        if isinstance(others[-1], MeldDown):
            down = (*others[-1].melded, *down)
        before = others[:-1] if len(down) > 1 else others
        yield turn._replace(clauses=(*before, MeldDown(down)))


def _depending(question: Question, verdict: Judgement, tree: Tree) -> Judgement:
    """Return a verdict that misses only the facts that decide it; its refusals depend on them."""
    first = (*verdict.unknown, *verdict.parts)
    order = {what: at for at, what in reversed([*enumerate(first)])}
    decides = dict.fromkeys(deciding(tree))
    unknown = sorted(decides, key=lambda what: order.get(what, len(order)))
    suits = [what for what in (Fact.SUITS, Fact.TOP) if what not in unknown]
    unknown += [what for what in suits if _of_its_suit(tree, what)]
    if Fact.MELDS in unknown and question.uses_up_hand:
        # The melds show if a side has opened.
        unknown = [each for each in unknown if each is not Fact.OPENED]
    return verdict.open_to(*unknown)


def _of_its_suit(tree: Tree, given: Fact) -> bool:
    """True if one suit stands for that of a card, as it is given, and a sequence of it may decide."""
    paths = [[what for what, _ in leaf.path] for leaf in leaves(tree)]
    return any(
        given in path
        and any(isinstance(what, Part) and isinstance(what.key, Suit) for what in path)
        for path in paths
    )


def _witnesses(leaves: Iterable[Leaf]) -> Iterator[Possibility]:
    """Yield a table on which the play is legal, and one on which it isn't: every fact that was looked at."""
    for legal in (True, False):
        for leaf in islice((each for each in leaves if each.legal is legal), 1):
            yield Possibility(_as_given(dict(leaf.path), leaf), leaf.verdict)


def _possibilities(tree: Tree, decides: tuple[What, ...] = ()) -> Iterator[Possibility]:
    """Yield the answers, each with the values of the facts that decide it with which it was found."""
    if isinstance(tree, Leaf):
        yield Possibility(_as_given(decides, tree), tree.verdict)
        return
    # With another value of an undocumented parameter, others may matter too: that stays open.
    for group in tree.groups[:1] if isinstance(tree.what, Gap) else tree.groups:
        yield from _possibilities(group.then, (*decides, tree.what))


def _as_given(decides: Iterable[What], leaf: Leaf) -> tuple[Condition, ...]:
    """Return the values of what decides an answer, as a person gives them: melds as a side has all of them.

    A hand shows if the player goes out; it has none of the cards melded.
    """
    question, values = leaf.question, dict(leaf.path)
    decisive = [*decides]
    if any(isinstance(what, Part) and isinstance(what.key, Suit) for what in decisive):
        # The suit of a card of which one stands for all.
        decisive += [what for what in (Fact.SUITS, Fact.TOP) if what in values]
    given = {fact_of(what): values[what] for what in decisive}
    melds = all_melds(question, own=True)
    for fact in (Fact.MELDS, Fact.THEIR_MELDS):
        if fact in given:
            own = fact is Fact.MELDS
            given[fact] = write(melds if own else all_melds(question, own=False))
    if Fact.MELDS in given:
        given.pop(Fact.OPENED, None)  # the melds show it
    if given.pop(Fact.OUT, None) is not None:
        given.setdefault(Fact.HAND, None)
    if Fact.HAND in given:
        view = question.view.replace(melds=melds, some=(), more=None, unfinished=None)
        given[Fact.HAND] = hand_as_given(view.held, question._replace(view=view))
        if Fact.DRAWN in values:
            given[Fact.DRAWN] = values[Fact.DRAWN]
    return tuple([Condition(fact, value) for fact, value in given.items()])
