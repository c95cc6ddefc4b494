"""The text of each event kind at a table: one sentence for the log, the announcement and the question about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.text import NAME_LIMIT, escape, isolate, name_of, plain
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players
from bot.ui.kit.notice import person_name
from bot.ui.table.story import claim_sentence
from bot.ui.table.table_options import describe_changes
from bot.ui.table.undo import A_MOVE
from data.tables.events import (
    AgreePayload,
    EndPayload,
    EventKind,
    LatePayload,
    NotePayload,
    PausePayload,
    StartPayload,
    SwapPayload,
)
from data.tables.records import EventRecord, NewEvent
from rules.contract import Game

MAX_HEADLINE_LETTERS: Final = 900
"""Letters of the first sentence of a message about an event."""

SCORES_VOID: Final = "Its scores are void: nothing counts."
SCORES_KEPT: Final = "Its scores are kept."
"""The sentence about the scores of a table that its players ended."""

SEAT_KINDS: Final[frozenset[EventKind]] = frozenset(
    {
        EventKind.JOIN,
        EventKind.LEAVE,
        EventKind.AGREE,
        EventKind.SIT,
        EventKind.NOTE,
        EventKind.SHOW,
        EventKind.ASK_TAKE_BACK,
        EventKind.TAKE_BACK,
        EventKind.KEEP,
        EventKind.PAUSE,
        EventKind.RESUME,
        EventKind.RETURN,
        EventKind.CLAIM,
    }
)
"""The kinds that name the seat of the person who acts; the others name the seat that is acted on."""


class EventText(NamedTuple):
    """An event in plain text: who did what, and what is added to it ("" for nothing)."""

    what: str
    more: str = ""

    @property
    def line(self) -> str:
        """Both, as the log writes them."""
        return f"{self.what} {self.more}".rstrip()


def actor_name(event: EventRecord | NewEvent, sits: int | None) -> str:
    """Return the name of the person of an event, who sits in seat `sits` now (None: in no seat)."""
    by_seat = event.kind in SEAT_KINDS and not (event.kind == EventKind.LEAVE and event.public.get("computer"))
    return person_name(event, event.seat if by_seat else sits)


def current_seat(table: TableState, event: EventRecord | NewEvent) -> int | None:
    """Return the seat in which the person of an event sits now; None for no seat."""
    return None if event.user is None else table.seat_of(event.user)


def event_text(
    event: EventRecord | NewEvent,
    players: Players,
    game: Game,
    *,
    sits: int | None = None,
    move: str = A_MOVE,
    other: str = "",
) -> EventText | None:
    """Return the text of an event; None where it has none.

    `players` are those of then. `sits` is the actor's seat. `move` is the move taken back. `other` had a freed seat, or
    is the substitute; plain text.
    """
    who, seat, public = actor_name(event, sits), event.seat or 0, event.public
    whose = other or players.name(public.get("seat", seat))
    instead = isolate(plain(public.get("instead") or "", NAME_LIMIT))
    plays_on = f"{instead}, a computer player, plays on." if instead else ""
    match event.kind:
        case EventKind.CHANCE:
            return EventText("Cards were drawn.")
        case EventKind.MOVE:  # of a table whose log does not replay: who moved, and not what
            return EventText(f"{whose} made a move.")
        case EventKind.JOIN:
            sat = f"{name_of(event.text, seat)} (computer, {public['level']})" if event.text else who
            place = f"{instead}'s seat, {seat + 1}" if instead else f"seat {seat + 1}"
            return EventText(f"{sat} sat down in {place}.")
        case EventKind.INVITE:
            return EventText(f"{who} was invited.")
        case EventKind.DECLINE:
            return EventText(f"{who} cannot play this time.")
        case EventKind.DISMISS if not public.get("released"):
            return EventText(f"The host removed {who}.")
        case EventKind.SWAP:
            return _swap_text(event, who)
        case EventKind.HOST:
            return EventText(f"{who} is the host now.")
        case EventKind.RECRUIT:
            return EventText(f"{who} wants more players.")
        case EventKind.OPTIONS:
            return EventText("The host changed the settings.", describe_changes(game, public))
        case EventKind.LEAVE if public.get("computer"):
            return EventText(f"{who} removed {event.text} from seat {seat + 1}.")
        case EventKind.LEAVE if public.get("substitute"):
            return EventText(f"{other or 'A substitute'} took over {who}'s seat.")
        case EventKind.LEAVE if public.get("departed"):
            return EventText(f"{who} left the server and gave up their seat.", plays_on)
        case EventKind.LEAVE if public.get("late"):
            return EventText(f"{who} ran out of time and lost their seat.", plays_on)
        case EventKind.LEAVE if not public.get("released"):
            return EventText(f"{who} left.", plays_on)
        case EventKind.MOVE_TABLE:
            return EventText(f"{who} moved the table to another channel.")
        case EventKind.RELEASE if public.get("moderator"):
            return EventText(f"{who}, a moderator, freed {whose}'s seat.", plays_on)
        case EventKind.RELEASE:
            return EventText(f"{who} gave {whose}'s seat to a computer player.", f"{whose} took too long.")
        case EventKind.ASK:
            return EventText(f"{who} wants {instead or 'a computer player'}'s seat.")
        case EventKind.SIT if public.get("substitute"):
            return EventText(f"{who} is the substitute.")
        case EventKind.SIT:
            by = public.get("by")
            agreed = "" if by is None else f"{players.name(by)} agreed."
            return EventText(f"{who} took over {instead or 'a computer player'}'s seat.", agreed)
        case EventKind.OFFER if "by_others" not in public:
            return EventText(f"{who} looks for a substitute.")
        case EventKind.OFFER if public.get("agreed"):
            return EventText(f"{whose}'s seat is offered to a substitute.")
        case EventKind.OFFER:
            return EventText(f"{who} offers {whose}'s seat to a substitute.")
        case EventKind.KEEP:
            return EventText(f"{who} keeps their seat.")
        case EventKind.START:
            dealer = players.name(event.read(StartPayload)["dealer"])
            chosen = f"{dealer} deals first."
            drawn = f"{dealer} was drawn as the first dealer."
            return EventText("The game began.", chosen if public.get("chosen") else drawn)
        case EventKind.ERASE:
            return EventText("A player had their data deleted.")
        case EventKind.NOTE | EventKind.SHOW:  # alike: which of the two it was is for those alone whom it was for
            return EventText(f"{who} sent {players.list(event.read(NotePayload)['to'])} a note.")
        case EventKind.NEXT if public.get("late"):
            return EventText("The next hand was dealt: time was up.")
        case EventKind.NEXT:
            return EventText(f"{who} asked for the next hand.")
        case EventKind.ASK_TAKE_BACK if public.get("asks"):
            return EventText(f"{who} wants to undo {move}.")
        case EventKind.ASK_TAKE_BACK:
            return EventText(f"{who} allowed it.")
        case EventKind.TAKE_BACK:
            return EventText(f"{who} took back {move}.")
        case EventKind.CLAIM:
            return EventText(claim_sentence(who))
        case EventKind.LATE:
            follows = "A computer player moves until they are back." if event.read(LatePayload)["stands_in"] else ""
            return EventText(f"{whose} ran out of time.", follows)
        case EventKind.RETURN:
            return EventText(f"{who} is back.")
        case EventKind.PAUSE if public.get("withdrawn"):
            return EventText(f"{who} no longer wants a pause.")
        case EventKind.PAUSE if event.read(PausePayload)["pauses"]:
            return EventText("The game is paused: all players agreed.")
        case EventKind.PAUSE:
            return EventText(f"{who} wants a pause.")
        case EventKind.RESUME:
            return EventText(f"{who} resumed the game.")
        case EventKind.AGREE:
            return _agreement_text(event, who, whose)
        case EventKind.END:
            return _end_text(event, who)
        case EventKind.RESTORE:
            return EventText(f"{who} restored the table.")
        case EventKind.FREEZE:
            return EventText("The table was frozen: its log no longer replays.")
        case _:
            return None


def headline(table: TableState, event_text: EventText) -> str:
    """Return the beginning of a message about an event, in markdown: the table and the act.

    It is the same whenever it is made, so that a message that was posted can be found.
    """
    what, more = escape(event_text.what, MAX_HEADLINE_LETTERS), escape(event_text.more, MAX_HEADLINE_LETTERS)
    return f"**{escape(table.name)}: {what}** {more}".rstrip()


def ended_text(table: TableState) -> EventText:
    """Return a sentence on who ended a table early, and what became of its scores."""
    event = table.ending
    if event is None:
        return EventText("This table was ended early.")
    return _end_text(event, actor_name(event, current_seat(table, event)))


def _swap_text(event: EventRecord | NewEvent, who: str) -> EventText:
    """Return the text of a change of seats."""
    seat, public = (event.seat or 0) + 1, event.read(SwapPayload)
    if "beside" in public:
        return EventText(f"{who}, in seat {seat}, chose to sit beside seat {public['beside'] + 1}.")
    if "former_seat" in public:
        former = public["former_seat"] + 1
        moved = f"was moved from seat {former} to {seat}"
        return EventText(f"{who} has a new partner." if former == seat else f"{who} {moved}.")
    return EventText(f"{who} changed from seat {seat} to seat {public.get('other_seat', 0) + 1}.")


def _agreement_text(event: EventRecord | NewEvent, who: str, whose: str) -> EventText:
    """Return a vote: to offer a seat or to free it, to accept changed settings, or to end the table."""
    public = event.read(AgreePayload)
    if "offer" in public:
        return EventText(f"{who} wants to offer {whose}'s seat to a substitute.")
    if public.get("withdrawn"):
        return EventText(f"{who} no longer wants to end the table.")
    if "right" in public:
        return EventText(f"{who} agreed to the change.")
    if "again" in public:
        return EventText("The players changed, so the vote to end the table began again.")
    if public.get("void"):
        return EventText(f"{who} wants to end the table and void its scores.")
    if "seat" in public:
        return EventText(f"{who} wants to give {whose}'s seat to a computer player.")
    return EventText(f"{who} wants to end the table.")


def _end_text(event: EventRecord | NewEvent, who: str) -> EventText:
    """Return the text of a table's early end, and what becomes of its scores."""
    public = event.read(EndPayload)
    if public.get("expired"):
        return EventText("Nobody started this table within a day, so it was closed.")
    if public.get("deserted"):
        return EventText(f"{who} left and nobody else was seated, so this table was closed.")
    scores = SCORES_VOID if public.get("void") else SCORES_KEPT if public.get("kept") else ""
    if public.get("league"):
        over, void = (
            "The season of its league is over, so this table ended.",
            "The organiser of the league ended this table.",
        )
        return EventText(void if public.get("void") else over, scores)
    if public.get("votes"):
        return EventText("This table was ended early: most players agreed.", scores)
    as_moderator = ", as a moderator" if public.get("moderator") else ""
    if public.get("deleted"):
        return EventText(f"{who} deleted this table{as_moderator}.")
    return EventText(f"{who} ended this table early{as_moderator}.", scores)
