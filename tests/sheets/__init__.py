"""What the contact sheets of the games show: `make sheets` plays these tables and photographs them.

A game `quince` has its phases in `tests/sheets/quince.py`, as `PHASES`; tools/contact_sheets.py finds it by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from rules.contract import OptionValue, View
from rules.registry import GAMES

NAMES: Final = (
    "Ada", "Bela", "Cleo", "Dora", "Emil", "Flora", "Gregor", "Hanna", "Ivo", "Judit", "Konrad", "Livia",
)  # fmt: skip
WIDE: Final = tuple(f"{'W' * 30}{seat:02}" for seat in range(1, 13))
"""The longest names that Discord takes, of its widest letter."""
RIGHT_TO_LEFT: Final = ("\u05d3\u05d5\u05d3", "Bela", "\u0644\u064a\u0644\u0649", "\u05e9\u05e8\u05d4 (2)")
"""Hebrew and Arabic names beside a Latin one."""
SUBMIT: Final = "submit"
"""What a sheet does with a form, among its `then`: it is submitted as it is."""

Shows = Callable[[View], bool]
"""Whether a position is what a sheet wants to show: by the view of who is to act, or a bystander's where nobody is."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a sheet: so many people, and `options` that change what is seen.

    Its seed is named by the game, the phase and its `title`.
    """

    title: str
    people: int = 4
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    names: tuple[str, ...] = NAMES
    computers: int = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """A sheet: tables that are played until `shows` says yes, None where they stay in their lobby.

    Beside the board stands what its button `opens` answers, if it names one, and after that what the buttons `then` of
    the newest answer lead to, pressed one after the other; `waits`: to somebody who waits. In a label "{partner}" is
    the reader's partner, who has written them the `notes` before, and shown them their hand if it is `shown`.
    """

    name: str
    tables: tuple[Table, ...]
    shows: Shows | None
    opens: str = "My hand"
    then: tuple[str, ...] = ()
    waits: bool = False
    notes: tuple[str, ...] = ()
    shown: bool = False


LEARN: Final = "/learn"
"""What a sheet `opens` that shows a lesson: there is no board, and whatever `then` leads to is shown, too."""


def list_phases(game: str) -> tuple[Phase, ...]:
    """Return the sheets of a game, its lesson last. Raise LookupError where it has none."""
    if not any(module.name == game for module in iter_modules(__path__)):
        raise LookupError(f"{game} has no phases: tests/sheets/{game}.py")
    hand = Table("a first hand", GAMES[game].seats[0])
    lesson = Phase("lesson", (hand,), None, LEARN, ("Begin", "Follow the hint", "To the end"))
    return (*import_module(f"{__name__}.{game}").PHASES, lesson)
