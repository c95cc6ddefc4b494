"""The players of a club night's last pad or table, to be offered on its next pad."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.tables.services.tables import Tables
from data.records import is_erased
from data.result_records import Origin

Somebody = tuple[int | None, str]
"""A member with their name, or a guest (None)."""


async def same_players(pads: Pads, tables: Tables, pad: Pad) -> list[Somebody]:
    """The people of the night's last pad or table who are not on a new pad yet, in the order in which they sat; nobody
    without a night that is on, and once a hand is entered. Raises StoreError.
    """
    nights = pads.store.nights
    night = None if pad.record.hands else await nights.in_channel(pad.record.channel)
    if night is None or night.is_over(pads.clock()):
        return []
    for origin in reversed(await nights.gathered(night)):
        if origin == Origin("pad", pad.id):
            continue
        if origin.source == "pad":
            people: Sequence[Somebody] = _of_pad(await pads.find(origin.number))
        else:
            seats = (await tables.find(origin.number)).record.seats
            people = [(seat.user, seat.name) for seat in seats if seat.user is not None and not is_erased(seat.user)]
        if len(people) > 1:
            return _missing(pad, people)
    return []


def _of_pad(pad: Pad) -> list[Somebody]:
    """Those who are on a pad: who has not answered yet as the member they are asked as."""
    asked = {number: one for number, one in pad.asked.items() if not one.guest}
    return [
        (asked[number].user, asked[number].name) if number in asked else (one.user, one.name)
        for number, one in pad.players.items()
        if one.state != "left"
    ]


def _missing(pad: Pad, people: Sequence[Somebody]) -> list[Somebody]:
    """Those who are not on the pad, from the seat behind its first player on."""
    first = next(iter(pad.record.players), None)
    users = [user for user, _ in people]
    after = users.index(first.user) + 1 if first is not None and first.user in users else 0
    guests = {player.name for player in pad.record.players if player.user is None}
    there = [(user is not None and pad.player_of(user) is not None) or name in guests for user, name in people]
    turned = [*range(after, len(people)), *range(after)]
    return [people[place] for place in turned if not there[place]]
