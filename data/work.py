"""Work that falls due: its kinds and its states."""

from __future__ import annotations

from data.documented_enum import DocumentedEnum


class WorkKind(DocumentedEnum):
    """What is to be done."""

    REFRESH = "refresh", "Bring a table's message up to date."
    PING = "ping", "Mention the player whose turn it is."
    COMPUTER = "computer", "Make a computer player's move."
    BOARD = "board", "Find out what became of a table's message that was being posted."
    DELETE = "delete", "Remove an old message of a table, or let it say where the table is."
    EXPIRE = "expire", "Close a lobby that nobody starts."
    TELL = "tell", "Tell people that something happened at a table."
    BACKFILL = "backfill", "Record the finished hands of an older table."
    UNSEAT = "unseat", "Free the seat of a person who was banned."
    REPORT = "report", "Bring a reported note to the moderators' channel."
    ONLY = "only", "Play the only card that a player may play, for players who want that."
    WAKE = "wake", "Look for a table's message, and keep its thread from being archived."
    RECORD = "record", "Record the results of finished hands and games for statistics."
    VACATE = "vacate", "Give up the seat of a person whose data was deleted."
    CLOCK = "clock", "Act on a player's time that runs out, or deal the next hand when its time comes."
    REMIND = "remind", "Remind a player that their time runs out."
    LOST = "lost", "Tell a host that their table has no channel any more."
    DIGEST = "digest", "Tell a player what they missed in their quiet hours or while away."
    TIMES = "times", "Correct the times in messages after clocks have changed."


class WorkState(DocumentedEnum):
    """How far a work item has come."""

    DUE = "due", "To be done once its time has come."
    DONE = "done", "Done; its message may stand."
    RETRACT = "retract", "Its reason no longer holds: its message is to be taken back."
    CANCELLED = "cancelled", "Its reason no longer holds: it has no message, or none any more."
    FAILED = "failed", "Given up after the last try."
    PARKED = "parked", "Cannot be done now: waits until it is woken or enqueued again."
