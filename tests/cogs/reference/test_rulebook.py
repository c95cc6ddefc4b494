"""`/rules`: pages, clauses by number and by words, for everybody and everywhere."""

from __future__ import annotations

import json
import re

import pytest

from bot.ui.rulebooks import load_rulebook, rulebook_games
from rules.registry import GAMES
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    OTHER,
    board,
    in_private,
    is_private,
    response_text,
    set_up_table,
    start_room,
)

CLAUSES = re.compile(r"^\*\*([A-Z]+\d+\.\d+)\*\* \(", re.MULTILINE)


async def test_every_game_with_a_rulebook_has_its_command_and_each_page_can_be_reached() -> None:
    """Next and Back turn the pages of one private message, from the first to the last and no further."""
    async with start_room() as house:
        for game in rulebook_games():
            command, pages = game.replace("_", ""), len(load_rulebook(game).pages)
            answer = await house.command(BYSTANDER, f"rules {command}", channel=CHANNEL)
            assert is_private(answer)
            texts = {response_text(answer)}
            message = answer.get("message") or {}
            for page in range(2, pages + 1):
                answer = await house.press(BYSTANDER, message, "Next")
                assert answer["state"] == "update"
                assert f"page {page} of {pages}" in response_text(answer)
                texts.add(response_text(answer))
            assert len(texts) == pages
            assert "Next" not in buttons(answer.get("message") or {}), game
            back = await house.press(BYSTANDER, message, "Back")
            assert f"page {pages - 1} of {pages}" in response_text(back)
            first = await house.press(BYSTANDER, message, "In two minutes")
            assert f"page 1 of {pages}" in response_text(first)
            assert "Back" not in buttons(first.get("message") or {})


async def test_a_clause_is_found_by_its_number_and_by_its_words() -> None:
    """And offered while somebody types; what no clause has is said to be in none."""
    async with start_room() as house:
        for question in ("V3.4", "v3.4"):
            answer = await house.command(BYSTANDER, "rules voren", channel=CHANNEL, rule=question)
            assert "**V3.4**" in response_text(answer)
        choices = await house.sandbox.people.autocomplete(BYSTANDER, CHANNEL, "rules voren", {"rule": "trump"}, "rule")
        book = load_rulebook("voren")
        expected = [clause.number for clause in book.search("trump")][:25]
        assert [choice["value"] for choice in choices] == expected
        assert all(
            choice["name"].startswith(f"{choice['value']}: ") and len(choice["name"]) <= 100 for choice in choices
        )
        result = await house.command(BYSTANDER, "rules voren", channel=CHANNEL, rule=choices[0]["value"])
        assert f"**{choices[0]['value']}**" in response_text(result)
        other = await house.command(BYSTANDER, "rules voren", channel=CHANNEL, rule="V3")
        section = [clause.number for clause in book.clauses if clause.number.startswith("V3.")]
        assert CLAUSES.findall(response_text(other))[: len(section)] == section
        nothing = await house.command(BYSTANDER, "rules voren", channel=CHANNEL, rule="xylophone")
        assert "No rule of" in response_text(nothing)
        assert is_private(nothing)


def list_disabled_labels(message: Json) -> list[str]:
    """Return the labels of buttons that cannot be pressed."""
    return [component["label"] for component in components(message) if component.get("disabled")]


async def test_words_find_every_clause_that_has_them_and_a_page_is_one_jump_away() -> None:
    """Over as many pages as it takes, in any case; the list of sections stands below."""
    async with start_room() as house:
        for game, words in (("voren", "WOLF"), ("conference", "e"), ("voren", "a:b `x` @everyone *")):
            book, command = load_rulebook(game), f"rules {game}"
            answer = await house.command(BYSTANDER, command, channel=CHANNEL, rule=words)
            assert is_private(answer)
            matches, message = CLAUSES.findall(response_text(answer)), answer.get("message") or {}
            assert not list_disabled_labels(message)
            while "Next" in buttons(message):
                answer = await house.press(BYSTANDER, message, "Next")
                message = answer.get("message") or {}
                assert not list_disabled_labels(message)
                matches += CLAUSES.findall(response_text(answer))
            expected = [clause.number for clause in book.search(words)]
            assert matches == expected, words
            assert (len(expected) > 1) == ("@" not in words)
            if "@" in words:
                assert "No rule of" in response_text(answer)
                continue
            jump = next(select for select in components(message) if select.get("placeholder") == "Jump to a chapter")
            assert [offered_option["label"] for offered_option in jump["options"]] == [
                heading for heading, _ in book.sections
            ]
            for option, (heading, page) in zip(jump["options"], book.sections, strict=True):
                rule_answer = await house.forge(BYSTANDER, message, jump["custom_id"], option["value"])
                assert f"page {page + 1} of" in response_text(rule_answer)
                assert page == 0 or f"## {heading}" in response_text(rule_answer)


def test_no_rulebook_has_what_discord_does_not_show() -> None:
    """Tables would come out as rows of bars, and headings below the third as signs."""
    for game in rulebook_games():
        for page in load_rulebook(game).pages:
            assert not [line for line in page.splitlines() if line.lstrip().startswith(("|", "####"))], game


@pytest.mark.parametrize("page", [0, 1, 999_999_999])
async def test_the_longest_rulebooks_fit_their_messages(page: int) -> None:
    """Any page of any game, with the longest clause above it, is a message that Discord takes."""
    async with start_room() as house:
        live = await set_up_table(house)
        for game in rulebook_games():
            if game not in GAMES:
                continue
            answer = await house.forge(BYSTANDER, board(house, live), f"eh:show_rules:{game}:{page}")
            smallest = min(page + 1, len(load_rulebook(game).pages))
            assert f"page {smallest} of" in response_text(answer), game
            book = load_rulebook(game)
            longest = max((clause for clause in book.clauses), key=lambda clause: len(clause.text))
            result = await house.command(
                BYSTANDER, f"rules {game.replace('_', '')}", channel=CHANNEL, rule=longest.number
            )
            assert f"**{longest.number}**" in response_text(result)


async def test_a_clause_comes_first_with_those_beside_it_and_its_chapter_one_tap_away() -> None:
    """Before and After walk through the clauses in one message; the ends of the rulebook lead no further."""
    async with start_room() as house:
        for game in rulebook_games():
            book, command = load_rulebook(game), f"rules {game.replace('_', '')}"
            first, second, last = book.clauses[0], book.clauses[1], book.clauses[-1]
            answer = await house.command(BYSTANDER, command, channel=CHANNEL, rule=first.number)
            assert response_text(answer).startswith(f"### {first.section}\n**{first.number}** ")
            assert second.number not in response_text(answer).partition("\n-# ")[0].replace(first.text, "")
            message = answer.get("message") or {}
            assert not [label for label in buttons(message) if label.startswith("Before")]
            assert not list_disabled_labels(message)
            onward = await house.press(BYSTANDER, message, f"After: {second.number}")
            assert onward["state"] == "update"
            assert response_text(onward).startswith(f"### {second.section}\n**{second.number}** ")
            back = await house.press(BYSTANDER, message, f"Before: {first.number}")
            assert response_text(back).startswith(f"### {first.section}\n**{first.number}** ")
            chapter = await house.press(BYSTANDER, message, "Whole chapter")
            assert f"page {first.page + 1} of {len(book.pages)}" in response_text(chapter)
            assert f"**{first.number}**" in response_text(chapter)
            end = await house.command(BYSTANDER, command, channel=CHANNEL, rule=last.number)
            assert not [label for label in buttons(end.get("message") or {}) if label.startswith("After")]
            assert not list_disabled_labels(end.get("message") or {})


async def test_the_rules_and_their_commands_call_a_rule_a_rule() -> None:
    """No page and no option says "clause" to a player."""
    for game in rulebook_games():
        assert not [page for page in load_rulebook(game).pages if "clause" in page.lower()]
    async with start_room() as house:
        (form,) = [command for command in house.bot.tree.get_commands() if command.name == "rules"]
        assert "clause" not in json.dumps(form.to_dict(house.bot.tree)).lower()


def test_remarks_on_sources_stand_in_the_last_chapter_alone() -> None:
    """No clause speaks of them; the chapter names the clauses that it remarks on, and has no clause of its own."""
    remark = re.compile(r"\bsource\b|our ruling|our decision", re.IGNORECASE)
    for game in rulebook_games():
        book = load_rulebook(game)
        heading, page = book.sections[-1]
        assert heading == "Sources", game
        assert not [clause.number for clause in book.clauses if remark.search(clause.text)], game
        assert not [lesson_page for lesson_page in book.pages[:page] if remark.search(lesson_page)], game
        assert all(clause.section != "Sources" for clause in book.clauses)
        cited = re.findall(r"^- ([A-Z]\d+\.\d+): ", "\n".join(book.pages[page:]), re.MULTILINE)
        assert cited, game
        assert all(book.find(number) for number in cited), game


async def test_where_a_rule_forbids_something_rules_begins_with_that_rule() -> None:
    """*Why not?* names a clause with what it forbids; the button Rules beside it opens that clause."""
    async with start_room() as house:
        table = await house.open(HOST, (OTHER,), hands=9)
        for _ in range(200):
            who = await house.find_awaited(table)
            if who is None:
                await house.press(HOST, await house.fresh(table), "Next hand")
                continue
            hand = await house.hand(who, table)
            if "Why not?" in buttons(hand):
                break
            await house.act(table, who)
        else:
            message = "no hand with a card that may not be played"
            raise AssertionError(message)
        posted_message = (await house.press(who, hand, "Why not?")).get("message") or {}
        rules_label = next(label for label in buttons(posted_message) if label.startswith("Rules: "))
        clause = load_rulebook("voren").find(rules_label.removeprefix("Rules: "))
        assert clause is not None
        assert f"({clause.number}" in text(posted_message)
        rules_text = response_text(await house.press(who, posted_message, rules_label))
        assert rules_text.startswith(f"### {clause.section}\n**{clause.number}** ")
        unknown = await house.forge(who, hand, "eh:show_rules:voren:0:V99.9")
        assert "page 1 of" in response_text(unknown)


async def test_the_rules_behind_more_of_a_table_show_its_game_to_whoever_presses_it() -> None:
    """Also outside of every server, and never in the place of the board."""
    async with start_room() as house:
        live = await set_up_table(house)
        for who in (HOST, BYSTANDER):
            answer = await house.press_behind_more(who, board(house, live), "Rules")
            assert "page 1 of" in response_text(answer)
            assert "Voren" in response_text(answer)
            assert is_private(answer)
        more = (await house.press(HOST, board(house, live), "More")).get("message") or {}
        with in_private(house):
            assert "page 1 of" in response_text(await house.press(HOST, more, "Rules"))
