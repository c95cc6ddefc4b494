"""The checker of Discord's API passes what discord.py sends, and finds what is broken for the reason it is."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.openapi import AMENDMENTS, Checker, Strict
from tests.openapi_samples import Sample, requests
from tests.support import needs

Json = Any


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker.load(needs.need_shared("discord/openapi.json"))


@cache
def samples() -> dict[str, Sample]:
    return asyncio.run(requests())


def check(checker: Checker, request: Sample, answers: int | None = None) -> list[str]:
    return checker.problems(
        request.method, request.path, request.body, request.content_type, request.files, request.query, answers
    )


def at(body: Json, place: str) -> Json:
    """What stands at `components.0.accessory` in a body."""
    for step in filter(None, place.split(".")):
        body = body[int(step) if step.isdigit() else step]
    return body


class Break(NamedTuple):
    """One way to break a good request, and a piece of the sentence that must say so."""

    sample: str
    change: Callable[[Sample], object]
    says: str


def put(sample: str, place: str, key: str | int, value: Json, says: str) -> Break:
    """Break a body by a wrong value."""

    def change(request: Sample) -> None:
        at(request.body, place)[key] = value

    return Break(sample, change, says)


def drop(sample: str, place: str, key: str | int, says: str) -> Break:
    """Break a body by leaving something out."""
    return Break(sample, lambda request: at(request.body, place).pop(key), says)


def more(sample: str, place: str, values: list[Json], says: str) -> Break:
    """Break a body by adding to a list."""
    return Break(sample, lambda request: at(request.body, place).extend(copy.deepcopy(values)), says)


def without_flag(request: Sample) -> None:
    request.body["flags"] = 0


def rename_file(name: str) -> Callable[[Sample], None]:
    def change(request: Sample) -> None:
        request.files = [(request.files[0][0], name, request.files[0][2])]

    return change


def grow_file(size: int) -> Callable[[Sample], None]:
    def change(request: Sample) -> None:
        request.files = [(*request.files[0][:2], size)]

    return change


def move_file(request: Sample) -> None:
    request.files = [("files[1]", *request.files[0][1:])]


def lose_files(request: Sample) -> None:
    request.files = []


BOX = "components.0.components"
"""The table: a container of 0 section, 1 gallery, 2 separator, 3 text, 4 row of five; then a row with a link."""
BUTTON = {"type": 2, "style": 2, "label": "x", "custom_id": "x"}
TEXT = {"type": 10, "content": "x"}
OPTION = {"label": "One more", "value": "more"}
SELECT = {"type": 3, "custom_id": "s", "options": [OPTION]}
FORM = "data.components"
VOREN = "0.options.0"
SEATS, ANTE, DEAL, NAME = (f"{VOREN}.options.{n}" for n in range(4))
UNKNOWN = "Additional properties are not allowed ('{}' was unexpected)"

BREAKS = {
    # buttons
    "label too long": put("table", f"{BOX}.4.components.0", "label", "x" * 81, "is too long"),
    "custom_id missing": drop("table", f"{BOX}.4.components.0", "custom_id", "has custom_id, not nothing"),
    "custom_id empty": put("table", f"{BOX}.4.components.0", "custom_id", "", "custom_id (type 2): '' should be"),
    "custom_id too long": put("table", f"{BOX}.4.components.0", "custom_id", "x" * 101, "is too long"),
    "custom_id twice": put("table", f"{BOX}.4.components.0", "custom_id", "Log:7:12", "'Log:7:12' stands 2 times"),
    "custom_id twice in a section": put("table", f"{BOX}.0.accessory", "custom_id", "Log:7:12", "stands 2 times"),
    "no such style": put("table", f"{BOX}.4.components.0", "style", 7, "7 is not one of"),
    "style as a word": put("table", f"{BOX}.4.components.0", "style", "danger", "is not of type 'integer'"),
    "style missing": drop("table", f"{BOX}.4.components.0", "style", "'style' is a required property"),
    "link without address": drop("table", "components.1.components.0", "url", "has url, not nothing"),
    "link with custom_id": put("table", "components.1.components.0", "custom_id", "x", "has url, not custom_id, url"),
    "link to nowhere": put("table", "components.1.components.0", "url", "example", "is not a 'uri'"),
    "nothing on a button": drop("table", f"{BOX}.4.components.0", "label", "needs a label or an emoji"),
    "unknown field in a button": put("table", f"{BOX}.4.components.0", "colour", 1, UNKNOWN.format("colour")),
    "a select's field in a button": put("table", f"{BOX}.4.components.0", "options", [], UNKNOWN.format("options")),
    "disabled as a number": put("table", f"{BOX}.4.components.0", "disabled", 1, "1 is not of type 'boolean', 'null'"),
    "emoji as text": put("table", f"{BOX}.4.components.4", "emoji", "♠", "is not of type 'object'"),
    "emoji of no id": put("table", f"{BOX}.4.components.4.emoji", "id", "spade", "does not match"),
    # rows and layout
    "button outside a row": put("table", BOX, 3, BUTTON, "2 is not one of"),
    "select outside a row": put("hand", "data.components", 1, SELECT, "3 is not one of"),
    "six buttons in a row": more("table", f"{BOX}.4.components", [BUTTON], "is too long"),
    "empty row": put("table", f"{BOX}.4", "components", [], "should be non-empty"),
    "select beside a button": put("table", f"{BOX}.4", "components", [BUTTON, SELECT], "buttons or one select"),
    "text in a row": more("table", "components.1.components", [TEXT], "10 is not one of"),
    "container in a container": more("table", BOX, [{"type": 17, "components": [TEXT]}], "17 is not one of"),
    "accessory missing": drop("table", f"{BOX}.0", "accessory", "'accessory' is a required property"),
    "text as accessory": put("table", f"{BOX}.0", "accessory", TEXT, "10 is not one of"),
    "four texts in a section": more("table", f"{BOX}.0.components", [TEXT] * 3, "is too long"),
    "text empty": put("table", f"{BOX}.3", "content", "", "should be non-empty"),
    "text blank": put("table", f"{BOX}.3", "content", " \n", "a text is blank"),
    "texts too long together": put("table", f"{BOX}.3", "content", "x" * 3990, "characters together"),
    "too many components": more("table", BOX, [TEXT] * 27, "a message holds 40"),
    "component ids twice": more("table", BOX, [{**TEXT, "id": 5}] * 2, "component id 5 stands 2 times"),
    "no such spacing": put("table", f"{BOX}.2", "spacing", 3, "3 is not one of"),
    "colour beyond white": put("table", "components.0", "accent_color", 1 << 24, "is greater than the maximum"),
    "no such component": put("table", BOX, 3, {"type": 99}, "99 is not one of"),
    "component without type": drop("table", f"{BOX}.3", "type", "'type' is a required property"),
    # pictures and files
    "alt text too long": put("table", f"{BOX}.1.items.0", "description", "x" * 1025, "is too long"),
    "alt text of the upload too long": put("table", "attachments.0", "description", "x" * 1025, "is too long"),
    "picture from nowhere": put("table", f"{BOX}.1.items.0.media", "url", "table.png", "is not a 'uri'"),
    "picture that is not sent": put(
        "table", f"{BOX}.1.items.0.media", "url", "attachment://b.png", "refers to no file"
    ),
    "eleven pictures": more(
        "table", f"{BOX}.1.items", [{"media": {"url": "attachment://table.png"}}] * 10, "is too long"
    ),
    "upload that is missing": Break("table", lose_files, "attachment 0 has no file"),
    "upload in the wrong field": Break("table", move_file, "files are sent as files[0]"),
    "upload too large": Break("table", grow_file(10 * 2**20 + 1), "table.png has 10485761 bytes"),
    "upload Discord renames": Break("table", rename_file("ta ble.png"), "Discord renames"),
    "file component to the web": more(
        "table", BOX, [{"type": 13, "file": {"url": "https://example.org/x"}}], "refers to an attachment"
    ),
    # selects
    "26 options": more("hand", "data.components.1.components.0.options", [OPTION], "is too long"),
    "no options": put("hand", "data.components.1.components.0", "options", [], "should be non-empty"),
    "option without value": drop("hand", "data.components.1.components.0.options.0", "value", "'value' is a required"),
    "option value twice": put("hand", "data.components.1.components.0.options.0", "value", "c1", "'c1' stands 2 times"),
    "option label too long": put("hand", "data.components.1.components.0.options.0", "label", "x" * 101, "is too long"),
    "select min over max": put("hand", "data.components.1.components.0", "min_values", 2, "at least 2 and at most 1"),
    "select of more than there is": put("ping", "components.1.components.0", "max_values", 4, "4 of 3 options"),
    "two chosen where one may be": Break(
        "ping",
        lambda request: [
            option.update(default=True) for option in at(request.body, "components.1.components.0.options")
        ],
        "3 options are chosen",
    ),
    "placeholder too long": put("hand", "data.components.1.components.0", "placeholder", "x" * 151, "is too long"),
    # messages
    "content beside V2": put("table", "", "content", "hello", "content cannot stand beside"),
    "embeds beside V2": put("table", "", "embeds", [{"title": "x"}], "embeds cannot stand beside"),
    "V2 without its flag": Break("table", without_flag, "components V2 need their flag"),
    "flags as a word": put("table", "", "flags", "V2", "is not of type 'integer', 'null'"),
    "ephemeral in a channel": put("ping", "", "flags", 64, "flags 64 cannot be set"),
    "content too long": put("ping", "", "content", "x" * 2001, "content has 2001 characters"),
    "nothing in a message": Break(
        "ping", lambda request: request.body.update(content="", components=[]), "the message is empty"
    ),
    "six rows": more("ping", "components", [{"type": 1, "components": [BUTTON]}] * 4, "6 rows"),
    "unknown field in a message": put("ping", "", "ephemeral", True, UNKNOWN.format("ephemeral")),
    "nonce too long": put("ping", "", "nonce", "x" * 26, "is too long"),
    "mention of no id": put("ping", "allowed_mentions", "users", ["everyone"], "does not match"),
    "mention beyond 64 bits": put(
        "ping", "allowed_mentions", "users", ["99999999999999999999"], "is not a 'snowflake'"
    ),
    "mentions allowed twice over": put("ping", "allowed_mentions", "parse", ["users"], "allows all of them"),
    "unknown kind of mention": put("ping", "allowed_mentions", "parse", ["here"], "'here' is not one of"),
    "unknown field in mentions": put("ping", "allowed_mentions", "everyone", False, UNKNOWN.format("everyone")),
    "nonce in an edit": put("table edit", "", "nonce", "1", UNKNOWN.format("nonce")),
    "tts in an edit": put("table edit", "", "tts", True, "False was expected"),
    "field of an embed too long": put("standings", "embeds.0.fields.0", "value", "x" * 1025, "is too long"),
    "field of an embed blank": put("standings", "embeds.0.fields.0", "name", " ", "field is blank"),
    "unknown field in an embed": put("standings", "embeds.0", "colour", 1, UNKNOWN.format("colour")),
    "embeds too long together": put("standings", "", "embeds", [{"description": "x" * 4000}] * 2, "8000 characters"),
    # answers to interactions
    "no such answer": put("refusal", "", "type", 3, "3 is not one of"),
    "answer without type": drop("refusal", "", "type", "'type' is a required property"),
    "content in a deferred answer": put("thinking", "data", "content", "x", "says nothing yet"),
    "V2 in a deferred answer": put("thinking", "data", "flags", 64 | 1 << 15, "no flag but EPHEMERAL"),
    "ephemeral in an update": put("update", "data", "flags", 64 | 1 << 15, "flags 64 cannot be set"),
    "nonce in an answer": put("refusal", "data", "nonce", "1", UNKNOWN.format("nonce")),
    "26 choices": more(
        "choices", "data.choices", [{"name": str(n), "value": str(n)} for n in range(25)], "is too long"
    ),
    "choice without value": drop("choices", "data.choices.0", "value", "'value' is a required property"),
    # forms
    "form's title too long": put("form", "data", "title", "x" * 46, "is too long"),
    "form without custom_id": drop("form", "data", "custom_id", "'custom_id' is a required property"),
    "six fields": more("form", FORM, [TEXT], "a form holds 5"),
    "button in a form": more("form", FORM, [{"type": 1, "components": [BUTTON]}], "2 is not one of [4]"),
    "field without label": put("form", FORM, 1, {"type": 4, "custom_id": "p", "style": 1}, "4 is not one of"),
    "label of a field too long": put("form", f"{FORM}.1", "label", "x" * 46, "is too long"),
    "text min over max": put("form", f"{FORM}.1.component", "min_length", 4, "at least 4 and at most 3"),
    "text starts too long": put("form", f"{FORM}.1.component", "value", "1234", "starts with 4 characters"),
    "no such text style": put("form", f"{FORM}.1.component", "style", 3, "3 is not one of"),
    "one radio button": Break(
        "form", lambda request: at(request.body, f"{FORM}.3.component.options").pop(), "is too short"
    ),
    "required and none chosen": put("form", f"{FORM}.2.component", "min_values", 0, "asks for at least one"),
    "disabled field": put("form", f"{FORM}.2.component", "disabled", True, "cannot be disabled"),
    "fields' custom_id twice": put("form", f"{FORM}.2.component", "custom_id", "p", "'p' stands 2 times"),
    # commands
    "name with capitals": put("commands", "0", "name", "Voren", "'Voren' is not lower case"),
    "name with a space": put("commands", SEATS, "name", "how many", "'how many' is not lower case"),
    "name too long": put("commands", "0", "name", "v" * 33, "is too long"),
    "description too long": put("commands", VOREN, "description", "x" * 101, "is too long"),
    "description missing": drop("commands", SEATS, "description", "'description' is a required property"),
    "slash command without description": put("commands", "0", "description", "", "needs a description"),
    "26 choices of an option": more(
        "commands", f"{DEAL}.choices", [{"name": f"n{n}", "value": f"v{n}"} for n in range(24)], "is too long"
    ),
    "choice of the wrong type": put("commands", f"{DEAL}.choices.0", "value", 1, "1 is not of type 'string'"),
    "choice twice": put("commands", f"{DEAL}.choices.0", "name", "Host", "'Host' stands 2 times"),
    "choices and autocompletion": put("commands", DEAL, "autocomplete", True, "exclude each other"),
    "range upside down": put("commands", SEATS, "max_value", 1, "min_value 2 is over max_value 1"),
    "range of a text": put("commands", NAME, "min_value", 1, UNKNOWN.format("min_value")),
    "no such option type": put("commands", SEATS, "type", 12, "12 is not one of"),
    "required after optional": put("commands", ANTE, "name", "z", "a required option follows"),
    "option twice": put("commands", ANTE, "name", "seats", "option 'seats' stands 2 times"),
    "command twice": put("commands", "1", "name", "voren", "stands 2 times"),
    "menu with a description": put("commands", "2", "description", "x", "no description"),
    "no such language": put("commands", "0", "name_localizations", {"de-AT": "voren"}, "'de-AT' is not one of"),
    "no such context": put("commands", "0", "contexts", [3], "3 is not one of"),
    "unknown field in a command": put("commands", "0", "permissions", 8, UNKNOWN.format("permissions")),
    "option beside a subcommand": more(
        "commands", "0.options", [{"type": 3, "name": "x", "description": "x"}], "stand beside subcommands"
    ),
    # the rest
    "emoji's name": put("emoji", "", "name", "G♠", "cannot be named"),
    "emoji's picture": put("emoji", "", "image", "iVBORw0KGgo=", "is a data URI"),
    "thread's name too long": put("thread", "", "name", "x" * 101, "is too long"),
    "thread archived after an hour and a half": put("thread", "", "auto_archive_duration", 90, "90 is not one of"),
    "thread of a channel's type": put("thread", "", "type", 0, "0 is not one of"),
    "unknown field in a channel": put("wake", "", "closed", True, "'closed'"),
    "no such route": Break("me", lambda request: setattr(request, "path", "/users/@me/hands"), "no such"),
    "no such method": Break("me", lambda request: setattr(request, "method", "DELETE"), "no such method"),
    "path with no id": Break(
        "delete", lambda request: setattr(request, "path", "/channels/general/messages/1"), "channel_id"
    ),
    "unknown parameter": Break("me", lambda request: request.query.update(fresh="1"), "there is no parameter fresh"),
    "parameter of the wrong type": Break(
        "followup", lambda request: request.query.update(wait="maybe"), "parameter wait"
    ),
    "body where none is taken": Break(
        "delete", lambda request: setattr(request, "body", {"reason": "x"}), "is not taken here"
    ),
    "no body where one is needed": Break(
        "emoji", lambda request: setattr(request, "body", None), "the body is missing"
    ),
    "files in a JSON body": Break(
        "table", lambda request: setattr(request, "content_type", "application/json"), "files need"
    ),
}


@pytest.mark.parametrize("name", samples())
def test_requests_of_discord_py_pass(checker: Checker, name: str) -> None:
    assert check(checker, samples()[name]) == []


@pytest.mark.parametrize("name", BREAKS)
def test_invalid_requests_are_detected(checker: Checker, name: str) -> None:
    broken = BREAKS[name]
    request = copy.deepcopy(samples()[broken.sample])
    if name == "required after optional":
        at(request.body, ANTE)["required"] = False
        at(request.body, DEAL)["required"] = True
    broken.change(request)
    assert request != samples()[broken.sample], "the change changes nothing"
    problems = check(checker, request)
    assert any(broken.says in problem for problem in problems), problems


def test_the_breaks_are_many_and_differ() -> None:
    bodies = []
    for broken in BREAKS.values():
        request = copy.deepcopy(samples()[broken.sample])
        broken.change(request)
        bodies.append(repr(request))
    assert len(set(bodies)) == len(BREAKS) >= 50


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("refusal", {2, 3, 5}),
        ("thinking", {2, 3, 5}),
        ("later", {3, 5}),
        ("update", {3, 5}),
        ("choices", {4}),
        ("form", {2, 3}),
    ],
)
def test_an_answer_fits_its_interaction(checker: Checker, name: str, kinds: set[int]) -> None:
    assert {kind for kind in (2, 3, 4, 5) if not check(checker, samples()[name], answers=kind)} == kinds


def test_a_wrong_field_is_said_of_its_component(checker: Checker) -> None:
    request = copy.deepcopy(samples()["table"])
    at(request.body, f"{BOX}.4.components.2")["style"] = 0
    assert check(checker, request) == [
        (
            "POST /channels/{channel_id}/messages: components[0].components[4].components[2].style (type 2): "
            "0 is not one of [1, 2, 3, 4, 5, 6]"
        )
    ]


def test_every_amendment_is_needed(checker: Checker) -> None:
    """Where a newer description has what was missing, the amendment goes."""
    spec = json.loads(needs.need_shared("discord/openapi.json").read_text(encoding="utf-8"))
    for amendment in AMENDMENTS:
        assert amendment.reason
        for name in amendment.schemas:
            assert not amendment.properties.keys() & spec["components"]["schemas"][name]["properties"].keys(), name
    assert Strict(spec).all().keys() == spec["components"]["schemas"].keys()
