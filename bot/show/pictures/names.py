"""What players are called in a picture: a name that the font cannot draw, or that another one would be taken for where
both are cut, has the number of its seat; the words beside the picture say who that is.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bot.show.pictures.lettering import fold, fold_name
from bot.show.scenes import AnyScene, Scene, names_in, renamed

SEEN: Final = 7
"""Letters of a name that are seen in the narrowest places; a number at its end is seen there, too."""


def as_drawn(scene: AnyScene) -> AnyScene:
    """The scene with the names that its picture has."""
    return renamed(scene, _numbered(scene))


def numbered_in(scene: Scene) -> tuple[tuple[int, str], ...]:
    """The seats that the scene's picture shows by their numbers, and their players' names."""
    shown = scene._replace(told=(), names=())
    before = names_in(scene)
    there = names_in(shown)
    named = scene._replace(told=())
    return tuple(
        (seat, before[seat])
        for seat, name in _numbered(scene).items()
        if seat in there or renamed(named, {seat: name})._replace(names=()) != shown
    )


def _numbered(scene: Scene) -> dict[int, str]:
    """What is drawn for the players who need their seats' numbers: "Seat 3", or "3 Alexandra"."""
    names = names_in(scene)
    drawn = {seat: fold_name(name, seat) for seat, name in names.items()}
    seen = {seat: (name[:SEEN], *re.findall(r"\d{1,3}$", name)) for seat, name in drawn.items()}
    alike = Counter(seen.values())
    found: dict[int, str] = {}
    for seat, name in drawn.items():
        if name == f"Seat {seat + 1}" != fold(names[seat]):
            found[seat] = name
        elif alike[seen[seat]] > 1:
            found[seat] = f"{seat + 1} {name}"
    return found
