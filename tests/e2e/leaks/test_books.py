"""The books of the search agree with the views of the rules: they know no more than those, and no less."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from data.records import NewEvent
from rules.contract import State
from rules.players import players_of
from rules.registry import GAMES as RULES
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.games.five_crowns import FiveCrownsBook

THUMB = players_of(RULES["five_crowns"])["thumb"].choose
NAMES = {"Ada": 0, "Bela": 1, "Cleo": 2}


def game(seats: int, first: int, last: int, seed: int, *, outs: bool = True) -> Iterator[tuple[State, FiveCrownsBook]]:
    """Every position of a game of Five Crowns with its book. Without `outs` nobody goes out, so the stock runs out."""
    rng, options = Random(seed), {"first": first, "last": last}
    state = RULES["five_crowns"].new(seats, options, 0)
    book = FiveCrownsBook(GAMES["five_crowns"], options)
    book.take(1, NewEvent("start", public={"seats": seats, "dealer": 0}))
    seq = 1
    while not state.finished:
        seq += 1
        if state.expects is not None:
            event, cards = state.expects.event, rng.sample(state.expects.cards, len(state.expects.cards))
            state = state.chance(event, cards)
            book.take(seq, NewEvent("chance", text=event, hidden={"cards": cards}))
        else:
            seat = state.to_act[0]
            legal = [one for one in state.legal(seat).moves if outs or not one.startswith("out ")]
            move = THUMB(state.view(seat), rng) if outs else rng.choice(legal)
            state = state.apply(seat, move)
            book.take(seq, NewEvent("move", seat, move))
        yield state, book


@pytest.mark.parametrize(
    ("seats", "first", "last", "outs"), [(2, 3, 7, True), (7, 5, 6, True), (12, 4, 4, True), (7, 13, 13, False)]
)
def test_the_book_of_five_crowns_knows_what_a_view_shows(seats: int, first: int, last: int, outs: bool) -> None:
    """Own cards, what lies open, and at most what others were seen to take besides; between deals everything."""
    shuffled = 0
    for state, book in game(seats, first, last, seats, outs=outs):
        for seat in (*range(seats), None):
            view = state.view(seat)
            assert (book.known(seat) == book.game.faces.every) == (not view["log"])
            if not view["log"]:
                continue
            shown = {card for meld in view["shown"] or () for card in meld}
            lawful = {*(view["hand"] or ()), *view["pile"], *shown}
            taken = {entry["card"] for entry in view["log"] if entry.get("move") == "take"}
            assert lawful <= book.known(seat) <= lawful | taken
            shuffled += bool(view["reshuffles"])
    assert bool(shuffled) is not outs


@pytest.mark.parametrize(
    ("sentence", "reader", "lawful"),
    [
        ("Bela drew from the stock and discarded the 9 of hearts.", None, True),
        ("Bela drew from the stock and discarded the 8 of hearts.", None, False),
        ("Bela drew from the stock and went out with the 9 of hearts.", None, False),
        ("Cleo drew from the stock and discarded the 9 of hearts.", None, False),
        ("You drew the 8 of hearts from the stock and discarded the 9 of hearts.", 1, True),
        ("Bela drew the 8 of hearts from the stock and discarded the 9 of hearts.", None, False),
        ("Bela drew the 8 of hearts from the stock and discarded the 9 of hearts.", 2, False),
        ("Cleo took the 9 of hearts from the discard pile and put it back.", None, True),
        ("Bela took the 9 of hearts from the discard pile and put it back.", None, False),
        ("You discarded the 9 of hearts.", 1, True),
        ("You discarded the 9 of hearts.", 0, False),
        ("Ada dealt 3 cards to everybody and turned up a Joker.", None, True),
        ("Ada dealt 3 cards to everybody and turned up the 7 of hearts.", None, False),
        ("Bela laid down 9♥︎ 3♠︎ 4♠︎.", None, False),
        ("Ada laid down 3★︎ 4★︎ 5★︎.", None, True),
        ("Ada laid down 3 of stars 4 of stars 5 of stars…", None, True),
        ("Ada laid down 3★︎ 3★︎ 5★︎.", None, False),
        ("Left with Bela: 3♠︎ = 20.", None, False),
    ],
)
def test_a_sentence_of_the_story_is_lawful_only_as_it_happened(sentence: str, reader: int | None, lawful: bool) -> None:
    """In the middle of a deal: Bela drew and discarded, Cleo took that and put it back, Ada went out."""
    book = FiveCrownsBook(GAMES["five_crowns"], {"first": 3, "last": 3})
    top = ["3S", "QD", "3T", "9H", "KC", "4T", "5S", "KD", "5T", "JOKER", "8H", "6H"]
    book.take(1, NewEvent("start", public={"seats": 3, "dealer": 0}))
    book.take(2, NewEvent("chance", text="deal", hidden={"cards": [*top, *["QS"] * 104]}))
    for seat, move in (
        (1, "draw"), (1, "discard 9H"), (2, "take"), (2, "discard 9H"), (0, "draw"), (0, "out 6H"),
    ):  # fmt: skip
        book.take(3, NewEvent("move", seat, move))
    seats = NAMES | {"You": -1 if reader is None else reader}
    found = book.game.faces.found(book.untold(sentence, seats))
    assert (not found) is lawful
