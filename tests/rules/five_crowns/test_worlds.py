"""Drawn worlds: they agree with the view, and each that agrees is as likely as any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from random import Random
from time import process_time

import pytest

from rules.contract import Chance, Pack, Refusal, State, replayed
from rules.five_crowns.cards import texts
from rules.five_crowns.positions import InHand
from rules.players.five_crowns import choose
from rules.table import Table
from tests.rules.five_crowns.stacked import GAME, dealt, moved, moves, run_dry, shuffled, table


def small(order: str, *moves: str, seats: int = 2, reshuffles: Sequence[str] = ()) -> Table:
    """A table with a small pack, dealt so (to seats 1, 2 ... and 0 in turn), after these moves and reshuffles."""
    pack = order.split()
    at = Table.new(GAME, seats, {"first": 3, "last": 3}, 0, Pack(tuple(pack), ())).chance("deal", pack)
    again = iter(reshuffles)
    for move in moves:
        if at.state.expects:
            at = at.chance("reshuffle", next(again).split())
        at = moved(at, move)
    return at.chance("reshuffle", next(again).split()) if at.state.expects and reshuffles else at


def orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All distinct orders."""
    if not cards:
        yield ()
    for first in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(first)
        for order in orders(rest):
            yield (first, *order)


def worlds(at: Table, seat: int | None) -> set[tuple[tuple[str, ...], ...]]:
    """All orders, of the pack and of the reshuffled stocks, that agree with the seat's view: by replaying them all."""
    view = at.state.view(seat)
    start = GAME.start(view)
    turn_up, dealt = view["turn_up"], 3 * at.seats
    events = at.events[at.hand_start :]
    first = events[0]
    assert isinstance(first, Chance)
    own = [] if seat is None else list(range((seat - 1) % at.seats, dealt, at.seats))
    others = [card for place, card in enumerate(first.cards) if place not in own and place != dealt]
    shuffles = [list(orders(event.cards)) for event in events[1:] if isinstance(event, Chance)]
    found: set[tuple[tuple[str, ...], ...]] = set()
    for mine, rest in product(orders([first.cards[place] for place in own]), orders(others)):
        ours, theirs = iter(mine), iter((*rest[: dealt - len(own)], turn_up, *rest[dealt - len(own) :]))
        pack = tuple(next(ours if place in own else theirs) for place in range(len(first.cards)))
        begun = start.chance("deal", pack)
        for again in product(*shuffles):
            state, chances = begun, iter(again)
            try:
                for event in events[1:]:
                    state = (
                        state.chance(event.event, next(chances))
                        if isinstance(event, Chance)
                        else state.apply(event.seat, event.text)
                    )
            except Refusal:
                continue
            if state.view(seat) == view:
                found.add((pack, *again))
    return found


def hand_of(order: Sequence[str], seat: int, seats: int) -> tuple[str, ...]:
    """What a seat is dealt of three cards each, sorted."""
    return tuple(sorted(order[(seat - 1) % seats : 3 * seats : seats]))


def drawn(at: Table, seat: int | None, rng: Random) -> tuple[tuple[str, ...], ...]:
    """The orders of a world drawn by a new sampler."""
    return orders_of(GAME.worlds(at.state.view(seat)).draw(rng))


def orders_of(world: State) -> tuple[tuple[str, ...], ...]:
    assert isinstance(world, InHand)
    return tuple(tuple(texts(order)) for order in world.hand.orders)


POSITIONS = {
    "nothing is known": lambda: small("5C 9D 6C 9S KH QT 7C 4S 8S"),
    "a card was discarded": lambda: small("5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 6C"),
    "one of two copies was discarded": lambda: small("5C 9D 6C 9S KH QT 7C 6C 8S", "draw", "discard 6C"),
    "both copies were discarded": lambda: small(
        "6C 9D 6C 9S KH QT 7C 5C 8S", "take", "discard 6C", "draw", "discard 9D", "take", "discard 6C"
    ),
    "taken and kept, its copy discarded": lambda: small(
        "6C 9D 5C 9S KH QT 6C 6C 8S", "take", "discard 6C", "draw", "discard 9S", "draw", "discard 6C"
    ),
    "gone out": lambda: small("6C 9D 5C 9S KH QT 7C 6C 8S", "take", "out KH"),
    "gone out with copies": lambda: small("6C 9D 6C 9S 6C QT KH 6C 8S", "draw", "out 6C"),
    "after a reshuffle": lambda: small(
        "5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 4S", "draw", "discard 9D", "draw", reshuffles=["7C 4S"]
    ),
    "copies on both sides of a reshuffle": lambda: small(
        "6C 9D 5C 9S KH QT 7C 6C 8S",
        *("draw", "discard 6C", "draw", "discard 8S", "draw", "discard 6C", "draw", "discard 9D"),
        reshuffles=["6C 7C", "8S 6C"],
    ),
    "three cards known by now": lambda: small(
        "6C 9D 6C 9S KH QT KH 6C 8S",
        *("draw", "discard KH", "take", "discard 9D", "draw", "discard 6C", "take", "discard QT"),
        reshuffles=["KH 9D", "KH QT"],
    ),
    "three seats, two have discarded": lambda: small(
        "6C 6C 9D 5C 7S 9D 7S 7S 9D 4S 7S 6C",
        *("draw", "discard 6C", "take", "discard 7S", "take", "discard 9D"),
        seats=3,
    ),
    "three seats after a reshuffle": lambda: small(
        "6C 6C 7S 7S 7S 7S 7S 7S 7S 4S 6C 7S",
        *("draw", "discard 6C", "draw", "discard 7S", "draw", "discard 7S", "draw", "discard 6C"),
        seats=3,
        reshuffles=["4S 6C", "7S 7S"],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_world_is_as_likely_as_any_other(name: str, seat: int) -> None:
    at = POSITIONS[name]()
    possible = worlds(at, seat)
    rng = Random(f"{name} {seat}")
    each = max(8, 1500 // len(possible))
    seen = Counter(drawn(at, seat, rng) for _ in range(each * len(possible)))
    check(seen, possible, each)


@pytest.mark.parametrize("name", POSITIONS)
def test_so_are_those_of_one_sampler(name: str) -> None:
    at = POSITIONS[name]()
    possible = worlds(at, 0)
    rng, sampler = Random(name), GAME.worlds(at.state.view(0))
    each = max(8, 1500 // len(possible))
    seen = Counter(orders_of(sampler.draw(rng)) for _ in range(each * len(possible)))
    check(seen, possible, each)


def test_they_are_where_three_seats_have_shown_different_cards() -> None:
    at = small(
        "6C 7S 8D KH 6C 7S 8D KH 7S 6C 8D KH 4S 6C",
        *("take", "discard 6C", "take", "discard 7S", "take", "discard 8D"),
        seats=4,
    )
    possible, rng, sampler = worlds(at, 0), Random(4), GAME.worlds(at.state.view(0))
    held = [
        frozenset.intersection(*[frozenset(hand_of(world[0], seat, 4)) for world in possible]) for seat in (1, 2, 3)
    ]
    assert held == [{"6C"}, {"7S"}, {"8D"}]
    seen = Counter(orders_of(sampler.draw(rng)) for _ in range(8 * len(possible)))
    check(seen, possible, 8)


def check(seen: Counter[tuple[tuple[str, ...], ...]], possible: set[tuple[tuple[str, ...], ...]], each: float) -> None:
    """Chi-square: the distance from equal counts is what chance makes it, to five standard deviations."""
    assert set(seen) <= possible
    freedom = len(possible) - 1
    distance = sum((seen[world] - each) ** 2 / each for world in possible)
    assert abs(distance - freedom) < 5 * sqrt(2 * freedom) + 1


@pytest.mark.parametrize("name", ["one of two copies was discarded", "gone out with copies"])
def test_a_bystanders_worlds_too(name: str) -> None:
    at = POSITIONS[name]()
    possible = worlds_by_hands(at)
    rng = Random(name)
    draws = 4000
    seen = Counter(hands_of(drawn(at, None, rng)[0]) for _ in range(draws))
    total = sum(possible.values())
    assert set(seen) <= set(possible)
    distance = sum((seen[hand] - draws * ways / total) ** 2 / (draws * ways / total) for hand, ways in possible.items())
    assert distance - len(possible) < 5 * sqrt(2 * len(possible))


def hands_of(order: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return hand_of(order, 1, 2), hand_of(order, 0, 2)


def worlds_by_hands(at: Table) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """How many orders that agree with a bystander's view give each pair of hands."""
    return Counter(hands_of(order) for order, *_ in worlds(at, None))


def random_position(seed: int) -> Table:
    """A table somewhere in a random deal, with seats that play like people: they keep what is worth keeping."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 4, 8, 12))
    size = rng.choice((3, 5, 8, 13))
    at = shuffled(table(seats, rng.randrange(seats), first=size, last=size), rng)
    for _ in range(rng.randrange(400)):
        if at.state.expects:
            at = shuffled(at, rng)
        else:
            seat = at.state.to_act[0]
            after = at.move(seat, rng.choice(at.state.legal(seat).moves))
            if after.state.finished:
                return at
            at = after
    return at


@pytest.mark.parametrize("seed", range(40))
def test_imagined_events_give_the_same_view(seed: int) -> None:
    at = random_position(seed)
    for seat in (None, *range(min(at.seats, 3))):
        view = at.state.view(seat)
        world = at.imagine(seat, Random(seed))
        assert world.state.view(seat) == view
        assert [event for event in world.events if not isinstance(event, Chance)] == [
            event for event in at.events if not isinstance(event, Chance)
        ]


def agrees(at: Table, rng: Random) -> None:
    """Each seat's drawn worlds, and the bystander's, have its view, and are the positions that their events lead to."""
    for seat in (None, *range(at.seats)):
        view = at.state.view(seat)
        sampler = GAME.worlds(view)
        for _ in range(2):
            world = sampler.draw(rng)
            assert world.view(seat) == view
            assert world == replayed(GAME.start(view), sampler.events(world))


@pytest.mark.parametrize("seed", range(12))
def test_a_world_is_the_position_that_its_events_lead_to(seed: int) -> None:
    """In whole games of sensible players, under all sorts of options."""
    rng = Random(seed)
    first = rng.randint(3, 12)
    at = table(rng.choice((2, 3, 4, 9)), 0, first=first, last=rng.randint(first, min(13, first + 2)))
    seen = set[str]()
    while not at.state.finished:
        if at.state.phase not in seen or rng.random() < 0.03:
            agrees(at, rng)
            seen.add(at.state.phase)
        if at.state.expects:
            at = shuffled(at, rng)
        else:
            seat = at.state.to_act[0]
            at = at.move(seat, choose(at.state.view(seat), rng))
    agrees(at, rng)
    assert seen >= {"deal", "draw", "discard"}


def test_so_it_is_at_a_reshuffle_and_after_it() -> None:
    """When a seat has gone out too."""
    rng = Random(1)
    at = run_dry(dealt(table(3, first=3, last=4), {1: "5C 6C 7C", 2: "9D 9S QT", 0: "3S 3H 8D"}, "KH"))
    assert at.state.phase == "reshuffle"
    agrees(at, rng)
    at = shuffled(at, rng)
    while at.state.to_act != (1,):
        agrees(at, rng)
        at = moved(at, "take")
        at = moved(at, moves(at)[0])
    at = moved(at, "draw")
    agrees(at, rng)
    at = moved(at, next(move for move in moves(at) if move.startswith("out")))
    while at.state.number == 0:
        agrees(at, rng)
        at = moved(at, moves(at)[0])


@pytest.mark.parametrize("seed", range(4))
def test_an_imagined_table_is_the_one_that_its_dump_loads(seed: int) -> None:
    """From the second deal on too: the deal that ended last comes out of the view as the value that it was."""
    rng = Random(seed)
    at = shuffled(table(3, first=3, last=5), rng)
    while at.state.number < 2 or at.state.phase != "discard":
        at = shuffled(at, rng) if at.state.expects else moved(at, rng.choice(moves(at)))
    assert at.state.view(None)["last"]["number"] == 1
    for seat in (None, 0, 1, 2):
        world = at.imagine(seat, rng)
        assert world.state.view(seat) == at.state.view(seat)
        assert Table.load(world.dump()) == world


def test_a_card_was_drawn_after_a_reshuffle_in_as_many_worlds_as_not() -> None:
    """Seat 1 has discarded a card that it was dealt, or drew after a reshuffle of two cards that were seen.

    It was dealt one in all worlds: its four cards of the first order are known but for their order. After the reshuffle
    it drew that card, not the other, in half of them, though there are two ways to have it in these.
    """
    at = small(
        "6C 9D 5C QT KH 8S 6C 9S 4S",
        *("draw", "discard 9S", "draw", "discard 9D", "draw", "discard 6C"),
        reshuffles=["6C 9S"],
    )
    rng, sampler = Random(2), GAME.worlds(at.state.view(0))
    draws = 3000
    drew = sum(orders_of(sampler.draw(rng))[1][0] == "6C" for _ in range(draws))
    assert abs(drew - draws / 2) < 5 * sqrt(draws / 4)


def test_it_differs_from_draw_to_draw_and_not_for_one_seed() -> None:
    at = moved(shuffled(table(3), Random(1)), "draw")
    assert at.imagine(0, Random(1)) == at.imagine(0, Random(1))
    assert at.imagine(0, Random(1)) != at.imagine(0, Random(2))


def test_between_deals_and_after_the_end_there_is_nothing_to_draw() -> None:
    rng = Random(1)
    at = table(3, first=3, last=4)
    while True:
        if not at.state.view(None)["log"]:
            for seat in (None, 0, 1, 2):
                sampler = GAME.worlds(at.state.view(seat))
                assert sampler.draw(rng) == at.state
                assert sampler.events(at.state) == ()
                assert at.imagine(seat, rng) == at
        if at.state.finished:
            break
        at = shuffled(at, rng) if at.state.expects else moved(at, rng.choice(moves(at)))
    assert at.state.number == 1


def test_long_deals_take_no_long_time() -> None:
    """Many discards, copies and reshuffles: the bound is generous, it is there to catch what never ends."""
    at = shuffled(table(2, first=13, last=13), Random(1))
    rng = Random(2)
    for _ in range(3):
        while at.state.phase != "reshuffle":
            seat = at.state.to_act[0]
            moves = [move for move in at.state.legal(seat).moves if not move.startswith("out")]
            at = at.move(seat, rng.choice(moves))
        at = shuffled(at, rng)
    begun = process_time()
    for seat in (0, 1, None):
        assert at.imagine(seat, rng).state.view(seat) == at.state.view(seat)
    assert process_time() - begun < 10


def crowded(seed: int) -> Table:
    """A deal of twelve that has gone on at random, nobody going out, up to its third reshuffle."""
    rng = Random(seed)
    at = shuffled(table(12, first=5, last=5), rng)
    reshuffles = 0
    while reshuffles < 3:
        if at.state.expects:
            at = shuffled(at, rng)
            reshuffles += 1
        else:
            seat = at.state.to_act[0]
            at = at.move(seat, rng.choice([move for move in at.state.legal(seat).moves if not move.startswith("out")]))
    return at


@pytest.mark.parametrize(("seed", "seat"), [(3, None), (5, None), (11, 2)])
def test_many_demands_over_several_shuffles_are_met_soon(seed: int, seat: int | None) -> None:
    """Of the ways to say for one card after another where it came from, next to none lead to the end here."""
    at = crowded(seed)
    view = at.state.view(seat)
    begun = process_time()
    world = at.imagine(seat, Random(seed))
    assert process_time() - begun < 3  # generous: it is there to catch what never ends
    assert world.state.view(seat) == view


def test_a_seat_out_is_imagined_with_the_cards_it_showed() -> None:
    hands = {1: "5C 6C KH", 2: "9D 9S QT", 0: "3S 3H JOKER"}
    at = moved(dealt(table(3), hands, "7C", "7H"), "take", "out KH")
    for seed in range(20):
        assert at.imagine(0, Random(seed)).state.view(1)["hand"] == ["5C", "6C", "7C"]
