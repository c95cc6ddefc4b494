"""The message that ends a club night, over the wire: who won what, once, for all, and the charts behind its button."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.transport.messages.night_boards import NightBoards
from data.engine.errors import StoreBusy
from data.nights.records import MAX_NIGHT_MS
from data.tables.work import WorkKind
from tests.cogs.member.erasure import DELETE_BUTTON
from tests.cogs.member.test_privacy import confirm_in_private
from tests.cogs.pads.sheets import enter_hand, finish_pad, wait_for_pad_message
from tests.cogs.server.nights import begin_night, night_of
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, is_private, person, response_text, start_room


@pytest.fixture(autouse=True)
def edit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let messages of nights follow at once."""
    monkeypatch.setattr(NightBoards, "edit_interval_seconds", 0.01)


async def play_pads(house: House) -> None:
    """Open a pad on which Bo wins, and one that is not finished."""
    for name, points in (("Dice", "1 2"), ("Darts", "5 3")):
        pad = (await house.command(HOST, "pad new", game="free", wins="most", name=name, guests="Bo")).get(
            "message"
        ) or {}
        await enter_hand(house, HOST, pad, "Enter points", points=points)
        if name == "Dice":
            await finish_pad(house, pad)


def list_final_messages(house: House, number: int) -> list[Json]:
    """Return the messages that end a night."""
    messages = house.sandbox.people.messages(BYSTANDER, CHANNEL)
    return [message for message in messages if f"Club night {number}, ended" in text(message)]


async def end_night(house: House) -> None:
    """End the newest night."""
    panel = await house.command(HOST, "night end")
    await house.press(HOST, panel.get("message") or {}, "End night")


def list_alt_texts(message: Json) -> list[str]:
    """Return the alt texts of a message's pictures."""
    names: list[str] = []

    def collect(parts: list[Any]) -> None:
        for part in parts:
            names.extend(item["description"] for item in part.get("items", []))
            collect(part.get("components", []))

    collect(message["components"])
    return names


async def wait_for_final_message(house: House, number: int, *words: str) -> Json:
    """Return the one message that ends a night, once it says all this."""

    def find_message() -> Json | None:
        (*_, last) = list_final_messages(house, number) or [None]
        return last if last is not None and all(word in text(last) for word in words) else None

    message: Json = await house.until(find_message)
    assert len(list_final_messages(house, number)) == 1
    return message


async def test_a_night_that_is_ended_tells_all_who_won_what() -> None:
    """At the bottom of its channel, once, after a restart too; nobody is mentioned. The charts are behind a button."""
    async with start_room(pictures=True) as house:
        number = night_of(await begin_night(house, name="Friday @everyone"))
        await play_pads(house)
        await end_night(house)
        card = await wait_for_final_message(
            house, number, "Friday", "is over", "Bo wins with **2**", f"{HOST} leads with **5**"
        )
        assert "won 1 of 1 game" in text(card)
        assert "**Bo** won most games: 1." in text(card)
        assert house.sandbox.people.messages(BYSTANDER, CHANNEL)[-1]["id"] == card["id"]
        assert not card["flags"] & 64
        assert not card["mentions"]
        assert not card["mention_everyone"]
        assert not card["attachments"]
        charts = await house.press(BYSTANDER, card, "Charts")
        assert is_private(charts)
        assert [words.partition(":")[0] for words in list_alt_texts(charts.get("message") or {})] == [
            "Chart of Darts",
            "Chart of Dice",
        ]
        assert len((charts.get("message") or {})["attachments"]) == 2
        await house.restart()
        await house.command(HOST, "pad new", game="free", wins="most", name="Later")
        await wait_for_final_message(house, number, "is over")
        assert "Later" not in text(card)


async def test_open_pads_can_be_finished_before_a_night_ends() -> None:
    """The question names them; of a pad that another keeps it says so. The results have the winners at once."""
    async with start_room() as house:
        number = night_of(await begin_night(house))
        await play_pads(house)
        other_panel = (
            await house.command(BYSTANDER, "pad new", game="free", wins="most", name="Chess", guests="Al")
        ).get("message") or {}
        await enter_hand(house, BYSTANDER, other_panel, "Enter points", points="1 0")
        panel = await house.command(HOST, "night end")
        assert "**Not finished yet:** Darts. Nobody wins there before that." in response_text(panel)
        assert "**Only their keepers can finish:** Chess." in response_text(panel)
        await house.press(HOST, panel.get("message") or {}, "Finish all and end")
        await wait_for_final_message(house, number, f"{HOST} wins with **5**", f"{BYSTANDER} leads with **1**")
        more = await house.press(BYSTANDER, await wait_for_pad_message(house, other_panel), "More")
        answer = await house.press(BYSTANDER, more.get("message") or {}, "Finish pad")
        await house.press(BYSTANDER, answer.get("message") or {}, "Finish pad")
        await wait_for_final_message(house, number, f"{BYSTANDER} wins with **1**")


async def test_without_pictures_the_charts_are_told_in_words() -> None:
    async with start_room(pictures=False) as house:
        number = night_of(await begin_night(house))
        await play_pads(house)
        await end_night(house)
        card = await wait_for_final_message(house, number, "Bo wins")
        charts = await house.press(BYSTANDER, card, "Charts")
        assert f"Darts: the totals over 1 hand. {HOST} leads" in response_text(charts)
        assert not (charts.get("message") or {})["attachments"]


async def test_a_night_in_which_nothing_was_played_is_closed_in_a_line() -> None:
    async with start_room() as house:
        number = night_of(await begin_night(house))
        await end_night(house)
        assert not buttons(await wait_for_final_message(house, number, "Nothing was played.", f"ended by {HOST}"))


async def test_a_night_that_ends_by_itself_has_its_message_too() -> None:
    """Where nobody played, there is none."""
    for plays in (True, False):
        async with start_room() as house:
            number = night_of(await begin_night(house))
            if plays:
                await play_pads(house)
            await house.turn(MAX_NIGHT_MS / 1000)
            if plays:
                assert "ended by" not in text(await wait_for_final_message(house, number, "Bo wins"))
            else:
                await house.wait_until_settled(WorkKind.NIGHT_RESULTS)
                assert not list_final_messages(house, number)


async def test_a_night_that_was_deleted_before_its_end_posts_no_results() -> None:
    async with start_room() as house:
        number = night_of(await begin_night(house))
        await play_pads(house)
        assert await house.store.nights.delete(number, person(house, HOST).id, HOST)
        await house.turn(MAX_NIGHT_MS / 1000)
        await house.wait_until_settled(WorkKind.NIGHT_RESULTS)
        assert not list_final_messages(house, number)


async def test_a_process_that_was_killed_after_it_posted_finds_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_room() as house:
        number = night_of(await begin_night(house))
        await play_pads(house)

        async def raise_busy(*_: Any, **__: Any) -> None:
            raise StoreBusy

        monkeypatch.setattr(house.store.work, "mark", raise_busy)
        await end_night(house)
        await house.until(lambda: bool(list_final_messages(house, number)))
        await house.restart()
        await house.wait_until_settled(WorkKind.NIGHT_RESULTS)
        await wait_for_final_message(house, number, "Bo wins")


async def test_who_is_erased_goes_from_the_message_too() -> None:
    async with start_room() as house:
        number = night_of(await begin_night(house))
        await play_pads(house)
        await end_night(house)
        before = await wait_for_final_message(house, number, HOST)
        answer = await house.command(HOST, "privacy delete", CHANNEL)
        await confirm_in_private(house, HOST, answer, DELETE_BUTTON)
        await house.until(lambda: HOST not in text(list_final_messages(house, number)[0]))
        assert list_final_messages(house, number)[0]["id"] == before["id"]
        assert HOST not in json.dumps(list_final_messages(house, number)[0]["components"])
