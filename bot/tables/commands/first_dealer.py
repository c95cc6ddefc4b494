"""Who deals first: whom everybody seated wants to, or else whoever is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.common.errors import Declined, Stale
from bot.people.person import Person
from bot.tables.model.seats import NO_LONGER_SEATED, seated, waiting
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.tables.events import DealerPayload, EventKind
from data.tables.records import NewEvent, SeatRecord

DRAWN = ""
"""In the place of a player's key: the first dealer is drawn."""


class Wanted(NamedTuple):
    """Somebody who is wanted as the first dealer, and which people seated want it, and do not (yet)."""

    dealer: SeatRecord
    agreed: tuple[SeatRecord, ...]
    missing: tuple[SeatRecord, ...]


def key_of(seat: SeatRecord) -> str:
    """Who sits there, whichever seat that is: a person by number, a computer player by name."""
    return seat.name if seat.kind == "computer" else str(seat.user)


def wanted(seats: Sequence[SeatRecord], wishes: Mapping[int, str]) -> Wanted | None:
    """The player whom somebody seated wants to deal first; of several the one that was named last, None for nobody.

    `wishes` are the keys that people named, in the order in which they did.
    """
    people = {player.user: player for player in seats if player.kind == "person"}
    players = {key_of(player): player for player in seats}
    named = [key for user, key in wishes.items() if user in people and key in players]
    if not named:
        return None
    agreed = tuple(person for user, person in people.items() if user is not None and wishes.get(user) == named[-1])
    return Wanted(players[named[-1]], agreed, tuple(person for person in people.values() if person not in agreed))


def chosen(seats: Sequence[SeatRecord], wishes: Mapping[int, str]) -> int | None:
    """The seat of the first dealer whom everybody wants; None where it is drawn."""
    choice = wanted(seats, wishes)
    return choice.dealer.seat if choice is not None and not choice.missing else None


async def wish(tables: Tables, table_id: int, key: str, who: Person, interaction: int) -> tuple[TableState, Done]:
    """Say who should deal first, by key, or that it should be drawn; it holds once all people seated want the same.

    Raises Declined where that was said already or `who` has no seat, Stale where nobody of that key has one.
    """

    def build(step: Step) -> None:
        seats = waiting(step)
        seated(step, who)
        dealer = next((player for player in seats if key_of(player) == key), None)
        if dealer is None and key != DRAWN:
            raise Stale(NO_LONGER_SEATED)
        if step.before.dealer_wishes.get(who.id, DRAWN) == key:
            raise Declined("You already chose that.")
        seat = None if dealer is None else dealer.seat
        public = DealerPayload(wants=key)
        step.add(
            NewEvent(EventKind.DEALER, seat, public=public, interaction=interaction, user=who.id, name=who.display_name)
        )

    return await tables.change(table_id, interaction, build)
