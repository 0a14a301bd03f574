"""The site in chromium: the referee's engine in the browser, links, no network, a phone and axe."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import website
from browsing import Axe, Browser, Page, Route, expect, tap_in, totals
from nodejs import NEEDS_NODE

import canasta_cli as canasta

pytestmark = NEEDS_NODE

PATIENCE = 120_000  # milliseconds until the engine has begun, on a busy machine


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of the site."""
    made = tmp_path_factory.mktemp("site")
    website.write_site(made / "site", made / "pyodide")
    return made / "site"


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """Serve the site as any web server would, and return its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def asking(browser: Browser, site: str) -> Iterator[Page]:
    """Open the referee on a phone, with its first question."""
    page = browser.new_context(viewport={"width": 320, "height": 700}).new_page()
    page.goto(f"{site}/referee.html")
    asks(page, "Which dispute?")
    yield page
    page.context.close()


def asks(page: Page, words: str) -> None:
    """Wait for a question or a verdict."""
    expect(page.locator("#dispute-asks")).to_contain_text(words, timeout=PATIENCE)


def opened(page: Page, site: str, after: str = "") -> None:
    """Load the referee again: a change behind the # alone would load nothing."""
    page.goto("about:blank")
    page.goto(f"{site}/referee.html{after}")


def test_axe_finds_no_violation_and_nothing_scrolls_sideways(asking: Page, site: str) -> None:
    """Of the pages without an engine too: the one that asks stays for the next test."""
    page = asking.context.new_page()
    for path in ("index.html", "disputes/empty-stock.html", "rules/index.html"):
        page.goto(f"{site}/{path}")
        _is_accessible(page)
    page.close()
    _is_accessible(asking)


def _is_accessible(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found] == [], (page.url, scheme)


def test_a_dispute_is_settled_by_taps_and_its_link_asks_it_again(asking: Page, site: str) -> None:
    tap_in("#dispute", asking, "take the pile", "five", "five", "five", "Answer", "yes")
    tap_in("#dispute", asking, "unknown, but plenty")
    asks(asking, "LEGAL: 15 points melded (classic rules)")
    expect(asking.locator("#dispute")).to_contain_text("Sources: ")
    link = asking.locator("#link").get_attribute("href")
    assert link
    opened(asking, site, link)
    asks(asking, "LEGAL: 15 points melded (classic rules)")
    asking.locator("#variant").select_option("two-player")
    asks(asking, "Which dispute?")
    tap_in("#dispute", asking, "take the pile", "five", "five", "deuce", "Answer", "yes")
    asks(asking, "ILLEGAL")
    expect(asking.locator("#dispute")).to_contain_text("You need two natural fives, not one.")


@pytest.mark.parametrize(
    "after",
    [
        "#%",
        "#" + quote('["<script>alert(1)</script>"]'),
        "#" + quote('["classic", 5]'),
        "#" + quote(json.dumps(["classic", *["1"] * 500])),
    ],
)
def test_a_broken_link_is_said_to_be_so(after: str, asking: Page, site: str) -> None:
    opened(asking, site, after)
    expect(asking.locator("#broken")).to_contain_text("The link is not complete")
    asking.goto(f"{site}/index.html")  # which ends the engine


def _with_full_storage(route: Route) -> None:
    """Answer with a worker whose browser has no room for what is written."""
    full = """const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      this.transaction.abort();
      return request;
    };
    """
    route.fulfill(body=full + route.fetch().text(), content_type="text/javascript")


def test_a_game_is_recorded_kept_and_saved_as_a_file(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    # A service worker would answer with its own copy of the worker.
    context = browser.new_context(viewport={"width": 320, "height": 700}, service_workers="block")
    page = context.new_page()
    page.goto(f"{site}/score.html")
    for place, person in enumerate(("Ann", "<b>Bob", "Cat", "Dan"), start=1):
        page.get_by_label(f"Player {place}").fill(person, timeout=PATIENCE)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#pad-title")).to_contain_text("hand 1", timeout=PATIENCE)
    tap_in("#pad", page, "king", "7 of this card", "went out")
    expect(page.locator("#pad-counts")).to_contain_text("Us 670")
    tap_in("#pad", page, "Save")
    page.locator("#pad-question").get_by_role("button", name="Save anyway").click()
    totals(page, "670", "0")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []
    other = context.new_page()
    other.goto(f"{site}/score.html")
    expect(other.locator("#engine")).to_contain_text("open in another tab")
    other.close()
    page.route("**/worker.js", _with_full_storage)
    page.reload()
    expect(page.locator("#pad-title")).to_contain_text("hand 2", timeout=PATIENCE)
    totals(page, "670", "0")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game as a file").click()
    saved.value.save_as(tmp_path / "saved.canasta.toml")
    game = canasta.load(tmp_path / "saved.canasta.toml")
    assert [side.total for side in game.standing.sides] == [670, 0]
    assert game.players[1] == "<b>Bob"
    tap_in("#pad", page, "king", "7 of this card", "went out", "Save")
    page.locator("#pad-question").get_by_role("button", name="Save anyway").click()
    totals(page, "1,340", "0")
    expect(page.locator("#unkept")).to_contain_text("keeps nothing here: save the game as a file")
    context.close()


def test_a_former_game_is_there_until_it_is_deleted(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}/score.html")
    for people in (("Ann", "Bob", "Cat", "Dan"), ("Eve", "Fay", "Gil", "Hal")):
        begin = page.locator("#begin")
        expect(page.get_by_role("heading", name="Games")).to_be_visible(timeout=PATIENCE)
        begin.evaluate("(each) => each.open = true")
        for place, person in enumerate(people, start=1):
            page.get_by_label(f"Player {place}").fill(person, timeout=PATIENCE)
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#score")).to_contain_text(people[0], timeout=PATIENCE)
    page.get_by_text("Other games").click()
    page.locator("#choose button").click()
    expect(page.locator("#score")).to_contain_text("Ann", timeout=PATIENCE)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete the game").click()
    expect(page.locator("#begin")).to_have_attribute("open", "", timeout=PATIENCE)
    expect(page.locator("#choose button")).to_have_count(1)
    page.close()


@pytest.mark.parametrize("name", website.WITH_ENGINE)
def test_a_page_that_is_opened_as_a_file_says_what_it_needs(
    name: str, browser: Browser, folder: Path
) -> None:
    page = browser.new_page()
    page.goto((folder / f"{name}.html").as_uri())
    expect(page.locator("#engine")).to_contain_text("python -m http.server")
    page.close()


def test_the_second_visit_needs_no_network(asking: Page, site: str) -> None:
    asking.evaluate("navigator.serviceWorker.ready.then(() => true)")
    asking.context.set_offline(True)
    asking.goto(f"{site}/disputes/a-tie.html")
    expect(asking.locator("h1")).to_contain_text("Who wins")
    asking.goto(f"{site}/referee.html")
    asks(asking, "Which dispute?")
    asking.context.set_offline(False)
