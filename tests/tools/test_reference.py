"""docs/reference is as the code has it, and the check finds what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord import Permissions, app_commands
from prometheus_client import generate_latest

from bot.common import metrics
from bot.common.command_permissions import permissions_in
from bot.common.settings import Settings
from data.tables.events import EventKind
from data.tables.work import WorkKind
from rules.registry import GAMES
from tools import reference

PERMISSIONS = {
    "Manage Messages": "manage_messages",
    "Manage Server": "manage_guild",
    "Timeout Members": "moderate_members",
}
"""The permissions that commands name, by Discord's words."""


async def test_pages_as_committed_equal_the_code() -> None:
    assert reference.stale(await reference.pages(), reference.FOLDER) == []


def test_a_changed_a_missing_and_a_superfluous_page_are_stale(tmp_path: Path) -> None:
    for name, text in {"same.md": "same", "changed.md": "old", "superfluous.md": "nothing makes it"}.items():
        (tmp_path / name).write_text(text)
    pages = {"same.md": "same", "changed.md": "new", "missing.md": "new"}
    assert reference.stale(pages, tmp_path) == ["changed.md", "missing.md", "superfluous.md"]


def test_the_script_writes_pages_that_its_check_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "FOLDER", tmp_path / "reference")
    monkeypatch.setattr(reference, "EXAMPLE", tmp_path / ".env.example")
    assert reference.main(["--check"]) == 1
    differing = capsys.readouterr().err
    assert "docs/reference/commands.md differs" in differing
    assert ".env.example differs" in differing
    assert reference.main([]) == 0
    assert reference.main(["--check"]) == 0
    assert not capsys.readouterr().err


async def test_the_pages_name_everything() -> None:
    pages = await reference.pages()
    async with reference.loaded_bot() as bot:
        commands = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    assert len(commands) > 50
    for command in commands:
        assert pages["commands.md"].count(f"| `/{command.qualified_name}` |") == 1
        assert all(f"`{option.display_name}`" in pages["commands.md"] for option in command.parameters)
    for name in Settings.model_fields:
        assert f"| `ELDEST_{name.upper()}` |" in pages["settings.md"]
    for game in GAMES.values():
        section = pages["settings.md"].partition(f"### {game.name}\n")[2].partition("\n#")[0]
        assert all(f"| `{option}` |" in section for option in game.options)
    exposed = {line.split()[2] for line in generate_latest(metrics.REGISTRY).decode().splitlines() if "# TYPE" in line}
    assert exposed
    assert all(f"| `{name}` |" in pages["metrics.md"] for name in exposed)
    assert all(f"| `{kind}` |" in pages["events.md"] for kind in EventKind)
    assert all(f"| `{kind}` |" in pages["metrics.md"] for kind in WorkKind)


def test_the_example_of_settings_is_as_committed_and_holds_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is, and with every comment taken away where there is a default."""
    text = reference.example_file()
    assert reference.EXAMPLE.read_text(encoding="utf-8") == text
    assert text.count("\nELDEST_") == 1
    for name in Settings.model_fields:
        assert f"ELDEST_{name.upper()}=" in text
        monkeypatch.delenv(f"ELDEST_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    defaults = Settings()
    for example in (text, text.replace("\n#ELDEST_", "\nELDEST_")):
        (tmp_path / ".env").write_text(example)
        assert Settings() == defaults


def test_every_kind_has_its_meaning() -> None:
    assert all(kind.meaning.endswith(".") for kind in (*EventKind, *WorkKind))


async def test_commands_of_moderators_stand_below_their_permission() -> None:
    """Whoever may not use a command is refused by it: tests of the cogs; here the page says so."""
    async with reference.loaded_bot() as bot:
        commands = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    permissions = {command.qualified_name: permissions_in(command.extras) for command in commands}
    commands_with_needs = {name: permission.needs for name, permission in permissions.items() if permission.needs}
    assert {name for name in commands_with_needs if name.startswith("moderate")} == {
        command.qualified_name for command in commands if command.qualified_name.startswith("moderate")
    }
    texts = [
        *commands_with_needs.values(),
        *(permission.grants for permission in permissions.values() if permission.grants),
    ]
    assert texts
    assert all(any(words in text for words in PERMISSIONS) for text in texts)
    assert set(PERMISSIONS.values()) <= set(Permissions.VALID_FLAGS)
    page = (await reference.pages())["commands.md"]
    for name, need in commands_with_needs.items():
        section = page.partition(f"## Members with {need}\n")[2].partition("\n## ")[0]
        assert f"| `/{name}` |" in section
