"""Sheets of every game, filled at random."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.pads.pad import Pad
from bot.ui.pads.sheet import hand_questions
from rules.contract import PadContext, Refusal
from tests.cogs.pads.presenters import PRESENTERS, make_facts
from tests.cogs.pads.sheets import open_form, submit_form
from tests.support.house import House
from tests.support.wire_tables import HOST, find_answer_buttons, response_text


def make_possible_facts(pad: Pad, rng: Random) -> dict[str, Any]:
    """Return what may be told of the next hand, and the rules take."""
    players, dealer = pad.playing, pad.next_dealer(pad.playing)
    about = hand_questions(pad, players, dealer)
    context = PadContext(pad.record.options, len(players), dealer, (0,) * len(players), False)
    while True:
        result = make_facts(pad.record.game, rng, about)
        try:
            pad.game.pad(pad.game.pad_entry(result, context))
        except Refusal:
            continue
        return result


async def enter_facts(house: House, pad: Pad, message: Any, facts: dict[str, Any]) -> str:
    """Tell of a hand by the forms of its game; returns what the last answer says."""
    presenter, players = PRESENTERS[pad.record.game], pad.playing
    about = hand_questions(pad, players, pad.next_dealer(players))
    key, typed = presenter.fill_forms(about, facts)
    way = next(method for method in presenter.ways(about) if method.key == key)
    values = {name: {field: list(some) for field, some in entry.items()} for name, entry in typed.items()}
    answer = await house.press(HOST, message, way.button)
    if not way.forms:
        submit = next(label for label in find_answer_buttons(answer) if label in {"Submit", f"Submit: {way.button}"})
        return response_text(await house.press(HOST, answer.get("message") or {}, submit))
    first, *others = way.forms
    answer = await submit_form(house, HOST, answer, **plain(values[first.key], first))
    for entry_form in others:
        page = await open_form(house, HOST, answer.get("message") or {}, f"Fill in: {entry_form.button}")
        answer = await submit_form(house, HOST, page, **plain(values[entry_form.key], entry_form))
    return response_text(answer)


def plain(values: dict[str, list[str]], form: Any) -> dict[str, Any]:
    """Return the values as a client sends them: a text as it is, what is chosen as a list."""
    texts = {field.key for field in form.fields if hasattr(field, "lines")}
    filled = {field.key: values.get(field.key, []) for field in form.fields}
    return {key: "".join(some) if key in texts else some for key, some in filled.items()}
