"""The same seed is the same month, whatever order Python gives to its sets, and whatever ran before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.needs import ROOT

SEED = int(os.environ.get("ELDEST_SEED", "10"))

SPEND = """
import sys
from pathlib import Path
from tests.month.month import spend
print(spend(Path(sys.argv[1]), int(sys.argv[2]), days=1.5, tables=5, people=16, every=7200).transcript)
"""


@pytest.mark.timeout(600)
def test_the_same_seed_is_the_same_month(tmp_path: Path) -> None:
    """In two processes, with a hash seed each."""
    runs = []
    for hash_seed in ("7", "8"):
        (tmp_path / hash_seed).mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", SPEND, str(tmp_path / hash_seed), str(SEED)]
        runs.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True))
    first, second = (run.communicate()[0].strip() for run in runs)
    assert [run.returncode for run in runs] == [0, 0], f"seed {SEED}"
    assert first == second, f"seed {SEED}"
    assert len(first) == 64, first
