"""Computer players' moves that a player calls silly: kept with all from which they are made again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.errors import Stale
from bot.tables.model.shown_hands import shown_hands
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import Steps, steps_of
from data.store import Store
from data.tables.events import EventKind, MoveSecret, PlayerSecret
from data.tables.records import EventRecord, SillyMove, Span
from rules.contract import View
from rules.views import with_shown_hands


def can_be_silly(event: EventRecord) -> bool:
    """Whether an event of a hand that is over is a computer player's move that can be made again."""
    return _player_of(event) is not None


def _player_of(event: EventRecord) -> PlayerSecret | None:
    return event.read_hidden(MoveSecret).get("player") if event.kind == EventKind.MOVE else None


async def call_silly(store: Store, table: TableState, spans: Sequence[Span], number: int, seq: int, user: int) -> bool:
    """Keep the move of event `seq` in hand `number` (from 0), which a user calls silly; False if it is known already.

    Raises Stale where it is no computer player's move, CorruptLog, StoreError.
    """
    steps = await steps_of(store, table, spans, number)
    event = None if steps is None else next((event for event in steps.events if event.seq == seq), None)
    player = None if event is None else _player_of(event)
    if steps is not None and event is not None and player is not None and event.seat is not None:
        hand_start_seq = spans[number - 1].last if number else 0
        view = await _known_view(store, table, hand_start_seq, steps, event.seat, player["seen_seq"])
        silly = SillyMove(
            table.id, seq, table.game.id, player["level"], player["seed"], player["worlds"], player["version"],
            move=event.text, view=view,
        )  # fmt: skip
        return await store.silly_moves.keep(silly, user)
    raise Stale("That is no computer player's move.")


async def _known_view(
    store: Store, table: TableState, hand_start_seq: int, steps: Steps, seat: int, seen_seq: int
) -> View:
    """Return the knowledge of the computer player in a seat after event `seen_seq`.

    The hand before ended with event `hand_start_seq`.
    """
    confided = await store.tables.confidences(table.id, hand_start_seq)
    hands = shown_hands(confided, table.record.seats, seat, None, hand_start_seq, seen_seq + 1)
    return with_shown_hands(steps.view_after(seen_seq, seat), hands)
