"""A hand of every game over the wire: its forms opened and submitted as people do, until it counts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.pads.pad import Pad, kept_for
from bot.ui.pads.sheet import asked_of
from rules.contract import Known, Refusal
from tests.cogs.pads.looks import LOOKS, told
from tests.cogs.pads.sheets import form, fresh, number_of, opened, submitted
from tests.cogs.room import HOST, offers, room, said
from tests.e2e.harness import House, buttons, text


def possible(pad: Pad, rng: Random) -> dict[str, Any]:
    """What may be told of the next hand, and the rules take."""
    players, dealer = pad.playing, pad.next_dealer(pad.playing)
    about = asked_of(pad, players, dealer)
    known = Known(pad.record.options, len(players), dealer, (0,) * len(players), False)
    while True:
        found = told(pad.record.game, rng, about)
        try:
            pad.game.pad(pad.game.pad_entry(found, known))
        except Refusal:
            continue
        return found


async def tell(here: House, pad: Pad, message: Any, facts: dict[str, Any]) -> str:
    """Tell of a hand by the forms of its game; returns what the last answer says."""
    look, players = LOOKS[pad.record.game], pad.playing
    about = asked_of(pad, players, pad.next_dealer(players))
    key, typed = look.typed(about, facts)
    way = next(one for one in look.ways(about) if one.key == key)
    values = {name: {field: list(some) for field, some in one.items()} for name, one in typed.items()}
    if len(way.forms) == 1:
        (only,) = way.forms
        shown = await form(here, HOST, message, way.button)
        return said(await submitted(here, HOST, shown, **plain(values[only.key], only)))
    answer = await here.press(HOST, message, way.button)
    for one in way.forms:
        shown = await form(here, HOST, answer.get("message") or {}, one.button)
        answer = await submitted(here, HOST, shown, **plain(values[one.key], one))
    submit = next(label for label in offers(answer) if label in {"Submit", f"Submit: {way.button}"})
    return said(await here.press(HOST, answer.get("message") or {}, submit))


def plain(values: dict[str, list[str]], form: Any) -> dict[str, Any]:
    """The values as a client sends them: a text as it is, what is chosen as a list."""
    texts = {one.key for one in form.fields if hasattr(one, "lines")}
    filled = {one.key: values.get(one.key, []) for one in form.fields}
    return {key: "".join(some) if key in texts else some for key, some in filled.items()}


@pytest.mark.parametrize("game", sorted(LOOKS))
async def test_two_hands_of_every_game_are_told_in_its_forms(game: str) -> None:
    """What is kept is what was told, and what it brought stands on the pad."""
    rng, about = Random(game), kept_for(game)
    async with room() as here:
        lonely = await opened(here, HOST, game)
        alone = about.seats[0] <= 1
        assert ("would play this hand" in text(lonely)) is not alone
        guests = ", ".join(f"Guest {number}" for number in range(1, max(about.seats[0], min(3, about.seats[1]))))
        message = await opened(here, HOST, game, guests=guests)
        for number in range(1, 3):
            pad = await here.services.pads.find(number_of(message))
            facts = possible(pad, rng)
            answer = await tell(here, pad, message, facts)
            assert f"Hand {number} is entered." in answer, (facts, answer)
            pad = await here.services.pads.find(number_of(message))
            assert pad.hands[number].told == facts
            message = await fresh(here, message)
            assert f"{number} hand" in text(message)
            assert buttons(message)
        more = await here.press(HOST, message, "More")
        log = said(await here.press(HOST, more.get("message") or {}, "What was changed"))
        assert log.count("told: ") == 2
        # In the forms' words, never by the names under which it is kept.
        kept = (await here.services.pads.find(number_of(message))).hands[2].told
        assert not [name for name in kept if "_" in name and name in log]
        assert "\\_" not in log
