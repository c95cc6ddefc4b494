"""Settings that belong to the player in a seat, removed when the seat changes hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.tables.model.clock_terms import LATE, SPENT, STOOD
from bot.tables.model.partner_notes import has_read
from bot.tables.model.seats import AGREED, VOIDED, computer_name
from bot.tables.model.step import Step
from bot.tables.model.turn_state import LOOKED
from bot.tables.model.votes import HELD, OFFERED, OFFERING, PAUSING, REGRET, RELEASE
from data.records import SeatRecord

BY_SEAT: Final = (LOOKED, OFFERED, OFFERING, HELD, SPENT, LATE)
"""The settings that are values by seat (its number as text): what is kept so is its player's."""

VOTES: Final = (AGREED, VOIDED, PAUSING, STOOD)
"""The settings that are lists of seats: whose players have agreed to something, or are not there."""

BALLOTS: Final = (OFFERING,)
"""The settings that are such lists by what was asked."""


def give_up(step: Step, seat: int, *, offered: bool = False) -> None:
    """Remove the settings of the player in a seat, as somebody else plays there now.

    Votes on seats and moves lapse unless counted anew (services/recount.py). Older notes of partners count as read.
    `offered` lets an offer of the seat stand.
    """
    before = step.settings
    after: dict[str, Any] = {
        name: {key: value for key, value in before[name].items() if key != str(seat)}
        for name in BY_SEAT
        if name in before and not (offered and name == OFFERED)
    }
    after |= {name: [voter for voter in before[name] if voter != seat] for name in VOTES if name in before}
    for name in BALLOTS:
        if name in before:
            votes = after.get(name, before[name])
            left = {asked: [voter for voter in agreed if voter != seat] for asked, agreed in votes.items()}
            after[name] = {asked: agreed for asked, agreed in left.items() if agreed}
    after |= {name: {} for name in (RELEASE, REGRET) if before.get(name)}
    step.settle(**has_read({**before, **after}, seat, step.next_seq - 1))


def stand_in(step: Step, mine: SeatRecord) -> None:
    """Let a computer player play a person's seat on. If that person had offered it, it is still to be had at once."""
    seats = step.players()
    stand_in = replace(mine, user=None, kind="computer", name=computer_name(seats))
    step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in seats)
    offered = step.record.settings.get(OFFERED, {}).get(str(mine.seat))
    give_up(step, mine.seat, offered=offered is not None and offered["own"])
