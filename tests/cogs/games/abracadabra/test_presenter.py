"""The moves of Abracadabra as people meet them: words, cards by suit, the forms of placing and exposing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.ui.kit.forms import CardsField, Form, decode_values, encode
from bot.ui.scene.text import scene_text
from cogs.games.abracadabra.cards import rank_named
from rules.contract import Refusal, State
from rules.table import Table
from tests.cogs.games.abracadabra.games import NAMES, PRESENTER, TABLES, TITLE, cards_in, make_players, play_game
from tests.rules.abracadabra.stacked import deal_hands, in_play, play_moves, table


def find_form(state: State, seat: int | None = None) -> Form:
    (form,) = PRESENTER.forms(state.view(state.to_act[0] if seat is None else seat))
    return form


def bid_until_placing(seats: int, *moves: str, **options: Any) -> Table:
    """Return a table at which Eldest, seat 1, is Declarer after these bids and places next."""
    suits = [f"suit {suit}" for suit in "SHDC"[:seats]]
    return play_moves(deal_hands(table(seats, **options)), *suits, *moves)


@pytest.mark.parametrize("name", TABLES)
def test_moves_of_every_table_are_those_of_its_options(name: str) -> None:
    verbs = set[str]()
    for seed in range(2):
        for state, _ in play_game(name, seed):
            for seat in state.to_act:
                verbs |= {move.partition(" ")[0] for move in state.legal(seat).moves}
    assert {"suit", "bid", "pass", "expose", "play"} <= verbs
    assert ("trump" in verbs) is (TABLES[name][1].get("trump") == "declared" or name == "short")


def test_cards_to_play_stand_by_suit_the_joker_where_its_card_does() -> None:
    """Labels are short, hints whole names; a joker stands in the row of the suit that it counts as (A2.2)."""
    at = in_play(deal_hands(table(4), {1: "2S 9H KH 3D JOKER 5C"}, turned="10H"))
    choices = PRESENTER.choices(at.state.view(1))
    groups = [choice.group for choice in choices]
    assert [first for first, second in pairwise([*groups, ""]) if first != second] == sorted(
        set(groups), key=groups.index
    )
    hearts = [choice for choice in choices if choice.group == "Hearts"]
    labels = [choice.label for choice in hearts]
    assert [label for label in labels if label in {"9 of hearts", "Joker", "King of hearts"}] == [
        "9 of hearts",
        "Joker",
        "King of hearts",
    ]
    assert [choice.hint for choice in hearts if choice.label == "Joker"] == ["Joker (as the 10 of hearts)"]
    assert {choice.style for choice in hearts} == {"bad"}
    scene = PRESENTER.hand(at.state.view(1), make_players(1), TITLE)
    (joker,) = [card for card in scene.cards if card.text == "JOKER"]
    assert joker.caption.startswith("is 10\u2665")
    assert "is 10\u2665" in scene_text(scene)


def test_declarer_names_just_as_many_tricks_as_it_bid() -> None:
    at = bid_until_placing(4, "bid 3", "pass", "pass", "pass")
    form = find_form(at.state)
    assert form.button == "Name 3 tricks \u2026"
    assert form.in_hand
    (field,) = form.fields
    assert isinstance(field, CardsField)
    assert (field.fewest, field.most) == (3, 3)
    assert [rank_named(card) for card in field.cards] == ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert not form.ready
    chosen = (("TRICK4", "TRICK9", "TRICK11"),)
    assert form.move(chosen) == "place 4 9 J"
    assert PRESENTER.moves.preview("place 4 9 J") == "name tricks 4, 9 and 11."
    assert PRESENTER.moves.done("place 4 9 J") == "You named tricks 4, 9 and 11."
    assert form.brings(chosen) == "+24 if you win them all."
    at.state.apply(1, form.move(chosen))
    view = at.state.view(1)
    assert PRESENTER.decision_text(view) == "name 3 tricks that you will win."
    assert PRESENTER.stakes_text(view) == "Win exactly as many, named or not, and you score up to 40 more."


def test_the_others_name_fewer_or_none_which_is_a_button() -> None:
    at = play_moves(bid_until_placing(3, "bid 3", "pass", "pass"), "place 4 9 J")
    assert at.state.to_act == (0, 2)
    for seat in at.state.to_act:
        form = find_form(at.state, seat)
        (field,) = form.fields
        assert isinstance(field, CardsField)
        assert (field.fewest, field.most) == (0, 2)
        assert [preset.label for preset in form.ready] == ["Name no trick"]
        assert form.move(form.ready[0].values) == "place"
        assert PRESENTER.moves.done("place") == "You named no trick."
        assert PRESENTER.decision_text(at.state.view(seat)) == "name up to 2 tricks, as Declarer bid 3."
        assert not PRESENTER.hand(at.state.view(seat), make_players(seat), TITLE).notes  # no card is barred
        with pytest.raises(Refusal) as error:
            at.state.apply(seat, form.move((field.cards[:3],)))
        assert error.value.clause == "A5.3"


def test_beside_a_declarer_of_one_trick_there_is_nothing_to_choose() -> None:
    """A5.3: fewer than one is none; the button stands alone, with no form to open."""
    at = play_moves(bid_until_placing(2, "bid 1", "pass", two_player="short"), "place 7", "trump H")
    form = find_form(at.state)
    assert form.button == ""
    assert [preset.label for preset in form.ready] == ["Name no trick"]
    assert form.move(decode_values(form, encode(form, form.ready[0].values))) == "place"
    assert PRESENTER.decision_text(at.state.view(0)) == "name no trick: Declarer bid 1."


def test_declarer_turns_up_cards_and_its_pile_in_one_form() -> None:
    at = play_moves(bid_until_placing(3, "bid 3", "pass", "pass"), "place 4 9 J", "place", "place 2")
    form = find_form(at.state)
    assert [preset.label for preset in form.ready] == ["Expose nothing", "Expose the pile"]
    assert [form.move(preset.values) for preset in form.ready] == ["expose none", "expose pile"]
    for values, move, would in (
        ((("TRICK4", "TRICK11"), "closed"), "expose 4 J", "expose tricks 4 and 11."),
        ((("TRICK9",), "pile"), "expose 9 pile", "expose trick 9 and your pile."),
    ):
        assert form.move(values) == move
        assert PRESENTER.moves.preview(move) == would
        assert decode_values(form, encode(form, values)) == values
        at.state.apply(1, move)
    assert form.brings((("TRICK4", "TRICK11"), "closed")) == "+30 if you win them all, \u221230 if you lose them all."
    assert PRESENTER.moves.done("expose 9 pile") == "You exposed trick 9 and your pile."
    others = play_moves(at, "expose none")
    assert others.state.to_act == (0, 2)
    assert [choice.label for choice in PRESENTER.choices(others.state.view(2))] == [
        "Keep the pile hidden",
        "Expose the pile",
    ]
    assert PRESENTER.decision_text(others.state.view(None)) == "expose your pile, or keep it hidden."
    prompt = PRESENTER.hand(at.state.view(1), make_players(1), TITLE).prompt
    assert prompt == "Exposed bids count double. Expose the pile: your spades score 4, but all know your bids."
    prompt = PRESENTER.hand(others.state.view(2), make_players(2), TITLE).prompt
    assert prompt == "Expose your pile? Your hearts then score 4 each, but all see your bids."


def test_seat_with_all_bid_cards_placed_has_no_pile() -> None:
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q"
    at = play_moves(bid_until_placing(3, "bid 12", "pass", "pass"), f"place {ranks}", "place", "place")
    form = find_form(at.state)
    assert len(form.fields) == 1
    assert [preset.label for preset in form.ready] == ["Expose nothing"]
    assert form.move((("TRICK12",),)) == "expose Q"
    scene = PRESENTER.hand(at.state.view(1), make_players(1), TITLE)
    assert scene.prompt == "Expose any of your bid cards, or none. Each brings or costs twice its number."
    assert not scene.notes


def test_earlier_bids_limit_the_choices() -> None:
    at = play_moves(deal_hands(table(4)), "suit H", "suit S")
    view = at.state.view(3)
    assert [choice.label for choice in PRESENTER.choices(view)] == ["Choose diamonds", "Choose clubs"]
    assert not PRESENTER.hand(view, make_players(3), TITLE).notes
    at = play_moves(at, "suit D", "suit C", "bid 11")
    view = at.state.view(2)
    assert [choice.label for choice in PRESENTER.choices(view)] == ["Bid 12", "Bid 13", "Pass"]
    assert not PRESENTER.hand(view, make_players(2), TITLE).notes


def test_the_lowest_sensible_bids_are_buttons_and_others_stand_in_a_select() -> None:
    at = play_moves(deal_hands(table(4)), "suit H", "suit S", "suit D", "suit C")

    def split_labels(seat: int) -> tuple[list[str], list[str]]:
        choices = PRESENTER.choices(at.state.view(seat))
        usual, seldom = ([choice.label for choice in choices if choice.seldom is rare] for rare in (False, True))
        return usual, seldom

    usual, seldom = split_labels(1)
    assert usual == ["Bid 3", "Bid 4", "Bid 5", "Bid 6", "Pass"]
    assert seldom == [f"Bid {number}" for number in (1, 2, *range(7, 14))]
    at = play_moves(at, "bid 5")
    usual, seldom = split_labels(2)
    assert usual == ["Bid 6", "Bid 7", "Bid 8", "Bid 9", "Pass"]
    assert seldom == [f"Bid {number}" for number in range(10, 14)]


def test_a_hand_says_whose_suit_is_which_and_trumps_once() -> None:
    at = play_moves(deal_hands(table(4)), "suit H", "suit S", "suit D", "suit C", "bid 3")
    facts = dict(PRESENTER.hand(at.state.view(2), make_players(2), TITLE).facts)
    assert facts["Your suit"].startswith("\u2660")
    assert facts[NAMES[1]].startswith("\u2665")
    assert facts[NAMES[3]].startswith("\u2666")
    at = in_play(deal_hands(table(4)))
    view = at.state.view(1)
    scene = PRESENTER.hand(view, make_players(1), TITLE)
    says = [zone.note for zone in scene.zones if zone.title == "Turned up"]
    assert len(says) + ("Trumps" in dict(scene.facts)) == 1
    at = play_moves(at, view["moves"][0])
    scene = PRESENTER.hand(at.state.view(2), make_players(2), TITLE)
    assert not any(zone.title == "Turned up" for zone in scene.zones)
    assert "Trumps" in dict(scene.facts)


def test_stakes_of_a_trick_are_told_only_to_entitled_seats() -> None:
    """A trick turned up to all; one that lies face down to who named it alone."""
    at = play_moves(
        bid_until_placing(3, "bid 2", "pass", "pass"), "place A 2", "place A", "place", "expose 2", "expose none"
    )
    at = play_moves(at, "expose none")
    assert PRESENTER.stakes_text(at.state.view(1)) == "You named this trick: 1 point."
    assert PRESENTER.stakes_text(at.state.view(None)) == PRESENTER.stakes_text(at.state.view(2)) == ""
    while not at.state.view(None)["tricks"]:
        at = play_moves(at, at.state.legal(at.state.to_act[0]).moves[0])
    assert PRESENTER.stakes_text(at.state.view(None)) == "Declarer exposed this trick: 4 points won or lost."
    assert PRESENTER.stakes_text(at.state.view(1)) == "You exposed this trick: 4 points won or lost."


def test_a_card_is_named_as_it_is_played() -> None:
    assert cards_in(PRESENTER.moves.done("play 10H")) == {"10H"}
    assert PRESENTER.moves.done("play JOKER") == "You played the joker."
    assert PRESENTER.moves.done("bid 4") == "You bid 4."
    assert PRESENTER.moves.done("pass") == "You passed."
    assert PRESENTER.moves.done("suit C") == "You chose clubs."
    assert PRESENTER.moves.done("trump D") == "You made diamonds trumps."
