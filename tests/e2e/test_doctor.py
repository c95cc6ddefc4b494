"""`python -m bot doctor` beside a bot: what Discord's side says, each thing broken on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.common.settings import Settings
from bot.operations import doctor as module
from bot.operations.backups import Backups
from bot.operations.commands import EXIT_DONE, EXIT_FAILED
from bot.operations.doctor import check_discord, doctor
from data.databases import database_of
from sandbox.server import permissions
from sandbox.server.membership import remove_bot
from tests.data.makers import url_of
from tests.support.databases import DATABASE
from tests.support.house import House, start_house
from tests.support.waiting import until

FACE = "seven_of_swords_eh0123"


def names() -> tuple[str, ...]:
    return (FACE,)


def make_settings(house: House, **more: object) -> Settings:
    """Return the settings of the bot, with what the doctor needs besides."""
    token = SecretStr(house.sandbox.token)
    return house.settings.model_copy(update={"token": token, "api_base": house.sandbox.api_base, **more})


async def read_findings(house: House, **more: object) -> dict[str, tuple[bool, str]]:
    """Return what the doctor finds, by subject."""
    return {
        finding.subject: (finding.ok, finding.detail)
        for finding in await check_discord(make_settings(house, **more), names())
    }


def open_to_others(database: str) -> None:
    """Let others read a database's file."""
    Path(database).chmod(0o644)


def is_there(file: Path) -> bool:
    """Check whether somebody has made a file."""
    return file.exists()


def damage(file: Path) -> None:
    """Write a file that is no database."""
    file.write_bytes(b"no database" * 1000)


async def wait_until_registered(house: House) -> None:
    """Wait until the bot has registered its commands and knows that."""
    await until(house.bot.is_ready)

    async def is_saved() -> bool:
        return "registered" in (await house.store.guild_settings.of(0)).values

    await until(is_saved)


async def test_all_is_well_and_then_each_thing_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_house() as house:
        await wait_until_registered(house)
        fine = await read_findings(house)
        assert {subject: ok for subject, (ok, _) in fine.items()} == dict.fromkeys(
            ("token", "application", "intents", "servers", "commands", "emoji", "clock"), True
        )
        assert fine["commands"][1].endswith(", as this bot registered them")
        assert fine["servers"][1] == f"{len(house.bot.guilds)}; none lacks a permission"
        assert fine["emoji"][1] == "switched off by ELDEST_EMOJI"

        assert (await read_findings(house, emoji=True))["emoji"] == (
            False,
            "1 of 1 cards are missing: the bot uploads them while it runs",
        )
        with monkeypatch.context() as patch:
            patch.setattr(permissions, "BOT", permissions.BOT & ~permissions.ATTACH)
            ok, detail = (await read_findings(house))["servers"]
            assert not ok
            assert detail.endswith("lacks Attach Files")
        with monkeypatch.context() as patch:
            patch.setattr(module, "now_ms", lambda: 0)
            assert not (await read_findings(house))["clock"][0]
        house.sandbox.faults.add(kind="status", method="GET", path="/users/@me/guilds", status=403, code=50001)
        ok, detail = (await read_findings(house))["servers"]
        assert not ok
        assert "Discord refuses to say: 403" in detail
        house.refused.clear()

        other = await house.bot.http.get_global_commands(house.bot.application_id or 0)
        await house.bot.http.delete_global_command(house.bot.application_id or 0, int(other[0]["id"]))
        ok, detail = (await read_findings(house))["commands"]
        assert not ok
        assert "not as this bot registered them" in detail
        remove_bot(house.sandbox.world)
        ok, detail = (await read_findings(house))["servers"]
        assert not ok
        assert detail.startswith("in none yet: open https://discord.com/oauth2/authorize?client_id=")


async def test_before_its_first_start_the_bot_has_registered_no_commands(tmp_path: Path) -> None:
    async with start_house() as house:
        await wait_until_registered(house)
        empty = await read_findings(house, database_url=url_of(tmp_path / "eldest.db"))
        assert empty["commands"][0] is False
        assert empty["commands"][1].endswith("at Discord; this bot has registered none yet: start it")
        assert not is_there(tmp_path / "eldest.db")
        damage(tmp_path / "eldest.db")
        damaged = await read_findings(house, database_url=url_of(tmp_path / "eldest.db"))
        assert damaged["commands"][0] is False
        assert damaged["emoji"][0]


async def test_a_wrong_token_and_a_network_that_is_down() -> None:
    async with start_house() as house:
        wrong = await read_findings(house, token=SecretStr("MTIz.wrong"))
        assert wrong["token"] == (False, "Discord does not accept it: copy it again, or reset it")
        assert set(wrong) == {"token", "clock"}
        house.refused.clear()
        down = await read_findings(house, api_base="http://127.0.0.1:9/api/v10")
        assert set(down) == {"Discord"}
        assert down["Discord"][1].startswith("cannot be reached: ")
        Route.BASE = house.sandbox.api_base


@pytest.mark.skipif(DATABASE != "sqlite", reason="PostgreSQL's backups are its own")
async def test_its_lines_and_exit_code_and_that_it_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "configure_logging", lambda *_: None)
    async with start_house() as house:
        await wait_until_registered(house)
        settings = make_settings(house)
        Backups.from_settings(settings).make("hand")
        capsys.readouterr()
        question = len(house.requests)
        assert await doctor(settings, names) == EXIT_DONE
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1] == "All is well."
        assert len(lines) == 14
        assert {request.method for request in house.requests[question:]} == {"GET"}
        open_to_others(database_of(settings.database_url).name)
        assert await doctor(settings, names) == EXIT_FAILED
        *_, wrong, count = capsys.readouterr().out.splitlines()
        assert wrong.startswith("WRONG  database ")
        assert count == "1 wrong."
        assert house.sandbox.token not in "".join(lines)
