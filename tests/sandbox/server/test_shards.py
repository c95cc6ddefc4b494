"""Several servers and shards at the gateway: who hears what, and when a shard may identify."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from sandbox.server import limits
from tests.sandbox.botlet import run_botlet
from tests.sandbox.wire import Ear, Json, Wire, command
from tests.support.waiting import until


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with await Sandbox.start(None, servers=4) as running:
        yield running


async def identify_shard(wire: Wire, shard: int, count: int, intents: int = 1) -> tuple[Ear, list[str]]:
    """A connection that has heard of all its servers, and their ids."""
    ear = await wire.connect()
    await ear.identify(wire.sandbox.token, shard=[shard, count], intents=intents)
    guilds = [guild["id"] for guild in (await ear.event("READY"))["guilds"]]
    assert [(await ear.event("GUILD_CREATE"))["id"] for _ in guilds] == guilds
    return ear, guilds


async def read_events(ear: Ear) -> list[Json]:
    """The events so far."""
    await ear.send(1, None)
    matches: list[Json] = []
    while (message := await ear.hear())["op"] != 11:
        matches.append(message)
    return matches


async def test_a_shard_hears_of_its_servers_alone(wire: Wire, sandbox: Sandbox) -> None:
    people, world = sandbox.people, sandbox.world
    await wire.register(command("voren"))
    ears = [await identify_shard(wire, shard, 2, intents=1 | 1 << 9) for shard in (0, 1, 1)]
    assert [guilds for _, guilds in ears] == [
        [guild.id for guild in world.guilds.values() if guild.shard(2) == shard] for shard in (0, 1, 1)
    ]
    for number in range(4):
        people.add_channel("attic", number)
        people.say("Ada", "attic", "Hello", server=number)
        pressed = asyncio.create_task(people.command("Ada", "attic", "voren", server=number))
        await asyncio.sleep(0)
        await sandbox.act({"kind": "remove_bot", "server": number})
        await sandbox.act({"kind": "invite_bot", "server": number})
        pressed.cancel()
    names = ["CHANNEL_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_DELETE", "GUILD_CREATE"]
    for ear, guilds in ears:
        events = await read_events(ear)
        assert [event["t"] for event in events] == names * 2
        messages = [event["d"].get("guild_id") or event["d"]["id"] for event in events]
        assert messages == [guild for guild in guilds for _ in names]


async def test_an_interaction_says_where_it_is(wire: Wire, sandbox: Sandbox) -> None:
    guild = sandbox.world.server(2)
    await wire.register(command("voren"))
    ear = (await identify_shard(wire, guild.shard(4), 4))[0]
    used = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren", server=2))
    message = await ear.event("INTERACTION_CREATE")
    assert (message["guild_id"], message["guild"]["id"]) == (guild.id, guild.id)
    assert message["authorizing_integration_owners"] == {"0": guild.id}
    assert (await wire.answer(message, 4, {"content": "Hello"})).status == 200
    posted = (await used).get("message", {})
    assert posted["channel_id"] == sandbox.people.channel("card-room", 2)["id"]
    assert posted["interaction_metadata"]["authorizing_integration_owners"] == {"0": guild.id}


async def test_direct_messages_are_heard_on_shard_0(wire: Wire, sandbox: Sandbox) -> None:
    ears = [(await identify_shard(wire, shard, 2, intents=1 | 1 << 12))[0] for shard in (0, 1)]
    deaf = (await identify_shard(wire, 0, 2))[0]
    ada = sandbox.people.user("Ada")["id"]
    direct = (await wire.call("POST", "/users/@me/channels", {"recipient_id": ada})).body["id"]
    posted = await wire.call("POST", f"/channels/{direct}/messages", {"content": "Your turn"})
    await wire.call("DELETE", f"/channels/{direct}/messages/{posted.body['id']}")
    events = await read_events(ears[0])
    assert [entry["t"] for entry in events] == ["MESSAGE_CREATE", "MESSAGE_DELETE"]
    assert all("guild_id" not in entry["d"] for entry in events)
    assert await read_events(ears[1]) == await read_events(deaf) == []


async def test_which_shards_are_online(wire: Wire, sandbox: Sandbox) -> None:
    gateway = sandbox.gateway
    assert gateway.online_shards == set()
    ears = [(await identify_shard(wire, shard, 3))[0] for shard in (0, 2)]
    assert gateway.online_shards == {0, 2}
    assert await gateway.drop("abort", shard=2) == 1
    await sandbox.people.until(lambda: gateway.online_shards == {0})
    assert gateway.online
    await ears[0].socket.close()
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
    ears = [(await identify_shard(wire, shard, 4))[0] for shard in (0, 1)]
    early = await wire.connect()
    await early.identify(sandbox.token, shard=[2, 4])
    message = await early.hear()
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
    await early.identify(sandbox.token, shard=[2, 4])  # the refused one does not count
    await early.event("READY")
    gateway.enforces_concurrency = False
    ears.append((await identify_shard(wire, 2, 4))[0])
    assert [identify.accepted for identify in gateway.identifies] == [True, True, False, True, True]


async def test_two_bots_share_the_servers(sandbox: Sandbox) -> None:
    people, world = sandbox.people, sandbox.world
    async with run_botlet(sandbox, [0], 2) as even, run_botlet(sandbox, [1], 2) as odd:
        assert sandbox.gateway.online_shards == {0, 1}
        for bot, shard in ((even, 0), (odd, 1)):
            ids = [guild.id for guild in world.guilds.values() if guild.shard(2) == shard]
            await until(lambda bot=bot, own_rows=ids: {str(guild.id) for guild in bot.guilds} == set(own_rows))
        for number in range(4):
            answer = await people.command("Ada", "card-room", "new", {"count": number}, server=number)
            pressed = await people.click("Bela", answer.get("message", {}), f"press:{number}")
            assert pressed["state"] == "update"
