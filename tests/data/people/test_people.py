"""Names and numbers of people stand in one row each; events and seats name the row; words can be emptied."""

import sqlite3
from pathlib import Path

from data.people.records import GuildSettings
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent
from tests.data.makers import (
    GUEST,
    HOST,
    create_table,
    make_draft,
    make_join,
    make_move,
    make_named_seat,
    make_seat,
    make_step,
    read_table,
    sqlite_only,
)
from tests.support.databases import Place


async def test_a_person_has_one_row_and_the_name_that_was_heard_last(store: Store, place: Place) -> None:
    first = await store.tables.create(
        make_draft(), [make_join(0, HOST, "Ann")], seats=[make_named_seat(0, HOST, "Ann")]
    )
    second = await store.tables.create(
        make_draft(host=GUEST), [make_join(0, GUEST, "Bo")], seats=[make_named_seat(0, GUEST, "Bo")]
    )
    await store.tables.append(
        make_step(second.id, 1, make_join(1, HOST, "Annie"), seats=(*second.seats, make_named_seat(1, HOST, "Annie")))
    )
    assert place.peek("SELECT user_id, name FROM people ORDER BY id") == [(HOST, "Annie"), (GUEST, "Bo")]
    assert [seat_record.name for seat_record in (await read_table(store, first.id)).seats] == ["Annie"]
    assert [(event.user, event.name) for event in await store.tables.log(first.id)] == [(HOST, "Annie")]
    # A table in memory knows an older name; what it writes does not bring that back.
    await store.tables.append(make_step(first.id, 1, seats=(make_named_seat(0, HOST, "Ann"),)))
    assert [seat_record.name for seat_record in (await read_table(store, first.id)).seats] == ["Annie"]
    assert (await read_table(store, second.id)).host == GUEST


@sqlite_only
async def test_no_other_row_holds_a_name_or_a_number(store: Store, path: Path) -> None:
    table = await store.tables.create(
        make_draft(), [make_join(0, HOST, "Ann")], seats=[make_named_seat(0, HOST, "Ann"), make_seat(1, None)]
    )
    await store.tables.append(make_step(table.id, 1, make_move(interaction=5), changes={"host": HOST}))
    dump = sqlite3.connect(path)
    lines = [line for line in dump.iterdump() if "Ann" in line or str(HOST) in line]
    dump.close()
    assert [line.split()[2] for line in lines] == ['"people"']
    assert [seat_record.name for seat_record in (await read_table(store, table.id)).seats] == ["Ann", "Seat 1"]


@sqlite_only
async def test_a_person_who_is_taken_out_leaves_seats_and_events_behind(store: Store, path: Path) -> None:
    table = await store.tables.create(
        make_draft(), [make_join(0, HOST, "Ann")], seats=[make_named_seat(0, HOST, "Ann")]
    )
    other = sqlite3.connect(path)
    other.execute("UPDATE people SET user_id = NULL, name = ''")
    other.commit()
    other.close()
    now = await read_table(store, table.id)
    assert (now.host, [(seat_record.user, seat_record.kind, seat_record.name) for seat_record in now.seats]) == (
        -1,
        [(-1, "person", "")],
    )
    assert [(event.user, event.name) for event in await store.tables.log(table.id)] == [(-1, "")]
    assert await store.tables.of_user(HOST) == []


async def test_typed_words_can_be_emptied_and_nothing_else_is(store: Store) -> None:
    own, theirs = [
        NewEvent(EventKind.NOTE, 0, public={"to": [1]}, hidden={"text": "plum"}, user=user) for user in (HOST, GUEST)
    ]
    record = await store.tables.create(make_draft(), [make_join(0, HOST, "Ann"), own, theirs, make_move("stay")])
    two = await store.tables.create(make_draft(), [theirs])
    assert await store.privacy.erase_words(HOST) == [record.id]
    assert [event.text for event in await store.tables.log(record.id)] == ["", "", "", "stay"]
    assert [event.hidden for event in await store.tables.log(record.id)] == [None, None, theirs.hidden, None]
    assert [event.hidden for event in await store.tables.log(two.id)] == [theirs.hidden]
    assert await store.privacy.erase_words(HOST) == []
    assert await store.privacy.erase_words(12345) == []


@sqlite_only
async def test_notes_can_be_emptied_and_cards_that_were_shown_stay(store: Store, path: Path) -> None:
    """Of a note nothing is left but that there was one; nor is it anywhere in the file's rows."""
    public = {"to": [1]}
    note = NewEvent(EventKind.NOTE, 0, public=public, hidden={"text": "plums and pears"}, user=HOST)
    answer = NewEvent(EventKind.NOTE, 1, public={"to": [0]}, hidden={"text": "apples"}, user=GUEST)
    cards = NewEvent(EventKind.SHOW, 0, public=public, hidden={"cards": ["KE"]}, user=HOST)
    table = await store.tables.create(make_draft(), [make_join(0, HOST, "Ann"), note, answer, cards])
    assert [event.kind for event in await store.tables.confidences(table.id, 1)] == ["note", "note", "show"]
    assert await store.privacy.erase_words(HOST) == [table.id]
    rows = [(event.kind, event.public, event.hidden, event.user) for event in await store.tables.confidences(table.id)]
    assert rows == [
        ("note", public, None, HOST),
        ("note", {"to": [0]}, {"text": "apples"}, GUEST),
        ("show", public, {"cards": ["KE"]}, HOST),
    ]
    dump = sqlite3.connect(path)
    assert not [line for line in dump.iterdump() if "plums" in line]
    dump.close()
    assert await store.privacy.erase_words(HOST) == []


async def test_reports_leave_out_private_text(store: Store) -> None:
    note = NewEvent(EventKind.NOTE, 0, public={"to": [1]}, hidden={"text": "plum"}, user=HOST)
    table = await store.tables.create(make_draft(), [make_join(0, HOST, "Ann"), note])
    events = await store.tables.game_events(table.id, 1, 2)
    assert [(text.kind, text.text, text.public, text.hidden) for text in events] == [("note", "", {"to": [1]}, None)]


async def test_a_name_may_be_in_any_script_and_holds_no_nul(store: Store) -> None:
    """PostgreSQL keeps no NUL; SQLite would."""
    names = ["Żółw", "محمد", "李\u2028小龍", "e\u0301", "👩‍👩‍👧", "a\0b"]
    for user, name in enumerate(names, 1):
        table = await create_table(store)
        await store.tables.append(make_step(table.id, 1, NewEvent(EventKind.MOVE, user=user, name=name, text=name)))
    events = [(await store.tables.log(number))[-1] for number in await store.tables.numbers(0, 100)]
    assert [event.name for event in events] == [*names[:-1], "ab"]
    assert [event.text for event in events] == [*names[:-1], "ab"]
    await store.guild_settings.save(GuildSettings(5, {"colours": "a\0b", "more": [{"\0": "\0\\u0000"}]}))
    assert (await store.guild_settings.of(5)).values == {"colours": "ab", "more": [{"": "\\u0000"}]}
    assert await store.guild_settings.departed() == set()
