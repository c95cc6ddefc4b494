"""What the bot tells its operator to do next: in its log, on /health, and in the settings of a server."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import pytest

from bot.common.bot_permissions import invite_link
from sandbox.server import permissions
from sandbox.server.membership import remove_bot
from tests.e2e.test_health import serve_health
from tests.support.house import House, start_house
from tests.support.messages import text
from tests.support.panels import choose, panel
from tests.support.waiting import until
from tests.support.wire_tables import BYSTANDER, CHANNEL, MODERATOR, start_room


def channel_id(house: House, name: str = CHANNEL) -> str:
    return next(channel.id for channel in house.sandbox.world.channels.values() if channel.data.get("name") == name)


def list_missing(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if "lacks" in record.getMessage()]


async def test_in_no_server_the_link_stands_in_the_log_once_and_on_the_health_page(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with start_house() as house:
        await until(house.bot.is_ready)
        await house.stop()
        remove_bot(house.sandbox.world)
        caplog.clear()
        await house.start()
        await until(house.bot.is_ready)
        assert house.bot.application is not None
        link = invite_link(house.bot.application)
        await until(lambda: link in caplog.text)
        await house.bot.on_ready()  # as after a lost session
        assert caplog.text.count(link) == 1
        async with serve_health(house) as address, aiohttp.ClientSession() as session:
            async with session.get(f"{address}/health") as answer:
                assert (await answer.json())["invite"] == link
            await house.sandbox.act({"kind": "invite_bot"})
            await until(lambda: house.bot.guilds)
            async with session.get(f"{address}/health") as answer:
                assert "invite" not in await answer.json()


async def test_a_bot_that_comes_to_a_server_writes_nothing_there() -> None:
    async with start_room() as house:
        await house.sandbox.act({"kind": "remove_bot"})
        await until(lambda: not house.bot.guilds)
        house.requests.clear()
        await house.sandbox.act({"kind": "invite_bot"})
        await until(lambda: house.bot.guilds)
        await asyncio.sleep(600)
        assert [request.route for request in house.requests if request.method == "POST"] == []


async def test_a_permission_that_is_missing_in_a_channel_is_named_there_and_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with start_room() as house:
        await until(house.bot.is_ready)
        assert "I lack" not in text(await panel(house))
        channel = channel_id(house)
        await house.sandbox.act({"kind": "permissions", "channel_id": channel, "attach_files": False})
        expected = f"I lack Attach Files in <#{channel}>: tables are shown in words, without pictures."
        guild = house.bot.guilds[0]
        (text_channel,) = [entry for entry in guild.text_channels if entry.id == int(channel)]
        await until(lambda: not text_channel.permissions_for(guild.me).attach_files)
        assert expected in text(await panel(house, MODERATOR)).splitlines()
        assert "I lack" not in text(await panel(house, BYSTANDER))
        caplog.clear()
        await house.stop()
        await house.start()
        await until(lambda: bool(list_missing(caplog)))
        guild = house.bot.guilds[0]
        lack = f"guild {guild.id} ({guild.name}): the bot lacks Attach Files in #{CHANNEL}: tables are shown in words"
        (line,) = list_missing(caplog)
        assert line.startswith(lack)


async def test_one_that_is_missing_everywhere_is_named_once_and_when_the_bot_is_invited(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("BOT", "EVERYONE"):
        held = getattr(permissions, role) & ~permissions.PUBLIC_THREADS & ~permissions.HISTORY
        monkeypatch.setattr(permissions, role, held)
    async with start_room() as house:
        await until(lambda: len(list_missing(caplog)) == 2)
        assert "Create Public Threads in every channel: tables stay in the channel" in list_missing(caplog)[0]
        assert "Read Message History in every channel:" in list_missing(caplog)[1]
        caplog.clear()
        await house.sandbox.act({"kind": "remove_bot"})
        count = len(house.requests)
        await house.sandbox.act({"kind": "invite_bot"})
        await until(lambda: len(list_missing(caplog)) == 2)
        assert not [request for request in house.requests[count:] if request.method != "GET"]  # it says nothing there


async def test_where_tables_have_their_channels_only_those_count() -> None:
    async with start_room() as house:
        await until(house.bot.is_ready)
        channel = channel_id(house)
        guild = house.bot.guilds[0]
        other = next(entry for entry in guild.text_channels if entry.id != int(channel))
        await house.sandbox.act({"kind": "permissions", "channel_id": str(other.id), "send_messages": False})
        await until(lambda: not other.permissions_for(guild.me).send_messages)
        assert f"I lack Send Messages in <#{other.id}>: no tables or pads there." in text(await panel(house))
        await choose(house, "channels", channel)
        assert "I lack" not in text(await panel(house))
        await choose(house, "channels", channel, str(other.id))
        assert f"I lack Send Messages in <#{other.id}>" in text(await panel(house))
