"""Pre-moves as their player alone sees them: how to leave one, the pending one, and how the last one ended.

A choice is planned at once. It is checked against the pre-moves that are allowed now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.common.errors import Stale
from bot.common.id_codes import decode_number
from bot.tables.commands.set_premove import CHOOSE_ANOTHER_TEXT, PREMOVE_GONE_TEXT
from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.premoves import SeatPremove, of_seat, premove_options, question_seq, seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from bot.ui.game.moves import Choice
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import SEPARATOR, Part, button, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import CardsField, Draft, Form, InvalidInput, Values, WordField, decode_values, encode
from bot.ui.table.layouts import MAX_SELECT_OPTIONS, Emoji, Pending
from rules.contract import View
from rules.premoves import (
    ANY,
    ASK,
    FALLBACKS,
    LOSER,
    LOWEST,
    PICKS,
    PLAY,
    WINNER,
    Premove,
    PremoveOptions,
    cards_of,
    is_premove_allowed,
    read_premove,
    why_never_legal,
)

CARD: Final = "card"
"""The choice, in the form of a rule, of the card that is chosen below."""

RULE_TEXTS: Final[Mapping[str, str]] = {
    WINNER: "your lowest card that wins the trick so far",
    LOSER: "your highest card that does not win the trick so far",
    LOWEST: "your lowest card",
}

SHORT_RULE_TEXTS: Final[Mapping[str, str]] = {
    WINNER: "my lowest winner",
    LOSER: "my highest loser",
    LOWEST: "my lowest card",
}
"""The ways in which a rule picks a card, for a list."""

UNUSED_REASONS: Final[Mapping[str, str]] = {
    "no card": "you play no card now",
    "lead": "you lead",
    "suit": "another suit was led",
    "winner": "none of your legal cards wins the trick so far",
    "loser": "all your legal cards win the trick so far",
    "lowest": "only you can choose here",
}
"""The reason why a rule asks its player."""

PANEL_TEXT: Final = (
    "**Choose a move for your next turn.** It is made at once if it is legal then; if not, you decide. "
    "Only you see the plan, until this hand ends. Others may notice your speed."
)


def shown_premove_outcome(table: TableState, seat: int) -> tuple[int, int] | None:
    """Return the seat of the pre-move outcome that its hand shows, and the outcome's number."""
    stood = of_seat(table, seat)
    return None if stood is None or stood.end is None else (seat, stood.at)


def premove_buttons(table: TableState, seat: int, pending: Pending | None) -> list[Part]:
    """Return the buttons below a hand that plan, change or cancel a pre-move; none while one is `pending`."""
    if pending is not None and pending.decision == question_seq(table, seat):
        return []
    stood, waits = of_seat(table, seat), (table.id, seat_waiting_since_seq(table, seat))
    stands = stood is not None and stood.end is None
    buttons: list[Part] = []
    if premove_options(table, seat).moves:
        buttons.append(
            button(CustomId.OPEN_PREMOVES, *waits, label="Change planned move" if stands else "Plan next move")
        )
    if stands:
        buttons.append(button(CustomId.CANCEL_PREMOVE, *waits, label="Cancel planned move"))
    return buttons


# -- in words ----------------------------------------------------------------------------------------------------------


def hand_line(table: TableState, seat: int, presenter: Presenter, view: View) -> str:
    """Return the line of a hand about its pre-move, in markdown: the pre-move, or its outcome."""
    stood = of_seat(table, seat)
    if stood is None:
        return ""
    text = describe_premove(stood.premove, presenter, view)
    if stood.end is None:
        return f"**Planned:** {text}"
    return _outcome_line(stood, text, presenter)


def _outcome_line(stood: SeatPremove, text: str, presenter: Presenter) -> str:
    """Return the line on how a pre-move ended."""
    stored = stood.stored
    did, why, clause = stored.get("did", ""), stored.get("why", ""), stored.get("clause", "")
    match stood.end:
        case "done":
            return f"**Your planned move was made:** {presenter.moves.done(did)}"
        case "asked":
            return f"**Your plan needs you:** {UNUSED_REASONS[why]}. It was: {text}"
        case "refused":
            where = f" ({clause})" if clause else ""
            return f"**Your planned move was canceled:** {why}{where} It was: {text}"
        case "over":
            return f"**Your planned move was canceled:** the hand was over before your turn came. It was: {text}"
        case "moved":
            return f"**Your planned move was not needed:** you had no choice to make. It was: {text}"
        case "back":
            return f"**Your planned move was canceled:** a move was undone after you planned it. It was: {text}"
        case _:
            return f"**Your planned move was canceled:** I could not read it. It was: {text}"


def describe_premove(premove: Premove, presenter: Presenter, view: View) -> str:
    """Return a pre-move as a sentence, in markdown."""
    what = RULE_TEXTS.get(premove.action) or _move_name(presenter, view, premove.action)
    if premove.led_suit is None:
        return f"{what}."
    otherwise = "you are asked" if premove.fallback == ASK else RULE_TEXTS[LOWEST]
    return f"{_condition(presenter, premove)}: {what}; else {otherwise}."


def _move_name(presenter: Presenter, view: View, move: str) -> str:
    return next((choice.label for choice in presenter.premove_choices(view, [move]) if choice.move == move), move)


# -- how one is left ---------------------------------------------------------------------------------------------------


def premove_panel(table: TableState, seat: int, presenter: Presenter, view: View, emoji: Emoji) -> Pending:
    """Return the choice of pre-moves: moves, then rules. Raises Stale where none are possible."""
    may = premove_options(table, seat)
    if not may.moves:
        raise Stale(PREMOVE_GONE_TEXT)
    waits = table.id, seat_waiting_since_seq(table, seat)
    rule = [button(CustomId.OPEN_PREMOVE_FORM, *waits, label="A rule …")] if may.suits else []
    not_now = button(CustomId.REFRESH_HAND, table.id, "not", label="Not now")
    choices, offers = presenter.premove_choices(view, may.moves), move_tokens(may.moves)
    selects = [
        select(
            CustomId.PICK_PREMOVE,
            *waits,
            number,
            options=[_option(choice, offers, emoji) for choice in choices[start : start + MAX_SELECT_OPTIONS]],
            placeholder="… or one of these" if start else "Choose your next move",
        )
        for number, start in enumerate(range(0, len(choices), MAX_SELECT_OPTIONS))
    ]
    if rules := _rule_options(presenter, may):
        selects.append(select(CustomId.PICK_PREMOVE, *waits, "rule", options=rules, placeholder="Or choose a rule"))
    if cards := _card_rule_options(presenter, choices, may, emoji):
        selects.append(
            select(CustomId.PICK_PREMOVE, *waits, "card", options=cards, placeholder="Or a card if its suit is led")
        )
    asks = f"{PANEL_TEXT} {presenter.premove_limits(view)}".rstrip()
    return Pending(question_seq(table, seat), asks, row(*rule, not_now), selects)


def _rule_options(presenter: Presenter, may: PremoveOptions) -> list[discord.SelectOption]:
    """Return the usual rules, as many as a list holds; the form has all."""
    if not may.suits:
        return []
    rules = [Premove(do, ANY, otherwise) for do in (WINNER, LOSER) for otherwise in FALLBACKS]
    rules += [Premove(LOWEST, ANY), *(Premove(do, suit) for suit in may.suits for do in PICKS)]
    return [
        discord.SelectOption(
            label=f"{_condition(presenter, rule)}: {SHORT_RULE_TEXTS[rule.action]}",
            value=_rule_value(rule),
            description="Else ask me" if rule.fallback == ASK else f"Else {SHORT_RULE_TEXTS[LOWEST]}",
        )
        for rule in rules[:MAX_SELECT_OPTIONS]
    ]


def _card_rule_options(
    presenter: Presenter, choices: Sequence[Choice], may: PremoveOptions, emoji: Emoji
) -> list[discord.SelectOption]:
    """Return the rule, for each card, to play it if its suit is led and to ask otherwise; as many as a list holds."""
    rules = [
        (choice, Premove(choice.move, may.follows[choice.move])) for choice in choices if choice.move in may.follows
    ]
    return [
        discord.SelectOption(
            label=f"{_condition(presenter, rule)}: {choice.label}"[:100],
            value=_rule_value(rule),
            description="Else ask me",
            emoji=emoji.get(choice.card) if choice.card else None,
        )
        for choice, rule in rules[:MAX_SELECT_OPTIONS]
    ]


def _rule_value(rule: Premove) -> str:
    """Return a rule of a list as the value of its option."""
    return SEPARATOR.join(("s", *map(str, (rule.led_suit, rule.action, rule.fallback))))


def _condition(presenter: Presenter, rule: Premove) -> str:
    """Return the condition of a rule, as the beginning of a sentence."""
    led = rule.led_suit or ANY
    return "Whatever is led" if led == ANY else f"If {presenter.leads.get(led, led)}"


def _option(choice: Choice, offers: Mapping[str, tuple[int, str]], emoji: Emoji) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label[:100],
        value=SEPARATOR.join(("m", *map(str, offers[choice.move]))),
        description=choice.hint[:100] or None,
        emoji=emoji.get(choice.card) if choice.card else None,
    )


def rule_form(presenter: Presenter, view: View, may: PremoveOptions) -> Form:
    """Return the form of a rule: when it holds, what is played then, and what otherwise.

    Raises Stale where none may be left. Its move is the order's text.
    """
    if not may.suits:
        raise Stale(PREMOVE_GONE_TEXT)
    cards = tuple(dict.fromkeys(cards_of(choice.move for choice in presenter.premove_choices(view, may.moves))))
    leads = ((ANY, "Whatever is led"), *((suit, f"If {presenter.leads[suit]}") for suit in may.suits))
    picks = ((WINNER, "My lowest winner: it wins the trick so far"), (LOSER, "My highest loser: it does not"))
    does = (*picks, (LOWEST, "My lowest card"), *(((CARD, "The card chosen below"),) if cards else ()))
    fields = (
        WordField("When?", leads, "It does not apply when you lead"),
        WordField("What do you play?", does, "Among your legal cards"),
        *((CardsField("The card", cards, 0, 1, hint="Only if chosen above"),) if cards else ()),
        WordField("And otherwise?", ((ASK, "Ask me"), (LOWEST, "My lowest card"))),
    )

    def move(values: Values) -> str:
        led, do, *card, otherwise = values
        card_moves = [f"{PLAY}{text}" for text in card[0]] if card and isinstance(card[0], tuple) else []
        return Premove(card_moves[0] if card_moves and do == CARD else str(do), str(led), str(otherwise)).text

    def fault_text(values: Values) -> str:
        _, do, *card, _ = values
        if do == CARD and not any(card):
            return "Choose the card, too."
        if do != CARD and any(card):
            return "Choose a card or a way to pick one, not both."
        return ""

    return Form("rule", "A rule …", "A rule for your next turn", fields, move, wrong=fault_text)


def decode_premove(presenter: Presenter, view: View, may: PremoveOptions, code: Sequence[str]) -> str:
    """Return the text of the chosen pre-move. Raises Stale if it may be left no longer.

    `code` is a move (`m`, its place and mark), a rule of the list (`s`), or one of the form (`r`, its mark and values).
    """
    match code:
        case ["m", text, mark] if (place := decode_number(text)) is not None:
            moves = sorted(may.moves)
            move = moves[place] if place < len(moves) else ""
            if not move or move_tokens(moves)[move][1] != mark:
                raise Stale(PREMOVE_GONE_TEXT)
            return move
        case ["s", led, do, otherwise]:
            return Premove(do, led, otherwise).text
        case ["r", mark, chosen]:
            form = rule_form(presenter, view, may)
            try:
                values = decode_values(form, chosen)
            except InvalidInput as error:
                raise Stale(error.sentence) from None
            if form.mark != mark or form.wrong(values):
                raise Stale(PREMOVE_GONE_TEXT)
            return form.move(values)
        case _:
            raise Stale(PREMOVE_GONE_TEXT)


def chosen_premove(
    table: TableState, seat: int, presenter: Presenter, view: View, code: Sequence[str]
) -> str | Pending:
    """Return the text of the chosen pre-move, or why it can never be legal, with a way to choose another.

    Raises Stale once it is no longer allowed.
    """
    may = premove_options(table, seat)
    premove = read_premove(decode_premove(presenter, view, may, code))
    if not is_premove_allowed(premove, may):
        raise Stale(PREMOVE_GONE_TEXT)
    never = why_never_legal(premove, may)
    if not never:
        return premove.text
    waits = table.id, seat_waiting_since_seq(table, seat)
    word, again = (CustomId.OPEN_PREMOVE_FORM, code[1:]) if code[0] == "r" else (CustomId.OPEN_PREMOVES, ())
    change, not_now = (
        button(word, *waits, *again, label="Change"),
        button(CustomId.REFRESH_HAND, table.id, "not", label="Not now"),
    )
    return Pending(question_seq(table, seat), f"{never} {CHOOSE_ANOTHER_TEXT}", row(change, not_now))


def submitted_rule(
    table: TableState, seat: int, presenter: Presenter, view: View, draft: Draft, fault_text: str
) -> str | Pending:
    """Return the text of a filled-in rule, or the fault in it. Raises Stale as `chosen_premove` does."""
    form = rule_form(presenter, view, premove_options(table, seat))
    code = encode(form, draft)
    if not fault_text:
        fault_text = form.wrong(decode_values(form, code))
    if not fault_text:
        return chosen_premove(table, seat, presenter, view, ("r", form.mark, code))
    change = button(
        CustomId.OPEN_PREMOVE_FORM, table.id, seat_waiting_since_seq(table, seat), form.mark, code, label="Change"
    )
    return Pending(question_seq(table, seat), fault_text, row(change))
