"""The ledger of Abracadabra against the core: every deal of random games, from what a view shows alone."""

from __future__ import annotations

import pytest

from cogs.games.abracadabra.ledger import so_far
from tests.cogs.games.abracadabra.games import PRESENTER, TABLES, TITLE, make_players, play_game

VALUES = {"A": 1, **{str(value): value for value in range(2, 11)}, "J": 11, "Q": 12, "K": 13}


@pytest.mark.parametrize("table", TABLES)
def test_columns_of_a_deal_are_what_its_tricks_and_bid_cards_count(table: str) -> None:
    """Success, cards won, doubled, tricks, own suit, read from the tricks once more."""
    cases: set[str] = set()
    for seed in range(3):
        for state, log in play_game(table, seed, random_share=0.7, deals=2):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], make_players())
            titles = list(ledger.parts)
            cases |= set(titles)
            assert set(titles) >= {"Bonus", "Named", "Tricks", "Own suit"} or last["void"]
            if last["void"]:
                assert titles == ["Bonus"]
                assert {row.note for row in ledger.rows} == {"passed"}
                cases.add("void")
                continue
            for row in ledger.rows:
                parts = dict(zip(titles, row.parts, strict=True))
                won = {number for number, trick in enumerate(last["tricks"], 1) if trick["winner"] == row.seat}
                right = {*last["right"], *last["turned"]} if row.seat == last["declarer"] else set[str]()
                remaining = [VALUES[rank] for rank in last["placed"][row.seat] if rank not in right]
                assert parts["Tricks"] == len(won)
                assert parts["Named"] == sum(value for value in remaining if value in won)
                doubled = sum(VALUES[rank] * (1 if VALUES[rank] in won else -1) for rank in right)
                assert parts.get("Exposed", 0) == 2 * doubled
                assert bool(parts["Bonus"]) is (row.seat in last["succeeded"])
                assert so_far(last, row.seat) == row.net - parts["Bonus"]
                result = "made" if row.seat in last["succeeded"] else "not made"
                assert row.note == f"bid {len(last['placed'][row.seat])}, {result}"
    assert {"Bonus", "Named", "Tricks", "Own suit"} <= cases
    assert ("Exposed" in cases) or table == "short"


def test_points_so_far_count_what_is_over_and_no_more() -> None:
    """After each trick what A8.2 to A8.5 have brought: never a card on the right whose trick is still to come."""
    doubled = 0
    for seed in range(8):
        for state, _ in play_game("three", seed, random_share=0.7):
            view = state.view(None)
            if state.phase != "play" or view["trick"]:
                continue
            over = len(view["tricks"])
            for seat in range(3):
                right = [VALUES[rank] for rank in view["right"] if VALUES[rank] <= over]
                right += [-VALUES[rank] for rank in view["turned"]]
                won = sum(VALUES[rank] for rank in view["won"][seat]) + view["taken"][seat]
                won += 2 * sum(right) if seat == view["declarer"] else 0
                assert so_far(view, seat) == won + (4 if view["piles"][seat] else 2) * view["own"][seat]
                badges = PRESENTER.table(view, make_players(), TITLE).seats[seat].badges
                points = so_far(view, seat)
                assert (f"+{points}" if points > 0 else f"\u2212{-points}") in badges or not points
            doubled += bool(view["right"] or view["turned"])
    assert doubled > 20
