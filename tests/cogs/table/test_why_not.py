"""The button Why not?: it stands where something is barred, and tells why, with the rule."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.ui.game.players import players_of
from rules.players import player_of
from rules.registry import GAMES
from tests.support.every_game import presenter_of
from tests.support.house import start_house
from tests.support.messages import buttons, text
from tests.support.people import make_actor
from tests.support.wire_tables import person

NAMES = ("Ada", "Bela", "Cleo", "Dora")

FREE = {"five_crowns"}
"""In which any card may be discarded: nothing is ever barred."""

MOST_MOVES = 300


@pytest.mark.parametrize("game", sorted(GAMES.keys() - FREE))
async def test_why_not_of_something_barred_tells_the_reason_and_the_rule(game: str) -> None:
    """Beside the hand it is said only once somebody asks; where nothing is barred, nobody can ask."""
    presenter, names = presenter_of(GAMES[game]), NAMES[: max(3, GAMES[game].seats[0])]
    rng, ids, without = Random(game), count(1), False
    player = player_of(GAMES[game])
    async with start_house() as house:
        house.sandbox.people.add_user(NAMES[-1])
        table = await house.open(names[0], names[1:], game=game.replace("_", ""))
        tables, host = house.services.tables, person(house, names[0])
        tables.secret, tables.rng = rng.randbytes, rng
        for _ in range(MOST_MOVES):
            live = await house.live(table)
            assert live.state is not None
            if live.awaits_deal():
                await play.next_hand(tables, live.id, make_actor(host, next(ids)))
                continue
            seat = live.state.awaited[0]
            view, who = live.state.view(seat), live.record.seats[seat].name
            notes = presenter.hand(view, players_of(live, seat), live.name).notes
            if bool(notes) is without:
                hand = await house.hand(who, table)
                assert ("Why not?" in buttons(hand)) is bool(notes)
                if notes:
                    assert not any(note in text(hand) for note in notes)
                    posted_message = (await house.press(who, hand, "Why not?")).get("message") or {}
                    assert all(note in text(posted_message) for note in notes)
                    assert "Why not?" not in buttons(posted_message)
                    rules = next(label for label in buttons(posted_message) if label.startswith("Rules: "))
                    assert f"({rules.removeprefix('Rules: ')}" in " ".join(notes)
                    return
                without = True
            user = live.record.seats[seat].user
            assert user is not None
            await play.act(tables, live.id, player.choose(view, rng), Actor(user, "", next(ids)))
        message = "nothing was ever barred"
        raise AssertionError(message)
