"""Hands contested over the wire: the button, the form, what all see, and the one message that tells the keepers."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.pads.contests import CONTEST_PERIOD_MS
from bot.scheduler import scheduler
from sandbox import Outcome
from tests.cogs.pads.contests import contest_hand, open_pad_of_two, show_hand
from tests.cogs.pads.sheets import (
    finish_pad,
    number_of,
    open_form,
    submit_form,
    wait_for_only_message,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    find_answer_buttons,
    is_private,
    person,
    read_mentions,
    response_text,
    start_room,
)

MESSAGES_PATH = "/channels/[0-9]+/messages"
SILENT = 1 << 12
"""The flag of a message that rings nobody, though it mentions them."""


def list_notices(house: House) -> list[Json]:
    """Return the messages that tell keepers of a contest, oldest first."""
    public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
    return [message for message in public if any(label.startswith("Show hand") for label in buttons(message))]


async def wait_for_notice(house: House, *words: str) -> Json:
    """Return the one message to the keepers, once it says all this."""
    return await wait_for_only_message(house, list_notices, *words)


async def test_a_contested_hand_is_shown_to_all_and_its_keepers_are_mentioned_once() -> None:
    """They and nobody else; the button in the message opens the hand; what a keeper decided stands there afterwards."""
    async with start_room() as house:
        pad = await open_pad_of_two(house, OTHER)
        answer = await contest_hand(house, SEATED, pad)
        assert is_private(answer)
        assert "You contested this hand. The keepers are told." in response_text(answer)
        assert set(find_answer_buttons(answer)) == {"Withdraw contest"}
        pad = await wait_for_pad_message(house, pad)
        assert f"Hand 1 is contested by {SEATED}. A keeper decides." in text(pad)
        assert "no hands yet" in text(pad)
        message = await wait_for_notice(house, f"{SEATED} contests hand 1 of **Friday \\*club\\***", "I had \\*40\\*")
        assert read_mentions(message) == {HOST, OTHER}
        assert "@everyone" not in text(message).replace("@\u200beveryone", "")
        assert message["channel_id"] == pad["channel_id"]
        views = await house.press(BYSTANDER, message, "Show hand 1")
        assert is_private(views)
        assert f"Contested by {SEATED}" in response_text(views)
        assert not find_answer_buttons(views)
        contesters_view = await house.press(OTHER, message, "Show hand 1")
        assert set(find_answer_buttons(contesters_view)) == {"Let it stand", "Correct", "Strike out"}
        keepers_view = await house.press(HOST, message, "Show hand 1")
        decided = await house.press(OTHER, contesters_view.get("message") or {}, "Let it stand")
        assert "The hand stands and counts again." in response_text(decided)
        late_answer = await house.forge(
            HOST,
            keepers_view.get("message") or {},
            f"eh:strike_pad_hand:{number_of(pad)}:1:{read_revision(keepers_view)}:1",
        )
        assert "has changed since you looked" in response_text(late_answer)
        message = await wait_for_notice(house, f"{OTHER} decided that it stands.")
        assert not message["mentions"] or read_mentions(message) == {HOST, OTHER}
        assert "waits for a keeper" not in text(await wait_for_pad_message(house, pad))
        more = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "More")
        log = response_text(await house.press(BYSTANDER, more.get("message") or {}, "Changes"))
        assert f"**{SEATED}** contested hand 1" in log
        assert "I had \\*40\\*" in log
        assert f"**{OTHER}** decided that hand 1 stands" in log
        assert "Contest …" not in find_answer_buttons(
            await show_hand(house, SEATED, await wait_for_pad_message(house, pad))
        )
        assert "Contest …" in find_answer_buttons(await show_hand(house, HOST, await wait_for_pad_message(house, pad)))


async def test_contested_hand_notifies_each_keeper_once_and_none_who_is_asleep() -> None:
    """Whoever else keeps the pad is told; where all sleep they find it in the morning."""
    async with start_room() as house:
        pad = await open_pad_of_two(house, OTHER)
        night = house.services.tables.clock() // 60_000 % 1440
        await house.services.people.change(person(house, HOST), night=((night - 60) % 1440, (night + 420) % 1440))
        answer = await contest_hand(house, SEATED, pad)
        await house.until(lambda: len(list_notices(house)) == 1)
        assert read_mentions(list_notices(house)[0]) == {OTHER}
        assert not list_notices(house)[0]["flags"] & SILENT
        await house.press(SEATED, answer.get("message") or {}, "Withdraw contest")
        await contest_hand(house, SEATED, await wait_for_pad_message(house, pad))
        await house.until(lambda: len(list_notices(house)) == 2)
        assert read_mentions(list_notices(house)[1]) == set()
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        await house.services.people.change(person(house, HOST), night=((night - 60) % 1440, (night + 420) % 1440))
        await contest_hand(house, SEATED, pad)
        await house.until(lambda: len(list_notices(house)) == 1)
        assert read_mentions(list_notices(house)[0]) == {HOST}
        assert list_notices(house)[0]["flags"] & SILENT


def read_revision(answer: Outcome) -> str:
    """Return the change at which a hand was shown."""
    return find_answer_buttons(answer)["Let it stand"].split(":")[4]


async def test_only_who_played_a_hand_is_offered_to_contest_it_and_within_a_day() -> None:
    """A forged press is told why not; nothing has changed."""
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        number, seq = number_of(pad), (await house.services.pads.find(number_of(pad))).record.seq
        shown_hand = await show_hand(house, BYSTANDER, pad)
        assert not find_answer_buttons(shown_hand)
        for verb in ("open_contest_form", "submit_contest_form"):
            forged = await house.forge(BYSTANDER, shown_hand.get("message") or {}, f"eh:{verb}:{number}:1:{seq}")
            assert "Only members who played a hand" in response_text(forged)
        waiting = await show_hand(house, SEATED, pad)
        opened_form = await open_form(house, SEATED, waiting.get("message") or {}, "Contest …")
        clock = house.services.pads.clock
        house.services.pads.clock = lambda: clock() + CONTEST_PERIOD_MS + 1000
        late_answer = await house.sandbox.people.modal(SEATED, opened_form["interaction_id"], {"why": ""})
        assert "only for a day" in response_text(late_answer)
        assert not find_answer_buttons(await show_hand(house, SEATED, pad))
        house.services.pads.clock = clock
        for verb in ("withdraw_contest", "reject_contest"):
            forged = await house.forge(SEATED, waiting.get("message") or {}, f"eh:{verb}:{number}:1:{seq}")
            assert "is no longer contested" in response_text(forged) or "Only this pad's keepers" in response_text(
                forged
            )
        assert (await house.services.pads.find(number)).record.seq == seq
        assert not list_notices(house)


async def test_contested_twice_and_while_somebody_corrects() -> None:
    """The second is told who was first; what was typed for the correction is kept as a draft."""
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        answers = [await show_hand(house, who, pad) for who in (HOST, SEATED, SEATED)]
        correction = await open_form(house, HOST, answers[0].get("message") or {}, "Correct")
        forms = [await open_form(house, SEATED, outcome.get("message") or {}, "Contest …") for outcome in answers[1:]]
        await submit_form(house, SEATED, forms[0], why="")
        second_answer = await house.sandbox.people.modal(SEATED, forms[1]["interaction_id"], {"why": "twice"})
        assert f"{SEATED} already contests this hand" in response_text(second_answer)
        late_answer = await submit_form(house, HOST, correction, points="7 8 9")
        assert "Someone else changed this hand meanwhile" in response_text(late_answer)
        assert "Change" in " ".join(find_answer_buttons(late_answer)) or "✓ Change: Points" in find_answer_buttons(
            late_answer
        )
        message = await wait_for_notice(house, "contests hand 1")
        shown_hand = await house.press(HOST, message, "Show hand 1")
        draft = await house.press(HOST, shown_hand.get("message") or {}, "Correct")
        answer = draft if draft["state"] != "modal" else await submit_form(house, HOST, draft, points="7 8 9")
        assert "Hand 1 is corrected." in response_text(await house.press(HOST, answer.get("message") or {}, "Save"))
        await wait_for_notice(house, f"{HOST} corrected it, and it counts.")
        assert "Contest …" in find_answer_buttons(
            await show_hand(house, SEATED, await wait_for_pad_message(house, pad))
        )


async def test_on_a_finished_pad_a_hand_is_contested_let_stand_and_struck_out() -> None:
    """Its hands are behind a button of their own; to correct one the pad is opened again first."""
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        assert "Correct" not in buttons(pad)
        answer = await contest_hand(house, SEATED, pad, "Hands")
        back = await house.press(SEATED, answer.get("message") or {}, "Withdraw contest")
        assert "The hand counts again." in response_text(back)
        await house.until(lambda: not [case for case in list_notices(house) if "until a keeper decides" in text(case)])
        first = {case["id"] for case in list_notices(house)}  # none where it was withdrawn before it was posted
        await contest_hand(house, SEATED, await wait_for_pad_message(house, pad), "Hands", "again")
        await house.until(
            lambda: [case for case in list_notices(house) if case["id"] not in first and "again" in text(case)]
        )
        shown_hand = await show_hand(house, HOST, await wait_for_pad_message(house, pad), "Hands")
        assert "reopen the pad" in response_text(shown_hand)
        assert {"Let it stand", "Strike out"} <= set(find_answer_buttons(shown_hand))
        assert "Correct" not in find_answer_buttons(shown_hand)
        struck = await house.press(HOST, shown_hand.get("message") or {}, "Strike out")
        assert "Struck out" in response_text(struck)
        assert "This pad is finished." in text(await wait_for_pad_message(house, pad))


async def test_a_message_that_was_posted_and_not_noted_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a process that was killed in between: the next posts none, and edits the one that is there."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.5,) * 5)
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        house.tolerate = lambda _: True
        house.sandbox.faults.add("drop", method="POST", path=MESSAGES_PATH, after=True)
        await contest_hand(house, SEATED, pad)
        await house.until(lambda: list_notices(house))
        await house.restart()
        await house.until(lambda: notices_are_settled(house))
        assert len(list_notices(house)) == 1
        shown_hand = await house.press(HOST, list_notices(house)[0], "Show hand 1")
        await house.press(HOST, shown_hand.get("message") or {}, "Let it stand")
        await wait_for_notice(house, "decided that it stands")


async def test_next_process_sends_pending_contest_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posted, and edited; and where it was settled before anybody was told, nobody is."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.5,) * 5)
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        house.tolerate = lambda _: True
        house.sandbox.faults.add("status", method="POST", path=MESSAGES_PATH, status=500, times=50)
        answer = await contest_hand(house, SEATED, pad)
        await asyncio.sleep(0.1)
        assert not list_notices(house)
        await house.stop()
        house.sandbox.faults.clear()
        await house.start()
        await wait_for_notice(house, "contests hand 1")
        house.sandbox.faults.add("status", method="PATCH", path=MESSAGES_PATH, status=500, times=50)
        await house.press(SEATED, answer.get("message") or {}, "Withdraw contest")
        await house.stop()
        house.sandbox.faults.clear()
        await house.start()
        await wait_for_notice(house, "withdrew that, so it counts.")


async def test_where_the_bot_may_not_write_nobody_is_told_until_it_may() -> None:
    """The hand waits all the same; whoever uses the pad there has it tried again."""
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        house.tolerate = lambda _: True
        house.sandbox.faults.add("status", method="POST", path=MESSAGES_PATH, status=403)
        await contest_hand(house, SEATED, pad)
        await house.until(lambda: house.sandbox.faults.idle)
        await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "Sheet")
        await wait_for_notice(house, "contests hand 1")


def notices_are_settled(house: House) -> bool:
    """Check whether every contest's message shows what became of it."""
    database = sqlite3.connect(Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
    rows: list[Any] = database.execute("SELECT state, message FROM work WHERE kind = 'contest_notice'").fetchall()
    database.close()
    return bool(rows) and all(state == "done" and message for state, message in rows)


async def test_banned_member_contests_nothing() -> None:
    """Moderators keep somebody from the tables of the server: from this, too."""
    async with start_room() as house:
        pad = await open_pad_of_two(house)
        guild = int(house.sandbox.world.guild_id)
        whom, moderator = (int(house.sandbox.people.user(name)["id"]) for name in (SEATED, "Ada"))
        await house.store.moderation.ban(guild, (whom, SEATED), (moderator, "Ada"), "")
        shown_hand = await show_hand(house, SEATED, pad)
        refused = await house.press(SEATED, shown_hand.get("message") or {}, "Contest …")
        assert "Moderators have banned you from all tables here" in response_text(refused)
