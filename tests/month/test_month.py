"""A month of games across days, under faults: nothing acknowledged is lost or doubled, and nobody waits for ever.

The small month is part of `make test`, the whole one of `make soak`. Both come from a seed, which ELDEST_SEED chooses.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from tempfile import mkdtemp

import pytest

from bot.tables.model.clock_terms import MOVE, terms_of
from data.tables.events import EventKind
from tests.month.judge import find_wrong_moves, is_night
from tests.month.month import Outcome, spend

SEED = int(os.environ.get("ELDEST_SEED", "10"))
pytestmark = pytest.mark.timeout(600)  # a busy machine is no failure
MEMORY = Path("/dev/shm")
FINISHED = 0.8
"""The part of all tables that is to be played to its end."""


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """Yield where a database lies: in memory if there is such a place, as no disk is tested here."""
    path = Path(mkdtemp(dir=MEMORY)) if os.access(MEMORY, os.W_OK) else tmp_path
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def test_four_days_at_five_tables(folder: Path) -> None:
    """With a trouble every other hour."""
    outcome = spend(folder, SEED, days=4, tables=5, people=16, every=7200)
    print(outcome)
    assert outcome.problems == [], f"seed {SEED}: {outcome}"
    assert outcome.made > 50, f"seed {SEED}: {outcome}"
    assert outcome.mentions > 10, f"seed {SEED}: {outcome}"
    assert sum(outcome.deaths.values()) >= 2, f"seed {SEED}: {outcome}"
    finds_what_is_wrong(outcome)


def finds_what_is_wrong(outcome: Outcome) -> None:
    """Spoil a good month in each way, and assert that its judge objects."""
    judge, witness = outcome.judge, outcome.witness
    moved = next(
        (table, event)
        for table in judge.tables
        for event in table.log
        if event.kind == EventKind.MOVE and event.interaction in witness.sent and witness.sent[event.interaction].made
    )
    table, event = moved
    others = [stored_table for stored_table in judge.tables if stored_table is not table]
    lost = [entry for entry in table.log if entry.seq < event.seq]
    names = find_wrong_moves([*others, replace(table, log=lost)], witness)
    assert any("acknowledged and lost" in text for text in names)
    assert any("has gaps" in text for text in names)
    twice = replace(table, log=[*table.log, replace(event, kind="recruit", seq=len(table.log) + 1)])
    assert any("made two events" in text for text in find_wrong_moves([*others, twice], witness))

    mention = next(entry for entry in judge.mentions.values() if entry.seats)
    judge.mentions["again"] = replace(mention, message="again", at=mention.at + 1)
    assert judge.find_doubled_mentions(judge.tables)
    judge.reminders |= {str(number): replace(mention, nonce="1-1-m **Voren, table 1** waits") for number in range(3)}
    assert len(judge.find_doubled_reminders()) == 2

    person = next(player for player in outcome.people.values() if player.night_since is not None)
    since = max(mention.at, person.night_since or 0)
    middle = next(at for at in (since + 60 * minutes for minutes in range(10, 3000, 10)) if is_night(person, at, 3600))
    judge.mentions["late"] = replace(mention, users=(person.key,), at=middle)
    assert any("by night" in text for text in judge.find_disturbances(outcome.people))
    judge.told["late"] = judge.mentions.pop("late")
    assert any("by night" in text for text in judge.find_disturbances(outcome.people)), "whatever mentions them"

    slow = next(
        stored_table
        for stored_table in judge.tables
        if terms_of(stored_table.record.settings) is not None and len(stored_table.log) > 20
    )
    settings = {**slow.record.settings, "time_out": MOVE}
    last = max(event.seq for event in slow.log if event.kind == EventKind.MOVE and event.user is not None)
    month = 40 * 86_400_000
    log = [replace(event, at=event.at + (month if event.seq >= last else 0)) for event in slow.log]
    late = replace(slow, record=replace(slow.record, settings=settings), log=log)
    assert any("waited" in text for text in judge.find_long_waits(late))


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_month_at_fifty_tables(folder: Path) -> None:
    seed = int(os.environ.get("ELDEST_SEED") or SystemRandom().randrange(1 << 32))
    outcome = spend(folder, seed, days=30, tables=50, people=200, every=14_400, more=40)
    print(outcome)
    assert outcome.problems == [], f"seed {seed}: {outcome}"
    assert outcome.unfinished == [], f"seed {seed}: {outcome}"
    assert outcome.states.get("over", 0) >= FINISHED * 50, f"seed {seed}: {outcome}"
