"""Read the tables of a person once, so that the turn index knows them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bot.tables.model.table_state import TableState
from data.engine.errors import StoreError
from rules.registry import GAMES

if TYPE_CHECKING:
    from bot.tables.services.tables import Tables


log = logging.getLogger(__name__)

MAX_TABLES: Final = 10
"""Tables of one person that are taken up at once, those at which nothing has happened for longest."""


async def warm_up(tables: Tables, user: int, table: TableState) -> bool:
    """Read the other tables of a user that are in play and not in memory, once in a process.

    Returns whether other tables than `table` are known to wait for the user that were not known before.
    """
    if user in tables.turn_index.known:
        return False
    tables.turn_index.known.add(user)  # whoever asks meanwhile does not read them, too
    before = tables.turn_index.other_tables(user, table)
    try:
        seated = [
            record
            for record in await tables.store.tables.of_user(user)
            if record.game in GAMES and record.status == "playing"
        ]
        seated.sort(key=lambda record: record.updated)
        await tables.find_all([record.id for record in seated if record.id != table.id][:MAX_TABLES])
    except StoreError as error:  # they are shown less, and it is tried again with their next look
        tables.turn_index.known.discard(user)
        log.info("the tables of a user are not loaded (%s)", type(error).__name__)
        return False
    except BaseException:
        tables.turn_index.known.discard(user)
        raise
    return tables.turn_index.other_tables(user, table) != before
