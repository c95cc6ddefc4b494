"""What must hold of a month: what was answered, what was posted and what is kept, held against each other."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.common.time_spans import DAY_SECONDS
from bot.tables.model.clock_terms import REMIND, Terms, terms_of
from data.tables.events import EventKind
from data.tables.records import EventRecord
from sandbox import Recorded
from tests.month.house import House
from tests.month.people import Person
from tests.month.tables import Table
from tests.support.house import could_be_doubled
from tests.support.messages import boards_of
from tests.system.crash.players import FOLLOW, READY, Point, Sent, Witness
from tests.system.crash.stored_tables import StoredTable, find_faults, read_stored_tables

PINGED = re.compile(r"(\d+)-(\d+)-p([0-9a-f]+)")
"""The nonce of a message that says whose turn it is: table, event, and a bit for each seat."""
OF_ANOTHER = {"invite"}
"""Events whose person is not the one who pressed."""
CHANGED = {"leave", "sit"}
"""Events with which a seat becomes another's."""
GOES_ON = "resume"
"""The event with which a paused table goes on: a mention goes with the pause, and comes again."""
REMINDED = re.compile(r"\d+-(\d+)-m")
"""The nonce of a reminder: the row that it was posted for first."""
OFTEN = 30046
"""The code with which an edit of an old message is refused; discord.py tries it again each second."""
YOUNG = 10.0
"""Seconds in which haste is nobody's: a bot does not know what one that was killed had just sent, nor counts what
discord.py tries again."""
SOON = 120.0
"""Seconds that a message may be under way when a night begins."""
LATE = 3600.0
"""Seconds by which what follows on a clock may come late, beside all troubles."""
TAKEN_FOR_GRANTED = {
    10007: "Unknown Member: whether somebody has left is asked so",
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
    """A message that mentions people."""

    at: float
    table: int
    seats: tuple[int, ...]
    users: tuple[str, ...]
    message: str
    nonce: str


class Judge:
    """A witness of a house from its start; `judge` returns what should not be at the end."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.mentions: dict[str, Mention] = {}
        self.reminders: dict[str, Mention] = {}
        self.told: dict[str, Mention] = {}
        """What else mentioned somebody: what others asked or decided."""
        self.refused: Counter[str] = Counter()
        self._often: dict[str, float] = {}
        self.doubled: list[str] = []
        self.tables: list[StoredTable] = []
        """All tables as they are kept, once it has judged."""
        self.unfinished: list[int] = []
        self.states: dict[str, int] = {}
        self.away: dict[int, list[tuple[float, float]]] = {}
        """The times for which people at a table said that they were away, by its number."""
        house.sandbox.recorder.requests.append(self._note)

    def _note(self, request: Recorded) -> None:
        if 400 <= request.status < 500:
            code = (request.answer or {}).get("code")
            place, now = request.path.split("/messages/")[0], self.house.now
            if code == OFTEN:
                self._often[place] = now
            is_known = now - max(self.house.born, self._often.get(place, 0)) < YOUNG
            hasty = request.status == 429 and (is_known or not self.house.sandbox.faults.idle)
            if not hasty and code not in TAKEN_FOR_GRANTED:
                self.refused[
                    f"at {self.house.now:.0f} {request.method} {request.route}: {request.status} {request.answer}"[:300]
                ] += 1
        if request.body is not None and could_be_doubled(request):
            self.doubled.append(f"{request.method} {request.path}: {request.body}"[:300])
        body = request.body if isinstance(request.body, dict) else {}
        if request.status != 200 or "nonce" not in body:
            return
        nonce, message, at = str(body["nonce"]), request.answer["id"], self.house.now
        users = tuple(map(str, body.get("allowed_mentions", {}).get("users", ())))
        if match := PINGED.fullmatch(nonce):
            mask = int(match[3], 16)
            seats = tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
            self.mentions.setdefault(message, Mention(at, int(match[1]), seats, users, message, nonce))
        elif REMINDED.fullmatch(nonce):
            text = str(body.get("content"))
            self.reminders.setdefault(message, Mention(at, 0, (), users, message, f"{nonce} {text}"))
        elif users:
            self.told.setdefault(message, Mention(at, 0, (), users, message, nonce))

    async def judge(self, witness: Witness, agreed: Sequence[Table], people: Mapping[str, Person]) -> list[str]:
        """Return what should not be, in words. The bot is stopped, and its database is read."""
        database = f"sqlite+aiosqlite:///{self.house.database}"
        tables = self.tables = await read_stored_tables(database)
        for table in tables:
            players = {str(event.user) for event in table.log}  # also who came later, or in another's place
            self.away[table.record.id] = [
                (person.away[0], person.away[1] + 2 * DAY_SECONDS)
                for person in map(people.get, players)
                if person and person.away
            ]
        problems = [f"a bot fell: {text}" for text in self.house.fell]
        problems += [f"refused {count} times: {text}" for text, count in self.refused.most_common()]
        problems += [f"could be doubled: {text}" for text in self.doubled]
        problems += [f"its log does not prove it: {fault}" for fault in await find_faults(database)]
        problems += find_wrong_moves(tables, witness)
        problems += self.find_doubled_mentions(tables)
        problems += self.find_doubled_reminders()
        problems += self.find_disturbances(people)
        for table in tables:
            problems += self.find_long_waits(table)
        for table in tables:
            boards = boards_of(self.house.sandbox, table.record.id)
            if len(boards) != 1 and table.record.status != "lobby":
                problems.append(f"table {table.record.id} ({table.record.status}) has {len(boards)} boards")
        self.unfinished = [
            stored_table.record.id
            for stored_table in tables
            if _driven(stored_table) and stored_table.record.status == "playing"
        ]
        self.states = dict(Counter(table.record.status for table in tables))
        numbers = {table.number for table in agreed}
        problems += [  # one whose opening was never answered, so that its host opened another, goes by itself
            f"table {stored_table.record.id} is known to nobody"
            for stored_table in tables
            if stored_table.record.id not in numbers and stored_table.record.status != "ended"
        ]
        return problems

    def find_doubled_mentions(self, tables: Sequence[StoredTable]) -> list[str]:
        """Return mentions of somebody twice for the same decision, save a new owner or a pause meanwhile."""
        problems: list[str] = []
        for table in tables:
            points, last = table.points(), dict[tuple[int, int], Mention]()
            changed = [event for event in table.log if event.kind in CHANGED or event.kind == GOES_ON]
            own_mentions = (entry for entry in self.mentions.values() if entry.table == table.record.id)
            for mention in sorted(own_mentions, key=lambda entry: entry.at):
                for seat in mention.seats:
                    at = seat, _decision(table, points, seat, mention.at)
                    before = last.get(at)
                    last[at] = mention
                    if before is not None and not any(
                        (event.seat == seat or event.kind == GOES_ON) and before.at <= event.at / 1000 <= mention.at
                        for event in changed
                    ):
                        problems.append(f"table {table.record.id}: {at} was mentioned twice, {before} and {mention}")
        return problems

    def find_doubled_reminders(self) -> list[str]:
        """Return reminders that were sent twice: each is that of one row, and no two say the same of a table."""
        rows, counts = Counter[str](), Counter[tuple[str, str]]()
        for mention in self.reminders.values():
            nonce, _, words = mention.nonce.partition(" ")
            rows[nonce] += 1
            counts.update((mention.users[0], line) for line in words.splitlines() if "**" in line)
        problems = [f"the reminder {row} was sent {count} times" for row, count in rows.items() if count > 1]
        return problems + [
            f"{user} was told {count} times: {line}" for (user, line), count in counts.items() if count > 1
        ]

    def find_disturbances(self, people: Mapping[str, Person]) -> list[str]:
        """Return mentions and reminders of somebody by their night, or while they have said to be away."""
        problems: list[str] = []
        for mention in (*self.mentions.values(), *self.reminders.values(), *self.told.values()):
            for user in mention.users:
                person = people.get(user)
                if person is None:
                    continue
                if person.night_since is not None and person.night_since < mention.at and is_night(person, mention.at):
                    problems.append(f"{person.name} was mentioned by night: {mention}")
                if person.away is not None and person.away[0] + SOON < mention.at < person.away[1]:
                    problems.append(f"{person.name} was mentioned while away: {mention}")
        return problems

    def find_long_waits(self, table: StoredTable) -> list[str]:
        """Return decisions that took longer than the clock allows, and tables that stand still at the end."""
        terms = terms_of(table.record.settings)
        if terms is None or terms.out == REMIND:  # as long as it takes: its host has chosen that
            return []
        problems, points = list[str](), table.points()
        began: dict[int, tuple[int, int]] = {}
        for number, point in enumerate(points[1:]):
            at = table.log[number].at
            for seat, (decision, since) in list(began.items()):
                if point.deciding.get(seat) != decision:
                    del began[seat]
                    problems += self._too_long(table, f"seat {seat} for {decision}", since, at, terms)
            for seat, decision in point.deciding.items():
                began.setdefault(seat, (decision, at))
        if table.record.status == "playing":
            problems += self._too_long(table, "the end", table.log[-1].at, int(self.house.now * 1000), terms)
        return problems

    def _too_long(self, table: StoredTable, what: str, since: int, until: int, terms: Terms) -> list[str]:
        """Return a problem where somebody took from `since` to `until` (ms), more than the clock allows."""
        begin, end = since / 1000, until / 1000
        pauses = [(number / 1000, other / 1000) for number, other in table.record.settings.get("pauses", ())]
        if (paused := table.record.settings.get("paused")) is not None:
            pauses.append((paused / 1000, end))
        away = self.away.get(table.record.id, ())
        still = sum(
            max(0.0, min(end, to) - max(begin, of))
            for of, to in (*self.house.down, *self.house.troubled, *pauses, *away)
        )
        allowed = (terms.move + terms.bank) / 1000 + still + LATE
        if end - begin <= allowed:
            return []
        took, may = (end - begin) / 3600, allowed / 3600
        return [f"table {table.record.id} waited {took:.1f} h and not {may:.1f} h at most: {what}, from {since}"]


def _driven(table: StoredTable) -> bool:
    """Check whether a clock drives a table on: a computer player moves at its end, and nobody has paused the table."""
    terms = terms_of(table.record.settings)
    return terms is not None and terms.out != REMIND and table.record.settings.get("paused") is None


def is_night(person: Person, at: float, within: float = SOON) -> bool:
    """Check whether it is night for somebody who has said when that is, and has been for some seconds."""
    begin, end = person.habits.night
    local_time = datetime.fromtimestamp(at - within, ZoneInfo(person.habits.zone))
    return (local_time.hour + local_time.minute / 60 - begin) % 24 < (end - begin) % 24 - within / 3600


def _decision(table: StoredTable, points: Sequence[Point], seat: int, at: float) -> int:
    """Return the event with which the decision arose for which a seat was mentioned at that time."""
    upto = bisect_right(table.log, at * 1000, key=lambda event: event.at)
    return next((points[number].deciding[seat] for number in range(upto, 0, -1) if seat in points[number].deciding), 0)


def find_wrong_moves(tables: Sequence[StoredTable], witness: Witness) -> list[str]:
    """Return moves that were lost, doubled or not sent: what was acknowledged is in a log once."""
    problems: list[str] = []
    record: dict[int, EventRecord] = {}
    decided: dict[tuple[object, ...], EventRecord] = {}
    for table in tables:
        if [event.seq for event in table.log] != list(range(1, table.record.seq + 1)):
            problems.append(f"the log of table {table.record.id} has gaps")
        points = table.points()
        back = {event.public["seq"] for event in table.log if event.kind == EventKind.TAKE_BACK}
        for event in table.log:
            if event.interaction is None:
                continue
            if event.interaction in record:
                problems.append(f"interaction {event.interaction} made two events")
            record[event.interaction] = event
            sent = witness.sent.get(event.interaction)
            if sent is None or (str(event.user) != sent.who and event.kind not in OF_ANOTHER):
                problems.append(f"{event} was sent by nobody of that name: {sent}")
            elif event.kind == EventKind.MOVE and event.seq not in back:
                problems += _move(table, event, sent, points, decided)
    lost = [sent for sent in witness.sent.values() if sent.made and sent.interaction not in record]
    return [*problems, *(f"acknowledged and lost: {sent}" for sent in lost)]


def _move(
    table: StoredTable,
    event: EventRecord,
    sent: Sent,
    points: list[Point],
    decided: dict[tuple[object, ...], EventRecord],
) -> list[str]:
    """Return what is wrong with a move that somebody made."""
    if sent.move != event.text and not sent.name.startswith((*READY, FOLLOW)):
        return [f"{event} is not what was sent: {sent}"]
    decision = (table.record.id, *sent.decision(points))
    before = decided.setdefault(decision, event)
    return [] if before is event else [f"{decision} was made twice, by {before} and {event}"]
