"""The moves of Conference as people meet them: cuts, the discard, the hired suit, cards by suit, and calls."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.ui.kit.forms import CardsField, Form, decode_values, encode
from bot.ui.scene import text
from bot.ui.table import layouts
from cogs.games.conference import calling
from cogs.games.tarot.cards import kind_of
from rules.contract import Refusal, State
from tests.cogs.games.conference.games import (
    EVERY,
    NAMES,
    PRESENTER,
    TITLE,
    Options,
    cards_in,
    find_position,
    make_players,
    play_game,
)
from tests.rules.conference.stacked import after, begin_play, deal_hands

SCORES = re.compile(r"(Good|Evil), (ours|yours): you score (\w+) and (\w+)")


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_moves_of_every_table_are_those_of_its_options_and_a_cut_is_youngest_s(options: Options) -> None:
    verbs = set[str]()
    for state, _ in play_game(0, options, 4 if options.get("between_hands") == "cut" else 1):
        if state.phase == "cut":  # nobody holds cards yet, and the hand offers it all the same
            (youngest,) = state.awaited
            for seat in range(4):
                offered = {choice.move for choice in PRESENTER.choices(state.view(seat))}
                assert offered == ({"cut 3", "cut 4", "reshuffle"} if seat == youngest else {"reshuffle"})
        for seat in state.awaited:
            verbs |= {move.partition(" ")[0] for move in state.legal(seat).moves}
    assert "play" in verbs
    assert ("gallowglass" in verbs) is bool(options.get("gallowglass"))


def test_cards_to_play_stand_by_suit_and_say_what_they_are_worth() -> None:
    state = find_position("play", {"good_evil": "trumps"})
    choices = PRESENTER.choices(state.view(state.to_act[0]))
    assert len(choices) == 19
    kinds = [choice.group for choice in choices]
    assert [first for first, second in pairwise([*kinds, ""]) if first != second] == sorted(set(kinds), key=kinds.index)
    for choice in choices:
        assert choice.card is not None
        assert len(choice.short.replace("\ufe0e", "")) <= 4
        assert re.search(r"(^|: )\d points?$", choice.hint)


def test_calls_say_what_they_make_count_and_do() -> None:
    """C7.1, C7.2: each of the four, against the suits that the rules then have."""
    cases: set[str] = set()
    for seed in range(12):
        for state, _ in play_game(seed, {"good_evil": "allegiance"}):
            if state.phase != "play":
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            for choice in PRESENTER.choices(view):
                match = SCORES.fullmatch(choice.label)
                assert bool(match) is choice.move.endswith(("ours", "yours"))
                if match:
                    _, card, word = choice.move.split(" ")
                    call = state.apply(seat, choice.move).view(None)
                    result = (call["calls"] or call["last"]["calls"])[-1]
                    letters = {"Earth": "E", "Air": "A", "Fire": "F", "Water": "W"}
                    assert [letters[match[3]], letters[match[4]]] == result["suits"][seat // 2]
                    assert f"your side scores {match[3]} and {match[4]}" in PRESENTER.moves.done(choice.move)
                    cases.add(f"{card} {word}")
    assert cases == {"GOOD ours", "GOOD yours", "EVIL ours", "EVIL yours"}


def test_caller_reads_the_effect_of_each_call() -> None:
    """C7.4, C7.6: the points of the tricks so far under each call, as they count once it is made."""
    cases: set[str] = set()
    for seed in range(30):
        for state, _ in play_game(seed, {"good_evil": "allegiance"}):
            if state.phase != "play" or not state.view(None)["tricks"]:
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            cards = [card for card in ("GOOD", "EVIL") if f"play {card} ours" in view["moves"]]
            assert calling.is_asked(view) is bool(cards)
            if not cards:
                continue
            scene = PRESENTER.hand(view, make_players(seat), TITLE)
            assert not scene.notes or view["barred"]
            name = cards[0].capitalize()
            if not view["calls"]:
                come = r"ours (\d+) to (\d+), yours (\d+) to (\d+)"
                when = "so far" if seat == view["dealer"] else "in tricks"
                so_far = re.search(rf"After a call trumps score 0\. {name} {when}: {come}\.", scene.prompt)
                assert so_far, scene.prompt
                for word, told_of in (("ours", so_far.groups()[:2]), ("yours", so_far.groups()[2:])):
                    data = state.apply(seat, f"play {cards[0]} {word}").view(seat)
                    if len(data["tricks"]) == len(view["tricks"]):
                        facts = dict(PRESENTER.hand(data, make_players(seat), TITLE).facts)
                        pairs = [f"You and {NAMES[seat ^ 1]}", "Others"]
                        assert [facts[pair].split(" ")[0] for pair in pairs] == list(told_of)
                        cases.add("counted")
                cases.add("both" if len(cards) == 2 else "one")
            else:
                keeps = re.search(r"“(\w+)” changes nothing; “(\w+)” swaps the suits from now on\.", scene.prompt)
                assert keeps
                for word, same in ((keeps[1], True), (keeps[2], False)):
                    data = state.apply(seat, f"play {cards[0]} {word}").view(None)
                    calls = data["calls"] or data["last"]["calls"]
                    assert (calls[1]["suits"] == calls[0]["suits"]) is same
                cases.add("anew")
            assert len(scene.prompt) <= 90
    assert cases == {"counted", "one", "both", "anew"}


def find_discard_form(state: State) -> Form:
    (form,) = PRESENTER.forms(state.view(state.to_act[0]))
    return form


@pytest.mark.parametrize("good_evil", ["trumps", "none"])
def test_the_discard_is_a_select_a_suit(good_evil: str) -> None:
    """C3.1: every card that may go stands in one, in order; four or two in all, and another number is told."""
    state = find_position("discard", {"good_evil": good_evil})
    seat, form = state.to_act[0], find_discard_form(state)
    count = 2 if good_evil == "none" else 4
    fields = [field for field in form.fields if isinstance(field, CardsField)]
    assert len(fields) == len(form.fields) <= 4
    assert [card for field in fields for card in field.cards] == state.view(seat)["choices"][0]["cards"]
    assert all(len({kind_of(card) for card in field.cards}) == 1 for field in fields)
    assert form.button == f"Discard {count} cards …"
    longest = max(fields, key=lambda field: len(field.cards))
    for number in range(min(count + 2, len(longest.cards))):
        values = tuple(field.cards[:number] if field is longest else () for field in fields)
        wrong = form.wrong(values)
        assert bool(wrong) is (number != count)
        if wrong:
            assert wrong == f"Choose {count} cards: you chose {number or 'none'}."
            with pytest.raises(Refusal):
                state.apply(seat, form.move(values))
        else:
            move = form.move(decode_values(form, encode(form, values)))
            state.apply(seat, move)
            assert cards_in(PRESENTER.moves.preview(move)) == set(longest.cards[:number])
            assert re.search(r": \d+ points? for your side\.$", PRESENTER.moves.preview(move))
            assert cards_in(PRESENTER.moves.done(move)) == set(longest.cards[:number])


FULL_OF_TRUMPS = "KE KA KF KW FOOL 1 21 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
"""21 cards: with two others of the suits they are a dealer's hand of which trumps must go (C3.1)."""


def test_where_trumps_go_too_what_must_go_is_said_and_the_rest_chosen() -> None:
    state = deal_hands({3: f"{FULL_OF_TRUMPS} 2E 3E"})
    view, form = state.view(3), find_discard_form(state)
    (field,) = form.fields
    assert isinstance(field, CardsField)
    assert (field.label, field.most) == ("Trumps: up to 2 of 14 that you may discard", 2)
    assert set(field.cards) == set(FULL_OF_TRUMPS.split()) - {"KE", "KA", "KF", "KW", "FOOL", "1", "21"}
    move = form.move((("2", "3"),))
    assert move == "discard 2E 3E 2 3"
    state.apply(3, move)
    assert form.wrong((("2",),)) == "Choose 2 cards besides the 2 of Earth and the 3 of Earth: you chose 1."
    (sentence,) = PRESENTER.hand(view, make_players(3), TITLE).notes
    record, must = sentence.split(" Trumps ")
    assert record == "Kings and Honours may not be discarded, so you must discard other cards."
    assert must == "go last, so you must discard the 2 of Earth and the 3 of Earth first. (C3.1)"


def test_where_nothing_is_left_to_choose_one_button_does_it() -> None:
    """With four cards that may go and no others those go, and nothing has to be chosen."""
    state = deal_hands({3: f"{' '.join(FULL_OF_TRUMPS.split()[:-2])} 2E 3E 4A 5W"})
    form = find_discard_form(state)
    assert form.button == ""
    (ready,) = form.ready
    assert cards_in(ready.label) == {"2E", "3E", "4A", "5W"}
    move = form.move(decode_values(form, encode(form, ready.values)))
    assert state.apply(3, move).view(3)["discard"] == ["2E", "3E", "4A", "5W"]
    rows = layouts._form_rows(1, 1, (form,), str)
    assert [component["label"] for row in rows for component in row["components"]] == [ready.label]


def test_barred_card_has_its_clause_and_the_forcing_card() -> None:
    """C4.2, C5.2, C7.3: by group, in the game's own order; a positive word where a hired card may stand in."""
    low = begin_play({0: "5E", 1: "QE 3E KA 9A 3 FOOL", 2: "6E"}, hire="A")
    view = after(low, "play 5E").view(1)
    notes = PRESENTER.hand(view, make_players(1), TITLE).notes
    follow = "Earth was led and you hold the 3 of Earth and 5 more, so you must play Earth. (C5.2)"
    assert notes == (
        f"{follow} You may always play the Fool. (C5.4)",
        "Air stands in only for court cards and you hold the 3 of Earth and 3 more, so you must play Earth. (C4.2)",
    )
    open_to = begin_play({0: "5E FOOL", 1: "QE JE KA 3F 3 -E", 2: "6E"}, hire="A")
    view = after(open_to, "play 5E").view(1)
    scene = PRESENTER.hand(view, make_players(1), TITLE)
    assert scene.prompt == "Play a card. Air can stand in. 2 points so far: 1 in cards, 1 for the trick."
    assert scene.notes == (
        "Earth was led and you hold the Jack of Earth and 1 more, so you must play Earth or Air. (C5.2)",
    )
    bound = begin_play({0: "GOOD 5E", 1: "EVIL 3E"}, good_evil="allegiance")
    state = after(bound, "play GOOD ours")
    view = state.view(1)
    (note,) = PRESENTER.hand(view, make_players(1), TITLE).notes
    assert note == "Your partner called, so you must play Evil now. (C7.3)"
    assert [choice.label for choice in PRESENTER.choices(view)] == ["Evil"]
    for seat in (0, 2, 3, None):
        other = state.view(seat)
        scene = (
            PRESENTER.table(other, make_players(), TITLE)
            if seat is None
            else PRESENTER.hand(other, make_players(seat), TITLE)
        )
        if seat is None or "EVIL" not in other["hand"]:
            assert "Evil" not in text.scene_text(scene)


def test_every_barred_card_is_covered_by_a_note() -> None:
    """Why can't I? of every card in random games: a note with the clause that the rules name ends in what must go."""
    clauses: set[str] = set()
    for seed in range(24):
        for state, _ in play_game(seed, EVERY[(1, 2, 3)[seed % 3]]):
            if state.phase != "play":
                continue
            view = state.view(state.to_act[0])
            notes = PRESENTER.hand(view, make_players(state.to_act[0]), TITLE).notes
            for card, (clause, _, _) in view["barred"].items():
                (explained,) = [note for note in notes if f"({clause})" in note]
                assert card in view["hand"]
                assert ", so you must play " in explained
                clauses.add(clause)
    assert clauses == {"C4.2", "C5.2", "C7.3"}


def test_a_dealer_without_kings_or_honours_is_not_told_that_nobody_stays() -> None:
    """C3.1: where all cards may be discarded nothing is barred, and no reason is given."""
    free = deal_hands(
        {3: " ".join(f"{rank}{suit}" for suit in "EAF" for rank in ("2", "3", "4", "5", "6", "7", "8", "9")[:8])[:-3]}
    )
    view = free.view(3)
    scene = PRESENTER.hand(view, make_players(3), TITLE)
    assert not view["barred"]
    assert not scene.notes
    assert scene.prompt == "Discard four cards. Their points count for your side."


def test_points_with_options_on_say_why_and_what_wins() -> None:
    """C4.4, C8.2 to C8.4: what a side has and needs; that a hired suit has no points; that more points win a call."""
    plain = begin_play({0: "KE 2E", 1: "QE KA -E", 2: "3E", 3: "4E"})
    assert PRESENTER.hand(plain.view(0), make_players(0), TITLE).prompt == "Lead a card. Your side has 0; 83 wins."
    hired = begin_play({0: "KE 2E", 1: "QE KA -E", 2: "3E", 3: "4E"}, hire="E")
    prompt = PRESENTER.hand(hired.view(0), make_players(0), TITLE).prompt
    assert prompt == "Lead a card. The others have 0 and the discard; 83 wins."  # seat 3 has dealt, and hired
    led = after(hired, "play KE")
    assert (
        PRESENTER.hand(led.view(1), make_players(1), TITLE).prompt
        == "Play a card. Only 1 point so far: Earth is hired."
    )
    offered = after(deal_hands({3: "2E 3E 4E 5E"}, gallowglass=True), "discard 2E 3E 4E 5E")
    assert PRESENTER.hand(offered.view(3), make_players(3), TITLE).prompt == (
        "Hire a suit, or none. Its cards and tricks get no card points; you need 83."
    )
    hand_after_call = after(
        begin_play({0: "GOOD KE", 1: "EVIL 3E", 2: "AE", 3: "QE"}, good_evil="allegiance"), "play GOOD ours"
    )
    (passage,) = PRESENTER.story(
        hand_after_call.view(2),
        hand_after_call.view(2)["log"],
        make_players(2),
        len(hand_after_call.view(2)["log"]) - 1,
    )
    assert passage.result == (
        "Ada called “ours”: your side scores Fire and Water, the others Earth and Air. Trumps score 0."
    )
