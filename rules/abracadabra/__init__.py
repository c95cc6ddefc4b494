"""Abracadabra, after rules A1 to A8: a trick game in which you bid which tricks you will win.

Here are its options (A1.1, A1.2), its first position, and what the contract asks of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rules.abracadabra import moves, pad, success_counts
from rules.abracadabra.conduct import AbracadabraConduct
from rules.abracadabra.positions import BetweenHands, Dealing, Finished
from rules.abracadabra.records import Setup, Sheet
from rules.abracadabra.views import sheet_of
from rules.abracadabra.worlds import AbracadabraWorlds
from rules.contract import (
    Conduct,
    Game,
    Option,
    OptionValue,
    Pack,
    PadContext,
    Refusal,
    State,
    SuccessCounts,
    View,
    Worlds,
)
from rules.templates import Template
from rules.worlds import OneWorld

NO_CARD: Final = "The short pack has no card to turn up: let Declarer choose trumps."
"""A1.2: why trumps cannot be turned up."""


class Abracadabra(Game):
    """The trick game in which you bid not only how many tricks you will win but which ones."""

    id: ClassVar[str] = "abracadabra"
    name: ClassVar[str] = "Abracadabra"
    seats: ClassVar[tuple[int, int]] = (2, 4)
    version: ClassVar[int] = 1
    conduct: ClassVar[Conduct] = AbracadabraConduct()
    options: ClassVar[Mapping[str, Option]] = {
        "trump": Option(
            "turnup",
            "Trumps: the short pack has no card to turn up.",
            allowed=("turnup", "declared"),
            labels={
                "turnup": "turned up, with a joker",
                "declared": "chosen by Declarer, without a joker",
            },
        ),
        "success": Option(
            "exact",
            "Tricks that make a bid.",
            allowed=("exact", "at_least"),
            labels={
                "exact": "exactly as many as named",
                "at_least": "as many as named, or more",
            },
        ),
        "two_player": Option(
            "dummy",
            "Two players: with more, this changes nothing.",
            allowed=("dummy", "short"),
            labels={"dummy": "with a dummy as third hand", "short": "with a short pack of 24 cards"},
        ),
        "deals": Option(
            0,
            "Deals: void ones do not count. 0 is one for each player, or any number with a target.",
            low=0,
            high=50,
            labels={0: "one for each player, or any number with a target"},
        ),
        "target": Option(
            0,
            "Total that ends the game: 0 is none.",
            low=50,
            high=5000,
            extra_values=(0,),
            labels={0: "none"},
        ),
    }

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """Return all options with their values.

        With the short pack (A1.2) `trump` is `declared` by default. Raises Refusal `bad_option` if `turnup` is named.
        Until the seats are known `trump` may be left out.
        """
        values = super().resolve(options, seats)
        if values["two_player"] == "short" and seats in (None, 2):
            if "trump" not in options and seats is None:
                del values["trump"]
            elif "trump" not in options:
                values["trump"] = "declared"
            elif values["trump"] == "turnup" and seats == 2:
                raise Refusal("bad_option", "A1.2", NO_CARD)
        return values

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        """Return the table before its first deal.

        Raises ValueError where a shrunken pack is not just the hands of all and the turn-up, if there is one.
        """
        setup = Setup.from_options(seats, options, pack)
        if pack and len(pack.cards) != setup.holders * setup.tricks + setup.has_turn_up:
            raise ValueError("a pack for Abracadabra is dealt out but for the turn-up")
        return Dealing(Sheet(setup, number=0, dealer=dealer))

    def canonical(self, text: str) -> str:
        """Return the move as K7.1 writes it."""
        return moves.canonical(text)

    def template(self, choice: Mapping[str, Any]) -> Template:
        """Return the template that a view shows; exposing has one of its own (A6.1)."""
        if choice["verb"] != "expose":
            return super().template(choice)
        fewest, most = choice["count"]
        return moves.Expose("expose", fewest, most, tuple(choice["cards"]), pile=choice["pile"])

    def start(self, view: View) -> BetweenHands:
        """Return the table as the hand began, or as the game ended."""
        sheet = sheet_of(view)
        return Finished(sheet) if view["finished"] else Dealing(sheet)

    def worlds(self, view: View) -> Worlds:
        """See `abracadabra.worlds`."""
        start = self.start(view)
        return AbracadabraWorlds(view, start) if view["log"] else OneWorld(start)

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """See `abracadabra.success_counts`."""
        return success_counts.of_hand(how)

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """See `abracadabra.success_counts`."""
        return success_counts.of_entry(entry, outcome)

    def was_played(self, view: View) -> bool:
        """Whether a deal was not void (A4.2)."""
        return view["counted"] > 0

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether it was not void (A4.2)."""
        return "void" not in entry

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the score of a deal at a physical table (P5); see `abracadabra.pad`."""
        return pad.pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """See `abracadabra.pad.entry_of`."""
        return pad.entry_of(facts, context)


GAME = Abracadabra()
