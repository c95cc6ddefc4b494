"""The sandbox page where there are several servers, and where there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from sandbox import Sandbox
from tests.sandbox.wire import Wire
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with await Sandbox.start(None, servers=2) as running:
        yield running


def make_address(sandbox: Sandbox, name: str) -> str:
    return f"{sandbox.base}/as/{sandbox.people.user(name)['id']}"


async def read_server_names(page: Page) -> list[str]:
    """Return the ids of the channels in the sidebar."""
    result = await page.get_by_test_id("channel").evaluate_all("all => all.map(one => one.dataset.channelId)")
    return [str(value) for value in result]


def list_channel_ids(sandbox: Sandbox, server: int) -> list[str]:
    return [channel.id for channel in sandbox.world.channels_of(sandbox.world.server(server))]


async def test_one_switches_servers(sandbox: Sandbox, browser_page: BrowserPages) -> None:
    people = sandbox.people
    page = await browser_page.open(make_address(sandbox, "Bela"))
    servers = page.get_by_test_id("servers")
    await expect(servers.locator("option")).to_have_text(["The Parlour", "The Library"])
    await expect(page.locator(".channel-topic")).to_have_text("The Parlour")
    assert await read_server_names(page) == list_channel_ids(sandbox, 0)
    people.say("Ada", "card-room", "Good evening", server=1)
    await expect(servers.locator("option")).to_have_text(["The Parlour", "• The Library"])
    await servers.select_option(label="• The Library")
    await expect(page.locator(".channel-topic")).to_have_text("The Library")
    await expect(page.get_by_test_id("message")).to_contain_text("Good evening")
    await expect(servers.locator("option")).to_have_text(["The Parlour", "The Library"])
    assert await read_server_names(page) == list_channel_ids(sandbox, 1)
    await page.get_by_role("button", name="New channel").click()
    await page.get_by_label("Name").fill("attic")
    await page.get_by_role("button", name="Create").click()
    await expect(page).to_have_title("#attic · Bela · Eldest Hand")
    assert people.channel("attic", 1)["id"] in await read_server_names(page)
    await page.reload()  # the address names the channel
    await expect(page).to_have_title("#attic · Bela · Eldest Hand")
    await expect(servers.locator("option:checked")).to_have_text("The Library")
    mention = f"<@{people.user('Bela')['id']}>, your turn"
    people.say("Ada", "parlour", mention)
    await expect(servers.locator("option")).to_have_text(["(1) The Parlour", "The Library"])
    toast = page.get_by_test_id("toast")
    await expect(toast).to_contain_text("Ada in #parlour of The Parlour")
    await toast.locator(".toast-main").click()
    await expect(servers.locator("option:checked")).to_have_text("The Parlour")
    assert await read_server_names(page) == list_channel_ids(sandbox, 0)


async def test_leaving_a_server_shows_the_other(sandbox: Sandbox, browser_page: BrowserPages) -> None:
    page = await browser_page.open(make_address(sandbox, "Bela"))
    await page.get_by_test_id("servers").select_option(label="The Library")
    await expect(page.locator(".channel-topic")).to_have_text("The Library")
    await page.get_by_test_id("more-menu").click()
    await page.get_by_test_id("misbehave").click()
    await page.get_by_label("Who").select_option(label="Bela")
    await page.get_by_role("button", name="Leave").click()
    await page.get_by_role("button", name="Close").click()
    await expect(page.locator(".guild-name")).to_have_text("The Parlour")
    await expect(page.get_by_test_id("servers")).to_be_hidden()
    assert await read_server_names(page) == list_channel_ids(sandbox, 0)
    bela = sandbox.people.user("Bela")["id"]
    assert [guild.has(bela) for guild in sandbox.world.guilds.values()] == [True, False]


async def test_direct_messages_are_in_every_server(sandbox: Sandbox, browser_page: BrowserPages) -> None:
    bela = sandbox.people.user("Bela")
    page = await browser_page.open(make_address(sandbox, "Bela"))
    await expect(page.get_by_test_id("servers")).to_be_visible()
    async with Wire(sandbox) as wire:
        direct = (await wire.call("POST", "/users/@me/channels", {"recipient_id": bela["id"]})).body["id"]
    for name, server in (("The Library", 1), ("The Parlour", 0)):
        await page.get_by_test_id("servers").select_option(label=name)
        await expect(page.locator(".channel-topic")).to_have_text(name)
        assert await read_server_names(page) == [*list_channel_ids(sandbox, server), direct]


async def test_a_phone_shows_and_switches_servers(sandbox: Sandbox, browser_page: BrowserPages) -> None:
    page = await browser_page.open(make_address(sandbox, "Ada"), phone=True)
    await expect(page.locator(".channel-topic")).to_have_text("The Parlour")
    await page.get_by_test_id("drawer").tap()
    servers = page.get_by_test_id("servers")
    box = await servers.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    await servers.select_option(label="The Library")
    await expect(page.locator(".channel-topic")).to_have_text("The Library")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_one_server_has_nothing_to_switch(browser_page: BrowserPages) -> None:
    async with await Sandbox.start(None) as sandbox:
        page = await browser_page.open(make_address(sandbox, "Ada"))
        await expect(page.locator(".guild-name")).to_have_text("The Parlour")
        await expect(page.get_by_test_id("servers")).to_be_hidden()
        await expect(page.locator(".channel-topic")).to_have_text("")
