"""Deferral of votes on a player's seat until their morning, as by night the player could not answer.

It happens once, until the end of that first night. After it one more press in favour is enough, unless the player has
come back.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.people.quiet_hours import night_end
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables


class Asleep(NamedTuple):
    """A user sleeps until then (ms)."""

    user: int
    until: int


async def asleep(tables: Tables, table: TableState, seat: int) -> Asleep | None:
    """Whether the player in a seat sleeps, and how long; None where it is day for them, or no person sits there.
    Raises StoreError.
    """
    user = table.record.seats[seat].user if 0 <= seat < len(table.record.seats) else None
    until = None if user is None else night_end(await tables.store.preferences.of(user), tables.clock())
    return None if user is None or until is None else Asleep(user, until)


def is_deferred(step: Step, seat: int, sleeps: Asleep | None, *, again: bool) -> bool:
    """Whether it waits that a seat is given away for which there are votes enough. Raises Declined where somebody has
    agreed `again`, as long as it does.
    """
    held = step.settings.get("held_by_night", {})
    first = str(seat) not in held
    if first and sleeps is not None and sleeps.user == step.record.seats[seat].user:
        held = {**held, str(seat): sleeps.until}
        step.settle(held_by_night=held)
    until = held.get(str(seat), 0)
    if until > step.at and again and not first:
        who = escape(name_of(step.record.seats[seat].name, seat))
        raise Declined(f"You already agreed. {who}'s quiet hours end <t:{until // 1000}:R>. Press again after that.")
    return until > step.at


def held_until(table: TableState, seat: int, now: int) -> int | None:
    """Until when (ms) it waits that a seat is given away; None where it does not."""
    until = table.record.settings.get("held_by_night", {}).get(str(seat), 0)
    return until if until > now else None
