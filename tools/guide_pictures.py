"""Make the guides' pictures, `docs/pictures/NAME.png`, as a phone of 390 pixels shows them.

    .venv/bin/python -m tools.guide_pictures

Needs Chromium and the test requirements. Ada plays, keeps a pad, holds a night and moderates.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from PIL import Image
from playwright.async_api import Locator, Page, async_playwright

from bot.ui.table import scene_renderer
from tests.support.house import House, start_house
from tests.support.needs import ROOT, found_chromium
from tests.system.browser.conftest import ARGUMENTS, BrowserPages
from tests.system.browser.forms import typed
from tools.contact_sheets import LATE_S, answer_to, photograph
from tools.screenshot import a_good_moment

FOLDER: Final = ROOT / "docs" / "pictures"

COLOURS: Final = 128
"""The most colours of a picture, so that it is small."""

TABLES: Final = 40
"""Tables of Voren, one after the other, until one has something to show."""

FACES: Final = 34
"""Cards of Voren whose faces are uploaded as emoji."""

POINTS: Final = ("0 15 20 15", "5 0 20 9", "12 3 0 28")
"""The points left in each hand of Five Crowns, deal by deal."""


def save(image: Image.Image, name: str) -> None:
    """Keep a picture with few colours."""
    path = FOLDER / f"{name}.png"
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KiB\n")


async def ada_at(pages: BrowserPages, house: House, place: str) -> Page:
    """Return Ada's phone, open at a channel."""
    page = await pages.open(f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}#{place}", phone=True)
    await page.get_by_test_id("composer-input").wait_for()
    return page


def message(page: Page, number: str) -> Locator:
    """Return a message by its number."""
    return page.locator(f'[data-message-id="{number}"]')


async def of_players(pages: BrowserPages, house: House) -> bool:
    """Take a lobby, a board and a hand. Returns False where no moment of the table shows them well."""
    table_id = await house.open("Ada", ("Bela",), computers=1, start=False, clock=24 * 3600)
    page = await ada_at(pages, house, table_id.lobby["channel_id"])
    lobby = await photograph(page, message(page, table_id.lobby["id"]))
    await house.press("Ada", table_id.lobby, "Start")
    table = await house.live(table_id)
    table_id.place = str(table.record.thread or table.record.channel)
    if not await a_good_moment(house, table_id):
        return False
    save(lobby, "lobby")
    await house.until(lambda: len(house.services.renderer.scenes.emoji.get("voren", {})) >= FACES, LATE_S)
    page = await ada_at(pages, house, table_id.place)
    board = message(page, house.board(table_id)["id"])
    save(await photograph(page, board), "board")
    save(await photograph(page, await answer_to(page, board, "My hand")), "hand")
    return True


async def of_organisers(pages: BrowserPages, house: House) -> None:
    """Take a score pad with some deals, and the club night to which it belongs."""
    begun = await house.sandbox.people.command("Ada", "card-room", "night begin", {"name": "Friday club"})
    night = begun.get("message") or {}
    pad = await house.command("Ada", "pad new", game="five_crowns", guests="Bo, Grandma, Mia")
    page = await ada_at(pages, house, night["channel_id"])
    board = message(page, (pad.get("message") or {})["id"])
    for number, points in enumerate(POINTS, 1):
        await board.get_by_role("button", name="Enter hand").click()
        await typed(page, points)
        await board.get_by_text(f"{number} hand").first.wait_for()
    save(await photograph(page, board), "pad")
    table_id = await house.open("Ada", ("Bela",), computers=1)
    await house.play_a_hand(table_id)
    picture = message(page, night["id"])
    await picture.get_by_text(f"table {table_id.number}").first.wait_for()
    save(await photograph(page, picture), "night")


async def of_moderators(pages: BrowserPages, house: House) -> None:
    """Take the question before a ban, and the server's settings."""
    table_id = await house.open("Bela", ("Cleo",), computers=1)
    page = await ada_at(pages, house, table_id.lobby["channel_id"])
    await house.command(
        "Ada", "moderate ban", member=house.sandbox.people.user("Bela")["id"], why="Insults at the table"
    )
    save(await photograph(page, page.locator(".message.ephemeral").last), "ban")
    await house.command("Ada", "settings server")
    settings = page.locator(".message.ephemeral").filter(has_text="Server settings")
    save(await photograph(page, settings), "server_settings")


async def main() -> int:
    """Make all of them. Returns the exit code."""
    executable = found_chromium()
    if executable is None:
        sys.stderr.write("No Chromium is installed here (Debian: the package chromium).\n")
        return 1
    FOLDER.mkdir(exist_ok=True)
    scene_renderer.PICTURE_TIMEOUT_SECONDS = scene_renderer.BOARD_PICTURE_TIMEOUT_SECONDS = LATE_S
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        pages = BrowserPages(browser)
        for take in (of_organisers, of_moderators):
            async with start_house(pictures=True, emoji=True) as house:
                await take(pages, house)
        for number in range(TABLES):
            async with start_house(pictures=True, emoji=True) as house:
                house.deals.seed(number)  # each table has cards of its own
                if await of_players(pages, house):
                    return 0
    sys.stderr.write(f"No good moment came at {TABLES} tables.\n")
    return 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
