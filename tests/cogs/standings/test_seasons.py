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
from tests.cogs.standings.stored import keep, server, user
from tests.support.house import House
from tests.support.messages import text
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, MODERATOR, is_private, offers, response_text, room


async def begin(here: House, who: str, name: str) -> Outcome:
    """Ask for a season of that name."""
    return await here.sandbox.people.command(who, CHANNEL, "season begin", {"name": name})


def season_messages(here: House) -> list[str]:
    """What everybody has been told of seasons, oldest first."""
    messages = here.sandbox.people.messages(BYSTANDER, CHANNEL)
    return [
        text(message) for message in messages if "started the season" in text(message) and not message["flags"] & 64
    ]


async def test_a_manager_is_asked_once_and_everybody_is_told_who_began_it() -> None:
    async with room() as here:
        stored_table = keep(here)
        answer = await begin(here, MODERATOR, "Spring: *one*")
        assert is_private(answer)
        assert "You cannot undo this" in response_text(answer)
        assert stored_table.began == []
        result = await here.press(MODERATOR, answer.get("message") or {}, "Start season")
        assert result["state"] == "update"
        assert [season.name for season in stored_table.began] == ["Spring: *one*"]
        await here.until(lambda: season_messages(here))
        assert season_messages(here)[0].startswith(f"**{MODERATOR} started the season Spring: \\*one\\*.**")
        second = await begin(here, MODERATOR, "Summer")
        assert "The season Spring: \\*one\\* ends but stays readable" in response_text(second)
        await here.press(MODERATOR, second.get("message") or {}, "Start season")
        await here.until(lambda: len(season_messages(here)) > 1)
        assert "is over: *Hall of fame* under `/leaderboard` shows its winners." in season_messages(here)[1]
        listing = await here.command(BYSTANDER, "season list")
        assert is_private(listing)
        assert response_text(listing).index("**Summer**: since") < response_text(listing).index("**Spring: \\*one\\*")


async def test_a_season_begins_and_ends_by_the_bots_clock() -> None:
    """Its hands are dated by that clock, which `make play` turns."""
    async with room() as here:
        stored_table, asked_at = keep(here), here.services.clock()
        await here.turn(24 * 3600)
        answer = await begin(here, MODERATOR, "Spring")
        await here.press(MODERATOR, answer.get("message") or {}, "Start season")
        await here.until(lambda: season_messages(here))
        await here.turn(24 * 3600)
        answer = await here.command(MODERATOR, "season end")
        await here.press(MODERATOR, answer.get("message") or {}, "End season")
        (season,) = stored_table.began
        assert season.ended is not None
        assert asked_at + DAY_MS <= season.began <= season.ended - DAY_MS <= here.services.clock() - DAY_MS


async def test_a_season_is_ended_by_a_manager_after_a_question_that_can_be_cancelled() -> None:
    """Everybody is told; from then on the leaderboard is that of all time, until another begins."""
    async with room() as here:
        stored_table = keep(here)
        end = ("season end",)
        assert response_text(await here.command(MODERATOR, *end)) == NONE_PRESENT
        assert response_text(await here.command(HOST, *end)) == MANAGERS_ONLY_TEXT
        stored_table.began = [Season(server(here), 1, "Spring", 1, None)]
        answer = await here.command(MODERATOR, *end)
        assert "End the season Spring?" in response_text(answer)
        back = await here.press(MODERATOR, answer.get("message") or {}, "Cancel")
        assert response_text(back) == "Nothing has changed."
        assert stored_table.began[0].ended is None
        answer = await here.command(MODERATOR, *end)
        await here.press(MODERATOR, answer.get("message") or {}, "End season")
        assert stored_table.began[0].ended is not None
        messages, sentence = here.sandbox.people.messages, f"{MODERATOR} ended the season Spring."
        await here.until(lambda: any(sentence in text(message) for message in messages(HOST, CHANNEL)))
        own_message = (await here.command(MODERATOR, "season list")).get("message") or {}
        assert response_text(await here.forge(MODERATOR, own_message, "eh:end_season:1")) == NONE_PRESENT
        theirs = (await here.command(HOST, "season list")).get("message") or {}
        assert response_text(await here.forge(HOST, theirs, "eh:end_season:1")) == MANAGERS_ONLY_TEXT
        assert "All time" in response_text(await here.command(HOST, "leaderboard", game="voren"))
        summer = await begin(here, MODERATOR, "Summer")
        assert "ends but stays readable" not in response_text(summer)
        await here.press(MODERATOR, summer.get("message") or {}, "Start season")
        assert stored_table.began[1].name == "Summer"
        assert "This season counts since" in response_text(await here.command(HOST, "leaderboard", game="voren"))


async def test_two_managers_and_a_double_press_begin_one_season() -> None:
    async with room() as here:
        stored_table = keep(here)
        first = (await begin(here, MODERATOR, "Spring")).get("message") or {}
        second = (await begin(here, MODERATOR, "Summer")).get("message") or {}
        yes = ("eh:begin_season:0:Spring", "eh:begin_season:0:Summer")
        outcomes = await asyncio.gather(
            here.click(MODERATOR, first, yes[0]),
            here.click(MODERATOR, second, yes[1]),
            here.click(MODERATOR, first, yes[0]),
        )
        assert len(stored_table.began) == 1
        name = stored_table.began[0].name
        late = [outcome for outcome in outcomes if response_text(outcome) == ALREADY_STARTED_TEXT.format(name=name)]
        assert len(late) == 2
        await here.until(lambda: season_messages(here))
        assert len(season_messages(here)) == 1


async def test_member_without_manage_server_begins_no_season() -> None:
    async with room() as here:
        stored_table = keep(here)
        assert response_text(await begin(here, HOST, "Spring")) == MANAGERS_ONLY_TEXT
        listing = (await here.command(HOST, "season list")).get("message") or {}
        assert response_text(await here.forge(HOST, listing, "eh:begin_season:0:Spring")) == MANAGERS_ONLY_TEXT
        message = (await here.command(MODERATOR, "season list")).get("message") or {}
        for args, sentence in (
            ("", GONE_BUTTON_TEXT),
            ("x:Spring", GONE_BUTTON_TEXT),
            ("0", GONE_BUTTON_TEXT),
            ("0:", UNREADABLE_NAME_TEXT),
            ("0:\u200b", UNREADABLE_NAME_TEXT),
        ):
            assert response_text(await here.forge(MODERATOR, message, f"eh:begin_season:{args}")) == sentence, args
        assert stored_table.began == []


async def test_names_that_cannot_be_told_apart_are_declined() -> None:
    async with room() as here:
        keep(here).began = [Season(server(here), 1, "Spring", 1, None)]
        assert response_text(await begin(here, MODERATOR, " spring ")) == NAME_TAKEN_TEXT
        assert response_text(await begin(here, MODERATOR, "all TIME")) == NAME_TAKEN_TEXT
        assert response_text(await begin(here, MODERATOR, "\u200b")) == UNREADABLE_NAME_TEXT


async def test_the_hall_of_fame_has_the_records_and_the_winners() -> None:
    async with room() as here:
        stored_table = keep(here, standing(user(here, HOST), HOST, best=45, best_of=(Origin("table", 7), 2), wins=9))
        guild = server(here)
        stored_table.began = [Season(guild, 1, "Spring", 1, 2), Season(guild, 2, "Summer", 2, None)]
        keep(here, standing(user(here, HOST), HOST, season=1))
        stored_table.best = BestHand(user(here, HOST), HOST, 45, Origin("table", 7), 2, 5000)
        answer = await here.command(BYSTANDER, "leaderboard", game="voren")
        voren = await here.press(HOST, answer.get("message") or {}, "Hall of fame")
        assert is_private(voren)
        assert "Hall of fame of Voren" in response_text(voren)
        assert f"- **Spring**: **{HOST}**, rating" in response_text(voren)
        assert "Summer" not in response_text(voren)
        full = await here.click(HOST, voren.get("message") or {}, "eh:choose_hall_of_fame_game", ["-"])
        assert f"**Best hand ever:** **{HOST}** 45, <t:5:D>, hand 3 of table 7" in response_text(full)
        assert "Season winners" not in response_text(full)
        page = await here.press(HOST, full.get("message") or {}, "Show to all")
        assert not is_private(page)
        assert "Show to all" not in offers(page)
        assert is_private(await here.press(BYSTANDER, page.get("message") or {}, "One game"))
