"""Score pads in real Chromium, at the size of a phone: opened, filled in, corrected, and opened from a chosen file."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.pads.exporting.files import format_csv
from tests.bot.pads.samples import free
from tests.support.house import start_house
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages
from tests.system.browser.forms import typed

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


async def test_a_club_night_of_five_crowns_on_paper(browser_page: BrowserPages) -> None:
    """Six people, entered by one thumb: for each round a tap, the numbers, and a tap, from the second on in one and the
    same private answer; then one is corrected.
    """
    async with start_house() as house:
        address = f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}"
        page = await browser_page.open(address, phone=True)
        composer = page.get_by_test_id("composer-input")
        await composer.fill("/pad new game:five_crowns guests:Bo, Grandma, Mia, Tom, Zed name:Friday club")
        await composer.press("Enter")
        send = page.get_by_test_id("command-send")
        if await send.count():
            await send.first.click()
        messages = page.get_by_test_id("message")
        pad = messages.filter(has_text="Friday club").first
        await expect(pad).to_contain_text("Ada deals the next hand.")
        for number, points in enumerate(("0 15 20 15 30 12", "5 0 20 9 8 8"), 1):
            where = pad if number == 1 else messages.filter(has_text="Hand 1 is entered.")
            await where.get_by_role("button", name="Enter hand").click()
            await typed(page, points)
            await expect(messages.filter(has_text=f"Hand {number} is entered.")).to_be_visible()
            await expect(pad).to_contain_text("1 hand" if number == 1 else f"{number} hands")
        await expect(messages.filter(has_text="Hand 1 is entered.")).to_have_count(0)
        await expect(pad).to_contain_text("Ada leads with 5.")
        entered = messages.filter(has_text="Hand 2 is entered.")
        await entered.get_by_role("button", name="Correct").click()
        field = page.get_by_test_id("modal").locator("textarea").first
        assert "Grandma: 20" in await field.input_value()
        await field.fill("25 0 20 9 8 8")
        await page.get_by_test_id("modal-submit").click()
        await messages.filter(has_text="Deal").get_by_role("button", name="Save").click()
        await expect(messages.filter(has_text="Hand 2 is corrected.")).to_be_visible()
        await expect(pad).to_contain_text("Bo leads with 15.")


async def test_a_pad_is_imported_from_a_file_that_is_chosen(browser_page: BrowserPages) -> None:
    """By the page's file chooser: one that is too large stays there, one with a fault is told of, one is taken."""
    async with start_house() as house:
        address = f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}"
        page = await browser_page.open(address, phone=True)
        messages = page.get_by_test_id("message")
        good = format_csv(free((3, -3), (1, 2), names=("Ann", "Bob")))
        files = (
            ("large.csv", bytes(10 * 1024**2 + 1)),
            ("wrong.csv", good.replace(b",3,-3,", b",4,-3,")),
            ("pad.csv", good),
        )
        for name, data in files:
            if name != "wrong.csv":  # the form stands there still
                await page.get_by_test_id("composer-input").fill("/pad import ")
            chooser = page.get_by_test_id("option-field").locator("input[type=file]")
            await expect(chooser).to_be_visible()
            box = await chooser.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 390
            await page.get_by_test_id("command-send").click()
            if name == "large.csv":
                await expect(page.get_by_test_id("command-card")).to_contain_text("This option is needed.")
            await chooser.set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
            await page.get_by_test_id("command-send").click()
            if name == "large.csv":
                await expect(page.get_by_test_id("command-card")).to_contain_text("at most 10 MiB")
            elif name == "wrong.csv":
                await expect(messages.last).to_contain_text("Ann's hands add up to 5, not 4.")
            else:
                await expect(messages.filter(has_text="2 hands").last).to_contain_text("Ann leads with 4.")
