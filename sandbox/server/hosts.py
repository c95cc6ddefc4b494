"""Who may talk to the stand-in: programs and pages of this machine, which call it by one of its own names.

A page of another site can make a browser send requests to 127.0.0.1, under a name of its own that it lets point there
(DNS rebinding). Its requests carry that name in `Host`, so whatever is not a name of this machine is refused.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

OURS: Final = frozenset(("127.0.0.1", "localhost", "::1"))


def is_ours(host: str) -> bool:
    """Whether the value of a `Host` header names this machine, with any port or none."""
    try:
        return urlsplit(f"//{host}").hostname in OURS
    except ValueError:
        return False


@web.middleware
async def only_ours(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer 403 to every request that calls this machine by another name."""
    if not is_ours(request.headers.get("Host", "")):
        return web.Response(status=403, text="This stand-in answers to 127.0.0.1 and localhost alone.\n")
    return await handler(request)
