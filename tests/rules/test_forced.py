"""`Conduct.is_forced`: where everybody can tell that a seat has one move alone, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from rules.contract import Game, OptionValue, State
from rules.registry import GAMES
from rules.simulate import random_move, random_order


def play_positions(
    game: Game,
    seats: int,
    seed: int,
    most: int,
    options: Mapping[str, OptionValue] | None = None,
    move: Callable[[State, int, Random], str] = random_move,
) -> list[State]:
    """Return the positions of a game of such moves, `most` at the most."""
    rng = Random(seed)
    states = [game.new(seats, game.resolve(options or {}, seats), rng.randrange(seats))]
    while not states[-1].finished and len(states) < most:
        state = states[-1]
        if state.expects is not None:
            states.append(state.chance(state.expects.event, random_order(state, rng)))
        else:
            seat = rng.choice(state.to_act)
            states.append(state.apply(seat, move(state, seat, rng)))
    return states


FORCED = {
    "voren": {"stay", "play"},
    "mitigati": {"play"},
    "conference": {"play"},
    "abracadabra": {"suit", "bid", "play"},
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_seat_that_is_forced_has_one_move(game: Game) -> None:
    """It alone is to act, and lists that move; in Voren and Abracadabra that comes about in every way there is, in the
    tarot games with a last card.
    """
    kinds: set[str] = set()
    for seed in range(6):
        for state in play_positions(game, min(game.seats[0] + seed % 3, game.seats[1]), seed, 400):
            if not game.conduct.is_forced(state.view(None)):
                continue
            (seat,) = state.to_act
            moves, templates = state.legal(seat)
            assert len(moves) == 1
            assert not templates
            kinds.add(state.phase)
    assert kinds == FORCED.get(game.id, set())


def test_a_seat_with_several_cards_of_which_one_is_legal_is_never_forced() -> None:
    """That it may play one alone only its holder knows; of a last card, and of a Stay under all-play, all do."""
    game, single_moves = GAMES["voren"], 0
    for seed in range(12):
        for state in play_positions(game, 2 + seed % 5, seed, 300):
            if len(state.to_act) != 1:
                continue
            (seat,) = state.to_act
            view = state.view(seat)
            count = len(view["hand"] or ())
            forced = game.conduct.is_forced(state.view(None))
            if state.phase == "play":
                assert forced is (count == 1)
                single_moves += count > 1 and len(view["moves"]) == 1
            elif state.phase == "stay":
                assert forced is (view["moves"] == ["stay"])
            else:
                assert not forced
    assert single_moves > 20


def test_in_mitigati_a_last_card_alone_is_forced() -> None:
    """One that follows suit alone only its holder knows; nothing before play is forced."""
    game, single_moves, last_cards = GAMES["mitigati"], 0, 0
    for seed in range(5):
        for state in play_positions(game, 3, seed, 400):
            if not state.to_act:
                continue
            view = state.view(state.to_act[0])
            forced = game.conduct.is_forced(state.view(None))
            assert forced is (state.phase == "play" and len(view["hand"]) == 1)
            single_moves += state.phase == "play" and len(view["moves"]) == 1 and not forced
            last_cards += forced
    assert single_moves > 20
    assert last_cards > 5


def test_in_abracadabra_all_that_lies_open_is_told_apart_from_what_a_hand_hides() -> None:
    """One suit left, a bid of all tricks, a last card, one card of the dummy: forced; one of a hand: not."""
    game, kinds, single_moves = GAMES["abracadabra"], set[str](), 0
    for seed in range(12):
        for state in play_positions(game, 2 + seed % 3, seed, 400):
            if len(state.to_act) != 1 or state.phase in {"place", "expose"}:
                continue
            view = state.view(state.to_act[0])
            is_only_move = len(view["moves"]) == 1
            hidden = state.phase == "play" and view["due"] == "hand" and len(view["hand"]) > 1
            assert game.conduct.is_forced(state.view(None)) is (is_only_move and not hidden)
            single_moves += is_only_move and hidden
            if is_only_move and not hidden:
                kinds.add(f"{state.phase} {view['due'] if view['with_dummy'] else ''}")
    assert single_moves > 20
    assert kinds == {"suit ", "bid ", "bid None", "play ", "play hand", "play dummy"}


def choose_keeping(state: State, seat: int, rng: Random) -> str:
    """Return a random move that keeps Good and Evil while anything else may be played."""
    other = [move for move in state.legal(seat).moves if "GOOD" not in move and "EVIL" not in move]
    return rng.choice(other) if other else random_move(state, seat, rng)


def test_in_conference_a_last_card_alone_is_forced_and_none_that_may_call() -> None:
    """C7.2, C7.4: whether a last card is Good or Evil, with which its player calls, others cannot tell."""
    game = GAMES["conference"]
    counts = {"forced": 0, "may call": 0, "calls": 0, "no more": 0}
    for seed in range(16):
        good_evil = ("allegiance", "allegiance", "trumps", "none")[seed % 4]
        for state in play_positions(game, 4, seed, 400, {"good_evil": good_evil, "hands": 1}, choose_keeping):
            if len(state.to_act) != 1:
                continue
            (seat,) = state.to_act
            view = state.view(seat)
            forced = game.conduct.is_forced(state.view(None))
            if state.phase != "play" or len(view["hand"]) > 1:
                assert not forced
                continue
            played = {card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]}
            free = bool(view["calls"]) and view["calls"][0]["seat"] // 2 == seat // 2
            if good_evil == "allegiance" and not {"GOOD", "EVIL"} <= played and not free:
                assert not forced
                counts["may call"] += 1
                counts["calls"] += len(view["moves"]) == 2
            else:
                assert forced
                assert len(view["moves"]) == 1
                counts["forced"] += 1
                counts["no more"] += free and not {"GOOD", "EVIL"} <= played
    assert all(counts.values()), counts
