"""Boards of club nights without Discord: what they show of the night's tables and pads."""

from __future__ import annotations

from typing import Any

from bot.pads.pads import Pads
from bot.tables.services.tables import Tables
from bot.transport.messages.night_boards import NightBoards
from data.nights.records import NewNight
from data.standings.records import Origin
from data.tables.events import EventKind
from data.tables.records import NewEvent, NewTable

GUILD, CHANNEL, ADA = 1, 10, 100


async def open_table(tables: Tables, game: str) -> int:
    """Open a table of a game in the night's channel, with Ada as its host; return its number."""
    join = NewEvent(EventKind.JOIN, user=ADA, name="Ada")
    return (await tables.store.tables.create(NewTable(game, 1, {}, GUILD, CHANNEL, ADA), [join])).id


async def test_a_table_of_an_unknown_game_and_a_deleted_pad_are_left_out(tables: Tables) -> None:
    unused: Any = None
    boards = NightBoards(unused, unused, unused, tables, Pads(tables.store))
    night = await tables.store.nights.begin(NewNight(GUILD, CHANNEL, "Evening", ADA, "Ada"), None)
    await open_table(tables, "old_game")
    table = await open_table(tables, "voren")
    await tables.store.nights.set_part(night, Origin("pad", 99), belongs=True)
    evening = await boards.summarize(await boards.find(night))
    assert [(part.origin.source, part.origin.number) for part in evening.parts] == [("table", table)]
