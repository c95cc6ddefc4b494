"""Work that falls due: what is owed is owed once, the last state wins, and what no longer holds is taken back."""

import pytest

from data.store import Store
from data.tables import work_repository as module
from data.tables.events import EventKind
from data.tables.records import NewWork
from data.tables.work import POSTED, Subject, SubjectKind, WorkKind, WorkState
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST, create_table, make_draft, make_move, make_refresh, make_step


def make_ping(seat: int, event: int, due: int = 200) -> NewWork:
    return NewWork(WorkKind.PING, f"{seat}:{event}", event, {"seat": seat}, due)


async def test_refreshes_are_coalesced_to_the_last_event_at_the_earliest_time(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1, due=100)])
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2, due=150),)))
    await store.tables.append(make_step(table.id, 2, work=(make_refresh(3, due=90),)))
    (first,) = await store.work.of_table(table.id)
    assert (first.kind, first.key, first.seq, first.due, first.state) == (WorkKind.REFRESH, "", 3, 90, WorkState.DUE)
    assert first.payload == {"seq": 3}


async def test_due_gives_the_longest_due_first_and_no_more_than_asked(store: Store) -> None:
    first = await store.tables.create(make_draft(), (), [make_refresh(1, due=300), make_ping(0, 1, due=100)])
    second = await store.tables.create(make_draft(), (), [make_refresh(1, due=200)])
    assert await store.work.next_due() == 100
    assert [(n.table, n.kind) for n in await store.work.due(250, 10)] == [
        (first.id, WorkKind.PING),
        (second.id, WorkKind.REFRESH),
    ]
    assert [n.due for n in await store.work.due(1_000, 1)] == [100]
    assert await store.work.due(99, 10) == []
    for work_item in await store.work.due(1_000, 10):
        await store.work.mark(work_item.id, WorkState.DONE, seq=work_item.seq)
    assert await store.work.next_due() is None


async def test_a_refresh_asked_for_during_its_delivery_stays_due(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    (sending,) = await store.work.due(100, 1)
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2, due=500),)))
    assert (
        await store.work.mark(sending.id, WorkState.DONE, seq=sending.seq, channel=CHANNEL, message=5) == WorkState.DUE
    )
    (first,) = await store.work.of_table(table.id)
    assert (first.state, first.seq, first.channel, first.message) == (WorkState.DUE, 2, CHANNEL, 5)
    assert await store.work.mark(sending.id, WorkState.DONE, seq=2) == WorkState.DONE
    assert await store.work.of_table(table.id) == []
    await store.tables.append(make_step(table.id, 2, work=(make_refresh(3, due=600),)))
    (first,) = await store.work.of_table(table.id)
    assert (first.state, first.seq, first.due, first.message) == (WorkState.DUE, 3, 600, None)
    assert first.id != sending.id


@pytest.mark.parametrize("state", [WorkState.DONE, WorkState.CANCELLED])
async def test_finished_work_stays_only_while_its_message_may_change(store: Store, state: WorkState) -> None:
    for kind in WorkKind:
        table = await store.tables.create(make_draft(), [make_move()], [NewWork(kind)])
        (work,) = await store.work.of_table(table.id)
        assert await store.work.mark(work.id, state, seq=work.seq) == state
        work_states = [row.state for row in await store.work.of_table(table.id)]
        assert work_states == ([state] if kind in POSTED else [])
        assert await store.work.mark(work.id, state) == (state if kind in POSTED else None)


async def test_work_shown_by_the_message_is_deleted(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1), make_ping(0, 1)])
    other = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2),)))
    await store.tables.record_board(table.id, 1, CHANNEL, 5)
    assert [(n.table, n.kind) for n in await store.work.due(200, 9)] == [
        (table.id, WorkKind.REFRESH), (other.id, WorkKind.REFRESH), (table.id, WorkKind.PING),
    ]  # fmt: skip
    await store.tables.record_board(table.id, 2, CHANNEL, 5)
    assert [(n.table, n.kind) for n in await store.work.due(200, 9)] == [
        (other.id, WorkKind.REFRESH),
        (table.id, WorkKind.PING),
    ]
    await store.tables.append(make_step(table.id, 2, work=(make_refresh(3, due=50),)))
    assert [n.seq for n in await store.work.due(50, 9)] == [3]


async def test_a_retry_waits_and_counts_and_a_new_move_shortens_the_waiting(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    (work,) = await store.work.of_table(table.id)
    await store.work.retry(work.id, 900)
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2, due=150),)))
    (work,) = await store.work.of_table(table.id)
    assert (work.tries, work.due, work.seq) == (1, 150, 2)
    await store.work.retry(work.id, 1_800)
    assert [n.tries for n in await store.work.due(1_800, 5)] == [2]
    await store.work.mark(work.id, WorkState.DONE, seq=2)
    await store.tables.append(make_step(table.id, 2, work=(make_refresh(3, due=160),)))
    (work,) = await store.work.of_table(table.id)
    assert (work.tries, work.due) == (0, 160)


async def test_failed_work_is_due_as_the_moved_table_asks(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    (tried,) = await store.work.due(200, 1)
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2, due=150),)))
    await store.work.retry(tried.id, 900, seq=tried.seq)
    (work,) = await store.work.of_table(table.id)
    assert (work.tries, work.due) == (1, 100)
    await store.work.retry(tried.id, 900, seq=2)
    (work,) = await store.work.of_table(table.id)
    assert (work.tries, work.due) == (2, 900)


async def test_a_ping_not_yet_sent_is_dropped_with_the_move_that_answers_it(store: Store) -> None:
    table = await store.tables.create(
        make_draft(), [make_move()], [make_ping(0, 1), make_ping(1, 1), NewWork(WorkKind.FIND_BOARD, "0:1", due=9)]
    )
    await store.tables.append(make_step(table.id, 1, work=(make_ping(1, 2),), drop=((WorkKind.PING, "0:1"),)))
    states = {(work.kind, work.key): work.state for work in await store.work.of_table(table.id)}
    assert states == {
        (WorkKind.PING, "0:1"): WorkState.CANCELLED,
        (WorkKind.PING, "1:1"): WorkState.DUE,
        (WorkKind.FIND_BOARD, "0:1"): WorkState.DUE,
        (WorkKind.PING, "1:2"): WorkState.DUE,
    }


async def test_star_drops_matching_keys_at_this_table_only(store: Store) -> None:
    other = await store.tables.create(make_draft(), (), [make_ping(1, 1)])
    table = await store.tables.create(
        make_draft(), [make_move()], [make_ping(1, 1), make_ping(1, 2), make_ping(11, 1), make_ping(0, 1)]
    )
    await store.tables.append(make_step(table.id, 1, work=(make_ping(1, 3),), drop=((WorkKind.PING, "1:*"),)))
    states = {row.key: row.state for row in await store.work.of_table(table.id)}
    assert states == {
        "1:1": WorkState.CANCELLED,
        "1:2": WorkState.CANCELLED,
        "11:1": WorkState.DUE,
        "0:1": WorkState.DUE,
        "1:3": WorkState.DUE,
    }
    assert [row.state for row in await store.work.of_table(other.id)] == [WorkState.DUE]
    await store.tables.append(make_step(table.id, 2, drop=((WorkKind.PING, "*"),)))
    assert {row.state for row in await store.work.of_table(table.id)} == {WorkState.CANCELLED}


async def test_a_sent_ping_is_taken_back_when_its_seat_has_moved(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_ping(0, 1)])
    (first,) = await store.work.due(200, 1)
    assert await store.work.mark(first.id, WorkState.DONE, seq=first.seq, channel=CHANNEL, message=77) == WorkState.DONE
    assert await store.work.due(10**15, 9) == []
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "0:1"),)))
    (back,) = await store.work.due(10**15, 9)
    assert (back.state, back.channel, back.message) == (WorkState.RETRACT, CHANNEL, 77)
    await store.work.retry(back.id, 10**14, state=WorkState.RETRACT)
    assert [n.tries for n in await store.work.due(10**14, 9)] == [1]
    assert await store.work.mark(back.id, WorkState.CANCELLED) == WorkState.CANCELLED
    assert await store.work.due(10**15, 9) == []


async def test_a_ping_dropped_while_it_was_being_sent_is_taken_back(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_ping(0, 1)])
    (sending,) = await store.work.due(200, 1)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "0:1"),)))
    assert (
        await store.work.mark(sending.id, WorkState.DONE, seq=sending.seq, channel=CHANNEL, message=GUEST)
        == WorkState.RETRACT
    )
    (back,) = await store.work.due(10**15, 9)
    assert (back.state, back.message) == (WorkState.RETRACT, GUEST)


async def test_a_ping_dropped_while_it_was_tried_in_vain_is_taken_back_at_once(store: Store) -> None:
    """It may stand there, its answer lost: that the try failed does not put its withdrawal off."""
    table = await store.tables.create(make_draft(), [make_move()], [make_ping(0, 1)])
    (sending,) = await store.work.due(200, 1)
    assert await store.work.begin(sending.id, CHANNEL)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "0:1"),)))
    (back,) = await store.work.due(10**15, 9)
    await store.work.retry(sending.id, 10**15, state=sending.state, seq=sending.seq)
    assert await store.work.due(back.due, 9) == [back]
    await store.work.retry(back.id, 10**15, state=back.state, seq=back.seq)
    assert await store.work.due(back.due, 9) == []


async def test_a_refresh_dropped_while_it_was_delivered_is_settled(store: Store) -> None:
    """Whoever posted the board anew has shown what was owed: there is no message to take back, and nothing to do."""
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    (first,) = await store.work.due(200, 1)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.REFRESH, "*"),)))
    assert await store.work.mark(first.id, WorkState.DONE, seq=first.seq) == WorkState.DONE
    assert await store.work.next_due() is None
    assert await store.work.due(10**15, 9) == []


async def test_work_given_up_stays_until_requested_again(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1)])
    (first,) = await store.work.due(200, 1)
    assert await store.work.mark(first.id, WorkState.FAILED, seq=first.seq) == WorkState.FAILED
    assert await store.work.next_due() is None
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2),)))
    assert [n.seq for n in await store.work.due(200, 1)] == [2]


async def test_work_that_does_not_exist_is_no_error(store: Store) -> None:
    table = await create_table(store)
    assert await store.work.mark(404, WorkState.DONE) is None
    await store.work.retry(404, 5)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "none"),)))
    assert await store.work.of_table(table.id) == []


async def test_settled_work_is_deleted_after_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_ping(seat, 1) for seat in range(4)])
    sent, given_up, _, _ = await store.work.due(200, 4)
    await store.work.mark(sent.id, WorkState.DONE, seq=sent.seq, channel=CHANNEL, message=77)
    await store.work.mark(given_up.id, WorkState.FAILED, seq=given_up.seq)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "2:1"),)))
    assert await store.work.purge(0) == 0
    monkeypatch.setattr(module, "PURGE_BATCH_SIZE", 1)  # in as many transactions as it takes
    assert await store.work.purge(10**15) == 2
    assert [work.key for work in await store.work.of_table(table.id, WorkKind.PING)] == ["0:1", "3:1"]
    assert await store.work.of_table(table.id, WorkKind.FIND_BOARD) == []
    assert {work.key: work.state for work in await store.work.of_table(table.id)} == {
        "0:1": WorkState.DONE,
        "3:1": WorkState.DUE,
    }


async def test_each_kind_can_be_asked_for_alone(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1, due=100), make_ping(0, 1, due=200)])
    assert [n.kind for n in await store.work.due(300, 9, (WorkKind.PING, WorkKind.FIND_BOARD))] == [WorkKind.PING]
    assert await store.work.due(300, 9, ()) == []
    assert await store.work.next_due(kinds=(WorkKind.PING,)) == 200
    assert await store.work.next_due(100) == 200
    assert await store.work.next_due(200) is None
    (work, _) = await store.work.of_table(table.id)
    await store.work.reschedule(work.id, 500)
    assert [(n.due, n.tries) for n in await store.work.due(500, 9, (WorkKind.REFRESH,))] == [(500, 0)]


async def test_parked_work_is_due_only_when_woken_or_enqueued(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1), make_ping(0, 1, due=10**14)])
    other = await store.tables.create(make_draft(guild=5), [make_move()], [make_refresh(1)])
    for work in await store.work.due(200, 9):
        assert await store.work.mark(work.id, WorkState.PARKED, seq=work.seq) == WorkState.PARKED
    assert await store.work.due(200, 9) == []
    assert await store.work.parked() == {
        (GUILD, Subject(SubjectKind.TABLE, table.id)),
        (5, Subject(SubjectKind.TABLE, other.id)),
    }
    await store.tables.append(make_step(table.id, 1, work=(make_refresh(2),)))
    assert [n.seq for n in await store.work.due(200, 9)] == [2]
    assert await store.work.park_guild(GUILD) == 2
    assert await store.work.due(10**15, 9) == []
    assert await store.work.wake(Subject(SubjectKind.GUILD, 5)) == 1
    assert await store.work.wake(Subject(SubjectKind.TABLE, table.id)) == 2
    assert [(n.table, n.kind, n.due) for n in await store.work.due(10**15, 9)] == [
        (table.id, WorkKind.REFRESH, 100), (other.id, WorkKind.REFRESH, 100), (table.id, WorkKind.PING, 10**14),
    ]  # fmt: skip
    assert await store.work.parked() == set()


async def test_shown_or_dropped_work_is_no_longer_parked(store: Store) -> None:
    table = await store.tables.create(make_draft(), [make_move()], [make_refresh(1), make_ping(0, 1)])
    for work in await store.work.due(200, 9):
        await store.work.mark(work.id, WorkState.PARKED, seq=work.seq)
    await store.tables.record_board(table.id, 1, CHANNEL, 5)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "*"),)))
    (dropped,) = await store.work.of_table(table.id)
    assert dropped.state == WorkState.CANCELLED
    ping_id = dropped.id
    assert await store.work.mark(ping_id, WorkState.PARKED, seq=1) == WorkState.CANCELLED
    assert await store.work.wake(Subject(SubjectKind.GUILD, GUILD)) == 0


async def test_a_message_that_may_have_been_posted_is_taken_back(store: Store) -> None:
    """Its process ended between posting and noting it: the row says where to look, and there is no message yet."""
    table = await store.tables.create(make_draft(), [make_move()], [make_ping(0, 1)])
    (work,) = await store.work.due(200, 1)
    assert await store.work.begin(work.id, CHANNEL)
    await store.tables.append(make_step(table.id, 1, drop=((WorkKind.PING, "0:1"),)))
    (back,) = await store.work.due(10**15, 9)
    assert (back.state, back.channel, back.message) == (WorkState.RETRACT, CHANNEL, None)
    assert not await store.work.begin(work.id, CHANNEL)


async def test_the_first_try_in_a_channel_says_when_a_message_may_have_been_posted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.tables.create(make_draft(), [make_move()], [make_ping(0, 1)])
    (work,) = await store.work.due(200, 1)
    assert work.begun_at is None
    begun: list[int | None] = []
    for now, channel in ((1000, CHANNEL), (2000, CHANNEL), (3000, CHANNEL + 1)):
        monkeypatch.setattr(store.work, "_clock", lambda now=now: now)
        assert await store.work.begin(work.id, channel)
        (again,) = await store.work.due(200, 1)
        begun.append(again.begun_at)
    assert begun == [1000, 1000, 3000]


async def test_a_notice_comes_with_the_event_that_it_tells_of(store: Store) -> None:
    """Both have a number, a table and a kind: neither has the other's."""
    notice = NewWork(WorkKind.ANNOUNCE, "rose", 2, {"user": HOST}, 100)
    table = await store.tables.create(
        make_draft(), [make_move(), make_move("fold", name="Hal")], [notice, make_refresh(2)]
    )
    ((work, event),) = await store.notices.of(table.id, [EventKind.MOVE])
    assert (work.table_id, work.kind, work.key, work.seq, work.due) == (table.id, WorkKind.ANNOUNCE, "rose", 2, 100)
    assert (work.payload, work.state) == ({"user": HOST}, WorkState.DUE)
    assert (event.table, event.seq, event.kind, event.seat) == (table.id, 2, EventKind.MOVE, 0)
    assert (event.text, event.public, event.user, event.name) == ("", {"text": "fold"}, HOST, "Hal")
    assert await store.notices.of(table.id, [EventKind.SIT]) == []
