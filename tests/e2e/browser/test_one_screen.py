"""On a phone of 390x844 a board and a hand of every decision stand on one screen, with their buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page

from bot.ui.game.card_packs import pack as pack_named
from bot.ui.table import renderer
from tests.e2e.browser.conftest import BrowserPages
from tests.sheets import LEARN, SUBMIT, Phase, Table, phases
from tests.support.house import House, house
from tools import contact_sheets as sheets

BOARD_PX: Final = 560
HAND_PX: Final = 734
"""The height of a board; and of a private message: what the conversation has of a phone's screen."""

NAMES: Final = (
    "Annamarietta", "Bartholomeus", "Clementinnia", "Dorotheannia", "Emilianatura", "Florentianna",
    "Gregorianist", "Hannamirella", "Ivoleandrian", "Juditmarlena", "Konradinatus", "Liviaevelina",
)  # fmt: skip
"""Names of twelve letters."""

OPENED: Final = {"My hand", LEARN}
"""What a phase opens that shows a decision."""


LENGTHS: Final = {"hands", "deals"}
"""The options that say how long a game is: with others than the standard ones a table is not measured."""


def measured(game: str) -> list[tuple[Phase, Table]]:
    """The phases of a game that show a board or a hand, each with its first table that plays by standard options."""
    found: list[tuple[Phase, Table]] = []
    for phase in phases(game):
        if phase.opens in OPENED or phase.name in {"lobby", "game-over"}:
            found += [(phase, table) for table in phase.tables if not set(table.options) - LENGTHS][:1]
    return found


async def height_of(message: Locator) -> int:
    """How high a message stands on the page, in pixels, once its pictures are there."""
    await sheets.still(message)
    box = await message.bounding_box()
    assert box is not None
    return round(box["height"])


async def decided(page: Page, here: House, game: str, phase: Phase, table: Table, number: int) -> dict[str, int]:
    """The heights of what a phase shows that are above their limit, by what they are."""
    found: dict[str, int] = {}
    if phase.opens == LEARN:
        await page.get_by_test_id("composer-input").wait_for()
        await here.command(NAMES[0], "learn", game=game)
        answer = page.locator(".message.ephemeral").last
        found["hand of a lesson"] = await height_of(answer)
        for label in phase.then[:2]:
            answer = await sheets.led_to(page, answer, label)
            if await page.get_by_test_id("modal").count():  # the hint is a move by a form
                answer = await sheets.led_to(page, answer, SUBMIT)
            found[f"hand of a lesson after {label}"] = await height_of(answer)
        return found
    board = page.locator(f'[data-message-id="{number}"]')
    found["board"] = await height_of(board)
    if phase.opens in OPENED:
        answer = await sheets.answer_to(page, board, phase.opens)
        found["hand"] = await height_of(answer)
        for label in phase.then if SUBMIT in phase.then else ():
            answer = await sheets.led_to(page, answer, label)
        if SUBMIT in phase.then and phase.then[-1] == SUBMIT:
            found["hand after a form"] = await height_of(answer)
    return found


@pytest_asyncio.fixture(loop_scope="session")
async def patient(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Messages that wait for their pictures on a busy machine."""
    monkeypatch.setattr(renderer, "PICTURE_PATIENCE", sheets.LATE_S)
    monkeypatch.setattr(renderer, "BOARD_PATIENCE", sheets.LATE_S)
    yield


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("game", sorted(sheets.shown_games()))
async def test_every_board_and_hand_of_a_game_stands_on_one_phone_screen(game: str, browser_page: BrowserPages) -> None:
    """Every phase of the contact sheets, with names of twelve letters and pictures."""
    async with house(pictures=True, emoji=True, threads=False, computer_delay=0.01) as here:
        here.check_every = 50
        for name in NAMES:
            here.sandbox.people.add_user(name)
        pack = pack_named(here.services.presenters[game].pack)
        faces = len(list(pack.cards()))
        await here.until(lambda: len(here.services.renderer.emoji.get(pack.name, ())) == faces, sheets.LATE_S)
        ids, tall = count(1000), list[str]()
        for phase, first in measured(game):
            table, where, number, who = replace(first, names=NAMES), "", 0, NAMES[0]
            if phase.opens != LEARN:
                live = await sheets.played(here, game, phase, table, ids)
                await sheets.confided(here, live, phase, ids)
                where, number, who = f"#{live.record.channel}", live.record.message or 0, sheets.reader_of(live, phase)
            user = here.sandbox.people.user(who)["id"]
            page = await browser_page.open(f"{here.sandbox.base}/as/{user}{where}", phone=True)
            for what, height in (await decided(page, here, game, phase, table, number)).items():
                if height > (BOARD_PX if what == "board" and phase.shows is not None else HAND_PX):
                    tall.append(f"{phase.name}, {what}: {height} px")
            await page.context.close()
        assert not tall
