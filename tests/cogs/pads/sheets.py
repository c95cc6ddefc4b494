"""Pads over the wire, opened and filled in as people do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from data.tables.work import WorkKind
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json, a_file, buttons, components, text
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, response_text


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


async def wait_for_only_message(house: House, list_messages: Callable[[House], list[Json]], *words: str) -> Json:
    """Return the one message that `list_messages` lists, once it says all this."""

    def find_message() -> Json | None:
        matches = list_messages(house)
        return matches[0] if len(matches) == 1 and all(word in text(matches[0]) for word in words) else None

    message: Json = await house.until(find_message)
    return message


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
    """Choose in the select of a verb below an answer; return the answer to that."""
    return await choose_in_message(house, who, outcome.get("message") or {}, verb, *values)


async def choose_in_message(house: House, who: str, message: Json, verb: str, *values: str) -> Outcome:
    """Choose in the select of a verb in a message; return the answer."""
    custom_ids = [component.get("custom_id", "") for component in components(message)]
    selects = [custom_id for custom_id in custom_ids if custom_id.startswith(f"eh:{verb}:")]
    assert selects, text(message)
    return await house.click(who, message, selects[0], list(values))


async def finish_pad(house: House, message: Json) -> str:
    """Finish a pad as its host; return the words of the answer."""
    more = await house.press(HOST, await wait_for_pad_message(house, message), "More")
    question = await house.press(HOST, more.get("message") or {}, "Finish pad")
    return response_text(await house.press(HOST, question.get("message") or {}, "Finish pad"))


async def export_pad(house: House, message: Json) -> dict[str, bytes]:
    """Export a pad as somebody who only looks; return its files by their endings."""
    more = await house.press(BYSTANDER, await wait_for_pad_message(house, message), "More")
    answer = await house.press(BYSTANDER, more.get("message") or {}, "Export")
    files = await house.files(answer.get("message") or {})
    return {name.rpartition(".")[2]: data for name, data in files.items()}


async def import_file(house: House, who: str, data: bytes, filename: str = "pad.csv", **more: Any) -> Outcome:
    """Import a file by command; return the answer that comes at last."""
    options = {"file": a_file(filename, data), **more}
    answer = await house.sandbox.people.command(who, CHANNEL, "pad import", options)
    if answer["state"] != "deferred":
        return answer
    message = answer.get("message") or {}

    def find_answer() -> Outcome | None:
        messages = house.sandbox.people.messages(who, CHANNEL)
        new = [item for item in messages if int(item["id"]) >= int(message["id"]) and not item["flags"] & 128]
        return {**answer, "message": new[-1]} if new else None

    result: Outcome = await house.until(find_answer)
    return result
