"""Define values that are the same in every ruleset: frozen, without text or rules. Every layer uses them.

``cards``: cards, bunches of them, melds as laid on the table, not yet checked.
``turn``: a turn clause by clause, and a deal.
``game``: players, sides, and the tally of each side in each hand.
``seats``: other names for players, and who sat where in each hand.
``history``: the entries that can be recorded, and a game as they leave it.
``numbering``: the hand and the turn that each entry is about.
"""
