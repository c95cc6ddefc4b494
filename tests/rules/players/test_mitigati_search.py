"""The search of Mitigati: legal candidates, and clear positions in which the heuristic player errs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules.contract import Pack, Refusal, State
from rules.players import players_of, strong_player
from rules.players.mitigati.heuristic import choose, hoped
from rules.players.mitigati.search import AROUND, FIRST_ASKS, candidates, estimate
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from rules.tarot.cards import CARDS
from tests.rules.mitigati.stacked import after, deal_hands, new, stack_pack

GAME = GAMES["mitigati"]
NORMAL = players_of(GAME)["normal"].choose
STRONG = strong_player(GAME, 8)


def positions(games: int, seed: int) -> Iterator[tuple[State, int]]:
    """Positions of random games in which a seat is to act, with all options; half the moves are the heuristic's."""
    rng = Random(seed)
    for number in range(games):
        options = {"hands": 1, "bargaining": number % 4 > 0, "bonuses": ("each", "flat")[number % 2]}
        state = GAME.new(3, GAME.resolve(options, 3), rng.randrange(3))
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            (seat,) = state.to_act
            yield state, seat
            move = NORMAL(state.view(seat), rng) if rng.random() < 0.5 else random_move(state, seat, rng)
            state = state.apply(seat, move)


def test_all_candidates_are_legal_and_those_asked_for_are_among_them() -> None:
    rng, phases = Random(1), dict[str, int]()
    for state, seat in positions(24, 1):
        view = state.view(seat)
        wanted = [choose(view, rng), random_move(state, seat, rng)]
        found = candidates(view, wanted)
        assert set(wanted) <= set(found)
        assert len(set(found)) == len(found)
        for move in found:
            try:
                state.apply(seat, move)
            except Refusal as refusal:
                pytest.fail(f"{move}: {refusal}")
        phases[state.phase] = max(phases.get(state.phase, 0), len(found))
    assert set(phases) == {"bargain", "discard", "declare", "play"}
    assert max(phases.values()) < 30


def some_positions() -> list[tuple[State, int]]:
    """A few positions of every phase."""
    found: dict[str, list[tuple[State, int]]] = {}
    for state, seat in positions(12, 2):
        found.setdefault(state.phase, []).append((state, seat))
    return [one for group in found.values() for one in Random(1).sample(group, 4)]


def test_estimates_are_sorted_and_hold_every_candidate() -> None:
    for state, seat in some_positions():
        view = state.view(seat)
        heuristic = choose(view, Random(1))
        estimates = estimate(view, [heuristic], 8, Random(2))
        assert {found.move for found in estimates} == set(candidates(view, [heuristic]))
        assert [found.points for found in estimates] == sorted((found.points for found in estimates), reverse=True)


def test_reasons_are_short_and_name_no_card() -> None:
    for state, seat in some_positions():
        hint = STRONG.advise(state.view(seat), Random(2))
        assert 0 < len(hint.why) <= 200
        assert not set(hint.why.replace(".", " ").split()) & {text for text in CARDS.texts if not text.isdigit()}
        state.apply(seat, hint.move)


def test_it_keeps_the_magician_where_a_higher_trump_takes_the_trick() -> None:
    """The heuristic player lets a trick of two points go, and gives it the only trump that does not win: five more."""
    hands = {1: "2A 3E", 2: "5 4E", 0: "1 18 9W"}
    cards = CARDS.listed(CARDS.mask(" ".join(hands.values()).split()))
    state = new(pack=Pack(tuple(cards), (1, 1))).chance("deal", stack_pack(hands, 0, cards, (1, 1)))
    state = after(state, "discard 9W", *["declare nothing"] * 3, "play 2A", "play 5")
    assert NORMAL(state.view(0), Random(1)) == "play 1"
    assert strong_player(GAME, 32).choose(state.view(0), Random(1)) == "play 18"


def test_it_stops_a_poor_hand_and_plays_a_rich_one() -> None:
    poor, rich = "2E 3E 4E 6A 7A 8F 9F 2W 3W 4W", "KE KA KF KW 1 21 FOOL 20 19 18"
    player = strong_player(GAME, 32)
    for hand, stops in ((poor, True), (rich, False)):
        state = after(deal_hands({0: hand}, 0, {"bargaining": True}), "offer 20", "pass")
        assert (player.choose(state.view(0), Random(1)) == "pass") is stops


def test_a_first_ask_is_for_the_same_numbers_whatever_the_hand() -> None:
    hands = "2E 3E 4E 6A 7A 8F 9F 2W 3W 4W", "KE KA KF KW 1 21 FOOL 20 19 18"
    asks = [
        {
            move
            for move in candidates(deal_hands({1: hand}, 0, {"bargaining": True}).view(1), [])
            if move.startswith("ask")
        }
        for hand in hands
    ]
    assert asks[0] == asks[1] == {f"ask {number}" for number in FIRST_ASKS}


def test_a_later_ask_goes_by_the_hand() -> None:
    state = after(deal_hands({1: "2E 3E 4E KA KF 8F 9F 2W 20 19"}, 0, {"bargaining": True}), "ask 40", "ask 30", "pass")
    view = state.view(1)
    asks = {int(move.split(" ")[1]) for move in candidates(view, []) if move.startswith("ask")}
    assert asks == {hoped(view) + more for more in AROUND if 1 <= hoped(view) + more < 40}


def test_no_word_gives_away_more_than_the_others_words_need() -> None:
    """M3.6: a surplus goes to others. The word that just settles the hand is among those looked at."""
    start = deal_hands({}, options={"bargaining": True})
    lower = after(start, "ask 20", "offer 5", "pass")  # seats 1, 2 and 0
    asks = {int(move.split(" ")[1]) for move in candidates(lower.view(1), []) if move.startswith("ask")}
    assert min(asks) == 5
    higher = after(lower, "pass")
    offers = {int(move.split(" ")[1]) for move in candidates(higher.view(2), []) if move.startswith("offer")}
    assert max(offers) == 20
    offered = after(start, "offer 1", "ask 9", "pass", "pass")  # seats 1, 2, 0 and 1
    assert not [move for move in candidates(offered.view(2), []) if move.startswith("offer")], "an ask of 1 settles it"
