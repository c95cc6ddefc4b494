"""Mentions, threads, permissions and nonces: what happens to people and channels."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox import Refused, Sandbox
from tests.sandbox.wire import Json, Wire, command, text, v2

Events = list[tuple[str, str, Json]]


@pytest.fixture
def events(sandbox: Sandbox) -> Events:
    log: Events = []
    sandbox.recorder.events.append(lambda *event: log.append(event))
    return log


def list_mentioned_ids(events: Events) -> list[str]:
    return [user for user, event, _ in events if event == "MENTION"]


@pytest.mark.parametrize(
    ("allowed", "reached"),
    [
        (None, ["Ada", "Bela"]),
        ({"parse": []}, []),
        ({"parse": ["users"]}, ["Ada", "Bela"]),
        ({"parse": [], "users": ["Bela"]}, ["Bela"]),
        ({"users": ["Cleo"]}, []),
        ({"parse": ["everyone"]}, []),
    ],
)
@pytest.mark.parametrize("modern", [False, True])
async def test_receivers_of_a_mention(
    wire: Wire, sandbox: Sandbox, events: Events, allowed: Any, reached: list[str], modern: bool
) -> None:
    ids = {name: sandbox.people.user(name)["id"] for name in ("Ada", "Bela", "Cleo")}
    sentence = f"<@{ids['Ada']}> and <@!{ids['Bela']}>, it is your turn. @everyone"
    body: Json = v2(text(sentence)) if modern else {"content": sentence}
    if allowed is not None:
        body["allowed_mentions"] = {**allowed, "users": [ids[name] for name in allowed.get("users", [])]}
    posted = await wire.post(body)
    assert list_mentioned_ids(events) == [ids[name] for name in reached]
    assert [user["global_name"] for user in posted["mentions"]] == reached
    events.clear()
    await wire.call("PATCH", f"/channels/{wire.channel}/messages/{posted['id']}", {**body, "allowed_mentions": None})
    assert list_mentioned_ids(events) == []


async def test_silent_messages_mention_no_user(wire: Wire, sandbox: Sandbox, events: Events) -> None:
    sentence = f"<@{sandbox.people.user('Ada')['id']}>"
    await wire.post({"content": sentence, "flags": 1 << 12})
    await wire.register(command())
    connection = await wire.connect_and_identify()
    outcome = asyncio.create_task(sandbox.people.command("Bela", "card-room", "voren"))
    await wire.answer(await connection.receive_event("INTERACTION_CREATE"), 4, {"content": sentence, "flags": 64})
    await outcome
    assert list_mentioned_ids(events) == []


async def test_a_nonce_is_kept_for_minutes(wire: Wire, sandbox: Sandbox) -> None:
    body = {"content": "x", "nonce": "table-1", "enforce_nonce": True}
    first = await wire.post(body)
    assert (await wire.post({**body, "content": "y"}))["id"] == first["id"]
    assert (await wire.post({**body, "enforce_nonce": False}))["id"] != first["id"]
    assert (await wire.post({**body, "nonce": 5}))["id"] != first["id"]
    sandbox.advance(301)
    assert (await wire.post(body))["id"] != first["id"]


async def test_a_thread_from_a_message(wire: Wire, sandbox: Sandbox) -> None:
    posted = await wire.post({"content": "A table"})
    path = f"/channels/{wire.channel}/messages/{posted['id']}/threads"
    assert (await wire.call("POST", path, {"name": "Voren", "auto_archive_duration": 5})).code == 50035
    reply = await wire.call("POST", path, {"name": "Voren", "auto_archive_duration": 60})
    assert (reply.status, reply.body["id"], reply.body["type"]) == (201, posted["id"], 11)
    assert (await wire.call("POST", path, {"name": "Voren"})).code == 160004
    assert sandbox.people.message("Ada", posted)["flags"] & 1 << 5
    inner = f"/channels/{posted['id']}/threads"
    assert (await wire.call("POST", inner, {"name": "In a thread", "type": 11})).code == 50024


async def test_an_archived_thread(wire: Wire, sandbox: Sandbox) -> None:
    result = await wire.call("POST", f"/channels/{wire.channel}/threads", {"name": "t", "type": 11})
    thread = result.body["id"]
    notice = sandbox.people.messages("Ada", "card-room")[-1]
    assert (notice["type"], notice["message_reference"]["channel_id"]) == (18, thread)
    posted = await wire.call("POST", f"/channels/{thread}/messages", {"content": "x"})
    path = f"/channels/{thread}/messages/{posted.body['id']}"
    sandbox.advance(4320 * 60 + 1)
    for method in ("PATCH", "DELETE"):
        reply = await wire.call(method, path, {"content": "y"})
        assert (reply.status, reply.code) == (400, 50083)
    assert (await wire.call("PATCH", f"/channels/{thread}", {"name": "New"})).code == 50083
    assert (await wire.call("PATCH", f"/channels/{thread}", {"archived": False})).status == 200
    assert (await wire.call("PATCH", path, {"content": "y"})).status == 200
    assert (await wire.call("PATCH", f"/channels/{thread}", {"archived": True})).status == 200
    sandbox.people.say("Ada", thread, "Hello")
    assert not sandbox.people.channel(thread)["thread_metadata"]["archived"]
    assert (await wire.call("PATCH", f"/channels/{thread}", {"locked": True})).code == 50013
    sandbox.set_bot_permissions("card-room", send_messages_in_threads=False)
    assert (await wire.call("POST", f"/channels/{thread}/messages", {"content": "x"})).code == 50013


async def test_a_private_thread_is_for_its_members(wire: Wire, sandbox: Sandbox, events: Events) -> None:
    people = sandbox.people
    thread = (await wire.call("POST", f"/channels/{wire.channel}/threads", {"name": "Two of us"})).body["id"]
    cleo = people.user("Cleo")["id"]
    assert (await wire.call("PUT", f"/channels/{thread}/thread-members/{cleo}")).status == 204
    await wire.call("POST", f"/channels/{thread}/messages", {"content": "Psst"})
    assert [message["content"] for message in people.messages("Cleo", thread)] == ["Psst"]
    with pytest.raises(Refused):
        people.messages("Bela", thread)
    bela = people.user("Bela")["id"]
    assert not [event for user, event, data in events if user == bela and thread in data.values()]
    assert thread not in [channel["id"] for channel in people.state("Bela")["channels"]]
    assert (await wire.call("DELETE", f"/channels/{thread}/thread-members/{cleo}")).status == 204
    with pytest.raises(Refused):
        people.messages("Cleo", thread)
    assert (await wire.call("DELETE", f"/channels/{thread}")).code == 50013
    sandbox.set_bot_permissions("card-room", manage_threads=True)
    assert (await wire.call("DELETE", f"/channels/{thread}")).status == 200
    assert (await wire.call("GET", f"/channels/{thread}")).code == 10003


async def test_the_bot_is_told_of_its_permissions(wire: Wire, sandbox: Sandbox) -> None:
    connection = await wire.connect_and_identify()
    sandbox.set_bot_permissions("card-room", attach_files=False)
    channel = await connection.receive_event("CHANNEL_UPDATE")
    assert channel["permission_overwrites"] == [
        {"id": wire.app, "type": 1, "allow": "0", "deny": str(1 << 15)},
    ]
    with pytest.raises(ValueError, match="no permission"):
        sandbox.set_bot_permissions("card-room", fly=True)


async def test_commands_for_those_who_may(wire: Wire, sandbox: Sandbox) -> None:
    await wire.register(command(default_member_permissions="32"))
    connection = await wire.connect_and_identify()
    with pytest.raises(Refused, match="may not"):
        await sandbox.people.command("Bela", "card-room", "voren")
    outcome = asyncio.create_task(sandbox.people.command("Ada", "card-room", "voren"))
    await wire.answer(await connection.receive_event("INTERACTION_CREATE"), 4, {"content": "x"})
    assert (await outcome)["state"] == "message"


async def test_the_servers_own_commands_come_first(wire: Wire, sandbox: Sandbox) -> None:
    base = f"/applications/{wire.app}"
    await wire.register(command(description="Everywhere"), command("rules"))
    path = f"{base}/guilds/{sandbox.world.guild_id}/commands"
    body = (await wire.call("POST", path, command(description="Here"))).body
    descriptions = {command["name"]: command["description"] for command in sandbox.people.state("Ada")["commands"]}
    assert descriptions == {"voren": "Here", "rules": "A game"}
    reply = await wire.call("POST", path, command(description="Here still"))
    assert (reply.status, reply.body["id"]) == (200, body["id"])
    assert (await wire.call("PATCH", f"{path}/{body['id']}", {"description": ""})).code == 50035
    assert (await wire.call("DELETE", f"{path}/{body['id']}")).status == 204
    assert (await wire.call("GET", f"{path}/{body['id']}")).code == 10063
    before = (await wire.call("GET", f"{base}/commands")).body
    assert (await wire.register(command(description="Everywhere"), command("rules"))).body == before


async def test_ids_rise_and_a_seed_repeats_them() -> None:
    from sandbox import Clock

    worlds: list[list[str]] = []
    for _ in range(2):
        async with await Sandbox.start(None, clock=Clock(1.8e9), seed=7) as sandbox:
            world_ids = [sandbox.token, *sandbox.world.users, *sandbox.world.channels]
            world_ids += [sandbox.people.say("Ada", "card-room", "x")["id"] for _ in range(5000)]
            worlds.append(world_ids)
    assert worlds[0] == worlds[1]
    ids = [int(number) for number in worlds[0][1:]]
    assert len(set(ids)) == len(ids)
    assert ids[-5000:] == sorted(ids[-5000:])
