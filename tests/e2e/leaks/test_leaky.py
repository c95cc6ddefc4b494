"""A bot that leaks on purpose is caught, whichever place the leak is in; and the same steps find nothing without it."""

from __future__ import annotations

import io
import logging

import pytest

from tests.e2e.leaks.mutations import COMPARED, SEEN, Mutation
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.worlds import Step, World, difference, world

STEPS: list[Step] = [
    ("say", "All play"),
    ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"),
    ("say", "Stay"),
    ("press", BYSTANDER, "Log"),
    ("command", BYSTANDER, "table verify"),
    ("command", "Ada", "table show"),
    ("forge", "Ada", "deal"), ("forge", "Bela", "deal"), ("forge", "Cleo", "deal"),
    ("ping",),
    ("say", "Stay"),
]  # fmt: skip


async def watched(
    computers: int, steps: list[Step], leak: Mutation | None, orders: dict[int, list[str]] | None
) -> World:
    """A world in which these steps were taken, with a leak if one is given."""
    async with world(orders, seed=3, computers=computers) as here:
        logging.getLogger().addHandler(here.watch)
        try:
            with pytest.MonkeyPatch.context() as patch:
                if leak is not None:
                    leak(patch, here)
                await here.take(steps)
        except (KeyError, StopIteration, RuntimeError, AssertionError):
            if not here.watch.findings:  # a leak may take the place of what the next step needs
                raise
        finally:
            logging.getLogger().removeHandler(here.watch)
        here.other = here.otherwise(()) if not orders and not computers else {}
    return here


async def test_without_a_leak_nothing_is_found(stderr: io.StringIO) -> None:
    first = await watched(0, STEPS, None, None)
    second = await watched(0, first.steps, None, first.other)
    assert not first.watch.findings
    assert not second.watch.findings
    assert difference(first, second, ()) is None
    beside_computers = await watched(2, COMPUTERS, None, None)
    assert not beside_computers.watch.findings


COMPUTERS: list[Step] = [("hand", "Ada"), ("legal",), ("legal",), ("legal",)]


@pytest.mark.parametrize("name", SEEN)
async def test_the_search_finds_a_leak(name: str, stderr: io.StringIO) -> None:
    beside_computers = "computer" in name
    here = await watched(2 if beside_computers else 0, COMPUTERS if beside_computers else STEPS, SEEN[name], None)
    assert here.watch.findings


@pytest.mark.parametrize("name", COMPARED)
async def test_two_worlds_show_a_leak(name: str, stderr: io.StringIO) -> None:
    first = await watched(0, STEPS, COMPARED[name], None)
    second = await watched(0, first.steps, COMPARED[name], first.other)
    assert difference(first, second, ()) is not None
