"""What the heuristic player of Mitigati says for its moves is so, by the rules and in the world behind the view."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest

from rules.mitigati.positions import Playing
from rules.players import mitigati
from rules.players.mitigati.heuristic import hoped
from rules.tarot.cards import (
    ABOVE,
    CARDS,
    FOOL,
    KINGS,
    LED,
    NUMBERED,
    PLAIN,
    POINTS,
    SUIT_MASKS,
    SUIT_NAMES,
    TRUMPS,
    points,
)
from tests.rules.mitigati.stacked import after, begin_play, deal_hands
from tests.rules.players.advised import Advice, choices_in, play_advised

ANY = Random(1)
TABLES = [{"hands": 9}, {"hands": 6, "bargaining": False, "bonuses": "flat"}]


@cache
def games() -> list[Advice]:
    """Decisions of random games."""
    return [advice for options in TABLES for advice in play_advised("mitigati", 3, options, games=3)]


def others(advice: Advice) -> int:
    """The cards that the other two hold, behind the view."""
    assert isinstance(advice.state, Playing)
    return sum(hand for seat, hand in enumerate(advice.state.hands) if seat != advice.seat)


def find_taker(advice: Advice, move: str | None = None) -> tuple[bool, int | None]:
    """Whether the trick is over with this move, and who is winning it, or has won it."""
    number = len(advice.view["tricks"])
    view = advice.state.apply(advice.seat, move or advice.move).view(None)
    if view["number"] != advice.view["number"] or view["finished"]:
        view = {**view["last"], "trick": []}
    if view["trick"]:
        return False, view["winning"]
    return True, view["tricks"][number]["winner"]


# -- bargaining


def test_it_names_what_its_cards_may_bring_in_every_word() -> None:
    for advice in choices_in(games(), "bargain"):
        found = re.search(r"[Pp]laying on (brings|costs) about (\d+) point", advice.why)
        assert found, advice.why
        assert hoped(advice.view) == int(found[2]) * (1 if found[1] == "brings" else -1)


def test_preview_of_a_pass_equals_its_settlement() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "bargain"):
        passed = advice.state.apply(advice.seat, "pass").view(None)
        stops = passed["reached"] != advice.view["reached"] and bool(passed["last"] and passed["last"]["bought_off"])
        stops = stops and passed["last"]["number"] == advice.view["number"]
        found = re.match(r"A pass (brings|costs) (\d+) point", advice.why)
        asks = advice.move.startswith("ask")
        assert bool(found) is (stops and not asks), advice.why
        seen["ask"] += stops and asks
        if not found:
            continue
        mine = passed["last"]["points"][advice.seat]
        assert mine == int(found[2]) * (1 if found[1] == "brings" else -1)
        assert (mine >= hoped(advice.view)) is (advice.move == "pass")
        seen[advice.move.split(" ")[0]] += 1
    assert seen["pass"] > 5
    assert seen["ask"] > 0


def test_reasons_on_standing_words_are_true() -> None:
    """On the pass that ends a round nobody is left to answer: the word is let go."""
    seen = Counter[str]()
    for advice in choices_in(games(), "bargain"):
        view, (verb, _, number) = advice.view, advice.move.partition(" ")
        said = re.search(r"our (ask|offer) of (\d+)", advice.why)
        if said:
            assert view["words"][advice.seat] == [said[1], int(said[2])]
            assert verb == "pass"
            ends = advice.state.apply(advice.seat, "pass").view(None)["reached"] > view["reached"]
            assert ("Nobody met" in advice.why) is ends
            assert ("stands." in advice.why) is not ends
            seen["ends" if ends else "stands"] += 1
        if "covers the asks" in advice.why:
            assert view["offered"] + int(number) >= view["asked"] > 0
            seen["covers"] += 1
        if verb == "offer":
            assert int(number) < -hoped(view)
            assert "this costs less" in advice.why
            seen["offer"] += 1
        if "nobody has asked or offered" in advice.why:
            assert view["words"] == [None] * 3
            seen["nobody"] += 1
        if verb == "ask":
            assert int(number) > hoped(view)
            assert re.search("(?:ask|stop only) for more", advice.why)
            seen["ask"] += 1
    assert min(seen[one] for one in ("stands", "ends", "covers", "offer", "nobody", "ask")) > 0, seen


def test_a_call_to_go_on_says_that_a_pass_would_settle_for_too_little() -> None:
    state = deal_hands({0: "KE KA KF KW 1 21 FOOL 20 19 18"}, 0, {"bargaining": True})
    told = mitigati.why(after(state, "offer 5", "pass").view(0), "continue")
    assert told.startswith("A pass brings 2 points; playing on brings about ")
    assert told.endswith(", so continue.")


def test_reasons_fit_two_lines_of_a_phone() -> None:
    assert all(len(advice.why) <= 80 for advice in games())


# -- discard and declarations


def test_the_discard_counts_what_it_says_and_leaves_the_voids_it_names() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "discard"):
        cards, held = CARDS.mask(advice.move.split(" ")[1:]), CARDS.mask(advice.view["hand"])
        assert advice.number(r"(\d+) safe point") == points(cards)
        rest = held & ~cards
        void = [name for name, suit in zip(SUIT_NAMES, SUIT_MASKS) if held & suit and not rest & suit]
        named = [name for name in SUIT_NAMES if name in advice.why]
        assert named == void
        if "no King" in advice.why:
            assert not any(held & suit & KINGS for suit in SUIT_MASKS if suit & cards)
            assert not cards & TRUMPS
            seen["king"] += 1
        seen["void"] += bool(void)
    assert min(seen["king"], seen["void"]) > 0


@pytest.mark.parametrize(("rule", "times"), [("each", 2), ("flat", 1)])
def test_a_declaration_brings_what_it_says(rule: str, times: int) -> None:
    for hand, names in [
        ("1 2 3 4 5 6 7 8 9 10 11", "Abundance"),
        ("KE KA KF KW 1 2 3 4 5 6 7 8 9 10 11", "Abundance and all four Kings"),
        ("KE KA 1 21", "Mixed honours"),
        ("FOOL 1 21 KE", "All three Honours"),
    ]:
        state = deal_hands({1: hand}, 0, {"bonuses": rule})
        state = after(state, mitigati.choose(state.view(0), ANY))
        move = mitigati.choose(state.view(1), ANY)
        told = mitigati.why(state.view(1), move)
        worth = state.apply(1, move).view(1)["declarations"][1]["worth"]
        assert told.startswith(f"{names}: {times * worth} points for you")
        assert (f", {worth} from each" in told) is (rule == "each")


# -- play


def test_reasons_on_a_lead_are_true() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "play"):
        if advice.view["trick"]:
            continue
        card, held = CARDS.bit[advice.card], others(advice)
        suit = LED[card] & PLAIN
        why = advice.why
        unseen = (PLAIN | NUMBERED) & ~seen_by(advice)
        if "highest trump left" in why or "it wins" in why:
            assert not ABOVE[card] & held
            seen["sure"] += 1
        if "trump" in why.split(" is left")[0].split(", so")[0] and "wins" in why:
            assert not held & NUMBERED
            seen["trumps"] += 1
        if "have no higher one" in why or "no higher card of its suit" in why:
            assert not held & ABOVE[card] & suit
            seen["suit"] += 1
        if "a trump is unlikely" in why:
            seen["lower"] += 1
            assert advice.number(r"may have (\d+) of its suit") == (suit & unseen).bit_count() >= 5
        if "must follow it" in why:
            assert advice.number(r"may hold (\d+) and") == (unseen & NUMBERED).bit_count()
        if why.startswith("No lead is safe"):
            assert all(
                ABOVE[CARDS.bit[move.split(" ")[1]]] & unseen for move in advice.view["moves"] if "FOOL" not in move
            )
            assert ("risks only" in why) is ("risks" in why and POINTS[card] <= 2)
            risked = advice.number(r"risks (?:only )?(\d+) point")
            higher = advice.number(r"safe: only (\d+) of (?:\d+) trump")
            if higher is None:
                assert risked == POINTS[card]
            else:
                assert higher == (ABOVE[card] & unseen).bit_count() <= 5
                seen["higher"] += 1
            seen["unsafe"] += 1
        told = advice.number(r"(?:its|risks) (\d+) point")
        assert told in (None, POINTS[card])
    wanted = ("sure", "trumps", "suit", "lower", "unsafe", "higher")
    assert min(seen[one] for one in wanted) > 0, seen


def seen_by(advice: Advice) -> int:
    """The cards that the seat has seen, the Fool aside."""
    tricks = [*advice.view["tricks"], {"cards": advice.view["trick"]}]
    played = [card for trick in tricks for _, card in trick["cards"]]
    return CARDS.mask([*advice.view["hand"], *(advice.view["discard"] or ()), *played])


def test_reasons_on_a_trick_are_true() -> None:
    """Who takes it, what lies in it, what beats it, and that nothing cheaper could be given away."""
    seen = Counter[str]()
    for advice in choices_in(games(), "play"):
        if not advice.view["trick"]:
            continue
        why, card, moves = advice.why, CARDS.bit[advice.card], advice.view["moves"]
        lying = [CARDS.bit[one] for _, one in advice.view["trick"] if one != "FOOL"]
        there = sum(POINTS[one] for one in lying)
        over, winner = find_taker(advice)
        takers = [move for move in moves if find_taker(advice, move)[1] == advice.seat and not move.endswith("FOOL")]
        total = advice.number(r"(?:wins: |safe: |brings |far: )(\d+) points?")
        if why.startswith(("It is the best card", "You play last")):
            assert winner == advice.seat
            assert over is ("You play last" in why)
            assert total == there + POINTS[card]
            beaten = ABOVE[card] & (PLAIN | NUMBERED) & ~seen_by(advice)
            if not over:
                few = advice.number(r"Only (\d+) unseen cards? could beat it")
                assert few == (beaten.bit_count() if 0 < beaten.bit_count() <= 5 else None)
                unseen = (PLAIN | NUMBERED) & ~seen_by(advice)
                ours = [CARDS.bit[move.split(" ")[1]] for move in takers]
                above = {one: (ABOVE[one] & unseen).bit_count() for one in ours}
                assert ("No other card of yours would be" in why) is (beaten.bit_count() > 5 and len(takers) == 1)
                if "No other card of yours is harder to beat" in why:
                    assert above[card] == min(above.values())
                    seen["hardest"] += 1
                seen["few"] += few is not None
                assert ("Nothing can beat it" in why) is not bool(beaten)
                if not beaten:
                    assert not ABOVE[card] & others(advice)
            if "lowest" in why:
                assert card == min(CARDS.bit[move.split(" ")[1]] for move in takers)
                seen["lowest"] += 1
            if "richest" in why:
                assert all(POINTS[CARDS.bit[move.split(" ")[1]]] <= POINTS[card] for move in takers)
                seen["rich"] += 1
            if "Magician" in why:
                assert card == CARDS.bit["1"]
                seen["magician"] += 1
            seen["takes"] += 1
            continue
        assert there == advice.number(r"(?:trick of |^)(\d+) points?\b")
        assert winner != advice.seat
        if why.startswith("You cannot win this trick"):
            assert not takers
            seen["none"] += 1
        else:
            assert "too few for a" in why
            assert takers
            assert all(CARDS.bit[move.split(" ")[1]] & TRUMPS for move in takers)
            seen["only"] += 1
        if card == FOOL:
            assert "the Fool stays yours" in why
            assert ("if you win any" in why) is not bool(advice.view["taken"][advice.seat])
            seen["fool"] += 1
        else:
            losers = [
                CARDS.bit[move.split(" ")[1]] for move in moves if move not in takers and not move.endswith("FOOL")
            ]
            assert advice.number(r"least: (\d+) point") == POINTS[card]
            least = all(POINTS[card] < POINTS[one] for one in losers if one != card)
            assert ("give the least" in advice.why) is least
            seen["least"] += least
    wanted = ("takes", "few", "hardest", "none", "only", "fool", "lowest", "rich", "magician")
    assert min(seen[one] for one in wanted) > 0, seen


def test_a_surer_card_is_kept_for_what_it_is_worth() -> None:
    no_earth = "AF 2F 3F 4F 5F 6F 7F 8F 9F 10F JF CF QF KF 2W 3W 4W 5W 6W 7W 8W 9W 10W"
    state = after(begin_play({1: "KE 2A", 2: f"5 21 {no_earth}", 0: "3E 4E"}), "play KE")
    assert mitigati.choose(state.view(2), ANY) == "play 5"
    assert mitigati.why(state.view(2), "play 5").endswith(" Surer ones are worth more.")


def test_the_fool_in_a_trick_brings_nothing_to_who_takes_it() -> None:
    """M6.5: it stays its player's, so what the trick brings is counted without it."""
    state = after(begin_play({1: "QE 2A", 2: "FOOL", 0: "KE"}), "play QE", "play FOOL")
    assert mitigati.why(state.view(0), "play KE") == "You play last, so it wins: 9 points."
