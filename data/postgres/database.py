"""PostgreSQL, for communities that have outgrown one file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, LiteralString

import psycopg
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.engine.database import MAX_PARALLEL_READS
from data.engine.errors import StoreError, StoreInUse, StoreTooNew, explain
from data.engine.statements import WRITE_LOCK
from data.engine.values import to_json
from data.postgres.listener import listen
from data.postgres.writer_thread import PostgresWriterThread, is_refused, refuse_failed

MIGRATION_LOCK: Final = 0x45480002
"""The advisory lock of a migration."""

BOT_LOCK: Final = 0x45480003
"""The advisory lock of the one bot, of those that share the database, or of an operator's command that changes it."""

ERASURE_LOG: Final = Path("var/eldest.deletions")
"""The default path of the erasure log, in the bot's folder."""

REVISION: Final = "SELECT max(version_num) FROM alembic_version"
"""Asks for the revision of the tables (data/migrate.py)."""

SESSION: Final = {
    "timezone": "UTC",
    "synchronous_commit": "on",  # a commit is on the disk, whatever the server's default is
    "lock_timeout": "10s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "30s",  # of a process that hangs in a transaction, which has the write lock
    "idle_session_timeout": "0",  # the writer's session has the bot's lock, and may have nothing to write for days
    "tcp_keepalives_idle": "30",  # the server ends a session whose line is dead, and with it its locks
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "60s",
}
"""The settings of each connection."""

CONNECT: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # ms until what we sent on a dead line is given up
    "client_encoding": "utf8",
}


class PostgresDatabase:
    """The database at a server's address (engine/database.py)."""

    def __init__(self, url: URL, erasure_log: Path | None = None) -> None:
        """Take an address. Raises StoreError unless `url` names a database."""
        if not url.database:
            raise StoreError("the address names no database: use postgresql+psycopg://USER@HOST/DATABASE")
        if "@" in (url.host or ""):
            raise StoreError("an @ in the password is written %40")
        self.url = url.set(drivername="postgresql+psycopg")
        self.erasure_log: Path | None = erasure_log or ERASURE_LOG
        self._is_held = False
        self._is_shared = False
        """Whether other bots may have the bot's lock, too."""
        self._held_connection: psycopg.Connection | None = None
        """The session that has the bot's lock: the writer's, once there is one."""
        self._held_revision: str | None = None
        """The revision of the tables for which the writer was opened; None before."""
        self._held_session: tuple[Any, ...] = ()
        """The process and the beginning of that session, at the server."""

    @property
    def name(self) -> str:
        """Host and database."""
        host = self.url.host or self.url.query.get("host") or "localhost"
        return f"postgresql://{host}:{self.url.port or 5432}/{self.url.database}"

    def size(self) -> int:
        """Return the size of the database at the server in bytes. Raises StoreError."""
        return self._query_once("SELECT pg_database_size(current_database())")

    def prepare(self, *, create: bool) -> None:
        """Check that the server keeps names in any script. Raises StoreError."""
        del create  # its operator has made the database
        encoding = self._query_once("SHOW server_encoding")
        if encoding != "UTF8":
            raise StoreError(f"the database has the encoding {encoding}: make it with ENCODING 'UTF8'")

    def is_there(self) -> bool:
        """Return True: only the server can say whether the database is there."""
        return True

    @contextmanager
    def connect_for_migration(self, *, read_only: bool) -> Generator[Connection]:
        """Yield a transaction under an advisory lock; one that may `read_only` reads what there is at its begin."""
        connect = self._connect_arguments("eldest-hand: migration", read_only=read_only)
        engine = create_engine(
            self.url,
            poolclass=NullPool,
            hide_parameters=True,
            json_serializer=to_json,
            connect_args=connect,
            isolation_level="REPEATABLE READ" if read_only else "READ COMMITTED",
        )
        try:
            with engine.begin() as connection:
                for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                    connection.exec_driver_sql(f"SET LOCAL {name} = 0")  # it takes as long as it takes
                if not read_only:
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                yield connection
        finally:
            engine.dispose()

    async def connect_writer(self, *, read_only: bool = False) -> PostgresWriterThread:
        """Return the writer's connection, made anew where it is lost."""
        thread = PostgresWriterThread(lambda: self._connect_writer(read_only))
        try:
            await thread.check()
            if self._is_held and not read_only:
                self._held_revision = await asyncio.to_thread(self._query_once, REVISION)
        except BaseException:
            await thread.close()
            raise
        return thread

    def reading_engine(self) -> AsyncEngine:
        """Return connections in autocommit mode. One that was lost is found out before it is used."""
        connect = self._connect_arguments("eldest-hand: reads", read_only=True)
        return self._engine(MAX_PARALLEL_READS, connect, isolation_level="AUTOCOMMIT")

    def writing_engine(self, *, read_only: bool = False) -> AsyncEngine:
        """Return one connection, whose transactions have the write lock from their begin."""
        connect = self._connect_arguments("eldest-hand: transactions", read_only=read_only)
        engine = self._engine(1, connect)

        def on_begin(connection: Connection) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")

        def on_commit(connection: Connection) -> None:
            driver: Any = connection.connection.driver_connection
            refuse_failed(driver.info.transaction_status)

        if not read_only:
            event.listen(engine.sync_engine, "begin", on_begin)
            event.listen(engine.sync_engine, "commit", on_commit)
        return engine

    def is_refused(self, error: BaseException) -> bool:
        """Whether the server refused a commit, rather than that the connection broke."""
        return is_refused(error)

    @contextmanager
    def held(self, *, shared: bool = False) -> Generator[None]:
        """Hold an advisory lock of the writer's session.

        A session that has lost it cannot write (check, _connect_writer).
        """
        self._is_shared, self._held_revision = shared, None
        try:
            self._held_connection = self._take_bot_lock()
        except psycopg.Error as error:
            raise explain(error, "connecting") from error
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._held_connection.close()

    def listen(self, channel: str) -> AsyncGenerator[str | None]:
        """See data/postgres/listener.py."""
        return listen(self._connect_listener, channel)

    async def _connect_listener(self) -> psycopg.AsyncConnection:
        positional, keywords = self.url.get_dialect()().create_connect_args(self.url)
        settings = self._connect_arguments("eldest-hand: notifications", read_only=True)
        return await psycopg.AsyncConnection.connect(*positional, **{**keywords, **settings}, autocommit=True)

    def _connect_writer(self, read_only: bool) -> psycopg.Connection:
        """Return a connection for the writer, with the bot's lock if this is the bot.

        Raises StoreInUse where another bot has the database meanwhile.
        """
        if not self._is_held or read_only:
            return self._connect("eldest-hand: writer", read_only=read_only)
        if self._held_connection is None or self._held_connection.closed:
            self._held_connection = self._take_bot_lock()
        return self._held_connection

    def _take_bot_lock(self) -> psycopg.Connection:
        """Return a session with the bot's lock. A former session of ours, whose line is dead, is ended first."""
        connection = self._connect("eldest-hand: writer")
        try:
            self._lock_session(connection)
        except BaseException:
            connection.close()  # it may have the lock
            raise
        return connection

    def _lock_session(self, connection: psycopg.Connection) -> None:
        """Give a session the bot's lock. Raises StoreInUse, StoreTooNew, psycopg.Error."""
        if self._held_session:
            ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s"
            connection.execute(ended, self._held_session)
        take: LiteralString = "pg_try_advisory_lock_shared" if self._is_shared else "pg_try_advisory_lock"
        ((is_taken,),) = connection.execute(f"SELECT {take}(%s)", (BOT_LOCK,))
        if is_taken:
            session = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
            self._held_session = connection.execute(session).fetchone() or ()
            self._check_revision(connection)
            return
        holder = connection.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND granted", (BOT_LOCK,)
        ).fetchone()
        raise StoreInUse("another process" if holder is None else f"the server's process {holder[0]}")

    def _check_revision(self, connection: psycopg.Connection) -> None:
        """Raise StoreTooNew where the tables were updated while this process had lost the lock."""
        if self._held_revision is None:
            return
        ((now,),) = connection.execute(REVISION)
        if now != self._held_revision:
            raise StoreTooNew(f"it is at revision {now} by now, and was at {self._held_revision}")

    def _query_once(self, question: LiteralString) -> Any:
        try:
            with self._connect("eldest-hand: a question", read_only=True) as connection:
                ((answer,),) = connection.execute(question)
        except psycopg.Error as error:
            raise explain(error, "connecting") from error
        return answer

    def _connect(self, name: str, *, read_only: bool = False) -> psycopg.Connection:
        positional, keywords = self.url.get_dialect()().create_connect_args(self.url)
        settings = self._connect_arguments(name, read_only=read_only)
        return psycopg.connect(*positional, **{**keywords, **settings}, autocommit=True)

    def _connect_arguments(self, name: str, *, read_only: bool = False) -> dict[str, Any]:
        settings = {**SESSION, "default_transaction_read_only": "on" if read_only else "off"}
        ours = " ".join(f"-c {key}={value}" for key, value in settings.items())
        theirs = self.url.query.get("options", "")
        return {**CONNECT, "application_name": name, "options": f"{theirs} {ours}".strip()}

    def _engine(self, connections: int, connect: dict[str, Any], **settings: Any) -> AsyncEngine:
        return create_async_engine(
            self.url,
            hide_parameters=True,
            json_serializer=to_json,
            connect_args=connect,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
            **settings,
        )
