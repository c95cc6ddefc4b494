"""Imagined worlds: they agree with the view, and each that agrees is as likely as any other."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import sqrt
from random import Random
from typing import Any

import pytest

from rules.abracadabra import GAME, views
from rules.abracadabra.cards import BIDS, pack
from rules.contract import Chance, Event, Move, Pack, Refusal, State, replayed
from rules.simulate import random_step
from rules.table import Table
from tests.rules.abracadabra.stacked import moved, sheet_of, shuffled, table

TEN = ("9S", "QS", "KS", "9H", "AH", "10D", "KD", "AD", "9C", "JOKER")
NINE = TEN[:-1]
EIGHT = ("9S", "QS", "KS", "9H", "AH", "10D", "KD", "AD")
TWENTY_ONE = pack("10", True)


def small(seats: int, cards: tuple[str, ...], order: str, moves: str, **options: object) -> Table:
    """A table with a pack of few cards, dealt so, after these moves; seat 0 is Eldest."""
    hand = len(cards) // (3 if seats == 2 and options.get("two_player") != "short" else seats)
    at = Table.new(GAME, seats, options, seats - 1, Pack(cards, (1,) * hand))
    return moved(at.chance("deal", order.split()), *filter(None, moves.split("|")))


def ranks_of(length: int) -> list[str]:
    """All choices of bid cards, as `place` names them."""
    ranks = BIDS.texts[:length]
    return [" ".join(["place", *cards]) for size in range(length + 1) for cards in combinations(ranks, size)]


def worlds(at: Table, seat: int | None) -> set[tuple[Any, ...]]:
    """A summary of all that agrees with the seat's view, found by trying every deal and every hidden move."""
    view = at.state.view(seat)
    start = GAME.start(view)
    deal, *moves = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    found: set[tuple[Any, ...]] = set()
    every: list[list[Move]] = []
    for move, shown in zip(moves, view["log"][1:], strict=True):
        assert isinstance(move, Move)
        texts = [move.text]
        if shown.get("hidden"):
            texts = ranks_of(view["length"]) if shown["move"] == "place" else ["expose none", "expose pile"]
            if "count" in shown:  # with another number the log would tell another number
                texts = [text for text in texts if text.count(" ") == shown["count"]]
        every.append([Move(move.seat, text) for text in texts])
    choices = list(product(*every))
    for order in orders(at, seat):
        begun = start.chance("deal", order)
        for choice in choices:
            state: State = begun
            try:
                for move in choice:
                    state = state.apply(move.seat, move.text)
            except Refusal:
                continue
            if state.view(seat) == view:
                found.add(summary((Chance("deal", order), *choice), at))
    return found


def orders(at: Table, seat: int | None) -> Iterator[tuple[str, ...]]:
    """An order of the pack for each way to deal out the cards with the seat's own as they are and the turn-up.

    Cards that were played lie as they were dealt: from any other hand they could not have been played.
    """
    deal = at.events[at.hand_start]
    assert isinstance(deal, Chance)
    view = at.state.view(None)
    holders, length = at.seats + view["with_dummy"], view["length"]
    played = {event["move"].removeprefix("play ") for event in view["log"][1:]}
    free = [
        [place for place in range(holder, length * holders, holders) if deal.cards[place] not in played]
        for holder in range(holders)
        if holder != seat
    ]

    def share_out(left: list[str], hands: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        if len(hands) == len(free):
            order = list(deal.cards)
            for places, hand in zip(free, hands, strict=True):
                for place, card in zip(places, hand, strict=True):
                    order[place] = card
            yield tuple(order)
            return
        for hand in combinations(left, len(free[len(hands)])):
            yield from share_out([card for card in left if card not in hand], [*hands, hand])

    return share_out([deal.cards[place] for places in free for place in places], [])


SHORT: dict[str, Any] = {"two_player": "short"}
CASES: dict[str, tuple[Table, list[int | None]]] = {
    "the dummy is open and a seat did not follow": (
        small(2, NINE, "9S 9C KS 10D KD 9H AD AH QS",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose none|expose none|play 9S|play 9C|play KS",
              trump="declared"), [0, 1]),
    "a seat did not follow": (
        small(2, EIGHT, "9S 10D KS AH 9H KD QS AD",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose none|expose none|"
              "play 9S|play 10D|play QS|play KD",
              **SHORT), [0, 1]),
    "a trick was led and its card shown": (
        small(2, EIGHT, "9S QS KS AH 9H KD 10D AD",
              "suit S|suit H|bid 3|pass|place A 2 3|trump H|place 2 4|expose 3|expose none|"
              "play 9S|play QS|play AH|play 9H",
              **SHORT), [0, 1]),
    "hidden numbers": (
        small(3, ("9S", "QS", "9H", "AH", "10D", "JOKER", "KD"), "9S 9H QS AH 10D KD JOKER",
              "suit S|suit H|suit D|bid 2|pass|pass|place A 2|place 2"), [1, 2, None]),
    "hidden piles": (
        small(3, ("9S", "QS", "9H", "AH", "10D", "JOKER", "KD"), "9S 9H QS AH 10D KD JOKER",
              "suit S|suit H|suit D|bid 2|pass|pass|place A 2|place 2|place|expose 2|expose pile"), [0, 2, None]),
    "an open pile": (
        small(2, EIGHT, "9S 10D KS AH 9H KD QS AD",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose pile|expose pile|play 9S", **SHORT), [0, 1]),
    "the joker was not played to its suit": (
        small(3, ("9S", "QS", "9H", "AH", "10D", "JOKER", "KD"), "9S 9H QS AH 10D JOKER KD",
              "suit S|suit H|suit D|bid 1|pass|pass|place A|place|place|expose none|expose none|expose none|"
              "play 9S|play 9H|play QS|play JOKER"), [0, 1, 2]),
    "three seats lack different suits": (
        small(4, TWENTY_ONE, "AS 10H 10S JS AH JH 10D QH AD JD QD QS KC KD KS KH AC JOKER JC QC 10C",
              "suit S|suit H|suit D|suit C|bid 2|pass|pass|pass|place A 4|place 5|place|place 4|"
              "expose none|expose none|expose none|expose none|"
              "play AS|play 10H|play 10S|play JS|play AH|play JH|play 10D|play QH|play AD|play JD|play QD|play QS"),
        [0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_every_world_is_as_likely_as_any_other(name: str) -> None:
    at, viewers = CASES[name]
    for seat in viewers:
        possible = worlds(at, seat)
        assert possible
        view = at.state.view(seat)
        rng = Random(f"{name} {seat}")
        draws = 1500
        drawn, seen = GAME.worlds(view), Counter[Any]()
        for _ in range(draws):
            seen[summary(drawn.events(drawn.draw(rng)), at)] += 1
        assert set(seen) <= possible
        expected, degrees = draws / len(possible), len(possible) - 1
        chi_square = sum((seen[key] - expected) ** 2 / expected for key in possible)
        # The chi-square distribution is near enough to a normal one here; five deviations are one run in three million.
        assert chi_square <= degrees + 5 * sqrt(2 * max(degrees, 1)), (name, seat, chi_square, degrees)


def summary(world: tuple[Event, ...], at: Table) -> tuple[Any, ...]:
    """A world without the order in which each holder's cards came: whose cards they are, and the hidden moves."""
    deal, *moves = world
    assert isinstance(deal, Chance)
    setup = at.state.view(None)
    holders = at.seats + setup["with_dummy"]
    cards = deal.cards[: setup["length"] * holders]
    hands = tuple(tuple(sorted(cards[holder::holders])) for holder in range(holders))
    return (hands, *(move.text for move in moves if isinstance(move, Move) and move.text[0] in "pe"))


def test_the_seats_of_a_case_do_lack_different_suits() -> None:
    at, _ = CASES["three seats lack different suits"]
    hands = [{card for world in worlds(at, 0) for card in world[0][seat]} for seat in (1, 2, 3)]
    lacking = [{"KS", "KH", "KD", "JOKER"} - hand for hand in hands]
    assert lacking == [{"KS"}, {"KH"}, {"KD"}]


def random_game(seed: int) -> tuple[Table, Random]:
    """A table whose seats and options depend on the seed."""
    rng = Random(seed)
    seats = (2, 2, 3, 4)[seed % 4]
    options: dict[str, Any] = {"success": rng.choice(("exact", "at_least")), "target": rng.choice((0, 50))}
    options |= {"two_player": "short"} if seed % 4 == 1 else {"trump": rng.choice(("turnup", "declared"))}
    return table(seats, rng.randrange(seats), deals=2, **options), rng


@pytest.mark.parametrize("seed", range(16))
def test_a_world_gives_the_same_view(seed: int) -> None:
    at, rng = random_game(seed)
    while not at.state.finished:
        viewer = rng.choice([None, *range(at.seats)])
        view = at.state.view(viewer)
        imagined = at.imagine(viewer, rng)
        assert imagined.state.view(viewer) == view
        assert imagined.state.status() == at.state.status()
        assert Table.load(imagined.dump()).state == imagined.state
        at = random_step(at, rng)


@pytest.mark.parametrize("seed", range(16))
def test_a_world_is_the_position_that_its_events_lead_to(seed: int) -> None:
    at, rng = random_game(seed)
    phases: set[str] = set()
    while "finished" not in phases:
        phases.add(at.state.phase)
        for viewer in (None, *range(at.seats)):
            view = at.state.view(viewer)
            drawn = GAME.worlds(view)
            worlds = [drawn.draw(rng) for _ in range(2)]
            for world in worlds:
                assert world == replayed(GAME.start(view), drawn.events(world))
                assert world.view(viewer) == view
        at = at if at.state.finished else random_step(at, rng)
    assert phases >= {"deal", "suit", "bid", "place", "expose", "play", "finished"}


@pytest.mark.parametrize("seed", range(8))
def test_the_hand_that_ended_last_is_read_back_from_any_view(seed: int) -> None:
    rng = Random(seed)
    seats = 2 + seed % 3
    at = table(seats, deals=3)
    void = moved(shuffled(at, rng), *(f"suit {suit}" for suit in "SHDC"[:seats]), *["pass"] * seats)
    if seats == 2:
        void = moved(void, "pass", "pass")  # A4.2: the further round
    assert sheet_of(void).last == views.sheet_of(void.state.view(None)).last
    at = void
    while not at.state.finished:
        at = random_step(at, rng)
        for seat in (None, *range(seats)):
            shown = views.sheet_of(json.loads(json.dumps(at.state.view(seat))))
            assert shown == sheet_of(at)
            assert hash(shown) == hash(sheet_of(at))


@pytest.mark.parametrize("holder", [0, 1])
def test_every_order_of_a_hand_is_as_likely_as_any_other(holder: int) -> None:
    at, _ = CASES["a seat did not follow"]
    drawn, rng = GAME.worlds(at.state.view(0)), Random(8)
    seen = Counter[Any]()
    for _ in range(2400):
        deal = drawn.events(drawn.draw(rng))[0]
        assert isinstance(deal, Chance)
        seen[deal.cards[holder::2]] += 1
    assert len(seen) == 24
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 23 + 5 * sqrt(46)


def test_hidden_cards_and_choices_do_vary() -> None:
    at = shuffled(table(4), Random(1))
    at = moved(
        at, "suit S", "suit H", "suit D", "suit C", "bid 5", "pass", "pass", "pass", "place A 2 3 4 5", "place 7"
    )
    view = at.state.view(2)
    seen = [at.imagine(2, Random(seed)) for seed in range(30)]
    assert len({world.events[0] for world in seen}) == 30
    assert len({world.events[-1] for world in seen}) > 20
    assert len({world.events[-2] for world in seen}) > 20
    assert all(world.state.view(2)["hand"] == view["hand"] for world in seen)


def test_between_hands_and_after_the_end_there_is_nothing_to_imagine() -> None:
    def is_alone(at: Table, seat: int | None) -> bool:
        drawn = GAME.worlds(at.state.view(seat))
        return drawn.draw(Random(1)) == at.state and drawn.events(at.state) == ()

    at = table(2, two_player="short")
    assert is_alone(at, 0)
    assert GAME.start(at.state.view(None)) == at.state
    for _ in range(2):
        at = moved(shuffled(at, Random(1)), "suit S", "suit H", "pass", "pass")
        assert is_alone(at, 0)
        assert is_alone(at, None)
        assert GAME.start(at.state.view(0)) == at.state
    assert at.state.finished
