"""Members who were added to several pads of a club night: one question, one answer, over the wire."""

from __future__ import annotations

import pytest

from tests.cogs.pads.sheets import number_of, opened
from tests.cogs.pads.test_consents import bring, hide, line, question, questions
from tests.cogs.server.test_club_nights import begun
from tests.support.house import House
from tests.support.messages import Json, text
from tests.support.wire_tables import HOST, OTHER, SEATED, mentioned, person, room, said


async def two_pads(here: House, *, night: bool = True) -> tuple[Json, Json]:
    """Two pads, of a club night or of none."""
    if night:
        await begun(here, name="Friday")
    return await opened(here, HOST, "free", name="Dice"), await opened(here, HOST, "free", name="Darts")


async def is_told(here: House, who: str, *pads: Json) -> bool:
    """Whether somebody knows that they are to be a player of these pads."""
    found = [await here.services.pads.find(number_of(pad)) for pad in pads]
    return all(pad.consents[person(here, who).id].informed is not None for pad in found)


async def states(here: House, who: str, *pads: Json) -> list[str]:
    """What somebody has answered on each of these pads."""
    found = [await here.services.pads.find(number_of(pad)) for pad in pads]
    return [pad.consents[person(here, who).id].state for pad in found]


@pytest.mark.parametrize(
    ("label", "state", "told"),
    [
        ("Join pad", "agreed", "You joined **Dice** and **Darts**: their hands count for you."),
        ("Leave me out", "refused", "You are left out of **Dice** and **Darts**"),
    ],
)
async def test_one_answer_covers_the_pads_of_a_night(label: str, state: str, told: str) -> None:
    """The one message names a pad that comes later, too; it covers that for whom was added there."""
    async with room() as here:
        dice, darts = await two_pads(here)
        await bring(here, dice, SEATED, OTHER)
        asked = await question(here, f"{HOST} added you to **Dice**")
        assert "Friday" not in text(asked)
        assert mentioned(asked) == {SEATED, OTHER}
        await bring(here, darts, SEATED)
        asked = await question(here, "Also **Darts** (club night **Friday**), for whoever was added there")
        await here.until(lambda: is_told(here, SEATED, dice, darts))
        assert told in said(await here.press(SEATED, asked, label))
        assert await states(here, SEATED, dice, darts) == [state, state]
        assert await states(here, OTHER, dice) == ["asked"]
        asked = await question(here, f"{SEATED} joined." if state == "agreed" else f"{SEATED} is left out.")
        assert "Darts" not in text(asked)


async def test_pads_of_no_night_ask_by_themselves() -> None:
    async with room() as here:
        dice, darts = await two_pads(here, night=False)
        await bring(here, dice, SEATED)
        first = await question(here, "**Dice**")
        await bring(here, darts, SEATED)
        await here.until(lambda: len(questions(here)) == 2)
        assert said(await here.press(SEATED, first, "Join pad")).startswith("You joined **Dice**: its")
        assert await states(here, SEATED, dice, darts) == ["agreed", "asked"]


async def test_who_does_not_see_the_channel_is_asked_once_for_the_night_too() -> None:
    async with room() as here:
        dice, darts = await two_pads(here)
        hide(here, dice, SEATED)
        for pad in (dice, darts):
            await bring(here, pad, SEATED)

            async def decided(pad: int = number_of(pad)) -> bool:
                return not await here.store.pads.stale_consents(pad)

            await here.until(decided)
        await here.command(SEATED, "help", "parlour")
        mine = await line(here, SEATED, "Also **Darts** (club night **Friday**): one answer covers all.", "parlour")
        await here.until(lambda: is_told(here, SEATED, dice, darts))
        await here.press(SEATED, mine, "Join pad")
        assert await states(here, SEATED, dice, darts) == ["agreed", "agreed"]
