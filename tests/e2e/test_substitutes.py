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
from tests.cogs.standings.stored import find_user_id
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons
from tests.support.people import Person, make_actor
from tests.support.places import find_pings
from tests.support.standings import wait_for_statistics, wait_until_worked_out, wins_of
from tests.support.wire_tables import (
    confirm_in_private,
    find_answer_buttons,
    is_private,
    read_mentions,
    response_text,
    wait_for_announcement,
)

VOID = "Ask the others: scores void"
GIVEN_UP = "You no longer sit here, so these cards are no longer yours."


async def offer_seat(house: House, table: Seated, who: str) -> Json:
    """Offer the seat of somebody who asks for it under More; return the message."""
    more = (await house.press(who, await house.fresh(table), "More")).get("message") or {}
    question = await house.press(who, more, "Find a substitute")
    assert "this game counts as one you left" in response_text(question)
    answer = await confirm_in_private(house, who, question, "Offer the seat")
    assert "is on offer. The players are told" in response_text(answer)
    return await wait_for_announcement(house, await house.live(table), f"{who} looks for a substitute")


def read_current(house: House, message: Json) -> Json:
    """Return a message as it is now."""
    return house.sandbox.world.messages[message["id"]].data


async def test_a_seat_is_taken_over_once_and_its_former_owner_is_shown_nothing_further() -> None:
    """Of two who press at the same instant one has it and sees its hand; both hands and the table say how it stands."""
    async with start_house() as house:
        for name in ("Dora", "Emil"):
            house.sandbox.people.add_user(name)
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        live = await house.live(table)
        while live.hand_start_seq == 0:
            await house.act(table, await house.find_awaited(table) or "")
        offer = await offer_seat(house, table, "Bela")
        assert {"Take the seat", "Keep my seat"} == set(buttons(offer))
        assert "plays on until then" in text(offer)
        assert not read_mentions(offer)
        if await house.find_awaited(table) == "Bela":  # who plays on meanwhile
            await house.act(table, "Bela")
        hand_message = await house.hand("Bela", table)
        assert buttons(read_current(house, offer))
        both: tuple[str, ...] = ("Dora", "Emil")
        pressed = await asyncio.gather(*(house.press(who, offer, "Take the seat") for who in both))
        answers: dict[str, Outcome] = dict(zip(both, pressed, strict=True))
        assert all(is_private(outcome) for outcome in answers.values())
        (taker,) = [who for who, outcome in answers.items() if "is yours, with this hand" in response_text(outcome)]
        (other,) = set(both) - {taker}
        assert "no longer on offer" in response_text(answers[other])
        assert "Your hand" not in response_text(answers[other])
        hand = answers[taker].get("message") or {}
        again = text(await house.hand(taker, table))
        for page in (text(hand), again):
            assert not [did for did in ("stayed", "folded", "led", "played", "took") if f"You {did}" in page], page
        assert live.names() == ("Ada", taker, "Cleo")
        await house.until(lambda: text(read_current(house, hand_message)) == GIVEN_UP)
        assert not buttons(read_current(house, hand_message))
        assert not read_current(house, hand_message)["attachments"]
        notice = await wait_for_announcement(
            house,
            live,
            f"**{live.name}: {taker} took over Bela's seat.** They play on with its cards and points. That was <t:",
        )
        assert read_mentions(notice) == {"Bela"}
        assert not buttons(notice)
        await house.until(lambda: not buttons(read_current(house, offer)))
        message = await house.fresh(table)
        assert taker in text(message)
        now = [line for line in text(message).splitlines() if not line.startswith("-# ")]  # the last move was Bela's
        assert not [line for line in now if "Bela" in line]
        refused = await house.press("Bela", message, "My hand")
        assert "You have no seat at this table" in response_text(refused)
        await house.until(lambda: not live.computers())
        for _ in range(4):
            who = await house.find_awaited(table)
            if who is None:
                break
            await house.act(table, who)
        assert text(read_current(house, hand_message)) == GIVEN_UP
        log = response_text(await house.press("Cleo", await house.fresh(table), "Log"))
        assert "A substitute took over Bela's seat." in log
        assert f"{taker} is the substitute." in log
        late = await house.forge(other, offer, buttons(offer)["Take the seat"])
        assert "no longer on offer" in response_text(late)


async def test_hand_request_during_a_takeover_shows_no_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether they have been away is read first, and somebody takes the seat in that moment."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        live = await house.live(table)
        await offer_seat(house, table, "Bela")
        seat = live.seat_of(find_user_id(house, "Bela"))
        assert seat is not None
        offer = offer_of(live, seat)
        assert offer is not None

        async def taken(tables: Tables, *_: Any) -> None:
            await substitutes.take_over(tables, live.id, seat, offer["seq"], make_actor(Person(99, "Zoe"), 10**18))

        monkeypatch.setattr(sys.modules["cogs.table.play"], "last_shown", taken)
        answer = await house.press("Bela", house.board(table), "My hand")
        assert play.SEAT_GONE in response_text(answer)
        assert "Your hand" not in response_text(answer)


async def test_a_leaver_who_had_offered_the_seat_and_one_who_had_not() -> None:
    """The one's seat is taken at once, the other's asked for; the buttons go once somebody sits there."""
    async with start_house() as house:
        house.sandbox.people.add_user("Dora")
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        live = await house.live(table)
        offer = await offer_seat(house, table, "Bela")
        await house.meant("Bela", "table leave", "Leave", table.place)
        assert live.record.seats[1].kind == "computer"
        message = await wait_for_announcement(house, live, ": Bela left.**")
        assert set(buttons(message)) == {"Take the seat"}
        taken = await house.press("Dora", message, "Take the seat")
        assert "is yours, with this hand" in response_text(taken)
        await wait_for_announcement(house, live, "Dora took over")
        await house.until(lambda: not buttons(read_current(house, message)) and not buttons(read_current(house, offer)))
        question = await house.command("Cleo", "table leave", channel=table.place)
        assert "Find a substitute instead" in find_answer_buttons(question)
        await confirm_in_private(house, "Cleo", question, "Leave")
        message = await wait_for_announcement(house, live, ": Cleo left.**")
        answer = await house.press("Bela", message, "Ask for the seat")
        assert "are asked to let you take" in response_text(answer) or "You have seen the cards" in response_text(
            answer
        )
        assert live.record.seats[2].kind == "computer"


async def read_totals(house: House, who: str) -> tuple[str, str]:
    """Return the leaderboard, and what somebody is told of their games."""
    board = response_text(await house.command("Cleo", "leaderboard", game="voren", order="points"))
    return board, await wins_of(house, who)


async def test_a_table_that_is_voted_void_counts_for_nothing_and_everything_says_so() -> None:
    """What it had brought is taken out of the standings again, and they are those of before; a recount agrees."""
    async with start_house() as house:
        await house.play_out(await house.open("Ada", ("Bela", "Cleo"), hands=1))
        await wait_for_statistics(house, "Ada", "**Hands:** 1 (")
        await wait_until_worked_out(house)
        before = await read_totals(house, "Ada")
        table = await house.open("Ada", ("Bela", "Cleo"), hands=3)
        live = await house.play_a_hand(table)
        await wait_for_statistics(house, "Ada", "**Hands:** 2 (")
        assert await read_totals(house, "Ada") != before
        question = await house.command("Bela", "table end", channel=table.place)
        assert set(find_answer_buttons(question)) == {"Ask the others: scores kept", VOID, "Cancel"}
        answer = await confirm_in_private(house, "Bela", question, VOID)
        assert ", scores void. The others are asked" in response_text(answer)
        posted_message = await wait_for_announcement(house, live, ": Bela wants to end")
        assert set(buttons(posted_message)) == {
            "End, keep the scores",
            "End, scores void",
            "Take my vote back",
            "Not now",
        }
        assert "(1 so far)" in text(posted_message)
        await house.press("Bela", posted_message, "Take my vote back")
        await house.until(lambda: not buttons(read_current(house, posted_message)))
        assert text(read_current(house, posted_message)).endswith("It was called off.")
        await confirm_in_private(house, "Bela", await house.command("Bela", "table end", channel=table.place), VOID)
        posted_message = await wait_for_announcement(house, live, ": Bela wants to end")
        result = await house.press("Cleo", posted_message, "End, scores void")
        assert "has ended." in response_text(result)
        assert "Its scores are void." in response_text(result)
        ended = await wait_for_announcement(
            house, live, f"{live.name}: This table was ended early: most players agreed."
        )
        assert "Its scores are void: nothing counts." in text(ended)
        assert "Points:" not in text(ended)
        assert read_mentions(ended) == {"Ada", "Bela"}

        async def as_before() -> bool:
            return await read_totals(house, "Ada") == before

        await house.until(as_before)
        await wait_until_worked_out(house)
        first = await standings_worker.digest(house.store)
        assert (await standings_worker.recount(house.store, print)).digest == first
        assert await as_before()
        message = await house.fresh(table)
        assert "Its scores are void" in text(message)
        assert "scores are void" in response_text(await house.press("Ada", message, "Log"))
        assert "scores are void" in response_text(await house.press_behind_more("Ada", message, "Scores"))
        await house.until(lambda: "Its scores are void" in text(read_current(house, table.lobby)))
        assert "Points:" not in text(read_current(house, table.lobby))
        best: Any = await house.command("Ada", "stats", against=find_user_id(house, "Bela"))
        assert "of 1 game" in response_text(best)


async def test_takeover_moves_the_ping_to_the_new_owner() -> None:
    """The message that mentions whose turn it was goes; the new owner is mentioned if they do not move."""
    async with start_house(ping_delay=0.2, ping_quiet=0) as house:
        house.sandbox.people.add_user("Dora")
        table = await house.open("Ada", ("Bela",), hands=2)
        live, who = await house.live(table), await house.find_awaited(table)
        assert who is not None
        await house.until(lambda: find_pings(house, table))
        (ping,) = find_pings(house, table)
        assert read_mentions(ping) == {who}
        offer = await offer_seat(house, table, who)
        panel = (await house.press("Dora", await house.fresh(table), "More")).get("message") or {}
        taken = await house.press("Dora", panel, f"Take {who}'s seat")
        assert "is yours, with this hand" in response_text(taken)
        assert find_move_buttons(taken.get("message") or {})

        def read_questions() -> set[str]:
            return {name for message in find_pings(house, table) for name in read_mentions(message)}

        await house.until(lambda: read_questions() == {"Dora"})
        assert all(message["id"] != ping["id"] for message in find_pings(house, table))
        assert live.seat_of(int(house.sandbox.people.user(who)["id"])) is None
        await house.until(lambda: not buttons(read_current(house, offer)))
