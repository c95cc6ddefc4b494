"""Make `docs/tables/GAME.png`: a table of each game in the middle of a hand, as it is drawn.

    .venv/bin/python -m tools.table_pictures

Shuffles are named for the game, so the same code makes the same pictures.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.pictures import draw
from rules.contract import Game, State, View
from rules.players import player_of
from rules.registry import GAMES
from tests.support.needs import ROOT

PLACE: Final = ROOT / "docs" / "tables"
NAMES: Final = ("Ada", "Bela", "Cleo", "Dora")
SEATS: Final = {"voren": 4, "mitigati": 3, "conference": 4, "abracadabra": 3, "five_crowns": 4}
TABLES: Final = 200


def positions(game: Game, seats: int, seed: str) -> Iterator[State]:
    """Yield every position of a game that computer players play."""
    rng = Random(seed)
    player = player_of(game)
    state = game.new(seats, game.resolve({}, seats), rng.randrange(seats))
    while not state.finished:
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = state.to_act[0]
            state = state.apply(seat, player.choose(state.view(seat), rng))
        yield state


def is_a_moment(view: View) -> bool:
    """Whether there is something to see: a trick under way after some others, or melds on the table of a late deal."""
    if "trick" in view:
        return len(view["trick"]) >= 2 and len(view.get("tricks", ())) >= 2
    return view["out"] is not None and view["size"] >= 8


async def take(game: Game, presenter: Presenter) -> None:
    """Draw the first such moment, and keep it. Raises LookupError where none comes."""
    seats = SEATS.get(game.id, game.seats[0])
    players = Players(NAMES[:seats])
    for number in range(TABLES):
        for state in positions(game, seats, f"{game.id} {number}"):
            view = state.view(None)
            if not state.finished and state.to_act and is_a_moment(view):
                picture = await draw(presenter.table(view, players, game.name))
                (PLACE / f"{game.id}.png").write_bytes(picture.png)
                print(f"{game.id}: {picture.width}x{picture.height}, {len(picture.png)} bytes. {picture.alt}")
                return
    raise LookupError(game.id)


async def main() -> int:
    """Make the pictures of all games."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for name, game in sorted(GAMES.items()):
        package: Any = importlib.import_module(f"cogs.games.{name}")
        cog: Any = next(
            value for value in vars(package).values() if isinstance(value, type) and hasattr(value, "presenter")
        )
        cog.register()
        await take(game, cog.presenter)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
