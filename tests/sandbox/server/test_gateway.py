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
    connection = await wire.connect()
    await connection.send(1, None)
    assert (await connection.receive())["op"] == 11
    await connection.identify(sandbox.token, shard=[0, 1])
    ready = await connection.receive_event("READY")
    assert ready["user"]["id"] == wire.app
    assert ready["resume_gateway_url"] == sandbox.gateway_url
    assert ready["guilds"] == [{"id": sandbox.world.guild_id, "unavailable": True}]
    guild = await connection.receive_event("GUILD_CREATE")
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
    connection = await wire.connect()
    if isinstance(data, dict) and op == 2:
        data = {"token": sandbox.token, **data}
    await connection.send(op, data)
    assert await connection.read_close_code() == code


async def test_more_close_codes(wire: Wire, sandbox: Sandbox) -> None:
    connection = await wire.connect()
    await connection.socket.send_str("no JSON")
    assert await connection.read_close_code() == 4002
    connection = await wire.connect_and_identify()
    await connection.identify(sandbox.token)
    assert await connection.read_close_code() == 4005
    connection = await wire.connect()
    for _ in range(limits.GATEWAY_SENDS + 1):
        await connection.send(1, None)
    assert await connection.read_close_code() == 4008
    connection = await wire.connect()
    await connection.send(2, {"token": sandbox.token, "intents": 1, "padding": "x" * 4096})
    assert await connection.read_close_code() == 4002


async def test_a_resume_replays_in_order_what_was_missed(wire: Wire, sandbox: Sandbox) -> None:
    connection = await wire.connect_and_identify()
    await connection.receive_event("GUILD_CREATE")
    await sandbox.gateway.drop("abort")
    await sandbox.people.until(lambda: not sandbox.bot_online)
    for name in ("first", "second", "third"):
        sandbox.people.add_channel(name)
    resumed = await wire.connect()
    await resumed.send(6, {"token": sandbox.token, "session_id": connection.session, "seq": connection.seq})
    events = [await resumed.receive() for _ in range(4)]
    assert [entry["t"] for entry in events] == ["CHANNEL_CREATE"] * 3 + ["RESUMED"]
    assert [entry["d"]["name"] for entry in events[:3]] == ["first", "second", "third"]
    assert [entry["s"] for entry in events] == list(range(connection.seq + 1, connection.seq + 5))
    sandbox.people.add_channel("fourth")
    assert (await resumed.receive_event("CHANNEL_CREATE"))["name"] == "fourth"


async def test_sessions_that_cannot_be_resumed(wire: Wire, sandbox: Sandbox) -> None:
    connection = await wire.connect_and_identify()
    await sandbox.gateway.drop()
    for session, seq in (("nobody", 1), (connection.session, 99), (connection.session, None)):
        resumed = await wire.connect()
        await resumed.send(6, {"token": sandbox.token, "session_id": session, "seq": seq})
        message = await resumed.receive()
        assert (message["op"], message["d"]) == (9, False)
        await resumed.identify(sandbox.token)
        assert (await resumed.receive_event("READY"))["session_id"] != connection.session
    sandbox.advance(limits.RESUME_SECONDS + 1)
    resumed = await wire.connect()
    await resumed.send(6, {"token": sandbox.token, "session_id": connection.session, "seq": connection.seq})
    assert (await resumed.receive())["op"] == 9


async def test_only_the_servers_own_shard_hears_of_it(wire: Wire, sandbox: Sandbox) -> None:
    shard = (int(sandbox.world.guild_id) >> 22) % 2
    own_shard, other_shard = await wire.connect(), await wire.connect()
    await own_shard.identify(sandbox.token, shard=[shard, 2])
    await other_shard.identify(sandbox.token, shard=[1 - shard, 2])
    assert (await own_shard.receive_event("READY"))["guilds"]
    assert not (await other_shard.receive_event("READY"))["guilds"]
    sandbox.people.add_channel("new")
    assert (await own_shard.receive_event("CHANNEL_CREATE"))["name"] == "new"
    await other_shard.send(1, None)
    assert (await other_shard.receive())["op"] == 11


async def test_messages_need_an_intent(wire: Wire, sandbox: Sandbox) -> None:
    without_intent, with_intent = (
        await wire.connect_and_identify(intents=1),
        await wire.connect_and_identify(intents=1 | 1 << 9),
    )
    sandbox.people.say("Ada", "card-room", "A secret")
    posted = await wire.post({"content": "Said by the bot"})
    message = await with_intent.receive_event("MESSAGE_CREATE")
    assert (message["author"]["global_name"], message["content"], message["guild_id"]) == (
        "Ada",
        "",
        sandbox.world.guild_id,
    )
    assert (await with_intent.receive_event("MESSAGE_CREATE"))["content"] == "Said by the bot"
    await wire.call("DELETE", f"/channels/{wire.channel}/messages/{posted['id']}")
    assert (await with_intent.receive_event("MESSAGE_DELETE"))["id"] == posted["id"]
    sandbox.people.add_channel("new")
    await without_intent.receive_event("GUILD_CREATE")
    assert (await without_intent.receive())["t"] == "CHANNEL_CREATE"


async def test_zlib_stream(wire: Wire, sandbox: Sandbox) -> None:
    connection = await wire.connect("?v=10&encoding=json&compress=zlib-stream")
    stream = zlib.decompressobj()

    async def receive() -> Any:
        message = await connection.socket.receive(timeout=3)
        assert message.type is aiohttp.WSMsgType.BINARY
        assert message.data.endswith(b"\x00\x00\xff\xff")
        return json.loads(stream.decompress(message.data))

    assert (await receive())["op"] == 10
    await connection.identify(sandbox.token)
    assert (await receive())["t"] == "READY"
    assert (await receive())["t"] == "GUILD_CREATE"


async def test_zstd_stream_where_there_is_one(wire: Wire) -> None:
    connection = await wire.connect("?v=10&encoding=json&compress=zstd-stream")
    message = await connection.socket.receive(timeout=3)
    if _ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream":
        assert json.loads(_ActiveDecompressionContext().decompress(message.data) or "")["op"] == 10
    else:
        # Neither Python 3.14 nor the package zstandard: then discord.py never asks for it either.
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 4012)


async def test_an_interaction_may_come_late_or_twice(wire: Wire, sandbox: Sandbox) -> None:
    await wire.register(command())
    connection = await wire.connect_and_identify()
    sandbox.faults.add("delay", seconds=0.2)
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren"))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(connection.receive_event("INTERACTION_CREATE"), 0.1)
    connection = await wire.connect_and_identify()
    interaction = await connection.receive_event("INTERACTION_CREATE")
    await wire.answer(interaction, 4, {"content": "x"})
    assert (await outcome)["state"] == "message"
    sandbox.faults.add("twice", seconds=0.01)
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren"))
    first, second = (
        await connection.receive_event("INTERACTION_CREATE"),
        await connection.receive_event("INTERACTION_CREATE"),
    )
    assert first == second
    outcome.cancel()
