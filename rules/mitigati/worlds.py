"""The worlds that agree with a view of Mitigati: orders of the pack, and discards, from which it would look the same.

Plays and declarations show what a seat holds or lacks (`knowledge`), and `dealing.Sharing` draws the rest uniformly.
Each sharing has as many orders of the pack as any other, so the cards of each part are shuffled afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import NamedTuple

from rules.cards import each
from rules.contract import Chance, Event, Move, State, View
from rules.dealing import Sharing, shuffled
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import places
from rules.mitigati.knowledge import Knowledge, read_knowledge
from rules.mitigati.positions import InHand, Playing
from rules.mitigati.records import Setup
from rules.tarot.cards import CARDS
from rules.tarot.discard import NEVER_DISCARDED
from rules.tarot.moves import discard_text
from rules.views import pack_of
from rules.worlds import HandWorlds

Hidden = tuple[tuple[int, ...], int]
"""An order of the pack, and the dealer's discard as a set."""


class Part(NamedTuple):
    """A part of the pack: its places, its known cards, and the possible holders of the others."""

    places: Sequence[int]
    known_cards: Sequence[int]
    holders: Sequence[int]


class Holder(NamedTuple):
    """A seat, the discard or the rest of the pack: how many hidden cards it has, and the cards that it cannot have."""

    size: int
    lacked_cards: int


class MitigatiWorlds(HandWorlds[Hidden]):
    """The orders of the pack, with the discard, that agree with a view of a hand in progress; see `HandWorlds`."""

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        setup = Setup.from_options(view["options"], pack_of(view))
        facts = read_knowledge(view)
        self._dealer: int = view["dealer"]
        self._moves = tuple(Move(event["seat"], event["move"]) for event in view["log"][1:])
        # The place of the discard among the moves, if the view hides its cards.
        self._hidden_at = next((at for at, event in enumerate(view["log"][1:]) if "hidden" in event), None)
        self._discard = CARDS.mask(view["discard"] or ())
        self._played_cards = sum(facts.played_cards)
        self._size = setup.pack.bit_count()
        self._places_by_seat = [_dealt_places(setup, self._dealer, seat) for seat in range(SEATS)]
        self._parts, holders = _find_parts(view, setup, facts)
        hidden = each(setup.pack & ~sum(sum(part.known_cards) for part in self._parts))
        allowed = [
            sum(1 << at for at, holder in enumerate(holders) if not card & holder.lacked_cards) for card in hidden
        ]
        self._sharing = Sharing(hidden, allowed, [holder.size for holder in holders])

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand | Playing)
        return self._events_with((world.hand.order, world.hand.discard))

    def _events_with(self, hidden: Hidden) -> tuple[Event, ...]:
        order, discard = hidden
        return Chance("deal", tuple([CARDS.text[card] for card in order])), *self._with_discard(self._moves, discard)

    def _position_with(self, position: State, hidden: Hidden) -> State:
        assert isinstance(position, InHand | Playing)
        order, discard = hidden
        # M2.2: all is dealt at once, also the packets that the view does not show yet.
        dealt_cards = tuple([sum([order[place] for place in places]) for places in self._places_by_seat])
        log = self._with_discard(position.hand.log, discard)
        hand = position.hand._replace(order=order, dealt_cards=dealt_cards, log=log, discard=discard)
        if isinstance(position, InHand):
            return replace(position, hand=hand)
        past = discard | self._played_cards
        return position._replace(hand=hand, hands=tuple([cards & ~past for cards in dealt_cards]))

    def _with_discard(self, moves: tuple[Move, ...], discard: int) -> tuple[Move, ...]:
        """Return the moves of the hand with this discard, if it is hidden."""
        at = self._hidden_at
        if at is None:
            return moves
        return (*moves[:at], Move(self._dealer, discard_text(discard)), *moves[at + 1 :])

    def _draw_hidden(self, rng: Random) -> Hidden:
        shares = self._sharing.draw(rng)
        order = [0] * self._size
        for part in self._parts:
            cards = shuffled([*part.known_cards, *chain(*[shares[holder] for holder in part.holders])], rng)
            for place, card in zip(part.places, cards, strict=True):
                order[place] = card
        return tuple(order), self._discard if self._hidden_at is None else sum(shares[-1])


def _dealt_places(setup: Setup, dealer: int, seat: int) -> list[int]:
    """Return the places in the pack of all cards that a seat is dealt."""
    return list(chain(*places(setup, dealer, seat, len(setup.packets))))


def _find_parts(view: View, setup: Setup, facts: Knowledge) -> tuple[list[Part], list[Holder]]:
    """Return the parts of the pack, and the holders of its hidden cards; the discard is the last holder where it
    is hidden.
    """
    parts = _own_packets(view, setup)
    if view["phase"] == "bargain":
        seen_places = {place for part in parts for place in part.places}
        other_places = [place for place in range(setup.pack.bit_count()) if place not in seen_places]
        return [*parts, Part(other_places, (), (0,))], [Holder(len(other_places), 0)]
    other_seats = [seat for seat in range(SEATS) if seat != view["seat"]]
    hidden = any("hidden" in event for event in view["log"])
    holders: list[Holder] = []
    for number, seat in enumerate(other_seats):
        known_cards = facts.shown_cards[seat] & ~facts.played_cards[seat]
        holders.append(Holder(view["counts"][seat] - known_cards.bit_count(), facts.lacked_cards[seat]))
        other_places = (number, len(other_seats)) if hidden and seat == view["dealer"] else (number,)
        parts.append(Part(_dealt_places(setup, view["dealer"], seat), each(facts.shown_cards[seat]), other_places))
    return parts, [*holders, Holder(setup.extra_cards, NEVER_DISCARDED)] if hidden else holders


def _own_packets(view: View, setup: Setup) -> list[Part]:
    """Return the packets that the viewer has seen (M2.2): it knows which cards each has."""
    if view["seat"] is None:
        return []
    packet_places = places(setup, view["dealer"], view["seat"], view["reached"])
    return [
        Part(packet, [CARDS.bit[card] for card in cards], ())
        for packet, cards in zip(packet_places, view["packets"], strict=True)
    ]
