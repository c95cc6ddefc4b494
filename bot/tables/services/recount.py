"""Votes counted anew after a change of people at a table.

A question that has enough votes by now is settled in the same step. An end cannot be undone, so votes for it are
cleared, and those who had agreed are asked once more.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.model.clock_work import ElapsedTime
from bot.tables.model.questions import PauseQuestion, TakeBackQuestion, count
from bot.tables.model.seat_questions import OfferQuestion, ReleaseQuestion
from bot.tables.model.seats import person_seats
from bot.tables.model.step import Step
from bot.tables.model.votes import set_vote, vote_on, voters_of
from bot.tables.services.absence import read_absence
from data.store import Store
from data.tables.events import AgreePayload, EventKind
from data.tables.records import UNDER_WAY, NewEvent, SeatRecord
from data.tables.settings import Vote


async def recount(step: Step, store: Store, elapsed_ms: ElapsedTime) -> None:
    """Count all open votes anew, if the step changes who has to agree. Raises StoreError."""
    before, status = step.before.record, step.changes.get("status", step.record.status)
    if _persons(before.seats) == _persons(step.players()) or status not in UNDER_WAY:
        return
    if status == "playing" and before.status == "playing":
        for question in (ReleaseQuestion, OfferQuestion):
            for seat in sorted(person_seats(before.seats)):
                if f"{question.name}:{seat}" in step.settings.get("votes", {}):
                    count(step, question(seat, await read_absence(step.before, seat, step.at, elapsed_ms, store)))
        count(step, PauseQuestion())
        last = step.before.last_move
        if last is not None and step.after.last_move is last and step.before.may_take_back():
            count(step, TakeBackQuestion(last))
    _ask_again_to_end(step)


def _persons(seats: Iterable[SeatRecord]) -> dict[int | None, int]:
    """Return the seat of each person."""
    return {player.user: player.seat for player in seats if player.kind == "person"}


def _stayed(step: Step, seats: Iterable[int]) -> list[int]:
    """Return the seats, of these before the step, in which the same people have a voice after it, as they sit now."""
    before, now = step.before.record.seats, step.players()
    voices = {player.user: player.seat for player in now if player.seat in person_seats(now)}
    users = (before[seat].user for seat in seats if seat < len(before))
    return sorted(voices[user] for user in users if user in voices)


def _ask_again_to_end(step: Step) -> None:
    """Clear the votes for an end, and ask the former voters again. Joining a lobby clears none."""
    before = step.before.record
    vote = vote_on(step.before, "end")
    joined = _persons(before.seats).items() <= _persons(step.players()).items()
    if vote is None or (before.status == "lobby" and joined):
        return
    again = _stayed(step, voters_of(vote))
    set_vote(step, "end", Vote(seats=[], seq=step.next_seq, at=step.at, again=again))
    if again:
        step.add(NewEvent(EventKind.AGREE, public=AgreePayload(again=again)))
        step.announce()
