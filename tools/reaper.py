"""Ends processes and removes folders once the process that started them is gone, however it ended.

Test runs and `make cluster` start servers and bots. A killed test run cannot stop them: `atexit` and `finally` do not
run. So a helper process waits at a pipe from its owner and does the rest when the owner's end closes.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import monotonic, sleep

GRACE_SECONDS = 5.0
"""How long a process may take to end."""


@cache
def _reaper() -> subprocess.Popen[bytes]:
    """Return this process's reaper, starting it. Ctrl+C at the terminal is not for it: it has its own session."""
    command = [sys.executable, "-I", "-S", __file__]
    reaper = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    atexit.register(_finish, reaper)
    return reaper


def _finish(reaper: subprocess.Popen[bytes]) -> None:
    """Tell the reaper that this process ends as usual: everything watched has ended before it."""
    assert reaper.stdin is not None
    reaper.stdin.close()
    reaper.wait()


def _send(*words: object) -> None:
    pipe = _reaper().stdin
    assert pipe is not None
    pipe.write(("\t".join(map(str, words)) + "\n").encode())
    pipe.flush()


def watch_process(pid: int, end: signal.Signals = signal.SIGKILL) -> None:
    """End a process after this one, by a signal. After `GRACE_SECONDS` it is killed, its group too."""
    _send("+", "process", pid, int(end))


def forget_process(pid: int) -> None:
    """Tell the reaper that a process has ended: its number may be another's soon."""
    _send("-", "process", pid, 0)


def watch_folder(folder: Path) -> None:
    """Remove a folder after this process, once its processes are dead."""
    _send("+", "folder", folder, 0)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGKILL)


def _end(processes: dict[int, int]) -> None:
    """End processes, each by its signal, and then by force."""
    for pid, number in processes.items():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
    late = monotonic() + GRACE_SECONDS
    while any(map(_is_there, processes)) and monotonic() < late:
        sleep(0.02)
    for pid in filter(_is_there, processes):
        _kill(pid)


def _reap() -> None:
    """Read the watched things until the owner is gone, then end and remove them."""
    processes: dict[int, int] = {}
    folders: set[str] = set()
    for line in sys.stdin:
        sign, kind, what, number = line.rstrip("\n").split("\t")
        if kind == "process":
            processes.pop(int(what), None)
            if sign == "+":
                processes[int(what)] = int(number)
        else:
            (folders.add if sign == "+" else folders.discard)(what)
    _end(processes)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _reap()
