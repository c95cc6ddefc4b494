"""The policy of Conference's playouts: the heuristic player's weights, quickly, with all hands open."""

# Every seat sees which cards the seats after it could play. So a trick is won, or lost, for sure where the heuristic
# player has a chance, and the worlds of a search bring the chances back.

from __future__ import annotations

from functools import cache
from typing import Final

from rules.cards import each
from rules.conference.allegiance import OTHER_SPIRIT, counting_suits
from rules.conference.cards import SPIRITS
from rules.conference.follow import playable
from rules.conference.records import SEATS, Call, partner, side
from rules.players.conference.heuristic import TO_COME, price_of
from rules.players.conference.playout import NOBODY, Play
from rules.tarot.cards import CARDS, FOOL, PLAIN, POINTS, SUIT_MASKS, TRUMPS, points

Order = tuple[tuple[int, float], ...]
"""Sets of cards with what one of them is worth, the most first."""
SUITS: Final = (*SUIT_MASKS, TRUMPS)
TRICK_POINTS: Final = {**POINTS, FOOL: 0}
"""The points of each card for the side that takes the trick; the Fool stays with its own (C5.5)."""
NOTHING: Final = -1000.0
"""Less than any card is worth."""
WAITING: Final = 5.0
"""What it is worth to wait with a first call, in points."""
FOOL_COST: Final = 2.0
"""What the Fool costs in a trick that the others win: the card given for it counts for them (C5.5)."""
FOOL_LEAD_WORTH: Final = -4.0
"""What it is worth to lead the Fool, about: most such tricks go to the others."""


def play_out(play: Play, seat: int) -> int:
    """Play the hand to its end. Gives the points that it brings the seat."""
    while play.hands[play.turn]:
        play.play(*choose(play))
    return play.points(seat)


def end_trick(play: Play) -> None:
    """Play on to the end of the trick in progress."""
    while play.laid:
        play.play(*choose(play))


def choose(play: Play) -> tuple[int, bool | None]:
    """Return a card of the seat in turn, and its call if it makes one."""
    seat, led_suit, legal = play.turn, play.led, play.hands[play.turn]
    if play.forced == seat:
        return OTHER_SPIRIT[play.calls[0].card], None
    if play.hired:
        legal = playable(legal, led_suit, play.hired, None)
    elif led_suit:
        duty = legal & led_suit or legal & TRUMPS
        legal = duty | legal & FOOL if duty else legal
    if legal & SPIRITS and play.asks(seat):
        return _with_call(play, seat, legal)
    if not legal & legal - 1:
        return legal, None
    return _weighed(play, seat, legal)[1], None


def _weighed(play: Play, seat: int, legal: int) -> tuple[float, int]:
    """Return the best of these cards, after what it is worth: in points, as the side's less the others'."""
    return _follow(play, seat, legal) if play.led else _lead(play, seat, legal)


def _lead(play: Play, seat: int, legal: int) -> tuple[float, int]:
    """Return the best of these cards to lead, or to play after the Fool."""
    hands, to_come = play.hands, SEATS - 1 - len(play.laid)
    stake = 1 + TO_COME * to_come
    mate = 0
    enemies: list[int] = []
    other, friend = seat, partner(seat)
    for _ in range(to_come):
        other = (other + play.step) % SEATS
        if other == friend:
            mate = hands[other]
        else:
            enemies.append(hands[other])
    best = (FOOL_LEAD_WORTH, FOOL) if legal & FOOL else (NOTHING, 0)
    own_side = side(seat)
    own, theirs = gains(play.counting[own_side]), losses(play.counting[1 - own_side])
    for suit in SUITS:
        cards = legal & suit
        if not cards:
            continue
        threats = 0
        for hand in enemies:
            threats |= hand & suit or hand & TRUMPS
        height = threats.bit_length()
        winners = cards & -1 << height
        if (mate & suit or mate & TRUMPS).bit_length() > height:
            value, card = _best(own, cards)
            value += stake
        elif winners:
            value, card = _best(own, winners)
            value += stake
        else:
            value, card = _best(theirs, cards)
            value -= stake
        if value > best[0]:
            best = value, card
    return best


def _follow(play: Play, seat: int, legal: int) -> tuple[float, int]:
    """Return the best of these cards to play to a trick in which a suit is asked for."""
    hands, led_suit, to_come = play.hands, play.led, SEATS - 1 - len(play.laid)
    threats = mate = 0
    other, friend = seat, partner(seat)
    for _ in range(to_come):
        other = (other + play.step) % SEATS
        hand = hands[other]
        can = hand & led_suit or hand & TRUMPS
        if other == friend:
            mate = can
        else:
            threats |= can
    # Cards of the suit led and trumps rank as their bits do.
    reached = 0 if play.winning == NOBODY else play.best.bit_length()
    height = max(threats.bit_length(), reached)
    own_side = side(seat)
    if mate.bit_length() > height or (reached == height and side(play.winning) == own_side):
        return _won(play, own_side, legal)
    winners = legal & (led_suit | TRUMPS) & -1 << height
    if not winners:
        return _lost(play, own_side, legal)
    won = _won(play, own_side, winners)
    return max(won, _lost(play, own_side, legal ^ winners)) if legal != winners else won


def _won(play: Play, own_side: int, cards: int) -> tuple[float, int]:
    """Return the best of these cards, each of which wins the trick for the side `own_side`."""
    value, card = _best(gains(play.counting[own_side]), cards)
    return value + _stake(play, own_side), card


def _lost(play: Play, own_side: int, cards: int) -> tuple[float, int]:
    """Return the best of these cards, none of which wins the trick for the side `own_side`."""
    value, card = _best(losses(play.counting[1 - own_side]), cards)
    return value - _stake(play, 1 - own_side), card


def _stake(play: Play, taker: int) -> float:
    """Return the points of the trick for the side that takes it: its own, those that lie, and those to come, about."""
    counting, trick_cards = play.counting[taker], play.laid
    stake = 1 + TO_COME * (SEATS - 1 - len(trick_cards))
    for _, card in trick_cards:
        if card & counting:
            stake += TRICK_POINTS[card]
    return stake


def _with_call(play: Play, seat: int, legal: int) -> tuple[int, bool | None]:
    """Return the best of these cards where Good or Evil is played with a call."""
    rest = legal & ~SPIRITS
    options: list[tuple[float, int, bool | None]] = [(*_weighed(play, seat, rest), None)] if rest else []
    for spirit in each(legal & SPIRITS):
        value = _weighed(play, seat, spirit)[0]
        for ours in (True, False):
            options.append((value + _call_brings(play, Call(seat, spirit, ours, 0)), spirit, ours))
    _, card, ours = max(options, key=lambda option: option[0])
    return card, ours


def _call_brings(play: Play, call: Call) -> float:
    """Return the points by which a call betters the side's lead, about.

    A first call: half of what it makes of the tricks so far more than the opposite call would. Who waits knows more
    later, and one of Good and Evil comes out in any case. A second call: the cards to come that it lets count (C7.4).
    """
    own_side, plain = side(call.seat), PLAIN & ~play.hired
    named, others = (counting_suits(call, side_index) & plain for side_index in (own_side, 1 - own_side))
    own, theirs = play.piles[own_side], play.piles[1 - own_side]
    if play.calls:
        to_come = plain & ~own & ~theirs
        return points(named & to_come) - points(play.counting[own_side] & to_come)
    as_called = points(own & named) - points(theirs & others)
    as_opposite = points(own & others) - points(theirs & named)
    return (as_called - as_opposite) / 2 - WAITING


def _best(order: Order, cards: int) -> tuple[float, int]:
    """Return the best of some cards, after what it is worth; of equals the lowest in canonical order."""
    for same, value in order:
        if matching := cards & same:
            return value, matching & -matching
    raise ValueError("no cards")


@cache
def gains(counting: int) -> Order:
    """Return the worth of a card in a trick of its own side, if these cards count for it."""
    return _order({card: _counted(card, counting) - price_of(card) for card in POINTS})


@cache
def losses(counting: int) -> Order:
    """Return the worth of a card in a trick of the others, if these cards count for them: below 0."""
    return _order(
        {card: -_counted(card, counting) - price_of(card) - (FOOL_COST if card == FOOL else 0.0) for card in CARDS.text}
    )


def _counted(card: int, counting: int) -> int:
    """Return the points of a card for the side that takes the trick, where these count."""
    return TRICK_POINTS[card] if card & counting else 0


def _order(worth: dict[int, float]) -> Order:
    values = sorted(set(worth.values()), reverse=True)
    return tuple((sum(card for card, own in worth.items() if own == value), value) for value in values)
