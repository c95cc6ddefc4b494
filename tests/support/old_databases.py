"""Databases as earlier versions left them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.support.needs import ROOT

FIXTURES = ROOT / "tests/data/fixtures"


def old(path: Path, revision: str) -> None:
    """A database as that revision left it, with something in every table."""
    connection = sqlite3.connect(path)
    connection.executescript((FIXTURES / f"{revision}.sql").read_text(encoding="utf-8"))
    connection.close()
