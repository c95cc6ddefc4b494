"""A table in play: moves, hands, words."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.move_tokens import FormOffer, HandOffer, move_tokens
from bot.tables.services.tables import Tables
from bot.ui.table.shuffle_proof import read_proof
from rules.contract import Refusal
from rules.proof import check
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, make_actor
from tests.support.tables import make_one_move, open_lobby, play_to_end


async def test_a_repeated_interaction_is_answered_as_the_first(tables: Tables) -> None:
    """The second delivery gives the first result, also after the table was forgotten."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    assert live.state is not None
    seat = live.state.to_act[0]
    user = live.record.seats[seat].user
    assert user is not None
    number = next(IDS)
    _, first = await play.act(tables, live.id, "deal", Actor(user, "", number))
    _, second = await play.act(tables, live.id, "deal", Actor(user, "", number))
    assert (first.kind, first.text, first.again) == ("move", "deal", False)
    assert (second.kind, second.text, second.seq, second.again) == ("move", "deal", first.seq, True)
    tables.evict(live.id)
    _, third = await play.act(tables, live.id, "deal", Actor(user, "", number))
    assert third.seq == first.seq


async def test_a_decision_that_is_gone_is_stale_and_an_illegal_move_names_its_clause(tables: Tables) -> None:
    """Old buttons get a sentence and change nothing; refusals carry the clause."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    assert live.state is not None
    seat = live.state.to_act[0]
    user, other = live.record.seats[seat].user, live.record.seats[1 - seat].user
    assert user is not None
    assert other is not None
    seq = live.record.seq
    with pytest.raises(Stale, match="That choice is gone"):
        await play.act(
            tables, live.id, FormOffer(live.decisions[seat] - 1, lambda _: "deal"), Actor(user, "", next(IDS))
        )
    with pytest.raises(Stale, match="not your turn"):
        await play.act(tables, live.id, FormOffer(live.decisions[seat], lambda _: "deal"), Actor(other, "", next(IDS)))
    with pytest.raises(Refusal) as refused:
        await play.act(tables, live.id, "stay", Actor(user, "", next(IDS)))
    assert refused.value.clause == "V3.4"
    assert live.record.seq == seq
    with pytest.raises(Stale, match="already dealt"):
        await play.next_hand(tables, live.id, make_actor(ADA))


async def test_a_game_to_its_end_with_every_secret_shown(tables: Tables) -> None:
    """All draws that were made are revealed; points are kept with the seats; nothing more can be done."""
    live = await open_lobby(tables, BELA, hands=3)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    await play_to_end(tables, live)
    assert live.record.status == "over"
    assert live.state is not None
    result = await read_proof(tables.store, live)
    assert [draw["event"] for draw in result["draws"]] == ["dealer", "0", "1", "2"]
    assert all(finding.holds for finding in check(result))
    assert [drawing.name for drawing in live.draws.drawings.values()] == ["3"]
    record = await tables.store.tables.get(live.id)
    assert record is not None
    assert tuple(seat.points for seat in record.seats) == live.state.score().totals
    with pytest.raises(Stale, match="has ended"):
        await play.act(tables, live.id, "stay", make_actor(ADA))
    with pytest.raises(Declined, match="has ended"):
        await leave_and_end.leave(tables, live.id, make_actor(ADA))


async def test_a_button_pressed_again_after_its_move_was_made_says_so(tables: Tables) -> None:
    """As after a process that was killed between the commit and the answer: whether a move of a button or of a form."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    assert live.state is not None
    seat = live.state.to_act[0]
    user, other = live.record.seats[seat].user, live.record.seats[1 - seat].user
    assert user is not None
    assert other is not None
    own = FormOffer(live.decisions[seat], lambda _: "deal")
    place, mark = move_tokens(live.state.legal(seat).moves)["deal"]
    listed = HandOffer(live.decisions[seat], place, mark)
    await play.act(tables, live.id, own, Actor(user, "", next(IDS)))
    while live.state is not None and seat in live.state.to_act:
        await make_one_move(tables, live)
    for offer in (own, listed):
        with pytest.raises(Stale, match="You have moved since then"):
            await play.act(tables, live.id, offer, Actor(user, "", next(IDS)))
    if other not in {live.record.seats[seat].user for seat in live.state.to_act}:
        with pytest.raises(Stale, match="not your turn"):
            await play.act(tables, live.id, listed, Actor(other, "", next(IDS)))
