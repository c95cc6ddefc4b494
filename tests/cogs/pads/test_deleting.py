"""Pads that are deleted and brought back, over the wire: who may, what is named, and all that hangs on a pad."""

from __future__ import annotations

from typing import Any

from bot.pads.deletion import ALL_KEEPERS
from bot.pads.pads import DELETED_TEXT, NO_PAD
from data.standings.records import Origin
from data.tables.work import WorkKind
from sandbox import Outcome
from sandbox.server import membership
from tests.cogs.pads.sheets import (
    CHANNEL,
    choose_in_select,
    enter_hand,
    finish_pad,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_answer_buttons,
    response_text,
    start_room,
)

DAY_MS = 24 * 3600 * 1000


async def open_pad_of_two_hands(house: House) -> Json:
    """Open a pad and enter two hands; return its message."""
    pad = await open_pad(house, HOST, "free", name="Friday", guests="Grandma")
    for points in ("1 2", "3 4"):
        await enter_hand(house, HOST, pad, "Enter points", points=points)
        pad = await wait_for_pad_message(house, pad)
    return pad


async def ask_to_delete(house: House, who: str, pad: Json) -> Outcome:
    """Return the question before a pad is deleted."""
    more = await house.press(who, pad, "More")
    return await house.press(who, more.get("message") or {}, "Delete pad …")


async def delete_pad(house: House, pad: Json, who: str = HOST) -> Outcome:
    """Delete a pad; return the answer."""
    question = await ask_to_delete(house, who, pad)
    return await house.press(who, question.get("message") or {}, "Delete pad")


async def add_keepers(house: House, pad: Json, *others: str) -> Json:
    """Add keepers to a pad; return its message."""
    more = await house.press(HOST, pad, "More")
    await choose_in_select(house, HOST, more, "add_pad_keepers", *(user(house, other) for other in others))
    return await wait_for_pad_message(house, pad)


async def count_results(house: House, pad: Json) -> tuple[int, bool]:
    """Return how many hands of a pad count as results, and whether its game does, once that is settled."""
    number = number_of(pad) if "More" in buttons(pad) else int(buttons(pad)["Undo"].split(":")[2])
    await house.wait_until_settled(WorkKind.RECORD_PAD)
    origin = Origin("pad", number)
    return len(await house.store.results.hands_of(origin)), await house.store.results.game_of(origin) is not None


async def wait_for_newest_message(house: House, number: int) -> Json:
    """Return a pad's message once it shows the last change, also that the pad is deleted."""
    await house.wait_until_settled(WorkKind.PAD_BOARD)
    record = (await house.services.pads.find(number)).record
    return house.sandbox.world.messages[str(record.message)].data


async def test_a_keeper_deletes_a_pad_and_brings_it_back() -> None:
    """Asked once, with all that goes; nobody finds it then, nothing of it counts, until it is back as it was."""
    async with start_room() as house:
        pad = await open_pad_of_two_hands(house)
        number, before = number_of(pad), text(pad)
        assert await count_results(house, pad) == (2, False)
        question = await ask_to_delete(house, HOST, pad)
        assert "Delete Friday?" in response_text(question)
        assert "This deletes 2 hands and 2 players." in response_text(question)
        assert "undo this for a day" in response_text(question)
        answer = await house.press(HOST, question.get("message") or {}, "Delete pad")
        assert "Friday is deleted." in response_text(answer)
        notice = await wait_for_newest_message(house, number)
        assert f"{HOST} deleted this pad." in text(notice)
        assert set(buttons(notice)) == {"Undo"}
        assert await count_results(house, notice) == (0, False)
        pad_list = await house.command(HOST, "pad list")
        assert "Friday" not in response_text(pad_list)
        late_answer = await house.forge(HOST, answer.get("message") or {}, f"eh:show_pad_sheet:{number}:-1")
        assert "no longer works here" in response_text(late_answer)
        for verb in (
            f"eh:show_pad_log:{number}:-1",
            f"eh:ask_to_finish_pad:{number}",
            f"eh:ask_to_delete_pad:{number}",
        ):
            assert DELETED_TEXT.replace("`", "") in response_text(
                await house.forge(HOST, answer.get("message") or {}, verb)
            ).replace("`", "")
        refused = await house.press(BYSTANDER, notice, "Undo")
        assert "Only this pad's keepers" in response_text(refused)
        back = await house.press(HOST, notice, "Undo")
        assert "The pad is back" in response_text(back)
        pad = await wait_for_newest_message(house, number)
        assert text(pad) == before
        assert await count_results(house, pad) == (2, False)
        second_answer = await house.forge(HOST, answer.get("message") or {}, f"eh:restore_pad:{number}")
        assert "This pad is not deleted." in response_text(second_answer)
        more = await house.press(HOST, pad, "More")
        log = await house.press(HOST, more.get("message") or {}, "Changes")
        assert f"**{HOST}** restored the pad" in response_text(log)
        assert f"**{HOST}** deleted the pad" in response_text(log)


async def test_deletion_is_asked_again_after_a_change() -> None:
    """A hand that was entered since is named before it goes."""
    async with start_room() as house:
        pad = await open_pad_of_two_hands(house)
        question = await ask_to_delete(house, HOST, pad)
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="5 6")
        second_answer = await house.press(HOST, question.get("message") or {}, "Delete pad")
        assert "The pad has changed meanwhile." in response_text(second_answer)
        assert "This deletes 3 hands and 2 players." in response_text(second_answer)
        others = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "More")
        assert "Delete pad …" not in find_answer_buttons(others)
        forged = await house.forge(BYSTANDER, others.get("message") or {}, f"eh:delete_pad:{number_of(pad)}:4")
        assert "Only this pad's keepers" in response_text(forged)


async def test_a_pad_that_was_finished_goes_by_all_of_its_keepers() -> None:
    """Opened again, too; a moderator cannot, one who says no makes an end of it, and a change asks anew."""
    async with start_room() as house:
        pad = await add_keepers(house, await open_pad_of_two_hands(house), OTHER, SEATED)
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        number = number_of(pad)
        assert await count_results(house, pad) == (2, True)
        more = await house.press(MODERATOR, pad, "More")
        assert ALL_KEEPERS in response_text(await house.press(MODERATOR, more.get("message") or {}, "Delete pad …"))

        async def agree_to_delete(who: str) -> Outcome:
            question = await ask_to_delete(house, who, await wait_for_pad_message(house, pad))
            label = next(offer for offer in find_answer_buttons(question) if offer in {"Agree to delete", "Delete pad"})
            return await house.press(who, question.get("message") or {}, label)

        first = await agree_to_delete(HOST)
        assert f"You agree. {OTHER} and {SEATED} must agree, too" in response_text(first)
        pad = await wait_for_pad_message(house, pad)
        assert f"{HOST} wants to delete this pad. {OTHER} and {SEATED} must agree" in text(pad)
        assert "You have agreed already." in response_text(await agree_to_delete(HOST))
        second = await agree_to_delete(OTHER)
        assert f"{SEATED} must agree" in response_text(second)
        more_panel = await house.press(SEATED, await wait_for_pad_message(house, pad), "More")
        await house.press(SEATED, more_panel.get("message") or {}, "Keep pad")
        pad = await wait_for_pad_message(house, pad)
        assert "to delete this pad" not in text(pad)
        await agree_to_delete(HOST)
        more = await house.press(OTHER, await wait_for_pad_message(house, pad), "More")
        await house.press(OTHER, more.get("message") or {}, "Reopen pad")
        assert "to delete this pad" not in text(await wait_for_pad_message(house, pad))
        await house.restart()
        assert "must agree" in response_text(await agree_to_delete(HOST))
        await agree_to_delete(OTHER)
        await house.restart()
        last = await agree_to_delete(SEATED)
        assert "Friday is deleted." in response_text(last)
        notice = await wait_for_newest_message(house, number)
        assert await count_results(house, notice) == (0, False)
        await house.press(OTHER, notice, "Undo")
        assert await count_results(house, await wait_for_newest_message(house, number)) == (2, False)


async def test_a_keeper_who_has_left_the_server_is_not_asked() -> None:
    """Else nobody could ever delete it."""
    async with start_room() as house:
        pad = await add_keepers(house, await open_pad_of_two_hands(house), OTHER)
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        house.tolerate = lambda request: "/members/" in request.route  # asked whether they are there
        membership.leave(house.sandbox.world, user(house, OTHER))
        question = await ask_to_delete(house, HOST, pad)
        assert "must agree" not in response_text(question)
        answer = await house.press(HOST, question.get("message") or {}, "Delete pad")
        assert "Friday is deleted." in response_text(answer)


async def test_a_form_that_was_open_says_again_what_was_typed() -> None:
    """And no hand is entered on a deleted pad."""
    async with start_room() as house:
        pad = await open_pad_of_two_hands(house)
        answer = await open_form(house, HOST, pad, "Enter points")
        await delete_pad(house, pad)
        late_answer = await submit_form(house, HOST, answer, points="117 -204")
        assert "This pad is deleted." in response_text(late_answer)
        assert "`117 -204`" in response_text(late_answer)


async def test_a_night_leaves_out_a_deleted_pad_until_it_is_back() -> None:
    """The night's message is redrawn both times."""
    async with start_room() as house:
        night_answer = await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Club"})
        pad = await open_pad_of_two_hands(house)

        def read_night() -> str:
            return text(house.sandbox.world.messages[str((night_answer.get("message") or {})["id"])].data)

        await house.until(lambda: "Friday" in read_night())
        answer = await delete_pad(house, pad)
        await house.until(lambda: "Friday" not in read_night())
        await house.press(HOST, answer.get("message") or {}, "Undo")
        await house.until(lambda: "Friday" in read_night())


async def test_after_a_day_it_is_gone_for_good_with_its_message() -> None:
    """It cannot be brought back any more then; what was brought back in time stays."""
    async with start_room() as house:
        pad, other = await open_pad_of_two_hands(house), await open_pad(house, HOST, "free", name="Kept")
        number = number_of(pad)
        await delete_pad(house, pad)
        answer = await delete_pad(house, other)
        notice = await wait_for_newest_message(house, number)
        await house.press(HOST, answer.get("message") or {}, "Undo")
        await house.services.retention.sweep()
        assert await house.store.pads.pad(number)
        now = house.services.tables.clock() + DAY_MS + 60_000
        house.services.tables.clock = house.services.pads.clock = lambda: now
        late_answer = await house.press(HOST, notice, "Undo")
        assert "over a day ago" in response_text(late_answer)
        await count_results(house, notice)
        await house.services.retention.sweep()
        assert await house.store.pads.pad(number) is None
        assert await house.store.pads.pad(number_of(other))
        assert str(notice["id"]) not in house.sandbox.world.messages
        show = await house.command(HOST, "pad show", pad=number)
        assert NO_PAD in response_text(show)


async def test_a_pad_whose_message_is_gone_is_brought_back_by_its_number() -> None:
    """`/pad show` posts what says that it is deleted, with Undo; only for those who see the pad."""
    async with start_room() as house:
        pad = await open_pad_of_two_hands(house)
        number = number_of(pad)
        await delete_pad(house, pad)
        answer: Any = await house.command(HOST, "pad show", pad=number)
        assert f"{HOST} deleted this pad." in response_text(answer)
        back = await house.press(HOST, answer.get("message") or {}, "Undo")
        assert "The pad is back" in response_text(back)
