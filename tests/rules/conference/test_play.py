"""C4.2, C4.3, C5, C6: following, hired cards, the Fool, Good and Evil as trumps."""

from __future__ import annotations

import pytest

from tests.rules.conference.stacked import after, begin_play, find_winner
from tests.rules.moves import list_plays
from tests.rules.refusals import assert_refused


@pytest.mark.clause("C5.1")
def test_eldest_leads_and_then_the_winner_to_the_left() -> None:
    state = begin_play({0: "2E 5E", 1: "3E", 2: "KE 9A", 3: "4E 10A"})
    assert state.to_act == (0,)
    state = after(state, "play 2E")
    assert state.to_act == (1,)
    state = after(state, "play 3E", "play KE", "play 4E")
    assert state.to_act == (2,)
    state = after(state, "play 9A")
    assert state.to_act == (3,)


@pytest.mark.clause("C5.1")
def test_there_are_19_tricks() -> None:
    state = begin_play({})
    moves = 0
    while state.to_act:
        state = after(state, state.legal(state.to_act[0]).moves[0])
        moves += 1
    assert moves == 4 * 19
    assert len(state.view(None)["last"]["tricks"]) == 19


@pytest.mark.clause("C5.1")
@pytest.mark.parametrize(
    ("dealer", "order"), [(0, [0, 3, 2, 1]), (1, [1, 2, 3, 0]), (2, [2, 1, 0, 3]), (3, [3, 0, 1, 2])]
)
def test_in_league_the_dealer_leads_and_play_goes_away_from_its_partner(dealer: int, order: list[int]) -> None:
    state = begin_play({}, dealer, league=True)
    for _ in range(3):
        seats: list[int] = []
        for _ in range(4):
            seats += state.to_act
            state = after(state, state.legal(state.to_act[0]).moves[0])
        first = order.index(seats[0])
        assert seats == order[first:] + order[:first]
        assert state.to_act == (state.view(None)["tricks"][-1]["winner"],)
    assert state.view(None)["tricks"][0]["leader"] == dealer


@pytest.mark.clause("C5.2")
def test_a_seat_follows_the_suit_led() -> None:
    state = after(begin_play({0: "KE", 1: "3E 4E 5 FOOL"}), "play KE")
    assert {"3E", "4E", "FOOL"} <= set(list_plays(state))
    assert all(card.endswith("E") or card == "FOOL" for card in list_plays(state))
    assert "Earth" in assert_refused(state, "play 5", "C5.2").message
    assert state.barred(1)["5"].refusal.clause == "C5.2"
    assert state.view(1)["barred"]["5"][0] == "C5.2"
    assert state.view(0)["barred"] == {}
    assert_refused(state, "play KE", "K4.3")
    assert_refused(state, "play XE", "K7.1")
    assert_refused(state, "play  4E", "K7.1")
    assert_refused(state, "discard 4E", "C5.1")
    assert_refused(state, "play 4E", "K4.1", 2, "not_your_turn")


@pytest.mark.clause("C5.2")
def test_a_seat_without_the_suit_plays_a_trump_with_neither_anything() -> None:
    state = after(begin_play({0: "2E", 1: "5 GOOD FOOL KA -E -T"}), "play 2E")
    assert list_plays(state) == ["GOOD", "5", "FOOL"]
    assert "trump" in assert_refused(state, "play KA", "C5.2").message
    state = after(begin_play({0: "2E", 1: "KA -E -T"}), "play 2E")
    assert len(list_plays(state)) == 19
    lower = {0: "2E", 1: "5 6 -E", 2: "KE", 3: "QE"}
    assert find_winner(begin_play(lower), "2E", "5", "KE", "QE") == 1, "no duty to beat"


@pytest.mark.clause("C5.2", "C6.4")
def test_good_and_evil_are_trumps_to_follow_with_and_to_lead() -> None:
    state = begin_play({0: "GOOD 2E", 1: "7 8 KE", 2: "EVIL AE"})
    state = after(state, "play GOOD")
    assert "KE" not in list_plays(state)
    assert "trumps" in assert_refused(state, "play KE", "C5.2").message
    state = after(state, "play 7")
    assert "EVIL" in list_plays(state)
    assert "AE" not in list_plays(state)
    assert state.view(None)["led"] == "trumps"


@pytest.mark.clause("C5.3")
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    assert find_winner(begin_play({0: "2E", 1: "3E", 2: "KE", 3: "QE"}), "2E", "3E", "KE", "QE") == 2
    trumped = {0: "KE", 1: "5 10 -E", 2: "3E", 3: "9 -E"}
    assert find_winner(begin_play(trumped), "KE", "5", "3E", "9") == 3
    void = {0: "4E", 1: "KF -E -T", 2: "KA -E -T", 3: "2E 5E"}
    assert find_winner(begin_play(void), "4E", "KF", "KA", "5E") == 3
    assert find_winner(begin_play(void), "4E", "KF", "KA", "2E") == 0


@pytest.mark.clause("C5.4")
def test_the_fool_may_be_played_at_any_time_and_never_wins() -> None:
    state = after(begin_play({0: "2E", 1: "FOOL KE 7"}), "play 2E")
    assert "FOOL" in list_plays(state)
    assert find_winner(begin_play({0: "FOOL", 1: "2E", 2: "AE", 3: "3E"}), "FOOL", "2E", "AE", "3E") == 3
    assert find_winner(begin_play({0: "2E", 1: "AE", 2: "3E", 3: "FOOL"}), "2E", "AE", "3E", "FOOL") == 2


@pytest.mark.clause("C5.4")
def test_when_the_fool_is_led_the_next_card_decides_the_suit() -> None:
    state = after(begin_play({0: "FOOL", 1: "5E 7", 2: "6E 8"}), "play FOOL")
    assert {"5E", "7"} <= set(list_plays(state))
    assert state.view(None)["led"] is None
    assert state.view(None)["winning"] is None
    state = after(state, "play 5E")
    assert "8" not in list_plays(state)
    assert state.view(None)["led"] == "E"


@pytest.mark.clause("C5.4")
def test_void_seat_with_the_fool_and_plain_cards_plays_any_card() -> None:
    state = after(begin_play({0: "2E", 1: "FOOL KA -E -T"}), "play 2E")
    assert len(list_plays(state)) == 19


@pytest.mark.clause("C4.2")
def test_seat_with_only_courts_of_the_suit_led_may_play_a_hired_card() -> None:
    state = after(begin_play({0: "5E", 1: "QE JE FOOL 4A QA 3F 5 -E"}, hire="A"), "play 5E")
    allowed = set(list_plays(state))
    assert {"QE", "JE", "4A", "QA", "FOOL"} <= allowed
    assert all(card[-1] in "EAL" for card in allowed)
    assert_refused(state, "play 3F", "C5.2")
    assert_refused(state, "play 5", "C5.2")
    for low in ("2E", "AE"):
        state = after(begin_play({0: "5E", 1: f"QE JE {low} 4A QA -E"}, hire="A"), "play 5E")
        assert not {"4A", "QA"} & set(list_plays(state))
        assert_refused(state, "play QA", "C4.2")


@pytest.mark.clause("C4.2")
def test_not_so_without_a_card_of_the_suit_nor_when_trumps_or_the_hired_suit_are_led() -> None:
    void = after(begin_play({0: "5E FOOL", 1: "KA 4A 5 6 -E -T"}, hire="A"), "play 5E")
    assert list_plays(void) == ["5", "6"]
    assert_refused(void, "play KA", "C5.2")
    trumps = after(begin_play({0: "5", 1: "QE KE 4A 9 -E"}, hire="A"), "play 5")
    assert "4A" not in list_plays(trumps)
    assert "9" in list_plays(trumps)
    led = after(begin_play({0: "5A", 1: "QA KA QE KE 9 -E -A"}, hire="A"), "play 5A")
    assert {"QA", "KA"} <= set(list_plays(led))
    assert "QE" not in list_plays(led)
    none = after(begin_play({0: "5E", 1: "QE JE 4A QA -E"}, hire="none"), "play 5E")
    assert "QA" not in list_plays(none)


@pytest.mark.clause("C4.3")
def test_a_hired_card_ranks_by_its_rank_and_the_later_of_equals_is_higher() -> None:
    hands = {0: "5E 2E", 1: "QE JE QA 4A KA -E", 2: "KE 9E CE", 3: "3E 6E"}
    assert find_winner(begin_play(hands, hire="A"), "5E", "QA", "CE", "3E") == 1
    assert find_winner(begin_play(hands, hire="A"), "5E", "QA", "KE", "3E") == 2
    assert find_winner(begin_play(hands, hire="A"), "5E", "4A", "9E", "3E") == 2
    assert find_winner(begin_play(hands, hire="A"), "5E", "4A", "CE", "6E") == 2
    assert find_winner(begin_play(hands, hire="A"), "5E", "KA", "KE", "3E") == 2, "the King played later"
    before = {0: "CE", 1: "5E 4E", 2: "QE CA -E", 3: "2E"}
    assert find_winner(begin_play(before, hire="A"), "CE", "4E", "CA", "2E") == 2, "the hired Cavalier played later"
    two = {0: "5E", 1: "QE JE 9A -E", 2: "KE CE 10A -E", 3: "3E"}
    assert find_winner(begin_play(two, hire="A"), "5E", "9A", "10A", "3E") == 2
    assert find_winner(begin_play({**two, 3: "7 -E"}, hire="A"), "5E", "9A", "10A", "7") == 3, "a trump beats it"


@pytest.mark.clause("C4.2", "C4.3")
def test_a_card_of_the_hired_suit_from_a_seat_that_is_void_stands_for_nothing() -> None:
    hands = {0: "5E", 1: "KA -E -T", 2: "2E", 3: "3E"}
    assert find_winner(begin_play(hands, hire="A"), "5E", "KA", "2E", "3E") == 0


@pytest.mark.clause("C4.2")
def test_whether_it_stood_in_is_not_told_before_it_is_settled() -> None:
    void = begin_play({0: "5E", 1: "KA 4A -E -T", 2: "2E KE", 3: "3E"}, hire="A")
    courts = begin_play({0: "5E", 1: "KA 4A QE -E", 2: "2E KE", 3: "3E"}, hire="A")
    for viewer in (None, 0, 2, 3):
        first, second = (after(state, "play 5E", "play KA").view(viewer) for state in (void, courts))
        assert first["winning"] is second["winning"] is None
    assert after(void, "play 5E", "play 4A").view(None)["winning"] == 0


@pytest.mark.clause("C6.1")
def test_one_of_good_and_evil_is_the_lowest_trump() -> None:
    for text in ("GOOD", "EVIL"):
        hands = {0: "KE", 1: f"{text} -E", 2: "3E", 3: "1 2 -E"}
        assert find_winner(begin_play(hands), "KE", text, "3E", "1") == 3
        assert find_winner(begin_play({**hands, 3: "4E"}), "KE", text, "3E", "4E") == 1


@pytest.mark.clause("C6.2")
def test_both_from_one_side_beat_everything_and_the_first_of_them_wins() -> None:
    hands = {0: "GOOD", 1: "EVIL", 2: "21", 3: "20"}
    assert find_winner(begin_play(hands), "GOOD", "EVIL", "21", "20") == 0
    assert find_winner(begin_play({**hands, 0: "EVIL", 1: "GOOD"}), "EVIL", "GOOD", "21", "20") == 0
    late = {0: "KE", 1: "7 -E", 2: "GOOD -E", 3: "EVIL -E"}
    assert find_winner(begin_play(late), "KE", "7", "GOOD", "EVIL") == 2
    assert after(begin_play(hands), "play GOOD", "play EVIL").view(None)["winning"] == 0


@pytest.mark.clause("C6.3")
def test_both_from_two_sides_count_for_nothing() -> None:
    hands = {0: "GOOD", 1: "7", 2: "EVIL", 3: "9"}
    assert find_winner(begin_play(hands), "GOOD", "7", "EVIL", "9") == 3
    plain = {0: "KE", 1: "GOOD -E", 2: "EVIL -E", 3: "QE"}
    assert find_winner(begin_play(plain), "KE", "GOOD", "EVIL", "QE") == 0
    fool = {0: "GOOD", 1: "FOOL", 2: "EVIL", 3: "AF -T"}
    assert find_winner(begin_play(fool), "GOOD", "FOOL", "EVIL", "AF") == 3


@pytest.mark.clause("C6.3")
def test_then_the_first_of_the_others_counts_as_led() -> None:
    low = {0: "GOOD", 1: "2F 2W -T", 2: "EVIL", 3: "KA QW -T"}
    assert find_winner(begin_play(low), "GOOD", "2F", "EVIL", "KA") == 1
    assert find_winner(begin_play(low), "GOOD", "2W", "EVIL", "QW") == 3
    leads = {0: "FOOL", 1: "GOOD", 2: "EVIL", 3: "2F -T"}
    assert find_winner(begin_play(leads), "FOOL", "GOOD", "EVIL", "2F") == 3
    assert after(begin_play(leads), "play FOOL", "play GOOD", "play EVIL").view(None)["winning"] is None


@pytest.mark.clause("C6.3")
def test_a_hired_card_can_win_such_a_trick() -> None:
    hands = {0: "5E", 1: "GOOD -E", 2: "EVIL -E", 3: "QE JE 9A 4A -E"}
    assert find_winner(begin_play(hands, hire="A"), "5E", "GOOD", "EVIL", "9A") == 3
    assert find_winner(begin_play(hands, hire="A"), "5E", "GOOD", "EVIL", "4A") == 0
    void = {0: "5E", 1: "GOOD -E", 2: "EVIL -E", 3: "KA -E -T"}
    assert find_winner(begin_play(void, hire="A"), "5E", "GOOD", "EVIL", "KA") == 0, "it stood in for nothing"
    led = {0: "GOOD", 1: "2F -T", 2: "EVIL", 3: "KA QF JF -T -F"}
    assert find_winner(begin_play(led, hire="A"), "GOOD", "2F", "EVIL", "KA") == 1, (
        "trumps were led, so nothing was hired"
    )


@pytest.mark.clause("C6.4")
def test_the_duty_to_follow_is_as_it_was() -> None:
    state = after(begin_play({0: "GOOD", 1: "7 5E", 2: "EVIL 8 6E", 3: "9 KE"}), "play GOOD", "play 7", "play EVIL")
    assert "KE" not in list_plays(state)
    assert state.view(None)["led"] == "trumps"


@pytest.mark.clause("C7.2")
def test_no_calls_where_good_and_evil_are_trumps() -> None:
    state = begin_play({0: "GOOD 5E", 1: "EVIL"})
    assert "GOOD" in list_plays(state)
    assert_refused(state, "play GOOD ours", "C7.2")
    assert_refused(state, "play EVIL ours", "K4.3")
    assert_refused(state, "play 5E ours", "K7.1")
    assert_refused(begin_play({0: "5E"}, good_evil="none"), "play GOOD", "K7.1")
    assert_refused(begin_play({0: "5E"}, good_evil="none"), "play GOOD ours", "K7.1")
