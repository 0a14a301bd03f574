"""Judging and counting: pure functions of values and a ruleset. No text, no files, no names of rulesets."""
