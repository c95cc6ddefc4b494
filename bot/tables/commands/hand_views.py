"""Who has opened their hand, and when each player last looked at theirs, kept with the table.

Whoever has not opened it is shown it first by a public button. Whoever comes back after a day is told what happened
since they were last shown anything (bot/ui/table/recap.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

from bot.tables.model.automatic_moves import NONE_OF_THEIRS
from bot.tables.model.table_state import Live, Step
from bot.tables.model.turn_state import LOOKED, OPENED, LastLook
from bot.tables.services.tables import Tables
from data.errors import StoreError
from data.records import Append, TableRecord

log = logging.getLogger(__name__)

DAY: Final = 20 * 3600 * 1000
"""Milliseconds after which somebody who looks at their hand has come back: who looks once a day, at about the same
hour, does so each time.
"""

SELDOM: Final = 3600 * 1000
"""Milliseconds within which only the first look of a seat is kept; this process knows of all."""

NEW: Final = LastLook()
"""Of somebody who has been shown nothing yet: they are told the whole game so far."""


def has_opened(live: Live, seat: int) -> bool:
    """Whether the player in this seat has seen their cards in the hand in progress."""
    return live.state is not None and _by_seat(live.record).get(str(seat)) == live.state.number


def opens(step: Step, seat: int) -> None:
    """A step by which a seat moves opens its hand too: the answer shows it."""
    if step.state is not None and step.state.expects is None and not step.state.finished:
        number = step.state.number
        if _by_seat(step.record).get(str(seat)) != number:
            step.settle(**{OPENED: {**_by_seat(step.record), str(seat): number}})


async def open_hand(tables: Tables, live: Live, seat: int, number: int) -> None:
    """Keep that the player in this seat has been shown their cards of hand `number`, once that is so."""
    if live.record.status != "playing" or _by_seat(live.record).get(str(seat)) == number:
        return
    await _keep(tables, live, seat, lambda record: _opened(record, seat, number))


async def look(tables: Tables, live: Live, seat: int, seq: int, number: int | None) -> None:
    """Keep that the player in this seat has been shown their hand as of event `seq`, once that is so: when, at most
    once an hour, and that they saw their cards of hand `number`, where it is one.
    """
    user, now = live.record.seats[seat].user, tables.clock()
    if user is None or live.record.lesson:
        if number is not None:
            await open_hand(tables, live, seat, number)
        return
    live.looks[user] = LastLook(now, seq)
    opens_now = number is not None and _by_seat(live.record).get(str(seat)) != number
    kept = _kept(live.record, seat)
    if live.record.status != "playing" or not (opens_now or kept is None or kept.at <= now - SELDOM):
        return

    def settings(record: TableRecord) -> dict[str, Any]:
        looked: dict[str, list[int]] = {**record.settings.get(LOOKED, {}), str(seat): [now, seq]}
        return {**(record.settings if number is None else _opened(record, seat, number)), LOOKED: looked}

    await _keep(tables, live, seat, settings)


async def last_shown(tables: Tables, live: Live, seat: int, interaction: int) -> LastLook | None:
    """When the player in this seat, who looks at their hand by this interaction, was last shown it, and what of it;
    None where that was within DAY, so that they need not be told. Most are none, and that is known without reading.

    NEW of somebody who has taken the seat and looks for the first time. It tells too much rather than too little: a
    look that is not kept counts as none, a move or a call for the next hand as one.
    """
    user = live.record.seats[seat].user
    if user is None or live.record.lesson or live.record.status == "frozen":
        return None
    gone, known = tables.clock() - DAY, live.looks.get(user) or _kept(live.record, seat)
    if known is not None and known.at > gone:
        return None
    sat_down = live.unasked.get(seat, 0) >= NONE_OF_THEIRS
    if known is None and live.ended is None and not sat_down:
        return None  # it is the first hand, and all of it is told anyway
    try:
        done = await tables.store.lists.last_done(live.id, user, interaction)
    except StoreError as error:
        log.info("table %s: when seat %s was last there is not known (%s)", live.id, seat, type(error).__name__)
        return None
    found = max(filter(None, (known, done and LastLook(*done))), key=lambda one: one.seq, default=NEW)
    return found if found.at <= gone else None


async def _keep(tables: Tables, live: Live, seat: int, settings: Callable[[TableRecord], dict[str, Any]]) -> None:
    """Keep the settings of a table that `settings` makes of its row, unless somebody else sits in the seat by then."""
    user = live.record.seats[seat].user

    def write(record: TableRecord) -> Append:
        there = record.seats[seat].user == user
        return Append(record.id, record.seq, changes={"settings": settings(record)} if there else {})

    try:
        await tables.note(live.id, write)
    except StoreError as error:  # they are shown their cards, or told what happened, once more: no worse
        log.info("table %s: that seat %s looked is not kept (%s)", live.id, seat, type(error).__name__)


def _by_seat(record: TableRecord) -> dict[str, int]:
    return record.settings.get(OPENED, {})


def _opened(record: TableRecord, seat: int, number: int) -> dict[str, Any]:
    return {**record.settings, OPENED: {**_by_seat(record), str(seat): number}}


def _kept(record: TableRecord, seat: int) -> LastLook | None:
    found: list[int] | None = record.settings.get(LOOKED, {}).get(str(seat))
    return None if found is None else LastLook(*found)
