"""A test process leaves no server and no folder behind, however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.needs import ROOT
from tests.support.waiting import until

OWNER = """
import json, sys, time
from tests.support.postgres import new_server
server = new_server()
print(json.dumps({"folder": str(server.folder), "pid": server.pid}), flush=True)
time.sleep(0 if sys.argv[1] == "end" else 60)
"""
"""A program that starts PostgreSQL, says where it is, and ends by itself or waits to be killed."""


def is_running(pid: int) -> bool:
    """Check whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("end", ["end", "SIGINT", "SIGTERM", "SIGKILL"])
async def test_a_server_ends_with_the_process_that_started_it(end: str) -> None:
    with subprocess.Popen(  # noqa: ASYNC220  # its first line is read at once
        [sys.executable, "-c", OWNER, end], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as owner:
        assert owner.stdout is not None
        started = json.loads(owner.stdout.readline())
        folder, pid = Path(started["folder"]), started["pid"]
        if end != "end":
            assert is_running(pid)
            assert os.access(folder, os.R_OK)
            os.kill(owner.pid, signal.Signals[end])
    await until(lambda: not is_running(pid) and not folder.exists())
