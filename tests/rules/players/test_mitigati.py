"""The heuristic player of Mitigati: better than chance, sensible in every phase, and no wiser than its view."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

from rules.contract import State
from rules.players import players_of
from rules.players.mitigati import weigh
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table
from rules.tarot.cards import CARDS, points
from tests.rules.mitigati.stacked import after, begin_play, deal_hands

GAME = GAMES["mitigati"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose
ANY = Random(1)


def choose_move(state: State) -> str:
    """The move of whoever is to act."""
    return NORMAL(state.view(state.to_act[0]), ANY)


@pytest.mark.parametrize("bargaining", [True, False])
def test_it_beats_chance(bargaining: bool) -> None:
    """Points a deal against two random players, in each of the three seats in turn: surely more than nothing."""
    rng, brought = Random(f"mitigati {bargaining}"), list[int]()
    for number in range(120 if bargaining else 80):
        state = GAME.new(3, GAME.resolve({"hands": 1, "bargaining": bargaining}, 3), rng.randrange(3))
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            state = state.apply(seat, (NORMAL if seat == number % 3 else RANDOM)(state.view(seat), rng))
        brought.append(state.score().totals[number % 3])
    assert mean(brought) - 1.96 * stdev(brought) / len(brought) ** 0.5 > 5


def test_it_plays_whole_games_by_itself_and_asks_no_more_than_its_view() -> None:
    """The same view, whatever world is behind it, the same move; a round of bargaining ends within nine words."""
    rng, bought, played = Random(3), 0, 0
    for _ in range(2):
        table, words = Table.new(GAME, 3, {"hands": 3}), 0
        while not table.state.finished:
            state = table.state
            if state.expects:
                table = table.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            move = choose_move(state)
            if rng.random() < 0.2:
                assert move == NORMAL(table.imagine(seat, rng).state.view(seat), Random(7))
            before = state.view(None)["reached"]
            table = table.move(seat, move)
            after_it = table.state.view(None)
            words = words + 1 if state.phase == "bargain" and after_it["reached"] == before else 0
            assert words < 9
            if after_it["last"] and after_it["last"]["number"] == state.number:
                bought += after_it["last"]["bought_off"]
                played += not after_it["last"]["bought_off"]
    assert bought
    assert played


def test_it_accepts_what_is_better_than_its_hand_and_nothing_worse() -> None:
    """With ten small cards a share of an offer is taken; with Kings and Honours the deal goes on or costs more."""
    poor, rich = "2E 3E 4E 6A 7A 8F 9F 2W 3W 4W", "KE KA KF KW 1 21 FOOL 20 19 18"

    def bargaining(seat: int, hand: str) -> State:
        return deal_hands({seat: hand}, 0, {"bargaining": True})

    assert choose_move(bargaining(1, poor)).startswith("offer ")
    assert choose_move(after(bargaining(0, poor), "offer 20", "pass")) == "pass"
    assert choose_move(bargaining(1, rich)).startswith("ask ")
    word = choose_move(after(bargaining(0, rich), "offer 5", "pass"))
    assert word == "continue" or word.startswith("ask ")


def test_it_lays_away_points_that_would_not_win_and_keeps_trumps() -> None:
    state = deal_hands({0: "QE 3E 4E 9A 10A JA 7F 8F 9F 10F JF CF 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 KW"})
    cards = choose_move(state).split(" ")[1:]
    assert points(CARDS.mask(cards)) >= 5
    assert not any(card.isdigit() for card in cards)


def test_it_declares_all_that_counts() -> None:
    state = deal_hands({1: "KE KA KF KW 1 2 3 4 5 6 7 8 9 10 11 12"})
    state = after(state, choose_move(state))
    assert choose_move(state) == "declare abundance 1 2 3 4 5 6 7 8 9 10 11 12 + kings with 1"


def test_it_takes_what_is_worth_it_and_throws_little_away() -> None:
    """Last to play: the King takes four points with its own five; a trick that is lost gets the least card."""
    state = begin_play({1: "QE 2A", 2: "3E 2F", 0: "KE 4E"})
    state = after(state, "play QE", "play 3E")
    assert choose_move(state) == "play KE"
    state = after(begin_play({1: "KE 2A FOOL", 2: "3E 2F", 0: "QE 4E"}), "play KE", "play 3E")
    assert CARDS.bit[choose_move(state).removeprefix("play ")] == CARDS.bit["4E"]


def test_it_chooses_what_it_weighs_most_and_weighs_every_card() -> None:
    """Over random games: the first of the moves with most points is its move, and all of them are legal."""
    rng, weighed = Random(8), dict[str, int]()
    for number in range(8):
        options = {"hands": 1, "bargaining": number % 2 == 0}
        state = GAME.new(3, GAME.resolve(options, 3), rng.randrange(3))
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            found = weigh(view)
            if found:
                assert NORMAL(view, ANY) == max(found, key=found.__getitem__)
                weighed[state.phase] = weighed.get(state.phase, 0) + 1
            if state.phase == "play":
                assert set(found) == set(view["moves"])
            else:
                for move in found:
                    state.apply(seat, move)
            state = state.apply(seat, (NORMAL if rng.random() < 0.5 else RANDOM)(view, rng))
    assert set(weighed) == {"bargain", "discard", "play"}
