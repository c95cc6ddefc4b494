"""C4.4, C5.5, C7.4, C7.6, C8: scoring."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.conference import GAME
from rules.conference.records import Call, Hand, Result, Setup, Sheet, Trick
from rules.conference.scoring import hand_points, hand_result, score, side_totals
from rules.tarot.cards import CARDS, EVIL, GOOD, PACK_80

OURS, YOURS = True, False


def score_hand(
    lines: Sequence[str],
    takers: Sequence[int],
    discard: str = "",
    hire: str = "",
    calls: Sequence[tuple[int, int, bool, int]] = (),
    dealer: int = 3,
) -> Result:
    """Return the result of a short hand: a line of cards for each trick in the order of play, and who won each."""
    setup = Setup.from_options(GAME.resolve({"good_evil": "allegiance", "gallowglass": True, "hands": 1}), None)
    dealt = CARDS.mask([*" ".join(lines).split(), *discard.split()]), 0, 0, 0  # to whom does not matter here
    hand = Hand(Sheet(setup, 0, dealer), (), (), dealt, CARDS.mask(discard.split()), hire or None)
    leaders = [(dealer + 1) % 4, *takers]
    tricks = [
        Trick(leader, tuple(((leader + at) % 4, CARDS.bit[card]) for at, card in enumerate(line.split())), winner)
        for leader, line, winner in zip(leaders, lines, takers)
    ]
    return hand_result(hand, tricks, [Call(*call) for call in calls])


def find_given_card(outcome: Result) -> str | None:
    return CARDS.text[outcome.exchange.given_card] if outcome.exchange else None


@pytest.mark.clause("C8.1")
def test_card_points_and_one_for_each_trick() -> None:
    outcome = score_hand(["KE 2E QE 3E", "AE 4E 5E 6E"], [0, 0], "JA CA")
    assert outcome.card_points == (5 + 1 + 4 + 1 + 5 + 1 + 1 + 1, 2 + 3)
    assert outcome.tricks_won == (2, 0)
    assert side_totals(outcome) == (19 + 2, 5)


@pytest.mark.clause("C3.2")
def test_the_discard_is_with_the_dealers_side() -> None:
    assert score_hand(["KE 2E 3E 4E"], [0], "QA", dealer=1).card_points == (8 + 4, 0)
    assert score_hand(["KE 2E 3E 4E"], [3], "QA", dealer=2).card_points == (0, 8 + 4)
    assert score_hand(["KE 2E 3E 4E"], [3], "QA", dealer=2).tricks_won == (0, 1)


@pytest.mark.clause("C5.5")
def test_side_with_a_trick_keeps_the_fool_and_gives_its_lowest_card() -> None:
    # Seat 0 plays the Fool to seat 2's trick; its side has 4E 2E QE 3E.
    outcome = score_hand(["FOOL 5F KF 6F", "QE 4E 2E 3E"], [2, 0], dealer=3)
    assert find_given_card(outcome) == "2E"
    assert outcome.card_points == (5 + 4 + 1 + 1, 5 + 1 + 1 + 1)
    assert "FOOL" in list_cards(outcome.piles[0])
    assert "2E" in list_cards(outcome.piles[1])


@pytest.mark.clause("C5.5")
def test_good_or_evil_is_given_first() -> None:
    assert find_given_card(score_hand(["FOOL 5F KF 6F", "QE 4E EVIL 3E"], [2, 0])) == "EVIL"
    assert find_given_card(score_hand(["FOOL 5F KF 6F", "QE GOOD EVIL 3E"], [2, 0])) == "GOOD", (
        "of equals the first in canonical order"
    )


@pytest.mark.clause("C5.5")
def test_a_side_without_a_trick_gives_the_fool_even_if_it_has_the_discard() -> None:
    outcome = score_hand(["FOOL 5F KF 6F", "QE 4E 2E 3E"], [2, 3], "2A 3A 4A 5A", dealer=1)
    # Seat 2 leads first when seat 1 deals: the Fool is seat 2's then.
    assert find_given_card(outcome) is None
    outcome = score_hand(["5F KF FOOL 6F", "QE 4E 2E 3E"], [3, 2], "2A 3A 4A 5A", dealer=1)
    assert find_given_card(outcome) == "FOOL"
    assert outcome.card_points == (4, 1 + 5 + 5 + 1 + 4 + 1 + 1 + 1)


@pytest.mark.clause("C5.5")
def test_nothing_is_given_when_the_own_side_won_the_trick() -> None:
    outcome = score_hand(["FOOL 5F KF 6F", "QE 4E 2E 3E"], [1, 2])
    assert outcome.exchange is None
    assert outcome.card_points[0] == 5 + 1 + 5 + 1


@pytest.mark.clause("C5.5")
def test_the_discard_is_part_of_the_trick_pile() -> None:
    outcome = score_hand(["5F KF 6F FOOL", "QE KE AE JE"], [1, 2], "2A QA", dealer=3)
    assert find_given_card(outcome) == "2A", "seat 3 deals and its side won the second trick"
    assert outcome.card_points == (1 + 5 + 1 + 1, 5 + 4 + 5 + 5 + 2 + 4)


@pytest.mark.clause("C4.4", "C5.5")
def test_the_least_loss_counts_where_the_card_lies() -> None:
    # Air is hired: the 9 of Air took the second trick, in which the King of Earth is therefore worth nothing.
    outcome = score_hand(["FOOL 5F KF 6F", "KE 9E 9A 10E", "2W 3W 4W QW"], [2, 0, 3], hire="A")
    assert outcome.tricks_won == (1, 2)
    assert find_given_card(outcome) == "9A", "all four are no loss; the 9 of Air brings the others nothing either"
    outcome = score_hand(["FOOL 5F KF 6F", "KE 9E 9A 10E", "2W 3W 4W QW"], [2, 0, 0], "", "A")
    assert find_given_card(outcome) == "9A"
    assert outcome.card_points == (5 + 1 + 1 + 1 + 4, 1 + 5 + 1)


@pytest.mark.clause("C5.5")
def test_of_equal_losses_the_one_that_brings_the_others_least() -> None:
    # Trick 2, led by seat 2, is won by seat 0 with 9A, a hired card: all its cards are worth nothing where they lie.
    outcome = score_hand(["FOOL 5F KF 6F", "7E QE 9A 2E", "3W 4W 5W 6W"], [2, 0, 0], hire="A")
    assert outcome.tricks_won == (2, 1)
    assert find_given_card(outcome) == "9A", "7E, QE and 2E would bring the other side something"


@pytest.mark.clause("C4.4")
def test_cards_of_the_hired_suit_and_tricks_won_by_one_have_no_points() -> None:
    outcome = score_hand(["KE QA 2E 3E", "KF KA KW QF"], [0, 0], hire="A")
    assert outcome.card_points == (5 + 1 + 1 + 5 + 5 + 4, 0)
    won_by_air = score_hand(["KE 9E KA QE"], [2], hire="A")
    assert won_by_air.card_points == (0, 0)
    assert won_by_air.tricks_won == (0, 1), "the trick still counts"
    assert score_hand([], [], "2A 3E", hire="A").card_points == (0, 1)


@pytest.mark.clause("C4.4")
def test_kept_fool_lies_in_no_trick_and_a_given_one_does() -> None:
    record = score_hand(["KE FOOL KA QE", "5F 6F 7F 8F"], [2, 1], hire="A")
    assert record.card_points[0] == 5 + 3
    assert find_given_card(record) == "5F"
    own = score_hand(["KA FOOL 5E QE"], [0], hire="A")
    assert own.card_points == (5, 0), "kept in a trick that its own side won with a hired card"
    outcome = score_hand(["KE FOOL KA QE"], [2], hire="A")
    assert find_given_card(outcome) == "FOOL"
    assert outcome.card_points == (0, 0)
    assert score_hand(["KE FOOL 5E QE"], [2]).card_points == (0, 5 + 5 + 1 + 4)


@pytest.mark.clause("C7.6")
def test_under_a_call_only_the_suits_named_count() -> None:
    lines = ["KE KF 21 1", "KA KW 2W 3A"]
    assert score_hand(lines, [0, 2], calls=[(0, GOOD, OURS, 1)]).card_points == (5, 5 + 1)
    assert score_hand(lines, [0, 2], calls=[(0, GOOD, YOURS, 1)]).card_points == (5, 5 + 1)
    both = score_hand(lines, [0, 0], calls=[(3, EVIL, OURS, 1)])
    assert both.card_points == (5 + 5 + 1, 0)
    assert both.tricks_won == (2, 0)


@pytest.mark.clause("C7.6")
def test_the_discard_and_the_tricks_before_fall_under_the_first_call() -> None:
    outcome = score_hand(["KE KF 2E 2F"], [0], "QA QF", calls=[(0, GOOD, OURS, 0)], dealer=1)
    assert outcome.card_points == (5 + 1 + 4, 0)
    later = score_hand(["KE KF 2E 2F", "5W 6W 7W GOOD"], [0, 2], "QA QF", calls=[(2, GOOD, OURS, 1)], dealer=1)
    assert later.card_points == (5 + 1 + 4, 0)


@pytest.mark.clause("C7.4")
def test_a_second_call_counts_from_the_trick_in_progress_on() -> None:
    lines = ["KE KF GOOD 2F", "QE QF 3E 3F", "CE CF EVIL 4F", "JE JF 5E 5F"]
    calls = [(2, GOOD, YOURS, 0), (0, EVIL, OURS, 2)]
    # First side 0 scores Earth and Air, then Fire and Water.
    assert score_hand(lines, [0, 0, 0, 0], calls=calls).card_points == (5 + 4 + 1 + 3 + 1 + 2 + 1, 0)
    assert score_hand(lines, [2, 2, 2, 2], calls=calls).card_points == (0, 5 + 1 + 4 + 1 + 3 + 2 + 1)


@pytest.mark.clause("C7.6")
def test_the_fool_scores_nothing_under_a_call() -> None:
    record = score_hand(["KE FOOL 5E QE", "5F 6F 7F 8F"], [2, 1], calls=[(0, GOOD, OURS, 1)])
    assert find_given_card(record) == "5F"
    assert record.card_points == (0, 1), "5F is worth nothing to the side that gives it, and 1 to the other"


@pytest.mark.clause("C5.5", "C7.6")
def test_the_least_loss_under_a_call() -> None:
    # Side 0 scores Earth and Air. It won KE AF 6F 2A: its Fire is worth nothing to it but something to the others.
    outcome = score_hand(["5W FOOL 7W 8W", "9W KE AF 1"], [3, 0], calls=[(0, GOOD, OURS, 1)])
    assert find_given_card(outcome) == "1", "nothing to either side; AF would bring the others 5, 9W 1"
    assert outcome.card_points == (5, 3)


def list_cards(mask: int) -> list[str]:
    return [card for card in PACK_80 if mask & CARDS.bit[card]]


@pytest.mark.clause("C8.2")
def test_83_or_more_win_the_difference() -> None:
    assert hand_points((100, 65), 0, False, False) == (35, 35, -35, -35)
    assert hand_points((82, 83), 0, False, False) == (-1, -1, 1, 1)


@pytest.mark.clause("C8.3")
@pytest.mark.parametrize(
    ("sides", "dealer", "points"),
    [
        ((90, 40), 0, 50),
        ((90, 40), 3, 50),
        ((40, 90), 0, -50),
        ((60, 70), 0, -23),
        ((70, 60), 0, -13),
        ((70, 60), 2, 23),
        ((60, 70), 3, 13),
        ((82, 55), 1, -1),
        ((83, 54), 1, 29),
    ],
)
def test_with_a_hired_suit_the_dealers_side_must_still_reach_83(
    sides: tuple[int, int], dealer: int, points: int
) -> None:
    assert hand_points(sides, dealer, True, False) == (points, points, -points, -points)


@pytest.mark.clause("C8.4")
def test_after_a_call_the_side_with_more_wins_the_difference() -> None:
    for hired in (False, True):
        assert hand_points((40, 31), 2, hired, True) == (9, 9, -9, -9)
        assert hand_points((31, 40), 2, hired, True) == (-9, -9, 9, 9)
        assert hand_points((35, 35), 2, hired, True) == (0, 0, 0, 0)


@pytest.mark.clause("C8.5")
def test_the_higher_total_wins_partners_together() -> None:
    setup = Setup.from_options(GAME.resolve({}), None)
    sheet = Sheet(setup, 3, 0, ((5, 5, -5, -5), (-9, -9, 9, 9), (1, 1, -1, -1), (2, 2, -2, -2)))
    assert score(sheet).totals == (-1, -1, 1, 1)
    assert score(sheet).winners == (2, 3)
    tie = Sheet(setup, 3, 0, ((5, 5, -5, -5), (-9, -9, 9, 9), (1, 1, -1, -1), (3, 3, -3, -3)))
    assert score(tie).winners == (0, 1, 2, 3)
    assert score(Sheet(setup, 3, 0, ((5, 5, -5, -5),))).winners == ()
