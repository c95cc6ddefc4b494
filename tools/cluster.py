"""`make cluster`: PostgreSQL, the sandbox with four servers, and two bots with two of four shards each.

Everything is kept in the folder `cluster` beside that of `make play`. A bot that ends is started again: kill one and
see what happens.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.common.settings import Settings
from sandbox import Sandbox
from tools.postgres_server import Server, found_postgres

ROOT: Final = Path(__file__).parent.parent
SHARDS: Final = 4
SHARDS_OF_BOTS: Final = ("0-1", "2-3")
DATABASE: Final = "eldest"
RESTART_SECONDS: Final = 1.0


async def run_bot(sandbox: Sandbox, database_url: str, shards: str, log_file: Path) -> None:
    """Run a bot with these shards until cancelled; start it again where it ends."""
    settings = {
        "TOKEN": sandbox.token,
        "API_BASE": sandbox.api_base,
        "DATABASE_URL": database_url,
        "ERASURE_LOG": str(log_file.with_name("eldest.deletions")),
        "SHARD_COUNT": str(SHARDS),
        "SHARD_IDS": shards,
    }
    environment = {**os.environ, **{f"ELDEST_{key}": value for key, value in settings.items()}}
    while True:
        with log_file.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=environment, cwd=ROOT, stderr=log
            )
        print(f"  {log_file.stem}: shards {shards}, process {process.pid}", flush=True)
        try:
            code = await process.wait()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
            raise
        print(f"  {log_file.stem}: ended with {code}, started again", flush=True)
        await asyncio.sleep(RESTART_SECONDS)


async def main() -> int:
    """Run everything until stopped. Returns the exit code."""
    programs = found_postgres()
    if programs is None:
        print("PostgreSQL is not installed here (Debian: the package postgresql).", file=sys.stderr)
        return 1
    settings = Settings()
    folder = settings.play_dir.absolute().with_name("cluster")
    (folder / "postgres").mkdir(parents=True, exist_ok=True)
    server = Server(folder / "postgres", programs)
    server.start()
    try:
        if not server.has(DATABASE):
            server.new_database(name=DATABASE)
        sandbox = await Sandbox.start(folder / "sandbox.jsonl", port=settings.play_port, servers=SHARDS)
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        sandbox.gateway.enforces_concurrency = True
        print(f"\n  Eldest Hand, in two processes, is at {sandbox.base}", flush=True)
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        bots = [
            asyncio.create_task(run_bot(sandbox, server.url(DATABASE), shards, folder / f"bot-{number}.log"))
            for number, shards in enumerate(SHARDS_OF_BOTS, 1)
        ]
        await stop.wait()
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)
        await sandbox.close()
    finally:
        server.shut_down()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
