"""Names and numbers of people stand in one row each; events and seats name the row; words can be emptied."""

import sqlite3
from pathlib import Path

from data.events import EventKind
from data.records import NewEvent, SeatRecord
from data.store import Store
from data.work import WorkState
from tests.data.makers import GUEST, HOST, draft, kept, move, peek, seat, step, url_of
from tests.support.old_databases import old


def joined(number: int, user: int, name: str) -> NewEvent:
    """Somebody sits down, under the name that they have now."""
    return NewEvent(EventKind.JOIN, number, user=user, name=name)


def sitting(number: int, user: int, name: str) -> SeatRecord:
    """Their seat."""
    return SeatRecord(0, number, user, "person", name)


async def test_a_person_has_one_row_and_the_name_that_was_heard_last(store: Store, path: Path) -> None:
    first = await store.create_table(draft(), [joined(0, HOST, "Ann")], seats=[sitting(0, HOST, "Ann")])
    second = await store.create_table(draft(host=GUEST), [joined(0, GUEST, "Bo")], seats=[sitting(0, GUEST, "Bo")])
    await store.append(step(second.id, 1, joined(1, HOST, "Annie"), seats=(*second.seats, sitting(1, HOST, "Annie"))))
    assert peek(path, "SELECT user_id, name FROM people ORDER BY id") == [(HOST, "Annie"), (GUEST, "Bo")]
    assert [one.name for one in (await kept(store, first.id)).seats] == ["Annie"]
    assert [(event.user, event.name) for event in await store.log(first.id)] == [(HOST, "Annie")]
    # A table in memory knows an older name; what it writes does not bring that back.
    await store.append(step(first.id, 1, seats=(sitting(0, HOST, "Ann"),)))
    assert [one.name for one in (await kept(store, first.id)).seats] == ["Annie"]
    assert (await kept(store, second.id)).host == GUEST


async def test_no_other_row_holds_a_name_or_a_number(store: Store, path: Path) -> None:
    table = await store.create_table(draft(), [joined(0, HOST, "Ann")], seats=[sitting(0, HOST, "Ann"), seat(1, None)])
    await store.append(step(table.id, 1, move(interaction=5), changes={"host": HOST}))
    dump = sqlite3.connect(path)
    lines = [line for line in dump.iterdump() if "Ann" in line or str(HOST) in line]
    dump.close()
    assert [line.split()[2] for line in lines] == ['"people"']
    assert [one.name for one in (await kept(store, table.id)).seats] == ["Ann", "Seat 1"]


async def test_a_person_who_is_taken_out_leaves_seats_and_events_behind(store: Store, path: Path) -> None:
    table = await store.create_table(draft(), [joined(0, HOST, "Ann")], seats=[sitting(0, HOST, "Ann")])
    other = sqlite3.connect(path)
    other.execute("UPDATE people SET user_id = NULL, name = ''")
    other.commit()
    other.close()
    now = await kept(store, table.id)
    assert (now.host, [(one.user, one.kind, one.name) for one in now.seats]) == (-1, [(-1, "person", "")])
    assert [(event.user, event.name) for event in await store.log(table.id)] == [(-1, "")]
    assert await store.tables_of(HOST) == []


async def test_typed_words_can_be_emptied_and_nothing_else_is(store: Store) -> None:
    mine, theirs = NewEvent(EventKind.WORD, text="plum", user=HOST), NewEvent(EventKind.WORD, text="pear", user=GUEST)
    one = await store.create_table(draft(), [joined(0, HOST, "Ann"), mine, theirs, move("stay")])
    two = await store.create_table(draft(), [theirs])
    assert await store.erase_words(HOST) == [one.id]
    assert [event.text for event in await store.log(one.id)] == ["", "", "pear", "stay"]
    assert [event.text for event in await store.log(two.id)] == ["pear"]
    assert await store.erase_words(HOST) == []
    assert await store.erase_words(12345) == []


async def test_notes_can_be_emptied_and_cards_that_were_shown_stay(store: Store, path: Path) -> None:
    """Of a note nothing is left but that there was one; nor is it anywhere in the file's rows."""
    public = {"to": [1]}
    note = NewEvent(EventKind.NOTE, 0, public=public, hidden={"text": "plums and pears"}, user=HOST)
    answer = NewEvent(EventKind.NOTE, 1, public={"to": [0]}, hidden={"text": "apples"}, user=GUEST)
    cards = NewEvent(EventKind.SHOW, 0, public=public, hidden={"cards": ["KE"]}, user=HOST)
    table = await store.create_table(draft(), [joined(0, HOST, "Ann"), note, answer, cards])
    assert [one.kind for one in await store.confided(table.id, 1)] == ["note", "note", "show"]
    assert await store.erase_words(HOST) == [table.id]
    kept = [(one.kind, one.public, one.hidden, one.user) for one in await store.confided(table.id)]
    assert kept == [
        ("note", public, None, HOST),
        ("note", {"to": [0]}, {"text": "apples"}, GUEST),
        ("show", public, {"cards": ["KE"]}, HOST),
    ]
    dump = sqlite3.connect(path)
    assert not [line for line in dump.iterdump() if "plums" in line]
    dump.close()
    assert await store.erase_words(HOST) == []


async def test_what_happened_is_told_without_what_was_confided(store: Store) -> None:
    note = NewEvent(EventKind.NOTE, 0, public={"to": [1]}, hidden={"text": "plum"}, user=HOST)
    table = await store.create_table(draft(), [joined(0, HOST, "Ann"), note])
    told = await store.happened(table.id, 1, 2)
    assert [(text.kind, text.text, text.public, text.hidden) for text in told] == [("note", "", {"to": [1]}, None)]


OLD = """
INSERT INTO tables
    VALUES(1,'{}','{"agree_to_end":[900,901,999]}',600,NULL,901,'playing',NULL,NULL,0,'voren',500,12,1,1,7);
INSERT INTO seats VALUES(7,0,900,'person','Ann now','0');
INSERT INTO seats VALUES(7,1,901,'person','Bo','0');
INSERT INTO seats VALUES(7,2,NULL,'computer','Stand-in for Cleo','0');
INSERT INTO seats VALUES(7,3,NULL,'computer','Edgar','0');
INSERT INTO events VALUES(7,1,'join',0,'Ann then','{}',NULL,1,900,1);
INSERT INTO events VALUES(7,2,'join',3,'Edgar','{"computer":true}',NULL,2,900,2);
INSERT INTO events VALUES(7,3,'join',2,'Stand-in for Cleo','{}',NULL,NULL,NULL,3);
INSERT INTO events VALUES(7,4,'join',4,'Cleo','{}',NULL,3,902,4);
INSERT INTO events VALUES(7,5,'start',NULL,'','{"seats":4,"dealer":1,"contributions":["1","plum"]}',NULL,4,901,5);
INSERT INTO events
    VALUES(7,6,'chance',NULL,'deal','{"draw":"0","contributions":["1","plum"]}','{"cards":[]}',NULL,NULL,5);
INSERT INTO events VALUES(7,7,'reveal',NULL,'0','{"secret":"ab"}',NULL,NULL,NULL,6);
INSERT INTO events VALUES(7,8,'word',NULL,'plum','{"by":"Bo"}',NULL,5,901,7);
INSERT INTO events VALUES(7,9,'next',NULL,'Bo renamed','{}',NULL,6,901,8);
INSERT INTO events VALUES(7,10,'leave',4,'Cleo','{}',NULL,7,902,9);
INSERT INTO events VALUES(7,11,'agree',NULL,'Ann now','{}',NULL,8,900,10);
INSERT INTO events VALUES(7,12,'end',NULL,'everybody has left','{}',NULL,NULL,NULL,11);
UPDATE sqlite_sequence SET seq = 41 WHERE name = 'tables';
"""


async def test_the_migration_moves_names_out_of_seats_and_events(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old(path, "0001")
    connection = sqlite3.connect(path)
    connection.executescript(OLD)
    connection.close()
    store = await Store.open(url_of(path))
    table = await kept(store, 7)
    assert table.host == 901
    assert table.settings == {"agree_to_end": [0, 1]}
    assert [(one.user, one.name) for one in table.seats] == [
        (900, "Ann now"), (901, "Bo renamed"), (None, "Computer 3"), (None, "Edgar"),
    ]  # fmt: skip
    told = [(event.kind, event.text, event.public, event.user, event.name) for event in await store.log(7)]
    assert told == [
        ("join", "", {}, 900, "Ann now"),
        ("join", "Edgar", {"computer": True}, 900, "Ann now"),
        ("join", "Computer 3", {}, None, ""),
        ("join", "", {}, 902, "Cleo"),
        ("start", "", {"seats": 4, "dealer": 1}, 901, "Bo renamed"),
        ("chance", "deal", {"draw": "0"}, None, ""),
        ("reveal", "0", {"secret": "ab"}, None, ""),
        ("word", "plum", {}, 901, "Bo renamed"),
        ("next", "", {}, 901, "Bo renamed"),
        ("leave", "", {}, 902, "Cleo"),
        ("agree", "", {}, 900, "Ann now"),
        ("end", "", {"deserted": True}, None, ""),
    ]
    work = [(row.kind, row.guild, row.state) for row in await store.work(7)]
    assert work == [("backfill", 500, WorkState.DUE), ("computer", 500, WorkState.DUE), ("record", 500, WorkState.DUE)]
    assert await store.hands(7) == []
    assert (await store.create_table(draft())).id == 42
    await store.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    names = "Ann", "Bo", "Cleo"
    lines = [line for line in connection.iterdump() if any(name in line for name in names)]
    connection.close()
    assert len(lines) == 3
    assert all(line.startswith('INSERT INTO "people"') for line in lines)
