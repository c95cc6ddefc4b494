"""Pausing a table: all who play there agree, then no clock runs and nobody is mentioned, until one lets it go on."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import DEBOUNCE_MS
from bot.tables.model.seats import people, seated
from bot.tables.model.step import NOT_BEGUN, Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.votes import missing
from bot.tables.services.deadline_refresh import recheck_deadlines
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, PausePayload
from data.tables.records import CALLS, NewWork
from data.tables.work import WorkKind
from rules.sentences import listed

PAUSED_ALREADY: Final = "This table is paused. Press *Go on* to resume it."

ASK_AGAIN_AFTER_MS: Final = 24 * 3600 * 1000
"""Milliseconds after which whoever wants a pause still has the others asked anew: the old question is far up then."""


def so_far(table: TableState) -> str:
    """How many want a pause, and who has not said so yet, in markdown."""
    agreed, seats = table.record.settings.get("agree_to_pause", ()), table.record.seats
    left = [escape(name_of(seats[seat].name, seat)) for seat in missing(seats, agreed)]
    tally = f"{len(agreed)} of {len(people(seats))} agreed"
    return f"{tally}; {listed(left)} {'has' if len(left) == 1 else 'have'} not answered" if left else tally


async def pause(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Ask for a pause, agree to one, or ask again once the question is old. It begins once all people want it.

    Returns a `pause` event; the table is paused if nobody is missing. Raises Declined, StoreError.
    """

    def build(step: Step) -> None:
        mine, record = seated(step, actor).seat, step.record
        if record.status != "playing":
            raise Declined(NOT_BEGUN)
        if record.settings.get("paused") is not None:
            raise Declined(PAUSED_ALREADY)
        before = set(record.settings.get("agree_to_pause", ()))
        agreed = (before | {mine}) & people(record.seats)
        left = missing(record.seats, agreed)
        asks = not before or record.settings.get("asked_to_pause", (0, 0))[1] <= step.at - ASK_AGAIN_AFTER_MS
        if left and mine in before and not asks:
            raise Declined(f"You already agreed: {so_far(step.before)}. Everyone has to agree.")
        public = PausePayload(pauses=not left, asks=asks)
        if not left:
            asker = next(iter(record.settings.get("asked_to_pause", ())[2:]), mine)  # an older table does not know
            if asker in before - {mine}:
                public["asker"] = asker
            step.settle(agree_to_pause=[], paused=step.at)
            step.work.append(NewWork(WorkKind.CORRECT_TIMES, CALLS, due=step.at + DEBOUNCE_MS))
        else:
            step.settle(agree_to_pause=sorted(agreed))
            if asks:
                step.settle(asked_to_pause=[step.next_seq, step.at, mine])
        step.add(actor.new_event(EventKind.PAUSE, mine, public))
        if not left or asks:
            step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def take_back(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Want a pause no longer. Raises Declined where they did not, or all did and it has begun; StoreError."""

    def build(step: Step) -> None:
        mine, agreed = seated(step, actor).seat, step.settings.get("agree_to_pause", ())
        if step.settings.get("paused") is not None:
            raise Declined(PAUSED_ALREADY)
        if mine not in agreed:
            raise Declined("You have not agreed to a pause.")
        public = PausePayload(pauses=False, withdrawn=True)
        step.add(actor.new_event(EventKind.PAUSE, mine, public))
        step.settle(agree_to_pause=[voter for voter in agreed if voter != mine])

    return await tables.change(table_id, actor.interaction, build)


async def go_on(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Let a table go on that is paused: any person who plays there may. Raises Declined where it is not, StoreError."""

    def build(step: Step) -> None:
        mine, settings = seated(step, actor).seat, step.settings
        began = settings.get("paused")
        if began is None:
            raise Declined("This table is not paused.")
        oldest = min((tick.at for tick in step.before.timers.values()), default=step.at)
        # No clock that runs began before a pause that is left out.
        spans = [span for span in settings.get("pauses", ()) if span[1] > oldest]
        step.settle(paused=None, pauses=[*spans, [began, max(began, step.at)]])
        step.work.append(NewWork(WorkKind.CORRECT_TIMES, CALLS, due=step.at + DEBOUNCE_MS))
        step.add(actor.new_event(EventKind.RESUME, mine))
        step.announce()

    done = await tables.change(table_id, actor.interaction, build)
    await recheck_deadlines(tables, table_id)  # should the process end before, its reminders come some minutes late
    return done
