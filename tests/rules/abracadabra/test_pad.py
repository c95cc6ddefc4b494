"""P5: score-pad entries, against games that were played and against a second reading of what can have happened."""

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from rules.abracadabra import GAME
from rules.contract import Refusal
from rules.simulate import random_step
from tests.rules.abracadabra.stacked import table

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def line(placed: Any, tricks: Any, own: Any = 0, **more: Any) -> dict[str, Any]:
    """Return a seat's line of an entry."""
    return {"placed": placed, "tricks": tricks, "own": own, **more}


def entry(*hands: dict[str, Any], success: str = "exact", two_player: str = "dummy") -> dict[str, Any]:
    """Return an entry of these lines."""
    return {"hands": list(hands), "success": success, "two_player": two_player}


def read_refusal(entry: Any, code: str) -> str:
    """Return the sentence of the refusal that an entry meets."""
    with pytest.raises(Refusal) as caught:
        GAME.pad(entry)
    assert (caught.value.code, caught.value.clause) == (code, "P5"), caught.value
    return caught.value.message


HELEN = line([3, 4, 5, 9, 10, 11, 12], 7, 6, won=[5, 11])
DAVID = line(["A", "2", "4", "Q"], 4, 5, won=["4", "q"])
THIRD = line(0, 1)


@pytest.mark.clause("P5")
def test_the_worked_example() -> None:
    assert GAME.pad(entry(HELEN, DAVID, THIRD)) == {"points": [55, 50, 1], "succeeded": [0, 1]}


@pytest.mark.clause("P5")
def test_the_right_and_the_pile() -> None:
    declarer = line([3, 4, 5, 9, 10, 11, 12], 7, 6, won=["J"], right_kept=[5], right_lost=[9], pile=True)
    answer = GAME.pad(entry(declarer, DAVID, {**THIRD, "pile": True}))
    assert answer == {"points": [20 + 11 + 10 - 18 + 7 + 24, 50, 1], "succeeded": [0, 1]}


@pytest.mark.clause("P5")
def test_at_least() -> None:
    hands = (line(5, 7), line(3, 4, won=[12]), line(0, 1))
    assert GAME.pad(entry(*hands))["succeeded"] == []
    assert GAME.pad(entry(*hands, success="at_least")) == {"points": [27, 36, 1], "succeeded": [0, 1]}


@pytest.mark.clause("P5")
def test_a_void_deal() -> None:
    assert GAME.pad({"void": True, "seats": 3}) == {"points": [0, 0, 0], "succeeded": []}
    for seats in (1, 5, -1):
        read_refusal({"void": True, "seats": seats}, "bad_request")
    for wrong in ({"void": False, "seats": 3}, {"void": 1, "seats": 3}, {"void": True}, {"void": True, "seats": True},
                  {"void": True, "seats": 3, "success": "exact"}):  # fmt: skip
        read_refusal(wrong, "bad_request")


TWO = (line(2, 7), line(1, 5))

MALFORMED: dict[str, Any] = {
    "an unknown field": {**entry(*TWO), "dealer": 0},
    "no success": {"hands": list(TWO), "two_player": "dummy"},
    "no two_player": {"hands": list(TWO), "success": "exact"},
    "no hands": {"success": "exact", "two_player": "dummy"},
    "hands no list": {**entry(), "hands": 2},
    "a hand no object": entry(TWO[0], []),  # pyright: ignore[reportArgumentType]  # that is what is wrong
    "success no text": {**entry(*TWO), "success": True},
    "an unknown field in a hand": entry(TWO[0], line(1, 5, lost=[4])),
    "no placed": entry(TWO[0], {"tricks": 5, "own": 0}),
    "no tricks": entry(TWO[0], {"placed": 1, "own": 0}),
    "no own": entry(TWO[0], {"placed": 1, "tricks": 5}),
    "placed true": entry(TWO[0], line(True, 5)),
    "placed a text": entry(TWO[0], line("A", 5)),
    "tricks a fraction": entry(TWO[0], line(1, 5.0)),
    "own null": entry(TWO[0], line(1, 5, None)),
    "won a number": entry(TWO[0], line(1, 5, won=4)),
    "a value true": entry(TWO[0], line([True], 5)),
    "a value null": entry(TWO[0], line([None], 5)),
    "pile a number": entry(TWO[0], line(1, 5, pile=1)),
    "one seat": entry(line(2, 12)),
    "five seats": entry(*[line(0, 1)] * 5),
    "another success": entry(*TWO, success="most"),
    "another game for two": entry(*TWO, two_player="both"),
}


@pytest.mark.clause("P5")
@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_entries(name: str) -> None:
    read_refusal(MALFORMED[name], "bad_request")


IMPOSSIBLE: dict[str, tuple[Any, str]] = {
    "tricks below 0": (entry(line(2, 13), line(1, -1)), "below 0"),
    "too few tricks": (entry(line(2, 6), line(1, 5)), "add up to 12, not 11"),
    "13 tricks for three": (entry(line(2, 7), line(1, 5), line(0, 1)), "add up to 12, not 13"),
    "12 tricks for four": (entry(line(2, 6), line(1, 5), line(0, 1), line(0, 0)), "add up to 13, not 12"),
    "a king for two": (entry(line(["K", 4], 7), line(1, 5)), "“K” is no bid card"),
    "a 13 for three": (entry(line([13, 4], 7), line(1, 4), line(0, 1)), "“13” is no bid card"),
    "a 0": (entry(line([0, 4], 7), line(1, 5)), "“0” is no bid card"),
    "a 1 as a rank": (entry(line(["1", 4], 7), line(1, 5)), "“1” is no bid card"),
    "a card twice": (entry(line([4, "4"], 7), line(1, 5)), "Name trick 4 only once"),
    "a card won and kept": (entry(line(2, 7, won=[4], right_kept=[4]), line(1, 5)), "a trick twice among"),
    "a card kept and lost": (entry(line([4, 5], 7, right_kept=[4], right_lost=[4]), line(1, 5)), "a trick twice among"),
    "won, not placed": (entry(line([4, 5], 7, won=[6]), line(1, 5)), "did not name trick 6"),
    "lost, not placed": (entry(line([4, 5], 7, right_lost=[6]), line(1, 5)), "did not name trick 6"),
    "more named than placed": (entry(line(2, 7, won=[4, 5], right_lost=[6]), line(1, 5)), "named that many"),
    "a trick won by two": (entry(line(2, 7, won=[4]), line(1, 5, won=[4])), "Two players cannot both win trick 4"),
    "a trick won and kept": (entry(line(2, 7, right_kept=[4]), line(1, 5, won=[4])), "both win trick 4"),
    "placed by all, won by nobody": (entry(line([4, 5], 7), line([4], 5)), "Everyone named trick 4"),
    "more won than tricks": (entry(line(3, 1, won=[4, 5]), line(1, 11)), "more named tricks than tricks"),
    "more lost than tricks not won": (entry(line(4, 9), line(0, 3)), "lost more named tricks"),
    "more placed than there are": (entry(line(13, 5), line(0, 7)), "named that many"),
    "tricks that cannot all be right": (
        entry(line([1, 2, 3, 4, 5, 6, 7], 5), line([1, 2, 3, 4, 5, 6], 6), line(0, 1)), "cannot all be right"),
    "nobody placed a card": (entry(line(0, 7), line(0, 5)), "Nobody named a trick"),
    "two with the most": (entry(line(2, 7), line([4, 5], 5)), "named equally many"),
    "right of another": (entry(line(2, 7), line(1, 5, right_lost=[4])), "Only Declarer, seat 0"),
    "an empty pile": (entry(line(12, 12, won=[*range(1, 13)], pile=True), line(0, 0)), "had no pile"),
    "14 of a suit": (entry(line(2, 7, 14), line(1, 6), line(0, 0), line(0, 0)), "A suit has 13"),
    "10 of a suit": (entry(line(2, 7, 10), line(1, 5)), "A suit has 9"),
    "7 of a suit": (entry(line(2, 7, 7), line(1, 5), two_player="short"), "A suit has 6"),
    "4 in one trick of three": (entry(line(2, 11), line(0, 1, 4)), "won 3 cards in all"),
    "4 in one trick of three seats": (entry(line(2, 11), line(0, 1, 4), line(0, 0)), "won 3 cards in all"),
    "5 in one trick of four": (entry(line(2, 12), line(0, 1, 5), line(0, 0), line(0, 0)), "won 4 cards in all"),
    "3 in one trick of two": (entry(line(2, 11), line(0, 1, 3), two_player="short"), "won 2 cards in all"),
    "own below 0": (entry(line(2, 7), line(1, 5, -1)), "below 0"),
    "placed below 0": (entry(line(2, 7), line(-1, 5)), "below 0"),
}  # fmt: skip


@pytest.mark.clause("P5")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_entries(name: str) -> None:
    wrong, words = IMPOSSIBLE[name]
    assert words in read_refusal(wrong, "bad_entry")


@pytest.mark.clause("P5")
def test_entries_just_within_the_limits() -> None:
    GAME.pad(entry(line(1, 11), line(0, 1, 3)))
    GAME.pad(entry(line(1, 11), line(0, 1, 2), two_player="short"))
    GAME.pad(entry(line(3, 9), line(0, 3)))
    GAME.pad(entry(line(12, 12, won=[*RANKS[:12]]), line(0, 0)))
    GAME.pad(entry(line([13, 4], 7, 13, won=["K"]), line(1, 6), line(0, 0), line(0, 0), two_player="short"))


def value_of(card: int | str) -> int:
    """Return the value of a bid card, by value or by rank."""
    return card if isinstance(card, int) else RANKS.index(card) + 1


def is_possible(item: dict[str, Any]) -> bool:
    """Check by a second reading of P5, with plain sets, whether a well-formed entry can have happened."""
    hands = item["hands"]
    seats = len(hands)
    tricks = 13 if seats == 4 else 12
    cards_a_trick = {4: 4, 3: 3, 2: 3 if item["two_player"] == "dummy" else 2}[seats]
    cards_a_suit = {4: 13, 3: 9, 2: 9 if item["two_player"] == "dummy" else 6}[seats]
    numbers: list[int] = []
    must: list[set[int]] = []
    must_not: list[set[int]] = []
    for hand in hands:
        groups = [[value_of(card) for card in hand.get(name, [])] for name in ("won", "right_kept", "right_lost")]
        named = [card for group in groups for card in group]
        placed = hand["placed"]
        lost = set(groups[2])
        if isinstance(placed, list):
            placed = [value_of(card) for card in placed]
            if len(set(placed)) < len(placed) or not set(named) <= set(placed):
                return False
            lost = set(placed) - set(groups[0]) - set(groups[1])
            named_or_placed, number = [*named, *placed], len(placed)
        else:
            named_or_placed, number = named, placed
        if (
            any(not 1 <= card <= tricks for card in named_or_placed)
            or len(set(named)) < len(named)
            or len(named) > number
        ):
            return False
        if hand["own"] > min(cards_a_suit, hand["tricks"] * cards_a_trick) or (hand.get("pile") and number == tricks):
            return False
        # Of the cards that were not named each one lost needs a trick of its own that the seat did not win.
        if number - len(groups[0]) - len(groups[1]) > tricks - hand["tricks"]:
            return False
        numbers.append(number)
        must.append({*groups[0], *groups[1]})
        must_not.append(lost)
    most = max(numbers)
    if not most or numbers.count(most) > 1 or sum(hand["tricks"] for hand in hands) != tricks:
        return False
    if any((hand.get("right_kept") or hand.get("right_lost")) and number < most
           for hand, number in zip(hands, numbers, strict=True)):  # fmt: skip
        return False

    @cache
    def shared_out(trick: int, left: tuple[int, ...]) -> bool:
        if trick > tricks:
            return not any(left)
        for winner in range(seats):
            fits = left[winner] and trick not in must_not[winner]
            if fits and not any(trick in must[seat] for seat in range(seats) if seat != winner):
                after = tuple(count - (seat == winner) for seat, count in enumerate(left))
                if shared_out(trick + 1, after):
                    return True
        return False

    return shared_out(1, tuple(hand["tricks"] for hand in hands))


def play_deal(rng: Random) -> tuple[dict[str, Any], list[int]]:
    """Return the entry of a deal that was played at random, in one of the ways to write it, and its points."""
    seats = rng.choice((2, 2, 3, 4))
    two_player = rng.choice(("dummy", "short"))
    success = rng.choice(("exact", "at_least"))
    at = table(seats, deals=1, success=success, two_player=two_player)
    while not at.state.finished:
        at = random_step(at, rng)
    last = at.state.view(None)["last"]
    if last["void"]:
        return play_deal(rng)
    hands: list[dict[str, Any]] = []
    for seat in range(seats):
        placed = last["placed"][seat]
        hand = line(placed if rng.random() < 0.6 else len(placed), last["taken"][seat], last["own"][seat])
        hand |= {"won": last["won"][seat], "pile": last["piles"][seat]}
        if seat == last["declarer"]:
            hand |= {"right_kept": last["right"], "right_lost": last["turned"]}
        hands.append(hand)
    return entry(*hands, success=success, two_player=two_player), last["points"]


def spoil(item: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return the entry with a few things changed."""
    item = deepcopy(item)
    for _ in range(rng.randint(1, 3)):
        hand, other = rng.choice(item["hands"]), rng.choice(item["hands"])
        name = rng.choice(("placed", "placed", "tricks", "own", "won", "right_kept", "right_lost", "pile"))
        if name == "tricks":
            moved = rng.choice((0, 1, 1, 2, 3))
            hand["tricks"], other["tricks"] = max(0, hand["tricks"] - moved), other["tricks"] + moved
        elif name == "own":
            hand["own"] = rng.randint(0, 14)
        elif name == "pile":
            hand["pile"] = True
        elif name == "placed" and rng.random() < 0.4:
            hand["placed"] = rng.randint(0, 13)
        else:
            cards = hand.get(name, [])
            cards = [] if isinstance(cards, int) else list(cards)
            if cards and rng.random() < 0.5:
                cards.remove(rng.choice(cards))
            else:
                cards.append(rng.choice(RANKS))
            hand[name] = cards
    return item


@pytest.mark.clause("P5")
@pytest.mark.parametrize("seed", range(8))
def test_played_deals_score_as_they_did_and_spoilt_ones_are_judged_alike(seed: int) -> None:
    rng = Random(seed)
    verdicts: set[bool] = set()
    for _ in range(12):
        first, points = play_deal(rng)
        assert GAME.pad(first)["points"] == points
        assert is_possible(first)
        for _ in range(25):
            changed = spoil(first, rng)
            verdicts.add(is_possible(changed))
            if is_possible(changed):
                GAME.pad(changed)
            else:
                read_refusal(changed, "bad_entry")
    assert verdicts == {True, False}


def test_points_alone_are_taken_as_written_within_what_a_deal_can_bring() -> None:
    assert GAME.pad({"points": [61, -4, 0]}) == {"points": [61, -4, 0], "succeeded": []}
    read_refusal({"points": [301, 0]}, "bad_entry")
    read_refusal({"points": [1]}, "bad_request")
    read_refusal({"points": [1, "2"]}, "bad_request")
