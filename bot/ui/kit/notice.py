"""A message to a table: its text, mentions and buttons."""

from __future__ import annotations

from typing import NamedTuple

from bot.common.text import NAME_LIMIT, isolate, name_of, plain
from bot.ui.kit.components import Part
from data.people.records import is_erased
from data.tables.records import EventRecord, NewEvent
from rules.sentences import listed


class Notice(NamedTuple):
    """A message for a table in markdown, the users that it mentions, and buttons if there is something to do.

    `head` is the same whenever it is made, so that one that was posted can be found; the rest may change meanwhile.
    """

    head: str
    rest: str = ""
    mentions: tuple[int, ...] = ()
    buttons: tuple[Part, ...] = ()
    personal: bool = False
    """Whether the mentions hold even at a table without turn mentions."""
    role: int | None = None
    """A role that it mentions."""
    respondents: tuple[int, ...] = ()
    """The users whose answer is wanted and not there yet: they are mentioned too, where the table mentions anybody."""

    @property
    def named_users(self) -> tuple[int, ...]:
        """The named users, without erased ones."""
        users = dict.fromkeys((*self.mentions, *self.respondents))
        return tuple(user for user in users if not is_erased(user))

    def mentioned_users(self, *, silent: bool) -> tuple[int, ...]:
        """Return the mentioned users, at a table with or without (`silent`) turn mentions."""
        if not silent:
            return self.named_users
        return tuple(user for user in self.named_users if self.personal and user in self.mentions)

    @property
    def text(self) -> str:
        """The message."""
        called = listed([f"<@{user}>" for user in self.named_users]) if self.named_users else ""
        called = called if self.role is None else f"<@&{self.role}>"
        return " ".join(filter(None, (self.head, self.rest, called)))


def person_name(event: EventRecord | NewEvent, seat: int | None) -> str:
    """Return the person of an event, in plain text; `seat` is the one they had."""
    return isolate(plain(event.name, NAME_LIMIT) or "Somebody") if seat is None else name_of(event.name, seat)
