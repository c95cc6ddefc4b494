"""What a forked bot runs. The process that it is forked from has imported this module, and with it the bot."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.__main__ import main

STANDARD_ERROR = 2


def run_bot(environment: Mapping[str, str], folder: Path, log: Path) -> None:
    """Do as `python -m bot` does with this environment in this folder; standard error goes to the end of `log`."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[:] = ["bot"]
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(file, STANDARD_ERROR)
    os.close(file)
    sys.exit(main())
