"""The cup of the week: told once to each server that wants it on Monday, and to nobody before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from data.deals.cups import CupsRepository
from data.deals.records import GRACE_MS, CupResult, day_of, end_of_week, week_of
from data.engine.errors import StoreUnreachable
from data.people.records import Preferences
from data.people.rows import person_rows
from data.tables.work import WorkKind
from tests.cogs.daily.hands_of_day import begin_try, name_daily_channel, play_try
from tests.support.house import House
from tests.support.messages import Json, text
from tests.support.panels import guild, panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    person,
    response_text,
    start_room,
)

MARK = "## Cup of the week to "
PEOPLE = (HOST, SEATED, OTHER)


async def end_week(house: House) -> int:
    """Let the week end; return its number."""
    week = week_of(day_of(house.services.clock()))
    await house.turn((end_of_week(week) + GRACE_MS - house.services.clock()) / 1000 + 1)
    await house.wait_until_settled(WorkKind.CLOSE_DEALS, WorkKind.CLOSE_WEEK, WorkKind.CUP_RESULTS)
    return week


def list_cup_messages(house: House) -> list[Json]:
    """Return the messages with cups that stand in the room."""
    return [message for message in house.sandbox.people.messages(MODERATOR, CHANNEL) if MARK in text(message)]


async def open_cup_page(house: House, who: str = HOST, game: str = "mitigati") -> str:
    """Open the cup at the hand of the day of a game; return its words."""
    answer = await house.command(who, "daily", channel=CHANNEL, game=game)
    return response_text(await house.press(who, answer.get("message") or {}, "Cup of the week"))


async def play_all_tries(house: House) -> None:
    """Let three people finish the hand of the day, with the same moves."""
    for who in PEOPLE:
        await play_try(house, await begin_try(house, who), who)


async def test_on_monday_a_server_reads_its_cup_once() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_all_tries(house)
        assert "No cup yet." in await open_cup_page(house)
        assert "No cup yet." in await open_cup_page(house, game="voren")  # where their try is over
        assert not list_cup_messages(house)
        await end_week(house)
        (message,) = list_cup_messages(house)
        lines = text(message).split("\n")
        assert [line for line in lines if "10\u00a0%" in line] == [
            f"1\\. **{who}** 10\u00a0%" for who in sorted(PEOPLE)
        ]
        assert not message["mentions"]
        assert not message["mention_everyone"]
        assert text(message) in await open_cup_page(house)
        await house.restart()
        await house.wait_until_settled(WorkKind.CLOSE_WEEK, WorkKind.CUP_RESULTS)
        assert len(list_cup_messages(house)) == 1


async def test_a_hand_of_two_people_is_in_no_cup() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        for who in (HOST, SEATED):
            await play_try(house, await begin_try(house, who), who)
        await end_week(house)
        assert not list_cup_messages(house)
        assert "No cup yet." in await open_cup_page(house)


@pytest.mark.parametrize("is_saved", [False, True])
async def test_a_close_that_was_killed_is_finished_by_the_next_run(
    monkeypatch: pytest.MonkeyPatch, *, is_saved: bool
) -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_all_tries(house)
        save, killed_weeks = CupsRepository.save, list[int]()

        async def save_and_fail(self: CupsRepository, week: int, results: Any) -> None:
            if is_saved:
                await save(self, week, results)
            killed_weeks.append(week)
            raise StoreUnreachable("killed")

        with monkeypatch.context() as patch:
            patch.setattr(CupsRepository, "save", save_and_fail)
            week = week_of(day_of(house.services.clock()))
            await house.turn((end_of_week(week) + GRACE_MS - house.services.clock()) / 1000 + 1)
            await house.until(lambda: killed_weeks)
            await house.stop()
        await house.start()
        await house.turn(60)
        await house.wait_until_settled(WorkKind.CLOSE_WEEK, WorkKind.CUP_RESULTS)
        (message,) = list_cup_messages(house)
        assert text(message).count("10\u00a0%") == len(PEOPLE)


async def test_who_deletes_their_data_leaves_the_cup() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_all_tries(house)
        await end_week(house)
        await house.meant(HOST, "privacy delete", "Delete my data", CHANNEL)
        await house.until(lambda: HOST not in text(list_cup_messages(house)[-1]))
        (message,) = list_cup_messages(house)
        assert SEATED in text(message)
        assert HOST not in await open_cup_page(house, SEATED)


async def test_a_server_without_a_channel_is_told_nothing_and_members_who_ask_are() -> None:
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 401
        await play_all_tries(house)
        await end_week(house)
        assert not list_cup_messages(house)
        assert f"**{OTHER}** 10\u00a0%" in await open_cup_page(house)


async def test_a_server_that_takes_part_reads_how_others_stand_and_no_names_of_theirs() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        house.sandbox.people.add_user("Zoe")
        week, names = week_of(day_of(house.services.clock())) - 1, (*PEOPLE, MODERATOR, BYSTANDER, "Zoe")
        for name in names:
            await house.store.preferences.save((person(house, name).id, name), Preferences())
        people = await count_person_rows(house, names)
        elsewhere = 99
        await house.services.guild_settings.change(elsewhere, compares_servers=True)
        results = [CupResult(guild(house), people[name], 500, None) for name in names if name != "Zoe"]
        results += [CupResult(elsewhere, people[name], 600, None) for name in names if name != HOST]
        await house.store.cups.save(week, results)
        assert "Server against server" not in await open_cup_page(house)
        settings = await house.press(MODERATOR, await panel(house, group="channels"), "Take part")
        assert "**Server against server:** yes" in response_text(settings)
        sentence = await open_cup_page(house)
        name = house.sandbox.world.server(0).name
        assert sentence.split("\n")[-2:] == ["1\\. **A server** 60\u00a0%", f"2\\. **{name}** 50\u00a0% · this server"]
        assert "Zoe" not in sentence
        assert "**Server against server:** no" in response_text(
            await house.press(MODERATOR, settings.get("message") or {}, "Stop")
        )


async def count_person_rows(house: House, names: Iterable[str]) -> dict[str, int]:
    """Return how many rows each of these people has."""
    async with house.store._transactions.begin() as session:
        users = {person(house, name).id: name for name in names}
        counts = await person_rows(session, users)
    return {users[user]: number for user, number in counts.items()}
