"""Values that are the same under every ruleset: cards, melds, tallies, games. Frozen, no text, no rules."""
