"""What is told to whoever comes back, or has just sat down: all of what happened since, nothing else, and within its
room; and nothing that their seat may not know.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bot.tables.commands import leave_and_end, lobby, play, take_back, take_computer_seat
from bot.tables.commands.hand_views import NEVER_LOOKED
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.tables.services.tables import Tables
from bot.tables.services.turn_index import AwaitingTable, OtherTables
from bot.ui.game.card_packs import pack_named
from bot.ui.game.players import Players, players_of
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.table.recap import (
    MAX_HAND_LINES,
    MAX_TAKEOVER_LETTERS,
    Recap,
    RecappedHands,
    SeatPoints,
    SeatTakeover,
    recap_text,
)
from data.tables.events import EventKind
from rules.registry import GAMES
from rules.simulate import random_of
from tests.support.limits import assert_accepted
from tests.support.people import Person, make_actor
from tests.support.random_tables import (
    PEOPLE,
    make_random_step,
    make_staying_move,
    play_hands,
    reload_cold,
    start_table,
)
from tests.support.recaps import PRESENTERS, load_recap
from tests.support.renderers import bare_renderer

LONG: Final = "*`_~|WWWWWWWWWWWWWWWWWWWWWWWWWWW"

LEAST = 450
"""Letters that a recap of a hand needs at least."""


def read_story(live: TableState, seat: int) -> tuple[Passage, ...]:
    """Return the whole story of the hand in progress."""
    assert live.state is not None
    view = live.state.view(seat)
    return tuple(PRESENTERS[live.game.id].story(view, view["log"], players_of(live, seat)))


@pytest.mark.parametrize("game", PRESENTERS)
async def test_looks_and_recaps_make_the_whole_story(tables: Tables, game: str) -> None:
    """After each event, for a seat and a look: what was done since in this hand, and each hand that ended."""
    live, rng = await start_table(tables, game, GAMES[game].seats[0]), Random(2)
    looks: list[tuple[int, int, int]] = []  # event, hand, entries of the hand seen by then
    while live.state is not None and live.record.status == "playing" and live.state.number < 3 and len(looks) < 150:
        number, count = live.state.number, len(live.state.view(0)["log"]) if live.hand_start_seq else 0
        looks.append((live.record.seq, number, count))
        live = await make_random_step(tables, live, rng)
        if rng.random() < 0.1:
            live = await reload_cold(tables, live)
        assert live.state is not None
        seq, hand, before = (looks[-1], rng.choice(looks), looks[0])[len(looks) % 3]
        seat = rng.randrange(len(live.record.seats))
        recap = await load_recap(tables, live, seat, seq)
        story = read_story(live, seat) if live.hand_start_seq else ()
        assert [passage._replace(lies=False) for passage in recap.passages] == list(
            story[before if hand == live.state.number else 0 :]
        )
        hands_over = live.state.number + live.state.view(None)["finished"]
        assert [hands.first for hands in recap.hands] == list(range(hand, hands_over))
    assert live.state is not None
    assert live.state.number  # it went over the end of a hand


@pytest.mark.parametrize("game", PRESENTERS)
async def test_the_same_is_told_in_every_world_that_a_seat_cannot_tell_from_this_one(tables: Tables, game: str) -> None:
    """Hands and whatever else is hidden are dealt otherwise, as they could be: not a letter changes."""
    live, rng, worlds = await start_table(tables, game, GAMES[game].seats[0]), Random(5), 0
    while worlds < 12:
        if live.record.status != "playing":
            live = await start_table(tables, game, GAMES[game].seats[0])
        live = await make_random_step(tables, live, rng)
        state = live.state
        if not live.hand_start_seq or state is None or rng.random() < 0.3:
            continue
        seat = rng.randrange(len(live.record.seats))
        other = live.game.worlds(state.view(seat)).draw(rng)
        expected = recap_text(await load_recap(tables, live, seat), 4000)
        hidden = [
            changed_seat
            for changed_seat in range(len(live.record.seats))
            if changed_seat != seat and state.view(changed_seat) != other.view(changed_seat)
        ]
        live.state, record = other, live.state
        assert recap_text(await load_recap(tables, live, seat), 4000) == expected
        live.state = record
        worlds += bool(hidden)


async def test_hands_have_a_line_each_and_older_ones_are_summed_up(tables: Tables) -> None:
    """What all lines together brought each seat is what it has."""
    live = await play_hands(tables, await start_table(tables, hands=12), 9)
    assert live.state is not None
    result = await load_recap(tables, live, 1)
    assert [(hands.first, hands.last) for hands in result.hands] == [
        (0, 8 - MAX_HAND_LINES),
        *((n, n) for n in range(9 - MAX_HAND_LINES, 9)),
    ]
    for seat, points in enumerate(live.state.score().totals):
        assert sum(hands.results[seat].points for hands in result.hands) == points
    lines = recap_text(result, 4000).splitlines()
    assert lines[0] == "**The story so far**"
    assert re.fullmatch(
        r"-# \*\*Hands 1 to 4:\*\* Person 0 ([+−]\d+|0), you ([+−]\d+|0), Person 2 ([+−]\d+|0)", lines[1]
    )
    assert re.fullmatch(r"-# \*\*Hand 5:\*\* Person 0 [+−]?\d+ \(.+\), you [+−]?\d+ \(.+\), Person 2 .+", lines[2])
    assert [recap.number for recap in (result,)] == [9]
    six = await load_recap(tables, live, 1, (await tables.store.tables.hands(live.id))[2].last)
    assert [(hands.first, hands.last) for hands in six.hands] == [(n, n) for n in range(3, 9)]


async def test_a_seat_that_changed_hands_is_told_of_those_who_had_it(tables: Tables) -> None:
    """ "You" are none who played there before, in hands that are over and in this one; nor is a sum theirs."""
    live = await play_hands(tables, await start_table(tables, seats=3, hands=12), 2)
    while live.record.seats[2].kind == "person":
        await leave_and_end.leave(tables, live.id, make_actor(PEOPLE[2]))
    instead = live.record.seats[2].name
    dora = Person(99, "Dora")
    rng = Random(4)
    while live.state is not None and 2 not in {entry.get("seat") for entry in live.state.view(2)["log"]}:
        seat = live.state.to_act[0]
        live = await make_staying_move(tables, live, rng, seat)
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(dora))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PEOPLE[1]))
    text = recap_text(await load_recap(tables, live, 2), 4000)
    assert "Person 2 " in text.split("Hand 3")[0]
    assert instead in text.split("Hand 3", 1)[1]
    assert not re.search(r"\b[Yy]ou\b", text)
    assert live.state is not None
    number, moved = live.state.number, live.last_move_seq[2]
    while live.last_move_seq[2] == moved:
        live = await make_staying_move(tables, live, rng)
        assert live.state is not None
    assert live.state.number == number
    again = recap_text(await load_recap(tables, live, 2), 4000)
    assert "You " in again
    assert instead in again


async def test_substitution_is_told_to_the_others(tables: Tables) -> None:
    """Whoever saw the change is told nothing of it, nor is whoever has the seat; and one who is back was never gone."""
    live = await play_hands(tables, await start_table(tables, seats=3, hands=12), 1)
    began = live.record.seq
    await leave_and_end.leave(tables, live.id, make_actor(PEOPLE[2]))
    instead, seq = live.record.seats[2].name, live.record.seq
    assert (await load_recap(tables, live, 0, began)).people == (SeatTakeover(instead, "Person 2"),)
    assert f"-# **Who plays now:** {instead} for Person 2" in recap_text(await load_recap(tables, live, 0, began), 500)
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(Person(99, "*Dora*")))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PEOPLE[1]))
    assert (await load_recap(tables, live, 0, began)).people == (SeatTakeover("*Dora*", "Person 2"),)
    assert (await load_recap(tables, live, 0, seq)).people == (SeatTakeover("*Dora*", instead),)
    assert (await load_recap(tables, live, 2)).people == ()
    assert not await load_recap(tables, live, 0, live.record.seq)
    text = recap_text(await load_recap(tables, live, 0, began), 500)
    assert "-# **Who plays now:** \\*Dora\\* for Person 2" in text.splitlines()
    await leave_and_end.leave(tables, live.id, make_actor(Person(99, "*Dora*")))
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(PEOPLE[2]))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PEOPLE[1]))
    assert (await load_recap(tables, live, 0, began)).people == ()


def make_longest_recap(players: Players) -> Recap:
    """Return a recap for which there is no room anywhere."""
    points = tuple(SeatPoints(seat, 10**seat, "3 tricks, and more of them than anybody") for seat in range(10))
    hands = tuple(RecappedHands(number, number, players, points) for number in range(7))
    tricks = tuple(
        Passage(f"{LONG} played card {card}.", f"{LONG} won trick {card}." if card % 10 == 9 else "", heading)
        for card in range(60)
        for heading in [f"Trick {card // 10 + 1}" if card % 10 == 0 else ""]
    )
    return Recap(LastLook(5000, 7), hands, tricks, 7, (SeatTakeover(LONG, LONG),) * 10)


def test_the_fullest_telling_that_fits_is_chosen_and_the_latest_stays() -> None:
    """With ten players of long names, in rooms of every size, told to one of them or a new one; names are escaped."""
    players = Players((LONG,) * 10, reader=3)
    whole = make_longest_recap(players)
    full = recap_text(whole, 10**6)
    assert full.startswith("**Since you were here** <t:5:R>")
    assert all(f"card {card}." in full for card in range(60))
    assert "*`" not in full.replace("\\*", "").replace("\\`", "")
    strange = whole._replace(
        hands=tuple(hands._replace(players=replace(players, reader=None)) for hands in whole.hands)
    )
    few = whole._replace(people=(SeatTakeover("N" * (MAX_TAKEOVER_LETTERS - 60), "Dora"),))
    assert "NN for Dora" in recap_text(few, LEAST)
    assert "won trick 59." in recap_text(few, LEAST)
    for room in range(6000, LEAST - 1, -150):
        text = recap_text(whole, room)
        assert len(text) <= room
        assert "Hand 7:" in text
        assert "won trick 59." in text
        to_new = recap_text(strange, room)
        assert len(to_new) <= room
        assert "won trick 59." in to_new
    assert "10 seats changed hands" in full
    assert "`/table log` has the rest" not in full
    assert "`/table log` has the rest" in recap_text(whole, LEAST)
    assert recap_text(Recap(NEVER_LOOKED), 1000) == ""


async def test_moves_that_were_taken_back_are_none_that_happened(tables: Tables) -> None:
    """Those since the look, and those that had been seen."""
    live = await start_table(tables, seats=2, hands=3)
    live.record = replace(live.record, settings={**live.record.settings, "friendly": True})
    rng, backs = Random(8), 0
    looks = [live.record.seq]
    while live.state is not None and live.state.number == 0 and not live.awaits_deal():
        live = await make_random_step(tables, live, rng)
        looks.append(live.record.seq)
        if live.may_take_back() and live.last_move is not None and backs < 4:
            last, backs = live.last_move, backs + 1
            for seat in (last.seat, 1 - last.seat):
                live, result = await take_back.take_back(tables, live.id, last.seq, make_actor(PEOPLE[seat]))
            assert result.kind == EventKind.TAKE_BACK
            looks.append(live.record.seq)
        if not live.hand_start_seq:
            break
        gone = await tables.store.lists.taken_back(live.id)
        for since in looks:
            recap = await load_recap(tables, live, 0, since)
            seqs = [
                event.seq
                for event in await tables.store.tables.game_events(live.id, 0, live.record.seq)
                if event.kind in {EventKind.MOVE, EventKind.CHANCE} and event.seq not in gone
            ]
            assert len(recap.passages) == sum(seq > since for seq in seqs)
    assert backs


@pytest.mark.parametrize("game", PRESENTERS)
async def test_fullest_hand_below_the_longest_recap_fits_into_a_message(tables: Tables, game: str) -> None:
    """With the longest names and emoji, and tables elsewhere that wait; whose turn it is and the cards stay."""
    presenter, seats = PRESENTERS[game], GAMES[game].seats[1]
    emoji = {
        card: f"<:trump_12_the_hanged_man_eh01ab:{10**18 + number}>"
        for number, card in enumerate(sorted(pack_named(presenter.pack).cards()))
    }
    recap = make_longest_recap(Players((LONG,) * 10, reader=3))

    async def give_recap(_live: TableState, _presenter: Presenter, _players: Players, _since: LastLook) -> Recap:
        return recap

    def give_other_tables(_user: int, _live: TableState) -> OtherTables:
        return OtherTables(AwaitingTable(1, 10**9, "Abracadabra, table 1000000000", 5), 98, 99)

    renderer = bare_renderer(presenter, emoji={presenter.pack: emoji}, recap=give_recap, other_tables=give_other_tables)
    people = [Person(100 + seat, LONG) for seat in range(seats)]
    live = await lobby.open_table(tables, GAMES[game], {}, (1, 2), make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    live, _ = await lobby.start(tables, live.id, make_actor(people[0]))
    rng, waiting_hands = Random(5), 0
    for number in range(60):
        if live.record.status != "playing" or live.awaits_deal():
            break
        assert live.state is not None
        seat = live.state.awaited[0]
        if number % 4 == 0:
            for index in (seat, (seat + 1) % seats):
                text = assert_accepted(
                    parts := (await renderer.render_hand(live, index, None, None, LastLook(5000, 7))).layout.parts
                )
                assert "Since you were here" in text
                assert "won trick 59." in text
                assert index != seat or "It is your turn" in text
                waits = index not in live.state.to_act
                assert ("Go to Abracadabra, table 1000000000" in str(parts)) is waits
                assert ("98 here and 99 in other servers" in text) is waits
                waiting_hands += waits
        move = random_of(live.state.legal(seat), rng)
        live, _ = await play.act(tables, live.id, move, make_actor(people[seat]))
    assert waiting_hands
