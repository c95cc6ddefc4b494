"""A pad as a score sheet to print: what stands on its pages, of any pad."""

import io
import logging
import subprocess
import sys
from random import Random

import pytest
from pypdf import PdfReader

from bot.pads.pad import Pad
from bot.ui.pads.pdf import render_pdf_now
from tests.bot.pads.samples import free, large, late, random_pad


def read_pages(pad: Pad) -> list[str]:
    """Return the text of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(render_pdf_now(pad))).pages]


def test_every_hand_and_total_stands_there() -> None:
    pad = free((30, -4, None), (7, 800, 9), names=("Ada", "Bela", "Zoë"), name="Friday $night$ & more")
    (text,) = read_pages(pad)
    for page in ("Friday $night$ & more", "Any game · 2 hands count · the most points win · still open · 1970-01-01"):
        assert page in text
    for page in ("Ada", "Bela", "Zoë", "1970-01-01 UTC", "• 30", "−4", "–", "800", "37", "796", "Page 1 of 1"):
        assert page in text


def test_places_are_those_of_the_standing() -> None:
    (text,) = read_pages(late(None))
    assert "1 Ada 30 " in text, text
    assert "– Cleo (from hand 2) 7 " in text, text
    assert "Start" not in text
    (text,) = read_pages(late(40))
    assert "1 Cleo (from hand 2) 47 " in text, text
    assert "Start" in text


def test_long_pads_go_on_with_what_there_was_so_far() -> None:
    pad = large(12, 100)
    pages = read_pages(pad)
    assert len(pages) == 4
    for number, text in enumerate(pages, 1):
        assert f"Page {number} of 4" in text
        assert "Hand" in text
        assert ("So far" in text) == (number < 4)
    assert str(pad.totals[1]) in pages[-1]


def test_a_hand_that_is_struck_out_does_not_count() -> None:
    record = next(
        pad
        for pad in (random_pad(Random(seed), "voren") for seed in range(99))
        if 3 < len(pad.counted) < len(pad.hands)
    )
    (text,) = read_pages(record)
    assert f"{len(record.counted)} hands count" in text
    for total in record.totals.values():
        assert str(total).replace("-", "−") in text


def test_names_in_any_script_as_far_as_the_letters_go() -> None:
    names = ("Ольга", "Ελένη", "Łukasz", "田中", "🦊", "x🦊y", "さくら", "김철수", "W" * 32, "W" * 31 + "x")
    (text,) = read_pages(free((1,) * len(names), names=names))
    for page in ("Ольга", "Ελένη", "Łukasz", "田中", "Seat 5", "x·y", "さくら", "김철수", "WWW"):
        assert page in text


def test_of_a_name_without_its_letters_no_number_is_left() -> None:
    (text,) = read_pages(free((1, 2, 3), names=("Ada", "ปิติ (2)", "42"), name="ปิติ 7"))
    assert "(2)" not in text
    assert all(page in text for page in ("Seat 2", "42", "Score pad"))


def test_right_to_left_names_are_joined_and_ordered() -> None:
    (text,) = read_pages(free((1, 2), names=("דנה כהן", "محمد علي")))
    assert "דנה כהן" in text
    assert "محمد علي" in text


@pytest.mark.parametrize("players", [0, 1, 8, 9, 24])
def test_every_pad_can_be_printed_and_the_same_one_alike(players: int) -> None:
    pad = large(players, 30 if players else 0)
    assert render_pdf_now(pad) == render_pdf_now(pad)


def test_numbers_of_any_size_fit() -> None:
    huge = [(10**30 - 1) * (-1) ** seat for seat in range(24)]
    (text,) = read_pages(free(tuple(huge)))
    assert "−1.00e30" in text
    (text,) = read_pages(free(tuple(huge[:2])))
    assert "9" * 30 in text


def test_no_font_is_news_to_the_operator(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        render_pdf_now(free((1, 2), names=("Ada", "🦊")))
    assert caplog.records == []


def test_the_bot_starts_without_what_sheets_and_charts_are_drawn_with() -> None:
    code = "import sys, bot.ui.pads.pdf, bot.ui.pads.chart;assert not {'fpdf', 'uharfbuzz'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
