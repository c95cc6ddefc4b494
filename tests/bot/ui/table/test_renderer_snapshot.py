"""A message that is being made while its table goes on shows one position, not halves of two."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.table.renderer import RenderedMessage
from data.people.records import Preferences
from rules.contract import Game
from rules.registry import GAMES
from tests.support.random_tables import make_random_step, start_table
from tests.support.recaps import PRESENTERS
from tests.support.renderers import bare_renderer

LEAST: Final = {"five_crowns": {"first": 3, "last": 3}, "voren": {"hands": 1}}
"""Options of games that come to their end soon; the others are looked at as far as they get."""

STEPS: Final = 400


def read_parts(rendered: RenderedMessage) -> tuple[Any, ...]:
    """Return what is sent of a message."""
    return rendered.layout.parts, rendered.premove_outcome


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_a_step_in_the_middle_changes_nothing_of_what_is_being_made(tables: Tables, game: Game) -> None:
    """Boards wait for the players' deadlines, hands for how their player likes to play; then the table has gone on."""
    rng, live = Random(4), await start_table(tables, game.id, game.seats[0], **LEAST.get(game.id, {}))
    still = bare_renderer(*PRESENTERS.values())
    steps = list[int]()

    async def make_step() -> None:
        if not steps or steps[-1] != live.record.seq:
            steps.append(live.record.seq)
            if live.record.status == "playing":
                await make_random_step(tables, live, rng)

    async def read_no_deadlines(_: TableState) -> dict[int, int]:
        await make_step()
        return {}

    async def read_preferences(_: int) -> Preferences:
        await make_step()
        return Preferences()

    interrupted = bare_renderer(*PRESENTERS.values())
    interrupted.scenes.preferences = read_preferences
    no_clock: Any = SimpleNamespace(of_all=read_no_deadlines, away=read_no_deadlines)
    kinds = set[str]()
    for number in range(STEPS):
        if live.record.status != "playing":
            break
        assert live.state is not None
        seat, before = live.state.awaited[0] if live.state.awaited else 0, live.record.seq
        board, hand = read_parts(await still.render_board(live)), read_parts(await still.render_hand(live, seat))
        interrupted.clocks = no_clock if number % 2 else still.clocks
        if number % 2:
            assert read_parts(await interrupted.render_board(live)) == board
        else:
            assert read_parts(await interrupted.render_hand(live, seat)) == hand
        assert live.record.seq > before
        steps.clear()
        kinds |= {"board"} if number % 2 else {"hand"}
        kinds |= {live.record.status}
    assert {"board", "hand"} <= kinds
    assert game.id not in LEAST or "over" in kinds


async def test_a_table_that_stands_still_is_left_behind_by_the_next_step(tables: Tables) -> None:
    """And the table itself is not."""
    live: TableState = await start_table(tables)
    still = live.snapshot()
    before = (still.record, still.state, still.decisions)
    await make_random_step(tables, live, Random(1))
    assert (still.record, still.state, still.decisions) == before
    assert live.record.seq > still.record.seq
