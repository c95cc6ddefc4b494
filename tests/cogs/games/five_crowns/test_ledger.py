"""The ledger of Five Crowns against the core: every deal of random games, from what a view shows alone."""

from __future__ import annotations

import pytest

from bot.ui.pictures import lay_scene
from rules.melds import JOKER
from tests.cogs.games.five_crowns.games import NAMES, PRESENTER, list_table_params, make_players, play_game

VALUES = {"J": 11, "Q": 12, "K": 13}


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_columns_of_a_deal_are_what_the_cards_left_count(seats: int, first: int, last: int) -> None:
    """Cards by their number, 20 for a wild rank, 50 for a Joker (F5.2)."""
    for seed in range(3):
        for state, log in play_game(seats, seed, first, last):
            if log is None:
                continue
            view = state.view(None)
            how = view["last"]
            ledger = PRESENTER.ledger(how, view["points"], make_players(seats))
            for row, cards in zip(ledger.rows, how["left"], strict=True):
                parts = dict(zip(ledger.parts, row.parts, strict=True))
                wild = [card for card in cards if card != JOKER and card[:-1] == how["wild"]]
                plain = [card[:-1] for card in cards if card != JOKER and card not in wild]
                assert parts["Left"] == sum(VALUES.get(rank) or int(rank) for rank in plain)
                assert parts.get("Wild", 0) == 20 * len(wild)
                assert parts.get("Jokers", 0) == 50 * cards.count(JOKER)
                assert ("went out" in row.note) is (row.seat == how["out"])
                counted = "all melded" if not cards else f"{len(cards)} card"
                assert row.seat == how["out"] or row.note.startswith(counted)


def test_all_columns_of_twelve_have_room_in_the_picture() -> None:
    """Names, notes and all numbers; nothing that a player is called covers a number."""
    last = {
        "out": 0,
        "size": 13,
        "wild": "K",
        "left": [[], *[["JOKER", "KH", "10S", "QD", "9T"]] * 11],
    }
    ledger = PRESENTER.ledger(last, [[0, *[101] * 11]] * 11, make_players(12))
    assert list(ledger.parts) == ["Left", "Wild", "Jokers"]
    scene = PRESENTER.table(
        next(s for s, log in play_game(12, 1, 3, 3) if log).view(None), make_players(12), "Five Crowns, table 1"
    )
    drawn = lay_scene(scene._replace(ledger=ledger)).words()
    assert {NAMES[11], "+1111", "+101", "5 cards", "went out", "Left", "Deal"} <= {words.text for words in drawn}
