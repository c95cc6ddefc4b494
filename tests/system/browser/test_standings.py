"""Standings in real Chromium, at the size of a phone: a leaderboard, one's own place, statistics, all readable."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.bot.ui.standings.samples import standing
from tests.cogs.standings.stored import find_user_id, use_standings
from tests.support.house import start_house
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)

HARD = ("W" * 32, "דנה כהן", "\u7530" * 32, "\u200b", "Zoë Ольга")
"""Names that take the most room, run the other way, cannot be drawn, show nothing."""


async def type_command(page: Page, command: str) -> None:
    """Type a command, and send it."""
    composer = page.get_by_test_id("composer-input")
    await composer.fill(command)
    await composer.press("Enter")
    send = page.get_by_test_id("command-send")
    if await send.count():
        await send.first.click()


async def assert_fits_phone(page: Page) -> None:
    """Assert that no message is wider than the phone."""
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    for message in await page.get_by_test_id("message").all():
        box = await message.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("pictures", [True, False])
async def test_a_leaderboard_and_ones_own_place_on_a_phone(browser_page: BrowserPages, pictures: bool) -> None:
    async with start_house(pictures=pictures) as house:
        ada = find_user_id(house, "Ada")
        people = [standing(number, name, mu=50.0 - number, points=10**29) for number, name in enumerate(HARD, 1)]
        people += [standing(number, f"Player {number}", mu=40.0 - number) for number in range(10, 30)]
        use_standings(house, *people, standing(ada, "Ada", mu=20.0))
        page = await browser_page.open(f"{house.sandbox.base}/as/{ada}", phone=True)
        messages = page.get_by_test_id("message")
        await type_command(page, "/leaderboard game:voren")
        board = messages.filter(has_text="Leaderboard of Voren").first
        await expect(board).to_contain_text("26 people · page 1 of 3")
        await board.get_by_role("button", name="My place").click()
        locator = messages.filter(has_text="Only you can see this").filter(has_text="page 2 of 3")
        await expect(locator).to_be_visible()
        if pictures:
            alt = await locator.locator("img[alt*='Leaderboard']").get_attribute("alt")
            assert alt is not None
            assert "place 16, Ada, that is you, 14.0 (10 games)" in alt
        else:
            await expect(locator).to_contain_text("▶ 16. Ada 14.0 · 10 games")
        await assert_fits_phone(page)
        await type_command(page, "/leaderboard game:voren order:points")
        await expect(messages.filter(has_text="By total points").first).to_be_visible()
        await assert_fits_phone(page)
        await type_command(page, "/stats game:voren")
        await expect(messages.filter(has_text="Ada in Voren")).to_contain_text("Games won: 2 of 10 (20 %)")
        await assert_fits_phone(page)
