"""A form as a modal that Discord takes, and what a person put into it; it opens as it was left."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.kit.forms import MAX_OPTIONS, CardsField, Draft, Form, NumberField, Values, WordField, encode
from bot.ui.kit.modals import make_modal, parse_fields, submitted_values
from sandbox.server import errors
from sandbox.server.modals import read_modal, submission
from tests.bot.ui.kit.form_walk import CARDS, filled_forms

Json = dict[str, Any]


def name_card(card: str) -> str:
    return f"the card {card}"


def render_form(form: Form, draft: Draft | None = None) -> Json:
    """Return the form as Discord takes it in."""
    mistakes = errors.Form()
    modal = read_modal(make_modal(form, "eh:submit_move_form:1:2:lay:0000", name_card, draft).to_dict(), mistakes)
    assert not mistakes.errors, mistakes.errors
    return modal


def read_fields(modal: Json) -> dict[str, Json]:
    return {part["component"]["custom_id"]: part["component"] for part in modal["components"]}


def fill_form(form: Form, values: Values) -> Json:
    """Return what a client sends of a form in which a person chose `values`, by custom id."""
    result: Json = {}
    for number, (field, value) in enumerate(zip(form.fields, values, strict=True)):
        if isinstance(field, CardsField):
            assert isinstance(value, tuple)
            remaining, places = list(value), list[int]()
            for place, card in enumerate(field.cards):
                if card in remaining:
                    remaining.remove(card)
                    places.append(place)
            for part in range(-(-len(field.cards) // MAX_OPTIONS)):
                result[f"{number}.{part}"] = [str(place) for place in places if place // MAX_OPTIONS == part]
        else:
            result[f"{number}.0"] = str(value) if isinstance(field, NumberField) else [str(value)]
    return result


@given(filled_forms())
def test_typed_values_reach_the_form(given_: tuple[Form, Values]) -> None:
    form, values = given_
    held, wrong = parse_fields(form, submitted_values(submission(render_form(form), fill_form(form, values))))
    assert not wrong
    assert encode(form, held) == encode(form, values)


@given(filled_forms(), st.sets(st.integers(0, 4)))
def test_it_opens_as_it_was_left(given_: tuple[Form, Values], empty: set[int]) -> None:
    """Submitted unchanged it holds the same; a field that held nothing opens empty."""
    form, values = given_
    draft = tuple(None if place in empty else value for place, value in enumerate(values))
    modal = render_form(form, draft)
    fields = read_fields(modal)
    for number, (field, value) in enumerate(zip(form.fields, draft, strict=True)):
        if value is None and isinstance(field, NumberField):
            assert "value" not in fields[f"{number}.0"]
        if value is None and isinstance(field, WordField):
            assert not any(option.get("default") for option in fields[f"{number}.0"]["options"])
    if None not in draft:
        held, wrong = parse_fields(form, submitted_values(submission(modal, {})))
        assert not wrong
        assert encode(form, held) == encode(form, values)


def test_a_hand_of_28_cards_is_two_selects_and_one_choice() -> None:
    """The second says that it goes on; neither has to be used, for the cards may all be in the other."""
    cards = tuple((CARDS * 2)[:28])
    form = Form("pass", "Pass …", "Pass", (CardsField("Which cards do you pass on?", cards, 3, 3),), str)
    modal = render_form(form)
    assert [part["label"] for part in modal["components"]] == [
        "Which cards do you pass on?",
        "Which cards do you pass on? (more)",
    ]
    selects = read_fields(modal)
    assert [len(select["options"]) for select in selects.values()] == [25, 3]
    assert all(select["min_values"] == 0 and select["required"] is False for select in selects.values())
    assert [select["max_values"] for select in selects.values()] == [3, 3]
    held, wrong = parse_fields(form, {"0.0": ("24",), "0.1": ("25", "27")})
    assert (held, wrong) == (((cards[24], cards[25], cards[27]),), "")
    held, wrong = parse_fields(form, {"0.0": ("0", "1", "2"), "0.1": ("27",)})
    assert wrong == "Which cards do you pass on? Choose 3; you chose 4."
    assert held == ((*cards[:3], cards[27]),)
    render_form(form, held)  # too many: as many of them as may be are chosen again


def test_cards_that_must_be_among_them_are_chosen_at_first() -> None:
    """Of copies as many as must be."""
    form = Form("lay", "Lay …", "Lay", (CardsField("Which?", ("3S", "JOKER", "3S"), 1, 2, ("3S",)),), str)
    options = read_fields(render_form(form))["0.0"]["options"]
    assert [bool(option.get("default")) for option in options] == [True, False, False]
    assert [option["label"] for option in options] == ["the card 3S", "the card JOKER", "the card 3S"]
    assert len({option["value"] for option in options}) == 3


def test_long_labels_are_shortened_and_values_are_not() -> None:
    """Titles, labels, hints and what people call a card are for reading; values and ids are whole."""
    fields = (
        NumberField("l" * 60, 0, 5, "h" * 120),
        CardsField("l" * 60, ("3S", "4S"), 0, 1, hint="h" * 120),
        WordField("l" * 60, (("w" * 100, "t" * 120), ("v", "t"))),
    )
    form = Form("lay", "Lay …", "t" * 60, fields, str)
    modal = read_modal(
        make_modal(form, "eh:submit_move_form:1:2:lay:0000", lambda card: card * 99).to_dict(), result := errors.Form()
    )
    assert not result.errors
    assert read_fields(modal)["2.0"]["options"][0]["value"] == "w" * 100


def test_a_form_that_does_not_fit_is_not_opened() -> None:
    form = Form("lay", "Lay …", "Lay", (NumberField("How much?", 0, 5),) * 6, str)
    with pytest.raises(ValueError, match="the form 'lay' takes 6 fields"):
        make_modal(form, "eh:submit_move_form:1:2:lay:0000", name_card)


def test_every_field_that_is_wrong_is_told_and_the_others_are_kept() -> None:
    fields = (NumberField("How much?", 0, 5), WordField("Which?", (("high", "high"),)), NumberField("And?", 1, 2))
    form = Form("lay", "Lay …", "Lay", fields, str)
    held, wrong = parse_fields(form, {"0.0": ("6",), "1.0": ("high",)})
    assert held == (None, "high", None)
    assert wrong == "How much? Type a whole number from 0 to 5. And? Type a whole number from 1 to 2."


def test_fields_of_every_shape_that_discord_sends_are_read() -> None:
    """Labelled and in rows, lists of values, texts, a radio group that nothing was chosen in."""
    sent = [
        {"type": 18, "id": 1, "component": {"type": 3, "custom_id": "0.0", "values": ["1", "2"]}},
        {"type": 1, "id": 2, "components": [{"type": 4, "custom_id": "1.0", "value": "7"}]},
        {"type": 18, "id": 3, "component": {"type": 21, "custom_id": "2.0", "value": None}},
        {"type": 10, "id": 4},
    ]
    assert submitted_values(sent) == {"0.0": ("1", "2"), "1.0": ("7",)}
