"""Several servers: their ids, channels, people, and what the API and people reach in each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox import Clock, Refused, Sandbox
from tests.sandbox.wire import Wire, command


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with await Sandbox.start(None, servers=2) as started_sandbox:
        yield started_sandbox


def describe_first_server(sandbox: Sandbox) -> list[object]:
    """Return all that the first server is made of."""
    world = sandbox.world
    channels = [channel.data for channel in world.channels_of(world.guild)]
    return [world.guild.dump(), list(world.users.values()), channels, sandbox.token]


async def make_sandbox(servers: int) -> Sandbox:
    sandbox = await Sandbox.start(None, clock=Clock(1.8e9), seed=7, servers=servers)
    await sandbox.close()
    return sandbox


async def test_servers_have_ids_of_different_shards() -> None:
    alone, four, again = await make_sandbox(1), await make_sandbox(4), await make_sandbox(4)
    assert describe_first_server(alone) == describe_first_server(four)
    assert list(four.world.guilds) == list(again.world.guilds)
    assert list(four.world.channels) == list(again.world.channels)
    guilds = list(four.world.guilds.values())
    assert {guild.shard(4) for guild in guilds} == {0, 1, 2, 3}
    assert sorted(guild.shard(2) for guild in guilds) == [0, 0, 1, 1]
    assert [guild.name for guild in guilds] == ["The Parlour", "The Library", "The Garden Room", "The Attic"]
    assert (await make_sandbox(6)).world.server(5).name == "Server 6"
    for guild in guilds:
        assert [channel.data["name"] for channel in four.world.channels_of(guild)] == ["card-room", "parlour"]
        assert list(guild.joined) == list(four.world.users)
        assert all(guild.joined.values())
    ids = [*four.world.guilds, *four.world.channels, *four.world.users]
    ids += [role for guild in guilds[1:] for role in (guild.bot_role, guild.players_role)]
    assert len(set(ids)) == len(ids)


async def test_the_api_reaches_each_server(sandbox: Sandbox, wire: Wire) -> None:
    people, (first_id, second_id) = sandbox.people, sandbox.world.guilds
    listed = await wire.call("GET", "/users/@me/guilds")
    assert [(guild["id"], guild["name"]) for guild in listed.body] == [
        (first_id, "The Parlour"),
        (second_id, "The Library"),
    ]
    first_channel, second_channel = people.channel("card-room"), people.channel("card-room", 1)
    assert (first_channel["guild_id"], second_channel["guild_id"]) == (first_id, second_id)
    for guild, channel in ((first_id, first_channel), (second_id, second_channel)):
        assert (await wire.call("GET", f"/guilds/{guild}")).body["id"] == guild
        body = (await wire.call("GET", f"/guilds/{guild}/channels")).body
        assert channel["id"] in [each["id"] for each in body]
        assert len(body) == 2
        roles = (await wire.call("GET", f"/guilds/{guild}/roles")).body
        assert roles[0]["id"] == guild
        member = (await wire.call("GET", f"/guilds/{guild}/members/{wire.app}")).body
        assert member["roles"] == [roles[1]["id"]]
        thread = await wire.call("POST", f"/channels/{channel['id']}/threads", {"name": "A table", "type": 11})
        assert thread.body["guild_id"] == guild
        active = (await wire.call("GET", f"/guilds/{guild}/threads/active")).body["threads"]
        assert [each["id"] for each in active] == [thread.body["id"]]
    assert (await wire.call("GET", "/guilds/1")).code == 10004
    assert people.channel("A table", 1)["parent_id"] == second_channel["id"]


async def test_people_act_in_a_server_by_its_number_or_a_channels_id(sandbox: Sandbox, wire: Wire) -> None:
    people = sandbox.people
    message = people.say("Ada", "parlour", "Hello", server=1)
    parlour_id = people.channel("parlour", 1)["id"]
    assert people.messages("Bela", parlour_id) == people.messages("Bela", "parlour", server=1) == [message]
    assert people.messages("Bela", "parlour") == []
    attic = people.add_channel("attic", 1)
    assert [channel["id"] for channel in people.state("Ada")["channels"]][-1] == attic["id"]
    with pytest.raises(Refused, match="no such channel"):
        people.channel("attic")
    assert people.add_channel("attic")["guild_id"] == sandbox.world.guild_id
    people.delete_channel("Ada", "attic", server=1)
    assert attic["id"] not in sandbox.world.channels
    with pytest.raises(Refused, match="no such server"):
        people.channel("parlour", 2)
    sandbox.set_bot_permissions("parlour", 1, send_messages=False)
    assert (await wire.call("POST", f"/channels/{parlour_id}/messages", {"content": "x"})).code == 50013
    assert people.add_user("Dora")["id"] in sandbox.world.server(1).joined


async def test_a_person_and_the_bot_leave_one_server_of_two(sandbox: Sandbox, wire: Wire) -> None:
    people, (first_id, second_id) = sandbox.people, sandbox.world.guilds
    bela = people.user("Bela")["id"]
    await sandbox.act({"kind": "leave", "user_id": "Bela", "server": 1})
    assert (await wire.call("GET", f"/guilds/{first_id}/members/{bela}")).status == 200
    assert (await wire.call("GET", f"/guilds/{second_id}/members/{bela}")).code == 10007
    assert {channel["guild_id"] for channel in people.state("Bela")["channels"]} == {first_id}
    assert [guild["away"] for guild in people.state("Ada")["guilds"]] == [[], [bela]]
    assert (await wire.call("POST", "/users/@me/channels", {"recipient_id": bela})).status == 200
    await sandbox.act({"kind": "leave", "user_id": "Bela"})
    assert (await wire.call("POST", "/users/@me/channels", {"recipient_id": bela})).code == 50007
    await sandbox.act({"kind": "come", "user_id": "Bela", "server": 1})
    assert {channel.get("guild_id") for channel in people.state("Bela")["channels"]} == {second_id, None}
    await sandbox.act({"kind": "remove_bot", "server": 1})
    assert [guild["id"] for guild in (await wire.call("GET", "/users/@me/guilds")).body] == [first_id]
    assert (await wire.call("GET", f"/guilds/{second_id}")).code == 10004
    assert (await wire.call("GET", f"/channels/{people.channel('parlour', 1)['id']}")).code == 50001
    assert (await wire.call("GET", "/applications/@me")).body["approximate_guild_count"] == 1
    await sandbox.act({"kind": "invite_bot", "server": 1})
    assert (await wire.call("GET", f"/guilds/{second_id}")).status == 200


async def test_commands_and_emoji_are_shared(sandbox: Sandbox, wire: Wire) -> None:
    people, second_server = sandbox.people, sandbox.world.server(1)
    announcements: list[tuple[str, list[str]]] = []
    sandbox.recorder.events.append(
        lambda user, event, data: (
            announcements.append((data["guild_id"], [entry["name"] for entry in data["commands"]]))
            if event == "COMMANDS" and user == people.user("Ada")["id"]
            else None
        )
    )
    await wire.register(command("voren"))
    assert announcements == [(guild, ["voren"]) for guild in sandbox.world.guilds]
    own_command = await wire.call(
        "POST", f"/applications/{wire.app}/guilds/{second_server.id}/commands", command("club")
    )
    assert own_command.body["guild_id"] == second_server.id
    assert announcements[2:] == [(second_server.id, ["voren", "club"])]
    offers = [[entry["name"] for entry in guild["commands"]] for guild in people.state("Ada")["guilds"]]
    assert offers == [["voren"], ["voren", "club"]]
    with pytest.raises(Refused, match="no command /club"):
        await people.command("Ada", "card-room", "club")


async def test_role_permissions_depend_on_the_server(sandbox: Sandbox, wire: Wire) -> None:
    for number, guild in enumerate(sandbox.world.guilds.values()):
        channel = sandbox.people.channel("card-room", number)["id"]
        content = " ".join(f"<@&{other.players_role}>" for other in sandbox.world.guilds.values())
        posted = await wire.call("POST", f"/channels/{channel}/messages", {"content": content})
        assert posted.body["mention_roles"] == [guild.players_role]


async def test_the_limit_of_open_threads_is_each_servers_own(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.world.active_threads = 1
    codes: list[int] = []
    for number in (0, 0, 1, 1):
        channel = sandbox.people.channel("card-room", number)["id"]
        reply = await wire.call("POST", f"/channels/{channel}/threads", {"name": "A table", "type": 11})
        codes.append(reply.body.get("code", 0))
    assert codes == [0, 160006, 0, 160006]


async def test_servers_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "sandbox"
    async with await Sandbox.start(path) as before:
        bela = before.people.user("Bela")["id"]
        alone = describe_first_server(before)
    async with await Sandbox.start(path, servers=3) as more:
        assert describe_first_server(more) == alone
        await more.act({"kind": "leave", "user_id": bela, "server": 2})
        more.people.add_user("Dora")
        more.people.say("Ada", "parlour", "Hello", server=1)
        rows = [guild.dump() for guild in more.world.guilds.values()]
    async with await Sandbox.start(path) as after:
        assert [guild.dump() for guild in after.world.guilds.values()] == rows
        assert not after.world.server(2).has(bela)
        assert [message["content"] for message in after.people.messages("Ada", "parlour", server=1)] == ["Hello"]
        assert after.world.server(1).has(after.people.user("Dora")["id"])


async def test_the_pages_calls_name_a_server(sandbox: Sandbox, wire: Wire) -> None:
    page, ada = sandbox.base + "/sandbox", sandbox.people.user("Ada")["id"]
    async with wire.session.post(f"{page}/channels", json={"name": "attic", "server": 1}) as answer:
        channel = (await answer.json())["channel"]
    assert channel["guild_id"] == sandbox.world.server(1).id
    async with wire.session.post(f"{page}/channels", json={"name": "attic", "server": 2}) as answer:
        assert (answer.status, await answer.json()) == (404, {"error": "There is no such server."})
    async with wire.session.get(f"{page}/state?as={ada}") as answer:
        state = await answer.json()
    assert [guild["id"] for guild in state["guilds"]] == list(sandbox.world.guilds)
    assert state["guild"]["id"] == sandbox.world.guild_id
    assert channel in state["channels"]
