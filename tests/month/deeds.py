"""What people may do at a table beside making moves. Whatever the bot learns to offer gets a line in `DEEDS`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from tests.month.people import Person, read_awaited
from tests.month.tables import NOTHING, Table
from tests.support.messages import buttons, components

Json = dict[str, Any]


class Deed(NamedTuple):
    """An act of somebody who puts a table away: how likely it is, whether they may, and how it is done."""

    name: str
    likely: float
    may: Callable[[Person, Table], bool]
    do: Callable[[Person, Table], Awaitable[None]]


def is_playing(person: Person, table: Table) -> bool:
    """Check whether the table is played, as its board shows."""
    return any(
        custom_id.startswith("eh:show_hand:") for custom_id in buttons(table.board(person.house.sandbox.world)).values()
    )


def command_of(name: str, **options: Any) -> Callable[[Person, Table], Awaitable[None]]:
    async def use(person: Person, table: Table) -> None:
        await person.command(table, name, table=table.number, **options)

    return use


async def leave(person: Person, table: Table) -> None:
    """Give up the seat, after the question."""
    await confirm_command(person, table, "table leave", "eh:leave_table:")


async def confirm_command(person: Person, table: Table, name: str, verb: str, **options: Any) -> bool:
    """Use a command that asks whether its person means it, and say so; return whether it asked."""
    question = await person.command(table, name, table=table.number, **options)
    message = (question or {}).get("message") or {"content": "", "components": []}
    yes = [custom_id for custom_id in buttons(message).values() if custom_id.startswith(verb)]
    if yes:
        await person.think()
        await person.click(message, yes[0], table)
    return bool(yes)


async def abandon(person: Person, table: Table) -> None:
    """Ask the others to end the table."""
    await confirm_command(person, table, "table end", "eh:agree:")


async def release(person: Person, table: Table) -> None:
    """Have a computer player take the seat of somebody for whom the table has waited for more than a day."""
    board = table.board(person.house.sandbox.world)
    for line in read_awaited(board):
        seat = re.match(r"▶ `(\d+)`", line)
        if seat is not None and f"**{person.name}**" not in line:
            await confirm_command(person, table, "table release", "eh:release_seat:", seat=int(seat[1]))
            return


PROMPTS = {
    "eh:agree:": 0.3, "eh:release_seat:": 0.7, "eh:agree_to_take_back:": 0.7, "eh:pause_table:": 0.6,
    "eh:resume_table:": 0.1, "eh:come_back_to_seat:": 0.8, "eh:offer_seat:": 0.6, "eh:keep_seat:": 0.8,
    "eh:agree_to_seat:": 0.6,
}  # fmt: skip
"""Buttons of messages beside the board, and how likely somebody who sees one presses it."""


async def plan_move(person: Person, table: Table) -> None:
    """Plan a move for one's next turn, as far as one is offered."""
    message = person.hand(table)
    for verb in ("eh:open_premoves:", "eh:pick_premove:"):
        matches = [component for component in components(message) if component.get("custom_id", "").startswith(verb)]
        if not matches:
            return
        values = [person.rng.choice(matches[0]["options"])["value"]] if "options" in matches[0] else None
        answer_shown = await person.click(message, matches[0]["custom_id"], table, values)
        person.keep(table, answer_shown)
        message = (answer_shown or {}).get("message") or NOTHING
        await person.think()


async def substitute(person: Person, table: Table) -> None:
    """Offer one's own seat to whoever would like it."""
    await confirm_command(person, table, "table substitute", "eh:offer_seat:")


async def offer_absent(person: Person, table: Table) -> None:
    """Offer the seat of somebody for whom the table waits."""
    for line in read_awaited(table.board(person.house.sandbox.world)):
        seat = re.match(r"▶ `(\d+)`", line)
        if seat is not None and f"**{person.name}**" not in line:
            await confirm_command(person, table, "table substitute", "eh:offer_seat:", seat=int(seat[1]))
            return


async def look_around(person: Person, tables: Sequence[Table]) -> None:
    """Look at a table of others, and take a seat that is offered there."""
    table = person.rng.choice(tables)
    world = person.house.sandbox.world
    channel = world.channels.get(table.board(world).get("channel_id", ""))
    if table in person.tables or channel is None or channel.archived:
        return
    for message in reversed(list(channel.messages.values())[-10:]):
        for custom_id in buttons(message.data).values():
            if message.viewer is None and custom_id.startswith("eh:take_offered_seat:"):
                answered = await person.click(message.data, custom_id, table)
                if answered is not None and "Refresh" in buttons(answered.get("message") or NOTHING):
                    person.keep(table, answered)
                    person.tables.append(table)
                return


async def press_prompt(person: Person, table: Table) -> None:
    """Press what is asked in public at the table; whoever may not is told so."""
    world = person.house.sandbox.world
    channel = world.channels.get(table.board(world).get("channel_id", ""))
    for message in reversed(list(channel.messages.values())[-10:] if channel is not None else []):
        for custom_id in buttons(message.data).values():
            likely = max((part for verb, part in PROMPTS.items() if custom_id.startswith(verb)), default=0.0)
            if message.viewer is None and likely > person.rng.random():
                await person.click(message.data, custom_id, table)
                return


DEEDS: tuple[Deed, ...] = (
    Deed("show the table anew", 0.01, is_playing, command_of("table show")),
    Deed("read the log", 0.01, is_playing, command_of("table log")),
    Deed("look at one's tables", 0.02, is_playing, lambda person, table: person.look("table mine", table)),
    Deed("leave an order for one's next turn", 0.1, is_playing, plan_move),
    Deed("offer one's own seat", 0.002, is_playing, substitute),
    Deed("offer an absent player's seat", 0.03, is_playing, offer_absent),
    Deed("ask for an end", 0.0005, is_playing, abandon),
    Deed("answer what is asked", 0.6, is_playing, press_prompt),
    Deed("ask for a pause", 0.002, is_playing, command_of("table pause")),
    Deed("let a paused table go on, or play again", 0.02, is_playing, command_of("table resume")),
    Deed("give an absent player's seat away", 0.15, is_playing, release),
)
"""What is done at each look, in this order, where it may be done."""
