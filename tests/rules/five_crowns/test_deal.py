"""F1, F2: the pack, the options, the deal, the wild rank."""

from collections import Counter
from random import Random

import pytest

from rules.contract import Refusal
from rules.melds import NUMBER
from rules.table import Table
from tests.rules.five_crowns.stacked import (
    GAME,
    deal_hands,
    draw_at_random,
    empty_stock,
    list_moves,
    play_moves,
    stack_pack,
    table,
)


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize(("seats", "cards", "copies"), [(2, 116, 2), (8, 116, 2), (9, 174, 3), (12, 174, 3)])
def test_two_decks_up_to_eight_seats_three_from_nine(seats: int, cards: int, copies: int) -> None:
    expects = table(seats).state.expects
    assert expects is not None
    assert expects.event == "deal"
    assert len(expects.cards) == cards
    assert list(expects.cards) == sorted(expects.cards, key=NUMBER.__getitem__)
    counts = Counter(expects.cards)
    assert counts.pop("JOKER") == 3 * copies
    assert set(counts.values()) == {copies}
    assert len(counts) == 55
    assert {"3S", "10H", "JD", "QC", "KT"} <= set(counts)


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize("seats", [1, 13])
def test_two_to_twelve_seats(seats: int) -> None:
    with pytest.raises(Refusal) as refused:
        table(seats)
    assert refused.value.code == "bad_request"


@pytest.mark.clause("F1.2")
def test_options() -> None:
    assert {name: option.describe() for name, option in GAME.options.items()} == {
        "first": {"default": 3, "min": 3, "max": 13, "step": 1},
        "last": {"default": 13, "min": 3, "max": 13, "step": 1},
    }
    assert table().state.view(None)["deals"] == 11
    assert table(first=5, last=5).state.view(None)["deals"] == 1


@pytest.mark.clause("F1.2")
@pytest.mark.parametrize(
    "options", [{"first": 2}, {"last": 14}, {"first": 8, "last": 7}, {"first": True}, {"deals": 3}]
)
def test_options_that_are_none(options: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        Table.new(GAME, 3, options)
    assert refused.value.code == "bad_option"
    assert refused.value.message


def play_deal(at: Table) -> Table:
    """Return the table after a deal in which nobody goes out."""
    number = at.state.number
    at = draw_at_random(at, Random(1))
    while at.state.number == number and not at.state.finished:
        at = draw_at_random(at, Random(1)) if at.state.expects else empty_stock(at)
    return at


@pytest.mark.clause("F1.2", "F1.3", "F2.1", "F2.2")
def test_deals_grow_and_the_deal_passes_to_the_left() -> None:
    at = table(3, dealer=1, first=11)
    for size, dealer, wild in ((11, 1, "J"), (12, 2, "Q"), (13, 0, "K")):
        view = at.state.view(None)
        assert (view["size"], view["dealer"], view["wild"], view["expects"]) == (size, dealer, wild, "deal")
        first = draw_at_random(at, Random(2)).state
        assert first.to_act == ((dealer + 1) % 3,)
        assert first.view(None)["counts"] == [size] * 3
        at = play_deal(at)
    assert at.state.finished


@pytest.mark.clause("F1.3")
def test_the_dealers_left_begins_and_turns_pass_to_the_left() -> None:
    at = draw_at_random(table(4, dealer=2), Random(1))
    for seat in (3, 0, 1, 2, 3):
        assert at.state.to_act == (seat,)
        at = play_moves(at, "draw", f"discard {at.state.view(seat)['hand'][0]}")


@pytest.mark.clause("F2.1")
def test_cards_go_singly_from_the_dealers_left_and_the_next_is_turned_up() -> None:
    at = table(3, dealer=1, first=4)
    expects = at.state.expects
    assert expects is not None
    order = list(expects.cards)
    Random(3).shuffle(order)
    at = at.chance("deal", order)
    for seat, first in ((2, 0), (0, 1), (1, 2)):
        hand = [order[first], order[first + 3], order[first + 6], order[first + 9]]
        assert at.state.view(seat)["hand"] == sorted(hand, key=NUMBER.__getitem__)
    view = at.state.view(None)
    assert view["pile"] == [order[12]]
    assert view["stock"] == 116 - 13
    assert play_moves(at, "draw").state.view(2)["fresh"] == {"move": "draw", "card": order[13]}


@pytest.mark.clause("F2.2")
@pytest.mark.parametrize(("size", "wild", "before"), [(3, "3", "4"), (10, "10", "9"), (11, "J", "10"), (13, "K", "Q")])
def test_the_rank_with_the_number_of_the_cards_is_wild(size: int, wild: str, before: str) -> None:
    # Two that do not fit, and the rest wild: all go into melds. The same with another rank: they do not.
    loose = ["5D", "7H"]
    for rank, fits in ((wild, True), (before, False)):
        hand = [*loose, *[rank + suit for suit in "SHDCT" * 3][: size - 2]] if size > 3 else ["5D", "9D", f"{rank}S"]
        if size == 3:
            hand[1] = "7D"
            hand[2] = f"{rank}S" if fits else "8S"
        at = deal_hands(table(2 if size < 13 else 9, first=size), {1: " ".join(hand)}, "4H", "9C")
        assert (at.state.view(1)["arranged"]["left"] == 0) is fits


@pytest.mark.clause("F2.1", "F2.2")
def test_a_pack_that_is_not_the_expected_one_is_refused() -> None:
    at = table(2)
    good = stack_pack(at, {}, "4H")
    for cards in (
        good[:-1],
        [*good, "4H"],
        ["4H", *good[1:]] if good[0] != "4H" else ["5H", *good[1:]],
        ["1S", *good[1:]],
        ["5ſ", *good[1:]],
    ):
        with pytest.raises(Refusal) as refused:
            at.chance("deal", cards)
        assert (refused.value.code, refused.value.clause) == ("bad_cards", "K3.2")
    with pytest.raises(Refusal) as refused:
        at.chance("reshuffle", good)
    assert refused.value.code == "unexpected_chance"
    assert at.chance("deal", [card.lower() for card in good]).state == at.chance("deal", good).state
    assert list_moves(at.chance("deal", good)) == ["draw", "take"]
