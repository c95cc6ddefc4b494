"""Make `docs/screenshot.png`: a table of Voren within a trick, and a hand, as `make play` shows them.

    .venv/bin/python -m tools.screenshot

Needs Chromium and the test requirements. It is Ada's turn, and a rule bars a card of hers.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

from tests.support.house import House, Seated, start_house
from tests.support.needs import ROOT, found_chromium

PLACE: Final = ROOT / "docs" / "screenshot.png"
WIDTH: Final = 900
HEIGHT: Final = 1330
HANDS: Final = 3
"""Hands to try at one table; a game's first hands have scores that look like a game's."""

TABLES: Final = 40


async def a_good_moment(house: House, table: Seated) -> bool:
    """Play on until it is Ada's turn and there is something to see; False if that does not come in the first hands."""
    while True:
        who = await house.find_awaited(table)
        live = await house.live(table)
        state = live.state if live.state is not None else None
        if state is None or live.record.status != "playing" or state.number >= HANDS:
            return False
        if who is None:
            await house.fresh(table)
            await house.press("Ada", house.board(table), "Next hand")
            continue
        seat = state.to_act[0]
        view = state.view(seat)
        cards = view["hand"] or ()
        if who == "Ada" and len(view["trick"]) >= 2 and 0 < len(view["barred"]) < len(cards) == 3:
            await house.fresh(table)
            return True
        if view["phase"] == "stay":
            await house.fresh(table)
            await house.press_in_hand(who, table, "Stay")
        else:
            await house.act(table, who)


async def take(browser: Browser, house: House) -> None:
    """Open Ada's page at the table, show her hand, and keep the picture."""
    page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="dark", locale="en-GB")
    await page.goto(f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}")
    await page.get_by_text("open the thread").click()
    await page.get_by_role("button", name="My hand").last.click()
    hand = page.get_by_test_id("message").filter(has_text="Only you can see this").last
    await hand.locator("img.picture-image").wait_for()
    await page.wait_for_timeout(1000)  # the pictures and the small faces are on their way
    await page.mouse.move(WIDTH - 5, 100)
    await page.screenshot(path=PLACE)


async def main() -> int:
    """Try tables until one has a good moment. Returns the exit code."""
    executable = found_chromium()
    if executable is None:
        sys.stderr.write("No Chromium is installed here (Debian: the package chromium).\n")
        return 1
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        for number in range(TABLES):
            async with start_house(pictures=True, emoji=True) as house:
                house.deals.seed(number)  # each table has cards of its own
                table_id = await house.open("Ada", ("Bela",), computers=2)
                if not await a_good_moment(house, table_id):
                    continue
                await house.until(lambda: len(house.services.renderer.scenes.emoji.get("voren", {})) >= 34, 60)
                await take(browser, house)
                sys.stdout.write(f"{Path(PLACE).relative_to(ROOT)}: {PLACE.stat().st_size // 1024} KiB\n")
                return 0
    sys.stderr.write(f"No good moment came at {TABLES} tables.\n")
    return 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
