"""Statements on people: those that write their rows, and those that moves run on the writer's thread."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Insert, Text, bindparam, func, literal_column, null, select

from data.engine.columns import checked, table_of
from data.engine.statements import compiled, insert, insert_into
from data.engine.values import Values
from data.people.models import ActRow, BanRow, PersonRow
from data.people.records import Act, guest_key

PEOPLE: Final = table_of(PersonRow)
BANS: Final = table_of(BanRow)
ACTS: Final = table_of(ActRow)


def person(name: str) -> ColumnElement[Any]:
    """Return a person's row by Discord id; a negative number is the row id of an erased person."""
    user = bindparam(name, type_=BigInteger())
    is_erased = (PEOPLE.c.id == -user) & PEOPLE.c.user_id.is_(null())
    return select(PEOPLE.c.id).where((PEOPLE.c.user_id == user) | is_erased).scalar_subquery()


def who() -> ColumnElement[Any]:
    """Return the number of a person whose row is read, as `person` takes it."""
    return func.coalesce(PEOPLE.c.user_id, -PEOPLE.c.id)


def _meet(*, rename: bool) -> Insert:
    """Return the statement that gives the person `:user_id` a row with `:name`; `rename` also replaces another name."""
    fresh = insert(PEOPLE).values({name: bindparam(name) for name in ("user_id", "name", "folded")})
    new = fresh.excluded.name
    nameless = PEOPLE.c.name == literal_column("''", Text())
    other = PEOPLE.c.name != new
    return fresh.on_conflict_do_update(
        index_elements=[PEOPLE.c.user_id],
        set_={"name": new, "folded": fresh.excluded.folded},
        where=other if rename else nameless & other,
    )


MEET: Final = _meet(rename=False)
MEET_AS: Final = _meet(rename=True)
MEET_GUEST: Final = (
    insert(PEOPLE)
    .values({name: bindparam(name) for name in ("name", "guild", "folded")})
    .on_conflict_do_nothing(index_elements=[PEOPLE.c.guild, PEOPLE.c.folded])
)

# For moves

MEET_SQL: Final = compiled(MEET)
MEET_AS_SQL: Final = compiled(MEET_AS)
BANNED_SQL: Final = compiled(
    select(func.count()).where(BANS.c.guild == bindparam("of_guild"), BANS.c.person_id == person("whom"))
)
INSERT_ACT_SQL: Final = compiled(insert_into(ACTS, person_id=person("by"), whom_id=person("whom")))


def person_values(user: int | None, name: str = "") -> Values:
    """Return the parameters of MEET and MEET_AS."""
    return {"user_id": user, "name": name, "folded": guest_key(name)}


def act_row(act: Act, by: int, whom: int | None, table: int | None, now: int) -> Values:
    """Return the row of a moderator's act at a table, checked; its server is to be filled in."""
    row: Values = {"guild": 0, "at": now, "act": act, "person_id": by, "whom_id": whom, "table_id": table}
    row = checked(ActRow, row)
    return {**row, "by": row.pop("person_id"), "whom": row.pop("whom_id")}
