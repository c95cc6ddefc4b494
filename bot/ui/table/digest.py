"""The digest: announcements that somebody missed while asleep or away, one message for all tables, a line a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.table_state import Live
from bot.ui.kit.notice import Notice
from bot.ui.scene.text import MAX_TEXT_LETTERS
from bot.ui.table.mentions import NOTE, TURN, link
from rules.sentences import capital

LISTED: Final = 10
"""Tables in one message at most; the rest comes in the next one."""

LINE: Final = 600
"""Letters of a line, its link left out."""

MEANWHILE: Final = "Meanwhile:"
"""The heading of what a hand's player missed."""


class TableNews(NamedTuple):
    """The news of one table for a player.

    `turn`: it is their turn, until `end` (ms). `note`: a note waits. `notices` are the announcements.
    """

    live: Live
    turn: bool = False
    end: int | None = None
    note: bool = False
    notices: tuple[Notice, ...] = ()

    def __bool__(self) -> bool:
        return self.turn or self.note or bool(self.notices)

    @property
    def waits(self) -> bool:
        """Whether something there waits for the player."""
        return self.turn or self.note or any(one.buttons for one in self.notices)

    @property
    def order(self) -> tuple[bool, bool, int, int]:
        """The sort key of tables: waiting ones first, of these the player's turns, the least time left first."""
        return not self.waits, not self.turn, self.end or 2**63, self.live.id


def opening(user: int) -> str:
    """How such a message to a user begins: nothing else that is posted does."""
    return f"<@{user}>, while you were away:"


def message(user: int, tables: Sequence[TableNews], *, private: bool) -> tuple[str, int]:
    """The message for a user with as many of these tables as it has room for, and how many those are."""
    text = opening(user)
    for number, one in enumerate(tables[:LISTED]):
        line = f"\n- {_line(one, private=private)}"
        if number and len(text) + len(line) > MAX_TEXT_LETTERS:
            return text, number
        text += line
    return text, min(len(tables), LISTED)


def in_hand(notices: Sequence[Notice]) -> str:
    """The announcements missed at a table, for the next look at the hand; "" where there are none."""
    return f"{MEANWHILE} {_heads(notices)}" if notices else ""


def _line(one: TableNews, *, private: bool) -> str:
    at = f"at {escape(one.live.name)}"
    ends = "" if one.end is None else f" Your time ends <t:{one.end // 1000}:R>."
    said = [f"**{capital(TURN)} {at}.**{ends}"] if one.turn else []
    said += [f"**{capital(NOTE)} {at}.**"] if one.note else []
    said += [_heads(one.notices)] if one.notices else []
    return f"{' '.join(said)} ({link(one.live, private=private)})"


def _heads(notices: Sequence[Notice]) -> str:
    """The headlines of announcements, those that wait for an answer first, as many as fit."""
    kept = list[str]()
    for notice in sorted(notices, key=lambda one: not one.buttons):
        head = notice.head if notice.head.rstrip("*").endswith((".", "?", "!")) else f"{notice.head}."
        if kept and len(" ".join((*kept, head))) > LINE:
            break
        kept.append(head)
    return " ".join(kept)
