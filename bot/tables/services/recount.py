"""Votes counted anew after a change of people at a table.

A question that has enough votes by now is settled in the same step. An end cannot be undone, so votes for it are
cleared, and those who had agreed are asked once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.people.quiet_hours import night_end
from bot.tables.model.clock_terms import stood_in, terms_of, times_late
from bot.tables.model.clock_work import Ran
from bot.tables.model.questions import PauseQuestion, TakeBackQuestion, count
from bot.tables.model.seat_handover import stand_in
from bot.tables.model.seats import computer_name, people
from bot.tables.model.step import Step
from bot.tables.model.votes import keeps, set_vote, vote_on, voters_of
from data.store import Store
from data.tables.events import (
    AgreePayload,
    EventKind,
    LeavePayload,
    OfferPayload,
    ReleasePayload,
)
from data.tables.records import NewEvent, SeatRecord
from data.tables.settings import SeatOffer, Vote

ABSENT_AFTER_MS: Final = 24 * 3600 * 1000
"""Milliseconds without a move after which a seat that is awaited can be given away, at a table without a clock."""

NEED: Final = 2
"""How many others it takes at least, all of them, to offer the seat of somebody for whom the table does not wait."""


async def recount(step: Step, store: Store, ran: Ran) -> None:
    """Count all open votes anew, if the step changes who has to agree. Raises StoreError."""
    before, status = step.before.record, step.changes.get("status", step.record.status)
    if _persons(before.seats) == _persons(step.players()) or status not in {"lobby", "playing"}:
        return
    if status == "playing" and before.status == "playing":
        await _count_releases(step, store)
        await _count_offers(step, store, ran)
        count(step, PauseQuestion())
        last = step.before.last_move
        if last is not None and step.after.last_move is last and step.before.may_take_back():
            count(step, TakeBackQuestion(last))
    _ask_again_to_end(step)


def _persons(seats: Iterable[SeatRecord]) -> dict[int | None, int]:
    """Where each person sits."""
    return {player.user: player.seat for player in seats if player.kind == "person"}


def _stayed(step: Step, seats: Iterable[int]) -> list[int]:
    """The seats, of these before the step, in which the same people have a voice after it, as they sit now."""
    before, now = step.before.record.seats, step.players()
    voices = {player.user: player.seat for player in now if player.seat in people(now)}
    users = (before[seat].user for seat in seats if seat < len(before))
    return sorted(voices[user] for user in users if user in voices)


def _event(step: Step, kind: EventKind, seat: int | None, by: int, public: Mapping[str, object]) -> None:
    """Add what comes of a vote, as done by whoever in seat `by` had voted for it."""
    voter = step.players()[by]
    step.add(NewEvent(kind, seat, public=public, user=voter.user, name=voter.name))


async def _waits(step: Step, store: Store, seat: int) -> bool:
    """Whether it waits for the morning of the player in a seat (bot/tables/commands/night_deferral.py)."""
    held = step.settings.get("held_by_night", {})
    user = step.players()[seat].user
    until = held.get(str(seat))
    if until is None and user is not None:
        until = night_end(await store.preferences.of(user), step.at)
        if until is not None:
            step.settle(held_by_night={**held, str(seat): until})
    return until is not None and until > step.at


async def _count_releases(step: Step, store: Store) -> None:
    """Give the seats to computer players of which enough want that."""
    votes = step.before.record.settings.get("agree_to_release", {})
    open_votes = dict[str, list[int]]()
    for key, voted in votes.items():
        seat, agreed = int(key.partition(":")[0]), _stayed(step, voted)
        if not agreed or _stayed(step, [seat]) != [seat] or f"{seat}:{step.after.decisions.get(seat)}" != key:
            continue
        absent, seats = step.players()[seat], step.players()
        host = step.changes.get("host", step.record.host)
        enough = host in {seats[voter].user for voter in agreed} or 2 * len(agreed) >= len(people(seats))
        if not enough or await _waits(step, store, seat):
            open_votes[key] = agreed
            continue
        _event(step, EventKind.RELEASE, seat, agreed[0], ReleasePayload(instead=computer_name(seats)))
        step.announce()
        step.add(NewEvent(EventKind.LEAVE, seat, public=LeavePayload(released=True), user=absent.user))
        if host == absent.user:
            step.changes["host"] = seats[agreed[0]].user
        stand_in(step, absent)
    if open_votes:
        step.settle(agree_to_release={key: _stayed(step, votes[key]) for key in open_votes})


async def _count_offers(step: Step, store: Store, ran: Ran) -> None:
    """Offer the seats to substitutes of which enough want that."""
    for key in list(step.settings.get("agree_to_offer", {})):
        seat = int(key)
        everybody = people(step.players())
        others = everybody - {seat}
        voted = step.before.record.settings.get("agree_to_offer", {})[key]
        agreed = [voter for voter in _stayed(step, voted) if voter in others]
        if not agreed or _stayed(step, [seat]) != [seat]:
            continue
        if await _is_late(step, seat, ran):
            host = step.changes.get("host", step.record.host)
            enough = 2 * len(agreed) >= len(everybody) or host in {step.players()[voter].user for voter in agreed}
        else:
            enough = len(others) >= NEED and set(agreed) == others
        if not enough or await _waits(step, store, seat):
            continue
        keeps(step, seat)  # who was for it is counted no longer
        offer, public = SeatOffer(seq=step.next_seq, own=False), OfferPayload(by_others=True)
        if len(agreed) > 1:
            offer["agreed"] = public["agreed"] = agreed
        step.settle(offered={**step.settings.get("offered", {}), key: offer})
        _event(step, EventKind.OFFER, seat, agreed[0], public)
        step.announce()


async def _is_late(step: Step, seat: int, ran: Ran) -> bool:
    """Whether the table has waited for the player in a seat for too long."""
    settings, table = step.settings, step.before
    if settings.get("paused") is not None or table.decisions.get(seat) != step.after.decisions.get(seat):
        return False
    if seat in stood_in(settings) or times_late(settings, seat):
        return True
    awaited = table.state is not None and seat in table.state.awaited and seat in table.timers
    return awaited and terms_of(settings) is None and await ran(table, seat, step.at) >= ABSENT_AFTER_MS


def _ask_again_to_end(step: Step) -> None:
    """Clear the votes for an end, and ask those who had agreed once more; whoever joins a lobby clears none."""
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
