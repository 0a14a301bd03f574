"""Judge plays and count hands with pure functions of values and a ruleset.

They parse no text, open no files and know no ruleset by its name.
"""
