"""The interface of a database. SQLite (data/sqlite) and PostgreSQL (data/postgres) implement it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from data.engine.statements import Statement

T = TypeVar("T")

MAX_PARALLEL_READS: Final = 16
"""The number of parallel reads, each on a connection of its own. A read takes several turns of the event
loop: where those are long, few connections would let few reads through."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it changed."""
        ...

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class WriterConnection(Protocol):
    """The writer's connection, used on its own thread alone. Transactions begin and end where we say."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open, be it a failed one."""
        ...

    def execute(self, statement: Statement, parameters: Mapping[str, Any] | None = None) -> Cursor:
        """Run a statement. Raises the driver's errors."""
        ...

    def undo(self, error: BaseException) -> bool:
        """Roll back after `error`. Returns whether the transaction surely was not kept."""
        ...


class WriterThread(Protocol):
    """The thread of the writer's connection."""

    async def run(self, work: Callable[[WriterConnection], T]) -> T:
        """Return the outcome of `work` on the thread, one at a time."""
        ...

    async def check(self) -> None:
        """Raise StoreError where this process may not write: a lost connection may have let another bot in."""
        ...

    async def close(self) -> None:
        """Close the connection and end the thread."""
        ...


class Database(Protocol):
    """A database at an address. `erasure_log` is None where erasures cannot be logged outside of it."""

    url: URL
    erasure_log: Path | None

    @property
    def name(self) -> str:
        """The path or address that operators are shown, without a password."""
        ...

    def size(self) -> int:
        """Return the size of the database in bytes. Blocks. Raises StoreError."""
        ...

    def prepare(self, *, create: bool) -> None:
        """Check the address; with `create`, make what has to be there. Blocks. Raises StoreError."""
        ...

    def is_there(self) -> bool:
        """Whether there may be anything at the address. Blocks."""
        ...

    def connect_for_migration(self, *, read_only: bool) -> AbstractContextManager[Connection]:
        """Return a transaction of its own that keeps other migrations out, unless it may `read_only`. Blocks."""
        ...

    async def connect_writer(self, *, read_only: bool = False) -> WriterThread:
        """Return the writer's connection. Raises the driver's errors. With `read_only` every write fails."""
        ...

    def reading_engine(self) -> AsyncEngine:
        """Return the engine for reads; its connections cannot write, and each statement is read by itself.

        Statements in errors and logs come without parameters.
        """
        ...

    def writing_engine(self, *, read_only: bool = False) -> AsyncEngine:
        """Return the engine for transactions, one at a time. With `read_only` every write fails."""
        ...

    def is_refused(self, error: BaseException) -> bool:
        """Whether a commit that failed surely left nothing behind, not even for a crash to bring back."""
        ...

    def held(self, *, shared: bool = False) -> AbstractContextManager[None]:
        """Return a context in which this process alone has the database.

        A bot uses it, or an operator's command that changes the database. With `shared`, other bots that share it may
        have it, too. Blocks. Raises StoreInUse, and StoreUnreachable.
        """
        ...

    def listen(self, channel: str) -> AsyncGenerator[str | None]:
        """Yield the payloads of notifications, and None whenever some may have been missed, at the beginning, too."""
        ...
