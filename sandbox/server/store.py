"""The store, which survives a restart: a journal of JSON lines (the last line of a thing counts) and a folder of files.

A line is `[kind, id, body]`, body null for what is gone. The journal is appended to, and rewritten without what is out
of date when it has grown several times over; a line cut short by a killed process is left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, Final

from sandbox.server.records import dumps

log = logging.getLogger(__name__)

Snapshot = Callable[[], Any]

FLUSH_SECONDS: Final = 0.15
SLICE: Final = 400
REWRITE_BYTES: Final = 4 * 1024 * 1024
REWRITE_TIMES: Final = 4


class Store:
    """Write-behind storage: a change is marked at once and written soon; a killed process loses only that moment.

    Without a path nothing is written and files stay in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._folder = Path() if path is None else path.with_name(path.name + ".files")
        self._dirty: dict[tuple[str, str], Snapshot | None] = {}
        self._files: dict[str, bytes] = {}
        self._gone: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sandbox-store")
        self._journal: BinaryIO | None = None
        self._clean = 0

    def load(self) -> dict[str, dict[str, Any]]:
        """Return all that is kept, by kind and id, in the order of the ids; the journal is tidied.

        Raises `OSError`, and `ValueError` if the file is no journal.
        """
        if self._path is None:
            return {}
        self._folder.mkdir(parents=True, exist_ok=True)
        self._rewrite()
        bodies: dict[str, dict[str, Any]] = {}
        for (kind, key), line in _read(self._path).items():
            bodies.setdefault(kind, {})[key] = json.loads(line)[2]
        return {kind: dict(sorted(things.items(), key=_by_number)) for kind, things in bodies.items()}

    def start(self) -> None:
        """Begin to write; needs a running event loop."""
        if self._path is not None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="sandbox store")

    # --- marking --------------------------------------------------------------------------------------------------

    def put(self, kind: str, key: str, snapshot: Snapshot) -> None:
        """Mark a thing as changed; `snapshot` gives its JSON-ready value when it is written."""
        if self._path is not None:
            self._dirty[kind, key] = snapshot

    def drop(self, kind: str, key: str) -> None:
        """Mark a thing as gone."""
        if self._path is not None:
            self._dirty[kind, key] = None

    def put_file(self, key: str, body: bytes) -> None:
        """Keep the bytes of a file under its id."""
        self._files[key] = body

    def drop_file(self, key: str) -> None:
        """Forget a file."""
        self._files.pop(key, None)
        if self._path is not None:
            self._gone.add(key)

    async def file(self, key: str) -> bytes | None:
        """Return the bytes of a file, or None."""
        body = self._files.get(key)
        if body is not None or self._path is None or key in self._gone or not key.isdigit():
            return body
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read_file, key)

    def _read_file(self, key: str) -> bytes | None:
        try:
            return (self._folder / key).read_bytes()
        except FileNotFoundError:
            return None

    # --- writing --------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            try:
                await self.flush()
            except OSError:
                log.exception("The sandbox could not write %s; it will try again", self._path)

    async def flush(self) -> None:
        """Write all that is marked. Raises `OSError`; then all is still marked."""
        if self._path is None or not (self._dirty or self._files or self._gone):
            return
        dirty, files, removed = self._dirty, dict(self._files), self._gone
        self._dirty, self._gone = {}, set()
        try:
            lines: list[str] = []
            for count, ((kind, key), snapshot) in enumerate(list(dirty.items())):
                lines.append(dumps([kind, key, None if snapshot is None else snapshot()]))
                if count % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
            await asyncio.get_running_loop().run_in_executor(self._pool, self._write, lines, files, removed)
        except BaseException:
            self._dirty = {**dirty, **self._dirty}
            self._gone |= removed
            raise
        for key, body in files.items():
            if self._files.get(key) is body:
                del self._files[key]

    def _write(self, lines: list[str], files: dict[str, bytes], removed: set[str]) -> None:
        # Files first: a message never names one that a killed process did not come to write.
        for key, body in files.items():
            (self._folder / key).write_bytes(body)
        if lines:
            journal = self._journal
            assert journal is not None
            journal.write("".join(line + "\n" for line in lines).encode())
            journal.flush()
            if journal.tell() > max(REWRITE_BYTES, REWRITE_TIMES * self._clean):
                self._rewrite()
        for key in removed:
            (self._folder / key).unlink(missing_ok=True)

    def _rewrite(self) -> None:
        """Write the journal anew with the last line of each thing, and open it for appending."""
        assert self._path is not None
        if self._journal is not None:
            self._journal.close()
        fresh = self._path.with_name(self._path.name + ".new")
        lines = _read(self._path).values()
        with fresh.open("wb") as file:
            file.writelines(line + b"\n" for line in lines)
            self._clean = file.tell()
        fresh.replace(self._path)
        self._journal = self._path.open("ab")

    async def close(self) -> None:
        """Write what is left and close the journal."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.flush()
        self._pool.shutdown()
        if self._journal is not None:
            self._journal.close()


def _read(path: Path) -> dict[tuple[str, str], bytes]:
    """Return the last whole line of each thing that is not gone."""
    contents: dict[tuple[str, str], bytes] = {}
    if not path.exists():
        return contents
    with path.open("rb") as file:
        for raw in file:
            if not raw.endswith(b"\n"):
                break
            line = raw[:-1]
            try:
                kind, key, body = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path} is no file of the sandbox: delete it or name another") from error
            if body is None:
                contents.pop((kind, key), None)
            else:
                contents[kind, key] = line
    return contents


def _by_number(item: tuple[str, Any]) -> int:
    return int(item[0]) if item[0].isdigit() else 0
