"""The sandbox page, driven as people drive it, against the real stand-in and a small bot over discord.py's own wire."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Locator, Page, expect
from yarl import URL

from sandbox import Sandbox
from sandbox.server import limits
from tests.system.browser.conftest import PATIENCE_MS, BrowserPages
from tests.system.browser.demo_bot import DemoBot

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Room:
    """The stand-in with the bot in it."""

    sandbox: Sandbox
    bot: DemoBot

    def address(self, name: str) -> str:
        """Return the address of the page for the user `name`."""
        return f"{self.sandbox.base}/as/{self.sandbox.people.user(name)['id']}"


@pytest_asyncio.fixture(loop_scope="session")
async def room(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with await Sandbox.start(None) as sandbox:
        monkeypatch.setattr(Route, "BASE", sandbox.api_base)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(sandbox.gateway_url))
        bot = DemoBot()
        running = asyncio.create_task(bot.start(sandbox.token))
        await sandbox.people.until(lambda: sandbox.bot_online, timeout=10)
        yield Room(sandbox, bot)
        await bot.close()
        await running


def find_composer(page: Page) -> Locator:
    return page.get_by_test_id("composer-input")


async def type_command(page: Page, text: str) -> None:
    """Type a command as it would be typed in full, and send it."""
    await find_composer(page).fill(f"/{text} ")
    await page.get_by_test_id("command-send").click()


def find_newest(page: Page) -> Locator:
    return page.get_by_test_id("message").last


async def count_px_below(page: Page) -> float:
    """Return how many pixels of the conversation lie below what is shown."""
    return await page.locator(".timeline").evaluate("t => t.scrollHeight - t.scrollTop - t.clientHeight")


async def assert_no_sideways_scroll(page: Page) -> None:
    width, room_for_it = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room_for_it


async def test_choice_of_a_person(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.sandbox.base)
    people = page.get_by_test_id("person")
    await expect(people).to_have_text(["Ada", "Bela", "Cleo"])
    await page.get_by_label("Or be somebody new").fill("Dora")
    await page.get_by_role("button", name="Add").click()
    await expect(people.last).to_have_text("Dora")
    async with page.context.expect_page() as opened:
        await people.last.click()
    dora = await opened.value
    await expect(dora.get_by_test_id("user-menu")).to_contain_text("Dora")
    await expect(dora).to_have_title("#card-room · Dora · Eldest Hand")


async def test_the_first_page_says_in_four_lines_what_can_be_tried(room: Room, browser_page: BrowserPages) -> None:
    """On a phone each takes one line, and all of it stands on the first screen with the names."""
    page = await browser_page.open(room.sandbox.base, phone=True)
    lines = page.get_by_test_id("tries").get_by_role("listitem")
    await expect(lines).to_have_text(
        [re.compile(text) for text in ("/learn", "/voren new", "/pad new", "another name")]
    )
    heights = await lines.evaluate_all("all => all.map(one => one.getClientRects()[0].height)")
    assert max(heights) < 35
    await expect(page.get_by_test_id("person")).to_have_count(3)
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_the_clock_has_an_entry_of_its_own(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    before = room.sandbox.clock.now_ms()
    await page.get_by_test_id("more-menu").click()
    await page.get_by_test_id("clock").click()
    await page.get_by_test_id("turn-3600").click()
    await expect(page.get_by_test_id("clock-state")).to_have_text("The clock is now 1 hour later.")
    assert 0 <= room.sandbox.clock.now_ms() - before - 3_600_000 < 60_000
    await page.keyboard.press("Escape")
    await page.get_by_test_id("more-menu").click()
    await page.get_by_test_id("misbehave").click()
    await expect(page.get_by_test_id("faults-state")).to_have_text("No faults now.")
    await expect(page.get_by_test_id("turn-3600")).to_have_count(0)


@pytest.mark.parametrize("phone", [True, False])
async def test_the_first_press_outside_a_command_s_list_does_what_it_is_on(
    room: Room, browser_page: BrowserPages, phone: bool
) -> None:
    """By finger and by mouse, at a phone's width, where the list lies over the page; the form stays as it was."""
    page = await browser_page.open(room.address("Ada"), width=390, height=844, phone=phone)
    await type_command(page, "voren new seats:2")
    await find_composer(page).fill("/voren new ")
    await page.locator("[data-testid=add-option][data-option=partner]").click()
    picker = page.get_by_test_id("command-card").get_by_test_id("select")
    await picker.click()
    await expect(page.get_by_test_id("select-popup")).to_be_visible()
    target = page.get_by_test_id("message").first.get_by_role("button", name="My hand")
    box = await target.bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await (page.touchscreen.tap(*spot) if phone else page.mouse.click(*spot))
    await expect(find_newest(page)).to_contain_text("hand: pressed")
    await expect(page.get_by_test_id("select-popup")).to_have_count(0)
    await expect(page.get_by_test_id("command-card")).to_be_visible()

    await picker.click()
    await expect(page.get_by_test_id("select-popup")).to_be_visible()
    spot_of_picker = await picker.bounding_box()
    assert spot_of_picker is not None
    await page.mouse.click(spot_of_picker["x"] + 5, spot_of_picker["y"] + 5)
    await expect(page.get_by_test_id("select-popup")).to_have_count(0)


async def test_a_command_with_options_is_composed_by_keyboard(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    await find_composer(page).press_sequentially("/")
    commands = page.get_by_test_id("suggestion")
    await expect(commands.filter(has_text="/voren new")).to_contain_text("Lay a new table")
    await find_composer(page).press_sequentially("vor")
    await expect(commands).to_have_count(1)
    await page.keyboard.press("Enter")

    card = page.get_by_test_id("command-card")
    await expect(card).to_have_attribute("data-command", "voren new")
    await expect(card.get_by_label("seats")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(card).to_contain_text("This option is needed.")
    await page.keyboard.type("11")
    await page.keyboard.press("Enter")
    await expect(card).to_contain_text("Please write a number from 2 to 10.")
    await card.get_by_label("seats").fill("4")
    for option in ("stakes", "partner", "poke"):
        await card.locator(f"[data-testid=add-option][data-option={option}]").click()
    await card.get_by_label("stakes", exact=True).select_option(label="High")
    await card.get_by_label("poke", exact=True).select_option(label="Yes")
    await card.locator("button[data-option=partner]").click()
    await page.keyboard.type("bel")
    await page.keyboard.press("Enter")
    await card.get_by_label("seats").press("Enter")

    await expect(find_newest(page)).to_contain_text("4 seats, stakes high, partner Bela, poke True")
    await expect(find_newest(page)).to_contain_text("Only you can see this.")
    await expect(find_composer(page)).to_be_focused()


async def test_autocomplete_asks_the_bot_while_one_types(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    await find_composer(page).fill("/rules ")
    field = page.get_by_test_id("command-card").get_by_label("search", exact=True)
    await expect(field).to_be_focused()
    offered = page.locator("[data-testid=suggestion]:visible")
    await expect(offered).to_have_count(3)
    await page.keyboard.type("po")
    await expect(offered).to_have_text(["V3 The poke"])
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("V3 The poke")
    await page.keyboard.press("Enter")
    await expect(find_newest(page)).to_contain_text("Clause V3")


async def test_components_of_a_message(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    await type_command(page, "voren new seats:3")
    table = page.get_by_test_id("message").first
    await expect(table.get_by_role("heading", name="Table 1")).to_be_visible()
    picture = table.get_by_role("img", name="The table, seen from above")
    await expect(picture).to_have_attribute("width", "1100")
    await table.get_by_role("button", name="Enlarge the picture").first.click()
    await expect(page.get_by_test_id("lightbox")).to_contain_text("The table, seen from above")
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("lightbox")).to_have_count(0)

    await table.get_by_role("button", name="My hand").click()
    await expect(find_newest(page)).to_contain_text("hand: pressed")
    await expect(table.get_by_role("button", name="Closed")).to_be_disabled()

    await table.locator("[data-custom-id=card]").click()
    option = page.get_by_test_id("select-option").filter(has_text="King of spades")
    await expect(option).to_contain_text("SK")
    await option.click()
    await expect(find_newest(page)).to_contain_text("card: SK")

    await table.locator("[data-custom-id=discard]").click()
    for card in ("H9", "DA"):
        await expect(page.get_by_test_id("select-done")).to_be_disabled()
        await page.locator(f"[data-testid=select-option][data-value={card}]").click()
    await page.get_by_test_id("select-done").click()
    await expect(find_newest(page)).to_contain_text("discard: H9, DA")

    await table.locator("[data-custom-id=partner]").click()
    await page.keyboard.type("cleo")
    await page.keyboard.press("Enter")
    cleo = room.sandbox.people.user("Cleo")["id"]
    await expect(find_newest(page)).to_contain_text(f"partner: {cleo}")

    count = await page.get_by_test_id("message").count()
    await find_newest(page).get_by_test_id("dismiss").click()
    await expect(page.get_by_test_id("message")).to_have_count(count - 1)


async def test_an_edit_is_seen_by_everybody_where_it_stands(room: Room, browser_page: BrowserPages) -> None:
    ada = await browser_page.open(room.address("Ada"))
    bela = await browser_page.open(room.address("Bela"), scheme="light")
    await type_command(ada, "voren new seats:2")
    table = bela.get_by_test_id("message").first
    await expect(table).to_contain_text("Ada is to play.")
    await expect(find_newest(ada)).to_contain_text("2 seats")
    assert "2 seats" not in await bela.get_by_test_id("message-list").inner_text()  # ephemeral: for Ada alone
    before = await table.locator("img").first.get_attribute("src") or ""
    await table.get_by_role("button", name="Pass the turn").click()
    for page in (ada, bela):
        first = page.get_by_test_id("message").first
        await expect(first).to_contain_text("Bela is to play.")
        await expect(first).to_contain_text("(edited)")
        await expect(first.locator("img").first).not_to_have_attribute("src", before)
    await expect(table.get_by_role("button", name="Pass the turn")).to_be_focused()


async def test_a_press_is_not_lost_when_the_message_changes_below_it(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    await type_command(page, "voren new seats:2")
    table = page.get_by_test_id("message").first
    await table.get_by_role("button", name="My hand").hover()
    await page.mouse.down()
    message = room.sandbox.people.messages("Bela", "card-room")[0]
    await room.sandbox.people.click("Bela", message, "turn")
    await page.wait_for_timeout(150)  # the change has arrived, and is not shown while the button is held
    await expect(table).to_contain_text("Ada is to play.")
    await page.mouse.up()
    await expect(find_newest(page)).to_contain_text("hand: pressed")
    await expect(table).to_contain_text("Bela is to play.")


async def test_a_modal_checks_what_it_sends(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"))
    await type_command(page, "voren new seats:2")
    await page.locator("[data-custom-id=settings]").click()
    modal = page.get_by_test_id("modal")
    await expect(modal.get_by_role("heading")).to_have_text("Settings of the table")
    await expect(modal.get_by_label("Name")).to_be_focused()
    await page.keyboard.type("ab")
    await page.keyboard.press("Enter")
    await expect(modal).to_contain_text("Please write at least 3 characters; there are 2 now.")
    await expect(modal).to_contain_text("Please choose something here.")
    await expect(modal).to_contain_text("Please choose one of these.")
    await page.keyboard.type("c")
    await modal.locator("[data-testid=select]").click()
    await page.locator("[data-testid=select-option][data-value=H9]").click()
    await modal.get_by_label("Slow").check()
    await modal.get_by_label("Kitty").check()
    await page.get_by_test_id("modal-submit").click()
    await expect(modal).to_have_count(0)
    await expect(find_newest(page)).to_contain_text("name=abc; trump=['H9']; pace=slow; extras=['kitty']")


async def test_mentions_call_and_markdown_is_safe(room: Room, browser_page: BrowserPages) -> None:
    ada = await browser_page.open(room.address("Ada"))
    bela = await browser_page.open(room.address("Bela"))
    await bela.locator(".channel", has_text="parlour").click()
    await find_composer(ada).fill("/say ")
    await ada.locator("button[data-option=who]").click()
    await ada.keyboard.type("bela")
    await ada.keyboard.press("Enter")
    await ada.get_by_test_id("command-send").click()

    await expect(bela.get_by_test_id("badge")).to_contain_text("1")
    await expect(bela).to_have_title("(1) #parlour · Bela · Eldest Hand")
    toast = bela.get_by_test_id("toast")
    await expect(toast).to_contain_text("Eldest Hand in #card-room")
    assert "secret" not in await toast.inner_text()
    await toast.locator(".toast-main").click()
    await expect(bela.get_by_test_id("badge")).to_have_count(0)
    await expect(bela).to_have_title("#card-room · Bela · Eldest Hand")

    message = find_newest(bela)
    await expect(message).to_have_class(re.compile("mentioned"))
    await expect(message.locator(".mention.me")).to_have_text("@Bela")
    content = message.get_by_test_id("content")
    for tag, text in (("strong", "bold"), ("em", "italic"), ("u", "under"), ("s", "struck"), ("pre", "a < b")):
        await expect(content.locator(tag)).to_have_text(text)
    await expect(content.locator("h3")).to_have_text("Heading")
    await expect(content.locator("ul ul li")).to_have_text("nested")
    await expect(content.locator("ol li")).to_have_text("first")
    await expect(content.locator("blockquote")).to_have_text("quoted")
    await expect(content).to_contain_text("<b>no markup</b>")
    await expect(content.get_by_role("link", name="the rules")).to_have_attribute("href", "https://example.org/a_(b)")
    await expect(content.locator("time")).to_have_text(re.compile(r"ago$|^in "))
    await content.get_by_role("button", name="Hidden text, press to show").click()
    await expect(content.get_by_text("secret")).to_be_visible()

    for name in ("#parlour › message", "over there"):  # Discord's addresses of places here lead there, not away
        await message.get_by_role("link", name=name).click()
        await expect(bela).to_have_title("#parlour · Bela · Eldest Hand")
        await bela.locator(".channel", has_text="card-room").click()


async def test_late_and_missing_answers(
    room: Room, browser_page: BrowserPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's own three seconds: here an answer is missing on purpose."""
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 3.0)
    page = await browser_page.open(room.address("Ada"))
    await type_command(page, "think")
    await expect(page.get_by_test_id("thinking")).to_contain_text("is thinking")
    await expect(find_newest(page)).to_contain_text("Thought about it.")
    await expect(page.get_by_test_id("thinking")).to_have_count(0)

    await type_command(page, "voren new seats:2")
    silence = page.locator("[data-custom-id=silence]")
    await silence.click()
    await expect(silence).to_have_attribute("aria-busy", "true")
    await type_command(page, "nobody")
    await expect(page.get_by_test_id("notice")).to_contain_text("on its way")
    await expect(page.get_by_test_id("failure")).to_contain_text("The application did not respond")
    await expect(page.get_by_test_id("notice")).to_contain_text("The application did not respond")
    await expect(silence).not_to_have_attribute("aria-busy", "true")


async def test_changes_appear_without_a_reload(room: Room, browser_page: BrowserPages) -> None:
    sandbox = room.sandbox
    page = await browser_page.open(room.address("Ada"))
    await expect(find_composer(page)).to_be_visible()
    sandbox.people.add_channel("back room")
    await expect(page.get_by_test_id("channel").last).to_contain_text("back-room")
    for number in range(40):
        sandbox.people.say("Bela", "card-room", f"line {number}")
    await expect(find_newest(page)).to_contain_text("line 39")
    assert await count_px_below(page) < 5
    await page.locator(".timeline").hover()
    await page.mouse.wheel(0, -600)
    jump = page.get_by_test_id("jump")
    await expect(jump).to_be_visible()
    sandbox.people.say("Bela", "card-room", "one more")
    await expect(jump).to_contain_text("1 new message")
    await jump.click()
    assert await count_px_below(page) < 5

    await page.keyboard.type("Well met, @be")
    await expect(page.locator("[data-testid=suggestion]:visible")).to_have_text(["@Bela"])
    await page.keyboard.press("Enter")
    await page.keyboard.type("and all")
    await page.keyboard.press("Enter")
    await expect(find_newest(page)).to_contain_text("Well met, @Bela and all")
    assert sandbox.people.messages("Ada", "card-room")[-1]["mentions"][0]["global_name"] == "Bela"

    await room.bot.close()
    await expect(page.get_by_test_id("banner")).to_contain_text("Eldest Hand is offline")


async def test_a_restart_is_taken_in_one_s_stride(tmp_path: Path, browser_page: BrowserPages) -> None:
    first = await Sandbox.start(tmp_path / "sandbox.sqlite3")
    first.people.say("Bela", "card-room", "before")
    page = await browser_page.open(f"{first.base}/as/{first.people.user('Ada')['id']}")
    await expect(find_newest(page)).to_contain_text("before")
    await find_composer(page).fill("half a sentence")
    await first.close()
    await expect(page.get_by_test_id("banner")).to_contain_text("The connection to the sandbox is lost.")
    async with await Sandbox.start(tmp_path / "sandbox.sqlite3", port=URL(first.base).port or 0) as second:
        second.people.say("Bela", "card-room", "after")
        await expect(find_newest(page)).to_contain_text("after")
        await expect(page.get_by_test_id("banner")).not_to_contain_text("lost")
        await expect(page.get_by_test_id("message")).to_have_count(2)
        await expect(find_composer(page)).to_have_value("half a sentence")


async def test_a_phone(room: Room, browser_page: BrowserPages) -> None:
    page = await browser_page.open(room.address("Ada"), width=360, height=740, phone=True)
    drawer = page.get_by_test_id("drawer")
    parlour = page.locator(".channel", has_text="parlour")
    await expect(parlour).not_to_be_visible()
    await drawer.tap()
    await parlour.tap()
    await expect(parlour).not_to_be_visible()
    await expect(page.locator(".channel-title")).to_contain_text("parlour")
    await type_command(page, "voren new seats:2")
    await expect(page.get_by_test_id("message")).to_have_count(2)
    await assert_no_sideways_scroll(page)
    await page.locator("[data-custom-id=card]").tap()
    sheet = page.get_by_test_id("select-popup")
    box = await sheet.bounding_box()
    assert box is not None
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 360, 740)
    await page.locator("[data-testid=select-option][data-value=S7]").tap()
    await expect(find_newest(page)).to_contain_text("card: S7")
    await page.locator("[data-custom-id=settings]").tap()
    await expect(page.get_by_test_id("modal")).to_be_visible()
    await assert_no_sideways_scroll(page)
