"""`/quince new`: a table of Quince with its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from cogs.games.quince import pack
from cogs.games.quince.pad import QuincePad
from cogs.games.quince.presenter import QuincePresenter

from cogs.games.base import GameCog

GAME: Final = "quince"


class Quince(GameCog, name=GAME, group_description="Quince: guess what all will lay together"):
    """The commands of Quince."""

    presenter = QuincePresenter()
    pad = QuincePad()
    register = staticmethod(pack.register)
    opens = "Open a table of Quince, for 2 to 4 players"
    options: ClassVar[Mapping[str, str]] = {"hands": "Hands in a game (standard: 2)"}
