"""The digest: announcements that a player missed while asleep or away, one message for all tables, a line a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.table_state import TableState
from bot.ui.kit.notice import Notice
from bot.ui.scene.text import MAX_SCENE_LETTERS
from bot.ui.table.mentions import NOTE_REASON, TURN_REASON, table_link
from rules.sentences import capital

MAX_TABLES: Final = 10
"""Tables in one message at most; the rest comes in the next one."""

MAX_LINE_LETTERS: Final = 600
"""Letters of a line, its link left out."""

MISSED_HEADING: Final = "Meanwhile:"
"""The heading of what a hand's player missed."""


class TableNews(NamedTuple):
    """The news of one table for a player.

    `turn`: it is their turn, until `end` (ms). `note`: a note waits. `notices` are the announcements.
    """

    table: TableState
    turn: bool = False
    end: int | None = None
    note: bool = False
    notices: tuple[Notice, ...] = ()

    def __bool__(self) -> bool:
        return self.turn or self.note or bool(self.notices)

    @property
    def is_waiting(self) -> bool:
        """Whether something there waits for the player."""
        return self.turn or self.note or any(notice.buttons for notice in self.notices)

    @property
    def order(self) -> tuple[bool, bool, int, int]:
        """The sort key of tables: waiting ones first, of these the player's turns, the least time left first."""
        return not self.is_waiting, not self.turn, self.end or 2**63, self.table.id


def opening_line(user: int) -> str:
    """Return the beginning of a digest to a user; no other message has it."""
    return f"<@{user}>, while you were away:"


def digest_text(user: int, tables: Sequence[TableNews], *, private: bool) -> tuple[str, int]:
    """Return the message for a user with as many of these tables as it has room for, and how many those are."""
    text = opening_line(user)
    for number, news in enumerate(tables[:MAX_TABLES]):
        line = f"\n- {_table_line(news, private=private)}"
        if number and len(text) + len(line) > MAX_SCENE_LETTERS:
            return text, number
        text += line
    return text, min(len(tables), MAX_TABLES)


def missed_text(notices: Sequence[Notice]) -> str:
    """Return the announcements missed at a table, for the next look at the hand; "" where there are none."""
    return f"{MISSED_HEADING} {_headlines(notices)}" if notices else ""


def _table_line(news: TableNews, *, private: bool) -> str:
    at = f"at {escape(news.table.name)}"
    ends = "" if news.end is None else f" Your time ends <t:{news.end // 1000}:R>."
    sentences = [f"**{capital(TURN_REASON)} {at}.**{ends}"] if news.turn else []
    sentences += [f"**{capital(NOTE_REASON)} {at}.**"] if news.note else []
    sentences += [_headlines(news.notices)] if news.notices else []
    return f"{' '.join(sentences)} ({table_link(news.table, private=private)})"


def _headlines(notices: Sequence[Notice]) -> str:
    """Return the headlines of announcements, those that wait for an answer first, as many as fit."""
    heads = list[str]()
    for notice in sorted(notices, key=lambda notice: not notice.buttons):
        head = notice.head if notice.head.rstrip("*").endswith((".", "?", "!")) else f"{notice.head}."
        if heads and len(" ".join((*heads, head))) > MAX_LINE_LETTERS:
            break
        heads.append(head)
    return " ".join(heads)
