"""The clock: times are recorded in UTC, and shown in local time."""


def now() -> str:
    """Return the current time in UTC, in the format of the journal."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


def local(at: str) -> str:
    """Format a recorded time in local time: ``2026-11-21 20:15``; return invalid text unchanged."""
    from datetime import UTC, datetime

    try:
        time = datetime.fromisoformat(at)
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
        return time.astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return at
