"""What becomes of a board's row that falls due."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.tables.commands import lobby
from data.tables.work import WorkState
from rules.registry import GAMES
from tests.support.house import start_house
from tests.support.people import make_actor
from tests.support.wire_tables import person


async def test_row_of_a_board_that_cannot_be_shown_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would be tried at every look."""
    async with start_house() as house:
        live = await lobby.open_table(
            house.services.tables, GAMES["voren"], {}, (1, 2), make_actor(person(house, "Ada"))
        )

        async def refuse(*_: Any) -> None:
            raise Declined("The channel is closed.")

        board, (work, *_) = house.services.board, await house.store.work.of_table(live.id)
        assert await board.bring_up_to_date(replace(work, seq=live.record.shown_seq)) == WorkState.DONE
        monkeypatch.setattr(board, "refresh", refuse)
        assert await board.bring_up_to_date(replace(work, seq=live.record.shown_seq + 1)) == WorkState.PARKED
