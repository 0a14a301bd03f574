"""Parse and format what people type and game files: one parser and one formatter each, without rules.

The journal and every layer above call it; the engine doesn't.

``spoken``: words with their positions, and cards in words as symbols.
``cards``: cards and melds.
``turn``, ``tally``: a row for each clause of a turn, and for each token of a tally.
``short_turn``: what a turn typed without words can mean.
``gamefile``: a game as TOML or JSON.
``csvfile``: games in a table of CSV.
``dates``: days, months and years, and the season of a day.
"""
