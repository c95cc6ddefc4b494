"""How the totals of a pad went, hand by hand: as a picture with its alt text, and in words instead of the picture.

All three come from the same `courses`. Players are told apart without colour; whose name cannot be drawn has the number
of their seat (`Picture.numbered`), as at tables.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from bot.pads.pad import Pad
from bot.show.pictures import Picture
from bot.show.pictures.lettering import fold, fold_name
from bot.show.pictures.palette import GREEN_TABLE, Paint
from bot.show.words import ALT_LIMIT, TEXT_LIMIT, amount, said
from bot.text import NAME_LIMIT, escape, listed, plain, told_apart

ROWS: Final = 10
"""Standings that the text shows at most; the last is always among them."""

_ALOUD: Final = (NAME_LIMIT, 20, 12, 7)
"""Letters of a name, by how little room there is."""

# one thread of its own, so that no table waits for its picture behind a chart
_worker = ThreadPoolExecutor(1, thread_name_prefix="charts")


class Course(NamedTuple):
    """How one player's total went: the seat from 0 in the order in which they sit, the name as it is kept, and the
    totals after hands that count, each with the hand's number, from the first hand that they played.
    """

    seat: int
    name: str
    totals: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """What they have now."""
        return self.totals[-1][1] if self.totals else 0


def courses(pad: Pad) -> tuple[Course, ...]:
    """The courses of all players, in the order in which they sit. A hand that somebody sat out leaves their total."""
    sums: dict[int, int] = {}
    found: dict[int, list[tuple[int, int]]] = {player: [] for player in pad.players}
    for hand in pad.counted:
        for player, points in zip(hand.players, hand.points, strict=True):
            sums[player] = sums.get(player, 0) + points
        for player, total in sums.items():
            found[player].append((hand.number, total))
    return tuple(Course(seat, one.name, tuple(found[number])) for seat, (number, one) in enumerate(pad.players.items()))


async def draw(pad: Pad, paint: Paint = GREEN_TABLE) -> Picture:
    """The chart of a pad in a set of colours, drawn in a worker thread."""
    return await asyncio.get_running_loop().run_in_executor(_worker, draw_now, pad, paint)


def draw_now(pad: Pad, paint: Paint = GREEN_TABLE) -> Picture:
    """The chart of a pad, drawn in this thread. Equal pads give equal bytes."""
    from bot.show.pads import plot  # it brings matplotlib, which takes half a second and is not needed to start

    lines = courses(pad)
    drawn = plot.drawn(pad.title, _beneath(pad), lines, paint)
    unnamed = {one.seat for one in lines if fold_name(one.name, one.seat) == f"Seat {one.seat + 1}" != fold(one.name)}
    numbered = tuple((one.seat, one.name) for one in lines if one.seat in unnamed | drawn.numbered)
    filename = f"pad-chart-{hashlib.sha256(drawn.png).hexdigest()[:8]}.png"
    return Picture(drawn.png, alt_text(pad), filename, drawn.width, drawn.height, numbered)


def _beneath(pad: Pad) -> str:
    """What stands under the title."""
    if not pad.counted:
        return "No hand counts yet"
    return f"Totals after hand {pad.counted[-1].number} · {_aim(pad)}"


def _aim(pad: Pad) -> str:
    return "the fewest points win" if pad.fewest_win else "the most points win"


def alt_text(pad: Pad) -> str:
    """Who leads and everybody's total, as plain text for those who do not see the picture; at most ALT_LIMIT long."""
    text = head = f"Chart of {plain(pad.title, 60)}: "
    if not pad.counted:
        return f"{head}no hand counts yet."
    for letters in _ALOUD:
        names = _called(pad, letters)
        ahead = listed([names[player] for player in pad.leaders()])
        verb = "leads" if len(pad.leaders()) == 1 else "lead together"
        count = f"{len(pad.counted)} {'hand' if len(pad.counted) == 1 else 'hands'}"
        totals = ", ".join(f"{names[player]} {_aloud(pad.totals[player])}" for player in _standing(pad))
        leads = f"{ahead} {verb}" if pad.leaders() else "nobody leads alone"
        text = f"{head}the totals over {count}. {leads[:1].upper()}{leads[1:]}; {_aim(pad)}. Totals: {totals}."
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + "…"


def _aloud(number: int) -> str:
    return said(amount(number)).replace("≈", "about ")


def text_of(pad: Pad, limit: int = TEXT_LIMIT) -> str:
    """The chart in words, as markdown at most `limit` long: the standings after every so many hands and the last."""
    lines = courses(pad)
    if not pad.counted:
        return "No hand counts yet."
    text = ""
    for rows, letters in ((ROWS, NAME_LIMIT), (ROWS, 12), (6, 12), (6, 7), (3, 7), (1, 7)):
        names = {seat: escape(name) for seat, name in enumerate(_called(pad, letters).values())}
        text = "\n".join(
            [f"-# Totals, the best first; {_aim(pad)}.", *(_row(pad, lines, names, at) for at in _shown(pad, rows))]
        )
        if len(text) <= limit:
            break
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _row(pad: Pad, lines: Sequence[Course], names: dict[int, str], number: int) -> str:
    """The standings after a hand, of those who had played by then."""
    then = {one.seat: total for one in lines for after, total in one.totals if after == number}
    order = sorted(then, key=lambda seat: then[seat] if pad.fewest_win else -then[seat])
    return f"**After hand {number}:** " + " · ".join(f"{names[seat]} {amount(then[seat])}" for seat in order)


def _shown(pad: Pad, rows: int) -> list[int]:
    """The numbers of so many hands that count at most, evenly apart, the last among them."""
    numbers = [hand.number for hand in pad.counted]
    step = next(step for step in _steps() if -(-len(numbers) // step) <= rows)
    shown = numbers[step - 1 :: step]
    return shown if shown[-1:] == numbers[-1:] else [*shown, numbers[-1]]


def _steps() -> Sequence[int]:
    return [unit * 10**power for power in range(4) for unit in (1, 2, 5)]


def _standing(pad: Pad) -> list[int]:
    """Those who have played, the best first, then the others."""
    played = {player for hand in pad.counted for player in hand.players}
    return sorted(pad.standing(), key=lambda player: player not in played)


def _called(pad: Pad, letters: int) -> dict[int, str]:
    """What the players are called in so many letters, by number."""
    names = told_apart({seat: one.name for seat, one in enumerate(pad.players.values())}, letters)
    return dict(zip(pad.players, names.values()))
