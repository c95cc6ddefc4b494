"""The PostgreSQL servers of a test process."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest
from psycopg.sql import SQL, Identifier

from data.databases import database_of
from data.migrate import upgrade
from tools import reaper
from tools.postgres_server import Server, found_postgres

NONE_HERE = "no PostgreSQL is installed here (Debian: the package postgresql)"
"""The sentence of every test that is skipped for it; in CI none is (conftest.py)."""

TEMPLATE = "migrated"


def new_server(**settings: str) -> Server:
    """Return a server that runs until this process ends. Skip the test where PostgreSQL is not installed."""
    programs = found_postgres() or pytest.skip(NONE_HERE)
    folder = Path(tempfile.mkdtemp(prefix="eldest-postgres-"))
    reaper.watch_folder(folder)
    server = Server(folder, programs, **settings)
    server.start()
    return server


@cache
def shared_server() -> Server:
    """Return the server of this process, with nothing synced to the disk. Skip the test where there is none."""
    server = new_server(fsync="off", full_page_writes="off", max_connections="200")
    with server.connect("postgres") as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(TEMPLATE)))
    upgrade(database_of(server.url(TEMPLATE)))
    return server
