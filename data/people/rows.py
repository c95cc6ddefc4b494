"""The rows of people, in a transaction that names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked
from data.people.models import PersonRow
from data.people.records import is_erased
from data.people.statements import MEET, MEET_AS, person_values

_PERSON_ROWS: Final = select(PersonRow.user_id, PersonRow.id).where(
    col(PersonRow.user_id).in_(bindparam("users", expanding=True))
    | (col(PersonRow.id).in_(bindparam("rows", expanding=True)) & col(PersonRow.user_id).is_(None))
)


async def meet(session: AsyncSession, people: Mapping[int, str], *, rename: bool = False) -> dict[int, int]:
    """Give these users, with their names, a row each; returns the rows' numbers by user.

    A known name stays unless `rename`. Erased people have their rows already.
    """
    new = [
        checked(PersonRow, person_values(user, name), only=frozenset({"user_id", "name", "folded"}))
        for user, name in people.items()
        if not is_erased(user)
    ]
    if new:
        await session.exec(MEET_AS if rename else MEET, params=new)
    return await person_rows(session, people)


async def person_rows(session: AsyncSession, users: Iterable[int]) -> dict[int, int]:
    """Return the row ids by user, without users who have no row."""
    users = set(users)
    rows = {-user: user for user in users if is_erased(user)}
    row_numbers: dict[int, int] = {}
    for user, number in await session.exec(_PERSON_ROWS, params={"users": list(users), "rows": list(rows)}):
        assert number is not None
        row_numbers[rows[number] if user is None else user] = number
    return row_numbers


async def person_row(session: AsyncSession, user: int) -> int | None:
    """Return the number of a user's row, None if they have none."""
    return (await person_rows(session, (user,))).get(user)
