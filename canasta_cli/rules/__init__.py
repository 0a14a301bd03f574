"""The rules as data: what can differ between rulesets, and what each ruleset says. Knows no engine."""
