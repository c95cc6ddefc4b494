"""What holds in a server in words, and for those who manage it the controls that change it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import discord

from bot.people.guild_settings import Server
from bot.ui.kit.components import CHANNELS, ROLES, Layout, Part, button, choose, row, select, text
from bot.ui.pictures import paint_named
from bot.ui.table import layouts
from bot.ui.table.table_options import MENTIONS
from data.retention import Old
from rules.sentences import capital

USUAL: Final = 60
"""Seconds after which somebody is mentioned where neither server nor host says so."""

COUNTS: Final = (5, 10, 20, 30, 50)
"""How many tables a server may choose to have at a time."""

NAMED: Final = 25
"""Channels, or roles, that a server may name."""

KEPT: Final[Mapping[int, str]] = {0: "for ever", 365: "for a year", 90: "for 90 days", 30: "for 30 days"}
"""For how long finished tables and closed pads may be kept, by days; 0 for ever."""

COLOURS: Final[Mapping[str, str]] = {
    "green": "a green table",
    "light": "a light table, with dark words on it",
    "distinct": "a green table, with suits in colours that the colour-blind tell apart",
}
"""What pictures show in each set of colours."""


def colours_in_words(chosen: str) -> str:
    """What pictures show in the set of colours of that name, the usual one for any other."""
    return COLOURS[paint_named(chosen).name]


def choose_colours(verb: str, chosen: str) -> Part:
    """The select `VERB:colours` of the sets of colours."""
    now = paint_named(chosen).name
    options = [
        discord.SelectOption(label=capital(shown), value=name, default=name == now) for name, shown in COLOURS.items()
    ]
    return select(verb, "colours", options=options, placeholder="Colours of the pictures …")


def server_page(
    server: Server, most: int, said: str, *, manages: bool, channels: Collection[int], roles: Collection[int]
) -> Layout:
    """What holds, with `said` of what was just settled; with the controls for somebody who `manages` the server.

    `most` are the tables that the bot keeps in any server, `channels` and `roles` those that the server has by now.
    """
    looking = (
        "A table that looks for players mentions no role."
        if server.looking_role is None
        else f"A table that looks for players may mention <@&{server.looking_role}> once, one table in half an hour."
    )
    reported = (
        "A note between partners can be reported nowhere: no channel is named for that."
        if server.report_channel is None
        else f"A note between partners that is reported goes to <#{server.report_channel}>."
    )
    where = _those([f"<#{one}>" for one in server.channels]) or "in every channel"
    who = _those([f"<@&{one}>" for one in server.roles])
    mention = server.mention if server.mention is not None else USUAL
    when = MENTIONS.get(mention, f"after {mention} seconds")
    lines = [
        f"- Tables may be opened {f'in {where}' if server.channels else where}, "
        + (f"by people with the role {who}." if who else "by everybody."),
        f"- At most {most_at_a_time(server, most)} tables are under way at a time.",
        f"- Whoever a table waits for is mentioned {when}, unless its host chooses otherwise.",
        "- Mentions come without a sound." if server.silent else "- Mentions may make a sound.",
        f"- The pictures of tables show {colours_in_words(server.colours)}.",
        f"- Finished tables, closed pads and what moderators did are kept {kept_in_words(server)}.",
        f"- {looking}",
        f"- {reported}",
    ]
    said_now = layouts.text("### What holds in this server", *lines, said, "" if manages else f"-# {MANAGERS}")
    return layouts.layout(said_now, *(_controls(server, most, channels, roles) if manages else ()))


def kept_in_words(server: Server) -> str:
    """For how long what is over is kept there."""
    return KEPT.get(server.keep or 0, f"for {server.keep} days")


def ask_to_keep(days: int, old: Old) -> Layout:
    """Whether what is over is to be deleted after so many days: what goes and what stays, and when."""
    now = f"{_many(old.tables, 'table')}, {_many(old.pads, 'pad')} and {_many(old.acts, 'act')} of moderators"
    question = layouts.text(
        f"**Keep what is over {KEPT[days]} alone?**",
        "Then it is deleted, and nobody can bring it back: of finished tables and closed pads the logs, hands, notes, "
        "words and proofs of the shuffles; of what moderators did who did what and why, save why somebody is kept out "
        "as long as they are.",
        "What stays: every result that counts, so standings, ratings, records and seasons do not change. Tables that "
        "go on and open pads are not touched.",
        f"As old as that today: {now}. The first of it goes in a day; until then you can take this back here. Copies "
        "in backups go with those.",
    )
    yes = button("server", "keep_for", days, label=f"Keep it {KEPT[days]}", style=discord.ButtonStyle.danger)
    return layouts.layout(question, row(yes, button("server", "page", label="Leave it as it is")))


def _many(count: int, one: str) -> str:
    return f"{count} {one if count == 1 else one + 's'}"


MANAGERS: Final = "Those who may manage this server settle that."


def most_at_a_time(server: Server, most: int) -> int:
    """How many tables may be under way there, of the `most` that the bot keeps in a server."""
    return most if server.most is None else min(most, server.most)


def _controls(server: Server, most: int, channels: Collection[int], roles: Collection[int]) -> list[Part]:
    """A select for each setting, and a button for what is either so or not; what was deleted is left out."""
    counts = sorted({one for one in COUNTS if one < most} | {most_at_a_time(server, most), most})
    looking = () if server.looking_role is None else (server.looking_role,)
    reports = () if server.report_channel is None else (server.report_channel,)
    return [
        text("**Channels in which tables may be opened**"),
        choose(
            CHANNELS, "server", "channels", placeholder="All channels", most=NAMED,
            chosen=[one for one in server.channels if one in channels],
        ),
        text("**Roles whose people may open tables**"),
        choose(
            ROLES, "server", "roles", placeholder="Everybody", most=NAMED,
            chosen=[one for one in server.roles if one in roles],
        ),
        text("**Tables at a time**"),
        select(
            "server", "most", placeholder="How many tables at a time …",
            options=[
                discord.SelectOption(
                    label=f"At most {one} tables at a time", value=str(one), default=one == most_at_a_time(server, most)
                )
                for one in counts
            ],
        ),
        text("**When somebody is mentioned**"),
        select(
            "server", "mention", placeholder="When to mention …",
            options=[
                discord.SelectOption(
                    label=f"Mention {when}", value=str(seconds),
                    default=seconds == (USUAL if server.mention is None else server.mention),
                )
                for seconds, when in MENTIONS.items()
            ],
        ),
        text("**Role that is mentioned to find players**"),
        choose(
            ROLES, "server", "looking_role", placeholder="No role", most=1,
            chosen=[one for one in looking if one in roles],
        ),
        text("**Channel of the moderators, for reported notes**"),
        choose(
            CHANNELS, "server", "report_channel", placeholder="No channel",
            most=1, chosen=[one for one in reports if one in channels],
        ),
        text("**Colours of the pictures**"),
        choose_colours("server", server.colours),
        text("**How long finished tables are kept**"),
        select(
            "server", "keep", placeholder="How long to keep finished tables …",
            options=[
                discord.SelectOption(
                    label=f"Keep what is over {how}", value=str(days), default=days == (server.keep or 0)
                )
                for days, how in KEPT.items()
            ],
        ),
        row(
            button(
                "server", "silent", int(not server.silent),
                label="Let mentions make a sound" if server.silent else "Mention without a sound",
            )
        ),
    ]  # fmt: skip


def _those(names: list[str]) -> str:
    return ", ".join(names)
