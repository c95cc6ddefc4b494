"""The ledger of Conference against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cogs.games.conference.games import EVERY, PRESENTER, Options, players, states


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_every_column_adds_up_to_what_the_core_says(options: Options) -> None:
    """Card points and tricks less what the others have, or less the target (C8)."""
    for seed in range(6):
        for state, log in states(seed, options, 4 if options.get("between_hands") == "cut" else 1):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], players())
            for row in ledger.rows:
                assert row.note == str(last["totals"][row.seat // 2])
                if ledger.parts[2] == "Others":
                    assert row.parts[:2] == tuple(last[key][row.seat // 2] for key in ("card_points", "won"))
            short = last["gallowglass"] not in {None, "none"} and not last["calls"] and max(last["totals"]) < 83
            assert ledger.parts == ("Cards", "Tricks", "Target" if short else "Others")


def clause(last: dict[str, Any]) -> str:
    """The clause under which a hand comes."""
    if last["calls"]:
        return "C8.4"
    return "C8.2" if last["gallowglass"] in {None, "none"} else "C8.3"


def test_hands_come_under_every_clause_and_short_of_the_target_too() -> None:
    """C8.3: where neither side has 83 the dealer's side pays what it lacks."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        for state, log in states(seed, EVERY[(0, 1, 3)[seed % 3]]):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], players())
            seen[clause(last)] += 1
            if ledger.parts[2] == "Target":
                dealers = last["dealer"] // 2
                assert max(last["totals"]) < 83
                for row in ledger.rows:
                    sign = 1 if row.seat // 2 == dealers else -1
                    own = [sign * last[key][dealers] for key in ("card_points", "won")]
                    assert row.parts == (*own, -sign * 83)
                seen["short"] += 1
            else:
                for row in ledger.rows:
                    side = row.seat // 2
                    assert row.parts == (last["card_points"][side], last["won"][side], -last["totals"][1 - side])
    assert set(seen) == {"C8.2", "C8.3", "C8.4", "short"}, seen
