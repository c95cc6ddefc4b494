"""The story of Mitigati against the rules: every word, trick and end of a hand, and every reader of random games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cogs.games.mitigati.story import end_text
from cogs.games.tarot.cards import card_text_after_name, worth_of
from cogs.games.tarot.tricks import winning_reason
from rules.mitigati.records import Word
from rules.mitigati.settlement import sum_asks, sum_offers
from tests.cogs.games.mitigati.games import GAME, NAMES, PRESENTER, cards_in, make_players, play_game
from tests.support.needs import ROOT

EXAMPLES = sorted((ROOT / "seeds/mitigati/examples").glob("*.json"))


@pytest.mark.parametrize("bargaining", [True, False])
def test_every_entry_is_told_as_it_was_made(bargaining: bool) -> None:
    """A passage an entry, from wherever it begins: who did what, with the cards that were named and no others."""
    hands = 0
    for seed in range(4):
        for state, log in play_game(seed, bargaining=bargaining):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            for entry, passage in zip(log[1:], passages[1:], strict=True):
                verb, _, rest = entry["move"].partition(" ")
                if verb in {"ask", "offer"}:
                    assert re.findall(r"\d+", passage.text) == [rest]
                if verb in {"play", "discard"}:
                    assert cards_in(passage.text) == set(rest.split(" "))
            declared = [
                entry_passage
                for entry, entry_passage in zip(log, passages, strict=True)
                if "declare " in entry.get("move", "")
            ]
            for passage, seat in zip(declared, [(last["dealer"] + 1 + step) % 3 for step in range(3)], strict=False):
                items = last["declarations"][seat]["items"]
                added_cards = {card for item in items for card in item["cards"]}
                if items:
                    assert cards_in(passage.text) <= added_cards
                    together = f"; {last['declarations'][seat]['worth']} together."
                    text = f"declared {last['declarations'][seat]['worth']} points for "
                    assert (together if len(items) > 1 else text) in passage.text
                else:
                    assert "declared nothing" in passage.text
            forced = [entry_passage for entry_passage in passages if entry_passage.forced]
            assert len(forced) == (0 if last["bought_off"] else 3)
            hands += 1
    assert hands == 12


def test_packets_are_told_as_they_are_dealt() -> None:
    """After Continue and after three passes in a row, each round under its own heading (M3.1, M3.4, M3.7)."""
    why_told: set[str] = set()
    for seed in range(12):
        reached = 0
        for state, _ in play_game(seed):
            view = state.view(None)
            if (
                state.phase in {"bargain", "discard"}
                and reached
                and view["reached"] == reached + 1
                and len(view["log"]) > 1
            ):
                passage = PRESENTER.story(view, view["log"], make_players(), len(view["log"]) - 1)[0]
                follows = "no more bargaining." if view["reached"] == 5 else "bargaining begins anew."
                assert f"Packet {view['reached']}: {follows}" in passage.result
                assert ("took the last three cards" in passage.result) is (view["reached"] == 5)
                assert passage.text.endswith(("continued the deal.", "passed."))
                why_told.add("three" if "Three passes" in passage.result else "continue")
                headings = [
                    packet_passage.heading
                    for packet_passage in PRESENTER.story(view, view["log"], make_players())
                    if packet_passage.heading
                ]
                assert len([heading for heading in headings if heading.startswith("Bargaining")]) == view["reached"] - 2
            reached = view["reached"]
    assert why_told == {"three", "continue"}


def beats(card: str, other: str) -> bool:
    """Check whether `card` is higher than `other` in its suit or as a trump: M6.3, read once more."""
    ranks = ["A", *map(str, range(2, 11)), "J", "C", "Q", "K"]
    if card.isdigit() or other.isdigit():
        return card.isdigit() and (not other.isdigit() or int(card) > int(other))
    return card[-1] == other[-1] and ranks.index(card[:-1]) > ranks.index(other[:-1])


def test_every_trick_is_told_with_its_winner_and_the_reason() -> None:
    """The card named beats every other card that could have won, and its points are counted."""
    reasons: set[str] = set()
    for seed in range(6):
        for state, log in play_game(seed, bargaining=False):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            first = next(place for place, entry in enumerate(log) if entry.get("move", "").startswith("play "))
            for number, trick in enumerate(last["tricks"]):
                result = passages[first + 3 * number + 2].result
                card = next(card for seat, card in trick["cards"] if seat == trick["winner"])
                others = [other_card for _, other_card in trick["cards"] if other_card not in {card, "FOOL"}]
                reason = winning_reason(trick, card)
                assert result.startswith(f"{NAMES[trick['winner']]}'s {card_text_after_name(card)} {reason}: ")
                points = worth_of(other_card for _, other_card in trick["cards"] if other_card != "FOOL")
                assert re.search(rf": {points} points?\.", result)
                assert passages[first + 3 * number].heading == f"Trick {number + 1}"
                if reason.startswith("wins as nobody else played"):
                    assert not any(beats(card, other) or beats(other, card) for other in others)
                else:
                    (beaten,) = cards_in(reason)
                    assert beats(card, beaten)
                    assert not any(beats(other, beaten) for other in others)
                reasons.add(reason.split(" ")[0] + ("trump" if card.isdigit() else ""))
    assert reasons == {"beats", "beatstrump", "wins"}


def test_how_a_hand_ended_is_told_as_the_rules_count_it() -> None:
    """The Fool's exchange, or words and what was shared; and what it brought each player."""
    fools: set[str] = set()
    for seed in range(14):
        for state, log in play_game(seed, bonuses="flat" if seed % 2 else "each"):
            if log is None:
                continue
            last = state.view(None)["last"]
            result = PRESENTER.story(last, log, make_players())[-1].result
            if last["bought_off"]:
                standing = [word and Word(*word) for word in last["words"]]
                assert f"{sum_offers(standing)} offered" in result
                assert (f"{sum_asks(standing)} asked" if sum_asks(standing) else "nothing asked") in result
                assert ("left over cut the offers" in result) is (
                    sum_offers(standing) > sum_asks(standing) > 0 and None not in standing
                )
                silent = [seat for seat, word in enumerate(standing) if word is None and last["points"][seat]]
                for seat in range(3):
                    gift = re.search(rf"left over went to .*{NAMES[seat]}.*, who only passed\.", result)
                    assert bool(gift) is (seat in silent)
                for seat, points in enumerate(last["points"]):
                    assert re.search(rf"{NAMES[seat]} {re.escape(write_number(points))}[,.]", result)
                continue
            for seat, points in enumerate(last["points"]):
                assert re.search(rf"{NAMES[seat]} {re.escape(write_number(points))}[,.]", result)
            fool = last["fool"]
            if fool and fool["given"] != "FOOL" and fool["from"] != fool["to"]:
                assert fool["given"] in cards_in(result)
            fools.add("itself" if fool and fool["given"] == "FOOL" else "kept" if fool else "none")
    assert "kept" in fools


def write_number(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_rulebooks_examples_are_told(path: Path) -> None:
    """Every special rule that they show has its sentence."""
    game = json.loads(path.read_text("utf-8"))["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"]), game["dealer"])
    for event in game["events"]:
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
    last = state.view(None)["last"]
    result = end_text(last, make_players())
    expected = {
        "1-an-offer-is-cut": "The 3 left over cut the offers, the last one first.",
        "6-the-fool-is-given-up": "had won no trick and gave the Fool to",
        "8-three-offers": "Nobody asked, so nobody pays.",
    }
    assert expected.get(path.stem, "") in result
