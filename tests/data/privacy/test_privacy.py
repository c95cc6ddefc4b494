"""Taking somebody's data out: nothing that says who it was is left, what others have stays, and it stays so."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from bot.standings.standings_worker import digest, recount
from data.databases import database_of
from data.engine.columns import table_of
from data.engine.errors import StoreError
from data.nights.records import NewNight
from data.pads.outbox import PAD_WORK
from data.pads.records import NewChange, NewPad, PadConsent, PadDraft, PadHand, PadPlayer, PadWrite
from data.people.models import PersonRow
from data.people.records import Preferences
from data.privacy import erasure_log
from data.privacy.erasure_log import ErasureEntry
from data.schema import METADATA
from data.standings.records import GamePart, GameResult, HandPart, HandResult, Origin
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent, NewWork
from data.tables.work import Subject, SubjectKind, WorkKind, WorkState
from tests.data.makers import GUILD, make_draft, make_join, make_named_seat, make_step, peek, read_table, sqlite_only
from tests.support.databases import Place

ADA, BEA, CLEO = 1111111111111111111, 2222222222222222222, 3333333333333333333
PROCESSES = get_context("forkserver")


def make_pad_hand(number: int, by: int) -> PadHand:
    message = {"points": [3, -3]}
    return PadHand(number, 1, (1, 2), 0, message, message, message, (3, -3), "counts", 5, 5, by, "whoever")


async def write_history(store: Store) -> None:
    """Ada has done a bit of everything, with Bea and Cleo: table 1 is over, 2 is played, 3 a lobby; pads 1 and 2."""
    pair = [make_join(0, ADA, "Ada Lovelace"), make_join(1, BEA, "Bea")]
    seats = [make_named_seat(0, ADA, "Ada Lovelace"), make_named_seat(1, BEA, "Bea")]
    typed = [
        *(
            NewEvent(EventKind.NOTE, 0, public={"to": [1]}, hidden={"text": f"adas {word}"}, user=ADA)
            for word in ("plum", "pear", "note")
        ),
        NewEvent(EventKind.MOVE, 0, "stay", user=ADA, interaction=71),
    ]
    for status in ("over", "playing"):
        await store.tables.create(make_draft(host=ADA, status=status), [*pair, *typed], seats=seats)
        typed[-1] = NewEvent(EventKind.MOVE, 0, "stay", user=ADA, interaction=72)
    events = [make_join(0, BEA, "Bea"), NewEvent(EventKind.INVITE, user=ADA, public={"message_key": "3"})]
    new_work = NewWork(WorkKind.ANNOUNCE, payload={"user": ADA})
    await store.tables.create(make_draft(host=BEA), events, [new_work], [make_named_seat(0, BEA, "Bea")])
    await store.tables.record_board(1, 6, 5, 6)
    await store.preferences.save((ADA, "Ada Lovelace"), Preferences(confirms=True))
    await store.blocks.add((ADA, "Ada Lovelace"), (BEA, "Bea"))
    await store.blocks.add((CLEO, "Cleo"), (ADA, "Ada Lovelace"))
    await store.moderation.ban(GUILD, (CLEO, "Cleo"), (ADA, "Ada Lovelace"), "adas reason")
    await store.moderation.ban(GUILD + 1, (ADA, "Ada Lovelace"), (CLEO, "Cleo"), "was rude")
    await store.moderation.ban(GUILD + 2, (ADA, "Ada Lovelace"), (CLEO, "Cleo"), "by mistake")
    await store.moderation.allow(GUILD + 2, ADA, (CLEO, "Cleo"))
    players = PadPlayer(1, ADA, "Ada Lovelace", 0), PadPlayer(2, BEA, "Bea", 1)
    for number in (1, 2):
        new = NewPad("free", 1, "Friday", {}, GUILD, 7, ADA, imported=(make_pad_hand(1, ADA),))
        await store.pads.create(new, "Ada Lovelace", players, None, 100)
        await store.pads.note_posted(number, 1, 7, 70 + number)
    both = {"keepers": [ADA, CLEO]}
    await store.pads.write(
        PadWrite(
            2,
            1,
            9,
            NewChange("keepers", CLEO, "Cleo", None, None, None, both),
            keepers=((ADA, "Ada Lovelace"), (CLEO, "Cleo")),
        )
    )
    contest = NewChange("contest", ADA, "Ada Lovelace", None, 1)
    await store.pads.write(PadWrite(2, 2, 10, contest, why="adas doubt", hands=(make_pad_hand(1, ADA),)))
    (notice,) = await store.work.due(2**62, 2, [WorkKind.CONTEST_NOTICE])
    await store.work.mark(notice.id, WorkState.DONE, channel=7, message=99)
    events = PadConsent(ADA, "Ada Lovelace", 2, "", "asked", 4, BEA, "Bea", 11)
    asks = PadConsent(CLEO, "Cleo", 3, "Grandma", "asked", 4, ADA, "Ada Lovelace", 11)
    brought = (PadPlayer(2, None, "Ada Lovelace", 1), PadPlayer(3, None, "Grandma", 2))
    change = NewChange("players", BEA, "Bea", None)
    await store.pads.write(PadWrite(2, 3, 11, change, players=brought, consents=(events, asks)))
    await store.pads.name_consents(2, [ADA, CLEO])
    await store.pads.note_consents_informed(2, [ADA, CLEO], 12)
    (request,) = await store.work.due(2**62, 2, [WorkKind.CONSENT_REQUEST])
    await store.work.mark(request.id, WorkState.DONE, channel=7, message=98)
    await store.pads.save_draft(PadDraft(0, 1, ADA, 0, 0, (1,), 0, None, {"a": {"b": {"c": ["adas typing"]}}}), "Ada")
    night = await store.nights.begin(NewNight(GUILD, 7, "Friday", ADA, "Ada Lovelace"), None)
    await store.nights.note_posted(night, 7, 80)
    for number in range(1, 4):
        await store.results.replace(Origin("table", number), *make_result(number))


def make_result(number: int, ada: int = ADA) -> tuple[list[HandResult], GameResult]:
    origin, won = Origin("table", number), number != 2
    people = ((ada, 5, 2), (BEA, 9, 1), (CLEO, 1, 3))
    parts = tuple(HandPart(seat, "person", user, points) for seat, (user, points, _) in enumerate(people))
    games = tuple(
        GamePart(seat, seat, "person", user, points, place if won else 4 - place, place == 1, "whole")
        for seat, (user, points, place) in enumerate(people)
    )
    return (
        [HandResult(origin, 1, GUILD, "voren", 100 * number, "counts", False, parts)],
        GameResult(origin, GUILD, "voren", 100 * number + 1, 1, "counts", False, games),
    )


def find_lines(place: Place, *texts: object) -> list[str]:
    return [line for line in place.lines() if any(str(text) in line for text in texts)]


def read_raw(path: Path) -> bytes:
    return path.read_bytes()


async def test_nothing_is_left_that_says_who_it_was(store: Store, place: Place) -> None:
    await write_history(store)
    assert len(find_lines(place, ADA, "Ada", "adas")) >= 12
    erasure_result = await store.privacy.erase(ADA)
    assert erasure_result == (ADA, True)
    # One server's moderators keep her out, and can only do so by her number: that row has nothing else.
    (line,) = (line for line in find_lines(place, ADA, "Ada", "adas") if "INSERT" in line)
    (number, name, row), *more = place.peek(f"SELECT user_id, name, id FROM people WHERE user_id = {ADA}")
    assert re.match(r'INSERT INTO ("people"|public\.people) ', line)
    assert (number, name, more) == (ADA, "", [])
    owned = {("bans", "person_id")}
    for table in METADATA.sorted_tables:
        for column in table.c:
            if column.references(table_of(PersonRow).c.id):
                there = place.peek(f"SELECT count(*) FROM {table.name} WHERE {column.name} = {row}")[0][0]
                assert bool(there) is ((table.name, column.name) in owned), column


@sqlite_only
async def test_it_is_overwritten_in_the_file(store: Store, path: Path) -> None:
    """SQLite would leave what was typed in the file until its place is needed."""
    await write_history(store)
    await store.moderation.allow(GUILD + 1, ADA, (CLEO, "Cleo"))
    await store.privacy.erase(BEA)  # after it nothing is overwritten, however SQLite was built
    checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
    peek(path, checkpoint)
    assert b"adas note" in read_raw(path)
    await store.privacy.erase(ADA)
    await store.close()
    left = read_raw(path)
    assert not [data for data in (b"adas", b"Ada Lovelace", str(ADA).encode()) if data in left]


async def test_what_others_have_stays(store: Store, place: Place) -> None:
    await write_history(store)
    await store.privacy.erase(ADA)
    assert [seat.seat for seat in (await read_table(store, 1)).seats] == [0, 1]
    assert [(seat.user, seat.name) for seat in (await read_table(store, 1)).seats] == [(-1, ""), (BEA, "Bea")]
    assert [event.text for event in await store.tables.log(1) if event.kind == EventKind.MOVE] == ["stay"]
    assert await store.moderation.banned_people(GUILD + 1) == [(ADA, "")]
    assert await store.moderation.banned_among(GUILD + 1, [ADA]) == {ADA}
    words = [act.words for act in await store.moderation.acts(GUILD + 1, None, 5)]
    assert words == ["was rude"]  # for those who keep her out it stays
    assert [act.words for act in await store.moderation.acts(GUILD + 2, None, 5)] == ["", ""]
    assert await store.blocks.pairs_of([ADA, BEA]) == set()
    first, second = [await store.pads.pad(number) for number in (1, 2)]
    assert first is not None
    assert second is not None
    assert [first.keepers, second.keepers] == [((BEA, "Bea"),), ((CLEO, "Cleo"),)]
    assert [(player.user, player.name) for player in first.players] == [(-1, ""), (BEA, "Bea")]
    assert [
        (change.kind, change.before, change.after, change.name) for change in await store.pads.changes(1, None, 1)
    ] == [("keepers", {"keepers": [-1]}, {"keepers": [BEA]}, "")]
    assert [change.after for change in await store.pads.changes(2, None, 9) if change.kind == "keepers"] == [
        {"keepers": [CLEO]},
        {"keepers": [-1, CLEO]},
    ]
    assert await store.pads.draft(1) is None


async def test_what_is_owed_to_others_is_written_with_it(store: Store) -> None:
    """Seats are given up, messages show it: rows of the same transaction, so that a killed process leaves them."""
    await write_history(store)
    seqs = {number: (await read_table(store, number)).seq for number in (1, 2, 3)}
    await store.privacy.erase(ADA)
    assert {number: (await read_table(store, number)).seq - seq for number, seq in seqs.items()} == {1: 0, 2: 1, 3: 1}
    owed = {
        number: {(row.kind, row.key) for row in await store.work.of_table(number) if row.state == WorkState.DUE}
        for number in seqs
    }
    leaving, passed = ("free_erased_seat", "1"), ("announce", "passed")
    assert owed[2] >= {leaving, passed}
    assert owed[3] >= {leaving, passed}
    assert ("announce", "") not in owed[3]
    assert owed[1] >= {("refresh", "")}
    assert not owed[1] & {leaving, passed}
    assert (await read_table(store, 1)).shown_seq == 5
    due = await store.work.due(2**62, 1000)
    assert {work.pad for work in due if work.kind == WorkKind.PAD_BOARD} == {1, 2}
    assert {work.pad for work in due if work.kind == WorkKind.CONTEST_NOTICE} == {2}
    assert {work.kind for work in due if work.subject == Subject(SubjectKind.PAD, 2)} == {
        *PAD_WORK,
        WorkKind.CONTEST_NOTICE,
        WorkKind.CONSENT_REQUEST,
    }
    (night,) = {work.night for work in due if work.kind == WorkKind.NIGHT_RESULTS}
    record = await store.nights.night(night)
    assert record is not None
    assert record.by_name == ""


async def test_nobody_elses_standings_change_and_a_recount_agrees(store: Store) -> None:
    await write_history(store)
    await recount(store, print)
    before, rows = await digest(store), await store.results.standings(GUILD, "voren", 0)
    ratings = await store.results.rated_games(GUILD, "voren", BEA, 0, 10)
    assert {row.user for row in rows} == {ADA, BEA, CLEO}
    assert len(ratings) == 3
    await store.privacy.erase(ADA)
    assert await digest(store) == before
    await recount(store, print)
    assert await digest(store) == before
    standings = await store.results.standings(GUILD, "voren", 0)
    assert sorted(standings, key=repr) == sorted((row for row in rows if row.user != ADA), key=repr)
    assert await store.results.rated_games(GUILD, "voren", BEA, 0, 10) == ratings
    # Results that are made again, by whoever sat there as that is kept now, are the same rows.
    assert not await store.results.replace(Origin("table", 1), *make_result(1, ada=-1))


async def test_who_wanted_no_statistics_is_still_left_out(store: Store) -> None:
    """Counted as somebody now, what they played would change the ratings of the others."""
    await write_history(store)
    now = await store.preferences.of(ADA)
    await store.preferences.save((ADA, "Ada Lovelace"), replace(now, no_statistics=True, confirms=True))
    await recount(store, print)
    before = await digest(store)
    await store.privacy.erase(ADA)
    await recount(store, print)
    assert await digest(store) == before


async def test_whoever_comes_back_is_somebody_new(store: Store, place: Place) -> None:
    await write_history(store)
    await store.moderation.allow(GUILD + 1, ADA, (CLEO, "Cleo"))
    await store.privacy.erase(ADA)
    assert find_lines(place, ADA, "Ada") == []
    await store.tables.append(make_step(2, (await read_table(store, 2)).seq, make_join(0, ADA, "Ada again")))
    assert await store.tables.of_user(ADA) == []
    assert (await store.preferences.of(ADA)) == Preferences()
    assert [(event.user, event.name) for event in (await store.tables.log(2)) if event.kind == EventKind.JOIN][::2] == [
        (-1, ""),
        (ADA, "Ada again"),
    ]


async def test_asked_twice_it_is_done_once(store: Store, place: Place) -> None:
    await write_history(store)
    await store.moderation.allow(GUILD + 1, ADA, (CLEO, "Cleo"))
    await store.privacy.erase(ADA)
    before = find_lines(place, "INSERT")
    assert (await store.privacy.erase(ADA)).user is None
    assert (await store.privacy.erase(4444)).user is None
    assert find_lines(place, "INSERT") == before


async def test_an_older_backup_does_not_bring_it_back(store: Store, place: Place) -> None:
    await write_history(store)
    await store.moderation.allow(GUILD + 1, ADA, (CLEO, "Cleo"))
    backup = place.back_up()
    await store.privacy.erase(ADA)
    await store.close()
    place.restore(backup)
    assert find_lines(place, ADA) != []
    again = await Store.open(place.database())
    assert find_lines(place, ADA, "Ada", "adas") == []
    assert ("free_erased_seat", "1") in {(row.kind, row.key) for row in await again.work.of_table(2)}
    await again.tables.append(make_step(2, (await read_table(again, 2)).seq, make_join(0, ADA, "Ada again")))
    await again.close()
    # It is applied once: whoever comes to be there afterwards stays.
    before = find_lines(place, "INSERT")
    await (await Store.open(place.database())).close()
    assert find_lines(place, "INSERT") == before


async def test_a_database_that_is_only_looked_at_is_left_as_it_is(store: Store, place: Place) -> None:
    await write_history(store)
    await store.close()
    ((mark,),) = place.peek("SELECT mark FROM origins")
    erasure_log.append_entries(log_path_of(place), [ErasureEntry(mark, 1, 5)])
    await (await Store.open(place.database(), as_it_is=True)).close()
    assert place.peek(f"SELECT count(*) FROM people WHERE user_id = {ADA}") == [(1,)]
    await (await Store.open(place.database())).close()
    assert place.peek(f"SELECT count(*) FROM people WHERE user_id = {ADA}") == [(1,)]  # kept out, by number alone
    assert place.peek(f"SELECT name FROM people WHERE user_id = {ADA}") == [("",)]


async def test_a_row_of_a_later_person_is_not_taken_for_theirs(store: Store, place: Place) -> None:
    """A backup from before somebody came has no row of theirs; the row is given to somebody else afterwards."""
    await store.close()
    empty = place.back_up()
    later = await Store.open(place.database())
    await write_history(later)
    await later.privacy.erase(ADA)
    await later.close()
    place.restore(empty)
    again = await Store.open(place.database())
    await again.tables.create(make_draft(host=CLEO), [make_join(0, CLEO, "Cleo")])
    await again.close()
    await (await Store.open(place.database())).close()
    assert place.peek("SELECT id, user_id FROM people") == [(1, CLEO)]


async def test_the_file_of_another_database_says_nothing_of_this_one(store: Store, place: Place) -> None:
    await write_history(store)
    await store.close()
    erasure_log.append_entries(log_path_of(place), [ErasureEntry("another", 1, 5)])
    await (await Store.open(place.database())).close()
    assert place.peek(f"SELECT count(*) FROM people WHERE user_id = {ADA}") == [(1,)]


async def test_the_file_holds_a_row_and_a_time_and_is_made_whole_again(store: Store, place: Place) -> None:
    await write_history(store)
    await store.privacy.erase(ADA)
    await store.close()
    file = log_path_of(place)
    (line,) = [json.loads(entry) for entry in file.read_text().splitlines()]
    assert sorted(line) == ["at", "database", "person"]
    assert line["person"] == 1
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    await (await Store.open(place.database())).close()
    assert [json.loads(entry) for entry in file.read_text().splitlines()] == [line]
    with file.open("ab") as torn:
        torn.write(b'{"database":"ab')
    erasure_log.append_entries(file, [ErasureEntry("b", 2, 3)])
    assert [entry.person for entry in erasure_log.read_entries(file)] == [1, 2]


async def test_what_cannot_be_noted_is_not_done(store: Store, place: Place) -> None:
    """Done and not noted, an older backup would bring it back."""
    await write_history(store)
    log_path_of(place).mkdir()
    with pytest.raises(StoreError, match="deletions"):
        await store.privacy.erase(ADA)
    assert place.peek(f"SELECT name FROM people WHERE user_id = {ADA}") == [("Ada Lovelace",)]


def log_path_of(place: Place) -> Path:
    """Return the path of a database's erasure log."""
    log = place.database().erasure_log
    assert log is not None
    return log


def delete_until_killed(url: str, log: Path, stage: str) -> None:
    """Run a process that is killed in the middle of a deletion."""
    import asyncio

    async def die() -> None:
        def fault(now: str) -> None:
            if now == stage:
                os.kill(os.getpid(), signal.SIGKILL)

        await (await Store.open(database_of(url, log), fault=fault)).privacy.erase(ADA)

    asyncio.run(die())
    sys.exit("it was not killed")


@pytest.mark.parametrize("stage", ["before commit", "after commit"])
async def test_a_process_that_is_killed_amid_it_goes_on_at_the_next_start(
    store: Store, place: Place, stage: str
) -> None:
    await write_history(store)
    await store.moderation.allow(GUILD + 1, ADA, (CLEO, "Cleo"))
    await store.close()
    PROCESSES.set_forkserver_preload([__name__])
    process = PROCESSES.Process(target=delete_until_killed, args=(place.url, log_path_of(place), stage))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    remaining = find_lines(place, ADA, "Ada", "adas")
    assert bool(remaining) is (stage == "before commit")
    again = await Store.open(place.database())
    assert find_lines(place, ADA, "Ada", "adas") == []
    assert ("free_erased_seat", "1") in {(row.kind, row.key) for row in await again.work.of_table(2)}
    await again.close()
