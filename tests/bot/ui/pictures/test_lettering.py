"""Any text can be drawn, in the room that there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.pictures import lettering
from bot.ui.pictures.palette import FELT, WHITE, palette_index

sizes = st.sampled_from((35, 38, 44))


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_brought_to_signs_that_can_be_drawn(text: str) -> None:
    folded = lettering.fold(text)
    assert lettering.fold(folded) == folded
    for sign in folded:
        assert sign in lettering._SIGNS or lettering.font_number(sign) is not None


@given(st.text(max_size=60), st.integers(0, 11))
@settings(max_examples=100)
def test_a_name_is_never_empty(name: str, seat: int) -> None:
    assert any(sign.isalnum() for sign in lettering.fold_name(name, seat))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Zoë", "Zoe"),
        ("Øystein Łukasz", "Oystein Lukasz"),
        ("Жанна Щука", "Zhanna Shchuka"),
        ("Γιώργος", "Giorgos"),
        ("🐺 Wolf 🐺", "Wolf"),
        ("𝓑𝓮𝓷", "Ben"),
        ("Straße", "Strasse"),
        ("李小龙", "李小龙"),
        ("👩‍👩‍👧", "Seat 3"),
        ("\u202e\u0000\n", "Seat 3"),
        ("さくら", "さくら"),
        ("김철수", "김철수"),
        ("ا ب", "ا ب"),
        ("שרה (2)", "שרה (2)"),
        ("ปิติ (2)", "Seat 3"),
        ("(2) ปิ", "Seat 3"),
        ("Sarah ปิติ (2)", "Sarah \u00b7 (2)"),
        ("42", "42"),
    ],
)
def test_names_show_what_the_font_has(name: str, text: str) -> None:
    assert lettering.fold_name(name, 2) == text


@given(st.text(max_size=60).map(lettering.fold), st.integers(60, 400), sizes, st.booleans())
@settings(max_examples=100)
def test_fitted_text_fits(text: str, room: int, size: int, bold: bool) -> None:
    fitted_text = lettering.fit_text(text, room, size, bold)
    assert lettering.text_width(fitted_text, size, bold) <= room
    assert fitted_text == text or lettering.ELLIPSIS in fitted_text


@given(st.text("ab cd", max_size=200).map(lettering.fold), st.integers(80, 400), st.integers(1, 5))
@settings(max_examples=100)
def test_wrapped_text_fits_and_loses_nothing_before_the_cut(text: str, room: int, lines: int) -> None:
    texts = lettering.wrap_text(text, room, 35, lines)
    assert len(texts) <= lines
    assert all(lettering.text_width(line, 35) <= room for line in texts)
    joined = " ".join(texts)
    assert joined == text or lettering.ELLIPSIS in joined


def test_the_number_at_the_end_of_a_name_stays() -> None:
    fitted_text = lettering.fit_text("Computer 12", 140, 38, bold=True)
    assert fitted_text.startswith("C")
    assert fitted_text.endswith("… 12")


@given(st.integers(-(10**1000), 10**1000))
@settings(max_examples=60)
def test_an_amount_is_never_cut(number: int) -> None:
    text = lettering.amount(number, 170, 38, bold=True)
    assert lettering.ELLIPSIS not in text
    assert lettering.text_width(text, 38, bold=True) <= 170
    value = float(text.replace(lettering.MINUS, "-")) if abs(number) < 10**300 else None
    if value is not None and number:
        assert abs(value / number - 1) <= 0.06 if "e" in text else value == number


def test_signs_of_suits_are_drawn() -> None:
    plain = lettering.draw_letters("2", 38, False, WHITE, FELT)
    heart = lettering.draw_letters("2♥", 38, False, WHITE, FELT)
    assert heart.width > plain.width + 20
    right = heart.crop((plain.width + 4, 0, heart.width, heart.height))
    assert right.tobytes().count(bytes([palette_index(WHITE)])) > 200


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Zoe", "Zoe"),
        ("שרה led", "הרש led"),
        ("שרה (2)", "(2) הרש"),
        ("أحمد", "\ufeaa\ufee4\ufea3\ufe83"),
        ("سلام", "\ufee1\ufefc\ufeb3"),
        ("李 led", "李 led"),
    ],
)
def test_right_to_left_letters_are_joined_and_ordered(text: str, drawn: str, bold: bool) -> None:
    assert "".join(lettering._parts(text, bold)) == drawn
    assert all(lettering.font_number(sign) is not None for sign in drawn)


def test_letters_of_each_script_leave_their_own_shapes() -> None:
    shapes = {lettering.draw_letters(text, 44, False, WHITE, FELT).tobytes() for text in "李小さ김שא"}
    assert len(shapes) == 6


def test_a_small_number_is_never_rounded_to_something_wider() -> None:
    assert lettering.amount(-11, 1, 44, bold=True) == "\u221211"
    assert lettering.amount(10**9, 1, 44, bold=True) == "1e9"
