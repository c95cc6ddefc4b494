"""Stored leagues: who enters, groups and tables, and what organisers do."""

from __future__ import annotations

import pytest

from data.deals.records import DAY_MS
from data.engine.errors import StoreError
from data.leagues.records import (
    ACTIVE,
    Entrant,
    LeaguePlace,
    LeagueRecord,
    LeagueTable,
    NewLeague,
    NewLeagueAct,
)
from data.people.records import is_erased
from data.store import Store
from data.tables.errors import LeagueTableOpened, ServerIsFull
from data.tables.records import Append, Limits
from tests.data.makers import CHANNEL, GUILD, HOST, make_draft, make_move, make_seat
from tests.support.databases import Place

NEW = NewLeague(GUILD, CHANNEL, "Spring", "voren", 3, 86400, 7 * DAY_MS, 21 * DAY_MS, HOST, "Hal")
PEOPLE = {HOST: "Hal", 2: "Bea", 3: "Cleo", 4: "Dora"}
BY_HAL = NewLeagueAct("replace", HOST, "Hal", 2, "moved away")


async def read_league(store: Store, number: int) -> LeagueRecord:
    """Return the league as it is stored."""
    league = await store.leagues.league(number)
    assert league is not None
    return league


async def begin_league(store: Store) -> int:
    """Begin a league of four, with a fifth on the waiting list; return its number."""
    number = await store.leagues.open(NEW, None)
    for user, name in PEOPLE.items():
        assert await store.leagues.enter(number, user, name)
    assert await store.leagues.begin(number, [[4, 3, 2, HOST]], NewLeagueAct("start"))
    assert await store.leagues.enter(number, 5, "Eva")
    return number


async def test_a_league_is_opened_once_and_entered_until_it_begins(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await store.leagues.open(NEW, 7)
    assert await store.leagues.open(NEW, 7) == number
    assert place.peek("SELECT kind, key, due FROM work ORDER BY kind") == [
        ("league_board", str(number), 1000),
        ("league_calendar", str(number), 1000),
    ]
    assert await store.leagues.enter(number, 2, "Bea")
    assert not await store.leagues.enter(number, 2, "Bea")
    assert await store.leagues.leave(number, 2)
    assert not await store.leagues.leave(number, 2)
    assert not await store.leagues.leave(number, 99)
    assert not await store.leagues.enter(number + 1, 2, "Bea")
    assert await store.leagues.enter(number, 2, "Bea")
    league = await read_league(store, number)
    assert (league.status, league.organiser, league.organiser_name, league.seq) == ("entry", HOST, "Hal", 4)
    assert league.entrants == (Entrant(2, "Bea", 1000, "in"),)
    assert [record.id for record in await store.leagues.of_server(GUILD, 5)] == [number]
    assert await store.leagues.of_server(GUILD + 1, 5) == []
    await store.close()


async def test_a_league_begins_once_with_a_table_for_everybody(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    assert not await store.leagues.begin(number, [], NewLeagueAct("start"))
    league = await read_league(store, number)
    assert [[entrant.name for entrant in group] for group in league.groups()] == [["Dora", "Cleo", "Bea", "Hal"]]
    assert league.tables == tuple(LeagueTable(0, place, None, void=False) for place in range(4))
    assert [entrant.name for entrant in league.of_state("waiting")] == ["Eva"]
    assert not await store.leagues.leave(number, 2)
    assert await store.leagues.leave(number, 5)
    table = await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 1))
    with pytest.raises(LeagueTableOpened):
        await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 1))
    assert [each_table.table for each_table in (await read_league(store, number)).tables] == [
        None,
        table.id,
        None,
        None,
    ]
    assert await store.leagues.last_moves([table.id]) == {HOST: 1000}
    await store.close()


async def test_season_begins_only_with_the_people_who_are_entered_now(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await store.leagues.open(NEW, None)
    for user, name in PEOPLE.items():
        await store.leagues.enter(number, user, name)
    groups = [[4, 3, 2, HOST]]
    await store.leagues.leave(number, 3)
    assert not await store.leagues.begin(number, groups, NewLeagueAct("start"))
    await store.leagues.enter(number, 3, "Cleo")
    await store.leagues.enter(number, 5, "Eva")
    before = (await read_league(store, number)).seq
    assert not await store.leagues.begin(number, groups, NewLeagueAct("start"))
    league = await read_league(store, number)
    assert (league.status, league.tables, league.seq) == ("entry", (), before)
    await store.leagues.leave(number, 5)
    assert await store.leagues.begin(number, groups, NewLeagueAct("start"))
    await store.close()


async def test_tables_of_leagues_leave_the_limit_of_a_server_to_others(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 1))
    await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], limits=Limits(server=1))
    with pytest.raises(ServerIsFull):
        await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], limits=Limits(server=1))
    await store.close()


async def test_list_of_seasons_is_one_query_however_many_there_are(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    (season,) = await store.leagues.of_server(GUILD, 5)
    assert (season.id, season.name, season.entrants, season.tables) == (number, NEW.name, (), ())
    await store.close()


async def test_a_place_goes_to_somebody_else_or_to_nobody(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    assert await store.leagues.replace(number, 2, (5, "Eva"), BY_HAL)
    assert not await store.leagues.replace(number, 2, (6, "Fay"), BY_HAL)
    assert not await store.leagues.replace(number, 3, (6, "Fay"), BY_HAL, is_waiting=True)  # she has withdrawn
    assert not await store.leagues.replace(number, 3, (4, "Dora"), BY_HAL)
    assert await store.leagues.replace(number, 3, None, NewLeagueAct("absent", whom=3))
    league = await read_league(store, number)
    assert [[(entrant.name, entrant.state) for entrant in group] for group in league.groups()] == [
        [("Dora", "in"), ("Cleo", "out"), ("Eva", "in"), ("Hal", "in")]
    ]
    assert not await store.leagues.replace(number, 3, None, NewLeagueAct("absent", whom=3))
    assert await store.leagues.replace(number, 3, (7, "Gil"), BY_HAL)
    assert [entrant.name for entrant in (await read_league(store, number)).groups()[0]] == ["Dora", "Gil", "Eva", "Hal"]
    bea = league.entrant(2)
    assert bea is not None
    assert (bea.state, bea.group) == ("out", None)
    assert [(act.kind, act.by_name, act.whom_name, act.reason) for act in await store.leagues.acts(number)] == [
        ("open", "Hal", "", ""),
        ("start", "", "", ""),
        ("replace", "Hal", "Bea", "moved away"),
        ("absent", "", "Cleo", ""),
        ("replace", "Hal", "Bea", "moved away"),
    ]
    await store.close()


async def test_what_organisers_do_stands_in_the_log_until_the_season_is_over(place: Place) -> None:
    now = 1000
    store = await Store.open(place.database(), clock=lambda: now)
    number = await begin_league(store)
    table = await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 0))
    acts = store.leagues
    assert await acts.set_void(
        number, table.id, NewLeagueAct("void", HOST, "Hal", reason="wrong game", amount=table.id)
    )
    assert not await acts.set_void(number, table.id, NewLeagueAct("void", HOST, "Hal"))
    assert await acts.change(number, ACTIVE, NewLeagueAct("move_end", HOST, "Hal"), ends=30 * DAY_MS)
    assert await acts.change(number, ("playing",), NewLeagueAct("correct", HOST, "Hal", 2, "a bug", -3))
    assert not await acts.change(number, ("entry",), starts=1)
    league = await read_league(store, number)
    assert (league.tables[0].void, league.ends, league.corrections) == (True, 30 * DAY_MS, ((2, -3),))
    now += 1
    assert await acts.finish(number, {4: (1, "19/3"), 2: (2, "0")}, NewLeagueAct("end"))
    assert not await acts.finish(number, {}, NewLeagueAct("end"))
    assert not await acts.change(number, ("playing",), NewLeagueAct("correct", HOST, "Hal", 2, "a bug", -3))
    assert not await acts.enter(number, 9, "Ida")
    league = await read_league(store, number)
    assert (league.status, league.ended) == ("over", 1001)
    assert [(entrant.final_place, entrant.final_points) for entrant in league.groups()[0]] == [
        *((1, "19/3"), (None, None), (2, "0"), (None, None)),
    ]
    await acts.note_posted(number, 5, 6)
    assert (await read_league(store, number)).message == 6
    await acts.note_message_gone(number, 7)
    assert (await read_league(store, number)).message == 6
    await acts.note_message_gone(number, 6)
    assert (await read_league(store, number)).message is None
    await acts.delete_old(GUILD, 1001)
    assert await store.leagues.league(number) is not None
    await acts.delete_old(GUILD, 1002)
    assert await store.leagues.league(number) is None
    assert place.peek("SELECT * FROM league_acts") == []
    await store.close()


async def test_an_early_start_and_a_cancellation(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await store.leagues.open(NEW, None)
    assert await store.leagues.change(number, ("entry",), starts=1000)
    assert (await read_league(store, number)).starts == 1000
    assert await store.leagues.finish(number, {}, NewLeagueAct("cancel", HOST, "Hal"))
    assert (await read_league(store, number)).status == "cancelled"
    await store.close()


async def test_a_hand_that_ends_at_a_table_of_a_league_enqueues_its_message(place: Place) -> None:
    now = 1000
    store = await Store.open(place.database(), clock=lambda: now)
    number = await begin_league(store)
    table = await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 0))
    other = await store.tables.create(make_draft(), [make_move()], (), [make_seat(0)])
    board = "SELECT seq FROM work WHERE kind = 'league_board'"
    ((before,),) = place.peek(board)
    for record, steps in ((table, 1), (other, 1), (table, 2)):
        await store.tables.append(Append(record.id, 1, shows_progress=True))
        assert place.peek(board) == [(before + steps,)]
    await store.close()


async def test_an_erased_person_keeps_a_nameless_place_and_no_entry(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    entry = await store.leagues.open(NEW, None)
    await store.leagues.enter(entry, 2, "Bea")
    await store.leagues.change(number, ("playing",), NewLeagueAct("correct", HOST, "Hal", 2, "about Bea", 1))
    before = await read_league(store, number)
    await store.privacy.erase(2)
    league = await read_league(store, number)
    gone = league.groups()[0][2]
    assert is_erased(gone.user)
    assert gone.name == ""
    assert league.seq == before.seq + 1
    assert league.corrections == ((gone.user, 1),)
    assert [act.reason for act in await store.leagues.acts(number)] == ["", "", ""]
    assert (await read_league(store, entry)).entrants == ()
    assert await store.leagues.replace(number, gone.user, (5, "Eva"), NewLeagueAct("absent", whom=gone.user))
    assert [entrant.name for entrant in (await read_league(store, number)).groups()[0]] == [
        "Dora",
        "Cleo",
        "Eva",
        "Hal",
    ]
    await store.close()


async def test_tables_of_a_season_in_play_are_not_deleted_after_a_time(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    table = await store.tables.create(
        make_draft(status="over"), [make_move()], (), [make_seat(0)], place=LeaguePlace(number, 0, 0)
    )
    assert await store.retention.tables(GUILD, 2000) == []
    await store.leagues.finish(number, {}, NewLeagueAct("end"))
    assert await store.retention.tables(GUILD, 2000) == [table.id]
    await store.retention.mark(table.id, 2000)
    await store.retention.delete_table(table.id)
    assert (await read_league(store, number)).tables[0].table is None
    await store.close()


async def test_the_export_has_what_somebody_did_in_leagues(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await begin_league(store)
    await store.leagues.replace(number, 2, None, BY_HAL)
    rows = {part.name: part.rows async for part in store.exports.parts(HOST) if part.rows}
    assert rows["leagues_run"] == [
        {"league": number, "server": GUILD, "name": "Spring", "game": "voren", "ran_it": True}
    ]
    assert [(act["kind"], act["words"]) for act in rows["league_acts"]] == [("open", ""), ("replace", "moved away")]
    rows = {part.name: part.rows async for part in store.exports.parts(2) if part.rows}
    assert [(entry["state"], entry["ran_it"]) for entry in rows["leagues"]] == [("out", False)]
    assert rows["league_acts_of_others"] == [{"league": number, "at": 1000, "kind": "replace", "amount": None}]
    await store.close()


async def test_a_field_that_does_not_fit_is_refused(place: Place) -> None:
    store = await Store.open(place.database())
    with pytest.raises(StoreError):
        await store.leagues.open(NewLeague(-1, CHANNEL, "Spring", "voren", 3, 1, 1, 1, HOST, "Hal"), None)
    await store.close()
