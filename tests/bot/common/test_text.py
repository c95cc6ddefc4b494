"""Names and words that people typed: shown as typed, never as something else, never disturbing what stands beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.common.text import (
    END_ISOLATE,
    ISOLATE,
    NAME_LIMIT,
    _strip_signs,
    escape,
    format_signed,
    name_of,
    plain,
)


@pytest.mark.parametrize(
    "blank",
    [
        "",
        " ",
        "\u3164",
        "\u200d\u2800",
        "\u202e",
        "\u034f",
        "\u200d\u180b",
        "\U000e0100",
        "\U0001d159",
        "\u0301",
        ISOLATE + END_ISOLATE,
    ],
)
def test_a_name_that_shows_nothing_is_the_seats(blank: str) -> None:
    assert name_of(blank, 1) == "Seat 2"


def test_a_name_is_bounded() -> None:
    assert len(name_of("W" * 500, 0)) == 32


def test_a_right_to_left_name_is_kept_apart_by_itself_and_not_its_sentence() -> None:
    name = name_of("אבג", 0)
    assert name == f"{ISOLATE}אבג{END_ISOLATE}"
    sentence = f"It waits for {name} and Ada, 15 chips."
    assert escape(sentence) == sentence
    assert plain(sentence, 100) == sentence
    assert escape("אבג 15") == f"{ISOLATE}אבג 15{END_ISOLATE}"


UNENDED = [f"a{ISOLATE}b", f"a{END_ISOLATE}b{ISOLATE}", END_ISOLATE, f"{ISOLATE}{ISOLATE}x{END_ISOLATE}"]


@pytest.mark.parametrize("typed", UNENDED)
def test_unterminated_isolate_is_removed(typed: str) -> None:
    assert ISOLATE not in plain(typed, 50)
    assert END_ISOLATE not in plain(typed, 50)
    assert END_ISOLATE not in name_of(typed, 0)


@pytest.mark.parametrize("letters", [31, 32])
def test_the_longest_name_from_right_to_left_is_shown_whole(letters: int) -> None:
    """The signs that keep it apart are seen by nobody, and cost it no letter."""
    name = "א" * letters
    assert name_of(name, 0) == escape(name_of(name, 0), NAME_LIMIT) == f"{ISOLATE}{name}{END_ISOLATE}"
    assert "…" in name_of("א" * 33, 0)


def test_what_is_cut_within_an_isolate_is_ended() -> None:
    text = plain(f"{ISOLATE}{'א' * 40}{END_ISOLATE} and more", 20)
    assert text.count(ISOLATE) == text.count(END_ISOLATE) == 1


def test_a_name_cannot_open_a_heading_or_mention() -> None:
    assert escape(name_of("# <@&99> **X**", 0)) == r"\# \<@&99> \*\*X\*\*"


@given(st.text(st.characters(max_codepoint=0x7F)))
def test_plain_letters_are_all_kept(typed: str) -> None:
    """So they need not be looked at one by one."""
    if typed.isascii() and typed.isprintable():
        assert _strip_signs(typed) == typed


@pytest.mark.parametrize(("number", "text"), [(7, "+7"), (-7, "\u22127"), (0, "0"), (10**30, "+1" + "0" * 30)])
def test_a_gain_has_a_plus_and_a_loss_a_true_minus(number: int, text: str) -> None:
    assert format_signed(number) == text
