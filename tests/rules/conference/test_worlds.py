"""What the worlds drawn for a view keep to in Conference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.conference.recut import Recut
from rules.conference.views import sheet_of
from rules.contract import Event, Move, Pack, State, replay_events
from rules.tarot.cards import CARDS
from tests.rules.conference.reading import is_cut
from tests.rules.conference.stacked import after, begin_play, new
from tests.rules.conference.worlds import COURT, count_worlds, play_after_cut, play_position, summarise
from tests.rules.countable import Countable, check_uniform


def draw_world(view: dict[str, Any], rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Return a drawn world: its position and its events."""
    worlds = GAME.worlds(view)
    state = worlds.draw(rng)
    events = worlds.events(state)
    assert replay_events(GAME.start(view), events) == state
    return state, events


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize("seat", [0, 3])
def test_worlds_are_uniform_where_there_are_too_many_cases_to_count(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.conference.worlds.MAX_CASES", 1)
    hands = ["3E 5", "KE QA", "QE 2A", "FOOL 6 2F"]
    moves = ["discard 2F", "gallowglass A", "play 3E", "play QA", "play 2A"]
    case = Countable(
        "too many", lambda: play_position(COURT, {"gallowglass": True}, hands, moves), (seat,), count_worlds, summarise
    )
    check_uniform(case, case.build(), seat)


@pytest.mark.clause("C2.3")
def test_cuts_are_listed_once_each_and_are_all_there_are() -> None:
    state = play_after_cut(league=False, piles=4, plays=0).state
    sheet = sheet_of(state.view(None))
    gathered = tuple(CARDS.bit[card] for card in state.view(None)["last"]["gathered"])
    everything = [sum(gathered)] * 4
    for piles in (3, 4):
        results = list(Recut(sheet, gathered, piles, everything).every_order())
        assert len(results) == len(set(results))
        named = [str(card) for card in gathered]
        assert all(is_cut(named, [str(card) for card in order], piles) for order in results[:60])
        drawn = {Recut(sheet, gathered, piles, everything).draw(Random(seed)) for seed in range(2000)}
        assert drawn <= set(results)
        assert len(drawn) > 0.9 * len(results)


@pytest.mark.clause("C2.2")
def test_everybody_knows_where_the_two_highest_trumps_are() -> None:
    state = begin_play({}, 0, league=True)
    for viewer in (1, 2, 3):
        for seed in range(20):
            drawn, _ = draw_world(state.view(viewer), Random(seed))
            assert "21" in drawn.view(0)["hand"]
            assert "20" in drawn.view(1)["hand"]


@pytest.mark.clause("C7.3")
def test_a_card_taken_back_is_known() -> None:
    hands = {0: "5E EVIL", 1: "GOOD -E", 2: "7E 8E", 3: "9E"}
    state = after(begin_play(hands, good_evil="allegiance"), "play 5E", "play GOOD ours")
    for seed in range(20):
        drawn, _ = draw_world(state.view(2), Random(seed))
        assert "5E" in drawn.view(0)["hand"]
        assert not any(card.endswith("E") for card in drawn.view(1)["hand"])


FEW_COMMON = Pack(("2E", "3F", "KA", "GOOD", "EVIL", "2", "3", "5", "6", "7", "20", "21", "FOOL"), (1, 1, 1))


@pytest.mark.clause("C3.1")
def test_a_dealer_who_took_a_common_card_back_had_no_need_to_discard_trumps() -> None:
    # 20 and 21 go to seats 2 and 3, who have a card less in the first packet. 2E goes back to the dealer, so that it
    # lies in no trick; it stayed in the hand, so there was another card to discard than a trump.
    order = ["21", "20", "2", "KA", "3", "6", "GOOD", "2E", "5", "7", "FOOL", "EVIL", "3F"]
    state = new(pack=FEW_COMMON, good_evil="allegiance", league=True).chance("deal", order)
    state = after(state, "discard 3F", "play 2E", "play 2", "play 6", "play GOOD ours")
    assert state.view(None)["taken_back"]["seat"] == 3
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        drawn: set[str] = set()
        for seed in range(100):
            world, events = draw_world(view, Random(seed))
            assert world.view(viewer) == view
            drawn |= {event.text for event in events if isinstance(event, Move) and event.text.startswith("discard")}
        assert drawn == {"discard 3F"}


@pytest.mark.clause("C3.1")
def test_an_imagined_discard_is_one_that_the_dealer_may_make() -> None:
    state = begin_play({0: "KE QE", 3: "KA 1 21"})
    rng = Random(2)
    for _ in range(100):
        move = draw_world(state.view(1), rng)[1][1]
        assert isinstance(move, Move)
        assert not {"KE", "KA", "KF", "KW", "1", "21", "FOOL"} & set(move.text.split())
