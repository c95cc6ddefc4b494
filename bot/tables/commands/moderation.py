"""Acts of moderators at the tables of a server: freeing a seat, and banning a player from all tables."""

from __future__ import annotations

from bot.common.errors import Declined, Stale
from bot.tables.commands.leave_and_end import become_host
from bot.tables.model.actor import Actor
from bot.tables.model.seat_handover import stand_in
from bot.tables.model.seats import TABLE_ENDED, computer_name, remove_lobby_seat
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.people.records import NewAct
from data.tables.events import DismissPayload, EndPayload, EventKind, LeavePayload, ReleasePayload
from data.tables.records import NewEvent, Work
from data.tables.work import BannedSeatPayload, WorkState


async def free(tables: Tables, table_id: int, user: int, actor: Actor) -> tuple[TableState, Done]:
    """Free a user's seat, as moderator `actor`: a `release` event, or `end` if no other person is left.

    In a lobby the seat goes, in play a computer player takes it. Raises Declined if the table has ended, Stale if they
    have no seat, StoreError.
    """

    def build(step: Step) -> None:
        record = step.record
        if not record.is_under_way:
            raise Declined(TABLE_ENDED)
        seat = next((player for player in record.seats if player.user == user and player.kind == "person"), None)
        if seat is None:
            raise Stale("They no longer sit at this table.")
        step.act = NewAct("free", actor.id, user)
        people = [player for player in record.seats if player.kind == "person" and player is not seat]
        if not people:
            public = EndPayload(moderator=True)
            step.add(actor.new_event(EventKind.END, public=public))
            step.announce()
            step.close_table()
            return
        if record.host == user:
            step.changes["host"] = people[0].user
        public = ReleasePayload(moderator=True)
        if record.status == "playing":
            public["instead"] = computer_name(record.seats)
        freed = actor.new_event(EventKind.RELEASE, seat.seat, public)
        step.add(freed)
        step.announce()
        if record.status == "playing":
            step.add(NewEvent(EventKind.LEAVE, seat.seat, public=LeavePayload(released=True), user=user))
            stand_in(step, seat)
        else:
            step.add(NewEvent(EventKind.DISMISS, seat.seat, public=DismissPayload(released=True), user=user))
            remove_lobby_seat(step, seat)
        if record.host == user:
            become_host(step, people[0].user)

    return await tables.change(table_id, actor.interaction, build)


async def unseat(tables: Tables, work: Work) -> WorkState:
    """Free the seat of a player whom moderators keep from tables, if they still do and it is still theirs.

    Raises StoreError.
    """
    payload = work.read(BannedSeatPayload)
    user = payload["user"]
    if not await tables.store.moderation.banned_among(work.guild, [user]):
        return WorkState.CANCELLED
    try:
        await free(tables, work.table, user, Actor(payload["by"], "", None))
    except Declined:
        return WorkState.CANCELLED
    return WorkState.DONE
