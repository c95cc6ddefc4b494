"""Laying out what lies on the table between the seats: zones of cards with their titles, and facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.ui.pictures.faces import NARROW, SMALL, Mark, Size
from bot.ui.pictures.groups import LaidGroup, lay_side_by_side
from bot.ui.pictures.items import Face, Panel, Sketch, Words
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX, fit_text, fold, text_width, wrap_text
from bot.ui.pictures.palette import FELT_DEEP, PALE, WHITE
from bot.ui.scene.scene import MAX_CAPTIONED_CARDS, CardScene, CardState, Zone, split_groups

WIDTH_PX: Final = 1100
"""Twice the message column of a desktop, three times that of a phone."""

MARGIN_PX: Final = 20
GAP_PX: Final = 12
PADDING_PX: Final = 14
LINE_HEIGHT_PX: Final = 54
"""The height of a line of the smallest letters."""

_ROOM: Final = WIDTH_PX - 2 * (MARGIN_PX + PADDING_PX)
"""The width of the middle of the table."""

_VALUE: Final = SMALLEST_SIZE_PX + 3
_LABEL: Final = 250
_BESIDE: Final = 400
"""The widest title beside cards in groups: it is a player's, whose name is not to be cut."""

_CAPTION: Final = 200
"""The widest caption beneath a card; longer ones are cut."""

_BETWEEN: Final = 4
"""The least between two captions: of cards that cover each other they are numbers."""

_APART: Final = 36
_FAN: Final = 50
_TURNED: Final = 24
_MARKS: Final[dict[CardState, Mark]] = {
    "plain": "plain",
    "playable": "plain",  # raised, not marked
    "barred": "barred",
    "winning": "winning",
    "took": "winning",
    "wild": "wild",
    "won": "winning",
}


def lay_cards(
    sketch: Sketch,
    pack: str,
    cards: Sequence[CardScene],
    size: Size,
    place: tuple[int, int],
    step: int,
    faded: bool = False,
) -> None:
    """Lay cards from `place` to the right, each `step` further than the one before."""
    x, y = place
    for card in cards:
        mark = "faded" if faded and card.state != "wild" else _MARKS[card.state]
        sketch.items.append(Face(x, y, pack, card.text, size, mark))
        x += step


class _Line(NamedTuple):
    """A line of what stands beside a zone's cards: its title is bold, as far as it wraps."""

    text: str
    bold: bool = False

    @property
    def width(self) -> int:
        return text_width(self.text, SMALLEST_SIZE_PX, self.bold)


@dataclass(frozen=True, slots=True)
class _Block:
    """A zone, measured: what of it is laid out and how much room that takes."""

    cards: tuple[CardScene, ...]
    step: int
    size: Size
    captioned: bool
    label: tuple[_Line, ...]
    cards_width: int
    groups: tuple[LaidGroup, ...] = ()
    """The places of the cards of groups."""
    headed: bool = False
    """Whether title and note stand above the cards, on one line, and not beside them."""

    @property
    def label_width(self) -> int:
        """The widest line of the label."""
        return max((line.width for line in self.label), default=0)

    @property
    def width(self) -> int:
        """The width of the cards with the label beside or above them."""
        if self.headed:
            title, note = self.label
            return max(self.cards_width, title.width + GAP_PX + note.width)
        return self.cards_width + (GAP_PX if self.cards_width else 0) + self.label_width

    @property
    def caption(self) -> int:
        """The widest caption."""
        if self.step < self.size.width:
            return self.step - _BETWEEN
        return max(self.size.width, min(_CAPTION, self.step - 8 if len(self.cards) > 1 else _CAPTION))

    @property
    def height(self) -> int:
        """The height of the cards with their captions and the label."""
        if self.headed:
            return LINE_HEIGHT_PX + self.size.height
        label = len(self.label) * LINE_HEIGHT_PX + 8 if self.label else 0
        return max(label, self.size.height + (LINE_HEIGHT_PX if self.captioned else 0)) if self.cards else label


def _label(zone: Zone, captioned: bool, room: int = _LABEL) -> tuple[_Line, ...]:
    """Return the label beside a zone's cards: title, number, note, captions not shown elsewhere.

    It has at most three lines.
    """
    lines = [_Line(line, bold=True) for line in wrap_text(fold(zone.title), room, SMALLEST_SIZE_PX, 2, bold=True)]
    if zone.layout == "stack" and len(zone.cards) > 1:
        lines.append(_Line(f"{len(zone.cards)} cards"))
    captions = "" if captioned else ", ".join(fold(card.caption) for card in zone.cards if card.caption)
    rest = "; ".join(part for part in (fold(zone.note), captions) if part)
    return (*lines, *map(_Line, wrap_text(rest, room, SMALLEST_SIZE_PX, max(0, 3 - len(lines)))))


def _measure_groups(zone: Zone, room: int, headed: bool) -> _Block:
    """Measure a zone with groups of cards: beside title and note, or below them if `headed` or if not all fits."""
    lying = lay_side_by_side(split_groups(zone.cards, zone.groups), NARROW.width, room, NARROW.width // 2)
    wide = lying[-1].x + lying[-1].width(NARROW.width)
    label = _label(zone, captioned=True, room=_BESIDE)
    beside = _Block(zone.cards, lying[0].step, NARROW, False, label, wide, tuple(lying))
    if not headed and beside.width <= room and not any(ELLIPSIS in line.text for line in label):
        return beside
    title = _Line(fit_text(fold(zone.title), room, SMALLEST_SIZE_PX, bold=True), bold=True)
    rest = room - GAP_PX - title.width
    note = _Line(fit_text(fold(zone.note), rest, SMALLEST_SIZE_PX) if rest > _FAN else "")
    return replace(beside, label=(title, note), headed=True)


def _measure(zone: Zone, room: int, close: bool, headed: bool) -> _Block:
    """Measure the block of a zone in at most `room` pixels.

    `close` lays the cards of a row as a fan, unless each has its caption, and `headed` those in groups below their
    title.
    """
    if zone.groups and zone.cards:
        return _measure_groups(zone, room, headed)
    is_explained = len(zone.cards) <= MAX_CAPTIONED_CARDS or _owned(zone)
    captioned = zone.layout == "row" and is_explained and any(card.caption for card in zone.cards)
    label = _label(zone, captioned)
    if zone.layout == "stack":
        cards, step = zone.cards[-3:], 5
    elif zone.layout == "turned":  # the stock shows below it
        cards, step = (CardScene(None), *zone.cards[-1:]), _TURNED
    else:
        fan = zone.layout == "fan" or (close and not captioned)
        cards, step = zone.cards, _FAN if fan else max(SMALL.width + 8, _caption(zone) + 16 if captioned else 0)
    beside = max((line.width for line in label), default=0) + GAP_PX
    if captioned and len(cards) > 1:  # the last caption needs its room, too
        step = min(step, (room - beside) // len(cards))
        step = step if step >= SMALL.width else max(4, (room - beside - NARROW.width) // (len(cards) - 1))
    elif len(cards) > 1:
        step = max(4, min(step, (room - beside - SMALL.width) // (len(cards) - 1)))
    size = SMALL if zone.layout in {"stack", "turned"} or step > SMALL.width or len(cards) == 1 else NARROW
    wide = size.width + (len(cards) - 1) * step if cards else 0
    if captioned and cards and step > SMALL.width:
        wide += max(0, min(_caption(zone), step) - size.width)
    captioned = captioned and (step > SMALL.width or _caption(zone) + _BETWEEN <= step)
    return _Block(cards, step, size, captioned, label, wide)


def _owned(zone: Zone) -> bool:
    """Whether all its cards are a player's."""
    return all(card.seat is not None for card in zone.cards)


def is_crowded(zone: Zone) -> bool:
    """Whether a zone lacks room for the names of its cards' players.

    It has too many cards, or nothing would be seen of a name. It shows the numbers of the seats then.
    """
    if zone.layout != "row" or zone.groups or not zone.cards or not _owned(zone):
        return False
    if len(zone.cards) > MAX_CAPTIONED_CARDS:
        return True
    room = _measure(zone, _ROOM, close=False, headed=False).caption
    return any(fit_text(fold(card.caption), room, SMALLEST_SIZE_PX) == ELLIPSIS for card in zone.cards)


def _caption(zone: Zone) -> int:
    """Return the room for the captions beneath a zone's cards."""
    return min(_CAPTION, max(text_width(fold(card.caption), SMALLEST_SIZE_PX) for card in zone.cards))


def _total_width(blocks: Sequence[_Block]) -> int:
    return sum(block.width for block in blocks) + _APART * (len(blocks) - 1)


def _rows(zones: Sequence[Zone], room: int, headed: bool) -> list[list[Zone]]:
    """Return the zones in their order, as many to a row as fit.

    A zone of groups, which is a player's own, may lie in an earlier row.
    """
    rows: list[list[Zone]] = []
    for zone in zones:
        for row in rows if zone.groups else rows[-1:]:
            if _total_width([_measure(each, room, True, headed) for each in (*row, zone)]) <= room:
                row.append(zone)
                break
        else:
            rows.append([zone])
    return rows


def _arrange(zones: Sequence[Zone], room: int, headed: bool) -> list[list[_Block]]:
    """Arrange the zones in as few rows as there can be; cards lie close only in a row that needs it."""
    arranged: list[list[_Block]] = []
    for row in _rows(zones, room, headed):
        wide = [_measure(zone, room, False, headed) for zone in row]
        arranged.append(wide if _total_width(wide) <= room else [_measure(zone, room, True, headed) for zone in row])
    return arranged


def _height(rows: Sequence[Sequence[_Block]]) -> int:
    return sum(max(block.height for block in row) + GAP_PX for row in rows)


def _lay_block(sketch: Sketch, pack: str, block: _Block, x: int, y: int) -> None:
    """Draw a measured zone: its label, its cards and their captions."""
    if block.headed:
        title, note = block.label
        sketch.items.append(Words(x, y + 2, title.text, SMALLEST_SIZE_PX, True, WHITE, FELT_DEEP))
        sketch.items.append(Words(x + title.width + GAP_PX, y + 2, note.text, SMALLEST_SIZE_PX, False, PALE, FELT_DEEP))
        y += LINE_HEIGHT_PX
    else:
        for number, line in enumerate(block.label):  # before the cards: after them it would seem to head the next zone
            colour = WHITE if line.bold else PALE
            sketch.items.append(
                Words(x, y + 8 + number * LINE_HEIGHT_PX, line.text, SMALLEST_SIZE_PX, line.bold, colour, FELT_DEEP)
            )
        x += block.label_width + (GAP_PX if block.cards_width else 0)
    if block.groups:
        for group in block.groups:
            lay_cards(sketch, pack, group.cards, block.size, (x + group.x, y), group.step, group.group.faded)
        return
    lay_cards(sketch, pack, block.cards, block.size, (x, y), block.step)
    if block.captioned:
        for number, card in enumerate(block.cards):
            text = fit_text(fold(card.caption), block.caption, SMALLEST_SIZE_PX)
            visible_width = min(block.step, block.size.width) if len(block.cards) > 1 else block.size.width
            left = x + number * block.step + max(0, (visible_width - text_width(text, SMALLEST_SIZE_PX)) // 2)
            if text:
                sketch.items.append(Words(left, y + block.size.height, text, SMALLEST_SIZE_PX, False, PALE, FELT_DEEP))


def _facts(facts: Sequence[tuple[str, str]], x: int, y: int, room: int) -> tuple[list[Words], int]:
    """Return facts one after the other, as many to a line as fit, and the y below them.

    Long facts have lines of their own.
    """
    items: list[Words] = []
    left = x
    for label, value in facts:
        name, text = fit_text(fold(label), room, SMALLEST_SIZE_PX), fold(value)
        name_width = text_width(name, SMALLEST_SIZE_PX) + 10
        total = name_width + text_width(text, _VALUE, bold=True)
        if left > x and left + total > x + room:
            left, y = x, y + LINE_HEIGHT_PX
        items.append(Words(left, y, name, SMALLEST_SIZE_PX, False, PALE, FELT_DEEP))
        if total <= room:
            items.append(Words(left + name_width, y - 3, text, _VALUE, True, WHITE, FELT_DEEP))
            left += total + 34
            continue
        for line in wrap_text(text, room, SMALLEST_SIZE_PX, 3, joint=", "):
            y += LINE_HEIGHT_PX
            items.append(Words(x, y, line, SMALLEST_SIZE_PX, False, WHITE, FELT_DEEP))
        left = x + room
    return items, y + LINE_HEIGHT_PX if facts else y


def lay_middle(sketch: Sketch, pack: str, y: int, zones: Sequence[Zone], facts: Sequence[tuple[str, str]]) -> int:
    """Lay the band in the middle of the table, from `y` down.

    Returns the y below it (`y` itself if there is nothing).
    """
    if not (zones or facts):
        return y
    start = len(sketch.items)
    left, right = MARGIN_PX + PADDING_PX, sketch.width - MARGIN_PX - PADDING_PX
    x, top, bottom = left, y + PADDING_PX, y + PADDING_PX
    arranged = min((_arrange(zones, right - left, headed) for headed in (True, False)), key=_height)
    for number, row in enumerate(arranged):
        x, top = left, bottom + (GAP_PX if number else 0)
        for block in row:
            _lay_block(sketch, pack, block, x, top)
            x += block.width + _APART
        bottom = top + max(block.height for block in row)
    # the facts go beside the last zone if they fit there, else below
    room = right - x
    beside, below = _facts(facts, x, top + 8, room)
    fits = x > left and room >= 260 and not any(ELLIPSIS in item.text for item in beside)
    if fits and below <= bottom + 4:
        sketch.items += beside
    else:
        items, bottom = _facts(facts, left, bottom + (GAP_PX if zones else 0), right - left)
        sketch.items += items
    bottom += PADDING_PX - 4
    sketch.items.insert(start, Panel(MARGIN_PX, y, sketch.width - 2 * MARGIN_PX, bottom - y, FELT_DEEP))
    return bottom
