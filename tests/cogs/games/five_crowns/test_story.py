"""The story of Five Crowns against the rules: every turn, every end of a deal, and every reader of random games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cogs.games.five_crowns.story import end_text
from rules.melds import points_of
from tests.cogs.games.five_crowns.games import (
    GAME,
    NAMES,
    PRESENTER,
    cards_in,
    list_table_params,
    make_players,
    play_game,
)
from tests.cogs.games.passages import join_sentences
from tests.support.needs import ROOT


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_every_turn_is_told_as_it_was_made(seats: int, first: int, last: int) -> None:
    """Who drew or took, what they parted with, who went out; a passage an entry, from wherever it begins."""
    deals = 0
    for state, log in play_game(seats, seats, first, last):
        if log is None:
            continue
        how = state.view(None)["last"]
        passages = PRESENTER.story(how, log, make_players(seats))
        rounds = [other_passage.heading for other_passage in passages if other_passage.heading]
        assert rounds == ["The deal", *(f"Round {number}" for number in range(1, len(rounds)))]
        for place, (entry, passage) in enumerate(zip(log, passages, strict=True)):
            if "event" in entry:
                assert cards_in(passage.text) == ({how["turn_up"]} if entry["event"] == "deal" else set())
                continue
            verb, _, card = entry["move"].partition(" ")
            if not card:
                assert not passage.text  # the turn is told by its second move
                continue
            draw = log[place - 1]
            assert passage.text.startswith(f"{NAMES[entry['seat']]} ")
            assert (" drew " in passage.text) is (draw["move"] == "draw")
            assert cards_in(passage.text) == {card} | ({draw["card"]} if draw["move"] == "take" else set())
            out = f"{NAMES[entry['seat']]} went out: everybody else has one more turn."
            assert passage.result.startswith(out) is (verb == "out")
            assert (" one more turn" in passage.result) is (verb == "out" and how["out"] == entry["seat"])
        assert passages[-1].result == f"Deal over: {NAMES[how['out']]} went out."
        assert not any(other_passage.forced for other_passage in passages)
        deals += 1
    assert deals == last - first + 1


def test_unfinished_turn_is_told_while_it_is_the_last() -> None:
    """Drawing and taking alone, and what was drawn to nobody but who drew it."""
    counts = {"draw": 0, "take": 0}
    for state, _ in play_game(3, 2, 4, 5):
        if state.phase != "discard":
            continue
        turn = state.to_act[0]
        for reader in (None, *range(3)):
            view = state.view(reader)
            text = PRESENTER.story(view, view["log"], make_players(3, reader), len(view["log"]) - 1)[0].text
            entry = view["log"][-1]
            assert text.startswith("You " if reader == turn else f"{NAMES[turn]} ")
            assert cards_in(text) == ({entry["card"]} if "card" in entry else set())
            assert (not cards_in(text)) is (entry["move"] == "draw" and reader != turn)
            counts[entry["move"]] += 1
    assert all(counts.values())


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_how_a_deal_ended_is_in_its_ledger_and_its_story_says_why(seats: int, first: int, last: int) -> None:
    """Everybody's points with what they come from; the story does not say it again."""
    for state, log in play_game(seats, seats + 1, first, last):
        if log is None:
            continue
        view = state.view(None)
        how = view["last"]
        assert not cards_in(PRESENTER.story(how, log, make_players(seats))[-1].result)
        for row in PRESENTER.ledger(how, view["points"], make_players(seats)).rows:
            cards = how["left"][row.seat]
            assert row.net == how["points"][row.seat] == sum(points_of(card, how["size"]) for card in cards)
            count = f"{len(cards)} card{'s' * (len(cards) > 1)}" if cards else "all melded"
            assert row.note == ("went out" if row.seat == how["out"] else count)
        assert how["points"] == list(state.score().hands[how["number"]])


def test_a_stock_that_runs_out_is_told_each_time_and_ends_the_deal() -> None:
    """Three reshuffles, then the end with nobody out (F3.4)."""
    for state, log in play_game(12, 1, 13, 13, outs=False):
        if log is None:
            continue
        how = state.view(None)["last"]
        assert how["out"] is None
        passages = PRESENTER.story(how, log, make_players(12))
        shuffles = [passage.text for passage in passages if passage.text.startswith("The stock was empty")]
        assert [re.findall(r"for the (\w+) (?:and last )?time", shuffle)[0] for shuffle in shuffles] == [
            "first",
            "second",
            "third",
        ]
        assert "third and last time" in shuffles[-1]
        assert "The stock was empty for the fourth time: the deal is over." in passages[-1].result
        assert PRESENTER.story(how, log, make_players(12), len(log) - 1)[-1] == passages[-1]


def test_story_says_that_an_empty_stock_ended_last_turns() -> None:
    """F3.4 before F5.1, in the rulebook's example; where all had theirs, nothing of it is said."""
    example = json.loads((ROOT / "seeds/five_crowns/examples/7-out-and-the-stock-dry.json").read_text("utf-8"))
    game = example["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"]), game["dealer"])
    for event in game["events"]:
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
    last = state.view(None)["last"]
    assert last["out"] is not None
    assert "over before everybody's last turn" in end_text(last, make_players(game["seats"]))
    ends = 0
    for state, log in play_game(4, 3, 3, 8):
        how = state.view(None)["last"]
        if log is not None and how["out"] is not None and not how["reshuffled"]:
            assert end_text(how, make_players(4)) == f"Deal over: {NAMES[how['out']]} went out."
            ends += 1
    assert ends


def test_the_reader_is_you() -> None:
    """In what is told to them alone, and nowhere else."""
    for state, log in play_game(3, 5, 3, 4):
        if log is not None:
            last: dict[str, Any] = state.view(None)["last"]
            reader_text = join_sentences(PRESENTER.story(last, log, make_players(3, 1)))
            everybodys = join_sentences(PRESENTER.story(last, log, make_players(3)))
            assert re.sub(r"\b[Yy]ou\b", "Bela", reader_text) == everybodys
            assert "You" not in everybodys
