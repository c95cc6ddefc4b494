"""M5: declarations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.contract import Refusal, State
from rules.mitigati import GAME
from rules.mitigati.bonuses import bonus_points
from rules.mitigati.declare import fullest_declaration
from rules.tarot.cards import CARDS
from tests.rules.mitigati.reading import HONOURS, KINGS, declarations
from tests.rules.mitigati.reading import worth as second_worth
from tests.rules.mitigati.stacked import after, deal_hands
from tests.rules.refusals import assert_refused

TRUMPS = "1 2 3 4 5 6 7 8 9 10 11 21"
ALL_SPECIAL = f"KE KA KF KW FOOL {TRUMPS}"
"""All Kings, all Honours and twelve trumps."""


def begin_declaring(hand: str, others: dict[int, str] | None = None, options: dict[str, Any] | None = None) -> State:
    """Return a position in which seat 1, Eldest, holds these cards and is to declare."""
    state = deal_hands({1: hand, **(others or {})}, 0, options)
    (choice,) = state.legal(0).choices
    cards = [card for card in choice.to_view()["cards"] if card not in (others or {}).get(0, "").split()]
    return after(state, "discard " + " ".join(cards[:3]))


def count_worth(state: State, move: str) -> int:
    """Return what seat 1's declaration is worth."""
    return after(state, move).view(None)["declarations"][1]["worth"]


@pytest.mark.clause("M5.1")
def test_from_eldest_each_seat_declares_once() -> None:
    state = begin_declaring("")
    for seat in (1, 2, 0):
        assert (state.phase, state.to_act) == ("declare", (seat,))
        assert "declare nothing" in state.legal(seat).moves
        state = state.apply(seat, "declare nothing")
    assert state.phase == "play"


@pytest.mark.clause("M5.1")
def test_the_cards_used_are_shown_to_all() -> None:
    state = after(begin_declaring(ALL_SPECIAL), "declare abundance 1 2 3 4 5 6 7 8 9 10 + honours with KE")
    for seat in (0, 2, None):
        assert state.view(seat)["declarations"] == [
            None,
            {
                "items": [
                    {"bonus": "abundance", "cards": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "points": 10},
                    {"bonus": "honours", "cards": ["KE", "1", "21", "FOOL"], "points": 20},
                ],
                "worth": 30,
            },
            None,
        ]
        assert state.view(seat)["log"][-1]["move"] == "declare abundance 1 2 3 4 5 6 7 8 9 10 + honours with KE"


@pytest.mark.clause("M5.2")
@pytest.mark.parametrize(
    ("cards", "points"), [("1 2 3 4 5 6 7 8 9 10", 10), ("2 3 4 5 6 7 8 9 10 11 21", 11), (TRUMPS, 12)]
)
def test_abundance(cards: str, points: int) -> None:
    assert count_worth(begin_declaring(ALL_SPECIAL), f"declare abundance {cards}") == points


@pytest.mark.clause("M5.2")
def test_abundance_takes_ten_trumps_and_no_fool() -> None:
    assert_refused(begin_declaring(ALL_SPECIAL), "declare abundance 1 2 3 4 5 6 7 8 9", "M5.2")
    assert_refused(begin_declaring(ALL_SPECIAL), "declare abundance 1 2 3 4 5 6 7 8 9 FOOL", "M5.2")
    assert_refused(begin_declaring(ALL_SPECIAL), "declare abundance 1 2 3 4 5 6 7 8 9 10 KE", "M5.2")
    assert_refused(begin_declaring(ALL_SPECIAL, {2: "20"}), "declare abundance 1 2 3 4 5 6 7 8 9 10 20", "K4.3")
    assert_refused(begin_declaring(ALL_SPECIAL), "declare abundance 1 2 3 4 5 6 7 8 9 10 10", "K4.3")


@pytest.mark.clause("M5.3")
def test_kings() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert count_worth(state, "declare kings") == 20
    assert count_worth(state, "declare kings with FOOL") == 25
    assert count_worth(state, "declare kings with 21 1") == 30
    assert count_worth(state, "declare kings with 1 21 FOOL") == 35
    assert_refused(state, "declare kings with 2", "M5.3")
    assert_refused(state, "declare kings with KE", "M5.3")
    assert_refused(begin_declaring("KE KA KF 1 21 FOOL", {2: "KW"}), "declare kings", "M5.3")
    assert_refused(begin_declaring("KE KA KF KW 1 FOOL", {2: "21"}), "declare kings with 21", "K4.3")


@pytest.mark.clause("M5.4")
def test_honours() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert count_worth(state, "declare honours") == 15
    assert count_worth(state, "declare honours with KE") == 20
    assert count_worth(state, "declare honours with KE KA KF KW") == 35
    assert_refused(state, "declare honours with 2", "M5.4")
    assert_refused(state, "declare honours with 1", "M5.4")
    assert_refused(begin_declaring("KE KA KF KW 1 21", {2: "FOOL"}), "declare honours", "M5.4")
    assert_refused(begin_declaring("KE 1 21 FOOL", {2: "KA"}), "declare honours with KA", "K4.3")


@pytest.mark.clause("M5.5")
def test_mixed() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert count_worth(state, "declare mixed KE KA 1 FOOL") == 10
    assert count_worth(state, "declare mixed KE KA KF KW") == 10
    assert count_worth(state, "declare mixed KE KA KF KW FOOL 1 21") == 25
    assert_refused(state, "declare mixed KE KA 1", "M5.5")
    assert_refused(state, "declare mixed KE KA 1 2", "M5.5")
    assert_refused(begin_declaring("KE KA KF 1", {2: "KW"}), "declare mixed KE KA KF KW", "K4.3")


@pytest.mark.clause("M5.5")
def test_mixed_goes_with_neither_kings_nor_honours() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert_refused(state, "declare kings + mixed KE KA 1 21", "M5.5")
    assert_refused(state, "declare mixed KE KA 1 21 + honours", "M5.5")
    assert count_worth(state, f"declare mixed KE KA 1 21 + abundance {TRUMPS}") == 22


@pytest.mark.clause("M5.6")
def test_kings_and_honours_add_nothing_to_each_other() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert count_worth(state, "declare honours + kings") == 35
    assert_refused(state, "declare kings with FOOL + honours", "M5.6")
    assert_refused(state, "declare kings + honours with KE", "M5.6")
    assert_refused(state, "declare honours with KA KF + kings with 1 21", "M5.6")


@pytest.mark.clause("M5.6")
def test_a_trump_of_abundance_serves_in_another_bonus() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert count_worth(state, f"declare abundance {TRUMPS} + kings with 1 21") == 42
    assert count_worth(state, f"declare honours + abundance {TRUMPS} + kings") == 47


@pytest.mark.parametrize(
    "move",
    [
        "declare",
        "declare abundance",
        "declare mixed",
        "declare kings with",
        "declare kings FOOL",
        "declare honours KE",
        "declare nothing + kings",
        "declare kings + nothing",
        "declare kings +",
        "declare + kings",
        "declare kings + + honours",
        "declare kings+honours",
        "declare kings honours",
        "declare kings  + honours",
        "declare nothing nothing",
        "declare abundance 1 2 3 4 5 6 7 8 9 GOOD",
        "declare kings with 01",
        "declare crowns",
        "declare abundance with 1 2 3 4 5 6 7 8 9 10",
    ],
)
def test_unreadable_declarations_are_refused(move: str) -> None:
    assert_refused(begin_declaring(ALL_SPECIAL), move, "K7.1")


@pytest.mark.clause("M5.1")
def test_refusals_of_order() -> None:
    state = begin_declaring(ALL_SPECIAL)
    assert_refused(state, "declare kings + kings", "M5.1")
    assert_refused(state, "play KE", "M5.1")
    assert_refused(state, "declare nothing", "K4.1", 2, "not_your_turn")
    assert_refused(after(state, "declare nothing"), "declare kings", "K4.1", 1, "not_your_turn")


def test_canonical_texts() -> None:
    for sentence, text in [
        ("DECLARE Nothing", "declare nothing"),
        ("declare Honours WITH ka ke + KINGS", "declare honours with KE KA + kings"),
        ("declare mixed fool 21 ke ka", "declare mixed KE KA 21 FOOL"),
    ]:
        assert GAME.canonical(sentence) == text
    state = begin_declaring(ALL_SPECIAL)
    assert after(state, "DECLARE MIXED fool 21 ke ka") == after(state, "declare mixed KE KA 21 FOOL")


@pytest.mark.clause("M5.2", "M5.3", "M5.4", "M5.5")
@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        ("KE KA KF 2 3 4", None),
        ("KE KA KF FOOL", {"mixed": ["KE", "KA", "KF", "FOOL"]}),
        ("KW KF KA KE", {"kings": [], "mixed": ["KE", "KA", "KF", "KW"]}),
        ("KE KA KF KW 21", {"kings": ["21"], "mixed": ["KE", "KA", "KF", "KW", "21"]}),
        ("FOOL 21 1", {"honours": []}),
        ("FOOL 21 1 KA", {"honours": ["KA"], "mixed": ["KA", "1", "21", "FOOL"]}),
        ("2 3 4 5 6 7 8 9 10 FOOL", None),
        ("2 3 4 5 6 7 8 9 10 21", {"abundance": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "21"]}),
    ],
)
def test_the_template_says_what_may_be_declared(hand: str, choice: dict[str, Any] | None) -> None:
    # The cards not named go round in canonical order: the other two seats are given those that would disturb.
    rest = [
        card
        for card in [*ALL_SPECIAL.split(), "12", "13", "14", "15", "16", "17", "18", "19", "20"]
        if card not in hand.split()
    ]
    state = begin_declaring(hand, {0: " ".join(rest[:20]), 2: " ".join(rest[20:])})
    choices = [offered_choice.to_view() for offered_choice in state.legal(1).choices]
    assert choices == ([] if choice is None else [{"verb": "declare", **choice}])


@pytest.mark.clause("M5.7")
def test_each_wins_from_each_opponent_and_flat_scores_alone() -> None:
    assert bonus_points([20, 0, 0], "each") == (40, -20, -20)
    assert bonus_points([20, 10, 0], "each") == (30, 0, -30)
    assert bonus_points([20, 10, 0], "flat") == (20, 10, 0)
    assert sum(bonus_points([35, 21, 10], "each")) == 0


@pytest.mark.clause("M5.7", "M7.1")
@pytest.mark.parametrize(("rule", "bonuses"), [("each", [-20, 40, -20]), ("flat", [0, 20, 0])])
def test_bonuses_are_game_points(rule: str, bonuses: list[int]) -> None:
    state = after(
        begin_declaring(ALL_SPECIAL, options={"bonuses": rule}), "declare kings", "declare nothing", "declare nothing"
    )
    while state.to_act:
        state = after(state, state.legal(state.to_act[0]).moves[0])
    last = state.view(None)["last"]
    assert last["bonuses"] == bonuses
    assert sum(last["card_points"]) == 146
    counted = zip(last["card_points"], bonuses, strict=True)
    assert last["points"] == [points - 49 + bonus for points, bonus in counted]


@pytest.mark.clause("M5.3", "M5.4", "M5.5", "M5.6")
@pytest.mark.parametrize("seed", range(12))
def test_just_the_declarations_of_the_second_reading_are_taken(seed: int) -> None:
    rng = Random(seed)
    special = KINGS + HONOURS
    hand = rng.sample(special, rng.randint(3, 7)) if seed % 3 else special
    rest = [card for card in special if card not in hand]
    state = begin_declaring(" ".join(hand), {2: " ".join(rest)})
    legal = set(declarations(hand))
    taken: set[str] = set()
    for _ in range(1500):
        items: list[str] = []
        for bonus in rng.sample(("kings", "honours", "mixed"), rng.choice((1, 1, 2, 3))):
            among = {"kings": HONOURS, "honours": KINGS, "mixed": special}[bonus] if rng.random() < 0.9 else special
            cards = rng.sample(among, rng.randint(0, len(among)))
            joined = " ".join([bonus, *(["with"] if bonus != "mixed" and cards else []), *cards])
            items.append(joined)
        text = "declare " + " + ".join(items)
        try:
            state.apply(1, text)
        except Refusal:
            continue
        taken.add(GAME.canonical(text))
    assert {sort_items(text) for text in taken} <= {sort_items(text) for text in legal}
    for text in legal:
        assert after(state, text).view(None)["declarations"][1]["worth"] == second_worth(text.removeprefix("declare "))


def sort_items(text: str) -> str:
    """Return a declaration with its items in alphabetical order."""
    return " + ".join(sorted(text.removeprefix("declare ").split(" + ")))


def test_the_fullest_declaration_is_worth_most() -> None:
    """Among all that the second reading finds, for hands of every make; a hand without a bonus declares nothing."""
    rng = Random("fullest")
    cases: set[str] = set()
    for _ in range(60):
        special = rng.sample([*KINGS, *HONOURS], rng.randint(0, 7))
        trumps = rng.sample([str(number) for number in range(2, 21)], rng.randint(6, 12))
        state = begin_declaring(" ".join((*special, *trumps)))
        count = CARDS.mask(state.view(1)["hand"])
        move = fullest_declaration(count)
        best = max(
            (second_worth(text.removeprefix("declare ")) for text in declarations(state.view(1)["hand"])), default=0
        )
        assert count_worth(state, move) == best
        cases |= {item["bonus"] for item in after(state, move).view(None)["declarations"][1]["items"]}
        assert (move == "declare nothing") is (best == 0)
    assert cases == {"abundance", "kings", "honours", "mixed"}
