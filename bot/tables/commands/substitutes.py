"""Substitutes: a seat offered to the server; its taker plays on with the hand.

Its player may offer it; if late (`absent_since`), the host or half of the people; otherwise all others, two or more.
An act of the player ends others' offers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import Declined, Stale
from bot.people.bans import check_not_banned
from bot.tables.commands.leave_and_end import become_host
from bot.tables.commands.lobby import NO_SEAT
from bot.tables.commands.take_computer_seat import check_may_take_seat
from bot.tables.commands.time_out import return_to_seat
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.questions import cast
from bot.tables.model.seat_handover import give_up
from bot.tables.model.seat_questions import MIN_OTHERS_TO_OFFER, OfferQuestion, offer_seat
from bot.tables.model.seats import (
    ALREADY_SEATED_TEXT,
    NO_PERSON,
    computer_name,
    person_seats,
    refuse_in_league,
    require_play,
    require_seat,
)
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.votes import drop_offers, offer_of
from bot.tables.services import absence
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, LeavePayload, SitPayload
from data.tables.records import NewEvent, SeatRecord

NO_PERSON_BUT: Final = f"{NO_PERSON} To take a computer's seat: `/table sit`."

ON_OFFER: Final = "That seat is already on offer."

NOT_ON_OFFER_TEXT: Final = "That seat is no longer on offer."


async def offer(tables: Tables, table_id: int, seat: int, actor: Actor) -> tuple[TableState, Done]:
    """Offer a person's seat to a substitute: one's own, or another's as above.

    Returns an `offer` event, or an `agree` event where more have to agree. Raises Declined where it is not to be
    offered, StoreError.
    """
    table = await tables.find(table_id)
    away = await absence.read_absence(table, seat, tables.clock(), tables.elapsed_ms, tables.store)

    def build(step: Step) -> None:
        record = step.record
        require_play(step)
        own_seat = require_seat(step, actor).seat
        refuse_in_league(record)
        if not 0 <= seat < len(record.seats) or record.seats[seat].kind != "person":
            raise Declined(NO_PERSON_BUT)
        if offer_of(step.before, seat):
            raise Declined(ON_OFFER if own_seat != seat else "Your seat is already on offer.")
        if own_seat == seat:
            offer_seat(step, seat, actor, own=True)
            return
        question = OfferQuestion(seat, away)
        if not question.is_late(step) and len(question.voters(step)) < MIN_OTHERS_TO_OFFER:
            raise Declined(
                "That player is not late yet. Only they can offer the seat now, or all the others together, at least "
                "two."
            )
        cast(step, question, actor)

    return await tables.change(table_id, actor.interaction, build)


async def keep(tables: Tables, table_id: int, seat: int, actor: Actor) -> tuple[TableState, Done]:
    """Keep one's own seat, or say that one is there: it is offered no longer, and nobody votes about it.

    Raises Declined where it is another's, or not offered; StoreError.
    """

    def build(step: Step) -> None:
        require_play(step)
        if step.before.seat_of(actor.id) != seat:
            raise Declined(f"Only the player in seat {seat + 1} can do that.")
        if not drop_offers(step, seat):
            raise Declined("Your seat is not on offer. It is yours.")
        step.add(actor.new_event(EventKind.KEEP, seat))
        step.announce()
        if seat in stand_in_seats(step.settings):
            return_to_seat(step, seat, replace(actor, interaction=None))

    return await tables.change(table_id, actor.interaction, build)


async def take_over(tables: Tables, table_id: int, seat: int, offered: int, actor: Actor) -> tuple[TableState, Done]:
    """Take the seat that event `offered` offers, with its cards and points, at once.

    The first to ask gets it. Raises Declined if they may not have it, Stale if the offer is gone; StoreError.
    """
    blocks = await tables.store.blocks.pairs_of([actor.id])
    if await tables.done(actor.interaction) is None:
        await check_not_banned(tables.store, (await tables.find(table_id)).record.guild, actor.id)
        await check_may_take_seat(tables, table_id, seat, actor.id)

    def build(step: Step) -> None:
        record = step.record
        require_play(step)
        if offer_of(step.before, seat, offered) is None:
            raise Stale(NOT_ON_OFFER_TEXT)
        own_seat = step.before.seat_of(actor.id)
        if own_seat == seat:
            raise Declined("That is your own seat. Press *Keep my seat* to withdraw the offer.")
        if own_seat is not None:
            raise Declined(ALREADY_SEATED_TEXT)
        former = record.seats[seat]
        if {(record.host, actor.id), (former.user, actor.id)} & blocks:
            raise Declined(NO_SEAT)
        hand_over(step, former, actor)

    return await tables.change(table_id, actor.interaction, build)


def hand_over(step: Step, former: SeatRecord, actor: Actor) -> None:
    """Give a seat to `actor`. A person in it leaves; a computer player makes room."""
    record, seat = step.record, former.seat
    if former.kind == "person":
        # The log names a computer player between the two persons: its readers see two changes of the seat.
        between = computer_name(record.seats)
        departure = LeavePayload(instead=between, released=True, substitute=True)
        sits = SitPayload(instead=between, substitute=True)
        step.add(NewEvent(EventKind.LEAVE, seat, public=departure, user=former.user))
        step.add(actor.new_event(EventKind.SIT, seat, sits))
        step.announce(events=2)
    else:
        public = SitPayload(instead=former.name)
        step.add(actor.new_event(EventKind.SIT, seat, public))
        step.announce()
    new_player = replace(former, user=actor.id, kind="person", name=actor.display_name, level=None)
    step.seats = tuple(new_player if player.seat == seat else player for player in record.seats)
    give_up(step, seat)
    if former.kind == "person" and record.host == former.user:
        others = [player for player in step.seats if player.seat in person_seats(step.seats) and player.seat != seat]
        heir = (others or [new_player])[0]
        step.changes["host"] = heir.user
        become_host(step, heir.user)
