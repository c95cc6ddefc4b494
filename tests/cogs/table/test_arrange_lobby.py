"""The private message behind "Invite and arrange", invitations, and the commands for them, over the wire."""

from __future__ import annotations

from typing import Any

import pytest

from bot.scheduler import scheduler
from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from bot.tables.model.table_state import TableState
from data.tables.work import WorkKind, WorkState
from sandbox import Outcome
from tests.support.house import House
from tests.support.lobbies import open_arrangement, user, verbs
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    is_private,
    person,
    read_all_announcements,
    read_announcements,
    read_mentions,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)


def find_select_id(message: Json, verb: str) -> str:
    """Return the custom id of the select of that verb."""
    return next(
        component["custom_id"]
        for component in components(message)
        if component["type"] in {3, 5} and component["custom_id"].split(":")[1] == verb
    )


async def choose_in_select(house: House, who: str, message: Json, verb: str, *values: str) -> Outcome:
    """Choose in a select of the message; return the answer."""
    answer = await house.click(who, message, find_select_id(message, verb), list(values))
    assert answer["state"] == "update", answer
    return answer


async def test_everybody_seated_invites_and_the_host_arranges_the_rest() -> None:
    """Whoever has no seat is told how to get one."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        assert verbs(await open_arrangement(house, live, SEATED)) == {"invite_people", "swap_seats"}
        assert verbs(await open_arrangement(house, live)) == {
            "invite_people",
            "swap_seats",
            "hand_over_host",
            "dismiss_player",
            "set_table_setting",
        }
        for label in ("Options", "Clock"):
            refused = await house.press(SEATED, board(house, live), label)
            assert f"Only the host, {HOST}, can change that." in response_text(refused)
        refused = await house.press(BYSTANDER, board(house, live), "Invite and arrange")
        assert "Press *Join* first" in response_text(refused)
        assert is_private(refused)


async def test_people_are_mentioned_once_and_answer_with_play_or_not_this_time() -> None:
    """The lobby says who is invited and who cannot play; the answers are private."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        message = await open_arrangement(house, live, SEATED)
        answer = await choose_in_select(
            house, SEATED, message, "invite_people", user(house, OTHER), user(house, BYSTANDER)
        )
        assert f"You invited {OTHER} and {BYSTANDER}." in response_text(answer)
        question = await wait_for_announcement(house, live, "you are invited to Voren", f"{SEATED} wants you to play")
        assert read_mentions(question) == {OTHER, BYSTANDER}
        assert set(buttons(question)) == {"Play", "Not this time"}
        await house.until(lambda: f"Invited: {OTHER} and {BYSTANDER}" in text(board(house, live)))
        no = await house.press(BYSTANDER, question, "Not this time")
        assert "You will not play at Voren" in response_text(no)
        assert is_private(no)
        await house.until(lambda: f"Not this time: {BYSTANDER}" in text(board(house, live)))
        question = await wait_for_announcement(
            house, live, f"{OTHER}: you are invited to Voren", f"{BYSTANDER} cannot play this time."
        )
        assert set(buttons(question)) == {"Play", "Not this time"}
        yes = await house.press(OTHER, question, "Play")
        assert "You are seated at Voren" in response_text(yes)
        assert live.names() == (HOST, SEATED, OTHER)
        second_answer = await choose_in_select(house, SEATED, message, "invite_people", user(house, BYSTANDER))
        assert f"{BYSTANDER} cannot play this time." in response_text(second_answer)
        late_answer = await house.forge(MODERATOR, question, f"eh:decline_invitation:{live.id}")
        assert "You are not invited to this table." in response_text(late_answer)
        question = await wait_for_announcement(
            house, live, f"{OTHER} and {BYSTANDER} were invited to Voren", f"{OTHER} joined."
        )
        assert not buttons(question)
        assert not read_mentions(question)


async def test_an_invitation_follows_whoever_thinks_better_of_it() -> None:
    """It says how things are, not what somebody once answered."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await choose_in_select(
            house, SEATED, await open_arrangement(house, live, SEATED), "invite_people", user(house, OTHER)
        )
        question = await wait_for_announcement(house, live, f"{OTHER}: you are invited to Voren")
        await house.press(OTHER, question, "Not this time")
        head = f"**{OTHER} was invited to {live.name}.**"
        await wait_for_announcement(house, live, f"{head} {OTHER} cannot play this time.")
        await house.until(lambda: f"Not this time: {OTHER}" in text(board(house, live)))
        await house.press(OTHER, board(house, live), "Join")
        await wait_for_announcement(house, live, f"{head} {OTHER} joined.")
        await house.press(OTHER, board(house, live), "Leave")
        await house.until(lambda: text(house.sandbox.world.messages[question["id"]].data) == head)


async def test_an_invitation_that_nobody_answered_ends_with_the_start_or_the_lobby() -> None:
    """Its buttons go, and say why to whoever presses an old one; a message that is gone stays gone."""
    async with start_room() as house:
        for ends_with in ("start", "end"):
            live = await set_up_table(house, "lobby")
            await arrange_lobby.invite(house.services.tables, live.id, [person(house, OTHER)], find_actor(house, HOST))
            question = await wait_for_announcement(house, live, "you are invited")
            await arrange_lobby.invite(
                house.services.tables, live.id, [person(house, BYSTANDER)], find_actor(house, HOST)
            )
            deleted = await wait_for_announcement(house, live, f"{BYSTANDER}: you are invited")
            house.sandbox.people.delete(MODERATOR, deleted)
            if ends_with == "start":
                await lobby.start(house.services.tables, live.id, find_actor(house, HOST))
            else:
                await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=False)
            became = "The game has started." if ends_with == "start" else "The table was closed before it started."
            over = await wait_for_announcement(house, live, f"{OTHER} was invited to Voren", became)
            assert not buttons(over)
            late_answer = await house.forge(OTHER, question, f"eh:accept_invitation:{live.id}")
            assert ("has started" if ends_with == "start" else "has ended") in response_text(late_answer)
            late_answer = await house.forge(OTHER, question, f"eh:decline_invitation:{live.id}")
            assert "This invitation is over" in response_text(late_answer)
            await read_all_announcements(house, live)
            states = {
                row.key: row.state
                for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE)
                if ":" in row.key
            }
            assert sorted(states.values()) == [WorkState.CANCELLED, WorkState.DONE]
        assert len(house.refused) == 2
        assert all("10008" in words for words in house.refused)
        house.refused.clear()


async def test_play_seats_nobody_else_where_one_must_be_invited() -> None:
    """An invitation stands in public: whoever else presses it is told what Join tells them."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await arrange_lobby.change_settings(
            house.services.tables, live.id, {"invited_only": True}, find_actor(house, HOST)
        )
        await arrange_lobby.invite(house.services.tables, live.id, [person(house, OTHER)], find_actor(house, HOST))
        question = await wait_for_announcement(house, live, "you are invited")
        refused = await house.press(BYSTANDER, question, "Play")
        assert is_private(refused)
        assert response_text(refused) == response_text(await house.press(BYSTANDER, board(house, live), "Join"))
        assert live.names() == (HOST, SEATED)
        await house.press(OTHER, question, "Play")
        assert live.names() == (HOST, SEATED, OTHER)


async def test_an_invitation_answered_before_it_is_posted_is_not_posted() -> None:
    """What is owed to it waits for it, and has nothing to do then."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await house.services.scheduler.close()
        other = person(house, OTHER)
        await arrange_lobby.invite(house.services.tables, live.id, [other], find_actor(house, HOST))
        await arrange_lobby.decline(house.services.tables, live.id, find_actor(house, OTHER))
        await house.restart()

        async def is_settled() -> bool:
            return all(
                row.state != WorkState.DUE for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE)
            )

        await house.until(is_settled)
        assert {row.state for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE)} == {
            WorkState.CANCELLED
        }


async def test_an_invitation_to_a_table_that_was_closed_says_so() -> None:
    """It has not begun without anybody."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST,))
        await arrange_lobby.invite(house.services.tables, live.id, [person(house, OTHER)], find_actor(house, HOST))
        consent_question = await wait_for_announcement(house, live, "you are invited")
        question = await house.press(HOST, board(house, live), "Leave")
        await house.press(HOST, question.get("message") or {}, "Leave")
        assert live.record.status == "ended"
        late_answer = await house.forge(OTHER, consent_question, f"eh:accept_invitation:{live.id}")
        assert "has ended" in response_text(late_answer)
        late_answer = await house.forge(OTHER, consent_question, f"eh:decline_invitation:{live.id}")
        assert "This invitation is over" in response_text(late_answer)


async def test_bots_and_forged_choices_are_not_invited() -> None:
    """A forged choice is nobody."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        message = await open_arrangement(house, live)
        answer = await choose_in_select(house, HOST, message, "invite_people", house.sandbox.world.bot["id"])
        assert "That is a bot." in response_text(answer)
        assert live.invited == {}
        forged = await house.forge(HOST, message, f"eh:invite_people:{live.id}", "1")
        assert "That is a bot." in response_text(forged)


async def test_dismissed_player_reads_the_hosts_name() -> None:
    """Their seat is free, and they come back when they are invited again."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        answer = await choose_in_select(
            house, HOST, await open_arrangement(house, live), "dismiss_player", user(house, SEATED)
        )
        assert "Their seat is free" in response_text(answer)
        message = await wait_for_announcement(house, live, f"The host removed {SEATED}")
        assert read_mentions(message) == {SEATED}
        assert live.names() == (HOST, OTHER)
        refused = await house.press(SEATED, board(house, live), "Join")
        assert "cannot join this table now" in response_text(refused)
        assert is_private(refused)
        await choose_in_select(house, HOST, answer.get("message") or {}, "invite_people", user(house, SEATED))
        await house.press(SEATED, board(house, live), "Join")
        assert live.names() == (HOST, OTHER, SEATED)


async def test_another_host_and_other_seats() -> None:
    """The former host may arrange no more than the others do."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        answer = await choose_in_select(
            house, HOST, await open_arrangement(house, live), "hand_over_host", user(house, OTHER)
        )
        assert "The host has changed" in response_text(answer)
        assert read_mentions(await wait_for_announcement(house, live, f"{OTHER} is the host")) == {OTHER}
        assert verbs(answer.get("message") or {}) == {"invite_people", "swap_seats"}
        assert f"{OTHER} (host)" in text(await house.until(lambda: _find_board_with(house, live, f"{OTHER} (host)")))
        answer = await choose_in_select(
            house, HOST, answer.get("message") or {}, "swap_seats", f"2:{user(house, OTHER)}"
        )
        assert "You are in seat 3 now." in response_text(answer)
        assert live.names() == (OTHER, SEATED, HOST)


async def test_the_lobby_of_a_game_in_pairs_shows_partners_side_by_side() -> None:
    """Somebody sits with another; all whose partner changes are told by whom, and may change back from there."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER), game="conference", hands=4)
        lobby_text = text(await house.until(lambda: _find_board_with(house, live, OTHER)))
        assert f"Partners:** 1. {HOST} (host) · 2. {SEATED}\n" in lobby_text
        assert f"Partners:** 3. {OTHER} · 4. *free*" in lobby_text
        message = await open_arrangement(house, live)
        assert verbs(message) == {
            "invite_people",
            "choose_partner",
            "hand_over_host",
            "dismiss_player",
            "set_table_setting",
        }
        (option,) = next(
            component["options"]
            for component in components(message)
            if "choose_partner" in component.get("custom_id", "")
        )
        assert (option["label"], option["description"]) == (f"Sit with {OTHER}", "That seat is free")
        answer = await choose_in_select(house, HOST, message, "choose_partner", option["value"])
        assert "You changed seats." in response_text(answer)
        assert live.names() == (HOST, OTHER, SEATED)
        news = await wait_for_announcement(house, live, f": {HOST} now sits beside {OTHER}.")
        assert f"Partners now: {HOST} and {OTHER}; {SEATED} and a free seat." in text(news)
        assert read_mentions(news) == {SEATED, OTHER}
        answer = await house.press(SEATED, news, "Invite and arrange")
        select_of = next(
            component
            for component in components(answer.get("message") or {})
            if "choose_partner" in component.get("custom_id", "")
        )
        assert [offered_option["description"] for offered_option in select_of["options"]] == [
            f"{OTHER} then sits beside a free seat",
            f"{HOST} then sits beside a free seat",
        ]
        second_answer = await house.forge(HOST, message, f"eh:choose_partner:{live.id}", option["value"])
        assert "You are already partners." in response_text(second_answer)
        await house.press(BYSTANDER, board(house, live), "Join")
        late_answer = await choose_in_select(
            house, SEATED, answer.get("message") or {}, "choose_partner", select_of["options"][0]["value"]
        )
        assert (
            f"Partners:** 1. {HOST} (host) · 2. {SEATED}\n**Partners:** 3. {OTHER} · 4. {BYSTANDER}"
            in response_text(late_answer)
        )
        assert f"{BYSTANDER} then sits with {SEATED}" in str(await open_arrangement(house, live))
        log = response_text(await house.command(HOST, "table log"))
        for line in (
            f"{HOST}, in seat 1, chose to sit beside seat 3.",
            f"{OTHER} was moved from seat 3 to 2.",
            f"{HOST} has a new partner.",
        ):
            assert line in log


async def test_move_to_another_seat_names_its_author() -> None:
    """The host as well; while the message waits the table may have begun, and nothing is left to be changed then."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await arrange_lobby.swap(
            house.services.tables, live.id, 0, find_user_id(house, HOST), find_actor(house, SEATED)
        )
        news = await wait_for_announcement(house, live, f": {SEATED} changed seats with {HOST}.")
        assert "You can change seats until the game starts" in text(news)
        assert read_mentions(news) == {HOST}
        assert set(buttons(news)) == {"Invite and arrange"}
        await house.services.scheduler.close()
        await arrange_lobby.swap(
            house.services.tables, live.id, 0, find_user_id(house, SEATED), find_actor(house, HOST)
        )
        await lobby.start(house.services.tables, live.id, find_actor(house, HOST))
        await house.restart()
        news = await wait_for_announcement(house, await house.live(live.id), f": {HOST} changed seats with {SEATED}.")
        assert "again" not in text(news)
        assert not buttons(news)


def _find_board_with(house: House, live: TableState, words: str) -> Json | None:
    board_message = board(house, live)
    return board_message if words in text(board_message) else None


async def test_dismissal_names_the_host() -> None:
    """The seats close up in the same step; and the last seat of all was the host's."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        await arrange_lobby.hand_over(
            house.services.tables, live.id, find_user_id(house, OTHER), find_actor(house, HOST)
        )
        for member in (SEATED, HOST):
            await arrange_lobby.dismiss(
                house.services.tables, live.id, find_user_id(house, member), find_actor(house, OTHER)
            )
            await wait_for_announcement(house, live, f"The host removed {member}")


async def test_stakes_that_change_just_before_the_start_are_told_all_the_same() -> None:
    """Delivery may take a while; the game has begun by then, and the others play for what they did not know of."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        tables = house.services.tables
        await house.services.scheduler.close()
        await arrange_lobby.change_options(tables, live.id, {"ante": 300}, find_actor(house, HOST))
        await lobby.start(tables, live.id, find_actor(house, HOST))
        await house.restart()
        news = await wait_for_announcement(
            house, await house.live(live.id), "The host changed the settings.", "Ante: 300."
        )
        assert read_mentions(news) == {SEATED}


async def test_the_same_kind_of_change_mentions_nobody_twice_in_ten_minutes() -> None:
    """Its message is edited; another kind, or the same after that time, is told anew."""
    async with start_room() as house:
        live, tables = await set_up_table(house, "lobby", (HOST, SEATED, OTHER)), house.services.tables

        async def change_ante(ante: int) -> Json:
            await arrange_lobby.change_options(tables, live.id, {"ante": ante}, find_actor(house, HOST))
            return await wait_for_announcement(house, live, f"Ante: {ante}.")

        first = await change_ante(300)
        assert read_mentions(first) == {SEATED, OTHER}
        for ante in (30, 60, 90):
            assert (await change_ante(ante))["id"] == first["id"]
        await arrange_lobby.change_settings(tables, live.id, {"clock": 3600}, find_actor(house, HOST))
        clock = await wait_for_announcement(house, live, "1 hour")
        assert clock["id"] != first["id"]
        assert read_mentions(clock) == {SEATED, OTHER}
        for mover, other, mentioned_names in (
            (SEATED, OTHER, {OTHER}),
            (OTHER, SEATED, {SEATED}),
            (SEATED, OTHER, set[str]()),
        ):
            await arrange_lobby.swap(tables, live.id, 2, find_user_id(house, other), find_actor(house, mover))
            await read_all_announcements(house, live)
            moved = await wait_for_announcement(house, live, f": {mover} changed seats with {other}.")
            assert not mentioned_names or read_mentions(moved) == mentioned_names
        assert (
            len([message for message in await read_announcements(house, live) if "changed seats with" in text(message)])
            == 2
        )
        await house.turn(10 * 60)
        later = await change_ante(120)
        assert later["id"] != first["id"]
        assert read_mentions(later) == {SEATED, OTHER}


async def test_same_words_are_announced_again_after_a_kill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A message that another row knows is none that a killed process posted for this one."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        await arrange_lobby.dismiss(
            house.services.tables, live.id, find_user_id(house, SEATED), find_actor(house, HOST)
        )
        await wait_for_announcement(house, live, f"removed {SEATED}")
        await arrange_lobby.invite(house.services.tables, live.id, [person(house, SEATED)], find_actor(house, HOST))
        await wait_for_announcement(house, live, "you are invited")
        await lobby.join(house.services.tables, live.id, find_actor(house, SEATED))
        monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (1,))
        house.sandbox.faults.add("drop", method="POST", path="/channels/.*/messages")
        await arrange_lobby.dismiss(
            house.services.tables, live.id, find_user_id(house, SEATED), find_actor(house, HOST)
        )
        await house.until(lambda: house.services.posts.first_tries)
        house.services.posts.first_tries.clear()  # as by another process after a kill

        async def are_both_posted() -> bool:
            messages = [
                message for message in await read_all_announcements(house, live) if f"removed {SEATED}" in text(message)
            ]
            return len({message["id"] for message in messages}) == 2

        await house.until(are_both_posted)
        house.problems.clear()  # of the request that was dropped nobody has read the nonce


def find_user_id(house: House, name: str) -> int:
    """Return somebody's number at Discord."""
    return int(user(house, name))


async def test_a_host_who_sits_alone_is_told_once_that_the_options_have_changed() -> None:
    """By the answer: there is nobody else to tell, and the lobby says what is played."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST,), hands=2)
        form = await house.press(HOST, board(house, live), "Options")
        form_values: dict[str, Any] = {"0.0": "6", "1.0": "5", "2.0": ["unsuited"], "3.0": "0"}
        answer = await house.sandbox.people.modal(HOST, form["interaction_id"], form_values)
        assert response_text(answer) == "Options changed."
        await house.until(lambda: _find_board_with(house, live, "Ante: 6"))
        assert "Changed:" not in text(board(house, live))
        assert not [
            message for message in await read_all_announcements(house, live) if "changed the settings" in text(message)
        ]


async def test_options_form_preserves_invalid_input() -> None:
    """What cannot be is said, and the form opens again as it was filled in; the others are told what changed."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", hands=2)
        form = await house.press(HOST, board(house, live), "Options")
        assert form["state"] == "modal"
        form_values: dict[str, Any] = {"0.0": "4", "1.0": "5", "2.0": ["unsuited"], "3.0": "0"}
        wrong = await house.sandbox.people.modal(HOST, form["interaction_id"], form_values)
        assert "ante cannot be 4: choose 3 to 300 in steps of 3." in response_text(wrong)
        assert live.record.options["hands"] == 2
        form = await house.press(HOST, wrong.get("message") or {}, "Change it")
        fields = [part["component"] for part in (form.get("modal") or {})["components"]]
        assert [field.get("value") for field in fields] == ["4", "5", None, "0"]
        assert [option["value"] for option in fields[2]["options"] if option.get("default")] == ["unsuited"]
        answer = await house.sandbox.people.modal(HOST, form["interaction_id"], {**form_values, "0.0": "6"})
        assert "Options changed." in response_text(answer)
        assert live.record.options == {"ante": 6, "hands": 5, "no_trump_turnup": "unsuited", "limit": 0}
        news = await wait_for_announcement(house, live, "The host changed the settings.", "Ante: 6;")
        assert read_mentions(news) == {SEATED}
        await house.until(lambda: _find_board_with(house, live, "Changed: Ante: 6"))
        same = await house.press(HOST, board(house, live), "Options")
        same = await house.sandbox.people.modal(HOST, same["interaction_id"], {**form_values, "0.0": "6"})
        assert "These are the options already" in response_text(same)


async def test_a_clock_of_minutes_has_minutes_of_extra_time_unless_another_is_chosen() -> None:
    """The form has what goes with the time per turn, whichever is chosen, and opens again with it."""

    def list_chosen(form: Outcome) -> list[str]:
        fields = [part["component"] for part in (form.get("modal") or {})["components"]]
        return [option["value"] for field in fields for option in field["options"] if option.get("default")]

    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        form = await house.press(HOST, board(house, live), "Clock")
        assert list_chosen(form) == ["0", "usual", "1", "0"]
        filled = {"0.0": ["900"], "1.0": ["usual"], "2.0": ["1"], "3.0": ["0"]}
        answer = await house.sandbox.people.modal(HOST, form["interaction_id"], filled)
        assert "Clock: 15 minutes a turn, 10 minutes of extra time a game." in response_text(answer)
        form = await house.press(HOST, board(house, live), "Clock")
        assert list_chosen(form) == ["900", "usual", "1", "0"]
        answer = await house.sandbox.people.modal(HOST, form["interaction_id"], {**filled, "1.0": ["0"]})
        assert "Clock: 15 minutes a turn. Then" in response_text(answer)
        form = await house.press(HOST, board(house, live), "Clock")
        assert list_chosen(form) == ["900", "0", "1", "0"]


async def test_settings_are_changed_in_the_message() -> None:
    """When to mention, forced moves, and who may join."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        answer = await choose_in_select(house, HOST, await open_arrangement(house, live), "set_table_setting", "600")
        assert "Mentions come after ten minutes." in response_text(answer)
        for label, tells, name, value in (
            ("Stop automatic moves", "You play every card yourself.", "forced", 0),
            ("Allow automatic moves", "The bot plays your last card, and stays for you", "forced", 1),
            ("Invited people only", "Only invited people may join.", "invited_only", 1),
        ):
            answer = await house.press(HOST, answer.get("message") or {}, label)
            assert tells in response_text(answer)
            assert label not in find_answer_buttons(answer)
            assert live.record.settings[name] == value
        assert live.record.settings.get("mention") == 600
        await house.until(lambda: _find_board_with(house, live, "Only invited people may join."))
        refused = await house.press(BYSTANDER, board(house, live), "Join")
        assert "cannot join this table now" in response_text(refused)


async def test_an_old_message_arranges_nothing_once_the_table_has_begun() -> None:
    """It says so."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        message = await open_arrangement(house, live)
        await lobby.start(house.services.tables, live.id, find_actor(house, HOST))
        before = live.record.seq
        for verb, value in (
            ("invite_people", user(house, OTHER)),
            ("swap_seats", f"1:{user(house, SEATED)}"),
            ("dismiss_player", user(house, SEATED)),
        ):
            answer = await house.click(HOST, message, find_select_id(message, verb), [value])
            assert "The table has started or closed." in response_text(answer)
        for verb in ("open_options_form", "open_clock_form"):
            answer = await house.forge(HOST, board(house, live), f"eh:{verb}:{live.id}")
            assert "The table has started or closed." in response_text(answer)
        assert live.record.seq == before


async def test_a_table_is_opened_for_those_who_are_invited() -> None:
    """Others are told so when they press Join."""
    async with start_room() as house:
        lobby_answer = await house.command(HOST, "voren new", hands=1, invited_only=True)
        live = await house.live(int(buttons(lobby_answer.get("message") or {})["Join"].split(":")[2]))
        assert "Only invited people may join." in response_text(lobby_answer)
        await house.until(lambda: live.record.message)
        assert "cannot join this table now" in response_text(await house.press(OTHER, board(house, live), "Join"))
