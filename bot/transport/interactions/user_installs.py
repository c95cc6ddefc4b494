"""Interactions of people who have installed the bot for themselves, in places where the bot is not."""

from __future__ import annotations

from typing import Any, Final

SERVER_INSTALL: Final = "0"
"""The key of a server's install among those that allow an interaction."""

PRIVATE_CHANNEL: Final = 1
"""The type of a channel outside servers."""

NO_SERVER_TEXT: Final = (
    "Use this in a server that I am in. Here you can use `/learn`, `/daily`, `/rules` and `/table mine`."
)
"""For somebody who is in no server, or in one without the bot."""


def remove_absent_server(data: dict[str, Any]) -> None:
    """Let the payload of an interaction in a server without the bot look like one in a private conversation.

    The bot sees nothing of such a server and can post nothing there. So it is treated as no server at all.
    """
    if "guild_id" not in data or SERVER_INSTALL in data["authorizing_integration_owners"]:
        return
    for name in ("guild_id", "guild", "guild_locale"):
        data.pop(name, None)
    data["user"] = data.pop("member")["user"]
    data["channel"] = {"id": data["channel"]["id"], "type": PRIVATE_CHANNEL}
