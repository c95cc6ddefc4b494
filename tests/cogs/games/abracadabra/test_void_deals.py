"""Deals that nobody bids: what the last pass costs is said before it, and without a played deal nobody wins (A4.2)."""

from __future__ import annotations

from random import Random

import pytest

from bot.nights.summary import summarize_pad
from bot.standings import pad_results
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from data.standings.records import ALL_TIME, Origin
from data.tables.work import WorkKind, WorkState
from rules.registry import winners_of
from rules.table import Table
from tests.bot.pads.samples import hand, pad, player
from tests.cogs.games.abracadabra.games import PRESENTER
from tests.rules.abracadabra.stacked import choose_suits, deal_at_random, in_play, play_moves
from tests.rules.abracadabra.stacked import table as table_of
from tests.support.house import House
from tests.support.messages import text
from tests.support.standings import summarize_stored_table, wait_until_worked_out
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    board,
    find_actor,
    new_interaction_id,
    response_text,
    set_up_table,
    start_room,
)

NO_WARNING = "The highest bidder is Declarer."
NOBODY_WINS_TEXT = "No deal was played, so nobody wins."


async def pass_every_deal(house: House, live: TableState) -> TableState:
    """Pass in every deal of a table of Abracadabra; return it."""
    tables = house.services.tables
    while (live := await tables.find(live.id)).record.status == "playing":
        if live.awaits_deal():
            await play.next_hand(tables, live.id, find_actor(house, HOST))
            continue
        assert live.state is not None
        seat = live.state.to_act[0]
        user = live.record.seats[seat].user
        assert user is not None
        moves = live.state.legal(seat).moves
        await play.act(
            tables, live.id, "pass" if "pass" in moves else moves[0], Actor(user, "", new_interaction_id(house))
        )
    return live


@pytest.mark.parametrize("people", [(HOST, SEATED), (HOST, SEATED, OTHER)])
async def test_game_of_void_deals_has_no_winner(people: tuple[str, ...]) -> None:
    """The table says so, and the night; it is no game in standings, and its deals are hands of no points."""
    async with start_room() as house:
        live = await pass_every_deal(house, await set_up_table(house, people=people, hands=4, game="abracadabra"))
        await house.services.board.refresh(live)
        assert NOBODY_WINS_TEXT in text(board(house, live))
        assert "win the game" not in text(board(house, live))
        assert NOBODY_WINS_TEXT in response_text(await house.command(HOST, "table hand", table=live.id))

        async def is_recorded() -> bool:
            return all(row.state != WorkState.DUE for row in await house.store.work.of_table(live.id, WorkKind.RECORD))

        await house.until(is_recorded)
        await wait_until_worked_out(house)
        assert await house.store.results.game_of(Origin("table", live.id)) is None
        standings = await house.store.results.standings(live.record.guild, "abracadabra", ALL_TIME)
        assert {(standing.games, standing.wins, standing.rated, standing.hands) for standing in standings} == {
            (0, 0, 0, len(people))
        }
        evening = await summarize_stored_table(house, live)
        assert evening.leaders == ()
        assert not any(person.won for person in evening.players)


def test_pad_of_void_deals_has_no_winner() -> None:
    """A deal that was played makes it a game."""
    void_hand = hand(1, (1, 2), {"void": True})
    pad_players = player(1, "Ada", user=10), player(2, "Bela", user=11)
    record = pad("abracadabra", pad_players, (void_hand,), status="finished")
    assert record.leaders() == []
    assert pad_results.game_result(record, 5) is None
    assert summarize_pad(record).leaders == ()
    assert len(pad_results.hand_results(record)) == 1


DUMMY_OPENS_WARNING = "If you pass too, the dummy opens."
ENDS_DEAL_WARNING = "If you pass too, nobody scores."
ENDS_GAME_WARNING = "If you pass too, the game ends."
NOBODY_WINS_WARNING = "If you pass too, nobody wins."


def read_warning(at: Table) -> str:
    """Return what is said of the pass of whoever is to bid, beside who becomes Declarer. Everybody reads the same."""
    (seat,) = at.state.to_act
    texts = {PRESENTER.stakes_text(at.state.view(viewer)) for viewer in (None, seat)}
    assert len(texts) == 1
    (stakes,) = texts
    assert (stakes == NO_WARNING) is not stakes.startswith("If you pass too, ")
    return "" if stakes == NO_WARNING else stakes


def pass_deal(at: Table, rng: Random, *warnings: str) -> Table:
    """Let all pass in a deal, and check that one of these warns of the last pass of each round; return the table."""
    at = choose_suits(deal_at_random(at, rng))
    for expected in warnings:
        for _ in range(at.seats - 1):
            assert read_warning(at) == ""
            at = play_moves(at, "pass")
        assert read_warning(at) == expected
        at = play_moves(at, "pass")
    return at


def test_last_pass_is_preceded_by_its_cost() -> None:
    rng = Random(4)
    table_of_four = pass_deal(table_of(4), rng, ENDS_DEAL_WARNING)
    table_of_four = pass_deal(
        pass_deal(pass_deal(table_of_four, rng, ENDS_DEAL_WARNING), rng, ENDS_DEAL_WARNING), rng, NOBODY_WINS_WARNING
    )
    assert table_of_four.state.finished
    dummy = pass_deal(
        pass_deal(table_of(2), rng, DUMMY_OPENS_WARNING, ENDS_DEAL_WARNING),
        rng,
        DUMMY_OPENS_WARNING,
        NOBODY_WINS_WARNING,
    )
    assert dummy.state.finished
    short = pass_deal(table_of(2, two_player="short"), rng, ENDS_DEAL_WARNING)
    assert read_warning(choose_suits(deal_at_random(short, rng))) == ""


def test_after_a_bid_and_after_a_deal_that_was_played_a_pass_costs_less() -> None:
    """Nothing is void where somebody has bid; what was played before is not lost."""
    rng = Random(4)
    at = in_play(deal_at_random(table_of(2, two_player="short", deals=3), rng))
    while at.state.phase == "play":
        at = play_moves(at, at.state.legal(at.state.to_act[0]).moves[0])
    at = pass_deal(at, rng, ENDS_DEAL_WARNING)
    assert read_warning(play_moves(choose_suits(deal_at_random(at, rng)), "bid 3")) == ""
    at = pass_deal(at, rng, ENDS_GAME_WARNING)
    assert winners_of(at.state.view(None)) == at.state.score().winners != ()
