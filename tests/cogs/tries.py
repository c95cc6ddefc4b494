"""Tries at deals over the wire: their messages and their tables."""

from __future__ import annotations

from bot.tables.model.table_state import TableState
from data.tables.records import LESSONS_GUILD_ID
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import person


async def wait_for_message(house: House, who: str, answer: Outcome) -> Json:
    """Return the message of an answer, once the computer players have moved."""
    await house.until(lambda: not house.services.responder.under_way)
    return house.sandbox.people.message(who, answer.get("message") or {})


async def find_newest_try(house: House, who: str) -> TableState:
    """Return the newest try of somebody."""
    records = await house.store.tables.of_user(person(house, who).id, LESSONS_GUILD_ID, live=False)
    return await house.services.tables.find(max(record.id for record in records))
