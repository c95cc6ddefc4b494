"""Pre-moves in every game: all that may be set has its words, fits forms and ids, and is read back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

from bot.common.errors import Stale
from bot.tables.model.premoves import SeatPremove, premove_options, seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.forms import Values, check_fits, encode
from bot.ui.table import premove_panel as show
from bot.ui.table.layouts import MAX_SELECT_OPTIONS, Pending
from data.tables.records import SeatRecord, TableRecord
from rules.contract import Game, State
from rules.premoves import ANY, ASK, PICKS, Premove, is_premove_allowed, read_premove
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.support.needs import ROOT

WITH_PRESENTER = [game for game in GAMES.values() if (ROOT / "cogs/games" / game.id / "presenter.py").exists()]
games = pytest.mark.parametrize("game", WITH_PRESENTER, ids=lambda game: game.id)
LONGEST = 2**63 - 1
"""No table's or event's number is longer."""


def find_presenter(game: Game) -> Presenter:
    """Return the presenter of a game, as its package has it."""
    module = import_module(f"cogs.games.{game.id}.presenter")
    (presenter,) = [
        value
        for name, value in vars(module).items()
        if name.endswith("Presenter") and value.__module__ == module.__name__
    ]
    return presenter()


def make_table_at(game: Game, state: State, seats: int) -> TableState:
    """Return a table of people at this position."""
    people = tuple(SeatRecord(1, seat, 11 + seat, "person", f"Person {seat}") for seat in range(seats))
    record = TableRecord(
        LONGEST, game.id, 1, {}, 5, 6, None, 11, "playing", LONGEST, None, None, 0, 1, 1, people, {}
    )  # fmt: skip
    live = TableState(record, asyncio.Lock())
    live.state, live.hand_start_seq = state, LONGEST - 1
    live.decisions = dict.fromkeys(state.to_act, LONGEST)
    return live


def find_waiting_seats(game: Game, seed: int) -> Iterator[tuple[TableState, int]]:
    """Yield tables of random games, each with a seat that waits and may leave an order."""
    rng = Random(f"{game.id} orders {seed}")
    seats = rng.randint(*game.seats)
    state, number = game.new(seats, game.resolve({}, seats), rng.randrange(seats)), 0
    for _ in range(150):
        if state.finished:
            return
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
            continue
        live = make_table_at(game, state, seats)
        waiting_seats = [candidate for candidate in range(seats) if premove_options(live, candidate).moves]
        if waiting_seats and (number < 5 or rng.random() < 0.2):
            number += 1
            yield live, rng.choice(waiting_seats)
        seat = rng.choice(state.to_act)
        state = state.apply(seat, random_move(state, seat, rng))


@games
def test_all_that_may_be_ordered_has_its_words_and_is_read_back(game: Game) -> None:
    presenter, number = find_presenter(game), 0
    for seed in range(4):
        for live, seat in find_waiting_seats(game, seed):
            assert live.state is not None
            view, may = live.state.view(seat), premove_options(live, seat)
            number += 1
            choices = presenter.premove_choices(view, may.moves)
            assert sorted(choice.move for choice in choices) == sorted(may.moves)
            assert len({choice.label for choice in choices}) == len(choices)
            assert all(choice.label and len(choice.label) <= 100 for choice in choices)
            pending = show.premove_panel(live, seat, presenter, view, {})
            assert pending.text == f"{show.PANEL_TEXT} {presenter.premove_limits(view)}".rstrip()
            lists = -(-len(choices) // MAX_SELECT_OPTIONS)
            assert len(pending.selects) == lists + bool(may.suits) + bool(may.follows) <= 4
            values = [
                option["value"] for select in pending.selects[:lists] for option in select["components"][0]["options"]
            ]
            for value in values:
                code = value.split(":")
                order = read_premove(show.decode_premove(presenter, view, may, code))
                assert order.action in may.moves
                chosen_page = show.chosen_premove(live, seat, presenter, view, code)
                if isinstance(chosen_page, Pending):
                    assert chosen_page.text.startswith(may.reasons_never_legal[order.action])
                else:
                    assert (chosen_page, order.action in may.reasons_never_legal) == (order.text, False)
                (label,) = [choice.label for choice in choices if choice.move == order.action]
                assert show.describe_premove(order, presenter, view) == f"{label}."
            assert len(set(values)) == len(may.moves)
    assert number > 10 or not number  # a game may have none


@games
def test_every_rule_fits_its_form_and_is_read_back(game: Game) -> None:
    presenter, rules = find_presenter(game), 0
    for live, seat in (pair for seed in range(2) for pair in find_waiting_seats(game, seed)):
        assert live.state is not None
        view, may = live.state.view(seat), premove_options(live, seat)
        if not may.suits:
            with pytest.raises(Stale):
                show.rule_form(presenter, view, may)
            continue
        assert set(may.suits) <= set(presenter.leads)
        selects = show.premove_panel(live, seat, presenter, view, {}).selects
        listed, cards = (select["components"][0]["options"] for select in selects[-2:])
        rules_of_cards = [
            read_premove(show.decode_premove(presenter, view, may, option["value"].split(":"))) for option in cards
        ]
        assert {rule.action: rule.led_suit for rule in rules_of_cards} == may.follows
        assert all(is_premove_allowed(rule, may) and rule.fallback == ASK for rule in rules_of_cards)
        orders = [show.chosen_premove(live, seat, presenter, view, option["value"].split(":")) for option in listed]
        assert len(set(map(str, orders))) == len(listed) > 3 * len(may.suits)
        form = show.rule_form(presenter, view, may)
        check_fits(form)
        rng = Random(rules)
        for led in (ANY, *may.suits):
            for do in (*PICKS, "card"):
                cards = (rng.choice(form.fields[2].cards),) if do == "card" else ()  # type: ignore[union-attr]
                values: Values = (led, do, cards, rng.choice(("ask", "lowest")))
                assert form.wrong(values) == ""
                code = ("r", form.mark, encode(form, values))
                order = read_premove(show.decode_premove(presenter, view, may, code))
                assert order == Premove(f"play {cards[0]}" if cards else do, led, str(values[3]))
                chosen_page = show.chosen_premove(live, seat, presenter, view, code)  # its ids are as long as any
                if isinstance(chosen_page, Pending):
                    assert may.reasons_never_legal[order.action] in chosen_page.text
                else:
                    assert chosen_page == order.text
                rules += 1
        assert form.wrong((ANY, "card", (), "ask"))
        assert form.wrong((ANY, "lowest", form.fields[2].cards[:1], "ask"))  # type: ignore[union-attr]
    assert rules or not presenter.leads


@games
def test_standing_premove_and_outcome_are_told(game: Game) -> None:
    presenter = find_presenter(game)
    live, seat = next((pair for seed in range(6) for pair in find_waiting_seats(game, seed)), (None, 0))
    if live is None:
        return
    assert live.state is not None
    view, may = live.state.view(seat), premove_options(live, seat)
    order, label = may.moves[0], presenter.premove_choices(view, may.moves[:1])[0].label

    def describe_premove(**record: Any) -> str:
        settings = {"premoves": {str(seat): {"premove": order, **record}}}
        live.record = replace(live.record, settings=json.loads(json.dumps(settings)))
        result = show.shown_premove_outcome(live, seat)
        assert result == ((seat, record["at"]) if "end" in record else None)
        return show.hand_line(live, seat, presenter, view)

    assert show.hand_line(live, seat, presenter, view) == ""
    assert describe_premove(since=seat_waiting_since_seq(live, seat), left=3) == f"**Planned:** {label}."
    assert presenter.moves.done(order) in describe_premove(end="done", at=9, did=order)
    assert describe_premove(end="refused", at=9, why="No.", clause="X1") == (
        f"**Your planned move was canceled:** No. (X1) It was: {label}."
    )
    for end in ("over", "back", "broken"):
        assert describe_premove(end=end, at=9).endswith(f"It was: {label}.")
    for why in show.UNUSED_REASONS:
        assert show.UNUSED_REASONS[why] in describe_premove(end="asked", at=9, why=why)
    assert SeatPremove(Premove("x"), {"premove": "x", "since": 1, "left": 1}).at == 0
