"""`make play` as a newcomer meets it: what it writes to the terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.support.needs import ROOT


async def read_terminal(home: Path) -> list[str]:
    """Return what `python -m bot play` writes until the bot is there, and when it is stopped."""
    message = {name: value for name, value in os.environ.items() if not name.startswith("ELDEST_")}
    playing = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "play",
        cwd=ROOT,
        env={**message, "ELDEST_PLAY_DIR": str(home), "ELDEST_PLAY_PORT": "0", "ELDEST_EMOJI": "false"},
        stderr=asyncio.subprocess.PIPE,
    )
    assert playing.stderr is not None
    lines = list[str]()
    try:
        async with asyncio.timeout(60):
            while b" ready as " not in (line := await playing.stderr.readline()) and line:
                lines.append(line.decode())
            playing.send_signal(signal.SIGINT)
            lines += [line.decode(), (await playing.stderr.read()).decode()]
            assert await playing.wait() == 0
    finally:
        if playing.returncode is None:
            playing.kill()
            await playing.wait()
    return "".join(lines).splitlines()


async def test_a_newcomer_is_greeted_and_not_warned(tmp_path: Path) -> None:
    for _ in range(2):  # the first time, and when it goes on
        lines = await read_terminal(tmp_path)
        assert any("Eldest Hand is at http://127.0.0.1:" in line for line in lines)
        assert any("ready as Eldest Hand" in line for line in lines)
        assert [line for line in lines if "WARNING" in line or "ERROR" in line or "voice" in line] == []
