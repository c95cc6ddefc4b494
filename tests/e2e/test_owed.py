"""What is owed stays owed until it is done, however long Discord gives nothing but errors."""

from __future__ import annotations

import pytest

from bot.scheduler import scheduler
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import board, new_interaction_id, set_up_table, start_room

POSTS = "/channels/[0-9]+/messages"


def list_mentions(house: House) -> list[Json]:
    """Return the mentions that stand somewhere."""
    return [
        message.data
        for message in house.sandbox.world.messages.values()
        if "it is your turn" in message.data["content"]
    ]


async def test_an_old_board_goes_and_a_mention_comes_after_the_longest_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is ever given up: two boards would stand there for good, and whoever is awaited would not know."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.01, 0.01))
    async with start_room(ping_delay=0.2, ping_quiet=0) as house:
        house.tolerate = lambda _: True
        house.sandbox.faults.add("status", method="DELETE", path=POSTS, status=404, times=8)
        live = await set_up_table(house)
        house.sandbox.faults.add("status", method="POST", path=POSTS, status=404, times=8)
        await house.until(lambda: not any(entry["method"] == "POST" for entry in house.sandbox.faults.list()))
        old = board(house, live)["id"]
        await house.until(lambda: len(list_mentions(house)) == 1)
        await house.services.board.post(live)
        await house.until(lambda: old not in house.sandbox.world.messages)
        assert [message["id"] for message in house.boards(live.id)] == [str((await house.live(live.id)).record.message)]


async def test_a_mention_whose_answer_was_lost_is_taken_back_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands there, though nobody noted where: it is looked for."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (3600,))
    async with start_room(ping_delay=0.1, ping_quiet=0) as house:
        live = await set_up_table(house)
        house.sandbox.faults.add("drop", method="POST", path=POSTS, after=True)
        await house.until(lambda: list_mentions(house))
        await house.until(lambda: house.services.posts.first_tries)  # tried again only after an hour
        assert live.state is not None
        seat = live.state.to_act[0]
        user, move = live.record.seats[seat].user, live.state.legal(seat).moves[0]
        (lost,) = list_mentions(house)
        await play.act(house.services.tables, live.id, move, Actor(user or 0, "", new_interaction_id(house)))
        await house.until(lambda: lost["id"] not in house.sandbox.world.messages)
