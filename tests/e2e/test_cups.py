"""A cup over the wire: stages follow each other until one has won, whoever vanishes and whenever the bot dies."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.leagues import calendar
from bot.leagues.cups import order_for_next_stage, seats_of_next_stage
from bot.leagues.tables import read_league
from bot.tables.commands import leave_and_end
from bot.tables.model.actor import Actor
from bot.tables.services.integrity_check import check_all
from bot.transport.messages.league_boards import LeagueBoards
from data.engine.errors import StoreBusy
from data.leagues.records import LeagueRecord, groups_of
from tests.support.clocks import DAY, HOUR, user_of
from tests.support.house import House, start_house
from tests.support.leagues import (
    CHANNEL,
    OWNER,
    begin_league,
    enter_people,
    league,
    league_message,
    open_league,
    people_who_have_played,
    play_out,
    run_calendar,
    wait_until_dealt,
)
from tests.support.messages import buttons, text


@pytest.fixture(autouse=True)
def edit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a league's message follow at once."""
    monkeypatch.setattr(LeagueBoards, "edit_interval_seconds", 0.01)


async def wait_for_words(house: House, words: str) -> None:
    """Wait until the cup's message has these words."""

    async def find_message() -> bool:
        return words in text(await league_message(house))

    await house.until(find_message)


async def wait_for_stage(house: House, stage: int) -> LeagueRecord:
    """Return the cup, once this stage has begun and its tables are dealt and posted."""

    async def find_message() -> bool:
        return (await league(house)).stage == stage

    await house.until(find_message, 60)
    return await wait_until_dealt(house)


async def read_expected(house: House) -> list[str]:
    """Return who goes on by the tables as they are in the store."""
    state = await read_league(house.services.tables, await league(house))
    record = state.record
    rows = [
        [(member.entrant.name, member.key) for member in group if member.entrant.state == "in"]
        for group in state.groups
    ]
    return order_for_next_stage(rows)[: seats_of_next_stage(len(rows), record.seats, record.advance)]


async def test_a_cup_of_twelve_goes_through_its_stages_though_the_bot_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opens, counter = calendar.open_league_table, Counter({"open": 4})

    async def open_until_killed(*args: Any) -> None:
        counter["open"] -= 1
        if counter["open"] == -1:
            raise StoreBusy("the process is gone")
        await opens(*args)

    monkeypatch.setattr(calendar, "open_league_table", open_until_killed)
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        refused = "Invalid Webhook Token", "30046", "50083"  # days pass: old interactions, edits and archived threads
        house.tolerate = lambda request: any(code in str(request.answer) for code in refused)
        names = await people_who_have_played(house, 12)
        message = await open_league(house, "voren", 4, cup=2, weeks=2)
        assert "With 8 people there are at most 2 stages of 2 weeks each." in text(message)
        await enter_people(house, message, names)
        record = await begin_league(house)
        assert [len(group) for group in record.groups()] == [4, 4, 4]
        assert len(record.tables) == 3
        await wait_for_words(house, "8 people go on")
        for table in record.tables:
            await play_out(house, table.table or 0)
        await wait_for_words(house, "All tables have ended.")
        first = (await read_league(house.services.tables, await league(house))).groups[0][0].entrant
        answer = await house.press(first.name, await league_message(house), "Withdraw")
        await house.press(first.name, answer.get("message") or {}, "Withdraw")
        await run_calendar(house)
        going_on = await read_expected(house)
        assert len(going_on) == 8
        assert first.name not in going_on
        await house.turn(14 * DAY + HOUR)
        await house.until(lambda: counter["open"] < 0)  # one table of the second stage is open, the other is not
        await house.restart()
        record = await wait_for_stage(house, 1)
        assert sorted(entrant.name for entrant in record.entrants) == sorted(going_on)
        assert [len(group) for group in record.groups()] == [4, 4]
        assert len({each_table.table for each_table in record.tables}) == 2
        await wait_for_words(house, "4 people go on")
        assert "Join the waiting list" not in buttons(await league_message(house))
        loser = next(name for name in names if name not in going_on and name != first.name)
        forged = await house.forge(loser, await league_message(house), "eh:enter_league:1")
        assert "first stage of this cup is over" in text(forged.get("message") or {})
        named = {"member": str(record.entrants[-1].user), "by": str(user_of(house, loser)), "reason": "moved away"}
        result = await house.sandbox.people.command(OWNER, CHANNEL, "league replace", named)
        assert "takes the seats of" in text(result.get("message") or {})
        await run_calendar(house)
        substitute = (await league(house)).entrant(user_of(house, loser))
        assert substitute is not None
        assert (substitute.state, substitute.place is None) == ("in", False)
        record = await league(house)
        live = await house.services.tables.find(record.tables[0].table or 0)
        seat = live.record.seats[0]
        await leave_and_end.leave(house.services.tables, live.id, Actor(seat.user or 0, seat.name, None))
        for table in record.tables:
            await play_out(house, table.table or 0)
        await run_calendar(house)
        going_on = await read_expected(house)
        assert seat.name not in going_on
        await house.meant(OWNER, "league end", "End stage", CHANNEL, days=0)
        record = await wait_for_stage(house, 2)
        assert sorted(entrant.name for entrant in record.entrants) == sorted(going_on)
        await wait_for_words(house, "The first wins the cup.")
        await play_out(house, record.tables[0].table or 0)
        await house.restart()
        await house.turn(15 * DAY)
        await wait_for_words(house, "has won the cup.")
        record = await league(house)
        assert record.status == "over"
        assert sorted(entrant.final_place or 0 for entrant in record.entrants) == [1, 2, 3, 4]
        winner = next(entrant for entrant in record.entrants if entrant.final_place == 1)
        assert f"{winner.name} has won the cup." in text(await league_message(house))
        for stage, people in enumerate([12, 8]):
            entries = [entrant for entrant in record.earlier if entrant.stage == stage and entrant.place is not None]
            assert len({entrant.user for entrant in entries}) == people
            assert all(
                sorted(entrant.final_place or 0 for entrant in group) == [1, 2, 3, 4] for group in groups_of(entries)
            )
        faults = list[str]()
        counts = await check_all(house.store, faults.append)
        assert counts.faults == 0, faults


@pytest.mark.parametrize("seed", range(3))
async def test_whoever_leaves_at_any_moment_one_of_those_who_stay_wins(seed: int) -> None:
    """People leave tables and withdraw while others play on; one plays whatever happens."""
    rng = Random(seed)
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        house.tolerate = lambda request: "30046" in str(request.answer)
        names = await people_who_have_played(house, 11)
        await enter_people(
            house, await open_league(house, "voren", rng.choice([3, 4]), cup=rng.choice([1, 2]), weeks=1), names
        )
        record = await begin_league(house)
        while record.status == "playing":
            staying = rng.choice(record.of_state("in")).name
            for table in record.tables:
                for seat in (await house.services.tables.find(table.table or 0)).record.seats:
                    chance, who = rng.random(), Actor(seat.user or 0, seat.name, None)
                    if seat.kind != "person" or seat.name == staying or chance < 0.7:
                        continue
                    if chance < 0.85:
                        await leave_and_end.leave(house.services.tables, table.table or 0, who)
                    else:
                        answer = await house.press(seat.name, await league_message(house), "Withdraw")
                        await house.press(seat.name, answer.get("message") or {}, "Withdraw")
                if rng.random() < 0.6:
                    await play_out(house, table.table or 0)
            await run_calendar(house)
            await house.meant(OWNER, "league end", "End stage", CHANNEL, days=0)

            async def went_on(before: int = record.stage) -> bool:
                now = await league(house)
                return now.stage > before or now.status == "over"

            await house.until(went_on)
            record = await league(house)
            if record.status == "playing":
                record = await wait_until_dealt(house)
                people = [entrant.user for entrant in record.entrants]
                assert len(set(people)) == len(people) == sum(len(group) for group in record.groups())
                former = [
                    entrant for entrant in record.earlier if entrant.stage == record.stage - 1 and entrant.state == "in"
                ]
                assert set(people) <= {entrant.user for entrant in former}
        winners = [entrant.name for entrant in record.entrants if entrant.state == "in" and entrant.final_place == 1]
        assert len(winners) == 1
        await wait_for_words(house, f"{winners[0]} has won the cup.")


async def test_computer_players_fill_a_cups_free_seats_and_never_advance() -> None:
    async with start_house(ping_quiet=0, computer_delay=0) as house:
        names = await people_who_have_played(house, 8)
        message = await open_league(house, "mitigati", 3, cup=1, weeks=1)
        await enter_people(house, message, names)
        record = await begin_league(house)
        assert sorted(len(group) for group in record.groups()) == [2, 3, 3]
        tables = [await house.services.tables.find(table.table or 0) for table in record.tables]
        assert sum(seat.kind == "computer" for table in tables for seat in table.record.seats) == 1
        await house.meant(OWNER, "league end", "End stage", CHANNEL, days=0)
        record = await wait_for_stage(house, 1)
        assert len(record.entrants) == 3  # nobody has points: the better rated of each table
        for entrant in record.entrants[1:]:
            answer = await house.press(entrant.name, await league_message(house), "Withdraw")
            await house.press(entrant.name, answer.get("message") or {}, "Withdraw")
        await house.meant(OWNER, "league end", "End stage", CHANNEL, days=0)
        await wait_for_words(house, f"{record.entrants[0].name} has won the cup.")


async def test_a_cup_of_partners_sends_two_and_a_cup_needs_eight() -> None:
    async with start_house() as house:
        names = await people_who_have_played(house, 7)
        given = {"name": "Spring", "game": "conference", "seats": 4, "cup": 1}
        refused = await house.sandbox.people.command(OWNER, CHANNEL, "league open", given)
        assert "partners go on together" in text(refused.get("message") or {})
        await enter_people(house, await open_league(house, "conference", 4, cup=2), names)
        refused = await house.command(OWNER, "league start", CHANNEL)
        assert "7 of at least 8 people" in text(refused.get("message") or {})
        assert user_of(house, names[1]) in {entrant.user for entrant in (await league(house)).entrants}
