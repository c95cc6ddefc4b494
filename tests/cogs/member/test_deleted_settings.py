"""What was settled for a server by a channel or role that has been deleted does not count; managers are told once."""

from __future__ import annotations

from sandbox.server.records import PLAYERS
from tests.support.house import House
from tests.support.messages import text
from tests.support.panels import choose, guild, panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    SEATED,
    find_answer_buttons,
    response_text,
    start_room,
)

DELETED_ROLE = 4711
"""The number of a role that has been deleted."""


async def delete_channel(house: House, channel: str) -> int:
    """Delete a channel, and wait until the bot knows; return its number."""
    number = int(house.sandbox.people.channel(channel)["id"])
    house.sandbox.people.delete_channel(MODERATOR, channel)
    server = house.bot.get_guild(guild(house))
    assert server is not None
    await house.until(lambda: server.get_channel(number) is None)
    return number


async def can_open_table(house: House, who: str = HOST) -> bool:
    """Check whether somebody may open a table."""
    return "Join" in find_answer_buttons(await house.command(who, "voren new", CHANNEL))


def read_private_texts(house: House, who: str) -> list[str]:
    """Return what somebody alone has been told in the channel."""
    return [text(message) for message in house.sandbox.people.messages(who, CHANNEL) if message["flags"] & 64]


async def test_where_the_only_channel_is_gone_tables_are_opened_everywhere() -> None:
    async with start_room() as house:
        parlour = house.sandbox.people.channel("parlour")["id"]
        await choose(house, "channels", parlour)
        assert not await can_open_table(house)
        await delete_channel(house, "parlour")
        assert await can_open_table(house)
        assert "**Channels for tables:** all" in text(await panel(house, BYSTANDER))


async def test_of_several_channels_the_others_hold() -> None:
    async with start_room() as house:
        house.sandbox.people.add_channel("attic")
        for name in ("parlour", "attic"):
            assert house.sandbox.people.channel(name)
        await choose(house, "channels", *(house.sandbox.people.channel(name)["id"] for name in ("parlour", "attic")))
        deleted_id = await delete_channel(house, "parlour")
        answer = response_text(await house.command(HOST, "voren new", CHANNEL))
        assert f"pads in <#{house.sandbox.people.channel('attic')['id']}>." in answer
        assert str(deleted_id) not in answer
        assert "Join" in find_answer_buttons(await house.command(HOST, "voren new", "attic"))


async def test_where_the_only_role_is_gone_everybody_opens_tables() -> None:
    async with start_room() as house:
        servers = house.services.guild_settings
        await servers.change(guild(house), roles=(DELETED_ROLE,))
        assert await can_open_table(house, BYSTANDER)
        assert "**Roles that may open tables:** everyone" in text(await panel(house, BYSTANDER))
        await servers.change(guild(house), roles=(DELETED_ROLE, int(PLAYERS)))
        answer = response_text(await house.command(BYSTANDER, "voren new", CHANNEL))
        assert f"Only <@&{PLAYERS}> can open tables" in answer


async def test_no_role_is_mentioned_and_nothing_reported_where_they_are_gone() -> None:
    async with start_room() as house:
        house.sandbox.people.add_channel("office")
        office = int(house.sandbox.people.channel("office")["id"])
        await house.services.guild_settings.change(guild(house), looking_role=DELETED_ROLE, report_channel=office)
        await delete_channel(house, "office")
        page = text(await panel(house, BYSTANDER))
        assert "**Role to ping for players:** none" in page
        assert "**Reported notes go to:** no channel yet" in page


async def test_managers_are_told_once() -> None:
    async with start_room() as house:
        house.sandbox.people.add_channel("office")
        office = int(house.sandbox.people.channel("office")["id"])
        parlour = house.sandbox.people.channel("parlour")["id"]
        await choose(house, "channels", parlour)
        servers = house.services.guild_settings
        await servers.change(
            guild(house), roles=(DELETED_ROLE, int(PLAYERS)), looking_role=DELETED_ROLE, report_channel=office
        )
        for name in ("parlour", "office"):
            await delete_channel(house, name)
        for who in (HOST, SEATED):  # who does not manage the server hears nothing
            await house.command(who, "help", CHANNEL)
            assert not any("deleted" in whisper for whisper in read_private_texts(house, who))
        await house.command(MODERATOR, "help", CHANNEL)
        await house.until(lambda: any("deleted" in whisper for whisper in read_private_texts(house, MODERATOR)))
        (sentence,) = [whisper for whisper in read_private_texts(house, MODERATOR) if "deleted" in whisper]
        assert "The last channel for tables was deleted. Tables can now be in all channels." in sentence
        assert "A role that may open tables was deleted. The others stay." in sentence
        assert "The role to ping for players was deleted" in sentence
        assert "The channel for reported notes was deleted" in sentence
        settled = await servers.of(guild(house))
        assert (settled.channels, settled.roles) == ((), (int(PLAYERS),))
        assert (settled.looking_role, settled.report_channel) == (None, None)
        before = len(read_private_texts(house, MODERATOR))
        await house.command(MODERATOR, "help", CHANNEL)
        await house.until(lambda: len(read_private_texts(house, MODERATOR)) == before + 1)
        assert len([whisper for whisper in read_private_texts(house, MODERATOR) if "deleted" in whisper]) == 1


async def test_nothing_is_told_where_all_are_there() -> None:
    async with start_room() as house:
        await choose(house, "channels", house.sandbox.people.channel(CHANNEL)["id"])
        before = await house.services.guild_settings.of(guild(house))
        await house.command(MODERATOR, "help", CHANNEL)
        assert not any("deleted" in whisper for whisper in read_private_texts(house, MODERATOR))
        assert await house.services.guild_settings.of(guild(house)) == before
