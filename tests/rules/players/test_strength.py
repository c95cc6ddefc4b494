"""Each heuristic player beats chance: one of them, or a side, among random players, in each seat in turn."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

from rules.conference.records import partner
from rules.contract import Game
from rules.players import players_of
from rules.registry import GAMES
from rules.simulate import random_order

BETTER = {"abracadabra": 1, "conference": 1, "five_crowns": -1, "mitigati": 1, "voren": 1}
"""The games that have such a player, and whether many points are good there or bad."""

OPTIONS = {"voren": {"limit": 5}}
"""Among ten who play at random Voren's matches grow without end, and no mean says anything: they are kept small."""

SIDES = {"conference": partner}
"""The games in which two share their points: there a side sits among the others, for one alone has a partner's luck."""

DEALS = 500
SEEDS = {"fewest": 11, "most": 12}


def lead(game: Game, seats: int, deals: int, seed: int) -> list[int]:
    """By how much more a deal brought a seat (of a side: each) than the others' mean, in points times their number."""
    normal, rng = players_of(game)["normal"].choose, Random(seed)
    found: list[int] = []
    while len(found) < deals:
        one = len(found) % seats
        mine = {one, SIDES[game.id](one)} if game.id in SIDES else {one}
        state = game.new(seats, game.resolve(OPTIONS.get(game.id, {}), seats), rng.randrange(seats))
        before: list[int] = state.view(None)["scores"]
        while not state.finished and len(found) < deals:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.awaited[0]
            choose = normal if seat in mine else players_of(game)["random"].choose
            number, state = state.number, state.apply(seat, choose(state.view(seat), rng))
            if state.finished or state.number > number:
                scores: list[int] = state.view(None)["scores"]
                brought = [now - then for now, then in zip(scores, before, strict=True)]
                ours = [brought[seat] for seat in mine]
                found.append(sum(ours) // len(ours) * (seats - len(ours)) - sum(brought) + sum(ours))
                before = scores
    return found


def test_every_game_with_such_a_player_is_held_to_it() -> None:
    assert {game.id for game in GAMES.values() if "normal" in players_of(game)} == set(BETTER)


@pytest.mark.soak
@pytest.mark.parametrize("seats", SEEDS)
@pytest.mark.parametrize("game", BETTER)
def test_it_beats_chance_over_500_deals(game: str, seats: str) -> None:
    """The lower bound of the mean, 95 per cent sure, is above nothing."""
    played = GAMES[game]
    leads = [BETTER[game] * one for one in lead(played, played.seats[seats == "most"], DEALS, SEEDS[seats])]
    low = mean(leads) - 1.96 * stdev(leads) / len(leads) ** 0.5
    others = played.seats[seats == "most"] - (2 if game in SIDES else 1)
    print(f"{game}, {seats} seats: {mean(leads) / others:.2f} points a deal better, at least {low / others:.2f}")
    assert low > 0
