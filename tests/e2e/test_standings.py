"""A game that is played over the wire stands in the statistics of both its players, and on the leaderboard."""

from __future__ import annotations

from typing import Any

from tests.cogs.pads.sheets import entered, opened
from tests.cogs.results.kept import user
from tests.cogs.room import said
from tests.e2e.harness import House, house


async def wins_of(here: House, name: str) -> str:
    """What somebody is told of their games of Voren."""
    return said(await here.command(name, "stats", game="voren"))


async def stands(here: House, name: str, *words: str) -> str:
    """Somebody's statistics of Voren, once they say all this."""

    async def there() -> str:
        told = await wins_of(here, name)
        return told if all(one in told for one in words) else ""

    found: Any = await here.until(there)
    return str(found)


async def test_a_game_stands_in_both_players_statistics_and_on_the_leaderboard() -> None:
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=2)
        live = await here.play_out(table)
        points = [seat.points for seat in live.record.seats]
        for seat, name in enumerate(("Ada", "Bela")):
            won = points[seat] == max(points)
            told = await stands(here, name, "**Games won:**", "**Rating:**")
            assert f"**Games won:** {int(won)} of 1" in told
            assert "**Hands:** 2, of which 2 played here, 0 told of on pads" in told
            assert f"{str(points[seat]).replace('-', '−')} in all" in told
            assert "**Provisional:** 1 of 10 games" in told
        board = said(await here.command("Cleo", "leaderboard", game="voren"))
        assert "**Provisional: fewer than ten rated games**" in board
        assert "**Ada**" in board
        assert "**Bela**" in board
        totals = said(await here.command("Cleo", "leaderboard", game="voren", by="points"))
        first = "Ada" if points[0] >= points[1] else "Bela"
        assert f"1\\. **{first}**" in totals
        met = said(await here.command("Ada", "stats", against=user(here, "Bela")))
        assert "of 1 game" in met
        best = await here.command("Ada", "stats", game="voren")
        replayed = await here.press("Ada", best.get("message") or {}, "Replay the best hand")
        assert "hand" in said(replayed).lower()


async def test_a_friendly_game_counts_for_nothing_but_that_it_was() -> None:
    async with house() as here:
        await here.play_out(await here.open("Ada", ("Bela",), hands=1, friendly=True))
        told = await stands(here, "Ada", "**Friendly games:** 1")
        assert "No game that counts yet." in told
        assert "Nobody stands here yet" in said(await here.command("Ada", "leaderboard", game="voren"))


async def test_a_hand_on_a_pad_stands_among_those_of_pads() -> None:
    async with house() as here:
        pad = await opened(here, "Ada", "free", guests="Grandma")
        await entered(here, "Ada", pad, "Enter points", points="7 3")

        async def there() -> bool:
            told = said(await here.command("Ada", "stats", game="free"))
            return "**Hands:** 1, of which 0 played here, 1 told of on pads" in told

        await here.until(there)
