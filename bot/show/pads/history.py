"""What was changed in a score pad, by whom and when, before and after: for all to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from bot.pads.pad import Pad
from bot.show import layouts
from bot.show.pads.sheet import TITLE, names
from bot.text import NAME_LIMIT, escape, name_of
from bot.wire.components import Layout, button, row
from data.pad_records import ChangeRecord

DID: Final = {
    "open": "opened the pad",
    "import": "opened the pad from a file, with {hands} in it",
    "players": "changed who plays",
    "options": "changed what is played, or the name",
    "keepers": "changed who keeps the pad",
    "enter": "entered hand {hand}",
    "correct": "corrected hand {hand}",
    "strike": "struck out hand {hand}",
    "restore": "let hand {hand} count again",
    "finish": "finished the pad",
    "reopen": "opened the pad again",
}

TOLD: Final = 160
"""Letters of what was told of a hand."""


def history_page(pad: Pad, changes: Sequence[ChangeRecord], *, more: bool) -> Layout:
    """These changes, newest first; `more` says that there are older ones."""
    lines = [line for change in changes for line in _lines(pad, change)]
    heading = layouts.text(f"### What was changed in {escape(pad.title, TITLE)}")
    shown = layouts.text(*lines) if lines else layouts.text("Nothing older.")
    if not more:
        return layouts.layout(heading, shown)
    return layouts.layout(heading, shown, row(button("padlogs", pad.id, changes[-1].seq, label="Older")))


def _lines(pad: Pad, change: ChangeRecord) -> list[str]:
    who = escape(name_of(change.name, 0), NAME_LIMIT)
    count = (change.after or {}).get("hands", 0) if change.kind == "import" else 0
    hands = "no hand" if not count else "1 hand" if count == 1 else f"{count} hands"
    did = DID[change.kind].format(hand=change.hand, hands=hands)
    lines = [f"**{who}** {did} · <t:{change.at // 1000}:R>"]
    if change.kind in {"enter", "correct"} and change.after is not None:
        lines += [f"-# {told}: {_account(pad, some)}" for told, some in _accounts(change)]
    return lines


def _accounts(change: ChangeRecord) -> list[tuple[str, dict[str, Any]]]:
    found = [("before", change.before), ("after" if change.before else "told", change.after)]
    return [(told, some) for told, some in found if some is not None]


def _account(pad: Pad, some: dict[str, Any]) -> str:
    """What was told of a hand, as it is kept: for those who have to agree on what was typed."""
    played = [one for one in some["players"] if one in pad.players]
    told = "; ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in some["told"].items())
    return f"{names(pad, played)}: {escape(told, TOLD)}"


def _value(value: object) -> str:
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(_value, cast("list[object]", value))) or "none"
        case dict():
            return " ".join(f"{name} {_value(one)}" for name, one in cast("dict[str, object]", value).items())
        case _:
            return str(value)
