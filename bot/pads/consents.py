"""Whether a player of a score pad agreed to be one: what is entered counts for a person only if they did.

A person who opens a pad for themselves, or joins it, has agreed. A person whom somebody else makes a player is asked,
and is a guest until they agree or use the pad. Until then the player has no user (PadPlayer.user), so nothing can count
for them. A person who refuses stays a guest of that pad. An answer is for one pad.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, plain
from bot.pads.pad import Pad
from data.pad_records import ConsentState, NewChange, PadConsent, PadPlayer
from rules.sentences import listed

OUT: Final = "{name} does not want to play on this pad. Add a guest instead."
"""The same sentence for a refusal and for a block, so that nobody can tell them apart."""

LEFT: Final = "{name} left this pad. Only {name} can rejoin: *Players*."

NO_KEEPER: Final = "{name} cannot be a keeper of this pad."

STAYS_GUEST: Final = "You asked to be left out, so you stay a guest."


class Person(Protocol):
    """Who changes a pad (bot.pads.commands.Actor)."""

    id: int
    name: str


class BlockList(Protocol):
    """The blocks that people have set (data.blocks)."""

    async def against(self, users: Collection[int]) -> set[tuple[int, int]]:
        """Who has blocked any of these users: pairs of user and blocked user."""
        ...


class Seating(NamedTuple):
    """What becomes of somebody who is made a player: whether the player is theirs at once, and what is kept of it."""

    agreed: bool
    consent: PadConsent | None


def seating(pad: Pad, actor: Person, user: int, name: str, number: int, guest: str = "") -> Seating:
    """What becomes of a user whom the actor makes player `number`, who was the guest of that name.

    Raises Declined where they have refused, or what they played stands there since they left by themselves.
    """
    before = pad.consents.get(user)
    if user == actor.id:
        if before is None:
            return Seating(agreed=True, consent=None)
        if before.state == "refused":
            raise Declined(STAYS_GUEST)
        return Seating(agreed=True, consent=replace(before, player=number, guest=guest, state="agreed"))
    if before is not None and before.state == "left" and pad.player_of(user) is not None:
        raise Declined(LEFT.format(name=plain(name, NAME_LIMIT)))
    if before is None or before.state == "left":
        asked = PadConsent(user, name, number, guest, "asked", 0, actor.id, actor.name, 0)
        return Seating(agreed=False, consent=asked)
    if before.state == "refused":
        raise Declined(OUT.format(name=plain(name, NAME_LIMIT)))
    return Seating(agreed=before.state != "asked", consent=replace(before, player=number, guest=guest))


def accepted(
    players: Sequence[PadPlayer], mine: PadConsent, name: str, state: ConsentState, now: int
) -> tuple[tuple[PadPlayer, ...], PadConsent]:
    """The players, and what is kept, once somebody who was asked agrees: by saying so, or by using the pad."""
    theirs = tuple(
        replace(one, user=mine.user, name=name) if one.number == mine.player and one.user is None else one
        for one in players
    )
    return theirs, replace(mine, state=state, told=now if mine.told is None else mine.told)


def left(pad: Pad, actor: Person, number: int) -> PadConsent:
    """What is kept of whoever leaves a pad by themselves."""
    before = pad.consents.get(actor.id)
    if before is not None:
        return replace(before, state="left")
    return PadConsent(actor.id, actor.name, number, "", "left", 0, None, "", 0)


def with_use(
    pad: Pad, change: NewChange, players: tuple[PadPlayer, ...] | None, consents: tuple[PadConsent, ...], now: int
) -> tuple[tuple[PadPlayer, ...] | None, tuple[PadConsent, ...]]:
    """The players and consents of a change: whoever was asked and changes the pad themselves plays along by that."""
    mine = pad.consents.get(change.user)
    if mine is None or mine.state != "asked" or any(one.user == change.user for one in consents):
        return players, consents
    theirs, used = accepted(pad.record.players if players is None else players, mine, change.name, "used", now)
    return theirs, (*consents, used)


def merged(pad: Pad, new: Sequence[PadConsent], seq: int, now: int) -> tuple[PadConsent, ...]:
    """What is kept of all people once a change of this number has been made."""
    found = {one.user: one for one in pad.record.consents}
    found |= {one.user: replace(one, seq=one.seq or seq, asked=one.asked or now) for one in new}
    return tuple(sorted(found.values(), key=lambda one: (one.seq, one.user)))


async def check_not_blocked(
    blocks: BlockList,
    pad: Pad,
    change: NewChange,
    players: Sequence[PadPlayer] | None,
    consents: Sequence[PadConsent],
    keepers: Sequence[tuple[int, str]] | None,
) -> None:
    """Hold whoever makes others players or keepers to those who have not blocked them. Raises Declined, StoreError."""
    back = {
        one.user: one.name
        for one in players or ()
        if one.user is not None and one.state != "left" and one.number in pad.players
        if pad.players[one.number].state == "left"
    }
    brought = back | {one.user: one.name for one in consents if one.state != "left"}
    kept = {user: name for user, name in keepers or () if (user, name) not in pad.record.keepers}
    wanted = (brought.keys() | kept.keys()) - {change.user}
    if not wanted:
        return
    against = {who for who, _ in await blocks.against([change.user])}
    for people, sentence in ((brought, OUT), (kept, NO_KEEPER)):
        if names := [plain(name, NAME_LIMIT) for user, name in people.items() if user in wanted & against]:
            raise Declined(sentence.format(name=listed(names)))


def told_since(pad: Pad, user: int, told: int) -> int | None:
    """From when on somebody knows of a hand that was told of at a time; None where they have not been told yet that
    they were made a player.
    """
    mine = pad.consents.get(user)
    if mine is None or mine.by is None:
        return told
    return None if mine.told is None else max(told, mine.told)
