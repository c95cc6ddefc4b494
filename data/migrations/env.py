"""Alembic's way in: on the connection of data/migrate.py, or on ELDEST_DATABASE_URL from the command line."""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection, create_engine, make_url

from data.schema import METADATA


def run(connection: Connection) -> None:
    """Run the revisions asked for. Altering a table of SQLite means making it anew, hence batches."""
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = make_url(os.environ.get("ELDEST_DATABASE_URL", "sqlite:///eldest.db"))
    driver = "sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg"
    with create_engine(url.set(drivername=driver), hide_parameters=True).begin() as connection:
        run(connection)
