"""Small deals of Mitigati whose worlds can be counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from rules.contract import Chance, Event, Move, Pack, Refusal, replay_events
from rules.mitigati import GAME
from rules.simulate import random_move
from rules.table import Table
from rules.tarot.cards import PACK_78
from tests.rules.countable import Countable, Summary

SMALL = Pack(("2E", "KE", "2A", "3A", "1", "2", "FOOL"), (1, 1))
"""Seven cards: two packets of one to each seat, one more to the dealer."""
ORDER = ("2E", "2A", "KE", "1", "FOOL", "2", "3A")
"""Seat 1: 2E 1, seat 2: 2A FOOL, seat 0: KE 2 3A."""
NOTHING = ("declare nothing",) * 3
MOVES: tuple[tuple[str, ...], ...] = (
    (),
    ("discard 3A",),
    ("discard 3A", *NOTHING, "play 2E", "play 2A"),
    ("discard 3A", *NOTHING, "play 2E", "play FOOL", "play KE"),
    ("discard 2", *NOTHING, "play 1"),
)
DEALING = Pack(("2E", "3E", "4E", "5E", "6E", "7E", "8E", "2A", "3A", "4A"), (1, 1, 1))
"""Three packets of one: there is a round of bargaining after the second."""
SEATS_DIFFER = (201, 387, 549, 2261)
"""Seeds of `three_hands`: the three seats and the discard lack different cards."""
EVERYBODY = (0, 1, 2, None)


def play_small_deal(moves: Sequence[str]) -> Table:
    """Return a table with the small pack after these moves."""
    at = Table.new(GAME, 3, {"hands": 1, "bargaining": False}, 0, SMALL).chance("deal", ORDER)
    for move in moves:
        at = at.move(at.state.to_act[0], move)
    return at


def deal_half() -> Table:
    """Return a table in the round of bargaining after the second packet."""
    return Table.new(GAME, 3, {"bargaining": True}, 0, DEALING).chance("deal", DEALING.cards)


def play_three_hands(seed: int) -> Table:
    """Return a table of thirteen cards, four a seat and one discarded, after two tricks of a random hand."""
    rng = Random(seed)
    some = rng.sample(PACK_78, 13)
    pack = Pack(tuple(card for card in PACK_78 if card in some), (1, 1, 1, 1))
    at = Table.new(GAME, 3, {"bargaining": False}, 0, pack).chance("deal", some)
    while len(at.state.view(None)["tricks"]) < 2:
        (seat,) = at.state.to_act
        at = at.move(seat, "declare nothing" if at.state.phase == "declare" else random_move(at.state, seat, rng))
    return at


def summarise_order(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return the order of the pack, and the discard."""
    deal, *moves = events
    assert isinstance(deal, Chance)
    return (deal.cards, *(move.text for move in moves if isinstance(move, Move) and move.text.startswith("discard")))


def summarise_hands(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return the cards that each seat is dealt, without the dealer's discard, and the discard."""
    order, *discard = summarise_order(at, reader, events)
    packets = (len(order) - 1) // 3
    laid = frozenset(card for text in discard for card in text.split()[1:])
    hands = [frozenset(order[seat : 3 * packets : 3]) for seat in range(3)]
    return hands[0], hands[1], (hands[2] | {order[-1]}) - laid, laid


def count_worlds_by_hands(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, by replaying the hand on every deal of cards the reader does not know."""
    view = at.state.view(reader)
    deal = at.events[0]
    assert isinstance(deal, Chance)
    played = {card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]}
    known_cards = {*(view["hand"] or ()), *(view["discard"] or ()), *played}
    places = [place for place, card in enumerate(deal.cards) if card not in known_cards]
    laid = [place for place, card in enumerate(deal.cards) if card in summarise_hands(at, reader, at.events)[3]]
    result: dict[Summary, int] = {}
    for cards in permutations(deal.cards[place] for place in places):
        at_place = dict(zip(places, cards, strict=True))
        order = [at_place.get(place, card) for place, card in enumerate(deal.cards)]
        events = exchange_cards(at, order, [order[place] for place in laid])
        world = summarise_hands(at, reader, events)
        if world not in result:
            result[world] = has_view(at, reader, events)
    return {world: 1 for world, agreeing in result.items() if agreeing}


def count_worlds_by_orders(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, by replaying every order with every discard that deals the played cards."""
    played = [
        (event.seat, event.text[5:]) for event in at.events if isinstance(event, Move) and event.text[:4] == "play"
    ]
    own = set(at.state.view(reader)["hand"] or ())
    result: dict[Summary, int] = {}
    for order in permutations(SMALL.cards):
        hands = {1: {order[0], order[3]}, 2: {order[1], order[4]}, 0: {order[2], *order[5:]}}
        if all(card in hands[seat] for seat, card in played) and (reader is None or own <= hands[reader]):
            for discard in hands[0]:
                events = exchange_cards(at, order, [discard])
                if has_view(at, reader, events):
                    result[summarise_order(at, reader, events)] = 1
    return result


def exchange_cards(at: Table, order: Sequence[str], discard: Sequence[str]) -> tuple[Event, ...]:
    """Return the events of the table with another order of the pack and another discard."""
    laid_away = Move(0, " ".join(("discard", *discard)))
    moves = [
        laid_away if isinstance(move, Move) and move.text.startswith("discard") else move for move in at.events[1:]
    ]
    return (Chance("deal", tuple(order)), *moves)


def has_view(at: Table, reader: int | None, events: Sequence[Event]) -> bool:
    """Check whether these events lead to a position in which the reader sees the same."""
    view = at.state.view(reader)
    try:
        return replay_events(GAME.start(view), events).view(reader) == view
    except Refusal:
        return False


def count_worlds_of_undealt(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view in which the second card and the last are any two of the others'."""
    own = at.state.view(reader)["hand"]
    first, second = (card for card in DEALING.cards if card in own)
    return {
        (first, second, *cards): 1 for cards in permutations([card for card in DEALING.cards if card not in own], 2)
    }


def summarise_places(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return the cards of Eldest's two packets, and the second card and the last."""
    (deal,) = events
    assert isinstance(deal, Chance)
    return deal.cards[0], deal.cards[3], deal.cards[1], deal.cards[9]


CASES = [
    *(
        Countable(
            f"small {', '.join(move for move in moves if move not in NOTHING)}",
            lambda moves=moves: play_small_deal(moves),
            EVERYBODY,
            count_worlds_by_hands,
            summarise_hands,
        )
        for moves in MOVES
    ),
    *(
        Countable(
            f"seats lack different cards {seed}",
            lambda seed=seed: play_three_hands(seed),
            (0, 1, None),
            count_worlds_by_hands,
            summarise_hands,
            min_differing=3,
        )
        for seed in SEATS_DIFFER
    ),
    Countable("orders of the pack", lambda: play_small_deal(MOVES[3]), (1, 2), count_worlds_by_orders, summarise_order),
    Countable("orders while the pack is dealt", deal_half, (1,), count_worlds_of_undealt, summarise_places),
]
