"""`python -m bot doctor`: checks the token, Discord's side, the database, its backups and this machine, a line each.

It changes nothing, and opens no connection to the gateway, so it may run beside the bot.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import stat
import time
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.http import Route
from PIL import ImageFont

from bot.common.bot_permissions import asks_for_all, invite_link, missing_from
from bot.common.settings import Settings
from bot.operations.backups import Backups, is_in_file
from bot.operations.commands import EXIT_DONE, EXIT_FAILED, write_output
from bot.operations.logs import configure_logging
from bot.people import time_zones
from bot.people.guild_settings import APPLICATION_SETTINGS_ID
from bot.search.process import SearchFailed, SearchProcess
from bot.ui import fonts
from data.databases import database_of
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.migrate import behind
from data.sqlite import backup as files
from data.sqlite import lock
from data.store import Store

DISCORD_SECONDS: Final = 30.0
"""Seconds for all that is asked of Discord."""

LOOPBACK: Final = "127.0.0.1"

HEALTH_SECONDS: Final = 5.0
"""Seconds for the health page to answer."""

MAX_DRIFT_SECONDS: Final = 5.0
"""Seconds that this machine's clock may differ from Discord's, which tells whole seconds."""

MAX_BACKUP_AGE: Final = timedelta(days=2)
"""The age of the newest backup from which the daily ones must have failed."""

FIRST_BACKUP_SECONDS: Final = 300
"""Seconds from a start in which the first backup may still be missing."""

MIN_ZONES: Final = 300
"""Time zones of places that a whole database of zones has at least."""

MAX_NAMES: Final = 5
"""Servers that are named in one line."""

GUILDS_A_PAGE: Final = 200
"""Servers that Discord lists at a time."""


class Finding(NamedTuple):
    """The outcome of a check: its subject, whether all is well, and a detail or what to do."""

    subject: str
    ok: bool
    detail: str


async def doctor(settings: Settings, emoji_names: Callable[[], Collection[str]]) -> int:
    """Write a line for each check, what is wrong last. Returns the exit code: EXIT_FAILED where something is wrong.

    `emoji_names` gives the names of the cards' emoji; it draws them, so it blocks for a second.
    """
    configure_logging("ERROR", settings.log_format)
    findings = await examine(settings, emoji_names)
    wrong = [finding for finding in findings if not finding.ok]
    secret = "" if settings.token is None else settings.token.get_secret_value()
    for finding in [*(finding for finding in findings if finding.ok), *wrong]:
        line = f"{'ok   ' if finding.ok else 'WRONG'}  {finding.subject:<12}  {finding.detail}"
        write_output(line.replace(secret, "(token)") if secret else line)
    write_output(f"{len(wrong)} wrong." if wrong else "All is well.")
    return EXIT_FAILED if wrong else EXIT_DONE


async def examine(settings: Settings, emoji_names: Callable[[], Collection[str]]) -> list[Finding]:
    """Return all findings, in the order of the checks."""
    drawn = settings.emoji and settings.token is not None
    names = frozenset(await asyncio.to_thread(emoji_names)) if drawn else frozenset[str]()
    return [
        *await check_discord(settings, names),
        *[
            await _checked(subject, check)
            for subject, check in (
                ("database", lambda: asyncio.to_thread(check_database, settings)),
                ("backups", lambda: asyncio.to_thread(check_backups, settings)),
                ("time zones", lambda: asyncio.to_thread(check_zones)),
                ("fonts", lambda: asyncio.to_thread(check_fonts)),
                ("search", lambda: check_search(settings)),
                ("health page", lambda: check_health_page(settings)),
            )
        ],
    ]


async def _checked(subject: str, check: Callable[[], Awaitable[tuple[bool, str]]]) -> Finding:
    """Return the finding of a check, also of one that fails."""
    try:
        return Finding(subject, *await check())
    except (StoreError, OSError) as error:
        return Finding(subject, False, str(error))
    except discord.HTTPException as error:
        return Finding(subject, False, f"Discord refuses to say: {error.status} {error.text}")


# -- Discord -----------------------------------------------------------------------------------------------------------


async def check_discord(settings: Settings, emoji_names: Collection[str]) -> list[Finding]:
    """Ask Discord about the token, the application, its servers, commands and emoji, and the clock."""
    if settings.token is None:
        return [Finding("token", False, "ELDEST_TOKEN is not set: `python -m bot` says where to get it")]
    if settings.api_base:
        Route.BASE = settings.api_base
    drifts = list[float]()
    findings = list[Finding]()
    try:
        async with (
            asyncio.timeout(DISCORD_SECONDS),
            discord.Client(intents=discord.Intents(guilds=True), http_trace=_drift_trace(drifts)) as client,
        ):
            await client.login(settings.token.get_secret_value())
            findings.append(Finding("token", True, f"Discord accepts it: {client.user}"))
            application = await client.application_info()
            findings += [check_application(application), check_intents(application)]
            findings += [
                await _checked("servers", lambda: check_servers(client, application)),
                await _checked("commands", lambda: check_commands(settings, client, application.id)),
                await _checked("emoji", lambda: check_emoji(settings, client, emoji_names)),
            ]
    except discord.LoginFailure:
        findings.append(Finding("token", False, "Discord does not accept it: copy it again, or reset it"))
    except TimeoutError:
        findings.append(Finding("Discord", False, f"no answer within {DISCORD_SECONDS:.0f} s"))
    except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
        findings.append(Finding("Discord", False, f"cannot be reached: {error}"))
    if drifts:
        findings.append(check_clock(min(drifts, key=abs)))
    return findings


def _drift_trace(drifts: list[float]) -> aiohttp.TraceConfig:
    """Return a trace that adds by how many seconds this clock is ahead of Discord's, at each answer."""

    async def on_end(_: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        if date := end.response.headers.get("Date"):
            drifts.append(now_ms() / 1000 - parsedate_to_datetime(date).timestamp())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(on_end)
    return trace


def check_application(application: discord.AppInfo) -> Finding:
    """Check whether the application's own settings let servers invite the bot and let commands come to it."""
    faults = list[str]()
    if application.interactions_endpoint_url:
        faults.append("clear its Interactions Endpoint URL, or no command comes to the bot")
    if application.bot_require_code_grant:
        faults.append("switch off Requires OAuth2 Code Grant, or nobody can invite the bot")
    public = "anybody may invite it" if application.bot_public else "its owner alone may invite it"
    detail = "; ".join(faults or [public, *install_remarks(application)])
    return Finding("application", not faults, f"{application.name}, {application.id}: {detail}")


def install_remarks(application: discord.AppInfo) -> list[str]:
    """Return remarks on the application's page Installation. The bot runs without what they name."""
    remarks = list[str]()
    if application.user_integration_config is None:
        remarks.append("nobody can install it for themselves: switch on User Install")
    if not asks_for_all(application):
        remarks.append("its default install settings lack scopes or permissions")
    return remarks


def check_intents(application: discord.AppInfo) -> Finding:
    """Return the privileged intents that are switched on; the bot needs none."""
    flags = application.flags
    switched_on = [
        name
        for name, on in {
            "Presence": flags.gateway_presence or flags.gateway_presence_limited,
            "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
            "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
        }.items()
        if on
    ]
    detail = f"{', '.join(switched_on)}: you may switch that off" if switched_on else "no privileged one is on"
    return Finding("intents", True, f"the bot needs no privileged one; {detail}")


async def check_servers(client: discord.Client, application: discord.AppInfo) -> tuple[bool, str]:
    """Check whether the bot is in a server, and has its permissions in all. `/settings server` checks channels."""
    servers = list[dict[str, Any]]()
    after: int | None = None
    while page := await client.http.get_guilds(GUILDS_A_PAGE, after=after, with_counts=False):
        servers += [dict(guild) for guild in page]
        if len(page) < GUILDS_A_PAGE:
            break
        after = int(servers[-1]["id"])
    if not servers:
        return False, f"in none yet: open {invite_link(application)}"
    lacking = list[str]()
    for guild in servers:
        if missing := missing_from(discord.Permissions(int(guild["permissions"]))):
            lacking.append(
                f"{guild['name']} ({guild['id']}) lacks {', '.join(permission.name for permission in missing)}"
            )
    more = f"; and {len(lacking) - MAX_NAMES} more" if len(lacking) > MAX_NAMES else ""
    return not lacking, f"{len(servers)}; " + ("; ".join(lacking[:MAX_NAMES]) + more or "none lacks a permission")


async def check_commands(settings: Settings, client: discord.Client, application_id: int) -> tuple[bool, str]:
    """Check whether Discord has the commands as the bot registered them last."""
    commands_there = await client.http.get_global_commands(application_id)
    registered = sorted(f"{command['id']}:{command.get('version')}" for command in commands_there)
    stored = await _stored_commands(settings)
    if stored is None:
        return False, f"{len(commands_there)} at Discord; this bot has registered none yet: start it"
    if stored != registered:
        return (
            False,
            f"{len(commands_there)} at Discord, not as this bot registered them: start it, and it does so again",
        )
    return True, f"{len(commands_there)}, as this bot registered them"


async def _stored_commands(settings: Settings) -> Any:
    """Return the commands as the bot registered them last; None where there is no database yet. Raises StoreError."""
    database = database_of(settings.database_url)
    if not await asyncio.to_thread(database.is_there):
        return None
    store = await Store.open(database, read_only=True)
    try:
        return (await store.guild_settings.of(APPLICATION_SETTINGS_ID)).values.get("registered")
    finally:
        await store.close()


async def check_emoji(settings: Settings, client: discord.Client, emoji_names: Collection[str]) -> tuple[bool, str]:
    """Check whether the emoji of these names, the cards' faces, are uploaded."""
    if not settings.emoji:
        return True, "switched off by ELDEST_EMOJI"
    uploaded_names = {emoji.name for emoji in await client.fetch_application_emojis()}
    missing = sum(name not in uploaded_names for name in emoji_names)
    if missing:
        return False, f"{missing} of {len(emoji_names)} cards are missing: the bot uploads them while it runs"
    return True, f"{len(emoji_names)}, all uploaded"


def check_clock(ahead: float) -> Finding:
    """Check whether this machine's clock agrees with Discord's; `ahead` is in seconds."""
    direction = "ahead of" if ahead > 0 else "behind"
    return Finding("clock", abs(ahead) <= MAX_DRIFT_SECONDS, f"{abs(ahead):.0f} s {direction} Discord's")


# -- the database and its backups --------------------------------------------------------------------------------------


def check_database(settings: Settings) -> tuple[bool, str]:
    """Check whether the database can be used by this user alone, by this version, and has room. Raises StoreError."""
    database = database_of(settings.database_url, settings.erasure_log)
    if is_in_file(database):
        file = database.file
        folder = next(folder for folder in file.parents if folder.exists())
        if not file.exists():
            if not os.access(folder, os.W_OK | os.X_OK):
                return False, f"{file} is not there, and this user may not make it"
            return True, f"{file} is not there yet: the first start makes it"
        if faults := _file_faults(file):
            return False, f"{file} {faults}"
        files.require_room(database.size(), folder)
        room = f", {files.megabytes(shutil.disk_usage(folder).free)} free on its disk"
    else:
        room = ""
    older = behind(database)
    revision = "up to date" if older is None else f"at revision {older}, which the next start brings up to date"
    return True, f"{database.name}, {files.megabytes(database.size())}, {revision}{room}"


def _file_faults(file: Path) -> str:
    """Return the fault in the owner and the mode of a database's file; "" if there is none."""
    status = file.stat()
    if status.st_uid != os.geteuid():
        return "belongs to another user: run this, and the bot, as that one (sudo -u NAME)"
    if stat.S_IMODE(status.st_mode) & 0o077:
        return "may be read by others, with hidden hands: chmod 600"
    return "" if os.access(file, os.R_OK | os.W_OK) and os.access(file.parent, os.W_OK) else "cannot be written"


def check_backups(settings: Settings) -> tuple[bool, str]:
    """Check whether there is a backup of late, and it opens. Raises StoreError."""
    if not is_in_file(database_of(settings.database_url)):
        return True, "PostgreSQL's own: see docs/operators.md"
    backups = Backups.from_settings(settings)
    newest, all_backups = backups.newest(), backups.all()
    ahead = sum(backups.is_future(item) for item in all_backups)
    future = f"; {ahead} dated in the future, by a wrong clock" if ahead else ""
    if newest is None:
        needed = settings.backups and backups.database.exists()
        advice = ": the bot makes the first a minute after its start, `python -m bot backup` one now" if needed else ""
        return (
            not needed or _is_just_started(backups.database)
        ) and not ahead, f"none in {backups.folder}{advice}{future}"
    files.read_contents(newest.path)
    if faults := files.check_integrity(newest.path):
        return False, f"{newest.path}: {faults[0]}"
    age = backups.now() - newest.at
    late = settings.backups and age > MAX_BACKUP_AGE
    detail = f"{len(all_backups)}, the newest {newest.path}, {int(age.total_seconds()) // 3600} hours old, and it opens"
    return not late and not ahead, detail + ("; one a day is due" if late else "") + future


def _is_just_started(database: Path) -> bool:
    """Whether the bot has started a moment ago: the lock's file is written then."""
    written = lock.file_of(database)
    return written.exists() and time.time() - written.stat().st_mtime < FIRST_BACKUP_SECONDS


# -- this machine ------------------------------------------------------------------------------------------------------


def check_zones() -> tuple[bool, str]:
    """Check whether the world's time zones are there."""
    count = len(time_zones.zones())
    if count < MIN_ZONES:
        return False, f"only {count}: install the package tzdata into .venv"
    return True, str(count)


def check_fonts() -> tuple[bool, str]:
    """Check whether the fonts of pictures open. Raises OSError."""
    font_files = [fonts.DEJAVU, fonts.DEJAVU_BOLD, fonts.CJK]
    for path in font_files:
        try:
            ImageFont.truetype(BytesIO(path.read_bytes()))  # by its path Pillow would take the system's instead
        except OSError as error:
            return False, f"{path} does not open ({error}): unpack the bot's folder again"
    return True, f"{len(font_files)} open"


async def check_search(settings: Settings) -> tuple[bool, str]:
    """Check whether a process starts in which strong computer players search."""
    if settings.searches == 0:
        return True, "in a thread of the bot"
    try:
        process = await SearchProcess.start()
    except SearchFailed:
        return False, "a process does not start: strong computer players play as normal ones. Is memory short?"
    await process.kill()
    return True, f"{settings.searches} wanted; one starts"


async def check_health_page(settings: Settings) -> tuple[bool, str]:
    """Check whether the bot serves its health page, or could. Raises OSError where the port cannot be had."""
    port = settings.health_port
    if not port:
        return True, "no port is set (ELDEST_HEALTH_PORT)"
    url = f"http://{LOOPBACK}:{port}/health"
    try:
        timeout = aiohttp.ClientTimeout(total=HEALTH_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            page = await answer.json()
            running = f"{url} is served by version {page['version']}"
            return answer.status == HTTPStatus.OK, f"{running}, which is {'well' if page['ready'] else 'not well'}"
    except aiohttp.ClientConnectorError:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, port))
            except OSError as error:
                return False, f"port {port} cannot be had: {error.strerror}"
        return True, f"port {port} is free: no bot serves it now"
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError):
        return False, f"port {port} is another program's: choose another ELDEST_HEALTH_PORT"
