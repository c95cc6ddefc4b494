"""A real Chromium for tests of the sandbox page."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, async_playwright

from tests.support.needs import chromium

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# What the browser says by itself about calls that were refused or cut off: tests do both on purpose.
EXPECTED = ("Failed to load resource", "WebSocket connection to", "net::ERR_")

PATIENCE_MS = 10_000


class BrowserPages:
    """Pages of one browser. Each `open` is another person's browser, with storage of its own.

    The page forbids `eval`, so `page.wait_for_function` does not work on it: wait with `expect(...)` instead.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.problems: list[str] = []
        """Errors of the page's scripts, and what it wrote to the console as an error."""

    async def open(
        self,
        url: str,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: Literal["dark", "light"] = "dark",
        phone: bool = False,
    ) -> Page:
        """Open a page. `phone`: touch, two device pixels a pixel, 390x844 unless sizes are given."""
        if phone and (width, height) == (1280, 800):
            width, height = 390, 844
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            is_mobile=phone,
            has_touch=phone,
            device_scale_factor=2 if phone else 1,
            locale="en-GB",
            timezone_id="UTC",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        page.on("pageerror", self._broken)
        page.on("console", self._said)
        await page.goto(url)
        return page

    def _broken(self, error: Error) -> None:
        self.problems.append(f"script error: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in EXPECTED):
            self.problems.append(f"console: {message.text}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests of this folder share an event loop, as they share the browser."""
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium_browser() -> AsyncIterator[Browser]:
    """Yield one browser a worker: to start it and its driver takes as long as some of the tests."""
    executable = chromium()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser_page(chromium_browser: Browser) -> AsyncIterator[BrowserPages]:
    """Yield pages for one test: `page = await browser_page.open(url)`. The test fails if a page's scripts did."""
    pages = BrowserPages(chromium_browser)
    try:
        yield pages
    finally:
        for context in chromium_browser.contexts:
            await context.close()
    assert pages.problems == []
