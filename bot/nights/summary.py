"""What a club night comes to: its tables and pads, and what each person played and won there.

Points of different games are never added up: they are not worth the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.common.text import name_key, name_of
from bot.pads.pad import Pad
from bot.standings.table_results import Choices, Seating, game_result
from bot.tables.model.table_state import Live
from data.night_records import NightRecord
from data.records import EventRecord, Span
from data.result_records import Origin
from rules.registry import winners_of

MOST: Final = 25
"""Tables and pads of a night that are looked at, the newest: a select offers as many."""

Key = int | str
"""Who somebody is all evening: a user, or a guest by name."""


class Sat(NamedTuple):
    """Somebody who played: whole hands that were finished, and whether they have won the game."""

    who: Key
    name: str
    hands: int
    won: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A table or a pad of a night. Names are as they were typed; `place` is its channel and message, if it has one."""

    origin: Origin
    title: str
    game: str
    state: Literal["waits", "on", "over"]
    hands: int
    leaders: tuple[str, ...]
    best: int
    sat: tuple[Sat, ...]
    place: tuple[int, int | None] | None
    void: bool = False
    """Whether those who played there ended it with the scores void."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A night as it is now; `left_out` are so many of its oldest tables and pads that were not looked at."""

    record: NightRecord
    over: bool
    parts: tuple[Part, ...]
    left_out: int

    def people(self) -> list[Sat]:
        """Everybody who played, with the hands they played; those who won most games first. `won` says nothing."""
        found: dict[Key, Sat] = {}
        for part in self.parts:
            for one in part.sat:
                before = found.get(one.who)
                hands = one.hands + (before.hands if before else 0)
                found[one.who] = Sat(one.who, before.name if before else one.name, hands, won=False)
        return sorted(found.values(), key=lambda one: (-self.wins(one.who), -one.hands, one.name))

    def wins(self, who: Key) -> int:
        """How many games somebody won."""
        return sum(one.won for part in self.parts for one in part.sat if one.who == who)

    def winners(self) -> list[Sat]:
        """Those who won most games; nobody where no game was won."""
        people = self.people()
        most = self.wins(people[0].who) if people else 0
        return [person for person in people if most and self.wins(person.who) == most]

    def games(self, who: Key) -> int:
        """How many games that are over somebody played."""
        return sum(one.who == who for part in self.parts if part.state == "over" for one in part.sat)


def of_pad(pad: Pad) -> Part:
    """A pad of a night."""
    record, leaders = pad.record, pad.leaders()
    over = record.status == "finished" or pad.is_over()
    played = [player for hand in pad.counted for player in hand.players]
    sat = tuple(
        Sat(
            one.user if one.user is not None else name_key(one.name),
            name_of(one.name, number - 1),
            played.count(number),
            over and number in leaders,
        )
        for number, one in pad.players.items()
        if number in played
    )
    place = None if record.message_channel is None else (record.message_channel, record.message)
    names = tuple(name_of(pad.players[one].name, one - 1) for one in leaders)
    best = pad.totals[leaders[0]] if leaders else 0
    state: Literal["on", "over"] = "over" if over else "on"
    return Part(Origin("pad", pad.id), pad.title, pad.game.name, state, len(pad.counted), names, best, sat, place)


def of_table(live: Live, spans: Sequence[Span], changes: Sequence[EventRecord], choices: Choices) -> Part:
    """A table of a night: `spans` are its finished hands, `changes` tell who left a seat in play or sat down in it, and
    `choices` who chose the moves. Hands and the game are those of the people whose results they are. Of one whose
    scores are void no hand counts.
    """
    record = live.record
    over = record.status in {"over", "ended"}
    winners = winners_of(live.state.view(None)) if record.status == "over" and live.state is not None else ()
    seating = Seating.of(record.seats, changes)
    counted = () if live.void else spans
    hands = Counter(
        user
        for span in counted
        for seat in range(len(record.seats))
        if (user := choices.player_of(seating, seat, span)) is not None
    )
    names = {event.user: event.name for event in changes} | {one.user: one.name for one in record.seats}
    won: set[int | None] = set()
    if winners and live.state is not None and spans:
        game = game_result(record, live.game, live.state.score(), spans, record.updated, seating, choices)
        won = {part.user for part in game.parts if part.won}
    sat = tuple(Sat(user, name_of(names.get(user, ""), 0), many, user in won) for user, many in hands.items())
    leaders = winners if record.status == "over" else _leading(live) if counted else ()
    best = record.seats[leaders[0]].points if leaders else 0
    state: Literal["waits", "on", "over"] = "over" if over else "waits" if record.status == "lobby" else "on"
    shown = tuple(name_of(record.seats[seat].name, seat) for seat in leaders)
    place = record.message_channel or record.thread or record.channel, record.message
    name, game = live.name, live.game.name
    return Part(Origin("table", live.id), name, game, state, len(counted), shown, best, sat, place, live.void)


def _leading(live: Live) -> tuple[int, ...]:
    """The seats with the best points of those so far."""
    points = [seat.points for seat in live.record.seats]
    best = (min if live.game.fewest_win else max)(points)
    return tuple(seat for seat, one in enumerate(points) if one == best)
