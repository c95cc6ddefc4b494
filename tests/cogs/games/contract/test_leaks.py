"""The search for leaks and the views of every game agree on who may know which card, each by its own reckoning."""

from __future__ import annotations

from random import Random

import pytest

from data.tables.events import EventKind
from data.tables.records import NewEvent
from rules.contract import Game
from rules.registry import GAMES
from rules.simulate import random_order
from tests.e2e.leaks.games import GAMES as SEARCHED
from tests.support.every_game import cards_in, samples_of

MOST_EVENTS = 400


@pytest.mark.parametrize("game", [GAMES[game] for game in SEARCHED], ids=lambda game: game.id)
def test_leaks_book_of_a_table_knows_no_more_than_the_views(game: Game) -> None:
    """Own cards, and at most what the view has; between hands everything (K5.2). For every reader, at every event."""
    samples, searched, rng = samples_of(game), SEARCHED[game.id], Random(game.id)
    full = next(iter(samples.fullest.values()))
    seats, options = full.seats, dict(full.options)
    book = searched.book(searched, options)
    book.take(1, NewEvent(EventKind.START, public={"seats": seats, "dealer": 0}))
    state, compared = game.new(seats, game.resolve(options, seats), 0), 0
    dealt = frozenset(state.expects.cards) if state.expects else frozenset[str]()  # bid cards are nobody's to be dealt
    for seq in range(2, MOST_EVENTS):
        if state.finished or state.number >= full.hands:
            break
        if state.expects is not None:
            name, cards = state.expects.event, random_order(state, rng)
            state = state.chance(name, cards)
            book.take(seq, NewEvent(EventKind.CHANCE, text=name, hidden={"cards": cards}))
        else:
            seat = state.awaited[0]
            move = samples.choose(state, seat, rng)
            state = state.apply(seat, move)
            book.take(seq, NewEvent(EventKind.MOVE, seat, move))
        for reader in (None, *range(seats)):
            view = state.view(reader)
            if not book.orders:
                assert book.known(reader) == searched.faces.every
                continue
            known_cards = book.known(reader)
            assert set(view["hand"] or ()) <= known_cards
            assert known_cards & dealt <= samples.known(view) | cards_in(dealt, view)
            compared += 1
    assert compared > 20
