"""The version stands in one place, and is told to whoever asks for it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module

from bot.common.version import VERSION
from tests.support.needs import ROOT


def test_pyproject_takes_its_version_from_the_code() -> None:
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in tables["project"]["dynamic"]
    assert "version" not in tables["project"]
    module, _, name = tables["tool"]["setuptools"]["dynamic"]["version"]["attr"].rpartition(".")
    assert getattr(import_module(module), name) == VERSION


def test_the_command_line_prints_the_version() -> None:
    """Also where a setting is wrong."""
    command = [sys.executable, "-m", "bot", "--version"]
    process = subprocess.run(
        command, cwd=ROOT, env={"ELDEST_PING_DELAY": "never"}, capture_output=True, text=True, timeout=60, check=False
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, f"Eldest Hand {VERSION}\n", "")
