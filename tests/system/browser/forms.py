"""Forms filled in as somebody types them on the page."""

from __future__ import annotations

from playwright.async_api import Page


async def typed(page: Page, points: str) -> None:
    """Type numbers behind what stands in the open form, and submit it."""
    modal = page.get_by_test_id("modal")
    field = modal.locator("textarea").first
    await field.click()
    await field.press("Control+End")
    await field.press_sequentially(points)
    await page.get_by_test_id("modal-submit").click()
    await modal.wait_for(state="detached")
