"""What is told to somebody while they sleep or are away: it rings nobody then; one digest tells it, or their hand."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import pytest

from bot.tables.commands import arrange_lobby
from bot.tables.commands import lobby as lobby_of
from bot.tables.model.clock_terms import REMIND
from bot.transport.notifications.post_once import IdempotentPoster
from data.tables.work import WorkKind, WorkState
from tests.support.clocks import (
    DAY,
    HOUR,
    clock_messages,
    open_clocked_table,
    read_mentions_of,
    user_of,
    wait_until_settled,
)
from tests.support.digests import LATER, begin_night, read_digests, read_mentions_about
from tests.support.house import start_house
from tests.support.messages import Json, buttons, text
from tests.support.payloads import check_payload
from tests.support.people import Person, make_actor
from tests.support.places import allow_gone, leave_server, read_direct_messages, set_absence

THREE = ("Bela", "Cleo")
PAUSE = "Ada wants a pause"


async def test_a_question_by_night_rings_in_the_morning_whoever_has_not_answered() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        if await house.find_awaited(table) == "Bela":
            await house.act(table, "Bela")
        await begin_night(house, "Bela", 5)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        (question,) = clock_messages(house, table, PAUSE)
        assert read_mentions_about(house, "Ada", PAUSE) == []
        for _ in range(4):
            await house.turn(HOUR)
            await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == [], "it is night"
        message_text = text((await house.command("Bela", "table mine")).get("message") or {})
        assert "you are asked to pause it" in message_text
        assert "asked" not in text((await house.command("Ada", "table mine")).get("message") or {})
        await house.turn(HOUR + 60)
        await house.until(lambda: read_digests(house, "Bela"))
        await wait_until_settled(house)
        assert len(read_mentions_about(house, "Bela", PAUSE)) == len(read_mentions_about(house, "Cleo", PAUSE)) == 1
        (posted_message,) = clock_messages(house, table, LATER)
        assert posted_message["content"] == (
            f"<@{user_of(house, 'Bela')}>, while you were away:\n"
            f"- **Voren, table 1: Ada wants a pause.** (<#{table.place}>)"
        )
        assert list(buttons(posted_message)) == ["My hand"]
        for who in THREE:
            await house.press(who, question, "Agree")
        await house.until(lambda: bool(clock_messages(house, table, "is paused")))

        def still() -> list[Json]:
            return [message for message in clock_messages(house, table, PAUSE) if buttons(message)]

        await house.until(lambda: not still())
        assert clock_messages(house, table, LATER) == [], "nothing of it is left to be told"


async def test_answered_question_is_left_out_of_the_digest() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        (question,) = clock_messages(house, table, PAUSE)
        await house.press("Ada", question, "Take my vote back")
        await house.until(lambda: not buttons(house.sandbox.people.message("Ada", question)))
        await house.turn(3 * HOUR + 60)
        await wait_until_settled(house)
        assert read_digests(house, "Bela") == []


async def test_notices_of_a_night_are_one_message_with_waiting_tables_first() -> None:
    """At one table it is the sleeper's turn, at the second their vote is wanted, the third was ended."""
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        house.tolerate = lambda request: (
            "Invalid Webhook Token" in str(request.answer)
        )  # hands are not told of the turn
        tables = [await house.open("Ada", THREE, clock=7 * DAY, friendly=True) for _ in range(3)]
        ended, seated, turn = tables
        for _ in range(12):
            if await house.find_awaited(turn) == "Bela":
                break
            await house.act(turn, await house.find_awaited(turn) or "")
        assert await house.find_awaited(turn) == "Bela"
        if await house.find_awaited(seated) == "Bela":
            await house.act(seated, "Bela")
        await begin_night(house, "Bela", 5)
        question = await house.command("Ada", "table end", channel=ended.place)
        await house.press("Ada", question.get("message") or {}, "End it")
        await house.until(lambda: bool(clock_messages(house, ended, "Ada ended")))
        await house.command("Cleo", "table pause", channel=seated.place)
        await house.until(lambda: bool(clock_messages(house, seated, "Cleo wants a pause")))
        await house.turn(HOUR)
        await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == []
        await house.turn(4 * HOUR + 60)
        (sentence,) = await house.until(lambda: read_digests(house, "Bela"))
        await house.turn(HOUR)
        await wait_until_settled(house)
        first, *lines = sentence.splitlines()
        assert first == f"<@{user_of(house, 'Bela')}>, {LATER}"
        assert [line.rpartition(" ")[2] for line in lines] == [f"(<#{table.place}>)" for table in (turn, seated, ended)]
        assert lines[0].startswith("- **It is your turn at Voren, table 3.** Your time ends <t:")
        assert "Cleo wants a pause" in lines[1]
        assert "Ada ended" in lines[2]
        assert read_mentions_of(house, "Bela") == [sentence], "no mention of the same turn beside it"
        (message,) = clock_messages(house, turn, LATER)
        assert len(buttons(message)) == 3


async def test_a_turn_alone_is_told_by_its_mention() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        who = await house.find_awaited(table)
        assert who is not None
        await begin_night(house, who, 3)
        await house.turn(HOUR)
        await wait_until_settled(house)
        assert read_mentions_of(house, who) == []
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: read_mentions_of(house, who))
        await house.turn(HOUR)
        await wait_until_settled(house)
        (mention,) = read_mentions_of(house, who)
        assert "it is your turn at Voren, table 1" in mention


async def test_a_digest_leaves_no_reminder_to_say_the_same() -> None:
    """Half of the time passed by night: the digest says until when there is time, and little is left hours later."""
    async with open_clocked_table(THREE, clock=6 * HOUR, when_time_runs_out=REMIND) as (house, table):
        who = await house.find_awaited(table)
        assert who is not None
        other = next(name for name in ("Ada", *THREE) if name != who)
        await begin_night(house, who, 4)
        await house.command(other, "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, f"{other} wants a pause")))
        await house.turn(4 * HOUR + 60)
        (sentence,) = await house.until(lambda: read_digests(house, who))
        await wait_until_settled(house)
        assert "**It is your turn at Voren, table 1.** Your time ends <t:" in sentence
        assert read_mentions_of(house, who) == [sentence]
        live = await house.live(table)
        deadline = await house.services.deadlines.of(live, live.seat_of(user_of(house, who)) or 0)
        assert deadline is not None
        await house.turn((deadline.near_at_ms - house.services.tables.clock()) // 1000 + 60)
        await house.until(lambda: read_mentions_about(house, who, "your time is nearly over"))
        assert read_mentions_about(house, who, "half of your time") == []


async def test_direct_message_setting_gives_one_digest() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        preferences = await house.store.preferences.of(user_of(house, "Bela"))
        await house.store.preferences.save((user_of(house, "Bela"), "Bela"), replace(preferences, by_message=True))
        house.services.people.evict(user_of(house, "Bela"))
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await house.turn(3 * HOUR + 60)
        (sentence,) = await house.until(lambda: read_digests(house, "Bela"))
        await wait_until_settled(house)
        assert clock_messages(house, table, LATER) == []
        assert read_direct_messages(house, "Bela") == [sentence]
        guild = (await house.live(table)).record.guild
        assert f"(https://discord.com/channels/{guild}/{table.place})" in sentence


async def test_a_digest_goes_to_the_table_where_no_private_message_is_taken() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        house.tolerate = lambda request: request.answer.get("code") == 50007
        await begin_night(house, "Bela", 3)
        preferences = await house.store.preferences.of(user_of(house, "Bela"))
        await house.store.preferences.save((user_of(house, "Bela"), "Bela"), replace(preferences, by_message=True))
        house.services.people.evict(user_of(house, "Bela"))
        await house.sandbox.act({"kind": "direct", "user_id": str(user_of(house, "Bela")), "closed": True})
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await house.turn(3 * HOUR + 60)
        await house.until(lambda: clock_messages(house, table, LATER))
        await wait_until_settled(house)
        assert len(read_digests(house, "Bela")) == 1
        assert read_direct_messages(house, "Bela") == []


async def test_that_a_game_ended_by_night_is_told_in_the_morning() -> None:
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        house.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        table = await house.open("Ada", ("Bela",), hands=1)
        await begin_night(house, "Bela", 3)
        await house.play_out(table)
        await house.turn(120)
        await wait_until_settled(house)
        assert read_mentions_about(house, "Bela", "is over") == []
        await house.turn(3 * HOUR)
        (sentence,) = await house.until(lambda: read_digests(house, "Bela"))
        assert "Voren, table 1 is over." in sentence


async def test_present_player_is_mentioned_at_once() -> None:
    """It waits for their answer, and nothing tells it again."""
    async with start_house(ping_delay=3600, ping_quiet=120) as house:
        house.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)  # hands grow old
        table = await house.open("Ada", THREE, clock=7 * DAY)
        for who in THREE:
            await house.hand(who, table)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(
            lambda: read_mentions_about(house, "Bela", PAUSE) and read_mentions_about(house, "Cleo", PAUSE)
        )
        await house.turn(HOUR // 2)
        await wait_until_settled(house)
        assert [len(read_mentions_about(house, who, PAUSE)) for who in THREE] == [1, 1]
        assert not await house.store.work.of_table(table.number, WorkKind.POST_DIGEST)


async def test_early_return_delivers_the_digest_at_once() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await set_absence(house, "Bela")
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await house.turn(HOUR)
        await wait_until_settled(house)
        assert read_mentions_about(house, "Bela", PAUSE) == []
        await house.command("Bela", "away back")
        await house.until(lambda: read_digests(house, "Bela"))
        assert PAUSE in read_digests(house, "Bela")[0]


async def test_different_wake_times_give_one_digest_each_despite_kills(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot is not there when the first wakes, and ends again before it notes what it said to the second."""
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        await begin_night(house, "Cleo", 6)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, PAUSE)))
        await wait_until_settled(house)
        assert (read_mentions_of(house, "Bela"), read_mentions_of(house, "Cleo")) == ([], [])
        await house.stop()
        house.sandbox.clock.advance(4 * HOUR)
        await house.start()
        await house.until(lambda: read_digests(house, "Bela"))
        await wait_until_settled(house)
        assert read_mentions_of(house, "Cleo") == []

        async def unnoted(*_: object) -> None:
            raise OSError("killed")

        with monkeypatch.context() as killed:
            killed.setattr(IdempotentPoster, "record_posted", unnoted)
            await house.turn(2 * HOUR + 60)
            await house.until(lambda: read_digests(house, "Cleo"))
        await house.stop()
        house.sandbox.clock.advance(HOUR)
        await house.start()
        await wait_until_settled(house)
        assert (len(read_digests(house, "Bela")), len(read_digests(house, "Cleo"))) == (1, 1)


async def test_owner_learns_of_a_night_vote_before_the_seat_is_taken() -> None:
    """One press below what they are told, and it is off; otherwise one more of those who want it, and it is offered."""
    async with open_clocked_table(THREE, clock=HOUR, when_time_runs_out=REMIND) as (house, table):
        who = await house.find_awaited(table)
        assert who is not None
        host = "Ada"
        if who == host:
            await house.act(table, host)
            who = await house.find_awaited(table)
        assert who is not None
        assert who != host
        await house.turn(3 * HOUR)
        await wait_until_settled(house)
        await begin_night(house, who, 4)
        before = len(read_mentions_of(house, who))
        live = await house.live(table)
        seat = (live.seat_of(user_of(house, who)) or 0) + 1
        ask = await house.command(host, "table substitute", channel=table.place, seat=seat)
        answer = text((await house.press(host, ask.get("message") or {}, "Offer the seat")).get("message") or {})
        assert f"{who}'s quiet hours end <t:" in answer
        await house.until(lambda: bool(clock_messages(house, table, "wants to offer")))
        await wait_until_settled(house)
        (question,) = clock_messages(house, table, "wants to offer")
        assert f"It waits for the end of {who}'s quiet hours" in question["content"]
        assert "<t:" not in question["content"], "when somebody wakes is nobody's business who only reads along"
        assert len(read_mentions_of(house, who)) == before
        await house.turn(4 * HOUR + 60)
        await house.until(lambda: read_digests(house, who))
        await wait_until_settled(house)
        assert "wants to offer" in read_digests(house, who)[0]
        await house.press(host, question, "I agree")
        await house.until(lambda: bool(clock_messages(house, table, "to a substitute.")))
        await wait_until_settled(house)
        (offer,) = clock_messages(house, table, f"offers {who}'s seat")
        await house.press(who, offer, "I am here")
        await house.until(
            lambda: not any(buttons(message) for message in clock_messages(house, table, "to a substitute"))
        )
        assert clock_messages(house, table, LATER) == [], "nothing of it is left to be told"


async def test_that_a_table_was_ended_by_night_is_told_in_the_morning() -> None:
    async with open_clocked_table(("Bela",), clock=7 * DAY, friendly=True) as (house, table):
        await begin_night(house, "Bela", 5)
        question = await house.command("Ada", "table end", channel=table.place)
        await house.press("Ada", question.get("message") or {}, "End it")
        await house.until(lambda: bool(clock_messages(house, table, "Ada ended")))
        await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == []
        await house.turn(5 * HOUR + 60)
        await house.until(lambda: read_digests(house, "Bela"))
        assert "Ada ended" in read_digests(house, "Bela")[0]


async def test_that_somebody_took_ones_seat_over_by_night_is_told_in_the_morning() -> None:
    """Their seat is another's by then: the digest is theirs all the same, and has no hand to show."""
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        house.sandbox.people.add_user("Dora")
        answer = await house.command("Bela", "table substitute", channel=table.place)
        await house.press("Bela", answer.get("message") or {}, "Offer the seat")
        (offer,) = await house.until(lambda: clock_messages(house, table, "Bela looks for a substitute"))
        await begin_night(house, "Bela", 3)
        await house.press("Dora", offer, "Take the seat")
        await house.until(lambda: bool(clock_messages(house, table, "Dora took over Bela's seat")))
        await wait_until_settled(house)
        assert read_mentions_about(house, "Bela", "took over") == []
        await house.turn(3 * HOUR + 60)
        (sentence,) = await house.until(lambda: read_digests(house, "Bela"))
        assert "**Voren, table 1: Dora took over Bela's seat.**" in sentence
        (message,) = clock_messages(house, table, LATER)
        assert buttons(message) == {}


async def test_question_needs_no_answer_from_people_who_left_the_server() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        allow_gone(house, 10007)
        await leave_server(house, "Cleo")
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, "Cleo left the server")))
        await wait_until_settled(house)
        assert read_mentions_of(house, "Cleo") == []
        (question,) = clock_messages(house, table, PAUSE)
        await house.press("Bela", question, "Agree")
        await house.until(lambda: bool(clock_messages(house, table, "is paused")))


async def test_absent_owner_learns_of_an_offer_soon_after_the_question() -> None:
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        house.sandbox.people.add_user("Dora")
        table = await house.open("Ada", ("Bela", "Cleo", "Dora"), clock=7 * DAY)
        await set_absence(house, "Bela")
        seat = (await house.live(table)).seat_of(user_of(house, "Bela")) or 0
        question = await house.command("Cleo", "table substitute", channel=table.place, seat=seat + 1)
        await house.press("Cleo", question.get("message") or {}, "Offer the seat")
        await house.until(lambda: bool(clock_messages(house, table, "wants to offer")))
        await wait_until_settled(house)
        (consent_question,) = clock_messages(house, table, "wants to offer")
        for who in ("Ada", "Dora"):
            await house.press(who, consent_question, "I agree")
        await house.until(lambda: bool(clock_messages(house, table, "is offered to a substitute")))
        await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == []
        await house.command("Bela", "away back")
        await house.until(lambda: read_digests(house, "Bela"))
        await wait_until_settled(house)
        assert ["is offered to a substitute" in words for words in read_digests(house, "Bela")] == [True]


async def test_failed_night_message_is_delivered_once_in_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def down(*_: object) -> None:
        raise OSError("no network")

    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        with monkeypatch.context() as outage:
            outage.setattr(IdempotentPoster, "begin_and_post", down)
            await house.command("Ada", "table pause", channel=table.place)

            async def owed() -> bool:
                return bool(await house.store.work.of_table(table.number, WorkKind.POST_DIGEST))

            await house.until(owed)
            for _ in range(3):
                await house.turn(60)
        await house.turn(3 * HOUR + 60)
        await house.until(
            lambda: read_mentions_about(house, "Bela", PAUSE) and read_mentions_about(house, "Cleo", PAUSE)
        )
        await house.turn(HOUR)
        await wait_until_settled(house)
        assert len(read_mentions_about(house, "Bela", PAUSE)) == len(read_mentions_about(house, "Cleo", PAUSE)) == 1


async def test_changed_nights_neither_lose_nor_repeat_a_digest() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 5)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await wait_until_settled(house)
        await house.turn(60)
        hour = house.services.tables.clock() // 3_600_000 % 24
        await house.command("Cleo", "settings quiet", zone="UTC", begin=str((hour - 1) % 24), end=str((hour + 4) % 24))
        await house.command("Bela", "settings quiet", zone="UTC")
        await house.until(lambda: read_digests(house, "Bela"))
        for _ in range(7):
            await house.turn(HOUR)
            await wait_until_settled(house)
        assert len(read_mentions_about(house, "Bela", PAUSE)) == len(read_mentions_about(house, "Cleo", PAUSE)) == 1


async def test_vote_at_a_paused_table_mentions_no_user() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY, friendly=True) as (house, table):
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, PAUSE)))
        (question,) = clock_messages(house, table, PAUSE)
        for who in ("Bela", "Cleo"):
            await house.press(who, question, "Agree")
        await house.until(lambda: bool(clock_messages(house, table, "is paused")))
        message = (await house.command("Bela", "table end", channel=table.place)).get("message") or {}
        await house.press("Bela", message, next(iter(buttons(message))))
        await house.until(lambda: bool(clock_messages(house, table, "wants to end")))
        await wait_until_settled(house)
        assert read_mentions_about(house, "Cleo", "wants to end") == []
        message = (await house.command("Ada", "table end", channel=table.place)).get("message") or {}
        await house.press("Ada", message, "End it")
        await house.until(lambda: read_mentions_about(house, "Cleo", "Ada ended"))


async def test_a_question_that_is_asked_again_and_again_rings_once() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):

        def open_ones() -> list[Json]:
            return [message for message in clock_messages(house, table, PAUSE) if buttons(message)]

        for _ in range(3):
            await house.command("Ada", "table pause", channel=table.place)
            await house.until(open_ones)
            await wait_until_settled(house)
            await house.press("Ada", open_ones()[-1], "Take my vote back")
            await house.until(lambda: not open_ones())
            await wait_until_settled(house)
        assert len(read_mentions_about(house, "Cleo", PAUSE)) == 1
        await house.turn(11 * 60)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: len(read_mentions_about(house, "Cleo", PAUSE)) == 2)


async def test_early_return_is_told_of_a_table_that_ended() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY, friendly=True) as (house, table):
        await set_absence(house, "Bela")
        question = await house.command("Ada", "table end", channel=table.place)
        await house.press("Ada", question.get("message") or {}, "End it")
        await house.until(lambda: bool(clock_messages(house, table, "Ada ended")))
        await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == []
        await house.command("Bela", "away back")
        await house.until(lambda: read_digests(house, "Bela"))


async def test_of_what_changed_again_by_night_the_last_alone_is_told() -> None:
    """A dismissal that was taken back by an invitation, and that invitation, which stands."""
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        lobby = (await house.command("Ada", "voren new")).get("message") or {}
        table = int(buttons(lobby)["Join"].split(":")[2])
        await house.press("Bela", lobby, "Join")
        await begin_night(house, "Bela", 3)
        bela, ada = (Person(user_of(house, who), who) for who in ("Bela", "Ada"))
        await arrange_lobby.dismiss(house.services.tables, table, bela.id, make_actor(ada, 1))
        await arrange_lobby.invite(house.services.tables, table, [bela], make_actor(ada, 2))

        def invited() -> bool:
            return any(
                "you are invited" in message["content"] for message in house.sandbox.people.messages("Ada", "card-room")
            )

        await house.until(invited)
        await wait_until_settled(house)
        assert read_mentions_of(house, "Bela") == []
        await house.turn(3 * HOUR + 60)
        await house.until(lambda: read_digests(house, "Bela"))
        await wait_until_settled(house)
        assert ["you are invited" in words for words in read_digests(house, "Bela")] == [True]
        (posted_message,) = [
            message for message in house.sandbox.people.messages("Bela", "card-room") if LATER in message["content"]
        ]
        await house.press("Bela", posted_message, "Play")
        assert (await house.live(table)).seat_of(bela.id) is not None

        def stands() -> bool:
            return any(LATER in message["content"] for message in house.sandbox.people.messages("Ada", "card-room"))

        await house.until(lambda: not stands())


async def test_of_two_who_were_invited_together_by_night_each_is_told_once() -> None:
    """Though one of them has sat there, lost the seat and was invited anew since."""
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        lobby = (await house.command("Ada", "voren new")).get("message") or {}
        table = int(buttons(lobby)["Join"].split(":")[2])
        for who in THREE:
            await begin_night(house, who, 3)
        ada, bela, cleo = (Person(user_of(house, who), who) for who in ("Ada", *THREE))
        await arrange_lobby.invite(house.services.tables, table, [bela, cleo], make_actor(ada, 1))
        await wait_until_settled(house)
        await lobby_of.join(house.services.tables, table, make_actor(bela, 2))
        await arrange_lobby.dismiss(house.services.tables, table, bela.id, make_actor(ada, 3))
        await arrange_lobby.invite(house.services.tables, table, [bela], make_actor(ada, 4))
        await wait_until_settled(house)
        await house.turn(3 * HOUR + 60)
        await house.until(lambda: read_digests(house, "Bela") and read_digests(house, "Cleo"))
        await wait_until_settled(house)
        assert (len(read_digests(house, "Bela")), len(read_digests(house, "Cleo"))) == (1, 1)


async def test_the_file_of_ones_data_says_what_is_to_be_told() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 5)
        at = house.services.tables.clock()
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await wait_until_settled(house)
        for who in THREE:
            answer = await house.command(who, "privacy export")
            ((_, data),) = (await house.files(answer.get("message") or {})).items()
            missed = json.loads(data)["missed"]
            assert [(entry["table"], entry["messages"]) for entry in missed] == ([(1, 1)] if who == "Bela" else [])
            for value in missed:
                assert abs(datetime.fromisoformat(value["missed_at"]).timestamp() * 1000 - at) < 60_000


async def test_erased_person_gets_no_digest() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        for who in ("Bela", "Cleo"):
            await begin_night(house, who, 5)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, PAUSE)))
        await wait_until_settled(house)
        users = [user_of(house, who) for who in ("Bela", "Cleo")]
        rows = await house.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        assert sorted(row.payload["user"] for row in rows) == sorted(users)
        await house.store.privacy.erase(users[0])
        states = {
            row.payload["user"]: row.state
            for row in await house.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        }
        assert states.pop(users[1]) == WorkState.DUE
        assert [(user < 0, state) for user, state in states.items()] == [(True, WorkState.CANCELLED)]
        rows = await house.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        assert not any(str(users[0]) in f"{row.key} {row.payload}" for row in rows)
        for row in rows:
            check_payload(row)


async def test_a_digest_goes_with_the_data_of_whom_it_mentions() -> None:
    async with open_clocked_table(THREE, clock=7 * DAY) as (house, table):
        await begin_night(house, "Bela", 3)
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: read_mentions_about(house, "Cleo", PAUSE))
        await house.turn(3 * HOUR + 60)
        await house.until(lambda: clock_messages(house, table, LATER))
        await wait_until_settled(house)
        answer = await house.meant("Bela", "privacy delete", "Delete my data")
        assert "Your data is deleted." in text(answer.get("message") or {}), answer
        await house.until(lambda: not clock_messages(house, table, LATER))
