"""The changes of a step to the clocks of its table. They start clocks, cancel clocks of decided moves, and charge
overtime to the bank.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.common.time_spans import measure_elapsed
from bot.people.quiet_hours import BEFORE_NIGHT_MS, MAX_NIGHT_MINUTES
from bot.tables.model.clock_terms import bank_left, near_end, pauses, plays_at_once, stand_in_seats, terms_of
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT, TurnTimers
from data.tables.events import EventKind
from data.tables.records import NewWork, SeatRecord
from data.tables.settings import TableSettings
from data.tables.work import RemindPayload, SeatPayload, WorkKind
from rules.contract import State

HALF, SOON = "half", "soon"
"""The two reminders: half of the time for a move has passed; little of all time is left. Where people play at once,
the second is the only one.
"""

FIRST_CHECK_AFTER_MS: Final = 10 * 60 * 1000
"""Milliseconds after which the last reminder of a decision is looked at first: many are made within them."""

ElapsedTime = Callable[[TableState, int, int], Awaitable[int]]
"""The time (ms) that a seat's clock has run by a moment (ms), without its standstills."""


def counting(
    state: State | None, ticking: TurnTimers, seats: Sequence[SeatRecord], settings: TableSettings
) -> set[tuple[int, int]]:
    """Return the running clocks of a table in play, as pairs of seat (or NEXT_HAND_SEAT) and start event.

    Empty without a clock. While the table is paused they stand still.
    """
    if state is None or terms_of(settings) is None:
        return set()
    away = stand_in_seats(settings)
    people = {player.seat for player in seats if player.kind == "person"} - away
    clocks = {(seat, ticking[seat].seq) for seat in state.awaited if seat in people and seat in ticking}
    if NEXT_HAND_SEAT in ticking:
        clocks.add((NEXT_HAND_SEAT, ticking[NEXT_HAND_SEAT].seq))
    return clocks


def clock_work(step: Step, *, playing: bool) -> tuple[list[NewWork], list[tuple[WorkKind, str]]]:
    """Return the work of clocks that begin with a step, and the work, by kind and key, of those that end with it.

    It is due at the earliest moment; who takes it up looks whether the clock stood still
    (bot/tables/workers/clock_expiry.py).
    """
    table, terms = step.before, terms_of(step.settings)
    record = table.record
    before, after = counting(table.state, table.timers, record.seats, record.settings), set[tuple[int, int]]()
    if playing:
        after = counting(step.after.state, step.after.timers, step.players(), step.settings)
    drop: list[tuple[WorkKind, str]] = []
    for seat, seq in before - after:
        drop.extend([(WorkKind.EXPIRE_CLOCK, f"{seat}:{seq}"), (WorkKind.REMIND, f"{seat}:{seq}:*")])
    if terms is None:
        return [], drop
    work: list[NewWork] = []
    if record.settings.get("paused") is not None and step.settings.get("paused") is None:
        for seat, seq in sorted(after & before):  # they were put off meanwhile
            work.append(NewWork(WorkKind.EXPIRE_CLOCK, f"{seat}:{seq}", seq, SeatPayload(seat=seat), step.at))
    for seat, seq in sorted(after - before):
        began = step.after.timers[seat].at
        if seat == NEXT_HAND_SEAT:
            work.append(
                NewWork(WorkKind.EXPIRE_CLOCK, f"{seat}:{seq}", seq, SeatPayload(seat=seat), began + terms.move)
            )
            continue
        whole = terms.move + bank_left(step.settings, seat)
        work.append(NewWork(WorkKind.EXPIRE_CLOCK, f"{seat}:{seq}", seq, SeatPayload(seat=seat), began + whole))
        near = near_end(whole)
        evening = near - MAX_NIGHT_MINUTES * 60_000 - BEFORE_NIGHT_MS  # a night may want it so much earlier
        half = () if plays_at_once(step.settings) else ((HALF, terms.move // 2),)
        for what, due in (*half, (SOON, min(near, max(evening, FIRST_CHECK_AFTER_MS)))):
            payload = RemindPayload(seat=seat, what=what)
            work.append(NewWork(WorkKind.REMIND, f"{seat}:{seq}:{what}", seq, payload, began + due))
    return work, drop


async def take_from_bank(table: TableState, step: Step, has_run: ElapsedTime) -> None:
    """Subtract the used time from the movers' banks, and clear their time-outs.

    Raises what `has_run` raises.
    """
    terms = terms_of(table.record.settings)
    if terms is None:
        return
    spent, late = dict(step.settings.get("bank_spent_ms", {})), dict(step.settings.get("time_outs", {}))
    for event in step.events:
        seat = event.seat
        if event.kind != EventKind.MOVE or seat is None or seat not in table.timers or "late" in event.public:
            continue
        if event.user is not None:
            late.pop(str(seat), None)
        if table.record.seats[seat].kind != "person" or seat in stand_in_seats(table.record.settings):
            continue
        if step.at - table.timers[seat].at > terms.move:  # else none was used, however long it stood still
            over = await has_run(table, seat, step.at) - terms.move
            bank = bank_left(table.record.settings, seat)
            if over > 0 and bank:
                spent[str(seat)] = terms.bank - bank + min(bank, over)
    if spent != step.settings.get("bank_spent_ms", {}) or late != step.settings.get("time_outs", {}):
        step.update_settings(bank_spent_ms=spent, time_outs=late)


async def elapsed_outside_pauses(table: TableState, seat: int, now: int) -> int:
    """Return the elapsed time without pauses."""
    return measure_elapsed(table.timers[seat].at, now, pauses(table.record.settings))
