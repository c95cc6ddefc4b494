"""Settings that belong to the player in a seat, removed when the seat changes hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.tables.model.partner_notes import with_read
from bot.tables.model.seats import computer_name
from bot.tables.model.step import Step
from bot.tables.model.votes import voters_of, without_voter
from data.tables.records import SeatRecord

BY_SEAT: Final = ("looked", "offered", "agree_to_offer", "held_by_night", "spent", "late")
"""The settings that are values by seat (its number as text): what is kept so is its player's."""

VOTES: Final = ("stood",)
"""The settings that are lists of seats: whose players have agreed to something, or are not there."""


def give_up(step: Step, seat: int, *, offered: bool = False) -> None:
    """Remove the settings of the player in a seat, as somebody else plays there now.

    Votes on seats and moves lapse unless counted anew (services/recount.py). Older notes of partners count as read.
    `offered` lets an offer of the seat stand.
    """
    before = step.settings
    after: dict[str, Any] = {
        name: {key: value for key, value in before.get(name, {}).items() if key != str(seat)}
        for name in BY_SEAT
        if name in before and not (offered and name == "offered")
    }
    after |= {name: [voter for voter in before.get(name, ()) if voter != seat] for name in VOTES if name in before}
    if before.get("agree_to_release"):
        after["agree_to_release"] = {}
    if "votes" in before:
        votes = {name: without_voter(vote, seat) for name, vote in before["votes"].items()}
        after["votes"] = {name: vote for name, vote in votes.items() if voters_of(vote)}
    step.settle(**after)
    if "agree_to_offer" in before:
        votes = step.settings.get("agree_to_offer", {})
        left = {asked: [voter for voter in agreed if voter != seat] for asked, agreed in votes.items()}
        step.settle(agree_to_offer={asked: agreed for asked, agreed in left.items() if agreed})
    step.settle(notes_read=with_read(before, seat, step.next_seq - 1))


def stand_in(step: Step, mine: SeatRecord) -> None:
    """Let a computer player play a person's seat on. If that person had offered it, it is still to be had at once."""
    seats = step.players()
    stand_in = replace(mine, user=None, kind="computer", name=computer_name(seats), level="normal")
    step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in seats)
    offered = step.record.settings.get("offered", {}).get(str(mine.seat))
    give_up(step, mine.seat, offered=offered is not None and offered["own"])
