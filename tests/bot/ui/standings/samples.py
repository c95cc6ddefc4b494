"""Standings for tests."""

from __future__ import annotations

from typing import Any

from data.standings.records import Origin, Season, Standing

SPRING = Season(1, 1, "Spring", 1_700_000_000_000, 1_710_000_000_000)
SUMMER = Season(1, 2, "Summer", 1_710_000_000_000, None)


def standing(user: int, name: str | None = None, **rest: Any) -> Standing:
    """Return somebody's standing in Voren, by default ten games of ten hands, two of them won."""
    usual: dict[str, Any] = {
        "game": "voren",
        "season": 0,
        "hands": 100,
        "at_pads": 0,
        "points": 10 * user,
        "best": 9,
        "games": 10,
        "wins": 2,
        "streak": 0,
        "longest": 1,
        "friendly": 0,
        "feats": {},
        "rated": 10,
        "mu": 25.0 + user / 10,
        "sigma": 2.0,
    }
    best_of = rest.pop("best_of", (Origin("table", 7), 2))
    (source, origin), number = best_of or ((None, None), None)
    best: dict[str, Any] = {"best_source": source, "best_origin": origin, "best_number": number}
    return Standing(user=user, name=f"Player {user}" if name is None else name, **(usual | best | rest))
