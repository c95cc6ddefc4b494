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
from rules.mitigati.knowledge import Known, known
from rules.mitigati.positions import InHand, Playing
from rules.mitigati.records import Setup
from rules.tarot.cards import CARDS
from rules.tarot.discard import KEPT
from rules.tarot.moves import discard_text
from rules.views import pack_of
from rules.worlds import HandWorlds

Hidden = tuple[tuple[int, ...], int]
"""An order of the pack, and the dealer's discard as a set."""


class Part(NamedTuple):
    """A part of the pack: its places, its known cards, and the possible holders of the others."""

    places: Sequence[int]
    known: Sequence[int]
    holders: Sequence[int]


class Holder(NamedTuple):
    """A seat, the discard or the rest of the pack: how many hidden cards it has, and the cards that it cannot have."""

    size: int
    lacking: int


class MitigatiWorlds(HandWorlds[Hidden]):
    """The orders of the pack, with the discard, that agree with a view of a hand in progress; see `HandWorlds`."""

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        setup = Setup.of(view["options"], pack_of(view))
        facts = known(view)
        self._dealer: int = view["dealer"]
        self._moves = tuple(Move(event["seat"], event["move"]) for event in view["log"][1:])
        # The place of the discard among the moves, if the view hides its cards.
        self._hidden_at = next((at for at, event in enumerate(view["log"][1:]) if "hidden" in event), None)
        self._discard = CARDS.mask(view["discard"] or ())
        self._played = sum(facts.played)
        self._size = setup.pack.bit_count()
        self._dealt = [_dealt(setup, self._dealer, seat) for seat in range(SEATS)]
        self._parts, holders = _parts(view, setup, facts)
        hidden = each(setup.pack & ~sum(sum(part.known) for part in self._parts))
        allowed = [sum(1 << at for at, holder in enumerate(holders) if not card & holder.lacking) for card in hidden]
        self._sharing = Sharing(hidden, allowed, [holder.size for holder in holders])

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand | Playing)
        return self._logged((world.hand.order, world.hand.discard))

    def _logged(self, hidden: Hidden) -> tuple[Event, ...]:
        order, discard = hidden
        return Chance("deal", tuple([CARDS.text[card] for card in order])), *self._with(self._moves, discard)

    def _holding(self, position: State, hidden: Hidden) -> State:
        assert isinstance(position, InHand | Playing)
        order, discard = hidden
        # M2.2: all is dealt at once, also the packets that the view does not show yet.
        dealt = tuple([sum([order[place] for place in where]) for where in self._dealt])
        log = self._with(position.hand.log, discard)
        hand = position.hand._replace(order=order, dealt=dealt, log=log, discard=discard)
        if isinstance(position, InHand):
            return replace(position, hand=hand)
        past = discard | self._played
        return position._replace(hand=hand, hands=tuple([cards & ~past for cards in dealt]))

    def _with(self, moves: tuple[Move, ...], discard: int) -> tuple[Move, ...]:
        """The moves of the hand with this discard, if it is hidden."""
        at = self._hidden_at
        if at is None:
            return moves
        return (*moves[:at], Move(self._dealer, discard_text(discard)), *moves[at + 1 :])

    def _drawn(self, rng: Random) -> Hidden:
        shares = self._sharing.draw(rng)
        order = [0] * self._size
        for part in self._parts:
            cards = shuffled([*part.known, *chain(*[shares[holder] for holder in part.holders])], rng)
            for place, card in zip(part.places, cards, strict=True):
                order[place] = card
        return tuple(order), self._discard if self._hidden_at is None else sum(shares[-1])


def _dealt(setup: Setup, dealer: int, seat: int) -> list[int]:
    """The places in the pack of all cards that a seat is dealt."""
    return list(chain(*places(setup, dealer, seat, len(setup.packets))))


def _parts(view: View, setup: Setup, facts: Known) -> tuple[list[Part], list[Holder]]:
    """The parts of the pack, and the holders of its hidden cards; the discard is the last holder where it is hidden."""
    parts = _own_packets(view, setup)
    if view["phase"] == "bargain":
        seen = {place for part in parts for place in part.places}
        rest = [place for place in range(setup.pack.bit_count()) if place not in seen]
        return [*parts, Part(rest, (), (0,))], [Holder(len(rest), 0)]
    others = [seat for seat in range(SEATS) if seat != view["seat"]]
    hidden = any("hidden" in event for event in view["log"])
    holders: list[Holder] = []
    for number, seat in enumerate(others):
        known_held = facts.shown[seat] & ~facts.played[seat]
        holders.append(Holder(view["counts"][seat] - known_held.bit_count(), facts.lacking[seat]))
        rest = (number, len(others)) if hidden and seat == view["dealer"] else (number,)
        parts.append(Part(_dealt(setup, view["dealer"], seat), each(facts.shown[seat]), rest))
    return parts, [*holders, Holder(setup.extra, KEPT)] if hidden else holders


def _own_packets(view: View, setup: Setup) -> list[Part]:
    """The packets that the viewer has seen (M2.2): it knows which cards each has."""
    if view["seat"] is None:
        return []
    where = places(setup, view["dealer"], view["seat"], view["reached"])
    return [
        Part(packet, [CARDS.bit[card] for card in cards], ())
        for packet, cards in zip(where, view["packets"], strict=True)
    ]
