"""Members who were added to several pads of a club night: one question, one answer, over the wire."""

from __future__ import annotations

import asyncio

import pytest

from data.tables.work import WorkKind
from sandbox.server import limits
from tests.cogs.member.erasure import erase_person
from tests.cogs.pads.consents import (
    add_members,
    hide_channel,
    list_questions,
    wait_for_private_message,
    wait_for_question,
)
from tests.cogs.pads.sheets import CHANNEL, number_of, open_pad, wait_for_pad_message
from tests.cogs.server.nights import begin_night
from tests.support.house import House
from tests.support.messages import Json, text
from tests.support.wire_tables import HOST, OTHER, SEATED, person, read_mentions, response_text, start_room


async def open_two_pads(house: House, *, night: bool = True) -> tuple[Json, Json]:
    """Open two pads, of a club night or of none; return their messages."""
    if night:
        await begin_night(house, name="Friday")
    return await open_pad(house, HOST, "free", name="Dice"), await open_pad(house, HOST, "free", name="Darts")


async def is_told(house: House, who: str, *pads: Json) -> bool:
    """Check whether somebody knows that they are to be a player of these pads."""
    position = [await house.services.pads.find(number_of(pad)) for pad in pads]
    return all(pad.consents[person(house, who).id].informed_at is not None for pad in position)


async def read_answers(house: House, who: str, *pads: Json) -> list[str]:
    """Return what somebody has answered on each of these pads."""
    results = [await house.services.pads.find(number_of(pad)) for pad in pads]
    return [pad.consents[person(house, who).id].state for pad in results]


@pytest.mark.parametrize(
    ("label", "state", "sentence"),
    [
        ("Join pad", "agreed", "You joined **Dice** and **Darts**: their hands count for you."),
        ("Leave me out", "refused", "You are left out of **Dice** and **Darts**"),
    ],
)
async def test_one_answer_covers_the_pads_of_a_night(label: str, state: str, sentence: str) -> None:
    """The one message names a pad that comes later, too; it covers that for whom was added there."""
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        await add_members(house, dice, SEATED, OTHER)
        message = await wait_for_question(house, f"{HOST} added you to **Dice**")
        assert "Friday" not in text(message)
        assert read_mentions(message) == {SEATED, OTHER}
        await add_members(house, darts, SEATED)
        message = await wait_for_question(house, "Also **Darts** (club night **Friday**), for whoever was added there")
        await house.until(lambda: is_told(house, SEATED, dice, darts))
        assert sentence in response_text(await house.press(SEATED, message, label))
        assert await read_answers(house, SEATED, dice, darts) == [state, state]
        assert await read_answers(house, OTHER, dice) == ["asked"]
        message = await wait_for_question(house, f"{SEATED} joined." if state == "agreed" else f"{SEATED} is left out.")
        assert "Darts" not in text(message)


async def test_pads_of_no_night_ask_by_themselves() -> None:
    async with start_room() as house:
        dice, darts = await open_two_pads(house, night=False)
        await add_members(house, dice, SEATED)
        first = await wait_for_question(house, "**Dice**")
        await add_members(house, darts, SEATED)
        await house.until(lambda: len(list_questions(house)) == 2)
        assert response_text(await house.press(SEATED, first, "Join pad")).startswith("You joined **Dice**: its")
        assert await read_answers(house, SEATED, dice, darts) == ["agreed", "asked"]


async def test_a_pad_whose_night_has_a_message_that_takes_no_more_edits_asks_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "OLD_EDIT_RETRY", 0.01)
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        await add_members(house, dice, SEATED)
        await house.until(lambda: is_told(house, SEATED, dice))
        house.tolerate = lambda request: request.status == 429
        house.sandbox.world.old_edits = 0
        house.sandbox.advance(limits.OLD_EDIT_AGE + 1)
        await add_members(house, darts, SEATED)
        await house.until(lambda: is_told(house, SEATED, darts))
        first, second = list_questions(house)
        assert "Darts" not in text(first)
        assert "**Darts**" in text(second)


async def test_member_outside_the_channel_is_asked_once_for_the_night() -> None:
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        hide_channel(house, dice, SEATED)
        for pad in (dice, darts):
            await add_members(house, pad, SEATED)

            async def is_decided(pad: int = number_of(pad)) -> bool:
                return pad not in {
                    work.pad for work in await house.store.work.due(2**62, 100, [WorkKind.CONSENT_REQUEST])
                }

            await house.until(is_decided)
        await house.command(SEATED, "help", "parlour")
        private_message = await wait_for_private_message(
            house, SEATED, "Also **Darts** (club night **Friday**): one answer covers all.", "parlour"
        )
        await house.until(lambda: is_told(house, SEATED, dice, darts))
        await house.press(SEATED, private_message, "Join pad")
        assert await read_answers(house, SEATED, dice, darts) == ["agreed", "agreed"]


async def test_two_pads_within_a_moment_ask_by_one_message() -> None:
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        await asyncio.gather(add_members(house, dice, SEATED), add_members(house, darts, SEATED))
        await house.until(lambda: is_told(house, SEATED, dice, darts))
        consent_question = await wait_for_question(house, "Also **D", "(club night **Friday**)")
        await house.press(SEATED, consent_question, "Join pad")
        assert await read_answers(house, SEATED, dice, darts) == ["agreed", "agreed"]


async def test_one_answer_still_covers_the_pads_of_a_night_that_has_ended() -> None:
    """A pad that is opened after its end asks by itself."""
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        for pad in (dice, darts):
            await add_members(house, pad, SEATED)
            await house.until(lambda pad=pad: is_told(house, SEATED, pad))
        panel = await house.command(HOST, "night end", CHANNEL)
        await house.press(HOST, panel.get("message") or {}, "End night")
        later = await open_pad(house, HOST, "free", name="Later")
        await add_members(house, later, SEATED)
        await house.until(lambda: len(list_questions(house)) == 2)
        first = next(message for message in list_questions(house) if "Also **Darts**" in text(message))
        assert "Later" not in text(first)
        await house.press(SEATED, first, "Join pad")
        assert await read_answers(house, SEATED, dice, darts, later) == ["agreed", "agreed", "asked"]


async def test_erasure_leaves_a_nights_question_to_the_others() -> None:
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        for pad in (dice, darts):
            await add_members(house, pad, SEATED, OTHER)
            await house.until(lambda pad=pad: is_told(house, OTHER, pad))
        await erase_person(house, SEATED)
        sentence = str(person(house, SEATED).id)
        await house.until(lambda: sentence not in text(list_questions(house)[0]))
        consent_question = await wait_for_question(
            house, f"<@{person(house, OTHER).id}> {HOST} added you", "Also **Darts**"
        )
        await house.press(OTHER, consent_question, "Join pad")
        assert await read_answers(house, OTHER, dice, darts) == ["agreed", "agreed"]


async def test_leaving_one_pad_of_a_night_keeps_the_others() -> None:
    async with start_room() as house:
        dice, darts = await open_two_pads(house)
        for pad in (dice, darts):
            await add_members(house, pad, SEATED)
            await house.until(lambda pad=pad: is_told(house, SEATED, pad))
        await house.press(SEATED, await wait_for_question(house, "Also **Darts**"), "Join pad")
        people = await house.press(SEATED, await wait_for_pad_message(house, dice), "Players")
        await house.press(SEATED, people.get("message") or {}, "Leave this pad")
        assert await read_answers(house, SEATED, dice, darts) == ["left", "agreed"]
