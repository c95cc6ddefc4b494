"""The meaning of each kind of work in a line: docs/reference is written from it (tools/reference.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from data.records import WorkKind

WORK_MEANINGS: Final[Mapping[WorkKind, str]] = {
    "refresh": "Bring a table's message up to date.",
    "ping": "Mention the player whose turn it is.",
    "computer": "Make a computer player's move.",
    "board": "Find out what became of a table's message that was being posted.",
    "delete": "Remove an old message of a table, or let it say where the table is.",
    "expire": "Close a lobby that nobody starts.",
    "tell": "Tell people that something happened at a table.",
    "backfill": "Record the finished hands of an older table.",
    "unseat": "Free the seat of a person who was banned.",
    "report": "Bring a reported note to the moderators' channel.",
    "only": "Play the only card that a player may play, for players who want that.",
    "wake": "Look for a table's message, and keep its thread from being archived.",
    "record": "Record the results of finished hands and games for statistics.",
    "vacate": "Give up the seat of a person whose data was deleted.",
    "clock": "Act on a player's time that runs out, or deal the next hand when its time comes.",
    "remind": "Remind a player that their time runs out.",
    "lost": "Tell a host that their table has no channel any more.",
    "digest": "Tell a player what they missed in their quiet hours or while away.",
    "times": "Correct the times in messages after clocks have changed.",
}
"""What is to be done, by the kind of work that falls due."""
