"""`python -m sandbox --port N --data FILE`: the stand-in as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from sandbox.server.app import Sandbox
from sandbox.server.records import dumps


async def run(chosen: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM; the first line printed is JSON with the addresses and the bot's token."""
    data: Path | None = chosen.data
    sandbox = await Sandbox.start(
        data, chosen.host, chosen.port, rate_limits=chosen.rate_limits, servers=chosen.servers
    )
    sandbox.gateway.shards = chosen.shards
    if chosen.max_concurrency is not None:
        sandbox.gateway.max_concurrency = chosen.max_concurrency
        sandbox.gateway.enforces_concurrency = True
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    print(dumps({"page": sandbox.base, "api_base": sandbox.api_base, "token": sandbox.token}), flush=True)
    try:
        await stop.wait()
    finally:
        await sandbox.close()


def _count(text: str) -> int:
    """Return a number of at least 1, for argparse."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A local stand-in for Discord.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: a free one)")
    parser.add_argument("--data", type=Path, help="file in which everything survives a restart (default: nothing does)")
    parser.add_argument("--rate-limits", action="store_true", help="enforce Discord's rate limits as long observed")
    parser.add_argument("--servers", type=_count, default=1, help="how many servers there are (default: 1)")
    parser.add_argument("--shards", type=_count, default=1, help="how many shards are recommended (default: 1)")
    parser.add_argument(
        "--max-concurrency", type=_count, help="how many shards may identify in 5 seconds (default: any number)"
    )
    chosen = parser.parse_args()
    try:
        asyncio.run(run(chosen))
    except (OSError, ValueError) as error:
        sys.exit(f"The sandbox cannot start: {error}")


if __name__ == "__main__":
    main()
