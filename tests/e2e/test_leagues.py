"""Leagues over the wire: opened, entered, played, and ended, whoever vanishes meanwhile."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from bot.leagues import calendar
from bot.leagues.results import PLACE_POINTS
from bot.leagues.tables import read_league
from bot.tables.commands import leave_and_end, play
from bot.tables.model.actor import Actor
from bot.tables.services.integrity_check import check_all
from bot.transport.messages.league_boards import LeagueBoards
from data.engine.errors import StoreBusy
from data.people.records import is_erased
from tests.support.clocks import DAY, HOUR, user_of
from tests.support.house import House, start_house
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
from tests.support.messages import text


@pytest.fixture(autouse=True)
def edit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a league's message follow at once."""
    monkeypatch.setattr(LeagueBoards, "edit_interval_seconds", 0.01)


async def read_board(house: House) -> str:
    """Return the words of the league's message as it is now; it may have been posted anew."""
    return text(await league_message(house))


async def wait_for_words(house: House, words: str) -> None:
    """Wait until the league's message has these words."""

    async def find_message() -> bool:
        return (await league(house)).message is not None and words in await read_board(house)

    await house.until(find_message)


async def test_a_league_of_five_is_played_to_its_end() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        names = await people_who_have_played(house, 5)
        message = await open_league(house)
        await wait_for_words(house, "At least 4 are needed")
        await enter_people(house, message, names)
        record = await begin_league(house)
        assert [len(group) for group in record.groups()] == [5]
        assert len(record.tables) == 5
        for table in record.tables:
            assert table.table is not None
            live = await play_out(house, table.table)
            assert live.record.status == "over"
            assert live.record.thread is not None
        await run_calendar(house)
        await wait_for_words(house, "All tables have ended")
        await house.meant(OWNER, "league end", "End season", CHANNEL, days=0)
        await wait_for_words(house, "The season ended")
        record = await league(house)
        assert record.status == "over"
        points = [Fraction(entrant.final_points or 0) for entrant in record.entrants]
        assert sum(points) == 5 * sum(PLACE_POINTS[3])
        first = [Fraction(entrant.final_points or 0) for entrant in record.entrants if entrant.final_place == 1]
        assert set(first) == {max(points)}


async def test_four_weeks_in_which_two_vanish_one_is_erased_and_the_bot_is_killed() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        refused = "Invalid Webhook Token", "30046", "50083"  # days pass: old interactions, edits and archived threads
        house.tolerate = lambda request: any(code in str(request.answer) for code in refused)
        names = await people_who_have_played(house, 13)
        message = await open_league(house, "voren")
        await enter_people(house, message, names[:12])
        record = await begin_league(house)
        assert sorted(len(group) for group in record.groups()) == [6, 6]
        spare = names[12]
        answer = await house.press(spare, await league_message(house), "Join the waiting list")
        assert "You are on the waiting list." in text(answer.get("message") or {}), answer
        vanished = frozenset(user_of(house, name) for name in names[10:12])
        for league_table in record.tables:  # until each is over or waits for somebody who does not play
            assert league_table.table is not None
            await play_out(house, league_table.table, vanished)
        await house.restart()
        for _ in range(3):
            await house.turn(17 * HOUR)
            await house.wait_until_settled()
        await house.until(lambda: have_left(house, names[10:12]))
        record = await league(house)
        assert not record.of_state("waiting")
        await house.meant(names[9], "privacy delete", "Delete my data")
        await run_calendar(house)
        stands = await read_points(house)
        await house.restart()
        assert await read_points(house) == stands
        record = await league(house)
        entrants = [entrant for entrant in record.entrants if is_erased(entrant.user)]
        assert [(entrant.state, entrant.name) for entrant in entrants] == [("out", "")]
        out = frozenset(entrant.user for entrant in record.entrants if entrant.state == "out")
        for league_table in record.tables:
            assert league_table.table is not None
            await house.until(lambda table=league_table.table: is_without(house, table, out))
            live = await play_out(house, league_table.table)
            assert live.record.status in {"over", "ended"}
        await run_calendar(house)
        await house.turn(36 * DAY)
        await wait_for_words(house, "The season ended")
        record = await league(house)
        players = [entrant for entrant in record.entrants if entrant.group is not None]
        assert sorted(entrant.final_place is not None for entrant in players) == [True] * 12
        assert [entrant.name for entrant in players if entrant.name == spare] == [spare]
        assert names[9] not in await read_board(house)
        assert not find_repeated_mentions(house)
        faults = list[str]()
        counts = await check_all(house.store, faults.append)
        assert counts.faults == 0, faults


async def test_the_message_is_posted_below_the_tables_once() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house)
        await enter_people(house, message, names)
        record = await begin_league(house)
        assert message["id"] not in house.sandbox.world.messages
        assert "Tables in play" in await read_board(house)
        for _ in range(2):
            await house.turn(HOUR)
            await run_calendar(house)
        assert (await league(house)).message == record.message


async def read_points(house: House) -> list[tuple[int, Fraction, int]]:
    """Return everybody's points so far, and how many tables count, as the store has it."""
    state = await read_league(house.services.tables, await league(house))
    return [(row.entrant.user, row.points, row.tables) for group in state.groups for row in group]


async def test_a_season_that_begins_while_the_bot_dies_opens_each_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opens, deals = calendar.open_league_table, calendar.deal_league_table
    counts = Counter({"open": 2, "deal": 3})

    async def opened_until(*args: Any) -> None:
        counts["open"] -= 1
        if counts["open"] == -1:
            raise StoreBusy("the process is gone")
        await opens(*args)

    async def dealt_until(*args: Any) -> Any:
        counts["deal"] -= 1
        if counts["deal"] == -1:
            raise StoreBusy("the process is gone")
        return await deals(*args)

    monkeypatch.setattr(calendar, "open_league_table", opened_until)
    monkeypatch.setattr(calendar, "deal_league_table", dealt_until)
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 5)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        await house.meant(OWNER, "league start", "Start season", CHANNEL)
        for what in ("open", "deal"):
            await house.until(lambda words=what: counts[words] < 0)
            await house.restart()
        record = await wait_until_dealt(house)
        numbers = [table.table for table in record.tables]
        assert len(set(numbers)) == 5
        live = [await house.services.tables.find(number or 0) for number in numbers]
        records = await house.store.tables.of_guild(record.guild, ("lobby", "playing"), 50)
        assert sorted(table.id for table in records) == sorted(table.id for table in live)
        for seat in range(3):
            assert len({table.record.seats[seat].user for table in live}) == 5


async def test_people_who_block_each_other_get_other_groups_and_else_the_organiser_is_told() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 8)
        for number, other in ((0, 1), (2, 3)):
            pair = [(user_of(house, names[place]), names[place]) for place in (number, other)]
            await house.store.blocks.add(*pair)
        message = await open_league(house)
        await enter_people(house, message, names)
        groups = [{entrant.name for entrant in group} for group in (await begin_league(house)).groups()]
        assert [len(group) for group in groups] == [4, 4]
        assert not any({names[index], names[index + 1]} <= group for group in groups for index in (0, 2))
        assert "blocked each other" not in await read_log(house)
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        await house.store.blocks.add((user_of(house, names[0]), names[0]), (user_of(house, names[1]), names[1]))
        message = await open_league(house)
        await enter_people(house, message, names)
        await begin_league(house)
        assert "Pairs in a group with a block between them: 1." in await read_log(house)


async def read_log(house: House) -> str:
    """Return the league's log, as its organiser reads it."""
    return text((await house.command(OWNER, "league log", CHANNEL)).get("message") or {})


@pytest.mark.parametrize("seed", range(3))
async def test_whoever_leaves_at_any_moment_points_add_up(seed: int) -> None:
    """People leave tables, withdraw and join the waiting list while others play on."""
    rng = Random(seed)
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        house.tolerate = lambda request: "30046" in str(request.answer)
        names = await people_who_have_played(house, 9)
        message = await open_league(house, "voren")
        await enter_people(house, message, names[:6])
        record = await begin_league(house)
        numbers = [league_table.table or 0 for league_table in record.tables]
        for name in names[6:8]:
            await house.press(name, await league_message(house), "Join the waiting list")
        for _ in range(120):
            live = await house.services.tables.find(rng.choice(numbers))
            if live.record.status != "playing" or live.computers():
                continue
            people = [seat for seat in live.record.seats if seat.kind == "person"]
            chance = rng.random()
            if chance < 0.02:
                await leave_and_end.leave(
                    house.services.tables, live.id, Actor(people[0].user or 0, people[0].name, None)
                )
            elif chance < 0.04:
                answer = await house.press(people[-1].name, await league_message(house), "Withdraw")
                await house.press(people[-1].name, answer.get("message") or {}, "Withdraw")
                await run_calendar(house)
            elif live.awaits_deal():
                await play.next_hand(house.services.tables, live.id, Actor(people[0].user or 0, people[0].name, None))
            elif live.state is not None and (ready := [seat for seat in people if seat.seat in live.state.to_act]):
                await make_good_move(house, live, ready[0].seat)
        await house.meant(OWNER, "league end", "End season", CHANNEL, days=0)
        await wait_for_words(house, "The season ended")
        record = await league(house)
        tables = [await house.services.tables.find(number) for number in numbers]
        assert all(table.record.status in {"over", "ended"} for table in tables)
        expected = 0
        for table in tables:
            people = [seat for seat in table.record.seats if seat.kind == "person"]
            deserted = table.ending is not None and "deserted" in table.ending.public
            if await house.store.tables.hands(table.id) and not deserted:
                expected += sum(PLACE_POINTS[3][: len(people)])
        placed = [entrant for entrant in record.entrants if entrant.place is not None]
        assert sorted(entrant.place for entrant in placed if entrant.place is not None) == list(range(6))
        assert sum(Fraction(entrant.final_points or 0) for entrant in placed) == expected
        assert all(entrant.final_points is None for entrant in record.entrants if entrant.place is None)


async def test_nobody_is_absent_because_the_bot_was() -> None:
    async with start_house(ping_quiet=0) as house:
        names = await people_who_have_played(house, 4)
        message = await open_league(house, "voren")
        await enter_people(house, message, names)
        await begin_league(house)
        await house.stop()
        house.sandbox.advance(4 * DAY)
        await house.start()
        await run_calendar(house)
        await house.turn(5 * HOUR)
        await run_calendar(house)
        assert len((await league(house)).of_state("in")) == 4


async def have_left(house: House, names: list[str]) -> bool:
    """Check whether these people alone have lost their places in the league."""
    return [entrant.name for entrant in (await league(house)).entrants if entrant.state == "out"] == names


async def is_without(house: House, table: int, users: frozenset[int]) -> bool:
    """Check that none of these users sits at a table any more."""
    live = await house.services.tables.find(table)
    return live.record.status != "playing" or not users & {seat.user for seat in live.record.seats}


def find_repeated_mentions(house: House) -> list[object]:
    """Return the messages that mentioned the same people in the same words and place more than once."""
    posts = [
        request
        for request in house.requests
        if request.method == "POST" and "/messages" in request.route and request.status == 200
    ]
    counts = Counter(
        (request.path, request.body["content"], tuple(request.body["allowed_mentions"]["users"]))
        for request in posts
        if isinstance(request.body, dict) and (request.body.get("allowed_mentions") or {}).get("users")
    )
    return [key for key, times in counts.items() if times > 1]
