"""A database is one bot's, or one command's; a killed process keeps it from nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from data.databases import database_of
from data.engine.errors import StoreInUse, StoreUnreachable
from data.sqlite.connect import file_of
from data.sqlite.lock import held
from tests.support.needs import ROOT

HOLDER = """
import sys, time
from pathlib import Path
from data.sqlite.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_another_process_is_named_and_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "e.db"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(StoreInUse, match=f"process {process.pid}"), held(path):
            pass
        process.kill()
    with held(path):
        assert path.with_name("e.db.lock").read_text() == str(os.getpid())
        assert path.with_name("e.db.lock").stat().st_mode & 0o777 == 0o600
        with pytest.raises(StoreInUse, match=f"process {os.getpid()}"), held(path):
            pass
    assert path.with_name("e.db.lock").read_text() == ""
    assert not path.exists()


def test_where_no_lock_can_be_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnreachable, match=r"e\.db\.lock"), held(tmp_path / "file" / "e.db"):
        pass


def test_a_database_has_one_lock_by_whatever_name(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    real = tmp_path / "real" / "e f.db"
    for url in (
        f"sqlite+aiosqlite:///{real}",
        f"sqlite:///{tmp_path / 'link' / 'e f.db'}",
        f"sqlite+aiosqlite:///file:{tmp_path}/real/e%20f.db?uri=true&mode=ro",
    ):
        assert file_of(database_of(url).url) == real
