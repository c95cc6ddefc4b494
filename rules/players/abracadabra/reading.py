"""A seat's reading of its view of Abracadabra: the cards as bits, and what others may hold."""

from __future__ import annotations

from typing import NamedTuple

from rules.abracadabra.cards import CARDS, JOKER, SUITS, cards_of, resolve_joker, suit_of
from rules.abracadabra.records import Setup
from rules.contract import View
from rules.players.memory import forgotten_cards
from rules.views import pack_of


class Table(NamedTuple):
    """A seat's reading of its view. A joker in a hand is written as the card that it stands for (A2.2)."""

    seat: int
    seats: int
    turn_up: int
    trumps: int
    """All cards of the trump suit; none where there are no trumps or they are not known."""
    hand: int
    dummy: int
    unseen: int
    """The cards that others may hold, the dummy's aside where it lies open."""
    may: tuple[int, ...]
    """By seat, those that it may hold: not of a suit that it could not follow."""
    share: tuple[float, ...]
    """By seat, how likely it holds one of these."""


def table_of(view: View) -> Table:
    """Return the reading of a view."""
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    hand, dummy = (sum(card_named(card, turn_up) for card in view[key] or ()) for key in ("hand", "dummy"))
    past, voids = sum(card_named(card, turn_up) for _, card in view["trick"]), [0] * view["seats"]
    for trick in view["tricks"]:
        cards = [(seat, card_named(card, turn_up)) for seat, card in trick["cards"]]
        past |= sum(card for _, card in cards)
        led_suit = suit_mask(cards[0][1])
        for place, (seat, card) in enumerate(cards):
            if not card & led_suit and place != trick["dummy"]:
                voids[seat] |= led_suit
    pack = CARDS.mask(Setup.from_options(view["seats"], view["options"], pack_of(view)).pack) & ~JOKER
    forgotten = sum(card_named(card, turn_up) for card in forgotten_cards(view))
    unseen = pack & ~(hand | dummy | past) | forgotten
    may = tuple(unseen & ~void for void in voids)
    share = tuple(min(1.0, count / max(1, cards.bit_count())) for count, cards in zip(view["counts"], may, strict=True))
    trumps = cards_of(view["trumps"], 0) if view["trumps"] in SUITS else 0
    return Table(view["seat"], view["seats"], turn_up, trumps, hand, dummy, unseen, may, share)


def card_named(text: str, turn_up: int) -> int:
    """Return the card with this text, or the one that the joker stands for (A2.2)."""
    return resolve_joker(CARDS.bit[text], turn_up)


def last_bids(length: int, count: int) -> int:
    """Return the bid cards of the last tricks of a hand of so many, as many as `count`."""
    return (1 << count) - 1 << length - count


def suit_mask(card: int) -> int:
    """Return the cards of a card's suit."""
    return cards_of(suit_of(card), 0)


def above(card: int, trumps: int) -> int:
    """Return the cards that beat this one where its suit is led (A7.1)."""
    suit = suit_mask(card)
    return suit & -card & ~card | (0 if suit == trumps else trumps)
