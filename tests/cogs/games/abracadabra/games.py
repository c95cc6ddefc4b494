"""Games of Abracadabra for tests: every position, and with the end of each deal its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from bot.ui.game.players import Players
from cogs.games.abracadabra import pack
from cogs.games.abracadabra.pack import ABRACADABRA, BID
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from rules.contract import State
from rules.players import players_of
from rules.registry import GAMES
from tests.support.samples import Fullest, Samples, played_once

pack.register()
PRESENTER: Final = AbracadabraPresenter()
GAME: Final = GAMES["abracadabra"]
NORMAL: Final = players_of(GAME)["normal"].choose
RANDOM: Final = players_of(GAME)["random"].choose
NAMES: Final = ("Ada", "Bela", "Cleo", "Dora")
WIDE: Final = tuple("W" * 30 + f"{seat:02}" for seat in range(4))
HEBREW: Final = tuple(f"{name} שחקן" for name in ("אדה", "בלה", "קליאו", "דורה"))
TITLE: Final = "Abracadabra, table 12"

TABLES: Final[Mapping[str, tuple[int, Mapping[str, Any]]]] = {
    "four": (4, {}),
    "three": (3, {}),
    "dummy": (2, {}),
    "short": (2, {"two_player": "short"}),
    "four, declared": (4, {"trump": "declared"}),
    "dummy, declared": (2, {"trump": "declared"}),
    "three, at least": (3, {"success": "at_least"}),
    "four, a target": (4, {"target": 60}),
}
"""Tables that together have every option and every number of seats."""

RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS: Final = frozenset(card for card in ABRACADABRA.cards() if not card.startswith(BID))
BY_NAME: Final[Mapping[str, str]] = {ABRACADABRA.name_of(card).lower(): card for card in CARDS}
CARD_WORDS: Final = re.compile(rf"\b(?:{'|'.join(BY_NAME)})\b", re.IGNORECASE)


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names; what a joker stands for is named beside it and is none."""
    return {BY_NAME[name.lower()] for name in CARD_WORDS.findall(re.sub(r"(joker) \(as the [^)]+\)", r"\1", text))}


@played_once
def play_game(
    table: str, seed: int, *, random_share: float = 0.5, deals: int = 1
) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Yield every position of a game, and with the end of each deal its log, as bystanders saw it.

    A share of the moves is random, so that bids are high and low and much is turned up.
    """
    seats, table_options = TABLES[table]
    rng = Random(f"{table} {seed}")
    options = {**table_options, **({} if "target" in table_options else {"deals": deals})}
    state = GAME.new(seats, GAME.resolve(options, seats), rng.randrange(seats))
    yield state, None
    while not state.finished:
        before = state
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = rng.choice(state.to_act)
            choose = RANDOM if rng.random() < random_share else NORMAL
            move = choose(state.view(seat), rng)
            state = state.apply(seat, move)
            if state.number != before.number or state.finished:
                yield state, [*before.view(None)["log"], {"seat": seat, "move": move}]
                continue
        yield state, None


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that a view's reader may know: own ones, the dummy's, and those turned up or played.

    So are bid cards whose fate the reader knows.
    """
    cards = {*(view["hand"] or ()), *(view["dummy"] or ()), *([view["turn_up"]] if view["turn_up"] else [])}
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        cards |= {card for _, card in trick["cards"]}
    ranks = [*view["right"], *view["turned"]]
    for ranks_of_seat in (*view["won"], *view["lost"], *view["left"]):
        ranks += ranks_of_seat or ()
    return cards | {f"{BID}{RANKS.index(rank) + 1}" for rank in ranks}


def make_players(reader: int | None = None, names: tuple[str, ...] = NAMES) -> Players:
    """Return people who sit there, of whom one may be the reader."""
    return Players(names, reader=reader)


def _choose_fullest(state: State, seat: int, rng: Random) -> str:
    """Choose so that much is named and turned up: nine tricks where they can be bid, and random forms."""
    view = state.view(seat)
    return "bid 9" if "bid 9" in view["moves"] else (RANDOM if view["choices"] else NORMAL)(view, rng)


_PHASES: Final = frozenset({"suit", "bid", "place", "expose", "play"})
SAMPLES: Final = Samples(
    tables={table: partial(play_game, table, random_share=0.7, deals=2) for table in TABLES},
    fullest={
        "four": Fullest(4, {"deals": 1}, phases=_PHASES),
        "dummy": Fullest(2, {"deals": 1, "trump": "declared"}, phases=_PHASES | {"trump"}),
    },
    told=cards_in,
    known=known_cards,
    choose=_choose_fullest,
    seeds=1,
    highest=1.7,
    verbs=frozenset({"suit", "bid", "pass", "place", "expose", "play", "trump"}),
    options={"deals": 7, "target": 200, "trump": "declared", "success": "at_least", "two_player": "short"},
)
