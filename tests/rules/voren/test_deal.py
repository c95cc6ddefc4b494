"""V1 to V3: pack, table, pot, deal, the dealer's decision."""

from collections.abc import Callable
from random import Random

import pytest

from rules.contract import Pack
from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import PACK
from tests.rules.refusals import catch_refusal
from tests.rules.voren.decks import deal_at_random, deal_hands, list_moves, play_moves, stack_pack, table


@pytest.mark.clause("V1.1")
def test_the_pack_has_34_cards_in_canonical_order() -> None:
    expects = table(4).state.expects
    assert expects is not None
    assert expects.event == "deal"
    ranks = ["1", "2", "3", "4", "5", "R", "L", "G"]
    assert list(expects.cards) == [rank + suit for suit in "SHDC" for rank in ranks] + ["TREACHERY", "WOLF"]


@pytest.mark.clause("V1.1")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda cards: cards[:-1], "34 cards"),
        (lambda cards: [*cards, "1S"], "34 cards"),
        (lambda cards: [cards[1], *cards[1:]], "is missing"),
        (lambda cards: ["6S", *cards[1:]], "6S"),
        (lambda cards: ["", *cards[1:]], "not a card"),
        (lambda cards: ["1\u017f", *cards[1:]], "not a card"),
        (lambda cards: [], "34 cards"),
    ],
)
def test_a_pack_that_is_not_the_pack_is_refused(change: Callable[[list[str]], list[str]], said: str) -> None:
    at = table(3)
    refusal = catch_refusal(lambda: at.chance("deal", change(list(PACK))))
    assert refusal.code == "bad_cards"
    assert said in refusal.message


def test_cards_may_come_in_any_case() -> None:
    at = table(3).chance("deal", [card.lower() for card in PACK])
    assert at.state == table(3).chance("deal", PACK).state
    assert at.dump()["events"][0]["cards"] == list(PACK)


def test_a_chance_event_out_of_time_or_of_another_name_is_unexpected() -> None:
    at = table(3)
    assert catch_refusal(lambda: at.chance("cut", PACK)).code == "unexpected_chance"
    assert catch_refusal(lambda: at.chance("Deal", PACK)).code == "unexpected_chance"
    later = at.chance("deal", PACK)
    assert catch_refusal(lambda: later.chance("deal", ["nonsense"])).code == "unexpected_chance"


@pytest.mark.clause("V1.2")
def test_two_to_ten_seats() -> None:
    assert GAME.seats == (2, 10)
    for seats in (2, 10):
        at = play_moves(deal_hands(table(seats), {}, "3H"), "deal poke")
        assert len(at.state.view(1)["hand"]) == 3
    for seats in (1, 11):
        assert catch_refusal(lambda: table(seats)).code == "bad_request"  # noqa: B023  # called at once


@pytest.mark.clause("V1.3")
def test_the_options() -> None:
    assert {name: option.describe() for name, option in GAME.options.items()} == {
        "ante": {"default": 3, "min": 3, "max": 300, "step": 3},
        "hands": {"default": 0, "min": 0, "max": 100, "step": 1},
        "no_trump_turnup": {"default": "crowns", "allowed": ["crowns", "unsuited"]},
        "limit": {"default": 0, "min": 0, "max": 100, "step": 1},
    }
    assert all(option.text for option in GAME.options.values())


@pytest.mark.clause("V1.3")
@pytest.mark.parametrize(
    "options",
    [
        {"ante": 4},
        {"ante": 0},
        {"ante": 303},
        {"ante": True},
        {"ante": 3.0},
        {"ante": "3"},
        {"hands": -1},
        {"hands": 101},
        {"limit": 101},
        {"limit": False},
        {"no_trump_turnup": "both"},
        {"no_trump_turnup": 0},
        {"stakes": 3},
    ],
)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    assert catch_refusal(lambda: Table.new(GAME, 4, options)).code == "bad_option"


@pytest.mark.clause("V1.3")
@pytest.mark.parametrize(("seats", "hands", "length"), [(2, 0, 4), (3, 0, 6), (5, 0, 10), (4, 1, 1), (2, 7, 7)])
def test_a_game_is_two_rounds_of_deals_or_so_many_hands(seats: int, hands: int, length: int) -> None:
    at, rng = table(seats, hands=hands), Random(1)
    while not at.state.finished:
        at = deal_at_random(at, rng) if at.state.expects else play_moves(at, list_moves(at)[0])
    assert len(at.state.score().hands) == length
    assert at.state.view(None)["hands"] == length


@pytest.mark.clause("V2.1")
def test_everybody_pays_the_ante_and_the_dealer_two() -> None:
    view = table(4, 2, ante=6).state.view(None)
    assert view["paid"] == [6, 6, 12, 6]
    assert view["pot"] == 30


@pytest.mark.clause("V2.1")
def test_match_replaces_the_ante_and_an_owing_dealer_also_pays_one() -> None:
    # Seats 0 and 1 take no trick; seat 1 deals next.
    at = deal_hands(table(3), {1: "1S 2D 3D", 2: "GS LS RS", 0: "2S 4D 5D"}, "3S")
    at = play_moves(at, "deal", "stay", "stay", "stay", "1S", "GS", "2S", "RS", "5D", "3D", "LS", "4D", "2D")
    view = at.state.view(None)
    assert view["owed"] == [12, 12, 0]
    assert view["paid"] == [12, 15, 3]
    assert view["pot"] == 30


@pytest.mark.clause("V2.2")
def test_the_pot_is_a_multiple_of_three() -> None:
    rng = Random(4)
    for limit in (0, 1, 7):
        at = table(5, ante=9, hands=12, limit=limit)
        while not at.state.finished:
            assert at.state.view(None)["pot"] % 3 == 0
            seat = at.state.to_act[0] if at.state.to_act else 0
            at = deal_at_random(at, rng) if at.state.expects else at.move(seat, rng.choice(at.state.legal(seat).moves))


@pytest.mark.clause("V3.1")
def test_three_cards_each_singly_then_the_turn_up_then_the_poke() -> None:
    at = play_moves(table(4, 2).chance("deal", PACK), "deal poke")
    assert at.state.view(3)["hand"] == ["1S", "5S", "1H"]
    assert at.state.view(0)["hand"] == ["2S", "RS", "2H"]
    assert at.state.view(1)["hand"] == ["3S", "LS", "3H"]
    assert at.state.view(2)["hand"] == ["4S", "GS", "4H"]
    assert at.state.view(None)["turn_up"] == "5H"
    after = play_moves(at, "poke").state.view(3)
    assert (after["hand"], after["laid"]) == (["RH", "LH", "GH"], ["1S", "5S", "1H"])


@pytest.mark.clause("V3.1")
def test_a_shrunken_pack_needs_room_for_turn_up_and_poke() -> None:
    GAME.new(2, GAME.resolve({}), 0, Pack(PACK[:10], (1, 1, 1)))
    for pack in (Pack(PACK[:9], (1, 1, 1)), Pack(PACK, (2, 2))):
        with pytest.raises(ValueError, match="turn-up"):
            GAME.new(2, GAME.resolve({}), 0, pack)


@pytest.mark.clause("V3.2", "V3.3")
@pytest.mark.parametrize(
    ("turn_up", "crowns", "unsuited"),
    [
        ("1S", "S", "S"),
        ("5H", "H", "H"),
        ("RD", "D", "D"),
        ("LC", None, "C"),
        ("GS", None, "S"),
        ("GH", None, "H"),
        ("WOLF", None, None),
        ("TREACHERY", None, None),
    ],
)
def test_trumps(turn_up: str, crowns: str | None, unsuited: str | None) -> None:
    for reading, trumps in (("crowns", crowns), ("unsuited", unsuited)):
        view = deal_hands(table(2, no_trump_turnup=reading), {}, turn_up).state.view(0)
        assert (view["turn_up"], view["trumps"]) == (turn_up, trumps)


@pytest.mark.clause("V3.4")
def test_the_dealer_decides_before_anyone_sees_a_card() -> None:
    at = deal_hands(table(3, 1), {}, "3H")
    assert at.state.phase == "dealer"
    assert at.state.to_act == (1,)
    assert list_moves(at) == ["deal", "deal allplay", "deal poke", "deal poke allplay"]
    for seat in (None, 0, 1, 2):
        view = at.state.view(seat)
        assert view["hand"] is None
        assert view["turn_up"] == "3H"
    assert not at.state.legal(0).moves
    assert catch_refusal(lambda: at.move(0, "deal")).code == "not_your_turn"


@pytest.mark.clause("V3.4")
@pytest.mark.parametrize(
    ("words", "poke", "all_play"),
    [
        ("deal", "none", False),
        ("DEAL Poke", "open", False),
        ("deal allplay", "none", True),
        ("deal poke ALLPLAY", "open", True),
    ],
)
def test_the_four_decisions(words: str, poke: str, all_play: bool) -> None:
    at = play_moves(deal_hands(table(3), {}, "3H"), words)
    view = at.state.view(None)
    assert (view["poke"], view["all_play"]) == (poke, all_play)
    assert at.events[-1] == (0, words.lower())


@pytest.mark.clause("V3.4")
@pytest.mark.parametrize("words", ["stay", "poke", "fold", "play 1S"])
def test_nothing_else_goes_before_the_decision(words: str) -> None:
    refusal = catch_refusal(lambda: play_moves(deal_hands(table(3), {}, "3H"), words))
    assert (refusal.code, refusal.clause) == ("illegal_move", "V3.4")


@pytest.mark.parametrize(
    "text",
    [
        *("", " deal", "deal ", "deal  poke", "deal allplay poke", "deal poke poke", "deal\tpoke", "deal\n", "allplay"),
        *("play", "play ", "play 6S", "play 10S", "play  1S", "play 1S 2S", "play 1\u017f", "\u212a", "f\u00f6ld"),
        *("stay 1", "+1", "x" * 500),
    ],
)
def test_unreadable_moves_are_refused_in_every_phase(text: str) -> None:
    at = deal_hands(table(2), {}, "3H")
    for moves in ((), ("deal",), ("deal", "stay", "stay")):
        refusal = catch_refusal(lambda: play_moves(play_moves(at, *moves), text))  # noqa: B023  # called at once
        assert (refusal.code, refusal.clause) == ("illegal_move", "K7.1")
        assert len(refusal.message) < 120


def test_stacked_packs_are_packs() -> None:
    assert sorted(stack_pack(3, 1, {0: "GS 2H 1D"}, "3H", "1S 2S 3S")) == sorted(PACK)
