"""Tables in servers that the bot is not in any more bar nobody, and their people can give them up from anywhere."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined
from bot.tables.commands import lobby
from bot.tables.model.table_state import TableState
from data.engine.clock import now_ms
from rules.registry import game_named
from tests.support.house import House
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    confirm_in_private,
    find_actor,
    find_answer_buttons,
    in_private,
    is_private,
    move_to_other_server,
    person,
    response_text,
    set_up_table,
    start_room,
)

UNKNOWN_TABLE_TEXT = "There is no table {} in this server."


async def leave_behind(house: House, *lives: TableState) -> None:
    """Move the tables to a server that the bot is removed from."""
    for live in lives:
        await move_to_other_server(house, live)
    await house.services.guild_settings.record_left(lives[0].record.guild + 1, now_ms())


async def open_lobby(house: House, host: str) -> TableState:
    place = (int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"]))
    return await lobby.open_table(house.services.tables, game_named("voren"), {}, place, find_actor(house, host))


async def test_they_bar_their_host_from_opening_no_other() -> None:
    async with start_room(max_open=2) as house:
        lives = [await set_up_table(house), await set_up_table(house)]
        with pytest.raises(Declined, match="You have 2 tables open"):
            await open_lobby(house, HOST)
        await leave_behind(house, *lives)
        lobbies = [await open_lobby(house, HOST), await open_lobby(house, HOST)]
        with pytest.raises(Declined) as refused:
            await open_lobby(house, HOST)
        assert f"the limit: table {lobbies[0].id}, table {lobbies[1].id}." in refused.value.sentence


async def test_they_bar_nobody_where_no_process_ran_when_the_bot_was_removed() -> None:
    """Nobody has noted it: that the server is not among those of the connection says so."""
    async with start_room(max_open=1) as house:
        live = await set_up_table(house)
        await move_to_other_server(house, live)
        await house.until(house.bot.is_ready)
        await open_lobby(house, HOST)
        assert live.record.guild + 1 in house.services.guild_settings.absent


async def test_their_host_ends_a_friendly_one_from_another_server() -> None:
    async with start_room() as house:
        live = await set_up_table(house, friendly=True)
        await leave_behind(house, live)
        question = await house.command(HOST, "table end", CHANNEL, table=live.id)
        assert is_private(question)
        assert "End Voren" in response_text(question)
        answer = await confirm_in_private(house, HOST, question, "End it")
        assert "has ended" in response_text(answer)
        assert (await house.live(live.id)).record.status == "ended"


async def test_everybody_else_leaves_it_also_where_they_would_end_it() -> None:
    """So does the host of a rated game: the others cannot be asked for an end there."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        await leave_behind(house, live)
        assert "Leave Voren" in response_text(await house.command(HOST, "table end", CHANNEL, table=live.id))
        for who, name in ((SEATED, "table end"), (OTHER, "table leave")):
            question = await house.command(who, name, CHANNEL, table=live.id)
            assert "Leave Voren" in response_text(question), name
            answer = await confirm_in_private(house, who, question, "Leave")
            assert "You have left" in response_text(answer)
            assert (await house.live(live.id)).seat_of(person(house, who).id) is None
        with in_private(house):
            question = await house.command(HOST, "table leave", CHANNEL, table=live.id)
            await confirm_in_private(house, HOST, question, "Leave")
        assert (await house.live(live.id)).record.status == "ended"


async def test_nothing_else_reaches_it_and_nobody_else_does() -> None:
    async with start_room() as house:
        live = await set_up_table(house)
        await leave_behind(house, live)
        for who in (BYSTANDER, MODERATOR):
            for name in ("leave", "end"):
                assert response_text(
                    await house.command(who, f"table {name}", CHANNEL, table=live.id)
                ) == UNKNOWN_TABLE_TEXT.format(live.id)
        for name in ("show", "hand", "log", "pause"):
            assert response_text(
                await house.command(HOST, f"table {name}", CHANNEL, table=live.id)
            ) == UNKNOWN_TABLE_TEXT.format(live.id)
        near = await set_up_table(house)
        for custom_id in (f"eh:show_hand:{live.id}", f"eh:agree:{live.id}:keep"):
            answer = await house.forge(HOST, house.boards(near.id)[0], custom_id)
            assert response_text(answer) == "That table is in another server."


async def test_they_stand_apart_in_ones_own_list_and_wait_for_nobody() -> None:
    async with start_room() as house:
        live = await set_up_table(house, waits_for=HOST)
        await leave_behind(house, live)
        table_list = response_text(await house.command(HOST, "table mine", CHANNEL))
        assert "They wait for you" not in table_list
        assert "In servers I have left" in table_list
        assert f"Voren, table {live.id}: {HOST} and {SEATED}" in table_list
        near = await set_up_table(house, waits_for=HOST)
        table_list = response_text(await house.command(HOST, "table mine", CHANNEL))
        before, after = table_list.split("**In servers I have left:**")
        assert f"table {near.id}" in before
        assert f"table {live.id}" not in before
        assert f"table {live.id}" in after
        choices = await house.sandbox.people.autocomplete(HOST, CHANNEL, "table leave", {"table": ""}, "table")
        assert [choice["value"] for choice in choices] == [near.id, live.id]
        choices = await house.sandbox.people.autocomplete(HOST, CHANNEL, "table show", {"table": ""}, "table")
        assert [choice["value"] for choice in choices] == [near.id]


async def test_they_are_as_before_once_the_bot_is_back() -> None:
    async with start_room() as house:
        live = await set_up_table(house, waits_for=HOST)
        guild = live.record.guild
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: guild in house.services.guild_settings.absent)
        assert house.services.lookup.is_left_behind(live, person(house, HOST).id)
        await house.sandbox.act({"kind": "invite_bot"})
        await house.until(lambda: guild not in house.services.guild_settings.absent)
        table_list = response_text(await house.command(HOST, "table mine", CHANNEL))
        assert "Waiting for you" in table_list
        assert "not in any more" not in table_list
        assert "Ask the others: scores kept" in find_answer_buttons(
            await house.command(HOST, "table end", CHANNEL, table=live.id)
        )
