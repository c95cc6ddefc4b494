"""`/privacy` over the wire: what is said, what follows when somebody has their data taken out, and who sees what."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.privacy import export
from bot.standings.standings_worker import digest, recount
from bot.tables.commands import arrange_lobby, leave_and_end, play, take_computer_seat
from bot.tables.commands.set_premove import plan
from bot.tables.model.actor import Actor
from bot.tables.model.premoves import seat_waiting_since_seq
from bot.tables.services.integrity_check import check_all
from bot.tables.workers.erased_players import give_up
from bot.transport.interactions.responder import ERASING_TEXT
from bot.ui.settings.privacy import NOTHING_STORED
from cogs.member.privacy import TOO_LONG
from data.standings.records import Origin
from data.tables.events import EventKind
from data.tables.records import LIVE, Append, NewEvent, Work
from data.tables.settings import TableSettings
from data.tables.work import ErasedSeatPayload, WorkKind, WorkState
from rules.players import player_of
from sandbox import Outcome
from tests.cogs.member.erasure import DELETE_BUTTON, erase_person, wait_for_vacated_seats
from tests.cogs.pads.sheets import enter_hand, open_pad, wait_for_pad_message
from tests.support.house import House, start_house
from tests.support.messages import Json, buttons, text
from tests.support.standings import wait_until_worked_out
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    confirm_in_private,
    find_actor,
    find_awaited,
    is_private,
    new_interaction_id,
    person,
    read_all_announcements,
    response_text,
    set_up_table,
    start_room,
)


def find_stored_lines(house: House, who: str) -> list[str]:
    """Return the lines of the database in which somebody's name or number stands."""
    path = Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///"))
    database = sqlite3.connect(path)
    lines = [line for line in database.iterdump() if who in line or str(person(house, who).id) in line]
    database.close()
    return lines


def find_public_messages(house: House, who: str) -> list[Json]:
    """Return the messages for all eyes that name somebody."""
    public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
    return [message for message in public if who in text(message) or f"<@{person(house, who).id}>" in text(message)]


async def test_the_page_says_what_is_kept_and_how_to_get_it_out() -> None:
    async with start_room() as house:
        answer = await house.command(BYSTANDER, "privacy show", CHANNEL)
        assert is_private(answer)
        for words in ("your Discord ID", "/privacy export", "/privacy delete"):
            assert words in response_text(answer)
        more = await house.press(BYSTANDER, answer.get("message") or {}, "Who sees it?")
        assert "How long" in response_text(more)
        assert response_text(await house.press(BYSTANDER, more.get("message") or {}, "Back")) == response_text(answer)
        nothing = await house.command(BYSTANDER, "privacy delete", CHANNEL)
        assert is_private(nothing)
        assert response_text(nothing) == NOTHING_STORED


async def test_the_question_says_what_follows_and_nothing_happens_before_the_answer() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED))
        over = await set_up_table(house, "over", (SEATED, OTHER))
        await house.command(SEATED, "block add", CHANNEL, member=str(person(house, OTHER).id))
        pad = await open_pad(house, SEATED, "free", name="Friday")
        before = find_stored_lines(house, SEATED)
        answer = await house.command(SEATED, "privacy delete", CHANNEL)
        assert is_private(answer)
        for words in (
            "1 seat at tables",
            "1 pad that you keep",
            "at 2 tables and 1 pad.",
            "1 blocked person",
            "Seat 2",
        ):
            assert words in response_text(answer), words
        assert "where you are banned" not in response_text(answer)
        assert find_stored_lines(house, SEATED) == before
        assert (over.record.status, live.record.status) == ("ended", "playing")
        assert SEATED in text(await wait_for_pad_message(house, pad))


async def test_games_stay_with_an_anonymous_seat_and_go_on_with_a_computer_player() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (SEATED, HOST, OTHER), hands=3)
        over = await set_up_table(house, "waiting", (HOST, SEATED), hands=1)
        points = [seat.points for seat in over.record.seats]
        lobby = await set_up_table(house, "lobby", (SEATED, HOST))
        alone = await set_up_table(house, "lobby", (SEATED,))
        invited = await set_up_table(house, "lobby", (OTHER,))
        who = person(house, SEATED)
        await arrange_lobby.invite(house.services.tables, invited.id, [who], find_actor(house, OTHER))
        await read_all_announcements(house, invited)
        await erase_person(house, SEATED)

        now = await house.live(live.id)
        assert (now.record.seats[0].kind, now.record.seats[0].user) == ("computer", None)
        assert now.record.host == person(house, HOST).id
        assert now.record.status == "playing"
        assert " left.**" in "".join(text(message) for message in await read_all_announcements(house, now))
        assert [seat.kind for seat in (await house.live(lobby.id)).record.seats] == ["person"]
        assert (await house.live(lobby.id)).record.host == person(house, HOST).id
        assert (await house.live(alone.id)).record.status == "ended"
        assert (await house.live(invited.id)).invited == {}
        assert await house.store.lists.invited(who.id) == []

        after = await house.live(over.id)
        assert [(seat.name, seat.kind) for seat in after.record.seats] == [(HOST, "person"), ("", "person")]
        assert [seat.points for seat in after.record.seats] == points
        assert find_stored_lines(house, SEATED) == []
        faults: list[str] = []
        assert not (await check_all(house.store, faults.append)).faults, faults
        for table_state in (live, over, lobby, invited):
            await house.until(lambda table_state=table_state: SEATED not in text(board(house, table_state)))
        assert "Seat 2" in text(board(house, over))
        log = await house.command(HOST, "table log", CHANNEL, table=over.id)
        assert SEATED not in response_text(log)
        rematch_answer = await house.press(HOST, board(house, over), "Rematch")  # nobody is invited who is nobody
        assert SEATED not in response_text(rematch_answer)
        assert "1 of 10 seats" in response_text(rematch_answer)


async def test_who_is_mentioned_is_mentioned_no_more() -> None:
    async with start_room(ping_delay=0) as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        while find_awaited(live) != SEATED:
            live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        mention = f"<@{person(house, SEATED).id}>"
        await house.until(lambda: any(mention in text(message) for message in find_public_messages(house, SEATED)))
        await erase_person(house, SEATED)
        await house.until(lambda: not any(mention in text(message) for message in find_public_messages(house, SEATED)))


async def test_pads_nights_and_standings_name_them_no_more_and_change_for_nobody_else() -> None:
    async with start_room() as house:
        night = await house.sandbox.people.command(SEATED, CHANNEL, "night begin", {"name": "Friday"})
        pad = await open_pad(house, SEATED, "free", name="Sunday")
        panel = await house.press(HOST, pad, "Add players")
        await house.press(HOST, panel.get("message") or {}, "Join")
        await enter_hand(house, SEATED, await wait_for_pad_message(house, pad), "Enter points", points="3 1")
        over = await set_up_table(house, "waiting", (HOST, SEATED), hands=1)
        assert over.record.status == "over"
        await house.until(lambda: SEATED in text(house.sandbox.world.messages[(night.get("message") or {})["id"]].data))

        async def are_counted() -> bool:
            standings = await house.store.results.standings(over.record.guild, "voren", 0)
            return len(standings) == 2

        await house.until(are_counted)
        await wait_until_worked_out(house)
        before = await digest(house.store)
        assert SEATED in response_text(await house.command(HOST, "leaderboard", CHANNEL, game="voren"))
        await erase_person(house, SEATED)

        def is_unnamed() -> bool:
            return not [
                message for message in find_public_messages(house, SEATED) if "Leaderboard" not in text(message)
            ]

        await house.until(is_unnamed)
        assert f"kept by {HOST}" in text(await wait_for_pad_message(house, pad))
        await wait_until_worked_out(house)
        assert await digest(house.store) == before
        await recount(house.store, print)
        assert await digest(house.store) == before
        assert SEATED not in response_text(await house.command(HOST, "leaderboard", CHANNEL, game="voren"))
        history = await house.press(HOST, await wait_for_pad_message(house, pad), "More")
        changes = await house.press(HOST, history.get("message") or {}, "Changes")
        assert SEATED not in response_text(changes)
        assert "the keepers" in response_text(changes)


async def test_a_game_that_ends_afterwards_still_counts_for_the_others() -> None:
    """Whoever went is one who left, with the hands that they played, and the others are rated as against them."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED, OTHER), hands=2)
        await erase_person(house, SEATED)
        live = await house.live(live.id)
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        live = await house.live(live.id)
        await house.until(lambda: (live.state is not None and live.state.number == 1) or live.record.status == "over")
        seat = next(seat_record.seat for seat_record in live.record.seats if seat_record.kind == "computer")
        while live.record.status == "playing":
            await house.until(lambda: not live.computers(), 20)
            if live.record.status != "playing" or live.state is None:
                break
            acting = live.record.seats[live.state.to_act[0]]
            assert acting.user is not None
            moves = sorted(live.state.legal(acting.seat).moves)
            await play.act(house.services.tables, live.id, moves[0], Actor(acting.user, "", new_interaction_id(house)))

        async def result_is_right() -> bool:
            game = await house.store.results.game_of(Origin("table", live.id))
            if game is None:
                return False
            game_parts = [part for part in game.parts if part.stay == "left"]
            assert [(game_part.seat, game_part.kind) for game_part in game_parts] == [(seat, "person")]
            assert (game_parts[0].user or 0) < 0
            return True

        await house.until(result_is_right)
        await wait_until_worked_out(house)
        rated = await house.store.results.rated_games(live.record.guild, "voren", person(house, HOST).id, 0, 5)
        assert len(rated) == 1


async def test_pressed_twice_it_is_done_once_and_presses_meanwhile_wait() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        first, second = [await house.command(SEATED, "privacy delete", CHANNEL) for _ in range(2)]
        forget = house.store.privacy.erase
        others: list[Outcome] = []

        async def press_and_forget(user: int) -> Any:
            others.append(await house.press(SEATED, board(house, live), "My hand"))
            others.append(await house.command(SEATED, "settings me", CHANNEL))
            return await forget(user)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house.store.privacy, "erase", press_and_forget)
            answers = await asyncio.gather(
                *(confirm_in_private(house, SEATED, outcome, DELETE_BUTTON) for outcome in (first, second))
            )
        assert sorted("Your data is deleted." in response_text(item) for item in answers) in (
            [False, True],
            [True, True],
        )
        assert {response_text(other) for other in others} == {ERASING_TEXT}
        second_question = await house.command(SEATED, "privacy delete", CHANNEL)
        assert response_text(second_question) == NOTHING_STORED
        await wait_for_vacated_seats(house)
        assert find_stored_lines(house, SEATED) == []
        (user,) = {event.user for event in await house.store.tables.log(live.id) if event.kind == EventKind.LEAVE}
        payload = ErasedSeatPayload(user=user or 0)
        row = Work(
            0, live.id, None, None, 0, WorkKind.FREE_ERASED_SEAT, "", 0, payload, 0, 0, WorkState.DUE, None, None
        )
        assert await give_up(house.services.tables, row) == WorkState.DONE  # whoever does it once more does nothing
        assert [event.kind for event in await house.store.tables.log(live.id)].count(EventKind.LEAVE) == 1


async def test_an_order_for_the_next_turn_goes_with_the_seat() -> None:
    """It is not carried out for nobody, and nothing of it is left."""
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        await play.act(house.services.tables, live.id, "deal", find_actor(house, find_awaited(live)))
        live = await house.live(live.id)
        assert live.state is not None
        first = live.state.to_act[0]
        who, seat = next(
            (seat_record.name, seat_record.seat)
            for seat_record in live.record.seats
            if seat_record.seat != first and seat_record.name != HOST
        )
        live = await plan(
            house.services.tables, live.id, person(house, who).id, "fold", seat_waiting_since_seq(live, seat)
        )
        assert live.record.settings.get("premoves")
        await erase_person(house, who)
        assert (await house.live(live.id)).record.settings.get("premoves") == {}


async def test_a_process_that_stops_amid_it_goes_on_at_the_next_start() -> None:
    """What was noted beside the database and not done is done as it is opened; seats that are owed are given up."""
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED))
        who = person(house, SEATED).id
        await house.services.scheduler.close()  # as if it were killed right after the transaction
        await house.store.privacy.erase(who)
        assert (await house.store.work.of_table(live.id, WorkKind.FREE_ERASED_SEAT))[0].state == WorkState.DUE
        await house.restart()
        await wait_for_vacated_seats(house)
        now = await house.live(live.id)
        assert [seat.kind for seat in now.record.seats] == ["person", "computer"]
        assert now.record.status in LIVE


async def test_whoever_asked_for_a_seat_gets_none() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, OTHER))
        seat = next(seat_record.seat for seat_record in live.record.seats if seat_record.kind == "computer")
        await house.until(lambda: not live.computers(), 20)
        await take_computer_seat.ask(house.services.tables, live.id, seat, find_actor(house, BYSTANDER))
        seq = live.record.seq
        (question,) = [
            message for message in await read_all_announcements(house, live) if "Let them sit down" in buttons(message)
        ]
        await erase_person(house, BYSTANDER)
        await house.until(lambda: "Let them sit down" not in buttons(house.sandbox.world.messages[question["id"]].data))
        with pytest.raises(Declined, match="has left"):
            await take_computer_seat.sit(house.services.tables, live.id, seq, find_actor(house, HOST))


async def test_whoever_comes_back_is_somebody_new() -> None:
    async with start_room() as house:
        over = await set_up_table(house, "waiting", (HOST, SEATED), hands=1)
        await erase_person(house, SEATED)
        await set_up_table(house, "playing", (HOST, SEATED))
        key = (over.record.guild, person(house, SEATED).id, 0)
        assert await house.store.results.standings_of(*key) == []
        assert (await house.live(over.id)).seat_of(person(house, SEATED).id) is None
        assert [record.id for record in await house.store.tables.of_user(person(house, SEATED).id, live=False)] == [
            over.id + 1
        ]


async def read_export(house: House, who: str) -> dict[str, Any]:
    """Export somebody's data; return what the file says."""
    answer = await house.command(who, "privacy export", CHANNEL)
    assert is_private(answer)
    ((name, data),) = (await house.files(answer.get("message") or {})).items()
    assert name == "eldest-hand.json"
    return json.loads(data)


async def test_the_file_has_all_of_whoever_asks_and_nothing_of_anybody_else() -> None:
    async with start_room() as house:
        assert response_text(await house.command(SEATED, "privacy export", CHANNEL)) == NOTHING_STORED
        over = await set_up_table(house, "waiting", (HOST, SEATED), hands=1)
        own_value = person(house, SEATED)
        live = await set_up_table(house, "playing", (HOST, SEATED))
        await house.press(SEATED, board(house, live), "My hand")
        await house.until(lambda: "1" in house.services.tables._live[live.id].record.settings.get("last_looks", {}))
        look = house.services.tables._live[live.id].record.settings.get("last_looks", {})["1"][0]
        table_settings: TableSettings = {
            "time_outs": {"1": [2, 9], "0": [5, 9]},
            "bank_spent_ms": {"1": 61_000, "0": 99},
        }
        await house.services.tables.update_row(
            live.id,
            lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, **table_settings}}),
        )
        await house.command(SEATED, "block add", CHANNEL, member=str(person(house, OTHER).id))
        pad = await open_pad(house, SEATED, "free", name="Friday")
        panel = await house.press(HOST, pad, "Add players")
        await house.press(HOST, panel.get("message") or {}, "Join")
        await enter_hand(house, SEATED, await wait_for_pad_message(house, pad), "Enter points", points="3 1")
        await house.press(
            SEATED, (await house.command(SEATED, "settings me", CHANNEL)).get("message") or {}, "Hide pictures"
        )
        await wait_until_worked_out(house)

        async def is_recorded() -> bool:
            return await house.store.results.game_of(Origin("table", over.id)) is not None

        await house.until(is_recorded)
        await wait_until_worked_out(house)
        result = await read_export(house, SEATED)
        assert result["you"] == [{"number": own_value.id, "name": SEATED}]
        assert [item["table"] for item in result["tables"]] == [over.id, live.id]
        (at,) = [item["looked_at"] for item in result["tables"] if "looked_at" in item]
        assert datetime.fromisoformat(at).timestamp() * 1000 == look
        (clocked,) = [item for item in result["tables"] if "times_out" in item]
        assert (clocked["times_out"], clocked["bank_used_ms"]) == (2, 61_000)
        own_rows = [
            event
            for event in await house.store.tables.log(over.id)
            if event.kind == EventKind.MOVE and event.user == own_value.id
        ]
        moves = [(item["event"], item["text"]) for item in result["events"] if item["kind"] == "move"]
        assert moves == [(event.seq, event.text) for event in own_rows]
        assert own_rows
        assert [item["name"] for item in result["blocked"]] == [OTHER]
        assert [item["name"] for item in result["pads"]] == ["Friday"]
        assert [item["account"] for item in result["pad_entries"]] == [{"points": [3, 1]}]
        assert result["settings"][0]["settings"]["pictures"] is False
        assert {item["of"] for item in result["games"]} == {over.id}
        assert [item["games"] for item in result["standings"] if item["game"] == "voren"] == [1]
        written = json.dumps(result, ensure_ascii=False)
        assert HOST not in written
        for who in (HOST, OTHER):
            assert str(person(house, who).id) not in written


async def test_data_that_fits_no_one_file_comes_as_several_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a message to whoever asked alone; together they have every row once. The operator has what is larger."""
    async with start_room() as house:
        await set_up_table(house, "waiting", (HOST, SEATED), hands=1)
        await wait_until_worked_out(house)

        async def has_results() -> Json | None:
            result = await read_export(house, SEATED)
            return result if result["games"] else None

        whole = await house.until(has_results)
        rows = {name: value for name, value in whole.items() if isinstance(value, list)}
        monkeypatch.setattr(export, "MAX_FILE_BYTES", len(json.dumps(rows)) * 2 // 3)
        first = await house.command(SEATED, "privacy export", CHANNEL)
        assert "as 2 JSON files" in response_text(first)

        def find_last_file() -> Json | None:
            message = house.sandbox.people.messages(SEATED, CHANNEL)[-1]
            return message if "file 2 of 2." in text(message) else None

        second: Json = await house.until(find_last_file)
        assert second["flags"] & 64
        files = await house.files(first.get("message") or {}) | await house.files(second)
        assert list(files) == ["eldest-hand-1-of-2.json", "eldest-hand-2-of-2.json"]
        parts = [json.loads(data) for data in files.values()]
        assert {name: [row for part in parts for row in part.get(name, [])] for name in rows} == rows
        monkeypatch.setattr(export, "MAX_FILES", 1)
        assert response_text(await house.command(SEATED, "privacy export", CHANNEL)) == TOO_LONG


async def test_a_moderator_s_reason_and_number_are_not_theirs_to_know_whom_it_was_about() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        banned = {"member": str(person(house, SEATED).id), "why": "was rude"}
        await house.meant(MODERATOR, "moderate ban", "Ban", CHANNEL, **banned)
        await house.until(lambda: live.record.seats[1].kind == "computer")  # the seat is freed by work that falls due
        result = await read_export(house, SEATED)
        assert [item["act"] for item in result["moderated_by_others"]] == ["ban", "free"]
        assert len(result["kept_out_of"]) == 1
        assert "rude" not in json.dumps(result)
        assert str(person(house, MODERATOR).id) not in json.dumps(result)
        moderator_export = await read_export(house, MODERATOR)
        assert [(their["act"], their.get("words")) for their in moderator_export["moderated"]] == [
            ("ban", "was rude"),
            ("free", None),
        ]
        assert str(person(house, SEATED).id) not in json.dumps(moderator_export)


@pytest.mark.parametrize("game", ["voren", "mitigati", "conference", "five_crowns", "abracadabra"])
async def test_no_file_holds_a_card_that_its_owner_may_not_know(game: str) -> None:
    """Of a hand in progress it has none at all; of a hand that is over, of all events only the moves of their own."""
    people = {"mitigati": (HOST, SEATED, OTHER), "conference": (HOST, SEATED, OTHER, BYSTANDER)}.get(
        game, (HOST, SEATED)
    )
    async with start_room() as house:
        live = await set_up_table(house, "playing", people, game=game, hands=2 if len(people) == 2 else 1)
        for _ in range(6):  # some cards are known, and others are not
            assert live.state is not None
            if live.awaits_deal() or live.record.status != "playing":
                break
            seat = live.state.to_act[0]
            user = live.record.seats[seat].user
            assert user is not None
            player = player_of(live.game)
            await play.act(
                house.services.tables,
                live.id,
                player.choose(live.state.view(seat), house.rng),
                Actor(user, "", new_interaction_id(house)),
            )
        spans = await house.store.tables.hands(live.id)
        over = spans[-1].last if spans else 0
        log = {entry.seq: entry for entry in await house.store.tables.log(live.id)}
        for who in people:
            user = person(house, who).id
            result = await read_export(house, who)
            for item in result["events"]:
                event = log[item["event"]]
                assert event.user == user
                assert item["kind"] not in {"chance", "commit", "reveal"}
                if item["kind"] == "move":
                    assert item["event"] <= over
                    assert item["text"] == event.text
                else:
                    assert "text" not in item
            secrets = [(entry.hidden or {}).get("secret") for entry in log.values()]
            assert not [secret for secret in secrets if secret and secret in json.dumps(result)]


async def test_note_is_exported_only_for_its_writer_after_the_hand() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER, BYSTANDER), 1, game="conference")
        while not live.hand_start_seq:
            assert live.state is not None
            user = live.record.seats[live.state.to_act[0]].user
            assert user is not None
            moves = sorted(live.state.legal(live.state.to_act[0]).moves)
            await play.act(house.services.tables, live.id, moves[0], Actor(user, "", new_interaction_id(house)))
        note = NewEvent(
            EventKind.NOTE, 0, public={"to": [2]}, hidden={"text": "I hold two kings"}, user=person(house, HOST).id
        )
        await house.store.tables.append(Append(live.id, live.record.seq, (note,)))
        house.services.tables.evict(live.id)
        for who in (HOST, SEATED, OTHER):
            assert "kings" not in json.dumps(await read_export(house, who))
        await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=True)
        assert [
            event.get("text") for event in (await read_export(house, HOST))["events"] if event["kind"] == "note"
        ] == ["I hold two kings"]
        for who in (SEATED, OTHER):
            assert "kings" not in json.dumps(await read_export(house, who))


async def test_a_thread_is_not_named_for_them_any_more_nor_the_post_around_it() -> None:
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",), hands=1)
        live = await house.play_out(seated)
        threads = [channel for channel in house.sandbox.world.channels.values() if channel.data["id"] == seated.place]
        assert "Bela" in threads[0].data["name"]
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        await erase_person(house, "Bela")

        def is_unnamed() -> bool:
            public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
            boards = [message for message in public if "Log" in buttons(message) or "Rematch" in buttons(message)]
            return bool(boards) and not any("Bela" in text(message) for message in boards)

        await house.until(is_unnamed)
        await house.until(lambda: "Bela" not in threads[0].data["name"])
