"""Presses in a hand message: their answers take its place, with a button back to the hand.

A channel then shows one private message for a hand, not one for each press.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from bot.ui.kit.components import MAX_COMPONENTS, Layout, button, count_components, row
from bot.ui.kit.custom_ids import CustomId

BACK_ARGUMENT: Final = "back"
"""The last part of the back button's id: the hand is shown with its answer and recap as before."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """The hand message in which its person pressed a button."""

    table_id: int
    back_label: str
    """The label of the button back."""
    cover: Callable[[int], None]
    """Called with the id of the message once a page stands there instead of the hand."""
    is_covered: Callable[[], bool]
    """Whether the page of this press still stands there."""
    postpone_edits: Callable[[], AbstractContextManager[None]]
    """Leaves the message to the answer of this press, while entered."""
    wait_for_edit: Callable[[], Awaitable[None]]
    """Waits for an edit of the hand that is under way: it would land on the page."""

    def with_way_back(self, page: Layout) -> Layout:
        """Return the page with the button back to the hand, where the message has room for it."""
        back = row(button(CustomId.REFRESH_HAND, self.table_id, BACK_ARGUMENT, label=self.back_label))
        parts = [*page.parts, back]
        return Layout(parts) if count_components(parts) <= MAX_COMPONENTS else page
