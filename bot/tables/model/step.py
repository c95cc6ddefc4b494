"""The events and changes that one act adds to a table. They hold only once they are stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Final, Unpack

from bot.common.errors import Declined
from bot.tables.model import tries
from bot.tables.model.automatic_moves import NO_CHOICE
from bot.tables.model.fair_draws import DEALER, Drawing
from bot.tables.model.table_state import TableState, computers_to_act, evolve
from data.people.records import NewAct
from data.tables.events import (
    ChanceCards,
    ChancePayload,
    CommitPayload,
    CommitSecret,
    EventKind,
    MovePayload,
    MoveSecret,
    RevealPayload,
    StartPayload,
)
from data.tables.records import (
    EventRecord,
    Limits,
    NewEvent,
    NewHand,
    NewWork,
    RecordChanges,
    SeatRecord,
    TableRecord,
    WorkKind,
)
from data.tables.settings import TableSettings
from data.tables.work import AnnouncementPayload
from rules.contract import State
from rules.shuffle import SECRET_BYTES, Draw, first_dealer, order_for

NOT_BEGUN: Final = "The game has not started yet."


class Step:
    """A table before one act, the new events, and the table after them, which is theirs until they are kept."""

    def __init__(self, before: TableState, secret: Callable[[int], bytes], at: int) -> None:
        self.before = before
        self.after = before.snapshot()
        """The table after the events so far. Its row is the one before the step: see `changes` and `seats`."""
        self.at = at
        """The time of the step (ms)."""
        self.events: list[NewEvent] = []
        self.hands: list[NewHand] = []
        """The hands that the events bring to their end."""
        self.settled_hand: NewHand | None = None
        """The hand before them whose debts the events pay."""
        self.work: list[NewWork] = []
        self.drop: list[tuple[WorkKind, str]] = []
        """Work, by kind and key, that no longer holds after the step."""
        self.changes: RecordChanges = {}
        """Fields of the table's row that change, by name."""
        self.seats: tuple[SeatRecord, ...] | None = None
        """The seats as they will be; None if they stay as they are."""
        self.limits: Limits | None = None
        """The limits of tables under way, where the step restores or moves the table; None for other steps."""
        self.act: NewAct | None = None
        """The act of a moderator that the step makes; None for other people."""
        self._secret = secret

    @property
    def record(self) -> TableRecord:
        """The table's row before the step."""
        return self.before.record

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self.record.seq + len(self.events) + 1

    @property
    def last_seq(self) -> int:
        """The number of the last event so far."""
        return self.next_seq - 1

    @property
    def settings(self) -> TableSettings:
        """The table's settings as they will be."""
        return self.changes.get("settings", self.record.settings)

    def update_settings(self, **settings: Unpack[TableSettings]) -> None:
        """Change settings of the table, by name; what the step has settled before stays."""
        self.changes["settings"] = {**self.settings, **settings}

    def players(self) -> tuple[SeatRecord, ...]:
        """Return the seats as they will be."""
        return self.record.seats if self.seats is None else self.seats

    def computers(self) -> tuple[int, ...]:
        """Return the seats to act after the step that a computer plays."""
        return computers_to_act(self.after.state, self.players(), self.settings)

    def add(self, event: NewEvent) -> None:
        """Add an event. Raises what `evolve` raises."""
        event_record = EventRecord(
            self.record.id, self.next_seq, event.kind, event.seat, event.text, event.public, event.hidden,
            event.interaction, event.user, self.at, event.name,
        )  # fmt: skip
        evolve(self.after, event_record)
        self.events.append(event)

    def announce(self, events: int = 1) -> None:
        """Enqueue an announcement of the last event, or of the last `events`."""
        seq = self.next_seq - events
        payload = AnnouncementPayload(events=events)
        self.work.append(NewWork(WorkKind.ANNOUNCE, str(seq), seq, payload, self.at))

    def commit(self, name: str) -> None:
        """Fix the secret of the draw `name` and show its commitment."""
        attempt = self.record.settings.get("attempt")
        self.add(committed(name, self._secret(SECRET_BYTES) if attempt is None else tries.draw_secret(attempt, name)))

    def reveal_secrets(self) -> None:
        """Show the secrets of all draws that are done; nobody need hold them any longer."""
        for name, drawing in self.after.draws.drawings.items():
            if drawing.contributions is not None:
                self.add(NewEvent(EventKind.REVEAL, text=name, public=RevealPayload(secret=drawing.secret.hex())))

    def close_table(self) -> None:
        """Close the table after its `end` event: show the secrets, and keep what the payment of debts has changed."""
        self.reveal_secrets()
        self.changes["status"] = "ended"
        if self.after.last_hand is not self.before.last_hand:
            self.settled_hand = self.after.last_hand
            self._keep_points()

    def _draw(self, name: str) -> Draw:
        """Return the stream of the draw `name`, from its secret and the contributions so far.

        A lesson whose deal was chosen for what it teaches has the same cards every time; so have all tries at a deal.
        """
        if deal := self.record.settings.get("deal"):
            return Draw(sha256(deal.encode()).digest(), "lesson", name, ())
        if (attempt := self.record.settings.get("attempt")) is not None:
            return tries.draw(attempt, name, self.after.draws.drawings[name].secret)
        draws = self.after.draws
        return Draw(draws.drawings[name].secret, str(self.record.id), name, draws.contributions)

    def start_game(self, interaction: int | None, user: int, dealer: int | None = None) -> None:
        """Deal the first hand: `dealer` is set for a lesson or a try; None: the first dealer is drawn."""
        seats = len(self.players())
        drawn = first_dealer(self._draw(DEALER), seats)
        public = StartPayload(seats=seats, dealer=drawn)
        if dealer is not None:
            public = StartPayload(seats=seats, dealer=dealer, chosen=True)
        self.add(NewEvent(EventKind.START, public=public, interaction=interaction, user=user))
        self.changes["status"] = "playing"
        self.changes["rules_version"] = self.after.game.version  # the lobby may be of an older one
        self.reveal_secrets()
        self.draw_cards()

    def draw_cards(self) -> None:
        """Supply the cards that the game awaits, and commit to the next draw."""
        state = self.after.state
        if state is None or state.expects is None:
            raise Declined("No cards are awaited at this table.")
        expects, name = state.expects, self.after.draws.waiting().name
        attempt = self.record.settings.get("attempt")
        fixed_order = None if attempt is None else tries.pack(attempt, name)
        cards = order_for(self._draw(name), expects) if fixed_order is None else list(fixed_order)
        self.add(
            NewEvent(
                EventKind.CHANCE, text=expects.event, public=ChancePayload(draw=name), hidden=ChanceCards(cards=cards)
            )
        )
        self.commit(str(int(name) + 1))

    def move(
        self,
        seat: int,
        text: str,
        interaction: int | None,
        user: int | None,
        public: MovePayload | None = None,
        *,
        hidden: MoveSecret | None = None,
    ) -> str:
        """Make a move, then the draw that follows or the end of the hand; returns it as the log has it. Raises Refusal.

        `hidden` says, for its player alone, that it was made for them: UNASKED_SECRET or PREMOVE_SECRET, or NO_CHOICE
        on time-out.
        """
        before = self.after.state
        if before is None:
            raise Declined(NOT_BEGUN)
        if "late" in (public or {}) and not has_choice(before, seat):
            hidden = NO_CHOICE
        before.apply(seat, text)  # the game refuses it here, before its text is read for the log
        text = self.before.game.canonical(text)
        self.add(NewEvent(EventKind.MOVE, seat, text, public or {}, hidden, interaction=interaction, user=user))
        now = self.after.state
        if not self.after.hand_start_seq:
            self._end_hand()
        elif now is not None and now.expects is not None:
            self.draw_cards()
        return text

    def move_forced(self) -> None:
        """Make at once every move that leaves no choice, as everybody can tell, where the table wants that."""
        while self.record.settings.get("forced", True) and (forced := self._forced()) is not None:
            self.move(*forced, None, None, public=MovePayload(forced=True))

    def _forced(self) -> tuple[int, str] | None:
        """Return the seat that has no choice, and its move."""
        state = self.after.state
        if state is None or len(state.to_act) != 1:
            return None
        (seat,) = state.to_act
        is_forced = not has_choice(state, seat) and self.before.game.conduct.is_forced(state.view(None))
        return (seat, state.legal(seat).moves[0]) if is_forced else None

    def _end_hand(self) -> None:
        """Show the secrets of the hand that is over, and keep its points."""
        self.reveal_secrets()
        state, hand = self.after.state, self.after.last_hand
        if state is None or not isinstance(hand, NewHand):
            raise TypeError("a hand that ended without a move")
        self.hands.append(hand)
        self._keep_points()
        if state.finished or self.record.lesson:
            self.changes["status"] = "over"

    def _keep_points(self) -> None:
        """Keep the points of the position."""
        if self.after.state is not None:
            totals = self.after.state.score().totals
            self.seats = tuple(replace(seat, points=totals[seat.seat]) for seat in self.players())


def has_choice(state: State, seat: int) -> bool:
    """Whether a seat to act has more than one move."""
    moves, templates = state.legal(seat)
    return len(moves) != 1 or bool(templates)


def committed(name: str, secret: bytes) -> NewEvent:
    """Return the event that fixes the secret of the draw `name` and shows its commitment."""
    public = CommitPayload(sha256=Drawing(name, secret).commitment)
    return NewEvent(EventKind.COMMIT, text=name, public=public, hidden=CommitSecret(secret=secret.hex()))
