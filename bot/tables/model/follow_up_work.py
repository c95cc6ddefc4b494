"""Work that falls due after a step: a pure function of the table before it and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.tables.model.clock_terms import prompt, stand_in_seats
from bot.tables.model.clock_work import clock_work
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import kind_of
from bot.tables.model.votes import may_close_question
from data.tables.events import EventKind
from data.tables.records import FINISHED, NewWork, SeatRecord, TableRecord
from data.tables.settings import TableSettings
from data.tables.work import AnnouncementPayload, DeletePayload, PingPayload, SeatPayload, WorkKind

NO_MENTIONS_SETTING: Final = -1
"""The value of the setting `mention` for a table without pings."""

GAME_OVER_KEY: Final = "over"
"""The key of the message that tells players who were not there how the game ended."""

ANSWERED_SUFFIX: Final = "answered"
"""The suffix, after the invitation's key, of the key of work for an invitation that is answered or has lapsed."""

CLOSED_QUESTIONS_KEY: Final = "passed"
"""The key of work that takes the buttons from questions that are answered, or may be."""

DEBOUNCE_MS: Final = 100
"""Milliseconds before a message is refreshed, so that a burst of moves is one edit."""

HAND_PAUSE_FACTOR: Final = 20
"""The factor by which a computer player waits longer before the next deal, so that people see the end of the hand."""

FORCED_MOVE_DELAY_MS: Final = 2000
"""Milliseconds until a forced card is played for its player, so that the player sees the table first."""

MID_TURN_PING_DELAY_MS: Final = 10 * 60 * 1000
"""Milliseconds, at least, before the ping of a player who has begun a turn of several moves: they were there."""

TRY_SEARCH_LEEWAY_MS: Final = 20_000
"""Milliseconds before a try's computer players move by a row of the outbox.

They usually move with the answer to its player. The row is for a process killed before that.
"""

MEMBER_CHECK_AFTER_MS: Final = 50 * 1000
"""Milliseconds of waiting for a player before the check that they are still in the server."""

AWAITED_KEY_PREFIX: Final = "awaited:"
"""The prefix of the key of such a check, before the seat and the event of its decision."""

BOARD_CHECK_INTERVAL_MS: Final = 24 * 3600 * 1000
"""Milliseconds between two checks of a table's board and of the players it waits for."""


@dataclass(frozen=True, slots=True)
class Delays:
    """The delays of work in milliseconds, and the users whose only card is played for them.

    `refreshes` is False where nobody is shown the tables, as in a benchmark.
    """

    ping_ms: int
    computer_ms: int
    plays_only_card: Callable[[int], bool]
    refreshes: bool = True

    def until_ping(self, settings: TableSettings) -> int:
        """Return milliseconds after which the player to act is mentioned, at a table with these settings."""
        wait_seconds = settings.get("mention")
        return prompt(settings, self.ping_ms if wait_seconds is None else wait_seconds * 1000)


@dataclass(slots=True)
class FollowUp:
    """The rows to write after a step, and the rows, by kind and key, whose reason no longer holds."""

    enqueue: list[NewWork] = field(default_factory=list[NewWork])
    cancel: list[tuple[WorkKind, str]] = field(default_factory=list[tuple[WorkKind, str]])


def work_after(step: Step, delays: Delays) -> FollowUp:
    """Return the work that follows a step.

    It is written in the step's transaction, so that no change comes between them.
    """
    before, playing = step.before, step.changes.get("status", step.record.status) == "playing"
    follow_up = FollowUp()
    _add_computer_move(follow_up, step, delays, playing=playing)
    clocks = clock_work(step, playing=playing)
    follow_up.enqueue += clocks[0]
    follow_up.cancel += clocks[1]
    if not before.record.private:  # the learner is shown everything with the answer
        _add_messages(follow_up, step, delays, playing=playing)
    elif step.changes.get("status") == "over" and kind_of(step.record.settings) in {"challenge", "match"}:
        follow_up.enqueue.append(NewWork(WorkKind.COUNT_TRY, seq=step.last_seq, due=step.at))
    return follow_up


def _add_computer_move(follow_up: FollowUp, step: Step, delays: Delays, *, playing: bool) -> None:
    if not playing or step.before.computers():  # a row that is given again would keep the time of the move made
        follow_up.cancel.append((WorkKind.COMPUTER, ""))
    if playing and step.computers():
        turns = 1 if step.after.hand_start_seq else HAND_PAUSE_FACTOR
        delay = TRY_SEARCH_LEEWAY_MS if "attempt" in step.record.settings else turns * delays.computer_ms
        follow_up.enqueue.append(NewWork(WorkKind.COMPUTER, seq=step.last_seq, due=step.at + delay))


def _add_messages(follow_up: FollowUp, step: Step, delays: Delays, *, playing: bool) -> None:
    """Let the people at the table be shown and told what the step has changed."""
    before, now, last = step.before, step.at, step.last_seq
    if delays.refreshes:
        follow_up.enqueue.append(NewWork(WorkKind.REFRESH, seq=last, due=now + DEBOUNCE_MS))
    void = any(event.public.get("void") for event in step.events if event.kind == EventKind.END)
    if step.hands or step.settled_hand or void:
        follow_up.enqueue.append(NewWork(WorkKind.RECORD, seq=last, due=now))
    if playing:
        _add_pings(follow_up, step, delays)
        if not before.has_upkeep:  # once in a process: the row puts itself off as long as the table is played
            follow_up.enqueue.append(NewWork(WorkKind.CHECK_BOARD, seq=last, due=now + BOARD_CHECK_INTERVAL_MS))
    else:
        follow_up.cancel.extend(
            [(WorkKind.PING, "*"), (WorkKind.CHECK_BOARD, ""), (WorkKind.CHECK_BOARD, f"{AWAITED_KEY_PREFIX}*")]
        )
    if may_close_question(before, step):
        follow_up.enqueue.append(NewWork(WorkKind.ANNOUNCE, CLOSED_QUESTIONS_KEY, last, due=now + DEBOUNCE_MS))
    status = step.changes.get("status")
    if before.record.status == "lobby":
        _add_answers(follow_up, step, begun=status not in {None, "lobby"})
        if status not in {None, "lobby"}:
            follow_up.cancel.append((WorkKind.EXPIRE, ""))
    if status in FINISHED:
        _add_result(follow_up, step, delays)
    elif status == "playing" or (playing and step.seats is not None):
        _add_pointer(follow_up, before.record, now)  # it tells who plays


def _add_answers(follow_up: FollowUp, step: Step, *, begun: bool) -> None:
    """Let invitations say that they were answered, or that they have passed with the lobby."""
    before = step.before
    answered = {
        event.user
        for event in step.events
        if event.kind in {EventKind.JOIN, EventKind.DECLINE, EventKind.LEAVE, EventKind.DISMISS}
    }
    passed = [user for user in before.invitation_keys if user in answered or (begun and user in before.invited)]
    for key in dict.fromkeys(filter(None, (before.invitation_keys[user] for user in passed))):
        payload = AnnouncementPayload(answered=key)
        follow_up.enqueue.append(
            NewWork(WorkKind.ANNOUNCE, f"{key}:{ANSWERED_SUFFIX}", step.last_seq, payload, step.at + DEBOUNCE_MS)
        )


def _add_pings(follow_up: FollowUp, step: Step, delays: Delays) -> None:
    """Enqueue pings for newly awaited seats and unread notes. Cancel all others."""
    now, settings = step.at, step.record.settings
    delay = delays.until_ping(settings)
    was_awaited = awaited_people(step.before, step.record.seats, settings)
    is_awaited = awaited_people(step.after, step.players(), step.settings)
    for seat, seq in was_awaited - is_awaited:
        follow_up.cancel.extend(
            [(WorkKind.PING, f"{seat}:{seq}"), (WorkKind.CHECK_BOARD, f"{AWAITED_KEY_PREFIX}{seat}:{seq}")]
        )
    due: int | None = None
    if settings.get("mention") != NO_MENTIONS_SETTING:
        state = step.after.state
        mid_turn = state is not None and step.before.game.conduct.is_mid_turn(state)
        due = now + (prompt(settings, max(delay, MID_TURN_PING_DELAY_MS)) if mid_turn else delay)
    for seat, seq in is_awaited - was_awaited:
        key, user = f"{seat}:{seq}", step.players()[seat].user
        if user is not None and delays.plays_only_card(user):  # whether there is one is looked at then
            follow_up.enqueue.append(
                NewWork(WorkKind.PLAY_ONLY_CARD, key, seq, SeatPayload(seat=seat), now + FORCED_MOVE_DELAY_MS)
            )
        if due is not None:
            follow_up.enqueue.append(NewWork(WorkKind.PING, key, seq, PingPayload(seat=seat), due))
        if due is None or due > now + MEMBER_CHECK_AFTER_MS:  # else the mentioned members are looked up first
            follow_up.enqueue.append(
                NewWork(
                    WorkKind.CHECK_BOARD,
                    f"{AWAITED_KEY_PREFIX}{key}",
                    seq,
                    SeatPayload(seat=seat),
                    now + MEMBER_CHECK_AFTER_MS,
                )
            )
    had_notes = step.before.notes.waiting(step.record.seats, settings)
    have_notes = step.after.notes.waiting(step.players(), step.settings)
    follow_up.cancel.extend((WorkKind.PING, note_key(seat)) for seat in had_notes - have_notes)
    if due is not None:
        for seat in have_notes - had_notes:  # the first that waits for somebody: they are told once
            payload = PingPayload(seat=seat, note=True)
            follow_up.enqueue.append(NewWork(WorkKind.PING, note_key(seat), step.last_seq, payload, now + delay))


def _add_result(follow_up: FollowUp, step: Step, delays: Delays) -> None:
    """Tell the channel around the table's thread the result, and players who are not there that the game is over."""
    _add_pointer(follow_up, step.record, step.at)
    if step.changes.get("status") == "over" and step.record.settings.get("mention") != NO_MENTIONS_SETTING:
        due = step.at + delays.until_ping(step.record.settings)
        follow_up.enqueue.append(NewWork(WorkKind.ANNOUNCE, GAME_OVER_KEY, step.last_seq, due=due))


def _add_pointer(follow_up: FollowUp, record: TableRecord, now: int) -> None:
    """Let the message in the channel around the table's thread tell how the table stands."""
    home, thread = record.settings.get("parent_channel", record.channel), record.thread or record.channel
    if thread != home:  # the thread has the number of the message that it was made from
        payload = DeletePayload(channel=home, message=thread, becomes_pointer=True)
        follow_up.enqueue.append(NewWork(WorkKind.DELETE_BOARD, f"{thread:x}", payload=payload, due=now + DEBOUNCE_MS))


def awaited_people(table: TableState, seats: Iterable[SeatRecord], settings: TableSettings) -> set[tuple[int, int]]:
    """Return the people that the table waits for: each seat, and the event at which its decision arose."""
    if table.state is None or settings.get("paused") is not None:
        return set()
    people = {seat.seat for seat in seats if seat.kind == "person"} - stand_in_seats(settings)
    return {(seat, table.decisions[seat]) for seat in table.state.awaited if seat in people}


def note_key(seat: int) -> str:
    """Return the key of the ping that tells the player in a seat of notes to be read."""
    return f"note:{seat}"
