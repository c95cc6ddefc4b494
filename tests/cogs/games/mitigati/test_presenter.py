"""The moves of Mitigati as people meet them: words, quick numbers, the forms of the discard and of declarations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.ui.kit.forms import CardsField, Form, decode_values, encode, values_for_move
from cogs.games.mitigati.bargaining import current_round, outcome
from cogs.games.mitigati.declaring import BESIDE, BOTH
from cogs.games.tarot.cards import kind_of, worth_of
from cogs.games.tarot.pack import TAROT
from rules.contract import Refusal, State, View
from rules.registry import GAMES
from tests.cogs.games.mitigati.games import NAMES, PRESENTER, TITLE, cards_in, find_position, make_players, play_game
from tests.rules.mitigati.stacked import after, begin_play, deal_hands

BARGAIN = {"bargaining": True}


def begin_bargaining(*words: str) -> State:
    """Return a first round of bargaining after these words; seat 0 speaks first."""
    return after(deal_hands({}, 2, BARGAIN), *words)


def map_forms(state: State) -> dict[str, Form]:
    return {form.key: form for form in PRESENTER.forms(state.view(state.to_act[0]))}


def list_preset_labels(form: Form) -> list[str]:
    return [preset.label for preset in form.ready]


def list_moves_like_pass(state: State) -> set[str]:
    """Return "continue" where a pass deals the next packet, too: it is offered as a pass alone (M3.4, M3.7)."""
    seat = state.to_act[0]
    if state.phase != "bargain":
        return set()
    views = [state.apply(seat, word).view(seat) for word in ("pass", "continue")]
    return {"continue"} if len({str({**view, "log": [], "moves": []}) for view in views}) == 1 else set()


def test_words_without_a_number_and_declaring_nothing_are_choices() -> None:
    """What needs a number, cards or bonuses is a form."""
    verbs = set[str]()
    for seed in range(3):
        for state, _ in play_game(seed, bargaining=seed % 2 == 0):
            if not state.to_act:
                continue
            moves = state.legal(state.to_act[0]).moves
            choices = {choice.move for choice in PRESENTER.choices(state.view(state.to_act[0]))}
            words = {"pass", "continue"} - list_moves_like_pass(state)
            offered = {"bargain": words, "discard": set[str]()}
            assert choices == offered.get(state.phase, set(moves))
            verbs |= {move.partition(" ")[0] for move in moves}
    assert verbs == {"pass", "continue", "declare", "play"}


def test_cards_to_play_stand_by_suit_and_say_what_they_are_worth() -> None:
    state = find_position("play", fewest=22)
    choices = PRESENTER.choices(state.view(state.to_act[0]))
    kinds = [choice.group for choice in choices]
    assert [first for first, second in pairwise([*kinds, ""]) if first != second] == sorted(set(kinds), key=kinds.index)
    for choice in choices:
        assert choice.card is not None
        assert choice.label.removeprefix("Trump ") in TAROT.name_of(choice.card) or cards_in(f"the {choice.label}")
        assert re.fullmatch(r"\d+|Fool|(A|\d+|J|C|Q|K) (Ea|Ai|Fi|Wa)", choice.short)
        assert re.search(r"(^|: )\d points?$", choice.hint)


def test_quick_numbers_meet_what_others_said_and_go_on_from_ones_own_word() -> None:
    """The number at which offers and asks meet says that it settles, at once or if all pass (M3.5)."""
    fresh = map_forms(begin_bargaining())
    assert list_preset_labels(fresh["ask"]) == ["Ask 5", "Ask 10"]
    assert list_preset_labels(fresh["offer"]) == ["Offer 5: you \u22125 if all pass"]
    meeting = map_forms(begin_bargaining("ask 17", "pass"))
    assert "Offer 17: hand ends" not in list_preset_labels(meeting["offer"])  # seat 1 has not been heard since the ask
    assert list_preset_labels(map_forms(begin_bargaining("ask 17"))["offer"]) == ["Offer 17: you \u221217 if all pass"]
    settling = map_forms(begin_bargaining("ask 17", "offer 4"))
    assert list_preset_labels(settling["offer"]) == ["Offer 13: hand ends, you \u221213"]
    assert settling["offer"].brings((13,)) == "That ends the hand: \u221213 for you."
    assert not settling["offer"].brings((12,))
    over = map_forms(begin_bargaining("offer 10", "offer 12"))
    assert list_preset_labels(over["offer"]) == []  # each would bring nothing
    assert list_preset_labels(over["ask"]) == ["Ask 30"]  # to ask for 22 brings what a pass brings
    lower = map_forms(begin_bargaining("ask 17", "offer 2", "pass"))
    assert list_preset_labels(lower["ask"]) == ["Ask 2: you +2 if all pass"]
    higher = map_forms(begin_bargaining("offer 9", "ask 60", "pass"))
    assert "ask" not in higher
    assert list_preset_labels(higher["offer"]) == ["Offer 60: you \u221260 if all pass"]


def test_preview_of_a_pass_equals_its_result() -> None:
    """At every turn of random bargaining, against the rules themselves; and what a ready number says it settles."""
    cases: set[str] = set()
    for seed in range(20):
        for state, _ in play_game(seed, hands=1):
            if state.phase != "bargain":
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            prompt = PRESENTER.hand(view, make_players(seat), TITLE).prompt
            assert len(prompt) <= 75
            label = next(choice.label for choice in PRESENTER.choices(view) if choice.move == "pass")
            words = [word for word in [view["words"][seat]] if word is not None and word[0] == "ask"]
            apart = f"Once offers ({view['offered']}) reach asks ({view['asked']}), they are paid and the hand ends."
            if words:
                apart = f"{view['offered']} offered, {view['asked']} asked. Offering drops your own ask."
            assert prompt == apart or "ffers" not in prompt
            continued = [choice.label for choice in PRESENTER.choices(view) if choice.move == "continue"]
            dealt_on = "5 more cards" if view["reached"] < 4 else "last 5 cards, then play"
            if any(view["words"]):
                dealt_on = f"5 cards, no {name_cancelled_words(view)}"
            assert continued == ([] if list_moves_like_pass(state) else [f"Continue: {dealt_on}"])
            after_it = state.apply(seat, "pass")
            last = after_it.view(None)["last"]
            if last:
                for number, points in enumerate(last["points"]):
                    name = "you" if number == seat else NAMES[number]
                    assert f"{name} {write_signed(points)}" in prompt
                assert prompt.startswith("If you pass, the hand ends: ")
                assert label == f"Pass: hand ends, you {write_signed(last['points'][seat])}"
                cases.add("settles")
            elif after_it.view(None)["reached"] > view["reached"]:
                assert label == f"Pass: {dealt_on}"
                assert list_moves_like_pass(state)
                assert not prompt.startswith("If you")
                cases.add("deals")
            else:
                assert label == ("Pass" if view["words"][seat] is None else f"Pass: keep your {view['words'][seat][0]}")
                match = re.fullmatch(r"If you and (\w+) pass, the hand ends: you (.+)\.", prompt)
                ended = after_it.apply(after_it.to_act[0], "pass").view(None)["last"]
                assert bool(match) is bool(ended)
                if match:
                    assert match[1] == NAMES[after_it.to_act[0]]
                    assert match[2] == write_signed(ended["points"][seat])
                else:
                    assert prompt in {apart, "Ask to be paid, or offer to pay, to end the hand."}
                cases.add("waits" if match else "nothing")
            for form in PRESENTER.forms(view):
                for ready in form.ready:
                    words = state.apply(seat, form.move(ready.values))
                    end = words.view(None)["last"]
                    text = (
                        f": hand ends, you {write_signed(end['points'][seat])}"
                        if end
                        else describe_settlement(words, seat)
                    )
                    assert ready.label == f"{form.key.capitalize()} {ready.values[0]}{text}"
                    assert bool(form.brings(ready.values)) is bool(end)
            assert outcome(view, current_round(view)).points is None
    assert cases == {"settles", "deals", "waits", "nothing"}


def name_cancelled_words(view: View) -> str:
    """Return what goes with the next packet, from the words that stand (M3.4)."""
    verbs = {place: word[0] for place, word in enumerate(view["words"]) if word}
    if len(set(verbs.values())) == 2:
        return "bargain"
    (kind,) = set(verbs.values())
    return kind + "s" * (len(verbs) > 1)


def describe_settlement(state: State, seat: int) -> str:
    """Return what a label says of a word that settles once both others pass."""
    for _ in range(2):
        state = state.apply(state.to_act[0], "pass") if state.to_act else state
    last_hand = state.view(None)["last"]
    return f": you {write_signed(last_hand['points'][seat])} if all pass" if last_hand else ""


def write_signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def find_discard_form() -> tuple[State, Form]:
    state = find_position("discard")
    (form,) = PRESENTER.forms(state.view(state.to_act[0]))
    return state, form


def test_the_discard_is_a_select_a_suit_and_one_for_trumps() -> None:
    """Every card that may go stands in one of five, in order, and no other."""
    state, form = find_discard_form()
    view = state.view(state.to_act[0])
    fields = [field for field in form.fields if isinstance(field, CardsField)]
    assert len(fields) == len(form.fields) <= 5
    assert [card for field in fields for card in field.cards] == view["choices"][0]["cards"]
    assert all(len({kind_of(card) for card in field.cards}) == 1 for field in fields)
    counts = [len(field.cards) for field in fields]
    expected = [f"up to {min(3, number)}" + f" of {number} that you may discard" * (number > 3) for number in counts]
    assert [field.label.split(": ")[1] for field in fields] == expected
    assert [field.worths for field in fields] == [tuple(worth_of([card]) for card in field.cards) for field in fields]
    picked_cards = pick_cards(fields, 3)
    assert values_for_move(form, form.move(picked_cards), GAMES["mitigati"].canonical) == picked_cards
    move = form.move(picked_cards)
    state.apply(state.to_act[0], move)
    assert cards_in(PRESENTER.moves.preview(move)) == {card for part in picked_cards for card in part}
    assert re.search(r": \d+ points? for you\.$", PRESENTER.moves.preview(move))


def pick_cards(fields: Sequence[CardsField], count: int) -> tuple[tuple[str, ...], ...]:
    """Return so many of the cards, one from each field as long as there are fields left."""
    return tuple(
        field.cards[: count // len(fields) + (place < count % len(fields))] for place, field in enumerate(fields)
    )


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_a_discard_of_another_number_is_told_before_it_is_sent(count: int) -> None:
    state, form = find_discard_form()
    fields = [field for field in form.fields if isinstance(field, CardsField)]
    picked_cards = pick_cards(fields, count)
    wrong = form.wrong(picked_cards)
    assert wrong == f"Choose 3 cards: you chose {count or 'none'}."
    with pytest.raises(Refusal):
        state.apply(state.to_act[0], form.move(picked_cards))


FULL_HAND = "KE KA KF KW FOOL 1 2 3 4 5 6 7 8 9 10 11 21"


def begin_declaring(hand: str) -> State:
    """Return a position at which Eldest, who holds these cards, is to declare."""
    state = deal_hands({1: hand})
    cards = state.legal(0).choices[0].to_view()["cards"][:3]
    return after(state, f"discard {' '.join(cards)}")


def test_a_declaration_begins_with_all_and_shows_as_much_as_one_likes() -> None:
    """Four groups of bonuses; each way to declare Kings or Honours is an option with its worth (M5)."""
    state = begin_declaring(FULL_HAND)
    (form,) = PRESENTER.forms(state.view(1))
    assert [preset.label for preset in form.ready] == ["Declare all: you +94"]
    assert [field.label for field in form.fields] == [
        "Trumps for abundance", "Kings", "Honours", "Kings and Honours, mixed",
    ]  # fmt: skip
    trumps = tuple(str(number) for number in range(1, 11))
    for values, worth in (
        ((trumps, "no", "no", ()), 10),
        (((), "kings with 1 FOOL", "no", ()), 30),
        (((), "no", "honours with KE", ()), 20),
        (((), "kings", "honours", ()), 35),
        (((), "no", "no", ("KE", "KA", "1", "21", "FOOL")), 15),
        ((trumps, "kings with 1 21 FOOL", "no", ()), 45),
    ):
        assert not form.wrong(values)
        assert decode_values(form, encode(form, values)) == values
        move = form.move(values)
        assert state.apply(1, move).view(None)["declarations"][1]["worth"] == worth
        assert re.search(rf"{worth} (together\.$|points for )", PRESENTER.moves.preview(move))
    nothing = form.move(((), "no", "no", ()))
    assert nothing == "declare nothing"
    state.apply(1, nothing)


@pytest.mark.parametrize(
    ("values", "clause", "sentence"),
    [
        ((("2", "3"), "no", "no", ()), "M5.2", "Abundance needs at least 10 cards. You chose 2."),
        (((), "kings with 1", "honours", ()), "M5.6", BOTH),
        (((), "kings", "no", ("KE", "KA", "1", "21")), "M5.5", BESIDE),
        (((), "no", "no", ("KE", "KA", "1")), "M5.5", "Mixed honours need at least 4 cards. You chose 3."),
    ],
)
def test_incompatible_bonuses_are_named_in_the_form(values: tuple[object, ...], clause: str, sentence: str) -> None:
    state = begin_declaring(FULL_HAND)
    (form,) = PRESENTER.forms(state.view(1))
    cards: tuple[int | tuple[str, ...] | str, ...] = values  # type: ignore[assignment]
    assert form.wrong(cards) == sentence
    with pytest.raises(Refusal) as error:
        state.apply(1, form.move(cards))
    assert error.value.clause == clause


def test_declare_all_is_preceded_by_its_cards_and_worth() -> None:
    """Each bonus by its name with its worth, and what it brings and costs: one press shows the cards to all."""
    state = begin_declaring(FULL_HAND)
    prompt = PRESENTER.hand(state.view(1), make_players(1), TITLE).prompt
    assert prompt == "Declare abundance, Kings and Honours? Each opponent pays 47 and sees them."
    mixed = begin_declaring("KE KA 1 21 2E")
    assert (
        "Declare mixed honours? Each opponent pays 10 " in PRESENTER.hand(mixed.view(1), make_players(1), TITLE).prompt
    )
    declaring = begin_declaring("KE KA KF KW 1 FOOL 2E")
    assert (
        "Declare Kings with Honours? Each opponent pays 30 "
        in PRESENTER.hand(declaring.view(1), make_players(1), TITLE).prompt
    )


def test_a_player_without_a_bonus_is_told_so_and_has_no_form() -> None:
    state = begin_declaring("2E 3E 4E")
    view = state.view(1)
    assert not PRESENTER.forms(view)
    assert [choice.label for choice in PRESENTER.choices(view)] == ["Declare nothing"]
    scene = PRESENTER.hand(view, make_players(1), TITLE)
    assert scene.prompt == "You hold no bonus, so declare nothing."
    assert not scene.notes


def test_a_dealer_who_may_discard_every_card_is_told_of_no_barred_one() -> None:
    """M4.1: an empty list of Kings and Honours is not told as "nobody"; else both are named, and what to do."""
    text = " ".join(f"{rank}{suit}" for suit in "EAFW" for rank in ("2", "3", "4", "5", "6", "7", "8"))
    free = deal_hands({0: text})
    assert not free.view(0)["barred"]
    assert PRESENTER.hand(free.view(0), make_players(0), TITLE).notes == ()
    kings = deal_hands({0: f"KE 1 {text[:-6]}"})
    scene = PRESENTER.hand(kings.view(0), make_players(0), TITLE)
    assert scene.notes == ("Kings and Honours may not be discarded, so you must discard other cards. (M4.1)",)
    assert {card.text for card in scene.cards if card.state == "barred"} == {"KE", "1"}
    assert scene.prompt == "Discard three cards. Their points count for you."


def test_points_in_play_are_told_without_saying_that_they_were_won() -> None:
    """The Fool stays its player's, so a trick has none of its points (M6.5); between hands there is a signed sum."""
    state = after(begin_play({1: "QE 2A", 2: "FOOL", 0: "KE"}), "play QE")
    assert PRESENTER.hand(state.view(2), make_players(2), TITLE).prompt == "Play a card. The trick has 4 points so far."
    state = after(state, "play FOOL")
    assert PRESENTER.hand(state.view(0), make_players(0), TITLE).prompt == "Play a card. The trick has 4 points so far."
    cases = set[str]()
    for before, log in play_game(3):
        if log is None or before.finished:
            continue
        view = before.view(1)
        points = view["last"]["points"][1]
        prompt = PRESENTER.hand(view, make_players(1), TITLE).prompt
        assert prompt.startswith(f"{write_signed(points)} point{'s' * (abs(points) != 1)} in this hand")
        assert "won" not in prompt
        cases.add(prompt)
    assert cases


def test_a_plan_says_what_it_cannot_be() -> None:
    """An ask, an offer and a bonus have numbers that hang on what others do; a card may be planned whole."""
    limits = {phase: PRESENTER.premove_limits(find_position(phase).view(0)) for phase in ("bargain", "declare", "play")}
    assert limits["bargain"] == "Only *Pass* and *Continue* can be planned: ask or offer when it is your turn."
    assert limits["declare"] == "A bonus cannot be planned: declare it when it is your turn."
    assert limits["play"] == ""
