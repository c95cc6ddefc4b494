"""Games of Voren for tests: every position, and with the end of each hand its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.ui.scene.scene import Scene, TableScene
from cogs.games.voren import pack
from cogs.games.voren.pack import VOREN
from cogs.games.voren.presenter import VorenPresenter
from rules.contract import State
from rules.registry import GAMES
from tests.support.samples import Fullest, Samples, played_once

pack.register()
PRESENTER = VorenPresenter()
NAMES = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Flora", "Gregor", "Hanna", "Ivo", "Judit")
CARD = re.compile("|".join(re.escape(VOREN.name_of(card).removeprefix("the ")) for card in VOREN.cards()))
RANKING_SENTENCE = re.compile(
    r"(?:[Tt]he )?Wolf (?:and Treachery (?:count|fell)|beats|fell)[^.]*|only Treachery beats it"
)
"""What beats what, whatever anybody holds."""


@played_once
def play_game(seats: int, seed: int, **options: Any) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Yield every position of a random game, and with the end of each hand its log."""
    rng, game = Random(seed), GAMES["voren"]
    state = game.new(seats, game.resolve(options, seats), rng.randrange(seats))
    while not state.finished:
        before = state
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
            yield state, None
            continue
        seat = state.to_act[0]
        moves = state.legal(seat).moves
        move = rng.choice([move for move in moves if move != "fold"] if rng.random() < 0.6 else moves)
        state = state.apply(seat, move)
        over = state.number != before.number or state.finished
        yield state, [*before.view(None)["log"], {"seat": seat, "move": move}] if over else None


TABLES: Mapping[str, tuple[int, dict[str, Any]]] = {
    f"{seats}-{limit}": (seats, {"hands": 6, "ante": 9, "limit": limit, "no_trump_turnup": turnup})
    for seats, limit, turnup in (
        (2, 0, "crowns"), (3, 2, "unsuited"), (4, 0, "crowns"), (7, 1, "unsuited"), (10, 0, "crowns"),
    )
}  # fmt: skip
"""Tables of all sizes, with and without limits, suits and trumps."""


def list_table_params() -> list[Any]:
    """Return the tables as parameters of tests."""
    return [pytest.param(*table, id=name) for name, table in TABLES.items()]


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names; sentences that say what beats what name none."""
    names = {VOREN.name_of(card).removeprefix("the "): card for card in VOREN.cards()}
    return {names[name] for name in CARD.findall(RANKING_SENTENCE.sub("", text))}


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that a view's reader may know in a hand in progress: own ones, the turn-up, cards played."""
    played = {entry.get("move", "").partition(" ")[2] for entry in view["log"]}
    return {view["turn_up"], *(view["hand"] or ()), *played} - {None, ""}


def _may_cut(scene: Scene) -> bool:
    """Check for names at a table of more than six, notes of a ledger ("stayed alone") and the prompt about the poke."""
    if isinstance(scene, TableScene) and (scene.ledger is not None or len(scene.seats) > 6):
        return True
    crowded = any(len(zone.cards) > 4 for zone in scene.zones)
    return crowded or "Whoever takes the poke plays with those three unseen cards" in scene.prompt


SAMPLES = Samples(
    tables={name: partial(play_game, seats, **options) for name, (seats, options) in TABLES.items()},
    fullest={
        "ten": Fullest(10, {"hands": 2, "ante": 300}, phases=frozenset({"stay", "play", "dealer"}), names_all=False)
    },
    told=cards_in,
    known=known_cards,
    seeds=1,
    may_cut=_may_cut,
    highest=1.7,  # at ten seats
    highest_ledger=2.65,  # at ten seats, with three tricks of ten cards below it
    verbs=frozenset({"fold", "stay", "play", "poke", "deal"}),
    options={"ante": 9, "hands": 1, "limit": 5, "no_trump_turnup": "unsuited"},
)
