"""A month of games across days, under faults: nothing acknowledged is lost or doubled, and nobody waits for ever.

The small month is part of `make test`, the whole one of `make soak`. Both come from a seed, which ELDEST_SEED chooses.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.month.month import Outcome, spend

SEED = int(os.environ.get("ELDEST_SEED", "10"))
MEMORY = Path("/dev/shm")
FINISHED = 0.8
"""The part of all tables that is to be played to its end."""


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """Where a database lies: in memory if there is such a place, for whether a disk keeps it is not the question."""
    made = Path(mkdtemp(dir=MEMORY)) if os.access(MEMORY, os.W_OK) else tmp_path
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def small(folder: Path, seed: int) -> Outcome:
    """A week at five tables, with a trouble every other hour."""
    return spend(folder, seed, days=7, tables=5, people=16, every=7200)


def test_a_week_at_five_tables(folder: Path) -> None:
    outcome = small(folder, SEED)
    print(outcome)
    assert outcome.problems == [], f"seed {SEED}: {outcome}"
    assert outcome.made > 100, f"seed {SEED}: {outcome}"
    assert sum(outcome.deaths.values()) >= 5, f"seed {SEED}: {outcome}"


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_month_at_fifty_tables(folder: Path) -> None:
    outcome = spend(folder, SEED, days=30, tables=50, people=200, every=14_400)
    print(outcome)
    assert outcome.problems == [], f"seed {SEED}: {outcome}"
    assert outcome.states.get("over", 0) >= FINISHED * 50, f"seed {SEED}: {outcome}"
