"""A dispute settled by taps, in a real browser."""

from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from browsing import Axe, Open, Page, expect, key_in, tap_in
from serving import record, serving

key, tap = partial(key_in, "#dispute"), partial(tap_in, "#dispute")


def begin(page: Page) -> None:
    """Open the dispute."""
    page.get_by_role("button", name="Settle a dispute").click()
    asks(page, "Which dispute?")


def asks(page: Page, words: str) -> None:
    """Wait for a question, or a verdict, that has the focus."""
    expect(page.locator("#dispute-asks")).to_contain_text(words)
    expect(page.locator("#dispute-asks")).to_be_focused()


def test_a_dispute_about_the_pile_takes_seven_taps(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "take the pile", "five", "five", "five", "Answer", "yes", "unknown, but plenty")
        asks(page, "LEGAL: 15 points melded (classic rules, game friday)")
        expect(page.locator("#dispute")).to_contain_text("Sources: ")
        said = page.locator("#dispute-said")
        expect(said).to_contain_text(
            "Which dispute? take the pile · The top card of the pile? five · "
        )
        expect(said).to_contain_text("Which cards from your hand go with it? 55 · ")
        tap(page, "Back", "Back", "no")
        asks(page, "What else do you meld at once?")
        tap(page, "Another dispute")
        asks(page, "Which dispute?")
        tap(page, "Close")
        expect(page.locator("#dispute")).to_be_hidden()
        expect(page.get_by_role("button", name="Settle a dispute")).to_be_focused()


def test_an_answer_that_can_not_be_read_can_be_corrected(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.recording)
        begin(page)
        tap(page, "meld or open")
        page.locator("#dispute-text").fill("KKK xx")
        tap(page, "Answer")
        expect(page.locator("#dispute-wrong")).to_contain_text("“xx”")
        expect(page.locator("#dispute-text")).to_have_value("KKK xx")
        page.locator("#dispute-text").fill("KKK4")
        tap(page, "Answer")
        asks(page, "ILLEGAL (classic rules, game friday)")


def test_what_is_not_known_and_decides_is_asked_again(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "take the pile", "five", "five", "deuce", "Answer", "don't know", "yes")
        asks(page, "Does a card in the pile freeze it?")
        expect(page.locator("#dispute")).to_contain_text("legal if no card freezes the pile")
        tap(page, "yes")
        asks(page, "ILLEGAL")
        expect(page.locator("#dispute")).to_contain_text("You need two natural fives, not one.")


def test_a_sequence_is_tapped_with_its_suit(new_file: Path, open_page: Open) -> None:
    record(new_file, "new Ann Bob Cat Dan --name friday --rules samba")
    with serving(new_file) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "meld or open")
        for rank in ("four", "five", "six"):
            tap(page, rank, "hearts, after a card")
        tap(page, "Answer", "yes", "unknown, but plenty")
        asks(page, "LEGAL: 15 points melded (samba rules, game friday)")


def test_the_answers_stay_while_the_server_is_gone(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page, port = open_page(served.address), served.port
        begin(page)
        tap(page, "discard")
        asks(page, "Which card?")
    tap(page, "black three")
    expect(page.locator("#dispute-wrong")).to_have_text("The server can't be reached just now.")
    with serving(friday, port):
        tap(page, "Try again", "unknown, but plenty")
        asks(page, "LEGAL")
        expect(key(page, "Try again")).to_be_hidden()


def test_a_late_answer_does_not_come_back(friday: Path, open_page: Open) -> None:
    """What is tapped while a play is judged counts, not the answer that was waited for."""
    with serving(friday) as served:
        page, go_on, judge = open_page(served.address), Event(), served.server.judge

        def late(watched: Any, arguments: Any) -> Any:
            if len(arguments["answers"]) == 2:
                assert go_on.wait(20)
            return judge(watched, arguments)

        served.server.judge = late
        begin(page)
        tap(page, "discard", "black three")
        expect(page.locator("#dispute-wrong")).to_have_text("One moment…")
        tap(page, "Another dispute")
        go_on.set()
        asks(page, "Which dispute?")
        expect(page.locator("#dispute-wrong")).to_have_text("")
        tap(page, "go out")
        asks(page, "What do you meld in this turn?")
        expect(page.locator("#dispute-said")).to_have_text("Which dispute? go out")


def test_an_answer_that_is_blank_can_not_be_sent(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "take the pile", "five")
        asks(page, "Which cards from your hand go with it?")
        for blank in ("", " "):
            page.locator("#dispute-text").fill(blank)
            tap(page, "Answer")
            page.locator("#dispute-text").press("Enter")
            expect(page.locator("#dispute-text:invalid")).to_be_visible()
        page.locator("#dispute-text").fill("55")
        expect(page.locator("#dispute-text:valid")).to_be_visible()
        expect(page.locator("#dispute-asks")).to_contain_text("Which cards from your hand")


def test_a_card_may_have_its_suit_in_a_game_with_sequences(new_file: Path, open_page: Open) -> None:
    record(new_file, "new Ann Bob Cat Dan --name friday --rules samba")
    with serving(new_file) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "take the pile", "five", "hearts, after a card", "Answer")
        asks(page, "Which cards from your hand go with it?")
        expect(page.locator("#dispute-said")).to_have_text(
            "Which dispute? take the pile · The top card of the pile? 5H"
        )


def test_a_turn_is_tapped_with_its_words(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address)
        begin(page)
        tap(page, "a whole turn", "draw", "meld", *["king"] * 3, "next meld", *["queen"] * 3)
        tap(page, "discard", "four")
        expect(page.locator("#dispute-text")).to_have_value("draw meld KKK QQQ discard 4")
        tap(page, "Answer")
        asks(page, "LEGAL")


def test_the_next_question_is_on_the_screen_of_a_small_phone(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address, 320)
        page.set_viewport_size({"width": 320, "height": 480})
        begin(page)
        tap(page, "go out", "don't know", "none")
        asks(page, "Your partner's answer to")
        expect(page.locator("#dispute-asks")).to_be_in_viewport()


def test_a_dispute_is_settled_by_keyboard_alone(friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address)
        expect(page.get_by_role("button", name="Settle a dispute")).to_be_visible()
        press(page, "Tab", "Enter")
        asks(page, "Which dispute?")
        press(page, "Tab", "Tab", "Enter")
        asks(page, "Which melds?")
        press(page, "Tab")
        page.keyboard.type("KKK QQQ AA")
        key(page, "ace").focus()
        press(page, "Enter")
        expect(key(page, "ace")).to_be_focused()
        page.locator("#dispute-text").focus()
        press(page, "Enter")
        asks(page, "Which cards are in your hand?")
        key(page, "unknown, but plenty").press("Enter")
        asks(page, "LEGAL: 120 points melded")
        expect(page.locator("#dispute-said")).to_contain_text(
            "KKK QQQ AAA · Which cards are in your hand? unknown, but plenty"
        )


def press(page: Page, *keys: str) -> None:
    for each in keys:
        page.keyboard.press(each)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dispute_is_accessible_and_fits(scheme: str, friday: Path, open_page: Open) -> None:
    with serving(friday) as served:
        page = open_page(served.address, 320, color_scheme=scheme)
        begin(page)
        for keys in ((), ("take the pile", "five"), ("five", "deuce", "Answer", "no"), ("yes",)):
            tap(page, *keys)
            expect(page.locator("#dispute-asks")).to_be_focused()
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            small = "[...document.querySelectorAll('#dispute :is(button, input)')].filter(each =>"
            small += " each.checkVisibility() && each.getBoundingClientRect().height < 44).length"
            assert page.evaluate(small) == 0
