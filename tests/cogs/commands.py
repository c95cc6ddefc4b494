"""Slash commands, of which an option may be called `name`."""

from __future__ import annotations

from typing import Any

from sandbox import Outcome
from tests.support.house import House
from tests.support.wire_tables import CHANNEL


async def use_command(house: House, who: str, command: str, channel: str = CHANNEL, **options: Any) -> Outcome:
    """Use a slash command with these options; return the answer."""
    return await house.sandbox.people.command(who, channel, command, options)
