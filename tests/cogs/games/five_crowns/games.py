"""Games of Five Crowns to test with: every position of them, and after each deal the log that is kept of it."""

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
def states(
    seats: int, seed: int, first: int, last: int, *, outs: bool = True
) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Every position of a game, and after each deal that is over its log, as bystanders saw it.

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
                move = rng.choice(
                    [each_move for each_move in state.legal(seat).moves if outs or not each_move.startswith("out ")]
                )
            state = state.apply(seat, move)
            if state.number != before.number or state.finished:
                yield state, [*before.view(None)["log"], {"seat": seat, "move": move}]
                continue
        yield state, None


def tables() -> list[Any]:
    """Tables of all sizes: seats, cards of the first and of the last deal."""
    return [pytest.param(*size, id="-".join(map(str, size))) for size in SIZES]


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """The cards that the reader of a view of a deal in progress may be told: their own and what lies face up, or lay.

    Those of the deal before are everybody's; they are left out, since nothing of them is told during a deal.
    """
    cards = {*(view["hand"] or ()), *view["pile"], *(card for meld in view["shown"] or () for card in meld)}
    if view["turn_up"]:
        cards.add(view["turn_up"])
    for entry in view["log"]:
        cards |= {entry["card"]} if "card" in entry else set()
        cards |= set(entry.get("move", "").split(" ")[1:])
    return cards


def cards_in(text: str) -> set[str]:
    """The cards that a text names, as cards."""
    by_name = {FIVE_CROWNS.name_of(card): card for card in FIVE_CROWNS.cards()}
    names = {by_name[name] for name in CARD.findall(text)}
    by_sign = {FIVE_CROWNS.text_of(card).replace("\ufe0e", ""): card for card in FIVE_CROWNS.cards()}
    return names | {by_sign[match[0]] for match in SIGNS.finditer(text.replace("\ufe0e", ""))}


def players(seats: int, reader: int | None = None) -> Players:
    """People who sit there."""
    return Players(NAMES[:seats], reader=reader)


def _may_cut(scene: Scene) -> bool:
    """Notes of the ledger of many ("all in melds")."""
    return isinstance(scene, TableScene) and scene.ledger is not None


SAMPLES = Samples(
    tables={f"{seats}-{first}-{last}": partial(states, seats, first=first, last=last) for seats, first, last in SIZES},
    fullest={"twelve": Fullest(12, {"first": 13, "last": 13}, phases=frozenset({"draw", "discard"}), moves=10)},
    told=cards_in,
    known=known_cards,
    choose=lambda state, seat, rng: NORMAL(state.view(seat), rng),
    seeds=1,
    may_cut=_may_cut,
    verbs=frozenset({"draw", "take", "discard", "out"}),
    options={"first": 4, "last": 6},
)
