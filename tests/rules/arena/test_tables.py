"""The tables of the arena: their cards follow from seed, deal, hand and event, and each level sits in every seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.arena.tables import Choose, Contest, play_deal
from rules.contract import Game, State
from rules.players import player_of
from rules.registry import GAMES


def contest(game: str, seats: int, seed: str = "s", **players: Choose) -> Contest:
    """A contest of normal players, unless others are named for `a` and `b`."""
    normal = player_of(GAMES[game]).choose
    return Contest(GAMES[game], seats, {}, {"a": normal, "b": normal, **players}, seed)


@pytest.mark.parametrize(
    ("game", "seats", "tables"),
    [("voren", 2, 2), ("mitigati", 3, 6), ("abracadabra", 4, 8), ("conference", 4, 2), ("five_crowns", 2, 2)],
)
def test_each_level_sits_as_often_in_every_seat(game: str, seats: int, tables: int) -> None:
    seatings = contest(game, seats).seatings()
    assert len(set(seatings)) == len(seatings) == tables
    for seat in range(seats):
        assert Counter(seating[seat] for seating in seatings) == {"a": tables // 2, "b": tables // 2}


def test_in_conference_partners_are_of_one_level() -> None:
    assert contest("conference", 4).seatings() == ["aabb", "bbaa"]


@pytest.mark.parametrize(("game", "seats"), [("voren", 2), ("mitigati", 3), ("conference", 4)])
def test_one_may_sit_alone_among_the_others(game: str, seats: int) -> None:
    seatings = replace(contest(game, seats), alone=True).seatings()
    assert sorted(seating.index("a") for seating in seatings) == list(range(seats))
    assert all(seating.count("a") == 1 for seating in seatings)


class Watched:
    """Plays at random, and notes what was dealt at the start of each hand and the first random number of each seat."""

    def __init__(self, game: Game) -> None:
        self.choose_any = player_of(game, "random").choose
        self.hands: list[tuple[int, int, list[str]]] = []
        self.numbers: dict[int, float] = {}

    def choose(self, view: dict[str, object], rng: Random) -> str:
        copy = Random()
        copy.setstate(rng.getstate())
        seat, hand = view["seat"], view["hand"]
        assert isinstance(seat, int)
        assert isinstance(hand, list)
        self.numbers.setdefault(seat, copy.random())
        self.hands.append((int(str(view["number"])), seat, hand))
        return self.choose_any(view, rng)


def deal_pack(game: Game, state: State, cards: list[str], seed: str) -> State:
    """The first position of a hand whose pack is these cards, shuffled as the arena does."""
    order = sorted(cards)
    Random(seed).shuffle(order)
    return state.chance("deal", order)


def test_the_cards_are_shuffled_by_seed_deal_hand_event_and_zero() -> None:
    game = GAMES["five_crowns"]
    for deal in (0, 1, 13):
        watched = Watched(game)
        play_deal(contest("five_crowns", 2, "seed", a=watched.choose, b=watched.choose), deal)
        size = 3 + deal % 11
        start = game.new(2, game.resolve({"first": size, "last": size}, 2), deal % 2)
        assert start.expects
        first = deal_pack(game, start, list(start.expects.cards), f"seed/{deal}/0/deal/0")
        number, seat, hand = watched.hands[0]
        assert (number, seat) == (0, first.to_act[0])
        assert hand == first.view(seat)["hand"]
        assert watched.numbers == {seat: Random(f"seed/{deal}/{seat}/player").random() for seat in range(2)}


def nobody_goes_out(view: dict[str, Any], _rng: Random) -> str:
    """Draws and discards until the stock runs out."""
    return next(move for move in view["moves"] if move == "draw" or move.startswith("discard"))


def test_a_later_hand_and_a_reshuffle_have_their_own_numbers() -> None:
    questions: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.arena.tables.Random", lambda seed: questions.append(seed) or Random(seed))
        play_deal(contest("voren", 2, "v"), 3)
        dealt_seeds = [seed for seed in questions if "deal" in seed]
        assert dealt_seeds == [f"v/3/{hand}/deal/0" for hand in range(4)] * 2
        questions.clear()
        play_deal(contest("five_crowns", 2, "f", a=nobody_goes_out, b=nobody_goes_out), 10)
        again = [seed for seed in questions if "reshuffle" in seed]
    assert again
    assert set(again) <= {f"f/10/0/reshuffle/{number}" for number in range(1, 9)}
    assert again[0] == "f/10/0/reshuffle/1"


def test_equal_players_are_equal_over_the_tables_of_a_deal() -> None:
    """Where the players use no chance, every rotation of `ab` gives both the same cards: the leads cancel out."""
    played = play_deal(contest("five_crowns", 2), 4)
    assert sum(played.leads) == 0
    assert sum(played.firsts) == 1
    assert played.lead == 0
    assert set(played.seconds) == {"a", "b"}
    assert all(played.seconds.values())


def test_a_lead_is_good_where_the_fewest_points_win() -> None:
    game = GAMES["five_crowns"]
    leads = [play_deal(contest("five_crowns", 2, b=player_of(game, "random").choose), deal).lead for deal in range(10)]
    assert sum(leads) > 0


def test_who_are_level_share_the_first_place_and_partners_are_level() -> None:
    alone = replace(contest("conference", 4), alone=True)
    assert {first for deal in range(3) for first in play_deal(alone, deal).firsts} == {0.0, 0.5}
