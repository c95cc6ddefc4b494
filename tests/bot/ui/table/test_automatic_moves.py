"""What is told of moves that somebody else made in a seat: a computer player because time had run out, or whoever sat
there before.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from bot.tables.commands import leave_and_end, pause, play, substitutes, take_back, take_computer_seat
from bot.tables.model.actor import Actor
from bot.tables.model.automatic_moves import LATE_PAYLOAD
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.game.presenter_registry import Presenters
from bot.ui.table.event_log import log_page
from bot.ui.table.story import last_passage, news
from rules.registry import GAMES
from rules.simulate import random_of
from tests.support.messages import text
from tests.support.numbers import IDS
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

DORA: Final = Person(99, "Dora")


async def make_late_move(tables: Tables, live: TableState, rng: Random) -> tuple[TableState, int]:
    """Make a move for somebody whose time has run out; return the table and the seat."""
    assert live.state is not None
    seat = rng.choice(live.state.to_act)
    text = random_of(live.state.legal(seat), rng)

    def build(step: Step) -> None:
        step.move(seat, text, None, None, public=LATE_PAYLOAD)

    return (await tables.change(live.id, None, build))[0], seat


async def read_recap_text(tables: Tables, live: TableState, seat: int) -> str:
    """Return all that a seat is told in its hand of what happened."""
    assert live.state is not None
    changes = await tables.store.tables.seat_changes(live.id)
    view, players = live.state.view(seat), players_of(live, seat)
    return " ".join(news(live, PRESENTERS[live.game.id], view, players, changes))


@pytest.mark.parametrize("game", PRESENTERS)
async def test_a_move_that_was_made_because_time_had_run_out_is_nobodys_own(tables: Tables, game: str) -> None:
    """The table's last line, everybody's news and what happened meanwhile say so; to the player, as theirs."""
    live, rng, late_moves = await start_table(tables, game, GAMES[game].seats[0]), Random(2), 0
    while live.state is not None and live.record.status == "playing" and late_moves < 25:
        if live.awaits_deal() or rng.random() < 0.5:
            live = await make_random_step(tables, live, rng)
            continue
        before, played_before = live.record.seq, (*live.played.before, *live.played.hand)
        has_begun_turn = (
            live.game.conduct.is_mid_turn(live.state) and played_before[-1] not in live.played.late
        )  # by the player
        live, seat = await make_late_move(tables, live, rng)
        (event, *_) = await tables.store.tables.game_events(live.id, before, before + 1)
        assert (event.kind, event.seat) == ("move", seat)
        if live.played.late and max(live.played.late) != (*live.played.before, *live.played.hand)[-1]:
            continue  # another move or cards came of it at once
        live, late_moves = await reload_cold(tables, live) if rng.random() < 0.3 else live, late_moves + 1
        assert live.state is not None
        name = live.names()[seat]
        others_text = f"{name} ran out of time: the clock "
        own_text = "You ran out of time: the clock "
        if has_begun_turn:
            second = "ran out of time: the clock made the second move."
            others_text, own_text = f"Then {name} {second}", f"Then you {second}"
        last = last_passage(live, PRESENTERS[game], live.state.view(None), players_of(live))
        if live.hand_start_seq:
            assert others_text in last.text
            assert last.text.count(name) == 1 + has_begun_turn
            for reader in range(len(live.record.seats)):
                (*_, passage) = (await load_recap(tables, live, reader, before)).passages
                sentence = own_text if reader == seat else others_text
                assert passage.text.endswith(sentence) if has_begun_turn else passage.text.startswith(sentence)
        for reader in range(len(live.record.seats)):
            sentence = await read_recap_text(tables, live, reader)
            assert own_text in sentence if reader == seat else others_text in sentence or not live.hand_start_seq
        if live.awaits_deal():
            live = await make_random_step(tables, live, rng)
            assert own_text in await read_recap_text(tables, live, seat), "also once the next hand has been dealt"
    assert late_moves >= 8


async def test_which_moves_were_late_is_known_to_a_table_read_anew(tables: Tables) -> None:
    """In the hand in progress, in the one before, and none that was taken back."""
    live, rng = await start_table(tables, hands=20, seats=2), Random(5)
    live.record.settings["friendly"] = True
    taken_back = 0
    for _ in range(120):
        if live.record.status != "playing":
            break
        if live.awaits_deal() or rng.random() < 0.7:
            live = await make_random_step(tables, live, rng)
        else:
            live, _ = await make_late_move(tables, live, rng)
        if live.may_take_back() and live.last_move is not None and taken_back < 8:
            last, taken_back = live.last_move, taken_back + 1
            for seat in (last.seat, 1 - last.seat):
                live, _ = await take_back.take_back(tables, live.id, last.seq, make_actor(PEOPLE[seat]))
        played, last_hand = live.played, live.last_hand
        reloaded = (await reload_cold(tables, live)).played
        live = await tables.find(live.id)
        live.record.settings["friendly"] = True
        assert reloaded.hand == played.hand
        if last_hand is not None:
            assert (played.before if live.hand_start_seq else played.hand)[0] == last_hand.first
            assert reloaded.before == (played.before if live.hand_start_seq else ())
        assert reloaded.late - {reloaded.hand[0]} == played.late.intersection((*reloaded.before, *reloaded.hand)) - {
            reloaded.hand[0]
        }
    assert taken_back


@pytest.mark.parametrize("game", PRESENTERS)
async def test_earlier_moves_of_a_seat_are_not_told_as_the_substitutes(tables: Tables, game: str) -> None:
    """Of a substitute: at the first look and at all later ones, also once they have moved and the hand is over."""
    live = await start_table(tables, game, seats := GAMES[game].seats[0])
    rng, number = Random(4), 0
    while live.state is not None and not (live.hand_start_seq and live.last_move_seq.get(1, 0) > live.hand_start_seq):
        live = await make_random_step(tables, live, rng)
    _, result = await substitutes.offer(tables, live.id, 1, make_actor(PEOPLE[1]))
    live, _ = await substitutes.take_over(tables, live.id, 1, result.seq, make_actor(DORA))
    people, sit_seq = (
        {0: PEOPLE[0], 1: DORA} | {other_seat: PEOPLE[other_seat] for other_seat in range(2, seats)},
        live.record.seq,
    )
    assert live.state is not None
    number, has_moved = live.state.number, False
    while live.state is not None and live.record.status == "playing" and live.state.number <= number + 1:
        live = await reload_cold(tables, live) if rng.random() < 0.2 else live
        assert live.state is not None
        has_moved = has_moved or live.last_move_seq.get(1, 0) > sit_seq
        is_later = live.record.seq > sit_seq
        if not has_moved and live.state.number == number:
            events = await read_recap_text(tables, live, 1)
            assert is_later or "You " not in events, events  # tricks that end from now on are theirs
            assert "Person 1" in events
            passages = (await load_recap(tables, live, 1)).passages
            assert not any(passage.text.startswith("You ") for passage in passages)
        last = last_passage(
            live,
            PRESENTERS[game],
            live.state.view(None),
            players_of(live),
            await tables.store.tables.seat_changes(live.id),
        )
        assert has_moved or live.record.seq > sit_seq or "Dora" not in last.text
        if live.awaits_deal():
            live, _ = await play.next_hand(tables, live.id, make_actor(PEOPLE[0]))
            continue
        seat = rng.choice(live.state.to_act)
        text = random_of(live.state.legal(seat), rng)
        live, _ = await play.act(tables, live.id, text, make_actor(people[seat]))
    assert has_moved


async def test_computer_moves_are_not_told_as_the_returned_players(tables: Tables) -> None:
    """Their own of before are."""
    live, rng = await play_hands(tables, await start_table(tables, hands=4), 1), Random(4)
    while {"seat": 2, "move": "stay"} not in read_entries(live):
        live = await make_staying_move(tables, live, rng)
    await leave_and_end.leave(tables, live.id, make_actor(PEOPLE[2]))
    computer_name = live.record.seats[2].name
    while not any(entry.get("seat") == 2 and entry["move"].startswith("play") for entry in read_entries(live)):
        live = await make_staying_move(tables, live, rng)
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(PEOPLE[2]))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PEOPLE[1]))
    for table in (live, await reload_cold(tables, live)):
        events = await read_recap_text(tables, table, 2)
        story = " ".join(passage.text for passage in (await load_recap(tables, table, 2)).passages)
        assert f"{computer_name} led" in story or f"{computer_name} played" in story
        assert "You stayed in." in events
        assert "You led" not in events
        assert "You played" not in events


def read_entries(live: TableState) -> list[dict[str, Any]]:
    """Return the log of the hand in progress."""
    assert live.state is not None
    return live.state.view(None)["log"]


async def test_a_late_first_half_of_a_turn_is_told_in_whole_sentences(tables: Tables) -> None:
    """At Five Crowns both moves of a turn are told together: the computer player drew, its player discarded."""
    rng = Random(5)
    live = await start_table(tables, "five_crowns")
    live, seat = await make_late_move(tables, live, rng)
    name, other = live.names()[seat], (seat + 1) % 3
    text_after_draw = await read_recap_text(tables, live, other)
    assert f"{name} ran out of time: the clock " in text_after_draw
    assert live.state is not None
    discards = [move for move in live.state.legal(seat).moves if move.startswith("discard")]
    user = live.record.seats[seat].user
    assert user is not None
    await play.act(tables, live.id, discards[0], Actor(user, "", next(IDS)))
    text_after_discard = await read_recap_text(tables, live, other)
    head = f"{name} ran out of time: the clock made the first move of a turn. {name} "
    assert head in text_after_discard, text_after_discard


async def make_moves(tables: Tables, live: TableState, *moves: str, late: bool) -> TableState:
    """Make these moves of whoever is to act, as their own or since their time has run out; return the table."""
    assert live.state is not None
    seat = live.state.to_act[0]
    user, public = (None, LATE_PAYLOAD) if late else (live.record.seats[seat].user, None)

    def build(step: Step) -> None:
        for move in moves:
            step.move(seat, move, None, user, public=public)

    return (await tables.change(live.id, None, build))[0]


async def read_log(tables: Tables, live: TableState) -> str:
    """Return the last page of the table's log."""
    presenters = Presenters(*PRESENTERS.values())
    return text({"content": "", "components": (await log_page(tables.store, presenters, live, -1, -1)).parts})


async def test_a_turn_that_was_made_whole_is_told_once(tables: Tables) -> None:
    """In the hand of its player and of others, and in the log."""
    live = await start_table(tables, "five_crowns")
    assert live.state is not None
    seat = live.state.to_act[0]
    draw = live.state.legal(seat).moves[0]
    discard = next(move for move in live.state.apply(seat, draw).legal(seat).moves if move.startswith("discard"))
    live = await make_moves(tables, live, draw, discard, late=True)
    name = live.names()[seat]
    for reader, head in (
        (seat, "You ran out of time:"),
        ((seat + 1) % 3, f"{name} ran out of time:"),
    ):
        events = await read_recap_text(tables, live, reader)
        assert events.count("the clock ") == 1
        assert f"{head} the clock drew " in events or f"{head} the clock took " in events
        assert "first move of a turn" not in events
    events = await read_log(tables, live)
    assert events.count("the clock ") == 1
    assert f"{name} ran out of time: the clock" in events


async def test_only_the_second_move_of_a_begun_turn_counts_as_automatic(tables: Tables) -> None:
    live = await start_table(tables, "five_crowns")
    assert live.state is not None
    seat = live.state.to_act[0]
    live = await make_moves(tables, live, live.state.legal(seat).moves[0], late=False)
    assert live.state is not None
    discard = next(move for move in live.state.legal(seat).moves if move.startswith("discard"))
    live = await make_moves(tables, live, discard, late=True)
    name = live.names()[seat]
    own, others, log = (
        await read_recap_text(tables, live, seat),
        await read_recap_text(tables, live, (seat + 1) % 3),
        await read_log(tables, live),
    )
    second = "ran out of time: the clock made the second move."
    assert own.startswith(("You drew ", "You took "))
    assert f"Then you {second}" in own
    for sentence in (others, log):
        assert f"{name} drew " in sentence or f"{name} took " in sentence
        assert f"Then {name} {second}" in sentence
        assert sentence.count("the clock ") == 1


@pytest.mark.parametrize("begun", [False, True], ids=["whole", "begun by its player"])
async def test_a_late_turn_is_told_the_same_where_the_pages_of_the_log_part_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, *, begun: bool
) -> None:
    """Wherever a page ends; whatever was said at the table between the two moves."""
    live = await start_table(tables, "five_crowns")
    assert live.state is not None
    seat = live.state.to_act[0]
    draw = live.state.legal(seat).moves[0]
    discard = next(move for move in live.state.apply(seat, draw).legal(seat).moves if move.startswith("discard"))
    if begun:
        live = await make_moves(tables, live, draw, late=False)
        await pause.pause(tables, live.id, make_actor(PEOPLE[1]))
        live = await make_moves(tables, live, discard, late=True)
    else:
        live = await make_moves(tables, live, draw, discard, late=True)
    name = live.names()[seat]
    presenters = Presenters(*PRESENTERS.values())
    for size in range(4, live.record.seq + 1):
        monkeypatch.setattr("bot.ui.table.event_log.EVENTS_PER_PAGE", size)
        pages = -(-live.record.seq // size)
        sentence = "\n".join(
            [
                text(
                    {
                        "content": "",
                        "components": (await log_page(tables.store, presenters, live, 0, page)).parts,
                    }
                )
                for page in range(pages)
            ]
        )
        assert sentence.count("the clock ") == 1, (size, sentence)
        assert ("the clock made the second move" in sentence) is begun
        assert (f"Then {name} ran out of time" in sentence) is begun
