"""The reasons of the heuristic players: short, whole, without card texts, and each for its own position."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.contract import State
from rules.players import words
from rules.registry import GAMES
from tests.rules.chances import any_setting
from tests.rules.players.advised import Advice, play_advised

SETTINGS: Mapping[str, list[tuple[int, dict[str, Any]]]] = {
    "abracadabra": [
        (4, {}),
        (2, {}),
        (3, {"trump": "declared", "success": "at_least"}),
        (2, {"two_player": "short", "trump": "declared"}),
    ],
    "voren": [(2, {"hands": 12}), (4, {"hands": 12, "limit": 5}), (10, {"hands": 6, "ante": 30})],
    "five_crowns": [(2, {"first": 3, "last": 6}), (5, {"first": 3, "last": 5}), (3, {"first": 12})],
    "mitigati": [(3, {"hands": 9}), (3, {"bargaining": False, "bonuses": "flat", "hands": 9})],
    "conference": [
        (4, {}),
        (4, {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut"}),
        (4, {"good_evil": "none", "gallowglass": True, "league": True}),
        (4, {"good_evil": "allegiance", "league": True}),
    ],
}
"""Tables at which all that a game's options change comes up; what is not named here has its fewest seats and most."""

DECISIONS = 400
SAME = 0.34
"""The greatest share of a phase's choices that one reason may have."""
ENOUGH = 30
"""How many choices of a phase say something about that."""
ALIKE = {("conference", "cut")}
"""The phases in which nothing is known that could make one position different from another."""

every_game = pytest.mark.parametrize("game", GAMES)


def tables(game: str) -> list[tuple[int, dict[str, Any]]]:
    """The tables of a game at which it is tried."""
    return SETTINGS.get(game) or [(seats, {}) for seats in dict.fromkeys(GAMES[game].seats)]


@cache
def collect_advices(game: str) -> list[Advice]:
    """Decisions of random games at each of these tables."""
    return [
        advice
        for seats, options in tables(game)
        for advice in play_advised(game, seats, options, games=30, most=DECISIONS // len(tables(game)))
    ]


def has_choice(advice: Advice) -> bool:
    """Whether the seat had another move. Templates whose moves are not counted have many."""
    legal = advice.state.legal(advice.seat)
    made = [move for template in legal.choices for move in islice(template.moves(), 2)] or list(legal.choices) * 2
    return len(legal.moves) + len(made) > 1


def card_texts(state: State) -> set[str]:
    """The texts of the cards that a table is dealt, but for trumps that are written as bare numbers."""
    view = state.view(None)
    game = GAMES[view["game"]]
    expects = game.new(view["seats"], game.resolve(view["options"], view["seats"]), 0).expects
    assert expects is not None
    return {card for card in expects.cards if not card.isdigit()}


def held_to_its_form(advice: Advice, cards: set[str]) -> None:
    """Asserts that a reason has the length and the form of one, and names none of these cards by its text."""
    why = advice.why
    assert 0 < len(why) <= 200, (len(why), why)
    assert why[0].isupper() or why[0].isdigit(), why
    assert why.endswith("."), why
    assert len(re.findall(r"[.!?](?= |$)", why)) <= 3, why
    assert not re.search(r"  |\.\.|,\.|;\.|None|\d\.\d\d|-\d|\btrump \d", why), why
    assert not re.search(
        r"(?<![.\d])1 (cards|points|tricks|chips)\b|\b([02-9]|\d\d+) (card|point|trick|chip)\b", why
    ), why
    found = set(re.findall(r"[A-Za-z0-9]+", why)) & cards
    assert not found, (found, why)


@every_game
def test_a_reason_is_one_or_two_short_sentences_without_card_texts(game: str) -> None:
    cards: dict[str, set[str]] = {}
    for advice in collect_advices(game):
        key = repr(advice.view["options"])
        if key not in cards:
            cards[key] = card_texts(advice.state)
        held_to_its_form(advice, cards[key])
        assert advice.state.view(advice.seat) == advice.view


@pytest.mark.soak
@every_game
@pytest.mark.parametrize("seed", range(8))
def test_reasons_keep_their_form_under_random_options(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    for number in range(12):
        setting = any_setting(GAMES[game], rng)
        if game == "five_crowns":
            setting["options"] = {"first": rng.randint(3, 13), "last": 13}
        cards: set[str] = set()
        for advice in play_advised(game, setting["seats"], setting["options"], seed=number, most=1500):
            cards = cards or card_texts(advice.state)
            held_to_its_form(advice, cards)


@every_game
def test_a_move_without_another_has_that_for_its_reason_and_no_other_has(game: str) -> None:
    for advice in collect_advices(game):
        if advice.state.phase != "cut":  # where anybody may call for a shuffle, and need not
            assert (advice.why == words.ONLY_MOVE) is not has_choice(advice), advice.move


@every_game
def test_reasons_are_for_their_own_positions(game: str) -> None:
    """In each phase with choices no reason stands for many of them."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for advice in collect_advices(game):
        if has_choice(advice) and (game, advice.state.phase) not in ALIKE:
            found[advice.state.phase][advice.why] += 1
    assert found
    for phase, reasons in found.items():
        ((why, times),) = reasons.most_common(1)
        if reasons.total() >= ENOUGH:
            assert times <= SAME * reasons.total(), f"{phase}: {times} of {reasons.total()} times: {why}"


def test_numbers_in_words() -> None:
    assert [words.many(number, "trick") for number in (0, 1, 2)] == ["no tricks", "1 trick", "2 tricks"]
    assert words.many(10**7, "chip") == "over a million chips"
    assert [words.about(number, "trick") for number in (0.04, 0.1, 0.96, 1.04, 1.25, 2.0)] == [
        "less than 0.1 tricks", "about 0.1 tricks", "about 1 trick", "about 1 trick", "about 1.2 tricks",
        "about 2 tricks",
    ]  # fmt: skip
    assert [words.roughly(number, "chip") for number in (0.4, 0.9, 12.6, 2e6)] == [
        "less than 1 chip", "about 1 chip", "about 13 chips", "over a million chips",
    ]  # fmt: skip
    assert [words.percent(chance) for chance in (0.0, 0.009, 0.18, 0.99, 1.0)] == [
        "less than 1%", "less than 1%", "about 18%", "about 99%", "more than 99%",
    ]  # fmt: skip
