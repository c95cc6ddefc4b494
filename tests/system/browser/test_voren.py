"""Voren in real Chromium: two people in two tabs and two computer players, through the page alone, pictures on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Route, expect

from bot.ui.table import scene_renderer
from cogs.games.voren.pack import VOREN
from tests.support.house import House, Seated, start_house
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)

SLOW = 0.15
"""Seconds that each picture takes to arrive, as it does where there is a network."""

# Where elements are as they are painted, and the part of the conversation that is on the screen; null if one is gone.
PLACES = """elements => new Promise(done => {
  const box = ({ left, top, right, bottom }) => [left, top, right, bottom];
  const watcher = new IntersectionObserver(entries => {
    watcher.disconnect();
    const gone = entries.length < elements.length || elements.some(one => !one.isConnected);
    done(gone ? null : [box(entries[0].rootBounds), ...entries.map(one => box(one.boundingClientRect))]);
  }, { root: document.querySelector(".timeline") });
  for (const one of elements) watcher.observe(one);
  if (!elements.length) done(null);
})"""

# At every frame: every message that has shown its picture shows one that is there in full, and every board has one.
WATCH = """() => {
  const shown = new Map();
  window.flashes = [];
  window.pictures = new Set();
  const look = () => {
    for (const message of document.querySelectorAll("[data-message-id]")) {
      const image = message.querySelector("img.picture-image");
      const ready = Boolean(image?.complete && image.naturalWidth);
      const id = message.dataset.messageId;
      const board = [...message.querySelectorAll("button")].some(one => one.textContent === "Log");
      if (shown.get(id) && !ready && (image || board)) window.flashes.push(image ? image.src : "no picture");
      if (ready) window.pictures.add(image.src);
      shown.set(id, ready);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def is_within(box: list[float], view: list[float]) -> bool:
    """Check whether a box has a size and lies wholly in view; left, top, right, bottom of each."""
    return view[0] <= box[0] < box[2] <= view[2] and view[1] <= box[1] < box[3] <= view[3]


@dataclass
class Tab:
    """One person's browser."""

    name: str
    page: Page

    @property
    def lobby(self) -> Locator:
        """Return the newest message in the channel."""
        return self.page.get_by_test_id("message").last

    @property
    def board(self) -> Locator:
        """Return the table's public message."""
        log = self.page.get_by_role("button", name="Log", exact=True)
        return self.page.get_by_test_id("message").filter(has=log).last

    @property
    def hand(self) -> Locator:
        """Return the person's newest hand message."""
        return self.hands.last

    @property
    def hands(self) -> Locator:
        """Return the person's hand messages: an older one goes away as soon as a newer one is there."""
        refresh = self.page.get_by_role("button", name="Refresh", exact=True)
        return self.page.get_by_test_id("message").filter(has=refresh)

    async def press(self, message: Locator, label: str) -> None:
        """Press the button of a message with the mouse, where it is on the screen."""
        await self.click(message.get_by_role("button", name=label, exact=True))

    async def choose(self, message: Locator, select: str, value: str) -> None:
        """Choose a value in a select of a message, where it is on the screen."""
        await self.click(message.get_by_role("combobox", name=select))
        await self.page.locator(f'[role="option"][data-value="{value}"]').click()

    async def click(self, button: Locator) -> None:
        """Press a button that is in sight: nothing has to be scrolled for it. One that moves is waited for."""
        await self.assert_in_sight(button)
        await button.click()

    async def assert_in_sight(self, *parts: Locator) -> list[list[float]]:
        """Assert that these elements lie within the timeline on the screen; return where they are."""
        view, boxes = [0.0], list[list[float]]()
        for _ in range(50):  # what is drawn anew at this moment, or grows, is in its place soon
            elements = [element for part in parts for element in await part.element_handles()]
            places = await self.page.evaluate(PLACES, elements)
            if places is not None:
                view, *boxes = places
                if all(is_within(box, view) for box in boxes):
                    return boxes
            await self.page.wait_for_timeout(100)
        assert boxes, "the message was drawn anew all the time"
        message = f"{[box for box in boxes if not is_within(box, view)]} are not within {view}"
        raise AssertionError(message)

    async def assert_hand_in_sight(self, phone: bool) -> None:
        """Assert that the hand's buttons are on the screen; on a desktop also hand and table, but for its text."""
        parts = [self.hand.locator("button[data-custom-id]")]
        if not phone:
            parts += [self.hand.locator(".picture-image"), self.hand.locator(".container")]
            parts += [self.board.locator(".picture-image"), self.board.locator("button[data-custom-id]")]
        await self.assert_in_sight(*parts)

    async def assert_picture(self, message: Locator, says: str) -> None:
        """Assert that the message has a picture that is loaded, and an alt text that says as much."""
        image = message.locator("img.picture-image")
        await expect(image).to_have_count(1)
        await expect(image).to_have_attribute("alt", re.compile(re.escape(says)))
        await expect(image).not_to_have_js_property("naturalWidth", 0)

    async def read_everything(self) -> str:
        """Return all that stands in the page, also what is only read aloud, without what the rules say of two cards."""
        content = str(await self.page.evaluate("document.documentElement.outerHTML"))
        for rule in ("The Wolf and Treachery", "only Treachery beats it"):
            content = content.replace(rule, "")
        return content


async def play_hand(house: House, table: Seated, tabs: Mapping[str, Tab], shots: Path, phone: bool) -> None:
    """Play a hand to its settlement. Before the first card of a person the bot is stopped and started."""
    stopped, behind = False, set[str]()
    live = await house.live(table)
    while (who := await house.find_awaited(table)) is not None:
        live = await house.live(table)
        assert live.state is not None
        for tab in tabs.values():  # every tab learns by itself whose turn it is
            await expect(tab.board).to_contain_text(f"It is {who}'s turn.")
        await assert_nothing_hidden(house, table, tabs)
        view, tab = live.state.view(None), tabs[who]
        assert not await tab.board.get_by_role("button", name=re.compile("^(Deal|Stay|Fold)")).count()
        if view["phase"] == "dealer":
            if not await tab.hands.count():
                await tab.press(tab.board, "My hand")
            await make_move(house, table, tab, tab.hand.get_by_role("button", name="Deal", exact=True))
        elif view["phase"] == "stay":
            if not await tab.hands.count():
                await tab.press(tab.board, "My hand")
            await tab.assert_hand_in_sight(phone)
            await make_move(house, table, tab, tab.hand.get_by_role("button", name="Stay", exact=True))
        else:
            if not await tab.hands.count():
                await tab.press(tab.board, "My hand")
            elif who in behind:  # a hand from before the restart: its buttons work, but nobody refreshes it
                await tab.press(tab.hand, "Refresh")
            await expect(tab.hand).to_contain_text(re.compile(r"(Lead|Play) a card\. (A|Another) trick wins \d+"))
            await tab.assert_picture(tab.hand, "It is your turn.")
            await tab.assert_picture(tab.board, f"It is {who}'s turn.")
            own = live.state.view(live.state.to_act[0])
            content = await tab.read_everything()
            assert all(VOREN.name_of(card) in content for card in own["hand"])  # what would show does show here
            if not stopped:
                stopped = True
                await tab.page.screenshot(path=shots / "hand.png")
                await restart(house, tabs)
                behind |= tabs.keys() - {who}
            await tab.assert_hand_in_sight(phone)
            await make_move(house, table, tab, tab.hand.locator('[data-custom-id^="eh:make_move:"]').first)
    assert stopped


async def make_move(house: House, table: Seated, tab: Tab, button: Locator) -> None:
    """Press a button that makes a move: the move is kept, and the hand is drawn anew and offers it no more."""
    custom_id, live = await button.get_attribute("data-custom-id"), await house.live(table)
    before = live.record.seq
    await tab.click(button)
    await house.until(lambda: live.record.seq > before)
    await expect(tab.hand.locator(f'[data-custom-id="{custom_id}"]')).to_have_count(0)


async def restart(house: House, tabs: Mapping[str, Tab]) -> None:
    """Stop the bot, see that every page says so, start it, and see that the notice goes."""
    await house.stop()
    for tab in tabs.values():
        await expect(tab.page.get_by_test_id("banner")).to_contain_text("Eldest Hand is offline")
    await house.start()
    for tab in tabs.values():
        await expect(tab.page.get_by_test_id("banner")).not_to_contain_text("offline")


async def assert_nothing_hidden(house: House, table: Seated, tabs: Mapping[str, Tab]) -> None:
    """Assert that no page holds a card of another person's hand, or of a computer player's."""
    live = await house.live(table)
    assert live.state is not None
    for tab in tabs.values():
        content = await tab.read_everything()
        for seat in live.record.seats:
            if seat.name == tab.name:
                continue
            for card in live.state.view(seat.seat)["hand"] or ():
                assert VOREN.name_of(card) not in content, f"{tab.name}'s page shows a card of {seat.name}"
                assert VOREN.text_of(card) not in content, f"{tab.name}'s page shows a card of {seat.name}"


async def slowly(route: Route) -> None:
    await asyncio.sleep(SLOW)
    await route.continue_()


async def assert_no_sideways_scroll(tab: Tab) -> None:
    width, room = await tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_a_hand_of_voren(
    tmp_path: Path, browser_page: BrowserPages, monkeypatch: pytest.MonkeyPatch, phone: bool
) -> None:
    for patience in (
        "PICTURE_TIMEOUT_SECONDS",
        "BOARD_PICTURE_TIMEOUT_SECONDS",
    ):  # a busy machine goes without pictures; here they count
        monkeypatch.setattr(scene_renderer, patience, 30)
    async with start_house(pictures=True, computer_delay=0.02) as house:
        tabs: dict[str, Tab] = {}
        for name in ("Ada", "Bela"):
            address = f"{house.sandbox.base}/as/{house.sandbox.people.user(name)['id']}"
            tabs[name] = Tab(name, await browser_page.open(address, phone=phone))
            await tabs[name].page.evaluate("window.neverReloaded = true")
            await tabs[name].page.route("**/cdn/attachments/**", slowly)
            await tabs[name].page.evaluate(WATCH)
        ada, bela = tabs.values()

        composer = ada.page.get_by_test_id("composer-input")
        await composer.fill("/vor")
        await ada.page.get_by_test_id("suggestion").filter(has_text="/voren new").click()
        await ada.page.get_by_test_id("command-send").click()
        await expect(ada.lobby).to_contain_text("1 more needed to start.")
        await ada.choose(ada.lobby, "Add computer", "strong")
        await expect(bela.lobby).to_contain_text("Ambrose (computer, strong)")
        await ada.choose(ada.lobby, "Add computer", "strong")
        await expect(bela.lobby).to_contain_text("Beatrix (computer, strong)")
        await bela.press(bela.lobby, "Join")
        await expect(ada.lobby).to_contain_text("4 of 10 seats taken")
        await ada.page.screenshot(path=tmp_path / "lobby.png")
        await ada.press(ada.lobby, "Start")
        for tab in tabs.values():
            await tab.page.get_by_text("open the thread").click()
            await tab.assert_picture(tab.board, "Voren, table 1, Hand 1 of 8")

        table = Seated(1, "", {})
        await play_hand(house, table, tabs, tmp_path, phone)
        for tab in tabs.values():
            await expect(tab.board).to_contain_text(re.compile("(Ada|Bela|Ambrose|Beatrix) deals next"))
            await tab.assert_picture(tab.board, "Hand 1 of 8 is over")
            await expect(tab.hand).to_contain_text("You: ")  # how it went for this person
            await expect(tab.hands).to_have_count(1)
            await assert_no_sideways_scroll(tab)
            await tab.page.screenshot(path=tmp_path / f"over-{tab.name}.png")

        await bela.press(bela.hand, "Next hand")
        await ada.assert_picture(ada.board, "Voren, table 1, Hand 2 of 8")
        await ada.board.get_by_role("button", name="Log", exact=True).click()
        await expect(ada.page.get_by_test_id("message").last).to_contain_text("Bela asked for the next hand.")
        for tab in tabs.values():
            assert await tab.page.evaluate("window.neverReloaded")
            assert await tab.page.evaluate("window.flashes") == []
            assert await tab.page.evaluate("window.pictures.size") > 5
