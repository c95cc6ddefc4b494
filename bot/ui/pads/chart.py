"""How the totals of a pad went, hand by hand: as a picture with its alt text, and in words instead of the picture.

All three come from the same `courses`. Players are told apart without colour; whose name cannot be drawn has the number
of their seat (`Picture.numbered`), as at tables.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from bot.common.text import NAME_LIMIT, escape, name_of, plain, told_apart
from bot.pads.pad import Pad
from bot.pads.standing import PadStanding
from bot.ui.charts.chart import Chart, Course
from bot.ui.charts.renderer import evenly, finish, in_worker
from bot.ui.pictures import Picture
from bot.ui.pictures.lettering import SMALLEST
from bot.ui.pictures.lettering import amount as drawn_amount
from bot.ui.pictures.palette import GREEN_TABLE, Paint
from bot.ui.scene.text import ALT_LIMIT, TEXT_LIMIT, amount, said
from rules.sentences import capital, listed

ROWS: Final = 10
"""Standings that the text shows at most; the last is always among them."""

_ALOUD: Final = (NAME_LIMIT, 20, 12, 7)
"""Letters of a name, by how little room there is."""


Looks = MutableMapping[str, int]
"""How each name looks in several charts of one message: the number of its colour, mark and stroke."""


def courses(pad: Pad, looks: Looks | None = None) -> tuple[Course[int], ...]:
    """The courses of all players, in the order in which they sit. A hand that somebody sat out leaves their total.

    Who is in `looks` looks as there; who is not is added.
    """
    sums: dict[int, int] = {}
    found: dict[int, list[tuple[int, int]]] = {player: [] for player in pad.players}
    for hand in pad.counted:
        for player, points in zip(hand.players, hand.points, strict=True):
            sums[player] = sums.get(player, pad.players[player].start or 0) + points
        for player, total in sums.items():
            found[player].append((hand.number, total))
    return tuple(
        Course(seat, one.name, tuple(found[number]), _look_of(one.name, looks))
        for seat, (number, one) in enumerate(pad.players.items())
    )


def _look_of(name: str, looks: Looks | None) -> int | None:
    """The look of a name, the next that is free if it has none."""
    return None if looks is None else looks.setdefault(name, len(looks))


def table_chart(
    name: str,
    seats: Sequence[str],
    hands: Sequence[Sequence[int]],
    paint: Paint = GREEN_TABLE,
    looks: Looks | None = None,
) -> Picture:
    """The chart of a table, drawn in this thread: who sits there now, and what each hand brought each seat."""
    sums = [tuple(accumulate(hand[seat] for hand in hands)) for seat in range(len(seats))]
    lines = tuple(
        Course(seat, who, tuple(enumerate(sums[seat], 1)), _look_of(who, looks)) for seat, who in enumerate(seats)
    )
    shown = [name_of(who, seat) for seat, who in enumerate(seats)]
    totals = ", ".join(f"{who} {_aloud(line.total)}" for who, line in zip(shown, lines, strict=True))
    count = f"{len(hands)} {'hand' if len(hands) == 1 else 'hands'}"
    alt = f"Chart of {plain(name, 60)}: the totals over {count}. Totals: {totals}."
    return finish(Chart(name, f"Totals after {count}", lines, "hand", _drawn), "table-chart", alt[:ALT_LIMIT], paint)


async def draw(pad: Pad, paint: Paint = GREEN_TABLE, looks: Looks | None = None) -> Picture:
    """The chart of a pad in a set of colours, drawn in a worker thread."""
    return await in_worker(partial(draw_now, pad, paint, looks))


def draw_now(pad: Pad, paint: Paint = GREEN_TABLE, looks: Looks | None = None) -> Picture:
    """The chart of a pad, drawn in this thread. Equal pads give equal bytes."""
    chart = Chart(pad.title, _beneath(pad), courses(pad, looks), "hand", _drawn)
    return finish(chart, "pad-chart", alt_text(pad), paint)


def _drawn(number: float, room: int) -> str:
    """A total, or a step of the scale, in so many pixels."""
    return drawn_amount(int(number), room, SMALLEST)


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
        standing = pad.standing
        totals = ", ".join(
            _bracketed(standing, one, f"{names[one]} {_aloud(standing.totals[one])}") for one in standing.order
        )
        leads = f"{ahead} {verb}" if pad.leaders() else "nobody leads alone"
        text = f"{head}the totals over {count}. {capital(leads)}; {_aim(pad)}. Totals: {totals}."
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + "…"


def _aloud(number: int) -> str:
    return said(amount(number)).replace("≈", "about ")


def text_of(pad: Pad, limit: int = TEXT_LIMIT) -> str:
    """The chart in words, as markdown at most `limit` long: the standings after every so many hands and the last."""
    if not pad.counted:
        return "No hand counts yet."
    below = "; not ranked in brackets" if any(map(pad.standing.played.get, pad.standing.below)) else ""
    text = ""
    for rows, letters in ((ROWS, NAME_LIMIT), (ROWS, 12), (6, 12), (6, 7), (3, 7), (1, 7)):
        names = {player: escape(name) for player, name in _called(pad, letters).items()}
        text = "\n".join(
            [f"-# Totals, the best first; {_aim(pad)}{below}.", *(_row(pad, names, at) for at in _shown(pad, rows))]
        )
        if len(text) <= limit:
            break
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _row(pad: Pad, names: dict[int, str], number: int) -> str:
    """The standings after a hand, of those who had played by then."""
    stood = pad.standing_after(tuple(hand for hand in pad.counted if hand.number <= number))
    there = [player for player in stood.order if stood.played[player]]
    shown = (_bracketed(stood, player, f"{names[player]} {amount(stood.totals[player])}") for player in there)
    return f"**After hand {number}:** " + " · ".join(shown)


def _bracketed(standing: PadStanding, player: int, told: str) -> str:
    """What is told of a player, in brackets where they are not ranked."""
    return told if player in standing.ranked else f"({told})"


def _shown(pad: Pad, rows: int) -> list[int]:
    """The numbers of so many hands that count at most."""
    return evenly([hand.number for hand in pad.counted], rows)


def _called(pad: Pad, letters: int) -> dict[int, str]:
    """What the players are called in so many letters, by number."""
    names = told_apart({seat: one.name for seat, one in enumerate(pad.players.values())}, letters)
    return dict(zip(pad.players, names.values()))
