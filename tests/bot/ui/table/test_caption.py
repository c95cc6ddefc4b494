"""The text beside a picture: three lines on a phone, the latest news, and what is to be decided."""

from __future__ import annotations

import pytest

from bot.ui.scene.scene import HandScene, SeatScene, TableScene
from bot.ui.table.caption import (
    LETTERS_PER_LINE,
    MAX_LINES,
    SMALL_LETTERS_PER_LINE,
    caption_text,
    count_lines,
    latest_sentences,
)

HAND = HandScene("voren", "Your hand", prompt="Play a card. Each trick pays 5.", your_turn=True)
NEWS = tuple(f"Player {number} stayed in." for number in range(1, 9))


@pytest.mark.parametrize(
    ("markdown", "lines"),
    [
        ("", 0),
        ("a" * LETTERS_PER_LINE, 1),
        ("a" * (LETTERS_PER_LINE + 1), 2),
        (f"-# {'a' * SMALL_LETTERS_PER_LINE}", 1),
        (f"-# {'a' * (SMALL_LETTERS_PER_LINE + 1)}", 2),
        ("one\ntwo", 2),
        (f"{'a' * 30} {'b' * 20}", 2),  # a word is not broken
        (f"**{'a' * LETTERS_PER_LINE}**", 1),  # signs of markdown are not seen
        (f"{'a' * 24} · <t:1790000000:R>", 1),  # a time is read as "in 59 minutes"
    ],
)
def test_lines_of_text_are_those_of_a_phone(markdown: str, lines: int) -> None:
    assert count_lines(markdown) == lines


def test_caption_of_a_long_story_keeps_the_latest_in_three_lines() -> None:
    text = caption_text(HAND._replace(sentences=NEWS), clock="<t:1790000000:R>")
    assert count_lines(text) <= MAX_LINES
    first, last = text.split("\n")
    assert first.startswith("-# … ")
    assert first.endswith(NEWS[-1])
    assert NEWS[0] not in first
    assert last == f"{HAND.prompt} · <t:1790000000:R>"


def test_caption_of_a_short_story_has_all_of_it() -> None:
    assert caption_text(HAND._replace(sentences=NEWS[:1])) == f"-# {NEWS[0]}\n{HAND.prompt}"


def test_caption_without_news_is_the_prompt_alone() -> None:
    assert caption_text(HAND) == HAND.prompt


def test_latest_sentence_stays_where_even_it_is_too_long() -> None:
    long = "Something happened that takes many words to tell. " * 4
    assert latest_sentences((*NEWS, long.strip()), 1) == f"-# … {long.strip()}"


def test_caption_of_a_board_says_whose_turn_it_is() -> None:
    seats = (SeatScene(0, "Ada", to_act=True), SeatScene(1, "Bela"))
    scene = TableScene("voren", "Voren", prompt="Play a card.", seats=seats, sentences=("Bela folded.",))
    assert caption_text(scene) == "-# Bela folded.\nIt is **Ada**'s turn. Play a card."


def test_caption_with_a_clock_in_small_print_keeps_its_sign_out_of_the_line() -> None:
    assert caption_text(HAND, clock="-# Your time ends.") == f"{HAND.prompt} · Your time ends."
    assert caption_text(HandScene("voren", "Your hand"), clock="-# Your time ends.") == "-# Your time ends."
