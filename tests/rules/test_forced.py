"""`Game.forced`: where everybody can tell that a seat has one move alone, and nowhere else."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import Game, State
from rules.registry import GAMES
from rules.simulate import random_move, random_order


def positions(game: Game, seats: int, seed: int, most: int) -> list[State]:
    """Every position of a random game, as far as `most` events."""
    rng = Random(seed)
    found = [game.new(seats, game.resolve({}, seats), rng.randrange(seats))]
    while not found[-1].finished and len(found) < most:
        state = found[-1]
        if state.expects is not None:
            found.append(state.chance(state.expects.event, random_order(state, rng)))
        else:
            seat = rng.choice(state.to_act)
            found.append(state.apply(seat, random_move(state, seat, rng)))
    return found


FORCED = {"voren": {"stay", "play"}, "mitigati": {"play"}, "abracadabra": {"suit", "bid", "play"}}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_seat_that_is_forced_has_one_move(game: Game) -> None:
    """It alone is to act, and lists that move; in Voren and Abracadabra that comes about in every way there is, in
    Mitigati with a last card.
    """
    kinds: set[str] = set()
    for seed in range(12):
        for state in positions(game, min(game.seats[0] + seed % 3, game.seats[1]), seed, 400):
            if not game.forced(state.view(None)):
                continue
            (seat,) = state.to_act
            moves, templates = state.legal(seat)
            assert len(moves) == 1
            assert not templates
            kinds.add(state.phase)
    assert kinds == FORCED.get(game.id, set())


def test_a_seat_with_several_cards_of_which_one_is_legal_is_never_forced() -> None:
    """That it may play one alone only its holder knows; of a last card, and of a Stay under all-play, all do."""
    game, alone = GAMES["voren"], 0
    for seed in range(30):
        for state in positions(game, 2 + seed % 5, seed, 300):
            if len(state.to_act) != 1:
                continue
            (seat,) = state.to_act
            view = state.view(seat)
            held = len(view["hand"] or ())
            forced = game.forced(state.view(None))
            if state.phase == "play":
                assert forced is (held == 1)
                alone += held > 1 and len(view["moves"]) == 1
            elif state.phase == "stay":
                assert forced is (view["moves"] == ["stay"])
            else:
                assert not forced
    assert alone > 20


def test_in_mitigati_a_last_card_alone_is_forced() -> None:
    """One that follows suit alone only its holder knows; nothing before play is forced."""
    game, alone, last = GAMES["mitigati"], 0, 0
    for seed in range(6):
        for state in positions(game, 3, seed, 400):
            if not state.to_act:
                continue
            view = state.view(state.to_act[0])
            forced = game.forced(state.view(None))
            assert forced is (state.phase == "play" and len(view["hand"]) == 1)
            alone += state.phase == "play" and len(view["moves"]) == 1 and not forced
            last += forced
    assert alone > 20
    assert last > 5


def test_in_abracadabra_all_that_lies_open_is_told_apart_from_what_a_hand_hides() -> None:
    """One suit left, a bid of all tricks, a last card, one card of the dummy: forced; one of a hand: not."""
    game, kinds, alone = GAMES["abracadabra"], set[str](), 0
    for seed in range(12):
        for state in positions(game, 2 + seed % 3, seed, 400):
            if len(state.to_act) != 1 or state.phase in {"place", "expose"}:
                continue
            view = state.view(state.to_act[0])
            one = len(view["moves"]) == 1
            hidden = state.phase == "play" and view["due"] == "hand" and len(view["hand"]) > 1
            assert game.forced(state.view(None)) is (one and not hidden)
            alone += one and hidden
            if one and not hidden:
                kinds.add(f"{state.phase} {view['due'] if view['with_dummy'] else ''}")
    assert alone > 20
    assert kinds == {"suit ", "bid ", "bid None", "play ", "play hand", "play dummy"}
