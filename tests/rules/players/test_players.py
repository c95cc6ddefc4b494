"""The computer players: found by game, legal on every view, and no wiser than their view."""

from random import Random
from typing import Any

import pytest

from rules.players import LEVELS, choose_any, player_of, players_of
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table
from rules.voren import GAME
from tests.rules.players.hurried import hurried_players


def view(**keys: Any) -> dict[str, Any]:
    """A view with moves and templates alone."""
    return {"moves": [], "choices": [], **keys}


def test_every_game_has_every_level() -> None:
    for game in GAMES.values():
        assert tuple(players_of(game)) == LEVELS
        assert player_of(game).level == "normal"


def test_a_level_that_a_game_lacks_is_played_by_the_next_weaker_one(monkeypatch: pytest.MonkeyPatch) -> None:
    only = {"random": players_of(GAME)["random"]}
    monkeypatch.setattr("rules.players.players_of", lambda _game: only)
    assert [player_of(GAME, level).level for level in LEVELS] == ["random"] * 4


def test_the_random_player_chooses_among_moves_and_templates() -> None:
    shown = view(
        moves=["pass"],
        choices=[
            {"verb": "discard", "count": [2, 2], "cards": ["2A", "3A", "4W"], "must": ["4W"]},
            {"verb": "offer", "range": [1, 3]},
        ],
    )
    rng = Random(1)
    seen = {choose_any(GAME, shown, rng) for _ in range(300)}
    discards = {move for move in seen if move.startswith("discard")}
    assert seen - discards == {"pass", "offer 1", "offer 2", "offer 3"}
    assert {frozenset(move.split()[1:]) for move in discards} == {frozenset(("2A", "4W")), frozenset(("3A", "4W"))}


def test_a_template_of_an_unknown_form_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="not known here"):
        choose_any(GAME, view(choices=[{"verb": "meld", "form": "described elsewhere"}]), Random(1))


def test_advice_is_the_move_of_the_level_and_its_reason() -> None:
    """Chance aside: the same seed, the same move. Strong mixes its words, and advises the best one."""
    for game in GAMES.values():
        state = game.new(game.seats[1], game.resolve({}, game.seats[1]), 0)
        state = state.chance("deal", random_order(state, Random(1)))
        shown = state.view(state.to_act[0])
        for player in hurried_players(game):
            move, reason, _ = player.advise(shown, Random(2))
            mixed = player.level == "strong" and game.id == "mitigati"
            assert mixed or move == player.choose(shown, Random(2))
            assert 0 < len(reason) <= 200
            state.apply(state.to_act[0], move)


def test_the_random_player_does_not_pretend_to_reasons() -> None:
    advise = players_of(GAME)["random"].advise
    assert "by chance" in advise(view(moves=["stay", "fold"]), Random(1)).why
    assert "by chance" in advise(view(choices=[{"verb": "offer", "range": [1, 3]}]), Random(1)).why
    assert advise(view(moves=["stay"]), Random(1)).why == "It is the only move you have."


def test_a_module_without_reasons_is_told_so_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("rules.players.voren.why")
    with pytest.raises(AttributeError, match=r"rules\.players\.voren.*why"):
        players_of.__wrapped__(GAME)


def test_player_without_a_move_raises() -> None:
    for game in GAMES.values():
        with pytest.raises(ValueError, match="nothing to do"):
            player_of(game).advise(view(phase="play"), Random(1))
    for player in hurried_players(GAME):
        with pytest.raises(ValueError, match="nothing to do"):
            player.choose(view(phase="play"), Random(1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_every_player_makes_legal_moves(game: str, seats: str) -> None:
    for player in hurried_players(GAMES[game]):
        rng = Random(f"{game} {player.level}")
        table = Table.new(GAMES[game], GAMES[game].seats[seats == "most"], {})
        for _ in range(60 if player.level == "strong" else 500):
            state = table.state
            if state.finished:
                break
            if state.expects:
                table = table.chance(state.expects.event, random_order(state, rng))
            else:
                seat = state.to_act[0]
                table = table.move(seat, player.choose(state.view(seat), rng))


def play_voren(seed: int, games: int, seats: int, limit: int) -> float:
    """Chips a game that the heuristic player takes from random players, sitting in every seat in turn."""
    rng, normal, chips = Random(seed), player_of(GAME, "normal").choose, 0
    for number in range(games):
        state = GAME.new(seats, GAME.resolve({"limit": limit}), rng.randrange(seats))
        while not state.finished:
            if state.expects:
                state = state.chance("deal", random_order(state, rng))
                continue
            seat = state.to_act[0]
            player = normal if seat == number % seats else player_of(GAME, "random").choose
            state = state.apply(seat, player(state.view(seat), rng))
        chips += state.score().totals[number % seats]
    return chips / games


def test_the_heuristic_player_beats_chance() -> None:
    # Some 30 chips a game at this table over many games; a limit keeps single hands from deciding.
    assert play_voren(1, 60, 4, 5) > 10


def test_the_heuristic_player_asks_no_more_than_its_view() -> None:
    rng = Random(3)
    normal = player_of(GAME, "normal").choose
    table = Table.new(GAME, 5, {"hands": 3})
    while not table.state.finished:
        state = table.state
        if state.expects:
            table = table.chance("deal", random_order(state, rng))
            continue
        seat = state.to_act[0]
        move = normal(state.view(seat), Random(5))
        assert move == normal(table.imagine(seat, rng).state.view(seat), Random(5))
        table = table.move(seat, move)
