"""Bring a database to this version's tables, or say why not. Runs Alembic in one transaction: wholly or not at all.

A new revision: `python -m alembic -c data/migrations/alembic.ini revision --autogenerate --rev-id 0002 -m "why"`.
"""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, create_engine, event, inspect
from sqlalchemy.pool import NullPool

from data.connect import sync_connection
from data.errors import StoreDamaged, StoreTooNew, StoreTooOld, explain

FOLDER = Path(__file__).parent / "migrations"

_log = logging.getLogger(__name__)


def configuration() -> Config:
    """Alembic's settings: where our revisions are."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


def upgrade(url: URL, *, as_it_is: bool = False) -> None:
    """Bring the database at `url` to the newest revision; blocks, so call it on a thread.

    With `as_it_is` it is only looked at, and StoreTooOld raised for an older one. Raises StoreTooNew for a revision
    we do not know, StoreDamaged for a file that is not ours, and the store's other errors for what the disk says; then
    nothing has been changed.
    """
    engine = create_engine("sqlite://", creator=lambda: sync_connection(url), poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]  # SQLAlchemy calls it
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            _upgrade(connection, as_it_is)
    except Exception as error:
        raise explain(error, "migrating the database") from error
    finally:
        engine.dispose()


def _upgrade(connection: Connection, as_it_is: bool) -> None:
    config = configuration()
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    newest = script.get_current_head()
    if current == newest:
        return
    if current is None:
        if set(inspect(connection).get_table_names()) - {"alembic_version"}:
            raise StoreDamaged("the file holds the tables of another program")
    else:
        try:
            script.get_revision(current)
        except CommandError as error:
            raise StoreTooNew(f"it is at revision {current}, this version knows {newest}") from error
    if as_it_is:
        raise StoreTooOld(f"it is at revision {current or 'none'}, this version needs {newest}")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    _log.info("the database was brought from revision %s to %s", current or "none", newest)
