"""The draws and the computer players' seeds of a hand of the day, the same in all tries.

Both come from the day's secret, so that they are the same for everybody and nobody can guess them. Contributions of
players are left out of the draws.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from data.daily.records import DAY_MS, end_of
from data.tables.settings import DailySettings, TableSettings
from rules.contract import View
from rules.shuffle import Draw, derived


def draw_secret(daily: DailySettings, name: str) -> bytes:
    """The secret of the draw `name`. Shown after its hand, it tells nothing of later draws."""
    return derived(bytes.fromhex(daily["secret"]), f"draw {name}")


def draw(game: str, daily: DailySettings, name: str, secret: bytes) -> Draw:
    """The draw `name` with its secret, the same at all tables of that day."""
    return Draw(secret, f"{game} {date_of(daily['day'])}", name, ())


def player_seed(daily: DailySettings, view: View) -> int:
    """The seed of a computer player's move: the same wherever its seat knows the same."""
    known = json.dumps(view, sort_keys=True)
    return int.from_bytes(derived(bytes.fromhex(daily["secret"]), f"player {known}")[:6])


def person_mark(secret: bytes, user: int) -> str:
    """The mark that stands for a user among the tries of a day."""
    return derived(secret, f"user {user}").hex()


def date_of(day: int) -> date:
    """The date of a day."""
    return datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date()


def is_over(settings: TableSettings, now: int) -> bool:
    """Whether the day of a try has ended."""
    return "daily" in settings and now >= end_of(settings["daily"]["day"])
