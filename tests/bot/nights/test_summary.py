"""The summary of a club night, and whether the largest fits Discord's messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.nights.summary import NightPart, NightPlayer, NightSummary, summarize_pad, summarize_table
from bot.pads.pad import Pad
from bot.tables.commands import leave_and_end, play
from bot.ui.nights import end_panel, list_page, more_panel, night_board, results_card
from data.nights.records import MAX_NIGHT_MS, NightRecord
from data.pads.records import PadConsent
from data.standings.records import Origin
from rules.players import player_of
from tests.bot.pads.samples import hand, pad, player
from tests.support.limits import fits
from tests.support.standings import read_move_choices, summarize_stored_table
from tests.support.wire_tables import HOST, SEATED, find_actor, set_up_table, start_room

WIDE = "\u5b57" * 31


def make_night(name: str = "Friday club", ended: int | None = None) -> NightRecord:
    return NightRecord(10**6, 500, 600, name, 1, name, 1000, ended, 1, 600, 700, name if ended else "")


def make_part(index: int, name: str, people: int) -> NightPart:
    """Return a table or pad with so many people of long names."""
    players = tuple(NightPlayer(player, f"{name}{player}", 10**6, player % 2 == 0) for player in range(people))
    leaders = tuple(player.name for player in players)
    return NightPart(
        Origin("pad", index), name, "Five Crowns", "over", 10**6, leaders, -(10**30), players, (10**18, 10**18)
    )


def make_voren_pad(names: Sequence[str] = ("Ada", "Bo", "Cleo"), status: str = "open") -> Pad:
    """Return a pad of Voren: the first owes a match, the second took two tricks, the third the last one."""
    seats = len(names)
    message = {"stayed": list(range(seats)), "tricks": [0, 2, 1, *(0 for _ in range(seats - 3))], "wolf_exempt": None}
    people = tuple(player(number, name) for number, name in enumerate(names, 1))
    return pad("voren", people, (hand(1, tuple(range(1, seats + 1)), message),), name=names[0], status=status)


def test_ending_a_night_says_what_finishing_its_pads_pays_and_who_wins_then() -> None:
    """The results name it, too; of pads without debts nothing is said."""
    free_pad = pad("free", (player(1, "Ada"), player(2, "Bo")), (hand(1, (1, 2), {"points": [5, 7]}),), name="Dice")
    question_text = str(end_panel(make_night(), [make_voren_pad(), free_pad], [make_voren_pad()]).parts)
    paid = "Finishing it pays the matches owed: Ada pays 12, Bo gets 8, Cleo gets 4. So Bo wins with **13**."
    assert question_text.count(paid) == 1
    assert f"**Ada:** Bo leads with **5**. {paid}" in question_text
    assert "**Dice:**" not in question_text
    assert "paid" not in str(
        results_card(NightSummary(make_night(), True, (summarize_pad(make_voren_pad()),), 0)).parts
    )
    finished = summarize_pad(make_voren_pad(status="finished"))
    text = str(results_card(NightSummary(make_night(), True, (finished,), 0)).parts)
    assert "Bo wins with **13**. Matches owed were paid: Ada −12, Bo +8, Cleo +4." in text


@pytest.mark.parametrize("name", [WIDE, "*" * 31, "x", "\u202e\u05d0" * 15])
def test_the_largest_night_fits(name: str) -> None:
    evening = NightSummary(make_night(name), False, tuple(make_part(number, name, 40) for number in range(25)), 75)
    layout = night_board(evening)
    fits(layout)
    assert "earlier" in str(layout.parts)
    assert "more people" in str(layout.parts) or name == "x"
    candidates = [(Origin("table", number), name * 4) for number in range(30)]
    fits(more_panel(make_night(name), "x" * 300, candidates, candidates, keeps=True))
    owing = [make_voren_pad((name,) * 6) for _ in range(25)]
    fits(end_panel(make_night(name), owing, owing))
    fits(list_page([(replace(make_night(name), id=number), number % 2 == 0) for number in range(10)]))


def test_guests_of_one_name_are_one_person_and_places_are_not_added_up() -> None:
    """Whoever plays on two pads has both; a guest is found by name, however it is written; points are nobody's sum."""
    pad_hand = hand(1, (1, 2), {"points": [5, 7]})
    first = pad("free", (player(1, "Ada", user=10), player(2, "Grandma")), (pad_hand,))
    second = pad("free", (player(1, "GRANDMA"), player(2, "Ada", user=10)), (pad_hand,))
    evening = NightSummary(make_night(), False, (summarize_pad(first), summarize_pad(second)), 0)
    assert [(person.name, person.hands) for person in evening.people()] == [("Ada", 2), ("Grandma", 2)]
    assert evening.count_games(10) == evening.count_wins(10) == 0
    assert "**Grandma** (guest) 2 hands" in str(night_board(evening).parts)
    assert "12" not in str(night_board(evening).parts)


def test_a_member_who_agreed_on_one_of_two_pads_is_one_line() -> None:
    """As is one who has agreed on none; the hands that wait for their word are named."""
    pad_hand = hand(1, (1, 2), {"points": [5, 7]})
    first = pad("free", (player(1, "Ada", user=10), player(2, "Bela", user=20)), (pad_hand,))
    people = (player(1, "Ada", user=10), player(2, "bela"), player(3, "Cleo"))
    second = pad("free", people, (pad_hand, hand(2, (2, 3), {"points": [5, 7]})))
    pad_consents = tuple(
        PadConsent(user, "", number, "", "asked", 1, 10, "Ada", 0) for user, number in ((20, 2), (30, 3))
    )
    second = Pad(replace(second.record, consents=pad_consents))
    for pads in ((first, second), (second, first)):
        evening = NightSummary(make_night(), False, tuple(map(summarize_pad, pads)), 0)
        assert [(person.who, person.name, person.hands) for person in evening.people()] == [
            (20, "Bela", 3),
            (10, "Ada", 2),
            (30, "Cleo", 1),
        ]
        board = str(night_board(evening).parts)
        assert "**Bela** 3 hands (2 not confirmed)" in board
        assert "**Cleo** 1 hand (not confirmed)" in board
        assert "guest" not in board


def test_night_keeper_reads_only_their_own_permissions() -> None:
    candidates = [(Origin("table", 1), "Voren, table 1")]
    others_panel = str(more_panel(make_night(), "", candidates, [], keeps=False).parts)
    keepers_panel = str(more_panel(make_night(), "", candidates, [], keeps=True).parts)
    assert "Friday club can add or remove all." in others_panel
    assert "You can add and remove all tables and pads." in keepers_panel
    assert "can add or remove all" not in keepers_panel


async def test_hands_are_of_those_who_sat_there_and_computer_players_have_none() -> None:
    """Who left keeps the hands that were over by then, with their name; who came has those since; the winner is who sat
    there at the end.
    """
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED), hands=2)
        spans = await house.store.tables.hands(live.id)
        before = summarize_table(live, spans, (), await read_move_choices(house, live))
        assert {person.name: person.hands for person in before.players} == {HOST: 1, SEATED: 1}
        assert before.state == "on"
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        live = await house.services.tables.find(live.id)
        after = summarize_table(
            live, spans, await house.store.tables.seat_changes(live.id), await read_move_choices(house, live)
        )
        assert {person.name: person.hands for person in after.players} == {HOST: 1, SEATED: 1}
        erased = [replace(change, name="") for change in await house.store.tables.seat_changes(live.id)]
        nameless = summarize_table(live, spans, erased, await read_move_choices(house, live))
        assert {person.name: person.hands for person in nameless.players} == {HOST: 1, "Somebody": 1}  # no seat's name
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        while (live := await house.services.tables.find(live.id)).record.status == "playing":
            await house.until(lambda: not live.computers())
            if live.state is not None and live.record.status == "playing":
                seat = live.state.to_act[0]
                player = player_of(live.game)
                move = player.choose(live.state.view(seat), house.rng)
                await play.act(house.services.tables, live.id, move, find_actor(house, HOST))
        last = await summarize_stored_table(house, live)
        assert {person.name: person.hands for person in last.players} == {HOST: 2, SEATED: 1}
        assert live.state is not None
        won = {live.record.seats[seat].name for seat in live.state.score().winners}
        assert {person.name for person in last.players if person.won} == won & {HOST}
        assert set(last.leaders) == won


async def test_of_a_table_whose_scores_are_void_no_hand_counts() -> None:
    """Its line says so, and nobody has played or won there."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED), hands=2)
        for name in (HOST, SEATED):
            await leave_and_end.end(house.services.tables, live.id, find_actor(house, name), moderator=False, void=True)
        live = await house.services.tables.find(live.id)
        part = await summarize_stored_table(house, live)
        assert (part.state, part.hands, part.players, part.leaders, part.void) == ("over", 0, (), (), True)
        text = str(night_board(NightSummary(make_night(), False, (part,), 0)).parts)
        assert "ended, scores void" in text
        assert "**Players**" not in text


def test_a_night_is_over_a_day_after_it_began_or_when_somebody_ended_it() -> None:
    assert not make_night().is_over(1000 + MAX_NIGHT_MS - 1)
    assert make_night().is_over(1000 + MAX_NIGHT_MS)
    assert make_night(ended=5000).end == 5000
    assert make_night(ended=2 * MAX_NIGHT_MS).end == 1000 + MAX_NIGHT_MS
