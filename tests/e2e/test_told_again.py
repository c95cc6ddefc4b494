"""What others ask or decide while somebody sleeps or is away: it rings nobody then, and is told to them afterwards."""

from __future__ import annotations

import pytest

from bot.tables.commands import arrange_lobby
from bot.tables.commands import lobby as lobby_of
from bot.tables.commands.departed_player import Departed
from bot.tables.model.clock_terms import REMIND
from bot.tables.model.redelivery import REST
from bot.transport.notifications.post_once import Once
from data.records import Preferences
from tests.support.clocks import DAY, HOUR, called, playing, said, settled, user_of
from tests.support.house import House, house
from tests.support.messages import Json, buttons, text
from tests.support.places import goes_away, gone, leaves

THREE = ("Bela", "Cleo")
LATER = "While you were not here:"
PAUSE = "Ada would like to pause"


async def sleeps_for(here: House, who: str, hours: int) -> None:
    """It is night for somebody, from an hour ago for so many hours from now."""
    begin = here.services.tables.clock() // 60_000 % 1440 - 60
    likes = Preferences(night=(begin % 1440, (begin + 60 * (1 + hours)) % 1440))
    await here.store.preferences.save((user_of(here, who), who), likes)
    here.services.people.forget(user_of(here, who))


def again(here: House, who: str) -> list[str]:
    """What somebody was told afterwards."""
    return [one for one in called(here, who) if one.startswith(LATER)]


def about(here: House, who: str, words: str) -> list[str]:
    """What rang somebody with these words."""
    return [one for one in called(here, who) if words in one]


async def test_a_question_by_night_rings_in_the_morning_whoever_has_not_answered() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        (question,) = said(here, table, PAUSE)
        assert about(here, "Ada", PAUSE) == []
        for _ in range(4):
            await here.turn(HOUR)
            await settled(here)
        assert called(here, "Bela") == [], "it is night"
        mine = text((await here.command("Bela", "table mine")).get("message") or {})
        assert "you are asked whether to pause" in mine
        assert "asked" not in text((await here.command("Ada", "table mine")).get("message") or {})
        await here.turn(HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1
        (told,) = said(here, table, LATER)
        assert f"<@{user_of(here, 'Cleo')}>" not in told["content"]
        for who, message in (("Bela", told), ("Cleo", question)):
            await here.press(who, message, "Agree")
        await here.until(lambda: bool(said(here, table, "is paused")))

        def still() -> list[Json]:
            return [one for one in said(here, table, PAUSE) if buttons(one)]

        await here.until(lambda: not still())


async def test_what_was_answered_before_the_morning_is_not_told_again() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        (question,) = said(here, table, PAUSE)
        await here.press("Ada", question, "Take my vote back")
        await here.until(lambda: not buttons(here.sandbox.people.message("Ada", question)))
        await here.turn(3 * HOUR + 60)
        await settled(here)
        assert again(here, "Bela") == []


async def test_what_was_asked_in_one_night_is_told_in_the_morning_in_the_order_in_which_it_was_asked() -> None:
    """Whatever is asked first, and though all of it falls due with the end of that night."""
    for asked in (("pause", "abandon"), ("abandon", "pause")):
        async with playing(THREE, clock=7 * DAY) as (here, table):
            await sleeps_for(here, "Bela", 5)
            for command in asked:
                answer = (await here.command("Cleo", f"table {command}", channel=table.place)).get("message") or {}
                if command == "abandon":
                    await here.press("Cleo", answer, next(iter(buttons(answer))))
                await settled(here)
            await here.turn(5 * HOUR + 60)
            await here.until(lambda: len(again(here, "Bela")) == 2)
            order = ["pause" if "would like to pause" in told else "abandon" for told in again(here, "Bela")]
            assert tuple(order) == asked


async def test_who_has_been_at_the_table_since_has_seen_it() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await here.turn(60)
        await here.hand("Bela", table)
        await here.turn(3 * HOUR + 60)
        await settled(here)
        assert again(here, "Bela") == []


async def test_who_was_there_just_now_is_rung_two_minutes_later_unless_they_have_been_there_since() -> None:
    async with house(ping_delay=3600, ping_quiet=120) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)  # hands grow old
        table = await here.open("Ada", THREE, clock=7 * DAY)
        for who in THREE:
            await here.hand(who, table)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, PAUSE)))
        await settled(here)
        assert [about(here, who, PAUSE) for who in THREE] == [[], []]
        await here.turn(60)
        await here.hand("Cleo", table)
        await here.turn(61)
        await here.until(lambda: len(about(here, "Bela", PAUSE)) == 1)
        assert about(here, "Bela", PAUSE)[0].startswith(f"Your answer is still wanted: **{PAUSE}")
        await here.turn(HOUR // 2)
        await settled(here)
        assert [len(about(here, who, PAUSE)) for who in THREE] == [1, 0]


async def test_whoever_was_in_the_midst_of_something_else_has_not_seen_what_came_then() -> None:
    """Cleo is answered privately a few seconds after the question: she is asked once more, when she is done."""
    async with house(ping_delay=3600, ping_quiet=120) as here:
        here.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)  # hands grow old
        table = await here.open("Ada", THREE, clock=7 * DAY)
        await here.hand("Cleo", table)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, PAUSE)))
        await settled(here)
        await here.turn(12)
        await here.hand("Cleo", table)
        await here.turn(121)
        await here.until(lambda: len(about(here, "Cleo", PAUSE)) == 1)
        await here.turn(HOUR)
        await settled(here)
        assert len(about(here, "Cleo", PAUSE)) == 1


async def test_who_is_back_earlier_than_they_said_is_told_at_once() -> None:
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


async def test_who_wakes_at_different_times_is_told_once_each_whatever_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot is not there when the first wakes, and ends again before it notes what it said to the second."""
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        await sleeps_for(here, "Cleo", 6)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, PAUSE)))
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
            killed.setattr(Once, "noted", unnoted)
            await here.turn(2 * HOUR + 60)
            await here.until(lambda: again(here, "Cleo"))
        await here.stop()
        here.sandbox.clock.advance(HOUR)
        await here.start()
        await settled(here)
        assert (len(again(here, "Bela")), len(again(here, "Cleo"))) == (1, 1)


async def test_whose_seat_others_want_by_night_learns_of_it_in_the_morning_before_anybody_has_it() -> None:
    """One press below what they are told, and it is off; otherwise one more of those who want it, and it is offered."""
    async with playing(THREE, clock=HOUR, time_out=REMIND) as (here, table):
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
        assert f"It is night for {who} until <t:" in answer
        await here.until(lambda: bool(said(here, table, "would like to offer")))
        await settled(here)
        (asked,) = said(here, table, "would like to offer")
        assert f"It waits for {who}'s morning" in asked["content"]
        assert "<t:" not in asked["content"], "when somebody wakes is nobody's business who only reads along"
        assert len(called(here, who)) == before
        await here.turn(4 * HOUR + 60)
        await here.until(lambda: again(here, who))
        await settled(here)
        (told,) = said(here, table, LATER)
        assert set(buttons(told)) == {"I agree", "Not now", "I am here"}
        await here.press(host, asked, "I agree")
        await here.until(lambda: bool(said(here, table, "to a substitute.")))
        await settled(here)
        (offer,) = said(here, table, f"offers {who}'s seat")
        await here.press(who, offer, "I am here")
        await here.until(lambda: not any(buttons(one) for one in said(here, table, "to a substitute")))


async def test_that_a_table_was_ended_by_night_is_told_in_the_morning() -> None:
    async with playing(("Bela",), clock=7 * DAY, friendly=True) as (here, table):
        await sleeps_for(here, "Bela", 5)
        question = await here.command("Ada", "table end", channel=table.place)
        await here.press("Ada", question.get("message") or {}, "End it")
        await here.until(lambda: bool(said(here, table, "Ada ended")))
        await settled(here)
        assert called(here, "Bela") == []
        await here.turn(5 * HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        assert "Ada ended" in again(here, "Bela")[0]


async def test_a_question_finds_out_who_has_left_the_server_so_that_nobody_waits_for_their_answer() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        gone(here, 10007)
        await leaves(here, "Cleo")
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, "Cleo is no longer in this server")))
        await settled(here)
        assert called(here, "Cleo") == []
        (question,) = said(here, table, PAUSE)
        await here.press("Bela", question, "Agree")
        await here.until(lambda: bool(said(here, table, "is paused")))


async def test_whose_seat_is_offered_while_away_soon_after_the_question_learns_of_it() -> None:
    async with house(ping_delay=60, ping_quiet=0) as here:
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela", "Cleo", "Dora"), clock=7 * DAY)
        await goes_away(here, "Bela")
        seat = (await here.live(table)).seat_of(user_of(here, "Bela")) or 0
        question = await here.command("Cleo", "table substitute", channel=table.place, seat=seat + 1)
        await here.press("Cleo", question.get("message") or {}, "Offer the seat")
        await here.until(lambda: bool(said(here, table, "would like to offer")))
        await settled(here)
        (asked,) = said(here, table, "would like to offer")
        for who in ("Ada", "Dora"):
            await here.press(who, asked, "I agree")
        await here.until(lambda: bool(said(here, table, "is offered to a substitute")))
        await settled(here)
        assert called(here, "Bela") == []
        await here.command("Bela", "away back")
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert ["is offered to a substitute" in one for one in again(here, "Bela")] == [True]


async def test_what_could_not_be_posted_by_night_rings_once_in_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def down(*_: object) -> None:
        raise OSError("no network")

    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 3)
        with monkeypatch.context() as outage:
            outage.setattr(Once, "tell", down)
            await here.command("Ada", "table pause", channel=table.place)

            async def owed() -> bool:
                rows = await here.store.work(table.number, "tell")
                return any("~" in row.key for row in rows)

            await here.until(owed)
            for _ in range(3):
                await here.turn(60)
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: about(here, "Bela", PAUSE) and about(here, "Cleo", PAUSE))
        await here.turn(HOUR)
        await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1


async def test_who_has_no_night_any_more_is_told_and_who_has_one_now_is_not_rung_twice() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        await sleeps_for(here, "Bela", 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: about(here, "Cleo", PAUSE))
        await settled(here)
        await here.turn(60)
        hour = here.services.tables.clock() // 3_600_000 % 24
        await here.command("Cleo", "settings night", zone="UTC", begin=str((hour - 1) % 24), end=str((hour + 4) % 24))
        await here.command("Bela", "settings night", zone="UTC")
        await here.until(lambda: again(here, "Bela"))
        for _ in range(7):
            await here.turn(HOUR)
            await settled(here)
        assert len(about(here, "Bela", PAUSE)) == len(about(here, "Cleo", PAUSE)) == 1


async def test_at_a_paused_table_a_vote_rings_nobody() -> None:
    async with playing(THREE, clock=7 * DAY, friendly=True) as (here, table):
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, PAUSE)))
        (question,) = said(here, table, PAUSE)
        for who in ("Bela", "Cleo"):
            await here.press(who, question, "Agree")
        await here.until(lambda: bool(said(here, table, "is paused")))
        asked = (await here.command("Bela", "table end", channel=table.place)).get("message") or {}
        await here.press("Bela", asked, next(iter(buttons(asked))))
        await here.until(lambda: bool(said(here, table, "would like to end")))
        await settled(here)
        assert about(here, "Cleo", "would like to end") == []
        asked = (await here.command("Ada", "table end", channel=table.place)).get("message") or {}
        await here.press("Ada", asked, "End it")
        await here.until(lambda: about(here, "Cleo", "Ada ended"))


async def test_a_question_that_is_asked_again_and_again_rings_once() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):

        def open_ones() -> list[Json]:
            return [one for one in said(here, table, PAUSE) if buttons(one)]

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


async def test_who_is_back_early_is_told_how_a_table_ended_meanwhile() -> None:
    async with playing(THREE, clock=7 * DAY, friendly=True) as (here, table):
        await goes_away(here, "Bela")
        question = await here.command("Ada", "table end", channel=table.place)
        await here.press("Ada", question.get("message") or {}, "End it")
        await here.until(lambda: bool(said(here, table, "Ada ended")))
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
        bela, ada = (Departed(user_of(here, who), who) for who in ("Bela", "Ada"))
        await arrange_lobby.dismiss(here.services.tables, table, bela.id, ada, 1)
        await arrange_lobby.invite(here.services.tables, table, [bela], ada, 2)

        def invited() -> bool:
            return any("you are invited" in one["content"] for one in here.sandbox.people.messages("Ada", "card-room"))

        await here.until(invited)
        await settled(here)
        assert called(here, "Bela") == []
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: again(here, "Bela"))
        await settled(here)
        assert ["you are invited" in one for one in again(here, "Bela")] == [True]


async def test_of_two_who_were_invited_together_by_night_each_is_told_once() -> None:
    """Though one of them has sat there, lost the seat and was invited anew since."""
    async with house(ping_delay=60, ping_quiet=0) as here:
        lobby = (await here.command("Ada", "voren new")).get("message") or {}
        table = int(buttons(lobby)["Join"].split(":")[2])
        for who in THREE:
            await sleeps_for(here, who, 3)
        ada, bela, cleo = (Departed(user_of(here, who), who) for who in ("Ada", *THREE))
        await arrange_lobby.invite(here.services.tables, table, [bela, cleo], ada, 1)
        await settled(here)
        await lobby_of.join(here.services.tables, table, bela, 2)
        await arrange_lobby.dismiss(here.services.tables, table, bela.id, ada, 3)
        await arrange_lobby.invite(here.services.tables, table, [bela], ada, 4)
        await settled(here)
        await here.turn(3 * HOUR + 60)
        await here.until(lambda: again(here, "Bela") and again(here, "Cleo"))
        await settled(here)
        assert (len(again(here, "Bela")), len(again(here, "Cleo"))) == (1, 1)


async def test_whose_data_is_taken_out_is_owed_nothing() -> None:
    async with playing(THREE, clock=7 * DAY) as (here, table):
        for who in ("Bela", "Cleo"):
            await sleeps_for(here, who, 5)
        await here.command("Ada", "table pause", channel=table.place)
        await here.until(lambda: bool(said(here, table, PAUSE)))
        await settled(here)
        users = [user_of(here, who) for who in ("Bela", "Cleo")]
        (row,) = await here.store.clocks.told_again()
        assert sorted(row.payload[REST]) == sorted(users)
        await here.store.privacy.forget(users[0])
        (row,) = await here.store.clocks.told_again()
        assert row.payload[REST] == users[1:]
