"""Judge plays and count hands with pure functions of values and a ruleset.

They parse no text, open no files and know no ruleset by its name. Score-keeper, library and commands
call them; ``show`` and ``man`` format what they return. From the bottom up:
``rule``, ``points``: a rule as a row, findings, verdicts; the worth of cards and canastas, the deck.
``melds``: what makes a meld, and the canastas needed to go out.
``view``, ``table``: the table as one player knows it, and as the clauses of a turn change it.
``facts``: the facts that a question may lack.
``turn``: the rules of a turn. ``items``, ``score``: the count of a hand.
``movegen``, ``game``: searches, and whole games. ``catalogue``: every rule and scoring item.
"""
