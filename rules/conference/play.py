"""C4.2, C5, C6.4, C7: the play of the tricks."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from rules.conference.allegiance import CALL_MOVES, CALLS, NO_PACT, OTHER, UNCALLED, Back, Call, Pact
from rules.conference.ending import played_out
from rules.conference.match import SEATS, SPIRITS, Hand, partner
from rules.conference.story import fool, known, moves, taken_back
from rules.conference.tricks import NOBODY, Trick, hires, leading, over, settled, tricks
from rules.conference.views import after_deal, frame
from rules.contract import NOTHING, Barred, Legal, Refusal, Score, State, View, not_to_act, unreadable
from rules.tarot_tuned import (
    ABOVE,
    BIT,
    CARDS,
    EVIL,
    FOOL,
    FOOL_BIT,
    GOOD,
    LED,
    PLAIN,
    PLAY,
    PLAYED,
    RANKS,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    Playing,
    capital,
    indices,
    listed,
    name,
    not_held,
    playable,
    played,
    texts,
    undutiful,
    words,
)
from rules.tricks import ALONE

ONE: Final = tuple(bytes((number,)) for number in range(len(CARDS)))
FOLLOWING: Final = ((), (1, 2, 3, 0), (3, 0, 1, 2))
"""By `Hand.step`, 1 or -1: each seat's next (C5.1)."""
COURTS: Final = sum(suit & ~((suit & -suit) * ((1 << RANKS.index("J")) - 1)) for suit in SUIT_MASKS)
"""Jack, Cavalier, Queen and King of each suit (C4.2)."""
LOW: Final = PLAIN & ~COURTS


@dataclass(init=False, slots=True, unsafe_hash=True)
class Play(Playing):
    """A position between two cards, seen from the seat that is to act. Once made it is never changed."""

    turn: int
    to_act: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]: a field serves for a property
    leader: int
    """Who leads to this trick."""
    hand: int
    second: int
    """The cards of the seats after it, in the order of play (C5.1)."""
    third: int
    fourth: int
    led: int
    """The suit that is asked for, as a mask; 0 before a card asks for one."""
    free: int
    """The cards that may be played now."""
    best: int
    """The card that wins the trick so far (the Fool where nothing does yet), and the seat that played it."""
    taker: int
    cards: bytes
    """The cards played, by number, in the order of play, each where it lies now (C7.3)."""
    takers: bytes
    """The winners of the tricks so far."""
    start: Hand
    """The hand as it was before the first card."""
    pact: Pact | None
    """What Good and Evil have done in Allegiance (C7); None in other games."""

    @property
    def phase(self) -> str:
        return "play"

    @property
    def number(self) -> int:
        return self.start.match.number

    @property
    def hands(self) -> tuple[int, int, int, int]:
        """The cards of each seat."""
        four = (self.hand, self.second, self.third, self.fourth)
        step = self.start.step
        place = -self.turn * step
        return four[place % 4], four[(place + step) % 4], four[(place + 2) % 4], four[(place - step) % 4]

    def apply(self, seat: int, text: str) -> State:
        turn = self.turn
        if seat != turn:
            raise not_to_act(seat)
        try:
            card, bit, _, suit, byte = PLAYED[text]
        except KeyError:
            card, bit, _, suit, byte = PLAYED[self._uncalled(text)]
        if not bit & self.free:
            raise self._refusal(card, text)
        best, taker, led = self.best, self.taker, self.led
        if bit & ABOVE[best]:  # C5.3
            best = card
            taker = turn
            led = led or suit  # C5.4: after the Fool the next card decides the suit led
        start = self.start
        turn = FOLLOWING[start.step][turn]
        hand, second, third, fourth = self.second, self.third, self.fourth, self.hand ^ bit
        cards = self.cards + byte
        leader = self.leader
        after = Play()
        if turn != leader:
            after.takers = self.takers
            own = hand & led
            after.free = own if own and hand < FOOL_BIT else playable(hand, led)
        else:
            trick = cards[-SEATS:]
            if GOOD in trick and EVIL in trick:
                taker = _settled(leader, (hand, second, third, fourth), led, cards, start)
            after.takers = takers = self.takers + ONE[taker]
            if not fourth:
                return played_out(start, cards, takers, None)
            hand, second, third, fourth = _from_winner(leader, taker, start.step, hand, second, third, fourth)
            turn = leader = taker
            led = 0
            best = FOOL
            after.free = hand
        after.turn = turn
        after.to_act = ALONE[turn]
        after.leader = leader
        after.hand = hand
        after.second = second
        after.third = third
        after.fourth = fourth
        after.led = led
        after.best = best
        after.taker = taker
        after.cards = cards
        after.start = start
        after.pact = None
        return after

    def _uncalled(self, text: str) -> str:
        """The canonical text of a move in a game without calls, whatever the case."""
        card, ours = self._read(text)
        if BIT[card] & self.free:
            self._check_call(card, ours)
        return f"play {CARDS[card]}"

    def _changed(self, **fields: object) -> Play:
        """The same position but for these fields."""
        after = copy(self)
        for field, value in fields.items():
            setattr(after, field, value)
        return after

    def _brought(self, card: int, ours: bool | None, pact: Pact) -> Play:
        """C7.2 to C7.5: the position once Good or Evil is out, save for the card itself, which comes to lie last."""
        turn, cards, takers, start = self.turn, self.cards, self.takers, self.start
        if ours is None:
            forced = pact.forced == turn
            return self._changed(pact=pact._replace(forced=-1, idle=len(cards))) if forced else self
        first = not pact.calls
        pact = pact._replace(calls=(*pact.calls, Call(turn, card, ours, len(takers))))
        mate = partner(turn)
        other = OTHER[card]
        if not first or not self.hands[mate] & BIT[other]:
            return self._changed(pact=pact)
        leader = takers[-1] if takers else start.match.leader
        place = SEATS * len(takers) + (mate - leader) * start.step % SEATS
        if place > len(cards):
            return self._changed(pact=pact._replace(forced=mate))
        taken = cards[place]
        names = ("hand", "second", "third", "fourth")
        name_of_hand = names[(mate - turn) * start.step % SEATS]
        held = self.hands[mate] ^ (BIT[other] | BIT[taken])
        changed: dict[str, Any] = {name_of_hand: held}
        if self.taker == mate:
            # The best of the other trumps; plain cards fall to the card now called with.
            rest = [(one, seat) for seat, one in self._trick().plays() if seat != mate and BIT[one] & TRUMPS]
            changed["best"], changed["taker"] = max(rest, default=(FOOL, turn))
        return self._changed(
            cards=cards[:place] + ONE[other] + cards[place + 1 :],
            pact=pact._replace(idle=place, back=Back(mate, taken, place, len(cards))),
            **changed,
        )

    def _read(self, text: str) -> tuple[int, bool | None]:
        """The card that a move plays, and whether it calls `ours` (None: no call), whatever the case."""
        found = words(text)
        if found[0] in ("CUT", "RESHUFFLE", "DISCARD", "GALLOWGLASS"):
            raise Refusal("illegal_move", "C5.1", "It is your turn to play a card.")
        if len(found) == 3 and found[0] == "PLAY":
            call = CALLS.get(f"play {found[1]} {found[2].lower()}")
            if call is None or not BIT[call[0]] & self.start.match.setup.pack:
                raise unreadable(text)
            return call
        return played(text, self.start.match.setup.pack), None

    def _refusal(self, card: int, text: str) -> Refusal:
        """Why this card may not be played."""
        if not BIT[card] & self.start.match.setup.pack:
            return unreadable(text)
        hand = self.hand
        if not BIT[card] & hand:
            return not_held(card)
        pact = self.pact
        if pact is not None and pact.forced == self.turn:
            return pact.must_bring(pact.other)
        hired = self.start.hired
        if BIT[card] & hired and hand & self.led & LOW:
            sentence = "{card} may stand in for the suit led only where all you hold of that suit are court cards."
            return Refusal("illegal_move", "C4.2", sentence, card=capital(name(card)))
        return undutiful(hand, self.led, card, "C5.2")

    def _check_call(self, card: int, ours: bool | None) -> None:
        """Raises Refusal where Good or Evil may not be played with, or without, a call."""
        pact = self.pact
        if pact is None:
            if ours is not None:
                raise Refusal("illegal_move", "C7.2", "Calls are made in games of Allegiance only.")
        elif pact.asks(self.turn):
            if ours is None:
                raise pact.call_missing(card)
        elif ours is not None:
            raise pact.no_call(self.turn, card)

    def barred(self, seat: int) -> dict[str, Barred]:
        if seat != self.turn:
            return {}
        instead = tuple(texts(self.free))
        return {CARDS[card]: Barred(self._refusal(card, ""), instead) for card in indices(self.hand & ~self.free)}

    def tricks(self) -> list[Trick]:
        """The tricks so far, the one in progress last (its winner is None) where one is."""
        match = self.start.match
        return tricks(match.leader, match.step, self.cards, self.takers)

    def _trick(self) -> Trick:
        """The trick in progress; without cards between two tricks."""
        so_far = self.tricks()
        if so_far and so_far[-1].winner is None:
            return so_far[-1]
        return Trick(self.turn, (), None, self.start.match.step)

    def view(self, seat: int | None) -> View:
        start = self.start
        pact = self.pact or NO_PACT
        view = {**frame(self, start.match, seat), **after_deal(start, seat, self.hands)}
        so_far = self.tricks()
        view["log"] += moves(so_far, pact)
        view["tricks"] = [trick.shown() for trick in so_far if trick.winner is not None]
        trick = self._trick()
        view["trick"] = trick.named()
        view["taken"] = [self.takers.count(one) for one in range(SEATS)]
        view["led"] = _letter(self.led)
        view["winning"] = self._winning(trick, pact)
        view["fool"] = fool(so_far)
        view["calls"] = [call.shown() for call in pact.calls]
        view["idle"] = CARDS[self.cards[pact.idle]] if pact.idle >= 0 else None
        view["taken_back"] = taken_back(pact)
        view["known"] = known(start, pact, self.cards)
        return view

    def _winning(self, trick: Trick, pact: Pact) -> int | None:
        """Who is winning the trick, as far as everybody can see: whether a card of the gallowglass suit is one of the
        suit led may hang on what its player still holds, and then nobody else knows yet.
        """
        hired = self.start.hired
        plays = trick.plays()
        idle = self.cards[pact.idle] if pact.idle >= 0 else None
        unsure = [seat for seat, card in plays if hires(card, self.led, hired)]
        seen = {
            leading(plays, self.led, hired, sum(1 << seat for at, seat in enumerate(unsure) if choice >> at & 1), idle)
            for choice in range(1 << len(unsure))
        }
        only = seen.pop() if len(seen) == 1 else NOBODY
        return None if only == NOBODY else only

    def score(self) -> Score:
        return self.start.match.score()


class SpecialPlay(Play):
    """A position between two cards in a hand with a hired suit, or of Allegiance."""

    __slots__ = ()

    def legal(self, seat: int) -> Legal:
        if seat != self.turn:
            return NOTHING
        free, pact = self.free, self.pact
        legal = listed(free)
        if pact is None or not free & SPIRITS or not pact.asks(seat):
            return legal
        moves = [move for move in legal.moves if move not in UNCALLED]
        for bit, calls in CALL_MOVES.items():
            if free & bit:
                moves += calls
        return Legal(tuple(moves))

    def apply(self, seat: int, text: str) -> State:
        turn, start, pact = self.turn, self.start, self.pact
        if seat != turn:
            raise not_to_act(seat)
        card, ours = (PLAY[text], None) if text in PLAY else self._read(text)
        bit = BIT[card]
        if not bit & self.free:
            raise self._refusal(card, text)
        brought: Play = self
        idle = False
        if bit & SPIRITS:
            self._check_call(card, ours)
            if pact is not None:
                brought = self._brought(card, ours, pact)
                pact = brought.pact
                idle = pact is not None and pact.idle == len(brought.cards)
        best, taker, led, cards = brought.best, brought.taker, brought.led, brought.cards
        hand = self.hand ^ bit
        stranger = hires(card, led, start.hired) and not hand & led  # C4.2
        if not idle and not stranger and over(card, best, led, start.hired):
            best = card
            taker = turn
            led = led or LED[card]
        cards += ONE[card]
        turn = FOLLOWING[start.step][turn]
        hands = brought.second, brought.third, brought.fourth, hand
        if turn == self.leader:
            return _taken(turn, *hands, led, taker, cards, self.takers, start, pact)
        free = _free(turn, hands[0], led, start.hired, pact)
        return _position(turn, self.leader, hands, led, free, best, taker, cards, self.takers, start, pact)


def _free(turn: int, hand: int, led: int, hired: int, pact: Pact | None) -> int:
    """Which cards the seat in turn may play of its hand, in games with a hired suit or Allegiance."""
    if pact is not None and pact.forced == turn:
        return BIT[pact.other]  # C7.3
    if hired and led & PLAIN and led != hired:
        own = hand & led
        if own and not own & LOW:
            return hand & (led | hired | FOOL_BIT)  # C4.2
    return playable(hand, led)


def _taken(
    leader: int,
    hand: int,
    second: int,
    third: int,
    fourth: int,
    led: int,
    taker: int,
    cards: bytes,
    takers: bytes,
    start: Hand,
    pact: Pact | None,
) -> State:
    """What follows when a trick is full: `leader` led to it, and the hands are those left from that seat on."""
    trick = cards[-SEATS:]
    if GOOD in trick and EVIL in trick and (pact is None or pact.idle < len(cards) - SEATS):
        taker = _settled(leader, (hand, second, third, fourth), led, cards, start)
    takers += ONE[taker]
    if not fourth:
        return played_out(start, cards, takers, pact)
    hands = _from_winner(leader, taker, start.step, hand, second, third, fourth)
    return _position(taker, taker, hands, 0, hands[0], FOOL, taker, cards, takers, start, pact)


def _position(
    turn: int,
    leader: int,
    hands: tuple[int, int, int, int],
    led: int,
    free: int,
    best: int,
    taker: int,
    cards: bytes,
    takers: bytes,
    start: Hand,
    pact: Pact | None,
) -> Play:
    """The position with these fields; `hands` from the seat in turn on."""
    after = Play() if pact is None and not start.hired else SpecialPlay()
    after.turn = turn
    after.to_act = ALONE[turn]
    after.leader = leader
    after.hand, after.second, after.third, after.fourth = hands
    after.led = led
    after.free = free
    after.best = best
    after.taker = taker
    after.cards = cards
    after.takers = takers
    after.start = start
    after.pact = pact
    return after


def _from_winner(
    leader: int, taker: int, step: int, hand: int, second: int, third: int, fourth: int
) -> tuple[int, int, int, int]:
    """C5.1: the hands from the winner on, who leads next; they are given from the seat that led to this trick on."""
    later = (taker - leader) * step % SEATS
    if later == 1:
        return second, third, fourth, hand
    if later == 2:
        return third, fourth, hand, second
    if later == 3:
        return fourth, hand, second, third
    return hand, second, third, fourth


def _settled(leader: int, hands: tuple[int, ...], led: int, cards: bytes, start: Hand) -> int:
    """Who wins a whole trick with Good and Evil in it (C6.2, C6.3); `hands` are those left, from the leader on."""
    trick = Trick(leader, tuple(cards[-SEATS:]), None, start.step).plays()
    # Who still holds the suit led has played a card of the hired suit as one of it (C4.2).
    served = sum(1 << seat for (seat, _), hand in zip(trick, hands, strict=True) if hand & led)
    return settled(trick, led, start.hired, served)


def begin(start: Hand) -> Play:
    """C5.1: the first trick is led."""
    leader = start.match.leader
    following = FOLLOWING[start.step]
    second = following[leader]
    third = following[second]
    hands = start.dealt[leader], start.dealt[second], start.dealt[third], start.dealt[following[third]]
    first, second, third, fourth = [hand & ~start.discard for hand in hands]
    pact = NO_PACT if start.match.setup.good_evil == "allegiance" else None
    return _position(leader, leader, (first, second, third, fourth), 0, first, FOOL, leader, b"", b"", start, pact)


def _letter(led: int) -> str | None:
    if not led:
        return None
    return "trumps" if led == TRUMPS else SUITS[SUIT_MASKS.index(led)]
