"""A table in memory: what its log comes to, event by event (`evolve`). It is a cache; the log is the game."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from bot.common.text import escape, name_of
from bot.tables.model import finished_hands
from bot.tables.model.automatic_moves import made_for_them, maker, streaks_after_handover, streaks_after_move
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.fair_draws import Draws
from bot.tables.model.partner_notes import Notes
from bot.tables.model.tries import name_of_try
from bot.tables.model.turn_state import (
    DISCLOSURES,
    HandMoves,
    LastLook,
    LastMove,
    Snapshot,
    decisions_after,
    last_move,
    reassign_decision,
)
from bot.tables.model.turn_timers import TurnTimer, TurnTimers, restart_timer, timers_after
from data.tables.events import ChancePayload, EventKind, InvitePayload, OptionsPayload, TakeBackPayload
from data.tables.records import EventRecord, HandRecord, NewHand, SeatRecord, Span, TableRecord
from data.tables.settings import TableSettings
from rules.contract import Game, State
from rules.registry import game_named


class Done(NamedTuple):
    """The event that an interaction made: kind, seat, text and number; `again` if it had been made before."""

    kind: EventKind
    seat: int | None
    text: str
    seq: int
    again: bool = False

    @classmethod
    def of(cls, event: EventRecord) -> Done:
        """Return the result for an interaction that came again."""
        return cls(event.kind, event.seat, event.text, event.seq, again=True)


class TableState:
    """A table as its log has it. Hold `lock` while deciding on and keeping a step.

    It changes only by what has been kept; a step works on a snapshot.
    """

    def __init__(self, record: TableRecord, showing: asyncio.Lock) -> None:
        self.lock = asyncio.Lock()
        self.showing = showing
        """Held while the board is posted or edited. It outlives the state: a table read again gets the same lock."""
        self.record = record
        self.game: Game = game_named(record.game)
        self.state: State | None = None
        """The position, None before the start."""
        self.hand_start_seq = 0
        """The number of the event with which the hand in progress began; 0 where none is."""
        self.last_hand: NewHand | None = None
        """The hand that ended last: what people are told of it while the next one has begun."""
        self.draws = Draws()
        """The draws whose secrets have not been shown yet."""
        self.decisions: Mapping[int, int] = {}
        """The event number at which each awaited seat's decision arose."""
        self.timers: TurnTimers = {}
        """The timers of awaited seats, and of the next hand."""
        self.last_move_seq: Mapping[int, int] = {}
        """The event number of each seat's last move."""
        self.last_move: LastMove | None = None
        """The last move that a player chose, while what followed would go with it: in friendly games it may be taken
        back.
        """
        self.played = HandMoves()
        """The events in the log of the hand in progress, and in the log of the hand before."""
        self.last_disclosure_seq = 0
        """The number of the last event that revealed more to a player than moves show."""
        self.auto_move_streak: Mapping[int, int] = {}
        """The number of each seat's last consecutive moves that were made for it."""
        self.invited: Mapping[int, str] = {}
        """The names of invited users, by user, in the order of the invitations."""
        self.invitation_keys: Mapping[int, str] = {}
        """The key of the work item that invited each user last."""
        self.declined: Mapping[int, str] = {}
        """The names of users who declined an invitation, by user."""
        self.dismissed: frozenset[int] = frozenset()
        """The users whom the host sent away."""
        self.former_players: frozenset[int] = frozenset()
        """The users who have sat there before the table began, and were not sent away."""
        self.stricter_since_ms = 0
        """The time (ms) at which the host last shortened the clock or made the game rated."""
        self.terms_accepted_by: frozenset[int] = frozenset()
        """The users who have accepted this since."""
        self.has_recruited = False
        """Whether a role of the server has been mentioned to find players."""
        self.terms: EventRecord | None = None
        """The event that last changed what is played."""
        self.ending: EventRecord | None = None
        """The event that ended the table before its time: who did it, and why."""
        self.claim: EventRecord | None = None
        """The claim with which the hand that ended last was played out."""
        self.notes = Notes()
        """The notes and cards that partners exchanged since the hand that ended last began."""
        self.premove_ends_seen: dict[int, int] = {}
        """The last end of a pre-move (its event's number) that each seat's player has seen."""
        self.last_active_ms: dict[int, int] = {}
        """The time (ms) of each user's last press at this table, which delays their ping."""
        self.last_looks: dict[int, LastLook] = {}
        """Each user's last look at their hand, in this process. The stored time may be an hour older."""
        self.caught_up: set[int] = set()
        """The users who have no missed news from this table, as far as this process knows."""
        self.has_upkeep = False
        """Whether this process has enqueued CHECK_BOARD for the table."""
        self.row_end_seq = 0
        """The last event of the finished hand from whose row the table was read; 0 if its whole log was."""

    def snapshot(self) -> TableState:
        """Return a copy that later steps do not change, for readers that await between reads."""
        return copy.copy(self)

    @property
    def id(self) -> int:
        """The table's number."""
        return self.record.id

    @property
    def name(self) -> str:
        """The table's name for people."""
        if self.record.private:
            return f"{self.game.name}, {'a lesson' if self.record.lesson else name_of_try(self.record.settings)}"
        return f"{self.game.name}, table {self.record.id}"

    @property
    def void(self) -> bool:
        """Whether the table was ended with its scores void: nothing of it counts."""
        return self.ending is not None and bool(self.ending.public.get("void"))

    def closes_with(self, hand: Span | NewHand) -> bool:
        """Whether a finished hand is the last of a table that was ended early with its scores kept: debts are paid."""
        last = self.last_hand
        return self.ending is not None and not self.void and last is not None and last.number == hand.number

    def payments(self) -> list[tuple[str, int]]:
        """Return the debts that seats paid when the table ended early: name and negative points.

        The list is empty if nobody owed.
        """
        hand = None if self.ending is None or self.void else self.last_hand
        paid = () if hand is None else hand.how.get("settled", ())
        return [(name, -chips) for name, chips in zip(self.names(), paid, strict=False) if chips]

    def knows(self, user: int) -> bool:
        """Whether the state names a user: in a seat, an invitation or a sentence."""
        sat = {self.record.host, *(seat.user for seat in self.record.seats)}
        users = {
            *self.invited,
            *self.declined,
            *self.dismissed,
            *self.former_players,
            *self.last_active_ms,
            *self.terms_accepted_by,
        }
        event_users = {event.user for event in (self.terms, self.ending, self.claim) if event is not None}
        return user in sat | users | event_users

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a person, or None."""
        return next((seat.seat for seat in self.record.seats if seat.user == user and seat.kind == "person"), None)

    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat, unescaped."""
        return tuple(seat.name for seat in self.record.seats)

    def player_name(self, seat: int) -> str:
        """Return the name of the player in a seat, in markdown."""
        return escape(name_of(self.record.seats[seat].name, seat))

    @property
    def is_friendly(self) -> bool:
        """Whether hints may be asked for and moves taken back: at a friendly table, and in a lesson."""
        return self.record.lesson or bool(self.record.settings.get("friendly"))

    def may_take_back(self) -> bool:
        """Whether the last move may be taken back, in a friendly game (bot/tables/commands/take_back.py)."""
        last = self.last_move
        if (
            last is None
            or last.seq < self.last_disclosure_seq
            or self.record.status != "playing"
            or not self.is_friendly
        ):
            return False
        return not last.reveals(self.game)

    def computers(self) -> tuple[int, ...]:
        """Return the seats to act that a computer plays, be it for a player who is not there."""
        record = self.record
        return computers_to_act(self.state, record.seats, record.settings) if record.status == "playing" else ()

    def awaits_deal(self) -> bool:
        """Whether the next hand waits for a player to ask for it."""
        return self.record.status == "playing" and self.state is not None and self.state.expects is not None

    def start_from_hand(self, hands: Sequence[Span], last: HandRecord) -> None:
        """Begin after the last of its finished hands, from their rows; `fold` then takes the events after its first.

        Raises CorruptLog where the game cannot read them.
        """
        with finished_hands.reading():
            self.state = finished_hands.position_after_hand(self.game, [hand.points for hand in hands], last)
        self.last_hand = last
        self.played = HandMoves((last.first,))
        self.row_end_seq = last.last

    def fold(self, events: Iterable[EventRecord]) -> None:
        """Take kept events in, in order. Raises CorruptLog where they do not replay."""
        with finished_hands.reading():
            for event in events:
                evolve(self, event)

    def become(self, after: TableState, record: TableRecord) -> None:
        """Take in a step that has been kept: the table after it, and the row as it now is."""
        vars(self).update(vars(after))
        self.record = record


def evolve(table: TableState, event: EventRecord) -> None:
    """Take an event of the log into `table`: a log is read so, and a step is made so.

    Values are replaced, never changed, so snapshots stay as they are. Raises Refusal, KeyError, TypeError or ValueError
    if the event does not fit.
    """
    user, public = event.user, event.public
    if event.kind in DISCLOSURES and not (event.kind == EventKind.SHOW and event.user is None):
        table.last_disclosure_seq = event.seq
    match event.kind:
        case EventKind.START:
            table.state = finished_hands.initial_position(table.game, table.record.options, event)
            table.draws = table.draws.after(event)
        case EventKind.CHANCE:
            _take_chance(table, event)
        case EventKind.MOVE:
            _play(table, event)
        case EventKind.REVEAL:
            _take_reveal(table, event)
        case EventKind.NEXT | EventKind.COMMIT:
            table.draws = table.draws.after(event)
        case EventKind.JOIN:
            table.draws = table.draws.after(event)
            if user is not None and not public.get("computer"):
                table.former_players |= {user}
                table.invited, table.declined = without(table.invited, user), without(table.declined, user)
        case EventKind.OPTIONS if "options" in public:
            table.terms = event
        case EventKind.OPTIONS if "stricter" in public:
            table.stricter_since_ms = event.read(OptionsPayload).get("stricter", 0)
            table.terms_accepted_by = frozenset()
        case EventKind.AGREE if "right" in public and user is not None:
            table.terms_accepted_by |= {user}
        case EventKind.RECRUIT:
            table.has_recruited = True
        case EventKind.INVITE if user is not None:
            table.invited = {**table.invited, user: event.name}
            table.invitation_keys = {**table.invitation_keys, user: event.read(InvitePayload)["message_key"]}
            table.declined, table.dismissed = without(table.declined, user), table.dismissed - {user}
        case EventKind.DECLINE if user is not None:
            table.declined = {**table.declined, user: table.invited.get(user, event.name)}
            table.invited = without(table.invited, user)
        case EventKind.DISMISS if user is not None:
            table.invited = without(table.invited, user)
            table.former_players, table.dismissed = table.former_players - {user}, table.dismissed | {user}
        case EventKind.NOTE | EventKind.SHOW | EventKind.REPORT:
            table.notes = table.notes.with_event(event, event.seq)
        case EventKind.END:
            table.ending = event
            _pay_debts(table)
        case EventKind.RESTORE:
            table.ending = None
        case EventKind.CLAIM:
            table.claim = event
        case EventKind.TAKE_BACK:
            _take_back(table, event)
        case EventKind.SIT:
            table.auto_move_streak = streaks_after_handover(table.auto_move_streak, event.seat)
            table.decisions = reassign_decision(table.decisions, event.seat, event.seq)
            table.timers = restart_timer(table.timers, event.seat, TurnTimer(event.seq, event.at))
        case EventKind.RETURN:
            table.timers = restart_timer(table.timers, event.seat, TurnTimer(event.seq, event.at))
        case EventKind.OPTIONS | EventKind.AGREE | EventKind.INVITE | EventKind.DECLINE | EventKind.DISMISS:
            pass  # of somebody who is erased, or nothing that the state has
        case (
            EventKind.SWAP
            | EventKind.HOST
            | EventKind.LEAVE
            | EventKind.ASK
            | EventKind.RELEASE
            | EventKind.FREEZE
            | EventKind.ASK_TAKE_BACK
            | EventKind.ERASE
            | EventKind.MOVE_TABLE
        ):
            pass  # the table's row has all that comes of them
        case EventKind.LATE | EventKind.PAUSE | EventKind.RESUME | EventKind.OFFER | EventKind.KEEP:
            pass  # so it has of these
        case _:
            assert_never(event.kind)


def _pay_debts(table: TableState) -> None:
    """Pay the debts after the last finished hand, as no hand follows. They change the row of that hand."""
    hand = table.last_hand
    if table.state is None or hand is None or table.void:
        return
    before, table.state = table.state, table.game.settled(table.state)
    if table.state is not before:
        table.last_hand = finished_hands.settled_hand(table.game, before.score().hands[: hand.number + 1], hand)


def _take_reveal(table: TableState, event: EventRecord) -> None:
    if event.text in table.draws.drawings:
        table.draws = table.draws.without(event.text)
    elif event.seq > table.row_end_seq:
        raise KeyError("a secret that nobody fixed")
    if table.last_hand is not None and not table.hand_start_seq and event.seq == table.last_hand.last + 1:
        table.last_hand = replace(table.last_hand, last=event.seq)  # a hand goes to the last secret shown at its end


def _take_chance(table: TableState, event: EventRecord) -> None:
    if event.seq > table.row_end_seq or event.read(ChancePayload)["draw"] in table.draws.drawings:
        table.draws = table.draws.after(event)
    else:  # the first draw of the hand that is over was fixed before what is read of it
        table.draws = replace(table.draws, contributions=())
    _play(table, event)


def _play(table: TableState, event: EventRecord) -> None:
    """Take in an event of the game: a move, or cards."""
    if table.state is None:
        raise KeyError("a move before the start")
    before, now = table.state, TurnTimer(event.seq, event.at)
    mover = event.seat if event.kind == EventKind.MOVE else None
    then = Snapshot(table.last_move, table.last_move_seq, table.auto_move_streak)
    if event.seq > table.row_end_seq and not table.hand_start_seq:
        table.hand_start_seq, table.claim = event.seq, None
        table.notes = table.notes.people_only()
        table.played = table.played.next_hand()
    table.played = table.played.with_event(event.seq, late="late" in event.public)
    if mover is not None:
        unasked = made_for_them(event.public, event.hidden)
        table.auto_move_streak = streaks_after_move(table.auto_move_streak, mover, unasked=unasked)
    if event.seq <= table.row_end_seq:  # of the hand that is over: its row has what it came to
        table.decisions = dict.fromkeys(before.to_act, event.seq)
        table.timers = timers_after({}, before, table.decisions, now)
        return
    played = finished_hands.event_of(event)
    state = table.state = finished_hands.position_after(before, played)
    by = maker(event.user, event.public, event.hidden) if table.is_friendly else None
    table.last_move = last_move(table.game, then, played, event.seq, (before, state), by)
    if finished_hands.is_over(before, state):
        table.last_hand = finished_hands.row_of(before, played, state, (table.hand_start_seq, event.seq))
        table.notes = table.notes.after_event(table.hand_start_seq)
        table.hand_start_seq = 0
    table.decisions = decisions_after(before, state, mover, event.seq, table.decisions)
    table.timers = timers_after(table.timers, state, table.decisions, now)
    if mover is not None:
        table.last_move_seq = {**table.last_move_seq, mover: event.seq}


def _take_back(table: TableState, event: EventRecord) -> None:
    """Apply a `take_back` event: the position before the move stands again."""
    seq = event.read(TakeBackPayload)["seq"]
    table.played = table.played.without_event(seq)
    if event.seq <= table.row_end_seq:
        return
    last = table.last_move
    if last is None or last.seq != seq:
        raise KeyError("a move that could not be taken back")
    table.state, table.last_move_seq, table.auto_move_streak = last.before, last.moved, last.unasked
    table.decisions = dict.fromkeys(last.before.to_act, event.seq)
    table.timers = timers_after({}, last.before, table.decisions, TurnTimer(event.seq, event.at))
    table.last_move = last.earlier


def without(names: Mapping[int, str], user: int) -> Mapping[int, str]:
    """Return the same without a user."""
    return {other: name for other, name in names.items() if other != user}


def computers_to_act(state: State | None, seats: Iterable[SeatRecord], settings: TableSettings) -> tuple[int, ...]:
    """Return the seats to act in a position that a computer plays."""
    people = {seat.seat for seat in seats if seat.kind == "person"} - stand_in_seats(settings)
    return () if state is None else tuple(seat for seat in state.awaited if seat not in people)
