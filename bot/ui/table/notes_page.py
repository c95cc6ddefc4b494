"""Notes between partners: in their hand, page by page, and before moderators.

All of it is for the person who asks. The board tells everybody that a note waits, and for whom.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, escape, isolate, name_of, plain
from bot.tables.commands import exchange_notes
from bot.tables.model.partner_notes import for_seat, reported
from bot.tables.model.seats import NOT_SEATED
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import Layout, Part, button, picture, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pictures import Picture
from bot.ui.scene.scene import CardScene, HandScene
from bot.ui.scene.text import card_text
from bot.ui.table import layouts
from bot.ui.table.layouts import Emoji
from data.people.records import is_erased
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import EventRecord, SeatRecord
from rules.sentences import listed

NOTES_PER_PAGE: Final = 5
"""Notes a page: each has its button, and with five hands of emoji the message is full."""

MAX_PREVIEW_LETTERS: Final = 75
"""Letters of a note below a hand: three lines on a phone, with its writer."""

PAGE_ARGUMENT: Final = "page"
"""The last part of the id of a button on a page of notes: its answer is the page."""

ERASED_TEXT: Final = "*These words were deleted.*"


def waiting_line(table: TableState) -> str:
    """Return the public line that names players with unread notes; "" if there are none."""
    if table.record.status != "playing":
        return ""
    seats = table.notes.waiting(table.record.seats, table.record.settings)
    return f"-# A note waits for {listed_names([table.record.seats[seat] for seat in sorted(seats)])}." if seats else ""


def hand_note(table: TableState, seat: int, confided: Sequence[EventRecord], note: int) -> str:
    """Return the note of event `note` among `confided` below a seat's cards, in markdown; "" if it is not for them.

    What a computer player showed is told in its hand alone, however long the message stays open.
    """
    user, slip_seqs = table.record.seats[seat].user, {slip.seq for slip in table.notes.slips}
    if user is None:
        return ""
    more = sum(slip.seq != note for slip in table.notes.unread(seat, table.record.settings))
    follow = f" {more} more: press Notes." if more > 0 else ""
    readable = for_seat(confided, table.record.seats, seat, user)
    return "".join(
        _new_note_text(event) + follow
        for event in readable
        if event.seq == note and event.user != user and (event.user is not None or note in slip_seqs)
    )


def _new_note_text(event: EventRecord) -> str:
    """Return a note that waits to be read: its beginning; of a shown hand that it is there."""
    who, hidden = escape(name_of(event.name, event.seat or 0)), event.hidden or {}
    words = hidden.get("text", "")
    if event.kind == EventKind.SHOW:
        rest = f":** {words} Press Notes for the hand." if words else "** showed you their hand: press Notes."
        return f"**{who}{rest}"
    if not words:
        return f"**{who}:** {ERASED_TEXT}"
    return f"**{who}:** {escape(plain(words, MAX_PREVIEW_LETTERS))}" + (
        " Press Notes for the rest." if len(words) > MAX_PREVIEW_LETTERS else ""
    )


def shown_hand_text(table: TableState, seat: int) -> str:
    """Return the readers of a seat's cards in this hand, for the player who takes the seat over; empty for none."""
    readers = exchange_notes.shown_to(table, seat)
    return f"-# {listed_names(readers)} {'have' if len(readers) > 1 else 'has'} seen your hand." if readers else ""


def note_buttons(table: TableState, seat: int) -> list[Part]:
    """Return the buttons for notes below a seat's hand: to write, and to read.

    A shown hand can be shown again from the notes alone: a third button may cost a row on a phone. Beside a computer
    player there is nothing to write.
    """
    if not exchange_notes.confidants(table, seat):
        return []
    buttons = _write_button(table, seat)
    if not exchange_notes.shown_to(table, seat):
        buttons += _show_button(table, seat)
    unread = len(table.notes.unread(seat, table.record.settings))
    if exchange_notes.readers(table, seat) or any(seat in {slip.seat, *slip.to} for slip in table.notes.slips):
        buttons.append(button(CustomId.SHOW_NOTES, table.id, label=f"Notes ({unread})" if unread else "Notes"))
    return buttons


def _write_button(table: TableState, seat: int, *where: str) -> list[Part]:
    """Return the button to write to the people among one's partners; `where` are its further arguments."""
    people = exchange_notes.readers(table, seat)
    if not people or table.record.status != "playing":
        return []
    return [button(CustomId.OPEN_NOTE_FORM, table.id, exchange_notes.mark_of(people), *where, label="Send note")]


def _show_button(table: TableState, seat: int) -> list[Part]:
    """Return the button that shows one's hand to one's partners."""
    if not table.hand_start_seq or table.record.status != "playing":
        return []
    mark = exchange_notes.mark_of(exchange_notes.confidants(table, seat))
    return [button(CustomId.ASK_TO_SHOW_HAND, table.id, mark, label="Show hand")]


class NotesPage(NamedTuple):
    """A page of notes, the number of the event up to which its reader has then read all, and the pictures in it."""

    layout: Layout
    read: int
    pictures: tuple[Picture, ...] = ()


Draw = Callable[[HandScene], Awaitable[Picture | None]]
"""The picture of a hand as the reader likes it; None where they like words alone."""


async def _draw_nothing(_: HandScene) -> None:
    """Draw no picture."""


async def notes_page(
    store: Store,
    table: TableState,
    user: int,
    pack: str,
    emoji: Emoji,
    page: int | None = None,
    draw: Draw = _draw_nothing,
    feedback: str = "",
) -> NotesPage:
    """Return a page of a game's notes for a user; without `page` the oldest unread one, or else the last.

    Shown hands are drawn. `feedback` is the last result in markdown. Raises Declined without a seat or partners;
    StoreError.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Declined(NOT_SEATED)
    if not (others := exchange_notes.confidants(table, seat)):
        raise Declined(exchange_notes.NO_NOTES_TEXT)
    events = await store.tables.confidences(table.id)
    notes, reported_seqs = for_seat(events, table.record.seats, seat, user), reported(events)
    last_read_seq = table.record.settings.get("notes_read", {}).get(str(seat), 0)
    unread = [place for place, entry in enumerate(notes) if entry.seq > last_read_seq and entry.user != user]
    pages = max(1, -(-len(notes) // NOTES_PER_PAGE))
    page = (unread[0] // NOTES_PER_PAGE if unread else pages - 1) if page is None else min(page, pages - 1)
    first = page * NOTES_PER_PAGE
    page_notes = notes[first : first + NOTES_PER_PAGE]
    lines = [
        f"{number}. {_line(event, seat, pack, emoji, new=number - 1 in unread, is_reported=event.seq in reported_seqs)}"
        for number, event in enumerate(page_notes, first + 1)
    ]
    reports = [
        button(CustomId.ASK_TO_REPORT_NOTE, table.id, event.seq, label=f"Report {number}")
        for number, event in enumerate(page_notes, first + 1)
        if may_be_reported(event, user) and event.seq not in reported_seqs
    ]
    theirs = [event.seq for event in page_notes if event.user != user]
    upto = theirs[-1] if theirs and not (unread and unread[0] < first) else 0
    of = f" · page {page + 1} of {pages}" if pages > 1 else ""
    hands = [_hand_shown(event, pack) for event in page_notes if event.kind == EventKind.SHOW and event.user != user]
    drawn = {image.filename: image for hand in hands if (image := await draw(hand)) is not None}
    alone = "" if exchange_notes.readers(table, seat) else exchange_notes.unread_by(others)
    to_write = [*_write_button(table, seat, PAGE_ARGUMENT), *_show_button(table, seat)]
    turns = (
        button(CustomId.TURN_NOTES_PAGE, table.id, max(0, page - 1), "older", label="Older", disabled=not page),
        button(CustomId.TURN_NOTES_PAGE, table.id, page + 1, "newer", label="Newer", disabled=page + 1 >= pages),
    )
    layout = layouts.layout(
        layouts.text(
            f"### Notes at {escape(table.name)}",
            f"-# Only you and {listed_names(others)} see these{of}" if lines or not alone else "",
            shown_hand_text(table, seat),
            feedback,
        ),
        layouts.text(*lines or ([] if alone else ["No notes yet."]), alone),
        *(picture(name, image.alt) for name, image in drawn.items()),
        *([row(*reports)] if reports else []),
        *([row(*to_write)] if to_write else []),
        row(*(turns if pages > 1 else ()), button(CustomId.TURN_NOTES_PAGE, table.id, "last", label="Refresh")),
    )
    return NotesPage(layout, upto, tuple(drawn.values()))


def _hand_shown(event: EventRecord, pack: str) -> HandScene:
    """Return the cards that a player showed, at the time of showing."""
    name = name_of(event.name, event.seat or 0)
    cards = tuple(CardScene(card) for card in (event.hidden or {}).get("cards", ()))
    return HandScene(pack, f"{name}'s hand", cards=cards)


def may_be_reported(event: EventRecord, user: int) -> bool:
    """Whether an event is another player's note that still has its words."""
    return event.kind == EventKind.NOTE and event.user != user and bool(event.hidden)


def quoted_note(note: EventRecord) -> str:
    """Return a note's words as a quotation in markdown."""
    words = (note.hidden or {}).get("text", "")
    return f"> {escape(words, exchange_notes.MAX_NOTE_LETTERS)}" if words else f"> {ERASED_TEXT}"


def report_head(table: TableState, number: int) -> str:
    """Return the beginning of the message about the report by event `number`; no other message has it."""
    return f"**Report {table.id}-{number}: a note at {escape(table.name)}**"


def note_report(table: TableState, note: EventRecord, by: EventRecord) -> str:
    """Return the report of a note to moderators: its author, time and text, and `by` whom it is reported."""
    when = f"<t:{note.at // 1000}:f>"
    where = table.record.thread or table.record.channel
    sentence = f"{_who(note)} wrote to a partner, {when} (<#{where}>):"
    return "\n".join((report_head(table, by.seq), sentence, quoted_note(note), f"-# Reported by {_who(by)}."))


def _who(event: EventRecord) -> str:
    """Return a person's name with their number at Discord, because names change."""
    name = escape(isolate(plain(event.name, NAME_LIMIT)) or "Somebody")
    return name if event.user is None or is_erased(event.user) else f"{name} (`{event.user}`)"


def _line(
    event: EventRecord, seat: int, pack: str, emoji: Emoji, *, new: bool = False, is_reported: bool = False
) -> str:
    """Return a note or a shown hand in a line, as the player in a seat reads it."""
    is_own = event.seat == seat
    who = "You" if is_own else escape(name_of(event.name, event.seat or 0))
    signs = "".join(("**new** · " if new else "", "reported · " if is_reported else ""))
    when, hidden = f"<t:{event.at // 1000}:R>", event.hidden or {}
    if event.kind == EventKind.SHOW:
        cards = " ".join(card_text(pack, card, emoji) for card in hidden.get("cards", ()))
        return f"{signs}**{who}** showed {'these cards' if is_own else 'you these cards'}, {when}: {cards}"
    words = escape(hidden["text"], exchange_notes.MAX_NOTE_LETTERS) if hidden.get("text") else ERASED_TEXT
    return f"{signs}**{who}**, {when}: {words}"


def listed_names(people: Sequence[SeatRecord]) -> str:
    """Return the names of these people in a sentence, in markdown."""
    return listed([escape(name_of(person.name, person.seat)) for person in people])
