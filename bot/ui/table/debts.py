"""Debts after a finished hand, such as matches in Voren: the debtors, and the payments if the game ends now."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.text import escape
from bot.tables.model.table_state import TableState
from bot.ui.scene.text import amount, exact_amount
from rules.sentences import listed


def debts_of(table: TableState) -> Sequence[int]:
    """Return the debt of each seat after the last finished hand; empty without debts."""
    debts: Sequence[int] = () if table.last_hand is None else table.last_hand.how.get("owes", ())
    return debts if any(debts) else ()


def payments_line(table: TableState) -> str:
    """Return a sentence in markdown on the payments if a table ends with its scores kept; "" without debts."""
    if table.state is None or not debts_of(table):
        return ""
    before, after = table.state.score().totals, table.game.settled(table.state).score().totals
    moved = [(escape(name), now - was) for name, was, now in zip(table.names(), before, after, strict=True)]
    return f"Matches owed are paid: {payments_text(moved)}."


def paid_line(table: TableState) -> str:
    """Return a sentence in markdown on the payments when a table ended early; "" without debts."""
    return paid_text([(escape(name), chips) for name, chips in table.payments()])


def debts_line(table: TableState) -> str:
    """Return a sentence in markdown on the debts at a table; "" without debts."""
    debts = [(escape(name), chips) for name, chips in zip(table.names(), debts_of(table), strict=False) if chips]
    if not debts:
        return ""
    if table.record.lesson:
        return f"{owed_text(debts)}: in a game, that goes into the next pot."
    return f"{owed_text(debts)} to the next pot. If the game ends now, it goes to the last hand's winners."


def owed_text(debts: Sequence[tuple[str, int]]) -> str:
    """Return the debts, as the beginning of a sentence: "Ada and Bela owe 12 each"."""
    names, chips = [name for name, _ in debts], {chips for _, chips in debts}
    if len(debts) > 1 and len(chips) == 1:
        return f"{listed(names)} owe {amount(debts[0][1])} each"
    return listed([f"{name} owes {amount(chips)}" for name, chips in debts])


def payments_text(moved: Sequence[tuple[str, int]]) -> str:
    """Return the payments of these people, payers first."""
    pays = [f"{name} pays {amount(-chips)}" for name, chips in moved if chips < 0]
    gets = [f"{name} gets {amount(chips)}" for name, chips in moved if chips > 0]
    return ", ".join((*pays, *gets))


def paid_text(moved: Sequence[tuple[str, int]]) -> str:
    """Return a sentence on what each of these people paid or got, payers first; "" without payments."""
    payers_first = sorted(moved, key=lambda some: some[1] > 0)
    sentences = [f"{name} {exact_amount(chips)}" for name, chips in payers_first if chips]
    return f"Matches owed were paid: {', '.join(sentences)}." if sentences else ""
