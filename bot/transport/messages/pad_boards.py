"""The boards of score pads, one each, which show the pad's last change (tracked_message.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.common.errors import Declined
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.transport.messages.tracked_message import MessagePlace, TrackedMessages
from bot.ui.pads.deletion import deleted_board
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import board
from bot.ui.table.renderer import RenderedMessage
from data.tables.work import Subject, SubjectKind


@dataclass(eq=False, repr=False)
class PadBoards(TrackedMessages):
    """The messages of all pads. `presenters` are those of the games by id."""

    what: ClassVar[str] = "pad"

    pads: Pads
    presenters: dict[str, PadPresenter]

    def presenter_of(self, pad: Pad) -> PadPresenter:
        """Return the presenter of a pad's game. Raises Declined if its cog is not loaded."""
        presenter = self.presenters.get(pad.record.game)
        if presenter is None:
            raise Declined(f"{pad.game.name} cannot be shown just now.")
        return presenter

    def wake(self, pad: Pad) -> None:
        """Retry the parked work of a pad that a user uses."""
        self.scheduler.wake(pad.record.guild, Subject(SubjectKind.PAD, pad.id))

    async def _place(self, number: int) -> MessagePlace:
        record = (await self.pads.find(number)).record
        return MessagePlace(record.message_channel, record.message)

    async def _render(self, number: int) -> tuple[RenderedMessage, int]:
        pad = await self.pads.find(number)
        layout = board(pad, self.presenter_of(pad)) if pad.record.deleted is None else deleted_board(pad)
        return RenderedMessage(layout), pad.record.seq

    async def _note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        await self.pads.note_posted(number, channel, message, seq)
        self.pads.changed.emit(await self.pads.find(number))  # whoever tells where it stands

    async def _note_gone(self, number: int, message: int) -> None:
        await self.pads.note_message_gone(number, message)
