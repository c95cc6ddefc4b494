"""Bring a database to this version's tables, or say why not. Runs Alembic in one transaction: wholly or not at all.

A new revision: `python -m alembic -c data/migrations/alembic.ini revision --autogenerate --rev-id 0003 -m "why"`.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from data.engine.database import Database
from data.engine.errors import StoreDamaged, StoreTooNew, StoreTooOld, explain

FOLDER = Path(__file__).parent / "migrations"

_log = logging.getLogger(__name__)


def configuration() -> Config:
    """Return alembic's settings: where our revisions are."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


@cache
def _scripts() -> ScriptDirectory:
    """Return our revisions, read once: reading them compiles every file of theirs."""
    return ScriptDirectory.from_config(configuration())


def upgrade(database: Database, *, as_it_is: bool = False) -> None:
    """Upgrade a database to the newest revision; blocks, so call it on a thread.

    `as_it_is` only checks. Raises StoreTooOld then, StoreTooNew, StoreDamaged for a foreign database, StoreError;
    nothing has changed then.
    """
    with _connected(database, read_only=as_it_is) as connection:
        _upgrade(connection, as_it_is)


def behind(database: Database) -> str | None:
    """Return the revision of a database that `upgrade` would change; else None.

    It is None, too, where there is nothing yet. The database is only read. Blocks; raises what `upgrade` raises.
    """
    if not database.is_there():
        return None
    with _connected(database, read_only=True) as connection:
        current, newest = _revisions(connection)
    return None if current == newest else current


def is_known(revision: str) -> bool:
    """Whether this version can bring a database at that revision up to date."""
    try:
        _scripts().get_revision(revision)
    except CommandError:
        return False
    return True


@contextmanager
def _connected(database: Database, *, read_only: bool) -> Generator[Connection]:
    """Yield a transaction of its own. Raises the store's errors."""
    try:
        with database.connect_for_migration(read_only=read_only) as connection:
            yield connection
    except Exception as error:
        raise explain(error, "migrating the database") from error


def _revisions(connection: Connection) -> tuple[str | None, str | None]:
    """Return the database's revision (None for an empty one) and the newest. Raises StoreDamaged and StoreTooNew."""
    current, newest = MigrationContext.configure(connection).get_current_revision(), _scripts().get_current_head()
    if current is None:
        if set(inspect(connection).get_table_names()) - {"alembic_version"}:
            raise StoreDamaged("it holds the tables of another program")
    elif current != newest:
        try:
            _scripts().get_revision(current)
        except CommandError as error:
            raise StoreTooNew(f"it is at revision {current}, this version knows {newest}") from error
    return current, newest


def _upgrade(connection: Connection, as_it_is: bool) -> None:
    current, newest = _revisions(connection)
    if current == newest:
        return
    if as_it_is:
        raise StoreTooOld(f"it is at revision {current or 'none'}, this version needs {newest}")
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    _log.info("the database was brought from revision %s to %s", current or "none", newest)
