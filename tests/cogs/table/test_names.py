"""Names that pictures cannot draw: the words beside board and replay say who sits where."""

from __future__ import annotations

from bot.ui.game.players import Players
from cogs.games.abracadabra.scenes import _short_name
from tests.support.messages import text
from tests.support.wire_tables import HOST, board, set_up_table, start_room

NAMES = ("ตาล", "สมชาย")


async def test_board_and_replay_say_whose_number_a_picture_shows() -> None:
    async with start_room(pictures=True) as house:
        for name in NAMES:
            house.sandbox.people.add_user(name)
        live = await set_up_table(house, "waiting", people=(HOST, *NAMES))
        board_text = text(board(house, live))
        assert "In the picture seat 2 is **ตาล**, seat 3 is **สมชาย**." in board_text
        assert "seat 1" not in board_text
        replay = await house.command(HOST, "table replay", table=live.id)
        assert "seat 3 is **สมชาย**" in text(replay.get("message") or {})


def test_short_names_above_bid_cards_are_told_apart() -> None:
    """By the numbers of their seats where they are cut, or where there are two of one name."""
    players = Players(("Konstantin the First", "Konstantin the Second", "Sam", "Sam", "Ada"))
    texts = [_short_name(players, seat) for seat in range(5)]
    assert texts == ["1 Konstantin th…", "2 Konstantin th…", "3 Sam", "4 Sam", "Ada"]
