"""The limits of open tables hold for a table that is restored, or moved to a thread, as for one that is opened."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from bot.common.errors import Declined
from bot.tables.commands import deletion, leave_and_end, lobby, move_channel
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.records import Append
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN

GUILD, OTHER_GUILD = 1, 6
THREAD: Final = 3
BUSY = "Its host has too many open tables"
TAKEN = "Another table is being played in this thread"


async def open_lobby(
    tables: Tables, who: Person = ADA, *others: Person, guild: int = GUILD, channel: int = 2
) -> TableState:
    table = await lobby.open_table(tables, VOREN, {}, (guild, channel), make_actor(who))
    for other in others:
        await lobby.join(tables, table.id, make_actor(other))
    return table


async def delete_lobby(tables: Tables, channel: int = 2) -> TableState:
    """Return a lobby of Ada's that she has deleted."""
    table = await open_lobby(tables, channel=channel)
    await deletion.delete(tables, table.id, table.record.seq, make_actor(ADA), moderator=False)
    return table


async def restore(tables: Tables, table: TableState, *, limit: int = 1000, alone: bool = False) -> None:
    await deletion.restore(tables, table.id, make_actor(ADA), moderator=False, limit=limit, exclusive_in_thread=alone)


@pytest.mark.parametrize("guild", [GUILD, OTHER_GUILD])
async def test_restore_counts_all_tables_of_the_host(tables: Tables, guild: int) -> None:
    table = await delete_lobby(tables)
    tables.max_open = 1
    other = await open_lobby(tables, guild=guild)
    with pytest.raises(Declined, match=BUSY):
        await restore(tables, table)
    with pytest.raises(Declined, match="You have 1 table open"):
        await open_lobby(tables)
    await leave_and_end.leave(tables, other.id, make_actor(ADA))
    await restore(tables, table)
    assert table.record.status == "lobby"


async def test_a_table_whose_host_left_it_to_another_counts_for_neither(tables: Tables) -> None:
    table = await delete_lobby(tables)
    tables.max_open = 1
    other = await open_lobby(tables, BELA, ADA)
    await leave_and_end.leave(tables, other.id, make_actor(BELA))
    assert other.record.host == ADA.id
    await restore(tables, table)
    assert table.record.status == "lobby"


async def test_tables_of_servers_that_the_bot_has_left_do_not_count_against_a_restore(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await delete_lobby(tables)
    tables.max_open = 1
    await open_lobby(tables, guild=OTHER_GUILD)

    async def has_left(guild: int) -> bool:
        return guild == OTHER_GUILD

    monkeypatch.setattr(tables, "has_left", has_left)
    await restore(tables, table)
    assert table.record.status == "lobby"


async def test_of_two_restores_at_once_as_many_succeed_as_a_host_may_open(tables: Tables) -> None:
    lobbies = [await delete_lobby(tables), await delete_lobby(tables)]
    tables.max_open = 1
    outcomes = await asyncio.gather(*(restore(tables, table) for table in lobbies), return_exceptions=True)
    assert [str(outcome) for outcome in outcomes if outcome is not None] == [f"{BUSY}. One must end first."]


async def test_of_two_restores_at_once_in_a_thread_one_succeeds(tables: Tables) -> None:
    lobbies = [await delete_lobby(tables, THREAD), await delete_lobby(tables, THREAD)]
    outcomes = await asyncio.gather(*(restore(tables, table, alone=True) for table in lobbies), return_exceptions=True)
    assert [str(outcome) for outcome in outcomes if outcome is not None] == [f"{TAKEN}. Restore this one after it."]


async def test_of_two_moves_at_once_to_a_thread_one_succeeds(tables: Tables) -> None:
    lobbies = [await open_lobby(tables), await open_lobby(tables, CLEO)]
    moves = (
        move_channel.move(tables, table.id, THREAD, make_actor(ADA), exclusive_in_thread=True) for table in lobbies
    )
    outcomes = await asyncio.gather(*moves, return_exceptions=True)
    refusals = [str(outcome) for outcome in outcomes if isinstance(outcome, Declined)]
    assert refusals == [f"{TAKEN}. Choose another channel."]
    assert sorted(table.record.channel for table in lobbies) == [2, THREAD]
    await move_channel.move(tables, lobbies[0].id, 4, make_actor(ADA), exclusive_in_thread=True)


async def test_a_table_is_not_in_its_own_way(tables: Tables) -> None:
    """A table in a thread that comes back to it, as after the thread was unlocked."""
    table = await open_lobby(tables, channel=THREAD)
    await tables.update_row(
        table.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "homeless": 1}}),
    )
    await move_channel.move(tables, table.id, THREAD, make_actor(ADA), exclusive_in_thread=True)
    assert table.record.channel == THREAD
