"""The seats of a table, and the people in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.people.person import Person
from bot.tables.model.step import NOT_BEGUN, Step
from data.people.records import is_erased
from data.tables.events import SeatLevel
from data.tables.records import SeatRecord, TableRecord
from rules.contract import Game
from rules.players import players_of

TABLE_ENDED: Final = "This table has ended. Open a new one, or press Rematch."

ALREADY_STARTED_TEXT: Final = "The game has already started."

NOT_SEATED: Final = "You have no seat at this table."

ALREADY_SEATED_TEXT: Final = "You are already seated at this table."

NO_LONGER_SEATED: Final = "That player is no longer seated here."

NO_PERSON: Final = "No person sits there."

LEAGUE_TABLE_TEXT: Final = "Tables of leagues have no pauses, no early end, no offers of seats. See `/league show`."

NO_COMPUTER: Final = "No computer player sits there."

COMPUTERS: Final = ("Ambrose", "Beatrix", "Cosmo", "Delphine", "Edgar", "Flora", "Gideon", "Hester", "Ignatz", "Juno")
"""Names of computer players; shown with a robot's mark, so that nobody takes them for people."""


def require_seat(step: Step, actor: Person) -> SeatRecord:
    """Return the seat of `actor`. Raises Declined without a seat, and at a finished table."""
    if step.record.is_finished:
        raise Declined(TABLE_ENDED)
    seat = step.before.seat_of(actor.id)
    if seat is None:
        raise Declined(NOT_SEATED)
    return step.record.seats[seat]


def refuse_in_league(record: TableRecord) -> None:
    """Hold players to the terms of a league: no pauses, substitutes, or votes on seats or the end. Raises Declined."""
    if "league" in record.settings:
        raise Declined(LEAGUE_TABLE_TEXT)


def host_of(record: TableRecord) -> str:
    """Return the host, by name if they are seated, as a sentence names them: "the host, Ada,"."""
    seat = next((player for player in record.seats if player.user == record.host), None)
    return "the host" if seat is None else f"the host, {escape(name_of(seat.name, seat.seat))},"


def person_seats(seats: Sequence[SeatRecord]) -> set[int]:
    """Return the seats of people, who may vote. Computer players and erased people may not."""
    return {player.seat for player in seats if player.kind == "person" and not is_erased(player.user)}


def require_play(step: Step) -> None:
    """Raise Declined unless the game is being played."""
    if step.record.status != "playing":
        raise Declined(TABLE_ENDED if step.record.is_finished else NOT_BEGUN)


def require_lobby(step: Step) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in its lobby. Raises Declined once the game has begun or the table has ended."""
    if step.record.status != "lobby":
        raise Declined(ALREADY_STARTED_TEXT if step.record.status == "playing" else TABLE_ENDED)
    return step.record.seats


def partner_of(game: Game, seat: int) -> int | None:
    """Return the seat of the partner of `seat`, taken or not; None in a game without pairs."""
    others = game.conduct.confidants(seat)
    return others[0] if len(others) == 1 else None


def pairs(game: Game) -> tuple[tuple[int, int], ...]:
    """Return all seats of a game by pairs of partners; none where it is not played so."""
    partners = ((seat, partner_of(game, seat)) for seat in range(game.seats[1]))
    return tuple((seat, other) for seat, other in partners if other is not None and seat < other)


def remove_lobby_seat(step: Step, former: SeatRecord) -> None:
    """Remove a seat from a lobby; later seats move up.

    Pairs stay together: a player without a partner moves to the end.
    """
    others = [seat for seat in step.record.seats if seat is not former]
    taken_seats = {seat.seat for seat in others}
    others.sort(key=lambda seat: partner_of(step.before.game, seat.seat) not in taken_seats)
    step.seats = tuple(replace(seat, seat=number) for number, seat in enumerate(others))


def is_computers(seats: Sequence[SeatRecord], seat: int, name: str | None = None) -> bool:
    """Whether a computer player, of this name if one is given, sits in a seat."""
    player = seats[seat] if 0 <= seat < len(seats) else None
    return player is not None and player.kind == "computer" and name in {None, player.name}


def levels_of(game: Game) -> tuple[SeatLevel, ...]:
    """Return the levels of a game's computer players, from the weakest to the strongest.

    Normal is always among them.
    """
    levels: tuple[SeatLevel, ...] = get_args(SeatLevel)
    return tuple(level for level in levels if level == "normal" or level in players_of(game))


def computer_name(seats: Sequence[SeatRecord]) -> str:
    """Return a computer player's name that nobody at the table has."""
    used_names = {seat.name for seat in seats}
    return next((name for name in COMPUTERS if name not in used_names), f"Computer {len(seats) + 1}")


def key_of(seat: SeatRecord) -> str:
    """Return the key of the player in a seat, whichever seat it is: a person by number, a computer player by name."""
    return seat.name if seat.kind == "computer" else str(seat.user)
