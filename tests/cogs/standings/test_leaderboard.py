"""`/leaderboard` over the wire: for all, page by page for one, one's own place, seasons, and ids that were forged."""

from __future__ import annotations

import json

import pytest

from bot.app.router import MISPLACED_TEXT
from bot.ui.standings.leaderboard import OWN_ROW_MARK, STALE_ERROR, STALE_NOTE
from bot.ui.standings.ranking import rating_condition
from cogs.standings.common import MAY_NOT_WRITE, NO_SEASON, NO_SERVER, NO_STATISTICS_TEXT, UNKNOWN_GAME_TEXT
from cogs.standings.leaderboard import NO_ORDER, NOT_ON_IT
from data.standings.records import Season
from tests.bot.ui.standings.samples import standing
from tests.cogs.standings.routes import OF_HALL_OF_FAME, OF_LEADERBOARD
from tests.cogs.standings.stored import StoredStandings, deny_writing, find_server_id, find_user_id, use_standings
from tests.support.house import House
from tests.support.messages import Json, alts, buttons, components
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    OTHER,
    SEATED,
    find_answer_buttons,
    in_private,
    is_private,
    person,
    response_text,
    start_room,
)


def use_crowd(house: House, count: int = 30) -> StoredStandings:
    """Let the store have so many strangers, Bela in the middle of them, Cleo among the provisional ones."""
    people = [standing(number, f"Player {number}", mu=60.0 - number) for number in range(1, count + 1)]
    own_standing = standing(find_user_id(house, HOST), HOST, mu=60.0 - 15.5)
    return use_standings(house, *people, own_standing, standing(find_user_id(house, SEATED), SEATED, rated=3))


async def test_the_first_page_is_for_all_and_a_press_on_it_is_answered_alone() -> None:
    async with start_room() as house:
        use_crowd(house)
        answer = await house.command(BYSTANDER, "leaderboard", game="voren")
        assert not is_private(answer)
        assert "Leaderboard of Voren" in response_text(answer)
        assert "1\\. **Player 1** 53.0 · 10 games" in response_text(answer)
        assert "31 people · 1 more not ranked yet · page 1 of 4" in response_text(answer)
        board = answer.get("message") or {}
        before = json.dumps(board["components"])
        page = await house.press(HOST, board, "All places")
        assert is_private(page)
        assert json.dumps(house.sandbox.people.message(BYSTANDER, board)["components"]) == before
        lower = await house.press(HOST, page.get("message") or {}, "Lower")
        assert lower["state"] == "update"
        assert f"{OWN_ROW_MARK} 16\\. **{HOST}**" in response_text(lower)
        assert "Higher" in find_answer_buttons(lower)


async def test_ones_own_place_is_a_press_away_whatever_the_page() -> None:
    async with start_room() as house:
        use_crowd(house, 80)
        board = (await house.command(BYSTANDER, "leaderboard", game="voren")).get("message") or {}
        answer = await house.press(SEATED, board, "My place")
        assert is_private(answer)
        assert "page 9 of 9" in response_text(answer)
        assert "**Provisional: fewer than ten rated games**" in response_text(answer)
        assert f"{OWN_ROW_MARK} – **{SEATED}**" in response_text(answer)
        back = await house.press(SEATED, answer.get("message") or {}, "Higher")
        assert OWN_ROW_MARK not in response_text(back)
        second_page = await house.press(SEATED, back.get("message") or {}, "My place")
        assert f"{OWN_ROW_MARK} – **{SEATED}**" in response_text(second_page)


async def test_absent_member_reads_the_reason() -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(BYSTANDER, "leaderboard", game="voren")).get("message") or {}
        assert NOT_ON_IT in response_text(await house.press(BYSTANDER, board, "My place"))
        await house.services.people.change(person(house, BYSTANDER), no_statistics=True)
        assert NO_STATISTICS_TEXT in response_text(await house.press(BYSTANDER, board, "My place"))


async def test_another_order_and_another_season_are_chosen_in_private_and_shown_to_all() -> None:
    async with start_room() as house:
        stored_table = use_crowd(house, 3)
        guild = find_server_id(house)
        stored_table.began = [Season(guild, 1, "Spring", 1, 2), Season(guild, 2, "Summer", 2, None)]
        use_standings(house, standing(4, "Zoë", season=1, wins=7), standing(5, "Ona", season=2))
        answer = await house.command(BYSTANDER, "leaderboard", game="voren")
        assert "By rating · Summer" in response_text(answer)
        assert "Ona" in response_text(answer)
        message = (await house.press(BYSTANDER, answer.get("message") or {}, "My place")).get("message") or {}
        spring = await house.click(BYSTANDER, message, "eh:choose_leaderboard_season:voren:rating", ["1"])
        assert "By rating · Spring" in response_text(spring)
        won = await house.click(
            BYSTANDER, spring.get("message") or {}, "eh:choose_leaderboard_measure:voren:1", ["wins"]
        )
        assert "1\\. **Zoë** 7 · of 10 games, 70 %" in response_text(won)
        page = await house.press(BYSTANDER, won.get("message") or {}, "Show to all")
        assert not is_private(page)
        assert "By games won · Spring" in response_text(page)
        assert OWN_ROW_MARK not in response_text(page)
        ever = await house.command(BYSTANDER, "leaderboard", game="voren", season="all time", order="average")
        assert "By points a hand · All time" in response_text(ever)


async def test_without_a_rated_game_it_says_what_a_rating_takes_and_has_the_other_orders() -> None:
    """Who has finished games stands in those; whoever is told that they have no place is told why."""
    async with start_room() as house:
        use_standings(house, standing(find_user_id(house, HOST), HOST, rated=0, games=1, wins=1))
        answer = await house.command(HOST, "leaderboard", game="voren")
        assert "No rated game yet. For a rating, two members must play against each other." in response_text(answer)
        assert "Games with guests count, too: choose *By games won*." in response_text(answer)
        assert "not friendly" not in response_text(answer)
        board = answer.get("message") or {}
        won = await house.click(HOST, board, "eh:show_leaderboard_by:voren:0", ["wins"])
        assert is_private(won)
        assert f"1\\. **{HOST}** 1 · of 1 game" in response_text(won)
        use_standings(house, standing(find_user_id(house, OTHER), OTHER))
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        own_place = await house.press(HOST, board, "My place")
        assert "You have no rated game yet. For a rating, two members must play" in response_text(own_place)


def test_of_partners_two_pairs_have_to_be_members() -> None:
    assert rating_condition("conference") == "For a rating, two pairs of members must play against each other."
    assert rating_condition("voren") == "For a rating, two members must play against each other."


async def test_seasons_are_offered_by_name_and_an_unknown_one_gets_a_sentence() -> None:
    async with start_room() as house:
        stored_table = use_crowd(house, 3)
        guild = find_server_id(house)
        stored_table.began = [
            Season(guild, 1, "Spring", 1, 2),
            Season(guild, 2, "Summer", 2, None),
            Season(7, 1, "Other", 1, 1),
        ]
        offered = await house.sandbox.people.autocomplete(
            BYSTANDER, CHANNEL, "leaderboard", {"game": "voren", "season": "s"}, "season"
        )
        assert [option["value"] for option in offered] == ["Summer", "Spring"]
        answer = await house.command(BYSTANDER, "leaderboard", game="voren", season="Other")
        assert is_private(answer)
        assert response_text(answer) == NO_SEASON


async def test_pads_of_any_game_go_by_wins() -> None:
    async with start_room() as house:
        use_standings(house, standing(1, "Ada", game="free", rated=0))
        assert "By games won" in response_text(await house.command(BYSTANDER, "leaderboard", game="free"))
        assert response_text(await house.command(BYSTANDER, "leaderboard", game="free", order="rating")) == NO_ORDER


async def test_a_server_sees_nothing_of_another() -> None:
    async with start_room() as house:
        use_standings(house, standing(1, "Elsewhere"), guild=find_server_id(house) + 1)
        answer = await house.command(BYSTANDER, "leaderboard", game="voren")
        assert "Elsewhere" not in response_text(answer)
        assert "Nobody yet. Finish a game" in response_text(answer)


async def test_with_pictures_the_rows_stand_in_the_picture_and_its_alt_text() -> None:
    async with start_room(pictures=True) as house:
        use_crowd(house)
        answer = await house.command(BYSTANDER, "leaderboard", game="voren")
        message = answer.get("message") or {}
        (alt,) = alts(message)
        assert alt.startswith(
            "Leaderboard of Voren by rating, All time, page 1 of 4: place 1, Player 1, 53.0 (10 games)"
        )
        assert "Player 1" not in response_text(answer)
        await house.services.people.change(person(house, HOST), pictures=False)
        words = await house.press(HOST, message, "All places")
        assert "1\\. **Player 1**" in response_text(words)
        assert not alts(words.get("message") or {})
        drawn = await house.press(SEATED, message, "My place")
        assert "that is you" in alts(drawn.get("message") or {})[0]
        next_page = await house.press(SEATED, drawn.get("message") or {}, "Higher")
        assert len((next_page.get("message") or {})["attachments"]) == 1


async def test_while_results_are_worked_in_it_says_so() -> None:
    async with start_room() as house:
        use_crowd(house).behind = {"voren"}
        assert STALE_NOTE in response_text(await house.command(BYSTANDER, "leaderboard", game="voren"))
        assert STALE_NOTE not in response_text(await house.command(BYSTANDER, "leaderboard", game="mitigati"))


async def test_while_the_first_results_are_worked_in_nobody_is_told_that_there_are_none() -> None:
    async with start_room() as house:
        use_standings(house).behind = {"voren"}
        answer_text = response_text(await house.command(BYSTANDER, "leaderboard", game="voren"))
        assert STALE_ERROR in answer_text
        assert "Nobody yet" not in answer_text
        assert STALE_NOTE not in answer_text


async def test_user_who_may_not_write_gets_a_private_answer() -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        message = (await house.press(BYSTANDER, board, "My place")).get("message") or {}
        with deny_writing(house, BYSTANDER):
            assert is_private(await house.command(BYSTANDER, "leaderboard", game="voren"))
            answer = await house.press(BYSTANDER, message, "Show to all")
        assert is_private(answer)
        assert response_text(answer) == MAY_NOT_WRITE


NONSENSE = ("", "x", "-1", "0", "9" * 18, "9" * 40, "\u0665", "me", "rating:rating")


@pytest.mark.parametrize("verb", [*OF_LEADERBOARD, *OF_HALL_OF_FAME])
async def test_ids_that_nobody_gave_out_get_a_sentence_or_a_page(verb: str) -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        own_page = (await house.press(BYSTANDER, board, "My place")).get("message") or {}
        place = house.services.router.routes()[verb].on
        message = board if place == "public" else own_page
        names = {UNKNOWN_GAME_TEXT, NO_ORDER, NO_SEASON}
        for args in (
            "",
            *NONSENSE,
            *(f"voren:{option}" for option in NONSENSE),
            *(f"voren:rating:{option}" for option in NONSENSE),
        ):
            values = (
                ("zzz",)
                if verb
                in {
                    "choose_leaderboard_measure",
                    "show_leaderboard_by",
                    "choose_leaderboard_season",
                    "choose_hall_of_fame_game",
                }
                else ()
            )
            answer = await house.forge(BYSTANDER, message, f"eh:{verb}:{args}"[:100], *values)
            assert answer["state"] in {"message", "update"}, args
            pages = ("Leaderboard of", "Hall of fame", "What counts?")
            assert response_text(answer) in names or any(page in response_text(answer) for page in pages), (
                response_text(answer)
            )
        if place == "anywhere":
            return
        other = own_page if place == "public" else board
        assert response_text(await house.forge(BYSTANDER, other, f"eh:{verb}:voren:rating:0:0")) == MISPLACED_TEXT


async def test_pages_that_there_are_not_are_the_nearest_ones() -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        far = await house.forge(BYSTANDER, board, "eh:show_ranks:voren:rating:0:99999999")
        assert "page 4 of 4" in response_text(far)


async def test_a_conversation_with_the_bot_is_no_server() -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        message = (await house.press(BYSTANDER, board, "All places")).get("message") or {}
        with in_private(house):
            assert response_text(await house.press(BYSTANDER, message, "Lower")) == NO_SERVER
            assert response_text(await house.forge(BYSTANDER, message, "eh:begin_season:0:x")) == NO_SERVER


async def test_counting_rules_open_from_every_message() -> None:
    async with start_room() as house:
        use_crowd(house)
        board = (await house.command(HOST, "leaderboard", game="voren")).get("message") or {}
        public = await house.press(BYSTANDER, board, "What counts?")
        assert is_private(public)
        assert "friendly" in response_text(public).lower()
        assert "openskill" not in response_text(public)
        everything = await house.press(BYSTANDER, public.get("message") or {}, "All rules")
        assert is_private(everything)
        assert "openskill" in response_text(everything)
        message: Json = (await house.press(BYSTANDER, board, "My place")).get("message") or {}
        assert response_text(await house.press(BYSTANDER, message, "What counts?")) == response_text(public)
        assert "What counts?" in buttons(message)
        assert len(list(components(message))) < 40
