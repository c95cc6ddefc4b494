"""A second reading of Mitigati's rulebook: texts and lists, slow and plain, sharing nothing with rules/.

It knows what is legal in every phase and what everything scores, so that the real rules can be held against it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]
PACK = [rank + suit for suit in "EAFW" for rank in RANKS] + [str(n) for n in range(1, 22)] + ["FOOL"]
HONOURS = ["1", "21", "FOOL"]
KINGS = ["KE", "KA", "KF", "KW"]


def is_trump(card: str) -> bool:
    return card.isdigit()


def suit(card: str) -> str | None:
    """Return the letter of a suited card, "T" for a trump, None for the Fool."""
    return None if card == "FOOL" else "T" if is_trump(card) else card[-1]


def value(card: str) -> int:
    """Return the points of a card (M1.2)."""
    if card in HONOURS or card in KINGS or card in ("AE", "AA", "AF", "AW"):
        return 5
    return {"Q": 4, "C": 3, "J": 2}.get(card[0], 1)


def in_order(cards: Any) -> list[str]:
    return sorted(cards, key=PACK.index)


def follow(hand: list[str], led: str | None) -> list[str]:
    """Return what may be played when the suit `led` was led; None means nothing was, or only the Fool (M6.2, M6.4)."""
    if led is None:
        return hand
    fool = [card for card in hand if card == "FOOL"]
    for wanted in (led, "T"):
        cards = [card for card in hand if suit(card) == wanted]
        if cards:
            return cards + fool
    return hand


def winner(cards: list[tuple[int, str]]) -> int:
    """Return who wins a trick of (seat, card) (M6.3)."""
    trumps = [(int(card), seat) for seat, card in cards if is_trump(card)]
    if trumps:
        return max(trumps)[1]
    led = next(suit(card) for _, card in cards if card != "FOOL")
    return max((RANKS.index(card[:-1]), seat) for seat, card in cards if suit(card) == led)[1]


class Reading:
    """A game, moved on in place."""

    def __init__(self, options: dict[str, Any], dealer: int) -> None:
        self.options = {"hands": 3, "rotation": "right", "bargaining": True, "bonuses": "each", **options}
        self.dealer = dealer
        self.points: list[list[int]] = []
        self.phase = "deal"

    @property
    def eldest(self) -> int:
        return (self.dealer + 1) % 3

    def deal(self, pack: list[str]) -> None:
        """Deal a pack in this order (M2.1)."""
        assert self.phase == "deal"
        assert sorted(pack) == sorted(PACK)
        self.hands: list[list[str]] = [[], [], []]
        pack = list(pack)
        for _packet in range(5):
            for step in range(3):
                self.hands[(self.eldest + step) % 3] += [pack.pop(0) for _ in range(5)]
        self.hands[self.dealer] += pack
        self.discard: list[str] = []
        self.bonuses = [0, 0, 0]
        self.declared = 0
        self.tricks: list[tuple[int, list[tuple[int, str]]]] = []
        self.trick: list[tuple[int, str]] = []
        self.turn = self.eldest
        if self.options["bargaining"]:
            self._round(2)
        else:
            self._discarding()

    def _round(self, packet: int) -> None:
        """Begin the round of bargaining after this packet (M3.1, M3.2)."""
        if packet == 5:
            self._discarding()
            return
        self.phase = "bargain"
        self.packet = packet
        self.turn = self.eldest
        self.said: list[tuple[int, str, int]] = []
        """Everything said in this round: seat, verb, number."""

    def _discarding(self) -> None:
        self.phase = "discard"
        self.turn = self.dealer

    def standing(self, seat: int) -> tuple[str, int] | None:
        words = [(verb, number) for who, verb, number in self.said if who == seat and verb != "pass"]
        return words[-1] if words else None

    def legal(self) -> tuple[list[str], list[dict[str, Any]]]:
        """Return what the seat in turn may do, as K6 `legal` answers it."""
        hand = self.hands[self.turn]
        if self.phase == "bargain":
            result = self.standing(self.turn)
            asks = [n for n in range(1, 201) if result is None or (result[0] == "ask" and n < result[1])]
            offers = [n for n in range(1, 201) if result is None or result[0] == "ask" or n > result[1]]
            ranges = [("ask", asks), ("offer", offers)]
            return ["continue", "pass"], [{"verb": v, "range": [min(n), max(n)]} for v, n in ranges if n]
        if self.phase == "discard":
            cards = [card for card in in_order(hand) if card not in KINGS + HONOURS]
            return [], [{"verb": "discard", "count": [3, 3], "cards": cards}]
        if self.phase == "declare":
            choice: dict[str, Any] = {"verb": "declare"}
            trumps = [card for card in in_order(hand) if is_trump(card)]
            kings = [card for card in KINGS if card in hand]
            honours = [card for card in HONOURS if card in hand]
            if len(trumps) >= 10:
                choice["abundance"] = trumps
            if len(kings) == 4:
                choice["kings"] = honours
            if len(honours) == 3:
                choice["honours"] = kings
            if len(kings + honours) >= 4:
                choice["mixed"] = kings + honours
            return ["declare nothing"], [choice] if len(choice) > 1 else []
        cards = follow(hand, next((suit(card) for _, card in self.trick if card != "FOOL"), None))
        return sorted("play " + card for card in cards), []

    def apply(self, move: str) -> None:
        """Make a legal move, in canonical text."""
        verb, *rest = move.split(" ")
        if self.phase == "bargain":
            self._bargain(verb, int(rest[0]) if rest else 0)
        elif self.phase == "discard":
            self.discard = rest
            self.hands[self.dealer] = [card for card in self.hands[self.dealer] if card not in rest]
            self.phase, self.turn = "declare", self.eldest
        elif self.phase == "declare":
            self.bonuses[self.turn] = worth(" ".join(rest))
            self.declared += 1
            self.turn = (self.turn + 1) % 3
            if self.declared == 3:
                self.phase, self.turn = "play", self.eldest
        else:
            self._play(rest[0])

    def _bargain(self, verb: str, number: int) -> None:
        if verb == "continue":
            self._round(self.packet + 1)
            return
        self.said.append((self.turn, verb, number))
        words = [self.standing(seat) for seat in range(3)]
        offers = sum(word[1] for word in words if word and word[0] == "offer")
        asks = sum(word[1] for word in words if word and word[0] == "ask")
        last = max((index for index, result in enumerate(self.said) if result[1] != "pass"), default=-1)
        since = {who for who, _, _ in self.said[last + 1 :]}
        if offers and offers >= asks and all(words[seat] or seat in since for seat in range(3)):
            self._over(self._settled(words, offers - asks))
        elif [result[1] for result in self.said[-3:]] == ["pass"] * 3:
            self._round(self.packet + 1)
        else:
            self.turn = (self.turn + 1) % 3

    def _settled(self, words: list[tuple[str, int] | None], surplus: int) -> list[int]:
        """M3.6, a point at a time."""
        points = [0 if not word else word[1] if word[0] == "ask" else -word[1] for word in words]
        quiet = [seat for seat in ((self.eldest + step) % 3 for step in range(3)) if not words[seat]]
        while surplus and quiet:
            for seat in quiet:
                if surplus:
                    points[seat] += 1
                    surplus -= 1
        for who, verb, number in reversed(self.said):
            while surplus and verb == "offer" and words[who] == (verb, number) and points[who] < 0:
                points[who] += 1
                surplus -= 1
        return points

    def _play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 3
        if len(self.trick) == 3:
            self.turn = winner(self.trick)
            self.tricks.append((self.turn, self.trick))
            self.trick = []
            if not self.hands[0]:
                self._over(self._counted())

    def _counted(self) -> list[int]:
        """M6.5, M7.1, M5.7."""
        piles: list[list[str]] = [
            [card for who, trick in self.tricks if who == seat for _, card in trick] for seat in range(3)
        ]
        won = [len(pile) for pile in piles]
        piles[self.dealer] += self.discard
        for taker, trick in self.tricks:
            for giver, card in trick:
                if card == "FOOL" and won[giver]:
                    least = min(map(value, piles[giver]))
                    given = in_order(card for card in piles[giver] if value(card) == least)[0]
                    piles[giver].remove(given)
                    piles[giver].append("FOOL")
                    piles[taker].remove("FOOL")
                    piles[taker].append(given)
        points = [sum(map(value, pile)) - 49 for pile in piles]
        for seat, bonus in enumerate(self.bonuses):
            for other in range(3):
                if self.options["bonuses"] == "flat":
                    points[other] += bonus if other == seat else 0
                else:
                    points[other] += 2 * bonus if other == seat else -bonus
        return points

    def _over(self, points: list[int]) -> None:
        self.points.append(points)
        if len(self.points) == self.options["hands"]:
            self.phase = "finished"
            return
        self.dealer = (self.dealer + (1 if self.options["rotation"] == "left" else -1)) % 3
        self.phase = "deal"

    def status(self) -> tuple[str, int, list[int]]:
        """Return the phase, the number of the hand, and who is to act."""
        number = len(self.points) - (self.phase == "finished")
        return self.phase, number, [] if self.phase in ("deal", "finished") else [self.turn]


def worth(declaration: str) -> int:
    """Return what the words after `declare` are worth."""
    total = 0
    for item in declaration.split(" + "):
        bonus, *cards = item.split(" ")
        if bonus == "abundance":
            total += len(cards)
        if bonus == "kings":
            total += 20 + 5 * max(0, len(cards) - 1)
        if bonus == "honours":
            total += 15 + 5 * max(0, len(cards) - 1)
        if bonus == "mixed":
            total += 10 + 5 * (len(cards) - 4)
    return total


def declarations(hand: list[str], most_trumps: int = 3) -> list[str]:
    """Return all moves `declare ...` of a hand, of abundance a few."""
    kings = [card for card in KINGS if card in hand]
    honours = [card for card in HONOURS if card in hand]
    trumps = [card for card in in_order(hand) if is_trump(card)]

    def some(cards: list[str], least: int) -> list[str]:
        return [" ".join(part) for size in range(least, len(cards) + 1) for part in combinations(cards, size)]

    of_kings = [("kings with " + part).removesuffix(" with ") for part in some(honours, 0)] if len(kings) == 4 else []
    of_honours = (
        [("honours with " + part).removesuffix(" with ") for part in some(kings, 0)] if len(honours) == 3 else []
    )
    both = ["kings + honours"] if of_kings and of_honours else []
    mixed = ["mixed " + part for part in some(kings + honours, 4)]
    others = of_kings + of_honours + both + mixed
    messages = [trumps[:10], trumps, trumps[-11:]][:most_trumps] if len(trumps) >= 10 else []
    abundances = ["abundance " + " ".join(cards) for cards in messages]
    return ["declare " + text for text in others + abundances + [a + " + " + o for a in abundances for o in others]]
