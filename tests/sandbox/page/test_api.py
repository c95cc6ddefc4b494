"""The page's API as docs/sandbox.md has it: every call, the events, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox import Sandbox
from tests.sandbox.wire import Json, Wire, button, command, option, row, select


class Tab:
    """The browser tab of a person."""

    def __init__(self, wire: Wire, name: str) -> None:
        self.wire, self.id = wire, wire.sandbox.people.user(name)["id"]

    async def call(self, method: str, path: str, body: Any = None, status: int = 200, **query: str) -> Json:
        url = f"{self.wire.sandbox.base}/sandbox{path}"
        async with self.wire.session.request(method, url, params={"as": self.id, **query}, json=body) as answer:
            assert answer.status == status, await answer.text()
            return await answer.json()

    async def listen(self) -> Any:
        return await self.wire.session.ws_connect(f"{self.wire.sandbox.base}/sandbox/events?as={self.id}")


@pytest.fixture
def ada(wire: Wire) -> Tab:
    return Tab(wire, "Ada")


@pytest.fixture
def bela(wire: Wire) -> Tab:
    return Tab(wire, "Bela")


async def test_the_state(wire: Wire, ada: Tab) -> None:
    await wire.register(command())
    state = await ada.call("GET", "/state")
    assert state["me"]["global_name"] == "Ada"
    assert [user["global_name"] for user in state["users"] if not user.get("bot")] == ["Ada", "Bela", "Cleo"]
    assert [channel["name"] for channel in state["channels"]] == ["card-room", "parlour"]
    assert state["guild"]["id"] == wire.sandbox.world.guild_id
    assert [entry["name"] for entry in state["commands"]] == ["voren"]
    assert state["bot"] == {"online": False, "user": wire.sandbox.world.bot}
    assert state["emojis"] == []
    assert int(state["newest"]) >= max(int(value["id"]) for value in (*state["users"], *state["channels"]))
    async with wire.session.get(wire.sandbox.base + "/sandbox/users") as users:
        assert (await users.json())["users"] == state["users"]


async def test_people_talk_and_see(ada: Tab, bela: Tab) -> None:
    channel = ada.wire.channel
    message = (await ada.call("POST", "/say", {"channel_id": channel, "content": f" Hello <@{bela.id}> "}))["message"]
    assert message["content"] == f"Hello <@{bela.id}>"
    assert (await bela.call("GET", f"/channels/{channel}/messages"))["messages"] == [message]
    dora = (await ada.call("POST", "/users", {"name": "Dora"}))["user"]
    assert dora["global_name"] == "Dora"
    new_channel = (await ada.call("POST", "/channels", {"name": "Back room"}))["channel"]
    assert new_channel["name"] == "back-room"


async def test_a_command_a_choice_and_a_form_over_http(wire: Wire, ada: Tab, bela: Tab) -> None:
    await wire.register(command(options=[option("rule", 3, autocomplete=True)]))
    connection, channel = await wire.connect_and_identify(), wire.channel
    partial = {"channel_id": channel, "name": "voren", "options": {"rule": "fo"}, "focused": "rule"}
    suggestions = asyncio.create_task(ada.call("POST", "/autocomplete", partial))
    choices = [{"name": "follow", "value": "follow"}]
    await wire.answer(await connection.receive_event("INTERACTION_CREATE"), 8, {"choices": choices})
    assert await suggestions == {"choices": choices}

    request = {"channel_id": channel, "name": "voren", "options": {"rule": "follow"}}
    call = asyncio.create_task(ada.call("POST", "/command", request))
    parts = [row(button()), row(select())]
    await wire.answer(
        await connection.receive_event("INTERACTION_CREATE"), 4, {"content": "Table", "components": parts}
    )
    outcome = await call
    assert outcome["state"] == "message"
    message = outcome["message"]

    choice = {"channel_id": channel, "message_id": message["id"], "custom_id": "choose", "values": ["king"]}
    call = asyncio.create_task(bela.call("POST", "/component", choice))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    form: Json = {"type": 18, "label": "Word", "component": {"type": 4, "custom_id": "word", "style": 1}}
    await wire.answer(interaction, 9, {"custom_id": "form", "title": "Form", "components": [form]})
    outcome = await call
    assert (outcome["state"], outcome["modal"]["title"]) == ("modal", "Form")
    values = {"interaction_id": outcome["interaction_id"], "values": {"word": "ace"}}
    call = asyncio.create_task(bela.call("POST", "/modal", values))
    await wire.answer(await connection.receive_event("INTERACTION_CREATE"), 4, {"content": "Psst", "flags": 64})
    private = (await call)["message"]
    before, now = str(int(private["id"]) - 1), (await bela.call("GET", "/state"))["newest"]
    for after, count in ("", 2), (before, 2), (now, 1):
        answer = await bela.call("GET", f"/channels/{channel}/messages", ephemeral_after=after)
        assert len(answer["messages"]) == count
    assert len((await bela.call("GET", f"/channels/{channel}/messages"))["messages"]) == 2
    assert len((await ada.call("GET", f"/channels/{channel}/messages"))["messages"]) == 1
    await ada.call("POST", "/dismiss", {"message_id": private["id"]}, 404)
    assert await bela.call("POST", "/dismiss", {"message_id": private["id"]}) == {}
    await bela.call("POST", "/dismiss", {"message_id": message["id"]}, 400)


async def test_events_go_to_those_they_are_for(wire: Wire, ada: Tab, bela: Tab) -> None:
    await wire.register(command())
    hers, his = await ada.listen(), await bela.listen()
    connection = await wire.connect_and_identify()
    call = asyncio.create_task(ada.call("POST", "/command", {"channel_id": wire.channel, "name": "voren"}))
    interaction = await connection.receive_event("INTERACTION_CREATE")
    await wire.answer(interaction, 5, {"flags": 64})
    await call
    await wire.call("PATCH", wire.webhook(interaction, "/messages/@original"), {"content": "Psst"})
    posted = await wire.post({"content": f"<@{bela.id}>", "allowed_mentions": {"users": [bela.id]}})
    await wire.call("DELETE", f"/channels/{wire.channel}/messages/{posted['id']}")
    await wire.call("POST", f"/channels/{wire.channel}/threads", {"name": "Room", "type": 11})
    ada.wire.sandbox.people.add_user("Dora")

    async def read_until(socket: Any, last: str) -> list[Json]:
        events: list[Json] = []
        while not events or events[-1]["t"] != last:
            events.append(await socket.receive_json(timeout=30))
        return events

    hers, his = await read_until(hers, "USER_CREATE"), await read_until(his, "USER_CREATE")
    everyone = ["MESSAGE_CREATE", "MESSAGE_DELETE", "THREAD_CREATE", "MESSAGE_CREATE", "USER_CREATE"]
    assert [entry["t"] for entry in hers] == ["BOT", "MESSAGE_CREATE", "MESSAGE_UPDATE", *everyone]
    assert [entry["t"] for entry in his] == ["BOT", "MESSAGE_CREATE", "MENTION", *everyone[1:]]
    assert hers[0]["d"] == {"online": True}
    assert hers[1]["d"]["flags"] == 64 | 128
    assert (hers[2]["d"]["content"], hers[2]["d"]["flags"]) == ("Psst", 64)
    assert his[2]["d"]["message_id"] == posted["id"]
    assert his[3]["d"]["id"] == posted["id"]


async def test_a_bot_that_does_not_answer(wire: Wire, ada: Tab) -> None:
    await wire.register(command())
    socket = await ada.listen()
    began = asyncio.get_running_loop().time()
    outcome = await ada.call("POST", "/command", {"channel_id": wire.channel, "name": "voren"})
    assert 3 <= asyncio.get_running_loop().time() - began < 3.1
    assert (outcome["state"], outcome["error"]) == ("failed", "The application did not respond")
    event = await socket.receive_json(timeout=30)
    assert (event["t"], event["d"]["interaction_id"]) == ("INTERACTION_FAILED", outcome["interaction_id"])
    interaction = wire.sandbox.world.interactions[outcome["interaction_id"]]
    reply = await wire.answer({"id": interaction.id, "token": interaction.token}, 4, {"content": "x"})
    assert reply.code == 10062


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/command", {"channel_id": "1", "name": "voren"}, 404),
        ("POST", "/command", {"name": "voren"}, 400),
        ("POST", "/command", [], 400),
        ("POST", "/component", {"channel_id": "1", "message_id": "1", "custom_id": "x"}, 404),
        ("POST", "/modal", {"interaction_id": "1"}, 404),
        ("POST", "/say", {"channel_id": "card-room", "content": " "}, 400),
        ("POST", "/say", {"channel_id": "card-room", "content": "x" * 2001}, 400),
        ("POST", "/users", {"name": "Ada"}, 400),
        ("POST", "/users", {"name": ""}, 400),
        ("POST", "/channels", {"name": "Card room"}, 400),
        ("POST", "/faults", {"kind": "earthquake"}, 400),
        ("POST", "/faults", {"kind": "status", "path": "("}, 400),
        ("POST", "/faults", {"kind": "status", "colour": 1}, 400),
        ("GET", "/channels/1/messages", None, 404),
    ],
)
async def test_refusals_have_a_reason(ada: Tab, method: str, path: str, body: Any, status: int) -> None:
    refused = await ada.call(method, path, body, status)
    assert refused["error"].endswith(".")


async def test_a_moderator_deletes(wire: Wire, ada: Tab, bela: Tab) -> None:
    posted = await wire.post({"content": "The table"})
    path = f"/channels/{wire.channel}/messages/{posted['id']}"
    await bela.call("POST", "/delete", {"message_id": posted["id"]}, 403)
    await bela.call("POST", "/delete", {"channel_id": wire.channel}, 403)
    assert await ada.call("POST", "/delete", {"message_id": posted["id"]}) == {}
    assert (await wire.call("PATCH", path, {"content": "x"})).code == 10008
    connection = await wire.connect_and_identify()
    assert await ada.call("POST", "/delete", {"channel_id": wire.channel}) == {}
    assert (await connection.receive_event("CHANNEL_DELETE"))["name"] == "card-room"
    assert (await wire.call("PATCH", path, {"content": "x"})).code == 10003


async def test_nobody_and_strangers(wire: Wire, ada: Tab) -> None:
    async with wire.session.get(wire.sandbox.base + "/sandbox/state") as answer:
        assert answer.status == 401
    ada.id = wire.app
    await ada.call("GET", "/state", status=404)


async def test_other_sites_may_not_act(wire: Wire, ada: Tab) -> None:
    base = wire.sandbox.base
    for origin, status in (("https://elsewhere.example", 403), (base, 200)):
        headers = {"Origin": origin}
        url = f"{base}/sandbox/say?as={ada.id}"
        message = {"channel_id": wire.channel, "content": "x"}
        async with wire.session.post(url, json=message, headers=headers) as answer:
            assert answer.status == status
        async with wire.session.get(f"{base}/sandbox/events?as=1", headers=headers) as answer:
            assert answer.status == (403 if status == 403 else 404)


async def test_the_page_its_files_and_pictures(wire: Wire, sandbox: Sandbox) -> None:
    posted = await wire.post({"content": "x"}, files=[("a.html", b"<script>")])
    image = {"name": "ace_of_cups", "image": "data:image/png;base64,iVBORw0KGgo="}
    emoji = (await wire.call("POST", f"/applications/{wire.app}/emojis", image)).body["id"]
    ada = sandbox.people.user("Ada")["id"]
    paths = {
        "/": (200, "text/html"),
        f"/as/{ada}": (200, "text/html"),
        "/static/style.css": (200, "text/css"),
        f"/cdn/avatars/{ada}.svg": (200, "image/svg+xml"),
        "/cdn/avatars/1.svg": (404, None),
        "/cdn/emojis/1.png": (404, None),
        f"/cdn/emojis/{emoji}": (200, "image/png"),
        f"/cdn/emojis/{emoji}.png": (200, "image/png"),
        posted["attachments"][0]["url"].removeprefix(sandbox.base): (200, "application/octet-stream"),
    }
    for path, (status, kind) in paths.items():
        async with wire.session.get(sandbox.base + path) as answer:
            assert answer.status == status, path
            assert kind is None or answer.content_type == kind


async def test_faults(wire: Wire, ada: Tab) -> None:
    path = f"/channels/{wire.channel}"
    fault = {"kind": "status", "status": 502, "method": "GET", "path": "/channels/", "times": 2}
    faults = (await ada.call("POST", "/faults", fault))["faults"]
    assert faults[0]["status"] == 502
    assert [(await wire.call("GET", path)).status for _ in range(3)] == [502, 502, 200]
    await ada.call("POST", "/faults", {"kind": "status", "status": 500, "after": True})
    assert (await wire.send({"content": "It is there all the same"})).status == 500
    assert len(wire.sandbox.people.messages("Ada", wire.channel)) == 1
    await ada.call("POST", "/faults", {"kind": "latency", "seconds": 0.2})
    began = asyncio.get_running_loop().time()
    assert (await wire.call("GET", path)).status == 200
    assert asyncio.get_running_loop().time() - began >= 0.2
    await ada.call("POST", "/faults", {"kind": "status", "status": 429, "seconds": 1.5, "times": None})
    for _ in range(3):
        reply = await wire.call("GET", path)
        assert (reply.status, reply.body["retry_after"], reply.headers["Retry-After"]) == (429, 1.5, "1.5")
        assert reply.headers["Via"]
    assert (await ada.call("GET", "/faults"))["faults"]
    assert (await ada.call("POST", "/faults", {"kind": "clear"})) == {"faults": []}
    assert (await wire.call("GET", path)).status == 200
    wire.sandbox.faults.add("status", status=500, times=None, probability=0.5)
    failures = [(await wire.call("GET", path)).status for _ in range(100)].count(500)
    assert 20 < failures < 80


async def test_acts_by_http(wire: Wire, ada: Tab) -> None:
    connection = await wire.connect_and_identify()
    await ada.call("POST", "/faults", {"kind": "gateway", "how": "close"})
    assert await connection.read_close_code() == 4000
    now = wire.sandbox.clock.now()
    await ada.call("POST", "/faults", {"kind": "advance", "seconds": 100})
    assert wire.sandbox.clock.now() - now >= 100
    permissions = {"kind": "permissions", "channel_id": wire.channel, "send_messages": False}
    await ada.call("POST", "/faults", permissions)
    assert (await wire.send({"content": "x"})).code == 50013


async def test_rate_limits_when_enforced(wire: Wire, ada: Tab) -> None:
    assert [(await wire.send({"content": "x"})).status for _ in range(8)] == [200] * 8
    await ada.call("POST", "/faults", {"kind": "rate_limits", "enforced": True})
    replies = [await wire.send({"content": "x"}) for _ in range(6)]
    assert [reply.status for reply in replies] == [200] * 5 + [429]
    assert [reply.headers["X-RateLimit-Remaining"] for reply in replies] == ["4", "3", "2", "1", "0", "0"]
    assert 0 < replies[-1].body["retry_after"] <= 5
    assert replies[-1].body["global"] is False
    assert (await wire.call("GET", f"/channels/{wire.channel}")).status == 200
    burst = [await wire.call("GET", f"/channels/{wire.channel}") for _ in range(60)]
    assert burst[-1].body["global"] is True
