"""The draws and the computer players' seeds of a deal that many play, the same in all tries.

Both come from the deal's secret, so that they are the same for everybody and nobody can guess them. Contributions of
players are left out of the draws.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from data.deals.records import DealKind
from data.tables.settings import BoardSettings, TableSettings, TrySettings
from rules.contract import View
from rules.shuffle import Draw, derive_secret


def draw_secret(attempt: TrySettings, name: str) -> bytes:
    """Return the secret of the draw `name`. Shown after its hand, it tells nothing of later draws."""
    return derive_secret(bytes.fromhex(attempt["secret"]), f"draw {name}")


def draw(attempt: TrySettings, name: str, secret: bytes) -> Draw:
    """Return the draw `name` with its secret, the same in all tries."""
    return Draw(secret, attempt["label"], name, ())


def pack(attempt: TrySettings, name: str) -> Sequence[str] | None:
    """Return the cards of the draw `name` where they are given; None where it comes from the secret."""
    return dict(enumerate(attempt["packs"])).get(int(name))


def player_seed(attempt: TrySettings, view: View) -> int:
    """Return the seed of a computer player's move: the same wherever its seat knows the same."""
    view_text = json.dumps(view, sort_keys=True)
    return int.from_bytes(derive_secret(bytes.fromhex(attempt["secret"]), f"player {view_text}")[:6])


def person_mark(secret: bytes, user: int) -> str:
    """Return the mark that stands for a user among the tries at a deal."""
    return derive_secret(secret, f"user {user}").hex()


def board_secret(secret: bytes, board: int) -> bytes:
    """Return the secret of a board (from 1) of a match, made from the match's. It tells nothing of other boards."""
    return derive_secret(secret, f"board {board}")


def kind_of(settings: TableSettings) -> DealKind | None:
    """Return the kind of the deal that a table is a try at; None for any other table."""
    return settings["attempt"]["kind"] if "attempt" in settings else None


def board_of(settings: TableSettings) -> BoardSettings | None:
    """Return the place of a try's deal in a match; None for any other table."""
    return settings["attempt"].get("board") if "attempt" in settings else None


def name_of_try(settings: TableSettings) -> str:
    """Return the name of the deal that a try plays: "challenge", "board 3 of match 7"."""
    if (place := board_of(settings)) is not None:
        return f"board {place['board']} of match {place['match']}"
    return "challenge" if kind_of(settings) == "challenge" else "hand of the day"


def is_over(settings: TableSettings, now: int) -> bool:
    """Whether the time of a try has ended."""
    return "attempt" in settings and now >= settings["attempt"]["closes"]
