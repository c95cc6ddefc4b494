"""Contested hands of a score pad, and the keepers' decisions.

A player may contest a hand within a day of its last change, or of learning that they are a player. It counts nothing
until it is settled or the contest is withdrawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, person_name, plain
from bot.pads.commands import HAND_CHANGED_TEXT, PadActor, find_hand, hand_step, require_keeper
from bot.pads.consents import known_since
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand, PadStep
from data.pads.records import EntryTime, PadHand

CONTEST_PERIOD_MS: Final = 24 * 3600 * 1000
"""Milliseconds in which a hand may be contested."""

MAX_WITHDRAWALS: Final = 2
"""Withdrawn contests of a member after which they may contest a hand only once it is corrected."""

MAX_CONTEST_LETTERS: Final = 200
"""Letters of the reason for a contest."""

NOT_WAITING: Final = "That hand is no longer contested."


class HandPermissions(NamedTuple):
    """The acts on a hand that a user is permitted."""

    change: bool
    contest: bool
    withdraw: bool
    decide: bool


def permissions_for(pad: Pad, actor: PadActor, hand: PadHand, entry: EntryTime, now: int) -> HandPermissions:
    """Return the acts that an actor is permitted on a hand at `now`; `entry` is its last entry or correction."""
    waits = hand.state == "contested"
    change = actor.may_change_hand(pad, hand) and not waits and pad.record.status == "open"
    contest = not refusal(pad, actor, hand, entry, now)
    contested = pad.waiting.get(hand.number)
    withdraw = waits and contested is not None and contested.user == actor.id
    return HandPermissions(change, contest, withdraw, waits and actor.may_keep(pad))


def last_entry_of(hand: PadHand, entry: EntryTime | None) -> EntryTime:
    """Return the last entry or correction of a hand; for a hand from a file, when it was imported."""
    return entry or EntryTime(0, hand.entered)


def refusal(pad: Pad, actor: PadActor, hand: PadHand, entry: EntryTime, now: int) -> str:
    """Return the reason why a user may not contest a hand now, as plain text; empty if they may."""
    if hand.state == "contested":
        contested = pad.waiting.get(hand.number)
        who = "Somebody" if contested is None else plain(person_name(contested.name), NAME_LIMIT)
        return f"{who} already contests this hand. A keeper decides."
    if hand.state == "struck":
        return "That hand is struck out."
    if not pad.has_played(hand, actor.id):
        return "Only members who played a hand can contest it."
    since = known_since(pad, actor.id, entry.at)
    if since is not None and now > since + CONTEST_PERIOD_MS:
        return "You can contest a hand only for a day."
    own_contests = [
        earlier for earlier in pad.record.contests if earlier.hand == hand.number and earlier.user == actor.id
    ]
    if any(row.outcome == "stands" and row.seq > entry.seq for row in own_contests):
        return "A keeper decided that this hand stands."
    if sum(row.outcome == "withdrawn" and row.seq > entry.seq for row in own_contests) >= MAX_WITHDRAWALS:
        return f"Ask a keeper to correct this hand: you have withdrawn your contest {MAX_WITHDRAWALS} times."
    return ""


def contest(actor: PadActor, number: int, rev: int, why: str, entry: EntryTime, now: int) -> PadCommand:
    """Contest a hand whose last change was `rev`; `entry` is its last entry or correction.

    Raises Declined if they may not, Stale if the hand has been changed or contested since.
    """

    def build(pad: Pad) -> PadStep:
        hand = find_hand(pad, number)
        if sentence := refusal(pad, actor, hand, entry, now):
            raise (Stale if hand.state == "contested" else Declined)(sentence)
        if hand.rev != rev:
            raise Stale(HAND_CHANGED_TEXT)
        contested = replace(hand, state="contested")
        return hand_step(actor, "contest", hand, contested, why=plain(why, MAX_CONTEST_LETTERS))

    return PadCommand(actor.interaction, build)


def withdraw(actor: PadActor, number: int, rev: int) -> PadCommand:
    """Withdraw one's contest: the hand counts as before."""

    def build(pad: Pad) -> PadStep:
        hand = _require_contested(pad, number, rev)
        contested = pad.waiting.get(number)
        if contested is None or contested.user != actor.id:
            raise Declined("Only the player who contested a hand can withdraw that.")
        return hand_step(actor, "withdraw", hand, replace(hand, state="counts"), outcome="withdrawn")

    return PadCommand(actor.interaction, build)


def uphold(actor: PadActor, number: int, rev: int) -> PadCommand:
    """Decide, as a keeper, that a contested hand stands."""

    def build(pad: Pad) -> PadStep:
        require_keeper(actor, pad)
        hand = _require_contested(pad, number, rev)
        return hand_step(actor, "uphold", hand, replace(hand, state="counts"), outcome="stands")

    return PadCommand(actor.interaction, build)


def _require_contested(pad: Pad, number: int, rev: int) -> PadHand:
    """Return a contested hand, unchanged since `rev`. Raises Declined, Stale."""
    hand = find_hand(pad, number)
    if hand.state != "contested":
        raise Stale(NOT_WAITING)
    if hand.rev != rev:
        raise Stale(HAND_CHANGED_TEXT)
    return hand
