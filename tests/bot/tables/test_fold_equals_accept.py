"""A table in memory is what its log and its rows come to, field by field, after random acts of every kind.

The parts of each event are what its kind says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from importlib import import_module
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from bot.tables.commands import claim_tricks, lessons, play
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastMove
from bot.tables.services.tables import Tables
from data.tables.events import EventKind
from data.tables.records import EventRecord, NewEvent, NewHand, TableRecord
from rules.contract import Game
from rules.players import player_of
from rules.registry import GAMES
from tests.bot.tables.claims import play_until_claim
from tests.bot.tables.random_acts import Act, RandomActs
from tests.support.event_parts import check_parts
from tests.support.people import Person, make_actor

OF_THIS_PROCESS: Final = {
    "lock": "held by whoever changes the table",
    "showing": "held by whoever shows it",
    "premove_ends_seen": "what was said; said twice, nobody is worse off",
    "last_active_ms": "when somebody used the bot",
    "last_looks": "when somebody looked; the row has it by the hour",
    "has_upkeep": "what was owed once",
    "row_end_seq": "how much of the log was left out by a reading",
}
"""The fields of a table that no reading gives, with the reason."""

OF_EARLIER: Final = {
    "auto_move_streak": "counts moves of earlier hands",
    "invited": "is of the lobby",
    "invitation_keys": "is of the lobby",
    "declined": "is of the lobby",
    "dismissed": "is of the lobby",
    "stricter_since_ms": "is of the lobby",
    "terms_accepted_by": "is of the lobby",
    "former_players": "is of the lobby",
    "has_recruited": "is of the lobby",
    "terms": "is of the lobby",
}
"""The fields that a table taken up from the row of its last hand does not know whole, with the reason."""

UNREACHED: Final[frozenset[EventKind]] = frozenset({EventKind.FREEZE, EventKind.CLAIM})
"""The kinds of events that no random act leads to: a damaged log, and a claim, which is seldom to be had."""

MOST_ROUNDS: Final = 4
"""So often are tables of each game walked at most, until every act has been done."""

LOBBY_ACTS, ACTS, BEFORE_ERASURE = 25, 60, 50


def comparable(value: Any) -> Any:
    """Return a value of a table without what its row alone adds."""
    if isinstance(value, NewEvent | EventRecord):
        return [getattr(value, field.name) for field in fields(NewEvent) if field.name != "name"]
    if isinstance(value, NewHand):
        return [getattr(value, field.name) for field in fields(NewHand)]
    if isinstance(value, TableRecord):
        return replace(value, updated=0)
    return type(value), list(value.items()) if isinstance(value, dict) else value


def fields_of_hand(live: TableState) -> dict[str, Any]:
    """Return the fields of a table without what happened before its last hand was over: a reading begins there."""
    end_seq = 0 if live.last_hand is None else live.last_hand.last
    played = live.played

    def select_in_hand(moved: Mapping[int, int]) -> dict[int, int]:
        return {seat: moved[seat] for seat in sorted(moved) if moved[seat] > end_seq}

    def select_move_in_hand(last: LastMove | None) -> LastMove | None:
        if last is None or last.seq <= end_seq:
            return None
        return last._replace(moved=select_in_hand(last.moved), unasked={}, earlier=select_move_in_hand(last.earlier))

    between = {} if live.hand_start_seq else {"before": ()}  # the hand before the last
    return {
        **{name: value for name, value in vars(live).items() if not end_seq or name not in OF_EARLIER},
        "last_move_seq": select_in_hand(live.last_move_seq),
        "last_move": select_move_in_hand(live.last_move),
        "last_disclosure_seq": max(live.last_disclosure_seq, end_seq),
        "played": played._replace(late=played.late.intersection(played.hand), **between),
    }


def find_differences(fields_in_memory: dict[str, Any], fields_read: dict[str, Any]) -> list[str]:
    """Return the fields in which a table in memory is not the one that was read, each with both values."""
    assert fields_in_memory.keys() == fields_read.keys()
    return [
        f"{name}: {fields_in_memory[name]!r} is read as {fields_read[name]!r}"
        for name in fields_in_memory
        if name not in OF_THIS_PROCESS and comparable(fields_in_memory[name]) != comparable(fields_read[name])
    ]


async def compare(tables: Tables, live: TableState) -> None:
    """Compare a table in memory with its whole log, and with what is read when it is used again.

    One that was read anew from the row of its last hand knows no more than the reading. Computer players alone have
    levels.
    """
    record = await tables.store.tables.get(live.id)
    assert record is not None
    assert all((seat.kind == "computer") == (seat.level is not None) for seat in record.seats), record.seats
    whole = TableState(record, live.showing)
    whole.fold(await tables.store.tables.log(live.id))
    select_fields = fields_of_hand if live.row_end_seq else vars
    assert find_differences(select_fields(live), select_fields(whole)) == []
    if live.last_hand is not None:  # before that a reading is of the whole log
        reloaded = await Tables(tables.store).find(live.id)
        assert reloaded.may_take_back() == live.may_take_back()
        assert find_differences(fields_of_hand(live), fields_of_hand(reloaded)) == []


async def test_table_after_random_acts_equals_its_log(tables: Tables) -> None:
    """At friendly tables of all games, two each, the second a rematch, until every act has been done."""
    counts, all_acts, kinds = Counter[str](), set[str](), set[str]()
    for number, game in product(range(MOST_ROUNDS), GAMES.values()):
        if number and not all_acts - counts.keys():
            break
        acts, lives = RandomActs(tables, game, Random(f"{game.id} {number}")), list[TableState]()
        for ends in (acts.end, acts.end_void):
            seats = lives[-1].record.seats if lives else ()
            await acts.open(seats, clock=0 if lives else 3600, friendly=True, forced=not lives)
            lives.append(await walk_table(tables, acts, ends))
        await acts.open()
        lives.append(acts.live)
        for act in (acts.delete_and_restore, acts.expire):
            await acts.attempt(act)
            await compare(tables, acts.live)
        for live in lives:
            for event in await tables.store.tables.log(live.id):
                check_parts(event)
                kinds.add(event.kind)
        counts += acts.done
        all_acts |= {act.__name__ for act in (*acts.in_lobby(), *acts.in_play(), acts.delete_and_restore, acts.expire)}
    assert sorted(all_acts - counts.keys()) == []
    assert set(EventKind) - kinds == UNREACHED


async def walk_table(tables: Tables, acts: RandomActs, ends: Act) -> TableState:
    """Play a table from its lobby to its end; compare it after each act of the lobby and each other act of play."""
    for _ in range(LOBBY_ACTS):
        await acts.act()
        await compare(tables, acts.live)
    await acts.begin()
    for number in range(ACTS):
        if not number % 2:
            await compare(tables, acts.live)
        if acts.live.record.status != "playing":
            break
        if number == BEFORE_ERASURE:  # from then on the table has been read anew
            await acts.attempt(acts.erase)
        else:
            await acts.act()
    while acts.live.hand_start_seq:
        await acts.attempt(acts.move)
    await compare(tables, acts.live)
    await acts.attempt(acts.move)
    await compare(tables, acts.live)
    await acts.attempt(ends)
    await compare(tables, acts.live)
    return acts.live


async def test_notes_after_two_hands_equal_their_log(tables: Tables) -> None:
    """Those of the first hand are the store's alone once the second is over."""
    acts = RandomActs(tables, GAMES["conference"], Random(1))
    await acts.open()
    await acts.begin()
    await acts.attempt(acts.write)
    assert acts.live.notes.slips
    for number in range(2):
        while acts.live.last_hand is None or acts.live.last_hand.number < number:
            await acts.attempt(acts.move)
        await compare(tables, acts.live)
    assert not acts.live.notes.slips


async def test_table_after_a_claim_equals_its_log(tables: Tables) -> None:
    live, who, seat = await play_until_claim(tables, "voren", Random("voren"))
    live, _ = await claim_tricks.claim(tables, live.id, live.decisions[seat], make_actor(who))
    assert live.claim is not None
    await compare(tables, live)
    live, _ = await play.next_hand(tables, live.id, make_actor(who))
    await compare(tables, live)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_lesson_at_each_decision_equals_its_log(tables: Tables, game: Game) -> None:
    """From its first decision to its end."""
    plan, learner = import_module(f"cogs.games.{game.id}.presenter").LESSON.plan, Person(11, "Ada")
    live, _ = await lessons.begin(tables, game, plan, make_actor(learner))
    for _ in range(4):
        await compare(tables, live)
        if live.record.status != "playing":
            break
        assert live.state is not None
        text = player_of(game).choose(live.state.view(plan.seat), Random(1))
        await play.act(tables, live.id, text, make_actor(learner))
        live = await lessons.play_computer_moves(tables, live)
    live = await lessons.finished(tables, live)
    assert live.record.status == "over"
    await compare(tables, live)
