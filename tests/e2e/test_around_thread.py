"""The message from which a thread was made: tables are played there one after the other, and it tells of all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.text import escape
from bot.ui.game.players import players_of
from data.tables.work import WorkKind, WorkState
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.places import allow_gone


def read_thread_message(house: House, table: Seated) -> Json:
    """Return the message around the thread, as it is now."""
    return house.sandbox.people.message("Ada", table.lobby)


async def play_rematch(house: House, table: Seated, number: int, *others: str) -> Seated:
    """Begin Ada's rematch with others at a table that is over; return it."""
    await house.press("Ada", await house.fresh(table), "Rematch")
    (lobby,) = await house.until(lambda: house.boards(number))
    for other in others:
        await house.press(other, lobby, "Join")
    await house.press("Ada", house.boards(number)[0], "Start")
    await house.until(lambda: not house.services.responder.under_way)
    return replace(table, number=number)


async def read_result(house: House, number: int) -> str:
    """Return how a game ended, as it is told."""
    live = await house.live(number)
    assert live.state is not None
    return escape(house.services.presenters.of(live).outcome(live.state.view(None), players_of(live)), 300)


async def test_the_results_of_games_before_a_rematch_stay_three_of_them_the_latest_first() -> None:
    async with start_house() as house:
        house.check_every = 10
        table, results = await house.open("Ada", ("Bela",), hands=1), list[str]()
        for number in range(1, 6):
            await house.play_out(table)
            results.append(await read_result(house, number))
            await house.until(
                lambda table=table, now=f"**{results[-1]}**": now in text(read_thread_message(house, table))
            )
            message_text = text(read_thread_message(house, table))
            before = [f"Before, table {index + 1}:** {results[index]}" for index in range(number - 2, -1, -1)][:3]
            assert [words for words in before if words in message_text] == before
            assert message_text.count("Before, table") == len(before)
            scores = [label for label in buttons(read_thread_message(house, table)) if label.startswith("Scores of")]
            assert scores == [f"Scores of table {index}" for index in range(number - 1, 0, -1)][:3]
            if number < 5:
                table = await play_rematch(house, table, number + 1, "Bela")
        answer = await house.press("Cleo", read_thread_message(house, table), "Scores of table 4")
        assert "table 4" in text(answer.get("message") or {})


async def test_pending_result_of_an_earlier_game_includes_the_last() -> None:
    """Discord fails as the first result is told; by the next try the rematch has begun."""
    async with start_house() as house:
        house.check_every = 10
        house.tolerate = lambda request: request.status == 503
        table = await house.open("Ada", ("Bela",), hands=1)
        path = f"/channels/{table.lobby['channel_id']}/messages/{table.lobby['id']}"
        house.sandbox.faults.add("status", path=path, method="PATCH", status=503, times=3)
        await house.play_out(table)
        table = await play_rematch(house, table, 2, "Bela")
        first = await read_result(house, 1)
        for number in (1, 2):
            row = f"{int(table.lobby['id']):x}"
            await house.until(lambda number=number, row=row: is_done(house, number, row))
        message_text = text(read_thread_message(house, table))
        assert "Table 2" in message_text
        assert f"Before, table 1:** {first}" in message_text


async def is_done(house: House, table: int, key: str) -> bool:
    """Check that nothing is owed of a message any more."""
    return not [
        row
        for row in await house.store.work.of_table(table, WorkKind.DELETE_BOARD)
        if row.key == key and row.state == WorkState.DUE
    ]


async def test_a_rematch_that_is_moved_takes_no_result_with_it() -> None:
    async with start_house() as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.play_out(table)
        table = await play_rematch(house, table, 2, "Bela")
        await house.until(lambda: "Before, table 1" in text(read_thread_message(house, table)))
        await house.meant("Ada", "table move", "Move it here", channel="parlour", table=2)
        record = (await house.live(2)).record
        where = record.message_channel or record.thread or record.channel
        await house.until(lambda: f"<#{where}>" in text(read_thread_message(house, table)))
        assert "Before, table 1" in text(read_thread_message(house, table))


@pytest.mark.parametrize("then", ["", "playing", "over"])
async def test_the_name_of_somebody_whose_data_is_taken_out_goes_and_nothing_else_does(then: str) -> None:
    """They played the game before the last one, or the last."""
    async with start_house() as house:
        table = await house.open("Ada", ("Cleo",), hands=1)
        await house.play_out(table)
        table = await play_rematch(house, table, 2, "Bela")
        await house.play_out(table)
        if then:
            table = await play_rematch(house, table, 3, "Cleo")
        if then == "over":
            await house.play_out(table)
        head = f"Table {3 if then else 2}"
        await house.until(
            lambda: (
                "Bela" in text(read_thread_message(house, table)) and head in text(read_thread_message(house, table))
            )
        )
        if then != "playing":
            await house.until(lambda: " with " in text(read_thread_message(house, table)).partition("Before")[0])
        await house.meant("Bela", "privacy delete", "Delete my data")
        await house.until(lambda: "Bela" not in text(read_thread_message(house, table)))
        message_text = text(read_thread_message(house, table))
        assert head in message_text
        assert "Before, table 1" in message_text
        assert ("My hand" in buttons(read_thread_message(house, table))) is (then == "playing")
