"""Overwriting of what is deleted lasts as long as its transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from data.databases import database_of
from data.people.models import PersonRow
from data.sqlite.overwriting import overwrite_deleted
from tests.data.makers import url_of
from tests.support.databases import fresh


@pytest.fixture
async def engine(path: Path) -> AsyncIterator[AsyncEngine]:
    """Yield an engine whose one connection every session has; SQLite may be built to overwrite by itself."""
    fresh(path)
    engine = database_of(url_of(path)).writing_engine()
    async with AsyncSession(engine) as session:
        await (await session.connection()).exec_driver_sql("PRAGMA secure_delete = OFF")
    yield engine
    await engine.dispose()


async def is_overwriting(session: AsyncSession) -> bool:
    return (await (await session.connection()).exec_driver_sql("PRAGMA secure_delete")).scalar_one() == 1


async def is_still_overwriting(engine: AsyncEngine) -> bool:
    async with AsyncSession(engine) as session:
        return await is_overwriting(session)


async def test_it_ends_with_a_commit(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session:
        assert not await is_overwriting(session)
        await overwrite_deleted(session)
        assert await is_overwriting(session)
        await session.commit()
    assert not await is_still_overwriting(engine)


async def test_it_ends_with_a_rollback(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session:
        await overwrite_deleted(session)
    assert not await is_still_overwriting(engine)


async def test_it_ends_with_a_flush_that_fails(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session:
        await overwrite_deleted(session)
        session.add_all([PersonRow(user_id=1), PersonRow(user_id=1)])
        with pytest.raises(IntegrityError):
            await session.flush()
    assert not await is_still_overwriting(engine)
