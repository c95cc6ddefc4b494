"""Who sits at a table."""

from __future__ import annotations

from typing import Final, Protocol

from bot.errors import Declined
from bot.tables.live import Step
from data.records import SeatRecord

OVER: Final = "This table has come to its end. Open a new one, or press Rematch."


class Person(Protocol):
    """Whoever uses the bot: a Discord user or member."""

    @property
    def id(self) -> int:
        """The user's id."""
        ...

    @property
    def display_name(self) -> str:
        """The name that others see."""
        ...


def seated(step: Step, who: Person) -> SeatRecord:
    """The seat of somebody at a table that goes on. Raises Declined where they have none, or it has come to its end."""
    if step.record.status in {"over", "ended"}:
        raise Declined(OVER)
    seat = step.live.seat_of(who.id)
    if seat is None:
        raise Declined("You have no seat at this table.")
    return step.record.seats[seat]
