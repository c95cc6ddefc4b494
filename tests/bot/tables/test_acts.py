"""The life of tables without Discord: the lobby, who may do what, ends, what is kept in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.errors import Declined, Stale, UnknownTable
from bot.tables import acts as module
from bot.tables.acts import MENTION, NEVER, Tables
from bot.tables.live import Live
from bot.tables.offers import HandOffer, offered
from data.records import Append
from data.store import Store
from rules.contract import Refusal
from rules.registry import game_named

VOREN = game_named("voren")


@dataclass(frozen=True)
class Person:
    """Somebody who uses the bot."""

    id: int
    display_name: str


ADA, BELA, CLEO = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo")
IDS = count(1000)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Tables on a fresh store."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, rng=Random(1))
    await store.close()


async def opened(tables: Tables, *others: Person, hands: int = 1) -> Live:
    """A lobby with Ada as its host."""
    live = await tables.open(VOREN, {"hands": hands}, (1, 2), ADA, next(IDS))
    for other in others:
        await tables.join(live.id, other, next(IDS))
    return live


async def played(tables: Tables, live: Live) -> None:
    """Play to the end with first legal moves."""
    people = {11: ADA, 12: BELA, 13: CLEO}
    while live.record.status == "playing":
        assert live.table is not None
        if live.awaiting():
            await tables.next_hand(live.id, ADA, next(IDS))
            continue
        seat = live.table.state.to_act[0]
        user = live.record.seats[seat].user
        if user is None:
            assert await tables.computer_move(live.id)
        else:
            await tables.act(live.id, people[user].id, live.table.state.legal(seat).moves[0], next(IDS))


async def test_a_lobby_fills_and_empties(tables: Tables) -> None:
    """Seats close up when somebody leaves, and the host's part goes on to the next person."""
    live = await opened(tables, BELA, CLEO)
    assert live.names() == ("Ada", "Bela", "Cleo")
    with pytest.raises(Declined, match="seat at this table already"):
        await tables.join(live.id, BELA, next(IDS))
    await tables.leave(live.id, ADA, next(IDS))
    assert [(seat.seat, seat.name) for seat in live.record.seats] == [(0, "Bela"), (1, "Cleo")]
    assert live.record.host == BELA.id
    with pytest.raises(Declined, match="no seat"):
        await tables.start(live.id, ADA, next(IDS))
    await tables.leave(live.id, BELA, next(IDS))
    with pytest.raises(Declined, match="at least 2 players"):
        await tables.start(live.id, CLEO, next(IDS))
    await tables.leave(live.id, CLEO, next(IDS))
    assert live.record.status == "ended"


async def test_ten_seats_are_all_there_are(tables: Tables) -> None:
    """The eleventh is told so; computers have names of their own."""
    live = await opened(tables)
    for _ in range(9):
        await tables.add_computer(live.id, ADA, next(IDS))
    assert len({seat.name for seat in live.record.seats}) == 10
    with pytest.raises(Declined, match="All 10 seats"):
        await tables.add_computer(live.id, ADA, next(IDS))
    with pytest.raises(Declined, match="All 10 seats"):
        await tables.join(live.id, BELA, next(IDS))


async def test_only_those_at_the_table_may_start_it_or_move(tables: Tables) -> None:
    """A bystander is told that they have no seat; a late Join that it has begun."""
    live = await opened(tables, BELA)
    for attempt in (tables.start, tables.add_computer, tables.leave):
        with pytest.raises(Declined, match="no seat"):
            await attempt(live.id, CLEO, next(IDS))
    await tables.start(live.id, BELA, next(IDS))
    with pytest.raises(Declined, match="begun already"):
        await tables.join(live.id, CLEO, next(IDS))
    with pytest.raises(Declined, match="no seat"):
        await tables.act(live.id, CLEO.id, "deal", next(IDS))
    with pytest.raises(Declined, match="no seat"):
        await tables.word(live.id, CLEO, "luck", next(IDS))


async def test_a_repeated_interaction_is_answered_as_the_first(tables: Tables) -> None:
    """The second delivery gives the first result, also after the table was forgotten."""
    live = await opened(tables, BELA)
    await tables.start(live.id, ADA, next(IDS))
    assert live.table is not None
    seat = live.table.state.to_act[0]
    user = live.record.seats[seat].user
    assert user is not None
    number = next(IDS)
    _, first = await tables.act(live.id, user, "deal", number)
    _, second = await tables.act(live.id, user, "deal", number)
    assert (first.kind, first.text, first.again) == ("move", "deal", False)
    assert (second.kind, second.text, second.seq, second.again) == ("move", "deal", first.seq, True)
    tables.forget(live.id)
    _, third = await tables.act(live.id, user, "deal", number)
    assert third.seq == first.seq


async def test_a_decision_that_is_gone_is_stale_and_an_illegal_move_names_its_clause(tables: Tables) -> None:
    """Old buttons get a sentence and change nothing; refusals carry the clause."""
    live = await opened(tables, BELA)
    await tables.start(live.id, ADA, next(IDS))
    assert live.table is not None
    seat = live.table.state.to_act[0]
    user, other = live.record.seats[seat].user, live.record.seats[1 - seat].user
    assert user is not None
    assert other is not None
    seq = live.record.seq
    deal = offered(live.table.state.legal(seat).moves)["deal"]
    with pytest.raises(Stale, match="made already"):
        await tables.act(live.id, user, HandOffer(live.decisions[seat] - 1, *deal), next(IDS))
    with pytest.raises(Stale, match="not your turn"):
        await tables.act(live.id, other, HandOffer(live.decisions[seat], *deal), next(IDS))
    with pytest.raises(Refusal) as refused:
        await tables.act(live.id, user, "stay", next(IDS))
    assert refused.value.clause == "V3.4"
    assert live.record.seq == seq
    with pytest.raises(Stale, match="dealt already"):
        await tables.next_hand(live.id, ADA, next(IDS))


async def test_a_game_to_its_end_with_every_secret_shown(tables: Tables) -> None:
    """All draws that were made are revealed; points are kept with the seats; nothing more can be done."""
    live = await opened(tables, BELA, hands=3)
    await tables.add_computer(live.id, ADA, next(IDS))
    await tables.word(live.id, ADA, "seven | , \\", next(IDS))
    await tables.start(live.id, ADA, next(IDS))
    await played(tables, live)
    assert live.record.status == "over"
    assert live.table is not None
    drawn = [drawing for drawing in live.drawings.values() if drawing.contributions is not None]
    assert len(drawn) == 4
    assert all(drawing.shown for drawing in drawn)
    kept = await tables.store.table(live.id)
    assert kept is not None
    assert tuple(seat.points for seat in kept.seats) == live.table.state.score().totals
    with pytest.raises(Stale, match="come to its end"):
        await tables.act(live.id, ADA.id, "stay", next(IDS))
    with pytest.raises(Declined, match="come to its end"):
        await tables.leave(live.id, ADA, next(IDS))


async def test_whoever_leaves_a_game_is_replaced_and_nobody_waits(tables: Tables) -> None:
    """The stand-in plays the seat on; when the last person leaves, the table ends."""
    live = await opened(tables, BELA)
    await tables.start(live.id, ADA, next(IDS))
    await tables.leave(live.id, ADA, next(IDS))
    assert live.record.seats[0].kind == "computer"
    assert "Ada" in live.record.seats[0].name
    assert live.record.host == BELA.id
    for _ in range(20):
        if not live.computers():
            break
        assert await tables.computer_move(live.id)
    assert live.computers() == ()
    await tables.leave(live.id, BELA, next(IDS))
    assert live.record.status == "ended"


async def test_a_table_is_ended_by_its_host_by_moderators_or_by_half_of_its_people(tables: Tables) -> None:
    """One player alone cannot, two of three can, and the host's absence does not matter."""
    live = await opened(tables, BELA, CLEO)
    await tables.start(live.id, ADA, next(IDS))
    _, done = await tables.end(live.id, BELA, next(IDS), moderator=False)
    assert done.kind == "agree"
    assert live.record.status == "playing"
    with pytest.raises(Declined, match="agreed"):
        await tables.end(live.id, BELA, next(IDS), moderator=False)
    _, done = await tables.end(live.id, CLEO, next(IDS), moderator=False)
    assert done.kind == "end"
    assert live.record.status == "ended"
    second = await opened(tables, BELA)
    assert (await tables.end(second.id, CLEO, next(IDS), moderator=True))[1].kind == "end"
    third = await opened(tables, BELA)
    assert (await tables.end(third.id, ADA, next(IDS), moderator=False))[1].kind == "end"


async def test_a_server_keeps_no_more_tables_than_it_may(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts tables under way in that server; those in memory are let go and come back."""
    monkeypatch.setattr(tables, "_max_live", 3)
    monkeypatch.setattr(module, "KEPT", 2)
    first = await opened(tables)
    for _ in range(2):
        await opened(tables)
    with pytest.raises(Declined, match="3 tables under way"):
        await opened(tables)
    again = await tables.find(first.id)
    assert again is not first
    assert again.names() == ("Ada",)
    await tables.join(first.id, BELA, next(IDS))
    assert (await tables.find(first.id)).names() == ("Ada", "Bela")
    with pytest.raises(UnknownTable):
        await tables.find(99)


async def test_wrong_options_open_nothing(tables: Tables) -> None:
    """An ante that is no multiple of three, an unknown option."""
    wrong: tuple[dict[str, int], ...] = ({"ante": 4}, {"speed": 1})
    for options in wrong:
        with pytest.raises(Refusal):
            await tables.open(VOREN, options, (1, 2), ADA, next(IDS))
    assert await tables.store.live_tables() == []


async def test_a_message_posted_during_a_commit_stays_known(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is being kept while the table gets another message does not bring the old message back."""
    live = await opened(tables, BELA)
    await tables.start(live.id, ADA, next(IDS))
    await tables.reposted(live, 2, 500, live.record.seq)
    keep, waiting, go = tables.store.append, asyncio.Event(), asyncio.Event()

    async def slow(write: Append) -> int:
        waiting.set()
        await go.wait()
        return await keep(write)

    monkeypatch.setattr(tables.store, "append", slow)
    move = asyncio.create_task(tables.leave(live.id, BELA, next(IDS)))
    await waiting.wait()
    await tables.reposted(live, 2, 600, live.record.seq)
    go.set()
    await move
    assert live.record.message == 600
    kept = await tables.store.table(live.id)
    assert kept is not None
    assert kept.message == 600


async def test_a_table_read_anew_shares_its_message_with_whoever_was_showing_it(tables: Tables) -> None:
    """Two copies of a table in memory never edit its message at once, and both know which message it is."""
    before = await opened(tables, BELA)
    tables.forget(before.id)
    after = await tables.find(before.id)
    assert after is not before
    assert after.showing is before.showing
    await tables.reposted(before, 2, 700, before.record.seq)
    assert after.record.message == before.record.message == 700


@pytest.mark.parametrize(("mention", "waits"), [(None, 60), (0, 0), (3600, 3600), (NEVER, None)])
async def test_a_table_has_its_own_patience_before_it_mentions_anybody(
    tables: Tables, mention: int | None, waits: int | None
) -> None:
    """The option says when; a rematch and a restart find it with the table."""
    settings = {} if mention is None else {MENTION: mention}
    live = await tables.open(VOREN, {"hands": 1}, (1, 2), ADA, next(IDS), settings=settings)
    await tables.join(live.id, BELA, next(IDS))
    tables.forget(live.id)
    live, _ = await tables.start(live.id, ADA, next(IDS))
    owed = [work for work in await tables.store.work(live.id) if work.kind == "ping"]
    if waits is None:
        assert owed == []
    else:
        assert [round((work.due - live.record.updated) / 1000) for work in owed] == [waits]
