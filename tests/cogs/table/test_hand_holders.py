"""A hand that is over is told of those who held its cards, also when a seat has changed hands since."""

from __future__ import annotations

import pytest

from bot.tables.commands import leave_and_end
from bot.ui.table.players_history import players_before
from data.tables.events import EventKind
from data.tables.records import EventRecord, SeatRecord
from tests.cogs.hands import open_hand
from tests.support.messages import text
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    board,
    find_actor,
    set_up_table,
    start_room,
    wait_for_announcement,
)

THREE = (HOST, SEATED, OTHER)
GAMES = {
    "voren": (THREE, 2),
    "five_crowns": (THREE, 2),
    "abracadabra": (THREE, 2),
    "mitigati": (THREE, 3),
    "conference": ((*THREE, "Emil"), 4),
}
"""Who plays, and how many hands."""


@pytest.mark.parametrize("game", GAMES)
async def test_board_names_who_played_the_hand_and_who_plays_next(
    game: str,
) -> None:
    """In all games but for one name the board says the same before and after somebody has left between two hands."""
    people, hands = GAMES[game]
    async with start_room() as house:
        live = await set_up_table(house, "waiting", people, hands, game=game)
        was = text(board(house, live))
        hand = text(await open_hand(house, live, HOST))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        await wait_for_announcement(house, live, f"{SEATED} left")
        await house.services.board.refresh(live)
        instead = next(seat.name for seat in live.record.seats if seat.kind != "person")
        for word in (f"{SEATED} deals next", f"{SEATED}** play together"):  # what comes next
            was = was.replace(word, word.replace(SEATED, instead))
            hand = hand.replace(word, word.replace(SEATED, instead))
        hand = hand.replace(f"Partner **{SEATED}**", f"Partner **{instead}**")
        assert text(board(house, live)) == was
        assert text(await open_hand(house, live, HOST)) == hand


def test_later_player_of_a_seat_is_not_named_as_holder() -> None:
    sit_event = EventRecord(1, 9, EventKind.SIT, 1, "", {"instead": "Ambrose"}, None, None, 7, 0, "Bela")
    seats = [SeatRecord(1, seat, 5 + seat, "person", name) for seat, name in enumerate(("Ada", "Bela", "Cleo"))]
    for reader in (None, 0, 1):
        players = players_before(seats, reader, [sit_event])
        assert players.names == ("Ada", "Ambrose", "Cleo")
        assert players.computers == {1}
        assert players.reader == (0 if reader == 0 else None)
