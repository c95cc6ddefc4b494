"""People who have installed the bot for themselves: what they are offered, and what the bot is told and allowed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandbox import Refused, Sandbox
from sandbox.server import limits
from tests.sandbox.wire import Json, Wire, button, command, row

EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
COMMANDS = (command("learn", **EVERYWHERE), command("voren", integration_types=[0], contexts=[0]))


def list_offered_commands(sandbox: Sandbox, who: str) -> list[str]:
    """Return the names of the commands that the page offers somebody in the server."""
    return sorted(entry["name"] for entry in sandbox.people.state(who)["commands"])


async def install_bot(wire: Wire, who: str = "Bela") -> None:
    """Register the commands, install the bot for this person, and remove it from the server."""
    await wire.register(*COMMANDS)
    await wire.sandbox.act({"kind": "install", "user_id": who, "installed": True})
    await wire.sandbox.act({"kind": "remove_bot"})


async def test_without_the_bot_a_server_offers_what_a_person_has_installed(sandbox: Sandbox, wire: Wire) -> None:
    await wire.register(*COMMANDS)
    assert list_offered_commands(sandbox, "Ada") == list_offered_commands(sandbox, "Bela") == ["learn", "voren"]
    await install_bot(wire)
    assert (list_offered_commands(sandbox, "Ada"), list_offered_commands(sandbox, "Bela")) == ([], ["learn"])
    with pytest.raises(Refused, match="no command /voren"):
        await sandbox.people.command("Bela", "card-room", "voren")
    with pytest.raises(Refused, match="not in this server"):
        await sandbox.people.command("Ada", "card-room", "learn")
    await sandbox.act({"kind": "install", "user_id": "Bela", "installed": False})
    with pytest.raises(Refused, match="not in this server"):
        await sandbox.people.command("Bela", "card-room", "learn")


async def test_what_the_bot_is_told_and_how_often_it_may_answer(sandbox: Sandbox, wire: Wire) -> None:
    connection = await wire.connect_and_identify()
    await install_bot(wire)
    bela = sandbox.people.user("Bela")["id"]
    outcome = asyncio.create_task(sandbox.people.command("Bela", "card-room", "learn"))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    assert interaction["authorizing_integration_owners"] == {"1": bela}
    assert (interaction["guild_id"], interaction["context"], interaction["member"]["user"]["id"]) == (
        sandbox.world.guild_id,
        0,
        bela,
    )
    parts = [row(button())]
    await wire.answer(interaction, 4, {"content": "Begin?", "components": parts, "flags": 64})
    message: Json = (await outcome).get("message") or {}
    path = f"/webhooks/{wire.app}/{interaction['token']}"
    for _ in range(limits.FOLLOWUPS):
        assert (await wire.call("POST", path, {"content": "more", "flags": 64})).status == 200
    assert (await wire.call("POST", path, {"content": "too much", "flags": 64})).code == 40094
    assert (await wire.call("GET", f"/channels/{wire.channel}/messages")).code == 50001
    outcome = asyncio.create_task(sandbox.people.click("Bela", message, "press"))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    assert interaction["authorizing_integration_owners"] == {"1": bela}
    await wire.answer(interaction, 7, {"content": "Begun.", "components": []})
    assert (await outcome)["state"] == "update"


async def test_a_conversation_of_people_is_out_of_the_bots_reach(sandbox: Sandbox, wire: Wire) -> None:
    connection = await wire.connect_and_identify()
    await install_bot(wire)
    await sandbox.act({"kind": "group", "user_ids": ["Ada", "Bela"]})
    with pytest.raises(Refused, match="two people"):
        await sandbox.act({"kind": "group", "user_ids": ["Ada", "Ada"]})
    sandbox.people.say("Ada", "Ada, Bela", "Shall we learn it?")
    with pytest.raises(Refused):
        sandbox.people.messages("Cleo", "Ada, Bela")
    with pytest.raises(Refused, match="not in this chat"):
        await sandbox.people.command("Ada", "Ada, Bela", "learn")
    outcome = asyncio.create_task(sandbox.people.command("Bela", "Ada, Bela", "learn"))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    assert "guild_id" not in interaction
    assert (interaction["context"], interaction["channel"]["type"], interaction["user"]["global_name"]) == (
        2,
        3,
        "Bela",
    )
    await wire.answer(interaction, 4, {"content": "For you.", "flags": 64})
    await outcome
    assert [message["content"] for message in sandbox.people.messages("Ada", "Ada, Bela")] == ["Shall we learn it?"]
    refused = await wire.call("POST", f"/channels/{interaction['channel_id']}/messages", {"content": "Hello"})
    assert (refused.status, refused.code) == (403, 50001)


async def test_who_has_installed_it_and_their_conversation_survive_a_restart(tmp_path: Path) -> None:
    async with await Sandbox.start(tmp_path / "sandbox") as first:
        await first.act({"kind": "install", "user_id": "Bela", "installed": True})
        await first.act({"kind": "group", "user_ids": ["Ada", "Bela"]})
        first.people.say("Ada", "Ada, Bela", "Shall we learn it?")
    async with await Sandbox.start(tmp_path / "sandbox") as again:
        assert again.people.state("Ada")["installed"] == [again.people.user("Bela")["id"]]
        assert [message["content"] for message in again.people.messages("Bela", "Ada, Bela")] == ["Shall we learn it?"]
