"""The gateway, heard without discord.py."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import pytest
from discord.utils import _ActiveDecompressionContext

from sandbox import Sandbox
from sandbox.server import limits
from tests.sandbox.wire import Wire, command


async def test_ready_and_the_server(wire: Wire, sandbox: Sandbox) -> None:
    ear = await wire.connect()
    await ear.send(1, None)
    assert (await ear.hear())["op"] == 11
    await ear.identify(sandbox.token, shard=[0, 1])
    ready = await ear.event("READY")
    assert ready["user"]["id"] == wire.app
    assert ready["resume_gateway_url"] == sandbox.gateway_url
    assert ready["guilds"] == [{"id": sandbox.world.guild_id, "unavailable": True}]
    guild = await ear.event("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == ["card-room", "parlour"]
    assert [member["user"]["id"] for member in guild["members"]] == [wire.app]
    assert sandbox.bot_online
    reply = await wire.call("GET", "/gateway/bot")
    assert (reply.body["url"], reply.body["shards"]) == (sandbox.gateway_url, 1)


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": -1}, 4013),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (2, "nonsense", 4002),
        (3, {}, 4003),
        (6, {"token": "wrong", "session_id": "x", "seq": 0}, 4004),
        (42, None, 4001),
    ],
)
async def test_close_codes(wire: Wire, sandbox: Sandbox, op: int, data: Any, code: int) -> None:
    ear = await wire.connect()
    if isinstance(data, dict) and op == 2:
        data = {"token": sandbox.token, **data}
    await ear.send(op, data)
    assert await ear.code() == code


async def test_more_close_codes(wire: Wire, sandbox: Sandbox) -> None:
    ear = await wire.connect()
    await ear.socket.send_str("no JSON")
    assert await ear.code() == 4002
    ear = await wire.identified()
    await ear.identify(sandbox.token)
    assert await ear.code() == 4005
    ear = await wire.connect()
    for _ in range(limits.GATEWAY_SENDS + 1):
        await ear.send(1, None)
    assert await ear.code() == 4008
    ear = await wire.connect()
    await ear.send(2, {"token": sandbox.token, "intents": 1, "padding": "x" * 4096})
    assert await ear.code() == 4002


async def test_a_resume_replays_in_order_what_was_missed(wire: Wire, sandbox: Sandbox) -> None:
    ear = await wire.identified()
    await ear.event("GUILD_CREATE")
    await sandbox.gateway.drop("abort")
    await sandbox.people.until(lambda: not sandbox.bot_online)
    for name in ("first", "second", "third"):
        sandbox.people.add_channel(name)
    again = await wire.connect()
    await again.send(6, {"token": sandbox.token, "session_id": ear.session, "seq": ear.seq})
    heard = [await again.hear() for _ in range(4)]
    assert [entry["t"] for entry in heard] == ["CHANNEL_CREATE"] * 3 + ["RESUMED"]
    assert [entry["d"]["name"] for entry in heard[:3]] == ["first", "second", "third"]
    assert [entry["s"] for entry in heard] == list(range(ear.seq + 1, ear.seq + 5))
    sandbox.people.add_channel("fourth")
    assert (await again.event("CHANNEL_CREATE"))["name"] == "fourth"


async def test_sessions_that_cannot_be_resumed(wire: Wire, sandbox: Sandbox) -> None:
    ear = await wire.identified()
    await sandbox.gateway.drop()
    for session, seq in (("nobody", 1), (ear.session, 99), (ear.session, None)):
        again = await wire.connect()
        await again.send(6, {"token": sandbox.token, "session_id": session, "seq": seq})
        message = await again.hear()
        assert (message["op"], message["d"]) == (9, False)
        await again.identify(sandbox.token)
        assert (await again.event("READY"))["session_id"] != ear.session
    sandbox.advance(limits.RESUME_SECONDS + 1)
    again = await wire.connect()
    await again.send(6, {"token": sandbox.token, "session_id": ear.session, "seq": ear.seq})
    assert (await again.hear())["op"] == 9


async def test_only_the_servers_own_shard_hears_of_it(wire: Wire, sandbox: Sandbox) -> None:
    own_seat = (int(sandbox.world.guild_id) >> 22) % 2
    right, wrong = await wire.connect(), await wire.connect()
    await right.identify(sandbox.token, shard=[own_seat, 2])
    await wrong.identify(sandbox.token, shard=[1 - own_seat, 2])
    assert (await right.event("READY"))["guilds"]
    assert not (await wrong.event("READY"))["guilds"]
    sandbox.people.add_channel("new")
    assert (await right.event("CHANNEL_CREATE"))["name"] == "new"
    await wrong.send(1, None)
    assert (await wrong.hear())["op"] == 11


async def test_messages_need_an_intent(wire: Wire, sandbox: Sandbox) -> None:
    deaf, hearing = await wire.identified(intents=1), await wire.identified(intents=1 | 1 << 9)
    sandbox.people.say("Ada", "card-room", "A secret")
    posted = await wire.posted({"content": "Said by the bot"})
    message = await hearing.event("MESSAGE_CREATE")
    assert (message["author"]["global_name"], message["content"], message["guild_id"]) == (
        "Ada",
        "",
        sandbox.world.guild_id,
    )
    assert (await hearing.event("MESSAGE_CREATE"))["content"] == "Said by the bot"
    await wire.call("DELETE", f"/channels/{wire.channel}/messages/{posted['id']}")
    assert (await hearing.event("MESSAGE_DELETE"))["id"] == posted["id"]
    sandbox.people.add_channel("new")
    await deaf.event("GUILD_CREATE")
    assert (await deaf.hear())["t"] == "CHANNEL_CREATE"


async def test_zlib_stream(wire: Wire, sandbox: Sandbox) -> None:
    ear = await wire.connect("?v=10&encoding=json&compress=zlib-stream")
    stream = zlib.decompressobj()

    async def hear() -> Any:
        message = await ear.socket.receive(timeout=3)
        assert message.type is aiohttp.WSMsgType.BINARY
        assert message.data.endswith(b"\x00\x00\xff\xff")
        return json.loads(stream.decompress(message.data))

    assert (await hear())["op"] == 10
    await ear.identify(sandbox.token)
    assert (await hear())["t"] == "READY"
    assert (await hear())["t"] == "GUILD_CREATE"


async def test_zstd_stream_where_there_is_one(wire: Wire) -> None:
    ear = await wire.connect("?v=10&encoding=json&compress=zstd-stream")
    message = await ear.socket.receive(timeout=3)
    if _ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream":
        assert json.loads(_ActiveDecompressionContext().decompress(message.data) or "")["op"] == 10
    else:
        # Neither Python 3.14 nor the package zstandard: then discord.py never asks for it either.
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 4012)


async def test_an_interaction_may_come_late_or_twice(wire: Wire, sandbox: Sandbox) -> None:
    await wire.register(command())
    ear = await wire.identified()
    sandbox.faults.add("delay", seconds=0.2)
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren"))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(ear.event("INTERACTION_CREATE"), 0.1)
    ear = await wire.identified()
    message = await ear.event("INTERACTION_CREATE")
    await wire.answer(message, 4, {"content": "x"})
    assert (await outcome)["state"] == "message"
    sandbox.faults.add("twice", seconds=0.01)
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren"))
    first, second = await ear.event("INTERACTION_CREATE"), await ear.event("INTERACTION_CREATE")
    assert first == second
    outcome.cancel()
