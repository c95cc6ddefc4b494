"""The page and its API over HTTP, as docs/sandbox.md has it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from sandbox.server.errors import Refused
from sandbox.server.faults import Faults
from sandbox.server.people import People
from sandbox.server.recorder import Recorder
from sandbox.server.records import Json, as_object, dumps
from sandbox.server.world import World

STATIC: Final = Path(__file__).parent / "static"
LISTED: Final = 200
"""How many messages a channel's listing holds unless asked otherwise."""

Act = Callable[[Json], Awaitable[Json]]


class Page:
    """Serves the page's files, its calls and its events."""

    def __init__(self, world: World, people: People, faults: Faults, recorder: Recorder, act: Act) -> None:
        self._world = world
        self._people = people
        self._faults = faults
        self._recorder = recorder
        self._act = act
        self._sockets: dict[str, set[asyncio.Queue[str | None]]] = {}
        world.listeners.append(self._event)

    def install(self, app: web.Application) -> None:
        """Add the routes."""
        router = app.router
        router.add_get("/", self._index)
        router.add_get("/as/{user_id}", self._index)
        router.add_get(r"/static/{name:[a-z-]+\.(?:js|css|svg)}", self._static)
        router.add_get("/sandbox/events", self._events)
        for method, path, call in (
            ("GET", "/users", self._users),
            ("GET", "/state", self._state),
            ("GET", "/channels/{id}/messages", self._messages),
            ("POST", "/command", self._command),
            ("POST", "/autocomplete", self._autocomplete),
            ("POST", "/component", self._component),
            ("POST", "/modal", self._modal),
            ("POST", "/say", self._say),
            ("POST", "/dismiss", self._dismiss),
            ("POST", "/delete", self._delete),
            ("POST", "/users", self._add_user),
            ("POST", "/channels", self._add_channel),
            ("GET", "/faults", self._list_faults),
            ("POST", "/faults", self._change_faults),
        ):
            router.add_route(method, "/sandbox" + path, _answering(call))

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = STATIC / request.match_info["name"]
        if not path.is_file():
            raise web.HTTPNotFound
        # Asked for anew each time (304 if it is the same): modules of two versions would not fit together.
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    # --- events ---------------------------------------------------------------------------------------------------

    def _event(self, user: str, event: str, data: Json) -> None:
        if self._recorder.events:
            self._recorder.event(user, event, data)
        sockets = self._sockets.get(user)
        if sockets:
            text = dumps({"t": event, "d": data})
            for socket in sockets:
                socket.put_nowait(text)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        try:
            if not _same_origin(request):
                raise Refused("Only the sandbox's own page may listen.", 403)
            user = _me(self._people, request)
        except Refused as refused:
            return web.json_response({"error": str(refused)}, status=refused.status)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        waiting: asyncio.Queue[str | None] = asyncio.Queue()
        own_sockets = self._sockets.setdefault(user, set())
        own_sockets.add(waiting)
        writer = asyncio.get_running_loop().create_task(_write(socket, waiting), name="sandbox page events")
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            own_sockets.discard(waiting)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    async def close(self) -> None:
        """End all event streams."""
        for sockets in self._sockets.values():
            for socket in sockets:
                socket.put_nowait(None)

    # --- calls ----------------------------------------------------------------------------------------------------

    async def _users(self, _: web.Request, __: Json) -> Json:
        return {"users": list(self._world.users.values())}

    async def _state(self, request: web.Request, _: Json) -> Json:
        return self._people.state(_me(self._people, request))

    async def _messages(self, request: web.Request, _: Json) -> Json:
        limit = request.query.get("limit", "")
        count = int(limit) if limit.isdigit() else LISTED
        after = request.query.get("ephemeral_after", "")
        after = after if after.isdigit() else None
        user, channel = _me(self._people, request), request.match_info["id"]
        return {"messages": self._people.messages(user, channel, count, after)}

    async def _command(self, request: web.Request, body: Json) -> Any:
        user = _me(self._people, request)
        return await self._people.command(user, body["channel_id"], body["name"], body.get("options"))

    async def _autocomplete(self, request: web.Request, body: Json) -> Json:
        user = _me(self._people, request)
        options = as_object(body.get("options"))
        choices = await self._people.autocomplete(user, body["channel_id"], body["name"], options, body["focused"])
        return {"choices": choices}

    async def _component(self, request: web.Request, body: Json) -> Any:
        user = _me(self._people, request)
        message = self._people.message(user, body["message_id"])
        return await self._people.click(user, message, body["custom_id"], body.get("values"))

    async def _modal(self, request: web.Request, body: Json) -> Any:
        user = _me(self._people, request)
        return await self._people.modal(user, body["interaction_id"], body.get("values") or {})

    async def _say(self, request: web.Request, body: Json) -> Json:
        return {"message": self._people.say(_me(self._people, request), body["channel_id"], str(body["content"]))}

    async def _dismiss(self, request: web.Request, body: Json) -> Json:
        self._people.dismiss(_me(self._people, request), str(body["message_id"]))
        return {}

    async def _delete(self, request: web.Request, body: Json) -> Json:
        user = _me(self._people, request)
        if "message_id" in body:
            self._people.delete(user, str(body["message_id"]))
        else:
            self._people.delete_channel(user, body["channel_id"])
        return {}

    async def _add_user(self, _: web.Request, body: Json) -> Json:
        return {"user": self._people.add_user(str(body["name"]))}

    async def _add_channel(self, _: web.Request, body: Json) -> Json:
        return {"channel": self._people.add_channel(str(body["name"]), int(body.get("server", 0)))}

    async def _list_faults(self, _: web.Request, __: Json) -> Json:
        return {"faults": self._faults.list()}

    async def _change_faults(self, _: web.Request, body: Json) -> Json:
        return await self._act(body)


def _same_origin(request: web.Request) -> bool:
    """Whether a call comes from the page itself (or from no browser): other sites may not act here."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def _me(people: People, request: web.Request) -> str:
    user = request.query.get("as")
    if not user:
        raise Refused("Say who you are: ?as=USER_ID.", 401)
    return people.user(user)["id"]


async def _write(socket: web.WebSocketResponse, waiting: asyncio.Queue[str | None]) -> None:
    with contextlib.suppress(ConnectionError):
        while (text := await waiting.get()) is not None:
            await socket.send_str(text)
        await socket.close(code=1001)


def _answering(
    call: Callable[[web.Request, Json], Awaitable[Any]],
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            if not _same_origin(request):
                raise Refused("Only the sandbox's own page may call this.", 403)
            body: Any = {}
            if request.method == "POST":
                body = json.loads(await request.read() or b"{}")
                if not isinstance(body, dict):
                    raise Refused("The body is a JSON object.")
            result = await call(request, as_object(body))
        except Refused as refused:
            return web.json_response({"error": str(refused)}, status=refused.status)
        except KeyError as missing:
            return web.json_response({"error": f"The body needs {missing}."}, status=400)
        except ValueError:
            return web.json_response({"error": "The body is no JSON."}, status=400)
        return web.Response(body=dumps(result).encode(), headers={"Content-Type": "application/json"})

    return answer
