"""Hands and games of pads in seasons: what is entered late, and what the answer says of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.pads.exporting.files import format_json
from data.standings.records import ALL_TIME
from sandbox import Outcome
from tests.bot.pads.samples import free
from tests.cogs.pads.results import count_hands_by_season, list_member_standings
from tests.cogs.pads.sheets import (
    enter_hand,
    finish_pad,
    import_file,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import HOST, response_text, start_room

DAY_MS = 24 * 3600 * 1000

CLOSED_TEXT = "The season Spring is closed, so it counts only for all time."
COUNTED_TEXT = "It counts in the season Spring."


async def begin_two_seasons(house: House, *days_ago: int) -> tuple[int, int]:
    """Begin Spring and Summer so many days ago; return the server and the present time."""
    guild, now = int(house.sandbox.world.guild_id), house.services.pads.clock()
    for name, days in zip(("Spring", "Summer"), days_ago, strict=True):
        await house.store.results.begin_season(guild, name, now - days * DAY_MS)
    return guild, now


async def enter_dated_hand(house: House, pad: Json, played: int, points: str) -> Outcome:
    """Enter a hand of the day of a time; return the answer."""
    draft = await house.press(HOST, await wait_for_pad_message(house, pad), "Who played …")
    when = await open_form(house, HOST, draft.get("message") or {}, "When …")
    draft = await submit_form(house, HOST, when, day=datetime.fromtimestamp(played / 1000, UTC).date().isoformat())
    return await submit_form(
        house, HOST, await open_form(house, HOST, draft.get("message") or {}, "Fill in: Points"), points=points
    )


async def test_a_hand_counts_in_the_season_in_which_it_was_played() -> None:
    """That season ended three days ago: its hands may still be entered. The pad's game ended with its last hand."""
    async with start_room() as house:
        guild, now = await begin_two_seasons(house, 30, 3)
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        assert COUNTED_TEXT in response_text(await enter_dated_hand(house, pad, now - 10 * DAY_MS, "3 -3"))
        answer = await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 -1")
        assert "season" not in response_text(answer)
        assert "season" not in await finish_pad(house, pad)
        assert await count_hands_by_season(house, guild, pad) == {ALL_TIME: 2, 1: 1, 2: 1}
        games = {season: await list_member_standings(house, guild, season) for season in (1, 2)}
        assert {season: [item.games for item in standings] for season, standings in games.items()} == {1: [0], 2: [1]}


async def test_a_hand_that_comes_too_late_changes_no_closed_season() -> None:
    """It is kept, counts for all time, and is none of the present season; so it is with the game."""
    async with start_room() as house:
        guild, now = await begin_two_seasons(house, 30, 9)
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        assert CLOSED_TEXT in response_text(await enter_dated_hand(house, pad, now - 12 * DAY_MS, "3 -3"))
        assert "The season Spring is closed, so the game" in await finish_pad(house, pad)
        assert await count_hands_by_season(house, guild, pad) == {ALL_TIME: 1}
        (standing,) = await list_member_standings(house, guild, ALL_TIME)
        assert (standing.games, standing.wins) == (1, 1)


async def test_game_before_all_seasons_counts_in_none() -> None:
    async with start_room() as house:
        guild, now = await begin_two_seasons(house, 30, 3)
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        assert "season" not in response_text(await enter_dated_hand(house, pad, now - 40 * DAY_MS, "3 -3"))
        assert await count_hands_by_season(house, guild, pad) == {ALL_TIME: 1}


async def test_an_imported_hand_that_comes_too_late_is_told_to_whoever_imported_it() -> None:
    """A file cannot say when its hands were entered."""
    async with start_room() as house:
        _, now = await begin_two_seasons(house, 30, 9)
        file: Any = format_json(free((3, -3), (1, -1), names=("Ann", "Bob")))
        old = datetime.fromtimestamp((now - 12 * DAY_MS) / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        text = file.decode()
        for hand in free((3, -3), (1, -1), names=("Ann", "Bob")).record.hands:
            first = datetime.fromtimestamp(hand.played / 1000, UTC)
            text = text.replace(first.strftime("%Y-%m-%dT%H:%M:%S.") + f"{hand.played % 1000:03}Z", old)
        assert text.count(old) == 2
        await import_file(house, HOST, text.encode(), "pad.json")
        sentence = "2 hands count only for all time: their seasons are closed."
        await house.until(
            lambda: any(sentence in message["content"] for message in house.sandbox.people.messages(HOST, "card-room"))
        )
