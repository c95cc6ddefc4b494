"""discord.py itself at the stand-in: its real HTTP, webhook and gateway code, from login to the last click."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from sandbox import Recorded, Refused, Sandbox
from sandbox.server import limits
from sandbox.server.records import walk
from sandbox.server.world import PEOPLE
from tests.sandbox.botlet import Botlet, build_table, run_botlet


def read_texts(message: dict[str, Any]) -> list[str]:
    return [part["content"] for part in walk(message["components"]) if part["type"] == 10]


def encode_file(name: str, body: bytes) -> dict[str, str]:
    return {"filename": name, "data": base64.b64encode(body).decode()}


async def test_a_file_as_an_option_is_read_by_discord_py(sandbox: Sandbox) -> None:
    """With its name as Discord makes it, its kind and size; none goes out with an autocomplete, nor one too large."""
    people = sandbox.people
    async with run_botlet(sandbox):
        answer = await people.command(
            "Ada", "card-room", "weigh", {"file": encode_file("Föhn & co.csv", b"a,b"), "note": "x"}
        )
        assert answer.get("message", {})["content"] == "Fhn__co.csv text/csv 3 3 b'a,b' True x"
        empty = await people.command("Ada", "card-room", "weigh", {"file": encode_file("é", b"")})
        assert empty.get("message", {})["content"] == "unknown application/octet-stream 0 0 b'' True"
        typed = {"file": "not sent", "note": "lig"}
        assert await people.autocomplete("Ada", "card-room", "weigh", typed, "note") == [
            {"name": "lig", "value": "lig"}
        ]
        largest = await people.command(
            "Ada", "card-room", "weigh", {"file": encode_file("a.bin", bytes(limits.FILE_BYTES))}
        )
        assert f" {limits.FILE_BYTES} {limits.FILE_BYTES} " in largest.get("message", {})["content"]
        with pytest.raises(Refused, match="at most 10 MiB"):
            await people.command(
                "Ada", "card-room", "weigh", {"file": encode_file("a.bin", bytes(limits.FILE_BYTES + 1))}
            )
        with pytest.raises(Refused, match="must be filled in"):
            await people.command("Ada", "card-room", "weigh", {})
        for nonsense in ("123", {"filename": "a"}, {"filename": "a", "data": "no base64"}):
            with pytest.raises(Refused, match="takes a file"):
                await people.command("Ada", "card-room", "weigh", {"file": nonsense})


async def test_the_file_of_a_command_survives_a_restart_and_goes_with_its_token(tmp_path: Path) -> None:
    path, options = tmp_path / "sandbox", {"file": encode_file("a.csv", b"a,b")}
    async with await Sandbox.start(path) as sandbox, run_botlet(sandbox):
        outcome = await sandbox.people.command("Ada", "card-room", "weigh", options)
    async with await Sandbox.start(path) as sandbox, run_botlet(sandbox):
        (key,) = sandbox.world.interactions[outcome["interaction_id"]].files
        assert await sandbox.world.store.file(key) == b"a,b"
        sandbox.advance(limits.TOKEN_SECONDS + 61)
        await sandbox.people.command("Ada", "card-room", "weigh", options)
        assert await sandbox.world.store.file(key) is None
    assert not (path.with_name("sandbox.files") / key).exists()


async def test_a_whole_conversation(sandbox: Sandbox) -> None:
    people = sandbox.people
    log: list[tuple[str, str, dict[str, Any]]] = []
    requests: list[Recorded] = []
    sandbox.recorder.events.append(lambda *event: log.append(event))
    sandbox.recorder.requests.append(requests.append)
    async with run_botlet(sandbox):
        assert {command["name"] for command in people.state("Ada")["commands"]} == {"new", "slow", "silent", "weigh"}
        assert await people.autocomplete("Ada", "card-room", "new", {"rule": "tr"}, "rule") == [
            {"name": "trump", "value": "trump"}
        ]
        partner = people.user("Cleo")["id"]
        answer = await people.command("Ada", "card-room", "new", {"count": 3, "game": "voren", "partner": partner})
        assert answer["state"] == "message"
        public = answer.get("message", {})
        assert read_texts(public) == ["The table, 3"]
        assert public["interaction"]["name"] == "new"

        pressed = await people.click("Bela", public, "press:3")
        assert pressed["state"] == "update"
        assert read_texts(people.message("Cleo", public)) == ["The table, 4"]
        with pytest.raises(Refused):
            await people.click("Bela", public, "press:3")

        private = (await people.click("Bela", public, "hand")).get("message", {})
        assert private["flags"] & 64
        assert [posted_message["id"] for posted_message in people.messages("Bela", "card-room")] == [
            public["id"],
            private["id"],
        ]
        assert [posted_message["id"] for posted_message in people.messages("Ada", "card-room")] == [public["id"]]
        upload = next(request for request in requests if request.files).files[0]
        assert (upload.filename, upload.size, upload.description) == ("hand.png", 4, "Ace of cups")
        people.dismiss("Bela", private)
        with pytest.raises(Refused):
            people.message("Bela", private)

        form = await people.click("Cleo", public, "form")
        assert (form["state"], form.get("modal", {})["title"]) == ("modal", "Chips")
        with pytest.raises(Refused, match="must be filled in"):
            await people.modal("Cleo", form["interaction_id"], {"suits": ["cups"]})
        sent = await people.modal("Cleo", form["interaction_id"], {"amount": "12", "suits": ["cups", "coins"]})
        assert "message" in sent
        assert sent["message"]["content"] == "12 of cups and coins"

        later = await people.command("Ada", "card-room", "slow")
        assert later["state"] == "deferred"
        await people.until(lambda: len(people.messages("Ada", "card-room")) == 3)
        later_messages = people.messages("Ada", "card-room")[1:]
        assert [posted_message["content"] for posted_message in later_messages] == ["Here it is", "And this"]

    owners = dict.fromkeys((entry["id"] for entry in later_messages), "Ada") | {
        private["id"]: "Bela",
        sent["message"]["id"]: "Cleo",
    }
    recipients = {(data["id"], user) for user, event, data in log if event.startswith("MESSAGE_")}
    for message, owner in owners.items():
        assert {user for value, user in recipients if value == message} == {people.user(owner)["id"]}
    assert {user for value, user in recipients if value == public["id"]} == {
        people.user(person)["id"] for person in PEOPLE
    }
    assert all(request.status < 300 for request in requests)


async def test_no_answer_in_three_seconds(sandbox: Sandbox) -> None:
    async with run_botlet(sandbox):
        outcome = await sandbox.people.command("Ada", "card-room", "silent")
    assert outcome["state"] == "failed"
    assert outcome.get("error") == "The application did not respond"


async def test_acts_that_the_client_refuses(sandbox: Sandbox) -> None:
    people = sandbox.people
    async with run_botlet(sandbox):
        for options in ({}, {"count": 10}, {"count": 1, "game": "whist"}, {"count": "x"}, {"count": 1, "cards": 2}):
            with pytest.raises(Refused):
                await people.command("Ada", "card-room", "new", options)
        with pytest.raises(Refused):
            await people.command("Ada", "card-room", "nothing")
        with pytest.raises(Refused):
            await people.command("Nobody", "card-room", "new", {"count": 1})


async def test_a_restart_of_the_bot_and_of_the_stand_in(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.journal"
    async with await Sandbox.start(path) as sandbox:
        token, dora = sandbox.token, sandbox.people.add_user("Dora")
        async with run_botlet(sandbox):
            public = (await sandbox.people.command("Ada", "card-room", "new", {"count": 1})).get("message", {})
            message = (await sandbox.people.click("Dora", public, "hand")).get("message", {})
        async with run_botlet(sandbox):
            assert (await sandbox.people.click("Ada", public, "press:1"))["state"] == "update"
    async with await Sandbox.start(path) as sandbox:
        assert sandbox.token == token
        assert sandbox.people.user("Dora") == dora
        assert read_texts(sandbox.people.message("Bela", public)) == ["The table, 2"]
        assert len(sandbox.people.messages("Dora", "card-room")) == 2
        picture = await sandbox.world.store.file(message["attachments"][0]["id"])
        assert picture == b"\x89PNG"
        assert {command["name"] for command in sandbox.people.state("Ada")["commands"]} == {
            "new",
            "slow",
            "silent",
            "weigh",
        }
        async with run_botlet(sandbox):
            assert (await sandbox.people.click("Dora", public, "press:2"))["state"] == "update"


@pytest.mark.parametrize("how", ["reconnect", "close", "abort"])
async def test_a_dropped_gateway_is_resumed_and_nothing_is_missed(sandbox: Sandbox, how: str) -> None:
    async with run_botlet(sandbox) as bot:
        public = (await sandbox.people.command("Ada", "card-room", "new", {"count": 1})).get("message", {})
        assert await sandbox.gateway.drop(how) == 1
        await sandbox.people.until(lambda: not sandbox.bot_online)
        # Clicked while the bot is away: it is replayed when the session is resumed.
        outcome = await sandbox.people.click("Bela", public, "press:1")
        assert outcome["state"] == "update"
        await asyncio.wait_for(bot.resumed.wait(), 30)
        assert len(sandbox.gateway.sessions) == 1


async def test_threads_and_nonces(sandbox: Sandbox) -> None:
    async with run_botlet(sandbox) as bot:
        await bot.wait_until_ready()
        channel = bot.get_channel(int(sandbox.people.channel("card-room")["id"]))
        assert isinstance(channel, discord.TextChannel)
        first = await channel.send("Once", nonce="table-1-event-7")
        again = await channel.send("Once", nonce="table-1-event-7")
        assert first.id == again.id
        assert len(sandbox.people.messages("Ada", "card-room")) == 1
        thread = await first.create_thread(name="Voren", auto_archive_duration=60)
        assert thread.id == first.id
        with pytest.raises(discord.HTTPException) as twice:
            await first.create_thread(name="Voren")
        assert twice.value.code == 160004
        message = await thread.send(view=build_table(1))
        sandbox.advance(61 * 60)
        with pytest.raises(discord.HTTPException) as archived:
            await message.edit(view=build_table(2))
        assert archived.value.code == 50083
        with pytest.raises(Refused, match="archived"):
            await sandbox.people.click("Ada", str(message.id), "press:1")
        await thread.send("Wake up")
        await message.edit(view=build_table(2))
        assert (await sandbox.people.click("Ada", str(message.id), "press:2"))["state"] == "update"


async def test_faults_that_discord_py_outlives(sandbox: Sandbox) -> None:
    async with run_botlet(sandbox) as bot:
        await bot.wait_until_ready()
        channel = bot.get_channel(int(sandbox.people.channel("card-room")["id"]))
        assert isinstance(channel, discord.TextChannel)
        sandbox.faults.add("status", status=429, seconds=0.05, times=2, path="/channels/.*/messages")
        await channel.send("After two refusals")
        sandbox.faults.add("status", status=502, method="POST")
        await channel.send("After an error")
        sandbox.faults.add("drop", after=True, method="POST")
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await channel.send("Sent, but nobody said so")
        contents = [message["content"] for message in sandbox.people.messages("Ada", "card-room")]
        assert contents == ["After two refusals", "After an error", "Sent, but nobody said so"]
        assert sandbox.faults.idle


async def test_the_same_interaction_twice(sandbox: Sandbox) -> None:
    async with run_botlet(sandbox):
        public = (await sandbox.people.command("Ada", "card-room", "new", {"count": 1})).get("message", {})
        requests: list[Recorded] = []
        sandbox.recorder.requests.append(requests.append)
        sandbox.faults.add("twice")
        await sandbox.people.click("Ada", public, "press:1")
        await sandbox.people.until(lambda: len(requests) == 2, 30)
        assert sorted(request.status for request in requests) == [200, 400]
        assert next(request.answer["code"] for request in requests if request.status == 400) == 40060


async def test_a_wrong_token_ends_the_bot(sandbox: Sandbox) -> None:
    bot = Botlet()
    address = Route.BASE
    Route.BASE = sandbox.api_base
    try:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")
    finally:
        await bot.close()
        Route.BASE = address
