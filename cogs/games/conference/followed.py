"""The tricks to which a seat followed, each as it lay before the seat's card. Lessons explain them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogs.games.conference.tricks import led_in
from rules.conference.follow import playable
from rules.conference.records import HIRED_SUITS, LaidCard
from rules.conference.trick import public_winner
from rules.conference.views import laid_cards_of
from rules.contract import View
from rules.tarot.cards import CARDS, FOOL, LED


class TrickToFollow(NamedTuple):
    """A trick that a seat is to follow to."""

    seat: int
    lying: tuple[LaidCard, ...]
    led: int
    """The cards of the suit led."""
    hired: int
    idle: int | None
    held: int
    """The cards of the seat."""
    called: bool
    """Whether a call has been made (C7.2)."""
    number: int
    """The number of tricks before it."""

    @property
    def free(self) -> int:
        """The cards that the seat may play."""
        return playable(self.held, self.led, self.hired, None)

    @property
    def winning(self) -> int | None:
        """The winner of the trick so far."""
        return public_winner(self.lying, self.led, self.hired, self.idle)


def followed_tricks(view: View) -> Iterator[TrickToFollow]:
    """Yield the tricks to which the view's seat followed, the one in progress last.

    Left out are those to which the Fool alone was led, and where a partner's call left no choice (C7.3).
    """
    own_seat, taken_back = view["seat"], view["taken_back"]
    whole_view = {**view, "tricks": [*view["tricks"], {"cards": view["trick"]}]}
    hired, hand = HIRED_SUITS[view["gallowglass"]], CARDS.mask(view["hand"])
    own_plays = [
        next((card for seat, card in trick["cards"] if seat == own_seat), None) for trick in whole_view["tricks"]
    ]
    for number, (trick, own_card) in enumerate(zip(whole_view["tricks"], own_plays, strict=True)):
        cards_by_seat = dict(laid_cards_of(trick["cards"]))
        if own_card is not None:
            cards_by_seat = {
                seat: cards_by_seat[seat] for seat in list(cards_by_seat)[: list(cards_by_seat).index(own_seat)]
            }
        is_called = any(
            call["trick"] < number or (call["trick"] == number and call["seat"] in cards_by_seat)
            for call in view["calls"]
        )
        if taken_back and taken_back["trick"] == number and not is_called and taken_back["seat"] in cards_by_seat:
            cards_by_seat[taken_back["seat"]] = CARDS.bit[taken_back["card"]]  # as it lay before the call
        bound = own_card is not None and own_card == view["idle"] and not taken_back
        if bound or all(card == FOOL for card in cards_by_seat.values()):
            continue
        cards = hand | CARDS.mask(card for card in own_plays[number:] if card is not None)
        idle = None if view["idle"] is None else CARDS.bit[view["idle"]]
        yield TrickToFollow(
            own_seat,
            tuple(cards_by_seat.items()),
            LED[CARDS.bit[led_in(whole_view, number)]],
            hired,
            idle,
            cards,
            is_called,
            number,
        )
