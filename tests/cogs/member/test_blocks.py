"""`/block`, over the wire: everything about it is private."""

from __future__ import annotations

import pytest

from bot.tables.commands.lobby import NO_SEAT
from data.people import records
from tests.support.lobbies import user
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    OTHER,
    SEATED,
    board,
    is_private,
    response_text,
    set_up_table,
    start_room,
)


async def test_a_list_is_kept_in_private_and_keeps_people_out() -> None:
    """Whoever is on it learns nothing of it; whoever is taken off gets in."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        answer_to_add = await house.command(HOST, "block add", CHANNEL, member=user(house, OTHER))
        assert is_private(answer_to_add)
        assert f"{OTHER} is blocked. They cannot join your tables" in response_text(answer_to_add)
        assert f"{OTHER} is already blocked." in response_text(
            await house.command(HOST, "block add", CHANNEL, member=user(house, OTHER))
        )
        refused = await house.press(OTHER, board(house, live), "Join")
        assert is_private(refused)
        assert response_text(refused) == NO_SEAT
        answer = await house.command(HOST, "block list", CHANNEL)
        assert is_private(answer)
        assert f"- {OTHER}" in response_text(answer)
        assert "Nobody." in response_text(await house.command(OTHER, "block list", CHANNEL))
        people = house.sandbox.people
        offered = await people.autocomplete(HOST, CHANNEL, "block remove", {"person": ""}, "person")
        assert offered == [{"name": OTHER, "value": user(house, OTHER)}]
        assert await people.autocomplete(OTHER, CHANNEL, "block remove", {"person": ""}, "person") == []
        assert "You have not blocked that person." in response_text(
            await house.command(OTHER, "block remove", CHANNEL, person=HOST)
        )
        removed = await house.command(HOST, "block remove", CHANNEL, person=OTHER)
        assert f"{OTHER} is no longer blocked." in response_text(removed)
        assert is_private(removed)
        await house.press(OTHER, board(house, live), "Join")
        assert live.names() == (HOST, SEATED, OTHER)


async def test_nobody_blocks_themselves_a_bot_or_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets a sentence."""
    monkeypatch.setattr(records, "MAX_BLOCKED", 1)
    async with start_room() as house:
        for member, text in (
            (user(house, HOST), "You cannot block yourself."),
            (house.sandbox.world.bot["id"], "You cannot block a bot."),
            (user(house, OTHER), "is blocked."),
            (user(house, BYSTANDER), "people, the limit"),
        ):
            answer = await house.command(HOST, "block add", CHANNEL, member=member)
            assert text in response_text(answer)
            assert is_private(answer)
