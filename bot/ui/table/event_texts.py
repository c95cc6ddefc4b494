"""The text of each event kind at a table: one sentence for the log, the announcement and the question about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.text import NAME_LIMIT, escape, isolated, name_of, plain
from bot.tables.model.table_state import Live
from bot.ui.game.presenter import Players
from bot.ui.kit.notice import who_of
from bot.ui.table.story import claimed
from bot.ui.table.table_options import changed
from bot.ui.table.undo import A_MOVE
from data.records import EventKind, EventRecord, NewEvent
from rules.contract import Game

WORD_LIMIT: Final = 1500
"""Letters of a word that somebody adds to a draw."""

HEAD_LIMIT: Final = 900
"""Letters of the first sentence of a message about an event."""

VOID: Final = "Its scores are void: nothing counts."
KEPT: Final = "Its scores are kept."
"""What becomes of the scores of a table that its players ended."""

BY_SEAT: Final[frozenset[EventKind]] = frozenset(
    {
        "join", "leave", "agree", "sit", "note", "show", "regret", "back", "keep", "pause", "resume", "return", "claim",
    }
)  # fmt: skip
"""The kinds that name the seat of the person who acts; the others name the seat that is acted on."""


class EventText(NamedTuple):
    """An event in plain text: who did what, and what is added to it ("" for nothing)."""

    what: str
    more: str = ""

    @property
    def line(self) -> str:
        """Both, as the log writes them."""
        return f"{self.what} {self.more}".rstrip()


def person(event: EventRecord | NewEvent, sits: int | None) -> str:
    """The name of the person of an event, who sits in seat `sits` now (None: in no seat)."""
    by_seat = event.kind in BY_SEAT and not (event.kind == "leave" and event.public.get("computer"))
    return who_of(event, event.seat if by_seat else sits)


def seat_now(live: Live, event: EventRecord | NewEvent) -> int | None:
    """The seat in which the person of an event sits now; None for no seat."""
    return None if event.user is None else live.seat_of(event.user)


def text_of(
    event: EventRecord | NewEvent,
    players: Players,
    game: Game,
    *,
    sits: int | None = None,
    move: str = A_MOVE,
    other: str = "",
) -> EventText | None:
    """The text of an event; None where it has none.

    `players` are those at the table when it happened. `sits` is the seat of the person who acts. `move` names the move
    that is taken back. `other` names who had a seat that is freed, or the substitute who takes one; in plain text.
    """
    who, seat, public = person(event, sits), event.seat or 0, event.public
    whose = other or players.name(public.get("seat", seat))
    instead = isolated(plain(public.get("instead") or "", NAME_LIMIT))
    plays_on = f"{instead}, a computer player, plays on." if instead else ""
    match event.kind:
        case "chance":
            return EventText("Cards were drawn.")
        case "move":  # of a table whose log does not replay: who moved, and not what
            return EventText(f"{whose} made a move.")
        case "join":
            sat = name_of(event.text, seat) if event.text else who
            place = f"{instead}'s seat, {seat + 1}" if instead else f"seat {seat + 1}"
            return EventText(f"{sat} sat down in {place}.")
        case "invite":
            return EventText(f"{who} was invited.")
        case "decline":
            return EventText(f"{who} cannot play this time.")
        case "dismiss" if not public.get("released"):
            return EventText(f"The host removed {who}.")
        case "swap":
            return _swap(event, who)
        case "host":
            return EventText(f"{who} is the host now.")
        case "dealer":
            first = "the first dealer drawn" if event.seat is None else f"seat {seat + 1} to deal first"
            return EventText(f"{who} wants {first}.")
        case "looking":
            return EventText(f"{who} wants more players.")
        case "options":
            return EventText("The host changed the settings.", changed(game, public))
        case "leave" if public.get("computer"):
            return EventText(f"{who} removed {event.text} from seat {seat + 1}.")
        case "leave" if public.get("substitute"):
            return EventText(f"{other or 'A substitute'} took over {who}'s seat.")
        case "leave" if public.get("departed"):
            return EventText(f"{who} left the server and gave up their seat.", plays_on)
        case "leave" if not public.get("released"):
            return EventText(f"{who} left.", plays_on)
        case "place":
            return EventText(f"{who} moved the table to another channel.")
        case "release" if public.get("moderator"):
            return EventText(f"{who}, a moderator, freed {whose}'s seat.", plays_on)
        case "release":
            return EventText(f"{who} gave {whose}'s seat to a computer player.", f"{whose} took too long.")
        case "ask":
            return EventText(f"{who} wants {instead or 'a computer player'}'s seat.")
        case "sit" if public.get("substitute"):
            return EventText(f"{who} is the substitute.")
        case "sit":
            by = public.get("by")
            agreed = "" if by is None else f"{players.name(by)} agreed."
            return EventText(f"{who} took over {instead or 'a computer player'}'s seat.", agreed)
        case "offer" if "for" not in public:
            return EventText(f"{who} looks for a substitute.")
        case "offer" if public.get("agreed"):
            return EventText(f"{whose}'s seat is offered to a substitute.")
        case "offer":
            return EventText(f"{who} offers {whose}'s seat to a substitute.")
        case "keep":
            return EventText(f"{who} keeps their seat.")
        case "start":
            dealer = players.name(public["dealer"])
            chosen = f"Everyone wanted {dealer} to deal first."
            drawn = f"{dealer} was drawn as the first dealer."
            return EventText("The game began.", chosen if public.get("chosen") else drawn)
        case "forget":
            return EventText("A player had their data deleted.")
        case "note" | "show":  # alike: which of the two it was is for those alone whom it was for
            return EventText(f"{who} sent {players.list(public['to'])} a note.")
        case "next" if public.get("late"):
            return EventText("The next hand was dealt: time was up.")
        case "next":
            return EventText(f"{who} asked for the next hand.")
        case "word":
            word = isolated(plain(event.text, WORD_LIMIT))
            return EventText(f"{who} added a word to the next draw: {word}" if word else f"{who} added a word.")
        case "regret" if public.get("asks"):
            return EventText(f"{who} wants to undo {move}.")
        case "regret":
            return EventText(f"{who} allowed it.")
        case "back":
            return EventText(f"{who} took back {move}.")
        case "claim":
            return EventText(claimed(who))
        case "late":
            follows = "A computer player moves until they are back." if public["stands_in"] else ""
            return EventText(f"{whose} ran out of time.", follows)
        case "return":
            return EventText(f"{who} is back.")
        case "pause" if public.get("withdrawn"):
            return EventText(f"{who} no longer wants a pause.")
        case "pause" if public["pauses"]:
            return EventText("The game is paused: all players agreed.")
        case "pause":
            return EventText(f"{who} wants a pause.")
        case "resume":
            return EventText(f"{who} resumed the game.")
        case "agree":
            return _agreed(event, who, whose)
        case "end":
            return _ended(event, who)
        case "restore":
            return EventText(f"{who} restored the table.")
        case "freeze":
            return EventText("The table was frozen: its log no longer replays.")
        case _:
            return None


def headline(live: Live, said: EventText) -> str:
    """How a message about an event begins, in markdown: the table and what somebody did there.

    It is the same whenever it is made, so that a message that was posted can be found.
    """
    return f"**{escape(live.name)}: {escape(said.what, HEAD_LIMIT)}** {escape(said.more, HEAD_LIMIT)}".rstrip()


def ended_text(live: Live) -> EventText:
    """Who ended a table before its time, and what became of its scores."""
    event = live.ending
    if event is None:
        return EventText("This table was ended early.")
    return _ended(event, person(event, seat_now(live, event)))


def _swap(event: EventRecord | NewEvent, who: str) -> EventText:
    seat, public = (event.seat or 0) + 1, event.public
    if "beside" in public:
        return EventText(f"{who}, in seat {seat}, chose to sit beside seat {public['beside'] + 1}.")
    if "from" in public:
        former = public["from"] + 1
        moved = f"was moved from seat {former} to {seat}"
        return EventText(f"{who} has a new partner." if former == seat else f"{who} {moved}.")
    return EventText(f"{who} changed from seat {seat} to seat {public['with'] + 1}.")


def _agreed(event: EventRecord | NewEvent, who: str, whose: str) -> EventText:
    """A vote: to offer a seat or to free it, to accept changed settings, or to end the table."""
    public = event.public
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


def _ended(event: EventRecord | NewEvent, who: str) -> EventText:
    public = event.public
    if public.get("expired"):
        return EventText("Nobody started this table within a day, so it was closed.")
    if public.get("deserted"):
        return EventText(f"{who} left and nobody else was seated, so this table was closed.")
    scores = VOID if public.get("void") else KEPT if public.get("kept") else ""
    if public.get("agreed"):
        return EventText("This table was ended early: most players agreed.", scores)
    as_moderator = ", as a moderator" if public.get("moderator") else ""
    if public.get("deleted"):
        return EventText(f"{who} deleted this table{as_moderator}.")
    return EventText(f"{who} ended this table early{as_moderator}.", scores)
