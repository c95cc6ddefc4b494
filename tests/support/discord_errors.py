"""Errors of Discord as discord.py raises them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord


def make_refusal(code: int, status: int = 400) -> discord.HTTPException:
    """Return the refusal of a request, with an error code of Discord's API."""
    response: Any = SimpleNamespace(status=status, reason="refused")
    return discord.HTTPException(response, {"code": code, "message": ""})


def make_outage() -> discord.DiscordServerError:
    """Return the answer 503 of a server that is away."""
    response: Any = SimpleNamespace(status=503, reason="away")
    return discord.DiscordServerError(response, None)
