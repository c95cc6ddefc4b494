"""Notes and shown hands between players whom their game lets talk in private.

A note is for the people seated when it is written. Its `to`, a checksum of them (`mark_of`), has to fit when it is
stored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final

from bot.common.errors import Declined, Stale
from bot.common.id_codes import checksum
from bot.common.text import escape, name_of, plain
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import DEBOUNCE_MS, note_key
from bot.tables.model.partner_notes import Slip, for_seat, reported, with_read
from bot.tables.model.seats import NOT_SEATED, TABLE_ENDED, require_seat
from bot.tables.model.shown_hands import end_of_last_hand
from bot.tables.model.step import NOT_BEGUN, Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.engine.errors import StoreError
from data.tables.events import EventKind, NotePayload, NoteSecret, ReportSecret
from data.tables.records import Append, EventRecord, NewEvent, NewWork, RecordChanges, SeatRecord, TableRecord
from data.tables.settings import TableSettings
from data.tables.work import ReportPayload, WorkKind
from rules.players import note_to_partners
from rules.sentences import listed

log = logging.getLogger(__name__)


MAX_NOTE_LETTERS: Final = 300
"""Letters of a note."""

MAX_NOTES: Final = 20
"""Notes and showings of one seat in a hand, what comes before its deal included."""

REPORT_DELAY_MS: Final = 5000
"""Milliseconds before the work of a report falls due: the command posts it at once, unless it is stopped."""

NO_NOTES_TEXT: Final = "This game has no private notes."

OTHERS_SIT_THERE_TEXT: Final = "Nothing was sent: another player sits there now."

NO_CARDS: Final = "You hold no cards to show."

NO_NOTE: Final = "There is no such note."

ALREADY_REPORTED_TEXT: Final = "That note is already reported."


def confidants(table: TableState, seat: int) -> tuple[SeatRecord, ...]:
    """Return the seats that a seat may talk to, whichever players they have."""
    return tuple(
        table.record.seats[other] for other in table.game.conduct.confidants(seat) if other < len(table.record.seats)
    )


def readers(table: TableState, seat: int) -> tuple[SeatRecord, ...]:
    """Return the people among them: computer players see hands, and read no words.

    In a lesson they stand for people.
    """
    return tuple(player for player in confidants(table, seat) if player.kind == "person" or table.record.lesson)


def mark_of(people: Sequence[SeatRecord]) -> str:
    """Return a checksum of these people in their seats, for the buttons that mean them."""
    return checksum(" ".join(f"{person.seat}:{person.user}" for person in people))


async def write(tables: Tables, table_id: int, to: str, words: str, actor: Actor) -> tuple[TableState, Done]:
    """Write a note to one's partners, the people that the mark `to` means.

    Raises Declined where there is nobody to read it, too much or nothing is written; Stale where others sit there by
    now; StoreError.
    """
    text = plain(words, MAX_NOTE_LETTERS)

    def build(step: Step) -> None:
        if not text:
            raise Declined("Write a note first.")
        _confide(step, EventKind.NOTE, to, {"text": text}, actor, to_write)

    return await tables.change(table_id, actor.interaction, build)


async def show(tables: Tables, table_id: int, to: str, times: str, actor: Actor) -> tuple[TableState, Done]:
    """Show one's partners the cards that one holds now; `times` is what `shown_before` gave when they were asked.

    Raises as `write`.
    """

    def build(step: Step) -> None:
        seat, state = require_seat(step, actor).seat, step.after.state
        cards: list[str] = [] if state is None else state.view(seat)["hand"]
        if not cards:
            raise Declined(NO_CARDS)
        if shown_before(step.before, seat) != times:
            raise Stale("Nothing was done: this is another hand, or you have already shown it.")
        _confide(step, EventKind.SHOW, to, {"cards": cards}, actor, to_show)

    return await tables.change(table_id, actor.interaction, build)


def show_computer_hand(step: Step, seat: int) -> None:
    """Show a computer player's hand to its partners, before its first move from which its game's player has a note."""
    table, state = step.before, step.after.state
    partners = confidants(table, seat)
    if state is None or not partners or table.record.lesson:
        return
    since, view = end_of_last_hand(table), state.view(seat)
    has_shown = any(slip.seat == seat and slip.shown and slip.seq > since for slip in table.notes.slips)
    if words := "" if has_shown else note_to_partners(table.game, view):
        hidden = NoteSecret(text=words, cards=view["hand"])
        public = NotePayload(to=[partner.seat for partner in partners])
        step.add(NewEvent(EventKind.SHOW, seat, public=public, hidden=hidden))


def _confide(
    step: Step,
    kind: EventKind,
    to: str,
    hidden: NoteSecret,
    actor: Actor,
    partners_of: Callable[[TableState, int], tuple[SeatRecord, ...]],
) -> None:
    """Add a note or showing for the partners of the mark `to`. They alone may read it."""
    own_record, table = require_seat(step, actor), step.before
    people = partners_of(table, own_record.seat)
    if mark_of(people) != to:
        raise Stale(OTHERS_SIT_THERE_TEXT)
    since = end_of_last_hand(table)
    if sum(slip.seat == own_record.seat and slip.seq > since for slip in table.notes.slips) >= MAX_NOTES:
        raise Declined(f"You have sent {MAX_NOTES} notes this hand, the limit. You can write again in the next.")
    public = NotePayload(to=[person.seat for person in people])
    step.add(actor.new_event(kind, own_record.seat, public, hidden=hidden))


def shown_before(table: TableState, seat: int) -> str:
    """Return the number of the hand in progress, and how often the seat has shown its cards in it.

    A button with an outdated value shows nothing.
    """
    since, hand = end_of_last_hand(table), 0 if table.state is None else table.state.number
    times = sum(slip.seat == seat and slip.shown and slip.seq > since for slip in table.notes.slips)
    return f"{hand}.{times}"


def shown_to(table: TableState, seat: int) -> tuple[SeatRecord, ...]:
    """Return the seats to which a seat's cards were shown in the present hand, by its player of then."""
    since = end_of_last_hand(table)
    readers = {
        reader
        for slip in table.notes.slips
        if slip.shown and slip.seat == seat and slip.seq > since
        for reader in slip.to
    }
    return tuple(table.record.seats[reader] for reader in sorted(readers)) if table.hand_start_seq else ()


def to_show(table: TableState, seat: int) -> tuple[SeatRecord, ...]:
    """Return the seats to which a player may show their hand now. Raises Declined if there are none."""
    if table.record.status != "playing":
        raise Declined(NOT_BEGUN if table.record.status == "lobby" else TABLE_ENDED)
    partners = confidants(table, seat)
    if not partners:
        raise Declined(NO_NOTES_TEXT)
    return partners


def to_write(table: TableState, seat: int) -> tuple[SeatRecord, ...]:
    """Return the people whom the player in a seat may write to now. Raises Declined where there are none."""
    partners, people = to_show(table, seat), readers(table, seat)
    if not people:
        raise Declined(unread_by(partners))
    return people


def unread_by(computers: Sequence[SeatRecord]) -> str:
    """Return the reason why no note can be written, as a sentence in markdown."""
    names = listed([escape(name_of(player.name, player.seat)) for player in computers])
    some = len(computers) > 1
    return f"{names} {'are computer players and read' if some else 'is a computer player and reads'} no notes."


async def read(tables: Tables, table: TableState, seat: int, user: int, upto: int) -> None:
    """Record that the person in a seat has seen all notes up to event `upto`. The board stops saying that one waits."""
    if upto <= table.record.settings.get("notes_read", {}).get(str(seat), 0):
        return

    def write(record: TableRecord) -> Append:
        if record.seats[seat].user != user or upto <= record.settings.get("notes_read", {}).get(str(seat), 0):
            return Append(record.id, record.seq)
        settings: TableSettings = {**record.settings, "notes_read": with_read(record.settings, seat, upto)}
        changes = RecordChanges(settings=settings)
        if record.status != "playing":
            return Append(record.id, record.seq, changes=changes)
        refresh = NewWork(WorkKind.REFRESH, seq=record.seq, due=tables.clock() + DEBOUNCE_MS)
        changes["shown_seq"] = min(record.shown_seq, max(0, record.seq - 1))  # the board is no longer as it should be
        waits = table.notes.waiting(record.seats, settings)
        drop: tuple[tuple[WorkKind, str], ...] = () if seat in waits else ((WorkKind.PING, note_key(seat)),)
        return Append(record.id, record.seq, work=(refresh,), changes=changes, drop=drop)

    try:
        async with table.showing:  # a board that is on its way just now would count as one that shows this
            await tables.update_row(table.id, write)
    except StoreError as error:  # they are told once more that it waits, no worse
        log.info("table %s: the notes that seat %s read are not saved (%s)", table.id, seat, type(error).__name__)


async def note_for(tables: Tables, table: TableState, user: int, number: int) -> tuple[EventRecord, bool]:
    """Return the note, by its event's number, that a player may report, and whether that was done.

    Raises Declined where there is none that is for them and still has its words, StoreError.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Declined(NOT_SEATED)
    events = await tables.store.tables.confidences(table.id)
    note = next((event for event in for_seat(events, table.record.seats, seat, user) if event.seq == number), None)
    if note is None or note.kind != EventKind.NOTE or note.user == user or not note.hidden:
        raise Declined(NO_NOTE)
    return note, number in reported(events)


async def report(tables: Tables, table_id: int, number: int, actor: Actor) -> tuple[TableState, Done]:
    """Report a note to the server's moderators, once.

    The caller tries to send the report at once, so its work falls due after REPORT_DELAY_MS.
    Raises Declined, StoreError.
    """
    is_reported = await tables.done(actor.interaction) is not None
    if not is_reported:
        _, is_reported = await note_for(tables, await tables.find(table_id), actor.id, number)

    def build(step: Step) -> None:
        if is_reported or number in {note for _, note in step.after.notes.reports}:
            raise Declined(ALREADY_REPORTED_TEXT)
        seat, seq = step.before.seat_of(actor.id), step.next_seq
        step.add(actor.new_event(EventKind.REPORT, seat, hidden=ReportSecret(note=number)))
        step.work.append(
            NewWork(
                WorkKind.REPORT_NOTE, str(number), seq, ReportPayload(note=number), tables.clock() + REPORT_DELAY_MS
            )
        )

    return await tables.change(table_id, actor.interaction, build)


def below_hand(table: TableState, seat: int) -> tuple[Slip, ...]:
    """Return the note that a seat's hand shows: the oldest that is unread; the others stand behind *Notes*."""
    return table.notes.unread(seat, table.record.settings)[:1]


async def record_seen(tables: Tables, table: TableState, seat: int, user: int, seq: int) -> None:
    """Record that a player was shown their hand as of event `seq`, with the notes below it."""
    seen_slips = [slip.seq for slip in below_hand(table, seat) if slip.seq <= seq]
    await read(tables, table, seat, user, max(seen_slips, default=0))
