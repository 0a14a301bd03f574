"""The rules as data: the parameters, and the rulesets that set them. Independent of the engine."""
