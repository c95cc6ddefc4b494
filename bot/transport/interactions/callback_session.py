"""The HTTP session of first answers to interactions."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.common.metrics import count_requests


class CallbackSession:
    """Sends callbacks on discord.py's own connections; they count towards no rate limit."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._session: aiohttp.ClientSession | None = None

    async def send(
        self, interaction: discord.Interaction[Any], kind: int, data: dict[str, Any] | None, *, read: bool
    ) -> Any:
        """Send a callback; with `read`, return Discord's answer. Raises as discord.py does."""
        session = self._open_session()
        if session.closed:  # aiohttp would raise what says nothing
            raise aiohttp.ClientConnectionError("the bot has stopped")
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction.id,
            webhook_token=interaction.token,
        )
        return await async_context.get().request(
            route,
            session,
            payload={"type": kind} if data is None else {"type": kind, "data": data},
            proxy=self._client.http.proxy,
            proxy_auth=self._client.http.proxy_auth,
            params={"with_response": "true"} if read else None,
        )

    def _open_session(self) -> aiohttp.ClientSession:
        """Return the session of callbacks, opened at its first use."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=self._client.http.connector,
                connector_owner=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[count_requests(aiohttp.TraceConfig())],
            )
        return self._session

    async def close(self) -> None:
        """Close the session; callbacks fail from then on."""
        if self._session is not None:
            await self._session.close()
