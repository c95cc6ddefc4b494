"""The summary of a club night: its tables and pads, and each person's hands and wins.

Points of different games are never added up: they are not worth the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.common.text import name_key, name_of, person_name
from bot.pads.pad import Pad
from bot.standings.table_results import MoveChoices, game_result
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from data.nights.records import NightRecord
from data.standings.records import Origin
from data.tables.records import EventRecord, Span
from rules.registry import winners_of

MAX_PARTS: Final = 25
"""Tables and pads of a night that are read, the newest: a select offers as many."""

PersonKey = int | str
"""The key of a person for the whole night: a user, who may not have agreed yet, or a guest's name."""


class NightPlayer(NamedTuple):
    """A player: finished hands, and whether they won the game."""

    who: PersonKey
    name: str
    hands: int
    won: bool
    unconfirmed: int = 0
    """The hands on pads where the user has not agreed yet that they are that player."""


@dataclass(frozen=True, slots=True)
class NightPart:
    """A table or a pad of a night. Names are as typed; `place` is its channel and message, if it has one."""

    origin: Origin
    title: str
    game: str
    state: Literal["waits", "on", "over"]
    hands: int
    leaders: tuple[str, ...]
    best: int
    players: tuple[NightPlayer, ...]
    place: tuple[int, int | None] | None
    void: bool = False
    """Whether the players ended it with the scores void."""
    paid: tuple[tuple[str, int], ...] = ()
    """Each person's gain from debts when it ended; negative if they paid."""


@dataclass(frozen=True, slots=True)
class NightSummary:
    """A night as it is now; `left_out` counts its oldest tables and pads that were not read."""

    record: NightRecord
    over: bool
    parts: tuple[NightPart, ...]
    left_out: int

    def people(self) -> list[NightPlayer]:
        """Return all players with their hands, by won games, the most first. Ignore their `won`."""
        players: dict[PersonKey, NightPlayer] = {}
        for part in self.parts:
            for player in part.players:
                before = players.get(player.who, NightPlayer(player.who, "", 0, won=False))
                name = player.name if not before.name or before.unconfirmed == before.hands else before.name
                hands, unconfirmed = before.hands + player.hands, before.unconfirmed + player.unconfirmed
                players[player.who] = NightPlayer(player.who, name, hands, won=False, unconfirmed=unconfirmed)
        return sorted(players.values(), key=lambda item: (-self.count_wins(item.who), -item.hands, item.name))

    def count_wins(self, who: PersonKey) -> int:
        """Return the number of games that a player won."""
        return sum(player.won for part in self.parts for player in part.players if player.who == who)

    def winners(self) -> list[NightPlayer]:
        """Return the players who won most games; empty if no game was won."""
        people = self.people()
        most = self.count_wins(people[0].who) if people else 0
        return [person for person in people if most and self.count_wins(person.who) == most]

    def count_games(self, who: PersonKey) -> int:
        """Return the number of finished games that a player played."""
        return sum(player.who == who for part in self.parts if part.state == "over" for player in part.players)


def summarize_pad(pad: Pad) -> NightPart:
    """Return a pad of a night."""
    record, leaders = pad.record, pad.leaders()
    over = record.status == "finished" or pad.is_over()
    played = [player for hand in pad.counted for player in hand.players]
    sat = tuple(
        NightPlayer(
            _person_key(pad, number),
            name_of(member.name, number - 1),
            played.count(number),
            over and number in leaders,
            played.count(number) if number in pad.requests_by_player else 0,
        )
        for number, member in pad.players.items()
        if number in played
    )
    place = None if record.message_channel is None else (record.message_channel, record.message)
    names = tuple(name_of(pad.players[leader].name, leader - 1) for leader in leaders)
    best = pad.totals[leaders[0]] if leaders else 0
    state: Literal["on", "over"] = "over" if over else "on"
    moved = pad.settlement if record.status == "finished" else {}
    paid = tuple((name_of(pad.players[number].name, number - 1), chips) for number, chips in moved.items() if chips)
    hands = len(pad.counted)
    return NightPart(Origin("pad", pad.id), pad.title, pad.game.name, state, hands, names, best, sat, place, paid=paid)


def _person_key(pad: Pad, number: int) -> PersonKey:
    """Return the user whom a pad's player is or is asked to be; the guest's name where there is none."""
    if number in pad.requests_by_player:
        return pad.requests_by_player[number].user
    member = pad.players[number]
    return name_key(member.name) if member.user is None else member.user


def summarize_table(
    table: TableState, spans: Sequence[Span], changes: Sequence[EventRecord], choices: MoveChoices
) -> NightPart:
    """Return a table of a night.

    `spans` are its finished hands, `changes` the events that changed seats in play, `choices` who chose the moves.
    Hands and games count for the people whose results they are, and not at all if the scores are void.
    """
    record = table.record
    over = record.is_finished
    winners = winners_of(table.state.view(None)) if record.status == "over" and table.state is not None else ()
    seating = SeatHistory.of(record.seats, changes)
    counted = () if table.void else spans
    hands = Counter(
        user
        for span in counted
        for seat in range(len(record.seats))
        if (user := choices.player_of(seating, seat, span)) is not None
    )
    names = {event.user: event.name for event in changes} | {holder.user: holder.name for holder in record.seats}
    won: set[int | None] = set()
    if winners and table.state is not None and spans:
        game = game_result(record, table.game, table.state.score(), spans, record.updated, seating, choices)
        won = {part.user for part in game.parts if part.won}
    sat = tuple(NightPlayer(user, person_name(names.get(user, "")), many, user in won) for user, many in hands.items())
    leaders = winners if record.status == "over" else _leaders_of(table) if counted else ()
    best = record.seats[leaders[0]].points if leaders else 0
    state: Literal["waits", "on", "over"] = "over" if over else "waits" if record.status == "lobby" else "on"
    leader_names = tuple(name_of(record.seats[seat].name, seat) for seat in leaders)
    place = record.message_channel or record.thread or record.channel, record.message
    name, game = table.name, table.game.name
    origin, paid = Origin("table", table.id), tuple(table.payments())
    return NightPart(origin, name, game, state, len(counted), leader_names, best, sat, place, table.void, paid)


def _leaders_of(table: TableState) -> tuple[int, ...]:
    """Return the seats with the best points of those so far."""
    points = [seat.points for seat in table.record.seats]
    best = (min if table.game.fewest_win else max)(points)
    return tuple(seat for seat, amount in enumerate(points) if amount == best)
