"""The days of hands over the wire: typed, shown, exported and printed as one day, in every time zone."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader

from bot.pads.exporting.files import format_json
from data.pads.records import PadHand
from sandbox import Outcome
from tests.bot.pads.samples import free
from tests.cogs.pads.results import count_hands_by_season
from tests.cogs.pads.sheets import (
    choose_in_select,
    enter_hand,
    export_pad,
    import_file,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import BYSTANDER, HOST, person, response_text, start_room

ZONES = ("Pacific/Auckland", "Pacific/Honolulu", "")


def parse_instant(text: str) -> int:
    """Return an instant in milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


async def set_zone_and_clock(house: House, zone: str, now: str) -> None:
    """Give the host a time zone, and set the clock to that instant of UTC."""
    await house.services.people.change(person(house, HOST), zone=zone)
    house.services.pads.clock = lambda: parse_instant(now)


async def open_day_form(house: House, pad: Json) -> Outcome:
    """Return the form that asks for the day."""
    draft = await house.press(HOST, await wait_for_pad_message(house, pad), "Who played …")
    return await open_form(house, HOST, draft.get("message") or {}, "When …")


async def enter_hand_of_day(house: House, pad: Json, day: str, label: str = "Fill in: Points", **facts: str) -> Outcome:
    """Enter a hand of a day; return the answer."""
    draft = await submit_form(house, HOST, await open_day_form(house, pad), day=day)
    opened_form = await open_form(house, HOST, draft.get("message") or {}, label)
    return await submit_form(house, HOST, opened_form, **(facts or {"points": "3 -3"}))


async def find_last_hand(house: House, number: int) -> PadHand:
    """Return the last hand of a pad."""
    return (await house.services.pads.find(number)).record.hands[-1]


@pytest.mark.parametrize("zone", ZONES)
async def test_a_day_that_was_typed_is_that_day_everywhere(zone: str) -> None:
    """On the pad, in its log, in all of its files, and on a pad that is made of these."""
    async with start_room() as house:
        await set_zone_and_clock(house, zone, "2026-02-25T18:00")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        answer = response_text(await enter_hand_of_day(house, pad, "2026-02-24"))
        assert "Played 24 February 2026 ·" in answer
        assert "<t:" not in answer.split(" dealt")[0]
        log = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "More")
        assert "24 February 2026" in response_text(await house.press(BYSTANDER, log.get("message") or {}, "Changes"))
        files = await export_pad(house, pad)
        assert json.loads(files["json"])["hands"][0]["played"] == "2026-02-24"
        assert "1,'2026-02-24," in files["csv"].decode()
        assert "2026-02-24" in PdfReader(io.BytesIO(files["pdf"])).pages[0].extract_text()
        for way in ("json", "csv"):
            question = await import_file(house, HOST, files[way], f"pad.{way}")
            second_import = await house.press(HOST, question.get("message") or {}, "Import again")
            copy = number_of(second_import.get("message") or {})
            assert (await find_last_hand(house, copy)).day == "2026-02-24"


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        ("America/New_York", "2026-02-25T02:00", "2026-02-24"),
        ("Pacific/Auckland", "2026-02-24T18:00", "2026-02-25"),
        ("UTC", "2026-02-24T18:00", "2026-02-24"),
    ],
)
async def test_hand_of_today_has_its_authors_day(zone: str, now: str, day: str) -> None:
    """So does the form; a day that is typed as it was offered is today, and not its noon."""
    async with start_room() as house:
        await set_zone_and_clock(house, zone, now)
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 -1")
        assert (await find_last_hand(house, number_of(pad))).day == day
        assert day in PdfReader(io.BytesIO((await export_pad(house, pad))["pdf"])).pages[0].extract_text()
        when = await open_day_form(house, pad)
        assert f'"value": "{day}"' in json.dumps(when.get("modal"))
        draft = await submit_form(house, HOST, when, day=day)
        await submit_form(
            house, HOST, await open_form(house, HOST, draft.get("message") or {}, "Fill in: Points"), points="3 -3"
        )
        hand = await find_last_hand(house, number_of(pad))
        assert (hand.day, hand.played) == (day, parse_instant(now))


async def test_day_without_a_time_zone_is_each_readers_own() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        answer = response_text(await enter_hand(house, HOST, pad, "Enter points", points="1 -1"))
        assert ":d> ·" in answer
        assert (await find_last_hand(house, number_of(pad))).day is None


async def test_a_correction_keeps_the_day_or_changes_it_and_undo_brings_it_back() -> None:
    """Whoever corrects it may live elsewhere: the day stays as it was typed."""
    async with start_room() as house:
        await set_zone_and_clock(house, "Pacific/Auckland", "2026-02-25T18:00")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand_of_day(house, pad, "2026-02-24")
        before = await find_last_hand(house, number_of(pad))
        await set_zone_and_clock(house, "America/New_York", "2026-02-25T19:00")
        hands = await house.press(HOST, await wait_for_pad_message(house, pad), "Hands")
        answer = await choose_in_select(house, HOST, hands, "show_pad_hand", "1")
        correction_form = await open_form(house, HOST, answer.get("message") or {}, "Correct")
        draft = await submit_form(house, HOST, correction_form, points="3 -3")
        when = await open_form(house, HOST, draft.get("message") or {}, "When …")
        assert '"value": "2026-02-24"' in json.dumps(when.get("modal"))
        draft = await submit_form(house, HOST, when, day="2026-02-24")
        assert "24 February 2026" in response_text(draft)
        draft = await submit_form(
            house, HOST, await open_form(house, HOST, draft.get("message") or {}, "When …"), day="2026-02-23"
        )
        await house.press(HOST, draft.get("message") or {}, "Save")
        changed = await find_last_hand(house, number_of(pad))
        assert (before.day, changed.day) == ("2026-02-24", "2026-02-23")
        hands = await house.press(HOST, await wait_for_pad_message(house, pad), "Hands")
        answer = await choose_in_select(house, HOST, hands, "show_pad_hand", "1")
        await house.press(HOST, answer.get("message") or {}, "Undo")
        back = await find_last_hand(house, number_of(pad))
        assert (back.day, back.played) == (before.day, before.played)


async def test_a_day_belongs_to_the_season_that_it_was_where_it_was_typed() -> None:
    """The season began at one in the night of the 25th in Auckland: the 24th there was before, the 25th is after."""
    async with start_room() as house:
        await set_zone_and_clock(house, "Pacific/Auckland", "2026-02-25T18:00")
        guild = int(house.sandbox.world.guild_id)
        await house.store.results.begin_season(guild, "Spring", parse_instant("2026-02-01T00:00"))
        await house.store.results.begin_season(guild, "Summer", parse_instant("2026-02-24T12:00"))
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        assert "season Spring" in response_text(await enter_hand_of_day(house, pad, "2026-02-24"))
        assert "season" not in response_text(await enter_hand_of_day(house, pad, "2026-02-25"))
        assert await count_hands_by_season(house, guild, pad) == {0: 2, 1: 1, 2: 1}


@pytest.mark.parametrize("day", ["1969-12-31", "2026-02-25", "2026-13-01", "yesterday"])
async def test_no_day_that_cannot_be_is_taken(day: str) -> None:
    async with start_room() as house:
        await set_zone_and_clock(house, "America/New_York", "2026-02-25T02:00")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        answer = response_text(await submit_form(house, HOST, await open_day_form(house, pad), day=day))
        assert "2026-02-24" in answer or "Type a day from 1970 to today." in answer
        assert "played" not in answer.splitlines()[-1]


async def test_the_hall_of_fame_names_the_day_that_was_typed() -> None:
    async with start_room() as house:
        await set_zone_and_clock(house, "Pacific/Auckland", "2026-02-25T18:00")
        pad = await open_pad(house, HOST, "five_crowns", guests="Grandma")
        text = await enter_hand_of_day(house, pad, "2026-02-24", "Fill in: Hand", dealt="3", left="0 12")
        assert "Played 24 February 2026" in response_text(text)
        await count_hands_by_season(house, int(house.sandbox.world.guild_id), pad)
        board = await house.command(HOST, "leaderboard", "card-room", game="five_crowns")
        answer = await house.press(HOST, board.get("message") or {}, "Hall of fame")
        assert "24 February 2026" in response_text(answer)


@pytest.mark.parametrize("played", ["9999-12-31T23:59:59-12:00", "2026-02-27", "1969-12-31"])
async def test_a_file_with_a_day_that_cannot_be_is_refused_and_named(played: str) -> None:
    async with start_room() as house:
        await set_zone_and_clock(house, "", "2026-02-25T18:00")
        file = format_json(free((3, -3), names=("Ann", "Bob"))).decode().replace("1970-01-01T00:01:00.007Z", played)
        answer = response_text(await import_file(house, HOST, file.encode(), "pad.json"))
        assert "played: Write a day as 2026-05-01, a time as 2026-05-01T18:30:00.000Z" in answer
        assert await house.store.pads.pad(1) is None
