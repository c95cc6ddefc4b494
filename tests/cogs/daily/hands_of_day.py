"""Hands of the day over the wire: tries at them, and the channel of their rankings."""

from __future__ import annotations

from tests.cogs.tries import wait_for_message
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import CHANNEL, HOST

BEGIN_BUTTON = "Begin my try"

MOVE_VERBS = ("make_move", "make_ready_move", "confirm_move_form", "deal_next_hand")
"""Buttons that go on with a hand."""

MOST_PRESSES = 60
"""More decisions than a day's hand asks of anybody."""


async def begin_try(house: House, who: str = HOST, game: str = "voren") -> Json:
    """Begin a try at a hand of the day; return its message."""
    answer = await house.command(who, "daily", channel=CHANNEL, game=game)
    return await wait_for_message(house, who, await house.press(who, answer.get("message") or {}, BEGIN_BUTTON))


def list_move_labels(message: Json) -> list[str]:
    """Return the labels of buttons that go on with a hand."""
    return [label for label, custom_id in buttons(message).items() if custom_id.split(":")[1] in MOVE_VERBS]


async def play_try(house: House, message: Json, who: str = HOST, most: int = MOST_PRESSES) -> list[str]:
    """Press the first move until the try is over; return the texts of the messages on the way."""
    texts = [text(message)]
    while (labels := list_move_labels(message)) and len(texts) <= most:
        message = await wait_for_message(house, who, await house.press(who, message, labels[0]))
        texts.append(text(message))
    return texts


async def name_daily_channel(house: House) -> None:
    """Let the server have its rankings in the room.

    Tolerate that hand messages cannot be edited once the clock is set forward.
    """
    house.tolerate = lambda request: request.status == 401
    guild, channel = int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"])
    await house.services.guild_settings.change(guild, daily_channel=channel)
