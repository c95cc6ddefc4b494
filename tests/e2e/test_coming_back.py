"""Coming back after a day, sitting down in somebody's place, and going from table to table, over the wire."""

from __future__ import annotations

import re
from random import Random

from bot.common.time_spans import HOUR_SECONDS
from bot.tables.commands import hand_views, leave_and_end, pause, play, take_computer_seat
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.turn_index import waiting_since_ms
from data.engine.clock import now_ms
from data.tables.records import Append
from rules.simulate import random_of
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons, play_id
from tests.support.wire_tables import (
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    move_to_other_server,
    new_interaction_id,
    person,
    play_hand_out,
    set_up_table,
    start_room,
)

AWAY = hand_views.AWAY_AFTER_MS + 3600 * 1000


def set_clock_ahead(house: House, milliseconds: int) -> None:
    """Let the tables' clock be so far ahead from now on."""
    house.services.tables.clock = lambda: now_ms() + milliseconds


async def make_staying_move(house: House, live: TableState, rng: Random) -> None:
    """Make a random move of whoever is to act; nobody folds, so that the hand goes on."""
    assert live.state is not None
    seat = live.state.to_act[0]
    legal, user = live.state.legal(seat), live.record.seats[seat].user
    move = "stay" if "stay" in legal.moves else random_of(legal, rng)
    assert user is not None
    await play.act(house.services.tables, live.id, move, Actor(user, "", new_interaction_id(house)))


async def play_until_awaited(house: House, live: TableState, who: str, rng: Random) -> None:
    """Play until the table waits for somebody's move, over hands that end."""
    seat = live.seat_of(person(house, who).id)
    while live.state is not None and seat not in live.state.to_act:
        if live.awaits_deal():
            await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        else:
            await make_staying_move(house, live, rng)


def read_hand(house: House, who: str, live: TableState) -> Json:
    """Return the message in which somebody's hand at a table stands, as it is now."""
    open_hand = house.services.hand_messages._open[live.id][person(house, who).id]
    return house.sandbox.world.messages[str(open_hand.message)].data


async def play_past_fold(house: House) -> TableState:
    """Return a table where Cleo folded, and looked; the hand ended without her, and she is to deal."""
    live = await set_up_table(house, "playing", (HOST, SEATED, OTHER), 9, waits_for=HOST)
    tables, cleo = house.services.tables, person(house, SEATED).id
    await play.act(tables, live.id, "deal", find_actor(house, HOST))
    while live.state is not None and live.state.phase == "stay":
        seat = live.state.to_act[0]
        user = live.record.seats[seat].user or 0
        await play.act(tables, live.id, "fold" if user == cleo else "stay", Actor(user, "", new_interaction_id(house)))
    await house.services.board.refresh(live)
    await house.press(SEATED, board(house, live), "My hand")
    await house.until(lambda: live.last_looks)
    house.services.hand_messages._open.clear()
    await play_hand_out(house, live)
    await play.next_hand(tables, live.id, find_actor(house, HOST))
    assert live.state is not None
    assert (live.state.phase, live.state.to_act) == ("dealer", (1,))
    await house.services.board.refresh(live)
    return live


async def test_recap_stays_until_the_next_move() -> None:
    """By the button on the board, in one process: refreshed when something happens, and once it says that it refreshes
    no more; a look after that is a usual one.
    """
    async with start_room() as house:
        live = await play_past_fold(house)
        set_clock_ahead(house, AWAY)
        answer = await house.press(SEATED, board(house, live), "My hand")
        message_text = text(answer.get("message") or {})
        first = message_text.splitlines()
        at = next(place for place, line in enumerate(first) if "**Since you were here**" in line)
        assert re.search(r"^-# \*\*Hand 1:\*\* .*you [+−]?\d+ \(folded\), ", first[at + 1])
        assert any("It is your turn" in line for line in first[at + 2 :])
        await pause.pause(house.services.tables, live.id, find_actor(house, HOST))
        await house.until(lambda: house.hands_are_fresh(live))
        message = read_hand(house, SEATED, live)
        assert text(message) == message_text
        await house.services.hand_messages._expire(live.id, person(house, SEATED).id)
        assert "**Since you were here**" in text(message)
        assert "no longer updates itself" in text(message)
        answer = await house.press(SEATED, message, "Refresh")
        message = answer.get("message") or {}
        assert "**Since you were here" not in text(message)
        assert find_move_buttons(message)
        set_clock_ahead(house, 3 * AWAY)
        message = (await house.press(SEATED, message, "Refresh")).get("message") or {}
        assert "**Since you were here" not in text(message)  # for nothing has


async def test_returning_move_is_answered_with_the_recap() -> None:
    """The move is theirs; what happened before it was while they were away. The answer to their next move is a usual
    one.
    """
    async with start_room() as house:
        live = await play_past_fold(house)
        set_clock_ahead(house, AWAY)
        old = [
            posted_message
            for posted_message in house.sandbox.people.messages(SEATED, "card-room")
            if posted_message["flags"] & 64
        ][-1]
        answer = await house.forge(SEATED, old, play_id(live, 1, "deal"))
        message_text = text(answer.get("message") or {})
        assert "You deal" in message_text.partition("**Since you were here")[0]
        assert re.search(r"-# \*\*Hand 1:\*\* .*you [+−]?\d+ \(folded\), ", message_text)
        assert re.search(r"-# \*\*Hand 2 · Before play:\*\* .*You dealt\.", message_text)
        await make_staying_move(house, live, Random(1))
        await house.until(lambda: house.hands_are_fresh(live))
        assert "**Since you were here" in text(read_hand(house, SEATED, live))
        await play_until_awaited(house, live, SEATED, Random(1))
        await house.until(lambda: house.hands_are_fresh(live))
        message = read_hand(house, SEATED, live)
        assert "**Since you were here" in text(message)
        answer = await house.click(SEATED, message, min(find_move_buttons(message).items())[1])
        assert "**Since you were here" not in text(answer.get("message") or {})


async def test_new_player_reads_the_game_so_far() -> None:
    """In another process than that in which they sat down, too; then they have looked."""
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER), 12)
        for _ in range(2):
            await play_hand_out(house, live)
            await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        await play_until_awaited(house, live, OTHER, Random(9))
        await make_staying_move(house, live, Random(9))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, OTHER))
        _, result = await take_computer_seat.ask(house.services.tables, live.id, 2, find_actor(house, MODERATOR))
        await take_computer_seat.sit(house.services.tables, live.id, result.seq, find_actor(house, HOST))
        await house.restart()
        message_text = text((await house.command(MODERATOR, "table hand", table=live.id)).get("message") or {})
        assert "**The story so far**" in message_text
        for hand in (1, 2):
            assert re.search(rf"^-# \*\*Hand {hand}:\*\* {HOST} .*, {OTHER} [+−]?\d+ \(", message_text, re.MULTILINE)
        assert re.search(r"^-# \*\*Hand 3 · Before play:\*\* ", message_text, re.MULTILINE)
        assert not re.search(r"\bYou (led|played|stayed|won|folded|dealt|took)", message_text)
        assert not re.search(r"Hand \d.*\byou\b", message_text)
        await house.until(lambda: house.services.tables._live[live.id].last_looks)
        again = text((await house.command(MODERATOR, "table hand", table=live.id)).get("message") or {})
        assert "The story so far" not in again


async def test_after_a_move_the_next_table_that_waits_is_one_tap_away() -> None:
    """Of this server alone, the one that has waited longest; those of others are counted. So it is after a restart,
    when a table that is read behind the answer comes to be shown; and where nothing waits there is no button.
    """
    async with start_room() as house:
        first, second, _, far = [await set_up_table(house, waits_for=SEATED) for _ in range(4)]
        await move_to_other_server(house, far)
        await house.live(far.id)
        message = (await house.press(SEATED, board(house, first), "My hand")).get("message") or {}
        await house.until(lambda: person(house, SEATED).id in house.services.tables.turn_index.known)
        assert not any(label.startswith("Go to ") for label in buttons(message))  # it is her turn here
        answer = await house.click(SEATED, message, min(find_move_buttons(message).items())[1])
        message = answer.get("message") or {}
        live = await house.live(first.id)
        while live.state is not None and live.seat_of(person(house, SEATED).id) in live.state.to_act:
            await make_staying_move(house, live, Random(1))
        await house.until(lambda: house.hands_are_fresh(live))
        message = read_hand(house, SEATED, first)
        assert f"Go to Voren, table {second.id}" in buttons(message)
        more = "More tables wait: 1 here and 1 in another server. See `/table mine`."
        assert more in text(message)
        assert f"table {far.id}" not in str(message)
        answer = await house.press(SEATED, message, f"Go to Voren, table {second.id}")
        assert answer["state"] == "update"
        place = answer.get("message") or {}
        assert place["id"] == message["id"]
        assert f"eh:refresh_hand:{second.id}" in str(place)
        await house.until(
            lambda: list(house.services.hand_messages._open) == [second.id]
        )  # it follows no other table now
        assert "its board" not in text(place)  # it is played in this channel as well
        await house.restart()
        live = await house.live(first.id)
        answer = await house.press(SEATED, board(house, live), "My hand")
        message = answer.get("message") or {}
        await house.until(lambda: "Go to " in str(house.sandbox.people.message(SEATED, message)))
        assert f"Go to Voren, table {second.id}" in buttons(read_hand(house, SEATED, live))
        message = (await house.press(HOST, board(house, live), "My hand")).get("message") or {}
        await house.until(lambda: person(house, HOST).id in house.services.tables.turn_index.known)
        assert "Go to " not in str(house.sandbox.people.message(HOST, message))


async def test_the_hand_at_the_next_table_is_shown_here_and_says_whose_it_is() -> None:
    """By the table's name, with a link to its board; also once it is refreshed. Threads have names of their own."""
    async with start_house() as house:
        first, second = [await house.open("Ada", ("Bela",), hands=1) for _ in range(2)]
        assert first.place != second.place
        names = [house.sandbox.world.channels[table.place].data["name"] for table in (first, second)]
        assert [name.partition(": ")[0] for name in names] == [
            f"Voren, table {table.number}" for table in (first, second)
        ]
        assert all("Ada" in name and "Bela" in name for name in names)

        async def waits(table: Seated) -> bool:
            return await house.find_awaited(table) == "Ada"

        for table in (first, second):
            while not await waits(table):
                await house.act(table, "Bela")
        message = await house.hand("Ada", first)
        assert "its board" not in text(message)
        while not any(label.startswith("Go to ") for label in buttons(message)):
            await house.act(first, await house.find_awaited(first) or "")
            message = await house.hand("Ada", first)
        answer = await house.press("Ada", message, f"Go to Voren, table {second.number}")
        posted_message = answer.get("message") or {}
        assert posted_message["channel_id"] == first.place
        live = await house.live(second)
        place = "/".join(str(part) for part in (live.record.guild, live.record.message_channel, live.record.message))
        heading = f"**Voren, table {second.number}** · [its board](https://discord.com/channels/{place})"
        assert text(posted_message).startswith(heading)
        seat = live.seat_of(person(house, "Ada").id)
        assert live.state is not None
        assert seat is not None
        await play.act(house.services.tables, live.id, live.state.legal(seat).moves[0], find_actor(house, "Ada"))
        await house.until(lambda: house.hands_are_fresh(live))
        assert text(house.sandbox.people.message("Ada", posted_message)).startswith(heading)


async def test_my_tables_are_listed_by_the_time_left_then_by_how_long_they_have_waited() -> None:
    """With until and since when; after a restart as well."""
    async with start_room() as house:
        first, second, third = [await set_up_table(house, waits_for=SEATED) for _ in range(3)]
        for live in (second, first):  # once around: it has waited for longest at the third
            await play_until_awaited(house, live, HOST, Random(1))
            await play_until_awaited(house, live, SEATED, Random(2))
        for _ in range(2):
            message_text = text((await house.command(SEATED, "table mine")).get("message") or {})
            listed = [int(index) for index in re.findall(r"table (\d+)\]", message_text)]
            assert listed == [third.id, second.id, first.id]
            since = [int(index) for index in re.findall(r"your turn \(<t:(\d+):R>\)", message_text)]
            assert since == sorted(since)
            assert len(since) == 3
            await house.restart()
        await house.services.tables.update_row(
            first.id,
            lambda record: Append(
                record.id,
                record.seq,
                changes={"settings": {**record.settings, "clock": HOUR_SECONDS, "bank": HOUR_SECONDS}},
            ),
        )
        live = await house.live(first.id)
        since = waiting_since_ms(live, 1 if live.record.seats[1].name == SEATED else 0)
        message_text = text((await house.command(SEATED, "table mine")).get("message") or {})
        assert [int(index) for index in re.findall(r"table (\d+)\]", message_text)] == [first.id, third.id, second.id]
        (ends,) = re.findall(r"your time ends <t:(\d+):R>", message_text)
        assert since is not None
        assert (
            abs(int(ends) - since // 1000 - 2 * HOUR_SECONDS) < 120
        )  # less what a start takes, for which it stands still
