"""Forms as values: what was chosen fits an id and comes back from it, and what cannot be is told or fails by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.kit.components import MAX_CUSTOM_ID_LETTERS, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import (
    OLD_FORM,
    CardsField,
    Field,
    Form,
    InvalidInput,
    NumberField,
    Values,
    WordField,
    check_fits,
    decode_draft,
    decode_values,
    encode,
    parse_value,
)
from tests.bot.ui.kit.form_walk import CARDS, filled_forms, forms

COPIES = CardsField("Which?", ("3S", "JOKER", "3S", "JOKER", "3S"), 1, 3, ("JOKER",))
BET = NumberField("How much?", 2, 12)
WORD = WordField("Which word?", (("high", "high: more"), ("low", "low: less")))
HAND = tuple((CARDS * 2)[:28])


def make_form(*fields: Field) -> Form:
    return Form("lay", "Lay …", "Lay", fields, str)


@given(filled_forms())
def test_choice_is_read_back_from_its_code(given_: tuple[Form, Values]) -> None:
    form, values = given_
    check_fits(form)
    back = decode_values(form, encode(form, values))
    for field, value, entry in zip(form.fields, values, back, strict=True):
        if isinstance(field, CardsField):  # of copies, any is as good as another
            assert isinstance(value, tuple)
            assert isinstance(entry, tuple)
            assert sorted(entry) == sorted(value)
        else:
            assert entry == value
    assert encode(form, back) == encode(form, values)


@given(filled_forms(), st.integers(0, 4))
def test_a_field_that_holds_nothing_comes_back_so_and_makes_no_move(given_: tuple[Form, Values], empty: int) -> None:
    form, values = given_
    draft = tuple(None if place == empty % len(values) else value for place, value in enumerate(values))
    assert [value is None for value in decode_draft(form, encode(form, draft))] == [value is None for value in draft]
    with pytest.raises(InvalidInput, match=OLD_FORM):
        decode_values(form, encode(form, draft))


@given(filled_forms())
def test_the_longest_ids_hold_every_code_of_a_form_that_fits(given_: tuple[Form, Values]) -> None:
    """The largest table, a late event, the key, the checksum, and whatever was chosen."""
    form, values = given_
    for word in (CustomId.OPEN_MOVE_FORM, CustomId.CONFIRM_MOVE_FORM, CustomId.MAKE_READY_MOVE):
        text = custom_id(word, 2**63 - 1, 9_999_999, form.key, form.mark, encode(form, values))
        assert len(text) <= MAX_CUSTOM_ID_LETTERS
        assert text.split(":")[-1] == encode(form, values)


def test_the_longest_form_that_fits_fills_an_id() -> None:
    """Not a character is left over, and with one more it fails by its name."""
    longest = Form("k" * 4, "", "Long", (NumberField("", 0, 10**20 - 1), NumberField("", 0, 10**20 - 1)), str)
    check_fits(longest)
    code = encode(longest, (10**20 - 1, 10**20 - 1))
    assert (
        len(custom_id(CustomId.CONFIRM_MOVE_FORM, 2**63 - 1, 9_999_999, longest.key, longest.mark, code))
        == MAX_CUSTOM_ID_LETTERS
    )
    with pytest.raises(ValueError, match="'kkkkk' could need 46 characters of a custom id"):
        check_fits(longest._replace(key="k" * 5))


def test_a_hand_of_28_cards_is_seven_letters() -> None:
    form = make_form(CardsField("Which?", HAND, 0, 28))
    check_fits(form)
    assert encode(form, (HAND,)) == "fffffff"
    assert decode_values(form, "fffffff") == (HAND,)
    assert decode_values(form, "0") == ((),)
    assert decode_values(form, "8000001") == ((HAND[0], HAND[27]),)


def test_copies_of_a_card_count_each() -> None:
    form = make_form(COPIES)
    assert encode(form, (("3S", "3S"),)) == f"{0b00101:x}"
    assert decode_values(form, f"{0b10100:x}") == (("3S", "3S"),)
    assert encode(form, (("JOKER", "3S", "JOKER"),)) == f"{0b01011:x}"


@pytest.mark.parametrize(
    "code",
    ["", "1", "1.2.3.4", "x.2.0", "20.2.0", "1.1.0", "1.13.0", "1.2.2", "1.2.-1", "1.-2.0", "1.٣.0", "1.2.low",
     "1_0.2.0", " 1.2.0", "1.2.0 ", "1..0", "..", f"{'f' * 40}.2.0", f"1.{'9' * 30}.0"],
)  # fmt: skip
def test_a_code_of_no_such_choice_is_an_old_form(code: str) -> None:
    form = make_form(COPIES, BET, WORD)
    assert decode_values(form, "1.2.0") == (("3S",), 2, "high")
    with pytest.raises(InvalidInput, match=OLD_FORM):
        decode_values(form, code)


@given(st.text(max_size=30))
def test_any_code_is_a_choice_or_an_old_form(code: str) -> None:
    """Nothing else is raised, and what is taken is of the form's own fields."""
    form = make_form(COPIES, BET, WORD)
    try:
        cards, bet, word = decode_values(form, code)
    except InvalidInput:
        return
    assert isinstance(cards, tuple)
    assert isinstance(bet, int)
    assert 2 <= bet <= 12
    assert word in {"high", "low"}


def test_a_forms_mark_is_another_when_its_fields_are() -> None:
    """So a code never becomes another choice, where others' moves have changed what may be chosen."""
    form = make_form(COPIES, BET)
    assert form.mark == make_form(COPIES, BET).mark
    fewer = make_form(COPIES._replace(cards=COPIES.cards[1:]), BET)
    assert len({form.mark, fewer.mark, make_form(COPIES, BET._replace(high=11)).mark}) == 3
    assert all(len(entry.mark) == 4 and entry.mark.isalnum() for entry in (form, fewer))


UNFIT = [
    ("has a key that is no word", make_form(BET)._replace(key="lay:2")),
    ("has a key that is no word", make_form(BET)._replace(key="")),
    ("is no single select", make_form(BET)._replace(in_hand=True)),
    ("is no single select", make_form(CardsField("Which?", HAND, 0, 28))._replace(in_hand=True)),
    ("takes 0 fields", make_form()),
    ("takes 6 fields", make_form(*[BET] * 6)),
    ("takes 6 fields", make_form(CardsField("Which?", HAND, 0, 28), *[BET] * 4)),
    ("asks for 1 to 3 of 0 cards", make_form(CardsField("Which?", (), 1, 3))),
    ("asks for 0 to 0 of 28 cards", make_form(CardsField("Which?", HAND, 0, 0))),
    ("asks for 3 to 2 of 28 cards", make_form(CardsField("Which?", HAND, 3, 2))),
    ("asks for 3 to 3 of 2 cards", make_form(CardsField("Which?", HAND[:2], 3, 3))),
    ("asks for one of 0 words", make_form(WordField("Which?", ()))),
    (
        "asks for one of 26 words",
        make_form(WordField("Which?", tuple((str(number), "a word") for number in range(26)))),
    ),
    ("asks for one of 2 words", make_form(WordField("Which?", (("low", "low"), ("low", "lower"))))),
    ("asks for one of 1 words", make_form(WordField("Which?", (("l" * 101, "long"),)))),
    ("asks for a number from 3 to 2", make_form(BET._replace(low=3, high=2))),
    ("asks for a number from -1 to 2", make_form(BET._replace(low=-1, high=2))),
    ("asks for a number from 2 to 100000000000000000000", make_form(BET._replace(high=10**20))),
    ("could need 65 characters", make_form(*[BET._replace(high=10**20 - 1)] * 3)),
]


@pytest.mark.parametrize(("why", "form"), UNFIT)
def test_a_form_that_does_not_fit_fails_by_its_name(why: str, form: Form) -> None:
    with pytest.raises(ValueError, match=f"the form {form.key!r} {why}"):
        check_fits(form)


@given(forms())
def test_valid_values_are_accepted(form: Form) -> None:
    check_fits(form)


@pytest.mark.parametrize(
    ("field", "put", "held"),
    [
        (BET, ["7"], 7),
        (BET, [" 12 "], 12),
        (BET, ["007"], 7),
        (WORD, ["low"], "low"),
        (COPIES, ["1", "2"], ("JOKER", "3S")),
        (COPIES, ["4", "0", "4"], ("3S", "3S")),
        (COPIES, ["0", "99", "x"], ("3S",)),
    ],
)
def test_field_values_that_are_accepted(field: Field, put: list[str], held: object) -> None:
    assert parse_value(field, put) == held


@pytest.mark.parametrize(
    ("field", "put", "sentence", "record"),
    [
        (BET, [], "How much? Type a whole number from 2 to 12.", None),
        (BET, [""], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["1"], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["13"], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["7.5"], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["+7"], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["٧"], "How much? Type a whole number from 2 to 12.", None),
        (BET, ["7" * 5000], "How much? Type a whole number from 2 to 12.", None),
        (WORD, [], "Which word? Choose one.", None),
        (WORD, ["middle"], "Which word? Choose one.", None),
        (WORD, ["high", "low"], "Which word? Choose one.", None),
        (COPIES, [], "Which? Choose 1 to 3; you chose 0.", ()),
        (COPIES, ["0", "1", "2", "3"], "Which? Choose 1 to 3; you chose 4.", ("3S", "JOKER", "3S", "JOKER")),
        (COPIES._replace(fewest=3), ["0"], "Which? Choose 3; you chose 1.", ("3S",)),
    ],
)
def test_invalid_choice_is_explained_and_preserved(field: Field, put: list[str], sentence: str, record: object) -> None:
    with pytest.raises(InvalidInput) as wrong:
        parse_value(field, put)
    assert wrong.value.sentence == sentence
    assert wrong.value.value == record
