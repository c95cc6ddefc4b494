"""The games as the search for leaks knows them: one module a game, found by its `GAME`, which brings its book."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tests.e2e.leaks.knowledge import Game

_MODULES: Final = [import_module(f"{__name__}.{module_info.name}") for module_info in iter_modules(__path__)]
GAMES: Final[Mapping[str, Game]] = {module.GAME.id: module.GAME for module in _MODULES}


def spelled(text: str) -> frozenset[str]:
    """The cards of whatever game that a text spells out."""
    return frozenset[str]().union(*(game.faces.found(text) for game in GAMES.values()))
