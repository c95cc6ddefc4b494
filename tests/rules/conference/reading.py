"""A second reading of the rulebook, simple and slow, with cards as texts: what the rules are held against in tests."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

SUITS = "EAFW"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]
PLAIN = [rank + suit for suit in SUITS for rank in RANKS]
NUMBERS = [str(number) for number in range(1, 22)]
PACK = [*PLAIN, "GOOD", "EVIL", *NUMBERS, "FOOL"]
SPIRITS = ["GOOD", "EVIL"]
NAMES = {"GOOD": "EA", "EVIL": "FW"}


def suit(card: str) -> str:
    """Return the letter of a card's suit: T for a trump, "" for the Fool."""
    if card == "FOOL":
        return ""
    return card[-1] if card in PLAIN else "T"


def rank(card: str) -> int:
    """Return a card's place in its suit; Good and Evil are equal (C6.1)."""
    if card in SPIRITS:
        return 0
    return int(card) if suit(card) == "T" else RANKS.index(card[:-1])


def worth(card: str) -> int:
    """Return the points of a card (C1.2)."""
    if card in SPIRITS:
        return 0
    if card in ("1", "21", "FOOL"):
        return 5
    if suit(card) == "T":
        return 1
    return {"K": 5, "Q": 4, "C": 3, "J": 2, "A": 5}.get(card[:-1], 1)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


def is_cut(pack: list[str], order: list[str], piles: int) -> bool:
    """Check C2.3 by trying every way to part the pack and to restack the piles."""
    for cuts in combinations(range(1, len(pack)), piles - 1):
        edges = [0, *cuts, len(pack)]
        parts = [pack[edges[index] : edges[index + 1]] for index in range(piles)]
        for lay in permutations(range(piles)):
            if list(lay) != list(range(piles)) and [card for index in lay for card in parts[index]] == order:
                return True
    return False


class Reading:
    """A game as it goes. `legal` gives the moves of the seat in turn (K6), `apply` takes a canonical move."""

    def __init__(self, options: dict[str, Any], dealer: int) -> None:
        self.options = {"good_evil": "trumps", "league": False, "gallowglass": False, "between_hands": "shuffle",
                        "hands": 4, **options}  # fmt: skip
        self.dealer = dealer
        self.points: list[list[int]] = []
        self.gathered: list[str] = []
        self.piles = 0
        self.phase = "deal"
        self.exchange: tuple[int, int, str] | None = None
        """C5.5: which side gave which what for the Fool in the hand before."""

    @property
    def pack(self) -> list[str]:
        return [card for card in PACK if self.options["good_evil"] != "none" or card not in SPIRITS]

    def status(self) -> tuple[str, int, list[int]]:
        """Return the phase, the number of the hand and the seats to act."""
        number = min(len(self.points), self.options["hands"] - 1)
        if self.phase in ("deal", "finished"):
            return self.phase, number, []
        if self.phase == "cut":
            return self.phase, number, [0, 1, 2, 3]
        return self.phase, number, [self.turn]

    def expects(self) -> dict[str, Any] | None:
        if self.phase != "deal":
            return None
        extra = {"gathered": self.gathered, "piles": self.piles} if self.piles else {}
        return {"event": "deal", "cards": self.pack, **extra}

    def deal(self, order: list[str]) -> None:
        """Deal a pack in this order (C2.1, C2.2)."""
        self.hands: list[list[str]] = [[], [], [], []]
        rest = list(order)
        mate = {0: 1, 1: 0, 2: 3, 3: 2}[self.dealer]
        if self.options["league"]:
            rest.remove("20")
            rest.remove("21")
        for packet in (4, 5, 5, 5):
            for step in (1, 2, 3, 4):
                seat = (self.dealer + step) % 4
                size = 3 if self.options["league"] and packet == 4 and seat in (self.dealer, mate) else packet
                self.hands[seat] += rest[:size]
                rest = rest[size:]
        self.hands[self.dealer] += rest
        if self.options["league"]:
            self.hands[self.dealer].append("21")
            self.hands[mate].append("20")
        self.beyond = len(self.hands[self.dealer]) - 19
        self.phase = "discard"
        self.turn = self.dealer
        self.piles = 0
        self.hired = ""
        # Each trick: a list of [seat, card, may win, stands in for the suit led].
        self.tricks: list[list[list[Any]]] = []
        self.winners: list[int] = []
        self.calls: list[tuple[int, str, str, int]] = []
        self.forced: int | None = None
        self.discard: list[str] = []

    def legal(self) -> tuple[list[str], list[dict[str, Any]]]:
        """Return what the seat in turn may do; in the cut what Youngest may."""
        if self.phase == "cut":
            return ["cut 3", "cut 4", "reshuffle"], []
        if self.phase == "gallowglass":
            return [f"gallowglass {letter}" for letter in (*SUITS, "none")], []
        hand = in_order(self.hands[self.turn])
        if self.phase == "discard":
            ordinary = [card for card in hand if card in PLAIN and card[0] != "K"]
            choice: dict[str, Any] = {"verb": "discard", "count": [self.beyond, self.beyond], "cards": ordinary}
            if len(ordinary) < self.beyond:
                trumps = [card for card in hand if suit(card) == "T" and card not in ("1", "21")]
                choice["cards"] = in_order(ordinary + trumps)
                if ordinary:
                    choice["must"] = ordinary
            return [], [choice]
        moves: list[str] = []
        for card in self.playable(hand):
            if card in SPIRITS and self.asks():
                moves += [f"play {card} ours", f"play {card} yours"]
            else:
                moves.append(f"play {card}")
        return moves, []

    def asks(self) -> bool:
        """Check whether a played card asks for a call (C7.2, C7.4, C7.5)."""
        if self.options["good_evil"] != "allegiance":
            return False
        return not self.calls or self.calls[0][0] // 2 != self.turn // 2

    def led(self) -> str:
        """Return the suit led to the trick in progress; "" while nothing asks for one."""
        return self.asked if self.tricks and len(self.tricks[-1]) < 4 else ""

    def playable(self, hand: list[str]) -> list[str]:
        """Return the cards of a hand that may be played (C4.2, C5.2, C5.4, C7.3)."""
        if self.forced == self.turn:
            return [card for card in hand if card in SPIRITS]
        led = self.led()
        if not led:
            return hand
        own = [card for card in hand if suit(card) == led]
        trumps = [card for card in hand if suit(card) == "T"]
        if own:
            allowed = list(own)
            if self.hired and led != "T" and led != self.hired and all(card[0] in "KQCJ" for card in own):
                allowed += [card for card in hand if suit(card) == self.hired]
        elif trumps:
            allowed = trumps
        else:
            return hand
        return [card for card in hand if card in allowed or card == "FOOL"]

    def apply(self, seat: int, text: str) -> None:
        words = text.split()
        if words[0] == "reshuffle":
            self.phase = "deal"
        elif words[0] == "cut":
            self.phase, self.piles = "deal", int(words[1])
        elif words[0] == "discard":
            self.discard = words[1:]
            for card in self.discard:
                self.hands[seat].remove(card)
            self.phase = "gallowglass" if self.options["gallowglass"] else "play"
            if self.phase == "play":
                self.begin()
        elif words[0] == "gallowglass":
            self.hired = "" if words[1] == "none" else words[1]
            self.named = True
            self.phase = "play"
            self.begin()
        else:
            self.play(seat, words[1], words[2] if len(words) > 2 else "")

    def begin(self) -> None:
        """Begin the play (C5.1)."""
        self.step = 1
        self.turn = (self.dealer + 1) % 4
        if self.options["league"]:
            self.turn = self.dealer
            self.step = -1 if self.dealer in (0, 2) else 1

    def play(self, seat: int, card: str, call: str) -> None:
        hand = self.hands[seat]
        hand.remove(card)
        led = self.led()
        if not self.tricks or len(self.tricks[-1]) == 4:
            self.tricks.append([])
            self.asked = ""
        if not self.asked:
            self.asked = suit(card)
        trick = self.tricks[-1]
        stands_in = bool(self.hired and suit(card) == self.hired and any(suit(other) == led for other in hand))
        stands_in = stands_in and led not in ("", "T", self.hired)
        trick.append([seat, card, self.forced != seat, stands_in])
        if self.forced == seat:
            self.forced = None
        if call:
            first = not self.calls
            self.calls.append((seat, card, call, len(self.tricks) - 1))
            mate = {0: 1, 1: 0, 2: 3, 3: 2}[seat]
            other = "EVIL" if card == "GOOD" else "GOOD"
            if first and other in self.hands[mate]:
                plays = [play for play in trick if play[0] == mate]
                if plays:
                    self.hands[mate].remove(other)
                    self.hands[mate].append(plays[0][1])
                    plays[0][1:] = [other, False, False]
                else:
                    self.forced = mate
        if len(trick) < 4:
            self.turn = (seat + self.step) % 4
            return
        self.turn = self.winner(trick)
        self.winners.append(self.turn)
        if len(self.winners) == 19:
            self.settle()

    def winner(self, trick: list[list[Any]]) -> int:
        """Return who wins a trick (C4.3, C5.3, C6)."""
        plays = [play for play in trick if play[2] and play[1] != "FOOL"]
        spirits = [play for play in plays if play[1] in SPIRITS]
        led = self.asked
        if len(spirits) == 2:
            if spirits[0][0] // 2 == spirits[1][0] // 2:
                return spirits[0][0]
            plays = [play for play in plays if play not in spirits]
            led = suit(plays[0][1])
        trumps = [play for play in plays if suit(play[1]) == "T"]
        if trumps:
            return max(trumps, key=lambda play: rank(play[1]))[0]
        best = None
        for play in plays:
            if suit(play[1]) != led and not play[3]:
                continue
            if best is None or rank(play[1]) >= rank(best[1]):
                best = play
        assert best
        return best[0]

    def counts(self, card: str, number: int | None, side: int) -> int:
        """Return the points of a card for `side` in trick `number`, None for the discard (C4.4, C7.6)."""
        if self.hired and suit(card) == self.hired:
            return 0
        if number is not None and self.hired:
            taker = self.winners[number]
            won_by = next(play[1] for play in self.tricks[number] if play[0] == taker)
            if suit(won_by) == self.hired:
                return 0
        if not self.calls:
            return worth(card)
        caller, spirit, word, _ = self.calls[0]
        if len(self.calls) == 2 and number is not None and number >= self.calls[1][3]:
            caller, spirit, word, _ = self.calls[1]
        named = NAMES[spirit]
        if (caller // 2 == side) != (word == "ours"):
            named = [letter for letter in SUITS if letter not in named]
        return worth(card) if suit(card) in named and suit(card) != "T" and card != "FOOL" else 0

    def settle(self) -> None:
        """Score the hand and gather the pack (C5.5, C8, C2.3)."""
        attack = self.dealer // 2
        lying: list[list[Any]] = [[card, None, attack] for card in in_order(self.discard)]
        for number, trick in enumerate(self.tricks):
            lying += [[play[1], number, self.winners[number] // 2] for play in trick]
        won = [sum(taker // 2 == side for taker in self.winners) for side in (0, 1)]
        totals = list(won)
        swap: dict[str, str] = {}
        record: int | None = None
        place = next((place for place, play in enumerate(lying) if play[0] == "FOOL"), None)
        assert place is not None
        number, taker = lying[place][1], lying[place][2]
        giver = next(play[0] for play in self.tricks[number] if play[1] == "FOOL") // 2
        self.exchange = None if giver == taker else (giver, taker, "FOOL")
        if giver == taker:
            record = giver
        elif won[giver]:
            record = giver
            given = min(
                (play for play in lying if play[2] == giver),
                key=lambda play: (
                    self.counts(play[0], play[1], giver),
                    self.counts(play[0], number, taker),
                    PACK.index(play[0]),
                ),
            )[0]
            swap = {given: "FOOL", "FOOL": given}
            self.exchange = (giver, taker, given)
        lying = [[swap.get(card, card), where, side] for card, where, side in lying]
        for card, where, side in lying:
            if card != "FOOL" or record is None:
                totals[side] += self.counts(card, where, side)
        if record is not None and not self.calls:
            totals[record] += 5
        self.totals = totals
        tricks: list[str] = [
            swap.get(str(play[1]), str(play[1]))
            for side in (0, 1)
            for number, trick in enumerate(self.tricks)
            if self.winners[number] // 2 == side
            for play in trick
        ]
        self.gathered = tricks + in_order([swap.get(card, card) for card in self.discard])
        difference = abs(totals[0] - totals[1])
        best = 0 if totals[0] > totals[1] else 1
        gain = [0, 0]
        if self.calls or max(totals) >= 83:
            gain[best] = difference
        else:
            assert self.hired
            gain[1 - attack] = 83 - totals[attack]
        net = gain[0] - gain[1]
        self.points.append([net, net, -net, -net])
        if len(self.points) == self.options["hands"]:
            self.phase = "finished"
            return
        self.dealer = (self.dealer + 1) % 4
        self.phase = "cut" if self.options["between_hands"] == "cut" else "deal"
