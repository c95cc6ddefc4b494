"""*Report silly move* at a computer player's move in a replay, for those who played; the same move is made again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.common.version import VERSION
from bot.operations.silly_moves import write_silly_moves
from bot.tables.commands import lobby
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from cogs.table.replay import ALREADY_REPORTED_TEXT, NOT_PLAYED, REPORTED_TEXT
from data.tables.events import EventKind, MoveSecret
from data.tables.records import EventRecord
from rules.__main__ import main
from rules.registry import game_named
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    SEATED,
    find_actor,
    person,
    play_on,
    response_text,
    start_room,
)

SILLY_BUTTON = "Report silly move"


async def play_hand_with_computer(house: House, game: str = "voren") -> TableState:
    """Return a table of two people and a computer player at which a hand is over."""
    tables, place = house.services.tables, (int(house.sandbox.world.guild_id), find_channel_id(house))
    live = await lobby.open_table(tables, game_named(game), {}, place, Actor(person(house, HOST).id, HOST, None))
    await lobby.join(tables, live.id, find_actor(house, SEATED))
    await lobby.add_computer(tables, live.id, find_actor(house, HOST))
    await lobby.start(tables, live.id, find_actor(house, HOST))
    return await play_on(house, live)


def find_channel_id(house: House) -> int:
    """Return the id of the channel where they play."""
    return int(house.sandbox.people.channel(CHANNEL)["id"])


async def list_computer_moves(house: House, live: TableState) -> list[EventRecord]:
    """Return the computer player's moves."""
    log = await house.store.tables.log(live.id)
    return [event for event in log if event.kind == EventKind.MOVE and event.read_hidden(MoveSecret).get("player")]


async def list_replay_pages(house: House, who: str, live: TableState) -> list[Json]:
    """Return the pages of a replay, as each looked."""
    page = (await house.command(who, "table replay", CHANNEL, table=live.id, hand=1)).get("message") or {}
    results = [json.loads(json.dumps(page))]
    while "Forward" in (message := buttons(page)) and not is_last_step(page):
        page = (await house.click(who, page, message["Forward"])).get("message") or {}
        results.append(json.loads(json.dumps(page)))
    return results


def is_last_step(page: Json) -> bool:
    """Check whether the last step is shown."""
    rows = [component for part in page["components"] for component in part["components"] if component["type"] == 1]
    return any(
        component.get("label") == "Forward" and component.get("disabled")
        for row in rows
        for component in row["components"]
    )


async def test_the_button_stands_at_computer_players_moves_alone() -> None:
    async with start_room() as house:
        live = await play_hand_with_computer(house)
        moves = await list_computer_moves(house, live)
        assert moves
        marked = [page for page in await list_replay_pages(house, SEATED, live) if SILLY_BUTTON in buttons(page)]
        assert len(marked) == len(moves)
        assert all(SILLY_BUTTON not in buttons(page) for page in await list_replay_pages(house, BYSTANDER, live))


async def test_a_move_is_reported_once_and_made_again_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with start_room() as house:
        live = await play_hand_with_computer(house)
        moves = await list_computer_moves(house, live)
        pages = [page for page in await list_replay_pages(house, SEATED, live) if SILLY_BUTTON in buttons(page)]
        first = await house.forge(SEATED, pages[0], buttons(pages[0])[SILLY_BUTTON])
        assert response_text(first) == REPORTED_TEXT
        assert (
            response_text(await house.forge(SEATED, pages[0], buttons(pages[0])[SILLY_BUTTON])) == ALREADY_REPORTED_TEXT
        )
        for page in pages[1:]:
            assert response_text(await house.forge(SEATED, page, buttons(page)[SILLY_BUTTON])) == REPORTED_TEXT
        assert await write_silly_moves(house.store, tmp_path / "silly") == (len(moves), 0)
        assert await write_silly_moves(house.store, tmp_path / "silly") == (0, len(moves))
        for move in moves:
            file = tmp_path / "silly" / f"silly-{live.id}-{move.seq}.json"
            data = json.loads(file.read_text())
            assert (data["move"], data["version"], data["level"]) == (move.text, VERSION, "normal")
            assert data["view"]["seat"] == move.seat
            assert main(["silly", str(file)]) == 0
            assert "(the same)" in capsys.readouterr().out


async def test_only_a_computer_players_move_of_ones_own_hand_is_taken() -> None:
    async with start_room() as house:
        live = await play_hand_with_computer(house)
        (move, *_), log = await list_computer_moves(house, live), await house.store.tables.log(live.id)
        own_move = next(event for event in log if event.kind == EventKind.MOVE and event.user is not None)
        page = (await house.command(BYSTANDER, "table replay", CHANNEL, table=live.id)).get("message") or {}
        forged = await house.forge(BYSTANDER, page, f"eh:call_move_silly:{live.id}:0:{move.seq}")
        assert response_text(forged) == NOT_PLAYED
        page = (await house.command(SEATED, "table replay", CHANNEL, table=live.id)).get("message") or {}
        for seq in (own_move.seq, 1, 10**6):
            answer = await house.forge(SEATED, page, f"eh:call_move_silly:{live.id}:0:{seq}")
            assert response_text(answer) == "That is no computer player's move."
        assert await house.store.silly_moves.after(0, 0, 9) == []
        assert "Replay" in text(page)
