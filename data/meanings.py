"""The meaning of each kind of event and of work in a line: docs/reference is written from them (tools/reference.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from data.records import EventKind, WorkKind

EVENT_MEANINGS: Final[Mapping[EventKind, str]] = {
    "join": "A person or a computer player takes a seat before the game begins.",
    "invite": "A person is invited to the table.",
    "decline": "An invited person says that they will not play.",
    "dismiss": "The host removes a player, or a moderator frees a seat, before the game begins.",
    "swap": "A player changes seats, or is moved or given another partner by such a change.",
    "host": "Another player becomes the host.",
    "options": "The host changes the game's options or the table's settings.",
    "dealer": "A player says who should deal first.",
    "looking": "The server's role for players is mentioned, once, to find more of them.",
    "leave": "A seat is given up, taken away or handed over; a computer player that goes leaves, too.",
    "commit": "The SHA-256 of the secret behind the next draw is published.",
    "word": "A player adds a word to the next draw.",
    "start": "The game begins: the number of seats and the first dealer are fixed.",
    "chance": "Cards are drawn; the game gets them.",
    "move": "A seat makes a move; the game gets it.",
    "reveal": "The secret behind an earlier draw is published.",
    "next": "The next hand is asked for, or its time has come.",
    "ask": "A person asks for a computer player's seat.",
    "sit": "A person takes a seat in a game that has begun.",
    "agree": "A player votes: to end the table, offer or free a seat, or accept changed settings.",
    "release": "A late player's seat is given to a computer player, or a moderator frees it.",
    "end": "The table is closed before its game is over.",
    "freeze": "The table stops: its log no longer replays.",
    "note": "A partner sends a note; its words are in the hidden part.",
    "show": "A partner shows their hand; its cards are in the hidden part.",
    "report": "A note is reported to the moderators.",
    "regret": "A player asks to undo a move, or another allows it.",
    "back": "A move is taken back: the game gets it no longer.",
    "claim": "A player has the rest of the hand played, as they can lose no trick; the moves follow.",
    "forget": "Somebody who had to do with the table had their data deleted.",
    "late": "A player's time has run out.",
    "return": "A player for whom a computer moved is back.",
    "pause": "A player asks for a pause, agrees to it or no longer wants it.",
    "resume": "A player ends the pause.",
    "offer": "A seat is offered to a substitute.",
    "keep": "The owner of an offered seat keeps it.",
    "place": "The table is moved to another channel.",
    "restore": "A table that was deleted before its first deal comes back.",
}
"""What happened at a table, by the kind of its event."""

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
