"""What stands at a table's place, what is gone from there, and who leaves it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from bot.tables.model.follow_up_work import AWAITED_KEY_PREFIX
from bot.tables.model.step import Step
from data.engine.clock import now_ms
from data.tables.work import WorkState
from rules.players import player_of
from tests.support.house import House, Seated
from tests.support.messages import Json, text


async def make_move(house: House, table: Seated, seat: int) -> None:
    """Make a sensible move for somebody, wherever they are."""

    def build(step: Step) -> None:
        assert step.after.state is not None
        step.move(seat, player_of(step.before.game).choose(step.after.state.view(seat), Random(seat)), None, None)

    await house.services.tables.change(table.number, None, build)


GONE = frozenset({10003, 10008, 50001})
"""What Discord says of messages and channels that are there no longer."""


def allow_gone(house: House, *more: int) -> None:
    """Let Discord refuse requests for messages and channels that are gone."""
    house.tolerate = lambda request: request.answer.get("code") in GONE | {*more}


def messages_with(house: House, table: Seated, *words: str, who: str = "Ada") -> list[Json]:
    """Return the messages at a table's place, ephemeral ones left out, that say all this."""
    messages = [message for message in house.sandbox.people.messages(who, table.place) if not message["flags"] & 64]
    return [message for message in messages if all(word in text(message) for word in words)]


async def make_due(house: House, table: Seated, kind: Any) -> None:
    """Let what a table owes of a kind fall due now."""
    for row in await house.store.work.of_table(table.number, kind):
        if row.state == WorkState.DUE:
            await house.store.work.reschedule(row.id, now_ms())
    house.services.scheduler.notify_due(0)


async def read_work_states(house: House, table: Seated, kind: Any) -> list[WorkState]:
    """Return the states of a table's work of a kind, without the looks for whom it awaits."""
    return [
        row.state
        for row in await house.store.work.of_table(table.number, kind)
        if not row.key.startswith(AWAITED_KEY_PREFIX)
    ]


def read_direct_messages(house: House, who: str) -> list[str]:
    """Return what the bot has written to somebody alone."""
    key = house.sandbox.people.user(who)["id"]
    channels = [
        channel
        for channel in house.sandbox.world.channels.values()
        if channel.is_direct and key in house.sandbox.world.viewers(channel)
    ]
    return [text(message.data) for channel in channels for message in channel.messages.values()]


async def leave_server(house: House, who: str) -> None:
    """Let somebody leave the server."""
    await house.sandbox.act({"kind": "leave", "user_id": who})


def find_pings(house: House, table: Seated) -> list[Json]:
    """Return the turn pings that stand at a table's place."""
    return [
        message
        for message in house.sandbox.people.messages("Ada", table.place)
        if "it is your turn" in message["content"]
    ]


def find_recipients(house: House, words: str) -> set[str]:
    """Return who was ever sent these words, by name; "everybody" for a message that is nobody's own."""
    world = house.sandbox.world
    by_token = {interaction.token: interaction for interaction in world.interactions.values()}
    names: set[str] = set()
    for request in house.requests:
        if words in json.dumps(request.body, default=str):
            parts = request.path.strip("/").split("/")
            interaction = parts[0] in {"interactions", "webhooks"} and by_token.get(parts[2])
            names.add(world.users[interaction.user_id]["global_name"] if interaction else "everybody")
    return names


async def set_absence(house: House, who: str) -> None:
    """Let somebody be away until tomorrow."""
    day = (await house.sandbox.people.autocomplete(who, "card-room", "away until", {"day": "tom"}, "day"))[0]
    await house.command(who, "away until", day=day["value"])
