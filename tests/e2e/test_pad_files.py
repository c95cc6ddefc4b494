"""Pads out and in again by their own buttons: what is exported opens a pad that is the same, and goes on the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.pads.pad import Pad, game_of
from tests.cogs.pads.presenters import PRESENTERS
from tests.cogs.pads.sheets import number_of, open_pad, wait_for_pad_message
from tests.support.house import House
from tests.support.messages import Json, a_file, text
from tests.support.pad_sheets import enter_facts, make_possible_facts
from tests.support.wire_tables import HOST, response_text, start_room


async def read_pad(house: House, message: Json) -> Pad:
    return await house.services.pads.find(number_of(message))


async def enter_random_hand(house: House, message: Json, rng: Random) -> tuple[Json, dict[str, Any]]:
    """Enter one more hand that the rules accept; return the pad's message then, and the account."""
    while True:
        pad = await read_pad(house, message)
        facts = make_possible_facts(pad, rng)
        answer = await enter_facts(house, pad, message, facts)
        if "is entered." in answer:
            return await wait_for_pad_message(house, message), facts


async def export_files(house: House, message: Json) -> dict[str, bytes]:
    """Return the files of a pad by what they end in, by its own buttons."""
    more = await house.press(HOST, message, "More")
    answer = await house.press(HOST, more.get("message") or {}, "Export")
    return {name.rpartition(".")[2]: data for name, data in (await house.files(answer.get("message") or {})).items()}


def drop_source(file: bytes) -> list[bytes]:
    """Return the lines of a file but the one that names its pad."""
    lines = file.splitlines()
    files = [data for data in lines if b"source" not in data.lower()]
    assert len(files) == len(lines) - 1
    return files


async def read_outcome(house: House, message: Json) -> tuple[Any, ...]:
    """Return what a pad comes to and what follows from it, without who keeps it, and where."""
    pad = await read_pad(house, message)
    places = {number: place for place, number in enumerate(pad.players)}
    hands = [
        [
            *(
                hand.number,
                [places[player] for player in hand.players],
                hand.dealer,
                hand.account,
                hand.entry,
                hand.outcome,
            ),
            *(hand.points, hand.state, hand.played),
        ]
        for hand in pad.record.hands
    ]
    sheet = response_text(await house.press(HOST, message, "Sheet")).split("\n", 2)[2]  # without what the pad is called
    standing = [line for line in text(message).splitlines() if "**" in line or "deals the next" in line]
    plays = [pad.players[player].state for player in pad.players]
    next_dealer = pad.next_dealer(pad.playing) if pad.playing else None
    options = pad.record.options
    totals = list(pad.totals.values())
    return sheet, [line.replace(" · guest", "") for line in standing], hands, plays, next_dealer, options, totals


@pytest.mark.parametrize("game", sorted(PRESENTERS))
async def test_a_pad_of_every_game_goes_out_and_in_and_on(game: str) -> None:
    """CSV and JSON, each by its command; then the same hand is told on all three pads. In Voren matches are owed."""
    rng, about = Random(game), game_of(game)
    async with start_room() as house:
        guests = ", ".join(f"=Guest {number}" for number in range(1, max(about.seats[0], min(3, about.seats[1]))))
        message = await open_pad(house, HOST, game, guests=guests, name="Kitchen")
        for number in range(1, 30):
            message, _ = await enter_random_hand(house, message, rng)
            pad = await read_pad(house, message)
            owed = any(pad.counted[-1].outcome.get("owes", ()))
            if number >= 3 and (owed or game != "voren"):
                break
        else:
            raise AssertionError("nobody came to owe a match")
        files, before = await export_files(house, message), await read_outcome(house, message)
        again: list[Json] = []
        for kind in ("csv", "json"):
            answer = await house.command(HOST, "pad import", file=a_file(f"pad.{kind}", files[kind]))
            answer = await house.press(HOST, answer.get("message") or {}, "Import again")
            again.append(answer.get("message") or {})
            assert await read_outcome(house, again[-1]) == before
            assert drop_source((await export_files(house, again[-1]))[kind]) == drop_source(files[kind])
        message, facts = await enter_random_hand(house, message, rng)
        for entry in again:
            assert "is entered." in await enter_facts(house, await read_pad(house, entry), entry, facts)
        ends = [await read_outcome(house, await wait_for_pad_message(house, item)) for item in (message, *again)]
        for _, _, hands, *_ in ends:
            hands[-1] = hands[-1][:-1]  # when it was played is by the clock
        assert ends[1:] == [ends[0]] * 2
