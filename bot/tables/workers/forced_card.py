"""Plays the only card that a player may play, for players who want that (`/settings me`).

The reason is stored where no other player reads it: a player with one playable card need not say so.
"""

from __future__ import annotations

from bot.common.errors import Stale
from bot.people.preferences import PreferencesCache
from bot.tables.model.automatic_moves import UNASKED_SECRET
from bot.tables.model.step import Step
from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import SeatPayload, WorkState
from rules.contract import State

PLAY_PREFIX = "play "
"""The first word of a move that plays a card (K7.1)."""


def only_card(state: State, seat: int) -> str | None:
    """Return the move of a seat that may play one card alone, None if it has a choice or is not to play."""
    moves, templates = state.legal(seat)
    return moves[0] if len(moves) == 1 and not templates and moves[0].startswith(PLAY_PREFIX) else None


async def play(tables: Tables, people: PreferencesCache, work: Work) -> WorkState | None:
    """Play it, if it is still to be played and its player still wants that. Raises StoreError."""
    table, seat = await tables.find(work.table), work.read(SeatPayload)["seat"]
    user = table.record.seats[seat].user if seat < len(table.record.seats) else None
    if user is None or not people.plays_only_card(user):
        return WorkState.CANCELLED

    def build(step: Step) -> None:
        state = step.after.state
        if state is None or step.record.status != "playing" or step.before.seat_of(user) != seat:
            raise Stale("The table has gone on.")
        move = only_card(state, seat) if step.after.decisions.get(seat) == work.seq else None
        if move is None:
            raise Stale("There is a choice, or it has been made.")
        step.move(seat, move, None, None, hidden=UNASKED_SECRET)

    try:
        await tables.change(work.table, None, build)
    except Stale:
        return WorkState.CANCELLED
    return None
