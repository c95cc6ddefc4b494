"""`/learn`: a first hand of every game, in one private message, for the learner alone."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.common.text import escape
from bot.tables.commands import lessons, lobby
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import steps_of
from bot.tables.services.integrity_check import check_all
from bot.transport.interactions import hand_messages
from bot.ui.table.lesson import HAND_ENDED_TEXT
from cogs.games.conference import lesson as conference
from data.engine.clock import now_ms
from data.tables.events import EventKind
from data.tables.records import LESSONS_GUILD_ID
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES
from tests.cogs.table.lessons import BEGIN_BUTTON, LEARNER, LESSON_OVER, begin_lesson, follow_hints
from tests.support.house import House
from tests.support.lessons import PHASES
from tests.support.messages import buttons, text
from tests.support.people import make_actor
from tests.support.wire_tables import (
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    find_answer_buttons,
    in_private,
    person,
    response_text,
    start_room,
)

IS_WORTH_PLAYING: Mapping[str, Callable[[Mapping[str, Any], int], bool]] = {
    "voren": lambda last, own_seat: (
        last["taken"][own_seat] in {1, 2} and any(last["owes"]) and not last["owes"][own_seat]
    ),
    "five_crowns": lambda last, own_seat: last["out"] == own_seat and len(last["melds"][own_seat]) == 2,
    "mitigati": lambda last, own_seat: (
        last["declarations"][own_seat]["worth"] and any(last["discard"]) and last["fool"]
    ),
    "conference": lambda last, own_seat: 83 <= last["totals"][own_seat // 2] < 100 and any(_have_both_low_trumps(last)),
    "abracadabra": lambda last, own_seat: (
        last["declarer"] == own_seat and last["won"][own_seat] and last["lost"][own_seat]
    ),
}
"""What makes a hand worth playing first, from how it went and its learner's seat: some is won and some lost."""


def _have_both_low_trumps(last: Mapping[str, Any]) -> Iterator[bool]:
    """Yield for each trick of Conference whether Good and Evil lie in it."""
    return ({"GOOD", "EVIL"} <= {card for _, card in trick["cards"]} for trick in last["tricks"])


async def find_newest_lesson(house: House, who: str = LEARNER) -> TableState:
    """Return the newest lesson of somebody."""
    user = int(house.sandbox.people.user(who)["id"])
    records = await house.store.tables.of_user(user, LESSONS_GUILD_ID, live=False)
    return await house.services.tables.find(records[-1].id)


@pytest.mark.parametrize("game", sorted(PHASES))
async def test_following_the_hints_finishes_a_lesson_in_one_message(game: str) -> None:
    """What the game is about comes first, once; each decision then gives a hint; the end opens a table."""
    async with start_room() as house:
        introduced = await house.command(LEARNER, "learn", channel=CHANNEL, game=game)
        introduction = response_text(introduced)
        message = (await house.press(LEARNER, introduced.get("message") or {}, BEGIN_BUTTON)).get("message") or {}
        texts = await follow_hints(house, message)
        assert LESSON_OVER in texts[-1], texts[-1]
        for words in texts[:-1]:
            assert "**Hint: " in words
        live = await find_newest_lesson(house)
        presenter = house.services.presenters.of(live)
        assert presenter.lesson.goal in introduction
        assert all(presenter.lesson.goal not in line for line in texts)
        assert live.record.status == "over"
        assert set(PHASES[game]) <= await list_decided_phases(house, live)
        assert live.state is not None
        assert IS_WORTH_PLAYING[game](live.state.view(None)["last"], presenter.lesson.plan.seat)
        tricks = len(live.state.view(None)["last"].get("tricks", ())) if game in {"voren", "abracadabra"} else 0
        for number in range(1, tricks + 1):
            assert sum(f"won trick {number} with" in line for line in texts) == 1, number
        messages = [
            posted_message
            for posted_message in house.sandbox.people.messages(LEARNER, CHANNEL)
            if posted_message["flags"] & 64
        ]
        assert [entry["id"] for entry in messages] == [message["id"]]
        table_answer = await house.press(LEARNER, messages[0], f"Open a table of {GAMES[game].name}")
        assert "Friendly: hints and undo allowed. Not rated." in response_text(table_answer)
        assert table_answer["state"] == "message"
        opening = table_answer.get("message") or {}
        assert not opening["flags"] & 64
        assert "Join" in buttons(opening)


async def list_decided_phases(house: House, live: TableState) -> set[str]:
    """Return the phases in which the learner made a move of their own."""
    (span,) = await house.store.tables.hands(live.id)
    steps = await steps_of(house.store, live, [span], 0)
    assert steps is not None
    seat = live.seat_of(int(house.sandbox.people.user(LEARNER)["id"]))
    names = set[str]()
    for before, entry in zip(steps.positions, steps.hand.log[1:], strict=False):
        if entry.get("seat") == seat:
            names.add(before.phase)
    return names


async def test_the_same_first_hand_for_everybody_and_another_one_after_it() -> None:
    async with start_room() as house:
        log = list[str]()
        for who in (LEARNER, OTHER):
            await begin_lesson(house, "voren", who)
            live = await find_newest_lesson(house, who)
            assert live.state is not None
            log.append(str(live.state.view(0)))
        assert log[0] == log[1]
        message = await begin_lesson(house, "voren")
        await house.press(LEARNER, message, "To the end")
        first = (await find_newest_lesson(house)).id
        second_lesson = await house.command(LEARNER, "learn", channel=CHANNEL, game="voren")
        live = await find_newest_lesson(house)
        assert live.id != first
        assert "deal" not in live.record.settings
        assert "**Hint: " in response_text(second_lesson)


async def test_a_lesson_that_is_over_is_sound() -> None:
    async with start_room() as house:
        await house.press(LEARNER, await begin_lesson(house, "voren"), "To the end")
        faults = list[str]()
        assert (await check_all(house.store, faults.append)).hands == 1
        assert not faults


async def test_a_hint_calls_a_card_by_its_name() -> None:
    async with start_room() as house:
        texts = await follow_hints(house, await begin_lesson(house, "mitigati"))
        assert any("**Hint: King of Earth.**" in words for words in texts)
        (word,) = [words for words in texts if "**Hint: Ask for 13 points.**" in words]
        (discards,) = [words for words in texts if "Discard three cards." in words]
        assert "Your ask of 13 is cancelled. The deal went on: as dealer you took three more." in discards
        assert texts.index(word) < texts.index(discards)
        assert [any(f"Bargain **{number} of 3**" in words for words in texts) for number in (1, 2, 3)] == [True] * 3
        fool = [words for words in texts if re.search(r"\*\*Hint: .*The Fool\.\*\*", words)]
        assert fool
        assert all("It never wins" in words or "the Fool stays yours" in words for words in fool)
        assert all("**Hint: Earth" not in words for words in texts)


async def test_the_end_tells_all_that_came_of_the_learners_last_choice() -> None:
    """What it brought comes first; the last card plays itself, which is said, and both tricks are told."""
    async with start_room() as house:
        texts = await follow_hints(house, await begin_lesson(house))
        assert "You won trick 2 with the Greater Crown of hearts" in texts[-1]
        assert re.search(r"Each trick paid \d+\.", texts[-1])
        assert texts[-1].index("You: +7 chips.") < texts[-1].index("You won trick 2")
        assert "Your last card was played for you." in texts[-1]


async def test_the_rules_before_the_first_card_lead_back_to_the_introduction() -> None:
    async with start_room() as house:
        introduced = (await house.command(LEARNER, "learn", channel=CHANNEL, game="voren")).get("message") or {}
        page = (await house.press(LEARNER, introduced, "Rules")).get("message") or {}
        page = (await house.press(LEARNER, page, "Next")).get("message") or {}
        assert page["id"] == introduced["id"]
        back = (await house.press(LEARNER, page, "Back to the lesson")).get("message") or {}
        assert text(back) == text(introduced)
        hand = (await house.press(LEARNER, back, BEGIN_BUTTON)).get("message") or {}
        page = (await house.press(LEARNER, hand, "Rules")).get("message") or {}
        assert "**Hint: " in response_text(await house.press(LEARNER, page, "Back to my hand"))


async def test_a_lesson_goes_on_where_it_was_left_over_a_restart() -> None:
    async with start_room() as house:
        message = await begin_lesson(house)
        moved = await house.press(LEARNER, message, "Follow the hint")
        number = (await find_newest_lesson(house)).id
        await house.restart()
        stands = house.sandbox.people.message(LEARNER, moved.get("message") or {})
        assert "refreshes" not in text(stands)  # nobody else moves there, and it has no such button
        later = await house.press(LEARNER, moved.get("message") or {}, "Follow the hint")
        assert later["state"] == "update"
        second_answer = await house.command(LEARNER, "learn", channel=CHANNEL, game="voren")
        assert "Welcome back. You can play this hand to its end." in response_text(second_answer)
        assert (await find_newest_lesson(house)).id == number


async def test_the_rest_is_played_at_once_for_whoever_has_seen_enough() -> None:
    async with start_room() as house:
        message = await begin_lesson(house, "mitigati")
        answer = await house.press(LEARNER, message, "To the end")
        assert LESSON_OVER in response_text(answer)
        assert re.search(
            r"You score \S+\d+: \d+ card points less 49.*\. A hand's scores add up to −1: ", response_text(answer)
        )
        assert (await find_newest_lesson(house)).record.status == "over"


async def test_lesson_is_private_and_unlisted() -> None:
    """Not by its number in a command, not by a forged button, not as a moderator; it takes no table's place."""
    async with start_room(max_open=1) as house:
        message = await begin_lesson(house)
        number = (await find_newest_lesson(house)).id
        for who in (MODERATOR, HOST, LEARNER):
            for name in ("show", "log", "end", "hand", "replay"):
                answer = await house.command(who, f"table {name}", channel=CHANNEL, table=number)
                assert "There is no table" in response_text(answer), (who, name)
        for custom_id in buttons(message).values():
            if not custom_id.startswith("eh:show_rules"):
                answer = await house.forge(HOST, (await begin_lesson(house, "voren", HOST)), custom_id)
                assert "There is no table for this button" in response_text(answer), custom_id
        assert "You sit at no table." in response_text(await house.command(LEARNER, "table mine", channel=CHANNEL))
        table_answer = await house.open(LEARNER, start=False)
        assert table_answer.number != number


async def test_it_needs_no_server() -> None:
    async with start_room() as house:
        with in_private(house):
            message = await begin_lesson(house)
            texts = await follow_hints(house, message)
            assert LESSON_OVER in texts[-1]
            answer = await house.press(LEARNER, message, "Open a table of Voren")
        assert "Use this in a server that I am in." in response_text(answer)


async def test_two_presses_at_the_same_instant_make_one_move() -> None:
    async with start_room() as house:
        message = await begin_lesson(house)
        await asyncio.gather(*(house.press(LEARNER, message, "Follow the hint") for _ in range(2)))
        live = await find_newest_lesson(house)
        events = await house.store.tables.log(live.id)
        assert sum(event.kind == EventKind.MOVE and event.user is not None for event in events) == 1


async def test_a_second_press_of_what_ended_the_hand_says_that_it_moved_nothing() -> None:
    async with start_room() as house:
        message, last = await begin_lesson(house), ""
        while LESSON_OVER not in text(message):
            last = buttons(message)["Follow the hint"]
            message = (await house.press(LEARNER, message, "Follow the hint")).get("message") or {}
        assert HAND_ENDED_TEXT not in text(message)
        second_message = (await house.forge(LEARNER, message, last)).get("message") or {}
        assert HAND_ENDED_TEXT in text(second_message)
        assert LESSON_OVER in text(second_message)


async def test_computer_moves_are_stored_with_the_learners_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed between the two leaves work by which the lesson goes on."""

    async def play_no_moves(_: object, live: TableState) -> TableState:
        return live

    async with start_room(computer_delay=0) as house:
        message = await begin_lesson(house)
        with monkeypatch.context() as patch:
            patch.setattr(lessons, "play_computer_moves", play_no_moves)
            await house.press(LEARNER, message, "Follow the hint")

        async def has_gone_on() -> bool:
            live = await find_newest_lesson(house)
            return not live.computers() and live.state is not None and live.state.phase == "play"

        await house.until(has_gone_on)


async def test_a_lesson_that_was_left_ends_after_a_week_without_a_word() -> None:
    async with start_room() as house:
        message = await begin_lesson(house)
        live, follow = await find_newest_lesson(house), buttons(message)["Follow the hint"]
        (work_item,) = [row for row in await house.store.work.of_table(live.id) if row.kind == WorkKind.EXPIRE]
        assert work_item.due - now_ms() > 6 * 24 * 3600 * 1000
        assert await lobby.expire(house.services.tables, work_item) is None
        assert (await find_newest_lesson(house)).record.status == "ended"
        answer = await house.forge(LEARNER, message, follow)
        assert "This Voren lesson is over." in response_text(answer)
        assert "Play again" in find_answer_buttons(answer)
        assert not [request for request in house.requests if request.route.startswith("/channels/")]


def count_lesson_rows(house: House, lesson: TableState) -> dict[str, int]:
    """Return how many rows there are of a lesson, by table."""
    database = sqlite3.connect(Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
    try:
        table_columns = {
            "tables": "id",
            "seats": "table_id",
            "events": "table_id",
            "hands": "table_id",
            "work": "table_id",
        }
        return {
            name: database.execute(f"SELECT count(*) FROM {name} WHERE {column} = ?", (lesson.id,)).fetchone()[0]
            for name, column in table_columns.items()
        }
    finally:
        database.close()


async def test_finished_lessons_go_after_a_week_and_those_that_are_played_stay() -> None:
    async with start_room() as house:
        message = await begin_lesson(house)
        over = await find_newest_lesson(house)
        await house.press(LEARNER, message, "To the end")
        table_state = (await begin_lesson(house), await find_newest_lesson(house))[1]
        await lobby.expire(
            house.services.tables,
            next(w for w in await house.store.work.of_table(table_state.id) if w.kind == "expire"),
        )
        lesson_played = (await begin_lesson(house), await find_newest_lesson(house))[1]
        assert [live.record.status for live in (over, table_state, lesson_played)] == ["over", "ended", "playing"]
        now = now_ms()
        for days, is_gone in ((6, False), (8, True)):
            house.services.tables.clock = lambda days=days: now + days * 24 * 3600 * 1000
            await house.services.retention.sweep()
            for lesson in (over, table_state):
                assert (sum(count_lesson_rows(house, lesson).values()) == 0) is is_gone, (days, lesson.id)
            assert count_lesson_rows(house, lesson_played)["events"] == lesson_played.record.seq
        await house.press(LEARNER, await begin_lesson(house), "Follow the hint")  # it is gone on with


async def test_learn_reads_as_much_after_many_lessons_as_after_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that are over it asks whether there is one."""
    async with start_room() as house:
        read, tables = list[int](), house.store.tables._tables

        async def count_tables(*conditions: Any) -> Any:
            records = await tables(*conditions)
            read.append(len(records))
            return records

        for _ in range(4):
            await house.press(LEARNER, await begin_lesson(house), "To the end")
        monkeypatch.setattr(house.store.tables, "_tables", count_tables)
        await begin_lesson(house)
        assert sum(read) <= 1
        assert "deal" not in (await find_newest_lesson(house)).record.settings


async def test_lesson_buttons_are_refused_at_other_tables() -> None:
    async with start_room() as house:
        table_answer = await house.open(HOST, (OTHER,))
        hand = await house.hand(HOST, table_answer)
        answer = await house.forge(HOST, hand, f"eh:skip_to_end:{table_answer.number}:1")
        assert "This button works in lessons only." in response_text(answer)


async def test_it_sends_nothing_but_its_answers() -> None:
    """No board, no mention, no further message: everything is in the one private message."""
    async with start_room() as house:
        await follow_hints(house, await begin_lesson(house))
        live = await find_newest_lesson(house)
        assert {row.kind for row in await house.store.work.of_table(live.id) if row.state == WorkState.DUE} == {
            "expire"
        }
        assert not [
            request for request in house.requests if request.method == "POST" and request.route.startswith("/channels/")
        ]


async def test_no_button_of_a_table_posts_a_lesson_where_others_see_it() -> None:
    """Whatever verb its learner puts below its message themselves, nothing goes to any channel."""
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 404  # some verbs take the message away
        answer = await house.forge(
            LEARNER, await begin_lesson(house), f"eh:show_table:{(await find_newest_lesson(house)).id}"
        )
        assert "That does not work in a lesson" in response_text(answer)
        for verb in sorted(house.services.router.routes().keys() - {"open_table", "submit_pad_form"}):
            message = await begin_lesson(house)
            for behind in ("", ":0", ":1:0"):
                if message["id"] not in house.sandbox.world.messages:
                    message = await begin_lesson(house)
                await house.forge(LEARNER, message, f"eh:{verb}:{(await find_newest_lesson(house)).id}{behind}")
        assert not [request for request in house.requests if request.route.startswith("/channels/")]


async def test_a_lesson_never_says_that_it_no_longer_refreshes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes by its learner's presses alone, and its buttons go on working."""
    monkeypatch.setattr(hand_messages, "LIFETIME_SECONDS", 0.2)
    async with start_room() as house:
        message = await begin_lesson(house)
        live = await find_newest_lesson(house)
        await house.until(lambda: live.id not in house.services.hand_messages._open)
        now = house.sandbox.people.message(LEARNER, message)
        assert "no longer updates itself" not in text(now)
        assert "**Hint: " in response_text(await house.press(LEARNER, now, "Follow the hint"))


async def test_a_command_that_is_delivered_twice_begins_one_lesson() -> None:
    async with start_room() as house:
        plan, who, number = find_lesson_plan(house), person(house, LEARNER), int(house.sandbox.world.ids.new())
        begins = [lessons.begin(house.services.tables, GAMES["voren"], plan, make_actor(who, number)) for _ in range(2)]
        (first, _), (second, _) = await asyncio.gather(*begins)
        assert first.id == second.id


def find_lesson_plan(house: House) -> lessons.Plan:
    """Return the plan of Voren's first hand."""
    return house.services.presenters["voren"].lesson.plan


@pytest.mark.parametrize("game", sorted(PHASES))
async def test_a_hint_has_its_whole_reason_or_above_it_what_is_new(game: str) -> None:
    async with start_room() as house:
        message, reasons, guides = await begin_lesson(house, game), 0, 0
        while "Follow the hint" in buttons(message):
            live = await find_newest_lesson(house)
            assert live.state is not None
            seat = live.state.to_act[0]
            guide = house.services.presenters.of(live).guide(live.state.view(seat))
            advice = await house.services.hints.of(live, seat)
            assert advice is not None
            match = re.search(r"\*\*Hint: (.+?)\.\*\*(?: (.+))?", text(message))
            assert match is not None, text(message)
            move, reason = match.groups()
            assert move[0].isupper() or move[0].isdigit()
            if guide:
                assert f"{guide}\n{match[0]}" in text(message)
                assert reason == escape(advice.why)
            else:
                assert reason.endswith(".")
            reasons, guides = reasons + (not guide), guides + bool(guide)
            message = (await house.press(LEARNER, message, "Follow the hint")).get("message") or {}
        assert LESSON_OVER in text(message)
        assert guides
        assert bool(reasons) == (game != "voren"), "all that is to be decided there is new"


async def test_conferences_lesson_leads_through_the_partners_part_once() -> None:
    """At one trick it offers both ways to talk; each says what it brings, and the lesson goes on from there."""
    async with start_room() as house:
        message, talks = await begin_lesson(house, "conference"), 0
        while "Show hand" not in buttons(message):
            message = (await house.press(LEARNER, message, "Follow the hint")).get("message") or {}
        assert conference.TALK in text(message)
        assert text(message).index(conference.TALK) < text(message).index("**Hint: ")
        show = buttons(message)["Show hand"]
        page = (await house.press(LEARNER, message, "Show hand")).get("message") or {}
        assert page["id"] == message["id"]
        assert "You showed Ambrose your hand. A person could plan with it; a computer player cannot." in text(page)
        assert conference.TALK not in text(page)
        assert "Show hand" not in buttons(page)
        second_answer = await house.forge(LEARNER, page, show)
        assert "you have already shown it" in response_text(second_answer)
        form = await house.press(LEARNER, page, "Send note")
        words = {"words": "I have the Fool."}
        page_after = (await house.sandbox.people.modal(LEARNER, form["interaction_id"], words)).get("message") or {}
        assert "Note sent to Ambrose. A person could plan with it; a computer player cannot." in text(page_after)
        assert not {"Show hand", "Send note"} & buttons(page_after).keys()
        message = (await house.press(LEARNER, page_after, "Follow the hint")).get("message") or {}
        while "Follow the hint" in buttons(message):
            talks += "Show hand" in buttons(message)
            message = (await house.press(LEARNER, message, "Follow the hint")).get("message") or {}
        assert LESSON_OVER in text(message)
        assert not talks
        assert not [
            request for request in house.requests if request.method == "POST" and request.route.startswith("/channels/")
        ]
