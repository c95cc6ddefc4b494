"""Pads over the wire: opened, filled in and looked at as people do it."""

from __future__ import annotations

from typing import Any

from data.tables.work import WorkKind
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json, buttons
from tests.support.wire_tables import response_text

CHANNEL = "card-room"


async def open_pad(house: House, who: str, game: str = "free", **options: Any) -> Json:
    """Open a pad; return its message."""
    wins = {"wins": "most"} if game == "free" else {}
    answer = await house.sandbox.people.command(who, CHANNEL, "pad new", {"game": game, **wins, **options})
    assert answer["state"] == "message", answer
    return answer.get("message") or {}


def number_of(message: Json) -> int:
    """Return the number of a pad, from its message."""
    return int(buttons(message)["More"].split(":")[2])


async def wait_for_pad_message(house: House, message: Json) -> Json:
    """Return a pad's message once it shows the last change."""
    pad = number_of(message)

    async def is_posted() -> bool:
        return (await house.services.pads.find(pad)).record.message is not None

    await house.until(is_posted)
    await house.wait_until_settled(WorkKind.PAD_BOARD)
    record = (await house.services.pads.find(pad)).record
    return house.sandbox.world.messages[str(record.message)].data


async def open_form(house: House, who: str, message: Json, label: str) -> Outcome:
    """Press a button that opens a form; return the form."""
    answer = await house.press(who, message, label)
    assert answer["state"] == "modal", response_text(answer)
    return answer


async def submit_form(house: House, who: str, form: Outcome, **values: Any) -> Outcome:
    """Submit a filled-in form; return its answer."""
    answer = await house.sandbox.people.modal(who, form["interaction_id"], values)
    assert answer["state"] in {"update", "message"}, answer
    return answer


async def enter_hand(house: House, who: str, message: Json, label: str, **values: Any) -> Outcome:
    """Open the form of a new hand, and submit it."""
    return await submit_form(house, who, await open_form(house, who, message, label), **values)


async def choose_in_select(house: House, who: str, outcome: Outcome, verb: str, *values: str) -> Outcome:
    """Choose in the select of a verb; return the answer."""
    message = outcome.get("message") or {}
    ids = [
        custom_id
        for custom_id in _list_custom_ids(message.get("components", []))
        if custom_id.startswith(f"eh:{verb}:")
    ]
    assert ids, response_text(outcome)
    return await house.click(who, message, ids[0], list(values))


def _list_custom_ids(parts: list[Json]) -> list[str]:
    custom_ids: list[str] = []
    for part in parts:
        if "custom_id" in part:
            custom_ids.append(part["custom_id"])
        custom_ids += _list_custom_ids(part.get("components", []))
    return custom_ids
