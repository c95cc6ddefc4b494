"""Worlds drawn for a view: they agree with it, and each is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from rules.contract import Chance, Move, OptionValue, Pack, Refusal, State, replayed
from rules.mitigati import GAME
from rules.mitigati.positions import InHand, Playing
from rules.mitigati.records import Hand
from rules.simulate import random_move, random_step
from rules.table import Table
from rules.tarot.cards import CARDS, PACK_78
from tests.rules.mitigati.reading import follow, suit
from tests.rules.mitigati.stacked import after, new, stacked

SMALL = Pack(("2E", "KE", "2A", "3A", "1", "2", "FOOL"), (1, 1))
"""Seven cards: two packets of one to each seat, one more to the dealer."""


def drawn(view: dict[str, Any], rng: Random) -> State:
    """A world that agrees with a view."""
    return GAME.worlds(view).draw(rng)


def hand_of(world: State) -> Hand:
    """The hand in progress in a world."""
    assert isinstance(world, InHand | Playing)
    return world.hand


def order_of(world: State) -> list[str]:
    """The order of the pack in a world."""
    return [CARDS.text[card] for card in hand_of(world).order]


def discard_of(world: State) -> list[str]:
    """The cards that the dealer has discarded in a world."""
    return CARDS.listed(hand_of(world).discard)


@pytest.mark.parametrize("seed", range(8))
def test_every_world_has_the_same_view_and_is_where_its_events_lead(seed: int) -> None:
    rng = Random(seed)
    options: dict[str, OptionValue] = {
        "hands": 3,
        "bargaining": seed % 2 == 0,
        "rotation": rng.choice(("left", "right")),
        "bonuses": rng.choice(("each", "flat")),
    }
    table = Table.new(GAME, 3, options, rng.randrange(3))
    moves, phases = 0, set[str]()
    while not table.state.finished:
        state = table.state
        if state.expects:
            order = list(PACK_78)
            rng.shuffle(order)
            table = table.chance("deal", order)
        else:
            (seat,) = state.to_act
            word = "continue" if state.phase == "bargain" and rng.random() < 0.7 else random_move(state, seat, rng)
            table = table.move(seat, word)
        moves += 1
        if moves % 9 == 0 or table.state.phase != "play":
            phases.add(table.state.phase)
            for viewer in (0, 1, 2, None):
                view = table.state.view(viewer)
                possible = GAME.worlds(view)
                for world in (possible.draw(rng), possible.draw(rng)):
                    events = possible.events(world)
                    assert world.view(viewer) == view
                    assert len(events) == len(view["log"])
                    again = replayed(GAME.start(view), events)
                    assert again == world
                    assert hash(again) == hash(world)
                imagined = table.imagine(viewer, rng)
                assert imagined.state.view(viewer) == view
                assert len(imagined.events) == len(table.events)
    assert phases == {"deal", "discard", "declare", "play", "finished"} | ({"bargain"} if seed % 2 == 0 else set())


@pytest.mark.parametrize("bargaining", [True, False])
def test_an_imagined_table_is_the_table_of_its_dump(bargaining: bool) -> None:
    rng = Random(11)
    table = Table.new(GAME, 3, {"hands": 3, "bargaining": bargaining}, 1)
    seen: set[tuple[int, str]] = set()
    for step in range(10_000):
        if table.state.finished:
            break
        table = random_step(table, rng)
        if step % 13 == 0 or (table.state.number, table.state.phase) not in seen:
            for viewer in (0, 1, 2, None):
                world = table.imagine(viewer, rng)
                loaded = Table.load(world.dump())
                assert loaded.state == world.state
                assert hash(loaded.state) == hash(world.state)
            seen.add((table.state.number, table.state.phase))
    assert (2, "play") in seen or (2, "bargain") in seen


def worlds(view: dict[str, Any], start: State) -> set[tuple[str, ...]]:
    """All worlds with this view, by trying every way to share out the cards and to discard."""
    found: set[tuple[str, ...]] = set()
    for first in combinations(SMALL.cards, 2):
        rest = [card for card in SMALL.cards if card not in first]
        for second in combinations(rest, 2):
            third = [card for card in rest if card not in second]
            pack = [first[0], second[0], third[0], first[1], second[1], *third[1:]]
            for discard in third:
                try:
                    state = start.chance("deal", pack)
                    for event in view["log"][1:]:
                        text = f"discard {discard}" if event["move"].startswith("discard") else event["move"]
                        state = state.apply(event["seat"], text)
                except Refusal:
                    continue
                # In which packets and in which of two orders a seat got its cards is no part of a world here.
                if {**state.view(view["seat"]), "packets": None} == {**view, "packets": None}:
                    found.add(world(pack, [discard] if len(view["log"]) > 1 else []))
    return found


def world(order: Sequence[str], discard: Sequence[str]) -> tuple[str, ...]:
    """The cards dealt to seat 1, to seat 2, and to seat 0, the dealer, and the discard."""
    hands = (order[0::3][:2], order[1::3][:2], (order[2], *order[5:]), discard)
    return tuple(" ".join(sorted(cards, key=PACK_78.index)) for cards in hands)


def chi_square_is_fair(counts: Counter[Any], kinds: int, draws: int) -> None:
    """Asserts that draws over `kinds` alike outcomes are uniform: within five standard deviations of chi-square."""
    assert len(counts) <= kinds
    expected = draws / kinds
    chi = sum((count - expected) ** 2 / expected for count in counts.values()) + (kinds - len(counts)) * expected
    freedom = kinds - 1
    assert chi <= freedom + 5 * (2 * freedom) ** 0.5 + 1, (chi, freedom)


ORDER = ["2E", "2A", "KE", "1", "FOOL", "2", "3A"]
"""Seat 1: 2E 1, seat 2: 2A FOOL, seat 0: KE 2 3A."""
NOTHING = ["declare nothing"] * 3


@pytest.mark.parametrize("seat", [0, 1, 2, None])
@pytest.mark.parametrize(
    "moves",
    [
        [],
        ["discard 3A"],
        ["discard 3A", *NOTHING, "play 2E", "play 2A"],
        ["discard 3A", *NOTHING, "play 2E", "play FOOL", "play KE"],
        ["discard 2", *NOTHING, "play 1"],
    ],
)
def test_worlds_are_uniform(seat: int | None, moves: list[str]) -> None:
    start = new(pack=SMALL)
    view = after(start.chance("deal", ORDER), *moves).view(seat)
    every = worlds(view, start)
    draws = 10 * len(every)
    rng = Random(len(every))
    possible = GAME.worlds(view)
    counts: Counter[Any] = Counter()
    for draw in range(draws):
        state = possible.draw(rng)
        if draw < 40:
            assert state.view(seat) == view
        counts[world(order_of(state), discard_of(state))] += 1
    assert set(counts) <= every
    chi_square_is_fair(counts, len(every), draws)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_orders_of_the_pack_are_uniform_after_the_deal(seat: int | None) -> None:
    start = new(pack=SMALL)
    view = after(start.chance("deal", ORDER), "discard 3A", *NOTHING, "play 2E", "play FOOL", "play KE").view(seat)
    every = set[tuple[tuple[str, ...], str]]()
    for order in permutations(SMALL.cards):
        for discard in (order[2], *order[5:]):
            moves = [event["move"] for event in view["log"][2:]]
            try:
                state = after(start.chance("deal", order), f"discard {discard}", *moves)
            except Refusal:
                continue
            if state.view(seat) == view:
                every.add((order, discard))
    possible, rng, draws = GAME.worlds(view), Random(6), 10 * len(every)
    worlds_seen = (possible.draw(rng) for _ in range(draws))
    counts = Counter((tuple(order_of(world)), *discard_of(world)) for world in worlds_seen)
    assert set(counts) <= every
    chi_square_is_fair(counts, len(every), draws)


SEATS_DIFFER = (201, 387, 549, 2261)
"""Seeds of `three_hands`: the three seats and the discard lack different cards."""


def three_hands(seed: int) -> Table:
    """A table with thirteen cards, four to each seat and one that is discarded, after two tricks of a random hand."""
    rng = Random(seed)
    some = rng.sample(PACK_78, 13)
    pack = Pack(tuple(card for card in PACK_78 if card in some), (1, 1, 1, 1))
    at = Table.new(GAME, 3, {"bargaining": False}, 0, pack).chance("deal", some)
    while len(at.state.view(None)["tricks"]) < 2:
        (seat,) = at.state.to_act
        at = at.move(seat, "declare nothing" if at.state.phase == "declare" else random_move(at.state, seat, rng))
    return at


def hidden_cards(world: State) -> tuple[frozenset[str], ...]:
    """The cards that each seat holds in a world, and those of the discard."""
    return (*(frozenset(world.view(seat)["hand"]) for seat in range(3)), frozenset(discard_of(world)))


def worlds_of_three(at: Table, viewer: int | None) -> set[tuple[frozenset[str], ...]]:
    """All hands and discards that agree with a view, by trying each on the hand that was played."""
    view, start = at.state.view(viewer), GAME.start(at.state.view(viewer))
    deal, discard, *moves = at.events
    assert isinstance(deal, Chance)
    assert isinstance(discard, Move)
    played = {card for trick in view["tricks"] for _, card in trick["cards"]}
    fixed = {*(view["hand"] or ()), *(view["discard"] or ()), *played}
    places = [place for place, card in enumerate(deal.cards) if card not in fixed]
    laid = [place for place, card in enumerate(deal.cards) if card in discard.text.split()]
    found = set[tuple[frozenset[str], ...]]()
    for cards in permutations(deal.cards[place] for place in places):
        order = list(deal.cards)
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        laid_away = Move(0, " ".join(("discard", *(order[place] for place in laid))))
        try:
            world = replayed(start, (Chance("deal", tuple(order)), laid_away, *moves))
        except Refusal:
            continue
        if world.view(viewer) == view:
            found.add(hidden_cards(world))
    return found


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize("seed", SEATS_DIFFER)
def test_worlds_are_uniform_where_three_seats_lack_different_cards(seed: int, viewer: int | None) -> None:
    at = three_hands(seed)
    every = worlds_of_three(at, viewer)
    if viewer is None:
        may_have = [{card for world in every for card in world[holder]} for holder in range(4)]
        assert len({frozenset(cards) for cards in may_have}) == 4
    possible, rng, draws = GAME.worlds(at.state.view(viewer)), Random(seed), 20 * len(every)
    counts = Counter(hidden_cards(possible.draw(rng)) for _ in range(draws))
    assert set(counts) <= every
    chi_square_is_fair(counts, len(every), draws)


def test_orders_of_the_pack_are_uniform_while_it_is_dealt() -> None:
    pack = Pack(("2E", "3E", "4E", "5E", "6E", "7E", "8E"), (1, 1))
    # A pack of two packets has no round of bargaining; three packets of one have one, after the second.
    pack = Pack((*pack.cards, "2A", "3A", "4A"), (1, 1, 1))
    state = new({"bargaining": True}, 0, pack).chance("deal", pack.cards)
    assert state.phase == "bargain"
    view = state.view(1)
    rng = Random(3)
    possible = GAME.worlds(view)
    counts: Counter[Any] = Counter()
    for _ in range(4000):
        cards = order_of(possible.draw(rng))
        assert (cards[0], cards[3]) == ("2E", "5E"), "packets that were seen lie where they were"
        counts[cards[1], cards[9]] += 1
    chi_square_is_fair(counts, 8 * 7, 4000)


def test_what_play_has_shown_is_respected() -> None:
    hands = {1: "KE QE JE 5", 2: "2A 3A 4A 6 7", 0: "2E 3E 4E"}
    rng = Random(8)
    state = new().chance("deal", stacked(hands, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.shown()["cards"][-3:]), *["declare nothing"] * 3)
    while state.to_act and len(state.view(None)["tricks"]) < 12:
        state = after(state, random_move(state, state.to_act[0], rng))
    view = state.view(1)
    voids: set[tuple[int, str | None]] = set()
    for trick in view["tricks"]:
        led = next(suit(card) for _, card in trick["cards"] if card != "FOOL")
        for seat, card in trick["cards"][1:]:
            if card != "FOOL" and suit(card) != led:
                voids.add((seat, led))
    assert voids
    for _ in range(40):
        world = drawn(view, rng)
        for seat, led in voids:
            hand = world.view(seat)["hand"]
            assert not any(suit(card) == led for card in hand)
            assert set(follow(hand, led)) <= set(hand)


@pytest.mark.clause("M4.1")
def test_an_imagined_discard_holds_no_king_and_no_honour() -> None:
    state = new().chance("deal", stacked({0: "KE KA KF KW 1 21 FOOL"}, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.shown()["cards"][:3]))
    rng = Random(2)
    for _ in range(200):
        discard = discard_of(drawn(state.view(1), rng))
        assert len(discard) == 3
        assert not {"KE", "KA", "KF", "KW", "1", "21", "FOOL"} & set(discard)


@pytest.mark.clause("M5.1")
def test_cards_shown_in_a_declaration_stay_where_they_were_shown() -> None:
    hands = {1: "KE KA KF KW FOOL 1 21"}
    state = new().chance("deal", stacked(hands, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.shown()["cards"][:3]), "declare kings with FOOL")
    rng = Random(4)
    for viewer in (0, 2, None):
        for _ in range(30):
            assert {"KE", "KA", "KF", "KW", "FOOL"} <= set(drawn(state.view(viewer), rng).view(1)["hand"])


def test_between_hands_and_after_the_end_the_only_world_is_the_position() -> None:
    state = new({"hands": 1, "bargaining": True})
    assert drawn(state.view(0), Random(1)) == state
    over = after(state.chance("deal", PACK_78), "offer 1", "pass", "pass")
    assert over.finished
    for viewer in (0, 1, 2, None):
        possible = GAME.worlds(over.view(viewer))
        assert possible.draw(Random(1)) == over
        assert possible.events(over) == ()
