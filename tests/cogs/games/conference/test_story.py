"""The story of Conference against the rules: every entry, trick, call and end of a hand, for every reader."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.ui.game.presenter import Passage
from bot.ui.scene.text import TOLD
from cogs.games.conference.story import ended
from cogs.games.conference.tricks import why
from tests.cogs.games.conference.games import EVERY, GAME, LOOK, NAMES, WIDE, Options, players, states, told
from tests.support.needs import ROOT

EXAMPLES = sorted((ROOT / "seeds/conference/examples").glob("*.json"))
RANKS = ("A", *map(str, range(2, 11)), "J", "C", "Q", "K")
VALUES = {"A": 5, "K": 5, "Q": 4, "C": 3, "J": 2, "1": 5, "21": 5, "FOOL": 5, "GOOD": 0, "EVIL": 0}


def sentences(passages: Sequence[Passage]) -> str:
    return " ".join(sentence for one in passages for sentence in one.sentences)


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_every_entry_is_told_as_it_was_made(options: Options) -> None:
    """A passage an entry, from wherever it begins: who did what, with the cards that were named and no others."""
    verbs: set[str] = set()
    for seed in range(3):
        for state, log in states(seed, options, 4 if options.get("between_hands") == "cut" else 1):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = LOOK.story(last, log, players())
            for entry, passage in zip(log, passages, strict=True):
                if "event" in entry:
                    assert passage.text.startswith(f"{NAMES[last['dealer']]} dealt 19 cards")
                    assert (f"{len(last['discard'])}" == "4") is ("the dealer four more" in passage.text)
                    assert ("the Driver" in passage.text) is bool(options.get("league"))
                    continue
                verb, _, rest = entry["move"].partition(" ")
                verbs.add(verb)
                if verb == "play":
                    back = last["taken_back"]
                    cards = {rest.split(" ")[0]} | (
                        {back["card"], back["for"]} if back and "took back" in passage.text else set()
                    )
                    assert told(passage.text) == cards
                    assert (f"called “{rest.partition(' ')[2]}”" in passage.text) is (" " in rest)
                elif verb == "discard":
                    assert told(passage.text) == set(rest.split(" "))
                elif verb == "gallowglass":
                    assert ("no suit" in passage.text) is (rest == "none")
            assert sum("took back" in one.text for one in passages) == (last["taken_back"] is not None)
    assert {"play", "discard"} <= verbs
    assert ("gallowglass" in verbs) is bool(options.get("gallowglass"))
    assert (bool(verbs & {"cut", "reshuffle"})) is (options.get("between_hands") == "cut")


def test_what_is_forced_is_told_as_the_table_made_it() -> None:
    """The last card, unless others could not tell whether a call would go with it; and nothing else."""
    kinds: set[tuple[bool, bool]] = set()
    for seed in range(40):
        options = EVERY[seed % 2]
        forced: list[bool] = []
        before = None
        for state, log in states(seed, options):
            if before is not None and before.to_act:
                forced.append(GAME.forced(before.view(None)))
            before = state
            if log is not None:
                passages = LOOK.story(state.view(None)["last"], log, players())
                assert [one.forced for one in passages if "dealt 19" not in one.text] == forced
                assert all(("the last card" in one.text) for one in passages if one.forced)
                kinds |= {(one.forced, "the last card" in one.text) for one in passages}
    assert {(True, True), (False, False)} <= kinds


def beats(card: str, other: str) -> bool:
    """C5.3, C6.1, read once more: whether `card` is higher than `other` in its suit or as a trump."""

    def trump(one: str) -> int | None:
        return 0 if one in {"GOOD", "EVIL"} else int(one) if one.isdigit() else None

    mine, theirs = trump(card), trump(other)
    if mine is not None or theirs is not None:
        return mine is not None and (theirs is None or mine > theirs)
    return card[-1] == other[-1] and RANKS.index(card[:-1]) > RANKS.index(other[:-1])


def test_every_trick_is_told_with_its_winner_and_the_reason() -> None:
    """The card named beats every other that could have won; what is special is named with its clause."""
    reasons: set[str] = set()
    for seed in range(120):
        options = EVERY[seed % len(EVERY)]
        for state, log in states(seed, options):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = LOOK.story(last, log, players())
            first = next(place for place, entry in enumerate(log) if entry.get("move", "").startswith("play "))
            for number, trick in enumerate(last["tricks"]):
                result = passages[first + 4 * number + 3].result
                card = next(card for seat, card in trick["cards"] if seat == trick["winner"])
                lying = [one for one in trick["cards"] if one[1] not in {"FOOL", last["idle"]}]
                others = [one for _, one in lying if one != card]
                assert result.startswith(f"{NAMES[trick['winner']]} won trick {number + 1} with ")
                reason = why(last, number)
                assert reason in result
                spirits = [seat for seat, one in lying if one in {"GOOD", "EVIL"}]
                if "(C6.2)" in reason:
                    assert spirits[0] // 2 == spirits[1] // 2
                    reasons.add("together")
                elif "(C6.3)" in reason:
                    assert {seat // 2 for seat in spirits} == {0, 1}
                    assert card not in {"GOOD", "EVIL"}
                    assert all(not beats(other, card) for other in others if other not in {"GOOD", "EVIL"})
                    reasons.add("apart")
                elif "stood in" in reason:
                    assert card[-1] == last["gallowglass"]
                    assert not any(beats(other, card) for other in others if other.isdigit())
                    if beaten := told(reason):
                        assert RANKS.index(card[:-1]) >= RANKS.index(max(beaten)[:-1])
                    reasons.add("stood in")
                elif reason.startswith("the only"):
                    assert not any(beats(card, other) for other in others if not other.isdigit())
                    reasons.add("only")
                else:
                    (beaten,) = told(reason)
                    assert beats(card, beaten)
                    assert not any(
                        beats(other, beaten) for other in others if other != beaten and other[-1] == card[-1]
                    )
                    reasons.add("beats")
    assert reasons == {"together", "apart", "stood in", "only", "beats"}


def test_points_told_with_the_tricks_are_the_sides_own() -> None:
    """Without calls they add up to the totals, with the discard, and the Fool for its player's side (C3.2, C5.5)."""
    hands = 0
    for seed in range(12):
        for state, log in states(seed, EVERY[(0, 3)[seed % 2]]):
            if log is None:
                continue
            last = state.view(None)["last"]
            got = [0, 0]
            for passage in LOOK.story(last, log, players()):
                if match := re.match(r"(\w+) won trick \d+ with .*?: (\d+) points?\.", passage.result):
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
            assert all(abs(mine - told_) <= 5 for mine, told_ in zip(got, last["totals"], strict=True))
            if not last["fool"]:
                assert got == last["totals"]
            hands += 1
    assert hands == 12


def test_calls_are_told_with_what_they_turned_round() -> None:
    """C7.2, C7.4: each side with the suits that it scores; whether a second call changed anything."""
    seen: set[str] = set()
    for seed in range(60):
        for state, log in states(seed, EVERY[1]):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = LOOK.story(last, log, players())
            told_calls = [one.text for one in passages if " called “" in one.text]
            assert len(told_calls) == len(last["calls"])
            for place, (call, text) in enumerate(zip(last["calls"], told_calls, strict=True)):
                names = {"E": "Earth", "A": "Air", "F": "Fire", "W": "Water"}
                for side, pair in enumerate(("Ada and Bela", "Cleo and Dora")):
                    assert f"{pair} score {' and '.join(names[one] for one in call['suits'][side])}" in text
                if not place:
                    assert "(C7.2)" in text
                    seen.add("first")
                else:
                    same = call["suits"] == last["calls"][0]["suits"]
                    assert ("it changed nothing" in text) is same
                    assert ("turned round from trick" in text) is not same
                    seen.add("same" if same else "turned")
            for text in sentences(passages).split(". "):
                seen |= {word for word in ("as the lowest trump", "as the partner of the caller") if word in text}
            if last["taken_back"]:
                seen.add("taken back")
    assert seen == {
        "first", "same", "turned", "taken back", "as the lowest trump", "as the partner of the caller",
    }  # fmt: skip


def test_how_a_hand_ended_is_told_as_the_rules_count_it() -> None:
    """Card points, tricks and the Fool's exchange by side; who won how much, by which clause (C5.5, C8)."""
    seen: set[str] = set()
    for seed in range(60):
        for state, log in states(seed, EVERY[seed % len(EVERY)]):
            if log is None:
                continue
            last = state.view(None)["last"]
            result = LOOK.story(last, log, players())[-1].result
            for side, pair in enumerate(("Ada and Bela", "Cleo and Dora")):
                line = re.search(
                    rf"{pair}: (\d+) card points(, the discard included,)? and (\d+) tricks?, so (\d+)\.", result
                )
                assert line, result
                assert [int(line[1]), int(line[3]), int(line[4])] == [
                    last[key][side] for key in ("card_points", "won", "totals")
                ]
                assert bool(line[2]) is (last["dealer"] // 2 == side)
                won = re.search(rf"{pair} (?:had|won what).* \+(\d+) each", result)
                assert bool(won) is (last["points"][2 * side] > 0)
                assert not won or int(won[1]) == last["points"][2 * side]
            seen |= set(re.findall(r"\(C\d\.\d\)", result))
            if last["fool"] and last["fool"]["given"] != "FOOL":
                assert last["fool"]["given"] in told(result)
            seen.add("short" if "Neither side has 83" in result else "won")
    assert {"(C5.5)", "(C8.2)", "(C8.3)", "(C8.4)", "short", "won"} <= seen


def played(path: Path) -> dict[str, Any]:
    """How the last hand of an example went."""
    game = json.loads(path.read_text("utf-8"))["game"]
    state = GAME.new(game["seats"], GAME.resolve(game["options"]), game["dealer"])
    for event in game["events"]:
        state = state.chance(event["event"], event["cards"]) if "event" in event else state.apply(*event.values())
    return state.view(None)["last"]


WANTED = {
    "1-good-and-evil-together": "as Good and Evil from one side beat everything (C6.2)",
    "2-good-against-evil": "as Good and Evil from both sides count for nothing (C6.3)",
    "3-attack-and-defence": "the Driver, was given the World (21)",
    "4-a-gamble-with-a-hired-suit": "Neither side has 83: ",
    "5-a-card-taken-back": "took back",
    "6-whatever-was-led": "as the partner of the caller must (C7.3)",
    "7-a-call-turned-round": "turned round from trick",
    "8-one-caller-with-both": "as the lowest trump (C7.5)",
    "9-too-many-trumps": "laid away",
    "10-the-fool-is-given-up": "had won no trick and gave the Fool to",
    "11-four-hands-and-a-cut": "had the pack shuffled",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_rulebooks_examples_are_told(path: Path) -> None:
    """Every special rule that they show has its sentence."""
    last = played(path)
    text = sentences(LOOK.story(last, last["log"], players()))
    assert WANTED[path.stem] in text
    assert ended(last, players()) in text


def test_the_reader_is_you_and_the_longest_names_have_room() -> None:
    for options in EVERY:
        for state, log in states(5, options):
            if log is None:
                continue
            last = state.view(None)["last"]
            mine = sentences(LOOK.story(last, log, players(1)))
            assert "Ada and you" in mine
            assert "You and Bela" in sentences(LOOK.story(last, log, players(0)))
            for passage in LOOK.story(last, log, players(None, WIDE)):
                assert sum(map(len, passage.sentences)) <= TOLD
