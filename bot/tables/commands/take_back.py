"""Taking a move back in a friendly game: while nothing else has happened in the game, and if all people there agree.

A move can be taken back that let nobody learn anything but itself (`Game.reveals`), until the next one is made. The log
keeps both; what is made of it (positions, logs by hand, replay, exports) leaves them out.
"""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined, Stale
from bot.people.person import Person
from bot.tables.model.seats import seated
from bot.tables.model.table_state import FRIENDLY, Done, Live, Step
from bot.tables.model.turn_state import LastMove
from bot.tables.model.votes import REGRET
from bot.tables.services.tables import Tables
from data.records import NewEvent

TOO_LATE: Final = "That move can be taken back no longer: something has happened since."

RATED: Final = "This is a rated game: what is played is played."


def own_move(live: Live, seat: int) -> LastMove | None:
    """The move that the player in a seat may ask to take back, if there is one and they have not asked yet."""
    last = live.last_move
    if last is None or last.seat != seat or seat in wanted(live, last.seq):
        return None
    return last if live.may_take_back() else None


def wanted(live: Live, seq: int) -> tuple[int, ...]:
    """The seats of those who have said that they would like move `seq` to be taken back."""
    regret = live.record.settings.get(REGRET, {})
    return tuple(regret["seats"]) if regret.get("seq") == seq else ()


async def take_back(tables: Tables, table: int, seq: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Ask for move `seq` to be taken back, or let its player have it: it is done once all people there want it.

    Returns what was done: "regret" while others are to agree, "back" once it is taken back. Raises Stale where the game
    has gone on, Declined where the game is rated or nobody has asked, StoreError.
    """

    def build(step: Step) -> None:
        seat, last = seated(step, who).seat, step.last_move
        if not step.record.settings.get(FRIENDLY):
            raise Declined(RATED)
        if last is None or last.seq != seq or not step.may_take_back():
            raise Stale(TOO_LATE)
        before = wanted(step.live, seq)
        if seat != last.seat and last.seat not in before:
            raise Declined("Who made that move has not asked to take it back.")
        if seat in before:
            raise Declined("You have said so already. All others have to agree before anybody moves.")
        agreed = (*before, seat)
        missing = [one.seat for one in step.record.seats if one.kind == "person" and one.seat not in agreed]
        public = {"seq": seq}
        step.settle(**{REGRET: {"seq": seq, "seats": list(agreed)} if missing else {}})
        if missing:
            step.add(
                NewEvent("regret", seat, public=public, interaction=interaction, user=who.id, name=who.display_name)
            )
            if seat == last.seat:
                tables.tell(step)
            return
        player = step.record.seats[last.seat]
        public["by"] = seat
        event = NewEvent("back", last.seat, public=public, interaction=interaction, user=player.user, name=player.name)
        step.take_back(last, event)
        tables.tell(step)

    return await tables.change(table, interaction, build)
