"""Follow whole games as recorded. The score-keeper, the library and the commands call it.

``position``: the table of a hand, and turns of known cards, followed in one step.
``whole_turn``: a turn from its beginning to its end judged, and when a hand may end without a stock.
``replay``: the turns of a hand applied and judged in order, and its tallies.
``seen``: a hand in play as one player knows it.
``standing``: totals and outcome, who sits where and deals, hands that are unlikely.
``stats``: figures of players.
``verification``: the deal, the cards left, and the scores that a file claims.
``random_play``: hands played at random.
"""
