"""The pages of a printed score sheet, made with fpdf2: options, totals, a row a hand.

Letters are DejaVu Sans, and Droid Sans Fallback for Chinese, Japanese and Korean. A sign that both lack is left out; an
empty name becomes "Seat 3". Only a worker imports this.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, cast

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

from bot.common.text import NAME_LIMIT, plain
from bot.pads.days import day_at, format_for_print
from bot.pads.exporting.files import unique_names
from bot.pads.pad import Pad
from bot.ui import fonts
from bot.ui.pads.sheet import attendance_text
from bot.ui.pictures.lettering import ELLIPSIS, MINUS, UNKNOWN_SIGN, remaining_text
from bot.ui.scene.text import amount
from data.pads.records import PadHand

MAX_UPRIGHT_PLAYERS: Final = 8
"""Players who have room on an upright page; for more it lies."""

_FONT: Final = "DejaVu"
_CJK_FONT: Final = "CJK"
_MARGIN_MM: Final = 12.0
"""Millimetres, as all measures here; sizes of letters are points."""

_ROW_MM: Final = 5.6
_HAND_COLUMN_MM: Final = 13.0
_DATE_COLUMN_MM: Final = 27.0
_LIST_COLUMNS: Final = 3
"""Columns of the list of players."""

_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_GREY: Final = (110, 110, 110)
_BLACK: Final = (0, 0, 0)
_SHADE: Final = (236, 236, 236)
_Style = Literal["", "B"]

# what is left out of the fonts of a file is nobody's news
logging.getLogger("fontTools").setLevel(logging.WARNING)


def sheet_of(pad: Pad, occasion: str = "") -> bytes:
    """Return the PDF of a pad. Equal pads give equal bytes."""
    paper = _Paper(pad, occasion)
    try:
        return paper.made()
    finally:
        for font in paper.fonts.values():
            cast("Any", font).close()


class _Paper(FPDF):
    """The score sheet of a pad as it is written, page by page."""

    def __init__(self, pad: Pad, occasion: str) -> None:
        super().__init__("portrait" if len(pad.players) <= MAX_UPRIGHT_PLAYERS else "landscape", "mm", "A4")
        self._pad = pad
        self._occasion = occasion
        self.add_font(_FONT, "", fonts.DEJAVU)
        self.add_font(_FONT, "B", fonts.DEJAVU_BOLD)
        self._has = self._letters_of(_FONT, "") & self._letters_of(_FONT, "B")
        names = f"{pad.title}{occasion}{''.join(unique_names(pad).values())}"
        if not self._has.issuperset(map(ord, names)):  # it takes half a second to read
            for style in ("", "B"):
                self.add_font(_CJK_FONT, style, fonts.CJK)
            self.set_fallback_fonts([_CJK_FONT])
            self._has |= self._letters_of(_CJK_FONT, "")
        self.set_margin(_MARGIN_MM)
        self.set_auto_page_break(auto=False)
        self.set_line_width(0.15)
        self.set_text_shaping(use_shaping_engine=False)
        updated = _BEGIN + timedelta(milliseconds=pad.record.updated)
        self.set_creation_date(updated)
        self.set_title(self._drawable(pad.title) or "Score pad")
        self.set_creator("Eldest Hand")
        self._names = {
            number: self._called(name, seat) for seat, (number, name) in enumerate(unique_names(pad).items())
        }
        self._wide = (self.epw - _HAND_COLUMN_MM - _DATE_COLUMN_MM) / max(1, len(self._names))
        self._size = (
            9.0
            if len(self._names) <= MAX_UPRIGHT_PLAYERS
            else 7.5
            if len(self._names) <= 2 * MAX_UPRIGHT_PLAYERS
            else 6.5
        )

    def made(self) -> bytes:
        """Write the whole sheet, and return the file."""
        self.add_page()
        self._write_head()
        so_far = {player: seated.start or 0 for player, seated in self._pad.players.items()}
        self._write_heads()
        if any(player.start is not None for player in self._pad.players.values()):
            self._write_totals("Start", {player: seated.start for player, seated in self._pad.players.items()})
        for hand in self._pad.record.hands:
            if self.get_y() + 2 * _ROW_MM > self.h - _MARGIN_MM - _ROW_MM:
                self._write_totals("So far", so_far)
                self.add_page()
                self._write_heads()
            self._write_hand(hand)
            if hand.state == "counts":
                for player, points in zip(hand.players, hand.points, strict=True):
                    so_far[player] += points
        self._write_totals("Total", self._pad.totals)
        return bytes(self.output())

    def footer(self) -> None:
        """Write the line below each page, which fpdf2 asks for."""
        self.set_y(-_MARGIN_MM)
        self._letters(7, colour=_GREY)
        marks = "• dealt · – sat out · grey: does not count (struck out, ? contested)"
        self.cell(self.epw / 2, 4, marks)
        self.cell(self.epw / 2, 4, f"Page {self.page_no()} of {{nb}}", align=Align.R)

    # what stands on the pages

    def _write_head(self) -> None:
        """Write the title, the game and the players with their places and totals."""
        pad = self._pad
        self._letters(16, "B")
        self._line(self._drawable(pad.title) or "Score pad", 9)
        self._letters(9, colour=_GREY)
        hands = len(pad.counted)
        won = "the fewest points win" if pad.fewest_win else "the most points win"
        state = "finished" if pad.record.status == "finished" else "still open"
        count = f"{hands} hand counts" if hands == 1 else f"{hands} hands count"
        self._line(f"{pad.game.name} · {count} · {won} · {state}{self._days()}", 6)
        if occasion := self._drawable(self._occasion):
            self._line(occasion, 6)
        self.ln(2)
        names = list(pad.standing.order)
        rows = -(-len(names) // _LIST_COLUMNS)
        wide = self.epw / _LIST_COLUMNS
        ahead = set(pad.leaders())
        for row in range(rows):
            for number in names[row::rows]:
                self._letters(9, "B" if number in ahead else "")
                place = pad.standing.places.get(number, "–" if pad.counted else "")
                self.cell(7, _ROW_MM, str(place), align=Align.R)
                total = _signed(amount(pad.totals[number]))
                room = wide - 11 - self.get_string_width(total)
                attendance = attendance_text(pad, number)
                self._name(
                    f"{self._names[number]} ({attendance})" if attendance else self._names[number], room, Align.L
                )
                self.cell(wide - 7 - room, _ROW_MM, total + "   ")
            self.ln(_ROW_MM)
        self.ln(4)

    def _days(self) -> str:
        """Return the day, or the first and the last day, of the hands that count."""
        days = sorted({hand.day or day_at(hand.played).isoformat() for hand in self._pad.counted})
        return "" if not days else f" · {days[0]}" if len(days) == 1 else f" · {days[0]} to {days[-1]}"

    def _write_heads(self) -> None:
        self._letters(self._size, "B")
        self.set_fill_color(*_SHADE)
        self.cell(_HAND_COLUMN_MM, _ROW_MM, "Hand", border=1, fill=True)
        self.cell(_DATE_COLUMN_MM, _ROW_MM, "Played", border=1, fill=True)
        for name in self._names.values():
            self._name(name, self._wide, Align.R, boxed=True)
        self.ln(_ROW_MM)

    def _write_hand(self, hand: PadHand) -> None:
        """Write the row of a hand; a struck one has a line through it."""
        self._letters(self._size, colour=_BLACK if hand.state == "counts" else _GREY)
        when = format_for_print(hand.played, hand.day)
        contested = "? " if hand.state == "contested" else ""
        self.cell(_HAND_COLUMN_MM, _ROW_MM, f"{contested}{hand.number}", border=1, align=Align.R)
        self.cell(_DATE_COLUMN_MM, _ROW_MM, when, border=1)
        points = dict(zip(hand.players, hand.points, strict=True))
        dealt = hand.players[hand.dealer]
        for player in self._names:
            mark = "• " if player == dealt else ""
            self._number(mark, points.get(player))
        if hand.state == "struck":
            middle = self.get_y() + _ROW_MM / 2
            self.line(_MARGIN_MM, middle, _MARGIN_MM + self.epw, middle)
        self.ln(_ROW_MM)

    def _write_totals(self, word: str, totals: Mapping[int, int | None]) -> None:
        self._letters(self._size, "B")
        self.cell(_HAND_COLUMN_MM + _DATE_COLUMN_MM, _ROW_MM, word, border=1, fill=True)
        for player in self._names:
            self._number("", totals[player], shaded=True)
        self.ln(_ROW_MM)

    # how it is written

    def _letters(self, size: float, style: _Style = "", colour: tuple[int, int, int] = _BLACK) -> None:
        self.set_font(_FONT, style, size)
        self.set_text_color(*colour)

    def _letters_of(self, font: str, style: _Style) -> frozenset[int]:
        """Return the code points that a registered font has."""
        return frozenset[int](cast("Any", self.fonts[f"{font.lower()}{style}"]).cmap)

    def _line(self, text: str, high: float) -> None:
        """Write a text on a line of its own."""
        self._name(text, self.epw, Align.L, high=high)
        self.ln(high)

    def _name(self, text: str, wide: float, align: Align, *, boxed: bool = False, high: float = _ROW_MM) -> None:
        """Write a cell with words that people typed, cut to its width."""
        self.set_text_shaping(use_shaping_engine=not text.isascii())
        room = wide - 2 * self.c_margin
        while len(text) > 1 and self.get_string_width(text) > room:
            text = text.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
        self.cell(wide, high, text, border=1 if boxed else 0, align=align, fill=boxed, new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.set_text_shaping(use_shaping_engine=False)

    def _number(self, mark: str, number: int | None, *, shaded: bool = False) -> None:
        """Write a cell with points: exact if they fit, else rounded, and in small letters if even that is too wide."""
        room = self._wide - 2 * self.c_margin
        text = mark + ("–" if number is None else _signed(str(number)))
        if number is not None and len(text) > 4 and self.get_string_width(text) > room:
            text = mark + _signed(f"{number:.2e}".replace("e+", "e"))
        size = self.font_size_pt
        while len(text) > 4 and self.font_size_pt > 3 and self.get_string_width(text) > room:
            self.set_font_size(self.font_size_pt - 0.5)
        self.cell(self._wide, _ROW_MM, text, border=1, align=Align.R, fill=shaded)
        self.set_font_size(size)

    def _drawable(self, text: str) -> str:
        """Return a name in the letters that there are, on one line; "" where none of them is left."""
        drawable = "".join(sign if ord(sign) in self._has else UNKNOWN_SIGN for sign in plain(text, 2 * NAME_LIMIT))
        return remaining_text(re.sub(f"{UNKNOWN_SIGN}+", UNKNOWN_SIGN, drawable))

    def _called(self, name: str, seat: int) -> str:
        return self._drawable(name) or f"Seat {seat + 1}"


def _signed(number: str) -> str:
    return number.replace("-", MINUS)
