"""Whoever is blocked by a table's host does not get in, and is told no more than one who was sent away."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined
from bot.tables.commands import arrange_lobby, lobby, take_computer_seat
from bot.tables.commands.lobby import NO_SEAT
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.records import SeatRecord
from data.tables.settings import TableSettings
from rules.registry import game_named
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN, open_lobby

DORA = Person(14, "Dora")


async def block(tables: Tables, who: Person, whom: Person) -> None:
    await tables.store.blocks.add((who.id, who.display_name), (whom.id, whom.display_name))


async def read_refusal(tables: Tables, live: TableState, who: Person) -> str:
    """Return the refusal that somebody reads who presses Join."""
    with pytest.raises(Declined) as caught:
        await lobby.join(tables, live.id, make_actor(who))
    return caught.value.sentence


async def test_blocked_users_read_the_same_refusal_as_dismissed_ones(tables: Tables) -> None:
    """And who is not invited where one must be; who blocks them without being host keeps nobody."""
    live = await open_lobby(tables, BELA)
    await block(tables, ADA, CLEO)
    await block(tables, BELA, DORA)
    assert await read_refusal(tables, live, CLEO) == NO_SEAT
    await lobby.join(tables, live.id, make_actor(DORA))
    await arrange_lobby.dismiss(tables, live.id, DORA.id, make_actor(ADA))
    assert await read_refusal(tables, live, DORA) == NO_SEAT
    await arrange_lobby.change_settings(tables, live.id, {"invited_only": True}, make_actor(ADA))
    for who in (CLEO, DORA, Person(20, "Emil")):
        assert await read_refusal(tables, live, who) == NO_SEAT


async def test_where_all_seats_are_taken_everybody_is_told_the_same(tables: Tables) -> None:
    """Whoever is blocked or was sent away, too: that there is no room comes first."""
    settings: TableSettings = {"invited_only": True}
    live = await lobby.open_table(tables, game_named("mitigati"), {}, (1, 2), make_actor(ADA), settings=settings)
    await arrange_lobby.invite(tables, live.id, [BELA, CLEO, DORA], make_actor(ADA))
    for who in (BELA, CLEO):
        await lobby.join(tables, live.id, make_actor(who))
    await arrange_lobby.dismiss(tables, live.id, CLEO.id, make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(DORA))
    blocked = Person(20, "Emil")
    await block(tables, ADA, blocked)
    texts = {await read_refusal(tables, live, who) for who in (blocked, CLEO, Person(21, "Fay"))}
    assert texts == {"All 3 seats are taken."}


async def test_block_after_an_invitation_bars_entry(tables: Tables) -> None:
    """The host who becomes another's list counts, whoever opened the table."""
    live = await open_lobby(tables, BELA)
    await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(BELA))
    await block(tables, ADA, CLEO)
    assert await read_refusal(tables, live, CLEO) == NO_SEAT
    await arrange_lobby.hand_over(tables, live.id, BELA.id, make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(CLEO))
    assert live.names() == ("Ada", "Bela", "Cleo")


async def test_invitations_keep_to_the_lists_and_name_none(tables: Tables) -> None:
    """The host is told of their own list; the others are told nothing of it, nor that somebody has blocked them."""
    live = await open_lobby(tables, BELA)
    await block(tables, ADA, CLEO)
    await block(tables, DORA, BELA)
    with pytest.raises(Declined, match="You have blocked Cleo"):
        await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(ADA))
    with pytest.raises(Declined, match="Only the host can invite"):
        await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(BELA))
    with pytest.raises(Declined, match="Dora cannot play this time"):
        await arrange_lobby.invite(tables, live.id, [DORA], make_actor(BELA))
    await arrange_lobby.invite(tables, live.id, [DORA], make_actor(ADA))
    assert list(live.invited) == [DORA.id]


async def test_an_invitation_of_somebody_seated_or_invited_tells_nothing_of_lists(tables: Tables) -> None:
    """Whatever the lists say, they have been already invited or seated."""
    live = await open_lobby(tables, BELA, CLEO)
    await arrange_lobby.invite(tables, live.id, [DORA], make_actor(ADA))
    for who, whom in ((ADA, BELA), (ADA, DORA), (CLEO, BELA), (DORA, BELA), (DORA, ADA)):
        await block(tables, who, whom)
    for who in (ADA, BELA, CLEO):
        for whom in (BELA, CLEO, DORA):
            with pytest.raises(Declined, match="already invited or seated"):
                await arrange_lobby.invite(tables, live.id, [whom], make_actor(who))


async def test_the_blocked_take_no_computer_players_seat_in_play(tables: Tables) -> None:
    """Nor do they where they were blocked between the question and the answer."""
    live = await open_lobby(tables, BELA)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    await block(tables, ADA, CLEO)
    with pytest.raises(Declined) as caught:
        await take_computer_seat.ask(tables, live.id, 2, make_actor(CLEO))
    assert caught.value.sentence == NO_SEAT
    await take_computer_seat.ask(tables, live.id, 2, make_actor(DORA))
    seq = live.record.seq
    await block(tables, ADA, DORA)
    with pytest.raises(Declined, match="That seat is taken, or the person"):
        await take_computer_seat.sit(tables, live.id, seq, make_actor(BELA))
    assert live.record.seats[2].kind == "computer"


async def test_rematch_leaves_out_blocked_players(tables: Tables) -> None:
    """Neither whom its host has blocked nor who has blocked its host."""
    await block(tables, ADA, BELA)
    await block(tables, CLEO, ADA)
    await block(tables, DORA, BELA)
    former = [
        SeatRecord(0, place, person.id, "person", person.display_name)
        for place, person in enumerate((ADA, BELA, CLEO, DORA))
    ]
    live = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(ADA), former)
    assert list(live.invited) == [DORA.id]
