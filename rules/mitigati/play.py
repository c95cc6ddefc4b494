"""M6: the play of the tricks."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.contract import Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.ending import played_out
from rules.mitigati.match import NEXT, SEATS, Hand
from rules.mitigati.scoring import Trick, tricks
from rules.mitigati.views import all_dealt, frame
from rules.tarot import (
    ABOVE,
    BIT,
    CARDS,
    FOOL,
    FOOL_BIT,
    LED,
    PLAY,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    Playing,
    indices,
    not_held,
    playable,
    played,
    undutiful,
    words,
)
from rules.tricks import ALONE, make

ONE: Final = tuple(bytes((number,)) for number in range(len(CARDS)))


class _Position(NamedTuple):
    """What changes from card to card, seen from the seat that is to act; `start` is the hand as it was before."""

    turn: int
    to_act: tuple[int, ...]
    hand: int
    left: int
    """The cards of the seat on its left, and of the one on its right."""
    right: int
    led: int
    """The suit that is asked for, as a mask; 0 before a card asks for one."""
    free: int
    """The cards that may be played now (M6.2, M6.4)."""
    best: int
    """The card that wins the trick so far (the Fool where nothing does yet), and the seat that played it."""
    taker: int
    cards: bytes
    """The cards played, by number, in the order of play."""
    takers: bytes
    """The winners of the tricks so far."""
    start: Hand


class Play(_Position, Playing):  # pyright: ignore[reportIncompatibleVariableOverride]: a field serves for a property
    """A position between two cards. A tuple, because this is the hot path."""

    __slots__ = ()

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
        turn, _, hand, left, right, led, free, best, taker, cards, takers, start = self
        if seat != turn:
            raise not_to_act(seat)
        try:
            card = PLAY[text]
        except KeyError:
            card = self._read(text)
        bit = BIT[card]
        if not bit & free:
            raise self._refusal(card, text)
        hand ^= bit
        if bit & ABOVE[best]:  # M6.3
            best = card
            taker = turn
            led = led or LED[card]  # M6.4: after the Fool the next card decides the suit led
        cards += ONE[card]
        turn = NEXT[turn]
        if len(cards) % SEATS:
            own = left & led
            free = own | left & FOOL_BIT if own else playable(left, led)
            return make(Play, (turn, ALONE[turn], left, right, hand, led, free, best, taker, cards, takers, start))
        takers += ONE[taker]
        if not hand:
            return played_out(start, cards, takers)
        # M6.1: the winner leads, and is the left neighbour of the last to play, its right one, or itself.
        if taker == turn:
            hand, left, right = left, right, hand
        elif taker == NEXT[turn]:
            hand, left, right = right, hand, left
        return make(Play, (taker, ALONE[taker], hand, left, right, 0, hand, FOOL, taker, cards, takers, start))

    def _read(self, text: str) -> int:
        if words(text)[0] in ("PASS", "ASK", "OFFER", "CONTINUE", "DISCARD", "DECLARE"):
            raise Refusal("illegal_move", "M6.1", "It is your turn to play a card.")
        return played(text, self.start.match.setup.pack)

    def _refusal(self, card: int, text: str) -> Refusal:
        """Why this card may not be played."""
        if not BIT[card] & self.start.match.setup.pack:
            return unreadable(text)
        return undutiful(self.hand, self.led, card, "M6.2") if BIT[card] & self.hand else not_held(card)

    def barred(self, seat: int) -> dict[str, Refusal]:
        if seat != self.turn:
            return {}
        return {CARDS[card]: self._refusal(card, "") for card in indices(self.hand & ~self.free)}

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
        view["winning"] = self.taker if self.best != FOOL else None
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
    return make(Play, (eldest, ALONE[eldest], hand, left, right, 0, hand, FOOL, eldest, b"", b"", start))


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
