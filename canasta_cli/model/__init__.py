"""Define values that are the same in every ruleset: frozen, without text or rules. Every layer uses them.

``cards``: cards, bunches of them, melds as laid on the table, not yet checked.
``turn``: a turn clause by clause, and a deal.
``game``: players, sides, and the tally of each side in each hand.
``seats``: other names for players, and who sat where in each hand.
``history``: the entries that can be recorded, a game as they leave it, and the hand that each is about.
"""
