"""The score sheet of a game: what each hand brought whom, and the totals, in words that line up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.common.text import count_columns, cut_to_columns, distinct_names, escape, format_signed
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Layout, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.table import layouts
from bot.ui.table.debts import debts_line, debts_of
from bot.ui.table.event_log import read_spans
from bot.ui.table.event_texts import SCORES_VOID
from bot.ui.table.players_history import describe_former_players, read_players_history
from data.store import Store

HANDS_PER_PAGE: Final = 15
"""Hands a page."""

MAX_COLUMNS: Final = 4
"""Players side by side: a phone shows 38 letters beside each other."""

MAX_NAME_LETTERS: Final = 7
"""Columns that a name takes above its figures: as many letters, half as many wide ones."""

MAX_CHANGE_LETTERS: Final = 200
"""Letters of whose hands a seat's were."""

MAX_CHANGES: Final = 6
"""Seats of which that is told."""

MAX_NUMBER_LETTERS: Final = 10
"""Letters of a number; a longer one is rounded."""


async def read_score_page(store: Store, presenter: Presenter, table: TableState, page: int) -> Layout:
    """Return one page of the score sheet, -1 the newest, with buttons to the others. Raises StoreError.

    It says whose a seat's hands were if the seat has changed hands.
    """
    periods = await read_players_history(store, table)
    over = 0 if table.state is None or len(periods) == 1 else len(table.state.score().hands)
    changed = describe_former_players(periods, await read_spans(store, table.id)) if over else ()
    return score_page(table, page, changed, presenter.sum_note)


def score_page(table: TableState, page: int, changed: Sequence[str] = (), sum_note: str = "") -> Layout:
    """Return one page of the score sheet, -1 the newest, with buttons to the others.

    Below it stand `changed`, and `sum_note` where the points of a hand do not add up to 0.
    """
    hands: Sequence[Sequence[int]] = () if table.state is None else table.state.score().hands
    pages = max(1, -(-len(hands) // HANDS_PER_PAGE))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    first = page * HANDS_PER_PAGE
    page_line = f"-# {first + 1} to {min(len(hands), first + HANDS_PER_PAGE)} of {len(hands)}" if pages > 1 else ""
    void = f"**{SCORES_VOID}**" if table.void else ""
    heading = layouts.text(f"### Scores of {escape(table.name)}", page_line, void)
    if not hands:
        return layouts.layout(heading, layouts.text(layouts.NO_ENDED_HAND))
    names = list(distinct_names(dict(enumerate(table.names())), MAX_NAME_LETTERS, cut_to_columns).values())
    blocks = -(-len(names) // MAX_COLUMNS)
    wide = -(-len(names) // blocks)
    debts = debts_of(table)
    tables = [
        _table(
            names[start : start + wide],
            [hand[start : start + wide] for hand in hands],
            first,
            debts[start : start + wide],
        )
        for start in range(0, len(names), wide)
    ]
    if debts:
        tables.append(f"-# {debts_line(table)}")
    if sum_note and any(map(sum, hands[first : first + HANDS_PER_PAGE])):
        tables.append(f"-# {sum_note}")
    paging = row(
        button(CustomId.TURN_SCORES_PAGE, table.id, max(0, page - 1), "older", label="Older", disabled=page == 0),
        button(CustomId.TURN_SCORES_PAGE, table.id, page + 1, "newer", label="Newer", disabled=page == pages - 1),
    )
    below = (
        [layouts.text(*(f"-# {escape(change, MAX_CHANGE_LETTERS)}" for change in changed[:MAX_CHANGES]))]
        if changed
        else []
    )
    return layouts.layout(heading, *map(layouts.text, tables), *below, *([paging] if pages > 1 else []))


def _table(names: Sequence[str], hands: Sequence[Sequence[int]], first: int, debts: Sequence[int]) -> str:
    """Return the hands from `first` on, the totals of all hands, and the debts, as a block of fixed width.

    `debts` is empty where nobody owes.
    """
    totals = [sum(hand[place] for hand in hands) for place in range(len(names))]
    rows = [["", *map(cell_text, names)]]
    rows += [
        [str(first + number), *map(figure_text, hand)]
        for number, hand in enumerate(hands[first : first + HANDS_PER_PAGE], 1)
    ]
    rows.append(["Total", *map(figure_text, totals)])
    if debts:
        rows.append(["Owes", *(amount(chips) if chips else "" for chips in debts)])
    return monospace_block(rows)


def monospace_block(rows: Sequence[Sequence[str]]) -> str:
    """Return these rows of cells as a block of fixed width, each column as wide as its widest cell."""
    wide = [max(count_columns(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    lines = [
        " ".join(" " * (width - count_columns(cell)) + cell for cell, width in zip(cells, wide, strict=True))
        for cells in rows
    ]
    return "\n".join(["```", *lines, "```"])


def cell_text(text: str) -> str:
    """Return a text for a cell of a block, without backticks, which would end the block."""
    return text.replace("`", "'")


def figure_text(number: int) -> str:
    """Return a number of a block: exact, or rounded where it is too long for its column."""
    exact = format_signed(number)
    return exact if len(exact) <= MAX_NUMBER_LETTERS else amount(number)
