"""A table's log in words, paged, the newest page first to be seen; and the proof of its shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bot.show import layouts
from bot.show.words import escape
from bot.tables.live import DEALER, Drawing, Live
from bot.wire.components import Layout, button, row
from data.records import EventRecord
from rules.table import dump_event

if TYPE_CHECKING:
    from bot.client import EldestHand

LINES: Final = 15


async def log_page(bot: EldestHand, live: Live, page: int) -> Layout:
    """One page of the log, with buttons to the others; -1 is the last page."""
    events = await bot.store.log(live.id)
    face, players = bot.shows.face(live), bot.shows.players(live)
    lines: list[str] = []
    for event in events:
        told = told_by_table(event) or face.tells(event, players)
        if told:
            lines.append(f"`{event.seq:>3}` {escape(told)} · <t:{event.at // 1000}:R>")
    pages = max(1, -(-len(lines) // LINES))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    end = len(lines) - (pages - 1 - page) * LINES  # counted from the newest line, so that the newest page is full
    part = lines[max(0, end - LINES) : end]
    return layouts.layout(
        layouts.text(f"### Log of {escape(live.name)}", f"-# Page {page + 1} of {pages}"),
        layouts.text(*part) if part else layouts.text("Nothing has happened yet."),
        row(
            button("logpage", live.id, max(0, page - 1), "older", label="Older", disabled=page == 0),
            button("logpage", live.id, page + 1, "newer", label="Newer", disabled=page >= pages - 1),
            button("logpage", live.id, -1, "newest", label="Newest"),
        ),
    )


def told_by_table(event: EventRecord) -> str | None:
    """An event that is no game's, in words; None for those of the game."""
    match event.kind:
        case "join":
            return f"{event.text} sat down in seat {(event.seat or 0) + 1}."
        case "leave":
            return f"{event.text} left seat {(event.seat or 0) + 1}."
        case "release":
            by = event.public.get("by", "Somebody")
            seat = f"seat {(event.seat or 0) + 1} of {event.text}"
            return f"{by} gave {seat}, who had not moved for a day, to a computer player."
        case "start":
            return f"The game began; the draw made seat {int(event.public['dealer']) + 1} the first dealer."
        case "commit":
            return f"Draw {event.text} was fixed: SHA-256 {event.public['sha256']}."
        case "reveal":
            return f"The secret of draw {event.text} was shown: {event.public['secret']}."
        case "next":
            return f"{event.text} asked for the next hand."
        case "word":
            return f"{event.public.get('by', 'Somebody')} added a word to the next draw: {event.text}"
        case "agree" if "seat" in event.public:
            return f"{event.text} would like to give seat {event.public['seat'] + 1} to a computer player."
        case "agree":
            return f"{event.text} would like to end the table."
        case "end":
            return f"The table was ended ({event.text})."
        case "freeze":
            return "The table was frozen: its log no longer replays."
        case _:
            return None


def proof(live: Live) -> dict[str, Any]:
    """The proof of a table's shuffles (rules/proof.py): all hands that are over, nothing of the one in progress."""
    table = live.table
    draws = [_draw(drawing) for drawing in live.drawings.values() if drawing.shown]
    if table is None:
        game: dict[str, Any] = {
            "game": live.game.id,
            "seats": max(live.game.seats[0], len(live.record.seats)),
            "options": dict(live.record.options),
            "dealer": 0,
            "events": [],
        }
        return {"table": str(live.id), "game": game, "draws": []}
    over = table.state.finished or live.record.status == "ended"
    events = table.events if over else table.events[: table.hand_start]
    game = {**table.dump(), "events": [dump_event(event) for event in events]}
    return {"table": str(live.id), "game": game, "draws": draws}


def waiting_draws(live: Live) -> list[str]:
    """The commitments whose secrets are not shown yet, in words."""
    if live.record.status in {"over", "ended"}:
        return []
    return [
        f"Draw {'for the first dealer' if name == DEALER else name}: `{drawing.commitment}`"
        for name, drawing in live.drawings.items()
        if not drawing.shown
    ]


def _draw(drawing: Drawing) -> dict[str, Any]:
    return {
        "event": drawing.name,
        "commitment": drawing.commitment,
        "contributions": list(drawing.contributions or ()),
        "secret": drawing.secret.hex() if drawing.shown else None,
    }
