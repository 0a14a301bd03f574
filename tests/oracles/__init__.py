"""Independent implementations of the rules, to compare the engine with.

Each oracle is written from the printed rules and uses the simplest correct algorithm, usually brute
force. It has its own numbers, cards and melds: nothing here imports ``canasta_cli``. The tests
``test_oracle_*.py`` translate the questions for the engine and compare the answers.
"""
