"""Small hands of Conference whose worlds can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

from rules.conference import GAME
from rules.conference.deal import seats_dealt
from rules.conference.records import Sheet
from rules.conference.views import sheet_of
from rules.contract import Chance, Event, Move, Pack, Refusal, View
from rules.simulate import random_step
from rules.table import Table
from rules.tarot.cards import CARDS
from tests.rules.countable import Countable, Summary
from tests.rules.moves import play_moves

TWO_EACH = (1, 1)
COURT = Pack(("QE", "KE", "3E", "QA", "2A", "5", "6", "2F", "FOOL"), TWO_EACH)
"""Nine cards: two to each seat, one more to the dealer."""
SPIRITS = Pack(("2E", "3E", "2A", "GOOD", "EVIL", "5", "6", "KF", "FOOL"), TWO_EACH)
TRUMPS = Pack(("KE", "3E", "KA", "2", "3", "5", "6", "7", "1"), TWO_EACH)


LACKING = Pack(("2E", "3E", "4E", "2A", "3A", "2F", "3F", "KW", "2W", "5", "6", "7", "FOOL"), (1, 1, 1))
"""Thirteen cards: three to each seat, one more to the dealer."""
LACKING_HANDS = ["3E 2A 5", "2F 3A FOOL", "6 7 KW", "4E 2E 3F 2W"]
"""Hands of `LACKING` in which seats 1 and 2 cannot follow when Earth is led, and seat 1 has no trumps."""

POSITIONS: list[tuple[Pack, dict[str, Any], list[str], list[str]]] = [
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
    (LACKING, {}, LACKING_HANDS, ["discard 2W", "play 3E", "play 2F", "play 6", "play 4E"]),
    (LACKING, {}, LACKING_HANDS, ["discard 2W", "play 3E", "play 2F", "play 6", "play 4E", "play KW", "play 3F"]),
    (TRUMPS, {}, ["3E 2", "5 6", "KE 7", "KA 1 3"], ["discard 3"]),
    (TRUMPS, {}, ["3E 2", "5 6", "KE 7", "KA 1 3"], ["discard 3", "play 3E", "play 5", "play KE"]),
]  # fmt: skip
"""Packs, options, hands (Eldest's first and the dealer's last) and moves."""

SMALL = Pack(("2E", "3E", "4E", "2A", "3A", "5", "6", "2F", "3F"), TWO_EACH)
SMALL_LEAGUE = Pack(("2E", "3E", "4E", "2A", "3A", "3F", "6", "20", "21", "2F"), (1, 1))


def find_known_cards(view: View) -> list[set[str]]:
    """Return, by seat, the cards that the view shows it was dealt, without those that League gives out."""
    known: list[set[str]] = [set(), set(), set(), set()]
    for event in view["log"]:
        if event.get("move", "").startswith("play "):
            known[event["seat"]].add(event["move"].split()[1])
    if view["seat"] is not None:
        known[view["seat"]] |= {*view["hand"], *(view["discard"] or [])}
    return [cards - {"20", "21"} for cards in known]


def count_agreeing(view: View, orders: Iterable[tuple[str, ...]]) -> Counter[Summary]:
    """Return the worlds with this view among these orders of the pack, with the number of orders of each."""
    counts: Counter[Summary] = Counter()
    log = view["log"]
    sheet = sheet_of(view)
    known = find_known_cards(view)
    opening = [event for event in log if event.get("move", "")[:3] in ("cut", "res")]
    for order in orders:
        cards = deal_out(sheet, order)
        if not all(known_cards <= hand for known_cards, hand in zip(known, cards, strict=True)):
            continue  # told apart quickly; all else is left to the rules
        state = GAME.start(view)
        try:
            for event in opening:
                state = state.apply(event["seat"], event["move"])
            dealt = state.chance("deal", order)
            events = log[len(opening) + 1 :]
            for discard in dealt.sequences(dealt.to_act[0]) if events else [""]:
                played = dealt
                try:
                    for event in events:
                        move = discard if event["move"].startswith("discard") else event["move"]
                        played = played.apply(event["seat"], move)
                except Refusal:
                    continue
                if played.view(view["seat"]) == view:
                    counts[summarise_cards(cards, discard)] += 1
        except Refusal:
            continue
    return counts


def deal_out(sheet: Sheet, order: tuple[str, ...]) -> list[frozenset[str]]:
    """Return the cards that each seat is dealt from this order of the pack."""
    cards: list[set[str]] = [set(), set(), set(), set()]
    for card, seat in zip(order, seats_dealt(sheet, tuple(CARDS.bit[card] for card in order)), strict=True):
        cards[seat].add(card)
    return list(map(frozenset, cards))


def summarise(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return the cards that each seat was dealt, and the discard."""
    (order,) = [event.cards for event in events if isinstance(event, Chance)]
    discards = [event.text for event in events if isinstance(event, Move) and event.text.startswith("discard")]
    return summarise_cards(deal_out(sheet_of(at.state.view(None)), order), *(discards or [""]))


def summarise_cards(hands: Sequence[frozenset[str]], discard: str) -> Summary:
    """Return the cards that each seat keeps, and the discard. No other seat holds a card of it."""
    discarded = frozenset(discard.split()[1:])
    return (*(hand - discarded for hand in hands), discarded)


def order_pack(hands: Sequence[Sequence[str]], packets: Sequence[int]) -> list[str]:
    """Return an order of the pack that deals these hands, Eldest's first (no League)."""
    remaining = [list(hand) for hand in hands]
    order: list[str] = []
    for size in packets:
        for hand in remaining:
            order += hand[:size]
            del hand[:size]
    return order + remaining[3]


def list_deals(pack: Pack, needed: Sequence[set[str]]) -> Iterator[tuple[str, ...]]:
    """Yield an order of the pack for every deal by seat 3 in which seats get the cards that they need (no League)."""
    cards = [card for card in pack.cards if not any(card in known_cards for known_cards in needed)]
    missing = [sum(pack.packets) - len(known_cards) for known_cards in needed]
    for first in combinations(cards, missing[0]):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, missing[1]):
            remaining = [card for card in rest if card not in second]
            for third in combinations(remaining, missing[2]):
                fourth = [card for card in remaining if card not in third]
                hands = [
                    [*known_cards, *new]
                    for known_cards, new in zip(needed, (first, second, third, fourth), strict=True)
                ]
                yield tuple(order_pack(hands, pack.packets))


def play_position(pack: Pack, options: Mapping[str, Any], hands: Sequence[str], moves: Sequence[str]) -> Table:
    """Return the table after a deal of these hands and these moves."""
    at = Table.new(GAME, 4, {"hands": 1, **options}, 3, pack)
    return play_moves(at.chance("deal", order_pack([hand.split() for hand in hands], pack.packets)), *moves)


def count_worlds(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, each once: each deal has as many orders as any other (no League, no cut)."""
    view = at.state.view(reader)
    deal = at.events[0]
    assert isinstance(deal, Chance)
    packets = (1,) * ((len(deal.cards) - 1) // 4)
    pack = Pack(tuple(card for card in CARDS.text.values() if card in deal.cards), packets)
    return dict.fromkeys(count_agreeing(view, list_deals(pack, find_known_cards(view))), 1)


def play_after_cut(league: bool, piles: int, plays: int) -> Table:
    """Return a game in its second hand, after a cut into so many piles and a few cards."""
    rng, pack = Random(3), SMALL_LEAGUE if league else SMALL
    at = Table.new(GAME, 4, {"hands": 4, "between_hands": "cut", "league": league}, 3, pack)
    at = at.chance("deal", rng.sample(pack.cards, len(pack.cards)))
    while at.state.phase != "cut":
        at = random_step(at, rng)
    at = at.move((at.state.view(None)["dealer"] - 1) % 4, f"cut {piles}")
    assert at.state.expects
    assert at.state.expects.cut
    gathered = at.state.expects.cut.gathered
    at = at.chance("deal", [*gathered[6:], *gathered[3:6], *gathered[:3]])
    for _ in range(plays):
        at = random_step(at, rng)
    return at


def count_worlds_of_cut(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, by replaying every order that the cut piles can be laid in."""
    view = at.state.view(reader)
    gathered = view["last"]["gathered"]
    size = len(gathered)
    (piles,) = [int(event["move"].split()[1]) for event in view["log"] if event.get("move", "").startswith("cut")]
    orders: set[tuple[str, ...]] = set()
    for cuts in combinations(range(1, size), piles - 1):
        edges = [0, *cuts, size]
        for lay in permutations(range(piles)):
            if lay != tuple(range(piles)):
                orders.add(tuple(card for pile in lay for card in gathered[edges[pile] : edges[pile + 1]]))
    return count_agreeing(view, orders)


BEFORE_PLAY = {0, 12}
"""Positions that a bystander knows too little of: their worlds take long to count."""
LACKING_POSITION = 10
"""Here the four holders lack different cards."""


def choose_readers(number: int) -> Sequence[int | None]:
    """Return a seat, the dealer, and a bystander where that does not take long."""
    if number == LACKING_POSITION:
        return (3, 0)
    return (number % 3, 3) if number in BEFORE_PLAY else (number % 3, 3, None)


CASES = [
    *(
        Countable(
            f"position {number}",
            lambda position=position: play_position(*position),
            choose_readers(number),
            count_worlds,
            summarise,
            min_differing=4 if number == LACKING_POSITION else 0,
        )
        for number, position in enumerate(POSITIONS)
    ),
    *(
        Countable(
            f"{piles} piles, {plays} cards, League {league}",
            lambda piles=piles, plays=plays, league=league: play_after_cut(league, piles, plays),
            (plays % 3, None),
            count_worlds_of_cut,
            summarise,
            min_draws=200,
        )
        for piles, plays, league in ((3, 1, True), (3, 4, False), (4, 1, False), (4, 4, True))
    ),
]
