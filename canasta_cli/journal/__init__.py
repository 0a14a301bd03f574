"""Store what was recorded: an append-only journal in SQLite. Knows no rules."""
