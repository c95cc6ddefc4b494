"""What playouts show of a move: told only beyond chance, and so in the worlds by the rules themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules.contract import Game, State, View
from rules.players import abracadabra, compare_moves, conference, five_crowns, mitigati, players_of, voren
from rules.players.abracadabra import search as abracadabra_search
from rules.players.conference import search as conference_search
from rules.players.facts import Fact, tell, tell_difference
from rules.players.five_crowns import search as five_crowns_search
from rules.players.mitigati import search as mitigati_search
from rules.players.voren import search as voren_search
from rules.registry import GAMES
from tests.rules.players.advised import play_advised
from tests.rules.players.positions import positions

WINS = Fact("You win this trick")
RISK = Fact("You owe a match", is_good=False)
TRICKS = Fact("You win", "tricks")
SETTLED = Fact("The hand is settled", is_good=None)
FEWER = Fact("You lose", "tricks", is_good=None)
WORLDS, DECISIONS = 12, 90


def test_a_difference_is_told_in_cases_and_in_numbers() -> None:
    often, rarely = {WINS: [1.0] * 8 + [0.0] * 2}, {WINS: [1.0, *[0.0] * 9]}
    assert tell_difference(often, rarely, "your move") == "You win this trick in 8 of 10 cases, with your move in 1."
    many, few = {TRICKS: [2.0, 3.0, 2.5]}, {TRICKS: [1.0, 2.0, 1.5]}
    assert tell_difference(many, few, "the next best move") == (
        "You win about 2.5 tricks, with the next best move about 1.5."
    )


def test_a_number_that_is_0_in_all_worlds_is_none() -> None:
    assert tell({FEWER: [0.0, 0.0]}) == "You lose no tricks."
    assert tell_difference({TRICKS: [1.0, 1.0]}, {TRICKS: [0.0, 0.0]}, "your move") == (
        "You win about 1 trick, with your move none."
    )


def test_a_sum_is_got_or_paid() -> None:
    sums = Fact("You get", "points", negative="You pay")
    assert tell({sums: [-3.0, -4.0]}) == "You pay about 3.5 points."
    assert tell_difference({sums: [2.0, 3.0]}, {sums: [-3.0, -2.0]}, "the next best move") == (
        "You get about 2.5 points, with the next best move you pay about 2.5."
    )
    assert tell_difference({sums: [-2.0, -1.0]}, {sums: [-3.0, -2.0]}, "your move") == (
        "You pay about 1.5 points, with your move about 2.5."
    )


def test_adverse_or_uncertain_facts_are_not_told() -> None:
    often, rarely = [1.0] * 8 + [0.0] * 2, [1.0, *[0.0] * 9]
    assert tell_difference({WINS: rarely}, {WINS: often}, "it") == ""
    assert tell_difference({RISK: often}, {RISK: rarely}, "it") == ""
    assert tell_difference({RISK: rarely}, {RISK: often}, "it") != ""
    assert tell_difference({WINS: [1.0, 0.0, 1.0, 0.0]}, {WINS: [0.0, 1.0, 0.0, 0.0]}, "it") == ""
    assert tell_difference({WINS: often}, {}, "it") == ""


def test_a_move_by_itself_is_told_by_the_first_fact_that_is_open() -> None:
    assert tell({WINS: [1.0, 1.0], RISK: [1.0, 0.0]}) == "You owe a match in 5 of 10 cases."
    assert tell({WINS: [1.0, 1.0]}) == "You win this trick in 10 of 10 cases."
    assert tell({}) == ""


def test_a_move_is_not_told_by_what_speaks_against_it() -> None:
    rarely, often = [1.0, *[0.0] * 4], [*[1.0] * 4, 0.0]
    assert tell({WINS: rarely}) == ""
    assert tell({RISK: often}) == ""
    assert tell({Fact("They win", "points", is_good=False): [9.0]}) == ""
    assert tell({TRICKS: [0.0, 0.0]}) == ""
    assert tell({WINS: rarely, RISK: often, TRICKS: [2.0, 3.0]}) == "You win about 2.5 tricks."
    assert tell({RISK: rarely}) == "You owe a match in 2 of 10 cases."


@pytest.mark.parametrize(
    ("wins", "said"), [(39, "in nearly all cases."), (40, "in 10 of 10 cases."), (1, "in hardly any cases.")]
)
def test_nothing_is_called_sure_that_is_not(wins: int, said: str) -> None:
    assert said in tell({SETTLED: [1.0] * wins + [0.0] * (40 - wins)})


def trick_winner(state: State, view: View) -> int:
    """Who has won the trick that was in progress in a view, by the rules."""
    after: Any = state.view(None)
    tricks = after["tricks"] if len(after.get("tricks", ())) > len(view["tricks"]) else after["last"]["tricks"]
    return tricks[len(view["tricks"])]["winner"]


def plays(game: str, seats: int) -> list[tuple[State, int, View]]:
    """Decisions of a game under its own options."""
    return [(one.state, one.seat, one.view) for one in play_advised(game, seats, {}, seed=1, most=DECISIONS)]


SEARCHED = [game for game in GAMES.values() if "strong" in players_of(game)]
"""Games whose strong player plays worlds out."""

Won = Callable[[int, int], bool]
LAST_CARDS: list[tuple[str, Any, Fact, int, Won]] = [
    ("mitigati", mitigati, mitigati_search.TRICK, 3, lambda winner, seat: winner == seat),
    ("conference", conference, conference_search.TRICK, 4, lambda winner, seat: winner // 2 == seat // 2),
    ("conference", conference, conference_search.PARTNER, 4, lambda winner, seat: winner == seat ^ 1),
    ("abracadabra", abracadabra, abracadabra_search.TRICK, 4, lambda winner, seat: winner == seat),
]


@pytest.mark.parametrize(
    ("name", "module", "fact", "seats", "won"), LAST_CARDS, ids=[f"{row[0]}: {row[2].text}" for row in LAST_CARDS]
)
def test_trick_winner_matches_the_rules(name: str, module: Any, fact: Fact, seats: int, won: Won) -> None:
    """The last card of a trick decides it: in every world that agrees with the view the rules say the same."""
    seen = set[bool]()
    for state, seat, view in plays(name, seats):
        last = seats - 1
        if state.phase != "play" or len(view["trick"]) != last:
            continue
        for found in module.estimate(view, [view["moves"][0]], 2, Random(1)):
            wins = won(trick_winner(state.apply(seat, found.move), view), seat)
            assert set(found.facts[fact]) == {wins}
            seen.add(wins)
    assert seen == {True, False}


def test_outcome_of_a_voren_hand_matches_its_settlement() -> None:
    """A seat that folds owes nothing and wins nothing; two facts agree in each world: no match with a trick."""
    owed = 0
    for state, _, view in plays("voren", 3):
        if state.phase == "dealer":
            continue
        for found in voren.estimate(view, [], WORLDS, Random(1)):
            matches, tricks = found.facts[voren_search.MATCH], found.facts[voren_search.TRICKS]
            assert not any(match and won for match, won in zip(matches, tricks, strict=True))
            if found.move == "fold":
                assert not any((*matches, *tricks))
            owed += sum(matches) > 0
    assert owed


def test_draws_in_five_crowns_are_averaged_over_unseen_cards() -> None:
    told = 0
    for state, _, view in plays("five_crowns", 3):
        if state.phase == "draw" or view["out"] is not None:
            continue
        for found in five_crowns.estimate(view, [], 4, Random(1)):
            if found.move.startswith("discard "):
                (left,), (now,) = (
                    found.facts[fact] for fact in (five_crowns_search.AFTER_DRAW, five_crowns_search.LEFTOVER)
                )
                assert 0 <= left <= now == view["leaves"][found.move.split(" ")[1]]
                told += left < now
    assert told


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.id)
def test_a_comparison_tells_why_the_move_is_better_and_keeps_no_worlds(game: Game) -> None:
    told = 0
    for state, seat in positions(game, Random(f"compared {game.id}")):
        view = state.view(seat)
        searched = compare_moves(game, view, [], Random(1), 8)
        others = [found.move for found in searched.estimates if found.move != searched.move]
        if not others:
            continue
        choice = compare_moves(game, view, others[-1:], Random(1), 8)
        assert not any(found.facts for found in choice.estimates)
        assert not choice.why or "with your move" in choice.why
        told += bool(choice.why)
    assert told
