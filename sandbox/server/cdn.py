"""Files: attachments, the application's emojis, and avatars."""

from __future__ import annotations

import mimetypes
from html import escape
from typing import Final

from aiohttp import web

from sandbox.server.world import World

_COLOURS: Final = ("#2f6f4f", "#8a3b3b", "#3b5b8a", "#8a6a2f", "#6a3b8a", "#2f7a7a", "#7a4a2f", "#4a4a4a")
_SHOWN: Final = ("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain")


class Cdn:
    """Serves what the store keeps."""

    def __init__(self, world: World) -> None:
        self._world = world

    def install(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/cdn/attachments/{channel}/{key}/{name}", self._attachment)
        app.router.add_get(r"/cdn/emojis/{key:\d+}{extension:(\.\w+)?}", self._emoji)
        app.router.add_get(r"/cdn/avatars/{key:\d+}{extension:(\.\w+)?}", self._avatar)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        # Nothing that a browser would run is served as such.
        return await self._file(request, kind if kind in _SHOWN else "application/octet-stream")

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        return await self._file(request, None)

    async def _file(self, request: web.Request, kind: str | None) -> web.StreamResponse:
        body = await self._world.store.file(request.match_info["key"])
        if body is None:
            raise web.HTTPNotFound
        if kind is None:
            kind = _sniff(body)
        headers = {"Cache-Control": "private, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=body, content_type=kind, headers=headers)

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        user = self._world.users.get(request.match_info["key"])
        if user is None:
            raise web.HTTPNotFound
        letter = escape((user["global_name"] or user["username"])[:1])
        colour = _COLOURS[int(user["id"]) % len(_COLOURS)]
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
            f'<rect width="64" height="64" rx="32" fill="{colour}"/>'
            '<text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#fff">'
            f"{letter}</text></svg>"
        )
        return web.Response(text=picture, content_type="image/svg+xml")


def _sniff(body: bytes) -> str:
    if body.startswith(b"\x89PNG"):
        return "image/png"
    if body.startswith(b"GIF8"):
        return "image/gif"
    if body[8:12] == b"WEBP":
        return "image/webp"
    return "image/jpeg" if body.startswith(b"\xff\xd8") else "application/octet-stream"
