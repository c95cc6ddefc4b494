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
def description() -> Any:
    return json.loads(needs.need_shared("discord/openapi.json").read_text(encoding="utf-8"))


@cache
def schemas() -> list[tuple[re.Pattern[str], str, str, str]]:
    """Path, method, status and place of each JSON answer; exact paths before patterns."""
    results: list[tuple[re.Pattern[str], str, str, str]] = []
    for path in sorted(description()["paths"], key=lambda value: value.count("{")):
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
        for method, operation in description()["paths"][path].items():
            for status, answer in operation.get("responses", {}).items() if method != "parameters" else ():
                if "content" in answer:
                    quoted_path = quote(path.replace("~", "~0").replace("/", "~1"))
                    where = f"{method}/responses/{status}/content/application~1json/schema"
                    results.append((pattern, method.upper(), status, f"urn:d#/paths/{quoted_path}/{where}"))
    return results


def problems(request: Recorded) -> list[str]:
    """What is wrong with an answer."""
    matches = (
        row for row in schemas() if row[1:3] == (request.method, str(request.status)) and row[0].fullmatch(request.path)
    )
    match = next(matches, None)
    if match is None:
        return [f"no answer {request.status} is described for {request.method} {request.path}"]
    registry: Registry[Any] = Registry().with_resource("urn:d", Resource(description(), DRAFT202012))
    validator = Draft202012Validator({"$ref": match[3]}, registry=registry)
    return [
        f"{request.method} {request.path} {list(e.absolute_path)}: {e.message[:300]}"
        for e in validator.iter_errors(request.answer)
    ]


async def test_answers_are_as_described(sandbox: Sandbox, wire: Wire) -> None:
    answers: list[Recorded] = []
    sandbox.recorder.requests.append(answers.append)
    people, guild = sandbox.people, f"/guilds/{sandbox.world.guild_id}"
    async with run_botlet(sandbox) as bot:
        await bot.wait_until_ready()
        data = (await people.command("Ada", "card-room", "new", {"count": 1})).get("message", {})
        await people.click("Ada", data, "press:1")
        await people.click("Ada", data, "hand")
        form = await people.click("Ada", data, "form")
        await people.modal("Ada", form["interaction_id"], {"amount": "1", "suits": ["cups"]})
        await people.command("Ada", "card-room", "slow")
        await people.autocomplete("Ada", "card-room", "new", {"rule": "t"}, "rule")
        await people.until(lambda: len(people.messages("Ada", "card-room")) == 5)
    message = people.say("Bela", "card-room", f"Hello <@{people.user('Ada')['id']}>")
    posted = await wire.posted(
        {"content": "x", "message_reference": {"message_id": message["id"]}}, files=[("a.png", b"x")]
    )
    here = f"/channels/{wire.channel}"
    await wire.call("PATCH", f"{here}/messages/{posted['id']}", {"embeds": [{"title": "Standings"}]})
    await wire.call("POST", f"{here}/messages/{posted['id']}/threads", {"name": "A table"})
    await wire.call("POST", f"{here}/threads", {"name": "A private one"})
    await wire.call("POST", f"{here}/threads", {"name": "A public one", "type": 11})
    image = {"name": "ace_of_cups", "image": "data:image/png;base64,iVBORw0KGgo="}
    await wire.call("POST", f"/applications/{wire.app}/emojis", image)
    for path in (
        *("/users/@me", "/gateway/bot", "/applications/@me", f"/applications/{wire.app}/emojis"),
        *(f"/applications/{wire.app}/commands", here, f"{here}/messages", f"{here}/messages/{posted['id']}"),
        *(guild, f"{guild}/roles", f"{guild}/channels", f"{guild}/members/{wire.app}", f"{guild}/threads/active"),
    ):
        assert (await wire.call("GET", path)).status == 200
    described = [request for request in answers if request.answer is not None]
    described = [
        command
        for command in described
        if not (command.path.endswith("/callback") and command.body["type"] == DEFERRED)
    ]
    assert len({(command.method, command.route) for command in described}) > 20
    assert [problem for command in described for problem in problems(command)] == []
    assert all(problems(command._replace(answer={})) for command in described if isinstance(command.answer, dict))
