"""Announcements at a table: an event, its author and its consequences, and the result of a game.

The board shows how things stand; an announcement says how they came about.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, name_of, plain
from bot.tables.commands.lobby import LOBBY_LIFETIME_MS
from bot.tables.commands.recruit import open_to_all, room
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.seats import is_computers, pairs
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Part, button
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.notice import Notice, person_name
from bot.ui.scene.text import amount
from bot.ui.table.debts import paid_line
from bot.ui.table.event_texts import actor_name, current_seat, event_text, headline
from bot.ui.table.votes import question_notice
from data.tables.events import (
    EventKind,
    InvitePayload,
    LatePayload,
    LeavePayload,
    MoveTablePayload,
    OfferPayload,
    PausePayload,
    RecruitPayload,
    SitPayload,
    SwapPayload,
)
from data.tables.records import EventRecord
from rules.sentences import capital, listed

MAX_NAMES_LETTERS: Final = 900
"""Letters of how a hand, or the game, ended."""

TAKE_SEAT_LABEL: Final = "Take the seat"

PLAYS_ON: Final = "They play on with its cards and points."


def announce(
    table: TableState,
    event: EventRecord,
    then: EventRecord | None,
    players: Players,
    which: str = "",
    departure: EventRecord | None = None,
    move: str = "",
) -> Notice | None:
    """Return the announcement of an event; None where it no longer matters.

    `then` is the next event, by which a seat changes hands. `which` is the hand in markdown. `departure` is the event
    by which the last player left the seat. `move` is the move to be taken back.
    """
    seat, sits = event.seat or 0, current_seat(table, event)
    changes_hands = event.kind == EventKind.RELEASE or "substitute" in event.public
    other = name_of(then.name, seat) if then is not None and changes_hands else ""
    sentences = event_text(event, players, table.game, sits=sits, move=move, other=other)
    if sentences is None:
        return None
    head, who = headline(table, sentences), escape(actor_name(event, sits))
    match event.kind:
        case EventKind.LEAVE if "substitute" in event.public:  # the former player may not be there to see it
            when = f"{PLAYS_ON} That was <t:{event.at // 1000}:f>."
            return Notice(head, when, () if event.user is None else (event.user,), personal=True)
        case EventKind.LEAVE:
            return Notice(head, _leave_consequence(table, event), buttons=_take_seat_buttons(table, event))
        case EventKind.RELEASE:
            former = () if then is None or then.user is None else (then.user,)
            return Notice(head, "", former, _take_seat_buttons(table, event), personal=True)
        case EventKind.OFFER:
            return _offer_notice(table, event, head, players, which)
        case EventKind.KEEP:
            return Notice(head, "The seat is no longer offered.")
        case EventKind.END if event.public.get("deleted"):
            return Notice(head, "", _other_users(table, event.user))
        case EventKind.END:
            about = "" if table.state is None or table.void else points_text(table)
            about = _join_sentences(paid_line(table), about, "`/table log` still shows it.")
            return Notice(head, about, _other_users(table, event.user))
        case EventKind.RESTORE:
            return Notice(head, "Everyone has their seat again.")
        case EventKind.DISMISS if event.user is not None:
            return Notice(head, "", (event.user,), personal=True)
        case EventKind.HOST if event.user is not None and table.record.host == event.user and table.ending is None:
            may = "They start the game and choose its options." if table.record.status == "lobby" else ""
            return Notice(head, may, (event.user,), personal=True)
        case EventKind.OPTIONS if table.record.is_under_way:
            asks = event.public.get("stricter") == table.stricter_since_ms and table.record.status == "lobby"
            accept = button(CustomId.AGREE, table.id, "right", label="All right", style=discord.ButtonStyle.success)
            buttons = (accept,) if asks and "settings" in event.public else ()
            return Notice(head, "", _other_users(table, table.record.host), buttons, personal=True)
        case EventKind.RECRUIT if table.record.status == "lobby" and open_to_all(table):
            free = room(table)
            open_to = "One seat is free." if free == 1 else f"{free} seats are free."
            play = button(CustomId.ACCEPT_INVITATION, table.id, label="Play", style=discord.ButtonStyle.success)
            role = event.read(RecruitPayload)["role"]
            return Notice(head, open_to, buttons=(play,), role=role)
        case EventKind.MOVE_TABLE:
            return Notice(head, f"It is in <#{event.read(MoveTablePayload)['to_channel']}> now.")
        case EventKind.TAKE_BACK:
            return Notice(head, f"It is {who}'s turn again.")
        case EventKind.SIT:
            was = ""
            if departure is not None:
                former = f"{escape(person_name(departure, departure.seat))}'s"
                was = f"It was {'theirs' if departure.user == event.user else former} before."
            by = event.read(SitPayload).get("by")
            informed = () if by is None or event.user is None else (event.user,)  # who took it themselves has seen it
            return Notice(head, _join_sentences(PLAYS_ON, was), informed, personal=True)
        case EventKind.LATE:
            return _announce_timeout(table, event, head)
        case EventKind.RETURN:
            return Notice(head)
        case EventKind.RESUME:
            return Notice(head, "The clocks run again.")
        case EventKind.PAUSE if event.read(PausePayload)["pauses"]:
            return _announce_pause(table, event, head)
        case _:
            return question_notice(table, event, head, players)


def _join_sentences(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _other_users(table: TableState, but: int | None) -> tuple[int, ...]:
    """Return the people at a table, without one of them."""
    return tuple(seat.user for seat in table.record.seats if seat.user and seat.kind == "person" and seat.user != but)


def _announce_timeout(table: TableState, event: EventRecord, head: str) -> Notice:
    """Return the announcement of a time-out."""
    if not event.read(LatePayload)["stands_in"]:
        return Notice(head, "`/table release` gives the seat to a computer.")
    buttons = (button(CustomId.COME_BACK_TO_SEAT, table.id, label="I am back", style=discord.ButtonStyle.success),)
    waits = (event.seat or 0) in stand_in_seats(table.record.settings)
    return Notice(head, buttons=buttons if waits and table.record.status == "playing" else ())


def _announce_pause(table: TableState, event: EventRecord, head: str) -> Notice | None:
    """Return the announcement of a pause and who asked for it; None where it is over."""
    if table.record.settings.get("paused") is None:
        return None
    go_on = button(CustomId.RESUME_TABLE, table.id, label="Go on", style=discord.ButtonStyle.success)
    rest = "The clocks stop and nobody is mentioned until a player presses Go on."
    seat = event.read(PausePayload).get("asker")
    asker = None if seat is None else table.record.seats[seat].user
    return Notice(head, rest, () if asker is None else (asker,), buttons=(go_on,), personal=True)


def rematch_invitation(table: TableState) -> Notice | None:
    """Return the invitation to a rematch; None where nobody is left to be asked."""
    awaited_users = tuple(user for user in table.invited if table.seat_of(user) is None)
    if table.record.status != "lobby" or not awaited_users:
        return None
    host = next((seat for seat in table.record.seats if seat.user == table.record.host), None)
    who = "Somebody" if host is None else escape(name_of(host.name, host.seat))
    head = f"**Rematch: {escape(table.name)}.**"
    return Notice(head, f"{who} wants to play again.", awaited_users, _answer_buttons(table), personal=True)


def lobby_invitation(table: TableState, requests: Sequence[EventRecord], players: Players) -> Notice | None:
    """Return the invitation by these events; None where nobody is left to be asked."""
    awaited_users = tuple(event.user for event in requests if event.user is not None and event.user in table.invited)
    if table.record.status != "lobby" or not awaited_users:
        return None
    names = listed([escape(plain(event.name, NAME_LIMIT)) for event in requests])
    head = f"**{names}: you are invited to {escape(table.name)}.**"
    who = _actor_name(table, requests[-1], players) or "A player"
    closes = (table.record.created + LOBBY_LIFETIME_MS) // 1000
    follows = f"{who} wants you to play. The table closes <t:{closes}:R> if nobody starts it."
    return Notice(head, follows, awaited_users, _answer_buttons(table), personal=True)


def answered_invitation(table: TableState, requests: Sequence[EventRecord]) -> Notice:
    """Return the invitation by these events after an answer, or after its table began or was closed.

    It has buttons as long as an answer is missing.
    """
    names = {
        event.user: escape(plain(event.name, NAME_LIMIT) or "Somebody") for event in requests if event.user is not None
    }
    sit = [name for user, name in names.items() if table.seat_of(user) is not None]
    no = [name for user, name in names.items() if user in table.declined]
    lines = [f"{listed(sit)} joined."] if sit else []
    lines += [f"{listed(no)} cannot play this time."] if no else []
    in_lobby = table.record.status == "lobby"
    awaited_users = tuple(user for user in names if in_lobby and user in table.invited and table.seat_of(user) is None)
    if awaited_users:
        head = f"**{listed([names[user] for user in awaited_users])}: you are invited to {escape(table.name)}.**"
        closes = (table.record.created + LOBBY_LIFETIME_MS) // 1000
        lines.append(f"The table closes <t:{closes}:R> if nobody starts it.")
        return Notice(head, " ".join(lines), awaited_users, _answer_buttons(table))
    if not in_lobby:
        is_closed = table.record.status == "ended" and table.state is None
        lines.append("The table was closed before it started." if is_closed else "The game has started.")
    were = "was" if len(names) == 1 else "were"
    return Notice(f"**{listed(list(names.values()))} {were} invited to {escape(table.name)}.**", " ".join(lines))


def seat_change_notice(table: TableState, events: Sequence[EventRecord]) -> Notice | None:
    """Return the announcement of a change of seats to the people concerned.

    The first event is its author's, the others are theirs.
    """
    if not table.record.is_under_way:
        return None
    who, *names = (escape(person_name(event, current_seat(table, event))) for event in events)
    swap = events[0].read(SwapPayload)
    whom = escape(swap["computer_name"]) if "computer_name" in swap else names[0]
    did = f"now sits beside {whom}" if "beside" in swap else f"changed seats with {whom}"
    others = tuple(
        event.user for event in events[1:] if event.user is not None and table.seat_of(event.user) is not None
    )
    now = partners_line(table)
    rest = f"Partners now: {'; '.join(now)}." if now else ""
    head = f"**{escape(table.name)}: {who} {did}.**"
    if table.record.status != "lobby":
        return Notice(head, rest, others, personal=True)
    change = button(CustomId.ARRANGE_TABLE, table.id, label="Invite and arrange")
    return Notice(
        head, _join_sentences(rest, "You can change seats until the game starts."), others, (change,), personal=True
    )


def partners_line(table: TableState) -> list[str]:
    """Return the pairs of a game with partners, in markdown: those that have a player."""
    names = [escape(name_of(seat.name, seat.seat)) for seat in table.record.seats]
    sides = ([names[seat] for seat in pair if seat < len(names)] for pair in pairs(table.game))
    return [listed(side) if len(side) > 1 else f"{side[0]} and a free seat" for side in sides if side]


def _actor_name(table: TableState, event: EventRecord, players: Players) -> str:
    """Return the name of the person who acted, if nothing has happened since; else "", as seats may change hands."""
    by = event.read(InvitePayload).get("by")
    return escape(players.name(by)) if by is not None and table.record.seq == event.seq else ""


def _answer_buttons(table: TableState) -> tuple[Part, ...]:
    """Return the buttons of an invitation."""
    yes = button(CustomId.ACCEPT_INVITATION, table.id, label="Play", style=discord.ButtonStyle.success)
    return yes, button(CustomId.DECLINE_INVITATION, table.id, label="Not this time")


def expiry_notice(table: TableState, host: int) -> Notice:
    """Return the message to the host of a lobby that nobody started."""
    sentence = f"Nobody started {escape(table.name)} within a day, so it is closed."
    again = button(CustomId.OPEN_REMATCH, table.id, label="Open it again")
    return Notice(sentence, "You can open it again.", (host,), (again,), personal=True)


THREAD_LOSSES: Final = {"deleted": "was deleted", "locked": "is locked, and I may not unlock it (Manage Threads)"}
"""The reasons why a table has left its thread, in words."""


def thread_loss_notice(table: TableState, why: str) -> Notice | None:
    """Return the announcement of a table without a thread (a reason of THREAD_LOSSES); None after the table's end."""
    if not table.record.is_under_way:
        return None
    if why in THREAD_LOSSES:
        return Notice(f"**{escape(table.name)} continues here.**", f"Its thread {THREAD_LOSSES[why]}.")
    host = next((seat for seat in table.record.seats if seat.user == table.record.host and seat.kind == "person"), None)
    whom = "" if host is None else f"For {escape(name_of(host.name, host.seat))}, its host:"
    why = "this server has as many open threads as Discord allows. Once some are closed, new tables get theirs again."
    sentence = why if whom else capital(why)
    return Notice(f"**{escape(table.name)} is played here, without a thread.**", f"{whom} {sentence}".lstrip())


def channel_loss_notice(table: TableState, server: str, *, is_deleted: bool) -> Notice:
    """Return the private message to the host of a table whose channel is deleted or closed."""
    why = "its channel was deleted" if is_deleted else "I may no longer see its channel or write there"
    where = f" in {escape(server, NAME_LIMIT)}" if server else ""
    sentence = f"**I cannot show {escape(table.name)}{where} any more: {why}.**"
    how = "Nothing is lost. Use `/table move` in another channel of that server to play on there."
    return Notice(sentence, f"{how} ")


def result_notice(table: TableState, presenter: Presenter, players: Players, absent: Sequence[int]) -> Notice | None:
    """Return the news of the result for players who were absent; None if all were there. The board has the rest."""
    if table.state is None or not table.state.finished or not absent:
        return None
    outcome = escape(presenter.outcome(table.state.view(None), players), MAX_NAMES_LETTERS)
    return Notice(f"{escape(table.name)} is over. **{outcome}**", mentions=tuple(absent))


def points_text(table: TableState, but: Collection[int] = ()) -> str:
    """Return everybody's points at a table, best first, in markdown, without those of the seats `but`."""
    seats = sorted(table.record.seats, key=lambda seat: seat.points if table.game.fewest_win else -seat.points)
    lines = [f"{escape(name_of(seat.name, seat.seat))} {amount(seat.points)}" for seat in seats if seat.seat not in but]
    return f"{'' if but else 'Points: '}{', '.join(lines)}." if lines else ""


def _leave_consequence(table: TableState, event: EventRecord) -> str:
    """Return the consequence of a player's leaving."""
    if table.record.status == "ended":
        return "Nobody else was seated, so the table is closed. `/table log` still shows it."
    host = event.read(LeavePayload).get("host")
    return "" if host is None else f"{table.player_name(host)} is the host now."


def _take_seat_buttons(table: TableState, event: EventRecord) -> tuple[Part, ...]:
    """Return the button that takes the seat which this event gave to a computer player."""
    seat, name = event.seat or 0, event.public.get("instead")
    if table.record.status != "playing" or name is None or not is_computers(table.record.seats, seat, name):
        return ()
    offered = offer_of(table, seat)
    if offered is not None:  # its former player had offered it before
        return (
            button(
                CustomId.TAKE_OFFERED_SEAT,
                table.id,
                seat,
                offered["seq"],
                label=TAKE_SEAT_LABEL,
                style=discord.ButtonStyle.success,
            ),
        )
    return (button(CustomId.ASK_FOR_SEAT, table.id, seat, label="Ask for the seat"),)


def _offer_notice(table: TableState, event: EventRecord, head: str, players: Players, which: str) -> Notice | None:
    """Return the notice of an offered seat; None once the offer is gone."""
    seat = event.seat or 0
    if table.record.status != "playing" or offer_of(table, seat, event.seq) is None:
        return None
    take = button(
        CustomId.TAKE_OFFERED_SEAT, table.id, seat, event.seq, label=TAKE_SEAT_LABEL, style=discord.ButtonStyle.success
    )
    player = table.record.seats[seat]
    whose, owner = escape(players.name(seat)), player.user
    comes = f"A substitute plays on with its cards and points, {amount(player.points)} so far"
    so_far = f"{comes}. {which}." if which else f"{comes}."
    if "by_others" not in event.public:
        keep = button(CustomId.KEEP_SEAT, table.id, seat, label="Keep my seat")
        until = f" {whose} plays on until then." if player.kind == "person" else ""
        buttons = (take, keep) if player.kind == "person" else (take,)
        return Notice(head, f"{so_far}{until}", buttons=buttons)
    agreed = event.read(OfferPayload).get("agreed", [])
    if agreed:
        names = [escape(players.name(consent)) for consent in agreed]
        so_far = f"{listed(names)} agree{'s' * (len(names) == 1)}. {so_far}"
    keep = button(CustomId.KEEP_SEAT, table.id, seat, label="I am here")
    off = f"The offer ends when {whose} does anything here."
    return Notice(head, f"{so_far} {off}", () if owner is None else (owner,), (take, keep), personal=True)
