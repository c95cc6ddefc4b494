"""Other ways to the arrangement that leaves the fewest points, to hold rules/melds against: the bare rule over all
partitions for small hands, and OR-tools' CP-SAT with another formulation for large ones; and the hands to try."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from ortools.sat.python import cp_model

from rules.melds import CARDS, JOKER, RANKS, SUITS, texts_of

POINTS = {JOKER: 50} | {rank + suit: number for number, rank in enumerate(RANKS, 3) for suit in SUITS}


def count_points(card: str, wild: int) -> int:
    """Return the points of a card (F5.2, word by word)."""
    return 20 if is_ranked(card, wild) else POINTS[card]


def is_ranked(card: str, wild: int) -> bool:
    return card != JOKER and card[:-1] == RANKS[wild - 3]


def is_meld(cards: Sequence[str], wild: int) -> bool:
    """Check F4, word by word: every choice of which wild-rank cards serve as themselves, and of places."""
    if len(cards) < 3:
        return False
    plain = [card for card in cards if card != JOKER and not is_ranked(card, wild)]
    ranked = [card for card in cards if is_ranked(card, wild)]
    for choice in range(1 << len(ranked)):
        themselves = plain + [card for place, card in enumerate(ranked) if choice >> place & 1]
        if not themselves or len({card[:-1] for card in themselves}) == 1:
            return True
        places = {RANKS.index(card[:-1]) for card in themselves}
        if len({card[-1] for card in themselves}) == 1 and len(places) == len(themselves):
            for low in range(11 - len(cards) + 1):
                if all(low <= place < low + len(cards) for place in places):
                    return True
    return False


def count_by_partitions(cards: Sequence[str], wild: int) -> int:
    """Return the fewest points that any partition of the cards into melds and cards left leaves."""
    melds = [
        is_meld([card for place, card in enumerate(cards) if which >> place & 1], wild)
        for which in range(1 << len(cards))
    ]

    @cache
    def fewest(remaining: int) -> int:
        if not remaining:
            return 0
        place = remaining.bit_length() - 1
        others = remaining ^ 1 << place
        best = count_points(cards[place], wild) + fewest(others)
        part = others
        while part:
            if melds[part | 1 << place]:
                best = min(best, fewest(others ^ part))
            part = part - 1 & others
        return best

    return fewest((1 << len(cards)) - 1)


class ByModel:
    """The answer of CP-SAT. Suites are counted by suit, lowest and highest rank; each place has a natural or a wild.

    `plain` leaves it to CP-SAT to find out that a suite with more gaps than there are wilds cannot be; otherwise the
    model is built without them, which saves it much of its time where wilds are few.
    """

    def __init__(self, cards: Iterable[str], wild: int, *, plain: bool = False) -> None:
        counter = Counter(cards)
        self.plain = plain
        self.model = model = cp_model.CpModel()
        ranked = {suit: counter[RANKS[wild - 3] + suit] for suit in SUITS}
        jokers = counter[JOKER]
        wilds = jokers + sum(ranked.values())
        most = sum(counter.values()) // 3
        as_itself: dict[str, list[cp_model.IntVar]] = {card: [] for card in counter if card != JOKER}
        needed: list[cp_model.LinearExprT] = []
        for suit in SUITS:
            self._suites(suit, counter, wilds, most, as_itself, needed)
        for rank in RANKS:
            kinds = [rank + suit for suit in SUITS if counter[rank + suit]]
            if not kinds or sum(counter[card] for card in kinds) + wilds < 3:
                continue
            used = model.new_bool_var("")
            fill = model.new_int_var(0, wilds, "")
            members: list[cp_model.IntVar] = []
            for card in kinds:
                members.append(model.new_int_var(0, counter[card], ""))
                as_itself[card].append(members[-1])
                model.add(members[-1] <= counter[card] * used)
            model.add(fill <= wilds * used)
            model.add(sum(members) + fill >= 3 * used)
            needed.append(fill)
        if wilds >= 3:
            used, fill = model.new_bool_var(""), model.new_int_var(0, wilds, "")
            model.add(fill <= wilds * used)
            model.add(fill >= 3 * used)
            needed.append(fill)
        remaining: list[cp_model.LinearExprT] = []
        given: list[cp_model.IntVar] = []
        for card, uses in as_itself.items():
            if is_ranked(card, wild):
                given.append(model.new_int_var(0, counter[card], ""))
                uses = [*uses, given[-1]]
            model.add(sum(uses) <= counter[card])
            remaining.append(count_points(card, wild) * (counter[card] - sum(uses)))
        if jokers:
            given.append(model.new_int_var(0, jokers, ""))
            remaining.append(50 * (jokers - given[-1]))
        if needed:
            model.add(sum(needed) == sum(given))
        elif given:
            model.add(sum(given) == 0)
        model.minimize(sum(remaining))
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1

    def _suites(
        self,
        suit: str,
        counter: Counter[str],
        wilds: int,
        most: int,
        as_itself: dict[str, list[cp_model.IntVar]],
        needed: list[cp_model.LinearExprT],
    ) -> None:
        present = [place for place, rank in enumerate(RANKS) if counter[rank + suit]]
        over: dict[int, list[cp_model.IntVar]] = {place: [] for place in range(11)}
        for low in range(9):
            for high in range(low + 2, min(low + 5, 11)):
                own = sum(low <= place <= high for place in present)
                if own and (self.plain or high - low + 1 - own <= wilds):
                    suites = self.model.new_int_var(0, most, "")
                    for place in range(low, high + 1):
                        over[place].append(suites)
        for place, suites in over.items():
            if not suites:
                continue
            card = RANKS[place] + suit
            if counter[card]:
                natural = self.model.new_int_var(0, counter[card], "")
                as_itself[card].append(natural)
                self.model.add(natural <= sum(suites))
                needed.append(sum(suites) - natural)
            else:
                needed.append(sum(suites))

    def solve(self) -> int:
        """Return the fewest points left."""
        status = self.solver.solve(self.model)
        assert status == cp_model.OPTIMAL
        return round(self.solver.objective_value)


def random_hand(size: int, wilds: int, wild: int, rng: Random, decks: int = 2) -> list[str]:
    """Return a random hand with exactly so many wilds, jokers included."""
    pack = [*CARDS[:-1], *[JOKER] * 3] * decks
    is_wild = {True: [], False: []}
    for card in pack:
        is_wild[card == JOKER or is_ranked(card, wild)].append(card)
    return rng.sample(is_wild[True], wilds) + rng.sample(is_wild[False], size - wilds)


def crowded_hand(size: int, wilds: int, wild: int, rng: Random, decks: int = 3) -> list[str]:
    """Return a hand full of copies and neighbours: few suits, few ranks side by side, three decks."""
    while True:
        low, span = rng.randrange(9), rng.choice((3, 4, 5, 7))
        suits = rng.sample(SUITS, rng.choice((1, 2, 3, 5)))
        near = [rank + suit for rank in RANKS[low : low + span] for suit in suits if rank != RANKS[wild - 3]] * decks
        if len(near) >= size - wilds:
            far = [card for card in [*CARDS[:-1], *[JOKER] * 3] * decks if card == JOKER or is_ranked(card, wild)]
            return rng.sample(far, wilds) + rng.sample(near, size - wilds)


def check_witness(hand: int, wild: int, melds: Sequence[Sequence[str]], rest: Sequence[str], remaining: int) -> None:
    """Assert that the melds are melds, nothing is lost or doubled, and the rest counts what is said."""
    assert Counter(texts_of(hand)) == Counter(rest) + Counter(card for meld in melds for card in meld)
    for meld in melds:
        assert is_meld(meld, wild), meld
    assert sum(count_points(card, wild) for card in rest) == remaining
