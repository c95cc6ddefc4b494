"""What is arranged before a table begins: invitations, seats, the host, what is played."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from bot.tables.model.follow_up_work import ANSWERED_SUFFIX
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.records import Append
from data.tables.settings import TableSettings, Vote
from data.tables.work import WorkKind, WorkState
from rules.contract import Refusal
from rules.registry import game_named
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, Person, make_actor
from tests.support.tables import VOREN, open_lobby, read_votes

DORA = Person(14, "Dora")


async def anew(tables: Tables, live: TableState) -> TableState:
    """The table as its log has it."""
    tables.evict(live.id)
    return await tables.find(live.id)


def read_invitations(live: TableState) -> tuple[dict[int, str], dict[int, str], set[int]]:
    """Return who is invited, who has declined and who was sent away."""
    return dict(live.invited), dict(live.declined), set(live.dismissed)


async def read_announcements(tables: Tables, live: TableState) -> list[tuple[str, Any]]:
    """Return the announcements that the table owes: their keys and payloads."""
    return [(row.key, row.payload) for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)]


# -- invitations -------------------------------------------------------------------------------------------------------


async def test_seated_players_invite_each_person_once(tables: Tables) -> None:
    """One message mentions those of one invitation; who sits there or was asked before is left out."""
    live = await open_lobby(tables, BELA)
    await arrange_lobby.invite(tables, live.id, [CLEO, DORA, ADA], make_actor(BELA))
    assert live.invited == {CLEO.id: "Cleo", DORA.id: "Dora"}
    first = live.record.seq - 1
    assert await read_announcements(tables, live) == [(str(first), {"events": 2})]
    for people in ([CLEO], [CLEO, DORA, BELA]):
        with pytest.raises(Declined, match="already invited or seated"):
            await arrange_lobby.invite(tables, live.id, people, make_actor(ADA))
    with pytest.raises(Declined, match="no seat"):
        await arrange_lobby.invite(tables, live.id, [Person(20, "Emil")], make_actor(DORA))
    assert read_invitations(await anew(tables, live)) == read_invitations(live)


async def test_an_invitation_that_comes_twice_is_one(tables: Tables) -> None:
    """The interaction that comes again is answered as before."""
    live = await open_lobby(tables)
    number = next(IDS)
    _, first = await arrange_lobby.invite(tables, live.id, [CLEO, DORA], make_actor(ADA, number))
    _, again = await arrange_lobby.invite(tables, live.id, [CLEO, DORA], make_actor(ADA, number))
    assert (again.seq, again.again) == (first.seq, True)
    assert live.record.seq == first.seq + 1


async def test_declined_invitation_is_not_repeated_and_stays_valid(tables: Tables) -> None:
    """They are listed as such; the invitation holds for them even where one must be invited."""
    live = await open_lobby(tables)
    with pytest.raises(Declined, match="not invited"):
        await arrange_lobby.decline(tables, live.id, make_actor(CLEO))
    await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(ADA))
    await arrange_lobby.change_settings(tables, live.id, {"invited_only": True}, make_actor(ADA))
    await arrange_lobby.decline(tables, live.id, make_actor(CLEO))
    assert read_invitations(live) == ({}, {CLEO.id: "Cleo"}, set())
    with pytest.raises(Declined, match="already said so"):
        await arrange_lobby.decline(tables, live.id, make_actor(CLEO))
    assert read_invitations(await anew(tables, live)) == read_invitations(live)
    with pytest.raises(Declined, match="Cleo cannot play this time"):
        await arrange_lobby.invite(tables, live.id, [CLEO, DORA], make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(CLEO))
    live = await tables.find(live.id)
    assert live.names() == ("Ada", "Cleo")
    assert read_invitations(live) == ({}, {}, set())
    await arrange_lobby.invite(tables, live.id, [CLEO, DORA], make_actor(ADA))
    assert live.invited == {DORA.id: "Dora"}
    with pytest.raises(Declined, match="already seated"):
        await arrange_lobby.decline(tables, live.id, make_actor(CLEO))
    await arrange_lobby.dismiss(tables, live.id, CLEO.id, make_actor(ADA))
    await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(CLEO))
    assert live.names() == ("Ada", "Cleo")
    assert read_invitations(await anew(tables, live)) == read_invitations(live)


async def test_at_most_twenty_five_are_invited_at_a_time(tables: Tables) -> None:
    """Who has answered counts no longer, and the refusal says so; each answer is owed to the message that asked."""
    live = await open_lobby(tables)
    people = [Person(100 + number, f"P{number}") for number in range(26)]
    with pytest.raises(Declined, match="At most 25 people can be invited at a time"):
        await arrange_lobby.invite(tables, live.id, people, make_actor(ADA))
    await arrange_lobby.invite(tables, live.id, people[:25], make_actor(ADA))
    for number in range(25, 28):
        with pytest.raises(Declined, match=r"25 invited people have not answered yet.*makes room for another"):
            await arrange_lobby.invite(tables, live.id, [Person(100 + number, "Late")], make_actor(ADA))
        if number % 2:
            await arrange_lobby.decline(tables, live.id, make_actor(people[number - 25]))
        else:
            await lobby.join(tables, live.id, make_actor(people[number - 25]))
        await arrange_lobby.invite(tables, live.id, [Person(100 + number, "Late")], make_actor(ADA))


async def test_an_answer_is_owed_to_the_message_that_asked(tables: Tables) -> None:
    """Nothing where nobody was asked, or has answered before; at the start to all that still ask somebody."""
    live = await open_lobby(tables)
    await arrange_lobby.invite(tables, live.id, [CLEO, DORA], make_actor(ADA))
    first = str(live.record.seq - 1)
    await arrange_lobby.invite(tables, live.id, [Person(20, "Emil")], make_actor(ADA))
    second = str(live.record.seq)
    questions = await read_announcements(tables, live)
    await lobby.join(tables, live.id, make_actor(BELA))
    assert await read_announcements(tables, live) == questions
    await arrange_lobby.decline(tables, live.id, make_actor(CLEO))
    first_answer = (f"{first}:{ANSWERED_SUFFIX}", {ANSWERED_SUFFIX: first})
    assert await read_announcements(tables, live) == [*questions, first_answer]
    await lobby.join(tables, live.id, make_actor(Person(20, "Emil")))
    second_answer = (f"{second}:{ANSWERED_SUFFIX}", {ANSWERED_SUFFIX: second})
    assert await read_announcements(tables, live) == [*questions, first_answer, second_answer]
    for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE):
        await tables.store.work.mark(row.id, WorkState.DONE)
    live = await anew(tables, live)
    await lobby.start(tables, live.id, make_actor(ADA))
    owed = [
        (row.key, row.seq)
        for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)
        if row.state == WorkState.DUE
    ]
    assert owed == [(first_answer[0], live.record.seq)]


async def test_invitation_only_table_refuses_others(tables: Tables) -> None:
    """Neither to a free seat nor to a computer player's; the host opens it again."""
    settings: TableSettings = {"invited_only": True}
    live = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(ADA), settings=settings)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    for seat in (None, 1):
        with pytest.raises(Declined, match="cannot join this table now"):
            await lobby.join(tables, live.id, make_actor(BELA), seat)
    await arrange_lobby.invite(tables, live.id, [BELA], make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(BELA))
    with pytest.raises(Declined, match="Ada"):
        await arrange_lobby.change_settings(tables, live.id, {"invited_only": False}, make_actor(BELA))
    await arrange_lobby.change_settings(tables, live.id, {"invited_only": False}, make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(CLEO))
    assert live.names() == ("Ada", "Ambrose", "Bela", "Cleo")
    await arrange_lobby.change_settings(tables, live.id, {"invited_only": True}, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))  # whoever has sat there may come back
    live = await anew(tables, live)
    await lobby.join(tables, live.id, make_actor(CLEO))
    assert live.names() == ("Ada", "Ambrose", "Bela", "Cleo")


# -- the host ----------------------------------------------------------------------------------------------------------


async def test_dismissed_player_returns_by_the_hosts_invitation(tables: Tables) -> None:
    """The host alone sends away and invites again; seats close up, agreements by seat are void."""
    live = await open_lobby(tables, BELA, CLEO)
    await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False)
    assert read_votes(live, "end") == [2]
    with pytest.raises(Declined, match="Only the host, Ada, can change that"):
        await arrange_lobby.dismiss(tables, live.id, CLEO.id, make_actor(BELA))
    with pytest.raises(Declined, match="That is you"):
        await arrange_lobby.dismiss(tables, live.id, ADA.id, make_actor(ADA))
    await arrange_lobby.dismiss(tables, live.id, BELA.id, make_actor(ADA))
    assert live.names() == ("Ada", "Cleo")
    assert read_votes(live, "end") == []
    assert (str(live.record.seq), {"events": 1}) in await read_announcements(tables, live)
    with pytest.raises(Stale, match="no longer seated here"):
        await arrange_lobby.dismiss(tables, live.id, BELA.id, make_actor(ADA))
    with pytest.raises(Declined, match="cannot join this table now"):
        await lobby.join(tables, live.id, make_actor(BELA))
    assert read_invitations(await anew(tables, live)) == read_invitations(live)
    live = await tables.find(live.id)
    with pytest.raises(Declined, match="Only the host can invite"):
        await arrange_lobby.invite(tables, live.id, [BELA], make_actor(CLEO))
    await arrange_lobby.invite(tables, live.id, [BELA], make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(BELA))
    assert live.names() == ("Ada", "Cleo", "Bela")


async def test_the_host_gives_the_table_to_another_who_sits_there(tables: Tables) -> None:
    """Who may start at once then, and send the former host away."""
    live = await open_lobby(tables, BELA)
    with pytest.raises(Stale, match="no longer seated"):
        await arrange_lobby.hand_over(tables, live.id, CLEO.id, make_actor(ADA))
    await arrange_lobby.hand_over(tables, live.id, BELA.id, make_actor(ADA))
    assert (await anew(tables, live)).record.host == BELA.id
    live = await tables.find(live.id)
    with pytest.raises(Declined, match="Only the host, Bela, can start"):
        await lobby.start(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(BELA))
    assert live.record.status == "playing"


async def test_options_change_until_the_game_begins(tables: Tables) -> None:
    """Only what differs is kept in the log; the game begins with it, and the others are told."""
    live = await open_lobby(tables, BELA, hands=4)
    before = live.record.seq
    with pytest.raises(Refusal, match="ante cannot be 4"):
        await arrange_lobby.change_options(tables, live.id, {"ante": 4}, make_actor(ADA))
    with pytest.raises(Declined, match="These are the options already"):
        await arrange_lobby.change_options(tables, live.id, {"ante": 3, "hands": 4}, make_actor(ADA))
    with pytest.raises(Declined, match="Ada"):
        await arrange_lobby.change_options(tables, live.id, {"ante": 6}, make_actor(BELA))
    assert live.record.seq == before
    await arrange_lobby.change_options(tables, live.id, {"ante": 6, "hands": 4}, make_actor(ADA))
    assert live.terms is not None
    assert live.terms.public == {"options": {"ante": 6}}
    assert (str(before + 1), {"events": 1}) in await read_announcements(tables, live)
    live = await anew(tables, live)
    assert live.terms is not None
    await lobby.start(tables, live.id, make_actor(ADA))
    assert live.state is not None
    assert live.state.view(None)["options"] == {"ante": 6, "hands": 4, "no_trump_turnup": "crowns", "limit": 0}
    assert live.state.view(None)["pot"] == 18
    with pytest.raises(Declined, match="already started"):
        await arrange_lobby.change_options(tables, live.id, {"ante": 9}, make_actor(ADA))
    assert (await anew(tables, live)).state == live.state


async def test_a_setting_of_the_table_is_changed_and_the_others_stay(tables: Tables) -> None:
    """Whole settings are written, so nothing else in them is lost."""
    live = await open_lobby(tables, BELA)
    for settings in (TableSettings(forced=False), TableSettings(invited_only=True)):
        await arrange_lobby.change_settings(tables, live.id, settings, make_actor(ADA))
    record = await tables.store.tables.get(live.id)
    assert record is not None
    assert record.settings == {"forced": False, "invited_only": True}
    assert live.terms is None
    with pytest.raises(Declined, match="the setting already"):
        await arrange_lobby.change_settings(tables, live.id, {"forced": False}, make_actor(ADA))


# -- seats -------------------------------------------------------------------------------------------------------------


async def test_seat_swaps_exchange_their_players(tables: Tables) -> None:
    """A person or a computer player; what was agreed to by seat is void."""
    live = await open_lobby(tables, BELA)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    votes = {"end": Vote(seats=[1], seq=live.record.seq, at=0)}
    await tables.update_row(
        live.id, lambda record: Append(record.id, record.seq, changes={"settings": {"votes": votes}})
    )
    await arrange_lobby.swap(tables, live.id, 2, None, make_actor(ADA))
    assert live.names() == ("Ambrose", "Bela", "Ada")
    assert read_votes(live, "end") == []
    await arrange_lobby.swap(tables, live.id, 2, ADA.id, make_actor(BELA))
    assert live.names() == ("Ambrose", "Ada", "Bela")
    assert [seat.seat for seat in live.record.seats] == [0, 1, 2]
    assert live.record.host == ADA.id
    assert (await anew(tables, live)).names() == ("Ambrose", "Ada", "Bela")
    for seat, other, text in (
        (1, ADA.id, "your seat"),
        (3, None, "Seats have just changed"),
        (-1, None, "Seats have just changed"),
        (0, BELA.id, "Seats have just changed"),
        (2, None, "Seats have just changed"),
    ):
        with pytest.raises(Declined, match=text):
            await arrange_lobby.swap(tables, live.id, seat, other, make_actor(ADA))
    with pytest.raises(Declined, match="no seat"):
        await arrange_lobby.swap(tables, live.id, 1, ADA.id, make_actor(CLEO))


async def open_pairs_lobby(tables: Tables, *others: Person) -> TableState:
    """Open a lobby of Conference with Ada as its host: seats 0 and 1 are partners, and so are 2 and 3."""
    live = await lobby.open_table(tables, game_named("conference"), {}, (1, 2), make_actor(ADA))
    for other in others:
        await lobby.join(tables, live.id, make_actor(other))
    return live


async def read_last_events(tables: Tables, live: TableState, events: int) -> list[tuple[int | None, str, Any]]:
    """Return the last events, one announcement owed for each: their user, name and public part."""
    first = live.record.seq - events
    assert (str(first + 1), {"events": events}) in await read_announcements(tables, live)
    return [(event.user, event.name, event.public) for event in await tables.store.tables.log(live.id, first, events)]


async def test_move_to_another_seat_informs_player_and_host(tables: Tables) -> None:
    """By an event of their own; where only a computer player is moved, nobody is."""
    live = await open_lobby(tables, BELA)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await arrange_lobby.swap(tables, live.id, 0, ADA.id, make_actor(BELA))
    assert await read_last_events(tables, live, 2) == [
        (BELA.id, "Bela", {"other_seat": 0}),
        (ADA.id, "Ada", {"former_seat": 0}),
    ]
    messages = await read_announcements(tables, live)
    await arrange_lobby.swap(tables, live.id, 2, None, make_actor(BELA))
    assert live.names() == ("Ambrose", "Ada", "Bela")
    assert await read_announcements(tables, live) == messages


async def test_choosing_a_partner_moves_the_former_partner(tables: Tables) -> None:
    """Everybody has another partner then, and is told; the partner named first is the one that was chosen."""
    live = await open_pairs_lobby(tables, BELA, CLEO, DORA)
    await arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), str(DORA.id), make_actor(ADA))
    assert live.names() == ("Dora", "Bela", "Cleo", "Ada")
    assert live.record.host == ADA.id
    assert await read_last_events(tables, live, 4) == [
        (ADA.id, "Ada", {"beside": 2}),
        (CLEO.id, "Cleo", {"former_seat": 2}),
        (BELA.id, "Bela", {"former_seat": 1}),
        (DORA.id, "Dora", {"former_seat": 3}),
    ]
    assert (await anew(tables, live)).names() == ("Dora", "Bela", "Cleo", "Ada")


async def test_choosing_a_free_seat_pairs_the_third_player_with_the_next(tables: Tables) -> None:
    """Two of three are partners whichever two want it; a computer player is a partner like others."""
    live = await open_pairs_lobby(tables, BELA, CLEO)
    await arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), "", make_actor(ADA))
    assert live.names() == ("Ada", "Cleo", "Bela")
    assert [user for user, _, _ in await read_last_events(tables, live, 3)] == [ADA.id, CLEO.id, BELA.id]
    await arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), str(ADA.id), make_actor(BELA))
    assert live.names() == ("Bela", "Cleo", "Ada")
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    assert live.names() == ("Bela", "Cleo", "Ada", "Ambrose")
    await arrange_lobby.sit_beside(tables, live.id, "Ambrose", str(ADA.id), make_actor(CLEO))
    assert live.names() == ("Bela", "Ada", "Cleo", "Ambrose")
    assert await read_last_events(tables, live, 3) == [
        (CLEO.id, "Cleo", {"beside": 3, "computer_name": "Ambrose"}),
        (BELA.id, "Bela", {"former_seat": 0}),
        (ADA.id, "Ada", {"former_seat": 2}),
    ]


async def test_of_two_who_want_the_same_partner_at_once_the_first_gets_them(tables: Tables) -> None:
    """The second would drive the first away; nobody loses a seat."""
    live = await open_pairs_lobby(tables, BELA, CLEO, DORA)
    results = await asyncio.gather(
        arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), str(DORA.id), make_actor(ADA)),
        arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), str(DORA.id), make_actor(BELA)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [tuple, Stale]
    assert live.names() == ("Dora", "Bela", "Cleo", "Ada")


async def test_choosing_a_gone_or_paired_partner_is_refused(tables: Tables) -> None:
    """An old choice says so; a seat that has another number by now is no obstacle."""
    live = await open_pairs_lobby(tables, BELA, CLEO, DORA)
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert live.names() == ("Cleo", "Dora", "Ada")  # partners stay partners
    for key, seen_partner, who, text in (
        (str(BELA.id), str(ADA.id), CLEO, "no longer seated here"),
        ("Ambrose", "", CLEO, "no longer seated here"),
        (str(ADA.id), str(BELA.id), CLEO, "Seats have just changed"),
        (str(CLEO.id), "", ADA, "Seats have just changed"),
        (str(DORA.id), str(CLEO.id), CLEO, "already partners"),
        (str(CLEO.id), str(DORA.id), CLEO, "That is you"),
        (str(CLEO.id), str(DORA.id), BELA, "no seat"),
    ):
        with pytest.raises(Declined, match=text):
            await arrange_lobby.sit_beside(tables, live.id, key, seen_partner, make_actor(who))
    await arrange_lobby.sit_beside(tables, live.id, str(CLEO.id), str(DORA.id), make_actor(ADA))
    assert live.names() == ("Cleo", "Ada", "Dora")
    voren = await open_lobby(tables, BELA)
    with pytest.raises(Declined, match="not played in pairs"):
        await arrange_lobby.sit_beside(tables, voren.id, str(BELA.id), "", make_actor(ADA))


@pytest.mark.parametrize("leaver", range(4))
async def test_partners_stay_partners_when_seats_close_up(tables: Tables, leaver: int) -> None:
    """Whoever has lost theirs sits with the next who comes; the host who sends somebody away is named by their seat."""
    people = (ADA, BELA, CLEO, DORA)
    live = await open_pairs_lobby(tables, *people[1:])
    partner, pair = people[leaver ^ 1], people[2:] if leaver < 2 else people[:2]
    if leaver:
        await arrange_lobby.dismiss(tables, live.id, people[leaver].id, make_actor(ADA))
        event = (await tables.store.tables.log(live.id, live.record.seq - 1, 1))[0]
        assert live.names()[event.public["by"]] == "Ada"
    else:
        await leave_and_end.leave(tables, live.id, make_actor(ADA))
    await lobby.join(tables, live.id, make_actor(Person(20, "Emil")))
    assert live.names() == (*(person.display_name for person in pair), partner.display_name, "Emil")


async def test_two_who_change_seats_at_the_same_instant(tables: Tables) -> None:
    """Whoever comes second would change with somebody else by then, and does not; nobody loses a seat."""
    live = await open_lobby(tables, BELA, CLEO)
    results = await asyncio.gather(
        arrange_lobby.swap(tables, live.id, 2, CLEO.id, make_actor(ADA)),
        arrange_lobby.swap(tables, live.id, 2, CLEO.id, make_actor(BELA)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [tuple, Stale]
    assert live.names() == ("Cleo", "Bela", "Ada")
    assert [seat.seat for seat in live.record.seats] == [0, 1, 2]


async def test_nothing_is_arranged_once_the_table_has_begun(tables: Tables) -> None:
    """Every way of it is refused, and nothing has changed."""
    live = await open_lobby(tables, BELA)
    await arrange_lobby.invite(tables, live.id, [CLEO], make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    before = live.record.seq
    for attempt in (
        arrange_lobby.invite(tables, live.id, [DORA], make_actor(ADA)),
        arrange_lobby.decline(tables, live.id, make_actor(CLEO)),
        arrange_lobby.dismiss(tables, live.id, BELA.id, make_actor(ADA)),
        arrange_lobby.hand_over(tables, live.id, BELA.id, make_actor(ADA)),
        arrange_lobby.swap(tables, live.id, 1, BELA.id, make_actor(ADA)),
        arrange_lobby.sit_beside(tables, live.id, str(BELA.id), "", make_actor(ADA)),
        arrange_lobby.change_settings(tables, live.id, {"forced": False}, make_actor(ADA)),
    ):
        with pytest.raises(Declined):
            await attempt
    assert live.record.seq == before
