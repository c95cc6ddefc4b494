"""Quince's forms in real Chromium: selects, a number and a word in one form, changed and confirmed."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.e2e.quince import reach_laying

from tests.support.house import start_house
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


async def test_a_form_is_filled_in_changed_and_confirmed_on_the_page(browser_page: BrowserPages) -> None:
    async with start_house(threads=False) as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        first = await house.live(table)
        assert first.state is not None
        who = first.record.seats[(first.state.view(None)["dealer"] + 1) % 2].name
        await reach_laying(house, table, who)
        page = await browser_page.open(f"{house.sandbox.base}/as/{house.sandbox.people.user(who)['id']}")
        board = page.get_by_test_id("message").filter(has=page.get_by_role("button", name="Log", exact=True)).last
        await board.get_by_role("button", name="My hand", exact=True).click()
        hand = page.get_by_test_id("message").filter(has_text="Your hand at Quince").last
        await hand.get_by_role("button", name="Lay cards …").click()
        modal = page.get_by_test_id("modal")
        await expect(modal.get_by_role("heading")).to_have_text("Lay cards")
        selects = modal.get_by_test_id("select")
        await expect(selects).to_have_count(2)
        await selects.first.click()
        options = page.get_by_test_id("select-option")
        await expect(options).to_have_count(3)
        for place in range(3):
            if await options.nth(place).get_attribute("aria-selected") == "false":  # the Star is chosen already
                await options.nth(place).click()
        await page.get_by_test_id("select-done").click()
        await modal.get_by_label("How much do you bet?").fill("4")
        await selects.last.click()
        await page.locator("[data-testid=select-option][data-value=high]").click()
        await page.get_by_test_id("modal-submit").click()
        await expect(modal).to_have_count(0)
        await expect(hand).to_contain_text("How much do you bet? Type a whole number from 0 to 3.")
        await hand.get_by_role("button", name="Change").click()
        await expect(modal.get_by_label("How much do you bet?")).to_have_value("")
        await modal.get_by_label("How much do you bet?").fill("3")
        await page.get_by_test_id("modal-submit").click()
        await expect(hand).to_contain_text("Your move would be: lay the")
        await expect(hand).to_contain_text("bet 3 on high")
        await hand.get_by_role("button", name="Confirm").click()
        await expect(hand).to_contain_text("You laid the")
        live = await house.live(table)
        assert live.state is not None
        ((seat, move),) = live.state.view(None)["laid"]
        assert live.record.seats[seat].name == who
        assert len(move.split(" ")) == 1 + 3 + 3
