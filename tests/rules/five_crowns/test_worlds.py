"""Imagined worlds: they agree with the view, and each that agrees is as likely as any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import sqrt
from random import Random
from time import process_time

import pytest

from rules.contract import Chance, Pack, Refusal
from rules.five_crowns.knowledge import Knowledge
from rules.five_crowns.sources import Sources
from rules.table import Table
from tests.rules.five_crowns.stacked import GAME, dealt, moved, moves, shuffled, table


def small(order: str, *moves: str, reshuffles: Sequence[str] = ()) -> Table:
    """A table of two with a small pack, dealt so (to seats 1 and 0 in turn), after these moves and reshuffles."""
    pack = order.split()
    at = Table.new(GAME, 2, {"first": 3, "last": 3}, 0, Pack(tuple(pack), ())).chance("deal", pack)
    again = iter(reshuffles)
    for move in moves:
        if at.state.expects:
            at = at.chance("reshuffle", next(again).split())
        at = moved(at, move)
    return at.chance("reshuffle", next(again).split()) if at.state.expects and reshuffles else at


def orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All distinct orders."""
    yield from dict.fromkeys(permutations(cards))


def worlds(at: Table, seat: int | None) -> set[tuple[tuple[str, ...], ...]]:
    """All orders, of the pack and of the reshuffled stocks, that agree with the seat's view: by replaying them all."""
    view = at.state.view(seat)
    start = GAME.start(view)
    turn_up = view["turn_up"]
    events = at.events[at.hand_start :]
    first = events[0]
    assert isinstance(first, Chance)
    others = list(first.cards)
    others.remove(turn_up)
    shuffles = [list(orders(event.cards)) for event in events[1:] if isinstance(event, Chance)]
    found: set[tuple[tuple[str, ...], ...]] = set()
    for deal in orders(others):
        if seat is not None and sorted(deal[1 - seat : 6 : 2]) != sorted(first.cards[1 - seat : 6 : 2]):
            continue
        begun = start.chance("deal", (*deal[:6], turn_up, *deal[6:]))
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
                found.add(((*deal[:6], turn_up, *deal[6:]), *again))
    return found


def drawn(at: Table, seat: int | None, rng: Random) -> tuple[tuple[str, ...], ...]:
    return tuple(event.cards for event in GAME.imagine(at.state.view(seat), rng) if isinstance(event, Chance))


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
    return tuple(sorted(order[0:6:2])), tuple(sorted(order[1:6:2]))


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


def test_a_card_is_from_each_shuffle_as_often_as_there_are_worlds() -> None:
    """Seat 1 has discarded a card that it was dealt, or drew after a reshuffle of two cards that were seen.

    It was dealt one in all worlds: its four cards of the first shuffle are known but for their order. After the
    reshuffle it drew that card, not the other, in half of them. So of three ways two are from the first shuffle.
    """
    at = small(
        "6C 9D 5C QT KH 8S 6C 9S 4S",
        *("draw", "discard 9S", "draw", "discard 9D", "draw", "discard 6C"),
        reshuffles=["6C 9S"],
    )
    sources, rng = Sources(Knowledge(at.state.view(0)), Random(1)), Random(2)
    draws = 6000
    first = sum(sources.draw(rng)[1] == 0 for _ in range(draws))
    assert sources.exact
    assert abs(first - draws * 2 / 3) < 5 * sqrt(draws * 2 / 9)


def test_it_differs_from_draw_to_draw_and_not_for_one_seed() -> None:
    at = moved(shuffled(table(3), Random(1)), "draw")
    assert at.imagine(0, Random(1)) == at.imagine(0, Random(1))
    assert at.imagine(0, Random(1)) != at.imagine(0, Random(2))


def test_nothing_is_imagined_where_no_cards_are_dealt() -> None:
    at = table(3)
    assert GAME.imagine(at.state.view(0), Random(1)) == ()
    assert GAME.start(at.state.view(0)) == at.state


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
