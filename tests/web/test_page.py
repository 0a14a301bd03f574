"""The page in a real browser, under a name that is not local: what people see, and what they must not."""

from pathlib import Path

import pytest
from browsing import Axe, Open, Page, expect, totals
from serving import NEXT_HAND, record, serving


@pytest.fixture
def file(file: Path) -> Path:
    """A database with a game of two hands, one of them corrected, and a penalty."""
    record(file, "amend 1 Them='AAA 5555 left:JJ'", "penalty Them illegal-take")
    return file


def live(page: Page) -> None:
    """Wait until the page says that it is connected."""
    expect(page.locator("#connection")).to_contain_text("Live. Last change")


def test_the_page_has_what_the_table_asks_for(file: Path, open_page: Open) -> None:
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        totals(page, "1,005", "1,320")
        cards = page.locator("section.side")
        expect(cards.first).to_contain_text("Ann and Cat")
        expect(cards.last.locator("dl")).to_have_text("to open50to go3,680")
        expect(page.locator("#next")).to_have_text("Hand 3Bob deals.")
        expect(page.locator("#notices")).to_contain_text("Them: -50 (pile taken without a meld)")
        expect(page.locator("#last h2")).to_have_text("Hand 2, dealt by Ann")
        rows = page.locator("#last tbody tr")
        expect(rows.first).to_have_text("melded cards110260")
        hands = page.locator("#hands tbody tr")
        expect(hands).to_have_count(2)
        expect(hands.first.locator("th")).to_have_text("1*")
        expect(page.locator("#drawn svg.plot")).to_be_visible()
        expect(page).to_have_title("friday: 1,005, 1,320")


def test_an_entry_from_the_terminal_appears(file: Path, open_page: Open) -> None:
    """What did not change stays as it was."""
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        record(file, "note 'Bob found the ace of hearts'")
        record(file, NEXT_HAND)
        totals(page, "2,905", "1,295")
        expect(page.locator("#news")).to_have_text(
            "Hand 3: Us 1,900, Them -25. Totals: Us 2,905, Them 1,295."
        )
        expect(page.locator("#notices")).to_be_hidden()
        page.evaluate("document.querySelector('#score > .sides').marked = true")
        record(file, "note 'nothing that is shown'")
        record(file, "penalty Us 100")
        expect(page.locator("#notices")).to_contain_text("Us: -100")
        assert page.evaluate("document.querySelector('#score > .sides').marked")
        record(file, "hand --points 3000 0")
        expect(page.locator("#next")).to_contain_text("The game is over: Us (Ann and Cat) won by")
        expect(page.locator("section.side").first.locator("h2")).to_have_text("Us won")
        assert "to open" not in page.locator("#sides").inner_text()


def test_the_score_stays_while_the_server_is_away_and_is_new_when_it_is_back(
    file: Path, open_page: Open
) -> None:
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
    expect(page.locator("#connection")).to_contain_text("Reconnecting. Score of")
    totals(page, "1,005", "1,320")
    record(file, NEXT_HAND)
    with serving(file, served.port):
        live(page)
        totals(page, "2,905", "1,295")


def test_the_score_stays_while_another_game_is_served(file: Path, open_page: Open) -> None:
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
    record(file, "new Eve Fay --name duel")
    with serving(file, served.port):
        expect(page.locator("#connection")).to_contain_text("This link has ended; score of")
        totals(page, "1,005", "1,320")
        assert "duel" not in page.content()
    record(file, "use friday")
    with serving(file, served.port):
        live(page)


def test_a_phone_that_wakes_up_asks_at_once(file: Path, open_page: Open) -> None:
    """Its connection may be gone without its knowing; then it makes another one."""
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        questions = []
        page.on("request", lambda request: questions.append(request.url.rpartition("/")[2]))
        page.context.set_offline(True)
        wake = "document.dispatchEvent(new Event('visibilitychange'))"
        page.evaluate(wake)
        expect(page.locator("#connection")).to_contain_text("Reconnecting. Score of")
        totals(page, "1,005", "1,320")
        record(file, NEXT_HAND)
        page.context.set_offline(False)
        page.evaluate(wake)
        live(page)
        totals(page, "2,905", "1,295")
        assert {"ask", "watch"} <= set(questions)


def test_a_link_that_has_ended_says_so_and_shows_nothing(file: Path, open_page: Open) -> None:
    with serving(file) as served:
        for wrong in (
            served.address[:-1],
            f"{served.address[:-22]}{'A' * 22}",
            served.address[:-23],
        ):
            page = open_page(wrong)
            expect(page.locator("#connection")).to_contain_text("This link shows no game.")
            assert "friday" not in page.content()


def test_a_database_that_is_gone_is_said_while_the_score_stays(file: Path, open_page: Open) -> None:
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        aside = file.with_name("aside.db")
        file.rename(aside)
        expect(page.locator("#connection")).to_contain_text("The game can't be read just now.")
        totals(page, "1,005", "1,320")
        aside.rename(file)
        live(page)


NAMES = (
    "<script>document.write(7)</script>",
    "<img src onerror>",
    "\u05d0\u05d1\u05d2 \u05d3",
    "\u202eevil",
)


GAME = "<b onclick=alert(1)>x</b>"


def test_names_are_only_text(file: Path, open_page: Open) -> None:
    """A right-to-left name turns nothing around it: the dealer stands before the verb."""
    record(file, "new " + " ".join(f"'{name}'" for name in NAMES) + f" --name '{GAME}'")
    record(file, "hand --points 100 -20")
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        expect(page.locator("#game")).to_have_text(GAME)
        assert page.title() == f"{GAME}: 100, -20"
        assert page.locator("script, img, #game b").count() == 1  # the page's own script
        record(file, f"new Zoe '{NAMES[2]}' --name rtl --dealer '{NAMES[2]}'")
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        words = page.locator("#next p")
        expect(words).to_have_text(f"{NAMES[2]} deals.")
        name, whole = words.locator("bdi").bounding_box(), words.bounding_box()
        assert name is not None
        assert whole is not None
        assert name["x"] == pytest.approx(whole["x"], abs=2)


WIDE = (
    "new Ann Bob Cat -r three-player --name 'the game of the three of us on the veranda'",
    "hand '7xK 8888 out alone:Ann' 'AAA left:JJ' 'QQQ left:KK' --force",
    "hand --points 12345 -1235 100",
)


@pytest.mark.parametrize("lines", [(), WIDE], ids=["two sides", "three sides"])
@pytest.mark.parametrize("width", [320, 390, 1024, 1280])
def test_the_page_never_scrolls_sideways_and_its_text_is_large(
    width: int, lines: tuple[str, ...], file: Path, open_page: Open
) -> None:
    record(file, *lines)
    with serving(file) as served:
        page = open_page(served.address, width)
        live(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(each => each.innerText)"
            ".map(each => parseFloat(getComputedStyle(each).fontSize))"
        )
        assert min(sizes) >= 17
        overflowing = page.evaluate(
            "[...document.querySelectorAll('.total')].filter(each => each.scrollWidth >"
            " each.clientWidth).length"
        )
        assert overflowing == 0


def test_who_played_alone_is_beside_the_dealer(file: Path, open_page: Open) -> None:
    record(file, *WIDE[:2])
    with serving(file) as served:
        page = open_page(served.address, 320)
        live(page)
        expect(page.locator("#last thead th")).to_have_text(
            ["points for", "Ann (alone)", "Bob (with Cat)", "Cat (with Bob)"]
        )
        expect(page.locator("#hands tbody td").first).to_have_text("CatAnn alone")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "lines", [(), WIDE, ("hand --points 4000 0",)], ids=["play", "three", "over"]
)
def test_axe_finds_no_violation(
    lines: tuple[str, ...], scheme: str, file: Path, open_page: Open
) -> None:
    record(file, *lines)
    with serving(file) as served:
        page = open_page(served.address, color_scheme=scheme, reduced_motion="reduce")
        live(page)
        found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.locator("thead th[scope=col]").count() == page.locator("thead th").count() >= 6
    assert page.locator("[role=status]:visible, #news").count() == 1


def test_lines_of_sides_differ_in_pattern_and_colour(file: Path, open_page: Open) -> None:
    with serving(file) as served:
        page = open_page(served.address)
        live(page)
        looks = page.evaluate(
            "[...document.querySelectorAll('.plot g path:first-child')].map(each =>"
            " [getComputedStyle(each).stroke, getComputedStyle(each).strokeDasharray])"
        )
    colours, patterns = zip(*looks, strict=True)
    assert len(set(colours)) == len(set(patterns)) == 2
