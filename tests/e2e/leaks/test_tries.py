"""Before the end of somebody's own try nothing tells of its hidden cards, or of another's try of the same day."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

import bot.ui.tries
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import Layout
from bot.ui.kit.components import text as text_part
from cogs.daily import commands
from data.deals.records import day_of
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.tries import (
    LOOKS,
    OPEN,
    OTHER,
    PLAYER,
    PRIVATE,
    TryWorld,
    everybody_may_look_at_a_try,
    first_difference,
    own_prying,
    pry,
    try_world,
)
from tests.e2e.leaks.worlds import Step, difference
from tests.support.messages import text

MOVES = {"voren": 2, "five_crowns": 2, "mitigati": 1}
"""Moves of a try after which cards of the first hand are hidden still."""

Leak = Callable[[pytest.MonkeyPatch, TryWorld], None]


def no_leak(patch: pytest.MonkeyPatch, world: TryWorld) -> None:
    """The bot as it is."""


async def half_played(world: TryWorld) -> None:
    """A try is begun and played for some moves; its player and others look at whatever they can."""
    await world.take([("daily", OTHER), ("daily", PLAYER), ("begin", PLAYER)])
    table, moves = world.table, MOVES[world.game.id]
    steps: list[Step] = [("move", PLAYER)] * moves
    await world.take([*own_prying(world, PLAYER, table), *steps, *own_prying(world, PLAYER, table)])
    await world.take([*pry(world, OTHER, table), *pry(world, BYSTANDER, table)])


async def two_worlds_of_cards(
    game: str, steps: Callable[[TryWorld], Awaitable[None]], leak: Leak
) -> tuple[TryWorld, TryWorld | None]:
    """Two worlds in which a try has gone so far, whose hidden cards lie otherwise; one where a leak is found in it."""
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(game=game) as first:
            leak(patch, first)
            await steps(first)
            if first.watch.findings:
                return first, None
            orders = first.otherwise((PLAYER,))
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(orders, game=game, script=first.script) as second:
            leak(patch, second)
            await second.take(first.steps)
    return first, second


LONG = pytest.mark.soak
"""Games that are left to soaks: the steps are the same in each."""


@pytest.mark.parametrize("game", ["voren", *(pytest.param(game, marks=LONG) for game in ("five_crowns", "mitigati"))])
async def test_a_try_tells_nobody_of_its_hidden_cards(game: str, stderr: io.StringIO) -> None:
    """In both worlds everybody is sent the same, its player and the operator too."""
    first, second = await two_worlds_of_cards(game, half_played, no_leak)
    assert not first.watch.findings, first.watch.findings[:5]
    assert second is not None
    assert not second.watch.findings, second.watch.findings[:5]
    assert difference(first, second, (PLAYER, OTHER)) is None
    assert len(first.said[str(first.party.id_of(PLAYER))]) > len(first.steps) // 3


async def two_tries(world: TryWorld) -> None:
    """Somebody else begins a try, and plays it to its end or not; then the player plays theirs, and all look around."""
    await world.take([("daily", OTHER), ("daily", PLAYER), ("daily", BYSTANDER), ("begin", OTHER)])
    another = world.table
    await world.take([("another", OTHER)])
    for who in (PLAYER, BYSTANDER):
        await world.take([("daily", who), *pry(world, who, another)])
    world.answers.clear()
    await world.take([("begin", PLAYER), *[("move", PLAYER)] * MOVES[world.game.id], *pry(world, PLAYER, another)])


async def two_worlds_of_tries(
    game: str, steps: Callable[[TryWorld], Awaitable[None]], leak: Leak
) -> tuple[TryWorld, TryWorld]:
    """A world in which somebody else plays their try, and one in which they only begin it."""
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(game=game) as first:
            leak(patch, first)
            first.another_plays = True
            await steps(first)
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(game=game) as second:
            leak(patch, second)
            await second.take(first.steps)
    return first, second


@pytest.mark.parametrize("game", ["voren", pytest.param("five_crowns", marks=LONG)])
async def test_before_the_end_of_a_try_nothing_tells_of_anothers(game: str, stderr: io.StringIO) -> None:
    """Whether they have played, and how, changes nothing that anybody else is sent; a look at their try is refused."""
    first, second = await two_worlds_of_tries(game, two_tries, no_leak)
    assert not first.watch.findings, first.watch.findings[:5]
    assert first_difference(first, second, (PLAYER, BYSTANDER)) is None
    looks = first.answers[-len(LOOKS) - len(PRIVATE) - len(OPEN) : -len(OPEN)]
    assert all("There is no table" in text(answer) for answer in looks), looks


# -- a bot that leaks on purpose --------------------------------------------------------------------------------------


def the_days_secret_is_shown_too_early(patch: pytest.MonkeyPatch, world: TryWorld) -> None:
    page = commands.secrets_page
    patch.setattr(commands, "secrets_page", lambda day, hands: page(day, [replace(hand, closed=1) for hand in hands]))


def a_hand_shows_the_card_of_another_seat(patch: pytest.MonkeyPatch, world: TryWorld) -> None:
    line = bot.ui.tries.time_line

    def leaky(table: TableState) -> str:
        pack = world.house.services.renderer.pack_of(table)
        return f"{line(table)} {' '.join(pack.text_of(card) for card in hidden_hand(table)[:1])}"

    patch.setattr(bot.ui.tries, "time_line", leaky)


def a_hand_says_how_good_another_is(patch: pytest.MonkeyPatch, world: TryWorld) -> None:
    line = bot.ui.tries.time_line
    patch.setattr(
        bot.ui.tries, "time_line", lambda table: f"{line(table)} {sum(map(ord, ''.join(hidden_hand(table))))}"
    )


def hidden_hand(table: TableState) -> list[str]:
    """What a computer player of a try holds."""
    assert table.state is not None
    return table.state.view(1)["hand"] or []


def the_introduction_counts_finished_tries(patch: pytest.MonkeyPatch, world: TryWorld) -> None:
    introduction = commands.introduction

    def leaky(*args: Any, **named: Any) -> Layout:
        layout = introduction(*args, **named)
        live = world.house.services.tables._live.values()
        layout.parts.append(text_part(f"{sum(table.record.status == 'over' for table in live)} have played."))
        return layout

    patch.setattr(commands, "introduction", leaky)


OF_CARDS: tuple[Leak, ...] = (
    the_days_secret_is_shown_too_early,
    a_hand_shows_the_card_of_another_seat,
    a_hand_says_how_good_another_is,
)
OF_TRIES: tuple[Leak, ...] = (everybody_may_look_at_a_try, the_introduction_counts_finished_tries)


async def some_cards(world: TryWorld) -> None:
    """A part of what `half_played` does."""
    await world.take([("daily", PLAYER), ("pry", PLAYER, f"eh:show_daily_secrets:{day_of(world.clock.now_ms())}")])
    await world.take([("begin", PLAYER), ("move", PLAYER)])


async def some_tries(world: TryWorld) -> None:
    """A part of what `two_tries` does."""
    await world.take([("daily", OTHER), ("begin", OTHER)])
    another = world.table
    await world.take([("another", OTHER), ("daily", PLAYER), ("pry", PLAYER, f"eh:show_log:{another}:-1")])


@pytest.mark.parametrize("leak", OF_CARDS)
async def test_a_leak_of_hidden_cards_is_found(leak: Leak, stderr: io.StringIO) -> None:
    first, second = await two_worlds_of_cards("voren", some_cards, leak)
    assert second is None or second.watch.findings or difference(first, second, (PLAYER, OTHER)) is not None


@pytest.mark.parametrize("leak", OF_TRIES)
async def test_a_leak_of_anothers_try_is_found(leak: Leak, stderr: io.StringIO) -> None:
    first, second = await two_worlds_of_tries("voren", some_tries, leak)
    assert first.watch.findings or first_difference(first, second, (PLAYER, BYSTANDER)) is not None


async def test_without_a_leak_these_steps_find_nothing(stderr: io.StringIO) -> None:
    first, second = await two_worlds_of_cards("voren", some_cards, no_leak)
    assert not first.watch.findings
    assert second is not None
    assert difference(first, second, (PLAYER, OTHER)) is None
    earlier, two = await two_worlds_of_tries("voren", some_tries, no_leak)
    assert not earlier.watch.findings
    assert first_difference(earlier, two, (PLAYER, BYSTANDER)) is None
