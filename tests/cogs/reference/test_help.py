"""`/help`: what a newcomer is told, that it is true, and that it leads on."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError

from bot.common.settings import Settings
from bot.common.version import VERSION
from bot.ui.settings.guild_settings import GROUP_LABELS
from rules.registry import GAMES
from tests.support.house import House
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    MODERATOR,
    find_answer_buttons,
    in_private,
    is_private,
    response_text,
    start_room,
)


def _list_pages(message: Json) -> list[str]:
    """Return the pages that the list offers."""
    (result,) = [component for component in components(message) if component["type"] == 3]
    return [option["value"] for option in result["options"]]


def _find_links(message: Json) -> dict[str, str]:
    """Return the addresses that the buttons open, by their labels."""
    return {component["label"]: component["url"] for component in components(message) if "url" in component}


async def _turn_all_pages(house: House, who: str) -> AsyncIterator[Json]:
    """Yield every page that somebody can turn to."""
    message = (await house.command(who, "help", channel=CHANNEL)).get("message") or {}
    yield message
    for page in _list_pages(message):
        answer = await house.sandbox.people.click(who, message, "eh:turn_help_page", [page])
        assert answer["state"] == "update"
        yield answer.get("message") or {}
        await house.press(who, message, "Back")
    yield (await house.press(who, message, "Open a table")).get("message") or {}


async def test_help_is_six_lines_two_buttons_and_the_version() -> None:
    """Between them a list of pages by who asks; that of moderators is offered to them alone, whatever is forged."""
    async with start_room() as house:
        answer = await house.command(BYSTANDER, "help", channel=CHANNEL)
        assert is_private(answer)
        heading, *lines, version = response_text(answer).splitlines()
        assert heading == "## Eldest Hand"
        assert version == f"-# Eldest Hand {VERSION}, running since <t:{house.services.guilds.started_ms // 1000}:f>"
        assert len(lines) == 6
        assert set(find_answer_buttons(answer)) == {"Teach me a game", "Open a table"}
        message = answer.get("message") or {}
        assert _list_pages(message) == ["player", "organiser", "signs"]
        manager_help = (await house.command(MODERATOR, "help", channel=CHANNEL)).get("message") or {}
        assert _list_pages(manager_help) == ["player", "organiser", "moderator", "manager", "signs"]
        for forged in ("moderator", "manager", "nothing", ""):
            refused = await house.forge(BYSTANDER, message, f"eh:turn_help_page:{forged}")
            assert response_text(refused) == "There is no such page.", forged


async def test_help_and_privacy_link_to_the_operators_addresses() -> None:
    """Each alone, where it is set; an address that opens nothing is refused at the start."""
    terms, policy, support = (f"https://example.org/{name}" for name in ("terms", "privacy", "help"))
    async with start_room(terms_url=terms, privacy_url=policy, support_url=support) as house:
        answer = await house.command(BYSTANDER, "help", channel=CHANNEL)
        assert _find_links(answer.get("message") or {}) == {"Terms": terms, "Privacy": policy, "Support": support}
        message = (await house.command(BYSTANDER, "privacy show", channel=CHANNEL)).get("message") or {}
        assert _find_links(message) == {"Privacy policy": policy}
    async with start_room(support_url=support) as house:
        answer = await house.command(BYSTANDER, "help", channel=CHANNEL)
        assert _find_links(answer.get("message") or {}) == {"Support": support}
        message = (await house.command(BYSTANDER, "privacy show", channel=CHANNEL)).get("message") or {}
        assert _find_links(message) == {}
    for wrong in ("example.org", "https://", "javascript:x", "https://a b", f"https://example.org/{'a' * 512}"):
        with pytest.raises(ValidationError):
            Settings(terms_url=wrong)


async def test_help_names_only_commands_that_there_are() -> None:
    """Every `/command` on any page is registered, and every game that can be opened is named."""
    async with start_room() as house:
        state = house.sandbox.people.state(MODERATOR)
        names = {
            " ".join(filter(None, (command["name"], sub["name"] if sub["type"] == 1 else "")))
            for command in state["commands"]
            for sub in command.get("options") or [{"name": "", "type": 0}]
        }
        named_commands = set[str]()
        async for page in _turn_all_pages(house, MODERATOR):
            named_commands |= set(re.findall(r"`/([a-z]+(?: [a-z]+)?)`", text(page)))
        assert named_commands <= names, named_commands - names
        opening = {words for words in names if words.endswith(" new")} - {"pad new"}
        assert opening
        assert opening <= named_commands


async def test_help_leads_into_a_lesson_and_to_a_table() -> None:
    """In place: the game is chosen, then the lesson begins there, or the lobby is posted."""
    async with start_room() as house:
        for game in GAMES.values():
            message = (await house.command(BYSTANDER, "help", channel=CHANNEL)).get("message") or {}
            game_choice = await house.press(BYSTANDER, message, "Teach me a game")
            assert game_choice["state"] == "update"
            assert set(find_answer_buttons(game_choice)) == {"Back", *(entry.name for entry in GAMES.values())}
            lesson = await house.press(BYSTANDER, message, game.name)
            assert lesson["state"] == "update"
            assert (lesson.get("message") or {})["id"] == message["id"]
            assert set(find_answer_buttons(lesson)) == {"Begin", "Rules"}, game.name
            first = await house.press(BYSTANDER, message, "Begin")
            assert (first.get("message") or {})["id"] == message["id"]
            assert "To the end" in find_answer_buttons(first), game.name
        message = (await house.command(BYSTANDER, "help", channel=CHANNEL)).get("message") or {}
        await house.press(BYSTANDER, message, "Open a table")
        lobby = await house.press(BYSTANDER, message, GAMES["voren"].name)
        assert not is_private(lobby)
        assert {"Join", "Start"} & set(buttons(lobby.get("message") or {}))


async def test_the_page_for_players_leads_to_every_rulebook_and_that_for_moderators_to_the_settings() -> None:
    async with start_room() as house:
        message = (await house.command(MODERATOR, "help", channel=CHANNEL)).get("message") or {}
        page = await house.sandbox.people.click(MODERATOR, message, "eh:turn_help_page", ["player"])
        for game in GAMES.values():
            rules = await house.press(MODERATOR, page.get("message") or {}, f"Rules of {game.name}")
            assert "page 1 of" in response_text(rules)
            assert is_private(rules)
        for name in ("moderator", "manager"):
            message = (await house.command(MODERATOR, "help", channel=CHANNEL)).get("message") or {}
            page = await house.sandbox.people.click(MODERATOR, message, "eh:turn_help_page", [name])
            settings = await house.press(MODERATOR, page.get("message") or {}, "Server settings")
            assert response_text(settings).startswith("### Server settings")


async def test_the_page_for_managers_is_six_lines_and_names_buttons_that_there_are() -> None:
    async with start_room() as house:
        message = (await house.command(MODERATOR, "help", channel=CHANNEL)).get("message") or {}
        page = await house.sandbox.people.click(MODERATOR, message, "eh:turn_help_page", ["manager"])
        heading, *lines = response_text(page).splitlines()
        assert heading == "### What to set first"
        assert len(lines) == 6
        named_commands = set(re.findall(r"\*([A-Z][^*]* …)\*", response_text(page)))
        assert named_commands == {GROUP_LABELS[group] for group in ("tables", "mentions", "channels")}


async def test_the_page_for_organisers_opens_a_score_pad() -> None:
    """For all to see, in one choice; there is none to open in a conversation with the bot."""
    async with start_room() as house:
        message = (await house.command(BYSTANDER, "help", channel=CHANNEL)).get("message") or {}
        page = (await house.sandbox.people.click(BYSTANDER, message, "eh:turn_help_page", ["organiser"])).get(
            "message"
        ) or {}
        pad = await house.click(BYSTANDER, page, "eh:open_pad", ["five_crowns"])
        assert not is_private(pad)
        assert "Five Crowns, pad 1" in response_text(pad)
        assert (await house.click(BYSTANDER, page, "eh:open_pad", ["free"]))["state"] == "modal"
        assert "There is no such game." in response_text(await house.forge(BYSTANDER, page, "eh:open_pad", "chess"))


async def test_help_is_there_outside_of_servers_too() -> None:
    async with start_room() as house:
        with in_private(house):
            answer = await house.command(BYSTANDER, "help", channel=CHANNEL)
            assert "Eldest Hand" in response_text(answer)
            assert _list_pages(answer.get("message") or {}) == ["player", "organiser", "signs"]
