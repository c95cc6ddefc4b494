"""A person's data taken out over the wire."""

from __future__ import annotations

from data.tables.work import WorkKind, WorkState
from sandbox import Outcome
from tests.support.house import House
from tests.support.wire_tables import CHANNEL, confirm_in_private, response_text

DELETE_BUTTON = "Delete my data"


async def erase_person(house: House, who: str) -> Outcome:
    """Have somebody's data taken out, with all that follows from it; return the answer."""
    question = await house.command(who, "privacy delete", CHANNEL)
    answer = await confirm_in_private(house, who, question, DELETE_BUTTON)
    assert "Your data is deleted." in response_text(answer)
    await wait_for_vacated_seats(house)
    return answer


async def wait_for_vacated_seats(house: House) -> None:
    """Wait until no seat is owed to be given up."""

    async def nothing_is_owed() -> bool:
        tables = await house.store.tables.numbers(0, 100)
        rows = [row for index in tables for row in await house.store.work.of_table(index, WorkKind.FREE_ERASED_SEAT)]
        return all(row.state in {WorkState.DONE, WorkState.CANCELLED} for row in rows)

    await house.until(nothing_is_owed)
