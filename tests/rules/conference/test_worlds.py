"""Worlds drawn for a view: they agree with it, and each is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.conference.deal import seats_dealt
from rules.conference.records import Sheet
from rules.conference.recut import Recut
from rules.conference.views import sheet_of
from rules.contract import Chance, Event, Move, Pack, Refusal, State, replayed
from rules.simulate import random_move, random_order
from rules.table import Table
from rules.tarot.cards import CARDS
from tests.rules.chances import any_step
from tests.rules.conference.reading import is_cut
from tests.rules.conference.stacked import after, new, playing


def imagined(view: dict[str, Any], rng: Random) -> tuple[State, tuple[Event, ...]]:
    """A drawn world: its position, and its events."""
    worlds = GAME.worlds(view)
    state = worlds.draw(rng)
    events = worlds.events(state)
    assert replayed(GAME.start(view), events) == state
    return state, events


def check_worlds(state: State, rng: Random) -> None:
    """Asserts that worlds drawn for each reader look the same to it and are what their events lead to."""
    for viewer in (0, 1, 2, 3, None):
        view = state.view(viewer)
        worlds = GAME.worlds(view)
        for _ in range(3):
            world = worlds.draw(rng)
            assert world.view(viewer) == view
            assert world.status() == state.status()
            again = replayed(GAME.start(view), worlds.events(world))
            assert again == world
            assert hash(again) == hash(world)


@pytest.mark.parametrize("seed", range(16))
def test_every_world_has_the_same_view_and_is_what_its_events_lead_to(seed: int) -> None:
    rng = Random(seed)
    options = {
        "good_evil": ("trumps", "allegiance", "none", "allegiance")[seed % 4],
        "league": rng.random() < 0.5,
        "gallowglass": seed % 3 > 0,
        "between_hands": "cut" if seed % 2 else "shuffle",
        "hands": 4,
    }
    table = Table.new(GAME, 4, options, rng.randrange(4))
    check_worlds(table.state, rng)
    while not table.state.finished and table.state.number < 2:
        state = table.state
        if state.phase == "cut" and rng.random() < 0.8:
            youngest = (state.view(None)["dealer"] - 1) % 4
            table = table.move(youngest, rng.choice(("cut 3", "cut 4")))
        else:
            table = any_step(table, rng)
        if rng.random() < 0.06 or table.state.phase != "play":
            check_worlds(table.state, rng)
            for viewer in (0, 1, 2, 3):
                world = table.imagine(viewer, rng)
                assert world.state.view(viewer) == table.state.view(viewer)
                assert len(world.events) == len(table.events)


SHORT = Pack(("JE", "QE", "KE", "3E", "JA", "QA", "KA", "2A", "JF", "QF", "2F", "GOOD", "EVIL", "20", "21", "FOOL",
              "5", "3F"), (2, 2))  # fmt: skip
"""Many court cards and few trumps: the hired suit stands in often, and whether it did often stays open."""


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize("seed", range(16))
def test_every_world_of_short_hands_with_a_hired_suit_is_what_its_events_lead_to(seed: int) -> None:
    rng = Random(seed)
    options = {
        "good_evil": ("trumps", "allegiance")[seed % 2],
        "league": seed % 4 > 1,
        "between_hands": ("shuffle", "cut")[seed % 8 > 3],
    }
    state = new(seed % 4, SHORT, hands=4, gallowglass=True, **options)
    while not state.finished and state.number < 2:
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
        elif state.phase == "gallowglass":
            state = after(state, rng.choice(("gallowglass E", "gallowglass A", "gallowglass F")))
        elif state.phase == "cut":
            state = state.apply((state.view(None)["dealer"] - 1) % 4, rng.choice(("cut 3", "cut 4")))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
        if rng.random() < 0.5:
            check_worlds(state, rng)


def test_between_hands_and_after_the_end_there_is_nothing_to_imagine() -> None:
    state, rng = new(pack=SHORT, hands=4, between_hands="cut"), Random(1)
    while not state.finished:
        if state.phase in ("deal", "cut"):
            check_nothing_hidden(state)
        if state.phase == "cut":
            shuffled = state.apply(0, "reshuffle")
            check_nothing_hidden(shuffled)
            assert GAME.worlds(shuffled.view(1)).events(shuffled) == (Move(0, "reshuffle"),)
            state = state.apply((state.view(None)["dealer"] - 1) % 4, "cut 3")
        elif state.expects:
            state = state.chance("deal", random_order(state, rng))
        else:
            (seat,) = state.to_act
            state = state.apply(seat, random_move(state, seat, rng))
    check_nothing_hidden(state)
    assert GAME.worlds(state.view(0)).events(state) == ()


def check_nothing_hidden(state: State) -> None:
    """Asserts that the only world for each reader is the position itself."""
    for viewer in (0, 1, 2, 3, None):
        assert GAME.worlds(state.view(viewer)).draw(Random(1)) == state


def discards(state: State) -> Iterator[str]:
    """Every discard there may be."""
    yield from state.sequences(state.to_act[0])


def needed_by(view: dict[str, Any]) -> list[set[str]]:
    """By seat: the cards that the view shows it was dealt, but for those that League gives out."""
    needed: list[set[str]] = [set(), set(), set(), set()]
    for event in view["log"]:
        if event.get("move", "").startswith("play "):
            needed[event["seat"]].add(event["move"].split()[1])
    if view["seat"] is not None:
        needed[view["seat"]] |= {*view["hand"], *(view["discard"] or [])}
    return [some - {"20", "21"} for some in needed]


def worlds(view: dict[str, Any], orders: Iterator[tuple[str, ...]]) -> Counter[Any]:
    """All worlds with this view among these orders of the pack, with the number of orders that make each."""
    found: Counter[Any] = Counter()
    log = view["log"]
    sheet = sheet_of(view)
    needed = needed_by(view)
    opening = [event for event in log if event.get("move", "")[:3] in ("cut", "res")]
    for order in orders:
        held = shares(sheet, order)
        if not all(some <= hand for some, hand in zip(needed, held, strict=True)):
            continue  # told apart quickly; all else is left to the rules
        state = GAME.start(view)
        try:
            for event in opening:
                state = state.apply(event["seat"], event["move"])
            dealt = state.chance("deal", order)
            said = log[len(opening) + 1 :]
            for discard in discards(dealt) if said else [""]:
                played = dealt
                try:
                    for event in said:
                        move = discard if event["move"].startswith("discard") else event["move"]
                        played = played.apply(event["seat"], move)
                except Refusal:
                    continue
                if played.view(view["seat"]) == view:
                    found[*held, discard] += 1
        except Refusal:
            continue
    return found


def shares(sheet: Sheet, order: tuple[str, ...]) -> list[frozenset[str]]:
    """The cards that each seat is dealt from this order of the pack."""
    held: list[set[str]] = [set(), set(), set(), set()]
    for card, seat in zip(order, seats_dealt(sheet, tuple(CARDS.bit[card] for card in order)), strict=True):
        held[seat].add(card)
    return list(map(frozenset, held))


def world_of(view: dict[str, Any], events: tuple[Event, ...]) -> tuple[Any, ...]:
    """An imagined world as `worlds` lists it: the cards that each seat was dealt, and the discard."""
    (order,) = [event.cards for event in events if isinstance(event, Chance)]
    discards = [event.text for event in events if isinstance(event, Move) and event.text.startswith("discard")]
    return (*shares(sheet_of(view), order), *(discards or [""]))


def is_fair(counts: Counter[Any], weights: Counter[Any], draws: int) -> None:
    """Asserts that draws came out as their weights: within five standard deviations of chi-square."""
    assert set(counts) <= set(weights)
    total = sum(weights.values())
    chi = sum((counts[one] - draws * weight / total) ** 2 / (draws * weight / total) for one, weight in weights.items())
    freedom = max(1, len(weights) - 1)
    assert chi <= freedom + 5 * (2 * freedom) ** 0.5 + 1, (chi, freedom)


def ordered(hands: Sequence[Sequence[str]], packets: Sequence[int]) -> list[str]:
    """An order of the pack that deals these hands, Eldest's first (no League)."""
    left = [list(hand) for hand in hands]
    order: list[str] = []
    for size in packets:
        for hand in left:
            order += hand[:size]
            del hand[:size]
    return order + left[3]


def deals(pack: Pack, needed: Sequence[set[str]]) -> Iterator[tuple[str, ...]]:
    """An order of the pack for every way to share out its cards, seat 3 dealing, in which each seat gets the cards that
    it needs (no League).
    """
    cards = [card for card in pack.cards if not any(card in some for some in needed)]
    more = [sum(pack.packets) - len(some) for some in needed]
    for one in combinations(cards, more[0]):
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, more[1]):
            left = [card for card in rest if card not in two]
            for three in combinations(left, more[2]):
                four = [card for card in left if card not in three]
                hands = [[*some, *new] for some, new in zip(needed, (one, two, three, four), strict=True)]
                yield tuple(ordered(hands, pack.packets))


TWO_EACH = (1, 1)
COURT = Pack(("QE", "KE", "3E", "QA", "2A", "5", "6", "2F", "FOOL"), TWO_EACH)
"""Nine cards: two to each seat, one more to the dealer."""
SPIRITS = Pack(("2E", "3E", "2A", "GOOD", "EVIL", "5", "6", "KF", "FOOL"), TWO_EACH)
TRUMPS = Pack(("KE", "3E", "KA", "2", "3", "5", "6", "7", "1"), TWO_EACH)


LACKING = Pack(("2E", "3E", "4E", "2A", "3A", "2F", "3F", "KW", "2W", "5", "6", "7", "FOOL"), (1, 1, 1))
"""Thirteen cards: three to each seat, one more to the dealer."""
LACK = ["3E 2A 5", "2F 3A FOOL", "6 7 KW", "4E 2E 3F 2W"]
"""Hands of `LACKING` in which seats 1 and 2 cannot follow when Earth is led, and seat 1 has no trumps."""


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
@pytest.mark.parametrize(
    ("pack", "options", "hands", "moves"),
    [
        (COURT, {}, ["3E 5", "QE 2A", "KE 6", "QA FOOL 2F"], []),
        (COURT, {}, ["3E 5", "QE 2A", "KE 6", "QA FOOL 2F"], ["discard 2F", "play 3E", "play QE"]),
        (COURT, {"gallowglass": True}, ["3E 5", "QE 2A", "KE 6", "QA FOOL 2F"],
         ["discard 2F", "gallowglass A", "play 3E", "play 2A"]),
        (COURT, {"gallowglass": True}, ["3E 5", "2F 2A", "KE 6", "QA FOOL QE"],
         ["discard QE", "gallowglass A", "play 3E", "play 2A"]),
        (COURT, {"gallowglass": True}, ["3E 5", "KE QA", "2F 6", "2A FOOL QE"],
         ["discard QE", "gallowglass A", "play 3E", "play QA", "play 6", "play 2A"]),
        (COURT, {"gallowglass": True}, ["3E 5", "KE QA", "2F 2A", "FOOL 6 QE"],
         ["discard QE", "gallowglass A", "play 3E", "play QA", "play 2A", "play 6", "play FOOL", "play 5"]),
        (COURT, {"gallowglass": True}, ["3E 5", "KE QA", "QE 2A", "FOOL 6 2F"],
         ["discard 2F", "gallowglass A", "play 3E", "play QA", "play 2A"]),
        (SPIRITS, {"good_evil": "allegiance"}, ["GOOD 2E", "3E 5", "2A 6", "KF FOOL EVIL"],
         ["discard EVIL", "play GOOD ours"]),
        (SPIRITS, {"good_evil": "allegiance"}, ["GOOD 2E", "3E 5", "EVIL 6", "KF FOOL 2A"],
         ["discard 2A", "play GOOD ours", "play 5"]),
        (SPIRITS, {"good_evil": "allegiance"}, ["2E EVIL", "GOOD 5", "3E 6", "KF FOOL 2A"],
         ["discard 2A", "play 2E", "play GOOD ours"]),
        (LACKING, {}, LACK, ["discard 2W", "play 3E", "play 2F", "play 6", "play 4E"]),
        (LACKING, {}, LACK, ["discard 2W", "play 3E", "play 2F", "play 6", "play 4E", "play KW", "play 3F"]),
        (TRUMPS, {}, ["3E 2", "5 6", "KE 7", "KA 1 3"], ["discard 3"]),
        (TRUMPS, {}, ["3E 2", "5 6", "KE 7", "KA 1 3"], ["discard 3", "play 3E", "play 5", "play KE"]),
    ],
)  # fmt: skip
def test_worlds_are_uniform(
    seat: int | None, pack: Pack, options: dict[str, Any], hands: list[str], moves: list[str]
) -> None:
    check_uniform(dealt_so(pack, options, hands, moves), pack, seat)


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize("seat", [0, 3])
def test_worlds_are_uniform_where_there_are_too_many_cases_to_count(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.conference.worlds.CASES", 1)
    hands = ["3E 5", "KE QA", "QE 2A", "FOOL 6 2F"]
    moves = ["discard 2F", "gallowglass A", "play 3E", "play QA", "play 2A"]
    check_uniform(dealt_so(COURT, {"gallowglass": True}, hands, moves), COURT, seat)


def test_four_holders_lack_different_cards() -> None:
    state = dealt_so(LACKING, {}, LACK, ["discard 2W", "play 3E", "play 2F", "play 6", "play 4E"])
    view = state.view(0)
    found = worlds(view, deals(LACKING, needed_by(view)))
    left = set(LACKING.cards).difference(*needed_by(view))
    may_hold = [
        {card for *held, _ in found for card in left & held[1]},
        {card for *held, _ in found for card in left & held[2]},
        {card for *held, discard in found for card in left & held[3] - {discard.removeprefix("discard ")}},
        {discard.removeprefix("discard ") for *_, discard in found},
    ]
    assert len({frozenset(cards) for cards in may_hold}) == 4


def dealt_so(pack: Pack, options: dict[str, Any], hands: list[str], moves: list[str]) -> State:
    """The position after a deal of these hands, Eldest's first and the dealer's last, and these moves."""
    order = ordered([hand.split() for hand in hands], pack.packets)
    return after(new(pack=pack, **options).chance("deal", order), *moves)


def check_uniform(state: State, pack: Pack, seat: int | None) -> None:
    """Asserts that worlds drawn for the seat are as likely as each other (no League, no cut)."""
    view = state.view(seat)
    every = worlds(view, deals(pack, needed_by(view)))
    kinds = Counter(dict.fromkeys(every, 1))  # each way to share the cards out has as many orders as any other
    draws = min(1500, 10 * len(kinds) + 100)
    rng = Random(len(kinds))
    drawn = GAME.worlds(view)
    is_fair(Counter(world_of(view, drawn.events(drawn.draw(rng))) for _ in range(draws)), kinds, draws)
    check_worlds(state, rng)


def cut_game(options: dict[str, Any], pack: Pack, seed: int, piles: int, plays: int) -> State:
    """A game in its second hand, after a cut into so many piles and a few cards."""
    rng = Random(seed)
    state = new(pack=pack, hands=4, between_hands="cut", **options)
    order = list(pack.cards)
    rng.shuffle(order)
    state = state.chance("deal", order)
    while state.phase != "cut":
        (seat,) = state.to_act
        state = state.apply(seat, random_move(state, seat, rng))
    state = state.apply((state.view(None)["dealer"] - 1) % 4, f"cut {piles}")
    assert state.expects
    assert state.expects.cut
    pack_now = list(state.expects.cut.gathered)
    state = state.chance("deal", [*pack_now[6:], *pack_now[3:6], *pack_now[:3]])
    for _ in range(plays):
        (seat,) = state.to_act
        state = state.apply(seat, random_move(state, seat, rng))
    return state


SMALL = Pack(("2E", "3E", "4E", "2A", "3A", "5", "6", "2F", "3F"), TWO_EACH)
SMALL_LEAGUE = Pack(("2E", "3E", "4E", "2A", "3A", "3F", "6", "20", "21", "2F"), (1, 1))


@pytest.mark.parametrize("plays", [1, 4])
@pytest.mark.parametrize("seat", [0, 2, 3, None])
@pytest.mark.parametrize("piles", [3, 4])
@pytest.mark.parametrize("league", [False, True])
def test_worlds_after_a_cut_are_uniform(plays: int, seat: int | None, piles: int, league: bool) -> None:
    pack = SMALL_LEAGUE if league else SMALL
    state = cut_game({"league": league}, pack, 3, piles, plays)
    view = state.view(seat)
    gathered = view["last"]["gathered"]
    size = len(gathered)
    orders: set[tuple[str, ...]] = set()
    for cuts in combinations(range(1, size), piles - 1):
        edges = [0, *cuts, size]
        for lay in permutations(range(piles)):
            if lay != tuple(range(piles)):
                orders.add(tuple(card for at in lay for card in gathered[edges[at] : edges[at + 1]]))
    every = worlds(view, iter(orders))
    assert every
    draws = min(1000, 8 * len(every) + 100)
    rng = Random(5)
    drawn = GAME.worlds(view)
    counts: Counter[Any] = Counter(world_of(view, drawn.events(drawn.draw(rng))) for _ in range(draws))
    is_fair(counts, every, draws)


@pytest.mark.clause("C2.3")
def test_cuts_are_listed_once_each_and_are_all_there_are() -> None:
    state = cut_game({}, SMALL, 1, 4, 0)
    sheet = sheet_of(state.view(None))
    gathered = tuple(CARDS.bit[card] for card in state.view(None)["last"]["gathered"])
    everything = [sum(gathered)] * 4
    for piles in (3, 4):
        found = list(Recut(sheet, gathered, piles, everything).all())
        assert len(found) == len(set(found))
        named = [str(card) for card in gathered]
        assert all(is_cut(named, [str(card) for card in order], piles) for order in found[:60])
        drawn = {Recut(sheet, gathered, piles, everything).draw(Random(seed)) for seed in range(4000)}
        assert drawn <= set(found)
        assert len(drawn) > 0.9 * len(found)


@pytest.mark.clause("C2.2")
def test_everybody_knows_where_the_two_highest_trumps_are() -> None:
    state = playing({}, 0, league=True)
    for viewer in (1, 2, 3):
        for seed in range(20):
            drawn, _ = imagined(state.view(viewer), Random(seed))
            assert "21" in drawn.view(0)["hand"]
            assert "20" in drawn.view(1)["hand"]


@pytest.mark.clause("C7.3")
def test_a_card_taken_back_is_known() -> None:
    hands = {0: "5E EVIL", 1: "GOOD -E", 2: "7E 8E", 3: "9E"}
    state = after(playing(hands, good_evil="allegiance"), "play 5E", "play GOOD ours")
    for seed in range(20):
        drawn, _ = imagined(state.view(2), Random(seed))
        assert "5E" in drawn.view(0)["hand"]
        assert not any(card.endswith("E") for card in drawn.view(1)["hand"])


FEW_COMMON = Pack(("2E", "3F", "KA", "GOOD", "EVIL", "2", "3", "5", "6", "7", "20", "21", "FOOL"), (1, 1, 1))


@pytest.mark.clause("C3.1")
def test_a_dealer_who_took_a_common_card_back_had_no_need_to_discard_trumps() -> None:
    # 20 and 21 go to seats 2 and 3, who have a card less in the first packet. 2E goes back to the dealer, so that it
    # lies in no trick; it stayed in the hand, so there was another card to discard than a trump.
    order = ["21", "20", "2", "KA", "3", "6", "GOOD", "2E", "5", "7", "FOOL", "EVIL", "3F"]
    state = new(pack=FEW_COMMON, good_evil="allegiance", league=True).chance("deal", order)
    state = after(state, "discard 3F", "play 2E", "play 2", "play 6", "play GOOD ours")
    assert state.view(None)["taken_back"]["seat"] == 3
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        drawn: set[str] = set()
        for seed in range(100):
            world, events = imagined(view, Random(seed))
            assert world.view(viewer) == view
            drawn |= {event.text for event in events if isinstance(event, Move) and event.text.startswith("discard")}
        assert drawn == {"discard 3F"}


@pytest.mark.parametrize("seed", range(4))
def test_an_imagined_table_is_the_one_that_its_dump_loads(seed: int) -> None:
    rng = Random(seed)
    options = {"good_evil": "allegiance", "gallowglass": seed > 1, "league": seed % 2 == 1, "between_hands": "cut"}
    table = Table.new(GAME, 4, options, seed)
    seen = 0
    while seen < 8:
        table = any_step(table, rng)
        if table.state.number and (table.state.phase != "play" or rng.random() < 0.05):
            seen += 1
            for viewer in (0, 2, None):
                world = table.imagine(viewer, rng)
                loaded = Table.load(world.dump())
                assert loaded.state == world.state
                assert hash(loaded.state) == hash(world.state)
                assert GAME.start(world.state.view(viewer)) == GAME.start(table.state.view(None))


@pytest.mark.clause("C3.1")
def test_an_imagined_discard_is_one_that_the_dealer_may_make() -> None:
    state = playing({0: "KE QE", 3: "KA 1 21"})
    rng = Random(2)
    for _ in range(100):
        move = imagined(state.view(1), rng)[1][1]
        assert isinstance(move, Move)
        assert not {"KE", "KA", "KF", "KW", "1", "21", "FOOL"} & set(move.text.split())
