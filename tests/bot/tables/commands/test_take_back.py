"""Moves that are taken back: who has to agree, until when, and what the log and all that is made of it say then."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import arrange_lobby, exchange_notes, leave_and_end, lobby, play
from bot.tables.commands.take_back import own_move, take_back, was_undone
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import exported, steps_of
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import Tables
from bot.ui.table.shuffle_proof import check_proof, read_proof
from data.tables.events import EventKind
from data.tables.work import WorkKind, WorkState
from rules.contract import Game
from rules.registry import GAMES, game_named
from rules.simulate import random_of
from rules.table import Table
from tests.support.numbers import IDS
from tests.support.people import ADA, PLAYERS, Person, make_actor
from tests.support.random_tables import read_log_state, reload_cold
from tests.support.tables import computer_moves, read_votes


async def begin_hand(
    tables: Tables, game: str = "voren", people: int = 2, computers: int = 0, *, friendly: bool = True
) -> TableState:
    """Return a table in its first hand."""
    live = await lobby.open_table(tables, game_named(game), {}, (1, 2), make_actor(ADA))
    for person in PLAYERS[1:people]:
        await lobby.join(tables, live.id, make_actor(person))
    for _ in range(computers):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    if friendly:
        await arrange_lobby.change_settings(tables, live.id, {"friendly": True}, make_actor(ADA))
    return (await lobby.start(tables, live.id, make_actor(ADA)))[0]


def find_mover(live: TableState) -> Person:
    assert live.state is not None
    return PLAYERS[live.state.to_act[0]]


async def make_move(tables: Tables, live: TableState, text: str = "") -> tuple[Person, int]:
    """Make the first legal move, or this one, of whoever is to act; return who that is, and the event's number."""
    assert live.state is not None
    who = find_mover(live)
    _, result = await play.act(
        tables, live.id, text or live.state.legal(live.state.to_act[0]).moves[0], make_actor(who)
    )
    return who, result.seq


async def begin_stay(tables: Tables, people: int = 3, *, friendly: bool = True) -> TableState:
    """Return a dealt table of Voren: whoever stays may take it back while another decides."""
    live = await begin_hand(tables, people=people, friendly=friendly)
    await make_move(tables, live, "deal")
    return live


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_game_after_taken_back_moves_equals_one_without_them(tables: Tables, game: Game) -> None:
    """Positions, hands' rows, replay, export, proof and check know nothing of them; the log has them all."""
    rng, live, taken_back = Random(game.id), await begin_hand(tables, game.id, game.seats[0]), 0
    hands = 0
    while live.record.status == "playing" and live.state is not None:
        if live.awaits_deal():
            hands += 1
            if hands >= 2 and taken_back > 2:  # in some short hands nothing can be taken back
                break
            live, _ = await play.next_hand(tables, live.id, make_actor(ADA))
            continue
        before, seat = live.state, rng.choice(live.state.to_act)
        text = random_of(live.state.legal(seat), rng)
        live, result = await play.act(tables, live.id, text, make_actor(PLAYERS[seat]))
        last = own_move(live, seat)
        if last is None or rng.random() < (0.4 if taken_back < 6 else 0.85):  # a long game has moves enough
            continue
        assert last.seq == result.seq
        for person in (
            PLAYERS[seat],
            *(player for player in PLAYERS[: len(live.record.seats)] if player is not PLAYERS[seat]),
        ):
            live, result = await take_back(tables, live.id, last.seq, make_actor(person))
        assert result.kind == EventKind.TAKE_BACK
        taken_back += 1
        assert live.state is not None
        for reader in (None, *range(len(live.record.seats))):
            assert live.state.view(reader) == before.view(reader)
        assert live.decisions == dict.fromkeys(live.state.to_act, live.record.seq)
        if taken_back % 5 == 1:
            in_memory = read_log_state(live)
            assert read_log_state(await reload_cold(tables, live)) == in_memory
            live = await tables.find(live.id)
    assert taken_back > 2
    texts: list[str] = []
    counts = await check_all(tables.store, texts.append)
    assert (counts.faults, texts) == (0, [])
    spans = await tables.store.tables.hands(live.id)
    assert spans
    for span in range(len(spans)):
        steps = await steps_of(tables.store, live, spans, span)
        assert steps is not None
        assert len(steps.positions) == len(steps.hand.log)
    export = await exported(tables.store, live, spans)
    table = Table.load(json.loads(json.dumps(export["game"])))
    assert [sum(hand) for hand in zip(*table.state.score().hands, strict=True)] == export["scores"]
    shuffles = check_proof(await read_proof(tables.store, live))
    assert shuffles
    assert all(finding.holds for finding in shuffles)


async def test_all_people_have_to_agree_and_each_says_so_once(tables: Tables) -> None:
    live = await begin_stay(tables)
    who, seq = await make_move(tables, live, "stay")
    others = [person for person in PLAYERS[:3] if person is not who]
    with pytest.raises(Declined, match="Nobody has asked"):
        await take_back(tables, live.id, seq, make_actor(others[0]))
    live, result = await take_back(tables, live.id, seq, make_actor(who))
    assert result.kind == EventKind.ASK_TAKE_BACK
    assert [row.seq for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)] == [result.seq]
    with pytest.raises(Declined, match="asked already"):
        await take_back(tables, live.id, seq, make_actor(who))
    live, result = await take_back(tables, live.id, seq, make_actor(others[0]))
    assert result.kind == EventKind.ASK_TAKE_BACK
    assert len(read_votes(live, "take_back")) == 2
    live = await reload_cold(tables, live)
    live, result = await take_back(tables, live.id, seq, make_actor(others[1]))
    assert result.kind == EventKind.TAKE_BACK
    assert find_mover(live) is who
    assert read_votes(live, "take_back") == []
    with pytest.raises(Stale, match="Too late"):
        await take_back(tables, live.id, seq, make_actor(who))


async def play_until_last_person(
    tables: Tables, people: int = 1, computers: int = 3, game: str = "conference"
) -> TableState:
    """Return a friendly table where the last of its people plays to a trick, and a computer player next."""
    for _ in range(40):
        live = await begin_hand(tables, game, people, computers)
        rng = Random(next(IDS))
        while live.record.status == "playing" and live.state is not None and live.state.number == 0:
            if live.awaits_deal():
                break
            seat, view = live.state.to_act[0], live.state.view(None)
            if seat == people - 1 and live.state.phase == "play" and len(view["trick"]) < computers:
                return live
            if live.computers():
                await computer_moves(tables, live)
            else:
                await make_move(tables, live, random_of(live.state.legal(seat), rng))
    raise AssertionError("they had never to play")


async def finish_trick(tables: Tables, live: TableState) -> None:
    """Let the computer players finish the trick in progress, which is not the last of the hand."""
    assert live.state is not None
    tricks = len(live.state.view(None)["tricks"])
    while live.computers() and len(live.state.view(None)["tricks"]) == tricks:
        await computer_moves(tables, live)
        assert live.state is not None


async def test_take_back_against_computers_includes_their_moves(tables: Tables) -> None:
    """Nobody is asked, nobody is told, and the log, read anew, says the same."""
    live = await play_until_last_person(tables)
    before = live.state
    assert before is not None
    streak_before, moved_before = live.auto_move_streak, live.last_move_seq
    _, seq = await make_move(tables, live, before.legal(0).moves[0])
    await computer_moves(tables, live)
    last = own_move(live, 0)
    assert last is not None
    assert (last.seq, len(last.states)) == (seq, 3)
    live, result = await take_back(tables, live.id, seq, make_actor(ADA))
    assert result.kind == EventKind.TAKE_BACK
    assert live.state is not None
    assert live.state.view(0) == before.view(0)
    assert (live.auto_move_streak, live.last_move_seq) == (streak_before, moved_before)
    assert not [row for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.key.isdecimal()]
    assert not [
        row for row in await tables.store.work.of_table(live.id, WorkKind.COMPUTER) if row.state == WorkState.DUE
    ]
    assert await tables.store.lists.taken_back(live.id) == {seq, seq + 2}  # the hand shown between them stays shown
    in_memory = read_log_state(live)
    live = await reload_cold(tables, live)
    assert read_log_state(live) == in_memory
    with pytest.raises(Stale, match="Too late"):
        await take_back(tables, live.id, seq, make_actor(ADA))
    assert await was_undone(tables, live.id, seq)
    await make_move(tables, live, before.legal(0).moves[-1])  # and plays on
    await finish_trick(tables, live)
    log = (await tables.store.tables.pages(live.id).__anext__())[-1]
    assert log.seq == live.record.seq


async def test_a_finished_trick_can_be_taken_back_until_the_next_lead(tables: Tables) -> None:
    for _ in range(20):
        live = await play_until_last_person(tables, game="mitigati", computers=2)
        assert live.state is not None
        _, seq = await make_move(tables, live, live.state.legal(0).moves[0])
        await finish_trick(tables, live)
        if live.state is None or live.state.number or len(live.state.view(None)["tricks"]) > 20:
            continue
        last = own_move(live, 0)
        assert last is not None
        assert last.seq == seq
        if not live.computers():  # she won it
            continue
        await computer_moves(tables, live)
        assert own_move(live, 0) is None
        assert own_move(await reload_cold(tables, live), 0) is None
        with pytest.raises(Stale, match="Too late"):
            await take_back(tables, live.id, seq, make_actor(ADA))
        return
    raise AssertionError("no computer player won a trick")


async def test_computer_players_do_not_wait_for_a_move_that_might_be_taken_back(tables: Tables) -> None:
    """They move at their usual pace, also while people are asked; so is an only card played."""
    tables.delays = replace(tables.delays, plays_only_card=lambda _: True)
    live = await play_until_last_person(tables, people=2, computers=2)
    assert live.state is not None
    before = tables.clock()
    who, seq = await make_move(tables, live, live.state.legal(1).moves[0])
    assert own_move(live, 1) is not None
    live, result = await take_back(tables, live.id, seq, make_actor(who))
    assert result.kind == EventKind.ASK_TAKE_BACK
    (row,) = [row for row in await tables.store.work.of_table(live.id, WorkKind.COMPUTER) if row.state == WorkState.DUE]
    assert row.due - before < 4000
    live = await begin_stay(tables, people=3)
    before = tables.clock()
    who, seq = await make_move(tables, live, "stay")
    await take_back(tables, live.id, seq, make_actor(who))
    (row,) = [row for row in await tables.store.work.of_table(live.id, WorkKind.PLAY_ONLY_CARD) if row.seq == seq]
    assert row.due - before < 4000


async def test_a_request_stands_while_computer_players_move_in_the_trick(tables: Tables) -> None:
    live = await play_until_last_person(tables, people=2, computers=2)
    assert live.state is not None
    before = live.state
    who, seq = await make_move(tables, live, live.state.legal(1).moves[0])
    await take_back(tables, live.id, seq, make_actor(who))
    await computer_moves(tables, live)
    live = await reload_cold(tables, live)
    live, result = await take_back(tables, live.id, seq, make_actor(ADA))
    assert result.kind == EventKind.TAKE_BACK
    assert live.state is not None
    assert live.state.view(None) == before.view(None)
    assert [row for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.key == str(result.seq)]


async def test_in_five_crowns_a_turn_is_taken_back_move_by_move(tables: Tables) -> None:
    """What was thrown away, then what was taken; a card that was drawn stays drawn."""
    live = await begin_hand(tables, "five_crowns", people=2)
    before = live.state
    assert before is not None
    who, take_seq = await make_move(tables, live, "take")
    seat = PLAYERS.index(who)
    assert live.state is not None
    middle = live.state
    _, discard_seq = await make_move(
        tables, live, next(move for move in middle.legal(seat).moves if move.startswith("discard"))
    )
    players = (who, PLAYERS[1 - seat])
    for person in players:
        live, _ = await take_back(tables, live.id, discard_seq, make_actor(person))
    assert live.state is not None
    assert live.state.view(seat) == middle.view(seat)
    for at in (live, await reload_cold(tables, live)):
        last = own_move(at, seat)
        assert last is not None
        assert last.seq == take_seq
    for person in players:
        live, _ = await take_back(tables, live.id, take_seq, make_actor(person))
    assert live.state is not None
    assert live.state.view(seat) == before.view(seat)
    assert live.last_move is None
    await make_move(tables, live, "draw")
    assert own_move(live, seat) is None
    steps = await tables.store.lists.taken_back(live.id)
    assert steps == {take_seq, discard_seq}


async def test_take_back_hides_secret_moves(tables: Tables) -> None:
    """The dealer's discard is undone as "a move"; a card by its text."""
    live = await begin_hand(tables, "conference", people=4)
    dealer, seq = None, 0
    while live.state is not None and live.state.phase != "play":
        seat = live.state.to_act[0]
        discards = live.state.phase == "discard"
        _, seq = await make_move(tables, live, random_of(live.state.legal(seat), Random(1)))
        dealer = PLAYERS[seat]
        if discards:
            break
    assert dealer is not None
    live, _ = await take_back(tables, live.id, seq, make_actor(dealer))
    (event,) = [entry for entry in await tables.store.tables.log(live.id, seq) if entry.kind == EventKind.ASK_TAKE_BACK]
    assert (event.text, event.public) == ("", {"seq": seq, "asks": True})
    live = await play_until_last_person(tables, people=2, computers=2)
    assert live.state is not None
    move = live.state.legal(1).moves[0]
    who, seq = await make_move(tables, live, move)
    await take_back(tables, live.id, seq, make_actor(who))
    (event,) = [entry for entry in await tables.store.tables.log(live.id, seq) if entry.kind == EventKind.ASK_TAKE_BACK]
    assert event.text == move


async def test_once_a_seat_has_another_player_it_is_too_late(tables: Tables) -> None:
    """Neither the player of the move nor one who agreed is who they were: a new one has agreed to nothing."""
    for leaver in (0, 1):
        live = await begin_stay(tables)
        who, seq = await make_move(tables, live, "stay")
        other, third = (player for player in PLAYERS[:3] if player is not who)
        for person in (who, other):
            await take_back(tables, live.id, seq, make_actor(person))
        gone_player = (who, other)[leaver]
        live, _ = await leave_and_end.leave(tables, live.id, make_actor(gone_player), PLAYERS.index(gone_player))
        for at in (live, await reload_cold(tables, live)):
            assert not at.may_take_back()
        with pytest.raises(Stale, match="Too late"):
            await take_back(tables, live.id, seq, make_actor(third))


def is_move_of_partner(live: TableState) -> bool:
    """Check whether the last move may be taken back and its player has a partner."""
    return (
        live.may_take_back() and live.last_move is not None and bool(exchange_notes.to_write(live, live.last_move.seat))
    )


@pytest.mark.parametrize("what", ["note", "show"])
async def test_once_partners_have_confided_something_it_is_too_late(tables: Tables, what: str) -> None:
    """Whoever made the move could decide anew knowing the note, or the cards."""
    live = await begin_hand(tables, "conference", 4)
    rng = Random(1)
    while (state := live.state) is not None and not is_move_of_partner(live):
        await make_move(tables, live, random_of(state.legal(state.to_act[0]), rng))
    last = live.last_move
    assert last is not None
    who = PLAYERS[last.seat]
    await take_back(tables, live.id, last.seq, make_actor(who))
    partner = next(seat.seat for seat in exchange_notes.to_write(live, last.seat))
    mark = exchange_notes.mark_of(exchange_notes.to_write(live, partner))
    if what == "note":
        await exchange_notes.write(tables, live.id, mark, "I hold the Moon", make_actor(PLAYERS[partner]))
    else:
        times = exchange_notes.shown_before(live, partner)
        await exchange_notes.show(tables, live.id, mark, times, make_actor(PLAYERS[partner]))
    for at in (live, await reload_cold(tables, live)):
        assert not at.may_take_back()
        assert own_move(at, last.seat) is None
    with pytest.raises(Stale, match="Too late"):
        await take_back(tables, live.id, last.seq, make_actor(PLAYERS[(last.seat + 1) % 4]))


async def test_take_back_ends_with_the_next_persons_move(tables: Tables) -> None:
    live = await begin_stay(tables)
    who, seq = await make_move(tables, live, "stay")
    await take_back(tables, live.id, seq, make_actor(who))
    await make_move(tables, live, "stay")
    for person in PLAYERS[:3]:
        with pytest.raises(Stale, match="Too late"):
            await take_back(tables, live.id, seq, make_actor(person))


async def test_moves_that_reveal_cards_and_forced_moves_are_final(tables: Tables) -> None:
    """The dealer's word, after which all see their cards; the last card of a trick; a Stay that was forced."""
    live = await begin_hand(tables)
    dealer, seq = await make_move(tables, live, "deal")
    assert own_move(live, PLAYERS.index(dealer)) is None
    with pytest.raises(Stale):
        await take_back(tables, live.id, seq, make_actor(dealer))
    live = await begin_hand(tables, people=2)
    await make_move(tables, live, "deal allplay")
    assert not live.may_take_back()  # nobody may fold, so all stay by themselves


async def test_a_rated_game_has_none(tables: Tables) -> None:
    live = await begin_stay(tables, friendly=False)
    who, seq = await make_move(tables, live, "stay")
    assert own_move(live, PLAYERS.index(who)) is None
    with pytest.raises(Declined, match="rated"):
        await take_back(tables, live.id, seq, make_actor(who))


async def test_the_next_player_is_not_mentioned_for_a_move_that_was_taken_back(tables: Tables) -> None:
    live = await begin_stay(tables, people=2)
    who, seq = await make_move(tables, live, "stay")
    (ping,) = [row for row in await tables.store.work.of_table(live.id, WorkKind.PING) if row.state == WorkState.DUE]
    assert PLAYERS[ping.payload["seat"]] is not who
    for person in (who, *(player for player in PLAYERS[:2] if player is not who)):
        live, _ = await take_back(tables, live.id, seq, make_actor(person))
    (ping,) = [row for row in await tables.store.work.of_table(live.id, WorkKind.PING) if row.state == WorkState.DUE]
    assert PLAYERS[ping.payload["seat"]] is who


async def test_a_move_and_an_agreement_at_the_same_instant_leave_one_of_them(tables: Tables) -> None:
    """Whichever comes first; the log is the same when it is read anew."""
    for turn in count():
        live = await begin_stay(tables, people=2)
        who, seq = await make_move(tables, live, "stay")
        (other,) = [person for person in PLAYERS[:2] if person is not who]
        if own_move(live, PLAYERS.index(who)) is None:
            continue
        await take_back(tables, live.id, seq, make_actor(who))
        attempts = [
            take_back(tables, live.id, seq, make_actor(other)),
            play.act(tables, live.id, "stay", make_actor(other)),
        ]
        results = await asyncio.gather(*(attempts if turn % 2 else attempts[::-1]), return_exceptions=True)
        assert sum(isinstance(result, Stale) for result in results) == 1, results
        live = await tables.find(live.id)
        in_memory = read_log_state(live)
        assert read_log_state(await reload_cold(tables, live)) == in_memory
        if turn > 3:
            break
