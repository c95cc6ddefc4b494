"""A hand that was shown: the worlds of whoever saw it agree with it, and so their advice does."""

from __future__ import annotations

from random import Random

import pytest

from rules.conference import GAME
from rules.conference.records import partner
from rules.contract import replay_events
from rules.players import player_of
from rules.simulate import random_step
from rules.table import Table
from rules.views import ShownHand, with_shown_hands
from tests.rules.chances import any_setting
from tests.rules.conference.worlds import POSITIONS, count_worlds, play_position, summarise
from tests.rules.countable import Summary

SHOWINGS = 3
"""Pairs of times at which a hand is shown, in each hand played."""


def play_hand(rng: Random) -> list[Table]:
    """Return the positions of a hand between its deal and its end, under random options; often after a cut."""
    at = Table.new(GAME, **any_setting(GAME, rng))
    tables: list[Table] = []
    wanted = rng.randrange(2)
    while not at.state.finished and at.state.number <= wanted:
        at = random_step(at, rng)
        if at.state.number == wanted and at.state.to_act and {"event": "deal"} in at.state.view(None)["log"]:
            tables.append(at)
    return tables or play_hand(rng)


@pytest.mark.parametrize("seed", range(12))
def test_worlds_agree_with_the_hands_that_were_shown(seed: int) -> None:
    """Before the discard and after it, with cards that were played, or taken back, since."""
    rng = Random(f"shown {seed}")
    hand = play_hand(rng)
    for _ in range(SHOWINGS):
        *times, now = sorted(rng.choices(hand, k=3), key=hand.index)
        reader = rng.randrange(4)
        mate = partner(reader)
        shown_hands = [ShownHand(mate, tuple(then.state.view(mate)["hand"])) for then in times]
        view = now.state.view(reader)
        worlds = GAME.worlds(with_shown_hands(view, shown_hands))
        for _ in range(3):
            world = worlds.draw(rng)
            assert world.view(reader) == view
            events = worlds.events(world)
            for then, (_, cards) in zip(times, shown_hands, strict=True):
                length = len(then.state.view(None)["log"])
                assert replay_events(GAME.start(view), events[:length]).view(mate)["hand"] == list(cards)


@pytest.mark.parametrize("reader", [1, 2, 3])
@pytest.mark.parametrize("is_early", [True, False], ids=["shown at first", "shown now"])
@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_each_world_that_agrees_with_a_shown_hand_may_be_drawn(number: int, is_early: bool, reader: int) -> None:
    """Seat 2's partner is the dealer: what is shown before the discard may have been laid out since."""
    pack, options, hands, moves = POSITIONS[number]
    now = play_position(pack, options, hands, moves)
    mate = partner(reader)
    then = play_position(pack, options, hands, []) if is_early else now
    values = {*then.state.view(mate)["hand"]}

    def agrees(world: Summary) -> bool:
        if not is_early:
            return values <= world[mate]
        return values == {*world[mate], *(world[4] if mate == 3 else ())}

    expected = {world for world in count_worlds(now, reader) if agrees(world)}
    worlds = GAME.worlds(with_shown_hands(now.state.view(reader), [ShownHand(mate, tuple(values))]))
    rng = Random(number)
    drawn = {summarise(now, reader, worlds.events(worlds.draw(rng))) for _ in range(20 * len(expected))}
    assert drawn == expected


def test_no_queen_is_left_to_a_partner_who_has_shown_that_they_cannot_win() -> None:
    """A trick that the partner may only take with a trump, and the partner has none."""
    at, rng = Table.new(GAME, 4, {"hands": 1}, 3), Random(289)
    while len(at.state.view(None)["tricks"]) < 15 or at.state.to_act != (0,):
        at = random_step(at, rng)
    view, cards = at.state.view(0), at.state.view(1)["hand"]
    assert (view["hand"], cards) == (["4A", "CA", "QA", "JW"], ["8A", "9A", "7W", "QW"])
    player = player_of(GAME, "strong")
    assert player.choose(view, Random(1)) == "play QA"
    assert player.choose(with_shown_hands(view, [ShownHand(1, tuple(cards))]), Random(1)) == "play 4A"
