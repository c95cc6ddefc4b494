"""`python -m bot doctor` on this machine: the database, its backups and the rest, each broken on purpose."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.common.bot_permissions import PERMISSIONS, SCOPES
from bot.common.settings import Settings
from bot.operations import doctor as module
from bot.operations.backups import Backups
from bot.operations.commands import EXIT_FAILED
from bot.operations.doctor import check_backups, check_database, check_health_page, check_search
from bot.people import time_zones
from bot.search.process import SearchFailed, SearchProcess
from bot.ui import fonts
from data.engine.clock import now_ms
from data.engine.errors import StoreDamaged, StoreError, StoreFull
from data.sqlite import lock
from tests.data.makers import url_of
from tests.support.operations import Output, change_database, read_contents
from tests.support.revisions import NEXT
from tests.support.times import Clock

HOUR_MS = 3600 * 1000


def test_the_database_is_well_and_is_not_touched(settings: Settings, database: Path) -> None:
    before = read_contents(database)
    ok, detail = check_database(settings)
    assert ok
    assert detail.startswith(f"{database}, ")
    assert "up to date, " in detail
    assert "free on its disk" in detail
    assert read_contents(database) == before


def test_a_database_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "var" / "eldest.db"
    assert check_database(Settings(database_url=url_of(file))) == (
        True,
        f"{file} is not there yet: the first start makes it",
    )
    assert not file.parent.exists()


def test_one_that_this_user_may_not_make_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert check_database(Settings(database_url=url_of(tmp_path / "eldest.db"))) == (
        False,
        f"{tmp_path / 'eldest.db'} is not there, and this user may not make it",
    )


def test_owner_mode_and_rights_of_the_file(settings: Settings, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.chmod(0o644)
    assert check_database(settings) == (False, f"{database} may be read by others, with hidden hands: chmod 600")
    database.chmod(0o600)
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        assert check_database(settings) == (False, f"{database} cannot be written")
    own_uid = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own_uid + 1)
    ok, detail = check_database(settings)
    assert not ok
    assert "belongs to another user" in detail


def test_a_full_disk_a_newer_revision_and_damage(
    settings: Settings, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
        with pytest.raises(StoreFull, match=r"1\.0 MB are free"):
            check_database(settings)
    change_database(database, f"UPDATE alembic_version SET version_num = '{NEXT}'")
    with pytest.raises(StoreError, match=f"revision {NEXT}"):
        check_database(settings)
    database.write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreDamaged):
        check_database(settings)


def test_a_bad_address_is_named_without_its_password() -> None:
    with pytest.raises(StoreError) as refused:
        check_database(Settings(database_url="mysql://eldest:secret@host/x"))
    assert "secret" not in str(refused.value)


def test_backups(settings: Settings, database: Path, backups: Backups, clock: Clock) -> None:
    assert check_backups(settings) == (
        False,
        f"none in {backups.folder}: the bot makes the first a minute after its start, `python -m bot backup` one now",
    )
    with lock.held(database):  # by a bot that starts
        assert check_backups(settings)[0]
        an_hour_ago = time.time() - 3600
        os.utime(lock.file_of(database), (an_hour_ago, an_hour_ago))
        assert not check_backups(settings)[0]
    assert check_backups(settings.model_copy(update={"backups": False}))[0]
    clock.now = now_ms() - 49 * HOUR_MS
    late = backups.make("daily").path
    ok, detail = check_backups(settings)
    assert not ok
    assert detail == f"1, the newest {late}, 49 hours old, and it opens; one a day is due"
    assert check_backups(settings.model_copy(update={"backups": False}))[0]
    clock.now = now_ms() - 3 * HOUR_MS
    new = backups.make("daily").path
    assert check_backups(settings) == (True, f"2, the newest {new}, 3 hours old, and it opens")
    clock.now = now_ms() + HOUR_MS
    backups.make("hand")
    ok, detail = check_backups(settings)
    assert not ok
    assert detail.endswith("and it opens; 1 dated in the future, by a wrong clock")
    assert str(new) in detail
    new.write_bytes(b"nothing")
    with pytest.raises(StoreDamaged):
        check_backups(settings)
    database.unlink()
    assert check_backups(settings.model_copy(update={"backup_dir": database.parent / "empty"}))[0]


def test_time_zones_and_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.check_zones()[0]
    monkeypatch.setattr(time_zones, "zones", lambda: frozenset({"UTC"}))
    assert module.check_zones() == (False, "only 1: install the package tzdata into .venv")
    assert module.check_fonts() == (True, "3 open")
    broken = tmp_path / "DejaVuSans.ttf"
    broken.write_text("no font")
    monkeypatch.setattr(fonts, "DEJAVU", broken)
    ok, detail = module.check_fonts()
    assert not ok
    assert str(broken) in detail


async def test_search(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await check_search(Settings(search_processes=0)) == (True, "in a thread of the bot")

    async def fail() -> None:
        raise SearchFailed("unstarted")

    monkeypatch.setattr(SearchProcess, "start", fail)
    ok, detail = await check_search(Settings(search_processes=2))
    assert not ok
    assert "does not start" in detail


@contextmanager
def bind_port() -> Generator[int]:
    """Yield a port that somebody has and on which nobody answers."""
    with socket.socket() as listener:
        listener.bind((module.LOOPBACK, 0))
        yield listener.getsockname()[1]


async def serve_health(answer: Any, status: int = 200) -> tuple[web.AppRunner, int]:
    """Serve a page that gives this answer at /health; return its runner and port."""

    async def answer_request(_: web.Request) -> web.Response:
        return web.json_response(answer, status=status)

    app = web.Application()
    app.add_routes([web.get("/health", answer_request)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, module.LOOPBACK, 0).start()
    return runner, runner.addresses[0][1]


async def test_the_health_page() -> None:
    assert await check_health_page(Settings()) == (True, "no port is set (ELDEST_HEALTH_PORT)")
    with bind_port() as port:
        ok, detail = await check_health_page(Settings(health_port=port))
        assert (ok, detail) == (False, f"port {port} cannot be had: Address already in use")
    assert await check_health_page(Settings(health_port=port)) == (True, f"port {port} is free: no bot serves it now")
    for answer, status, expected in (
        ({"version": "9.9", "ready": True}, 200, (True, "version 9.9, which is well")),
        ({"version": "9.9", "ready": False}, 503, (False, "version 9.9, which is not well")),
        (["something else"], 200, (False, "is another program's: choose another ELDEST_HEALTH_PORT")),
    ):
        runner, port = await serve_health(answer, status)
        ok, detail = await check_health_page(Settings(health_port=port))
        await runner.cleanup()
        assert ok == expected[0]
        assert detail.endswith(expected[1])


async def test_without_a_token_the_rest_is_checked_and_what_is_wrong_stands_last(
    settings: Settings, backups: Backups, clock: Clock, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now = now_ms()
    backups.make("hand")
    monkeypatch.setattr(module, "configure_logging", lambda *_: None)
    without = settings.model_copy(update={"token": None, "search_processes": 0})
    assert await module.doctor(without, tuple) == EXIT_FAILED
    *fine, wrong, end = output()[0].splitlines()
    assert all(line.startswith("ok     ") for line in fine), fine
    subjects = [line[7:19].strip() for line in fine]
    assert subjects == ["database", "backups", "time zones", "fonts", "search", "health page"]
    assert wrong == "WRONG  token         ELDEST_TOKEN is not set: `python -m bot` says where to get it"
    assert end == "1 wrong."


@pytest.mark.parametrize(
    ("ahead", "ok", "detail"),
    [
        (0.4, True, "0 s ahead of"),
        (-4.9, True, "5 s behind"),
        (61, False, "61 s ahead of"),
        (-3600, False, "3600 s behind"),
    ],
)
def test_the_clock(ahead: float, ok: bool, detail: str) -> None:
    assert module.check_clock(ahead) == ("clock", ok, f"{detail} Discord's")


def test_the_application_and_its_intents() -> None:
    application: Any = SimpleNamespace(
        name="Cards", id=7, interactions_endpoint_url=None, bot_require_code_grant=False, bot_public=True,
        flags=discord.ApplicationFlags(), guild_integration_config=None, user_integration_config=None,
    )  # fmt: skip
    finding = module.check_application(application)
    assert finding.ok
    assert finding.detail.startswith("Cards, 7: anybody may invite it; nobody can install it for themselves")
    assert finding.detail.endswith("its default install settings lack scopes or permissions")
    context = SimpleNamespace(oauth2_install_params=SimpleNamespace(scopes=SCOPES, permissions=PERMISSIONS))
    application.guild_integration_config = application.user_integration_config = context
    assert module.check_application(application) == ("application", True, "Cards, 7: anybody may invite it")
    assert module.check_intents(application).detail.endswith("no privileged one is on")
    application.flags = discord.ApplicationFlags(gateway_message_content_limited=True)
    assert module.check_intents(application) == (
        "intents", True, "the bot needs no privileged one; Message Content: you may switch that off",
    )  # fmt: skip
    application.interactions_endpoint_url, application.bot_require_code_grant = "https://example.org", True
    finding = module.check_application(application)
    assert not finding.ok
    assert "Interactions Endpoint URL" in finding.detail
    assert "Code Grant" in finding.detail
