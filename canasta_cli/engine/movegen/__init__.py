"""Search for what a hand can play; rules judge each result. The commands and the library call it.

``melds``: all that cards can be laid as, and the effort that a question may take.
``choices``: the best choices of one laying for each group of ranks.
``initial_melds``, ``going_out``: the two searches for the best choices; ``open_plays`` asks both.
``legal_turns``: the steps of a turn, and all whole turns that they lead to.
"""
