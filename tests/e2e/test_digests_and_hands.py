"""What was told to somebody while they slept: their hand shows it if they look first, and a digest goes with a look."""

from __future__ import annotations

import pytest

from sandbox.server import limits
from tests.support.clocks import DAY, HOUR, clock_messages, playing, settled, user_of
from tests.support.digests import LATER, about, again, sleeps_for
from tests.support.house import house
from tests.support.messages import Json, buttons, text

THREE = ("Bela", "Cleo")
PAUSE = "Ada wants a pause"


async def test_the_next_look_at_the_hand_shows_what_was_told_and_no_digest_comes() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        await here.turn(60)
        message_text = text(await here.hand("Bela", table))
        assert "Meanwhile: **Voren, table 1: Ada wants a pause.**" in message_text

        async def is_kept() -> bool:
            return not await here.store.notices.digests(user_of(here, "Bela"))

        await here.until(is_kept)
        assert "Meanwhile:" not in text(await here.hand("Bela", table)), "it is told once"
        assert "Meanwhile:" not in text(await here.hand("Cleo", table))
        await here.turn(3 * HOUR + 60)
        await settled(here)
        assert again(here, "Bela") == []


async def test_a_look_whose_answer_is_lost_shows_nothing_and_the_next_one_does() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        here.tolerate = lambda request: request.answer.get("code") in {10062, 50027}
        await here.fresh(table)
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        here.sandbox.faults.add("status", path="/interactions/", status=404, code=10062, times=1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.3)
            assert (await here.press("Bela", here.board(table), "My hand"))["state"] == "failed"
        answer = await here.press("Bela", here.board(table), "My hand")
        assert f"Meanwhile: **Voren, table 1: {PAUSE}.**" in text(answer.get("message") or {})


async def test_news_during_a_hand_message_is_shown_by_the_next_look() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        live, bela = await here.live(table), user_of(here, "Bela")
        digests = here.services.digests
        missed = await digests.missed_news(live, bela)
        answer = (await here.command("Cleo", "table end", channel=table.place)).get("message") or {}
        await here.press("Cleo", answer, next(iter(buttons(answer))))
        await here.until(lambda: bool(clock_messages(here, table, "Cleo wants to end")))
        await settled(here)
        await digests.record_seen(live, bela, missed)
        assert "Cleo wants to end" in text(await here.hand("Bela", table))


async def test_a_digest_tells_what_is_left_after_a_look_at_one_hand_of_two() -> None:
    async with house(ping_delay=3600 * 24, ping_quiet=0) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        first, second = [await here.open("Ada", THREE, clock=7 * DAY) for _ in range(2)]
        await sleeps_for(here, "Bela", 3)
        for table in (first, second):
            await here.command("Ada", "table pause", channel=table.place)
            await here.until(lambda table=table: bool(clock_messages(here, table, PAUSE)))
        await settled(here)
        await here.hand("Bela", first)
        await here.turn(3 * HOUR + 60)
        (sentence,) = await here.until(lambda: again(here, "Bela"))
        (line,) = sentence.splitlines()[1:]
        assert line.endswith(f"**Voren, table 2: Ada wants a pause.** (<#{second.place}>)")


async def test_a_digest_goes_when_its_person_has_looked_at_all_its_hands() -> None:
    async with house(ping_delay=3600 * 24, ping_quiet=0) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        tables = [await here.open("Ada", THREE, clock=7 * DAY) for _ in range(2)]
        await sleeps_for(here, "Bela", 3)
        for table in tables:
            await here.command("Ada", "table pause", channel=table.place)
            await here.until(lambda table=table: bool(clock_messages(here, table, PAUSE)))
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: again(here, "Bela"))

        def stands() -> list[Json]:
            return [entry for table in tables for entry in clock_messages(here, table, LATER)]

        (message,) = stands()
        await settled(here)
        await here.restart()
        answer = await here.press("Bela", message, "My hand: Voren, table 2")
        assert "Meanwhile:" not in text(answer.get("message") or {}), "the digest has told it"
        await settled(here)
        assert stands(), "it tells about another table still"
        await here.press("Bela", message, "My hand: Voren, table 1")
        await here.until(lambda: not stands())
        assert again(here, "Bela") == [message["content"]]
