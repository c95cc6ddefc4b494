"""Pausing a table: all who play there agree, then no clock runs and nobody is mentioned, until one lets it go on."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import DEBOUNCE_MS
from bot.tables.model.questions import PauseQuestion, cast
from bot.tables.model.seats import refuse_in_league, require_seat
from bot.tables.model.step import NOT_BEGUN, Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.votes import withdraw
from bot.tables.services.deadline_refresh import recheck_deadlines
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, PausePayload
from data.tables.records import MENTIONS_KEY, NewWork
from data.tables.work import WorkKind

PAUSED_ALREADY: Final = "This table is paused. Press *Go on* to resume it."


async def pause(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Ask for a pause, agree to one, or ask again once the question is old. It begins once all people want it.

    Returns a `pause` event; the table is paused if nobody is missing. Raises Declined, StoreError.
    """

    def build(step: Step) -> None:
        require_seat(step, actor)
        if step.record.status != "playing":
            raise Declined(NOT_BEGUN)
        if step.settings.get("paused") is not None:
            raise Declined(PAUSED_ALREADY)
        refuse_in_league(step.record)
        cast(step, PauseQuestion(), actor)

    return await tables.change(table_id, actor.interaction, build)


async def take_back(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Withdraw a vote for a pause. Raises Declined if there is none, or the pause has begun; StoreError."""

    def build(step: Step) -> None:
        own_seat = require_seat(step, actor).seat
        if step.settings.get("paused") is not None:
            raise Declined(PAUSED_ALREADY)
        if not withdraw(step, "pause", own_seat):
            raise Declined("You have not agreed to a pause.")
        step.add(actor.new_event(EventKind.PAUSE, own_seat, PausePayload(pauses=False, withdrawn=True)))

    return await tables.change(table_id, actor.interaction, build)


async def go_on(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Let a table go on that is paused: any person who plays there may. Raises Declined where it is not, StoreError."""

    def build(step: Step) -> None:
        own_seat, settings = require_seat(step, actor).seat, step.settings
        began = settings.get("paused")
        if began is None:
            raise Declined("This table is not paused.")
        oldest = min((tick.at for tick in step.before.timers.values()), default=step.at)
        # No clock that runs began before a pause that is left out.
        spans = [span for span in settings.get("pauses", ()) if span[1] > oldest]
        step.update_settings(paused=None, pauses=[*spans, [began, max(began, step.at)]])
        step.work.append(NewWork(WorkKind.CORRECT_TIMES, MENTIONS_KEY, due=step.at + DEBOUNCE_MS))
        step.add(actor.new_event(EventKind.RESUME, own_seat))
        step.announce()

    outcome = await tables.change(table_id, actor.interaction, build)
    await recheck_deadlines(tables, table_id)  # should the process end before, its reminders come some minutes late
    return outcome
