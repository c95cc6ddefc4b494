"""Club nights over the wire: begun, and their messages found."""

from __future__ import annotations

from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import HOST


async def begin_night(house: House, who: str = HOST, name: str = "Friday club") -> Json:
    """Begin a night; return its message."""
    answer = await house.command(who, "night begin", name=name)
    assert answer["state"] == "message", answer
    return answer.get("message") or {}


def night_of(message: Json) -> int:
    """Return a night's number, from its message."""
    return int(buttons(message)["More"].split(":")[2])


async def wait_for_night_message(house: House, number: int, *words: str) -> Json:
    """Return the night's message, once it says all this."""

    async def find_message() -> Json | None:
        record = await house.store.nights.night(number)
        assert record is not None
        message = house.sandbox.world.messages.get(str(record.message))
        return message.data if message is not None and all(word in text(message.data) for word in words) else None

    try:
        message: Json = await house.until(find_message)
    except TimeoutError:
        record = await house.store.nights.night(number)
        raise AssertionError(text(house.sandbox.world.messages[str(record and record.message)].data)) from None
    return message
