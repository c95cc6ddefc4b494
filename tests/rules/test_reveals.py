"""`Conduct.reveals`: a move of which it says no lets nobody learn anything but itself, so it can be taken back."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from rules.contract import Game, OptionValue, Refusal, State, ends_trick
from rules.registry import GAMES
from rules.simulate import random_move, random_order

WORLDS = 2
"""How many hidden worlds are drawn for each reader of a move."""

OPTIONS: dict[str, tuple[dict[str, OptionValue], ...]] = {
    "conference": ({}, {"good_evil": "allegiance"}, {"gallowglass": True}, {"league": True, "good_evil": "none"}),
    "abracadabra": ({}, {"trump": "declared"}),
}
"""What is played beside the standard game, as far as it changes what moves show."""

KEPT = {
    "voren": {("stay", "stay"), ("stay", "play"), ("play", "play")},
    "mitigati": {
        ("bargain", "bargain"),
        ("discard", "declare"),
        ("declare", "declare"),
        ("declare", "play"),
        ("play", "play"),
    },
    "conference": {("discard", "play"), ("play", "play")},
    "abracadabra": {
        ("suit", "suit"),
        ("suit", "bid"),
        ("bid", "bid"),
        ("bid", "place"),
        ("place", "place"),
        ("play", "play"),
    },
    "five_crowns": {("discard", "draw"), ("draw", "discard")},
}
"""From which phase to which a move may be taken back, in the standard game."""


TURNS_UP_AT_TRICKS = {"abracadabra"}
"""The games in which the end of a trick may turn up a card: one that was bid and laid face down."""


def draw_world(game: Game, state: State, seat: int | None, rng: Random) -> State:
    """Return a position that the reader cannot tell from this one."""
    view = state.view(seat)
    result = game.worlds(view).draw(rng)
    assert result.view(seat) == view
    return result


def list_readers(state: State) -> list[int | None]:
    return [None, *range(state.view(None)["seats"])]


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("game", "played"),
    [
        pytest.param(game, played, id=f"{game.id}-{played}")
        for game in GAMES.values()
        for played in OPTIONS.get(game.id, ({},))
    ],
)
def test_in_every_world_that_a_reader_thought_possible_the_move_shows_the_same(
    game: Game, played: dict[str, OptionValue], seeds: int
) -> None:
    """Whoever sees the move, its maker too, sees what they would have seen in any other world in which it is made."""
    kinds, compared = set[tuple[str, str]](), 0
    for seed in range(seeds):
        rng = Random(f"{game.id} reveals {seed}")
        seats = rng.randint(*game.seats)
        options = game.resolve(played, seats)
        state, revealed = game.new(seats, options, rng.randrange(seats)), 0
        for _ in range(160):
            if state.finished:
                break
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = rng.choice(state.to_act)
            text = random_move(state, seat, rng)
            before, state = state, state.apply(seat, text)
            if game.conduct.reveals(before, state):
                revealed += 1
                continue
            kinds.add((before.phase, state.phase))
            if rng.random() > 0.2:
                continue
            for reader in list_readers(before):
                for _ in range(WORLDS):
                    other = draw_world(game, before, reader, rng)
                    try:
                        after = other.apply(seat, text)
                    except Refusal:  # it cannot be made there
                        continue
                    compared += 1
                    assert after.view(reader) == state.view(reader), (before.phase, text, reader)
        assert revealed
    assert compared > 20
    if not played:
        assert kinds >= KEPT.get(game.id, set()), kinds


def test_cards_that_are_drawn_settled_or_turned_up_are_more_than_the_move() -> None:
    """Each game's telling moves count as such."""
    for game in GAMES.values():
        rng = Random(game.id)
        seats = game.seats[0]
        state = game.new(seats, game.resolve({}, seats), 0)
        while not state.finished and state.number < 1:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.to_act[0]
            before, state = state, state.apply(seat, random_move(state, seat, rng))
            saw_more = any(
                set(state.view(each_seat)["hand"] or ()) - set(before.view(each_seat)["hand"] or ())
                for each_seat in range(seats)
            )
            taken = len(state.view(None).get("pile", ())) < len(before.view(None).get("pile", ()))  # all had seen it
            if (saw_more and not taken) or state.number != before.number or state.expects is not None:
                assert game.conduct.reveals(before, state), (game.id, before.phase)
            elif ends_trick(before, state):
                assert game.conduct.reveals(before, state) is (game.id in TURNS_UP_AT_TRICKS), (game.id, before.phase)


def play_move(state: State, text: str) -> tuple[State, State]:
    """Return the positions before and after a move of the seat whose turn it is."""
    return state, state.apply(state.to_act[0], text)


def test_a_dummy_that_is_turned_up_is_more_than_a_pass() -> None:
    """A4.2: where both pass it is laid open, in the same phase."""
    game, rng = GAMES["abracadabra"], Random(1)
    state = game.new(2, game.resolve({}, 2), 0)
    state = state.chance("deal", random_order(state, rng))
    for text in ("suit S", "suit H"):
        state = state.apply(state.to_act[0], text)
    before, state = play_move(state, "pass")
    assert not game.conduct.reveals(before, state)
    before, state = play_move(state, "pass")
    assert before.phase == state.phase == "bid"
    assert state.view(None)["dummy"]
    assert game.conduct.reveals(before, state)


def test_a_call_shows_whether_a_partner_who_has_played_holds_the_other_card() -> None:
    """C7.3: they would have brought it out at once. One who is still to play to the trick has shown nothing yet."""
    game, cases = GAMES["conference"], set[bool]()
    for seed in range(60):
        rng = Random(seed)
        state = game.new(4, game.resolve({"good_evil": "allegiance"}), 0)
        while not state.finished and state.number == 0:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            (seat,) = state.to_act
            before, text = state, random_move(state, seat, rng)
            state = state.apply(seat, text)
            if not text.endswith((" ours", " yours")) or before.view(None)["calls"]:
                continue
            cards = before.view(None)["trick"]
            if len(cards) == 3 or state.phase != "play":
                continue
            is_there = any(value == seat ^ 1 for value, _ in cards)
            cases.add(is_there)
            assert game.conduct.reveals(before, state) == is_there
            break
    assert cases == {True, False}


def test_a_pile_that_is_turned_up_is_more_than_a_word() -> None:
    """A6: which cards lie face down is seen by what is not among those."""
    game, rng = GAMES["abracadabra"], Random(2)
    state = game.new(3, game.resolve({}, 3), 0)
    state = state.chance("deal", random_order(state, rng))
    for text in ("suit S", "suit H", "suit D", "bid 3", "pass", "pass", "place 2 5 9", "place 4", "place"):
        state = state.apply(state.to_act[0], text)
    assert state.phase == "expose"
    assert not game.conduct.reveals(*play_move(state, "expose 5"))
    assert game.conduct.reveals(*play_move(state, "expose pile"))
    assert game.conduct.reveals(*play_move(state, "expose 5 pile"))


def play_to(game: Game, phase: str) -> State:
    """Return a position in a phase, with the fewest seats."""
    seats = game.seats[0]
    for seed in count():
        rng, state = Random(f"{game.id} {phase} {seed}"), game.new(seats, game.resolve({}, seats), 0)
        while not state.finished and state.phase != phase:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
            else:
                state = state.apply(state.to_act[0], random_move(state, state.to_act[0], rng))
        if not state.finished:
            return state
    raise AssertionError


@pytest.mark.parametrize("game", ["voren", "mitigati", "conference", "abracadabra"])
def test_a_take_back_stays_within_a_trick(game: str) -> None:
    """The cards that others play to the same trick go with it; the next lead does not."""
    rules, rng = GAMES[game], Random(game)
    first = state = play_to(rules, "play")
    while not ends_trick(first, state):
        assert rules.conduct.can_take_back_together(first, state)
        state = state.apply(state.to_act[0], random_move(state, state.to_act[0], rng))
    assert not rules.conduct.can_take_back_together(first, state)


@pytest.mark.parametrize(
    ("game", "phase"), [("mitigati", "declare"), ("abracadabra", "expose"), ("five_crowns", "draw")]
)
def test_revealing_and_turn_ending_moves_are_not_combined(game: str, phase: str) -> None:
    state = play_to(GAMES[game], phase)
    assert not GAMES[game].conduct.can_take_back_together(state, state)


@pytest.mark.parametrize(("game", "phase"), [("mitigati", "bargain"), ("voren", "stay"), ("abracadabra", "bid")])
def test_words_of_one_round_go_together_and_what_follows_it_does_not(game: str, phase: str) -> None:
    rules = GAMES[game]
    state = play_to(rules, phase)
    after, rng = state, Random(game)
    while after.phase == phase and after.expects is None:
        assert rules.conduct.can_take_back_together(state, after)
        before, after = after, after.apply(after.to_act[0], random_move(after, after.to_act[0], rng))
        if rules.conduct.reveals(before, after):  # a packet was dealt: the round is over
            return
    assert not rules.conduct.can_take_back_together(state, after)
