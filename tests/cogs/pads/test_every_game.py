"""A hand of every game over the wire: its forms opened and submitted as people do, until it counts."""

from __future__ import annotations

from random import Random

import pytest

from bot.pads.pad import game_of
from tests.cogs.pads.presenters import PRESENTERS
from tests.cogs.pads.sheets import number_of, open_pad, wait_for_pad_message
from tests.support.messages import buttons, text
from tests.support.pad_sheets import enter_facts, make_possible_facts
from tests.support.wire_tables import HOST, response_text, start_room


@pytest.mark.parametrize("game", sorted(PRESENTERS))
async def test_two_hands_of_every_game_are_told_in_its_forms(game: str) -> None:
    """What is kept is what was told, and what it brought stands on the pad."""
    rng, about = Random(game), game_of(game)
    async with start_room() as house:
        lonely = await open_pad(house, HOST, game)
        alone = about.seats[0] <= 1
        assert ("players, not 1" in text(lonely)) is not alone
        guests = ", ".join(f"Guest {number}" for number in range(1, max(about.seats[0], min(3, about.seats[1]))))
        message = await open_pad(house, HOST, game, guests=guests)
        for number in range(1, 3):
            pad = await house.services.pads.find(number_of(message))
            facts = make_possible_facts(pad, rng)
            answer = await enter_facts(house, pad, message, facts)
            assert f"Hand {number} is entered." in answer, (facts, answer)
            pad = await house.services.pads.find(number_of(message))
            assert pad.hands[number].account == facts
            message = await wait_for_pad_message(house, message)
            assert f"{number} hand" in text(message)
            assert buttons(message)
        more = await house.press(HOST, message, "More")
        log = response_text(await house.press(HOST, more.get("message") or {}, "Changes"))
        assert log.count("entered: ") == 2
        # In the forms' words, never by the names under which it is kept.
        account = (await house.services.pads.find(number_of(message))).hands[2].account
        assert not [name for name in account if "_" in name and name in log]
        assert "\\_" not in log
