"""What the stand-in answers is what Discord's own description says that Discord answers."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from sandbox import Recorded, Sandbox
from tests.sandbox.botlet import run_botlet
from tests.sandbox.wire import Wire
from tests.support import needs

DEFERRED = 5
"""The description knows no resource of this type, which Discord's documentation has."""


@cache
def read_description() -> Any:
    return json.loads(needs.need_shared("discord/openapi.json").read_text(encoding="utf-8"))


@cache
def list_schemas() -> list[tuple[re.Pattern[str], str, str, str]]:
    """Return path, method, status and place of each JSON answer; exact paths before patterns."""
    results: list[tuple[re.Pattern[str], str, str, str]] = []
    for path in sorted(read_description()["paths"], key=lambda value: value.count("{")):
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
        for method, operation in read_description()["paths"][path].items():
            for status, answer in operation.get("responses", {}).items() if method != "parameters" else ():
                if "content" in answer:
                    quoted_path = quote(path.replace("~", "~0").replace("/", "~1"))
                    where = f"{method}/responses/{status}/content/application~1json/schema"
                    results.append((pattern, method.upper(), status, f"urn:d#/paths/{quoted_path}/{where}"))
    return results


def find_problems(request: Recorded) -> list[str]:
    """Return what is wrong with an answer."""
    candidates = (
        row
        for row in list_schemas()
        if row[1:3] == (request.method, str(request.status)) and row[0].fullmatch(request.path)
    )
    schema = next(candidates, None)
    if schema is None:
        return [f"no answer {request.status} is described for {request.method} {request.path}"]
    registry: Registry[Any] = Registry().with_resource("urn:d", Resource(read_description(), DRAFT202012))
    validator = Draft202012Validator({"$ref": schema[3]}, registry=registry)
    return [
        f"{request.method} {request.path} {list(error.absolute_path)}: {error.message[:300]}"
        for error in validator.iter_errors(request.answer)
    ]


async def test_answers_are_as_described(sandbox: Sandbox, wire: Wire) -> None:
    answers: list[Recorded] = []
    sandbox.recorder.requests.append(answers.append)
    people, guild = sandbox.people, f"/guilds/{sandbox.world.guild_id}"
    async with run_botlet(sandbox) as bot:
        await bot.wait_until_ready()
        public = (await people.command("Ada", "card-room", "new", {"count": 1})).get("message", {})
        await people.click("Ada", public, "press:1")
        await people.click("Ada", public, "hand")
        form = await people.click("Ada", public, "form")
        await people.modal("Ada", form["interaction_id"], {"amount": "1", "suits": ["cups"]})
        await people.command("Ada", "card-room", "slow")
        await people.autocomplete("Ada", "card-room", "new", {"rule": "t"}, "rule")
        await people.until(lambda: len(people.messages("Ada", "card-room")) == 5)
    message = people.say("Bela", "card-room", f"Hello <@{people.user('Ada')['id']}>")
    posted = await wire.post(
        {"content": "x", "message_reference": {"message_id": message["id"]}}, files=[("a.png", b"x")]
    )
    channel_path = f"/channels/{wire.channel}"
    await wire.call("PATCH", f"{channel_path}/messages/{posted['id']}", {"embeds": [{"title": "Standings"}]})
    await wire.call("POST", f"{channel_path}/messages/{posted['id']}/threads", {"name": "A table"})
    await wire.call("POST", f"{channel_path}/threads", {"name": "A private one"})
    await wire.call("POST", f"{channel_path}/threads", {"name": "A public one", "type": 11})
    image = {"name": "ace_of_cups", "image": "data:image/png;base64,iVBORw0KGgo="}
    await wire.call("POST", f"/applications/{wire.app}/emojis", image)
    for path in (
        *("/users/@me", "/gateway/bot", "/applications/@me", f"/applications/{wire.app}/emojis"),
        *(
            f"/applications/{wire.app}/commands",
            channel_path,
            f"{channel_path}/messages",
            f"{channel_path}/messages/{posted['id']}",
        ),
        *(guild, f"{guild}/roles", f"{guild}/channels", f"{guild}/members/{wire.app}", f"{guild}/threads/active"),
    ):
        assert (await wire.call("GET", path)).status == 200
    described = [request for request in answers if request.answer is not None]
    described = [
        request
        for request in described
        if not (request.path.endswith("/callback") and request.body["type"] == DEFERRED)
    ]
    assert len({(request.method, request.route) for request in described}) > 20
    assert [problem for request in described for problem in find_problems(request)] == []
    assert all(find_problems(request._replace(answer={})) for request in described if isinstance(request.answer, dict))
