"""Hold the rules as data: parameters, and rulesets that set them. The engine and every layer above read them.

``schema``, ``vocabulary``: a ruleset, and the values and groups in it; all that a short answer loads.
``parameter``, ``groups``: how parameters are declared, and all of them;
``parameters.toml`` describes each.
``library``, ``load``: rulesets by name and with other values; from files.
``compile_rulesets.py``, outside the package, writes those that a wheel has as modules.
``names``: words for parameters and canastas, and what players do wrong, with its cost.
``book``: the sentences of the rulebook, what sources say word for word, and the answers to a question.
"""
