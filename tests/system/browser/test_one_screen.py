"""On a phone of 390x844 a board and a hand of every decision stand on one screen, with their buttons.

`make system` looks at the fullest table of each phase, `make soak` at every table of the contact sheets.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import count
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page

from bot.ui.game.card_packs import pack_named
from bot.ui.rulebooks import load_rulebook, rulebook_games
from bot.ui.table import scene_renderer
from tests.sheets import LEARN, SUBMIT, Phase, Table, list_phases
from tests.support.house import House, start_house
from tests.system.browser.conftest import BrowserPages
from tools import contact_sheets as sheets

BOARD_PX: Final = 560
HAND_PX: Final = 734
"""The height of a board; and of a private message: what the conversation has of a phone's screen."""

LARGE_PEOPLE: Final = 6
"""With more people a table is large."""

LARGE_BOARD_PX: Final = 640
"""The height of a board at a large table, or with options that are not standard."""

CALLS: Final = {("conference", "call"), ("conference", "call-anew")}
CALLS_PX: Final = 850
"""Hands with both calls of the option Allegiance have more buttons than a screen has room for; and their height."""

PARTS: Final = 2
"""The tables of a game are measured in so many parts: a server takes 50 open tables."""

NAMES: Final = (
    "Annamarietta", "Bartholomeus", "Clementinnia", "Dorotheannia", "Emilianatura", "Florentianna",
    "Gregorianist", "Hannamirella", "Ivoleandrian", "Juditmarlena", "Konradinatus", "Liviaevelina",
)  # fmt: skip
"""Names of twelve letters."""

FOLLOW: Final = "Follow the hint"

BLANK_PX: Final = 4
"""Of the blank above a message's first line, so much may be off the screen."""

FEWEST_DECISIONS: Final = 3
"""Decisions of the shortest lesson, at least."""

OPENED: Final = {"My hand", LEARN}
"""What a phase opens that shows a decision."""


def list_measured(game: str) -> list[tuple[Phase, Table]]:
    """Return the tables of the contact sheets with a board or hand, with names of twelve letters, each once a phase."""
    results: list[tuple[Phase, Table]] = []
    for phase in list_phases(game):
        if phase.opens in OPENED or phase.name in {"lobby", "game-over"}:
            tables = {
                (table.people, table.computers, repr(table.options)): replace(table, names=NAMES)
                for table in reversed(phase.tables)
            }
            results += [(phase, table) for table in reversed(tables.values())]
    return results


def find_fullest(tables: list[tuple[Phase, Table]]) -> list[tuple[Phase, Table]]:
    """Return for each phase the table with the most people, and of these the one with the most options."""
    result = dict[str, tuple[Phase, Table]]()
    for phase, table in sorted(tables, key=lambda pair: (pair[1].people, len(pair[1].options))):
        result[phase.name] = (phase, table)
    return list(result.values())


def limit_px(game: str, phase: Phase, table: Table, what: str) -> int:
    """Return how high a board or a private message of a phase may be."""
    if what != "board":
        return CALLS_PX if (game, phase.name) in CALLS else HAND_PX
    if not table.options and table.people <= LARGE_PEOPLE:
        return BOARD_PX
    return HAND_PX if phase.name == "lobby" else LARGE_BOARD_PX


async def measure_height_px(message: Locator) -> int:
    """Return how high a message stands on the page, once its pictures are there."""
    await sheets.still(message)
    box = await message.bounding_box()
    assert box is not None
    return round(box["height"])


async def measure_decision(
    page: Page, house: House, game: str, phase: Phase, table: Table, number: int
) -> dict[str, int]:
    """Return the heights of what a phase shows, by what it is."""
    counts: dict[str, int] = {}
    if phase.opens == LEARN:
        await page.get_by_test_id("composer-input").wait_for()
        await house.command(NAMES[0], "learn", game=game)
        answer = page.locator(".message.ephemeral").last
        counts["hand of a lesson"] = await measure_height_px(answer)
        for label in phase.then[:2]:
            answer = await sheets.led_to(page, answer, label)
            if await page.get_by_test_id("modal").count():  # the hint is a move by a form
                answer = await sheets.led_to(page, answer, SUBMIT)
            counts[f"hand of a lesson after {label}"] = await measure_height_px(answer)
        return counts
    board = page.locator(f'[data-message-id="{number}"]')
    counts["board"] = await measure_height_px(board)
    if phase.opens in OPENED:
        answer = await sheets.answer_to(page, board, phase.opens)
        counts["hand"] = await measure_height_px(answer)
        for label in phase.then if SUBMIT in phase.then else ():
            answer = await sheets.led_to(page, answer, label)
        if SUBMIT in phase.then and phase.then[-1] == SUBMIT:
            counts["hand after a form"] = await measure_height_px(answer)
    return counts


@pytest_asyncio.fixture(loop_scope="session")
async def wait_for_pictures(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Let messages wait for their pictures on a busy machine."""
    monkeypatch.setattr(scene_renderer, "PICTURE_TIMEOUT_SECONDS", sheets.LATE_S)
    monkeypatch.setattr(scene_renderer, "BOARD_PICTURE_TIMEOUT_SECONDS", sheets.LATE_S)
    yield


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("wait_for_pictures")
@pytest.mark.parametrize("tables", [find_fullest, pytest.param(list, id="all", marks=pytest.mark.soak)])
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", sorted(sheets.shown_games()))
async def test_every_board_and_hand_of_a_game_stands_on_one_phone_screen(
    game: str,
    part: int,
    tables: Callable[[list[tuple[Phase, Table]]], list[tuple[Phase, Table]]],
    browser_page: BrowserPages,
) -> None:
    """Tables of the contact sheets, with names of twelve letters and pictures."""
    async with start_house(pictures=True, emoji=True, threads=False, computer_delay=0.01) as house:
        house.check_every = 50
        for name in NAMES:
            house.sandbox.people.add_user(name)
        pack = pack_named(house.services.presenters[game].pack)
        faces = len(list(pack.cards()))
        await house.until(lambda: len(house.services.renderer.scenes.emoji.get(pack.name, ())) == faces, sheets.LATE_S)
        ids, tall = count(1000), list[str]()
        for phase, table in tables(list_measured(game))[part::PARTS]:
            where, number, who = "", 0, NAMES[0]
            if phase.opens != LEARN:
                live = await sheets.played(house, game, phase, table, ids)
                await sheets.confided(house, live, phase, ids)
                where, number, who = f"#{live.record.channel}", live.record.message or 0, sheets.reader_of(live, phase)
            user = house.sandbox.people.user(who)["id"]
            page = await browser_page.open(f"{house.sandbox.base}/as/{user}{where}", phone=True)
            for what, height in (await measure_decision(page, house, game, phase, table, number)).items():
                if height > limit_px(game, phase, table, what):
                    tall.append(f"{phase.name}, {table.title}, {what}: {height} px")
            await page.context.close()
        assert not tall


async def test_each_page_of_the_rules_in_two_minutes_stands_on_one_phone_screen(browser_page: BrowserPages) -> None:
    """A message that is higher opens at its end."""
    async with start_house() as house:
        page = await browser_page.open(f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}", phone=True)
        await page.get_by_test_id("composer-input").wait_for()
        heights = dict[tuple[str, int], int]()
        for game in rulebook_games():
            answer = (await house.command("Ada", f"rules {game.replace('_', '')}")).get("message") or {}
            locator = page.locator(".message.ephemeral").last
            for number in range(load_rulebook(game).sections[1][1]):
                if number:
                    answer = (await house.press("Ada", answer, "Next")).get("message") or {}
                await locator.get_by_text(f"page {number + 1} of").wait_for()
                heights[game, number] = await measure_height_px(locator)
        assert {where: height for where, height in heights.items() if height > HAND_PX} == {}


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("wait_for_pictures")
@pytest.mark.parametrize("game", sorted(sheets.shown_games()))
async def test_each_decision_of_a_lesson_stands_on_one_phone_screen(game: str, browser_page: BrowserPages) -> None:
    """From its first decision to its end."""
    async with start_house(pictures=True) as house:
        page = await browser_page.open(f"{house.sandbox.base}/as/{house.sandbox.people.user('Ada')['id']}", phone=True)
        await page.get_by_test_id("composer-input").wait_for()
        await house.command("Ada", "learn", game=game)
        answer, heights = await sheets.led_to(page, page.locator(".message.ephemeral").last, "Begin"), list[int]()
        while await answer.get_by_role("button", name=FOLLOW).count():
            heights.append(await measure_height_px(answer))
            answer = await sheets.led_to(page, answer, FOLLOW)
        assert len(heights) >= FEWEST_DECISIONS
        assert max(*heights, await measure_height_px(answer)) <= HAND_PX + BLANK_PX, heights
