"""The sandbox page behaves as Discord's client does: what goes, what stays where it is, and who is who."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import combinations

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from tests.system.browser.conftest import BrowserPages
from tests.system.browser.test_page import Room, count_px_below, find_newest, room, type_command

pytestmark = pytest.mark.browser

__all__ = ["room"]

# The colours of an element's text and of what lies behind it, as the screen shows them: [[r, g, b], [r, g, b]].
COLOURS = """element => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const behind = [];
  for (let one = element; one; one = one.parentElement) behind.unshift(getComputedStyle(one).backgroundColor);
  const paint = colour => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const ground = behind.map(paint).at(-1);
  return [paint(getComputedStyle(element).color), ground];
}"""


def measure_contrast(first: list[int], second: list[int]) -> float:
    """Return the contrast ratio of two colours as WCAG has it."""

    def luminance(colour: list[int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lower, higher = sorted((luminance(first), luminance(second)))
    return (higher + 0.05) / (lower + 0.05)


async def test_ephemeral_messages_go_when_the_page_is_loaded_anew(room: Room, browser_page: BrowserPages) -> None:
    people = room.sandbox.people
    page = await browser_page.open(room.address("Ada"))
    await type_command(page, "voren new seats:2")
    await expect(find_newest(page)).to_contain_text("2 seats")
    await page.locator("[data-custom-id=hand]").click()
    await expect(find_newest(page)).to_contain_text("hand: pressed")

    locator = page.get_by_test_id("message")
    await page.locator(".channel", has_text="parlour").click()
    await expect(locator).to_have_count(0)
    await page.locator(".channel", has_text="card-room").click()
    await expect(locator).to_have_count(3)
    await room.sandbox._page.close()  # the page's events break off, and it takes them up again
    await expect(page.get_by_test_id("banner")).to_contain_text("connection")
    await expect(page.get_by_test_id("banner")).not_to_be_visible()
    await expect(locator).to_have_count(3)

    await page.reload()
    await expect(locator).to_have_count(1)
    everything = people.messages("Ada", "card-room")
    assert len(everything) == 3  # still there for tests
    old = room.sandbox.world.messages[everything[-1]["id"]]
    old.data["content"] = "edited by the bot"
    room.sandbox.world.message_updated(old)
    await page.locator("[data-custom-id=hand]").click()
    await expect(find_newest(page)).to_contain_text("hand: pressed")
    await expect(locator).to_have_count(2)
    await page.locator(".channel", has_text="parlour").click()
    await page.locator(".channel", has_text="card-room").click()
    await expect(locator).to_have_count(2)


async def change_height(page: Page) -> None:
    """Scroll the timeline as a browser does by itself when heights change."""
    await page.locator(".timeline").evaluate(
        "t => new Promise(done => { t.scrollTop -= 300; requestAnimationFrame(() => requestAnimationFrame(done)); })"
    )


async def drag_down(page: Page) -> None:
    """Draw the timeline down with a finger."""
    finger = await page.context.new_cdp_session(page)
    for y in range(300, 600, 20):
        touch = {"type": "touchStart" if y == 300 else "touchMove", "touchPoints": [{"x": 200, "y": y}]}
        await finger.send("Input.dispatchTouchEvent", touch)
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_only_a_person_lets_go_of_the_bottom(room: Room, browser_page: BrowserPages, phone: bool) -> None:
    people = room.sandbox.people
    page = await browser_page.open(room.address("Ada"), phone=phone)
    jump, timeline = page.get_by_test_id("jump"), page.locator(".timeline")
    lines = [people.say("Bela", "card-room", f"line {number}") for number in range(60)]
    await expect(find_newest(page)).to_contain_text("line 59")

    await change_height(page)
    await expect(jump).not_to_be_visible()
    people.say("Bela", "card-room", "and then")
    await expect(find_newest(page)).to_contain_text("and then")
    assert await count_px_below(page) < 5
    people.delete("Ada", lines[-1])
    await expect(page.get_by_test_id("message").filter(has_text="line 59")).to_have_count(0)
    assert await count_px_below(page) < 5

    await page.evaluate("""() => {
        const busy = () => { const end = performance.now() + 1000; while (performance.now() < end); };
        for (const type of ["wheel", "touchstart", "keydown"]) addEventListener(type, busy, { passive: true });
    }""")  # a page that stands still between what the person does and the movement that comes of it
    ways: tuple[Callable[[], Awaitable[None]], ...] = (lambda: drag_down(page),)
    if not phone:
        ways = (lambda: page.mouse.wheel(0, -400), lambda: timeline.press("PageUp"))
    for go_up in ways:
        await timeline.hover()
        await go_up()
        await expect(jump).to_be_visible()
        await page.wait_for_timeout(600)  # a smooth movement comes to its end
        place = await timeline.evaluate("t => t.scrollTop")
        message = people.say("Bela", "card-room", "meanwhile")
        await expect(jump).to_contain_text("1 new message")
        people.delete("Ada", message)
        await expect(find_newest(page)).to_contain_text("and then")
        assert await timeline.evaluate("t => t.scrollTop") == place
        await jump.click()
        assert await count_px_below(page) < 5
        await expect(jump).not_to_be_visible()


@pytest_asyncio.fixture(loop_scope="session")
async def gate() -> AsyncIterator[asyncio.Event]:
    """Yield an event for which the pictures that are asked for wait."""
    opened = asyncio.Event()
    opened.set()
    yield opened
    opened.set()


async def test_a_picture_stays_until_the_next_one_can_be_shown(
    room: Room, browser_page: BrowserPages, gate: asyncio.Event
) -> None:
    page = await browser_page.open(room.address("Ada"))

    async def wait(route: Route) -> None:
        await gate.wait()
        await route.continue_()

    await page.route("**/cdn/attachments/**", wait)
    await type_command(page, "voren new seats:2")
    await expect(find_newest(page)).to_contain_text("2 seats")
    table = page.get_by_test_id("message").first
    picture = table.locator("img.picture-image").first
    await expect(picture).to_have_js_property("naturalWidth", 1100)
    before, box = await picture.get_attribute("src") or "", await picture.bounding_box()

    gate.clear()
    await table.get_by_role("button", name="Pass the turn").click()
    await expect(table).to_contain_text("Bela is to play.")
    for _ in range(2):  # the second time the message is drawn anew while the picture is awaited
        await page.wait_for_timeout(200)
        assert await picture.evaluate("i => [i.complete, i.naturalWidth]") == [True, 1100]
        assert (await picture.get_attribute("src"), await picture.bounding_box()) == (before, box)
        room.sandbox.world.message_updated(
            room.sandbox.world.messages[await table.get_attribute("data-message-id") or ""]
        )
    gate.set()
    await expect(picture).not_to_have_attribute("src", before)
    assert await picture.evaluate("i => [i.complete, i.naturalWidth]") == [True, 1100]
    assert await picture.bounding_box() == box
    await expect(table.locator("img.picture-image")).to_have_count(2)

    element_handle = await picture.element_handle()
    await table.locator("[data-custom-id=hand]").click()  # the message is drawn anew, with the same picture
    await expect(find_newest(page)).to_contain_text("hand: pressed")
    assert await element_handle.evaluate("i => i.isConnected")


async def test_a_picture_stays_while_the_one_after_it_went_with_the_next_edit(
    room: Room, browser_page: BrowserPages
) -> None:
    """Its file is gone before the page hears of that edit; where none comes, what is missing says so by its words."""
    page = await browser_page.open(room.address("Ada"))
    is_gone = False

    async def answer(route: Route) -> None:
        await (route.fulfill(status=404) if is_gone else route.continue_())

    await page.route("**/cdn/attachments/**", answer)
    await type_command(page, "voren new seats:2")
    await expect(find_newest(page)).to_contain_text("2 seats")
    table = page.get_by_test_id("message").first
    picture = table.locator("img.picture-image").first
    await expect(picture).to_have_js_property("naturalWidth", 1100)
    before = await picture.get_attribute("src") or ""
    is_gone = True
    await table.get_by_role("button", name="Pass the turn").click()
    await expect(table).to_contain_text("Bela is to play.")
    await page.wait_for_timeout(500)
    assert await picture.evaluate("i => [i.complete, i.naturalWidth]") == [True, 1100]
    assert await picture.get_attribute("src") == before
    await expect(picture).to_have_js_property("naturalWidth", 0)
    assert await picture.get_attribute("src") != before
    assert await picture.get_attribute("alt")


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_everybody_has_a_colour(room: Room, browser_page: BrowserPages, scheme: str) -> None:
    people = room.sandbox.people
    everybody = ["Ada", "Bela", "Cleo", *(people.add_user(f"Guest {number}")["global_name"] for number in range(7))]
    welcome = await browser_page.open(room.sandbox.base, scheme="dark" if scheme == "dark" else "light")
    await expect(welcome.get_by_test_id("person")).to_have_count(len(everybody))
    avatars = {}
    for name in everybody:
        avatar = welcome.get_by_test_id("person").filter(has_text=re.compile(f"^{name}$")).locator(".avatar")
        letters, avatars[name] = await avatar.evaluate(COLOURS)
        assert measure_contrast(letters, avatars[name]) > 4.5, name
    for first, second in combinations(everybody, 2):
        apart = sum(abs(a - b) for a, b in zip(avatars[first], avatars[second], strict=True))
        assert apart > 12, f"{first} and {second} look alike"

    page = await browser_page.open(room.address("Ada"), scheme="dark" if scheme == "dark" else "light")
    people.add_user("Late")
    for name in everybody:
        people.say(name, "card-room", f"<@{people.user('Bela')['id']}>")
        message = find_newest(page)
        await expect(message.locator(".author")).to_have_text(name)
        avatar = message.locator(".gutter .avatar")
        assert (await avatar.evaluate(COLOURS))[1] == avatars[name]
        for text in (message.locator(".author"), message.locator(".mention")):
            assert measure_contrast(*await text.evaluate(COLOURS)) > 4.5, name
    colours = [
        await locator.evaluate("one => getComputedStyle(one).color") for locator in await page.locator(".author").all()
    ]
    assert len(set(colours)) == len(everybody)
    bela = await page.locator(".author", has_text="Bela").evaluate("one => getComputedStyle(one).color")
    assert await page.locator(".mention").first.evaluate("one => getComputedStyle(one).color") == bela
    await page.get_by_test_id("user-menu").click()
    for name in everybody[1:]:
        entry = page.locator(".menu").get_by_test_id("person").filter(has_text=re.compile(f"^{name}$"))
        assert (await entry.locator(".avatar").evaluate(COLOURS))[1] == avatars[name]
