"""Begins a try at a deal in the transaction that opens its table."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam

from data.deals.models import DealTryRow
from data.deals.records import NewTry
from data.engine.columns import checked, table_of
from data.engine.database import WriterConnection
from data.engine.statements import compiled, insert
from data.engine.values import Values
from data.people.statements import BANNED_SQL, person
from data.tables.errors import DealTried, PersonIsKeptOut

TRIES: Final = table_of(DealTryRow)
INSERT_TRY: Final = compiled(
    insert(TRIES)
    .values(
        {
            **{name: bindparam(name) for name in ("deal_id", "table_id", "guild", "mark", "points", "streak")},
            "person_id": person("person_id"),
        }
    )
    .on_conflict_do_nothing()
    .returning(TRIES.c.table_id)
)
"""Inserts nothing where the person has had a try."""


def try_row(attempt: NewTry) -> Values:
    """Return the row of a try, checked; its table is to be filled in. Raises StoreError where a field does not fit."""
    row: Values = {"deal_id": attempt.deal, "person_id": attempt.user, "guild": attempt.guild}
    return checked(DealTryRow, {**row, "table_id": None, "mark": attempt.mark, "points": None, "streak": None})


def insert_try(connection: WriterConnection, row: Values, table: int) -> None:
    """Insert the try whose table was just opened. Raises DealTried if there was one, PersonIsKeptOut."""
    if row["guild"] is not None:
        ((banned,),) = connection.execute(BANNED_SQL, {"of_guild": row["guild"], "whom": row["person_id"]})
        if banned:
            raise PersonIsKeptOut(row["person_id"])
    if connection.execute(INSERT_TRY, {**row, "table_id": table}).fetchone() is None:
        raise DealTried(row["deal_id"])
