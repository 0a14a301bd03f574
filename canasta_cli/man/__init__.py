"""The manual: its pages as values, rendered as roff or as plain text."""
