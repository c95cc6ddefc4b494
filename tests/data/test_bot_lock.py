"""The bot's lock on a PostgreSQL server: a session that does not get it, or fails, is closed."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from data.engine.errors import StoreInUse
from data.postgres.database import PostgresDatabase

SESSION = (17, "since noon")


class Session:
    """A session at the server. The statement that contains `failing` fails; `locked` is whether the lock is free."""

    def __init__(self, failing: str = "", *, locked: bool = True) -> None:
        self.failing = failing
        self.locked = locked
        self.closed = False

    def execute(self, statement: str, _: Any = None) -> Any:
        if self.failing and self.failing in statement:
            raise psycopg.OperationalError("the line is dead")
        self.row = (self.locked,) if "advisory_lock" in statement else SESSION
        return self

    def __iter__(self) -> Any:
        return iter([self.row])

    def fetchone(self) -> Any:
        return self.row

    def close(self) -> None:
        self.closed = True


def take_lock(monkeypatch: pytest.MonkeyPatch, session: Session) -> Any:
    """Take the lock in a session, after another one of ours that was lost; return the lock."""
    database = PostgresDatabase(make_url("postgresql://eldest@localhost/eldest"))
    monkeypatch.setattr(database, "_connect", lambda _: session)
    monkeypatch.setattr(database, "_held_session", (16, "since nine"))
    return database._take_bot_lock()


def test_a_session_with_the_lock_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    assert take_lock(monkeypatch, session) is session
    assert not session.closed


@pytest.mark.parametrize("failing", ["pg_terminate_backend", "pg_try_advisory_lock", "backend_start FROM"])
def test_a_session_that_fails_is_closed(monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    session = Session(failing)
    with pytest.raises(psycopg.OperationalError):
        take_lock(monkeypatch, session)
    assert session.closed


def test_a_session_that_does_not_get_the_lock_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(locked=False)
    with pytest.raises(StoreInUse):
        take_lock(monkeypatch, session)
    assert session.closed
