"""What the worlds drawn for a view keep to in Five Crowns, and how long that takes."""

from random import Random

import pytest

from rules.contract import replay_events
from rules.table import Table
from tests.rules.five_crowns.stacked import GAME, deal_hands, draw_at_random, empty_stock, list_moves, play_moves, table
from tests.rules.five_crowns.worlds import play_small_deal, summarise_orders


def check_worlds(at: Table, rng: Random) -> None:
    """Assert that the worlds drawn for each seat and a bystander have their views, and replay from their events."""
    for seat in (None, 1):
        view = at.state.view(seat)
        sampler = GAME.worlds(view)
        for _ in range(2):
            world = sampler.draw(rng)
            assert world.view(seat) == view
            assert world == replay_events(GAME.start(view), sampler.events(world))


def test_worlds_at_a_reshuffle_and_after_it_have_the_same_view() -> None:
    """When a seat has gone out too."""
    rng = Random(1)
    at = empty_stock(deal_hands(table(3, first=3, last=4), {1: "5C 6C 7C", 2: "9D 9S QT", 0: "3S 3H 8D"}, "KH"))
    assert at.state.phase == "reshuffle"
    check_worlds(at, rng)
    at = draw_at_random(at, rng)
    while at.state.to_act != (1,):
        check_worlds(at, rng)
        at = play_moves(at, "take")
        at = play_moves(at, list_moves(at)[0])
    at = play_moves(at, "draw")
    check_worlds(at, rng)
    at = play_moves(at, next(move for move in list_moves(at) if move.startswith("out")))
    while at.state.number == 0:
        check_worlds(at, rng)
        at = play_moves(at, list_moves(at)[0])


def test_a_card_was_drawn_after_a_reshuffle_in_as_many_worlds_as_not() -> None:
    """Seat 1 has discarded a card that it was dealt, or drew after a reshuffle of two cards that were seen.

    It was dealt one in all worlds: its four cards of the first order are known but for their order. After the reshuffle
    it drew that card, not the other, in half of them, though there are two ways to have it in these.
    """
    at = play_small_deal(
        "6C 9D 5C QT KH 8S 6C 9S 4S",
        *("draw", "discard 9S", "draw", "discard 9D", "draw", "discard 6C"),
        reshuffles=["6C 9S"],
    )
    rng, sampler = Random(2), GAME.worlds(at.state.view(0))
    draws = 1500
    drew = sum(summarise_orders(at, 0, sampler.events(sampler.draw(rng)))[1][0] == "6C" for _ in range(draws))
    assert abs(drew - draws / 2) < 5 * (draws / 4) ** 0.5


def test_long_deals_are_imagined() -> None:
    """Many discards, copies and reshuffles."""
    at = draw_at_random(table(2, first=13, last=13), Random(1))
    rng = Random(2)
    for _ in range(3):
        while at.state.phase != "reshuffle":
            seat = at.state.to_act[0]
            moves = [move for move in at.state.legal(seat).moves if not move.startswith("out")]
            at = at.move(seat, rng.choice(moves))
        at = draw_at_random(at, rng)
    for seat in (0, 1, None):
        assert at.imagine(seat, rng).state.view(seat) == at.state.view(seat)


def play_crowded_deal(seed: int) -> Table:
    """Return a deal of twelve that was played at random, nobody going out, up to its third reshuffle."""
    rng = Random(seed)
    at = draw_at_random(table(12, first=5, last=5), rng)
    reshuffles = 0
    while reshuffles < 3:
        if at.state.expects:
            at = draw_at_random(at, rng)
            reshuffles += 1
        else:
            seat = at.state.to_act[0]
            at = at.move(seat, rng.choice([move for move in at.state.legal(seat).moves if not move.startswith("out")]))
    return at


@pytest.mark.parametrize(("seed", "seat"), [(5, None), (11, 2)])
def test_many_demands_over_several_shuffles_are_met(seed: int, seat: int | None) -> None:
    """Of the ways to say for one card after another where it came from, next to none lead to the end here."""
    at = play_crowded_deal(seed)
    view = at.state.view(seat)
    world = at.imagine(seat, Random(seed))
    assert world.state.view(seat) == view


def test_a_seat_out_is_imagined_with_the_cards_it_showed() -> None:
    hands = {1: "5C 6C KH", 2: "9D 9S QT", 0: "3S 3H JOKER"}
    at = play_moves(deal_hands(table(3), hands, "7C", "7H"), "take", "out KH")
    for seed in range(20):
        assert at.imagine(0, Random(seed)).state.view(1)["hand"] == ["5C", "6C", "7C"]
