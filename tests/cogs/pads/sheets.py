"""Pads over the wire: opened, filled in and looked at as people do it."""

from __future__ import annotations

from typing import Any

from data.tables.work import WorkKind
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json, buttons
from tests.support.wire_tables import response_text

CHANNEL = "card-room"


async def opened(here: House, who: str, game: str = "free", **options: Any) -> Json:
    """The message of a new pad."""
    wins = {"wins": "most"} if game == "free" else {}
    answer = await here.sandbox.people.command(who, CHANNEL, "pad new", {"game": game, **wins, **options})
    assert answer["state"] == "message", answer
    return answer.get("message") or {}


def number_of(message: Json) -> int:
    """The number of a pad, from its message."""
    return int(buttons(message)["More"].split(":")[2])


async def fresh(here: House, message: Json) -> Json:
    """A pad's message once it shows the last change."""
    pad = number_of(message)

    async def posted() -> bool:
        return (await here.services.pads.find(pad)).record.message is not None

    await here.until(posted)
    await here.settled(WorkKind.PAD_BOARD)
    record = (await here.services.pads.find(pad)).record
    return here.sandbox.world.messages[str(record.message)].data


async def form(here: House, who: str, message: Json, label: str) -> Outcome:
    """The form that a button opens."""
    answer = await here.press(who, message, label)
    assert answer["state"] == "modal", response_text(answer)
    return answer


async def submitted(here: House, who: str, form: Outcome, **values: Any) -> Outcome:
    """What a filled-in form is answered with."""
    answer = await here.sandbox.people.modal(who, form["interaction_id"], values)
    assert answer["state"] in {"update", "message"}, answer
    return answer


async def entered(here: House, who: str, message: Json, label: str, **values: Any) -> Outcome:
    """Open the form of a new hand, and submit it."""
    return await submitted(here, who, await form(here, who, message, label), **values)


async def chosen(here: House, who: str, outcome: Outcome, verb: str, *values: str) -> Outcome:
    """Choose in the select of a verb."""
    message = outcome.get("message") or {}
    ids = [number for number in _ids(message.get("components", [])) if number.startswith(f"eh:{verb}:")]
    assert ids, response_text(outcome)
    return await here.click(who, message, ids[0], list(values))


def _ids(parts: list[Json]) -> list[str]:
    names: list[str] = []
    for part in parts:
        if "custom_id" in part:
            names.append(part["custom_id"])
        names += _ids(part.get("components", []))
    return names
