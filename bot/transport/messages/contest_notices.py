"""Notices of contested hands to a pad's keepers, in the pad's channel.

The change that contests or settles a hand enqueues its notice. It is posted once and edited with the outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.common.text import NAME_LIMIT, escape, person_name
from bot.pads.contests import MAX_CONTEST_LETTERS
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.transport.notifications.post_once import mentions_of
from bot.ui.kit.components import button, classic_view, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from data.pads.records import Contest
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState

OUTCOME_TEXTS: Final = {
    "withdrawn": "{who} withdrew that, so it counts.",
    "stands": "{by} decided that it stands.",
    "corrected": "{by} corrected it, and it counts.",
    "struck": "{by} struck it out.",
}


@dataclass(slots=True, eq=False, repr=False)
class ContestNoticeWorker:
    """Posts the notices of all pads."""

    posts: PostedMessages
    pads: Pads
    servers: ServerSettingsCache
    people: PreferencesCache

    async def notify(self, work: Work) -> WorkState | None:
        """Post or edit the notice of a contest. A contest that is already settled gets no notice.

        Raises discord.HTTPException, StoreError.
        """
        pad = await self.pads.find(work.pad)
        contest = next((contest for contest in pad.record.contests if str(contest.seq) == work.key), None)
        if contest is None or pad.record.deleted is not None:  # enqueued again if it is restored
            return WorkState.CANCELLED
        return await self.posts.show(
            work,
            pad.record.message_channel or pad.record.channel,
            custom_id(CustomId.SHOW_CONTESTED_HAND, pad.id, contest.seq),
            await self._render(pad, contest),
            is_wanted=contest.outcome == "waits",
        )

    async def _render(self, pad: Pad, contest: Contest) -> Post:
        """Return the notice of a contest. While it waits, its keepers are mentioned."""
        look = button(CustomId.SHOW_CONTESTED_HAND, pad.id, contest.seq, label=f"Show hand {contest.hand}")
        words = _contest_text(pad, contest)
        if contest.outcome != "waits":
            return Post(classic_view(look), words)
        keepers, now = [user for user, _ in pad.record.keepers], self.pads.clock()
        awake = [user for user in keepers if await self.people.quiet_until(user, now) is None]
        mentioned = [] if await self._is_repeated(pad, contest) else awake or keepers
        silent = not awake or (await self.servers.of(pad.record.guild)).silent  # who sleeps finds it in the morning
        mentions = " ".join(f"<@{user}>" for user in keepers)
        return Post(classic_view(look), f"{mentions} {words}", mentions_of(mentioned), silent)

    async def _is_repeated(self, pad: Pad, contest: Contest) -> bool:
        """Whether the keepers got a notice of the same member and hand before, which the member withdrew."""
        for earlier in pad.record.contests:
            same = (earlier.hand, earlier.user, earlier.outcome) == (contest.hand, contest.user, "withdrawn")
            if earlier.seq < contest.seq and same:
                notice = await self.pads.store.pads.post_of(pad.id, WorkKind.CONTEST_NOTICE, earlier.seq)
                if notice is not None and notice.message is not None:
                    return True
        return False


def _contest_text(pad: Pad, contest: Contest) -> str:
    """Return the text of a contest: its hand, its author and reason, and the outcome."""
    who = escape(person_name(contest.name), NAME_LIMIT)
    title = escape(pad.title, MAX_TITLE_LETTERS)
    why = f": “{escape(contest.why, MAX_CONTEST_LETTERS)}”" if contest.why else "."
    if contest.outcome == "waits":
        return f"{who} contests hand {contest.hand} of **{title}**{why}\nIt does not count until a keeper decides."
    by = escape(person_name(contest.decider), NAME_LIMIT)
    outcome = OUTCOME_TEXTS[contest.outcome].format(who=who, by=by)
    return f"{who} contested hand {contest.hand} of **{title}**{why}\n{outcome}"
