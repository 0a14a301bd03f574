"""A hand tapped on a phone, in a real browser: the count under the keys, Save, and what must not get lost."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browsing import Axe, Open, Page, Route, expect, key_in, tap_in, totals
from serving import record, serving

US = ("king", "7 of this card", "queen", "3 of this card", "deuce", "red three", "red three")
THEM = ("ace", "3 of this card", "five", "4 of this card", "left in hand", "jack", "jack", "four")


key, tap = partial(key_in, "#pad"), partial(tap_in, "#pad")


def choose(page: Page, side: int) -> int:
    """Tap a side."""
    page.locator("#pad-sides button").nth(side).click()
    return 1


def tap_readme(page: Page) -> int:
    """Tap the hand of the README without Save; return the number of taps."""
    taps = tap(page, *US, "went out") + choose(page, 1) + tap(page, *THEM)
    expect(page.locator("#pad-counts")).to_have_text("Us 920 · Them 55")
    return taps


def says(page: Page, part: str, words: str) -> None:
    """Wait until a part of the pad has some words."""
    expect(page.locator(f"#pad-{part}")).to_contain_text(words)


def can_save(page: Page, *, can: bool) -> None:
    """Wait until Save is on, or off."""
    expect(page.locator("#pad-save")).to_have_attribute("aria-disabled", str(not can).lower())


def test_the_hand_of_the_readme_takes_18_taps(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page, other = open_page(served.recording), open_page(served.address)
        can_save(page, can=False)
        assert tap_readme(page) + tap(page, "Save") == 18
        says(page, "news", "Hand 1 is recorded.")
        for each in (page, other):
            totals(each, "920", "55")
        expect(page.locator(".pad-total")).to_have_text(["920", "55"])
        says(page, "title", "Record hand 2, dealt by Ann")
        expect(other.locator("#pad")).to_be_hidden()


def test_the_count_and_the_reason_stand_under_the_keys(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, "king", "king")
        says(page, "reason", "Us: KK has 2 cards; a meld needs at least 3.")
        can_save(page, can=False)
        tap(page, "king")
        can_save(page, can=True)
        says(page, "counts", "Us 30 · Them 0")
        tap(page, "queen", "queen", "queen", "deuce", "Remove one of 3 queens")
        says(page, "counts", "Us 70 · Them 0")
        tap(page, "remove the last card", "joker", "next meld", "joker")
        expect(page.locator("#pad-tally .pad-word")).to_have_text(["3×K", "2×Q★", "★"])
        tap(page, "Start again", "Drop it")
        says(page, "counts", "Us 0 · Them 0")


def test_what_is_missing_is_asked_before_it_is_saved(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, *US)
        choose(page, 1)
        tap(page, *THEM, "Save")
        says(page, "question", "Who went out?")
        tap(page, "Cancel")
        tap(page, "Save")
        page.locator("#pad-question").get_by_role("button", name="Us").click()
        says(page, "news", "Hand 1 is recorded.")
        totals(page, "920", "55")
        tap_readme(page)
        tap(page, "Save")
        says(page, "question", "Identical to hand 1.")
        tap(page, "Cancel")
        tap(page, "Remove the four", "went out")
        choose(page, 0)
        tap(page, "eight", "went out concealed", "Save anyway")
        says(page, "question", "This hand can't be right.")
        page.locator("#pad-question").get_by_role("button", name="Save anyway").click()
        says(page, "news", "Hand 2 is recorded.")


def test_points_may_be_given_instead_of_cards(friday: Path, open_page: Open) -> None:
    """A wrong side is undone, and the same hand recorded for the other one."""
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, "Canastas")
        page.get_by_label("natural canastas").fill("1")
        page.get_by_label("card points melded").fill("260")
        tap(page, "went out")
        says(page, "counts", "Us 860 · Them 0")
        choose(page, 1)
        tap(page, "Points only")
        page.get_by_label("points of the whole hand").fill("20")
        tap(page, "minus points", "Save")
        says(page, "news", "Hand 1 is recorded.")
        totals(page, "860", "-20")
        tap(page, "Undo hand 1")
        says(page, "question", "Us 860, Them -20")
        page.locator("#pad-question").get_by_role("button", name="Undo hand 1").click()
        says(page, "news", "Hand 1 is undone.")
        totals(page, "0", "0")


def test_a_half_tapped_hand_survives_a_reload(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, *US)
        sent = page.evaluate("localStorage.getItem(localStorage.key(0))")
        page.reload()
        says(page, "counts", "Us 820 · Them 0")
        assert page.evaluate("localStorage.getItem(localStorage.key(0))") == sent
        tap(page, "went out", "Save")
        page.locator("#pad-question").get_by_role("button", name="Save anyway").click()
        totals(page, "920", "0")


def test_two_taps_on_save_record_one_hand(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap_readme(page)
        page.evaluate(
            "() => { for (const _ of '12') document.getElementById('pad-save').click(); }"
        )
        says(page, "news", "Hand 1 is recorded.")
        totals(page, "920", "55")
        expect(page.locator("#hands tbody tr")).to_have_count(1)


def test_the_tally_stays_while_the_server_is_gone(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap_readme(page)
    tap(page, "Save")
    says(page, "news", "No answer from the server. Your hand is kept on this phone.")
    expect(page.locator("#pad-tally .pad-word")).to_have_count(3)
    with serving(friday, served.port):
        expect(page.locator("#connection")).to_contain_text("Live")
        tap(page, "Save")
        says(page, "news", "Hand 1 is recorded.")
        totals(page, "920", "55")


LOSE_ANSWER = """() => {
    const ask = window.fetch;
    window.fetch = async (path, options) => {
        const answer = await ask(path, options);
        if (!options.body?.includes('"record"')) return answer;
        window.fetch = ask;
        throw new TypeError("lost");
    };
}"""


def test_a_lost_answer_is_found_again(friday: Path, open_page: Open) -> None:
    """The hand was recorded, but the phone never heard of it; its key finds the hand."""
    with serving(friday) as served:
        page = open_page(served.recording)
        tap_readme(page)
        page.evaluate(LOSE_ANSWER)
        tap(page, "Save")
        totals(page, "920", "55")
        record(friday, "note rain")
        says(page, "news", "Recorded already, as hand 1.")
        says(page, "title", "Record hand 2")
        expect(page.locator("#hands tbody tr")).to_have_count(1)


def test_another_hand_that_came_first_is_not_replaced(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        tap_readme(page)
        record(friday, "hand --points 50 5")
        says(page, "question", "The next hand is 2 now; yours was begun as hand 1.")
        says(page, "question", "Hand 1 there: Us 50, Them 5")
        tap(page, "Keep mine as hand 2")
        tap(page, "Save")
        totals(page, "970", "60")
        says(page, "news", "Hand 2 is recorded.")
        tap(page, "king")
        says(page, "news", "")


def test_a_game_that_is_over_takes_no_hand_until_it_is_undone(
    friday: Path, open_page: Open
) -> None:
    record(friday, "hand --points 6000 10")
    with serving(friday) as served:
        page = open_page(served.recording)
        says(page, "title", "Game friday is over.")
        expect(page.locator("#pad button:visible")).to_have_text(["Undo hand 1"])
        tap(page, "Undo hand 1")
        page.locator("#pad-question").get_by_role("button", name="Undo hand 1").click()
        says(page, "title", "Record hand 1, dealt by Dan")
        expect(key(page, "king")).to_be_visible()


def test_sequences_feet_and_special_hands_have_keys(friday: Path, open_page: Open) -> None:
    record(friday, "new Ann Bob Cat Dan -r samba --name samba")
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, "hearts: for a sequence", "four", "five", "six")
        expect(page.locator("#pad-tally .pad-word")).to_have_text(["4♥5♥6♥"])
        says(page, "counts", "Us 15 · Them 0")
    record(friday, "new Ann Bob Cat Dan -r hand-and-foot --name foot")
    with serving(friday) as served:
        page = open_page(served.recording)
        tap(page, "left in a foot", "king", "Books")
        expect(page.get_by_label("clean books")).to_be_visible()
        says(page, "counts", "Us -10 · Them 0")
    record(friday, "new Ann Bob Cat Dan -r modern-american --name modern")
    with serving(friday) as served:
        page = open_page(served.recording)
        expect(page.locator("[data-word^='special:']").first).to_be_visible()


FOCUSED = "document.activeElement.ariaLabel || document.activeElement.textContent"


def test_a_hand_is_recorded_by_keyboard_alone(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        for words in ("king", "7 of this card", "went out", "Save"):
            while page.evaluate(FOCUSED) != words:
                page.keyboard.press("Tab")
            if words == "Save":
                can_save(page, can=True)
            page.keyboard.press("Enter")
        says(page, "question", "Is this right?")
        page.keyboard.press("Enter")
        says(page, "news", "Hand 1 is recorded.")
        totals(page, "670", "0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_pad_is_accessible_and_fits(
    friday: Path, open_page: Open, scheme: Any, width: int
) -> None:
    with serving(friday) as served:
        page = open_page(served.recording, width, color_scheme=scheme)
        for tab in ("Cards", "Canastas", "Points only"):
            tap(page, tab)
            if tab == "Cards":
                tap_readme(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            small = page.evaluate(
                "[...document.querySelectorAll('#pad :is(button, input)')].filter(each => {"
                "const box = each.getBoundingClientRect();"
                "return box.width && Math.min(box.width, box.height) < 44; }).map(each => each.textContent)"
            )
            assert small == []
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
        tap(page, "Cards", "Start again")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_the_next_game_has_the_same_addresses_and_no_hand_of_the_last_one(
    friday: Path, open_page: Open
) -> None:
    with serving(friday) as served:
        page, other, empty = (
            open_page(address) for address in (served.recording, served.address, served.recording)
        )
        tap_readme(page)
        record(friday, "hand --points 6000 10")
        expect(other.locator("#next")).to_contain_text("won by 5,990")
        key(page, "Cancel").click()
        record(friday, "again --name saturday")
        for each in (page, other, empty):
            expect(each.locator("#game")).to_have_text("saturday")
            totals(each, "0", "0")
        expect(other.locator("#news")).to_have_text("saturday has begun.")
        says(empty, "title", "Record hand 1, dealt by Ann")
        says(page, "question", "Another game has begun; yours was begun in the last one.")
        page.reload()
        says(page, "question", "Another game has begun; yours was begun in the last one.")
        tap(page, "Drop mine")
        can_save(page, can=False)
        tap_readme(page)
        tap(page, "Save")
        says(page, "news", "Hand 1 is recorded.")
        totals(empty, "920", "55")


def test_a_link_that_is_revoked_ends_at_once_and_the_tally_stays(
    friday: Path, open_page: Open
) -> None:
    with serving(friday) as served:
        page, other = open_page(served.recording), open_page(served.address)
        tap_readme(page)
        totals(other, "0", "0")
        served.server.end_link("Bob")
        says(page, "news", "This link has ended. Your hand is kept on this phone.")
        expect(page.locator("#connection")).to_contain_text("This link has ended")
        tap(page, "Save")
        says(page, "news", "This link has ended. Your hand is kept on this phone.")
        page.reload()
        expect(page.locator("#pad")).to_contain_text(
            "This link has ended. What you tapped: KKKKKKK QQQ2"
        )
        record(friday, "hand --points 100 5")
        totals(other, "100", "5")


def test_the_news_of_a_hand_does_not_ask_who_recorded_it(friday: Path, open_page: Open) -> None:
    """The page may hear of its own hand from the score, before it knows which hand is next."""
    with serving(friday) as served:
        page = open_page(served.recording)
        held, asked = list[Route](), list[str]()

        def hold(route: Route) -> None:
            """Hold the first question after Save about the score, and so which hand is next."""
            asked.append(json.loads(route.request.post_data or "")["name"])
            if asked.count("record") == asked.count("state") == 1 and asked[-1] == "state":
                held.append(route)
            else:
                route.continue_()

        tap_readme(page)
        page.route("**/ask", hold)
        tap(page, "Save")
        totals(page, "920", "55")
        page.wait_for_timeout(500)
        held[0].continue_()
        says(page, "news", "Hand 1 is recorded.")
        expect(page.locator("#pad-question")).to_be_hidden()
