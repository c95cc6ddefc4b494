"""Numbers that people type for many players: every way that can be read is read as it is meant, the others are asked
about.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.common.text import name_of
from bot.pads.entry_forms import UnclearInput
from bot.pads.free_game import MAX_POINT_DIGITS
from bot.ui.pads.form_input import parse_number, parse_number_pairs, parse_numbers, prefill_lines

TRIO = ("Ada", "Bela", "Cleo")

points = st.integers(1 - 10**MAX_POINT_DIGITS, 10**MAX_POINT_DIGITS - 1) | st.integers(-200, 200)
any_name = st.builds(
    name_of,
    st.text(min_size=1, max_size=40) | st.text("Aa1 2:-+,.7é שׁ", min_size=1, max_size=6) | st.sampled_from(TRIO),
    st.integers(0, 23),
)
plain_name = st.text("abcdefgh", min_size=1, max_size=4).map(str.capitalize)


@st.composite
def draw_fields(draw: st.DrawFn, names: st.SearchStrategy[str] = any_name) -> tuple[list[str], list[int]]:
    """Draw players and their numbers."""
    players = draw(st.lists(names, min_size=1, max_size=24))
    return players, draw(st.lists(points, min_size=len(players), max_size=len(players)))


def write_number(value: int, how: int) -> str:
    """Return a number as people write it."""
    sign = {-1: "-\u2212\u2013"[how % 3], 0: "", 1: "+" if how % 5 == 0 else ""}[(value > 0) - (value < 0)]
    grouped = f"{abs(value):,}".replace(",", ",.'\u2019\u00a0\u202f"[how % 6]) if how % 2 else str(abs(value))
    return sign + grouped


@given(draw_fields(), st.integers(0, 1000))
def test_lines_that_were_filled_in_are_read_whatever_people_are_called(
    hand: tuple[list[str], list[int]], how: int
) -> None:
    names, values = hand
    assert parse_numbers(prefill_lines(names, values), names) == tuple(values)
    filled = [
        f"{line}{write_number(value, how)}"
        for line, value in zip(prefill_lines(names).split("\n"), values, strict=True)
    ]
    assert parse_numbers("\n".join(filled), names) == tuple(values)


@given(draw_fields(), st.randoms(use_true_random=False))
def test_lines_may_come_in_any_order(hand: tuple[list[str], list[int]], rng: Random) -> None:
    names, values = hand
    assume(len({name.casefold() for name in names}) == len(names))
    lines = prefill_lines(names, values).split("\n")
    rng.shuffle(lines)
    assert parse_numbers("\n\n".join(lines), names) == tuple(values)


@given(draw_fields(plain_name), st.randoms(use_true_random=False))
def test_colons_and_capitals_may_be_missing_and_blanks_too_many(hand: tuple[list[str], list[int]], rng: Random) -> None:
    names, values = hand
    assume(len({name.casefold() for name in names}) == len(names))
    lines = [
        f" {rng.choice((name, name.upper(), name.lower()))}{rng.choice((' ', ' : ', ':', '  '))}{value}  "
        for name, value in zip(names, values, strict=True)
    ]
    rng.shuffle(lines)
    assert parse_numbers("\n".join(lines), names) == tuple(values)


@given(draw_fields(), st.sampled_from((" ", "\n", "  ", ", ", ";", "\n\n")))
def test_numbers_alone_are_in_the_order_of_the_seats(hand: tuple[list[str], list[int]], between: str) -> None:
    """So they are below the names, or behind the last of them, where nobody has written into the lines."""
    names, values = hand
    bare = between.join(map(str, values))
    assert parse_numbers(bare, names) == tuple(values)
    bare_lines = "\n".join(line.rstrip() for line in prefill_lines(names).split("\n"))
    for blank in (prefill_lines(names), bare_lines):
        assert parse_numbers(f"{blank}\n{bare}", names) == tuple(values)
    if "\n" not in between:
        assert parse_numbers(prefill_lines(names) + bare, names) == tuple(values)


@given(draw_fields(plain_name), st.data())
def test_a_number_too_many_or_too_few_is_never_made_up(hand: tuple[list[str], list[int]], data: st.DataObject) -> None:
    names, values = hand
    fewer, more = values[:-1], [*values, data.draw(points)]
    place = data.draw(st.integers(0, len(names) - 1))
    lines = prefill_lines(names, values).split("\n")
    texts = [" ".join(map(str, some)) for some in (fewer, more)]
    texts += [f"{prefill_lines(names)}\n{text}" for text in texts]
    texts.append("\n".join(line for number, line in enumerate(lines) if number != place))
    texts.append("\n".join([*lines, lines[place]]))
    texts.append("\n".join([*lines, "5"]))
    texts.append("\n".join([*lines[:place], f"{lines[place]} 7", *lines[place + 1 :]]))
    texts.append("\n".join([*lines[:place], f"{names[place]}: x", *lines[place + 1 :]]))
    for text in texts:
        with pytest.raises(UnclearInput) as error:
            parse_numbers(text, names)
        assert error.value.sentence.endswith(".")


@given(st.text(max_size=60) | st.text("Ada:Bl 123-+,.\n", max_size=40), st.integers(1, 4))
def test_any_text_is_read_or_asked_about(text: str, players: int) -> None:
    names = ("Ada", "Bela", "Ada", "7")[:players]
    result: tuple[int, ...] | UnclearInput
    try:
        result = parse_numbers(text, names)
    except UnclearInput as unclear:
        result = unclear
    if isinstance(result, UnclearInput):
        assert result.sentence.endswith(".")
        assert "\n" not in result.sentence
    else:
        assert len(result) == players
        assert all(abs(value) < 10**MAX_POINT_DIGITS for value in result)


READ = {
    "cleo 35\nAda 12\nbela -3": (12, -3, 35),
    "12,0,35": (12, 0, 35),
    "Ada\n1\nBela\n2\nCleo\n3": (1, 2, 3),
    "C: 3\nB: 2\nA: 1": (1, 2, 3),
    "Ada:12\nBela:0\nCleo:1.000.000": (12, 0, 1_000_000),
    "Ada\uff1a12\nBela-3\nCleo \u22125": (12, -3, -5),
    "Ada:\nBela:\nCleo: 1 2 3": (1, 2, 3),
    "Bela:\nAda:\nCleo:\n1 2 3": (2, 1, 3),
    "Ada: 45, bela: -3; Cleo: 1,000": (45, -3, 1000),
}
ASKED = {
    "": "Type a number for each player",
    "Ada:\nBela:\nCleo:": "Type a number for each player",
    "Ada: 1\nBela:\nCleo: 3": "Bela has no number yet",
    "Ada: 1\nCleo: 3": "The line for Bela is missing",
    "Ada: 1\nAda: 2\nBela: 3\nCleo: 4": "Ada has more than one line",
    "Ada: 1\nBela: two\nCleo: 3": "Bela: “two” is not a number",
    "Ada: 1\nBela: 2\nCleo: 3\nZoe: 4": "“Zoe: 4” is neither",
    "Ada: 1\nBela: 2\nCleo: 3\n4": "Whose number is “4”?",
    "Ada: 1 000\nBela: 2\nCleo: 3": "“1 000” is not a number: type it without spaces",
    "Ada: 1 200\nBela: 2\nCleo: 3": "Ada needs one number, not 2",
    "Ada: 1.5\nBela: 2\nCleo: 3": "Ada: “1.5” is not a number",
    "12 35": "Type 3 numbers with spaces between, not 2",
    "100,200,300": "Type 3 numbers with spaces between, not 1",
    "1 2 3 4": "Type 3 numbers with spaces between, not 4",
    "1 2 " + "9" * (MAX_POINT_DIGITS + 1): "at most 30 digits",
}


@pytest.mark.parametrize("text", READ)
def test_clear_input_is_read(text: str) -> None:
    assert parse_numbers(text, TRIO) == READ[text]


@pytest.mark.parametrize("text", ASKED)
def test_unclear_input_is_asked_about(text: str) -> None:
    with pytest.raises(UnclearInput) as error:
        parse_numbers(text, TRIO)
    assert ASKED[text] in error.value.sentence


def test_names_like_others_are_told_apart_or_asked_about() -> None:
    assert parse_numbers("Ada 3: 12\nAda: 3", ("Ada", "Ada 3")) == (3, 12)
    assert parse_numbers("ADA 1\nAda 2", ("Ada", "ADA")) == (2, 1)
    assert parse_numbers("Ada: 1\nBela: 3\nAda: 2", ("Ada", "Ada", "Bela")) == (1, 2, 3)
    assert parse_numbers("7 12", ("7", "Ada")) == (7, 12)
    assert parse_numbers("7: 5\nAda: 4", ("7", "Ada")) == (5, 4)
    for text, names in (("Ada 3\nAda 3 12", ("Ada", "Ada 3")), ("Al 1\nAlf 2", ("Alfa", "Alfo"))):
        with pytest.raises(UnclearInput) as error:
            parse_numbers(text, names)
        assert "Type the whole name" in error.value.sentence


def test_one_number_alone() -> None:
    assert parse_number(" +1,000 ", "Points") == 1000
    assert parse_number("\u22125", "Points") == -5
    for text, why in (
        ("", "missing"),
        ("x", "“x” is not a number"),
        ("1 2", "type one number, not “1 2”"),
        ("9" * 31, "30 digits"),
    ):
        with pytest.raises(UnclearInput) as error:
            parse_number(text, "Points")
        assert why in error.value.sentence


@pytest.mark.parametrize(
    "text",
    [
        *("5 3 4 2 3 0", "5 3, 4 2, 3 0", "5/3 4/2 3/0", "5 3\n4 2\n3 0", "5 4 3\n3 2 0"),
        *("Bela: 4 2\nAda: 5 3\ncleo 3/0", "5 3 4\n2\n3 0"),
    ],
)
def test_two_numbers_a_player_in_any_order_that_is_clear(text: str) -> None:
    """By player, by what is counted, or behind names."""
    assert parse_number_pairs(text, TRIO, ("tricks", "cards")) == [(5, 3), (4, 2), (3, 0)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ada: 5 3\nBela: 4\nCleo: 3 0", "Bela needs two numbers, tricks and cards, not 1."),
        ("Ada: 5 3\n4 2\n3 0", "“Ada: 5 3” has a name. Put a name before every pair, or before none."),
        ("Ada: 5 3\nBela: 4 2", "The line for Cleo is missing."),
        ("5 3 4 2", "Type 6 numbers, tricks and cards for each player, not 4: for Ada, Bela and Cleo."),
        ("5 3 4 x 3 0", "“x” in “5 3 4 x 3 0” is neither a number nor a player."),
    ],
)
def test_two_numbers_a_player_that_are_not_clear(text: str, sentence: str) -> None:
    with pytest.raises(UnclearInput) as error:
        parse_number_pairs(text, TRIO, ("tricks", "cards"))
    assert error.value.sentence == sentence
