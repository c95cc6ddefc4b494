"""V5: play. Every case is a hand laid out for it."""

import pytest

from rules.contract import Refusal
from rules.table import Table
from rules.voren.cards import CARDS, PACK, SUIT, SUITS
from rules.voren.lead import leadable
from rules.voren.trick import winning_card
from tests.rules.refusals import catch_refusal
from tests.rules.voren.decks import begin_play, deal_hands, list_moves, play_moves, table


def find_clause(at: Table, card: str) -> str | None:
    """Return the clause that forbids a card, the same by `barred`, the view and the refusal; None if none does."""
    seat = at.state.to_act[0]
    barred = at.state.barred(seat)
    if card not in barred:
        play_moves(at, card)
        return None
    refusal: Refusal = catch_refusal(lambda: play_moves(at, card))
    assert str(barred[card].refusal) == str(refusal)
    assert [f"play {other}" for other in barred[card].instead] == list(at.state.legal(seat).moves)
    assert refusal.code == "illegal_move"
    assert at.state.view(seat)["barred"][card] == [
        refusal.clause,
        refusal.message,
        list(barred[card].instead),
    ]
    return refusal.clause


@pytest.mark.clause("V5.1")
def test_the_first_seat_still_in_leads() -> None:
    at = deal_hands(table(4, 1), {}, "3H")
    assert play_moves(at, "deal", "stay", "stay", "stay", "stay").state.to_act == (2,)
    assert play_moves(at, "deal", "fold", "stay", "stay", "stay").state.to_act == (3,)
    late = play_moves(at, "deal", "fold", "fold", "stay", "stay")
    assert late.state.to_act == (0,)
    assert late.state.view(None)["first"] == 0


@pytest.mark.clause("V5.1")
def test_play_goes_left_among_the_seats_in() -> None:
    hands = {0: "1S 1H 1D", 1: "2S 2H 2D", 2: "3S 4H 3D", 3: "4S 5H 4D"}
    at = play_moves(deal_hands(table(4, 3), hands, "5C"), "deal", "stay", "fold", "stay", "stay")
    order: list[int] = []
    for card in ("1S", "3S", "4S"):
        order += at.state.to_act
        at = play_moves(at, card)
    assert order == [0, 2, 3]
    assert at.state.to_act == (3,)


@pytest.mark.clause("V5.2")
def test_the_first_must_lead_the_greater_crown_of_trumps() -> None:
    at = begin_play({0: "GS 2S WOLF", 1: "1H 2H 4H", 2: "1D 2D 3D"}, "3S")
    assert list_moves(at) == ["GS"]
    assert find_clause(at, "2S") == "V5.2"
    assert find_clause(at, "WOLF") == "V5.2"
    assert "Greater Crown of trumps" in at.state.barred(0)["2S"].refusal.message


@pytest.mark.clause("V5.2")
def test_first_trick_forces_only_the_first_players_greater_crown_of_trumps() -> None:
    plain = begin_play({0: "GS 2S WOLF", 1: "1H 2H 4H"}, "3H")
    assert list_moves(plain) == ["2S", "GS", "WOLF"]
    without = begin_play({0: "GS 2S WOLF", 1: "1H 2H 4H"}, "LS")
    assert list_moves(without) == ["2S", "GS", "WOLF"]
    # Seat 1 wins the first trick and may keep its Greater Crown of trumps back from the second.
    second = begin_play({0: "1S 2D WOLF", 1: "4S GH 2H"}, "3H", "1S", "4S")
    assert list_moves(second) == ["2H", "GH"]


@pytest.mark.clause("V5.3")
@pytest.mark.parametrize("trumps", [*SUITS, None])
def test_treachery_is_above_the_wolf_above_every_suit_trump(trumps: str | None) -> None:
    suit = SUIT[trumps] if trumps else 0
    wolf, treachery = CARDS.bit["WOLF"], CARDS.bit["TREACHERY"]
    for card in map(CARDS.bit.__getitem__, PACK[:32]):
        assert winning_card(card | wolf, card, suit) == wolf
        assert winning_card(card | treachery, card, suit) == treachery
        assert winning_card(card | wolf, wolf, suit) == wolf
        assert winning_card(card | treachery, treachery, suit) == treachery
    assert winning_card(wolf | treachery, wolf, suit) == treachery
    assert winning_card(wolf | treachery, treachery, suit) == treachery


@pytest.mark.clause("V5.3")
def test_without_a_trump_suit_the_two_are_the_only_trumps() -> None:
    at = begin_play({0: "1S 2S 3D", 1: "WOLF GH 5H", 2: "TREACHERY GC 1C"}, "LH", "1S")
    assert list_moves(at) == ["WOLF"]
    assert list_moves(play_moves(at, "WOLF")) == ["TREACHERY"]
    assert find_clause(at, "GH") == "V5.4"


@pytest.mark.clause("V5.4")
def test_a_seat_with_the_suit_led_follows() -> None:
    at = begin_play({0: "LS 1H 1D", 1: "1S WOLF GD", 2: "1C 2C 4C"}, "3C", "LS")
    assert list_moves(at) == ["1S"]
    assert find_clause(at, "WOLF") == "V5.4"
    assert find_clause(at, "GD") == "V5.4"
    assert "Spades were led" in at.state.barred(1)["GD"].refusal.message


@pytest.mark.clause("V5.4")
def test_a_seat_without_the_suit_led_plays_a_trump() -> None:
    at = begin_play({0: "LS 1H 1D", 1: "4C GD GH", 2: "1C 2C 5C"}, "3C", "LS")
    assert list_moves(at) == ["4C"]
    assert find_clause(at, "GD") == "V5.4"
    assert "no spades" in at.state.barred(1)["GD"].refusal.message
    # Also where the trump cannot win: somebody has trumped higher.
    under = begin_play({0: "LS 1H 1D", 1: "5C 2H 4H", 2: "4C GD GH"}, "3C", "LS", "5C")
    assert list_moves(under) == ["4C"]
    assert find_clause(under, "GH") == "V5.4"


@pytest.mark.clause("V5.4")
def test_a_seat_with_neither_plays_anything() -> None:
    at = begin_play({0: "LS 1H 1D", 1: "2D GD GH", 2: "1C 2C 4C"}, "3C", "LS")
    assert list_moves(at) == ["2D", "GD", "GH"]


@pytest.mark.clause("V5.4")
def test_the_wolf_and_treachery_count_as_the_suit_when_trumps_are_led() -> None:
    at = begin_play({0: "LC 1H 1D", 1: "TREACHERY GD GH", 2: "1C 2C 4C"}, "3C", "LC")
    assert list_moves(at) == ["TREACHERY"]
    assert find_clause(at, "GD") == "V5.4"
    assert "Trumps were led" in at.state.barred(1)["GD"].refusal.message
    both = begin_play({0: "LC 1H 1D", 1: "1C WOLF GH", 2: "2C 4C 5C"}, "3C", "LC")
    assert list_moves(both) == ["WOLF"]
    assert find_clause(both, "1C") == "V5.5"


@pytest.mark.clause("V5.5")
def test_seat_that_can_win_must_play_its_highest_winning_card() -> None:
    at = begin_play({0: "3S 1H 1D", 1: "5S LS 1S", 2: "1C 2C 4C"}, "3C", "3S")
    assert list_moves(at) == ["LS"]
    assert find_clause(at, "5S") == "V5.5"
    assert find_clause(at, "1S") == "V5.5"
    refusal = at.state.barred(1)["5S"].refusal
    assert refusal.message.endswith("your highest card that does: the Lesser Crown of spades.")
    assert refusal.fields["must"] == "LS"


@pytest.mark.clause("V5.5")
def test_seat_that_cannot_win_plays_any_remaining_card() -> None:
    low = begin_play({0: "GS 1H 1D", 1: "5S LS 1S", 2: "1C 2C 4C"}, "3C", "GS")
    assert list_moves(low) == ["1S", "5S", "LS"]
    trumped = begin_play({0: "3S 1H 1D", 1: "1C 2H 4H", 2: "5S LS 2D"}, "3C", "3S", "1C")
    assert list_moves(trumped) == ["5S", "LS"]
    assert find_clause(trumped, "2D") == "V5.4"
    under = begin_play({0: "3S 1H 1D", 1: "5C 2H 4H", 2: "1C 2C GD"}, "3C", "3S", "5C")
    assert list_moves(under) == ["1C", "2C"]


@pytest.mark.clause("V5.5")
def test_of_several_trumps_that_win_the_highest_is_played() -> None:
    at = begin_play({0: "3S 1H 1D", 1: "WOLF TREACHERY GC", 2: "1S 2S 4S"}, "3C", "3S")
    assert list_moves(at) == ["TREACHERY"]
    over = begin_play({0: "3S 1H 1D", 1: "4C 2H 4H", 2: "2C 5C RC"}, "3C", "3S", "4C")
    assert list_moves(over) == ["RC"]


@pytest.mark.clause("V5.6")
def test_after_the_wolf_or_treachery_anything_may_be_played() -> None:
    at = begin_play({0: "WOLF 1H 1D", 1: "TREACHERY GC 2H", 2: "1C 2C 4S"}, "3C", "WOLF")
    assert list_moves(at) == ["2H", "GC", "TREACHERY"]
    assert list_moves(play_moves(at, "2H")) == ["1C", "2C", "4S"]
    led = begin_play({0: "TREACHERY 1H 1D", 1: "WOLF GC 2H", 2: "1C 2C 4S"}, "3C", "TREACHERY")
    assert list_moves(led) == ["2H", "GC", "WOLF"]


@pytest.mark.clause("V5.6")
@pytest.mark.parametrize("turn_up", ["3C", "LD"])
def test_the_wolf_led_loses_to_treachery_alone(turn_up: str) -> None:
    at = begin_play({0: "WOLF 1H 1D", 1: "TREACHERY GC 2H", 2: "RC 2C 4S"}, turn_up, "WOLF")
    assert play_moves(at, "GC", "RC").state.to_act == (0,)
    assert play_moves(at, "TREACHERY", "RC").state.to_act == (1,)


@pytest.mark.clause("V5.7")
@pytest.mark.parametrize(
    ("lead", "others", "winner"),
    [
        ("2S", ("GH", "4S"), 2),
        ("2S", ("1C", "4S"), 1),
        ("2S", ("1C", "2C"), 2),
        ("2S", ("WOLF", "TREACHERY"), 2),
        ("2S", ("GH", "GD"), 0),
        ("1C", ("GS", "2C"), 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    lead: str, others: tuple[str, str], winner: int
) -> None:
    # The cards beside those of the trick are diamonds, so that no duty stands in the way.
    hands = {0: f"{lead} 1D 2D", 1: f"{others[0]} 3D 4D", 2: f"{others[1]} 5D RD"}
    assert begin_play(hands, "3C", lead, *others).state.to_act == (winner,)


@pytest.mark.clause("V5.8")
def test_the_winner_of_the_first_trick_must_lead_a_trump() -> None:
    at = begin_play({0: "GS 2H 1D", 1: "1S 3H 5C", 2: "2S 4C 2D"}, "4H", "GS", "1S", "2S")
    assert list_moves(at) == ["2H"]
    assert find_clause(at, "1D") == "V5.8"
    assert "a heart." in at.state.barred(0)["1D"].refusal.message


@pytest.mark.clause("V5.8")
def test_the_wolf_and_treachery_neither_bring_about_nor_fulfil_that_duty() -> None:
    none = begin_play({0: "GS WOLF 1D", 1: "1S 3H 5C"}, "4H", "GS", "1S")
    assert list_moves(none) == ["1D", "WOLF"]
    some = begin_play({0: "GS WOLF 1H", 1: "1S 3H 5C"}, "4H", "GS", "1S")
    assert list_moves(some) == ["1H"]
    assert find_clause(some, "WOLF") == "V5.8"
    no_trumps = begin_play({0: "GS WOLF 1H", 1: "1S 3H 5C"}, "LH", "GS", "1S")
    assert list_moves(no_trumps) == ["1H", "WOLF"]


@pytest.mark.clause("V5.9")
def test_the_winner_of_the_second_trick_leads_freely() -> None:
    # One card is left by then, whatever it is; the rule itself is asked with more.
    at = begin_play({0: "GS 2H 5D", 1: "1S 3D 5C", 2: "2S 4C 2D"}, "4H", "GS", "1S", "2S", "2H", "5C", "4C")
    assert (at.state.to_act, list_moves(at)) == ((0,), ["5D"])
    hand = CARDS.mask(("GH", "2H", "5D", "WOLF"))
    assert leadable(hand, SUIT["H"], 2) == hand
    assert leadable(hand, SUIT["H"], 1) == CARDS.mask(("GH", "2H"))
    assert leadable(hand, SUIT["H"], 0) == CARDS.mask(("GH",))


def test_a_card_must_be_in_the_hand() -> None:
    at = begin_play({0: "GS 2H 1D", 1: "1S 3H 5H", 2: "2S 4C 2D"}, "4H")
    for card in ("1S", "4H", "RC"):  # another's, the turn-up, one nobody may know of
        refusal = catch_refusal(lambda: play_moves(at, card))  # noqa: B023  # called at once
        assert (refusal.code, refusal.clause) == ("illegal_move", "K4.3")
    after = play_moves(at, "GS", "1S", "2S")
    assert catch_refusal(lambda: play_moves(after, "GS")).clause == "K4.3"
    assert catch_refusal(lambda: after.move(1, "play 3H")).code == "not_your_turn"


def test_moves_in_any_case_are_kept_in_canonical_text() -> None:
    at = begin_play({0: "GS 2H 1D", 1: "1S 3H 5H"}, "4D")
    assert at.move(0, "PLAY gs").events[-1] == (0, "play GS")
    assert at.move(0, "Play Gs").state == at.move(0, "play GS").state
