"""What is played in a month: which game, who means to sit there, and where a table stands as anybody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.common.time_spans import DAY_SECONDS, HOUR_SECONDS
from bot.tables.model.clock_terms import MOVE, REMIND, SEAT
from bot.ui.table.layouts import is_board
from sandbox.server.world import World
from tests.support.messages import buttons
from tests.system.crash.players import command_of_game

Json = dict[str, Any]
NOTHING: Json = {"id": "", "content": "", "components": []}

GAMES = ("voren", "five_crowns", "mitigati", "conference", "abracadabra")
PEOPLE = {"voren": (3, 5), "five_crowns": (2, 5), "mitigati": (3, 3), "conference": (4, 4), "abracadabra": (3, 5)}
"""Seats of each game, at least and at most."""
HANDS = {"voren": (4, 8, 12), "five_crowns": (2, 4), "mitigati": (1, 3), "conference": (1, 4), "abracadabra": (2, 4)}
"""Of how many hands the games are."""
CLOCKS = (0, 6 * HOUR_SECONDS, 12 * HOUR_SECONDS, DAY_SECONDS, DAY_SECONDS, 3 * DAY_SECONDS)
"""How long a move may take, of which hosts choose one."""
OPENED = 0.1
"""The part of a month within which all tables are opened."""


@dataclass
class Table:
    """A table that people have agreed to play, and where it is once it is there."""

    game: str
    command: str
    options: Json
    channel: str
    host: str
    others: tuple[str, ...]
    """The people who mean to sit down, by their ids."""
    computers: int
    opens: float
    """When its host opens it, in seconds since the month began."""
    number: int | None = None
    opened: float = 0.0
    """When that was."""
    opening: int = 0
    """The interaction that opened it, once there has been one."""
    lobby: str = ""
    """The message that it was opened with."""
    over: bool = False
    """Whether somebody has seen that it has come to its end."""
    _board: str = ""

    def people(self) -> tuple[str, ...]:
        """Return all who mean to play."""
        return (self.host, *self.others)

    def board(self, world: World) -> Json:
        """Return the table's public message, wherever it stands now; an empty one if there is none."""
        if self.number is None:
            return NOTHING
        posted_message = world.messages.get(self._board)
        if posted_message is not None and is_board(self.number, posted_message.data["components"]):
            return posted_message.data
        places = [
            channel
            for channel in (world.channels.get(self.lobby), world.channels.get(self.channel))
            if channel is not None
        ]
        for place in places:
            for message in reversed(list(place.messages.values())):
                if message.viewer is None and is_board(self.number, message.data.get("components") or ()):
                    self._board = message.id
                    return message.data
        return NOTHING

    def is_over(self, world: World) -> bool:
        """Check whether the table has come to its end, as its board shows."""
        return any(custom_id.startswith("eh:open_rematch:") for custom_id in buttons(self.board(world)).values())

    def note_lobby(self, message: Json, since: float) -> None:
        """Note the lobby, as its host or anybody else saw it, so many seconds since the month began."""
        joins = [custom_id for custom_id in buttons(message).values() if custom_id.startswith("eh:join_table:")]
        if joins and self.number is None:
            self.number, self.opened = int(joins[0].split(":")[2]), since
            self.lobby = self._board = message["id"]


def plan_tables(rng: Random, count: int, people: Sequence[str], channels: Sequence[str], days: float) -> list[Table]:
    """Return so many tables of all games in turn, at which everybody has a seat somewhere, some have two."""
    waiting: list[str] = []
    tables: list[Table] = []
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        least, most = PEOPLE[game]
        seats = rng.randint(least, most)
        computers = 1 if seats > least - (game in {"mitigati", "conference"}) and rng.random() < 0.4 else 0
        players: list[str] = []
        while len(players) < seats - computers:
            if not waiting:
                waiting = list(people)
                rng.shuffle(waiting)
            name = waiting.pop()
            if name not in players:
                players.append(name)
        clock = rng.choice(CLOCKS)
        hands = HANDS[game] if 0 < clock <= 12 * HOUR_SECONDS else HANDS[game][:-1]  # the longest take too long else
        command, options = command_of_game(game, rng.choice(hands))
        if game != "five_crowns":
            options = {**options, "auto_last_card": rng.random() < 0.7}
        if rng.random() < 0.3:
            options = {**options, "friendly": True}
        mention = rng.choice((None, None, None, 0, 600, 3600, 21600, -1))
        if mention is not None:
            options = {**options, "mention": mention}
        if clock:
            options = {
                **options,
                "clock": clock,
                "when_time_runs_out": rng.choice((REMIND, MOVE, MOVE, MOVE, SEAT, SEAT)),
            }
        opens = rng.uniform(0, OPENED * days * 86400)
        tables.append(
            Table(game, command, options, rng.choice(channels), players[0], tuple(players[1:]), computers, opens)
        )
    return tables
