"""Chromium for the tests of pages, under a name that is not local; and what several of them wait for.

Modules that import this need the extra ``browser`` and chromium. They take minutes: ``make test`` skips
them, and ``EVERY`` runs them. Where ``CI`` is set they fail instead if something is missing.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sampling import EVERY
from serving import NAME

CHROMIUM = shutil.which("chromium") or ""


def _lacking() -> str:
    """Return what is missing for these tests; empty if nothing is."""
    if not EVERY and "CI" not in os.environ:
        return "EVERY=1 is not set"
    try:
        import axe_playwright_python
        import playwright
        import starlette
        import uvicorn
    except ImportError as error:
        return f"{error.name} is not installed (extra “browser”)"
    assert all((axe_playwright_python, playwright, starlette, uvicorn))
    return "" if CHROMIUM else "chromium is not installed"


if LACKING := _lacking():
    if os.environ.get("CI"):
        pytest.fail(f"the page is not tested: {LACKING}", pytrace=False)
    pytest.skip(f"the page is not tested: {LACKING}", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # noqa: E402 - if it is installed
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright  # noqa: E402

__all__ = [
    "Axe",
    "Browser",
    "Locator",
    "Open",
    "Page",
    "Route",
    "chromium",
    "expect",
    "key_in",
    "tap_in",
    "totals",
    "visiting",
]
Open = Callable[..., Page]
PATIENCE = 15_000  # milliseconds for a state to come, on a busy machine
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        yield found
        found.close()


@contextmanager
def visiting(browser: Browser) -> Iterator[Open]:
    """Open addresses, each as a new visitor in a window of a width.

    No page may have an error or a dialog, or do what its security policy forbids.
    """
    contexts, faults = [], list[str]()

    def opened(address: str, width: int = 390, **options: Any) -> Page:
        contexts.append(browser.new_context(viewport={"width": width, "height": 844}, **options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(f"dialog {dialog.message}"))
        page.on(
            "console",
            lambda line: faults.append(line.text) if "Security Policy" in line.text else None,
        )
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def key_in(part: str, page: Page, words: str) -> Locator:
    """Return a button of a part of the page by its name."""
    return page.locator(part).get_by_role("button", name=words, exact=True)


def tap_in(part: str, page: Page, *keys: str) -> int:
    """Tap buttons of a part of the page, each once it is there; return how many taps that were."""
    for words in keys:
        key_in(part, page, words).click()
    return len(keys)


def totals(page: Page, *points: str) -> None:
    """Wait until the page shows the totals of the sides."""
    expect(page.locator(".total")).to_have_text([*points])
