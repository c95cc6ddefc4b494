"""A table in play: moves, next hands, computer players' moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.common.errors import Declined, Stale
from bot.common.text import escape, name_of
from bot.tables.commands.exchange_notes import show_computer_hand
from bot.tables.model import tries
from bot.tables.model.actor import Actor
from bot.tables.model.automatic_moves import LATE_PAYLOAD
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.move_tokens import CURRENT_STATE_TEXT, Offer, has_moved_since
from bot.tables.model.seats import NOT_SEATED, TABLE_ENDED, require_seat
from bot.tables.model.step import NOT_BEGUN, Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.deals.records import DealKind
from data.tables.events import EventKind, MoveSecret, PlayerSecret
from data.tables.settings import TableSettings
from rules.sentences import listed

COMPUTER_PLAYS_TEXT: Final = "Press *I am back* first: your time ran out, so a computer plays for you."

OVER_TEXTS: Final[Mapping[DealKind, str]] = {
    "daily": "The day is over, so this hand does not count. `/daily` has today's.",
    "challenge": "The challenge is over, so this hand does not count.",
    "match": "The match is over, so this board does not count.",
}

ALREADY_MOVED_TEXT: Final = "You have moved since then."
MADE_FOR_YOU_TEXT: Final = "A move was made for you since then."


async def act(tables: Tables, table_id: int, move: str | Offer, actor: Actor) -> tuple[TableState, Done]:
    """Make a person's move, given as text or as a button's offer. Raises Stale if the offer is gone.

    Raises Refusal with its clause, Declined where the person has no seat here, StoreError where it was not kept.
    """

    def build(step: Step) -> None:
        table = step.before
        seat = table.seat_of(actor.id)
        if table.record.is_finished:
            raise Stale(TABLE_ENDED)
        if seat is None:
            raise Declined(NOT_SEATED)
        if table.state is None:
            raise Stale(NOT_BEGUN)
        if seat in stand_in_seats(table.record.settings):
            raise Stale(COMPUTER_PLAYS_TEXT)
        _check_try(step)
        if seat not in table.state.to_act:
            if not isinstance(move, str) and has_moved_since(move, table, seat):
                raise Stale(f"{moved(table, seat)} {waiting_for(table)}")
            raise Stale(f"It is not your turn now. {waiting_for(table)}")
        text = move if isinstance(move, str) else move.move(table, seat)
        table.last_active_ms[actor.id] = tables.clock()
        step.move(seat, text, actor.interaction, actor.id)

    return await tables.change(table_id, actor.interaction, build)


async def next_hand(
    tables: Tables, table_id: int, actor: Actor, decision: int | None = None
) -> tuple[TableState, Done]:
    """Deal the next hand; any seated person may ask for it, and nobody waits for the others."""

    def build(step: Step) -> None:
        require_seat(step, actor)
        _check_try(step)
        table = step.before
        dealt = 0 if table.state is None else table.state.number
        if not table.awaits_deal() or (decision is not None and decision != dealt):
            raise Stale(f"That hand is already dealt. {CURRENT_STATE_TEXT}")
        step.add(actor.new_event(EventKind.NEXT))
        step.draw_cards()

    return await tables.change(table_id, actor.interaction, build)


def _check_try(step: Step) -> None:
    """Check that a person may act now, where the table is a try at a deal.

    The computer players come first, so that everybody meets them in the same order. Raises Stale if they have to move,
    or if the deal's time is over.
    """
    if tries.is_over(step.record.settings, step.at):
        raise Stale(over_text(step.record.settings))
    if "attempt" in step.record.settings and step.computers():
        raise Stale(f"It is not your turn now. {waiting_for(step.before)}")


def over_text(settings: TableSettings) -> str:
    """Return the sentence for a try whose time is over."""
    return OVER_TEXTS[tries.kind_of(settings) or "daily"]


async def computer_move(
    tables: Tables, table_id: int, seat: int, decision: int, text: str, player: PlayerSecret | None = None
) -> tuple[TableState, Done]:
    """Return a computer player's move, which `player` found.

    Raises Stale if that decision has been made or has gone.
    """

    def build(step: Step) -> None:
        over = step.record.status != "playing"  # it may have been ended while the computer thought
        if over or seat not in step.computers() or step.after.decisions.get(seat) != decision:
            raise Stale("The computer has already moved.")
        stands_in = step.players()[seat].kind == "person"  # their time had run out (bot/tables/workers/clock_expiry.py)
        hidden = None if stands_in or player is None else MoveSecret(player=player)
        if not stands_in:
            show_computer_hand(step, seat)
        step.move(seat, text, None, None, public=LATE_PAYLOAD if stands_in else None, hidden=hidden)

    return await tables.change(table_id, None, build)


def moved(table: TableState, seat: int) -> str:
    """Return the text for a seat that has moved since, or for which an automatic move was made."""
    return MADE_FOR_YOU_TEXT if table.auto_move_streak.get(seat, 0) else ALREADY_MOVED_TEXT


def waiting_for(table: TableState) -> str:
    """Return one sentence on whom the table waits for."""
    if table.state is None or table.record.status != "playing":
        return "The game is not running."
    if table.awaits_deal():
        return "The table waits for the next deal."
    return f"The table waits for {awaited_by_name(table)}."


def awaited_by_name(table: TableState) -> str:
    """Return the players that the table waits for, in markdown; empty for none."""
    names = table.names()
    awaited = () if table.state is None else table.state.awaited
    return listed([escape(name_of(names[seat], seat)) for seat in awaited]) if awaited else ""
