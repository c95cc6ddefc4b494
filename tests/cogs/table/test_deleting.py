"""Tables that are deleted before their first deal and brought back, over the wire."""

from __future__ import annotations

from bot.tables.commands import lobby
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    response_text,
    set_up_table,
    start_room,
)

DAY_MS = 24 * 3600 * 1000


async def ask_to_delete(house: House, who: str, number: int) -> Outcome:
    """Return the question before a table is deleted."""
    ending = await house.command(who, "table end", table=number)
    return await house.press(who, ending.get("message") or {}, "Delete it …")


async def wait_for_message(house: House, number: int, words: str) -> Json:
    """Return a table's message once it says that."""

    async def find_message() -> Json | None:
        live = await house.live(number)
        board_message = board(house, live)
        return board_message if words in text(board_message) else None

    message: Json = await house.until(find_message)
    return message


async def test_a_host_deletes_a_lobby_and_brings_it_back() -> None:
    """Asked once, with who sits there; who had a seat has it again, and the table begins as any other."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        question = await ask_to_delete(house, HOST, live.id)
        assert "Delete Voren, table 1?" in response_text(question), response_text(question)
        assert SEATED in response_text(question)
        assert "undo it for a day" in response_text(question)
        result = await house.press(HOST, question.get("message") or {}, "Delete it")
        assert "is deleted." in response_text(result)
        notice = await wait_for_message(house, live.id, f"{HOST} deleted this table.")
        assert set(buttons(notice)) == {"Undo"}
        answer = await house.command(HOST, "table mine")
        assert "table 1" not in response_text(answer)
        other = await house.press(OTHER, notice, "Undo")
        assert "Only the host or a moderator" in response_text(other)
        back = await house.press(HOST, notice, "Undo")
        assert "is back, with its players" in response_text(back)
        restored = await wait_for_message(house, live.id, SEATED)
        assert "Start" in buttons(restored)
        late_answer = await house.forge(HOST, result.get("message") or {}, f"eh:restore_table:{live.id}")
        assert "This table is not deleted." in response_text(late_answer)
        started = await house.press(HOST, restored, "Start")
        assert started["state"] != "error"
        assert (await house.live(live.id)).record.status == "playing"
        late_answer = await house.forge(HOST, result.get("message") or {}, f"eh:ask_to_delete_table:{live.id}")
        assert "has already started" in response_text(late_answer)


async def test_a_table_does_not_come_back_over_the_limit_of_its_server() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        house.services.tables.max_live = 1
        answer = await house.press(HOST, (await ask_to_delete(house, HOST, live.id)).get("message") or {}, "Delete it")
        await set_up_table(house, "lobby")
        late_answer = await house.forge(HOST, answer.get("message") or {}, f"eh:restore_table:{live.id}")
        assert "This server has reached its limit of open tables (1). End one, then restore this one." in response_text(
            late_answer
        )
        assert (await house.live(live.id)).record.status == "ended"


async def test_only_the_host_and_moderators_delete_and_what_changed_is_named_anew() -> None:
    """Somebody who sits there may only ask for its end."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        ending = await house.command(SEATED, "table end", table=live.id)
        assert "Delete it …" not in find_answer_buttons(ending)
        forged = await house.forge(SEATED, ending.get("message") or {}, f"eh:delete_table:{live.id}:{live.record.seq}")
        assert "Only the host or a moderator" in response_text(forged)
        question = await ask_to_delete(house, MODERATOR, live.id)
        await lobby.join(house.services.tables, live.id, find_actor(house, OTHER))
        anew = await house.press(MODERATOR, question.get("message") or {}, "Delete it")
        assert "has just changed" in response_text(anew)
        assert OTHER in response_text(anew)
        await house.press(MODERATOR, anew.get("message") or {}, "Delete it")
        await wait_for_message(house, live.id, f"{MODERATOR} deleted this table, as a moderator.")


async def test_after_a_day_a_deleted_table_is_gone_with_its_message() -> None:
    """It cannot be brought back any more then."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        question = await ask_to_delete(house, HOST, live.id)
        await house.press(HOST, question.get("message") or {}, "Delete it")
        notice = await wait_for_message(house, live.id, f"{HOST} deleted this table.")
        now = house.services.tables.clock() + DAY_MS + 60_000
        house.services.tables.clock = lambda: now
        late_answer = await house.press(HOST, notice, "Undo")
        assert "over a day ago" in response_text(late_answer)
        await house.services.retention.sweep()
        assert await house.store.tables.get(live.id) is None
        assert str(notice["id"]) not in house.sandbox.world.messages


async def test_a_table_that_has_begun_cannot_be_deleted() -> None:
    """Its cards have been dealt: it can be ended."""
    async with start_room() as house:
        live = await set_up_table(house)
        ending = await house.command(HOST, "table end", table=live.id)
        assert "Delete it …" not in find_answer_buttons(ending)
