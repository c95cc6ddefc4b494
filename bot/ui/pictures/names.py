"""Names of players in pictures. A name that cannot be drawn, or looks like another when cut, has its seat's number."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import accumulate
from typing import Final, TypeVar

from bot.ui.pictures.lettering import fold, fold_name
from bot.ui.pictures.zones import is_crowded
from bot.ui.scene.scene import (
    AnyScene,
    CardScene,
    Drawable,
    HandScene,
    ResultScene,
    Scene,
    player_names,
    rename_players,
)

SceneType = TypeVar("SceneType", bound=Scene)

MAX_READABLE_LETTERS: Final = 7
"""Letters of a name that are seen in the narrowest places; a number at its end is seen there, too."""


def with_drawn_names(scene: AnyScene) -> AnyScene:
    """Return the scene with the names that its picture has.

    Where a trick has no room for names, the numbers of the seats stand by its cards, and before the names at the table.
    """
    renamed = rename_players(scene, _numbered(scene))
    if isinstance(renamed, ResultScene):
        return renamed
    return _by_number(renamed) if any(map(is_crowded, renamed.zones)) else renamed


def _by_number(scene: SceneType) -> SceneType:
    """Return the scene with a seat's number as each card's caption, and before all names of seats and of a ledger."""

    def lying(cards: tuple[CardScene, ...]) -> tuple[CardScene, ...]:
        return tuple(card if card.seat is None else card._replace(caption=str(card.seat + 1)) for card in cards)

    zones = tuple(zone._replace(cards=lying(zone.cards)) for zone in scene.zones)
    if isinstance(scene, HandScene):
        return scene._replace(zones=zones)
    seats = tuple(
        seat._replace(name=_after_number(seat.name, seat.seat)) if seat.name else seat for seat in scene.seats
    )
    ledger = scene.ledger
    if ledger is not None:
        ledger = ledger._replace(
            rows=tuple(row._replace(name=_after_number(row.name, row.seat)) for row in ledger.rows)
        )
    return scene._replace(zones=zones, seats=seats, ledger=ledger)


def _after_number(name: str, seat: int) -> str:
    """Return the name after its seat's number, once: "Seat 3", "3 Alexandra"."""
    drawn = fold_name(name, seat)
    return drawn if drawn == f"Seat {seat + 1}" or drawn.startswith(f"{seat + 1} ") else f"{seat + 1} {drawn}"


def numbered_players(scene: Drawable) -> tuple[tuple[int, str], ...]:
    """Return the seats that the scene's picture shows by their numbers, and their players' names."""
    before = player_names(scene)
    numbered = _numbered(scene)
    if isinstance(scene, ResultScene):
        return tuple((seat, name) for seat, name in before.items() if seat in numbered)
    unlisted = scene._replace(sentences=())
    unnamed = unlisted._replace(names=())
    names = player_names(unnamed)
    elsewhere: set[int | None] = set()
    # The seats have the numbers before their names, if there are seats.
    if any(map(is_crowded, rename_players(scene, numbered).zones)):
        elsewhere = {card.seat for zone in scene.zones for card in zone.cards if card.seat not in names}
    return tuple(
        (seat, name)
        for seat, name in before.items()
        if seat in elsewhere
        or (
            seat in numbered
            and (seat in names or rename_players(unlisted, {seat: numbered[seat]})._replace(names=()) != unnamed)
        )
    )


def _readable_start(name: str) -> str:
    """Return the part of a name that fits the narrowest places; a Chinese letter is as wide as two Latin ones."""
    wide = accumulate(2 if unicodedata.east_asian_width(sign) == "W" else 1 for sign in name)
    return "".join(sign for sign, so_far in zip(name, wide) if so_far <= MAX_READABLE_LETTERS)


def _numbered(scene: Drawable) -> dict[int, str]:
    """Return the drawn names of players who need their seats' numbers: "Seat 3", or "3 Alexandra"."""
    names = player_names(scene)
    drawn = {seat: fold_name(name, seat) for seat, name in names.items()}
    readable_parts = {seat: (_readable_start(name), *re.findall(r"\d{1,3}$", name)) for seat, name in drawn.items()}
    alike = Counter(readable_parts.values())
    names_by_seat: dict[int, str] = {}
    for seat, name in drawn.items():
        if name == f"Seat {seat + 1}" != fold(names[seat]):
            names_by_seat[seat] = name
        elif alike[readable_parts[seat]] > 1:
            names_by_seat[seat] = f"{seat + 1} {name}"
    return names_by_seat
