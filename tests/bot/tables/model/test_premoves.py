"""Orders for one's next turn: when they are carried out, why they are dropped, and that nobody else hears of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import leave_and_end, play, set_premove, take_computer_seat
from bot.tables.commands.lessons import Plan, begin
from bot.tables.commands.take_back import UNDO_TOO_LATE_TEXT, own_move, take_back
from bot.tables.model import premoves
from bot.tables.model.automatic_moves import PREMOVE_SECRET
from bot.tables.model.premoves import of_seat, premove_options, record_outcome_shown, seat_waiting_since_seq
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import exported
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import Tables
from bot.ui.table.premove_panel import hand_line
from data.tables.events import EventKind
from data.tables.work import WorkKind, WorkState
from rules.contract import Game
from rules.mitigati.conduct import MitigatiConduct
from rules.registry import GAMES
from rules.simulate import random_of
from tests.support.people import ADA, PLAYERS, make_actor
from tests.support.premoves import begin_hand, begin_stay, find_seat_after, find_turn, make_move, plan_move
from tests.support.random_tables import read_log_state, reload_cold
from tests.support.recaps import PRESENTERS

# -- carried out -------------------------------------------------------------------------------------------------------


async def test_it_is_carried_out_in_the_step_that_lets_the_turn_come(tables: Tables) -> None:
    live = await begin_stay(tables)
    first, second, third = find_turn(live), find_seat_after(live, 1), find_seat_after(live, 2)
    await plan_move(tables, live, second, "fold")
    live, seq = await make_move(tables, live, "stay")
    assert find_turn(live) == third
    assert live.last_move is None
    events = await tables.store.tables.log(live.id, seq - 1)
    assert [(e.kind, e.seat, e.text, e.public, e.hidden) for e in events] == [
        ("move", first, "stay", {}, None),
        ("move", second, "fold", {}, PREMOVE_SECRET),
    ]
    assert (events[1].user, events[1].interaction) == (PLAYERS[second].id, None)
    premove = of_seat(live, second)
    assert premove is not None
    assert (premove.end, premove.stored.get("did"), premove.premove.text) == ("done", "fold", "fold")
    awaited = [row for row in await tables.store.work.of_table(live.id, WorkKind.PING) if row.state == WorkState.DUE]
    assert {row.payload["seat"] for row in awaited} == {third}  # nobody is told that it is their turn when it was
    assert live.auto_move_streak[second] == 1
    reloaded = await reload_cold(tables, live)
    assert read_log_state(reloaded) == read_log_state(live)
    assert (reloaded.auto_move_streak, reloaded.last_move) == (live.auto_move_streak, None)
    assert reloaded.record.settings == live.record.settings


async def test_one_that_ends_the_hand_is_the_end_of_the_others(tables: Tables) -> None:
    live = await begin_stay(tables, hands=4)
    second, third = find_seat_after(live, 1), find_seat_after(live, 2)
    await plan_move(tables, live, third, "stay")
    await plan_move(tables, live, second, "fold")
    live, _ = await make_move(tables, live, "fold")
    assert live.awaits_deal()
    ends = [premove.end for seat in (second, third) if (premove := of_seat(live, seat)) is not None]
    assert ends == ["done", "over"]  # nobody is left to play against
    assert read_log_state(await reload_cold(tables, live)) == read_log_state(live)


async def test_a_rule_picks_a_card_when_it_holds(tables: Tables) -> None:
    live = await begin_play(tables)
    second = find_seat_after(live, 1)
    assert live.state is not None
    lead = live.state.legal(find_turn(live)).moves[0]
    await plan_move(tables, live, second, "if any winner else lowest")
    live, seq = await make_move(tables, live, lead)
    (event,) = [entry for entry in await tables.store.tables.log(live.id, seq) if entry.kind == EventKind.MOVE][:1]
    assert (event.seat, event.hidden) == (second, PREMOVE_SECRET)
    assert event.text.startswith("play ")


async def begin_play(tables: Tables, *, friendly: bool = False) -> TableState:
    """Return a table of Voren before the first lead."""
    live = await begin_stay(tables, friendly=friendly)
    for _ in range(3):
        live, _ = await make_move(tables, live, "stay")
    return live


# -- dropped -----------------------------------------------------------------------------------------------------------


async def test_one_that_is_not_legal_is_dropped_with_the_rules_reason(tables: Tables) -> None:
    """Two would take the one poke: the second is told so, and asked."""
    live = await begin_hand(tables)
    live, _ = await make_move(tables, live, "deal poke")
    second = find_seat_after(live, 1)
    await plan_move(tables, live, second, "poke")
    live, seq = await make_move(tables, live, "poke")
    assert find_turn(live) == second
    premove = of_seat(live, second)
    assert premove is not None
    assert (premove.end, premove.stored.get("clause")) == ("refused", "V4.2")
    assert "taken the poke" in premove.stored.get("why", "")
    assert [
        row.payload["seat"]
        for row in await tables.store.work.of_table(live.id, WorkKind.PING)
        if row.state == WorkState.DUE
    ] == [second]
    assert [event.kind for event in await tables.store.tables.log(live.id, seq - 1)] == ["move"]


async def test_a_rule_that_does_not_hold_asks(tables: Tables) -> None:
    live = await begin_play(tables)
    second = find_seat_after(live, 1)
    assert live.state is not None
    suits = premove_options(live, second).suits
    lead = live.state.legal(find_turn(live)).moves[0]
    other = next(suit for suit in suits if suit != "trumps" and not lead.endswith(suit))
    await plan_move(tables, live, second, f"if {other} winner else ask")
    live, _ = await make_move(tables, live, lead)
    assert find_turn(live) == second
    premove = of_seat(live, second)
    assert premove is not None
    assert (premove.end, premove.stored.get("why")) == ("asked", "suit")


async def test_it_dies_with_its_hand_and_with_the_game(tables: Tables) -> None:
    live = await begin_stay(tables, hands=1)
    second, third = find_seat_after(live, 1), find_seat_after(live, 2)
    await plan_move(tables, live, third, "stay")
    live, _ = await make_move(tables, live, "fold")
    live, _ = await make_move(tables, live, "fold")
    assert live.record.status == "over"
    assert live.record.settings.get("premoves") == {}
    other = await begin_stay(tables, hands=2)
    second, third = find_seat_after(other, 1), find_seat_after(other, 2)
    await plan_move(tables, other, third, "stay")
    other, _ = await make_move(tables, other, "fold")
    other, _ = await make_move(tables, other, "fold")
    assert other.awaits_deal()
    premove = of_seat(other, third)
    assert premove is not None
    assert premove.end == "over"
    assert premove_options(other, second).moves == ()
    other, _ = await play.next_hand(tables, other.id, make_actor(ADA))
    other, _ = await make_move(tables, other, "deal")
    assert of_seat(other, third) == premove  # until they have been told and have moved


async def test_outcome_stays_until_its_player_has_seen_it_and_moved(tables: Tables) -> None:
    live = await begin_play(tables)
    second = find_seat_after(live, 1)
    await plan_move(tables, live, second, "if any lowest else ask")
    live, _ = await make_move(tables, live)
    premove = of_seat(live, second)
    assert premove is not None
    assert premove.end == "done"
    while find_turn(live) != second:
        live, _ = await make_move(tables, live)
    live, _ = await make_move(tables, live)  # from the board, say: they have not seen it
    assert of_seat(live, second) == premove
    record_outcome_shown(live, (second, premove.at))
    while find_turn(live) != second:
        live, _ = await make_move(tables, live)
        assert of_seat(live, second) == premove
    live, _ = await make_move(tables, live)
    assert of_seat(live, second) is None


async def test_forced_move_reports_the_premove_as_not_needed(tables: Tables) -> None:
    """A clock that ran out in the same step, an only card: the move was made without the order."""
    live = await begin_stay(tables, hands=4)
    second = find_seat_after(live, 1)
    await plan_move(tables, live, second, "stay")
    first = find_turn(live)

    def move_both(step: Step) -> None:
        step.move(first, "stay", None, None)
        step.move(second, "fold", None, None)

    await tables.change(live.id, None, move_both)
    premove = of_seat(live, second)
    assert premove is not None
    assert live.state is not None
    assert (premove.end, premove.at) == ("moved", live.record.seq + 1)
    text = hand_line(live, second, PRESENTERS["voren"], live.state.view(second))
    assert text == "**Your planned move was not needed:** you had no choice to make. It was: Stay."


async def test_new_player_of_a_seat_has_no_premove(tables: Tables) -> None:
    """Neither the computer player that stands in, nor whoever comes back."""
    live = await begin_stay(tables, hands=3)
    third = find_seat_after(live, 2)
    await plan_move(tables, live, third, "fold")
    await leave_and_end.leave(tables, live.id, make_actor(PLAYERS[third]))
    live = await tables.find(live.id)
    assert live.record.settings.get("premoves") == {}
    question = await take_computer_seat.ask(tables, live.id, third, make_actor(PLAYERS[third]))
    await take_computer_seat.sit(tables, live.id, question[1].seq, make_actor(PLAYERS[find_turn(live)]))
    assert of_seat(await tables.find(live.id), third) is None


async def test_a_computer_player_that_takes_the_seat_while_it_stands_moves_for_itself(tables: Tables) -> None:
    """The seat changes hands in the same step in which a turn could come: the order is gone first."""
    live = await begin_stay(tables)
    second = find_seat_after(live, 1)
    await plan_move(tables, live, second, "fold")

    def build(step: Any) -> None:
        leave_and_end.stand_in(step, step.record.seats[second])
        step.move(find_turn(live), "stay", None, None)

    live, _ = await tables.change(live.id, None, build)
    assert find_turn(live) == second
    assert live.record.settings.get("premoves") == {}


async def test_the_end_of_a_table_leaves_no_premove(tables: Tables) -> None:
    live = await begin_stay(tables)
    await plan_move(tables, live, find_seat_after(live, 1), "fold")
    live, _ = await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    assert live.record.settings.get("premoves") == {}


async def test_failing_premove_does_not_block_other_moves(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = await begin_hand(tables, "mitigati")
    while live.state is not None and live.state.phase != "play":
        live = await make_random_move(tables, live, Random(3))
        if live.awaits_deal():
            live, _ = await play.next_hand(tables, live.id, make_actor(ADA))
    second = find_seat_after(live, 1)
    await plan_move(tables, live, second, "if any lowest else ask")

    def fail(*_: object) -> None:
        raise KeyError("the king of Earth")

    monkeypatch.setattr(MitigatiConduct, "candidates", fail)
    live, _ = await make_move(tables, live)
    assert find_turn(live) == second
    premove = of_seat(live, second)
    assert premove is not None
    assert premove.end == "broken"
    assert "KeyError\n" in caplog.text  # and not which
    assert "cannot be read" in caplog.text


# -- taking back -------------------------------------------------------------------------------------------------------


async def test_an_ordered_move_is_not_taken_back_nor_one_before_it(tables: Tables) -> None:
    live = await begin_stay(tables, friendly=True)
    first, second = find_turn(live), find_seat_after(live, 1)
    await plan_move(tables, live, second, "stay")
    live, seq = await make_move(tables, live, "stay")
    assert own_move(live, first) is None
    assert own_move(live, second) is None
    with pytest.raises(Stale, match=UNDO_TOO_LATE_TEXT):
        await take_back(tables, live.id, seq, make_actor(PLAYERS[first]))


async def test_an_order_that_was_left_after_a_move_goes_when_that_is_taken_back(tables: Tables) -> None:
    """It was left by somebody who knew that move; one from before it stands, and its player waits as before."""
    live = await begin_stay(tables, 4, friendly=True)
    first, second, third, fourth = (find_seat_after(live, steps) for steps in range(4))
    await plan_move(tables, live, fourth, "stay")
    live, seq = await make_move(tables, live, "stay")
    await plan_move(tables, live, third, "fold")
    await plan_move(tables, live, first, "if any lowest else ask")
    for person in (first, second, third, fourth):
        live, _ = await take_back(tables, live.id, seq, make_actor(PLAYERS[person]))
    assert find_turn(live) == first
    result = {seat: of_seat(live, seat) for seat in (first, third, fourth)}
    assert {seat: stood and stood.end for seat, stood in result.items()} == {first: "back", third: "back", fourth: None}
    live, _ = await make_move(tables, live, "stay")
    assert find_turn(live) == second
    live, _ = await make_move(tables, live, "stay")
    assert find_turn(live) == third
    live, _ = await make_move(tables, live, "stay")
    assert live.state is not None
    assert live.state.phase == "play"


# -- leaving one -------------------------------------------------------------------------------------------------------


async def test_only_waiting_seats_store_a_premove(tables: Tables) -> None:
    live = await begin_stay(tables)
    first, second = find_turn(live), find_seat_after(live, 1)
    with pytest.raises(Stale, match="your turn"):
        await plan_move(tables, live, first, "fold")
    with pytest.raises(Declined, match="no seat"):
        await set_premove.plan(tables, live.id, 999, "fold", seat_waiting_since_seq(live, second))
    with pytest.raises(Stale):
        await plan_move(tables, live, second, "play KH")
    with pytest.raises(Stale):
        await plan_move(tables, live, second, "if any lowest else ask")
    with pytest.raises(Stale):
        await set_premove.plan(tables, live.id, PLAYERS[second].id, "fold", seat_waiting_since_seq(live, second) - 1)
    assert "premoves" not in (await tables.find(live.id)).record.settings
    seq = live.record.seq
    await plan_move(tables, live, second, "stay")
    live = await plan_move(tables, live, second, "fold")  # another takes its place
    premove = of_seat(live, second)
    assert premove is not None
    assert premove.premove.text == "fold"
    assert live.record.seq == seq  # and the log is no longer than before
    live = await set_premove.withdraw(tables, live.id, PLAYERS[second].id, seat_waiting_since_seq(live, second))
    assert of_seat(live, second) is None
    with pytest.raises(Stale, match="no planned move"):
        await set_premove.withdraw(tables, live.id, PLAYERS[second].id, seat_waiting_since_seq(live, second))
    live, _ = await make_move(tables, live, "stay")
    assert find_turn(live) == second


async def test_repeated_confirmation_after_the_move_is_stale(tables: Tables) -> None:
    """Discord may bring a click late, and twice: the second counts for a turn that has been."""
    live = await begin_stay(tables)
    second, waiting_since = find_seat_after(live, 1), seat_waiting_since_seq(live, find_seat_after(live, 1))
    await set_premove.plan(tables, live.id, PLAYERS[second].id, "stay", waiting_since)
    live, _ = await make_move(tables, live, "stay")
    with pytest.raises(Stale, match="made for you since"):
        await set_premove.plan(tables, live.id, PLAYERS[second].id, "stay", waiting_since)
    with pytest.raises(Stale, match="made for you since"):
        await set_premove.withdraw(tables, live.id, PLAYERS[second].id, waiting_since)


async def test_a_lesson_has_no_premoves(tables: Tables) -> None:
    plan = Plan(options={}, seats=3, seat=0, dealer=2, deal="")
    live, _ = await begin(tables, GAMES["voren"], plan, make_actor(PLAYERS[5]))
    for seat in range(3):
        assert premove_options(live, seat).moves == ()
    assert live.record.lesson


# -- nobody else -------------------------------------------------------------------------------------------------------


async def test_event_lists_and_exports_leave_out_premoves(tables: Tables) -> None:
    live = await begin_stay(tables, hands=2)
    second, third = find_seat_after(live, 1), find_seat_after(live, 2)
    before = live.record.seq
    live = await plan_move(tables, live, second, "fold")
    assert "fold" not in repr(live.record)
    assert await tables.store.tables.game_events(live.id, before, live.record.seq) == []
    live, _ = await make_move(tables, live, "stay")
    events = await tables.store.tables.game_events(live.id, before, live.record.seq)
    assert [(event.hidden, event.public) for event in events] == [(None, {}), (None, {})]
    live, _ = await make_move(tables, live, "fold")
    assert live.awaits_deal()
    whole_game = json.dumps(await exported(tables.store, live, await tables.store.tables.hands(live.id)))
    assert "premove" not in whole_game
    assert live.state is not None
    for reader in (None, 0, 1, 2):
        assert "premove" not in json.dumps(live.state.view(reader))
    assert third is not None


# -- whole games -------------------------------------------------------------------------------------------------------


async def make_random_move(tables: Tables, live: TableState, rng: Random) -> TableState:
    """Make a random move of somebody who may act; return the table."""
    assert live.state is not None
    seat = rng.choice(live.state.to_act)
    text = random_of(live.state.legal(seat), rng)
    return (await play.act(tables, live.id, text, make_actor(PLAYERS[seat])))[0]


GAMES_SHORT: dict[str, dict[str, Any]] = {
    "voren": {"hands": 6},
    "mitigati": {"hands": 1, "bargaining": False},
    "conference": {"hands": 1, "good_evil": "allegiance", "gallowglass": True},
    "abracadabra": {"deals": 2},
    "five_crowns": {"last": 4},
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_games_with_all_kinds_of_premoves(tables: Tables, game: Game, tmp_path: Path) -> None:
    """Nobody whose turn it is has one standing; what is in memory is what is kept; every row is proved by replay."""
    rng, ends = Random(game.id), Counter[str]()
    seats = max(game.seats[0], 3)
    live = await begin_hand(tables, game.id, seats, **GAMES_SHORT.get(game.id, {}))
    for step in range(600):
        if live.record.status != "playing":
            break
        assert live.state is not None
        if live.awaits_deal():
            live, _ = await play.next_hand(tables, live.id, make_actor(ADA))
            continue
        for seat in range(seats):
            if rng.random() < 0.5 and (order := pick_order(live, seat, rng)):
                live = await plan_move(tables, live, seat, order)
        live = await make_random_move(tables, live, rng)
        for seat in range(seats):
            premove = of_seat(live, seat)
            if premove is not None and premove.end is not None:
                ends[premove.end] += 1
                record_outcome_shown(live, (seat, premove.at))
            elif premove is not None:
                assert live.state is not None
                assert seat not in live.state.to_act
                assert live.hand_start_seq
        if step % 40 == 0:
            reloaded = await reload_cold(tables, live)
            assert read_log_state(reloaded) == read_log_state(live)
            assert reloaded.record.settings == live.record.settings
    assert live.record.status == "over"
    assert live.record.settings.get("premoves") == {}
    assert ends["done"] > 2
    assert set(ends) <= {"done", "refused", "asked", "over"}
    faults: list[str] = []
    assert (await check_all(tables.store, faults.append)).faults == 0, faults


def pick_order(live: TableState, seat: int, rng: Random) -> str:
    """Return a random order that a seat may leave; "" where there is none."""
    options = premove_options(live, seat)
    moves = [move for move in options.moves if move not in options.reasons_never_legal]
    if not moves:
        return ""
    move = rng.choice(moves)
    if not options.suits or rng.random() < 0.3:
        return move
    do = rng.choice(["winner", "loser", "lowest", *([move] if move.count(" ") == 1 else [])])
    return f"if {rng.choice(['any', *options.suits])} {do} else {rng.choice(['ask', 'lowest'])}"


def test_the_setting_is_read_by_these_alone() -> None:
    """No file but those of pre-moves reads this key of a table's settings: they are secret."""
    root = Path(premoves.__file__).parents[2]
    named = {
        path.name
        for folder in ("bot", "cogs", "data")
        for path in (root / folder).rglob("*.py")
        if '"premoves"' in path.read_text()
    }
    assert named <= {"premoves.py", "set_premove.py", "presenter.py"}
