"""`/stats` over the wire: one's own and others', by game and season, head to head, who is not shown, forged ids."""

from __future__ import annotations

import pytest

from bot.app.router import MISPLACED_TEXT
from cogs.standings.common import MAY_NOT_WRITE, NO_SEASON, NO_STATISTICS_TEXT, UNKNOWN_GAME_TEXT
from cogs.standings.stats import BOTS_TEXT, NO_PERSON, NOTHING_OF, NOTHING_OF_YOU, TWO_PEOPLE_TEXT
from data.standings.records import HeadToHead, RatedGame, Season
from tests.bot.ui.standings.samples import standing
from tests.cogs.standings.routes import OF_STATS
from tests.cogs.standings.stored import StoredStandings, deny_writing, find_server_id, find_user_id, use_standings
from tests.support.house import House
from tests.support.messages import alts, buttons
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    SEATED,
    find_answer_buttons,
    is_private,
    person,
    response_text,
    start_room,
)


def use_pair(house: House) -> StoredStandings:
    """Let the store have Bela and Cleo, who have played Voren; Bela has played Conference, too."""
    bela, cleo = find_user_id(house, HOST), find_user_id(house, SEATED)
    stored = use_standings(
        house,
        standing(bela, HOST, rated=12),
        standing(bela, HOST, game="conference", rated=3),
        standing(cleo, SEATED, rated=14),
    )
    for who in (bela, cleo):
        stored.games[who] = [RatedGame(who, 0, number, "table", number, 1, 20.0 + number, 3.0) for number in range(12)]
    stored.met = [HeadToHead("voren", 3, 1, 2, 0)]
    return stored


async def test_ones_own_look_is_private_and_a_game_is_chosen_there() -> None:
    async with start_room() as house:
        use_pair(house)
        answer = await house.command(HOST, "stats")
        assert is_private(answer)
        assert f"### {HOST}" in response_text(answer)
        assert response_text(answer).index("**Conference**") < response_text(answer).index("**Voren**")
        message = answer.get("message") or {}
        voren = await house.click(HOST, message, f"eh:choose_stats_game:{find_user_id(house, HOST)}:0", ["voren"])
        assert voren["state"] == "update"
        assert f"### {HOST} in Voren" in response_text(voren)
        assert "**Games won:** 2 of 10 (20 %)" in response_text(voren)
        assert f"**{HOST}**, rating after game" in response_text(voren)
        back = await house.click(
            HOST, voren.get("message") or {}, f"eh:choose_stats_game:{find_user_id(house, HOST)}:0", ["-"]
        )
        assert "**Conference**" in response_text(back)


async def test_another_member_is_looked_at_and_shown_to_all() -> None:
    async with start_room() as house:
        use_pair(house)
        answer = await house.command(BYSTANDER, "stats", member=find_user_id(house, SEATED), game="voren")
        assert is_private(answer)
        assert f"### {SEATED} in Voren" in response_text(answer)
        page = await house.press(BYSTANDER, answer.get("message") or {}, "Show to all")
        assert not is_private(page)
        assert f"### {SEATED} in Voren" in response_text(page)
        assert not buttons(page.get("message") or {})
        with deny_writing(house, BYSTANDER):
            refused = await house.press(BYSTANDER, answer.get("message") or {}, "Show to all")
        assert is_private(refused)
        assert response_text(refused) == MAY_NOT_WRITE
        board = await house.press(BYSTANDER, answer.get("message") or {}, "Leaderboard")
        assert is_private(board)
        assert "Leaderboard of Voren" in response_text(board)


async def test_with_pictures_the_ratings_are_a_chart_with_its_alt_text() -> None:
    async with start_room(pictures=True) as house:
        use_pair(house)
        answer = await house.command(HOST, "stats", game="voren")
        assert alts(answer.get("message") or {})[0].startswith(f"Chart of ratings in Voren. {HOST}, 12 games: ")
        versus_page = await house.command(HOST, "stats", game="voren", against=find_user_id(house, SEATED))
        (alt,) = alts(versus_page.get("message") or {})
        assert SEATED in alt
        every = await house.click(
            HOST,
            versus_page.get("message") or {},
            f"eh:choose_versus_game:{find_user_id(house, HOST)}:{find_user_id(house, SEATED)}",
            ["-"],
        )
        assert not alts(every.get("message") or {})
        await house.services.people.change(person(house, HOST), pictures=False)
        words = await house.command(HOST, "stats", game="voren")
        assert not alts(words.get("message") or {})
        assert "rating after game" in response_text(words)


async def test_head_to_head_with_a_member() -> None:
    async with start_room() as house:
        use_pair(house)
        answer = await house.command(HOST, "stats", against=find_user_id(house, SEATED))
        assert is_private(answer)
        assert f"**Voren:** {HOST} ahead 3, {SEATED} ahead 2, level 1, of 6 games" in response_text(answer)
        page = await house.press(HOST, answer.get("message") or {}, "Show to all")
        assert not is_private(page)
        assert f"### {HOST} and {SEATED}" in response_text(page)
        versus_page = await house.command(
            BYSTANDER, "stats", member=find_user_id(house, SEATED), against=find_user_id(house, HOST), game="voren"
        )
        assert f"### {SEATED} and {HOST}" in response_text(versus_page)
        assert response_text(await house.command(HOST, "stats", against=find_user_id(house, HOST))) == TWO_PEOPLE_TEXT


async def test_a_season_is_looked_at_by_name_and_by_choice() -> None:
    async with start_room() as house:
        stored, guild = use_pair(house), find_server_id(house)
        stored.began = [Season(guild, 1, "Spring", 1, 2), Season(guild, 2, "Summer", 2, None)]
        use_standings(house, standing(find_user_id(house, HOST), HOST, season=1, games=5, wins=5))
        answer = await house.command(HOST, "stats", season="spring", game="voren")
        assert "-# Spring" in response_text(answer)
        assert "**Games won:** 5 of 5 (100 %)" in response_text(answer)
        now = await house.click(
            HOST, answer.get("message") or {}, f"eh:choose_stats_season:{find_user_id(house, HOST)}:voren", ["2"]
        )
        assert "-# Summer" in response_text(now)
        assert "has no results in Voren here" in response_text(now)
        assert response_text(await house.command(HOST, "stats", season="Autumn")) == NO_SEASON


async def test_hidden_statistics_are_explained_to_their_owner_alone() -> None:
    async with start_room() as house:
        use_pair(house)
        assert response_text(await house.command(BYSTANDER, "stats")) == NOTHING_OF_YOU
        await house.services.people.change(person(house, BYSTANDER), no_statistics=True)
        assert response_text(await house.command(BYSTANDER, "stats")) == NO_STATISTICS_TEXT
        nothing = NOTHING_OF.format(name=BYSTANDER)
        assert response_text(await house.command(HOST, "stats", member=find_user_id(house, BYSTANDER))) == nothing
        assert response_text(await house.command(HOST, "stats", against=find_user_id(house, BYSTANDER))) == nothing
        assert (
            response_text(await house.command(BYSTANDER, "stats", against=find_user_id(house, HOST)))
            == NO_STATISTICS_TEXT
        )


async def test_bots_have_no_statistics_and_other_servers_none_here() -> None:
    async with start_room() as house:
        use_standings(house, standing(find_user_id(house, HOST), HOST), guild=find_server_id(house) + 1)
        assert response_text(await house.command(HOST, "stats")) == NOTHING_OF_YOU
        assert response_text(await house.command(HOST, "stats", member=house.sandbox.world.bot["id"])) == BOTS_TEXT


async def test_page_of_a_user_who_opted_out_becomes_a_sentence() -> None:
    """Somebody turns statistics off while another looks at them."""
    async with start_room() as house:
        stored = use_pair(house)
        answer = await house.command(BYSTANDER, "stats", member=find_user_id(house, SEATED))
        stored.all = [(guild, entry) for guild, entry in stored.all if entry.user != find_user_id(house, SEATED)]
        response = await house.click(
            BYSTANDER, answer.get("message") or {}, f"eh:choose_stats_game:{find_user_id(house, SEATED)}:0", ["voren"]
        )
        assert response_text(response) == NOTHING_OF.format(name="this member")
        page = await house.press(BYSTANDER, answer.get("message") or {}, "Show to all")
        assert is_private(page)


NONSENSE = ("", "x", "-1", "0", "9" * 18, "9" * 40, "\u0665", "1:x", "1:1:1")


@pytest.mark.parametrize("verb", OF_STATS)
async def test_ids_that_nobody_gave_out_get_a_sentence(verb: str) -> None:
    async with start_room() as house:
        use_pair(house)
        message = (await house.command(BYSTANDER, "stats", member=find_user_id(house, HOST))).get("message") or {}
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        names = {UNKNOWN_GAME_TEXT, NO_SEASON, NO_PERSON, NOTHING_OF.format(name="this member"), TWO_PEOPLE_TEXT}
        ids = [*NONSENSE, *(f"{find_user_id(house, HOST)}:{option}" for option in NONSENSE)]
        ids += [f"{find_user_id(house, HOST)}:0:{option}" for option in NONSENSE]
        for args in ids:
            values = ("zzz",) if verb in {"choose_stats_game", "choose_stats_season", "choose_versus_game"} else ()
            answer = await house.forge(BYSTANDER, message, f"eh:{verb}:{args}"[:100], *values)
            assert response_text(answer) in names, (args, response_text(answer))
            assert is_private(answer)
        assert (
            response_text(await house.forge(BYSTANDER, board, f"eh:{verb}:{find_user_id(house, HOST)}:0"))
            == MISPLACED_TEXT
        )
        assert find_answer_buttons(await house.command(HOST, "stats"))
