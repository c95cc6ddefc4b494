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
from tests.support.clocks import DAY, HOUR, called, clock_messages, playing, settled, user_of
from tests.support.digests import LATER, about, again, sleeps_for
from tests.support.house import house
from tests.support.messages import Json, buttons, text
from tests.support.payloads import check_payload
from tests.support.people import Person, by
from tests.support.places import allow_gone, direct, goes_away, leaves

THREE = ("Bela", "Cleo")
PAUSE = "Ada wants a pause"


async def test_a_question_by_night_rings_in_the_morning_whoever_has_not_answered() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        if await here.awaited(table) == "Bela":
            await here.act(table, "Bela")
        await sleeps_for(here, "Bela", 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        (question,) = clock_messages(here, table, PAUSE)
        assert about(here, "Ada", PAUSE) == []
        for _ in range(4):
            await here.turn(HOUR)
            await settled(here)
        assert called(here, "Bela") == [], "it is night"
        message_text = text((await here.command("Bela", "table mine")).get("message") or {})
        assert "you are asked to pause it" in message_text
        assert "asked" not in text((await here.command("Ada", "table mine")).get("message") or {})
        await here.turn(HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1
        (posted_message,) = clock_messages(here, table, LATER)
        assert posted_message["content"] == (
            f"<@{user_of(here, 'Bela')}>, while you were away:\n"
            f"- **Voren, table 1: Ada wants a pause.** (<#{table.place}>)"
        )
        assert list(buttons(posted_message)) == ["My hand"]
        for who in THREE:
            await here.press(who, question, "Agree")
        await here.until(lambda: bool(clock_messages(here, table, "is paused")))

        def still() -> list[Json]:
            return [message for message in clock_messages(here, table, PAUSE) if buttons(message)]

        await here.until(lambda: not still())
        assert clock_messages(here, table, LATER) == [], "nothing of it is left to be told"


async def test_answered_question_is_left_out_of_the_digest() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        (question,) = clock_messages(here, table, PAUSE)
        await here.press("Ada", question, "Take my vote back")
        await here.until(lambda: not buttons(here.sandbox.people.message("Ada", question)))
        await here.turn(3 * HOUR + 60)
        await settled(here)
        assert again(here, "Bela") == []


async def test_all_that_was_told_in_one_night_is_one_message_a_line_a_table_what_waits_first() -> None:
    """At one table it is the sleeper's turn, at the second their vote is wanted, the third was ended."""
    async with house(ping_delay=60, ping_quiet=0) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)  # hands are not told of the turn
        tables = [await here.open("Ada", THREE, clock=7 * DAY, friendly=True) for _ in range(3)]
        ended, seated, turn = tables
        for _ in range(12):
            if await here.awaited(turn) == "Bela":
                break
            await here.act(turn, await here.awaited(turn) or "")
        assert await here.awaited(turn) == "Bela"
        if await here.awaited(seated) == "Bela":
            await here.act(seated, "Bela")
        await sleeps_for(here, "Bela", 5)
        question = await here.command("Ada", "table end", channel=ended.place)
        await here.press("Ada", question.get("message") or {}, "End it")
        await here.until(lambda: bool(clock_messages(here, ended, "Ada ended")))
        await here.command("Cleo", "table pause", channel=seated.place)
        await here.until(lambda: bool(clock_messages(here, seated, "Cleo wants a pause")))
        await here.turn(HOUR)
        await settled(here)
        assert called(here, "Bela") == []
        await here.turn(4 * HOUR + 60)
        (sentence,) = await here.until(lambda: again(here, "Bela"))
        await here.turn(HOUR)
        await settled(here)
        first, *lines = sentence.splitlines()
        assert first == f"<@{user_of(here, 'Bela')}>, {LATER}"
        assert [line.rpartition(" ")[2] for line in lines] == [f"(<#{table.place}>)" for table in (turn, seated, ended)]
        assert lines[0].startswith("- **It is your turn at Voren, table 3.** Your time ends <t:")
        assert "Cleo wants a pause" in lines[1]
        assert "Ada ended" in lines[2]
        assert called(here, "Bela") == [sentence], "no mention of the same turn beside it"
        (message,) = clock_messages(here, turn, LATER)
        assert len(buttons(message)) == 3


async def test_a_turn_alone_is_told_by_its_mention() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        who = await here.awaited(table)
        assert who is not None
        await sleeps_for(here, who, 3)
        await here.turn(HOUR)
        await settled(here)
        assert called(here, who) == []
        await here.turn(2 * HOUR + 60)
        await here.until(lambda: called(here, who))
        await here.turn(HOUR)
        await settled(here)
        (mention,) = called(here, who)
        assert "it is your turn at Voren, table 1" in mention


async def test_a_digest_leaves_no_reminder_to_say_the_same() -> None:
    """Half of the time passed by night: the digest says until when there is time, and little is left hours later."""
    async with playing(THREE, clock=6 * HOUR, when_time_runs_out=REMIND) as (here, table):
        who = await here.awaited(table)
        assert who is not None
        other = next(name for name in ("Ada", *THREE) if name != who)
        await sleeps_for(here, who, 4)
        await here.command(other, "table pause", channel=table.place)
        await here.until(lambda: bool(clock_messages(here, table, f"{other} wants a pause")))
        await here.turn(4 * HOUR + 60)
        (sentence,) = await here.until(lambda: again(here, who))
        await settled(here)
        assert "**It is your turn at Voren, table 1.** Your time ends <t:" in sentence
        assert called(here, who) == [sentence]
        live = await here.live(table)
        deadline = await here.services.deadlines.of(live, live.seat_of(user_of(here, who)) or 0)
        assert deadline is not None
        await here.turn((deadline.near_at_ms - here.services.tables.clock()) // 1000 + 60)
        await here.until(lambda: about(here, who, "your time is nearly over"))
        assert about(here, who, "half of your time") == []


async def test_direct_message_setting_gives_one_digest() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        preferences = await here.store.preferences.of(user_of(here, "Bela"))
        await here.store.preferences.save((user_of(here, "Bela"), "Bela"), replace(preferences, by_message=True))
        here.services.people.evict(user_of(here, "Bela"))
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await here.turn(3 * HOUR + 60)
        (sentence,) = await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert clock_messages(here, table, LATER) == []
        assert direct(here, "Bela") == [sentence]
        guild = (await here.live(table)).record.guild
        assert f"(https://discord.com/channels/{guild}/{table.place})" in sentence


async def test_a_digest_goes_to_the_table_where_no_private_message_is_taken() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        here.tolerate = lambda request: request.answer.get("code") == 50007
        await sleeps_for(here, "Bela", 3)
        preferences = await here.store.preferences.of(user_of(here, "Bela"))
        await here.store.preferences.save((user_of(here, "Bela"), "Bela"), replace(preferences, by_message=True))
        here.services.people.evict(user_of(here, "Bela"))
        await here.sandbox.act({"kind": "direct", "user_id": str(user_of(here, "Bela")), "closed": True})
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: clock_messages(here, table, LATER))
        await settled(here)
        assert len(again(here, "Bela")) == 1
        assert direct(here, "Bela") == []


async def test_that_a_game_ended_by_night_is_told_in_the_morning() -> None:
    async with house(ping_delay=60, ping_quiet=0) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        table = await here.open("Ada", ("Bela",), hands=1)
        await sleeps_for(here, "Bela", 3)
        await here.play_out(table)
        await here.turn(120)
        await settled(here)
        assert about(here, "Bela", "is over") == []
        await here.turn(3 * HOUR)
        (sentence,) = await here.until(lambda: again(here, "Bela"))
        assert "Voren, table 1 is over." in sentence


async def test_present_player_is_mentioned_at_once() -> None:
    """It waits for their answer, and nothing tells it again."""
    async with house(ping_delay=3600, ping_quiet=120) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)  # hands grow old
        table = await here.open("Ada", THREE, clock=7 * DAY)
        for who in THREE:
            await here.hand(who, table)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Bela", PAUSE) and about(here, "Cleo", PAUSE))
        await here.turn(HOUR // 2)
        await settled(here)
        assert [len(about(here, who, PAUSE)) for who in THREE] == [1, 1]
        assert not await here.store.work.of_table(table.number, WorkKind.POST_DIGEST)


async def test_early_return_delivers_the_digest_at_once() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await goes_away(here, "Bela")
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await here.turn(HOUR)
        await settled(here)
        assert about(here, "Bela", PAUSE) == []
        await here.command("Bela", "away back")
        await here.until(lambda: again(here, "Bela"))
        assert PAUSE in again(here, "Bela")[0]


async def test_different_wake_times_give_one_digest_each_despite_kills(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot is not there when the first wakes, and ends again before it notes what it said to the second."""
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await sleeps_for(here, "Cleo", 6)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(clock_messages(here, table, PAUSE)))
        await settled(here)
        assert (called(here, "Bela"), called(here, "Cleo")) == ([], [])
        await here.stop()
        here.sandbox.clock.advance(4 * HOUR)
        await here.start()
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert called(here, "Cleo") == []

        async def unnoted(*_: object) -> None:
            raise OSError("killed")

        with monkeypatch.context() as killed:
            killed.setattr(IdempotentPoster, "record_posted", unnoted)
            await here.turn(2 * HOUR + 60)
            await here.until(lambda: again(here, "Cleo"))
        await here.stop()
        here.sandbox.clock.advance(HOUR)
        await here.start()
        await settled(here)
        assert (len(again(here, "Bela")), len(again(here, "Cleo"))) == (1, 1)


async def test_owner_learns_of_a_night_vote_before_the_seat_is_taken() -> None:
    """One press below what they are told, and it is off; otherwise one more of those who want it, and it is offered."""
    async with playing(THREE, clock=HOUR, when_time_runs_out=REMIND) as (here, table):
        who = await here.awaited(table)
        assert who is not None
        host = "Ada"
        if who == host:
            await here.act(table, host)
            who = await here.awaited(table)
        assert who is not None
        assert who != host
        await here.turn(3 * HOUR)
        await settled(here)
        await sleeps_for(here, who, 4)
        before = len(called(here, who))
        live = await here.live(table)
        seat = (live.seat_of(user_of(here, who)) or 0) + 1
        ask = await here.command(host, "table substitute", channel=table.place, seat=seat)
        answer = text((await here.press(host, ask.get("message") or {}, "Offer the seat")).get("message") or {})
        assert f"{who}'s quiet hours end <t:" in answer
        await here.until(lambda: bool(clock_messages(here, table, "wants to offer")))
        await settled(here)
        (question,) = clock_messages(here, table, "wants to offer")
        assert f"It waits for the end of {who}'s quiet hours" in question["content"]
        assert "<t:" not in question["content"], "when somebody wakes is nobody's business who only reads along"
        assert len(called(here, who)) == before
        await here.turn(4 * HOUR + 60)
        await here.until(lambda: again(here, who))
        await settled(here)
        assert "wants to offer" in again(here, who)[0]
        await here.press(host, question, "I agree")
        await here.until(lambda: bool(clock_messages(here, table, "to a substitute.")))
        await settled(here)
        (offer,) = clock_messages(here, table, f"offers {who}'s seat")
        await here.press(who, offer, "I am here")
        await here.until(
            lambda: not any(buttons(message) for message in clock_messages(here, table, "to a substitute"))
        )
        assert clock_messages(here, table, LATER) == [], "nothing of it is left to be told"


async def test_that_a_table_was_ended_by_night_is_told_in_the_morning() -> None:
    async with playing(("Bela",), clock=7 * DAY, friendly=True) as (here, table):
        await sleeps_for(here, "Bela", 5)
        question = await here.command("Ada", "table end", channel=table.place)
        await here.press("Ada", question.get("message") or {}, "End it")
        await here.until(lambda: bool(clock_messages(here, table, "Ada ended")))
        await settled(here)
        assert called(here, "Bela") == []
        await here.turn(5 * HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        assert "Ada ended" in again(here, "Bela")[0]


async def test_that_somebody_took_ones_seat_over_by_night_is_told_in_the_morning() -> None:
    """Their seat is another's by then: the digest is theirs all the same, and has no hand to show."""
    async with playing(THREE, clock=7 * DAY) as (here, table):
        here.sandbox.people.add_user("Dora")
        answer = await here.command("Bela", "table substitute", channel=table.place)
        await here.press("Bela", answer.get("message") or {}, "Offer the seat")
        (offer,) = await here.until(lambda: clock_messages(here, table, "Bela looks for a substitute"))
        await sleeps_for(here, "Bela", 3)
        await here.press("Dora", offer, "Take the seat")
        await here.until(lambda: bool(clock_messages(here, table, "Dora took over Bela's seat")))
        await settled(here)
        assert about(here, "Bela", "took over") == []
        await here.turn(3 * HOUR + 60)
        (sentence,) = await here.until(lambda: again(here, "Bela"))
        assert "**Voren, table 1: Dora took over Bela's seat.**" in sentence
        (message,) = clock_messages(here, table, LATER)
        assert buttons(message) == {}


async def test_a_question_finds_out_who_has_left_the_server_so_that_nobody_waits_for_their_answer() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        allow_gone(here, 10007)
        await leaves(here, "Cleo")
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(clock_messages(here, table, "Cleo left the server")))
        await settled(here)
        assert called(here, "Cleo") == []
        (question,) = clock_messages(here, table, PAUSE)
        await here.press("Bela", question, "Agree")
        await here.until(lambda: bool(clock_messages(here, table, "is paused")))


async def test_absent_owner_learns_of_an_offer_soon_after_the_question() -> None:
    async with house(ping_delay=60, ping_quiet=0) as here:
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela", "Cleo", "Dora"), clock=7 * DAY)
        await goes_away(here, "Bela")
        seat = (await here.live(table)).seat_of(user_of(here, "Bela")) or 0
        question = await here.command("Cleo", "table substitute", channel=table.place, seat=seat + 1)
        await here.press("Cleo", question.get("message") or {}, "Offer the seat")
        await here.until(lambda: bool(clock_messages(here, table, "wants to offer")))
        await settled(here)
        (consent_question,) = clock_messages(here, table, "wants to offer")
        for who in ("Ada", "Dora"):
            await here.press(who, consent_question, "I agree")
        await here.until(lambda: bool(clock_messages(here, table, "is offered to a substitute")))
        await settled(here)
        assert called(here, "Bela") == []
        await here.command("Bela", "away back")
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert ["is offered to a substitute" in words for words in again(here, "Bela")] == [True]


async def test_failed_night_message_is_delivered_once_in_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def down(*_: object) -> None:
        raise OSError("no network")

    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        with monkeypatch.context() as outage:
            outage.setattr(IdempotentPoster, "begin_and_post", down)
            await here.command("Ada", "table pause", channel=table.place)

            async def owed() -> bool:
                return bool(await here.store.work.of_table(table.number, WorkKind.POST_DIGEST))

            await here.until(owed)
            for _ in range(3):
                await here.turn(60)
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: about(here, "Bela", PAUSE) and about(here, "Cleo", PAUSE))
        await here.turn(HOUR)
        await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1


async def test_changed_nights_neither_lose_nor_repeat_a_digest() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        await here.turn(60)
        hour = here.services.tables.clock() // 3_600_000 % 24
        await here.command("Cleo", "settings quiet", zone="UTC", begin=str((hour - 1) % 24), end=str((hour + 4) % 24))
        await here.command("Bela", "settings quiet", zone="UTC")
        await here.until(lambda: again(here, "Bela"))
        for _ in range(7):
            await here.turn(HOUR)
            await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1


async def test_vote_at_a_paused_table_mentions_no_user() -> None:
    async with playing(THREE, clock=7 * DAY, friendly=True) as (here, table):
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(clock_messages(here, table, PAUSE)))
        (question,) = clock_messages(here, table, PAUSE)
        for who in ("Bela", "Cleo"):
            await here.press(who, question, "Agree")
        await here.until(lambda: bool(clock_messages(here, table, "is paused")))
        message = (await here.command("Bela", "table end", channel=table.place)).get("message") or {}
        await here.press("Bela", message, next(iter(buttons(message))))
        await here.until(lambda: bool(clock_messages(here, table, "wants to end")))
        await settled(here)
        assert about(here, "Cleo", "wants to end") == []
        message = (await here.command("Ada", "table end", channel=table.place)).get("message") or {}
        await here.press("Ada", message, "End it")
        await here.until(lambda: about(here, "Cleo", "Ada ended"))


async def test_a_question_that_is_asked_again_and_again_rings_once() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):

        def open_ones() -> list[Json]:
            return [message for message in clock_messages(here, table, PAUSE) if buttons(message)]

        for _ in range(3):
            await here.command("Ada", "table pause", channel=table.place)
            await here.until(open_ones)
            await settled(here)
            await here.press("Ada", open_ones()[-1], "Take my vote back")
            await here.until(lambda: not open_ones())
            await settled(here)
        assert len(about(here, "Cleo", PAUSE)) == 1
        await here.turn(11 * 60)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: len(about(here, "Cleo", PAUSE)) == 2)


async def test_early_return_is_told_of_a_table_that_ended() -> None:
    async with playing(THREE, clock=7 * DAY, friendly=True) as (here, table):
        await goes_away(here, "Bela")
        question = await here.command("Ada", "table end", channel=table.place)
        await here.press("Ada", question.get("message") or {}, "End it")
        await here.until(lambda: bool(clock_messages(here, table, "Ada ended")))
        await settled(here)
        assert called(here, "Bela") == []
        await here.command("Bela", "away back")
        await here.until(lambda: again(here, "Bela"))


async def test_of_what_changed_again_by_night_the_last_alone_is_told() -> None:
    """A dismissal that was taken back by an invitation, and that invitation, which stands."""
    async with house(ping_delay=60, ping_quiet=0) as here:
        lobby = (await here.command("Ada", "voren new")).get("message") or {}
        table = int(buttons(lobby)["Join"].split(":")[2])
        await here.press("Bela", lobby, "Join")
        await sleeps_for(here, "Bela", 3)
        bela, ada = (Person(user_of(here, who), who) for who in ("Bela", "Ada"))
        await arrange_lobby.dismiss(here.services.tables, table, bela.id, by(ada, 1))
        await arrange_lobby.invite(here.services.tables, table, [bela], by(ada, 2))

        def invited() -> bool:
            return any(
                "you are invited" in message["content"] for message in here.sandbox.people.messages("Ada", "card-room")
            )

        await here.until(invited)
        await settled(here)
        assert called(here, "Bela") == []
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert ["you are invited" in words for words in again(here, "Bela")] == [True]
        (posted_message,) = [
            message for message in here.sandbox.people.messages("Bela", "card-room") if LATER in message["content"]
        ]
        await here.press("Bela", posted_message, "Play")
        assert (await here.live(table)).seat_of(bela.id) is not None

        def stands() -> bool:
            return any(LATER in message["content"] for message in here.sandbox.people.messages("Ada", "card-room"))

        await here.until(lambda: not stands())


async def test_of_two_who_were_invited_together_by_night_each_is_told_once() -> None:
    """Though one of them has sat there, lost the seat and was invited anew since."""
    async with house(ping_delay=60, ping_quiet=0) as here:
        lobby = (await here.command("Ada", "voren new")).get("message") or {}
        table = int(buttons(lobby)["Join"].split(":")[2])
        for who in THREE:
            await sleeps_for(here, who, 3)
        ada, bela, cleo = (Person(user_of(here, who), who) for who in ("Ada", *THREE))
        await arrange_lobby.invite(here.services.tables, table, [bela, cleo], by(ada, 1))
        await settled(here)
        await lobby_of.join(here.services.tables, table, by(bela, 2))
        await arrange_lobby.dismiss(here.services.tables, table, bela.id, by(ada, 3))
        await arrange_lobby.invite(here.services.tables, table, [bela], by(ada, 4))
        await settled(here)
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: again(here, "Bela") and again(here, "Cleo"))
        await settled(here)
        assert (len(again(here, "Bela")), len(again(here, "Cleo"))) == (1, 1)


async def test_the_file_of_ones_data_says_what_is_to_be_told() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 5)
        at = here.services.tables.clock()
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        for who in THREE:
            answer = await here.command(who, "privacy export")
            ((_, data),) = (await here.files(answer.get("message") or {})).items()
            missed = json.loads(data)["missed"]
            assert [(entry["table"], entry["messages"]) for entry in missed] == ([(1, 1)] if who == "Bela" else [])
            for value in missed:
                assert abs(datetime.fromisoformat(value["missed_at"]).timestamp() * 1000 - at) < 60_000


async def test_erased_person_gets_no_digest() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        for who in ("Bela", "Cleo"):
            await sleeps_for(here, who, 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(clock_messages(here, table, PAUSE)))
        await settled(here)
        users = [user_of(here, who) for who in ("Bela", "Cleo")]
        rows = await here.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        assert sorted(row.payload["user"] for row in rows) == sorted(users)
        await here.store.privacy.erase(users[0])
        states = {
            row.payload["user"]: row.state for row in await here.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        }
        assert states.pop(users[1]) == WorkState.DUE
        assert [(user < 0, state) for user, state in states.items()] == [(True, WorkState.CANCELLED)]
        rows = await here.store.work.of_table(table.number, WorkKind.POST_DIGEST)
        assert not any(str(users[0]) in f"{row.key} {row.payload}" for row in rows)
        for row in rows:
            check_payload(row)


async def test_a_digest_goes_with_the_data_of_whom_it_mentions() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: clock_messages(here, table, LATER))
        await settled(here)
        answer = await here.meant("Bela", "privacy delete", "Delete my data")
        assert "Your data is deleted." in text(answer.get("message") or {}), answer
        await here.until(lambda: not clock_messages(here, table, LATER))
