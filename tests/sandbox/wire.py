"""Raw requests of the bot to the stand-in, without discord.py, and bodies that Discord takes."""

from __future__ import annotations

import io
import json
from typing import Any, NamedTuple, Self

import aiohttp

from sandbox import Sandbox

Json = dict[str, Any]
V2 = 1 << 15


class Reply(NamedTuple):
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        return self.body["code"]


class GatewayConnection:
    """A raw gateway connection of the bot."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.session = ""
        self.seq = 0

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> Json:
        """Return the next message."""
        message: Json = await self.socket.receive_json(timeout=30)
        self.seq = message["s"] or self.seq
        return message

    async def receive_event(self, name: str) -> Json:
        """Return the data of the next event of this name; pass over what comes before."""
        while (message := await self.receive())["t"] != name:
            pass
        return message["d"]

    async def identify(self, token: str, **fields: Any) -> None:
        await self.send(2, {"token": token, "intents": 1, "properties": {}, **fields})

    async def read_close_code(self) -> int | None:
        """Return the code with which the gateway closes."""
        while (message := await self.socket.receive(timeout=3)).type is aiohttp.WSMsgType.TEXT:
            pass
        assert message.type is aiohttp.WSMsgType.CLOSE
        return message.data


class Wire:
    """The bot's side of the wire."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.session = aiohttp.ClientSession()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()

    @property
    def app(self) -> str:
        return self.sandbox.world.bot["id"]

    @property
    def channel(self) -> str:
        return self.sandbox.people.channel("card-room")["id"]

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: list[tuple[str, bytes]] | None = None,
        token: str | None = None,
    ) -> Reply:
        """Make a request as the bot; return the reply."""
        headers = {"Authorization": f"Bot {self.sandbox.token if token is None else token}"}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{index}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body), "application/json"
        async with self.session.request(method, self.sandbox.api_base + path, data=data, headers=headers) as answer:
            text = await answer.text()
            is_json = answer.headers["Content-Type"] == "application/json"
            return Reply(answer.status, json.loads(text) if is_json else None, dict(answer.headers))

    async def connect(self, query: str = "?v=10&encoding=json") -> GatewayConnection:
        """Return a connection that has received HELLO."""
        connection = GatewayConnection(await self.session.ws_connect(self.sandbox.gateway_url + query))
        if "compress" not in query:
            assert (await connection.receive())["op"] == 10
        return connection

    async def connect_and_identify(self, **fields: Any) -> GatewayConnection:
        """Return a connection that is READY."""
        connection = await self.connect()
        await connection.identify(self.sandbox.token, **fields)
        connection.session = (await connection.receive_event("READY"))["session_id"]
        return connection

    async def send(self, body: Any, **more: Any) -> Reply:
        """Post a message in the card room; return the reply, also where it is refused."""
        return await self.call("POST", f"/channels/{self.channel}/messages", body, **more)

    async def post(self, body: Any, **more: Any) -> Json:
        """Post a message in the card room, which must be accepted; return it."""
        reply = await self.send(body, **more)
        assert reply.status == 200, reply
        return reply.body

    async def register(self, *commands: Json) -> Reply:
        return await self.call("PUT", f"/applications/{self.app}/commands", list(commands))

    async def answer(self, interaction: Json, kind: int, data: Any = None, **more: Any) -> Reply:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        body: Json = {"type": kind} if data is None else {"type": kind, "data": data}
        return await self.call("POST", path, body, **more)

    def webhook(self, interaction: Json, rest: str = "") -> str:
        """Return the path of an interaction's webhook, or of something in it."""
        return f"/webhooks/{self.app}/{interaction['token']}{rest}"


def button(custom_id: str | None = "press", **fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id, **fields}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def select(**fields: Any) -> Json:
    options = [{"label": words, "value": words} for words in ("ace", "king", "queen")]
    return {"type": 3, "custom_id": "choose", "options": options, **fields}


def text(content: str = "A text") -> Json:
    return {"type": 10, "content": content}


def v2(*parts: Json) -> Json:
    return {"flags": V2, "components": list(parts)}


def command(name: str = "voren", **fields: Any) -> Json:
    return {"name": name, "description": "A game", "type": 1, **fields}


def option(name: str = "seats", kind: int = 4, **fields: Any) -> Json:
    return {"name": name, "description": "An option", "type": kind, **fields}
