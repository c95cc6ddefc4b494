"""What was told to somebody while they slept: their hand shows it if they look first, and a digest goes with a look."""

from __future__ import annotations

import pytest

from sandbox.server import limits
from tests.support.clocks import DAY, HOUR, clock_messages, open_clocked_table, user_of, wait_until_settled
from tests.support.digests import LATER, begin_night, read_digests, read_mentions_about
from tests.support.house import start_house
from tests.support.messages import Json, buttons, text

THREE = ("Bela", "Cleo")
PAUSE = "Ada wants a pause"


async def test_the_next_look_at_the_hand_shows_what_was_told_and_no_digest_comes() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await wait_until_settled(house)
        await house.turn(60)
        message_text = text(await house.hand("Bela", table))
        assert "Meanwhile: **Voren, table 1: Ada wants a pause.**" in message_text

        async def is_kept() -> bool:
            return not await house.store.notices.digests(user_of(house, "Bela"))

        await house.until(is_kept)
        assert "Meanwhile:" not in text(await house.hand("Bela", table)), "it is told once"
        assert "Meanwhile:" not in text(await house.hand("Cleo", table))
        await house.turn(3 * HOUR + 60)
        await wait_until_settled(house)
        assert read_digests(house, "Bela") == []


async def test_a_look_whose_answer_is_lost_shows_nothing_and_the_next_one_does() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        house.tolerate = lambda request: request.answer.get("code") in {10062, 50027}
        await house.fresh(table)
        await begin_night(house, "Bela", 3)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await wait_until_settled(house)
        house.sandbox.faults.add("status", path="/interactions/", status=404, code=10062, times=1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.3)
            assert (await house.press("Bela", house.board(table), "My hand"))["state"] == "failed"
        answer = await house.press("Bela", house.board(table), "My hand")
        assert f"Meanwhile: **Voren, table 1: {PAUSE}.**" in text(answer.get("message") or {})


async def test_news_during_a_hand_message_is_shown_by_the_next_look() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await wait_until_settled(house)
        live, bela = await house.live(table), user_of(house, "Bela")
        digests = house.services.digests
        missed = await digests.missed_news(live, bela)
        answer = (await house.command("Cleo", "table end", channel=table.place)).get("message") or {}
        await house.press("Cleo", answer, next(iter(buttons(answer))))
        await house.until(lambda: bool(clock_messages(house, table, "Cleo wants to end")))
        await wait_until_settled(house)
        await digests.record_seen(live, bela, missed)
        assert "Cleo wants to end" in text(await house.hand("Bela", table))


async def test_a_digest_tells_what_is_left_after_a_look_at_one_hand_of_two() -> None:
    async with start_house(ping_delay=3600 * 24, ping_quiet=0) as house:
        house.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        first, second = [await house.open("Ada", THREE, clock=7 * DAY) for _ in range(2)]
        await begin_night(house, "Bela", 3)
        for table in (first, second):
            await house.command("Ada", "table pause", channel=table.place)
            await house.until(lambda table=table: bool(clock_messages(house, table, PAUSE)))
        await wait_until_settled(house)
        await house.hand("Bela", first)
        await house.turn(3 * HOUR + 60)
        (sentence,) = await house.until(lambda: read_digests(house, "Bela"))
        (line,) = sentence.splitlines()[1:]
        assert line.endswith(f"**Voren, table 2: Ada wants a pause.** (<#{second.place}>)")


async def test_a_digest_goes_when_its_person_has_looked_at_all_its_hands() -> None:
    async with start_house(ping_delay=3600 * 24, ping_quiet=0) as house:
        house.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        tables = [await house.open("Ada", THREE, clock=7 * DAY) for _ in range(2)]
        await begin_night(house, "Bela", 3)
        for table in tables:
            await house.command("Ada", "table pause", channel=table.place)
            await house.until(lambda table=table: bool(clock_messages(house, table, PAUSE)))
        await house.turn(3 * HOUR + 60)
        await house.until(lambda: read_digests(house, "Bela"))

        def stands() -> list[Json]:
            return [entry for table in tables for entry in clock_messages(house, table, LATER)]

        (message,) = stands()
        await wait_until_settled(house)
        await house.restart()
        answer = await house.press("Bela", message, "My hand: Voren, table 2")
        assert "Meanwhile:" not in text(answer.get("message") or {}), "the digest has told it"
        await wait_until_settled(house)
        assert stands(), "it tells about another table still"
        await house.press("Bela", message, "My hand: Voren, table 1")
        await house.until(lambda: not stands())
        assert read_digests(house, "Bela") == [message["content"]]
