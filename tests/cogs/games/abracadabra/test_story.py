"""The story of Abracadabra against the rules: every move, trick and end of a deal, and every reader of random games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from cogs.games.abracadabra.cards import counted_card, rank_of, suit_of
from cogs.games.abracadabra.story import end_text, winning_reason
from rules.contract import State
from rules.simulate import random_order
from tests.cogs.games.abracadabra.games import GAME, NAMES, PRESENTER, TABLES, cards_in, make_players, play_game
from tests.cogs.games.passages import join_sentences
from tests.support.needs import ROOT

EXAMPLES = sorted((ROOT / "seeds/abracadabra/examples").glob("*.json"))
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def list_numbers(ranks: list[str]) -> set[str]:
    """Return the tricks that bid cards name."""
    return {str(RANKS.index(rank) + 1) for rank in ranks}


@pytest.mark.parametrize("name", TABLES)
def test_every_entry_is_told_as_it_was_made(name: str) -> None:
    """A passage an entry, from wherever it begins: who did what, with the cards and tricks that were named."""
    for seed in range(4):
        for state, log in play_game(name, seed, random_share=0.7):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            for entry, passage in zip(log[1:], passages[1:], strict=True):
                verb, _, rest = entry["move"].partition(" ")
                texts = set(re.findall(r"\d+", passage.text))
                if verb == "bid":
                    assert texts == {rest}
                elif verb == "play":
                    assert cards_in(passage.text) == {rest}
                elif verb == "place":  # the deal is over: all of it may be known (K5.2)
                    assert texts == list_numbers(last["placed"][entry["seat"]])
                elif verb == "expose":
                    cards = [word for word in rest.split(" ") if word in RANKS]
                    assert texts == list_numbers(cards)
                    assert ("exposed" in passage.text and "the pile" in passage.text) is ("pile" in rest.split(" "))
                elif verb in {"suit", "trump"}:
                    assert {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[rest] in passage.text


def test_only_what_is_public_is_told_while_a_deal_is_on() -> None:
    """Numbers when all have placed, piles when all have chosen; the cards on the left to their owner alone."""
    rng = Random(3)
    state: State = GAME.new(3, GAME.resolve({}, 3), 2)
    state = state.chance("deal", random_order(state, rng))
    for move in ("suit S", "suit H", "suit D", "bid 3", "pass", "pass", "place 4 9 J"):
        state = state.apply(state.to_act[0], move)
    state = state.apply(2, "place 5 6")

    def read_last_sentences(seat: int | None) -> list[str]:
        view = state.view(seat)
        passage = PRESENTER.story(view, view["log"], make_players(seat), len(view["log"]) - 1)[0]
        return list(passage.sentences)

    assert read_last_sentences(None) == read_last_sentences(1) == ["Cleo chose bid cards."]
    assert read_last_sentences(2) == ["You named tricks 5 and 6."]
    state = state.apply(1, "place")
    assert read_last_sentences(None) == ["Bela named no tricks.", "Tricks named: Ada 3, Bela none, Cleo 2."]
    state = state.apply(0, "expose 4")
    assert read_last_sentences(None) == ["Ada exposed trick 4."]
    state = state.apply(1, "expose pile")
    assert read_last_sentences(None) == ["Bela decided about the pile."]
    assert read_last_sentences(1) == ["You exposed the pile."]
    state = state.apply(2, "expose none")
    view = state.view(None)
    assert (
        join_sentences(PRESENTER.story(view, view["log"], make_players(), 11))
        == "Bela exposed the pile. Cleo kept the pile hidden."
    )
    assert "tricks 9" not in join_sentences(PRESENTER.story(view, view["log"], make_players()))


@pytest.mark.parametrize("name", TABLES)
def test_every_trick_is_told_with_its_winner_the_reason_and_the_bid_cards_it_decides(name: str) -> None:
    reasons: set[str] = set()
    for seed in range(4):
        for state, log in play_game(name, seed, random_share=0.8):
            if log is None or state.view(None)["last"]["void"]:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            turn_up, trumps = last["turn_up"], last["trumps"]
            first = next(place for place, entry in enumerate(log) if entry.get("move", "").startswith("play "))
            each = len(last["tricks"][0]["cards"])
            for number, trick in enumerate(last["tricks"], 1):
                result = passages[first + each * number - 1].result
                winner, card = trick["cards"][trick["best"]]
                assert result.startswith(f"{NAMES[winner]} won trick {number} with ")
                assert ("from the dummy, " in result.split(".")[0]) is (trick["best"] == trick["dummy"])
                reason = winning_reason(trick, trumps, turn_up)
                assert reason in result
                others = [other_card for _, other_card in trick["cards"] if other_card != card]
                same = [value for value in others if suit_of(value, turn_up) == suit_of(card, turn_up)]
                reasons.add(reason.split(",")[0].split(" ")[0] + (" trump" if "trump" in reason else ""))
                if reason.startswith("which beats"):
                    (beaten,) = cards_in(reason)
                    assert rank_of(card, turn_up) > rank_of(beaten, turn_up)
                    assert all(rank_of(value, turn_up) <= rank_of(beaten, turn_up) for value in same)
                    assert counted_card(beaten, turn_up)[-1] == counted_card(card, turn_up)[-1]
                else:
                    assert not same
                    assert ("trump" in reason) is (suit_of(card, turn_up) == trumps)
                rank = RANKS[number - 1]
                for seat, who in enumerate(NAMES[: len(last["suits"])]):
                    placed = rank in last["placed"][seat]
                    right = seat == last["declarer"] and rank in {*last["right"], *last["turned"]}
                    lines = {
                        f"Abracadabra! {who} named it: {number} point": placed and not right and winner == seat,
                        f"Abracadabra! {who} exposed it: {2 * number} points.": right and winner == seat,
                        f"{who} exposed it and lost {2 * number} points.": right and winner != seat,
                    }
                    assert all((line in result) is is_expected for line, is_expected in lines.items())
                    vain = re.search(r"([\w, ]+) named it but lost it\.", result)
                    assert bool(vain and who in vain[1]) is (placed and not right and winner != seat)
    assert ({"which", "as", "the trump"} if name == "four" else {"which", "the trump"}) <= reasons


@pytest.mark.parametrize("name", TABLES)
def test_end_of_a_deal_names_successful_bidders(name: str) -> None:
    for seed in range(8):
        for state, log in play_game(name, seed, random_share=0.8):
            if log is None:
                continue
            last = state.view(None)["last"]
            result = PRESENTER.story(last, log, make_players())[-1].result
            if last["void"]:
                assert result == "Everyone passed: nobody scores this deal."
                continue
            assert ("Nobody fulfilled a bid." in result) is (not last["succeeded"])
            match = re.search(r"([\w, ]+) fulfilled (?:a bid|their bids?)(?:: \+(\d+) points( each)?)?\.", result)
            assert match
            for seat, who in enumerate(NAMES[: len(last["points"])]):
                assert (who in match[1]) is (seat in last["succeeded"])
                if seat in last["succeeded"]:
                    assert int(match[2]) == last["parts"][seat]["success"]
                    assert bool(match[3]) is (len(last["succeeded"]) > 1)
                own = PRESENTER.story(last, log, make_players(seat))[-1].result
                bid, won = len(last["placed"][seat]), last["parts"][seat]["tricks"]
                missed = re.search(r"You named (\w+) and won (\w+): no bonus\.", own)
                assert bool(missed) is (seat not in last["succeeded"])
                assert not missed or missed.groups() == (str(bid or "none"), str(won or "none"))


def test_all_pass_and_the_dummy_opens_for_one_more_round() -> None:
    state: State = GAME.new(2, GAME.resolve({}, 2), 0)
    state = state.chance("deal", random_order(state, Random(2)))
    for move in ("suit S", "suit H", "pass", "pass"):
        state = state.apply(state.to_act[0], move)
    view = state.view(None)
    (passage,) = PRESENTER.story(view, view["log"], make_players(), len(view["log"]) - 1)
    assert passage.sentences == (
        "Ada passed.",
        "Both passed: the dummy opens, and both bid again.",
    )
    state = state.apply(1, "bid 2").apply(0, "pass")
    view = state.view(None)
    (passage,) = PRESENTER.story(view, view["log"], make_players(), len(view["log"]) - 1)
    assert passage.result == "Bela is Declarer with 2 tricks."
    (passage,) = PRESENTER.story(state.view(1), view["log"], make_players(1), len(view["log"]) - 1)
    assert passage.result == "You are Declarer with 2 tricks."


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_rulebooks_examples_are_told(path: Path) -> None:
    """Every special rule that they show has its sentence."""
    game = json.loads(path.read_text("utf-8"))["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"], game["seats"]), game["dealer"])
    told_of: list[str] = []
    for event in game["events"]:
        before = state
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
        if state.number != before.number or state.finished:
            log = [*before.view(None)["log"], event]
            last = state.view(None)["last"]
            told_of.append(join_sentences(PRESENTER.story(last, log, make_players())))
            assert end_text(last, make_players()) in told_of[-1]
    expected = {
        "1-four-seats": ("the joker (as the ", "exposed it"),
        "2-void-and-no-trumps": ("The joker was turned up: there are no trumps.", "nobody scores this deal"),
        "3-the-dummy": ("from the dummy",),
        "4-the-short-pack": ("Declarer will choose trumps.",),
        "6-void-to-the-end": ("nobody scores this deal",),
        "8-all-twelve": ("Declarer with 12 tricks",),
    }
    assert all(line in " ".join(told_of) for line in expected.get(path.stem, ()))
