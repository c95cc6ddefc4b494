"""Settings that belong to the player in a seat, removed when the seat changes hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.tables.model.partner_notes import with_read
from bot.tables.model.seats import computer_name
from bot.tables.model.step import Step
from bot.tables.model.votes import offer_vote, release_vote, set_vote, without_voter
from data.tables.records import SeatRecord

BY_SEAT: Final = ("last_looks", "offered", "bank_spent_ms", "time_outs")
"""The settings by seat (its number as text). They belong to the seat's player."""


def give_up(step: Step, seat: int, *, offered: bool = False) -> None:
    """Remove the settings of the player in a seat, as another player plays there now.

    With them go the votes on the seat, and the player's votes on others. Older notes of partners count as read.
    `offered` lets an offer of the seat stand.
    """
    before = step.settings
    after: dict[str, Any] = {
        name: {key: value for key, value in before.get(name, {}).items() if key != str(seat)}
        for name in BY_SEAT
        if name in before and not (offered and name == "offered")
    }
    if "stand_ins" in before:
        after["stand_ins"] = [other for other in before["stand_ins"] if other != seat]
    step.update_settings(**after)
    for question, vote in before.get("votes", {}).items():
        is_about_seat = question in {release_vote(seat), offer_vote(seat)}
        set_vote(step, question, None if is_about_seat else without_voter(vote, seat))
    step.update_settings(notes_read=with_read(before, seat, step.next_seq - 1))


def stand_in(step: Step, former: SeatRecord) -> None:
    """Let a computer player play a person's seat on. If that person had offered it, it is still to be had at once."""
    seats = step.players()
    stand_in = replace(former, user=None, kind="computer", name=computer_name(seats), level="normal")
    step.seats = tuple(stand_in if seat.seat == former.seat else seat for seat in seats)
    offered = step.record.settings.get("offered", {}).get(str(former.seat))
    give_up(step, former.seat, offered=offered is not None and offered["own"])
