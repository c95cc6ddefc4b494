"""Whoever sits at a table hears when its host changes its clock or whether it is rated, before the game begins."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.commands import arrange_lobby, lobby
from bot.tables.model.table_state import TableState
from data.tables.settings import TableSettings
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    board,
    find_actor,
    is_private,
    read_announcements,
    read_mentions,
    response_text,
    set_up_table,
    start_room,
    too_late,
    wait_for_announcement,
)

HOUR, DAY, WEEK = 3600, 24 * 3600, 7 * 24 * 3600

STRICTER: list[tuple[TableSettings, TableSettings]] = [
    ({"clock": WEEK}, {"clock": HOUR}),
    ({}, {"clock": WEEK}),
    ({"clock": DAY, "bank": DAY}, {"bank": 0}),
    ({"clock": DAY, "sleep": 8}, {"sleep": 0}),
    ({"friendly": True}, {"friendly": False}),
]
MORE_LENIENT: list[tuple[TableSettings, TableSettings]] = [
    ({"clock": HOUR}, {"clock": WEEK}),
    ({"clock": HOUR}, {"clock": 0}),
    ({"clock": DAY, "sleep": 0}, {"sleep": 8}),
    ({"clock": HOUR}, {"time_out": 2}),
]


async def change_settings(house: House, live: TableState, settings: TableSettings) -> None:
    await arrange_lobby.change_settings(house.services.tables, live.id, settings, find_actor(house, HOST))


async def open_lobby_with(
    house: House, before: TableSettings, people: tuple[str, ...] = (HOST, SEATED, OTHER)
) -> TableState:
    """Open a lobby with these settings; everybody sits down after they are chosen. Return its table."""
    live = await set_up_table(house, "lobby", people[:1])
    if before:
        await change_settings(house, live, before)
    for person in people[1:]:
        await lobby.join(house.services.tables, live.id, find_actor(house, person))
    await house.until(lambda: live.record.shown_seq >= live.record.seq)
    return live


async def start_game(house: House, live: TableState) -> str:
    return response_text(await house.forge(HOST, board(house, live), f"eh:start_game:{live.id}"))


async def wait_for_change_notice(house: House, live: TableState) -> Json:
    return await wait_for_announcement(house, live, f"{live.name}: The host changed the settings.")


@pytest.mark.parametrize(("before", "after"), STRICTER)
async def test_a_start_waits_until_everybody_has_read_that_it_is_stricter(
    before: TableSettings, after: TableSettings
) -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, before)
        await change_settings(house, live, after)
        message = await wait_for_change_notice(house, live)
        assert read_mentions(message) == {SEATED, OTHER}
        assert set(buttons(message)) == {"All right"}
        refused = await start_game(house, live)
        assert "Press Start again" in refused
        assert f"{SEATED} and {OTHER} have pressed" in refused
        assert live.record.status == "lobby"
        thanked = await house.press(SEATED, message, "All right")
        assert is_private(thanked)
        assert "can start without waiting for you" in response_text(thanked)
        assert f"once {OTHER} has pressed" in await start_game(house, live)
        await house.press(OTHER, message, "All right")
        await start_game(house, live)
        assert live.record.status == "playing"
        late_answer = await too_late(house, OTHER, message, "All right")
        assert "already started" in response_text(late_answer)


async def test_a_start_waits_ten_seconds_and_no_longer() -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, {"clock": WEEK})
        await change_settings(house, live, {"clock": HOUR})
        house.sandbox.advance(9)
        assert "Press Start again" in await start_game(house, live)
        house.sandbox.advance(1.5)
        await start_game(house, live)
        assert live.record.status == "playing"


@pytest.mark.parametrize(("before", "after"), MORE_LENIENT)
async def test_another_clock_is_told_and_nobody_waits_where_it_is_no_shorter(
    before: TableSettings, after: TableSettings
) -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, before)
        await change_settings(house, live, after)
        message = await wait_for_change_notice(house, live)
        assert not buttons(message)
        await start_game(house, live)
        assert live.record.status == "playing"


@pytest.mark.parametrize("after", [{"friendly": True}, {"mention": 0}])
async def test_harmless_changes_show_only_in_the_lobby(after: TableSettings) -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, {})
        await change_settings(house, live, after)
        await start_game(house, live)
        assert live.record.status == "playing"
        await asyncio.sleep(0.2)
        assert not await read_announcements(house, live)


async def test_absent_players_are_not_informed() -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, {"clock": WEEK}, (HOST,))
        await change_settings(house, live, {"clock": HOUR, "time_out": 2})
        await lobby.join(house.services.tables, live.id, find_actor(house, SEATED))
        await start_game(house, live)
        assert live.record.status == "playing"
        await asyncio.sleep(0.2)
        assert not await read_announcements(house, live)


async def test_each_change_of_terms_must_be_read() -> None:
    async with start_room() as house:
        live = await open_lobby_with(house, {"clock": WEEK}, (HOST, SEATED))
        await change_settings(house, live, {"clock": DAY})
        await house.press(SEATED, await wait_for_change_notice(house, live), "All right")
        await change_settings(house, live, {"clock": HOUR})
        assert "Press Start again" in await start_game(house, live)
        house.services.tables.evict(live.id)  # the log says the same
        live = await house.services.tables.find(live.id)
        assert "Press Start again" in await start_game(house, live)
        newest = await wait_for_announcement(house, live, "Clock: 1 hour a turn")
        assert "All right" in buttons(newest)
        await house.press(SEATED, newest, "All right")
        house.services.tables.evict(live.id)
        live = await house.services.tables.find(live.id)
        await start_game(house, live)
        assert live.record.status == "playing"
        log = text((await house.command(SEATED, "table log", table=live.id)).get("message") or {})
        assert "agreed to the change" in log
