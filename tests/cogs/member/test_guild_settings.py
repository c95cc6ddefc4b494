"""`/settings server`: where and by whom tables are opened, how many, when and how loudly people are mentioned."""

from __future__ import annotations

import asyncio

import pytest

from bot.people.guild_settings import ServerSettings
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.ui.settings.guild_settings import GROUP_LABELS
from data.engine.errors import StoreUnreachable
from sandbox.server.records import PLAYERS
from tests.support.house import House
from tests.support.messages import Json, components, text
from tests.support.panels import choose, guild, panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    SEATED,
    find_answer_buttons,
    find_waiting,
    in_private,
    response_text,
    set_up_table,
    start_room,
)

SILENT = 1 << 12
"""Discord's flag of a message that makes no sound."""


async def try_open_table(house: House, who: str = HOST, channel: str = CHANNEL, **options: object) -> str:
    """Try to open a table; return the words of the answer."""
    return response_text(await house.command(who, "voren new", channel, **options))


async def test_a_channel_is_settled_while_what_waits_for_it_cannot_be_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting is stored by then: the person is not told that nothing was."""
    async with start_room() as house:

        async def raise_unreachable(_: int) -> None:
            raise StoreUnreachable("waking")

        monkeypatch.setattr(house.services.scheduler, "wake_guild", raise_unreachable)
        channel_id = house.sandbox.people.channel(CHANNEL)["id"]
        assert f"<#{channel_id}>" in await choose(house, "daily_channel", channel_id)


async def test_everybody_sees_what_holds_and_who_manages_the_server_what_changes_it() -> None:
    async with start_room() as house:
        message, manager_page = await panel(house, BYSTANDER), await panel(house)
        assert "**Channels for tables:** all\n**Roles that may open tables:** everyone\n" in text(message)
        assert "**Tables at a time:** at most 50" in text(message)
        assert "**Mention when it is your turn:** after a minute" in text(message)
        assert "Only managers of this server can change this." in text(message)
        assert not [component for component in components(message) if "custom_id" in component]
        assert "**Tables at a time:** at most 50" in text(manager_page)
        matches = [component for group in GROUP_LABELS for component in components(await panel(house, group=group))]
        assert {component["custom_id"] for component in matches if "custom_id" in component} == {
            "eh:set_server_setting:page",
            "eh:set_server_setting:channels", "eh:set_server_setting:roles", "eh:set_server_setting:max_tables",
            "eh:set_server_setting:mention", "eh:set_server_setting:looking_role",
            "eh:set_server_setting:report_channel", "eh:set_server_setting:daily_channel",
            "eh:set_server_setting:silent:1", "eh:set_server_setting:compares_servers:1",
            "eh:set_server_setting:retention_days",
        }  # fmt: skip
        refused = await house.forge(BYSTANDER, message, "eh:set_server_setting:silent:1")
        assert "Only managers of this server can change this." in response_text(refused)
        for nonsense in (
            "eh:set_server_setting",
            "eh:set_server_setting:colour",
            "eh:set_server_setting:max_tables",
            "eh:set_server_setting:mention",
        ):
            for value in ("-7", "--7", "seven"):
                answer = await house.forge(MODERATOR, manager_page, nonsense, value)
                assert "There is no such setting" in response_text(answer)
        assert await house.services.guild_settings.of(guild(house)) == ServerSettings()
        with in_private(house):
            assert "Use this in a server" in response_text(await house.command(MODERATOR, "settings server"))


async def test_tables_are_opened_where_and_by_whom_the_server_wants() -> None:
    """A channel that was named, or a role, and is chosen no more holds nobody back."""
    async with start_room() as house:
        other = house.sandbox.people.channel("parlour")["id"]
        assert f"**Channels for tables:** <#{other}>" in await choose(house, "channels", other)
        assert f"Open tables and pads in <#{other}>." in await try_open_table(house)
        assert "Join" in find_answer_buttons(await house.command(HOST, "voren new", "parlour"))
        marked = next(
            component
            for component in components(await panel(house, group="tables"))
            if component.get("custom_id") == "eh:set_server_setting:channels"
        )
        assert marked["default_values"] == [{"id": other, "type": "channel"}]
        assert "**Channels for tables:** all" in await choose(house, "channels")
        assert f"**Roles that may open tables:** <@&{PLAYERS}>" in await choose(house, "roles", PLAYERS)
        assert f"Only <@&{PLAYERS}> can open tables and pads here. Anyone can join." in await try_open_table(
            house, BYSTANDER
        )
        assert "**Roles that may open tables:** everyone" in await choose(house, "roles")
        assert "Voren" in await try_open_table(house)


def test_a_thread_is_where_the_channel_around_it_is() -> None:
    server = ServerSettings(channels=(7, 8), roles=(3,))
    assert server.refusal((20, 8), (3, 4)) == ""
    assert "pads in <#7> or <#8>." in server.refusal((20, 9), (3, 4))
    assert "Only <@&3> can open tables" in server.refusal((20, 8), (4,))


async def test_no_more_tables_than_the_server_wants() -> None:
    async with start_room() as house:
        assert "at most 5\n" in await choose(house, "max_tables", 5)
        for who in (HOST, HOST, SEATED, SEATED, BYSTANDER):
            assert "This server has" not in await try_open_table(house, who)
        assert "This server has 5 open tables" in await try_open_table(house, BYSTANDER)
        assert "at most 50\n" in await choose(house, "max_tables", 50)
        assert "This server has" not in await try_open_table(house, BYSTANDER)


async def test_a_table_mentions_as_the_server_has_it_unless_its_host_says_otherwise() -> None:
    async with start_room() as house:
        assert "**Mention when it is your turn:** never" in await choose(house, "mention", NO_MENTIONS_SETTING)
        await try_open_table(house)
        await try_open_table(house, mention=3600)
        first, second = [await house.live(number) for number in (1, 2)]
        assert first.record.settings.get("mention") == NO_MENTIONS_SETTING
        assert second.record.settings.get("mention") == 3600


@pytest.mark.parametrize("silent", [False, True])
async def test_a_mention_makes_a_sound_unless_the_server_wants_none(*, silent: bool) -> None:
    async with start_room(ping_delay=0.2, ping_quiet=0) as house:
        if silent:
            await house.services.guild_settings.change(guild(house), silent=True)
        live = await set_up_table(house)

        def list_mentions() -> list[Json]:
            public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
            return [message for message in public if f"it is your turn at Voren, table {live.id}" in message["content"]]

        await house.until(list_mentions)
        assert find_waiting(live) not in list_mentions()[0]["content"]
        assert bool(list_mentions()[0]["flags"] & SILENT) is silent


async def test_simultaneous_changes_and_settings_of_newer_versions_are_all_kept() -> None:
    async with start_room() as house:
        await asyncio.gather(
            house.services.guild_settings.change(guild(house), silent=True),
            house.services.guild_settings.change(guild(house), max_tables=10),
        )
        assert await house.services.guild_settings.of(guild(house)) == ServerSettings(silent=True, max_tables=10)
        await house.restart()
        assert await house.services.guild_settings.of(guild(house)) == ServerSettings(silent=True, max_tables=10)
