"""A REST proxy as an operator runs one before Discord: it passes requests on, and counts them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from sandbox import Sandbox

DROPPED = {"host", "content-length", "transfer-encoding", "content-encoding", "connection"}
"""Headers that are of one connection."""


@asynccontextmanager
async def run_proxy() -> AsyncGenerator[tuple[str, Callable[[Sandbox], None], list[str]]]:
    """Yield the address, a function that sets where requests go, and the paths of those that passed."""
    base, passed = list[str](), list[str]()

    async def pass_on(request: web.Request) -> web.Response:
        path = request.match_info["path"]
        headers = {name: value for name, value in request.headers.items() if name.lower() not in DROPPED}
        body = await request.read()
        async with session.request(
            request.method, f"{base[-1]}/{path}", params=request.query, headers=headers, data=body
        ) as answer:
            passed.append(path)
            record = {name: value for name, value in answer.headers.items() if name.lower() not in DROPPED}
            return web.Response(status=answer.status, body=await answer.read(), headers=record)

    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/api/v10/{path:.*}", pass_on)
    runner = web.AppRunner(app)
    async with aiohttp.ClientSession() as session:
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            port = runner.addresses[0][1]
            yield f"http://127.0.0.1:{port}/api/v10", lambda sandbox: base.append(sandbox.api_base), passed
        finally:
            await runner.cleanup()
