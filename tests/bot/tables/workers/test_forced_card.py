"""The only card that somebody may play, played for them if they want that: when, and what anybody hears of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.people.preferences import PreferencesCache
from bot.tables.commands import lobby, play
from bot.tables.model.automatic_moves import UNASKED_SECRET
from bot.tables.model.follow_up_work import FORCED_MOVE_DELAY_MS
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.tables.workers.forced_card import only_card
from bot.tables.workers.forced_card import play as play_only
from bot.ui.game.players import Players
from bot.ui.table import story
from cogs.games.mitigati.presenter import MitigatiPresenter
from data.tables.events import EventKind
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES, game_named
from rules.simulate import random_of
from tests.support.people import ADA, BELA, CLEO, make_actor
from tests.support.random_tables import read_log_state, reload_cold

PEOPLE = (ADA, BELA, CLEO)


async def begin_hand(tables: Tables, game: str) -> tuple[TableState, PreferencesCache]:
    """Return a table at which Ada has her only card played for her, and the preferences."""
    people = PreferencesCache(tables.store)
    tables.delays = replace(tables.delays, plays_only_card=people.plays_only_card)
    await people.change(ADA, plays_only_card=True)
    live = await lobby.open_table(tables, game_named(game), {}, (1, 2), make_actor(ADA))
    for person in PEOPLE[1 : GAMES[game].seats[0]]:
        await lobby.join(tables, live.id, make_actor(person))
    return (await lobby.start(tables, live.id, make_actor(ADA)))[0], people


async def read_work(tables: Tables, live: TableState) -> list[Work]:
    """Return the rows of only cards that are due."""
    return [
        row for row in await tables.store.work.of_table(live.id, WorkKind.PLAY_ONLY_CARD) if row.state == WorkState.DUE
    ]


async def play_until_only_card(tables: Tables, live: TableState, rng: Random) -> TableState | None:
    """Play at random until Ada has one card alone to play; return None where the hand ends before."""
    while live.state is not None and live.hand_start_seq:
        seat = live.state.to_act[0]
        if seat == 0 and only_card(live.state, 0) is not None:
            return live
        text = random_of(live.state.legal(seat), rng)
        live, _ = await play.act(tables, live.id, text, make_actor(PEOPLE[seat]))
    return None


async def open_forced_table(tables: Tables, game: str = "mitigati") -> tuple[TableState, PreferencesCache]:
    """Return a table that waits for Ada with one card to play, and the preferences."""
    for seed in range(30):
        live, people = await begin_hand(tables, game)
        if await play_until_only_card(tables, live, Random(seed)) is not None:
            return await tables.find(live.id), people
    raise AssertionError("she had a choice in every hand")


async def test_forced_card_is_played_when_due_without_a_notice(tables: Tables) -> None:
    live, people = await open_forced_table(tables)
    assert live.state is not None
    card, before = only_card(live.state, 0), live.record.seq
    (row,) = [work_item for work_item in await read_work(tables, live) if work_item.seq == live.decisions[0]]
    (arose,) = await tables.store.tables.log(live.id, row.seq - 1, 1)
    assert row.due - arose.at >= FORCED_MOVE_DELAY_MS  # she sees what lies there
    assert await play_only(tables, people, row) is None
    live = await tables.find(live.id)
    (event,) = [
        entry
        for entry in await tables.store.tables.log(live.id, before)
        if entry.kind == EventKind.MOVE and entry.seat == 0
    ][:1]
    assert (event.text, event.hidden, event.user, event.public) == (card, UNASKED_SECRET, None, {})
    events = await tables.store.tables.game_events(live.id, before, live.record.seq)
    assert all(entry.hidden is None for entry in events)
    assert await play_only(tables, people, row) == WorkState.CANCELLED
    in_memory = read_log_state(live)
    reloaded = await reload_cold(tables, live)
    assert read_log_state(reloaded) == in_memory
    assert reloaded.auto_move_streak == live.auto_move_streak
    assert reloaded.auto_move_streak[0] == 1


async def test_recap_begins_at_the_last_chosen_move(tables: Tables) -> None:
    presenter, players = MitigatiPresenter(), Players(("Ada", "Bela", "Cleo"), reader=0)
    while True:
        live, people = await open_forced_table(tables)
        assert live.state is not None
        rows = [work_item for work_item in await read_work(tables, live) if work_item.seq == live.decisions[0]]
        before = story.news(live, presenter, live.state.view(0), players)
        await play_only(tables, people, rows[0])
        live = await tables.find(live.id)
        assert live.state is not None
        if live.hand_start_seq:  # else that card was the last of its hand
            break
    after = story.news(live, presenter, live.state.view(0), players)
    assert after[: len(before)] == before or "…" in after
    assert any("You played" in text or text.startswith("You ") for text in after), after


async def test_player_with_a_choice_or_without_the_setting_moves_themselves(tables: Tables) -> None:
    live, people = await open_forced_table(tables)
    rows = [work_item for work_item in await read_work(tables, live) if work_item.seq == live.decisions[0]]
    await people.change(ADA, plays_only_card=False)
    assert await play_only(tables, people, rows[0]) == WorkState.CANCELLED
    assert (await tables.find(live.id)).decisions == live.decisions
    other, people = await begin_hand(tables, "five_crowns")
    while other.state is not None and other.state.to_act != (0,):
        seat = other.state.to_act[0]
        await play.act(tables, other.id, other.state.legal(seat).moves[0], make_actor(PEOPLE[seat]))
    for row in await read_work(tables, other):
        assert await play_only(tables, people, row) == WorkState.CANCELLED


async def test_others_owe_nothing_and_a_new_process_knows_who_wants_it(tables: Tables) -> None:
    live, people = await begin_hand(tables, "voren")
    assert {row.payload["seat"] for row in await read_work(tables, live)} <= {0}
    new_preferences = PreferencesCache(tables.store)
    assert not new_preferences.plays_only_card(ADA.id)
    await new_preferences.load()
    assert new_preferences.plays_only_card(ADA.id)
    assert not new_preferences.plays_only_card(BELA.id)
    await people.change(ADA, plays_only_card=False)
    last = PreferencesCache(tables.store)
    await last.load()
    assert not last.plays_only_card(ADA.id)
