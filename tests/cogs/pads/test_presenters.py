"""What the pads of all games ask: forms that Discord takes, what was told read back, ledgers that add up."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pads.entry_forms import EntryContext, EntryField, EntryMethod, PickField
from bot.pads.pad import game_of
from bot.ui.game.presenter_registry import Presenters
from bot.ui.pads.presenter import MAX_TITLE_LETTERS
from bot.ui.scene.text import ledger_lines
from data.pads.records import FREE_GAME_ID
from rules.contract import PadContext, Refusal
from rules.registry import GAMES
from tests.cogs.pads.presenters import PRESENTERS, make_entry_context, make_facts

every_pad = pytest.mark.parametrize("game", PRESENTERS)
seeds = st.integers(0, 10**9)


def assert_forms_fit(way: EntryMethod) -> None:
    """Check that a form has five fields at most, and texts of bounded length."""
    assert 1 <= len(way.button) <= 80
    assert len({form.key for form in way.forms}) == len(way.forms)
    for form in way.forms:
        assert 1 <= len(form.button) <= 80
        assert 1 <= len(form.title) <= MAX_TITLE_LETTERS
        assert 1 <= len(form.fields) <= 5
        assert len({field.key for field in form.fields}) == len(form.fields)
        for field in form.fields:
            assert_field_fits(field)


def assert_field_fits(field: EntryField) -> None:
    assert 1 <= len(field.label) <= MAX_TITLE_LETTERS, field.label
    assert len(field.hint) <= 100
    if isinstance(field, PickField):
        values = [value for value, _ in field.options]
        assert 1 <= len(values) == len(set(values)) <= 25
        assert all(1 <= len(text) <= 100 for _, text in field.options)
        assert set(field.chosen) <= set(values)
        assert 0 <= field.fewest <= field.most <= len(values)
        assert len(field.chosen) <= field.most
        assert field.most
    else:
        assert len(field.value) <= 4000


@every_pad
@given(seed=seeds)
def test_every_form_fits_into_a_modal(game: str, seed: int) -> None:
    ways = PRESENTERS[game].ways(make_entry_context(game, Random(seed)))
    assert len({way.key for way in ways}) == len(ways) >= 1
    for way in ways:
        assert_forms_fit(way)


@every_pad
@given(seed=seeds)
def test_typed_facts_are_read_back(game: str, seed: int) -> None:
    """Whatever the players are called."""
    rng, presenter = Random(seed), PRESENTERS[game]
    about = make_entry_context(game, rng)
    facts = make_facts(game, rng, about)
    way, form_values = presenter.fill_forms(about, facts)
    forms = {method.key: method for method in presenter.ways(about)}[way].forms
    assert {form.key: {field.key for field in form.fields} for form in forms} == {
        key: set(fields) for key, fields in form_values.items()
    }
    for form in forms:
        for field in form.fields:
            values = form_values[form.key][field.key]
            if isinstance(field, PickField):
                assert set(values) <= {value for value, _ in field.options}
                assert len(values) <= field.most
            else:
                assert len(values) == 1
                assert len(values[0]) <= 4000
    assert presenter.read_facts(about, way, form_values) == facts


@every_pad
def test_ledgers_add_up_to_what_the_rules_say(game: str) -> None:
    presenter, scored, accepted = PRESENTERS[game], game_of(game), 0
    for seed in range(300):
        rng = Random(seed)
        about = make_entry_context(game, rng)
        entry = scored.pad_entry(make_facts(game, rng, about), make_pad_context(about, rng, game))
        try:
            brought = scored.pad(entry)
        except Refusal:
            continue
        accepted += 1
        totals = [rng.randint(-99, 99) for _ in about.names]
        ledger = presenter.ledger(about, entry, brought, totals)
        assert [row.net for row in ledger.rows] == brought["points"]
        assert [row.total for row in ledger.rows] == totals
        assert [row.name for row in ledger.rows] == list(about.player_names())
        assert {len(row.parts) for row in ledger.rows} == {len(ledger.parts)}
        assert all(1 <= len(column) <= 8 for column in (*ledger.parts, ledger.net))
    assert accepted >= 50


@pytest.mark.parametrize("game", GAMES)
async def test_the_bot_knows_a_pad_as_long_as_its_game_is_loaded(game: str) -> None:
    cogs: list[Any] = []

    async def add_cog(cog: Any) -> None:
        cogs.append(cog)
        await cog.cog_load()

    bot: Any = SimpleNamespace(services=SimpleNamespace(presenters=Presenters(), pad_presenters={}), add_cog=add_cog)
    await import_module(f"cogs.games.{game}").setup(bot)
    assert bot.services.pad_presenters.keys() == {game}
    assert type(bot.services.pad_presenters[game]).__name__ == type(PRESENTERS[game]).__name__
    for cog in cogs:
        await cog.cog_unload()
    assert not bot.services.pad_presenters


def make_pad_context(about: EntryContext, rng: Random, game: str) -> PadContext:
    """Return what the pad knows; in Voren some owe a match from the hand before."""
    owed = [0] * len(about.names)
    if game == "voren" and rng.random() < 0.5:
        limit, fewest = int(about.options["limit"]), len(owed) + 1
        match = int(about.options["ante"]) * (min(limit, fewest) if limit else fewest)
        owed = [match * rng.randint(0, 1) for _ in owed]
        owed[rng.randrange(len(owed))] = 0
    return PadContext(about.options, len(owed), about.dealer, tuple(owed), rng.random() < 0.3)


@every_pad
def test_the_options_of_a_pad_are_those_that_make_a_difference_on_paper(game: str) -> None:
    """What is asked, the entry that the rules are given, who deals next: each of these options changes some of it."""
    about, rng, changing = game_of(game), Random(game), set[str]()
    for _ in range(150):
        start = make_entry_context(game, rng)
        facts = make_facts(game, rng, start)

        def work_out(options: Any, start: EntryContext = start, facts: Any = facts) -> tuple[Any, ...]:
            seats = len(start.names)
            context = PadContext(options, seats, start.dealer, (0,) * seats, False)
            ways = PRESENTERS[game].ways(start._replace(options=options))
            return ways, about.pad_entry(facts, context), about.conduct.next_dealer(start.dealer, seats, options)

        for name, option in about.options.items():
            values = option.allowed or (option.low, option.high, *option.extra_values)
            outcomes = [work_out({**start.options, name: value}) for value in values]
            if any(result != outcomes[0] for result in outcomes):
                changing.add(name)
    if game == FREE_GAME_ID:  # its totals, its end and its winners are not of one hand (tests/bot/pads/test_pad.py)
        assert set(PRESENTERS[game].options) == set(about.options)
    else:
        assert set(PRESENTERS[game].options) == changing


def test_a_ledger_of_one_column_says_its_number_once() -> None:
    about = EntryContext(game_of(FREE_GAME_ID).resolve({}), ("Ada", "Bela"), 0, 0)
    lines = ledger_lines(PRESENTERS[FREE_GAME_ID].ledger(about, {"points": [3, -1]}, {"points": [3, -1]}, [5, -1]))
    assert lines == ["**Ada**: **+3**, total **+5**", "**Bela**: **−1**, total **−1**"]
