"""Orders for one's next turn: what may be left, and that a rule picks what it says, by each game's own judgement."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from rules.conference import gallowglass
from rules.conference.positions import Playing
from rules.conference.trick import winner
from rules.contract import Game, OptionValue, Refusal, State, View
from rules.premoves import (
    ANY,
    LOSER,
    LOWEST,
    PICKS,
    TRUMPS,
    WINNER,
    Candidate,
    Candidates,
    Outcome,
    Premove,
    PremoveOptions,
    is_premove_allowed,
    read_premove,
    resolve_premove,
)
from rules.registry import GAMES
from rules.simulate import random_move, random_order

Options = Mapping[str, OptionValue]

TABLES: list[tuple[str, int, Options]] = [
    ("mitigati", 3, {"hands": 1}),
    ("voren", 2, {}),
    ("voren", 5, {"no_trump_turnup": "unsuited"}),
    ("voren", 10, {"hands": 10}),
    ("conference", 4, {"hands": 1, "good_evil": "none"}),
    ("conference", 4, {"hands": 1, "good_evil": "trumps", "gallowglass": True}),
    ("conference", 4, {"hands": 1, "good_evil": "allegiance", "gallowglass": True}),
    ("abracadabra", 2, {"two_player": "dummy"}),
    ("abracadabra", 3, {}),
    ("abracadabra", 4, {"trump": "declared"}),
    ("five_crowns", 4, {}),
]


class Turn(NamedTuple):
    """A position in which somebody moves: the seat, its view, and what a rule may pick there."""

    state: State
    seat: int
    view: View
    candidates: Candidates | None


GAMES_PLAYED, MOST_EVENTS = 2, 250
"""How many random games of each table are played, and how many events of each."""


def play_random_game(game: Game, seats: int, options: Options, seed: int) -> Sequence[Turn]:
    """Return each position of a random game in which somebody moves, and its seat."""
    return play_once(game.id, seats, tuple(options.items()), seed)


@cache
def play_once(name: str, seats: int, options: tuple[tuple[str, OptionValue], ...], seed: int) -> list[Turn]:
    """Play a game once for all tests."""
    game, turns = GAMES[name], list[Turn]()
    rng = Random(f"{game.id} {seats} {seed}")
    state = game.new(seats, game.resolve(dict(options), seats), rng.randrange(seats))
    for _ in range(MOST_EVENTS):
        if state.finished:
            break
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
            continue
        seat = rng.choice(state.to_act)
        move = random_move(state, seat, rng)
        view = read_shown_view(state, seat)
        turns.append(Turn(state, seat, view, game.conduct.candidates(view)))
        state = state.apply(seat, move)
    return turns


def read_shown_view(state: State, seat: int) -> View:
    """Return a view and nothing else: what is left of it as JSON."""
    return json.loads(json.dumps(state.view(seat)))


# -- who wins the trick so far, as each game says itself ---------------------------------------------------------------


def wins_by_view(after: State, seat: int) -> bool:
    """Check by what everybody sees."""
    view = after.view(None)
    return view["winning"] == seat if view["trick"] else has_won_trick(after, seat)


def wins_in_conference(after: State, seat: int) -> bool:
    """Check by what only the position knows: whether a card of the hired suit stands in for that led (C4.2)."""
    if isinstance(after, Playing) and after.trick.cards:
        stand_ins = gallowglass.stand_ins(after.trick.cards, after.hands, after.led_suit, after.hand.hired_suit)
        return winner(after.trick.cards, after.led_suit, stand_ins, after.pact.idle_card) == seat
    return has_won_trick(after, seat)


def wins_by_card(after: State, _seat: int) -> bool:
    """Check by the card: with a dummy two cards of a trick are of one seat (A7.2)."""
    view = after.view(None)
    if view["trick"]:
        return view["best"] == len(view["trick"]) - 1
    last = (view["tricks"] or view["last"]["tricks"])[-1]
    return last["best"] == len(last["cards"]) - 1


def has_won_trick(after: State, seat: int) -> bool:
    """Check whether a seat has won the trick that is over."""
    view = after.view(None)
    return (view["tricks"] or view["last"]["tricks"])[-1]["winner"] == seat


JUDGES: Mapping[str, Callable[[State, int], bool]] = {
    "mitigati": wins_by_view,
    "voren": wins_by_view,
    "conference": wins_in_conference,
    "abracadabra": wins_by_card,
}

# -- rules over random games -------------------------------------------------------------------------------------------

TRICKS = [table for table in TABLES if table[0] in JUDGES]


@pytest.mark.parametrize(("name", "seats", "options"), TRICKS, ids=str)
def test_a_winner_wins_the_trick_so_far_and_a_loser_does_not(name: str, seats: int, options: Options) -> None:
    """In every position, for every card that a rule may pick; and what cannot be known is picked by neither."""
    game, judge = GAMES[name], JUDGES[name]
    counts = Counter[bool | None]()
    for seed in range(GAMES_PLAYED):
        for state, seat, _, candidates in play_random_game(game, seats, options, seed):
            assert (candidates is None) is (state.phase != "play")
            for card in () if candidates is None else candidates.cards:
                after = state.apply(seat, card.move)  # and so every pick is legal
                counts[card.would_win] += 1
                if card.would_win is not None:
                    assert judge(after, seat) is card.would_win, (state.view(seat), card)
    assert counts[True] > 9
    assert counts[False] > 9
    assert (counts[None] > 0) is bool(options.get("gallowglass"))


@pytest.mark.parametrize(("name", "seats", "options"), TRICKS, ids=str)
def test_rule_picks_the_lowest_or_highest_card_of_the_game(name: str, seats: int, options: Options) -> None:
    """No lower card that is not kept wins, and of two cards of a trick that a game compares the higher one beats."""
    game, picks = GAMES[name], Counter[str]()
    for seed in range(GAMES_PLAYED):
        for state, seat, view, candidates in play_random_game(game, seats, options, seed):
            if candidates is None or candidates.led_suit is None:
                continue
            for pick in PICKS:
                for suit in (ANY, candidates.led_suit):
                    answer = resolve_premove(Premove(pick, suit), view["moves"], candidates)
                    if not suit:  # only the Fool lies there
                        continue
                    if answer.move is None:
                        assert answer.why == pick
                        continue
                    picks[pick] += 1
                    assert answer.move in state.legal(seat).moves
                    assert_best(candidates, pick, answer.move)
    assert set(picks) == set(PICKS)


def assert_best(candidates: Candidates, pick: str, move: str) -> None:
    candidate = next(card for card in candidates.cards if card.move == move)
    fits = [card for card in candidates.cards if pick == LOWEST or card.would_win is (pick == WINNER)]
    assert candidate in fits
    if not candidate.is_kept:
        heights = [card.height for card in fits if not card.is_kept]
        assert candidate.height == (max(heights) if pick == LOSER else min(heights))
    else:
        assert all(card.is_kept for card in fits)


def test_a_rule_picks_good_and_evil_in_no_game_of_allegiance() -> None:
    """A call may go with them, or they may be taken back (C7.2, C7.3): nothing for a rule to decide."""
    picks = dict.fromkeys(("allegiance", "trumps"), 0)
    for good_evil in picks:
        options: Options = {"good_evil": good_evil, "hands": 1}
        for seed in range(6):
            for _, _, _, candidates in play_random_game(GAMES["conference"], 4, options, seed):
                moves = [card.move for card in candidates.cards] if candidates else []
                picks[good_evil] += sum(move.split()[1] in ("GOOD", "EVIL") for move in moves)
    assert picks["allegiance"] == 0
    assert picks["trumps"] > 0


@pytest.mark.parametrize(("name", "seats", "options"), TRICKS, ids=str)
def test_a_higher_winner_beats_a_lower_one(name: str, seats: int, options: Options) -> None:
    """The heights of cards that win are those of the game: led one after the other, the higher takes the lower."""
    game, comparisons = GAMES[name], 0
    for seed in range(GAMES_PLAYED):
        for state, seat, _, candidates in play_random_game(game, seats, options, seed):
            if candidates is None or candidates.led_suit is not None:
                continue
            for (
                lead
            ) in candidates.cards:  # each as a lead: what the next seat has that wins, stands above it or is a trump
                after = state.apply(seat, lead.move)
                if after.phase != "play" or len(after.to_act) != 1 or not after.view(None)["trick"]:
                    continue
                following = game.conduct.candidates(read_shown_view(after, after.to_act[0]))
                assert following is not None
                for card in following.cards:
                    if card.would_win and lead.would_win and not lead.is_kept:
                        comparisons += 1
                        assert card.height > lead.height or is_same_rank(lead, card), (lead, card)
    assert comparisons > 9


def is_same_rank(lead: Candidate, card: Candidate) -> bool:
    """Check for two of the same rank, of which the later played is higher (C4.3)."""
    return lead.height[:2] == card.height[:2]


@pytest.mark.parametrize(("name", "seats", "options"), TRICKS, ids=str)
def test_the_suit_that_is_led_is_one_that_a_rule_may_name(name: str, seats: int, options: Options) -> None:
    """And it is the suit that the game says is led."""
    game, led_suits = GAMES[name], set[str]()
    for seed in range(GAMES_PLAYED):
        for _, _, view, candidates in play_random_game(game, seats, options, seed):
            if candidates is None:
                continue
            assert (candidates.led_suit is None) is (not view["trick"])
            if candidates.led_suit:
                suits = game.conduct.premoves(view).suits
                assert candidates.led_suit in suits
                led_suits.add(candidates.led_suit)
                if "led" in view:
                    assert view["led"] == candidates.led_suit
    assert len(led_suits) >= 4
    assert (TRUMPS in led_suits) is (name != "abracadabra")


@pytest.mark.parametrize(("name", "seats", "options"), TRICKS, ids=str)
def test_a_card_follows_the_suit_that_is_led_by_it(name: str, seats: int, options: Options) -> None:
    game, leads = GAMES[name], 0
    for seed in range(GAMES_PLAYED):
        turns = play_random_game(game, seats, options, seed)
        for turn, after in pairwise(turns):
            follows = game.conduct.premoves(turn.view).follows
            if turn.candidates is None or turn.candidates.led_suit is not None or after.candidates is None:
                continue
            trick = after.view["trick"]
            if len(trick) == 1 and after.candidates.led_suit:
                assert follows[f"play {trick[0][1]}"] == after.candidates.led_suit
                leads += 1
    assert leads


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_premove_options_may_be_legal_next_turn(name: str, seats: int, options: Options) -> None:
    """Each seat that waits is asked at every move: what is legal at its next turn in the hand, a card or a word, had
    been offered all the while, and everything that is offered may come to be legal.
    """
    game = GAMES[name]
    legal_verbs, offered_verbs = Counter[str](), Counter[str]()
    missed, never_legal = Counter[tuple[str, str]](), set[str]()
    for seed in range(GAMES_PLAYED):
        waiting: dict[int, list[tuple[str, PremoveOptions]]] = {}
        number = -1
        for state, seat, _, _ in play_random_game(game, seats, options, seed):
            if state.number != number:
                number, waiting = state.number, {}
            for waiting_seat in range(seats):
                if waiting_seat not in state.to_act:
                    waiting.setdefault(waiting_seat, []).append(
                        (state.phase, game.conduct.premoves(read_shown_view(state, waiting_seat)))
                    )
            legal = state.legal(seat).moves
            for phase, premove_options in waiting.pop(seat, ()):
                offered_verbs.update(move.split()[0] for move in premove_options.moves)
                legal_verbs.update(move.split()[0] for move in premove_options.moves if move in legal)
                never_legal.update(premove_options.reasons_never_legal)
                assert not set(premove_options.reasons_never_legal) & set(legal), (
                    phase,
                    premove_options.reasons_never_legal,
                    legal,
                )
                assert set(premove_options.reasons_never_legal) <= set(premove_options.moves)
                for move in legal:
                    if move not in premove_options.moves:
                        missed[phase, state.phase] += 1
                assert all(is_premove_allowed(Premove(move), premove_options) for move in premove_options.moves)
                for move in premove_options.moves:
                    assert game.canonical(move) == move
    assert set(offered_verbs) - set(legal_verbs) <= {"poke"}  # the first who speaks has the best chance of it
    # Which suit is to be followed is known before the turn comes, but where each trick has one card of each of two.
    assert bool(never_legal) is (name != "five_crowns" and (name, seats) != ("voren", 2))
    assert set(missed) <= UNKNOWN.get(name, set()), missed


UNKNOWN: Mapping[str, set[tuple[str, str]]] = {
    "mitigati": {("bargain", "declare")},  # whether there is a further round of bargaining hangs on what others say
    "voren": {("dealer", "stay")},  # nobody has seen a card (V3.4)
    "abracadabra": {("suit", "bid")},  # what may be bid is known once all suits are
}
"""From which phase to which a move may come up that could not be ordered."""


# -- what a rule means -------------------------------------------------------------------------------------------------

LOW, HIGH = Candidate("play 2H", False, (0, 2)), Candidate("play 9H", True, (0, 9))
BEST, FOOL = Candidate("play KH", True, (0, 12)), Candidate("play FOOL", False, (9,), is_kept=True)
CARDS = (FOOL, BEST, LOW, HIGH)
MOVES = tuple(card.move for card in CARDS)
HEARTS = Candidates("H", CARDS)


@pytest.mark.parametrize(
    ("text", "turn", "answer"),
    [
        ("play 2H", HEARTS, Outcome("play 2H")),
        ("fold", None, Outcome("fold")),
        ("if H winner else ask", HEARTS, Outcome("play 9H")),
        ("if any winner else ask", HEARTS, Outcome("play 9H")),
        ("if S winner else ask", HEARTS, Outcome(why="suit")),
        ("if S winner else lowest", HEARTS, Outcome("play 2H")),
        ("if H loser else ask", HEARTS, Outcome("play 2H")),  # the Fool is kept
        ("if H loser else ask", Candidates("H", (FOOL, HIGH)), Outcome("play FOOL")),
        ("if H lowest else ask", HEARTS, Outcome("play 2H")),
        ("if H play KH else ask", HEARTS, Outcome("play KH")),
        ("if H play AH else ask", HEARTS, Outcome("play AH")),  # which the game refuses, with its reason
        ("if H play AH else lowest", HEARTS, Outcome("play 2H")),
        ("if any lowest else ask", Candidates(None, CARDS), Outcome(why="lead")),
        ("if any winner else lowest", Candidates(None, CARDS), Outcome("play 2H")),
        ("if H winner else ask", Candidates("H", (LOW, FOOL)), Outcome(why="winner")),
        ("if H winner else lowest", Candidates("H", (LOW, FOOL)), Outcome("play 2H")),
        ("if H loser else ask", Candidates("H", (HIGH, BEST)), Outcome(why="loser")),
        ("if H lowest else ask", Candidates("H", ()), Outcome(why="lowest")),
        ("if H winner else lowest", Candidates("H", ()), Outcome(why="lowest")),
        ("if any winner else ask", Candidates("", CARDS), Outcome("play 9H")),  # the Fool alone lies there
        ("if H winner else ask", Candidates("", CARDS), Outcome(why="suit")),
        ("if any winner else lowest", None, Outcome(why="no card")),
    ],
)
def test_outcomes_of_premoves(text: str, turn: Candidates | None, answer: Outcome) -> None:
    order = read_premove(text)
    assert order.text == text
    assert resolve_premove(order, MOVES, turn) == answer


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("play 2H", True),
        ("fold", True),
        ("play KS", False),
        ("winner", False),
        ("if H winner else ask", True),
        ("if any play 2H else lowest", True),
        ("if any fold else ask", False),
        ("if D winner else ask", False),
        ("if H fold else lowest", False),
        ("if H winner else fold", False),
        ("if H play KS else ask", False),
    ],
)
def test_premoves_that_are_accepted(text: str, may: bool) -> None:
    assert is_premove_allowed(read_premove(text), PremoveOptions(("play 2H", "fold"), ("H", "S"))) is may


def test_no_rule_where_the_game_names_no_suits() -> None:
    assert not is_premove_allowed(read_premove("if any lowest else ask"), PremoveOptions(("draw",)))


def test_a_plain_order_that_is_not_legal_says_why_by_the_game() -> None:
    """What an order comes to is for the game to refuse: with its sentence and its clause."""
    for state, seat, view, turn in play_random_game(GAMES["mitigati"], 3, {"hands": 1}, 1):
        barred = state.barred(seat)
        if state.phase == "play" and barred:
            card = next(iter(barred))
            answer = resolve_premove(Premove(f"play {card}"), view["moves"], turn)
            with pytest.raises(Refusal) as refused:
                state.apply(seat, answer.move or "")
            assert refused.value.clause == "M6.2"
            return
    raise AssertionError("no card was ever barred")
