"""The bare button of the benchmark, with what no move can do without: one event kept, and the rules asked.

Every click applies a move of Voren, keeps it as an event with its refresh owed, and makes the position's view of the
seat. No hand is shown, no word is written, nobody's turn, clock or ping is looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle
from random import Random

import discord

from data.engine.clock import now_ms
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable, NewWork
from data.tables.work import WorkKind
from rules.contract import Move, State
from rules.registry import GAMES
from rules.simulate import random_step
from rules.table import Table
from tools.bench.bare_bot import connect

LATER = 10_000_000
"""Milliseconds until what is owed falls due: not while anything is measured."""


def moves() -> Iterator[tuple[State, Move]]:
    """Return moves of one long random game of two, each with the position in which it is made; over and over."""
    table, rng, steps = Table.new(GAMES["voren"], 2, {"hands": 100}), Random(7), list[tuple[State, Move]]()
    while not table.state.finished:
        after = random_step(table, rng)
        if isinstance(after.events[-1], Move):
            steps.append((table.state, after.events[-1]))
        table = after
    return cycle(steps)


class Keeping(discord.ui.View):
    """One button that keeps a move and says that it was clicked."""

    def __init__(self, store: Store) -> None:
        super().__init__(timeout=None)
        self._store = store
        self._moves = moves()
        self._tables: dict[int, tuple[int, int]] = {}
        """By message: the number of its table, and of that table's last event."""

    @discord.ui.button(label="Click", custom_id="bare")
    async def click(self, interaction: discord.Interaction[discord.Client], _: discord.ui.Button[Keeping]) -> None:
        """Keep a move, then answer by editing the message."""
        assert interaction.message is not None
        message, user = interaction.message.id, interaction.user
        if message not in self._tables:
            draft = NewTable("voren", GAMES["voren"].version, {}, 1, interaction.channel_id or 0, user.id)
            new_table = await self._store.tables.create(draft)
            self._tables[message] = new_table.id, new_table.seq
        (table, seq), (state, move) = self._tables[message], next(self._moves)
        after = state.apply(move.seat, move.text)
        event = NewEvent(
            EventKind.MOVE, move.seat, move.text, interaction=interaction.id, user=user.id, name=user.display_name
        )
        refresh = NewWork(WorkKind.REFRESH, seq=seq + 1, due=now_ms() + LATER)
        self._tables[message] = table, await self._store.tables.append(Append(table, seq, (event,), (refresh,)))
        after.view(move.seat)
        await interaction.response.edit_message(content="You clicked.")


class Floor(discord.AutoShardedClient):
    """The bot."""

    async def setup_hook(self) -> None:
        """Open the store and make the button work."""
        self.add_view(Keeping(await Store.open(os.environ["ELDEST_DATABASE_URL"])))


if __name__ == "__main__":
    connect(Floor)
