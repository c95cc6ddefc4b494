"""The ledger of Conference against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.cogs.games.conference.games import EVERY, PRESENTER, make_players, play_game


def find_clause(last: dict[str, Any]) -> str:
    """Return the clause under which a hand comes."""
    if last["calls"]:
        return "C8.4"
    return "C8.2" if last["gallowglass"] in {None, "none"} else "C8.3"


def test_columns_of_a_hand_are_what_its_clause_counts() -> None:
    """C8: card points and tricks, less what the others have. C8.3: short of 83 the dealer's side pays what it lacks."""
    counts: Counter[str] = Counter()
    for seed in range(24):
        for state, log in play_game(seed, EVERY[(0, 1, 3)[seed % 3]]):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], make_players())
            counts[find_clause(last)] += 1
            short = find_clause(last) == "C8.3" and max(last["totals"]) < 83
            assert ledger.parts == ("Cards", "Tricks", "Target" if short else "Others")
            assert [row.note for row in ledger.rows] == [str(last["totals"][row.seat // 2]) for row in ledger.rows]
            if short:
                dealers = last["dealer"] // 2
                for row in ledger.rows:
                    sign = 1 if row.seat // 2 == dealers else -1
                    own = [sign * last[key][dealers] for key in ("card_points", "won")]
                    assert row.parts == (*own, -sign * 83)
                counts["short"] += 1
            else:
                for row in ledger.rows:
                    side = row.seat // 2
                    assert row.parts == (last["card_points"][side], last["won"][side], -last["totals"][1 - side])
    assert set(counts) == {"C8.2", "C8.3", "C8.4", "short"}, counts
