"""A clock that has run out, and the return of its player."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined, Stale
from bot.scheduler.scheduler import Reschedule
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import stand_in_seats, terms_of, times_late
from bot.tables.model.move_tokens import CURRENT_STATE_TEXT
from bot.tables.model.seats import require_seat
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT
from bot.tables.model.votes import mark_present
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, LatePayload, NextPayload
from data.tables.records import NewEvent

RECHECK_DELAY_MS: Final = 10 * 60 * 1000
"""Milliseconds after which a clock that stands still, nobody knows how long, is looked at again."""


RUN_OUT: Final = f"Your time ran out before your move arrived. {CURRENT_STATE_TEXT}"


async def run_out(tables: Tables, table: TableState, seat: int, began: int, *, stands_in: bool) -> None:
    """Announce that a seat's clock, which began with event `began`, has run out.

    With `stands_in` a computer player moves until the player is back. Raises Stale if they have moved, Reschedule if
    the table is paused, StoreError.
    """

    def build(step: Step) -> None:
        require_due_clock(step, seat, began)
        record_time_out(step, seat, began)
        step.add(NewEvent(EventKind.LATE, seat, public=LatePayload(stands_in=stands_in)))
        step.announce()
        if stands_in:
            step.update_settings(stand_ins=sorted(stand_in_seats(step.settings) | {seat}))

    await tables.change(table.id, None, build)


async def come_back(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Return the seat to a player for whom a computer player moves. Raises Declined where none does, StoreError."""

    def build(step: Step) -> None:
        seat = require_seat(step, actor).seat
        if seat not in stand_in_seats(step.settings):
            raise Declined("You are already playing for yourself.")
        return_to_seat(step, seat, actor)
        step.announce()
        mark_present(step, seat)

    return await tables.change(table_id, actor.interaction, build)


def return_to_seat(step: Step, seat: int, actor: Actor) -> None:
    """Return a seat to its player, for whom a computer player moves."""
    stood, late = stand_in_seats(step.settings), step.settings.get("time_outs", {})
    late = {key: times for key, times in late.items() if key != str(seat)}
    step.update_settings(stand_ins=sorted(stood - {seat}), time_outs=late)
    step.add(actor.new_event(EventKind.RETURN, seat))


async def deal_next(tables: Tables, table: TableState, began: int) -> None:
    """Deal the next hand that nobody asked for in time. Raises Stale if it was asked for, StoreError."""

    def build(step: Step) -> None:
        tick = step.after.timers.get(NEXT_HAND_SEAT)
        if tick is None or tick.seq != began or not step.before.awaits_deal():
            raise Stale("That hand is already dealt.")
        step.add(NewEvent(EventKind.NEXT, public=NextPayload(late=True)))
        step.draw_cards()

    await tables.change(table.id, None, build)


def require_due_clock(step: Step, seat: int, began: int) -> None:
    """Hold a step to the clock that ran out. Raises Stale where it has gone, Reschedule while the game is paused."""
    tick = step.after.timers.get(seat)
    if step.record.status != "playing" or tick is None or tick.seq != began:
        raise Stale(RUN_OUT)
    if step.settings.get("paused") is not None:
        raise Reschedule(step.at + RECHECK_DELAY_MS)


def record_time_out(step: Step, seat: int, began: int) -> None:
    """Record that a seat's time has run out, and with it its bank."""
    terms = terms_of(step.settings)
    late = {**step.settings.get("time_outs", {}), str(seat): [times_late(step.settings, seat) + 1, began]}
    spent = {**step.settings.get("bank_spent_ms", {}), str(seat): 0 if terms is None else terms.bank}
    step.update_settings(time_outs=late, bank_spent_ms=spent)
