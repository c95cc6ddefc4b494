"""The history of a score pad, for everybody: each change, its author and time, the state before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.common.text import NAME_LIMIT, escape, person_name, plain
from bot.pads.contests import MAX_CONTEST_LETTERS
from bot.pads.days import format_for_message
from bot.pads.entry_forms import EntryField, PickField
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, button, rows
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import MAX_TITLE_LETTERS, hand_questions, player_names, points_text
from bot.ui.table import layouts
from data.pads.records import ChangeRecord
from rules.sentences import listed

CHANGE_PHRASES: Final = {
    "open": "opened the pad",
    "import": "imported the pad with {hands}",
    "players": "changed the players",
    "start": "gave starting points",
    "options": "changed the options or the name",
    "keepers": "changed the keepers",
    "enter": "entered hand {hand}",
    "correct": "corrected hand {hand}",
    "strike": "struck out hand {hand}",
    "restore": "restored hand {hand}",
    "contest": "contested hand {hand}",
    "withdraw": "no longer contests hand {hand}",
    "uphold": "decided that hand {hand} stands",
    "agree": "joined the pad",
    "refuse": "asked to be left out",
    "link": "was linked to a guest",
    "rename": "renamed a guest",
    "merge": "gave a guest's hands to another player",
    "split": "gave a guest their own line again",
    "finish": "finished the pad",
    "reopen": "reopened the pad",
    "agree_delete": "agreed to delete the pad",
    "keep_pad": "wants to keep the pad",
    "delete": "deleted the pad",
    "undelete": "restored the pad",
}

MAX_ACCOUNT_LETTERS: Final = 240
"""Letters of a hand's facts, before a change or after it."""


MergedPlayers = Mapping[int, int]
"""The player who has a merged guest's hands now, by the guest's former number."""


def history_page(
    pad: Pad,
    presenter: PadPresenter,
    changes: Sequence[ChangeRecord],
    merged: MergedPlayers = MappingProxyType({}),
    *,
    more: bool,
    keeps: bool = False,
) -> Layout:
    """Return these changes, newest first; `more`: there are older ones. A keeper (`keeps`) can undo merges."""
    lines = [line for change in changes for line in _change_lines(pad, presenter, change, merged)]
    heading = layouts.text(f"### Changes in {escape(pad.title, MAX_TITLE_LETTERS)}")
    body = layouts.text(*lines) if lines else layouts.text("Nothing older.")
    buttons = [
        button(CustomId.SPLIT_PLAYERS, pad.id, change.seq, label=plain(f"Undo for {_name_in(change.before)}", 80))
        for change in changes
        if keeps and change.kind == "merge" and change.before is not None and change.before["number"] in merged
    ]
    if more:
        buttons.append(button(CustomId.TURN_PAD_LOG_PAGE, pad.id, changes[-1].seq, label="Older"))
    return layouts.layout(heading, body, *rows(buttons))


def _name_in(values: dict[str, Any] | None) -> str:
    """Return the name that a change records; without one, for a player erased, "a guest"."""
    return plain((values or {}).get("name") or "a guest", NAME_LIMIT)


def _about_guest(pad: Pad, change: ChangeRecord) -> str:
    """Return a change of a guest's name or hands, in markdown."""
    before, after = change.before or {}, change.after or {}
    former = escape(_name_in(before), NAME_LIMIT)
    if change.kind == "rename":
        return f"renamed {former} to {escape(_name_in(after), NAME_LIMIT)}"
    is_player = after.get("number") in pad.players
    who = player_names(pad, [after["number"]]) if is_player else "another player"
    return f"gave {former}'s hands to {who}" if change.kind == "merge" else f"gave {who} their own line again"


def _change_lines(pad: Pad, presenter: PadPresenter, change: ChangeRecord, merged: MergedPlayers) -> list[str]:
    """Return the lines of a change: who did what and when, with the hand before and after."""
    who = escape(person_name(change.name), NAME_LIMIT)
    count = (change.after or {}).get("hands", 0) if change.kind == "import" else 0
    hands = "no hand" if not count else "1 hand" if count == 1 else f"{count} hands"
    did = CHANGE_PHRASES[change.kind].format(hand=change.hand, hands=hands)
    if change.kind == "start" and change.after is not None and change.after["player"] in pad.players:
        whom, start = player_names(pad, [change.after["player"]]), change.after["start"]
        did = (
            f"removed {whom}'s starting points" if start is None else f"gave {whom} {points_text(start)} to start with"
        )
    if change.kind in {"rename", "merge", "split"}:
        did = _about_guest(pad, change)
    lines = [f"**{who}** {did} · <t:{change.at // 1000}:R>"]
    if change.kind == "contest" and (
        why := next((contest.why for contest in pad.record.contests if contest.seq == change.seq), "")
    ):
        lines.append(f"-# “{escape(why, MAX_CONTEST_LETTERS)}”")
    if change.kind in {"enter", "correct"} and change.after is not None and change.hand is not None:
        after = _hand_account(pad, presenter, change.hand, change.after, merged)
        if change.before is None:
            return [*lines, f"-# entered: {_fit_account(after)}"]
        before = _hand_account(pad, presenter, change.hand, change.before, merged)
        lines.append(f"-# before: {_fit_account([line for line in before if line not in after])}")
        lines.append(f"-# after: {_fit_account([passage for passage in after if passage not in before])}")
    return lines


def _hand_account(
    pad: Pad, presenter: PadPresenter, hand: int, values: dict[str, Any], merged: MergedPlayers
) -> list[str]:
    """Return the answers from which a hand was entered, in markdown, then its dealer, players and date."""
    now = [_number_now(player, merged) for player in values["players"]]
    players = [player for player in now if player in pad.players]
    played = f"{player_names(pad, players)} played"
    if len(players) < len(values["players"]):  # the names of players taken off the pad are unknown
        return [played]
    context = hand_questions(pad, players, values["dealer"], hand)
    key, inputs = presenter.fill_forms(context, values["account"])
    lines: list[str] = []
    forms = [form for way in presenter.ways(context) if way.key == key for form in way.forms]
    for form in forms:
        whose = f"{form.button}, " if len(forms) > 1 else ""
        for field in form.fields:
            lines += [escape(f"{whose}{line}") for line in _answer_lines(field, inputs[form.key].get(field.key, ()))]
    dealer = escape(context.name(values["dealer"]), NAME_LIMIT)
    return [*lines, f"{dealer} dealt", played, format_for_message(values["played"], values.get("day"))]


def _number_now(player: int, merged: MergedPlayers) -> int:
    """Return the number of the player who has a player's hands now."""
    while player in merged:
        player = merged[player]
    return player


def _answer_lines(field: EntryField, answers: Sequence[str]) -> list[str]:
    """Return the answer to a field in words; empty where the field was left empty."""
    label = field.label.rstrip("?")
    if isinstance(field, PickField):
        chosen = [text for value, text in field.options if value in answers]
        return [f"{label}: {listed(chosen)}"] if chosen else []
    lines = [line for text in answers for line in text.splitlines() if line.strip()]
    return lines if field.lines else [f"{label}: {line}" for line in lines]


def _fit_account(sentences: Sequence[str]) -> str:
    """Return the whole answers for which there is room."""
    account = ""
    for line in sentences:
        longer = f"{account} · {line}" if account else line
        if len(longer) > MAX_ACCOUNT_LETTERS:
            return f"{account} …" if account else "much has changed"
        account = longer
    return account or "as it was"
