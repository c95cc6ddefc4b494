"""A table's log in words, paged, the newest page first to be seen; and the proof of its shuffles.

What a game's events come to is told from what a bystander may see of them: the log of the hand in progress from the
position's view, that of a finished hand from its row. No text of an event of the game is read for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.show import layouts
from bot.show.look import Look, Players
from bot.tables import past
from bot.tables.backfill import backfill
from bot.tables.draws import DEALER, Drawing, Draws
from bot.tables.live import Live
from bot.text import NAME_LIMIT, escape, isolated, name_of, plain
from bot.wire.components import Layout, button, row
from data.records import PLAYED, EventRecord
from data.store import Store
from rules.proof import Finding, check
from rules.table import dump_event

if TYPE_CHECKING:
    from bot.client import EldestHand

LINES: Final = 15
"""Events a page."""

LONGEST: Final = 400
"""Letters of a line: a secret has 64, and is of no use if one of them is missing."""

ENDED: Final = {"deserted": "everybody has left", "expired": "nobody started it within a day"}
"""What ended a table that no person ended, by the key of the event."""

Entry = Mapping[str, Any]
"""An entry of a bystander's view's `log` (docs/protocol.md)."""


async def log_page(bot: EldestHand, live: Live, page: int) -> Layout:
    """One page of the log, with buttons to the others; -1 is the last page. Reads no more than the page shows."""
    last, began = live.record.seq, live.began
    going_on: list[Entry] = live.state.view(None)["log"] if live.state is not None and began else []
    pages = max(1, -(-last // LINES))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    end = last - (pages - 1 - page) * LINES  # counted from the newest event, so that the newest page is full
    events = await bot.store.happened(live.id, max(0, end - LINES), end)
    entries = await _entries(bot.store, live, events, began, going_on)
    look, players = bot.messages.look(live), bot.messages.players(live)
    sit = {seat.user: seat.seat for seat in live.record.seats if seat.kind == "person"}
    told = [(event, _told(event, entries.get(event.seq), look, players, sit.get(event.user))) for event in events]
    lines = [f"`{event.seq:>3}` {escape(words, LONGEST)} · <t:{event.at // 1000}:R>" for event, words in told if words]
    return layouts.layout(
        layouts.text(f"### Log of {escape(live.name)}", f"-# Page {page + 1} of {pages}"),
        layouts.text(*lines) if lines else layouts.text("Nothing has happened yet."),
        row(
            button("logpage", live.id, max(0, page - 1), "older", label="Older", disabled=page == 0),
            button("logpage", live.id, page + 1, "newer", label="Newer", disabled=page >= pages - 1),
            button("logpage", live.id, -1, "newest", label="Newest"),
        ),
    )


async def _entries(
    store: Store, live: Live, events: list[EventRecord], began: int, going_on: list[Entry]
) -> dict[int, Entry]:
    """What a bystander may know of those of `events` that are the game's, by number: one entry each, hand by hand."""
    played = [event.seq for event in events if event.kind in PLAYED]
    if not played:
        return {}
    found = await _numbered(store, live.id, (began, live.record.seq), going_on, played) if began else {}
    over = [seq for seq in played if not began or seq < began]
    if not over:
        return found
    spans = await store.hands(live.id)
    missing = not past.are_whole(spans) or not spans or spans[-1].last < over[-1]
    if missing and live.record.status != "frozen":  # a table of before hands were kept
        spans = await backfill(store, live.record)
    for span in spans:
        if span.first <= over[-1] and span.last >= over[0]:
            hand = await store.hand(live.id, span.number)
            if hand is not None:
                found |= await _numbered(store, live.id, (span.first, span.last), hand.log, played)
    return found


async def _numbered(
    store: Store, table: int, span: tuple[int, int], log: Sequence[Entry], played: list[int]
) -> dict[int, Entry]:
    """The entries of one hand's log for the numbers of `played` that are within `span`."""
    within = [seq for seq in played if span[0] <= seq <= span[1]]
    if not within:
        return {}
    before = await store.count_played(table, span[0], within[0])
    return dict(zip(within, log[before:], strict=False))


def _told(event: EventRecord, entry: Entry | None, look: Look, players: Players, sits: int | None = None) -> str | None:
    """An event in words, one line a kind; None where there is nothing to tell. `sits` is the seat of who did it."""
    mine = event.seat if event.kind in {"join", "leave", "agree"} else sits
    who = isolated(plain(event.name, NAME_LIMIT) or "Somebody") if mine is None else name_of(event.name, mine)
    seat = (event.seat or 0) + 1
    match event.kind:
        case "chance" | "move":
            return look.tells(entry, players) if entry else _untold(event, players)
        case "join":
            return f"{name_of(event.text, seat - 1) if event.text else who} sat down in seat {seat}."
        case "leave":
            return f"{who} left seat {seat}."
        case "release":
            return f"{who} gave seat {seat}, whose player had not moved for a day, to a computer player."
        case "start":
            return f"The game began; the draw made seat {int(event.public['dealer']) + 1} the first dealer."
        case "commit":
            return f"Draw {event.text} was fixed: SHA-256 {event.public['sha256']}."
        case "reveal":
            return f"The secret of draw {event.text} was shown: {event.public['secret']}."
        case "next":
            return f"{who} asked for the next hand."
        case "word":
            word = isolated(plain(event.text, LONGEST))
            return f"{who} added a word to the next draw: {word}" if word else f"{who} added a word."
        case "agree" if "seat" in event.public:
            return f"{who} would like to give seat {event.public['seat'] + 1} to a computer player."
        case "agree":
            return f"{who} would like to end the table."
        case "end":
            by = next((why for name, why in ENDED.items() if event.public.get(name)), who)
            return f"The table was ended ({by})."
        case "freeze":
            return "The table was frozen: its log no longer replays."


def _untold(event: EventRecord, players: Players) -> str:
    """An event of the game at a table whose log does not replay, so that nobody can say what may be known of it."""
    return "Cards were drawn." if event.seat is None else f"{players.name(event.seat)} made a move."


async def proof(store: Store, live: Live) -> dict[str, Any]:
    """The proof of a table's shuffles (rules/proof.py): all hands that are over, nothing of the one in progress.

    The log itself says which those are, also where nobody can replay it: a hand's secrets are shown at its end (K5.2).
    Raises Broken where it says too little.
    """
    draws = Draws({})
    unshown: list[dict[str, Any]] = []
    game: dict[str, Any] = {
        "game": live.game.id,
        "seats": max(live.game.seats[0], len(live.record.seats)),
        "options": dict(live.record.options),
        "dealer": 0,
        "events": [],
    }
    async for page in store.pages(live.id):
        with past.reading():
            for event in page:
                draws.take(event)
                if event.kind == "start":
                    game |= {"seats": event.public["seats"], "dealer": event.public["dealer"]}
                elif event.kind in PLAYED:
                    unshown.append(dump_event(past.event_of(event)))
                elif event.kind == "reveal":
                    game["events"] += unshown
                    unshown.clear()
    shown = [_draw(drawing) for drawing in draws.drawings.values() if drawing.shown]
    return {"table": str(live.id), "game": game, "draws": shown}


def findings(found: dict[str, Any]) -> list[Finding]:
    """What checking a proof of ours comes to (rules/proof.py). Raises Broken for what does not replay."""
    with past.reading():
        return check(found)


def waiting_draws(live: Live) -> list[str]:
    """The commitments whose secrets are not shown yet, in words."""
    if live.record.status in {"over", "ended"}:
        return []
    return [
        f"Draw {'for the first dealer' if name == DEALER else name}: `{drawing.commitment}`"
        for name, drawing in live.draws.drawings.items()
    ]


def _draw(drawing: Drawing) -> dict[str, Any]:
    contributions = drawing.contributions or ()
    return {
        "event": drawing.name,
        "commitment": drawing.commitment,
        "contributions": list(filter(None, contributions)),
        "secret": drawing.secret.hex() if drawing.shown else None,
        **({"emptied": True} if "" in contributions else {}),
    }
