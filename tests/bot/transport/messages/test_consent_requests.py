"""Questions to people who use the bot: each is asked once, and again if it did not get there."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.pads import commands
from bot.pads.pads import Pads
from bot.tables.services.tables import Tables
from bot.transport.messages import consent_requests
from bot.transport.messages.consent_requests import ConsentRequests
from data.nights.records import NewNight, NightRecord
from tests.support.pads import ADA, CHANNEL, CLEO, GUILD, make_pad_actor, open_pad


class Answer:
    """An answer to Cleo that is sent once `delivery` is set, and counts the questions sent with it."""

    opened_form = was_lost = False

    def __init__(self, *, delivered: bool = True) -> None:
        self.interaction = SimpleNamespace(guild_id=GUILD, user=CLEO)
        self.sending = asyncio.Event()
        self.delivery = asyncio.Event()
        self.delivered = delivered
        self.questions = 0

    async def send_privately(self, _: Any) -> bool:
        self.questions += 1
        self.sending.set()
        await self.delivery.wait()
        return self.delivered


def make_requests(pads: Pads) -> ConsentRequests:
    """Return the requests of these pads, without messages in channels."""
    unused: Any = None
    return ConsentRequests(unused, pads, unused, unused, unused, unused)


async def bring_cleo(pads: Pads) -> None:
    """Let Ada bring Cleo to a pad."""
    pad = await open_pad(pads)
    await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))


async def ask_at_once(requests: ConsentRequests, answer: Any) -> None:
    """Ask what is pending with an answer that arrives at once."""
    answer.delivery.set()
    await requests.ask_pending(answer)


async def test_of_two_answers_at_the_same_time_one_asks(tables: Tables) -> None:
    pads = Pads(tables.store)
    await bring_cleo(pads)
    requests = make_requests(pads)
    first: Any = Answer()
    second: Any = Answer()
    asking = asyncio.create_task(requests.ask_pending(first))
    await first.sending.wait()
    await ask_at_once(requests, second)
    first.delivery.set()
    await asking
    third: Any = Answer()
    await ask_at_once(requests, third)
    assert (first.questions, second.questions, third.questions) == (1, 0, 0)


async def test_a_question_that_did_not_get_there_is_asked_with_the_next_answer(tables: Tables) -> None:
    pads = Pads(tables.store)
    await bring_cleo(pads)
    requests = make_requests(pads)
    lost: Any = Answer(delivered=False)
    await ask_at_once(requests, lost)
    arrived: Any = Answer()
    await ask_at_once(requests, arrived)
    assert (lost.questions, arrived.questions) == (1, 1)


async def test_members_who_never_come_back_do_not_fill_the_memory(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pads of a member who has left the memory are read again."""
    monkeypatch.setattr(consent_requests, "MAX_PENDING_MEMBERS", 2)
    pads = Pads(tables.store)
    pad = await open_pad(pads)
    pad, _ = await pads.change(
        pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo"), (14, "Dora"), (15, "Emil")])
    )
    requests = make_requests(pads)
    requests._add_pending(pad, list(pad.consents.values()))
    assert len(requests._pending) == 2
    answer: Any = Answer()
    await ask_at_once(requests, answer)
    assert answer.questions == 1


async def test_the_night_of_a_pad_is_read_once_for_all_whom_a_message_asks(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    pads, nights = Pads(tables.store), tables.store.nights
    await nights.begin(NewNight(GUILD, CHANNEL, "Evening", ADA.id, "Ada"), None)
    people = [(CLEO.id, "Cleo"), (14, "Dora"), (15, "Emil")]
    opened_pads = [await open_pad(pads), await open_pad(pads)]
    first, second = [
        (await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), people)))[0] for pad in opened_pads
    ]
    await pads.note_informed(second.id, [CLEO.id, 15])
    reads = list[int]()
    of_server = nights.of_server

    async def note_read(guild: int, limit: int) -> list[NightRecord]:
        reads.append(guild)
        return await of_server(guild, limit)

    monkeypatch.setattr(nights, "of_server", note_read)
    same_night = await make_requests(pads)._other_pads(first, list(first.consents.values()))
    assert same_night is not None
    assert (same_night.night, [pad.id for pad in same_night.pads]) == ("Evening", [second.id])
    assert reads == [GUILD]
