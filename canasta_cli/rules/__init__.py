"""Hold the rules as data: parameters, and rulesets that set them. The engine and every layer above read them.

``schema``, ``vocabulary``: a ruleset, and the values and groups in it; all that a short answer loads.
``parameter``, ``groups``: how parameters are declared, and all of them;
``parameters.toml`` describes each.
``library``, ``load``, ``compiling``: packaged rulesets by name, rulesets from files, rulesets as modules.
``names``: words for parameters and canastas, and what players do wrong, with its cost.
``quotes``: what sources say word for word. ``book``: the sentences of the rulebook, and its questions.
``searching``: the texts that answer a question, by the words of ``search.toml``.
``alternatives``: the parameters on which an answer rests.
"""
