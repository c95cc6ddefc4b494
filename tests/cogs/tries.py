"""Tries at deals over the wire: their messages and their tables."""

from __future__ import annotations

from bot.tables.commands import play, tries
from bot.tables.model.table_state import TableState
from data.tables.events import ChanceCards, EventKind
from data.tables.records import LESSONS_GUILD_ID
from rules.players import player_of
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import find_actor, person


async def wait_for_message(house: House, who: str, answer: Outcome) -> Json:
    """Return the message of an answer, once the computer players have moved."""
    await house.until(lambda: not house.services.responder.under_way)
    return house.sandbox.people.message(who, answer.get("message") or {})


async def find_newest_try(house: House, who: str) -> TableState:
    """Return the newest try of somebody."""
    records = await house.store.tables.of_user(person(house, who).id, LESSONS_GUILD_ID, live=False)
    return await house.services.tables.find(max(record.id for record in records))


async def play_newest_try(house: House, who: str, *, badly: bool = False) -> TableState:
    """Play the newest try of somebody to its end, by first moves or as a good player would; return its table."""
    attempt, tables = await find_newest_try(house, who), house.services.tables
    player = player_of(attempt.game)
    while attempt.record.status == "playing":
        assert attempt.state is not None
        if attempt.awaits_deal():
            await play.next_hand(tables, attempt.id, find_actor(house, who))
        elif attempt.computers():
            await tries.play_computer_moves(tables, house.services.search, attempt)
        else:
            seat = attempt.state.to_act[0]
            moves = attempt.state.legal(seat).moves if badly else ()
            move = moves[0] if moves else player.choose(attempt.state.view(seat), house.rng)
            await play.act(tables, attempt.id, move, find_actor(house, who))
    return attempt


async def read_packs(house: House, live: TableState) -> list[list[str]]:
    """Return the orders of the pack at a table, hand by hand."""
    log = await house.store.tables.log(live.id)
    return [event.read_hidden(ChanceCards)["cards"] for event in log if event.kind == EventKind.CHANCE]
