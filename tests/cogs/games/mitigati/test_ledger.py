"""The ledger of Mitigati against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

import pytest

from rules.mitigati.records import Word
from rules.mitigati.settlement import sum_asks, sum_offers
from tests.cogs.games.mitigati.games import HANDS, PRESENTER, make_players, play_game

CARD_POINTS = {"A": 5, "K": 5, "Q": 4, "C": 3, "J": 2, "1": 5, "21": 5, "FOOL": 5}


def count_points(card: str) -> int:
    """Return the points of a card (M1.2), read once more."""
    return CARD_POINTS.get(card) or (1 if card.isdigit() else CARD_POINTS.get(card[:-1], 1))


@pytest.mark.parametrize("bonuses", ["each", "flat"])
@pytest.mark.parametrize("bargaining", [True, False])
def test_columns_of_a_hand_are_what_its_piles_or_words_count(bonuses: str, bargaining: bool) -> None:
    """Card points − 49 and bonuses, or a word and what was shared."""
    counts = {"played": 0, "bought off": 0, "bonus": 0, "rest": 0}
    for seed in range(6):
        for state, log in play_game(seed, bonuses=bonuses, bargaining=bargaining):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], make_players())
            for row in ledger.rows:
                parts = dict(zip(ledger.parts, row.parts, strict=True))
                if last["bought_off"]:
                    text = last["words"][row.seat]
                    own = 0 if text is None else text[1] if text[0] == "ask" else -text[1]
                    assert parts["Bargain"] == own
                    assert row.note == ("passed" if text is None else f"{text[0]}ed {text[1]}")
                    counts["rest"] += bool(parts.get("Rest"))
                else:
                    counted = sum(count_points(card) for card in last["piles"][row.seat])
                    assert parts["Cards"] == counted - 49
                    assert row.note == f"{counted} − 49"
                    assert parts.get("Bonus", 0) == last["bonuses"][row.seat]
                    counts["bonus"] += "Bonus" in parts
            if last["bought_off"]:
                standing = [word and Word(*word) for word in last["words"]]
                rest = sum(row.parts[1] for row in ledger.rows) if len(ledger.parts) > 1 else 0
                assert rest == sum_offers(standing) - sum_asks(standing)
            counts["bought off" if last["bought_off"] else "played"] += 1
    assert counts["played"] > 5
    assert counts["bonus"]
    assert (counts["bought off"] > 3 and counts["rest"] > 3) is bargaining
    assert counts["played"] + counts["bought off"] == 6 * HANDS
