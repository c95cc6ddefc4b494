"""What survives: a clean stop, a killed process, a line cut short, and a journal that has grown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.server import store
from sandbox.server.store import Store
from tests.sandbox.wire import Json, Wire, button, command, row
from tests.support.needs import ROOT


@contextlib.asynccontextmanager
async def start_process(data: Path, *options: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, Json]]:
    """Yield the stand-in as a process of its own, and the addresses that it prints."""
    arguments = (sys.executable, "-m", "sandbox", "--data", str(data), *options)
    running = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    try:
        assert running.stdout is not None
        yield running, json.loads(await running.stdout.readline())
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.kill()
        await running.communicate()


async def post(session: aiohttp.ClientSession, at: Json, content: str) -> Json:
    async with session.get(at["page"] + "/sandbox/users") as users:
        ada = (await users.json())["users"][1]["id"]
    async with session.get(f"{at['page']}/sandbox/state?as={ada}") as answer:
        channel = (await answer.json())["channels"][0]["id"]
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps({"content": content}))
    data.add_field("files[0]", content.encode(), filename="a.txt")
    headers = {"Authorization": f"Bot {at['token']}"}
    async with session.post(f"{at['api_base']}/channels/{channel}/messages", data=data, headers=headers) as answer:
        assert answer.status == 200
        return await answer.json()


async def test_a_process_has_servers_and_shards(tmp_path: Path) -> None:
    options = ("--servers", "2", "--shards", "4", "--max-concurrency", "2")
    async with start_process(tmp_path / "sandbox", *options) as (_, at), aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {at['token']}"}
        async with session.get(f"{at['api_base']}/users/@me/guilds", headers=headers) as answer:
            assert len(await answer.json()) == 2
        async with session.get(f"{at['api_base']}/gateway/bot", headers=headers) as answer:
            text = await answer.json()
    assert (text["shards"], text["session_start_limit"]["max_concurrency"]) == (4, 2)


async def test_a_killed_process_loses_at_most_the_last_moment(tmp_path: Path) -> None:
    data = tmp_path / "here" / "sandbox"
    async with aiohttp.ClientSession() as session:
        async with start_process(data) as (running, first):
            posted = [await post(session, first, f"message {number}") for number in range(20)]
            await asyncio.sleep(store.FLUSH_SECONDS * 4)  # the moment that may be lost, with room for a busy machine
            running.kill()
            assert await running.wait() == -signal.SIGKILL
        async with start_process(data) as (running, second):
            assert second["token"] == first["token"]
            posted.append(await post(session, second, "after the restart"))
            running.terminate()
            assert await running.wait() == 0
    async with await Sandbox.start(data) as sandbox:
        assert [message["id"] for message in sandbox.people.messages("Ada", "card-room")] == [
            message["id"] for message in posted
        ]
        rows = [await sandbox.world.store.file(message["attachments"][0]["id"]) for message in posted]
        assert rows == [message["content"].encode() for message in posted]


async def test_all_kinds_of_things_survive(tmp_path: Path) -> None:
    data = tmp_path / "sandbox"
    async with await Sandbox.start(data) as sandbox, Wire(sandbox) as wire:
        await wire.register(command())
        ear = await wire.connect_and_identify()
        image = {"name": "ace_of_cups", "image": "data:image/png;base64,iVBORw0KGgo="}
        emoji = (await wire.call("POST", f"/applications/{wire.app}/emojis", image)).body
        once = {"content": "Once", "nonce": "n", "enforce_nonce": True, "components": [row(button())]}
        posted = await wire.post(once)
        thread = (
            await wire.call("POST", f"/channels/{wire.channel}/messages/{posted['id']}/threads", {"name": "t"})
        ).body
        outcome = asyncio.create_task(sandbox.people.click("Bela", posted, "press"))
        text = await ear.receive_event("INTERACTION_CREATE")
        await wire.answer(text, 4, {"content": "Psst", "flags": 64})
        page = (await outcome).get("message", {})
        sandbox.set_bot_permissions("parlour", attach_files=False)
        sandbox.advance(60)
        before, time = sandbox.people.state("Bela"), sandbox.clock.now()
    async with await Sandbox.start(data) as sandbox, Wire(sandbox) as wire:
        assert sandbox.clock.now() == pytest.approx(time, abs=30)
        after = sandbox.people.state("Bela")
        apart = {"bot": None, "now": None}
        assert {**after, **apart} == {**before, **apart}
        assert (await wire.post(once))["id"] == posted["id"]
        assert sandbox.people.message("Bela", page)["content"] == "Psst"
        path = wire.webhook(text, "/messages/@original")
        assert (await wire.call("PATCH", path, {"content": "Still open"})).status == 200
        assert await sandbox.world.store.file(emoji["id"]) == b"\x89PNG\r\n\x1a\n"
        assert (await wire.call("POST", f"/channels/{thread['id']}/messages", {"content": "x"})).status == 200
        sandbox.people.dismiss("Bela", page)
        new = sandbox.people.say("Ada", "card-room", "Newer")
        assert int(new["id"]) > int(page["id"])
    async with await Sandbox.start(data) as sandbox:
        assert [message["content"] for message in sandbox.people.messages("Bela", "card-room")] == ["Once", "Newer"]


async def test_references_to_a_message_follow_its_edits(tmp_path: Path) -> None:
    """The first message of a thread, an answer to a message, the link to a thread: after a restart as before."""
    data = tmp_path / "sandbox"

    def read_message(sandbox: Sandbox, thread: str) -> list[str]:
        first = sandbox.people.messages("Bela", thread)[0]
        answer = sandbox.people.messages("Bela", "card-room")[-1]
        linked = sandbox.people.messages("Bela", "card-room")[0]["thread"]
        return [first["referenced_message"]["content"], answer["referenced_message"]["content"], linked["name"]]

    async with await Sandbox.start(data) as sandbox, Wire(sandbox) as wire:
        path = f"/channels/{wire.channel}/messages"
        posted = await wire.post({"content": "The lobby"})
        thread = (await wire.call("POST", f"{path}/{posted['id']}/threads", {"name": "t"})).body["id"]
        await wire.post({"content": "Look!", "message_reference": {"message_id": posted["id"]}})
        await sandbox.world.store.flush()
        await wire.call("PATCH", f"{path}/{posted['id']}", {"content": "The game"})
        await wire.call("PATCH", f"/channels/{thread}", {"name": "u"})
        assert read_message(sandbox, thread) == ["The game", "The game", "u"]
    async with await Sandbox.start(data) as sandbox, Wire(sandbox) as wire:
        assert read_message(sandbox, thread) == ["The game", "The game", "u"]
        await wire.call("PATCH", f"{path}/{posted['id']}", {"content": "It is over"})
        assert read_message(sandbox, thread) == ["It is over", "It is over", "u"]


async def read_tables(path: Path) -> dict[str, dict[str, Any]]:
    keep = Store(path)
    data = keep.load()
    await keep.close()
    return data


async def fill_world(path: Path, things: dict[str, Any]) -> None:
    keep = Store(path)
    keep.load()
    for key, body in things.items():
        keep.put("thing", key, lambda body=body: body)
    await keep.close()


async def test_a_line_cut_short_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    await fill_world(path, {"1": "one", "2": "two"})
    whole = path.read_bytes()
    for cut in range(1, len(whole.splitlines()[-1]) + 1):
        path.write_bytes(whole[:-cut])
        assert await read_tables(path) == {"thing": {"1": "one"}}
        await fill_world(path, {"3": "three"})
        assert await read_tables(path) == {"thing": {"1": "one", "3": "three"}}


async def test_a_grown_journal_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "REWRITE_BYTES", 2000)
    path = tmp_path / "journal"
    keep = Store(path)
    keep.load()
    keep.put("thing", "gone", lambda: "x")
    for number in range(100):
        keep.put("thing", "1", lambda number=number: ["y" * 100, number])
        keep.put("thing", "2", lambda: "never changes")
        await keep.flush()
        assert path.stat().st_size < 2500
        keep.drop("thing", "gone")
    await keep.close()
    assert await read_tables(path) == {"thing": {"1": ["y" * 100, 99], "2": "never changes"}}


async def test_failed_write_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Store(tmp_path / "journal")
    keep.load()
    keep.put("thing", "1", lambda: "one")
    keep.put_file("7", b"seven")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "_write", lambda *_: (_ for _ in ()).throw(OSError("no space left")))
        with pytest.raises(OSError, match="no space"):
            await keep.flush()
    assert await keep.file("7") == b"seven"
    await keep.close()
    again = Store(tmp_path / "journal")
    assert again.load() == {"thing": {"1": "one"}}
    assert await again.file("7") == b"seven"
    again.drop_file("7")
    assert await again.file("7") is None
    await again.close()
    assert list((tmp_path / "journal.files").iterdir()) == []


async def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "database"
    path.write_bytes(b"SQLite format 3\x00 and more\n")
    with pytest.raises(ValueError, match="no file of the sandbox"):
        await Sandbox.start(path)
    assert path.read_bytes().startswith(b"SQLite")
