"""Answers as people read them and as programs do: text and JSON of an answer, side by side."""
