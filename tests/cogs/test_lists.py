"""Lists of tables: those that wait for players, and one's own."""

from __future__ import annotations

from bot.tables import arranging, lobby
from bot.tables.lobby import INVITED_ONLY
from rules.registry import game_named
from tests.cogs.room import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    ended,
    in_private,
    is_private,
    moved,
    number,
    person,
    played,
    room,
    said,
    table,
)


async def test_the_lobbies_of_a_server_are_listed_with_the_way_there() -> None:
    """The newest first; not those that have begun, nor those of other servers."""
    async with room() as here:
        assert "None waits just now." in said(await here.command(OTHER, "table lobbies", channel=CHANNEL))
        first, begun, closed, elsewhere = (
            await table(here, "lobby"),
            await table(here),
            await table(here, "lobby", (OTHER,)),
            await table(here, "lobby"),
        )
        moved(here, elsewhere)
        who = person(here, OTHER)
        await arranging.change_setting(here.bot.tables, closed.id, INVITED_ONLY, 1, who, number(here))
        answer = await here.command(BYSTANDER, "table lobbies", channel=CHANNEL)
        assert is_private(answer)
        listed = said(answer).splitlines()[1:]
        assert len(listed) == 2
        assert f"table {closed.id}: {OTHER}, 1 of 10 seats, for those who are invited · <#" in listed[0]
        assert f"table {first.id}: {HOST} and {SEATED}, 2 of 10 seats · <#{first.record.channel}>" in listed[1]
        assert begun.id != first.id


async def test_lobbies_of_channels_that_one_cannot_see_are_not_listed() -> None:
    """Their names and the people there are nobody else's business."""
    async with room() as here:
        live = await table(here, "lobby")
        hidden = here.sandbox.world.channels[str(live.record.channel)]
        everybody = {"id": here.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        hidden.data["permission_overwrites"] = [everybody]
        here.sandbox.world.channel_updated(hidden)
        for who, wanted in ((MODERATOR, True), (BYSTANDER, False)):  # she owns the server
            answer = await here.command(who, "table lobbies", channel="parlour")
            assert (f"table {live.id}" in said(answer)) is wanted, who


async def test_lobbies_of_a_private_thread_are_listed_there_alone() -> None:
    """Who is in it Discord does not say; who may see the channel around it may not be."""
    async with room() as here:
        around = here.sandbox.people.channel(CHANNEL)["id"]
        made = await here.bot.http.start_thread_without_message(
            int(around), name="Quiet", auto_archive_duration=1440, type=12, invitable=False
        )
        thread = int(made["id"])
        await here.until(lambda: any(guild.get_thread(thread) for guild in here.bot.guilds))
        where, game = (int(here.sandbox.world.guild_id), thread), game_named("voren")
        live = await lobby.open_table(here.bot.tables, game, {}, where, person(here, MODERATOR), None)
        for place, wanted in ((CHANNEL, False), (str(thread), True)):
            answer = await here.command(MODERATOR, "table lobbies", channel=place)
            assert (f"table {live.id}" in said(answer)) is wanted, place


async def test_ones_own_tables_are_listed_those_that_wait_first() -> None:
    """With a link to each; tables that are over are none any more, and others' are not named."""
    async with room() as here:
        assert "You have no seat anywhere just now." in said(await here.command(OTHER, "table mine", channel=CHANNEL))
        waits = await table(here, waits_for=HOST)
        others = await table(here, waits_for=SEATED)
        between = await table(here, "waiting")
        begins = await table(here, "lobby", (HOST,))
        foreign = await table(here, people=(OTHER, SEATED))
        over = await table(here, "over")
        for channel in (CHANNEL, "parlour"):
            answer = await here.command(HOST, "table mine", channel=channel)
            assert is_private(answer)
            mine, _, rest = said(answer).partition("**Waiting for others:**")
            for live, how in ((waits, "your turn"), (between, "the next hand may be dealt")):
                link = f"https://discord.com/channels/{live.record.guild}/{live.record.channel}/{live.record.message}"
                assert f"[Voren, table {live.id}]({link}) in " in mine
                assert f": {how}" in mine
            assert f"table {others.id}]" in rest
            assert f"waits for {SEATED}" in rest
            assert f"not begun, {HOST}" in rest
            assert f"table {begins.id}]" in rest
            assert not any(f"table {live.id}]" in said(answer) for live in (foreign, over))
        with in_private(here):
            assert f"table {waits.id}]" in said(await here.command(HOST, "table mine", channel=CHANNEL))
        await lobby.join(here.bot.tables, begins.id, person(here, SEATED), number(here))
        await played(here, waits)
        await ended(here, others)
        mine = said(await here.command(HOST, "table mine", channel=CHANNEL))
        assert "Waiting for others" in mine
        assert f"table {others.id}]" not in mine
