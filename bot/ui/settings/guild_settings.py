"""The settings of a server in words, with controls for its managers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import discord

from bot.people.guild_settings import ServerSettings
from bot.ui.kit.components import (
    CHANNEL_SELECT,
    ROLE_SELECT,
    Layout,
    Part,
    button,
    entity_select,
    row,
    section,
    select,
    text,
)
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from bot.ui.table.table_options import MENTION_TEXTS
from data.privacy.retention import ExpiredCounts
from rules.sentences import capital, listed

DEFAULT_TABLES: Final = 60
"""Seconds after which somebody is mentioned where neither server nor host says so."""

TABLE_COUNTS: Final = (5, 10, 20, 30, 50)
"""How many tables a server may choose to have at a time."""

MAX_NAMED: Final = 25
"""Channels, or roles, that a server may name."""

RETENTION_TEXTS: Final[Mapping[int, str]] = {0: "forever", 365: "for a year", 90: "for 90 days", 30: "for 30 days"}
"""For how long finished tables and closed pads may be kept, by days; 0 for ever."""

GROUP_LABELS: Final[Mapping[str, str]] = {
    "tables": "Tables …",
    "mentions": "Mentions …",
    "channels": "Notes and rankings …",
    "storage": "Storage …",
}
"""The groups of settings, each with the button of its page."""

GROUPS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("channels", "roles", "max_tables"), "tables"),
    **dict.fromkeys(("mention", "silent", "looking_role"), "mentions"),
    **dict.fromkeys(("report_channel", "daily_channel", "compares_servers"), "channels"),
    **dict.fromkeys(("retention_days", "retention_confirmed"), "storage"),
}
"""The group of each setting."""


def server_page(
    server: ServerSettings,
    most: int,
    feedback: str,
    *,
    manages: bool,
    channels: Collection[int],
    roles: Collection[int],
    group: str | None,
) -> Layout:
    """Return the settings of a server, `feedback` above them. Somebody who `manages` it gets a button for each group.

    A `group` has a page with its controls. `most` is the bot's limit of tables in a server; `channels` and `roles` are
    those that exist.
    """
    heading = layouts.text("### Server settings", feedback)
    if manages and group in GROUP_LABELS:
        back = button(CustomId.SET_SERVER_SETTING, "page", label="Back")
        return layouts.layout(heading, *_controls(server, most, channels, roles)[group], row(back))
    mention = server.mention if server.mention is not None else DEFAULT_TABLES
    daily = server.daily_channel
    lines = [
        f"**Channels for tables:** {_joined_names([f'<#{channel}>' for channel in server.channels]) or 'all'}",
        f"**Roles that may open tables:** {_joined_names([f'<@&{role}>' for role in server.roles]) or 'everyone'}",
        f"**Tables at a time:** at most {describe_table_limit(server, most)}",
        f"**Mention when it is your turn:** {MENTION_TEXTS.get(mention, f'after {mention} seconds')}",
        f"**Mentions make a sound:** {'no' if server.silent else 'yes'}",
        f"**Role to ping for players:** {'none' if server.looking_role is None else f'<@&{server.looking_role}>'}",
        f"**Reported notes go to:** {_report_channel(server)}",
        f"**Ranking of the hand of the day:** {'no channel' if daily is None else f'<#{daily}>'}",
        f"**Server against server:** {'yes' if server.compares_servers else 'no'}",
        f"**Finished tables and pads are kept:** {describe_retention(server)}",
    ]
    if not manages:
        return layouts.layout(heading, layouts.text(*lines, f"-# {MANAGERS_ONLY}"))
    buttons = [button(CustomId.SET_SERVER_SETTING, "page", group, label=label) for group, label in GROUP_LABELS.items()]
    return layouts.layout(heading, layouts.text(*lines), row(*buttons))


def _report_channel(server: ServerSettings) -> str:
    return "no channel yet" if server.report_channel is None else f"<#{server.report_channel}>"


def describe_retention(server: ServerSettings) -> str:
    """Return the time for which the server keeps finished tables and pads, in words."""
    return RETENTION_TEXTS.get(server.retention_days or 0, f"for {server.retention_days} days")


def retention_question(days: int, old: ExpiredCounts) -> Layout:
    """Return the question before a shorter retention: what is deleted, what stays, and when."""
    counts = ((old.tables, "table"), (old.pads, "pad"), (old.acts, "act"))
    going = [_amount(many, what) + " of moderators" * (what == "act") for many, what in counts if many]
    now = f"Of that age today: {listed(going)}. They go in a day." if going else "Nothing is of that age today."
    question = layouts.text(
        f"**Delete finished tables and pads after {RETENTION_TEXTS[days].removeprefix('for ')}?**",
        "Their logs, hands, notes and shuffle proofs go, and the moderators' log. What is deleted does not come back. "
        "The reason for a ban stays as long as the ban.",
        "Results stay: standings, ratings, records and seasons. So do running tables and open pads.",
        now,
    )
    yes = button(
        CustomId.SET_SERVER_SETTING,
        "retention_confirmed",
        days,
        label=f"Delete after {RETENTION_TEXTS[days].removeprefix('for ')}",
        style=discord.ButtonStyle.danger,
    )
    return layouts.layout(
        question, row(yes, button(CustomId.SET_SERVER_SETTING, "page", "storage", label="Change nothing"))
    )


def _amount(count: int, singular: str) -> str:
    return f"{count} {singular if count == 1 else singular + 's'}"


MANAGERS_ONLY: Final = "Only managers of this server can change this."


def describe_table_limit(server: ServerSettings, most: int) -> int:
    """Return the number of tables that may be under way in a server, of the `most` that the bot allows."""
    return most if server.max_tables is None else min(most, server.max_tables)


def _controls(
    server: ServerSettings, most: int, channels: Collection[int], roles: Collection[int]
) -> dict[str, list[Part]]:
    """Return by group a select for each setting, and a button for each toggle, without what was deleted."""
    counts = sorted({count for count in TABLE_COUNTS if count < most} | {describe_table_limit(server, most), most})
    looking = () if server.looking_role is None else (server.looking_role,)
    rankings = () if server.daily_channel is None else (server.daily_channel,)
    reports = () if server.report_channel is None else (server.report_channel,)
    return {
        "tables": [
            text("**Channels for tables.** None chosen: all channels."),
            entity_select(
                CHANNEL_SELECT, CustomId.SET_SERVER_SETTING, "channels", placeholder="All channels", most=MAX_NAMED,
                chosen=[channel for channel in server.channels if channel in channels],
            ),
            text("**Roles that may open tables.** None chosen: everyone."),
            entity_select(
                ROLE_SELECT, CustomId.SET_SERVER_SETTING, "roles", placeholder="Everyone", most=MAX_NAMED,
                chosen=[role for role in server.roles if role in roles],
            ),
            text("**Tables at a time**, counted in the whole server."),
            select(
                CustomId.SET_SERVER_SETTING, "max_tables", placeholder="Tables at a time",
                options=[
                    discord.SelectOption(
                        label=f"At most {count}", value=str(count), default=count == describe_table_limit(server, most)
                    )
                    for count in counts
                ],
            ),
        ],
        "mentions": [
            text("**Mention when it is your turn**, where the host sets nothing else."),
            select(
                CustomId.SET_SERVER_SETTING, "mention", placeholder="When",
                options=[
                    discord.SelectOption(
                        label=capital(when), value=str(seconds),
                        default=seconds == (DEFAULT_TABLES if server.mention is None else server.mention),
                    )
                    for seconds, when in MENTION_TEXTS.items()
                ],
            ),
            text("**Role to ping for players**, when a host looks for some."),
            entity_select(
                ROLE_SELECT, CustomId.SET_SERVER_SETTING, "looking_role", placeholder="No role", most=1,
                chosen=[role for role in looking if role in roles],
            ),
            section(
                f"**Mentions make a sound:** {'no' if server.silent else 'yes'}",
                button(
                    CustomId.SET_SERVER_SETTING, "silent", int(not server.silent),
                    label="Turn on" if server.silent else "Turn off",
                ),
            ),
        ],
        "channels": [
            text("**Channel for reported notes.** A moderators' channel."),
            entity_select(
                CHANNEL_SELECT, CustomId.SET_SERVER_SETTING, "report_channel", placeholder="No channel",
                most=1, chosen=[report for report in reports if report in channels],
            ),
            text("**Channel for the ranking of the hand of the day**, and on Mondays the cup of the week."),
            entity_select(
                CHANNEL_SELECT, CustomId.SET_SERVER_SETTING, "daily_channel", placeholder="No channel",
                most=1, chosen=[ranking for ranking in rankings if ranking in channels],
            ),
            section(
                f"**Server against server:** {'yes' if server.compares_servers else 'no'}",
                button(
                    CustomId.SET_SERVER_SETTING, "compares_servers", int(not server.compares_servers),
                    label="Stop" if server.compares_servers else "Take part",
                ),
            ),
            text("-# Each week the servers that take part see each other's names and percent, and no names of people."),
        ],
        "storage": [
            text("**Keep finished tables and pads.** Results stay."),
            select(
                CustomId.SET_SERVER_SETTING, "retention_days", placeholder="How long",
                options=[
                    discord.SelectOption(
                        label=capital(how), value=str(days), default=days == (server.retention_days or 0)
                    )
                    for days, how in RETENTION_TEXTS.items()
                ],
            ),
        ],
    }  # fmt: skip


def _joined_names(names: list[str]) -> str:
    return ", ".join(names)
