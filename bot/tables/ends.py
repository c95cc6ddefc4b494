"""Leaving a table, and ending it before its time."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Declined
from bot.tables.live import Done, Live, Step
from bot.tables.seats import Person, seated
from bot.tables.tables import Tables
from data.records import NewEvent


async def leave(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Give a seat up: in the lobby it goes; in play a computer player plays on, so that nobody waits."""

    def build(step: Step) -> None:
        record = step.record
        mine = seated(step, who)
        people = [seat for seat in record.seats if seat.kind == "person" and seat.user != who.id]
        step.add(NewEvent("leave", mine.seat, mine.name, interaction=interaction, user=who.id))
        if not people:
            step.changes["status"] = "ended"
            step.add(NewEvent("end", text="everybody has left"))
            step.reveal()
        elif record.host == who.id:
            step.changes["host"] = people[0].user
        if record.status == "lobby":
            kept = [seat for seat in record.seats if seat.user != who.id]
            step.seats = tuple(replace(seat, seat=number) for number, seat in enumerate(kept))
        else:
            stand_in = replace(mine, user=None, kind="computer", name=f"Stand-in for {mine.name}"[:80])
            step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in record.seats)

    return await tables.change(table, interaction, build)


async def end(tables: Tables, table: int, who: Person, interaction: int, *, moderator: bool) -> tuple[Live, Done]:
    """End a table before its time: its host and moderators may; others need half of the people seated to agree.

    Returns an `end` event, or an `agree` event where more have to agree.
    """

    def build(step: Step) -> None:
        record = step.record
        if record.status not in {"lobby", "playing"}:
            raise Declined("This table has come to its end already.")
        if not moderator and record.host != who.id:
            seated(step, who)
            agreed = {who.id, *record.settings.get("agree_to_end", ())}
            people = {seat.user for seat in record.seats if seat.kind == "person"}
            if 2 * len(agreed & people) < len(people) or len(people & agreed) < min(2, len(people)):
                if who.id in record.settings.get("agree_to_end", ()):
                    raise Declined("You have agreed to end this table already; half of the players have to.")
                step.add(NewEvent("agree", text=who.display_name, interaction=interaction, user=who.id))
                step.changes["settings"] = {**record.settings, "agree_to_end": sorted(agreed)}
                return
        step.add(NewEvent("end", text=who.display_name, interaction=interaction, user=who.id))
        step.reveal()
        step.changes["status"] = "ended"

    return await tables.change(table, interaction, build)
