"""A table is there for whoever sees where it is played, sits at it or is invited: a number alone opens nothing. And a
moderator's rights are those of the table's own channel.
"""

from __future__ import annotations

import discord

from bot.tables.commands import arrange_lobby, lobby, substitutes
from bot.tables.model.actor import Actor
from bot.transport.interactions.table_lookup import NO_TABLE
from data.tables.records import Append, RecordChanges
from rules.registry import game_named
from sandbox.server import permissions
from tests.support.house import House
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    person,
    response_text,
    set_up_table,
    start_room,
)

ELSEWHERE = "elsewhere"
VOREN = game_named("voren")
UNKNOWN = "There is no table"


def hide_channel(house: House, channel: str, *shown_to: str) -> None:
    """Let only these people and the bot see a channel."""
    result = house.sandbox.world.channels[house.sandbox.people.channel(channel)["id"]]
    view = str(permissions.VIEW)
    keys = [house.sandbox.people.user(who)["id"] for who in shown_to]
    result.data["permission_overwrites"] = [
        {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": view},
        *({"id": key, "type": 1, "allow": view, "deny": "0"} for key in (*keys, house.sandbox.world.bot["id"])),
    ]
    house.sandbox.world.channel_updated(result)


async def test_the_number_of_a_table_where_one_may_not_look_tells_nothing_and_does_nothing() -> None:
    """Those who sit there find it from anywhere."""
    async with start_room() as house:
        house.sandbox.people.add_channel(ELSEWHERE)
        hide_channel(house, CHANNEL, HOST, SEATED)
        await house.restart()
        live = await set_up_table(house, "playing", (HOST, SEATED))
        await substitutes.offer(house.services.tables, live.id, 1, find_actor(house, SEATED))
        before = live.record.seq
        for command in ("log", "show", "replay", "end", "move", "sit"):
            options = {"sit": {"seat": 2}}.get(command, {})
            answer = await house.command(OTHER, f"table {command}", ELSEWHERE, table=live.id, **options)
            assert UNKNOWN in response_text(answer), command
        choices = await house.sandbox.people.autocomplete(OTHER, ELSEWHERE, "table sit", {"table": live.id}, "seat")
        assert choices == []
        assert live.record.seq == before
        assert "Log of" in response_text(await house.command(SEATED, "table log", ELSEWHERE, table=live.id))


async def test_a_lobby_that_one_may_not_see_is_joined_by_those_who_are_invited_alone() -> None:
    async with start_room() as house:
        house.sandbox.people.add_channel(ELSEWHERE)
        hide_channel(house, CHANNEL, HOST, SEATED)
        await house.restart()
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        await lobby.add_computer(house.services.tables, live.id, find_actor(house, HOST))
        assert UNKNOWN in response_text(await house.command(OTHER, "table sit", ELSEWHERE, table=live.id, seat=3))
        await arrange_lobby.invite(house.services.tables, live.id, [person(house, OTHER)], find_actor(house, HOST))
        assert "You are seated" in response_text(
            await house.command(OTHER, "table sit", ELSEWHERE, table=live.id, seat=3)
        )


async def test_moderator_of_one_channel_moves_no_table_of_another() -> None:
    async with start_room() as house:
        around = int(house.sandbox.people.channel(CHANNEL)["id"])
        result = await house.bot.http.start_thread_without_message(
            around, name="Cards", auto_archive_duration=1440, type=discord.ChannelType.public_thread.value
        )
        thread = int(result["id"])
        await house.until(lambda: house.bot.guilds[0].get_thread(thread))
        channel = house.sandbox.world.channels[house.sandbox.people.channel("parlour")["id"]]
        manages = {"id": house.sandbox.people.user(BYSTANDER)["id"], "type": 1, "deny": "0"}
        channel.data["permission_overwrites"] = [{**manages, "allow": str(permissions.MANAGE_MESSAGES)}]
        house.sandbox.world.channel_updated(channel)
        for place in (around, thread):
            place_ids = (int(house.sandbox.world.guild_id), place)
            live = await lobby.open_table(
                house.services.tables, VOREN, {}, place_ids, Actor(person(house, HOST).id, HOST, None)
            )
            await house.services.board.post(live)
            refused = await house.command(BYSTANDER, "table move", "parlour", table=live.id)
            assert "Only the host or a moderator can move this table" in response_text(refused)
            assert live.record.channel == place
            answer = await house.command(MODERATOR, "table move", "parlour", table=live.id)
            assert f"Move {live.name} here?" in response_text(answer)


async def test_a_button_for_a_table_where_one_may_not_look_does_nothing() -> None:
    """Whatever its custom id says, and on whichever message it stands; those who sit there may press it anywhere."""
    async with start_room() as house:
        house.sandbox.people.add_channel(ELSEWHERE)
        hide_channel(house, CHANNEL, HOST, SEATED)
        await house.restart()
        hidden, lobby_there = (
            await set_up_table(house, "playing", (HOST, SEATED)),
            await set_up_table(house, "lobby", (HOST, SEATED)),
        )
        lobby_message = (await house.command(OTHER, "voren new", ELSEWHERE)).get("message") or {}
        before = hidden.record.seq, lobby_there.record.seq
        for verb in (
            "show_log",
            "show_scores",
            "show_more",
            "show_hand",
            "join_table",
            "deal_next_hand",
            "leave_lobby",
        ):
            for live in (hidden, lobby_there):
                answer = await house.forge(OTHER, lobby_message, f"eh:{verb}:{live.id}")
                assert NO_TABLE in response_text(answer), verb
        assert (hidden.record.seq, lobby_there.record.seq) == before
        assert "Log of" in response_text(await house.forge(SEATED, lobby_message, f"eh:show_log:{hidden.id}"))


async def test_invisible_rematch_is_not_named() -> None:
    """It was moved to where whoever presses the old table's button may not look."""
    async with start_room() as house:
        house.sandbox.people.add_channel(ELSEWHERE)
        hide_channel(house, ELSEWHERE, MODERATOR, HOST, SEATED)
        await house.restart()
        live = await set_up_table(house, "over", (HOST, SEATED))
        await house.press(HOST, board(house, live), "Rematch")
        text = f"table {live.id + 1} is the rematch"
        assert text in response_text(await house.press(BYSTANDER, board(house, live), "Rematch"))
        rematch = await house.live(live.id + 1)
        there_id = int(house.sandbox.people.channel(ELSEWHERE)["id"])
        moved = RecordChanges(channel=there_id, message_channel=None, message=None)
        await house.services.tables.update_row(rematch.id, lambda record: Append(record.id, record.seq, changes=moved))
        assert text not in response_text(await house.press(BYSTANDER, board(house, live), "Rematch"))
