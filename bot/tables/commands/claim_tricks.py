"""Claims: a player on lead who can lose no more trick has the hand played out in one step.

`Conduct.claim` proves it from that seat's own view. The claimant plays from the top, others their first legal card,
which changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.errors import Declined, Stale
from bot.tables.commands.play import COMPUTER_PLAYS_TEXT, moved, waiting_for
from bot.tables.model.actor import Actor
from bot.tables.model.automatic_moves import CLAIMED_PAYLOAD
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.move_tokens import MOVE_GONE_TEXT
from bot.tables.model.seats import NOT_SEATED, TABLE_ENDED
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.tables.events import ClaimPayload, EventKind
from rules.contract import Game, State


def claimable(table: TableState, seat: int) -> Sequence[str]:
    """Return the moves by which the player in a seat may play out the hand now; none where they may not.

    In a lesson nothing is claimed: its learner may have the rest played anyway.
    """
    record = table.record
    if record.status != "playing" or record.private or table.state is None or seat not in table.decisions:
        return ()
    if seat in stand_in_seats(record.settings):  # they have to say first that they are back
        return ()
    return table.game.conduct.claim(table.state.view(seat))


async def claim(tables: Tables, table_id: int, decision: int, actor: Actor) -> tuple[TableState, Done]:
    """Play out the hand for the person on lead, in their decision of event `decision`.

    Raises Stale where they decide something else by now, or may not claim; Declined where they have no seat here;
    StoreError.
    """

    def build(step: Step) -> None:
        table, seat = step.before, step.before.seat_of(actor.id)
        if table.record.is_finished:
            raise Stale(TABLE_ENDED)
        if seat is None:
            raise Declined(NOT_SEATED)
        if seat in stand_in_seats(table.record.settings):
            raise Stale(COMPUTER_PLAYS_TEXT)
        if table.last_move_seq.get(seat, 0) > decision and seat not in table.decisions:
            raise Stale(f"{moved(table, seat)} {waiting_for(table)}")
        order = claimable(table, seat) if table.decisions.get(seat) == decision else ()
        if not order or step.after.state is None:
            raise Stale(MOVE_GONE_TEXT)
        after = len(step.after.state.view(None)["log"])
        step.add(actor.new_event(EventKind.CLAIM, seat, ClaimPayload(after=after)))
        table.last_active_ms[actor.id] = tables.clock()
        while not step.hands:
            mover, move = next_move(table.game, step.after.state, seat, order)
            is_own = mover == seat
            step.move(mover, move, None, actor.id if is_own else None, public=None if is_own else CLAIMED_PAYLOAD)

    return await tables.change(table_id, actor.interaction, build)


def next_move(game: Game, state: State, seat: int, order: Sequence[str]) -> tuple[int, str]:
    """Return the next move of a claimed hand, with its seat.

    It is the claimant's first legal card in this order, else the first legal move.
    """
    mover = state.awaited[0]
    moves = sorted(state.legal(mover).moves)
    if mover != seat:
        return mover, moves[0]
    move = next((text for text in order if text in moves), None)
    if move is None:
        raise RuntimeError(f"{game.id}: a claim that cannot be played out")
    return mover, move
