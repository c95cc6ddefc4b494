"""A seat's view with the hands that its player was shown: what advice and a computer player's move are made from."""

from __future__ import annotations

from bot.tables.model.shown_hands import end_of_last_hand, showings_to, shown_hands
from bot.tables.model.table_state import TableState
from data.store import Store
from rules.contract import View
from rules.views import with_shown_hands


async def known_view(store: Store, table: TableState, seat: int) -> View:
    """Return the knowledge of the player in a seat as of now, even if the table goes on meanwhile.

    Raises ValueError before the start, StoreError.
    """
    if table.state is None:
        raise ValueError("a view of a table that has not started")
    view, showings, record = table.state.view(seat), showings_to(table, seat), table.record
    if not showings:
        return view
    after = end_of_last_hand(table)
    confided = await store.tables.confidences(table.id, after)
    user, before = record.seats[seat].user, showings[-1].seq + 1
    return with_shown_hands(view, shown_hands(confided, record.seats, seat, user, after, before))
