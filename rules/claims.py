"""Claims in trick games: whether cards led from the top win every remaining trick, whatever others hold and play."""

# The proof holds where the suit led must be followed, the highest trump wins a trick, else the highest card of the suit
# led, and the winner of a trick leads to the next.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.contract import View

FEWEST: Final = 2
"""The fewest tricks left for which a claim is of use: the last is played without a choice anyway."""


def on_lead(view: View) -> bool:
    """Whether the seat of a view is to lead to a trick."""
    return view["phase"] == "play" and view["seat"] in view["to_act"] and not view["trick"]


class Line(NamedTuple):
    """The remaining cards of one suit.

    `top` is the height of the highest card that another seat may hold. `rounds` is the number of leads after which no
    other seat can hold one (0: none does now).
    """

    mine: Sequence[int]
    top: int = -1
    rounds: int = 0

    @classmethod
    def of(cls, own_heights: Sequence[int], theirs: Iterable[Sequence[int]], spare: int = 0) -> Line:
        """The line where each of the others may hold the cards of these heights, in whatever number.

        `spare` is how many cards may be played instead of following suit, such as the Fool (M6.4).
        """
        held = [heights for heights in theirs if heights]
        if not held:
            return cls(own_heights)
        return cls(own_heights, max(map(max, held)), max(map(len, held)) + spare)

    @property
    def holds(self) -> bool:
        """Whether the claimant's cards, led from the highest on, all win if no other suit can beat them.

        Each is above all that another seat may hold, until none can hold any.
        """
        return all(height > self.top for height in sorted(self.mine, reverse=True)[: self.rounds])

    @property
    def drawn(self) -> bool:
        """Whether no other seat can hold one once the claimant has led all of theirs."""
        return len(self.mine) >= self.rounds


def takes_all(trumps: Line, plain: Iterable[Line]) -> bool:
    """Whether the claimant wins every remaining trick: all trumps first, then each plain suit, always from the top.

    Trumps of the others must be out of the way before a plain card is led, for nobody knows who is void of its suit.
    """
    lines = [line for line in plain if line.mine]
    return trumps.holds and (not lines or trumps.drawn) and all(line.holds for line in lines)
