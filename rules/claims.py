"""Claims in trick games: whether cards led from the top win every remaining trick, whatever others hold and play."""

# The proof holds where the suit led must be followed, the highest trump wins a trick, else the highest card of the suit
# led, and the winner of a trick leads to the next.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.contract import View

MIN_TRICKS: Final = 2
"""The fewest tricks left for which a claim is of use: the last is played without a choice anyway."""


def on_lead(view: View) -> bool:
    """Whether the seat of a view is to lead to a trick."""
    return view["phase"] == "play" and view["seat"] in view["to_act"] and not view["trick"]


class Line(NamedTuple):
    """The remaining cards of one suit.

    `top` is the height of the highest card that another seat may hold. `rounds` is the number of leads after which no
    other seat can hold one (0: none does now).
    """

    own_heights: Sequence[int]
    top: int = -1
    rounds: int = 0

    @classmethod
    def from_heights(
        cls, own_heights: Sequence[int], other_heights: Iterable[Sequence[int]], substitutes: int = 0
    ) -> Line:
        """Return the line where each of the others may hold the cards of these heights, in whatever number.

        `substitutes` is the number of cards that may be played instead of following suit, such as the Fool (M6.4).
        """
        nonempty_heights = [heights for heights in other_heights if heights]
        if not nonempty_heights:
            return cls(own_heights)
        return cls(own_heights, max(map(max, nonempty_heights)), max(map(len, nonempty_heights)) + substitutes)

    @property
    def wins_all(self) -> bool:
        """Whether the claimant's cards, led from the highest on, all win if no other suit can beat them.

        Each is above all that another seat may hold, until none can hold any.
        """
        return all(height > self.top for height in sorted(self.own_heights, reverse=True)[: self.rounds])

    @property
    def draws_all(self) -> bool:
        """Whether no other seat can hold one once the claimant has led all of theirs."""
        return len(self.own_heights) >= self.rounds


def wins_every_trick(trumps: Line, plain_suits: Iterable[Line]) -> bool:
    """Whether the claimant wins every remaining trick: all trumps first, then each plain suit, always from the top.

    Trumps of the others must be out of the way before a plain card is led, for nobody knows who is void of its suit.
    """
    lines = [line for line in plain_suits if line.own_heights]
    return trumps.wins_all and (not lines or trumps.draws_all) and all(line.wins_all for line in lines)
