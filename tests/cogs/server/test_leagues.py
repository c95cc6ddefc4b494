"""`/league` over the wire: who may do what, what organisers do, and the terms at a league's tables."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.common.errors import Declined
from bot.leagues.entry import MAX_ENTRANTS
from bot.leagues.tables import GroupPlace, LeagueState, read_league
from bot.tables.commands import leave_and_end, pause, substitutes, take_computer_seat
from bot.tables.model.actor import Actor
from bot.tables.model.seats import LEAGUE_TABLE_TEXT
from bot.transport.messages.league_boards import NO_LEAGUE, LeagueBoards
from bot.ui.leagues import league_board, league_log
from cogs.server.leagues import CHANGED_TEXT, MANAGERS_ONLY, NOT_ORGANISER
from data.leagues.records import Entrant, LeagueAct, LeagueRecord, LeagueTable, NewLeagueAct
from data.people.records import Preferences
from tests.support.clocks import DAY, HOUR, user_of
from tests.support.house import start_house
from tests.support.leagues import (
    CHANNEL,
    OWNER,
    begin_league,
    enter_people,
    league,
    league_message,
    make_good_move,
    open_league,
    people_who_have_played,
    play_out,
    run_calendar,
    wait_until_dealt,
)
from tests.support.limits import fits
from tests.support.messages import buttons, text
from tests.support.wire_tables import board, response_text


@pytest.fixture(autouse=True)
def edit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a league's message follow at once."""
    monkeypatch.setattr(LeagueBoards, "edit_interval_seconds", 0.01)


async def test_only_managers_open_a_league_and_are_asked_once_more() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 2)
        options = {"name": "Spring", "game": "mitigati", "seats": 3}
        assert response_text(await house.command(names[1], "league open", **options)) == MANAGERS_ONLY
        assert "no tables of 4" in response_text(await house.command(OWNER, "league open", **{**options, "seats": 4}))
        answer = await house.command(OWNER, "league open", **options)
        assert "Open Spring?" in response_text(answer)
        assert await house.store.leagues.of_server(int(house.sandbox.people.state(OWNER)["guild"]["id"]), 5) == []
        open_id = buttons(answer.get("message") or {})["Open season"]
        await house.forge(names[1], await open_league(house), open_id)
        assert [record.id for record in await house.store.leagues.of_server((await league(house)).guild, 5)] == [1]
        assert "open for entry" in response_text(await house.command(names[1], "league list"))
        assert response_text(await house.command(names[1], "league show", league=99)) == NO_LEAGUE


async def test_entering_takes_a_finished_table_and_is_undone_by_withdrawing() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 2)
        house.sandbox.people.add_user("Newcomer")
        message = await open_league(house)
        assert "Play one table here" in response_text(await house.press("Newcomer", message, "Enter"))
        assert "not in this league" in response_text(await house.press(names[1], message, "Withdraw"))
        await enter_people(house, message, [names[1]])
        await enter_people(house, message, [names[1]])
        assert [entrant.name for entrant in (await league(house)).entrants] == [names[1]]
        assert "You have withdrawn" in response_text(await house.press(names[1], message, "Withdraw"))
        assert (await league(house)).entrants == ()
        assert "0 of at least 4" in response_text(await house.command(OWNER, "league start"))
        assert response_text(await house.command(names[1], "league start")) == NOT_ORGANISER
        await house.meant(OWNER, "league end", "Cancel season", CHANNEL, days=0)
        assert (await league(house)).status == "cancelled"
        assert "is over" in response_text(await house.command(OWNER, "league end", days=3))


async def test_a_league_of_a_channel_that_somebody_cannot_see_is_not_there_for_them() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 2)
        await open_league(house)
        hidden = house.sandbox.world.channels[house.sandbox.people.channel(CHANNEL)["id"]]
        everybody = {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        hidden.data["permission_overwrites"] = [everybody]
        house.sandbox.world.channel_updated(hidden)
        for who, is_listed in ((OWNER, True), (names[1], False)):
            league_list = await house.command(who, "league list", channel="parlour")
            assert ("Spring" in response_text(league_list)) is is_listed
        answer = await house.command(names[1], "league show", channel="parlour")
        assert response_text(answer) == NO_LEAGUE
        forged = await house.forge(names[1], league_list.get("message") or {}, "eh:leave_league:1")
        assert response_text(forged) == NO_LEAGUE
        assert (await league(house)).entrants == ()


async def test_a_named_organiser_runs_a_league_without_being_a_manager() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 3)
        message = await open_league(house, organiser=str(user_of(house, names[1])))
        assert f"organiser: <@{user_of(house, names[1])}>" in text(message)
        assert "opened the season" in response_text(await house.command(names[1], "league log"))
        assert response_text(await house.command(names[2], "league log")) == NOT_ORGANISER
        await house.meant(names[1], "league end", "Cancel season", CHANNEL, days=0)
        assert (await league(house)).status == "cancelled"


async def test_command_without_number_means_the_newest_league_of_its_channel_then_of_the_server() -> None:
    async with start_house() as house:
        await people_who_have_played(house, 2)
        await open_league(house)
        terms = {"name": "Summer", "game": "voren", "seats": 3}
        answer = await house.sandbox.people.command(OWNER, "parlour", "league open", terms)
        await house.press(OWNER, answer.get("message") or {}, "Open season")
        house.sandbox.people.add_channel("attic")
        logs = {
            channel: response_text(await house.command(OWNER, "league log", channel))
            for channel in (CHANNEL, "parlour", "attic")
        }
        assert "Log of Spring" in logs[CHANNEL]
        assert "Log of Summer" in logs["parlour"]
        assert "Log of Summer" in logs["attic"]


async def test_a_season_with_too_few_people_is_cancelled_on_its_day() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 3)
        message = await open_league(house, entry=2)
        await enter_people(house, message, names)
        await house.turn(2 * DAY + 60)

        async def is_cancelled() -> bool:
            return (await league(house)).status == "cancelled"

        await house.until(is_cancelled)
        log = response_text(await house.command(OWNER, "league log"))
        assert "Cancelled: too few people had entered." in log


async def test_players_of_a_league_cannot_pause_end_or_give_seats_away() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        number = (await begin_league(house)).tables[0].table
        assert number is not None
        tables = house.services.tables
        live = await tables.find(number)
        host, other = live.record.seats[0], live.record.seats[1]
        actor = Actor(host.user or 0, host.name, None)
        outsider = next(name for name in names if user_of(house, name) not in {seat.user for seat in live.record.seats})
        for act in (
            pause.pause(tables, number, actor),
            leave_and_end.end(tables, number, actor, moderator=False, void=True),
            substitutes.offer(tables, number, 0, actor),
            substitutes.offer(tables, number, 1, actor),
        ):
            with pytest.raises(Declined, match="no pauses, no early end"):
                await act
        await leave_and_end.leave(tables, number, Actor(other.user or 0, other.name, None))
        with pytest.raises(Declined) as declined:
            await take_computer_seat.ask(tables, number, 1, Actor(user_of(house, outsider), outsider, None))
        assert str(declined.value) == LEAGUE_TABLE_TEXT
        menu = response_text(await house.press(host.name, board(house, live), "More"))
        assert "Pause" not in menu
        assert "Find a substitute" not in menu


async def test_what_an_organiser_does_is_done_at_the_tables_and_stands_in_the_log() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        names = await people_who_have_played(house, 6)
        message = await open_league(house, "voren")
        await enter_people(house, message, names[:5])
        record = await begin_league(house)
        first = record.tables[0].table
        assert first is not None
        for answer in (
            await house.command(OWNER, "league void", table=first, reason="wrong game"),
            await house.command(
                OWNER, "league correct", member=str(user_of(house, names[1])), points=3, reason="a bug",
            ),
            await house.command(
                OWNER, "league replace", member=str(user_of(house, names[2])), by=str(user_of(house, names[5])),
                reason="moved away",
            ),
        ):  # fmt: skip
            assert response_text(answer).startswith("**Spring**: "), answer
        assert response_text(await house.command(names[1], "league log")) == NOT_ORGANISER
        refused = await house.command(
            OWNER, "league correct", member=str(user_of(house, names[2])), points=1, reason="no"
        )
        assert "does not play" in response_text(refused)
        other = await house.command(OWNER, "league void", table=10**6, reason="no")
        assert "is not a table of this league" in response_text(other)
        second_answer = await house.command(OWNER, "league void", table=first, reason="again")
        assert "cannot be done" in response_text(second_answer)

        async def is_settled() -> bool:
            await run_calendar(house)
            tables = [await house.services.tables.find(table.table or 0) for table in record.tables]
            users = {seat.user for table in tables[1:] for seat in table.record.seats}
            return tables[0].void and user_of(house, names[2]) not in users and user_of(house, names[5]) in users

        await house.until(is_settled)
        log = response_text(await house.command(OWNER, "league log"))
        for words in ("wrong game", "a bug", "moved away", f"replaced {names[2]}", "3 points"):
            assert words in log
        state = await read_league(house.services.tables, await league(house))
        assert {row.entrant.name: row.points for row in state.groups[0]}[names[1]] == 3
        await house.meant(OWNER, "league end", "Move the end", CHANNEL, days=50)
        now, ends = house.services.clock() / 1000, (await league(house)).ends
        assert abs(ends / 1000 - now - 50 * DAY) < 60
        question = (await house.command(OWNER, "league end", days=0)).get("message") or {}
        for wrong in (int(now) - 60, int(now) + 100 * DAY):
            assert response_text(await house.forge(OWNER, question, f"eh:move_league_end:1:{wrong}")) == CHANGED_TEXT
        await house.forge(names[1], await league_message(house), "eh:move_league_end:1:0")
        assert (await league(house)).ends == ends


async def test_seat_lost_on_time_places_last_and_leavers_free_a_waiting_place() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        house.tolerate = lambda request: any(code in str(request.answer) for code in ("Invalid Webhook Token", "30046"))
        names = await people_who_have_played(house, 5)
        message = await open_league(house, "voren")
        await enter_people(house, message, names[:4])
        record = await begin_league(house)
        late_user = user_of(house, names[3])
        for league_table in record.tables:  # the last plays at the first of their tables alone
            assert league_table.table is not None
            await play_out(
                house,
                league_table.table,
                frozenset({late_user}) if league_table is not record.tables[0] else frozenset(),
            )
        state = await read_league(house.services.tables, await league(house))
        waits = [
            table_played
            for table_played in state.tables
            if table_played.is_in_play and late_user in {entrant.user for entrant in table_played.players}
        ]
        assert waits
        for _ in range(4):
            await house.turn(20 * HOUR)
            await house.wait_until_settled()

        async def are_seats_lost() -> bool:
            tables = [await house.services.tables.find(table_played.table.id) for table_played in waits]
            return all(late_user not in {seat.user for seat in table.record.seats} for table in tables)

        await house.until(are_seats_lost)
        for table_played in waits:
            await play_out(house, table_played.table.id)
        state = await read_league(house.services.tables, await league(house))
        row = next(row for row in state.groups[0] if row.entrant.user == late_user)
        own_tables = [table for table in state.tables if late_user in {entrant.user for entrant in table.players}]
        assert row.tables == len(own_tables)
        assert row.entrant.state == "out"  # no move for 48 hours, after a first one
        message = await league_message(house)
        assert "You play in this season." in response_text(
            await house.press(names[2], message, "Join the waiting list")
        )
        await house.press(names[4], message, "Join the waiting list")
        await run_calendar(house)
        record = await league(house)
        assert [entrant.name for entrant in record.of_state("out")] == [names[3]]
        assert {entrant.name for entrant in record.groups()[0]} == {*names[:3], names[4]}
        message = await league_message(house)
        answer = await house.press(names[2], message, "Withdraw")
        assert "Withdraw from Spring?" in response_text(answer)
        assert "You have withdrawn" in response_text(
            await house.press(names[2], answer.get("message") or {}, "Withdraw")
        )
        assert [entrant.name for entrant in (await league(house)).of_state("out")] == [names[2], names[3]]
        assert "You have no place in this season" in response_text(
            await house.press(names[2], message, "Join the waiting list")
        )


async def test_organiser_reads_why_a_substitute_may_not_play() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        await begin_league(house)
        house.sandbox.people.add_user("Newcomer")
        options = {
            "member": str(user_of(house, names[1])),
            "by": str(user_of(house, "Newcomer")),
            "reason": "moved away",
        }
        answer = await house.command(OWNER, "league replace", **options)
        assert response_text(answer) == "Newcomer has to play one table here to its end first."
        answer = await house.command(OWNER, "league replace", **options | {"by": str(user_of(house, names[2]))})
        assert response_text(answer) == f"{names[2]} plays in this league already."
        del options["by"]
        answer = await house.command(OWNER, "league replace", **options)
        assert "Nobody is on the waiting list." in response_text(answer)
        assert (await league(house)).of_state("out") == []
        answer = await house.command(OWNER, "league replace", **options, computers=True)
        assert response_text(answer) == f"**Spring**: Computers take the seats of {names[1]} at all open tables."
        assert [entrant.name for entrant in (await league(house)).of_state("out")] == [names[1]]


async def test_a_cup_that_starts_early_keeps_an_end_that_was_moved() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        names = await people_who_have_played(house, 8)
        message = await open_league(house, "voren", seats=4, cup=2)
        await enter_people(house, message, names)
        await house.meant(OWNER, "league end", "Move the end", CHANNEL, days=50)
        ends = (await league(house)).ends
        await begin_league(house)
        assert (await league(house)).ends == ends


async def test_second_press_on_open_season_opens_no_second_season() -> None:
    async with start_house(ping_quiet=0) as house:
        await people_who_have_played(house, 2)
        message = (await house.command(OWNER, "league open", name="Spring", game="voren", seats=3)).get("message") or {}
        await house.press(OWNER, message, "Open season")
        assert "is open for entry already" in response_text(await house.press(OWNER, message, "Open season"))
        assert await house.store.leagues.league(2) is None


async def test_a_table_that_everybody_leaves_brings_nobody_points() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        number = (await begin_league(house)).tables[0].table or 0
        live = await house.services.tables.find(number)
        while not await house.store.tables.hands(number):
            assert live.state is not None
            await make_good_move(house, live, live.state.to_act[0])
            live = await house.services.tables.find(number)
        answer = await house.press(live.record.seats[0].name, board(house, live), "More")
        answer = await house.press(live.record.seats[0].name, answer.get("message") or {}, "Leave")
        assert "you have 0 points at this table of the league" in response_text(answer)
        assert "Find a substitute instead" not in buttons(answer.get("message") or {})
        for seat in live.record.seats:
            await leave_and_end.leave(house.services.tables, number, Actor(seat.user or 0, seat.name, None))
        assert (await house.services.tables.find(number)).record.status == "ended"
        state = await read_league(house.services.tables, await league(house))
        assert {(row.points, row.tables) for row in state.groups[0]} == {(0, 0), (0, 1)}


async def test_somebody_banned_while_the_season_begins_holds_up_nobody() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 5)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        users = [user_of(house, name) for name in names]
        guild = (await league(house)).guild
        assert await house.store.leagues.begin(1, [users], NewLeagueAct("start"))
        await house.store.moderation.ban(guild, (users[1], names[1]), (users[0], names[0]), "was rude")
        house.services.scheduler.notify_due(0)
        record = await wait_until_dealt(house)
        banned = record.entrant(users[1])
        assert banned is not None
        assert banned.state == "out"
        tables = [await house.services.tables.find(table.table or 0) for table in record.tables]
        assert (
            sorted(seat.kind for table in tables for seat in table.record.seats) == ["computer"] * 3 + ["person"] * 12
        )


async def test_a_league_stops_the_clock_of_who_is_away_for_three_days() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        live = await house.services.tables.find((await begin_league(house)).tables[0].table or 0)
        assert live.state is not None
        seat = live.state.to_act[0]
        before = await house.services.deadlines.of(live, seat)
        now = house.services.clock()
        user = live.record.seats[seat].user or 0
        await house.store.preferences.save(
            (user, live.record.seats[seat].name), Preferences(away=((now, now + 9 * DAY * 1000),))
        )
        house.services.people.evict(user)
        after = await house.services.deadlines.of(live, seat)
        assert before is not None
        assert after is not None
        assert after.ends_at_ms - before.ends_at_ms == 3 * DAY * 1000


WIDE = "字" * 31


def make_largest_season(status: str, people: int = 40) -> LeagueRecord:
    """Return a season with the longest names."""
    entrants = tuple(
        Entrant(person, f"{WIDE}{person % 10}", 0, "in", person // 8, person % 8, 0, 1, "19/3")
        for person in range(people)
    )
    tables = tuple(LeagueTable(number // 8, number % 8, None, void=False) for number in range(people))
    return LeagueRecord(
        10**6, 1, 2, WIDE, "voren", 4, {}, 86400, 10**12, 2 * 10**12, 0, 0, 0, None, status,  # type: ignore[arg-type]
        1, 10**12 if status == "over" else None, 1, 1, 1, 10**18, WIDE, entrants, tables,
    )  # fmt: skip


@pytest.mark.parametrize("status", ["entry", "playing", "over", "cancelled"])
def test_the_largest_league_fits_a_message(status: str) -> None:
    record = make_largest_season(status)
    groups = tuple(tuple(GroupPlace(entrant, 40, Fraction(19, 3), 4) for entrant in group) for group in record.groups())
    layout = league_board(LeagueState(record, groups))
    fits(layout)
    lines = text({"content": "", "components": layout.parts}).splitlines()
    count = sum(line.startswith("40\\. ") for line in lines)
    more = next((int(line.split()[2]) for line in lines if line.endswith(" more people.")), 0)
    assert count + more == (0 if status in {"entry", "cancelled"} else MAX_ENTRANTS)
    assert count >= 28 * (status in {"playing", "over"})


@pytest.mark.parametrize("status", ["entry", "playing", "over"])
def test_the_largest_cup_fits_a_message_in_its_second_stage(status: str) -> None:
    people = make_largest_season(status, 32)
    earlier = tuple(replace(entrant, group=(entrant.user // 4), place=entrant.user % 4) for entrant in people.entrants)
    now = tuple(
        replace(entrant, stage=1, group=(entrant.user // 4), place=entrant.user % 4) for entrant in people.entrants[:16]
    )
    record = replace(people, advance=2, stage=1, stage_ms=14 * DAY * 1000, entrants=now, earlier=earlier)
    groups = tuple(tuple(GroupPlace(entrant, 40, Fraction(19, 3), 4) for entrant in group) for group in record.groups())
    fits(league_board(LeagueState(record, groups)))


def test_after_a_season_two_go_up_and_two_down_between_groups() -> None:
    record = replace(make_largest_season("over", 16), name="Spring")
    groups = tuple(
        tuple(GroupPlace(entrant, place + 1, Fraction(20 - place), 4) for place, entrant in enumerate(group))
        for group in record.groups()
    )
    lines = text({"content": "", "components": league_board(LeagueState(record, groups)).parts}).splitlines()
    moves = [line.rpartition(" · ")[2] for line in lines if line.partition("\\. ")[0].isdigit()]
    assert [move if move in {"up", "down"} else "" for move in moves] == [
        *([""] * 6 + ["down"] * 2),
        *(["up"] * 2 + [""] * 6),
    ]


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ((1, 2, 3, 4), "Ada has won."),
        ((1, 1, 3, 4), "Ada and Bo have won together."),
        ((1, 1, 1, 1), "Ada, Bo, Cy and Di have won together."),
    ],
)
def test_a_season_that_is_over_says_who_has_won(places: tuple[int, ...], sentence: str) -> None:
    record = make_largest_season("over", 4)
    entrants = [replace(entrant, name=name) for entrant, name in zip(record.entrants, ("Ada", "Bo", "Cy", "Di"))]
    group = tuple(GroupPlace(*row, Fraction(9), 4) for row in zip(entrants, places, strict=True))
    board = league_board(LeagueState(replace(record, entrants=tuple(entrants)), (group,)))
    assert sentence in text({"content": "", "components": board.parts})
    nobody = tuple(row._replace(points=Fraction(0)) for row in group)
    assert " won" not in text({"content": "", "components": league_board(LeagueState(record, (nobody,))).parts})


def test_the_longest_log_fits_a_message() -> None:
    act = LeagueAct(10**12, "replace", 1, WIDE, 2, WIDE, "r" * 200, None)
    fits(league_log(make_largest_season("over"), [act] * 200))


async def test_the_organiser_chooses_the_games_options_before_the_start() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house)
        assert response_text(await house.command(names[1], "league options")) == NOT_ORGANISER
        form = await house.command(OWNER, "league options")
        answer = await house.sandbox.people.modal(OWNER, form["interaction_id"], {"0.0": ["6"]})
        assert "Everybody sees them" in response_text(answer), answer
        await enter_people(house, message, names)
        record = await begin_league(house)
        tables = [await house.services.tables.find(table.table or 0) for table in record.tables]
        assert {table.record.options["hands"] for table in tables} == {6}
        assert "Options · " in text(await league_message(house))
        assert "changed the game's options" in response_text(await house.command(OWNER, "league log"))
        assert "has started" in response_text(await house.command(OWNER, "league options"))
