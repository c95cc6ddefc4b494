"""What cannot be undone, or needs somebody's yes: it is asked once, and told publicly with who did it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.tables.commands import leave_and_end
from bot.tables.model.follow_up_work import GAME_OVER_KEY, NO_MENTIONS_SETTING
from bot.tables.model.table_state import TableState
from bot.ui.table.debts import debts_of
from data.tables.records import Append
from data.tables.work import WorkKind, WorkState
from tests.support.house import House, start_house
from tests.support.messages import buttons, text
from tests.support.places import make_move
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    confirm_in_private,
    end_table,
    find_actor,
    find_answer_buttons,
    in_private,
    is_private,
    note,
    person,
    play_hand_out,
    play_on,
    read_all_announcements,
    read_event_kinds,
    read_mentions,
    response_text,
    set_up_table,
    silent,
    start_room,
    too_late,
    wait_for_announcement,
)

ASK_BUTTON = "Ask the others: scores kept"

SEAT_QUESTION = "wants Ambrose's seat"


async def start_table_and_leave(
    house: House, who: str = HOST, people: tuple[str, ...] = (HOST, SEATED, OTHER), *, friendly: bool = False
) -> TableState:
    """Return a table that somebody has left: Ambrose, a computer player, sits in their seat, and has moved."""
    live = await set_up_table(house, people=people, friendly=friendly)
    await leave_and_end.leave(house.services.tables, live.id, find_actor(house, who))
    await house.until(lambda: not live.computers())
    await wait_for_announcement(house, live, f"{who} left")
    return live


def find_seat(live: TableState, name: str) -> int:
    """Return the seat of somebody."""
    return live.names().index(name)


# -- asked once --------------------------------------------------------------------------------------------------------


async def test_a_question_lapses_where_things_have_changed_meanwhile() -> None:
    """Its button does what it said or nothing: another seat, no seat, a table that is over."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        question = await house.command(OTHER, "table leave", channel=CHANNEL, table=live.id)
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        refused = await confirm_in_private(house, OTHER, question, "Leave")
        assert "You have another seat now." in response_text(refused)
        assert [seat.name for seat in live.record.seats] == [HOST, OTHER]
        live = await set_up_table(house, friendly=True)
        leaving = await house.command(SEATED, "table leave", channel=CHANNEL, table=live.id)
        ending = await house.command(HOST, "table end", channel=CHANNEL, table=live.id)
        await confirm_in_private(house, SEATED, leaving, "Leave")
        assert "no seat" in response_text(
            await house.forge(SEATED, leaving.get("message") or {}, f"eh:leave_table:{live.id}:1")
        )
        await confirm_in_private(house, HOST, ending, "End it")
        events_before = await read_event_kinds(house, live)
        assert "has ended" in response_text(
            await house.forge(HOST, ending.get("message") or {}, f"eh:end_table:{live.id}")
        )
        assert await read_event_kinds(house, live) == events_before


async def test_matches_owed_stand_beside_the_scores_and_an_early_end_says_who_pays_them() -> None:
    """The question, the request to the others and the notice of the end name the sums."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED, OTHER), hands=20))
        while not (debts := debts_of(live)):
            live = await play_on(house, live)
        payer = live.names()[next(seat for seat, chips in enumerate(debts) if chips)]
        match = max(debts)
        more = (await house.press(HOST, board(house, live), "More")).get("message") or {}
        scores = response_text(await house.press(HOST, more, "Scores"))
        assert re.search(rf"\n *Owes .*\b{match}\b", scores)
        assert re.search(rf"{payer}.* owes? {match}.* to the next pot\. If the game ends now, it goes", scores)
        answer = await house.command(HOST, "table end", channel=CHANNEL, table=live.id)
        paid = rf"atches owed are paid: {payer} pays \d+.* gets \d+"
        assert re.search(paid, response_text(answer))
        await confirm_in_private(house, HOST, answer, ASK_BUTTON)
        question = await wait_for_announcement(house, live, "wants to end the table")
        assert re.search(f"With the scores kept, m{paid}", text(question))
        await house.press(SEATED, question, "End, keep the scores")
        assert f"Matches owed were paid: {payer} −{match}" in text(
            await wait_for_announcement(house, live, "was ended early")
        )
        assert "Owes" not in response_text(await house.press(HOST, more, "Scores"))


async def test_a_button_that_leaves_names_its_seat() -> None:
    """One that names none is nobody's question."""
    async with start_room() as house:
        live = await set_up_table(house)
        for custom_id in (f"eh:leave_table:{live.id}", f"eh:leave_table:{live.id}:x", f"eh:leave_table:{live.id}:-1"):
            await house.forge(SEATED, await note(house, live, SEATED), custom_id)
            assert [seat.name for seat in live.record.seats] == [HOST, SEATED], custom_id


async def test_the_last_person_who_leaves_a_game_closes_it_and_it_says_who() -> None:
    """The question says so; the table is told, and nobody is mentioned."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED))
        await confirm_in_private(
            house, SEATED, await house.command(SEATED, "table leave", channel=CHANNEL, table=live.id), "Leave"
        )
        question = await house.command(HOST, "table leave", channel="parlour", table=live.id)
        assert "You are the last person, so the table closes." in response_text(question)
        assert live.record.status == "playing"
        answer = await confirm_in_private(house, HOST, question, "Leave")
        assert "You were the last person, so it is closed." in response_text(answer)
        assert live.record.status == "ended"
        notice = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {HOST} left.** Nobody else was seated"
        )
        assert not read_mentions(notice)
        await house.services.board.refresh(live)
        assert f"{HOST} left and nobody else was seated, so this table was closed." in text(board(house, live))


async def test_an_ended_table_says_who_ended_it_everywhere() -> None:
    """On its board, in the hand of somebody, in its log; also after it was read anew."""
    async with start_room() as house:
        live = await set_up_table(house)
        question = await house.command(MODERATOR, "table end", channel=CHANNEL, table=live.id)
        await confirm_in_private(house, MODERATOR, question, "End it")
        ended = f"{MODERATOR} ended this table early, as a moderator."
        for _ in range(2):
            live = await house.live(live.id)
            await house.services.board.refresh(live)
            assert ended in text(board(house, live))
            assert ended in response_text(await house.command(SEATED, "table hand", channel=CHANNEL, table=live.id))
            assert ended in response_text(await house.command(BYSTANDER, "table log", channel=CHANNEL, table=live.id))
            house.services.tables.evict(live.id)


# -- told publicly -----------------------------------------------------------------------------------------------------


async def test_announcement_survives_the_end_of_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is owed with the event: the next process tells it, once."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER), friendly=True)

        async def cancel(*_: Any) -> None:
            raise asyncio.CancelledError

        monkeypatch.setattr(house.services.posts, "post", cancel)
        for who, name, yes in ((OTHER, "leave", "Leave"), (SEATED, "end", ASK_BUTTON), (HOST, "end", "End it")):
            await confirm_in_private(
                house, who, await house.command(who, f"table {name}", channel=CHANNEL, table=live.id), yes
            )
        assert not [
            row for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.state == WorkState.DONE
        ]
        await house.restart()
        live = await house.live(live.id)
        await wait_for_announcement(house, live, f"{OTHER} left")
        ended = await wait_for_announcement(house, live, f"{live.name}: {HOST} ended this table")
        assert read_mentions(ended) == {SEATED}
        messages = await read_all_announcements(house, live)
        assert not any("wants to end" in text(message) for message in messages)  # it is ended: nobody is asked any more
        posted = [row for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.message is not None]
        assert len(posted) == 2  # the seat can be had no longer: what told of it may be closed by now


@pytest.mark.parametrize("mention", [NO_MENTIONS_SETTING, 0])
async def test_ending_mentions_the_other_people_and_nobody_where_nobody_is_to_be(mention: int) -> None:
    """Not whoever did it, not who has left, not a computer player."""
    async with start_room() as house:
        live = await start_table_and_leave(house, OTHER, friendly=True)
        await house.services.tables.update_row(
            live.id,
            lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "mention": mention}}),
        )
        await confirm_in_private(
            house, SEATED, await house.command(SEATED, "table end", channel=CHANNEL, table=live.id), ASK_BUTTON
        )
        question = await wait_for_announcement(house, live, "wants to end")
        assert read_mentions(question) == (set() if mention == NO_MENTIONS_SETTING else {HOST}), (
            "whose answer is missing"
        )
        await confirm_in_private(
            house, HOST, await house.command(HOST, "table end", channel=CHANNEL, table=live.id), "End it"
        )
        notice = await wait_for_announcement(house, live, f"**{live.name}: {HOST} ended this table early.**")
        assert read_mentions(notice) == (set() if mention == NO_MENTIONS_SETTING else {SEATED})
        for name in (HOST, SEATED, "Ambrose"):
            assert name in text(notice)


async def test_the_result_is_told_to_those_who_were_not_there() -> None:
    """After the table's delay; whoever has used the bot lately is not mentioned, and none where nobody is to be."""
    async with start_room(ping_delay=0.5, ping_quiet=3600) as house:
        live = await set_up_table(house, hands=1)
        await play_hand_out(house, live)
        assert live.record.status == "over"
        live.last_active_ms[person(house, SEATED).id] -= 3_600_000
        notice = await wait_for_announcement(house, live, f"Voren, table {live.id} is over.")
        assert read_mentions(notice) == {SEATED}
        assert re.search(r"is over\. \*\*.+ wins? with \S+\.\*\*", text(notice))
        live = await set_up_table(house, hands=1)
        await play_hand_out(house, live)  # both are there: it was their move a moment ago

        async def is_settled() -> bool:
            return [
                row.state
                for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE)
                if row.key == GAME_OVER_KEY
            ] == [WorkState.CANCELLED]

        await house.until(is_settled)
        assert await read_all_announcements(house, live) == []


async def test_no_result_is_told_where_nobody_is_to_be_mentioned() -> None:
    """The board shows it to whoever looks."""
    async with start_room(ping_delay=0, ping_quiet=0) as house:
        live = await set_up_table(house, hands=1)
        await silent(house, live)
        await play_hand_out(house, live)
        assert live.record.status == "over"
        assert not [
            row for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.key == GAME_OVER_KEY
        ]


@pytest.mark.parametrize("how", ["over", "ended"])
async def test_the_message_in_the_channel_around_the_thread_becomes_the_result(how: str) -> None:
    """Who won, or who ended it with the points so far; its button shows the scores."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela", "Cleo"), hands=1, friendly=True)
        live = await house.live(seated)
        name = house.sandbox.world.channels[seated.place].data["name"]
        assert name == f"Voren, table {seated.number}: Ada, Bela and Cleo"

        def read_lobby() -> str:
            return text(house.sandbox.people.message("Ada", seated.lobby))

        assert f"Ada, Bela and Cleo play in <#{seated.place}>." in read_lobby()
        if how == "over":
            await house.play_out(seated)
            pattern = r"\*\*.+ wins? with \S+\.\*\*"
        else:
            await house.meant("Ada", "table end", "End it", channel=seated.place)
            pattern = re.escape("Ada ended this table early. Points: Ada 0, Bela 0, Cleo 0.")
        await house.until(lambda: "Played in" in read_lobby())
        assert re.search(pattern, read_lobby())
        assert f"Played in <#{seated.place}>." in read_lobby()
        lobby = house.sandbox.people.message("Ada", seated.lobby)
        assert set(buttons(lobby)) == {"Scores"}
        answer = await house.press("Cleo", lobby, "Scores")
        assert is_private(answer)
        assert live.record.thread == int(seated.place)


async def test_a_thread_is_named_after_its_people_and_no_computer_player() -> None:
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",), computers=2)
        assert house.sandbox.world.channels[seated.place].data["name"] == f"Voren, table {seated.number}: Ada and Bela"


async def test_a_thread_has_the_names_of_those_who_play_on() -> None:
    """Whoever leaves is in it no more, and whoever takes a seat over is."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",))
        thread = house.sandbox.world.channels[seated.place]
        assert thread.data["name"] == f"Voren, table {seated.number}: Ada and Bela"
        await house.meant("Bela", "table leave", "Leave", channel=seated.place)
        await house.until(lambda: thread.data["name"] == f"Voren, table {seated.number}: Ada")
        await house.command("Cleo", "table sit", channel=seated.place, seat=2)
        live = await house.live(seated)
        question = await wait_for_announcement(house, live, f"**Voren, table {live.id}: Cleo {SEAT_QUESTION}.**")
        await house.press("Ada", question, "Let them sit down")
        await house.until(lambda: thread.data["name"] == f"Voren, table {seated.number}: Ada and Cleo")
        message = house.sandbox.world.messages[question["id"]]
        await house.until(lambda: text(message.data).endswith("Cleo wants Ambrose's seat.** Cleo plays on there."))


async def test_a_seat_that_nobody_gave_is_asked_for_no_longer_when_the_table_ends() -> None:
    """The question says so, and cannot be answered any more."""
    async with start_room() as house:
        live = await set_up_table(house)
        await confirm_in_private(
            house, SEATED, await house.command(SEATED, "table leave", channel=CHANNEL, table=live.id), "Leave"
        )
        await house.command(OTHER, "table sit", channel=CHANNEL, table=live.id, seat=2)
        question = await wait_for_announcement(house, live, f"{OTHER} wants")
        await end_table(house, live)
        message = house.sandbox.world.messages[question["id"]]
        await house.until(lambda: text(message.data).endswith("It was called off: the table has ended."))
        assert not buttons(message.data)


async def test_the_log_tells_each_move_of_whoever_made_it() -> None:
    """A seat changes hands twice in a hand: what was done before and after stands under three names."""
    async with start_house(threads=False) as house:
        seated = await house.open(
            "Ada", ("Bela",), computers=1, game="mitigati", bargaining=False, auto_last_card=False
        )
        live = await house.live(seated)

        async def play_tricks(count: int) -> None:
            """Play until so many tricks are over."""
            assert live.state is not None
            while len(live.state.view(None)["tricks"] or ()) < count:
                await house.until(lambda: not live.computers())
                for seat in live.state.awaited:
                    await make_move(house, seated, seat)

        await play_tricks(2)
        await house.meant("Bela", "table leave", "Leave", channel=seated.place, table=seated.number)
        stood_in = live.names()[1]
        await play_tricks(4)
        await house.command("Cleo", "table sit", channel=seated.place, table=seated.number, seat=2)
        question = await wait_for_announcement(house, live, f"Cleo wants {stood_in}'s seat")
        await house.press("Ada", question, "Let them sit down")
        await play_tricks(7)  # in the sixth there may be nobody left to play but Ada
        page = (await house.command("Ada", "table log", channel=seated.place, table=seated.number)).get("message") or {}
        log = text(page)
        while "page 1 of" not in text(page):
            page = (await house.press("Ada", page, "Older")).get("message") or {}
            log = f"{text(page)}\n{log}"
        first, rest = log.split("Bela left", 1)
        second, third = rest.split(f"Cleo took over {stood_in}'s seat", 1)
        assert "Bela played" in first or "Bela won" in first or "Bela led" in first
        assert stood_in not in first
        assert "Cleo" not in first
        assert stood_in in second.partition("\n")[2]
        assert "Bela" not in second.partition("\n")[2]
        assert "Cleo" in third
        assert stood_in not in third


async def test_a_thread_holds_one_table() -> None:
    """Another is refused there while it goes on, and opened in the channel around it."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",), friendly=True)
        refused = await house.command("Cleo", "voren new", channel=seated.place)
        assert f"Table {seated.number} is being played in this thread." in response_text(refused)
        assert is_private(refused)
        assert (await house.command("Cleo", "voren new"))["state"] == "message"
        await house.meant("Ada", "table end", "End it", channel=seated.place)
        answers = await asyncio.gather(
            *(house.command(who, "voren new", channel=seated.place) for who in ("Bela", "Cleo"))
        )
        assert sorted("is being played in this thread" in response_text(outcome) for outcome in answers) == [
            False,
            True,
        ]


# -- a computer player's seat ------------------------------------------------------------------------------------------


async def test_a_seat_is_asked_for_in_public_and_taken_when_somebody_agrees() -> None:
    """By the command or by More; who said yes is told. Nobody but those seated can."""
    async with start_room() as house:
        for way in ("command", "more"):
            live = await start_table_and_leave(house)
            if way == "command":
                answer = await house.command(BYSTANDER, "table sit", channel=CHANNEL, table=live.id, seat=1)
            else:
                more = (await house.press(BYSTANDER, board(house, live), "More")).get("message") or {}
                answer = await house.press(BYSTANDER, more, "Play in Ambrose's seat")
            question_text = f"The players of Voren, table {live.id} are asked to let you take Ambrose's seat."
            assert response_text(answer) == question_text
            assert is_private(answer)
            question = await wait_for_announcement(
                house, live, f"**Voren, table {live.id}: {BYSTANDER} {SEAT_QUESTION}.**"
            )
            assert read_mentions(question) == {SEATED, OTHER}, "whoever sits there may say yes"
            assert live.record.seats[0].kind == "computer"
            for who in (BYSTANDER, MODERATOR, HOST):
                refused = await house.press(who, question, "Let them sit down")
                assert "You have no seat" in response_text(refused), who
                assert is_private(refused)
            assert live.record.seats[0].kind == "computer"
            yes = await house.press(OTHER, question, "Let them sit down")
            assert response_text(yes) == f"{BYSTANDER} now plays seat 1. The players are told."
            assert is_private(yes)
            assert live.record.seats[0].name == BYSTANDER
            plays = f"**Voren, table {live.id}: {BYSTANDER} took over Ambrose's seat.**"
            notice = await wait_for_announcement(house, live, plays)
            assert f"{OTHER} agreed." in text(notice)
            assert read_mentions(notice) == {BYSTANDER}
            assert f"It was {HOST}'s before." in text(notice)
            late_answer = await too_late(house, SEATED, question, "Let them sit down")
            assert "That seat is taken, or the person" in response_text(late_answer)
            log = response_text(await house.command(SEATED, "table log", channel=CHANNEL, table=live.id))
            assert f"{BYSTANDER} wants Ambrose's seat." in log
            assert f"{BYSTANDER} took over Ambrose's seat. {OTHER} agreed." in log


async def test_in_a_lobby_a_computer_players_seat_is_taken_at_once() -> None:
    """Nobody has cards yet, so nobody is asked."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await house.add_computer(HOST, board(house, live))
        refused = await house.command(BYSTANDER, "table sit", channel=CHANNEL, table=live.id, seat=2)
        assert "No computer player sits there." in response_text(refused)
        answer = await house.command(BYSTANDER, "table sit", channel=CHANNEL, table=live.id, seat=3)
        assert response_text(answer) == f"You are seated at Voren, table {live.id}."
        assert live.names() == (HOST, SEATED, BYSTANDER)
        await house.until(lambda: f"3. {BYSTANDER}" in text(board(house, live)))


async def test_the_seats_that_are_offered_are_computer_players() -> None:
    """By name and number; none at another server's table."""
    async with start_room() as house:
        live = await start_table_and_leave(house)

        async def suggest_seats(typed: str) -> list[Any]:
            return await house.sandbox.people.autocomplete(
                BYSTANDER, CHANNEL, "table sit", {"seat": typed, "table": live.id}, "seat"
            )

        assert await suggest_seats("") == [{"name": "Ambrose, seat 1", "value": 1}]
        assert await suggest_seats("amb") == [{"name": "Ambrose, seat 1", "value": 1}]
        assert await suggest_seats("cleo") == []


async def test_a_seat_is_asked_for_at_the_table_and_nowhere_else() -> None:
    """The question stands where those play who have to answer."""
    async with start_room() as house:
        live = await start_table_and_leave(house)
        away = await house.command(BYSTANDER, "table sit", channel="parlour", table=live.id, seat=1)
        assert f"<#{live.record.channel}>" in response_text(away)
        assert "ask" not in await read_event_kinds(house, live)


async def test_a_table_that_its_last_person_leaves_keeps_their_name_and_offers_them_a_rematch() -> None:
    """Nobody plays on there: what was played stays theirs."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED))
        await house.meant(SEATED, "table leave", "Leave", channel=CHANNEL, table=live.id)
        await house.meant(HOST, "table leave", "Leave", channel=CHANNEL, table=live.id)
        live = await house.live(live.id)
        assert live.record.status == "ended"
        assert live.names()[0] == HOST
        await house.until(lambda: "Rematch" in buttons(board(house, live)))
        assert f"{HOST} left and nobody else was seated" in text(board(house, live))
        page = await house.command(HOST, "table log", channel=CHANNEL, table=live.id)
        log = response_text(page)
        if "Older" in buttons(page.get("message") or {}):  # how much a hand says is as the cards lie
            log = response_text(await house.press(HOST, page.get("message") or {}, "Older")) + log
        assert f"{HOST} left." in log
        assert "plays on" not in log.split(f"{HOST} left.")[1]
        rematch_answer = await house.press(HOST, board(house, live), "Rematch")
        assert HOST in response_text(rematch_answer)


# -- rematches ---------------------------------------------------------------------------------------------------------


async def test_no_question_and_no_yes_from_outside_of_all_servers() -> None:
    """A conversation with the bot alone is no place for it."""
    async with start_room() as house:
        live = await start_table_and_leave(house)
        events_before = await read_event_kinds(house, live)
        with in_private(house):
            for name, options in (("leave", {}), ("end", {}), ("sit", {"seat": 1})):
                answer = await house.command(SEATED, f"table {name}", channel=CHANNEL, table=live.id, **options)
                assert not find_answer_buttons(answer), name
        assert await read_event_kinds(house, live) == events_before
