"""A club night in words: its message for all, what can be brought in or taken out, and the question before its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, fit_lines, person_name, plain
from bot.nights.summary import NightPart, NightPlayer, NightSummary
from bot.pads.free_game import FreeGame
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, Part, button, picture, row, rows, select, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.finishing import settlement_lines
from bot.ui.pads.panels import game_select
from bot.ui.pictures import Picture
from bot.ui.scene.text import amount, numbered_names_text
from bot.ui.table import layouts
from bot.ui.table.debts import paid_text
from data.nights.records import UNDO_MS, NightRecord
from data.standings.records import Origin
from rules.sentences import listed

MAX_NAMED: Final = 3
"""Leaders of a table or pad who are named."""

MAX_NAMED_PADS: Final = 5
"""Open pads that are named before a night is ended."""

MAX_SETTLEMENTS_LETTERS: Final = 2400
"""Letters of the payments on open pads, before a night is ended."""

MAX_PARTS_LETTERS: Final = 2100
"""Letters of the tables and pads."""

MAX_PEOPLE_LETTERS: Final = 1100
"""Letters of what each person played."""

MAX_CHARTS_LETTERS: Final = 3500
"""Letters of charts in words."""

MAX_TITLE_LETTERS: Final = 80
"""Letters of a night's name."""

EMPTY_NIGHT: Final = "Nothing yet. Tables and pads that you open here join by themselves."

MAX_BUTTON_LETTERS: Final = 30
"""Letters of a night's name on a button."""

OriginOption = tuple[Origin, str]
"""A table or pad that can be brought in or taken out, and what it is called."""


def night_board(evening: NightSummary) -> Layout:
    """Return the night's message."""
    record = evening.record
    by = escape(person_name(record.by_name, "somebody"), NAME_LIMIT)
    until = f"started by {by} <t:{record.began // 1000}:R>"
    if evening.over:
        ender = f" by {escape(person_name(record.ended_by, 'somebody'), NAME_LIMIT)}" if record.ended_by else ""
        until = f"ended <t:{record.end // 1000}:R>{ender}"
    heading = text(f"## {escape(record.name, MAX_TITLE_LETTERS)}\n-# Club night {record.id} · {until}")
    parts = [heading, text(_played_lines(evening) or EMPTY_NIGHT), *_people_parts(evening)]
    colour = layouts.GREY if evening.over else layouts.GOLD
    return layouts.layout(*parts, *([] if evening.over else _buttons(record)), colour=colour)


def results_card(evening: NightSummary) -> Layout:
    """Return the message of a night's end: the winners, and a button for the charts."""
    record = evening.record
    ender = f" by {escape(person_name(record.ended_by, 'somebody'), NAME_LIMIT)}" if record.ended_by else ""
    heading = text(
        f"## {escape(record.name, MAX_TITLE_LETTERS)} is over\n"
        f"{results_card_mark(record.id)}{ender} <t:{record.end // 1000}:R>"
    )
    parts = [
        heading,
        *_winners_parts(evening),
        text(_played_lines(evening) or "Nothing was played."),
        *_people_parts(evening),
    ]
    if any(part.hands for part in evening.parts):
        parts.append(row(button(CustomId.SHOW_NIGHT_CHARTS, record.id, label="Charts")))
    return layouts.layout(*parts, colour=layouts.GOLD)


def charts_panel(record: NightRecord, charts: Sequence[Picture], *, earlier: int) -> Layout:
    """Return the charts of a night's tables and pads; `earlier` are left out."""
    names = list(filter(None, (numbered_names_text(chart.numbered) for chart in charts)))
    below = [*names, *([f"-# … and {earlier} earlier."] if earlier else [])]
    drawn = [picture(chart.filename, chart.alt) for chart in charts]  # side by side they would be too small to read
    return layouts.layout(text(_charts_heading(record)), *drawn, *([text("\n".join(below))] if below else []))


def charts_text(record: NightRecord, totals: Sequence[str]) -> Layout:
    """Return the charts in words, without pictures: the `totals` of each table and pad."""
    lines = fit_lines([f"- {escape(line)}" for line in totals], MAX_CHARTS_LETTERS)
    more = len(totals) - len(lines)
    return layouts.layout(
        text("\n".join([_charts_heading(record), *lines, *([f"-# … and {more} earlier."] if more else [])]))
    )


def _charts_heading(record: NightRecord) -> str:
    return f"### Totals of {escape(record.name, MAX_TITLE_LETTERS)}"


def results_card_mark(night: int) -> str:
    """Return the text by which the message of a night's end is found."""
    return f"-# Club night {night}, ended"


def _winners_parts(evening: NightSummary) -> list[Part]:
    """Return the people who won most games, with their numbers of wins."""
    best = evening.winners()
    if not best:
        return []
    wins, more = evening.count_wins(best[0].who), len(best) - MAX_NAMED
    names = [f"**{escape(sat.name, NAME_LIMIT)}**" for sat in best[:MAX_NAMED]] + ([f"{more} more"] if more > 0 else [])
    return [text(f"{listed(names)} won most games: {wins}{' each' if len(best) > 1 else ''}.")]


def _played_lines(evening: NightSummary) -> str:
    """Return the tables and pads, the newest first, as many as there is room for."""
    lines = fit_lines([_part_line(evening.record, part) for part in reversed(evening.parts)], MAX_PARTS_LETTERS)
    more = evening.left_out + len(evening.parts) - len(lines)
    return "\n".join([*lines, *([f"-# … and {more} earlier."] if more else [])])


def _people_parts(evening: NightSummary) -> list[Part]:
    """Return each person's games and wins."""
    if people := evening.people():
        fitted = fit_lines([_person_line(evening, person) for person in people], MAX_PEOPLE_LETTERS)
        others = len(people) - len(fitted)
        lines = ["**Players**", *fitted, *([f"-# … and {others} more people."] if others else [])]
        return [text("\n".join(lines))]
    return []


def _part_line(record: NightRecord, part: NightPart) -> str:
    """Return a table or pad in a line: its name, its state, and the link to it."""
    name = escape(part.title, 60)
    if part.place is not None:
        channel, message = part.place
        where = f"https://discord.com/channels/{record.guild}/{channel}"
        name = f"[{name}]({where if message is None else f'{where}/{message}'})"
    game = "" if part.game in part.title or part.game == FreeGame.name else f" ({escape(part.game)})"
    hands = "1 hand" if part.hands == 1 else f"{part.hands} hands"
    how = "waits for players" if part.state == "waits" else hands if part.hands else "no hands yet"
    if part.void:
        how = "ended, scores void"
    elif part.leaders:
        many = len(part.leaders) > 1
        verb = ("win" if many else "wins") if part.state == "over" else ("lead" if many else "leads")
        names = [escape(leader, NAME_LIMIT) for leader in part.leaders[:MAX_NAMED]]
        if len(part.leaders) > MAX_NAMED:
            names.append(f"{len(part.leaders) - MAX_NAMED} more")
        how += f" · {listed(names)} {verb} with **{amount(part.best)}**"
    elif part.state == "over":
        how += " · ended"
    paid = paid_text([(escape(who, NAME_LIMIT), chips) for who, chips in part.paid])
    return f"- {name}{game}: {how}" + (f". {paid}" if paid else "")


def _person_line(evening: NightSummary, person: NightPlayer) -> str:
    wins, games = evening.count_wins(person.who), evening.count_games(person.who)
    hands = "1 hand" if person.hands == 1 else f"{person.hands} hands"
    won = f" · won {wins} of {games} {'game' if games == 1 else 'games'}" if games else ""
    guest = "" if isinstance(person.who, int) else " (guest)"
    if person.unconfirmed:
        hands += " (not confirmed)" if person.unconfirmed == person.hands else f" ({person.unconfirmed} not confirmed)"
    return f"- **{escape(person.name, NAME_LIMIT)}**{guest} {hands}{won}"


def _buttons(record: NightRecord) -> list[dict[str, object]]:
    table = button(CustomId.CHOOSE_TABLE_GAME, label="Open a table")
    return [
        game_select(CustomId.OPEN_NIGHT_PAD, record.id),
        row(table, button(CustomId.SHOW_NIGHT_PANEL, record.id, label="More")),
    ]


def more_panel(
    record: NightRecord,
    feedback: str,
    addable: Sequence[OriginOption],
    removable: Sequence[OriginOption],
    *,
    keeps: bool,
) -> Layout:
    """Return the other actions of a night: add tables and pads, remove them, end the night."""
    by = escape(person_name(record.by_name, ""), NAME_LIMIT)
    rights = (
        "You can add and remove all tables and pads."
        if keeps
        else f"You can add or remove your own tables and pads.{f' {by} can add or remove all.' if by else ''}"
    )
    nothing = "You have no table or pad elsewhere that could be added."
    heading = layouts.text(
        f"### {escape(record.name, MAX_TITLE_LETTERS)}", feedback, rights if addable or removable else nothing
    )
    parts = [heading]
    if addable:
        parts.append(select(CustomId.ADD_TO_NIGHT, record.id, options=_options(addable), placeholder="Add …"))
    if removable:
        parts.append(select(CustomId.REMOVE_FROM_NIGHT, record.id, options=_options(removable), placeholder="Remove …"))
    buttons = [button(CustomId.POST_NIGHT, record.id, label="Move to the bottom")]
    if keeps:
        buttons.append(button(CustomId.ASK_TO_END_NIGHT, record.id, label="End night …"))
        buttons.append(
            button(CustomId.ASK_TO_DELETE_NIGHT, record.id, label="Delete night …", style=discord.ButtonStyle.danger)
        )
    return layouts.layout(*parts, *rows(buttons))


def _options(offered: Sequence[OriginOption]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=plain(title, 100) or origin.source, value=f"{origin.source}.{origin.number}")
        for origin, title in offered[: layouts.MAX_SELECT_OPTIONS]
    ]


def end_panel(record: NightRecord, own_pads: Sequence[Pad] = (), others: Sequence[Pad] = ()) -> Layout:
    """Return the question before a night is ended.

    Open pads with hands have no winner yet: the user may finish `own_pads`, but not `others`. For pads with debts the
    panel says who pays by finishing, and who wins then.
    """
    follows = (
        "Everyone will see the results, and that you ended it. Running games go on. Otherwise the night ends "
        f"<t:{record.end // 1000}:R>."
    )
    blue, grey = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    lines = [f"**End {escape(record.name, MAX_TITLE_LETTERS)}?**"]
    if own_pads:
        lines.append(f"**Not finished yet:** {_pad_titles(own_pads)}. Nobody wins there before that.")
        lines += _settlement_lines(own_pads)
    if others:
        lines.append(f"**Only their keepers can finish:** {_pad_titles(others)}.")
    end = button(CustomId.END_NIGHT, record.id, label="End night", style=grey if own_pads else blue)
    buttons = [button(CustomId.END_NIGHT, record.id, 1, label="Finish all and end", style=blue)] if own_pads else []
    return layouts.layout(layouts.text(*lines, follows), row(*buttons, end, _cancel_button(record)))


def _settlement_lines(pads: Sequence[Pad]) -> list[str]:
    """Return a line for each pad with debts, as many as there is room for: who pays by finishing, and who wins then."""
    lines = [
        f"**{escape(pad.title, NAME_LIMIT)}:** {' '.join(settlement_lines(pad))}" for pad in pads if pad.settlement
    ]
    fitted = fit_lines(lines, MAX_SETTLEMENTS_LETTERS)
    more = len(lines) - len(fitted)
    return [*fitted, *([f"-# … and matches owed on {more} more."] if more else [])]


def _pad_titles(pads: Sequence[Pad]) -> str:
    """Return the first of these pads, in markdown, and how many more there are."""
    more = len(pads) - MAX_NAMED_PADS
    titles = [escape(pad.title, NAME_LIMIT) for pad in pads[:MAX_NAMED_PADS]]
    return listed([*titles, *([f"{more} more"] if more > 0 else [])])


def _cancel_button(record: NightRecord) -> Part:
    """Return the button that leaves a question unanswered."""
    return button(CustomId.RETURN_TO_NIGHT_PANEL, record.id, label="Cancel")


def delete_panel(record: NightRecord, inside: int) -> Layout:
    """Return the question before a night is deleted, with the number of its tables and pads."""
    parts = "It is empty." if not inside else "Its table or pad stays."
    parts = parts if inside < 2 else f"Its {inside} tables and pads stay."
    follows = f"You can undo this for a day. {parts}"
    yes = button(CustomId.DELETE_NIGHT, record.id, label="Delete night", style=discord.ButtonStyle.danger)
    return layouts.layout(
        layouts.text(f"**Delete {escape(record.name, MAX_TITLE_LETTERS)}?**", follows), row(yes, _cancel_button(record))
    )


def deleted_panel(record: NightRecord) -> Layout:
    """Return the answer after a night was deleted."""
    return layouts.layout(
        layouts.text(f"**{escape(record.name, MAX_TITLE_LETTERS)} is deleted.**", _purge_line(record)),
        _undo_button(record),
    )


def deleted_board(record: NightRecord) -> Layout:
    """Return the message of a night that is deleted."""
    by = escape(person_name(record.deleted_by), NAME_LIMIT)
    heading = f"## {escape(record.name, MAX_TITLE_LETTERS)}\n-# Club night {record.id}"
    content = layouts.text(heading, f"**{by} deleted this club night.**", _purge_line(record))
    return layouts.layout(content, _undo_button(record), colour=layouts.GREY)


def _purge_line(record: NightRecord) -> str:
    return f"Gone for good <t:{((record.deleted or 0) + UNDO_MS) // 1000}:R>."


def _undo_button(record: NightRecord) -> Part:
    return row(button(CustomId.RESTORE_NIGHT, record.id, label="Undo"))


def list_page(nights: Sequence[tuple[NightRecord, bool]]) -> Layout:
    """Return the newest club nights of a server, each with its state."""
    heading = layouts.text("### Club nights of this server", "-# Press a night to post it here.")
    if not nights:
        return layouts.layout(layouts.text("### Club nights of this server", "Start the first: `/night begin`."))
    lines = [
        f"**{record.id}** {escape(record.name, MAX_TITLE_LETTERS)} · <t:{record.began // 1000}:d>"
        + ("" if over else " · on now")
        for record, over in nights
    ]
    buttons = [
        button(CustomId.POST_NIGHT, record.id, label=plain(record.name, MAX_BUTTON_LETTERS)) for record, _ in nights[:5]
    ]
    return layouts.layout(heading, layouts.text(*lines), *rows(buttons))
