"""The record for tests: every request of the bot with its answer, and every payload shown to each user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]


class RecordedFile(NamedTuple):
    """A file of a multipart request."""

    field: str
    filename: str
    size: int
    body: bytes
    description: str | None
    """Its alt text, from the body's `attachments`."""


class Recorded(NamedTuple):
    """One request of the bot."""

    method: str
    path: str
    """The path below `/api/v10`, as it was asked for."""
    route: str
    """The path's template: `/channels/{channel_id}/messages`."""
    query: dict[str, str]
    headers: dict[str, str]
    body: Any
    """The JSON body (of a multipart request: its payload_json), or None."""
    files: tuple[RecordedFile, ...]
    status: int
    """The answer's status (0 if the connection was dropped without one)."""
    answer: Any


@dataclass(slots=True)
class Recorder:
    """Hooks. A request is reported when its answer is decided; an event when it is sent to its user.

    Besides the events of the page there are MODAL, CHOICES and OUTCOME: what answers a person's own call.
    """

    requests: list[Callable[[Recorded], None]] = field(default_factory=list[Callable[[Recorded], None]])
    events: list[Callable[[str, str, Json], None]] = field(default_factory=list[Callable[[str, str, Json], None]])
    """Called with user id, event type, data."""

    def event(self, user: str, event: str, data: Json) -> None:
        """Report an event."""
        for hook in self.events:
            hook(user, event, data)
