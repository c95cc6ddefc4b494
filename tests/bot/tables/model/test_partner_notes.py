"""Notes between partners: who may write, who may read, what waits, what is kept, and what nobody else is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import exchange_notes, leave_and_end, lobby, play, take_computer_seat
from bot.tables.model.partner_notes import for_seat
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.finished_hand_steps import exported
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import Tables
from bot.ui.table.shuffle_proof import read_proof
from data.engine.errors import StoreError
from data.tables.records import Append, EventRecord, SeatRecord
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN, make_one_move, open_lobby, play_to_end

pytestmark = pytest.mark.usefixtures("voren_in_pairs")

DORA = Person(14, "Dora")
SEATS = (ADA, BELA, CLEO, DORA)


async def deal_pairs(tables: Tables, hands: int = 3, people: tuple[Person, ...] = SEATS) -> TableState:
    """Return a dealt table of two pairs, with computer players where people are missing."""
    live = await open_lobby(tables, *people[1:], hands=hands)
    for _ in range(4 - len(people)):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    live, _ = await lobby.start(tables, live.id, make_actor(ADA))
    await make_one_move(tables, live)  # the dealer's
    return live


def mark_of_partners(live: TableState, who: Person) -> str:
    """Return the mark of somebody's partners as they sit now."""
    seat = live.seat_of(who.id)
    assert seat is not None
    return exchange_notes.mark_of(exchange_notes.readers(live, seat))


async def write_note(tables: Tables, live: TableState, who: Person, words: str, interaction: int | None = None) -> Done:
    return (
        await exchange_notes.write(
            tables, live.id, mark_of_partners(live, who), words, make_actor(who, interaction or next(IDS))
        )
    )[1]


async def show_hand(tables: Tables, live: TableState, who: Person) -> Done:
    times = exchange_notes.shown_before(live, live.seat_of(who.id) or 0)
    return (await exchange_notes.show(tables, live.id, mark_of_partners(live, who), times, make_actor(who)))[1]


async def read_as(tables: Tables, live: TableState, who: Person) -> list[Any]:
    """Return the words and cards that somebody with a seat may read."""
    seat = live.seat_of(who.id)
    assert seat is not None
    events = for_seat(await tables.store.tables.confidences(live.id), live.record.seats, seat, who.id)
    return [(event.hidden or {}).get("text") or (event.hidden or {}).get("cards") for event in events]


async def read_note_pings(tables: Tables, live: TableState) -> list[tuple[str, int]]:
    """Return the pings about notes that are owed: their keys and the numbers of the notes."""
    rows = await tables.store.work.of_table(live.id, WorkKind.PING)
    return [(row.key, row.seq) for row in rows if row.payload.get("note") and row.state == WorkState.DUE]


async def finish_hand(tables: Tables, live: TableState) -> None:
    """Play the hand in progress to its end."""
    assert live.state is not None
    number = live.state.number
    while live.record.status == "playing" and live.state.number == number:
        await make_one_move(tables, live)


async def test_a_note_is_for_the_partner_alone(tables: Tables) -> None:
    """Whoever's turn it is; on one line, as it is shown."""
    live = await deal_pairs(tables)
    result = await write_note(tables, live, ADA, "  lead\na  trump \u202e")
    assert (result.kind, result.seat, result.text) == ("note", 0, "")
    await write_note(tables, live, CLEO, "hold on")
    assert await read_as(tables, live, BELA) == await read_as(tables, live, ADA) == ["lead a trump"]
    assert await read_as(tables, live, DORA) == ["hold on"]
    assert live.notes.waiting(live.record.seats, live.record.settings) == {1, 3}


async def test_a_hand_is_shown_as_it_is_then(tables: Tables) -> None:
    live = await deal_pairs(tables)
    assert live.state is not None
    cards = live.state.view(2)["hand"]
    await show_hand(tables, live, CLEO)
    while live.state.view(2)["hand"] == cards:
        await make_one_move(tables, live)
    assert await read_as(tables, live, DORA) == [cards]
    assert await read_as(tables, live, ADA) == []


async def test_a_hand_is_shown_once_by_one_button(tables: Tables) -> None:
    """Two presses at the same instant, each of its own, show it once; asked anew it is shown again."""
    live = await deal_pairs(tables)
    times, mark = exchange_notes.shown_before(live, 0), mark_of_partners(live, ADA)
    outcomes = await asyncio.gather(
        *(exchange_notes.show(tables, live.id, mark, times, make_actor(ADA)) for _ in range(2)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in outcomes) == ["Stale", "tuple"]
    await show_hand(tables, live, ADA)
    assert len(await read_as(tables, live, BELA)) == 2


async def test_an_interaction_that_comes_twice_makes_one_note(tables: Tables) -> None:
    """At the same instant, and later, when the table is read anew; its answer is that of the first."""
    live = await deal_pairs(tables)
    interaction = next(IDS)
    results = await asyncio.gather(*(write_note(tables, live, ADA, "plum", interaction) for _ in range(2)))
    tables.evict(live.id)
    results.append(await write_note(tables, await tables.find(live.id), ADA, "pear", interaction))
    assert len({result.seq for result in results}) == 1
    assert [result.again for result in results] == [False, True, True]
    assert await read_as(tables, live, BELA) == ["plum"]


async def test_partners_who_write_at_the_same_instant_both_do(tables: Tables) -> None:
    live = await deal_pairs(tables)
    await asyncio.gather(write_note(tables, live, ADA, "plum"), write_note(tables, live, BELA, "pear"))
    assert sorted(await read_as(tables, live, ADA)) == ["pear", "plum"]
    assert live.notes.waiting(live.record.seats, live.record.settings) == {0, 1}


async def test_notes_that_are_refused(tables: Tables) -> None:
    """Each with its sentence, and nothing of it is kept."""
    live = await deal_pairs(tables, people=(ADA, BELA, CLEO))
    before = live.record.seq

    async def assert_refused(act: Awaitable[Any], text: str, kind: type[Declined] = Declined) -> None:
        with pytest.raises(kind, match=text):
            await act

    await assert_refused(write_note(tables, live, ADA, " \u200b\n"), "Write a note first")
    await assert_refused(write_note(tables, live, CLEO, "plum"), "is a computer player and reads no notes")
    await assert_refused(
        exchange_notes.write(tables, live.id, "0000", "plum", make_actor(ADA)), "another player", Stale
    )
    await assert_refused(
        exchange_notes.show(tables, live.id, mark_of_partners(live, ADA), "7.0", make_actor(ADA)), "another hand", Stale
    )
    await assert_refused(
        exchange_notes.write(tables, live.id, mark_of_partners(live, ADA), "plum", make_actor(DORA)), "no seat"
    )
    await assert_refused(exchange_notes.report(tables, live.id, 3, make_actor(ADA)), "no such note")
    assert live.record.seq == before
    lobby_table = await open_lobby(tables, BELA)
    await assert_refused(write_note(tables, lobby_table, ADA, "plum"), "has not started")
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    await assert_refused(write_note(tables, live, ADA, "plum"), "has ended")


async def test_a_computer_partner_is_shown_a_hand(tables: Tables) -> None:
    """It reads no words, so nobody is said to have something to read."""
    live = await deal_pairs(tables, people=(ADA, BELA, CLEO))
    mark, times = exchange_notes.mark_of(exchange_notes.confidants(live, 2)), exchange_notes.shown_before(live, 2)
    live, _ = await exchange_notes.show(tables, live.id, mark, times, make_actor(CLEO))
    assert [(slip.seat, slip.to, slip.shown, slip.by_computer) for slip in live.notes.slips] == [(2, (3,), True, False)]
    assert not live.notes.waiting(live.record.seats, live.record.settings)
    assert [seat.seat for seat in exchange_notes.shown_to(live, 2)] == [3]


async def test_tables_without_partner_talk_refuse_notes(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await deal_pairs(tables)
    monkeypatch.setattr(type(GAMES["voren"].conduct), "confidants", lambda _, seat: ())
    with pytest.raises(Declined, match="no private notes"):
        await write_note(tables, live, ADA, "plum")


async def test_a_seat_writes_so_much_in_a_hand(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes and showings together, counted from the end of the hand before; a cold table counts the same."""
    monkeypatch.setattr(exchange_notes, "MAX_NOTES", 2)
    live = await deal_pairs(tables)
    await show_hand(tables, live, ADA)
    await write_note(tables, live, ADA, "x" * 900)
    assert (await read_as(tables, live, BELA))[-1] == "x" * (exchange_notes.MAX_NOTE_LETTERS - 1) + "…"
    for _ in range(2):
        with pytest.raises(Declined, match="notes this hand, the limit"):
            await write_note(tables, live, ADA, "one more")
        tables.evict(live.id)
        live = await tables.find(live.id)
    await write_note(tables, live, BELA, "mine are my own")
    await finish_hand(tables, live)
    await write_note(tables, live, ADA, "plum")
    tables.evict(live.id)
    live = await tables.find(live.id)
    await write_note(tables, live, ADA, "pear")
    with pytest.raises(Declined, match="notes this hand, the limit"):
        await write_note(tables, live, ADA, "and no more")


async def test_reloaded_table_has_the_same_notes_as_one_in_memory(tables: Tables) -> None:
    """Through hands, readings and a report; and what it keeps in mind does not grow with its age."""
    live, numbers = await deal_pairs(tables, hands=6), list[int]()
    while live.record.status == "playing":
        assert live.state is not None
        if live.awaits_deal():
            await write_note(tables, live, ADA, "between two hands")
            await play.next_hand(tables, live.id, make_actor(ADA))
            await make_one_move(tables, live)  # the dealer's
        number = live.state.number
        await write_note(tables, live, ADA, f"hand {number}")
        await show_hand(tables, live, DORA)
        if number == 1:
            await exchange_notes.report(tables, live.id, live.record.seq - 1, make_actor(BELA))
        await exchange_notes.read(tables, live, 1, BELA.id, live.record.seq)
        await finish_hand(tables, live)
        in_memory = live.notes, live.record.settings
        numbers.append(len(live.notes.slips))
        tables.evict(live.id)
        live = await tables.find(live.id)
        assert (live.notes, live.record.settings) == in_memory
    assert max(numbers) <= 5
    texts: list[str] = []
    await check_all(tables.store, texts.append)
    assert texts == []


async def test_read_note_stops_waiting(tables: Tables) -> None:
    """The board is to be shown anew, the ping goes; what came meanwhile still waits, and nothing is unread twice."""
    live = await deal_pairs(tables)
    first, second = (await write_note(tables, live, ADA, "plum")), (await write_note(tables, live, ADA, "pear"))
    assert await read_note_pings(tables, live) == [("note:1", first.seq)]
    live.record = replace(live.record, shown_seq=live.record.seq)
    await exchange_notes.read(tables, live, 1, BELA.id, first.seq)
    assert [slip.seq for slip in live.notes.unread(1, live.record.settings)] == [second.seq]
    assert await read_note_pings(tables, live) == [("note:1", first.seq)]
    assert live.record.shown_seq == live.record.seq - 1
    (refresh,) = await tables.store.work.of_table(live.id, WorkKind.REFRESH)
    assert (refresh.state, refresh.seq) == (WorkState.DUE, live.record.seq)
    await exchange_notes.read(tables, live, 1, BELA.id, second.seq)
    assert await read_note_pings(tables, live) == []
    await exchange_notes.read(tables, live, 1, BELA.id, first.seq)
    assert live.record.settings.get("notes_read") == {"1": second.seq}
    tables.evict(live.id)
    live = await tables.find(live.id)
    assert live.notes.waiting(live.record.seats, live.record.settings) == set()


async def test_nothing_is_kept_of_a_reading_where_the_store_fails(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await deal_pairs(tables)
    result = await write_note(tables, live, ADA, "plum")
    append = tables.store.tables.append

    async def fail(_: Append) -> int:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store.tables, "append", fail)
    await exchange_notes.read(tables, live, 1, BELA.id, result.seq)
    monkeypatch.setattr(tables.store.tables, "append", append)
    live = await tables.find(live.id)
    assert live.notes.waiting(live.record.seats, live.record.settings) == {1}


async def test_one_ping_for_all_that_waits(tables: Tables) -> None:
    """Given with the first note, and anew only once all has been read; none where the table mentions nobody."""
    live = await deal_pairs(tables)
    first = await write_note(tables, live, ADA, "plum")
    await write_note(tables, live, ADA, "pear")
    await show_hand(tables, live, ADA)
    assert await read_note_pings(tables, live) == [("note:1", first.seq)]
    await exchange_notes.read(tables, live, 1, BELA.id, live.record.seq)
    later = await write_note(tables, live, ADA, "apple")
    assert await read_note_pings(tables, live) == [("note:1", later.seq)]
    await play_to_end(tables, live)
    assert await read_note_pings(tables, live) == []
    silent_table = await lobby.open_table(
        tables, VOREN, {"hands": 1}, (1, 2), make_actor(ADA), settings={"mention": -1}
    )
    for who in SEATS[1:]:
        await lobby.join(tables, silent_table.id, make_actor(who))
    silent_table, _ = await lobby.start(tables, silent_table.id, make_actor(ADA))
    await write_note(tables, silent_table, ADA, "plum")
    assert await read_note_pings(tables, silent_table) == []


async def take_seat(tables: Tables, live: TableState, seat: int, who: Person, agrees: Person) -> None:
    """Let somebody take a computer player's seat, with another's agreement."""
    await take_computer_seat.ask(tables, live.id, seat, make_actor(who))
    await take_computer_seat.sit(tables, live.id, live.record.seq, make_actor(agrees))


async def test_new_player_of_a_seat_reads_no_older_notes(tables: Tables) -> None:
    """Neither words nor cards; whoever comes back after days reads again what was for them, and nothing in between."""
    live = await deal_pairs(tables)
    await write_note(tables, live, ADA, "for Bela")
    await write_note(tables, live, BELA, "from Bela")
    await show_hand(tables, live, ADA)
    mark, emil = mark_of_partners(live, ADA), Person(15, "Emil")
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert live.notes.waiting(live.record.seats, live.record.settings) == {0}
    assert await read_note_pings(tables, live) == [("note:0", live.notes.slips[1].seq)]
    await take_seat(tables, live, 1, emil, ADA)
    assert live.notes.waiting(live.record.seats, live.record.settings) == {0}
    assert await read_as(tables, live, emil) == []
    with pytest.raises(Stale, match="another player sits there"):
        await exchange_notes.write(tables, live.id, mark, "meant for Bela", make_actor(ADA))
    with pytest.raises(Stale, match="another player sits there"):
        await exchange_notes.show(tables, live.id, mark, "0.1", make_actor(ADA))
    await write_note(tables, live, ADA, "for Emil")
    assert await read_as(tables, live, emil) == ["for Emil"]
    assert (await read_as(tables, live, ADA))[:2] == ["for Bela", "from Bela"]
    await leave_and_end.leave(tables, live.id, make_actor(emil))
    await take_seat(tables, live, 1, BELA, ADA)
    tables.evict(live.id)
    live = await tables.find(live.id)
    assert live.state is not None
    assert live.notes.waiting(live.record.seats, live.record.settings) == {0}
    words = [value for value in await read_as(tables, live, BELA) if isinstance(value, str)]
    assert words == ["for Bela", "from Bela"]


async def test_a_note_is_reported_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """By whoever it was for, of two presses at the same instant one; also an old one, and after the game."""
    live = await deal_pairs(tables, hands=4)
    own, other = await write_note(tables, live, ADA, "plum"), await write_note(tables, live, ADA, "pear")
    page = await show_hand(tables, live, ADA)
    for who, number in ((ADA, own.seq), (CLEO, own.seq), (BELA, page.seq), (BELA, 1), (BELA, 999)):
        with pytest.raises(Declined, match="no such note"):
            await exchange_notes.report(tables, live.id, number, make_actor(who))
    ids = [next(IDS), next(IDS)]
    both = await asyncio.gather(
        *(exchange_notes.report(tables, live.id, own.seq, make_actor(BELA, id_)) for id_ in ids), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in both) == ["Declined", "tuple"]
    first = ids[[isinstance(result, tuple) for result in both].index(True)]
    assert (await exchange_notes.report(tables, live.id, own.seq, make_actor(BELA, first)))[1].again
    (row,) = await tables.store.work.of_table(live.id, WorkKind.REPORT_NOTE)
    assert (row.key, row.payload, row.state) == (str(own.seq), {"note": own.seq}, WorkState.DUE)
    for _ in range(3):
        await finish_hand(tables, live)
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(ADA))
    with pytest.raises(Declined, match="already reported"):
        await exchange_notes.report(tables, live.id, own.seq, make_actor(BELA))
    await play_to_end(tables, live)
    assert live.record.status == "over"
    await exchange_notes.report(tables, live.id, other.seq, make_actor(BELA))
    assert [row.key for row in await tables.store.work.of_table(live.id, WorkKind.REPORT_NOTE)] == [
        str(own.seq),
        str(other.seq),
    ]


async def test_words_that_were_taken_out_are_gone(tables: Tables) -> None:
    """The cards that were shown stay; such a note can be reported no more."""
    live = await deal_pairs(tables)
    result = await write_note(tables, live, ADA, "plum")
    await tables.store.privacy.erase_words(ADA.id)
    tables.evict(live.id)
    live = await tables.find(live.id)
    assert await read_as(tables, live, BELA) == [None]
    with pytest.raises(Declined, match="no such note"):
        await exchange_notes.report(tables, live.id, result.seq, make_actor(BELA))


async def test_outputs_contain_no_confided_text(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    """The proof, the file of the game, the rows of hands, what happened, what is printed, the operator's log."""
    live = await deal_pairs(tables, hands=2)
    await write_note(tables, live, ADA, "mirabelle")
    await play_to_end(tables, live)
    spans = await tables.store.tables.hands(live.id)
    hands = [await tables.store.tables.hand(live.id, span.number) for span in spans]
    log = await tables.store.tables.log(live.id)
    texts = [
        json.dumps(await read_proof(tables.store, live)),
        json.dumps(await exported(tables.store, live, spans)),
        json.dumps([(hand.how, hand.log, hand.start) for hand in hands if hand]),
        repr(log),
        repr(live.notes),
        str(
            [
                (event.text, event.public, event.hidden)
                for event in await tables.store.tables.game_events(live.id, 0, len(log))
            ]
        ),
        str([row.payload for row in await tables.store.work.of_table(live.id)]),
        caplog.text,
    ]
    assert not [text for text in texts if "mirabelle" in text]
    assert any("mirabelle" in str(event.hidden) for event in log)


def make_event(seq: int, kind: Any, seat: int, user: int | None, **public: Any) -> EventRecord:
    public |= {"instead": "Juno"} if kind in {"sit", "leave"} else {}
    return EventRecord(1, seq, kind, seat, "", public, {"text": str(seq)}, None, user, seq)


READING: list[tuple[str, Callable[[], list[EventRecord]], list[int]]] = [
    ("their own and what is for them",
     lambda: [make_event(1, "note", 0, 11, to=[1]), make_event(2, "note", 1, 12, to=[0])],
     [1, 2]),
    ("not what is for others", lambda: [make_event(1, "note", 2, 13, to=[3])], []),
    ("not from before they sat down", lambda: [make_event(1, "note", 1, 12, to=[0]), make_event(2, "leave", 0, 19),
                                              make_event(3, "sit", 0, 11)], []),
    ("again after coming back", lambda: [make_event(1, "note", 1, 12, to=[0]), make_event(2, "leave", 0, 11),
                                         make_event(3, "note", 1, 12, to=[0]), make_event(4, "sit", 0, 11)], [1]),
    ("others come and go elsewhere", lambda: [make_event(1, "note", 1, 12, to=[0]), make_event(2, "leave", 1, 12),
                                              make_event(3, "sit", 1, 17)], [1]),
    ("nobody is somebody who was taken out", lambda: [make_event(1, "note", 1, 12, to=[0]),
                                                      make_event(2, "leave", 0, None),
                                                      make_event(3, "sit", 0, 11)], []),
    ("not what they wrote in another seat", lambda: [make_event(1, "note", 2, 11, to=[3])], []),
]  # fmt: skip


@pytest.mark.parametrize(("events", "expected"), [entry[1:] for entry in READING], ids=[entry[0] for entry in READING])
def test_readers_of_notes(events: Callable[[], list[EventRecord]], expected: list[int]) -> None:
    """The person with number 11 in seat 0."""
    seats = [SeatRecord(1, seat, user, "person", "") for seat, user in enumerate((11, 12, 13, 14))]
    assert [event.seq for event in for_seat(events(), seats, 0, 11)] == expected
