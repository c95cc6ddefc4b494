"""The example hands show what their stories say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from rules.contract import Move
from rules.table import Table
from tests.rules.mitigati.reading import HONOURS, KINGS, value
from tests.support.needs import ROOT

EXAMPLES = {path.stem: path for path in sorted((ROOT / "seeds/mitigati/examples").glob("*.json"))}


@cache
def play_example(name: str) -> tuple[Table, ...]:
    """Return the tables of an example from before its first event to after its last."""
    end = Table.load(json.loads(EXAMPLES[name].read_text(encoding="utf-8"))["game"])
    tables = [end.without_events()]
    for event in end.events:
        tables.append(tables[-1].event(event))
    return tuple(tables)


def read_last_hand(name: str) -> dict[str, Any]:
    """Return the last hand of an example, as a bystander sees it."""
    return play_example(name)[-1].state.view(None)["last"]


def list_moves(name: str, hand: int = 0) -> Iterator[tuple[dict[str, Any], Move, Table]]:
    """Yield the moves of a hand: a bystander's view before each, the move, and the table after it."""
    for before, after in pairwise(play_example(name)):
        event = after.events[-1]
        if isinstance(event, Move) and before.state.number == hand:
            yield before.state.view(None), event, after


def list_words(name: str, hand: int = 0, reached: int = 2) -> list[tuple[int, str]]:
    """Return what was said in the round of bargaining after so many packets."""
    return [
        (move.seat, move.text)
        for view, move, _ in list_moves(name, hand)
        if (view["phase"], view["reached"]) == ("bargain", reached)
    ]


def test_an_offer_is_cut() -> None:
    name = "1-an-offer-is-cut"
    words = list_words(name)
    asks = [int(text.split()[1]) for seat, text in words if seat == 1 and text.startswith("ask")]
    assert asks == [40, 25, 14], "seat 1 asks 40 to stop, and comes down, to 14 at last"
    offered = [view["offered"] for view, _, _ in list_moves(name)]
    assert offered == sorted(offered)
    assert offered[-1] == 17, "the others offer more and more"
    hand = read_last_hand(name)
    assert hand["bought_off"]
    assert hand["reached"] == 2, "seat 1 has seen ten cards"
    assert None not in hand["words"], "everybody stands by a word"
    assert hand["words"] == [["offer", 9], ["ask", 14], ["offer", 8]]
    offers = [seat for seat in hand["order"] if hand["words"][seat][0] == "offer"]
    assert offers[-1] == 2, "the 8 of seat 2 was spoken last"
    assert hand["points"] == [-9, 14, -8 + 3]


def test_nobody_unheard() -> None:
    name = "2-nobody-unheard"
    assert [text for _, text in list_words(name, 0, 2)] == ["pass"] * 3, "three passes end the first round"
    assert list_words(name, 0, 3) == [(1, "ask 6"), (2, "continue")], "a call to continue ends the second at once"
    assert list_words(name, 0, 4) == [(1, "pass"), (2, "offer 7"), (0, "pass"), (1, "pass")], "the other two are heard"
    hands = [
        after.state.view(None)["last"]
        for before, after in pairwise(play_example(name))
        if len(after.state.score().hands) > len(before.state.score().hands)
    ]
    first, second, third = hands
    assert (first["points"][1], first["points"][0]) == (4, 3), "four for seat 1, and three for seat 0"
    assert (first["dealer"] + 1) % 3 == 1, "seat 1 speaks first"
    *_, (covered, asking, after_ask), (_, passing, _) = list_moves(name, 1)
    assert (covered["offered"], asking) == (5, Move(1, "ask 5")), "the offer covers the ask exactly"
    view = after_ask.state.view(None)
    assert (view["phase"], view["offered"], view["asked"], view["words"][2]) == ("bargain", 5, 5, None)
    assert list_words(name, 1)[0] == (2, "pass"), "seat 2 has spoken before, and has to speak again"
    assert passing == Move(2, "pass")
    assert second["points"] == [-5, 5, 0], "it has accepted nothing"
    assert list_words(name, 2, 2)[:1] == [(0, "offer 1")]
    assert list_words(name, 2, 3)[:1] == [(0, "offer 2")], "in the next round seat 0 offers anew"
    begun = next(view for view, _, _ in list_moves(name, 2) if view["reached"] == 3)
    assert begun["words"] == [None] * 3
    assert third["words"] == [["offer", 2], None, ["ask", 2]]
    assert all(hand["bought_off"] for hand in hands)
    assert [hand["dealer"] for hand in hands] == [0, 1, 2], "the deal goes to the left"


def test_abundance_and_kings() -> None:
    name = "3-abundance-and-kings"
    assert [list_words(name, 0, reached) for reached in (2, 3, 4)] == [[(1, "continue")]] * 3
    hand = read_last_hand(name)
    abundance, kings = hand["declarations"][1]["items"]
    assert (len(abundance["cards"]), abundance["points"]) == (11, 11)
    assert (set(kings["cards"]), kings["points"]) == ({*KINGS, "1", "21"}, 30)
    assert {"1", "21"} <= set(abundance["cards"]), "both trumps serve twice"
    assert hand["declarations"][1]["worth"] == 41
    assert hand["bonuses"] == [-41, 82, -41]


def test_kings_and_honours() -> None:
    name = "4-kings-and-honours"
    hand = read_last_hand(name)
    dealer = hand["dealer"]
    assert set(KINGS + HONOURS) <= set(hand["dealt"][dealer]), "the dealer holds all seven"
    declared = hand["declarations"][dealer]
    assert [(item["bonus"], set(item["cards"])) for item in declared["items"]] == [
        ("kings", set(KINGS)),
        ("honours", set(HONOURS)),
    ], "and adds nothing to either"
    assert declared["worth"] == 35
    said_so = Move(dealer, "declare kings + honours")
    declaring = next(before for before, after in pairwise(play_example(name)) if after.events[-1] == said_so)
    alone = declaring.move(dealer, "declare kings with 1 21 FOOL").state.view(None)
    assert alone["declarations"][dealer]["worth"] == 35, "Kings with three Honours would have been worth as much"
    assert hand["bonuses"] == [35 if seat == dealer else 0 for seat in range(3)], "nobody pays it"
    assert {view["phase"] for view, _, _ in list_moves(name)} == {"discard", "declare", "play"}, (
        "there is no bargaining"
    )


def test_the_fool_is_led() -> None:
    hand = read_last_hand("5-the-fool-is-led")
    kings, trumps = hand["declarations"][0], hand["declarations"][1]
    assert [(item["bonus"], item["cards"], item["points"]) for item in kings["items"]] == [
        ("honours", ["KE", "KA", "1", "21", "FOOL"], 25)
    ]
    assert [(item["bonus"], len(item["cards"]), item["points"]) for item in trumps["items"]] == [("abundance", 10, 10)]
    cards = [card for card in hand["dealt"][1] if card.isdigit()]
    assert len(cards) > 10, "seat 1 keeps the rest to itself"
    assert any(trick["cards"][0] == [0, "FOOL"] for trick in hand["tricks"])
    own = [card for trick in hand["tricks"] if trick["winner"] == 0 for _, card in trick["cards"]]
    assert hand["fool"]["from"] == 0
    assert value(hand["fool"]["given"]) == min(map(value, own))
    assert "FOOL" in hand["piles"][0]


def test_the_fool_is_given_up() -> None:
    hand = read_last_hand("6-the-fool-is-given-up")
    assert hand["fool"]["given"] == "FOOL"
    assert hand["taken"][hand["dealer"]] == 0
    assert hand["piles"][hand["dealer"]] == hand["discard"], "the cards put away belong to its pile"
    trick = next(trick for trick in hand["tricks"] if [hand["dealer"], "FOOL"] in trick["cards"])
    assert hand["fool"]["to"] == trick["winner"]


def test_a_card_of_the_discard_for_the_fool() -> None:
    hand = read_last_hand("7-a-card-of-the-discard-for-the-fool")
    assert [(item["bonus"], item["cards"], item["points"]) for item in hand["declarations"][1]["items"]] == [
        ("mixed", ["KE", "KA", "KF", "1", "21"], 15)
    ]
    assert hand["fool"]["from"] == hand["dealer"]
    assert hand["taken"][hand["dealer"]] > 0
    assert hand["fool"]["given"] in hand["discard"]
    assert "FOOL" in hand["piles"][hand["dealer"]]


def test_three_offers() -> None:
    hand = read_last_hand("8-three-offers")
    assert hand["bought_off"]
    assert [word[0] for word in hand["words"]] == ["offer"] * 3
    assert hand["points"] == [0, 0, 0]
    assert play_example("8-three-offers")[-1].state.score().winners == (0, 1, 2)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_story_is_checked(name: str) -> None:
    assert f"test_{name[2:].replace('-', '_')}" in globals(), f"nothing here checks the story of {name}"
