"""The environment and `.env` in the forms in which editors, shells and Docker leave them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.__main__ import main
from bot.common.environment import EnvFileUnreadable, clean, read_env_file
from bot.common.settings import Settings
from bot.operations.commands import EXIT_UNSET

TOKEN = "MTIz.Abc-d_E.fgh"
LINES = f"ELDEST_TOKEN={TOKEN}\nELDEST_PING_DELAY=5\n"
BOM = "\ufeff"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder, in an environment without a variable of the bot's."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.upper().startswith("ELDEST_")]:
        monkeypatch.delenv(name)
    return tmp_path


def read_token(settings: Settings) -> str | None:
    return None if settings.token is None else settings.token.get_secret_value()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LINES.encode(), id="plain"),
        pytest.param(LINES.rstrip().encode(), id="no line end at the end"),
        pytest.param((BOM + LINES).encode(), id="byte order mark (Notepad)"),
        pytest.param((BOM + LINES).encode("utf-16-le"), id="UTF-16 (PowerShell)"),
        pytest.param((BOM + LINES).encode("utf-16-be"), id="UTF-16, the other way round"),
        pytest.param(LINES.encode("utf-16-le"), id="UTF-16 without a mark"),
        pytest.param(LINES.encode("utf-16-be"), id="UTF-16 without a mark, the other way round"),
        pytest.param(LINES.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(LINES.replace("\n", "\r").encode(), id="CR"),
        pytest.param(LINES.replace("\n", "  \n").replace("=", " = ").encode(), id="blanks"),
        pytest.param(f'ELDEST_TOKEN="{TOKEN}"\nELDEST_PING_DELAY="5"'.encode(), id="quotes"),
        pytest.param(f"ELDEST_TOKEN=' {TOKEN} '\nELDEST_PING_DELAY=' 5'".encode(), id="blanks inside quotes"),
        pytest.param(f"ELDEST_TOKEN=“{TOKEN}”\nELDEST_PING_DELAY=5".encode(), id="typographic quotes"),
        pytest.param(f"ELDEST_TOKEN=\u200b{TOKEN}\u200b\nELDEST_PING_DELAY=5".encode(), id="invisible letters"),
        pytest.param(f"\n# a note\nexport ELDEST_TOKEN={TOKEN}\neldest_ping_delay=5".encode(), id="export, small"),
        pytest.param(f"OTHER=1\nELDEST_HEALTH_PORT=\n{LINES}".encode(), id="others, and an empty one"),
    ],
)
def test_it_is_read_in_any_form(folder: Path, data: bytes) -> None:
    (folder / ".env").write_bytes(data)
    settings = Settings()
    assert (read_token(settings), settings.ping_delay, settings.health_port) == (TOKEN, 5, None)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"ELDEST_TOKEN=\xff\x81\n", ".env is neither UTF-8 nor UTF-16: save it as UTF-8."),
        (LINES.encode() + LINES.encode("utf-16-le"), ".env mixes encodings: write it anew, as UTF-8."),
        (LINES.encode("utf-32"), ".env mixes encodings: write it anew, as UTF-8."),
        (f"ELDEST_PING_DELAY=5\nELDEST_TOKEN: {TOKEN}\n".encode(), ".env, line 2: write NAME=value, one a line."),
        (f"# the token\nELDEST_TOKEN {TOKEN}\n".encode(), ".env, line 2: write NAME=value, one a line."),
        (f"{TOKEN}\n".encode(), ".env, line 1: write NAME=value, one a line."),
    ],
)
def test_or_refused_in_a_sentence_without_the_token(
    folder: Path, data: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_bytes(data)
    with pytest.raises(EnvFileUnreadable) as refused:
        Settings()
    assert str(refused.value) == sentence
    monkeypatch.setattr(sys, "argv", ["bot", "stats"])
    assert main() == EXIT_UNSET
    assert capsys.readouterr().err == f"{sentence}\n"


def test_a_file_that_cannot_be_opened_is_named(folder: Path) -> None:
    (folder / ".env").mkdir()
    with pytest.raises(EnvFileUnreadable, match=r"^\.env cannot be read: Is a directory\.$"):
        read_env_file(Path(".env"))


@pytest.mark.parametrize("value", [f"{TOKEN}\n", f"{TOKEN}\r\n", f'"{TOKEN}"', f" ' {TOKEN}\n'\n", f"{BOM}{TOKEN}"])
def test_the_environment_is_read_in_any_form_and_wins(
    folder: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    (folder / ".env").write_text("ELDEST_TOKEN=other\nELDEST_PING_DELAY=7")
    monkeypatch.setenv("ELDEST_TOKEN", value)
    monkeypatch.setenv("ELDEST_PING_DELAY", "")  # as compose hands on what is not set
    settings = Settings()
    assert (read_token(settings), settings.ping_delay) == (TOKEN, 7)
    assert Settings(ping_delay=9).ping_delay == 9  # and code wins over both


@pytest.mark.parametrize("value", ["Bot abc", "abc\ndef", "абв", f"{TOKEN} # my token"])
def test_what_is_no_token_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    monkeypatch.setenv("ELDEST_TOKEN", value)
    with pytest.raises(ValidationError, match="copy it again"):
        Settings()
    monkeypatch.setattr(sys, "argv", ["bot"])
    assert main() == EXIT_UNSET
    err = capsys.readouterr().err
    assert err == "ELDEST_TOKEN: a token is one word of plain letters, digits and signs; copy it again\n"


def test_what_is_inside_a_value_stays() -> None:
    assert clean("sqlite+aiosqlite:///my 'own' file") == "sqlite+aiosqlite:///my 'own' file"
    assert clean("'") == "'"
    assert clean('""') == ""
