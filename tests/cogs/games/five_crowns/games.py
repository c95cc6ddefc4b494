"""Games of Five Crowns for tests: every position, and with the end of each deal its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.ui.game.players import Players
from bot.ui.scene.scene import Scene, TableScene
from cogs.games.five_crowns import pack
from cogs.games.five_crowns.pack import FIVE_CROWNS
from cogs.games.five_crowns.presenter import FiveCrownsPresenter
from rules.contract import State
from rules.players import players_of
from rules.registry import GAMES
from tests.support.samples import Fullest, Samples, played_once

pack.register()
PRESENTER = FiveCrownsPresenter()
GAME = GAMES["five_crowns"]
NORMAL = players_of(GAME)["normal"].choose
NAMES = (
    "Ada", "Bela", "Cleo", "Dora", "Emil", "Flora", "Gregor", "Hanna", "Ivo", "Judit", "Konrad", "Livia",
)  # fmt: skip
WIDE = tuple("W" * 30 + f"{seat:02}" for seat in range(12))
CARD = re.compile(r"(?:\b(?:[3-9]|10|Jack|Queen|King) of (?:spades|hearts|diamonds|clubs|stars)|Joker)\b")
"""A card's name in a sentence ("Jokers" is none)."""

SIZES = ((2, 3, 6), (3, 7, 8), (5, 4, 5), (4, 13, 13), (12, 3, 4))
"""Tables of all sizes: seats, cards of the first and of the last deal."""

SIGNS = re.compile(r"\b([3-9]|10|[JQK])([♠♥♦♣★])|\bJoker\b")


@played_once
def play_game(
    seats: int, seed: int, first: int, last: int, *, outs: bool = True
) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Yield every position of a game, and with the end of each deal its log, as bystanders saw it.

    Some moves are the heuristic player's, the others random; without `outs` nobody goes out, so the stock runs out.
    """
    rng = Random(seed)
    state = GAME.new(seats, GAME.resolve({"first": first, "last": last}, seats), rng.randrange(seats))
    yield state, None
    while not state.finished:
        before = state
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = state.to_act[0]
            if outs and rng.random() < 0.7:
                move = NORMAL(state.view(seat), rng)
            else:
                move = rng.choice([move for move in state.legal(seat).moves if outs or not move.startswith("out ")])
            state = state.apply(seat, move)
            if state.number != before.number or state.finished:
                yield state, [*before.view(None)["log"], {"seat": seat, "move": move}]
                continue
        yield state, None


def list_table_params() -> list[Any]:
    """Return the tables as parameters of tests: seats, cards of the first and of the last deal."""
    return [pytest.param(*size, id="-".join(map(str, size))) for size in SIZES]


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that a view's reader may know in a deal in progress: own ones, and those face up so far.

    Those of the deal before are everybody's. They are left out, since no text names them during a deal.
    """
    cards = {*(view["hand"] or ()), *view["pile"], *(card for meld in view["shown"] or () for card in meld)}
    if view["turn_up"]:
        cards.add(view["turn_up"])
    for entry in view["log"]:
        cards |= {entry["card"]} if "card" in entry else set()
        cards |= set(entry.get("move", "").split(" ")[1:])
    return cards


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names."""
    by_name = {FIVE_CROWNS.name_of(card): card for card in FIVE_CROWNS.cards()}
    names = {by_name[name] for name in CARD.findall(text)}
    by_sign = {FIVE_CROWNS.text_of(card).replace("\ufe0e", ""): card for card in FIVE_CROWNS.cards()}
    return names | {by_sign[match[0]] for match in SIGNS.finditer(text.replace("\ufe0e", ""))}


def make_players(seats: int, reader: int | None = None) -> Players:
    """Return people who sit there, of whom one may be the reader."""
    return Players(NAMES[:seats], reader=reader)


def _may_cut(scene: Scene) -> bool:
    """Check for notes of the ledger of many ("all in melds")."""
    return isinstance(scene, TableScene) and scene.ledger is not None


SAMPLES = Samples(
    tables={
        f"{seats}-{first}-{last}": partial(play_game, seats, first=first, last=last) for seats, first, last in SIZES
    },
    fullest={"twelve": Fullest(12, {"first": 13, "last": 13}, phases=frozenset({"draw", "discard"}), moves=10)},
    told=cards_in,
    known=known_cards,
    choose=lambda state, seat, rng: NORMAL(state.view(seat), rng),
    seeds=1,
    may_cut=_may_cut,
    verbs=frozenset({"draw", "take", "discard", "out"}),
    options={"first": 4, "last": 6},
)
