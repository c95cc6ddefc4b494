"""Before the end of somebody's own try at a board of a match nothing tells of another's."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

import pytest

from bot.standings.match_results import MatchResults
from bot.tables.commands import matches
from bot.tables.services.tables import Tables
from bot.ui import matches as pages
from data.deals.records import BoardTry, Match
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.tries import (
    LOOKS,
    OTHER,
    PLAYER,
    SITTERS,
    TryWorld,
    everybody_may_look_at_a_try,
    first_difference,
    pry,
    try_world,
)
from tests.e2e.leaks.worlds import Step
from tests.support.messages import text

THIRD = SITTERS[0]
"""Whose result is there in both worlds."""

Leak = Callable[[pytest.MonkeyPatch, int], None]
"""Breaks the bot on purpose; it is given the number of the user who plays."""


def no_leak(patch: pytest.MonkeyPatch, user: int) -> None:
    """The bot as it is."""


def boards(world: TryWorld, who: str) -> list[Step]:
    """Looks at the boards and the ranking, by button and by command."""
    return [("pry", who, f"eh:show_match_boards:{world.match}"), ("command", who, "match show")]


def begin_match() -> list[Step]:
    """A match whose first board one person has finished, so that another's result is compared."""
    return [("match",), ("daily", THIRD), ("board", THIRD), ("finish", THIRD), ("daily", OTHER)]


async def two_boards(world: TryWorld) -> None:
    """Somebody plays a board to its end or not; the others look around, before and amid their own."""
    await world.take([*begin_match(), ("daily", PLAYER), ("daily", BYSTANDER), ("board", OTHER)])
    another = world.table
    await world.take([("another", OTHER)])
    for who in (PLAYER, BYSTANDER):
        await world.take([*pry(world, who, another), *boards(world, who)])
    await world.take([("board", PLAYER), *boards(world, PLAYER)])
    world.answers.clear()
    await world.take([("pry", PLAYER, f"eh:{verb}:{another}:-1") for verb in LOOKS])


async def some_looks(world: TryWorld) -> None:
    """A part of that."""
    await world.take([*begin_match(), ("daily", PLAYER), ("board", OTHER)])
    another = world.table
    await world.take([("another", OTHER), ("board", PLAYER), *boards(world, PLAYER)])
    await world.take([("pry", PLAYER, f"eh:show_log:{another}:-1")])


async def two_worlds(steps: Callable[[TryWorld], Awaitable[None]], leak: Leak) -> tuple[TryWorld, TryWorld]:
    """A world in which somebody else plays their board, and one in which they only begin it."""
    worlds = list[TryWorld]()
    for another_plays in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            async with try_world(game="voren") as house:
                leak(patch, house.party.id_of(OTHER))
                house.another_plays = another_plays
                await steps(house)
                worlds.append(house)
    return worlds[0], worlds[1]


def is_found(first: TryWorld, second: TryWorld) -> bool:
    """Whether a leak is found: cards that their reader may not know, or something that differs."""
    return bool(first.watch.findings) or first_difference(first, second, (PLAYER, BYSTANDER)) is not None


async def test_before_the_end_of_a_try_nothing_tells_of_anothers(stderr: io.StringIO) -> None:
    first, second = await two_worlds(two_boards, no_leak)
    assert not first.watch.findings, first.watch.findings[:5]
    assert first_difference(first, second, (PLAYER, BYSTANDER)) is None
    assert len(first.answers) == len(LOOKS)
    assert all("There is no table" in text(answer) for answer in first.answers), first.answers


# -- a bot that leaks on purpose --------------------------------------------------------------------------------------


def everybody_sees_the_ranking(patch: pytest.MonkeyPatch, user: int) -> None:
    patch.setattr(pages, "may_see_ranking", lambda *_: True)


def a_board_that_is_begun_shows_its_results(patch: pytest.MonkeyPatch, user: int) -> None:
    def read_message(own: BoardTry, reader: int, board: int, results: MatchResults) -> str:
        return f"begun by {len(results.boards[board])} others"

    patch.setattr(pages, "_result_text", read_message)


def everybody_sees_anothers_boards(patch: pytest.MonkeyPatch, user: int) -> None:
    tries_of = matches.tries_of

    async def anothers(tables: Tables, match: Match, _: int) -> object:
        return await tries_of(tables, match, user)

    patch.setattr(matches, "tries_of", anothers)


@pytest.mark.parametrize(
    "leak",
    [
        everybody_sees_the_ranking,
        a_board_that_is_begun_shows_its_results,
        everybody_sees_anothers_boards,
        everybody_may_look_at_a_try,
    ],
)
async def test_a_leak_is_found(leak: Leak, stderr: io.StringIO) -> None:
    assert is_found(*await two_worlds(some_looks, leak))


async def test_without_a_leak_these_steps_find_nothing(stderr: io.StringIO) -> None:
    assert not is_found(*await two_worlds(some_looks, no_leak))
