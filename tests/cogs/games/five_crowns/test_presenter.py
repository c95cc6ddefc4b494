"""What may be chosen at a table of Five Crowns: every legal move once, and every sentence about it true."""

from __future__ import annotations

import pytest

from cogs.games.five_crowns.cards import is_wild
from tests.cogs.games.five_crowns.games import NAMES, PRESENTER, cards_in, list_table_params, make_players, play_game


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_every_move_names_its_card_and_what_would_be_left(seats: int, first: int, last: int) -> None:
    """With a label that names its card, and what would be left after it; going out comes first."""
    outs = 0
    for state, _ in play_game(seats, seats, first, last):
        for seat in state.to_act:
            view = state.view(seat)
            choices = PRESENTER.choices(view)
            assert not PRESENTER.forms(view)
            going = [offered_choice.move.startswith("out ") for offered_choice in choices]
            assert going == sorted(going, reverse=True)
            outs += any(going)
            for choice in choices:
                card = choice.move.partition(" ")[2]
                assert not card or cards_in(choice.label) == {card} == {choice.card}
                if choice.move.startswith("discard "):
                    assert choice.label.endswith(f": {view['leaves'][card]}")
                    assert choice.short.endswith(f": {view['leaves'][card]}")
                    assert f"Leaves {view['leaves'][card]} point" in choice.hint
                    assert choice.seldom is (f"out {card}" in view["moves"])  # one button a card
                if choice.move.startswith("out "):
                    assert choice.label.startswith("Go out: ")
                    assert bool(choice.short) is (sum(going) > 1)
            offered = {offered_choice.move for offered_choice in choices}
            assert state.phase != "discard" or offered == set(view["moves"])  # to go out is never demanded (F3.3)
            rows = [offered_choice for offered_choice in choices if not offered_choice.seldom]
            discards = [
                offered_choice.move.partition(" ")[2]
                for offered_choice in rows
                if offered_choice.move.startswith("discard ")
            ]
            order = [(view["out"] is None and is_wild(card, view["wild"]), view["leaves"][card]) for card in discards]
            assert order == sorted(order)  # a wild card fits any meld to come
            assert ([offered_choice.move for offered_choice in choices] == ["draw", "take"]) is (state.phase == "draw")
    assert outs


def test_prompt_and_stakes_are_true_and_private() -> None:
    """How many points one holds is told to nobody else; the last turn is named; nothing is barred that needs words."""
    counts = {"now": 0, "out": 0, "last turn": 0}
    for state, _ in play_game(3, 8, 3, 6):
        for seat in state.to_act:
            view, public = state.view(seat), state.view(None)
            assert PRESENTER.stakes_text(public) in {"", "Buttons show the points that you would keep."}
            stakes = PRESENTER.stakes_text(view)
            if state.phase == "draw":
                left_cards = view["arranged"]["left"]
                text = f"Not melded: {left_cards} point{'s' * (left_cards != 1)}."
                assert stakes == (text if left_cards else "All your cards are melded.")
                counts["now"] += bool(left_cards)
                assert PRESENTER.decision_text(public).startswith(
                    "draw, or take the top discard"
                )  # its button names it
            could = any(move.startswith("out ") for move in view["moves"])
            assert ("go out, or" in PRESENTER.decision_text(view)) is could
            counts["out"] += could
            if state.phase == "discard":
                assert stakes == "Buttons show the points that you would keep."
            last_turn = "(last turn)" in PRESENTER.decision_text(view)
            assert last_turn is (view["out"] is not None)
            counts["last turn"] += last_turn
            hand = PRESENTER.hand(view, make_players(3, seat), "Five Crowns")
            assert len(hand.prompt) <= 75
            assert hand.notes == ()
        if state.phase in {"deal", "finished"}:
            assert PRESENTER.decision_text(state.view(None)) == "look at the table."
            assert PRESENTER.stakes_text(state.view(None)) == ""
    assert all(counts.values()), counts


def test_winner_is_told_with_the_lowest_score() -> None:
    """F5.3: a shared lowest total wins together."""
    final = [state for state, _ in play_game(4, 3, 3, 4)][-1]
    outcome = PRESENTER.outcome(final.view(None), make_players(4))
    totals = final.score().totals
    assert outcome.endswith(f" with {min(totals)}, the lowest score.")
    assert all((NAMES[seat] in outcome) == (total == min(totals)) for seat, total in enumerate(totals))
    shared = {**final.view(None), "winners": [0, 2]}
    assert PRESENTER.outcome(shared, make_players(4)).startswith("Ada and Cleo win with ")
