"""`/season` and the hall of fame over the wire: who may begin one, two at once, what everybody is told, records."""

from __future__ import annotations

import asyncio

from cogs.standings.seasons import (
    ALREADY_STARTED_TEXT,
    GONE_BUTTON_TEXT,
    MANAGERS_ONLY_TEXT,
    NAME_TAKEN_TEXT,
    NONE_PRESENT,
    UNREADABLE_NAME_TEXT,
)
from data.deals.records import DAY_MS
from data.standings.records import BestHand, Origin, Season
from sandbox import Outcome
from tests.bot.ui.standings.samples import standing
from tests.cogs.standings.stored import find_server_id, find_user_id, use_standings
from tests.support.house import House
from tests.support.messages import text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    find_answer_buttons,
    is_private,
    response_text,
    start_room,
)


async def begin_season(house: House, who: str, name: str) -> Outcome:
    """Ask for a season of that name; return the answer."""
    return await house.sandbox.people.command(who, CHANNEL, "season begin", {"name": name})


def list_season_texts(house: House) -> list[str]:
    """Return what everybody has been told of seasons, oldest first."""
    messages = house.sandbox.people.messages(BYSTANDER, CHANNEL)
    return [
        text(message) for message in messages if "started the season" in text(message) and not message["flags"] & 64
    ]


async def test_a_manager_is_asked_once_and_everybody_is_told_who_began_it() -> None:
    async with start_room() as house:
        stored = use_standings(house)
        answer = await begin_season(house, MODERATOR, "Spring: *one*")
        assert is_private(answer)
        assert "You cannot undo this" in response_text(answer)
        assert stored.began == []
        result = await house.press(MODERATOR, answer.get("message") or {}, "Start season")
        assert result["state"] == "update"
        assert [season.name for season in stored.began] == ["Spring: *one*"]
        await house.until(lambda: list_season_texts(house))
        assert list_season_texts(house)[0].startswith(f"**{MODERATOR} started the season Spring: \\*one\\*.**")
        second = await begin_season(house, MODERATOR, "Summer")
        assert "The season Spring: \\*one\\* ends but stays readable" in response_text(second)
        await house.press(MODERATOR, second.get("message") or {}, "Start season")
        await house.until(lambda: len(list_season_texts(house)) > 1)
        assert "is over: *Hall of fame* under `/leaderboard` shows its winners." in list_season_texts(house)[1]
        listing = await house.command(BYSTANDER, "season list")
        assert is_private(listing)
        assert response_text(listing).index("**Summer**: since") < response_text(listing).index("**Spring: \\*one\\*")


async def test_a_season_begins_and_ends_by_the_bots_clock() -> None:
    """Its hands are dated by that clock, which `make play` turns."""
    async with start_room() as house:
        stored, asked_at = use_standings(house), house.services.clock()
        await house.turn(24 * 3600)
        answer = await begin_season(house, MODERATOR, "Spring")
        await house.press(MODERATOR, answer.get("message") or {}, "Start season")
        await house.until(lambda: list_season_texts(house))
        await house.turn(24 * 3600)
        answer = await house.command(MODERATOR, "season end")
        await house.press(MODERATOR, answer.get("message") or {}, "End season")
        (season,) = stored.began
        assert season.ended is not None
        assert asked_at + DAY_MS <= season.began <= season.ended - DAY_MS <= house.services.clock() - DAY_MS


async def test_a_season_is_ended_by_a_manager_after_a_question_that_can_be_cancelled() -> None:
    """Everybody is told; from then on the leaderboard is that of all time, until another begins."""
    async with start_room() as house:
        stored = use_standings(house)
        end = ("season end",)
        assert response_text(await house.command(MODERATOR, *end)) == NONE_PRESENT
        assert response_text(await house.command(HOST, *end)) == MANAGERS_ONLY_TEXT
        stored.began = [Season(find_server_id(house), 1, "Spring", 1, None)]
        answer = await house.command(MODERATOR, *end)
        assert "End the season Spring?" in response_text(answer)
        back = await house.press(MODERATOR, answer.get("message") or {}, "Cancel")
        assert response_text(back) == "Nothing has changed."
        assert stored.began[0].ended is None
        answer = await house.command(MODERATOR, *end)
        await house.press(MODERATOR, answer.get("message") or {}, "End season")
        assert stored.began[0].ended is not None
        messages, sentence = house.sandbox.people.messages, f"{MODERATOR} ended the season Spring."
        await house.until(lambda: any(sentence in text(message) for message in messages(HOST, CHANNEL)))
        manager_page = (await house.command(MODERATOR, "season list")).get("message") or {}
        assert response_text(await house.forge(MODERATOR, manager_page, "eh:end_season:1")) == NONE_PRESENT
        member_page = (await house.command(HOST, "season list")).get("message") or {}
        assert response_text(await house.forge(HOST, member_page, "eh:end_season:1")) == MANAGERS_ONLY_TEXT
        assert "All time" in response_text(await house.command(HOST, "leaderboard", game="voren"))
        summer = await begin_season(house, MODERATOR, "Summer")
        assert "ends but stays readable" not in response_text(summer)
        await house.press(MODERATOR, summer.get("message") or {}, "Start season")
        assert stored.began[1].name == "Summer"
        assert "This season counts since" in response_text(await house.command(HOST, "leaderboard", game="voren"))


async def test_two_managers_and_a_double_press_begin_one_season() -> None:
    async with start_room() as house:
        stored = use_standings(house)
        first = (await begin_season(house, MODERATOR, "Spring")).get("message") or {}
        second = (await begin_season(house, MODERATOR, "Summer")).get("message") or {}
        yes = ("eh:begin_season:0:Spring", "eh:begin_season:0:Summer")
        outcomes = await asyncio.gather(
            house.click(MODERATOR, first, yes[0]),
            house.click(MODERATOR, second, yes[1]),
            house.click(MODERATOR, first, yes[0]),
        )
        assert len(stored.began) == 1
        name = stored.began[0].name
        refusals = [outcome for outcome in outcomes if response_text(outcome) == ALREADY_STARTED_TEXT.format(name=name)]
        assert len(refusals) == 2
        await house.until(lambda: list_season_texts(house))
        assert len(list_season_texts(house)) == 1


async def test_member_without_manage_server_begins_no_season() -> None:
    async with start_room() as house:
        stored = use_standings(house)
        assert response_text(await begin_season(house, HOST, "Spring")) == MANAGERS_ONLY_TEXT
        listing = (await house.command(HOST, "season list")).get("message") or {}
        assert response_text(await house.forge(HOST, listing, "eh:begin_season:0:Spring")) == MANAGERS_ONLY_TEXT
        message = (await house.command(MODERATOR, "season list")).get("message") or {}
        for args, sentence in (
            ("", GONE_BUTTON_TEXT),
            ("x:Spring", GONE_BUTTON_TEXT),
            ("0", GONE_BUTTON_TEXT),
            ("0:", UNREADABLE_NAME_TEXT),
            ("0:\u200b", UNREADABLE_NAME_TEXT),
        ):
            assert response_text(await house.forge(MODERATOR, message, f"eh:begin_season:{args}")) == sentence, args
        assert stored.began == []


async def test_names_that_cannot_be_told_apart_are_declined() -> None:
    async with start_room() as house:
        use_standings(house).began = [Season(find_server_id(house), 1, "Spring", 1, None)]
        assert response_text(await begin_season(house, MODERATOR, " spring ")) == NAME_TAKEN_TEXT
        assert response_text(await begin_season(house, MODERATOR, "all TIME")) == NAME_TAKEN_TEXT
        assert response_text(await begin_season(house, MODERATOR, "\u200b")) == UNREADABLE_NAME_TEXT


async def test_the_hall_of_fame_has_the_records_and_the_winners() -> None:
    async with start_room() as house:
        stored = use_standings(
            house, standing(find_user_id(house, HOST), HOST, best=45, best_of=(Origin("table", 7), 2), wins=9)
        )
        guild = find_server_id(house)
        stored.began = [Season(guild, 1, "Spring", 1, 2), Season(guild, 2, "Summer", 2, None)]
        use_standings(house, standing(find_user_id(house, HOST), HOST, season=1))
        stored.best = BestHand(find_user_id(house, HOST), HOST, 45, Origin("table", 7), 2, 5000)
        answer = await house.command(BYSTANDER, "leaderboard", game="voren")
        voren = await house.press(HOST, answer.get("message") or {}, "Hall of fame")
        assert is_private(voren)
        assert "Hall of fame of Voren" in response_text(voren)
        assert f"- **Spring**: **{HOST}**, rating" in response_text(voren)
        assert "Summer" not in response_text(voren)
        full = await house.click(HOST, voren.get("message") or {}, "eh:choose_hall_of_fame_game", ["-"])
        assert f"**Best hand ever:** **{HOST}** 45, <t:5:D>, hand 3 of table 7" in response_text(full)
        assert "Season winners" not in response_text(full)
        page = await house.press(HOST, full.get("message") or {}, "Show to all")
        assert not is_private(page)
        assert "Show to all" not in find_answer_buttons(page)
        assert is_private(await house.press(BYSTANDER, page.get("message") or {}, "One game"))
