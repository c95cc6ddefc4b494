"""Requests for consent to people whom others made players of a score pad.

The change that makes somebody a player enqueues the request. Each has one message, which is edited. People not reached
are asked when next they use the bot.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord

from bot.common.cache import Cache
from bot.common.locks import KeyedLocks
from bot.nights.consents import SameNight, find_same_night
from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.pads.pads import Pads, UnknownPad
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, MISSING, TOO_MANY_OLD_EDITS, describe_error, is_permanent
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import NO_MENTIONS, Response
from bot.transport.interactions.visibility import may_member_see
from bot.transport.notifications.post_once import mentions_of
from bot.ui.kit.components import classic_view, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.consents import consent_buttons, implied_consent_panel, question_panel, request_text
from data.pads.records import ConsentMessage, PadConsent
from data.people.records import is_erased
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)


MAX_MEMBERS_READ: Final = 10_000
"""Members of whom it is kept that the store was asked what they are to be told."""


class GuildMember(NamedTuple):
    """A user in a guild."""

    guild: int
    user: int


class ConsentRequests:
    """Asks the people of all pads. Mentions only members who can see the channel."""

    def __init__(
        self,
        client: discord.Client,
        pads: Pads,
        servers: ServerSettingsCache,
        people: PreferencesCache,
        members: Members,
        channels: Channels,
        rate_limits: RateLimits,
    ) -> None:
        self._channels = channels
        self._rate_limits = rate_limits
        self._client = client
        self._pads = pads
        self._servers = servers
        self._people = people
        self._members = members
        self._untold: dict[GuildMember, set[int]] = {}
        """The pads of which somebody is to be told when they use the bot in their server."""
        self._beginning: KeyedLocks[int] = KeyedLocks()
        """The guilds in which a message begins: one for all pads of a night."""
        self._read: Cache[GuildMember, bool] = Cache(lambda: MAX_MEMBERS_READ)
        """Those of whom this process has read what an earlier one left to be told."""

    # -- the message in the channel ----------------------------------------------------------------------------------

    async def request(self, work: Work) -> WorkState:
        """Post or edit the messages of a pad that do not say how things stand.

        Returns PARKED if the channel is closed to the bot. Raises discord.HTTPException, StoreError.
        """
        is_done, seen, store = True, set[int](), self._pads.store.pads
        while left := [found for found in await store.stale_consents(work.pad) if found.seq not in seen]:
            seen.add(left[0].seq)  # the others are read anew: somebody may be asked by another change meanwhile
            is_done = await self._show(await self._pads.find(work.pad), left[0]) and is_done
        return WorkState.DONE if is_done else WorkState.PARKED

    async def _show(self, pad: Pad, message: ConsentMessage) -> bool:
        """Let a message say how things stand with those whom it asks. Returns False where that cannot be done now."""
        where = message.channel or pad.record.message_channel or pad.record.channel
        untold = [
            consent
            for consent in self._of(pad, message.others)
            if is_awaited(pad, consent) and consent.informed_at is None
        ]
        if self._channels.is_breaker_open(where):
            self._leave(pad, untold)
            return False
        try:
            if message.users:
                await self._post_or_edit(pad, message, where)
            else:
                async with self._beginning.of(pad.record.guild):  # another pad of the night may be asking, too
                    message = await self._begin(pad, message, where, untold)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            self._channels.trip_breaker(where, error)
            self._leave(pad, untold)
            return False
        others = self._of(pad, message.others)
        await self._pads.store.pads.note_consents_shown(pad.id, {consent.user: consent.state for consent in others})
        return True

    async def _begin(
        self, pad: Pad, message: ConsentMessage, where: int, untold: Sequence[PadConsent]
    ) -> ConsentMessage:
        """Post a message for those who can be asked there; the others are asked later. Returns who is whom."""
        reachable = [consent for consent in untold if await self._reaches(pad, where, consent)]
        self._leave(pad, [consent for consent in untold if consent not in reachable])
        new = [consent for consent in reachable if not await self._add_to_question(pad, consent)]
        users = tuple(consent.user for consent in new)
        message = message._replace(users=users, others=tuple(user for user in message.others if user not in users))
        if new:
            await self._pads.store.pads.begin_consents(pad.id, users, where)
            await self._post_or_edit(pad, message, where)
        return message

    async def _add_to_question(self, pad: Pad, consent: PadConsent) -> bool:
        """Let the message about another pad of the same night ask for this one, too. Returns whether there is one."""
        same = await find_same_night(self._pads, pad, consent)
        for other in [] if same is None else same.pads:
            message = await self._pads.store.pads.consent_message(other.id, other.consents[consent.user].seq)
            if message is None or message.channel is None or message.message is None:
                continue
            if consent.user not in message.users or self._channels.is_breaker_open(message.channel):
                continue
            those = self._of(other, message.users)
            if await self._change(other, message.seq, those, message.channel, message.message, also=pad.id):
                await self._pads.note_informed(pad.id, [consent.user])
                return True
        return False

    async def _told_of(self, pad: Pad, those: Sequence[PadConsent], also: int | None = None) -> SameNight | None:
        """The other pads of a night that a message asks these people for: those that they know of, and `also`."""
        found, night = dict[int, Pad](), ""
        for consent in those:
            if is_awaited(pad, consent) and (same := await find_same_night(self._pads, pad, consent)) is not None:
                night = same.night
                found |= {
                    other.id: other
                    for other in same.pads
                    if other.id == also or other.consents[consent.user].informed_at is not None
                }
        return SameNight(night, [found[number] for number in sorted(found)]) if found else None

    async def _post_or_edit(self, pad: Pad, message: ConsentMessage, where: int) -> None:
        those, found = self._of(pad, message.users), message.message
        if found is None and message.begun is not None:
            found = await self._channels.find_by_button(
                where, message.begun, custom_id(CustomId.AGREE_TO_PAD, pad.id, message.seq)
            )
        rung = list(message.users)
        if found is not None:
            await self._change(pad, message.seq, those, where, found)
        elif any(is_awaited(pad, consent) for consent in those):
            found, rung = await self._post(pad, message.seq, those, where)
        if message.message is None and found is not None:
            now = self._pads.clock()
            await self._pads.store.pads.note_consents_posted(pad.id, message.users, where, found, rung, now)
            self._pads.cache_informed(pad.id, rung, now)
            self._leave(pad, [consent for consent in those if consent.user not in rung])
        await self._pads.store.pads.note_consents_shown(pad.id, {consent.user: consent.state for consent in those})

    async def _post(self, pad: Pad, seq: int, those: Sequence[PadConsent], where: int) -> tuple[int, list[int]]:
        """Post a message; returns it, and whom it has told: where some sleep, those who do not."""
        users, now = [consent.user for consent in those if is_awaited(pad, consent)], self._pads.clock()
        awake = [user for user in users if await self._people.quiet_until(user, now) is None]
        rung = awake or users
        silent = not awake or (await self._servers.of(pad.record.guild)).silent  # who sleeps finds it in the morning
        await self._rate_limits.acquire_post(where)
        same = await self._told_of(pad, those)
        sent = await self._client.get_partial_messageable(where).send(
            request_text(pad, those, same),
            view=_view(pad, seq, those),
            nonce=f"{pad.id}-{seq}-k",
            allowed_mentions=mentions_of(rung),
            silent=silent,
        )
        return sent.id, rung

    async def _change(
        self, pad: Pad, seq: int, those: Sequence[PadConsent], where: int, message: int, also: int | None = None
    ) -> bool:
        """Let a message say what has been answered, and ask for the pad `also`. Returns whether it could be edited."""
        await self._rate_limits.acquire_background(where)
        there = self._client.get_partial_messageable(where).get_partial_message(message)
        try:
            view = _view(pad, seq, those)
            words = request_text(pad, those, await self._told_of(pad, those, also))
            await there.edit(content=words, view=view, allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            if error.code not in MISSING | CLOSED | {TOO_MANY_OLD_EDITS}:
                raise
            log.info("pad %s: a message that asks players is not updated (%s)", pad.id, describe_error(error))
            return False
        return True

    async def _reaches(self, pad: Pad, where: int, consent: PadConsent) -> bool:
        """Whether a message in a channel reaches somebody: they see it, and have not blocked who added them since."""
        if consent.by is not None and (consent.user, consent.by) in await self._pads.store.blocks.against([consent.by]):
            return False
        member = await self._members.fetch_member(pad.record.guild, consent.user)
        return member is not None and may_member_see(member, where)

    def _of(self, pad: Pad, users: Sequence[int]) -> list[PadConsent]:
        return [consent for user in users if (consent := pad.consents.get(user)) is not None]

    # -- who uses the bot in that server -----------------------------------------------------------------------------

    def _leave(self, pad: Pad, those: Sequence[PadConsent]) -> None:
        """Leave these people to be asked when they use the bot in their server."""
        for consent in those:
            if not is_erased(consent.user):
                self._untold.setdefault(GuildMember(pad.record.guild, consent.user), set()).add(pad.id)

    def was_used(self, pad: Pad, user: int) -> None:
        """Somebody who was asked plays along since they have used a pad: they are told that below the answer."""
        self._untold.setdefault(GuildMember(pad.record.guild, user), set()).add(pad.id)

    async def ask_also(self, response: Response) -> None:
        """Ask somebody who has used the bot what they have not been asked yet, a pad at a time. Raises StoreError."""
        interaction = response.interaction
        where = GuildMember(interaction.guild_id or 0, interaction.user.id)
        await self._read_untold(where)
        if where not in self._untold or response.opened_form or response.lost:
            return
        for number in sorted(self._untold[where]):
            try:
                pad = await self._pads.find(number)
            except UnknownPad:
                self._done(where, number)
                continue
            mine = pad.consents.get(where.user)
            asks = mine is not None and is_awaited(pad, mine) and mine.informed_at is None
            if mine is None or not (asks or mine.state == "used"):
                self._done(where, number)
                continue
            same = await find_same_night(self._pads, pad, mine) if asks else None
            shown = question_panel(pad, mine, same) if asks else implied_consent_panel(pad, mine)
            if await response.send_privately(shown):
                for told in [number, *([] if same is None else [other.id for other in same.pads])]:
                    self._done(where, told)
                    await self._pads.note_informed(told, [where.user])
            return

    async def _read_untold(self, where: GuildMember) -> None:
        """Read what an earlier process left to be told to a member, once."""
        if self._read.get(where) is None:
            for pad in await self._pads.store.pads.pads_not_told_of(where.guild, where.user):
                self._untold.setdefault(where, set()).add(pad)
            self._read.put(where, True)

    def _done(self, where: GuildMember, pad: int) -> None:
        left = self._untold.get(where, set()) - {pad}
        if left:
            self._untold[where] = left
        else:
            self._untold.pop(where, None)


def _view(pad: Pad, seq: int, those: Sequence[PadConsent]) -> Any:
    """The buttons: both as long as somebody is to answer, one where somebody may still be left out."""
    answers = consent_buttons(pad, seq)
    if any(is_awaited(pad, consent) for consent in those):
        return classic_view(*answers)
    return classic_view(*answers[1:]) if any(consent.state == "used" for consent in those) else None
