"""A second reading of the rulebook, slow and simple, with cards as texts: who may do what, and what a deal scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations

LADDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
VALUES = {
    rank: number
    for number, rank in enumerate(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], start=1)
}


class Reading:
    """A table by the second reading. `tricks` gives the size of a hand, which only shrunken packs need."""

    def __init__(
        self,
        seats: int,
        dealer: int,
        trump: str,
        success: str,
        two_player: str,
        deals: int,
        target: int,
        tricks: int | None = None,
    ) -> None:
        self.seats, self.dealer = seats, dealer
        self.trump, self.success, self.target = trump, success, target
        self.dummy = seats == 2 and two_player == "dummy"
        self.most_deals = deals or (None if target else seats)
        self.tricks = tricks or (13 if seats == 4 else 12)
        self.results: list[list[int]] = []
        self.number = self.played = self.voids = 0
        self.phase = "deal"

    # -- the deal

    def deal(self, cards: Sequence[str]) -> None:
        """Deal these cards (A2.1)."""
        order = [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]
        takers: list[int | str] = [*order, "dummy"] if self.dummy else [*order]
        self.hands: dict[int | str, list[str]] = {taker: [] for taker in takers}
        pack = list(cards)
        for _ in range(self.tricks):
            for taker in takers:
                self.hands[taker].append(pack.pop(0))
        self.turned = pack.pop(0) if self.trump == "turnup" else None
        assert not pack
        self.trumps = None if self.turned in (None, "JOKER") else self.turned[-1]
        self.eldest = order[0]
        self.suits: dict[int, str] = {}
        self.bids: dict[int, int | None] = {}
        self.placed: dict[int, set[int]] = {}
        self.right: set[int] = set()
        self.pile: dict[int, bool] = {}
        self.further = False
        self.won: list[int] = []
        self.taken: dict[int, list[str]] = {seat: [] for seat in range(self.seats)}
        self.turn = self.eldest
        self.phase = "suit"

    def to_act(self) -> list[int]:
        """Return who may move now."""
        if self.phase in ("deal", "finished"):
            return []
        if self.phase in ("suit", "bid"):
            return [self.turn]
        if self.phase == "play":
            return [self.next_card()[0]]
        if self.phase == "trump":
            return [self.declarer()]
        placed = self.placed if self.phase == "place" else self.pile
        if self.declarer() not in placed:
            return [self.declarer()]
        return [seat for seat in range(self.seats) if seat not in placed]

    def declarer(self) -> int:
        """Return the declarer (A4.1)."""
        best = max(bid for bid in self.bids.values() if bid)
        return next(seat for seat, bid in self.bids.items() if bid == best)

    # -- what may be done

    def moves(self) -> list[str]:
        """Return all moves of the lowest seat to act, templates expanded, in code point order."""
        seat = self.to_act()[0]
        return sorted(self._moves(seat))

    def _moves(self, seat: int) -> Iterator[str]:
        if self.phase == "suit":
            yield from (f"suit {suit}" for suit in "SHDC" if suit not in self.suits.values())
        elif self.phase == "bid":
            highest = max([0, *(bid for bid in self.bids.values() if bid)])
            yield "pass"
            yield from (f"bid {number}" for number in range(1, self.tricks + 1) if number > highest)
        elif self.phase == "trump":
            yield from (f"trump {suit}" for suit in "SHDC")
        elif self.phase == "place":
            bid = self.bids[self.declarer()]
            assert bid
            sizes = [bid] if seat == self.declarer() else range(bid)
            for size in sizes:
                for cards in combinations(list(VALUES)[: self.tricks], size):
                    yield " ".join(["place", *cards])
        elif self.phase == "expose":
            if seat != self.declarer():
                yield from ("expose none", "expose pile")
                return
            ranks = [rank for rank, value in VALUES.items() if value in self.placed[seat]]
            for size in range(len(ranks) + 1):
                for cards in combinations(ranks, size):
                    yield " ".join(["expose", *cards]) if cards else "expose none"
                    if len(ranks) < self.tricks:
                        yield " ".join(["expose", *cards, "pile"])
        else:
            holder = self.next_card()[1]
            hand = self.hands[holder]
            if self.trick:
                led = self.suit(self.trick[0][2])
                hand = [card for card in hand if self.suit(card) == led] or hand
            yield from (f"play {card}" for card in hand)

    def next_card(self) -> tuple[int, int | str]:
        """Return who plays the next card, and from whose cards (A7.1, A7.2)."""
        place = len(self.trick)
        if not self.dummy:
            seat = (self.leader + place) % self.seats
            return seat, seat
        own, other, dummy = (self.leader, self.leader), (1 - self.leader, 1 - self.leader), (self.leader, "dummy")
        return ([dummy, other, own] if self.lead_from_dummy else [own, other, dummy])[place]

    def suit(self, card: str) -> str:
        """Return the suit that a card counts as (A2.2)."""
        card = self.turned or "" if card == "JOKER" else card
        return card[-1]

    def strength(self, card: str) -> int:
        """Return how high the card is in its suit."""
        card = self.turned or "" if card == "JOKER" else card
        return LADDER.index(card[:-1])

    # -- what it leads to

    def move(self, seat: int, text: str) -> None:
        """Make a legal move."""
        assert seat in self.to_act()
        verb, *rest = text.split(" ")
        left_neighbour = (seat + 1) % self.seats
        if verb == "suit":
            self.suits[seat] = rest[0]
            self.turn = left_neighbour
            if len(self.suits) == self.seats:
                self.phase = "bid"
        elif verb in ("bid", "pass"):
            self.bids[seat] = int(rest[0]) if rest else None
            self.turn = left_neighbour
            if len(self.bids) == self.seats:
                if any(self.bids.values()):
                    self.phase = "place"
                elif self.dummy and not self.further:
                    self.further, self.bids = True, {}
                else:
                    self.end([0] * self.seats, void=True)
        elif verb == "place":
            self.placed[seat] = {VALUES[rank] for rank in rest}
            if self.trump == "declared" and len(self.placed) == 1:
                self.phase = "trump"
            elif len(self.placed) == self.seats:
                self.phase = "expose"
        elif verb == "trump":
            self.trumps = rest[0]
            self.phase = "place"
        elif verb == "expose":
            self.pile[seat] = rest[-1] == "pile"
            if seat == self.declarer():
                self.right = {VALUES[rank] for rank in rest if rank in VALUES}
            if len(self.pile) == self.seats:
                self.phase = "play"
                self.leader, self.lead_from_dummy, self.trick = self.eldest, False, []
        else:
            self.play(rest[0])

    trick: list[tuple[int, int | str, str]]

    def play(self, card: str) -> None:
        """Play a card (A7)."""
        seat, holder = self.next_card()
        self.hands[holder].remove(card)
        self.trick.append((seat, holder, card))
        if len(self.trick) < len(self.hands):
            return
        led = self.suit(self.trick[0][2])
        trumps = [play for play in self.trick if self.suit(play[2]) == self.trumps]
        able = trumps or [play for play in self.trick if self.suit(play[2]) == led]
        self.leader, holder, _ = max(able, key=lambda play: self.strength(play[2]))
        self.lead_from_dummy = holder == "dummy"
        self.won.append(self.leader)
        self.taken[self.leader] += [played for _, _, played in self.trick]
        self.trick = []
        if len(self.won) == self.tricks:
            self.end(self.points(), void=False)

    def points(self) -> list[int]:
        """Return the points of the deal (A8)."""
        tricks = [self.won.count(seat) for seat in range(self.seats)]
        succeeded: list[int] = []
        for seat in range(self.seats):
            wanted = len(self.placed[seat])
            if tricks[seat] == wanted or (self.success == "at_least" and wanted and tricks[seat] > wanted):
                succeeded.append(seat)
        table = {4: [40, 30, 20, 10], 3: [30, 20, 10], 2: [20, 10]}[self.seats]
        points: list[int] = []
        for seat in range(self.seats):
            score = table[len(succeeded) - 1] if seat in succeeded else 0
            for value in self.placed[seat]:
                own_value = self.won[value - 1] == seat
                if seat == self.declarer() and value in self.right:
                    score += 2 * value if own_value else -2 * value
                elif own_value:
                    score += value
            own = [card for card in self.taken[seat] if self.suit(card) == self.suits[seat]]
            points.append(score + tricks[seat] + (4 if self.pile[seat] else 2) * len(own))
        return points

    def end(self, points: list[int], void: bool) -> None:
        """End the deal with these points (A4.2, A8.6)."""
        self.results.append(points)
        self.voids = self.voids + 1 if void else 0
        self.played += not void
        totals = [sum(hand[seat] for hand in self.results) for seat in range(self.seats)]
        if self.voids == self.seats or self.played == self.most_deals or (self.target and max(totals) >= self.target):
            self.phase = "finished"
            return
        self.phase = "deal"
        self.number += 1
        self.dealer = (self.dealer + 1) % self.seats

    def perft(self, depth: int) -> int:
        """Count the sequences of so many moves (K6 `perft`)."""
        if not depth or not self.to_act():
            return 1
        if depth == 1:
            return len(self.moves())
        nodes = 0
        for move in self.moves():
            after = deepcopy(self)
            after.move(self.to_act()[0], move)
            nodes += after.perft(depth - 1)
        return nodes
