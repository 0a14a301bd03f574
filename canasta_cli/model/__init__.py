"""Values that are true under every ruleset: cards, melds, tallies, games. Frozen, no text, no rules."""
