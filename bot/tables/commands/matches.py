"""Matches: several deals of one game, which everybody plays in order against strong computer players, one try each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.common.errors import Declined
from bot.tables.commands import tries
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import board_secret, person_mark
from bot.tables.services.tables import Tables
from data.deals.records import MATCH_MS, BoardTry, DealPlan, Match, NewDeal, NewMatch
from data.tables.settings import BoardSettings
from rules.shuffle import SECRET_BYTES

MIN_BOARDS: Final = 4
MAX_BOARDS: Final = 16

MAX_OPEN: Final = 5
"""Matches that are open in a server at a time."""

MATCH_GONE: Final = "There is no such match here. `/match list` lists them."
MATCH_ENDED: Final = "This match is over. Its message has the ranking."
TOO_MANY: Final = f"{MAX_OPEN} matches are open in this server. Wait until one is over."


class Opener(NamedTuple):
    """The server, channel and interaction in which a match is opened, and its organiser ("" for an unknown name)."""

    guild: int
    channel: int
    interaction: int
    organiser: int
    organiser_name: str


async def require_room(tables: Tables, guild: int) -> None:
    """Raise Declined if too many matches are open in a server; StoreError."""
    if sum(match.closed is None for match in await tables.store.matches.of_server(guild)) >= MAX_OPEN:
        raise Declined(TOO_MANY)


async def open_match(tables: Tables, game: str, plans: Sequence[DealPlan], opener: Opener) -> None:
    """Open a match with a board for each plan, unless the interaction has opened it. Raises Declined, StoreError."""
    await require_room(tables, opener.guild)
    now, secret = tables.clock(), tables.secret(SECRET_BYTES)
    boards = [
        NewDeal("match", game, plan, now, now + MATCH_MS, board_secret(secret, number))
        for number, plan in enumerate(plans, 1)
    ]
    new = NewMatch(opener.guild, opener.channel, opener.organiser, opener.organiser_name, boards, secret)
    await tables.store.matches.open(new, opener.interaction)
    tables.on_work_due.emit(now)


async def tries_of(tables: Tables, match: Match, user: int) -> Mapping[int, BoardTry]:
    """Return a user's tries at the boards of a match, by deal. Raises StoreError."""
    marks = [person_mark(board.secret, user) for board in match.boards]
    return await tables.store.matches.tries(match.id, user, marks)


async def begin_next(tables: Tables, match: Match, actor: Actor) -> TableState | None:
    """Return somebody's try at the first board that they have not played to its end.

    Returns None if there is no such board, or the match is over. Raises Declined for somebody who is banned there,
    StoreError.
    """
    if tables.clock() >= match.closes:
        return None
    own = await tries_of(tables, match, actor.id)
    for number, deal in enumerate(match.boards, 1):
        if deal.id not in own or not own[deal.id].is_over:
            place = BoardSettings(match=match.id, board=number, boards=len(match.boards))
            return await tries.begin(tables, deal, actor, match.guild, place)
    return None
