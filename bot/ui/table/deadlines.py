"""The clock of a table in words: its terms, until when somebody has time, who is away, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.common.text import escape, name_of
from bot.common.time_spans import DAY, HOUR
from bot.tables.model.clock_terms import BANK, CLOCK, MOVE, PAUSED, REMIND, SEAT, SLEEP, TIME_OUT, stood_in, terms_of
from bot.tables.model.table_state import Live
from bot.tables.model.turn_timers import NEXT
from bot.tables.services.deadlines import Deadline
from rules.sentences import listed

FOLLOWS: Final[Mapping[int, str]] = {
    REMIND: "that is told, and nothing else happens",
    MOVE: "a computer player takes that turn for them",
    SEAT: "a computer player plays for them until they say that they are back",
}
"""What follows when somebody's time has run out."""

NAMED: Final = 4
"""The most players whose time a board tells."""


def length(seconds: int) -> str:
    """A time in words: "6 hours", "3 days"."""
    many, unit = (seconds // DAY, "day") if seconds % DAY == 0 and seconds else (max(1, seconds // HOUR), "hour")
    return f"{many} {unit}{'s' * (many != 1)}"


def stretch(milliseconds: int) -> str:
    """About how long, in words: "2 days 3 hours", "40 minutes"."""
    minutes = milliseconds // 60_000
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (rest, "minute")]
    told = [f"{many} {unit}{'s' * (many != 1)}" for many, unit in parts if many]
    return " ".join(told[:2]) or "less than a minute"


def setting_in_words(name: str, value: Any) -> str:
    """A setting of a table's clock as a sentence; empty for one that is none."""
    if name == CLOCK:
        return f"A move may take {length(value)}." if value else "There is no clock: a move takes as long as it takes."
    if name == BANK:
        if not value:
            return "Nobody has more time than that."
        return f"Each player may take {length(value)} longer in the whole game."
    if name == TIME_OUT:
        return f"When somebody's time has run out, {FOLLOWS.get(value, FOLLOWS[MOVE])}."
    if name == SLEEP:
        if not value:
            return "Clocks run by night, too."
        return f"By night each player's clock stands still, for {value} hours at most: `/settings night`."
    return ""


def terms_in_words(settings: Mapping[str, Any]) -> str:
    """The terms of a table's clock; empty for one without."""
    terms = terms_of(settings)
    if terms is None:
        return ""
    told = [setting_in_words(CLOCK, terms.move // 1000), setting_in_words(BANK, terms.bank // 1000)]
    told.append(setting_in_words(TIME_OUT, terms.out))
    if terms.sleep:
        told.append(setting_in_words(SLEEP, terms.sleep))
    return " ".join(told)


def moment(at: int) -> str:
    """A time as Discord shows it to each reader: when it is, and how long until then."""
    return f"<t:{at // 1000}:f> (<t:{at // 1000}:R>)"


def on_board(live: Live, deadlines: Mapping[int, Deadline | None], away: Mapping[int, int]) -> str:
    """What a board tells of time, in markdown: until when those have it for whom a clock runs, by seat (or NEXT; None
    where it stands still); until when players are `away`; and in whose seats a computer player moves.
    """
    record, lines = live.record, list[str]()
    if record.status != "playing":
        return ""
    if record.settings.get(PAUSED) is not None:
        lines.append(
            f"**Paused** since <t:{record.settings[PAUSED] // 1000}:f>: no clock runs, and nobody is mentioned."
        )
    ends = sorted((one.end, seat, one.bank) for seat, one in deadlines.items() if one is not None)
    told = [f"{_name(live, seat)} has time until {_with_bank(end, bank)}" for end, seat, bank in ends if seat != NEXT]
    if told:
        more = f"; {len(told) - NAMED} more have time, too" if len(told) > NAMED else ""
        lines.append(f"-# {'; '.join(told[:NAMED])}{more}.")
    if (following := deadlines.get(NEXT)) is not None:
        lines.append(f"-# Where nobody asks for it, the next hand is dealt <t:{following.end // 1000}:R>.")
    if away:
        gone = [f"{_name(live, seat)} (back <t:{until // 1000}:f>)" for seat, until in sorted(away.items())]
        lines.append(f"-# Away: {', '.join(gone)}.")
    if stood := sorted(stood_in(record.settings)):
        lines.append(
            f"-# A computer player moves for {listed([_name(live, seat) for seat in stood])}, until they are back."
        )
    return "\n".join(lines)


def on_hand(live: Live, seat: int, deadline: Deadline | None, *, runs: bool) -> str:
    """What whoever sits in a seat is told of their time, in markdown; `runs` says that there is a clock for them, and
    no `deadline` that it stands still.
    """
    terms, settings = terms_of(live.record.settings), live.record.settings
    if live.record.status != "playing":
        return ""
    if settings.get(PAUSED) is not None:
        return f"-# The table is paused since <t:{settings[PAUSED] // 1000}:f>: no clock runs."
    if seat in stood_in(settings):
        return "**A computer player moves for you**, since your time ran out. Press *I am back* to play yourself."
    if terms is None or not runs:
        return ""
    if deadline is None:
        return "-# Your clock stands still just now."
    follows = FOLLOWS[terms.out].replace("them", "you").replace("they say that they are", "you say that you are")
    until = _with_bank(deadline.end, deadline.bank, "your")
    return f"-# You have time until {until}. Then {follows}."


def _with_bank(end: int, bank: int, whose: str = "the") -> str:
    """Until when somebody has time, and how much of it is from a bank."""
    return f"{moment(end)}{f', {stretch(bank)} of it from {whose} bank' if bank else ''}"


def _name(live: Live, seat: int) -> str:
    return escape(name_of(live.names()[seat], seat))
