"""Members who were added to several pads of a club night: one question, one answer, over the wire."""

from __future__ import annotations

import asyncio

import pytest

from data.tables.work import WorkKind
from sandbox.server import limits
from tests.cogs.member.test_privacy import forgotten
from tests.cogs.pads.sheets import CHANNEL, fresh, number_of, opened
from tests.cogs.pads.test_consents import bring, hide, line, question, questions
from tests.cogs.server.test_club_nights import begun
from tests.support.house import House
from tests.support.messages import Json, text
from tests.support.wire_tables import HOST, OTHER, SEATED, mentioned, person, response_text, room


async def two_pads(here: House, *, night: bool = True) -> tuple[Json, Json]:
    """Two pads, of a club night or of none."""
    if night:
        await begun(here, name="Friday")
    return await opened(here, HOST, "free", name="Dice"), await opened(here, HOST, "free", name="Darts")


async def is_told(here: House, who: str, *pads: Json) -> bool:
    """Whether somebody knows that they are to be a player of these pads."""
    results = [await here.services.pads.find(number_of(pad)) for pad in pads]
    return all(pad.consents[person(here, who).id].informed_at is not None for pad in results)


async def states(here: House, who: str, *pads: Json) -> list[str]:
    """What somebody has answered on each of these pads."""
    results = [await here.services.pads.find(number_of(pad)) for pad in pads]
    return [pad.consents[person(here, who).id].state for pad in results]


@pytest.mark.parametrize(
    ("label", "state", "sentence"),
    [
        ("Join pad", "agreed", "You joined **Dice** and **Darts**: their hands count for you."),
        ("Leave me out", "refused", "You are left out of **Dice** and **Darts**"),
    ],
)
async def test_one_answer_covers_the_pads_of_a_night(label: str, state: str, sentence: str) -> None:
    """The one message names a pad that comes later, too; it covers that for whom was added there."""
    async with room() as here:
        dice, darts = await two_pads(here)
        await bring(here, dice, SEATED, OTHER)
        message = await question(here, f"{HOST} added you to **Dice**")
        assert "Friday" not in text(message)
        assert mentioned(message) == {SEATED, OTHER}
        await bring(here, darts, SEATED)
        message = await question(here, "Also **Darts** (club night **Friday**), for whoever was added there")
        await here.until(lambda: is_told(here, SEATED, dice, darts))
        assert sentence in response_text(await here.press(SEATED, message, label))
        assert await states(here, SEATED, dice, darts) == [state, state]
        assert await states(here, OTHER, dice) == ["asked"]
        message = await question(here, f"{SEATED} joined." if state == "agreed" else f"{SEATED} is left out.")
        assert "Darts" not in text(message)


async def test_pads_of_no_night_ask_by_themselves() -> None:
    async with room() as here:
        dice, darts = await two_pads(here, night=False)
        await bring(here, dice, SEATED)
        first = await question(here, "**Dice**")
        await bring(here, darts, SEATED)
        await here.until(lambda: len(questions(here)) == 2)
        assert response_text(await here.press(SEATED, first, "Join pad")).startswith("You joined **Dice**: its")
        assert await states(here, SEATED, dice, darts) == ["agreed", "asked"]


async def test_a_pad_whose_night_has_a_message_that_takes_no_more_edits_asks_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "OLD_EDIT_RETRY", 0.01)
    async with room() as here:
        dice, darts = await two_pads(here)
        await bring(here, dice, SEATED)
        await here.until(lambda: is_told(here, SEATED, dice))
        here.tolerate = lambda request: request.status == 429
        here.sandbox.world.old_edits = 0
        here.sandbox.advance(limits.OLD_EDIT_AGE + 1)
        await bring(here, darts, SEATED)
        await here.until(lambda: is_told(here, SEATED, darts))
        first, second = questions(here)
        assert "Darts" not in text(first)
        assert "**Darts**" in text(second)


async def test_member_outside_the_channel_is_asked_once_for_the_night() -> None:
    async with room() as here:
        dice, darts = await two_pads(here)
        hide(here, dice, SEATED)
        for pad in (dice, darts):
            await bring(here, pad, SEATED)

            async def decided(pad: int = number_of(pad)) -> bool:
                return pad not in {
                    work.pad for work in await here.store.work.due(2**62, 100, [WorkKind.CONSENT_REQUEST])
                }

            await here.until(decided)
        await here.command(SEATED, "help", "parlour")
        own_message = await line(
            here, SEATED, "Also **Darts** (club night **Friday**): one answer covers all.", "parlour"
        )
        await here.until(lambda: is_told(here, SEATED, dice, darts))
        await here.press(SEATED, own_message, "Join pad")
        assert await states(here, SEATED, dice, darts) == ["agreed", "agreed"]


async def test_two_pads_within_a_moment_ask_by_one_message() -> None:
    async with room() as here:
        dice, darts = await two_pads(here)
        await asyncio.gather(bring(here, dice, SEATED), bring(here, darts, SEATED))
        await here.until(lambda: is_told(here, SEATED, dice, darts))
        consent_question = await question(here, "Also **D", "(club night **Friday**)")
        await here.press(SEATED, consent_question, "Join pad")
        assert await states(here, SEATED, dice, darts) == ["agreed", "agreed"]


async def test_one_answer_still_covers_the_pads_of_a_night_that_has_ended() -> None:
    """A pad that is opened after its end asks by itself."""
    async with room() as here:
        dice, darts = await two_pads(here)
        for pad in (dice, darts):
            await bring(here, pad, SEATED)
            await here.until(lambda pad=pad: is_told(here, SEATED, pad))
        panel = await here.command(HOST, "night end", CHANNEL)
        await here.press(HOST, panel.get("message") or {}, "End night")
        later = await opened(here, HOST, "free", name="Later")
        await bring(here, later, SEATED)
        await here.until(lambda: len(questions(here)) == 2)
        first = next(message for message in questions(here) if "Also **Darts**" in text(message))
        assert "Later" not in text(first)
        await here.press(SEATED, first, "Join pad")
        assert await states(here, SEATED, dice, darts, later) == ["agreed", "agreed", "asked"]


async def test_erasure_leaves_a_nights_question_to_the_others() -> None:
    async with room() as here:
        dice, darts = await two_pads(here)
        for pad in (dice, darts):
            await bring(here, pad, SEATED, OTHER)
            await here.until(lambda pad=pad: is_told(here, OTHER, pad))
        await forgotten(here, SEATED)
        sentence = str(person(here, SEATED).id)
        await here.until(lambda: sentence not in text(questions(here)[0]))
        consent_question = await question(here, f"<@{person(here, OTHER).id}> {HOST} added you", "Also **Darts**")
        await here.press(OTHER, consent_question, "Join pad")
        assert await states(here, OTHER, dice, darts) == ["agreed", "agreed"]


async def test_leaving_one_pad_of_a_night_keeps_the_others() -> None:
    async with room() as here:
        dice, darts = await two_pads(here)
        for pad in (dice, darts):
            await bring(here, pad, SEATED)
            await here.until(lambda pad=pad: is_told(here, SEATED, pad))
        await here.press(SEATED, await question(here, "Also **Darts**"), "Join pad")
        people = await here.press(SEATED, await fresh(here, dice), "Players")
        await here.press(SEATED, people.get("message") or {}, "Leave this pad")
        assert await states(here, SEATED, dice, darts) == ["left", "agreed"]
