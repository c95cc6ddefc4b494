"""Requests for consent to people whom others made players of a score pad.

The change that makes a user a player enqueues the request. Each has one message, which is edited. People not reached
are asked when next they use the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import discord

from bot.common.cache import Cache
from bot.common.locks import KeyedLocks
from bot.nights.consents import SameNight, find_night, find_same_night, same_questions
from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.pads.pads import Pads, UnknownPad
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, TOO_MANY_OLD_EDITS, is_permanent
from bot.transport.api.members import Members
from bot.transport.interactions.responses import Response
from bot.transport.interactions.visibility import may_member_see
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.transport.notifications.post_once import mentions_of
from bot.ui.kit.components import classic_view, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.consents import consent_buttons, implied_consent_panel, question_panel, request_text
from data.pads.records import PadConsent
from data.people.records import is_erased
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState

MAX_PENDING_MEMBERS: Final = 10_000
"""Members whose pending pads are in memory. Those of others are read from the store again."""


class GuildMember(NamedTuple):
    """A user in a guild."""

    guild: int
    user: int


@dataclass(slots=True)
class PendingPads:
    """The pads that a member is asked about, or told of, when they next use the bot in their server."""

    numbers: set[int] = field(default_factory=set[int])
    is_read: bool = False
    """Whether the store's are among them."""


@dataclass(slots=True, eq=False, repr=False)
class ConsentRequests:
    """Asks the people of all pads. Mentions only members who can see the channel."""

    posts: PostedMessages
    pads: Pads
    servers: ServerSettingsCache
    people: PreferencesCache
    members: Members
    channels: Channels
    _pending: Cache[GuildMember, PendingPads] = field(init=False, default_factory=lambda: Cache(MAX_PENDING_MEMBERS))
    _asking: set[GuildMember] = field(init=False, default_factory=set[GuildMember])
    """The members who are being asked at this moment: another answer to them asks nothing."""
    _beginning: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks[int])
    """The locks by guild, so that the pads of one night get one message."""

    # -- the message in the channel ----------------------------------------------------------------------------------

    async def request(self, work: Work) -> WorkState | None:
        """Post or edit the message that asks those whom a change of a pad added.

        Raises discord.HTTPException, StoreError.
        """
        pad, store = await self.pads.find(work.pad), self.pads.store.pads
        consents = [consent for consent in pad.consents.values() if str(consent.seq) == work.key]
        if named_people := await store.named_consents(pad.id, int(work.key)):
            return await self._show(work, pad, [consent for consent in consents if consent.user in named_people])
        async with self._beginning.of(pad.record.guild):  # another pad of the night may be asking, too
            return await self._begin(work, pad, [consent for consent in consents if _is_uninformed(pad, consent)])

    async def _begin(self, work: Work, pad: Pad, uninformed: Sequence[PadConsent]) -> WorkState | None:
        """Post a message for the people who can be asked there. Others are asked later."""
        where = _place(pad)
        if self.channels.is_breaker_open(where):
            self._add_pending(pad, uninformed)
            return WorkState.PARKED
        reachable = [consent for consent in uninformed if await self._reaches(pad, where, consent)]
        self._add_pending(pad, [consent for consent in uninformed if consent not in reachable])
        new = [consent for consent in reachable if not await self._add_to_question(pad, consent)]
        if not new:
            return WorkState.CANCELLED
        await self.pads.store.pads.name_consents(pad.id, [consent.user for consent in new])
        return await self._show(work, pad, new)

    async def _show(self, work: Work, pad: Pad, consents: Sequence[PadConsent]) -> WorkState | None:
        """Edit the message to show the answers of the named people. A new message mentions who is awake."""
        users, now = [consent.user for consent in consents if is_awaited(pad, consent)], self.pads.clock()
        awake = [user for user in users if await self.people.quiet_until(user, now) is None]
        mentioned = awake or users
        silent = not awake or (await self.servers.of(pad.record.guild)).silent  # who sleeps finds it in the morning
        post = replace(await self._render(pad, consents), mentions=mentions_of(mentioned), silent=silent)
        mark = custom_id(CustomId.AGREE_TO_PAD, pad.id, int(work.key))
        uninformed = [consent for consent in consents if _is_uninformed(pad, consent)]
        try:
            state = await self.posts.show(work, _place(pad), mark, post, is_wanted=bool(users))
        except discord.HTTPException as error:
            if is_permanent(error):
                self._add_pending(pad, uninformed)
            raise
        if state == WorkState.DONE and work.message is None:
            await self.pads.note_informed(pad.id, mentioned)
            uninformed = [consent for consent in uninformed if consent.user not in mentioned]
        self._add_pending(pad, uninformed)
        return state

    async def _render(self, pad: Pad, consents: Sequence[PadConsent], also: int | None = None) -> Post:
        """Return the message that names these people and their answers. It asks for the pad `also`, too."""
        return Post(_view(pad, consents), request_text(pad, consents, await self._other_pads(pad, consents, also)))

    async def _add_to_question(self, pad: Pad, consent: PadConsent) -> bool:
        """Add this pad to the message about another pad of the same night. Returns whether there is such a message."""
        same, store = await find_same_night(self.pads, pad, consent), self.pads.store.pads
        for other in [] if same is None else same.pads:
            seq = other.consents[consent.user].seq
            work = await store.post_of(other.id, WorkKind.CONSENT_REQUEST, seq)
            named_people = await store.named_consents(other.id, seq)
            if work is None or work.channel is None or work.message is None or consent.user not in named_people:
                continue
            if self.channels.is_breaker_open(work.channel):
                continue
            consents = [consent for user, consent in other.consents.items() if user in named_people]
            try:
                is_edited = await self.posts.edit(
                    work.channel, work.message, await self._render(other, consents, also=pad.id)
                )
            except discord.HTTPException as error:
                if error.code not in CLOSED | {TOO_MANY_OLD_EDITS} and not is_permanent(error):
                    raise
                continue
            if is_edited:
                await self.pads.note_informed(pad.id, [consent.user])
                return True
        return False

    async def _other_pads(self, pad: Pad, consents: Sequence[PadConsent], also: int | None = None) -> SameNight | None:
        """Return the night's other pads in a message: those already asked about, and `also`."""
        awaited = [consent for consent in consents if is_awaited(pad, consent)]
        night = await find_night(self.pads, pad) if awaited else None
        if night is None:
            return None
        pads = {
            other.id: other
            for consent in awaited
            for other in same_questions(night, consent)
            if other.id == also or other.consents[consent.user].informed_at is not None
        }
        return SameNight(night.night, [pads[number] for number in sorted(pads)]) if pads else None

    async def _reaches(self, pad: Pad, where: int, consent: PadConsent) -> bool:
        """Whether a user sees a channel, and has not blocked the person who added them."""
        if consent.by is not None and (consent.user, consent.by) in await self.pads.store.blocks.pairs_of([consent.by]):
            return False
        member = await self.members.fetch_member(pad.record.guild, consent.user)
        return member is not None and may_member_see(member, where)

    # -- who uses the bot in that server -----------------------------------------------------------------------------

    def _add_pending(self, pad: Pad, consents: Sequence[PadConsent]) -> None:
        """Let these people be asked when they next use the bot in their server."""
        for consent in consents:
            if not is_erased(consent.user):
                self._pending_of(GuildMember(pad.record.guild, consent.user)).numbers.add(pad.id)

    def note_implied_consent(self, pad: Pad, user: int) -> None:
        """Note that a user became a player by using a pad: a private message says so after the answer."""
        self._pending_of(GuildMember(pad.record.guild, user)).numbers.add(pad.id)

    def _pending_of(self, member: GuildMember) -> PendingPads:
        pending = self._pending.get(member) or PendingPads()
        self._pending.put(member, pending)
        return pending

    async def ask_pending(self, response: Response) -> None:
        """Ask a member who has used the bot about the next pending pad. Raises StoreError."""
        interaction = response.interaction
        member = GuildMember(interaction.guild_id or 0, interaction.user.id)
        pending = self._pending_of(member)
        if not pending.is_read:
            pending.numbers.update(await self.pads.store.pads.pads_not_told_of(member.guild, member.user))
            pending.is_read = True
        if not pending.numbers or member in self._asking or response.opened_form or response.was_lost:
            return
        self._asking.add(member)
        try:
            await self._ask_next(response, member, pending.numbers)
        finally:
            self._asking.discard(member)

    async def _ask_next(self, response: Response, member: GuildMember, pending: set[int]) -> None:
        """Ask a member about the first of their pending pads. Raises StoreError."""
        for number in sorted(pending):
            try:
                pad = await self.pads.find(number)
            except UnknownPad:
                pending.discard(number)
                continue
            consent = pad.consents.get(member.user)
            is_question = consent is not None and is_awaited(pad, consent) and consent.informed_at is None
            if consent is None or not (is_question or consent.state == "used"):
                pending.discard(number)
                continue
            same = await find_same_night(self.pads, pad, consent) if is_question else None
            panel = question_panel(pad, consent, same) if is_question else implied_consent_panel(pad, consent)
            if await response.send_privately(panel):
                for pad_id in [number, *([] if same is None else [other.id for other in same.pads])]:
                    pending.discard(pad_id)
                    await self.pads.note_informed(pad_id, [member.user])
            return


def _place(pad: Pad) -> int:
    """Return the channel of a pad's messages."""
    return pad.record.message_channel or pad.record.channel


def _is_uninformed(pad: Pad, consent: PadConsent) -> bool:
    """Whether a user is to answer, and has not been asked."""
    return is_awaited(pad, consent) and consent.informed_at is None


def _view(pad: Pad, consents: Sequence[PadConsent]) -> discord.ui.View | None:
    """Return both buttons while an answer is awaited, one where a user may still decline, else None."""
    answers = consent_buttons(pad, consents[0].seq)
    if any(is_awaited(pad, consent) for consent in consents):
        return classic_view(*answers)
    return classic_view(*answers[1:]) if any(consent.state == "used" for consent in consents) else None
