"""Two worlds that differ only in hidden cards are the same, byte for byte, to everybody who may not know them."""

from __future__ import annotations

import io

import pytest

from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.worlds import SEATED, Step, difference, world

LOOK: list[Step] = [
    ("press", BYSTANDER, "Log"),
    ("press", BYSTANDER, "More"),
    ("press", BYSTANDER, "My hand"),
    ("command", BYSTANDER, "table verify"),
    ("command", "Ada", "table log"),
]
HANDS: list[Step] = [("hand", who) for who in SEATED]
WRONG: list[Step] = [("forge", who, "deal") for who in SEATED] + [("press", BYSTANDER, "Stay")]
STAY: Step = ("say", "Stay")
LEGAL: Step = ("legal",)

SCENARIOS: dict[str, list[Step]] = {
    "the dealer decides": [*HANDS, *LOOK, ("press", BYSTANDER, "Deal"), ("ping",), ("command", "Bela", "table show")],
    "all stay, hands are open": [("say", "Deal"), *HANDS, *WRONG, STAY, *LOOK, STAY, ("refresh", "Ada"), ("ping",)],
    "some have folded": [("say", "Deal"), *HANDS, ("say", "Fold"), STAY, ("say", "Fold"), *LOOK],
    "the poke is taken": [
        ("say", "Deal with a poke"), *HANDS, STAY, ("say", "Take the poke"), STAY, *LOOK, STAY, LEGAL, ("ping",),
    ],
    "the poke lies open": [
        ("say", "All play, with a poke"), *HANDS, STAY, STAY, *LOOK, ("command", "Cleo", "table show"),
    ],
    "in the middle of the second trick": [
        ("say", "All play"), *HANDS, STAY, STAY, STAY, STAY, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, *LOOK,
        *WRONG[:4], ("ping",), LEGAL,
    ],
    "a second hand, with the log of the first": [
        ("say", "Deal"), ("say", "Fold"), ("say", "Fold"), STAY, STAY, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL,
        ("press", "Ada", "Next hand"), ("say", "Deal with a poke"), *HANDS, STAY, ("say", "Fold"), STAY, STAY, LEGAL,
        LEGAL, *LOOK, ("press", BYSTANDER, "Log"), ("older", BYSTANDER), ("command", "Ada", "table show"), ("ping",),
    ],
}  # fmt: skip


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SCENARIOS)
async def test_who_may_not_know_is_told_the_same_in_both_worlds(name: str, stderr: io.StringIO) -> None:
    """First for all but one player, whose unplayed cards alone lie otherwise; then for bystanders, with all of them."""
    stale: list[Step] = [] if name == "the dealer decides" else [("press", BYSTANDER, "Log")]
    async with world(seed=len(name)) as first:
        await first.take([*SCENARIOS[name], *stale])
        assert not first.watch.findings, first.watch.findings
        hidden = SEATED[len(name) % 4]
        everybody = SEATED if name == "the dealer decides" else tuple(one for one in SEATED if one != hidden)
        others = [(observers, first.otherwise(observers)) for observers in (everybody, ())]
    for observers, orders in others:
        async with world(orders, seed=len(name)) as second:
            assert second.said == {}
            await second.take(first.steps)
        assert second.orders != first.orders
        assert difference(first, second, observers) is None
        assert all(len(first.said[str(first.party.id_of(who))]) > 4 for who in (*observers, BYSTANDER))
    assert len(first.said["the wire"]) > len(first.steps)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("hands", [0, 1])
async def test_a_table_that_froze_in_a_hand_tells_nothing_of_it(hands: int, stderr: io.StringIO) -> None:
    """Its log is never read, so nothing but the log itself says where the hands that are over end."""
    over: list[Step] = [
        ("say", "Deal"),
        ("say", "Fold"),
        ("say", "Fold"),
        ("say", "Fold"),
        ("press", "Ada", "Next hand"),
    ]
    before = [*over * hands, ("say", "All play"), *HANDS, STAY, STAY, STAY, STAY, LEGAL]
    asked = [
        ("command", who, f"table {name}") for who in (BYSTANDER, "Ada") for name in ("verify", "log", "hand", "show")
    ]
    after: list[Step] = [("freeze",), *asked]
    async with world(seed=7) as first:
        await first.take(before)
        orders = first.otherwise(())
        await first.take(after)
        assert not first.watch.findings, first.watch.findings
    async with world(orders, seed=7) as second:
        await second.take(first.steps)
    assert difference(first, second, ()) is None
    assert any("proof.json" in one for one in first.said[str(first.party.id_of(BYSTANDER))])
