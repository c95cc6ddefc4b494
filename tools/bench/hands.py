"""What it costs to show a large hand, beside a hand of Voren's three cards on the same bot: words and buttons, without
the drawing (goal: at most 2x, Five Crowns 3x).

The bot is a process of its own, whose CPU time is read. People open a table of each game with the largest hands that
it has and click Refresh on their hands, games alternating within each repeat; the ratio is the median of the repeats'.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from sandbox import Sandbox
from tests.support.messages import buttons, text
from tools.bench.interactions import cpu, running
from tools.bench.rows import Row

REPEATS: Final = 7
CLICKS: Final = 200
PEOPLE: Final = ("Ada", "Bela", "Cleo", "Dora")
Json = dict[str, Any]

TABLES: Final[dict[str, tuple[str, int, dict[str, Any], str]]] = {
    "voren": ("voren new", 2, {}, ""),
    "five_crowns": ("fivecrowns new", 2, {"first": 13, "last": 13}, "at most 3x"),
    "mitigati": ("mitigati new", 3, {"bargaining": False}, "at most 2x"),
    "conference": ("conference new", 4, {}, "at most 2x"),
    "abracadabra": ("abracadabra new", 2, {}, "at most 2x"),
}
"""The command that opens each, the people at it, its options, and the goal."""


def run() -> list[Row]:
    """Measure; takes about a minute."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    settings = {
        "ELDEST_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'hands.sqlite3'}",
        "ELDEST_PICTURES": "false",
        "ELDEST_DOUBLE_TAP": "0",
        "ELDEST_EMOJI": "false",
        "ELDEST_THREADS": "false",
        "ELDEST_PING_DELAY": "86400",
        "ELDEST_REFRESH": "false",
    }
    async with await Sandbox.start(None) as sandbox, running(sandbox, "-m", "bot", **settings) as process:
        sandbox.people.add_user("Dora")
        hands = {game: await _hand(sandbox, game) for game in TABLES}
        times: dict[str, list[float]] = {game: [] for game in TABLES}
        for _ in range(REPEATS):
            for game, (who, message) in hands.items():
                times[game].append(await _clicks(sandbox, process, who, message))
    rows: list[Row] = []
    for game, (_, _, _, goal) in TABLES.items():
        if game != "voren":
            ratio = median(ours / peer for ours, peer in zip(times[game], times["voren"], strict=True))
            figures = median(times[game]) * 1e6, median(times["voren"]) * 1e6
            rows.append(
                Row(f"CPU of the bot a hand shown, {game}", f"{figures[0]:.0f} us", f"{figures[1]:.0f} us", ratio, goal)
            )
    return rows


async def _hand(sandbox: Sandbox, game: str) -> tuple[str, Json]:
    """Return the hand of the player to act at a table that has just been dealt."""
    command, people, options, _ = TABLES[game]
    response = await sandbox.people.command(PEOPLE[0], "card-room", command, options)
    lobby = response.get("message") or {}
    number = int(buttons(lobby)["Join"].split(":")[2])
    for who in PEOPLE[1:people]:
        await sandbox.people.click(who, lobby, f"eh:join_table:{number}")
    await sandbox.people.click(PEOPLE[0], lobby, f"eh:start_game:{number}")
    largest: tuple[str, Json] | None = None
    for who in PEOPLE[:people]:
        hand_message = await sandbox.people.command(who, "card-room", "table hand", {"table": number})
        message = hand_message.get("message") or {}
        if "It is your turn" in text(message):
            largest = who, message
    assert largest is not None, game
    return largest


async def _clicks(sandbox: Sandbox, process: subprocess.Popen[bytes], who: str, message: Json) -> float:
    """Return CPU seconds a click on Refresh."""
    refresh = buttons(message)["Refresh"]
    before = cpu(process)
    for _ in range(CLICKS):
        outcome = await sandbox.people.click(who, message, refresh)
        assert outcome["state"] == "update", outcome
    return (cpu(process) - before) / CLICKS


if __name__ == "__main__":
    for row in run():
        print(f"{row.name:44} ours {row.ours:>12}  peer {row.peer:>12}  {row.ratio:6.2f}x  (goal: {row.goal})")
