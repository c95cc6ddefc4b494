"""The life of an interaction: what the bot is sent, how it may answer, and when it no longer may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sandbox import Outcome, Refused
from sandbox.server import limits
from tests.sandbox.wire import V2, Ear, Json, Wire, button, command, option, row, select, text, v2

VOREN = command(options=[option("new", 1, options=[option("seats", 4), option("rule", 3, autocomplete=True)])])


@pytest.fixture
async def ear(wire: Wire) -> AsyncIterator[Ear]:
    """The bot's ear; it has registered /voren new."""
    await wire.register(VOREN)
    heard = await wire.identified()
    yield heard
    await heard.socket.close()


class Talk:
    """A person's deed and the bot's answers to it."""

    def __init__(self, wire: Wire, ear: Ear) -> None:
        self.wire, self.ear, self.people = wire, ear, wire.sandbox.people
        self.outcome: asyncio.Task[Outcome]

    async def command(self, user: str = "Ada", **options: Any) -> Json:
        doing = self.people.command(user, "card-room", "voren new", options)
        self.outcome = asyncio.create_task(doing)
        return await self.ear.event("INTERACTION_CREATE")

    async def click(self, message: Json, custom_id: str = "press", values: Any = None, user: str = "Ada") -> Json:
        self.outcome = asyncio.create_task(self.people.click(user, message, custom_id, values))
        return await self.ear.event("INTERACTION_CREATE")


@pytest.fixture
def talk(wire: Wire, ear: Ear) -> Talk:
    return Talk(wire, ear)


async def test_payload_of_a_command(talk: Talk) -> None:
    answer = await talk.command(seats=4)
    world = talk.wire.sandbox.world
    assert answer["type"] == 2
    assert answer["application_id"] == talk.wire.app
    assert answer["guild_id"] == world.guild_id
    assert answer["channel"]["id"] == answer["channel_id"] == talk.wire.channel
    assert answer["member"]["user"]["global_name"] == "Ada"
    assert int(answer["member"]["permissions"]) & int(answer["app_permissions"])
    assert (answer["version"], answer["context"], answer["entitlements"]) == (1, 0, [])
    assert answer["attachment_size_limit"] == limits.FILE_BYTES
    assert answer["authorizing_integration_owners"] == {"0": world.guild_id}
    assert (answer["locale"], answer["guild_locale"]) == ("en-GB", "en-GB")
    new = {"name": "new", "type": 1, "options": [{"name": "seats", "type": 4, "value": 4}]}
    assert answer["data"]["options"] == [new]
    assert len(answer["token"]) > 40
    talk.outcome.cancel()


async def test_payload_of_a_click(talk: Talk) -> None:
    posted = await talk.wire.posted({"components": [row(select(min_values=1, max_values=2))]})
    answer = await talk.click(posted, "choose", ["ace", "king"])
    assert answer["data"] == {
        "custom_id": "choose",
        "component_type": 3,
        "id": 2,
        "values": ["ace", "king"],
        "resolved": {},
    }
    assert answer["message"] == posted
    talk.outcome.cancel()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("choose", ["knave"]),
        ("choose", []),
        ("choose", ["ace", "king"]),
        ("press", ["ace"]),
        ("off", None),
        ("x", None),
    ],
)
async def test_clicks_that_are_refused(wire: Wire, custom_id: str, values: Any) -> None:
    off = button("off", disabled=True)
    posted = await wire.posted({"components": [row(button(), off), row(select())]})
    with pytest.raises(Refused):
        await wire.sandbox.people.click("Ada", posted, custom_id, values)


async def test_an_answer_is_seen_at_once(talk: Talk) -> None:
    answer = await talk.command()
    reply = await talk.wire.answer(answer, 4, {"content": "Hello"})
    assert reply.status == 200
    assert reply.body["resource"]["message"]["content"] == "Hello"
    assert reply.body["interaction"]["response_message_id"] == reply.body["resource"]["message"]["id"]
    outcome = await talk.outcome
    assert (outcome["state"], outcome.get("message", {})["content"]) == ("message", "Hello")


async def test_a_second_answer_is_refused(talk: Talk) -> None:
    answer = await talk.command()
    assert (await talk.wire.answer(answer, 4, {"content": "Hello"})).status == 200
    again = await talk.wire.answer(answer, 4, {"content": "Hello again"})
    assert (again.status, again.code) == (400, 40060)


async def test_an_answer_after_three_seconds_is_refused(talk: Talk) -> None:
    answer = await talk.command()
    talk.wire.sandbox.advance(3.1)
    late = await talk.wire.answer(answer, 4, {"content": "Hello"})
    assert (late.status, late.code) == (404, 10062)
    talk.outcome.cancel()


async def test_an_unknown_interaction_is_refused(talk: Talk) -> None:
    answer = await talk.command()
    wrong = await talk.wire.answer({"id": answer["id"], "token": "no"}, 4, {"content": "Hello"})
    assert (wrong.status, wrong.code) == (404, 10062)
    assert (await talk.wire.answer({"id": "1", "token": answer["token"]}, 4, {"content": "x"})).code == 10062
    talk.outcome.cancel()


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, None, "4"])
async def test_a_command_cannot_be_answered_so(talk: Talk, kind: Any) -> None:
    answer = await talk.command()
    reply = await talk.wire.answer(answer, kind, {"content": "x"})
    assert (reply.status, reply.code) == (400, 50035)
    assert "type" in reply.body["errors"]
    assert (await talk.wire.answer(answer, 4, {"content": "x"})).status == 200


async def test_a_wrong_answer_may_be_corrected(talk: Talk) -> None:
    answer = await talk.command()
    assert (await talk.wire.answer(answer, 4, {"content": ""})).code == 50006
    assert (await talk.wire.answer(answer, 4, {"content": "x" * 2001})).code == 50035
    assert (await talk.wire.answer(answer, 4, {"content": "x"})).status == 200


async def test_the_webhook_opens_with_the_answer_and_closes_after_15_minutes(talk: Talk) -> None:
    answer = await talk.command()
    call, hook = talk.wire.call, talk.wire.hook
    assert (await call("POST", hook(answer), {"content": "early"})).code == 10015
    await talk.wire.answer(answer, 4, {"content": "Hello"})
    assert (await call("PATCH", hook(answer, "/messages/@original"), {"content": "Changed"})).status == 200
    assert (await call("POST", hook(answer), {"content": "More"})).status == 200
    talk.wire.sandbox.advance(limits.TOKEN_SECONDS)
    for method, rest in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        reply = await call(method, hook(answer, rest), {"content": "late"})
        assert (reply.status, reply.code) == (401, 50027)
    assert (await call("POST", f"/webhooks/{talk.wire.app}/nonsense", {"content": "x"})).code == 50027


async def test_the_first_followup_becomes_the_deferred_answer(talk: Talk) -> None:
    answer = await talk.command()
    deferred = await talk.wire.answer(answer, 5, {"flags": 64})
    assert deferred.body["resource"]["message"]["flags"] == 64 | 128
    assert deferred.body["interaction"]["response_message_loading"] is True
    assert (await talk.outcome)["state"] == "deferred"
    first = await talk.wire.call("POST", talk.wire.hook(answer), {"content": "First"})
    assert first.body["id"] == deferred.body["resource"]["message"]["id"]
    assert first.body["flags"] == 64
    second = await talk.wire.call("POST", talk.wire.hook(answer), {"content": "Second"})
    assert second.body["id"] != first.body["id"]
    assert second.body["flags"] == 0
    assert [message["content"] for message in talk.people.messages("Bela", "card-room")] == ["Second"]


async def test_ephemeral_messages_cannot_be_reached_over_the_channel(talk: Talk) -> None:
    answer = await talk.command()
    message = (await talk.wire.answer(answer, 4, {"content": "Psst", "flags": 64})).body["resource"]["message"]
    path = f"/channels/{talk.wire.channel}/messages"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await talk.wire.call(method, f"{path}/{message['id']}", {"content": "x"})).code == 10008
    assert (await talk.wire.call("GET", path)).body == []
    channel = await talk.wire.call("GET", f"/channels/{talk.wire.channel}")
    assert channel.body["last_message_id"] is None
    assert talk.people.messages("Bela", "card-room") == []
    with pytest.raises(Refused):
        talk.people.message("Bela", message)


async def test_an_ephemeral_message_is_edited_by_a_click_on_it(talk: Talk) -> None:
    answer = await talk.command()
    body = {"content": "Psst", "flags": 64, "components": [row(button())]}
    message = (await talk.wire.answer(answer, 4, body)).body["resource"]["message"]
    talk.wire.sandbox.advance(3600)
    clicked = await talk.click(message)
    assert clicked["message"]["flags"] == 64
    assert (await talk.wire.answer(clicked, 7, {"content": "Still here"})).status == 200
    assert talk.people.message("Ada", message)["content"] == "Still here"
    again = await talk.click(message)
    assert (await talk.wire.answer(again, 6)).status == 200
    assert (await talk.outcome)["state"] == "deferred_update"
    hook = talk.wire.hook(again, "/messages/@original")
    assert (await talk.wire.call("PATCH", hook, {"content": "And again"})).body["id"] == message["id"]
    talk.people.dismiss("Ada", message)
    assert (await talk.wire.call("PATCH", hook, {"content": "Gone"})).code == 10008


async def test_a_message_cannot_be_reached_by_another_interactions_token(talk: Talk) -> None:
    first, second = await talk.command(), await talk.command()
    message = (await talk.wire.answer(first, 4, {"content": "Mine"})).body["resource"]["message"]
    await talk.wire.answer(second, 4, {"content": "Yours"})
    reply = await talk.wire.call("PATCH", talk.wire.hook(second, f"/messages/{message['id']}"), {"content": "x"})
    assert reply.code == 10008


async def test_attachments_on_edit(talk: Talk) -> None:
    call, path = talk.wire.call, f"/channels/{talk.wire.channel}/messages"
    posted = await talk.wire.posted({"content": "x"}, files=[("a.png", b"a"), ("b.png", b"b")])
    a, b = posted["attachments"]
    record = await call("PATCH", f"{path}/{posted['id']}", {"content": "y"})
    assert record.body["attachments"] == [a, b]
    more = await call("PATCH", f"{path}/{posted['id']}", {"content": "y"}, files=[("c.png", b"c")])
    assert [attachment["filename"] for attachment in more.body["attachments"]] == ["a.png", "b.png", "c.png"]
    reply = await call("PATCH", f"{path}/{posted['id']}", {"attachments": [{"id": b["id"]}]})
    assert [attachment["filename"] for attachment in reply.body["attachments"]] == ["b.png"]
    assert (await call("PATCH", f"{path}/{posted['id']}", {"attachments": [{"id": a["id"]}]})).code == 50035
    assert await talk.wire.sandbox.world.store.file(a["id"]) is None
    body = {"attachments": [{"id": 0, "filename": "d.png"}], **v2({"type": 13, "file": {"url": "attachment://d.png"}})}
    whole = await call("PATCH", f"{path}/{posted['id']}", {"content": None, **body}, files=[("d.png", b"d")])
    assert [attachment["filename"] for attachment in whole.body["attachments"]] == ["d.png"]


async def test_a_message_becomes_v2_and_stays_it(wire: Wire) -> None:
    posted = await wire.posted({"content": "x"})
    path = f"/channels/{wire.channel}/messages/{posted['id']}"
    assert (await wire.call("PATCH", path, v2(text()))).code == 50035
    changed = await wire.call("PATCH", path, {"content": None, **v2(text())})
    assert (changed.status, changed.body["flags"], changed.body["content"]) == (200, V2, "")
    assert (await wire.call("PATCH", path, {"flags": 0, "content": "x", "components": []})).code == 50035
    assert (await wire.call("PATCH", path, {"content": "x"})).code == 50035
    assert (await wire.call("PATCH", path, {"components": []})).code == 50006
    assert (await wire.call("PATCH", path, {"components": [text("More")]})).status == 200


async def test_many_edits_of_an_old_message_are_refused(wire: Wire) -> None:
    posted = await wire.posted({"content": "0"})
    path = f"/channels/{wire.channel}/messages/{posted['id']}"
    for number in range(20):
        assert (await wire.call("PATCH", path, {"content": str(number)})).status == 200
    wire.sandbox.advance(3700)
    replies = [await wire.call("PATCH", path, {"content": f"old {number}"}) for number in range(6)]
    assert [reply.status for reply in replies] == [200] * limits.OLD_EDITS_AN_HOUR + [429]
    assert replies[-1].code == 30046
    assert float(replies[-1].headers["Retry-After"]) == replies[-1].body["retry_after"]
    wire.sandbox.world.old_edits = None
    assert (await wire.call("PATCH", path, {"content": "y"})).status == 200


async def test_autocomplete(talk: Talk) -> None:
    options = talk.people.autocomplete("Ada", "card-room", "voren new", {"rule": "fol", "seats": 3}, "rule")
    choices = asyncio.create_task(options)
    message = await talk.ear.event("INTERACTION_CREATE")
    assert message["type"] == 4
    assert message["data"]["options"][0]["options"] == [
        {"name": "seats", "type": 4, "value": 3},
        {"name": "rule", "type": 3, "value": "fol", "focused": True},
    ]
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await talk.wire.answer(message, 8, {"choices": many})).code == 50035
    assert (await talk.wire.answer(message, 8, {"choices": [{"name": "a", "value": 5}]})).code == 50035
    assert (await talk.wire.answer(message, 4, {"content": "x"})).code == 50035
    assert (await talk.wire.answer(message, 8, {"choices": many[:25]})).status == 200
    assert await choices == many[:25]
    with pytest.raises(Refused):
        await talk.people.autocomplete("Ada", "card-room", "voren new", {}, "seats")


def label(component: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "A field", "component": component, **fields}


def field(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "word", "style": 1, **fields}


def modal(*parts: Json, **fields: Any) -> Json:
    return {"custom_id": "form", "title": "A form", "components": list(parts), **fields}


RADIO = {"type": 21, "custom_id": "radio", "options": [{"label": words, "value": words} for words in ("a", "b")]}
MODALS = [
    ("no title", modal(label(field()), title=""), "title"),
    ("long title", modal(label(field()), title="t" * 46), "title"),
    ("no custom id", modal(label(field()), custom_id=None), "custom_id"),
    ("nothing in it", modal(), "components"),
    ("six parts", modal(*(label(field(custom_id=str(n))) for n in range(6))), "components"),
    ("a bare select", modal(select()), "components.0.type"),
    ("a select in a row", modal(row(select())), "components.0.components.0.type"),
    ("a button in a label", modal(label(button())), "components.0.component.type"),
    ("long label", modal(label(field(), label="l" * 46)), "components.0.label"),
    ("long description", modal(label(field(), description="d" * 101)), "components.0.description"),
    ("no style", modal(label(field(style=None))), "components.0.component.style"),
    ("long value", modal(label(field(value="v" * 4001))), "components.0.component.value"),
    ("long placeholder", modal(label(field(placeholder="p" * 101))), "components.0.component.placeholder"),
    ("min above max", modal(label(field(min_length=5, max_length=4))), "components.0.component.min_length"),
    ("a value too short", modal(label(field(value="ace", min_length=4))), "components.0.component.value"),
    ("two of one id", modal(label(field()), label(field())), "components.1.component.custom_id"),
    ("one radio option", modal(label({**RADIO, "options": RADIO["options"][:1]})), "components.0.component.options"),
    ("required, but none", modal(label(select(min_values=0))), "components.0.component.min_values"),
    ("a disabled select", modal(label(select(disabled=True))), "components.0.component.disabled"),
]


@pytest.mark.parametrize(("body", "path"), [pytest.param(*rest, id=name) for name, *rest in MODALS])
async def test_a_wrong_form_is_refused(talk: Talk, body: Json, path: str) -> None:
    reply = await talk.wire.answer(await talk.command(), 9, body)
    assert (reply.status, reply.code) == (400, 50035)
    errors = reply.body["errors"]["data"]
    for step in path.split("."):
        errors = errors[step]
    assert errors["_errors"]
    talk.outcome.cancel()


async def test_a_form_from_opening_to_answer(talk: Talk) -> None:
    posted = await talk.wire.posted({"content": "Table", "components": [row(button())]})
    clicked = await talk.click(posted)
    opened = modal(label(field(max_length=5)), label(select(required=False, min_values=0)), label(RADIO), text("Note"))
    assert (await talk.wire.answer(clicked, 9, opened)).status == 200
    outcome = await talk.outcome
    assert outcome["state"] == "modal"
    for wrong in ({}, {"word": "too long"}, {"word": "ace", "radio": "c"}, {"word": "a", "radio": "a", "x": 1}):
        with pytest.raises(Refused):
            await talk.people.modal("Ada", outcome["interaction_id"], wrong)
    with pytest.raises(Refused):
        await talk.people.modal("Bela", outcome["interaction_id"], {"word": "ace", "radio": "a"})
    filled = {"word": "ace", "radio": "b", "choose": []}
    sent = asyncio.create_task(talk.people.modal("Ada", outcome["interaction_id"], filled))
    message = await talk.ear.event("INTERACTION_CREATE")
    assert message["type"] == 5
    assert message["message"]["id"] == posted["id"]
    parts = [component.get("component") for component in message["data"]["components"]]
    assert [
        component and (component["custom_id"], component.get("value", component.get("values"))) for component in parts
    ] == [
        ("word", "ace"),
        ("choose", []),
        ("radio", "b"),
        None,
    ]
    assert (await talk.wire.answer(message, 9, opened)).code == 50035
    assert (await talk.wire.answer(message, 7, {"content": "Changed"})).status == 200
    assert (await sent)["state"] == "update"
    assert talk.people.message("Cleo", posted)["content"] == "Changed"


async def test_a_form_opened_by_a_command_has_no_message_to_change(talk: Talk) -> None:
    await talk.wire.answer(await talk.command(), 9, modal(label(field())))
    opened = (await talk.outcome)["interaction_id"]
    sent = asyncio.create_task(talk.people.modal("Ada", opened, {"word": "ace"}))
    message = await talk.ear.event("INTERACTION_CREATE")
    assert "message" not in message
    assert (await talk.wire.answer(message, 7, {"content": "x"})).code == 50035
    assert (await talk.wire.answer(message, 4, {"content": "x"})).status == 200
    assert (await sent)["state"] == "message"
