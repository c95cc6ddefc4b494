"""The proof of a table's shuffles (rules/proof.py), and what checking it found, in words."""

from __future__ import annotations

import re
from typing import Any

from bot.tables.model import finished_hands
from bot.tables.model.fair_draws import DEALER, Drawing, Draws
from bot.tables.model.table_state import TableState
from data.store import Store
from data.tables.events import EventKind, StartPayload
from data.tables.records import EventRecord
from rules.proof import Finding, check
from rules.sentences import capital
from rules.table import dump_event


async def read_proof(store: Store, table: TableState) -> dict[str, Any]:
    """Return the proof of the shuffles of all ended hands (rules/proof.py).

    Raises CorruptLog where the log says too little. The log says which hands these are; their secrets are shown at
    their end (K5.2).
    """
    draws, chosen = Draws(), False
    unshown: list[EventRecord] = []
    game: dict[str, Any] = {
        "game": table.game.id,
        "seats": max(table.game.seats[0], len(table.record.seats)),
        "options": dict(table.record.options),
        "dealer": 0,
        "events": [],
    }
    async for page in store.tables.pages(table.id):
        with finished_hands.reading():
            for event in page:
                draws = draws.after(event)
                if event.kind == EventKind.START:
                    start = event.read(StartPayload)
                    game |= {"seats": start["seats"], "dealer": start["dealer"]}
                    chosen = start.get("chosen", False)
                elif event.kind == EventKind.REVEAL:
                    stand = finished_hands.without_taken_back(unshown)
                    game["events"] += [dump_event(finished_hands.event_of(event)) for event in stand]
                    unshown.clear()
                else:
                    unshown.append(event)
    revealed = [_draw(drawing) for drawing in draws.drawings.values() if drawing.shown]
    if chosen:
        revealed = [{**event, "chosen": True} if event["event"] == DEALER else event for event in revealed]
    return {"table": str(table.id), "game": game, "draws": revealed}


def check_proof(proof: dict[str, Any]) -> list[Finding]:
    """Check a proof of ours (rules/proof.py). Raises CorruptLog for a hand that does not replay."""
    with finished_hands.reading():
        return check(proof)


def waiting_draws(table: TableState) -> list[str]:
    """Return the commitments whose secrets are not shown yet, in words."""
    if table.record.is_finished:
        return []
    return [f"{capital(draw_name(name))}: `{drawing.commitment}`" for name, drawing in table.draws.drawings.items()]


def draw_name(name: str) -> str:
    """Return the name of a draw within a sentence: shuffles count from 1."""
    return "the draw of the first dealer" if name == DEALER else f"shuffle {int(name) + 1}"


def describe_finding(finding: Finding) -> str:
    """Return a finding about a draw, with the draw's name."""
    called = draw_name(finding.event) if finding.event.isdecimal() or finding.event == DEALER else finding.event
    return capital(
        re.sub(rf"\b(draw|chance event) {re.escape(finding.event)}\b", called, finding.sentence, flags=re.IGNORECASE)
    )


def _draw(drawing: Drawing) -> dict[str, Any]:
    return {
        "event": drawing.name,
        "commitment": drawing.commitment,
        "contributions": list(drawing.contributions or ()),
        "secret": drawing.secret.hex() if drawing.shown else None,
    }
