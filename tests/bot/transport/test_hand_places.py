"""The button that leads back from a page in the place of a hand."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from functools import partial

import pytest

from bot.transport.interactions.hand_places import HandPlace
from bot.ui.kit.components import MAX_COMPONENTS, Layout, text

PLACE = HandPlace(7, "Back to my hand", lambda _: None, lambda: True, nullcontext, partial(asyncio.sleep, 0))


@pytest.mark.parametrize(("free", "has_button"), [(2, True), (1, False)])
def test_a_full_page_goes_without_the_button_back(free: int, has_button: bool) -> None:
    """The row and the button are two components."""
    page = Layout([text("a line")] * (MAX_COMPONENTS - free))
    layout = PLACE.with_way_back(page)
    assert (layout != page) is has_button
    assert ("eh:refresh_hand:7:back" in str(layout)) is has_button
