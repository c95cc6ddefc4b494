"""Several servers and shards at the gateway: who hears what, and when a shard may identify."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from sandbox.server import limits
from tests.sandbox.botlet import run_botlet
from tests.sandbox.wire import GatewayConnection, Json, Wire, command
from tests.support.waiting import until


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with await Sandbox.start(None, servers=4) as started_sandbox:
        yield started_sandbox


async def identify_shard(wire: Wire, shard: int, count: int, intents: int = 1) -> tuple[GatewayConnection, list[str]]:
    """Return a connection of a shard that has received all its servers, and their ids."""
    connection = await wire.connect()
    await connection.identify(wire.sandbox.token, shard=[shard, count], intents=intents)
    guilds = [guild["id"] for guild in (await connection.receive_event("READY"))["guilds"]]
    assert [(await connection.receive_event("GUILD_CREATE"))["id"] for _ in guilds] == guilds
    return connection, guilds


async def read_events(connection: GatewayConnection) -> list[Json]:
    """Return the events so far."""
    await connection.send(1, None)
    events: list[Json] = []
    while (message := await connection.receive())["op"] != 11:
        events.append(message)
    return events


async def test_a_shard_hears_of_its_servers_alone(wire: Wire, sandbox: Sandbox) -> None:
    people, world = sandbox.people, sandbox.world
    await wire.register(command("voren"))
    connections = [await identify_shard(wire, shard, 2, intents=1 | 1 << 9) for shard in (0, 1, 1)]
    assert [guilds for _, guilds in connections] == [
        [guild.id for guild in world.guilds.values() if guild.shard(2) == shard] for shard in (0, 1, 1)
    ]
    for number in range(4):
        people.add_channel("attic", number)
        people.say("Ada", "attic", "Hello", server=number)
        outcome = asyncio.create_task(people.command("Ada", "attic", "voren", server=number))
        await asyncio.sleep(0)
        await sandbox.act({"kind": "remove_bot", "server": number})
        await sandbox.act({"kind": "invite_bot", "server": number})
        outcome.cancel()
    names = ["CHANNEL_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_DELETE", "GUILD_CREATE"]
    for connection, guilds in connections:
        events = await read_events(connection)
        assert [event["t"] for event in events] == names * 2
        guild_ids = [event["d"].get("guild_id") or event["d"]["id"] for event in events]
        assert guild_ids == [guild for guild in guilds for _ in names]


async def test_an_interaction_says_where_it_is(wire: Wire, sandbox: Sandbox) -> None:
    guild = sandbox.world.server(2)
    await wire.register(command("voren"))
    connection = (await identify_shard(wire, guild.shard(4), 4))[0]
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren", server=2))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    assert (interaction["guild_id"], interaction["guild"]["id"]) == (guild.id, guild.id)
    assert interaction["authorizing_integration_owners"] == {"0": guild.id}
    assert (await wire.answer(interaction, 4, {"content": "Hello"})).status == 200
    posted = (await outcome).get("message", {})
    assert posted["channel_id"] == sandbox.people.channel("card-room", 2)["id"]
    assert posted["interaction_metadata"]["authorizing_integration_owners"] == {"0": guild.id}


async def test_direct_messages_are_heard_on_shard_0(wire: Wire, sandbox: Sandbox) -> None:
    connections = [(await identify_shard(wire, shard, 2, intents=1 | 1 << 12))[0] for shard in (0, 1)]
    without_intent = (await identify_shard(wire, 0, 2))[0]
    ada = sandbox.people.user("Ada")["id"]
    direct = (await wire.call("POST", "/users/@me/channels", {"recipient_id": ada})).body["id"]
    posted = await wire.call("POST", f"/channels/{direct}/messages", {"content": "Your turn"})
    await wire.call("DELETE", f"/channels/{direct}/messages/{posted.body['id']}")
    events = await read_events(connections[0])
    assert [entry["t"] for entry in events] == ["MESSAGE_CREATE", "MESSAGE_DELETE"]
    assert all("guild_id" not in entry["d"] for entry in events)
    assert await read_events(connections[1]) == await read_events(without_intent) == []


async def test_which_shards_are_online(wire: Wire, sandbox: Sandbox) -> None:
    gateway = sandbox.gateway
    assert gateway.online_shards == set()
    connections = [(await identify_shard(wire, shard, 3))[0] for shard in (0, 2)]
    assert gateway.online_shards == {0, 2}
    assert await gateway.drop("abort", shard=2) == 1
    await sandbox.people.until(lambda: gateway.online_shards == {0})
    assert gateway.online
    await connections[0].socket.close()
    await sandbox.people.until(lambda: not gateway.online)
    await sandbox.act({"kind": "gateway", "how": "invalid", "shard": 0})
    assert [session.shard[0] for session in gateway.sessions.values()] == [2]


async def test_the_recommended_shards_and_concurrency_can_be_set(wire: Wire, sandbox: Sandbox) -> None:
    body = (await wire.call("GET", "/gateway/bot")).body
    assert (body["shards"], body["session_start_limit"]["max_concurrency"]) == (1, 1)
    sandbox.gateway.shards, sandbox.gateway.max_concurrency = 4, 2
    body = (await wire.call("GET", "/gateway/bot")).body
    assert (body["shards"], body["session_start_limit"]["max_concurrency"]) == (4, 2)


async def test_identify_obeys_max_concurrency(wire: Wire, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = sandbox.gateway
    gateway.max_concurrency, gateway.enforces_concurrency = 2, True
    monkeypatch.setattr(limits, "IDENTIFY_SECONDS", 60)
    began = asyncio.get_running_loop().time()
    connections = [(await identify_shard(wire, shard, 4))[0] for shard in (0, 1)]
    refused = await wire.connect()
    await refused.identify(sandbox.token, shard=[2, 4])
    message = await refused.receive()
    assert (message["op"], message["d"]) == (9, False)
    assert [(identify.shard, identify.accepted) for identify in gateway.identifies] == [
        (0, True),
        (1, True),
        (2, False),
    ]
    times = [identify.time for identify in gateway.identifies]
    assert began <= times[0] <= times[1] <= times[2] <= asyncio.get_running_loop().time()
    assert gateway.online_shards == {0, 1}
    monkeypatch.setattr(limits, "IDENTIFY_SECONDS", asyncio.get_running_loop().time() - times[0])
    await refused.identify(sandbox.token, shard=[2, 4])  # the refused one does not count
    await refused.receive_event("READY")
    gateway.enforces_concurrency = False
    connections.append((await identify_shard(wire, 2, 4))[0])
    assert [identify.accepted for identify in gateway.identifies] == [True, True, False, True, True]


async def test_two_bots_share_the_servers(sandbox: Sandbox) -> None:
    people, world = sandbox.people, sandbox.world
    async with run_botlet(sandbox, [0], 2) as even, run_botlet(sandbox, [1], 2) as odd:
        assert sandbox.gateway.online_shards == {0, 1}
        for bot, shard in ((even, 0), (odd, 1)):
            guild_ids = [guild.id for guild in world.guilds.values() if guild.shard(2) == shard]
            await until(lambda bot=bot, ids=guild_ids: {str(guild.id) for guild in bot.guilds} == set(ids))
        for number in range(4):
            answer = await people.command("Ada", "card-room", "new", {"count": number}, server=number)
            outcome = await people.click("Bela", answer.get("message", {}), f"press:{number}")
            assert outcome["state"] == "update"
