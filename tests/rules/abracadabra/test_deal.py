"""A1, A2: options, packs, the deal, the turn-up, the joker."""

from random import Random
from typing import Any

import pytest

from rules.abracadabra import GAME
from rules.abracadabra.cards import CARDS
from rules.contract import Pack
from rules.table import Table
from tests.rules.abracadabra.stacked import deal_at_random, deal_hands, in_play, list_moves, play_moves, sheet_of, table
from tests.rules.refusals import catch_refusal

TABLES: dict[str, tuple[int, dict[str, Any], int, int, str]] = {
    "four": (4, {}, 53, 13, "2"),
    "four, declared": (4, {"trump": "declared"}, 52, 13, "2"),
    "three": (3, {}, 37, 12, "6"),
    "three, declared": (3, {"trump": "declared"}, 36, 12, "6"),
    "dummy": (2, {}, 37, 12, "6"),
    "dummy, declared": (2, {"trump": "declared"}, 36, 12, "6"),
    "short": (2, {"two_player": "short"}, 24, 12, "9"),
}


@pytest.mark.clause("A1.1")
def test_two_to_four_seats() -> None:
    assert GAME.seats == (2, 4)
    for seats in (1, 5):
        assert catch_refusal(lambda: table(seats)).code == "bad_request"  # noqa: B023  # called at once


@pytest.mark.clause("A1.1")
def test_the_options() -> None:
    assert {name: option.describe() for name, option in GAME.options.items()} == {
        "trump": {"default": "turnup", "allowed": ["turnup", "declared"]},
        "success": {"default": "exact", "allowed": ["exact", "at_least"]},
        "two_player": {"default": "dummy", "allowed": ["dummy", "short"]},
        "deals": {"default": 0, "min": 0, "max": 50, "step": 1},
        "target": {"default": 0, "min": 50, "max": 5000, "step": 1, "also": [0]},
    }
    assert all(option.text for option in GAME.options.values())


@pytest.mark.clause("A1.1")
@pytest.mark.parametrize(
    "options",
    [
        {"deals": 51},
        {"deals": -1},
        {"deals": True},
        {"target": 49},
        {"target": 5001},
        {"target": "50"},
        {"trump": "none"},
        {"success": "most"},
        {"two_player": "both"},
        {"joker": 1},
    ],
)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    assert catch_refusal(lambda: Table.new(GAME, 3, options)).code == "bad_option"


@pytest.mark.clause("A1.1")
def test_two_player_makes_no_difference_for_three_and_four() -> None:
    for seats in (3, 4):
        for trump in ("turnup", "declared"):
            short = table(seats, two_player="short", trump=trump)
            usual = table(seats, two_player="dummy", trump=trump)
            assert short.state.expects == usual.state.expects
        assert table(seats, two_player="short").options["trump"] == "turnup"
        for two_player in ("dummy", "short"):
            assert table(seats, two_player=two_player).state.view(0)["with_dummy"] is False
            assert in_play(deal_hands(table(seats, two_player=two_player))).state.view(0)["dummy"] is None


@pytest.mark.clause("A1.2")
@pytest.mark.parametrize("name", TABLES)
def test_the_packs(name: str) -> None:
    seats, options, size, hand, lowest = TABLES[name]
    at = table(seats, **options)
    assert at.state.expects
    pack = at.state.expects.cards
    assert len(pack) == size
    assert pack[0] == f"{lowest}S"
    assert pack[12 if lowest == "2" else 8 if lowest == "6" else 5] == "AS"
    assert ("JOKER" in pack) == (pack[-1] == "JOKER") == (at.options["trump"] == "turnup")
    view = deal_hands(at).state.view(0)
    assert len(view["hand"]) == view["length"] == hand


@pytest.mark.clause("A1.2")
def test_the_short_pack_has_declared_trumps() -> None:
    at = table(2, two_player="short")
    assert at.options["trump"] == "declared"
    assert Table.load(at.dump()).options == at.options
    refusal = catch_refusal(lambda: table(2, two_player="short", trump="turnup"))
    assert (refusal.code, refusal.clause) == ("bad_option", "A1.2")
    assert table(2, two_player="short", trump="declared").options["trump"] == "declared"


@pytest.mark.clause("A1.2")
def test_while_the_seats_are_not_known_the_short_pack_leaves_trumps_open() -> None:
    assert "trump" not in GAME.resolve({"two_player": "short"})
    assert GAME.resolve({"two_player": "short"}, 2)["trump"] == "declared"
    assert GAME.resolve({"two_player": "short"}, 3)["trump"] == "turnup"
    assert GAME.resolve({"two_player": "short", "trump": "turnup"})["trump"] == "turnup"
    assert GAME.resolve({})["trump"] == "turnup"


@pytest.mark.clause("A1.3")
@pytest.mark.parametrize(("seats", "ranks"), [(4, "A 2 3 4 5 6 7 8 9 10 J Q K"), (3, "A 2 3 4 5 6 7 8 9 10 J Q")])
def test_the_bid_cards_and_their_order(seats: int, ranks: str) -> None:
    at = play_moves(
        deal_hands(table(seats)), *(f"suit {suit}" for suit in "SHDC"[:seats]), "bid 5", *["pass"] * (seats - 1)
    )
    seat = at.state.to_act[0]
    (choice,) = at.state.legal(seat).choices
    assert choice.to_view() == {"verb": "place", "count": [5, 5], "cards": ranks.split()}
    at = at.move(seat, "PLACE q 10 a 2 J")
    assert at.dump()["events"][-1] == {"seat": seat, "move": "place A 2 10 J Q"}


@pytest.mark.clause("A1.4")
def test_deals_rotate_to_the_left() -> None:
    rng = Random(4)
    at = table(3, dealer=1, deals=4)
    dealers: list[int] = []
    while not at.state.finished:
        if at.state.expects:
            dealers.append(at.state.view(None)["dealer"])
            at = in_play(deal_at_random(at, rng))
        at = play_moves(at, min(at.state.legal(at.state.to_act[0]).moves))
    assert dealers == [1, 2, 0, 1]


@pytest.mark.clause("A2.1")
@pytest.mark.parametrize("name", TABLES)
def test_cards_go_singly_from_eldest_and_last_to_the_dummy(name: str) -> None:
    seats, options, _, hand, _ = TABLES[name]
    at = table(seats, seats - 2, **options)
    assert at.state.expects
    pack = list(at.state.expects.cards)
    Random(name).shuffle(pack)
    at = at.chance("deal", pack)
    takers: list[int | None] = [(seats - 1 + step) % seats for step in range(seats)]
    if name.startswith("dummy"):
        takers.append(None)
    for turn, taker in enumerate(takers):
        own = set(pack[turn : hand * len(takers) : len(takers)])
        if taker is not None:
            assert set(at.state.view(taker)["hand"]) == own
        else:
            assert set(in_play(at).state.view(0)["dummy"]) == own
    view = at.state.view(None)
    assert view["turn_up"] == (pack[-1] if at.options["trump"] == "turnup" else None)
    assert len(pack) - hand * len(takers) == (at.options["trump"] == "turnup")


@pytest.mark.clause("A2.1")
@pytest.mark.parametrize(("turned", "trumps"), [("8D", "D"), ("AC", "C"), ("JOKER", "none")])
def test_the_suit_of_the_turned_card_is_trumps_and_the_joker_makes_none(turned: str, trumps: str) -> None:
    view = deal_hands(table(3), {}, turned).state.view(None)
    assert (view["turn_up"], view["trumps"]) == (turned, trumps)


@pytest.mark.clause("A2.2")
def test_the_joker_follows_as_the_turned_card() -> None:
    at = in_play(deal_hands(table(3, dealer=2), {0: "AH", 1: "JOKER 6S 7S 8S", 2: "9H"}, "10H"))
    at = play_moves(at, "AH")
    hearts = [card for card in at.state.view(1)["hand"] if card[-1] == "H"]
    assert list_moves(at) == sorted(["JOKER", *hearts])
    refusal = catch_refusal(lambda: at.move(1, "play 6S"))
    assert refusal.clause == "A7.1"
    assert "joker counts as the 10 of hearts" in refusal.message
    assert at.state.view(1)["hand"][-1] == "JOKER"


@pytest.mark.clause("A2.2")
def test_the_joker_led_asks_for_the_suit_of_the_turned_card() -> None:
    at = in_play(deal_hands(table(3, dealer=2), {0: "JOKER", 1: "9H 6S", 2: "AH"}, "10H"))
    at = play_moves(at, "JOKER")
    assert all(move[-1] == "H" for move in list_moves(at))
    refusal = catch_refusal(lambda: at.move(1, "play 6S"))
    assert refusal.message.startswith("Hearts were led")


@pytest.mark.clause("A2.2")
@pytest.mark.parametrize(("other", "winner"), [("9H", 0), ("JH", 2)])
def test_the_joker_wins_with_the_rank_of_the_turned_card(other: str, winner: int) -> None:
    at = in_play(deal_hands(table(3, dealer=2), {0: "JOKER", 1: "6H 7H 8H", 2: other}, "10H"))
    at = play_moves(at, "JOKER", "6H", other)
    assert at.state.view(None)["tricks"][0]["winner"] == winner


@pytest.mark.clause("A2.2")
def test_the_joker_counts_as_a_card_of_the_turned_suit() -> None:
    at = in_play(deal_hands(table(3, dealer=2), {0: "AS", 1: "JOKER", 2: "7S"}, "10S"))
    for move in ("AS", "JOKER", "7S"):
        at = play_moves(at, move)
    assert at.state.view(None)["own"] == [3, 0, 0]  # seat 0 has chosen spades


@pytest.mark.clause("K3.2")
def test_only_the_whole_pack_is_dealt() -> None:
    at = table(3)
    assert at.state.expects
    pack = list(at.state.expects.cards)
    for cards in (pack[:-1], [*pack, "5S"], [*pack[:-1], "6S"], [*pack[:-1], "2S"], ["", *pack[1:]], ["ſ", *pack[1:]]):
        assert catch_refusal(lambda: at.chance("deal", cards)).code == "bad_cards"  # noqa: B023  # called at once
    assert catch_refusal(lambda: at.chance("cut", pack)).code == "unexpected_chance"
    lower = at.chance("deal", [card.lower() for card in pack])
    assert lower.state == at.chance("deal", pack).state
    assert lower.dump()["events"][0]["cards"] == pack
    assert catch_refusal(lambda: lower.chance("deal", ["nonsense"])).code == "unexpected_chance"


def test_a_shrunken_pack_is_dealt_out() -> None:
    GAME.new(2, GAME.resolve({}, 2), 0, Pack(CARDS.texts[:7], (1, 1)))
    for pack in (Pack(CARDS.texts[:6], (1, 1)), Pack(CARDS.texts[:7], (1, 1, 1))):
        with pytest.raises(ValueError, match="dealt out"):
            GAME.new(2, GAME.resolve({}, 2), 0, pack)


def test_a_position_knows_its_sheet_in_every_phase() -> None:
    at = table(2, deals=1)
    assert sheet_of(at).number == 0
    assert at.state.phase == "deal"
