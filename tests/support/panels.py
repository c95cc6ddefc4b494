"""The panels of settings over the wire."""

from __future__ import annotations

from typing import Any

from bot.ui.settings.guild_settings import GROUP_LABELS, GROUPS
from tests.support.house import House
from tests.support.messages import Json, text
from tests.support.wire_tables import BYSTANDER, CHANNEL, MODERATOR, is_private, response_text


async def panel(house: House, who: str = MODERATOR, group: str | None = None) -> Json:
    """Return the answer to the command, or the page of a group of settings behind it."""
    answer = await house.command(who, "settings server", CHANNEL)
    assert is_private(answer)
    if group is not None:
        answer = await house.press(who, answer.get("message") or {}, GROUP_LABELS[group])
    return answer.get("message") or {}


async def choose(house: House, setting: str, *values: Any) -> str:
    """Choose as somebody who manages the server; return what they and others read then."""
    message = await panel(house, group=GROUPS[setting])
    answer = await house.click(MODERATOR, message, f"eh:set_server_setting:{setting}", [str(value) for value in values])
    assert answer["state"] == "update"
    return f"{response_text(answer)}\n{text(await panel(house, BYSTANDER))}"


def guild(house: House) -> int:
    """Return the server's number."""
    return int(house.sandbox.world.guild_id)
