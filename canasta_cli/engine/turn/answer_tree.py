"""The answers to a question that lacks facts, as a tree: a missing fact, its values, what follows from each.

``settle`` makes it, and ``conditions`` says it in words.
"""

from collections.abc import Iterator

from canasta_cli.engine.rule import Elsewhere, Fact, Gap, Judgement, Missing, Part
from canasta_cli.engine.turn.meld_domains import Value
from canasta_cli.engine.view import Question
from canasta_cli.model.cards import Meld
from canasta_cli.values import NamedTuple

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
        top, what = self.every[0].view.top, self.what
        if isinstance(what, Part) and top is not None and what.key is top.rank:
            return what.fact, Fact.TOP
        return what


Tree = Node | Leaf


def deciding(tree: Tree) -> Iterator[Missing]:
    """Yield what the answers of a tree depend on, and what is still missing where they are open."""
    if isinstance(tree, Leaf):
        yield from tree.verdict.unknown if tree.legal is None else ()
        return
    yield tree.what.fact if isinstance(tree.what, Part) else tree.what
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
        return _widest(groups[0])
    every = [Branch(tuple([value for value, _ in each]), _widest(each)) for each in groups]
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


def _widest(group: list[tuple[Value, Tree]]) -> Tree:
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
