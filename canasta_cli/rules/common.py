"""Sources of the rules that are common to all games, and so depend on no parameter.

One row for each rule that reads no parameter, with the keys of the sources that state it. A rule
without keys follows from the others: no source states it.
"""

from collections.abc import Mapping

STATED_BY: Mapping[str, tuple[str, ...]] = {
    "meld.onto": ("pagat", "leaflet", "gamerules"),
    "pile.drawn": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "stock.short": (),
    "turn.order": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "discard.one": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "discard.down": ("pagat-modern",),
    "discard.red-threes": (),
    "hand.holds": ("pagat", "leaflet"),
    "out.whole-hand": ("pagat", "cardgames-io", "leaflet", "gamerules", "britannica"),
    "turn.over": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "turn.player": ("pagat", "cardgames-io", "leaflet"),
    "turn.complete": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "threes.when": ("gamerules", "bicycle", "kartenspiele", "pagat-modern"),
    "left.over": (),
    "left.known": (),
    "tally.one-out": ("pagat", "cardgames-io", "leaflet", "gamerules"),
    "tally.stock": (),
    "tally.score": (),
}
