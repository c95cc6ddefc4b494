"""Claims over the wire: offered to whoever is on lead alone, and what a press brings is the hand played out."""

from __future__ import annotations

import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from bot.tables.commands import play
from bot.tables.commands.claim_tricks import claimable
from bot.tables.model.actor import Actor
from data.tables.events import EventKind
from rules.contract import Conduct
from rules.registry import GAMES
from rules.simulate import random_move
from tests.support.claims import CLAIM, play_claimed_hand
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, alts, buttons, components, text
from tests.support.people import make_actor

GAMES_CLAIMED: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("mitigati", 3, {"hands": 9}),
    ("abracadabra", 2, {"deals": 20}),
    ("conference", 4, {"hands": 12}),
)

PEOPLE = ("Ada", "Bela", "Cleo", "Dora")


async def play_until_claim(house: House, table: Seated, rng: Random) -> str:
    """Play at random, without the wire, until somebody may claim; return their name."""
    while True:
        live = await house.live(table)
        assert live.record.status == "playing"
        assert live.state is not None
        if live.awaits_deal():
            who = house.sandbox.people.user(live.record.seats[0].name)
            person: Any = type("Person", (), {"id": int(who["id"]), "display_name": live.record.seats[0].name})()
            await play.next_hand(house.services.tables, live.id, make_actor(person, int(house.sandbox.world.ids.new())))
            continue
        seat = live.state.to_act[0]
        if claimable(live, seat):
            return live.record.seats[seat].name
        move = "continue" if live.state.phase == "bargain" else random_move(live.state, seat, rng)
        user = live.record.seats[seat].user
        assert user is not None
        await play.act(house.services.tables, live.id, move, Actor(user, "", int(house.sandbox.world.ids.new())))


def read_public(message: Json) -> Any:
    """Return all that a public message says, without the numbers of its picture and event."""
    return text(message), alts(message), [component.get("label") for component in components(message)]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_CLAIMED, ids=[game[0] for game in GAMES_CLAIMED])
async def test_a_claim_is_offered_pressed_and_told(
    game: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, rng = GAMES[game], Random(game)
    async with start_house(pictures=False) as house:
        house.check_every = 10
        house.sandbox.people.add_user("Dora")
        house.services.tables.secret = Random(game).randbytes  # the same cards each time: by chance nobody may claim
        table = await house.open(PEOPLE[0], PEOPLE[1:seats], game=game, **options)
        who = await play_until_claim(house, table, rng)
        live = await house.live(table)
        seat = next(seat_record.seat for seat_record in live.record.seats if seat_record.name == who)
        before, seq = live.state, live.record.seq
        assert before is not None

        board = deepcopy(await house.fresh(table))
        public = read_public(board)
        assert CLAIM not in str(public)
        with monkeypatch.context() as patch:  # what all see is the same where nothing may be claimed
            patch.setattr(type(rules.conduct), "claim", Conduct.claim)
            await house.services.board.post(live)
            assert read_public(house.board(table)) == public
        for other in PEOPLE[:seats]:
            hand = await house.hand(other, table)
            assert (CLAIM in buttons(hand)) == (other == who)
            assert ("You will win every remaining trick." in text(hand)) == (other == who)

        expected = play_claimed_hand(before, seat, rules, rng)
        hand = await house.hand(who, table)
        custom_id = buttons(hand)[CLAIM]
        answer = await house.click(who, hand, custom_id)
        assert answer["state"] == "update"
        assert "You claimed the rest: " in text(answer.get("message") or {})
        repeated = await house.forge(who, hand, custom_id)
        assert "You have moved since then." in text(repeated.get("message") or {})

        live = await house.live(table)
        assert live.state is not None
        assert live.state.score() == expected.score()
        record = await house.store.tables.hand(live.id, before.number)
        assert record is not None
        assert list(record.points) == list(expected.score().hands[before.number])
        assert drop_order(record.how) == drop_order(expected.view(None)["last"])
        events = await house.store.tables.log(live.id, seq, live.record.seq - seq)
        assert sum(event.kind == EventKind.CLAIM for event in events) == 1

        board = await house.fresh(table)
        assert f"{who} claimed the rest: " in text(board)
        log = (await house.press(who, board, "Log")).get("message") or {}
        while f"{who} claimed the rest: " not in text(log):  # its page, some cards before the last one
            assert re.search(rf"# (Hand|Deal) {before.number + 1} of", text(log))
            log = (await house.press(who, log, "Older")).get("message") or {}
        await house.restart()
        live = await house.live(table)
        assert live.claim is not None
        other = next(person for person in PEOPLE[:seats] if person != who)
        assert f"{who} claimed the rest: " in text(await house.hand(other, table))


def drop_order(how: dict[str, Any]) -> dict[str, Any]:
    """Return how a hand went, without the order in which its cards fell."""
    return {key: value for key, value in how.items() if key not in {"tricks", "log", "gathered"}}
