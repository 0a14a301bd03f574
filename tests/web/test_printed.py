"""The reference card of each ruleset is one sheet of paper; its rulebook can be read by everybody."""

import re
from pathlib import Path
from typing import Literal

import pytest
from browsing import Axe, Browser

from canasta_cli.rules import library
from canasta_cli.show.book import book_html
from canasta_cli.show.card import card_html


def test_every_card_is_one_page(browser: Browser, tmp_path: Path) -> None:
    page, sheet, longer = browser.new_page(), tmp_path / "card.html", []
    for name in library.names():
        sheet.write_text(card_html(library.ruleset(name)), encoding="utf-8")
        page.goto(sheet.as_uri())
        if (
            len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))
            != 1
        ):
            longer.append(name)
    page.close()
    assert longer == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rulebook_fits_a_phone_and_axe_finds_no_violation(
    scheme: Literal["light", "dark"], browser: Browser, tmp_path: Path
) -> None:
    sheet = tmp_path / "book.html"
    sheet.write_text(book_html(library.ruleset("samba")), encoding="utf-8")
    page = browser.new_page(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    page.goto(sheet.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    found = Axe().run(page).response["violations"]
    page.close()
    assert [each["id"] for each in found] == []
