"""Search for what a hand can play; rules judge each result. The commands and the library call it.

``melds``: all that cards can be laid as, and the effort that a question may take.
``choices``: the best choices of one laying for each group of ranks.
``initial_melds``, ``legal_turns``, ``going_out``: the three searches; each uses those before it.
``steps``: what can come next in a turn that is chosen step by step.
"""
