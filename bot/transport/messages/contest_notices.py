"""Notices of contested hands to a pad's keepers, in the pad's channel.

The change that contests or settles a hand enqueues its notice. It is posted once and edited with the outcome. After a
crash it is looked for by its button.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import discord

from bot.common.text import NAME_LIMIT, escape, person_name
from bot.pads.contests import MAX_REASON_LETTERS
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, MISSING, TOO_MANY_OLD_EDITS, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import NO_MENTIONS
from bot.transport.notifications.post_once import mentions_of
from bot.ui.kit.components import Part, button, classic_view, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from data.pads.records import Contest, ContestMessage
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)

OUTCOME_TEXTS: Final = {
    "withdrawn": "{who} withdrew that, so it counts.",
    "stands": "{by} decided that it stands.",
    "corrected": "{by} corrected it, and it counts.",
    "struck": "{by} struck it out.",
}


class ContestNoticeWorker:
    """Posts the notices of all pads."""

    def __init__(
        self,
        client: discord.Client,
        pads: Pads,
        servers: ServerSettingsCache,
        people: PreferencesCache,
        channels: Channels,
        rate_limits: RateLimits,
    ) -> None:
        self._channels = channels
        self._rate_limits = rate_limits
        self._client = client
        self._pads = pads
        self._servers = servers
        self._people = people

    async def notify(self, work: Work) -> WorkState:
        """Post or edit the notices of a pad that do not say how things stand.

        Returns PARKED if the channel is closed to the bot. Raises discord.HTTPException, StoreError.
        """
        store, is_done = self._pads.store.pads, True
        for seq in await store.stale_contests(work.pad):
            message = await store.contest_message(work.pad, seq)
            pad = await self._pads.find(work.pad)
            if pad.record.deleted is not None:  # enqueued again if it is restored
                return WorkState.CANCELLED
            contest = next((candidate for candidate in pad.record.contests if candidate.seq == seq), None)
            if message is not None and contest is not None:
                is_done = await self._tell(pad, contest, message) and is_done
        return WorkState.DONE if is_done else WorkState.PARKED

    async def _tell(self, pad: Pad, contest: Contest, message: ContestMessage) -> bool:
        """Let the message of a contest say how it stands. Returns False where that cannot be done now."""
        store = self._pads.store.pads
        where = message.channel or pad.record.message_channel or pad.record.channel
        if self._channels.is_breaker_open(where):
            return False
        found = message.message
        if found is None and message.begun is not None:
            found = await self._channels.find_by_button(
                where, message.begun, custom_id(CustomId.SHOW_CONTESTED_HAND, pad.id, contest.seq)
            )
        if found is None and contest.outcome != "waits":  # nobody was told that it waits
            await store.note_contest_shown(pad.id, contest.seq, None, None, contest.outcome)
            return True
        try:
            if found is None:
                found = await self._post(pad, contest, where)
            else:
                await self._change(pad, contest, where, found)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            self._channels.trip_breaker(where, error)
            return False
        await store.note_contest_shown(pad.id, contest.seq, where, found, contest.outcome)
        return True

    async def _post(self, pad: Pad, contest: Contest, where: int) -> int:
        await self._pads.store.pads.begin_contest(pad.id, contest.seq, where)
        keepers, now = [user for user, _ in pad.record.keepers], self._pads.clock()
        awake = [user for user in keepers if await self._people.quiet_until(user, now) is None]
        rung = [] if await self._have_been_told(pad, contest) else awake or keepers
        silent = not awake or (await self._servers.of(pad.record.guild)).silent  # who sleeps finds it in the morning
        await self._rate_limits.acquire_post(where)
        sent = await self._client.get_partial_messageable(where).send(
            f"{' '.join(f'<@{user}>' for user in keepers)} {_contest_text(pad, contest)}",
            view=classic_view(_look(pad, contest)),
            nonce=f"{pad.id}-{contest.seq}-c",
            allowed_mentions=mentions_of(rung),
            silent=silent,
        )
        return sent.id

    async def _have_been_told(self, pad: Pad, contest: Contest) -> bool:
        """Whether the keepers were told before that the same member contests the same hand, who has withdrawn that."""
        for earlier in pad.record.contests:
            same = (earlier.hand, earlier.user, earlier.outcome) == (contest.hand, contest.user, "withdrawn")
            told = await self._pads.store.pads.contest_message(pad.id, earlier.seq) if same else None
            if earlier.seq < contest.seq and told is not None and told.message is not None:
                return True
        return False

    async def _change(self, pad: Pad, contest: Contest, where: int, message: int) -> None:
        """Let a message say what became of its contest; one that cannot be edited stays as it is."""
        await self._rate_limits.acquire_background(where)
        there = self._client.get_partial_messageable(where).get_partial_message(message)
        try:
            view: Any = classic_view(_look(pad, contest))
            await there.edit(content=_contest_text(pad, contest), view=view, allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            if error.code not in MISSING | CLOSED | {TOO_MANY_OLD_EDITS}:
                raise
            log.info("pad %s: the message of a contest is not updated (%s)", pad.id, describe_error(error))


def _contest_text(pad: Pad, contest: Contest) -> str:
    """Return the text of a contest: its hand, its author and reason, and the outcome."""
    who = escape(person_name(contest.name), NAME_LIMIT)
    title = escape(pad.title, MAX_TITLE_LETTERS)
    why = f": “{escape(contest.why, MAX_REASON_LETTERS)}”" if contest.why else "."
    if contest.outcome == "waits":
        return f"{who} contests hand {contest.hand} of **{title}**{why}\nIt does not count until a keeper decides."
    by = escape(person_name(contest.decider), NAME_LIMIT)
    outcome = OUTCOME_TEXTS[contest.outcome].format(who=who, by=by)
    return f"{who} contested hand {contest.hand} of **{title}**{why}\n{outcome}"


def _look(pad: Pad, contest: Contest) -> Part:
    return button(CustomId.SHOW_CONTESTED_HAND, pad.id, contest.seq, label=f"Show hand {contest.hand}")
