"""Laying out a table: seats in two rows round the middle, clockwise, what they played between them and the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ui.pictures.faces import MEDIUM, SMALL, TINY, Size
from bot.ui.pictures.items import Panel, Sign, SignKind, Sketch, Words
from bot.ui.pictures.ledger import lay_ledger
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, amount, fit_text, fold, fold_name, text_width, wrap_text
from bot.ui.pictures.palette import FELT, FELT_DEEP, GOLD, PALE, PLATE, PLATE_DIM, WHITE, Colour
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, PADDING_PX, WIDTH_PX, lay_cards, lay_middle
from bot.ui.scene.scene import COMPUTER, DEALER, READY, CardScene, Ledger, SeatScene, TableScene

HEADER_HEIGHT_PX: Final = 66

_TALLEST: Final = 1.15
"""The greatest ratio of height to width of a table whose seats have large cards and scores."""

_SIGN: Final = 40
_ARROW: Final = 34
_SPACE: Final = 14
_SIGNS: Final[dict[str, SignKind]] = {DEALER: "dealer", COMPUTER: "computer", READY: "tick"}
_LARGE: Final = 58
"""The size of a score where a panel has room for badges below it."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout that all seats share.

    `column` and `plate` are widths of a seat and its panel. Cards lie `beside` the panel, beyond it, or nowhere. `name`
    and `score` are text sizes; `lines` are below them, with signs that stand `apart`.
    """

    column: int
    plate: int
    card: Size
    cards: bool
    beside: bool
    name: int
    bold: bool
    score: int
    apart: bool
    lines: int

    @property
    def plate_height(self) -> int:
        """The height of a panel."""
        text = 10 + round(self.name * 1.2) + round(self.score * 1.2) + self.lines * (LINE_HEIGHT_PX - 2) + 8
        return max(text, self.card.height) if self.beside else max(text, 2 * LINE_HEIGHT_PX)

    @property
    def height(self) -> int:
        """The height of a seat: panel and card."""
        return self.plate_height + (self.card.height + 6 if self.cards and not self.beside else 0)


def _rows(seats: Sequence[SeatScene]) -> list[Sequence[SeatScene]]:
    """Return the seats clockwise in two rows, or three for many.

    The upper row runs from left to right, the lower one from right to left.
    """
    if len(seats) <= 3:
        return [seats] if seats else []
    if len(seats) <= 10:
        upper = (len(seats) + 1) // 2
        return [seats[:upper], seats[upper:][::-1]]
    length = -(-len(seats) // 3)
    return [seats[start : start + length] for start in range(0, len(seats), length)]


def _tokens(seat: SeatScene) -> list[str]:
    """Return the texts on a seat's panel besides name, score and signs."""
    tricks = [] if not seat.tricks else ["1 trick"] if seat.tricks == 1 else [f"{seat.tricks} tricks"]
    return tricks + [fold(badge) for badge in seat.badges if badge not in _SIGNS]


def _signs(seat: SeatScene) -> list[SignKind]:
    """Return the signs at the right of a seat's score, from the right to the left."""
    return [kind for badge, kind in _SIGNS.items() if badge in seat.badges]


def _score_room(seat: SeatScene, plate: int, *, apart: bool) -> int:
    return plate - 2 * PADDING_PX - (0 if apart else len(_signs(seat)) * (_SIGN + 8))


def _score(seat: SeatScene, plate: int, size: int, *, apart: bool) -> str:
    return "" if seat.score is None else amount(seat.score, _score_room(seat, plate, apart=apart), size, bold=True)


def _flow(seat: SeatScene, plate: int, size: int, *, apart: bool) -> tuple[list[str], list[str]]:
    """Return a seat's badges: those beside the score, if its digits are small, and the lines below it."""
    score = _score(seat, plate, size, apart=apart) if size else ""
    room = _score_room(seat, plate, apart=apart) - (text_width(score, size, bold=True) + _SPACE if score else 0)
    tokens = _tokens(seat)
    beside: list[str] = []
    while 0 < size < _LARGE and tokens and text_width(" · ".join([*beside, tokens[0]]), SMALLEST_SIZE_PX) <= room:
        beside.append(tokens.pop(0))
    lines: list[str] = []
    room = plate - 2 * PADDING_PX if size else _score_room(seat, plate, apart=False)
    for token in tokens:
        if lines and text_width(f"{lines[-1]} · {token}", SMALLEST_SIZE_PX) <= room:
            lines[-1] += f" · {token}"
        else:
            lines += wrap_text(token, room, SMALLEST_SIZE_PX, 3)
    return beside, lines


def _face_down(cards: Sequence[CardScene]) -> bool:
    return all(card.text is None for card in cards)


def _scores_fit(seats: Sequence[SeatScene], plate: int, size: int) -> bool:
    """Whether a panel of this width has room for each score at a size."""
    scores = (_score(seat, plate, size, apart=True) for seat in seats)
    return all(text_width(score, size, bold=True) <= plate - 2 * PADDING_PX for score in scores)


def _plan(scene: TableScene, room: int, *, roomy: bool) -> _Plan:
    """Return the sizes of the seats' plates and cards in so wide a room."""
    rows = _rows(scene.seats)
    per_row = max((len(row) for row in rows), default=1)
    column = (room - (per_row - 1) * GAP_PX) // per_row
    cards = scene.card_places or any(seat.cards for seat in scene.seats)
    card = MEDIUM if cards and roomy and per_row <= 2 else SMALL
    # open cards overlap by two thirds; a closed hand takes the room of one card
    most = max((len(seat.cards) for seat in scene.seats if not _face_down(seat.cards)), default=1)
    narrow = column - min(card.width + (most - 1) * (card.width // 3), column // 2) - 8
    beside = cards and per_row <= 3 and _scores_fit(scene.seats, narrow, _LARGE if card is MEDIUM else SMALLEST_SIZE_PX)
    plate = narrow if beside else column
    card = card if beside else SMALL
    large = card is MEDIUM
    scored = any(seat.score is not None for seat in scene.seats)
    score = 0 if not scored else _LARGE if large else SMALLEST_SIZE_PX
    apart = score > 0 and any(
        text_width(_score(seat, plate, score, apart=True), score, bold=True) > _score_room(seat, plate, apart=False)
        for seat in scene.seats
    )
    lines = max(
        (len(_flow(seat, plate, score, apart=apart)[1]) + (apart and bool(_signs(seat))) for seat in scene.seats),
        default=0,
    )
    name, bold = _style(scene.seats, plate, 50 if large else SMALLEST_SIZE_PX)
    return _Plan(column, plate, card, cards, beside, name, bold, score, apart, lines)


def _name(seat: SeatScene, room: int, style: tuple[int, bool]) -> str:
    """Return a seat's name, cut to `room` pixels."""
    size, bold = style
    name = fold_name(seat.name, seat.seat) if seat.name else "free seat"
    if seat.you:
        name = f"You ({name})" if text_width(f"You ({name})", size, bold) <= room else "You"
    return fit_text(name, room, size, bold)


def _style(seats: Sequence[SeatScene], plate: int, largest: int) -> tuple[int, bool]:
    """Return the size and weight of all names at a table: the largest in which three quarters of them fit whole."""
    names = [(fold_name(seat.name, seat.seat), _ARROW if seat.to_act else 0) for seat in seats if seat.name]
    for size, bold in ((largest, True), (SMALLEST_SIZE_PX, True)):
        fitting = sum(text_width(name, size, bold) <= plate - 2 * PADDING_PX - arrow for name, arrow in names)
        if fitting * 4 >= len(names) * 3:
            return size, bold
    return SMALLEST_SIZE_PX, False


def _panel(sketch: Sketch, seat: SeatScene, plan: _Plan, x: int, y: int) -> None:
    """Lay the name, score and badges of a seat."""
    quiet = seat.out or not seat.name
    ground: Colour = PLATE_DIM if quiet else PLATE
    colour: Colour = PALE if quiet else WHITE
    edge, line = (GOLD, 5) if seat.to_act else (None, 0)
    sketch.items.append(Panel(x, y, plan.plate, plan.plate_height, ground, FELT, edge, line))
    left, right = x + PADDING_PX, x + plan.plate - PADDING_PX
    y += 8
    name_x = left
    if seat.to_act:
        sketch.items.append(Sign("arrow", left, y + round(plan.name * 0.22), 26, ground))
        name_x += _ARROW
        colour = GOLD
    name = _name(seat, right - name_x, (plan.name, plan.bold))
    sketch.items.append(Words(name_x, y, name, plan.name, plan.bold and bool(seat.name), colour, ground))
    y += round(plan.name * 1.2)
    score = _score(seat, plan.plate, plan.score, apart=plan.apart) if plan.score else ""
    beside, lines = _flow(seat, plan.plate, plan.score, apart=plan.apart)
    if score:
        sketch.items.append(Words(left, y, score, plan.score, True, PALE if quiet else WHITE, ground))
    if beside:
        text_x = left + (text_width(score, plan.score, bold=True) + _SPACE if score else 0)
        sketch.items.append(
            Words(text_x, y + plan.score - SMALLEST_SIZE_PX, " · ".join(beside), SMALLEST_SIZE_PX, False, PALE, ground)
        )
    below = y + round(plan.score * 1.2)
    top, height = (below, LINE_HEIGHT_PX) if plan.apart or not plan.score else (y, below - y)
    if plan.apart:
        top += len(lines) * (LINE_HEIGHT_PX - 2)
    for sign in _signs(seat):
        right -= _SIGN
        sketch.items.append(Sign(sign, right, top + (height - _SIGN) // 2 + 2, _SIGN, ground))
        right -= 8
    for number, line_text in enumerate(lines):
        sketch.items.append(
            Words(left, below + number * (LINE_HEIGHT_PX - 2), line_text, SMALLEST_SIZE_PX, False, PALE, ground)
        )


def _cards(sketch: Sketch, scene: TableScene, seat: SeatScene, plan: _Plan, place: tuple[int, int], room: int) -> None:
    """Lay the cards before a seat, or the place for one, centred in a slot of one card's height and `room` wide."""
    x, y = place
    size = plan.card
    if not seat.cards:
        if scene.card_places and seat.name and not seat.out:
            x += 2 if plan.beside else (room - size.width) // 2 + 2
            sketch.items.append(Panel(x, y + 2, size.width - 4, size.height - 4, FELT, FELT, FELT_DEEP, 4, 12))
        return
    step = size.width // 3
    if len(seat.cards) > 1 and _face_down(seat.cards):
        size = SMALL if size is MEDIUM else TINY
        y += (plan.card.height - size.height) // 2
        step = min(18, (plan.card.width - size.width) // (len(seat.cards) - 1))
    elif len(seat.cards) > 1:
        step = max(1, min(step, (room - size.width) // (len(seat.cards) - 1)))
    if not plan.beside:
        x += (room - size.width - (len(seat.cards) - 1) * step) // 2
    lay_cards(sketch, scene.pack, seat.cards, size, (x, y), step, faded=seat.out)


def _seat(sketch: Sketch, scene: TableScene, seat: SeatScene, plan: _Plan, x: int, y: int, upper: bool) -> None:
    """Draw a seat: its plate, and its cards beside it, above it or below it."""
    if not plan.cards:
        _panel(sketch, seat, plan, x, y)
    elif plan.beside:
        _panel(sketch, seat, plan, x, y)
        place = (x + plan.plate + 8, y + (plan.plate_height - plan.card.height) // 2)
        _cards(sketch, scene, seat, plan, place, plan.column - plan.plate - 8)
    else:
        _panel(sketch, seat, plan, x, y if upper else y + plan.card.height + 6)
        _cards(sketch, scene, seat, plan, (x, y + plan.plate_height + 6 if upper else y), plan.column)


def _middle(sketch: Sketch, scene: TableScene, y: int) -> int:
    below = lay_middle(sketch, scene.pack, y, scene.zones, scene.facts)
    return below + GAP_PX if below > y else y


def _marked(scene: TableScene) -> TableScene:
    """Return the scene with each side's name on the panels of its seats, and its score, if any, in the middle."""
    names = {seat: side.name for side in scene.sides for seat in side.seats}
    seats = [
        seat._replace(badges=(names[seat.seat], *seat.badges)) if seat.seat in names else seat for seat in scene.seats
    ]
    scores = [
        (side.name, amount(side.score, WIDTH_PX // 3, SMALLEST_SIZE_PX, bold=True))
        for side in scene.sides
        if side.score is not None
    ]
    return scene._replace(seats=tuple(seats), facts=(*scores, *scene.facts))


def lay_table(scene: TableScene) -> Sketch:
    """Lay a table scene as a sketch, 1100 wide and as high as it needs: a wider one has smaller letters on a phone."""
    if scene.sides:
        scene = _marked(scene)
    if scene.ledger is not None:
        return _settled(scene, scene.ledger)
    sketch = _laid(scene, roomy=True)
    return sketch if sketch.height <= WIDTH_PX * _TALLEST else _laid(scene, roomy=False)


def _settled(scene: TableScene, ledger: Ledger) -> Sketch:
    """Lay a table between two hands: the cards on it, and the ledger."""
    sketch = Sketch(WIDTH_PX)
    y = lay_header(sketch, scene.title, scene.subtitle)
    sketch.height = lay_ledger(sketch, ledger, _middle(sketch, scene, y)) - GAP_PX + MARGIN_PX
    return sketch


def _laid(scene: TableScene, *, roomy: bool) -> Sketch:
    """Lay a table with its seats round the middle."""
    sketch = Sketch(WIDTH_PX)
    y = lay_header(sketch, scene.title, scene.subtitle)
    plan = _plan(scene, sketch.width - 2 * MARGIN_PX, roomy=roomy)
    rows = _rows(scene.seats)
    for number, row in enumerate(rows):
        x = (sketch.width - len(row) * plan.column - (len(row) - 1) * GAP_PX) // 2
        for seat in row:
            _seat(sketch, scene, seat, plan, x, y, upper=number == 0 or len(rows) > 2)
            x += plan.column + GAP_PX
        y += plan.height + GAP_PX
        if number == 0 and len(rows) == 2:
            y = _middle(sketch, scene, y)
    if len(rows) != 2:
        y = _middle(sketch, scene, y)
    sketch.height = y - GAP_PX + MARGIN_PX
    return sketch


def lay_header(sketch: Sketch, title: str, subtitle: str) -> int:
    """Lay the title on the left and the subtitle on the right. Returns the y below them."""
    room = sketch.width - 2 * MARGIN_PX
    head = fit_text(fold(title), room, SMALLEST_SIZE_PX, bold=True)
    sketch.items.append(Words(MARGIN_PX, 7, head, SMALLEST_SIZE_PX, True, WHITE))
    rest = room - text_width(head, SMALLEST_SIZE_PX, bold=True) - 30
    if subtitle and rest > 60:
        text = fit_text(fold(subtitle), rest, SMALLEST_SIZE_PX)
        sketch.items.append(
            Words(sketch.width - MARGIN_PX - text_width(text, SMALLEST_SIZE_PX), 7, text, SMALLEST_SIZE_PX, False, PALE)
        )
    return HEADER_HEIGHT_PX
