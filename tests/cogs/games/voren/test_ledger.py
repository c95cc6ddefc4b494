"""Voren's ledger against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.game.players import Players
from bot.ui.pictures import lay_scene
from bot.ui.scene import text as scene_text
from tests.cogs.games.voren.games import NAMES, PRESENTER, list_table_params, play_game


@pytest.mark.parametrize(("seats", "options"), list_table_params())
def test_columns_of_a_hand_are_what_went_into_and_out_of_the_pot(seats: int, options: dict[str, Any]) -> None:
    """Antes, matches of the hand before and what was won are the pot's, as the core has them; all sum to nothing."""
    players, part_names = Players(NAMES[:seats]), set[str]()
    for seed in range(4):
        owed = [0] * seats
        for state, log in play_game(seats, seed, **options):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = PRESENTER.ledger(last, view["points"], players)
            assert sum(row.net for row in ledger.rows) == 0
            parts = {column: [row.parts[place] for row in ledger.rows] for place, column in enumerate(ledger.parts)}
            part_names |= parts.keys()
            none = [0] * seats
            assert parts.get("Match", none) == [-chips if chips != view["options"]["ante"] else 0 for chips in owed]
            assert [sum(paid) for paid in zip(parts["Ante"], parts.get("Match", none), strict=True)] == [
                -chips for chips in last["paid"]
            ]
            at_once = parts.get("At end", none)
            assert at_once == [-chips for chips in last["settled"]]
            assert sum(parts["Won"]) == last["pot"] - sum(at_once)
            owed = last["owes"]
            notes = {row.seat: row.note for row in ledger.rows}
            assert {seat: f"owes {chips}" for seat, chips in enumerate(owed) if chips} == {
                seat: note for seat, note in notes.items() if note.startswith("owes")
            }
    as_an_ante = options["limit"] == 1  # a match of one ante is none to be told apart
    assert part_names == {"Ante", "At end", "Won"} | ({"Match"} if not as_an_ante else set())


def test_the_picture_has_a_row_a_player_and_every_number() -> None:
    """Of ten, with a true minus sign."""
    for state, log in play_game(10, 3, hands=2):
        if log is None:
            continue
        scene = PRESENTER.table(state.view(None), Players(NAMES), "Voren, table 1")
        drawn = [words.text for words in lay_scene(scene).words()]
        assert scene.ledger is not None
        for row in scene.ledger.rows:
            assert {row.name, f"{row.seat + 1} {row.name}"} & set(drawn)  # with its number, if a trick's cards have it
            assert {scene_text.format_signed(number) for number in (*row.parts, row.net, row.total)} <= set(drawn)
        assert {"Ante", "Net", "Total"} <= set(drawn)
        assert any(text.startswith("\u2212") for text in drawn)


def test_parts_of_the_next_pot_are_told() -> None:
    """Beside whose matches they are: they stand in nobody's ledger yet."""
    texts = set[str]()
    for state, log in play_game(4, 2, hands=6):
        if log is None or state.finished:
            continue
        view = state.view(None)
        facts = dict(PRESENTER.table(view, Players(NAMES[:4]), "Voren").facts)
        matches = sum(view["owed"])
        antes = view["pot"] - matches
        assert facts["Next pot"] == (f"{view['pot']} (antes {antes}, matches {matches})" if matches else f"{antes}")
        ended = PRESENTER.story(view["last"], log, Players(NAMES[:4]))[-1].result
        assert ("Matches owed, in place of the next ante: " in ended) is bool(matches)
        texts.add("matches" if matches else "none")
    assert texts == {"matches", "none"}
