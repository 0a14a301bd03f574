"""Format each answer as text and as JSON, side by side. The commands and the manual call it.

The library calls it for sentences. ``answer`` prints, and nothing else does.
``layout``, ``terminal``: lines and grids, in colour and on any screen. ``keys``: JSON, key by key.
``finding``, ``verdict``, ``suggestion``: the reasons of rules, answers about a play, ways to open and go out.
``sheet``, ``hand``, ``standing``, ``next``, ``minimum``: a side's sheet, a hand, totals and what comes next.
``table``, ``log``, ``corrections``, ``amendments``: a hand in play; the history of a game; its corrections.
``games``, ``people``, ``health``, ``verify``, ``export``: many games, who plays, the database, files and pages.
``rulesets``, ``card``: rulesets, and the reference card of one. ``config``: defaults of options.
"""
