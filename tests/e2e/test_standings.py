"""A game that is played over the wire stands in the statistics of both its players, and on the leaderboard."""

from __future__ import annotations

from cogs.standings.common import NO_STATISTICS_TEXT
from cogs.standings.stats import NOTHING_OF
from tests.cogs.pads.sheets import enter_hand, open_pad
from tests.cogs.standings.stored import find_user_id
from tests.support.house import start_house
from tests.support.standings import wait_for_statistics, wait_until_worked_out
from tests.support.wire_tables import response_text


async def test_a_game_stands_in_both_players_statistics_and_on_the_leaderboard() -> None:
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        live = await house.play_out(table)
        points = [seat.points for seat in live.record.seats]
        for seat, name in enumerate(("Ada", "Bela")):
            won = points[seat] == max(points)
            text = await wait_for_statistics(house, name, "**Games won:**", "**Rating:**")
            assert f"**Games won:** {int(won)} of 1" in text
            assert "**Hands:** 2 (2 at tables, 0 on pads)" in text
            assert f"{str(points[seat]).replace('-', '−')} in all" in text
            assert "**Provisional:** 1 of 10 games" in text
        board = response_text(await house.command("Cleo", "leaderboard", game="voren"))
        assert "**Provisional: fewer than ten rated games**" in board
        assert "**Ada**" in board
        assert "**Bela**" in board
        totals = response_text(await house.command("Cleo", "leaderboard", game="voren", order="points"))
        first = "Ada" if points[0] >= points[1] else "Bela"
        assert f"1\\. **{first}**" in totals
        met = response_text(await house.command("Ada", "stats", against=find_user_id(house, "Bela")))
        assert "of 1 game" in met
        best = await house.command("Ada", "stats", game="voren")
        replayed = await house.press("Ada", best.get("message") or {}, "Replay best hand")
        assert "hand" in response_text(replayed).lower()


async def test_a_friendly_game_counts_for_nothing_but_that_it_was() -> None:
    async with start_house() as house:
        await house.play_out(await house.open("Ada", ("Bela",), hands=1, friendly=True))
        text = await wait_for_statistics(house, "Ada", "**Friendly games:** 1")
        assert "No games yet." in text
        await wait_until_worked_out(house)
        assert "Nobody yet. Finish a game" in response_text(await house.command("Ada", "leaderboard", game="voren"))


async def test_a_hand_on_a_pad_stands_among_those_of_pads() -> None:
    async with start_house() as house:
        pad = await open_pad(house, "Ada", "free", guests="Grandma")
        await enter_hand(house, "Ada", pad, "Enter points", points="7 3")

        async def find_message() -> bool:
            answer_text = response_text(await house.command("Ada", "stats", game="free"))
            return "**Hands:** 1 (0 at tables, 1 on pads)" in answer_text

        await house.until(find_message)


async def test_opting_out_of_statistics_hides_a_player_until_they_opt_in() -> None:
    """By the button in `/settings me`: not on the leaderboard, not in the other's head to head, nor by their number."""
    async with start_house() as house:
        await house.play_out(await house.open("Ada", ("Bela",), hands=1))
        await wait_for_statistics(house, "Bela", "**Rating:**")
        looked = await house.command("Ada", "stats", member=find_user_id(house, "Bela"), game="voren")
        settings = (await house.command("Bela", "settings me")).get("message") or {}
        await house.press("Bela", settings, "Leave me out")

        async def board() -> str:
            return response_text(await house.command("Ada", "leaderboard", game="voren", order="points"))

        assert "**Bela**" not in await board()
        assert response_text(await house.command("Bela", "stats")) == NO_STATISTICS_TEXT
        nothing = NOTHING_OF.format(name="Bela")
        assert response_text(await house.command("Ada", "stats", against=find_user_id(house, "Bela"))) == nothing
        again = await house.press("Ada", looked.get("message") or {}, "Show to all")
        assert response_text(again) == NOTHING_OF.format(name="this member")
        await house.press("Bela", settings, "Count my games")
        await wait_for_statistics(house, "Bela", "**Rating:**")
        assert "**Bela**" in await board()


async def test_a_season_begins_with_nothing_and_the_one_before_stays_readable() -> None:
    """Also after a restart of the bot."""
    async with start_house() as house:
        await house.play_out(await house.open("Ada", ("Bela",), hands=1))
        await wait_for_statistics(house, "Ada", "of 1 (")
        for name in ("Spring", "Summer"):
            question = await house.sandbox.people.command("Ada", "card-room", "season begin", {"name": name})
            assert (await house.press("Ada", question.get("message") or {}, "Start season"))["state"] == "update"
            await wait_until_worked_out(house)
            if name == "Spring":
                assert "Nobody yet. Finish a game" in response_text(
                    await house.command("Bela", "leaderboard", game="voren")
                )
                await house.play_out(await house.open("Ada", ("Bela", "Cleo"), hands=1))
                await wait_for_statistics(house, "Cleo", "of 1 (")
        await house.restart()

        async def board(**options: str) -> str:
            return response_text(await house.command("Bela", "leaderboard", game="voren", order="points", **options))

        assert "Nobody yet. Finish a game" in await board()
        spring = await board(season="Spring")
        assert "· Spring ·" in spring
        assert "**Cleo**" in spring
        assert "1 hand" in spring
        assert "2 hands" in await board(season="All time")
        answer = await house.command("Bela", "leaderboard", game="voren")
        hall = response_text(await house.press("Bela", answer.get("message") or {}, "Hall of fame"))
        assert "- **Spring**: " in hall
        assert "Summer" not in hall
