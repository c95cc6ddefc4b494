"""What the heuristic player of Five Crowns says for its moves is so: points left, melds, and why this card."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

from rules.melds import arrange, hand_of, points_of
from rules.players import five_crowns
from tests.rules.players.advised import Advice, in_phase, play_advised

TABLES = [(2, {"first": 3, "last": 7}), (6, {"first": 3, "last": 5}), (3, {"first": 13})]


@cache
def games() -> list[Advice]:
    """Decisions of random games."""
    return [advice for seats, options in TABLES for advice in play_advised("five_crowns", seats, options, games=5)]


def count_left(advice: Advice, without: str | None = None, with_card: str | None = None) -> int:
    """The points that a hand leaves by the exact arrangement."""
    cards = [*advice.view["hand"], *([with_card] if with_card else [])]
    if without:
        cards.remove(without)
    return arrange(hand_of(cards), advice.view["size"]).left


def may_go(advice: Advice, cards: set[str]) -> set[str]:
    """The cards that may be parted with: what is wild may not before somebody is out, unless all is."""
    natural = {card for card in cards if not wild(advice, card)}
    return natural if natural and advice.view["out"] is None else cards


def test_a_card_is_taken_for_the_points_that_it_saves_or_because_it_is_wild() -> None:
    seen = Counter[str]()
    for advice in in_phase(games(), "draw"):
        top = advice.view["pile"][-1]
        after = min(count_left(advice, card, top) for card in may_go(advice, {*advice.view["hand"], top}))
        now = count_left(advice)
        if advice.move == "take" and after >= now:
            assert wild(advice, top)
            assert now > 0
            assert advice.view["out"] is None
            assert "wild" in advice.why
            seen["wild"] += 1
        elif advice.move == "take":
            told = advice.number(r"leaves you with (\d+) point")
            assert after == (told or 0)
            assert now == advice.number(r"instead of (\d+)") or f"Without it you hold {now} point" in advice.why
            if "go out now" in advice.why:
                assert any(move.startswith("out ") for move in advice.after.legal(advice.seat).moves)
                seen["out"] += 1
            elif not after:
                assert "meld all your cards" in advice.why
                assert advice.view["out"] is not None
                seen["nothing"] += 1
            seen["take"] += 1
        elif "cards are melded" in advice.why:
            assert now == 0
            assert ("go out" in advice.why) is (advice.view["out"] is None)
            legal = advice.after.legal(advice.seat).moves if advice.after.phase == "discard" else ()
            fresh = advice.after.view(advice.seat)["fresh"]
            assert ("go out" not in advice.why) or f"out {fresh['card']}" in legal
            seen["melds"] += 1
        else:
            assert after == now == advice.number(r"none of your (\d+) point")
            if advice.after.phase == "discard":
                assert min(advice.after.view(advice.seat)["leaves"].values()) <= now
            seen["draw"] += 1
    assert min(seen[one] for one in ("take", "wild", "out", "nothing", "melds", "draw")) > 0, seen


def test_a_discard_leaves_the_points_that_it_names_and_no_other_that_may_go_leaves_fewer() -> None:
    seen = Counter[str]()
    for advice in in_phase(games(), "discard"):
        if advice.move.startswith("out "):
            assert count_left(advice, advice.card) == 0
            assert f"other {len(advice.view['hand']) - 1} cards are melded" in advice.why
            after = advice.after.view(None)
            assert after["finished"] or after["number"] > advice.view["number"] or after["out"] == advice.seat
            seen["out"] += 1
            continue
        whole = {card: count_left(advice, card) for card in advice.view["hand"]}
        leaves = {card: whole[card] for card in may_go(advice, set(whole))}
        mine = leaves.pop(advice.card)
        assert mine == (advice.number(r"It leaves (\d+) point") or 0)
        less = advice.number(r"Discarding a wild card leaves (\d+)")
        assert (less is not None) is (min(whole.values()) < mine)
        if less is not None:
            assert less == min(whole.values())
            seen["wild"] += 1
        assert ("It leaves no points" in advice.why) is (mine == 0)
        assert mine <= min(leaves.values(), default=mine)
        following = advice.number(r"The next best discard leaves (\d+)")
        if following is not None:
            assert following == min(leaves.values()) > mine
            seen["next"] += 1
    assert min(seen.values()) > 20, seen


def wild(advice: Advice, card: str) -> bool:
    """Whether a card is wild in this deal (F2.2)."""
    return card == "JOKER" or card[:-1] == advice.view["wild"]


def test_of_several_as_good_the_one_that_goes_is_the_one_described() -> None:
    """It is not wild where it says so, it has the fewest fellows, or it counts most."""
    seen = Counter[str]()
    for advice in in_phase(games(), "discard"):
        if not re.search(r"equal discards|leave as few", advice.why):
            continue
        mine = count_left(advice, advice.card)
        cards = may_go(advice, set(advice.view["hand"]))
        equal = [card for card in cards if card != advice.card and count_left(advice, card) == mine]
        alike = [card for card in equal if wild(advice, card) == wild(advice, advice.card)]
        if "Wild cards leave as few, but fit any meld" in advice.why:
            assert not alike
            assert all(wild(advice, card) for card in equal)
            assert equal
            seen["wild"] += 1
            continue
        assert advice.number(r"Of (\d+) equal discards") == len(alike) + 1
        if "fits your cards least" in advice.why:
            fellows = {card: company(advice, card) for card in [advice.card, *alike]}
            assert min(fellows, key=fellows.__getitem__) == advice.card
            assert len([card for card in fellows if fellows[card] == fellows[advice.card]]) == 1
            seen["fellows"] += 1
        elif "counts most" in advice.why:
            points = points_of(advice.card, advice.view["size"])
            assert advice.number(r"counts most: (\d+)\.") == points
            fewest = [card for card in alike if company(advice, card) == company(advice, advice.card)]
            assert all(points_of(card, advice.view["size"]) < points for card in fewest)
            seen["counts"] += 1
    assert min(seen[one] for one in ("fellows", "counts")) > 0, seen


def company(advice: Advice, card: str) -> int:
    """How many other cards of the hand share its rank, or are within two of it in its suit; a wild one has none."""
    if wild(advice, card):
        return 0
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    others = [other for other in advice.view["hand"] if other != "JOKER"]
    others.remove(card)
    return sum(
        other[:-1] == card[:-1]
        or (other[-1] == card[-1] and abs(ranks.index(other[:-1]) - ranks.index(card[:-1])) <= 2)
        for other in others
    )


def test_wild_card_is_kept_and_named() -> None:
    """Threes are wild: either of two cards could go, and one of them is."""
    leaves = {"3S": 9, "9D": 9, "KH": 20}
    view = {"phase": "discard", "moves": [f"discard {card}" for card in leaves], "choices": [], "leaves": leaves}
    view |= {"hand": ["3S", "9D", "KH"], "wild": "3", "size": 3, "out": 1, "fresh": None}
    assert five_crowns.choose(view, Random(1)) == "discard 9D"
    told = "It leaves 9 points. Wild cards leave as few, but fit any meld later."
    assert five_crowns.why(view, "discard 9D") == told
    leaves["3S"] = 2
    assert five_crowns.choose(view, Random(1)) == "discard 3S"
    view["out"] = None
    assert five_crowns.choose(view, Random(1)) == "discard 9D"
    told = "It leaves 9 points. Discarding a wild card leaves 2, but it fits any meld."
    assert five_crowns.why(view, "discard 9D") == told
    view |= {"leaves": {"3S": 40, "JOKER": 12}, "hand": ["3S", "JOKER"]}
    assert five_crowns.choose(view, Random(1)) == "discard JOKER"


def test_a_reason_is_a_line_or_two_on_a_phone() -> None:
    assert [advice.why for advice in games() if len(advice.why) > 80] == []
