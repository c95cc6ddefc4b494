"""What must hold of a month: what was answered, what was posted and what is kept, held against each other."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.sandbox import Recorded
from data.records import EventRecord
from tests.e2e.crash.kept import Kept, faults, read
from tests.e2e.crash.players import FOLLOW, READY, Point, Sent, Witness
from tests.e2e.harness import boards_of, could_be_doubled
from tests.month.house import House
from tests.month.tables import Table

PINGED = re.compile(r"(\d+)-(\d+)-p([0-9a-f]+)")
"""The nonce of a message that says whose turn it is: table, event, and a bit for each seat."""
OF_ANOTHER = {"invite"}
"""Events whose person is not the one who pressed."""
CHANGED = {"leave", "sit"}
"""Events with which a seat becomes another's."""
TAKEN_FOR_GRANTED = {
    10008: "Unknown Message: somebody or something was quicker to remove it",
    10015: "Unknown Webhook: an interaction that was never acknowledged",
    10062: "Unknown interaction: its three seconds are over",
    30046: "A message older than an hour was edited often; the edit is made later, in another message at the latest",
    40060: "It has been acknowledged already",
    50027: "Invalid Webhook Token: its fifteen minutes are over",
    50083: "The thread is archived",
    160004: "There is a thread already: one that a killed bot had made",
}
"""Refusals that say that the world has moved on, by Discord's code."""


@dataclass(frozen=True)
class Mention:
    """A message that mentions people because it is their turn."""

    at: float
    table: int
    seats: tuple[int, ...]
    message: str
    nonce: str


class Judge:
    """Watches a house from its start; `judge` tells at the end what should not be."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.mentions: dict[str, Mention] = {}
        self.refused: Counter[str] = Counter()
        self.doubled: list[str] = []
        self.states: dict[str, int] = {}
        house.sandbox.recorder.requests.append(self._note)

    def _note(self, request: Recorded) -> None:
        if 400 <= request.status < 500:
            code = (request.answer or {}).get("code")
            hasty = request.status == 429 and not self.house.sandbox.faults.idle
            if not hasty and code not in TAKEN_FOR_GRANTED:
                self.refused[f"{request.method} {request.route}: {request.status} {request.answer}"[:300]] += 1
        if request.body is not None and could_be_doubled(request):
            self.doubled.append(f"{request.method} {request.path}: {request.body}"[:300])
        body = request.body if isinstance(request.body, dict) else {}
        found = PINGED.fullmatch(str(body.get("nonce") or ""))
        if request.status == 200 and found is not None:
            message, mask = request.answer["id"], int(found[3], 16)
            seats = tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
            self.mentions.setdefault(message, Mention(self.house.now, int(found[1]), seats, message, found[0]))

    async def judge(self, witness: Witness, agreed: Sequence[Table]) -> list[str]:
        """What should not be, in words; nothing if all is well. The bot is stopped, and its database read."""
        database = f"sqlite+aiosqlite:///{self.house.database}"
        tables = await read(database)
        problems = [f"a bot fell: {one}" for one in self.house.fell]
        problems += [f"refused {count} times: {one}" for one, count in self.refused.most_common()]
        problems += [f"could be doubled: {one}" for one in self.doubled]
        problems += [f"its log does not prove it: {one}" for one in await faults(database)]
        problems += _moves(tables, witness)
        problems += self._mentions(tables)
        for table in tables:
            boards = boards_of(self.house.sandbox, table.record.id)
            if len(boards) != 1 and table.record.status != "lobby":
                problems.append(f"table {table.record.id} ({table.record.status}) has {len(boards)} boards")
        self.states = dict(Counter(table.record.status for table in tables))
        there = {table.number for table in agreed}
        problems += [f"table {one.record.id} is known to nobody" for one in tables if one.record.id not in there]
        return problems

    def _mentions(self, tables: Sequence[Kept]) -> list[str]:
        """Nobody is mentioned twice for the same decision, whoever has sat down meanwhile excepted."""
        problems: list[str] = []
        for table in tables:
            points, last = table.points(), dict[tuple[int, int], Mention]()
            changed = [event for event in table.log if event.kind in CHANGED]
            mine = (one for one in self.mentions.values() if one.table == table.record.id)
            for mention in sorted(mine, key=lambda one: one.at):
                for seat in mention.seats:
                    at = seat, _decision(table, points, seat, mention.at)
                    before = last.get(at)
                    last[at] = mention
                    if before is not None and not any(
                        event.seat == seat and before.at <= event.at / 1000 <= mention.at for event in changed
                    ):
                        problems.append(f"table {table.record.id}: {at} was mentioned twice, {before} and {mention}")
        return problems


def _decision(table: Kept, points: Sequence[Point], seat: int, at: float) -> int:
    """The event with which the decision arose for which a seat was mentioned at that time: its last one until then."""
    upto = bisect_right(table.log, at * 1000, key=lambda event: event.at)
    return next((points[one].deciding[seat] for one in range(upto, 0, -1) if seat in points[one].deciding), 0)


def _moves(tables: Sequence[Kept], witness: Witness) -> list[str]:
    """What was acknowledged is in a log once, what is in a log was sent, and no decision was made twice."""
    problems: list[str] = []
    kept: dict[int, EventRecord] = {}
    decided: dict[tuple[object, ...], EventRecord] = {}
    for table in tables:
        if [event.seq for event in table.log] != list(range(1, table.record.seq + 1)):
            problems.append(f"the log of table {table.record.id} has gaps")
        points = table.points()
        back = {event.public["seq"] for event in table.log if event.kind == "back"}
        for event in table.log:
            if event.interaction is None:
                continue
            if event.interaction in kept:
                problems.append(f"interaction {event.interaction} made two events")
            kept[event.interaction] = event
            sent = witness.sent.get(event.interaction)
            if sent is None or (str(event.user) != sent.who and event.kind not in OF_ANOTHER):
                problems.append(f"{event} was sent by nobody of that name: {sent}")
            elif event.kind == "move" and event.seq not in back:
                problems += _move(table, event, sent, points, decided)
    lost = [sent for sent in witness.sent.values() if sent.made and sent.interaction not in kept]
    return [*problems, *(f"acknowledged and lost: {sent}" for sent in lost)]


def _move(
    table: Kept, event: EventRecord, sent: Sent, points: list[Point], decided: dict[tuple[object, ...], EventRecord]
) -> list[str]:
    """What is wrong with a move that somebody made."""
    if sent.move != event.text and not sent.name.startswith((*READY, FOLLOW)):
        return [f"{event} is not what was sent: {sent}"]
    decision = (table.record.id, *sent.decision(points, event.seat or 0))
    before = decided.setdefault(decision, event)
    return [] if before is event else [f"{decision} was made twice, by {before} and {event}"]
