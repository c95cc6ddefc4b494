"""Hands of a score pad that are contested by those who played them, and what keepers decide about it.

Whoever played a hand may contest it within a day of when it was entered or last corrected, or of when they were told
that they had been made a player. It then counts for nothing
until a keeper lets it stand, corrects it (acts.enter) or strikes it out (acts.strike), or whoever contested it
withdraws that. A finished pad is locked for all else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, name_of, plain
from bot.pads.commands import CHANGED, NOT_YOURS, Actor, account
from bot.pads.consents import told_since
from bot.pads.pad import Pad
from bot.pads.pads import Build, PadStep
from data.pad_records import PadHand, Told

WITHIN: Final = 24 * 3600 * 1000
"""Milliseconds in which a hand may be contested."""

WHY: Final = 200
"""Letters of why somebody contests a hand."""

NOT_WAITING: Final = "That hand is no longer contested."


class May(NamedTuple):
    """What somebody may do to a hand."""

    change: bool
    contest: bool
    withdraw: bool
    decide: bool


def may(pad: Pad, actor: Actor, hand: PadHand, told: Told, now: int) -> May:
    """What an actor may do to a hand at `now`, which was last entered or corrected as `told` says."""
    waits = hand.state == "contested"
    change = actor.changes(pad, hand) and not waits and pad.record.status == "open"
    contest = not refusal(pad, actor, hand, told, now)
    contested = pad.waiting.get(hand.number)
    withdraw = waits and contested is not None and contested.user == actor.id
    return May(change, contest, withdraw, waits and actor.keeps(pad))


def told_of(hand: PadHand, told: Told | None) -> Told:
    """When a hand was told of: as its changes say, or (of one that came with a file) when it was kept."""
    return told or Told(0, hand.entered)


def refusal(pad: Pad, actor: Actor, hand: PadHand, told: Told, now: int) -> str:
    """Why somebody may not contest a hand now, as a sentence of plain text; empty where they may."""
    if hand.state == "contested":
        contested = pad.waiting.get(hand.number)
        who = "Somebody" if contested is None else plain(name_of(contested.name, 0), NAME_LIMIT)
        return f"{who} already contests this hand. A keeper decides."
    if hand.state == "struck":
        return "That hand is struck out."
    if not pad.has_played(hand, actor.id):
        return "Only members who played a hand can contest it."
    since = told_since(pad, actor.id, told.at)
    if since is not None and now > since + WITHIN:
        return "You can contest a hand only for a day."
    mine = [one for one in pad.record.contests if one.hand == hand.number and one.user == actor.id]
    if any(one.outcome == "stands" and one.seq > told.seq for one in mine):
        return "A keeper decided that this hand stands."
    return ""


def contest(actor: Actor, number: int, rev: int, why: str, told: Told, now: int) -> Build:
    """Contest a hand whose last change was `rev`, when it was last entered or corrected as `told` says.

    Raises Declined where they may not, Stale where the hand has been changed or contested since.
    """

    def build(pad: Pad) -> PadStep:
        hand = _there(pad, number)
        if sentence := refusal(pad, actor, hand, told, now):
            raise (Stale if hand.state == "contested" else Declined)(sentence)
        if hand.rev != rev:
            raise Stale(CHANGED)
        waits = replace(hand, state="contested")
        change = actor.change("contest", number, account(hand), account(waits))
        return PadStep(change, hands=(waits,), why=plain(why, WHY))

    return Build(actor.interaction, build)


def withdraw(actor: Actor, number: int, rev: int) -> Build:
    """Withdraw what one has contested: the hand counts as before."""

    def build(pad: Pad) -> PadStep:
        hand = _contested(pad, number, rev)
        contested = pad.waiting.get(number)
        if contested is None or contested.user != actor.id:
            raise Declined("Only the player who contested a hand can withdraw that.")
        counts = replace(hand, state="counts")
        change = actor.change("withdraw", number, account(hand), account(counts))
        return PadStep(change, hands=(counts,), outcome="withdrawn")

    return Build(actor.interaction, build)


def uphold(actor: Actor, number: int, rev: int) -> Build:
    """Decide, as a keeper, that a hand that was contested stands as it is."""

    def build(pad: Pad) -> PadStep:
        if not actor.keeps(pad):
            raise Declined(NOT_YOURS)
        hand = _contested(pad, number, rev)
        counts = replace(hand, state="counts")
        change = actor.change("uphold", number, account(hand), account(counts))
        return PadStep(change, hands=(counts,), outcome="stands")

    return Build(actor.interaction, build)


def _there(pad: Pad, number: int) -> PadHand:
    hand = pad.hands.get(number)
    if hand is None:
        raise Declined("This pad has no such hand.")
    return hand


def _contested(pad: Pad, number: int, rev: int) -> PadHand:
    """A hand that waits for a keeper, as it was looked at. Raises Declined, Stale."""
    hand = _there(pad, number)
    if hand.state != "contested":
        raise Stale(NOT_WAITING)
    if hand.rev != rev:
        raise Stale(CHANGED)
    return hand
