"""A score pad in words: its message for all, its sheet page by page, a hand and who changed it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, cut_to_columns, distinct_names, escape, fit_lines, name_of, person_name
from bot.pads.contests import MAX_CONTEST_LETTERS, HandPermissions
from bot.pads.days import format_for_message
from bot.pads.entry_forms import EntryContext, EntryMethod
from bot.pads.pad import Pad
from bot.pads.pads import player_count_refusal
from bot.ui.kit.components import Layout, Part, button, row, rows, select, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.deletion import deletion_request_line
from bot.ui.pads.presenter import PadPresenter
from bot.ui.scene.text import amount, ledger_lines
from bot.ui.table import layouts
from bot.ui.table.debts import owed_text, paid_text
from bot.ui.table.score_sheet import MAX_COLUMNS, MAX_NAME_LETTERS, cell_text, figure_text, monospace_block
from bot.ui.table.table_options import unusual_options
from data.pads.records import ChangeRecord, PadHand
from rules.sentences import listed

MAX_BOARD_HANDS: Final = 5
"""Hands that the pad's own message shows."""

MANY_PLAYERS: Final = 12
"""More players than that are left to the sheet."""

MAX_HANDS_PER_PAGE: Final = 20
"""Hands a page of the sheet, where the players are few."""

MAX_BOARD_LETTERS: Final = 3400
"""Letters of a page's figures: what a message holds, less what stands around them."""

MAX_NOTE_LETTERS: Final = 40
"""Letters of a line of figures."""

MAX_TITLE_LETTERS: Final = 80

MAX_PAGE_LETTERS: Final = 3900
"""Letters of a hand's facts, less the signs between its lines."""

MAX_CONTEST_LINES: Final = 3
"""The maximum of contested hands whose contesters the pad's message names."""

CONTEST_HINT: Final = "-# Is a hand wrong? For a day, its players can contest it. A keeper decides."

ABSENT_MARK: Final = "·"
"""The cell of a player who did not play a hand."""


def player_name(pad: Pad, player: int) -> str:
    """Return a player's name as plain text."""
    return name_of(pad.players[player].name, player - 1)


def player_names(pad: Pad, players: Sequence[int]) -> str:
    """Return the names of these players, in markdown."""
    return listed([escape(player_name(pad, player), NAME_LIMIT) for player in players])


def points_text(number: int) -> str:
    """Return a number of points in words."""
    return f"{amount(number)} {'point' if abs(number) == 1 else 'points'}"


def hand_questions(pad: Pad, players: Sequence[int], dealer: int, hand: int = 0) -> EntryContext:
    """Return the facts for the forms of a new hand, or of number `hand`."""
    before = sum(1 for earlier in pad.played_hands if not hand or earlier.number < hand)
    return EntryContext(pad.record.options, tuple(player_name(pad, player) for player in players), dealer, before)


def board(pad: Pad, presenter: PadPresenter) -> Layout:
    """Return the pad's message."""
    record = pad.record
    game = escape(pad.game.name)
    lines = [f"## {escape(pad.title, MAX_TITLE_LETTERS)}"]
    about = [*([f"Pad {pad.id}", game] if record.name else []), _hand_count(pad)]
    keepers = [escape(name_of(called, place), NAME_LIMIT) for place, (_, called) in enumerate(record.keepers)]
    lines.append(f"-# {' · '.join(about)} · kept by {listed(keepers[:3])}")
    if options := unusual_options(
        pad.game, {option: record.options[option] for option in presenter.options if option in record.options}
    ):
        lines.append(f"-# {escape(options, 300)}")
    parts: list[Part] = [text("\n".join(lines)), text("\n".join(_standings(pad)))]
    if pad.counted and len(pad.players) <= MANY_PLAYERS:
        parts += [text(block) for block in _score_blocks(pad, pad.counted[-MAX_BOARD_HANDS:], start=True)]
    parts.append(text("\n".join(_footer_lines(pad))))
    return layouts.layout(*parts, *_buttons(pad, presenter), colour=_colour(pad))


def _colour(pad: Pad) -> int:
    return layouts.GREY if pad.record.status == "finished" else layouts.GOLD


def _hand_count(pad: Pad) -> str:
    hands = len(pad.counted)
    return "no hands yet" if not hands else "1 hand" if hands == 1 else f"{hands} hands"


def attendance_text(pad: Pad, player: int) -> str:
    """Return the counted hands of a player who has not played all of them, as plain text.

    Nothing before the first hand.
    """
    hands, played = pad.standing.hands, pad.standing.played[player]
    if len(played) == len(hands):
        return ""
    if not played:
        return "no hands yet"
    first, last = hands[played[0]].number, hands[played[-1]].number
    if len(played) <= played[-1] - played[0]:
        return f"{len(played)} of {len(hands)} hands"
    if played[-1] == len(hands) - 1:
        return f"from hand {first}"
    if played[0] == 0:
        return f"until hand {last}"
    return f"hand {first}" if first == last else f"hands {first} to {last}"


def starting_points_text(pad: Pad, player: int) -> str:
    """Return a player's starting points as plain text; "" for most."""
    start = pad.players[player].start
    return "" if start is None else f"started with {amount(start)}"


def _standings(pad: Pad) -> list[str]:
    """Return one line per player: ranked players first, then the others. Equal players share a place."""
    if not pad.players:
        return ["Nobody plays yet."]
    lines: list[str] = []
    standing = pad.standing
    for at, player in enumerate(standing.order, 1):
        pad_player = pad.players[player]
        away = {"out": " · sits out", "left": " · has left"}.get(pad_player.state, "")
        guest = " · asked" if player in pad.requests_by_player else "" if pad_player.user is not None else " · guest"
        place = standing.places.get(player) if pad.counted else at
        number = "–" if place is None else f"{place}."
        marks = "".join(
            f" · {sentence}"
            for sentence in (attendance_text(pad, player), starting_points_text(pad, player))
            if sentence
        )
        called = escape(player_name(pad, player), NAME_LIMIT)
        lines.append(f"{number} **{called}** {amount(pad.totals[player])}{guest}{marks}{away}")
    return [line.replace(".", "\\.", 1) for line in lines]


def has_other_players(pad: Pad) -> bool:
    """Whether others play the next hand than played the last one: a pot is a matter of those who played."""
    return bool(pad.counted) and set(pad.playing) != set(pad.counted[-1].players)


def debts_text(pad: Pad) -> str:
    """Return the debts after the last hand of an open pad, and who will get them, in markdown; empty without debts."""
    if pad.record.status == "finished" or not pad.counted:
        return ""
    last = pad.counted[-1]
    debts = {player: chips for player, chips in zip(last.players, last.outcome.get("owes", ())) if chips}
    if not debts:
        return ""
    sentence = owed_text([(player_names(pad, [player]), chips) for player, chips in debts.items()])
    if not has_other_players(pad):
        return f"{sentence} to the next pot. If the game ends now, it goes to the last hand's winners."
    return f"{sentence} to the last hand's winners. With other players the next pot begins anew."


def leader_text(pad: Pad, *, over: bool) -> str:
    """Return a sentence in markdown on who leads or has won; empty before the first hand."""
    leaders = pad.leaders()
    if not leaders:
        return ""
    verb = ("wins" if len(leaders) == 1 else "win") if over else ("leads" if len(leaders) == 1 else "lead")
    return f"{player_names(pad, leaders)} {verb} with **{amount(pad.totals[leaders[0]])}**."


def _footer_lines(pad: Pad) -> list[str]:
    """Return the leader or winner, the next dealer, and the hands struck out."""
    lines: list[str] = []
    if sentence := leader_text(pad, over=pad.is_over() or pad.record.status == "finished"):
        lines.append(sentence)
    lines += [debts] if (debts := debts_text(pad)) else []
    if pad.record.status == "finished":
        if paid := paid_text([(player_names(pad, [player]), chips) for player, chips in pad.settlement.items()]):
            lines.append(paid)
        lines.append("This pad is finished.")
    elif short := player_count_refusal(pad.record.game, len(pad.playing)):
        lines.append(f"{escape(short)} Press *{'Players' if pad.record.hands else 'Add players'}*.")
    else:
        dealer = pad.playing[pad.next_dealer(pad.playing)]
        ends = " The game is over: a keeper can finish the pad." if pad.is_over() else ""
        lines.append(f"{player_names(pad, [dealer])} deals the next hand.{ends}")
    lines += _contested_lines(pad)
    lines += [request_line] if (request_line := deletion_request_line(pad)) else []
    struck = [str(hand.number) for hand in pad.record.hands if hand.state == "struck"]
    if struck:
        lines.append(f"-# Struck out: {'hand' if len(struck) == 1 else 'hands'} {listed(struck[-10:])}.")
    corrected = max(pad.record.hands, key=lambda hand: hand.rev, default=None)
    if corrected is not None and corrected.rev > pad.record.hands[-1].rev:
        lines.append(f"-# Hand {corrected.number} was changed: see *Hands*.")
    return lines


def _contested_lines(pad: Pad) -> list[str]:
    """Return the contested hands, with the contesting users if they are few."""
    waits = [hand.number for hand in pad.record.hands if hand.state == "contested"]
    if len(waits) > MAX_CONTEST_LINES:
        return [f"Hands {listed([str(wait) for wait in waits[-10:]])} are contested. A keeper decides."]
    return [f"Hand {wait} is contested{_contester_names(pad, wait)}. A keeper decides." for wait in waits]


def _contester_names(pad: Pad, hand: int) -> str:
    """Return the users who contest a hand, as far as they are known."""
    contested = pad.waiting.get(hand)
    return "" if contested is None else f" by {escape(person_name(contested.name, 'somebody'), NAME_LIMIT)}"


def _buttons(pad: Pad, presenter: PadPresenter) -> list[Part]:
    """Return the rows of buttons below a pad's message."""
    record = pad.record
    sheet = [button(CustomId.SHOW_PAD_SHEET, pad.id, -1, label="Sheet")]
    sheet += [button(CustomId.SHOW_PAD_CHART, pad.id, label="Chart")] if pad.counted else []
    sheet.append(button(CustomId.SHOW_PAD_MORE, pad.id, label="More"))
    fix = [button(CustomId.SHOW_PAD_HANDS, pad.id, 0, label="Hands")] if record.hands else []
    if record.status == "finished":
        return [row(*fix, *sheet)]
    ways = entry_ways(pad, presenter, pad.playing, pad.next_dealer(pad.playing))
    alone = not record.hands and (not ways or len(record.players) < 2)
    add = [way_button(pad, way, CustomId.ADD_PAD_HAND, main=place == 0 and not alone) for place, way in enumerate(ways)]
    who = [button(CustomId.CHOOSE_PAD_HAND_PLAYERS, pad.id, label="Who played …")] if record.players else []
    blue = discord.ButtonStyle.primary if alone else discord.ButtonStyle.secondary
    people = button(CustomId.SHOW_PAD_PLAYERS, pad.id, label="Add players" if alone else "Players", style=blue)
    return [*rows([people, *add, *who]), row(*sheet)] if alone else [*rows([*add, *who]), row(people, *fix, *sheet)]


def entry_ways(
    pad: Pad, presenter: PadPresenter, players: Sequence[int], dealer: int, hand: int = 0
) -> tuple[EntryMethod, ...]:
    """Return the entry methods of a hand with these players; none where so many cannot play one."""
    return (
        ()
        if player_count_refusal(pad.record.game, len(players))
        else presenter.ways(hand_questions(pad, players, dealer, hand))
    )


def way_button(pad: Pad, way: EntryMethod, word: CustomId, *, main: bool) -> Part:
    """Return the button that begins to enter a new hand by one method."""
    style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
    return button(word, pad.id, way.key, label=way.button, style=style)


def _next_hand_buttons(pad: Pad, presenter: PadPresenter) -> list[Part]:
    """Return the buttons that enter hand after hand, one for each entry method."""
    if pad.record.status == "finished":
        return []
    ways = entry_ways(pad, presenter, pad.playing, pad.next_dealer(pad.playing))
    return [way_button(pad, way, CustomId.ADD_NEXT_PAD_HAND, main=place == 0) for place, way in enumerate(ways)]


def _score_blocks(pad: Pad, hands: Sequence[PadHand], *, start: bool) -> list[str]:
    """Return these hands and the totals as blocks of fixed width, with as many players side by side as a phone shows.

    With `start` the starting points of late comers stand above them.
    """
    players = [player for player in pad.players if pad.players[player].state != "left" or pad.totals[player]]
    called = distinct_names(
        {player - 1: pad.players[player].name for player in players}, MAX_NAME_LETTERS, cut_to_columns
    )
    count = -(-len(players) // MAX_COLUMNS)
    wide = -(-len(players) // count) if count else 1
    blocks: list[str] = []
    for first in range(0, len(players), wide):
        some = players[first : first + wide]
        table = [["", *(cell_text(called[player - 1]) for player in some)]]
        starts = [pad.players[player].start for player in some]
        if start and any(points is not None for points in starts):
            table.append(["Start", *(ABSENT_MARK if points is None else figure_text(points) for points in starts)])
        for hand in hands:
            won = dict(zip(hand.players, hand.points, strict=True))
            table.append(
                [str(hand.number), *(figure_text(won[player]) if player in won else ABSENT_MARK for player in some)]
            )
        table.append(["Total", *(figure_text(pad.totals[player]) for player in some)])
        blocks.append(monospace_block(table))
    return blocks


def sheet(pad: Pad, page: int, *, alone: bool = True) -> Layout:
    """Return a page of the sheet (-1: newest). `alone`: private, with buttons to other pages and to post it."""
    size = _hands_per_page(pad)
    pages = max(1, -(-len(pad.counted) // size))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    hands = pad.counted[page * size : (page + 1) * size]
    which = f" · hands {hands[0].number} to {hands[-1].number}" if pages > 1 else ""
    waits = [str(hand.number) for hand in pad.record.hands if hand.state == "contested"]
    more = "Contested, not counted: " + listed(waits[-10:]) if waits else ""
    sentence = f"-# Points of each hand, and totals{which}"
    heading = layouts.text(f"### {escape(pad.title, MAX_TITLE_LETTERS)}", sentence, f"-# {more}." if more else "")
    if not hands:
        return layouts.layout(heading, layouts.text("No hand counts yet."))
    parts = [heading, *map(text, _score_blocks(pad, hands, start=page == 0))]
    if not alone:
        return layouts.layout(*parts)
    paging = (
        button(CustomId.TURN_PAD_SHEET_PAGE, pad.id, max(0, page - 1), "older", label="Older", disabled=page == 0),
        button(CustomId.TURN_PAD_SHEET_PAGE, pad.id, page + 1, "newer", label="Newer", disabled=page == pages - 1),
    )
    show = button(CustomId.POST_PAD_SHEET, pad.id, page, label="Show to all")
    return layouts.layout(*parts, row(*(paging if pages > 1 else ()), show))


def _hands_per_page(pad: Pad) -> int:
    """Return the number of hands on a page. It is lower with many players, because each block takes its own lines."""
    blocks = max(1, -(-len(pad.players) // MAX_COLUMNS))
    return min(MAX_HANDS_PER_PAGE, MAX_BOARD_LETTERS // (blocks * MAX_NOTE_LETTERS) - 4)


def hand_page(
    pad: Pad,
    presenter: PadPresenter,
    number: int,
    feedback: str,
    *,
    may: HandPermissions,
    changes: Sequence[ChangeRecord],
    onward: bool,
) -> Layout:
    """Return a hand's page: points, author, changes, and the buttons that the viewer may press.

    `feedback` is the last act; `onward` offers to enter the next hand.
    """
    hand = pad.hands[number]
    questions = hand_questions(pad, hand.players, hand.dealer, number)
    lines = [feedback, f"### Hand {number} of {escape(pad.title, MAX_TITLE_LETTERS)}"]
    dealer = escape(questions.name(hand.dealer), NAME_LIMIT)
    is_told = any(event.kind == "enter" for event in changes)
    by = "" if is_told else f" · entered by {escape(person_name(hand.by_name, 'somebody'), NAME_LIMIT)}"
    lines.append(f"-# Played {format_for_message(hand.played, hand.day)} · {dealer} dealt{by}")
    if hand.state == "struck":
        lines.append("**Struck out: it does not count.**")
    if hand.state == "contested":
        lines.append(f"**Contested{_contester_names(pad, number)}: it does not count until a keeper decides.**")
        if (contested := pad.waiting.get(number)) and contested.why:
            lines.append(f"“{escape(contested.why, MAX_CONTEST_LETTERS)}”")
        if may.decide and pad.record.status == "finished":
            lines.append("-# To correct it, reopen the pad: *More* on its message.")
    footer = (
        ledger_lines(presenter.ledger(questions, hand.entry, hand.outcome, _totals_after(pad, hand)))
        if hand.outcome
        else []
    )
    if pad.counted and hand == pad.counted[-1]:
        footer.append(debts_text(pad))
    history = fit_lines(
        [f"-# {_change_line(event)}" for event in changes], MAX_PAGE_LETTERS - sum(map(len, (*lines, *footer)))
    )
    buttons: list[Part] = []
    if may.change:
        buttons.append(button(CustomId.CORRECT_PAD_HAND, pad.id, number, hand.rev, label="Correct"))
        struck = hand.state == "struck"
        strike = "Restore" if struck else "Strike out"
        buttons.append(button(CustomId.STRIKE_PAD_HAND, pad.id, number, hand.rev, int(not struck), label=strike))
        if changes and changes[0].seq == hand.rev and _is_undoable(changes[0]):
            buttons.append(button(CustomId.UNDO_PAD_CHANGE, pad.id, number, hand.rev, label="Undo"))
    buttons += _contest_buttons(pad, hand, may)
    parts = [layouts.text(*lines), layouts.text(*footer), *([layouts.text(*history)] if history else [])]
    return layouts.layout(*parts, *rows(_next_hand_buttons(pad, presenter) if onward else []), *rows(buttons))


def _is_undoable(change: ChangeRecord) -> bool:
    """Whether *Undo* takes a change back: one of a hand that was not contested. Strike out and Restore do the rest."""
    return change.kind == "correct" and (change.before is None or change.before["state"] != "contested")


def _contest_buttons(pad: Pad, hand: PadHand, may: HandPermissions) -> list[Part]:
    """Return the buttons to contest a hand, to withdraw the contest, and to decide about it."""
    args = pad.id, hand.number, hand.rev
    buttons: list[Part] = []
    if may.decide:
        buttons.append(button(CustomId.REJECT_CONTEST, *args, label="Let it stand", style=discord.ButtonStyle.success))
        if pad.record.status == "open":
            buttons.append(button(CustomId.CORRECT_PAD_HAND, *args, label="Correct"))
        buttons.append(button(CustomId.STRIKE_PAD_HAND, *args, 1, label="Strike out"))
    if may.withdraw:
        buttons.append(button(CustomId.WITHDRAW_CONTEST, *args, label="Withdraw contest"))
    if may.contest:
        buttons.append(button(CustomId.OPEN_CONTEST_FORM, *args, label="Contest …"))
    return buttons


def _totals_after(pad: Pad, hand: PadHand) -> list[int]:
    """Return the totals of a hand's players after it."""
    sums = {player: pad.players[player].start or 0 for player in hand.players}
    for earlier in pad.counted:
        if earlier.number <= hand.number:
            for player, points in zip(earlier.players, earlier.points, strict=True):
                if player in sums:
                    sums[player] += points
    return [sums[player] for player in hand.players]


CHANGE_VERBS: Final = {
    "enter": "entered it",
    "correct": "corrected it",
    "strike": "struck it out",
    "restore": "restored it",
    "contest": "contested it",
    "withdraw": "no longer contests it",
    "uphold": "decided that it stands",
}


def _change_line(change: ChangeRecord) -> str:
    who = escape(person_name(change.name), NAME_LIMIT)
    return f"{who} {CHANGE_VERBS.get(change.kind, 'changed it')} · <t:{change.at // 1000}:R>"


def hands_page(pad: Pad, page: int) -> Layout:
    """Return a choice of the pad's hands, the newest first, 25 a page."""
    hands = list(reversed(pad.record.hands))
    pages = max(1, -(-len(hands) // layouts.MAX_SELECT_OPTIONS))
    page = min(max(page, 0), pages - 1)
    some = hands[page * layouts.MAX_SELECT_OPTIONS : (page + 1) * layouts.MAX_SELECT_OPTIONS]
    heading = layouts.text("### Which hand?", CONTEST_HINT)
    if not some:
        return layouts.layout(heading, layouts.text("No hands yet."))
    options = [_hand_option(pad, hand) for hand in some]
    paging = [
        button(CustomId.TURN_PAD_HANDS_PAGE, pad.id, page - 1, "newer", label="Newer", disabled=page == 0),
        button(CustomId.TURN_PAD_HANDS_PAGE, pad.id, page + 1, "older", label="Older", disabled=page == pages - 1),
    ]
    chosen = select(CustomId.SHOW_PAD_HAND, pad.id, options=options, placeholder="Hand …")
    return layouts.layout(heading, chosen, *([row(*paging)] if pages > 1 else []))


def _hand_option(pad: Pad, hand: PadHand) -> discord.SelectOption:
    won = ", ".join(
        f"{player_name(pad, player)} {figure_text(points)}"
        for player, points in zip(hand.players, hand.points, strict=True)
    )
    state = {"struck": " (struck out)", "contested": " (contested)"}.get(hand.state, "")
    label = f"Hand {hand.number}{state}"
    return discord.SelectOption(label=label, value=str(hand.number), description=won[:100] or None)
