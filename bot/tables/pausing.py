"""Pausing a table: all who play there agree, then no clock runs and nobody is mentioned, until one lets it go on."""

from __future__ import annotations

from typing import Final

from bot.errors import Declined
from bot.tables.clocks import PAUSED, PAUSES
from bot.tables.live import Done, Live, Step
from bot.tables.retime import look_again
from bot.tables.seats import Person, seated
from bot.tables.tables import Tables
from data.records import NewEvent

PAUSING: Final = "agree_to_pause"
"""The table's setting for the seats whose players would like to pause."""

KEPT: Final = 20
"""Pauses that are kept: clocks that began before older ones have run out long ago."""


def missing(step: Step, agreed: set[int]) -> list[int]:
    """The seats of the people who have not agreed to a pause."""
    return [one.seat for one in step.record.seats if one.kind == "person" and one.seat not in agreed]


async def pause(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Ask for a pause, or agree to one: it begins once all people who play there want it.

    Returns a `pause` event; the table is paused if nobody is missing. Raises Declined, StoreError.
    """

    def build(step: Step) -> None:
        mine, record = seated(step, who).seat, step.record
        if record.status != "playing":
            raise Declined("The game has not begun yet.")
        if record.settings.get(PAUSED) is not None:
            raise Declined("This table is paused already. *Go on* lets it go on.")
        people = {one.seat for one in record.seats if one.kind == "person"}
        agreed = {mine, *record.settings.get(PAUSING, ())} & people
        left = missing(step, agreed)
        if left and mine in record.settings.get(PAUSING, ()):
            raise Declined("You have said so already. All who play there have to agree.")
        public = {"pauses": not left, "asks": len(agreed) == 1}
        step.add(NewEvent("pause", mine, public=public, interaction=interaction, user=who.id, name=who.display_name))
        if not left:
            step.settle(**{PAUSING: [], PAUSED: step.at})
        else:
            step.settle(**{PAUSING: sorted(agreed)})
        if not left or len(agreed) == 1:
            tables.tell(step)

    return await tables.change(table, interaction, build)


async def go_on(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Let a table go on that is paused: any person who plays there may. Raises Declined where it is not, StoreError."""

    def build(step: Step) -> None:
        mine, settings = seated(step, who).seat, step.settings
        began = settings.get(PAUSED)
        if began is None:
            raise Declined("This table is not paused.")
        pauses = [*settings.get(PAUSES, ()), [began, max(began, step.at)]]
        step.settle(**{PAUSED: None, PAUSES: pauses[-KEPT:]})
        step.add(NewEvent("resume", mine, interaction=interaction, user=who.id, name=who.display_name))
        tables.tell(step)

    done = await tables.change(table, interaction, build)
    await look_again(tables, table)  # should the process end before, its reminders come some minutes late
    return done
