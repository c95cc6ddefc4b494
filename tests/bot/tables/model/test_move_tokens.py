"""What buttons offer, and when that no longer stands."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.errors import Stale
from bot.common.id_codes import checksum
from bot.tables.model.move_tokens import HandOffer, move_tokens
from bot.tables.model.table_state import TableState
from data.tables.records import TableRecord
from rules.contract import Legal

RECORD = TableRecord(
    id=1, game="voren", rules_version=1, options={}, guild=1, channel=2, thread=None, host=3, status="playing", seq=20,
    message_channel=2, message=5, shown_seq=20, created=0, updated=0, seats=(), settings={},
)  # fmt: skip


def make_table(moves: tuple[str, ...], *, hand: int = 3, phase: str = "stay", arose: int = 12) -> TableState:
    """Return a table at which seat 0 decides between these moves since event `arose`."""
    table = TableState(replace(RECORD), asyncio.Lock())
    state: Any = SimpleNamespace(number=hand, phase=phase, to_act=(0,), legal=lambda _: Legal(moves, ()))
    table.state = state
    table.decisions = {0: arose}
    return table


def test_a_button_of_a_hand_names_the_move_whatever_the_order_of_the_list() -> None:
    """It is the place among the sorted moves."""
    offers = move_tokens(("stay", "fold", "poke"))
    assert {move: place for move, (place, _) in offers.items()} == {"fold": 0, "poke": 1, "stay": 2}
    for order in (("stay", "fold", "poke"), ("poke", "fold", "stay")):
        for move, offer in offers.items():
            assert HandOffer(12, *offer).move(make_table(order), 0) == move


def test_a_button_of_a_hand_is_stale_with_its_decision_and_never_becomes_another() -> None:
    """What others do in a phase in which several decide may change the list: the button's move is still meant."""
    offers = move_tokens(("fold", "poke", "stay"))
    with pytest.raises(Stale):
        HandOffer(11, *offers["stay"]).move(make_table(("fold", "poke", "stay")), 0)
    fewer = make_table(("fold", "stay"))
    for move in ("poke", "stay"):  # the poke's place is now that of staying, and staying's is none
        with pytest.raises(Stale):
            HandOffer(12, *offers[move]).move(fewer, 0)
    assert HandOffer(12, *offers["fold"]).move(fewer, 0) == "fold"


def test_moves_that_begin_alike_have_buttons_of_their_own() -> None:
    """A hundred characters in common are no matter."""
    long = "discard " + " ".join(["10S"] * 40)
    offers = move_tokens((f"{long} 1S", f"{long} 2S"))
    assert len(set(offers.values())) == 2
    assert checksum(f"{long} 1S") != checksum(f"{long} 2S")
