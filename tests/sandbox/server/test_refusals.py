"""Wrong requests, each refused with Discord's own status and code, and at the field that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.server import limits
from tests.sandbox.wire import Json, Wire, button, command, option, row, select, text, v2

TOO_MANY_OPTIONS = [{"label": str(n), "value": str(n)} for n in range(26)]
THUMBNAIL = {"type": 11, "media": {"url": "https://cards.example/ace.png"}}
FIELD = {"name": "n", "value": "v"}

MESSAGES: list[tuple[str, Any, int, str]] = [
    ("empty", {}, 50006, ""),
    ("blank", {"content": "  "}, 50006, ""),
    ("only cleared embeds", {"embeds": []}, 50006, ""),
    ("long content", {"content": "x" * 2001}, 50035, "content"),
    ("content is a number", {"content": 5}, 50035, "content"),
    ("not an object", [1], 50035, ""),
    ("eleven embeds", {"embeds": [{"title": "t"}] * 11}, 50035, "embeds"),
    ("long embed title", {"embeds": [{"title": "t" * 257}]}, 50035, "embeds.0.title"),
    ("blank embed field", {"embeds": [{"fields": [{"name": " ", "value": "v"}]}]}, 50035, "embeds.0.fields.0.name"),
    ("26 embed fields", {"embeds": [{"fields": [FIELD] * 26}]}, 50035, "embeds.0.fields"),
    ("embeds of 6001", {"embeds": [{"description": "d" * 3001}] * 2}, 50035, "embeds"),
    ("long nonce", {"content": "x", "nonce": "n" * 26, "enforce_nonce": True}, 50035, "nonce"),
    (
        "parse and ids",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["123456789012345678"]}},
        50035,
        "allowed_mentions",
    ),
    (
        "an id beyond 64 bits",
        {"content": "x", "allowed_mentions": {"users": [str(1 << 70)]}},
        50035,
        "allowed_mentions.users.0",
    ),
    ("unknown parse", {"content": "x", "allowed_mentions": {"parse": ["cats"]}}, 50035, "allowed_mentions.parse.0"),
    ("attachment without a file", {"content": "x", "attachments": [{"id": 0}]}, 50035, "attachments.0.id"),
    ("reply to nothing", {"content": "x", "message_reference": {"message_id": "1"}}, 50035, "message_reference"),
    # classic components
    ("button outside a row", {"components": [button()]}, 50035, "components.0.type"),
    ("text without the V2 flag", {"components": [text()]}, 50035, "components.0.type"),
    ("six rows", {"components": [row(button(str(n))) for n in range(6)]}, 50035, "components"),
    ("six buttons", {"components": [row(*(button(str(n)) for n in range(6)))]}, 50035, "components.0.components"),
    ("empty row", {"components": [row()]}, 50035, "components.0.components"),
    ("select beside a button", {"components": [row(select(), button())]}, 50035, "components.0.components"),
    ("long label", {"components": [row(button(label="l" * 81))]}, 50035, "components.0.components.0.label"),
    ("neither label nor emoji", {"components": [row(button(label=""))]}, 50035, "components.0.components.0.label"),
    ("no custom id", {"components": [row(button(custom_id=None))]}, 50035, "components.0.components.0.custom_id"),
    ("empty custom id", {"components": [row(button(""))]}, 50035, "components.0.components.0.custom_id"),
    ("long custom id", {"components": [row(button("c" * 101))]}, 50035, "components.0.components.0.custom_id"),
    ("twice the same", {"components": [row(button(), button())]}, 50035, "components.0.components.1.custom_id"),
    (
        "same id twice",
        {"components": [row(button("a", id=7), button("b", id=7))]},
        50035,
        "components.0.components.1.id",
    ),
    ("no style", {"components": [row(button(style=None))]}, 50035, "components.0.components.0.style"),
    ("style 9", {"components": [row(button(style=9))]}, 50035, "components.0.components.0.style"),
    (
        "url on a plain button",
        {"components": [row(button(url="https://a.example"))]},
        50035,
        "components.0.components.0.url",
    ),
    (
        "link without url",
        {"components": [row(button(style=5, custom_id=None))]},
        50035,
        "components.0.components.0.url",
    ),
    (
        "link with custom id",
        {"components": [row(button(style=5, url="https://a.example"))]},
        50035,
        "components.0.components.0.custom_id",
    ),
    ("disabled is text", {"components": [row(button(disabled="no"))]}, 50035, "components.0.components.0.disabled"),
    (
        "a playing card is no emoji",
        {"components": [row(button(emoji={"name": "\N{PLAYING CARD ACE OF SPADES}"}))]},
        50035,
        "components.0.components.0.emoji.name",
    ),
    (
        "unknown custom emoji",
        {"components": [row(button(emoji={"name": "ace", "id": "123456789012345678"}))]},
        50035,
        "components.0.components.0.emoji.id",
    ),
    ("26 options", {"components": [row(select(options=TOO_MANY_OPTIONS))]}, 50035, "components.0.components.0.options"),
    ("no options", {"components": [row(select(options=[]))]}, 50035, "components.0.components.0.options"),
    (
        "two options of one value",
        {"components": [row(select(options=[{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]))]},
        50035,
        "components.0.components.0.options.1.value",
    ),
    (
        "long placeholder",
        {"components": [row(select(placeholder="p" * 151))]},
        50035,
        "components.0.components.0.placeholder",
    ),
    ("min above max", {"components": [row(select(min_values=2))]}, 50035, "components.0.components.0.min_values"),
    ("max above options", {"components": [row(select(max_values=4))]}, 50035, "components.0.components.0.max_values"),
    ("max 26", {"components": [row(select(max_values=26))]}, 50035, "components.0.components.0.max_values"),
    ("unknown type", {"components": [{"type": 99}]}, 50035, "components.0.type"),
    ("no type", {"components": [{}]}, 50035, "components.0.type"),
    # Components V2
    ("V2 with content", {**v2(text()), "content": "x"}, 50035, "content"),
    ("V2 with embeds", {**v2(text()), "embeds": [{"title": "t"}]}, 50035, "embeds"),
    ("V2 with nothing", {"flags": 1 << 15}, 50006, ""),
    ("41 components", v2(*(text(str(n)) for n in range(41))), 50035, "components"),
    ("41 nested", v2({"type": 17, "components": [text(str(n)) for n in range(40)]}), 50035, "components"),
    ("4001 characters", v2(text("x" * 2000), text("y" * 2001)), 50035, "components"),
    ("empty text", v2(text("")), 50035, "components.0.content"),
    ("blank text", v2(text(" ")), 50035, "components.0.content"),
    ("empty container", v2({"type": 17, "components": []}), 50035, "components.0.components"),
    (
        "container in a container",
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        50035,
        "components.0.components.0.type",
    ),
    (
        "colour out of range",
        v2({"type": 17, "components": [text()], "accent_color": 1 << 24}),
        50035,
        "components.0.accent_color",
    ),
    ("button at the top", v2(button()), 50035, "components.0.type"),
    (
        "section of four",
        v2({"type": 9, "components": [text()] * 4, "accessory": THUMBNAIL}),
        50035,
        "components.0.components",
    ),
    ("section without accessory", v2({"type": 9, "components": [text()]}), 50035, "components.0.accessory"),
    (
        "select as accessory",
        v2({"type": 9, "components": [text()], "accessory": select()}),
        50035,
        "components.0.accessory.type",
    ),
    ("empty gallery", v2({"type": 12, "items": []}), 50035, "components.0.items"),
    (
        "gallery of eleven",
        v2({"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}}] * 11}),
        50035,
        "components.0.items",
    ),
    (
        "long alt text",
        v2({"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}, "description": "d" * 1025}]}),
        50035,
        "components.0.items.0.description",
    ),
    (
        "picture that is not attached",
        v2({"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}),
        50035,
        "components.0.items.0.media.url",
    ),
    (
        "media of another scheme",
        v2({"type": 12, "items": [{"media": {"url": "file:///a"}}]}),
        50035,
        "components.0.items.0.media.url",
    ),
    (
        "file from elsewhere",
        v2({"type": 13, "file": {"url": "https://a.example/a.png"}}),
        50035,
        "components.0.file.url",
    ),
    ("spacing of 3", v2({"type": 14, "spacing": 3}), 50035, "components.0.spacing"),
]

COMMANDS: list[tuple[str, Any, str]] = [
    ("capital letters", command("Voren"), "0.name"),
    ("a blank in the name", command("vo ren"), "0.name"),
    ("long name", command("v" * 33), "0.name"),
    ("no description", command(description=""), "0.description"),
    ("long description", command(description="d" * 101), "0.description"),
    ("26 options", command(options=[option(f"o{n}") for n in range(26)]), "0.options"),
    ("two options of one name", command(options=[option(), option()]), "0.options.1.name"),
    ("required after optional", command(options=[option("a"), option("b", required=True)]), "0.options.1"),
    (
        "26 choices",
        command(options=[option(choices=[{"name": str(n), "value": n} for n in range(26)])]),
        "0.options.0.choices",
    ),
    (
        "choices with autocomplete",
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": 1}])]),
        "0.options.0.choices",
    ),
    (
        "text for a number",
        command(options=[option(choices=[{"name": "a", "value": "one"}])]),
        "0.options.0.choices.0.value",
    ),
    ("no such type", command(options=[option(kind=12)]), "0.options.0.type"),
    ("sub-command beside an option", command(options=[option("new", 1), option()]), "0.options"),
    (
        "group in a group",
        command(options=[option("a", 2, options=[option("b", 2, options=[option("c", 1)])])]),
        "0.options.0.options.0.type",
    ),
    (
        "more than 8000 characters",
        command(
            options=[
                option(
                    f"o{n}",
                    3,
                    description="d" * 100,
                    choices=[{"name": "n" * 100, "value": "v" * 100}, {"name": "m", "value": "w" * 100}],
                )
                for n in range(25)
            ],
            name_localizations={"de": "f" * 32},
            description_localizations={"de": "e" * 100, "fr": "e" * 100},
        ),
        "0",
    ),
    ("no such locale", command(name_localizations={"de-AT": "voren"}), "0.name_localizations.de-AT"),
    ("min above max", command(options=[option(min_value=5, max_value=2)]), "0.options.0.min_value"),
]


def find_errors(body: Json, path: str) -> list[Json]:
    """Return the errors at a path of Discord's nested form."""
    errors = body["errors"]
    for step in path.split(".") if path else []:
        assert step in errors, (path, body)
        errors = errors[step]
    return errors["_errors"]


@pytest.mark.parametrize(("body", "code", "path"), [pytest.param(*rest, id=name) for name, *rest in MESSAGES])
async def test_a_wrong_message_is_refused(wire: Wire, body: Any, code: int, path: str) -> None:
    reply = await wire.send(body)
    assert (reply.status, reply.code) == (400, code)
    if code == 50035:
        assert find_errors(reply.body, path)[0]["message"]
    assert wire.sandbox.people.messages("Ada", wire.channel) == []


@pytest.mark.parametrize(("body", "path"), [pytest.param(*rest, id=name) for name, *rest in COMMANDS])
async def test_a_wrong_command_is_refused(wire: Wire, body: Json, path: str) -> None:
    reply = await wire.register(body)
    assert (reply.status, reply.code) == (400, 50035)
    assert find_errors(reply.body, path)
    assert (await wire.call("GET", f"/applications/{wire.app}/commands")).body == []


async def test_several_mistakes_are_told_at_once(wire: Wire) -> None:
    reply = await wire.send({"content": "x" * 2001, "components": [row(button("", label="l" * 81))]})
    assert find_errors(reply.body, "content")
    assert find_errors(reply.body, "components.0.components.0.custom_id")
    assert find_errors(reply.body, "components.0.components.0.label")


async def test_valid_requests_are_accepted(wire: Wire) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}, "description": "d" * 1024}]}
    section = {"type": 9, "components": [text()], "accessory": button(emoji={"name": "\N{BLACK SPADE SUIT}"})}
    whole = {"type": 17, "accent_color": 0xFFFFFF, "components": [section, gallery, {"type": 14}, row(select())]}
    body = {**v2(whole), "attachments": [{"id": 0, "filename": "hand.png", "description": "A hand"}]}
    message = await wire.post(body, files=[("hand.png", b"not really a picture")])
    media = message["components"][0]["components"][1]["items"][0]["media"]
    assert media["url"] == message["attachments"][0]["url"]
    async with wire.session.get(media["url"]) as picture:
        assert await picture.read() == b"not really a picture"
    many = [row(*(button(f"{r}{n}") for n in range(5))) for r in range(5)]
    assert len((await wire.post({"content": "x" * 2000, "components": many}))["components"]) == 5
    forty = await wire.post(v2(*(text("x" * 100) for _ in range(40))))
    assert [part["id"] for part in forty["components"]] == list(range(1, 41))


async def test_files_have_limits(wire: Wire) -> None:
    eleven = [(f"{n}.png", b"x") for n in range(11)]
    assert (await wire.send({"content": "x"}, files=eleven)).code == 50035
    assert (await wire.send({"content": "x"}, files=[("a.png", b"x" * (limits.FILE_BYTES + 1))])).status == 413
    three = [(f"{n}.png", b"x" * (9 * 1024 * 1024)) for n in range(3)]
    assert (await wire.send({"content": "x"}, files=three)).code == 40005


async def test_a_wrong_token_is_refused(wire: Wire) -> None:
    assert (await wire.call("GET", "/users/@me", token="wrong")).status == 401
    assert (await wire.call("GET", "/users/@me")).body["bot"] is True


async def test_unknown_objects(wire: Wire) -> None:
    assert (await wire.call("GET", "/channels/1")).code == 10003
    assert (await wire.call("PATCH", f"/channels/{wire.channel}/messages/1", {"content": "x"})).code == 10008
    assert (await wire.call("GET", "/no/such/route")).status == 404
    assert (await wire.call("PUT", f"/channels/{wire.channel}")).status == 405


async def test_others_messages_cannot_be_edited(wire: Wire) -> None:
    message = wire.sandbox.people.say("Ada", wire.channel, "Hello")
    reply = await wire.call("PATCH", f"/channels/{wire.channel}/messages/{message['id']}", {"content": "x"})
    assert (reply.status, reply.code) == (403, 50005)


@pytest.mark.parametrize(
    ("denied", "method", "path", "body", "files", "code"),
    [
        ("view_channel", "POST", "/channels/{c}/messages", {"content": "x"}, None, 50001),
        ("view_channel", "GET", "/channels/{c}", None, None, 50001),
        ("send_messages", "POST", "/channels/{c}/messages", {"content": "x"}, None, 50013),
        ("attach_files", "POST", "/channels/{c}/messages", {"content": "x"}, [("a.png", b"x")], 50013),
        ("embed_links", "POST", "/channels/{c}/messages", {"embeds": [{"title": "t"}]}, None, 50013),
        ("create_public_threads", "POST", "/channels/{c}/threads", {"name": "t", "type": 11}, None, 50013),
        ("create_private_threads", "POST", "/channels/{c}/threads", {"name": "t"}, None, 50013),
        ("manage_channels", "PATCH", "/channels/{c}", {"name": "t"}, None, 50013),
    ],
)
async def test_a_missing_permission(
    wire: Wire, sandbox: Sandbox, denied: str, method: str, path: str, body: Any, files: Any, code: int
) -> None:
    sandbox.set_bot_permissions("card-room", **{denied: False})
    reply = await wire.call(method, path.format(c=wire.channel), body, files=files)
    assert (reply.status, reply.code) == (403, code)
    if denied != "manage_channels":
        sandbox.set_bot_permissions("card-room", **{denied: None})
        assert (await wire.call(method, path.format(c=wire.channel), body, files=files)).status < 300


async def test_emojis_have_limits(wire: Wire, sandbox: Sandbox) -> None:
    path = f"/applications/{wire.app}/emojis"
    image = "data:image/png;base64,iVBORw0KGgo="
    reply = await wire.call("POST", path, {"name": "ace_of_cups", "image": image})
    assert reply.status == 201
    assert (await wire.call("POST", path, {"name": "ace_of_cups", "image": image})).code == 50035
    assert (await wire.call("POST", path, {"name": "a", "image": image})).code == 50035
    assert (await wire.call("POST", path, {"name": "king", "image": "nothing"})).code == 50035
    large = "data:image/png;base64," + "A" * (limits.EMOJI_BYTES * 4 // 3 + 8)
    assert (await wire.call("POST", path, {"name": "king", "image": large})).code == 50035
    used = button(emoji={"name": "ace_of_cups", "id": reply.body["id"]})
    assert (await wire.send({"components": [row(used)]})).status == 200
    for number in range(limits.APPLICATION_EMOJIS - 1):
        sandbox.world.emojis[str(number)] = {"name": f"e{number}", "id": str(number)}
    assert (await wire.call("POST", path, {"name": "king", "image": image})).code == 30008


async def test_101_commands_are_too_many(wire: Wire) -> None:
    assert (await wire.register(*(command(f"c{n}") for n in range(100)))).status == 200
    assert (await wire.register(*(command(f"c{n}") for n in range(101)))).code == 30032
    assert (await wire.register(command("a"), command("a"))).code == 50035
