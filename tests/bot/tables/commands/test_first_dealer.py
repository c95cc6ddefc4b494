"""Whoever all people seated want deals first; else the first dealer is drawn."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import first_dealer, leave_and_end, lobby
from bot.tables.commands.first_dealer import DRAWN, key_of
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.table import shuffle_proof
from data.tables.events import EventKind
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, Person
from tests.support.tables import opened


async def wish(tables: Tables, live: TableState, who: Person, of: Person | None) -> None:
    """Say whom somebody wants."""
    await first_dealer.wish(tables, live.id, DRAWN if of is None else str(of.id), who, next(IDS))


def holds(live: TableState) -> int | None:
    """The seat of the first dealer whom all want."""
    return first_dealer.chosen(live.record.seats, live.dealer_wishes)


async def test_it_holds_once_all_people_want_the_same(tables: Tables) -> None:
    """Computer players want nothing; a person who comes has yet to agree, and one who goes need not any more."""
    live = await opened(tables, BELA)
    await lobby.add_computer(tables, live.id, ADA, next(IDS))
    computer = key_of(live.record.seats[2])
    await first_dealer.wish(tables, live.id, computer, ADA, next(IDS))
    assert holds(live) is None
    await first_dealer.wish(tables, live.id, computer, BELA, next(IDS))
    assert holds(live) == 2
    await lobby.join(tables, live.id, CLEO, next(IDS))
    found = first_dealer.wanted(live.record.seats, live.dealer_wishes)
    assert found is not None
    assert [one.name for one in found.missing] == ["Cleo"]
    assert holds(live) is None
    await leave_and_end.leave(tables, live.id, CLEO, next(IDS))
    assert holds(live) == 2
    again = dict(live.dealer_wishes)
    tables.evict(live.id)
    assert (await tables.find(live.id)).dealer_wishes == again


async def test_the_last_to_be_named_is_asked_about(tables: Tables) -> None:
    """Whoever thinks again takes their word back; who comes again has to agree again."""
    live = await opened(tables, BELA, CLEO)
    await wish(tables, live, ADA, BELA)
    await wish(tables, live, CLEO, ADA)
    found = first_dealer.wanted(live.record.seats, live.dealer_wishes)
    assert found is not None
    assert (found.dealer.name, [one.name for one in found.agreed]) == ("Ada", ["Cleo"])
    with pytest.raises(Declined, match="already chose that"):
        await wish(tables, live, CLEO, ADA)
    await wish(tables, live, ADA, ADA)
    await wish(tables, live, BELA, ADA)
    assert holds(live) == 0
    await wish(tables, live, BELA, None)
    assert holds(live) is None
    await wish(tables, live, BELA, ADA)
    await leave_and_end.leave(tables, live.id, BELA, next(IDS))
    await lobby.join(tables, live.id, BELA, next(IDS))
    assert holds(live) is None
    await leave_and_end.leave(tables, live.id, ADA, next(IDS))
    assert first_dealer.wanted(live.record.seats, live.dealer_wishes) is None
    with pytest.raises(Stale):
        await wish(tables, live, BELA, ADA)
    with pytest.raises(Declined, match="no seat"):
        await wish(tables, live, ADA, BELA)


@pytest.mark.parametrize("agreed", [True, False])
async def test_whom_all_want_deals_and_the_proof_says_that_nobody_was_drawn(tables: Tables, *, agreed: bool) -> None:
    """The draw has its secret all the same, fixed before anybody knew that it would not be needed."""
    live = await opened(tables, BELA)
    for _ in range(3):  # whom the draw makes the dealer is not known: of three tables one at least differs
        live = await opened(tables, BELA, CLEO)
        for one in (ADA, BELA, CLEO)[: 3 if agreed else 2]:
            await wish(tables, live, one, BELA)
        await lobby.start(tables, live.id, ADA, next(IDS))
        (start,) = [one for one in await tables.store.happened(live.id, 0, 99) if one.kind == EventKind.START]
        assert start.public.get("chosen", False) is agreed
        if agreed:
            assert start.public["dealer"] == 1
        first, *_ = shuffle_proof.check_proof(await shuffle_proof.read_proof(tables.store, live))
        assert first.event == "dealer"
        assert first.holds
        assert ("not drawn" in first.sentence) is agreed
        forged = await shuffle_proof.read_proof(tables.store, live)
        forged["draws"][0]["secret"] = "00" * 32
        assert shuffle_proof.check_proof(forged)[0].holds is False
    with pytest.raises(Declined, match="already started"):
        await wish(tables, live, ADA, ADA)
