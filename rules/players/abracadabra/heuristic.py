"""A heuristic player of Abracadabra: it counts the tricks that its cards may win, and plays for those named."""

# It looks at its view alone, and leaves nothing to chance. Each card is given a chance to win a trick; together they
# say how much to bid and how many bid cards to place, the highest, for late tricks can be waited for with trumps. In
# play a card is weighed by the trick it may win now against what the cards left may bring: the tricks named that are
# worth most, and success, as likely as they win just as many as are wanted.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from rules.abracadabra.cards import BIDS, SUITS, cards_of
from rules.abracadabra.moves import Exposure, Place, Trump
from rules.cards import each
from rules.contract import View
from rules.players.abracadabra.odds import EAGER, WIDTH, hand_chances
from rules.players.abracadabra.reading import Table, above, card_named, last_bids, suit_mask, table_of

AGAINST_ONE, AT_LEAST = 2.0, -1.0
"""How many tricks more than hoped for are bid and placed: against one opponent success brings little beside the late
tricks that are named; where it asks for no fewer tricks than placed, fewer are surer."""
SUCCESS = 5.0
"""About the points that success brings, by seat and one more: some others succeed as well (A8.1)."""
OPEN_PILE = 3.0
"""How many cards of its own suit a seat must hope to win to show its pile, and so what it has placed."""
OWN_CARD = 2.0
"""The points of a card of the own suit, and what an open pile adds to them (A8.5)."""
MISJUDGED_POINTS = 3.5
"""How far the easy player misjudges a move, in points, by seat and one more."""
TRICK, MISS = 4.0, 3.0
"""About the points that a trick more brings, and that a bid card or a bid too many or too few costs."""


def choose(view: View, _rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves and not view["choices"]:
        raise ValueError("this seat has nothing to do")
    if len(moves) == 1:
        return moves[0]
    points = weigh(view)
    return max(points, key=points.__getitem__)


def weigh(view: View) -> dict[str, float]:
    """Return the moves that it looks at, by the points that it puts on them; the first of the best is its move.

    No moves if the view's seat has nothing to do.
    """
    moves: list[str] = view["moves"]
    if not moves and not view["choices"]:
        return {}
    table = table_of(view)
    match view["phase"]:
        case "suit":
            return _weigh_suits(view, table, moves)
        case "bid":
            return _weigh_bids(view, table, moves)
        case "place":
            return _weigh_places(view, table)
        case "trump":
            return {str(Trump(suit)): TRICK * hoped(table, cards_of(suit, 0)) for suit in SUITS}
        case "expose":
            return _weigh_exposures(view, table)
        case _:
            return _weigh_plays(view, table, moves)


def misjudged_points(view: View) -> float:
    """Return the standard deviation of the easy player's error, in points. More lies in a move among more seats."""
    return MISJUDGED_POINTS * (view["seats"] + 1)


# -- before play -------------------------------------------------------------------------------------------------------


def chances_of(table: Table, trumps: int) -> dict[int, float]:
    """Return a guess of the chance that each card of the hand ever wins its trick."""
    _, rows = hand_chances(table.hand, table.unseen, trumps, table.seats - 1)
    places = {card: card.bit_length() - 1 for card in each(table.hand)}
    return {card: rows[place // WIDTH][place % WIDTH] for card, place in places.items()}


def hoped(table: Table, trumps: int) -> float:
    """Return the expected tricks of the hand."""
    return hand_chances(table.hand, table.unseen, trumps, table.seats - 1)[0]


def best_trumps(table: Table) -> str:
    """Return the suit that makes the hand strongest as trumps."""
    return max(SUITS, key=lambda suit: hoped(table, cards_of(suit, 0)))


def likely_trumps(view: View, table: Table) -> int:
    """Return the trumps; before they are announced (A5.2), those that the seat would choose."""
    return table.trumps if view["trumps"] else cards_of(best_trumps(table), 0)


def _weigh_suits(view: View, table: Table, moves: Sequence[str]) -> dict[str, float]:
    """Return the worth of each suit: its cards that the seat may win, above all those that win a trick."""
    chances = chances_of(table, likely_trumps(view, table))

    def cards(move: str) -> float:
        suit_cards = each(table.hand & cards_of(move.removeprefix("suit "), 0))
        return sum(0.5 + chances[card] for card in suit_cards)

    return {move: OWN_CARD * cards(move) for move in moves}


def wanted(view: View, table: Table) -> int:
    """Return the number of tricks that the seat would name."""
    more = AGAINST_ONE if table.seats == 2 else AT_LEAST if view["options"]["success"] == "at_least" else 0.0
    return min(round(hoped(table, likely_trumps(view, table)) + more), view["length"])


def _weigh_bids(view: View, table: Table, moves: Sequence[str]) -> dict[str, float]:
    """Return the worth of each bid. The number of tricks that the seat would name is best; if it is too low, a pass."""
    want = wanted(view, table)
    points = {bid: -MISS * abs(int(bid.removeprefix("bid ")) - want) for bid in moves if bid != "pass"}
    return {**points, "pass": -MISS if f"bid {want}" in moves else 0.0}


def _weigh_places(view: View, table: Table) -> dict[str, float]:
    """Return the worth of each placing. The best has one bid card for each expected trick, the highest ones.

    An earlier trick in place of a later one costs the difference of their values.
    """
    (choice,) = view["choices"]
    fewest, most = choice["count"]
    ranks: Sequence[str] = choice["cards"]
    want = min(max(wanted(view, table), fewest), most)
    points = {str(Place(last_bids(len(ranks), want))): 0.0}
    points |= {str(Place(last_bids(len(ranks), count))): -MISS * abs(count - want) for count in range(fewest, most + 1)}
    if 0 < want < len(ranks):
        earlier = BIDS.bit[ranks[-want - 1]]
        for steps, rank in enumerate(ranks[-want:], start=1):
            points[str(Place(last_bids(len(ranks), want) & ~BIDS.bit[rank] | earlier))] = -float(steps)
    return points


def _weigh_exposures(view: View, table: Table) -> dict[str, float]:
    """Return the worth of each exposure. Declarer turns up the last tricks that its sure trumps win."""
    more = OWN_CARD * (hoped_own_cards(view, table) - OPEN_PILE)
    bid_cards, may = 0, True
    if not view["moves"]:
        (choice,) = view["choices"]
        sure = sure_trumps(table.hand, table.unseen, table.trumps)
        bid_cards, may = BIDS.mask(choice["cards"]) & last_bids(view["length"], sure), choice["pile"]
    points = {str(Exposure(bid_cards, True)): more} if may else {}
    return {**points, str(Exposure(bid_cards, False)): 0.0}


def hoped_own_cards(view: View, table: Table) -> float:
    """Return the number of cards of its own suit that the seat expects to win (A8.5)."""
    return own_cards(table.hand, own_suit(view, table.seat), hoped(table, table.trumps), table.seats)


def own_cards(hand: int, suit: int, tricks: float, seats: int) -> float:
    """Return the same for a hand that may win so many tricks, and for this suit."""
    return (hand & suit).bit_count() / 2 + tricks * (seats - 1) / 4


def sure_trumps(hand: int, unseen: int, trumps: int) -> int:
    """Return the number of trumps in a hand above which none is unseen."""
    return sum(not unseen & trumps & -card for card in each(hand & trumps))


def own_suit(view: View, seat: int) -> int:
    """Return the cards of the seat's own suit (A3.1)."""
    return cards_of(view["suits"][seat], 0)


# -- play --------------------------------------------------------------------------------------------------------------


def _weigh_plays(view: View, table: Table, moves: Sequence[str]) -> dict[str, float]:
    chances = chances_of(table, table.trumps)
    cards = {move: card_named(move.removeprefix("play "), table.turn_up) for move in moves}
    return {move: _promise(view, table, chances, card) for move, card in cards.items()}


class Weighed(NamedTuple):
    """The weights of a card that may be played."""

    rest: list[float]
    """The chances of the cards that are kept."""
    won: float
    """The points hoped for from now on if the seat takes the trick."""
    lost: float
    """And if it does not."""
    takings: list[float]
    """How likely it takes it: what its player may choose between."""


def weigh_card(view: View, table: Table, chances: Mapping[int, float], card: int) -> Weighed:
    """Return the weights of a card, where the cards in the hand have these chances."""
    rest = [chance for other, chance in chances.items() if other != card]
    own_seat: int = table.seat
    need = view["numbers"][own_seat] - view["taken"][own_seat]
    cards_on_table = sum(card_named(text, table.turn_up) for _, text in view["trick"]) | card
    own = (4 if view["piles"][own_seat] else 2) * (cards_on_table & own_suit(view, own_seat)).bit_count()
    won = named(view, len(view["tricks"]) + 1) + own + to_come(view, rest, need - 1)
    return Weighed(rest, won, to_come(view, rest, need), takings(view, table, card))


def _promise(view: View, table: Table, chances: Mapping[int, float], card: int) -> float:
    """Return the points hoped for from this trick and those after it if this card is played."""
    _, won, lost, taking = weigh_card(view, table, chances, card)
    return max(chance * won + (1 - chance) * lost for chance in taking)


def named(view: View, number: int) -> float:
    """Return points that winning this trick brings beside its cards (A8.2 to A8.4), and takes from who has named
    it openly.
    """
    own_seat: int = view["seat"]
    gain = 1.0
    for seat, open_bids in enumerate(view["left"]):
        right = view["right"] if seat == view["declarer"] else ()
        value = number * (BIDS.texts[number - 1] in (open_bids or ())) + 4 * number * (BIDS.texts[number - 1] in right)
        gain += value if seat == own_seat else value / (view["seats"] - 1)
    return gain


def to_come(view: View, chances: Sequence[float], need: int) -> float:
    """Return points that cards with these chances may bring in the tricks after this one: the best of them, and
    success (A8.1).
    """
    over = len(view["tricks"]) + 1
    worth = sorted((named(view, number) for number in range(over + 1, view["length"] + 1)), reverse=True)
    expected, gain = sum(chances), 0.0
    for value in worth:
        gain += value * min(1.0, expected)
        expected = max(0.0, expected - 1.0)
    at_least = view["options"]["success"] == "at_least" and view["numbers"][view["seat"]] > 0
    return gain + SUCCESS * (view["seats"] + 1) * success(chances, need, at_least)


def success(chances: Sequence[float], need: int, at_least: bool) -> float:
    """Return the chance to win exactly `need` tricks, or with `at_least` so many or more."""
    if need < 0:
        return 1.0 if at_least else 0.0
    exactly = [1.0] + [0.0] * len(chances)
    for chance in chances:
        exactly = [stay * (1 - chance) + up * chance for stay, up in zip(exactly, [0.0, *exactly], strict=False)]
    return sum(exactly[need:]) if at_least else sum(exactly[need : need + 1])


def takings(view: View, table: Table, card: int) -> list[float]:
    """Return a guess of the chance that the seat wins the trick with this card.

    A leader with a dummy has another card to come (A7.2), and may do without it or overtake with it: two answers then.
    """
    own_seat: int = table.seat
    winning: int = view["best"] or 0
    cards_on_table = [card_named(text, table.turn_up) for _, text in view["trick"]]
    best = cards_on_table[winning] if cards_on_table else 0
    if not best or card & above(best, table.trumps):
        best = card
    elif view["winning"] != own_seat:
        return [0.0]
    led_suit = suit_mask(cards_on_table[0] if cards_on_table else card)
    if not view["with_dummy"]:
        return [
            _holds(
                table,
                [(own_seat + step) % table.seats for step in range(1, table.seats - len(cards_on_table))],
                best,
                led_suit,
            )
        ]
    if len(cards_on_table) == 2:
        return [1.0]
    third = table.dummy if view["lead_from"] == "hand" else table.hand & ~card
    higher = each((third & led_suit or third) & above(best, table.trumps))
    if not cards_on_table:
        other = max(higher, key=lambda candidate: (candidate & table.trumps, candidate), default=best)
        return [_holds(table, [1 - own_seat], candidate, led_suit) for candidate in (best, other)]
    if view["lead_from"] == "hand":
        return [0.0 if higher else 1.0]  # the dummy lies open
    return [_holds(table, [1 - own_seat], best, led_suit)]


def _holds(table: Table, to_play: Sequence[int], best: int, led_suit: int) -> float:
    """Return the chance that none of these seats beats the best card so far."""
    higher, holds = above(best, table.trumps), 1.0
    for seat in to_play:
        none = [
            (1 - table.share[seat]) ** (cards & table.may[seat]).bit_count()
            for cards in (higher & led_suit, led_suit, higher)
        ]
        holds *= 1 - EAGER * (1 - none[0] + none[1] * (1 - none[2]))
    return holds
