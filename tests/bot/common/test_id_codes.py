"""Codes in custom ids: what is written is read, and nothing else is."""

from __future__ import annotations

import pytest

from bot.common.id_codes import checksum, decode_number, decode_set, encode_set


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        (str(2**63 - 1), 2**63 - 1),
        (str(2**63), None),
        ("9" * 20, None),
        ("", None),
        ("-1", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_whole_number_is_of_ascii_digits_alone(text: str, number: int | None) -> None:
    assert decode_number(text) == number


@pytest.mark.parametrize("numbers", [(), (0,), (1, 5), (3, 3), tuple(range(110))])
def test_set_decodes_to_its_numbers(numbers: tuple[int, ...]) -> None:
    assert decode_set(encode_set(numbers)) == frozenset(numbers)


@pytest.mark.parametrize("code", ["", "g", "-1", "1_0", " 1", "\u0663"])
def test_set_of_other_text_is_none(code: str) -> None:
    assert decode_set(code) is None


def test_checksum_is_four_hexadecimal_digits() -> None:
    assert checksum("play 7") == checksum("play 7") != checksum("play 8")
    assert decode_set(checksum("")) == frozenset()
    assert len(checksum("")) == 4
