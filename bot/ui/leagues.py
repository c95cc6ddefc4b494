"""A league in words: its message for all, the questions before a step, and the log of its organiser."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, fit_lines, name_of, person_name
from bot.common.time_spans import DAY_MS, DAY_SECONDS
from bot.leagues.cups import count_stages, fewest_to_begin, seats_of_next_stage
from bot.leagues.groups import MOVES
from bot.leagues.results import PLACE_POINTS
from bot.leagues.tables import GroupPlace, LeagueState, PlayedTable
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import count_text
from bot.ui.table import layouts
from bot.ui.table.table_options import unusual_options
from data.leagues.records import Entrant, LeagueAct, LeagueRecord, NewLeague, groups_of
from rules.registry import GAMES, title_of
from rules.sentences import listed

MAX_PEOPLE_LETTERS: Final = 2400
"""Letters of the people of all groups."""

MAX_TABLES_LETTERS: Final = 900
"""Letters of the tables in play."""

MAX_NAMED: Final = 5
"""People of the waiting list, and people who share the first place, who are named."""

MAX_LOG_LETTERS: Final = 3300
"""Letters of the log."""

BRACKETS_TEXT: Final = "In brackets: points by place."
FORMER_PLAYER: Final = "Somebody"


def terms_text(seats: int, clock: int, advance: int = 0) -> str:
    """Return the terms of a league, or of a cup if people `advance`, at tables of so many seats.

    A player has so many seconds a move.
    """
    days = clock // DAY_SECONDS
    points = listed([str(points) for points in PLACE_POINTS[seats]])
    if advance:
        return "\n".join(
            [
                f"- You play one table a stage. {'The first goes' if advance == 1 else 'The first two go'} on.",
                "- Free seats of the next stage go to the best of the next places: seconds, then thirds.",
                f"- A move may take {'a day' if days == 1 else f'{days} days'}, outside your quiet hours.",
                "- In each game you have one extra day in all. There are no pauses.",
                "- `/away` stops your clock for 3 days a stage.",
                "- Out of time, no move in 48 hours while the table waits, or you leave: you are out of the cup.",
                "- In the first stage the next of the waiting list plays on for you, else a computer.",
                "- Level at a table? Points by place, then hands won, then points in the game, then rating decide.",
                "- When a stage ends, games count as they stand. Hands in play are void.",
            ]
        )
    return "\n".join(
        [
            f"- You play {seats} tables at once, in each seat once, against the people of your group.",
            "- To enter, you need a finished table on this server.",
            f"- Each move may take {'a day' if days == 1 else f'{days} days'}, outside your quiet hours.",
            "- Each table gives you one extra day in all.",
            "- Out of time at a table: a computer has your seat there, and you have 0 points at that table.",
            "- No move at any table for 48 hours while one waits: the next of the waiting list replaces you.",
            "- `/away` stops your clocks for 3 days a season. There are no pauses.",
            f"- Points by place at a table: {points}. Then hands won count, then points in the games.",
            "- When the season ends, games count as they stand. Hands in play are void.",
        ]
    )


def league_board(state: LeagueState) -> Layout:
    """Return the league's message."""
    record = state.record
    parts = [text(_heading(record)), *_body(state)]
    if record.status == "entry":
        enter = button(CustomId.ENTER_LEAGUE, record.id, label="Enter", style=discord.ButtonStyle.success)
        parts.append(row(enter, button(CustomId.ASK_TO_LEAVE_LEAGUE, record.id, label="Withdraw")))
    elif record.status == "playing" and record.stage:
        parts.append(row(button(CustomId.ASK_TO_LEAVE_LEAGUE, record.id, label="Withdraw")))
    elif record.status == "playing":
        wait = button(CustomId.ENTER_LEAGUE, record.id, label="Join the waiting list")
        parts.append(row(wait, button(CustomId.ASK_TO_LEAVE_LEAGUE, record.id, label="Withdraw")))
    return layouts.layout(*parts, colour=layouts.GOLD if record.ended is None else layouts.GREY)


def _heading(record: LeagueRecord) -> str:
    organiser = f" · organiser: <@{record.organiser}>" if record.organiser else ""
    known_game, kind = GAMES.get(record.game), "Cup" if record.advance else "League"
    options = unusual_options(known_game, record.options) if known_game is not None else ""
    heading = f"## {escape(record.name)}\n-# {kind} {record.id} · {title_of(record.game)}, tables of {record.seats}"
    return f"{heading}{organiser}" + (f"\n-# Options · {options}" if options else "")


def _body(state: LeagueState) -> list[Part]:
    """Return the parts of a season's message: before it, during it or after it."""
    record = state.record
    if record.status == "cancelled":
        return [text(f"This season was cancelled <t:{(record.ended or 0) // 1000}:R>.")]
    if record.status == "entry":
        return [text(_entry_text(record)), text(terms_text(record.seats, record.clock, record.advance))]
    if record.advance:
        return _cup_parts(state)
    when = f"The season ends <t:{record.ends // 1000}:f> (<t:{record.ends // 1000}:R>)."
    if record.ended is not None:
        when = f"The season ended <t:{record.ended // 1000}:f>. {_winners_text(state)}".rstrip()
    by_place = listed([str(points) for points in PLACE_POINTS[record.seats]])
    explained = f"-# Points by place at a table: {by_place}. None for a seat lost on time."
    parts = [text(f"**{when}**"), text(f"{_groups_text(state)}\n{explained}")]
    in_play = [played for played in state.tables if played.is_in_play]
    if in_play:
        lines = fit_lines([_table_line(record, played.table) for played in in_play], MAX_TABLES_LETTERS)
        more = len(in_play) - len(lines)
        lines += [f"-# … and {more} more."] if more else []
        lines.append("-# Yours: `/table mine`. Whom a table waits for is updated every hour.")
        heading = f"**Tables in play: {len(in_play)} of {len(record.tables)}**"
        parts.append(text("\n".join([heading, *lines])))
    elif record.ended is None:
        parts.append(text("All tables have ended. The organiser can end the season: `/league end`."))
    if record.ended is None and (waiting := record.of_state("waiting")):
        parts.append(text(f"**Waiting list:** {_names(waiting, MAX_NAMED)}"))
    return parts


def _winners_text(state: LeagueState) -> str:
    """Return the winner of a league that is over, the first of the first group; "" where nobody has points."""
    first_group = next(iter(state.groups), ())
    winners = [row.entrant for row in first_group if row.place == 1 and row.points and row.entrant.state == "in"]
    if not winners:
        return ""
    return f"{_names(winners, MAX_NAMED)} {'has won' if len(winners) == 1 else 'have won together'}."


def _entry_text(record: LeagueRecord) -> str:
    """Return the text on when and how to enter, and who has entered."""
    entered, fewest = record.of_state("in"), fewest_to_begin(record.seats, record.advance)
    starts, ends = record.starts // 1000, record.ends // 1000
    need = f" At least {fewest} are needed." if len(entered) < fewest else ""
    opens = f"All tables open then. The season ends <t:{ends}:d>."
    if record.advance and record.game in GAMES:
        people = max(len(entered), fewest)
        stages = count_stages(people, record.seats, record.advance, GAMES[record.game])
        weeks = count_text(record.stage_ms // (7 * DAY_MS), "week")
        most = f"at most {count_text(stages, 'stage')} of {weeks} each"
        opens = f"Tables open then. With {people} people there are {most}."
    names = f"{_names(entered, len(entered))}." if entered else "Nobody yet."
    names = names if len(names) <= MAX_PEOPLE_LETTERS else f"{_names(entered, 40)}."
    return f"**Press *Enter* by <t:{starts}:f> (<t:{starts}:R>).** {opens}\n**Entered: {len(entered)}.** {names}{need}"


def _cup_parts(state: LeagueState) -> list[Part]:
    """Return the stages of a cup, that in play first: its tables, people, awaited people, and who has gone on."""
    record, tables = state.record, {played.place.group: played for played in state.tables}
    lines = [_cup_line(record, group, tables.get(number)) for number, group in enumerate(state.groups)]
    note = BRACKETS_TEXT if len(state.groups) == 1 else f"Bold: goes on. {BRACKETS_TEXT}"
    notes = [] if record.ended is not None else [f"-# {note}"]
    if record.ended is None and not any(played.is_in_play for played in state.tables):
        notes.append("All tables have ended. The organiser can begin what follows: `/league end` with 0 days.")
    elif record.ended is None:
        notes.append("-# Your table: `/table mine`. Whom a table waits for is updated every hour.")
    lines = [*fit_lines(lines, MAX_PEOPLE_LETTERS), *notes]
    parts = [text(f"**{_stage_text(state)}**"), text("\n".join(lines))]
    stages = [*(earlier_stage(record, stage) for stage in range(record.stage)), record.entrants]
    for stage in reversed(range(record.stage)):
        went_on = {entrant.user for entrant in stages[stage + 1]}
        groups = [sorted(group, key=lambda person: person.final_place or 0) for group in groups_of(stages[stage])]
        names = [
            [_cup_name(person, person.final_points, bold=person.user in went_on) for person in group]
            for group in groups
        ]
        lines = [f"- {' · '.join(group)}" for group in names]
        lines = fit_lines(lines, MAX_TABLES_LETTERS // record.stage)
        parts.append(text("\n".join([f"**Stage {stage + 1}**, bold: went on", *lines])))
    if record.ended is None and not record.stage and (waiting := record.of_state("waiting")):
        parts.append(text(f"**Waiting list:** {_names(waiting, MAX_NAMED)}"))
    return parts


def earlier_stage(record: LeagueRecord, stage: int) -> list[Entrant]:
    """Return the entrants of an earlier stage of a cup."""
    return [entrant for entrant in record.earlier if entrant.stage == stage]


def _stage_text(state: LeagueState) -> str:
    """Return a sentence on the stage in play with its end and its purpose, or on the winner of a cup that is over."""
    record = state.record
    if record.ended is not None:
        first = next((group[0].entrant for group in state.groups if group[0].entrant.state == "in"), None)
        name = "Nobody" if first is None else escape(person_name(first.name, FORMER_PLAYER), NAME_LIMIT)
        return f"{name} has won the cup."
    seats = seats_of_next_stage(len(state.groups), record.seats, record.advance)
    stage, ends = f"Stage {record.stage + 1}", record.ends // 1000
    if not seats:
        return f"The final ends <t:{ends}:f> (<t:{ends}:R>). The first wins the cup."
    seats = min(seats, len(record.of_state("in")))
    return (
        f"{stage} ends <t:{ends}:f> (<t:{ends}:R>). {seats} people go on, the first of each table before the seconds."
    )


def _cup_line(record: LeagueRecord, group: Sequence[GroupPlace], played: PlayedTable | None) -> str:
    """Return a table of the stage in play: the people in their order, and whom it waits for."""
    has_ended = record.ended is not None or (played is not None and not played.is_in_play)
    first = 1 if all(entrant.group == 0 for entrant in record.entrants if entrant.group is not None) else record.advance
    names = [
        _cup_name(row.entrant, str(row.points) if has_ended else None, bold=has_ended and row.place <= first)
        for row in group
    ]
    line = " · ".join(names)
    if played is None or record.ended is not None:
        return f"- {line}"
    where = _table_line(record, played.table)
    # The name of a thread has the players.
    return where if played.is_in_play and played.table.record.thread is not None else f"{where}\n  {line}"


def _cup_name(entrant: Entrant, points: str | None, *, bold: bool) -> str:
    """Return a person at a table of a cup; `points` are a fraction, None while the table is played."""
    name = escape(person_name(entrant.name, FORMER_PLAYER), NAME_LIMIT)
    if entrant.state == "out":
        return f"~~{name}~~"
    name = f"**{name}**" if bold else name
    return name if points is None else f"{name} ({points_text(Fraction(points))})"


def _names(people: Sequence[Entrant], most: int) -> str:
    """Return the first of these people, and how many more there are."""
    more = len(people) - most
    names = [escape(person_name(entrant.name, FORMER_PLAYER), NAME_LIMIT) for entrant in people[:most]]
    return listed([*names, *([f"{more} more"] if more > 0 else [])])


def _groups_text(state: LeagueState) -> str:
    """Return the groups with their places and points, as many lines as fit."""
    over, lines = state.record.ended is not None, list[str]()
    for number, group in enumerate(state.groups):
        lines.append(f"**Group {number + 1}**" if len(state.groups) > 1 else "**Points**")
        lines += [
            _place_line(state.record, row) + (_move_text(place, len(group), number, len(state.groups)) if over else "")
            for place, row in enumerate(group)
        ]
    fitting = fit_lines(lines, MAX_PEOPLE_LETTERS)
    more = sum(len(group) for group in state.groups) - sum(line[0].isdigit() for line in fitting)
    return "\n".join([*fitting, *([f"… and {more} more people."] if more else [])])


def _move_text(place: int, people: int, group: int, groups: int) -> str:
    """Whether the person at a place of a group, both from 0, goes up or down after the season."""
    if place < MOVES and group:
        return " · up"
    return " · down" if place >= people - MOVES and group < groups - 1 else ""


def _place_line(record: LeagueRecord, row: GroupPlace) -> str:
    name = escape(person_name(row.entrant.name, FORMER_PLAYER), NAME_LIMIT)
    out = " · plays no more" if row.entrant.state == "out" else ""
    played = f" · {row.tables} of {record.seats} tables" if record.ended is None else ""
    points = f"{points_text(row.points)} {'point' if row.points == 1 else 'points'}"
    return f"{row.place}\\. **{name}** {points}{played}{out}"


def points_text(points: Fraction) -> str:
    """Return points, with a decimal where they are shared."""
    return str(points) if points.denominator == 1 else f"{float(points):.1f}"


def _table_line(league: LeagueRecord, table: TableState) -> str:
    """Return a table in play: where it is, whose turn it is, and since when."""
    record, position = table.record, table.state
    where = f"Table {record.id}"
    if record.thread is not None:
        where = f"<#{record.thread}>"
    elif record.message is not None:
        where = f"[{where}](https://discord.com/channels/{league.guild}/{record.message_channel}/{record.message})"
    turns = [
        f"{escape(name_of(record.seats[seat].name, seat), NAME_LIMIT)} (turn began <t:{timer.at // 1000}:R>)"
        for seat in (() if position is None else position.awaited)
        if record.seats[seat].kind == "person" and (timer := table.timers.get(seat)) is not None
    ]
    return f"- {where}" + (f"\n  Waits for {listed(turns)}" if turns else "")


def opening_panel(new: NewLeague, *args: object) -> Layout:
    """Return the question before a season is opened; `args` are the arguments of its button."""
    starts, ends = new.starts // 1000, new.ends // 1000
    title = "cup" if new.advance else "league"
    last = (
        f"Each stage lasts {count_text(new.stage_ms // (7 * DAY_MS), 'week')}"
        if new.advance
        else f"The season ends <t:{ends}:f>"
    )
    after = (
        ""
        if new.previous is None
        else f"\nIts groups go by league {new.previous}, the last of this game: two up, two down."
    )
    question = (
        f"**Open {escape(new.name)}?**\nA {title}. {title_of(new.game)}, tables of {new.seats}. "
        f"Everybody here sees it.\nEntry until <t:{starts}:f>, then all tables open in <#{new.channel}>. {last}.{after}"
    )
    yes = button(CustomId.OPEN_LEAGUE, *args, label="Open season", style=discord.ButtonStyle.primary)
    return layouts.layout(
        text(question), text(terms_text(new.seats, new.clock, new.advance)), row(yes, _cancel_button())
    )


def leaving_panel(record: LeagueRecord) -> Layout:
    """Return the question before somebody with a place in a group withdraws."""
    question = (
        f"**Withdraw from {escape(record.name)}?**\nYour seats go to the next of the waiting list, else to computers. "
        "You cannot come back this season."
    )
    yes = button(CustomId.LEAVE_LEAGUE, record.id, label="Withdraw", style=discord.ButtonStyle.danger)
    return layouts.layout(text(question), row(yes, _cancel_button()))


def starting_panel(record: LeagueRecord) -> Layout:
    """Return the question before a season starts early."""
    people = len(record.of_state("in"))
    question = (
        f"**Start {escape(record.name)} now?**\nEntry closes. Tables open for the {people} people who have entered."
    )
    yes = button(CustomId.START_LEAGUE, record.id, label="Start season", style=discord.ButtonStyle.primary)
    return layouts.layout(text(question), row(yes, _cancel_button()))


def ending_panel(record: LeagueRecord, ends: int, *, now: bool) -> Layout:
    """Return the question before the end of a season is moved to `ends`, or comes `now`."""
    name = escape(record.name)
    if now and record.status == "entry":
        question, label = f"**Cancel {name}?**\nNo table opens.", "Cancel season"
    elif now and record.advance:
        question = f"**End this stage of {name} now?**\nGames count as they stand. Then the next stage begins."
        label = "End stage"
    elif now:
        question, label = f"**End {name} now?**\nGames count as they stand. This cannot be undone.", "End season"
    else:
        what = f"this stage of {name}" if record.advance and record.status == "playing" else name
        question, label = f"**Let {what} end <t:{ends // 1000}:f>?**\nEverybody sees that.", "Move the end"
    style = discord.ButtonStyle.danger if now else discord.ButtonStyle.primary
    yes = button(CustomId.MOVE_LEAGUE_END, record.id, 0 if now else ends // 1000, label=label, style=style)
    return layouts.layout(text(question), row(yes, _cancel_button()))


def _cancel_button() -> Part:
    return button(CustomId.CANCEL_QUESTION, label="Cancel")


def league_list(records: Sequence[LeagueRecord]) -> Layout:
    """Return the newest seasons of a server."""
    lines = [
        f"**{season.id}** {escape(season.name)} · {title_of(season.game)} · {STATUS_TEXTS[season.status]}"
        + (
            f" · https://discord.com/channels/{season.guild}/{season.message_channel}/{season.message}"
            if season.message
            else ""
        )
        for season in records
    ]
    nothing = "There is none yet. Managers open one: `/league open`."
    return layouts.layout(layouts.text("### Leagues of this server", *(lines or [nothing])))


STATUS_TEXTS: Final = {"entry": "open for entry", "playing": "on now", "over": "over", "cancelled": "cancelled"}


def league_log(record: LeagueRecord, acts: Sequence[LeagueAct]) -> Layout:
    """Return the log of a season, the newest first."""
    lines = fit_lines([_act_line(act) for act in reversed(acts)], MAX_LOG_LETTERS)
    more = len(acts) - len(lines)
    return layouts.layout(
        layouts.text(f"### Log of {escape(record.name)}", *lines, *([f"-# … and {more} earlier."] if more else []))
    )


def _act_line(act: LeagueAct) -> str:
    """Return the line of an act in the season's log."""
    by = escape(person_name(act.by_name, FORMER_PLAYER), NAME_LIMIT)
    whom = escape(person_name(act.whom_name, FORMER_PLAYER), NAME_LIMIT)
    amount = act.amount or 0
    what = {
        "open": f"{by} opened the season.",
        "options": f"{by} changed the game's options.",
        "start": "The season began." + (f" Pairs in a group with a block between them: {amount}." if amount else ""),
        "stage": f"Stage {amount} began.",
        "cancel": f"{by} cancelled the season." if act.by else "Cancelled: too few people had entered.",
        "end": "The season ended.",
        "move_end": f"{by} moved the end to <t:{amount // 1000}:f>.",
        "replace": f"{by} replaced {whom}.",
        "withdraw": f"{whom} withdrew.",
        "absent": f"{whom} was replaced: no move in time, banned, or their data was deleted.",
        "void": f"{by} made table {amount} void.",
        "correct": f"{by} {'gave' if amount >= 0 else 'took from'} {whom} {count_text(abs(amount), 'point')}.",
    }[act.kind]
    reason = f" {escape(act.reason, 200)}" if act.reason else ""
    return f"- <t:{act.at // 1000}:f> {what}{reason}"
