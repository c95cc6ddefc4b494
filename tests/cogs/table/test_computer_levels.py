"""Levels of computer players: chosen in the lobby, and told wherever the players are listed."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from bot.tables.model import seats
from rules.players import player_of
from tests.support.lobbies import levels
from tests.support.messages import selects, text
from tests.support.wire_tables import (
    CHANNEL,
    HOST,
    SEATED,
    Stage,
    board,
    is_private,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
)

LEVEL_LABELS: Final = {
    "easy": "Easy | Often makes a weaker move",
    "normal": "Normal | Plays by rules of thumb",
    "strong": "Strong | Works out which move brings most",
}


async def test_each_level_may_be_chosen_and_stands_beside_the_players_name() -> None:
    """Names tell the players apart, whatever their level; the log says it too, and so do the seats in play."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        board_message = board(house, live)
        filled = {f"{level}:fill": f"Fill 8 seats: {level} | " for level in LEVEL_LABELS}
        assert dict(levels(board_message)) == LEVEL_LABELS | filled
        ids = [*selects(board_message).values()]
        for level in ("strong", "strong", "easy", "normal"):
            answer = await house.add_computer(SEATED, board_message, level)
            assert answer["state"] == "update"
            ids += selects(board(house, live)).values()
        lines = (
            "3. Ambrose (computer, strong)\n4. Beatrix (computer, strong)\n"
            "5. Cosmo (computer, easy)\n6. Delphine (computer, normal)"
        )
        assert lines in text(board(house, live))
        assert len(set(ids)) == 5  # Discord shows a select with a new id without the last choice
        await house.press(HOST, board_message, "Start")
        log = await house.command(HOST, "table log", channel=CHANNEL, table=live.id)
        assert "Cosmo (computer, easy) sat down in seat 5." in response_text(log)
        more = await house.press(HOST, board(house, live), "More")
        seats_page = await house.press(HOST, more.get("message") or {}, "Options and seats")
        assert lines in response_text(seats_page)


@pytest.mark.parametrize("choice", ["random", "", "Strong", "strong:x", "strong:fill:x", ":fill"])
async def test_unknown_level_adds_no_computer(choice: str) -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        events_before = await read_event_kinds(house, live)
        refused = await house.forge(HOST, board(house, live), f"eh:add_computer:{live.id}:2", choice)
        assert response_text(refused) == "This button no longer works."
        assert is_private(refused)
        assert await read_event_kinds(house, live) == events_before


@pytest.mark.parametrize("choice", ["easy", "easy:fill"])
@pytest.mark.parametrize(("stage", "wanted"), [("lobby", "All 10 seats are taken."), ("playing", "already started.")])
async def test_late_choice_is_refused_with_the_reason(stage: Stage, wanted: str, choice: str) -> None:
    """The lobby has filled up, or the game has begun, between the press and the choice."""
    async with start_room() as house:
        live = await set_up_table(house, stage)
        if stage == "lobby":
            await house.add_computer(HOST, board(house, live), "normal:fill")
        events_before = await read_event_kinds(house, live)
        refused = await house.forge(SEATED, board(house, live), f"eh:add_computer:{live.id}:2", choice)
        assert wanted in response_text(refused)
        assert is_private(refused)
        assert await read_event_kinds(house, live) == events_before


async def test_two_choose_at_the_same_instant_and_both_come() -> None:
    """One of each level; a choice made by a list that is behind fills the seats that are left."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        board_message = board(house, live)
        await asyncio.gather(
            house.add_computer(HOST, board_message, "easy"),
            house.add_computer(SEATED, board_message, "strong"),
        )
        await house.forge(HOST, board_message, f"eh:add_computer:{live.id}:2", "normal:fill")
        assert sorted(str(seat.level) for seat in live.record.seats[2:4]) == ["easy", "strong"]
        assert [seat.level for seat in live.record.seats[4:]] == ["normal"] * 6


async def test_a_game_offers_the_levels_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Normal always: a game without a player of its own plays by chance there."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        players = {"random": player_of(live.game, "random"), "easy": player_of(live.game, "easy")}
        monkeypatch.setattr(seats, "players_of", lambda _: players)
        answer = await house.add_computer(HOST, board(house, live), "normal")
        assert [value for value, _ in levels(answer.get("message") or board(house, live))] == [
            "easy",
            "normal",
            "easy:fill",
            "normal:fill",
        ]
        refused = await house.forge(HOST, board(house, live), f"eh:add_computer:{live.id}:3", "strong")
        assert response_text(refused) == "This button no longer works."
