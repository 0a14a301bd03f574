"""All parameters as they are declared, and names and values as earlier versions wrote them; kept for ever.

Those who read or explain rulesets ask here; an answer from a compiled ruleset does not need it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from canasta_cli.rules.groups import Ranks
from canasta_cli.rules.parameter import NONE, Declared, Param
from canasta_cli.rules.schema import Origin, Ruleset
from canasta_cli.values import NamedTuple

# All parameters, as they are declared; and rulesets from their values.
#
# Loading this takes longer than a short answer: a compiled ruleset has its values without it.

# Each class of `groups` is entered there when it is defined.
GROUPS: dict[str, type[Declared]] = Ranks.groups
PARAMETERS: dict[str, Param] = {
    f"{group}.{name}": statement._replace(name=f"{group}.{name}")
    for group, kind in GROUPS.items()
    for name, statement in kind.params.items()
}


def build(
    values: Mapping[str, object],
    origins: Mapping[str, Origin],
    *,
    name: str,
    base: str,
    title: str,
    about: str,
) -> Ruleset:
    """Build a ruleset from values by dotted name; missing ones have their defaults."""
    groups: dict[str, Any] = {
        group: kind(
            **{key: values[f"{group}.{key}"] for key in kind.params if f"{group}.{key}" in values}
        )
        for group, kind in GROUPS.items()
    }
    return Ruleset(name=name, base=base, title=title, about=about, origins=origins, **groups)


# Parameters and values as earlier versions wrote them, and what says the same now; kept for ever.
#
# Databases, game files and rules files keep the names under which they were written. Each row has
# names of earlier versions, and what they say in the names of today, which are those of
# `groups.py`. A parameter that is renamed or replaced gets its row here in the same change.

Rows = Mapping[str, Any]
"""Values as they are written in files, by the names of their parameters."""


class Former(NamedTuple):
    """Names of earlier versions, and a function from the values that some of them have to those of today.

    ``replaced`` are those that are still names of parameters, for which earlier versions had other values.
    """

    names: tuple[str, ...]
    today: Callable[[Rows], Rows]
    replaced: tuple[str, ...] = ()


def _renamed(old: str, new: str) -> Former:
    return Former((old,), lambda rows: {new: rows[old]})


def _reworded(old: str, new: str, words: tuple[tuple[object, object], ...]) -> Former:
    """Rename a parameter whose values have other words now."""
    return Former((old,), lambda rows: {new: _word(rows[old], words)})


def _word(value: object, words: Iterable[tuple[object, object]]) -> object:
    """Return the word of today for a value; a value that is in no pair stays as it is."""
    return next((new for old, new in words if type(value) is type(old) and value == old), value)


_FREE_OR_NEVER = ((True, "free"), (False, "never"))


def _first(rows: Rows, *names: str) -> object:
    """The first value that is not “none”: for a time, two names meant the same."""
    return next((rows[name] for name in names if rows.get(name, NONE) != NONE), NONE)


def _taken(rows: Rows) -> Rows:
    """The number of cards taken from the pile took precedence over the part of it."""
    number = _first(rows, "pile.taken", "pile.most")
    return {"pile.take": rows.get("pile.portion", "whole") if number == NONE else number}


def _partners(rows: Rows) -> Rows:
    words = (("seats.alone", "alone"), ("seats.sitting_out", "sitting-out"))
    return {"seats.partners": next((word for name, word in words if rows.get(name)), "fixed")}


def _bonus_cards(rows: Rows) -> Rows:
    first, second = (rows.get(name, NONE) for name in ("talon.first", "talon.second"))
    none = first == second == NONE
    return {"talon.cards": NONE if none else [0 if n == NONE else n for n in (first, second)]}


def _black_threes_laid_out(rows: Rows) -> Rows:
    if not rows.get("threes.black_laid"):
        return {"threes.lay_black": "never"}
    return {"threes.lay_black": "from-pile" if rows.get("threes.black_from_pile") else "always"}


def _unfinished_sevens(rows: Rows) -> Rows:
    """Unfinished melds of sevens cost the same with wild cards and without."""
    points = _first(rows, "unfinished.sevens", "penalty.unfinished_sevens")
    return dict.fromkeys(("ranks.7.unfinished", "ranks.7.unfinished_mixed"), points)


# Today's name, the points of the penalty, and the number of cards that may be held without it.
_HELD = (
    ("ranks.7.held", "unfinished.sevens_held", "unfinished.held_most"),
    ("ranks.7.held", "penalty.sevens_held", "penalty.sevens_held_most"),
    ("ranks.A.held", "unfinished.aces_held", "unfinished.held_most"),
)


def _held(rows: Rows) -> Rows:
    """Join the penalty for a hand with too many sevens or aces with the number that may be held."""
    now: dict[str, object] = {}
    for new, penalty, most in _HELD:
        points = rows.get(penalty)
        if points is not None and now.get(new, NONE) == NONE:
            now[new] = NONE if points == NONE else {"over": rows.get(most, 2), "points": points}
    return now


def _blocking(rows: Rows) -> Rows:
    ranks = rows["pile.blocked_by"]
    return {f"ranks.{rank}.pile": "blocks" for rank in ranks} if isinstance(ranks, list) else {}


def _dead_discards(rows: Rows) -> Rows:
    """Each value for discards without a pile forbade sevens and aces as well, except ``free``.

    ``dead`` did so only in records of that time, which have values of every card.
    """
    value = rows["discard.empty_pile"]
    if value not in ("sevens-aces", "safe") and (value != "dead" or "deck.ace" not in rows):
        return {"discard.empty_pile": value}
    now = _word(value, (("sevens-aces", "free"), ("safe", 5)))
    return {"discard.empty_pile": now, "ranks.7,A.empty_pile": False}


def _wild_lock(rows: Rows) -> Rows:
    if rows.get("melds.deuce_lock"):
        return {"melds.wild_lock": "deuces"}
    words = ((True, "any"), (False, NONE))
    return {"melds.wild_lock": _word(rows.get("melds.wild_lock", NONE), words)}


FORMER = (
    _renamed("deck.ace", "ranks.A.points"),
    _renamed("deck.black_three", "ranks.3B.points"),
    _renamed("deck.deuce", "ranks.2.points"),
    _renamed("deck.high", "ranks.8-K.points"),
    _renamed("deck.joker", "ranks.W.points"),
    _renamed("deck.low", "ranks.4-7.points"),
    _renamed("bonus.aces", "ranks.A.canasta"),
    _renamed("bonus.sevens", "ranks.7.canasta"),
    _renamed("bonus.sevens_mixed", "ranks.7.canasta_mixed"),
    _renamed("bonus.wild_deuces", "ranks.2.canasta"),
    _renamed("bonus.wild_jokers", "ranks.W.canasta"),
    _renamed("melds.aces_wild", "ranks.A.wilds"),
    _renamed("melds.sevens_wild", "ranks.7.wilds"),
    _reworded("melds.black_threes_wild", "ranks.3B.wilds", ((True, "any"), (False, "never"))),
    Former(("melds.deuce_lock", "melds.wild_lock"), _wild_lock, ("melds.wild_lock",)),
    _renamed("pile.black_three", "ranks.3B.pile"),
    _reworded("pile.red_three_freezes", "ranks.3R.pile", ((True, "freezes"), (False, "blocks"))),
    Former(("pile.blocked_by",), _blocking),
    Former(("pile.portion", "pile.taken", "pile.most"), _taken),
    _reworded("discard.black_three", "ranks.3B.discard", _FREE_OR_NEVER),
    _reworded("discard.black_three_first", "ranks.3B.discard", ((True, "free"), (False, "later"))),
    _reworded("discard.jokers", "ranks.W.discard", _FREE_OR_NEVER),
    _renamed("discard.sevens", "ranks.7.discard"),
    _renamed("discard.sevens_last", "ranks.7.last_discard"),
    Former(("discard.empty_pile",), _dead_discards, ("discard.empty_pile",)),
    _renamed("penalty.black_three_left", "ranks.3B.left"),
    _renamed("penalty.undeclared_red_three", "ranks.3R.left"),
    _renamed("penalty.short_run", "unfinished.short_run"),
    _renamed("penalty.short_run_below", "unfinished.short_run_below"),
    _renamed("unfinished.aces", "ranks.A.unfinished"),
    _renamed("unfinished.wild_jokers", "ranks.W.unfinished"),
    Former(("unfinished.sevens", "penalty.unfinished_sevens"), _unfinished_sevens),
    Former(tuple(dict.fromkeys(name for row in _HELD for name in row[1:])), _held),
    Former(("seats.alone", "seats.sitting_out"), _partners),
    Former(("talon.first", "talon.second"), _bonus_cards),
    Former(("threes.black_laid", "threes.black_from_pile"), _black_threes_laid_out),
)

_BY_NAME = {name: former for former in FORMER for name in former.names}


def in_names_of_today(values: Rows) -> dict[str, Any]:
    """Return values by the names of today; names that no earlier version wrote stay as they are."""
    now = {name: value for name, value in values.items() if name not in _BY_NAME}
    for former in dict.fromkeys(_BY_NAME[name] for name in values if name in _BY_NAME):
        now.update(former.today(values))
    return now


def texts_in_names_of_today(texts: Rows, values: Rows) -> dict[str, Any]:
    """Return what is written about values, such as their origins, by the names of today.

    A text without a value is about the parameter that still has the name.
    """
    today = {name for former in FORMER for name in former.replaced} - values.keys()
    now = {name: text for name, text in texts.items() if name in today or name not in _BY_NAME}
    for name, text in texts.items():
        if name in _BY_NAME:
            said = {name: values[name]} if name in values else {}
            for new in _BY_NAME[name].today(said) if said else ():
                now.setdefault(new, text)
    return now
