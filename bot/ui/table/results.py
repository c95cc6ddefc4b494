"""Results of hands and games: the board's line about the last hand, and the scene of the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.common.text import escape
from bot.standings.places import places
from bot.tables.model.seats import pairs
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.scene.scene import ResultScene, Standing
from bot.ui.scene.text import exact_amount, ledger_lines
from bot.ui.table.players_history import players_before
from data.tables.records import EventRecord
from rules.contract import View
from rules.registry import winners_of
from rules.sentences import listed, split_sentences

MAX_SUMS: Final = 4
"""People whose sums are shown: about two lines each on a phone."""

MAX_LINE_LETTERS: Final = 140
"""Letters of the line about a hand: about three lines on a phone."""


def result_scene(table: TableState, presenter: Presenter, view: View, players: Players, last: Passage) -> ResultScene:
    """Return the end of a game, from a view of a finished game; `last` is the last event in words."""
    scores: list[int] = view["scores"]
    winners, place = winners_of(view), places(dict(enumerate(scores)), fewest_win=table.game.fewest_win)
    standings = tuple(
        Standing(
            seat,
            players.name(seat),
            scores[seat],
            place[seat],
            seat in winners,
            seat in players.computers,
            seat == players.reader,
        )
        for seat in sorted(place, key=lambda seat: (place[seat], seat))
    )
    lines = tuple(filter(None, (outcome_text(last),)))
    return ResultScene(presenter.pack, table.name, presenter.outcome(view, players), standings, lines)


def settled_line(
    table: TableState, presenter: Presenter, view: View, players: Players, changes: Sequence[EventRecord]
) -> str:
    """Return the points of the last hand in markdown: "Hand 1: Ada and Cleo +32".

    It is "" before there is one, and in a game of one hand. `changes` are those of seats since it began: it names the
    players at its end.
    """
    if view["last"] is None or (view["finished"] and len(view["points"]) == 1):
        return ""
    if table.last_hand is not None:
        players = players_before(
            table.record.seats, players.reader, [event for event in changes if event.seq > table.last_hand.last]
        )
    net = {row.seat: row.net for row in presenter.ledger(view["last"], view["points"], players).rows}
    side_points = sorted(_side_points(table, net), key=lambda point: point[1], reverse=not table.game.fewest_win)
    if len(side_points) == 2 and side_points[0][1] == -side_points[1][1]:  # what one side wins the other loses
        side_points = side_points[:1]
    lines = [
        f"{escape(listed(list(map(players.whom, seats))))} {exact_amount(points)}" for seats, points in side_points
    ]
    if not any(net.values()):
        lines = ["no points"]
    line = f"-# {presenter.hand_word} {len(view['points'])}: {lines[0]}"
    for number, sentence in enumerate(lines[1:], 1):
        if len(line) + len(sentence) > MAX_LINE_LETTERS:
            return f"{line} and {len(lines) - number} more"
        line = f"{line}, {sentence}"
    return line


def points_of_only_hand(presenter: Presenter, view: View, players: Players) -> str:
    """Return the sums of everybody's points in a finished game of one hand, in markdown; "" for more hands.

    With more people than MAX_SUMS it is the reader alone.
    """
    if view["last"] is None or len(view["points"]) != 1:
        return ""
    ledger = presenter.ledger(view["last"], view["points"], players)
    if len(ledger.rows) > MAX_SUMS:
        ledger = ledger._replace(rows=tuple(row for row in ledger.rows if row.seat == players.reader))
    return "\n".join(ledger_lines(ledger, totals=False))


def outcome_text(passage: Passage) -> str:
    """Return the outcome of the last event, in its first sentences."""
    text = ""
    for sentence in split_sentences(passage.result or passage.text):
        if text and len(text) + len(sentence) > MAX_LINE_LETTERS:
            break
        text = f"{text} {sentence}".strip()
    return text


def _side_points(table: TableState, net: dict[int, int]) -> list[tuple[tuple[int, ...], int]]:
    """Return the seats of each side with its gain or loss, which partners share."""
    together = [pair for pair in pairs(table.game) if net.get(pair[0]) == net.get(pair[1])]
    alone = [(seat,) for seat in net if not any(seat in pair for pair in together)]
    return [(seats, net[seats[0]]) for seats in (*together, *alone) if seats[0] in net]
