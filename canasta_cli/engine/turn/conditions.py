"""Say in words when a play is legal that depends on missing facts: each condition is enough by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_cli.engine.rule import Fact, Gap, Part
from canasta_cli.engine.turn.answer_tree import (
    OTHERS,
    Branch,
    Leaf,
    Node,
    Tree,
    What,
    key_of_value,
)
from canasta_cli.engine.turn.domains import OPENED, name
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.turn.meld_domains import MOST_PIECES, Named
from canasta_cli.engine.turn.stated import seen_elsewhere
from canasta_cli.engine.view import Question
from canasta_cli.model.cards import Rank
from canasta_cli.model.turn import StockEnds
from canasta_cli.values import NamedTuple
from canasta_cli.words import either, listed

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

    named: Named
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
    ways = [widest[_key(way)] for way in ways]
    says = [(legal, _in_short(tuple([each.named for each in steps]))) for legal, steps in ways]
    decided = iter([conditions for legal, conditions in says if legal is not None])
    depends = [
        each if each.legal is None else each._replace(says=next(decided, ()))
        for each in ruling.depends
    ]
    different = tuple(dict.fromkeys(way for way in says if way[1]))
    ruling = ruling._replace(depends=tuple(depends), ways=different)
    return _with_condition(ruling, _once(ways))


def _key(way: _Way) -> object:
    return tuple([(each.what, each.keys) for each in way[1]])


def _once(ways: Iterable[_Way]) -> list[_Way]:
    """Return each way once."""
    return [*{_key(way): way for way in ways}.values()]


def _needed(tree: Tree, legal: bool | None, steps: _Steps) -> _Steps:
    """Leave out the steps without which the answer is the same."""
    for step in steps if legal is not None else ():
        fewer = tuple([each for each in steps if each is not step])
        if step.what in _EXAMPLES and any(each.named.of_example for each in fewer):
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
        more = [
            each
            for each in node.groups
            if not (keys := _keys(node, each)) <= step.keys
            and _answers(tree, {**given, what: keys}) == {legal}
        ]
        if more:
            keys = step.keys.union(*[_keys(node, each) for each in more])
            groups = [each for each in node.groups if _keys(node, each) <= keys]
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
    groups = tree.groups
    if isinstance(tree.what, Gap):
        # Nothing is known of the values of an undocumented parameter that were not tried.
        groups = groups[:1]
        found = set[bool | None]() if tree.what in given else {None}
    else:
        if tree.what in given:
            groups = tuple([each for each in groups if _keys(tree, each) & given[tree.what]])
        found = set() if groups else {None}
    return found.union(*[_answers(each.then, given) for each in groups])


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
        if found and (answer is not passes or len(found) == 1):
            other = ruling.answers[not answer].replace("illegal", "not")
            says = ", or if ".join(map(listed, found))
            condition = f"{ruling.answers[answer]} if {says}; otherwise {other}"
            return ruling._replace(condition=condition, alternatives=found)
    return ruling


def _alternatives(ways: list[_Way], answer: bool) -> tuple[tuple[str, ...], ...]:
    """Return conditions of which each is enough for an answer, and without which it is the other one.

    They are those of the ways, or the opposites of those of the only other way; none if they are too many.
    """
    if any(legal is None for legal, _ in ways):
        return ()
    own = [[each.named for each in steps] for legal, steps in ways if legal is answer]
    others = [steps for legal, steps in ways if legal is not answer]
    several = [own]
    if len(others) == 1 and not any(each.named.of_example for each in others[0]):
        opposites = [each.named.otherwise for each in others[0]]
        several.append([[Named(says, exact=bool(says))] for says in opposites])
    found = [
        tuple(dict.fromkeys(_in_short(tuple(each)) for each in every))
        for every in several
        if all(one.exact for each in every for one in each)
    ]
    fewest = tuple(sorted(min(found, key=lambda each: sum(map(len, each)), default=()), key=len))
    many = len(fewest) > MOST_ALTERNATIVES or sum(map(len, fewest)) > MOST_CONDITIONS
    return () if many else fewest


def _in_short(conditions: tuple[Named, ...]) -> tuple[str, ...]:
    """Return conditions in words, without those that others include; those about one side are joined."""
    says = tuple([each.says for each in conditions])
    others = [each for each in says if each != OPENED]
    has = "your side has "
    if any(each.startswith(has) and not each.startswith(f"{has}no ") for each in others):
        says = tuple(others)
    # Those that say only of which rank the side has melds.
    ranks = {each: each.removeprefix(SIDE_HAS_MELDED) for each in says}
    some = {each: rank for each, rank in ranks.items() if " " not in rank}
    if len(some) > 1:
        rest = [each for each in says if each not in some]
        says = (SIDE_HAS_MELDED + listed(some.values()), *rest)
    for each in says:
        own = each.replace("the other side", "your side")
        if NO_CANASTA in each and own in says and own != each:
            both = each.replace("the other side has no", "no side has a")
            says = tuple([both if it == each else it for it in says if it != own])
    return says


SIDE_HAS_MELDED = "your side has melded "
NO_CANASTA = "has no canasta of "


def _ways(tree: Tree, steps: _Steps, ruling: Ruling) -> Iterator[_Way]:
    """Yield the answers in a tree with the steps to them."""
    if isinstance(tree, Leaf):
        yield tree.legal, steps
        return
    if isinstance(tree.what, Gap):
        usual, other = [
            _Step(Named(each.says), tree, frozenset((each.says,))) for each in tree.every
        ]
        yield from _ways(tree.groups[0].then, (*steps, usual), ruling)
        yield None, (*steps, other)
        return
    for group in tree.groups:
        yield from _ways(group.then, (*steps, _step(tree, [group], ruling)), ruling)


def _step(node: Node, groups: Sequence[Branch], ruling: Ruling) -> _Step:
    """Return a step with the values of some groups."""
    named, keys = _named(node, groups, ruling), [_keys(node, each) for each in groups]
    others = [each for each in node.groups if _keys(node, each) not in keys]
    if len(others) == 1 and (other := _named(node, others, ruling)).exact:
        named = named._replace(otherwise=other.says)
    return _Step(named, node, frozenset[object]().union(*keys))


def _named(node: Node, groups: Sequence[Branch], ruling: Ruling) -> Named:
    """Name the values of some groups."""
    what, play, passes = node.what, ruling.play, _is_to_pass(node)
    of_top = StockEnds in play.kinds and play.view.top is None
    values = [value for each in groups for value in each.values]
    named = name(what, values, node.every, play.ruleset)
    rank = values[0].view.pile[-1].rank if passes else _rank_of(what)
    if _are_hands_that_take(node):
        named = Named(_that_take(groups[0]))
    elif passes and len(values) > MOST_PIECES:
        some = either([each.says for each in values[:MOST_PIECES]])
        named = Named(f"{some}, for example", exact=False)
    if rank and (of_top or not _is_named(rank, ruling)):
        # One card stands for all that may be on top, or that a hand may have.
        says = _of_rank(TOP_RANK if of_top else THAT_RANK, named.says, rank)
        named = named._replace(says=says, of_example=not of_top)
    return named


def _rank_of(what: What) -> Rank | None:
    """Return the rank of which a side's melds are missing, if it is these alone."""
    return what.key if isinstance(what, Part) and isinstance(what.key, Rank) else None


def _of_rank(example: str, says: str, rank: Rank) -> str:
    """Say of a rank that stands for others what is said of one."""
    for one, other in (
        (f"no {rank.many}", f"no meld of {example}"),
        (f"has melded {rank.many}", f"has a meld of {example}"),
        (f"of {rank.many}", f"of {example}"),
        (rank.many, f"cards of {example}"),
        (rank.noun, f"card of {example}"),
    ):
        says = says.replace(one, other)
    return says


def _is_named(rank: Rank, ruling: Ruling) -> bool:
    """True if a question is about a card of a rank, or shows one."""
    play = ruling.play
    question = Question(play.given, play.view, play.ruleset)
    shown = question.played + seen_elsewhere(play.given, play.view)
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
    opens = group.values[0].view.has_opened is False
    return f"you {can} open with the pile" if opens else f"your hand {can} take the pile"
