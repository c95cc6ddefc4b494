"""Voren, after rules V1 to V6: a quick trick game for a pot. Its seats (V1.2) and options (V1.3) stand here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.contract import Conduct, Game, Option, OptionValue, Pack, PadContext, State, SuccessCounts, View, Worlds
from rules.voren import moves, pad, success_counts
from rules.voren.conduct import VorenConduct
from rules.voren.positions import Dealing, Finished, settle_debts
from rules.voren.records import Setup, Sheet
from rules.voren.views import sheet_of
from rules.voren.worlds import VorenWorlds
from rules.worlds import OneWorld

ROOM = 4
"""A pack holds the dealt cards, the turn-up and a poke (V3.1)."""


class Voren(Game):
    """The quick gambling trick game for a pot."""

    id: ClassVar[str] = "voren"
    name: ClassVar[str] = "Voren"
    seats: ClassVar[tuple[int, int]] = (2, 10)
    version: ClassVar[int] = 1
    conduct: ClassVar[Conduct] = VorenConduct()
    options: ClassVar[Mapping[str, Option]] = {
        "ante": Option(3, "Ante: the chips each player pays into the pot.", low=3, high=300, step=3),
        "hands": Option(
            0,
            "Hands: how many make a game. 0 is two for each player.",
            low=0,
            high=100,
            labels={0: "two for each player"},
        ),
        "no_trump_turnup": Option(
            "crowns",
            "No trumps if turned up.",
            allowed=("crowns", "unsuited"),
            labels={
                "crowns": "the Wolf, Treachery or any Crown",
                "unsuited": "the Wolf or Treachery",
            },
        ),
        "limit": Option(0, "Limit of a match in antes: 0 is none.", low=0, high=100, labels={0: "none"}),
    }

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        """Return the table before its first deal.

        A shrunken pack must have room for all hands of three, turn-up and poke.
        """
        if pack and (sum(pack.packets) != 3 or len(pack.cards) < 3 * seats + ROOM):
            raise ValueError("a pack for Voren deals three cards each and leaves a turn-up and a poke")
        return Dealing(Sheet(Setup.from_options(seats, options, pack), 0, dealer, (), (0,) * seats, None))

    def canonical(self, text: str) -> str:
        """Return the move as K7.1 writes it; see `moves.canonical`."""
        return moves.canonical(text)

    def start(self, view: View) -> State:
        """Return the table as the hand began, or as the game ended."""
        sheet = sheet_of(view)
        return Finished(sheet) if view["finished"] else Dealing(sheet)

    def worlds(self, view: View) -> Worlds:
        """See `voren.worlds`."""
        start = self.start(view)
        return VorenWorlds(view, start) if view["log"] else OneWorld(start)

    def settled(self, state: State) -> State:
        """Return the position after debts are paid at once: the last finished hand ends the game (V6.5)."""
        return settle_debts(state)

    def cut_short(self, options: Mapping[str, OptionValue], hands: int) -> Mapping[str, OptionValue]:
        """Return the same game with `hands` hands (V1.3)."""
        return {**options, "hands": hands}

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """See `voren.success_counts`."""
        return success_counts.of_hand(how)

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """See `voren.success_counts`."""
        return success_counts.of_entry(entry)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the score of a hand at a physical table (P1); see `voren.pad`."""
        return pad.pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """See `voren.pad.entry_of`."""
        return pad.entry_of(facts, context)


GAME = Voren()
