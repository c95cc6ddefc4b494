"""M6: the play of the tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rules.contract import Barred, Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.ending import played_out
from rules.mitigati.match import NEXT, SEATS, Hand
from rules.mitigati.scoring import Trick, tricks
from rules.mitigati.views import all_dealt, frame
from rules.tarot_tuned import (
    ABOVE,
    BIT,
    CARDS,
    FOOL,
    FOOL_BIT,
    PLAYED,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    Playing,
    indices,
    not_held,
    playable,
    played,
    texts,
    undutiful,
    words,
)
from rules.tricks import ALONE

TAKER: Final = tuple(bytes((seat,)) for seat in range(SEATS))
"""By seat: what is added to the winners of the tricks."""


@dataclass(init=False, slots=True, unsafe_hash=True)
class Play(Playing):
    """A position between two cards, seen from the seat that is to act. Once made it is never changed."""

    turn: int
    to_act: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]: a field serves for a property
    leader: int
    """Who leads to this trick."""
    hand: int
    left: int
    """The cards of the seat on its left, and of the one on its right."""
    right: int
    led: int
    """The suit that is asked for, as a mask; 0 before a card asks for one."""
    free: int
    """The cards that may be played now (M6.2, M6.4)."""
    above: int
    """The cards that win over the best so far (M6.3), and the seat that played that."""
    taker: int
    cards: bytes
    """The cards played, by number, in the order of play."""
    takers: bytes
    """The winners of the tricks so far."""
    start: Hand
    """The hand as it was before the first card."""

    @property
    def phase(self) -> str:
        return "play"

    @property
    def number(self) -> int:
        return self.start.match.number

    @property
    def hands(self) -> tuple[int, int, int]:
        """The cards of each seat."""
        three = (self.hand, self.left, self.right)
        return three[-self.turn], three[1 - self.turn], three[2 - self.turn]

    def apply(self, seat: int, text: str) -> State:
        turn = self.turn
        if seat != turn:
            raise not_to_act(seat)
        try:
            card, bit, above, suit, byte = PLAYED[text]
        except KeyError:
            card, bit, above, suit, byte = PLAYED[self._read(text)]
        if not bit & self.free:
            raise self._refusal(card, text)
        taker, led = self.taker, self.led
        if bit & self.above:  # M6.3
            taker = turn
            led = led or suit  # M6.4: after the Fool the next card decides the suit led
        else:
            above = self.above
        turn = NEXT[turn]
        leader = self.leader
        hand, left, right = self.left, self.right, self.hand ^ bit
        after = Play()
        after.cards = cards = self.cards + byte
        if turn != leader:
            after.takers = self.takers
            own = hand & led
            after.free = own if own and hand < FOOL_BIT else playable(hand, led)
        else:
            after.takers = takers = self.takers + TAKER[taker]
            if not right:
                return played_out(self.start, cards, takers)
            # M6.1: the winner leads, and is the one who led to this trick, or sits on its left or its right.
            if taker == NEXT[turn]:
                hand, left, right = left, right, hand
            elif taker != turn:
                hand, left, right = right, hand, left
            turn = leader = taker
            led = 0
            above = ABOVE[FOOL]
            after.free = hand
        after.turn = turn
        after.to_act = ALONE[turn]
        after.hand = hand
        after.left = left
        after.right = right
        after.led = led
        after.above = above
        after.leader = leader
        after.taker = taker
        after.start = self.start
        return after

    def _read(self, text: str) -> str:
        if words(text)[0] in ("PASS", "ASK", "OFFER", "CONTINUE", "DISCARD", "DECLARE"):
            raise Refusal("illegal_move", "M6.1", "It is your turn to play a card.")
        return f"play {CARDS[played(text, self.start.match.setup.pack)]}"

    def _refusal(self, card: int, text: str) -> Refusal:
        """Why this card may not be played."""
        if not BIT[card] & self.start.match.setup.pack:
            return unreadable(text)
        return undutiful(self.hand, self.led, card, "M6.2") if BIT[card] & self.hand else not_held(card)

    def barred(self, seat: int) -> dict[str, Barred]:
        if seat != self.turn:
            return {}
        instead = tuple(texts(self.free))
        return {CARDS[card]: Barred(self._refusal(card, ""), instead) for card in indices(self.hand & ~self.free)}

    def tricks(self) -> list[Trick]:
        """The tricks so far, the one in progress last (its winner is None) where one is."""
        return tricks(self.start.match.speaking()[0], self.cards, self.takers)

    def view(self, seat: int | None) -> View:
        start = self.start
        gone = sum(BIT[card] for card in self.cards)
        view = {**frame(self, start.match, seat), **all_dealt(start, seat, gone)}
        so_far = self.tricks()
        view["log"] += [
            {"seat": player, "move": f"play {CARDS[card]}"} for trick in so_far for player, card in trick.plays()
        ]
        view["tricks"] = [trick.shown() for trick in so_far if trick.winner is not None]
        view["trick"] = [play for trick in so_far if trick.winner is None for play in trick.named()]
        view["taken"] = [self.takers.count(one) for one in range(SEATS)]
        view["led"] = _letter(self.led)
        view["winning"] = None if self.above == ABOVE[FOOL] else self.taker
        view["fool"] = fool(so_far)
        return view

    def score(self) -> Score:
        return self.start.match.score()


def begin(start: Hand) -> Play:
    """M6.1: Eldest leads to the first trick."""
    eldest, left, right = start.match.speaking()
    dealt = start.dealt
    return lead(eldest, dealt[eldest], dealt[left], dealt[right] & ~start.discard, start)


def lead(eldest: int, hand: int, left: int, right: int, start: Hand) -> Play:
    """The position before the first trick, in which these three hands are held by Eldest and by its left and right."""
    first = Play()
    first.turn = first.leader = first.taker = eldest
    first.to_act = ALONE[eldest]
    first.hand = first.free = hand
    first.left = left
    first.right = right
    first.led = 0
    first.above = ABOVE[FOOL]
    first.cards = first.takers = b""
    first.start = start
    return first


def fool(so_far: list[Trick]) -> dict[str, Any] | None:
    """Who has played the Fool, in which trick (0-based), and who won that trick; None while it is unplayed."""
    for number, trick in enumerate(so_far):
        for seat, card in trick.plays():
            if card == FOOL:
                return {"seat": seat, "trick": number, "winner": trick.winner}
    return None


def _letter(led: int) -> str | None:
    if not led:
        return None
    return "trumps" if led == TRUMPS else SUITS[SUIT_MASKS.index(led)]
