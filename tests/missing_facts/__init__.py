"""Questions about complete tables, and the same questions with facts left out.

Everything here is text and plain values, as people type them. It asks through the library and the command
line alone, reads rulesets as data, and knows nothing of how an answer is found.

- ``games``: the numbers of a game that a table must respect
- ``tables``: complete tables at random, most of them at an edge of the rules
- ``questions``: a play with all facts of its table; how it is asked, typed, and with facts left out
- ``sentences``: conditions and assumptions in words, read on a complete table
- ``judging``: the properties, each of which yields the failures of one question
- ``other_ways``: the same question asked in another way
"""
