"""A seat changes hands over the wire, and a table is ended with its scores void."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from bot.standings import standings_worker
from bot.tables.commands import substitutes
from bot.tables.model.votes import offer_of
from bot.tables.services.tables import Tables
from cogs.table import play
from sandbox import Outcome
from tests.cogs.standings.stored import user
from tests.support.house import House, Seated, house
from tests.support.messages import Json, buttons, text
from tests.support.moves import moves
from tests.support.people import Person, by
from tests.support.places import pings
from tests.support.standings import stands, wins_of, worked_in
from tests.support.wire_tables import agreed, is_private, mentioned, offers, response_text, wait_for_announcement

VOID = "Ask the others: scores void"
GIVEN_UP = "You no longer sit here, so these cards are no longer yours."


async def offered(here: House, table: Seated, who: str) -> Json:
    """The message that offers the seat of somebody who asks for it under More."""
    more = (await here.press(who, await here.fresh(table), "More")).get("message") or {}
    question = await here.press(who, more, "Find a substitute")
    assert "this game counts as one you left" in response_text(question)
    answer = await agreed(here, who, question, "Offer the seat")
    assert "is on offer. The players are told" in response_text(answer)
    return await wait_for_announcement(here, await here.live(table), f"{who} looks for a substitute")


def standing(here: House, message: Json) -> Json:
    """A message as it is now."""
    return here.sandbox.world.messages[message["id"]].data


async def test_a_seat_is_taken_over_once_and_its_former_owner_is_shown_nothing_further() -> None:
    """Of two who press at the same instant one has it and sees its hand; both hands and the table say how it stands."""
    async with house() as here:
        for name in ("Dora", "Emil"):
            here.sandbox.people.add_user(name)
        table = await here.open("Ada", ("Bela", "Cleo"), hands=2)
        live = await here.live(table)
        while live.hand_start_seq == 0:
            await here.act(table, await here.awaited(table) or "")
        offer = await offered(here, table, "Bela")
        assert {"Take the seat", "Keep my seat"} == set(buttons(offer))
        assert "plays on until then" in text(offer)
        assert not mentioned(offer)
        if await here.awaited(table) == "Bela":  # who plays on meanwhile
            await here.act(table, "Bela")
        own_message = await here.hand("Bela", table)
        assert buttons(standing(here, offer))
        both: tuple[str, ...] = ("Dora", "Emil")
        pressed = await asyncio.gather(*(here.press(who, offer, "Take the seat") for who in both))
        answers: dict[str, Outcome] = dict(zip(both, pressed, strict=True))
        assert all(is_private(outcome) for outcome in answers.values())
        (taker,) = [who for who, outcome in answers.items() if "is yours, with this hand" in response_text(outcome)]
        (other,) = set(both) - {taker}
        assert "no longer on offer" in response_text(answers[other])
        assert "Your hand" not in response_text(answers[other])
        hand = answers[taker].get("message") or {}
        again = text(await here.hand(taker, table))
        for page in (text(hand), again):
            assert not [did for did in ("stayed", "folded", "led", "played", "took") if f"You {did}" in page], page
        assert live.names() == ("Ada", taker, "Cleo")
        await here.until(lambda: text(standing(here, own_message)) == GIVEN_UP)
        assert not buttons(standing(here, own_message))
        assert not standing(here, own_message)["attachments"]
        notice = await wait_for_announcement(
            here,
            live,
            f"**{live.name}: {taker} took over Bela's seat.** They play on with its cards and points. That was <t:",
        )
        assert mentioned(notice) == {"Bela"}
        assert not buttons(notice)
        await here.until(lambda: not buttons(standing(here, offer)))
        message = await here.fresh(table)
        assert taker in text(message)
        now = [line for line in text(message).splitlines() if not line.startswith("-# ")]  # the last move was Bela's
        assert not [line for line in now if "Bela" in line]
        refused = await here.press("Bela", message, "My hand")
        assert "You have no seat at this table" in response_text(refused)
        await here.until(lambda: not live.computers())
        for _ in range(4):
            who = await here.awaited(table)
            if who is None:
                break
            await here.act(table, who)
        assert text(standing(here, own_message)) == GIVEN_UP
        log = response_text(await here.press("Cleo", await here.fresh(table), "Log"))
        assert "A substitute took over Bela's seat." in log
        assert f"{taker} is the substitute." in log
        late = await here.forge(other, offer, buttons(offer)["Take the seat"])
        assert "no longer on offer" in response_text(late)


async def test_hand_request_during_a_takeover_shows_no_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether they have been away is read first, and somebody takes the seat in that moment."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=2)
        live = await here.live(table)
        await offered(here, table, "Bela")
        seat = live.seat_of(user(here, "Bela"))
        assert seat is not None
        offer = offer_of(live, seat)
        assert offer is not None

        async def taken(tables: Tables, *_: Any) -> None:
            await substitutes.take_over(tables, live.id, seat, offer["seq"], by(Person(99, "Zoe"), 10**18))

        monkeypatch.setattr(sys.modules["cogs.table.play"], "last_shown", taken)
        answer = await here.press("Bela", here.board(table), "My hand")
        assert play.SEAT_GONE in response_text(answer)
        assert "Your hand" not in response_text(answer)


async def test_a_leaver_who_had_offered_the_seat_and_one_who_had_not() -> None:
    """The one's seat is taken at once, the other's asked for; the buttons go once somebody sits there."""
    async with house() as here:
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela", "Cleo"), hands=2)
        live = await here.live(table)
        offer = await offered(here, table, "Bela")
        await here.meant("Bela", "table leave", "Leave", table.place)
        assert live.record.seats[1].kind == "computer"
        message = await wait_for_announcement(here, live, ": Bela left.**")
        assert set(buttons(message)) == {"Take the seat"}
        taken = await here.press("Dora", message, "Take the seat")
        assert "is yours, with this hand" in response_text(taken)
        await wait_for_announcement(here, live, "Dora took over")
        await here.until(lambda: not buttons(standing(here, message)) and not buttons(standing(here, offer)))
        question = await here.command("Cleo", "table leave", channel=table.place)
        assert "Find a substitute instead" in offers(question)
        await agreed(here, "Cleo", question, "Leave")
        message = await wait_for_announcement(here, live, ": Cleo left.**")
        answer = await here.press("Bela", message, "Ask for the seat")
        assert "are asked to let you take" in response_text(answer) or "You have seen the cards" in response_text(
            answer
        )
        assert live.record.seats[2].kind == "computer"


async def totals(here: House, who: str) -> tuple[str, str]:
    """The leaderboard, and what somebody is told of their games."""
    board = response_text(await here.command("Cleo", "leaderboard", game="voren", order="points"))
    return board, await wins_of(here, who)


async def test_a_table_that_is_voted_void_counts_for_nothing_and_everything_says_so() -> None:
    """What it had brought is taken out of the standings again, and they are those of before; a recount agrees."""
    async with house() as here:
        await here.play_out(await here.open("Ada", ("Bela", "Cleo"), hands=1))
        await stands(here, "Ada", "**Hands:** 1 (")
        await worked_in(here)
        before = await totals(here, "Ada")
        table = await here.open("Ada", ("Bela", "Cleo"), hands=3)
        live = await here.play_a_hand(table)
        await stands(here, "Ada", "**Hands:** 2 (")
        assert await totals(here, "Ada") != before
        question = await here.command("Bela", "table end", channel=table.place)
        assert set(offers(question)) == {"Ask the others: scores kept", VOID, "Cancel"}
        answer = await agreed(here, "Bela", question, VOID)
        assert ", scores void. The others are asked" in response_text(answer)
        posted_message = await wait_for_announcement(here, live, ": Bela wants to end")
        assert set(buttons(posted_message)) == {
            "End, keep the scores",
            "End, scores void",
            "Take my vote back",
            "Not now",
        }
        assert "(1 so far)" in text(posted_message)
        await here.press("Bela", posted_message, "Take my vote back")
        await here.until(lambda: not buttons(standing(here, posted_message)))
        assert text(standing(here, posted_message)).endswith("It was called off.")
        await agreed(here, "Bela", await here.command("Bela", "table end", channel=table.place), VOID)
        posted_message = await wait_for_announcement(here, live, ": Bela wants to end")
        result = await here.press("Cleo", posted_message, "End, scores void")
        assert "has ended." in response_text(result)
        assert "Its scores are void." in response_text(result)
        ended = await wait_for_announcement(
            here, live, f"{live.name}: This table was ended early: most players agreed."
        )
        assert "Its scores are void: nothing counts." in text(ended)
        assert "Points:" not in text(ended)
        assert mentioned(ended) == {"Ada", "Bela"}

        async def as_before() -> bool:
            return await totals(here, "Ada") == before

        await here.until(as_before)
        await worked_in(here)
        first = await standings_worker.digest(here.store)
        assert (await standings_worker.recount(here.store, print)).digest == first
        assert await as_before()
        message = await here.fresh(table)
        assert "Its scores are void" in text(message)
        assert "scores are void" in response_text(await here.press("Ada", message, "Log"))
        assert "scores are void" in response_text(await here.press_behind_more("Ada", message, "Scores"))
        await here.until(lambda: "Its scores are void" in text(standing(here, table.lobby)))
        assert "Points:" not in text(standing(here, table.lobby))
        best: Any = await here.command("Ada", "stats", against=user(here, "Bela"))
        assert "of 1 game" in response_text(best)


async def test_takeover_moves_the_ping_to_the_new_owner() -> None:
    """The message that mentions whose turn it was goes; the new owner is mentioned if they do not move."""
    async with house(ping_delay=0.2, ping_quiet=0) as here:
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela",), hands=2)
        live, who = await here.live(table), await here.awaited(table)
        assert who is not None
        await here.until(lambda: pings(here, table))
        (ping,) = pings(here, table)
        assert mentioned(ping) == {who}
        offer = await offered(here, table, who)
        panel = (await here.press("Dora", await here.fresh(table), "More")).get("message") or {}
        taken = await here.press("Dora", panel, f"Take {who}'s seat")
        assert "is yours, with this hand" in response_text(taken)
        assert moves(taken.get("message") or {})

        def read_questions() -> set[str]:
            return {name for message in pings(here, table) for name in mentioned(message)}

        await here.until(lambda: read_questions() == {"Dora"})
        assert all(message["id"] != ping["id"] for message in pings(here, table))
        assert live.seat_of(int(here.sandbox.people.user(who)["id"])) is None
        await here.until(lambda: not buttons(standing(here, offer)))
