"""A greedy player of each game: a second yardstick, which no other player is tuned against.

It counts high cards, takes what is worth taking as cheaply as it can, and gives its lowest card otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Final

from rules.abracadabra.cards import BIDS, RANKS, beats, resolve_joker
from rules.abracadabra.cards import CARDS as PLAYING_CARDS
from rules.abracadabra.moves import Place
from rules.cards import each
from rules.conference.records import side
from rules.contract import View
from rules.melds import NUMBER, UNIT, hand_of, points_left_without
from rules.mitigati.declare import fullest_declaration
from rules.players import choose_any
from rules.registry import game_named
from rules.tarot.cards import ABOVE, CARDS, FOOL, KINGS, NUMBERED, PLACE, PLAIN, POINTS, RANK, TRUMPS
from rules.tarot.moves import discard_text
from rules.voren.cards import CARDS as VOREN_CARDS
from rules.voren.cards import GREATER_CROWNS, TREACHERY, UNSUITED, WOLF
from rules.voren.cards import RANKS as VOREN_RANKS
from rules.voren.trick import winning_card
from rules.voren.views import trumps_of

WORTH_TAKING: Final = 3
"""A tarot trick is worth a card that takes it from so many points on."""
MUCH: Final = 4
"""A hand of Mitigati is strong, or weak, by so many high cards more, or fewer, than its share."""


def choose(view: View, rng: Random) -> str:
    """Return a legal move; any, in a game without a greedy player.

    Raises ValueError if the view's seat has nothing to do.
    """
    if not view["moves"] and not view["choices"]:
        raise ValueError("this seat has nothing to do")
    if len(view["moves"]) == 1 and not view["choices"]:
        return view["moves"][0]
    chooser = _CHOOSERS.get(view["game"])
    return choose_any(game_named(view["game"]), view, rng) if chooser is None else chooser(view)


# -- tarot -------------------------------------------------------------------------------------------------------------


def _high(cards: int) -> int:
    """Return the plain count of a tarot hand: trumps, Kings and the Fool."""
    return (cards & (NUMBERED | KINGS | FOOL)).bit_count()


def _in_mitigati(view: View) -> str:
    hand = CARDS.mask(view["hand"])
    match view["phase"]:
        case "bargain":
            surplus = 3 * _high(hand) - hand.bit_count()  # 26 of 78 cards are counted
            if surplus < -MUCH and view["words"][view["seat"]] is None:
                return f"offer {-surplus}"
            return "pass" if view["words"][view["seat"]] or surplus < MUCH else "continue"
        case "discard":
            return _discard(view)
        case "declare":
            return fullest_declaration(hand)
        case _:
            return _tarot_play(view, lambda seat: seat == view["seat"])


def _in_conference(view: View) -> str:
    match view["phase"]:
        case "cut":
            return "reshuffle"
        case "discard":
            return _discard(view)
        case "gallowglass":
            return "gallowglass none"
        case _:
            return _tarot_play(view, lambda seat: side(seat) == side(view["seat"]))


def _discard(view: View) -> str:
    """Return the plain cards worth most: they count without winning a trick."""
    (choice,) = view["choices"]
    required_cards = CARDS.mask(choice.get("must", ()))
    optional_cards = sorted(
        each(CARDS.mask(choice["cards"]) & ~required_cards), key=lambda card: (bool(card & TRUMPS), -POINTS[card])
    )
    return discard_text(required_cards | sum(optional_cards[: choice["count"][0] - required_cards.bit_count()]))


def _tarot_play(view: View, ours: Callable[[int], bool]) -> str:
    """Return a King or a card of 1 to lead; the most points on an own trick; else the cheapest card that takes,
    or any.
    """
    moves: dict[int, str] = {CARDS.bit[move.split(" ")[1]]: move for move in reversed(view["moves"])}
    cards_on_table, winning = {seat: CARDS.bit[card] for seat, card in view["trick"]}, view["winning"]
    if winning is None:
        kings = [card for card in moves if card & KINGS]
        return moves[kings[0] if kings else _lowest(moves)]
    if ours(winning):
        return moves[max(moves, key=lambda card: (not card & (TRUMPS | FOOL), POINTS[card]))]
    takers = [card for card in moves if card & ABOVE[cards_on_table[winning]]]
    is_worth = sum(POINTS[card] for card in cards_on_table.values()) >= WORTH_TAKING
    if takers and (is_worth or any(card & PLAIN for card in takers)):
        return moves[min(takers, key=PLACE.__getitem__)]
    return moves[_lowest(set(moves) - set(takers) or moves)]


def _lowest(cards: Iterable[int]) -> int:
    """Return the card worth least, a plain one first, of these the lowest."""
    return min(cards, key=lambda card: (POINTS[card], bool(card & TRUMPS), RANK.get(card, 0), PLACE[card]))


# -- the other games ---------------------------------------------------------------------------------------------------


def _in_voren(view: View) -> str:
    """Return the move at Voren.

    The seat stays with two of trumps and Greater Crowns; Wolf and Treachery count twice.
    """
    trumps = trumps_of(view)
    if view["phase"] == "dealer":
        return "deal"
    if view["phase"] == "stay":
        hand = VOREN_CARDS.mask(view["hand"])
        count = (hand & (trumps | UNSUITED | GREATER_CROWNS)).bit_count() + (hand & UNSUITED).bit_count()
        return "fold" if count < 2 and "fold" in view["moves"] else "stay"
    moves = {VOREN_CARDS.bit[move.removeprefix("play ")]: move for move in view["moves"]}
    order = sorted(moves, key=lambda card: (card == TREACHERY, card == WOLF, bool(card & trumps), _rank(card)))
    if not view["trick"]:
        return moves[order[-1]]
    led_suit = VOREN_CARDS.bit[view["trick"][0][1]]
    best = next(VOREN_CARDS.bit[card] for seat, card in view["trick"] if seat == view["winning"])
    takers = [card for card in order if winning_card(best | card, led_suit, trumps) == card]
    return moves[(takers or order)[0]]


def _rank(card: int) -> int:
    """Return the rank of a card of a suit of Voren in that suit."""
    return VOREN_RANKS.find(VOREN_CARDS.text[card][0])


def _in_abracadabra(view: View) -> str:
    """Return the move at Abracadabra.

    The seat bids a trick for each Ace, King and high trump, and names the last ones.
    """
    hand = [view["turn_up"] if card == "JOKER" else card for card in view["hand"]]
    ranks = {False: ("A", "K"), True: ("A", "K", "Q", "J", "10")}
    high = sum(card[:-1] in ranks[card[-1] == view["trumps"]] for card in hand)
    match view["phase"]:
        case "suit" | "trump":
            return max(view["moves"], key=lambda move: sum(card[-1] == move[-1] for card in hand))
        case "bid":
            return f"bid {high}" if f"bid {high}" in view["moves"] else "pass"
        case "place":
            (choice,) = view["choices"]
            count = min(max(high, choice["count"][0]), choice["count"][1])
            return str(Place(BIDS.mask(choice["cards"][len(choice["cards"]) - count :])))
        case "expose":
            return "expose none"
        case _:
            return _abracadabra_play(view)


def _abracadabra_play(view: View) -> str:
    """Return the cheapest card that takes, as long as tricks are lacking; else the highest that does not."""
    turn_up = PLAYING_CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    moves = {PLAYING_CARDS.bit[move.removeprefix("play ")]: move for move in view["moves"]}
    order = sorted(moves, key=lambda card: _ace_high(resolve_joker(card, turn_up)))
    has_too_few = view["taken"][view["seat"]] < view["numbers"][view["seat"]]
    if not view["trick"]:
        return moves[order[-1] if has_too_few else order[0]]
    winning_card = PLAYING_CARDS.bit[view["trick"][view["best"]][1]]
    takers = [card for card in order if beats(card, winning_card, view["trumps"], turn_up)]
    if has_too_few:
        return moves[(takers or order)[0]]
    losers = [card for card in order if card not in takers]
    return moves[losers[-1] if losers else order[0]]


def _ace_high(card: int) -> int:
    """Return the rank of a playing card in its suit, the ace high."""
    return RANKS.index(PLAYING_CARDS.text[card][:-1])


def _in_five_crowns(view: View) -> str:
    """Return the move at Five Crowns. The seat leaves the fewest points that it can, and goes out when it can."""
    if view["phase"] == "draw":
        leftover = min(
            points_left_without(hand_of(view["hand"]) + UNIT[NUMBER[view["pile"][-1]]], view["size"]).values()
        )
        return "take" if leftover < view["arranged"]["left"] else "draw"
    moves_out = [move for move in view["moves"] if move.startswith("out ")]
    leaves: dict[str, int] = view["leaves"]
    return moves_out[0] if moves_out else f"discard {min(leaves, key=leaves.__getitem__)}"


_CHOOSERS: Final[Mapping[str, Callable[[View], str]]] = {
    "abracadabra": _in_abracadabra,
    "conference": _in_conference,
    "five_crowns": _in_five_crowns,
    "mitigati": _in_mitigati,
    "voren": _in_voren,
}
