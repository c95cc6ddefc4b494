"""The pads of all games, found as the bot finds their cogs, and hands that are told of."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Final

from bot.pads.entry_forms import EntryContext
from bot.pads.free_game import MAX_POINT_DIGITS
from bot.pads.pad import ScoredGame, game_of
from bot.ui.pads.presenter import PadPresenter
from cogs.pads.free import FreePadPresenter
from data.pads.records import FREE_GAME_ID
from rules.contract import Refusal
from rules.registry import GAMES
from tests.rules.chances import any_value

NAMES: Final = (
    *("Ada", "Bela", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kit", "Lea"),
    *("Ada 2", "7", "7 up", "Ada: 3", "12:", "A", "ada", "Al", "Al-5", "1,000", "O'Neill", "Zoë 🎲", "Ünal  x"),
    *("אדה", "ש 12", "W" * 40, "W" * 32 + "x", "", ":", "-", "- 4", "½", "Straße", "007", "1 000"),
)
"""Names with digits, colons and signs, such as end like others or begin like them, are cut, or show nothing."""


def _find_presenter(game: str) -> PadPresenter:
    module = import_module(f"cogs.games.{game}.pad")
    presenters = [
        candidate
        for candidate in vars(module).values()
        if isinstance(candidate, type) and getattr(candidate, "game", None) == game
    ]
    assert len(presenters) == 1, f"{game} has no pad"
    return presenters[0]()


PRESENTERS: Final[dict[str, PadPresenter]] = {
    **{game: _find_presenter(game) for game in GAMES},
    FREE_GAME_ID: FreePadPresenter(),
}


def make_entry_context(game: str, rng: Random, names: tuple[str, ...] = NAMES) -> EntryContext:
    """Return a hand of a pad with random options and players; two of them may have one name."""
    scored_game = game_of(game)
    seats = rng.randint(*scored_game.seats)
    player_names = rng.choices(names, k=seats) if rng.random() < 0.3 or seats > len(names) else rng.sample(names, seats)
    return EntryContext(
        make_options(scored_game, rng, seats), tuple(player_names), rng.randrange(seats), rng.randrange(12)
    )


def make_options(scored: ScoredGame, rng: Random, seats: int) -> dict[str, Any]:
    """Return random options that go together."""
    while True:
        choices = {name: any_value(option, rng) for name, option in scored.options.items() if rng.random() < 0.7}
        try:
            return dict(scored.resolve(choices, seats))
        except Refusal:
            continue


def make_facts(game: str, rng: Random, about: EntryContext) -> dict[str, Any]:
    """Return what somebody may write down of a hand."""
    if game == FREE_GAME_ID:
        highest = 10 ** rng.choice((1, 2, 3, MAX_POINT_DIGITS)) - 1
        return {"points": [rng.randint(-highest, highest) for _ in about.names]}
    return import_module(f"tests.cogs.pads.facts.{game}").make_facts(rng, len(about.names), about.options)
