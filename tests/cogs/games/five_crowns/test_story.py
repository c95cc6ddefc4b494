"""The story of Five Crowns against the rules: every turn, every end of a deal, and every reader of random games."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.ui.game.presenter import Passage, Players
from bot.ui.scene.text import TOLD
from cogs.games.five_crowns.story import ended
from rules.melds import points_of
from tests.cogs.games.five_crowns.games import GAME, LOOK, NAMES, WIDE, players, states, tables, told
from tests.support.needs import ROOT

LONGEST = Players(WIDE)


def sentences(passages: Sequence[Passage]) -> str:
    return " ".join(sentence for one in passages for sentence in one.sentences)


@pytest.mark.parametrize(("seats", "first", "last"), tables())
def test_every_turn_is_told_as_it_was_made(seats: int, first: int, last: int) -> None:
    """Who drew or took, what they parted with, who went out; a passage an entry, from wherever it begins."""
    deals = 0
    for state, log in states(seats, seats, first, last):
        if log is None:
            continue
        how = state.view(None)["last"]
        passages = LOOK.story(how, log, players(seats))
        rounds = [one.heading for one in passages if one.heading]
        assert rounds == ["The deal", *(f"Round {number}" for number in range(1, len(rounds)))]
        for place, (entry, passage) in enumerate(zip(log, passages, strict=True)):
            if "event" in entry:
                assert told(passage.text) == ({how["turn_up"]} if entry["event"] == "deal" else set())
                continue
            verb, _, card = entry["move"].partition(" ")
            if not card:
                assert not passage.text  # the turn is told by its second move
                continue
            came = log[place - 1]
            assert passage.text.startswith(f"{NAMES[entry['seat']]} ")
            assert ("from the stock" in passage.text) is (came["move"] == "draw")
            assert told(passage.text) == {card} | ({came["card"]} if came["move"] == "take" else set())
            assert ("went out" in passage.text) is (verb == "out")
            if verb == "out":
                laid = {one for meld in how["melds"][entry["seat"]] for one in meld}
                assert told(passage.result.partition("Everybody else")[0]) == laid
        assert not any(one.forced for one in passages)
        deals += 1
    assert deals == last - first + 1


def test_what_has_been_begun_is_told_while_it_is_the_last() -> None:
    """Drawing and taking alone, and what was drawn to nobody but who drew it."""
    seen = {"draw": 0, "take": 0}
    for state, _ in states(3, 2, 4, 5):
        if state.phase != "discard":
            continue
        turn = state.to_act[0]
        for reader in (None, *range(3)):
            view = state.view(reader)
            text = LOOK.story(view, view["log"], players(3, reader), len(view["log"]) - 1)[0].text
            entry = view["log"][-1]
            assert text.startswith("You " if reader == turn else f"{NAMES[turn]} ")
            assert told(text) == ({entry["card"]} if "card" in entry else set())
            assert (not told(text)) is (entry["move"] == "draw" and reader != turn)
            seen[entry["move"]] += 1
    assert all(seen.values())


@pytest.mark.parametrize(("seats", "first", "last"), tables())
def test_how_a_deal_ended_is_told_as_the_rules_count_it(seats: int, first: int, last: int) -> None:
    """Everybody's cards left over with the points that they count, and nobody else's."""
    for state, log in states(seats, seats + 1, first, last):
        if log is None:
            continue
        how = state.view(None)["last"]
        result = LOOK.story(how, log, players(seats))[-1].result
        left = dict(re.findall(r"Left with (\w+): ([^.]*)\.", result))
        for seat in range(seats):
            cards = how["left"][seat]
            assert (NAMES[seat] in left) is bool(cards), result
            if cards:
                counts = sum(points_of(card, how["size"]) for card in cards)
                assert left[NAMES[seat]].endswith(f" = {counts}")
                assert told(left[NAMES[seat]]) == set(cards)
                assert how["points"][seat] == counts
        assert how["points"] == list(state.score().hands[how["number"]])
        clean = re.search(r"had all cards in melds", result)
        wanted = [NAMES[seat] for seat in range(seats) if seat != how["out"] and not how["left"][seat]]
        assert bool(clean) is bool(wanted)


def test_a_stock_that_runs_out_is_told_each_time_and_ends_the_deal() -> None:
    """Three reshuffles, then the end with nobody out (F3.4)."""
    for state, log in states(12, 1, 13, 13, outs=False):
        if log is None:
            continue
        how = state.view(None)["last"]
        assert how["out"] is None
        passages = LOOK.story(how, log, players(12))
        shuffles = [one.text for one in passages if one.text.startswith("The stock was empty")]
        assert [re.findall(r"for the (\w+) time", one)[0] for one in shuffles] == ["first", "second", "third"]
        assert "the deal ends" in shuffles[-1]
        assert "The stock was empty for the fourth time, so the deal is over." in passages[-1].result
        assert LOOK.story(how, log, players(12), len(log) - 1)[-1] == passages[-1]
        assert len(ended(how, LONGEST)) <= TOLD


def test_a_stock_that_runs_out_after_somebody_went_out_is_why_some_had_no_last_turn() -> None:
    """F3.4 before F5.1, in the rulebook's example; where all had theirs, nothing of it is said."""
    example = json.loads((ROOT / "seeds/five_crowns/examples/7-out-and-the-stock-dry.json").read_text("utf-8"))
    game = example["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"]), game["dealer"])
    for event in game["events"]:
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
    last = state.view(None)["last"]
    assert last["out"] is not None
    assert "over before everybody had a last turn" in ended(last, players(game["seats"]))
    ends = 0
    for state, log in states(4, 3, 3, 8):
        how = state.view(None)["last"]
        if log is not None and how["out"] is not None and not how["reshuffled"]:
            assert ended(how, players(4)).startswith("The deal is over.")
            ends += 1
    assert ends


def test_the_longest_end_of_a_deal_has_room_everywhere() -> None:
    """Twelve of thirteen cards each with the longest names: points are told where there is no room for cards."""
    how = {
        "out": None,
        "points": [250] * 12,
        "left": [["10H"] * 13 for _ in range(12)],
        "melds": [[] for _ in range(12)],
        "hands": [["10H"] * 13 for _ in range(12)],
    }
    text = ended(how, LONGEST)
    assert all(f"{name} 250" in text for name in WIDE)
    assert len(text) <= TOLD
    named = ended({**how, "left": [["10H"]] * 3 + [[]] * 9, "points": [10] * 3 + [0] * 9}, LONGEST)
    assert "10♥" in named


def test_the_reader_is_you() -> None:
    """In what is told to them alone, and nowhere else."""
    for state, log in states(3, 5, 3, 4):
        if log is not None:
            last: dict[str, Any] = state.view(None)["last"]
            mine = sentences(LOOK.story(last, log, players(3, 1)))
            everybodys = sentences(LOOK.story(last, log, players(3)))
            assert re.sub(r"\b[Yy]ou\b", "Bela", mine) == everybodys
            assert "You" not in everybodys
