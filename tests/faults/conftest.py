"""Journals for the tests in this folder."""

from journal_fixtures import at, began, full, journal, path, summary

__all__ = ["at", "began", "full", "journal", "path", "summary"]
