"""Public questions at a table: the request, the votes it needs, how it stands, and the outcome.

A question mentions those whose answer is missing: otherwise they might see it days later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import discord

from bot.common.text import escape, name_of
from bot.tables.commands.take_back import asked_of as take_back_asked_of
from bot.tables.model.clock_terms import terms_of
from bot.tables.model.questions import pause_tally
from bot.tables.model.seats import is_computers, person_seats
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import agreed_seats, deferred_until, offer_of, offer_vote, release_vote, vote_on
from bot.ui.game.players import Players
from bot.ui.kit.components import Part, button
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.notice import Notice
from bot.ui.table.debts import payments_line
from bot.ui.table.event_texts import SCORES_KEPT, SCORES_VOID, actor_name, current_seat, event_text, headline
from data.people.records import is_erased
from data.tables.events import AgreePayload, AskTakeBackPayload, EndPayload, EventKind, PausePayload
from data.tables.records import EventRecord, NewEvent
from rules.sentences import listed

CALLED_OFF: Final = "It was called off."

UNDO_LAPSED: Final = "Too late: the game has gone on."
"""The sentence about an undo that not everybody agreed to in time."""


def question_notice(table: TableState, event: EventRecord, head: str, players: Players) -> Notice | None:
    """Return the question of an event below a headline; None where it no longer matters."""
    match event.kind:
        case EventKind.ASK_TAKE_BACK:
            return _undo_question(table, event, head)
        case EventKind.PAUSE:
            return _pause_question(table, event, head)
        case EventKind.AGREE if "offer" in event.public:
            return _offer_question(table, event, head, players)
        case EventKind.AGREE if "seat" in event.public:
            return _release_question(table, event, head, players)
        case EventKind.AGREE:
            return _end_question(table, event, head)
        case EventKind.ASK if not is_erased(event.user):
            return _seat_question(table, event, head)
        case _:
            return None


def open_questions(table: TableState, seat: int) -> list[str]:
    """Return the open questions to a seat's player, and what others decide over that seat."""
    names = [escape(name) for name in table.names()]
    if not table.record.is_under_way or seat not in person_seats(table.record.seats):
        return []
    sentences = list[str]()
    ending = vote_on(table, "end")
    if ending is not None and seat not in {*ending["seats"], *ending.get("void", ())}:
        sentences.append("you are asked to end it")
    pausing = vote_on(table, "pause")
    if pausing is not None and seat not in pausing["seats"]:
        sentences.append("you are asked to pause it")
    for vote_name, verb, to in ((offer_vote, "offer", "a substitute"), (release_vote, "give", "a computer")):
        for about, name in enumerate(names):
            agreed = agreed_seats(table, vote_name(about))
            if agreed and seat not in agreed:
                own_text = f"others vote to {verb} your seat to {to}"
                sentences.append(own_text if about == seat else f"you are asked to {verb} {name}'s seat to {to}")
    offered = offer_of(table, seat)
    if offered is not None and not offered["own"]:
        sentences.append("others have offered your seat: do anything there to keep it")
    if (last := take_back_asked_of(table, seat)) is not None:
        sentences.append(f"{names[last.seat]} wants to undo a move")
    return sentences


def _not_now_button(table: TableState) -> Part:
    """Return the button that leaves a question open."""
    return button(CustomId.ANSWER_LATER, table.id, label="Not now")


def _other_users(table: TableState, answered: Collection[int]) -> tuple[int, ...]:
    """Return the users at a table, without those in the seats that have answered."""
    seats = table.record.seats
    return tuple(user for seat in sorted(person_seats(seats) - set(answered)) if (user := seats[seat].user))


def _undo_question(table: TableState, event: EventRecord, head: str) -> Notice | None:
    vote = vote_on(table, "take_back")
    if vote is None or vote["seq"] != event.seq or not table.may_take_back():
        return None
    seq = event.read(AskTakeBackPayload)["seq"]
    allow = button(CustomId.AGREE_TO_TAKE_BACK, table.id, seq, label="Allow", style=discord.ButtonStyle.success)
    rest, others = "Everyone has to allow it before the game goes on.", _other_users(table, vote["seats"])
    return Notice(head, rest, buttons=(allow, _not_now_button(table)), respondents=others)


def _pause_question(table: TableState, event: EventRecord, head: str) -> Notice | None:
    """Return the question whether to pause; None if it is outdated."""
    vote = vote_on(table, "pause")
    if vote is None or vote["seq"] != event.seq or table.record.status != "playing":  # or it was asked anew
        return None
    agree = button(CustomId.PAUSE_TABLE, table.id, label="Agree", style=discord.ButtonStyle.primary)
    back = button(CustomId.PAUSE_TABLE, table.id, "back", label="Take my vote back")
    rest = f"Everyone has to agree ({pause_tally(table)}). In a pause no clock runs, and nobody is mentioned."
    others = _other_users(table, vote["seats"])
    return Notice(head, rest, buttons=(agree, _not_now_button(table), back), respondents=others)


def _end_question(table: TableState, event: EventRecord, head: str) -> Notice | None:
    """Return the question whether to end the table early; None if it is outdated."""
    vote = vote_on(table, "end")
    if not table.record.is_under_way or vote is None or vote["seq"] != event.seq:
        return None
    agreed, void, again = vote["seats"], vote.get("void", []), vote.get("again", [])
    votes, asker = {*agreed, *void}, None if event.user is None else table.seat_of(event.user)
    still = listed([table.player_name(seat) for seat in sorted(votes)])
    who = escape(actor_name(event, asker))
    off = "" if asker is None or asker in votes else f"{who} has changed their mind; still for it: {still}. "
    others = _other_users(table, votes if asker is None else {*votes, asker})
    if "again" in event.public:
        others = tuple(user for seat in again if (user := table.record.seats[seat].user))
    many, danger = len(person_seats(table.record.seats)), discord.ButtonStyle.danger
    back = button(CustomId.AGREE, table.id, "back", label="Take my vote back")
    if table.record.status == "lobby":
        agree = button(CustomId.AGREE, table.id, label="I agree", style=danger)
        rest = f"{off}More than half of the {many} players must agree; {len(agreed)} so far."
        return Notice(head, rest, buttons=(agree, _not_now_button(table), back), respondents=others)
    agree = button(CustomId.AGREE, table.id, "keep", label="End, keep the scores", style=danger)
    agree_void = button(CustomId.AGREE, table.id, "void", label="End, scores void", style=danger)
    rest = (
        f"{off}More than half of the {many} players must choose the same: keep the scores ({len(agreed)} so far), or "
        f"make them void, so that nothing counts ({len(void)} so far)."
    )
    if paid := payments_line(table):
        rest += f" With the scores kept, {paid[0].lower()}{paid[1:]}"
    return Notice(head, rest, buttons=(agree, agree_void, _not_now_button(table), back), respondents=others)


def _offer_question(table: TableState, event: EventRecord, head: str, players: Players) -> Notice | None:
    """Return the question whether to offer a player's seat; None if it is outdated."""
    seat = event.read(AgreePayload).get("seat", 0)
    agreed = agreed_seats(table, offer_vote(seat))
    if table.record.status != "playing" or not agreed:
        return None
    whose, owner = escape(players.name(seat)), table.record.seats[seat].user
    rest = (
        f"All the others must agree, or half of the players once {whose} is late; {len(agreed)} so far."
        f"{_deferral_line(table, seat, whose)} It ends if {whose} does anything here."
    )
    agree = button(CustomId.OFFER_SEAT, table.id, seat, label="I agree", style=discord.ButtonStyle.danger)
    keep = button(CustomId.KEEP_SEAT, table.id, seat, label="I am here")
    return Notice(
        head,
        rest,
        () if owner is None else (owner,),
        (agree, _not_now_button(table), keep),
        personal=True,
        respondents=_other_users(table, {seat, *agreed}),
    )


def describe_deferral(table: TableState, seat: int, now: int) -> str:
    """Return the reply to a player who agrees to give a seat away: it may wait for the end of its player's night."""
    name, until = table.player_name(seat), deferred_until(table.record.settings, seat)
    if until is None or until <= now:
        return "The others are asked at the table."
    return (
        f"{name}'s quiet hours end <t:{until // 1000}:R>; it waits until then. After that, one more press by anyone "
        f"who agrees decides it, unless {name} comes first."
    )


def _deferral_line(table: TableState, seat: int, name: str) -> str:
    """Return the line of a question about a seat that was asked in its player's night."""
    if deferred_until(table.record.settings, seat) is None:
        return ""
    return f" It waits for the end of {name}'s quiet hours. Then one more press by anyone who agrees decides it."


def _release_question(table: TableState, event: EventRecord, head: str, players: Players) -> Notice | None:
    """Return the question whether a computer player gets an absent person's seat; None if it is outdated."""
    vote = event.read(AgreePayload)
    seat, decision = vote.get("seat", 0), vote.get("decision")
    player = table.record.seats[seat]
    if table.record.status != "playing" or table.decisions.get(seat) != decision:
        return None
    if player.kind != "person":  # a computer player has it, and has not moved yet
        return None
    name = escape(players.name(seat))
    agree = button(CustomId.RELEASE_SEAT, table.id, seat, decision, label="I agree", style=discord.ButtonStyle.danger)
    clock = terms_of(table.record.settings)
    why = f"{name} has not moved for a day" if clock is None else f"{name}'s time has run out"
    return Notice(
        head,
        f"{why}. Half of the players must agree. It ends if {name} moves. If {name} does anything else here, "
        f"the vote starts again.{_deferral_line(table, seat, name)}",
        () if player.user is None else (player.user,),
        (agree, _not_now_button(table)),
        personal=True,
        respondents=_other_users(table, {seat, *agreed_seats(table, release_vote(seat))}),
    )


def _seat_question(table: TableState, event: EventRecord, head: str) -> Notice | None:
    if table.record.status != "playing" or not is_computers(table.record.seats, event.seat or 0):
        return None
    yes = button(
        CustomId.AGREE_TO_SEAT, table.id, event.seq, label="Let them sit down", style=discord.ButtonStyle.success
    )
    rest = "It comes with its cards and points. One player must say yes."
    return Notice(head, rest, buttons=(yes, _not_now_button(table)), respondents=_other_users(table, ()))


def closed_notice(table: TableState, event: EventRecord, players: Players, move: str) -> Notice | None:
    """Return the closed question of a vote or offer with its outcome and its votes; None for other questions.

    `players` are those of then; `move` is the one that stands.
    """
    sentences = event_text(event, players, table.game, sits=current_seat(table, event), move=move)
    if sentences is None:
        return None
    came = _vote_outcome(table, event, players, move)
    return Notice(headline(table, sentences), came) if came else None


def _vote_outcome(table: TableState, event: EventRecord, players: Players, move: str) -> str:
    """Return the outcome of an event's question; "" where there is nothing to say."""
    if event.kind == EventKind.ASK_TAKE_BACK:
        return UNDO_LAPSED if move else ""
    if event.kind == EventKind.OFFER:
        return _offer_outcome(table, event.seat or 0, players)
    if event.kind == EventKind.PAUSE and not event.read(PausePayload)["pauses"]:
        settings = table.record.settings
        if vote_on(table, "pause") is not None and table.record.status == "playing":
            return "It was asked again."
        return "All agreed." if settings.get("paused") is not None else CALLED_OFF
    if event.kind == EventKind.ASK:
        return _request_outcome(table, event)
    if event.kind != EventKind.AGREE or ("seat" in event.public and "offer" not in event.public):
        return ""
    if "offer" in event.public:
        offered = offer_of(table, event.read(AgreePayload).get("seat", 0))
        agreed = () if offered is None else offered.get("agreed", ())
        came = f"{len(agreed)} of the others agreed, so it was offered." if agreed else "It was offered."
        return CALLED_OFF if offered is None else came
    end = table.ending
    if end is not None and end.public.get("votes"):
        scores = f" {SCORES_VOID}" if table.void else f" {SCORES_KEPT}" if end.public.get("kept") else ""
        many = len(person_seats(table.record.seats))
        return f"{_vote_count(end, many)} agreed, so it ended.{scores}"
    over = not table.record.is_under_way
    if not over and _asks_again_to_end(table, event):
        return "It was asked again."
    return "The table ended in another way." if over else CALLED_OFF


def _asks_again_to_end(table: TableState, event: EventRecord) -> bool:
    """Whether people have been asked once more for an end of the table since an event."""
    vote = vote_on(table, "end")
    return vote is not None and vote["seq"] > event.seq


def _offer_outcome(table: TableState, seat: int, players: Players) -> str:
    """Return the new player of a seat that was offered; `players` are the players of that time."""
    now, whose = table.record.seats[seat], escape(players.name(seat))
    name = escape(name_of(now.name, seat))
    if now.kind == "person" and name != whose:
        return f"{name} has taken it."
    if table.record.status != "playing":
        return "It was called off: the table has ended."
    return "A computer player plays on." if now.kind == "computer" else f"It was called off: {name} plays on."


def _request_outcome(table: TableState, event: EventRecord) -> str:
    """Return the outcome of a request for a computer player's seat."""
    seat = table.record.seats[event.seat or 0]
    if seat.kind == "person":
        return f"{escape(name_of(seat.name, seat.seat))} plays on there."
    return CALLED_OFF if table.record.status == "playing" else "It was called off: the table has ended."


def _vote_count(end: EventRecord | NewEvent, many: int) -> str:
    """Return the number of a table's people who voted for its end."""
    votes = end.read(EndPayload).get("votes", 0)
    return "Most of its players" if votes is True else f"{votes} of its {many} players"
