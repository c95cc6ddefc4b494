"""The games of the registry for the contract of all games: the look of each, its tables, and the games played there.

A game that brings samples is played at those tables (tests/support/samples.py), any other at random.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from bot.ui.game.card_packs import Pack, pack_named
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.game.presenter_registry import Presenters
from rules.contract import Game, OptionValue, Refusal, State, View
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.rules.chances import any_setting
from tests.support.needs import ROOT
from tests.support.samples import Fullest, Log, Samples, Step

NAMES: Final = (
    "Ada", "Bela", "Cleo", "Dora", "Emil", "Flora", "Gregor", "Hanna", "Ivo", "Judit", "Konrad", "Livia",
)  # fmt: skip
WIDE: Final = tuple("W" * 30 + f"{seat:02}" for seat in range(12))
"""The longest names that Discord takes, of its widest letter."""
HEBREW: Final = tuple("שלום" * 7 + f"{seat:02}" for seat in range(12))
TITLE: Final = "A game, table 12"
MOST_STEPS: Final = 1500
"""Of a random game: more have no end in sight."""


class Position:
    """A position of a game, its views made once; `log` is that of the hand which has just ended, if one has."""

    def __init__(self, state: State, log: Log | None) -> None:
        self.state: Final = state
        self.log: Final = log
        self._views: dict[int | None, View] = {}

    def view(self, reader: int | None = None) -> View:
        """Return what a seat, or a bystander, may know. Nobody may change it."""
        if reader not in self._views:
            self._views[reader] = self.state.view(reader)
        return self._views[reader]

    @property
    def seats(self) -> int:
        """Return how many play."""
        return self.view()["seats"]


# -- presenters --------------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A game as the bot has it once its cog is loaded: its look, and the name of its commands."""

    presenter: Presenter
    command: str


async def load_look(game: str) -> Shown:
    cogs: list[Any] = []

    async def add_cog(cog: Any) -> None:
        cogs.append(cog)
        await cog.cog_load()

    bot: Any = SimpleNamespace(services=SimpleNamespace(presenters=Presenters(), pad_presenters={}), add_cog=add_cog)
    await import_module(f"cogs.games.{game}").setup(bot)
    return Shown(bot.services.presenters[game], cogs[0].app_command.name)


SHOWN: Final = {
    game: asyncio.run(load_look(game)) for game in GAMES if (ROOT / "cogs" / "games" / game / "__init__.py").exists()
}
"""The games that have a cog, found as the bot finds them."""


def presenter_of(game: Game) -> Presenter:
    """Return the look of a game."""
    return SHOWN[game.id].presenter


def pack_of(game: Game) -> Pack:
    """Return the pack that a game is played with."""
    return pack_named(presenter_of(game).pack)


def players(seats: int, reader: int | None = None, names: Sequence[str] = NAMES) -> Players:
    """Return people who sit there."""
    return Players(tuple(names[:seats]), reader=reader)


# -- samples -----------------------------------------------------------------------------------------------------------


@cache
def samples_of(game: Game) -> Samples:
    """Return the samples of a game, or random ones."""
    if not (ROOT / "tests" / "cogs" / "games" / game.id / "games.py").exists():
        return random_samples(game)
    samples: Samples = import_module(f"tests.cogs.games.{game.id}.games").SAMPLES
    return samples


def random_samples(game: Game) -> Samples:
    """Return samples of random games, at tables of all sizes."""
    low, high = game.seats
    sizes = sorted({low, (low + high) // 2, high})
    return Samples(
        {f"{seats} seats": partial(random_game, game, seats) for seats in sizes},
        {f"{high} seats": Fullest(high)},
        partial(cards_named, pack_of(game)),
        partial(cards_in, frozenset(pack_of(game).cards())),
        options=other_options(game),
    )


def other_options(game: Game) -> dict[str, OptionValue]:
    """Return for each option a value that is not the standard's, as far as they go together."""
    result = dict[str, OptionValue]()
    for name, option in game.options.items():
        values = option.allowed or range(option.high, option.low - 1, -option.step)
        try:
            result[name] = next(value for value in values if value != option.default)
            game.resolve(result, game.seats[0])
        except Refusal:
            del result[name]
    return result


def random_game(game: Game, seats: int, seed: int) -> Iterator[Step]:
    """Yield a random game of so many, with random options."""
    rng = Random(f"{game.id} {seats} {seed}")
    setting = any_setting(game, rng, 2)
    while setting["seats"] != seats:
        setting = any_setting(game, rng, 2)
    state = game.new(seats, game.resolve(setting["options"], seats), setting["dealer"])
    yield state, None
    for _ in range(MOST_STEPS):
        if state.finished:
            return
        before = state
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
            yield state, None
            continue
        seat = rng.choice(state.to_act)
        move = random_move(state, seat, rng)
        state = state.apply(seat, move)
        over = state.number != before.number or state.finished
        yield state, [*before.view(None)["log"], {"seat": seat, "move": move}] if over else None


@lru_cache(maxsize=96)
def play_game(game: Game, table: str, seed: int = 0) -> tuple[Position, ...]:
    """Return every position of a game at a table of the samples. It is played once, and its positions never change."""
    return tuple(Position(state, log) for state, log in samples_of(game).tables[table](seed))


def positions(game: Game, table: str) -> Iterator[Position]:
    """Yield every position of all games at a table of the samples."""
    for seed in range(samples_of(game).seeds):
        yield from play_game(game, table, seed)


def sample_positions(game: Game, table: str, each: int = 5) -> Iterator[Position]:
    """Yield the positions where a phase comes first in a hand or a hand has ended, and every fifth other."""
    met = set[str]()
    for number, position in enumerate(positions(game, table)):
        if position.log is not None:
            met = set()
        if position.log is not None or position.state.phase not in met or number % each == 0:
            yield position
        met.add(position.state.phase)


def hands(game: Game, table: str) -> Iterator[tuple[Position, Log]]:
    """Yield the positions at which a hand has just ended, with its log."""
    return ((position, position.log) for position in positions(game, table) if position.log is not None)


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def _patterns(pack: Pack) -> tuple[Mapping[str, str], re.Pattern[str], Mapping[str, str], re.Pattern[str] | None]:
    names = {pack.name_of(card).lower().removeprefix("the "): card for card in pack.cards()}
    signs = {pack.text_of(card).replace("\ufe0e", ""): card for card in pack.cards() if pack.suited(card)}
    signs = {sign: card for sign, card in signs.items() if not sign.isalnum()}
    return names, _any(names, re.IGNORECASE), signs, _any(signs) if signs else None


def _any(words: Iterable[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    longest = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", flags)


def cards_named(pack: Pack, text: str) -> set[str]:
    """Return the cards that a text names by the names of the pack."""
    names, by_name, _, _ = _patterns(pack)
    return {names[name.lower()] for name in by_name.findall(text)}


def cards_signed(pack: Pack, text: str) -> set[str]:
    """Return the cards that a text writes with the signs of the pack's suits."""
    _, _, signs, by_sign = _patterns(pack)
    return set() if by_sign is None else {signs[sign] for sign in by_sign.findall(text.replace("\ufe0e", ""))}


def cards_in(cards: frozenset[str], view: View) -> set[str]:
    """Return the cards that a view has anywhere: in a hand in progress without those of the hand before."""
    between = view["last"] is not None and view["phase"] in {"deal", "finished"}
    message = view if between else {key: value for key, value in view.items() if key != "last"}
    return set(_cards(cards, message))


def _cards(cards: frozenset[str], value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from cards.intersection(value.split(" "))
    elif isinstance(value, Mapping):
        for key, inner in value.items():  # type: ignore[misc]
            yield from _cards(cards, key)
            yield from _cards(cards, inner)
    elif isinstance(value, list | tuple):
        for inner in value:  # type: ignore[misc]
            yield from _cards(cards, inner)


# -- parameters --------------------------------------------------------------------------------------------------------

_GAMES: Final = [GAMES[game] for game in SHOWN]
every_game = pytest.mark.parametrize("game", _GAMES, ids=lambda game: game.id)
every_table = pytest.mark.parametrize(
    ("game", "table"),
    [pytest.param(game, table, id=f"{game.id}-{table}") for game in _GAMES for table in samples_of(game).tables],
)
every_fullest = pytest.mark.parametrize(
    ("game", "table"),
    [pytest.param(game, table, id=f"{game.id}-{table}") for game in _GAMES for table in samples_of(game).fullest],
)
every_name = pytest.mark.parametrize("names", [NAMES, WIDE, HEBREW], ids=["short", "wide", "right to left"])
