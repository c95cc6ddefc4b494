"""A later version of the bot, with one revision more: every database of today's is an older one to it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from data import migrate
from tests.support.databases import fresh

NEWEST = str(ScriptDirectory.from_config(migrate.configuration()).get_current_head())
"""The newest revision of this version."""

NEXT = f"{int(NEWEST) + 1:04}"
"""The revision that the later version has beside ours: a table and a column more."""

_REVISION = f'''
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{NEWEST}"


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    op.add_column("tables", sa.Column("later", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "later")
    op.drop_table("later")
'''


def lay_next_revision(folder: Path) -> Path:
    """Write ours and NEXT below a folder; returns where."""
    revisions = folder / "migrations"
    shutil.copytree(migrate.FOLDER, revisions, ignore=shutil.ignore_patterns("__pycache__"))
    (revisions / "versions" / f"{NEXT}_later.py").write_text(_REVISION, encoding="utf-8")
    return revisions


def bring_next_revision(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Have migrations come from `folder`, which holds ours and NEXT."""
    fresh(folder / "unused.sqlite3")  # what this process lays for other tests is made of our revisions alone
    take_revisions_from(lay_next_revision(folder), patch)


def take_revisions_from(revisions: Path, patch: pytest.MonkeyPatch) -> None:
    """Have migrations come from there."""
    patch.setattr(migrate, "FOLDER", revisions)
    patch.setattr(migrate, "_scripts", cache(migrate._scripts.__wrapped__))  # pyright: ignore[reportPrivateUsage]
