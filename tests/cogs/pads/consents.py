"""Members added to pads over the wire: the message that asks them, and what each is told."""

from __future__ import annotations

from tests.cogs.pads.sheets import choose_in_select, wait_for_only_message, wait_for_pad_message
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import HOST, response_text

VIEW_CHANNEL = 1 << 10
"""The permission to see a channel."""


async def add_members(house: House, pad: Json, *names: str) -> str:
    """Add members to a pad as its keeper; return the words of the answer."""
    message = await wait_for_pad_message(house, pad)
    panel = await house.press(HOST, message, "Add players" if "Add players" in buttons(message) else "Players")
    return response_text(
        await choose_in_select(house, HOST, panel, "add_pad_members", *[user(house, name) for name in names])
    )


def list_questions(house: House) -> list[Json]:
    """Return the public messages that ask people, or asked them, oldest first."""
    public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
    return [
        message
        for message in public
        if "Do you play there" in text(message) or "Are you " in text(message) or " joined." in text(message)
    ]


async def wait_for_question(house: House, *words: str) -> Json:
    """Return the one message that asks people, once it says all this."""
    return await wait_for_only_message(house, list_questions, *words)


def hide_channel(house: House, pad: Json, *names: str) -> None:
    """Let these people not see the pad's channel."""
    channel = house.sandbox.world.channels[pad["channel_id"]]
    channel.data["permission_overwrites"] = [
        {"id": user(house, name), "type": 1, "allow": "0", "deny": str(VIEW_CHANNEL)} for name in names
    ]
    house.sandbox.world.channel_updated(channel)


async def wait_for_private_message(house: House, who: str, words: str, channel: str = "card-room") -> Json:
    """Return the newest message with these words that somebody alone sees."""

    def find_message() -> Json | None:
        messages = house.sandbox.people.messages(who, channel)
        return next((item for item in reversed(messages) if words in text(item)), None)

    message: Json = await house.until(find_message)
    assert message["flags"] & 64
    return message
