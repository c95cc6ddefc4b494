"""The search of Voren: every legal move, played out to the end of the hand in worlds that agree with the view."""

# All worlds that agree with the view count alike. Worlds in which the cards of the others fit their words were tried:
# they gained nothing that could be measured, and not everybody speaks as the heuristic player does.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from rules.contract import State, View
from rules.players.facts import Fact
from rules.players.search import Estimate, Played, estimate_moves, lead_over_others
from rules.players.voren.playout import Outcome, Stakes, outcomes
from rules.voren.positions import Dealing, InHand
from rules.voren.scoring import settle
from rules.voren.views import sheet_of
from rules.voren.worlds import VorenWorlds

WORLDS: Final = 256
"""How many worlds the strong player looks at, at most."""

BLUFF_SHARE: Final = 0.1
"""The share of the pot by which staying may lag behind folding and is still mixed with it, where nobody is in yet."""

MATCH: Final = Fact("You owe a match", is_good=False)
THEIR_MATCH: Final = Fact("Another player owes a match")
ALONE: Final = Fact("All others fold")
TRICKS: Final = Fact("You win", "tricks")


def candidates(view: View, moves: Sequence[str]) -> list[str]:
    """Return all legal moves (at most four), and `moves`."""
    return list(dict.fromkeys([*view["moves"], *moves]))


def estimate(view: View, moves: Sequence[str], budget: int, rng: Random) -> tuple[Estimate, ...]:
    """Return the legal moves of the view's seat, the best first, by the chips that it gets ahead of the others'
    mean.
    """
    ledger = Ledger(view)
    worlds = VorenWorlds(view, Dealing(sheet_of(view)))
    return estimate_moves(candidates(view, moves), worlds, ledger.play_out, budget, rng)


def wasteful(view: View) -> set[str]:
    """Return `fold` with a card that is sure of its trick (V5.3): Treachery, or the Wolf once that is turned up."""
    sure = "WOLF" if view["turn_up"] == "TREACHERY" else "TREACHERY"
    return {"fold"} if "fold" in view["moves"] and sure in view["hand"] else set()


def bluffs(view: View) -> Mapping[str, float]:
    """Return the words that are mixed with better ones, and by how many chips they may lag: staying for a pot
    nobody wants.
    """
    return {} if "in" in view["states"] else {"stay": BLUFF_SHARE * view["pot"]}


class Ledger:
    """The chips of the view's seat at the end of a hand."""

    def __init__(self, view: View) -> None:
        self._seat: int = view["seat"]
        self._paid: list[int] = view["paid"]
        self._ante: int = view["options"]["ante"]
        self._limit: int = view["options"]["limit"]
        self._last: bool = view["number"] + 1 == view["hands"]
        self._found: dict[Outcome, Played] = {}
        self.stakes = Stakes.of(view["pot"], view["match"])

    def play_out(self, world: State, moves: Sequence[str]) -> list[Played]:
        """See `search.PlayOut`."""
        assert isinstance(world, InHand)
        return [self._played(outcome) for outcome in outcomes(world, moves, self.stakes)]

    def _played(self, outcome: Outcome) -> Played:
        if outcome not in self._found:
            self._found[outcome] = Played(self.lead(outcome), self._facts(outcome))
        return self._found[outcome]

    def _facts(self, outcome: Outcome) -> Mapping[Fact, float]:
        seats_in, won, exempt = outcome
        alone = len(seats_in) == 1
        owing = [] if alone else [seat for seat in seats_in if not won[seat] and seat != exempt]  # V6.2, V6.3
        return {
            TRICKS: won[self._seat],
            MATCH: self._seat in owing,
            ALONE: alone and self._seat in seats_in,
            THEIR_MATCH: any(seat != self._seat for seat in owing),
        }

    def lead(self, outcome: Outcome) -> float:
        """Return the chips of the seat less the mean of the others', from the settlement (V6).

        A match owed replaces the ante of the next pot (V2.1). Each seat is as likely to win that pot, so it gives no
        lead.
        """
        seats_in, won, exempt = outcome
        settled = settle(self._paid, self._ante, self._limit, seats_in, won, exempt, self._last)
        chips = [points - max(debt - self._ante, 0) for points, debt in zip(settled.points, settled.debts, strict=True)]
        return lead_over_others(chips, self._seat)
