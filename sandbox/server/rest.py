"""One request of the bot: its body read, faults, limits and permissions met, its handler called, its answer written."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from aiohttp import BodyPartReader, web

from sandbox.server import limits, permissions
from sandbox.server.bodies import Upload
from sandbox.server.errors import (
    ENTITY_TOO_LARGE,
    GENERAL,
    INVALID_JSON,
    METHOD_NOT_ALLOWED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    UNAUTHORIZED,
    UNKNOWN_CHANNEL,
    ApiError,
    Problem,
)
from sandbox.server.faults import Fault, Faults
from sandbox.server.ratelimit import LIMITED, RateLimits
from sandbox.server.recorder import Recorded, RecordedFile, Recorder
from sandbox.server.records import PRIVATE_THREAD, Channel, Interaction, Json, as_object, dumps
from sandbox.server.world import World

log = logging.getLogger(__name__)

PREFIX: Final = "/api/v10"
_SERVER_ERROR: Final = Problem(500, 0, "500: Internal Server Error")
_MAJOR: Final = ("channel_id", "guild_id", "token")
_JSON: Final = "application/json"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")


class Answer(NamedTuple):
    """The answer of a handler: a status and JSON (None: no body; a text is JSON already)."""

    status: int
    body: Any = None


@dataclass(slots=True)
class Call:
    """A request as its handler sees it."""

    world: World
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: list[Upload]
    interaction: Callable[[Interaction], None]
    """Told when an interaction got its first answer."""

    def channel(self, key: str | None = None) -> Channel:
        """Return the channel of the path (or `key`), which the bot must be able to see."""
        channel = self.world.channels.get(key or self.params["channel_id"])
        if channel is None:
            raise ApiError(UNKNOWN_CHANNEL)
        bot = self.world.bot["id"]
        bot_bits = self.world.permissions(bot, channel)
        shut = channel.data["type"] == PRIVATE_THREAD and bot not in channel.members
        if not bot_bits & permissions.VIEW or (shut and not bot_bits & permissions.MANAGE_THREADS):
            raise ApiError(MISSING_ACCESS)
        return channel

    def need(self, channel: Channel, *required: int) -> None:
        """Raise `ApiError` (50013) unless the bot holds every wanted permission in the channel."""
        bot_bits = self.world.permissions(self.world.bot["id"], channel)
        for number in required:
            if not bot_bits & number:
                raise ApiError(MISSING_PERMISSIONS)

    def unarchived(self, channel: Channel) -> None:
        """Raise `ApiError` (50083) if the channel is an archived thread."""
        if channel.archived:
            raise ApiError(THREAD_ARCHIVED)


Handler = Callable[[Call], Awaitable[Answer]]


class Route(NamedTuple):
    """A route: method, path template below `/api/v10`, handler, rate limit bucket, whether it needs the bot's token."""

    method: str
    path: str
    handler: Handler
    bucket: str = "other"
    authorised: bool = True


class Dropped(Exception):
    """The connection is closed without an answer."""


class Rest:
    """Discord's REST API."""

    def __init__(
        self,
        world: World,
        faults: Faults,
        rates: RateLimits,
        recorder: Recorder,
        answered: Callable[[Interaction], None],
    ) -> None:
        self._world = world
        self._faults = faults
        self._rates = rates
        self._recorder = recorder
        self._answered = answered

    def install(self, app: web.Application, routes: list[Route]) -> None:
        """Add the routes to the application, and a plain refusal for all that is none of them."""
        for route in routes:
            app.router.add_route(route.method, PREFIX + route.path, self._handler(route))
        app.router.add_route("*", PREFIX + "/{tail:.*}", self._unknown(routes))

    def _unknown(self, routes: list[Route]) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        patterns = [re.compile(_PARAMETER.sub("[^/]+", route.path)) for route in routes]

        async def unknown(call: Call) -> Answer:
            path = "/" + call.params["tail"]
            problem = METHOD_NOT_ALLOWED if any(pattern.fullmatch(path) for pattern in patterns) else GENERAL
            log.warning("The bot asked for %s, which the sandbox does not have", path)
            raise ApiError(problem)

        return self._handler(Route("*", "/{tail}", unknown, authorised=False))

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._handle(request, route)

        return handle

    async def _handle(self, request: web.Request, route: Route) -> web.StreamResponse:
        params = dict(request.match_info)
        body: Any = None
        uploads: list[Upload] = []
        fault: Fault | None = None
        path = request.path[len(PREFIX) :]
        headers = {"Content-Type": _JSON, "Via": "1.1 google"}
        try:
            if not self._faults.idle:
                fault = self._faults.request(request.method, path)
                if fault is not None and not fault.after:
                    await self._misbehave(fault)
            if request.can_read_body:
                body, uploads = await read_body(request)
            if route.authorised and request.headers.get("Authorization") != f"Bot {self._world.token}":
                raise ApiError(UNAUTHORIZED)
            headers = self._rates.take(route.bucket, _major(params))
            query = dict(request.query) if request.query_string else {}
            answer = await route.handler(Call(self._world, params, query, body, uploads, self._answered))
            if fault is not None and fault.after:
                await self._misbehave(fault)
        except ApiError as error:
            answer = Answer(error.problem.status, error.body())
            if error.retry_after is not None:
                headers = {**headers, "Retry-After": str(error.retry_after), "X-RateLimit-Remaining": "0"}
                headers.setdefault("X-RateLimit-Reset-After", str(error.retry_after))
                headers["X-RateLimit-Scope"] = "global" if error.share else "user"
        except ConnectionResetError:  # the bot did not wait: of this request not even all has come
            return web.Response()
        except Dropped:
            self._record(request, route, body, uploads, Answer(0))
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        except Exception:
            log.exception("The sandbox failed at %s %s", request.method, path)
            answer = Answer(500, {"message": _SERVER_ERROR.message, "code": 0})
        if self._recorder.requests:
            self._record(request, route, body, uploads, answer)
        self._world.stir()
        if answer.body is None:
            return web.Response(status=answer.status, headers={**headers, "Content-Type": "text/html; charset=utf-8"})
        text = answer.body if isinstance(answer.body, str) else dumps(answer.body)
        return web.Response(status=answer.status, body=text.encode(), headers=headers)

    async def _misbehave(self, fault: Fault) -> None:
        if fault.kind == "latency":
            await asyncio.sleep(fault.seconds)
        elif fault.kind == "drop":
            raise Dropped
        elif fault.status == 429:
            raise ApiError(LIMITED, retry_after=fault.seconds, share=fault.share)
        else:
            raise ApiError(Problem(fault.status, fault.code, f"{fault.status}: the sandbox was told to fail"))

    def _record(self, request: web.Request, route: Route, body: Any, uploads: list[Upload], answer: Answer) -> None:
        if not self._recorder.requests:
            return
        alts: dict[str, str] = {}
        inner = as_object(body)
        if "data" in inner and route.bucket == "interaction":
            inner = as_object(inner["data"])
        listed: list[Json] = inner.get("attachments") or []
        for entry in listed:
            if entry.get("description"):
                alts[f"files[{entry.get('id')}]"] = entry["description"]
        files = tuple(
            RecordedFile(upload.field, upload.name, len(upload.body), upload.body, alts.get(upload.field))
            for upload in uploads
        )
        answer_body = answer.body
        if isinstance(answer_body, str):
            answer_body = json.loads(answer_body)
        recorded = Recorded(
            request.method,
            request.path[len(PREFIX) :],
            route.path,
            dict(request.query),
            dict(request.headers),
            body,
            files,
            answer.status,
            answer_body,
        )
        for hook in self._recorder.requests:
            hook(recorded)


def _major(params: dict[str, str]) -> str:
    for name in _MAJOR:
        if name in params:
            return params[name]
    return ""


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the JSON body of a request and its files. Raises `ApiError` (40005, 50109)."""
    if request.content_length is not None and request.content_length > limits.REQUEST_BYTES:
        raise ApiError(ENTITY_TOO_LARGE)
    uploads: list[Upload] = []
    try:
        if not request.content_type.startswith("multipart/"):
            raw = await request.read()
            return (json.loads(raw) if raw else None), uploads
        body: Any = None
        reader = await request.multipart()
        size = 0
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read(decode=False))
            size += len(content)
            if size > limits.REQUEST_BYTES:
                raise ApiError(ENTITY_TOO_LARGE)
            if part.name == "payload_json":
                body = json.loads(content)
            elif part.filename is not None:
                uploads.append(Upload(part.name or "file", part.filename, content))
            elif part.name:
                body = {**as_object(body), part.name: content.decode()}
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiError(ENTITY_TOO_LARGE) from error
    except (ValueError, UnicodeDecodeError) as error:
        raise ApiError(INVALID_JSON) from error
    return body, uploads
