"""A table looks for players: the server names a role, and it is mentioned once a table, one table in half an hour."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.common.errors import Declined
from bot.tables.commands import arrange_lobby, recruit
from bot.tables.model.table_state import TableState
from data.tables.work import WorkKind, WorkState
from sandbox.server.records import PLAYERS
from tests.support.house import House
from tests.support.lobbies import open_arrangement, verbs
from tests.support.messages import buttons, text
from tests.support.panels import panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_actor,
    is_private,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)


async def name_role(house: House) -> None:
    """Let the server name the role for players; return it."""
    message = await panel(house, group="mentions")
    await house.click(MODERATOR, message, "eh:set_server_setting:looking_role", [PLAYERS])


async def look_for_players(house: House, live: TableState, who: str = SEATED, role: int | None = int(PLAYERS)) -> None:
    """Look for players as somebody who is seated; return the answer."""
    await recruit.look_for_players(house.services.tables, live.id, role, find_actor(house, who))


async def test_server_manager_sets_the_recruiting_role() -> None:
    """Others see what holds; a role that would call everybody is refused; none is named any more when asked."""
    async with start_room() as house:
        answer = await house.command(BYSTANDER, "settings server", CHANNEL)
        assert is_private(answer)
        assert "**Role to ping for players:** none" in response_text(answer)
        refused = await house.forge(
            BYSTANDER, answer.get("message") or {}, "eh:set_server_setting:looking_role", PLAYERS
        )
        assert "Only managers of this server can change this." in response_text(refused)
        message = await panel(house, group="mentions")
        for role in (house.sandbox.world.guild_id, house.sandbox.world.bot["id"]):
            refused = await house.click(MODERATOR, message, "eh:set_server_setting:looking_role", [role])
            assert "is everyone's or a bot's" in response_text(refused)
        answer = await house.click(MODERATOR, message, "eh:set_server_setting:looking_role", [PLAYERS])
        assert f"**Role to ping for players:** <@&{PLAYERS}>" in response_text(
            await house.command(BYSTANDER, "settings server", CHANNEL)
        )
        await house.click(MODERATOR, message, "eh:set_server_setting:looking_role", [])
        assert "**Role to ping for players:** none" in response_text(
            await house.command(BYSTANDER, "settings server", CHANNEL)
        )


async def test_the_role_is_mentioned_once_with_a_button_that_gives_a_seat() -> None:
    """Nobody else is mentioned; the button goes from the private message."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        assert "ping_players" not in verbs(await open_arrangement(house, live, SEATED))
        await name_role(house)
        message = await open_arrangement(house, live, SEATED)
        assert f"mentions <@&{PLAYERS}>, once" in text(message)
        answer = await house.press(SEATED, message, "Look for players")
        assert "Members with the role are mentioned." in response_text(answer)
        assert "Look for players" not in buttons(answer.get("message") or {})
        question = await wait_for_announcement(house, live, f"{SEATED} wants more players.", "8 seats are free.")
        assert question["mention_roles"] == [PLAYERS]
        assert not question["mentions"]
        assert not question["mention_everyone"]
        join_answer = await house.press(OTHER, question, "Play")
        assert is_private(join_answer)
        assert live.names() == (HOST, SEATED, OTHER)
        second_answer = await house.forge(SEATED, message, f"eh:ping_players:{live.id}")
        assert "already looked for players" in response_text(second_answer)
        log = await house.command(OTHER, "table log", table=live.id)
        assert f"{SEATED} wants more players." in response_text(log)


async def test_recruiting_needs_a_role_an_open_table_and_half_an_hours_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each gets its sentence, and nobody is mentioned."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        with pytest.raises(Declined, match="has no role to ping for players"):
            await look_for_players(house, live, role=None)
        with pytest.raises(Declined, match="no seat"):
            await look_for_players(house, live, MODERATOR)
        await arrange_lobby.change_settings(
            house.services.tables, live.id, {"invited_only": True}, find_actor(house, HOST)
        )
        with pytest.raises(Declined, match=r"Press \*Let anyone join\* first\."):
            await look_for_players(house, live)
        await arrange_lobby.change_settings(
            house.services.tables, live.id, {"invited_only": False}, find_actor(house, HOST)
        )
        await look_for_players(house, live)
        other = await set_up_table(house, "lobby")
        with pytest.raises(Declined, match="Another table has just looked for players"):
            await look_for_players(house, other)
        house.services.tables.evict(live.id)
        with pytest.raises(Declined, match="already looked for players"):
            await look_for_players(house, await house.live(live.id))
        monkeypatch.setattr(recruit, "RECRUIT_INTERVAL_MS", 0)
        await look_for_players(house, other)
        await house.until(lambda: _count_mentions(house) == 2)


def _count_mentions(house: House) -> int:
    """Return how often the role has been mentioned."""
    return sum(message.data["mention_roles"] == [PLAYERS] for message in house.sandbox.world.messages.values())


async def test_tables_that_look_at_the_same_instant_come_one_after_the_other() -> None:
    """One of three is heard."""
    async with start_room() as house:
        tables = [await set_up_table(house, "lobby") for _ in range(3)]
        base_exceptions = await asyncio.gather(
            *(look_for_players(house, live) for live in tables), return_exceptions=True
        )
        assert sorted(isinstance(result, Declined) for result in base_exceptions) == [False, True, True]
        assert sum(live.has_recruited for live in tables) == 1


async def test_a_role_that_can_be_mentioned_no_more_is_not_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was deleted, or may not be mentioned: the button goes, an old one says so, and the table's chance is kept."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await name_role(house)
        message = await open_arrangement(house, live, SEATED)
        monkeypatch.setattr(discord.Guild, "get_role", lambda *_: None)
        answer = await house.press(SEATED, message, "Look for players")
        assert "has no role to ping for players" in response_text(answer)
        assert "ping_players" not in verbs(answer.get("message") or {})
        assert not live.has_recruited


@pytest.mark.parametrize("change", ["invited only", "full"])
async def test_nobody_is_called_to_a_table_that_has_no_room_by_then(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is made when it is posted, which may be a while after it was asked for."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await house.services.scheduler.close()
        await look_for_players(house, live)
        if change == "full":
            monkeypatch.setattr(type(live.game), "seats", (2, 2))
        else:
            await arrange_lobby.change_settings(
                house.services.tables, live.id, {"invited_only": True}, find_actor(house, HOST)
            )
        await house.restart()
        await house.until(lambda: _is_settled(house, live.id))
        assert _count_mentions(house) == 0


async def _is_settled(house: House, number: int) -> bool:
    """Check whether all that people are to be told has been told, or is not to be told any more."""
    return {work_item.state for work_item in await house.store.work.of_table(number, WorkKind.ANNOUNCE)} <= {
        WorkState.DONE,
        WorkState.CANCELLED,
    }
