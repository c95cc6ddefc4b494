"""The life of an interaction: what the bot is sent, how it may answer, and when it no longer may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sandbox import Outcome, Refused
from sandbox.server import limits
from tests.sandbox.wire import V2, GatewayConnection, Json, Wire, button, command, option, row, select, text, v2

VOREN = command(options=[option("new", 1, options=[option("seats", 4), option("rule", 3, autocomplete=True)])])


@pytest.fixture
async def connection(wire: Wire) -> AsyncIterator[GatewayConnection]:
    """The bot's connection to the gateway; it has registered /voren new."""
    await wire.register(VOREN)
    open_connection = await wire.connect_and_identify()
    yield open_connection
    await open_connection.socket.close()


class Conversation:
    """What a person does, and how the bot answers."""

    def __init__(self, wire: Wire, connection: GatewayConnection) -> None:
        self.wire, self.connection, self.people = wire, connection, wire.sandbox.people
        self.outcome: asyncio.Task[Outcome]

    async def command(self, user: str = "Ada", **options: Any) -> Json:
        outcome = self.people.command(user, "card-room", "voren new", options)
        self.outcome = asyncio.create_task(outcome)
        return await self.connection.receive_event("INTERACTION_CREATE")

    async def click(self, message: Json, custom_id: str = "press", values: Any = None, user: str = "Ada") -> Json:
        self.outcome = asyncio.create_task(self.people.click(user, message, custom_id, values))
        return await self.connection.receive_event("INTERACTION_CREATE")


@pytest.fixture
def conversation(wire: Wire, connection: GatewayConnection) -> Conversation:
    return Conversation(wire, connection)


async def test_payload_of_a_command(conversation: Conversation) -> None:
    interaction = await conversation.command(seats=4)
    world = conversation.wire.sandbox.world
    assert interaction["type"] == 2
    assert interaction["application_id"] == conversation.wire.app
    assert interaction["guild_id"] == world.guild_id
    assert interaction["channel"]["id"] == interaction["channel_id"] == conversation.wire.channel
    assert interaction["member"]["user"]["global_name"] == "Ada"
    assert int(interaction["member"]["permissions"]) & int(interaction["app_permissions"])
    assert (interaction["version"], interaction["context"], interaction["entitlements"]) == (1, 0, [])
    assert interaction["attachment_size_limit"] == limits.FILE_BYTES
    assert interaction["authorizing_integration_owners"] == {"0": world.guild_id}
    assert (interaction["locale"], interaction["guild_locale"]) == ("en-GB", "en-GB")
    new = {"name": "new", "type": 1, "options": [{"name": "seats", "type": 4, "value": 4}]}
    assert interaction["data"]["options"] == [new]
    assert len(interaction["token"]) > 40
    conversation.outcome.cancel()


async def test_payload_of_a_click(conversation: Conversation) -> None:
    posted = await conversation.wire.post({"components": [row(select(min_values=1, max_values=2))]})
    interaction = await conversation.click(posted, "choose", ["ace", "king"])
    assert interaction["data"] == {
        "custom_id": "choose",
        "component_type": 3,
        "id": 2,
        "values": ["ace", "king"],
        "resolved": {},
    }
    assert interaction["message"] == posted
    conversation.outcome.cancel()


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
    disabled_button = button("off", disabled=True)
    posted = await wire.post({"components": [row(button(), disabled_button), row(select())]})
    with pytest.raises(Refused):
        await wire.sandbox.people.click("Ada", posted, custom_id, values)


async def test_an_answer_is_seen_at_once(conversation: Conversation) -> None:
    interaction = await conversation.command()
    reply = await conversation.wire.answer(interaction, 4, {"content": "Hello"})
    assert reply.status == 200
    assert reply.body["resource"]["message"]["content"] == "Hello"
    assert reply.body["interaction"]["response_message_id"] == reply.body["resource"]["message"]["id"]
    outcome = await conversation.outcome
    assert (outcome["state"], outcome.get("message", {})["content"]) == ("message", "Hello")


async def test_a_second_answer_is_refused(conversation: Conversation) -> None:
    interaction = await conversation.command()
    assert (await conversation.wire.answer(interaction, 4, {"content": "Hello"})).status == 200
    reply = await conversation.wire.answer(interaction, 4, {"content": "Hello again"})
    assert (reply.status, reply.code) == (400, 40060)


async def test_an_answer_after_three_seconds_is_refused(conversation: Conversation) -> None:
    interaction = await conversation.command()
    conversation.wire.sandbox.advance(3.1)
    reply = await conversation.wire.answer(interaction, 4, {"content": "Hello"})
    assert (reply.status, reply.code) == (404, 10062)
    conversation.outcome.cancel()


async def test_an_unknown_interaction_is_refused(conversation: Conversation) -> None:
    interaction = await conversation.command()
    reply = await conversation.wire.answer({"id": interaction["id"], "token": "no"}, 4, {"content": "Hello"})
    assert (reply.status, reply.code) == (404, 10062)
    assert (
        await conversation.wire.answer({"id": "1", "token": interaction["token"]}, 4, {"content": "x"})
    ).code == 10062
    conversation.outcome.cancel()


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, None, "4"])
async def test_a_command_cannot_be_answered_so(conversation: Conversation, kind: Any) -> None:
    interaction = await conversation.command()
    reply = await conversation.wire.answer(interaction, kind, {"content": "x"})
    assert (reply.status, reply.code) == (400, 50035)
    assert "type" in reply.body["errors"]
    assert (await conversation.wire.answer(interaction, 4, {"content": "x"})).status == 200


async def test_a_wrong_answer_may_be_corrected(conversation: Conversation) -> None:
    interaction = await conversation.command()
    assert (await conversation.wire.answer(interaction, 4, {"content": ""})).code == 50006
    assert (await conversation.wire.answer(interaction, 4, {"content": "x" * 2001})).code == 50035
    assert (await conversation.wire.answer(interaction, 4, {"content": "x"})).status == 200


async def test_the_webhook_opens_with_the_answer_and_closes_after_15_minutes(conversation: Conversation) -> None:
    interaction = await conversation.command()
    call, hook = conversation.wire.call, conversation.wire.webhook
    assert (await call("POST", hook(interaction), {"content": "early"})).code == 10015
    await conversation.wire.answer(interaction, 4, {"content": "Hello"})
    assert (await call("PATCH", hook(interaction, "/messages/@original"), {"content": "Changed"})).status == 200
    assert (await call("POST", hook(interaction), {"content": "More"})).status == 200
    conversation.wire.sandbox.advance(limits.TOKEN_SECONDS)
    for method, rest in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        reply = await call(method, hook(interaction, rest), {"content": "late"})
        assert (reply.status, reply.code) == (401, 50027)
    assert (await call("POST", f"/webhooks/{conversation.wire.app}/nonsense", {"content": "x"})).code == 50027


async def test_the_first_followup_becomes_the_deferred_answer(conversation: Conversation) -> None:
    interaction = await conversation.command()
    deferred = await conversation.wire.answer(interaction, 5, {"flags": 64})
    assert deferred.body["resource"]["message"]["flags"] == 64 | 128
    assert deferred.body["interaction"]["response_message_loading"] is True
    assert (await conversation.outcome)["state"] == "deferred"
    first = await conversation.wire.call("POST", conversation.wire.webhook(interaction), {"content": "First"})
    assert first.body["id"] == deferred.body["resource"]["message"]["id"]
    assert first.body["flags"] == 64
    second = await conversation.wire.call("POST", conversation.wire.webhook(interaction), {"content": "Second"})
    assert second.body["id"] != first.body["id"]
    assert second.body["flags"] == 0
    assert [message["content"] for message in conversation.people.messages("Bela", "card-room")] == ["Second"]


async def test_ephemeral_messages_cannot_be_reached_over_the_channel(conversation: Conversation) -> None:
    interaction = await conversation.command()
    message = (await conversation.wire.answer(interaction, 4, {"content": "Psst", "flags": 64})).body["resource"][
        "message"
    ]
    path = f"/channels/{conversation.wire.channel}/messages"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await conversation.wire.call(method, f"{path}/{message['id']}", {"content": "x"})).code == 10008
    assert (await conversation.wire.call("GET", path)).body == []
    channel = await conversation.wire.call("GET", f"/channels/{conversation.wire.channel}")
    assert channel.body["last_message_id"] is None
    assert conversation.people.messages("Bela", "card-room") == []
    with pytest.raises(Refused):
        conversation.people.message("Bela", message)


async def test_an_ephemeral_message_is_edited_by_a_click_on_it(conversation: Conversation) -> None:
    interaction = await conversation.command()
    body = {"content": "Psst", "flags": 64, "components": [row(button())]}
    message = (await conversation.wire.answer(interaction, 4, body)).body["resource"]["message"]
    conversation.wire.sandbox.advance(3600)
    click = await conversation.click(message)
    assert click["message"]["flags"] == 64
    assert (await conversation.wire.answer(click, 7, {"content": "Still here"})).status == 200
    assert conversation.people.message("Ada", message)["content"] == "Still here"
    second_click = await conversation.click(message)
    assert (await conversation.wire.answer(second_click, 6)).status == 200
    assert (await conversation.outcome)["state"] == "deferred_update"
    hook = conversation.wire.webhook(second_click, "/messages/@original")
    assert (await conversation.wire.call("PATCH", hook, {"content": "And again"})).body["id"] == message["id"]
    conversation.people.dismiss("Ada", message)
    assert (await conversation.wire.call("PATCH", hook, {"content": "Gone"})).code == 10008


async def test_a_message_cannot_be_reached_by_another_interactions_token(conversation: Conversation) -> None:
    first, second = await conversation.command(), await conversation.command()
    message = (await conversation.wire.answer(first, 4, {"content": "Mine"})).body["resource"]["message"]
    await conversation.wire.answer(second, 4, {"content": "Yours"})
    reply = await conversation.wire.call(
        "PATCH", conversation.wire.webhook(second, f"/messages/{message['id']}"), {"content": "x"}
    )
    assert reply.code == 10008


async def test_attachments_on_edit(conversation: Conversation) -> None:
    call, path = conversation.wire.call, f"/channels/{conversation.wire.channel}/messages"
    posted = await conversation.wire.post({"content": "x"}, files=[("a.png", b"a"), ("b.png", b"b")])
    first, second = posted["attachments"]
    unchanged = await call("PATCH", f"{path}/{posted['id']}", {"content": "y"})
    assert unchanged.body["attachments"] == [first, second]
    extended = await call("PATCH", f"{path}/{posted['id']}", {"content": "y"}, files=[("c.png", b"c")])
    assert [attachment["filename"] for attachment in extended.body["attachments"]] == ["a.png", "b.png", "c.png"]
    reduced = await call("PATCH", f"{path}/{posted['id']}", {"attachments": [{"id": second["id"]}]})
    assert [attachment["filename"] for attachment in reduced.body["attachments"]] == ["b.png"]
    assert (await call("PATCH", f"{path}/{posted['id']}", {"attachments": [{"id": first["id"]}]})).code == 50035
    assert await conversation.wire.sandbox.world.store.file(first["id"]) is None
    body = {"attachments": [{"id": 0, "filename": "d.png"}], **v2({"type": 13, "file": {"url": "attachment://d.png"}})}
    replaced = await call("PATCH", f"{path}/{posted['id']}", {"content": None, **body}, files=[("d.png", b"d")])
    assert [attachment["filename"] for attachment in replaced.body["attachments"]] == ["d.png"]


async def test_a_message_becomes_v2_and_stays_it(wire: Wire) -> None:
    posted = await wire.post({"content": "x"})
    path = f"/channels/{wire.channel}/messages/{posted['id']}"
    assert (await wire.call("PATCH", path, v2(text()))).code == 50035
    changed = await wire.call("PATCH", path, {"content": None, **v2(text())})
    assert (changed.status, changed.body["flags"], changed.body["content"]) == (200, V2, "")
    assert (await wire.call("PATCH", path, {"flags": 0, "content": "x", "components": []})).code == 50035
    assert (await wire.call("PATCH", path, {"content": "x"})).code == 50035
    assert (await wire.call("PATCH", path, {"components": []})).code == 50006
    assert (await wire.call("PATCH", path, {"components": [text("More")]})).status == 200


async def test_many_edits_of_an_old_message_are_refused(wire: Wire) -> None:
    posted = await wire.post({"content": "0"})
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


async def test_autocomplete(conversation: Conversation) -> None:
    suggestions = conversation.people.autocomplete("Ada", "card-room", "voren new", {"rule": "fol", "seats": 3}, "rule")
    choices = asyncio.create_task(suggestions)
    interaction = await conversation.connection.receive_event("INTERACTION_CREATE")
    assert interaction["type"] == 4
    assert interaction["data"]["options"][0]["options"] == [
        {"name": "seats", "type": 4, "value": 3},
        {"name": "rule", "type": 3, "value": "fol", "focused": True},
    ]
    too_many_choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await conversation.wire.answer(interaction, 8, {"choices": too_many_choices})).code == 50035
    assert (await conversation.wire.answer(interaction, 8, {"choices": [{"name": "a", "value": 5}]})).code == 50035
    assert (await conversation.wire.answer(interaction, 4, {"content": "x"})).code == 50035
    assert (await conversation.wire.answer(interaction, 8, {"choices": too_many_choices[:25]})).status == 200
    assert await choices == too_many_choices[:25]
    with pytest.raises(Refused):
        await conversation.people.autocomplete("Ada", "card-room", "voren new", {}, "seats")


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
    (
        "long placeholder",
        modal(label(field(placeholder="p" * 101))),
        "components.0.component.placeholder",
    ),
    (
        "min above max",
        modal(label(field(min_length=5, max_length=4))),
        "components.0.component.min_length",
    ),
    ("a value too short", modal(label(field(value="ace", min_length=4))), "components.0.component.value"),
    (
        "two of one id",
        modal(label(field()), label(field())),
        "components.1.component.custom_id",
    ),
    (
        "one radio option",
        modal(label({**RADIO, "options": RADIO["options"][:1]})),
        "components.0.component.options",
    ),
    ("required, but none", modal(label(select(min_values=0))), "components.0.component.min_values"),
    ("a disabled select", modal(label(select(disabled=True))), "components.0.component.disabled"),
]


@pytest.mark.parametrize(("body", "path"), [pytest.param(*rest, id=name) for name, *rest in MODALS])
async def test_a_wrong_form_is_refused(conversation: Conversation, body: Json, path: str) -> None:
    reply = await conversation.wire.answer(await conversation.command(), 9, body)
    assert (reply.status, reply.code) == (400, 50035)
    errors = reply.body["errors"]["data"]
    for step in path.split("."):
        errors = errors[step]
    assert errors["_errors"]
    conversation.outcome.cancel()


async def test_a_form_from_opening_to_answer(conversation: Conversation) -> None:
    posted = await conversation.wire.post({"content": "Table", "components": [row(button())]})
    click = await conversation.click(posted)
    form = modal(
        label(field(max_length=5)),
        label(select(required=False, min_values=0)),
        label(RADIO),
        text("Note"),
    )
    assert (await conversation.wire.answer(click, 9, form)).status == 200
    outcome = await conversation.outcome
    assert outcome["state"] == "modal"
    for wrong_values in ({}, {"word": "too long"}, {"word": "ace", "radio": "c"}, {"word": "a", "radio": "a", "x": 1}):
        with pytest.raises(Refused):
            await conversation.people.modal("Ada", outcome["interaction_id"], wrong_values)
    with pytest.raises(Refused):
        await conversation.people.modal("Bela", outcome["interaction_id"], {"word": "ace", "radio": "a"})
    values = {"word": "ace", "radio": "b", "choose": []}
    outcome_of_form = asyncio.create_task(conversation.people.modal("Ada", outcome["interaction_id"], values))
    submitted = await conversation.connection.receive_event("INTERACTION_CREATE")
    assert submitted["type"] == 5
    assert submitted["message"]["id"] == posted["id"]
    parts = [component.get("component") for component in submitted["data"]["components"]]
    assert [
        component and (component["custom_id"], component.get("value", component.get("values"))) for component in parts
    ] == [
        ("word", "ace"),
        ("choose", []),
        ("radio", "b"),
        None,
    ]
    assert (await conversation.wire.answer(submitted, 9, form)).code == 50035
    assert (await conversation.wire.answer(submitted, 7, {"content": "Changed"})).status == 200
    assert (await outcome_of_form)["state"] == "update"
    assert conversation.people.message("Cleo", posted)["content"] == "Changed"


async def test_a_form_opened_by_a_command_has_no_message_to_change(conversation: Conversation) -> None:
    await conversation.wire.answer(await conversation.command(), 9, modal(label(field())))
    interaction_id = (await conversation.outcome)["interaction_id"]
    outcome = asyncio.create_task(conversation.people.modal("Ada", interaction_id, {"word": "ace"}))
    interaction = await conversation.connection.receive_event("INTERACTION_CREATE")
    assert "message" not in interaction
    assert (await conversation.wire.answer(interaction, 7, {"content": "x"})).code == 50035
    assert (await conversation.wire.answer(interaction, 4, {"content": "x"})).status == 200
    assert (await outcome)["state"] == "message"
