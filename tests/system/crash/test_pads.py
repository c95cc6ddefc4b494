"""SIGKILL while three people enter, correct and contest hands on one pad: what was acknowledged is there exactly once,
and so are its results, from which a recount makes the same standings.

The keepers live in the test's process, and remember what they were told; the bot is another process, and is killed.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

import pytest

from bot.standings.standings_worker import digest, recount
from data.standings.records import Origin
from data.store import Store
from data.tables.work import WorkKind
from sandbox import Outcome, Refused, Sandbox
from tests.support.messages import buttons, text
from tests.support.waiting import until
from tests.system.crash.process import ForkedBot

Json = dict[str, Any]

PEOPLE: Final = ("Ada", "Bela", "Cleo")
CHANNEL: Final = "card-room"
ENTERED: Final = re.compile(r"Hand (\d+) is entered\.")
CORRECTED: Final = re.compile(r"Hand (\d+) is corrected\.")
AGAIN: Final = "Enter as another hand"
PATIENCE: Final = 5
"""How many times as many kills there are at most."""
MOST: Final = 400
"""Hands after which another pad is opened: one holds 500."""


@dataclass
class Heard:
    """The acts of people and the answers, by the number that they typed, which nobody types twice."""

    tried: set[int] = field(default_factory=set[int])
    entered: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """Acknowledged hands: by what was typed, the pad and the hand's number."""
    corrected: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """Acknowledged corrections."""
    contested: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Acknowledged contests: the pad, and the number in whose text it was told why, which nobody types twice."""


class Keepers:
    """Three people at one pad after another, who go on whatever happens."""

    def __init__(self, sandbox: Sandbox, rng: Random) -> None:
        self.sandbox = sandbox
        self.rng = rng
        self.heard = Heard()
        self.numbers = count(1)
        self.pads: list[Json] = []
        self.stopped = False

    @property
    def pad(self) -> Json:
        """Return the message of the pad that is kept now."""
        return self.pads[-1]

    def read_pad_number(self, message: Json) -> int:
        """Return the number of a pad, from its message."""
        return int(buttons(message)["More"].split(":")[2])

    async def open(self) -> None:
        """Open a pad on which all three play."""
        people = self.sandbox.people
        await until(lambda: any(command["name"] == "pad" for command in people.state("Ada")["commands"]), 20)
        opened = await people.command("Ada", CHANNEL, "pad new", {"game": "free", "wins": "most"})
        self.pads.append(opened.get("message") or {})
        for who in PEOPLE[1:]:
            panel = await people.click(who, self.pad, f"eh:show_pad_players:{self.read_pad_number(self.pad)}")
            await people.click(who, panel.get("message") or {}, f"eh:join_pad:{self.read_pad_number(self.pad)}")

    async def keep(self, who: str) -> None:
        """Enter hands, and correct one now and then, until told to stop."""
        while not self.stopped:
            with suppress(Refused):  # a button has gone meanwhile, or the form was of a message that has
                pairs = [pair for pair in self.heard.entered.values() if pair[0] == self.read_pad_number(self.pad)]
                chance = self.rng.random()
                if pairs and chance < 0.25:
                    await self.correct(who, self.rng.choice(pairs)[1])
                elif pairs and chance < 0.4:
                    await self.contest(who, self.rng.choice(pairs)[1])
                else:
                    await self.enter(who)
            await asyncio.sleep(self.rng.random() * 0.02)

    async def enter(self, who: str) -> None:
        """Enter a hand; if others have done so meanwhile, it is another."""
        number = next(self.numbers)
        answer = await self.fill(
            who, await self.press(who, self.pad, f"eh:add_pad_hand:{self.read_pad_number(self.pad)}:points"), number
        )
        for _ in range(20):
            if answer is None:
                return
            message_text = text(answer)
            if match := ENTERED.search(message_text):
                self.heard.entered[number] = self.read_pad_number(self.pad), int(match[1])
                return
            if AGAIN not in buttons(answer):
                await self.discard(who, answer)
                return
            answer = await self.press(who, answer, buttons(answer)[AGAIN])

    async def correct(self, who: str, hand: int) -> None:
        """Correct a hand."""
        pad, number = self.read_pad_number(self.pad), next(self.numbers)
        page = await self.press(who, self.pad, f"eh:show_pad_hands:{pad}:0")
        message = page and await self.press(who, page, f"eh:show_pad_hand:{pad}", str(hand))
        form = message and "Correct" in buttons(message) and await self.press(who, message, buttons(message)["Correct"])
        draft = await self.fill(who, form or None, number)
        answer = draft and "Save" in buttons(draft) and await self.press(who, draft, buttons(draft)["Save"])
        if answer and (match := CORRECTED.search(text(answer))):
            self.heard.corrected[number] = pad, int(match[1])

    async def contest(self, who: str, hand: int) -> None:
        """Contest a hand; one that waits a keeper lets stand, and whoever contested it withdraws that."""
        pad, number = self.read_pad_number(self.pad), next(self.numbers)
        page = await self.press(who, self.pad, f"eh:show_pad_hands:{pad}:0")
        message = page and await self.press(who, page, f"eh:show_pad_hand:{pad}", str(hand))
        if not message:
            return
        for label in ("Let it stand", "Withdraw contest"):
            if label in buttons(message):
                await self.press(who, message, buttons(message)[label])
                return
        form = "Contest …" in buttons(message) and await self.press(who, message, buttons(message)["Contest …"])
        if form and "interaction_id" in form:
            answer = self.read_answer(
                await self.sandbox.people.modal(who, form["interaction_id"], {"why": f"why {number}"})
            )
            if answer and "You contested this hand." in text(answer):
                self.heard.contested.add((pad, number))

    async def fill(self, who: str, form: Json | None, number: int) -> Json | None:
        """Submit a form with a number that nobody types twice; a draft that was begun is discarded instead."""
        if form is None or "interaction_id" not in form:
            if form is not None:
                await self.discard(who, form)
            return None
        self.heard.tried.add(number)
        return self.read_answer(
            await self.sandbox.people.modal(who, form["interaction_id"], {"points": f"{number} 0 0"})
        )

    async def discard(self, who: str, panel: Json) -> None:
        """Discard a draft: what was typed in it may have been kept before the bot was killed."""
        for label in ("Cancel entry", "Keep as it was"):
            if label in buttons(panel):
                await self.press(who, panel, buttons(panel)[label])

    async def press(self, who: str, message: Json, custom_id: str, *values: str) -> Json | None:
        """Press a button: the message that answers, the form (with its interaction), or None for no answer."""
        outcome = await self.sandbox.people.click(who, message, custom_id, list(values) or None)
        if outcome["state"] == "modal":
            return {"interaction_id": outcome["interaction_id"], "content": ""}
        return self.read_answer(outcome)

    def read_answer(self, outcome: Outcome) -> Json | None:
        """Return the message of an answer, which is never an error of ours."""
        if outcome["state"] not in {"message", "update"}:
            return None
        message = outcome.get("message") or {"content": ""}
        assert "Something went wrong" not in text(message), text(message)
        return message


async def check_entries(store: Store, heard: Heard) -> Counter[str]:
    """Check that acknowledged hands and corrections are there once; return the counts of what was typed."""
    typed: Counter[int] = Counter()
    places: dict[int, tuple[int, int]] = {}
    counts: Counter[str] = Counter()
    for listed in await store.pads.of_server(await guild_of(store), 0, 100):
        pad = listed.id
        record = await store.pads.pad(pad)
        assert record is not None
        assert [hand.number for hand in record.hands] == list(range(1, len(record.hands) + 1))
        changes = await store.pads.changes(pad, None, 100_000)
        assert [entry.seq for entry in changes] == list(range(record.seq, 0, -1))
        last: dict[int, list[int]] = {}
        for change in reversed(changes):
            if change.kind not in {"enter", "correct"}:
                continue
            assert change.after is not None
            assert change.hand is not None
            points: list[int] = change.after["account"]["points"]
            typed[points[0]] += 1
            places[points[0]] = pad, change.hand
            last[change.hand] = points
            counts[change.kind] += 1
        assert {hand.number: list(hand.points) for hand in record.hands} == last
        why = [(pad, int(contest.why.removeprefix("why "))) for contest in record.contests]
        assert len(set(why)) == len(why)
        assert {contest for contest in heard.contested if contest[0] == pad} <= set(why)
        counts["contest"] += len(why)
        waiting = {hand.number for hand in record.hands if hand.state == "contested"}
        assert waiting == {contest.hand for contest in record.contests if contest.outcome == "waits"}
    doubled = [number for number, times in typed.items() if times > 1]
    assert not doubled
    assert set(typed) <= heard.tried
    for number, place in (*heard.entered.items(), *heard.corrected.items()):
        assert places.get(number) == place, number
    counts["unheard"] = len(set(typed) - set(heard.entered) - set(heard.corrected))
    return counts


async def guild_of(store: Store) -> int:
    """Return the server of the first pad."""
    first = await store.pads.pad(1)
    assert first is not None
    return first.guild


async def kill_amid_entries(folder: Path, kills: int) -> Counter[str]:
    """Kill the bot so often while three people enter and correct hands; return the counts.

    ELDEST_SEED repeats the choices of an earlier run.
    """
    seed = int(os.environ.get("ELDEST_SEED") or SystemRandom().randrange(1 << 32))
    print(f"ELDEST_SEED={seed}", flush=True)
    rng, counts = Random(seed), Counter[str]()
    async with await Sandbox.start(None) as sandbox:
        bot, keepers = ForkedBot(sandbox, folder), Keepers(sandbox, rng)
        for name in PEOPLE:
            if name not in {user["global_name"] for user in sandbox.world.users.values()}:
                sandbox.people.add_user(name)
        await bot.start()
        await keepers.open()
        result = 0
        while result < kills or (not keepers.heard.entered and result < PATIENCE * kills):
            result += 1
            keepers.stopped = False
            tasks = [asyncio.create_task(keepers.keep(who)) for who in PEOPLE]
            await asyncio.sleep(0.2 + rng.random() * 0.6)
            bot.kill()
            keepers.stopped = True
            await bot.wait_until_gone()
            await asyncio.wait_for(asyncio.gather(*tasks), 30)
            await bot.start()
            store = await Store.open(bot.database)
            counts = await check_entries(store, keepers.heard)
            await check_messages(store, sandbox, keepers.pads)
            await check_results(store, len(keepers.pads))
            await store.close()
            if counts["enter"] > MOST * len(keepers.pads):
                await keepers.open()
        store = await Store.open(bot.database)
        await until(partial(are_standings_updated, store), 30)
        worked_out = await digest(store)
        assert (await recount(store, print)).digest == worked_out
        await store.close()
        await bot.stop()
    print(
        dict(counts), len(keepers.heard.entered), "hands and", len(keepers.heard.corrected), "corrections acknowledged"
    )
    assert keepers.heard.entered
    return counts


async def check_messages(store: Store, sandbox: Sandbox, pads: list[Json]) -> None:
    """Check that the pad's message comes to show its last change, without anybody's pressing anything."""

    async def is_shown() -> bool:
        record = await store.pads.pad(len(pads))
        due = await store.work.due(2**62, 1, (WorkKind.PAD_BOARD,))
        return record is not None and record.message is not None and not due

    await until(is_shown, 20)
    record = await store.pads.pad(len(pads))
    assert record is not None
    counted = sum(hand.state == "counts" for hand in record.hands)
    assert f"{counted} hand" in text(sandbox.world.messages[str(record.message)].data) or not counted
    await until(partial(are_keepers_told, store), 30)
    for pad in range(1, len(pads) + 1):
        record = await store.pads.pad(pad)
        assert record is not None
        for contest in record.contests:
            messages = [
                message
                for message in sandbox.world.messages.values()
                if has_button(message.data, f"eh:show_contested_hand:{pad}:{contest.seq}")
            ]
            assert len(messages) == 1 or (not messages and contest.outcome != "waits"), (pad, contest)
            assert not messages or (contest.outcome == "waits") is ("until a keeper decides" in text(messages[0].data))


async def check_results(store: Store, pads: int) -> None:
    """Check that each hand that counts or waits comes to be a result, once and as it is, and no other does."""
    await until(partial(are_results_recorded, store), 20)
    for pad in range(1, pads + 1):
        record, results = await store.pads.pad(pad), await store.results.hands_of(Origin("pad", pad))
        assert record is not None
        hands = [hand for hand in record.hands if hand.state != "struck"]
        assert [
            (result.number, result.state == "waits", [part.points for part in result.parts]) for result in results
        ] == [(hand.number, hand.state == "contested", list(hand.points)) for hand in hands]


async def are_results_recorded(store: Store) -> bool:
    """Check whether the results of all pads are those of their last change."""
    return not await store.work.due(2**62, 1, (WorkKind.RECORD_PAD,))


async def are_standings_updated(store: Store) -> bool:
    """Check whether all results have been folded into standings."""
    return not await store.work.due(2**62, 1, (WorkKind.RECORD_PAD, WorkKind.UPDATE_STANDINGS))


async def are_keepers_told(store: Store) -> bool:
    """Check whether the keepers have been told of all that was contested."""
    return not await store.work.due(2**62, 1, (WorkKind.CONTEST_NOTICE,))


def has_button(message: Json, custom_id: str) -> bool:
    """Check whether a message has a button with that id."""
    return custom_id in buttons(message).values()


@pytest.mark.timeout(300)
async def test_two_kills_of_a_pad(tmp_path: Path) -> None:
    assert (await kill_amid_entries(tmp_path, 2))["enter"]


@pytest.mark.soak
async def test_two_hundred_kills_of_a_pad(tmp_path: Path) -> None:
    counts = await kill_amid_entries(tmp_path, 200)
    assert counts["unheard"] >= 20, counts
    assert counts["correct"] >= 20, counts
    assert counts["contest"] >= 20, counts
