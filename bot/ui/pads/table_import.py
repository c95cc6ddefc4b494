"""The question before a table of names and points becomes a pad."""

from __future__ import annotations

from typing import Final

from bot.common.text import NAME_LIMIT, escape
from bot.pads.importing.sheet_file import Sheet
from bot.ui.kit.components import Layout, button, file_component, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.table import layouts
from rules.sentences import listed

MAX_NAMED_COLUMNS: Final = 6
"""Columns that are named which are not taken."""


def sheet_panel(sheet: Sheet, name: str, file: str) -> Layout:
    """Return the table as it was read, with the choice of who wins by its points; the file hangs below it."""
    rounds = "1 round" if len(sheet.rounds) == 1 else f"{len(sheet.rounds)} rounds"
    totals = [
        f"{escape(player, NAME_LIMIT)} {amount(total)}" for player, total in zip(sheet.names, sheet.totals, strict=True)
    ]
    left_out = [f"“{escape(title, NAME_LIMIT)}”" for title in sheet.left_out[:MAX_NAMED_COLUMNS]]
    more = len(sheet.left_out) - len(left_out)
    lines = [
        f"{rounds}, {len(sheet.names)} players. Totals: {listed(totals)}.",
        f"Not taken: {listed([*left_out, *([f'{more} more'] if more > 0 else [])])}." if left_out else "",
        "-# Rounds without a day count as played today." if any(round_.when is None for round_ in sheet.rounds) else "",
        "-# All players are guests at first. Link them to members afterwards.",
    ]
    most = button(CustomId.IMPORT_SHEET, "most", name, label="Import: most points win")
    fewest = button(CustomId.IMPORT_SHEET, "fewest", name, label="Import: fewest points win")
    cancel = button(CustomId.CANCEL_QUESTION, label="Cancel")
    heading = layouts.text("**Import this table?**", *filter(None, lines))
    return layouts.layout(heading, row(most, fewest, cancel), file_component(file))
