"""Answers interactions: in time, once, in private where needed, and with a sentence on errors.

Discord allows three seconds; the answer is deferred after 1.5. A private answer to a public message's button is a new
ephemeral message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, Literal

import aiohttp
import discord

from bot.common.metrics import FIRST_ANSWER
from bot.tables.model.actor import Actor
from bot.transport.api.error_codes import ACKNOWLEDGED, MISSING, TOO_LATE_CODES, UNKNOWN_MESSAGE, is_transient
from bot.transport.interactions.callback_session import CallbackSession
from bot.transport.interactions.hand_places import HandPlace
from bot.ui.kit.components import Layout

log = logging.getLogger(__name__)

ResponseMode = Literal["private", "update", "public"]
"""The place of an answer: a new ephemeral message, the component's message, or a new public message."""

DEFER_AFTER_SECONDS: Final = 1.5
"""Seconds after which an answer is deferred."""

CONNECTION_ERRORS: Final = (OSError, aiohttp.ClientError)
"""The errors of a broken connection: the request may have been carried out or not."""

NEW_MESSAGE: Final = 4
DEFER_MESSAGE: Final = 5
DEFER_UPDATE: Final = 6
UPDATE_MESSAGE: Final = 7
MODAL: Final = 9
"""The types of interaction callbacks."""

FLAG_EPHEMERAL: Final = 1 << 6
FLAG_V2: Final = 1 << 15

TOO_SLOW: Final = "That took too long. Press once more to open the form."

TABLE_EXTRA: Final = "table"
"""The key, in an interaction's extras, of the table at which its person uses the bot."""

FOLLOW_UP_EXTRA: Final = "afterwards"
"""The key, in an interaction's extras, of a function called with the response after the answer."""

NO_MENTIONS: Final = discord.AllowedMentions.none()


class Response:
    """The answer to one interaction."""

    def __init__(self, interaction: discord.Interaction[Any], mode: ResponseMode, callbacks: CallbackSession) -> None:
        self.interaction = interaction
        self._callbacks = callbacks
        self.mode: ResponseMode = mode
        self._answered = False
        self._deferred = False
        self._lock = asyncio.Lock()
        loop = asyncio.get_running_loop()
        self._began: float | None = loop.time()
        """The loop's time when the interaction arrived; None after the first answer."""
        self._timer = loop.call_later(DEFER_AFTER_SECONDS, self._start_deferral)
        self._task: asyncio.Task[None] | None = None
        self.was_lost = False
        """Whether the last answer was lost. Another message may repeat it then."""
        self.opened_form = False
        """Whether the answer was a form: its person is busy with that."""
        self.answered_at: float | None = None
        """The loop's time when Discord had the last answer."""
        self.has_moved = False
        """Whether the interaction made a move, or asks to confirm one below the hand.

        The hand has changed since the press (bot/transport/interactions/double_taps.py).
        """
        self.hand: HandPlace | None = None
        """The hand message that was pressed, if it was one."""
        self._work = asyncio.current_task()

    @property
    def actor(self) -> Actor:
        """The person whose interaction it answers."""
        user = self.interaction.user
        return Actor(user.id, user.display_name, self.interaction.id)

    def _start_deferral(self) -> None:
        self._task = asyncio.ensure_future(self.defer())

    async def defer(self) -> None:
        """Defer the answer, unless it was given."""
        async with self._lock:
            if self._answered or self._deferred:
                return
            kind = DEFER_UPDATE if self.mode == "update" else DEFER_MESSAGE
            try:
                await self._call_back(kind, {"flags": FLAG_EPHEMERAL} if self.mode == "private" else None)
            except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                _log_lost(self.interaction, error)
                return
            self._deferred = True
            self._count_first()

    async def modal(self, modal: discord.ui.Modal) -> None:
        """Answer with a form. A deferred interaction can open none; its answer says so.

        Raises discord.HTTPException if Discord refuses the form as it is.
        """
        self._timer.cancel()
        async with self._lock:
            if not self._deferred:
                try:
                    await self._call_back(MODAL, modal.to_dict())
                except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                    _log_lost(self.interaction, error)
                    if _is_invalid(error):
                        raise
                self._answered = self.opened_form = True
                self._count_first()
                return
        await self.send_sentence(TOO_SLOW)

    def _count_first(self) -> None:
        """Count the time to the first answer, once."""
        if self._began is not None:
            FIRST_ANSWER.observe(asyncio.get_running_loop().time() - self._began)
            self._began = None

    def close(self) -> None:
        """Stop the clock."""
        self._timer.cancel()

    async def give_up(self) -> None:
        """Cancel the answer. The next press shows the outcome of this one."""
        under_way = [task for task in (self._task, self._work) if task is not None and not task.done()]
        for task in under_way:
            task.cancel()
        if under_way:
            await asyncio.wait(under_way)

    async def send(
        self,
        content: str | None = None,
        *,
        layout: Layout | None = None,
        files: Sequence[discord.File] = (),
        is_hand: bool = False,
    ) -> int | None:
        """Send the answer, or a further one. Returns the id of its message, None if it was lost.

        An answer that comes too late is logged and lost; the change that it reports is stored. A page in the place of
        a hand message gets a button back, unless it `is_hand` itself. Raises discord.HTTPException if Discord refuses
        the answer as it is: the person has none, and is sent a sentence.
        """
        if not is_hand and not self._answered and (covered := self.covered_hand) is not None:
            await covered.wait_for_edit()
        self._timer.cancel()
        async with self._lock:
            place = None if is_hand or self._answered else self.covered_hand
            if place is not None and layout is not None:
                layout = place.with_way_back(layout)
            try:
                sent = await self._send_or_anew(content, layout, files)
            except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                self.was_lost = _log_lost(self.interaction, error)
                if _is_invalid(error):
                    raise
                return None
            self.was_lost = False
            self.answered_at = asyncio.get_running_loop().time()
            self._count_first()
            if place is not None and sent is not None:
                place.cover(sent)
            return sent

    @property
    def covered_hand(self) -> HandPlace | None:
        """The hand message whose place the answer takes, None if it takes none."""
        return self.hand if self.mode == "update" else None

    async def post_to_all(self, layout: Layout) -> None:
        """Post a public message of its own in the channel, after the answer."""
        await self._follow_up(layout, ephemeral=False)

    async def send_privately(self, layout: Layout) -> bool:
        """Send the person a private message after the answer. Returns whether it got there."""
        return await self._follow_up(layout, ephemeral=True)

    async def _follow_up(self, layout: Layout, *, ephemeral: bool) -> bool:
        """Send a further message. Returns whether it got there."""
        async with self._lock:
            try:
                await self.interaction.followup.send(
                    ephemeral=ephemeral, wait=True, allowed_mentions=NO_MENTIONS, view=layout.view()
                )
            except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                _log_lost(self.interaction, error)
                return False
        return True

    async def _send_or_anew(
        self, content: str | None, layout: Layout | None, files: Sequence[discord.File]
    ) -> int | None:
        """Send the answer, in a new private message if the message to edit was just removed. Returns its id."""
        try:
            return await self._send(content, layout, files)
        except discord.HTTPException as error:
            if self.mode != "update" or error.code != UNKNOWN_MESSAGE:
                raise
        self._leave()
        for file in files:
            file.reset()
        return await self._send(content, layout, files)

    async def leave_message(self) -> None:
        """Make further answers private: the pressed message is not edited, and no public message is posted."""
        async with self._lock:  # a deferral may be on its way
            if self.mode == "public" and self._deferred and not self._answered:
                await self._withdraw()
            self._leave()

    def _leave(self) -> None:
        self.mode = "private"
        self._answered = self._deferred  # a deferral was a first answer: what follows is a further message

    async def _send(self, content: str | None, layout: Layout | None, files: Sequence[discord.File]) -> int | None:
        first, self._answered = not self._answered, True
        try:
            return await self._send_parts(content, layout, files, first=first)
        except discord.HTTPException as error:
            if _is_invalid(error):
                self._answered = not first
            raise

    async def _send_parts(
        self, content: str | None, layout: Layout | None, files: Sequence[discord.File], *, first: bool
    ) -> int | None:
        """Send the first or a further message. Returns its id, if known."""
        if first and not self._deferred and not files:
            return await self._answer(content, layout)
        parts: dict[str, Any] = {"allowed_mentions": NO_MENTIONS}
        if content is not None:
            parts["content"] = content
        if layout is not None:
            parts["view"] = layout.view()
        if first and not self._deferred:
            response = self.interaction.response  # made at its first use, in a ring with the interaction: not before
            if self.mode == "update":
                await response.edit_message(attachments=list(files), **parts)
                return self.interaction.message.id if self.interaction.message else None
            answer = await response.send_message(ephemeral=self.mode == "private", files=list(files), **parts)
            return answer.message_id
        if first:
            return await self._fill_in(files, parts)
        if files:
            parts["files"] = list(files)
        return (await self.interaction.followup.send(ephemeral=self.mode != "public", wait=True, **parts)).id

    async def _fill_in(self, files: Sequence[discord.File], parts: dict[str, Any]) -> int:
        """Answer a deferred interaction, once more if the connection broke: the same edit twice does no harm."""
        try:
            return (await self.interaction.edit_original_response(attachments=list(files), **parts)).id
        except CONNECTION_ERRORS:
            for file in files:
                file.reset()
            return (await self.interaction.edit_original_response(attachments=list(files), **parts)).id

    async def _answer(self, content: str | None, layout: Layout | None) -> int | None:
        """Send the callback of an answer without files.

        discord.py would read the message back and keep the view, which costs as much as a move (bench). Clicks are
        routed by custom id, so only a new message's id is needed.
        """
        flags = 0 if layout is None else FLAG_V2
        data: dict[str, Any] = {"allowed_mentions": {"parse": []}}
        if content is not None:
            data["content"] = content
        if layout is not None:
            data["components"] = layout.parts
        if self.mode == "update":
            data["attachments"] = []
            if flags:
                data["flags"] = flags
            await self._call_back(UPDATE_MESSAGE, data)
            return self.interaction.message.id if self.interaction.message else None
        flags |= FLAG_EPHEMERAL if self.mode == "private" else 0
        answer = await self._call_back(NEW_MESSAGE, {**data, "flags": flags} if flags else data, read=True)
        if answer is None:
            return (await self.interaction.original_response()).id
        return int(answer["resource"]["message"]["id"])

    async def _call_back(self, kind: int, data: dict[str, Any] | None, *, read: bool = False) -> Any:
        """Send a callback, once more if the connection broke.

        Returns None where Discord says that the interaction is answered already: by our own earlier try, or by another
        delivery of the same interaction.
        """
        try:
            return await self._callbacks.send(self.interaction, kind, data, read=read)
        except CONNECTION_ERRORS:
            try:
                return await self._callbacks.send(self.interaction, kind, data, read=read)
            except discord.HTTPException as error:
                return _require_acknowledged(error)
        except discord.HTTPException as error:
            return _require_acknowledged(error)

    async def send_sentence(self, text: str, files: Sequence[discord.File] = ()) -> None:
        """Send the person a private text, whatever the mode is."""
        self._timer.cancel()
        async with self._lock:
            try:
                if self._answered or (self._deferred and self.mode != "private"):
                    if self.mode == "public" and not self._answered:
                        await self._withdraw()
                    await self.interaction.followup.send(
                        text, ephemeral=True, allowed_mentions=NO_MENTIONS, files=list(files)
                    )
                elif self._deferred:
                    await self._fill_in(files, {"content": text, "allowed_mentions": NO_MENTIONS})
                else:
                    self.mode = "private"
                    await self._send(text, None, files)
                self.was_lost = False
                self.answered_at = asyncio.get_running_loop().time()
            except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                self.was_lost = _log_lost(self.interaction, error)
            self._answered = True
            self._count_first()

    async def _withdraw(self) -> None:
        """Delete a public deferral: the next message would become its answer, even a private one.

        An answer by another delivery of the same interaction stays.
        """
        deferral = await self.interaction.original_response()
        if deferral.flags.loading:
            await deferral.delete()


def _require_acknowledged(error: discord.HTTPException) -> None:
    """Raise `error`, unless it says that the interaction is acknowledged already."""
    if error.code != ACKNOWLEDGED:
        raise error


def _is_invalid(error: Exception) -> bool:
    """Whether Discord refuses an answer as it is: another answer to the same interaction may be taken."""
    return (
        isinstance(error, discord.HTTPException)
        and not is_transient(error)
        and error.code not in TOO_LATE_CODES | MISSING
    )


def _log_lost(interaction: discord.Interaction[Any], error: Exception) -> bool:
    """Log that an answer did not get there.

    Returns whether the person has no answer: another delivery of the same interaction may have given it.
    """
    if not isinstance(error, discord.HTTPException):
        log.warning(
            "interaction %s: the connection broke, its answer may be lost (%s)", interaction.id, type(error).__name__
        )
    elif error.code in TOO_LATE_CODES:
        log.info("interaction %s could not be answered any more (%s)", interaction.id, error.code)
    else:
        log.warning("interaction %s: its answer was refused (%s %s)", interaction.id, error.status, error.code)
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE_CODES:
        return error.code != ACKNOWLEDGED
    return is_transient(error)
