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
from rules.tarot.cards import CARDS, FOOL, LED, TRUMPS


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

    @property
    def trumped(self) -> bool:
        """Whether a trump lies in it."""
        return any(card & TRUMPS for _, card in self.lying)


def followed(view: View) -> Iterator[TrickToFollow]:
    """Yield the tricks to which the view's seat followed, the one in progress last.

    Left out are those to which the Fool alone was led, and where a partner's call left no choice (C7.3).
    """
    own_seat, back = view["seat"], view["taken_back"]
    whole_view = {**view, "tricks": [*view["tricks"], {"cards": view["trick"]}]}
    hired, hand = HIRED_SUITS[view["gallowglass"]], CARDS.mask(view["hand"])
    played = [next((card for seat, card in trick["cards"] if seat == own_seat), None) for trick in whole_view["tricks"]]
    for number, (trick, own) in enumerate(zip(whole_view["tricks"], played, strict=True)):
        lying = dict(laid_cards_of(trick["cards"]))
        if own is not None:
            lying = {seat: lying[seat] for seat in list(lying)[: list(lying).index(own_seat)]}
        called = any(
            call["trick"] < number or (call["trick"] == number and call["seat"] in lying) for call in view["calls"]
        )
        if back and back["trick"] == number and not called and back["seat"] in lying:
            lying[back["seat"]] = CARDS.bit[back["card"]]  # as it lay before the call
        bound = own is not None and own == view["idle"] and not back
        if bound or all(card == FOOL for card in lying.values()):
            continue
        cards = hand | CARDS.mask(card for card in played[number:] if card is not None)
        idle = None if view["idle"] is None else CARDS.bit[view["idle"]]
        yield TrickToFollow(
            own_seat,
            tuple(lying.items()),
            LED[CARDS.bit[led_in(whole_view, number)]],
            hired,
            idle,
            cards,
            called,
            number,
        )
