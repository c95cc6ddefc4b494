"""Who has opened their hand, kept with the table: whoever has not is shown it first by a public button."""

from __future__ import annotations

import logging
from typing import Any, Final

from bot.tables.live import Live, Step
from bot.tables.tables import Tables
from data.errors import StoreError
from data.records import Append, TableRecord

log = logging.getLogger(__name__)

OPENED: Final = "opened"
"""The table's setting for the hand that each seat opened last: its number, by the seat's."""


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

    def write(record: TableRecord) -> Append:
        return Append(record.id, record.seq, changes={"settings": _opened(record, seat, number)})

    try:
        await tables.note(live.id, write)
    except StoreError as error:  # at a public button they are shown their cards once more, no worse
        log.info("table %s: that seat %s was opened is not kept (%s)", live.id, seat, type(error).__name__)


def _by_seat(record: TableRecord) -> dict[str, int]:
    return record.settings.get(OPENED, {})


def _opened(record: TableRecord, seat: int, number: int) -> dict[str, Any]:
    return {**record.settings, OPENED: {**_by_seat(record), str(seat): number}}
