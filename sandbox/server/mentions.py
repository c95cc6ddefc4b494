"""Mentions: which a message is allowed, and whom it reaches."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from sandbox.server import limits
from sandbox.server.errors import Form, Path
from sandbox.server.records import Json, as_object, walk

_ROLE: Final = re.compile(r"<@&(\d{15,25})>")
_USER: Final = re.compile(r"<@!?(\d{15,25})>")
_KINDS: Final = frozenset(("everyone", "roles", "users"))


class Allowed(NamedTuple):
    """The mentions that a message may make: users and roles (None: any), everyone, and the author it replies to."""

    users: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    everyone: bool = True
    replied: bool = True


def read_allowed(raw: Any, form: Form, path: Path = ("allowed_mentions",)) -> Allowed:
    """Return Discord's `allowed_mentions`. A kind in `parse` and ids of the same kind exclude each other."""
    if raw is None:
        return Allowed()
    if not isinstance(raw, dict):
        form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return Allowed()
    body: Json = as_object(raw)
    parse = form.items(body.get("parse") or [], (*path, "parse"), 0, 3)
    for index, kind in enumerate(parse):
        form.choice(kind, (*path, "parse", index), _KINDS)
    ids: dict[str, list[str]] = {}
    for kind in ("users", "roles"):
        ids[kind] = []
        for index, number in enumerate(form.items(body.get(kind) or [], (*path, kind), 0, limits.ALLOWED_MENTION_IDS)):
            if str(number).isdigit() and int(number) < 1 << 63:
                ids[kind].append(str(number))
            else:
                form.add((*path, kind, index), "NUMBER_TYPE_COERCE", f'Value "{number}" is not snowflake.')
        if ids[kind] and kind in parse:
            form.add(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    replied = body.get("replied_user")
    if replied is not None:
        form.flag(replied, (*path, "replied_user"))
    return Allowed(
        None if "users" in parse else frozenset(ids["users"]),
        None if "roles" in parse else frozenset(ids["roles"]),
        "everyone" in parse,
        bool(replied),
    )


def mentioned(content: str, components: list[Json], allowed: Allowed) -> list[str]:
    """Return the ids of the users whom the text of a message mentions and may mention, each once, in order."""
    texts = [content] if content else []
    texts += [part["content"] for part in walk(components) if part["type"] == 10]
    users: dict[str, None] = {}
    for text in texts:
        if "<@" in text:
            users.update(dict.fromkeys(_USER.findall(text)))
    return [user for user in users if allowed.users is None or user in allowed.users]


def roles_mentioned(content: str, mentionable: frozenset[str], allowed: Allowed) -> list[str]:
    """Return the ids of the roles that a text mentions and may mention, each once, in order."""
    roles = dict.fromkeys(_ROLE.findall(content))
    return [value for value in roles if value in mentionable and (allowed.roles is None or value in allowed.roles)]


def everyone(content: str, allowed: Allowed) -> bool:
    """Whether a message reaches everybody."""
    return allowed.everyone and ("@everyone" in content or "@here" in content)
