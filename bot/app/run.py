"""Starts and stops the program: logs, signals, the store, the bot, and the sandbox of `make play`."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.app.client import EldestHand
from bot.app.first_steps import NO_BOT_ACCOUNT_TEXT, REFUSED_ACCOUNT_TEXT
from bot.common import metrics
from bot.common.settings import Settings
from bot.common.tasks import BackgroundTasks
from bot.common.version import VERSION
from bot.operations import backups, gc_tuning
from bot.operations.commands import EXIT_DONE, EXIT_FAILED, EXIT_UNSET, report_failure, write_error
from bot.operations.shutdown_deadline import SHUTDOWN_SECONDS, schedule_exit
from bot.operations.startup import open_store
from data.databases import database_of
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from rules.registry import GAMES

if TYPE_CHECKING:
    from sandbox import Sandbox

log = logging.getLogger(__name__)


async def run(settings: Settings) -> int:
    """Run the bot on Discord until it is stopped. Returns the exit code."""
    if settings.token is None:
        write_error(NO_BOT_ACCOUNT_TEXT)
        return EXIT_UNSET
    if settings.api_base:
        Route.BASE = settings.api_base
    return await serve(settings, settings.token.get_secret_value())


async def run_sandbox(settings: Settings) -> int:
    """Run the sandbox and the bot until they are stopped. Returns the exit code."""
    from sandbox import Sandbox  # a quarter of a second that the bot on Discord need not wait for

    logging.getLogger("discord").setLevel(logging.WARNING)
    try:
        sandbox = await Sandbox.start(settings.play_dir / "sandbox.jsonl", port=settings.play_port)
    except OSError as error:
        write_error(
            f"The page cannot be served on port {settings.play_port}, or {settings.play_dir} cannot be written: "
            f"{error.strerror}. Is `make play` running already? ELDEST_PLAY_PORT and ELDEST_PLAY_DIR change both."
        )
        return EXIT_FAILED
    except ValueError as error:
        write_error(f"{settings.play_dir} holds something that is not the sandbox's: {error}")
        return EXIT_FAILED
    Route.BASE = sandbox.api_base
    # The gateway's address is asked for at start-up only: after an invalid session discord.py takes its default again.
    DiscordWebSocket.DEFAULT_GATEWAY = URL(sandbox.gateway_url)
    database = f"sqlite+aiosqlite:///{settings.play_dir / 'eldest.sqlite3'}"
    own_settings = settings.model_copy(update={"database_url": database})
    *others, last = (f"/{name.replace('_', '')} new" for name in sorted(GAMES))
    opening = f"{', '.join(others)} or {last}"
    write_error(
        f"\n  Eldest Hand is at {sandbox.base}\n"
        f"  Open it in your browser, choose a name, and type {opening}. Another tab is another person.\n"
        "  Never played one of them? Type /learn.\n"
        "  Everything is kept; Ctrl+C stops, `make play` goes on.\n"
    )
    try:
        return await serve(own_settings, sandbox.token, sandbox)
    finally:
        await sandbox.close()


async def serve(settings: Settings, token: str, sandbox: Sandbox | None = None) -> int:
    """Open the store and run the bot until SIGINT or SIGTERM. Returns the exit code.

    The bot runs on the sandbox's clock if there is one.
    """
    log.info("Eldest Hand %s starts", VERSION)
    clock = now_ms if sandbox is None else sandbox.clock.now_ms
    try:
        async with open_store(settings, backup=settings.backups, clock=clock) as store:
            bot = EldestHand(settings, store, clock=clock)
            if sandbox is not None:
                sandbox.turned = bot.handle_clock_change_soon
            gc_tuning.tune_for_startup()
            bot.add_listener(gc_tuning.tune_for_running, "on_ready")
            return await _serve(settings, bot, token)
    except StoreError as error:
        return report_failure("Eldest Hand cannot start.", error)


async def _serve(settings: Settings, bot: EldestHand, token: str) -> int:
    """Run the bot until it is stopped, fails or loses its shards. Returns the exit code."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    losing = asyncio.create_task(bot.services.leases.wait_lost())
    background = BackgroundTasks("the bot plays on without a background task that failed")
    for work in _background_coroutines(settings, bot):
        background.spawn(work)
    try:
        await asyncio.wait({running, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        if losing.done():
            log.error("stopped: another process has taken over the shards; start this one again as its reserve")
            return EXIT_FAILED
    except discord.LoginFailure:
        write_error(REFUSED_ACCOUNT_TEXT)
        return EXIT_UNSET
    except (discord.DiscordException, OSError) as error:
        log.error("stopped: %s", error)  # noqa: TRY400  # the sentence says it; a traceback helps nobody here
        return EXIT_FAILED
    else:
        return EXIT_DONE
    finally:
        # A process that hangs in its end would keep shards connected that another one has taken over.
        deadline = schedule_exit(SHUTDOWN_SECONDS, EXIT_DONE if stop.is_set() else EXIT_FAILED)
        stopping.cancel()
        losing.cancel()
        await background.close()
        await bot.close()
        if not running.done():
            running.cancel()
        await asyncio.gather(running, stopping, losing, return_exceptions=True)
        if not stop.is_set():  # else the store, too, has to be closed in time
            deadline.cancel()


def _background_coroutines(settings: Settings, bot: EldestHand) -> Iterator[Coroutine[Any, Any, None]]:
    """Yield the coroutines that run in the background."""
    if settings.backups and backups.is_in_file(database_of(settings.database_url)):
        yield backups.run_daily(backups.Backups.from_settings(settings), metrics.count_backup)
    if settings.health_port is not None:
        from bot.app import health  # a web server, which nobody need wait for who asks for none

        yield metrics.watch_loop()
        yield health.serve(bot, bot.services, settings.health_port)
