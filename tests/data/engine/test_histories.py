"""Any history of writes by several writers, with commits that fail, leaves what a plain model of the store has."""

import asyncio
import itertools
from dataclasses import dataclass, field, replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.engine.errors import StoreError
from data.store import Store
from data.tables.errors import DuplicateInteraction, SequenceTaken, UnknownTable
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewWork
from data.tables.work import WorkKind, WorkState
from tests.data.makers import Gate, make_draft, read_table
from tests.support.databases import Place

TABLES = 3


@dataclass
class Model:
    """A plain model of the store: logs, work by key, and who has which interaction."""

    logs: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    owed: dict[tuple[int, str, str], tuple[int, str]] = field(
        default_factory=dict[tuple[int, str, str], tuple[int, str]]
    )
    interactions: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])

    def append(self, write: Append) -> int | type[StoreError]:
        """Return what the store ought to answer. Change the model only if it accepts."""
        if write.table not in self.logs:
            return UnknownTable
        if any(event.interaction in self.interactions for event in write.events):
            return DuplicateInteraction
        if len(self.logs[write.table]) != write.after:
            return SequenceTaken
        for kind, key in write.drop:
            for place, (seq, state) in self.owed.items():
                hit = place[2] == key or (key.endswith("*") and place[2].startswith(key[:-1]))
                if place[:2] == (write.table, kind) and hit and state == WorkState.DUE:
                    self.owed[place] = (seq, WorkState.CANCELLED)
        log = self.logs[write.table]
        for event in write.events:
            log.append(event.text)
            if event.interaction is not None:
                self.interactions[event.interaction] = (write.table, len(log))
        for row in write.work:
            place = (write.table, row.kind, row.key)
            self.owed[place] = (max(row.seq, self.owed.get(place, (0, ""))[0]), WorkState.DUE)
        return len(log)


events = st.builds(
    NewEvent,
    kind=st.just(EventKind.MOVE),
    text=st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4),
    interaction=st.none() | st.integers(1, 6),
)
several = st.lists(events, max_size=3).filter(
    lambda results: len(list_claims(results)) == len(set(list_claims(results)))
)
owed = st.builds(
    NewWork,
    st.sampled_from([WorkKind.REFRESH, WorkKind.PING]),
    st.sampled_from(["", "1:1", "1:2", "2:1"]),
    st.integers(0, 9),
)
drops = st.tuples(st.sampled_from([WorkKind.PING, WorkKind.REFRESH]), st.sampled_from(["", "1:1", "1:*", "*"]))


def list_claims(results: list[NewEvent]) -> list[int]:
    return [event.interaction for event in results if event.interaction is not None]


@st.composite
def crowds(draw: st.DrawFn) -> list[list[tuple[int, int, Append]]]:
    """Draw crowds of writes that arrive together, each about at the table's last event."""
    write = st.builds(
        lambda table, off, result, owed, gone: (
            table,
            off,
            Append(table, 0, tuple(result), tuple(owed), drop=tuple(gone)),
        ),
        st.integers(1, TABLES + 1),
        st.sampled_from([0, 0, 0, 0, -1, 1]),
        several,
        st.lists(owed, max_size=2),
        st.lists(drops, max_size=2),
    )
    return draw(st.lists(st.lists(write, min_size=1, max_size=5), min_size=1, max_size=5))


def test_any_history_is_what_the_model_says(place: Place) -> None:
    gate, first = Gate(), itertools.count(step=1_000)
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(place.database(), fault=gate))

        @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
        @given(crowds(), st.integers(1, 12))
        def any_history(history: list[list[tuple[int, int, Append]]], failing: int) -> None:
            runner.run(play_history(store, gate, next(first), history, failing))

        any_history()
        runner.run(store.close())


async def play_history(
    store: Store, gate: Gate, first: int, history: list[list[tuple[int, int, Append]]], failing: int
) -> None:
    """Play one history at tables of its own, its interactions numbered from `first`; one of its commits fails."""
    gate.raising = {}
    tables = [(await store.tables.create(make_draft())).id for _ in range(TABLES)]
    model = Model({table: [] for table in tables})
    gate.reset()
    gate.raising = {(failing, "before commit"): OSError("the commit fails")}
    for crowd in history:
        writes: list[Append] = []
        ahead = {table: len(log) for table, log in model.logs.items()}
        for number, off, write in crowd:
            table = tables[number - 1] if number <= TABLES else 10**9
            after = max(0, ahead.get(table, 0) + off)
            results = [
                event if event.interaction is None else renumber_interaction(event, first) for event in write.events
            ]
            writes.append(Append(table, after, tuple(results), write.work, drop=write.drop))
            if off == 0 and table in ahead:
                ahead[table] = after + len(results)
        before = gate.commits
        outcomes = await asyncio.gather(*map(store.tables.append, writes), return_exceptions=True)
        alone_and_failed = len(writes) == 1 and before < failing <= gate.commits
        for write, outcome in zip(writes, outcomes, strict=True):
            if alone_and_failed:
                assert isinstance(outcome, StoreError)
                continue
            expected = model.append(write)
            assert (outcome if isinstance(outcome, int) else type(outcome)) == expected
            if isinstance(outcome, DuplicateInteraction):
                place = (outcome.record.table, outcome.record.seq)
                assert outcome.record.interaction is not None
                assert model.interactions[outcome.record.interaction] == place
    for table, log in model.logs.items():
        assert [event.text for event in await store.tables.log(table)] == log
        assert (await read_table(store, table)).seq == len(log)
        owed = {(table, n.kind, n.key): (n.seq, n.state) for n in await store.work.of_table(table)}
        assert owed == {place: value for place, value in model.owed.items() if place[0] == table}
    for interaction, place in model.interactions.items():
        result = await store.tables.event_of_interaction(interaction)
        assert result is not None
        assert (result.table, result.seq) == place


def renumber_interaction(event: NewEvent, first: int) -> NewEvent:
    """Return the event with an interaction of this history's own."""
    return replace(event, interaction=first + (event.interaction or 0))
