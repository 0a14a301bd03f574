"""The version of the program, as a literal: looking it up in the installed package takes longer."""

__version__ = "1.0.0"
