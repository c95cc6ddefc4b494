"""Notes as people see them: what fits into a message at its fullest, and what words are made safe to show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.commands.exchange_notes import MAX_NOTE_LETTERS
from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.partner_notes import Notes, Slip
from bot.tables.model.table_state import TableState
from bot.ui.game.moves import Choice
from bot.ui.kit.components import button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts, notes_page
from bot.ui.table.caption import count_lines
from bot.ui.table.layouts import MAX_GROUP_ROWS, Pending
from data.tables.events import EventKind
from data.tables.records import EventRecord, SeatRecord
from rules.registry import GAMES
from tests.bot.tables import samples
from tests.support.limits import parts_of

pytestmark = pytest.mark.usefixtures("voren_in_pairs")

COMPONENTS = 40
"""Of a message, as Discord counts them."""

WIDE = "W" * 32


def make_pair_table(*slips: Slip, **changes: Any) -> TableState:
    """Return a table of two people with the longest names, with these notes."""
    result = samples.make_table()
    seats = tuple(replace(seat, name=WIDE) for seat in result.record.seats)
    result.record = replace(result.record, seats=seats, **changes)
    result.hand_start_seq = 1
    result.notes = Notes(slips)
    return result


def make_note(seq: int, words: str | None, kind: Any = "note") -> EventRecord:
    """Return a note of seat 1 to seat 0."""
    hidden = None if words is None else {"text": words} if kind == EventKind.NOTE else {"cards": words.split()}
    return EventRecord(1, seq, kind, 1, "", {"to": [0]}, hidden, None, 12, seq * 1000, WIDE)


def make_slips(count: int) -> list[Slip]:
    """Return so many notes of seat 1 to seat 0."""
    return [Slip(seq, 1, (0,)) for seq in range(1, count + 1)]


@pytest.mark.parametrize("consent_question", [True, False])
def test_the_fullest_hand_fits_into_a_message(consent_question: bool) -> None:
    """Twenty moves in as many rows as there are, a question about one of them or a hint in a friendly game, a picture,
    and the partners' place.
    """
    moves = [Choice(f"{number}", f"{number}", group=f"{number % MAX_GROUP_ROWS}") for number in range(20)]
    table = make_pair_table(*make_slips(9))
    table.record.settings["friendly"] = True
    table.decisions = {0: 0}
    below = notes_page.note_buttons(table, 0)
    assert [part["label"][:5] for part in below] == ["Send ", "Show ", "Notes"]
    question = Pending(
        0,
        "Sure?",
        row(
            button(CustomId.CONFIRM_MOVE, 1, label="Confirm"), button(CustomId.REFRESH_HAND, 1, "not", label="Not yet")
        ),
    )
    message = {"type": 12, "items": []}
    results = layouts.hand(
        table,
        0,
        "Yours",
        moves,
        move_tokens([choice.move for choice in moves]),
        message,
        {},
        pending=question if consent_question else None,
        below=below,
    ).parts
    parts = list(parts_of(results))
    assert len(parts) <= COMPONENTS
    assert ("Hint" in [part.get("label") for part in parts]) != consent_question
    assert all(len(part["components"]) <= 5 for part in parts if part["type"] == 1)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))


def test_of_the_longest_new_note_a_hand_has_three_lines_and_where_the_rest_is() -> None:
    """The oldest that is unread; the button counts them all."""
    table = make_pair_table(*make_slips(5))
    written = notes_page.hand_note(
        table, 0, [make_note(seq, "ab " * (MAX_NOTE_LETTERS // 3)) for seq in range(1, 6)], 1
    )
    assert written.endswith("… Press Notes for the rest. 4 more: press Notes.")
    alone = notes_page.hand_note(make_pair_table(*make_slips(1)), 0, [make_note(1, "ab " * (MAX_NOTE_LETTERS // 3))], 1)
    assert count_lines(alone.replace(WIDE, "Annamarietta")) == 3
    assert [part["label"] for part in notes_page.note_buttons(table, 0)][-1] == "Notes (5)"


def test_notes_that_were_read_are_behind_the_button_alone() -> None:
    """And where nothing is for somebody, nothing stands there."""
    events = [make_note(seq, f"note {seq}") for seq in range(1, 6)]
    table = make_pair_table(*make_slips(5), settings={"notes_read": {"0": 2}})
    assert notes_page.hand_note(table, 0, events, 3) == f"**{WIDE}:** note 3 2 more: press Notes."
    table = make_pair_table(*make_slips(5), settings={"notes_read": {"0": 5}})
    assert notes_page.hand_note(table, 0, events, 0) == ""
    assert notes_page.hand_note(table, 1, events, 0) == ""
    assert [part["label"] for part in notes_page.note_buttons(table, 0)][-1] == "Notes"


def test_typed_notes_are_shown_literally() -> None:
    """Nothing in it is markdown, a mention, a link or a line of its own."""
    words = "# a\n**b** <@11> @here https://x.example [c](d) `e`"
    written = notes_page.hand_note(make_pair_table(Slip(1, 1, (0,))), 0, [make_note(1, words)], 1)
    assert "\\*\\*b\\*\\* \\<@11> @\u200bhere https:\u200b//x.example \\[c\\](d) \\`e\\`" in written
    assert "\n" not in written
    assert notes_page.quoted_note(make_note(1, words)).startswith("> \\# a")


def test_words_that_were_taken_out_are_said_to_be() -> None:
    assert notes_page.ERASED_TEXT in notes_page.hand_note(make_pair_table(Slip(1, 1, (0,))), 0, [make_note(1, None)], 1)
    assert notes_page.quoted_note(make_note(1, None)) == f"> {notes_page.ERASED_TEXT}"


def test_everybody_is_told_for_whom_notes_wait_and_no_more() -> None:
    """While the game goes on, and of people alone."""
    both = Slip(1, 1, (0,)), Slip(2, 0, (1,))
    assert notes_page.waiting_line(make_pair_table(*both)) == f"-# A note waits for {WIDE} and {WIDE}."
    assert notes_page.waiting_line(make_pair_table()) == ""
    assert notes_page.waiting_line(make_pair_table(*both, status="over")) == ""
    computer = SeatRecord(1, 0, None, "computer", "Ambrose")
    table = make_pair_table(*both)
    table.record = replace(table.record, seats=(computer, table.record.seats[1]))
    assert notes_page.waiting_line(table) == f"-# A note waits for {WIDE}."


def test_after_the_game_notes_are_only_read() -> None:
    assert [part["label"] for part in notes_page.note_buttons(make_pair_table(status="over"), 0)] == ["Notes"]


def test_beside_a_computer_player_a_hand_can_be_shown_and_what_was_written_is_read() -> None:
    """Also a hand that was shown to the reader or by them; not what others wrote."""
    computer = SeatRecord(1, 1, None, "computer", "Ambrose")
    for slip, labels in (
        ((), ["Show hand"]),
        ((Slip(1, 1, (0,)),), ["Show hand", "Notes (1)"]),
        ((Slip(1, 0, (1,)),), ["Show hand", "Notes"]),
        ((Slip(1, 2, (3,)),), ["Show hand"]),
    ):
        table = make_pair_table(*slip)
        table.record = replace(table.record, seats=(table.record.seats[0], computer))
        assert [part["label"] for part in notes_page.note_buttons(table, 0)] == labels


def test_games_without_partner_talk_offer_no_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["voren"].conduct), "confidants", lambda *_: ())
    assert notes_page.note_buttons(make_pair_table(), 0) == []


def test_a_report_says_who_wrote_what_and_who_reported_it() -> None:
    """By name and number, in one message at its longest; its beginning is its own."""
    by = EventRecord(1, 9, EventKind.REPORT, 0, "", {}, {"note": 1}, None, 11, 9000, "Ada @everyone")
    text = notes_page.note_report(make_pair_table(), make_note(1, "*" * MAX_NOTE_LETTERS), by)
    assert len(text) <= 2000
    assert text.startswith(notes_page.report_head(make_pair_table(), 9))
    assert notes_page.report_head(make_pair_table(), 9) != notes_page.report_head(make_pair_table(), 10)
    assert f"{WIDE} (`12`) wrote to a partner" in text
    assert "Reported by Ada @\u200beveryone (`11`)." in text


def test_report_on_an_erased_person_has_no_name() -> None:
    event = replace(make_note(1, None), user=None, name="")
    text = notes_page.note_report(make_pair_table(), event, replace(event, kind="report"))
    assert "Somebody wrote to a partner" in text


def test_substitute_reads_to_whom_the_hand_was_shown() -> None:
    """In the hand in which that was, and in no other; a note is no such thing."""
    table = make_pair_table(Slip(3, 0, (1,)), Slip(4, 1, (0,), shown=True))
    assert notes_page.shown_hand_text(table, 0) == ""
    assert notes_page.shown_hand_text(table, 1).endswith(" has seen your hand.")
    table.hand_start_seq = 0
    assert notes_page.shown_hand_text(table, 1) == ""
