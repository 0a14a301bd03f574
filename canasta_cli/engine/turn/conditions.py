"""The answers to a question that lacks facts, as a tree; and in words: each condition is enough by itself.

``settle`` makes the tree of a missing fact, its values, and what follows from each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_cli.engine.facts import Premise, Premises
from canasta_cli.engine.rule import Elsewhere, Fact, Gap, Judgement, Missing, Part, fact_of
from canasta_cli.engine.turn.domains import name
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.meld_domains import (
    CANASTAS_NEEDED,
    HAS,
    MELDED,
    MOST_PIECES,
    NO_CANASTA,
    Value,
)
from canasta_cli.engine.turn.stated import seen_elsewhere
from canasta_cli.engine.view import Question
from canasta_cli.model.cards import Meld, Rank, Suit
from canasta_cli.model.turn import StockEnds
from canasta_cli.rules.vocabulary import ForcedTake
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

What = Fact | Gap | Part
"""A missing fact, the part of one that is looked at, or an undocumented value."""
OTHERS = Part(Fact.MELDS, Elsewhere.OTHERS)


Path = tuple[tuple[What, object], ...]
"""What was missing, each with the value that was tried for it, as a person would give it."""


class Leaf(NamedTuple):
    """An answer, and the question with the values of the ``path`` that led to it."""

    verdict: Judgement
    question: Question
    path: Path

    @property
    def legal(self) -> bool | None:
        """True or false; ``None`` if it is still open."""
        return self.verdict.legal


class Branch(NamedTuple):
    """Values of a missing fact from which the same follows."""

    values: tuple[Value, ...]
    then: "Node | Leaf"


class Node(NamedTuple):
    """A missing fact, and what follows from its values, which are in groups; ``every`` are all of them."""

    what: What
    groups: tuple[Branch, ...]
    every: tuple[Value, ...]

    @property
    def legal(self) -> None:
        """Missing facts decide it."""

    @property
    def is_about(self) -> object:
        """A key of what is missing: equal for the melds of the top card's rank, whichever card that is."""
        top, what = self.every[0].asked.view.top, self.what
        if isinstance(what, Part) and top is not None and what.key is top.rank:
            return what.fact, Fact.TOP
        return what


Tree = Node | Leaf


def deciding(tree: Tree) -> Iterator[Missing]:
    """Yield what the answers of a tree depend on, and what is still missing where they are open."""
    if isinstance(tree, Leaf):
        yield from tree.verdict.unknown if tree.legal is None else ()
        return
    yield fact_of(tree.what)
    for group in tree.groups:
        yield from deciding(group.then)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """Yield the answers of a tree."""
    if isinstance(tree, Leaf):
        yield tree
        return
    for group in tree.groups:
        yield from leaves(group.then)


# Values from which the same follows are put together.


def grouped(what: What, followed: list[tuple[Value, Tree]]) -> Tree:
    """Put values together from which the same follows; return that alone if it follows from all."""
    # The melds answer this too: “none” is a side that has not opened.
    if what is Fact.OPENED and (melds := _shown_by_melds(followed)) is not None:
        return melds
    groups: list[list[tuple[Value, Tree]]] = []
    for value, then in followed:
        same = next((group for group in groups if agree(group[0][1], then)), None)
        if same is None:
            groups.append([(value, then)])
        else:
            same.append((value, then))
    if len(groups) == 1:
        return _with_most_values(groups[0])
    every = [
        Branch(tuple([value for value, _ in each]), _with_most_values(each)) for each in groups
    ]
    return Node(what, tuple(every), tuple([value for value, _ in followed]))


def _shown_by_melds(followed: list[tuple[Value, Tree]]) -> Tree | None:
    """Return the answers by the melds of a side, if one that has not opened is one without such melds."""
    then = {value.given: tree for value, tree in followed}
    opened, unopened = then.get(True), then.get(False)
    if not isinstance(opened, Node) or unopened is None:
        return None
    tree: Tree = opened
    while isinstance(tree, Node) and isinstance(tree.what, Part) and tree.what.fact is Fact.MELDS:
        without = [each for each in tree.groups if any(not value.melds for value in each.values)]
        if not without:
            return None
        tree = without[0].then
    return opened if tree is not opened and agree(tree, unopened) else None


def _with_most_values(group: list[tuple[Value, Tree]]) -> Tree:
    """Return the answers for which most values were possible, the first of them."""
    trees = [then for _, then in group]
    return max(trees, key=lambda then: len(then.every) if isinstance(then, Node) else 0)


def agree(one: Tree, other: Tree) -> bool:
    """True if two trees have the same answers for all values that are possible in both: at least one is."""
    if isinstance(one, Leaf) or isinstance(other, Leaf):
        return _open(one) == _open(other)
    if one is other:
        return True
    if one.is_about != other.is_about:
        return False
    if one.what == OTHERS:
        # The melds differ, but in both cases the first group takes no card, and the second some.
        return all(agree(a.then, b.then) for a, b in zip(one.groups, other.groups, strict=False))
    followed: dict[object, dict[int, Tree]] = {}
    for group in other.groups:
        for value in group.values:
            followed.setdefault(key_of_value(value), {})[id(group.then)] = group.then
    pairs = {
        (id(group.then), id(then)): (group.then, then)
        for group in one.groups
        for value in group.values
        for then in followed.get(key_of_value(value), {}).values()
    }
    return bool(pairs) and all(agree(*pair) for pair in pairs.values())


def _open(tree: Tree) -> object:
    """The answer of a tree that has only one, or what is still missing there; ``None`` if it has several."""
    if isinstance(tree, Node):
        return None
    return tree.legal if tree.legal is not None else tree.verdict.unknown


def key_of_value(value: Value) -> object:
    """Return a key that is equal for the same value on other tables: for melds, how many cards they have."""
    if value.key is not None:
        return value.key
    if value.melds or value.given == "none":
        return tuple(map(key_of_meld, value.melds))
    return value.given if isinstance(value.given, int) else value.says or value.given


def key_of_meld(meld: Meld) -> tuple[object, ...]:
    """Return a key of how many cards of each kind a meld has."""
    naturals = meld.naturals if meld.suit else len(meld.naturals)
    return meld.shape, meld.suit, naturals, meld.wilds


# The conditions of each answer in words.

MOST_ALTERNATIVES = 4
"""Maximum number of conditions, each enough by itself, that are said together."""
MOST_CONDITIONS = 6
"""Maximum number of conditions in all of them."""


_EXAMPLES = (Fact.HAND, Fact.DRAWN, Fact.PILE)
"""Facts with values in which one rank stands for all; what follows may be about “that rank”."""
TOP_RANK = "the top card's rank"
THAT_RANK = "that rank"


class _Step(NamedTuple):
    """Some values of a missing fact on the way to an answer: groups of a node, by their keys."""

    named: Premise
    node: Node
    keys: frozenset[object]

    @property
    def what(self) -> What:
        """What is missing."""
        return self.node.what


_Steps = tuple[_Step, ...]
_Way = tuple[bool | None, _Steps]


def in_words(ruling: Ruling, tree: Tree) -> Ruling:
    """Add the answers of a tree with their conditions, and when the play is legal if that is short."""
    ways = [(legal, _needed(tree, legal, steps)) for legal, steps in _ways(tree, (), ruling)]
    widest = {_key(way): _widest(tree, way, ruling) for way in _once(ways)}
    ways = _joined([widest[_key(way)] for way in ways], ruling)
    short = [(legal, _in_short([each.named for each in steps])) for legal, steps in ways]
    decided = iter([premises for legal, premises in short if legal is not None])
    depends = [
        each if each.legal is None else each._replace(premises=next(decided, ()))
        for each in ruling.depends
    ]
    different = tuple(dict.fromkeys(way for way in short if way[1]))
    ruling = ruling._replace(depends=tuple(depends), ways=different)
    return _with_condition(ruling, _once(ways))


def _key(way: _Way) -> object:
    return tuple([(each.what, each.keys) for each in way[1]])


def _once(ways: Iterable[_Way]) -> list[_Way]:
    """Return each way once."""
    return [*{_key(way): way for way in ways}.values()]


def _joined(ways: list[_Way], ruling: Ruling) -> list[_Way]:
    """Return each way to go out as one that includes it: with all of them, a side has the canastas it needs."""
    wide = list[tuple[_Way, list[_Step]]]()
    goes_out = ruling.play.goes_out or ruling.play.shape.asks
    for way in ways if goes_out else ():
        others = [each for each in way[1] if each.named.says not in CANASTAS_NEEDED.values()]
        if way[0] and len(others) < len(way[1]):
            wide.append((way, others))

    def includes(others: list[_Step], way: _Way) -> bool:
        """True if some steps are taken on a way with others."""
        return way[0] is True and all(
            any(each.what == step.what and each.keys <= step.keys for each in way[1])
            for step in others
        )

    return [next((each for each, others in wide if includes(others, way)), way) for way in ways]


def _needed(tree: Tree, legal: bool | None, steps: _Steps) -> _Steps:
    """Leave out the steps without which the answer is the same."""
    for step in steps if legal is not None else ():
        fewer = tuple([each for each in steps if each is not step])
        if step.what in _EXAMPLES and any(each.named.example == THAT_RANK for each in fewer):
            continue
        if _answers(tree, {each.what: each.keys for each in fewer}) == {legal}:
            steps = fewer
    return steps


def _widest(tree: Tree, way: _Way, ruling: Ruling) -> _Way:
    """Add values to the steps of a way with which the answer is the same, if that takes no more words."""
    legal, steps = way
    for step in steps if legal is not None else ():
        node, what = step.node, step.what
        if isinstance(what, Gap) or what in (*_EXAMPLES, OTHERS):
            continue
        given = {each.what: each.keys for each in steps}
        groups = [
            each
            for each in node.groups
            if (keys := _keys(node, each)) <= step.keys
            or _answers(tree, {**given, what: keys}) == {legal}
        ]
        if all(_keys(node, each) <= step.keys for each in groups):
            continue
        wider = _step(node, groups, ruling)
        if wider.named.exact and _pieces(wider) <= _pieces(step):
            steps = tuple([wider if each is step else each for each in steps])
    return legal, steps


def _pieces(step: _Step) -> int:
    return sum([step.named.says.count(word) for word in (" or ", " and ")])


def _answers(tree: Tree, given: Mapping[What, frozenset[object]]) -> set[bool | None]:
    """Return the answers of a tree under some values; ``None`` where these can't be compared."""
    if isinstance(tree, Leaf):
        return {tree.legal}
    groups, named = tree.groups, tree.what in given
    if isinstance(tree.what, Gap):
        # Nothing is known of the values of an undocumented parameter that were not tried.
        groups = groups[: int(named)]
    elif named:
        groups = tuple([each for each in groups if _keys(tree, each) & given[tree.what]])
    return set[bool | None]().union(*[_answers(each.then, given) for each in groups]) or {None}


def _keys(node: Node, group: Branch) -> frozenset[object]:
    """Return the keys of values: equal for those that have the same words."""
    if _are_hands_that_take(node) or node.what == OTHERS:
        return frozenset((group.then.legal,))
    return frozenset(map(key_of_value, group.values))


def _with_condition(ruling: Ruling, ways: list[_Way]) -> Ruling:
    """Add when the play is legal, or else when it is illegal; nothing if that is too long.

    About a player who passes at the end of the stock, it says first when the pile must be taken.
    """
    passes = StockEnds in ruling.play.kinds and ruling.play.view.stock == 0
    for answer in (not passes, passes):
        found = _alternatives(ways, answer)
        if passes and not answer and not found:
            found = _that_must_be_taken(ruling)
        if found and (answer is not passes or len(found) == 1):
            return ruling._replace(alternatives=found, allow=answer)
    return ruling


def _that_must_be_taken(ruling: Ruling) -> tuple[Premises, ...]:
    """Return when the pile must be taken at the end of the stock, in the words of the rule."""
    if any(isinstance(each, Gap) for each in ruling.verdict.unknown):
        return ()
    if ruling.play.ruleset.stock.forced_take is ForcedTake.ANY:
        return ((Premise("you can take it"),),)
    laid_off = Premise("its top card can be laid off on your side's melds")
    not_frozen = [Premise("it is not frozen")] * (ruling.play.view.frozen is None)
    return ((laid_off, *not_frozen),)


def _alternatives(ways: list[_Way], answer: bool) -> tuple[Premises, ...]:
    """Return premises of which each is enough for an answer, and without which it is the other one.

    None are returned if they are too many.
    """
    if any(legal is None for legal, _ in ways):
        return ()
    own = [[each.named for each in steps] for legal, steps in ways if legal is answer]
    if not all(one.exact for each in own for one in each):
        return ()
    found = sorted(dict.fromkeys(map(_in_short, own)), key=len)
    many = len(found) > MOST_ALTERNATIVES or sum(map(len, found)) > MOST_CONDITIONS
    return () if many else tuple(found)


def _in_short(premises: Sequence[Premise]) -> Premises:
    """Leave out what other premises include; join those about several ranks, and about both sides."""
    own, theirs = HAS[Fact.MELDS], HAS[Fact.THEIR_MELDS]
    if any(each.opened for each in premises):
        premises = [each for each in premises if each.fact is not Fact.OPENED]
    ranks = [each for each in premises if each.how == own.format(MELDED)]
    if len(ranks) > 1:
        joined = ranks[0]._replace(claims=(listed(rank for each in ranks for rank in each.claims),))
        premises = [joined, *[each for each in premises if each not in ranks]]
    for each in premises:
        other = each._replace(how=theirs.format(NO_CANASTA), fact=Fact.THEIR_MELDS)
        if each.how == own.format(NO_CANASTA) and other in premises:
            both = other._replace(how="no side has a canasta of {}")
            premises = [both if it == other else it for it in premises if it != each]
    return tuple(premises)


def _ways(tree: Tree, steps: _Steps, ruling: Ruling) -> Iterator[_Way]:
    """Yield the answers in a tree with the steps to them."""
    if isinstance(tree, Leaf):
        yield tree.legal, steps
        return
    if isinstance(tree.what, Gap):
        usual, other = [
            _Step(Premise(each.says, fact=tree.what), tree, frozenset((each.says,)))
            for each in tree.every
        ]
        yield from _ways(tree.groups[0].then, (*steps, usual), ruling)
        yield None, (*steps, other)
        return
    for group in tree.groups:
        yield from _ways(group.then, (*steps, _step(tree, [group], ruling)), ruling)


def _step(node: Node, groups: Sequence[Branch], ruling: Ruling) -> _Step:
    """Return a step with the values of some groups."""
    keys = frozenset[object]().union(*[_keys(node, each) for each in groups])
    return _Step(_named(node, groups, ruling), node, keys)


def _named(node: Node, groups: Sequence[Branch], ruling: Ruling) -> Premise:
    """Name the values of some groups."""
    what, play = node.what, ruling.play
    fact, key = fact_of(what), what.key if isinstance(what, Part) else None
    values = [value for each in groups for value in each.values]
    question = Question(play.given, play.view, play.ruleset)
    example = _example(key, question)
    if _are_hands_that_take(node):
        named = Premise(_that_take(groups[0]))
    else:
        named = name(what, values, node.every, question, example)
    opened = fact is Fact.MELDS and all(value.melds for value in values)
    return named._replace(fact=fact, example=example, opened=opened)


def _example(key: object, question: Question) -> str:
    """Return the words for a rank or suit that stands for others; empty if the question is about that one."""
    top = question.view.pile[-1:]
    if isinstance(key, Suit):
        every = (*question.played, *top, *question.ontos)
        return "" if key in [each.suit for each in every] else "its suit"
    # One card stands for all that may be on top, or that a hand may have.
    if isinstance(key, Rank | None) and not top and StockEnds in question.kinds:
        return TOP_RANK
    return THAT_RANK if isinstance(key, Rank) and not _is_named(key, question) else ""


def _is_named(rank: Rank, question: Question) -> bool:
    """True if a question is about a card of a rank, or shows one."""
    shown = question.played + seen_elsewhere(question.turn, question.view)
    onto = [each.rank for each in question.ontos]
    return rank in (*question.ranks, *onto) or shown.of(rank) > 0


def _is_to_pass(node: Node) -> bool:
    """True if the values are hands, and a player passes: the top card may be taken with them."""
    return node.what is Fact.HAND and node.every[0].key is not None


def _are_hands_that_take(node: Node) -> bool:
    """True if the values are many hands of which each can take the pile or not, whatever else is so."""
    many = any(len(each.values) > MOST_PIECES for each in node.groups)
    return many and _is_to_pass(node) and all(isinstance(each.then, Leaf) for each in node.groups)


def _that_take(group: Branch) -> str:
    """Say if some hands can take the pile."""
    can = "can" if group.then.legal is False else "can't"
    opens = group.values[0].asked.view.has_opened is False
    return f"you {can} open with the pile" if opens else f"your hand {can} take the pile"
