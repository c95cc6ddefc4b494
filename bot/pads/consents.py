"""Consents: entries count for a person only if they agreed to be a player of that pad.

Opening or joining a pad is consent. A person added by another user is a guest, without PadPlayer.user, until they
agree or use the pad.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, plain
from bot.pads.pad import Pad
from data.pads.records import ConsentState, NewChange, PadConsent, PadPlayer
from rules.sentences import listed

REFUSED_TEXT: Final = "{name} does not want to play on this pad. Add a guest instead."
"""The same sentence for a refusal and for a block, so that nobody can tell them apart."""

LEFT_TEXT: Final = "{name} left this pad. Only {name} can rejoin: *Players*."

NO_KEEPER: Final = "{name} cannot be a keeper of this pad."

STAYS_GUEST: Final = "You asked to be left out, so you stay a guest."


class NamedPerson(Protocol):
    """A person who changes a pad (bot.pads.commands.PadActor)."""

    id: int
    name: str


class BlockList(Protocol):
    """The blocks between people (data.people.blocks)."""

    async def pairs_of(self, users: Collection[int]) -> set[tuple[int, int]]:
        """Return the blocks of any of these users, as pairs of user and blocked user."""
        ...


class Admission(NamedTuple):
    """Whether a new player is the person at once, and the consent to keep."""

    agreed: bool
    consent: PadConsent | None


def admit(pad: Pad, actor: NamedPerson, user: int, name: str, number: int, guest: str) -> Admission:
    """Admit a user whom the actor makes player `number`, formerly the guest of that name.

    Raises Declined if they have refused, or have left the pad by themselves.
    """
    before = pad.consents.get(user)
    if user == actor.id:
        if before is None:
            return Admission(agreed=True, consent=None)
        if before.state == "refused":
            raise Declined(STAYS_GUEST)
        return Admission(agreed=True, consent=replace(before, player=number, guest=guest, state="agreed"))
    if before is not None and before.state == "left" and pad.player_of(user) is not None:
        raise Declined(LEFT_TEXT.format(name=plain(name, NAME_LIMIT)))
    if before is None or before.state == "left":
        request = PadConsent(user, name, number, guest, "asked", 0, actor.id, actor.name, 0)
        return Admission(agreed=False, consent=request)
    if before.state == "refused":
        raise Declined(REFUSED_TEXT.format(name=plain(name, NAME_LIMIT)))
    return Admission(agreed=before.state != "asked", consent=replace(before, player=number, guest=guest))


def is_awaited(pad: Pad, consent: PadConsent) -> bool:
    """Whether a user has not answered yet. False for a user who is off the pad."""
    return consent.state == "asked" and consent.player in pad.players


def accept(
    players: Sequence[PadPlayer], request: PadConsent, name: str, state: ConsentState, now: int
) -> tuple[tuple[PadPlayer, ...], PadConsent]:
    """Return the players and the consent after a user agrees, in words or by using the pad."""
    theirs = tuple(
        replace(player, user=request.user, name=name)
        if player.number == request.player and player.user is None
        else player
        for player in players
    )
    return theirs, replace(
        request, state=state, informed_at=now if request.informed_at is None else request.informed_at
    )


def record_leaving(pad: Pad, actor: NamedPerson, number: int) -> PadConsent:
    """Return the consent of a person who leaves a pad by themselves."""
    before = pad.consents.get(actor.id)
    if before is not None:
        return replace(before, state="left")
    return PadConsent(actor.id, actor.name, number, "", "left", 0, None, "", 0)


def accept_by_use(
    pad: Pad, change: NewChange, players: tuple[PadPlayer, ...] | None, consents: tuple[PadConsent, ...], now: int
) -> tuple[tuple[PadPlayer, ...] | None, tuple[PadConsent, ...]]:
    """Return the players and consents of a change; a person who was asked and makes it agrees by that."""
    request = pad.consents.get(change.user)
    if request is None or request.state != "asked" or any(consent.user == change.user for consent in consents):
        return players, consents
    theirs, used = accept(pad.record.players if players is None else players, request, change.name, "used", now)
    return theirs, (*consents, used)


def becomes_player(change: NewChange, consents: Sequence[PadConsent]) -> bool:
    """Whether the person who makes a change agrees by it to be a player, in words or by using the pad."""
    return any(consent.user == change.user and consent.state in {"agreed", "used"} for consent in consents)


def merge_consents(pad: Pad, new: Sequence[PadConsent], seq: int, now: int) -> tuple[PadConsent, ...]:
    """Return all consents after a change of this number."""
    by_user = {consent.user: consent for consent in pad.record.consents}
    by_user |= {
        consent.user: replace(consent, seq=consent.seq or seq, asked_at=consent.asked_at or now) for consent in new
    }
    return tuple(sorted(by_user.values(), key=lambda item: (item.seq, item.user)))


async def check_not_blocked(
    blocks: BlockList,
    pad: Pad,
    change: NewChange,
    players: Sequence[PadPlayer] | None,
    consents: Sequence[PadConsent],
    keepers: Sequence[tuple[int, str]] | None,
) -> None:
    """Check that new players and keepers have not blocked the person who adds them. Raises Declined, StoreError."""
    back = {
        player.user: player.name
        for player in players or ()
        if player.user is not None and player.state != "left" and player.number in pad.players
        if pad.players[player.number].state == "left"
    }
    added_people = back | {consent.user: consent.name for consent in consents if consent.state != "left"}
    new_keepers = {user: name for user, name in keepers or () if (user, name) not in pad.record.keepers}
    added_users = (added_people.keys() | new_keepers.keys()) - {change.user}
    if not added_users:
        return
    against = {who for who, _ in await blocks.pairs_of([change.user])}
    for people, sentence in ((added_people, REFUSED_TEXT), (new_keepers, NO_KEEPER)):
        if names := [plain(name, NAME_LIMIT) for user, name in people.items() if user in added_users & against]:
            raise Declined(sentence.format(name=listed(names)))


def known_since(pad: Pad, user: int, entered: int) -> int | None:
    """Return the time (ms) at which a user knew of a hand; None if they do not know yet that they are a player."""
    consent = pad.consents.get(user)
    if consent is None or consent.by is None:
        return entered
    return None if consent.informed_at is None else max(entered, consent.informed_at)
