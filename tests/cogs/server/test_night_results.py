"""The message that ends a club night, over the wire: who won what, once, for all, and the charts behind its button."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.transport.messages.night_boards import NightBoards
from data.engine.errors import StoreBusy
from data.nights.records import MAX_NIGHT_MS
from data.tables.work import WorkKind
from tests.cogs.member.test_privacy import YES, agreed
from tests.cogs.pads.sheets import entered, fresh
from tests.cogs.server.test_club_nights import CHANNEL, begun, command, night_of
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import BYSTANDER, HOST, is_private, person, response_text, room


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages of nights follow at once."""
    monkeypatch.setattr(NightBoards, "edit_interval_seconds", 0.01)


async def played(here: House) -> None:
    """A pad on which Bo has won, and one that is still played."""
    for name, points in (("Dice", "1 2"), ("Darts", "5 3")):
        pad = (await command(here, HOST, "pad new", game="free", wins="most", name=name, guests="Bo")).get(
            "message"
        ) or {}
        await entered(here, HOST, pad, "Enter points", points=points)
        if name == "Dice":
            more = await here.press(HOST, await fresh(here, pad), "More")
            answer = await here.press(HOST, more.get("message") or {}, "Finish pad")
            await here.press(HOST, answer.get("message") or {}, "Finish pad")


def cards(here: House, number: int) -> list[Json]:
    """The messages that end a night."""
    messages = here.sandbox.people.messages(BYSTANDER, CHANNEL)
    return [message for message in messages if f"Club night {number}, ended" in text(message)]


async def ended(here: House) -> None:
    """End the newest night."""
    panel = await command(here, HOST, "night end")
    await here.press(HOST, panel.get("message") or {}, "End night")


def pictures(message: Json) -> list[str]:
    """The alt texts of a message's pictures."""
    names: list[str] = []

    def look(parts: list[Any]) -> None:
        for part in parts:
            names.extend(item["description"] for item in part.get("items", []))
            look(part.get("components", []))

    look(message["components"])
    return names


async def the_card(here: House, number: int, *words: str) -> Json:
    """The one message that ends a night, once it says all this."""

    def read_message() -> Json | None:
        (*_, last) = cards(here, number) or [None]
        return last if last is not None and all(word in text(last) for word in words) else None

    message: Json = await here.until(read_message)
    assert len(cards(here, number)) == 1
    return message


async def test_a_night_that_is_ended_tells_all_who_won_what() -> None:
    """At the bottom of its channel, once, after a restart too; nobody is mentioned. The charts are behind a button."""
    async with room(pictures=True) as here:
        number = night_of(await begun(here, name="Friday @everyone"))
        await played(here)
        await ended(here)
        card = await the_card(here, number, "Friday", "is over", "Bo wins with **2**", f"{HOST} leads with **5**")
        assert "won 1 of 1 game" in text(card)
        assert "**Bo** won most games: 1." in text(card)
        assert here.sandbox.people.messages(BYSTANDER, CHANNEL)[-1]["id"] == card["id"]
        assert not card["flags"] & 64
        assert not card["mentions"]
        assert not card["mention_everyone"]
        assert not card["attachments"]
        charts = await here.press(BYSTANDER, card, "Charts")
        assert is_private(charts)
        assert [words.partition(":")[0] for words in pictures(charts.get("message") or {})] == [
            "Chart of Darts",
            "Chart of Dice",
        ]
        assert len((charts.get("message") or {})["attachments"]) == 2
        await here.restart()
        await command(here, HOST, "pad new", game="free", wins="most", name="Later")
        await the_card(here, number, "is over")
        assert "Later" not in text(card)


async def test_open_pads_can_be_finished_before_a_night_ends() -> None:
    """The question names them; of a pad that another keeps it says so. The results have the winners at once."""
    async with room() as here:
        number = night_of(await begun(here))
        await played(here)
        theirs = (await command(here, BYSTANDER, "pad new", game="free", wins="most", name="Chess", guests="Al")).get(
            "message"
        ) or {}
        await entered(here, BYSTANDER, theirs, "Enter points", points="1 0")
        panel = await command(here, HOST, "night end")
        assert "**Not finished yet:** Darts. Nobody wins there before that." in response_text(panel)
        assert "**Only their keepers can finish:** Chess." in response_text(panel)
        await here.press(HOST, panel.get("message") or {}, "Finish all and end")
        await the_card(here, number, f"{HOST} wins with **5**", f"{BYSTANDER} leads with **1**")
        more = await here.press(BYSTANDER, await fresh(here, theirs), "More")
        answer = await here.press(BYSTANDER, more.get("message") or {}, "Finish pad")
        await here.press(BYSTANDER, answer.get("message") or {}, "Finish pad")
        await the_card(here, number, f"{BYSTANDER} wins with **1**")


async def test_without_pictures_the_charts_are_told_in_words() -> None:
    async with room(pictures=False) as here:
        number = night_of(await begun(here))
        await played(here)
        await ended(here)
        card = await the_card(here, number, "Bo wins")
        charts = await here.press(BYSTANDER, card, "Charts")
        assert f"Darts: the totals over 1 hand. {HOST} leads" in response_text(charts)
        assert not (charts.get("message") or {})["attachments"]


async def test_a_night_in_which_nothing_was_played_is_closed_in_a_line() -> None:
    async with room() as here:
        number = night_of(await begun(here))
        await ended(here)
        assert not buttons(await the_card(here, number, "Nothing was played.", f"ended by {HOST}"))


async def test_a_night_that_ends_by_itself_has_its_message_too() -> None:
    """Where nobody played, there is none."""
    for plays in (True, False):
        async with room() as here:
            number = night_of(await begun(here))
            if plays:
                await played(here)
            await here.turn(MAX_NIGHT_MS / 1000)
            if plays:
                assert "ended by" not in text(await the_card(here, number, "Bo wins"))
            else:
                await here.settled(WorkKind.NIGHT_RESULTS)
                assert not cards(here, number)


async def test_a_night_that_was_deleted_before_its_end_posts_no_results() -> None:
    async with room() as here:
        number = night_of(await begun(here))
        await played(here)
        assert await here.store.nights.delete(number, person(here, HOST).id, HOST)
        await here.turn(MAX_NIGHT_MS / 1000)
        await here.settled(WorkKind.NIGHT_RESULTS)
        assert not cards(here, number)


async def test_a_process_that_was_killed_after_it_posted_finds_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room() as here:
        number = night_of(await begun(here))
        await played(here)

        async def lost(*_: Any, **__: Any) -> None:
            raise StoreBusy

        monkeypatch.setattr(here.store.work, "mark", lost)
        await ended(here)
        await here.until(lambda: bool(cards(here, number)))
        await here.restart()
        await here.settled(WorkKind.NIGHT_RESULTS)
        await the_card(here, number, "Bo wins")


async def test_who_is_erased_goes_from_the_message_too() -> None:
    async with room() as here:
        number = night_of(await begun(here))
        await played(here)
        await ended(here)
        before = await the_card(here, number, HOST)
        answer = await here.command(HOST, "privacy delete", CHANNEL)
        await agreed(here, HOST, answer, YES)
        await here.until(lambda: HOST not in text(cards(here, number)[0]))
        assert cards(here, number)[0]["id"] == before["id"]
        assert HOST not in json.dumps(cards(here, number)[0]["components"])
