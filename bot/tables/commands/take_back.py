"""Taking back a person's last move and the computer moves since, in a friendly game, if all others agree.

`Conduct.reveals` and `Conduct.can_take_back_together` limit it. The log keeps these moves; positions, replay and
exports omit them.
"""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined, Stale
from bot.tables.model.actor import Actor
from bot.tables.model.questions import TakeBackQuestion, cast
from bot.tables.model.seats import require_seat
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.turn_state import LastMove
from bot.tables.model.votes import agreed_seats
from bot.tables.services.tables import Tables

UNDO_TOO_LATE_TEXT: Final = "Too late to undo: the game has gone on."

ALREADY_UNDONE_TEXT: Final = "That move has been undone already."

RATED_TEXT: Final = "This game is rated, so no move can be undone."

UNDO_NOT_ASKED_TEXT: Final = "Nobody has asked to undo that move."


def own_move(table: TableState, seat: int) -> LastMove | None:
    """Return the move that the player in a seat may ask to take back, if there is one and they have not asked yet."""
    last = table.last_move
    if last is None or last.seat != seat or seat in agreed_seats(table, "take_back"):
        return None
    return last if table.may_take_back() else None


def asked_of(table: TableState, seat: int) -> LastMove | None:
    """Return the move that its player asks to take back, where the player in a seat has not allowed it yet."""
    last = table.last_move
    agreed = agreed_seats(table, "take_back")  # before `may_take_back`, which takes longer
    if last is None or last.seat not in agreed or seat in agreed:
        return None
    return last if table.may_take_back() else None


async def take_back(tables: Tables, table_id: int, seq: int, actor: Actor) -> tuple[TableState, Done]:
    """Ask to take move `seq` back, or agree to it: an `ask_take_back` event, or `take_back` once all people want it.

    Raises Stale if the game has gone on, Declined if it is rated, nobody has asked, or it was said before; StoreError.
    """

    def build(step: Step) -> None:
        seat, last = require_seat(step, actor).seat, step.after.last_move
        if not step.before.is_friendly:
            raise Declined(RATED_TEXT)
        if last is None or last.seq != seq or not step.after.may_take_back():
            raise Stale(UNDO_TOO_LATE_TEXT)
        if seat != last.seat and last.seat not in agreed_seats(step.before, "take_back"):
            raise Declined(UNDO_NOT_ASKED_TEXT)
        cast(step, TakeBackQuestion(last), actor)

    return await tables.change(table_id, actor.interaction, build)


async def was_undone(tables: Tables, table_id: int, seq: int) -> bool:
    """Whether move `seq` of a table has been taken back. Raises StoreError."""
    return seq in await tables.store.lists.taken_back(table_id, seq - 1)
