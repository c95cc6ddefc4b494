"""Make the pictures of deploy/directory: five of the bot at work, the icon and the banner.

    .venv/bin/python -m tools.directory_pictures [icon banner table hand lesson pad leaderboard]

Needs Chromium and the test requirements for the five. Without names it makes all.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw
from playwright.async_api import Locator, Page, async_playwright

from bot.app.client import register_packs
from bot.ui.game.card_packs import pack_named
from bot.ui.pictures.faces import Size, draw_face
from bot.ui.pictures.lettering import font
from bot.ui.pictures.palette import FELT, GOLD, WHITE
from bot.ui.table import scene_renderer
from tests.support.house import House, start_house
from tests.support.needs import ROOT, found_chromium
from tests.system.browser.conftest import ARGUMENTS, BrowserPages
from tests.system.browser.forms import typed
from tools.contact_sheets import LATE_S, answer_to, photograph
from tools.guide_pictures import FACES, POINTS, TABLES, message
from tools.screenshot import a_good_moment

FOLDER: Final = ROOT / "deploy" / "directory"

COLOURS: Final = 192
"""The most colours of a picture, so that it is small."""

PICTURE: Final = (1280, 720)
ICON: Final = (512, 512)
BANNER: Final = (680, 240)
"""Pixels, as Discord wants them."""

ENLARGEMENT: Final = 2
"""How much larger than wanted the icon and the banner are drawn before they are made smaller."""

MARGIN_PX: Final = 40
HEADING_PX: Final = 52
COLUMN_PX: Final = 350
"""Pixels around a picture's parts, of its heading's letters, and of the column with the heading."""

WIDE_PX: Final = 620
NARROW_PX: Final = 390
"""Pixels of the page: for one message in a picture, and for two."""

RATED_GAMES: Final = 10
"""Games until people have places on a leaderboard."""

Fan = Sequence[tuple[str, str, float]]
"""Cards: the pack, the card, and the degrees by which it leans to the right."""

ICON_FAN: Final[Fan] = (("voren", "GH", -20), ("tarot", "KA", 0), ("voren", "WOLF", 20))
BANNER_FAN: Final[Fan] = (
    ("abracadabra", "AS", -32),
    ("tarot", "KA", -16),
    ("voren", "GH", 0),
    ("five_crowns", "KT", 16),
    ("voren", "WOLF", 32),
)


def save(image: Image.Image, name: str) -> None:
    """Keep a picture with few colours."""
    path = FOLDER / f"{name}.png"
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KiB\n")


# -- our own card faces ------------------------------------------------------------------------------------------------


def lay_fan(canvas: Image.Image, cards: Fan, size: Size, pivot: tuple[int, int], radius: int) -> None:
    """Lay cards around a pivot, their lower edges so far above it."""
    for pack, card, degrees in cards:
        layer = Image.new("RGBA", canvas.size)
        layer.paste(
            draw_face(pack_named(pack), card, size), (pivot[0] - size.width // 2, pivot[1] - radius - size.height)
        )
        canvas.alpha_composite(layer.rotate(-degrees, Image.Resampling.BICUBIC, center=pivot))


def blank(size: tuple[int, int]) -> Image.Image:
    """Return a table without anything on it, as large as the icon and the banner are drawn."""
    return Image.new("RGBA", (size[0] * ENLARGEMENT, size[1] * ENLARGEMENT), FELT)


def icon() -> Image.Image:
    """Return three cards within the circle that Discord cuts out."""
    canvas = blank(ICON)
    lay_fan(canvas, ICON_FAN, Size(400, 552, compact=True), (512, 1020), 250)
    return canvas.reduce(ENLARGEMENT)


def banner() -> Image.Image:
    """Return the name, and cards of four packs."""
    canvas = blank(BANNER)
    lay_fan(canvas, BANNER_FAN, Size(190, 262, compact=True), (980, 600), 230)
    pen = ImageDraw.Draw(canvas)
    pen.text((56, 200), "Eldest Hand", WHITE, font(104), anchor="ls", stroke_width=2, stroke_fill=WHITE)
    pen.text((60, 284), "Card games for your server", GOLD, font(44), anchor="ls")
    return canvas.reduce(ENLARGEMENT)


# -- the bot at work ---------------------------------------------------------------------------------------------------


def framed(heading: str, *photographs: Image.Image) -> Image.Image:
    """Return a heading of some lines above the icon, and photographs beside it, as large as there is room."""
    canvas = Image.new("RGB", PICTURE, FELT)
    place = (MARGIN_PX, MARGIN_PX)
    ImageDraw.Draw(canvas).multiline_text(place, heading, WHITE, font(HEADING_PX), spacing=HEADING_PX // 3)
    side = COLUMN_PX - 2 * MARGIN_PX
    canvas.paste(icon().convert("RGB").resize((side, side), Image.Resampling.LANCZOS), (0, PICTURE[1] - side))
    high = PICTURE[1] - 2 * MARGIN_PX
    wide = (PICTURE[0] - COLUMN_PX) // len(photographs) - MARGIN_PX
    for number, photo in enumerate(photographs):
        share = min(wide / photo.width, high / photo.height)
        size = round(photo.width * share), round(photo.height * share)
        left = COLUMN_PX + number * (wide + MARGIN_PX) + (wide - size[0]) // 2
        canvas.paste(photo.resize(size, Image.Resampling.LANCZOS), (left, (PICTURE[1] - size[1]) // 2))
    return canvas


async def ada_at(pages: BrowserPages, house: House, place: str, width: int = WIDE_PX) -> Page:
    """Return Ada's page, open at a channel, two pixels a pixel."""
    address = f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}#{place}"
    page = await pages.open(address, width=width, height=900, phone=True)
    await page.get_by_test_id("composer-input").wait_for()
    return page


async def sharp(page: Page, locator: Locator) -> Image.Image:
    """Return a message in pixels of the device."""
    return await photograph(page, locator, "device")


async def of_table(pages: BrowserPages, house: House) -> bool:
    """Take a board and a hand. Returns False where no moment of the table shows them well."""
    table = await house.open("Ada", ("Bela",), computers=2)
    if not await a_good_moment(house, table):
        return False
    await house.until(lambda: len(house.services.renderer.scenes.emoji.get("voren", {})) >= FACES, LATE_S)
    page = await ada_at(pages, house, table.place)
    board = message(page, house.board(table)["id"])
    save(framed("Everybody\nsees\nthe table.", await sharp(page, board)), "table")
    hand = await answer_to(page, board, "My hand")
    save(framed("You alone\nsee your\ncards.", await sharp(page, hand)), "hand")
    return True


async def of_lesson(pages: BrowserPages, house: House) -> None:
    """Take a lesson at its first decision."""
    await house.until(lambda: len(house.services.renderer.scenes.emoji.get("voren", {})) >= FACES, LATE_S)
    page = await ada_at(pages, house, house.sandbox.people.channel("card-room")["id"])
    answer = await house.command("Ada", "learn", game="voren")
    await house.press("Ada", answer.get("message") or {}, "Begin")
    locator = page.locator(".message.ephemeral").last
    await locator.get_by_text("Hint").first.wait_for()
    save(framed("Learn\na game\nas you play,\nwith hints.", await sharp(page, locator)), "lesson")


async def of_pad(pages: BrowserPages, house: House) -> None:
    """Take a score pad with some deals, and its chart."""
    pad = await house.command("Ada", "pad new", game="five_crowns", guests="Bo, Grandma, Mia")
    data = pad.get("message") or {}
    page = await ada_at(pages, house, data["channel_id"], NARROW_PX)
    board = message(page, data["id"])
    for number, points in enumerate(POINTS, 1):
        await board.get_by_role("button", name="Enter hand").click()
        await typed(page, points)
        await board.get_by_text(f"{number} hand").first.wait_for()
    photo = await sharp(page, board)
    await board.get_by_role("button", name="Chart", exact=True).click()
    chart = page.locator(".message.ephemeral").filter(has=page.locator("img.picture-image")).last
    save(framed("Keep the\nscore when\nyou play\nwith real\ncards.", photo, await sharp(page, chart)), "pad")


async def of_leaderboard(pages: BrowserPages, house: House) -> None:
    """Take a leaderboard after some games."""
    for name in ("Dora", "Emil"):
        house.sandbox.people.add_user(name)
    people = ("Ada", "Bela", "Cleo", "Dora", "Emil")
    for number in range(RATED_GAMES):
        first = number % len(people)
        host, *others = people[first:] + people[:first]
        await house.play_out(await house.open(host, tuple(others), hands=2, friendly=False))
    page = await ada_at(pages, house, house.sandbox.people.channel("card-room")["id"])
    answer = await house.command("Ada", "leaderboard", game="voren")
    locator = message(page, (answer.get("message") or {})["id"])
    save(framed("See who\nleads in\nyour server.", await sharp(page, locator)), "leaderboard")


DRAWINGS: Final[Mapping[str, Callable[[], Image.Image]]] = {"icon": icon, "banner": banner}
PHOTOGRAPHS: Final[Mapping[str, Callable[[BrowserPages, House], Awaitable[None]]]] = {
    "lesson": of_lesson,
    "pad": of_pad,
    "leaderboard": of_leaderboard,
}
OF_TABLE: Final = {"table", "hand"}
"""The pictures that one table gives."""


async def take(names: set[str]) -> int:
    """Take the photographs. Returns the exit code."""
    executable = found_chromium()
    if executable is None:
        sys.stderr.write("No Chromium is installed here (Debian: the package chromium).\n")
        return 1
    scene_renderer.PICTURE_TIMEOUT_SECONDS = scene_renderer.BOARD_PICTURE_TIMEOUT_SECONDS = LATE_S
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        pages = BrowserPages(browser)
        for name in names & set(PHOTOGRAPHS):
            async with start_house(pictures=True, emoji=True) as house:
                await PHOTOGRAPHS[name](pages, house)
        if not names & OF_TABLE:
            return 0
        for number in range(TABLES):
            async with start_house(pictures=True, emoji=True) as house:
                house.deals.seed(number)  # each table has cards of its own
                if await of_table(pages, house):
                    return 0
    sys.stderr.write(f"No good moment came at {TABLES} tables.\n")
    return 1


def main(arguments: Sequence[str]) -> int:
    """Make what is named, or all. Returns the exit code."""
    names = set(arguments or (*DRAWINGS, *PHOTOGRAPHS, *OF_TABLE))
    register_packs()
    for name in sorted(names & set(DRAWINGS)):
        save(DRAWINGS[name](), name)
    photographs = names - set(DRAWINGS)
    return asyncio.run(take(photographs)) if photographs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
