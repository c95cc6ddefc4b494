"""The story of Conference against the rules: every entry, trick, call and end of a hand, for every reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.ui.scene.text import MAX_EVENTS_LETTERS
from cogs.games.conference.story import end_text
from cogs.games.conference.tricks import winning_reason
from cogs.games.tarot.cards import card_text_after_name
from tests.cogs.games.conference.games import (
    EVERY,
    GAME,
    NAMES,
    PRESENTER,
    WIDE,
    Options,
    cards_in,
    make_players,
    play_game,
)
from tests.cogs.games.passages import join_sentences
from tests.support.needs import ROOT

EXAMPLES = sorted((ROOT / "seeds/conference/examples").glob("*.json"))
RANKS = ("A", *map(str, range(2, 11)), "J", "C", "Q", "K")
VALUES = {"A": 5, "K": 5, "Q": 4, "C": 3, "J": 2, "1": 5, "21": 5, "FOOL": 5, "GOOD": 0, "EVIL": 0}


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_every_entry_is_told_as_it_was_made(options: Options) -> None:
    """A passage an entry, from wherever it begins: who did what, with the cards that were named and no others."""
    verbs: set[str] = set()
    for seed in range(3):
        for state, log in play_game(seed, options, 4 if options.get("between_hands") == "cut" else 1):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            for entry, passage in zip(log, passages, strict=True):
                if "event" in entry:
                    assert passage.text.startswith(f"{NAMES[last['dealer']]} dealt 19 cards")
                    assert (f"{len(last['discard'])}" == "4") is ("and took four more" in passage.text)
                    assert ("got the World (21), " in passage.text) is bool(options.get("league"))
                    continue
                verb, _, rest = entry["move"].partition(" ")
                verbs.add(verb)
                if verb == "play":
                    back = last["taken_back"]
                    assert cards_in(passage.text) == {rest.split(" ")[0]}
                    assert (f" called “{rest.partition(' ')[2]}”: " in passage.result) is (" " in rest)
                    if back and "took back" in passage.result:
                        assert {back["card"], back["for"]} <= cards_in(passage.result)
                elif verb == "discard":
                    assert cards_in(passage.text) == set(rest.split(" "))
                elif verb == "gallowglass":
                    assert ("no suit" in passage.text) is (rest == "none")
            assert sum("took back" in other_passage.result for other_passage in passages) == (
                last["taken_back"] is not None
            )
    assert {"play", "discard"} <= verbs
    assert ("gallowglass" in verbs) is bool(options.get("gallowglass"))
    assert (bool(verbs & {"cut", "reshuffle"})) is (options.get("between_hands") == "cut")


def test_forced_moves_are_told_as_automatic() -> None:
    """The last card, unless others could not tell whether a call would go with it; and nothing else."""
    kinds: set[bool] = set()
    for seed in range(20):
        options = EVERY[seed % 2]
        forced: list[bool] = []
        before = None
        for state, log in play_game(seed, options):
            if before is not None and before.to_act:
                forced.append(GAME.conduct.is_forced(before.view(None)))
            before = state
            if log is not None:
                passages = PRESENTER.story(state.view(None)["last"], log, make_players())
                assert [passage.forced for passage in passages if "dealt 19" not in passage.text] == forced
                assert all(passage in passages[-4:] for passage in passages if passage.forced)
                assert "In the last trick " in passages[-1].result
                assert not any("last" in passage.text for passage in passages)  # said once, with who won it
                assert all("In the last trick" not in passage.result for passage in passages[:-1])
                winner = state.view(None)["last"]["tricks"][-1]["winner"]
                own = PRESENTER.story(state.view(None)["last"], log, make_players(winner))[-1].result
                assert "In the last trick your " in own
                kinds |= {passage.forced for passage in passages}
    assert kinds == {True, False}


def beats(card: str, other: str) -> bool:
    """Check whether `card` is higher than `other` in its suit or as a trump: C5.3 and C6.1, read once more."""

    def find_trump_rank(number: str) -> int | None:
        return 0 if number in {"GOOD", "EVIL"} else int(number) if number.isdigit() else None

    rank, other_rank = find_trump_rank(card), find_trump_rank(other)
    if rank is not None or other_rank is not None:
        return rank is not None and (other_rank is None or rank > other_rank)
    return card[-1] == other[-1] and RANKS.index(card[:-1]) > RANKS.index(other[:-1])


def test_every_trick_is_told_with_its_winner_and_the_reason() -> None:
    """The card named beats every other that could have won; a reason is told only where a special rule is one."""
    reasons: set[str] = set()
    for seed in range(60):
        options = EVERY[seed % len(EVERY)]
        for state, log in play_game(seed, options):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            first = next(place for place, entry in enumerate(log) if entry.get("move", "").startswith("play "))
            for number, trick in enumerate(last["tricks"]):
                result = passages[first + 4 * number + 3].result
                card = next(card for seat, card in trick["cards"] if seat == trick["winner"])
                lying = [other_card for other_card in trick["cards"] if other_card[1] not in {"FOOL", last["idle"]}]
                others = [value for _, value in lying if value != card]
                reason = winning_reason(last, number)
                assert f"{NAMES[trick['winner']]}'s {card_text_after_name(card)} {reason}: " in result
                assert passages[first + 4 * number].heading == f"Trick {number + 1}"
                fools = [seat // 2 for seat, other_card in trick["cards"] if other_card == "FOOL"]
                have_tricks = {entry["winner"] // 2 for entry in last["tricks"][: number + 1]}
                if "The Fool's 5 points count, too, until " in result:  # C5.5
                    assert fools
                    assert fools[0] not in have_tricks
                    reasons.add("Fool")
                elif fools and fools[0] not in have_tricks and number < 18:
                    assert last["calls"] or last["gallowglass"] not in {None, "none"}
                spirits = [seat for seat, value in lying if value in {"GOOD", "EVIL"}]
                if "from one side" in reason:
                    assert spirits[0] // 2 == spirits[1] // 2
                    reasons.add("together")
                elif "from both sides" in reason:
                    assert {seat // 2 for seat in spirits} == {0, 1}
                    assert card not in {"GOOD", "EVIL"}
                    assert all(not beats(other, card) for other in others if other not in {"GOOD", "EVIL"})
                    reasons.add("apart")
                elif "standing in" in reason:
                    assert card[-1] == last["gallowglass"]
                    assert not any(beats(other, card) for other in others if other.isdigit())
                    led = reason.rsplit(" ", 1)[1][0]
                    ranks = [RANKS.index(other[:-1]) for other in others if other[-1] == led]
                    assert all(RANKS.index(card[:-1]) >= rank for rank in ranks)
                    later = RANKS.index(card[:-1]) in ranks
                    assert (f"as the later {card_text_after_name(card).split(' ')[0]}, " in reason) is later
                    reasons |= {"stood in", "later"} if later else {"stood in"}
                else:
                    assert reason == "wins"
                    assert not any(beats(other, card) for other in others)
                    reasons.add("plain")
    assert reasons >= {"together", "apart", "stood in", "plain", "Fool"}


def test_points_told_with_the_tricks_are_the_sides_own() -> None:
    """Without calls they add up to the totals, with the discard, and the Fool for its player's side (C3.2, C5.5)."""
    hands = 0
    for seed in range(12):
        for state, log in play_game(seed, EVERY[(0, 3)[seed % 2]]):
            if log is None:
                continue
            last = state.view(None)["last"]
            got = [0, 0]
            for passage in PRESENTER.story(last, log, make_players()):
                if match := re.search(r"(\w+)'s [^:.]*: (\d+) points?\.", passage.result):
                    got[NAMES.index(match[1]) // 2] += int(match[2])
            discard = sum(
                VALUES.get(card) or VALUES.get(card[:-1], 1) if card not in {"GOOD", "EVIL"} else 0
                for card in last["discard"]
                if card[-1] != last["gallowglass"]
            )
            got[last["dealer"] // 2] += discard
            fools = [seat for trick in last["tricks"] for seat, card in trick["cards"] if card == "FOOL"]
            for seat in fools:
                got[seat // 2] += 5
            assert all(abs(points - total) <= 5 for points, total in zip(got, last["totals"], strict=True))
            if not last["fool"]:
                assert got == last["totals"]
            hands += 1
    assert hands == 12


def test_calls_are_told_with_what_they_turned_round() -> None:
    """C7.2, C7.4: each side with the suits that it scores; whether a second call changed anything."""
    cases: set[str] = set()
    for seed in range(60):
        for state, log in play_game(seed, EVERY[1]):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, make_players())
            told_calls = [passage.result for passage in passages if " called “" in passage.result]
            assert len(told_calls) == len(last["calls"])
            for place, (call, text) in enumerate(zip(last["calls"], told_calls, strict=True)):
                names = {"E": "Earth", "A": "Air", "F": "Fire", "W": "Water"}
                same = bool(place) and call["suits"] == last["calls"][0]["suits"]
                for side, pair in enumerate(("Ada and Bela", "Cleo and Dora")):
                    scores = " and ".join(names[value] for value in call["suits"][side])
                    assert bool(re.search(rf"{pair} (score )?{scores}", text)) is not same
                assert text.rstrip().count("Trumps score 0.") == (not place)
                assert ("nothing changes" in text) is same
                assert (f" from trick {call['trick'] + 1} on." in text) is (bool(place) and not same)
                cases.add("same" if same else "turned" if place else "first")
            for text in join_sentences(passages).split(". "):
                cases |= {word for word in ("as the lowest trump", "as the caller's partner must") if word in text}
            if last["taken_back"]:
                cases.add("taken back")
    assert cases == {
        "first", "same", "turned", "taken back", "as the lowest trump", "as the caller's partner must",
    }  # fmt: skip


def test_how_a_hand_ended_is_told_as_the_rules_count_it() -> None:
    """The Fool's exchange by side; who has how many points, and what they bring (C5.5, C8)."""
    cases: set[str] = set()
    for seed in range(60):
        for state, log in play_game(seed, EVERY[seed % len(EVERY)]):
            if log is None:
                continue
            last = state.view(None)["last"]
            result = PRESENTER.story(last, log, make_players())[-1].result
            for side, pair in enumerate(("Ada and Bela", "Cleo and Dora")):
                won = re.search(rf"{pair} (?:get|have (\d+) points to (\d+)).*\+(\d+) each", result)
                assert bool(won) is (last["points"][2 * side] > 0)
                assert not won or int(won[3]) == last["points"][2 * side]
                assert not won or won[1] is None or [int(won[1]), int(won[2])] == last["totals"][:: 1 - 2 * side]
            assert not re.search(r"\(C\d", result)
            if last["fool"] and last["fool"]["given"] != "FOOL":
                assert last["fool"]["given"] in cards_in(result)
            cases.add("short" if "Neither side has 83" in result else "won")
            cases |= {"fool"} if last["fool"] else set()
    assert cases == {"fool", "short", "won"}


def play_example(path: Path) -> dict[str, Any]:
    """Play an example; return how its last hand went."""
    game = json.loads(path.read_text("utf-8"))["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"]), game["dealer"])
    for event in game["events"]:
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
    return state.view(None)["last"]


EXPECTED_WORDS = {
    "1-good-and-evil-together": "wins, as Good and Evil from one side beat everything",
    "2-good-against-evil": "as Good and Evil from both sides cancel out",
    "3-attack-and-defence": "got the World (21)",
    "4-a-gamble-with-a-hired-suit": "Neither side has 83: ",
    "5-a-card-taken-back": "took back",
    "6-whatever-was-led": "as the caller's partner must",
    "7-a-call-turned-round": " from trick ",
    "8-one-caller-with-both": "as the lowest trump",
    "9-too-many-trumps": "discarded",
    "10-the-fool-is-given-up": "had won no trick and gave the Fool to",
    "11-four-hands-and-a-cut": "had the pack shuffled",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_rulebooks_examples_are_told(path: Path) -> None:
    """Every special rule that they show has its sentence."""
    last = play_example(path)
    text = join_sentences(PRESENTER.story(last, last["log"], make_players()))
    assert EXPECTED_WORDS[path.stem] in text
    assert end_text(last, make_players()) in text


def test_the_reader_is_you_and_the_longest_names_have_room() -> None:
    names: set[str] = set()
    for options in EVERY:
        for state, log in play_game(5, options):
            if log is None:
                continue
            last = state.view(None)["last"]
            winners = last["points"].index(max(last["points"])) // 2
            winner_text = join_sentences(PRESENTER.story(last, log, make_players(2 * winners + 1)))
            assert f"{NAMES[2 * winners]} and you have " in winner_text or "Neither side has 83" in winner_text
            partner_text = join_sentences(PRESENTER.story(last, log, make_players(2 * winners)))
            assert f"You and {NAMES[2 * winners + 1]} " in partner_text
            for call in last["calls"][:1]:
                scores = call["suits"][winners][0] == "E"
                assert f"your side scores {'Earth and Air' if scores else 'Fire and Water'}, the others" in winner_text
                names.add("call")
            for passage in PRESENTER.story(last, log, make_players(None, WIDE)):
                assert sum(map(len, passage.sentences)) <= MAX_EVENTS_LETTERS
    assert names == {"call"}
