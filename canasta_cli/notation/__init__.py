"""Parse and format everything people type: one parser and one formatter. Knows no rules."""
