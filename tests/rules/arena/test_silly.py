"""Silly moves are found where they are made, and nowhere else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import pytest

from rules.abracadabra.cards import BIDS
from rules.arena import silly
from rules.arena.silly import Decision, silly_kinds
from rules.contract import State, View
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.rules.conference import stacked as conference
from tests.rules.mitigati import stacked as mitigati


def silly_moves_made(state: State, move: str) -> list[str]:
    """The kinds of silliness of a move of the seat that is to act."""
    (seat,) = state.to_act
    return silly_kinds(Decision(state, seat, state.view(seat), move))


def find_silly(move: str, **view: Any) -> list[str]:
    """The same for a game in which the view alone tells."""
    return silly_kinds(Decision(cast("Any", None), 0, view, move))


def test_every_game_has_its_kinds() -> None:
    assert set(silly.KINDS) == set(GAMES)


def test_a_raise_is_silly_where_a_smaller_one_would_settle_the_hand() -> None:
    start = mitigati.deal_hands({}, options={"bargaining": True})
    state = mitigati.after(start, "ask 20", "offer 5", "pass")  # seats 1, 2 and 0
    assert silly_moves_made(state, "ask 5") == []
    assert silly_moves_made(state, "ask 4") == [silly.RAISE]
    assert silly_moves_made(state, "ask 10") == [], "the other may come to meet it"
    assert silly_moves_made(state, "pass") == []
    answered = mitigati.after(state, "pass")
    assert silly_moves_made(answered, "offer 20") == []
    assert silly_moves_made(answered, "offer 21") == [silly.RAISE]
    assert silly_moves_made(mitigati.after(start, "ask 20"), "offer 30") == [], "a first word is no raise"


def test_an_honour_is_silly_on_anothers_trick_where_a_card_of_1_would_do() -> None:
    hands = {0: "1 5 2A", 1: "20 KE", 2: "3 QE"}
    state = mitigati.after(mitigati.begin_play(hands), "play 20", "play 3")
    legal = state.legal(0).moves
    assert {"play 1", "play 5"} <= set(legal)
    assert silly_moves_made(state, "play 1") == [silly.HONOUR]
    assert silly_moves_made(state, "play 5") == []


def test_a_king_is_silly_on_the_others_trick_where_a_card_of_1_would_do() -> None:
    state = conference.begin_play({0: "5E", 1: "20 -E", 2: "3E", 3: "KE 6E"})
    state = conference.after(state, "play 5E", "play 20", "play 3E")
    assert silly_moves_made(state, "play KE") == [silly.DEAR]
    assert silly_moves_made(state, "play 6E") == []
    state = conference.begin_play({0: "5E", 1: "7E", 2: "3E", 3: "KE 6E"})
    state = conference.after(state, "play 5E", "play 7E", "play 3E")
    assert silly_moves_made(state, "play KE") == [], "it wins"


def test_an_ace_is_silly_before_the_last_seat_where_the_trick_is_lost_already() -> None:
    state = mitigati.after(mitigati.begin_play({0: "2E 3E", 1: "KE", 2: "AE 4E"}), "play KE")
    assert silly_moves_made(state, "play AE") == [silly.DEAR]
    assert silly_moves_made(state, "play 4E") == []
    state = mitigati.after(mitigati.begin_play({0: "2E", 1: "10E", 2: "AE KE 4E"}), "play 10E")
    assert silly_moves_made(state, "play KE") == [], "it wins so far"


def test_a_partner_who_is_to_play_may_still_win() -> None:
    state = conference.after(conference.begin_play({0: "KE", 1: "3E", 2: "AE 2E", 3: "6E"}), "play KE", "play 3E")
    assert silly_moves_made(state, "play AE") == [], "the partner plays last"
    state = conference.after(
        conference.begin_play({2: "2E", 3: "KE", 0: "AE 4E", 1: "6E"}, dealer=1), "play 2E", "play KE"
    )
    assert silly_moves_made(state, "play AE") == [], "so it does here"
    state = conference.begin_play({1: "2E", 2: "KE", 3: "3E", 0: "AE 4E"}, dealer=0)
    state = conference.after(state, "play 2E", "play KE", "play 3E")
    assert silly_moves_made(state, "play AE") == [silly.DEAR]


def test_a_partners_sure_trick_is_not_to_be_trumped() -> None:
    state = conference.begin_play({0: "5E", 1: "6E", 2: "KE -E", 3: "4 9 -E"})
    state = conference.after(state, "play 5E", "play 6E", "play KE")
    moves = [move for move in state.legal(3).moves if move.startswith("play ")]
    assert all(silly.PARTNER not in silly_moves_made(state, move) for move in moves), "who is void must trump"
    state = conference.begin_play({0: "10", 1: "3", 2: "20", 3: "4 21"})
    state = conference.after(state, "play 10", "play 3", "play 20")
    assert silly_moves_made(state, "play 21") == [silly.PARTNER]
    assert silly_moves_made(state, "play 4") == []


@pytest.mark.parametrize(
    ("turn_up", "hand", "kinds"),
    [
        ("3H", ["TREACHERY", "1S", "2S"], [silly.FOLD]),
        ("TREACHERY", ["WOLF", "1S", "2S"], [silly.FOLD]),
        ("3H", ["WOLF", "1S", "2S"], []),
    ],
)
def test_a_fold_is_silly_with_a_trick_that_is_sure(turn_up: str, hand: list[str], kinds: list[str]) -> None:
    assert find_silly("fold", game="voren", turn_up=turn_up, hand=hand) == kinds
    assert find_silly("stay", game="voren", turn_up=turn_up, hand=hand) == []


def test_wild_cards_going_out_and_what_was_taken() -> None:
    view = {
        "game": "five_crowns",
        "wild": "3",
        "out": None,
        "hand": ["3S", "JOKER", "5H", "6D"],
        "moves": ["discard 3S", "discard JOKER", "discard 5H", "discard 6D"],
        "fresh": {"move": "take", "card": "5H"},
    }
    assert find_silly("discard 3S", **view) == [silly.WILD]
    assert find_silly("discard JOKER", **view) == [silly.WILD]
    assert find_silly("discard 5H", **view) == [silly.THROWN_BACK]
    assert find_silly("discard 6D", **view) == []
    assert find_silly("discard 3S", **{**view, "out": 1}) == []
    assert find_silly("discard 3S", **{**view, "hand": ["3S", "JOKER"]}) == []
    can_go_out = {**view, "moves": [*view["moves"], "out 6D"]}
    assert find_silly("discard 6D", **can_go_out) == [silly.NOT_OUT]
    assert find_silly("out 6D", **can_go_out) == []
    assert find_silly("take", **view) == []


def spare_tricks(view: View, seat: int) -> int:
    """How many of the named tricks that are open must be lost if the seat is to win just as many as it named (A8.1)."""
    still_open = [*view["left"][seat], *(view["right"] if seat == view["declarer"] else ())]
    return view["taken"][seat] + len(still_open) - view["numbers"][seat]


def test_bids_are_kept_in_abracadabra_where_the_last_card_of_a_trick_decides() -> None:
    """In random games: what was named is lost after such a move, and after the other kind more is won than named."""
    game, rng, counts = GAMES["abracadabra"], Random(4), Counter[str]()
    for number in range(60):
        seats = 2 + number % 3
        state = game.new(seats, game.resolve({"deals": 1}, seats), 0)
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.awaited[0]
            view, move = state.view(seat), random_move(state, seat, rng)
            kinds = silly_kinds(Decision(state, seat, view, move))
            state = state.apply(seat, move)
            counts.update(kinds)
            after = state.view(seat)
            trick = (after["tricks"] or after["last"]["tricks"])[-1] if kinds else None
            if silly.NAMED in kinds or silly.MADE_UP in kinds:
                message = after if after["tricks"] else after["last"]
                bid_card = BIDS.texts[len(view["tricks"])]
                assert trick
                assert trick["winner"] != seat
                assert bid_card in (*message["lost"][seat], *message["turned"])
                reached = view["taken"][seat] <= view["numbers"][seat] and spare_tricks(view, seat) > 0
                assert kinds == [silly.MADE_UP if reached else silly.NAMED]
            if silly.UNNAMED in kinds:
                assert trick
                assert trick["winner"] == seat
                assert view["taken"][seat] >= view["numbers"][seat]
    assert min(counts[kind] for kind in silly.KINDS["abracadabra"]) > 5
