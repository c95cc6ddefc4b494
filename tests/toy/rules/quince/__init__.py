"""Quince (Q): a game made up for tests, with every kind of field a form can have, decisions at once, and sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.quince import moves, pad
from rules.quince.conduct import QuinceConduct
from rules.quince.positions import Dealing, Finished
from rules.quince.records import Setup, Sheet
from rules.quince.views import sheet_of
from rules.quince.worlds import QuinceWorlds

from rules.contract import Conduct, Game, Option, OptionValue, Pack, PadContext, State, View, Worlds
from rules.templates import Template


class Quince(Game):
    """Guess what all will lay together."""

    id: ClassVar[str] = "quince"
    name: ClassVar[str] = "Quince"
    seats: ClassVar[tuple[int, int]] = (2, 4)
    version: ClassVar[int] = 1
    conduct: ClassVar[Conduct] = QuinceConduct()
    options: ClassVar[Mapping[str, Option]] = {"hands": Option(2, "How many hands are played.", low=1, high=4)}

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        """The table before its first deal."""
        return Dealing(Sheet(Setup.of(seats, options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        """See `moves.canonical`."""
        return moves.canonical(text)

    def template(self, page: Mapping[str, Any]) -> Template:
        """Laying has a template of its own (Q4.1)."""
        if page["verb"] == "lay":
            return moves.Lay(tuple(page["cards"]), tuple(page["must"]))
        return super().template(page)

    def start(self, view: View) -> State:
        """The table as the hand began, or as the game ended."""
        return Finished(sheet_of(view)) if view["finished"] else Dealing(sheet_of(view))

    def worlds(self, view: View) -> Worlds:
        """See `quince.worlds`."""
        return QuinceWorlds(view, self.start(view))

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """See `quince.pad`."""
        return pad.pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """How many play, and what was written down."""
        return {"seats": context.seats, **facts}


GAME = Quince()
