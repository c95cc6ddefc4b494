"""A second reading of the rulebook: slow, with texts and lists, sharing no line with rules/.

`Reading` follows a whole game. It is fed the same events as the real thing and asked the same questions.
"""

from dataclasses import dataclass, field

RANKS = ["1", "2", "3", "4", "5", "R", "L", "G"]


@dataclass
class Reading:
    """A game of Voren as someone with the rulebook on the table would follow it."""

    seats: int
    dealer: int
    ante: int = 3
    hands: int = 0
    no_trump_turnup: str = "crowns"
    limit: int = 0
    phase: str = "deal"
    number: int = 0
    debts: dict[int, int] = field(default_factory=dict)
    results: list[list[int]] = field(default_factory=list)

    # What the hand in progress holds.
    hand: dict[int, list[str]] = field(default_factory=dict)
    trumps: str = ""
    poke: list[str] = field(default_factory=list)
    all_play: bool = False
    spoken: list[int] = field(default_factory=list)
    folded: list[int] = field(default_factory=list)
    table: list[tuple[int, str]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    free: list[int] = field(default_factory=list)

    def around(self, start: int) -> list[int]:
        """Return the seats from `start`, clockwise."""
        return [(start + step) % self.seats for step in range(self.seats)]

    def still_in(self) -> list[int]:
        """Return the seats that have not folded, from the dealer's left."""
        return [seat for seat in self.around((self.dealer + 1) % self.seats) if seat not in self.folded]

    # The questions.

    def to_act(self) -> list[int]:
        """Return who is to act."""
        if self.phase == "dealer":
            return [self.dealer]
        if self.phase == "stay":
            return [self.around((self.dealer + 1) % self.seats)[len(self.spoken)]]
        if self.phase == "play":
            return [self.player()]
        return []

    def player(self) -> int:
        """Return whose card the trick waits for."""
        leader = self.winners[-1] if self.winners else self.still_in()[0]
        order = [seat for seat in self.around(leader) if seat not in self.folded]
        return order[len(self.table)]

    def moves(self) -> list[str]:
        """Return the legal moves of the seat to act, sorted."""
        if self.phase == "dealer":
            return ["deal", "deal allplay", "deal poke", "deal poke allplay"]
        if self.phase == "stay":
            words = ["stay"]
            if not self.all_play:
                words.append("fold")
            if self.poke:
                words.append("poke")
            return sorted(words)
        if self.phase == "play":
            cards = self.hand[self.player()]
            return sorted(f"play {card}" for card in cards if self.allowed(card, cards))
        return []

    def is_trump(self, card: str) -> bool:
        """Check whether a card is a trump (V5.3)."""
        return card in ("WOLF", "TREACHERY") or (self.trumps != "" and card[-1] == self.trumps)

    def height(self, card: str) -> int:
        """Return how high a card is among trumps, or within its suit."""
        if card == "TREACHERY":
            return 101
        if card == "WOLF":
            return 100
        return RANKS.index(card[0])

    def of_suit_led(self, card: str) -> bool:
        """Check whether a card counts as one of the suit that was led (V5.4)."""
        led = self.table[0][1]
        if self.is_trump(led):
            return self.is_trump(card)
        return card not in ("WOLF", "TREACHERY") and card[-1] == led[-1]

    def winning(self, table: list[tuple[int, str]]) -> tuple[int, str]:
        """Return the seat and card that win a trick (V5.7)."""
        trumps = [play for play in table if self.is_trump(play[1])]
        if trumps:
            return max(trumps, key=lambda play: self.height(play[1]))
        suit = table[0][1][-1]
        return max((play for play in table if play[1][-1] == suit), key=lambda play: self.height(play[1]))

    def allowed(self, card: str, cards: list[str]) -> bool:
        """Check whether `card` may be played from `cards` now (V5)."""
        if not self.table:
            if not self.winners:
                crown = f"G{self.trumps}"
                return self.trumps == "" or crown not in cards or card == crown
            if len(self.winners) == 1:
                duty = [
                    each_card
                    for each_card in cards
                    if each_card not in ("WOLF", "TREACHERY") and each_card[-1] == self.trumps
                ]
                return not duty or card in duty
            return True
        if self.table[0][1] in ("WOLF", "TREACHERY"):
            return True
        remaining = [each_card for each_card in cards if self.of_suit_led(each_card)]
        if not remaining:
            remaining = [each_card for each_card in cards if self.is_trump(each_card)]
        if not remaining:
            remaining = cards
        if card not in remaining:
            return False
        takes = [text for text in remaining if self.winning([*self.table, (99, text)])[0] == 99]
        return not takes or card == max(takes, key=self.height)

    # The events.

    def deal(self, pack: list[str]) -> None:
        """Deal a pack in this order (V3)."""
        seats = self.around((self.dealer + 1) % self.seats)
        self.hand = {seat: [] for seat in seats}
        for turn in range(3):
            for place, seat in enumerate(seats):
                self.hand[seat].append(pack[turn * self.seats + place])
        turned = pack[3 * self.seats]
        self.poke = pack[3 * self.seats + 1 : 3 * self.seats + 4]
        self.trumps = turned[-1]
        if turned in ("WOLF", "TREACHERY") or (self.no_trump_turnup == "crowns" and turned[0] in "LG"):
            self.trumps = ""
        self.all_play = False
        self.spoken, self.folded, self.table, self.winners, self.free = [], [], [], [], []
        self.phase = "dealer"

    def move(self, seat: int, text: str) -> None:
        """Make a move that `moves` lists."""
        assert text in self.moves()
        if self.phase == "dealer":
            self.all_play = "allplay" in text
            if "poke" not in text:
                self.poke = []
            self.phase = "stay"
        elif self.phase == "stay":
            self.speak(seat, text)
        else:
            self.play(seat, text.split(" ")[1])

    def speak(self, seat: int, word: str) -> None:
        """Let a seat say a word (V4)."""
        self.spoken.append(seat)
        if word == "poke":
            self.hand[seat], self.poke = self.poke, []
        if word == "fold":
            self.folded.append(seat)
        if len(self.folded) == self.seats - 1:
            self.settle()
        elif len(self.spoken) == self.seats:
            self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        """Play a card (V5)."""
        self.hand[seat].remove(card)
        self.table.append((seat, card))
        if len(self.table) == self.seats - len(self.folded):
            fallen = [text for _, text in self.table]
            if "WOLF" in fallen and "TREACHERY" in fallen:
                self.free.append(self.table[fallen.index("WOLF")][0])
            self.winners.append(self.winning(self.table)[0])
            self.table = []
            if len(self.winners) == 3:
                self.settle()

    def settle(self) -> None:
        """Settle the hand (V6)."""
        chips = [0] * self.seats
        pot = 0
        for seat in range(self.seats):
            due = self.debts.get(seat, self.ante)
            if seat == self.dealer:
                due += self.ante
            chips[seat] -= due
            pot += due
        owe: list[int] = []
        if self.winners:
            for seat in self.winners:
                chips[seat] += pot // 3
            owe = [seat for seat in self.still_in() if seat not in self.winners and seat not in self.free]
        else:
            chips[self.still_in()[0]] += pot
        match = pot
        if self.limit and pot > self.limit * self.ante:
            match = self.limit * self.ante
        self.debts = dict.fromkeys(owe, match)
        if self.number + 1 == (self.hands or 2 * self.seats):
            for seat in owe:
                chips[seat] -= match
                for winner in self.winners:
                    chips[winner] += match // 3
            self.phase = "finished"
        else:
            self.number += 1
            self.dealer = (self.dealer + 1) % self.seats
            self.phase = "deal"
        self.results.append(chips)

    def perft(self, depth: int) -> int:
        """Return how many sequences of `depth` moves lead on from here."""
        from copy import deepcopy

        if depth == 0 or not self.to_act():
            return 1
        total = 0
        for move in self.moves():
            after = deepcopy(self)
            after.move(self.to_act()[0], move)
            total += after.perft(depth - 1)
        return total
