"""Lobbies in real Chromium on a phone: each fits one screen, whatever its game and however it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import expect

from rules.contract import Game
from tests.support.every_game import SHOWN, every_game
from tests.support.messages import buttons
from tests.support.wire_tables import HOST, OTHER, SEATED, start_room
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages

pytestmark = pytest.mark.browser

SCREEN: Final = 734
"""Pixels of a conversation that a phone of 390x844 shows at once."""

EVERY_SETTING: Final = {"clock": 3600, "mention": 600, "auto_last_card": False, "invited_only": False, "friendly": True}


@every_game
@pytest.mark.parametrize("settings", [{}, EVERY_SETTING], ids=["standard", "every setting"])
async def test_a_lobby_fits_one_screen(
    tmp_path: Path, browser_page: BrowserPages, game: Game, settings: dict[str, int | bool]
) -> None:
    """With enough players to start it, computer players among them."""
    chosen = {name: value for name, value in settings.items() if name != "auto_last_card" or game.conduct.forced_moves}
    async with start_room() as house:
        opened = await house.command(HOST, f"{SHOWN[game.id].command} new", channel="card-room", **chosen)
        number = int(buttons(opened.get("message") or {})["Join"].split(":")[2])
        for who in (SEATED, OTHER)[: game.seats[1] - 1]:
            await house.press(who, house.boards(number)[0], "Join")
        if game.seats[1] > 3:
            await house.add_computer(HOST, house.boards(number)[0])
        page = await browser_page.open(f"{house.sandbox.base}/as/{house.sandbox.people.user(HOST)['id']}", phone=True)
        lobby = page.get_by_test_id("message").filter(has=page.get_by_role("button", name="Join", exact=True))
        await expect(lobby.last).to_contain_text("can press Start.", timeout=PATIENCE_MS)
        await lobby.last.screenshot(path=tmp_path / f"lobby-{game.id}.png")
        box = await lobby.last.bounding_box()
        assert box is not None
        assert box["height"] <= SCREEN, box
        assert box["width"] <= 390
