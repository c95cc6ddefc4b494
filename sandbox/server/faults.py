"""Misbehaviour on demand: errors, delays and lost answers of the REST API, lost connections, doubled interactions.

A fault is JSON (`POST /sandbox/faults`) or the same as keyword arguments (`sandbox.faults.add(...)`):

- `status`: the request is answered with `status` (429, 500, 502, ...) and Discord's `code`. `seconds` is the
  Retry-After of a 429, `share` makes it a global one.
- `latency`: the request waits `seconds`; with `after`, its answer does.
- `drop`: the connection is closed without an answer.
- `delay`: the interaction is sent `seconds` later.
- `twice`: the interaction is sent twice, the second time after `seconds`.

The first three go with `method` and `path`, regular expressions matched from the beginning (the path is the one below
`/api/v10`), and with `after`: act first, then misbehave. Each fault is in force for the next `times` matches (default
1; null: until removed), each with `probability` (default 1).

Acts that happen once, at the time of the call:

- `{"kind": "gateway", "how": "close" | "reconnect" | "abort" | "invalid"}` drops the bot's connections; with `shard`
  only those of that shard.
- `{"kind": "advance", "seconds": n}` moves the stand-in's clock.
- `{"kind": "rate_limits", "enforced": true}` enforces rate limits.
- `{"kind": "old_edits", "allowed": n}` sets the edits an hour of a message older than an hour (null: no limit).
- `{"kind": "permissions", "channel_id": c, "send_messages": false}` changes what the bot may do in a channel.
- `{"kind": "leave", "user_id": u}` and `{"kind": "come", "user_id": u}`: a user leaves a server, and comes back.
- `{"kind": "remove_bot"}` and `{"kind": "invite_bot"}`: the bot is taken out of a server, and brought back.
- `{"kind": "direct", "user_id": u, "closed": true}`: a user takes no direct messages any more, or does again.
- `{"kind": "install", "user_id": u, "installed": true}`: a user installs the bot for themselves, or removes it.
- `{"kind": "group", "user_ids": [u, v]}`: users begin a conversation outside all servers, without the bot.
- `{"kind": "thread", "channel_id": c, "locked": true, "archived": true, "without_bot": true}`: a moderator locks or
  closes a thread, or takes the bot out of it; each as far as it is given.
- `{"kind": "clear"}` takes all faults back.

Where there are several servers, `server` is the number of one, from 0; without it the first is meant.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from sandbox.server.errors import Json, Refused

KINDS: Final = ("status", "latency", "drop", "delay", "twice")


@dataclass(slots=True)
class Fault:
    """One fault in force."""

    id: int
    kind: str
    method: str = ""
    path: str = ""
    status: int = 500
    code: int = 0
    seconds: float = 0.0
    share: bool = False
    after: bool = False
    times: int | None = 1
    probability: float = 1.0


class Faults:
    """The faults in force, in the order in which they were added; the first that matches is taken."""

    def __init__(self, seed: int | None = None) -> None:
        self._rules: list[Fault] = []
        self._numbers = itertools.count(1)
        self._random = random.Random(seed)
        self.hook: Callable[[str, str], Fault | None] | None = None
        """Asked first, with method and path of each request: for tests that choose the n-th call."""

    @property
    def idle(self) -> bool:
        """Whether nothing is in force."""
        return not self._rules and self.hook is None

    def add(self, kind: str, **fields: Any) -> Fault:
        """Put a fault in force. Raises `Refused` if it is none."""
        if kind not in KINDS:
            raise Refused(f"There is no fault of the kind {kind}; there are {', '.join(KINDS)}.")
        try:
            fault = Fault(next(self._numbers), kind, **fields)
            re.compile(fault.method)
            re.compile(fault.path)
        except (TypeError, re.error) as error:
            raise Refused(f"This is no fault: {error}.") from error
        self._rules.append(fault)
        return fault

    def remove(self, fault: Fault) -> None:
        """Take one fault back."""
        if fault in self._rules:
            self._rules.remove(fault)

    def clear(self) -> None:
        """Behave again."""
        self._rules.clear()
        self.hook = None

    def list(self) -> list[Json]:
        """Return the faults in force."""
        return [asdict(rule) for rule in self._rules]

    def request(self, method: str, path: str) -> Fault | None:
        """Return the fault that a request meets, used up by it."""
        if self.hook is not None:
            fault = self.hook(method, path)
            if fault is not None:
                return fault
        return self._take(
            lambda rule: (
                rule.kind in ("status", "latency", "drop")
                and re.match(rule.method or "", method) is not None
                and re.match(rule.path or "", path) is not None
            )
        )

    def interaction(self) -> Fault | None:
        """Return the fault that the dispatch of an interaction meets."""
        return self._take(lambda rule: rule.kind in ("delay", "twice"))

    def _take(self, matches: Callable[[Fault], bool]) -> Fault | None:
        for rule in self._rules:
            if matches(rule) and (rule.probability >= 1 or self._random.random() < rule.probability):
                if rule.times is not None:
                    rule.times -= 1
                    if rule.times <= 0:
                        self._rules.remove(rule)
                return rule
        return None
