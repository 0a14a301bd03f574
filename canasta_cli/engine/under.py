"""The table under a ruleset, which decides which ranks are wild."""

from canasta_cli.engine.view import MELDS, View
from canasta_cli.model.melds import meld_under
from canasta_cli.rules.schema import Ruleset


def view_under(ruleset: Ruleset, view: View) -> View:
    """Return a view with its melds as they are under a ruleset, perhaps with other wild ranks."""
    given, wild_ranks = vars(view), ruleset.wild_ranks
    others = {
        name: tuple([meld_under(wild_ranks, meld) for meld in melds])
        for name in MELDS
        if (melds := given.get(name)) and melds[0].wild_ranks is not wild_ranks
    }
    return view.replace(**others) if others else view
