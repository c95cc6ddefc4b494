"""Laying out the end of a game: its winners in large letters beside cards of the game, and everybody's places."""

from __future__ import annotations

from typing import Final

from bot.ui.game.card_packs import pack_named
from bot.ui.pictures.art import art_of
from bot.ui.pictures.faces import MEDIUM
from bot.ui.pictures.items import Emblem, Panel, Sign, Sketch, Words
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, amount, fit_text, fold_name, text_width, wrap_text
from bot.ui.pictures.palette import FELT, FELT_DEEP, GOLD, PALE, PLATE, WHITE
from bot.ui.pictures.table import lay_header
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, PADDING_PX, WIDTH_PX, lay_cards
from bot.ui.scene.scene import CardScene, ResultScene, Standing

_EMBLEM: Final = 220
_FANNED: Final = 48
"""The distance between cards of the fan: it shows rank and suit of each."""

_MOST_CARDS: Final = 5
_BESIDE: Final = 32

_SIZES: Final[dict[int, tuple[int, ...]]] = {
    1: (92, 80, 70, 60, 52, SMALLEST_SIZE_PX),
    2: (70, 60, 52, SMALLEST_SIZE_PX),
    3: (56, 50, SMALLEST_SIZE_PX),
}
"""Sizes of the winners' names by their number, the largest first; more names stand in a row in the smallest letters."""

_LINES: Final = 3
"""The most lines of one name, and of names in a row."""

_SCORE: Final = 70
_FIGURE_SIZE_PX: Final = SMALLEST_SIZE_PX + 3
_MAX_NUMBER_WIDTH_PX: Final = 330
"""The widest score of the standings; a longer one is rounded."""

_ROW: Final = 54
_ROBOT: Final = 40


def _high(size: int) -> int:
    """Return the height of a line of letters of this size."""
    return round(size * 1.2)


def _broken(name: str, room: int, lines: int) -> list[str]:
    """Return a name in so many lines of the smallest letters, broken at spaces if there are some; the last is cut."""
    if lines == 1 or text_width(name, SMALLEST_SIZE_PX, bold=True) <= room:
        return [fit_text(name, room, SMALLEST_SIZE_PX, bold=True)]
    end = len(name)
    while end > 1 and text_width(name[:end], SMALLEST_SIZE_PX, bold=True) > room:
        end -= 1
    space = name.rfind(" ", 1, end + 1)
    end = space if space > 0 else end
    return [name[:end], *_broken(name[end:].lstrip(), room, lines - 1)]


def _names(winners: tuple[Standing, ...], room: int) -> tuple[list[str], int]:
    """Return the winners' names in lines, and the size of their letters."""
    names = [fold_name(winner.name, winner.seat) for winner in winners]
    for size in _SIZES.get(len(names), ()):
        if all(text_width(name, size, bold=True) <= room for name in names):
            return names, size
    if len(names) in _SIZES:
        each = 4 // len(names)
        return [line for name in names for line in _broken(name, room, min(each, _LINES))], SMALLEST_SIZE_PX
    return wrap_text(", ".join(names), room, SMALLEST_SIZE_PX, _LINES, bold=True, joint=", "), SMALLEST_SIZE_PX


def _lay_look(sketch: Sketch, pack: str, x: int, y: int, high: int) -> None:
    """Lay the game's emblem, or its highest card of each suit, in the middle of so high a place."""
    if art_of(pack).emblem:
        sketch.items.append(Emblem(pack, x, y + (high - _EMBLEM) // 2, _EMBLEM, FELT_DEEP))
        return
    cards = [CardScene(card) for card in _best_cards(pack)]
    lay_cards(sketch, pack, cards, MEDIUM, (x, y + (high - MEDIUM.height) // 2), _FANNED)


def _best_cards(pack: str) -> list[str]:
    card_pack = pack_named(pack)
    return [card_pack.ranks[-1].text + suit.letter for suit in card_pack.suits[:_MOST_CARDS] if card_pack.ranks]


def _look(pack: str) -> tuple[int, int]:
    """Return the width and height of what `_lay_look` lays."""
    if art_of(pack).emblem:
        return _EMBLEM, _EMBLEM
    cards = len(_best_cards(pack))
    return (MEDIUM.width + (cards - 1) * _FANNED, MEDIUM.height) if cards else (0, 0)


def _lay_winners(sketch: Sketch, scene: ResultScene, y: int) -> int:
    """Lay the winners with their score. Returns the y below them."""
    wide, high = _look(scene.pack)
    left, right = MARGIN_PX + PADDING_PX + 6, sketch.width - MARGIN_PX - PADDING_PX - 6
    x = left + wide + (_BESIDE if wide else 0)
    names, size = _names(scene.winners, right - x)
    score = amount(scene.winners[0].score, right - x, _SCORE, bold=True)
    text = len(names) * _high(size) + _high(_SCORE)
    inside = max(high, text)
    sketch.items.append(
        Panel(MARGIN_PX, y, sketch.width - 2 * MARGIN_PX, inside + 2 * PADDING_PX, FELT_DEEP, FELT, GOLD, 5)
    )
    _lay_look(sketch, scene.pack, left, y + PADDING_PX, inside)
    top = y + PADDING_PX + (inside - text) // 2
    words = [
        Words(x, top + number * _high(size), name, size, True, WHITE, FELT_DEEP) for number, name in enumerate(names)
    ]
    words.append(Words(x, top + len(names) * _high(size), score, _SCORE, True, GOLD, FELT_DEEP))
    sketch.items += reversed(words)  # a line would hide the feet of letters above it
    return y + inside + 2 * PADDING_PX + GAP_PX


def _lay_standings(sketch: Sketch, scene: ResultScene, y: int) -> int:
    """Lay a line a player: place, name, score. Returns the y below them."""
    left, right = MARGIN_PX + PADDING_PX, sketch.width - MARGIN_PX - PADDING_PX
    bottom = y + len(scene.standings) * _ROW + PADDING_PX
    sketch.items.append(Panel(MARGIN_PX, y, sketch.width - 2 * MARGIN_PX, bottom - y, PLATE, FELT))
    begin = left + max(text_width(str(standing.place), SMALLEST_SIZE_PX) for standing in scene.standings) + 24
    words: list[Words] = []
    for number, standing in enumerate(scene.standings):
        top, colour = y + 4 + number * _ROW, GOLD if standing.won else WHITE
        score = amount(standing.score, _MAX_NUMBER_WIDTH_PX, _FIGURE_SIZE_PX, bold=True)
        end = right - text_width(score, _FIGURE_SIZE_PX, bold=True)
        room = end - begin - 24 - ((_ROBOT + 16) if standing.computer else 0)
        name = fold_name(standing.name, standing.seat)
        name = fit_text(f"You ({name})" if standing.you else name, room, _FIGURE_SIZE_PX, bold=True)
        words.append(Words(left, top + 3, str(standing.place), SMALLEST_SIZE_PX, False, PALE, PLATE))
        words.append(Words(begin, top, name, _FIGURE_SIZE_PX, True, colour, PLATE))
        words.append(Words(end, top, score, _FIGURE_SIZE_PX, True, colour, PLATE))
        if standing.computer:
            at = begin + text_width(name, _FIGURE_SIZE_PX, bold=True) + 16
            sketch.items.append(Sign("computer", at, top + (LINE_HEIGHT_PX - _ROBOT) // 2 + 2, _ROBOT, PLATE))
    sketch.items += sorted(words, key=lambda line: -line.y)
    return bottom + GAP_PX


def lay_result(scene: ResultScene) -> Sketch:
    """Lay a result scene as a sketch, 1100 wide and as high as it needs."""
    sketch = Sketch(WIDTH_PX)
    y = lay_header(sketch, scene.title, "The game is over")
    if scene.winners:
        y = _lay_winners(sketch, scene, y)
    if scene.standings:
        y = _lay_standings(sketch, scene, y)
    sketch.height = y - GAP_PX + MARGIN_PX
    return sketch
