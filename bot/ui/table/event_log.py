"""A table's log in words, hand by hand, the newest first to be seen; and the proof of its shuffles.

What a game's events came to is told by its story, from what a bystander may see: of the hand in progress from the
position's view, of a finished hand from its row. No text of an event of the game is read for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from bot.common.text import NAME_LIMIT, escape, isolated, name_of, plain
from bot.tables.model import finished_hands
from bot.tables.model.fair_draws import DEALER, Drawing, Draws
from bot.tables.model.table_state import Live
from bot.tables.services.hand_row_backfill import backfill
from bot.ui.game.presenter import Look, Players
from bot.ui.game.presenter_registry import Presenters
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.scene import text
from bot.ui.table import layouts
from bot.ui.table.announcements import ended_by
from bot.ui.table.seat_history import Sitting, sitting_at, sittings_of
from bot.ui.table.story import claimed, made_late
from bot.ui.table.table_options import changed
from bot.ui.table.undo import A_MOVE, move_in_words
from data.records import PLAYED, EventKind, EventRecord, Span
from data.store import Store
from rules.contract import Game
from rules.proof import Finding, check
from rules.sentences import capital, listed
from rules.table import dump_event

EVENTS: Final = 20
"""Events a page: with the longest names and results they fit into a message."""

UNTOLD: Final[frozenset[EventKind]] = frozenset({"commit", "reveal", "report"})
"""Events of which the log says nothing."""

NAMED: Final = 10
"""Draws that are named in one sentence."""

LONGEST: Final = 1500
"""Letters of a passage: how a hand of ten players with long names ended."""


async def log_page(store: Store, presenters: Presenters, live: Live, hand: int, page: int) -> Layout:
    """One page of a hand's log (hands count from 0), with buttons to the others; -1 is the newest hand, its last page.

    A hand begins with what happened at the table since the one before. Reads no more than that hand.
    """
    look, sat = presenters.of(live), await sittings_of(store, live)
    players = sat[0].players
    view = None if live.state is None else live.state.view(None)
    how, log = (view, view["log"]) if view is not None and live.began else (None, ())
    over = 0 if view is None else view["number"] + view["finished"]
    sit = {seat.user: seat.seat for seat in live.record.seats if seat.kind == "person"}
    last = live.record.seq  # nothing that happens during the reads below
    spans = [span for span in await spans_of(store, live, over) if span.last <= last]
    hands = max(1, len(spans) + bool(log))
    number = hands - 1 if hand < 0 else min(hand, hands - 1)
    first = spans[number - 1].last + 1 if number else 1
    if number < hands - 1:
        last = spans[number].last
    ledger = list[str]()
    again: list[Part] = []
    kept = await store.hand(live.id, number) if number < len(spans) else None
    if number < len(spans):
        how, log = (None, ()) if kept is None else (kept.how, kept.log)
    if kept is not None:
        points = [span.points for span in spans[: number + 1]]
        ledger = text.ledger_lines(look.ledger(kept.how, points, sitting_at(sat, last).players))
        again = [button("replay", live.id, number, label="Replay")]
        if look.pages(kept.how, players, live.name):
            again.append(layouts.laid_button(live, number))
    if number == hands - 1:
        last = await _told_last(store, live.id, first, last)
    until = sitting_at(sat, first)
    there = [one for one in sat if until.since <= one.since <= last]
    stories = [one._replace(story=() if how is None else look.story(how, log, one.players)) for one in there]
    story = stories[0].story
    pages = max(1, -(-(last - first + 1) // EVENTS))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    begin = first + page * EVENTS
    # With what is around the page: of a turn of two moves one may stand on each side.
    around = await store.happened(live.id, max(first, begin - EVENTS) - 1, min(last, begin + EVENTS))
    gone = await store.lists.taken_back(live.id, first - 1)
    before = await store.lists.count_played(live.id, first, begin) - sum(one < begin for one in gone) if story else 0
    events = [event for event in around if begin <= event.seq < begin + EVENTS]
    lines = _lines(events, around, stories, before, sit, live.game, gone, look)
    lines += ledger if page == pages - 1 else []
    oldest, newest = (number, page) == (0, 0), (number, page) == (hands - 1, pages - 1)
    if newest and view is not None and view["finished"]:
        lines.append(f"**{escape(look.outcome(view, players), LONGEST)}**")
    so_far = " so far" if live.record.status in {"playing", "frozen"} else ""
    hand_word = look.hand_word
    title = f"Before the first {hand_word.lower()}" if view is None else f"{hand_word} {number + 1} of {hands}{so_far}"
    older = (number, page - 1) if page else (max(0, number - 1), "last")
    newer = (number, page + 1) if page + 1 < pages else (number + 1, 0)
    return layouts.layout(
        layouts.text(
            f"### Log of {escape(live.name)}", f"-# {title}" + (f" · page {page + 1} of {pages}" if pages > 1 else "")
        ),
        layouts.text(*lines) if lines else layouts.text("Nothing has happened yet."),
        row(
            button("logpage", live.id, *older, "older", label="Older", disabled=oldest),
            button("logpage", live.id, *newer, "newer", label="Newer", disabled=newest),
            button("logpage", live.id, "last", "last", "newest", label="Newest"),
            *again,
        ),
    )


async def _told_last(store: Store, table: int, first: int, last: int) -> int:
    """The number of the last event up to `last` of which anything is told: a page that tells nothing is none."""
    for event in reversed(await store.happened(table, max(first - 1, last - EVENTS), last)):
        if event.kind not in UNTOLD:
            return event.seq
    return last


async def spans_of(store: Store, live: Live, over: int) -> list[Span]:
    """Which events each hand that is over went through; none where nobody can tell. `over` is how many there are."""
    spans = await store.hands(live.id)
    if live.record.status != "frozen" and len(spans) < over:  # a table of before hands were kept
        spans = await backfill(store, live.record)
    return spans if finished_hands.are_whole(spans) else []


def _lines(
    events: Sequence[EventRecord],
    around: Sequence[EventRecord],
    sat: Sequence[Sitting],
    before: int,
    sit: Mapping[int | None, int],
    game: Game,
    gone: Collection[int],
    look: Look,
) -> list[str]:
    """These events in words: a paragraph a part of the hand, a line a result, and a line a word about the table.

    `around` are these and some before and after them; `before` are the passages of the story from before these events,
    which leaves out the moves that have `gone` again.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    part = next((one.heading for one in reversed(sat[0].story[:before]) if one.heading), "")
    passages = len(sat[0].story)

    def flush() -> None:
        if paragraph:
            lines.append(" ".join(paragraph))
            paragraph.clear()

    played = [event for event in around if event.kind in PLAYED and event.seq not in gone]
    late = {event.seq for event in played if event.public.get("late")}
    later = {one.seq: two.seq for one, two in pairwise(played) if one.seat is not None and one.seat == two.seat}
    earlier = {two: one for one, two in later.items()}
    for event in events:
        when, now = f"<t:{event.at // 1000}:R>", sitting_at(sat, event.seq)
        if event.kind not in PLAYED or event.seq in gone or before >= passages:
            if told := _told(event, now.players, game, sit.get(event.user), move_in_words(event.text, look)):
                flush()
                lines.append(f"-# {escape(told, LONGEST)} · {when}")
            continue
        passage = now.story[before]
        if event.seq in late:
            goes_on = later.get(event.seq) in late
            began = event.seq in earlier and earlier[event.seq] not in late and not now.story[before - 1].text
            who, seat = now.players.name(event.seat or 0), event.seat or 0
            passage = made_late(passage, who, seat, now.players, goes_on=goes_on, began=began)
        before += 1
        if heading := passage.heading or part:
            flush()
            lines.append(f"**{escape(heading)}** · {when}")
            part = ""
        if passage.text:
            paragraph.append(escape(passage.text, LONGEST))
        if passage.result:
            flush()
            lines.append(f"→ {escape(passage.result, LONGEST)}")
    flush()
    return lines


SEATED: Final[tuple[EventKind, ...]] = (
    "join", "agree", "ask", "sit", "note", "show", "regret", "back", "keep", "pause", "resume", "return",
    "claim",
)  # fmt: skip
"""The kinds of event that somebody does from the seat which the event names."""


def _told(event: EventRecord, players: Players, game: Game, sits: int | None = None, move: str = A_MOVE) -> str | None:
    """An event in words, one line a kind; None where `/table verify` tells it, or it is nobody's matter. `sits` is the
    seat of who did it, `move` what a take-back is about.

    One of the game without its story is of a table whose log does not replay: who moved, and not what.
    """
    mine = event.seat if event.kind in SEATED or _left(event) else sits
    who = isolated(plain(event.name, NAME_LIMIT) or "Somebody") if mine is None else name_of(event.name, mine)
    seat = (event.seat or 0) + 1
    instead = event.public.get("instead")
    match event.kind:
        case "chance":
            return "Cards were drawn."
        case "move":
            return f"{players.name(seat - 1)} made a move."
        case "join":
            place = f"{instead}'s seat, {seat}" if instead else f"seat {seat}"
            return f"{name_of(event.text, seat - 1) if event.text else who} sat down in {place}."
        case "invite":
            return f"{who} was invited."
        case "decline":
            return f"{who} cannot play this time."
        case "dismiss" if event.public.get("released"):
            return None
        case "dismiss":
            return f"The host removed {who} from seat {seat}."
        case "swap" if "beside" in event.public:
            return f"{who}, in seat {seat}, chose to sit beside seat {event.public['beside'] + 1}."
        case "swap" if "from" in event.public:
            former = event.public["from"] + 1
            return f"{who} has a new partner." if former == seat else f"{who} was moved from seat {former} to {seat}."
        case "swap":
            return f"{who} changed from seat {seat} to seat {event.public['with'] + 1}."
        case "host":
            return f"{who} is the host now."
        case "dealer":
            first = "the first dealer drawn" if event.seat is None else f"seat {seat} to deal first"
            return f"{who} wants {first}."
        case "looking":
            return f"{who} looked for players."
        case "options":
            return f"The host changed the settings: {changed(game, event.public)}"
        case "leave" if event.public.get("computer"):
            return f"{who} removed {event.text} from seat {seat}."
        case "leave" if event.public.get("substitute"):
            return f"A substitute took over {who}'s seat, {seat}."
        case "leave" if event.public.get("released"):
            return None
        case "leave" if event.public.get("departed"):
            on = f" {instead}, a computer player, plays on." if instead else ""
            return f"{who} left the server and gave up seat {seat}.{on}"
        case "place":
            return f"{who} moved the table to another channel."
        case "leave":
            return f"{who} left seat {seat}." + (f" {instead}, a computer player, plays on." if instead else "")
        case "release" if event.public.get("moderator"):
            return f"{who}, a moderator, freed seat {seat}."
        case "release":
            return f"{who} gave seat {seat} to a computer player: its player took too long."
        case "ask":
            return f"{who} asked for {instead or 'a computer player'}'s seat, {seat}."
        case "sit" if event.public.get("substitute"):
            return f"{who} took seat {seat} over."
        case "offer" if event.public.get("for"):
            return f"{who} offered {players.name(seat - 1)}'s seat, {seat}, to a substitute."
        case "offer":
            return f"{who} looked for a substitute."
        case "keep":
            return f"{who} keeps seat {seat}."
        case "sit":
            by = event.public.get("by")
            agreed = "" if by is None else f"; {players.name(by)} agreed"
            return f"{who} took seat {seat} from {instead or 'a computer player'}{agreed}."
        case "start":
            if event.public.get("chosen"):
                return f"The game began. Everyone wanted {players.name(event.public['dealer'])} to deal first."
            return f"The game began. {players.name(event.public['dealer'])} was drawn as the first dealer."
        case "commit" | "reveal" | "report":  # UNTOLD
            return None
        case "forget":
            return "A player had their data deleted."
        case "note" | "show":  # alike: which of the two it was is for those alone whom it was for
            return f"{who} passed {players.list(event.public['to'])} a note."
        case "next" if event.public.get("late"):
            return "Nobody asked for the next hand in time, so it was dealt."
        case "next":
            return f"{who} asked for the next hand."
        case "word":
            word = isolated(plain(event.text, LONGEST))
            return f"{who} added a word to the next draw: {word}" if word else f"{who} added a word."
        case "regret":
            return f"{who} asked to undo {move}." if event.public.get("asks") else f"{who} allowed it."
        case "back":
            return f"{who} took back {move}."
        case "claim":
            return claimed(who)
        case "late":
            stands_in = event.public["stands_in"]
            moves = " A computer player moves until they are back." if stands_in else ""
            return f"{players.name(seat - 1)} ran out of time.{moves}"
        case "return":
            return f"{who} came back."
        case "pause" if event.public.get("withdrawn"):
            return f"{who} no longer wants a pause."
        case "pause":
            return f"{who} agreed, and the pause began." if event.public["pauses"] else f"{who} asked for a pause."
        case "resume":
            return f"{who} resumed the game."
        case "agree" if "offer" in event.public:
            return f"{who} wants to offer seat {event.public['seat'] + 1} to a substitute."
        case "agree" if event.public.get("withdrawn"):
            return f"{who} no longer wants to end the table."
        case "agree" if "right" in event.public:
            return f"{who} agreed to the change."
        case "agree" if "again" in event.public:
            return "The players changed, so the vote to end the table began again."
        case "agree" if event.public.get("void"):
            return f"{who} wants to end the table and void its scores."
        case "agree" if "seat" in event.public:
            return f"{who} wants to give seat {event.public['seat'] + 1} to a computer player."
        case "agree":
            return f"{who} wants to end the table."
        case "end":
            return ended_by(event, sits)
        case "restore":
            return f"{who} restored the table."
        case "freeze":
            return "The table was frozen: its log no longer replays."


def _left(event: EventRecord) -> bool:
    """Whether the person of this event left its seat, and sent no computer player away."""
    return event.kind == "leave" and not event.public.get("computer")


async def proof(store: Store, live: Live) -> dict[str, Any]:
    """The proof of a table's shuffles (rules/proof.py): all hands that are over, nothing of the one in progress.

    The log itself says which those are, also where nobody can replay it: a hand's secrets are shown at its end (K5.2).
    Raises Broken where it says too little.
    """
    draws, chosen = Draws({}), False
    unshown: list[EventRecord] = []
    game: dict[str, Any] = {
        "game": live.game.id,
        "seats": max(live.game.seats[0], len(live.record.seats)),
        "options": dict(live.record.options),
        "dealer": 0,
        "events": [],
    }
    async for page in store.pages(live.id):
        with finished_hands.reading():
            for event in page:
                draws.take(event)
                if event.kind == "start":
                    game |= {"seats": event.public["seats"], "dealer": event.public["dealer"]}
                    chosen = event.public.get("chosen", False)
                elif event.kind == "reveal":
                    stand = finished_hands.standing(unshown)
                    game["events"] += [dump_event(finished_hands.event_of(one)) for one in stand]
                    unshown.clear()
                else:
                    unshown.append(event)
    shown = [_draw(drawing) for drawing in draws.drawings.values() if drawing.shown]
    if chosen:
        shown = [{**one, "chosen": True} if one["event"] == DEALER else one for one in shown]
    return {"table": str(live.id), "game": game, "draws": shown}


def findings(found: dict[str, Any]) -> list[Finding]:
    """What checking a proof of ours comes to (rules/proof.py). Raises Broken for what does not replay."""
    with finished_hands.reading():
        return check(found)


def waiting_draws(live: Live) -> list[str]:
    """The commitments whose secrets are not shown yet, in words."""
    if live.record.status in {"over", "ended"}:
        return []
    return [f"{capital(draw_named(name))}: `{drawing.commitment}`" for name, drawing in live.draws.drawings.items()]


def draw_named(name: str) -> str:
    """What people call a draw, within a sentence: shuffles count from 1."""
    return "the draw of the first dealer" if name == DEALER else f"shuffle {int(name) + 1}"


def lost_in_words(found: dict[str, Any], findings: Sequence[Finding]) -> str:
    """Which draws of a proof can no longer be recomputed, for a word is gone that went into them; empty for none."""
    emptied = {draw["event"] for draw in found["draws"] if draw.get("emptied")}
    lost = [draw_named(one.event) for one in findings if one.holds is None and one.event in emptied]
    if not lost:
        return ""
    more = [f"{len(lost) - NAMED} more"] if len(lost) > NAMED else []
    into = "it was" if len(lost) == 1 else "each of them was"
    which = capital(listed([*lost[:NAMED], *more]))
    return f"{which} can no longer be recomputed: a word that went into {into} deleted."


def finding_in_words(finding: Finding) -> str:
    """What was found of a draw, with the name that people call it."""
    called = draw_named(finding.event) if finding.event.isdecimal() or finding.event == DEALER else finding.event
    return capital(
        re.sub(rf"\b(draw|chance event) {re.escape(finding.event)}\b", called, finding.sentence, flags=re.IGNORECASE)
    )


def _draw(drawing: Drawing) -> dict[str, Any]:
    contributions = drawing.contributions or ()
    return {
        "event": drawing.name,
        "commitment": drawing.commitment,
        "contributions": list(filter(None, contributions)),
        "secret": drawing.secret.hex() if drawing.shown else None,
        **({"emptied": True} if "" in contributions else {}),
    }
