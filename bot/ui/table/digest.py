"""What was told to somebody while they slept or were away, in words: one message for all tables, one line a table."""

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
"""What a hand says before what was told while its player rested."""


class TableNews(NamedTuple):
    """What there is to tell a player about one table: whether it is their turn and until when (ms) they have time,
    whether a note waits for them, and what was told there.
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
        """What sorts tables: those that wait come first, of these those where it is the player's turn, the least time
        left first.
        """
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
    """What was told at a table while its player rested, for the next look at their hand; "" where nothing was."""
    return f"{MEANWHILE} {_heads(notices)}" if notices else ""


def _line(one: TableNews, *, private: bool) -> str:
    at = f"at {escape(one.live.name)}"
    ends = "" if one.end is None else f" Your time ends <t:{one.end // 1000}:R>."
    said = [f"**{capital(TURN)} {at}.**{ends}"] if one.turn else []
    said += [f"**{capital(NOTE)} {at}.**"] if one.note else []
    said += [_heads(one.notices)] if one.notices else []
    return f"{' '.join(said)} ({link(one.live, private=private)})"


def _heads(notices: Sequence[Notice]) -> str:
    """What notices say, without what is explained below them: those that wait for an answer first, as many as fit."""
    kept = list[str]()
    for notice in sorted(notices, key=lambda one: not one.buttons):
        head = notice.head if notice.head.rstrip("*").endswith((".", "?", "!")) else f"{notice.head}."
        if kept and len(" ".join((*kept, head))) > LINE:
            break
        kept.append(head)
    return " ".join(kept)
