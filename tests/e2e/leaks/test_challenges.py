"""Before the end of somebody's own try at a challenge nothing tells of another's, or of the hand that it is from."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

import pytest

from bot.tables.commands import challenges
from cogs.table import play, replay, shuffles
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.tries import (
    LOOKS,
    OTHER,
    PLAYER,
    PRIVATE,
    TryWorld,
    everybody_may_look_at_a_try,
    first_difference,
    pry,
    try_world,
)
from tests.e2e.leaks.worlds import Step
from tests.support.messages import text

Leak = Callable[[pytest.MonkeyPatch], None]

OF_CARDS = ("show_log", "show_replay", "show_revealed_hands", "verify_shuffles", "export_table")
"""Verbs that show cards of a finished hand."""


def no_leak(patch: pytest.MonkeyPatch) -> None:
    """The bot as it is."""


def look_at_ranking(world: TryWorld, who: str) -> Step:
    """A look at the ranking."""
    return ("pry", who, f"eh:show_challenge_ranking:{world.deal}")


async def two_tries(world: TryWorld) -> None:
    """Somebody begins a try, and plays it to its end or not; the others look around, before and amid their own."""
    await world.take([("challenge",), ("daily", PLAYER), ("daily", BYSTANDER), ("play", OTHER)])
    another = world.table
    await world.take([("another", OTHER)])
    for who in (PLAYER, BYSTANDER):
        await world.take([*pry(world, who, another), look_at_ranking(world, who)])
    await world.take([("play", PLAYER), ("daily", PLAYER), look_at_ranking(world, PLAYER)])
    world.answers.clear()
    await world.take([("pry", PLAYER, f"eh:{verb}:{world.source}:0") for verb in OF_CARDS])
    await world.take([("pry", PLAYER, f"eh:{verb}:{another}:-1") for verb in LOOKS])
    await world.take([("command", PLAYER, name, str(another)) for name in PRIVATE])


async def some_looks(world: TryWorld) -> None:
    """A part of that."""
    await world.take([("challenge",), ("daily", PLAYER), ("play", OTHER)])
    another = world.table
    await world.take([("another", OTHER), look_at_ranking(world, PLAYER), ("pry", PLAYER, f"eh:show_log:{another}:-1")])
    world.answers.clear()
    await world.take([("pry", PLAYER, f"eh:{verb}:{world.source}:0") for verb in OF_CARDS])


async def two_worlds(steps: Callable[[TryWorld], Awaitable[None]], leak: Leak) -> tuple[TryWorld, TryWorld]:
    """A world in which somebody else plays their try, and one in which they only begin it."""
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(game="voren") as first:
            leak(patch)
            first.another_plays = True
            await steps(first)
    with pytest.MonkeyPatch.context() as patch:
        async with try_world(game="voren") as second:
            leak(patch)
            await second.take(first.steps)
    return first, second


def is_found(first: TryWorld, second: TryWorld) -> bool:
    """Whether a leak is found: somebody is sent something else, or is shown cards of the hand."""
    looks = first.answers[: len(OF_CARDS)]
    return (
        bool(first.watch.findings)
        or first_difference(first, second, (PLAYER, BYSTANDER)) is not None
        or any(challenges.PLAY_FIRST not in text(answer) for answer in looks)
    )


async def test_before_the_end_of_a_try_nothing_tells_of_anothers_or_of_the_hand(stderr: io.StringIO) -> None:
    first, second = await two_worlds(two_tries, no_leak)
    assert not first.watch.findings, first.watch.findings[:5]
    assert first_difference(first, second, (PLAYER, BYSTANDER)) is None
    cards, others = first.answers[: len(OF_CARDS)], first.answers[len(OF_CARDS) :]
    assert all(challenges.PLAY_FIRST in text(answer) for answer in cards), cards
    assert len(others) == len(LOOKS) + len(PRIVATE)
    assert all("There is no table" in text(answer) for answer in others), others


# -- a bot that leaks on purpose --------------------------------------------------------------------------------------


def everybody_sees_the_ranking(patch: pytest.MonkeyPatch) -> None:
    async def always(*_: object) -> bool:
        return True

    patch.setattr(challenges, "may_see_results", always)


def everybody_may_look_at_the_hand(patch: pytest.MonkeyPatch) -> None:
    async def unchecked(*_: object) -> None:
        return None

    for module in (play, replay, shuffles):
        patch.setattr(module, "require_may_look", unchecked)


@pytest.mark.parametrize(
    "leak", [everybody_sees_the_ranking, everybody_may_look_at_a_try, everybody_may_look_at_the_hand]
)
async def test_a_leak_is_found(leak: Leak, stderr: io.StringIO) -> None:
    assert is_found(*await two_worlds(some_looks, leak))


async def test_without_a_leak_these_steps_find_nothing(stderr: io.StringIO) -> None:
    assert not is_found(*await two_worlds(some_looks, no_leak))
