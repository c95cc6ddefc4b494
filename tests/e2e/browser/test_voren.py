"""Voren in real Chromium: two people in two tabs and a computer player, through the page alone, pictures on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.tables.opened import has_opened
from cogs.voren.pack import VOREN
from tests.e2e.browser.conftest import PATIENCE_MS, BrowserPages
from tests.e2e.harness import House, Seated, house

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Tab:
    """One person's browser."""

    name: str
    page: Page

    @property
    def lobby(self) -> Locator:
        """The newest message in the channel."""
        return self.page.get_by_test_id("message").last

    @property
    def board(self) -> Locator:
        """The table's public message."""
        log = self.page.get_by_role("button", name="Log", exact=True)
        return self.page.get_by_test_id("message").filter(has=log).last

    @property
    def hand(self) -> Locator:
        """The person's newest hand message."""
        return self.hands.last

    @property
    def hands(self) -> Locator:
        """The person's hand messages: an older one goes away as soon as a newer one is there."""
        refresh = self.page.get_by_role("button", name="Refresh", exact=True)
        return self.page.get_by_test_id("message").filter(has=refresh)

    async def press(self, message: Locator, label: str) -> None:
        """Press the button of a message."""
        await message.get_by_role("button", name=label, exact=True).click()

    async def picture(self, message: Locator, says: str) -> None:
        """The message has a picture that is loaded, and an alt text that says as much."""
        image = message.locator("img.picture-image")
        await expect(image).to_have_count(1)
        await expect(image).to_have_attribute("alt", re.compile(re.escape(says)))
        await image.evaluate("i => i.complete || new Promise(done => { i.onload = i.onerror = done; })")
        assert await image.evaluate("i => i.naturalWidth") > 0

    async def everything(self) -> str:
        """All that stands in the page, what is only read aloud included; not what the rules say of two cards."""
        content = await self.page.evaluate("document.documentElement.outerHTML")
        return str(content).replace("The Wolf and Treachery", "")


async def first_tricks(here: House, table: Seated, tabs: Mapping[str, Tab], shots: Path) -> None:
    """Play a hand to its settlement. Before the first card of a person the bot is stopped and started."""
    stopped, behind = False, set[str]()
    live = await here.live(table)
    while (who := await here.awaited(table)) is not None:
        live = await here.live(table)
        assert live.state is not None
        for tab in tabs.values():  # every tab learns by itself whose turn it is
            await expect(tab.board).to_contain_text(f"It is {who}'s turn.")
        await nothing_hidden_messages(here, table, tabs)
        view, tab = live.state.view(None), tabs[who]
        if view["phase"] == "dealer":
            await tab.press(tab.board, "Deal")
            await expect(tab.hand).to_contain_text("You dealt.")
        elif view["phase"] == "stay":
            await tab.press(tab.board, "Stay")
            if not has_opened(live, live.state.to_act[0]):
                await expect(tab.hand).to_contain_text("You have not seen your cards yet")
                await tab.press(tab.hand, "Stay")
            await expect(tab.hand).to_contain_text("You stay in.")
        else:
            if not await tab.hands.count():
                await tab.press(tab.board, "My hand")
            elif who in behind:  # a hand from before the restart: its buttons work, but nobody refreshes it
                await tab.press(tab.hand, "Refresh")
            await expect(tab.hand).to_contain_text("It is your turn.")
            await tab.picture(tab.hand, "It is your turn.")
            await tab.picture(tab.board, f"It is {who}'s turn.")
            own = live.state.view(live.state.to_act[0])
            content = await tab.everything()
            assert all(VOREN.name_of(card) in content for card in own["hand"])  # what would show does show here
            if not stopped:
                stopped = True
                await tab.page.screenshot(path=shots / "hand.png")
                await restart(here, tabs)
                behind |= tabs.keys() - {who}
            play = tab.hand.locator('[data-custom-id^="eh:play:"]').first
            card = (await play.inner_text()).strip()
            await play.click()
            await expect(tab.hand).to_contain_text(re.compile(f"You played (the )?{re.escape(card)}\\.", re.IGNORECASE))
    assert stopped


async def restart(here: House, tabs: Mapping[str, Tab]) -> None:
    """Stop the bot, see that every page says so, start it, and see that the notice goes."""
    await here.stop()
    for tab in tabs.values():
        await expect(tab.page.get_by_test_id("banner")).to_contain_text("Eldest Hand is offline")
    await here.start()
    for tab in tabs.values():
        await expect(tab.page.get_by_test_id("banner")).not_to_contain_text("offline")


async def nothing_hidden_messages(here: House, table: Seated, tabs: Mapping[str, Tab]) -> None:
    """No page holds a card that lies in another person's hand, or in a computer player's."""
    live = await here.live(table)
    assert live.state is not None
    for tab in tabs.values():
        content = await tab.everything()
        for seat in live.record.seats:
            if seat.name == tab.name:
                continue
            for card in live.state.view(seat.seat)["hand"] or ():
                assert VOREN.name_of(card) not in content, f"{tab.name}'s page shows a card of {seat.name}"
                assert VOREN.text_of(card) not in content, f"{tab.name}'s page shows a card of {seat.name}"


async def no_sideways_scroll(tab: Tab) -> None:
    width, room = await tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_a_hand_of_voren(tmp_path: Path, browser_page: BrowserPages, phone: bool) -> None:
    async with house(pictures=True, computer_delay=0.02) as here:
        tabs: dict[str, Tab] = {}
        for name in ("Ada", "Bela"):
            address = f"{here.sandbox.base}/as/{here.sandbox.people.user(name)['id']}"
            tabs[name] = Tab(name, await browser_page.open(address, phone=phone))
            await tabs[name].page.evaluate("window.neverReloaded = true")
        ada, bela = tabs.values()

        composer = ada.page.get_by_test_id("composer-input")
        await composer.fill("/vor")
        await ada.page.get_by_test_id("suggestion").filter(has_text="/voren new").click()
        await ada.page.get_by_test_id("command-send").click()
        await expect(ada.lobby).to_contain_text("1 more needed to start.")
        await ada.press(ada.lobby, "Add computer player")
        await expect(bela.lobby).to_contain_text("Ambrose (computer)")
        await bela.press(bela.lobby, "Join")
        await expect(ada.lobby).to_contain_text("3 of 10 seats taken")
        await ada.page.screenshot(path=tmp_path / "lobby.png")
        await ada.press(ada.lobby, "Start")
        for tab in tabs.values():
            await tab.page.get_by_text("open the thread").click()
            await tab.picture(tab.board, "Voren, table 1, Hand 1 of 6")

        table = Seated(1, "", {})
        await first_tricks(here, table, tabs, tmp_path)
        for tab in tabs.values():
            await expect(tab.board).to_contain_text(re.compile("Each trick paid|All others folded"))
            await tab.picture(tab.board, "Hand 1 of 6 is over")
            await expect(tab.hand).to_contain_text("this hand")  # how it went for this person
            await expect(tab.hands).to_have_count(1)
            await no_sideways_scroll(tab)
            await tab.page.screenshot(path=tmp_path / f"over-{tab.name}.png")

        await bela.press(bela.board, "Next hand")
        await ada.picture(ada.board, "Voren, table 1, Hand 2 of 6")
        await ada.press(ada.board, "Log")
        await expect(ada.page.get_by_test_id("message").last).to_contain_text("Bela asked for the next hand.")
        for tab in tabs.values():
            assert await tab.page.evaluate("window.neverReloaded")
