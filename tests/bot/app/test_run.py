"""The program without a token, and with one that Discord does not accept: what to do, and no further try."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.app.run import run
from bot.common.settings import Settings
from bot.operations.commands import EXIT_UNSET
from sandbox import Sandbox
from tests.data.makers import url_of

WRONG = "MTIz.not-a-token"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ELDEST_TOKEN", raising=False)
    return Settings(database_url=url_of(tmp_path / "eldest.db"), backups=False, search_processes=0)


async def test_without_a_token_three_lines_say_where_it_comes_from_and_where_it_goes(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(settings) == EXIT_UNSET
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "https://discord.com/developers/applications" in lines[1]
    assert "the file .env in this folder, as a line ELDEST_TOKEN=" in lines[2]
    assert not (tmp_path / "eldest.db").exists()


async def test_a_wrong_token_is_said_without_it_and_is_not_tried_again(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", lambda *_: None)
    async with await Sandbox.start(None) as sandbox:
        wrong = settings.model_copy(update={"token": SecretStr(WRONG), "api_base": sandbox.api_base})
        assert await run(wrong) == EXIT_UNSET  # after which systemd starts it no more
    err = capsys.readouterr().err
    assert err.startswith("Discord does not accept ELDEST_TOKEN.")
    assert WRONG not in err + caplog.text
