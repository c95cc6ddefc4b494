"""Writing to one's partner and showing them one's hand from the page of notes, over the wire."""

from __future__ import annotations

import pytest

from bot.tables.commands import exchange_notes, leave_and_end, take_computer_seat
from tests.cogs.table.pairs import deal_to_pairs
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    SEATED,
    find_actor,
    find_answer_buttons,
    read_event_kinds,
    response_text,
    start_room,
)

pytestmark = pytest.mark.usefixtures("voren_in_pairs")


async def test_a_note_can_be_sent_and_the_hand_shown_from_the_page_of_notes() -> None:
    """The page says so, or why not, and stays the page."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        page = await house.command(HOST, "table notes", table=live.id)
        assert "No notes yet." in response_text(page)
        assert list(find_answer_buttons(page)) == ["Send note", "Show hand", "Refresh"]
        form = await house.press(HOST, page.get("message") or {}, "Send note")
        note_answer = await house.sandbox.people.modal(HOST, form["interaction_id"], {"words": "plum"})
        assert "Note sent to " in response_text(note_answer)
        assert "### Notes at " in response_text(note_answer)
        assert "plum" in response_text(note_answer)
        assert "Note sent" not in response_text(await house.press(HOST, note_answer.get("message") or {}, "Refresh"))
        answer = await house.press(HOST, page.get("message") or {}, "Show hand")
        await house.press(HOST, answer.get("message") or {}, "Show hand")
        assert (await read_event_kinds(house, live)).count("show") == 1
        form = await house.press(HOST, page.get("message") or {}, "Send note")
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        refused = await house.sandbox.people.modal(HOST, form["interaction_id"], {"words": "pear"})
        assert "Your note was: pear" in response_text(refused)
        assert "### Notes at " in response_text(refused)


async def test_old_page_sends_no_note_to_a_new_partner() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        page = await house.command(HOST, "table notes", table=live.id)
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        await take_computer_seat.ask(house.services.tables, live.id, 1, find_actor(house, BYSTANDER))
        seq = (await house.live(live.id)).record.seq
        await take_computer_seat.sit(house.services.tables, live.id, seq, find_actor(house, HOST))
        answer = await house.press(HOST, page.get("message") or {}, "Send note")
        assert exchange_notes.OTHERS_SIT_THERE_TEXT in response_text(answer)
        assert "### Notes at " in response_text(answer)
