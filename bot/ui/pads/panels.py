"""Private panels around a score pad: a draft and its missing parts, the players, other actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.common.id_codes import encode_set
from bot.common.text import NAME_LIMIT, escape, name_of, plain
from bot.pads.commands import PadActor
from bot.pads.days import format_for_message
from bot.pads.entry_forms import EntryContext, EntryField, EntryMethod, TextField
from bot.pads.pad import Pad
from bot.pads.pads import player_count_refusal
from bot.tables.model.seats import pairs
from bot.ui.kit.components import Layout, Part, button, file_component, row, rows, select, text, user_select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.deletion import deletion_request_line
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import MAX_TITLE_LETTERS, entry_ways, hand_questions, player_name, player_names
from bot.ui.scene.text import amount
from bot.ui.table import layouts
from data.pads.records import FREE_GAME_ID, PadDraft
from rules.registry import GAMES
from rules.sentences import listed

MAX_TYPED_LETTERS: Final = 2000
"""Letters of typed input that a panel repeats."""


def draft_panel(
    pad: Pad,
    presenter: PadPresenter,
    draft: PadDraft,
    feedback: str = "",
    *,
    again: bool = False,
    wrong: str = "",
    typed: Sequence[str] = (),
    chosen: str = "",
) -> Layout:
    """Return the panel of a draft: who played, who dealt and when, and the forms, ticked if filled in.

    `feedback`: why it does not count. `again`: a hand was entered since. `wrong` is the invalid way. `chosen` is a way
    without forms, which is to be submitted. If a player has left the pad, it asks again who played.
    """
    players = tuple(player for player in draft.players if player in pad.players)
    if players != draft.players:
        lines = [
            f"**{feedback or PLAYERS_CHANGED}**",
            f"### {escape(pad.title, MAX_TITLE_LETTERS)}",
            *describe_input(pad, presenter, draft),
        ]
        return layouts.layout(layouts.text(*lines), *_players_select(pad, draft.id, players), row(_drop_button(draft)))
    questions = hand_questions(pad, draft.players, draft.dealer, draft.hand)
    which = f"Hand {draft.hand}" if draft.hand else "A new hand"
    lines = [f"**{feedback}**" if feedback else "", f"### {which} of {escape(pad.title, MAX_TITLE_LETTERS)}"]
    lines.append(f"Played {format_for_message(draft.played, draft.day)}" if draft.played is not None else "")
    parts: list[Part] = [layouts.text(*lines, *typed)]
    ways = entry_ways(pad, presenter, draft.players, draft.dealer, draft.hand)
    ways = tuple(way for way in ways if way.key == chosen) or ways
    filled: list[Part] = []
    several = sum(bool(way.forms) and _is_complete(draft, way) for way in ways) > 1
    following = _next_form(ways, draft)
    for way in ways:
        if not way.forms and has_new_input(pad, presenter, draft):
            continue  # it would throw away what was typed
        done_with = draft.typed.get(way.key, {})
        for form in sorted(way.forms, key=lambda form: (way.key, form.key) != following):  # the next step comes first
            verb = "Fill in: " if form.key not in done_with else "Change: " if way.key == wrong else "✓ Change: "
            only = way.key == wrong and len(way.forms) == 1
            label = "Change entry" if only else f"{verb}{form.button}"
            main = only or (way.key, form.key) == following
            style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
            filled.append(button(CustomId.OPEN_ENTRY_FORM, draft.id, way.key, form.key, label=label, style=style))
        if way.key != wrong and _is_complete(draft, way):
            submit = "Save" if draft.hand else "Submit"
            label = submit if way.forms and not several else f"{submit}: {way.button}"
            label = "Enter as another hand" if again and not several else label
            style = discord.ButtonStyle.success if way.forms or chosen else discord.ButtonStyle.secondary
            args = (draft.id, way.key, len(pad.record.hands) if again else draft.base)
            filled.append(button(CustomId.CONFIRM_ENTRY, *args, label=label, style=style))
    parts += [text(missing)] if (missing := _forms_left(ways, following, draft)) else []
    parts += _players_select(pad, draft.id, draft.players)
    parts += [text(sides)] if (sides := partners_line(pad, draft.players)) else []
    if draft.players:
        dealers = [
            discord.SelectOption(label=f"{plain(called, 80)} dealt", value=str(seat), default=seat == draft.dealer)
            for seat, called in enumerate(map(questions.name, range(len(draft.players))))
        ]
        parts.append(text("**Who dealt:**"))
        parts.append(select(CustomId.SET_ENTRY_DEALER, draft.id, options=dealers, placeholder="Who dealt …"))
    below = [button(CustomId.OPEN_ENTRY_DAY_FORM, draft.id, label="When …"), _drop_button(draft)]
    return layouts.layout(*parts, *rows(filled), row(*below))


def _next_form(ways: Sequence[EntryMethod], draft: PadDraft) -> tuple[str, str] | None:
    """Return the keys of the way and of the next form; None once a way is complete."""
    methods = [way for way in ways if way.forms]
    if any(_is_complete(draft, way) for way in methods):
        return None
    for way in sorted(methods, key=lambda way: not draft.typed.get(way.key)):  # one that is begun comes first
        return next((way.key, form.key) for form in way.forms if form.key not in draft.typed.get(way.key, {}))
    return None


def _forms_left(ways: Sequence[EntryMethod], following: tuple[str, str] | None, draft: PadDraft) -> str:
    """Return a sentence on the forms still to be filled in, where a hand needs several."""
    way = next((way for way in ways if following is not None and way.key == following[0]), None)
    if way is None or len(way.forms) < 2:
        return ""
    buttons = [f"*{form.button}*" for form in way.forms if form.key not in draft.typed.get(way.key, {})]
    has_begun = len(buttons) < len(way.forms)
    return f"**{'Half done: now f' if has_begun else 'F'}ill in {listed(buttons)}.**"


def partners_line(pad: Pad, players: Sequence[int]) -> str:
    """Return the partners, by the order of seats; empty without partners, or while seats are free."""
    sides = pairs(GAMES[pad.record.game]) if pad.record.game in GAMES else ()
    if len(sides) * 2 != len(players):
        return ""
    return (
        f"Partners: {'; '.join(player_names(pad, [players[side], players[other]]) for side, other in sides)}."
        if sides
        else ""
    )


def _drop_button(draft: PadDraft) -> Part:
    """Return the button that drops a draft. For a correction its label says that the hand stays unchanged."""
    if draft.hand:
        return button(CustomId.CANCEL_ENTRY, draft.id, 1, label="Keep as it was")
    return button(CustomId.CANCEL_ENTRY, draft.id, label="Cancel entry")


def _is_complete(draft: PadDraft, way: EntryMethod) -> bool:
    """Whether all forms of a way to tell of a hand are filled in; one without forms always is."""
    return all(form.key in draft.typed.get(way.key, {}) for form in way.forms)


def has_new_input(pad: Pad, presenter: PadPresenter, draft: PadDraft) -> bool:
    """Whether something was typed into a draft: in a correction, something else than its hand was told to be."""
    if not any(draft.typed.values()):
        return False
    hand = pad.hands.get(draft.hand)
    if hand is None or draft.players != hand.players:
        return True
    before = input_of_hand(pad, presenter, draft.hand)
    return {key: forms for key, forms in draft.typed.items() if forms} != {
        key: some for key, some in before.items() if some
    }


def input_of_hand(pad: Pad, presenter: PadPresenter, number: int) -> dict[str, dict[str, dict[str, list[str]]]]:
    """Return the input of a draft that corrects a hand: its forms with the values of the hand."""
    hand = pad.hands[number]
    key, typed = presenter.fill_forms(hand_questions(pad, hand.players, hand.dealer, number), hand.account)
    return {key: {form: {name: list(values) for name, values in some.items()} for form, some in typed.items()}}


def describe_correction(pad: Pad, after: Pad, number: int) -> list[str]:
    """Return the points and totals that a correction of a hand would bring, `after` it is saved."""
    before, now = pad.hands[number], after.hands[number]
    was = dict(zip(before.players, before.points))
    points = [
        f"{escape(player_name(after, player), NAME_LIMIT)} {amount(some)}"
        + ("" if was.get(player) == some else _points_before(was, player))
        for player, some in zip(now.players, now.points)
    ]
    totals = [
        f"{escape(player_name(after, player), NAME_LIMIT)} {amount(after.totals[player])}"
        for player in after.standing.order
    ]
    save = "Nothing changes until you press *Save*."
    return [f"**New points:** {', '.join(points)}", f"-# Totals after saving: {', '.join(totals)}", save]


def _points_before(points: Mapping[int, int], player: int) -> str:
    """Return a player's points of a hand before its correction."""
    return f" (was {amount(points[player])})" if player in points else " (was not in it)"


def changed_players_panel(pad: Pad, presenter: PadPresenter, draft: PadDraft, players: Sequence[int]) -> Layout:
    """Return the question before the players of a hand are changed, where its forms would begin anew."""
    asks = f"**Played by {player_names(pad, players)}?**", "The forms would start empty."
    buttons = [
        button(CustomId.RESTART_ENTRY, draft.id, encode_set(players), label="Start over", style=_DANGER_STYLE),
        button(CustomId.SHOW_ENTRY, draft.id, label="Keep what I typed"),
    ]
    return layouts.layout(layouts.text(*asks, *describe_input(pad, presenter, draft)), row(*buttons))


def drop_panel(pad: Pad, presenter: PadPresenter, draft: PadDraft) -> Layout:
    """Return the question before a draft with something in it is discarded."""
    buttons = [
        button(CustomId.CANCEL_ENTRY, draft.id, 1, label="Delete it", style=_DANGER_STYLE),
        button(CustomId.SHOW_ENTRY, draft.id, label="Keep it"),
    ]
    words = describe_input(pad, presenter, draft)
    return layouts.layout(layouts.text("**Delete what you typed?**", *words), row(*buttons))


_DANGER_STYLE: Final = discord.ButtonStyle.danger

PLAYERS_CHANGED: Final = "This pad's players have changed. Choose again who played."


def _players_select(pad: Pad, draft: int, players: Sequence[int]) -> list[Part]:
    """Return the select of a hand's players, if there is anybody."""
    options = [
        discord.SelectOption(
            label=plain(player_name(pad, player.number), 80), value=str(player.number), default=player.number in players
        )
        for player in pad.players.values()
    ]
    if not options:
        return []
    return [
        text("**Who played:**"),
        select(CustomId.SET_ENTRY_PLAYERS, draft, options=options, placeholder="Players …", most=len(options)),
    ]


def describe_input(pad: Pad, presenter: PadPresenter, draft: PadDraft) -> list[str]:
    """Return the input of a draft in markdown, a line a field, for a player who has to repeat it.

    It may be of players who have left the pad.
    """
    if player_count_refusal(pad.record.game, len(draft.players)):
        return []
    called = tuple(
        player_name(pad, player) if player in pad.players else f"Player {player}" for player in draft.players
    )
    lines: list[str] = []
    for way in presenter.ways(EntryContext(pad.record.options, called, draft.dealer, len(pad.counted))):
        for form in way.forms:
            filled = draft.typed.get(way.key, {}).get(form.key, {})
            lines += [_input_lines(field, filled[field.key]) for field in form.fields if any(filled.get(field.key, ()))]
    if not lines:
        return []
    while sum(map(len, lines)) > MAX_TYPED_LETTERS:
        lines.pop()
    return ["-# You typed:", *lines]


def _input_lines(field: EntryField, values: Sequence[str]) -> str:
    answers = values if isinstance(field, TextField) else [text for value, text in field.options if value in values]
    sentence = ", ".join(line for answer in answers for line in answer.splitlines())
    return f"-# {escape(field.label.rstrip('?'), 45)}: {escape(sentence, 1000)}"


def game_select(word: CustomId, *args: object) -> Part:
    """Return the select of the game for which a pad is opened."""
    games = [
        *(discord.SelectOption(label=game.name, value=game.id) for game in GAMES.values()),
        discord.SelectOption(label="Any other game", value=FREE_GAME_ID, description="You type the points"),
    ]
    return select(word, *args, options=games, placeholder="Open a score pad …")


def import_panel(pad: Pad, name: str, file: str) -> Layout:
    """Return the question before the file of an existing `pad` is imported again; the file hangs below it."""
    hands = len(pad.record.hands)
    hand_count = "1 hand" if hands == 1 else f"{hands} hands"
    sentence = f"It is here already: pad {pad.id}, with {hand_count}. Its results would count twice."
    heading = layouts.text(f"**Import {escape(pad.title, MAX_TITLE_LETTERS)} again?**", sentence)
    again = button(CustomId.IMPORT_PAD_AGAIN, pad.id, name, label="Import again")
    show = button(CustomId.POST_PAD, pad.id, label=f"Show pad {pad.id}", style=discord.ButtonStyle.primary)
    return layouts.layout(heading, row(show, again), file_component(file))


def more_panel(pad: Pad, actor: PadActor, feedback: str = "", link: str = "") -> Layout:
    """Return the other actions of a pad, below the last result and a `link`."""
    record = pad.record
    keepers = [escape(name_of(called, place), NAME_LIMIT) for place, (_, called) in enumerate(record.keepers)]
    lines = [
        f"**{feedback}**" if feedback else "",
        link,
        f"### {escape(pad.title, MAX_TITLE_LETTERS)}",
        f"Keepers: {listed(keepers)}",
    ]
    show = button(CustomId.POST_PAD, pad.id, label="Post pad here")
    log = button(CustomId.SHOW_PAD_LOG, pad.id, -1, label="Changes")
    files = button(CustomId.EXPORT_PAD, pad.id, label="Export")
    if not actor.may_keep(pad):
        return layouts.layout(layouts.text(*lines), row(show, log, files))
    over = record.status == "finished"
    buttons = [show, log, files]
    if request_line := deletion_request_line(pad):
        lines.append(f"**{request_line}**")
    parts: list[Part] = []
    if over:
        buttons.append(button(CustomId.FINISH_PAD, pad.id, 0, label="Reopen pad"))
    else:
        buttons += [
            button(CustomId.OPEN_PAD_NAME_FORM, pad.id, label="Rename"),
            button(CustomId.OPEN_PAD_OPTIONS_FORM, pad.id, label="Options"),
            button(CustomId.ASK_TO_FINISH_PAD, pad.id, label="Finish pad"),
        ]
        parts.append(user_select(CustomId.ADD_PAD_KEEPERS, pad.id, placeholder="Add keepers …", most=5))
    buttons.append(button(CustomId.ASK_TO_DELETE_PAD, pad.id, label="Delete pad …", style=discord.ButtonStyle.danger))
    if record.delete_agreed:
        buttons.append(button(CustomId.KEEP_PAD, pad.id, label="Keep pad"))
    return layouts.layout(layouts.text(*lines), *parts, *rows(buttons))
