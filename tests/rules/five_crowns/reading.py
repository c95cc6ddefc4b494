"""A second reading of the rulebook, slow and plain: the legal moves of a deal and its points, from the log alone.

It shares nothing with rules/five_crowns or rules/melds: cards are texts, hands are lists, melds are tried one by one.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Deal:
    """One deal; `order` is the pack, the top card first (F2.1)."""

    def __init__(self, seats: int, dealer: int, size: int, order: Sequence[str]) -> None:
        self.seats, self.size = seats, size
        self.stock = list(order)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.turn = (dealer + 1) % seats
        for _ in range(size):
            for step in range(seats):
                self.hands[(self.turn + step) % seats].append(self.stock.pop(0))
        self.pile = [self.stock.pop(0)]
        self.has_card = False
        self.out: int | None = None
        self.moments = 0
        self.over = False
        self.waiting = False
        self.look()

    def look(self) -> None:
        """Reshuffle if the stock is empty at the start of a turn (F3.4)."""
        if not self.stock:
            self.moments += 1
            self.over = self.moments == 4
            self.waiting = not self.over

    def reshuffle(self, order: Sequence[str]) -> None:
        assert sorted(order) == sorted(self.pile[:-1])
        self.stock, self.pile, self.waiting = list(order), self.pile[-1:], False

    def legal(self) -> set[str]:
        """Return the legal moves (F3.1, F3.3)."""
        if self.over or self.waiting:
            return set()
        if not self.has_card:
            return {"draw", "take"}
        hand = self.hands[self.turn]
        moves = {f"discard {card}" for card in hand}
        if self.out is None:
            for card in set(hand):
                others = hand.copy()
                others.remove(card)
                if fewest_points_left(others, self.size) == 0:
                    moves.add(f"out {card}")
        return moves

    def move(self, text: str) -> None:
        hand = self.hands[self.turn]
        if text in ("draw", "take"):
            hand.append(self.stock.pop(0) if text == "draw" else self.pile.pop())
            self.has_card = True
            return
        verb, card = text.split()
        hand.remove(card)
        self.pile.append(card)
        self.has_card = False
        if verb == "out":
            self.out = self.turn
        self.turn = (self.turn + 1) % self.seats
        if self.turn == self.out:
            self.over = True  # F5.1: everybody else has had one more turn
        else:
            self.look()

    def points(self) -> list[int]:
        """Return the points of each seat (F5.1, F5.2)."""
        return [0 if seat == self.out else fewest_points_left(hand, self.size) for seat, hand in enumerate(self.hands)]

    def perft(self, depth: int) -> int:
        """Count the sequences of so many moves (K6 `perft`)."""
        if depth == 0 or self.over or self.waiting:
            return 1
        nodes = 0
        for move in self.legal():
            after = deepcopy(self)
            after.move(move)
            nodes += after.perft(depth - 1)
        return nodes


def worth(card: str, size: int) -> int:
    """Return the points of a card (F5.2)."""
    if card == "JOKER":
        return 50
    number = RANKS.index(card[:-1]) + 3
    return 20 if number == size else number


def is_wild(card: str, size: int) -> bool:
    """Check whether a card is wild (F2.2)."""
    return card == "JOKER" or RANKS.index(card[:-1]) + 3 == size


def fewest_points_left(hand: Sequence[str], size: int) -> int:
    """Return the fewest points that can be left: every choice of a meld for the first card, or none (F4)."""
    return fewest(tuple(sorted(hand, key=lambda card: (is_wild(card, size), card))), size)


@cache
def fewest(hand: tuple[str, ...], size: int) -> int:
    """Return what `fewest_points_left` does, of a hand sorted with its wild cards last.

    The first card stays, or is in a meld with some of the others: which others of its kind, and how many wilds. (Which
    wilds is all one but for what is left of them, so jokers go first, and what is dear is never left where a meld
    takes it.)
    """
    if not hand:
        return 0
    first, others = hand[0], hand[1:]
    if is_wild(first, size):
        return 0 if len(hand) >= 3 else sum(worth(card, size) for card in hand)
    best = worth(first, size) + fewest(others, size)
    plain = [card for card in others if not is_wild(card, size)]
    wilds = sorted((card for card in others if is_wild(card, size)), key=lambda card: card != "JOKER")
    for meld in (*families(first, plain), *suites(first, plain)):
        for number in range(len(wilds) + 1):
            if fits(meld, number):
                rest = list(others)
                for card in (*meld[1:], *wilds[:number]):
                    rest.remove(card)
                best = min(best, fewest(tuple(rest), size))
    return best


def subsets(cards: list[str]) -> list[list[str]]:
    results: list[list[str]] = [[]]
    for card in cards:
        results += [[*some, card] for some in results]
    return results


def families(first: str, plain: list[str]) -> list[list[str]]:
    return [[first, *some] for some in subsets([card for card in plain if card[:-1] == first[:-1]])]


def suites(first: str, plain: list[str]) -> list[list[str]]:
    same = [card for card in plain if card[-1] == first[-1]]
    melds = [[first, *some] for some in subsets(same)]
    return [meld for meld in melds if len(set(meld)) == len(meld)]


def fits(meld: list[str], wilds: int) -> bool:
    """Check whether these cards of one rank, or of one suit, are a meld with so many wilds (F4.1, F4.2, F4.3)."""
    if len(meld) + wilds < 3:
        return False
    if len({card[:-1] for card in meld}) == 1:
        return True
    places = [RANKS.index(card[:-1]) for card in meld]
    return len(meld) + wilds <= 11 and max(places) - min(places) < len(meld) + wilds
