"""Who comes and goes, threads that moderators close, and what the bot writes to one person alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import Sandbox
from sandbox.server.errors import Refused
from tests.sandbox.wire import Wire


def find_user_id(sandbox: Sandbox, name: str) -> str:
    return sandbox.people.user(name)["id"]


async def test_leaver_is_no_member_until_they_return(sandbox: Sandbox, wire: Wire) -> None:
    """Discord answers 10007; the user is there all the same."""
    bela, guild = find_user_id(sandbox, "Bela"), sandbox.world.guild_id
    assert (await wire.call("GET", f"/guilds/{guild}/members/{bela}")).status == 200
    await sandbox.act({"kind": "leave", "user_id": bela})
    reply = await wire.call("GET", f"/guilds/{guild}/members/{bela}")
    assert (reply.status, reply.code) == (404, 10007)
    assert (await wire.call("GET", f"/users/{bela}")).status == 200
    assert sandbox.people.state("Bela")["channels"] == []
    assert sandbox.people.state("Ada")["away"] == [bela]
    with pytest.raises(Refused):
        sandbox.people.say("Bela", "card-room", "Hello?")
    await sandbox.act({"kind": "come", "user_id": bela})
    assert (await wire.call("GET", f"/guilds/{guild}/members/{bela}")).status == 200
    sandbox.people.say("Bela", "card-room", "Here I am.")
    with pytest.raises(Refused, match="owner"):
        await sandbox.act({"kind": "leave", "user_id": find_user_id(sandbox, "Ada")})


async def test_removed_bot_is_notified_once_and_has_no_access_until_invited(sandbox: Sandbox, wire: Wire) -> None:
    """GUILD_DELETE without `unavailable`, Missing Access, and GUILD_CREATE as when a bot joins."""
    connection = await wire.connect_and_identify()
    assert (await connection.receive_event("GUILD_CREATE"))["unavailable"] is False
    await sandbox.act({"kind": "remove_bot"})
    assert await connection.receive_event("GUILD_DELETE") == {"id": sandbox.world.guild_id}
    refused = await wire.send({"content": "Anybody?"})
    assert (refused.status, refused.code) == (403, 50001)
    assert (await wire.call("GET", f"/guilds/{sandbox.world.guild_id}")).code == 10004
    with pytest.raises(Refused, match="not in this server"):
        await sandbox.people.command("Ada", "card-room", "table show")
    sandbox.people.say("Ada", "card-room", "It is gone.")  # of which it hears nothing
    late_connection = await wire.connect_and_identify()
    await sandbox.act({"kind": "invite_bot"})
    for listener in (connection, late_connection):
        assert "unavailable" not in await listener.receive_event("GUILD_CREATE")
    assert (await wire.send({"content": "Back."})).status == 200


async def test_direct_messages_are_visible_to_one_person(sandbox: Sandbox, wire: Wire) -> None:
    """One channel a person; closed ones are refused with 50007, also when they are closed afterwards."""
    bela = find_user_id(sandbox, "Bela")
    opened = await wire.call("POST", "/users/@me/channels", {"recipient_id": bela})
    again = await wire.call("POST", "/users/@me/channels", {"recipient_id": bela})
    assert opened.body["type"] == 1
    assert opened.body["id"] == again.body["id"]
    path = f"/channels/{opened.body['id']}/messages"
    assert (await wire.call("POST", path, {"content": "Good evening."})).status == 200
    assert [message["content"] for message in sandbox.people.messages("Bela", opened.body["id"])] == ["Good evening."]
    with pytest.raises(Refused):
        sandbox.people.messages("Ada", opened.body["id"])
    assert opened.body["id"] not in [
        value["id"] for value in (await wire.call("GET", f"/guilds/{sandbox.world.guild_id}/channels")).body
    ]
    await sandbox.act({"kind": "direct", "user_id": bela, "closed": True})
    assert (await wire.call("POST", path, {"content": "Hello?"})).code == 50007
    assert (await wire.call("POST", "/users/@me/channels", {"recipient_id": bela})).code == 50007
    await sandbox.act({"kind": "direct", "user_id": bela, "closed": False})
    assert (await wire.call("POST", path, {"content": "Hello!"})).status == 200


async def test_moderators_lock_threads_and_take_the_bot_out_of_private_ones(sandbox: Sandbox, wire: Wire) -> None:
    """A private thread is out of reach for a bot that is no member of it."""
    connection = await wire.connect_and_identify()
    reply = await wire.call("POST", f"/channels/{wire.channel}/threads", {"name": "Back room", "type": 12})
    thread = reply.body["id"]
    assert (await wire.call("GET", f"/channels/{thread}")).status == 200
    await sandbox.act({"kind": "thread", "channel_id": thread, "locked": True, "archived": True})
    refused = await wire.call("POST", f"/channels/{thread}/messages", {"content": "Hello?"})
    assert refused.code == 50013
    await sandbox.act({"kind": "thread", "channel_id": thread, "without_bot": True})
    assert wire.app in (await connection.receive_event("THREAD_MEMBERS_UPDATE"))["removed_member_ids"]
    assert (await wire.call("GET", f"/channels/{thread}")).code == 50001
    with pytest.raises(Refused, match="no thread"):
        await sandbox.act({"kind": "thread", "channel_id": wire.channel, "locked": True})


async def test_a_fault_may_have_a_code_of_discords(sandbox: Sandbox, wire: Wire) -> None:
    """As an interaction whose token has died is refused."""
    sandbox.faults.add("status", path="/channels/", status=404, code=10062)
    assert (await wire.send({"content": "Too late."})).code == 10062


async def test_absence_survives_a_restart(tmp_path: Path) -> None:
    """It stands in the journal with the users."""
    async with await Sandbox.start(tmp_path / "sandbox") as before:
        await before.act({"kind": "leave", "user_id": find_user_id(before, "Bela")})
        await before.act({"kind": "direct", "user_id": find_user_id(before, "Bela"), "closed": True})
    async with await Sandbox.start(tmp_path / "sandbox") as after:
        bela = find_user_id(after, "Bela")
        assert not after.world.guild.joined[bela]
        assert after.world.closed == {bela}
