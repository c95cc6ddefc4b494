"""A table in memory: what its log comes to. It is a cache; the log is the game.

`Live` is changed only by what has been kept. A `Step` gathers what one act adds to a table; it works on values of its
own and can be thrown away.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, NamedTuple, assert_never

from bot.common.errors import Declined
from bot.tables.model import finished_hands
from bot.tables.model.automatic_moves import NO_CHOICE, Maker, counted, handed_over, made_for_them, maker
from bot.tables.model.clock_terms import stood_in
from bot.tables.model.fair_draws import DEALER, Drawing, Draws
from bot.tables.model.partner_notes import Notes
from bot.tables.model.turn_state import LEARNT, LastLook, LastMove, Played, Snapshot, asked_anew, decided, last_move
from bot.tables.model.turn_timers import Tick, Ticking, begun_anew, ticking
from data.records import (
    EventRecord,
    HandRecord,
    NewAct,
    NewEvent,
    NewHand,
    NewWork,
    SeatRecord,
    Span,
    TableRecord,
    WorkKind,
)
from rules.contract import Chance, Event, Game, Move, State
from rules.registry import game_named
from rules.shuffle import SECRET_BYTES, Draw, first_dealer, order_for

DEAL: Final = "deal"
"""The lesson's setting: the name of the deal that was chosen for it; without it the cards are drawn."""

FRIENDLY: Final = "friendly"
"""The table's setting: whether hints may be asked for and moves taken back. Such a game is not rated."""

NOT_BEGUN: Final = "The game has not started yet."

FORCED: Final = "forced"
"""The table's setting: whether moves that leave no choice are made at once, as they are unless it says no."""


class Done(NamedTuple):
    """What an interaction did: the event's kind, seat, text and number; `again` if it had been done before."""

    kind: str
    seat: int | None
    text: str
    seq: int
    again: bool = False

    @classmethod
    def of(cls, event: EventRecord) -> Done:
        """What an interaction had done before it came again."""
        return cls(event.kind, event.seat, event.text, event.seq, again=True)


class Live:
    """A table as its log has it. Hold `lock` while deciding on and keeping a step."""

    def __init__(self, record: TableRecord, showing: asyncio.Lock) -> None:
        self.lock = asyncio.Lock()
        self.showing = showing
        """Held by whoever posts or edits the public message, so that two never do it at once. It is the table's own:
        one that is forgotten and read anew from its log keeps it."""
        self.record = record
        self.game: Game = game_named(record.game)
        self.state: State | None = None
        """The position, None before the start."""
        self.began = 0
        """The number of the event with which the hand in progress began; 0 where none is."""
        self.ended: NewHand | None = None
        """The hand that ended last: what people are told of it while the next one has begun."""
        self.draws: Draws = Draws({})
        """The draws whose secrets have not been shown yet."""
        self.decisions: dict[int, int] = {}
        self.ticking: Ticking = {}
        """From when on the time of each of these counts, and of the next hand where that waits to be asked for."""
        self.moved: dict[int, int] = {}
        """For each seat the number of the event of its last move."""
        self.last_move: LastMove | None = None
        """The last move that a player chose, while what followed would go with it: in friendly games it may be taken
        back.
        """
        self.played: Played = Played()
        """Which events the log of the hand in progress tells, and that of the hand before."""
        self.learnt = 0
        """The number of the last event with which somebody came to know more than moves show."""
        self.unasked: Mapping[int, int] = {}
        """For each seat how many of its last moves, one after the other, were made for it."""
        self.invited: dict[int, str] = {}
        """Who is invited to play: their names by user, in the order of the invitations."""
        self.asked: dict[int, str] = {}
        """The key of the message (bot/tables/services/tables.py, TELL) with which each user was invited last."""
        self.declined: dict[int, str] = {}
        """Who was invited and said no: their names by user."""
        self.dismissed: set[int] = set()
        """The users whom the host sent away."""
        self.sat: set[int] = set()
        """The users who have sat there before the table began, and were not sent away."""
        self.wishes: dict[int, str] = {}
        """Whom each person wants to deal first (bot/tables/commands/first_dealer.py), in the order in which they said
        so.
        """
        self.stricter = 0
        """When (ms) the host last changed what holds so that those who sat there have less time, or are rated."""
        self.all_right: set[int] = set()
        """The users who have said since that this is all right."""
        self.looked = False
        """Whether a role of the server has been mentioned to find players."""
        self.terms: EventRecord | NewEvent | None = None
        """The event that last changed what is played."""
        self.ending: EventRecord | NewEvent | None = None
        """The event that ended the table before its time: who did it, and why."""
        self.claim: EventRecord | NewEvent | None = None
        """The claim with which the hand that ended last was played out."""
        self.notes: Notes = Notes()
        """What partners wrote to each other and showed each other since the hand that ended last began."""
        self.told: dict[int, int] = {}
        """Of which end of an order (its event's number) the player in a seat has been told
        (bot/tables/model/premoves.py).
        """
        self.seen: dict[int, int] = {}
        """When each user last used the bot at this table (ms), to spare them a ping."""
        self.looks: dict[int, LastLook] = {}
        """When each user last looked at their hand, in this process; what is kept of it may be older by an hour."""
        self.caught_up: set[int] = set()
        """The users to whom nothing is owed that was told here while they rested, as this process knows."""
        self.wakes = False
        """Whether this process has owed it to the table that its thread is kept from the archive."""
        self._over = 0

    def still(self) -> Live:
        """The table as it stands now, which the steps to come leave as it is: what is made of it bit by bit, with
        waits in between, then fits together.
        """
        return copy.copy(self)

    @property
    def id(self) -> int:
        """The table's number."""
        return self.record.id

    @property
    def name(self) -> str:
        """What people call the table."""
        return f"{self.game.name}, a lesson" if self.record.lesson else f"{self.game.name}, table {self.record.id}"

    @property
    def void(self) -> bool:
        """Whether the table was ended with its scores void: nothing of it counts."""
        return self.ending is not None and bool(self.ending.public.get("void"))

    def knows(self, user: int) -> bool:
        """Whether anything here is that of a user: a seat, an invitation, or what was said of them."""
        sat = {self.record.host, *(one.user for one in self.record.seats)}
        asked = {*self.invited, *self.declined, *self.dismissed, *self.sat, *self.wishes, *self.seen, *self.all_right}
        named = {one.user for one in (self.terms, self.ending, self.claim) if one is not None}
        return user in sat | asked | named or str(user) in self.wishes.values()

    def seat_of(self, user: int) -> int | None:
        """The seat of a person, or None."""
        return next((seat.seat for seat in self.record.seats if seat.user == user and seat.kind == "person"), None)

    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as they are (whoever shows them escapes them)."""
        return tuple(seat.name for seat in self.record.seats)

    @property
    def friendly(self) -> bool:
        """Whether hints may be asked for and moves taken back: at a friendly table, and in a lesson."""
        return _is_friendly(self.record)

    def may_take_back(self) -> bool:
        """Whether the last move may be taken back, in a friendly game (bot/tables/commands/take_back.py)."""
        return _may_take_back(self.game, self.record, self.last_move, self.learnt)

    def computers(self) -> tuple[int, ...]:
        """The seats to act that a computer plays, be it for a player who is not there."""
        record = self.record
        return _computers(self.state, record.seats, record.settings) if record.status == "playing" else ()

    def awaiting(self) -> bool:
        """Whether the next hand waits for somebody to ask for it."""
        return self.record.status == "playing" and self.state is not None and self.state.expects is not None

    def take_up(self, hands: Sequence[Span], last: HandRecord) -> None:
        """Begin after the last of its finished hands, from their rows; `fold` then takes the events after its first.

        Raises Broken where the game cannot read them.
        """
        with finished_hands.reading():
            self.state = finished_hands.position(self.game, [hand.points for hand in hands], last)
        self.ended = last
        self.played = Played((last.first,))
        self._over = last.last

    def fold(self, events: Iterable[EventRecord]) -> None:
        """Take kept events in, in order. Raises Broken where they do not replay."""
        with finished_hands.reading():
            for event in events:
                self._take(event)

    def _take(self, event: EventRecord) -> None:
        """What a kept event comes to, one line a kind."""
        if event.kind in LEARNT:
            self.learnt = event.seq
        match event.kind:
            case "start":
                self.state = finished_hands.begun(self.game, self.record.options, event)
                self.draws.take(event)
            case "chance":
                self._chance(event)
            case "move":
                self._play(event)
            case "reveal":
                self._reveal(event)
            case "join":
                self.draws.take(event)
                self._arranged(event)
            case "next" | "word" | "commit":
                self.draws.take(event)
            case "invite" | "decline" | "dismiss" | "options" | "dealer" | "looking" | "agree":
                self._arranged(event)
            case "note" | "show" | "report":
                self.notes = self.notes.taking(event, event.seq)
            case "end":
                self.ending = event
            case "restore":
                self.ending = None
            case "claim":
                self.claim = event
            case "back":
                self._back(event)
            case "sit":
                self.unasked = handed_over(self.unasked, event.seat)
                self.decisions = asked_anew(self.decisions, event.seat, event.seq)
                self.ticking = begun_anew(self.ticking, event.seat, Tick(event.seq, event.at))
            case "return":
                self.ticking = begun_anew(self.ticking, event.seat, Tick(event.seq, event.at))
            case "swap" | "host" | "leave" | "ask" | "release" | "freeze" | "regret" | "forget" | "place":
                pass  # the table's row has all that comes of them
            case "late" | "pause" | "resume" | "offer" | "keep":
                pass  # so it has of these
            case _:
                assert_never(event.kind)

    def accept(self, step: Step, record: TableRecord) -> None:
        """Take in a step that has been kept; `record` is the row as it now is. The same as folding."""
        self.record = record
        self.state = step.state
        self.began = step.began
        self.ended = step.hands[-1] if step.hands else self.ended
        self.decisions = step.decisions
        self.ticking = step.ticking
        self.moved = step.moved
        self.last_move = step.last_move
        self.played = step.played
        self.learnt = step.learnt
        self.unasked = step.unasked
        self.draws = step.draws
        self.notes = step.notes
        self.claim = step.claim
        for event in step.events:
            if event.kind in {"end", "restore"}:
                self.ending = event if event.kind == "end" else None
            self._arranged(event)

    def _arranged(self, event: EventRecord | NewEvent) -> None:
        """Take in who is asked to play, says no, or is sent away, who should deal first, and what is played."""
        user = event.user
        if event.kind == "options" and "options" in event.public:
            self.terms = event
        elif event.kind == "options" and "stricter" in event.public:
            self.stricter = event.public["stricter"]
            self.all_right.clear()
        elif event.kind == "agree" and "right" in event.public and user is not None:
            self.all_right.add(user)
        elif event.kind == "join" and user is not None and not event.public.get("computer"):
            self.sat.add(user)
            self.invited.pop(user, None)
            self.declined.pop(user, None)
            self.wishes.pop(user, None)
        elif event.kind == "looking":
            self.looked = True
        elif event.kind == "dealer" and user is not None:
            self.wishes.pop(user, None)
            if wants := event.public["wants"]:
                self.wishes[user] = wants
        elif event.kind == "invite" and user is not None:
            self.invited[user] = event.name
            self.asked[user] = event.public.get("told", "")
            self.declined.pop(user, None)
            self.dismissed.discard(user)
        elif event.kind == "decline" and user is not None:
            self.declined[user] = self.invited.pop(user, event.name)
        elif event.kind == "dismiss" and user is not None:
            self.invited.pop(user, None)
            self.sat.discard(user)
            self.dismissed.add(user)

    def _reveal(self, event: EventRecord) -> None:
        if self.draws.drawings.pop(event.text, None) is None and event.seq > self._over:
            raise KeyError("a secret that nobody fixed")
        if self.ended is not None and not self.began and event.seq == self.ended.last + 1:
            self.ended = replace(self.ended, last=event.seq)  # a hand goes to the last secret shown at its end

    def _chance(self, event: EventRecord) -> None:
        if event.seq > self._over or event.public["draw"] in self.draws.drawings:
            self.draws.take(event)
        else:  # the first draw of the hand that is over was fixed before what is read of it
            self.draws.contributions = ()
        self._play(event)

    def _play(self, event: EventRecord) -> None:
        if self.state is None:
            raise KeyError("a move before the start")
        mover = event.seat if event.kind == "move" else None
        then = Snapshot(self.last_move, self.moved, self.unasked)
        unasked = made_for_them(event.public, event.hidden)
        if mover is not None:
            self.unasked = counted(self.unasked, mover, unasked=unasked)
        if event.seq > self._over and not self.began:
            self.began, self.claim = event.seq, None
            self.played = self.played.begun()
        self.played = self.played.taking(event.seq, late="late" in event.public)
        if event.seq <= self._over:  # of the hand that is over: its row has what it came to
            self.decisions = dict.fromkeys(self.state.to_act, event.seq)
            self.ticking = ticking({}, self.state, self.decisions, Tick(event.seq, event.at))
            return
        before, played = self.state, finished_hands.event_of(event)
        self.state = finished_hands.after(before, played)
        by = maker(event.user, event.public, event.hidden) if self.friendly else None
        self.last_move = last_move(self.game, then, played, event.seq, (before, self.state), by)
        if finished_hands.is_over(before, self.state):
            self.ended = finished_hands.row_of(before, played, self.state, (self.began, event.seq))
            self.notes = self.notes.since(self.began)
            self.began = 0
        self.decisions = decided(before, self.state, mover, event.seq, self.decisions)
        self.ticking = ticking(self.ticking, self.state, self.decisions, Tick(event.seq, event.at))
        if mover is not None:
            self.moved = {**self.moved, mover: event.seq}

    def _back(self, event: EventRecord) -> None:
        self.played = self.played.without(event.public["seq"])
        if event.seq <= self._over:
            return
        if self.last_move is None or self.last_move.seq != event.public["seq"]:
            raise KeyError("a move that could not be taken back")
        last = self.last_move
        self.state, self.moved, self.unasked = last.before, dict(last.moved), last.unasked
        self.decisions = dict.fromkeys(self.state.to_act, event.seq)
        self.ticking = ticking({}, self.state, self.decisions, Tick(event.seq, event.at))
        self.last_move = last.earlier


def _computers(state: State | None, seats: Iterable[SeatRecord], settings: Mapping[str, Any]) -> tuple[int, ...]:
    people = {seat.seat for seat in seats if seat.kind == "person"} - stood_in(settings)
    return () if state is None else tuple(seat for seat in state.awaited if seat not in people)


def _may_take_back(game: Game, record: TableRecord, last: LastMove | None, learnt: int) -> bool:
    if last is None or last.seq < learnt or record.status != "playing" or not _is_friendly(record):
        return False
    return not last.reveals(game)


def _is_friendly(record: TableRecord) -> bool:
    return record.lesson or bool(record.settings.get(FRIENDLY))


class Step:
    """What one act adds to a table. Nothing of it is true until it has been kept."""

    def __init__(self, live: Live, secret: Callable[[int], bytes], at: int) -> None:
        self.live = live
        self.at = at
        """When it is made (ms)."""
        self.record = live.record
        self.state: State | None = live.state
        self.began: int = live.began
        self.decisions = live.decisions
        self.ticking = live.ticking
        self.moved = live.moved
        self.last_move = live.last_move
        self.played: Played = live.played
        self.learnt: int = live.learnt
        self.unasked = live.unasked
        self.draws: Draws = replace(live.draws, drawings=dict(live.draws.drawings))
        self.notes: Notes = live.notes
        self.claim = live.claim
        self.events: list[NewEvent] = []
        self.hands: list[NewHand] = []
        self.work: list[NewWork] = []
        self.drop: list[tuple[WorkKind, str]] = []
        """Work, by kind and key, that no longer holds after the step."""
        self.changes: dict[str, object] = {}
        self.seats: tuple[SeatRecord, ...] | None = None
        self.act: NewAct | None = None
        """What a moderator does with the step."""
        self._secret = secret

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self.record.seq + len(self.events) + 1

    @property
    def settings(self) -> dict[str, Any]:
        """The table's settings as they will be."""
        changed: Any = self.changes.get("settings", self.record.settings)
        return changed

    def settle(self, **settings: Any) -> None:
        """Change settings of the table, by name; what the step has settled before stays."""
        self.changes["settings"] = {**self.settings, **settings}

    def players(self) -> tuple[SeatRecord, ...]:
        """The seats as they will be."""
        return self.record.seats if self.seats is None else self.seats

    def may_take_back(self) -> bool:
        """Whether the last move may be taken back after the step."""
        return _may_take_back(self.live.game, self.record, self.last_move, self.learnt)

    def computers(self) -> tuple[int, ...]:
        """The seats to act after the step that a computer plays."""
        return _computers(self.state, self.players(), self.settings)

    def add(self, event: NewEvent) -> None:
        """Add an event that the game need not know of."""
        self.draws.take(event)
        self.notes = self.notes.taking(event, self.next_seq)
        if event.kind == "claim":
            self.claim = event
        if event.kind == "sit":
            self.unasked = handed_over(self.unasked, event.seat)
            self.decisions = asked_anew(self.decisions, event.seat, self.next_seq)
        if event.kind in LEARNT:
            self.learnt = self.next_seq
        if event.kind in {"sit", "return"}:
            self.ticking = begun_anew(self.ticking, event.seat, self._now())
        self.events.append(event)

    def commit(self, name: str) -> None:
        """Fix the secret of the draw `name` and show its commitment."""
        self.add(committed(name, self._secret(SECRET_BYTES)))

    def reveal(self) -> None:
        """Show the secrets of all draws that are done; nobody need hold them any longer."""
        for name, drawing in list(self.draws.drawings.items()):
            if drawing.contributions is not None:
                self.events.append(NewEvent("reveal", text=name, public={"secret": drawing.secret.hex()}))
                del self.draws.drawings[name]

    def _draw(self, name: str) -> Draw:
        """The stream of the draw `name`, from its secret and the contributions so far.

        A lesson whose deal was chosen for what it teaches has the same cards every time.
        """
        if deal := self.record.settings.get(DEAL):
            return Draw(sha256(deal.encode()).digest(), "lesson", name, ())
        contributions = tuple(filter(None, self.draws.contributions))  # a word that was emptied since is none
        return Draw(self.draws.drawings[name].secret, str(self.record.id), name, contributions)

    def start(self, interaction: int | None, user: int, dealer: int | None = None) -> None:
        """Deal the first hand: `dealer` is whom all have chosen, None where the first dealer is drawn."""
        seats = len(self.players())
        drawn = first_dealer(self._draw(DEALER), seats)
        public = (
            {"seats": seats, "dealer": drawn} if dealer is None else {"seats": seats, "dealer": dealer, "chosen": True}
        )
        event = NewEvent("start", public=public, interaction=interaction, user=user)
        self.add(event)
        self.state = finished_hands.begun(self.live.game, self.record.options, event)
        self.changes["status"] = "playing"
        self.reveal()
        self.chance()

    def chance(self) -> None:
        """Supply the cards that the game awaits, and commit to the next draw."""
        if self.state is None or self.state.expects is None:
            raise Declined("No cards are awaited at this table.")
        expects, name = self.state.expects, self.draws.waiting().name
        cards = order_for(self._draw(name), expects)
        self._play(self.state, Chance(expects.event, tuple(cards)))
        self.add(NewEvent("chance", text=expects.event, public={"draw": name}, hidden={"cards": cards}))
        self.commit(str(int(name) + 1))

    def move(
        self,
        seat: int,
        text: str,
        interaction: int | None,
        user: int | None,
        public: dict[str, bool] | None = None,
        *,
        hidden: dict[str, bool] | None = None,
    ) -> str:
        """Make a move; returns it as the log has it. Raises Refusal.

        One that was made for its player, UNASKED or ORDERED, has that in its `hidden` part: nobody else is told. So has
        one that a computer player made on time-out where there was NO_CHOICE.

        A draw that falls within a hand follows at once; when the hand is over, its secrets are shown and it is kept.
        """
        if self.state is None:
            raise Declined(NOT_BEGUN)
        before, late = self.state, "late" in (public or {})
        if late and not has_choice(before, seat):
            hidden = NO_CHOICE
        by = maker(user, public or {}, hidden) if self.live.friendly else None
        now = self._play(before, Move(seat, text), late=late, by=by)
        played = Move(seat, self.live.game.canonical(text))
        self.add(NewEvent("move", seat, played.text, public or {}, hidden, interaction=interaction, user=user))
        self.unasked = counted(self.unasked, seat, unasked=made_for_them(public or {}, hidden))
        if finished_hands.is_over(before, now):
            self._hand_over(before, played, now)
        elif now.expects is not None:
            self.chance()
        return played.text

    def take_back(self, last: LastMove, event: NewEvent) -> None:
        """Take a move back: `event` says which, and who wanted it. The seat decides anew."""
        self.state, self.moved, self.unasked = last.before, dict(last.moved), last.unasked
        self.decisions = dict.fromkeys(last.before.to_act, self.next_seq)
        self.ticking = ticking({}, last.before, self.decisions, self._now())
        self.last_move = last.earlier
        self.played = self.played.without(last.seq)
        self.add(event)

    def move_forced(self) -> None:
        """Make at once every move that leaves no choice, as everybody can tell, where the table wants that."""
        while self.record.settings.get(FORCED, True) and (forced := self._forced()) is not None:
            self.move(*forced, None, None, public={"forced": True})

    def _forced(self) -> tuple[int, str] | None:
        """The seat that has no choice, and its move."""
        state = self.state
        if state is None or len(state.to_act) != 1:
            return None
        (seat,) = state.to_act
        known = not has_choice(state, seat) and self.live.game.forced(state.view(None))
        return (seat, state.legal(seat).moves[0]) if known else None

    def _play(self, before: State, event: Event, *, late: bool = False, by: Maker = None) -> State:
        """The position after an event of the game that is about to be added."""
        now = finished_hands.after(before, event)
        mover = event.seat if isinstance(event, Move) else None
        then = Snapshot(self.last_move, self.moved, self.unasked)
        self.state = now
        self.last_move = last_move(self.live.game, then, event, self.next_seq, (before, now), by)
        if not self.began:
            self.began, self.claim = self.next_seq, None
            self.played = self.played.begun()
        self.played = self.played.taking(self.next_seq, late=late)
        self.decisions = decided(before, now, mover, self.next_seq, self.decisions)
        self.ticking = ticking(self.ticking, now, self.decisions, self._now())
        if mover is not None:
            self.moved = {**self.moved, mover: self.next_seq}
        return now

    def _now(self) -> Tick:
        """The next event as the beginning of a clock."""
        return Tick(self.next_seq, self.at)

    def _hand_over(self, before: State, ended_by: Move, now: State) -> None:
        self.reveal()
        span = self.began, self.next_seq - 1
        self.hands.append(finished_hands.row_of(before, ended_by, now, span))
        self.notes = self.notes.since(self.began)
        self.began = 0
        totals = now.score().totals
        self.seats = tuple(replace(seat, points=totals[seat.seat]) for seat in self.players())
        if now.finished or self.record.lesson:
            self.changes["status"] = "over"


def has_choice(state: State, seat: int) -> bool:
    """Whether a seat to act has more than one move."""
    moves, templates = state.legal(seat)
    return len(moves) != 1 or bool(templates)


def committed(name: str, secret: bytes) -> NewEvent:
    """The event that fixes the secret of the draw `name` and shows its commitment."""
    public = {"sha256": Drawing(name, secret).commitment}
    return NewEvent("commit", text=name, public=public, hidden={"secret": secret.hex()})
