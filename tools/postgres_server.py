"""A PostgreSQL server in a folder of its own, for `make cluster`, tests and benchmarks, and empty databases on it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier

from tools import reaper

USERS = ("postgres", "nobody")
"""Who runs the server where we are root, whom PostgreSQL refuses."""

NAMES = count(1)


def found_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs, None where there are none."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


MEMORY_HELD: Final = "pre-existing shared memory block"
"""In the log of a server that did not start: a process of the one before has not ended yet."""


class Server:
    """A server that is started, stopped and killed. `settings` are those of postgresql.conf."""

    def __init__(self, folder: Path, programs: Path, **settings: str) -> None:
        self.folder = folder
        self._programs = programs
        self._settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(folder), **settings}
        self._process: subprocess.Popen[Any] | None = None
        self._user = _server_user()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        if self._user is not None:
            os.chown(folder, self._user, -1)
        if (folder / "data" / "PG_VERSION").exists():
            return
        options = ["-D", "data", "-U", "eldest", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([self._programs / "initdb", *options], check=True, stdout=subprocess.DEVNULL, **self._run_as())

    def _run_as(self) -> dict[str, Any]:
        return {"cwd": self.folder, **({} if self._user is None else {"user": self._user, "umask": 0o077})}

    def start(self) -> None:
        """Start it, and wait until it answers."""
        late = monotonic() + 60
        while not self._is_started(late):
            sleep(0.1)

    def _is_started(self, late: float) -> bool:
        """Start a process and wait until it answers; False where one that was killed still holds the memory.

        Each session is a process of its own, which ends a moment after the server's.
        """
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = [self._programs / "postgres", "-D", "data", "-p", str(self.port), *settings]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **self._run_as())
        reaper.watch_process(process.pid, signal.SIGQUIT)
        self._process = process
        while True:
            try:
                self.connect("postgres").close()
            except psycopg.OperationalError:
                assert monotonic() < late, "PostgreSQL does not answer"
                if process.poll() is not None:
                    self._wait()
                    log_end = (self.folder / "log").read_text(encoding="utf-8")[-4000:]
                    assert MEMORY_HELD in log_end, log_end
                    return False
                sleep(0.05)
            else:
                return True

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Send SIGKILL, as when the machine stops: to the server and to each of its processes."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        self._process = None

    def shut_down(self) -> None:
        """Stop it as an operator would; its folder stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # it ends sessions that are left
            self._wait()
            self._process = None

    def _wait(self) -> None:
        assert self._process is not None
        self._process.wait()
        reaper.forget_process(self._process.pid)

    def has(self, database: str) -> bool:
        """Whether there is a database of that name."""
        with self.connect("postgres") as connection:
            return (
                connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (database,)).fetchone() is not None
            )

    def stop(self) -> None:
        """Stop it at once; what is on the disk is of no more interest."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)  # unlike SIGKILL, it leaves no shared memory
            self._wait()
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, database: str) -> psycopg.Connection:
        """Return a connection in autocommit mode."""
        return psycopg.connect(host="127.0.0.1", port=self.port, user="eldest", dbname=database, autocommit=True)

    def url(self, database: str) -> str:
        """Return the address of a database, as the bot takes it."""
        return f"postgresql+psycopg://eldest@127.0.0.1:{self.port}/{database}"

    def run(self, program: str, *words: str, input_text: str = "") -> str:
        """Run one of PostgreSQL's programs; returns its output."""
        reach = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "eldest"]
        command = [self._programs / program, *reach, *words]
        return subprocess.run(command, input=input_text, check=True, capture_output=True, encoding="utf-8").stdout

    def new_database(self, template: str | None = None, name: str | None = None) -> str:
        """Return the name of a new database, empty or a copy."""
        name = name or f"test_{os.getpid()}_{next(NAMES)}"
        with self.connect("postgres") as connection:
            copied = SQL("") if template is None else SQL(" TEMPLATE {}").format(Identifier(template))
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)) + copied)
        return name

    def drop(self, database: str) -> None:
        """Remove a database, even if it is in use."""
        with self.connect("postgres") as connection:
            connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(database)))


def _server_user() -> int | None:
    """Return the user id of the server's process; None: ours."""
    if os.geteuid() != 0:
        return None
    user_ids = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return next(user_ids[name] for name in USERS if name in user_ids)
