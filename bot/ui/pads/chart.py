"""The chart of a pad's totals, hand by hand: a picture with its alt text, or words.

All three come from the same `pad_series`. A player whose name cannot be drawn has the number of their seat
(`Picture.numbered`), as at tables.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from bot.common.text import NAME_LIMIT, distinct_names, escape, name_of, plain
from bot.pads.pad import Pad
from bot.pads.standing import PadStanding
from bot.ui.charts.chart import Chart, Series
from bot.ui.charts.renderer import pick_evenly, render_chart, run_in_chart_worker
from bot.ui.pictures import Picture
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX
from bot.ui.pictures.lettering import amount as drawn_amount
from bot.ui.pictures.palette import GREEN_TABLE, Paint
from bot.ui.scene.text import MAX_ALT_LETTERS, MAX_SCENE_LETTERS, amount, spoken_text
from rules.sentences import capital, listed

MAX_ROWS: Final = 10
"""Standings that the text shows at most; the last is always among them."""

_ALT_NAME_LETTERS: Final = (NAME_LIMIT, 20, 12, 7)
"""Letters of a name, by how little room there is."""


StyleNumbers = MutableMapping[str, int]
"""The number of each name's colour, marker and stroke, the same in all charts of a message."""


def pad_series(pad: Pad, styles: StyleNumbers | None = None) -> tuple[Series[int], ...]:
    """Return the series of all players in the order of seats. A hand that a player sat out leaves their total.

    Names that are not in `styles` are added to it.
    """
    sums: dict[int, int] = {}
    points_by_player: dict[int, list[tuple[int, int]]] = {player: [] for player in pad.players}
    for hand in pad.counted:
        for player, points in zip(hand.players, hand.points, strict=True):
            sums[player] = sums.get(player, pad.players[player].start or 0) + points
        for player, total in sums.items():
            points_by_player[player].append((hand.number, total))
    return tuple(
        Series(seat, player.name, tuple(points_by_player[number]), _style_number(player.name, styles))
        for seat, (number, player) in enumerate(pad.players.items())
    )


def _style_number(name: str, styles: StyleNumbers | None) -> int | None:
    """Return the style number of a name, the next free one if it has none."""
    return None if styles is None else styles.setdefault(name, len(styles))


def draw_table_chart(
    name: str,
    seats: Sequence[str],
    hands: Sequence[Sequence[int]],
    paint: Paint = GREEN_TABLE,
    styles: StyleNumbers | None = None,
) -> Picture:
    """Draw the chart of a table in this thread: the names of its seats now, and each hand's points by seat."""
    sums = [tuple(accumulate(hand[seat] for hand in hands)) for seat in range(len(seats))]
    lines = tuple(
        Series(seat, who, tuple(enumerate(sums[seat], 1)), _style_number(who, styles)) for seat, who in enumerate(seats)
    )
    chart = Chart(name, f"Totals after {_count_hands(hands)}", lines, "hand", _amount_text)
    return render_chart(chart, "table-chart", table_alt_text(name, seats, hands), paint)


def table_alt_text(name: str, seats: Sequence[str], hands: Sequence[Sequence[int]]) -> str:
    """Return all totals of a table, as plain text at most MAX_ALT_LETTERS long."""
    totals = ", ".join(
        f"{name_of(who, seat)} {_spoken_amount(sum(hand[seat] for hand in hands))}" for seat, who in enumerate(seats)
    )
    return f"Chart of {plain(name, 60)}: the totals over {_count_hands(hands)}. Totals: {totals}."[:MAX_ALT_LETTERS]


def _count_hands(hands: Sequence[object]) -> str:
    return f"{len(hands)} {'hand' if len(hands) == 1 else 'hands'}"


async def draw(pad: Pad, paint: Paint = GREEN_TABLE, styles: StyleNumbers | None = None) -> Picture:
    """Draw the chart of a pad in a set of colours in a worker thread."""
    return await run_in_chart_worker(partial(draw_now, pad, paint, styles))


def draw_now(pad: Pad, paint: Paint = GREEN_TABLE, styles: StyleNumbers | None = None) -> Picture:
    """Draw the chart of a pad in this thread. Equal pads give equal bytes."""
    chart = Chart(pad.title, _subtitle(pad), pad_series(pad, styles), "hand", _amount_text)
    return render_chart(chart, "pad-chart", alt_text(pad), paint)


def _amount_text(number: float, room: int) -> str:
    """Return a total, or a step of the scale, in at most so many pixels."""
    return drawn_amount(int(number), room, SMALLEST_SIZE_PX)


def _subtitle(pad: Pad) -> str:
    """Return the line under the title."""
    if not pad.counted:
        return "No hand counts yet"
    return f"Totals after hand {pad.counted[-1].number} · {_winning_rule(pad)}"


def _winning_rule(pad: Pad) -> str:
    return "the fewest points win" if pad.fewest_win else "the most points win"


def alt_text(pad: Pad) -> str:
    """Return the leader and all totals, as plain text for readers without the picture; at most MAX_ALT_LETTERS long."""
    text = head = f"Chart of {plain(pad.title, 60)}: "
    if not pad.counted:
        return f"{head}no hand counts yet."
    for letters in _ALT_NAME_LETTERS:
        names = _player_names(pad, letters)
        ahead = listed([names[player] for player in pad.leaders()])
        verb = "leads" if len(pad.leaders()) == 1 else "lead together"
        standing = pad.standing
        totals = ", ".join(
            _bracket_unranked(standing, player, f"{names[player]} {_spoken_amount(standing.totals[player])}")
            for player in standing.order
        )
        leads = f"{ahead} {verb}" if pad.leaders() else "nobody leads alone"
        count = _count_hands(pad.counted)
        text = f"{head}the totals over {count}. {capital(leads)}; {_winning_rule(pad)}. Totals: {totals}."
        if len(text) <= MAX_ALT_LETTERS:
            return text
    return text[: MAX_ALT_LETTERS - 1] + "…"


def _spoken_amount(number: int) -> str:
    return spoken_text(amount(number)).replace("≈", "about ")


def chart_text(pad: Pad, limit: int = MAX_SCENE_LETTERS) -> str:
    """Return the chart in words, as markdown at most `limit` long: the standings at regular intervals and the last."""
    if not pad.counted:
        return "No hand counts yet."
    below = "; not ranked in brackets" if any(map(pad.standing.played.get, pad.standing.unranked)) else ""
    text, hands = "", [hand.number for hand in pad.counted]
    for rows, letters in ((MAX_ROWS, NAME_LIMIT), (MAX_ROWS, 12), (6, 12), (6, 7), (3, 7), (1, 7)):
        names = {player: escape(name) for player, name in _player_names(pad, letters).items()}
        text = "\n".join(
            [
                f"-# Totals, the best first; {_winning_rule(pad)}{below}.",
                *(_standings_line(pad, names, at) for at in pick_evenly(hands, rows)),
            ]
        )
        if len(text) <= limit:
            break
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _standings_line(pad: Pad, names: dict[int, str], number: int) -> str:
    """Return the standings after a hand, of the players of that hand or an earlier one."""
    stood = pad.standing_after(tuple(hand for hand in pad.counted if hand.number <= number))
    active_players = [player for player in stood.order if stood.played[player]]
    entries = (
        _bracket_unranked(stood, player, f"{names[player]} {amount(stood.totals[player])}") for player in active_players
    )
    return f"**After hand {number}:** " + " · ".join(entries)


def _bracket_unranked(standing: PadStanding, player: int, text: str) -> str:
    """Return a text about a player, in brackets if the player is not ranked."""
    return text if player in standing.ranked else f"({text})"


def _player_names(pad: Pad, letters: int) -> dict[int, str]:
    """Return the players' names in at most so many letters, by number."""
    names = distinct_names({seat: player.name for seat, player in enumerate(pad.players.values())}, letters)
    return dict(zip(pad.players, names.values()))
