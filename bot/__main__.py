"""`python -m bot`: the bot on Discord. `python -m bot play`: the bot on the sandbox, with nothing else needed.

The other commands run no bot (docs/operators.md): `doctor`, `backup`, `restore`, `copy`, `check`, `migrate`, `stats`,
`recount`, `silly`, `export`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.app.client import register_packs
from bot.app.run import run, run_sandbox
from bot.common.environment import EnvFileUnreadable
from bot.common.settings import Settings
from bot.common.version import VERSION
from bot.operations import commands
from bot.operations.commands import EXIT_UNSET, write_error
from bot.operations.doctor import doctor
from bot.operations.logs import configure_logging
from bot.privacy.export import export_whole
from bot.transport.api.emoji_upload import face_names
from data.engine.clock import now_ms


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    ours = argparse.ArgumentParser(prog="python -m bot", description="Eldest Hand, the card table for Discord.")
    ours.add_argument("--version", action="version", version=f"Eldest Hand {VERSION}")
    kinds = ours.add_subparsers(dest="command", metavar="COMMAND")
    kinds.add_parser("discord", help="the bot on Discord (without a command, too)")
    kinds.add_parser("play", help="the bot with a local stand-in for Discord, in the browser")
    kinds.add_parser("doctor", help="check the token, the servers, the database, backups and this machine")
    check = kinds.add_parser("check", help="look through the database and prove every hand by replay")
    check.add_argument("file", nargs="?", type=Path, help="a backup to look through instead")
    kinds.add_parser("recount", help="work all standings out anew from the results alone")
    backup = kinds.add_parser("backup", help="copy the database, also while the bot plays")
    backup.add_argument("--to", type=Path, metavar="FILE", help="the new file; without it, one more in the folder")
    copy = kinds.add_parser("copy", help="copy a database to an empty one, of SQLite or PostgreSQL; the bot is stopped")
    copy.add_argument("source", metavar="URL", help="the database to copy")
    copy.add_argument("target", metavar="URL", help="the empty one")
    restore = kinds.add_parser("restore", help="list the backups, or put one in the database's place")
    restore.add_argument("file", nargs="?", help="the backup; `newest` is the newest")
    restore.add_argument("--yes", action="store_true", help="do it; without, it is only told")
    kinds.add_parser("migrate", help="bring the database up to date, after a backup")
    stats = kinds.add_parser("stats", help="what the database holds, what is owed, and the last backup")
    stats.add_argument("--json", action="store_true", help="for a program")
    silly = kinds.add_parser("silly", help="write the computer players' moves that people called silly into files")
    silly.add_argument("folder", type=Path, metavar="DIR", help="where the files go; those there are left as they are")
    export = kinds.add_parser("export", help="write all that is stored about a person into a file, to give it to them")
    export.add_argument("user", type=int, metavar="USER", help="their Discord ID")
    export.add_argument("file", type=Path, metavar="FILE", help="the new file, in JSON")
    return ours


def _emoji_names() -> set[str]:
    """Return the names of the cards' emoji."""
    register_packs()
    return face_names()


def chosen(words: argparse.Namespace, settings: Settings) -> Coroutine[Any, Any, int]:
    """Return the function or coroutine of the command."""
    match words.command:
        case "play":
            return run_sandbox(settings)
        case "doctor":
            return doctor(settings, _emoji_names)
        case "check":
            return commands.check(settings, words.file)
        case "recount":
            return commands.recount(settings)
        case "backup":
            return commands.backup(settings, words.to)
        case "copy":
            return commands.copy(settings, words.source, words.target)
        case "restore":
            return commands.restore(settings, words.file, sure=words.yes)
        case "stats":
            return commands.stats(settings, machine=words.json)
        case "silly":
            return commands.silly(settings, words.folder)
        case "export":
            return commands.export(settings, words.file, lambda store: export_whole(store, words.user, now_ms()))
        case "migrate":
            return commands.migrate(settings)
        case _:
            return run(settings)


def main() -> int:
    """Run until stopped, or until the command is done. Returns the exit code (bot/operations/commands.py)."""
    words = parser().parse_args()
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors(include_input=False, include_url=False):
            where = "".join(f"ELDEST_{name}: ".upper() for name in fault["loc"])
            write_error(where + fault["msg"].removeprefix("Value error, "))
        return EXIT_UNSET
    except EnvFileUnreadable as error:
        write_error(str(error))
        return EXIT_UNSET
    configure_logging(settings.log_level, settings.log_format)
    return asyncio.run(chosen(words, settings))


if __name__ == "__main__":
    sys.exit(main())
