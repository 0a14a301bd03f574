"""Judge a turn or a part of one, with the rules in topics.

Searches, recorded games, library and commands call ``judge`` and ``settle``; searches also ask single topics.
``case``: a play as the rules see it; each topic finds its case in it.
``taking``, ``opening``, ``laying``, ``discarding``, ``going_out``: the rules, a topic each.
``judge``: ask every rule about a play.
``stated``: find what can't be so on a table as it is stated. ``domains``: the values of a missing fact.
``settle``: answer a question that lacks facts. ``conditions``: its answers, and these in words.
"""
