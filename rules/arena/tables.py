"""The tables of a deal: the same cards for all of them, and the levels in every seat in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from time import process_time
from typing import Final

from rules.arena.silly import Decision, silly_kinds
from rules.contract import Expects, Game, OptionValue, State, View
from rules.five_crowns.records import LARGEST, SMALLEST

Choose = Callable[[View, Random], str]
"""A legal move from a view."""

ONE_HAND: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "mitigati": {"hands": 1},
    "conference": {"hands": 1},
    "abracadabra": {"deals": 1},
    "voren": {"limit": 3},
}
"""The options under which a game lasts one hand; Voren is played whole, with small matches."""
PATTERNS: Final = {2: ("ab",), 3: ("abb", "baa"), 4: ("abbb", "baaa")}
SIDES: Final = ("aabb", "bbaa")
"""Partners sit beside each other in Conference, and a side is of one level."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A game, its seats and options, and the players `a` and `b` that are compared."""

    game: Game
    seats: int
    options: Mapping[str, OptionValue]
    players: Mapping[str, Choose]
    seed: str
    silly: bool = False
    """Whether silly moves are counted."""
    alone: bool = False
    """Whether one `a` sits among `b`s at every table, in Conference beside a partner of theirs."""

    def options_of(self, deal: int) -> dict[str, OptionValue]:
        """Return the options of a deal's tables: one hand, then the chosen options."""
        one_hand_options: Mapping[str, OptionValue] = ONE_HAND.get(self.game.id, {})
        if self.game.id == "five_crowns":
            size = SMALLEST + deal % (LARGEST - SMALLEST + 1)
            one_hand_options = {"first": size, "last": size}
        return self.game.resolve({**one_hand_options, **self.options}, self.seats)

    def seatings(self) -> list[str]:
        """Return the levels by seat, a table each: every pattern in all rotations."""
        if self.game.id == "conference" and not self.alone:
            return list(SIDES)
        patterns = PATTERNS[self.seats]
        return [
            pattern[-shift:] + pattern[:-shift] if shift else pattern
            for pattern in (patterns[:1] if self.alone else patterns)
            for shift in range(self.seats)
        ]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played: A's lead at each of its tables, and the CPU seconds of each decision of `a` and of `b`.

    `firsts` is A's part in the first place of each table: those who are level share it.
    `silly` are the counts of silly moves by kind, where they were counted.
    """

    deal: int
    leads: Sequence[float]
    seconds: Mapping[str, Sequence[float]]
    firsts: Sequence[float]
    silly: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])

    @property
    def lead(self) -> float:
        """The sample: A's mean less the others', as a mean over the tables."""
        return fmean(self.leads)


def play_deal(contest: Contest, deal: int) -> Played:
    """Play all tables of a deal."""
    seconds: dict[str, list[float]] = {"a": [], "b": []}
    silly = {"a": Counter[str](), "b": Counter[str]()}
    ends = [_play_table(contest, deal, seating, seconds, silly) for seating in contest.seatings()]
    return Played(deal, [lead for lead, _ in ends], seconds, [first for _, first in ends], silly)


def _play_table(
    contest: Contest, deal: int, seating: str, seconds: Mapping[str, list[float]], silly: Mapping[str, Counter[str]]
) -> tuple[float, float]:
    """Play a table to its end. Gives A's lead on the others, in points, and its part in the first place."""
    game, seats = contest.game, contest.seats
    rngs = [Random(f"{contest.seed}/{deal}/{seat}/player") for seat in range(seats)]
    state: State = game.new(seats, contest.options_of(deal), deal % seats)
    while not state.finished:
        expects = state.expects
        if expects is not None:
            state = state.chance(expects.event, _cards(contest, deal, state, expects))
            continue
        seat = state.awaited[0]
        side = seating[seat]
        view = state.view(seat)
        start_seconds = process_time()
        move = contest.players[side](view, rngs[seat])
        seconds[side].append(process_time() - start_seconds)
        if contest.silly:
            silly[side].update(silly_kinds(Decision(state, seat, view, move)))
        state = state.apply(seat, move)
    points = [-total if game.fewest_win else total for total in state.score().totals]
    own_seats, other_seats = (
        fmean(total for total, player in zip(points, seating, strict=True) if player == side) for side in ("a", "b")
    )
    best = [player for total, player in zip(points, seating, strict=True) if total == max(points)]
    return own_seats - other_seats, best.count("a") / len(best)


def _cards(contest: Contest, deal: int, state: State, expects: Expects) -> list[str]:
    """Return the cards of a chance event: from seed, deal, hand, event, and the event's number after a reshuffle."""
    view = state.view(None)
    number = sum("event" in event for event in view["log"])
    cards = sorted(expects.cards)
    Random(f"{contest.seed}/{deal}/{state.number}/{expects.event}/{number}").shuffle(cards)
    return cards
