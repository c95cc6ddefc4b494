"""How people live: when they sleep, how soon they answer, when they are away, and whether they come back at all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Literal
from zoneinfo import ZoneInfo

HOUR, DAY = 3600.0, 86400.0
Kind = Literal["steady", "sleeper", "leaver", "vacationer"]
KINDS: dict[Kind, float] = {"steady": 0.62, "sleeper": 0.2, "leaver": 0.06, "vacationer": 0.12}
"""What people are like, and how many of them: sleepers sleep long and look once a day."""
ZONES = (
    "America/Los_Angeles", "America/New_York", "America/New_York", "Europe/London", "Europe/London", "Europe/Berlin",
    "Europe/Paris", "Europe/Rome", "Europe/Helsinki", "Asia/Dubai", "Asia/Kolkata", "Asia/Tokyo", "Pacific/Auckland",
)  # fmt: skip


@dataclass(frozen=True)
class Habits:
    """The habits of one person. Hours are those of their own day."""

    kind: Kind
    zone: str
    wakes: float
    awake: float
    """When they get up, and for how many hours they stay up."""
    answers: float
    """Seconds that they take, on average, to come after they were mentioned."""
    looks: float
    """Seconds between two looks that nobody asked for, on average."""
    away: tuple[float, float] | None = None
    """From when until when they look at nothing, in seconds since the month began."""
    declares: bool = False
    """Whether they tell the bot when they are away, and when their night is."""
    leaves: float | None = None
    """When they leave for good."""
    how: Literal["silent", "press", "server"] = "silent"
    """Whether they give up their seats, leave the server, or are just never seen again."""
    hasty: float = 0.0
    """How likely they press a button twice, or one of a message that is no longer true."""

    def asleep_for(self, now: float) -> float:
        """Return the seconds until they are up, 0 if they are; `now` is in seconds since 1970."""
        local_time = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        up = (local_time.hour + local_time.minute / 60 - self.wakes) % 24
        return 0.0 if up < self.awake else (24 - up) * HOUR

    @property
    def night(self) -> tuple[int, int]:
        """Return their night in hours of their day, a little shorter than their sleep and no longer than allowed."""
        begin, end = math.ceil(self.wakes + self.awake) % 24, math.floor(self.wakes)
        return (begin, end) if (end - begin) % 24 <= 12 else ((end - 12) % 24, end)

    def gone_for(self, since: float) -> float:
        """Return the seconds until they are back, 0 if they are there; `since` is in seconds since the month began."""
        return self.away[1] - since if self.away is not None and self.away[0] <= since < self.away[1] else 0.0


def draw_habits(rng: Random, days: float) -> Habits:
    """Return random habits of somebody for a month of so many days."""
    kind: Kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    away = leaves = None
    if kind == "vacationer":
        begins = rng.uniform(0.1, 0.6) * days * DAY
        away = (begins, begins + min(rng.uniform(5, 10), days / 3) * DAY)
    if kind == "leaver":
        leaves = rng.uniform(0.15, 0.6) * days * DAY
    return Habits(
        kind=kind,
        zone=rng.choice(ZONES),
        wakes=rng.uniform(5.5, 9.5),
        awake=rng.uniform(8, 11) if kind == "sleeper" else rng.uniform(14, 17.5),
        answers=rng.choice((120, 300, 900, 1800, 3600, 7200)),
        looks=(18 if kind == "sleeper" else rng.uniform(3, 12)) * HOUR,
        away=away,
        declares=rng.random() < 0.5,
        leaves=leaves,
        how=rng.choice(("silent", "press", "server")),
        hasty=rng.choice((0.0, 0.0, 0.02, 0.1)),
    )
