"""Tables at which somebody may claim, without Discord."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.tables.commands import arrange_lobby, lobby, play
from bot.tables.commands.claim_tricks import claimable
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from rules.registry import game_named
from rules.simulate import random_move
from tests.support.people import ADA, PLAYERS, Person, make_actor

LONG_OPTIONS: dict[str, dict[str, Any]] = {
    "mitigati": {"hands": 9},
    "conference": {"hands": 12},
    "voren": {"hands": 100},
    "abracadabra": {"deals": 20},
}
"""Games so long that a claim comes along in them."""


async def begin_hand(tables: Tables, game: str, **options: Any) -> TableState:
    """Return a friendly table of people alone in its first hand; its shuffles are the same every time."""
    tables.secret = Random(game).randbytes
    live = await lobby.open_table(tables, game_named(game), options, (1, 2), make_actor(ADA))
    for person in PLAYERS[1 : live.game.seats[0]]:
        await lobby.join(tables, live.id, make_actor(person))
    await arrange_lobby.change_settings(tables, live.id, {"friendly": True}, make_actor(ADA))
    return (await lobby.start(tables, live.id, make_actor(ADA)))[0]


async def play_until_claim(tables: Tables, game: str, rng: Random) -> tuple[TableState, Person, int]:
    """Play at random until somebody may claim, and nobody else; return the table, who it is, and their seat."""
    for _ in range(20):
        live = await begin_hand(tables, game, **LONG_OPTIONS[game])
        while live.record.status == "playing" and live.state is not None:
            if live.awaits_deal():
                live, _ = await play.next_hand(tables, live.id, make_actor(ADA))
                continue
            seat = live.state.to_act[0]
            claimants = [number for number in range(len(live.record.seats)) if claimable(live, number)]
            if claimants:
                assert claimants == [seat]
                return live, PLAYERS[seat], seat
            usual = {"bargain": "continue", "stay": "stay"}.get(live.state.phase)
            text = usual or random_move(live.state, seat, rng)
            live, _ = await play.act(tables, live.id, text, make_actor(PLAYERS[seat]))
    raise AssertionError("nobody could claim")
