"""Friendly games: hints, for whoever is to decide and for nobody else."""

from __future__ import annotations

import pytest

from bot.tables.live import FRIENDLY, Live
from rules.players import best_of
from rules.registry import GAMES
from tests.cogs.room import HOST, SEATED, awaited, board, is_private, offers, room, said, waiting
from tests.cogs.room import table as table_of
from tests.e2e.harness import House, Json, buttons


async def table(here: House, *, friendly: bool, game: str = "voren") -> Live:
    """A table of two (or as many as the game needs) that is friendly or rated."""
    people = (HOST, SEATED, "Dora", "Emil")[: max(2, GAMES[game].seats[0])]
    live = await table_of(
        here, "lobby", people, hands=2 if game in {"voren", "five_crowns", "abracadabra"} else 1, game=game
    )
    if friendly:
        answer = await here.press(HOST, board(here, live), "Invite and arrange")
        label = "Instead: Friendly: hints, and moves taken back if all agree; not rated"
        await here.press(HOST, answer.get("message") or {}, label)
    await here.press(HOST, board(here, live), "Start")
    return await here.live(live.id)


async def hand_of(here: House, live: Live, who: str) -> Json:
    """Somebody's hand."""
    return (await here.press(who, board(here, live), "My hand")).get("message") or {}


async def test_the_lobby_says_what_a_friendly_game_is_and_a_rematch_is_one_too() -> None:
    async with room() as here:
        opened = await here.command(HOST, "voren new", hands=1, friendly=True)
        assert "Friendly: hints, and moves taken back if all agree; not rated." in said(opened)
        rated = await here.command(SEATED, "voren new", hands=1)
        assert "Friendly" not in said(rated)
        number = int(buttons(opened.get("message") or {})["Join"].split(":")[2])
        assert (await here.live(number)).record.settings[FRIENDLY] is True
        assert ", friendly · " in said(await here.command(SEATED, "table lobbies"))
        await here.meant(HOST, "table end", "End it", table=number)
        ended = await here.live(number)
        await here.until(lambda: "Open it again" in buttons(board(here, ended)))
        assert "Friendly" in said(await here.press(HOST, board(here, ended), "Open it again"))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_hint_is_a_legal_move_in_words_with_its_reason_for_whoever_is_to_decide(game: str) -> None:
    async with room() as here:
        live = await table(here, friendly=True, game=game)
        assert live.state is not None
        who = awaited(live)
        hand = await hand_of(here, live, who)
        before = live.record.seq
        answer = await here.press(who, hand, "Hint")
        assert answer["state"] == "update"
        assert is_private(answer)
        view = live.state.view(live.state.to_act[0])
        assert best_of(live.game).choose(view, here.rng)  # there is something to decide
        assert "**Hint: " in said(answer)
        assert live.record.seq == before
        assert "Hint" not in buttons(await hand_of(here, live, waiting(live))) or len(live.state.to_act) > 1


async def test_a_hint_goes_once_the_move_is_made() -> None:
    async with room() as here:
        live = await table(here, friendly=True)
        who = awaited(live)
        hand = (await here.press(who, await hand_of(here, live, who), "Hint")).get("message") or {}
        made = await here.press(who, hand, "Deal")
        assert "**Hint: " not in said(made)
        assert "You dealt" in said(made)


async def test_a_rated_game_gives_no_hints() -> None:
    """Not by a button, and not by one that somebody put there."""
    async with room() as here:
        live = await table(here, friendly=False)
        who = awaited(live)
        hand = await hand_of(here, live, who)
        assert "Hint" not in buttons(hand)
        answer = await here.forge(who, hand, f"eh:hint:{live.id}")
        assert "There is no hint now" in said(answer)
        assert "**Hint: " not in said(answer)
        assert "Hint" not in offers(await here.press(who, board(here, live), "More"))
