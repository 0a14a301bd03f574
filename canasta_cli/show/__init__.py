"""Format each answer as text and as JSON, side by side. The commands and the manual call it.

The library calls it for sentences.
``layout``: lines and grids, and how they are printed, in colour and on any screen; nothing else prints.
``keys``: JSON, key by key; the answer of a command is the class with ``of="COMMAND"``.
``finding``, ``verdict``, ``suggestion``: the reasons of rules, answers about a play, ways to open and go out.
``depending``: on what an answer about a play depends, and the options that decide it.
``sheet``, ``hand``, ``standing``, ``next``, ``minimum``: a side's sheet, a hand, totals and what comes next.
``table``, ``log``, ``corrections``, ``amendments``: a hand in play; the history of a game; its corrections.
``games``, ``database``, ``verify``: games and who plays, the database and its defaults, checked files.
``export``: games as files and pages, and as the rows of a database.
``rulesets``, ``card``, ``book``: rulesets, the reference card of one, and its rulebook.
"""
