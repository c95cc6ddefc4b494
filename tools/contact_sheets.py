"""Contact sheets: every phase of every game on a phone and a desktop, one picture a phase.

    .venv/bin/python -m tools.contact_sheets FOLDER [GAME[/PHASE] ...]

`tests/sheets/GAME.py` lists the phases. Needs Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from PIL import Image
from playwright.async_api import Error as BrowserError
from playwright.async_api import Locator, Page, async_playwright

from bot.common.errors import Declined
from bot.tables.commands import exchange_notes, lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.ui.game.card_packs import pack_named
from bot.ui.table import scene_renderer
from data.tables.records import SeatRecord
from rules.players import player_of
from rules.registry import GAMES
from tests.sheets import LEARN, SUBMIT, Phase, Table, list_phases
from tests.support.house import House, start_house
from tests.support.needs import found_chromium
from tests.support.waiting import until
from tests.system.browser.conftest import ARGUMENTS, BrowserPages
from tools.contact_print import Cell, Row, composed, is_empty

WIDTHS: Final = (390, 1280)
"""Pixels: a phone's page and a desktop's."""

TRIES: Final = 40
"""Games of a table, one after the other, until one shows the phase."""

MOST: Final = 2000
"""Moves of a game, after which there is no hope."""

TALL: Final = 6000
"""Pixels: high enough for any message to stand on the page as a whole."""

LATE_S: Final = 30
"""Seconds that an answer and its pictures may take."""

SETTLES_MS: Final = 1000
"""Milliseconds until an edited message shows its new picture: the old one stays until that can be painted."""

LOADED: Final = "message => [...message.querySelectorAll('img')].every(image => image.complete && image.naturalWidth)"
FIXED: Final = """message => {
  for (const image of message.querySelectorAll("img.picture-image")) {
    image.style.width = `${image.getBoundingClientRect().width}px`;
  }
}"""
"""Pictures are as large as the window lets them be: they keep that size while it is made higher."""


class NotTaken(Exception):
    """A cell could not be taken; its text says why."""


def _actor(house: House, name: str, interaction: int | None) -> Actor:
    return Actor(int(house.sandbox.people.user(name)["id"]), name, interaction)


def _view(table: TableState) -> dict[str, Any]:
    """Return the view of who is to act, or a bystander's."""
    assert table.state is not None
    return dict(table.state.view(next(iter(table.state.to_act), None)))


async def opened(house: House, game: str, seating: Table, channel: int, ids: Iterator[int]) -> TableState:
    """Return a table of these people and computer players, in its lobby."""
    where = (int(house.sandbox.world.guild_id), channel)
    host, *others = seating.names[: seating.people]
    tables = house.services.tables
    table = await lobby.open_table(tables, GAMES[game], dict(seating.options), where, _actor(house, host, None))
    for other in others:
        await lobby.join(tables, table.id, _actor(house, other, next(ids)))
    for _ in range(seating.computers):
        await lobby.add_computer(tables, table.id, _actor(house, host, next(ids)))
    return table


async def played(house: House, game: str, phase: Phase, seating: Table, ids: Iterator[int]) -> TableState:
    """Return the table in the phase, with its board posted. Raises NotTaken if no game of it reaches the phase.

    Each game has a channel of its own; `ids` are those of interactions that nobody sent.
    """
    seed = Random(f"{game} {phase.name} {seating.title}")  # a sheet shows the same cards again
    house.services.tables.secret, house.services.tables.rng = seed.randbytes, seed
    for _ in range(TRIES):
        channel = house.sandbox.people.add_channel(f"sheet-{next(ids)}")["id"]
        table = await opened(house, game, seating, int(channel), ids)
        if phase.shows is None or await _reaches(house, table, phase, seed, ids):
            await house.services.board.post(table)
            await house.services.board.refresh(table)
            return table
        house.services.tables.evict(table.id)
    raise NotTaken(f"none of {TRIES} games came to it")


async def _reaches(house: House, table: TableState, phase: Phase, rng: Random, ids: Iterator[int]) -> bool:
    """Play a game until it shows the phase; whether it does."""
    tables, host = house.services.tables, table.record.seats[0].name
    player = player_of(table.game)
    assert phase.shows is not None
    table, _ = await lobby.start(tables, table.id, _actor(house, host, next(ids)))
    for _ in range(MOST):
        await _computers_moved(house, table)
        view = _view(table)
        if phase.shows(view):
            return True
        if table.record.status != "playing":
            return False
        if table.awaits_deal():
            table, _ = await play.next_hand(tables, table.id, _actor(house, host, next(ids)))
            continue
        actor = _actor(house, table.record.seats[view["seat"]].name, next(ids))
        table, _ = await play.act(tables, table.id, player.choose(view, rng), actor)
    return False


async def _computers_moved(house: House, table: TableState) -> None:
    await house.until(lambda: not table.computers())


def reader_of(table: TableState, phase: Phase) -> str:
    """Return the player who looks: the one in turn, or another in a phase of waiting."""
    seats = [seat for seat in table.record.seats if seat.kind == "person"]
    acting = () if table.state is None else table.state.to_act
    turn = [seat.name for seat in seats if (seat.seat in acting) is not phase.waits]
    return (turn or [seats[0].name])[0]


def partner_of(table: TableState, phase: Phase) -> SeatRecord | None:
    """Return the reader's partner, None where the game has none."""
    seat = next(seat.seat for seat in table.record.seats if seat.name == reader_of(table, phase))
    return next(iter(exchange_notes.readers(table, seat)), None)


async def confided(house: House, table: TableState, phase: Phase, ids: Iterator[int]) -> None:
    """Have the reader's partner write what the phase says, and show their hand where it says so."""
    writer = partner_of(table, phase)
    if writer is None or not (phase.notes or phase.shown):
        return
    tables = house.services.tables
    mark = exchange_notes.mark_of(exchange_notes.readers(table, writer.seat))
    for words in phase.notes:
        await exchange_notes.write(tables, table.id, mark, words, _actor(house, writer.name, next(ids)))
    if phase.shown:
        times = exchange_notes.shown_before(table, writer.seat)
        await exchange_notes.show(tables, table.id, mark, times, _actor(house, writer.name, next(ids)))
    await house.until(lambda: table.record.shown_seq >= table.record.seq)


async def still(message: Locator) -> None:
    """Wait until a message and all its pictures are there, at the size at which people see them."""
    await message.wait_for()
    await until(lambda: message.evaluate(LOADED), LATE_S)
    await message.evaluate(FIXED)


async def photograph(page: Page, message: Locator, scale: Literal["css", "device"] = "css") -> Image.Image:
    """Return a message as it stands on the page, however high it is, in pixels of the page or of the device.

    Raises NotTaken where it is empty.
    """
    await still(message)
    size = page.viewport_size
    assert size is not None
    await page.set_viewport_size({"width": size["width"], "height": TALL})
    try:
        photo = await message.screenshot(scale=scale, animations="disabled")
    finally:
        await page.set_viewport_size(size)
    image = Image.open(io.BytesIO(photo)).convert("RGB")
    if is_empty(image):
        raise NotTaken("it is empty")
    return image


async def answer_to(page: Page, board: Locator, label: str) -> Locator:
    """Return the private message that a button of the board answers with."""
    await board.get_by_role("button", name=label, exact=True).click()
    answer = page.locator(".message.ephemeral").last
    await answer.wait_for()
    await answer.get_by_test_id("thinking").wait_for(state="detached")
    return answer


async def led_to(page: Page, answer: Locator, label: str) -> Locator:
    """Press a button of the newest private message, and return the message or form that follows.

    A form is submitted as it is if `label` is SUBMIT.
    """
    newest, form = page.locator(".message.ephemeral").last, page.get_by_test_id("modal")
    if label == SUBMIT:
        await page.get_by_test_id("modal-submit").click()
        await form.wait_for(state="detached")
    else:
        before = await answer.inner_html()
        await answer.get_by_role("button", name=label, exact=True).click()

        async def changed() -> bool:
            return bool(await form.count()) or await newest.inner_html() != before

        await until(changed, LATE_S)
    await page.wait_for_timeout(SETTLES_MS)
    if await form.count():
        return form
    await newest.get_by_test_id("thinking").wait_for(state="detached")
    return newest


async def take_pictures(
    pages: BrowserPages, house: House, table: TableState, phase: Phase, width: int
) -> list[list[Cell]]:
    """Return the board, and what its button opens, as the browser of whoever looks shows them: side by side on a
    phone's narrow page, one below the other on a desktop's.
    """
    user = house.sandbox.people.user(reader_of(table, phase))["id"]
    address = f"{house.sandbox.base}/as/{user}#{table.record.channel}"
    page = await pages.open(address, phone=True) if width == WIDTHS[0] else await pages.open(address, width=width)
    try:
        board = page.locator(f'[data-message-id="{table.record.message}"]')
        await still(board)
        if phase.shows is not None and not await board.locator("img.picture-image").count():
            raise NotTaken("the board has no picture")
        cells = [Cell(f"board, {width} px", await photograph(page, board))]
        if phase.opens:
            answer = await answer_to(page, board, phase.opens)
            partner = partner_of(table, phase)
            then = [label.format(partner=partner and partner.name) for label in phase.then]
            for label in then:
                answer = await led_to(page, answer, label)
            path_text = " > ".join((phase.opens, *then))
            cells.append(Cell(f"{path_text}, {width} px", await photograph(page, answer)))
        return [[cell] for cell in cells] if width == WIDTHS[0] else [cells]
    finally:
        await page.context.close()


async def learnt(pages: BrowserPages, house: House, game: str, phase: Phase, who: str, width: int) -> list[Cell]:
    """Return the private message of a player's lesson, at first and after each button that the phase names."""
    address = f"{house.sandbox.base}/as/{house.sandbox.people.user(who)['id']}"
    page = await pages.open(address, phone=True) if width == WIDTHS[0] else await pages.open(address, width=width)
    try:
        await page.get_by_test_id("composer-input").wait_for()
        await house.command(who, "learn", game=game)
        answer = page.locator(".message.ephemeral").last
        cells = [Cell(f"{phase.opens}, {width} px", await photograph(page, answer))]
        for label in phase.then:
            answer = await led_to(page, answer, label)
            cells.append(Cell(f"{label}, {width} px", await photograph(page, answer)))
            if await page.get_by_test_id("modal").count():  # the hint is a move by a form
                answer = await led_to(page, answer, SUBMIT)
        return cells
    finally:
        await page.context.close()


async def sheet(pages: BrowserPages, game: str, phase: Phase) -> tuple[Image.Image, list[str]]:
    """Return the sheet of a phase, a row a table, and a sentence for each table that could not be taken."""
    rows: list[Row] = []
    failed: list[str] = []
    async with start_house(pictures=True, emoji=True, threads=False, computer_delay=0.01) as house:
        house.check_every = 50
        pack = pack_named(house.services.presenters[game].pack)
        for name in {name for seating in phase.tables for name in seating.names[: seating.people]} - {
            "Ada",
            "Bela",
            "Cleo",
        }:
            house.sandbox.people.add_user(name)
        faces = len(list(pack.cards()))
        await house.until(lambda: len(house.services.renderer.scenes.emoji.get(pack.name, ())) == faces, LATE_S)
        ids = count(1000)  # the shuffles are drawn from them, too
        for seating in phase.tables:
            columns: list[list[Cell]] = []
            width = 0
            try:
                if phase.opens == LEARN:
                    for who, width in zip(seating.names, WIDTHS):  # each has a lesson of their own
                        columns.append(await learnt(pages, house, game, phase, who, width))
                    continue
                table = await played(house, game, phase, seating, ids)
                for width in WIDTHS:
                    await confided(house, table, phase, ids)
                    columns += await take_pictures(pages, house, table, phase, width)
            except (NotTaken, BrowserError, TimeoutError, Declined) as error:
                why = str(error).partition("\n")[0] or type(error).__name__
                failed.append(f"{game}/{phase.name}, {seating.title}{f', {width} px' if width else ''}: {why}")
            finally:
                rows.append(Row(seating.title, columns))
    return composed(f"{game}: {phase.name}", rows), failed


def chosen(names: Sequence[str]) -> list[tuple[str, Phase]]:
    """Return the phases that are asked for, all where no name is given. Raises LookupError for an unknown one."""
    phases_known = [(game, phase) for game in sorted(shown_games()) for phase in list_phases(game)]
    matches = [
        (game, phase) for game, phase in phases_known if not names or {game, f"{game}/{phase.name}"} & set(names)
    ]
    missing = set(names) - {name for game, phase in matches for name in (game, f"{game}/{phase.name}")}
    if missing:
        raise LookupError(f"no such sheet: {', '.join(sorted(missing))}")
    return matches


def shown_games() -> set[str]:
    """Return the games that have a cog."""
    return {game for game in GAMES if (Path(__file__).parent.parent / "cogs/games" / game).is_dir()}


async def make_sheets(folder: Path, names: Sequence[str]) -> list[str]:
    """Make the sheets into a folder. Returns a sentence for each cell that could not be taken or is empty."""
    scene_renderer.PICTURE_TIMEOUT_SECONDS = scene_renderer.BOARD_PICTURE_TIMEOUT_SECONDS = (
        LATE_S  # a busy machine goes without: here they count
    )
    phases_chosen = chosen(names)
    failed: list[str] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found_chromium(), args=list(ARGUMENTS))
        pages = BrowserPages(browser)
        for game, phase in phases_chosen:
            image, wrong = await sheet(pages, game, phase)
            path = folder / f"{game}-{phase.name}.png"
            image.save(path)
            failed += wrong
            sys.stdout.write(f"{path}: {image.width}x{image.height}\n")
            sys.stdout.flush()
        failed += pages.problems
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for. Returns the exit code: 1 where a cell is missing or empty."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the sheets go")
    parser.add_argument("sheets", nargs="*", metavar="GAME[/PHASE]", help="which; without one all")
    options = parser.parse_args(arguments)
    if found_chromium() is None:
        sys.stderr.write("No Chromium is installed here (Debian: the package chromium).\n")
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        failed = asyncio.run(make_sheets(options.folder, options.sheets))
    except LookupError as error:
        failed = [str(error.args[0])]
    sys.stderr.writelines(f"{message}\n" for message in failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
