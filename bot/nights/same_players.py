"""The players of a club night's last pad or table, to be offered on its next pad."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.errors import UnknownTable
from bot.pads.pad import Pad
from bot.pads.pads import Pads, UnknownPad
from bot.tables.services.tables import Tables
from data.people.records import is_erased
from data.standings.records import Origin

MemberOrGuest = tuple[int | None, str]
"""A member with their name, or a guest (None)."""


async def find_same_players(pads: Pads, tables: Tables, pad: Pad) -> list[MemberOrGuest]:
    """Return the players of the night's last pad or table who are not on a new pad yet, in seat order.

    Raises StoreError. Empty if no night is on, or once the pad has a hand.
    """
    nights = pads.store.nights
    night = None if pad.record.hands else await nights.in_channel(pad.record.channel)
    if night is None or night.is_over(pads.clock()):
        return []
    for origin in reversed(await nights.parts_of(night)):
        if origin == Origin("pad", pad.id):
            continue
        try:
            people = await _people_of(pads, tables, origin)
        except (UnknownTable, UnknownPad):  # of a game that this version does not have, or just deleted
            continue
        if len(people) > 1:
            return _not_on_pad(pad, people)
    return []


async def _people_of(pads: Pads, tables: Tables, origin: Origin) -> Sequence[MemberOrGuest]:
    """Return the people of a table or pad. Raises UnknownTable, UnknownPad, StoreError."""
    if origin.source == "pad":
        return _people_of_pad(await pads.find(origin.number))
    seats = (await tables.find(origin.number)).record.seats
    return [(seat.user, seat.name) for seat in seats if seat.user is not None and not is_erased(seat.user)]


def _people_of_pad(pad: Pad) -> list[MemberOrGuest]:
    """Return the people on a pad, and the members who were asked and have not answered yet."""
    requests = {number: consent for number, consent in pad.requests_by_player.items() if not consent.guest}
    return [
        (requests[number].user, requests[number].name) if number in requests else (player.user, player.name)
        for number, player in pad.players.items()
        if player.state != "left"
    ]


def _not_on_pad(pad: Pad, people: Sequence[MemberOrGuest]) -> list[MemberOrGuest]:
    """Return the people who are not on the pad, beginning behind the seat of its first player."""
    first = next(iter(pad.record.players), None)
    users = [user for user, _ in people]
    after = users.index(first.user) + 1 if first is not None and first.user in users else 0
    guests = {player.name for player in pad.record.players if player.user is None}
    is_on_pad = [(user is not None and pad.player_of(user) is not None) or name in guests for user, name in people]
    turned = [*range(after, len(people)), *range(after)]
    return [people[place] for place in turned if not is_on_pad[place]]
