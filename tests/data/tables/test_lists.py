"""What lists of tables ask of the store."""

from __future__ import annotations

from data.store import Store
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent
from tests.data.makers import GUEST, HOST, make_draft, make_seat
from tests.support.databases import Place


async def test_invitations_are_listed_for_lobbies(place: Place) -> None:
    """To lobbies alone, and only while the last that was heard of it is the invitation."""
    store = await Store.open(place.database())
    after: tuple[tuple[EventKind, ...], ...] = (
        (),
        (EventKind.INVITE,),
        (EventKind.INVITE, EventKind.DECLINE),
        (EventKind.INVITE, EventKind.DECLINE, EventKind.INVITE),
        (EventKind.INVITE, EventKind.DISMISS),
        (EventKind.INVITE, EventKind.JOIN),
        (EventKind.INVITE, EventKind.JOIN, EventKind.LEAVE),
        (EventKind.INVITE, EventKind.JOIN, EventKind.LEAVE, EventKind.INVITE),
    )
    results: list[int] = []
    for kinds in after:
        events = [NewEvent(EventKind.JOIN, 0, user=HOST), *(NewEvent(kind, user=GUEST) for kind in kinds)]
        results.append((await store.tables.create(make_draft(), events, (), [make_seat(0)])).id)
    begun = await store.tables.create(make_draft(), [NewEvent(EventKind.INVITE, user=GUEST)], (), [make_seat(0)])
    await store.tables.append(Append(begun.id, 1, (NewEvent(EventKind.START),), changes={"status": "playing"}))
    assert await store.lists.invited(GUEST) == [results[1], results[3], results[7]]
    assert await store.lists.invited(HOST) == []
    await store.close()


async def test_when_events_happened(place: Place) -> None:
    """However many are asked for; what there is not has no moment."""
    now = 0

    def clock() -> int:
        return now

    store = await Store.open(place.database(), clock=clock)
    question: dict[tuple[int, int], int] = {}
    for now in range(1000, 1150):
        table = await store.tables.create(make_draft(), [NewEvent(EventKind.JOIN, 0, user=HOST)], (), [make_seat(0)])
        question[table.id, 1] = now
    assert await store.lists.moments([*question, (1, 2), (9999, 1)]) == question
    assert await store.lists.moments([]) == {}
    await store.close()
