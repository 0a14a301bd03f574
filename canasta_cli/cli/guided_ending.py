"""How a hand ended, as answered on a terminal: who went out, and who played alone."""

import re
from collections.abc import Iterable, Mapping, Sequence

from canasta_cli.engine.canastas import lacking
from canasta_cli.engine.figures import MINUS, canastas, pool
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import meld_under
from canasta_cli.model.game import Game, Out, Tally
from canasta_cli.notation.cards import words
from canasta_cli.notation.tally import is_word, read_tally
from canasta_cli.rules.schema import Ruleset
from canasta_cli.words import either

STOCK, NOBODY = "stock", "nobody"
_NO_SIDE = {STOCK: -1, NOBODY: -2}
# Words around the answer where it is shown: the stock ran out, nobody went out, Ann played alone.
_SHOWN = re.compile(r"^the (?=stock)| (?:ran out|went out|played alone)(?= |$)", re.IGNORECASE)


def read_out(text: str, game: Game) -> dict[int, Tally]:
    """Read who went out: a side or a player, with ``concealed`` or ``special:NAME`` after it.

    ``stock``: the stock ran out. ``nobody``: nobody went out, and it is not known why.
    """
    typed = [token.text for token in words(_SHOWN.sub("", text))]
    known = [word for word in typed if is_word(word) and word.lower() != STOCK]
    rest = [word for word in typed if word not in known]
    if len(rest) > 1 and Out.CONCEALED.value.startswith(rest[-1].lower()):
        known.append(rest.pop())
        known[-1] = Out.CONCEALED.value
    places = {name: at for at, side in enumerate(game.sides) for name in (side.name, *side.players)}
    place = _pick(" ".join(rest), {**places, **_NO_SIDE}, out_words(game))
    if place < 0:
        return {0: Tally(stock=True)} if place == _NO_SIDE[STOCK] else {}
    how = read_tally(" ".join(known))
    return {place: how if how.went_out else how._replace(out=Out.PLAIN)}


def read_alone(text: str, game: Game) -> dict[int, Tally]:
    """Read who played alone, or ``nobody``."""
    places = {player: at for at, side in enumerate(game.sides) for player in side.players}
    place = _pick(_SHOWN.sub("", text), {**places, NOBODY: _NO_SIDE[NOBODY]}, (*places, NOBODY))
    name = next((player for player, at in places.items() if at == place), None)
    return {} if name is None else {place: Tally(alone=name)}


def out_words(game: Game) -> tuple[str, ...]:
    """List the answers to the question who went out."""
    return (*(side.name for side in game.sides), STOCK)


def guess_out(tallies: Sequence[Tally], game: Game, ruleset: Ruleset) -> str:
    """Guess the side that went out: the only one without cards left, if it had what that needs.

    Returns an empty text if no side or several could have gone out.
    """
    pooled = pool(tuple(tallies), ruleset)
    empty = _without_cards(tallies)
    if len(empty) != 1 or lacking(ruleset.out.needs, canastas(pooled[empty[0]], ruleset)):
        return ""
    return game.sides[empty[0]].name


def guess_alone(tallies: Sequence[Tally], game: Game, ruleset: Ruleset) -> str:
    """Guess the player who played alone: of those whose opponents can share their melds, one.

    Partners never have two melds of the same rank. If several can have been alone, it is the only
    player without cards left; otherwise the text is empty.
    """
    wild_ranks = ruleset.wild_ranks
    ranks = [{meld_under(wild_ranks, meld).rank for meld in tally.melds} for tally in tallies]
    others = [[each for at, each in enumerate(ranks) if at != place] for place in range(len(ranks))]
    possible = [
        place for place, each in enumerate(others) if len(set.union(*each)) == sum(map(len, each))
    ]
    found = possible if len(possible) == 1 else _without_cards(tallies)
    return game.sides[found[0]].players[0] if len(found) == 1 and found[0] in possible else ""


def _without_cards(tallies: Sequence[Tally]) -> list[int]:
    """List the places of the sides without cards left; those whose score alone is known are not."""
    return [
        place
        for place, tally in enumerate(tallies)
        if not (tally.left or tally.feet or tally.figure(MINUS) or tally.score is not None)
    ]


def _pick(text: str, places: Mapping[str, int], known: Iterable[str]) -> int:
    """Return the place of the name that a text is or begins, in any case."""
    typed = text.lower()
    exact = {place for name, place in places.items() if typed == name.lower()}
    found = {
        name: place for name, place in places.items() if typed and name.lower().startswith(typed)
    }
    if not (exact or found):
        raise NotUnderstood(f"please answer {either(known)}")
    if not exact and len(set(found.values())) > 1:
        raise NotUnderstood(f"“{text}” could be {either(found)}")
    return (exact or set(found.values())).pop()
