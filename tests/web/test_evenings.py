"""Whole evenings recorded by taps on a phone, with the mistakes people make, each corrected.

The score on the page of somebody who watches is that of the same hands typed on a terminal.
"""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from browsing import Open, Page, expect, tap_in, totals
from serving import record, serving

from canasta_cli import Book

Tallies = tuple[str, str]
button = partial(tap_in, "#pad")


class Evening(NamedTuple):
    """A game, and its hands: the tally of each side, as it is typed."""

    rules: str
    hands: tuple[Tallies, ...]


CLASSIC = Evening(
    "classic",
    (
        ("7xK QQQ2 2x3R out", "AAA 5555 left:JJ4"),
        ("points:110 minus:25", "natural:1 mixed:1 points:260 red:1 out"),
        ("8888888 AAA2 3R out", "left:KKQJ7"),
        ("score:-20", "score:1860"),
        ("666666W 999 3R out", "QQQ AAA KKK2 left:AA7"),
        ("AAAAA left:2W", "TTTTTTT JJJ2 5555 concealed"),
    ),
)
MODERN_AMERICAN = Evening(
    "modern-american-pagat",
    (
        ("7777777 KKKKKKK QQQ 3R out", "AAAAAAA left:5566"),
        ("666666W 888 AAA left:QQJ", "JJJJJJJ TTTTTTT 444 2x3R out"),
        ("special:garbage", "left:AKQ"),
    ),
)
HAND_AND_FOOT = Evening(
    "hand-and-foot",
    (
        ("KKKKKKK 888888W QQQ WWWW222 4444444 5555552 3R out", "AAAAAAA 777 left:JJ foot:55K"),
        ("9999999 WWWWW22 left:5J", "JJJJJJJ QQQQQQ2 KKKKKKK TTTTTT2 2222222 out"),
    ),
)


def tap_side(page: Page, side: int, tally: str) -> int:
    """Tap the tally of a side, as it is typed; return the number of taps."""
    page.locator("#pad-sides button").nth(side).click()
    return 1 + sum(tap_word(page, word) for word in tally.split())


def tap_word(page: Page, word: str) -> int:
    """Tap a word of a tally."""
    name, colon, value = word.partition(":")
    if name in ("left", "foot"):
        return tap(page, "place", f"{name}:") + tap_cards(page, value)
    if colon and value.lstrip("-").isdecimal():
        return fill(page, f"{name}:", value)
    if colon or name in ("out", "concealed", "stock"):
        return tap(page, "word", word)
    taps = button(page, "next meld") if word[0] in "W2" else 0
    return taps + tap_cards(page, word)


def tap_cards(page: Page, text: str) -> int:
    """Tap cards in their order; seven alike are one card and a key for seven."""
    if repeated := re.fullmatch(r"(\d)x(\w+)", text):
        text = int(repeated[1]) * repeated[2]
    if text == 7 * text[0]:
        return tap(page, "card", text[0]) + button(page, "7 of this card")
    return sum(tap(page, "card", card) for card in re.findall(r"3[RB]|.", text))


def tap(page: Page, kind: str, token: str) -> int:
    """Tap a key of the pad by what it writes."""
    if kind == "card":
        tap_panel(page, "cards")
    page.locator(f"#pad [data-{kind}='{token}']").click()
    return 1


def tap_panel(page: Page, panel: str) -> None:
    """Open the keys for cards, for canastas or for points, if they are not open."""
    page.locator(f"#pad [data-panel='{panel}']").click()


def fill(page: Page, figure: str, value: str) -> int:
    """Type a number."""
    tap_panel(page, "score" if figure == "score:" else "figures")
    page.locator(f"#pad [data-figure='{figure}']").fill(value)
    return 1


def save(page: Page, number: int) -> None:
    """Save a hand, and wait until it is recorded."""
    button(page, "Save")
    expect(page.locator("#pad-news")).to_contain_text(f"Hand {number} is recorded.")


def record_hand(page: Page, number: int, tallies: Tallies) -> int:
    """Record a hand by taps; return their number with Save."""
    taps = sum(tap_side(page, side, tally) for side, tally in enumerate(tallies))
    save(page, number)
    return taps + 1


def undo(page: Page, number: int) -> None:
    """Undo the last hand."""
    button(page, f"Undo hand {number}")
    page.locator("#pad-question").get_by_role("button", name=f"Undo hand {number}").click()
    expect(page.locator("#pad-news")).to_contain_text(f"Hand {number} is undone.")


def typed_totals(file: Path, evening: Evening) -> list[list[str]]:
    """Return the totals after each hand if an evening is typed on a terminal."""
    other = file.with_name("typed.db")
    record(other, f"new Ann Bob Cat Dan --rules {evening.rules} --name typed")
    found = []
    for tallies in evening.hands:
        record(other, "hand {!r} {!r}".format(*tallies))
        sides = Book(str(other)).standing("typed").sides
        found.append([f"{side.total:,}" for side in sides])
    return found


@pytest.mark.parametrize("evening", [MODERN_AMERICAN, HAND_AND_FOOT], ids=lambda each: each.rules)
def test_an_evening_is_recorded_by_taps(evening: Evening, new_file: Path, open_page: Open) -> None:
    record(new_file, f"new Ann Bob Cat Dan --rules {evening.rules} --name friday")
    after = typed_totals(new_file, evening)
    with serving(new_file) as served:
        page, watching = open_page(served.recording), open_page(served.address)
        for number, tallies in enumerate(evening.hands, start=1):
            record_hand(page, number, tallies)
            totals(watching, *after[number - 1])


def test_mistakes_of_an_evening_are_corrected_by_taps(new_file: Path, open_page: Open) -> None:
    """The wrong side, a forgotten red three, and the same hand twice."""
    record(new_file, "new Ann Bob Cat Dan --name friday")
    first, second, third, *others = CLASSIC.hands
    after = typed_totals(new_file, CLASSIC)
    with serving(new_file) as served:
        page, watching = open_page(served.recording), open_page(served.address)
        record_hand(page, 1, first)
        for side, tally in enumerate(first):
            tap_side(page, side, tally)
        button(page, "Save")
        expect(page.locator("#pad-question")).to_contain_text("Identical to hand 1.")
        button(page, "Cancel")
        button(page, "Start again")
        button(page, "Drop it")
        record_hand(page, 2, (second[1], second[0]))
        totals(watching, "2,180", "140")
        undo(page, 2)
        totals(watching, *after[0])
        button(page, "Start again")
        button(page, "Drop it")
        record_hand(page, 2, second)
        forgotten, whole = third[0].replace(" 3R", ""), third
        record_hand(page, 3, (forgotten, whole[1]))
        undo(page, 3)
        page.locator("#pad-sides button").first.click()
        tap(page, "card", "3R")
        save(page, 3)
        totals(watching, *after[2])
        for number, tallies in enumerate(others, start=4):
            record_hand(page, number, tallies)
            totals(watching, *after[number - 1])
