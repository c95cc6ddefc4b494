"""Taking a computer player's seat in play: a user asks for it, and a player agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import Declined, Stale
from bot.people.bans import check_not_banned
from bot.tables.commands.lobby import NO_SEAT
from bot.tables.model.actor import Actor
from bot.tables.model.seat_handover import give_up
from bot.tables.model.seats import (
    ALREADY_SEATED_TEXT,
    NO_COMPUTER,
    is_computers,
    refuse_in_league,
    require_play,
    require_seat,
)
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.people.records import is_erased
from data.tables.events import AskPayload, EventKind, SitPayload
from data.tables.records import NewEvent

REQUEST_LIFETIME_MS: Final = 10 * 60 * 1000
"""Milliseconds after which a player may ask for the same seat once more."""

RECENT: Final = 50
"""Events that are looked through for one that may have come a moment ago."""

SEAT_TAKEN_TEXT: Final = "That seat is taken, or the person who asked has another seat."


async def ask(tables: Tables, table_id: int, seat: int, actor: Actor) -> tuple[TableState, Done]:
    """Ask those who play at a table for a computer player's seat.

    Raises Declined where it is none, or they may not have it, or have just asked; StoreError.
    """
    blocks = await tables.store.blocks.pairs_of([actor.id])
    if await tables.done(actor.interaction) is None:
        await check_not_banned(tables.store, (await tables.find(table_id)).record.guild, actor.id)
        await check_may_take_seat(tables, table_id, seat, actor.id, asking=True)

    def build(step: Step) -> None:
        seats = step.record.seats
        require_play(step)
        refuse_in_league(step.record)
        if step.before.seat_of(actor.id) is not None:
            raise Declined(ALREADY_SEATED_TEXT)
        if not is_computers(seats, seat):
            raise Declined(NO_COMPUTER)
        if (step.record.host, actor.id) in blocks:
            raise Declined(NO_SEAT)
        public = AskPayload(instead=seats[seat].name)
        step.add(actor.new_event(EventKind.ASK, seat, public))
        step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def sit(tables: Tables, table_id: int, request: int, actor: Actor) -> tuple[TableState, Done]:
    """Agree that the person who asked takes the seat with its cards and points; `request` is the event of the request.

    Raises Declined where `actor` does not play there, Stale where the seat is free no longer; StoreError.
    """
    events = await tables.store.tables.game_events(table_id, request - 1, request)
    if not events or events[0].kind != EventKind.ASK or events[0].seat is None or events[0].user is None:
        raise Stale(SEAT_TAKEN_TEXT)
    question, seat, user = events[0], events[0].seat, events[0].user
    if is_erased(user):
        raise Stale("The person who asked has left.")
    blocks = await tables.store.blocks.pairs_of([user])
    if await tables.done(actor.interaction) is None:
        await check_may_take_seat(tables, table_id, seat, user)

    def build(step: Step) -> None:
        record = step.record
        require_play(step)
        by = require_seat(step, actor).seat
        instead = question.read(AskPayload)["instead"]
        if step.before.seat_of(user) is not None or not is_computers(record.seats, seat, instead):
            raise Stale(SEAT_TAKEN_TEXT)
        if (record.host, user) in blocks:
            raise Stale(SEAT_TAKEN_TEXT)
        public = SitPayload(by=by, instead=instead)
        step.add(NewEvent(EventKind.SIT, seat, public=public, interaction=actor.interaction, user=user))
        step.announce()
        new_player = replace(record.seats[seat], user=user, kind="person", name=question.name, level=None)
        step.seats = tuple(new_player if player.seat == seat else player for player in record.seats)
        give_up(step, seat)

    return await tables.change(table_id, actor.interaction, build)


async def check_may_take_seat(tables: Tables, table_id: int, seat: int, user: int, *, asking: bool = False) -> None:
    """Hold a player to one seat in a hand: who left one has seen its cards. Raises Declined, StoreError."""
    table = await tables.find(table_id)
    first = table.hand_start_seq or table.record.seq - RECENT  # between two hands nobody has cards to be seen
    events = await tables.store.tables.game_events(table_id, max(0, first - 1), table.record.seq)
    former_seats = [event.seat for event in events if event.kind == EventKind.LEAVE and event.user == user]
    if table.hand_start_seq and any(other != seat for other in former_seats):
        raise Declined(
            f"You have seen the cards of seat {(former_seats[-1] or 0) + 1}. You can take another seat after this hand."
        )
    since = tables.clock() - REQUEST_LIFETIME_MS
    if asking and any(event.kind == EventKind.ASK and event.user == user and event.at > since for event in events):
        raise Declined("You already asked. One player must say yes.")
