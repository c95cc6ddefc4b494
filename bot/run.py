"""Starting and stopping the program: logs, signals, the store, the bot, and for `make play` the sandbox."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import Final

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.client import EldestHand
from bot.results.keeper import recount as count_again
from bot.settings import Settings
from bot.tables.check import check_all
from data.errors import StoreError
from data.store import Store
from rules.registry import GAMES

log = logging.getLogger(__name__)

FAILED: Final = 1
NO_TOKEN: Final = 2


def configure_logging(level: str) -> None:
    """Our own log at `level`; the libraries never below INFO, because they would print hidden cards."""
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    for ours in ("bot", "cogs", "data", "rules"):
        logging.getLogger(ours).setLevel(level)
    wanted = logging.getLevelNamesMapping()[level]
    for theirs in ("discord", "aiohttp", "asyncio"):
        logging.getLogger(theirs).setLevel(max(logging.INFO, wanted))
    # The bot never speaks: what a newcomer need not install is not missed.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for chatty in ("aiosqlite", "sqlalchemy", "alembic", "PIL"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, wanted))


def tell(text: str) -> None:
    """Say something to whoever started the program."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


async def run(settings: Settings) -> int:
    """The bot on Discord, until it is stopped. Returns the exit code."""
    configure_logging(settings.log_level)
    if settings.token is None:
        tell("ELDEST_TOKEN is not set. Give it your bot's token, or type `make play` to try everything without one.")
        return NO_TOKEN
    if settings.api_base:
        Route.BASE = settings.api_base
    return await serve(settings, settings.token.get_secret_value())


async def play(settings: Settings) -> int:
    """The sandbox and the bot together, until stopped. Returns the exit code."""
    from bot.sandbox import Sandbox  # a quarter of a second that the bot on Discord need not wait for

    configure_logging(settings.log_level)
    logging.getLogger("discord").setLevel(logging.WARNING)
    try:
        sandbox = await Sandbox.start(settings.play_dir / "sandbox.jsonl", port=settings.play_port)
    except OSError as error:
        tell(
            f"The page cannot be served on port {settings.play_port}, or {settings.play_dir} cannot be written: "
            f"{error.strerror}. Is `make play` running already? ELDEST_PLAY_PORT and ELDEST_PLAY_DIR change both."
        )
        return FAILED
    except ValueError as error:
        tell(f"{settings.play_dir} holds something that is not the sandbox's: {error}")
        return FAILED
    Route.BASE = sandbox.api_base
    # The gateway's address is asked for at start-up only: after an invalid session discord.py takes its default again.
    DiscordWebSocket.DEFAULT_GATEWAY = URL(sandbox.gateway_url)
    database = f"sqlite+aiosqlite:///{settings.play_dir / 'eldest.sqlite3'}"
    here = settings.model_copy(update={"database_url": database})
    *others, last = (f"/{name.replace('_', '')} new" for name in sorted(GAMES))
    opening = f"{', '.join(others)} or {last}"
    tell(
        f"\n  Eldest Hand is at {sandbox.base}\n"
        f"  Open it in your browser, be somebody, and type {opening}. Another tab is another person.\n"
        "  Never played one of them? Type /learn.\n"
        "  Everything is kept; Ctrl+C stops, `make play` goes on.\n"
    )
    try:
        return await serve(here, sandbox.token)
    finally:
        await sandbox.close()


async def check(settings: Settings) -> int:
    """Hold the rows of finished hands against the logs, and say what is wrong. Returns the exit code."""
    configure_logging(settings.log_level)
    try:
        store = await Store.open(settings.database_url, as_it_is=True)
    except StoreError as error:
        tell(f"The check cannot begin. {error}")
        return FAILED
    try:
        counts = await check_all(store, tell)
    except StoreError as error:
        tell(f"The check cannot go on. {error}")
        return FAILED
    finally:
        await store.close()
    tell(counts.sentence)
    return FAILED if counts.faults else 0


async def recount(settings: Settings) -> int:
    """Work all standings out anew from the results alone. Returns the exit code."""
    configure_logging(settings.log_level)
    try:
        store = await Store.open(settings.database_url, as_it_is=True)
    except StoreError as error:
        tell(f"The recount cannot begin. {error}")
        return FAILED
    try:
        counted = await count_again(store, tell)
    except StoreError as error:
        tell(f"The recount cannot go on. {error}")
        return FAILED
    finally:
        await store.close()
    tell(counted.sentence)
    return 0


async def serve(settings: Settings, token: str) -> int:
    """Open the store, run the bot until SIGINT or SIGTERM, close both. Returns the exit code."""
    try:
        store = await Store.open(settings.database_url)
    except StoreError as error:
        tell(f"Eldest Hand cannot start. {error}")
        return FAILED
    bot = EldestHand(settings, store)
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    except discord.LoginFailure:
        tell("Discord does not accept ELDEST_TOKEN. Copy it again from the developer portal.")
        return FAILED
    except (discord.DiscordException, OSError) as error:
        log.error("stopped: %s", error)  # noqa: TRY400  # the sentence says it; a traceback helps nobody here
        return FAILED
    else:
        return 0
    finally:
        stopping.cancel()
        await bot.close()
        if not running.done():
            running.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)
        await store.close()
