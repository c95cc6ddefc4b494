"""A table in memory: what its log comes to. It is a cache; the log is the game.

`Live` is changed only by what has been kept. A `Step` gathers what one act adds to a table; it works on values of its
own and can be thrown away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.errors import Declined
from data.records import EventRecord, NewEvent, NewWork, SeatRecord, TableRecord
from rules.contract import Chance, Event, Game, Move, State
from rules.registry import game_named
from rules.shuffle import SECRET_BYTES, Draw, commitment, first_dealer, order_for
from rules.table import Table

DEALER: Final = "dealer"
"""The name of the draw that gives the first dealer; the others are named by their number, from 0."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A fair draw of this table (rules/shuffle.py): the secret is fixed; contributions are None until it is drawn."""

    name: str
    secret: bytes
    contributions: tuple[str, ...] | None = None
    shown: bool = False

    @property
    def commitment(self) -> str:
        """What the table is shown before the draw."""
        return commitment(self.secret)

    def __repr__(self) -> str:
        return f"Drawing({self.name!r})"


class Done(NamedTuple):
    """What an interaction did: the event's kind, seat, text and number; `again` if it had been done before."""

    kind: str
    seat: int | None
    text: str
    seq: int
    again: bool = False


def decided(
    before: State | None, after: State, mover: int | None, seq: int, known: Mapping[int, int]
) -> dict[int, int]:
    """For each seat to act, the number of the event that made its decision arise.

    A decision arises when a seat comes to act, when the hand or the phase changes, and after the seat's own move.
    """
    fresh = before is None or before.phase != after.phase or before.number != after.number
    return {seat: seq if fresh or seat == mover or seat not in known else known[seat] for seat in after.to_act}


class Live:
    """A table as its log has it. Hold `lock` while deciding on and keeping a step."""

    def __init__(self, record: TableRecord, showing: asyncio.Lock) -> None:
        self.lock = asyncio.Lock()
        self.showing = showing
        """Held by whoever posts or edits the public message, so that two never do it at once. It is the table's own:
        one that is forgotten and read anew from its log keeps it."""
        self.record = record
        self.game: Game = game_named(record.game)
        self.table: Table | None = None
        self.drawings: dict[str, Drawing] = {}
        self.contributions: tuple[str, ...] = ()
        self.decisions: dict[int, int] = {}
        self.done: dict[int, Done] = {}
        self.seen: dict[int, int] = {}
        """When each user last used the bot at this table (ms), to spare them a ping."""

    @property
    def id(self) -> int:
        """The table's number."""
        return self.record.id

    @property
    def name(self) -> str:
        """What people call the table."""
        return f"{self.game.name}, table {self.record.id}"

    def seat_of(self, user: int) -> int | None:
        """The seat of a person, or None."""
        return next((seat.seat for seat in self.record.seats if seat.user == user and seat.kind == "person"), None)

    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as they are (whoever shows them escapes them)."""
        return tuple(seat.name for seat in self.record.seats)

    def computers(self) -> tuple[int, ...]:
        """The seats to act that a computer plays."""
        if self.table is None or self.record.status != "playing":
            return ()
        kinds = {seat.seat: seat.kind for seat in self.record.seats}
        return tuple(seat for seat in self.table.state.to_act if kinds.get(seat) != "person")

    def awaiting(self) -> bool:
        """Whether the next hand waits for somebody to ask for it."""
        return self.record.status == "playing" and self.table is not None and self.table.state.expects is not None

    def fold(self, events: Iterable[EventRecord]) -> None:
        """Take kept events in, in order. Raises Refusal or KeyError where the log no longer replays."""
        for event in events:
            if event.kind == "start":
                self._start(event.public)
            elif event.kind in {"move", "chance"}:
                self._play(event)
            else:
                self.note(event)
            self.took(event)

    def _start(self, public: Mapping[str, object]) -> None:
        seats, dealer = public["seats"], public["dealer"]
        if not isinstance(seats, int) or not isinstance(dealer, int):
            raise TypeError("a start event without seats or dealer")
        self.table = Table.new(self.game, seats, self.record.options, dealer)
        drawn = self.drawings[DEALER]
        self.drawings[DEALER] = replace(drawn, contributions=self.contributions)

    def _play(self, event: EventRecord) -> None:
        if self.table is None:
            raise KeyError("a move before the start")
        before = self.table.state
        played = _event_of(event)
        self.table = self.table.event(played)
        mover = played.seat if isinstance(played, Move) else None
        self.decisions = decided(before, self.table.state, mover, event.seq, self.decisions)
        if event.kind == "chance":
            name = str(event.public["draw"])
            self.drawings[name] = replace(self.drawings[name], contributions=self.contributions)
            self.contributions = ()

    def note(self, event: EventRecord | NewEvent) -> None:
        """Take in an event that no game needs to know of."""
        if event.kind == "commit" and event.hidden is not None:
            self.drawings[event.text] = Drawing(event.text, bytes.fromhex(event.hidden["secret"]))
        elif event.kind == "reveal":
            self.drawings[event.text] = replace(self.drawings[event.text], shown=True)
        elif event.kind == "word":
            self.contributions = (*self.contributions, event.text)
        elif event.kind in {"join", "next"} and event.interaction is not None:
            self.contributions = (*self.contributions, str(event.interaction))

    def accept(self, step: Step, record: TableRecord) -> None:
        """Take in a step that has been kept; `record` is the row as it now is. The same as folding."""
        for seq, event in enumerate(step.events, start=self.record.seq + 1):
            if event.interaction is not None:
                self.done[event.interaction] = Done(event.kind, event.seat, event.text, seq, again=True)
        self.record = record
        self.table = step.table
        self.decisions = step.decisions
        self.drawings = step.drawings
        self.contributions = step.contributions

    def took(self, event: EventRecord) -> None:
        """Remember which interaction made `event`."""
        if event.interaction is not None:
            self.done[event.interaction] = Done(event.kind, event.seat, event.text, event.seq, again=True)


def _event_of(event: EventRecord) -> Event:
    if event.kind == "move":
        if event.seat is None:
            raise KeyError("a move without a seat")
        return Move(event.seat, event.text)
    return Chance(event.text, tuple((event.hidden or {})["cards"]))


class Step:
    """What one act adds to a table. Nothing of it is true until it has been kept."""

    def __init__(self, live: Live, secret: Callable[[int], bytes]) -> None:
        self.live = live
        self.record = live.record
        self.table = live.table
        self.decisions = live.decisions
        self.drawings = dict(live.drawings)
        self.contributions = live.contributions
        self.events: list[NewEvent] = []
        self.work: list[NewWork] = []
        self.changes: dict[str, object] = {}
        self.seats: tuple[SeatRecord, ...] | None = None
        self._secret = secret

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self.record.seq + len(self.events) + 1

    def players(self) -> tuple[SeatRecord, ...]:
        """The seats as they will be."""
        return self.record.seats if self.seats is None else self.seats

    def add(self, event: NewEvent) -> None:
        """Add an event that the game need not know of."""
        if event.kind in {"join", "next"} and event.interaction is not None:
            self.contributions = (*self.contributions, str(event.interaction))
        elif event.kind == "word":
            self.contributions = (*self.contributions, event.text)
        self.events.append(event)

    def commit(self, name: str) -> None:
        """Fix the secret of the draw `name` and show its commitment."""
        drawing = Drawing(name, self._secret(SECRET_BYTES))
        self.drawings[name] = drawing
        self.events.append(
            NewEvent(
                "commit", text=name, public={"sha256": drawing.commitment}, hidden={"secret": drawing.secret.hex()}
            )
        )

    def reveal(self) -> None:
        """Show the secrets of all draws that are done."""
        for name, drawing in list(self.drawings.items()):
            if drawing.contributions is not None and not drawing.shown:
                self.drawings[name] = replace(drawing, shown=True)
                self.events.append(NewEvent("reveal", text=name, public={"secret": drawing.secret.hex()}))

    def draw(self, name: str) -> Draw:
        """Draw `name` from its secret and the contributions so far."""
        drawing = replace(self.drawings[name], contributions=self.contributions)
        self.drawings[name] = drawing
        return Draw(drawing.secret, str(self.record.id), name, self.contributions)

    def start(self, interaction: int | None, user: int) -> None:
        """Draw the first dealer and deal the first hand."""
        seats = len(self.players())
        dealer = first_dealer(self.draw(DEALER), seats)
        public = {"seats": seats, "dealer": dealer, "contributions": list(self.contributions)}
        self.events.append(NewEvent("start", public=public, interaction=interaction, user=user))
        self.table = Table.new(self.live.game, seats, self.record.options, dealer)
        self.changes["status"] = "playing"
        self.reveal()
        self.chance()

    def chance(self) -> None:
        """Supply the cards that the game awaits, and commit to the next draw."""
        if self.table is None or self.table.state.expects is None:
            raise Declined("No cards are awaited at this table.")
        before = self.table.state
        expects = self.table.state.expects
        name = str(sum(1 for event in self.table.events if isinstance(event, Chance)))
        cards = order_for(self.draw(name), expects)
        public = {"draw": name, "contributions": list(self.contributions)}
        self.table = self.table.chance(expects.event, cards)
        self.decisions = decided(before, self.table.state, None, self.next_seq, self.decisions)
        self.events.append(NewEvent("chance", text=expects.event, public=public, hidden={"cards": cards}))
        self.contributions = ()
        self.commit(str(int(name) + 1))

    def move(self, seat: int, text: str, interaction: int | None, user: int | None) -> str:
        """Make a move; returns it as the log has it. Raises Refusal.

        A draw that falls within a hand follows at once; when the hand is over, its secrets are shown.
        """
        if self.table is None:
            raise Declined("The game has not begun yet.")
        before = self.table.state
        table = self.table.move(seat, text)
        made = table.events[-1]
        written = made.text if isinstance(made, Move) else text
        self.table = table
        self.decisions = decided(before, table.state, seat, self.next_seq, self.decisions)
        self.events.append(NewEvent("move", seat, written, interaction=interaction, user=user))
        if table.state.finished or table.hand_start == len(table.events):
            self._hand_over(table.state)
        elif table.state.expects is not None:
            self.chance()
        return written

    def _hand_over(self, state: State) -> None:
        self.reveal()
        totals = state.score().totals
        self.seats = tuple(replace(seat, points=totals[seat.seat]) for seat in self.players())
        if state.finished:
            self.changes["status"] = "over"
