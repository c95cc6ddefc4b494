"""A bot that leaks on purpose is caught, whichever place the leak is in; and the same steps find nothing without it."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Mapping

import pytest
from _pytest.mark import ParameterSet

from tests.e2e.leaks import (
    mutations,
    mutations_abracadabra,
    mutations_conference,
    mutations_five_crowns,
    mutations_mitigati,
)
from tests.e2e.leaks.mutations import Mutation
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.worlds import SEATED, Step, World, difference, divergence, world

BEFORE: list[Step] = [("say", "All play")]
"""At Voren the dealer chooses in the hand before anybody has cards to leak: the leak begins after it."""
STEPS: dict[str, list[Step]] = {
    "voren": [
        *BEFORE,
        ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"),
        ("say", "Stay"),
        ("press", BYSTANDER, "Log"),
        ("more", BYSTANDER, "Check the shuffles"),
        ("command", "Ada", "table show"),
        ("forge", "Ada", "deal"), ("forge", "Bela", "deal"), ("forge", "Cleo", "deal"),
        ("ping",),
        ("say", "Stay"),
    ],
    "five_crowns": [
        ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"),
        ("say", "Draw"),
        ("press", BYSTANDER, "Log"),
        ("legal", "discard"),
        ("say", "Draw"),
        ("command", "Ada", "table show"),
    ],
    "mitigati": [
        ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"),
        *[("say", "Continue")] * 3,
        ("form", "discard"),
        ("press", BYSTANDER, "Log"),
        ("say", "Declare nothing"),
        ("command", "Ada", "table show"),
    ],
    "abracadabra": [
        ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"),
        *[("legal", "suit")] * 3,
        ("legal", "bid 4"), *[("legal", "pass")] * 2,
        ("form", "place 4 at {place}"),
        ("press", BYSTANDER, "Log"),
        ("form", "place 2 at {place}"),
        ("command", "Ada", "table show"),
    ],
    "conference": [
        ("hand", "Ada"), ("hand", "Bela"), ("hand", "Cleo"), ("hand", "Dora"),
        ("form", "discard"),
        ("press", BYSTANDER, "Log"),
        ("legal", "play"),
        ("command", "Ada", "table show"),
    ],
}  # fmt: skip
PEOPLE = {"mitigati": SEATED[:3], "abracadabra": SEATED[:3]}
"""Who sits at a table of a game that four cannot play."""
SEEN = {
    "voren": mutations.SEEN,
    "five_crowns": mutations_five_crowns.SEEN,
    "mitigati": mutations_mitigati.SEEN,
    "abracadabra": mutations_abracadabra.SEEN,
    "conference": mutations_conference.SEEN,
}
COMPARED = {
    "voren": mutations.COMPARED,
    "five_crowns": mutations_five_crowns.COMPARED,
    "mitigati": mutations_mitigati.COMPARED,
    "abracadabra": mutations_abracadabra.COMPARED,
    "conference": mutations_conference.COMPARED,
}
COMPUTERS: list[Step] = [("hand", "Ada"), ("legal",), ("legal",), ("legal",)]
Orders = dict[int, list[str]]


async def take_steps(
    game: str,
    steps: list[Step],
    leak: Mutation | None,
    orders: Orders | None = None,
    *,
    computers: int = 0,
    until: Callable[[World], object] = lambda _: False,
) -> World:
    """A world in which these steps were taken, with a leak if one is given; no more of them once `until` holds."""
    async with world(orders, seed=3, game=game, computers=computers, people=PEOPLE.get(game, SEATED)) as house:
        logging.getLogger().addHandler(house.watch)
        try:
            with pytest.MonkeyPatch.context() as patch:
                early = len(BEFORE) if steps[: len(BEFORE)] == BEFORE else 0
                await house.take(steps[:early])
                if leak is not None:
                    leak(patch, house)
                for step in steps[early:]:
                    await house.take([step])
                    if until(house):
                        break
        except (KeyError, StopIteration, RuntimeError, AssertionError):
            if not house.watch.findings:  # a leak may take the place of what the next step needs
                raise
        finally:
            logging.getLogger().removeHandler(house.watch)
        house.other = house.otherwise(()) if not orders and not computers and not house.watch.findings else {}
    return house


def leaks(of: Mapping[str, Mapping[str, Mutation]]) -> list[ParameterSet]:
    """Each leak by its game and name. Those of Voren are in every place there is; of another game every third is taken
    here, and the rest is left to the long runs.
    """
    return [
        pytest.param(game, name, marks=[pytest.mark.soak] * bool(game != "voren" and place % 3))
        for game in STEPS
        for place, name in enumerate(of[game])
    ]


@pytest.mark.parametrize("game", STEPS)
async def test_without_a_leak_nothing_is_found(game: str, stderr: io.StringIO) -> None:
    first = await take_steps(game, STEPS[game], None)
    second = await take_steps(game, first.steps, None, first.other)
    assert not first.watch.findings
    assert not second.watch.findings
    assert difference(first, second, ()) is None


async def test_beside_computer_players_nothing_is_found(stderr: io.StringIO) -> None:
    beside_computers = await take_steps("voren", COMPUTERS, None, computers=2)
    assert not beside_computers.watch.findings


@pytest.mark.parametrize(("game", "name"), leaks(SEEN))
async def test_the_search_finds_a_leak(game: str, name: str, stderr: io.StringIO) -> None:
    beside_computers = "computer" in name
    steps = COMPUTERS if beside_computers else STEPS[game]
    computers = 2 if beside_computers else 0
    here = await take_steps(
        game, steps, SEEN[game][name], computers=computers, until=lambda world: world.watch.findings
    )
    assert here.watch.findings


@pytest.mark.parametrize(("game", "name"), leaks(COMPARED))
async def test_two_worlds_show_a_leak(game: str, name: str, stderr: io.StringIO) -> None:
    first = await take_steps(game, STEPS[game], COMPARED[game][name])
    assert not first.watch.findings
    leak = COMPARED[game][name]
    second = await take_steps(game, first.steps, leak, first.other, until=lambda entry: divergence(first, entry, ()))
    assert difference(first, second, ()) is not None
