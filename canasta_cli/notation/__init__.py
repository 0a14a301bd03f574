"""Text to values and back: one reader and one writer for everything people type. Knows no rules."""
