"""The yardsticks of the arena: the greedy player and the plain search, which nobody meets at a table."""

from __future__ import annotations

from random import Random

import pytest

from rules.arena import greedy, plain
from rules.contract import State
from rules.players import LEVELS
from rules.registry import GAMES
from tests.rules.abracadabra import stacked as abracadabra
from tests.rules.conference import stacked as conference
from tests.rules.five_crowns import stacked as five_crowns
from tests.rules.mitigati import stacked as mitigati
from tests.rules.players.positions import positions


def by_greed(state: State) -> str:
    """The greedy player's move for the seat that is to act."""
    (seat,) = state.to_act
    return greedy.choose(state.view(seat), Random(1))


def by_plain_search(state: State) -> str:
    """The plain search's move for the seat that is to act."""
    (seat,) = state.to_act
    view = state.view(seat)
    return plain.choose(GAMES[view["game"]], view, Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_the_greedy_player_makes_legal_moves_in_every_phase(game: str) -> None:
    results = positions(GAMES[game], Random(f"greedy {game}"))
    assert len({state.phase for state, _ in results}) > 1
    for state, seat in results:
        state.apply(seat, greedy.choose(state.view(seat), Random(1)))


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_search_makes_legal_moves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WORLDS", 2)
    monkeypatch.setattr(plain, "GREEDY_WORLDS", 1)
    monkeypatch.setattr(plain, "DRAWN", 1)
    by_phase = {state.phase: (state, seat) for state, seat in positions(GAMES[game], Random(f"plain {game}"))}
    for state, seat in by_phase.values():
        state.apply(seat, plain.choose(GAMES[game], state.view(seat), Random(1)))


def test_neither_is_a_level() -> None:
    assert not {"greedy", "plain"} & set(LEVELS)


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    state = mitigati.begin_play({0: "5E"})
    view = next(state.view(seat) for seat in range(3) if seat not in state.to_act)
    with pytest.raises(ValueError, match="nothing to do"):
        greedy.choose(view, Random(1))
    with pytest.raises(ValueError, match="nothing to do"):
        plain.choose(GAMES["mitigati"], view, Random(1))


def test_the_greedy_player_takes_much_cheaply_and_lets_little_go() -> None:
    rich = mitigati.after(mitigati.begin_play({0: "KE 2E", 1: "QE", 2: "3E"}), "play QE", "play 3E")
    assert by_greed(rich) == "play KE"
    poor = mitigati.after(mitigati.begin_play({0: "10 9 5", 1: "7", 2: "6"}), "play 7", "play 6")
    assert by_greed(poor) == "play 5", "a trick of 2 points is worth no trump"


def test_the_greedy_player_gives_points_to_its_partner() -> None:
    state = conference.after(conference.begin_play({0: "KE", 1: "AE 2E CE", 2: "3E", 3: "4E"}), "play KE")
    assert by_greed(state) == "play AE"


def test_the_greedy_player_wins_tricks_until_it_has_enough() -> None:
    at = abracadabra.deal_hands(abracadabra.table(3), {1: "AS", 2: "QS 7S"}, turned="9H")
    lacking = abracadabra.in_play(at, bid=1)
    assert by_greed(lacking.state)[5] == "A"
    satisfied = abracadabra.play_moves(lacking, "AS")
    assert by_greed(satisfied.state) == "play QS"


def test_the_greedy_player_takes_what_lowers_the_leftover() -> None:
    at = five_crowns.deal_hands(five_crowns.table(first=4, last=4), {1: "9S 9H KD QC"}, turn_up="9D")
    assert by_greed(at.state) == "take"
    at = five_crowns.deal_hands(five_crowns.table(first=4, last=4), {1: "5S 9H 3D 6C"}, turn_up="KD")
    assert by_greed(at.state) == "draw"


def test_the_plain_search_takes_a_rich_trick_as_the_last_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "WORLDS", 96)  # enough to see it through the noise of random play
    state = mitigati.after(mitigati.begin_play({0: "KE 2E", 1: "QE", 2: "CE"}), "play QE", "play CE")
    assert by_plain_search(state) == "play KE"
