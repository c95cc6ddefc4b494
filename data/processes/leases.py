"""Leases: what only one of the processes on a PostgreSQL database does, until it renews no more.

The database's clock decides, so that the machines' clocks may differ.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, cast, delete, extract, func, or_, select
from sqlmodel import col

from data.engine.columns import table_of
from data.engine.repository import Repository
from data.engine.statements import insert
from data.processes.models import LeaseRow

SHARD_LEASE: Final = "shard "
"""The beginning of the name of a shard's lease; its number follows."""

IDENTIFY_LEASE: Final = "identify "
"""The beginning of the name of the lease of a bucket in which shards identify; its number follows."""

LEADER_LEASE: Final = "leader"
"""The name of the lease of the leader, the process that does the work of all."""

COUNT_LEASE: Final = "count"
"""The name of the lease whose owner is a number of shards. Only processes with that number have leases."""

LEASES: Final = table_of(LeaseRow)

DATABASE_NOW: Final[ColumnElement[int]] = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""The time (ms) by PostgreSQL's clock."""


class Leases(Repository):
    """The leases of all processes."""

    async def renew(self, names: Collection[str], owner: str, milliseconds: int) -> frozenset[str]:
        """Renew the leases of these names that `owner` has, and take those that nobody has; returns all of these."""
        return await self._take(names, owner, milliseconds, LEASES.c.owner == owner)

    async def take(self, name: str, owner: str, milliseconds: int) -> bool:
        """Take a lease unless anybody has it, the owner themselves included."""
        return bool(await self._take([name], owner, milliseconds))

    async def _take(
        self, names: Collection[str], owner: str, milliseconds: int, *renewed: ColumnElement[bool]
    ) -> frozenset[str]:
        rows: list[dict[str, Any]] = [
            {"name": name, "owner": owner, "until": DATABASE_NOW + milliseconds} for name in sorted(names)
        ]
        if not rows:
            return frozenset()
        fresh = insert(LEASES).values(rows)
        statement = fresh.on_conflict_do_update(
            index_elements=[LEASES.c.name],
            set_={"owner": fresh.excluded.owner, "until": fresh.excluded.until},
            where=or_(LEASES.c.until < DATABASE_NOW, *renewed),
        ).returning(LEASES.c.name)
        async with self._begin() as session:
            return frozenset(name for (name,) in await session.exec(statement))

    async def release(self, owner: str) -> None:
        """Give up all leases of an owner, but for buckets: Discord has counted an IDENTIFY."""
        bucket = col(LeaseRow.name).startswith(IDENTIFY_LEASE)
        async with self._begin() as session:
            await session.exec(delete(LeaseRow).where(col(LeaseRow.owner) == owner, ~bucket))

    async def holders(self) -> dict[str, str]:
        """Return the owner of each lease that has not run out, by its name."""
        query = select(LEASES.c.name, LEASES.c.owner).where(LEASES.c.until >= DATABASE_NOW)
        return {row.name: row.owner for row in await self._query(query)}
