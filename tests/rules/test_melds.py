"""The arrangement solver against the bare rule, against CP-SAT, and against itself one discard at a time."""

from functools import lru_cache
from random import Random

import pytest

from rules.melds import (
    CARDS,
    NUMBER,
    RANKS,
    UNIT,
    arrange,
    hand_of,
    points_left,
    points_left_without,
    points_of,
    search,
    suites,
    texts_of,
)
from rules.melds.hands import SUIT_BITS
from rules.melds.laying import laid_down
from tests.rules.meld_peers import ByModel, check_witness, count_by_partitions, crowded_hand, is_meld, random_hand


def read_hand(text: str) -> int:
    return hand_of(text.split())


@pytest.mark.parametrize(
    ("cards", "wild", "remaining", "melds"),
    [
        ("9D 7S JD", 7, 0, [("9D", "7S", "JD")]),  # the seven is 10D
        ("6D 7T 7T 9D", 7, 0, [("6D", "7T", "7T", "9D")]),  # two wilds side by side
        ("8S QS QT", 8, 0, [("QS", "QT", "8S")]),
        ("JOKER 9H", 5, 59, []),
        ("9H 9H 9H", 5, 0, [("9H", "9H", "9H")]),  # copies of one card are a family
        ("JOKER 5S 5S", 5, 0, [("5S", "5S", "JOKER")]),  # three wilds alone
        ("JOKER 5S", 5, 70, []),
        ("5H 6H 7H", 6, 0, [("5H", "6H", "7H")]),  # the wild six in its own place
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", 13, 0, None),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JOKER JOKER", 13, 0, None),  # eleven are enough: the suite parts in two
        ("KC KC 3D 3D", 9, 32, []),
        ("JOKER KC QC 3D 3D", 9, 6, [("JC", "QC", "KC")]),
    ],
)
@pytest.mark.clause("F4.1", "F4.2", "F4.3", "F5.2")
def test_hands_one_can_check_by_eye(cards: str, wild: int, remaining: int, melds: list[tuple[str, ...]] | None) -> None:
    arrangement = arrange(read_hand(cards), wild)
    assert arrangement.left == remaining
    check_witness(read_hand(cards), wild, *arrangement[1:], arrangement.left)
    if melds is not None:
        assert [sorted(meld) for meld in arrangement.melds] == [
            sorted(m if "JC" not in m else ("JOKER", "QC", "KC")) for m in melds
        ]


def test_a_wild_of_the_wild_rank_stands_in_its_own_place() -> None:
    assert arrange(read_hand("5H 6H 7H 6S"), 6).melds[0].index("6H") == 1


HEARTS = tuple(f"{rank}H" for rank in RANKS)


@pytest.mark.parametrize(
    ("naturals", "jokers", "sizes"),
    [(9, 2, [11]), (10, 1, [11]), (10, 2, [5, 7]), (11, 0, [11]), (11, 1, [6, 6]), (11, 2, [6, 7])],
)
def test_wilds_beyond_a_whole_suite_make_two_of_it(naturals: int, jokers: int, sizes: list[int]) -> None:
    """A suite has eleven places (F4.3): it takes wilds as long as it has room, and is parted only when it has none."""
    cards = HEARTS[:naturals]
    melds = laid_down([(1, hand_of(cards) >> SUIT_BITS)], [], 0, jokers)
    assert sorted(map(len, melds)) == sizes
    assert sorted(card for meld in melds for card in meld) == sorted([*cards, *["JOKER"] * jokers])
    assert all(is_meld(meld, 13) for meld in melds)


@pytest.mark.clause("F5.1", "F4.1", "F4.2", "F4.3")
def test_small_hands_agree_with_all_partitions() -> None:
    rng = Random(1)
    for number in range(400):
        size, wild = rng.randrange(1, 9), rng.randrange(3, 14)
        wilds = rng.randrange(min(size, 5) + 1)
        cards = (random_hand if number % 3 == 0 else crowded_hand)(size, wilds, wild, rng)
        hand = hand_of(cards)
        arrangement = arrange(hand, wild)
        assert arrangement.left == count_by_partitions(cards, wild) == points_left(hand, wild), (cards, wild)
        check_witness(hand, wild, arrangement.melds, arrangement.rest, arrangement.left)


def check_against_model(hands: int, seed: int) -> None:
    rng = Random(seed)
    for turn in range(hands):
        wild, wilds = rng.randrange(3, 14), turn % 7
        size = rng.choice((13, 13, 14, rng.randrange(9, 13)))
        cards = (crowded_hand if turn % 4 == 0 else random_hand)(size, wilds, wild, rng)
        arrangement = arrange(hand_of(cards), wild)
        assert arrangement.left == ByModel(cards, wild).solve(), (cards, wild)
        check_witness(hand_of(cards), wild, arrangement.melds, arrangement.rest, arrangement.left)


@pytest.mark.clause("F5.1", "F4.1", "F4.2", "F4.3")
def test_large_hands_agree_with_cp_sat() -> None:
    check_against_model(28, 2)


@pytest.mark.soak
def test_many_large_hands_agree_with_cp_sat() -> None:
    check_against_model(2000, 3)


def check_discards(hands: int, seed: int) -> None:
    rng = Random(seed)
    for turn in range(hands):
        wild = rng.randrange(3, 14)
        size = rng.randrange(4, 15)
        wilds = rng.randrange(min(size, 7) + 1)
        cards = (crowded_hand if turn % 2 else random_hand)(size, wilds, wild, rng)
        hand = hand_of(cards)
        counts = points_left_without(hand, wild)
        assert {CARDS[thrown] for thrown in counts} == set(cards)
        assert list(counts) == sorted(counts)
        for discard, remaining in counts.items():
            assert remaining == points_left(hand - UNIT[discard], wild), (cards, wild, CARDS[discard])


@pytest.mark.clause("F3.3")
def test_all_discards_at_once_are_each_discard_by_itself() -> None:
    check_discards(300, 4)


@pytest.mark.soak
def test_all_discards_at_once_in_many_hands() -> None:
    check_discards(100_000, 5)


def test_the_peer_knows_a_meld_when_it_sees_one() -> None:
    assert is_meld(["9D", "7S", "JD"], 7)
    assert not is_meld(["9D", "7S", "QD"], 7)
    assert not is_meld(["9D", "9S"], 7)
    assert not is_meld(["9D", "10D", "JS"], 7)
    assert is_meld(["JOKER"] * 12 + ["9D"], 7)  # a family has no limit
    suite = [rank + "D" for rank in RANKS]
    assert is_meld(suite, 7)
    assert not is_meld([*suite, "JOKER"], 7)


def test_hands_and_texts_are_the_same_thing() -> None:
    rng = Random(6)
    for _ in range(200):
        cards = crowded_hand(13, 3, 7, rng)
        assert texts_of(hand_of(cards)) == sorted(cards, key=NUMBER.__getitem__)
    with pytest.raises(KeyError):
        hand_of(["1S"])


def test_the_memory_of_tables_and_families_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((suites, "table_of"), (search, "families_of")):
        remembering = getattr(module, name)
        assert remembering.cache_info().maxsize == suites.REMEMBERED
        monkeypatch.setattr(module, name, lru_cache(50)(remembering.__wrapped__))
    rng = Random(7)
    for _ in range(100):
        cards = random_hand(13, 1, 7, rng)
        points_left(hand_of(cards), 7)
    for remembering in (suites.table_of, search.families_of):
        assert remembering.cache_info().misses > 50
        assert remembering.cache_info().currsize <= 50


def test_card_points() -> None:
    assert [points_of(card, 11) for card in ("3S", "10C", "JH", "QD", "KT", "JOKER")] == [3, 10, 20, 12, 13, 50]
