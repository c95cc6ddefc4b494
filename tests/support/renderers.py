"""Renderers of tables without a store: nobody has preferences, other tables or clocks, and nothing was missed."""

from __future__ import annotations

from typing import Any

from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.tables.services.deadlines import Deadline
from bot.tables.services.turn_index import NO_OTHER_TABLES, OtherTables
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.game.presenter_registry import Presenters
from bot.ui.table.recap import Recap
from bot.ui.table.renderer import TableRenderer
from bot.ui.table.scene_renderer import SceneRenderer
from data.people.records import Preferences
from data.tables.records import EventRecord


class NoClocks:
    """`Deadlines` of tables without clocks, whose players are there."""

    async def of(self, _table: TableState, _seat: int) -> Deadline | None:
        return None

    async def of_all(self, _table: TableState) -> dict[int, Deadline | None]:
        return {}

    async def away(self, _table: TableState) -> dict[int, int]:
        return {}

    def runs(self, _table: TableState, _seat: int) -> bool:
        return False


async def usual_preferences(_: int) -> Preferences:
    return Preferences()


async def no_events(*_: int) -> tuple[EventRecord, ...]:
    return ()


async def no_recap(_table: TableState, _presenter: Presenter, _players: Players, since: LastLook) -> Recap:
    return Recap(since)


def no_other_tables(_user: int, _table: TableState) -> OtherTables:
    return NO_OTHER_TABLES


async def no_hint(*_: Any) -> None:
    return None


def bare_renderer(
    *presenters: Presenter, pictures: bool = False, emoji: dict[str, dict[str, str]] | None = None, **parts: Any
) -> TableRenderer:
    """Return the renderer of these games. `parts` replace fields of `TableRenderer`."""
    bare: dict[str, Any] = {
        "scenes": SceneRenderer(usual_preferences, pictures, emoji or {}),
        "confided_notes": no_events,
        "seat_changes": no_events,
        "recap": no_recap,
        "other_tables": no_other_tables,
        "hint": no_hint,
        "clocks": NoClocks(),
        "presenters": Presenters(*presenters),
    }
    return TableRenderer(**(bare | parts))
