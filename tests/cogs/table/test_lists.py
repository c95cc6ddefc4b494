"""Lists of tables: those that wait for players, and one's own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.tables.commands import arrange_lobby, lobby, pause, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from data.engine.clock import now_ms
from data.tables.records import LESSONS_GUILD_ID
from rules.registry import game_named
from tests.support.house import House
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    end_table,
    find_actor,
    find_awaited,
    in_private,
    is_private,
    move_to_other_server,
    person,
    play_hand_out,
    response_text,
    set_up_table,
    start_room,
)


async def open_lobby_without_board(house: House, *people: str) -> TableState:
    """Open a lobby of these people without a message; return its table."""
    place = (int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"]))
    live = await lobby.open_table(
        house.services.tables, game_named("voren"), {}, place, Actor(person(house, people[0]).id, people[0], None)
    )
    for other in people[1:]:
        await lobby.join(house.services.tables, live.id, find_actor(house, other))
    return live


def evict_all_tables(house: House) -> None:
    """Take all tables out of memory, as after a start."""
    for number in list(house.services.tables._live):
        house.services.tables.evict(number)


async def test_the_lobbies_of_a_server_are_listed_with_the_way_there() -> None:
    """The newest first; not those that have begun, nor those of other servers."""
    async with start_room() as house:
        assert "No table is waiting." in response_text(await house.command(OTHER, "table lobbies", channel=CHANNEL))
        first, started, closed, elsewhere = (
            await set_up_table(house, "lobby"),
            await set_up_table(house),
            await set_up_table(house, "lobby", (OTHER,)),
            await set_up_table(house, "lobby"),
        )
        await move_to_other_server(house, elsewhere)
        await arrange_lobby.change_settings(
            house.services.tables, closed.id, {"invited_only": True}, find_actor(house, OTHER)
        )
        answer = await house.command(BYSTANDER, "table lobbies", channel=CHANNEL)
        assert is_private(answer)
        lines = response_text(answer).splitlines()[1:]
        assert len(lines) == 2
        assert f"table {closed.id}: {OTHER}, 1 of 10 seats, invited people only · <#" in lines[0]
        assert f"table {first.id}: {HOST} and {SEATED}, 2 of 10 seats · <#{first.record.channel}>" in lines[1]
        assert started.id != first.id


async def test_lobbies_of_channels_that_one_cannot_see_are_not_listed() -> None:
    """Their names and the people there are nobody else's business."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        hidden = house.sandbox.world.channels[str(live.record.channel)]
        everybody = {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        hidden.data["permission_overwrites"] = [everybody]
        house.sandbox.world.channel_updated(hidden)
        for who, is_listed in ((MODERATOR, True), (BYSTANDER, False)):  # she owns the server
            answer = await house.command(who, "table lobbies", channel="parlour")
            assert (f"table {live.id}" in response_text(answer)) is is_listed, who


async def test_lobbies_of_a_private_thread_are_listed_there_alone() -> None:
    """Who is in it Discord does not say; who may see the channel around it may not be."""
    async with start_room() as house:
        around = house.sandbox.people.channel(CHANNEL)["id"]
        result = await house.bot.http.start_thread_without_message(
            int(around), name="Quiet", auto_archive_duration=1440, type=12, invitable=False
        )
        thread = int(result["id"])
        await house.until(lambda: any(guild.get_thread(thread) for guild in house.bot.guilds))
        place_ids, game = (int(house.sandbox.world.guild_id), thread), game_named("voren")
        live = await lobby.open_table(
            house.services.tables, game, {}, place_ids, Actor(person(house, MODERATOR).id, MODERATOR, None)
        )
        for place, is_listed in ((CHANNEL, False), (str(thread), True)):
            answer = await house.command(MODERATOR, "table lobbies", channel=place)
            assert (f"table {live.id}" in response_text(answer)) is is_listed, place


async def test_ones_own_tables_are_listed_those_that_wait_first() -> None:
    """With a link to each; tables that are over are none any more, and others' are not named."""
    async with start_room() as house:
        assert "You sit at no table." in response_text(await house.command(OTHER, "table mine", channel=CHANNEL))
        waiting = await set_up_table(house, waits_for=HOST)
        others = await set_up_table(house, waits_for=SEATED)
        between = await set_up_table(house, "waiting")
        begins = await set_up_table(house, "lobby", (HOST,))
        foreign = await set_up_table(house, people=(OTHER, SEATED))
        over = await set_up_table(house, "over")
        for channel in (CHANNEL, "parlour"):
            answer = await house.command(HOST, "table mine", channel=channel)
            assert is_private(answer)
            waiting_text, _, rest = response_text(answer).partition("**Waiting for others:**")
            for live, how in ((waiting, "your turn"), (between, "the next hand can be dealt")):
                link = f"https://discord.com/channels/{live.record.guild}/{live.record.channel}/{live.record.message}"
                assert f"[Voren, table {live.id}]({link}) in " in waiting_text
                assert f": {how}" in waiting_text
            assert f"table {others.id}]" in rest
            assert f"waits for {SEATED}" in rest
            assert f"not started, {HOST}" in rest
            assert f"table {begins.id}]" in rest
            assert not any(f"table {live.id}]" in response_text(answer) for live in (foreign, over))
        with in_private(house):
            assert f"table {waiting.id}]" in response_text(await house.command(HOST, "table mine", channel=CHANNEL))
        await lobby.join(house.services.tables, begins.id, find_actor(house, SEATED))
        await play_hand_out(house, waiting)
        await end_table(house, others)
        waiting_text = response_text(await house.command(HOST, "table mine", channel=CHANNEL))
        assert f"you can start it, {HOST} and {SEATED}" in waiting_text
        assert f"table {others.id}]" not in waiting_text


async def test_waiting_tables_come_first() -> None:
    """The rest is cut, and how much of it there is is said."""
    async with start_room() as house:
        waiting = await set_up_table(house, waits_for=HOST)
        later = [await open_lobby_without_board(house, HOST) for _ in range(17)]
        evict_all_tables(house)
        answer = response_text(await house.command(HOST, "table mine", channel=CHANNEL))
        waiting_text, _, rest = answer.partition("**Waiting for others:**")
        assert "No table is waiting for you." not in answer
        assert f"table {waiting.id}]" in waiting_text
        assert f"table {later[-1].id}]" in rest
        assert f"table {later[0].id}]" not in rest
        assert len(re.findall(r"^- ", answer, re.MULTILINE)) == 15
        assert "… and 3 more." in rest
        await play.act(house.services.tables, waiting.id, "deal", find_actor(house, HOST))
        assert "No table is waiting for you." in response_text(await house.command(HOST, "table mine", channel=CHANNEL))


async def test_invitations_and_tables_that_one_may_start_wait_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An invitation until it is answered; a lobby for its host once enough are seated, later for all who are."""
    async with start_room() as house:
        alone = await open_lobby_without_board(house, HOST)
        full = await open_lobby_without_board(house, HOST, SEATED)
        guest = person(house, OTHER)
        await arrange_lobby.invite(house.services.tables, alone.id, [guest], find_actor(house, HOST))
        await arrange_lobby.invite(house.services.tables, full.id, [guest], find_actor(house, HOST))
        evict_all_tables(house)

        async def read_parts(who: str) -> tuple[str, str]:
            answer = response_text(await house.command(who, "table mine", channel=CHANNEL))
            first, _, rest = answer.partition("**Waiting for others:**")
            return first, rest

        first, rest = await read_parts(OTHER)
        assert f"table {alone.id}](" in first
        assert f": you are invited, {HOST}\n" in f"{first}\n"
        assert f": you are invited, {HOST} and {SEATED}" in first
        first, rest = await read_parts(HOST)
        assert f"table {full.id}](" in first
        assert f": you can start it, {HOST} and {SEATED}" in first
        assert f"table {alone.id}](" in rest
        first, rest = await read_parts(SEATED)
        assert f"table {full.id}](" in rest
        monkeypatch.setattr(house.services.tables, "clock", lambda: now_ms() + lobby.HOST_STARTS_WITHIN_MS)
        first, rest = await read_parts(SEATED)
        assert f"table {full.id}](" in first
        await arrange_lobby.decline(house.services.tables, alone.id, find_actor(house, OTHER))
        await lobby.join(house.services.tables, full.id, find_actor(house, OTHER))
        first, rest = await read_parts(OTHER)
        assert f"table {full.id}](" in first
        assert f"table {alone.id}](" not in first + rest


async def test_the_tables_of_a_server_that_are_played_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which hand each plays, whom it waits for since when, the liveliest first; none that has not begun or is over, no
    lesson, none of another server; nobody is mentioned.
    """
    async with start_room() as house:
        assert "No game is being played." in response_text(
            await house.command(BYSTANDER, "table list", channel=CHANNEL)
        )
        first, second = await set_up_table(house), await set_up_table(house)
        between, frozen = await set_up_table(house, "waiting"), await set_up_table(house)
        begins, over, elsewhere = (
            await set_up_table(house, "lobby"),
            await set_up_table(house, "over"),
            await set_up_table(house),
        )
        await move_to_other_server(house, elsewhere)
        frozen.record = await _freeze_table(house, frozen)
        await pause.pause(house.services.tables, first.id, find_actor(house, HOST))
        lesson = await house.command(BYSTANDER, "learn", channel=CHANNEL, game="voren")
        assert await house.store.tables.of_user(person(house, BYSTANDER).id, LESSONS_GUILD_ID), response_text(lesson)
        events = {event.seq: event.at for event in await house.store.tables.log(second.id)}
        since = events[min(second.decisions.values())] // 1000
        evict_all_tables(house)
        answer = await house.command(BYSTANDER, "table list", channel=CHANNEL)
        assert is_private(answer)
        assert (answer.get("message") or {})["mentions"] == []
        lines = response_text(answer).splitlines()[1:]
        assert [int(re.search(r"table (\d+)\]", line)[1]) for line in lines] == [  # type: ignore[index]
            *(first.id, frozen.id, between.id, second.id),
        ]
        link = f"https://discord.com/channels/{second.record.guild}/{second.record.channel}/{second.record.message}"
        assert lines[3] == (
            f"- [Voren, table {second.id}]({link}): Hand 1 of 2, waits for {find_awaited(second)} (<t:{since}:R>)"
        )
        assert "frozen" in lines[1]
        assert re.search(r"Hand 1 of 2 is over, waits for the next deal \(<t:\d+:R>\)$", lines[2])
        assert not any(f"table {live.id}]" in response_text(answer) for live in (begins, over, elsewhere))
        hidden = house.sandbox.world.channels[str(first.record.channel)]
        everybody = {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        hidden.data["permission_overwrites"] = [everybody]
        house.sandbox.world.channel_updated(hidden)
        assert "No game is being played." in response_text(
            await house.command(BYSTANDER, "table list", channel="parlour")
        )


async def test_a_long_list_says_how_many_it_leaves_out() -> None:
    async with start_room() as house:
        lobbies = [await open_lobby_without_board(house, HOST, SEATED) for _ in range(17)]
        answer = response_text(await house.command(BYSTANDER, "table lobbies", channel=CHANNEL))
        assert len(re.findall(r"^- ", answer, re.MULTILINE)) == 15
        assert answer.endswith("… and 2 more.")
        for live in lobbies:
            await lobby.start(house.services.tables, live.id, find_actor(house, HOST))
        evict_all_tables(house)
        answer = response_text(await house.command(BYSTANDER, "table list", channel=CHANNEL))
        assert len(re.findall(r"^- ", answer, re.MULTILINE)) == 15
        assert answer.endswith("… and 2 more.")


async def _freeze_table(house: House, live: TableState) -> Any:
    """Freeze a table, as one whose log does not fit the rules any more; return its row."""
    await house.services.tables._freeze(live)
    return await house.store.tables.get(live.id)
