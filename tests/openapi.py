"""Does a request satisfy Discord's own description of its API?

The description (OpenAPI 3.1, `openapi.json`, kept beside the project and not in it) is loose in two ways: objects admit
any property, and unions only say that *some* member must fit. Here objects admit what they declare and no more, and a
union whose members tell themselves apart by `type` (components, command options, interaction answers) is resolved by
that `type` first, so that a wrong field in a button is reported as a button's wrong field. What the description leaves
to its prose is in tests/openapi_limits.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import orjson
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from sandbox.server.recorder import Recorded
from tests import openapi_limits
from tests.openapi_limits import Upload

Json = Any
Schema = dict[str, Any]

SCHEMAS = "#/components/schemas/"

# ---------------------------------------------------------------------------------------------------------------------
# Where the description is behind Discord, or discord.py sends what Discord is known to take and ignore.

MESSAGE_EDITS = (
    "MessageEditRequestPartial",
    "IncomingWebhookUpdateRequestPartial",
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
)
COMMANDS = (
    "ApplicationCommandCreateRequest",
    "ApplicationCommandUpdateRequest",
    "ApplicationCommandPatchRequestPartial",
)


class Amendment(NamedTuple):
    """Properties that some schemas of the description lack."""

    schemas: tuple[str, ...]
    properties: Mapping[str, Schema]
    reason: str


AMENDMENTS = (
    Amendment(MESSAGE_EDITS, {"tts": {"const": False}}, "discord.py sends tts with every message, false with edits"),
    Amendment(
        ("ComponentEmojiForRequest",),
        {"animated": {"type": "boolean"}},
        "Discord documents it on partial emojis; discord.py sends it with animated ones",
    ),
    Amendment(
        ("RichEmbed",),
        {"flags": {"const": 0}},
        "documented on embeds that come back; discord.py 2.7 sends it with those it makes, 0",
    ),
    Amendment(
        COMMANDS,
        {"nsfw": {"type": "boolean"}},
        "documented on application commands (age-restricted); discord.py always sends it",
    ),
    Amendment(
        ("MessageAttachmentRequest",),
        {
            "url": {"type": "string"},
            "proxy_url": {"type": "string"},
            "size": {"type": "integer"},
            "width": {"type": ["integer", "null"]},
            "height": {"type": ["integer", "null"]},
            "content_type": {"type": "string"},
            "spoiler": {"type": "boolean"},
        },
        "discord.py sends an attachment that is kept by an edit back as it came",
    ),
)

SNOWFLAKE: Schema = {
    "type": ["string", "integer"],
    "pattern": "^(0|[1-9][0-9]*)$",
    "format": "snowflake",
    "minimum": 0,
    "maximum": 2**64 - 1,
}
"""Discord takes ids as numbers too, and discord.py sends them so (mentions, emojis, attachments 0 to 9)."""

EMOJI_NAME: Schema = {"type": ["string", "null"], "minLength": 1, "maxLength": 32}
"""A custom emoji is known by its id; discord.py sends null for its name where it has none."""


# ---------------------------------------------------------------------------------------------------------------------
# The description, made strict


class Union(NamedTuple):
    """The members of a union that are not null, and whether null is one."""

    members: list[Schema]
    nullable: bool


def union_of(schema: Schema) -> Union | None:
    """The union a schema is, if it is one."""
    members = schema.get("oneOf") or schema.get("anyOf")
    if not members or "const" in members[0]:
        return None
    return Union([member for member in members if member != {"type": "null"}], {"type": "null"} in members)


class Strict:
    """Rewrites schemas of the description: closed objects, unions by `type`, enumerations as such."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.schemas: dict[str, Schema] = {
            name: dict(each_schema) for name, each_schema in spec["components"]["schemas"].items()
        }
        for amendment in AMENDMENTS:
            for name in amendment.schemas:
                schema = self.schemas[name]
                schema["properties"] = {**schema["properties"], **amendment.properties}
        self.schemas["SnowflakeType"] = SNOWFLAKE
        emoji = self.schemas["ComponentEmojiForRequest"]
        emoji["properties"] = {**emoji["properties"], "name": EMOJI_NAME}

    def all(self) -> dict[str, Schema]:
        """Every schema, rewritten."""
        return {name: self.rewrite(schema) for name, schema in self.schemas.items()}

    def rewrite(self, schema: Schema) -> Schema:
        """One schema, rewritten, with what is inside it."""
        if "$ref" in schema:
            return {"$ref": schema["$ref"]}
        union = union_of(schema)
        if union is not None:
            return self.rewrite_union(union, "anyOf" if "anyOf" in schema else "oneOf")
        data = {key: value for key, value in schema.items() if key not in ("oneOf", "anyOf")}
        constants = [each_schema["const"] for each_schema in schema.get("oneOf") or schema.get("anyOf") or ()]
        if constants:
            data["enum"] = [*constants, *([None] if "null" in schema.get("type", ()) else [])]
        if "properties" in schema:
            data["properties"] = {name: self.rewrite(each_schema) for name, each_schema in schema["properties"].items()}
            data.setdefault("additionalProperties", False)
            for name in data["properties"]:
                if name.endswith("_localizations"):  # the description counts the languages, and lists them elsewhere
                    data["properties"][name]["propertyNames"] = {"$ref": f"{SCHEMAS}AvailableLocalesEnum"}
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                data[key] = self.rewrite(schema[key])
        if "allOf" in schema:
            data["allOf"] = [self.rewrite(each_schema) for each_schema in schema["allOf"]]
        return data

    def rewrite_union(self, union: Union, word: str) -> Schema:
        """A union: by `type` where its members have one, so that an error is an error of the member that was meant."""
        members = [self.rewrite(member) for member in union.members]
        tags = [self.tags(member) for member in union.members]
        if len(members) == 1:
            data = members[0]
        elif all(tags):
            by_type = {tag: member for some, member in zip(tags, members, strict=True) for tag in some}
            data = {"type": "object", "required": ["type"], "byType": by_type}
        else:
            data = {word: members}
        return {"orNull": data} if union.nullable else data

    def tags(self, schema: Schema) -> list[Json]:
        """The values of `type` that mean this member of a union; empty if it has no such thing."""
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].removeprefix(SCHEMAS)]
        if "type" not in schema.get("required", ()):
            return []
        return schema["properties"]["type"].get("enum", [])


def check_by_type(validator: Any, members: Mapping[Json, Schema], value: Json, _: Schema) -> Iterator[ValidationError]:
    """The keyword `byType`: which schema holds, by the value's `type`."""
    if not isinstance(value, Mapping) or "type" not in value:
        return  # `type` and `required` beside it say so
    kind = value["type"]
    member = members.get(kind) if isinstance(kind, int | str) and not isinstance(kind, bool) else None
    if member is None:
        yield ValidationError(f"{kind!r} is not one of {sorted(members, key=str)}", path=["type"])
    else:
        yield from validator.descend(value, member)


def check_or_null(validator: Any, schema: Schema, value: Json, _: Schema) -> Iterator[ValidationError]:
    """The keyword `orNull`: null, or what a schema says."""
    if value is not None:
        yield from validator.descend(value, schema)


REMEMBERED = 20_000
"""Values that were found right."""


def validator_of(schemas: Mapping[str, Schema]) -> Any:
    """JSON Schema with two more keywords, what Strict makes of unions. All schemas that it refers to are these: looking
    one up here takes a fraction of the time that a resolver of any address takes, and every request is checked.

    What a schema has found right is not read again: most of an edited message is what it was.
    """
    right: set[tuple[str, bytes]] = set()

    def check_ref(validator: Any, ref: str, value: Json, _: Schema) -> Iterator[ValidationError]:
        try:
            key = (ref, orjson.dumps(value))
        except TypeError:  # a number that no JSON of ours holds
            key = None
        if key in right:
            return
        errors = list(validator.descend(value, schemas[ref.removeprefix(SCHEMAS)]))
        if not errors and key is not None:
            if len(right) >= REMEMBERED:
                right.clear()
            right.add(key)
        yield from errors

    keywords: dict[str, Any] = {"byType": check_by_type, "orNull": check_or_null, "$ref": check_ref}
    return extend(Draft202012Validator, keywords)


FORMATS = FormatChecker(formats=())


@FORMATS.checks("uri")
def is_uri(value: object) -> bool:
    """An address with a scheme and a place, or one of an attachment."""
    if not isinstance(value, str):
        return True
    parts = urlsplit(value)
    return (
        parts.scheme in ("http", "https", "discord", "attachment")
        and bool(parts.netloc)
        and not re.search(r"\s", value)
    )


@FORMATS.checks("snowflake")
def is_snowflake(value: object) -> bool:
    """An id has 64 bits."""
    return not isinstance(value, str) or (value.isdigit() and int(value) < 2**64)


@FORMATS.checks("date-time", raises=ValueError)
def is_time(value: object) -> bool:
    """An instant in ISO 8601."""
    return not isinstance(value, str) or bool(datetime.fromisoformat(value))


# ---------------------------------------------------------------------------------------------------------------------
# Requests


class Operation(NamedTuple):
    """One method of one route."""

    name: str
    parameters: list[Schema]
    content: Mapping[str, Schema]
    """The schema of the body by content type, rewritten; empty if the operation takes none."""
    body_required: bool


class Route(NamedTuple):
    """A path with its operations by method."""

    template: str
    pattern: re.Pattern[str]
    literal: tuple[bool, ...]
    """Which segments are literal: of two routes that match, the one literal earlier is meant."""
    operations: Mapping[str, Operation]


class Checker:
    """Checks requests against the description. Make one with `load`, and keep it: it holds what it compiled."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        strict = Strict(spec)
        self.validator = validator_of(strict.all())
        self.routes = [self.route(strict, template, item) for template, item in spec["paths"].items()]
        self.validators: dict[int, Any] = {}

    @staticmethod
    @cache
    def load(path: Path) -> Checker:
        """The checker of the description in a file; the same one for the same file."""
        return Checker(json.loads(path.read_text(encoding="utf-8")))

    def route(self, strict: Strict, template: str, item: Mapping[str, Any]) -> Route:
        """A path item of the description."""
        segments = template.split("/")
        pattern = "/".join(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(segment)) for segment in segments)
        operations: dict[str, Operation] = {}
        for method, value in item.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            body = value.get("requestBody", {})
            operations[method.upper()] = Operation(
                name=value["operationId"],
                parameters=[
                    {**parameter, "schema": strict.rewrite(parameter["schema"])}
                    for parameter in (*item.get("parameters", ()), *value.get("parameters", ()))
                ],
                content={kind: strict.rewrite(media["schema"]) for kind, media in body.get("content", {}).items()},
                body_required=body.get("required", False),
            )
        return Route(template, re.compile(pattern), tuple("{" not in text for text in segments), operations)

    def problems(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        content_type: str | None = None,
        files: Sequence[Sequence[Any]] | None = None,
        query: Mapping[str, str] | None = None,
        answers: int | None = None,
    ) -> list[str]:
        """What is wrong with a request, as sentences; empty if nothing is.

        `path` is what follows `/api/v10`. `body` is the JSON body, or a multipart request's `payload_json`. `files` are
        its parts: field, file name and size lead each. `answers` is the type of the interaction that a callback answers
        (2 command, 3 component, 4 autocomplete, 5 modal), where it is known.
        """
        results = [(match, route) for route in self.routes if (match := route.pattern.fullmatch(path))]
        if not results:
            return [f"{path}: there is no such route"]
        match, route = max(results, key=lambda pair: pair[1].literal)
        operation = route.operations.get(method.upper())
        if operation is None:
            return [f"{method} {route.template}: there is no such method"]
        uploads = [Upload(str(file[0]), str(file[1]), int(file[2])) for file in files or ()]
        problems = [
            *self.parameter_problems(operation, match.groupdict(), query or {}),
            *self.body_problems(operation, body, content_type, uploads),
        ]
        # The rules of the prose read a body whose shape is known to be right.
        if not problems and body is not None:
            problems += openapi_limits.problems(operation.name, body, uploads, answers)
        return [f"{method} {route.template}: {problem}" for problem in problems]

    def recorded(self, request: Recorded) -> list[str]:
        """What is wrong with a request the sandbox recorded: a hook for `Recorder.requests` collects these."""
        return self.problems(
            request.method,
            request.path,
            request.body,
            request.headers.get("Content-Type"),
            request.files,
            request.query,
        )

    def parameter_problems(
        self, operation: Operation, path: Mapping[str, str], query: Mapping[str, str]
    ) -> Iterator[str]:
        """What is wrong in the path and behind the question mark."""
        known = {entry["name"]: entry for entry in operation.parameters if entry["in"] == "query"}
        for name, value in query.items():
            if name not in known:
                yield f"there is no parameter {name}"
            else:
                schema = known[name]["schema"]
                yield from (f"parameter {name}: {line}" for line in self.errors(schema, read_parameter(schema, value)))
        yield from (
            f"the parameter {name} is missing"
            for name, entry in known.items()
            if entry.get("required") and name not in query
        )
        for parameter in operation.parameters:
            if parameter["in"] == "path":
                value = unquote(path[parameter["name"]])
                yield from (f"{parameter['name']}: {line}" for line in self.errors(parameter["schema"], value))

    def body_problems(
        self, operation: Operation, body: Json | None, content_type: str | None, uploads: Sequence[Upload]
    ) -> Iterator[str]:
        """What is wrong with the body's form."""
        if body is None:
            if operation.body_required:
                yield "the body is missing"
            return
        kind = (content_type or ("multipart/form-data" if uploads else "application/json")).partition(";")[0].strip()
        if kind not in operation.content:
            yield f"a body of {kind} is not taken here"
            return
        if uploads and kind != "multipart/form-data":
            yield "files need multipart/form-data"
        # payload_json has the form of the JSON body; the files are no part of it.
        yield from self.errors(operation.content.get("application/json") or operation.content[kind], body)

    def errors(self, schema: Schema, value: Json) -> Iterator[str]:
        """What a schema says against a value."""
        validator = self.validators.get(id(schema))
        if validator is None:
            validator = self.validator(schema, format_checker=FORMATS)
            self.validators[id(schema)] = validator
        for error in validator.iter_errors(value):
            for leaf in leaves(error):
                where = leaf.json_path.removeprefix("$").removeprefix(".")
                kind = kind_at(value, leaf.absolute_path)
                yield f"{where or 'the value'}{kind}: {shorten(leaf.message)}"


def leaves(error: ValidationError) -> Iterable[ValidationError]:
    """The errors that say something: of a union without `type`, those of the member nearest to fitting."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        return [error]
    members: dict[Any, list[ValidationError]] = {}
    for each_error in error.context:
        members.setdefault(each_error.schema_path[0], []).append(each_error)
    depth = len(error.absolute_path)

    def distance(errors: list[ValidationError]) -> tuple[bool, int]:
        wrong_kind = any(entry.validator == "type" and len(entry.absolute_path) == depth for entry in errors)
        return wrong_kind, len(errors)

    nearest = min(members.values(), key=distance)
    return [leaf for entry in nearest for leaf in leaves(entry)]


def shorten(message: str) -> str:
    """A message of jsonschema, which quotes the whole value and then says what is wrong with it."""
    return message if len(message) <= 300 else f"{message[:100]} ... {message[-200:]}"


def kind_at(value: Json, path: Iterable[str | int]) -> str:
    """The `type` of the nearest object on the way to a place, such as a component's."""
    kind: Json = None
    for step in (None, *path):
        value = value if step is None else value[step]
        kind = value.get("type", kind) if isinstance(value, Mapping) else kind
    return f" (type {kind})" if isinstance(kind, int) else ""


def read_parameter(schema: Schema, value: str) -> Json:
    """A query parameter as the value its schema speaks of."""
    kind = schema.get("type")
    if kind == "boolean":
        return {"1": True, "0": False, "true": True, "false": False}.get(value.lower(), value)
    if kind == "integer" and re.fullmatch(r"-?\d+", value):
        return int(value)
    return value
