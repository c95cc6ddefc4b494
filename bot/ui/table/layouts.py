"""The layouts of a table's messages: lobby, table, hand; built anew for each render.

Limits: 40 components and 4000 characters a message, 5 buttons a row, 25 options a select (sandbox/server/limits.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import discord
from discord import ButtonStyle

from bot.common.text import escape, name_of
from bot.tables.commands.claim_tricks import claimable
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.premoves import question_seq
from bot.tables.model.table_state import TableState
from bot.tables.services.turn_index import NO_OTHER_TABLES, OtherTables
from bot.ui.game.card_packs import TEXT_STYLE
from bot.ui.game.moves import Choice, ChoiceStyle
from bot.ui.kit import components
from bot.ui.kit.components import (
    MAX_COMPONENTS,
    MAX_ROW_BUTTONS,
    SEPARATOR,
    Layout,
    Part,
    button,
    container,
    count_components,
    custom_id,
    row,
    rows,
    select,
)
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import CardNamer, CardsField, Form, encode
from rules.sentences import capital, listed

GREEN: Final = 0x2F6B4F
GOLD: Final = 0xC9A227
GREY: Final = 0x6B7280

STYLES: Final[Mapping[ChoiceStyle, ButtonStyle]] = {
    "main": ButtonStyle.primary,
    "good": ButtonStyle.success,
    "bad": ButtonStyle.danger,
    "plain": ButtonStyle.secondary,
}

MAX_LAYOUT_LETTERS: Final = 3800

MAX_MOVE_BUTTONS: Final = 25
"""The most moves that are buttons; more are entries of selects."""

MAX_LESSON_BUTTONS: Final = 8
"""The same in a lesson, below a hint, which a phone shows with them."""

MAX_SELECT_OPTIONS: Final = 25
"""Entries of a select."""

MAX_GROUP_ROWS: Final = 3
"""The most rows that moves take where each group has its own, so that a phone shows them below a hand."""

MAX_WHOLE_NAMES: Final = 4
"""The most cards whose buttons have whole names: a phone shows two of those beside each other, or five of signs."""

ROW_WIDTH_PX: Final = 323
"""The width of a row of buttons on a phone 390 pixels wide."""

PADDING_PX, LETTER_PX, EMOJI_PX, GAP_PX = 24, 7, 26, 8
"""Pixels of a button: around its label, for a letter, for an emoji, and between two buttons."""

NO_ENDED_HAND: Final = "No hand is finished yet."
"""Said where hands that are over would be shown, and there is none."""

Emoji = Mapping[str, str]
"""Card text -> application emoji as Discord writes it."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A move that waits to be confirmed, with its buttons; `text` is the move or an error.

    It lasts as long as the seat's decision, event `decision`, or as `premoves.question_seq`. `selects` are further
    choices. All moves stay beside a `wrong` one.
    """

    decision: int
    text: str
    buttons: Part
    selects: Sequence[Part] = ()
    wrong: bool = False


class Answer(NamedTuple):
    """The answer to a click, above the hand.

    `lasting`: it stays until the player's next act, not only until the table's next change. `is_on_table`: the table
    shows it as well. `news`: it repeats missed announcements. `clause` is its rule. `hint` is the decision with a hint.
    """

    text: str
    lasting: bool = False
    is_on_table: bool = True
    news: bool = False
    clause: str = ""
    hint: int | None = None


class WhyNot(NamedTuple):
    """Whether something is `barred` in a hand, which *Why not?* explains, and the `clause` once it has been."""

    barred: bool = False
    clause: str = ""


NOTHING_BARRED: Final = WhyNot()


def layout(*parts: Part, colour: int = GREEN) -> Layout:
    """Return a message of these parts in one container."""
    return Layout([container(*parts, colour=colour)])


def text(*lines: str) -> Part:
    """Return a text of these lines, cut to what one message may hold."""
    joined = "\n".join(line for line in lines if line)
    return components.text(joined if len(joined) <= MAX_LAYOUT_LETTERS else joined[: MAX_LAYOUT_LETTERS - 1] + "…")


def moved_board(
    table: TableState, where: int, result: str = "", earlier: Mapping[int, str] = MappingProxyType({})
) -> Layout:
    """Return the message that was the board when the board is elsewhere: in a thread, or further down.

    `result` is the outcome in markdown; `earlier` are those of games before, by table, the latest first.
    """
    record = table.record
    names = [escape(name_of(seat.name, seat.seat)) for seat in record.seats]
    who = listed(names) if names else "Nobody"
    heading = text(f"## {table.game.name}", f"-# Table {record.id}")
    before = (
        [text(*(f"-# **Before, table {number}:** {sentence}" for number, sentence in earlier.items()))]
        if earlier
        else []
    )
    sheets = [button(CustomId.SHOW_SCORES, number, label=f"Scores of table {number}") for number in earlier]
    if record.status == "lobby":
        below = [row(*sheets)] if sheets else []
        return layout(heading, text(f"The lobby is now in <#{where}>."), *before, *below)
    if result:
        scores = row(button(CustomId.SHOW_SCORES, record.id, label="Scores"), *sheets)
        return layout(heading, text(result), text(f"-# Played in <#{where}>."), *before, scores, colour=GREY)
    hand = button(CustomId.SHOW_HAND, record.id, label="My hand", style=ButtonStyle.primary)
    return layout(heading, text(f"{who} play in <#{where}>."), *before, row(hand, *sheets), colour=GOLD)


def is_board(table_id: int, parts: Sequence[Part]) -> bool:
    """Whether these components are a table's board: their frame holds a button that no other framed message has."""
    marks = {
        custom_id(CustomId.JOIN_TABLE, table_id),
        custom_id(CustomId.SHOW_LOG, table_id, "-1"),
        custom_id(CustomId.OPEN_REMATCH, table_id),
    }

    def marked(parts: Sequence[Part]) -> bool:
        return any(part.get("custom_id") in marks or marked(part.get("components", ())) for part in parts)

    return any(part["type"] == components.CONTAINER and marked(part["components"]) for part in parts)


def table(
    table: TableState,
    words: str,
    picture_part: Part | None,
    *,
    laid: int | None = None,
    colour: int = GREEN,
    hand_word: str = "Hand",
) -> Layout:
    """Return the board: `words`, the picture if there is one, and the permanent buttons. It offers no moves.

    Buttons that move the game on come first. `laid` is the hand just over, if its cards can be looked at.
    """
    record = table.record
    items: list[Part] = [] if picture_part is None else [picture_part]
    items.append(text(words))
    standing: list[Part] = []
    on = next_hand_button(table, hand_word)
    if record.status == "playing":
        standing.append(button(CustomId.SHOW_HAND, record.id, label="My hand", style=ButtonStyle.primary))
    elif record.is_finished:
        on = rematch_buttons(table)
    if laid is not None:
        on.append(laid_button(table, laid))
    standing += [
        *review_buttons(table),
        button(CustomId.SHOW_LOG, record.id, "-1", label="Log"),
        button(CustomId.SHOW_MORE, record.id, label="More"),
    ]
    items += _permanent_rows([*on, *standing])
    return layout(*items, colour=colour if record.status == "playing" else GREY)


def next_hand_button(table: TableState, hand_word: str) -> list[Part]:
    """Return the button for the next hand, by the game's word for one, where the table waits for a press."""
    if table.record.status != "playing" or table.state is None or not table.awaits_deal():
        return []
    label = f"Next {hand_word.lower()}"
    return [button(CustomId.DEAL_NEXT_HAND, table.id, table.state.number, label=label, style=ButtonStyle.success)]


def review_buttons(table: TableState) -> list[Part]:
    """Return the button Review of the hand just over, until the next one begins; none if nothing counts."""
    if table.last_hand is None or table.hand_start_seq or table.void or table.record.status == "frozen":
        return []
    return [button(CustomId.SHOW_REVIEW, table.id, table.last_hand.number, label="Review")]


def rematch_buttons(table: TableState, *, away: bool = False) -> list[Part]:
    """Return the button Rematch at a finished table.

    There is none `away` from the table, since the rematch opens where the button is pressed.
    """
    if not table.record.is_finished or table.record.private or away:
        return []
    return [button(CustomId.OPEN_REMATCH, table.id, label="Rematch", style=ButtonStyle.success)]


def next_table_button(elsewhere: OtherTables) -> list[Part]:
    """Return the button that opens the hand at the next table of this server that waits for the same person."""
    next_table = elsewhere.next
    if next_table is None:
        return []
    return [button(CustomId.SHOW_HAND, next_table.table_id, label=f"Go to {next_table.name}")]


def elsewhere_line(elsewhere: OtherTables) -> str:
    """Return the number of other tables that wait for the same person, in markdown; "" for none.

    Tables of other servers are not named.
    """
    counts = [f"{elsewhere.more} here"] if elsewhere.more else []
    if elsewhere.abroad:
        counts.append(f"{elsewhere.abroad} in {'another server' if elsewhere.abroad == 1 else 'other servers'}")
    return f"-# More tables wait: {listed(counts)}. See `/table mine`." if counts else ""


def laid_button(table: TableState, hand: int) -> Part:
    """Return the button that shows everybody's cards of a hand that is over, whatever has happened since."""
    return button(CustomId.SHOW_REVEALED_HANDS, table.id, hand, label="Everybody's cards")


def hand(
    table: TableState,
    seat: int,
    words: str,
    choices: Sequence[Choice],
    offers: Mapping[str, tuple[int, str]],
    picture_part: Part | None,
    emoji: Emoji,
    forms: Sequence[Form] = (),
    pending: Pending | None = None,
    laid: int | None = None,
    below: Sequence[Part] = (),
    hint: Sequence[Part] = (),
    why: WhyNot = NOTHING_BARRED,
    elsewhere: OtherTables = NO_OTHER_TABLES,
    tall: bool = False,
    hand_word: str = "Hand",
    name: CardNamer = str,
) -> Layout:
    """Return a seat's own hand with its moves as buttons, or in selects of 25.

    `offers` are move tokens; `pending` replaces the forms. `laid` is the hand just over. `below` are more buttons.
    `hint` is above the moves in a lesson, else below them, so that buttons keep their place. A `tall` picture shortens
    labels. `name` writes a card for the select of a form.
    """
    record = table.record
    decision = table.decisions.get(seat, 0)
    if pending is not None and (record.status != "playing" or pending.decision != question_seq(table, seat)):
        pending = None
    items: list[Part] = [] if picture_part is None else [picture_part]
    items.append(text(words, pending.text if pending else ""))
    if pending is not None:
        items += [*pending.selects, pending.buttons]
    if pending is not None and not pending.wrong:
        hint = ()
    else:
        items += [*(hint if record.lesson else ()), *_form_rows(record.id, decision, forms, name)]
    is_asked = (pending is not None and not pending.wrong) or bool(hint)
    hint = () if record.lesson else hint
    standing = [
        *_hand_buttons(table, seat, why, is_asked=is_asked, advised=bool(hint)),
        *below,
    ]
    on = (
        next_hand_button(table, hand_word)
        + ([] if laid is None else [laid_button(table, laid)])
        + next_table_button(elsewhere)
    )
    if pending is None and claimable(table, seat):
        on.append(
            button(CustomId.CLAIM_TRICKS, record.id, decision, label="Play out the rest", style=ButtonStyle.success)
        )
    usual = [choice for choice in choices if not choice.seldom]
    seldom = _move_selects(record.id, decision, [choice for choice in choices if choice.seldom], offers, emoji)
    if len(usual) <= (MAX_LESSON_BUTTONS if record.lesson else MAX_MOVE_BUTTONS):
        lines = ([on] if on else []) + _move_rows(table, decision, usual, offers, emoji, tall=tall) or [[]]
        message = layout(*items, *_add_permanent_rows(lines, standing, [*seldom, *hint]))
        if count_components(message.parts) <= MAX_COMPONENTS:
            return message
    items += [row(*on)] if on else []
    items += _move_selects(record.id, decision, choices, offers, emoji)
    return layout(*items, *hint, *_permanent_rows(standing))


def _add_permanent_rows(
    lines: Sequence[Sequence[Part]], standing: Sequence[Part], between: Sequence[Part]
) -> list[Part]:
    """Return rows of moves, then the buttons that make no move.

    These go into the last row of moves if that saves a row, and if nothing stands `between` them.
    """
    own = [row(*line) for line in lines if line]
    if between:
        return [*own, *between, *_permanent_rows(standing)]
    merged = _pack_rows([*lines[-1], *standing])
    if len(lines) == 1 and len(lines[0]) + len(standing) <= MAX_ROW_BUTTONS:
        merged = [[*lines[0], *standing]]
    if len(merged) > len(_pack_rows(standing)):
        return [*own, *_permanent_rows(standing)]
    return [row(*line) for line in (*lines[:-1], *merged) if line]


def _permanent_rows(standing: Sequence[Part]) -> list[Part]:
    """Return buttons in rows that a phone does not wrap, unless that takes more rows."""
    full, packed = rows(standing), _pack_rows(standing)
    return full if len(packed) > len(full) else [row(*line) for line in packed]


def _form_rows(table_id: int, decision: int, forms: Sequence[Form], name: CardNamer) -> list[Part]:
    """Return the buttons that open forms.

    One with moves that are ready has a row of its own, in which those stand first. A form that is `in_hand` is a
    select.
    """
    rows_of_parts: list[Part] = []
    opening: list[Part] = []
    for form in forms:
        args = (table_id, decision, form.key, form.mark)
        begin = () if form.begin is None else (encode(form, form.begin),)
        if form.in_hand:
            rows_of_parts.append(_card_select(form, args, name))
        opens = (
            [button(CustomId.OPEN_MOVE_FORM, *args, *begin, label=form.button)]
            if form.button and not form.in_hand
            else []
        )
        if not form.ready:
            opening += opens
            continue
        ready = [
            button(CustomId.MAKE_READY_MOVE, *args, encode(form, preset.values), label=preset.label)
            for preset in form.ready
        ]
        rows_of_parts += rows([*ready, *opens])
    return [*rows_of_parts, *rows(opening)]


def _card_select(form: Form, args: tuple[object, ...], name: CardNamer) -> Part:
    """Return the select that makes a form's move; a move without cards is a button beside it."""
    (field,) = form.fields
    assert isinstance(field, CardsField)
    options = [
        discord.SelectOption(label=capital(name(card))[:100], value=str(place))
        for place, card in enumerate(field.cards)
    ]
    return select(
        CustomId.PICK_CARDS,
        *args,
        options=options,
        placeholder=form.button,
        fewest=max(1, field.fewest),
        most=field.most,
    )


def _group_choices(choices: Sequence[Choice]) -> dict[str, list[Choice]]:
    """Return the choices of each group, groups in the order of their first."""
    by_group: dict[str, list[Choice]] = {}
    for choice in choices:
        by_group.setdefault(choice.group, []).append(choice)
    return by_group


def _move_rows(
    table: TableState,
    decision: int,
    choices: Sequence[Choice],
    offers: Mapping[str, tuple[int, str]],
    emoji: Emoji,
    *,
    tall: bool,
) -> list[list[Part]]:
    """Return moves as rows of buttons, each group in rows of its own while those are few.

    Buttons of many cards bear their signs.
    """
    short = sum(1 for choice in choices if choice.short) > (MAX_WHOLE_NAMES // 2 if tall else MAX_WHOLE_NAMES)

    def made(choice: Choice) -> Part:
        signs = short and choice.short
        return button(
            CustomId.MAKE_MOVE,
            table.id,
            decision,
            *offers[choice.move],
            label=choice.short if signs else choice.label,
            style=STYLES[choice.style],
            emoji=emoji.get(choice.card) if choice.card and not signs else None,
        )

    groups = [[made(choice) for choice in group] for group in _group_choices(choices).values()]
    lines = [
        group[start : start + MAX_ROW_BUTTONS] for group in groups for start in range(0, len(group), MAX_ROW_BUTTONS)
    ]
    if short or len(lines) > MAX_GROUP_ROWS:
        return _pack_rows([part for group in groups for part in group])
    return lines


def _pack_rows(buttons: Sequence[Part]) -> list[list[Part]]:
    """Return buttons in rows that a phone does not wrap."""
    lines: list[list[Part]] = []
    room = 0
    for part in buttons:
        width = GAP_PX + _button_width(part)
        if lines and len(lines[-1]) < MAX_ROW_BUTTONS and width <= room:
            lines[-1].append(part)
        else:
            lines.append([part])
            room = GAP_PX + ROW_WIDTH_PX
        room -= width
    return lines


def _button_width(part: Part) -> int:
    """Return the width of a button on a phone, in pixels."""
    letters = len(part.get("label", "").replace(TEXT_STYLE, ""))
    return PADDING_PX + LETTER_PX * letters + (EMOJI_PX if "emoji" in part else 0)


def _move_selects(
    table_id: int, decision: int, choices: Sequence[Choice], offers: Mapping[str, tuple[int, str]], emoji: Emoji
) -> list[Part]:
    """Return moves as one select, or where that holds too few each group in some of its own."""
    selects: list[Part] = []
    groups = _group_choices(choices)
    if len(choices) <= MAX_SELECT_OPTIONS and len(groups) > 1:
        groups = {"": list(choices)}
    for group, own in groups.items():
        for start in range(0, len(own), MAX_SELECT_OPTIONS):
            options = [
                discord.SelectOption(
                    label=choice.label[:100],
                    value=SEPARATOR.join(map(str, offers[choice.move])),
                    description=choice.hint[:100] or None,
                    emoji=emoji.get(choice.card) if choice.card else None,
                )
                for choice in own[start : start + MAX_SELECT_OPTIONS]
            ]
            ask = f"{group} …" if group else "… or one of these" if selects else "Choose your move"
            selects.append(
                select(CustomId.PICK_MOVE, table_id, decision, len(selects), options=options, placeholder=ask)
            )
    return selects


def _hand_buttons(table: TableState, seat: int, why: WhyNot, *, is_asked: bool, advised: bool) -> list[Part]:
    """Return the buttons below a hand that make no move.

    There is no *Hint* where the table has been asked about one, or where the hand is `advised`.

    Below a hint there is no *Refresh* either: with 19 cards a message has no room for it.
    """
    record = table.record
    clauses = (why.clause,) if why.clause else ()
    rules = button(CustomId.SHOW_RULES, record.game, "0", *clauses, label=": ".join(("Rules", *clauses)))
    decides = record.status == "playing" and seat in table.decisions
    reasons = (
        [button(CustomId.WHY_NOT, record.id, label="Why not?")] if decides and why.barred and not why.clause else []
    )
    if record.lesson:
        return [*reasons, button(CustomId.SKIP_TO_END, record.id, label="To the end"), *([rules] if clauses else [])]
    if record.status == "playing" and seat in stand_in_seats(record.settings):
        back = button(CustomId.COME_BACK_TO_SEAT, record.id, label="I am back", style=ButtonStyle.success)
        return [back, button(CustomId.REFRESH_HAND, record.id, label="Refresh"), rules]
    helps = decides and record.settings.get("friendly") and not is_asked
    hint = [button(CustomId.SHOW_HINT, record.id, label="Hint")] if helps else []
    if record.is_finished:
        log = button(CustomId.SHOW_LOG, record.id, "-1", label="Log")
        return [*review_buttons(table), log, button(CustomId.SHOW_SCORES, record.id, label="Scores"), rules]
    refresh = [] if advised else [button(CustomId.REFRESH_HAND, record.id, label="Refresh")]
    return [*reasons, *hint, *review_buttons(table), *refresh, rules]
