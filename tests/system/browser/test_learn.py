"""A first hand in real Chromium on a phone: whoever follows the hints never has to look for the next button."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.ui.table import scene_renderer
from tests.support.house import start_house
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages
from tests.system.browser.test_page import count_px_below

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


async def test_the_next_hint_is_always_in_sight(browser_page: BrowserPages, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that is put in for another of its size leaves the conversation as high as before, and at its end."""
    for patience in (
        "PICTURE_TIMEOUT_SECONDS",
        "BOARD_PICTURE_TIMEOUT_SECONDS",
    ):  # a busy machine goes without pictures; here they count
        monkeypatch.setattr(scene_renderer, patience, 30)
    async with start_house(pictures=True) as house:
        page = await browser_page.open(f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}", phone=True)
        await page.get_by_test_id("composer-input").fill("/learn abracadabra")
        await page.get_by_test_id("command-send").click()
        lesson = page.get_by_test_id("message").last
        await lesson.get_by_role("button", name="Begin", exact=True).click()
        follow = lesson.get_by_role("button", name="Follow the hint", exact=True)
        picture = lesson.locator("img.picture-image")
        for _ in range(10):
            await expect(picture).not_to_have_js_property("naturalWidth", 0)
            await page.wait_for_timeout(300)  # what moves by itself has come to its place
            assert await count_px_below(page) < 5
            before = await picture.get_attribute("src") or ""
            await follow.click()
            await expect(picture).not_to_have_attribute("src", before)
